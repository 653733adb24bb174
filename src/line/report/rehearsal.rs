//! Sentences of a rehearsal: what a round may come to.

use crate::field::SquadId;
use crate::line::battle::{Battle, Side};
use crate::line::commander::{Prospect, Rehearsal};
use crate::page::{Block, Document, Rich, say};

/// What a rehearsal came to, somebody's own squads first.
pub fn rehearsed(battle: &Battle, it: &Rehearsal, own: &[SquadId]) -> Document {
    let words = Words { battle, it };
    let heading = format!("Rehearsal of round {}", battle.round());
    let mut blocks = vec![Block::Heading(Rich::plain(heading)), Block::Line(words.premise())];
    let mut part = |title: &str, lines: Vec<Rich>| {
        if !lines.is_empty() {
            blocks.push(Block::Heading(Rich::plain(title)));
            blocks.extend(lines.into_iter().map(Block::Line));
        }
    };
    let is_ours = |prospect: &Prospect| battle.side(prospect.squad) == Side::Players;
    let losses = |wanted: &dyn Fn(&Prospect) -> bool| {
        it.squads.iter().filter(|it| wanted(it)).map(|it| words.losses(it)).collect::<Vec<Rich>>()
    };
    part("Your squads", losses(&|it| own.contains(&it.squad)));
    part("Friends", losses(&|it| is_ours(it) && !own.contains(&it.squad)));
    part("The enemy", losses(&|it| !is_ours(it)));
    part("Charges", it.charges.iter().filter(|it| is_of_players(battle, it.0.0)).map(|it| words.charge(it)).collect());
    let wasted = it.wasted.iter().filter(|it| 0 < *it.1 && is_of_players(battle, it.0.0));
    part("Wasted fire", wasted.map(|it| words.wasted(it)).collect());
    let mut last: Vec<Rich> = (0..it.objectives.len()).map(|n| words.objective(n)).collect();
    last.extend(words.end());
    part("Afterwards", last);
    Document { blocks }
}

fn is_of_players(battle: &Battle, squad: SquadId) -> bool {
    battle.side(squad) == Side::Players
}

struct Words<'a> {
    battle: &'a Battle,
    it: &'a Rehearsal,
}

impl Words<'_> {
    fn premise(&self) -> Rich {
        Rich::plain(format!(
            "Played {} times, with the orders that stand and with dice that are none of this battle's. The enemy's plans are \
             not known: its squads are taken to go for whoever is nearest, and nobody to come whom you don't see.",
            grouped(self.it.runs)
        ))
    }

    fn name(&self, squad: SquadId) -> &str {
        &self.battle.setup().squad(squad).name
    }

    /// `Alpha, 8 strong, loses 0 to 3 and 1.2 on average. Nobody of it is left in 4 %.`
    fn losses(&self, of: &Prospect) -> Rich {
        let mut out = Rich::sentence();
        out.bold(self.name(of.squad));
        say!(out, ", {} strong, ", of.standing());
        match (of.at_most(10), of.at_most(90)) {
            (0, 0) if of.lost[0] == self.it.runs => out.push("loses nobody."),
            (0, 0) => say!(out, "loses nobody in {}.", self.share(of.lost[0])),
            (low, high) => {
                let tenths = of.mean_tenths();
                let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
                say!(out, "loses {range}, and {}.{} on average.", tenths / 10, tenths % 10);
            }
        }
        if 0 < of.annihilated() {
            say!(out, " Nobody of it is left in {}.", self.share(of.annihilated()));
        }
        if 0 < of.broken {
            say!(out, " It breaks, or stays broken, in {} (L-3).", self.share(of.broken));
        }
        out
    }

    /// **V-7**
    fn charge(&self, (who, made): (&(SquadId, SquadId), &u32)) -> Rich {
        let mut out = Rich::sentence();
        out.bold(self.name(who.0));
        out.push(" reaches ");
        out.bold(self.name(who.1));
        say!(out, " in {} (V-7).", self.share(*made));
        out
    }

    /// **S-5**
    fn wasted(&self, (who, wasted): (&(SquadId, SquadId), &u32)) -> Rich {
        let mut out = Rich::sentence();
        out.bold(self.name(who.0));
        out.push(" finds nobody of ");
        out.bold(self.name(who.1));
        say!(out, " left to fire at in {} (S-5).", self.share(*wasted));
        out
    }

    /// **O-1**
    fn objective(&self, n: usize) -> Rich {
        let owned = self.it.objectives[n];
        let mut out = Rich::plain("You have ");
        out.bold(&self.battle.setup().objectives[n].name);
        say!(out, " in {}, the enemy has it in {}.", self.share(owned.players), self.share(owned.enemy));
        out
    }

    fn end(&self) -> Option<Rich> {
        let Rehearsal { victories, defeats, .. } = *self.it;
        let said = || format!("The battle is won in {}, and lost in {}.", self.share(victories), self.share(defeats));
        (0 < victories + defeats).then(|| Rich::plain(said()))
    }

    /// In how many of all runs, in percent. What may happen is never 0 %, and what may not never 100 %.
    fn share(&self, runs: u32) -> String {
        let all = self.it.runs.max(1);
        let percent = (200 * u64::from(runs) + u64::from(all)) / (2 * u64::from(all));
        match runs {
            0 => "0 %".to_owned(),
            it if it == all => "100 %".to_owned(),
            _ if percent == 0 => "less than 1 %".to_owned(),
            _ if percent == 100 => "more than 99 %".to_owned(),
            _ => format!("{percent} %"),
        }
    }
}

/// `2,000`.
fn grouped(number: u32) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}
