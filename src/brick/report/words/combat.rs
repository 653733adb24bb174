//! Sentences about what somebody does to somebody else, and what comes of it.

use crate::brick::battle::{Bail, Battle, Defence, HandUse, Harm, ItemId, Loss, Moved, Parry, Push, Swing, Using, Who};
use crate::brick::report::words::{FELL, deed_name, gone, inches, item, part, target, unit, units, weapon, who};
use crate::field::{Tile, UnitId};
use crate::page::{Bold, Rich, say, say_if};

/// **BC-6.2**
pub(crate) fn counter_declared(
    out: &mut Rich,
    battle: &Battle,
    (by, defence): (UnitId, Defence),
    against: UnitId,
    squad: Option<Who>,
) {
    say!(out, "{}", unit(battle, by));
    match defence {
        Defence::Parry(Using::Best) => out.push(" meant to parry"),
        Defence::Parry(Using::Weapon(id)) => say!(out, " meant to parry with {}", weapon(battle, Some(id))),
        Defence::Parry(Using::Bare) => out.push(" meant to parry with bare hands"),
        Defence::Bail(_) => out.push(" meant to leap aside from"),
        Defence::Nothing => out.push(" took what came from"),
    }
    match (defence, squad) {
        (Defence::Parry(_), Some(squad)) => say!(out, " for {}.", who(battle, squad)),
        (Defence::Parry(_), None) => say!(out, " against {}.", unit(battle, against)),
        _ => say!(out, " {}.", unit(battle, against)),
    }
}

/// **BC-5.9**
pub(super) fn hand_used(out: &mut Rich, battle: &Battle, it: &HandUse) {
    say!(out, "{}", unit(battle, it.unit));
    match it.item {
        Some(id) => say!(out, " used the hand with the {}", item(battle, id)),
        None => out.push(" used an empty hand"),
    }
    out.push(if 1 < it.hands { " and the other for this turn." } else { " for this turn." });
}

/// `Ann shot at Dan (a third of it) with bow`
pub(crate) fn swing(out: &mut Rich, battle: &Battle, it: &Swing) {
    let (by, at) = (unit(battle, it.by), target(battle, it.at));
    say!(out, "{by} {} {at}{}", deed_name(it.does), part(battle, it.part));
    say_if!(out, it.does.strikes(), " with {}", weapon(battle, it.weapon));
}

/// **BC-1.8**
pub(super) fn attack_rolled(out: &mut Rich, battle: &Battle, it: &Swing) {
    swing(out, battle, it);
    out.push(match (it.hits, it.roll.is_some()) {
        (true, true) => " and hit.",
        (true, false) => ", and hit automatically.",
        (false, _) => " and missed.",
    });
}

/// **BC-10.1** For oneself, or **BX-19** for a squad.
pub(super) fn parry_rolled(out: &mut Rich, battle: &Battle, it: &Parry, squad: Option<Who>) {
    let parried = if it.roll.verdict.succeeds() { "parried" } else { "failed to parry" };
    say!(out, "{} {parried} ", unit(battle, it.by));
    match squad {
        Some(squad) => say!(out, "for {}", who(battle, squad)),
        None => say!(out, "{}", unit(battle, it.against)),
    }
    say!(out, " with {}.", weapon(battle, it.weapon));
}

/// **BC-11.2**
pub(super) fn bailed(out: &mut Rich, battle: &Battle, it: &Bail) {
    say!(out, "{} leapt", unit(battle, it.by));
    if !battle.setup().has_map {
        say!(out, " {} aside", inches(u16::try_from(it.roll.total).unwrap_or(0)));
    } else if battle.unit(it.by).at == it.to {
        out.push(" and landed where it was");
    } else {
        say!(out, " aside to {}", it.to);
    }
    out.push(if it.evades { ", out of the way" } else { ", too late" });
    out.push(if it.on_feet { ", and landed on its feet." } else { ", and was disrupted." });
}

/// **BC-10.13, BX-33**
pub(super) fn item_lost(out: &mut Rich, battle: &Battle, (id, held): (UnitId, ItemId), to: Option<Tile>, why: Loss) {
    let lost = match why {
        Loss::Disarmed => "knocked away",
        Loss::Dropped => "dropped",
        Loss::Thrown => "thrown",
    };
    say!(out, "The {} of {} was {lost}", item(battle, held), unit(battle, id));
    match to {
        Some(at) if battle.setup().has_map => say!(out, " and lies at {at}."),
        Some(_) => out.push(" and lies on the table."),
        None => out.push(" and is gone."),
    }
}

/// **BC-1.9**
pub(super) fn harmed(out: &mut Rich, battle: &Battle, it: &Harm) {
    let id = unit(battle, it.unit);
    match battle.unit(it.unit).hp.saturating_sub(it.hp_lost) {
        _ if it.total <= it.armor => say!(out, "The armor of {id} held, {} against {}.", it.total, it.armor),
        0 => say!(out, "{id} could take no more, {} against armor {}.", it.total, it.armor),
        left => say!(out, "{id} has {left} of {} HP left.", battle.profile(it.unit).hp),
    }
}

pub(super) fn killed(out: &mut Rich, battle: &Battle, them: &[UnitId], by: Option<Who>, downed: bool) {
    let none: &[UnitId] = &[];
    let (killed, downed) = if downed { (none, them) } else { (them, none) };
    out.joined(" and ", gone(battle, killed, downed, FELL), |out, (them, did)| {
        say!(out, "{} {}", units(battle, &them), Bold(did));
    });
    if let Some(by) = by {
        let is_own = them.iter().all(|it| battle.is_friend(by, *it));
        say!(out, ", by the hand of {}{}", who(battle, by), if is_own { " of the same side" } else { "" });
    }
    out.push(".");
}

/// **BX-10**
pub(super) fn pushed(out: &mut Rich, battle: &Battle, it: &Push) {
    say!(out, "{} was pushed", unit(battle, it.unit));
    if !battle.setup().has_map {
        say!(out, " {} back", inches(it.tiles));
    } else if battle.unit(it.unit).at == it.to {
        out.push(" and went nowhere");
    } else {
        say!(out, " {} to {}", it.heading.letters(), it.to);
    }
    out.push(if 0 < it.smash { ", and smashed against what stands there." } else { "." });
}

pub(super) fn moved(out: &mut Rich, battle: &Battle, it: &Moved) {
    say!(out, "{}", who(battle, it.who));
    match (it.way.first(), it.way.last()) {
        (Some(from), Some(to)) if from != to => say!(out, " went from {from} to {to}, {}", inches(it.inches)),
        _ if it.places.iter().any(|(id, at)| battle.unit(*id).at != *at) => out.push(" turned where it was"),
        _ => out.push(" stayed where it was"),
    }
    if let (Some(plate), Who::Squad(squad)) = (it.plate, it.who)
        && battle.squad(squad).is_some_and(|it| it.plate.facing != plate.facing)
    {
        say!(out, ", facing {}", plate.facing.word());
    }
    out.push(".");
}
