//! Odds beside what other people use for them: icepool, dyce and scipy, if Python has them.

use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use fieldpost::line::odds;
use fieldpost::line::rules::Line;
use serde::Deserialize;

use crate::measure::{Goal, Row, TURNS, Table, best_of};
use crate::odds::{o2, target, weapon};

/// How far a chance may be from a peer's.
const ERROR_MAX: f64 = 1e-12;

pub(crate) fn measure(table: &mut Table) {
    let Some(mut peers) = Peers::start() else {
        return table.note("python3 isn't here, and neither are icepool, dyce and scipy");
    };
    if peers.names.is_empty() {
        table.note("none of them is here: pip install icepool dyce scipy");
    }
    for name in peers.names.clone() {
        let is_panel = name.ends_with("panel");
        let ask = || if is_panel { panel() } else { question() };
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        for _ in 0..TURNS {
            ours = ours.min(best_of(if is_panel { 10 } else { 1_000 }, ask));
            let answer = peers.ask(&name);
            theirs = theirs.min(answer.ns);
            let chances = ask();
            let is_same = chances.len() == answer.chances.len()
                && chances.iter().zip(&answer.chances).all(|it| (it.0 - it.1).abs() <= ERROR_MAX);
            assert!(is_same, "{name} finds {:?}, and we find {chances:?}", answer.chances);
        }
        let what = if is_panel { "O2, a panel of 100" } else { "20 rifles at 10 guards" };
        table.row(&Row { what, unit: "us", ours: ours / 1e3, partner: Some((&name, theirs / 1e3)), goal: Goal::None });
    }
}

fn question() -> Vec<f64> {
    let (attacks, guards) = ([weapon(20, 4, 0, 1, 0)], target(3, 5, 1, 10));
    let found = odds::downed(&Line::default(), black_box(&attacks), black_box(&guards)).expect("few enough ways");
    found.chances().to_vec()
}

fn panel() -> Vec<f64> {
    let (rules, (attackers, targets)) = (Line::default(), o2());
    let pairs = attackers.iter().flat_map(|a| targets.iter().map(move |t| (a, t)));
    let found = pairs.map(|(a, t)| (odds::downed(&rules, a, t).expect("few enough ways"), t.units));
    found.flat_map(|(it, units)| (0..=usize::from(units)).map(move |n| it.chance(n)).collect::<Vec<_>>()).collect()
}

/// A Python that is asked, question by question.
struct Peers {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    names: Vec<String>,
}

#[derive(Deserialize)]
struct Answer {
    ns: f64,
    chances: Vec<f64>,
}

impl Peers {
    fn start() -> Option<Peers> {
        let script = include_str!("peers.py");
        let mut command = Command::new("python3");
        let mut child = command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut peers = Peers { child, to, from, names: Vec::new() };
        peers.names = peers.line()?;
        Some(peers)
    }

    fn ask(&mut self, name: &str) -> Answer {
        writeln!(self.to, "{name}").expect("Python reads");
        self.line().expect("Python answers")
    }

    fn line<A: for<'a> Deserialize<'a>>(&mut self) -> Option<A> {
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}
