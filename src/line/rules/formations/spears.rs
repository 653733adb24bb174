//! F-4: spear walls.

use std::collections::BTreeSet;

use crate::field::{Footprint, SquadId, Tile, UnitId};
use crate::line::battle::Battle;
use crate::line::rules::Round;
use crate::line::rules::melee::{self, FirstStrike};

/// **F-4, FX-7** Lets members with spears that stand beside each other strike once at a charging squad, before it comes
/// into contact with them. Returns whether any did. `places` is where the charge would bring the squad. In the next
/// Melee phase they fight as usual.
pub(crate) fn spear_wall(round: &mut Round<'_>, charger: SquadId, places: &[(UnitId, Tile)]) -> bool {
    let first = first_to_strike(&round.battle, charger, places);
    let squads: BTreeSet<SquadId> = first.iter().map(|it| round.battle.unit(it.0).squad).collect();
    melee::exchange(
        round,
        |_| squads.iter().copied().collect(),
        |round, squad| melee::first_strikes(round, squad, charger, &first),
    );
    !first.is_empty()
}

fn first_to_strike(battle: &Battle, charger: SquadId, places: &[(UnitId, Tile)]) -> Vec<FirstStrike> {
    let comes_to = |spear: UnitId, (unit, at): (UnitId, Tile)| {
        let there = Footprint { at, size: battle.profile(unit).size };
        battle.footprint(spear).engages(battle.reach(spear).max(battle.reach(unit)), there)
    };
    let first = |spear: UnitId| {
        let victims: Vec<UnitId> = places.iter().filter(|it| comes_to(spear, **it)).map(|it| it.0).collect();
        (!victims.is_empty()).then_some((spear, victims))
    };
    let is_enemy = |unit: UnitId| battle.side(battle.unit(unit).squad) != battle.side(charger);
    let members = battle.formations().iter().flat_map(|it| it.members.iter().map(move |unit| (it, *unit)));
    let in_wall = members.filter(|(formation, unit)| is_enemy(*unit) && is_in_wall(battle, &formation.members, *unit));
    in_wall.filter_map(|it| first(it.1)).collect()
}

/// **F-4** Whether any unit of a squad would strike first at a squad that charges it.
pub fn is_in_spear_wall(battle: &Battle, squad: SquadId) -> bool {
    let is_of_it = |it: UnitId| battle.unit(it).squad == squad;
    battle
        .formations_of(squad)
        .any(|it| it.members.iter().any(|unit| is_of_it(*unit) && is_in_wall(battle, &it.members, *unit)))
}

/// **FX-7** Whether a unit stands beside another member with a spear, and neither is dazed.
fn is_in_wall(battle: &Battle, members: &[UnitId], unit: UnitId) -> bool {
    let is_spear = |it: UnitId| battle.profile(it).drill.spear && !battle.is_dazed(it);
    is_spear(unit) && members.iter().any(|it| battle.are_neighbours(unit, *it) && is_spear(*it))
}
