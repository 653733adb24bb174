//! Group commit: steps that are to be kept at the same moment reach the disk in one piece. SQLite has one writer, and a
//! commit costs what the disk needs to answer, so whoever comes to write writes for all who wait.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::store::link::{Purpose, Work};
use crate::store::sqlite::{File, Turn};
use crate::store::steps::{Prepared, insert_step};
use crate::store::{BattleId, Cause, Outgoing};

/// The steps that wait to be written.
#[derive(Default)]
pub(super) struct Queue(Mutex<Vec<Waiting>>);

/// The messages of a step that are to be handed over.
type Outcome = Result<Vec<Outgoing>, Cause>;

struct Waiting {
    battle: BattleId,
    step: Arc<Prepared>,
    told: oneshot::Sender<Outcome>,
}

impl Queue {
    fn push(&self, waiting: Waiting) {
        // Nothing fails half-way under this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(waiting);
    }

    fn take(&self) -> Vec<Waiting> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Keeps a step, together with all others that wait.
pub(super) async fn add(file: &File, battle: BattleId, step: Prepared) -> Outcome {
    let step = Arc::new(step);
    loop {
        let (told, hears) = oneshot::channel();
        file.queue.push(Waiting { battle, step: Arc::clone(&step), told });
        let turn = file.turn().await;
        // Nothing is left if somebody wrote for this one, too.
        let group = file.queue.take();
        if group.is_empty() {
            drop(turn);
        } else {
            write(file, turn, group).await;
        }
        // That nobody says anything means that whoever wrote went away in the middle. If the step was kept all the same,
        // it is known by its mark.
        if let Ok(done) = hears.await {
            return done;
        }
    }
}

/// Writes all steps with one commit; if that can't be, each with its own.
async fn write(file: &File, turn: Turn<'_>, group: Vec<Waiting>) {
    let mut work = match turn.begin(Purpose::Write).await {
        Ok(busy) => Work::of_sqlite(busy, &file.clock),
        Err(cause) => return tell_all(group, &cause),
    };
    let mut outcomes = Vec::new();
    for Waiting { battle, step, .. } in &group {
        outcomes.push(insert_step(&mut work, *battle, step).await);
    }
    // What is refused was refused before anything of it was written.
    let failed = outcomes.iter().find_map(|it| it.as_ref().err().filter(|it| !it.is_refusal()).cloned());
    let ended = work.end(failed.map_or(Ok(()), Err)).await;
    match ended {
        Ok(()) => {
            for (waiting, outcome) in group.into_iter().zip(outcomes) {
                waiting.tell(outcome);
            }
        }
        Err(cause) if group.len() == 1 => tell_all(group, &cause),
        Err(_) => {
            for waiting in group {
                let outcome = write_one(file, &waiting).await;
                waiting.tell(outcome);
            }
        }
    }
}

async fn write_one(file: &File, waiting: &Waiting) -> Outcome {
    let busy = file.turn().await.begin(Purpose::Write).await?;
    let mut work = Work::of_sqlite(busy, &file.clock);
    let inserted = insert_step(&mut work, waiting.battle, &waiting.step).await;
    work.end(inserted).await
}

fn tell_all(group: Vec<Waiting>, cause: &Cause) {
    for waiting in group {
        waiting.tell(Err(cause.clone()));
    }
}

impl Waiting {
    /// Who doesn't listen any more has gone away.
    fn tell(self, outcome: Outcome) {
        let _ = self.told.send(outcome);
    }
}
