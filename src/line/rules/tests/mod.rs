//! Tests of the rules that can't be cases of the suite: reasons, previews, goals with several players or reserves, the
//! seed, and the laws that hold for everything.

mod foretold;
mod goals;
mod laws;
mod reasons;
mod seed;

use crate::dice::D6;
use crate::field::{SquadId, UnitId};
use crate::line::battle::scene;
use crate::line::battle::{Battle, Boon, Effect, Event, Profile, Setup, Span, Stat, Weapon, WeaponId};
use crate::line::rules::attack::fate_of;

/// An effect that changes a number for this round.
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

/// The battle after a unit has lost this many HP, one by one, by events as the rules make them.
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
