//! Who fights: seats, squads, units and heroes, before anybody has a place on the map.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::field::{ObjectiveId, Seat, SeatId, SquadId, Tile, UnitId};
use crate::file::{At, List, Name, Reader, Word, Words, names};
use crate::line::battle::{
    AbilityId, Caster, CasterId, Profile, ProfileId, Side, SquadSetup, Stance, Subject, UnitSetup, Weapon, WeaponId,
};
use crate::line::scenario::data::{Data, Troop};
use crate::line::scenario::files::{HeroFile, PlayerFile, SquadFile, UnitsFile};
use crate::line::scenario::{limits, say};

/// A squad on its way into the battle.
pub(super) struct Recruits {
    pub setup: SquadSetup,
    /// Where its name stands.
    pub span: Range<usize>,
    pub post: Post,
    /// In roster order; heroes last.
    pub figures: Vec<Figure>,
    /// Whether nobody knows its player, which has been said.
    pub has_lost_player: bool,
    /// The hero who is this squad when alone.
    pub alone: Option<CasterId>,
}

/// Where a squad stands as the battle begins.
pub(super) enum Post {
    /// The leader's tile.
    Around(At<Tile>),
    /// A tile for each unit.
    On(Vec<At<Tile>>, Range<usize>),
    Reserve,
    /// Nowhere: nobody is in it, or its file doesn't say, which has been said.
    Nowhere,
}

/// A unit without a place.
pub(super) struct Figure {
    pub name: String,
    pub profile: ProfileId,
    pub size: u8,
    pub team: Option<u8>,
    pub hero: Option<CasterId>,
    /// Where its own name stands, if it has one.
    pub named: Option<Range<usize>>,
}

/// Profiles and weapons that the battle uses, in the order in which they came up.
#[derive(Default)]
pub(super) struct Arsenal {
    pub profiles: Vec<Profile>,
    pub weapons: Vec<Weapon>,
}

impl Arsenal {
    /// The place of a sort of troops.
    fn enlist(&mut self, troop: &Troop, data: &Data) -> ProfileId {
        if let Some(at) = self.profiles.iter().position(|it| it.key == troop.profile.key) {
            return ProfileId(at as u16);
        }
        let weapons = troop.weapons.iter().filter_map(|it| data.weapons.get(it)).map(|it| self.arm(it)).collect();
        self.profiles.push(Profile { weapons, ..troop.profile.clone() });
        ProfileId(self.profiles.len() as u16 - 1)
    }

    fn arm(&mut self, weapon: &Weapon) -> WeaponId {
        let at = self.weapons.iter().position(|it| it.key == weapon.key).unwrap_or_else(|| {
            self.weapons.push(weapon.clone());
            self.weapons.len() - 1
        });
        WeaponId(at as u16)
    }
}

/// What names of the file stand for.
#[derive(Default)]
pub(super) struct Names {
    subjects: BTreeMap<String, (Subject, &'static str)>,
    pub objectives: BTreeMap<String, ObjectiveId>,
    /// Names of what couldn't be read.
    pub lost: Vec<String>,
}

impl Names {
    /// Whom the file means; says so if there is nobody.
    pub(super) fn subject(&self, reader: &mut Reader, name: &At<Name>) -> Option<Subject> {
        if let Some((_, side)) = <Side as Words>::WORDS.iter().find(|it| *it.0 == *name.value) {
            return Some(Subject::Side(*side));
        }
        let found = self.subjects.get(&*name.value).map(|it| it.0);
        if found.is_none() && !self.is_lost(name) {
            let known = ["players", "enemy"].into_iter().chain(self.subjects.keys().map(String::as_str));
            reader.say(say::unknown_name(name.span.clone(), "squad, unit or side", name, known));
        }
        found
    }

    /// The squad that the file means; says so if there is none.
    pub(super) fn squad(&self, reader: &mut Reader, name: &At<Name>) -> Option<SquadId> {
        if let Some((Subject::Squad(id), _)) = self.subjects.get(&*name.value) {
            return Some(*id);
        }
        if !self.is_lost(name) {
            let squads = self.subjects.iter().filter(|it| matches!(it.1.0, Subject::Squad(_)));
            reader.say(say::unknown_name(name.span.clone(), "squad", name, squads.map(|it| it.0.as_str())));
        }
        None
    }

    /// The objective that the file means; says so if there is none.
    pub(super) fn objective(&self, reader: &mut Reader, name: &At<Name>) -> Option<ObjectiveId> {
        let found = self.objectives.get(&*name.value).copied();
        if found.is_none() && !self.is_lost(name) {
            let known = self.objectives.keys().map(String::as_str);
            reader.say(say::unknown_name(name.span.clone(), "objective", name, known));
        }
        found
    }

    fn is_lost(&self, name: &str) -> bool {
        self.lost.iter().any(|it| it == name)
    }

    /// Gives a name its meaning; says so if it has another.
    fn name(&mut self, reader: &mut Reader, name: &str, span: Range<usize>, subject: Subject, what: &'static str) {
        if matches!(name, "players" | "enemy" | "gm") {
            reader.say(say::reserved_name(span, name));
            return;
        }
        match self.subjects.get(name) {
            Some((other, _)) if *other == subject => (),
            Some((_, first)) => reader.say(say::same_name(span, name, first)),
            None => _ = self.subjects.insert(name.to_owned(), (subject, what)),
        }
    }
}

/// Everybody, as the file lists them.
pub(super) struct Muster<'a> {
    pub data: &'a Data,
    pub several_heroes: bool,
    pub stance: Stance,
    pub names: Names,
    pub arsenal: Arsenal,
    pub seats: Vec<Seat>,
    /// Where the name of each seat stands.
    pub seat_places: Vec<Range<usize>>,
    pub casters: Vec<Caster>,
    /// The abilities of each caster, by name, and where its name stands.
    pub abilities: Vec<(Vec<String>, Range<usize>)>,
    pub squads: Vec<Recruits>,
    units: usize,
    /// Names of seats that couldn't be read.
    lost_seats: Vec<String>,
}

impl<'a> Muster<'a> {
    pub(super) fn new(data: &'a Data, several_heroes: bool, stance: Stance, names: Names) -> Muster<'a> {
        Muster {
            data,
            several_heroes,
            stance,
            names,
            arsenal: Arsenal::default(),
            seats: Vec::new(),
            seat_places: Vec::new(),
            casters: Vec::new(),
            abilities: Vec::new(),
            squads: Vec::new(),
            units: 0,
            lost_seats: Vec::new(),
        }
    }

    /// Takes in seats, squads and heroes, in this order.
    pub(super) fn read(
        &mut self,
        reader: &mut Reader,
        place: Range<usize>,
        players: Option<List<PlayerFile, { limits::SEATS }>>,
        squads: Option<List<SquadFile, { limits::SQUADS }>>,
    ) {
        let players = players.map_or_else(Vec::new, |it| {
            self.lost_seats = it.lost;
            it.items
        });
        for player in &players {
            self.add_seat(reader, &player.name);
        }
        let squads = squads.map_or_else(Vec::new, |it| {
            self.names.lost.extend(it.lost);
            it.items
        });
        let was_any = [Side::Players, Side::Enemy].map(|side| squads.iter().any(|it| side_of(it) == Some(side)));
        let may_be_lost = !self.names.lost.is_empty() || squads.iter().any(|it| side_of(it).is_none());
        for squad in squads {
            self.add_squad(reader, squad);
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

    fn add_seat(&mut self, reader: &mut Reader, name: &At<Name>) {
        if name.eq_ignore_ascii_case("gm") {
            reader.say(say::reserved_name(name.span.clone(), name));
        }
        if self.seats.iter().any(|it| it.name.eq_ignore_ascii_case(name)) {
            reader.say(say::same_name(name.span.clone(), name, "a player"));
        }
        self.seats.push(Seat { name: name.value.0.clone() });
        self.seat_places.push(name.span.clone());
    }

    fn seat(&self, reader: &mut Reader, name: &At<Name>) -> Option<SeatId> {
        let found = self.seats.iter().position(|it| it.name == *name.value);
        if found.is_none() && !self.lost_seats.iter().any(|it| *it == *name.value.0) {
            let known = self.seats.iter().map(|it| it.name.as_str());
            reader.say(say::unknown_name(name.span.clone(), "player", name, known));
        }
        found.map(|it| SeatId(it as u8))
    }

    fn add_squad(&mut self, reader: &mut Reader, file: SquadFile) {
        let id = SquadId(self.squads.len() as u16);
        let name = file.name.clone().unwrap_or_else(|| file.id.clone());
        self.names.name(reader, &file.id, file.id.span.clone(), Subject::Squad(id), "a squad");
        self.names.name(reader, &name, name.span.clone(), Subject::Squad(id), "a squad");
        let side = self.side(reader, &file, &name);
        let seat = file.player.as_ref().and_then(|it| self.seat(reader, it));
        let has_lost_player = file.player.is_some() && seat.is_none();
        let objective = file.objective.as_ref().and_then(|it| self.names.objective(reader, it));
        let figures = self.figures(reader, &file, &name);
        let in_reserve = file.reserve.as_ref().is_some_and(|it| it.value);
        let post = post(reader, &file, &name, in_reserve);
        let setup = SquadSetup {
            key: file.id.value.0,
            name: name.value.0,
            side,
            seat,
            stance: file.stance.map_or(self.stance, |it| it.value.0),
            objective,
            members: Vec::new(),
            in_reserve,
        };
        self.squads.push(Recruits { setup, span: name.span, post, figures, has_lost_player, alone: None });
    }

    fn side(&self, reader: &mut Reader, file: &SquadFile, name: &str) -> Side {
        match (side_of(file), &file.player) {
            (Some(Side::Enemy), Some(player)) => {
                reader.say(say::enemy_player(player.span.clone(), name, player));
                Side::Enemy
            }
            (Some(side), _) => side,
            (None, _) => {
                if !file.is_flawed && !reader.is_broken {
                    reader.say(say::no_side(file.id.span.clone(), name));
                }
                Side::Enemy
            }
        }
    }

    fn figures(&mut self, reader: &mut Reader, file: &SquadFile, squad: &str) -> Vec<Figure> {
        let mut figures = Vec::new();
        let mut teams = 0;
        let Some(units) = &file.units.0 else { return figures };
        if units.is_empty {
            reader.say(say::empty_squad(units.span.clone(), squad));
        }
        for entry in &units.items {
            let (times, key, given) = match entry {
                UnitsFile::Several(text) => match times(text) {
                    Some((times, key)) => (times, At { value: Name(key.to_owned()), span: text.span.clone() }, None),
                    None => {
                        reader.say(say::unit_entry(text.span.clone(), text));
                        continue;
                    }
                },
                UnitsFile::Named(named) => (1, named.unit.clone(), Some(&named.name)),
            };
            let Some(troop) = self.data.units.find(reader, "unit", &key) else { continue };
            let more = times * usize::from(troop.figures);
            if !self.has_room_for(reader, &key.span, squad, figures.len(), more) {
                return figures;
            }
            let profile = self.arsenal.enlist(troop, self.data);
            for figure in 0..more {
                let is_team = 1 < troop.figures;
                let team = is_team.then(|| teams + (figure / usize::from(troop.figures)) as u8);
                figures.push(Figure {
                    name: given.map_or_else(|| format!("{squad} {}", figures.len() + 1), |it| it.value.0.clone()),
                    profile,
                    size: troop.profile.size,
                    team,
                    hero: None,
                    named: given.map(|it| it.span.clone()).filter(|_| figure == 0),
                });
            }
            teams += if 1 < troop.figures { times as u8 } else { 0 };
        }
        self.units += figures.len();
        figures
    }

    fn has_room_for(&self, reader: &mut Reader, span: &Range<usize>, squad: &str, so_far: usize, more: usize) -> bool {
        if limits::SQUAD_UNITS < so_far + more {
            reader.say(say::too_many_in_squad(span.clone(), squad, limits::SQUAD_UNITS));
            return false;
        }
        if limits::UNITS < self.units + so_far + more {
            reader.say(say::too_many_units(span.clone(), limits::UNITS));
            return false;
        }
        true
    }

    /// **H-1** A hero, his pool of CP, and the squad that he is when alone.
    fn add_hero(&mut self, reader: &mut Reader, seat: SeatId, player: &str, file: HeroFile) {
        let class = file.class.0.as_ref().and_then(|it| self.data.classes.find(reader, "class", it));
        let home = file.r#in.as_ref().map(|it| self.home(reader, seat, player, &file.name, it));
        let own = file.unit.as_ref().map(|it| self.data.units.find(reader, "unit", it));
        if let (Some(_), Some(at)) = (&file.r#in, &file.at) {
            reader.say(say::hero_twice(at.span.clone(), &file.name));
        }
        if file.r#in.is_none() && file.at.is_none() && !file.is_flawed {
            reader.say(say::no_place(file.name.span.clone(), &file.name));
        }
        let Some(class) = class else { return };
        let Some(troop) = own.unwrap_or_else(|| self.data.units.get(&class.unit)) else { return };
        if limits::SEATS * limits::HEROES <= self.casters.len() {
            reader.say(say::too_many_heroes(file.name.span, limits::SEATS * limits::HEROES));
            return;
        }
        let caster = CasterId(self.casters.len() as u8);
        let more = names(reader, file.abilities, None, "ability", &self.data.abilities);
        let mut abilities = class.abilities.clone();
        abilities.extend(more.into_iter().filter(|it| !class.abilities.contains(it)));
        self.abilities.push((abilities, file.class.0.map_or(file.span, |it| it.span)));
        self.casters.push(Caster {
            name: file.name.value.0.clone(),
            side: Side::Players,
            seat: Some(seat),
            hero: None,
            cp_max: file.cp.map_or(class.cp, |it| it.get()),
            abilities: Vec::new(),
        });
        let profile = self.arsenal.enlist(troop, self.data);
        let hero = Figure {
            name: file.name.value.0.clone(),
            profile,
            size: troop.profile.size,
            team: None,
            hero: Some(caster),
            named: Some(file.name.span.clone()),
        };
        self.station(seat, &file.name, file.at, home.flatten(), hero);
    }

    /// The squad that a hero is in, if he may be.
    fn home(&self, reader: &mut Reader, seat: SeatId, player: &str, hero: &str, squad: &At<Name>) -> Option<usize> {
        let at = usize::from(self.names.squad(reader, squad)?.0);
        let it = self.squads.get(at)?;
        if it.setup.seat != Some(seat) && !it.has_lost_player {
            reader.say(say::foreign_squad(squad.span.clone(), hero, &it.setup.name, player));
            return None;
        }
        let first = it.figures.iter().find(|it| it.hero.is_some());
        if let Some(first) = first
            && !self.several_heroes
        {
            reader.say(say::second_hero(squad.span.clone(), hero, &it.setup.name, &first.name));
        }
        Some(at)
    }

    /// Puts a hero into his squad, and makes the one that he is when alone.
    fn station(&mut self, seat: SeatId, name: &At<Name>, at: Option<At<Tile>>, home: Option<usize>, hero: Figure) {
        let stance = home.map_or(self.stance, |it| self.squads[it].setup.stance);
        let setup = SquadSetup {
            key: name.value.0.clone(),
            name: name.value.0.clone(),
            side: Side::Players,
            seat: Some(seat),
            stance,
            objective: None,
            members: Vec::new(),
            in_reserve: false,
        };
        let mut alone = Recruits {
            setup,
            span: name.span.clone(),
            post: Post::Nowhere,
            figures: Vec::new(),
            has_lost_player: false,
            alone: hero.hero,
        };
        match (home, at) {
            (Some(home), _) => self.squads[home].figures.push(hero),
            (None, at) => {
                alone.post = at.map_or(Post::Nowhere, Post::Around);
                alone.figures.push(hero);
            }
        }
        self.squads.push(alone);
    }

    /// The roster: squads and units with their ids, heroes known by name. Nobody has a place yet.
    pub(super) fn line_up(&mut self, reader: &mut Reader) -> (Vec<SquadSetup>, Vec<UnitSetup>) {
        let mut units = Vec::new();
        let mut squads = Vec::new();
        for squad in &self.squads {
            let mut setup = squad.setup.clone();
            for figure in &squad.figures {
                let id = UnitId(units.len() as u16);
                setup.members.push(id);
                if let Some(span) = &figure.named {
                    self.names.name(reader, &figure.name, span.clone(), Subject::Unit(id), "a unit");
                }
                let hero = figure.hero;
                units.push(UnitSetup {
                    name: figure.name.clone(),
                    profile: figure.profile,
                    team: figure.team,
                    hero,
                    alone: None,
                    at: Tile::new(0, 0),
                });
                if let Some(hero) = hero {
                    self.casters[usize::from(hero.0)].hero = Some(id);
                }
            }
            squads.push(setup);
        }
        for (n, squad) in self.squads.iter().enumerate() {
            if let Some(hero) = squad.alone.and_then(|it| self.casters[usize::from(it.0)].hero) {
                units[usize::from(hero.0)].alone = Some(SquadId(n as u16));
            }
        }
        (squads, units)
    }

    /// The abilities that casters name, each once, and the place of each caster's.
    pub(super) fn ability_names(&self) -> (Vec<String>, Vec<Vec<AbilityId>>) {
        let mut names: Vec<String> = Vec::new();
        let mut ids = Vec::new();
        for (abilities, _) in &self.abilities {
            let id = |name: &String| {
                let at = names.iter().position(|it| it == name).unwrap_or_else(|| {
                    names.push(name.clone());
                    names.len() - 1
                });
                AbilityId(at as u16)
            };
            ids.push(abilities.iter().map(id).collect());
        }
        (names, ids)
    }
}

/// The side that a squad's table says, by itself or by its player.
fn side_of(file: &SquadFile) -> Option<Side> {
    let by_player = file.player.as_ref().map(|_| Side::Players);
    file.side.as_ref().map(|At { value: Word(side), .. }| *side).or(by_player)
}

/// `8 rifleman` as 8 and the name; a name alone is one of them.
fn times(text: &str) -> Option<(usize, &str)> {
    let Some((number, name)) = text.split_once(char::is_whitespace) else { return Some((1, text)) };
    let number = number.parse().ok().filter(|it| (1..=limits::SQUAD_UNITS).contains(it))?;
    Some((number, name.trim()))
}

fn post(reader: &mut Reader, file: &SquadFile, name: &At<Name>, in_reserve: bool) -> Post {
    match (&file.at, &file.tiles) {
        (None, None) if in_reserve => Post::Reserve,
        (None, None) => {
            if !file.is_flawed && !reader.is_broken {
                reader.say(say::no_place(name.span.clone(), name));
            }
            Post::Nowhere
        }
        (Some(at), _) if in_reserve => {
            reader.say(say::reserve_with_place(at.span.clone(), name));
            Post::Nowhere
        }
        (_, Some(tiles)) if in_reserve => {
            reader.say(say::reserve_with_place(tiles.span.clone(), name));
            Post::Nowhere
        }
        (Some(_), Some(tiles)) => {
            reader.say(say::several_heads(tiles.span.clone(), "squad", &["at", "tiles"], "Keep one of them."));
            Post::Nowhere
        }
        (Some(at), None) => Post::Around(at.clone()),
        (None, Some(tiles)) => Post::On(tiles.items.clone(), tiles.span.clone()),
    }
}
