//! What this battle makes of an edit that is understood (G-1): it becomes an event, or is refused as a whole.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{Footprint, SquadId, TerrainId, Tile, UnitId, settle};
use crate::line::battle::{CasterId, Edited, NEVER_RESTORED, Plight, Side, Unit, UnitNow, UnitState};
use crate::line::orders::clause::Clause;

use super::diagnostics;

/// The most tiles whose ground edits may change, because whatever looks or walks has to ask about each.
pub(super) const TILES_MAX: usize = 400;

/// The highest score that an edit may give.
const SCORE_MAX: u32 = 1_000_000;

/// The edit, or why the battle that it would make can't be.
pub(super) type EditResult<T = Edited> = Result<T, Diagnostic>;

/// The units that an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditSubject {
    /// All members that the edit can be about.
    Squad(SquadId),
    Unit(UnitId),
}

/// The HP that an edit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hp {
    Full,
    Exactly(u16),
}

impl Clause<'_> {
    /// The span of the whole edit.
    pub(super) fn whole_span(&self) -> Range<usize> {
        self.span_of(self.words)
    }

    /// Moves the leader to a tile, and the others with it, in their shape if there is room for that.
    pub(super) fn moved(&self, who: EditSubject, to: Tile) -> EditResult {
        let mut units = self.standing_units(who)?;
        let leader = self.battle.leader(self.battle.unit(units[0]).squad);
        units.sort_by_key(|it| Some(*it) != leader);
        let is_leaving = |it: UnitId| units.contains(&it);
        self.check_may_stand(units[0], to, is_leaving)?;
        let places = self.places_in_shape(&units, to).map_or_else(|| self.places_around(&units, to, is_leaving), Ok)?;
        let now = |(unit, at): (&UnitId, Tile)| UnitNow { at, ..self.unit_now(*unit) };
        Ok(Edited::Units(units.iter().zip(places).map(now).collect()))
    }

    /// Where the units stand if all of them move as the first does; `None` if one of them can't stand there.
    fn places_in_shape(&self, units: &[UnitId], to: Tile) -> Option<Vec<Tile>> {
        let (dx, dy) = to.offset_from(self.battle.unit(units[0]).at);
        let place = |unit: UnitId| {
            let place = self.battle.unit(unit).at.offset(dx, dy)?;
            self.check_may_stand(unit, place, |it| units.contains(&it)).ok().map(|()| place)
        };
        units.iter().map(|it| place(*it)).collect()
    }

    /// Places for the first unit at a tile and the others around it, on the ground as it is now.
    fn places_around(&self, units: &[UnitId], at: Tile, is_leaving: impl Fn(UnitId) -> bool) -> EditResult<Vec<Tile>> {
        let battle = self.battle;
        let sizes: Vec<u8> = units.iter().map(|it| battle.profile(*it).size).collect();
        let is_taken = |tile| battle.who_stands_on(tile).is_some_and(|it| !is_leaving(it));
        let places = settle(battle.board(), |tile| battle.ground(tile).cost.is_some(), is_taken, &sizes, at);
        let squad = self.name_of(battle.unit(units[0]).squad);
        places.ok_or_else(|| diagnostics::no_room_for_all(self.whole_span(), squad, at))
    }

    fn unit_now(&self, unit: UnitId) -> UnitNow {
        let Unit { state, at, hp, .. } = *self.battle.unit(unit);
        UnitNow { unit, state, at, hp }
    }

    /// Sets the HP of units that stand.
    pub(super) fn hp_set(&self, who: EditSubject, hp: Hp) -> EditResult {
        let set = |unit: UnitId| Ok(UnitNow { hp: self.hp_of(unit, hp)?, ..self.unit_now(unit) });
        Ok(Edited::Units(self.standing_units(who)?.into_iter().map(set).collect::<EditResult<_>>()?))
    }

    fn hp_of(&self, unit: UnitId, hp: Hp) -> EditResult<i16> {
        let full = self.battle.profile(unit).hp;
        match hp {
            Hp::Full => Ok(i16::from(full)),
            Hp::Exactly(hp) if (1..=u16::from(full)).contains(&hp) => Ok(hp as i16),
            Hp::Exactly(_) => Err(diagnostics::hp_out_of_bounds(self.whole_span(), &self.dotted_name(unit), full)),
        }
    }

    /// Puts units on their feet again; without a tile, as near to their squad as there is room.
    pub(super) fn raised(&self, who: EditSubject, at: Option<Tile>, hp: Hp) -> EditResult {
        let battle = self.battle;
        let mut units = self.units_in_state(who, |it| it != UnitState::Standing)?;
        units.retain(|it| !battle.unit(*it).is_standing());
        let [first, ..] = units[..] else { return Ok(Edited::Units(Vec::new())) };
        if let Some(at) = at {
            self.check_may_stand(first, at, |_| false)?;
        }
        let leader = battle.leader(battle.unit(first).squad);
        let near = at.unwrap_or(battle.unit(leader.unwrap_or(first)).at);
        let places = self.places_around(&units, near, |_| false)?;
        let raise = |(unit, at): (&UnitId, Tile)| {
            Ok(UnitNow { unit: *unit, state: UnitState::Standing, at, hp: self.hp_of(*unit, hp)? })
        };
        Ok(Edited::Units(units.iter().zip(places).map(raise).collect::<EditResult<_>>()?))
    }

    /// Makes units downed, abandoned or killed.
    pub(super) fn felled(&self, who: EditSubject, state: UnitState) -> EditResult {
        let units = self.units_in_state(who, |it| match state {
            UnitState::Killed => it != UnitState::Killed,
            UnitState::Abandoned => it == UnitState::Downed,
            _ => it == UnitState::Standing,
        })?;
        Ok(Edited::Units(units.into_iter().map(|it| self.fell(it, state)).collect()))
    }

    /// **T-8, V-5** A unit that no longer stands, with HP that fit. If it was carried and is abandoned, it lies where
    /// its carrier stands.
    fn fell(&self, unit: UnitId, state: UnitState) -> UnitNow {
        let battle = self.battle;
        let now = self.unit_now(unit);
        let full = i16::from(battle.profile(unit).hp);
        let hp = match state {
            UnitState::Killed => -full,
            _ if -full < now.hp && now.hp <= 0 => now.hp,
            _ => 0,
        };
        let is_left = state == UnitState::Abandoned && now.state == UnitState::Downed;
        let carrier = battle.leader(battle.unit(unit).squad).filter(|_| is_left);
        UnitNow { unit, state, hp, at: carrier.map_or(now.at, |it| battle.unit(it).at) }
    }

    /// One unit, in whatever state it is, or the members of a squad whose state fits.
    fn units_in_state(&self, who: EditSubject, fits: impl Fn(UnitState) -> bool) -> EditResult<Vec<UnitId>> {
        let battle = self.battle;
        let (squad, units) = match who {
            EditSubject::Unit(unit) => (battle.unit(unit).squad, vec![unit]),
            EditSubject::Squad(squad) => {
                let members = battle.squad(squad).members.iter().copied();
                (squad, members.filter(|it| fits(battle.unit(*it).state)).collect())
            }
        };
        if battle.squad(squad).in_reserve { Err(self.in_reserve(squad)) } else { Ok(units) }
    }

    /// **T-10** Changes ground for the rest of the battle; without a kind, back to what the map says.
    pub(super) fn ground_laid(&self, mut tiles: Vec<Tile>, terrain: Option<TerrainId>) -> EditResult {
        let (battle, board) = (self.battle, self.battle.board());
        tiles.sort();
        tiles.dedup();
        for &tile in &tiles {
            let ground = board.kind(terrain.unwrap_or(board.ground(tile)));
            if let Some(unit) = battle.who_stands_on(tile).filter(|_| ground.cost.is_none()) {
                return Err(diagnostics::stood_upon(self.whole_span(), tile, &self.dotted_name(unit)));
            }
        }
        let others =
            battle.changed_ground().iter().filter(|it| it.until == NEVER_RESTORED && !tiles.contains(&it.tile));
        if terrain.is_some() && TILES_MAX < others.count() + tiles.len() {
            return Err(diagnostics::too_much_ground(self.whole_span(), TILES_MAX));
        }
        // Ground that is as the map has it needs no change.
        let is_changed = |tile: Tile| battle.changed_ground().iter().any(|it| it.tile == tile);
        tiles.retain(|it| is_changed(*it) || terrain != Some(board.ground(*it)));
        Ok(Edited::Ground { tiles, terrain })
    }

    /// **C-1**
    pub(super) fn cp_set(&self, by: CasterId, cp: u16) -> EditResult {
        let pool = self.battle.setup().caster(by);
        match u8::try_from(cp) {
            Ok(cp) if cp <= pool.cp_max => Ok(Edited::Command { by, cp }),
            _ => Err(diagnostics::cp_out_of_bounds(self.whole_span(), &pool.name, pool.cp_max)),
        }
    }

    /// **O-1**
    pub(super) fn scored(&self, side: Side, points: u32) -> EditResult {
        match points {
            0..=SCORE_MAX => Ok(Edited::Score { side, points }),
            _ => Err(diagnostics::score_too_high(self.whole_span(), SCORE_MAX)),
        }
    }

    /// Brings a squad out of reserve now.
    pub(super) fn brought_in(&self, squad: SquadId, at: Tile) -> EditResult {
        let it = self.battle.squad(squad);
        if !it.in_reserve {
            return Err(diagnostics::not_in_reserve(self.whole_span(), self.name_of(squad)));
        }
        self.check_may_stand(it.members[0], at, |_| false)?;
        let places = self.places_around(&it.members, at, |_| false)?;
        Ok(Edited::Arrived { squad, places: it.members.iter().copied().zip(places).collect() })
    }

    /// **F-5** Makes a formation of all who stand in these squads, even if they couldn't form up by themselves. Gaps in
    /// it are looked at when Movement is over (F-13). Without a leader it needs none.
    pub(super) fn formed_up(&self, squads: Vec<SquadId>, leader: Option<UnitId>) -> EditResult {
        let battle = self.battle;
        self.check_has_formations()?;
        for &squad in &squads {
            self.check_somebody_stands(squad)?;
            self.check_one_side(squads[0], squad)?;
        }
        let members: Vec<UnitId> = squads.iter().flat_map(|it| battle.standing(*it)).collect();
        if members.len() < 2 {
            return Err(diagnostics::alone_in_formation(self.whole_span(), self.name_of(squads[0])));
        }
        if let Some(leader) = leader {
            self.check_standing(leader)?;
            self.check_one_side(squads[0], battle.unit(leader).squad)?;
        }
        Ok(Edited::Formed { formation: battle.next_formation(), squads, members, leader })
    }

    /// Ends all formations that somebody of the squad is in.
    pub(super) fn disbanded(&self, squad: SquadId) -> EditResult {
        self.check_has_formations()?;
        let formations: Vec<_> = self.battle.formations_of(squad).map(|it| it.id).collect();
        if formations.is_empty() {
            return Err(diagnostics::in_no_formation(self.whole_span(), self.name_of(squad)));
        }
        Ok(Edited::Disbanded { formations })
    }

    /// **FX-6** Makes units dazed or frenzied until the movement phase of this round is over. Without a plight, they
    /// are neither from now on.
    pub(super) fn afflicted(&self, who: EditSubject, plight: Option<Plight>) -> EditResult {
        self.check_has_formations()?;
        let units = self.units_in_state(who, |it| it == UnitState::Standing)?;
        if let EditSubject::Unit(unit) = who {
            self.check_standing(unit)?;
        }
        Ok(match plight {
            Some(plight) => Edited::Afflicted { units, plight, until: self.battle.round() },
            None => Edited::Steadied { units },
        })
    }

    fn check_has_formations(&self) -> EditResult<()> {
        if self.battle.has_formations() { Ok(()) } else { Err(diagnostics::without_formations(self.whole_span())) }
    }

    fn check_one_side(&self, one: SquadId, other: SquadId) -> EditResult<()> {
        if self.battle.side(one) == self.battle.side(other) {
            return Ok(());
        }
        Err(diagnostics::of_both_sides(self.whole_span(), self.name_of(one), self.name_of(other)))
    }

    /// The units of an edit that stand, in roster order. An error if none do.
    fn standing_units(&self, who: EditSubject) -> EditResult<Vec<UnitId>> {
        match who {
            EditSubject::Squad(squad) => {
                self.check_somebody_stands(squad).map(|()| self.battle.standing(squad).collect())
            }
            EditSubject::Unit(unit) => self.check_standing(unit).map(|()| vec![unit]),
        }
    }

    pub(super) fn check_somebody_stands(&self, squad: SquadId) -> EditResult<()> {
        if self.battle.squad(squad).in_reserve {
            Err(self.in_reserve(squad))
        } else if !self.battle.is_on_map(squad) {
            Err(diagnostics::nobody_stands(self.whole_span(), self.name_of(squad)))
        } else {
            Ok(())
        }
    }

    fn check_standing(&self, unit: UnitId) -> EditResult<()> {
        let Unit { state, squad, .. } = *self.battle.unit(unit);
        match state {
            UnitState::Standing => Ok(()),
            UnitState::InReserve => Err(self.in_reserve(squad)),
            UnitState::Downed | UnitState::Abandoned | UnitState::Killed => {
                Err(diagnostics::not_standing(self.whole_span(), &self.dotted_name(unit), state.word()))
            }
        }
    }

    fn in_reserve(&self, squad: SquadId) -> Diagnostic {
        diagnostics::in_reserve(self.whole_span(), self.name_of(squad))
    }

    /// **T-2, T-10** Checks that a unit may stand on a tile once some others have left.
    fn check_may_stand(&self, unit: UnitId, at: Tile, is_leaving: impl Fn(UnitId) -> bool) -> EditResult<()> {
        let battle = self.battle;
        let size = battle.profile(unit).size;
        let footprint = Footprint { at, size };
        if !battle.board().holds(footprint) {
            return Err(diagnostics::no_room_at_edge(self.whole_span(), at, &self.dotted_name(unit), size));
        }
        for tile in footprint.tiles() {
            let ground = battle.ground(tile);
            if ground.cost.is_none() {
                return Err(diagnostics::impassable(self.whole_span(), tile, &ground.name));
            }
            if let Some(other) = battle.who_stands_on(tile).filter(|it| !is_leaving(*it)) {
                return Err(diagnostics::taken(self.whole_span(), tile, &self.dotted_name(other)));
            }
        }
        Ok(())
    }

    /// `Alpha.3`, as edits name a unit. A squad of one goes by its name.
    fn dotted_name(&self, unit: UnitId) -> String {
        let squad = self.battle.unit(unit).squad;
        let (name, members) = (self.name_of(squad), &self.battle.squad(squad).members);
        match members.iter().position(|it| *it == unit) {
            Some(at) if 1 < members.len() => format!("{name}.{}", at + 1),
            _ => name.to_owned(),
        }
    }
}
