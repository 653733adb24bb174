//! Rules tested as a player meets them: a file for each chapter of the rule book, and the laws that hold for all of it.

mod attack;
mod command;
mod deeds;
mod effects;
mod ending;
mod heroes;
mod laws;
mod melee;
mod morale;
mod objectives;
mod round;
mod shooting;
mod tags;
mod terms;

use crate::dice::D6;
use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::scene;
use crate::line::battle::scene::{scene_with, teach};
use crate::line::battle::{Battle, Boon, Effect, Event, Profile, Setup, Span, Stat, Tag, Weapon, WeaponId};
use crate::line::rules::attack::fate_of;

/// One rifleman, and two boys in the open at 7 and 8 tiles.
fn duel(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(".a . . . . . . .b .b", "a Alpha players: rifle; b Boyz enemy: boy", touch)
}

/// A duel in which the rifle has tags.
fn tagged(tags: &[Tag]) -> Battle {
    duel(|setup| weapon(setup, "rifle").tags = tags.to_vec())
}

/// A duel beside a hero who stands apart and can use `Order`.
fn ordered_duel(effects: Vec<Effect>) -> Battle {
    ordered_duel_with(effects, |_| ())
}

fn ordered_duel_with(effects: Vec<Effect>, touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        ".a . . . . . . .b .b\n. . . . . . . . .\n. . . . . . . . .\n.l . . . . . . . .",
        "a Alpha players: rifle; b Boyz enemy: boy; l Lead players: officer",
        |setup| {
            teach(setup, "Order", effects);
            touch(setup);
        },
    )
}

/// An effect on a number for this round.
fn modify(stat: Stat, by: i8) -> Vec<Effect> {
    lasting(Boon::Modify { stat, by, weapons: None }, Span::Rounds(1))
}

fn lasting(boon: Boon, span: Span) -> Vec<Effect> {
    vec![Effect::Lasting { boon, span }]
}

fn weapon<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Weapon {
    setup.weapons.iter_mut().find(|it| it.key == key).expect("a weapon of the scene")
}

fn profile<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Profile {
    setup.profiles.iter_mut().find(|it| it.key == key).expect("a profile of the scene")
}

/// Gives all units of a profile these weapons.
fn arm(setup: &mut Setup, key: &str, weapons: &[&str]) {
    let weapons: Vec<WeaponId> = weapons.iter().map(|it| scene::weapon(setup, it)).collect();
    profile(setup, key).weapons = weapons;
}

fn squad(battle: &Battle, name: &str) -> SquadId {
    scene::squad(battle, name)
}

fn unit(battle: &Battle, name: &str) -> UnitId {
    battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == name).expect("a unit of the scene")
}

fn tile(name: &str) -> Tile {
    name.parse().expect("a tile")
}

/// The battle once a unit has lost this many HP, by events as the rules make them.
fn hurt(mut battle: Battle, name: &str, hp: u8) -> Battle {
    let unit = unit(&battle, name);
    for _ in 0..hp {
        let left = battle.unit(unit).hp - 1;
        let fate = fate_of(left, battle.profile(unit).hp);
        let one = D6::showing(1).expect("a die has a 1");
        let squad = battle.unit(unit).squad;
        battle.apply(&Event::HazardRolled { squad, weapon: WeaponId(0), rolls: vec![(unit, one, fate)] });
    }
    battle
}

/// The battle once a squad has broken.
fn broken(mut battle: Battle, name: &str) -> Battle {
    let one = D6::showing(1).expect("a die has a 1");
    battle.apply(&Event::MoraleTested {
        squad: squad(&battle, name),
        dice: [one, one],
        modifiers: Vec::new(),
        needs: 7,
        by_hero: None,
        passed: false,
    });
    battle
}
