//! What a round will be remembered for: who fell and to whom, what was decided, who came. Sentences that a story can take over.

use std::collections::{BTreeMap, BTreeSet};

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, DISENGAGE_FELLS, Event, Side, VolleyKind};
use crate::line::commander::is_leaving;
use crate::line::report::words;
use crate::line::report::words::tale as say;
use crate::line::report::words::tale::{Fall, Hand};
use crate::page::Rich;

/// Everybody who fell and still lies there, one by one and counted.
pub(super) struct Losses {
    fell: Vec<Fall>,
    /// In roster order.
    pub(super) of_squads: Vec<Loss>,
}

/// What one squad lost, and to whom.
pub(super) struct Loss {
    pub(super) squad: SquadId,
    hands: Vec<(Hand, usize)>,
}

impl Loss {
    /// How many units.
    pub(super) fn count(&self) -> usize {
        self.hands.iter().map(|it| it.1).sum()
    }
}

/// The round in sentences, what matters most first: what was [`decided`] in it, who fell or was hurt, what else was
/// done ([`deed`]), and who broke, rallied, leaves or is in melee now.
pub(super) fn tale(
    decided: Vec<Rich>,
    deeds: Vec<Rich>,
    losses: &Losses,
    before: &Battle,
    events: &[Event],
    after: &Battle,
) -> Vec<Rich> {
    let mut told = decided;
    told.extend(figures(after, losses).iter().map(|it| say::figure(after, it)));
    told.extend(squads(after, losses));
    told.extend(hurt(before, after));
    told.extend(risen(before, events, after));
    told.extend(deeds);
    let broke = |it: &SquadId| after.squad(*it).is_broken && !before.squad(*it).is_broken;
    let rallied = |it: &SquadId| before.squad(*it).is_broken && !after.squad(*it).is_broken;
    let standing = || after.setup().squad_ids().filter(|it| !after.is_annihilated(*it));
    told.extend(say::broke(after, &standing().filter(broke).collect::<Vec<_>>()));
    told.extend(say::rallied(after, &standing().filter(rallied).collect::<Vec<_>>()));
    // A round ahead, so that nobody is surprised when they go.
    let leaves = |it: &SquadId| is_leaving(after, *it) && !is_leaving(before, *it);
    if after.outcome().is_none() {
        told.extend(say::leaving(after, &standing().filter(leaves).collect::<Vec<_>>()));
        told.extend(say::in_melee(after, &melees(after)));
    }
    if told.is_empty() {
        let has_fought = events.iter().any(|it| matches!(it, Event::Attacked(_)));
        told.push(Rich::plain(if has_fought { "Shots were fired, and nobody fell." } else { "Nobody fired a shot." }));
    }
    told
}

/// **X-3** Who has fallen so far, by whose hand, and what became of those who have a name; `found` are those of
/// whom that was decided after the battle.
pub(super) fn of_battle<'a>(
    battle: &Battle,
    events: impl IntoIterator<Item = &'a Event>,
    found: &[UnitId],
) -> Vec<Rich> {
    let losses = Losses::of(1, events, battle);
    let mut told: Vec<Rich> =
        figures(battle, &losses).iter().map(|it| say::figure_since(battle, it, found.contains(&it.unit))).collect();
    told.extend(squads(battle, &losses));
    told
}

/// What an event decided, as things were before it: what the story said, what was taken, which goals were met, who came,
/// and how it ended.
pub(super) fn decided(battle: &Battle, event: &Event) -> Option<Rich> {
    let is_told = match event {
        Event::ObjectiveCounted { objective, owner, contested, .. } => {
            let now = battle.objective(*objective);
            *owner != now.owner || *contested != now.is_contested
        }
        Event::ScheduleCame { .. }
        | Event::Arrived { .. }
        | Event::GoalMet { .. }
        | Event::GoalUndone { .. }
        | Event::Ended { .. } => !words::is_silent(battle, event),
        _ => false,
    };
    is_told.then(|| words::sentence(battle, &[event]))
}

/// A charge, or an order of the players' that came to nothing, as things were before it.
pub(super) fn deed(battle: &Battle, event: &Event) -> Option<Rich> {
    let is_players = |squad: SquadId| battle.side(squad) == Side::Players;
    match event {
        Event::Charged(it) => Some(say::charged(battle, it)),
        Event::VolleyWasted { squad, .. } | Event::FireHeld { squad, .. } | Event::Stayed { squad, .. }
            if is_players(*squad) && !words::is_silent(battle, event) =>
        {
            Some(words::sentence(battle, &[event]))
        }
        _ => None,
    }
}

impl Losses {
    /// Those of some events, from this round on, by how things are after them.
    pub(super) fn of<'a>(round: u16, events: impl IntoIterator<Item = &'a Event>, after: &Battle) -> Losses {
        let fell = fallen(round, events, after);
        let mut hands: Vec<(SquadId, Hand)> = fell.iter().map(|it| (after.unit(it.unit).squad, it.hand)).collect();
        hands.sort_unstable();
        let of_squad = |hands: &[(SquadId, Hand)]| Loss {
            squad: hands[0].0,
            hands: hands.chunk_by(|a, b| a == b).map(|it| (it[0].1, it.len())).collect(),
        };
        let of_squads = hands.chunk_by(|a, b| a.0 == b.0).map(of_squad).collect();
        Losses { fell, of_squads }
    }
}

/// Everybody who fell and still lies there, in roster order: the last time, if he has been on his feet again.
fn fallen<'a>(round: u16, events: impl IntoIterator<Item = &'a Event>, after: &Battle) -> Vec<Fall> {
    let mut round = round;
    let mut fell: Vec<Option<Fall>> = vec![None; after.setup().units.len()];
    for event in events {
        let mut falls = |unit: UnitId, hand| fell[usize::from(unit.0)] = Some(Fall { unit, hand, round });
        match event {
            Event::Attacked(it) => {
                let hand = if it.kind == VolleyKind::Stray { Hand::Astray(it.by) } else { Hand::Of(it.by) };
                let felled = it.hits.iter().filter(|it| it.fate.is_felled());
                felled.filter_map(|it| it.victim).for_each(|it| falls(it, hand));
            }
            Event::Disengaged { rolls, .. } => {
                let felled = rolls.iter().filter(|it| it.1.face() <= DISENGAGE_FELLS);
                felled.for_each(|it| falls(it.0, Hand::GettingAway));
            }
            Event::HazardRolled { rolls, .. } => {
                rolls.iter().filter(|it| it.2.is_felled()).for_each(|it| falls(it.0, Hand::Hazard));
            }
            Event::RoundBegan { round: next } => round = *next,
            _ => (),
        }
    }
    fell.into_iter().flatten().filter(|it| !after.unit(it.unit).is_standing()).collect()
}

/// Those whom somebody gave a name, heroes first.
fn figures(after: &Battle, losses: &Losses) -> Vec<Fall> {
    let setup = after.setup();
    let mut named: Vec<Fall> = losses.fell.iter().copied().filter(|it| setup.is_named(it.unit)).collect();
    named.sort_by_key(|it| (setup.unit(it.unit).hero.is_none(), after.side(after.unit(it.unit).squad), it.unit));
    named
}

/// Who got on his feet again after having lain there: those whom somebody gave a name by it, the others counted. Who fell
/// once more is among those who fell as well, so that the numbers add up.
fn risen(before: &Battle, events: &[Event], after: &Battle) -> Vec<Rich> {
    let helped = events.iter().filter_map(|it| match it {
        Event::Healed { unit, stands_at: Some(_), .. } => Some(*unit),
        _ => None,
    });
    let risen: BTreeSet<UnitId> = helped.filter(|it| !before.unit(*it).is_standing()).collect();
    let (named, others): (Vec<UnitId>, Vec<UnitId>) = risen.iter().partition(|it| after.setup().is_named(**it));
    let mut counts: BTreeMap<SquadId, usize> = BTreeMap::new();
    others.iter().for_each(|it| *counts.entry(after.unit(*it).squad).or_default() += 1);
    let named = named.iter().map(|it| say::figure_rose(after, *it));
    named.chain(counts.into_iter().map(|(squad, count)| say::rose(after, squad, count))).collect()
}

/// Who has lost HP and still stands: heroes and machines, one by one.
fn hurt(before: &Battle, after: &Battle) -> Vec<Rich> {
    let lost = |it: &UnitId| before.unit(*it).hp - after.unit(*it).hp;
    let stood = |it: &UnitId| before.unit(*it).is_standing() && after.unit(*it).is_standing();
    let hurt = after.setup().unit_ids().filter(|it| stood(it) && 0 < lost(it));
    hurt.map(|it| say::hurt(after, it, lost(&it))).collect()
}

/// Each of the players' squads in melee, with the enemies that it is in contact with.
fn melees(battle: &Battle) -> Vec<(SquadId, Vec<SquadId>)> {
    let enemies = |squad: SquadId| {
        let near = battle.standing(squad).flat_map(|it| battle.in_contact(it));
        near.map(|it| battle.unit(it).squad).collect::<BTreeSet<SquadId>>().into_iter().collect::<Vec<_>>()
    };
    let ours = battle.squads_of(Side::Players).map(|it| (it, enemies(it)));
    ours.filter(|it| !it.1.is_empty()).collect()
}

/// What each squad lost, the players' first, whoever lost most before the others. Who is a squad by himself and has a name
/// is among the figures.
fn squads(after: &Battle, losses: &Losses) -> Vec<Rich> {
    let is_figure = |it: SquadId| matches!(after.squad(it).members[..], [only] if after.setup().is_named(only));
    let mut lost: Vec<&Loss> = losses.of_squads.iter().filter(|it| !is_figure(it.squad)).collect();
    lost.sort_by_key(|it| (after.side(it.squad) != Side::Players, std::cmp::Reverse(it.count())));
    lost.iter().map(|it| say::losses(after, it.squad, &it.hands)).collect()
}
