//! The results of many battles as tables, for people.

use crate::diagnostic::count;
use crate::dice::Seed;
use crate::trial::card::Card;
use crate::trial::conduct::Conduct;
use crate::trial::fairness::Fairness;
use crate::trial::labels::Labels;
use crate::trial::words::{
    OtherWay, commanders, endings, finding, first_shot, interval, key, lengths, mean, nothing_found, other_way, party,
    percent, shared,
};

impl Fairness {
    /// All results as tables.
    pub fn text(&self) -> String {
        let Fairness { labels, written, seed, levels, .. } = self;
        let OtherWay { whose, what, .. } = other_way(labels);
        let mut text = format!(
            "{}\n{} battles as it is written, and as many with the {whose}' {what}; --seed {}\n{}\n\n",
            labels.title,
            written.battles,
            digits(seed),
            commanders(labels, *levels)
        );
        text += &outcomes(self);
        text.push('\n');
        text += &format!("{}\n\n", first_shot(labels, written, &self.exchanged));
        text += &format!("{}\n", lengths(written));
        text += &squads(labels, written);
        text += &objectives(labels, written);
        text += &goals(labels, written);
        text += &conduct(labels, &self.conduct);
        text
    }

    /// Only what the author should look at again.
    pub fn doubts(&self) -> String {
        let Fairness { labels, written, findings, .. } = self;
        let lines: String = findings.iter().map(|it| format!("  {}\n", finding(labels, it))).collect();
        match lines.is_empty() {
            true => format!("{}: {}\n", labels.title, nothing_found(written.battles)),
            false => format!("{}, after {}:\n{lines}", labels.title, count(written.battles, "battle", "battles")),
        }
    }
}

/// Who won how often.
fn outcomes(it: &Fairness) -> String {
    let labels = &it.labels;
    let mut columns = vec![("as written", &it.written), (other_way(labels).what, &it.exchanged)];
    columns.extend(it.newcomers.as_ref().map(|it| ("players led by green", it)));
    let cards: Vec<&Card> = columns.iter().map(|it| it.1).collect();
    let endings = endings(labels, &cards);
    let width = widest(endings.iter().map(|it| it.words.as_str()), "").max(22);
    let line = |first: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|it| format!(" {it:>24}")).collect();
        format!("{first:<width$}{cells}\n")
    };
    let mut text = line("", columns.iter().map(|it| it.0.to_owned()).collect());
    for ending in endings {
        let cells = ending.battles.iter().zip(&cards).map(|(n, card)| interval(2 * n, card.battles));
        text += &line(&ending.words, cells.collect());
    }
    shared(labels).into_iter().for_each(|it| text += &format!("{it}\n"));
    text
}

fn squads(labels: &Labels, card: &Card) -> String {
    let width = widest(labels.squads.iter().map(|it| it.name.as_str()), "squad");
    let beside = widest(labels.parties.iter().map(key), "side").max(7);
    let mut text = format!("\n{:<width$}  {:<beside$}  lost  nobody left  comes  does something\n", "squad", "side");
    for (squad, about) in labels.manned() {
        let it = card.squads[usize::from(squad.0)];
        text += &format!(
            "{:<width$}  {:<beside$} {:>5}  {:>11}  {:>5}  {:>14}\n",
            about.name,
            key(&labels.parties[usize::from(about.party.0)]),
            percent(it.lost, it.units),
            percent(it.gone, it.came),
            percent(it.came, card.battles),
            percent(it.acted, it.came)
        );
    }
    text
}

fn objectives(labels: &Labels, card: &Card) -> String {
    if labels.objectives.is_empty() {
        return String::new();
    }
    let width = widest(labels.objectives.iter().map(|it| it.name.as_str()), "objective");
    let heads =
        |what: &str| -> Vec<String> { labels.parties.iter().map(|it| format!("{what} by {}", key(it))).collect() };
    let (held, taken) = (heads("held"), heads("taken"));
    let mut text = format!("\n{:<width$}", "objective");
    held.iter().chain(&taken).for_each(|it| text += &format!("  {it}"));
    text.push('\n');
    for (about, it) in labels.objectives.iter().zip(&card.objectives) {
        text += &format!("{:<width$}", about.name);
        let held = held.iter().zip(&it.held).map(|(head, n)| (head, percent(*n, card.rounds())));
        let taken = taken.iter().zip(&it.taken_in).map(|(head, n)| (head, percent(*n, card.battles)));
        for (head, share) in held.chain(taken) {
            text += &format!("  {share:>0$}", head.chars().count());
        }
        text.push('\n');
    }
    text + "Held: of all rounds. Taken: of all battles, at least once.\n"
}

fn goals(labels: &Labels, card: &Card) -> String {
    let mut text = String::new();
    for (goal, met) in labels.goals.iter().zip(&card.goals) {
        let of = goal.party.map_or_else(String::new, |it| format!("for {}: ", party(labels.party(it))));
        text += &format!("{:>5}  {of}{}\n", percent(*met, card.battles), goal.text);
    }
    if text.is_empty() { text } else { format!("\nmet    goal\n{text}") }
}

/// Each party's blunders in 1000 rounds of a squad.
fn conduct(labels: &Labels, it: &Conduct) -> String {
    if it.blunders.is_empty() {
        return String::new();
    }
    let width = widest(it.blunders.iter().map(|it| it.0), "of 1000 rounds of a squad");
    let beside = widest(labels.parties.iter().map(key), "side").max(7);
    let mut text = format!("\n{:<width$}", "of 1000 rounds of a squad");
    labels.parties.iter().for_each(|it| text += &format!("  {:>beside$}", key(it)));
    text.push('\n');
    for (what, counts) in &it.blunders {
        text += &format!("{what:<width$}");
        for (count, turns) in counts.iter().zip(&it.turns) {
            text += &format!("  {:>beside$}", mean(1000 * count, *turns));
        }
        text.push('\n');
    }
    text
}

fn widest<'a>(names: impl Iterator<Item = &'a str>, head: &str) -> usize {
    names.map(|it| it.chars().count()).chain([head.len()]).max().unwrap_or(0)
}

/// A seed in the form that `--seed` takes: the number that it was made from, or 64 hexadecimal digits.
pub(super) fn digits(seed: &Seed) -> String {
    let bytes = seed.reveal();
    match bytes.split_first_chunk() {
        Some((number, rest)) if rest.iter().all(|it| *it == 0) => u64::from_le_bytes(*number).to_string(),
        _ => bytes.iter().map(|it| format!("{it:02x}")).collect(),
    }
}
