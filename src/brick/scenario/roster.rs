//! The teams, seats, squads, figures and objects of a battle, before they have places on the map.

use std::ops::Range;

use crate::brick::battle::{Heading, Profile, ProfileId, Team, TeamId, UnitSetup, Weapon, WeaponId};
use crate::brick::scenario::data::{Library, Sort};
use crate::brick::scenario::files::{FigureFile, ObjectFile, PlayerFile, SquadFile, TeamFile};
use crate::brick::scenario::values::PlateSize;
use crate::brick::scenario::{limits, say};
use crate::field::{Direction, SeatId, SquadId, Subject, Tile, place_of};
use crate::file::{At, List, Name, Names, Reader, Seats, Stander, Stationed, names};

/// A squad or a single unit that has no place yet.
pub(super) struct Recruits {
    pub name: String,
    /// Where the file names it.
    pub span: Range<usize>,
    /// `None` for an object.
    pub team: Option<TeamId>,
    pub seat: Option<SeatId>,
    pub figures: Vec<Figure>,
    /// Whether `figures` are all that the file lists.
    pub is_whole: bool,
    pub ground: Footing,
    pub in_reserve: bool,
}

/// A tile for each figure of a squad.
pub(super) type Tiles = List<At<Tile>, { limits::SQUAD_UNITS }>;

/// Where a squad or unit should stand.
pub(super) enum Footing {
    Plate {
        at: Option<At<Tile>>,
        size: Option<At<PlateSize>>,
        facing: Direction,
        tiles: Option<Tiles>,
        standard: Option<At<Name>>,
    },
    Alone {
        at: Option<At<Tile>>,
        aboard: Option<At<Name>>,
    },
}

/// A unit without a place.
pub(super) struct Figure {
    pub unit: UnitSetup,
    pub footprint: (u8, u8),
    /// Where the file gives it a name of its own, if it does.
    pub named: Option<Range<usize>>,
}

impl Stationed for Recruits {
    type Side = TeamId;
    type Word = Name;

    fn name(&self) -> &str {
        &self.name
    }

    fn place(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The team's id. An object has one that no team has.
    fn side(&self) -> TeamId {
        self.team.unwrap_or(TeamId(u8::MAX))
    }

    fn is_in_reserve(&self) -> bool {
        self.in_reserve
    }

    fn standers(&self) -> Vec<Stander<'_>> {
        let figures = self.figures.iter();
        figures
            .map(|it| Stander { name: &it.unit.name, size: it.footprint.0, leads: false, named: it.named.as_ref() })
            .collect()
    }
}

/// Profiles and weapons that the battle uses, in the order of their first use.
#[derive(Default)]
pub(super) struct Arsenal {
    pub profiles: Vec<Profile>,
    pub weapons: Vec<Weapon>,
}

impl Arsenal {
    fn enlist(&mut self, sort: &Sort) -> ProfileId {
        ProfileId(place_of(&mut self.profiles, |it| it.key == sort.profile.key, || sort.profile.clone()) as u16)
    }

    fn arm(&mut self, weapon: &Weapon) -> WeaponId {
        WeaponId(place_of(&mut self.weapons, |it| it.key == weapon.key, || weapon.clone()) as u16)
    }
}

/// A team without allies whose name is its key.
pub(crate) fn team(key: &str, is_players: bool) -> Team {
    Team { key: key.to_owned(), name: key.to_owned(), is_players, allies: Vec::new() }
}

/// The teams of a battle as its file lists them, and the players' team that is the default.
pub(super) struct Teams {
    pub teams: Vec<Team>,
    players: TeamId,
}

impl Teams {
    /// **BX-13** Reads all teams. They are in the order of their passes.
    pub(super) fn read(reader: &mut Reader, files: Option<List<TeamFile, { limits::TEAMS }>>) -> Teams {
        let files = files.map_or_else(Vec::new, |it| it.items);
        if files.is_empty() {
            return Teams { teams: vec![team("players", true), team("enemy", false)], players: TeamId(0) };
        }
        let keys: Vec<String> = files.iter().map(|it| it.id.value.0.clone()).collect();
        let says = |it: &TeamFile| it.players.as_ref().is_some_and(|it| it.value);
        let first = files.iter().position(says).unwrap_or(0);
        let mut teams: Vec<Team> = Vec::new();
        for (n, file) in files.into_iter().enumerate() {
            if keys[..n].contains(&file.id.value.0) {
                reader.say(crate::file::say::same_name(file.id.span.clone(), &file.id, "a team"));
            }
            let is_players = n == first || says(&file);
            let mut allies = Vec::new();
            for ally in file.allies.into_iter().flat_map(|it| it.items) {
                match keys.iter().position(|it| *it == ally.value.0) {
                    Some(at) => allies.push(TeamId(at as u8)),
                    None => {
                        let known = keys.iter().map(String::as_str);
                        reader.say(crate::file::say::unknown_name(ally.span.clone(), "team", &ally, known));
                    }
                }
            }
            let key = file.id.value.0;
            teams.push(Team { name: file.name.map_or_else(|| key.clone(), |it| it.value.0), key, is_players, allies });
        }
        Teams { teams, players: TeamId(first as u8) }
    }

    /// The names of the file that are known so far: those of the teams.
    pub(super) fn names(&self) -> Names<TeamId> {
        let of = |id: TeamId| self.teams[usize::from(id.0)].key.clone();
        let others = (0..self.teams.len()).map(|it| TeamId(it as u8)).filter(|it| *it != self.players);
        let mut names = Names::new((&of(self.players), self.players), others.map(|it| (of(it), it)));
        let is_again = |n: usize| self.teams[..n].iter().any(|it| it.key == self.teams[n].key);
        if (0..self.teams.len()).any(is_again) {
            // The name of the second one is lost.
            names.doubt();
        }
        names
    }
}

/// All squads, figures and objects, as the file lists them.
pub(super) struct Muster<'a> {
    data: &'a Library,
    /// Whether there is a map to stand on.
    pub has_map: bool,
    pub teams: Teams,
    pub names: Names<TeamId>,
    pub arsenal: Arsenal,
    pub seats: Seats,
    /// The team of each seat.
    sides: Vec<TeamId>,
    /// Squads first, then single figures, then objects.
    pub all: Vec<Recruits>,
    units: usize,
}

impl<'a> Muster<'a> {
    pub(super) fn new(data: &'a Library, has_map: bool, teams: Teams, names: Names<TeamId>) -> Muster<'a> {
        Muster {
            data,
            has_map,
            teams,
            names,
            arsenal: Arsenal::default(),
            seats: Seats::default(),
            sides: Vec::new(),
            all: Vec::new(),
            units: 0,
        }
    }

    pub(super) fn seat(&mut self, reader: &mut Reader, files: Option<List<PlayerFile, { limits::SEATS }>>) {
        let Some(files) = files else { return };
        self.seats.lost = files.lost;
        for file in files.items {
            self.seats.add(reader, &file.name);
            let side = file.team.as_ref().and_then(|it| self.names.side(reader, it));
            self.sides.push(side.unwrap_or(self.teams.players));
        }
    }

    pub(super) fn team_of(&self, seat: SeatId) -> TeamId {
        self.sides[usize::from(seat.0)]
    }

    /// The team and seat of a squad or figure: its own, or those of its player. Reports if they contradict each other.
    fn belongs(
        &self,
        reader: &mut Reader,
        name: &At<Name>,
        team: Option<&At<Name>>,
        player: Option<&At<Name>>,
    ) -> (Option<TeamId>, Option<SeatId>) {
        let seat = player.and_then(|it| self.seats.find(reader, it));
        let by_seat = seat.map(|it| self.sides[usize::from(it.0)]);
        let said = team.map(|it| self.names.side(reader, it));
        match (said, by_seat) {
            (Some(said), None) => (said, None),
            (Some(Some(said)), Some(of_seat)) if said != of_seat => {
                let key = |it: TeamId| self.teams.teams[usize::from(it.0)].key.as_str();
                let place = team.map_or(name.span.clone(), |it| it.span.clone());
                reader.say(say::foreign_player(place, name, key(said), player.map_or("", |it| it), key(of_seat)));
                (Some(said), seat)
            }
            (_, Some(of_seat)) => (Some(of_seat), seat),
            (None, None) => {
                if player.is_none() && !reader.is_broken {
                    reader.say(say::no_team(name.span.clone(), name));
                }
                (Some(self.teams.players), None)
            }
        }
    }

    pub(super) fn add_squad(&mut self, reader: &mut Reader, file: SquadFile) {
        let in_reserve = file.reserve.as_ref().is_some_and(|it| it.value);
        match (&file.at, &file.reserve) {
            (_, Some(reserve)) if in_reserve && !self.has_map => {
                reader.say(say::no_places(reserve.span.clone(), "a reserve"));
            }
            (Some(at), _) if in_reserve => reader.say(crate::file::say::reserve_with_place(at.span.clone(), &file.id)),
            (None, _) if in_reserve => (),
            (at, _) => self.check_place(reader, at.as_ref(), &file.span),
        }
        if let (Some(tiles), false) = (&file.tiles, self.has_map) {
            reader.say(say::no_places(tiles.span.clone(), "a tile"));
        }
        let id = SquadId(self.all.len() as u16);
        let name = file.name.clone().unwrap_or_else(|| file.id.clone());
        self.names.name(reader, &file.id, file.id.span.clone(), Subject::Squad(id), "a squad");
        self.names.name(reader, &name, name.span.clone(), Subject::Squad(id), "a squad");
        let (team, seat) = self.belongs(reader, &name, file.team.as_ref(), file.player.as_ref());
        let is_dug_in = file.dug_in.as_ref().is_some_and(|it| it.value);
        let like = UnitSetup { team, seat, is_dug_in, ..UnitSetup::default() };
        let (figures, is_whole) = self.figures(reader, &file, &name, &like);
        // If its plate or facing is unknown, the squad must not block any tiles.
        let is_unsure = file.is_flawed && (file.facing.is_none() || file.plate.is_none());
        self.all.push(Recruits {
            name: name.value.0,
            span: name.span,
            team,
            seat,
            figures,
            is_whole,
            in_reserve,
            ground: Footing::Plate {
                at: file.at.filter(|_| !is_unsure),
                size: file.plate,
                facing: file.facing.map_or(Direction::North, |it| it.value.0),
                tiles: file.tiles,
                standard: file.standard,
            },
        });
    }

    /// The figures of a squad, and whether they are all. The names of the unreadable ones are remembered, so that
    /// nobody is told that they don't exist.
    fn figures(&mut self, reader: &mut Reader, file: &SquadFile, squad: &str, like: &UnitSetup) -> (Vec<Figure>, bool) {
        let mut figures: Vec<Figure> = Vec::new();
        let Some(units) = &file.units.0 else { return (figures, false) };
        let mut read = 0;
        if units.is_empty {
            reader.say(crate::file::say::empty_squad(units.span.clone(), squad));
        }
        self.names.lose(units.lost.iter().cloned());
        for entry in &units.items {
            let Some(entry) = entry.entry(reader) else { continue };
            let Some(sort) = self.data.units.find(reader, &entry.unit) else {
                self.names.lose(entry.name.map(|it| it.value.0.clone()));
                continue;
            };
            if !entry.has_room(reader, squad, figures.len(), self.units + figures.len(), entry.times) {
                break;
            }
            let items = self.items(sort);
            let profile = self.arsenal.enlist(sort);
            for _ in 0..entry.times {
                let name = entry.name.map_or_else(|| format!("{squad} {}", figures.len() + 1), |it| it.value.0.clone());
                let unit = UnitSetup { name, profile, items: items.clone(), ..like.clone() };
                let named = entry.name.map(|it| it.span.clone());
                figures.push(Figure { unit, footprint: sort.profile.footprint, named });
            }
            read += 1;
        }
        self.units += figures.len();
        (figures, units.lost.is_empty() && read == units.items.len())
    }

    fn items(&mut self, sort: &Sort) -> Vec<WeaponId> {
        let weapons: Vec<&Weapon> = sort.weapons.iter().filter_map(|it| self.data.weapons.get(it)).collect();
        weapons.into_iter().map(|it| self.arsenal.arm(it)).collect()
    }

    pub(super) fn add_figure(&mut self, reader: &mut Reader, file: FigureFile) {
        self.check_place(reader, file.at.as_ref(), &file.span);
        let (team, seat) = self.belongs(reader, &file.name, file.team.as_ref(), file.player.as_ref());
        let own = file.weapons.map(|it| names(reader, Some(it), None, &self.data.weapons));
        let facing = file.facing.map(|it| Heading::from(it.value.0));
        let is_dug_in = file.dug_in.is_some_and(|it| it.value);
        let like = UnitSetup { team, seat, facing, is_dug_in, ..UnitSetup::default() };
        let ground = Footing::Alone { at: file.at, aboard: file.aboard };
        self.add_single(reader, file.name, like, file.unit.0, own, ground);
    }

    /// Reports a missing tile on a map, or a tile without a map.
    fn check_place(&self, reader: &mut Reader, at: Option<&At<Tile>>, span: &Range<usize>) {
        match at {
            None if self.has_map && !reader.is_broken => reader.say(crate::file::say::missing(span.clone(), "at")),
            Some(at) if !self.has_map => reader.say(say::no_places(at.span.clone(), "a tile")),
            _ => (),
        }
    }

    pub(super) fn add_object(&mut self, reader: &mut Reader, file: ObjectFile) {
        self.check_place(reader, file.at.as_ref(), &file.span);
        let ground = Footing::Alone { at: file.at, aboard: None };
        self.add_single(reader, file.name, UnitSetup::default(), file.unit.0, None, ground);
    }

    fn add_single(
        &mut self,
        reader: &mut Reader,
        name: At<Name>,
        like: UnitSetup,
        unit: Option<At<Name>>,
        weapons: Option<Vec<String>>,
        ground: Footing,
    ) {
        let sort = unit.and_then(|it| self.data.units.find(reader, &it));
        let Some(sort) = sort else {
            self.names.lose([name.value.0]);
            return;
        };
        if limits::UNITS <= self.units {
            reader.say(crate::file::say::too_many_units(name.span, limits::UNITS));
            return;
        }
        let sort = Sort { profile: sort.profile.clone(), weapons: weapons.unwrap_or_else(|| sort.weapons.clone()) };
        let (team, seat, profile) = (like.team, like.seat, self.arsenal.enlist(&sort));
        let unit = UnitSetup { name: name.value.0.clone(), profile, items: self.items(&sort), ..like };
        let figure = Figure { unit, footprint: sort.profile.footprint, named: Some(name.span.clone()) };
        self.units += 1;
        self.all.push(Recruits {
            name: name.value.0,
            span: name.span,
            team,
            seat,
            figures: vec![figure],
            is_whole: true,
            ground,
            in_reserve: false,
        });
    }
}
