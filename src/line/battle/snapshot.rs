//! A battle as bytes, and bytes as a battle: everything that is true of it between two events, and nothing of its setup.
//!
//! Bytes come from outside. Only those that a battle of this setup could have written are taken.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::field::{Extent, Footprint, Outcome, SquadId, Tile, UnitId};
use crate::line::battle::{
    AbilityId, AbilityOn, Battle, BySide, CasterId, ChangedGround, Effect, Lasting, Objective, Phase, Ranks, Setup,
    Span, Squad, Unit, UnitState, Used, Uses, Waiting,
};

/// The version of what a snapshot holds. Another one is refused, and the battle is told again from its beginning.
const VERSION: u32 = 1;

/// No battle comes near: what is added to numbers up to these never overflows.
const ROUND_MAX: u16 = 50_000;
const SCORE_MAX: u32 = 1 << 30;
const LASTING_MAX: usize = 10_000;

/// Bytes that are no snapshot of a battle of this setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASnapshot {
    /// They can't be read at all.
    Unreadable,
    /// Another version wrote them.
    OfVersion(u32),
    /// They were read, and this part of them doesn't fit the setup or itself.
    Unfit(&'static str),
}

impl fmt::Display for NotASnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASnapshot::Unreadable => f.write_str("the snapshot can't be read"),
            NotASnapshot::OfVersion(it) => {
                write!(f, "the snapshot was written by version {it}, and this is version {VERSION}")
            }
            NotASnapshot::Unfit(part) => write!(f, "the snapshot's {part} don't fit the battle"),
        }
    }
}

impl std::error::Error for NotASnapshot {}

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    battle: &'a Battle,
}

#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    #[serde(rename = "version")]
    _version: u32,
    battle: State,
}

/// A [`Battle`] without what is derived.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    round: u16,
    phase: Phase,
    units: Vec<UnitRead>,
    squads: Vec<Squad>,
    cp: Vec<u8>,
    lasting: Vec<Lasting>,
    waiting: Vec<Waiting>,
    used: Vec<Used>,
    uses: Vec<Uses>,
    changed_ground: Vec<ChangedGround>,
    objectives: Vec<Objective>,
    goals_met: Vec<Option<u16>>,
    parts_met: Vec<(u8, u8)>,
    scheduled: Vec<bool>,
    score: BySide<u32>,
    outcome: Option<Outcome>,
    #[serde(default)]
    ranks: Option<Box<Ranks>>,
}

/// A [`Unit`] without what is derived.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRead {
    squad: SquadId,
    state: UnitState,
    at: Tile,
    hp: i16,
    has_fired: bool,
    spent: u32,
    acted_ahead: u8,
}

impl Battle {
    /// Everything that is true of it, as bytes; [`Battle::from_snapshot`] makes the same battle of them.
    pub fn snapshot(&self) -> Vec<u8> {
        let written = Written { version: VERSION, battle: self };
        serde_json::to_vec(&written).expect("a battle has no maps and no floats, so it is JSON")
    }

    /// The battle of this setup that wrote the bytes.
    ///
    /// # Errors
    ///
    /// If no battle of this setup could have written them.
    pub fn from_snapshot(setup: Arc<Setup>, bytes: &[u8]) -> Result<Battle, NotASnapshot> {
        let VersionOnly { version } = serde_json::from_slice(bytes).map_err(|_| NotASnapshot::Unreadable)?;
        if version != VERSION {
            return Err(NotASnapshot::OfVersion(version));
        }
        let Read { battle: state, .. } = serde_json::from_slice(bytes).map_err(|_| NotASnapshot::Unreadable)?;
        state.misfit(&setup).map_or(Ok(()), |it| Err(NotASnapshot::Unfit(it)))?;
        state.into_battle(setup)
    }
}

impl State {
    fn into_battle(self, setup: Arc<Setup>) -> Result<Battle, NotASnapshot> {
        // Derived fields come from a battle of the same setup.
        let new = Battle::new(setup);
        let size = |(n, it): (usize, UnitRead)| {
            let UnitRead { squad, state, at, hp, has_fired, spent, acted_ahead } = it;
            Unit { squad, state, at, hp, has_fired, spent, acted_ahead, size: new.units[n].size }
        };
        let mut battle = Battle {
            round: self.round,
            phase: self.phase,
            units: self.units.into_iter().enumerate().map(size).collect(),
            squads: self.squads,
            cp: self.cp,
            lasting: self.lasting,
            waiting: self.waiting,
            used: self.used,
            uses: self.uses,
            changed_ground: self.changed_ground,
            objectives: self.objectives,
            goals_met: self.goals_met,
            parts_met: self.parts_met,
            scheduled: self.scheduled,
            score: self.score,
            outcome: self.outcome,
            ranks: self.ranks,
            occupied: vec![None; new.occupied.len()],
            ground_now: Vec::new(),
            reach_max: new.reach_max,
            extents: vec![Extent::of([]); new.extents.len()],
            unmeasured: Vec::new(),
            setup: new.setup,
        };
        battle.survey_ground();
        for id in battle.setup.unit_ids() {
            if battle.unit(id).is_standing() {
                let may_stand = |tile| battle.is_free(tile);
                let footprint = battle.footprint(id);
                if !battle.board().holds(footprint) || !footprint.tiles().all(may_stand) {
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
            ("used abilities", self.used.iter().all(|it| has_ability(setup, it.ability) && has_squad(setup, it.on))),
            ("uses of abilities", self.uses.iter().all(|it| has_ability(setup, it.ability))),
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
        let fits = |(id, it): (UnitId, &UnitRead)| {
            let full = i16::from(setup.profile(id).hp);
            let footprint = Footprint { at: it.at, size: 1 };
            let hp = match it.state {
                UnitState::Standing | UnitState::InReserve => 1..=full,
                UnitState::Downed | UnitState::Abandoned | UnitState::Killed => -1_000..=0,
            };
            has_squad(setup, it.squad) && setup.board.holds(footprint) && hp.contains(&it.hp)
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
            let is_given = has_ability(setup, it.ability) && setup.ability(it.ability).effects.iter().any(given);
            is_given && has_squad(setup, it.squad)
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

fn has_squad(setup: &Setup, it: SquadId) -> bool {
    usize::from(it.0) < setup.squads.len()
}

fn has_ability(setup: &Setup, it: AbilityId) -> bool {
    usize::from(it.0) < setup.abilities.len()
}

/// **C-5** A caster, an ability of his that waits for this, and something it can be used on.
fn waiting_fits(it: &Waiting, setup: &Setup) -> bool {
    let Waiting { by: CasterId(by), ability, on, trigger } = *it;
    let Some(caster) = setup.casters.get(usize::from(by)) else { return false };
    let is_on = match on {
        AbilityOn::Squad(squad) => has_squad(setup, squad),
        AbilityOn::Unit(unit) => usize::from(unit.0) < setup.units.len(),
        AbilityOn::Tile(tile) => setup.board.contains(tile),
    };
    is_on
        && has_ability(setup, ability)
        && caster.abilities.contains(&ability)
        && setup.ability(ability).trigger == Some(trigger)
}

#[cfg(test)]
mod tests {
    use super::*;
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
        change(&mut value["battle"]);
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
        let older = again(&battle, b"{\"version\":0}").map(|it| it.digest());
        assert_eq!(older, Err(NotASnapshot::OfVersion(0)));
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
            change(&mut value["battle"]["ranks"]);
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
