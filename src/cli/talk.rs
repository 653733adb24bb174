//! A battle as a conversation in the terminal: several seats at one keyboard.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::Path;

use crate::cli::command::{all, command};
use crate::cli::shown::{Shown, owed};
use crate::cli::stage::Stage;
use crate::cli::{Trouble, print};
use crate::diagnostic::join;
use crate::post::Poster;
use crate::referee::commands::{Command, GM, Giver};

/// Reads lines until there are no more: `@name` changes seats, `/…` is a command, anything else an order.
pub(super) fn run(stage: &mut Stage) -> Result<(), Trouble> {
    let mut seat = stage.table.stage().seats.first().map_or(GM.to_owned(), |it| it.name.clone());
    print(&format!("\n{}\n{}\n", help(stage), owed(&stage.table)))?;
    let is_watched = io::stdin().is_terminal();
    while stage.table.stage().outcome.is_none() {
        if is_watched {
            print(&format!("{seat}> "))?;
        }
        let Some(line) = next_line()? else { break };
        match line.trim() {
            "" => (),
            "/quit" | "/exit" => break,
            "/help" => print(&format!("{}\n", help(stage)))?,
            line => turn(stage, &mut seat, line)?,
        }
    }
    Ok(())
}

fn next_line() -> Result<Option<String>, Trouble> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes);
    let read = read.map_err(|it| Trouble::reading(Path::new("standard input"), it))?;
    Ok((0 < read).then(|| String::from_utf8_lossy(&bytes).into_owned()))
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
    // Here every line is an order, with the prefix or without, but for what is quoted.
    let order = if line.starts_with(['!', '！', '>']) { line.to_owned() } else { format!("!{line}") };
    let said = match stage.table.post(seat, &order) {
        Ok(answered) => answered.answer.map_or_else(String::new, |it| format!("{}\n", it.text())),
        Err(why) => format!("{why}.\n"),
    };
    stage.keep(None)?;
    stage.show(&Shown::Said(said))
}

fn help(stage: &Stage) -> String {
    let seats: Vec<String> = stage.table.stage().seats.iter().map(|it| format!("@{}", it.name)).collect();
    let mut text = format!(
        "{} Change seats with {}, or @{} for the enemy.\n",
        stage.table.playing().how_to_order(),
        join(&seats, "or"),
        GM,
    );
    for (command, what) in all() {
        text += &format!("  {command:<28} {what}\n");
    }
    text + "  /quit                        leaves"
}
