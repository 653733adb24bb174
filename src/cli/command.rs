//! What people say and ask at a table in the terminal: entries of a thread, and lines that begin with `/`.

use crate::cli::output::{Output, owed};
use crate::diagnostic::{join, nearest};
use crate::map::map_in_letters;
use crate::page::{Mark, Markup};
use crate::referee::commands::{self, Command, CommandAuthor, GM, Outcome, command_author};
use crate::referee::thread::{self, Deed, Entry};
use crate::referee::{Answered, Refused, Table, Taken, post_name};

/// Whether posts are answered. Answers that nobody reads are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answers {
    Shown,
    LeftOut,
}

/// Does what one entry of a thread says.
pub(super) fn enter(table: &mut Table, entry: &Entry, answers: Answers) -> Vec<Output> {
    let Entry { line, author, deed, .. } = entry;
    let mut shown = Vec::new();
    let mut commands = Vec::new();
    let mut fiction = Vec::new();
    // Nothing is said about a post that never had an answer.
    let taken_back = match deed {
        Deed::Deletes { post } if answers == Answers::Shown && table.answered(*post).answer.is_some() => {
            Some(format!("\n{author} took a post back{}.\n", with_its_orders(table, *post)))
        }
        _ => None,
    };
    let outcome = match deed {
        Deed::Posts(text) => {
            let (rest, found) = thread::commands(text, command_author(author));
            commands = found;
            if answers == Answers::Shown {
                fiction.extend(thread::hints(&rest));
            }
            match answers {
                Answers::Shown => table.post(author, &rest).map(|it| Some(Taken::Answered(it))),
                Answers::LeftOut => table.take(author, &rest, None).map(|_| None),
            }
        }
        Deed::Edits { post, text } if answers == Answers::Shown => table.edit(author, *post, text).map(Some),
        Deed::Edits { post, text } => table.take_edit(author, *post, text).map(|()| None),
        Deed::Deletes { post } => table.delete(author, *post).map(|it| match it {
            Taken::Late { .. } => Some(it),
            Taken::Answered(_) => None,
        }),
        Deed::Says(_) => return shown,
    };
    match outcome {
        Ok(Some(Taken::Answered(answered))) => shown.extend(answer(author, *line, &answered)),
        Ok(Some(Taken::Late { number, round })) => {
            shown.push(Output::Text(format!("\n{author} (line {line} of the thread): {}.\n", late(number, round))));
        }
        Ok(None) => shown.extend(taken_back.map(Output::Text)),
        // Anybody may talk; it matters only if they meant to give orders.
        Err(Refused::NoSuchSeat { .. }) if is_talk(deed) => (),
        Err(Refused::BattleIsOver) if matches!(deed, Deed::Posts(_)) => (),
        Err(why) => shown.push(Output::Text(format!("\n{author} (line {line} of the thread): {why}.\n"))),
    }
    shown.extend(fiction.iter().map(|it| Output::Text(format!("\n{author} (line {line} of the thread): 💡 {it}\n"))));
    for it in commands {
        shown.push(match command(table, author, &it) {
            Output::Text(said) => {
                Output::Text(format!("\n{author} (line {line} of the thread), /{}{said}", shown_as(&it)))
            }
            closed @ Output::RoundClosed(_) => closed,
        });
    }
    shown
}

// The first line of a command. Hidden orders stay hidden.
fn shown_as(command: &str) -> &str {
    let line = command.lines().next().unwrap_or_default();
    let word = line.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("hidden") { word } else { line }
}

/// Whether a post gives no orders, so that it doesn't matter who wrote it.
fn is_talk(deed: &Deed) -> bool {
    matches!(deed, Deed::Posts(text) if !text.contains('!') && !text.contains("```orders"))
}

/// The words for the orders that a deleted post takes with it.
pub(super) fn with_its_orders(table: &Table, number: u32) -> &'static str {
    if table.playing().holds_orders(number) { ", and its orders with it" } else { "" }
}

/// **R-2** A note that a change came after its round.
pub(super) fn late(number: u32, round: u16) -> String {
    let post = post_name(number);
    format!("post {post} belongs to round {round}, which is closed: its orders can't change any more (R-2)")
}

fn answer(author: &str, line: usize, answered: &Answered) -> Option<Output> {
    let text = answered.answer.as_ref()?.text();
    Some(Output::Text(format!("\n{} {author} (line {line} of the thread)\n{text}\n", post_name(answered.number))))
}

/// Every command, and what it does.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    commands::COMMANDS.iter().chain(commands::QUESTIONS).map(|it| (it.0, it.2))
}

/// Carries out a command, given without its `/`.
pub(super) fn command(table: &mut Table, author: &str, text: &str) -> Output {
    let said = match Command::read(text) {
        Some(Ok(command)) => match table.carry_out(author, &command) {
            Ok(Outcome::RoundClosed(n)) => return Output::RoundClosed(n),
            Ok(Outcome::Text(said)) => said,
            Ok(Outcome::Answered(answered)) => answered.answer.map_or_else(String::new, |it| it.text()),
            Err(why) => format!("{why}."),
        },
        Some(Err(why)) => table.with_own_examples(&format!("{why}.")),
        None => question(table, author, text).unwrap_or_else(|why| format!("{why}.")),
    };
    Output::Text(format!("\n{said}\n"))
}

/// Questions that must stand alone on their line.
const ALONE: &[&str] = &["map", "compare", "report", "losses", "brief", "rehearse", "orders", "dry-run"];

fn question(table: &mut Table, author: &str, text: &str) -> Result<String, Refused> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (asked, rest) = (name.to_lowercase(), rest.trim());
    if !rest.is_empty() && ALONE.contains(&asked.as_str()) {
        return Err(commands::refuse_argument(name, rest));
    }
    Ok(match asked.as_str() {
        "orders" => format!("{}{}", ordered(table), owed(table)),
        "map" => map_in_letters(&table.picture_for(table.poster(author)?)),
        "why" if rest.is_empty() => match table.closed().last().and_then(|it| it.report.lines.last()) {
            Some(last) => format!("Which line? The last one is {0}: /why {0}", last.id()),
            None => "No report has a line yet: no round has been closed.".to_owned(),
        },
        "why" => match table.why(rest) {
            Some(document) => Markup::Plain.render(&document),
            None => no_such_line(table, rest),
        },
        "look" => table.look(author, rest)?,
        "can" => table.can(author, rest)?,
        "odds" => {
            let answer = table.try_post(author, &format!("!{}", rest.trim_start_matches('!')))?;
            answer.map_or_else(|| "That isn't an order.".to_owned(), |it| it.text())
        }
        "compare" => match table.comparison() {
            Some(document) => Markup::Plain.render(&document),
            None => "There is nothing to compare with: this is no what-if of a battle that is over. fieldpost fork makes one."
                .to_owned(),
        },
        "report" => match table.closed().last() {
            Some(closed) => Markup::Plain.render(&closed.report.document()),
            None => "No round has been closed yet.".to_owned(),
        },
        "losses" => Markup::Plain.render(&table.final_report()),
        "brief" => Markup::Plain.render(&table.brief(author)?),
        "rehearse" => Markup::Plain.render(&table.rehearse(author)?.play()),
        // A dry run shows reinforcements and the commander's plans.
        "dry-run" if command_author(author) != CommandAuthor::Gm => {
            format!("/dry-run is for the GM, as it shows what the enemy is about to do. Change seats with @{GM} first.")
        }
        "dry-run" => {
            let report = Markup::Plain.render(&table.dry_run(1)?.document());
            format!("A dry run: the real dice are others.\n\n{report}{}", reasons(table))
        }
        "undoing" => {
            let number = Some(rest).filter(|it| !it.is_empty()).map(|it| table.decision(it)).transpose()?;
            table.undoing(number)?.beforehand()
        }
        "what-if" | "leave" | "edit" | "delete" | "help" | "quit" | "exit" => {
            format!("/{asked} is for a conversation at the keyboard: fieldpost play without --posts.")
        }
        _ => {
            let names: Vec<&str> = all().map(|it| it.0.split(' ').next().unwrap_or_default()).collect();
            let name: String = name.chars().take(40).collect();
            let near = nearest(&format!("/{name}"), names.iter().copied());
            let help = if near.is_empty() { names } else { near };
            format!("There is no command \"/{name}\". Try {}.", join(&help, "or"))
        }
    })
}

/// The commander's reasons, for the GM alone.
fn reasons(table: &Table) -> String {
    let decisions = table.decisions();
    match decisions.is_empty() {
        true => String::new(),
        false => format!("\nFor the GM, why the commander gives its orders:\n  {}\n", decisions.join("\n  ")),
    }
}

/// A note that reports have no such line, and which one is the last.
pub(super) fn no_such_line(table: &Table, id: &str) -> String {
    let id: String = id.chars().take(40).collect();
    match table.closed().last().and_then(|it| it.report.lines.last()) {
        Some(last) => format!("No report has a line \"{id}\". The last one is {}.", last.id()),
        None => format!("No report has a line \"{id}\": no round has been closed yet."),
    }
}

/// The accepted orders of every post of the open round, a line each.
fn ordered(table: &Table) -> String {
    let mut text = String::new();
    for (name, Answered { number, answer }) in table.answers() {
        let lines = answer.into_iter().flat_map(|it| it.lines);
        for line in lines.filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful)) {
            let squad = line.squad.map_or_else(String::new, |it| format!("{it}: "));
            text += &format!("{} {name} {} {squad}{}\n", post_name(number), line.mark.sign(), line.text);
        }
    }
    text
}
