//! A battle as a conversation in the terminal, with several seats at one keyboard.

use crate::cli::command::{all, command, late, with_its_orders};
use crate::cli::lines::{Line, Lines, Words};
use crate::cli::output::{Output, owed, tell};
use crate::cli::stage::Stage;
use crate::cli::{SeedOption, Trouble};
use crate::diagnostic::join;
use crate::map::text_map;
use crate::post::{Language, Poster};
use crate::referee::commands::{Command, CommandAuthor, GM, refuse_argument};
use crate::referee::{Answered, Taken, post_name};

/// Reads lines until there are no more: `@name` changes seats, `/…` is a command, anything else is an order. Questions
/// still work after the battle is over.
pub(super) fn run(stage: &mut Stage) -> Result<(), Trouble> {
    let mut seat = stage.table.stage().seats.first().map_or(GM.to_owned(), |it| it.name.clone());
    tell(&format!("\n{}\n\n{}\n{}\n", text_map(&stage.table.playing().picture()), help(stage), owed(&stage.table)))?;
    let mut lines = Lines::open();
    let mut is_over = stage.table.stage().outcome.is_some();
    let mut cleared = 0;
    loop {
        let post = match post(stage, &mut lines, &seat)? {
            Line::Typed(post) => post,
            Line::End => break,
            Line::Cleared => {
                cleared += 1;
                if 1 < cleared && confirms_leaving(stage, &mut lines)? {
                    break;
                }
                continue;
            }
        };
        cleared = 0;
        let line = post.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => (),
            "/quit" | "/exit" | "quit" | "exit" => break,
            "/what-if" => {
                let seed = SeedOption::default().seed()?;
                stage.what_if(&seat, seed)?;
            }
            "/leave" => stage.leave_what_if()?,
            "/help" | "help" | "?" => tell(&format!("{}\n", commands(stage)))?,
            lower if lower.starts_with("/help ") => tell(&help_with(stage, line["/help ".len()..].trim()))?,
            _ => turn(stage, &mut seat, line)?,
        }
        if std::mem::replace(&mut is_over, stage.table.stage().outcome.is_some()) != is_over && is_over {
            tell("The battle is over. /report, /why, /losses and /undo still answer; /quit leaves.\n")?;
        }
    }
    // A what-if that `fork` made is never kept.
    let is_battle = stage.battle.is_some() || !stage.table.is_what_if();
    if is_battle && stage.kept.is_none() && stage.folder.is_none() && !is_over {
        tell("Nothing of this battle is kept: --db FILE would go on with it, --out DIR keep its files.\n")?;
    }
    Ok(())
}

/// Asks whether to leave, after Ctrl-C was pressed twice.
fn confirms_leaving(stage: &Stage, lines: &mut Lines) -> Result<bool, Trouble> {
    let kept = if stage.kept.is_some() { "" } else { " Nothing of this battle is kept." };
    let answer = lines.next(&format!("Leave?{kept} [y/N] "), Words::default)?;
    Ok(match answer {
        Line::Typed(it) => is_yes(&it),
        Line::Cleared | Line::End => true,
    })
}

fn is_yes(line: &str) -> bool {
    ["y", "yes"].contains(&line.trim().to_lowercase().as_str())
}

/// Reads a post: a line, and the lines after it as long as each ends with `\\`.
fn post(stage: &Stage, lines: &mut Lines, seat: &str) -> Result<Line, Trouble> {
    let mut post = match lines.next(&format!("{seat}> "), || words(stage, seat))? {
        Line::Typed(it) => it,
        other => return Ok(other),
    };
    while let Some(begun) = post.trim_end().strip_suffix('\\') {
        let begun = begun.trim_end().to_owned();
        match lines.next("… ", || words(stage, seat))? {
            Line::Typed(next) => post = format!("{begun}\n{next}"),
            Line::Cleared => return Ok(Line::Cleared),
            Line::End => post = begun,
        }
    }
    Ok(Line::Typed(post))
}

/// What a line may be completed with.
fn words(stage: &Stage, seat: &str) -> Words {
    let playing = stage.table.playing();
    let roster = playing.roster();
    let squads = roster.iter().filter(|it| it.is_known).map(|it| it.name.to_owned());
    let places = playing.objectives().into_iter().map(|it| it.0.to_owned());
    let seats = stage.table.stage().seats.iter().map(|it| it.name.clone());
    let commands = all().filter_map(|it| Some(it.0.split(' ').next()?.to_owned()));
    let own = stage.table.poster(seat).map_or_else(|_| Vec::new(), |it| stage.table.after_command_of(it));
    let phrases = own.iter().map(|it| (it.name.to_owned(), playing.phrases(it.id))).collect();
    Words { names: squads.chain(places).chain(seats).chain(commands).collect(), phrases }
}

fn turn(stage: &mut Stage, seat: &mut String, line: &str) -> Result<(), Trouble> {
    if let Some(name) = line.strip_prefix('@') {
        match stage.table.poster(name.trim()) {
            Ok(Poster::Gm) => *seat = GM.to_owned(),
            Ok(poster) => *seat = stage.table.name_of(poster).to_owned(),
            Err(why) => tell(&format!("{why}.\n"))?,
        }
        return Ok(());
    }
    for (command, is_edit) in [("/edit", true), ("/delete", false)] {
        let rest = line.strip_prefix(command).filter(|it| it.is_empty() || it.starts_with([' ', '\n']));
        if let Some(rest) = rest {
            return change(stage, seat, rest.trim(), is_edit);
        }
    }
    if let Some(text) = line.strip_prefix('/') {
        if let Some(said) = with_surplus(text) {
            return tell(&said);
        }
        // The player at the keyboard is also the GM.
        let is_gms = matches!(Command::read(text), Some(Ok(it)) if it.allowed_author() == CommandAuthor::Gm);
        let author = if is_gms { GM } else { seat };
        let shown = command(&mut stage.table, author, text);
        stage.keep(None)?;
        stage.show(&shown)?;
        return match shown {
            Output::RoundClosed(_) => stage.say(&format!("{}\n", text_map(&stage.table.playing().picture()))),
            Output::Text(_) => Ok(()),
        };
    }
    if let Some(name) = bare_command(line) {
        return tell(&format!("Commands begin with a /. Write /{name}, and /help tells of all.\n"));
    }
    let orders = if is_yes(line) { offered_post(stage, seat) } else { None };
    let orders = orders.unwrap_or_else(|| as_orders(stage, seat, line));
    let said = match stage.table.post(seat, &orders) {
        Ok(Answered { answer: None, .. }) => no_order(stage),
        Ok(answered) => answer_text(&answered),
        Err(why) => format!("{why}.\n"),
    };
    stage.keep(None)?;
    stage.show(&Output::Text(said))
}

/// A note about a keyboard command with something after it. These commands take no arguments.
fn with_surplus(text: &str) -> Option<String> {
    let (name, rest) = text.split_once(char::is_whitespace)?;
    let help = match name.to_ascii_lowercase().as_str() {
        "what-if" => {
            ". There /resolve plays a round, three times at most while the battle is going on, and /leave goes back"
        }
        "leave" | "quit" | "exit" => "",
        _ => return None,
    };
    Some(format!("{}{help}.\n", refuse_argument(name, rest.trim())))
}

/// Edits or deletes one of the author's own posts: the one whose number comes first, otherwise the last.
fn change(stage: &mut Stage, seat: &str, text: &str, is_edit: bool) -> Result<(), Trouble> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let given = first.strip_prefix('#').unwrap_or(first).parse().ok();
    let last = || stage.table.answers().filter(|it| it.0 == seat).last().map(|it| it.1.number);
    let (Some(number), text) = (given.or_else(last), if given.is_some() { rest } else { text }) else {
        return tell("You have posted nothing in this round.\n");
    };
    let orders = with_its_orders(&stage.table, number);
    let taken = match is_edit {
        true => stage.table.edit(seat, number, &as_orders(stage, seat, text)),
        false => stage.table.delete(seat, number),
    };
    let said = match taken {
        Ok(Taken::Answered(Answered { answer: None, .. })) if is_edit => no_order(stage),
        Ok(Taken::Answered(answered)) if is_edit => answer_text(&answered),
        Ok(Taken::Answered(_)) => format!("{} is taken back{orders}.\n", post_name(number)),
        Ok(Taken::Late { number, round }) => format!("{}.\n", late(number, round)),
        Err(why) => format!("{why}.\n"),
    };
    stage.keep(None)?;
    stage.show(&Output::Text(said))
}

/// The command that a line is, except that its `/` is missing.
fn bare_command(line: &str) -> Option<&'static str> {
    let mut names = all().filter_map(|it| it.0.split(' ').next()?.strip_prefix('/'));
    names.find(|it| it.eq_ignore_ascii_case(line.trim()))
}

/// The answer to a post without an order, in case one was meant.
fn no_order(stage: &Stage) -> String {
    let example = stage.table.example().map_or_else(String::new, |it| format!(": {}", it.trim_start_matches('!')));
    format!("💡 There is no order in that, so it counts as a story. An order names a squad and what it does{example}\n")
}

/// The post that the answer to somebody's last post offers.
fn offered_post(stage: &Stage, seat: &str) -> Option<String> {
    let (_, last) = stage.table.answers().filter(|it| it.0 == seat).last()?;
    stage.table.as_post(&last.answer?)
}

/// The answer to a post, with the number for edits. Empty if there is none.
fn answer_text(answered: &Answered) -> String {
    let Some(answer) = &answered.answer else { return String::new() };
    let name = post_name(answered.number);
    let offer = if answer.meant.is_empty() { "" } else { "\n(\"yes\" gives that order.)" };
    // Further lines are indented like the first, because some point at the words above them.
    let below = format!("\n{:1$}", "", name.len() + 1);
    format!("{name} {}\n", (answer.text() + offer).replace('\n', &below))
}

/// A post with every line that is meant as an order written as one.
fn as_orders(stage: &Stage, seat: &str, post: &str) -> String {
    let lines: Vec<String> = post.lines().map(|it| as_order(stage, seat, it)).collect();
    lines.join("\n")
}

/// Adds the order prefix, which may be left out here. A quoted line is no order. A line that neither reads as an order
/// nor begins with a squad is fiction.
fn as_order(stage: &Stage, seat: &str, line: &str) -> String {
    let with_prefix = format!("!{line}");
    let is_order = |poster| stage.table.playing().reads(&with_prefix, poster, &Language::default());
    let roster = stage.table.playing().roster();
    let begins_with = |name: &str| {
        let rest = line.to_lowercase().strip_prefix(&name.to_lowercase()).map(str::to_owned);
        rest.is_some_and(|it| !it.starts_with(char::is_alphanumeric))
    };
    let names_one = roster.iter().any(|it| it.is_known && begins_with(it.name));
    let is_meant = line.contains(':') || names_one || stage.table.poster(seat).is_ok_and(is_order);
    if line.starts_with(['!', '！', '>']) || !is_meant { line.to_owned() } else { with_prefix }
}

/// What the rules, the orders and the commands of this battle say about a word. "rules" lists every rule.
fn help_with(stage: &Stage, word: &str) -> String {
    let wanted = word.trim_start_matches('/').to_lowercase();
    let has = |it: &str| begins_a_word(&wanted, &it.to_lowercase());
    let playing = stage.table.playing();
    let squads = playing.roster();
    let mut verbs: Vec<String> = squads.iter().flat_map(|it| playing.phrases(it.id)).filter(|it| has(it)).collect();
    verbs.sort();
    verbs.dedup();
    let is_for_all = wanted == "rules";
    let rules = playing.rules().iter().filter(|it| is_for_all || has(it.id) || has(it.gist));
    let mut text: String = verbs.iter().map(|it| format!("  order: {it} …{}\n", continuations(stage, it))).collect();
    text.extend(ways_to_write(playing.orders_page(), &wanted));
    let commands = all().chain(KEYBOARD_COMMANDS.iter().copied()).filter(|it| it.0.starts_with('/') && has(it.0));
    text.extend(commands.map(|(command, what)| {
        format!("  {}: {}\n", stage.table.with_own_examples(command), stage.table.with_own_examples(what))
    }));
    text.extend(rules.map(|it| format!("  {}: {}\n", it.id, it.gist)));
    if text.is_empty() { format!("Nothing here is called \"{word}\".\n") } else { text }
}

/// Whether a text contains `wanted` at the beginning of a word.
fn begins_a_word(wanted: &str, text: &str) -> bool {
    text.match_indices(wanted).any(|it| !text[..it.0].ends_with(char::is_alphanumeric))
}

/// The rows of the page of orders with a word in their examples: `go to a tile: !Alpha: move to K9`.
fn ways_to_write<'p>(page: &'p str, word: &'p str) -> impl Iterator<Item = String> + 'p {
    let examples = move |cell: &str| {
        let spans = cell.split('`').skip(1).step_by(2);
        let has = |it: &&str| it.split(|it: char| !it.is_alphanumeric()).any(|it| it.eq_ignore_ascii_case(word));
        spans.filter(|it| it.starts_with('!')).filter(has).collect::<Vec<_>>().join(" · ")
    };
    let row = move |line: &str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let (what, written) = (cells.next()?, examples(cells.next()?));
        (!written.is_empty()).then(|| format!("  {what}: {written}\n"))
    };
    page.lines().filter_map(row)
}

/// What may follow a verb in an order, from what the first squad that has the verb could name.
fn continuations(stage: &Stage, verb: &str) -> String {
    let playing = stage.table.playing();
    let roster = playing.roster();
    let has = |id| playing.phrases(id).iter().any(|it| it == verb);
    let Some(squad) = roster.iter().find(|it| it.is_on_map && it.seat.is_some() && has(it.id)) else {
        return String::new();
    };
    let poster = squad.seat.map_or(Poster::Gm, Poster::Seat);
    let Some(next) = stage.table.choices(poster, squad.name, verb) else { return String::new() };
    let mut ways: Vec<String> = next.names.iter().take(2).cloned().collect();
    ways.extend(next.tile());
    if next.is_whole {
        ways.push("nothing more".to_owned());
    }
    if ways.is_empty() { String::new() } else { format!(" such as {}", join(&ways, "or")) }
}

fn help(stage: &Stage) -> String {
    let seats: Vec<String> = stage.table.stage().seats.iter().map(|it| format!("@{}", it.name)).collect();
    format!(
        "{} Change seats with {}, or @{GM} for the enemy.\n/look tells how things stand, /help lists the commands, /help move \
         what there is to know of a word, /quit leaves.",
        stage.table.with_own_examples(stage.table.playing().how_to_order()),
        join(&seats, "or"),
    )
}

/// What works only at the keyboard.
const KEYBOARD_COMMANDS: &[(&str, &str)] = &[
    ("/edit 3 Alpha: hold", "reads your post #3 again; without a number, the last one"),
    ("/delete 3", "takes your post #3 back; without a number, the last one"),
    ("a line that ends in \\", "goes on below, as one post"),
    ("/what-if", "plays on from here in a copy that nobody else sees; /leave goes back"),
    ("/quit", "leaves"),
];

fn commands(stage: &Stage) -> String {
    let line = |(command, what): (&str, &str)| {
        let (command, what) = (stage.table.with_own_examples(command), stage.table.with_own_examples(what));
        format!("\n  {command:<27}  {what}")
    };
    let all: String = all().chain(KEYBOARD_COMMANDS.iter().copied()).map(line).collect();
    format!("{}{all}", help(stage))
}
