//! Sentences about fire and blows, and what comes of them.

use crate::brick::battle::{
    Bail, Battle, DamageRoll, Defence, Event, HandUse, Harm, ItemId, Loss, Manoeuvre, Parry, Push, Swing, Target,
    Using, WeaponId, Who,
};
use crate::brick::report::words::{all, deed_name, item, part, target, unit, units, weapon, who};
use crate::field::{Tile, UnitId};
use crate::page::words::{count, verb};
use crate::page::{Rich, say};

/// **BC-6.1**
pub(super) fn declared(out: &mut Rich, battle: &Battle, by: Who, does: Manoeuvre, at: Option<Target>) {
    who(out, battle, by);
    say!(out, " {} ", deed_name(does));
    match at {
        Some(at) => target(out, battle, at),
        None => out.push("the fight around it"),
    }
    out.push(".");
}

/// **BC-7.1**
pub(super) fn stepped(out: &mut Rich, battle: &Battle, id: Who, to: &[(UnitId, Tile)]) {
    who(out, battle, id);
    out.push(" took an Angry Inch");
    if let [(_, at), ..] = to {
        say!(out, " to {at}");
    }
    out.push(".");
}

/// **BC-6.2**
pub(super) fn counter_declared(out: &mut Rich, battle: &Battle, by: UnitId, against: UnitId, defence: Defence) {
    unit(out, battle, by);
    match defence {
        Defence::Parry(using) => say!(out, " meant to parry{} against ", with(battle, using)),
        Defence::Bail(_) => out.push(" meant to leap aside from "),
        Defence::Nothing => out.push(" took what came from "),
    }
    unit(out, battle, against);
    out.push(".");
}

fn with(battle: &Battle, using: Using) -> String {
    match using {
        Using::Best => String::new(),
        Using::Weapon(id) => format!(" with {}", weapon(battle, Some(id))),
        Using::Bare => " with bare hands".to_owned(),
    }
}

/// **BC-5.9**
pub(super) fn hand_used(out: &mut Rich, battle: &Battle, it: &HandUse) {
    unit(out, battle, it.unit);
    match it.item {
        Some(id) => say!(out, " used the hand with the {}", item(battle, id)),
        None => out.push(" used an empty hand"),
    }
    out.push(if 1 < it.hands { " and the other for this turn." } else { " for this turn." });
}

/// **BX-31**
pub(super) fn gripped(out: &mut Rich, battle: &Battle, id: UnitId, held: Option<ItemId>) {
    unit(out, battle, id);
    match held {
        Some(held) => say!(out, " gripped the {} with both hands.", item(battle, held)),
        None => out.push(" let go with one hand of what it held with both."),
    }
}

/// **BC-1.8**
pub(super) fn attack_rolled(out: &mut Rich, battle: &Battle, it: &Swing) {
    unit(out, battle, it.by);
    say!(out, " {} ", deed_name(it.does));
    target(out, battle, it.at);
    part(out, battle, it.part);
    if !matches!(it.does, Manoeuvre::Grab | Manoeuvre::Shove) {
        say!(out, " with {}", weapon(battle, it.weapon));
    }
    out.push(match (it.hits, it.roll.is_some()) {
        (true, true) => " and hit.",
        (true, false) => ", and hit as a matter of course.",
        (false, _) => " and missed.",
    });
}

/// **BC-10.1**
pub(super) fn parry_rolled(out: &mut Rich, battle: &Battle, it: &Parry) {
    let parries = it.roll.verdict.succeeds();
    unit(out, battle, it.by);
    out.push(if parries { " parried " } else { " failed to parry " });
    unit(out, battle, it.against);
    say!(out, " with {}.", weapon(battle, it.weapon));
}

/// **BC-11.2**
pub(super) fn bailed(out: &mut Rich, battle: &Battle, it: &Bail) {
    unit(out, battle, it.by);
    if !battle.setup().has_map {
        out.push(" leapt ");
        count(out, usize::try_from(it.roll.total).unwrap_or(0), "inch", "inches");
        out.push(" aside");
    } else if battle.unit(it.by).at == it.to {
        out.push(" leapt and landed where it was");
    } else {
        say!(out, " leapt aside to {}", it.to);
    }
    out.push(if it.evades { ", out of the way" } else { ", too late" });
    out.push(if it.on_feet { ", and landed on its feet." } else { ", and was disrupted." });
}

/// **BC-10.13, BX-33**
pub(super) fn item_lost(out: &mut Rich, battle: &Battle, (id, held): (UnitId, ItemId), to: Option<Tile>, why: Loss) {
    say!(out, "The {} of ", item(battle, held));
    unit(out, battle, id);
    out.push(match why {
        Loss::Disarmed => " was knocked away",
        Loss::Dropped => " was dropped",
        Loss::Thrown => " was thrown",
    });
    match to {
        Some(at) if battle.setup().has_map => say!(out, " and lies at {at}."),
        Some(_) => out.push(" and lies on the table."),
        None => out.push(" and is gone."),
    }
}

/// Somebody picked something up.
pub(super) fn item_taken(out: &mut Rich, battle: &Battle, id: UnitId, taken: ItemId) {
    unit(out, battle, id);
    say!(out, " took up the {}.", item(battle, taken));
}

/// **BC-2.7**
pub(super) fn item_broken(out: &mut Rich, battle: &Battle, id: UnitId, broken: ItemId) {
    say!(out, "The {} of ", item(battle, broken));
    unit(out, battle, id);
    out.push(" ");
    out.bold("broke");
    out.push(".");
}

/// **BX-29**
pub(super) fn distance_rolled(out: &mut Rich, battle: &Battle, by: UnitId, total: i16) {
    out.push("What ");
    unit(out, battle, by);
    out.push(" knocked away flew ");
    count(out, usize::try_from(total).unwrap_or(0), "tile", "tiles");
    out.push(".");
}

/// **BC-1.9**
pub(super) fn damage_rolled(out: &mut Rich, battle: &Battle, by: UnitId, with: Option<WeaponId>, roll: &DamageRoll) {
    unit(out, battle, by);
    say!(out, " did {} damage with {}.", roll.total, weapon(battle, with));
}

/// **BC-1.9**
pub(super) fn harmed(out: &mut Rich, battle: &Battle, it: &Harm) {
    let left = battle.unit(it.unit).hp.saturating_sub(it.hp_lost);
    if it.hp_lost == 0 {
        out.push("The armor of ");
        unit(out, battle, it.unit);
        say!(out, " held, {} against {}.", it.total, it.armor);
    } else if left == 0 {
        unit(out, battle, it.unit);
        say!(out, " could take no more, {} against armor {}.", it.total, it.armor);
    } else {
        unit(out, battle, it.unit);
        say!(out, " has {left} of {} HP left.", battle.profile(it.unit).hp);
    }
}

/// **BS-15.2, BX-51**
pub(super) fn hit_wasted(out: &mut Rich, battle: &Battle, by: UnitId) {
    out.push("A hit of ");
    unit(out, battle, by);
    out.push(" found nobody.");
}

/// Units are gone.
pub(super) fn killed(out: &mut Rich, battle: &Battle, them: &[UnitId], by: Option<Who>, downed: bool) {
    units(out, battle, them);
    out.push(" ");
    out.bold(if downed { "went down" } else { "fell" });
    if let Some(by) = by {
        out.push(", by the hand of ");
        who(out, battle, by);
        out.push(if them.iter().all(|it| battle.is_friend(by, *it)) { " of the same side" } else { "" });
    }
    out.push(".");
}

/// **BX-15**
pub(super) fn overkill_carried(out: &mut Rich, battle: &Battle, from: UnitId, to: Option<UnitId>) {
    out.push("What was too much for ");
    unit(out, battle, from);
    match to {
        Some(to) => {
            out.push(" went on to ");
            unit(out, battle, to);
            out.push(".");
        }
        None => out.push(" went on and met nobody."),
    }
}

/// **BC-15.3**
pub(super) fn miss_tracked(out: &mut Rich, battle: &Battle, by: UnitId, at: Tile, victim: Option<UnitId>) {
    out.push("A shot of ");
    unit(out, battle, by);
    out.push(" that missed went ");
    match victim {
        Some(victim) => {
            out.push("into ");
            unit(out, battle, victim);
            say!(out, " at {at}.");
        }
        None => say!(out, "to {at} and hit nobody."),
    }
}

/// **BX-5**
pub(super) fn exploded(out: &mut Rich, battle: &Battle, at: Tile, radius: u8) {
    match battle.setup().has_map {
        true => say!(out, "It went off at {at}, for all within "),
        false => out.push("It went off, for all within "),
    }
    count(out, usize::from(radius), "inch", "inches");
    out.push(".");
}

/// **BC-5.2**
pub(super) fn linked(out: &mut Rich, battle: &Battle, one: Who, other: Who) {
    all(out, battle, &[one, other]);
    out.push(" met in close combat.");
}

/// **BC-5.13**
pub(super) fn unlinked(out: &mut Rich, battle: &Battle, one: Who, other: Who) {
    all(out, battle, &[one, other]);
    out.push(" were in close combat no longer.");
}

/// **BC-8.5**
pub(super) fn grabbed(out: &mut Rich, battle: &Battle, by: UnitId, victim: UnitId) {
    unit(out, battle, by);
    out.push(" ");
    out.bold("got hold of");
    out.push(" ");
    unit(out, battle, victim);
    out.push(".");
}

/// **BC-8.9, BC-8.10**
pub(super) fn released(out: &mut Rich, battle: &Battle, by: UnitId, victim: UnitId) {
    unit(out, battle, by);
    out.push(" let go of ");
    unit(out, battle, victim);
    out.push(".");
}

/// **BX-10**
pub(super) fn pushed(out: &mut Rich, battle: &Battle, it: &Push) {
    unit(out, battle, it.unit);
    if !battle.setup().has_map {
        out.push(" was pushed ");
        count(out, usize::from(it.tiles), "inch", "inches");
        out.push(" back");
    } else if battle.unit(it.unit).at == it.to {
        out.push(" was pushed and went nowhere");
    } else {
        say!(out, " was pushed {} to {}", it.heading.letters(), it.to);
    }
    if 0 < it.smash {
        out.push(", and smashed against what stands there");
    }
    out.push(".");
}

/// **BX-9**
pub(super) fn disrupted(out: &mut Rich, battle: &Battle, id: UnitId) {
    unit(out, battle, id);
    out.push(" was ");
    out.bold("disrupted");
    out.push(".");
}

/// By the GM's hand.
pub(super) fn restored(out: &mut Rich, battle: &Battle, id: UnitId, hp: u8, at: Tile) {
    unit(out, battle, id);
    say!(out, " stands at {at} with {hp} HP.");
}

/// Everybody who gets up, if that is all that happens, and several do.
pub(super) fn getting_up(events: &[Event]) -> Option<Vec<UnitId>> {
    let them: Option<Vec<UnitId>> = events
        .iter()
        .map(|it| match it {
            Event::Recovered { unit } => Some(*unit),
            _ => None,
        })
        .collect();
    them.filter(|it| 1 < it.len())
}

/// **BC-7.5, BX-9**
pub(super) fn got_up(out: &mut Rich, battle: &Battle, them: &[UnitId]) {
    units(out, battle, them);
    say!(out, " got up again.");
}

/// **BS-13.2**
pub(super) fn mixed_up(out: &mut Rich, battle: &Battle, at: Who, with: &[Who]) {
    who(out, battle, at);
    out.push(" was mixed up with ");
    all(out, battle, with);
    say!(out, ", and hits fell on {}.", verb(with.len(), "both", "all of them"));
}

/// **BS-2.1**
pub(super) fn used(out: &mut Rich, battle: &Battle, id: UnitId, object: UnitId) {
    unit(out, battle, id);
    out.push(" used ");
    unit(out, battle, object);
    out.push(".");
}
