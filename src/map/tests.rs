//! Pictures made by hand: features that no game needs yet, maps of every size, and hostile names.

use std::collections::BTreeSet;

use expect_test::expect;

use crate::field::drawn::board;
use crate::field::{Board, Direction, Look, Terrain, TerrainId, Tile};
use crate::map::canvas::{Canvas, Rect};
use crate::map::drawn::{check_all, decoded, picture};
use crate::map::overlay::cross;
use crate::map::{
    ALT_TEXT_MAX, Arrow, ArrowKind, Fallen, Ground, Hero, MapRenderer, Moment, Name, ObjectiveView, Parts, Party,
    PartyId, Picture, Plate, Plot, Shape, alt_text, description, map_in_letters, positions, text_map,
};

fn tile(name: &str) -> Tile {
    name.parse().expect("a tile")
}

fn objective(name: &str, at: &str, radius: u8, owner: Option<PartyId>) -> ObjectiveView {
    ObjectiveView { name: Name::new(name), at: tile(at), radius, owner, is_contested: false, held_rounds: 0 }
}

fn plate(at: &str, (width, height): (u8, u8), facing: Direction, standard: Option<&str>) -> Option<Plate> {
    Some(Plate { at: tile(at), width, height, facing, standard: standard.map(tile) })
}

/// A picture with six parties, squads on plates and off them, notes, and two rings.
fn brawl() -> Picture {
    let drawing = "
        .  .  .  .  .  .  .  .  .  .  .  .  .  .  w  w  w  .  .  .
        .  .  .  .  .  .  .  .  .  .  .  .  .  .  w  w  .  .  .  .
        .  .  .b .b .b .  .  .  .  .  .  .  .  .  .  .  .  .e .  .
        .  .  .b .b .  .  .  .  .  .  .  .  .  .  .  .  .e .e .  .
        .  .a .a .a .a .a .  .c .c .  .  .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .c .  .  .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .c .c .  .  .  #  #  #  .  .  .  .  .
        .  .  .  .  .  .  .  .  .  .  .  .  #  .  .  .  .d .d .  .
        .  .t .  .  .  .  .  .  .  .  .  .  #  .  .  .  .d .  .  .
        .  .  .  .  .  .  .  .  .  .  .f .f .  .  .  .  .  .  .  .
        ~  ~  .  .  .  .h .  .  .  .  .f .f .  .  .g .  .  .  .  .
        ~  ~  ~  .  .  .  .  .  .  .  .  .  .  .  .g .g .  .  .  .";
    let squads = [
        ('a', "Pikes", 0),
        ('t', "Old Tortoise", 0),
        ('h', "Captain Ann", 0),
        ('b', "Boyz", 1),
        ('c', "Riders", 2),
        ('d', "Guard", 3),
        ('e', "Archers", 4),
        ('f', "Fen folk", 5),
        ('g', "Mercenaries", 2),
    ];
    let mut it = picture(drawing, &squads);
    let called = ["Iron Wolves", "Dwarves of the Deep", "Elves", "The Fen"].map(|it| Party::Called(Name::new(it)));
    it.parties.extend(called);
    let [pikes, tortoise, captain, boyz, riders, guard, ..] = &mut it.squads[..] else { panic!("there are nine") };
    pikes.plate = plate("B5", (5, 1), Direction::North, Some("D5"));
    pikes.notes = vec![Name::new("braced")];
    boyz.plate = plate("C3", (3, 2), Direction::South, Some("D3"));
    boyz.starting = 7;
    boyz.notes = vec![Name::new("MOM 2"), Name::new("Disrupted")];
    riders.plate = plate("H5", (2, 3), Direction::West, Some("I6"));
    riders.starting = 6;
    guard.plate = plate("Q8", (2, 2), Direction::East, None);
    guard.is_broken = true;
    tortoise.units[0].shape = Shape::Vehicle;
    tortoise.units[0].on = Plot { columns: 2, rows: 2, ..tortoise.units[0].on };
    captain.units[0].hero = Some(Hero { name: Name::new("Captain Ruiz"), mark: "R".to_owned() });
    it.moment = Moment::Ended(3, "victory".to_owned());
    for squad in [pikes, boyz, riders] {
        squad.units.iter_mut().for_each(|it| it.is_engaged = true);
    }
    it.rings = vec![vec![0, 3, 4], vec![7, 8]];
    it.objectives = vec![objective("The well", "L5", 2, Some(PartyId(2))), objective("Ford", "G11", 1, None)];
    it.fallen = vec![Fallen { at: tile("G3"), party: PartyId(1), is_killed: true }];
    it.arrows = vec![Arrow {
        kind: ArrowKind::Charge,
        party: PartyId(2),
        points: ["M3", "I4"].map(|at| Plot::one(tile(at)).middle()).to_vec(),
        short: 0.45,
        is_doubtful: false,
    }];
    it.gone = vec![(Name::new("Scouts"), PartyId(2))];
    it
}

#[test]
fn plates_notes_and_rings_are_told() {
    let picture = brawl();
    check_all(&picture);
    expect![[r#"
        P Pikes, yours, 5 of 5, braced, plate 5x1 facing N from B5 to F5, standard at D5
        OT Old Tortoise, yours, 1 of 1
        CA Captain Ann, yours, 1 of 1
        b Boyz, enemy, 5 of 7, MOM 2, Disrupted, plate 3x2 facing S from C3 to E4, standard at D3
        r Riders, Iron Wolves, 5 of 6, plate 3x2 facing W from H5 to I7, standard at I6
        m Mercenaries, Iron Wolves, 3 of 3
        g Guard, Dwarves of the Deep, 3 of 3, plate 2x2 facing E from Q8 to R9
        a Archers, Elves, 3 of 3
        ff Fen folk, The Fen, 4 of 4
        in close combat: Pikes, Boyz and Riders
        in close combat: Fen folk and Mercenaries
        * The well, L5
        * Ford, G11
        . open
        # wall
        " woods
        ~ water"#]]
    .assert_eq(&text_map(&picture).lines().skip(15).collect::<Vec<_>>().join("\n"));
    expect![[r#"
        Drawn by hand after round 3: victory, 20 by 12 tiles, north up.
        The well at L5 is Iron Wolves’.
        Ford at G11 is nobody’s.
        Pikes (yours, P on the map): 5 of 5 standing at B5, plate 5x1 facing N from B5 to F5, standard at D5, braced.
        Old Tortoise (yours, OT on the map): 1 of 1 standing at B9, from B9 to C10.
        Captain Ann (yours, CA on the map): 1 of 1 standing at F11.
        Boyz (enemy, B on the map): 5 of 7 standing at C3, plate 3x2 facing S from C3 to E4, standard at D3, MOM 2, Disrupted.
        Riders (Iron Wolves, R on the map): 5 of 6 standing at H5, plate 3x2 facing W from H5 to I7, standard at I6.
        Mercenaries (Iron Wolves, M on the map): 3 of 3 standing at O11.
        Guard (Dwarves of the Deep, G on the map): 3 of 3 standing at Q8, plate 2x2 facing E from Q8 to R9, broken.
        Archers (Elves, A on the map): 3 of 3 standing at R3.
        Fen folk (The Fen, FF on the map): 4 of 4 standing at K10.
        In close combat: Pikes, Boyz and Riders.
        In close combat: Fen folk and Mercenaries.
        No longer standing: Scouts (Iron Wolves)."#]].assert_eq(&positions(&picture));
    expect!["Drawn by hand after round 3: victory, 20 by 12 tiles, north up. Yours: Pikes with 5 at B5, braced, plate 5x1 facing N from B5 to F5, standard at D5; Old Tortoise at B9; Captain Ann at F11. Enemy: Boyz with 5 at C3, MOM 2, Disrupted, plate 3x2 facing S from C3 to E4, standard at D3. Iron Wolves: Riders with 5 at H5, plate 3x2 facing W from H5 to I7, standard at I6; Mercenaries with 3 at O11. Dwarves of the Deep: Guard with 3 at Q8, broken, plate 2x2 facing E from Q8 to R9. Elves: Archers with 3 at R3. The Fen: Fen folk with 4 at K10. In close combat: Pikes, Boyz and Riders; Fen folk and Mercenaries. Objectives: The well at L5 is Iron Wolves’; Ford at G11 is nobody’s. Walls run from M7 to O7. A wall runs from M7 to M9."].assert_eq(&alt_text(&picture));
}

#[test]
fn plates_notes_and_rings_are_drawn() {
    let drawn = MapRenderer::svg(&brawl());
    let plain = MapRenderer::svg(&picture(". .a\n. .b", &[('a', "Alpha", 0), ('b', "Boyz", 1)]));
    for words in ["MOM 2, Disrupted", "plate, and its front", "standard", "in close combat", "Iron Wolves: 8 standing"]
    {
        assert!(drawn.contains(words), "{words} is missing");
        assert!(!plain.contains(words), "{words}: the legend explains only what occurs");
    }
}

#[test]
fn a_legend_leaves_no_hero_out_without_saying_so() {
    let mut crowd = picture(".a .a .a .a .a .a .a .a\n.a .a .a .a .a .a .a .b", &[('a', "Alpha", 0), ('b', "Boyz", 1)]);
    let mut legend_of = |heroes: usize| {
        for (n, it) in crowd.squads[0].units.iter_mut().enumerate() {
            it.hero = (n < heroes).then(|| Hero { name: Name::new(&format!("Hero {n}")), mark: "H".to_owned() });
        }
        check_all(&crowd);
        MapRenderer::svg(&crowd)
    };
    let (twelve, fifteen) = (legend_of(12), legend_of(15));
    assert!(twelve.contains("Hero 11") && !twelve.contains(" more"), "{twelve}");
    assert!(fifteen.contains("Hero 11") && fifteen.contains("and 3 more"), "{fifteen}");
}

#[test]
fn a_thing_that_is_nobodys_is_an_object_in_the_legend() {
    let mut yard = picture(".a . .k .b", &[('a', "Alpha", 0), ('k', "Keg", 2), ('b', "Bunker", 0)]);
    yard.parties.push(Party::Nobody);
    yard.squads.iter_mut().skip(1).for_each(|it| it.units[0].shape = Shape::Structure);
    let svg = MapRenderer::svg(&yard);
    assert!(svg.contains("object (") && svg.contains("your structure") && !svg.contains("structure ("), "{svg}");
}

#[test]
fn whose_those_are_who_were_left_behind_is_told_by_more_than_a_colour() {
    let mut it = picture(".a . . .b .c", &[('a', "Alpha", 0), ('b', "Boyz", 1), ('c', "Carts", 2)]);
    it.parties.push(Party::Called(Name::new("Iron Wolves")));
    let fallen = [("A1", 0, true), ("B1", 0, false), ("C1", 1, false), ("D1", 2, false), ("E1", 1, false)];
    it.fallen = fallen.map(|(at, party, is_killed)| Fallen { at: tile(at), party: PartyId(party), is_killed }).to_vec();
    check_all(&it);
    let svg = MapRenderer::svg(&it);
    for words in [">killed<", ">yours, left behind<", ">enemy, left behind<", ">Iron Wolves, left behind<"] {
        assert!(svg.contains(words), "{words} is missing");
    }
    let told = description(&it);
    let told: Vec<&str> = told.lines().filter(|it| it.contains("Killed") || it.contains("left behind")).collect();
    assert_eq!(
        told,
        [
            "Killed at A1.",
            "Yours left behind at B1.",
            "Enemies left behind at C1 and E1.",
            "Iron Wolves left behind at D1."
        ]
    );
    let area = Rect { left: 0.0, top: 0.0, width: 64.0, height: 64.0 };
    let drawn = [None, Some(PartyId(0)), Some(PartyId(1)), Some(PartyId(2))].map(|party| {
        let cross = Canvas::drawn(|canvas| cross(canvas, party, area));
        cross.split('"').nth(1).map(str::to_owned)
    });
    let forms: BTreeSet<&Option<String>> = drawn.iter().collect();
    assert_eq!(forms.len(), drawn.len(), "{drawn:?}");
}

#[test]
fn a_plate_that_is_partly_off_the_map_is_drawn() {
    let mut picture = picture(". .a\n. .", &[('a', "Alpha", 0)]);
    picture.squads[0].plate = plate("B1", (255, 255), Direction::East, Some("GR200"));
    picture.rings = vec![vec![0, 9], Vec::new()];
    check_all(&picture);
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    let after = brawl();
    let before = Picture { moment: Moment::After(3), ..brawl() };
    let mut renderer = MapRenderer::default();
    let first = renderer.png(&after).expect("a picture");
    assert_ne!(first, renderer.png(&before).expect("a picture"));
    assert_eq!(renderer.png(&after).expect("a picture"), first, "with the ground kept");
    assert_eq!(MapRenderer::default().png(&after).expect("a picture"), first, "with a renderer of its own");
}

#[test]
fn a_large_picture_has_edges_twice_as_long() {
    let picture = brawl();
    let mut renderer = MapRenderer::default();
    let [usual, large] =
        [renderer.png(&picture), renderer.large_png(&picture)].map(|it| decoded(&it.expect("a picture")));
    assert_eq!((large.0, large.1), (2 * usual.0, 2 * usual.1));
}

#[test]
fn the_ground_that_is_kept_is_never_another_maps() {
    let plain = picture(".a . .\n. . .", &[('a', "Alpha", 0)]);
    let walled = picture(".a . #\n. . .", &[('a', "Alpha", 0)]);
    let raised = Picture { ground: plain.ground.clone().with_heights(&[0, 0, 2, 0, 0, 0]), ..plain.clone() };
    let mut renderer = MapRenderer::default();
    let first = renderer.png(&plain).expect("a picture");
    for other in [&walled, &raised] {
        assert_ne!(renderer.png(other).expect("a picture"), first);
        assert_eq!(renderer.png(&plain).expect("a picture"), first);
    }
}

#[test]
fn of_what_a_tile_became_the_last_counts() {
    let board = board(". .\n. .");
    let change = |to: u8| (tile("A1"), TerrainId(to));
    let ground = Ground::new(&board, [change(1), change(7)]);
    assert_eq!(ground.now(tile("A1")).name, "smoke");
    assert_eq!(ground.original(tile("A1")).name, "open");
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "]]>漢字\u{202e}\r\n—".repeat(40);
    let mut picture = picture(".a . . .b\n. . . .", &[('a', "<&\"'> 😀🎉", 0), ('b', &hostile, 1)]);
    picture.title = Name::title("</title><script>\u{0}\u{b}\u{ffff}");
    picture.parties[1] = Party::Called(Name::new("<b>&amp;\u{0}"));
    picture.squads[1].notes = vec![Name::new("</text>&\"\u{202e}"), Name::new(&hostile)];
    picture.objectives.push(objective("<b>&amp;", "B2", 9, None));
    check_all(&picture);
    let drawn = MapRenderer::svg(&picture);
    assert!(
        drawn.contains("&lt;b&gt;&amp;amp;") && !drawn.contains('😀') && !drawn.contains('漢'),
        "no blank is drawn"
    );
}

#[test]
fn maps_of_every_size_are_drawn() {
    for (width, height) in [(2, 2), (1, 1), (200, 1), (1, 60), (13, 7)] {
        let last = format!("{}.a", ". ".repeat(width - 1));
        let rows = format!("{}\n", ". ".repeat(width)).repeat(height - 1);
        check_all(&picture(&format!("{rows}{last}"), &[('a', "Alpha", 0)]));
    }
}

#[test]
fn the_largest_map_is_drawn() {
    let rows = ["w r # ~ b ", ". o s . # ", ". .t w o . "].map(|it| it.repeat(40));
    let others = [rows[0].as_str(), rows[1].as_str()];
    let drawing: Vec<&str> = others.into_iter().cycle().take(199).collect();
    let squads = [('t', "Tank", 1)];
    let mut picture = picture(&format!("{}\n{}", drawing.join("\n"), rows[2].replacen(".t", ".", 39)), &squads);
    let tank = &mut picture.squads[0].units[0];
    (tank.shape, tank.on) = (Shape::Vehicle, Plot { columns: 2, rows: 2, ..tank.on });
    let png = MapRenderer::default().png(&picture).expect("a picture");
    assert!(2400 <= decoded(&png).0);
}

#[test]
fn a_long_unit_is_drawn_from_its_first_tile_to_its_last() {
    let mut picture = picture(". . . . . . .\n. .m . . . . .\n. . . . . . .", &[('m', "Mule", 1)]);
    let mule = &mut picture.squads[0].units[0];
    (mule.shape, mule.on) = (Shape::Monster, Plot { columns: 4, rows: 2, ..mule.on });
    check_all(&picture);
    // Four tiles of 64 pixels wide and two high, with a margin of a tenth of the shorter side.
    expect![[r##"
        <path d="M7.7 7.7h240.6v112.6h-240.6z" fill="#ffffff"/>
        <path d="M17.9 17.9h220.2v92.2h-220.2z" fill="#c2470a"/>
        <path d="M112.6 32q2.6 38.4-17.9 65.3m41-65.3q2.5 38.4-17.9 65.3m40.9-65.3q2.6 38.4-17.9 65.3" fill="none" stroke="#ffffff" stroke-width="5.8" stroke-linejoin="round"/>
    "##]]
    .assert_eq(&Parts::of(&picture.ground).token(Shape::Monster, PartyId(1), (4, 2), None));
}

#[test]
fn an_empty_field_is_drawn() {
    check_all(&picture(". .\n. .", &[]));
}

#[test]
fn alt_text_of_many_squads_says_how_many_more_there_are() {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let drawing: String = letters.iter().map(|it| format!(".{it} ")).collect();
    let names: Vec<String> = letters.iter().map(|it| format!("{it}{} company", "o".repeat(30))).collect();
    let squads: Vec<(char, &str, u8)> = letters.iter().zip(&names).map(|(it, name)| (*it, name.as_str(), 0)).collect();
    let picture = picture(&drawing, &squads);
    let alt = alt_text(&picture);
    assert!(alt.chars().count() <= ALT_TEXT_MAX && alt.ends_with("more are in the list of positions."), "{alt}");
    check_all(&picture);
}

#[test]
fn ground_of_the_authors_own_gets_a_sign_if_something_looks_the_same() {
    let drawn = board(". . .\n~ ~ #");
    let mut kinds = drawn.kinds().to_vec();
    for (key, own) in [("water", "lava"), ("wall", "tar")] {
        let kind = kinds.iter_mut().find(|it| it.key == key).expect("it is there");
        (kind.key, kind.name, kind.cost, kind.opaque) = (own.to_owned(), own.to_owned(), None, false);
    }
    let own = Board::new(3, kinds, drawn.tiles().map(|it| drawn.ground(it)).collect());
    let picture = Picture { ground: Ground::new(&own, []), ..picture(".a . .\n. . .", &[('a', "Alpha", 0)]) };
    check_all(&picture);
    let svg = MapRenderer::svg(&picture);
    let text = text_map(&picture);
    let signs = ["lava", "tar"].map(|name| {
        let line = text.lines().find_map(|it| it.strip_suffix(name)).expect("the legend has it");
        svg.contains(&format!(">{}<", line.trim()))
    });
    assert_eq!(signs, [false, true], "the commoner one has its pattern: {text}");
}

#[test]
fn ground_is_drawn_like_what_its_author_says() {
    let drawn = board(". ~ .\n. . .");
    let mut kinds = drawn.kinds().to_vec();
    let bog = kinds.iter_mut().find(|it| it.key == "water").expect("it is there");
    (bog.key, bog.name, bog.cost) = ("bog".to_owned(), "bog".to_owned(), Some(3));
    let drawn_as = |look| {
        let kinds = kinds.iter().cloned().map(|it| Terrain { drawn_like: look, ..it }).collect();
        let own = Board::new(3, kinds, drawn.tiles().map(|it| drawn.ground(it)).collect());
        let picture = Picture { ground: Ground::new(&own, []), ..picture(".a . .\n. . .", &[('a', "Alpha", 0)]) };
        check_all(&picture);
        MapRenderer::svg(&picture)
    };
    let has = |svg: &str, look: Look| svg.contains(look.fill());
    assert!(has(&drawn_as(None), Look::Rough) && !has(&drawn_as(None), Look::Water));
    assert!(has(&drawn_as(Some(Look::Water)), Look::Water));
}

#[test]
fn few_colours_make_a_small_picture() {
    let drawing = "
        .a .a . . # # . . . .
        .a .a . . # . . . .b .b
        .  .  . . . . . . #b .b";
    let png = MapRenderer::default().png(&picture(drawing, &[('a', "Alpha", 0), ('b', "Boyz", 1)])).expect("a picture");
    assert!(decoded(&png).2 <= 16);
}

#[test]
fn a_squad_on_several_kinds_of_ground_is_told_how_many_of_it_each_shelters() {
    for (drawing, told) in [
        ("wa wa wa . .z", "3 of 3 standing at A1 in woods, cover +1 and concealed."),
        ("wa wa .a . .z", "3 of 3 standing at A1 in woods, cover +1 and concealed for 2 of them."),
        ("wa wa ba . .z", "3 of 3 standing at A1 in woods, cover +1, concealed for 2 of them."),
        ("wa ba .a . .z", "3 of 3 standing at A1 in woods, cover +1 for 2 of them, concealed for 1 of them."),
        ("ba ra .a . .z", "3 of 3 standing at A1 behind barricade, cover +1 for 2 of them."),
        ("ra ba .a . .z", "3 of 3 standing at A1 in ruins, cover +2 for 1 of them."),
    ] {
        let picture = picture(drawing, &[('a', "Alpha", 0), ('z', "Boyz", 1)]);
        check_all(&picture);
        assert!(positions(&picture).contains(told), "{told}: {}", positions(&picture));
    }
}

#[test]
fn who_has_no_picture_is_told_of_high_ground() {
    let drawn = picture(".a . . .\n. . . .b", &[('a', "Alpha", 0), ('b', "Boyz", 1)]);
    let ground = drawn.ground.clone().with_heights(&[2, 1, 1, 0, 0, 1, 1, 0]);
    let picture = Picture { ground, ..drawn.clone() };
    check_all(&picture);
    assert!(text_map(&picture).ends_with("\n1 inch high: B1 to C2\n2 inches high: A1"), "{}", text_map(&picture));
    assert!(positions(&picture).contains("standing at A1, 2 inches high"), "{}", positions(&picture));
    assert!(!text_map(&drawn).contains(" high"));
    // Map and list use the same letters.
    let letters = map_in_letters(&picture);
    assert!(letters.contains("\nb Boyz, enemy") && letters.contains("\nBoyz (enemy, b on the map)"), "{letters}");
}
