//! On any text, the reader neither panics nor takes long, and all places in its messages are in the text.

use proptest::prelude::*;

use super::*;

/// Reads a text, and checks what is true of every result.
fn hold_to_the_laws(text: &str) {
    match read("any.toml", text, Library::standard()) {
        Ok(scenario) => {
            assert!(scenario.battle().grid_agrees());
            assert_eq!(scenario.doubts.errors(), 0);
        }
        Err(problems) => {
            assert!(0 < problems.errors());
            assert!(problems.diagnostics.iter().all(|it| text.get(it.span.clone()).is_some()));
            assert!(!problems.to_string().is_empty());
        }
    }
    Library::standard().clone().add_file("any.toml", text);
}

/// Pieces of scenarios, so that random texts have more than syntax errors.
const PIECES: &[&str] = &[
    "name = \"x\"\n",
    "[map]\n",
    "tiles = \"\"\"\n..\n..\n\"\"\"\n",
    "legend = { \".\" = \"open\" }\n",
    "[[squad]]\n",
    "[[player]]\n",
    "id = \"a\"\n",
    "units = [\"2 husk\"]\n",
    "at = \"A1\"\n",
    "side = \"enemy\"\n",
    "[[victory]]\n",
    "text = \"t\"\n",
    "when = { not = { all = [{ survive = 2 }] } }\n",
    "[weapon.a]\nlike = \"b\"\n",
    "[weapon.b]\n",
    "like = \"a\"\n",
    "hero = { name = \"h\", class = \"officer\", in = \"a\" }\n",
    "reserve = true\n",
    "[[event]]\n",
    "at_round = 2\n",
    "reinforce = { squad = \"a\", at = \"B2\" }\n",
    "tiles = [\"A1\", \"B2\"]\n",
    "🚀 = '''é\n",
    "[unit.husk]\nsize = 9\n",
    "figures = 6\n",
    "[gm]\ncp = 2\nabilities = [\"rally\"]\n",
    "[",
    "\"",
    "=",
    "{",
    "a.b.c=1\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text(text in ".{0,200}") {
        hold_to_the_laws(&text);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..30)) {
        hold_to_the_laws(&pieces.concat());
    }

    #[test]
    fn a_scenario_with_a_part_replaced(at in 0..GOOD.len(), length in 0..40_usize, new in "[\\[\\]{}\"'=.,#a-z0-9\n é]{0,12}") {
        let start = GOOD.floor_char_boundary(at);
        let end = GOOD.floor_char_boundary((start + length).min(GOOD.len()));
        hold_to_the_laws(&format!("{}{new}{}", &GOOD[..start], &GOOD[end..]));
    }

    #[test]
    fn a_scenario_with_a_line_moved(from in 0..45_usize, to in 0..45_usize) {
        let mut lines: Vec<&str> = GOOD.lines().collect();
        let line = lines.remove(from % lines.len());
        lines.insert(to % lines.len(), line);
        hold_to_the_laws(&lines.join("\n"));
    }
}

#[test]
fn deep_and_long_things_are_answered() {
    for text in [
        "[".repeat(20_000),
        format!("a = {}", "[".repeat(20_000)),
        format!("a = {}", "{a=".repeat(10_000)),
        format!("{} = 1", "a.".repeat(20_000)),
        format!("name = \"{}\"", "x".repeat(200_000)),
        "x = 1\n".repeat(20_000),
        "é\n".repeat(20_000),
        (0..10_000).map(|it| format!("key{it} = 1\n")).collect(),
    ] {
        hold_to_the_laws(&text);
    }
}
