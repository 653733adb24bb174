//! Battles that the GM edits between rounds keep all laws.

use fieldpost::field::{SquadId, Tile};
use fieldpost::line::battle::Battle;
use fieldpost::line::commander;
use fieldpost::line::orders::{self, Names};
use proptest::prelude::*;

use crate::chaos::{self, Chaos};
use crate::laws;

const ROUNDS: usize = 4;
const EDITS: u8 = 6;

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn battles_keep_the_laws_after_any_edit_by_the_gm(seed in any::<u64>()) {
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
    let text = edit(chaos, battle);
    let events = orders::edit::events(&text, &Names::new(battle), battle).unwrap_or_else(|refused| {
        // An edit that is understood is refused as a whole.
        assert_eq!(refused[0].span, 0..text.len(), "{text}: {}", refused[0]);
        Vec::new()
    });
    let setup = battle.setup_shared();
    for event in &events {
        battle.apply(event);
        laws::hold(battle, event);
    }
    let read = Battle::restore(setup, &serde_json::to_vec(&battle).expect("a battle is JSON"))
        .expect("an edited battle is still one");
    assert_eq!(read.digest(), battle.digest());
}

fn edit(chaos: &mut Chaos, battle: &Battle) -> String {
    let setup = battle.setup();
    let squads: Vec<SquadId> = setup.squad_ids().filter(|it| !battle.squad(*it).members.is_empty()).collect();
    let squad = *chaos.pick(&squads);
    let (name, units) = (&setup.squad(squad).name, battle.squad(squad).members.len() as u8);
    let who = if chaos.chance(50) { name.clone() } else { format!("{name}.{}", chaos.number(1, units)) };
    let at = tile(chaos, battle);
    let hp = if chaos.chance(50) { "full".to_owned() } else { chaos.number(0, 4).to_string() };
    match chaos.number(0, 11) {
        0 => format!("{who} hp {hp}"),
        1 if chaos.chance(50) => format!("{who} standing at {at} hp {hp}"),
        1 => format!("{who} standing hp {hp}"),
        2 => format!("{who} {}", chaos.pick(&["downed", "abandoned", "killed"])),
        3 => format!("{name} {}", chaos.pick(&["broken", "steady"])),
        4 | 5 => {
            let tiles: Vec<String> = (0..chaos.number(1, 9)).map(|_| tile(chaos, battle).to_string()).collect();
            let kinds = ["restore", "restore", "open", "wall", "woods", "ruins", "water", "smoke"];
            format!("terrain {} {}", tiles.join(" "), chaos.pick(&kinds))
        }
        6 => format!("reinforce {name} at {at}"),
        7 if let Some(it) = setup.casters.get(usize::from(chaos.number(0, 3))) => {
            format!("cp {} {}", it.name, chaos.number(0, 6))
        }
        8 if let Some(it) = setup.objectives.get(usize::from(chaos.number(0, 1))) => {
            format!("objective {} {}", it.name, chaos.pick(&["players", "enemy"]))
        }
        _ => format!("{who} to {at}"),
    }
}

fn tile(chaos: &mut Chaos, battle: &Battle) -> Tile {
    let board = battle.board();
    board.tile((chaos.next() % board.len() as u64) as usize)
}
