//! What goes wrong, and when.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use super::tables::number;
use super::{Host, Load};
use crate::bot::faults::start;
use crate::chaos::Chaos;

/// A fault that begins, or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A process is killed, and another starts.
    Kill,
    Begin,
    /// A process is frozen, and continues.
    Stop,
    GoOn,
    /// A process of the database server is frozen, and continues.
    Stall,
    GoOnServing,
    /// The disk of the database server is filled up, and freed again.
    Fill,
    Empty,
}

/// How long a process stays dead, a process stays frozen, and a server stays stalled or without room.
const DEAD: Duration = Duration::from_secs(8);
const STOPPED: Duration = Duration::from_secs(20);
const STALLED: Duration = Duration::from_secs(15);

pub(super) struct Faults {
    /// The faults still to come, the next one last.
    plan: Vec<(Duration, Deed)>,
    open: usize,
    went_on: Option<Instant>,
    stalled: Option<i64>,
    ballast: Option<PathBuf>,
}

impl Faults {
    /// Spreads the kills evenly over the whole time, with the other faults among them.
    pub(super) fn of(load: &Load) -> Faults {
        let named = |word: &str| load.faults.split_whitespace().any(|it| it == word);
        let others: Vec<Deed> = [("stop", Deed::Stop), ("stall", Deed::Stall), ("full", Deed::Fill)]
            .into_iter()
            .filter(|it| named(it.0) && (it.1 != Deed::Fill || load.disk.is_some()))
            .map(|it| it.1)
            .collect();
        let count = load.kills + others.len();
        let place = |of: usize| (of + 1) * count / (others.len() + 1);
        let mut plan = Vec::new();
        for n in 0..count {
            let at = Duration::from_secs(load.seconds).mul_f64((n as f64 + 0.5) / count as f64);
            let other = (0..others.len()).find(|it| place(*it) == n + usize::from(load.kills == 0));
            let deed = other.map_or(Deed::Kill, |it| others[it]);
            let (after, ends) = match deed {
                Deed::Kill => (DEAD, Deed::Begin),
                Deed::Stop => (STOPPED, Deed::GoOn),
                Deed::Stall => (STALLED, Deed::GoOnServing),
                _ => (STALLED, Deed::Empty),
            };
            plan.extend([(at, deed), (at + after, ends)]);
        }
        plan.sort_by_key(|it| std::cmp::Reverse(it.0));
        let ballast = load.disk.as_ref().map(|it| it.join("ballast"));
        Faults { plan, open: 0, went_on: None, stalled: None, ballast }
    }

    /// The next fault, if its time has come.
    pub(super) fn due(&mut self, now: Duration) -> Option<Deed> {
        self.plan.last().filter(|it| it.0 <= now)?;
        self.plan.pop().map(|it| it.1)
    }

    /// Whether some fault lasts at the moment.
    pub(super) fn is_active(&self) -> bool {
        0 < self.open
    }

    /// A process that was frozen needs a while to notice that others have taken over its threads.
    pub(super) fn nobody_was_frozen_lately(&self) -> bool {
        self.went_on.is_none_or(|it| Duration::from_secs(10) < it.elapsed())
    }

    pub(super) fn carry_out(&mut self, host: &mut Host<'_>, deed: &Deed, chaos: &mut Chaos) {
        match deed {
            Deed::Kill | Deed::Stop | Deed::Stall | Deed::Fill => self.open += 1,
            _ => self.open -= 1,
        }
        let living: Vec<usize> = (0..host.bots.len()).filter(|it| host.bots[*it].is_some()).collect();
        match deed {
            Deed::Kill => {
                let living: Vec<usize> = living.into_iter().filter(|it| host.frozen != Some(*it)).collect();
                if !living.is_empty() {
                    let log = host.bots[*chaos.pick(&living)].take().map(crate::bot::program::Bot::kill);
                    let errors: Vec<String> = log
                        .iter()
                        .flat_map(|it| it.lines())
                        .filter(|it| it.contains("ERROR"))
                        .map(str::to_owned)
                        .collect();
                    if !errors.is_empty() {
                        println!("  it had said {} errors, the last: {:?}", errors.len(), errors.last());
                    }
                }
            }
            Deed::Begin => {
                for bot in host.bots.iter_mut().filter(|it| it.is_none()) {
                    *bot = Some(start(host.discord, &host.address));
                }
            }
            Deed::Stop => {
                let frozen = *chaos.pick(&living);
                host.bots[frozen].iter().for_each(|it| it.signal("-STOP"));
                host.frozen = Some(frozen);
            }
            Deed::GoOn => {
                let frozen = host.frozen.take();
                frozen.and_then(|it| host.bots[it].as_ref()).iter().for_each(|it| it.signal("-CONT"));
                self.went_on = Some(Instant::now());
            }
            Deed::Stall => {
                let pid = number(
                    &host.address,
                    "SELECT pid::BIGINT FROM pg_stat_activity WHERE application_name = 'fieldpost' ORDER BY random() LIMIT 1",
                );
                self.stalled = signal("-STOP", pid).then_some(pid);
            }
            Deed::GoOnServing => {
                if let Some(pid) = self.stalled.take() {
                    signal("-CONT", pid);
                }
            }
            Deed::Fill => {
                if let Some(mut file) = self.ballast.as_ref().and_then(|it| File::create(it).ok()) {
                    let zeros = vec![0; 1 << 16];
                    while file.write_all(&zeros).is_ok() {}
                    while file.write_all(&[0]).is_ok() {}
                }
            }
            Deed::Empty => {
                self.ballast.iter().for_each(|it| drop(std::fs::remove_file(it)));
            }
        }
    }

    /// Ends every fault that still lasts.
    pub(super) fn end(&mut self, host: &mut Host<'_>) {
        let mut chaos = Chaos(1);
        while let Some((_, deed)) = self.plan.pop() {
            if matches!(deed, Deed::Begin | Deed::GoOn | Deed::GoOnServing | Deed::Empty) {
                self.open = self.open.max(1);
                self.carry_out(host, &deed, &mut chaos);
            }
        }
    }
}

/// Sends a signal to a process of the database server. Returns whether that is allowed.
fn signal(what: &str, pid: i64) -> bool {
    let sent = Command::new("kill").args([what, &pid.to_string()]).status().is_ok_and(|it| it.success());
    if !sent {
        println!("  the server's process {pid} can't be stopped by whoever runs this");
    }
    sent
}
