//! Why a line of a report is so: every die, every number with its rule, the average, and the result without each
//! modifier.

mod deeds;
mod dice;

use crate::brick::battle::{Battle, Deed, Event, Loss, PolicyChange, Refusal};
use crate::brick::report::words::{self, rule_of_refusal};
use crate::field::pick;
use crate::page::{ReportLine, Rich, say};

pub(super) use dice::modifiers;

/// All that led to a line, event by event.
pub fn reckoning(before: &Battle, events: &[Event], line: &ReportLine) -> Vec<Rich> {
    let [first, ..] = line.events[..] else { return Vec::new() };
    let mut battle = before.clone();
    events[..first].iter().for_each(|it| battle.apply(it));
    let mut lines = Vec::new();
    let beside = || line.events.iter().map(|it| &events[*it]);
    for &at in &line.events {
        // What is merely counted for the turn explains nothing else on the line.
        let is_counted = matches!(events[at], Event::PhaseBegan { .. } | Event::PassBegan { .. } | Event::HandUsed(_));
        if !is_counted || line.events.len() == 1 {
            lines.push(explain(&battle, &events[at], beside()));
        }
        // What the Action was spent on is told on another line, or on none.
        if let Event::Refused { why: Refusal::NoAction { unit }, .. } = events[at] {
            let spent =
                pick!(&events[..first], Event::ActionSpent { units, on } if units.contains(&unit) => *on).last();
            let spent = spent.map(|on| Event::ActionSpent { units: vec![unit], on });
            lines.extend(spent.map(|it| explain(&battle, &it, beside())));
        }
        battle.apply(&events[at]);
    }
    lines
}

/// Everything about one event. `battle` is as it was just before it, and `beside` are the events of its line.
pub(super) fn explain<'a>(battle: &Battle, event: &Event, beside: impl IntoIterator<Item = &'a Event>) -> Rich {
    let mut out = Rich::sentence();
    match event {
        Event::CounterDeclared { by, against, defence } => {
            let squad = words::parries_for(battle, *by, *against, beside);
            words::counter_declared(&mut out, battle, (*by, *defence), *against, squad);
            say!(out, " ({})", rule_of(battle, event));
        }
        Event::AttackRolled(it) => dice::attack(&mut out, battle, it),
        Event::ParryRolled(it) => {
            dice::parry(&mut out, battle, it, words::parries_for(battle, it.by, it.against, beside));
        }
        Event::Bailed(it) => dice::bail(&mut out, battle, it),
        Event::DistanceRolled { by, dice, total } => dice::distance(&mut out, battle, *by, dice, *total),
        Event::DamageRolled { by, weapon, roll } => dice::damage(&mut out, battle, *by, *weapon, roll),
        Event::Harmed(it) => dice::harm(&mut out, battle, it),
        Event::SprintRolled { who, roll } => dice::sprint(&mut out, battle, *who, roll),
        Event::MomentumRolled { who, roll, is_opposition } => {
            dice::momentum(&mut out, battle, who, roll, *is_opposition);
        }
        Event::MoraleTested { who, dice: rolled, needs, passed } => {
            dice::morale(&mut out, battle, *who, *rolled, *needs, *passed);
        }
        other => deeds::explain(&mut out, battle, other),
    }
    out
}

/// The rule that an event rests on first of all.
pub(super) fn rule_of(battle: &Battle, event: &Event) -> &'static str {
    match event {
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } | Event::Used { .. } | Event::ItemTaken { .. } => "BX-20",
        Event::PassBegan { .. } | Event::HandUsed(_) => "BC-9.2",
        Event::PolicySet { change, .. } => match change {
            PolicyChange::React { .. } => "BC-9.4",
            PolicyChange::Pass(_) => "BX-12",
            PolicyChange::Drop(_) => "BC-10.11",
            PolicyChange::Hits(_) => "BX-45",
            PolicyChange::Misses(_) => "BC-15.4",
            PolicyChange::Benny(_) => "BC-20.3",
            PolicyChange::Rebuff(_) => "BS-7.6",
        },
        Event::SquadFormed(_) | Event::NotFormed { .. } => "BS-5.4",
        Event::Joined { .. } => "BS-5.6",
        Event::LeftSquad { .. } => "BS-5.2",
        Event::SquadEnded { .. } => "BS-1.3",
        Event::Replated { .. } => "BS-5.8",
        Event::Rearranged { .. } => "BS-5.3",
        Event::StandardSet { .. } => "BS-3.1",
        Event::FormedUp { .. } => "BS-6.2",
        Event::Braced { free: true, .. } => "BS-17.5",
        Event::Braced { .. } => "BS-17.4",
        Event::Measured(_) => "BC-1.4",
        Event::Reserved { .. } | Event::Responded { .. } => "BX-12",
        Event::ActionSpent { on: Deed::Counter, .. } => "BC-6.5",
        Event::ActionSpent { .. } => "BX-20",
        Event::Refused { order, why, .. } => rule_of_refusal(battle, *order, *why),
        Event::Declared { does, .. } => words::manoeuvre(*does).1,
        Event::Stepped { .. } => "BC-7.1",
        Event::CounterDeclared { .. } => "BC-6.2",
        Event::Gripped { .. } => "BX-31",
        Event::AttackRolled(it) if it.roll.is_none() => "BC-1.7",
        Event::AttackRolled(_) => "BC-1.8",
        Event::ParryRolled(_) => "BC-10.1",
        Event::Bailed(_) => "BC-11.2",
        Event::ItemLost { why: Loss::Thrown, .. } => "BX-33",
        Event::ItemLost { why: Loss::Dropped, .. } => "BC-10.11",
        Event::ItemLost { why: Loss::Disarmed, .. } => "BC-10.13",
        Event::ItemBroken { .. } => "BC-2.7",
        Event::DistanceRolled { .. } => "BX-29",
        Event::Killed { unit, .. } if 0 < battle.unit(*unit).hp => "BX-10",
        Event::Harmed(it) if 1 < it.hp_lost => "BX-14",
        Event::Restored { .. } => "BX-14",
        Event::DamageRolled { .. } | Event::Killed { .. } | Event::Harmed(_) => "BC-1.9",
        Event::HitWasted { .. } => "BS-16.6",
        Event::OverkillCarried { .. } => "BX-15",
        Event::MissTracked { .. } => "BC-15.3",
        Event::Exploded { .. } => "BX-5",
        Event::Linked { .. } => "BC-5.2",
        Event::Unlinked { .. } => "BC-5.13",
        Event::Grabbed { .. } => "BC-8.5",
        Event::Released { .. } => "BC-8.9",
        Event::Pushed(_) | Event::HazardMet { .. } => "BX-10",
        Event::Disrupted { .. } | Event::Recovered { .. } => "BX-9",
        Event::MixedUp { .. } => "BS-13.2",
        Event::SprintRolled { .. } => "BC-17.6",
        Event::Moved(it) if it.who.squad().is_some() => "BS-7.1",
        Event::Moved(_) => "BX-8",
        Event::Ran { .. } => "BC-16.4",
        Event::Crowded { .. } => "BX-17",
        Event::MomentumRolled { is_opposition: true, .. } => "BC-19.5",
        Event::MomentumRolled { .. } => "BC-16.7",
        Event::Held { .. } => "BC-19.7",
        Event::PlateKnocked { .. } => "BS-17.6",
        Event::MoraleTested { .. } => "BX-25",
        Event::ObjectiveCounted { .. }
        | Event::Scored { .. }
        | Event::GoalMet { .. }
        | Event::Ended { .. }
        | Event::Announced { .. }
        | Event::Arrived(_)
        | Event::ArrivalDelayed { .. } => "BX-60",
    }
}
