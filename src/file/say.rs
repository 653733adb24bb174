//! Every sentence about files that any game has, one function each, so that the voice is one.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, count, join, nearest, one_of};

type Span = Range<usize>;

/// Longer words than this are nobody's slip of a name.
const WORD_BYTES_MAX: usize = 80;

/// A text of the file, in quotes, not too long.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(&text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")))
}

/// The beginning of a text.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `Did you mean "woods"?`, or what there is.
fn or_rather<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone, nothing: &str) -> String {
    let mut near = if word.len() <= WORD_BYTES_MAX { nearest(word, known.clone()) } else { Vec::new() };
    near.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    if !near.is_empty() {
        return format!("Did you mean {}?", one_of(&near));
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

fn quote_all(names: &[&str]) -> Vec<String> {
    names.iter().map(|it| format!("\"{it}\"")).collect()
}

fn keys(keys: &[&str], word: &str) -> String {
    join(&keys.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>(), word)
}

/// There is nothing in the file.
pub fn empty_file() -> Diagnostic {
    Diagnostic::error(0..0, "the file is empty")
        .with_help("A scenario has a name, a map, squads and a victory; copy one from scenarios/ and change it.")
}

/// The file can't be opened.
pub fn unreadable(name: &str, error: &std::io::Error) -> Diagnostic {
    match error.kind() {
        std::io::ErrorKind::NotFound => Diagnostic::error(0..0, format!("there is no file {name}"))
            .with_help("Check the spelling, and the directory you are in."),
        std::io::ErrorKind::PermissionDenied => {
            Diagnostic::error(0..0, format!("{name} may not be read")).with_help("Give yourself the right to read it.")
        }
        _ => Diagnostic::error(0..0, format!("{name} can't be read: {error}")),
    }
}

/// The path leads to a directory.
pub fn directory(name: &str) -> Diagnostic {
    Diagnostic::error(0..0, format!("{name} is a directory, not a scenario"))
        .with_help("Name one of the .toml files in it.")
}

/// The file is not text.
pub fn not_utf8(name: &str, line: usize) -> Diagnostic {
    Diagnostic::error(0..0, format!("{name} is not UTF-8 text: line {line} has bytes that are no letters"))
        .with_help("Save it as UTF-8 in your editor.")
}

/// The file is larger than any scenario.
pub fn too_large(name: &str, limit_bytes: u64) -> Diagnostic {
    Diagnostic::error(0..0, format!("{name} is larger than {} KiB, the most that is read", limit_bytes / 1024))
        .with_help("A map of 200 by 200 tiles and 1,000 units fit easily; is this the right file?")
}

/// A file is named by a scenario that lies nowhere.
pub fn nothing_beside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} can't be found: this scenario is a text without a folder", quoted(name)))
        .with_help("Save it in a folder together with that file.")
}

/// A file that a battle couldn't tell from another, as it keeps no folders.
pub fn ambiguous_beside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} has the name of another file of this battle, or ends in .toml", quoted(name)))
        .with_help("Rename it.")
}

/// A battle doesn't have a file that its scenario names.
pub fn missing_beside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} isn't kept with this battle", quoted(name)))
        .with_help("Somebody changed the log: a battle keeps all that its scenario names.")
}

/// A file that can't be read.
pub fn unreadable_beside(span: Span, name: &str, error: &std::io::Error) -> Diagnostic {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file {} beside the scenario", quoted(name)),
        _ => format!("{} can't be read: {error}", quoted(name)),
    };
    Diagnostic::error(span, message).with_help("Names of files count from the scenario's folder.")
}

/// A file elsewhere.
pub fn outside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} lies outside the scenario's folder", quoted(name)))
        .with_help("Put the file beside the scenario, or into a folder there.")
}

/// A file that is larger than what is read.
pub fn too_large_beside(span: Span, name: &str, limit_bytes: u64) -> Diagnostic {
    let mib = limit_bytes / (1024 * 1024);
    Diagnostic::error(span, format!("{} is larger than {mib} MiB, the most that is read", quoted(name)))
        .with_help("Save it smaller: a picture is drawn with 40 pixels a tile at most.")
}

/// A file that should be text.
pub fn no_text_beside(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} is not UTF-8 text", quoted(name)))
        .with_help("In Tiled, save it as a .tmj file.")
}

/// A map of Tiled that can't be used: why, and what to do, in two sentences.
pub fn tiled(span: Span, name: &str, why: &str) -> Diagnostic {
    let (why, help) = why.split_once(". ").unwrap_or((why, "Save it again in Tiled"));
    Diagnostic::error(span, format!("{} can't be used: {why}", quoted(name))).with_help(format!("{help}."))
}

/// Tiles of Tiled's map of which no layer says what they are.
pub fn no_terrain(span: Span, name: &str, first: &str, tiles: usize) -> Diagnostic {
    let more =
        if tiles == 1 { String::new() } else { format!(" and {} more", count(tiles as u64 - 1, "tile", "tiles")) };
    Diagnostic::error(span, format!("{} doesn't say what {first}{more} is made of", quoted(name)))
        .with_help("In Tiled's tileset, give the tile that lies there a class, or a property `terrain`: \"woods\".")
}

/// A picture that isn't a PNG; `kind` is what it is, if that can be told.
pub fn no_png(span: Span, name: &str, kind: &str) -> Diagnostic {
    let what = if kind.is_empty() { "no PNG".to_owned() } else { format!("a {kind}, and only PNG is read") };
    Diagnostic::error(span, format!("{} holds {what}", quoted(name)))
        .with_help("Save the picture itself as PNG; `picture_tile` says how many pixels a tile is wide.")
}

/// A picture that says of itself that it shows more tiles than the map has, or fewer.
pub fn other_size(span: Span, name: &str, (wide, high): (f64, f64), (columns, rows): (u8, u8)) -> Diagnostic {
    let message = format!("{} shows {wide} by {high} tiles, and the map has {columns} by {rows}", quoted(name));
    Diagnostic::warning(span, message).with_help("Draw the map as wide and high as its picture, or cut the picture.")
}

/// A picture that can't be read.
pub fn broken_picture(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} is damaged: {why}", quoted(name))).with_help("Save it again.")
}

/// A picture with too many pixels.
pub fn huge_picture(span: Span, name: &str, width: u32, height: u32) -> Diagnostic {
    Diagnostic::error(span, format!("{} has {width} by {height} pixels, more than is read", quoted(name)))
        .with_help("Save it smaller: a picture is drawn with 40 pixels a tile at most.")
}

/// The text isn't TOML here.
pub fn syntax(span: Span, found: &str, message: &str) -> Diagnostic {
    let begins_word = found.starts_with(char::is_alphabetic);
    let (what, help) = match message {
        it if it.contains("duplicate key") => {
            ("this stands twice in one table", "Keep one of the two; tables that repeat begin with [[…]].")
        }
        it if it.contains("recurs") => ("this is nested too deeply", "80 levels are the most."),
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

/// A key that means nothing here.
pub fn unknown_key(span: Span, key: &str, known: &[&str]) -> Diagnostic {
    let known = known.iter().copied();
    Diagnostic::error(span, format!("nothing here is called {}", quoted(key))).with_help(or_rather(
        key,
        known,
        "Nothing can stand here.",
    ))
}

/// A value of the wrong sort.
pub fn wrong_value(span: Span, key: &str, what: &str, found: &str, known: &[String]) -> Diagnostic {
    let subject = if key.is_empty() { "this".to_owned() } else { format!("`{}`", shortened(key)) };
    let it = Diagnostic::error(span, format!("{subject} should be {what}, not {found}"));
    match known {
        [] => it,
        _ => it.with_help(or_rather(found.trim_matches('"'), known.iter().map(String::as_str), "")),
    }
}

/// Something else instead of a table that has these keys, or any.
pub fn no_table(span: Span, key: &str, found: &str, keys: &[&str]) -> Diagnostic {
    let it = wrong_value(span, key, "a table", found, &[]);
    if keys.is_empty() { it } else { it.with_help(format!("It may have {}.", join(keys, "and"))) }
}

/// One thing instead of a list.
pub fn no_list(span: Span, key: &str, is_table: bool, found: &str) -> Diagnostic {
    let key = shortened(key);
    Diagnostic::error(span, format!("`{key}` should be a list, not {found}")).with_help(match is_table {
        true => format!("Write [[{key}]] above it, with two brackets."),
        false => format!("Write {key} = [ … ]."),
    })
}

/// Keys that have to be there.
pub fn missing(span: Span, missing: &[&str]) -> Diagnostic {
    Diagnostic::error(span, format!("{} missing here", are(keys(missing, "and"), missing.len())))
}

fn are(what: String, count: usize) -> String {
    format!("{what} {}", if count == 1 { "is" } else { "are" })
}

/// A new entry that doesn't say enough.
pub fn incomplete(span: Span, what: &str, name: &str, missing: &[&str]) -> Diagnostic {
    Diagnostic::error(span, format!("{what} {} says nothing of {}", quoted(name), keys(missing, "and")))
        .with_help(format!("Add {}, or `like` with the name of an entry to begin from.", keys(missing, "and")))
}

/// More than there can be.
pub fn list_too_long(span: Span, key: &str, most: usize, found: usize) -> Diagnostic {
    let key = shortened(key);
    Diagnostic::error(span, format!("`{key}` can list {most} at most, and here are {found}"))
        .with_help(format!("Keep {most}, or make two battles of it."))
}

/// A name that nothing has.
pub fn unknown_name<'a>(
    span: Span,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let nothing = format!("There is no {what} at all.");
    Diagnostic::error(span, format!("no {what} is called {}", quoted(name))).with_help(or_rather(name, known, &nothing))
}

/// Entries that are like each other, round and round.
pub fn like_in_a_circle(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} is like itself, by way of `like`", quoted(name)))
        .with_help("Let one of the entries say everything itself.")
}

/// Two things with one name.
pub fn same_name(span: Span, name: &str, first: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} is the name of {first} already", quoted(name)))
        .with_help("Orders and goals need names that mean one thing.")
}

/// A name that the rules use.
pub fn reserved_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} has a meaning of its own and can't be a name", quoted(name)))
}

/// None of the keys of which there has to be one.
pub fn no_head(span: Span, what: &str, heads: &[&str]) -> Diagnostic {
    Diagnostic::error(span, format!("this {what} says nothing: it needs one of {}", keys(heads, "and")))
}

/// Several of the keys of which there can be one.
pub fn several_heads(span: Span, what: &str, heads: &[&str], help: &str) -> Diagnostic {
    Diagnostic::error(span, format!("this {what} says {} at once", keys(heads, "and"))).with_help(help)
}

/// A key that doesn't go with another.
pub fn stray_key(span: Span, key: &str, head: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{key}` means nothing beside `{head}`")).with_help("Leave it out.")
}

/// `false` where only `true` means something.
pub fn only_true(span: Span, key: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{key}` can only be true")).with_help("Leave it out if it isn't.")
}

/// No rows.
pub fn no_rows(span: Span) -> Diagnostic {
    Diagnostic::error(span, "the map has no rows").with_help("Draw a row of letters a line, between \"\"\" marks.")
}

/// A map that is too small or too large.
pub fn map_edge(span: Span, columns: usize, rows: usize, least: usize, most: u8) -> Diagnostic {
    let message = format!("the map has {columns} by {rows} tiles; each edge is {least} to {most} tiles long");
    Diagnostic::error(span, message).by_rule("T-1")
}

/// A row of another length than the first.
pub fn ragged_row(span: Span, row: usize, letters: usize, first: usize) -> Diagnostic {
    let message = format!("row {row} of the map has {}, and row 1 has {first}", count(letters as u64, "tile", "tiles"));
    let help = match letters < first {
        true => format!("Add {}.", count((first - letters) as u64, "letter", "letters")),
        false => format!("Take {} away.", count((letters - first) as u64, "letter", "letters")),
    };
    Diagnostic::error(span, message).with_help(help)
}

/// A drawing of the levels with more or fewer rows than the map.
pub fn other_rows(span: Span, rows: usize, map: usize) -> Diagnostic {
    let rows = count(rows as u64, "row", "rows");
    Diagnostic::error(span, format!("`levels` has {rows}, and the map has {map}"))
        .with_help("Draw a digit for each tile of the map, row under row, or \".\" for 0.")
}

/// A letter where a level should stand.
pub fn no_level(span: Span, letter: char) -> Diagnostic {
    Diagnostic::error(span, format!("{} is no level", quoted(&letter.to_string())))
        .with_help("A level is a digit from 0 to 9, or \".\" for 0.")
}

/// A letter that the legend doesn't have.
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

/// A legend key of several letters, or none.
pub fn legend_key(span: Span, key: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{} can't stand for terrain: it takes one letter or mark", quoted(key)))
}

/// A tile that the map doesn't have.
pub fn off_the_map(span: Span, tile: &str, last: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{tile} is off the map, which ends with {last}")).by_rule("T-1")
}

/// A tile that nobody can stand on.
pub fn blocked_tile(span: Span, who: &str, tile: &str, terrain: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{who} can't stand on {tile}: there is {terrain}, which nobody can enter"))
        .by_rule("T-10")
}

/// A tile that somebody else has.
pub fn taken_tile(span: Span, who: &str, tile: &str, other: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{who} can't stand on {tile}: {other} stands there")).by_rule("T-2")
}

/// Not enough tiles around a leader.
pub fn no_room(span: Span, squad: &str, tile: &str, units: usize) -> Diagnostic {
    let units = count(units as u64, "unit", "units");
    Diagnostic::error(span, format!("there is no room for the {units} of {squad} around {tile}"))
        .with_help("Choose a tile with more free ground that can be walked to from there.")
}

/// Not one tile for each unit.
pub fn tile_count(span: Span, squad: &str, tiles: usize, units: usize) -> Diagnostic {
    let units = count(units as u64, "unit", "units");
    Diagnostic::error(span, format!("{squad} has {units} and {}", count(tiles as u64, "tile", "tiles")))
        .with_help("List a tile for each unit, a hero's last, or give the leader's tile alone: at = \"C7\".")
}

/// A squad without a place.
pub fn no_place(span: Span, who: &str) -> Diagnostic {
    Diagnostic::error(span, format!("nobody knows where {who} stands"))
        .with_help("Give the leader's tile, at = \"C7\", or let the squad wait: reserve = true.")
}

/// A place for those who wait.
pub fn reserve_with_place(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} waits in reserve and stands on the map at once"))
        .with_help("Take one of the two away; an event's `reinforce` says where a reserve arrives.")
}

/// A list of units that isn't one.
pub fn unit_entry(span: Span, text: &str) -> Diagnostic {
    let message = format!("{} is no entry of a squad", quoted(text));
    Diagnostic::error(span, message).with_help("Write a number from 1 to 100 and a unit: \"8 rifleman\".")
}

/// Nobody in it.
pub fn empty_squad(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} has no units"))
        .with_help("List them: units = [\"8 rifleman\"].")
        .by_rule("T-3")
}

/// More units than a battle holds.
pub fn too_many_units(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error(span, format!("with these there are more than {most} units, the most of one battle"))
}

/// More units than a squad holds.
pub fn too_many_in_squad(span: Span, squad: &str, most: usize) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} has more than {most} units, the most of one squad"))
        .with_help("Make two squads of it.")
}

/// A side with nobody.
pub fn no_squads(span: Span, side: &str) -> Diagnostic {
    Diagnostic::error(span, format!("the {side} have no squads")).with_help("Add one: [[squad]].")
}

/// No way to win.
pub fn no_victory(span: Span) -> Diagnostic {
    Diagnostic::error(span, "nothing says how the players win")
        .with_help("Add a [[victory]] with `text` and `when`.")
        .by_rule("O-2")
}

/// An event without a moment.
pub fn event_without_moment(span: Span) -> Diagnostic {
    Diagnostic::error(span, "nothing says when this event happens")
        .with_help("Add at_round = 4, or when = { … } as in a victory.")
}

/// An event with two moments.
pub fn event_with_two_moments(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this event has both `at_round` and `when`").with_help("Keep one of them.")
}

/// An event in which nothing happens.
pub fn idle_event(span: Span) -> Diagnostic {
    Diagnostic::error(span, "nothing happens in this event").with_help("Add `reinforce` or `text`.")
}

/// An event before the battle.
pub fn event_in_first_round(span: Span) -> Diagnostic {
    Diagnostic::error(span, "round 1 is open when the battle begins, so nothing can come then")
        .with_help("Put the squad on the map, and the text into the briefing; or choose round 2.")
}

/// Somebody called who isn't waiting.
pub fn not_in_reserve(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{squad} can't arrive: it doesn't wait in reserve"))
        .with_help("Give the squad reserve = true.")
}

// Doubts: taken, and perhaps not what was meant.

/// No way there.
pub fn unreachable(span: Span, what: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("no way on foot leads from any squad of the players to {what}"))
}

/// Later than the last round.
pub fn too_late(span: Span, what: &str, round: u16, last: u16) -> Diagnostic {
    Diagnostic::warning(span, format!("{what} takes until round {round}, and the battle ends after round {last}"))
}

/// More than there are.
pub fn too_few(span: Span, needed: u16, who: &str, there: usize) -> Diagnostic {
    Diagnostic::warning(span, format!("{needed} of {who} can't get there: there are {there}"))
}

/// An entry that nothing uses.
pub fn unused(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("nothing in this battle uses the {what} {}", quoted(name)))
}

/// A name that is something else as well.
pub fn read_as_other(span: Span, name: &str, what: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("in an order, {} is {what}", quoted(name)))
        .with_help("Players would have to write it between quotes; another name spares them that.")
}

/// A unit that is called like one of a squad.
pub fn named_like_a_number(span: Span, name: &str, number: usize, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("in an order, {} is number {number} of {squad}", quoted(name)))
        .with_help("Nobody can give this one an order by that name; give it another.")
}

/// A name with letters that nobody sees.
pub fn unseen_letters(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("there are letters in {} that nobody sees", quoted(name)))
        .with_help("Write it again by hand.")
}

/// A seat with nothing to lead.
pub fn idle_seat(span: Span, player: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{player} has no squad to lead"))
        .with_help(format!("Give one player = \"{player}\", or take the seat away."))
}

/// A squad that nobody calls.
pub fn never_arrives(span: Span, squad: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("{squad} waits in reserve, and nothing brings it"))
        .with_help("Add an [[event]] with `reinforce`.")
}

/// Points that nobody can score.
pub fn no_points(span: Span) -> Diagnostic {
    Diagnostic::warning(span, "no objective gives points, so nobody scores any")
}

/// `all` or `any` of nothing.
pub fn no_conditions(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this list of conditions is empty").with_help("Put conditions into it, or leave it out.")
}

/// A failure that is said to be one team's.
pub fn defeat_of_a_team(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a [[defeat]] is everybody's")
        .with_help("Leave out team, or write what the others win by as a [[victory]] of theirs.")
}

/// A goal whose owners nobody plays.
pub fn goal_of_no_players(span: Span) -> Diagnostic {
    Diagnostic::error(span, "goals are the players', and this side isn't theirs")
        .with_help("Write what it wins by as a [[defeat]].")
}

/// `ends` at a goal that is no failure.
pub fn only_defeats_end(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(span, "only a [[defeat]] ends the battle by itself").with_help("Leave out ends.")
}
