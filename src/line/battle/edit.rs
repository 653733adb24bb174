//! What the GM sets right by hand (G-1): an edit becomes an event, or is refused and changes nothing.

use schemars::JsonSchema;
use serde::Serialize;

use crate::field::{Footprint, ObjectiveId, SquadId, TerrainId, Tile, UnitId, settle};
use crate::line::battle::{Battle, CasterId, Event, FormationId, Plight, Side, Unit, UnitState};

/// **G-1** Something that the GM sets right while a round is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts who stands somewhere else; a whole squad goes with its leader, in its shape if there is room for it.
    Move { who: Whom, to: Tile },
    /// Gives who stands this many HP.
    Hp { who: Whom, hp: Hp },
    /// Fells units, or puts them on their feet again.
    State { who: Whom, state: Wanted },
    /// **L-3**
    Morale { squad: SquadId, is_broken: bool },
    /// **T-10** For the rest of the battle; `None`: as the map says.
    Ground { tiles: Vec<Tile>, terrain: Option<TerrainId> },
    /// **C-1**
    Command { by: CasterId, cp: u16 },
    /// Brings a squad out of reserve at once.
    Reinforce { squad: SquadId, at: Tile },
    /// **O-1**
    Owner { objective: ObjectiveId, owner: Option<Side> },
    /// **O-1** Points of a side.
    Score { side: Side, points: u32 },
    /// **F-5** Makes a formation of all who stand in these squads.
    FormUp { squads: Vec<SquadId>, leader: Option<UnitId> },
    /// Ends the formations of a squad.
    Disband { squad: SquadId },
    /// **FX-6** Dazes or frenzies who stands; `None`: they are neither.
    Plight { who: Whom, plight: Option<Plight> },
}

/// Whom an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// All of it that the edit can be about.
    Squad(SquadId),
    Unit(UnitId),
}

/// How many HP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hp {
    Full,
    Exactly(u16),
}

/// How a unit is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Without a place: as near to its squad as there is room.
    Standing { at: Option<Tile>, hp: Hp },
    /// **A-4** Down, where it stands.
    Downed,
    /// **V-5** Down, and left behind.
    Abandoned,
    /// Gone for good.
    Killed,
}

/// **G-1** What became of an edit, complete in itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edited {
    /// How some units are from now on.
    Units(Vec<UnitNow>),
    /// **L-3** A squad breaks, or is steady again.
    Morale { squad: SquadId, is_broken: bool },
    /// **T-10** Ground that is changed, or as the map says.
    Ground { tiles: Vec<Tile>, terrain: Option<TerrainId> },
    /// **C-1** What a pool of CP holds.
    Command { by: CasterId, cp: u8 },
    /// A squad has come out of reserve.
    Arrived { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// **O-1** Whose an objective is.
    Owner { objective: ObjectiveId, owner: Option<Side> },
    /// The points of a side.
    Score { side: Side, points: u32 },
    /// **F-5** A formation that was made.
    Formed { formation: FormationId, squads: Vec<SquadId>, members: Vec<UnitId>, leader: Option<UnitId> },
    /// Formations that are no more.
    Disbanded { formations: Vec<FormationId> },
    /// **FX-6** Until the movement phase of that round is over.
    Afflicted { units: Vec<UnitId>, plight: Plight, until: u16 },
    /// **FX-6** Neither dazed nor frenzied any more.
    Steadied { units: Vec<UnitId> },
}

/// How a unit is from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitNow {
    pub unit: UnitId,
    pub state: UnitState,
    pub at: Tile,
    pub hp: i16,
}

/// Why an edit was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditTrouble {
    /// It speaks of what this battle doesn't have.
    NotOfThisBattle,
    BattleIsOver,
    /// Everything is so already.
    SoAlready,
    OffMap(Tile),
    /// **T-2** Part of a large unit would be off the map.
    NoRoomAtEdge(UnitId, Tile),
    /// **T-10**
    Impassable(Tile),
    /// **T-2**
    Taken(Tile, UnitId),
    /// Not all of a squad fits around a tile.
    NoRoomForAll(SquadId, Tile),
    InReserve(SquadId),
    NotInReserve(SquadId),
    NobodyStands(SquadId),
    NotStanding(UnitId),
    /// **T-8**
    HpOutOfBounds(UnitId),
    /// **C-1**
    CpOutOfBounds(CasterId),
    /// Ground that nobody can stand on, under somebody who does.
    StoodUpon(Tile, UnitId),
    TooMuchGround,
    ScoreTooHigh,
    /// The battle is played without them.
    WithoutFormations,
    /// **F-5** Squads of both sides in one formation, or a leader of the other side.
    OfBothSides(SquadId, SquadId),
    /// **F-8** One alone is no formation.
    AloneInFormation(SquadId),
    InNoFormation(SquadId),
}

/// The most tiles whose ground edits may change: everybody who looks or walks has to ask about each.
pub const EDITED_TILES_MAX: usize = 400;

/// The highest score that an edit may give.
pub const EDITED_SCORE_MAX: u32 = 1_000_000;

/// Until when ground that the GM has changed stays so.
pub(super) const TO_THE_END: u16 = u16::MAX;

type Outcome<T> = Result<T, EditTrouble>;

impl Battle {
    /// **G-1** What an edit comes to. Nothing is changed by asking; whoever asked applies the events.
    ///
    /// # Errors
    ///
    /// If the battle it would make can't be, or is this one.
    pub fn edit(&self, edit: &Edit) -> Result<Vec<Event>, EditTrouble> {
        if !self.has_all_of(edit) {
            return Err(EditTrouble::NotOfThisBattle);
        }
        if self.outcome().is_some() {
            return Err(EditTrouble::BattleIsOver);
        }
        let edited = match edit {
            Edit::Move { who, to } => self.moved(*who, *to)?,
            Edit::Hp { who, hp } => self.hp_set(*who, *hp)?,
            Edit::State { who, state: Wanted::Standing { at, hp } } => self.raised(*who, *at, *hp)?,
            Edit::State { who, state } => self.felled(*who, *state)?,
            Edit::Morale { squad, is_broken } => {
                self.somebody_stands(*squad)?;
                Edited::Morale { squad: *squad, is_broken: *is_broken }
            }
            Edit::Ground { tiles, terrain } => self.ground_laid(tiles, *terrain)?,
            Edit::Command { by, cp } => {
                let cp = u8::try_from(*cp).ok().filter(|it| *it <= self.setup().caster(*by).cp_max);
                Edited::Command { by: *by, cp: cp.ok_or(EditTrouble::CpOutOfBounds(*by))? }
            }
            Edit::Reinforce { squad, at } => self.brought_in(*squad, *at)?,
            Edit::Owner { objective, owner } => Edited::Owner { objective: *objective, owner: *owner },
            Edit::Score { points, .. } if EDITED_SCORE_MAX < *points => return Err(EditTrouble::ScoreTooHigh),
            Edit::Score { side, points } => Edited::Score { side: *side, points: *points },
            Edit::FormUp { squads, leader } => self.formed_by_hand(squads, *leader)?,
            Edit::Disband { squad } => self.disbanded_by_hand(*squad)?,
            Edit::Plight { who, plight } => self.afflicted_by_hand(*who, *plight)?,
        };
        let event = Event::Edited(edited);
        let mut after = self.clone();
        after.apply(&event);
        if after.digest() == self.digest() { Err(EditTrouble::SoAlready) } else { Ok(vec![event]) }
    }

    /// Whether everything that an edit speaks of is part of this battle.
    fn has_all_of(&self, edit: &Edit) -> bool {
        let setup = self.setup();
        let has_squad = |it: &SquadId| setup.has_squad(*it) && !self.squad(*it).members.is_empty();
        let has = |it: &Whom| match it {
            Whom::Squad(squad) => has_squad(squad),
            Whom::Unit(unit) => setup.has_unit(*unit),
        };
        match edit {
            Edit::Move { who, .. } | Edit::Hp { who, .. } | Edit::State { who, .. } | Edit::Plight { who, .. } => {
                has(who)
            }
            Edit::Morale { squad, .. } | Edit::Reinforce { squad, .. } | Edit::Disband { squad } => has_squad(squad),
            Edit::Ground { terrain, .. } => terrain.is_none_or(|it| usize::from(it.0) < self.board().kinds().len()),
            Edit::Command { by, .. } => setup.has_caster(*by),
            Edit::Owner { objective, .. } => setup.has_objective(*objective),
            Edit::Score { .. } => true,
            Edit::FormUp { squads, leader } => {
                squads.iter().all(has_squad) && leader.is_none_or(|it| has(&Whom::Unit(it)))
            }
        }
    }

    /// The leader goes there, and the others with him.
    fn moved(&self, who: Whom, to: Tile) -> Outcome<Edited> {
        let mut units = self.on_their_feet(who)?;
        let squad = self.unit(units[0]).squad;
        let leader = self.leader(squad);
        units.sort_by_key(|it| Some(*it) != leader);
        let is_leaving = |it: UnitId| units.contains(&it);
        self.may_stand(units[0], to, is_leaving)?;
        let places = match self.in_shape(&units, to) {
            Some(places) => places,
            None => self.around(&units, to, is_leaving).ok_or(EditTrouble::NoRoomForAll(squad, to))?,
        };
        let now = |(unit, at): (&UnitId, Tile)| UnitNow { at, ..self.now(*unit) };
        Ok(Edited::Units(units.iter().zip(places).map(now).collect()))
    }

    /// Everybody as far from the first as now, if all of them may stand there.
    fn in_shape(&self, units: &[UnitId], to: Tile) -> Option<Vec<Tile>> {
        let (dx, dy) = to.offset_from(self.unit(units[0]).at);
        let place = |unit: UnitId| {
            let place = self.unit(unit).at.offset(dx, dy)?;
            self.may_stand(unit, place, |it| units.contains(&it)).ok().map(|()| place)
        };
        units.iter().map(|it| place(*it)).collect()
    }

    /// The first at a tile, the others around it, on what the ground is now.
    fn around(&self, units: &[UnitId], at: Tile, is_leaving: impl Fn(UnitId) -> bool) -> Option<Vec<Tile>> {
        let sizes: Vec<u8> = units.iter().map(|it| self.profile(*it).size).collect();
        let is_taken = |tile| self.who_stands_on(tile).is_some_and(|it| !is_leaving(it));
        settle(self.board(), |tile| self.ground(tile).cost.is_some(), is_taken, &sizes, at)
    }

    fn now(&self, unit: UnitId) -> UnitNow {
        let Unit { state, at, hp, .. } = *self.unit(unit);
        UnitNow { unit, state, at, hp }
    }

    fn hp_set(&self, who: Whom, hp: Hp) -> Outcome<Edited> {
        let set = |unit: UnitId| Ok(UnitNow { hp: self.hp_of(unit, hp)?, ..self.now(unit) });
        Ok(Edited::Units(self.on_their_feet(who)?.into_iter().map(set).collect::<Outcome<_>>()?))
    }

    fn hp_of(&self, unit: UnitId, hp: Hp) -> Outcome<i16> {
        let full = self.profile(unit).hp;
        match hp {
            Hp::Full => Ok(i16::from(full)),
            Hp::Exactly(hp) if (1..=u16::from(full)).contains(&hp) => Ok(hp as i16),
            Hp::Exactly(_) => Err(EditTrouble::HpOutOfBounds(unit)),
        }
    }

    fn raised(&self, who: Whom, at: Option<Tile>, hp: Hp) -> Outcome<Edited> {
        let mut units = self.chosen(who, |it| it != UnitState::Standing)?;
        units.retain(|it| !self.unit(*it).is_standing());
        let [first, ..] = units[..] else { return Err(EditTrouble::SoAlready) };
        let squad = self.unit(first).squad;
        if let Some(at) = at {
            self.may_stand(first, at, |_| false)?;
        }
        let near = at.or_else(|| self.leader(squad).map(|it| self.unit(it).at)).unwrap_or(self.unit(first).at);
        let places = self.around(&units, near, |_| false).ok_or(EditTrouble::NoRoomForAll(squad, near))?;
        let raise = |(unit, at): (&UnitId, Tile)| {
            Ok(UnitNow { unit: *unit, state: UnitState::Standing, at, hp: self.hp_of(*unit, hp)? })
        };
        Ok(Edited::Units(units.iter().zip(places).map(raise).collect::<Outcome<_>>()?))
    }

    fn felled(&self, who: Whom, wanted: Wanted) -> Outcome<Edited> {
        let units = match wanted {
            Wanted::Killed => self.chosen(who, |it| it != UnitState::Killed)?,
            Wanted::Abandoned => self.chosen(who, |it| it == UnitState::Downed)?,
            Wanted::Downed | Wanted::Standing { .. } => self.chosen(who, |it| it == UnitState::Standing)?,
        };
        if units.is_empty() {
            return Err(EditTrouble::SoAlready);
        }
        Ok(Edited::Units(units.into_iter().map(|it| self.fell(it, wanted)).collect()))
    }

    /// **T-8, V-5** A unit that no longer stands, with HP that fit.
    fn fell(&self, unit: UnitId, wanted: Wanted) -> UnitNow {
        let now = self.now(unit);
        let full = i16::from(self.profile(unit).hp);
        let hp = if -full < now.hp && now.hp <= 0 { now.hp } else { 0 };
        match wanted {
            Wanted::Killed => UnitNow { state: UnitState::Killed, hp: -full, ..now },
            Wanted::Abandoned => {
                let is_carried = now.state == UnitState::Downed;
                let carrier = self.leader(self.unit(unit).squad).filter(|_| is_carried);
                let at = carrier.map_or(now.at, |it| self.unit(it).at);
                UnitNow { state: UnitState::Abandoned, hp, at, unit }
            }
            Wanted::Downed | Wanted::Standing { .. } => UnitNow { state: UnitState::Downed, hp, ..now },
        }
    }

    /// One unit, whatever it is like; of a squad those that are as they should be.
    pub(super) fn chosen(&self, who: Whom, fits: impl Fn(UnitState) -> bool) -> Outcome<Vec<UnitId>> {
        let (squad, units) = match who {
            Whom::Unit(unit) => (self.unit(unit).squad, vec![unit]),
            Whom::Squad(squad) => {
                let members = self.squad(squad).members.iter().copied();
                (squad, members.filter(|it| fits(self.unit(*it).state)).collect())
            }
        };
        if self.squad(squad).in_reserve { Err(EditTrouble::InReserve(squad)) } else { Ok(units) }
    }

    fn ground_laid(&self, tiles: &[Tile], terrain: Option<TerrainId>) -> Outcome<Edited> {
        if EDITED_TILES_MAX < tiles.len() {
            return Err(EditTrouble::TooMuchGround);
        }
        let mut tiles = tiles.to_vec();
        tiles.sort();
        tiles.dedup();
        for &tile in &tiles {
            if !self.board().contains(tile) {
                return Err(EditTrouble::OffMap(tile));
            }
            let ground = terrain.unwrap_or(self.board().ground(tile));
            if let Some(unit) = self.who_stands_on(tile).filter(|_| self.board().kind(ground).cost.is_none()) {
                return Err(EditTrouble::StoodUpon(tile, unit));
            }
        }
        let others = self.changed_ground().iter().filter(|it| it.until == TO_THE_END && !tiles.contains(&it.tile));
        if terrain.is_some() && EDITED_TILES_MAX < others.count() + tiles.len() {
            return Err(EditTrouble::TooMuchGround);
        }
        Ok(Edited::Ground { tiles, terrain })
    }

    fn brought_in(&self, squad: SquadId, at: Tile) -> Outcome<Edited> {
        if !self.squad(squad).in_reserve {
            return Err(EditTrouble::NotInReserve(squad));
        }
        let units = &self.squad(squad).members;
        self.may_stand(units[0], at, |_| false)?;
        let places = self.around(units, at, |_| false).ok_or(EditTrouble::NoRoomForAll(squad, at))?;
        Ok(Edited::Arrived { squad, places: units.iter().copied().zip(places).collect() })
    }

    /// Who stands of those whom an edit is about, in roster order; at least one does.
    fn on_their_feet(&self, who: Whom) -> Outcome<Vec<UnitId>> {
        match who {
            Whom::Squad(squad) => self.somebody_stands(squad).map(|()| self.standing(squad).collect()),
            Whom::Unit(unit) => self.is_on_its_feet(unit).map(|()| vec![unit]),
        }
    }

    pub(super) fn somebody_stands(&self, squad: SquadId) -> Outcome<()> {
        if self.squad(squad).in_reserve {
            Err(EditTrouble::InReserve(squad))
        } else if !self.is_on_map(squad) {
            Err(EditTrouble::NobodyStands(squad))
        } else {
            Ok(())
        }
    }

    pub(super) fn is_on_its_feet(&self, unit: UnitId) -> Outcome<()> {
        match self.unit(unit).state {
            UnitState::Standing => Ok(()),
            UnitState::InReserve => Err(EditTrouble::InReserve(self.unit(unit).squad)),
            UnitState::Downed | UnitState::Abandoned | UnitState::Killed => Err(EditTrouble::NotStanding(unit)),
        }
    }

    /// **T-2, T-10** Whether a unit may stand there once some others have gone.
    fn may_stand(&self, unit: UnitId, at: Tile, is_leaving: impl Fn(UnitId) -> bool) -> Outcome<()> {
        let footprint = Footprint { at, size: self.profile(unit).size };
        if !self.board().contains(at) {
            return Err(EditTrouble::OffMap(at));
        }
        if !self.board().holds(footprint) {
            return Err(EditTrouble::NoRoomAtEdge(unit, at));
        }
        for tile in footprint.tiles() {
            if self.ground(tile).cost.is_none() {
                return Err(EditTrouble::Impassable(tile));
            }
            if let Some(other) = self.who_stands_on(tile).filter(|it| !is_leaving(*it)) {
                return Err(EditTrouble::Taken(tile, other));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::battle::scene::{scene, squad};

    #[test]
    fn g1_an_edit_is_an_event_and_asking_for_it_changes_nothing() {
        let battle = scene(".A .A . .\n. . # .B", "A Alpha players: rifle; B Boyz enemy: boy");
        let before = battle.digest();
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| Whom::Squad(squad(&battle, it)));
        let [open, wall, taken] = [Tile::new(0, 1), Tile::new(2, 1), Tile::new(3, 1)];
        let places = |it: &[Event]| match it {
            [Event::Edited(Edited::Units(units))] => units.iter().map(|it| it.at.to_string()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let moved = battle.edit(&Edit::Move { who: alpha, to: open });
        assert_eq!(moved.map(|it| places(&it)), Ok(vec!["A2".to_owned(), "B2".to_owned()]));
        let refused = |who, to| battle.edit(&Edit::Move { who, to }).map(|it| places(&it));
        assert_eq!(refused(alpha, wall), Err(EditTrouble::Impassable(wall)));
        assert_eq!(refused(alpha, taken), Err(EditTrouble::Taken(taken, UnitId(2))));
        assert_eq!(refused(boyz, taken), Err(EditTrouble::SoAlready));
        assert_eq!(refused(Whom::Squad(SquadId(9)), open), Err(EditTrouble::NotOfThisBattle));
        assert_eq!(battle.digest(), before);
    }
}
