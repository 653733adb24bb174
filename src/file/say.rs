//! The sentences about files of any game, one function each, so that they have one voice.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count, join, nearest, one_of, sentences};
use crate::field::Tile;

type Span = Range<usize>;

/// Bytes of a word that may be a misspelt name.
const WORD_BYTES_MAX: usize = 80;

/// A text of the file, shortened and in quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(&text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")))
}

/// The first 40 letters of a text.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `Did you mean "woods"?`, or a list of what there is.
fn or_rather<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone, nothing: &str) -> String {
    if let Some(near) = did_you_mean(word, known.clone()) {
        return near;
    }
    let mut all: Vec<&str> = known.into_iter().collect();
    let more = all.len().saturating_sub(12);
    all.truncate(12);
    match (all.is_empty(), more) {
        (true, _) => nothing.to_owned(),
        (false, 0) => format!("There is {}.", join(&quote_all(&all), "and")),
        (false, more) => format!("There is {} and {more} more.", quote_all(&all).join(", ")),
    }
}

/// `Did you mean "woods"?`, or `None` if nothing is similar.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut near = if word.len() <= WORD_BYTES_MAX { nearest(word, known) } else { Vec::new() };
    near.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    (!near.is_empty()).then(|| format!("Did you mean {}?", one_of(&near)))
}

fn quote_all(names: &[&str]) -> Vec<String> {
    names.iter().map(|it| format!("\"{it}\"")).collect()
}

fn keys(keys: &[&str]) -> String {
    join(&keys.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>(), "and")
}

sentences! {
    empty_file() error: "the file is empty"
        => "A scenario has a name, a map, squads and a victory; copy one from scenarios/ and change it.";
    /// A text of another kind, by how it begins.
    not_toml(kind: &str) error: "this is {kind}, not a scenario"
        => "Name a scenario, whose file ends in .toml.";
    /// The bot's configuration where a scenario should be.
    configuration(name: &str) error: "{name} is a configuration of the bot, not a scenario"
        => "`fieldpost serve --config {name}` runs the bot with it, and `fieldpost check {name}` says what is wrong with it.";
    /// A campaign's file where a scenario should be.
    no_scenario(name: &str) error: "{name} is a campaign's file, not a scenario"
        => "`fieldpost campaign new {name}` begins it, and `fieldpost check {name}` says what is wrong with it.";
    /// A file with a key of one game that doesn't name that game.
    no_ruleset(key: &str, game: &str) error: "`{key}` is for the rules {}, and the file names no rules", quoted(game)
        => "Write ruleset = \"{game}\" at the top of the file, or leave `{key}` out.";
    /// The path leads to a folder.
    folder(name: &str) error: "{name} is a folder, not a scenario" => "Name one of the .toml files in it.";
    /// The folder of data files doesn't exist.
    no_folder(name: &str) error: "there is no folder {name}" => "Check the spelling, and the folder you are in.";
    /// The file is of another kind than text.
    no_text(name: &str, kind: &str, help: &str) error: "{name} is {kind}" => "{help}";
    /// The file is not text.
    not_utf8(name: &str, line: usize) error: "{name} is not UTF-8 text: line {line} has bytes that are no letters"
        => "Save it as UTF-8 in your editor.";
    /// The file exceeds the limit.
    too_large(name: &str, limit_bytes: u64) error:
        "{name} is larger than {} KiB, the most that is read", limit_bytes / 1024
        => "A map of 200 by 200 tiles and 1,000 units fit easily; is this the right file?";
    /// A scenario without a folder names a file.
    nothing_beside(name: &str) error: "{} can't be found: this scenario is a text without a folder", quoted(name)
        => "Save it in a folder together with that file.";
    /// Two files whose names are equal without their folders, which a battle doesn't store.
    ambiguous_beside(name: &str) error:
        "{} has the name of another file of this battle, or ends in .toml", quoted(name)
        => "Rename it.";
    /// A file that the scenario names isn't stored with the battle.
    missing_beside(name: &str) error: "{} isn't kept with this battle", quoted(name)
        => "Somebody changed the log: a battle keeps all that its scenario names.";
    /// A file outside the scenario's folder.
    outside(name: &str) error: "{} lies outside the scenario's folder", quoted(name)
        => "Put the file beside the scenario, or into a folder there.";
    /// A file beside the scenario that exceeds the limit.
    too_large_beside(name: &str, limit_bytes: u64) error:
        "{} is larger than {} MiB, the most that is read", quoted(name), limit_bytes / (1024 * 1024)
        => "Save it smaller: a picture is drawn with 40 pixels a tile at most.";
    /// A file beside the scenario that should be text.
    no_text_beside(name: &str) error: "{} is not UTF-8 text", quoted(name)
        => "In Tiled, save it as a .tmj file.";
    /// Tiles in a map of Tiled that no layer has terrain for.
    no_terrain(name: &str, first: &str, tiles: usize) error: "{} doesn't say what {first}{} is made of", quoted(name),
        if tiles == 1 { String::new() } else { format!(" and {} more", count(tiles as u64 - 1, "tile", "tiles")) }
        => "In Tiled's tileset, give the tile that lies there a class, or a property `terrain`: \"woods\".";
    /// A picture that isn't a PNG. `kind` is its format, or empty if unknown.
    no_png(name: &str, kind: &str) error: "{} holds {}", quoted(name),
        if kind.is_empty() { "no PNG".to_owned() } else { format!("a {kind}, and only PNG is read") }
        => "Save the picture itself as PNG; `picture_tile` says how many pixels a tile is wide.";
    /// A picture that can't be read.
    broken_picture(name: &str, why: &str) error: "{} is damaged: {why}", quoted(name)
        => "Save it again.";
    /// A picture with too many pixels.
    huge_picture(name: &str, width: u32, height: u32) error:
        "{} has {width} by {height} pixels, more than is read", quoted(name)
        => "Save it smaller: a picture is drawn with 40 pixels a tile at most.";
    /// A picture whose stated size in tiles differs from the map's.
    other_size(name: &str, size: (f64, f64), map: (u8, u8)) warning:
        "{} shows {} by {} tiles, and the map has {} by {}", quoted(name), size.0, size.1, map.0, map.1
        => "Draw the map as wide and high as its picture, or cut the picture.";
    /// An unknown key.
    unknown_key(key: &str, known: &[&str]) error: "nothing here is called {}", quoted(key)
        => "{}", or_rather(key, known.iter().copied(), "Nothing can go here.");
    /// A key of the file itself, in one of its tables.
    key_of_the_top(key: &str) error: "nothing here is called {}", quoted(key)
        => "It belongs at the top of the file, above the first table.";
    /// A required key is missing.
    missing(key: &str) error: "`{key}` is missing here";
}

/// The file can't be opened.
pub fn unreadable(name: &str, error: &std::io::Error) -> Diagnostic {
    match error.kind() {
        std::io::ErrorKind::NotFound => Diagnostic::error(0..0, format!("there is no file {name}"))
            .with_help("Check the spelling, and the folder you are in."),
        std::io::ErrorKind::PermissionDenied => {
            Diagnostic::error(0..0, format!("{name} may not be read")).with_help("Give yourself the right to read it.")
        }
        _ => Diagnostic::error(0..0, format!("{name} can't be read: {error}")),
    }
}

/// A file beside the scenario that can't be read.
pub fn unreadable_beside(span: Span, name: &str, error: &std::io::Error) -> Diagnostic {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file {} beside the scenario", quoted(name)),
        _ => format!("{} can't be read: {error}", quoted(name)),
    };
    Diagnostic::error(span, message).with_help("Names of files count from the scenario's folder.")
}

/// A map of Tiled that can't be used. `why` gives the reason and may go on with a second sentence that says what to do.
pub fn tiled(span: Span, name: &str, why: &str) -> Diagnostic {
    let (why, help) = why.split_once(". ").unwrap_or((why, "Save it again in Tiled"));
    Diagnostic::error(span, format!("{} can't be used: {why}", quoted(name))).with_help(format!("{help}."))
}

/// The message about a duplicate key or heading.
pub(super) const STANDS_TWICE: &str = "this is in the table twice";

/// The text isn't TOML here.
pub fn syntax(span: Span, found: &str, message: &str) -> Diagnostic {
    let begins_word = found.starts_with(char::is_alphabetic);
    let (what, help) = match message {
        it if it.contains("duplicate key") => {
            (STANDS_TWICE, "Keep one of the two; tables that repeat begin with [[…]].")
        }
        it if it.contains("recurs") => ("this is nested too deeply", "80 levels is the maximum."),
        it if it.contains("must be quoted") && found.is_empty() => ("a key needs a value", "Write key = value."),
        it if it.contains("must be quoted") || it.contains("invalid") && begins_word => {
            ("a text needs quotes", "Write it between \" and \".")
        }
        it if it.contains("multi-line") => {
            ("this text has no end", "End it with the three quotes that it begins with.")
        }
        it if it.contains("invalid basic string") || it.contains("invalid literal string") => {
            ("this text has no closing quote", "End it with the mark that it begins with, on the same line.")
        }
        it if it.contains("comma") || it.contains("unclosed array") || it.contains("unclosed inline table") => (
            "a list or table before this has no end or no comma",
            "Close it with ] or }, or put a comma between its entries.",
        ),
        it if it.contains("unclosed table") => {
            ("this heading has no end", "Close it with ], or with ]] if it begins with [[.")
        }
        it if it.contains("missing value") || it.contains("expected `=`") || it.contains("key with no value") => {
            ("a key needs a value", "Write key = value.")
        }
        _ => ("this isn't TOML", "One key = value a line; texts between quotes, lists between [ and ]."),
    };
    Diagnostic::error(span, what).with_help(help)
}

/// A value of the wrong sort.
pub fn wrong_value(span: Span, key: &str, what: &str, found: &str, known: &[String]) -> Diagnostic {
    let subject = if key.is_empty() { "this".to_owned() } else { format!("`{}`", shortened(key)) };
    let it = Diagnostic::error(span, format!("{subject} should be {what}, not {found}"));
    let (word, names) = (found.trim_matches('"'), known.iter().map(String::as_str));
    let is_listed = known.iter().all(|it| what.contains(&format!("\"{it}\"")));
    let help = if is_listed { did_you_mean(word, names) } else { Some(or_rather(word, names, "")) };
    Diagnostic { help, ..it }
}

/// A value that should be a table with these keys, or with any.
pub fn no_table(span: Span, key: &str, found: &str, keys: &[&str]) -> Diagnostic {
    let it = wrong_value(span, key, "a table", found, &[]);
    if keys.is_empty() { it } else { it.with_help(format!("It may have {}.", join(keys, "and"))) }
}

/// A value that should be a list. If it is a table, `written` is its text, which may begin with a heading.
pub fn no_list(span: Span, key: &str, written: Option<&str>, found: &str) -> Diagnostic {
    let is_heading = |it: &&str| it.starts_with('[') && it.ends_with(&format!("{key}]"));
    let help = match (written, written.filter(is_heading)) {
        (_, Some(heading)) => format!("Write [{heading}] above it, with two brackets."),
        (Some(_), None) => format!("Put it between square brackets: {} = [{{ … }}].", shortened(key)),
        (None, _) => format!("Write {} = [ … ].", shortened(key)),
    };
    Diagnostic::error(span, format!("`{}` should be a list, not {found}", shortened(key))).with_help(help)
}

sentences! {
    /// A new entry without all needed keys.
    incomplete(what: &str, name: &str, missing: &[&str]) error:
        "{what} {} lacks {}", quoted(name), keys(missing)
        => "Add {}, or `like` with the name of an entry to begin from.", keys(missing);
    /// A list with too many entries.
    list_too_long(key: &str, most: usize, found: usize) error:
        "`{}` can list {most} at most, and this one has {found}", shortened(key)
        => "Keep {most}, or make two battles of it.";
    /// Entries that are `like` each other in a circle.
    like_in_a_circle(name: &str) error: "{} refers to itself through `like`", quoted(name)
        => "Let one of the entries say everything itself.";
    /// A player's name in a file without players.
    no_player(name: &str) error: "no player is called {}: this battle has none", quoted(name)
        => "Add a [[player]] with name = \"{name}\".";
    /// Two things with one name.
    same_name(name: &str, first: &str) error: "{} is the name of {first} already", quoted(name)
        => "Orders and goals need names that mean one thing.";
    /// Two names that orders can't tell apart.
    same_in_orders(name: &str, first: &str, what: &str) error:
        "orders can't tell {} from {}, the name of {what}", quoted(name), quoted(first)
        => "Accents, capitals and an article in front don't count there: give one of the two another name.";
    /// The name of the GM in posts.
    reserved_name(name: &str) error: "{} has a meaning of its own and can't be a name", quoted(name)
        => "Posts use it for the GM. Choose another name.";
    /// A table with none of the keys of which it needs one.
    no_head(what: &str, heads: &[&str]) error: "this {what} says nothing: it needs one of {}", keys(heads);
    /// A table with several keys of which it can have one.
    several_heads(what: &str, heads: &[&str], help: &str) error: "this {what} says {} at once", keys(heads)
        => "{help}";
    /// A key that doesn't go with another.
    stray_key(key: &str, head: &str) error: "`{key}` means nothing beside `{head}`"
        => "Leave it out.";
    /// `false` where only `true` is possible.
    only_true(key: &str) error: "`{key}` can only be true"
        => "Leave it out if it isn't.";
    no_rows() error: "the map has no rows"
        => "Draw a row of letters a line, between \"\"\" marks.";
    /// A map that is too small or too large.
    map_edge(columns: usize, rows: usize, least: usize, most: u8) error "T-1":
        "the map has {columns} by {rows} tiles; each edge is {least} to {most} tiles long";
    /// A row of another length than most.
    ragged_row(row: usize, letters: usize, width: usize) error:
        "row {row} of the map has {}, and most have {width}", count(letters as u64, "tile", "tiles")
        => "{}", match letters < width {
            true => format!("Add {}.", count((width - letters) as u64, "letter", "letters")),
            false => format!("Take {} away.", count((letters - width) as u64, "letter", "letters")),
        };
    /// More kinds of ground than a battle can have.
    too_many_kinds(most: usize) error: "this makes more than {most} kinds of ground, the most a battle can have"
        => "Give ground that counts the same one terrain.";
    /// A drawing of the levels with more or fewer rows than the map.
    other_rows(rows: usize, map: usize) error:
        "`levels` has {}, and the map has {map}", count(rows as u64, "row", "rows")
        => "Draw a digit for each tile of the map, row under row, or \".\" for 0.";
    /// A letter where a level should stand.
    no_level(letter: char) error: "{} is not a level", quoted(&letter.to_string())
        => "A level is a digit from 0 to 9, or \".\" for 0.";
    /// A legend key of several letters, or none.
    legend_key(key: &str) error: "{} can't stand for terrain: it takes one letter or mark", quoted(key);
    off_the_map(tile: &str, last: &str) error "T-1": "{tile} is off the map, which ends with {last}";
    /// A unit that is too large for its place at the edge of the map.
    over_the_edge(who: &str, size: (usize, usize), at: Tile, last: Tile) error "T-1":
        "{who} takes {}x{} tiles from {at}, and the map ends with {last}", size.0, size.1;
    /// A tile that can't be entered.
    blocked_tile(who: &str, tile: &str, terrain: &str) error "T-10":
        "{who} can't stand on {tile}: there is {terrain}, which nobody can enter";
    /// A tile that is taken.
    taken_tile(who: &str, tile: &str, other: &str) error "T-2": "{who} can't stand on {tile}: {other} stands there";
    /// Not enough tiles around a leader.
    no_room(squad: &str, tile: &str, units: usize) error:
        "there is no room for the {} of {squad} around {tile}", count(units as u64, "unit", "units")
        => "Choose a tile with more free ground that can be walked to from there.";
    /// A list of tiles that doesn't have one for each unit.
    tile_count(squad: &str, tiles: usize, units: usize) error:
        "{squad} has {} and {}", count(units as u64, "unit", "units"), count(tiles as u64, "tile", "tiles")
        => "List a tile for each unit, a hero's last, or give the leader's tile alone: at = \"C7\".";
    /// A squad without a place.
    no_place(who: &str) error: "the file doesn't say where {who} stands"
        => "Give the leader's tile, at = \"C7\", or let the squad wait: reserve = true.";
    /// A squad in reserve that has a place.
    reserve_with_place(squad: &str) error: "{squad} is in reserve, but also has a place on the map"
        => "Remove one of the two; an event's `reinforce` says where a reserve arrives.";
    /// An invalid entry in a list of units.
    unit_entry(text: &str) error: "{} is not a squad entry", quoted(text)
        => "Write a number from 1 to 100 and a unit: \"8 rifleman\".";
    empty_squad(squad: &str) error "T-3": "{squad} has no units"
        => "List them: units = [\"8 rifleman\"].";
    /// More units than a battle holds.
    too_many_units(most: usize) error: "this makes more than {most} units, the most a battle can have";
    /// More units than a squad holds.
    too_many_in_squad(squad: &str, most: usize) error: "{squad} has more than {most} units, the most a squad can have"
        => "Make two squads of it.";
    /// A side without squads.
    no_squads(side: &str) error: "the {side} have no squads"
        => "Add one: [[squad]].";
    /// No victory.
    no_victory() error "O-2": "nothing says how the players win"
        => "Add a [[victory]] with `text` and `when`.";
    /// An event without a moment.
    event_without_moment() error: "nothing says when this event happens"
        => "Add at_round = 4, or when = {{ … }} as in a victory.";
    /// An event with two moments.
    event_with_two_moments() error: "this event has both `at_round` and `when`"
        => "Keep one of them.";
    /// An event without an effect.
    idle_event() error: "nothing happens in this event"
        => "Add `reinforce` or `text`.";
    /// An event in the first round.
    event_in_first_round() error: "round 1 is open when the battle begins, so nothing can come then"
        => "Put the squad on the map, and the text into the briefing; or choose round 2.";
    /// An event brings a squad that isn't in reserve.
    not_in_reserve(squad: &str) error: "{squad} can't arrive: it doesn't wait in reserve"
        => "Give the squad reserve = true.";
}

/// An unknown name.
pub fn unknown_name<'a>(
    span: Span,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let nothing = format!("There is no {what} at all.");
    Diagnostic::error(span, format!("no {what} is called {}", quoted(name))).with_help(or_rather(name, known, &nothing))
}

/// An unknown letter of the map.
pub fn unknown_letter(span: Span, letter: char, times: usize, known: &str) -> Diagnostic {
    let times = if times == 1 { String::new() } else { format!(" ({times} times)") };
    let legend: Vec<String> = known.chars().map(String::from).collect();
    let help = match legend.is_empty() {
        true => format!("Begin one: legend = {{ \"{}\" = \"open\" }}.", letter.escape_debug()),
        false => format!("It has {}; add the letter there, or correct it here.", join(&legend, "and")),
    };
    let message = format!("the map has the letter {}{times}, and its legend doesn't", quoted(&letter.to_string()));
    Diagnostic::error(span, message).with_help(help)
}

// Doubts: the file is accepted, but may not say what was meant.

sentences! {
    /// A place that the players can't reach.
    unreachable(what: &str) warning: "no way on foot leads from any squad of the players to {what}";
    /// A round after the last one.
    too_late(what: &str, round: u16, last: u16) warning:
        "{what} takes until round {round}, and the battle ends after round {last}";
    /// An objective that has to be held for more rounds than possible.
    held_too_long(until: u16, last: u16, most: u16) warning "O-1":
        "holding it this long takes until round {until}, and the battle ends after round {last}"
        => "{} the most here: it counts from the round after it is taken, or from the first if it is theirs from the start.",
            count(most, "round is", "rounds are");
    /// More points than can be scored.
    scored_too_much(most: u64, last: u16) warning "O-1":
        "{} the most that can be scored by round {last}, the last", count(most, "point is", "points are")
        => "An objective counts from the round after it is taken, or from the first if it is theirs from the start.";
    /// More units than there are.
    too_few(needed: u16, who: &str, there: usize) warning:
        "{needed} of {who} can't get there: there {} {there}", if there == 1 { "is" } else { "are" };
    /// An entry that nothing uses.
    unused(what: &str, name: &str) warning: "nothing in this battle uses the {what} {}", quoted(name);
    /// A name that means something else in orders.
    read_as_other(name: &str, what: &str) warning: "in an order, {} is {what}", quoted(name)
        => "Players would have to write it between quotes; another name spares them that.";
    /// A unit whose name reads as a number of a squad.
    named_like_a_number(name: &str, number: usize, squad: &str) warning:
        "in an order, {} is number {number} of {squad}", quoted(name)
        => "Nobody can give this one an order by that name; give it another.";
    /// A name with invisible letters.
    unseen_letters(name: &str) warning: "{} has invisible letters", quoted(name)
        => "Write it again by hand.";
    /// A seat without a squad.
    idle_seat(player: &str) warning: "{player} has no squad to lead"
        => "Give one player = \"{player}\", or remove the seat.";
    /// A squad in reserve that nothing brings.
    never_arrives(squad: &str) warning: "{squad} waits in reserve, and nothing brings it"
        => "Add an [[event]] with `reinforce`.";
    /// A squad in reserve that is only brought by an event that waits for a missing squad.
    called_too_late(squad: &str, missed: &str) warning:
        "{squad} waits in reserve, and what brings it waits for {missed}, who can't be there before"
        => "Let the event happen `at_round`, or `when` something else comes true.";
    /// Points that nobody can score.
    no_points() warning: "no objective gives points, so nobody scores any";
    /// An empty `all` or `any`.
    no_conditions() error: "this list of conditions is empty"
        => "Put conditions into it, or leave it out.";
    /// An `all` whose conditions exclude each other.
    never_all() warning:
        "these are never all true at once: one contradicts another, or two sides have to hold one place"
        => "Take one of them away, or write any = [ … ] if one of them is enough.";
    /// A failure with a team.
    defeat_of_a_team(is_of_players: bool) error: "a [[defeat]] is everybody's"
        => "Leave out team{}.", if is_of_players { ", or write how the others win as their [[victory]]" } else { "" };
    /// A goal of a side that no player leads.
    goal_of_no_players() error: "only players have goals, and no player leads this side"
        => "Write how it wins as a [[defeat]].";
    /// `ends` at a goal that is no failure.
    only_defeats_end() error: "only a [[defeat]] ends the battle by itself"
        => "Leave out ends.";
}
