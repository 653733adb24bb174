//! Volleys and blows as they would be rolled now, with what each die is held against: for odds.

use crate::field::{Footprint, SquadId, UnitId};
use crate::line::battle::{
    AimSource, Amount, Battle, Edited, Event, Fight, FirePart, FormationId, Silence, UnitNow, UnitState, Volley,
    VolleyAt, VolleyKind, WeaponId,
};
use crate::line::rules::attack;
use crate::line::rules::attack::{Arm, Plan};
use crate::line::rules::battery::Planned;
use crate::line::rules::terms;
use crate::line::rules::terms::{Damage, Reroll, ToHit, ToWound};
use crate::line::rules::{Line, battery, discharge, formations, melee, stray};

/// One weapon of a squad at one other: who attacks, what the dice are held against, and whom hits may go to.
#[derive(Clone, Debug)]
pub struct Salvo {
    pub by: SquadId,
    pub at: SquadId,
    /// `None`: bare hands.
    pub weapon: Option<WeaponId>,
    pub kind: VolleyKind,
    /// In the order in which they roll.
    pub attackers: Vec<Attacker>,
    /// ATK; only its dice count, as the fixed part is each attacker's own.
    pub attacks: Amount,
    pub damage: Damage,
    /// **A-5** Those whom hits may go to, the closest first.
    pub pool: Vec<Victim>,
    /// **A-6** Whether its users roll for `[Hazardous]` afterwards.
    pub is_hazardous: bool,
    precision: bool,
    plan: Plan,
}

/// One who attacks.
#[derive(Clone, Copy, Debug)]
pub struct Attacker {
    pub unit: UnitId,
    pub to_hit: ToHit,
    /// Attacks before dice: ATK and what is added to it.
    pub attacks: i16,
}

/// One whom hits may go to.
#[derive(Clone, Copy, Debug)]
pub struct Victim {
    pub unit: UnitId,
    pub hp_max: u8,
    pub to_wound: ToWound,
    /// **A-3** `None` without armour.
    pub save_needs: Option<i8>,
    is_hero: bool,
}

/// **S-9** What becomes of a salvo's misses.
#[derive(Clone, Debug)]
pub struct Strays {
    /// Each of the salvo's attackers with what its misses need to hit a friend, and the friends in roster order.
    pub salvo: Salvo,
    /// Steps from each of the attackers to each of the friends.
    pub steps: Vec<Vec<u16>>,
}

impl Salvo {
    fn of(rules: &Line, battle: &Battle, plan: Plan, reroll: Reroll) -> Salvo {
        let victim = |&unit: &UnitId| Victim {
            unit,
            hp_max: battle.profile(unit).hp,
            to_wound: attack::wound_against(battle, &plan, unit).1,
            save_needs: attack::save_needs(battle, &plan, unit).map(|it| it.needs),
            is_hero: attack::is_embedded_hero(battle, plan.at, unit),
        };
        let attacker = |it: &attack::Attacker| Attacker {
            unit: it.unit,
            to_hit: attack::to_hit(rules, &plan.arm.traits, &plan.aims[usize::from(it.aim)], reroll),
            attacks: plan.aims[usize::from(it.aim)].attacks_fixed(),
        };
        Salvo {
            by: plan.by,
            at: plan.at,
            weapon: plan.arm.weapon,
            kind: plan.kind,
            attackers: plan.attackers.iter().map(attacker).collect(),
            attacks: plan.arm.attacks,
            damage: plan.arm.damage(),
            pool: plan.pool.iter().map(victim).collect(),
            is_hazardous: plan.arm.traits.hazardous,
            precision: plan.arm.traits.precision,
            plan,
        }
    }

    fn planned(rules: &Line, battle: &Battle, plan: Plan) -> Salvo {
        let reroll = attack::reroll_of(battle, &plan);
        Salvo::of(rules, battle, plan, reroll)
    }

    /// **F-2** What the shields beside each of these are worth in a battle, if hits go to them in this order; nothing if
    /// it makes no difference whom an attack would hit.
    pub fn walls(&self, battle: &Battle, in_line: &[UnitId]) -> Vec<i8> {
        let walls = formations::walls(battle, in_line);
        if self.kind == VolleyKind::Stray || walls.windows(2).all(|it| it[0] == it[1]) { Vec::new() } else { walls }
    }

    /// **F-2** What one of the attackers, by his place, needs to hit somebody behind such a wall.
    pub fn to_hit_behind(&self, attacker: usize, wall: i8) -> ToHit {
        let aim = &self.plan.aims[usize::from(self.plan.attackers[attacker].aim)];
        ToHit { needs: formations::behind(aim, wall).needs, ..self.attackers[attacker].to_hit }
    }

    /// **M-2** Who fires it, and who works it with them.
    pub fn users(&self) -> impl Iterator<Item = UnitId> {
        let crew = self.plan.silent.iter().filter(|it| it.1 == Silence::Crewing).map(|it| it.0);
        self.attackers.iter().map(|it| it.unit).chain(crew)
    }

    /// **A-5** Those of the pool who stand, each with the HP that he has by then, in the order in which hits go to them.
    pub fn in_line(&self, hp: impl Fn(UnitId) -> i16) -> Vec<(Victim, i16)> {
        self.line_up(self.pool.iter().copied(), hp)
    }

    fn line_up(&self, pool: impl Iterator<Item = Victim>, hp: impl Fn(UnitId) -> i16) -> Vec<(Victim, i16)> {
        let mut line: Vec<(Victim, i16)> = pool.map(|it| (it, hp(it.unit))).filter(|it| 0 < it.1).collect();
        line.sort_by_key(|(it, hp)| terms::turn_in_line(it.is_hero, self.precision, *hp, it.hp_max));
        line
    }

    /// **S-9** What becomes of its misses if it is fired in this battle; `None` if no friends are in danger.
    pub fn strays(&self, rules: &Line, battle: &Battle) -> Option<Strays> {
        if self.kind != VolleyKind::Fire {
            return None;
        }
        let danger = stray::danger(battle, &self.plan)?;
        let attackers: Vec<UnitId> = self.attackers.iter().map(|it| it.unit).collect();
        let steps = |from: &UnitId| {
            let from = battle.footprint(*from);
            danger.units.iter().map(|it| from.distance(battle.footprint(*it))).collect()
        };
        let steps = attackers.iter().map(steps).collect();
        let friends = danger.units.clone();
        let mut plan = stray::at_friends(battle, &self.plan, danger, &attackers);
        plan.pool = friends;
        Some(Strays { salvo: Salvo::of(rules, battle, plan, Reroll::None), steps })
    }
}

impl Strays {
    /// **A-5** Whether it makes no difference to any die which of the friends is hit first.
    pub fn are_alike(&self, hp: impl Fn(UnitId) -> i16) -> bool {
        let what = |it: &Victim| (hp(it.unit), it.hp_max, it.to_wound, it.save_needs, it.is_hero);
        let mut friends = self.salvo.pool.iter().filter(|it| 0 < hp(it.unit)).map(what);
        let first = friends.next();
        friends.all(|it| Some(it) == first)
    }

    /// **A-5** The friends in the order in which stray hits go to them, if those who missed come this near to each.
    pub fn in_line(&self, nearest: &[u16], hp: impl Fn(UnitId) -> i16) -> Vec<(Victim, i16)> {
        let pool = &self.salvo.pool;
        let order = attack::pool(pool.iter().map(|it| it.unit).zip(nearest.iter().copied()));
        let victim = |unit: UnitId| pool.iter().find(move |it| it.unit == unit).copied();
        self.salvo.line_up(order.into_iter().filter_map(victim), hp)
    }
}

/// **S-4** Which of a squad's weapons fire with which part of its order.
#[derive(Clone, Debug)]
pub struct Uses {
    uses: battery::Uses,
    /// **F-3** Whether all who could fire have done so with another squad of their formation.
    pub have_fired: bool,
}

/// Which weapons each unit of a squad uses, for which part of its order.
pub fn uses(battle: &Battle, squad: SquadId, parts: &[FirePart]) -> Uses {
    let mut uses = battery::assign(battle, squad, parts);
    let fired_already = formations::fired_already(battle, squad);
    uses.keep(|it| !fired_already.contains(&it));
    Uses { have_fired: uses.is_empty() && !fired_already.is_empty(), uses }
}

/// What a part of a volley would be if it were fired now, weapon by weapon; nothing if nobody can fire.
pub fn salvos(rules: &Line, battle: &Battle, squad: SquadId, uses: &Uses, part: usize, target: SquadId) -> Vec<Salvo> {
    salvos_of(rules, battle, battery::plan(battle, squad, target, &uses.uses.of(part)))
}

fn salvos_of(rules: &Line, battle: &Battle, mut planned: Planned) -> Vec<Salvo> {
    if let Some(first) = planned.plans.first_mut() {
        first.silent = planned.silent;
    }
    planned.plans.into_iter().map(|it| Salvo::planned(rules, battle, it)).collect()
}

/// **S-5** Who of a squad fires a part of its order for nothing if its target is gone.
pub fn wasted(battle: &Battle, squad: SquadId, uses: &Uses, part: usize) -> Vec<UnitId> {
    discharge::wasted(battle, squad, &uses.uses.of(part)).0
}

/// **S-9** The squad of friends that misses at a target would be rolled against now.
pub fn endangered(battle: &Battle, squad: SquadId, target: SquadId) -> Option<SquadId> {
    stray::melee_friend(battle, squad, target)
}

/// **M-4** A squad's blows as they would be struck now, weapon by weapon and target by target.
pub fn blows(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> Vec<Salvo> {
    let plans = melee::blow_plans(rules, battle, squad, order);
    plans.into_iter().map(|it| Salvo::planned(rules, battle, it)).collect()
}

/// **M-2** What a squad would fire at close quarters now, weapon by weapon.
pub fn close_quarters(rules: &Line, battle: &Battle, squad: SquadId, order: &Fight) -> Vec<Salvo> {
    let plans = melee::close_quarters_plans(battle, squad, order);
    plans.into_iter().map(|it| Salvo::planned(rules, battle, it)).collect()
}

/// **F-3** What a formation would fire together now.
#[derive(Clone, Debug)]
pub enum Together {
    /// At one unit: weapon by weapon, squad by squad.
    At(UnitId, Vec<Salvo>),
    /// **S-5** Nobody is there to be shot at any more. Who of each of its squads would have fired.
    Wasted(Vec<(SquadId, Vec<UnitId>)>),
}

/// **F-3** What a formation would fire together now; `None` if it is no more.
pub fn together(rules: &Line, battle: &Battle, id: FormationId, order: VolleyAt) -> Option<Together> {
    let formation = battle.formation(id)?;
    Some(match formations::mark(rules, battle, formation, order) {
        Some(unit) => {
            let volleys = formations::volley_plans(battle, formation, unit).into_iter();
            Together::At(unit, volleys.flat_map(|it| salvos_of(rules, battle, it.1)).collect())
        }
        None => Together::Wasted(formations::volley_wasted(battle, formation)),
    })
}

/// What a volley was before its dice fell, in the battle as it was then.
///
/// `None` where that can't be told from what is recorded: strays, spears that meet a charge, volleys of formations that hit
/// nobody, and aims with which a natural 1 might hit.
pub fn as_it_was(battle: &Battle, volley: &Volley) -> Option<Salvo> {
    let first = volley.shots.first()?;
    let arm = match volley.weapon {
        Some(weapon) => Arm::of(battle, volley.by, weapon, attack::phase_of(volley.kind)),
        None => Arm::bare_hands(&Line::default(), battle, first.unit),
    };
    let mut attackers: Vec<attack::Attacker> = Vec::new();
    for it in &volley.shots {
        if attackers.last().is_none_or(|last| last.unit != it.unit) {
            attackers.push(attack::Attacker { unit: it.unit, aim: it.aim });
        }
    }
    let Volley { kind, by, at, .. } = *volley;
    // **C-7** In whose hands the weapon was, nobody wrote down.
    if attackers.iter().any(|it| battle.has_own_boons(it.unit, attack::phase_of(kind))) {
        return None;
    }
    let mut plan =
        Plan { kind, by, at, arm, aims: volley.aims.clone(), attackers, pool: Vec::new(), silent: Vec::new() };
    let is_together = plan.aims.iter().flat_map(|it| &it.modifiers).any(|it| it.0 == AimSource::Volley);
    plan.pool = match kind {
        VolleyKind::Fire if is_together => vec![volley.hits.first()?.victim?],
        VolleyKind::Fire => {
            let victims: Vec<(UnitId, Footprint)> = battle.standing(at).map(|it| (it, battle.footprint(it))).collect();
            battery::pool(battle, &plan, &victims)
        }
        VolleyKind::CloseQuarters | VolleyKind::Blows => melee::whom_they_hit(battle, &plan),
        VolleyKind::Stray | VolleyKind::SpearWall => return None,
    };
    // Whatever a scenario says of a natural 1 makes no difference to these.
    let is_plain = plan.aims.iter().all(|it| 1 < it.needs);
    is_plain.then(|| Salvo::planned(&Line::default(), battle, plan))
}

/// **S-7** The battle once these units of a squad have fired, if any, and it counts as having shot.
pub fn having_shot(battle: &mut Battle, squad: SquadId, units: Vec<UnitId>) {
    battle.apply(&Event::VolleyWasted { squad, target: squad, units, slows: false });
}

/// The battle if these units had so many HP; those with none are downed.
pub fn having(battle: &Battle, hp: &[(UnitId, i16)]) -> Battle {
    let mut battle = battle.clone();
    let now = |&(unit, hp): &(UnitId, i16)| UnitNow {
        unit,
        state: if 0 < hp { UnitState::Standing } else { UnitState::Downed },
        at: battle.unit(unit).at,
        hp,
    };
    let units: Vec<UnitNow> = hp.iter().map(now).collect();
    if !units.is_empty() {
        battle.apply(&Event::Edited(Edited::Units(units)));
    }
    battle
}

/// Which phases are played, for whoever holds odds against dice.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phases {
    Shooting,
    Melee,
    Both,
}

/// What dice make of what was ordered, for whoever holds odds against dice.
#[cfg(test)]
pub(crate) fn played(
    phases: Phases,
    rules: &Line,
    battle: &Battle,
    orders: &crate::line::battle::Orders,
    dice: &mut crate::dice::Dice,
) -> Vec<Event> {
    let mut round = crate::line::rules::Round { rules, battle: battle.clone(), orders, dice, events: Vec::new() };
    if phases != Phases::Melee {
        crate::line::rules::shooting::resolve(&mut round);
    }
    if phases != Phases::Shooting {
        melee::resolve(&mut round);
    }
    round.events
}
