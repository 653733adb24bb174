//! Timing, and the table in which the figures are printed.

use std::hint::black_box;
use std::time::Instant;

/// How many turns a figure and its partner take.
pub(crate) const TURNS: usize = 9;

#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// The figure is at most this, in its own unit.
    Of(f64),
    /// The figure is at most this many times its partner.
    Times(f64),
    /// The figure is smaller than its partner by at least this factor.
    Fewer(f64),
    /// There is no goal. The figure is printed for comparison.
    None,
}

/// The table that is printed, and how many goals are met.
#[derive(Default)]
pub(crate) struct Table {
    met: u32,
    missed: Vec<String>,
}

impl Table {
    /// Prints the heading of a part.
    pub(crate) fn part(&mut self, name: &str) {
        println!("\n{:<48} {:>14} {:>14} {:>8}  {:<20}", name.to_uppercase(), "ours", "partner", "ratio", "goal");
    }

    /// Prints a figure of ours. Its partner has a name and is in the same unit.
    pub(crate) fn row(&mut self, what: &str, unit: &str, ours: f64, partner: Option<(&str, f64)>, goal: Goal) {
        let ratio = partner.filter(|it| it.1 != 0.0).map(|(_, theirs)| ours / theirs);
        let (asked, is_met) = match (goal, ratio) {
            (Goal::Of(most), _) => (format!("<= {most} {unit}"), Some(ours <= most)),
            (Goal::Times(most), Some(ratio)) => (format!("<= {most} x"), Some(ratio <= most)),
            (Goal::Fewer(least), Some(ratio)) => (format!("<= 1/{least}"), Some(ratio * least <= 1.0)),
            (Goal::Times(_) | Goal::Fewer(_) | Goal::None, _) => (String::new(), None),
        };
        match is_met {
            Some(true) => self.met += 1,
            Some(false) => self.missed.push(what.to_owned()),
            None => (),
        }
        let verdict = is_met.map_or("", |it| if it { "met" } else { "MISSED" });
        println!(
            "{what:<48} {:>14} {:>14} {:>8}  {asked:<12} {verdict:<6}  {}",
            figure(ours, unit),
            partner.map_or_else(String::new, |it| figure(it.1, unit)),
            ratio.map_or_else(String::new, |it| if it < 0.1 {
                format!("1/{:.0}", 1.0 / it)
            } else {
                format!("{it:.2}")
            }),
            partner.map_or("", |it| it.0),
        );
    }

    /// Prints a figure without a partner.
    pub(crate) fn alone(&mut self, what: &str, unit: &str, ours: f64, goal: Goal) {
        self.row(what, unit, ours, None, goal);
    }

    /// Prints a note on the part.
    pub(crate) fn note(&mut self, text: &str) {
        println!("  {text}");
    }

    /// Prints how many goals are met, and which are not.
    pub(crate) fn end(&self) {
        println!("\n{} goals met, {} missed", self.met, self.missed.len());
        self.missed.iter().for_each(|it| println!("  missed: {it}"));
    }
}

/// A figure with about three significant digits, and its unit.
fn figure(it: f64, unit: &str) -> String {
    let digits = match it.abs() {
        it if it < 10.0 => 2,
        it if it < 100.0 => 1,
        _ => 0,
    };
    format!("{it:.digits$} {unit}")
}

/// The best times of both in nanoseconds per run. They take turns, with `runs` runs of each in a turn.
pub(crate) fn race<A, B>(runs: u32, mut ours: impl FnMut() -> A, mut partner: impl FnMut() -> B) -> (f64, f64) {
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        best.0 = best.0.min(time(runs, &mut ours));
        best.1 = best.1.min(time(runs, &mut partner));
    }
    best
}

/// The best time of several turns, in nanoseconds per run.
pub(crate) fn best_of<A>(runs: u32, mut ours: impl FnMut() -> A) -> f64 {
    (0..TURNS).map(|_| time(runs, &mut ours)).fold(f64::MAX, f64::min)
}

fn time<A>(runs: u32, it: &mut impl FnMut() -> A) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(it());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(runs)
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

pub(crate) fn mean(times: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = times.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    sum / count
}
