//! A squad from near: where its members stand, what they have in hand, and which policies aren't as usual.

use crate::brick::battle::{Amount, Battle, Rating, Weapon, Who};
use crate::brick::report::words;
use crate::dice::Sides;
use crate::field::{UnitId, grouped};
use crate::game::Range;
use crate::page::words::Signed;
use crate::page::{Rich, say};

/// A squad or a lone unit from near, a line for each thing to say.
pub fn look(battle: &Battle, id: Who) -> String {
    let (name, members) = (battle.name(id), battle.members(id));
    if members.is_empty() {
        let waits = matches!(id, Who::Squad(it) if battle.is_in_reserve(it));
        return format!("{name}\n  {}\n", if waits { "waits in reserve" } else { "nobody is left" });
    }
    let mut lines = vec![name.to_owned()];
    let mut line = |write: &dyn Fn(&mut Rich)| {
        let out = Rich::written(write);
        lines.extend((!out.is_empty()).then(|| format!("  {}", out.text())));
    };
    line(&|out| words::summary::place(out, battle, id));
    line(&|out| words::summary::state(out, battle, id));
    if let Some(run) = battle.run(id).filter(|_| matches!(id, Who::Squad(_))) {
        line(&|out| say!(out, "has run {} in {}", run.inches, run.heading.letters()));
    }
    for sort in sorts(battle, &members) {
        line(&|out| member(out, battle, &sort));
    }
    line(&|out| words::policy::unusual(out, battle, &battle.policies(id)));
    lines.join("\n") + "\n"
}

/// Groups members that differ only in where they stand.
fn sorts(battle: &Battle, members: &[UnitId]) -> Vec<Vec<UnitId>> {
    let told = |id: UnitId| (&battle.profile(id).key, Rich::written(|out| numbers(out, battle, id)));
    grouped(members.iter().map(|it| (told(*it), *it))).into_iter().map(|it| it.1).collect()
}

/// `Ann at C3 and Bob at D3 (fig): Skill 1d6, Armor 4, Move 5, 2 of 2 hands free; bow (Use 3, Range 6, 1d6)`
fn member(out: &mut Rich, battle: &Battle, ids: &[UnitId]) {
    out.list(ids, |out, id| {
        say!(out, "{}", battle.setup().unit(*id).name);
        match battle.setup().has_map {
            true => say!(out, " at {}", battle.unit(*id).at),
            false => out.push(" on the table"),
        }
    });
    say!(out, " ({})", battle.profile(ids[0]).name);
    numbers(out, battle, ids[0]);
}

/// What a standing unit is and has.
fn numbers(out: &mut Rich, battle: &Battle, id: UnitId) {
    let (it, profile) = (battle.unit(id), battle.profile(id));
    say!(out, ": Skill {}, Armor {}", rating(profile.skill), amount(profile.armor));
    say!(out, ", Move {}, {} of {} HP", profile.inches(), it.hp, profile.hp);
    let marks = [
        (profile.is_officer, "Officer"),
        (profile.is_hero, "hero"),
        (profile.is_short, "Short"),
        (profile.has_heavy_armor, "in heavy armor"),
        (it.is_disrupted, "disrupted"),
        (it.has_acted, "Action spent"),
        (it.is_reserved, "Action kept"),
        (battle.is_held(id), "held"),
    ];
    for (_, mark) in marks.iter().filter(|it| it.0) {
        say!(out, ", {mark}");
    }
    let aboard = battle.setup().unit(id).aboard.filter(|it| battle.unit(*it).is_standing());
    if let Some(vehicle) = aboard {
        say!(out, ", aboard {}", battle.setup().unit(vehicle).name);
    }
    say!(out, "; {} of {} hands empty", battle.hands_empty(id), profile.hands);
    for item in battle.held(id) {
        say!(out, "; {}", weapon(battle.weapon(item)));
    }
}

/// **BC-1.4** How far each weapon in hand carries on level ground.
pub fn ranges(battle: &Battle, id: Who) -> Vec<Range> {
    let held = |unit: UnitId| battle.held(unit).map(move |it| (unit, battle.weapon(it)));
    let all = battle.members(id).into_iter().flat_map(held);
    Range::by_weapon(all.filter_map(|(unit, it)| Some((unit, it.name.as_str(), it.ranged?.range))))
}

/// `bow (Use 3, Range 6, 1d6)`
pub(super) fn weapon(it: &Weapon) -> String {
    let mut uses = Vec::new();
    if let Some(close) = it.close {
        uses.push(format!("close combat Use {}, {}", close.needs, amount(close.damage)));
    }
    if let Some(ranged) = it.ranged {
        let how = if ranged.is_thrown { "thrown " } else { "" };
        let blast = ranged.blast.map_or(String::new(), |it| format!(", blast {it}"));
        let damage = amount(ranged.damage);
        uses.push(format!("{how}Use {}, Range {}, {damage}{blast}", ranged.needs, ranged.range));
    }
    uses.push(format!("parry Use {}", it.class.parry_needs()));
    format!("{} ({})", it.name, uses.join("; "))
}

/// `1d6+1`
pub(super) fn rating(it: Rating) -> String {
    format!("{}{}{}", it.dice, it.sides, plus(it.plus))
}

/// `Skill + 2`, `2d6`, `4`
pub(super) fn amount(it: Amount) -> String {
    let skill = match it.skill {
        0 => None,
        1 => Some("Skill".to_owned()),
        n => Some(format!("{n} × Skill")),
    };
    let dice = Sides::ALL.iter().filter(|(sides, _)| 0 < it.dice[*sides as usize]);
    let dice = dice.map(|(sides, _)| format!("{}{sides}", it.dice[*sides as usize]));
    let parts: Vec<String> = skill.into_iter().chain(dice).collect();
    if parts.is_empty() { it.plus.to_string() } else { format!("{}{}", parts.join(" + "), plus(it.plus)) }
}

fn plus(by: i8) -> String {
    if by == 0 { String::new() } else { Signed(by).to_string() }
}
