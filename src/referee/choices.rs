//! How an order can be continued, piece by piece, for players who would rather choose than type.

use crate::field::{SquadId, Tile, column_name};
use crate::game::RosterEntry;
use crate::page::{Answer, Mark};
use crate::post::Poster;
use crate::referee::Table;

/// How an order can be continued, as things stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Whether the order is complete as it is.
    pub(crate) is_whole: bool,
    /// The phrases that its next part can begin with.
    pub verbs: Vec<String>,
    /// Squads and places that can be named now.
    pub names: Vec<String>,
    /// If a tile can be named now, the letters of columns and the numbers of rows around the squad.
    pub columns: Vec<String>,
    pub rows: Vec<String>,
}

impl Choices {
    /// The names that an order with this verb can hold. A squad can't move to itself.
    pub(super) fn names_for<'a>(&'a self, squad: &'a str, verb: &'a str) -> impl Iterator<Item = &'a String> {
        let goes = MOVING_VERBS.iter().any(|it| verb.starts_with(it));
        self.names.iter().filter(move |it| !goes || it.trim_matches('"') != squad)
    }

    /// A tile near the squad, if one can be named.
    pub(crate) fn tile(&self) -> Option<String> {
        let near = |all: &[String], off: usize| all.get((all.len() / 2).saturating_sub(off)).cloned();
        Some(near(&self.columns, 0)? + &near(&self.rows, 2)?)
    }
}

/// Verbs by which a squad moves, or how they begin.
const MOVING_VERBS: [&str; 5] = ["move", "run", "sprint", "withdraw", "disengage"];

/// The distances, in tiles, at which an example is looked for.
const EXAMPLE_DISTANCES_TILES: [i16; 3] = [3, 2, 1];

/// The greatest distance of a tile that is offered. A list on Discord holds no more.
const DISTANCE_MAX_TILES: u8 = 12;

impl Table {
    /// The squads on the map that somebody gives orders to.
    pub(crate) fn after_command_of(&self, poster: Poster) -> Vec<RosterEntry<'_>> {
        self.playing.roster().into_iter().filter(|it| it.is_on_map && poster.commands(it.seat)).collect()
    }

    /// How an order for a squad can be continued after these words. Only continuations that are read as orders are
    /// offered, and none that reveals what the poster may not know. `None` if the squad isn't theirs.
    pub fn choices(&self, poster: Poster, squad: &str, begun: &str) -> Option<Choices> {
        // Squads that orders of the open round create can have orders before they are on the map.
        let made = self.playing.squads_made_by(poster);
        let mut commanded = self.after_command_of(poster).into_iter().chain(enlisted(&made, poster));
        let squad = &commanded.find(|it| it.name.eq_ignore_ascii_case(squad.trim()))?;
        let is_order = |order: &str| self.playing.reads(&format!("!{}: {order}", squad.name), poster, &self.language);
        let at = self.playing.picture().squads.iter().find(|it| *it.name == *squad.name).map(|it| it.at);
        let names = self.nameable(poster, squad);
        let goes_on = |begun: &str, name: &str| is_order(&format!("{begun} {name}"));
        let is_tile = |begun: &str, x: u8, y: u8| goes_on(begun, &Tile { x, y }.to_string());
        let has_tile =
            |begun: &str| at.is_some_and(|it| around(it.x, 1).any(|x| around(it.y, 1).any(|y| is_tile(begun, x, y))));
        let mut verbs = self.playing.phrases(squad.id);
        let part = begun.rsplit(';').next().unwrap_or_default().trim();
        if !part.is_empty() && !verbs.iter().any(|it| it == part) {
            return Some(Choices { is_whole: is_order(begun), ..Choices::default() });
        }
        if !part.is_empty() {
            let columns = |it: Tile| {
                around(it.x, DISTANCE_MAX_TILES).filter(move |x| around(it.y, 1).any(|y| is_tile(begun, *x, y)))
            };
            let rows = |it: Tile| {
                around(it.y, DISTANCE_MAX_TILES).filter(move |y| around(it.x, 1).any(|x| is_tile(begun, x, *y)))
            };
            // An enemy's tile reveals no more than its name, which is offered.
            let goes = at.filter(|_| has_tile(begun));
            return Some(Choices {
                is_whole: is_order(begun),
                verbs: Vec::new(),
                columns: goes.into_iter().flat_map(columns).map(column_name).collect(),
                rows: goes.into_iter().flat_map(rows).map(|y| (u16::from(y) + 1).to_string()).collect(),
                names: names.iter().filter(|it| goes_on(begun, it)).cloned().collect(),
            });
        }
        verbs.retain(|verb| {
            let begun = format!("{begun} {verb}");
            is_order(&begun) || names.iter().any(|it| goes_on(&begun, it)) || has_tile(&begun)
        });
        Some(Choices { verbs, ..Choices::default() })
    }

    /// Some tiles around a squad that an order could name: in each direction, at a few distances.
    pub(super) fn tiles_around(&self, squad: &str, next: &Choices) -> Vec<String> {
        let at = self.playing.picture().squads.iter().find(|it| *it.name == *squad).map(|it| it.at);
        let Some(at) = at.filter(|_| !next.columns.is_empty()) else { return Vec::new() };
        let ways = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
        let far = |far: i16| ways.iter().filter_map(move |(dx, dy)| at.offset(dx * far, dy * far));
        let is_offered = |it: &Tile| {
            next.columns.contains(&column_name(it.x)) && next.rows.contains(&(u16::from(it.y) + 1).to_string())
        };
        EXAMPLE_DISTANCES_TILES.into_iter().flat_map(far).filter(is_offered).map(|it| it.to_string()).collect()
    }

    /// An example of an order in this battle. It uses the first verb that the game's own examples use, and if possible
    /// it can be carried out now.
    pub fn example(&self) -> Option<String> {
        let squad = self.playing.roster().into_iter().find(|it| it.is_on_map && it.seat.is_some())?;
        let (poster, how) = (Poster::Seat(squad.seat?), self.playing.how_to_order());
        let choices = |begun: &str| self.choices(poster, squad.name, begun).unwrap_or_default();
        let verbs = choices("").verbs;
        let mut shown: Vec<(usize, &str)> =
            verbs.iter().filter_map(|verb| Some((how.find(&format!(": {verb} "))?, verb.as_str()))).collect();
        shown.sort_unstable();
        let of_verb = |verb: &str| {
            choices(verb).names.into_iter().map(|it| format!("!{}: {verb} {it}", squad.name)).collect::<Vec<_>>()
        };
        let mut orders = shown.into_iter().flat_map(|it| of_verb(it.1)).peekable();
        let first = orders.peek().cloned()?;
        // Everybody may read the example, so it must not depend on secret orders.
        let knows = |number: u32| self.knows(None, number);
        let answered = |order: &str| self.playing.ask(order, poster, &self.language, self.clock + 1, &knows);
        let is_taken = |it: &Answer| it.lines.first().is_some_and(|it| it.mark == Mark::Taken);
        let can_be_done = |it: &String| !self.is_over() && answered(it).as_ref().is_some_and(is_taken);
        Some(orders.find(can_be_done).unwrap_or(first))
    }

    /// How to write orders, with the poster's own squads as examples.
    pub(crate) fn how_to_order(&self, poster: Poster) -> String {
        self.with_examples_of(poster, self.playing.how_to_order())
    }

    /// Squads and objectives, as orders for a squad name them. The squad itself comes last.
    fn nameable(&self, poster: Poster, squad: &RosterEntry<'_>) -> Vec<String> {
        let mut squads = self.playing.roster();
        squads.retain(|it| it.is_manned && (it.is_known || poster == Poster::Gm));
        squads.sort_by_key(|it| (it.id == squad.id, it.seat == squad.seat, it.seat.is_some()));
        let places = self.playing.objectives();
        let names = squads.iter().map(|it| it.name).chain(places.iter().map(|it| it.0));
        let is_plain = |it: &str| it.chars().all(|it| it.is_alphanumeric() || matches!(it, ' ' | '\'' | '-' | '.'));
        names.map(|it| if is_plain(it) { it.to_owned() } else { format!("\"{it}\"") }).collect()
    }
}

/// The squads that a poster's orders create, as entries of the roster.
pub(super) fn enlisted(made: &[(SquadId, String)], poster: Poster) -> impl Iterator<Item = RosterEntry<'_>> {
    let seat = if let Poster::Seat(seat) = poster { Some(seat) } else { None };
    made.iter().map(move |(id, name)| RosterEntry {
        id: *id,
        name,
        seat,
        is_manned: true,
        is_on_map: false,
        is_to_come: false,
        is_known: true,
    })
}

/// The indices along an axis that are at most `far` away.
fn around(at: u8, far: u8) -> impl Iterator<Item = u8> {
    at.saturating_sub(far)..=at.saturating_add(far)
}
