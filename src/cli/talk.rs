//! A battle as a conversation in the terminal: several seats at one keyboard.

use crate::cli::command::{all, command};
use crate::cli::lines::Lines;
use crate::cli::shown::{Shown, owed};
use crate::cli::stage::Stage;
use crate::cli::{Trouble, print};
use crate::diagnostic::join;
use crate::map::text_map;
use crate::post::{Language, Poster};
use crate::referee::commands::{Command, GM, Giver};

/// Reads lines until there are no more: `@name` changes seats, `/…` is a command, anything else an order. Once the battle is
/// over, what can be asked of it still is.
pub(super) fn run(stage: &mut Stage) -> Result<(), Trouble> {
    let mut seat = stage.table.stage().seats.first().map_or(GM.to_owned(), |it| it.name.clone());
    print(&format!("\n{}\n\n{}\n{}\n", text_map(&stage.table.playing().picture()), help(stage), owed(&stage.table)))?;
    let mut lines = Lines::open();
    let mut is_over = stage.table.stage().outcome.is_some();
    while let Some(line) = lines.next(&format!("{seat}> "), || words(stage))? {
        match line.trim() {
            "" => (),
            "/quit" | "/exit" => break,
            "/help" => print(&format!("{}\n", commands(stage)))?,
            line if line.starts_with("/help ") => print(&help_with(stage, line["/help ".len()..].trim()))?,
            line => turn(stage, &mut seat, line)?,
        }
        if std::mem::replace(&mut is_over, stage.table.stage().outcome.is_some()) != is_over && is_over {
            print("The battle is over. /report, /why, /losses and /undo still answer; /quit leaves.\n")?;
        }
    }
    if stage.kept.is_none() && stage.folder.is_none() && !is_over {
        print("Nothing of this battle is kept: --db FILE would go on with it, --out DIR keep its files.\n")?;
    }
    Ok(())
}

/// What a line may be completed with.
fn words(stage: &Stage) -> Vec<String> {
    let playing = stage.table.playing();
    let roster = playing.roster();
    let squads = roster.iter().filter(|it| it.is_known).map(|it| it.name.to_owned());
    let places = playing.objectives().into_iter().map(|it| it.0.to_owned());
    let phrases = roster.iter().filter(|it| it.seat.is_some()).flat_map(|it| playing.phrases(it.id));
    let seats = stage.table.stage().seats.iter().map(|it| it.name.clone());
    let commands = all().filter_map(|it| Some(it.0.split(' ').next()?.to_owned()));
    let mut words: Vec<String> = squads.chain(places).chain(phrases).chain(seats).chain(commands).collect();
    words.sort();
    words.dedup();
    words
}

fn turn(stage: &mut Stage, seat: &mut String, line: &str) -> Result<(), Trouble> {
    if let Some(name) = line.strip_prefix('@') {
        return match stage.table.poster(name.trim()) {
            Ok(Poster::Gm) => {
                *seat = GM.to_owned();
                Ok(())
            }
            Ok(poster) => {
                *seat = stage.table.name_of(poster).to_owned();
                Ok(())
            }
            Err(why) => print(&format!("{why}.\n")),
        };
    }
    if let Some(text) = line.strip_prefix('/') {
        // Whoever sits at the keyboard is the GM as well.
        let is_gms = matches!(Command::read(text), Some(Ok(it)) if it.giver() == Giver::Gm);
        let author = if is_gms { GM } else { seat };
        let shown = command(&mut stage.table, author, text);
        stage.keep(None)?;
        return stage.show(&shown);
    }
    let order = as_order(stage, seat, line);
    let said = match stage.table.post(seat, &order) {
        Ok(answered) => answered.answer.map_or_else(String::new, |it| format!("{}\n", it.text())),
        Err(why) => format!("{why}.\n"),
    };
    stage.keep(None)?;
    stage.show(&Shown::Said(said))
}

/// Here an order needs no prefix. What is quoted is none, and what neither reads as one nor names somebody is fiction.
fn as_order(stage: &Stage, seat: &str, line: &str) -> String {
    let with_prefix = format!("!{line}");
    let is_order = |poster| stage.table.playing().reads(&with_prefix, poster, &Language::default());
    let is_meant = line.contains(':') || stage.table.poster(seat).is_ok_and(is_order);
    if line.starts_with(['!', '！', '>']) || !is_meant { line.to_owned() } else { with_prefix }
}

/// What the rules and the orders of this battle have to say of a word.
fn help_with(stage: &Stage, word: &str) -> String {
    let wanted = word.to_lowercase();
    let has = |it: &str| it.to_lowercase().contains(&wanted);
    let playing = stage.table.playing();
    let squads = playing.roster();
    let mut verbs: Vec<String> = squads.iter().flat_map(|it| playing.phrases(it.id)).filter(|it| has(it)).collect();
    verbs.sort();
    verbs.dedup();
    let rules = playing.rules().iter().filter(|it| has(it.id) || has(it.gist));
    let mut text: String = verbs.iter().map(|it| format!("  order: {it} …\n")).collect();
    text.extend(rules.map(|it| format!("  {}: {}\n", it.id, it.gist)));
    if text.is_empty() { format!("Nothing here is called \"{word}\".\n") } else { text }
}

fn help(stage: &Stage) -> String {
    let seats: Vec<String> = stage.table.stage().seats.iter().map(|it| format!("@{}", it.name)).collect();
    format!(
        "{} Change seats with {}, or @{GM} for the enemy.\n/look tells how things stand, /help lists the commands, /help move \
         what there is to know of a word, /quit leaves.",
        stage.table.playing().how_to_order(),
        join(&seats, "or"),
    )
}

fn commands(stage: &Stage) -> String {
    let all: String = all().map(|(command, what)| format!("\n  {command:<28} {what}")).collect();
    format!("{}{all}\n  /quit                        leaves", help(stage))
}
