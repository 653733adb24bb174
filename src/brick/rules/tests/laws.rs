//! What holds of every battle, whatever is ordered and however the dice fall.

use crate::brick::battle::scene::scene_with;
use crate::brick::battle::{
    Against, Battle, Charge, ChargeHow, Defence, Engage, Event, Forming, Go, Heading, Hits, Meanwhile, Melee, Movement,
    Order, Orders, Organise, Part, Pass, Phase, PlateOrder, PolicyChange, Rebuff, Return, Shoot, Standard, Tag, Target,
    Turn, Usable, Using, WeaponId, Who, Whose,
};
use crate::brick::rules::{Brick, resolve};
use crate::dice::{Dice, Seed};
use crate::field::{Direction, SquadId, Tile, UnitId};

/// Numbers that look random, and are always the same for a seed.
struct Luck(u64);

impl Luck {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Four teams on a small field with a bit of everything.
fn brawl(luck: &mut Luck) -> Battle {
    let ground = [".", ".", ".", ".", ".", ".", ".", "l", "o", "#", "~", "m", "s", ".2", ".1", "q"];
    let mut rows: Vec<Vec<String>> = (0..16).map(|_| (0..20).map(|_| luck.of(&ground).to_owned()).collect()).collect();
    let mut clear = |x: usize, y: usize, wide: usize, deep: usize, letter: char| {
        for row in &mut rows[y..y + deep] {
            for cell in &mut row[x..x + wide] {
                *cell = ".".to_owned();
            }
        }
        for row in &mut rows[y..y + deep] {
            for cell in &mut row[x..x + wide] {
                *cell = format!(".{letter}");
            }
        }
    };
    clear(1, 1, 3, 2, 'a');
    clear(8, 1, 2, 2, 'b');
    clear(14, 2, 1, 1, 'c');
    clear(16, 2, 1, 1, 'd');
    clear(2, 8, 4, 1, 'e');
    clear(10, 8, 3, 1, 'f');
    clear(16, 8, 1, 1, 'g');
    clear(17, 9, 1, 1, 'h');
    // Mounted units: one letter at the top left of each.
    clear(8, 12, 4, 2, '_');
    for row in &mut rows[12..14] {
        for cell in &mut row[8..12] {
            *cell = ".".to_owned();
        }
    }
    (rows[12][8], rows[12][10]) = (".r".to_owned(), ".r".to_owned());
    (rows[14][2], rows[14][15]) = (".o".to_owned(), ".g".to_owned());
    for (x, y) in [(2, 14), (3, 14), (4, 14), (5, 14), (2, 15), (3, 15), (4, 15), (5, 15)] {
        if (x, y) != (2, 14) {
            rows[y][x] = ".".to_owned();
        }
    }
    rows[14][2] = ".o".to_owned();
    let drawing: Vec<String> = rows.iter().map(|it| it.join(" ")).collect();
    let arms = [
        "sword",
        "knife pan",
        "pike",
        "bow dagger",
        "sabre shield",
        "rifle",
        "grenade knife",
        "spear",
        "bayonet",
        "chair",
    ];
    let mut kinds = |count: usize| -> String {
        (0..count)
            .map(|n| format!("{} {}", if n == 0 { "officer" } else { "fig" }, luck.of(&arms)))
            .collect::<Vec<_>>()
            .join(" | ")
    };
    let people = format!(
        "a Alpha red 3x2: {}; b Bravo blue 2x2: {}; c Carl red: fig sword shield; d Dora green: fig knife dagger; e Echo green 4x1: {}; f Fox blue 3x1: {}; g Gus green: short bow knife; h Hal none: barrel; r Riders blue 4x2 N: rider lance | rider lance; o Ogre white: giant sword",
        kinds(6),
        kinds(4),
        kinds(4),
        kinds(3)
    );
    scene_with(
        &drawing.join("\n"),
        &people.replace("g Gus green: short bow knife", "g Gus green: short bow knife | short sabre"),
        |setup| {
            setup.rounds = Some(6);
        },
    )
}

fn orders(luck: &mut Luck, battle: &Battle) -> Orders {
    let mut orders = Orders::default();
    let everybody: Vec<Who> = battle.everybody().collect();
    let units: Vec<UnitId> = battle.setup().unit_ids().collect();
    let weapons = battle.setup().weapons.len();
    let mut made = 0;
    if everybody.is_empty() {
        return orders;
    }
    for who in everybody.clone() {
        for _ in 0..2 {
            let order = any_order(luck, battle, who, &everybody, &units, weapons, &mut made);
            orders.put(order);
        }
    }
    orders
}

fn any_order(
    luck: &mut Luck,
    battle: &Battle,
    who: Who,
    everybody: &[Who],
    units: &[UnitId],
    weapons: usize,
    made: &mut usize,
) -> Order {
    let tile = Tile::new(luck.below(20) as u8, luck.below(16) as u8);
    let unit = luck.of(units);
    let foes: Vec<Who> = everybody.iter().copied().filter(|it| battle.is_hostile(who, *it)).collect();
    let near = foes.iter().copied().min_by_key(|it| battle.rect(*it).distance(battle.rect(who)));
    let other = match near {
        Some(near) if !luck.one_in(4) => near,
        _ => luck.of(everybody),
    };
    let target = match luck.below(12) {
        0 => Target::Tile(tile),
        1 => Target::Single(unit),
        2 => Target::Who(Who::Unit(unit)),
        _ => Target::Who(other),
    };
    let weapon = |luck: &mut Luck| luck.one_in(3).then(|| WeaponId(luck.below(weapons) as u16));
    let combine = luck.one_in(6).then(|| Tag("x".to_owned()));
    let nocrit = luck.one_in(5);
    let squads: Vec<SquadId> = battle.squad_ids().collect();
    let squad = match who {
        Who::Squad(squad) => squad,
        Who::Unit(_) => squads.first().copied().unwrap_or(SquadId(0)),
    };
    let heading = Heading::ALL[luck.below(8)].0;
    let charge = |luck: &mut Luck| Charge {
        target,
        how: match luck.below(3) {
            0 => ChargeHow::Body,
            1 => ChargeHow::Shove,
            _ => ChargeHow::Weapon { with: None, keep_momentum: luck.one_in(3) },
        },
        sprint: luck.one_in(2),
        combine: combine.clone(),
        nocrit,
    };
    let shoot = |luck: &mut Luck| Shoot {
        with: weapon(luck),
        and: weapon(luck),
        aim: luck.one_in(4),
        part: luck.of(&[Part::Whole, Part::Whole, Part::TwoByTwo, Part::OneByOne, Part::Item(WeaponId(0))]),
        combine: combine.clone(),
        blind: luck.one_in(8).then_some(tile),
        nocrit,
        momentum: luck.one_in(6),
        ..Shoot::at(target)
    };
    let facing = luck.one_in(3).then(|| Direction::ALL[luck.below(4)]);
    match luck.below(26) {
        0..5 => Order::Shoot(who, shoot(luck)),
        5..9 => Order::Melee(
            who,
            Melee::Attack(Engage {
                with: weapon(luck),
                then: weapon(luck),
                two_handed: luck.one_in(3),
                skirmish: luck.one_in(4),
                combine,
                nocrit,
                ..Engage::at(target)
            }),
        ),
        9 => Order::Melee(who, Melee::Grab { target, release_after: luck.one_in(2) }),
        10 => Order::Melee(who, Melee::Shove { target }),
        11 => match luck.below(4) {
            0 => Order::Melee(who, Melee::Release),
            1 => Order::Melee(who, Melee::Ignore(Some(Meanwhile::Shoot(shoot(luck))))),
            2 => Order::Melee(who, Melee::Ignore(Some(Meanwhile::Use(Usable::Object(unit))))),
            _ => Order::Melee(
                who,
                Melee::Ignore(Some(Meanwhile::Use(Usable::Weapon(WeaponId(luck.below(weapons) as u16))))),
            ),
        },
        12..15 => Order::Move(
            who,
            Movement::Go(Go {
                via: Vec::new(),
                sprint: luck.one_in(3),
                broken: luck.one_in(5),
                backwards: luck.one_in(8),
                facing,
                to: near.map_or(tile, |it| if luck.one_in(3) { tile } else { battle.rect(it).at }),
            }),
        ),
        15 => Order::Move(who, Movement::Run { heading, tiles: luck.below(9) as u8, sprint: luck.one_in(3) }),
        16 => Order::Move(who, Movement::Withdraw { to: tile, then: luck.one_in(2).then(|| charge(luck)) }),
        17..20 => Order::Move(who, Movement::Charge(charge(luck))),
        20 => Order::Move(who, Movement::Pivot(luck.of(&[Turn::Left, Turn::Right]))),
        21 => Order::Brace(squad),
        22 => Order::Reserve(who),
        23 => Order::Policy(Whose::One(who), policy(luck, unit)),
        _ => Order::Organise(organise(luck, battle, who, squad, &squads, made)),
    }
}

fn policy(luck: &mut Luck, unit: UnitId) -> PolicyChange {
    match luck.below(7) {
        0 => PolicyChange::Pass(luck.of(&[Pass::Strike, Pass::Bail, Pass::Brace, Pass::Nothing])),
        1 => PolicyChange::Drop(luck.one_in(2)),
        2 => PolicyChange::Hits(if luck.one_in(2) { Hits::Wounded } else { Hits::Spare(vec![unit]) }),
        3 => PolicyChange::Rebuff(luck.of(&[Rebuff::Back, Rebuff::Break])),
        _ => PolicyChange::React {
            against: luck.one_in(2).then(|| Against::ALL[luck.below(5)].0),
            defence: Some(luck.of(&[
                Defence::Nothing,
                Defence::Bail(None),
                Defence::Bail(Some(Heading::NorthEast)),
                Defence::Parry(Using::Best),
                Defence::Parry(Using::Bare),
            ])),
            back: Some(luck.of(&[Return::Hold, Return::Strike(Using::Best), Return::Strike(Using::Bare)])),
        },
    }
}

fn organise(
    luck: &mut Luck,
    battle: &Battle,
    who: Who,
    squad: SquadId,
    squads: &[SquadId],
    made: &mut usize,
) -> Organise {
    let members = battle.members(Who::Squad(squad));
    let some: Vec<UnitId> = members.iter().copied().filter(|_| luck.one_in(2)).collect();
    let size = luck.one_in(2).then(|| (1 + luck.below(4) as u8, 1 + luck.below(3) as u8));
    let plate = PlateOrder { size, facing: luck.one_in(3).then(|| Direction::ALL[luck.below(4)]) };
    let mut forming = |units: Vec<UnitId>| {
        let id = SquadId((battle.squad_count() + *made) as u16);
        *made += 1;
        Forming { squad: id, name: format!("New {}", id.0), units, plate, standard: Standard::Center }
    };
    match luck.below(7) {
        0 => Organise::Leave { squad, units: some },
        1 => {
            let (one, other) = some.split_at(some.len() / 2);
            Organise::Split { squad, into: vec![forming(one.to_vec()), forming(other.to_vec())] }
        }
        2 => {
            let near = battle.setup().unit_ids().filter(|it| battle.team_of(*it) == battle.team(who) && luck.one_in(3));
            let units = near.collect();
            Organise::Form(forming(units))
        }
        3 => Organise::Join { who, to: luck.of(squads) },
        4 => Organise::Replate { squad, plate },
        5 => {
            let places = some.into_iter().map(|it| (it, (luck.below(4) as u8, luck.below(3) as u8))).collect();
            Organise::Arrange { squad, places }
        }
        _ => {
            Organise::Standard { squad, standard: members.first().map_or(Standard::Center, |it| Standard::Bearer(*it)) }
        }
    }
}

/// Everything that must be true of a battle after each event.
fn holds(battle: &Battle, before: &Battle, event: &Event) {
    assert!(battle.grid_agrees(), "no two share a tile, nobody is off the map: {event:?}");
    for unit in battle.setup().unit_ids() {
        let hands = battle.profile(unit).hands;
        let mut turns: Vec<_> = battle.ledger().iter().filter(|it| it.unit == unit).map(|it| it.turn).collect();
        turns.sort();
        turns.dedup();
        for turn in turns {
            let used: u8 =
                battle.ledger().iter().filter(|it| it.unit == unit && it.turn == turn).map(|it| it.hands).sum();
            assert!(used <= hands, "unit {} uses {used} of {hands} hands on one turn: {event:?}", unit.0);
        }
    }
    let acts: Vec<UnitId> = match event {
        Event::AttackRolled(it) => vec![it.by],
        Event::ParryRolled(it) => vec![it.by],
        Event::ActionSpent { units, .. } => {
            assert!(units.iter().all(|it| !before.unit(*it).has_acted), "nobody acts twice: {event:?}");
            units.clone()
        }
        Event::Moved(it) => it.places.iter().map(|it| it.0).collect(),
        _ => Vec::new(),
    };
    assert!(acts.iter().all(|it| before.unit(*it).is_standing()), "nothing dead acts: {event:?}");
    for (one, other) in battle.links() {
        assert!(battle.is_hostile(one, other), "only enemies are in close combat: {event:?}");
    }
}

/// Plays a battle of random teams with random orders, and hands over each round: the battle as it closes, and its
/// events.
pub(crate) fn rounds(seed: u64, mut each: impl FnMut(&Brick, &Battle, &Orders, &[Event])) {
    let mut luck = Luck(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut battle = brawl(&mut luck);
    let rules =
        Brick { morale: luck.one_in(3), treason: luck.one_in(8), overkill_all: luck.one_in(4), ..Brick::default() };
    while battle.outcome().is_none() {
        let orders = orders(&mut luck, &battle);
        let written = serde_json::to_vec(&orders).expect("orders are JSON");
        assert_eq!(serde_json::from_slice::<Orders>(&written).expect("its own orders"), orders);
        let events = resolve(&rules, &battle, &orders, &mut dice_of(seed, &battle, &orders), Phase::Morale);
        each(&rules, &battle, &orders, &events);
        events.iter().for_each(|it| battle.apply(it));
    }
}

fn dice_of(seed: u64, battle: &Battle, orders: &Orders) -> Dice {
    Seed::from(seed).dice(battle.round(), &orders.digest(), &[0; 32])
}

fn play(seed: u64) -> usize {
    let mut count = 0;
    rounds(seed, |rules, battle, orders, events| {
        let again = resolve(rules, battle, orders, &mut dice_of(seed, battle, orders), Phase::Morale);
        assert_eq!(events, again, "the same dice tell the same story");
        let mut state = battle.clone();
        for event in events {
            let before = state.clone();
            state.apply(event);
            if !rules.treason {
                holds(&state, &before, event);
            }
        }
        let restored = Battle::restore(state.setup_shared(), &serde_json::to_vec(&state).expect("a battle is JSON"))
            .expect("its own snapshot");
        assert_eq!(restored.digest(), state.digest());
        count += events.len();
    });
    count
}

#[test]
fn whatever_is_ordered_the_laws_hold() {
    let many = (0..20).map(play).sum::<usize>();
    assert!(20 * 50 < many, "something happens: {many}");
}

#[test]
#[ignore = "takes a minute"]
fn whatever_is_ordered_the_laws_hold_a_thousand_times() {
    assert!(1000 * 50 < (0..1000).map(play).sum::<usize>());
}
