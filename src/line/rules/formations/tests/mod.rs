//! Tests of formations that can't be cases of the suite: reasons, names, previews, state that cases don't show, and
//! laws.

mod foretold;
mod laws;
mod names;
mod reasons;
mod unseen;

use crate::dice::D6;
use crate::field::UnitId;
use crate::line::battle::scene;
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{
    AbilityId, Battle, Drill, Event, FormationEvent, FormationSetup, Plight, PlightCause, Setup,
};
use crate::line::rules::formations::block::groups;

/// A battle with formations. `touch` changes its setup.
fn field(drawing: &str, squads: &str, touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(drawing, squads, |setup| {
        setup.formations = Some(FormationSetup::default());
        touch(setup);
    })
}

fn drill<'a>(setup: &'a mut Setup, key: &str) -> &'a mut Drill {
    let id = scene::profile(setup, key);
    &mut setup.profiles[usize::from(id.0)].drill
}

/// Makes all units do without a leader.
fn trained(setup: &mut Setup) {
    setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
}

fn unit(battle: &Battle, name: &str) -> UnitId {
    let setup = battle.setup();
    setup.unit_ids().find(|it| setup.unit(*it).name == name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The battle with these squads in one formation, which was started in the previous round.
fn formed(mut battle: Battle, squads: &[&str]) -> Battle {
    scene::form_up(&mut battle, squads, None);
    battle.apply(&Event::RoundBegan { round: 2 });
    battle
}

fn apply_event(battle: &mut Battle, event: FormationEvent) {
    battle.apply(&Event::Formation(Box::new(event)));
}

fn afflicted(mut battle: Battle, plight: Plight, names: &[&str]) -> Battle {
    let units = names.iter().map(|it| unit(&battle, it)).collect();
    let (until, cause) = (battle.round(), PlightCause::Ability(AbilityId(0)));
    apply_event(&mut battle, FormationEvent::PlightBegan { plight, units, until, cause });
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
