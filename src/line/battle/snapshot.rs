//! A battle as bytes, and bytes as a battle: everything that is true of it between two events, and nothing of its setup.
//!
//! Bytes come from outside. Only those that a battle of this setup could have written are taken.

use std::fmt;
use std::sync::Arc;

use crate::field::{Footprint, SquadId, UnitId};
use crate::line::battle::{
    AbilityUse, Battle, ChangedGround, Effect, Lasting, Objective, Setup, Span, Squad, Unit, UnitState, Waiting,
};

/// No battle comes near: what is added to numbers up to these never overflows.
const ROUND_MAX: u16 = 50_000;
const SCORE_MAX: u32 = 1 << 30;
const LASTING_MAX: usize = 10_000;

/// Bytes that are no snapshot of a battle of this setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASnapshot {
    /// They can't be read at all.
    Unreadable,
    /// They were read, and this part of them doesn't fit the setup or itself.
    Unfit(&'static str),
}

impl fmt::Display for NotASnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASnapshot::Unreadable => f.write_str("the snapshot can't be read"),
            NotASnapshot::Unfit(part) => write!(f, "the snapshot's {part} don't fit the battle"),
        }
    }
}

impl std::error::Error for NotASnapshot {}

impl Battle {
    /// Everything that is true of it, as bytes; [`Battle::from_snapshot`] makes the same battle of them.
    pub fn snapshot(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a battle has no maps and no floats, so it is JSON")
    }

    /// The battle of this setup that wrote the bytes.
    ///
    /// # Errors
    ///
    /// If no battle of this setup could have written them.
    pub fn from_snapshot(setup: Arc<Setup>, bytes: &[u8]) -> Result<Battle, NotASnapshot> {
        let mut battle: Battle = serde_json::from_slice(bytes).map_err(|_| NotASnapshot::Unreadable)?;
        if let Some(part) = battle.misfit(&setup) {
            return Err(NotASnapshot::Unfit(part));
        }
        battle.setup = setup;
        battle.survey();
        for id in battle.setup.unit_ids() {
            if battle.unit(id).is_standing() {
                let footprint = battle.footprint(id);
                if !battle.board().holds(footprint) || !footprint.tiles().all(|it| battle.is_free(it)) {
                    return Err(NotASnapshot::Unfit("places"));
                }
                battle.stand(id);
            }
        }
        battle.measure();
        Ok(battle)
    }

    /// The part that doesn't fit, if there is one.
    fn misfit(&self, setup: &Setup) -> Option<&'static str> {
        let parts: [(&'static str, bool); 14] = [
            ("rounds", (1..=ROUND_MAX).contains(&self.round)),
            ("units", self.units_fit(setup)),
            ("squads", self.squads_fit(setup)),
            ("members", self.members_fit(setup)),
            ("Command Points", self.command_fits(setup)),
            ("lasting effects", self.lasting_fits(setup)),
            ("waiting abilities", self.waiting.iter().all(|it| waiting_fits(it, setup))),
            ("used abilities", self.used.iter().all(|it| setup.has_ability(it.ability) && setup.has_squad(it.on))),
            ("uses of abilities", self.uses.iter().all(|it| setup.has_ability(it.ability))),
            ("changed tiles", self.ground_fits(setup)),
            ("objectives", self.objectives_fit(setup)),
            ("goals", self.goals_fit(setup)),
            ("formations", self.ranks_fit(setup)),
            ("scores", self.score.players <= SCORE_MAX && self.score.enemy <= SCORE_MAX),
        ];
        parts.into_iter().find(|it| !it.1).map(|it| it.0)
    }

    /// **T-8** Each unit on the map, with HP that go with how it is.
    fn units_fit(&self, setup: &Setup) -> bool {
        let fits = |(id, it): (UnitId, &Unit)| {
            let full = i16::from(setup.profile(id).hp);
            let footprint = Footprint { at: it.at, size: 1 };
            let hp = match it.state {
                UnitState::Standing | UnitState::InReserve => 1..=full,
                UnitState::Downed | UnitState::Abandoned | UnitState::Killed => -1_000..=0,
            };
            setup.has_squad(it.squad) && setup.board.holds(footprint) && hp.contains(&it.hp)
        };
        self.units.len() == setup.units.len() && setup.unit_ids().zip(&self.units).all(fits)
    }

    fn squads_fit(&self, setup: &Setup) -> bool {
        let fits = |it: &Squad| {
            let members = it.members.len();
            usize::from(it.starting) == members
                && usize::from(it.abandoned) <= setup.units.len().min(128)
                && it.felled < u16::MAX / 2
        };
        self.squads.len() == setup.squads.len() && self.squads.iter().all(fits)
    }

    /// **T-3** Each unit in the one squad that it says; only a hero in another than the setup's (H-1). In reserve are
    /// whole squads.
    fn members_fit(&self, setup: &Setup) -> bool {
        let mut home: Vec<Option<SquadId>> = vec![None; setup.units.len()];
        for (id, squad) in setup.squad_ids().zip(&setup.squads) {
            squad.members.iter().for_each(|it| home[usize::from(it.0)] = Some(id));
        }
        let mut seen = vec![false; setup.units.len()];
        for (id, squad) in setup.squad_ids().zip(&self.squads) {
            for &member in &squad.members {
                let at = usize::from(member.0);
                let Some((unit, home)) = self.units.get(at).zip(home.get(at).copied().flatten()) else { return false };
                let is_guest = setup.unit(member).hero.is_some() && setup.squad(home).side == setup.squad(id).side;
                let belongs = unit.squad == id && (home == id || is_guest);
                let waits = (unit.state == UnitState::InReserve) == squad.in_reserve;
                if !belongs || !waits || std::mem::replace(&mut seen[at], true) {
                    return false;
                }
            }
        }
        seen.into_iter().all(|it| it)
    }

    /// **C-1**
    fn command_fits(&self, setup: &Setup) -> bool {
        self.cp.len() == setup.casters.len() && setup.casters.iter().zip(&self.cp).all(|(it, cp)| *cp <= it.cp_max)
    }

    /// **C-7** Only what an ability gives, for as long as it gives it.
    fn lasting_fits(&self, setup: &Setup) -> bool {
        let fits = |it: &Lasting| {
            let given = |effect: &Effect| match effect {
                Effect::Lasting { boon, span: Span::Phase(phase) } => *boon == it.boon && it.phase == Some(*phase),
                Effect::Lasting { boon, span: Span::Rounds(_) } => *boon == it.boon && it.phase.is_none(),
                _ => false,
            };
            let is_given = setup.has_ability(it.ability) && setup.ability(it.ability).effects.iter().any(given);
            is_given && setup.has_squad(it.squad)
        };
        self.lasting.len() <= LASTING_MAX && self.lasting.iter().all(fits)
    }

    fn ground_fits(&self, setup: &Setup) -> bool {
        let board = &setup.board;
        let fits = |it: &ChangedGround| board.contains(it.tile) && usize::from(it.terrain.0) < board.kinds().len();
        self.changed_ground.iter().all(fits)
    }

    fn objectives_fit(&self, setup: &Setup) -> bool {
        let fits = |it: &Objective| it.held_rounds <= self.round;
        self.objectives.len() == setup.objectives.len() && self.objectives.iter().all(fits)
    }

    /// Formations of units that stand, where the battle is played with them.
    fn ranks_fit(&self, setup: &Setup) -> bool {
        let stands = |it: UnitId| self.units.get(usize::from(it.0)).is_some_and(|it| it.state == UnitState::Standing);
        match &self.ranks {
            None => setup.formations.is_none(),
            Some(ranks) => setup.formations.is_some() && ranks.fits(setup, stands),
        }
    }

    fn goals_fit(&self, setup: &Setup) -> bool {
        let is_past = |it: &Option<u16>| it.is_none_or(|it| (1..=self.round).contains(&it));
        self.goals_met.len() == setup.goals.len()
            && self.scheduled.len() == setup.schedule.len()
            && self.goals_met.iter().all(is_past)
            && self.parts_met.iter().all(|it| usize::from(it.0) < setup.goals.len())
    }
}

/// **C-5** A caster, an ability of his that waits for this, and something it can be used on.
fn waiting_fits(it: &Waiting, setup: &Setup) -> bool {
    let Waiting { by, ability, on, trigger } = *it;
    setup.has_use(AbilityUse { by, ability, on })
        && setup.caster(by).abilities.contains(&ability)
        && setup.ability(ability).trigger == Some(trigger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Tile;
    use crate::line::battle::scene::{scene, scene_with, squad};
    use crate::line::battle::{Edit, Event, FormationSetup, Whom};

    fn battle() -> Battle {
        let text = "A Alpha players@alice: rifle rifle officer; B Boyz enemy: boy; T Beast enemy: beast";
        scene(".A .A .A . # .B .B\n. . . . # . .\n.T . . . . . .\n. . . . . . .", text)
    }

    fn again(battle: &Battle, bytes: &[u8]) -> Result<Battle, NotASnapshot> {
        Battle::from_snapshot(battle.setup_shared(), bytes)
    }

    #[track_caller]
    fn unfit(change: impl Fn(&mut serde_json::Value), part: &'static str) {
        let battle = battle();
        let mut value: serde_json::Value = serde_json::from_slice(&battle.snapshot()).expect("JSON");
        change(&mut value);
        let bytes = serde_json::to_vec(&value).expect("JSON");
        assert_eq!(again(&battle, &bytes).map(|it| it.digest()), Err(NotASnapshot::Unfit(part)));
    }

    #[test]
    fn a_snapshot_makes_the_same_battle() {
        let mut battle = battle();
        let alpha = squad(&battle, "Alpha");
        let edit = Edit::Move { who: Whom::Squad(alpha), to: Tile::new(4, 2) };
        battle.edit(&edit).expect("there is room").iter().for_each(|it| battle.apply(it));
        battle.apply(&Event::RoundBegan { round: 2 });
        let read = again(&battle, &battle.snapshot()).expect("its own snapshot");
        assert_eq!(read.digest(), battle.digest());
        assert!(read.grid_agrees());
        assert_eq!((read.occupied, read.reach_max), (battle.occupied, battle.reach_max));
    }

    #[test]
    fn what_is_no_snapshot_is_refused() {
        let battle = battle();
        let snapshot = battle.snapshot();
        for bytes in [&b""[..], b"{}", b"[]", b"\xff", &snapshot[..snapshot.len() - 1]] {
            assert_eq!(again(&battle, bytes).map(|it| it.digest()), Err(NotASnapshot::Unreadable));
        }
        let other = scene(".A .", "A Alpha players: rifle");
        assert_eq!(again(&other, &snapshot).map(|it| it.digest()), Err(NotASnapshot::Unfit("units")));
    }

    #[test]
    fn formations_are_written_only_where_they_are_played_with() {
        let alone = battle();
        assert!(!String::from_utf8_lossy(&alone.snapshot()).contains("ranks"));
        let text = "A Alpha players@alice: rifle rifle officer; B Boyz enemy: boy; T Beast enemy: beast";
        let drawing = ".A .A .A . # .B .B\n. . . . # . .\n.T . . . . . .\n. . . . . . .";
        let mut ranked = scene_with(drawing, text, |setup| setup.formations = Some(FormationSetup::default()));
        let alpha = squad(&ranked, "Alpha");
        let edit = Edit::FormUp { squads: vec![alpha], leader: None };
        ranked.edit(&edit).expect("they stand").iter().for_each(|it| ranked.apply(it));
        let read = again(&ranked, &ranked.snapshot()).expect("its own snapshot");
        assert_eq!(read.digest(), ranked.digest());
        let unfit = Err(NotASnapshot::Unfit("formations"));
        assert_eq!(again(&ranked, &alone.snapshot()).map(|it| it.digest()), unfit);
        assert_eq!(again(&alone, &ranked.snapshot()).map(|it| it.digest()), unfit);
        let refuses = |change: fn(&mut serde_json::Value)| {
            let mut value: serde_json::Value = serde_json::from_slice(&ranked.snapshot()).expect("JSON");
            change(&mut value["ranks"]);
            let bytes = serde_json::to_vec(&value).expect("JSON");
            assert_eq!(again(&ranked, &bytes).map(|it| it.digest()), unfit);
        };
        refuses(|it| it["next"] = 0.into());
        refuses(|it| it["units"] = serde_json::json!([]));
        refuses(|it| it["formations"][0]["members"] = serde_json::json!([0, 0]));
        refuses(|it| it["formations"][0]["members"] = serde_json::json!([]));
        refuses(|it| it["formations"][0]["leader"] = 99.into());
        refuses(|it| it["formations"][0]["squads"] = serde_json::json!([99]));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        unfit(|it| it["round"] = 0.into(), "rounds");
        unfit(|it| it["units"][0]["at"] = "Z9".into(), "units");
        unfit(|it| it["units"][0]["hp"] = 9.into(), "units");
        unfit(|it| it["units"][0]["squad"] = 99.into(), "units");
        unfit(|it| it["units"][0]["state"] = "killed".into(), "units");
        unfit(|it| it["units"][0]["at"] = "B1".into(), "places");
        unfit(|it| it["units"][0]["at"] = "E1".into(), "places");
        unfit(|it| it["squads"][0]["starting"] = 9.into(), "squads");
        unfit(|it| it["squads"][0]["members"] = serde_json::json!([0, 0, 2]), "members");
        unfit(|it| it["squads"][0]["in_reserve"] = true.into(), "members");
        unfit(|it| it["cp"][0] = 5.into(), "Command Points");
        let reach = serde_json::json!({ "squad": 0, "boon": "ignore_cover", "ability": 0, "phase": null, "until": 3 });
        unfit(|it| it["lasting"] = serde_json::json!([reach]), "lasting effects");
        let smoke = serde_json::json!({ "tile": "A1", "terrain": 99, "until": 3 });
        unfit(|it| it["changed_ground"] = serde_json::json!([smoke]), "changed tiles");
        unfit(|it| it["score"]["enemy"] = u32::MAX.into(), "scores");
    }
}
