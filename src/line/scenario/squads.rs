//! Seats, squads, units and heroes from a scenario, before they have places on the map.

use std::ops::Range;

use crate::field::{SeatId, SquadId, Tile, UnitId, place_of};
use crate::file::{At, List, Name, Names, Reader, Seats, Stander, Station, Stationed, Word, names};
use crate::line::battle::{
    AbilityId, Caster, CasterId, Profile, ProfileId, Side, SquadSetup, Stance, Subject, Temper, UnitSetup, Weapon,
    WeaponId,
};
use crate::line::scenario::data::{Library, Troop};
use crate::line::scenario::files::{HeroFile, PlayerFile, SquadFile};
use crate::line::scenario::{limits, say};

/// A squad of a scenario, before its units have ids and places.
pub(super) struct UnplacedSquad {
    pub setup: SquadSetup,
    /// The place of its name in the file.
    pub span: Range<usize>,
    pub station: Station,
    /// Its units in roster order, heroes last.
    pub figures: Vec<UnplacedUnit>,
    /// Whether its player is unknown, which is reported already.
    pub has_lost_player: bool,
    /// The hero that this squad is when alone.
    pub alone: Option<CasterId>,
}

/// A unit without a place on the map.
pub(super) struct UnplacedUnit {
    pub unit: UnitSetup,
    pub size: u8,
    /// The place of its own name in the file; `None` if it has none.
    pub named: Option<Range<usize>>,
}

/// The profiles and weapons that the battle uses, in the order of their first use.
#[derive(Default)]
pub(super) struct Arsenal {
    pub profiles: Vec<Profile>,
    pub weapons: Vec<Weapon>,
}

impl Stationed for UnplacedSquad {
    type Side = Side;
    type Word = Word<Side>;

    fn name(&self) -> &str {
        &self.setup.name
    }

    fn place(&self) -> Range<usize> {
        self.span.clone()
    }

    fn side(&self) -> Side {
        self.setup.side
    }

    fn is_in_reserve(&self) -> bool {
        self.setup.in_reserve
    }

    /// **H-1** A hero leads, although he is at the end of the roster.
    fn standers(&self) -> Vec<Stander<'_>> {
        let standers = self.figures.iter().map(|UnplacedUnit { unit, size, named }| {
            let (name, leads) = (&unit.name[..], unit.hero.is_some());
            Stander { name, size: *size, leads, named: named.as_ref() }
        });
        standers.collect()
    }
}

impl Arsenal {
    /// The id of the profile of a sort of units. Adds it if it isn't there yet.
    fn profile_id(&mut self, troop: &Troop, data: &Library) -> ProfileId {
        if let Some(at) = self.profiles.iter().position(|it| it.key == troop.profile.key) {
            return ProfileId(at as u16);
        }
        let weapons = troop.weapons.iter().filter_map(|it| data.weapons.get(it)).map(|it| self.weapon_id(it)).collect();
        self.profiles.push(Profile { weapons, ..troop.profile.clone() });
        ProfileId(self.profiles.len() as u16 - 1)
    }

    fn weapon_id(&mut self, weapon: &Weapon) -> WeaponId {
        WeaponId(place_of(&mut self.weapons, |it| it.key == weapon.key, || weapon.clone()) as u16)
    }
}

/// All seats, squads and heroes, as the file lists them.
pub(super) struct RosterBuilder<'a> {
    pub data: &'a Library,
    pub several_heroes: bool,
    pub stance: Stance,
    pub names: Names<Side>,
    pub arsenal: Arsenal,
    pub seats: Seats,
    pub casters: Vec<Caster>,
    /// The keys of each caster's abilities, and their place in the file.
    pub abilities: Vec<(Vec<String>, Range<usize>)>,
    pub squads: Vec<UnplacedSquad>,
    units: usize,
}

impl<'a> RosterBuilder<'a> {
    pub(super) fn new(
        data: &'a Library,
        several_heroes: bool,
        stance: Stance,
        names: Names<Side>,
    ) -> RosterBuilder<'a> {
        RosterBuilder {
            data,
            several_heroes,
            stance,
            names,
            arsenal: Arsenal::default(),
            seats: Seats::default(),
            casters: Vec::new(),
            abilities: Vec::new(),
            squads: Vec::new(),
            units: 0,
        }
    }

    /// Reads seats, squads and heroes, in this order.
    pub(super) fn read(
        &mut self,
        reader: &mut Reader,
        place: Range<usize>,
        players: Option<List<PlayerFile, { limits::SEATS }>>,
        squads: Option<List<SquadFile, { limits::SQUADS }>>,
    ) {
        let players = players.map_or_else(Vec::new, |it| {
            self.seats.lost = it.lost;
            it.items
        });
        for player in &players {
            self.seats.add(reader, &player.name);
        }
        let squads = self.names.listed(squads);
        let was_any = [Side::Players, Side::Enemy].map(|side| squads.iter().any(|it| side_of(it) == Some(side)));
        let may_be_lost = self.names.has_lost_some() || squads.iter().any(|it| side_of(it).is_none());
        for squad in squads {
            self.add_squad(reader, squad);
        }
        if self.seats.is_empty() && self.squads.iter().any(|it| it.has_lost_player) {
            // A lost player's heroes are unknown as well.
            self.names.doubt();
        }
        for (seat, player) in players.into_iter().enumerate() {
            for hero in player.hero.into_iter().flat_map(|it| it.0) {
                self.add_hero(reader, SeatId(seat as u8), &player.name, hero);
            }
        }
        let has_lone_hero = self.squads.iter().any(|it| !it.figures.is_empty() && it.setup.side == Side::Players);
        for (is_there, side) in [(was_any[0] || has_lone_hero, "players"), (was_any[1], "enemy")] {
            if !is_there && !may_be_lost && !reader.is_broken {
                reader.say(say::no_squads(place.clone(), side));
            }
        }
    }

    fn add_squad(&mut self, reader: &mut Reader, file: SquadFile) {
        let id = SquadId(self.squads.len() as u16);
        let name = file.name.clone().unwrap_or_else(|| file.id.clone());
        self.names.name(reader, &file.id, file.id.span.clone(), Subject::Squad(id), "a squad");
        self.names.name(reader, &name, name.span.clone(), Subject::Squad(id), "a squad");
        let side = self.side(reader, &file, &name);
        let seat = file.player.as_ref().and_then(|it| self.seats.find(reader, it));
        let has_lost_player = file.player.is_some() && seat.is_none();
        let objective = file.objective.as_ref().and_then(|it| self.names.objective(reader, it));
        let (figures, is_whole) = self.figures(reader, &file, &name);
        let in_reserve = file.reserve.as_ref().is_some_and(|it| it.value);
        let station = Station::read(reader, &name, file.at.as_ref(), file.tiles.as_ref(), in_reserve, !file.is_flawed);
        let station = if matches!(station, Station::On(..)) && !is_whole { Station::Nowhere } else { station };
        let setup = SquadSetup {
            key: file.id.value.0,
            name: name.value.0,
            side,
            seat,
            stance: file.stance.map_or(self.stance, |it| it.value.0),
            level: file.level.map(|it| it.value.0),
            temper: file.temper.map_or(Temper::default(), |it| it.value.0),
            objective,
            members: Vec::new(),
            in_reserve,
        };
        self.squads.push(UnplacedSquad { setup, span: name.span, station, figures, has_lost_player, alone: None });
    }

    fn side(&self, reader: &mut Reader, file: &SquadFile, name: &str) -> Side {
        let side = side_of(file);
        match (side, &file.player) {
            (Some(Side::Enemy), Some(player)) => reader.say(say::enemy_player(player.span.clone(), name, player)),
            (None, _) if !file.is_flawed && !reader.is_broken => {
                reader.say(say::no_side(file.id.span.clone(), name));
            }
            _ => (),
        }
        side.unwrap_or(Side::Enemy)
    }

    /// The units of a squad, and whether all of them could be read. The names of those that couldn't be are kept, so
    /// that nothing says that they don't exist.
    fn figures(&mut self, reader: &mut Reader, file: &SquadFile, squad: &str) -> (Vec<UnplacedUnit>, bool) {
        let mut figures = Vec::new();
        let mut teams = 0;
        let Some(units) = &file.units.0 else { return (figures, false) };
        let mut read = 0;
        if units.is_empty {
            reader.say(say::empty_squad(units.span.clone(), squad));
        }
        self.names.lose(units.lost.iter().cloned());
        for entry in &units.items {
            let Some(entry) = entry.entry(reader) else { continue };
            let Some(troop) = self.data.units.find(reader, &entry.unit) else {
                self.names.lose(entry.name.map(|it| it.value.0.clone()));
                continue;
            };
            let more = entry.times * usize::from(troop.figures);
            if !entry.has_room(reader, squad, figures.len(), self.units + figures.len(), more) {
                break;
            }
            let profile = self.arsenal.profile_id(troop, self.data);
            for figure in 0..more {
                let team = (1 < troop.figures).then(|| teams + (figure / usize::from(troop.figures)) as u8);
                // The name of a team goes to its first unit.
                let named = entry.name.filter(|_| figure == 0);
                let name = named.map_or_else(|| format!("{squad} {}", figures.len() + 1), |it| it.value.0.clone());
                let unit = UnitSetup { name, profile, team, hero: None, alone: None, at: Tile::new(0, 0) };
                figures.push(UnplacedUnit { unit, size: troop.profile.size, named: named.map(|it| it.span.clone()) });
            }
            teams += if 1 < troop.figures { entry.times as u8 } else { 0 };
            read += 1;
        }
        self.units += figures.len();
        (figures, units.lost.is_empty() && read == units.items.len())
    }

    /// **H-1** Adds a hero, his pool of CP, and the squad that he is when alone.
    fn add_hero(&mut self, reader: &mut Reader, seat: SeatId, player: &str, file: HeroFile) {
        let class = file.class.0.as_ref().and_then(|it| self.data.classes.find(reader, it));
        let home = file.r#in.as_ref().and_then(|it| self.home(reader, seat, player, &file.name, it));
        let own = file.unit.as_ref().map(|it| self.data.units.find(reader, it));
        if let (Some(_), Some(at)) = (&file.r#in, &file.at) {
            reader.say(say::hero_twice(at.span.clone(), &file.name));
        }
        if file.r#in.is_none() && file.at.is_none() && !file.is_flawed {
            reader.say(say::hero_nowhere(file.name.span.clone(), &file.name));
        }
        if file.r#in.is_some() && home.is_none() {
            self.drop_tiles(seat);
        }
        let troop = own.unwrap_or_else(|| self.data.units.get(&class?.unit));
        let (Some(class), Some(troop)) = (class, troop) else {
            self.names.lose([file.name.value.0]);
            self.drop_tiles(seat);
            return;
        };
        if limits::SEATS * limits::HEROES <= self.casters.len() {
            reader.say(say::too_many_heroes(file.name.span, limits::SEATS * limits::HEROES));
            return;
        }
        let caster = CasterId(self.casters.len() as u8);
        let more = names(reader, file.abilities, None, &self.data.abilities);
        let mut abilities = class.abilities.clone();
        abilities.extend(more.into_iter().filter(|it| !class.abilities.contains(it)));
        self.abilities.push((abilities, file.class.0.map_or(file.span, |it| it.span)));
        self.casters.push(Caster {
            name: file.name.value.0.clone(),
            class: class.name.clone(),
            side: Side::Players,
            seat: Some(seat),
            hero: None,
            cp_max: file.cp.map_or(class.cp, |it| it.get()),
            abilities: Vec::new(),
        });
        let profile = self.arsenal.profile_id(troop, self.data);
        let name = file.name.value.0.clone();
        let unit = UnitSetup { name, profile, team: None, hero: Some(caster), alone: None, at: Tile::new(0, 0) };
        let hero = UnplacedUnit { unit, size: troop.profile.size, named: Some(file.name.span.clone()) };
        self.station(seat, &file.name, file.at, home, hero);
    }

    /// Drops the tiles of a seat's squads. One of its heroes couldn't be read, so it is unknown how many tiles each
    /// squad needs.
    fn drop_tiles(&mut self, seat: SeatId) {
        let theirs = self.squads.iter_mut().filter(|it| it.setup.seat == Some(seat));
        theirs.filter(|it| matches!(it.station, Station::On(..))).for_each(|it| it.station = Station::Nowhere);
    }

    /// The index of the squad that a hero is in. `None` if it is unknown or not his player's, which is reported then.
    fn home(&self, reader: &mut Reader, seat: SeatId, player: &str, hero: &str, squad: &At<Name>) -> Option<usize> {
        let at = usize::from(self.names.squad(reader, squad)?.0);
        let it = self.squads.get(at)?;
        if it.setup.seat != Some(seat) && !it.has_lost_player {
            return reader.refuse(say::foreign_squad(squad.span.clone(), hero, &it.setup.name, player));
        }
        let first = it.figures.iter().map(|it| &it.unit).find(|it| it.hero.is_some());
        if let Some(first) = first.filter(|_| !self.several_heroes) {
            reader.say(say::second_hero(squad.span.clone(), hero, &it.setup.name, &first.name));
        }
        Some(at)
    }

    /// Puts a hero into his squad, and adds the squad that he is when alone.
    fn station(
        &mut self,
        seat: SeatId,
        name: &At<Name>,
        at: Option<At<Tile>>,
        home: Option<usize>,
        hero: UnplacedUnit,
    ) {
        let stance = home.map_or(self.stance, |it| self.squads[it].setup.stance);
        let setup = SquadSetup {
            key: name.value.0.clone(),
            name: name.value.0.clone(),
            side: Side::Players,
            seat: Some(seat),
            stance,
            level: None,
            temper: Temper::default(),
            objective: None,
            members: Vec::new(),
            in_reserve: false,
        };
        let alone = hero.unit.hero;
        let (station, figures) = match home {
            Some(home) => {
                self.squads[home].figures.push(hero);
                (Station::Nowhere, Vec::new())
            }
            None => (at.map_or(Station::Nowhere, Station::Around), vec![hero]),
        };
        self.squads.push(UnplacedSquad {
            setup,
            span: name.span.clone(),
            station,
            figures,
            has_lost_player: false,
            alone,
        });
    }

    /// The roster: squads and units with their ids, but without places. Registers the names of units.
    pub(super) fn finish(&mut self, reader: &mut Reader) -> (Vec<SquadSetup>, Vec<UnitSetup>) {
        let mut units = Vec::new();
        let mut squads = Vec::new();
        for squad in &self.squads {
            let mut setup = squad.setup.clone();
            for figure in &squad.figures {
                let id = UnitId(units.len() as u16);
                setup.members.push(id);
                if let Some(span) = &figure.named {
                    self.names.name(reader, &figure.unit.name, span.clone(), Subject::Unit(id), "a unit");
                }
                if let Some(hero) = figure.unit.hero {
                    self.casters[usize::from(hero.0)].hero = Some(id);
                }
                units.push(figure.unit.clone());
            }
            // The squad that a hero is when alone comes after the one that he is in.
            if let Some(hero) = squad.alone.and_then(|it| self.casters[usize::from(it.0)].hero) {
                units[usize::from(hero.0)].alone = Some(SquadId(squads.len() as u16));
            }
            squads.push(setup);
        }
        (squads, units)
    }

    /// The keys of the abilities that casters have, each once, and the ids of each caster's abilities.
    pub(super) fn ability_names(&self) -> (Vec<String>, Vec<Vec<AbilityId>>) {
        let mut names: Vec<String> = Vec::new();
        let mut id = |name: &String| AbilityId(place_of(&mut names, |it| it == name, || name.clone()) as u16);
        let ids = self.abilities.iter().map(|it| it.0.iter().map(&mut id).collect()).collect();
        (names, ids)
    }

    /// The place in the file of an ability's entry, or else of the first caster that has it.
    pub(super) fn place_of_ability(&self, ability: &str) -> Range<usize> {
        let own = self.data.abilities.here().find(|it| it.0 == ability).map(|it| it.1);
        let has = |it: &&(Vec<String>, Range<usize>)| it.0.iter().any(|it| it == ability);
        own.or_else(|| self.abilities.iter().find(has).map(|it| it.1.clone())).unwrap_or(0..0)
    }
}

/// The side of a squad, by its `side` or its `player`; `None` if it has neither.
fn side_of(file: &SquadFile) -> Option<Side> {
    let by_player = file.player.as_ref().map(|_| Side::Players);
    file.side.as_ref().map(|At { value: Word(side), .. }| *side).or(by_player)
}
