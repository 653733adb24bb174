//! Sentences about fire and blows.

use crate::dice::D6;
use crate::field::{SquadId, UnitId, grouped, pick, summed};
use crate::line::battle::{Battle, Fate, Silence, Volley, VolleyKind, WeaponId};
use crate::line::report::tally::{self, Tally};
use crate::line::report::words::{self, Milli, how_many, list, squad, unit};
use crate::page::words::counts;
use crate::page::{Bold, Rich, Style, say, say_if};

/// One squad's volleys of one kind at one target: `Alpha fired at Boyz 1 with rifle: 8 shots, 5 hits …`.
pub(super) fn fire(out: &mut Rich, battle: &Battle, volleys: &[&Volley]) {
    let [first, ..] = volleys else { return };
    begin(out, battle, first, volleys);
    in_cover(out, battle, volleys);
    out.push(": ");
    let tally = Tally::of(volleys.iter().copied());
    numbers(out, battle, first.kind, &tally, volleys);
    out.push(": ");
    losses(out, battle, &tally, volleys);
    gone(out, battle, first.at, &tally);
    cannot_fire(out, &tally::silent(volleys));
}

fn begin(out: &mut Rich, battle: &Battle, volley: &Volley, volleys: &[&Volley]) {
    let (by, at) = (squad(battle, volley.by), squad(battle, volley.at));
    // **F-3** The unit that a volley was aimed at, if anything hit.
    let aimed_at = volleys.iter().flat_map(|it| &it.hits).find_map(|it| it.victim);
    match aimed_at {
        _ if volley.kind == VolleyKind::Stray => say!(out, "Misses of {by}"),
        _ if !volley.is_together() => say!(out, "{by} {} {at}", deed(volley.kind)),
        Some(who) => say!(out, "{by} fired a volley at {}", unit(battle, who)),
        None => say!(out, "{by} fired a volley at {at}"),
    }
    with_weapons(out, battle, volleys);
    say_if!(out, volley.kind == VolleyKind::Stray, " went into {at}, of its own side, in that melee (S-9)");
}

fn deed(kind: VolleyKind) -> &'static str {
    match kind {
        VolleyKind::Fire | VolleyKind::Stray => "fired at",
        VolleyKind::CloseQuarters => "fired at close quarters at",
        VolleyKind::Blows => "struck",
        VolleyKind::SpearWall => "struck first at",
    }
}

fn with_weapons(out: &mut Rich, battle: &Battle, volleys: &[&Volley]) {
    let name = |id: Option<WeaponId>| id.map_or("bare hands", |it| &battle.setup().weapon(it).name);
    match &tally::weapons(volleys)[..] {
        [] => (),
        [(weapon, _)] => say!(out, " with {}", name(*weapon)),
        several => {
            out.push(" with ");
            out.list(several, |out, (weapon, units)| say!(out, "{} ({units})", name(*weapon)));
        }
    }
}

fn in_cover(out: &mut Rich, battle: &Battle, volleys: &[&Volley]) {
    if let Some((most, who, is_all)) = tally::cover(volleys) {
        let some = if is_all { "" } else { "some " };
        // A unit of several tiles has the best cover of them.
        let mut grounds = battle.footprint(who).tiles().map(|it| battle.ground(it));
        let ground = grounds.find(|it| it.cover == most).map_or("cover", |it| &it.name);
        say!(out, " ({some}in {ground}, +{most} save)");
    }
}

/// `8 shots, 5 hits (5.3 expected), 4 wounds, 2 saved`; steps that weren't reached are left out.
fn numbers(out: &mut Rich, battle: &Battle, kind: VolleyKind, tally: &Tally, volleys: &[&Volley]) {
    match kind {
        VolleyKind::Fire | VolleyKind::CloseQuarters => say!(out, "{}", how_many(tally.shots, "shot", "shots")),
        VolleyKind::Blows | VolleyKind::SpearWall => say!(out, "{}", how_many(tally.shots, "blow", "blows")),
        VolleyKind::Stray => say!(out, "{} rolled again", tally.shots),
    }
    some(out, tally.hits, "hit", "hits");
    // If dice say how many attacks there are, what was expected before them is no measure of those that were made.
    let is_rolled = |it: &&Volley| it.weapon.is_some_and(|it| 0 < battle.setup().weapon(it).attacks.dice);
    let is_fixed = !volleys.iter().any(is_rolled);
    say_if!(out, is_fixed, " ({} expected)", Milli(tally.expected_hits_milli));
    if 0 < tally.hits {
        some(out, tally.wounds, "wound", "wounds");
    }
    say_if!(out, 0 < tally.saved, ", {} saved", tally.saved);
    say_if!(out, 0 < tally.lost, ", {} more than those in reach could take", tally.lost);
}

/// `, no hits`, `, 1 hit`, `, 2 hits`.
fn some(out: &mut Rich, n: usize, one: &str, many: &str) {
    match n {
        0 => say!(out, ", no {many}"),
        n => say!(out, ", {}", how_many(n, one, many)),
    }
}

/// `2 downed, 1 killed, Trukk 1 has 7 of 10 HP left`.
fn losses(out: &mut Rich, battle: &Battle, tally: &Tally, volleys: &[&Volley]) {
    let hurt = tally::hurt(battle, volleys);
    if tally.felled() == 0 && hurt.is_empty() {
        return out.push("nobody fell.");
    }
    out.marked(Style::Bold, |out| counts(out, &[(tally.downed, "downed"), (tally.killed, "killed")]));
    say_if!(out, 0 < tally.felled() && !hurt.is_empty(), ", ");
    out.joined(", ", &hurt, |out, (who, hp)| has_left(out, battle, *who, *hp));
    out.push(".");
}

fn has_left(out: &mut Rich, battle: &Battle, who: UnitId, hp: i16) {
    say!(out, "{} has {hp} of {} HP left", unit(battle, who), battle.profile(who).hp);
}

/// Adds that nobody of the target is left, if it lost all that stood.
fn gone(out: &mut Rich, battle: &Battle, target: SquadId, lost: &Tally) {
    if 0 < lost.felled() && battle.standing(target).count() <= lost.felled() {
        words::nobody_left(out, battle, target);
    }
}

/// **M-6** Squads that strike each other: what each loses, then what each did.
pub(super) fn melee(out: &mut Rich, battle: &Battle, volleys: &[&Volley]) {
    let squads = fighters(battle, volleys);
    let is_mutual = volleys.iter().any(|it| volleys.iter().any(|other| other.by == it.at));
    if !is_mutual && squads.len() == 2 {
        return fire(out, battle, volleys);
    }
    let is_fire = volleys[0].kind == VolleyKind::CloseQuarters;
    let did = if is_fire { "fired at close quarters, at once" } else { "struck at once" };
    say!(out, "{} {did}: ", list(&squads, |it| squad(battle, *it)));
    out.joined(", ", &squads, |out, it| loses(out, battle, *it, volleys));
    out.push(".");
    for &who in &squads {
        gone(out, battle, who, &Tally::of(volleys.iter().copied().filter(|it| it.at == who)));
    }
    for (_, pair) in grouped(volleys.iter().map(|it| ((it.by, it.at), *it))) {
        exchange(out, battle, &pair);
    }
    cannot_fire(out, &tally::silent(volleys));
}

/// Players first, then in roster order.
fn fighters(battle: &Battle, volleys: &[&Volley]) -> Vec<SquadId> {
    let mut squads: Vec<SquadId> = volleys.iter().flat_map(|it| [it.by, it.at]).collect();
    squads.sort_by_key(|it| (battle.side(*it), *it));
    squads.dedup();
    squads
}

fn loses(out: &mut Rich, battle: &Battle, who: SquadId, volleys: &[&Volley]) {
    let at_it: Vec<&Volley> = volleys.iter().copied().filter(|it| it.at == who).collect();
    let tally = Tally::of(at_it.iter().copied());
    match tally.felled() {
        0 => say!(out, "{} lost nobody", squad(battle, who)),
        n => say!(out, "{} lost {}", squad(battle, who), Bold(n)),
    }
    say_if!(out, 0 < tally.killed, " ({} killed)", tally.killed);
    let hurt = tally::hurt(battle, &at_it);
    if !hurt.is_empty() {
        out.push(" (");
        out.list(&hurt, |out, (who, hp)| has_left(out, battle, *who, *hp));
        out.push(")");
    }
}

/// What one squad did to another.
fn exchange(out: &mut Rich, battle: &Battle, pair: &[&Volley]) {
    let [first, ..] = pair else { return };
    let tally = Tally::of(pair.iter().copied());
    if tally.shots == 0 {
        return;
    }
    out.push(" ");
    out.capital(|out| say!(out, "{} at {}", squad(battle, first.by), squad(battle, first.at)));
    with_weapons(out, battle, pair);
    out.push(": ");
    numbers(out, battle, first.kind, &tally, pair);
    out.push(".");
}

/// **S-1**
pub(super) fn held(out: &mut Rich, battle: &Battle, by: SquadId, target: SquadId, silent: &[(UnitId, Silence)]) {
    let why = if silent.is_empty() { "nobody has a weapon for it".to_owned() } else { reasons(silent) };
    say!(out, "{} could not fire at {}: {why}.", squad(battle, by), squad(battle, target));
}

fn cannot_fire(out: &mut Rich, silent: &[(UnitId, Silence)]) {
    say_if!(out, !silent.is_empty(), " {} could not fire: {}.", silent.len(), reasons(silent));
}

/// `3 out of range (26–27 tiles off, range 24) and 1 out of sight`
pub(crate) fn reasons(silent: &[(UnitId, Silence)]) -> String {
    let found: Vec<(&'static str, usize)> = summed(silent.iter().map(|it| (reason(it.1), 1)));
    let far = pick!(silent, &(_, Silence::OutOfRange { distance, range }) => (distance, distance, range));
    let farthest = far.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1), a.2.max(b.2)));
    let told = |(why, n): &(&'static str, usize)| {
        let number = if 1 < found.len() { format!("{n} ") } else { String::new() };
        match farthest.filter(|_| *why == OUT_OF_RANGE) {
            Some((near, far, range)) => format!("{number}{why} ({})", off((near, far), range)),
            None => format!("{number}{why}"),
        }
    };
    list(&found, told).to_string()
}

const OUT_OF_RANGE: &str = "out of range";

/// Why a unit could not fire.
pub(crate) fn reason(why: Silence) -> &'static str {
    match why {
        Silence::Engaged => "in melee",
        Silence::OutOfRange { .. } => OUT_OF_RANGE,
        Silence::OutOfSight => "out of sight",
        Silence::Undermanned => "too few for the crew",
        Silence::Crewing => "working another weapon",
        Silence::Spent => "out of shots",
        Silence::BlastNearFriends => "too close to friends for a blast",
        Silence::Dazed => "dazed",
        Silence::Frenzied => "frenzied",
        Silence::LostTurn => "without an action after a failed start",
        Silence::Marched => "done marching",
        Silence::Fired => "done firing",
    }
}

/// `11–17 tiles off, range 24`, or `1 tile off, range 24`: the nearest and the farthest distance.
pub(crate) fn off((near, far): (u16, u16), range: u16) -> String {
    let from = if near == far { String::new() } else { format!("{near}–") };
    format!("{from}{} off, range {range}", how_many(usize::from(far), "tile", "tiles"))
}

/// **A-6** Hazardous weapons.
pub(super) fn hazard(out: &mut Rich, battle: &Battle, who: SquadId, weapon: WeaponId, rolls: &[(UnitId, D6, Fate)]) {
    say!(out, "{} tested the {} for hazard: ", squad(battle, who), battle.setup().weapon(weapon).name);
    let struck: Vec<&(UnitId, D6, Fate)> = rolls.iter().filter(|it| Fate::Hurt <= it.2).collect();
    if struck.is_empty() {
        return say!(out, "{}, nobody was hurt.", how_many(rolls.len(), "die", "dice"));
    }
    out.list(&struck, |out, (who, die, fate)| {
        say!(out, "{} rolled {die} and was ", unit(battle, *who));
        match fate {
            Fate::Downed => out.bold("downed"),
            Fate::Killed => out.bold("killed"),
            _ => out.push("hurt"),
        }
    });
    out.push(".");
}
