//! The results of a rehearsal, in words.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::capitalised;
use crate::field::SquadId;
use crate::game::{OpenRound, OutcomeKind, PLAYERS, Simulated, Standing, TrackedOutcome};
use crate::map::PartyId;
use crate::page::{Block, Bold, Document, Rich, does, is_plural, say, say_if};
use crate::trial::rehearsal::{RUNS, RehearsalResult, Rehearsing, SquadResult};
use crate::trial::words;

/// A round to rehearse. It can be played away from the table, because that takes a while.
#[derive(Clone)]
pub struct Rehearsal(Arc<dyn Fn() -> Document + Send + Sync>);

impl Rehearsal {
    /// A rehearsal of a round of this game, for the players of the squads `own`.
    pub fn of<G: Simulated>(game: &G, open: OpenRound<G>, own: Vec<SquadId>) -> Rehearsal {
        let game = game.clone();
        Rehearsal(Arc::new(move || {
            let round = Rehearsing::new(&game, &open);
            document::<G>(round.battle(), &round.run(RUNS), &own)
        }))
    }

    /// Plays it, and returns the results.
    pub fn play(&self) -> Document {
        (self.0)()
    }
}

impl fmt::Debug for Rehearsal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rehearsal(..)")
    }
}

/// The results of a rehearsal, with the reader's own squads first. A reader without squads sees it as the players do.
fn document<G: Simulated>(battle: &G::Battle, it: &RehearsalResult, own: &[SquadId]) -> Document {
    let standing = &G::standing(battle);
    // Members of a squad that was made in battle are counted in the squads where they began.
    let counted = |squad: SquadId| standing.squads.get(usize::from(squad.0)).filter(|it| 0 < it.units);
    let party_of = |squad: SquadId| counted(squad).map(|it| it.party);
    let party = own.iter().find_map(|it| party_of(*it)).unwrap_or(PLAYERS);
    let words = Words { standing, it, party, rule_of_breaking: G::TERMS.rule_of_breaking };
    let heading = format!("Rehearsal of round {}", G::stage(battle).round);
    let mut blocks = vec![Block::Heading(Rich::plain(heading)), Block::Line(words.premise())];
    let mut part = |title: &str, lines: Vec<Rich>| {
        if !lines.is_empty() {
            blocks.push(Block::Heading(Rich::plain(title)));
            blocks.extend(lines.into_iter().map(Block::Line));
        }
    };
    let is_ours = |squad: SquadId| party_of(squad).is_some_and(|it| !G::are_hostile(battle, party, it));
    let losses = |wanted: &dyn Fn(SquadId) -> bool| {
        let wanted = it.squads.iter().filter(|of| wanted(of.squad));
        let (at_risk, safe): (Vec<_>, Vec<_>) = wanted.partition(|of| of.lost[0] < it.runs || 0 < of.broken);
        let nobody = if at_risk.is_empty() { "Nobody loses anybody." } else { "Nobody else loses anybody." };
        let nobody = (!safe.is_empty()).then(|| Rich::plain(nobody));
        at_risk.into_iter().map(|it| words.losses(it)).chain(nobody).collect::<Vec<Rich>>()
    };
    part("Your squads", losses(&|it| own.contains(&it)));
    part("Friends", losses(&|it| is_ours(it) && !own.contains(&it)));
    part("The enemy", losses(&|it| !is_ours(it)));
    for (n, kind) in G::OUTCOMES.iter().enumerate() {
        let of_kind = it.outcomes.iter().filter(|it| it.0.kind == n && is_ours(it.0.who));
        let worth_it = of_kind.filter(|it| kind.is_told_if_never || 0 < it.1);
        part(kind.heading, worth_it.map(|it| words.stake(kind, it)).collect());
    }
    let mut last: Vec<Rich> = (0..it.objectives.len()).map(|n| words.objective(n)).collect();
    last.extend(words.end());
    part("Afterwards", last);
    Document { blocks }
}

struct Words<'a> {
    standing: &'a Standing,
    it: &'a RehearsalResult,
    /// The party whose squads are "yours".
    party: PartyId,
    rule_of_breaking: &'static str,
}

impl Words<'_> {
    fn premise(&self) -> Rich {
        Rich::plain(format!(
            "Played {} times, with the orders that stand and dice that this battle never rolls. Squads that the GM has no \
             orders for do what their commander would have them do now, and nobody comes whom you don't see.",
            grouped(self.it.runs)
        ))
    }

    fn name(&self, squad: SquadId) -> &str {
        &self.standing.squads[usize::from(squad.0)].name
    }

    /// `Alpha, 8 strong, loses 0 to 3 and 1.2 on average. Nobody of it is left in 4 %.`, or `Tex falls in 5 %.`
    fn losses(&self, of: &SquadResult) -> Rich {
        let mut out = Rich::sentence();
        let (name, is_one) = (self.name(of.squad), of.standing() == 1);
        let loses = does(is_plural(name), "loses", "lose");
        say!(out, "{}", Bold(name));
        match (of.at_most(10), of.at_most(90)) {
            _ if is_one => {
                say!(out, " {} in {}.", does(is_plural(name), "falls", "fall"), self.share(of.annihilated()));
            }
            (0, 0) => say!(out, ", {} strong, {loses} nobody in {}.", of.standing(), self.share(of.lost[0])),
            (low, high) => {
                let tenths = of.mean_tenths();
                let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
                let strong = of.standing();
                say!(out, ", {strong} strong, {loses} {range}, and {}.{} on average.", tenths / 10, tenths % 10);
            }
        }
        say_if!(out, 0 < of.annihilated() && !is_one, " Nobody of it is left in {}.", self.share(of.annihilated()));
        if 0 < of.broken {
            say!(out, " It breaks, or stays broken, in {} ({}).", self.share(of.broken), self.rule_of_breaking);
        }
        out
    }

    fn stake(&self, kind: &OutcomeKind, (stake, came_true): &(TrackedOutcome, u32)) -> Rich {
        let [between, after] = kind.words;
        let mut out = Rich::sentence();
        say!(out, "{}", Bold(self.name(stake.who)));
        out.push(between);
        say!(out, "{}{after} in {} ({}).", Bold(self.name(stake.whom)), self.share(*came_true), kind.rule);
        out
    }

    /// Who owns an objective: `The enemy keeps the hilltop.`, or `You have the bridge in 40 %, the enemy in 60 %.`
    fn objective(&self, n: usize) -> Rich {
        if let Some(sure) = (0..).map(PartyId).zip(&self.it.objectives[n]).find(|it| *it.1 == self.it.runs) {
            return self.sure(n, sure.0);
        }
        let mut out = Rich::plain("You have ");
        say!(out, "{}", Bold(&self.standing.objectives[n].name));
        let all: Vec<_> = (0..).map(PartyId).zip(self.standing.parties.iter().zip(&self.it.objectives[n])).collect();
        for (_, (_, owned)) in all.iter().filter(|it| it.0 == self.party) {
            say!(out, " in {}", self.share(**owned));
        }
        for (_, (about, owned)) in all.iter().filter(|it| it.0 != self.party) {
            say!(out, ", {} in {}", words::party(about), self.share(**owned));
        }
        out.push(".");
        out
    }

    /// The owner of an objective that every run agrees on.
    fn sure(&self, n: usize, owner: PartyId) -> Rich {
        let objective = &self.standing.objectives[n];
        let (who, is_many) = match self.standing.parties.get(usize::from(owner.0)) {
            Some(about) if owner != self.party => (capitalised(&words::party(about)), is_plural(&words::party(about))),
            _ => ("You".to_owned(), true),
        };
        let does = match objective.owner == Some(owner) {
            true => does(is_many, "keeps", "keep"),
            false => does(is_many, "takes", "take"),
        };
        let mut out = Rich::sentence();
        say!(out, "{who} {does} {}.", Bold(&objective.name));
        out
    }

    fn end(&self) -> Option<Rich> {
        let of = |all: &[u32]| all.get(usize::from(self.party.0)).copied().unwrap_or(0);
        let (won, lost) = (of(&self.it.won), of(&self.it.lost));
        let said = || format!("The battle is won in {}, and lost in {}.", self.share(won), self.share(lost));
        (0 < won + lost).then(|| Rich::plain(said()))
    }

    /// A number of runs in percent of all. Only what never happened is 0 %, and only what always happened is 100 %.
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
