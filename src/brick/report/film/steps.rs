//! What each event shows.

use crate::brick::battle::{Battle, Event, Loss, Manoeuvre, Moved, Swing, Target, Who};
use crate::brick::seam::seam_id;
use crate::field::{SquadId, Tile, UnitId, pick};
use crate::map::{Shot, ShotFate, Step, Ways, chain};

/// Applies an event of a round. Returns what is seen of it, and the tiles that units pass. `rest` are the events
/// after it.
pub(super) fn play(battle: &mut Battle, event: &Event, rest: &[Event]) -> (Vec<Step>, Ways) {
    let before = battle.clone();
    battle.apply(event);
    (seen(&before, event, rest), ways(&before, battle, event))
}

/// The tiles that units pass. Those on a plate go as it does; those who fly, leap or step aside go straight.
fn ways(before: &Battle, after: &Battle, event: &Event) -> Ways {
    if matches!(event, Event::Arrived(_) | Event::Restored { .. }) {
        return Ways::new();
    }
    let gone = before.setup().unit_ids().filter(|it| before.unit(*it).at != after.unit(*it).at);
    let way = |unit: UnitId| {
        let (from, to) = (before.unit(unit).at, after.unit(unit).at);
        if let Event::Moved(it) = event { beside(it, from, to) } else { chain([from, to]) }
    };
    gone.map(|it| (it, way(it))).collect()
}

/// The way of a unit that keeps its place beside the Standard. A unit that gets another place on the plate goes
/// straight.
fn beside(it: &Moved, from: Tile, to: Tile) -> Vec<Tile> {
    let Some(first) = it.way.first() else { return chain([from, to]) };
    let (dx, dy) = (i16::from(from.x) - i16::from(first.x), i16::from(from.y) - i16::from(first.y));
    let way: Option<Vec<Tile>> = it.way.iter().map(|it| it.offset(dx, dy)).collect();
    chain(way.filter(|it| it.last() == Some(&to)).unwrap_or_else(|| vec![from, to]))
}

/// What is seen of an event, apart from changes of place and state. `rest` are the events after it.
fn seen(battle: &Battle, event: &Event, rest: &[Event]) -> Vec<Step> {
    let mark = |who: Who, words: &str| vec![Step::Mark { squad: seam_id(who), words: words.to_owned() }];
    let of_unit = |unit: UnitId, words: &str| mark(battle.who(unit), words);
    match event {
        Event::SquadFormed(it) => mark(Who::Squad(it.squad), "forms up"),
        Event::Braced { squad, .. } => mark(Who::Squad(*squad), "braced"),
        Event::Refused { who, .. } => mark(*who, "cannot"),
        Event::AttackRolled(it) => attack(battle, it, rest),
        Event::MissTracked { by, victim: Some(victim), .. } => {
            let shot = Shot { from: *by, met: Some(*victim), fate: fate(*by, Some(*victim), rest) };
            vec![Step::Shots { by: seam_id(battle.who(*by)), at: seam_id(battle.who(*victim)), shots: vec![shot] }]
        }
        Event::ParryRolled(it) if it.roll.verdict.succeeds() => of_unit(it.by, "parries"),
        Event::ItemLost { unit, why: Loss::Disarmed, .. } => of_unit(*unit, "disarmed"),
        Event::ItemBroken { unit, .. } => of_unit(*unit, "weapon broken"),
        Event::Grabbed { victim, .. } => of_unit(*victim, "held"),
        Event::Released { victim, .. } => of_unit(*victim, "let go"),
        Event::Disrupted { unit } => of_unit(*unit, "disrupted"),
        Event::Recovered { unit } => of_unit(*unit, "up again"),
        Event::Held { target, .. } => mark(*target, "holds"),
        Event::PlateKnocked { squad, over: true, .. } => mark(Who::Squad(*squad), "bowled over"),
        Event::PlateKnocked { squad, .. } => mark(Who::Squad(*squad), "driven back"),
        Event::MoraleTested { who, passed, .. } => mark(*who, if *passed { "holds" } else { "broken" }),
        Event::Announced { entry } => {
            let text = battle.setup().schedule[usize::from(*entry)].text.clone();
            text.map(Step::Say).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A shot, or a blow.
fn attack(battle: &Battle, it: &Swing, rest: &[Event]) -> Vec<Step> {
    let by = battle.who(it.by);
    let on_ground = || if let Target::Tile(tile) = it.at { battle.on(tile) } else { None };
    let Some(at) = battle.target_who(it.at).or_else(on_ground) else { return Vec::new() };
    let (by, at): (SquadId, SquadId) = (seam_id(by), seam_id(at));
    if it.does != Manoeuvre::Shoot {
        return vec![Step::Clash { a: by, b: at }];
    }
    let met = it.hits.then(|| victim(it.by, rest)).flatten();
    let fate = if it.hits { fate(it.by, met, rest) } else { ShotFate::Missed };
    vec![Step::Shots { by, at, shots: vec![Shot { from: it.by, met, fate }] }]
}

/// The unit that the attacker's next damage falls on.
fn victim(by: UnitId, rest: &[Event]) -> Option<UnitId> {
    let mut met = pick!(
        what_comes(rest),
        Event::Harmed(it) if it.by == Some(by) => it.unit,
        Event::Killed { unit, by: Some(hand), .. } if *hand == by => *unit,
    );
    met.next()
}

/// What becomes of the unit that was hit.
fn fate(by: UnitId, met: Option<UnitId>, rest: &[Event]) -> ShotFate {
    let Some(met) = met else { return ShotFate::Saved };
    let felled = what_comes(rest).any(|it| matches!(it, Event::Killed { unit, .. } if *unit == met));
    let is_hurt = |it: &Event| matches!(it, Event::Harmed(it) if it.unit == met && it.by == Some(by) && 0 < it.hp_lost);
    match (felled, what_comes(rest).any(is_hurt)) {
        (true, _) => ShotFate::Felled,
        (false, true) => ShotFate::Wounded,
        (false, false) => ShotFate::Saved,
    }
}

/// What comes of an attempt: all events up to the next declaration.
fn what_comes(rest: &[Event]) -> impl Iterator<Item = &Event> {
    rest.iter()
        .take_while(|it| !matches!(it, Event::Declared { .. } | Event::PhaseBegan { .. } | Event::PassBegan { .. }))
}
