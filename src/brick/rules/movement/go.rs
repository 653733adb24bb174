//! BS-7, BS-8: moves, runs and turns.

use std::collections::BTreeSet;

use crate::brick::battle::{
    Battle, Event, Go, Heading, Moved, OrderKind, Plate, Rebuff, Rect, Refusal, Run, Turn, Who,
};
use crate::brick::rules::melee::inch;
use crate::brick::rules::movement::ways::{self, Manner, Place, Step, Way};
use crate::brick::rules::movement::{March, allowance, collide, has_action, respond, run_of, sprint};
use crate::brick::rules::{Round, organise, push};
use crate::field::{SquadId, Tile, UnitId};

/// **BS-7.2** Somebody goes where the order says, or as far as the inches last.
pub(super) fn go(round: &mut Round<'_>, march: &mut March, who: Who, order: &Go) {
    let mut sprinted = 0;
    if order.sprint {
        match sprint(round, who) {
            Ok(more) => sprinted = more,
            Err(why) => return round.refuse(who, OrderKind::Move, why),
        }
    }
    if order.broken {
        return break_through(round, who, order, sprinted);
    }
    let manner = Manner { backwards: order.backwards };
    let mut left = allowance(round, march, who) + sprinted;
    for to in order.via.iter().chain([&order.to]) {
        let Some(way) = ways::way(&round.battle, who, *to, manner) else {
            let ahead = round.battle.is_cavalry(who);
            return round.refuse(who, OrderKind::Move, if ahead { Refusal::NotAhead } else { Refusal::NoWay });
        };
        match walk(round, march, who, &way, left) {
            Some(rest) => left = rest,
            None => return,
        }
    }
    face(round, who, order);
    keep_run(round, march, who, left);
}

/// **BS-7.2, BS-8.1** Infantry turn around their Standard for nothing, if they fit.
fn face(round: &mut Round<'_>, who: Who, order: &Go) {
    let (Some(facing), Who::Squad(squad)) = (order.facing, who) else { return };
    if round.battle.is_cavalry(who) {
        return round.refuse(who, OrderKind::Move, Refusal::NotAhead);
    }
    for _ in 0..4 {
        let Some(it) = round.battle.squad(squad) else { return };
        if it.plate.facing == facing {
            return;
        }
        let (plate, origin) = (it.plate, round.battle.origin(who).at);
        let Some((next, of)) = plate.turned_around(Turn::Right, origin) else {
            return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
        };
        let places = turned_places(&round.battle, who, of);
        if !organise::is_free(&round.battle, next.rect, &[who]) {
            return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
        }
        let moved = Moved { who, plate: Some(next), places, way: vec![origin], inches: 0 };
        round.emit(Event::Moved(Box::new(moved)));
    }
}

/// Where members come to stand when their plate is turned: a unit of several tiles by the corner that is its top left then.
fn turned_places(battle: &Battle, who: Who, of: impl Fn(Tile) -> Option<Tile>) -> Vec<(UnitId, Tile)> {
    let place = |unit: UnitId| {
        let corner = battle.unit_rect(unit).tiles().filter_map(&of).min_by_key(|it| (it.y, it.x))?;
        Some((unit, corner))
    };
    battle.members(who).into_iter().filter_map(place).collect()
}

/// Follows a way as far as the inches last, tile by tile. Gives back the inches that are left; `None` if it was stopped.
pub(super) fn walk(round: &mut Round<'_>, march: &mut March, who: Who, way: &Way, inches: u16) -> Option<u16> {
    // **BS-7.5** Only what is a place to stand can be the end.
    let mut left = inches;
    let affordable = way.steps.iter().take_while(|it| {
        let can = it.2 <= left;
        left = left.saturating_sub(if can { it.2 } else { 0 });
        can
    });
    let affordable: Vec<&(Step, Place, u16)> = affordable.collect();
    let last = affordable.iter().rposition(|it| ways::may_end(&round.battle, it.1.rect));
    let steps: Vec<(Step, Place, u16)> = affordable[..last.map_or(0, |it| it + 1)].iter().map(|it| **it).collect();
    if steps.is_empty() {
        if !way.steps.is_empty() {
            round.refuse(who, OrderKind::Move, Refusal::NoWay);
        }
        return Some(inches);
    }
    let mut track = Track::new(&round.battle, who);
    let mut left = inches;
    for (step, place, price) in steps {
        left -= price;
        track.add(&round.battle, who, step, place, price);
        let by = respond::who_would(round, who, place.rect);
        if by.is_empty() {
            continue;
        }
        track.emit(round, who);
        if !respond::strike(round, march, who, &by) {
            rebuffed(round, who, &track);
            return None;
        }
        track = Track::new(&round.battle, who);
    }
    track.emit(round, who);
    mines(round, who);
    round.battle.is_there(who).then_some(left)
}

/// **BS-4.2** What lies under the feet of whoever comes to stand there.
fn mines(round: &mut Round<'_>, who: Who) {
    for unit in round.battle.members(who) {
        push::meet_hazard(round, unit);
    }
    crate::brick::rules::harm::bury(round);
    round.sums.clear();
}

/// What somebody has gone since the last event that said so.
pub(super) struct Track {
    way: Vec<Tile>,
    place: Place,
    places: Vec<(UnitId, Tile)>,
    inches: u16,
    run: Option<Run>,
    /// The last place to stand, to go back to.
    good: (Place, Vec<(UnitId, Tile)>),
}

impl Track {
    pub(super) fn new(battle: &Battle, who: Who) -> Track {
        let place = ways::place_of(battle, who);
        let places: Vec<(UnitId, Tile)> = battle.members(who).iter().map(|it| (*it, battle.unit(*it).at)).collect();
        let run = run_of(battle, who);
        let good = (place, places.clone());
        Track { way: vec![battle.origin(who).at], place, places, inches: 0, run, good }
    }

    pub(super) fn add(&mut self, battle: &Battle, who: Who, step: Step, place: Place, inches: u16) {
        match step {
            Step::Toward(heading) => {
                let (dx, dy) = heading.offset();
                for it in &mut self.places {
                    it.1 = it.1.offset(dx, dy).unwrap_or(it.1);
                }
                if let Some(at) = self.way.last().and_then(|it| it.offset(dx, dy)) {
                    self.way.push(at);
                }
                // **BC-16.5** A turn ends a run; **BC-16.4** what goes straight on adds to it.
                let before = self.run.filter(|it| it.heading == heading).map_or(0, |it| it.inches);
                self.run = Some(Run { heading, inches: before + inches });
            }
            Step::Pivot(turn) => {
                let plate = Plate { rect: self.place.rect, facing: self.place.facing };
                if let Some((_, of)) = plate.pivoted(turn) {
                    for it in &mut self.places {
                        let own = Rect { at: it.1, ..battle.unit_rect(it.0) };
                        it.1 = own.tiles().filter_map(&of).min_by_key(|it| (it.y, it.x)).unwrap_or(it.1);
                    }
                    if let Some(at) = self.way.last().and_then(|it| of(*it)) {
                        self.way.push(at);
                    }
                }
                self.run = None;
            }
        }
        self.place = place;
        self.inches += inches;
        if ways::may_end(battle, place.rect) {
            self.good = (place, self.places.clone());
        }
        debug_assert!(self.places.len() == battle.members(who).len(), "nobody is lost on the way");
    }

    /// Says so, if anything was gone.
    pub(super) fn emit(&self, round: &mut Round<'_>, who: Who) {
        if self.way.len() < 2 {
            return;
        }
        let plate = matches!(who, Who::Squad(_)).then_some(Plate { rect: self.place.rect, facing: self.place.facing });
        let (places, way) = (self.places.clone(), self.way.clone());
        round.emit(Event::Moved(Box::new(Moved { who, plate, places, way, inches: self.inches })));
        if self.run != run_of(&round.battle, who) {
            round.emit(Event::Ran { who, run: self.run });
        }
    }
}

/// **BS-7.6** Who is stopped in the middle of a crossing goes back to where it last could stand, or breaks up.
fn rebuffed(round: &mut Round<'_>, who: Who, track: &Track) {
    if !round.battle.is_there(who) || ways::may_end(&round.battle, round.battle.rect(who)) {
        return;
    }
    let Who::Squad(squad) = who else { return };
    match round.battle.policies(who).rebuff {
        Rebuff::Back => {
            let (place, places) = &track.good;
            let places = places.iter().filter(|it| round.battle.unit(it.0).squad == Some(squad)).copied().collect();
            let plate = Some(Plate { rect: place.rect, facing: place.facing });
            let way = vec![round.battle.origin(who).at, place.rect.middle()];
            round.emit(Event::Moved(Box::new(Moved { who, plate, places, way, inches: 0 })));
        }
        Rebuff::Break => break_up(round, squad),
    }
}

/// Everybody of a squad goes on alone from where they stand.
pub(super) fn break_up(round: &mut Round<'_>, squad: SquadId) {
    let (who, units) = (Who::Squad(squad), round.battle.members(Who::Squad(squad)));
    let foes: Vec<Who> = round.battle.engaged_with(who).collect();
    round.emit(Event::SquadEnded { squad });
    for one in units.into_iter().map(Who::Unit) {
        for other in &foes {
            if round.battle.is_there(*other) && push::could_reach(&round.battle, *other, one) {
                round.emit(Event::Linked { one, other: *other });
            }
        }
    }
}

/// **BC-16.5** A run goes on into the next round if the whole Move was used.
pub(super) fn keep_run(round: &Round<'_>, march: &mut March, who: Who, left: u16) {
    if left == 0 && run_of(&round.battle, who).is_some() {
        march.keeps_run.insert(who);
    }
}

/// **BC-16.4** So many tiles straight on; **BC-19.1** into whoever is in the way, if there is momentum.
pub(super) fn run(round: &mut Round<'_>, march: &mut March, who: Who, heading: Heading, tiles: u8, sprints: bool) {
    let mut left = allowance(round, march, who);
    if sprints {
        match sprint(round, who) {
            Ok(more) => left += more,
            Err(why) => return round.refuse(who, OrderKind::Move, why),
        }
    }
    let ahead = Heading::from(ways::place_of(&round.battle, who).facing);
    if round.battle.is_cavalry(who) && heading != ahead {
        return round.refuse(who, OrderKind::Move, Refusal::NotAhead);
    }
    let (way, blocked) = straight(&round.battle, who, heading, tiles);
    let wanted = way.steps.len();
    match walk(round, march, who, &way, left) {
        Some(rest) => left = rest,
        None => return,
    }
    let went_all = round.battle.rect(who) == way.steps.last().map_or(round.battle.rect(who), |it| it.1.rect);
    let momentum = run_of(&round.battle, who).is_some_and(|it| it.has_momentum() && it.heading == heading);
    match blocked {
        Some(other) if went_all && momentum && wanted < usize::from(tiles) && 0 < left => {
            collide::bump(round, march, who, heading, other, left);
        }
        _ => keep_run(round, march, who, left),
    }
}

/// A straight way of so many tiles, and who is in it.
pub(super) fn straight(battle: &Battle, who: Who, heading: Heading, tiles: u8) -> (Way, Option<Who>) {
    let mut place = ways::place_of(battle, who);
    let mut way = Way::default();
    for _ in 0..tiles {
        let Some(rect) = place.rect.toward(heading, 1).filter(|it| battle.setup().contains(*it)) else { break };
        if !ways::passes(battle, who, rect, &BTreeSet::new()) {
            let other = rect.tiles().filter_map(|it| battle.on(it)).find(|it| *it != who);
            return (way, other);
        }
        let Some(price) = ways::step_cost(battle, who, place.rect, rect, heading) else { break };
        place = Place { rect, ..place };
        way.steps.push((Step::Toward(heading), place, price));
    }
    (way, None)
}

/// **BS-8.3** A quarter turn on the spot.
pub(super) fn pivot(round: &mut Round<'_>, march: &mut March, who: Who, turn: Turn) {
    if !matches!(who, Who::Squad(_)) {
        return;
    }
    let here = ways::place_of(&round.battle, who);
    let inches = allowance(round, march, who);
    match ways::pivot(&round.battle, who, here, turn) {
        Some((place, price)) if price <= inches && ways::passes(&round.battle, who, place.rect, &BTreeSet::new()) => {
            let way = Way { steps: vec![(Step::Pivot(turn), place, price)] };
            walk(round, march, who, &way, inches);
        }
        Some(_) => round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate),
        None => round.refuse(who, OrderKind::Move, Refusal::NoWay),
    }
}

/// **BS-5.9, BS-7.4** Members go one by one, each by its own way, and form up again beyond; that is an Action, **BS-6.5**
/// unless an Officer is among them. Who has none left stays loose there.
fn break_through(round: &mut Round<'_>, who: Who, order: &Go, sprinted: u16) {
    let Who::Squad(squad) = who else { return round.refuse(who, OrderKind::Move, Refusal::NoWay) };
    let members = round.battle.members(who);
    let start = ways::place_of(&round.battle, who);
    let origin = round.battle.origin(who).at;
    let (dx, dy) = (i16::from(order.to.x) - i16::from(origin.x), i16::from(order.to.y) - i16::from(origin.y));
    let Some(rect) = start.rect.moved(dx, dy).filter(|it| organise::is_free(&round.battle, *it, &[who])) else {
        return round.refuse(who, OrderKind::Move, Refusal::NoRoomForPlate);
    };
    // On their own they are as free as anybody: what the plate covered is open ground to all of them.
    let mut loose = round.battle.clone();
    for unit in &members {
        let at = loose.unit(*unit).at;
        loose.apply(&Event::LeftSquad { squad, unit: *unit, at, inches: 0 });
    }
    for unit in &members {
        let to = round.battle.unit(*unit).at.offset(dx, dy);
        let reach = organise::left_to_walk(&round.battle, *unit) + sprinted;
        if to.is_none_or(|to| !reaches(&loose, &members, *unit, to, reach)) {
            return round.refuse(who, OrderKind::Move, Refusal::TooFar { unit: *unit });
        }
    }
    let led = round.battle.has_officer(&members);
    let can_form = led || members.iter().all(|it| has_action(&round.battle, *it));
    let (plate, places) = inch::shifted(&round.battle, who, rect);
    let inches = origin.steps_to(order.to);
    let moved = Moved { who, plate, places, way: vec![origin, order.to], inches };
    round.emit(Event::Moved(Box::new(moved)));
    if can_form {
        round.emit(Event::FormedUp { squad, units: members, pays: !led });
    } else {
        break_up(round, squad);
    }
}

/// Whether a unit comes there for so many inches, past its mates, who move as well.
fn reaches(battle: &Battle, mates: &[UnitId], unit: UnitId, to: Tile, inches: u16) -> bool {
    let mut alone = battle.clone();
    for mate in mates.iter().filter(|it| **it != unit) {
        alone.apply(&Event::Killed { unit: *mate, by: None, downed: false });
    }
    let flood = ways::flood(&alone, Who::Unit(unit), Manner::default(), inches);
    flood.reached().any(|it| it.place.rect.at == to)
}
