//! What many battles came to, as a picture. The table of the same words is for those who don't see it.

mod page;
#[cfg(test)]
mod tests;
pub mod words;

use crate::diagnostic::count;
use crate::line::battle::{BySide, Level, Setup, Side};
use crate::line::commander::{Card, Finding, ObjectiveCard, SquadCard, wilson};
use crate::line::report::card::page::{Filled, Filling, LEFT, Page, RIGHT, Track};
use crate::line::report::words::formation::capitalised;
use crate::map::names::clean;
use crate::map::svg::Layer;
use crate::map::{MapRenderer, NoPicture};

/// How long names and sentences are at most, in letters.
const NAME_MAX: usize = 60;
const SENTENCE_MAX: usize = 200;

/// Where the bars are: between a few words and a share with its interval, between a name and a share, and alone.
const OUTCOME: Track = Track { left: 180.0, right: 556.0 };
const LOSS: Track = Track { left: 384.0, right: 712.0 };
const HELD: Track = Track { left: LEFT, right: RIGHT };

/// What a picture shows: the same battles for the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct CardPicture<'a> {
    pub setup: &'a Setup,
    /// Who leads each army.
    pub levels: BySide<Level>,
    /// Of battles as the scenario is written.
    pub written: &'a Card,
    /// Of battles with the sides' parts exchanged.
    pub exchanged: &'a Card,
    /// What the flight check found, if it ran.
    pub findings: Option<&'a [Finding]>,
}

impl CardPicture<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        self.drawn().on_paper(&self.told())
    }

    /// The picture as a PNG: the same bytes for the same card, always.
    ///
    /// # Errors
    ///
    /// If there are too many squads for a picture.
    pub fn png(&self) -> Result<Vec<u8>, NoPicture> {
        MapRenderer::new().drawing(&self.drawn())
    }

    /// What a screen reader says instead of the picture.
    fn told(&self) -> String {
        let endings = words::endings(self.written, self.exchanged).iter();
        let shares =
            endings.map(|it| format!("{} {}", it.words, words::percent((it.of)(self.written), self.battles())));
        let shares: Vec<String> = shares.collect();
        format!("{}, {}: {}", self.title(), count(self.battles(), "battle", "battles"), shares.join(", "))
    }

    fn drawn(&self) -> Layer {
        let mut page = Page::new(&self.title());
        page.sentence(&format!(
            "{} as it is written, and as many with the sides’ parts exchanged. The players are led by a {} commander, the \
             enemy by a {} one; each army keeps its own.",
            count(self.battles(), "battle", "battles"),
            self.levels.players.name(),
            self.levels.enemy.name()
        ));
        self.outcomes(&mut page);
        self.lengths(&mut page);
        self.losses(&mut page);
        self.objectives(&mut page);
        self.doubts(&mut page);
        page.into_layer()
    }

    fn title(&self) -> String {
        clean(&self.setup.title, NAME_MAX)
    }

    fn battles(&self) -> u64 {
        self.written.battles
    }

    /// Who won how often, and what the first shot is worth.
    fn outcomes(&self, page: &mut Page) {
        page.heading("Who wins");
        for ending in words::endings(self.written, self.exchanged) {
            page.part(&capitalised(ending.words), ending.winner);
            let rows = [("as written", self.written, Filling::Full), ("exchanged", self.exchanged, Filling::Striped)];
            for (name, card, filling) in rows {
                let twice = 2 * (ending.of)(card);
                let (share, low, high) = wilson(twice, card.battles);
                let filled = Filled { from: 0.0, to: share as f32, owner: ending.winner, filling };
                let bar = page.row(name, OUTCOME, &[filled], &words::interval(twice, card.battles));
                page.whisker(bar, low as f32, high as f32);
            }
        }
        page.scale(OUTCOME);
        page.sentence(
            "The line over a bar, and the numbers in brackets: where the share is in truth with 95 % confidence. \
             Exchanged: the army of the enemy is the players’ then, and fires first.",
        );
        page.sentence(&words::first_shot(self.written, self.exchanged));
        page.sentence("All that follows is of the battles as written.");
    }

    /// How many battles took how many rounds.
    fn lengths(&self, page: &mut Page) {
        page.heading("How many battles take how many rounds");
        let (shortest, longest) = self.written.shortest_and_longest();
        page.columns(shortest, self.written.by_rounds.get(shortest..=longest).unwrap_or_default());
        page.sentence(&words::lengths(self.written));
    }

    /// What each squad lost.
    fn losses(&self, page: &mut Page) {
        page.heading("What each squad loses");
        for (side, whose) in [(Side::Players, "The players’"), (Side::Enemy, "The enemy’s")] {
            let squads = self.setup.squads.iter().zip(&self.written.squads);
            let mut squads = squads.filter(|it| it.0.side == side && !it.0.members.is_empty()).peekable();
            if squads.peek().is_some() {
                page.part(whose, Some(side));
            }
            for (about, it) in squads {
                let to = share(it.lost, it.units);
                let filled = Filled { from: 0.0, to, owner: Some(side), filling: Filling::Full };
                page.row(&clean(&about.name, NAME_MAX), LOSS, &[filled], &lost(it));
            }
        }
        page.scale(LOSS);
    }

    /// Who held what for how long.
    fn objectives(&self, page: &mut Page) {
        if self.setup.objectives.is_empty() {
            return;
        }
        page.heading("Who holds what");
        page.sentence("Of all rounds. Filled: the players; striped: the enemy; empty: nobody.");
        let rounds = self.written.rounds();
        for (about, it) in self.setup.objectives.iter().zip(&self.written.objectives) {
            page.name(&clean(&about.name, NAME_MAX), &held(it, rounds));
            let (players, enemy) = (share(it.held.players, rounds), share(it.held.enemy, rounds));
            let part = |from, to, side, filling| Filled { from, to, owner: Some(side), filling };
            // The enemy's share ends where the bar does, so that the two can be compared from either end.
            let parts = [
                part(0.0, players, Side::Players, Filling::Full),
                part(1.0 - enemy, 1.0, Side::Enemy, Filling::Striped),
            ];
            page.bar(HELD, &parts);
        }
    }

    /// What the author should look at again.
    fn doubts(&self, page: &mut Page) {
        let Some(found) = self.findings else { return };
        page.heading("What to look at again");
        if found.is_empty() {
            page.sentence(&capitalised(&words::nothing_found(self.battles())));
        }
        for it in found {
            page.sentence(&clean(&words::finding(self.setup, it), SENTENCE_MAX));
        }
    }
}

fn lost(it: &SquadCard) -> String {
    if it.came == 0 { "never came".to_owned() } else { words::percent(it.lost, it.units) }
}

fn held(it: &ObjectiveCard, rounds: u64) -> String {
    let [players, enemy] = [it.held.players, it.held.enemy].map(|it| words::percent(it, rounds));
    format!("players {players}, enemy {enemy}")
}

/// A share from 0 to 1; nothing of nothing is nothing.
fn share(part: u64, of: u64) -> f32 {
    if of == 0 { 0.0 } else { (part as f64 / of as f64).min(1.0) as f32 }
}
