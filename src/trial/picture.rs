//! The results of many battles as a picture. A table with the same words is for people who don't see it.

mod page;

use crate::diagnostic::{capitalised, count, join};
use crate::map::names::clean;
use crate::map::svg::Layer;
use crate::map::{MapRenderer, NoPicture, PartyId};
use crate::trial::card::{Card, ObjectiveCard, SquadCard, wilson};
use crate::trial::fairness::Fairness;
use crate::trial::labels::Labels;
use crate::trial::picture::page::{Filled, Filling, LEFT, Page, RIGHT, Track};
use crate::trial::words::{self, Ending, OtherWay};

#[cfg(test)]
pub(super) use crate::trial::picture::page::WIDTH;

/// The longest names and sentences, in letters.
const NAME_MAX: usize = 60;
const SENTENCE_MAX: usize = 200;

/// Where bars stand: between a few words and a share with its interval, between a name and a share, and alone.
const OUTCOME: Track = Track { left: 180.0, right: 556.0 };
const LOSS: Track = Track { left: 384.0, right: 712.0 };
const HELD: Track = Track { left: LEFT, right: RIGHT };

/// Whether a picture shows what the author should look at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubts {
    Shown,
    Hidden,
}

impl Fairness {
    /// All results as an SVG document.
    pub fn svg(&self, doubts: Doubts) -> String {
        layer(self, doubts).on_paper(&alt_text(self))
    }

    /// All results as a PNG. The same battles always give the same bytes.
    ///
    /// # Errors
    ///
    /// If there are too many squads for a picture.
    pub fn png(&self, doubts: Doubts) -> Result<Vec<u8>, NoPicture> {
        MapRenderer::default().drawing(&layer(self, doubts))
    }
}

/// What a screen reader says instead of the picture.
fn alt_text(it: &Fairness) -> String {
    let written = &it.written;
    let endings = words::endings(&it.labels, &[written, &it.exchanged]);
    let share = |it: &Ending| format!("{} {}", it.words, words::percent(it.battles[0], written.battles));
    let shares: Vec<String> = endings.iter().map(share).collect();
    format!("{}, {}: {}", title(it), count(written.battles, "battle", "battles"), shares.join(", "))
}

fn layer(it: &Fairness, doubts: Doubts) -> Layer {
    let Fairness { labels, levels, written, .. } = it;
    let mut page = Page::new(&title(it));
    let OtherWay { whose, what, .. } = words::other_way(labels);
    page.sentence(&format!(
        "{} as it is written, and as many with the {whose}’ {what}. {}.",
        count(written.battles, "battle", "battles"),
        words::commanders(labels, *levels)
    ));
    outcomes(it, &mut page);
    lengths(written, &mut page);
    losses(labels, written, &mut page);
    objectives(labels, written, &mut page);
    if doubts == Doubts::Shown {
        findings(it, &mut page);
    }
    page.into_layer()
}

fn title(it: &Fairness) -> String {
    clean(&it.labels.title, NAME_MAX)
}

/// Who won how often, and the advantage of the first shot.
fn outcomes(it: &Fairness, page: &mut Page) {
    let Fairness { labels, written, exchanged, .. } = it;
    page.heading("Who wins");
    for ending in words::endings(labels, &[written, exchanged]) {
        page.part(&capitalised(&ending.words), ending.winner);
        let other = words::other_way(labels).row;
        let rows = [("as written", written, Filling::Full), (other, exchanged, Filling::Striped)];
        for ((name, card, filling), battles) in rows.into_iter().zip(&ending.battles) {
            let twice = 2 * battles;
            let (share, low, high) = wilson(twice, card.battles);
            let filled = Filled { from: 0.0, to: share as f32, owner: ending.winner, filling };
            let bar = page.row(name, OUTCOME, &[filled], &words::interval(twice, card.battles));
            page.whisker(bar, low as f32, high as f32);
        }
    }
    page.scale(OUTCOME);
    let other = match labels.are_two_sides() {
        true => format!("Exchanged: the army of the enemy is the players’ then, and {}.", labels.terms.goes_first),
        false => "Reversed: the teams have their turns in the opposite order.".to_owned(),
    };
    page.sentence(&format!(
        "The line over a bar, and the numbers in brackets: where the share is in truth with 95 % confidence. {other}"
    ));
    words::shared(labels).into_iter().for_each(|it| page.sentence(it));
    page.sentence(&words::first_shot(labels, written, exchanged));
    page.sentence("All that follows is of the battles as written.");
}

/// How many battles took each number of rounds.
fn lengths(card: &Card, page: &mut Page) {
    page.heading("How many battles take how many rounds");
    let (shortest, longest) = card.shortest_and_longest();
    page.columns(shortest, card.by_rounds.get(shortest..=longest).unwrap_or_default());
    page.sentence(&words::lengths(card));
}

/// The losses of each squad.
fn losses(labels: &Labels, card: &Card, page: &mut Page) {
    page.heading("What each squad loses");
    for (party, about) in (0..).map(PartyId).zip(&labels.parties) {
        let mut squads = labels.manned().filter(|it| it.1.party == party).peekable();
        if squads.peek().is_some() {
            page.part(&capitalised(&words::whose(about)), Some(party));
        }
        for (squad, about) in squads {
            let it = &card.squads[usize::from(squad.0)];
            let to = share(it.lost, it.units);
            let filled = Filled { from: 0.0, to, owner: Some(party), filling: Filling::Full };
            page.row(&clean(&about.name, NAME_MAX), LOSS, &[filled], &lost(it));
        }
    }
    page.scale(LOSS);
}

/// Who held each objective, and for how long.
fn objectives(labels: &Labels, card: &Card, page: &mut Page) {
    if labels.objectives.is_empty() {
        return;
    }
    page.heading("Who holds what");
    let names: Vec<String> = labels.parties.iter().map(words::party).collect();
    if let [first, others @ ..] = names.as_slice() {
        let others = join(others, "and");
        page.sentence(&format!("Of all rounds. Filled: {first}; striped: {others}; empty: nobody."));
    }
    let rounds = card.rounds();
    for (about, it) in labels.objectives.iter().zip(&card.objectives) {
        page.name(&clean(&about.name, NAME_MAX), &held(labels, it, rounds));
        let mut shares = (0..).map(PartyId).zip(it.held.iter().map(|it| share(*it, rounds)));
        let of = |(party, _), from, to, filling| Filled { from, to, owner: Some(party), filling };
        let mut parts: Vec<Filled> = shares.next().map(|it| of(it, 0.0, it.1, Filling::Full)).into_iter().collect();
        // The other parties' shares are drawn from the right, so that two parties can be compared from either end.
        let mut to = 1.0;
        for it in shares {
            parts.push(of(it, to - it.1, to, Filling::Striped));
            to -= it.1;
        }
        page.bar(HELD, &parts);
    }
}

/// `players 12 %, enemy 40 %`
fn held(labels: &Labels, it: &ObjectiveCard, rounds: u64) -> String {
    let parties = labels.parties.iter().map(words::key).zip(&it.held);
    let shares: Vec<String> = parties.map(|(key, held)| format!("{key} {}", words::percent(*held, rounds))).collect();
    shares.join(", ")
}

/// What the author should look at again.
fn findings(it: &Fairness, page: &mut Page) {
    let Fairness { labels, written, findings, .. } = it;
    page.heading("What to look at again");
    if findings.is_empty() {
        page.sentence(&capitalised(&words::nothing_found(written.battles)));
    }
    for it in findings {
        page.sentence(&clean(&words::finding(labels, it), SENTENCE_MAX));
    }
}

fn lost(it: &SquadCard) -> String {
    if it.came == 0 { "never came".to_owned() } else { words::percent(it.lost, it.units) }
}

/// A share from 0 to 1. It is 0 if `of` is 0.
fn share(part: u64, of: u64) -> f32 {
    if of == 0 { 0.0 } else { (part as f64 / of as f64).min(1.0) as f32 }
}
