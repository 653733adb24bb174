//! The reasons of refusals. That orders are refused is shown by cases of the suite.

use crate::brick::battle::scene::scene;
use crate::brick::battle::{Battle, Event};
use crate::brick::rules::Brick;
use crate::brick::rules::story::{plain, play};

/// What is refused in a round in which nobody fights back, and why.
#[track_caller]
pub(super) fn refused(rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> String {
    let teams = battle.setup().teams.iter().map(|it| format!("react {} none then hold; ", it.key));
    let orders: String = teams.chain([orders.to_owned()]).collect();
    let told = |event: &Event| match event {
        Event::Refused { order, why, .. } => Some(format!("{order:?} {why:?}")),
        Event::NotFormed { name, why, .. } => Some(format!("{name} {why:?}")),
        _ => None,
    };
    play(rules, battle, &orders, dice).iter().filter_map(told).collect::<Vec<_>>().join(", ")
}

#[test]
fn each_refusal_says_why() {
    let archer = "a Ann red: fig bow; d Dan blue: fig knife";
    let swords = "y Yoko red: fig sword; d Dan blue: fig knife pan";
    let four =
        "v Vic blue: fig; a Ann red: fig knife; b Bob red: fig knife; c Cat red: fig knife; e Eve red: fig knife";
    let hawks = "h Hawks red 3x2: fig sabre; d Dan blue: fig";
    let band = "a Band red 4x1: fig sabre; d Dan blue: fig";
    for (drawing, people, orders, dice, why) in [
        // Shots.
        (".a . # . .d", archer, "shoot Ann at Dan", "", "Shoot NoSight"),
        (".a . . .d . .", archer, "shoot Ann at Dan blind F1", "", "Shoot NobodyThere"),
        (".y . . .d", swords, "shoot Yoko at Dan", "", "Shoot NoWeapon"),
        (".a . . . .d", archer, "shoot Ann at Dan; melee Ann ignore then shoot Dan", "attack 2", "Shoot OneTarget"),
        (
            ".a .d . . .",
            archer,
            "shoot Ann at Dan; melee Ann attack Dan",
            "attack 2",
            "Melee NoAction { unit: UnitId(0) }",
        ),
        (
            ".a . . .d .d",
            "a Ann red: fig bow; d Men blue 2x1: fig",
            "shoot Ann at Men single Men-2",
            "attack 1",
            "Shoot CannotSingleOut",
        ),
        // Close combat.
        (".y . . . .d", swords, "melee Yoko attack Dan", "", "Melee OutOfReach"),
        (".y .d", "y Yoko red: fig; d Dan blue: fig", "melee Yoko attack Dan", "", "Melee NoWeapon"),
        (".y .d", swords, "melee Dan grab Yoko", "", "Melee NoFreeHand"),
        (
            ".y .d",
            "y Yoko red: fig sword dagger; d Dan blue: fig",
            "melee Yoko attack Dan with sword twohanded",
            "",
            "Melee OtherHandFull",
        ),
        (".y .d . .\n. . . .", "y Yoko red: fig; d Rob blue: rider", "melee Yoko shove Rob", "", "Melee TooLarge"),
        ("# .y .d .", "y Yoko red: fig pike; d Dan blue: fig", "melee Yoko attack Dan", "", "Melee NoRoom"),
        (
            ".a .b .c\n.e .v .\n. . .",
            four,
            "melee Ann attack Vic; melee Bob attack Vic; melee Cat attack Vic; melee Eve attack Vic",
            "attack 2 2 2, damage 1 1 1",
            "Melee Crowded",
        ),
        // Ways.
        (
            ". .y .d .",
            swords,
            "melee Yoko attack Dan; move Yoko to A1; move Dan to D1",
            "attack 2",
            "Move Engaged, Move Engaged",
        ),
        (
            ". .y .d .",
            "y Yoko red: fig; d Dan blue: fig",
            "melee Yoko grab Dan; move Dan withdraw to D1",
            "",
            "Withdraw Held",
        ),
        (".y # . .d", swords, "move Yoko run E 3", "", "Move NoWay"),
        (
            "# .d . .\n.a . # .\n. . # .\n# # # #",
            "a Riders red 2x2 N: rider; d Dan blue: fig",
            "move Riders to D1",
            "",
            "Move NotAhead",
        ),
        // Charges.
        (".y . .d . .", "y Yoko red: fig; d Dan blue: fig", "move Yoko charge Dan body", "", "Charge NoMomentum"),
        (
            ".y . . . . . . .d .",
            "y Yoko red: fig poleaxe; d Dan blue: fig",
            "move Yoko charge Dan",
            "",
            "Charge NoChargeWeapon",
        ),
        // Plates.
        (".h .h . .d\n. . . .", hawks, "arrange Hawks Hawks-1@1,0", "", "Organise BadPlace { unit: UnitId(1) }"),
        (".h .h . .d\n. . . .", hawks, "leave Dan from Hawks", "", "Organise NotAMember { unit: UnitId(2) }"),
        (".a .a .a .a .d", band, "replate Band 1x2", "", "Organise PlateTooSmall { needs: 4 }"),
        (".a .a .a .a .d", band, "standard Band Band-1", "", "Organise BadStandard"),
        (
            ".y . . . .d",
            swords,
            "form One from Yoko 1x1; form Other from Yoko 1x1",
            "",
            "Other NoAction { unit: UnitId(0) }, Other Gone",
        ),
    ] {
        assert_eq!(refused(&plain(), &scene(drawing, people), orders, dice), why, "{orders}");
    }
    let near = Brick { out_of_range: false, ..plain() };
    let far = scene(".a . . . . . . . .d", archer);
    assert_eq!(refused(&near, &far, "shoot Ann at Dan", ""), "Shoot OutOfRange { distance: 8, range: 6 }");
}
