//! The field as SVG. What never moves is drawn once; what moves is drawn where it stands in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::field::{SquadId, Tile, place_of};
use crate::map::{CastSquad, CastUnit, Held, Measures, Parts, PartyId, Placed, Plate, Shape, State};
use crate::viewer::film::{Film, Round, plate_form};
use crate::viewer::markup::escaped;
use crate::viewer::template::Filling;
use crate::viewer::theme::themed;

/// The parts of the field, ready for the page.
pub(super) struct Drawn {
    pub(super) board: Measures,
    /// For each round, the index of the changed ground that is there after it, if any.
    pub(super) changes: Vec<Option<usize>>,
    /// For each unit, the names of its tokens, by the squads that it was in.
    pub(super) tokens: Vec<Vec<(SquadId, String)>>,
    pub(super) filling: Filling,
}

pub(super) fn drawn(film: &Film<'_>) -> Drawn {
    let parts = Parts::of(&film.opening.ground);
    let board = parts.measures();
    let mut forms = Forms::default();
    let parties = || (0..film.opening.parties.len()).map(|it| PartyId(it as u8));
    forms.drawn += &parts.cross(None, "cross-killed");
    parties().for_each(|it| forms.drawn += &parts.cross(Some(it), &format!("cross-p{}", it.0)));
    let tokens: Vec<_> = film.cast.units.iter().map(|it| tokens(film, &parts, it, &mut forms)).collect();
    let units: String =
        film.cast.units.iter().zip(&tokens).map(|(it, tokens)| unit(film, &parts, it, tokens)).collect();
    let (changed, changes) = changed(film, &parts);
    let (mut places, mut names, mut flags) = (String::new(), String::new(), String::new());
    for (it, held) in film.opening.objectives.iter().zip(&film.last.objectives) {
        // A path may begin again at the point where it is, which draws nothing.
        _ = writeln!(places, "<g class=\"reach\">{}</g>", parts.reach(it).replace("m0 0l", "l"));
        let (x, y) = parts.corner(it.at);
        names += &name(&it.name, (x + board.tile / 2.0, y + board.tile * 1.3));
        let flag = format!("flag-{}", name_of(*held));
        _ = writeln!(flags, "<g transform=\"translate({x} {y})\"><use href=\"#{flag}\"/></g>");
    }
    let owners = parties().map(Some).chain([None]);
    for owner in owners.filter(|_| !film.opening.objectives.is_empty()) {
        for is_contested in [false, true] {
            let name = name_of(Held { owner, is_contested });
            _ = writeln!(forms.drawn, "<g id=\"flag-{name}\">{}</g>", parts.flag(owner, is_contested));
        }
    }
    let plates: BTreeMap<String, (PartyId, Plate)> =
        film.plates().map(|(squad, it)| (film.party_of(squad), it)).map(|it| (plate_form(it.0, &it.1), it)).collect();
    for (form, (party, plate)) in &plates {
        let [ground, front] = parts.plate(*party, plate);
        _ = writeln!(forms.drawn, "<g id=\"ground-{form}\">{ground}</g>\n<g id=\"front-{form}\">{front}</g>");
    }
    for party in plates.values().map(|it| it.0).collect::<BTreeSet<_>>() {
        _ = writeln!(forms.drawn, "<g id=\"standard-p{}\">{}</g>", party.0, parts.standard(party));
    }
    let (grounds, fronts) = plates_now(film, &parts);
    Drawn {
        board,
        changes,
        tokens,
        filling: vec![
            ("view", board.view_box()),
            ("forms", themed(&forms.drawn)),
            ("ground", themed(&parts.ground())),
            ("changed", themed(&changed)),
            ("places", themed(&places)),
            ("names", names),
            ("fallen", fallen(film, &parts, &board)),
            ("formations", themed(&parts.formations(film.picture_now()))),
            ("plates", grounds),
            ("units", themed(&units)),
            ("fronts", fronts),
            ("flags", themed(&flags)),
        ],
    }
}

/// Drawings that are used more than once. `names` holds the name of each.
#[derive(Default)]
pub(super) struct Forms {
    names: BTreeMap<String, String>,
    pub(super) drawn: String,
}

impl Forms {
    /// The name of a drawing, which is added if it is new.
    fn name(&mut self, drawing: String) -> String {
        let Forms { names, drawn } = self;
        let n = names.len();
        let name = names.entry(drawing).or_insert_with_key(|drawing| {
            let name = format!("form-{n}");
            _ = writeln!(drawn, "<g id=\"{name}\">\n{drawing}</g>");
            name
        });
        name.clone()
    }

    /// The name of the drawing of a unit's token, with the letters of its squad.
    pub(super) fn of_unit(&mut self, parts: &Parts<'_>, it: &CastUnit, squad: &CastSquad, size: (u8, u8)) -> String {
        let token = parts.token(it.shape, squad.party, size, it.star.as_deref());
        let letters = match it.shape == Shape::Figure && it.star.is_none() {
            true => letters(&squad.label, parts.measures().tile),
            false => String::new(),
        };
        self.name(token + &letters)
    }
}

/// A unit's token for each squad that it was in.
fn tokens(film: &Film<'_>, parts: &Parts<'_>, it: &CastUnit, forms: &mut Forms) -> Vec<(SquadId, String)> {
    let size = film.size(it.id);
    film.squads_of(it.id).map(|squad| (squad.id, forms.of_unit(parts, it, squad, size))).collect()
}

/// A unit's token, where it stands in the end.
fn unit(film: &Film<'_>, parts: &Parts<'_>, it: &CastUnit, tokens: &[(SquadId, String)]) -> String {
    let placed = film.last.units.get(&it.id);
    let is_last = |token: &&(SquadId, String)| placed.is_some_and(|it| it.squad == token.0);
    let form = tokens.iter().find(is_last).or(tokens.last()).map_or("", |it| &it.1);
    let place = placed.map_or(String::new(), |it| {
        let (x, y) = parts.corner(it.on.at);
        format!(" transform=\"translate({x} {y})\"")
    });
    let is_off = placed.is_none_or(|it| it.state != State::Standing);
    let off = if is_off { " class=\"off\"" } else { "" };
    format!("<use{off}{place} href=\"#{form}\"/>\n")
}

/// The greatest width of all letters on a token, and the greatest height of one letter, in tiles.
const TOKEN_LETTERS: f32 = 0.58;
const LETTER_MAX: f32 = 0.52;

/// The letters on a token of one tile.
fn letters(label: &str, tile: f32) -> String {
    let width: f32 = label.chars().map(|it| if matches!(it, 'M' | 'W') { 1.0 } else { 0.75 }).sum();
    let share = (TOKEN_LETTERS / width).min(LETTER_MAX);
    let (size, middle) = (tile * share, tile / 2.0);
    let y = middle + size * 0.36;
    let label = escaped(label);
    format!("<text class=\"letters\" x=\"{middle:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{label}</text>\n")
}

/// The owner of an objective, as in the name of its flag.
fn name_of(it: Held) -> String {
    let owner = it.owner.map_or_else(|| "none".to_owned(), |it| format!("p{}", it.0));
    format!("{owner}{}", if it.is_contested { "-contested" } else { "" })
}

/// The name of an objective, which is drawn over units that stand there.
fn name(name: &str, (x, y): (f32, f32)) -> String {
    format!("<text class=\"place\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escaped(name))
}

/// The grounds that differ from the first one, each drawn once; and for each round, the index of the one that is there
/// after it.
fn changed(film: &Film<'_>, parts: &Parts<'_>) -> (String, Vec<Option<usize>>) {
    let mut drawings: Vec<String> = Vec::new();
    let change = |round: &Round<'_>| {
        let drawing = parts.changed(&round.after.ground);
        (!drawing.is_empty()).then(|| place_of(&mut drawings, |it| *it == drawing, || drawing.clone()))
    };
    let changes: Vec<Option<usize>> = film.rounds.iter().map(change).collect();
    let last = changes.last().copied().flatten();
    let class = |n: usize| if Some(n) == last { "" } else { " class=\"off\"" };
    let groups = drawings.iter().enumerate().map(|(n, it)| format!("<g{}>\n{it}</g>\n", class(n)));
    (groups.collect(), changes)
}

/// The plates of squads in the end: what lies under units, and what lies over them.
fn plates_now(film: &Film<'_>, parts: &Parts<'_>) -> (String, String) {
    let put = |name: &str, at: Tile| {
        let (x, y) = parts.corner(at);
        format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>\n")
    };
    let (mut grounds, mut fronts, mut standards) = (String::new(), String::new(), String::new());
    for (squad, plate) in &film.last.plates {
        let party = film.party_of(*squad);
        let form = plate_form(party, plate);
        grounds += &put(&format!("ground-{form}"), plate.at);
        fronts += &put(&format!("front-{form}"), plate.at);
        standards.extend(plate.standard.map(|it| put(&format!("standard-p{}", party.0), it)));
    }
    (grounds, fronts + &standards)
}

/// Crosses where units lie in the end.
fn fallen(film: &Film<'_>, parts: &Parts<'_>, board: &Measures) -> String {
    let mut out = String::new();
    for it in &film.cast.units {
        let Some(Placed { on, squad, state }) = film.last.units.get(&it.id) else { continue };
        let class = match state {
            State::Downed => format!("p{}", film.party_of(*squad).0),
            State::Killed => "killed".to_owned(),
            State::Standing | State::Gone => continue,
        };
        let half = |tiles: u8| board.tile * f32::from(tiles) / 2.0;
        let (x, y) = parts.corner(on.at);
        let (x, y) = (x + half(on.columns), y + half(on.rows));
        _ = writeln!(out, "<use class=\"cross {class}\" href=\"#cross-{class}\" x=\"{x:.1}\" y=\"{y:.1}\"/>");
    }
    out
}
