//! Workload P1: a post of ten orders, and a battle with the names that it speaks of.

use std::sync::Arc;

use fieldpost::battle::{
    Ability, AbilityId, AbilityTarget, Amount, Battle, Board, Caster, CasterId, Drill, Kind, Level, Profile, ProfileId,
    Seat, SeatId, Setup, Side, SquadSetup, Stance, Terrain, TerrainId, Tile, UnitId, UnitSetup, Weapon, WeaponId,
};

/// Ten orders in several spellings, an ability, and prose around them.
pub(crate) const P1: &str = "\
Dawn. Marsh counts heads twice; we are still \"here\".
!Alpha: shoot Slugga Boyz 1 with rifles; move to F2
!fire Bravo at Nobz
**!Carbine team**: shoot → the Trukk
!DELTA: move north 2 then east 3
> !Alpha: hold
!Echo engage slugga 2 with rifle, please
We go left.
!Foxtrot: move toward Nobz 3 take cover
!Golf: charge Lootas after move to D28
```orders
Hotel: move to H30 via G30
Índia: fight \"Lootas\" with bayonets
```
!use Steady On on Alpha by Marsh
Nobody shoots before I say so, she lies.
";

/// Squads on each side.
const SQUADS: u16 = 10;

const OWN: [&str; SQUADS as usize] =
    ["Alpha", "Bravo", "Carbine team", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett"];
const ENEMY: [&str; SQUADS as usize] = [
    "Slugga Boyz 1",
    "Slugga Boyz 2",
    "Slugga Boyz 3",
    "Nobz",
    "Trukk",
    "Lootas",
    "Shoota Boyz 1",
    "Shoota Boyz 2",
    "Stikk Bommas",
    "Burna Boyz",
];

/// Ten squads of ten on each side, as in W1 but within range of each other.
pub(crate) fn opening() -> Battle {
    let sides = [(Side::Players, &OWN), (Side::Enemy, &ENEMY)];
    let squads = sides.into_iter().flat_map(|(side, names)| (0..SQUADS).zip(names).map(move |it| (side, it)));
    let (mut setups, mut units) = (Vec::new(), Vec::new());
    for (side, (n, name)) in squads {
        let members: Vec<UnitId> = (0..10_u16).map(|unit| UnitId(units.len() as u16 + unit)).collect();
        let is_hero = |unit: u8| side == Side::Players && n == 0 && unit == 0;
        units.extend((0..10_u8).map(|unit| UnitSetup {
            name: if is_hero(unit) { "Marsh".to_owned() } else { format!("{name} {unit}") },
            profile: ProfileId(0),
            team: None,
            hero: is_hero(unit).then_some(CasterId(0)),
            alone: None,
            at: place(side, n as u8, unit),
        }));
        setups.push(SquadSetup {
            key: name.to_lowercase(),
            name: (*name).to_owned(),
            side,
            seat: (side == Side::Players).then_some(SeatId(0)),
            stance: Stance::Hold,
            objective: None,
            members,
            in_reserve: false,
        });
    }
    Battle::new(Arc::new(Setup {
        title: "Ridge at Dawn".to_owned(),
        briefing: String::new(),
        board: board(),
        seats: vec![Seat { name: "alice".to_owned() }],
        casters: vec![Caster {
            name: "Marsh".to_owned(),
            side: Side::Players,
            seat: Some(SeatId(0)),
            hero: Some(UnitId(0)),
            cp_max: 4,
            abilities: vec![AbilityId(0)],
        }],
        profiles: vec![profile()],
        weapons: vec![weapon("Rifle", Some(24), 4), weapon("Pistol", Some(6), 3), weapon("Bayonet", None, 3)],
        abilities: vec![ability()],
        squads: setups,
        units,
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: Some(8),
        cp_per_round: 0,
        commander: Level::Green,
        tap_out_cost: None,
        formations: None,
    }))
}

fn place(side: Side, squad: u8, unit: u8) -> Tile {
    let (column, row) = (unit % 5, 4 * squad + 1 + unit / 5);
    Tile::new(if side == Side::Players { column } else { 22 - column }, row)
}

fn board() -> Board {
    let terrain = |key: &str, cover| Terrain {
        key: key.to_owned(),
        name: key.to_owned(),
        cost: Some(1),
        opaque: false,
        cover,
        conceals: false,
    };
    let is_ruin = |x: u32, y: u32| (x * 7 + y * 13).is_multiple_of(8);
    let tiles = (0..40).flat_map(|y| (0..60).map(move |x| TerrainId(u8::from(is_ruin(x, y))))).collect();
    Board::new(60, vec![terrain("open", 0), terrain("ruins", 1)], tiles)
}

fn profile() -> Profile {
    Profile {
        key: "soldier".to_owned(),
        name: "Soldier".to_owned(),
        kind: Kind::Infantry,
        toughness: 3,
        save: Some(5),
        hp: 1,
        movement: 6,
        leadership: 7,
        control: 1,
        reach: 1,
        size: 1,
        weapons: vec![WeaponId(0), WeaponId(1), WeaponId(2)],
        drill: Drill::default(),
    }
}

fn weapon(name: &str, range: Option<u8>, strength: u8) -> Weapon {
    Weapon {
        key: name.to_lowercase(),
        name: name.to_owned(),
        range,
        attacks: Amount::fixed(1),
        accuracy: 4,
        strength,
        piercing: 0,
        damage: Amount::fixed(1),
        tags: Vec::new(),
    }
}

fn ability() -> Ability {
    Ability {
        key: "steady".to_owned(),
        name: "Steady On".to_owned(),
        text: String::new(),
        cost: 1,
        target: AbilityTarget::OwnSquad,
        range: None,
        needs_hero: true,
        trigger: None,
        effects: Vec::new(),
    }
}
