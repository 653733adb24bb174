//! Reads the state of a battle, without its setup, from bytes.

use std::sync::Arc;

use crate::line::battle::{Battle, Setup};

impl Battle {
    /// The battle with this setup that was serialized to these bytes. The caller has checked their digest, so they are
    /// known to be consistent.
    ///
    /// # Errors
    ///
    /// If the bytes are not a serialized battle.
    pub fn restore(setup: Arc<Setup>, bytes: &[u8]) -> serde_json::Result<Battle> {
        let mut battle: Battle = serde_json::from_slice(bytes)?;
        battle.setup = setup;
        battle.derive_state();
        Ok(battle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Tile;
    use crate::line::battle::scene::{form_up, scene, scene_with, squad};
    use crate::line::battle::{Edited, Event, FormationSetup, UnitNow, UnitState};

    fn battle() -> Battle {
        let text = "A Alpha players@alice: rifle rifle officer; B Boyz enemy: boy; T Beast enemy: beast";
        scene(".A .A .A . # .B .B\n. . . . # . .\n.T . . . . . .\n. . . . . . .", text)
    }

    fn bytes(battle: &Battle) -> Vec<u8> {
        serde_json::to_vec(battle).expect("a battle is JSON")
    }

    #[test]
    fn a_snapshot_makes_the_same_battle() {
        let mut battle = battle();
        let alpha = squad(&battle, "Alpha");
        let there = |(unit, x)| UnitNow { unit, state: UnitState::Standing, at: Tile::new(x, 2), hp: 1 };
        let moved = Edited::Units(battle.standing(alpha).zip(2..).map(there).collect());
        battle.apply(&Event::Edited(moved));
        battle.apply(&Event::RoundBegan { round: 2 });
        let read = Battle::restore(battle.setup_shared(), &bytes(&battle)).expect("its own snapshot");
        assert_eq!(read.digest(), battle.digest());
        assert!(read.grid_agrees());
        assert_eq!((read.occupied, read.reach_max), (battle.occupied, battle.reach_max));
    }

    #[test]
    fn formations_are_written_only_where_they_are_played_with() {
        let alone = battle();
        assert!(!String::from_utf8_lossy(&bytes(&alone)).contains("ranks"));
        let text = "A Alpha players@alice: rifle rifle officer; B Boyz enemy: boy; T Beast enemy: beast";
        let drawing = ".A .A .A . # .B .B\n. . . . # . .\n.T . . . . . .\n. . . . . . .";
        let mut ranked = scene_with(drawing, text, |setup| setup.formations = Some(FormationSetup::default()));
        form_up(&mut ranked, &["Alpha"], None);
        let read = Battle::restore(ranked.setup_shared(), &bytes(&ranked)).expect("its own snapshot");
        assert_eq!(read.digest(), ranked.digest());
    }
}
