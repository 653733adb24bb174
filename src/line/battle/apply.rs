//! Applies events to a battle, which nothing else changes.

use crate::field::{Extent, Objective, SquadId, Tile, UnitId, place_of};
use crate::line::battle::edit::NEVER_RESTORED;
use crate::line::battle::{
    AbilityId, Battle, Boon, CasterId, ChangedGround, DISENGAGE_FELLS, Edited, Event, Fate, Hit, Lasting, Move,
    MoveKind, Phase, Plight, Side, Silence, Span, Squad, Step, Unit, UnitNow, UnitState, Used, Uses, Volley,
    VolleyKind, Waiting,
};

impl Battle {
    /// Changes the battle by one event. Nothing else changes a battle.
    ///
    /// # Panics
    ///
    /// If the event names something that this battle doesn't have, or puts a unit where another stands. Only the rules
    /// make events, and they make them from this battle.
    pub fn apply(&mut self, event: &Event) {
        self.apply_to_state(event);
        self.update_extents();
    }

    fn apply_to_state(&mut self, event: &Event) {
        match event {
            Event::PhaseBegan { phase } => self.phase = *phase,

            Event::AbilityUsed { by, ability, on, cost, waits_for } => {
                self.cp[usize::from(by.0)] -= cost;
                if let Some(squad) = on.squad(self) {
                    let side = self.setup.caster(*by).side;
                    self.used.push(Used { side, ability: *ability, on: squad });
                }
                self.count_use(*by, *ability);
                if let Some(trigger) = *waits_for {
                    self.waiting.push(Waiting { by: *by, ability: *ability, on: *on, trigger });
                }
            }
            Event::AbilityTriggered { by, ability, on, .. } | Event::AbilityLapsed { by, ability, on } => {
                let at = self.waiting.iter().position(|it| (it.by, it.ability, it.on) == (*by, *ability, *on));
                self.waiting.remove(at.expect("only an ability that waits is triggered or lapses"));
            }
            Event::BoonBegan { squad, boon, span, ability } => self.begin_boon(*squad, None, *boon, *span, *ability),
            Event::UnitBoonBegan { unit, boon, span, ability } => {
                self.begin_boon(self.unit(*unit).squad, Some(*unit), *boon, *span, *ability);
            }
            Event::Rallied { squad, .. } | Event::Recovered { squad } => self.squad_mut(*squad).is_broken = false,
            Event::Healed { unit, hp, stands_at, .. } => {
                self.unit_mut(*unit).hp = i16::from(*hp);
                if let Some(at) = *stands_at {
                    self.place(*unit, at);
                }
            }
            Event::CountsAsNotShot { squad, .. } => {
                let squad = self.squad_mut(*squad);
                (squad.has_shot, squad.is_slowed) = (false, false);
            }
            Event::GroundChanged { tiles, terrain, until } => {
                let (terrain, until) = (*terrain, *until);
                self.changed_ground.extend(tiles.iter().map(|&tile| ChangedGround { tile, terrain, until }));
                self.update_ground();
            }
            Event::GroundRestored { tiles } => {
                let round = self.round;
                self.changed_ground.retain(|it| round < it.until || !tiles.contains(&it.tile));
                self.update_ground();
            }
            Event::CommandRegained { by, cp } => self.cp[usize::from(by.0)] += cp,
            Event::ActedAhead { squad, phase, .. } => self.squad_mut(*squad).acted_ahead |= 1 << *phase as u8,
            Event::UnitActedAhead { unit, phase, .. } => self.unit_mut(*unit).acted_ahead |= 1 << *phase as u8,
            Event::HeroMoved { hero, from, to } => self.move_hero(*hero, *from, *to),

            Event::Attacked(volley) => self.attack(volley),
            Event::VolleyWasted { squad, units, slows, .. } => self.count_as_fired(*squad, units, *slows),
            Event::HazardRolled { rolls, .. } => rolls.iter().for_each(|(unit, _, fate)| self.hurt(*unit, 1, *fate)),

            Event::Abandoned { squad, units } => {
                self.squad_mut(*squad).abandoned += units.len() as u8;
                for (unit, at) in units {
                    let unit = self.unit_mut(*unit);
                    (unit.state, unit.at) = (UnitState::Abandoned, *at);
                }
            }
            Event::Disengaged { squad, rolls } => {
                self.squad_mut(*squad).has_disengaged = true;
                for (unit, die) in rolls {
                    if die.face() <= DISENGAGE_FELLS {
                        let hp = self.unit(*unit).hp;
                        self.hurt(*unit, hp, Fate::Downed);
                    }
                }
            }
            Event::Moved(it) => self.make_move(it),

            Event::MoraleTested { squad, passed, .. } => self.squad_mut(*squad).is_broken = !passed,

            Event::ObjectiveCounted { objective, owner, contested, .. } => {
                let it = &mut self.objectives[usize::from(objective.0)];
                *it = it.counted(*owner, *contested);
            }
            Event::Scored { side, points } => self.score[*side] += points,
            Event::GoalMet { goal } => self.goals_met[usize::from(*goal)] = Some(self.round),
            Event::GoalUndone { goal } => self.goals_met[usize::from(*goal)] = None,
            Event::GoalPartMet { goal, part } => self.parts_met.push((*goal, *part)),
            Event::Ended { outcome, .. } => self.outcome = Some(*outcome),
            Event::Aftermath { unit, dead: true, .. } => self.unit_mut(*unit).state = UnitState::Killed,

            Event::RoundBegan { round } => self.begin_round(*round),
            Event::ScheduleCame { index } => self.scheduled[usize::from(*index)] = true,
            Event::Arrived { squad, places } => self.arrive(*squad, places),

            Event::Edited(it) => self.apply_edit(it),
            Event::Formation(it) => self.apply_to_ranks(it),

            Event::Aftermath { dead: false, .. }
            | Event::AbilityRefused { .. }
            | Event::AbilityInVain { .. }
            | Event::HeroStayed { .. }
            | Event::FireHeld { .. }
            | Event::Stayed { .. }
            | Event::Charged(_)
            | Event::ArrivalDelayed { .. } => (),
        }
    }

    fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }

    pub(super) fn squad_mut(&mut self, id: SquadId) -> &mut Squad {
        &mut self.squads[usize::from(id.0)]
    }

    /// Enters a standing unit on the tiles under it.
    pub(super) fn stand(&mut self, unit: UnitId) {
        self.mark_extent_stale(self.unit(unit).squad);
        for tile in self.footprint(unit).tiles() {
            let index = self.board().index(tile);
            let before = self.occupied[index].replace(unit);
            assert!(before.is_none(), "{unit:?} and {before:?} both stand on {tile}");
        }
    }

    /// Takes a unit off the tiles under it.
    pub(super) fn lift(&mut self, unit: UnitId) {
        self.mark_extent_stale(self.unit(unit).squad);
        for tile in self.footprint(unit).tiles() {
            let index = self.board().index(tile);
            self.occupied[index] = None;
        }
    }

    pub(super) fn place(&mut self, unit: UnitId, at: Tile) {
        let it = self.unit_mut(unit);
        (it.state, it.at) = (UnitState::Standing, at);
        self.stand(unit);
    }

    fn count_use(&mut self, by: CasterId, ability: AbilityId) {
        let is_it = |it: &Uses| (it.by, it.ability) == (by, ability);
        let at = place_of(&mut self.uses, is_it, || Uses { by, ability, this_round: 0, in_all: 0 });
        let it = &mut self.uses[at];
        (it.this_round, it.in_all) = (it.this_round.saturating_add(1), it.in_all.saturating_add(1));
    }

    fn begin_boon(&mut self, squad: SquadId, unit: Option<UnitId>, boon: Boon, span: Span, ability: AbilityId) {
        let (phase, until) = match span {
            Span::Phase(phase) => (Some(phase), self.round),
            Span::Rounds(rounds) => (None, self.round + u16::from(rounds.max(1)) - 1),
        };
        self.lasting.push(Lasting { squad, unit, boon, ability, phase, until });
    }

    fn move_hero(&mut self, hero: UnitId, from: SquadId, to: SquadId) {
        let old = self.squad_mut(from);
        old.members.retain(|it| *it != hero);
        old.starting -= 1;
        let new = self.squad_mut(to);
        new.members.push(hero);
        new.starting += 1;
        self.unit_mut(hero).squad = to;
        self.mark_extent_stale(from);
        self.mark_extent_stale(to);
    }

    /// **S-7** Units that fire have shot. **A-4** Each hit takes HP off its victim.
    fn attack(&mut self, volley: &Volley) {
        if volley.kind == VolleyKind::Fire {
            let units: Vec<UnitId> = volley.shots.iter().map(|it| it.unit).collect();
            self.count_as_fired(volley.by, &units, volley.slows);
        }
        // **M-2** The crew of a weapon has fired as well.
        for (unit, _) in volley.silent.iter().filter(|it| it.1 == Silence::Crewing) {
            self.unit_mut(*unit).has_fired = true;
        }
        // **A-6** Of several weapons of the kind, the first that is left is used up.
        for &unit in &volley.spends {
            let weapons = &self.profile(unit).weapons;
            let is_left = |slot: &usize| Some(weapons[*slot]) == volley.weapon && !self.is_spent(unit, *slot);
            if let Some(slot) = (0..weapons.len()).find(is_left) {
                self.unit_mut(unit).spent |= 1 << slot;
            }
        }
        for Hit { victim, damage, fate, .. } in &volley.hits {
            if let Some(victim) = *victim {
                self.hurt(victim, i16::from(*damage), *fate);
            }
        }
    }

    /// **S-7** Notes that units of a squad have fired. Wasted fire counts too.
    pub(super) fn count_as_fired(&mut self, squad: SquadId, units: &[UnitId], slows: bool) {
        let squad = self.squad_mut(squad);
        squad.has_shot = true;
        squad.is_slowed |= slows;
        units.iter().for_each(|it| self.unit_mut(*it).has_fired = true);
    }

    /// **A-4** Takes HP off a unit, which may be downed or killed. **X-3** The killed are dead.
    fn hurt(&mut self, unit: UnitId, damage: i16, fate: Fate) {
        if fate < Fate::Hurt {
            return;
        }
        self.unit_mut(unit).hp -= damage;
        if fate.is_felled() {
            self.lift(unit);
            self.leave_ranks(unit);
            self.unit_mut(unit).state = if fate == Fate::Killed { UnitState::Killed } else { UnitState::Downed };
        }
    }

    fn make_move(&mut self, it: &Move) {
        self.make_steps(&it.steps);
        let pressed = matches!(it.kind, MoveKind::PressIn | MoveKind::PressBack);
        if !pressed && !it.steps.is_empty() {
            self.squad_mut(it.squad).has_moved = true;
        }
    }

    /// Moves units. All of them leave their tiles before any arrives, because they may change places.
    pub(super) fn make_steps(&mut self, steps: &[Step]) {
        steps.iter().for_each(|it| self.lift(it.unit));
        steps.iter().for_each(|it| self.place(it.unit, it.to));
    }

    /// **R-1** Resets what counted for the previous round only.
    fn begin_round(&mut self, round: u16) {
        self.round = round;
        self.phase = Phase::Command;
        for squad in &mut self.squads {
            squad.moved_last_round = squad.has_moved;
            squad.has_moved = false;
            squad.has_shot = false;
            squad.is_slowed = false;
            squad.has_disengaged = false;
            squad.abandoned = 0;
            squad.acted_ahead = 0;
        }
        for unit in &mut self.units {
            unit.has_fired = false;
            unit.acted_ahead = 0;
        }
        self.used.clear();
        self.uses.iter_mut().for_each(|it| it.this_round = 0);
        self.begin_round_in_ranks();
        self.lasting.retain(|it| round <= it.until);
    }

    fn arrive(&mut self, squad: SquadId, places: &[(UnitId, Tile)]) {
        self.squad_mut(squad).in_reserve = false;
        places.iter().for_each(|(unit, at)| self.place(*unit, *at));
    }

    /// **G-1** Applies what the GM has set right.
    fn apply_edit(&mut self, edited: &Edited) {
        match edited {
            Edited::Units(units) => self.set_units(units),
            Edited::Morale { squad, is_broken } => self.squad_mut(*squad).is_broken = *is_broken,
            Edited::Ground { tiles, terrain } => {
                self.changed_ground.retain(|it| tiles.binary_search(&it.tile).is_err());
                if let Some(terrain) = *terrain {
                    let lay = |&tile: &Tile| ChangedGround { tile, terrain, until: NEVER_RESTORED };
                    self.changed_ground.extend(tiles.iter().map(lay));
                }
                self.update_ground();
            }
            Edited::Command { by, cp } => self.cp[usize::from(by.0)] = *cp,
            Edited::Arrived { squad, places } => self.arrive(*squad, places),
            Edited::Owner { objective, owner } => {
                let it = &mut self.objectives[usize::from(objective.0)];
                if it.owner != *owner {
                    *it = Objective::of(*owner);
                }
            }
            Edited::Score { side, points } => self.score[*side] = *points,
            Edited::Formed { formation, squads, members, leader } => self.start(*formation, squads, members, *leader),
            Edited::Disbanded { formations } => formations.iter().for_each(|it| drop(self.end(*it))),
            Edited::Afflicted { units, plight, until } => {
                units.iter().for_each(|it| *self.plight_mut(*it, *plight) = *until);
            }
            Edited::Steadied { units } => {
                for plight in [Plight::Dazed, Plight::Frenzied] {
                    units.iter().for_each(|it| *self.plight_mut(*it, plight) = 0);
                }
            }
        }
    }

    /// Computes everything that is derived from the stored state.
    pub(super) fn derive_state(&mut self) {
        let setup = self.setup_shared();
        self.occupied = vec![None; setup.board.len()];
        self.extents = vec![Extent::of([]); setup.squads.len()];
        self.reach_max = setup.unit_ids().map(|it| setup.profile(it).reach).max().unwrap_or(1);
        for id in setup.unit_ids() {
            self.unit_mut(id).size = setup.profile(id).size;
            if self.unit(id).is_standing() {
                self.stand(id);
            }
        }
        self.update_ground();
        self.update_extents();
    }

    /// **T-10** Computes what each tile is made of. The last change of a tile counts.
    pub(super) fn update_ground(&mut self) {
        self.ground_now.clear();
        if !self.changed_ground.is_empty() {
            let board = &self.setup.board;
            self.ground_now.extend(board.tiles().map(|it| board.ground(it)));
            for it in &self.changed_ground {
                self.ground_now[board.index(it.tile)] = it.terrain;
            }
        }
    }

    // All units leave their tiles before any arrives, because they may change places.
    fn set_units(&mut self, units: &[UnitNow]) {
        for it in units {
            if self.unit(it.unit).is_standing() {
                self.lift(it.unit);
            }
            let unit = self.unit_mut(it.unit);
            (unit.state, unit.at, unit.hp) = (it.state, it.at, it.hp);
            if it.state != UnitState::Standing {
                self.leave_ranks(it.unit);
            }
        }
        for it in units.iter().filter(|it| it.state == UnitState::Standing) {
            self.stand(it.unit);
        }
    }

    /// Standing units of a side.
    pub fn standing_of(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.squads_of(side).flat_map(|it| self.standing(it))
    }
}
