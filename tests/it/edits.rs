//! Battles in which the GM sets things right between rounds keep all laws.

use fieldpost::field::{ObjectiveId, SquadId, TerrainId, Tile, UnitId};
use fieldpost::line::battle::{Battle, CasterId, Edit, Hp, Side, Wanted, Whom};
use fieldpost::line::commander;
use proptest::prelude::*;

use crate::chaos::{self, Chaos};
use crate::laws;

const ROUNDS: usize = 4;
const EDITS: u8 = 6;

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_gm_sets_right_the_battle_goes_on_by_the_laws(seed in any::<u64>()) {
        let mut chaos = Chaos(seed);
        let mut battle = chaos::battle(&mut chaos);
        for _ in 0..ROUNDS {
            for _ in 0..EDITS {
                set_right(&mut chaos, &mut battle);
            }
            let orders = chaos::orders(&mut chaos, &battle);
            let orders = commander::complete(&laws::ruleset(), &battle, &orders);
            battle = laws::play(&battle, &orders, seed);
        }
    }
}

fn set_right(chaos: &mut Chaos, battle: &mut Battle) {
    let edit = edit(chaos, battle);
    let Ok(events) = battle.edit(&edit) else { return };
    let setup = battle.setup_shared();
    for event in &events {
        battle.apply(event);
        laws::hold(battle, event);
    }
    let read = Battle::restore(setup, &serde_json::to_vec(&battle).expect("a battle is JSON"))
        .expect("an edited battle is still one");
    assert_eq!(read.digest(), battle.digest());
}

fn edit(chaos: &mut Chaos, battle: &Battle) -> Edit {
    let setup = battle.setup();
    let squads: Vec<SquadId> = setup.squad_ids().collect();
    let units: Vec<UnitId> = setup.unit_ids().collect();
    let squad = *chaos.pick(&squads);
    let who = if chaos.chance(50) { Whom::Squad(squad) } else { Whom::Unit(*chaos.pick(&units)) };
    let at = tile(chaos, battle);
    let hp = if chaos.chance(50) { Hp::Full } else { Hp::Exactly(u16::from(chaos.number(0, 4))) };
    match chaos.number(0, 11) {
        0..=2 => Edit::Move { who, to: at },
        3 => Edit::Hp { who, hp },
        4 => Edit::State { who, state: Wanted::Standing { at: chaos.chance(50).then_some(at), hp } },
        5 => Edit::State { who, state: *chaos.pick(&[Wanted::Downed, Wanted::Abandoned, Wanted::Killed]) },
        6 => Edit::Morale { squad, is_broken: chaos.chance(50) },
        7 | 8 => {
            let tiles = (0..chaos.number(1, 9)).map(|_| tile(chaos, battle)).collect();
            Edit::Ground { tiles, terrain: chaos.chance(70).then(|| TerrainId(chaos.number(0, 5))) }
        }
        9 => Edit::Reinforce { squad, at },
        10 => Edit::Command { by: CasterId(chaos.number(0, 3)), cp: u16::from(chaos.number(0, 6)) },
        _ => Edit::Owner { objective: ObjectiveId(chaos.number(0, 1)), owner: Some(*chaos.pick(&Side::ALL)) },
    }
}

fn tile(chaos: &mut Chaos, battle: &Battle) -> Tile {
    let board = battle.board();
    board.tile((chaos.next() % board.len() as u64) as usize)
}
