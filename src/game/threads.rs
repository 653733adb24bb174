//! Runs the same work many times, on all cores.

use std::num::NonZero;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads can run at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What `make` returns for each number below `count`, in order. A panic in a thread is a bug, not a result, so it
/// panics here too.
pub fn on_threads<T: Send>(threads: usize, count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|it| *it < count));
        numbers.map(|it| (it, make(it))).collect::<Vec<_>>()
    };
    let mut made: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|it| it.join().unwrap_or_else(|it| panic::resume_unwind(it))).collect()
    });
    made.sort_by_key(|it| it.0);
    made.into_iter().map(|it| it.1).collect()
}
