//! What a page is made of, and what may never get into it.

use crate::dice::Seed;
use crate::games::{self, Data};
use crate::post::Language;
use crate::referee::Table;
use crate::store::ClosedBy;
use crate::viewer::{NoPage, page_of_ended};

/// A battle whose names mean harm.
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

fn harmful() -> Table {
    let scenario = games::read("harm.toml", HARMFUL, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(7));
    table.post("<i>alice", "!all: shoot").ok();
    while !table.is_over() {
        table.close(ClosedBy::Gm).expect("an open battle");
    }
    table
}

#[test]
fn a_battle_that_goes_on_has_no_such_page() {
    let mut table = harmful();
    assert!(matches!(page_of_ended(&table), Err(NoPage::IsGoingOn)));
    table.reveal();
    assert!(page_of_ended(&table).is_ok());
}

#[test]
fn names_are_text_and_nothing_else() {
    let mut table = harmful();
    table.reveal();
    let html = page_of_ended(&table).expect("it is over");
    assert_eq!(html.matches("<script").count(), 3, "the first one, the data, and the script");
    assert_eq!(
        html.matches("alert(1)").count(),
        html.matches("alert(1)&").count() + html.matches("onload=alert(1)&gt;").count()
    );
    assert!(!html.contains("<svg onload") && !html.contains("<img src=x") && !html.contains("<i>alice"));
    assert!(html.contains("{{data}}"), "a name that looks like a place in the template is a name");
}

#[test]
fn every_colour_of_the_field_has_its_counterpart_by_night() {
    let mut table = harmful();
    table.reveal();
    let html = page_of_ended(&table).expect("it is over");
    let field = html.split_once("<svg id=\"field\"").expect("a field").1.split_once("</svg>").expect("its end").0;
    assert!(!field.contains("=\"#") || !field.contains("fill=\"#") && !field.contains("stroke=\"#"));
}
