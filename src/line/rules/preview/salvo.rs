//! Volleys and blows as they would be rolled now, with what each die must reach: for odds.

use crate::field::{Footprint, SquadId, UnitId};
use crate::line::battle::{Amount, Battle, FirePart, Volley, VolleyKind};
use crate::line::rules::attack::{self, Arm, Attacker, Plan, Victim};
use crate::line::rules::terms::{Damage, ToHit};
use crate::line::rules::{Line, battery, melee};

/// A squad's attacks with one weapon at another squad: the attackers, what their dice must reach, and the victims.
#[derive(Clone, Debug)]
pub struct Salvo {
    /// What each attacker needs to hit, in the order in which they roll, and its attacks without dice: ATK and what is
    /// added.
    pub attackers: Vec<(ToHit, i16)>,
    /// ATK, of which only the dice count, because each attacker has its own fixed part.
    pub attacks: Amount,
    pub damage: Damage,
    /// **A-5** The units that hits may go to, in that order.
    pub line: Vec<Victim>,
    /// **A-6** Whether the attackers roll for `[Hazardous]` afterwards.
    pub is_hazardous: bool,
}

impl Salvo {
    fn of(rules: &Line, battle: &Battle, plan: &Plan) -> Salvo {
        let reroll = attack::reroll_of(battle, plan);
        let attacker = |it: &Attacker| {
            let aim = &plan.aims[usize::from(it.aim)];
            (ToHit::of(rules, &plan.arm.traits, aim.needs, reroll), aim.attacks_fixed())
        };
        Salvo {
            attackers: plan.attackers.iter().map(attacker).collect(),
            attacks: plan.arm.attacks,
            damage: plan.arm.damage,
            line: attack::hit_order(battle, plan).into_iter().map(|it| Victim::of(battle, plan, it)).collect(),
            is_hazardous: plan.arm.traits.hazardous,
        }
    }
}

/// A squad's fire at another as it would be rolled now, weapon by weapon; empty if nobody can fire.
pub fn salvos(rules: &Line, battle: &Battle, squad: SquadId, part: FirePart) -> Vec<Salvo> {
    let uses = battery::assign(battle, squad, &[part]);
    let plans = battery::plan(battle, squad, part.target, &uses, None).plans;
    plans.iter().map(|it| Salvo::of(rules, battle, it)).collect()
}

/// A volley as it was before its dice were rolled, in the battle as it was then.
///
/// `None` where the event doesn't record enough: strays, first strikes of spear walls, fire of formations that hit
/// nobody, attackers with effects of their own, and aims with which a natural 1 might hit.
pub fn salvo_before_dice(battle: &Battle, volley: &Volley) -> Option<Salvo> {
    let first = volley.shots.first()?;
    let arm = match volley.weapon {
        Some(weapon) => Arm::of(battle, volley.by, None, weapon, attack::phase_of(volley.kind)),
        None => Arm::bare_hands(&Line::default(), battle, first.unit),
    };
    let mut attackers: Vec<Attacker> = Vec::new();
    for it in &volley.shots {
        if attackers.last().is_none_or(|last| last.unit != it.unit) {
            attackers.push(Attacker { unit: it.unit, aim: it.aim });
        }
    }
    let Volley { kind, by, at, .. } = *volley;
    // **C-7** The event doesn't record the bearer of the weapon.
    if attackers.iter().any(|it| battle.has_own_boons(it.unit, attack::phase_of(kind))) {
        return None;
    }
    let mut plan = Plan { aims: volley.aims.clone(), attackers, ..Plan::of(kind, by, at, arm) };
    plan.pool = match kind {
        VolleyKind::Fire if volley.is_together() => vec![volley.hits.first()?.victim?],
        VolleyKind::Fire => {
            let victims: Vec<(UnitId, Footprint)> = battle.standing(at).map(|it| (it, battle.footprint(it))).collect();
            battery::pool(battle, &plan, &victims)
        }
        VolleyKind::CloseQuarters | VolleyKind::Blows => melee::reachable_victims(battle, &plan),
        VolleyKind::Stray | VolleyKind::SpearWall => return None,
    };
    // The scenario's ruling on a natural 1 makes no difference to these.
    let is_plain = plan.aims.iter().all(|it| 1 < it.needs);
    is_plain.then(|| Salvo::of(&Line::default(), battle, &plan))
}
