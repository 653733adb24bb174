//! The page on which the author of a scenario draws its map, in a real browser.

use std::fs;
use std::path::Path;

use fieldpost::file::sketch;
use fieldpost::games::{self, Data};
use serde_json::json;

use super::browser::{Browser, Eyes};
use super::{Saved, golden};
use crate::program::{fails, fieldpost};

/// The page on which a scenario's map is drawn.
fn drawn(scenario: &str) -> Saved {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("draw.html");
    let made = fieldpost(["page", scenario, "--draw", "-o", &out.display().to_string()]);
    assert!(made.status.success(), "{}", made.stderr);
    assert!(made.stdout.contains("was written. Open it in a browser, and draw"), "{}", made.stdout);
    Saved::new(&fs::read_to_string(out).expect("a page"))
}

/// A scenario in which the parts of a page's text replace its own.
fn pasted(scenario: &str, changes: &str) -> String {
    let mut text = fs::read_to_string(scenario).expect("a scenario");
    for part in changes.trim().split("\n\n") {
        let (place, new) = part.split_once('\n').expect("a comment, and what belongs there");
        let from = match place.rsplit_once('"').and_then(|it| it.0.rsplit_once('"')) {
            Some((_, id)) => text.find(&format!("id = \"{id}\"")).expect("an id"),
            None => text.find("[map]").expect("a map"),
        };
        let key = new.split_once(" = ").expect("a key").0;
        let start = from + text[from..].find(&format!("\n{key} = ")).expect("the key is there") + 1;
        let ends = if key == "tiles" { "\n\"\"\"\n" } else { "\n" };
        let end = start + text[start..].find(ends).expect("an end") + ends.len();
        text.replace_range(start..end, &format!("{new}\n"));
    }
    text
}

#[test]
fn painted_tiles_and_moved_squads_can_be_pasted_into_the_scenario() {
    let Some(mut browser) = Browser::start() else { return };
    let scenario = "scenarios/millers-ford.toml";
    let saved = drawn(scenario);
    for eyes in [Eyes::DESK, Eyes::PHONE] {
        let mut tab = browser.open(&saved.address(""), eyes);
        let changes = "document.getElementById('orders').value";
        assert_eq!(tab.text(changes), "");
        // Draws woods, the second kind of ground, on the second tile, then ground that isn't in the legend on the
        // third.
        tab.js("document.getElementById('field').focus()");
        for key in ["2", "ArrowRight", " "] {
            tab.press(key);
        }
        assert_eq!(tab.text("document.getElementById('live').textContent"), "Painted: B1, woods.");
        tab.js("document.querySelector('#palette .new').click(); document.getElementById('field').focus()");
        for key in ["ArrowRight", " ", "ArrowRight", " ", "u"] {
            tab.press(key);
        }
        // Moves Otter from D8 to a tile below.
        tab.press("m");
        let find = "[...document.querySelectorAll('#squads button')].find(it => it.textContent === 'Otter')";
        tab.js(&format!("{find}.click(); document.getElementById('field').focus()"));
        assert!(0 < tab.number("document.querySelectorAll('#rings .p0 path').length"), "its weapons carry");
        assert!(tab.is("document.querySelector('.unseen').getAttribute('d')"), "the woods hide something");
        for _ in 0..9 {
            tab.press("ArrowDown");
        }
        tab.press(" ");
        let sketch = sketch(&pasted(scenario, &tab.text(changes))).expect("a map");
        assert!(sketch.rows[0].starts_with(".w"), "{:?}", sketch.rows);
        assert_eq!(sketch.legend.len(), 9, "{:?}", sketch.legend);
        assert_eq!(sketch.rows[0].chars().nth(2), sketch.legend.last().map(|it| it.0));
        assert_eq!(sketch.rows[0].chars().nth(3), Some('.'), "what was undone");
        assert_eq!(sketch.pieces[0].places[0].to_string(), "D10");
        let read = games::read("drawn.toml", &pasted(scenario, &tab.text(changes)), &Data::Standard);
        assert!(read.is_ok(), "{read:?}");
        assert_eq!(tab.complaints(), Vec::<serde_json::Value>::new());
        assert!(tab.is("document.documentElement.scrollWidth <= innerWidth"), "{eyes:?}");
        tab.js("document.documentElement.style.fontSize = '200%'");
        // A phone widens its viewport for a page that is too wide for its screen.
        let widest = tab.number("document.documentElement.scrollWidth");
        assert!(widest <= usize::from(eyes.width), "{widest} pixels with large letters, {eyes:?}");
        let nameless =
            "[...document.querySelectorAll('button')].filter(it => !it.textContent.trim() && !it.ariaLabel).length";
        assert_eq!(tab.js(nameless), json!(0));
        tab.close();
    }
}

#[test]
fn only_a_scenario_with_a_map_of_letters_is_drawn_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("x.html").display().to_string();
    let log = golden("brick-duel").display().to_string();
    fails(["page", &log, "--draw", "-o", &out], "this is the log of a battle");
    fails(["page", "scenarios/brick-dining-table.toml", "--draw", "-o", &out], "it has no map with letters");
    assert!(!Path::new(&out).exists());
    let unnamed = fieldpost(["page", "--draw", "-o", &out]);
    assert!(unnamed.stderr.contains("<LOG|SCENARIO>"), "{}", unnamed.stderr);
    for more in [["--db", "x.db"], ["--seat", "robin"]] {
        let refused = fieldpost(["page", "scenarios/millers-ford.toml", "--draw", more[0], more[1], "-o", &out]);
        assert_eq!(refused.status.code(), Some(2), "{}", refused.stderr);
    }
}
