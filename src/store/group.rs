//! How steps are added to battles: on SQLite by group commit. Steps that are to be kept at the same moment reach the disk in
//! one piece: SQLite has one writer, and a commit costs what the disk needs to answer, so whoever comes to write writes for
//! all who wait.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::store::link::{Link, Work};
use crate::store::purpose::Purpose;
use crate::store::sqlite::{File, Turn};
use crate::store::steps::{Prepared, insert_step};
use crate::store::{BattleId, Cause, Failed, Outgoing, Step, Store};

impl Store {
    /// Adds a step to a battle, all of it or nothing. Once this has returned, no crash can undo it.
    ///
    /// # Errors
    ///
    /// If it can't be kept, another step was added since the one it comes after, or another process holds the battle.
    pub async fn append(&self, battle: BattleId, step: &Step<'_>) -> Result<(), Failed> {
        self.add(battle, step).await.map_err(|cause| self.failed("write to", cause))
    }

    async fn add(&self, battle: BattleId, step: &Step<'_>) -> Result<(), Cause> {
        let coming = if step.messages.is_empty() { None } else { self.counters.announce(battle, step.holder) };
        let step = Prepared::new(step, coming.is_some())?;
        let added = match &self.link {
            Link::Sqlite(file) => add(file, &self.queue, battle, step).await,
            Link::Postgres(_) => match self.add_alone(battle, &step).await {
                // Whether it was kept shows over another connection.
                Err(Cause::Lost(_)) => self.add_alone(battle, &step).await,
                added => added,
            },
        };
        let to_hand_over = added?;
        if let Some(coming) = coming {
            coming.hand_over(to_hand_over);
        }
        Ok(())
    }

    async fn add_alone(&self, battle: BattleId, step: &Prepared) -> Result<Vec<Outgoing>, Cause> {
        let mut work = self.link.begin(Purpose::Write).await?;
        let inserted = insert_step(&mut work, battle, step).await;
        work.end(inserted).await
    }
}

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
async fn add(file: &File, queue: &Queue, battle: BattleId, step: Prepared) -> Outcome {
    let step = Arc::new(step);
    loop {
        let (told, mut hears) = oneshot::channel();
        queue.push(Waiting { battle, step: Arc::clone(&step), told });
        // Whose step was written for him leaves the line, so that those behind him are written together.
        let told = tokio::select! {
            biased;
            told = &mut hears => told,
            turn = file.turn() => {
                let group = queue.take();
                if group.is_empty() {
                    // Somebody has taken this one with him, and may need the connection again.
                    drop(turn);
                } else {
                    write(file, turn, group).await;
                }
                hears.await
            }
        };
        // That nobody says anything means that whoever wrote went away in the middle. If the step was kept all the same,
        // it is known by its mark.
        if let Ok(done) = told {
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
    let inserted = insert_all(&mut work, &group).await;
    match work.end(inserted).await {
        Ok(outcomes) => {
            for (waiting, outcome) in group.into_iter().zip(outcomes) {
                waiting.tell(outcome);
            }
        }
        Err(cause) if group.len() == 1 || matches!(cause, Cause::Busy) => tell_all(group, &cause),
        Err(_) => {
            for waiting in group {
                let outcome = write_one(file, &waiting).await;
                waiting.tell(outcome);
            }
        }
    }
}

/// What becomes of each step, unless one can't be written. What is refused is refused before anything of it is written.
async fn insert_all(work: &mut Work<'_>, group: &[Waiting]) -> Result<Vec<Outcome>, Cause> {
    let mut outcomes = Vec::new();
    for Waiting { battle, step, .. } in group {
        match insert_step(work, *battle, step).await {
            Err(cause) if !cause.is_refusal() => return Err(cause),
            outcome => outcomes.push(outcome),
        }
    }
    Ok(outcomes)
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
