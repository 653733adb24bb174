//! BS-7: following ways, tile by tile.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Heading, Moved, OrderKind, Plate, Rebuff, Rect, Refusal, Run, Who};
use crate::brick::rules::movement::respond;
use crate::brick::rules::movement::ways::{self, Step, Stride, Way};
use crate::brick::rules::{Round, harm, push};
use crate::field::{SquadId, Tile, UnitId};

/// Follows a way as far as the inches last, tile by tile. Returns the inches that are left. `None` if it was stopped.
pub(super) fn walk(round: &mut Round<'_>, who: Who, way: &[Stride], inches: u16) -> Option<u16> {
    let mut steps = ways::affordable(way.iter().copied(), inches);
    // **BS-7.5** It ends where there is a place to stand.
    steps.truncate(steps.iter().rposition(|it| ways::may_end(&round.battle, it.place.rect)).map_or(0, |it| it + 1));
    if steps.is_empty() {
        if !way.is_empty() {
            round.refuse(who, OrderKind::Move, Refusal::NoWay);
        }
        return Some(inches);
    }
    let mut track = Track::new(&round.battle, who);
    let mut left = inches;
    for stride in steps {
        left -= stride.price;
        track.add(&round.battle, stride);
        let by = respond::who_would(round, who, stride.place.rect);
        if by.is_empty() {
            continue;
        }
        track.emit(round);
        if !respond::strike(round, who, &by) {
            rebuff(round, who, &track);
            return None;
        }
        track = Track::new(&round.battle, who);
    }
    track.emit(round);
    meet_ground(round, who);
    round.battle.is_there(who).then_some(left)
}

/// **BS-4.2** Hazards under the feet of those who come to stand there. **BT-11** Their damage adds to nothing else.
pub(super) fn meet_ground(round: &mut Round<'_>, who: Who) {
    let sums = std::mem::take(&mut round.sums);
    for unit in round.battle.members(who) {
        push::meet_hazard(round, unit);
    }
    harm::remove_casualties(round);
    round.sums = sums;
}

/// What has been walked since the last event that reported it.
pub(super) struct Track {
    moved: Moved,
    place: Plate,
    run: Option<Run>,
    /// The last place where it could stand, to go back to.
    last_stop: (Plate, Vec<(UnitId, Tile)>),
}

impl Track {
    pub(super) fn new(battle: &Battle, who: Who) -> Track {
        let place = ways::place_of(battle, who);
        let places: Vec<(UnitId, Tile)> = battle.members(who).iter().map(|it| (*it, battle.unit(*it).at)).collect();
        let last_stop = (place, places.clone());
        let moved = Moved { who, plate: None, places, way: vec![battle.origin(who).at], inches: 0 };
        Track { moved, place, run: battle.run(who), last_stop }
    }

    pub(super) fn add(&mut self, battle: &Battle, Stride { step, place, price }: Stride) {
        let moved = &mut self.moved;
        match step {
            Step::Toward(heading) => {
                let (dx, dy) = heading.offset();
                for it in &mut moved.places {
                    it.1 = it.1.offset(dx, dy).unwrap_or(it.1);
                }
                moved.way.extend(moved.way.last().and_then(|it| it.offset(dx, dy)));
                // **BC-16.5** A turn ends a run; **BC-16.4** what goes straight on adds to it.
                let before = self.run.filter(|it| it.heading == heading).map_or(0, |it| it.inches);
                let run = Run { heading, inches: Run::inches_after(before, heading, price) };
                self.run = Some(run).filter(|it| 0 < it.inches);
            }
            Step::Pivot(turn) => {
                if let Some((_, of)) = self.place.pivoted(turn) {
                    for it in &mut moved.places {
                        let own = Rect { at: it.1, ..battle.unit_rect(it.0) };
                        it.1 = own.tiles().filter_map(&of).min().unwrap_or(it.1);
                    }
                    moved.way.extend(moved.way.last().and_then(|it| of(*it)));
                }
                self.run = None;
            }
        }
        self.place = place;
        moved.inches += price;
        if ways::may_end(battle, place.rect) {
            self.last_stop = (place, moved.places.clone());
        }
        debug_assert!(moved.places.len() == battle.members(moved.who).len(), "nobody is lost on the way");
    }

    /// Reports what was walked, if anything was.
    pub(super) fn emit(&self, round: &mut Round<'_>) {
        if self.moved.way.len() < 2 {
            return;
        }
        let who = self.moved.who;
        let plate = who.squad().map(|_| self.place);
        round.emit(Event::Moved(Box::new(Moved { plate, ..self.moved.clone() })));
        if self.run != round.battle.run(who) {
            round.emit(Event::Ran { who, run: self.run });
        }
    }
}

/// Walks these steps, with no Response to them.
pub(super) fn follow(round: &mut Round<'_>, who: Who, steps: &[Stride]) {
    let mut track = Track::new(&round.battle, who);
    steps.iter().for_each(|it| track.add(&round.battle, *it));
    track.emit(round);
}

/// **BS-7.6** A squad that is stopped in the middle of a crossing goes back to where it last could stand, or breaks
/// up.
fn rebuff(round: &mut Round<'_>, who: Who, track: &Track) {
    if !round.battle.is_there(who) || ways::may_end(&round.battle, round.battle.rect(who)) {
        return;
    }
    let Who::Squad(squad) = who else { return };
    match round.battle.policies(who).rebuff {
        Rebuff::Back => {
            let (place, places) = &track.last_stop;
            let places = places.iter().filter(|it| round.battle.unit(it.0).squad == Some(squad)).copied().collect();
            let way = vec![round.battle.origin(who).at, place.rect.middle()];
            round.emit(Event::Moved(Box::new(Moved { who, plate: Some(*place), places, way, inches: 0 })));
        }
        Rebuff::Break => break_up(round, squad),
    }
}

/// The squad is no more, and each member goes on alone from where it stands.
pub(super) fn break_up(round: &mut Round<'_>, squad: SquadId) {
    let (who, units) = (Who::Squad(squad), round.battle.members(Who::Squad(squad)));
    let foes: Vec<Who> = round.battle.engaged_with(who).collect();
    round.emit(Event::SquadEnded { squad });
    for unit in units {
        push::link_in_reach(round, Who::Unit(unit), &foes);
    }
}

/// **BC-16.5** A run goes on into the next round if the whole Move was used.
pub(super) fn keep_run(round: &mut Round<'_>, who: Who, left: u16) {
    if left == 0 && round.battle.run(who).is_some() {
        round.movement.keeps_run.insert(who);
    }
}

/// A straight way of up to so many tiles, and who stands in the way.
pub(super) fn straight(battle: &Battle, who: Who, heading: Heading, tiles: u8) -> (Way, Option<Who>) {
    let (start, nobody) = (ways::place_of(battle, who), BTreeSet::new());
    let way: Way = ways::ahead(battle, who, start, heading, &nobody).take(usize::from(tiles)).collect();
    let end = way.last().map_or(start, |it| it.place).rect;
    let next = end.toward(heading, 1).filter(|it| way.len() < usize::from(tiles) && battle.setup().contains(*it));
    let blocker = next.into_iter().flat_map(Rect::tiles).filter_map(|it| battle.on(it)).find(|it| *it != who);
    (way, blocker)
}
