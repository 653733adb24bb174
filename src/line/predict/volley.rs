//! The exact odds of one weapon that one squad fires at another, by itself.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, FirePart, Volley};
use crate::line::predict::blow::HitChances;
use crate::line::predict::chances::pass_chance;
use crate::line::predict::hit_chain::{RowEnd, row_ends};
use crate::line::predict::{Distribution, FireOdds};
use crate::line::rules::Line;
use crate::line::rules::preview::{self, Salvo, Victim};

/// The odds of a squad's fire as things stand, if only one weapon fires, its misses endanger no friend, and it is no
/// danger to its users. `None` for any other fire, and if there are too many ways for it to end.
pub fn volley(rules: &Line, battle: &Battle, squad: SquadId, part: FirePart) -> Option<FireOdds> {
    let target = part.target;
    let salvos = preview::salvos(rules, battle, squad, part);
    let [salvo] = &salvos[..] else { return None };
    if salvo.is_hazardous || preview::friend_in_melee(battle, squad, target).is_some() {
        return None;
    }
    let law = SalvoOdds::of(salvo)?;
    Some(FireOdds {
        squad,
        target,
        tries: None,
        wasted: 0.0,
        held: 0.0,
        downed: law.sum(|it| it.felled),
        killed: law.sum(|it| it.killed),
        hp_lost: law.mean(|it| f64::from(law.hp_lost(it))),
        gone: law.mean(|it| f64::from(u8::from(battle.standing(target).count() <= it.felled))),
        breaks: law.mean(|it| law.breaks(battle, target, it)),
        strays: None,
        users_downed: Distribution::sure(0),
    })
}

/// How many units a volley that was rolled could have felled, in `battle` as it was before the volley. `None` if that
/// can't be found out ([`preview::salvo_before_dice`]), or if there are too many ways for it to end.
pub fn rolled_volley(battle: &Battle, volley: &Volley) -> Option<Distribution> {
    let salvo = preview::salvo_before_dice(battle, volley)?;
    Some(SalvoOdds::of(&salvo)?.sum(|it| it.felled))
}

/// All ways in which one salvo may end.
struct SalvoOdds {
    /// The units that hits go to, one after the other.
    line: Vec<Victim>,
    ends: Vec<RowEnd>,
}

impl SalvoOdds {
    fn of(salvo: &Salvo) -> Option<SalvoOdds> {
        let unit =
            |it: &Victim| (it.hp.unsigned_abs(), it.hp_max, HitChances::of(&it.to_wound, it.save.map(|it| it.needs)));
        let ends = row_ends(salvo.line.iter().map(unit), &salvo.damage, &salvo.attackers, salvo.attacks)?;
        Some(SalvoOdds { line: salvo.line.clone(), ends })
    }

    fn sum(&self, number: impl Fn(&RowEnd) -> usize) -> Distribution {
        self.ends.iter().map(|it| (number(it), it.chance)).collect()
    }

    fn mean(&self, value: impl Fn(&RowEnd) -> f64) -> f64 {
        self.ends.iter().map(|it| it.chance * value(it)).sum()
    }

    fn hp_lost(&self, it: &RowEnd) -> u16 {
        self.line.iter().take(it.felled).map(|it| it.hp.unsigned_abs()).sum::<u16>() + it.lost
    }

    /// **L-1, L-3** The chance that the target breaks, or stays broken, after this end.
    fn breaks(&self, battle: &Battle, target: SquadId, end: &RowEnd) -> f64 {
        let left = |unit: UnitId| match self.line.iter().position(|it| it.unit == unit) {
            Some(n) if n < end.felled => 0,
            Some(n) if n == end.felled => self.line[n].hp - end.lost as i16,
            _ if battle.unit(unit).is_standing() => battle.unit(unit).hp,
            _ => 0,
        };
        preview::nerve(battle, target, left).filter(|it| !it.is_rallied).map_or(0.0, |it| 1.0 - pass_chance(&it))
    }
}
