//! Pictures of cards: of battles that were played, and of numbers and names that no battle has.

use std::io::Cursor;
use std::sync::Arc;

use resvg::usvg::roxmltree::{Document, Node};

use crate::dice::Seed;
use crate::field::{ObjectiveId, SquadId, Tile};
use crate::game::{Game as _, Levels};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{ObjectiveSetup, Setup};
use crate::line::rules::Line;
use crate::map::metrics::{Weight, width};
use crate::trial::picture::WIDTH;
use crate::trial::{Card, Conduct, Doubts, Fairness, Finding, Labels, Series, words};

const HOSTILE: &str = "</text><script>\"&'\u{202e}\u{0}\u{7}`@everyone";
const LONG: &str = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";

fn setup(names: [&str; 4]) -> Arc<Setup> {
    let squads = "a Alpha players: rifle rifle; b Bravo players: rifle; x Boyz enemy: rifle rifle";
    let drawing = ".a .a . . . . . .x .x\n.b . . . . . . . .";
    let battle = scene_with(drawing, squads, |setup| {
        let [title, squad, enemy, objective] = names.map(str::to_owned);
        setup.title = title;
        setup.squads[0].name = squad;
        setup.squads[2].name = enemy;
        let (key, at) = ("mill".to_owned(), Tile::new(4, 0));
        setup.objectives.push(ObjectiveSetup { key, name: objective, at, radius: 1, owner: None, points: 0 });
    });
    battle.setup_shared()
}

fn labels(setup: &Arc<Setup>) -> Labels {
    Labels::of::<Line>(&Line::open(setup))
}

fn fought(setup: &Arc<Setup>) -> Card {
    let (game, shared) = (Line::default(), Arc::clone(setup));
    let series = Series { game, setup: shared, seed: Seed::from(5), battles: 6, levels: Levels::default() };
    Card::of(&labels(setup), &series.fight(1, &|| ()))
}

/// Checks that everything is drawn within the page, and that it is well-formed XML. Returns the document.
#[track_caller]
fn check((fairness, doubts): (Fairness, Doubts)) -> String {
    let svg = fairness.svg(doubts);
    assert_eq!(fairness.svg(doubts), svg);
    let document = Document::parse(&svg).expect("the SVG is well-formed");
    let height: f32 = document.root_element().attribute("height").and_then(|it| it.parse().ok()).expect("a height");
    let mut drawn = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let number = |name: &str| node.attribute(name).and_then(|it| it.parse::<f32>().ok());
        let (Some(x), Some(y)) = (number("x"), number("y")) else { continue };
        let wide = match node.text().filter(|_| node.has_tag_name("text")) {
            Some(text) => {
                let weight = if node.has_attribute("font-weight") { Weight::Bold } else { Weight::Plain };
                width(text, number("font-size").expect("a size"), weight)
            }
            None => number("width").unwrap_or(0.0),
        };
        let left = match node.attribute("text-anchor") {
            Some("end") => x - wide,
            Some("middle") => x - wide / 2.0,
            _ => x,
        };
        let tall = number("height").unwrap_or(0.0);
        let is_inside = 0.0 <= left && left + wide <= WIDTH && 0.0 <= y && y + tall <= height;
        assert!(is_inside, "{node:?} {:?} is at {left} to {}, {y}", node.text(), left + wide);
        drawn.push((node.text(), left, left + wide, y, y + tall));
    }
    for (words, left, right, y, _) in drawn.iter().filter(|it| it.0.is_some()) {
        let crosses = |it: &&(Option<&str>, f32, f32, f32, f32)| {
            it.0 != *words && it.1 < *right && *left < it.2 && it.3 <= *y && *y <= it.4
        };
        // The page itself is behind everything.
        let crossed = drawn.iter().filter(|it| it.1 != 0.0).find(crosses);
        assert_eq!(crossed, None, "is under {words:?} at {left} to {right}, {y}");
    }
    let png = fairness.png(doubts).expect("a picture");
    assert_eq!(fairness.png(doubts).expect("a picture"), png, "the same bytes");
    let mut reader = png::Decoder::new(Cursor::new(&png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!((info.width as f32, info.height as f32), (WIDTH, height));
    svg
}

fn picture(labels: &Labels, card: &Card, findings: Option<&[Finding]>) -> (Fairness, Doubts) {
    let fairness = Fairness {
        labels: labels.clone(),
        seed: Seed::from(5),
        levels: Levels::default(),
        written: card.clone(),
        exchanged: card.clone(),
        newcomers: None,
        conduct: Conduct::default(),
        findings: findings.unwrap_or_default().to_vec(),
    };
    (fairness, if findings.is_some() { Doubts::Shown } else { Doubts::Hidden })
}

#[test]
fn a_card_is_drawn_with_all_that_the_table_tells_first() {
    let setup = setup(["Scene", "Alpha", "Boyz", "the mill"]);
    let card = fought(&setup);
    let svg = check(picture(&labels(&setup), &card, None));
    for words in ["Scene", "The players win", "exchanged", "Alpha", "Bravo", "Boyz", "the mill", "rounds"] {
        assert!(svg.contains(words), "nothing of {words}:\n{svg}");
    }
    for losses in card.squads.iter().map(|it| words::percent(it.lost, it.units)) {
        assert!(svg.contains(&losses.replace('<', "&lt;").replace('>', "&gt;")), "nothing of {losses}:\n{svg}");
    }
    assert!(!svg.contains("look at again"), "the flight check did not run");
}

#[test]
fn what_the_flight_check_finds_is_told_if_it_ran() {
    let setup = setup(["Scene", "Alpha", "Boyz", "the mill"]);
    let card = fought(&setup);
    let found = [Finding::Unreachable(ObjectiveId(0)), Finding::Idle(SquadId(2))];
    let svg = check(picture(&labels(&setup), &card, Some(&found)));
    assert!(svg.contains("Nobody can walk to the mill (O-1).") && svg.contains("Boyz never moved"), "{svg}");
    let svg = check(picture(&labels(&setup), &card, Some(&[])));
    assert!(svg.contains("Nothing to doubt showed in 6 battles."), "{svg}");
}

#[test]
fn long_and_hostile_names_stay_inside_and_are_nothing_but_names() {
    let found = [Finding::NeverHeld(ObjectiveId(0)), Finding::NeverCame(SquadId(0)), Finding::Idle(SquadId(2))];
    for name in [HOSTILE, LONG, "", "ﷺ😀WWW 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", &LONG.repeat(9)]
    {
        let setup = setup([name; 4]);
        let svg = check(picture(&labels(&setup), &fought(&setup), Some(&found)));
        assert!(!svg.contains("<script") && !svg.contains('\u{202e}') && !svg.contains('\u{7}'), "{svg}");
    }
}

#[test]
fn names_that_differ_only_in_their_ends_are_told_apart() {
    let names = ["First Company of the Far Ridge, left", "First Company of the Far Ridge, right"];
    let setup = setup(["Scene", names[0], names[1], "the mill beyond the old road to the western harbour, east"]);
    let svg = check(picture(&labels(&setup), &fought(&setup), None));
    for name in [names[0], names[1], "western harbour, east"] {
        assert!(svg.contains(name), "nothing of {name}:\n{svg}");
    }
}

#[test]
fn a_card_of_nothing_and_one_of_very_much_are_drawn_too() {
    let setup = setup(["Scene", "Alpha", "Boyz", "the mill"]);
    check(picture(&labels(&setup), &Card::of(&labels(&setup), &[]), Some(&[])));
    let million = 1_000_000;
    let mut card = Card { battles: million, unended: million, by_rounds: vec![million; 61], ..fought(&setup) };
    check(picture(&labels(&setup), &card, None));
    card.by_rounds = vec![0; 60];
    card.by_rounds.push(million);
    check(picture(&labels(&setup), &card, None));
}
