//! Battles for tests, drawn as text.

use std::sync::Arc;

use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::field::{GoalKind, ObjectiveId, Seat, SeatId, SquadId, Tile, UnitId, drawn};
use crate::line::battle::{
    Ability, AbilityId, AbilityTarget, Amount, Battle, Caster, CasterId, Condition, Drill, Effect, Event,
    FormationEvent, Goal, Kind, Level, ObjectiveSetup, Orders, Profile, ProfileId, Setup, Side, SquadSetup, Stance,
    Tag, Temper, UnitSetup, Weapon, WeaponId,
};

/// The weapons of scenes: key, RNG, ATK, ACC, STR, AP, DMG, tags.
type WeaponLine = (&'static str, Option<u8>, Amount, u8, u8, u8, Amount, &'static [Tag]);
const ONE: Amount = Amount::fixed(1);
const WEAPONS: &[WeaponLine] = &[
    ("rifle", Some(24), ONE, 4, 4, 0, ONE, &[]),
    ("pistol", Some(6), ONE, 4, 3, 0, ONE, &[Tag::CloseQuarters]),
    ("bayonet", None, ONE, 4, 3, 0, ONE, &[]),
    ("slugga", Some(6), ONE, 5, 4, 0, ONE, &[Tag::CloseQuarters]),
    ("choppa", None, Amount::fixed(2), 4, 4, 1, ONE, &[]),
    ("cannon", Some(30), ONE, 4, 9, 2, Amount::fixed(3), &[]),
    ("machine gun", Some(30), Amount::fixed(4), 4, 5, 1, ONE, &[Tag::Crew(2)]),
    ("claws", None, Amount::fixed(4), 3, 6, 2, Amount::fixed(2), &[]),
    ("spear", None, ONE, 4, 4, 0, ONE, &[]),
];

/// The profiles of scenes: key, kind, T, SAV, HP, MOV, LD, CON, ER, size, weapons.
type ProfileLine = (&'static str, Kind, [u8; 2], u8, u8, u8, u8, u8, u8, &'static [&'static str]);
const PROFILES: &[ProfileLine] = &[
    ("rifle", Kind::Infantry, [3, 5], 1, 6, 7, 1, 1, 1, &["rifle", "pistol", "bayonet"]),
    ("boy", Kind::Infantry, [4, 6], 1, 5, 7, 1, 1, 1, &["slugga", "choppa"]),
    ("gunner", Kind::Infantry, [4, 5], 2, 5, 7, 1, 1, 1, &["cannon"]),
    ("team", Kind::Infantry, [3, 5], 1, 6, 7, 1, 1, 1, &["machine gun", "rifle", "bayonet"]),
    ("officer", Kind::Infantry, [3, 4], 3, 6, 6, 1, 1, 1, &["pistol", "bayonet"]),
    ("spearman", Kind::Infantry, [3, 5], 1, 6, 7, 1, 2, 1, &["spear"]),
    ("beast", Kind::Monster, [6, 3], 6, 8, 7, 3, 1, 2, &["claws"]),
    ("tank", Kind::Vehicle, [8, 2], 10, 10, 7, 2, 1, 3, &["cannon", "rifle"]),
    ("bunker", Kind::Structure, [10, 2], 12, 0, 7, 0, 1, 2, &[]),
];

/// A battle from a drawing and a list of squads.
///
/// Each line of the drawing is a row of tiles, separated by blanks. A tile is a letter for the ground (`.` open, `#`
/// wall, `w` woods, `r` ruins, `~` water, `b` barricade, `o` rough), then, if a unit stands there, the letter of its
/// squad. A larger unit is drawn at its top left tile. The squads are separated by `;`, each `letter Name side:
/// profile…`. A single profile is for all units; several are given to the units in reading order. A side is `players`
/// or `enemy`; `players@alice` gives the squad a seat. `officer` units are heroes with 4 CP.
pub(crate) fn scene(drawing: &str, squads: &str) -> Battle {
    scene_with(drawing, squads, |_| ())
}

/// Two small squads with an objective between them, and goals about it.
pub(crate) fn around_a_mill() -> Arc<Setup> {
    let battle = scene_with(
        ".a .a . . . . . . .x .x\n.a .a . . . . . . .x .x",
        "a Alpha players@alice: rifle; x Boyz enemy: boy",
        |setup| {
            setup.rounds = Some(8);
            setup.objectives.push(ObjectiveSetup {
                key: "mill".to_owned(),
                name: "the mill".to_owned(),
                at: Tile::new(4, 0),
                radius: 2,
                owner: Some(Side::Players),
                points: 0,
            });
            let hold = |by, rounds| Condition::Hold { objective: ObjectiveId(0), by, rounds };
            let goal = |kind, when| Goal { kind, team: None, text: String::new(), when, ends: true };
            setup.goals.push(goal(GoalKind::Main, hold(Side::Players, 6)));
            setup.goals.push(goal(GoalKind::Failure, hold(Side::Enemy, 2)));
        },
    );
    battle.setup_shared()
}

/// A battle as from [`scene`], with a change to its setup.
pub(crate) fn scene_with(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    let mut setup = setup(drawing, squads);
    touch(&mut setup);
    Battle::new(Arc::new(setup))
}

/// An ability of 1 CP for a squad of the caster's side, which takes effect at once.
pub(crate) fn ability(name: &str, effects: Vec<Effect>) -> Ability {
    Ability {
        key: name.to_lowercase(),
        name: name.to_owned(),
        text: String::new(),
        cost: 1,
        target: AbilityTarget::AlliedSquad,
        range: None,
        per_round: None,
        per_battle: None,
        needs_hero: false,
        trigger: None,
        effects,
    }
}

/// Gives the first caster of a scene an ability as from [`ability`].
pub(crate) fn teach<'a>(setup: &'a mut Setup, name: &str, effects: Vec<Effect>) -> &'a mut Ability {
    setup.casters[0].abilities.push(AbilityId(setup.abilities.len() as u16));
    setup.abilities.push(ability(name, effects));
    setup.abilities.last_mut().expect("it was just put there")
}

/// Battles with four squads, two of them with long spears, scattered at random.
pub(crate) fn crowds() -> impl Strategy<Value = Battle> {
    let cell = || prop::sample::select(vec![".", ".", ".", ".", ".", "#", ".a", ".b", ".e", ".f"]);
    let rows =
        (4..12_usize).prop_flat_map(move |width| prop::collection::vec(prop::collection::vec(cell(), width), 1..12));
    rows.prop_map(|rows| {
        let blank = vec!["."; rows[0].len() - 4].join(" ");
        let rest: Vec<String> = rows.iter().map(|it| it.join(" ")).collect();
        let drawing = format!(".a .b .e .f {blank}\n{}", rest.join("\n"));
        scene(&drawing, "a Alpha players: rifle; b Bravo players: spearman; e Boyz enemy: boy; f Nobz enemy: spearman")
    })
}

/// **F-5** Makes one formation of all standing units of these squads.
pub(crate) fn form_up(battle: &mut Battle, squads: &[&str], leader: Option<UnitId>) {
    let squads: Vec<SquadId> = squads.iter().map(|it| squad(battle, it)).collect();
    let members = squads.iter().flat_map(|it| battle.standing(*it)).collect();
    let formation = battle.next_formation();
    let started = FormationEvent::Started { formation, squads, members, leader, stuck: Vec::new() };
    battle.apply(&Event::Formation(Box::new(started)));
}

/// The squad with this name.
pub(crate) fn squad(battle: &Battle, name: &str) -> SquadId {
    battle.setup().squad_ids().find(|it| battle.setup().squad(*it).name == name).expect("a squad of the scene")
}

/// The weapon with this name.
pub(crate) fn weapon(setup: &Setup, name: &str) -> WeaponId {
    WeaponId(setup.weapons.iter().position(|it| it.key == name).expect("a weapon of the scene") as u16)
}

/// The profile with this name.
pub(crate) fn profile(setup: &Setup, name: &str) -> ProfileId {
    ProfileId(setup.profiles.iter().position(|it| it.key == name).expect("a profile of the scene") as u16)
}

fn setup(drawing: &str, squads: &str) -> Setup {
    let cells = drawn::cells(drawing);
    let mut setup = Setup {
        title: "Scene".to_owned(),
        briefing: String::new(),
        board: drawn::board(drawing),
        seats: Vec::new(),
        casters: Vec::new(),
        profiles: PROFILES.iter().map(profile_of).collect(),
        weapons: WEAPONS.iter().map(weapon_of).collect(),
        abilities: Vec::new(),
        squads: Vec::new(),
        units: Vec::new(),
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: None,
        has_secrets: false,
        cp_per_round: 0,
        commander: Level::Green,
        tap_out_cost: None,
        words: Default::default(),
        formations: None,
        is_for_players: false,
    };
    for line in squads.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (head, kinds) = line.split_once(':').expect("`letter Name side: profiles`");
        let (letter, head) = head.split_at(1);
        let (name, side) = head.trim().rsplit_once(' ').expect("`Name side`");
        let at = places(&cells, letter.chars().next().expect("a letter"));
        add_squad(&mut setup, name, side, &kinds.split_whitespace().collect::<Vec<_>>(), &at);
    }
    for n in 0..setup.units.len() {
        if let Some(hero) = setup.units[n].hero {
            let alone = SquadId(setup.squads.len() as u16);
            let with = setup.squads.iter().find(|it| it.members.contains(&UnitId(n as u16))).expect("its squad");
            let name = setup.units[n].name.clone();
            let squad = SquadSetup { key: name.to_lowercase(), name, members: Vec::new(), ..with.clone() };
            setup.units[n].alone = Some(alone);
            setup.casters[usize::from(hero.0)].seat = squad.seat;
            setup.squads.push(squad);
        }
    }
    setup
}

fn places(cells: &[Vec<Vec<char>>], letter: char) -> Vec<Tile> {
    let row = |(y, row): (usize, &Vec<Vec<char>>)| {
        let found = row.iter().enumerate().filter(|(_, cell)| cell.get(1) == Some(&letter));
        found.map(move |(x, _)| Tile::new(x as u8, y as u8)).collect::<Vec<_>>()
    };
    cells.iter().enumerate().flat_map(row).collect()
}

fn add_squad(setup: &mut Setup, name: &str, side: &str, kinds: &[&str], at: &[Tile]) {
    let (side, seat) = side.split_once('@').map_or((side, None), |(side, seat)| (side, Some(seat)));
    let seat = seat.map(|name| {
        let at = setup.seats.iter().position(|it| it.name == name).unwrap_or_else(|| {
            setup.seats.push(Seat { name: name.to_owned() });
            setup.seats.len() - 1
        });
        SeatId(at as u8)
    });
    let side = if side == "players" { Side::Players } else { Side::Enemy };
    let mut members = Vec::new();
    for (n, &at) in at.iter().enumerate() {
        let kind = if kinds.len() == 1 { kinds[0] } else { kinds[n] };
        let id = UnitId(setup.units.len() as u16);
        let hero = (kind == "officer").then(|| {
            setup.casters.push(Caster {
                name: format!("{name} Officer"),
                class: "Officer".to_owned(),
                side,
                seat,
                hero: Some(id),
                cp_max: 4,
                abilities: Vec::new(),
            });
            CasterId(setup.casters.len() as u8 - 1)
        });
        setup.units.push(UnitSetup {
            name: if hero.is_some() { format!("{name} Officer") } else { format!("{name} {}", n + 1) },
            profile: profile(setup, kind),
            team: (kind == "team").then_some(0),
            hero,
            alone: None,
            at,
        });
        members.push(id);
    }
    setup.squads.push(SquadSetup {
        key: name.to_lowercase(),
        name: name.to_owned(),
        side,
        seat,
        stance: Stance::Aggressive,
        level: None,
        temper: Temper::default(),
        objective: None,
        members,
        in_reserve: false,
    });
}

fn weapon_of(line: &WeaponLine) -> Weapon {
    let (key, range, attacks, accuracy, strength, piercing, damage, tags) = *line;
    let name = key.to_owned();
    Weapon { key: name.clone(), name, range, attacks, accuracy, strength, piercing, damage, tags: tags.to_vec() }
}

fn profile_of(line: &ProfileLine) -> Profile {
    let (key, kind, [toughness, save], hp, movement, leadership, control, reach, size, weapons) = *line;
    let id = |name: &&str| WeaponId(WEAPONS.iter().position(|it| it.0 == *name).expect("a weapon") as u16);
    Profile {
        key: key.to_owned(),
        name: key.to_owned(),
        kind,
        toughness,
        save: Some(save),
        hp,
        movement,
        leadership,
        control,
        reach,
        size,
        weapons: weapons.iter().map(id).collect(),
        drill: Drill::default(),
    }
}

impl Battle {
    /// **T-9** Whether one unit can see another.
    pub fn sees(&self, from: UnitId, to: UnitId) -> bool {
        self.is_seen_from(self.footprint(from), self.footprint(to))
    }

    /// Whether the derived state is right: each entry of the grid agrees with its unit, and each squad's extent with
    /// its units.
    pub fn grid_agrees(&self) -> bool {
        let is_measured = |it: SquadId| self.extent(it) == self.extent_of_standing(it);
        let standing: Vec<(Tile, UnitId)> = self
            .setup
            .unit_ids()
            .filter(|it| self.unit(*it).is_standing())
            .flat_map(|it| self.footprint(it).tiles().map(move |tile| (tile, it)))
            .collect();
        let on_grid = self.board().tiles().filter(|it| self.who_stands_on(*it).is_some()).count();
        self.setup.squad_ids().all(is_measured)
            && on_grid == standing.len()
            && standing.iter().all(|(tile, unit)| self.who_stands_on(*tile) == Some(*unit))
    }
}

impl Orders {
    /// **R-4** The digest of the orders, from which the dice of the round come.
    pub(crate) fn digest(&self) -> [u8; 32] {
        Sha256::digest(serde_json::to_vec(self).expect("orders are JSON")).into()
    }
}
