//! The bot inside the test's process, on a clock that the test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::JoinHandle;

use fieldpost::discord::{self, Config, DiscordStandIn, Trouble};
use fieldpost::referee::{Clock, SystemClock};
use tokio::sync::oneshot;

use crate::loopback::Loopback;

/// A bot inside the test's process.
pub(super) struct Running {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), Trouble>>>,
}

impl Running {
    fn start(discord: &Loopback, config: Config, clock: Arc<dyn Clock>) -> Running {
        let environment = discord.environment();
        let token_file = discord.folder().join("token");
        std::fs::write(&token_file, format!("{}\n", environment[2].1)).expect("the token is written");
        let pem = std::fs::read(discord.certificate()).expect("a certificate");
        let stand_in = DiscordStandIn::new(&environment[0].1, &pem).expect("it is on this machine");
        let config = Config { token_file: Some(token_file), ..config };
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            let stopped = async {
                let _ = stopped.await;
                Ok(())
            };
            runtime.expect("a runtime").block_on(discord::run(&config, Some(stand_in), clock, stopped))
        });
        Running { stop: Some(stop), thread: Some(thread) }
    }

    /// Starts a bot with the project's scenarios, on a clock that the test moves.
    pub(super) fn game(discord: &Loopback, clock: &Watch) -> Running {
        let config = Config {
            database: discord.folder().join("fieldpost.db").display().to_string(),
            scenarios: concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios").into(),
            ..Config::default()
        };
        Running::start(discord, config, Arc::new(clock.clone()))
    }
}

impl Drop for Running {
    /// In every test the bot must end well when it is asked to.
    fn drop(&mut self) {
        drop(self.stop.take());
        if !std::thread::panicking() {
            let ended = self.thread.take().map(|it| it.join().expect("no panic"));
            assert!(matches!(ended, Some(Ok(()))), "{ended:?}");
        }
    }
}

/// A clock that follows the system's clock and can be moved ahead.
#[derive(Clone, Default)]
pub(super) struct Watch {
    ahead: Arc<AtomicI64>,
    /// How often the clock was read.
    looks: Arc<AtomicI64>,
}

impl Watch {
    pub(super) fn pass(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Waits until the clock was read a few more times.
    pub(super) fn is_looked_at(&self) {
        let looks = self.looks.load(Ordering::SeqCst);
        while self.looks.load(Ordering::SeqCst) < looks + 3 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

impl Clock for Watch {
    fn now(&self) -> i64 {
        self.looks.fetch_add(1, Ordering::SeqCst);
        SystemClock.now() + self.ahead.load(Ordering::SeqCst)
    }
}
