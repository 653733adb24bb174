//! Orders for squads that nobody gives orders to: the enemy's, and allies that the GM leaves to themselves.

mod candidate;
mod captain;
mod decision;
mod elite;
mod green;
mod last_look;
mod prize;
mod ranks;
mod stand_in;
mod withdrawal;

pub(crate) use captain::Aims;
pub use decision::{Decision, Intent, MoveReason, SidePlan, TargetReason, Why};
pub use stand_in::stand_in;

use crate::dice::Mood;
use crate::field::SquadId;
use crate::line::battle::{Battle, BySide, Level, Orders, Side};
use crate::line::rules::Line;

/// The squads that a commander leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// **T-3** The squads that are the GM's.
    GmSquads,
    /// Every squad, the players' too: for battles that nobody plays.
    Everybody,
}

/// Orders that a commander has completed, and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub orders: Orders,
    /// The reasons, squad by squad, for the GM. A green commander gives none.
    pub decisions: Vec<Decision>,
    /// The plan of each side.
    pub side_plans: Vec<SidePlan>,
}

/// Completes `given` with the commander's orders for each of the GM's squads that has none.
///
/// The commander sees only the map, never the players' orders or a die.
pub fn complete(rules: &Line, battle: &Battle, given: &Orders) -> Orders {
    complete_with_reasons(rules, battle, given, Mood::default()).orders
}

/// Like [`complete`], with the reasons. The mood decides between plans of about the same worth.
pub fn complete_with_reasons(rules: &Line, battle: &Battle, given: &Orders, mood: Mood) -> Planned {
    let level = battle.setup().commander;
    plan(rules, battle, given, BySide { players: level, enemy: level }, Leads::GmSquads, mood)
}

/// Completes `given` for the squads that commanders of these levels lead. A squad's own level overrides its side's.
pub fn plan(rules: &Line, battle: &Battle, given: &Orders, levels: BySide<Level>, leads: Leads, mood: Mood) -> Planned {
    let setup = battle.setup();
    let is_led = |it: SquadId| leads == Leads::Everybody || setup.squad(it).seat.is_none();
    let squads: Vec<SquadId> =
        setup.squad_ids().filter(|it| is_led(*it) && battle.is_on_map(*it) && !given.has_any_for(*it)).collect();
    let levels = |it: SquadId| setup.squad(it).level.unwrap_or(levels[battle.side(it)]);
    lead(given, &LedSquads { rules, battle, squads: &squads, levels: &levels, mood })
}

/// Squads without orders, the battle that they are in, and the level that leads each of them.
#[derive(Clone, Copy)]
struct LedSquads<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    squads: &'a [SquadId],
    levels: &'a dyn Fn(SquadId) -> Level,
    mood: Mood,
}

fn lead(given: &Orders, led: &LedSquads<'_>) -> Planned {
    let planned = draft(given, led, Intent::ByStance);
    Side::ALL.into_iter().fold(planned, |planned, side| elite::improve(given, led, side, planned))
}

/// The orders that commanders of every level give before an elite one tries to improve them.
fn draft(given: &Orders, led: &LedSquads<'_>, intent: Intent) -> Planned {
    let LedSquads { rules, battle, .. } = *led;
    let mut plan = Planned { orders: given.clone(), decisions: Vec::new(), side_plans: Vec::new() };
    withdrawal::break_off(led, &mut plan);
    for side in Side::ALL {
        for &(_, wanted) in Level::ALL {
            let is_led = |it: SquadId| battle.side(it) == side && (led.levels)(it) == wanted;
            let open = led.squads.iter().copied().filter(|it| is_led(*it) && !plan.orders.has_any_for(*it));
            let open: Vec<SquadId> = open.collect();
            if open.is_empty() {
                continue;
            }
            let manner = captain::Manner { side, is_wary: Level::Veteran <= wanted, intent, mood: led.mood };
            match wanted {
                Level::Green => open.iter().for_each(|it| green::decide(rules, battle, *it, &mut plan.orders)),
                Level::Regular | Level::Veteran | Level::Elite => {
                    let side_plan = captain::Captain::of(rules, battle, manner, &mut plan).lead(&open);
                    plan.side_plans.extend(side_plan.filter(|it| !plan.side_plans.contains(it)));
                }
            }
        }
    }
    if battle.setup().formations.is_some() {
        ranks::keep_together(led, &mut plan.orders);
    }
    last_look::take_back_the_hopeless(given, led, &mut plan);
    plan
}

/// The chance that 2d6 reach `needed`, in 36ths.
pub fn chance_36(needed: u16) -> u32 {
    let pairs = (1..=6_u16).flat_map(|a| (1..=6_u16).map(move |b| a + b));
    pairs.filter(|sum| needed <= *sum).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::battle::scene::{scene, scene_with, squad};
    use crate::line::battle::{Fire, Movement, Stance};
    use crate::line::rules::Line;

    fn decided(battle: &Battle) -> Orders {
        complete(&Line::default(), battle, &Orders::default())
    }

    #[test]
    fn s6_the_enemy_fires_at_will_and_players_squads_are_left_alone() {
        let battle = scene(". .A . . .B .", "A Alpha players@alice: rifle; B Boyz enemy: rifle");
        let orders = decided(&battle);
        assert_eq!(orders.fire.get(squad(&battle, "Boyz")), Some(&Fire::AtWill));
        assert!(!orders.has_any_for(squad(&battle, "Alpha")));
    }

    #[test]
    fn s5_an_ally_of_the_players_names_its_target_at_once() {
        let battle = scene(". .A . . .B .", "A Alpha players: rifle; B Boyz enemy: rifle");
        let target = squad(&battle, "Boyz");
        let at = Fire::all_at(target);
        assert_eq!(decided(&battle).fire.get(squad(&battle, "Alpha")), Some(&at));
    }

    #[test]
    fn a_squad_with_an_order_keeps_it() {
        let battle = scene(". .A . . .B .", "A Alpha players@alice: rifle; B Boyz enemy: rifle");
        let boyz = squad(&battle, "Boyz");
        let mut given = Orders::default();
        given.movement.put(boyz, Movement::Hold);
        assert_eq!(complete(&Line::default(), &battle, &given), given);
    }

    #[test]
    fn a_squad_that_holds_stays() {
        let battle = scene_with(
            ". .A . . . . . . . . . . . . . . . . .B",
            "A Alpha players@alice: rifle; B Boyz enemy: rifle",
            |setup| setup.squads[1].stance = Stance::Hold,
        );
        assert_eq!(decided(&battle).movement.get(squad(&battle, "Boyz")), None);
    }

    #[test]
    fn what_cannot_walk_does_not_charge() {
        let may_charge = |movement: u8, level: Level| {
            let text = "A Alpha players@alice: rifle; B Boyz enemy: spearman";
            let battle = scene_with(". .A . .B .", text, |setup| {
                setup.commander = level;
                setup.squads[1].stance = Stance::Hold;
                let unit = setup.squads[1].members[0];
                let profile = usize::from(setup.unit(unit).profile.0);
                setup.profiles[profile].movement = movement;
            });
            decided(&battle).movement.get(squad(&battle, "Boyz")).is_some()
        };
        for level in [Level::Green, Level::Regular, Level::Veteran] {
            assert_eq!([6, 0].map(|it| may_charge(it, level)), [true, false], "{level:?}");
        }
    }

    #[test]
    fn s6_the_better_commanders_give_every_squad_a_reason_and_the_green_one_none() {
        let battle = scene(
            ".a .a . . . . . . . . .x .x\n.b .b . . . w w . . . .y .y",
            "a Alpha players: rifle; b Bravo players@bob: rifle; x Boyz enemy: boy; y Nobz enemy: rifle",
        );
        let rules = Line::default();
        let planned = |level, leads| {
            let levels = BySide { players: level, enemy: level };
            plan(&rules, &battle, &Orders::default(), levels, leads, Mood::default())
        };
        for level in [Level::Regular, Level::Veteran] {
            let all = planned(level, Leads::Everybody);
            assert_eq!(all, planned(level, Leads::Everybody), "the same every time");
            for squad in battle.setup().squad_ids() {
                assert!(all.decisions.iter().any(|it| it.squad == squad), "{squad:?}: {:?}", all.decisions);
            }
            let gms = planned(level, Leads::GmSquads);
            assert!(!gms.orders.has_any_for(squad(&battle, "Bravo")), "bob is there");
        }
        assert!(planned(Level::Green, Leads::Everybody).decisions.is_empty());
    }

    #[test]
    fn two_dice_reach_seven_in_twentyone_of_thirtysix() {
        assert_eq!([2, 7, 12, 13].map(chance_36), [36, 21, 1, 0]);
    }
}
