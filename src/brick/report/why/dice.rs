//! Why dice came to their result: each face, all that was added, the average, and the result without each modifier.

use crate::brick::battle::{
    Bail, Battle, Chain, DamageRoll, Harm, Mod, Parry, Rect, SkillRoll, Swing, Verdict, WeaponId, Who,
};
use crate::brick::predict;
use crate::brick::report::words;
use crate::brick::rules::preview::hp_lost;
use crate::brick::rules::roll::Faces;
use crate::dice::Die;
use crate::field::UnitId;
use crate::page::words::{Milli, Signed, how_many};
use crate::page::{Rich, say, say_if};

/// **BC-1.8** An Attack Roll.
pub(super) fn attack(out: &mut Rich, battle: &Battle, it: &Swing) {
    out.push(if it.roll.is_some() { "Attack Roll (BC-1.8): " } else { "" });
    words::swing(out, battle, it);
    if let Some(distance) = it.distance {
        let range = it.weapon.and_then(|it| battle.setup().weapon(it).ranged).map_or(0, |it| it.range);
        say!(out, " at {distance} of {range} inches (BC-1.4)");
        // **BC-4.1**
        let level = |rect: Rect| battle.setup().level(rect.at);
        let (here, there) = (level(battle.unit_rect(it.by)), level(battle.target_rect(it.at)));
        say_if!(out, there < here, ", {} above it (BC-4.1)", here - there);
    }
    match &it.roll {
        None => {
            out.push(": no roll, as it hits automatically");
            out.push(if it.does.strikes() { " (BC-1.6)." } else { " (BC-1.7)." });
        }
        Some(roll) => {
            out.push(": ");
            rolled(out, roll);
            result(out, roll, it.hits, ("a hit", "a miss"));
            expected(out, roll, "It hits");
            without(out, roll, ("hit", "missed"));
        }
    }
}

/// `Use 3; dice 4 2, +1 of Skill, −1 a die beyond Range (BC-4.4), −2 behind cover (BC-2.8): 3`
fn rolled(out: &mut Rich, roll: &SkillRoll) {
    if let Some(needs) = roll.needs {
        say!(out, "Use {needs}; ");
    }
    out.push(if roll.dice.len() == 1 { "die " } else { "dice " });
    faces(out, &roll.dice);
    modifiers(out, roll);
    say!(out, ": {}", roll.total);
}

/// `, +1 of Skill, −1 a die beyond Range (BC-4.4), −2 behind cover (BC-2.8)`
pub(crate) fn modifiers(out: &mut Rich, roll: &SkillRoll) {
    say_if!(out, roll.plus != 0, ", {} of Skill", Signed(i16::from(roll.plus)));
    say_if!(out, 0 < roll.less, ", −{} a die beyond Range (BC-4.4)", roll.less);
    for (what, by) in &roll.mods {
        let (word, rule) = source(*what);
        say!(out, ", {} {word} ({rule})", Signed(*by));
    }
}

/// `, a hit`. A critical decides it, whatever the total is.
fn result(out: &mut Rich, roll: &SkillRoll, succeeds: bool, (yes, no): (&str, &str)) {
    say!(out, ", {}", if succeeds { yes } else { no });
    out.push(match roll.verdict {
        Verdict::CriticalFailure => ", as all ones fail, whatever is added (BC-20.1)",
        Verdict::CriticalSuccess => ", and an Overskill Benny, with more highest faces than ones (BC-20.2)",
        Verdict::Failure | Verdict::Success => "",
    });
    out.push(".");
}

/// How likely it was.
fn expected(out: &mut Rich, roll: &SkillRoll, what: &str) {
    if roll.needs.is_some() {
        say!(out, " {what} in {} % of all cases.", Milli((100_000.0 * predict::of_rolled(roll)).round() as u32));
    }
}

/// What the same dice would have come to without each modifier that decided the result.
fn without(out: &mut Rich, roll: &SkillRoll, (yes, no): (&str, &str)) {
    let Some(needs) = roll.needs else { return };
    let beyond = i16::try_from(roll.less).unwrap_or(0) * roll.dice.len() as i16;
    let mods = roll.mods.iter().map(|(what, by)| (source(*what).0, *by));
    let all = mods.chain((0 < beyond).then_some(("beyond Range", -beyond)));
    for (word, by) in all {
        let total = roll.total - by;
        let would = Faces::of(&roll.dice).verdict(total, Some(needs));
        if would.succeeds() != roll.verdict.succeeds() {
            say!(out, " If not {word}, it would have {} with {total}.", if would.succeeds() { yes } else { no });
        }
    }
}

fn source(what: Mod) -> (&'static str, &'static str) {
    match what {
        Mod::LargeTarget => ("at a large target", "BC-2.3"),
        Mod::SmallArea => ("at a small part", "BC-2.6"),
        Mod::Cover => ("behind cover", "BC-2.8"),
        Mod::Short => ("at a Short figure", "BC-2.9"),
        Mod::Stationary => ("at a stationary target", "BC-2.12"),
        Mod::Aiming => ("aiming", "BC-2.13"),
        Mod::Outnumbered => ("outnumbered", "BC-3.7"),
        Mod::Blind => ("blind", "BC-4.7"),
        Mod::AgainstTwoHanded => ("against a two-handed attack", "BC-10.4"),
    }
}

/// **BC-10.1** A parry for oneself, or **BX-19** for a squad, where it needn't stop the hit that it was rolled
/// against.
pub(super) fn parry(out: &mut Rich, battle: &Battle, it: &Parry, squad: Option<Who>) {
    let (by, with) = (words::unit(battle, it.by), words::weapon(battle, it.weapon));
    match squad {
        Some(squad) => say!(out, "{by} parries for {} with {with} (BC-10.1, BX-19): ", words::who(battle, squad)),
        None => say!(out, "{by} parries {} with {with} (BC-10.1): ", words::unit(battle, it.against)),
    }
    rolled(out, &it.roll);
    result(out, &it.roll, it.roll.verdict.succeeds(), ("parried", "not parried"));
    if 0 < it.levels {
        say!(out, " {} of Deflection (BC-10.6)", how_many(usize::from(it.levels), "level", "levels"));
        out.push(if squad.is_some() { ", for one of the strongest hits (BX-46)." } else { "." });
    }
    expected(out, &it.roll, "It is parried");
    without(out, &it.roll, ("been parried", "not been parried"));
}

/// **BC-11.2**
pub(super) fn bail(out: &mut Rich, battle: &Battle, it: &Bail) {
    say!(out, "{} leaps aside (BC-11.2): ", words::unit(battle, it.by));
    rolled(out, &it.roll);
    out.push(", against what the attack rolled");
    result(out, &it.roll, it.evades, ("out of the way", "too late"));
    say!(out, " It lands at {}", it.to);
    out.push(if it.on_feet { " on its feet (BC-11.3)." } else { " and is disrupted (BX-9)." });
}

/// **BX-29**
pub(super) fn distance(out: &mut Rich, battle: &Battle, by: UnitId, rolled: &[Die], total: i16) {
    say!(out, "How far it flies that {} knocked away (BX-29): dice ", words::unit(battle, by));
    faces(out, rolled);
    say!(out, ": {total}.");
}

/// **BC-1.9**
pub(super) fn damage(out: &mut Rich, battle: &Battle, by: UnitId, with: Option<WeaponId>, roll: &DamageRoll) {
    say!(out, "Damage of {} with {} (BC-1.9): ", words::unit(battle, by), words::weapon(battle, with));
    added(out, roll);
    otherwise(out, roll);
}

/// What the same dice would have come to without bonus dice, and within Range.
fn otherwise(out: &mut Rich, roll: &DamageRoll) {
    let less = i16::try_from(roll.less).unwrap_or(0);
    let shown = |it: &Die| i16::from(it.face());
    let first: Vec<i16> = roll.dice.iter().map(|it| shown(&it.die)).collect();
    let bonus: Vec<i16> = roll.dice.iter().flat_map(|it| it.bonus.iter().map(shown)).collect();
    let total = |dice: &[i16], less: i16| (dice.iter().sum::<i16>() - less * dice.len() as i16 + roll.plus).max(0);
    say_if!(out, !bonus.is_empty(), " Without bonus dice it would have been {}.", total(&first, less));
    say_if!(out, 0 < less, " Within Range it would have been {}.", total(&[first, bonus].concat(), 0));
}

/// Dice that were added up, and the average of such dice: `dice 6 (and 3 more, BX-2) 2, +1: 12. …`
fn added(out: &mut Rich, roll: &DamageRoll) {
    if roll.dice.is_empty() {
        out.push(if 0 < roll.deflected { "deflected until nothing is left to roll" } else { "no dice" });
    } else {
        out.push(if roll.dice.len() == 1 { "die " } else { "dice " });
        out.joined(" ", &roll.dice, chain);
    }
    say_if!(out, roll.plus != 0, ", {}", Signed(roll.plus));
    say_if!(out, 0 < roll.less, ", −{} a die beyond Range (BC-4.5)", roll.less);
    if 0 < roll.deflected {
        say!(out, ", after {} of Deflection (BX-7)", how_many(usize::from(roll.deflected), "level", "levels"));
    }
    say!(out, ": {}.", roll.total);
    if !roll.dice.is_empty() {
        let mean = Milli((1000.0 * predict::mean_of_rolled(roll)).round() as u32);
        say!(out, " Such dice come to {mean} on average, bonus dice aside.");
    }
}

fn chain(out: &mut Rich, it: &Chain) {
    say!(out, "{}", it.die);
    if !it.bonus.is_empty() {
        out.push(" (highest, so ");
        faces(out, &it.bonus);
        out.push(" more, BX-2)");
    }
}

fn faces(out: &mut Rich, dice: &[Die]) {
    out.joined(" ", dice, Rich::die);
}

/// **BC-1.9** Damage meets armor.
pub(super) fn harm(out: &mut Rich, battle: &Battle, it: &Harm) {
    say!(out, "{} takes {}", words::unit(battle, it.unit), it.damage);
    say_if!(out, it.total != it.damage, ", {} in all with what came before (BT-11)", it.total);
    say!(out, ", against armor {}", it.armor);
    if let Some(roll) = &it.armor_roll {
        out.push(", rolled (BX-6): ");
        added(out, roll);
    } else {
        out.push(".");
    }
    let had = battle.unit(it.unit).hp;
    let left = had.saturating_sub(it.hp_lost);
    match it.hp_lost {
        0 if it.total <= it.armor => out.push(" It is not more than the armor, so nothing comes of it (BC-1.9)."),
        // Earlier damage has cost an HP for each time that it beats the armor.
        0 => {
            let times = i16::from(hp_lost(it.total, it.armor));
            let next = it.armor.saturating_mul(times.saturating_add(1));
            say!(out, " What came before has cost {times} HP, and the next takes more than {next} (BX-14).");
        }
        _ if battle.profile(it.unit).hp == 1 => {
            out.push(" It is more than the armor (BC-1.9).");
            out.push(if it.damage <= it.armor { " Without what came before it would not have been." } else { "" });
        }
        lost => say!(out, " It loses {lost} HP by it: {had} → {left} (BC-1.10, BX-14)."),
    }
}

/// **BC-17.6**
pub(super) fn sprint(out: &mut Rich, battle: &Battle, id: Who, roll: &DamageRoll) {
    say!(out, "{} sprints (BC-17.6): ", words::who(battle, id));
    added(out, roll);
}

/// **BC-16.7, BC-19.5**
pub(super) fn momentum(out: &mut Rich, battle: &Battle, them: &[UnitId], roll: &DamageRoll, is_opposition: bool) {
    let what = if is_opposition { "Physical Opposition (BC-19.5)" } else { "momentum (BC-16.7)" };
    say!(out, "{}, {what}: ", words::units(battle, them));
    added(out, roll);
}

/// **BX-25**
pub(super) fn morale(out: &mut Rich, battle: &Battle, id: Who, rolled: [Die; 2], needs: u8, passed: bool) {
    let total = rolled[0].face() + rolled[1].face();
    let id = words::who(battle, id);
    say!(out, "{id} needs {needs} on two dice, as more than half of it is lost (BX-25): dice ");
    faces(out, &rolled);
    say!(out, ": {total}, {}.", if passed { "kept" } else { "lost" });
}
