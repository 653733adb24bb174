//! BS-5, BS-6: squads are made, joined, split and left.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::brick::battle::{
    Battle, Event, Formed, Forming, OrderKind, Orders, Organise, Plate, PlateOrder, Rect, Refusal, Standard, Target,
    TeamId, Who,
};
use crate::brick::rules::movement::ways;
use crate::brick::rules::{Round, push, refuse_if};
use crate::field::{Direction, SquadId, Tile, UnitId, each_once};

/// Carries out each team's orders in turn, in the sequence of their kinds: leave, split, form, join, replate,
/// arrange, standard.
pub(super) fn resolve(round: &mut Round<'_>) {
    let mut orders: Vec<&Organise> = round.orders.organise.iter().collect();
    orders.sort_by_key(|it| sequence(it));
    for team in round.battle.setup().team_ids() {
        for order in &orders {
            if team_of(&round.battle, order) == Some(team) {
                organise(round, team, order);
            }
        }
    }
}

/// **BS-5.4, BS-5.7** A new plate hides nobody. What was aimed at a squad that is no more, or was measured of it,
/// goes to the nearest of those that its members are in by now. **BX-13** Those who shoot as one still do, at the one
/// that is nearest to the first of them.
pub(super) fn retargeted<'a>(before: &Battle, now: &Battle, orders: &'a Orders) -> Cow<'a, Orders> {
    if orders.organise.is_empty() {
        return Cow::Borrowed(orders);
    }
    let nearest = |by: Who, who: Who| {
        let people = before.members(who).into_iter().filter(|_| now.is_there(by) && !now.is_there(who));
        let far = |it: &Who| (now.rect(by).distance(now.rect(*it)), *it);
        people.map(|it| now.who(it)).min_by_key(far).unwrap_or(who)
    };
    let mut retargeted = orders.clone();
    for (by, target) in retargeted.targets_mut() {
        // A single unit is still the same target, whatever squad it has come to.
        if let Target::Who(who @ Who::Squad(_)) = *target {
            *target = Target::Who(nearest(by, who));
        }
    }
    for ((_, shot), given) in retargeted.shoot.iter_mut().zip(orders.shoot.iter()) {
        let first = orders.shoot.iter().find(|it| now.is_there(it.0) && now.shoot_as_one(*it, given));
        if let (Some((by, _)), Target::Who(who @ Who::Squad(_))) = (first, given.1.target) {
            shot.target = Target::Who(nearest(by, who));
        }
    }
    retargeted.measures.iter_mut().for_each(|it| it.at = nearest(it.by, it.at));
    Cow::Owned(retargeted)
}

/// The rank of an order in the sequence of kinds.
pub(crate) fn sequence(order: &Organise) -> u8 {
    match order {
        Organise::Leave { .. } => 0,
        Organise::Split { .. } => 1,
        Organise::Form(_) => 2,
        Organise::Join { .. } => 3,
        Organise::Replate { .. } => 4,
        Organise::Arrange { .. } => 5,
        Organise::Standard { .. } => 6,
    }
}

/// The team that an order belongs to. Of a squad that was never formed, only the units that were to be in it are
/// known.
fn team_of(battle: &Battle, order: &Organise) -> Option<TeamId> {
    match (order, order.who()) {
        (Organise::Form(it), _) => it.units.first().and_then(|it| battle.team_of(*it)),
        (_, Who::Unit(unit)) => battle.team_of(unit),
        (_, squad) => battle.team(squad).or_else(|| battle.setup().team_ids().next()),
    }
}

fn organise(round: &mut Round<'_>, team: TeamId, order: &Organise) {
    let done = match order {
        Organise::Leave { squad, units } => return leave(round, *squad, units),
        Organise::Split { squad, into } => split(round, *squad, into),
        Organise::Form(forming) => form(round, team, forming),
        Organise::Join { who, to } => join(round, *who, *to),
        Organise::Replate { squad, plate } => replate(round, *squad, *plate),
        Organise::Arrange { squad, places } => arrange(round, *squad, places),
        Organise::Standard { squad, standard } => set_standard(round, *squad, *standard),
    };
    if let Err(why) = done {
        refuse(round, order.who(), why);
    }
}

/// Refuses an order. A squad that should have been formed and wasn't is named as it should have been.
fn refuse(round: &mut Round<'_>, who: Who, why: Refusal) {
    let Who::Squad(squad) = who else { return round.refuse(who, OrderKind::Organise, why) };
    let name = round.orders.made(squad).map(|it| it.name.clone());
    match name.filter(|_| round.battle.squad(squad).is_none()) {
        Some(name) => round.emit(Event::NotFormed { squad, name, why }),
        None => round.refuse(who, OrderKind::Organise, why),
    }
}

/// **BS-5.2** Leaving is free: the unit steps onto the nearest free tile beside the plate.
fn leave(round: &mut Round<'_>, squad: SquadId, units: &[UnitId]) {
    for unit in units {
        if let Err(why) = may_leave(&round.battle, squad, *unit) {
            refuse(round, Who::Squad(squad), why);
            continue;
        }
        // **BS-5.3** A unit that is also ordered to another place leaves from there, and pays the way across the
        // plate.
        let stands = round.battle.unit(*unit).at;
        let from = ordered_place(round, squad, *unit).unwrap_or(stands);
        let inches = stands.steps_to(from);
        match free_beside(&round.battle, squad, *unit, from) {
            Some(at) => walk_off(round, squad, *unit, at, inches),
            None => refuse(round, Who::Squad(squad), Refusal::NoRoom),
        }
    }
}

/// Takes a unit off its plate. Opponents of its squad that can still reach it are in close combat with it.
pub(super) fn walk_off(round: &mut Round<'_>, squad: SquadId, unit: UnitId, at: Tile, inches: u16) {
    let foes: Vec<Who> = round.battle.engaged_with(Who::Squad(squad)).collect();
    round.emit(Event::LeftSquad { squad, unit, at, inches });
    push::link_in_reach(round, Who::Unit(unit), &foes);
    round.end_empty([squad]);
}

fn may_leave(battle: &Battle, squad: SquadId, unit: UnitId) -> Result<(), Refusal> {
    let it = battle.unit(unit);
    refuse_if([
        (it.squad != Some(squad) || !it.is_standing(), Refusal::NotAMember { unit }),
        // **BS-5.10** A unit that joined this round stays until the next.
        (it.has_joined, Refusal::JoinedThisRound { unit }),
        (battle.is_in_grab(unit), Refusal::Held),
    ])
}

fn ordered_place(round: &Round<'_>, squad: SquadId, unit: UnitId) -> Option<Tile> {
    let corner = round.battle.rect(Who::Squad(squad)).at;
    round.orders.organise.iter().find_map(|it| match it {
        Organise::Arrange { squad: of, places } if *of == squad => {
            let (_, (x, y)) = places.iter().find(|it| it.0 == unit)?;
            corner.offset(i16::from(*x), i16::from(*y))
        }
        _ => None,
    })
}

/// The nearest free place that isn't on the plate, by the way there past the other members.
fn free_beside(battle: &Battle, squad: SquadId, unit: UnitId, from: Tile) -> Option<Tile> {
    let plate = battle.rect(Who::Squad(squad));
    let mates = battle.members(Who::Squad(squad));
    let mut loose = ways::loosened(battle, &mates);
    loose.apply(&Event::Stepped { who: Who::Unit(unit), plate: None, places: vec![(unit, from)] });
    let walks = ways::walks(&loose, unit, NEAR, &mates.into_iter().collect());
    let free = walks.into_iter().filter(|it| is_free(battle, it.0, &[Who::Unit(unit)]) && it.0.gaps(plate) != (0, 0));
    free.min_by_key(|it| (it.1, it.0.at)).map(|it| it.0.at)
}

/// Inches from where it stood within which a unit is set down beside its plate.
const NEAR: u16 = 12;

/// Whether a rectangle is on the map, can be stood on, and is covered by nobody except those in `except`.
pub(super) fn is_free(battle: &Battle, rect: Rect, except: &[Who]) -> bool {
    ways::is_open(battle, rect, |it| except.contains(&it)) && ways::may_end(battle, rect)
}

/// **BS-6.2** Whether a standing Officer is involved: among the units, in a squad that one of them is in, or in the
/// squad `to`.
fn is_led(battle: &Battle, units: &[UnitId], to: Option<SquadId>) -> bool {
    let squads = units.iter().filter_map(|it| battle.unit(*it).squad).chain(to);
    battle.has_officer(units) || squads.into_iter().any(|it| battle.has_officer(&battle.members(Who::Squad(it))))
}

/// **BX-58** The units that can form up. The others are refused by name. **BS-5.4** It costs an Action, **BS-6.3**
/// unless an Officer is there: then even units without one can.
fn able_to_form_up(round: &mut Round<'_>, who: Who, units: &[UnitId], led: bool) -> Vec<UnitId> {
    let mut found = Vec::new();
    for &unit in units {
        let it = round.battle.unit(unit);
        let may = refuse_if([
            (!it.is_standing(), Refusal::Gone),
            (it.is_disrupted, Refusal::Disrupted),
            (round.battle.is_in_grab(unit), Refusal::Held),
            (it.has_acted && !led, Refusal::NoAction { unit }),
            (it.has_joined, Refusal::JoinedThisRound { unit }),
        ]);
        match may {
            Err(why) => refuse(round, who, why),
            Ok(()) => found.push(unit),
        }
    }
    found
}

/// **BS-5.4** Units step onto a plate of their own.
fn form(round: &mut Round<'_>, team: TeamId, forming: &Forming) -> Result<(), Refusal> {
    let mine: Vec<UnitId> =
        forming.units.iter().copied().filter(|it| round.battle.team_of(*it) == Some(team)).collect();
    let led = is_led(&round.battle, &mine, None);
    let units = able_to_form_up(round, Who::Squad(forming.squad), &mine, led);
    if units.is_empty() {
        return Err(Refusal::Gone);
    }
    form_squad(round, units, forming, Direction::North, led)
}

/// Forms a squad on the nearest plate that there is room for. It faces `facing` unless the order says otherwise.
fn form_squad(
    round: &mut Round<'_>,
    units: Vec<UnitId>,
    forming: &Forming,
    facing: Direction,
    led: bool,
) -> Result<(), Refusal> {
    let team = units.first().and_then(|it| round.battle.team_of(*it)).ok_or(Refusal::Gone)?;
    let from = each_once(units.iter().filter_map(|it| round.battle.unit(*it).squad));
    let foes = each_once(from.iter().flat_map(|it| round.battle.engaged_with(Who::Squad(*it))));
    // A squad that all its members leave is in nobody's way.
    let whole = |who: &Who| round.battle.members(*who).iter().all(|it| units.contains(it));
    let except: Vec<Who> = units.iter().map(|it| round.battle.who(*it)).filter(whole).collect();
    let facing = forming.plate.facing.unwrap_or(facing);
    let plate = plate_for(&round.battle, &units, forming.plate.size, facing)?;
    let (plate, inches) = spot(&round.battle, &units, plate, &except)?;
    let places = packed(&round.battle, &units, plate.rect, &[]).unwrap_or_default();
    let seat = units.iter().find_map(|it| round.battle.seat(round.battle.who(*it)));
    let standard = standard_on(forming.standard, plate.rect, &places);
    round.emit(Event::SquadFormed(Box::new(Formed {
        squad: forming.squad,
        name: forming.name.clone(),
        team,
        seat,
        plate,
        standard,
        places,
        inches,
        from: from.first().copied(),
    })));
    round.end_empty(from);
    round.emit(Event::FormedUp { squad: forming.squad, units, pays: !led });
    // **BC-5.13** Another plate is no way out of close combat.
    push::link_in_reach(round, Who::Squad(forming.squad), &foes);
    if standard != forming.standard {
        round.emit(Event::StandardSet { squad: forming.squad, standard });
    }
    Ok(())
}

/// **BS-5.7** Units that get a new plate pay for it, and those that keep the old one don't. **BS-6.4** With an
/// Officer in the squad, nobody pays.
fn split(round: &mut Round<'_>, squad: SquadId, into: &[Forming]) -> Result<(), Refusal> {
    let it = round.battle.squad(squad).ok_or(Refusal::Gone)?;
    let (facing, led) = (it.plate.facing, round.battle.has_officer(&it.members));
    for part in into {
        let strange = part.units.iter().find(|it| round.battle.unit(**it).squad != Some(squad));
        if let Some(unit) = strange {
            refuse(round, Who::Squad(part.squad), Refusal::NotAMember { unit: *unit });
            continue;
        }
        let units = able_to_form_up(round, Who::Squad(part.squad), &part.units, led);
        if units.is_empty() {
            continue;
        }
        if let Err(why) = form_squad(round, units, part, facing, led) {
            refuse(round, Who::Squad(part.squad), why);
        }
    }
    Ok(())
}

/// **BS-5.6** Units already on the plate pay nothing when others join, as long as it is large enough.
fn join(round: &mut Round<'_>, who: Who, to: SquadId) -> Result<(), Refusal> {
    let units = round.battle.members(who);
    let target = round.battle.squad(to).ok_or(Refusal::TargetGone)?;
    let first = *units.first().ok_or(Refusal::Gone)?;
    if round.battle.team(who) != Some(target.team) || who == Who::Squad(to) {
        return Err(Refusal::NotAMember { unit: first });
    }
    let (rect, members) = (target.plate.rect, target.members.clone());
    let foes: Vec<Who> = round.battle.engaged_with(who).collect();
    let led = is_led(&round.battle, &units, Some(to));
    let units = able_to_form_up(round, who, &units, led);
    let walks = Walks::of(&round.battle, &units, Some(to));
    let mut inches = Vec::new();
    for unit in units {
        match walks.inches(unit, rect) {
            Some(it) => inches.push((unit, it)),
            None => refuse(round, who, Refusal::TooFar { unit }),
        }
    }
    if inches.is_empty() {
        return Ok(());
    }
    let near: Vec<UnitId> = inches.iter().map(|it| it.0).collect();
    let Some(places) = packed(&round.battle, &near, rect, &members) else {
        let all: Vec<UnitId> = members.iter().chain(&near).copied().collect();
        return Err(Refusal::PlateTooSmall { needs: footprints(&round.battle, &all) });
    };
    inches.sort();
    round.emit(Event::Joined { squad: to, places, inches });
    round.end_empty(who.squad());
    round.emit(Event::FormedUp { squad: to, units: near, pays: !led });
    push::link_in_reach(round, Who::Squad(to), &foes);
    Ok(())
}

/// **BS-5.8** A plate of another size is Forming Up for everybody on it. **BX-58** If one of them can't, nobody does.
fn replate(round: &mut Round<'_>, squad: SquadId, order: PlateOrder) -> Result<(), Refusal> {
    let who = Who::Squad(squad);
    let it = round.battle.squad(squad).ok_or(Refusal::Gone)?;
    let (members, old, old_standard) = (it.members.clone(), it.plate, it.standard);
    let led = round.battle.has_officer(&members);
    let facing = order.facing.unwrap_or(old.facing);
    let wanted = order.size.unwrap_or((old.wide(), old.deep()));
    let is_new = wanted != (old.wide(), old.deep());
    let spent = members.iter().find(|it| round.battle.unit(**it).has_acted);
    if let Some(unit) = spent.filter(|_| is_new && !led) {
        return Err(Refusal::NoAction { unit: *unit });
    }
    if round.battle.is_cavalry(who) && facing != old.facing && !is_new {
        return Err(Refusal::NotAhead);
    }
    let plate = plate_for(&round.battle, &members, Some(wanted), facing)?;
    let (plate, _) = spot(&round.battle, &members, plate, &[who])?;
    let places = packed(&round.battle, &members, plate.rect, &[]).unwrap_or_default();
    let standard = standard_on(old_standard, plate.rect, &places);
    round.emit(Event::Replated { squad, plate, standard, places });
    if is_new {
        round.emit(Event::FormedUp { squad, units: members, pays: !led });
    }
    if standard != old_standard {
        round.emit(Event::StandardSet { squad, standard });
    }
    Ok(())
}

/// **BS-5.3** Standing elsewhere on the same plate is free.
fn arrange(round: &mut Round<'_>, squad: SquadId, places: &[(UnitId, (u8, u8))]) -> Result<(), Refusal> {
    let it = round.battle.squad(squad).ok_or(Refusal::Gone)?;
    let (rect, members) = (it.plate.rect, it.members.clone());
    let mut moved = Vec::new();
    // Units that left the squad this round already left it from their new places.
    for (unit, (x, y)) in places.iter().filter(|it| members.contains(&it.0)) {
        match rect.at.offset(i16::from(*x), i16::from(*y)) {
            Some(at) if rect.holds(Rect { at, ..round.battle.unit_rect(*unit) }) => moved.push((*unit, at)),
            _ => return Err(Refusal::BadPlace { unit: *unit }),
        }
    }
    let at = |unit: UnitId| moved.iter().find(|it| it.0 == unit).map_or(round.battle.unit(unit).at, |it| it.1);
    let rects: Vec<(UnitId, Rect)> =
        members.iter().map(|it| (*it, Rect { at: at(*it), ..round.battle.unit_rect(*it) })).collect();
    let clash = rects.iter().enumerate().find(|(n, it)| rects[..*n].iter().any(|of| of.1.gaps(it.1) == (0, 0)));
    if let Some((_, (unit, _))) = clash {
        return Err(Refusal::BadPlace { unit: *unit });
    }
    if !moved.is_empty() {
        round.emit(Event::Rearranged { squad, places: moved });
    }
    Ok(())
}

/// **BS-3.3** A Standard is near the middle of the plate, and doesn't change while the plate doesn't. **BS-3.5** With
/// a new plate it may change at no cost, and so it may when its bearer is gone.
fn set_standard(round: &mut Round<'_>, squad: SquadId, standard: Standard) -> Result<(), Refusal> {
    let it = round.battle.squad(squad).ok_or(Refusal::Gone)?;
    let is_near = match standard {
        Standard::Center => true,
        Standard::Bearer(unit) => {
            round.battle.unit(unit).squad == Some(squad) && is_near_middle(it.plate.rect, round.battle.unit(unit).at)
        }
    };
    if !is_near || !(it.is_replated || it.has_lost_bearer) {
        return Err(Refusal::BadStandard);
    }
    round.emit(Event::StandardSet { squad, standard });
    Ok(())
}

fn is_near_middle(rect: Rect, at: Tile) -> bool {
    Rect::one(rect.middle()).touches(Rect::one(at))
}

/// The Standard on a new plate: the wanted one, or the middle if the bearer stands too far from it.
fn standard_on(wanted: Standard, rect: Rect, places: &[(UnitId, Tile)]) -> Standard {
    let bears = |it: &(UnitId, Tile)| Standard::Bearer(it.0) == wanted && is_near_middle(rect, it.1);
    if places.iter().any(bears) { wanted } else { Standard::Center }
}

/// **BX-11** Tiles that these units need together.
pub(crate) fn footprints(battle: &Battle, units: &[UnitId]) -> u16 {
    units.iter().map(|it| battle.unit_rect(*it).area()).sum()
}

/// **BS-2.3** A plate of the wanted size, if the units fit on it, or else the smallest that they fit on, wide rather
/// than deep. Its place on the map is still to be found.
fn plate_for(battle: &Battle, units: &[UnitId], wanted: Option<(u8, u8)>, facing: Direction) -> Result<Plate, Refusal> {
    let fitting = |(wide, deep): (u8, u8)| {
        let plate = Plate::new(Tile::new(0, 0), wide, deep, facing);
        (0 < plate.rect.area() && packed(battle, units, plate.rect, &[]).is_some()).then_some(plate)
    };
    let needs = footprints(battle, units);
    let ranks = if needs <= 3 { 1 } else { 2 };
    let found = match wanted {
        Some(wanted) => fitting(wanted),
        None => (ranks..=8).find_map(|deep| (1..=u8::MAX).find_map(|wide| fitting((wide, deep)))),
    };
    found.ok_or(Refusal::PlateTooSmall { needs })
}

/// **BX-59** Where units stand on a plate, in reading order, while those in `keep` stay where they are. `None` if
/// they don't fit.
pub(super) fn packed(battle: &Battle, units: &[UnitId], rect: Rect, keep: &[UnitId]) -> Option<Vec<(UnitId, Tile)>> {
    let mut units = units.to_vec();
    units.sort();
    let sizes: Vec<(u8, u8)> = units.iter().map(|it| battle.profile(*it).footprint).collect();
    let taken = keep.iter().map(|it| battle.unit_rect(*it)).collect();
    let places = rect.packed(&sizes, &rect.tiles().collect::<Vec<_>>(), taken)?;
    Some(units.into_iter().zip(places).collect())
}

/// Where a plate lies: the nearest place to all of its units together that each can walk to, with nobody in the way
/// except those in `except`. Each unit is returned with the inches that it walks.
fn spot(
    battle: &Battle,
    units: &[UnitId],
    plate: Plate,
    except: &[Who],
) -> Result<(Plate, Vec<(UnitId, u16)>), Refusal> {
    let walks = Walks::of(battle, units, None);
    let inches = |rect: Rect| -> Option<Vec<(UnitId, u16)>> {
        units.iter().map(|it| Some((*it, walks.inches(*it, rect)?))).collect()
    };
    let plates = battle.setup().board.tiles().map(|at| Plate { rect: Rect { at, ..plate.rect }, ..plate });
    let free = plates.filter(|it| is_free(battle, it.rect, except));
    let good = free.filter_map(|it| Some((it, inches(it.rect)?)));
    let far = |it: &Plate| -> u16 {
        let middle = it.rect.middle();
        units.iter().map(|unit| battle.unit(*unit).at.steps_to(middle)).sum()
    };
    good.min_by_key(|it| (far(&it.0), it.0.rect.at)).ok_or(Refusal::NoRoomForPlate)
}

/// Where units can walk to with the rest of their Move, past each other and past everybody on the plates that they
/// leave or step onto. On a real table they can walk anywhere.
struct Walks(Option<BTreeMap<UnitId, Vec<(Rect, u16)>>>);

impl Walks {
    fn of(battle: &Battle, units: &[UnitId], to: Option<SquadId>) -> Walks {
        if !battle.setup().has_map {
            return Walks(None);
        }
        let squads = units.iter().filter_map(|it| battle.unit(*it).squad).chain(to);
        let mates = squads.flat_map(|it| battle.members(Who::Squad(it)));
        let past: BTreeSet<UnitId> = mates.chain(units.iter().copied()).collect();
        let loose = ways::loosened(battle, &past.iter().copied().collect::<Vec<_>>());
        let walks = |unit: UnitId| ways::walks(&loose, unit, ways::left_to_walk(battle, unit, false), &past);
        Walks(Some(units.iter().map(|it| (*it, walks(*it))).collect()))
    }

    /// The inches that a unit walks to step onto a plate. `None` if it can't.
    fn inches(&self, unit: UnitId, plate: Rect) -> Option<u16> {
        let Some(walks) = &self.0 else { return Some(0) };
        walks.get(&unit)?.iter().filter(|it| it.0.gaps(plate) == (0, 0)).map(|it| it.1).min()
    }
}
