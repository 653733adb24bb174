//! What a scenario's author should look at again, after many battles of it.

use crate::field::{Field, ObjectiveId, SquadId, Zones};
use crate::line::battle::{Battle, Setup, Side};
use crate::line::commander::card::Card;

/// A share of dead rounds, in percent, from which on a battle is dull.
const DULL_PERCENT: u64 = 20;

/// Something that may not be meant so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nobody of either side can walk to it.
    Unreachable(ObjectiveId),
    /// Nobody ever held it.
    NeverHeld(ObjectiveId),
    /// It was on the map and never moved or attacked.
    Idle(SquadId),
    /// It waits in reserve, and nothing ever brought it.
    NeverCame(SquadId),
    /// The side got nothing out of any battle.
    NoChance(Side),
    /// So many battles did not end.
    NoEnd(u64),
    /// In so many percent of all rounds nobody did anything.
    Dull(u64),
}

/// Everything that many battles of a setup show, in the order of the scenario.
pub fn findings(setup: &std::sync::Arc<Setup>, card: &Card) -> Vec<Finding> {
    let mut found = Vec::new();
    let opening = Battle::new(std::sync::Arc::clone(setup));
    for (objective, it) in setup.objective_ids().zip(&card.objectives) {
        if !is_reachable(&opening, objective) {
            found.push(Finding::Unreachable(objective));
        } else if it.held.players + it.held.enemy == 0 {
            found.push(Finding::NeverHeld(objective));
        }
    }
    let squads = setup.squad_ids().zip(&card.squads).filter(|it| !setup.squad(it.0).members.is_empty());
    found.extend(squads.filter(|it| it.1.came == 0).map(|it| Finding::NeverCame(it.0)));
    // What can neither walk nor strike is there to be looked at, or to be blown up.
    let can_act = |squad: &SquadId| {
        let profiles = || setup.squad(*squad).members.iter().map(|it| setup.profile(*it));
        profiles().any(|it| 0 < it.movement || !it.weapons.is_empty())
    };
    found.extend(card.idle().filter(can_act).map(Finding::Idle));
    // A battle that runs out of time went to whoever had nothing to do but last.
    if card.victories == 0 {
        found.push(Finding::NoChance(Side::Players));
    }
    if card.defeats + card.times_up == 0 {
        found.push(Finding::NoChance(Side::Enemy));
    }
    if 0 < card.unended {
        found.push(Finding::NoEnd(card.unended));
    }
    let dull = (100 * card.dead_rounds).checked_div(card.rounds()).unwrap_or(0);
    if DULL_PERCENT <= dull {
        found.push(Finding::Dull(dull));
    }
    found
}

/// **O-1** Whether anybody can walk to where he counts at an objective, from where he stands or arrives.
fn is_reachable(opening: &Battle, objective: ObjectiveId) -> bool {
    let setup = opening.setup();
    let place = setup.objective(objective);
    let standing = setup.unit_ids().filter(|it| opening.unit(*it).is_standing()).map(|it| setup.unit(it).at);
    let arriving = setup.schedule.iter().flat_map(|it| &it.reinforce).map(|it| it.1);
    let mut field = Field::default();
    field.flood_to(&opening.footing(), standing.chain(arriving), Zones::Ignore, None);
    field.reached().any(|it| it.0.steps_to(place.at) <= u16::from(place.radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::field::Tile;
    use crate::line::battle::scene::scene_with;
    use crate::line::battle::{BySide, ObjectiveSetup};
    use crate::line::commander::Series;
    use crate::line::rules::Line;

    fn found(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Vec<Finding> {
        let setup = scene_with(drawing, squads, touch).setup_shared();
        let ruleset = Line::default();
        let levels = BySide::default();
        let series = Series { ruleset, setup, seed: Seed::from(3), battles: 4, levels };
        findings(&series.setup, &Card::of(&series.setup, &series.fight(1, &|| ())))
    }

    fn objective(x: u8) -> ObjectiveSetup {
        let (key, name) = ("mill".to_owned(), "the mill".to_owned());
        ObjectiveSetup { key, name, at: Tile::new(x, 0), radius: 0, owner: None, points: 0 }
    }

    #[test]
    fn squads_that_are_walled_in_never_act_and_the_battle_never_ends() {
        let found = found(".a # .x", "a Alpha players: rifle; x Boyz enemy: rifle", |_| ());
        let idle = [SquadId(0), SquadId(1)].map(Finding::Idle);
        let rest =
            [Finding::NoChance(Side::Players), Finding::NoChance(Side::Enemy), Finding::NoEnd(4), Finding::Dull(100)];
        assert_eq!(found, [idle.as_slice(), &rest].concat());
    }

    #[test]
    fn objectives_behind_walls_and_reserves_that_nothing_brings_are_found() {
        let found = found(". .a . .x # .", "a Alpha players: rifle rifle; x Boyz enemy: rifle", |setup| {
            setup.rounds = Some(2);
            setup.objectives.extend([objective(5), objective(0)]);
            let mut late = setup.squads[0].clone();
            late.in_reserve = true;
            late.members = vec![crate::field::UnitId(setup.units.len() as u16)];
            setup.units.push(setup.units[0].clone());
            setup.squads.push(late);
        });
        assert!(found.contains(&Finding::Unreachable(ObjectiveId(0))), "{found:?}");
        assert!(found.contains(&Finding::NeverHeld(ObjectiveId(1))), "{found:?}");
        assert!(found.contains(&Finding::NeverCame(SquadId(2))), "{found:?}");
    }
}
