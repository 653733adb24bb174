//! What a round will be remembered for: who fell and to whom, what was decided, who came. Sentences that a story can take over.

use std::collections::{BTreeMap, BTreeSet};

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, DISENGAGE_FELLS, Event, Fate, Side, VolleyKind};
use crate::line::commander::is_leaving;
use crate::line::report::words;
use crate::line::report::words::tale as say;
use crate::line::report::words::tale::{Fall, Hand};
use crate::page::Rich;

/// The round in sentences, what matters most first.
pub(super) fn tale(before: &Battle, events: &[Event], after: &Battle) -> Vec<Rich> {
    let fell = fallen(before.round(), events, after);
    let mut told = decided(before, events);
    told.extend(figures(after, &fell).iter().map(|it| say::figure(after, it)));
    told.extend(losses(after, &fell));
    told.extend(risen(before, events, after));
    let broke = |it: &SquadId| after.squad(*it).is_broken && !before.squad(*it).is_broken;
    let rallied = |it: &SquadId| before.squad(*it).is_broken && !after.squad(*it).is_broken;
    let standing = || after.setup().squad_ids().filter(|it| !after.is_annihilated(*it));
    told.extend(say::broke(after, &standing().filter(broke).collect::<Vec<_>>()));
    told.extend(say::rallied(after, &standing().filter(rallied).collect::<Vec<_>>()));
    // A round ahead, so that nobody is surprised when they go.
    let leaves = |it: &SquadId| is_leaving(after, *it) && !is_leaving(before, *it);
    if after.outcome().is_none() {
        told.extend(say::leaving(after, &standing().filter(leaves).collect::<Vec<_>>()));
    }
    if told.is_empty() {
        told.push(Rich::plain("Nobody fell, and nothing was decided."));
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
    let fell = fallen(1, events, battle);
    let mut told: Vec<Rich> =
        figures(battle, &fell).iter().map(|it| say::figure_since(battle, it, found.contains(&it.unit))).collect();
    told.extend(losses(battle, &fell));
    told
}

/// What the story said, what was taken, which goals were met, who came, and how it ended.
fn decided(before: &Battle, events: &[Event]) -> Vec<Rich> {
    let mut battle = before.clone();
    let mut told = Vec::new();
    for event in events {
        let is_told = match event {
            Event::ObjectiveCounted { objective, owner, contested, .. } => {
                let now = battle.objective(*objective);
                *owner != now.owner || *contested != now.is_contested
            }
            Event::ScheduleCame { .. }
            | Event::Arrived { .. }
            | Event::GoalMet { .. }
            | Event::GoalUndone { .. }
            | Event::Ended { .. } => !words::is_silent(&battle, event),
            _ => false,
        };
        if is_told {
            told.push(words::sentence(&battle, &[event]));
        }
        battle.apply(event);
    }
    told
}

/// Everybody who fell and still lies there: the last time, if he has been on his feet again.
fn fallen<'a>(round: u16, events: impl IntoIterator<Item = &'a Event>, after: &Battle) -> Vec<Fall> {
    let mut round = round;
    let mut fell: BTreeMap<UnitId, Fall> = BTreeMap::new();
    for event in events {
        let (hand, felled): (Hand, Vec<UnitId>) = match event {
            Event::Attacked(it) => {
                let hand = if it.kind == VolleyKind::Stray { Hand::Astray(it.by) } else { Hand::Of(it.by) };
                let felled = it.hits.iter().filter(|it| matches!(it.fate, Fate::Downed | Fate::Killed));
                (hand, felled.filter_map(|it| it.victim).collect())
            }
            Event::Disengaged { rolls, .. } => {
                let felled = rolls.iter().filter(|it| it.1.face() <= DISENGAGE_FELLS);
                (Hand::GettingAway, felled.map(|it| it.0).collect())
            }
            Event::HazardRolled { rolls, .. } => {
                let felled = rolls.iter().filter(|it| matches!(it.2, Fate::Downed | Fate::Killed));
                (Hand::Hazard, felled.map(|it| it.0).collect())
            }
            Event::RoundBegan { round: next } => {
                round = *next;
                continue;
            }
            _ => continue,
        };
        fell.extend(felled.into_iter().map(|unit| (unit, Fall { unit, hand, round })));
    }
    fell.into_values().filter(|it| !after.unit(it.unit).is_standing()).collect()
}

/// Those whom somebody gave a name, heroes first.
fn figures(after: &Battle, fell: &[Fall]) -> Vec<Fall> {
    let setup = after.setup();
    let mut named: Vec<Fall> = fell.iter().copied().filter(|it| setup.is_named(it.unit)).collect();
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

/// How many each squad lost to whom.
fn by_squad(after: &Battle, fell: &[Fall]) -> Vec<(SquadId, Vec<(Hand, usize)>)> {
    let mut lost: BTreeMap<SquadId, BTreeMap<Hand, usize>> = BTreeMap::new();
    for Fall { unit, hand, .. } in fell {
        *lost.entry(after.unit(*unit).squad).or_default().entry(*hand).or_default() += 1;
    }
    lost.into_iter().map(|(squad, hands)| (squad, hands.into_iter().collect())).collect()
}

/// How many of each squad fell in a round and lie there.
pub(super) fn lost(before: &Battle, events: &[Event], after: &Battle) -> Vec<(SquadId, usize)> {
    let lost = by_squad(after, &fallen(before.round(), events, after));
    lost.iter().map(|(squad, hands)| (*squad, sum(hands))).collect()
}

fn sum(hands: &[(Hand, usize)]) -> usize {
    hands.iter().map(|it| it.1).sum()
}

/// What each squad lost, the players' first, whoever lost most before the others. Who is a squad by himself and has a name
/// is among the figures.
fn losses(after: &Battle, fell: &[Fall]) -> Vec<Rich> {
    let mut lost = by_squad(after, fell);
    let is_figure = |it: SquadId| matches!(after.squad(it).members[..], [only] if after.setup().is_named(only));
    lost.retain(|it| !is_figure(it.0));
    lost.sort_by_key(|(squad, hands)| (after.side(*squad) != Side::Players, std::cmp::Reverse(sum(hands))));
    lost.iter().map(|(squad, hands)| say::losses(after, *squad, hands)).collect()
}
