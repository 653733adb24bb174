//! Formations as a player meets them.

mod breaking;
mod fighting;
mod laws;
mod plights;
mod starting;
mod stepping;

use crate::dice::D6;
use crate::field::Footprint;
use crate::field::UnitId;
use crate::line::battle::AbilityId;
use crate::line::battle::scene;
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{
    Battle, Drill, Event, FormationEvent, FormationSetup, Phase, Plight, PlightCause, Setup, Shield,
};
use crate::line::rules::formations::block::groups;

/// A battle with formations; `touch` says what its troops bring.
fn field(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(drawing, squads, |setup| {
        setup.formations = Some(FormationSetup::default());
        touch(setup);
    })
}

/// The drill of a profile, to be changed.
fn drill<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Drill {
    let id = scene::profile(setup, key);
    &mut setup.profiles[usize::from(id.0)].drill
}

/// Everybody does without a leader.
fn trained(setup: &mut Setup) {
    setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
}

fn shielded(setup: &mut Setup, key: &str, shield: Shield) {
    drill(setup, key).shield = Some(shield);
}

fn unit(battle: &Battle, name: &str) -> UnitId {
    let setup = battle.setup();
    setup.unit_ids().find(|it| setup.unit(*it).name == name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The battle once these squads are a formation, since a round before.
fn formed(mut battle: Battle, squads: &[&str], leader: Option<&str>) -> Battle {
    let leader = leader.map(|it| unit(&battle, it));
    scene::form_up(&mut battle, squads, leader);
    battle.apply(&Event::RoundBegan { round: 2 });
    battle
}

fn tell(battle: &mut Battle, event: FormationEvent) {
    battle.apply(&Event::Formation(Box::new(event)));
}

fn afflicted(mut battle: Battle, plight: Plight, names: &[&str]) -> Battle {
    let units = names.iter().map(|it| unit(&battle, it)).collect();
    let until = battle.round();
    let cause = PlightCause::Ability(AbilityId(0));
    tell(&mut battle, FormationEvent::PlightBegan { plight, units, until, cause });
    battle
}

fn dazed(battle: Battle, names: &[&str]) -> Battle {
    afflicted(battle, Plight::Dazed, names)
}

fn broken(mut battle: Battle, name: &str) -> Battle {
    let one = D6::showing(1).expect("a face");
    let (squad, modifiers) = (squad(&battle, name), Vec::new());
    battle.apply(&Event::MoraleTested { squad, dice: [one; 2], modifiers, needs: 7, by_hero: None, passed: false });
    battle
}

/// The battle once these have fired; with nobody named only their squad counts as having shot, so that its MP are its
/// MOV.
fn having_fired(mut battle: Battle, name: &str, units: &[&str]) -> Battle {
    let squad = squad(&battle, name);
    let units = units.iter().map(|it| unit(&battle, it)).collect();
    battle.apply(&Event::VolleyWasted { squad, target: squad, units, slows: true });
    battle
}

/// Sets the MOV of a profile.
fn moves(setup: &mut Setup, key: &str, movement: u8) {
    let id = scene::profile(setup, key);
    setup.profiles[usize::from(id.0)].movement = movement;
}

#[test]
fn f8_neighbours_are_the_eight_tiles_around() {
    let battle = field(
        "
        .a .  .  .  .
        .  .a .  .a .
        .  .  .  .a .",
        "a Alpha players: rifle",
        |_| (),
    );
    let all: Vec<UnitId> = battle.standing(squad(&battle, "Alpha")).collect();
    let sizes: Vec<usize> = groups(&battle, &all).iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 2]);
    let corner = Footprint { at: "A1".parse().expect("a tile"), size: 1 };
    assert_eq!(battle.footprint(all[0]), corner);
    assert_eq!(battle.phase(), Phase::Command);
}
