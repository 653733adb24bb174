//! Every sentence about what is wrong with a campaign, one function each, so that the voice is the same everywhere.

use std::collections::BTreeSet;

use crate::campaign::{Person, Refused};
use crate::diagnostic::{Diagnostic, Severity, capitalised, count, join, nearest, one_of, sentences};
use crate::file::Problems;
use crate::file::say::quoted;
use crate::referee::verify::Difference;

/// The longest reason, in letters.
pub(super) const REASON_LETTERS_MAX: usize = 300;

sentences! {
    /// Fewer names than people.
    too_few_names(names: usize, people: usize) error: "there {} {} for {people} people without one",
        if names == 1 { "is" } else { "are" }, count(names as u64, "name", "names")
        => "Add some to `names`, or name people in `units`: {{ unit = \"rifleman\", name = \"Wren\" }}. The file of a season needs as \
            many, and takes those that its new places need.";
    /// A name that is also the name of a page, so that the person could never be shown.
    name_of_a_page(name: &str) error: "{} is what a page of the campaign is called", quoted(name)
        => "The word shows that page. Choose another name.";
    /// A choice that the rules have made already.
    fallen_is_fixed(game: &str) error: "the rules of the {game} game say who of the fallen lives"
        => "Leave `fallen` out.";
    /// A hero in a game without heroes.
    no_heroes(game: &str, name: &str) error: "the {game} game has no heroes of players"
        => "Name the character in the `units` of a squad: {{ unit = \"…\", name = {} }}.", quoted(name);
    /// An ability in a game without abilities.
    no_abilities(game: &str, name: &str) error: "{name} gives an ability, and the {game} game has no heroes to use it"
        => "Let it change a number of the unit: change = {{ move = 1 }}.";
    /// A table that would never be used.
    toys_are_not_hurt() error: "nobody is wounded in a campaign of toys, so nothing would be rolled on this"
        => "Write fallen = \"mortal\", or leave `injuries` out.";
    /// A row that means death, and something after it.
    dead_and_more() warning: "whoever dies by this row misses no battles, and is not changed"
        => "Leave out `dead`, or `out` and `change`.";
    /// A die that doesn't exist.
    no_such_die(sides: u8) error: "there is no die with {sides} sides"
        => "Choose {}.", one_of(&["4", "6", "8", "10", "12"]);
    /// A row that should stand above the one before it.
    row_out_of_order(to: u8, last: u8) error: "this row ends at {to}, and the one before it at {last}"
        => "Write the rows from the lowest number on.";
    /// A row for numbers that the die doesn't have.
    row_beyond_die(to: u8, sides: u8) error: "the die has {sides} sides and never shows {to}"
        => "End the last row with to = {sides}, or take another die.";
    /// Numbers without a row.
    die_without_row(first: u8, sides: u8) error: "{} on the die {} no row",
        if first == sides { sides.to_string() } else { format!("{first} to {sides}") }, if first == sides { "has" } else { "have" }
        => "Add a row with to = {sides}, or let the last row end with it.";
    /// An ability for people who can't use any.
    ability_for_privates(name: &str) error: "{name} gives an ability, which only heroes can use"
        => "Add who = \"hero\" to this purchase.";
    /// A change that some who may get it can't have.
    beyond_limits(change: &str, units: &[&str]) warning: "no {} can have {change}", join(units, "or")
        => "They go to battle without it, or with as much of it as they can have.";
    /// A medal that everyone would have.
    medal_for_nothing(name: &str) error: "everybody would have the {name}: it asks for nothing"
        => "Say what it is given for, such as when = {{ wounded = 1 }}.";
}

/// Refusals, one a row: a name with its arguments, and why something can't be done. Each becomes a function that
/// returns a [`Refused`].
macro_rules! refusals {
    ($($name:ident($($arg:ident: $type:ty),*): $text:literal $(, $value:expr)*;)*) => { $(
        pub(super) fn $name($($arg: $type),*) -> Refused {
            Refused(format!($text $(, $value)*))
        }
    )* };
}

refusals! {
    several(name: &str, people: &[&str]): "{} may be {}. Write more of the name", quoted(name), join(people, "or");
    out_of_place(): "it stands where none of its kind can";
    wrong_number(n: u32, next: u32): "it musters for battle {n}, and battle {next} is next";
    nobody_goes(): "nobody would go";
    no_such_squad(from: &str, ids: &[&str], line: usize):
        "line {line} of the scenario draws from {}, and no squad of the campaign has that id. It has {}",
        quoted(from), join(ids, "and");
    drawn_twice(from: &str, line: usize):
        "line {line} of the scenario draws from {} once more. Let one squad of a scenario draw from one of the campaign",
        quoted(from);
    draws_nobody():
        "no squad of this scenario draws people from a campaign. Write from = \"…\" with the id of a squad of the \
         campaign into a [[squad]] of it";
    is_mustered(muster: &str):
        "this scenario was made by a muster already ({muster}). Muster from the one that it was made from";
    other_game(scenario: &str, campaign: &str):
        "the scenario is for the {scenario} game, and the campaign is fought by the {campaign} game";
    hero_apart(player: &str, line: usize):
        "line {line} of the scenario: the heroes of {player} stand in tables of their own, where no others can be put \
         in their place. Write hero = {{ name = …, class = … }} in the player's own table";
    no_station(hero: &str, player: &str):
        "{hero} has no place in this scenario: {player} has no hero there, and no squad draws from the hero's. Give \
         the scenario's player a hero with `in` or `at`, or leave {hero} at home (`without`)";
    not_going(name: &str):
        "{name} would not go anyway, so there is nobody to leave at home. Take {name} out of `without`";
    doubtful(why: &Diagnostic):
        "somebody can't go to this scenario: {}. Leave them at home (`without`)", why.message;
    no_open_muster(muster: &str): "no muster is open that its scenario was made by: it says {}", quoted(muster);
    muster_was_taken_back(n: u32):
        "the muster for battle {n} that its scenario was made by was taken back. Muster again, and play the scenario \
         that is written then";
    counts_for_nothing(n: u32):
        "its battle counts for nothing, as the muster for battle {n} that its scenario was made by was taken back";
    nobody_has_won(rounds: usize):
        "nobody has won after {}, and it can't go on, as its seed is published. Enter it as given up with --given-up",
        count(rounds as u64, "round", "rounds");
    no_muster(): "its battle was fought without a muster. Make its scenario with `campaign muster`";
    of_other_campaign(muster: &str, campaign: &str):
        "it is of another muster: its scenario says {}, and this campaign is {campaign}", quoted(muster);
    in_from_other_log(n: u32): "battle {n} is in already, from another log. Undo that first";
    other_people(muster: &str): "its people are not those of the muster {}", quoted(muster);
    is_missing(who: &str): "{who} was mustered, and its scenario has nobody of that name";
    die_is_missing(who: &str): "a die of {who} is missing, or shows what it can't";
    die_too_many(n: u32): "battle {n} has dice that nothing was asked of";
    no_squad(id: &str, ids: &[&str]):
        "no squad of the campaign has the id {}. There is {}", quoted(id), join(ids, "and");
    is_dead(who: &str): "{who} is dead. If that was a mistake, rule \"{who} fit\"";
    is_in_battle(who: &str, n: u32): "{who} is in battle {n}, which is not over. End it first, or undo its muster";
    is_out(who: &str, n: u32, until: u32): "{who} is out of battle {n}{}. If you decide otherwise, rule \"{who} fit\"",
        if n == until { String::new() } else { format!(", and until battle {until}") };
    nothing_to_buy(what: &str, names: &[&str]): "nothing that XP buy is called {}. {}", quoted(what),
        if names.is_empty() { "The campaign's file has no `buy`".to_owned() } else { format!("There is {}", join(names, "and")) };
    xp_are_spent(who: &str, left: i32, wanted: i32): "{who} has {left} XP left, so {wanted} can't be taken away";
    posthumous(who: &str): "{who} is dead and buys nothing any more";
    not_for(who: &str, what: &str, is_hero: bool): "{what} is for {} alone, so {who} can't have it",
        if is_hero { "those who are no heroes" } else { "heroes" };
    bought_already(who: &str, what: &str): "{who} has {what} already";
    overdrawn(who: &str, what: &str, cost: i32, left: i32): "{what} costs {cost} XP and {who} has {left}";
    undoes_nothing(line: usize): "it takes back line {line}, which was not the last that stood";
    nothing_to_undo(): "nothing has happened yet since the campaign or its season began, so there is nothing to undo";
    unclear_ruling(text: &str):
        "{} is no ruling. Write a name and then: fit, dead, out 2, xp +2, xp -1, or joins otter", quoted(text);
    out_of_how_many(battles: &str, most: u32):
        "{} is no number of battles to be out of. Write one from 1 to {most}, or `fit` for none", quoted(battles);
    how_many_xp(xp: &str, most: i32):
        "{} is no number of XP to give or take. Write one from -{most} to +{most}, other than 0", quoted(xp);
    more_or_less_xp(xp: &str): "xp {xp} may be more or less. Write xp +{xp} to give XP, or xp -{xp} to take them";
    is_so_already(who: &str, is: &str): "{who} is {is} already, so there is nothing to rule";
    no_reason(): "a ruling is public: say why, with --why \"…\"";
    text_too_long(most: usize): "that is too long: {most} letters of one line at most";
    not_a_log(line: usize): "line {line} is not an entry of a campaign's log. Take the log as fieldpost wrote it";
    is_cut_off(line: usize): "the file is cut off in line {line}. Take a copy that is whole";
    is_a_battles_log(): "this is the log of a battle, not of a campaign. A campaign's lies beside its file";
    no_beginning(): "it does not begin with the beginning of a campaign";
    too_new(format: u32, known: u32):
        "it is of format {format}, and this version of fieldpost reads {known}. Use a later one";
    broken_chain(line: usize): "something before line {line} is not what it was when that line was written";
    broken_entry(line: usize, why: &Refused): "line {line} can't have been written: {why}";
    plan_does_not_hold(why: &str): "the file that it began with can't be read:\n{why}";
    season_of_other_game(season: &str, campaign: &str):
        "it is for the {season} game, and the campaign is fought by the {campaign} game. A season goes on with the \
         same game";
    is_no_hero(who: &str): "{who} is a hero here, and is none in the campaign so far. Give the hero another name";
    hero_is_missing(who: &str):
        "{who} is a hero of the campaign, and no hero here. Leave everybody's `hero` in the file, the dead included; \
         who doesn't go any more stays at home with --without";
    too_few_names_for_season(people: usize):
        "{} no name left: the names of the campaign so far are taken for ever. Add some to `names`",
        count(people as u64, "place that it has more has", "places that it has more have");
    dice_differ(n: u32): "battle {n}: its log gives other facts or dice than the campaign's";
    no_such_battle(n: u32): "no battle {n} is over in that log";
    not_entered(n: u32): "battle {n} of the campaign isn't entered yet. Enter it with `campaign end`";
    no_use(who: &str, what: &str, unit: &str, change: &str):
        "{who} would have nothing of {what}: no {unit} can have {change}";
    has_ability(who: &str, what: &str): "{who} would have nothing of {what}: {who} has that ability already";
}

/// The first thing that is wrong with a mustered scenario, and the line where it stands.
pub(super) fn cannot_be_played(problems: &Problems) -> Refused {
    let why = problems.diagnostics.iter().find(|it| it.severity == Severity::Error);
    let line = |at: usize| {
        let (before, after) = problems.text.split_at_checked(at)?;
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let end = after.find('\n').map_or(problems.text.len(), |it| at + it);
        problems.text.get(start..end)
    };
    let line = why.and_then(|it| line(it.span.start)).map_or_else(String::new, |it| format!(" ({})", it.trim()));
    let why = why.map_or("nobody knows why", |it| it.message.as_str());
    Refused(format!(
        "the scenario can't be played with these people: {why}{line}. Squads with `from`, and seats of players \
         who have heroes in the campaign, hold the campaign's people alone. Change the scenario, or leave somebody at home (`without`)"
    ))
}

pub(super) fn nobody(name: &str, people: &[Person]) -> Refused {
    let near = nearest(name, people.iter().map(|it| it.name.as_str()));
    // A full stop follows the refusal, so the question stands in brackets.
    let help = if near.is_empty() {
        ". The roster lists everybody".to_owned()
    } else {
        format!(" (did you mean {}?)", one_of(&near))
    };
    Refused(format!("nobody in this campaign is called {}{help}", quoted(name)))
}

/// A hero stays at home, because the player has no seat.
pub(super) fn no_seat(hero: &str, player: &str) -> String {
    format!("{hero} stays at home: no seat is called {}.", quoted(player))
}

/// People stay at home, because the scenario has fewer places than their squad has people.
pub(super) fn no_place(people: &[&Person], squad: &str) -> String {
    let names: Vec<&str> = people.iter().map(|it| it.name.as_str()).collect();
    let verb = if names.len() == 1 { "stays" } else { "stay" };
    format!("{} {verb} at home: all places for {squad} are taken.", join(&names, "and"))
}

/// A seat has no hero, because none of its player's can go.
pub(super) fn no_hero(player: &str, n: u32, heroes: &[&Person]) -> String {
    let why = |it: &&Person| match it.in_battle {
        _ if it.is_dead => format!("{} is dead", it.name),
        Some(open) => format!("{} is in battle {open}", it.name),
        None if n <= it.out_until => format!("{} is {}", it.name, out_of(n, it.out_until)),
        None => format!("{} stays at home", it.name),
    };
    format!("The seat {} has no hero: {}.", quoted(player), join(&heroes.iter().map(why).collect::<Vec<_>>(), "and"))
}

/// `out of battles 2 and 3`
pub(super) fn out_of(next: u32, until: u32) -> String {
    match until.saturating_sub(next) {
        0 => format!("out of battle {next}"),
        1 => format!("out of battles {next} and {until}"),
        _ => format!("out of battles {next} to {until}"),
    }
}

/// `move −1`
pub(super) fn changed(key: &str, by: i64) -> String {
    format!("{key} {by:+}").replace('-', "−")
}

/// Somebody goes without a change, or with less of it, because their kind of unit can't have it.
pub(super) fn goes_without(who: &str, unit: &str, key: &str, by: i64, can: i64) -> String {
    let wanted = changed(key, by);
    let instead = match can {
        0 => format!("without {wanted}"),
        can => format!("with {} instead of {by:+}", changed(key, can)).replace('-', "−"),
    };
    format!("{who} goes {instead}, which no {unit} can have.")
}

/// Why nobody of a squad can go: how many are in open battles, out, left at home, and dead.
pub(super) fn nobody_is_fit(squad: &str, id: &str, n: u32, people: &[&Person]) -> Refused {
    let number = |is: &dyn Fn(&Person) -> bool| people.iter().filter(|it| is(it)).count() as u64;
    let open: BTreeSet<u32> = people.iter().filter_map(|it| it.in_battle).collect();
    let open: Vec<String> = open.into_iter().map(|it| format!("battle {it}")).collect();
    let is_out = |it: &Person| !it.is_dead && it.in_battle.is_none() && n <= it.out_until;
    let is_home = |it: &Person| it.can_go(n).is_none();
    let counted = [
        (number(&|it| it.in_battle.is_some()), format!("in {}", join(&open, "and"))),
        (number(&is_out), "out".to_owned()),
        (number(&is_home), "left at home".to_owned()),
        (number(&|it| it.is_dead), "dead".to_owned()),
    ];
    let counted = counted.iter().filter(|it| 0 < it.0).map(|it| format!("{} {}", it.0, it.1)).collect::<Vec<_>>();
    let counted = if counted.is_empty() { "there is nobody in it".to_owned() } else { join(&counted, "and") };
    let mut remedies = Vec::new();
    if !open.is_empty() {
        remedies.push(format!("end {} first", join(&open, "and")));
        remedies.push("undo the muster".to_owned());
    }
    if 0 < number(&is_out) {
        remedies.push("rule somebody fit".to_owned());
    }
    if 0 < number(&is_home) {
        remedies.push("take somebody out of `without`".to_owned());
    }
    if remedies.is_empty() {
        remedies.push(format!("rule that somebody joins {id}"));
    }
    remedies.push("take from = … out of the scenario's squad".to_owned());
    Refused(format!("nobody of {squad} is fit for battle {n}: {counted}. {}", capitalised(&join(&remedies, "or"))))
}

pub(super) fn plan_changed(line: usize, was: Option<&str>, name: &str, stem: &str, has_begun: bool) -> Refused {
    // Not `-2` alone, because that is the name of a muster's scenario.
    let season = match has_begun {
        false => format!("begin another campaign with it: campaign new {stem}-new.toml"),
        true => format!("begin a season with it: campaign new {stem}-season-2.toml --from {stem}.log"),
    };
    Refused(format!(
        "{name} is not as it was when it was begun with: line {line} was {}. Put it back as it was. If the change is meant, save the \
         new file under another name first, and {season}",
        was.map_or_else(|| "not there".to_owned(), quoted)
    ))
}

pub(super) fn log_does_not_hold(why: &Difference) -> Refused {
    match why {
        Difference::NoSeed => Refused(
            "its battle isn't over: the seed is published at its end, and nothing can be proved before. Play it to its end, or \
             play it with --given-up".to_owned(),
        ),
        why => Refused(format!("it does not hold: {why}")),
    }
}
