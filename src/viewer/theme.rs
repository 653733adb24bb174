//! The colours of the page, by day and by night.

use std::fmt::Write as _;

use crate::map::style::{FADED, GRID, GRID_FIFTH, INK, PAPER, PARTIES, WHITE};

/// The colours of the page and of what stands on the ground: the name in the style sheet, the colour by day, and the
/// colour by night.
const PAGE: [(&str, &str, &str); 9] = [
    ("paper", PAPER, "#14161a"),
    ("ink", INK, "#e8e4da"),
    ("quiet", FADED, "#aba496"),
    ("on-party", WHITE, "#14161a"),
    ("card", "#fffefb", "#1c1f25"),
    ("edge", "#dad3c0", "#3b3e45"),
    ("accent", "#0a569f", "#7db7f0"),
    ("alarm", "#b3330a", "#ff9a6b"),
    ("now", "#fff2c4", "#3a3213"),
];

/// The colours of parties by night. Dark letters can be read on all of them.
const PARTIES_BY_NIGHT: [&str; 6] = ["#5aa5ee", "#f0823c", "#7fb069", "#e58fb8", "#a98bff", "#cdbfae"];

/// The colours of the ground: by day, and by night.
const GROUND: [(&str, &str); 27] = [
    // open ground, and the grid over it
    ("#f2eddf", "#1e2125"),
    (GRID, "#2b2e33"),
    (GRID_FIFTH, "#41454c"),
    // roads
    ("#e2d5b9", "#302b22"),
    ("#b39d6d", "#7d6d4a"),
    // rough ground
    ("#e6dcc2", "#2a2720"),
    ("#9a8c66", "#6f6549"),
    // woods and their trees
    ("#cfdfba", "#1d2a1f"),
    ("#5b8550", "#4d7147"),
    ("#93b684", "#304b2d"),
    // ruins
    ("#dcd7cf", "#2c2c2f"),
    ("#7f776d", "#827b72"),
    // walls
    ("#54504c", "#7b766f"),
    ("#8d8882", "#47443f"),
    // barricades
    ("#8a5f33", "#a87a4c"),
    // water
    ("#c3dbe6", "#152e3a"),
    ("#5b94b3", "#46819f"),
    // hills
    ("#ecdfae", "#322c18"),
    ("#ad8a39", "#8f7434"),
    // trenches
    ("#d8c8a8", "#342b1f"),
    ("#7a6038", "#94774a"),
    // smoke
    ("#dfdfe3", "#3a3b40"),
    ("#94949e", "#7f808a"),
    ("#f1f1f4", "#55565e"),
    // ground that is barred
    ("#d3ccd6", "#2f2933"),
    ("#83738c", "#77677f"),
    // the stars of heroes
    ("#ffd23f", "#7a5b00"),
];

/// The variable in the style sheet for a colour of a map.
fn variable(hex: &str) -> Option<String> {
    let of_page = PAGE.iter().find(|it| it.1 == hex).map(|it| it.0.to_owned());
    let of_party = || PARTIES.iter().position(|it| *it == hex).map(|it| format!("p{it}"));
    let of_ground = || GROUND.iter().any(|it| it.0 == hex).then(|| hex[1..].to_owned());
    of_page.or_else(of_party).or_else(of_ground)
}

/// A drawing with variables in place of its colours, so that each theme has its own.
pub(super) fn themed(drawing: &str) -> String {
    let mut out = String::with_capacity(drawing.len() * 9 / 8);
    let mut rest = drawing;
    // Only attributes have a colour after a quotation mark; names are escaped.
    while let Some(at) = rest.find("=\"#") {
        let (before, from) = rest.split_at(at + 2);
        out += before;
        let end = from.find('"').unwrap_or(from.len());
        let (hex, further) = from.split_at(end);
        match variable(hex) {
            Some(name) => _ = write!(out, "var(--{name})"),
            None => out += hex,
        }
        rest = further;
    }
    out + rest
}

/// The variables of the style sheet by day.
pub(super) fn by_day() -> String {
    let page = PAGE.iter().map(|it| (it.0.to_owned(), it.1));
    declared(page.chain(parties(&PARTIES)).chain(GROUND.map(|it| (it.0[1..].to_owned(), it.0))))
}

/// The variables of the style sheet by night.
pub(super) fn by_night() -> String {
    let page = PAGE.iter().map(|it| (it.0.to_owned(), it.2));
    declared(page.chain(parties(&PARTIES_BY_NIGHT)).chain(GROUND.map(|it| (it.0[1..].to_owned(), it.1))))
}

fn parties(colours: &[&'static str; 6]) -> impl Iterator<Item = (String, &'static str)> {
    colours.iter().enumerate().map(|(n, it)| (format!("p{n}"), *it))
}

fn declared(colours: impl Iterator<Item = (String, &'static str)>) -> String {
    colours.map(|(name, colour)| format!("--{name}:{colour};")).collect()
}
