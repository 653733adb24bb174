//! Any text can be read as a post, and every printed order is read back.

use crate::brick::battle::{
    Against, Charge, ChargeHow, Defence, Engage, Go, Heading, Meanwhile, Melee, Movement, Order, Part, Pass,
    PolicyChange, Return, Shoot, Tag, Target, Turn, Using, WeaponId, Who, Whose,
};
use crate::field::{Tile, UnitId};

use super::*;

/// A small generator of pseudo-random numbers. The seed determines all of them.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(super) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

const SCRAPS: &[&str] = &[
    "!",
    "Alpha",
    "Alpha 1",
    "Yoko",
    ":",
    ";",
    ",",
    "@",
    "|",
    "shoot",
    "melee",
    "attack",
    "move",
    "to",
    "C3",
    "ZZ999",
    "with",
    "rifle",
    "then",
    "react",
    "parry",
    "none",
    "vs",
    "split",
    "into",
    "Left",
    "form",
    "from",
    "plate",
    "3x2",
    "0x0",
    "99x99",
    "\"",
    "“",
    "single",
    "combine",
    "é",
    "🚀",
    "\u{0}",
    "hits",
    "order",
    "benny",
    "run",
    "NE",
    "-1",
    "99999999999999999999",
    "ignore",
    "use",
    "Table",
    "arrange",
    "1@0,0",
    "standard",
    "join",
    "leave",
    "'",
    "\n",
    "\n!",
];

#[test]
fn whatever_a_post_holds_it_is_read() {
    let battle = battle();
    let mut numbers = Numbers(7);
    let posts = std::env::var("FIELDPOST_FUZZ_CASES").map_or(1_000, |it| it.parse().expect("a number of posts"));
    for _ in 0..posts {
        let mut text = String::from("!");
        for _ in 0..numbers.below(14) {
            text.push_str(numbers.of(SCRAPS));
            if numbers.below(4) != 0 {
                text.push(' ');
            }
        }
        let reading = read_by(&battle, numbers.of(&[ANN, BOB, Poster::Gm]), &text);
        for it in &reading.diagnostics {
            it.under(&text);
        }
        let spans = reading.given.iter().map(|it| it.span.clone());
        assert!(spans.into_iter().all(|it| text.get(it).is_some()), "{text}");
        collect(&battle, &[Accepted::new(ANN, reading, 1)]);
    }
}

#[test]
fn a_post_that_never_ends_is_read_soon() {
    let battle = battle();
    let text = "!Alpha: shoot Orcs; ".repeat(2000);
    let reading = read_by(&battle, ANN, &text);
    assert!(reading.given.len() <= crate::post::ORDERS_MAX && !reading.diagnostics.is_empty());
}

#[test]
fn every_order_that_is_printed_is_read_as_that_order() {
    let battle = battle();
    let mut numbers = Numbers(11);
    for _ in 0..5_000 {
        let order = order(&battle, &mut numbers);
        let said = Said { what: What::Order(order), pending: Vec::new() };
        let text = format!("!{}", shown(&battle, &said));
        let reading = read_as_owner(&text, &Names::new(&battle), &battle, &Language::default());
        let read: Vec<&Said> = reading.given.iter().map(|it| &it.order).collect();
        assert_eq!(read, [&said], "{text}\n{:?}", reading.diagnostics);
    }
}

/// A random order that is possible in a battle.
pub(super) fn order(battle: &Battle, numbers: &mut Numbers) -> Order {
    let everybody: Vec<Who> = battle.everybody().collect();
    let who = numbers.of(&everybody);
    let others: Vec<Who> = everybody.iter().copied().filter(|it| *it != who).collect();
    let in_squads: Vec<UnitId> = battle.standing().filter(|it| battle.unit(*it).squad.is_some()).collect();
    let tile = |numbers: &mut Numbers| Tile::new(numbers.below(7) as u8, numbers.below(5) as u8);
    let target = match numbers.below(4) {
        0 => Target::Single(numbers.of(&in_squads)),
        1 => Target::Tile(tile(numbers)),
        _ => Target::Who(numbers.of(&others)),
    };
    let held: Vec<WeaponId> = battle
        .members(who)
        .into_iter()
        .flat_map(|it| battle.held(it).map(|it| battle.item(it).weapon).collect::<Vec<_>>())
        .collect();
    let shooting: Vec<WeaponId> =
        held.iter().copied().filter(|it| battle.setup().weapon(*it).ranged.is_some()).collect();
    let maybe = |numbers: &mut Numbers, of: &[WeaponId]| (!of.is_empty() && numbers.yes()).then(|| numbers.of(of));
    let tag = |numbers: &mut Numbers| numbers.yes().then(|| Tag("A".to_owned()));
    let shoot = |numbers: &mut Numbers| {
        let with = maybe(numbers, &shooting);
        Shoot {
            target,
            with,
            and: with.filter(|_| numbers.yes()),
            aim: numbers.yes(),
            part: [Part::Whole, Part::TwoByTwo, Part::OneByOne][numbers.below(3)],
            combine: tag(numbers),
            blind: numbers.yes().then(|| tile(numbers)),
            nocrit: numbers.yes(),
            momentum: numbers.yes(),
        }
    };
    let charge = |numbers: &mut Numbers| Charge {
        target,
        how: match numbers.below(3) {
            0 => ChargeHow::Body,
            1 => ChargeHow::Shove,
            _ => ChargeHow::Weapon { with: maybe(numbers, &held), keep_momentum: numbers.yes() },
        },
        sprint: numbers.yes(),
        combine: tag(numbers),
        nocrit: numbers.yes(),
    };
    match numbers.below(14) {
        0 => Order::Reserve(who),
        1 | 2 => Order::Shoot(who, shoot(numbers)),
        3 | 4 => Order::Melee(
            who,
            Melee::Attack(Engage {
                target,
                with: maybe(numbers, &held),
                then: maybe(numbers, &held),
                two_handed: numbers.yes(),
                skirmish: numbers.yes(),
                combine: tag(numbers),
                nocrit: numbers.yes(),
            }),
        ),
        5 => Order::Melee(who, Melee::Grab { target, release_after: numbers.yes() }),
        6 => Order::Melee(who, Melee::Shove { target }),
        7 => Order::Melee(who, Melee::Ignore(numbers.yes().then(|| Meanwhile::Shoot(shoot(numbers))))),
        8 => Order::Move(
            who,
            Movement::Go(Go {
                to: tile(numbers),
                via: (0..numbers.below(3)).map(|_| tile(numbers)).collect(),
                sprint: numbers.yes(),
                broken: numbers.yes(),
                backwards: numbers.yes(),
                facing: numbers.yes().then(|| crate::field::Direction::ALL[numbers.below(4)]),
            }),
        ),
        9 => Order::Move(
            who,
            Movement::Run {
                heading: Heading::ALL[numbers.below(8)].0,
                tiles: numbers.below(12) as u8,
                sprint: numbers.yes(),
            },
        ),
        10 => Order::Move(who, Movement::Withdraw { to: tile(numbers), then: numbers.yes().then(|| charge(numbers)) }),
        11 => Order::Move(who, Movement::Charge(charge(numbers))),
        12 => Order::Move(who, Movement::Pivot(if numbers.yes() { Turn::Left } else { Turn::Right })),
        _ => {
            let using = |numbers: &mut Numbers| match maybe(numbers, &held) {
                Some(it) => Using::Weapon(it),
                None => numbers.of(&[Using::Best, Using::Bare]),
            };
            let change = match numbers.below(3) {
                0 => PolicyChange::Pass(numbers.of(&[Pass::Strike, Pass::Bail, Pass::Brace, Pass::Nothing])),
                1 => PolicyChange::Drop(numbers.yes()),
                _ => PolicyChange::React {
                    against: numbers.yes().then(|| Against::ALL[numbers.below(5)].0),
                    defence: Some(match numbers.below(3) {
                        0 => Defence::Parry(using(numbers)),
                        1 => Defence::Bail(numbers.yes().then(|| Heading::ALL[numbers.below(8)].0)),
                        _ => Defence::Nothing,
                    }),
                    back: numbers
                        .yes()
                        .then(|| if numbers.yes() { Return::Hold } else { Return::Strike(using(numbers)) }),
                },
            };
            Order::Policy(Whose::One(who), change)
        }
    }
}
