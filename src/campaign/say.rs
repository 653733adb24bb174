//! Every sentence about what is wrong with a campaign, one function each, so that the voice is one.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::campaign::{Person, Refused};
use crate::diagnostic::{Diagnostic, capitalised, count, join, nearest, one_of};
use crate::file::Problems;
use crate::file::say::quoted;
use crate::referee::verify::Difference;

type Span = Range<usize>;

/// Fewer names than people.
pub(super) fn too_few_names(span: Span, names: usize, people: usize) -> Diagnostic {
    let are = if names == 1 { "is" } else { "are" };
    let names = count(names as u64, "name", "names");
    Diagnostic::error(span, format!("there {are} {names} for {people} people without one"))
        .with_help("Add some to `names`, or name people in `units`: { unit = \"rifleman\", name = \"Wren\" }.")
}

/// A choice that the rules have made.
pub(super) fn fallen_is_fixed(span: Span, game: &str) -> Diagnostic {
    Diagnostic::error(span, format!("the rules of the {game} game say who of the fallen lives"))
        .with_help("Leave `fallen` out.")
}

/// A table that would never be used.
pub(super) fn toys_are_not_hurt(span: Span) -> Diagnostic {
    Diagnostic::error(span, "nobody is wounded in a campaign of toys, so nothing would be rolled on this")
        .with_help("Write fallen = \"mortal\", or leave `injuries` out.")
}

/// A die that nobody has.
pub(super) fn no_such_die(span: Span, sides: u8) -> Diagnostic {
    Diagnostic::error(span, format!("there is no die with {sides} sides"))
        .with_help(format!("Choose {}.", one_of(&["4", "6", "8", "10", "12"])))
}

/// A row below another that should stand above it.
pub(super) fn row_out_of_order(span: Span, to: u8, last: u8) -> Diagnostic {
    Diagnostic::error(span, format!("this row ends at {to}, and the one before it at {last}"))
        .with_help("Write the rows from the lowest number on.")
}

/// A row for what no die shows.
pub(super) fn row_beyond_die(span: Span, to: u8, sides: u8) -> Diagnostic {
    Diagnostic::error(span, format!("the die has {sides} sides and never shows {to}"))
        .with_help(format!("End the last row with to = {sides}, or take another die."))
}

/// Numbers that mean nothing.
pub(super) fn die_without_row(span: Span, first: u8, sides: u8) -> Diagnostic {
    let (numbers, have) =
        if first == sides { (sides.to_string(), "has") } else { (format!("{first} to {sides}"), "have") };
    Diagnostic::error(span, format!("{numbers} on the die {have} no row"))
        .with_help(format!("Add a row with to = {sides}, or let the last row end with it."))
}

/// An ability for people who can't use any.
pub(super) fn ability_for_privates(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{name} gives an ability, which only heroes can use"))
        .with_help("Add who = \"hero\" to this purchase.")
}

/// A medal that everybody would have.
pub(super) fn medal_for_nothing(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, format!("everybody would have the {name}: it asks for nothing"))
        .with_help("Say what it is given for, such as when = { wounded = 1 }.")
}

pub(super) fn nobody(name: &str, people: &[Person]) -> Refused {
    let near = nearest(name, people.iter().map(|it| it.name.as_str()));
    // A full stop follows, so the question stands in brackets.
    let help = if near.is_empty() {
        ". `show roster` lists everybody".to_owned()
    } else {
        format!(" (did you mean {}?)", one_of(&near))
    };
    Refused(format!("nobody in this campaign is called {}{help}", quoted(name)))
}

pub(super) fn several(name: &str, people: &[&str]) -> Refused {
    Refused(format!("{} may be {}. Write more of the name", quoted(name), join(people, "or")))
}

pub(super) fn out_of_place() -> Refused {
    Refused("it stands where none of its kind can".to_owned())
}

pub(super) fn wrong_number(n: u32, next: u32) -> Refused {
    Refused(format!("it musters for battle {n}, and battle {next} is next"))
}

pub(super) fn nobody_goes() -> Refused {
    Refused("nobody would go".to_owned())
}

/// A hero who stays at home, as the player isn't there.
pub(super) fn no_seat(hero: &str, player: &str) -> String {
    format!("{hero} stays at home: no seat is called {}.", quoted(player))
}

/// Why nobody of a squad goes: how many of its people are in which open battles, out, at home, and dead.
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
        remedies.push("leave a --without out".to_owned());
    }
    if remedies.is_empty() {
        remedies.push(format!("rule that somebody joins {id}"));
    }
    remedies.push("take from = … out of the scenario's squad".to_owned());
    Refused(format!("nobody of {squad} is fit for battle {n}: {counted}. {}", capitalised(&join(&remedies, "or"))))
}

pub(super) fn no_such_squad(from: &str, ids: &[&str], line: usize) -> Refused {
    Refused(format!(
        "line {line} of the scenario draws from {}, and no squad of the campaign has that id. It has {}",
        quoted(from),
        join(ids, "and")
    ))
}

pub(super) fn drawn_twice(from: &str, line: usize) -> Refused {
    Refused(format!(
        "line {line} of the scenario draws from {} once more. Let one squad of a scenario draw from one of the campaign",
        quoted(from)
    ))
}

pub(super) fn draws_nobody() -> Refused {
    Refused(
        "no squad of this scenario draws people from a campaign. Write from = \"…\" with the id of a squad of the campaign \
         into a [[squad]] of it"
            .to_owned(),
    )
}

pub(super) fn is_mustered(muster: &str) -> Refused {
    Refused(format!("this scenario was made by a muster already ({muster}). Muster from the one that it was made from"))
}

pub(super) fn other_game(scenario: &str, campaign: &str) -> Refused {
    Refused(format!("the scenario is for the {scenario} game, and the campaign is fought by the {campaign} game"))
}

pub(super) fn hero_apart(player: &str, line: usize) -> Refused {
    Refused(format!(
        "line {line} of the scenario: the heroes of {player} stand in tables of their own, where no others can be put in \
         their place. Write hero = {{ name = …, class = … }} in the player's own table"
    ))
}

pub(super) fn no_station(hero: &str, player: &str) -> Refused {
    Refused(format!(
        "{hero} has no place in this scenario: {player} has no hero there, and no squad draws from the hero's. Give the \
         scenario's player a hero with `in` or `at`, or leave {hero} at home with --without"
    ))
}

pub(super) fn not_going(name: &str) -> Refused {
    Refused(format!("{name} would not go anyway, so there is nobody to leave at home. Leave --without {name} out"))
}

pub(super) fn doubtful(why: &Diagnostic) -> Refused {
    Refused(format!("somebody can't go to this scenario: {}. Leave them at home with --without", why.message))
}

pub(super) fn no_open_muster(muster: &str) -> Refused {
    Refused(format!("no muster is open that its scenario was made by: it says {}", quoted(muster)))
}

pub(super) fn muster_was_taken_back(n: u32) -> Refused {
    Refused(format!(
        "the muster for battle {n} that its scenario was made by was taken back. Muster again, and play the scenario that is \
         written then"
    ))
}

pub(super) fn nobody_has_won(rounds: usize) -> Refused {
    Refused(format!(
        "nobody has won after {}. Play it to its end, or enter it as given up with --given-up",
        count(rounds as u64, "round", "rounds")
    ))
}

pub(super) fn no_muster() -> Refused {
    Refused("its battle was fought without a muster. Make its scenario with `campaign muster`".to_owned())
}

pub(super) fn of_other_campaign(muster: &str, campaign: &str) -> Refused {
    Refused(format!("it is of another muster: its scenario says {}, and this campaign is {campaign}", quoted(muster)))
}

pub(super) fn in_from_other_log(n: u32) -> Refused {
    Refused(format!("battle {n} is in already, from another log. Undo that first"))
}

pub(super) fn other_people(muster: &str) -> Refused {
    Refused(format!("its people are not those of the muster {}", quoted(muster)))
}

pub(super) fn is_missing(who: &str) -> Refused {
    Refused(format!("{who} was mustered, and its scenario has nobody of that name"))
}

pub(super) fn die_is_missing(who: &str) -> Refused {
    Refused(format!("a die of {who} is missing, or shows what it can't"))
}

pub(super) fn die_too_many(n: u32) -> Refused {
    Refused(format!("battle {n} has dice that nothing was asked of"))
}

pub(super) fn no_squad(id: &str, ids: &[&str]) -> Refused {
    Refused(format!("no squad of the campaign has the id {}. There is {}", quoted(id), join(ids, "and")))
}

pub(super) fn is_dead(who: &str) -> Refused {
    Refused(format!("{who} is dead. If that was a mistake, rule \"{who} fit\""))
}

pub(super) fn is_in_battle(who: &str, n: u32) -> Refused {
    Refused(format!("{who} is in battle {n}, which is not over. End it first, or undo its muster"))
}

pub(super) fn is_out(who: &str, n: u32, until: u32) -> Refused {
    let until = if n == until { String::new() } else { format!(", and until battle {until}") };
    Refused(format!("{who} is out of battle {n}{until}. If you decide otherwise, rule \"{who} fit\""))
}

pub(super) fn xp_are_spent(who: &str, left: i32, wanted: i32) -> Refused {
    Refused(format!("{who} has {left} XP left, so {wanted} can't be taken away"))
}

pub(super) fn nothing_to_buy(what: &str, names: &[&str]) -> Refused {
    let help = match names.is_empty() {
        true => "The campaign's file has no `buy`".to_owned(),
        false => format!("There is {}", join(names, "and")),
    };
    Refused(format!("nothing that XP buy is called {}. {help}", quoted(what)))
}

pub(super) fn posthumous(who: &str) -> Refused {
    Refused(format!("{who} is dead and buys nothing any more"))
}

pub(super) fn not_for(who: &str, what: &str, is_hero: bool) -> Refused {
    let only = if is_hero { "those who are no heroes" } else { "heroes" };
    Refused(format!("{what} is for {only} alone, so {who} can't have it"))
}

pub(super) fn bought_already(who: &str, what: &str) -> Refused {
    Refused(format!("{who} has {what} already"))
}

pub(super) fn overdrawn(who: &str, what: &str, cost: i32, left: i32) -> Refused {
    Refused(format!("{what} costs {cost} XP and {who} has {left}"))
}

pub(super) fn undoes_nothing(line: usize) -> Refused {
    Refused(format!("it takes back line {line}, which was not the last that stood"))
}

pub(super) fn nothing_to_undo() -> Refused {
    Refused("nothing has happened yet since the campaign or its season began, so there is nothing to undo".to_owned())
}

pub(super) fn unclear_ruling(text: &str) -> Refused {
    Refused(format!(
        "{} is no ruling. Write a name and then: fit, dead, out 2, xp +2, xp -1, or joins otter",
        quoted(text)
    ))
}

pub(super) fn out_of_how_many(battles: &str, most: u32) -> Refused {
    Refused(format!(
        "{} is no number of battles to be out of. Write one from 1 to {most}, or `fit` for none",
        quoted(battles)
    ))
}

pub(super) fn how_many_xp(xp: &str, most: i32) -> Refused {
    Refused(format!(
        "{} is no number of XP to give or take. Write one from -{most} to +{most}, other than 0",
        quoted(xp)
    ))
}

pub(super) fn more_or_less_xp(xp: &str) -> Refused {
    Refused(format!("xp {xp} may be more or less. Write xp +{xp} to give XP, or xp -{xp} to take them"))
}

pub(super) fn is_so_already(who: &str, is: &str) -> Refused {
    Refused(format!("{who} is {is} already, so there is nothing to rule"))
}

pub(super) fn no_reason() -> Refused {
    Refused("a ruling is public: say why, with --why \"…\"".to_owned())
}

pub(super) fn text_too_long(most: usize) -> Refused {
    Refused(format!("that is too long: {most} letters of one line at most"))
}

pub(super) fn not_a_log(line: usize) -> Refused {
    Refused(format!("line {line} is not an entry of a campaign's log. Take the log as fieldpost wrote it"))
}

pub(super) fn is_cut_off(line: usize) -> Refused {
    Refused(format!("the file is cut off in line {line}. Take a copy that is whole"))
}

pub(super) fn is_a_battles_log() -> Refused {
    Refused("this is the log of a battle, not of a campaign. A campaign's lies beside its file".to_owned())
}

pub(super) fn no_beginning() -> Refused {
    Refused("it does not begin with the beginning of a campaign".to_owned())
}

pub(super) fn too_new(format: u32, known: u32) -> Refused {
    Refused(format!("it is of format {format}, and this version of fieldpost reads {known}. Use a later one"))
}

pub(super) fn broken_chain(line: usize) -> Refused {
    Refused(format!("something before line {line} is not what it was when that line was written"))
}

pub(super) fn broken_entry(line: usize, why: &Refused) -> Refused {
    Refused(format!("line {line} can't have been written: {why}"))
}

pub(super) fn plan_does_not_hold(why: &str) -> Refused {
    Refused(format!("the file that it began with can't be read:\n{why}"))
}

pub(super) fn plan_changed(line: usize, was: &str, name: &str, stem: &str, battle: u32) -> Refused {
    let season = match battle {
        0 => format!("begin another campaign with it: campaign new {stem}-2.toml"),
        n => format!("begin a season with it: campaign new {stem}-2.toml --from {stem}.log@{n}"),
    };
    Refused(format!(
        "{name} is not as it was when it was begun with: line {line} was {}. Put it back. If the change is meant, save the \
         new file under another name first, and {season}",
        quoted(was)
    ))
}

pub(super) fn season_of_other_game(season: &str, campaign: &str) -> Refused {
    Refused(format!(
        "it is for the {season} game, and the campaign is fought by the {campaign} game. A season goes on with the same game"
    ))
}

pub(super) fn is_no_hero(who: &str) -> Refused {
    Refused(format!("{who} is a hero here, and is none in the campaign so far. Give the hero another name"))
}

pub(super) fn hero_is_missing(who: &str) -> Refused {
    Refused(format!(
        "{who} is a hero of the campaign, and no hero here. Leave everybody's `hero` in the file, the dead included; who \
         doesn't go any more stays at home with --without"
    ))
}

pub(super) fn too_few_names_for_season(people: usize) -> Refused {
    let people = count(people as u64, "place that it has more has", "places that it has more have");
    Refused(format!("{people} no name left: the names of the campaign so far are taken for ever. Add some to `names`"))
}

pub(super) fn dice_differ(n: u32) -> Refused {
    Refused(format!("battle {n}: its log gives other facts or dice than the campaign's"))
}

pub(super) fn no_such_battle(n: u32) -> Refused {
    Refused(format!("no battle {n} is over in that log"))
}

/// How many letters a reason may have.
pub(super) const REASON_LETTERS_MAX: usize = 300;

pub(super) fn log_does_not_hold(why: &Difference) -> Refused {
    match why {
        Difference::NoSeed => Refused(
            "its battle isn't over: the seed is published at its end, and nothing can be proved before. Play it to its end, or \
             play it with --given-up".to_owned(),
        ),
        why => Refused(format!("it does not hold: {why}")),
    }
}

pub(super) fn cannot_be_played(problems: &Problems) -> Refused {
    Refused(format!("the scenario can't be played with these people:\n{problems}"))
}
