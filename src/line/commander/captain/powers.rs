//! Abilities that CP are spent on.

use crate::field::SquadId;
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTarget, AbilityUse, Boon, CasterId, Effect, Movement, Phase, Stat, Trigger,
};
use crate::line::commander::captain::leader::Captain;
use crate::line::commander::decision::Why;
use crate::line::rules::preview;

/// What a use has to be worth for each CP, in thousandths of a usual unit.
const PER_CP: i64 = 350;
/// The most uses that are ordered in a round.
const USES_MAX: usize = 6;

impl Captain<'_> {
    /// **C-2** Uses abilities of the casters that it leads, those worth most for their CP first.
    pub(super) fn spend(&mut self, led: &[SquadId]) {
        for _ in 0..USES_MAX {
            let Some((it, on, worth)) = self.best_use(led) else { return };
            self.plan.orders.abilities.push(it);
            self.decide(on, Why::Uses { ability: it.ability, worth_milli: worth.max(0) as u32 });
        }
    }

    fn best_use(&self, led: &[SquadId]) -> Option<(AbilityUse, SquadId, i64)> {
        let setup = self.battle.setup();
        let mut best: Option<(i64, AbilityUse, SquadId, i64)> = None;
        for by in setup.caster_ids().filter(|it| self.leads_caster(*it, led)) {
            for &ability in &setup.caster(by).abilities {
                let cost = setup.ability(ability).cost;
                if self.cp_left(by) < cost {
                    continue;
                }
                for squad in self.may_get(by, ability) {
                    let it = AbilityUse { by, ability, on: AbilityOn::Squad(squad) };
                    let is_taken =
                        self.plan.orders.abilities.iter().any(|other| (other.ability, other.on) == (ability, it.on));
                    if is_taken || !preview::may_use(self.battle, it) {
                        continue;
                    }
                    let worth = self.worth_of_use(ability, squad);
                    let each = worth / i64::from(cost.max(1));
                    if PER_CP <= each && best.as_ref().is_none_or(|it| it.0 < each) {
                        best = Some((each, it, squad, worth));
                    }
                }
            }
        }
        best.map(|it| (it.1, it.2, it.3))
    }

    /// Whether it leads a caster: the GM's pool of its side, or a hero whose squad it leads.
    fn leads_caster(&self, by: CasterId, led: &[SquadId]) -> bool {
        let caster = self.battle.setup().caster(by);
        let leads_hero = |hero| led.contains(&self.battle.unit(hero).squad);
        caster.side == self.manner.side && caster.hero.map_or(caster.seat.is_none(), leads_hero)
    }

    /// **C-1** The CP that are left in a pool once all ordered uses are paid.
    fn cp_left(&self, by: CasterId) -> u8 {
        let ordered = self.plan.orders.abilities.iter().filter(|it| it.by == by);
        let spent: u8 = ordered.map(|it| self.battle.setup().ability(it.ability).cost).fold(0, u8::saturating_add);
        self.battle.cp(by).saturating_sub(spent)
    }

    /// **C-4** The squads that an ability may be used on.
    fn may_get(&self, by: CasterId, ability: AbilityId) -> Vec<SquadId> {
        let setup = self.battle.setup();
        let caster = setup.caster(by);
        let friends = || self.forces.friends.iter().copied();
        match setup.ability(ability).target {
            AbilityTarget::OwnSquad => friends().filter(|it| setup.squad(*it).seat == caster.seat).collect(),
            AbilityTarget::AlliedSquad => friends().collect(),
            AbilityTarget::EnemySquad => self.forces.enemies.clone(),
            // Uses on ground, single units and lone heroes aren't considered.
            _ => Vec::new(),
        }
    }

    /// What all effects of an ability are worth on a squad. An ability with a trigger is worth less, as the trigger may
    /// not come.
    fn worth_of_use(&self, ability: AbilityId, squad: SquadId) -> i64 {
        let ability = self.battle.setup().ability(ability);
        let sum: i64 = ability.effects.iter().map(|it| self.worth_of_effect(it, squad)).sum();
        match ability.trigger {
            None => sum,
            Some(Trigger::Charged | Trigger::EndsMove) => sum / 4,
            Some(Trigger::ShotAt | Trigger::Fights) => sum * 3 / 4,
            Some(Trigger::TestsMorale | Trigger::FailsMorale) if self.battle.is_below_half(squad) => sum / 2,
            Some(Trigger::TestsMorale | Trigger::FailsMorale) => 0,
        }
    }

    fn worth_of_effect(&self, effect: &Effect, squad: SquadId) -> i64 {
        let whole = self.forces.worth(squad, 1000 * self.standing(squad));
        let unit = self.forces.worth(squad, 1000);
        match effect {
            Effect::Lasting { boon, .. } => {
                let worth = self.worth_of_boon(boon, squad);
                // What is good for an enemy is bad for us.
                if self.battle.side(squad) == self.manner.side { worth } else { -worth }
            }
            Effect::Rally if self.battle.squad(squad).is_broken => whole / 2,
            Effect::Heal(hp) => {
                let lacks = self.battle.standing(squad).map(|it| {
                    let hp_max = i64::from(self.battle.profile(it).hp);
                    (hp_max - i64::from(self.battle.unit(it).hp)).min(i64::from(*hp)) * unit / hp_max
                });
                lacks.max().unwrap_or(0)
            }
            Effect::StandUp { units, .. } => {
                self.battle.carried(squad).take(usize::from(*units)).count() as i64 * unit * 4 / 5
            }
            Effect::Immediately(Phase::Shooting) => self.fire_worth(squad) / 8,
            _ => 0,
        }
    }

    fn worth_of_boon(&self, boon: &Boon, squad: SquadId) -> i64 {
        let fire = self.fire_worth(squad);
        match boon {
            Boon::Modify { stat, by, .. } => {
                let by = i64::from(*by);
                match stat {
                    Stat::Accuracy => fire * by / 3,
                    Stat::Strength => fire * by / 6,
                    Stat::Piercing | Stat::Damage => fire * by / 5,
                    Stat::Attacks if self.battle.is_squad_engaged(squad) => self.forces.best(squad).1 * by / 2,
                    Stat::Save => self.danger(squad) * by / 4,
                    Stat::Toughness => self.danger(squad) * by / 5,
                    Stat::Movement => self.hurry(squad) * by,
                    Stat::Leadership if self.battle.is_below_half(squad) => {
                        self.forces.worth(squad, 1000 * self.standing(squad)) * by / 14
                    }
                    _ => 0,
                }
            }
            Boon::RerollMisses => fire / 2,
            Boon::RerollOnes => fire / 6,
            _ => 0,
        }
    }

    /// What a squad's fire is worth this round. A squad of its own side counts only if it is ordered to fire.
    fn fire_worth(&self, squad: SquadId) -> i64 {
        if self.battle.side(squad) == self.manner.side && self.plan.orders.fire.get(squad).is_none() {
            return 0;
        }
        self.best_fire(squad)
    }

    /// What the other side's fire could do to a squad now.
    fn danger(&self, squad: SquadId) -> i64 {
        let Some(force) = self.forces.of_squad(squad) else { return 0 };
        let others =
            if self.battle.side(squad) == self.manner.side { &self.forces.enemies } else { &self.forces.friends };
        let fire = others.iter().filter_map(|it| {
            let other = self.forces.of_squad(*it)?;
            let felled = self.forces.fire(*it, squad, other.here.steps_to(force.here), force.cover);
            Some(self.forces.worth(squad, felled))
        });
        fire.max().unwrap_or(0)
    }

    /// What one more step is worth to a squad.
    fn hurry(&self, squad: SquadId) -> i64 {
        match self.plan.orders.movement.get(squad) {
            Some(Movement::Charge { .. }) => self.forces.best(squad).1 / 12,
            Some(Movement::Move(_)) => 60,
            _ => 0,
        }
    }
}
