//! BC-11: leaps aside.

use crate::brick::battle::{Bail, Battle, Deed, Event, Heading, Mod, Pass, Rect, SkillRoll, Verdict, Who};
use crate::brick::rules::chance::Kind;
use crate::brick::rules::movement::ways;
use crate::brick::rules::{Round, harm, organise, push, roll};
use crate::field::{Tile, UnitId};

/// A leap of one unit from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap {
    pub(crate) unit: UnitId,
    pub(crate) from: UnitId,
    /// **BT-13** The direction that it prefers. `None` for straight away.
    pub(crate) wish: Option<Heading>,
    pub(crate) is_outnumbered: bool,
}

/// An attack or a blast to get away from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Danger<'a> {
    /// Where it comes from, and how far it reaches.
    pub(crate) at: Rect,
    pub(crate) reach: u8,
    /// **BX-29** `None` if there was no Attack Roll.
    pub(crate) roll: Option<&'a SkillRoll>,
}

/// **BC-11.2** A leap of as many tiles as the Skill roll, or half of them at Half Speed. It ends prone and Disrupted.
/// **BC-11.1** In close combat it needs no Action. Returns whether it evades each of the dangers.
pub(crate) fn leap(round: &mut Round<'_>, leap: Leap, dangers: &[Danger<'_>]) -> Vec<bool> {
    let Leap { unit, from, wish, is_outnumbered } = leap;
    let mods = [(Mod::Outnumbered, -i16::from(is_outnumbered))];
    let roll = roll::skill(round, Kind::Bail, unit, Some(from), None, 0, mods);
    let inches = roll.total.max(0) as u8;
    let inches = if ways::is_slow(&round.battle, unit) { inches.div_ceil(2) } else { inches };
    let away = Heading::between(round.battle.unit_rect(from), round.battle.unit_rect(unit));
    let (to, is_out) = landing(&round.battle, unit, wish.unwrap_or(away), inches, dangers);
    let evades: Vec<bool> = dangers.iter().map(|it| is_out && outruns(&roll, it.roll)).collect();
    let all = evades.iter().all(|it| *it);
    // **BC-11.3, BC-20.5** Overskill lands it on its feet; **BX-42** not if it came too late.
    let feet = round.battle.policies(round.battle.who(unit)).benny.on_bail;
    let on_feet = roll.verdict == Verdict::CriticalSuccess && all && feet;
    let squad = round.battle.unit(unit).squad;
    round.emit(Event::Bailed(Box::new(Bail { by: unit, roll, to, evades: all, on_feet })));
    round.end_empty(squad);
    push::meet_hazard(round, unit);
    push::unlink_out_of_reach(round, unit);
    evades
}

/// **BX-12** [`leap`] as a Response to somebody, if that is the unit's policy and it has an Action for it. `None` if
/// it doesn't leap.
pub(crate) fn leap_in_response(round: &mut Round<'_>, to: Who, it: Leap, dangers: &[Danger<'_>]) -> Option<Vec<bool>> {
    let who = round.battle.who(it.unit);
    if round.battle.policies(who).pass != Pass::Bail || !push::may_respond(&round.battle, it.unit) {
        return None;
    }
    push::respond(round, it.unit, to, Deed::Counter);
    Some(leap(round, it, dangers))
}

/// **BC-11.5, BX-30** Whether a Bail beats an Attack Roll. The higher total wins, and a tie hits. A critical Bail
/// decides it, unless both are critical successes. **BX-29** Without an Attack Roll, landing out of reach is enough.
pub(crate) fn outruns(bail: &SkillRoll, attack: Option<&SkillRoll>) -> bool {
    let Some(attack) = attack else { return true };
    match (bail.verdict, attack.verdict) {
        (Verdict::CriticalFailure, _) => false,
        (Verdict::CriticalSuccess, attack) if attack != Verdict::CriticalSuccess => true,
        _ => attack.total < bail.total,
    }
}

/// **BT-13** Where a leap ends, and whether it gets out of reach: the farthest free place in the preferred direction
/// that is out of reach of the attack, or in the next direction clockwise. **BC-11.6** If there is none, it ends as
/// far off as it can, within reach.
fn landing(battle: &Battle, unit: UnitId, wish: Heading, inches: u8, dangers: &[Danger<'_>]) -> (Tile, bool) {
    let own = battle.unit_rect(unit);
    if !battle.setup().has_map {
        // Beside the attacker, a leap of as many inches as it reaches ends one inch beyond that.
        return (own.at, dangers.iter().all(|it| it.reach <= inches));
    }
    let who = battle.who(unit);
    let is_safe = |rect: Rect| {
        dangers.iter().all(|it| {
            let (dx, dy) = it.at.gaps(rect);
            1 < dx.max(dy) && u16::from(it.reach) < dx + dy
        })
    };
    let spots = |heading: Heading| -> Vec<Rect> {
        let far = inches / heading.inches();
        let free = |it: &Rect| {
            organise::is_free(battle, *it, &[Who::Unit(unit)])
                || (battle.rect(who).holds(*it)
                    && it.tiles().all(|tile| harm::unit_on(battle, tile).is_none_or(|of| of == unit)))
        };
        (1..=far).map_while(|it| own.toward(heading, it).filter(free)).collect()
    };
    let around = || (0..8).map(|it| spots(wish.turned(it)));
    if let Some(rect) = around().find_map(|them| them.into_iter().rev().find(|it| is_safe(*it))) {
        return (rect.at, true);
    }
    let fallback = around().find_map(|mut them| them.pop());
    (fallback.map_or(own.at, |it| it.at), is_safe(own))
}
