//! What goes into a page, and what must never get into it.

use fieldpost::dice::Seed;
use fieldpost::games::{self, Data};
use fieldpost::post::Language;
use fieldpost::referee::Table;
use fieldpost::store::ClosedBy;
use fieldpost::viewer::page;

use super::data;

/// A battle whose names try to inject scripts.
const HARMFUL: &str = r#"
name = "</script><script>alert(1)</script>"
ruleset = "line"
rounds = 2
briefing = "<img src=x onerror=alert(1)>"
victory = [{ text = "</style><b>", when = { survive = 2 } }]

[map]
legend = { "." = "open", "w" = "woods", ":" = "smoke" }
tiles = """
....w...:.
..........
..........
"""

[[player]]
name = "<i>alice"

[[squad]]
id = "alpha"
name = "\"><svg onload=alert(1)>"
side = "players"
player = "<i>alice"
units = ["3 rifleman"]
at = "B2"

[[squad]]
id = "bravo"
name = "{{data}}"
side = "enemy"
units = ["3 rifleman"]
at = "H2"
"#;

/// The harmful battle after some rounds.
fn harmful(rounds: usize) -> Table {
    let scenario = games::read("harm.toml", HARMFUL, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    table.post("<i>alice", "!all: shoot").ok();
    for _ in 0..rounds {
        table.close(ClosedBy::Gm).expect("an open battle");
    }
    table
}

#[test]
fn a_battle_that_goes_on_keeps_its_log_to_itself() {
    let mut table = harmful(1);
    let going_on = page(&table);
    assert!(going_on.contains("Round 2 is open.") && going_on.contains(&table.commitment().to_string()));
    assert!(!going_on.contains("id=\"check-log\"") && data(&going_on)["log"].is_null());
    table.reveal();
    let over = page(&table);
    assert!(over.contains("id=\"check-log\"") && data(&over)["log"].is_string());
}

#[test]
fn names_are_text_and_nothing_else() {
    let html = page(&harmful(2));
    assert_eq!(html.matches("<script").count(), 3, "the first one, the data, and the script");
    for harm in ["<svg onload", "<img src=x", "<i>alice", "</script><script>", "</style><b>"] {
        assert!(!html.contains(harm), "{harm}");
    }
    assert!(html.contains("{{data}}"), "a name that looks like a place in the template is a name");
}

#[test]
fn every_colour_of_the_field_has_its_counterpart_by_night() {
    let html = page(&harmful(2));
    let field = html.split_once("<svg id=\"field\"").expect("a field").1.split_once("</svg>").expect("its end").0;
    assert!(!field.contains("fill=\"#") && !field.contains("stroke=\"#"), "{field}");
}

const FORD: &str = include_str!("../../../scenarios/millers-ford.toml");

/// The page of a battle after some rounds in which only one squad gets orders.
fn page_of(text: &str, rounds: usize, secret: &str) -> String {
    let scenario = games::read("ford.toml", text, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    for _ in 0..rounds {
        table.post("robin", "!Otter: shoot Reed Husks").expect("a seat");
        table.close(ClosedBy::Gm).expect("an open battle");
    }
    table.post("gm", secret).expect("the GM");
    page(&table)
}

#[test]
fn hidden_things_make_no_difference_to_the_page_of_a_battle_that_goes_on() {
    let squad = |name: &str, units: &str| {
        format!(
            "[[squad]]\nid = \"{name}\"\nname = \"{name}\"\nside = \"enemy\"\nunits = [\"{units}\"]\nreserve = true\n\n"
        )
    };
    let with_squad = |text: &str, before: &str| {
        let at = text.find(before).expect("a squad");
        format!("{}{}{}", &text[..at], squad("ghosts", "4 husk"), &text[at..])
    };
    let ford = FORD.replace("at_round = 3", "at_round = 6");
    let others = ford
        .replace("Those Behind the Washing", "The Unseen")
        .replace("8 runner", "2 glazier")
        .replace("at_round = 6", "at_round = 5")
        .replace("The washing moves", "Somebody sneezes");
    let behind = with_squad(&others, "[[squad]]\nid = \"washing\"");
    for rounds in [0, 2] {
        let (one, other) = (page_of(&ford, rounds, "!Mill Husks: hold"), page_of(&behind, rounds, "!Mill Husks: hold"));
        assert!(one == other, "after {rounds} rounds");
        assert!(!one.contains("Those Behind") && !one.contains("The washing moves"));
        assert!(!data(&one).to_string().contains("Those Behind"));
    }
    // A squad placed before the visible ones leaves no gap in their numbers that would tell players about it.
    let before = with_squad(&ford, "[[squad]]");
    assert!(page_of(&ford, 0, "!Mill Husks: hold") == page_of(&before, 0, "!Reed Husks: charge Otter"));
}
