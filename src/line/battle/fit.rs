//! Checks that every id in orders from a file exists in the battle.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{
    AbilityOn, AbilityUse, DirectedBy, Fire, FirePart, FormationStep, HeroMove, Movement, Orders, OrganisationalOrder,
    Place, Route, RouteGoal, Setup, StepKind, WeaponId, With,
};

impl Setup {
    /// Whether everything that these orders name exists.
    pub fn has_everything_in(&self, orders: &Orders) -> bool {
        let squad = |it: SquadId| self.has_squad(it);
        orders.abilities.iter().all(|it| self.has_use(*it))
            && orders.heroes.iter().all(|(hero, it)| match *it {
                HeroMove::Join(to) => self.has_unit(hero) && squad(to),
                HeroMove::Leave => self.has_unit(hero),
            })
            && orders.fire.iter().all(|(it, fire)| squad(it) && self.has_fire(fire))
            && orders.fight.iter().all(|(it, fight)| {
                squad(it) && fight.target.is_none_or(squad) && fight.weapon.is_none_or(|it| self.has_weapon(it))
            })
            && orders.movement.iter().all(|(it, movement)| squad(it) && self.has_movement(movement))
            && orders.abandon.iter().all(|it| squad(it.0))
            && orders
                .stations
                .iter()
                .all(|(unit, it)| self.has_unit(unit) && squad(it.squad) && self.board.contains(it.at))
            && orders.formations.ranging.iter().all(|(it, ranging)| squad(it) && self.has_ranging(ranging))
            && orders.formations.break_ranks.iter().all(|it| squad(*it))
            && (self.formations.is_some() || orders.formations.is_empty())
    }

    fn has_squad(&self, it: SquadId) -> bool {
        usize::from(it.0) < self.squads.len()
    }

    fn has_unit(&self, it: UnitId) -> bool {
        usize::from(it.0) < self.units.len()
    }

    fn has_weapon(&self, it: WeaponId) -> bool {
        usize::from(it.0) < self.weapons.len()
    }

    fn has_use(&self, it: AbilityUse) -> bool {
        let on = match it.on {
            AbilityOn::Squad(squad) => self.has_squad(squad),
            AbilityOn::Unit(unit) => self.has_unit(unit),
            AbilityOn::Tile(tile) => self.board.contains(tile),
        };
        on && usize::from(it.ability.0) < self.abilities.len() && usize::from(it.by.0) < self.casters.len()
    }

    fn has_fire(&self, it: &Fire) -> bool {
        let with = |it: With| match it {
            With::Weapon(weapon) => self.has_weapon(weapon),
            With::Team(profile) => usize::from(profile.0) < self.profiles.len(),
        };
        match it {
            Fire::AtWill => true,
            Fire::At(parts) => parts.iter().all(|it: &FirePart| self.has_squad(it.target) && it.with.is_none_or(with)),
            Fire::Volley(it) => {
                self.formations.is_some() && self.has_squad(it.target) && it.unit.is_none_or(|it| self.has_unit(it))
            }
        }
    }

    fn has_movement(&self, it: &Movement) -> bool {
        match it {
            Movement::Hold => true,
            Movement::Move(route) => self.has_route(route),
            Movement::Charge { target, after } => {
                self.has_squad(*target) && after.as_ref().is_none_or(|it| self.has_route(it))
            }
            Movement::Disengage(route) => route.as_ref().is_none_or(|it| self.has_route(it)),
            Movement::Steps(steps) => self.formations.is_some() && steps.iter().all(|it| self.has_step(it)),
        }
    }

    fn has_route(&self, it: &Route) -> bool {
        let goal = match it.goal {
            RouteGoal::Tile(tile) => self.board.contains(tile),
            RouteGoal::Steps(_) => true,
            RouteGoal::Toward { place, .. } | RouteGoal::AwayFrom { place, .. } => match place {
                Place::Squad(squad) => self.has_squad(squad),
                Place::Objective(objective) => usize::from(objective.0) < self.objectives.len(),
            },
        };
        goal && it.via.iter().all(|it| self.board.contains(*it))
    }

    fn has_step(&self, it: &FormationStep) -> bool {
        let pivot = match it.kind {
            StepKind::Wheel { pivot, .. } => pivot,
            StepKind::March(_) | StepKind::Stand => None,
        };
        it.hold.iter().copied().chain(pivot).all(|it| self.has_unit(it))
    }

    fn has_ranging(&self, it: &OrganisationalOrder) -> bool {
        let OrganisationalOrder::FormUp(it) = it else { return true };
        let leader = match it.directed_by {
            DirectedBy::Leader(unit) => Some(unit),
            DirectedBy::Anybody | DirectedBy::Themselves => None,
        };
        !it.squads.is_empty()
            && it.squads.iter().all(|it| self.has_squad(*it))
            && it.without.iter().copied().chain(leader).all(|it| self.has_unit(it))
            && it.shuffle.iter().all(|(unit, tile)| self.has_unit(*unit) && self.board.contains(*tile))
    }
}
