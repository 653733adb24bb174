//! What a picture shows, and what is said of it.

use expect_test::expect;

use crate::brick::battle::scene::{profile, scene, scene_with, unit_named};
use crate::brick::battle::{Battle, Event, Loss};
use crate::brick::report::picture;
use crate::brick::rules::story::{plain, play};
use crate::field::Tile;
use crate::map::drawn::check_all;
use crate::map::{Shape, description, positions, text_map};

/// A line of redcoats, lancers who come at them, a giant, a door, and two who fence.
fn field() -> Battle {
    let drawing = "
        .  .  .  .  .  .  .  .  .  .  .  .  .  .
        .  .r .r .r .r .  .  .  .  .  .l .  .l .
        .  .r .r .r .r .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  #  .  .  .  .  .  .  .
        .  .  .  .  .  .  #o .  .  .g .  .  .  .
        .  .  .  .  .  .  #  .  .  .  .  .  .  .
        .  .  .a .d .  .  ~  ~  l  l  l  .  .  .
        .  .  .  .  .  .  ~  ~  .  .  .  .  .b ."
        .replace("#o", ".o");
    let people = "r Redcoats red 2x4 E: fig rifle | fig rifle | fig rifle | officer sabre | fig rifle | fig rifle | \
        fig rifle | fig rifle; l Lancers blue 2x4 W: rider lance; g Gog blue: giant poleaxe; a Ann red: fig knife pan; \
        d Dan blue: fig knife; b Bob green: fig bow; o Door none: statue";
    scene(&drawing, people)
}

fn after(orders: &str, dice: &str) -> (Battle, Vec<Event>) {
    let mut battle = field();
    let events = play(&plain(), &battle, orders, dice);
    events.iter().for_each(|it| battle.apply(it));
    (battle, events)
}

#[test]
fn plates_rings_and_notes_are_drawn_and_told() {
    let orders = "standard Redcoats Redcoats-4; brace Redcoats; react Dan none then hold; \
        react Ann none then hold; melee Ann attack Dan; \
        move Lancers run W 4; shoot Bob at Gog";
    let (battle, events) = after(orders, "attack 5, damage 3, attack 4, damage 4");
    let picture = picture(&battle, &events);
    check_all(&picture);
    expect![[r#"
        Scene after round 1, 14 by 8 tiles, north up.
            A  B  C  D  E  F  G  H  I  J  K  L  M  N
          1 .  .  .  .  .  .  .  .  .  .  .  .  .  .
          2 .  R  R  R  R  .  l  l  l  l  .  .  .  .
          3 .  R  R  R  R  .  l  l  l  l  .  .  .  .
          4 .  .  .  .  .  .  #  .  .  .  .  .  .  .
          5 .  .  .  .  .  .  do .  .  g  g  g  g  .
          6 .  .  .  .  .  .  #  .  .  g  g  g  g  .
          7 .  .  A  d  .  .  |  |  ;  ;  ;  .  .  .
          8 .  .  .  .  .  .  |  |  .  .  .  .  b  .
            A  B  C  D  E  F  G  H  I  J  K  L  M  N
        R Redcoats, yours, 8 of 8, braced, Officer, plate 2x4 facing E from B2 to E3, standard at C3
        A Ann, yours, 1 of 1
        l Lancers, blue, 2 of 2, plate 2x4 facing W from G2 to J3, standard at H3
        g Gog, blue, 1 of 1
        d Dan, blue, 1 of 1
        b Bob, green, 1 of 1
        do Door, nobody's, 1 of 1
        in close combat: Ann and Dan
        . open
        # wall
        ; low wall
        | pit"#]]
    .assert_eq(&text_map(&picture));
    expect![[r#"
        Scene after round 1, 14 by 8 tiles, north up.
        Redcoats (yours, R on the map): 8 of 8 standing at C3, plate 2x4 facing E from B2 to E3, standard at C3, braced, Officer. Nearest enemy: Lancers, 2 tiles away.
        Ann (yours, A on the map): 1 of 1 standing at C7, engaged by Dan.
        Lancers (blue, L on the map): 2 of 2 standing at H3, plate 2x4 facing W from G2 to J3, standard at H3. Nearest enemy: Redcoats, 2 tiles away.
        Gog (blue, G on the map): 1 of 1 standing at J5, from J5 to M6. Nearest enemy: Bob, 2 tiles away.
        Dan (blue, D on the map): 1 of 1 standing at D7, engaged by Ann.
        Bob (green, B on the map): 1 of 1 standing at M8, has shot. Nearest enemy: Gog, 2 tiles away.
        Door (nobody's, Do on the map): 1 of 1 standing at G5.
        In close combat: Ann and Dan.
        Low wall: I7 to K7 (3 tiles).
        Pit: G7 to H8 (4 tiles).
        2 wall tiles stand apart, at G4 and G6."#]].assert_eq(&description(&picture));
}

#[test]
fn who_waits_in_reserve_takes_no_letter_from_those_who_are_there() {
    let people = "a Asps red 1x1: officer; b Apes red 1x1: officer; d Dan blue: fig";
    let battle = scene_with(".a . .b . .d", people, |setup| {
        setup.squads[0].in_reserve = true;
        profile(setup, "officer").is_hero = true;
    });
    let picture = picture(&battle, &[]);
    let apes = picture.squads.iter().find(|it| &*it.name == "Apes").expect("they are there");
    let mark = apes.units[0].hero.as_ref().map(|it| it.mark.as_str());
    assert_eq!((apes.label.as_str(), mark), ("A", Some("A")));
}

/// **BX-33** Players who would take something up have to know of it.
#[test]
fn bx33_what_lies_on_the_ground_is_told_with_its_place() {
    let mut battle = scene(".a .d .", "a Ann red: fig knife axe; d Dan blue: fig knife knife pan");
    assert!(!positions(&picture(&battle, &[])).contains("On the ground"));
    let axe = battle.item_ids().nth(1).expect("the second that Ann has");
    let [ann, dan] = ["Ann", "Dan"].map(|it| unit_named(&battle, it));
    battle.apply(&Event::ItemLost { unit: ann, item: axe, to: Some(Tile::new(2, 0)), why: Loss::Thrown });
    battle.apply(&Event::Killed { unit: dan, by: Some(ann), downed: false });
    let places = positions(&picture(&battle, &[]));
    assert!(places.ends_with("\nOn the ground: 2 × knife and pan at B1; axe at C1."), "{places}");
}

#[test]
fn the_opening_is_drawn() {
    check_all(&picture(&field(), &[]));
}

/// **BX-11** A unit larger than a minifig is longer than it is wide.
#[test]
fn bx11_a_giant_is_drawn_as_long_as_it_is() {
    let picture = picture(&field(), &[]);
    let gog = picture.squads.iter().find(|it| &*it.name == "Gog").expect("the giant");
    let [unit] = &gog.units[..] else { panic!("one giant: {:?}", gog.units) };
    assert_eq!((unit.on.at.to_string().as_str(), unit.on.columns, unit.on.rows), ("J5", 4, 2));
    assert_eq!(unit.shape, Shape::Monster);
}
