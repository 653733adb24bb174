//! The module "formations" in scenario files.

use expect_test::expect;

use crate::line::battle::{Drill, FormationSetup, Shield};

use super::*;

const ON: (&str, &str) = ("rounds = 6", "rounds = 6\nmodules = [\"formations\"]");

#[test]
fn a_battle_is_played_with_formations_if_its_file_says_so() {
    assert_eq!(setup_of(GOOD).formations, None);
    assert_eq!(setup_of(&changed(&[ON])).formations, Some(FormationSetup::default()));
    let rulings = "[formations]\nautonomous = true\nshoot_and_move = true\nwaive_failed_start = true\n[map]";
    let all = FormationSetup { autonomous: true, shoot_and_move: true, waive_failed_start: true };
    assert_eq!(setup_of(&changed(&[ON, ("[map]", rulings)])).formations, Some(all));
}

#[test]
fn modules_that_there_are_not_are_refused() {
    let text = changed(&[("rounds = 6", "rounds = 6\nmodules = [\"formation\"]")]);
    expect![[r#"
        line 4: modules = ["formation"]
                           ^^^^^^^^^^^ no module is called "formation". Did you mean "formations"?
    "#]]
    .assert_eq(&problems(&text));
    let text = changed(&[("[map]", "[formations]\nautonomous = true\n[map]")]);
    expect![[r#"
        line 5: [formations]
                ^^^^^^^^^^^^ this battle is played without formations, so this changes nothing. Write modules = ["formations"] at the top of the file, or leave this out.
    "#]].assert_eq(&problems(&text));
    let text = changed(&[ON, ("[map]", "[formations]\nautonomus = true\n[map]")]);
    expect![[r#"
        line 7: autonomus = true
                ^^^^^^^^^ nothing here is called "autonomus". Did you mean "autonomous"?
    "#]]
    .assert_eq(&problems(&text));
}

#[test]
fn what_does_nothing_without_the_module_is_doubted() {
    let weapon = "[weapon.bolt-action-rifle]\ntags = [\"Stun\"]\n\
        [ability.daze]\ntext = \"Dazes\"\ncost = 1\ntarget = \"enemy squad\"\neffects = [{ daze = true }]\n[[objective]]";
    let hero = ("class = \"officer\"", "class = \"officer\", abilities = [\"daze\"]");
    expect![[r#"
        line 32: [weapon.bolt-action-rifle]
                         ^^^^^^^^^^^^^^^^^ "bolt-action-rifle" does something only in a battle with formations. Write modules = ["formations"] at the top of the file, or leave this out.
        line 34: [ability.daze]
                          ^^^^ "daze" does something only in a battle with formations. Write modules = ["formations"] at the top of the file, or leave this out.
    "#]].assert_eq(&problems(&changed(&[("[[objective]]", weapon), hero])));
    expect![[r#""#]].assert_eq(&problems(&changed(&[ON, ("[[objective]]", weapon), hero])));
}

#[test]
fn what_units_bring_to_a_formation_is_read() {
    let unit = "[unit.guard]\nlike = \"rifleman\"\nshield = \"large\"\nspear = true\nautonomous = true\nlead = 5\n\
        [unit.lad]\nlike = \"guard\"\nshield = \"small\"\nspear = false\ndrilled = false\nlead = 0\n[[objective]]";
    let text = changed(&[ON, ("3 rifleman", "1 guard\", \"1 lad\", \"1 rifleman"), ("[[objective]]", unit)]);
    let setup = setup_of(&text);
    let drill = |key: &str| setup.profiles.iter().find(|it| it.key == key).map(|it| it.drill);
    let guard = Drill { shield: Some(Shield::Large), spear: true, drilled: true, autonomous: true, lead: Some(5) };
    assert_eq!(drill("guard"), Some(guard));
    let lad = Drill { shield: Some(Shield::Small), spear: false, drilled: false, lead: None, ..guard };
    assert_eq!(drill("lad"), Some(lad));
    assert_eq!(drill("rifleman"), Some(Drill::default()));
    assert_eq!(drill("league-captain").and_then(|it| it.lead), Some(4));
}
