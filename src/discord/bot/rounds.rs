//! Rounds on Discord: closed with a report and a map, undone, and what the clock makes due.

use std::sync::{LazyLock, Mutex};

use crate::diagnostic::{count, possessive};
use crate::discord::bot::mail::{Button, CONTENT_MAX, Deed, Draft, File, STATUS, cut_to};
use crate::discord::bot::posts;
use crate::discord::bot::status::{self, plain};
use crate::discord::bot::thread_state::{ThreadState, with_state};
use crate::game::Stage;
use crate::map::{MapRenderer, NoPicture, Picture, alt_text};
use crate::page::{Block, Document, Markup, PUBLIC_MAX, Rich};
use crate::post::Poster;
use crate::referee::{Closed, Due, Refused, Table, Transaction, Undoing};
use crate::store::{ClosedBy, Entry, export};

/// The most messages that the report of a battle is split into. The attached file has all of it.
const PARTS_MAX: usize = 5;

/// Letters in a part: less than Discord's limit, to leave room for its number and for why the round was closed.
const PART_MAX: usize = 1_900;

/// Closes the round for the GM, and posts its report. Returns what the GM is told.
///
/// # Errors
///
/// If orders are missing and `force` is false (`help` then says how to close it regardless), or the battle is over.
pub(super) fn resolve(
    tx: &mut Transaction,
    state: &mut ThreadState,
    force: bool,
    help: &str,
) -> Result<String, Refused> {
    let round = tx.table.round();
    tx.close(ClosedBy::Gm, force).map_err(|why| match why {
        Refused::OrdersMissing(who) => Refused::Unclear(format!("Orders are missing from {who}. {help}")),
        why => why,
    })?;
    report_round(tx, state, ClosedBy::Gm, None);
    Ok(format!("Round {round} is closed."))
}

/// The most letters for the names of those who gave no orders.
const WITHOUT_MAX: usize = 600;

/// Posts the report of the round that was closed last. `late` is its deadline, if it was closed late.
fn report_round(tx: &mut Transaction, state: &mut ThreadState, by: ClosedBy, late: Option<i64>) {
    let Some(closed) = tx.table.closed().last() else { return };
    let round = closed.round;
    let mut without: Vec<String> = closed.without_orders.iter().map(status::owing).collect();
    let mut letters = 0;
    let fits = |it: &&String| {
        letters += it.chars().count();
        letters <= WITHOUT_MAX
    };
    let named = without.iter().take_while(fits).count();
    let more = without.len() - named;
    without.truncate(named);
    without.extend((0 < more).then(|| format!("and {more} more")));
    let without = match without.is_empty() {
        true => "\n".to_owned(),
        false => format!(" Without orders: {}.\n", without.join(", ")),
    };
    let why = match (by, late) {
        (ClosedBy::Gm, _) => String::new(),
        (ClosedBy::Deadline, None) => format!("The deadline has passed.{without}"),
        (ClosedBy::Deadline, Some(deadline)) => format!(
            "The deadline passed <t:{deadline}:R>, while I could not hear you. It waited until I had read what you \
             posted.{without}"
        ),
        (ClosedBy::Players, _) => format!("All players were ready.{without}"),
    };
    post_report(tx, state, round, &why);
    report_end(tx, state);
    // A round that was played before and undone has posts already.
    posts::refresh(tx, state);
    status::refresh(tx, state);
}

/// Posts the report of a round again, because it was deleted.
pub(super) fn report_again(tx: &mut Transaction, state: &mut ThreadState, round: u16) {
    // After a start, only the last rounds are in memory. If the log can't be replayed, those have to do.
    let _ = tx.table.replay_skipped_or_refuse();
    post_report(tx, state, round, "");
}

/// Posts what everybody should know of a round as one message, with the map. The attached ledger has all the rest.
fn post_report(tx: &mut Transaction, state: &mut ThreadState, round: u16, why: &str) {
    let Some(closed) = tx.table.closed().iter().find(|it| it.round == round) else { return };
    let buttons = vec![report_buttons(round)];
    let draft = Draft { files: files(tx, closed), buttons, ..Draft::text(report_text(tx, closed, why)) };
    state.sent += 1;
    let tag = format!("report:{}", state.sent);
    state.post_as(tx, &tag, draft, None);
    state.reports.insert(round, tag);
}

/// The text of a round's report, which begins with `why`.
fn report_text(tx: &Transaction, closed: &Closed, why: &str) -> String {
    let statement = tx.table.round_statement(closed.report.round).map_or_else(String::new, |it| format!("-# {it}"));
    let rest = "-# … the rest of it is in the attached ledger.\n";
    let secrets = cut_to(secret_orders(tx, closed).join("\n"), SECRETS_MAX);
    let secrets = if secrets.is_empty() { secrets } else { format!("{}\n", plain(&secrets)) };
    let letters = [why, &secrets, &statement, rest].iter().map(|it| it.chars().count() + 1).sum::<usize>();
    let room = CONTENT_MAX.saturating_sub(letters);
    let document = closed.report.public_within(room.min(PUBLIC_MAX));
    let mut parts = Markup::Discord.render_parts(&document, room).into_iter();
    let shown = parts.next().unwrap_or_default();
    let rest = if parts.next().is_some() { rest } else { "" };
    format!("{why}{}\n{rest}{secrets}{statement}", shown.trim_end())
}

/// The secret orders of a round that has been played: a line for each player who gave some.
fn secret_orders(tx: &Transaction, closed: &Closed) -> Vec<String> {
    let told = |(poster, orders): (&Poster, &Vec<String>)| {
        format!("{} secret orders: {}", possessive(tx.table.name_of(*poster)), orders.join("; "))
    };
    closed.secrets.iter().map(told).collect()
}

/// The most letters of secret orders in a report. The ledger has all of them.
const SECRETS_MAX: usize = 300;

fn report_buttons(round: u16) -> Vec<Button> {
    let button = |id: String, label: &str| Button { id, label: label.to_owned(), is_primary: false };
    vec![
        button(format!("fp:mine:{round}"), "My squads"),
        button(format!("fp:details:{round}"), "Why, with all dice"),
        button(format!("fp:large:{round}"), "Map larger"),
        button(format!("fp:map:{round}"), "Map in words"),
    ]
}

/// The map and the ledger. If the map can't be drawn, the round is reported without it.
fn files(tx: &Transaction, closed: &Closed) -> Vec<File> {
    let name = format!("round-{:02}", closed.report.round);
    let secrets: String = secret_orders(tx, closed).iter().map(|it| format!("\n{it}")).collect();
    let ledger = format!("{}{secrets}", Markup::Plain.render(&closed.report.document()));
    let about = "The ledger of the round: every volley, blow and test with its number, as plain text";
    let ledger = File::new(&format!("{name}.ledger.txt"), about, ledger);
    map_file(&name, &tx.table.playing().picture_after(closed.number)).into_iter().chain([ledger]).collect()
}

/// Draws the maps of all battles, so that a ground that many rounds share is drawn only once.
static RENDERER: LazyLock<Mutex<MapRenderer>> = LazyLock::new(Mutex::default);

/// A picture of the map, with a description in words.
pub(super) fn map_file(name: &str, picture: &Picture) -> Option<File> {
    let drawn = match RENDERER.try_lock() {
        Ok(mut renderer) => renderer.png(picture),
        // A battle doesn't wait for another battle's map.
        Err(_) => MapRenderer::default().png(picture),
    };
    file_of(name, picture, drawn)
}

/// A large picture of the map.
pub(super) fn large_map_file(name: &str, picture: &Picture) -> Option<File> {
    file_of(name, picture, MapRenderer::default().large_png(picture))
}

fn file_of(name: &str, picture: &Picture, drawn: Result<Vec<u8>, NoPicture>) -> Option<File> {
    match drawn {
        Ok(bytes) => Some(File::new(&format!("{name}.png"), &alt_text(picture), bytes)),
        Err(why) => {
            tracing::error!("a map could not be drawn: {why}");
            None
        }
    }
}

/// Posts how the battle ended, if it has.
fn report_end(tx: &mut Transaction, state: &mut ThreadState) {
    if tx.table.stage().outcome.is_none() {
        return;
    }
    report_battle(tx, state);
    let said = format!(
        "The battle is over: {}. The GM can still take the last round back (`/gm undo`); `/battle end` publishes the seed, \
         so that everybody can check the dice.",
        plain(&tx.table.playing().ended())
    );
    state.post(tx, Draft::text(said));
}

/// Posts the report of the whole battle.
fn report_battle(tx: &mut Transaction, state: &mut ThreadState) {
    // After a start, only the last rounds are in memory.
    let _ = tx.table.replay_skipped_or_refuse();
    let document = tx.table.final_report();
    let mut parts = Markup::Discord.render_parts(&document, PART_MAX);
    let left = parts.len().saturating_sub(PARTS_MAX);
    parts.truncate(PARTS_MAX);
    let file = File::new("aftermath.txt", "The report of the whole battle", Markup::Plain.render(&document));
    for (n, part) in parts.into_iter().enumerate() {
        let files = if n == 0 { vec![file.clone()] } else { Vec::new() };
        state.post(tx, Draft { files, ..Draft::text(part) });
    }
    if 0 < left {
        state.post(tx, Draft::text("The rest is in the attached text."));
    }
}

/// Publishes the seed and ends the battle for good.
pub(super) fn end_battle(tx: &mut Transaction, state: &mut ThreadState) {
    if tx.table.is_revealed() {
        return;
    }
    tx.table.reveal();
    // A battle that was won has its report already.
    if tx.table.stage().outcome.is_none() {
        report_battle(tx, state);
    }
    let said = tx.table.seed_statement().unwrap_or_default();
    let files = whole_files(tx.table);
    let content = format!(
        "{said}\nThe battle is over for good. With the attached files anybody can check every die: \
         `fieldpost verify battle.log`, or `fieldpost verify thread.txt` and the scenario's file."
    );
    state.post(tx, Draft { files, ..Draft::text(content) });
    status::refresh(tx, state);
    // People who were told that the last round may be taken back may be told now that it can't any more.
    state.told.clear();
    state.is_closed = true;
}

/// The battle as files, without what isn't public: the log, the thread, and the scenario under the name that the thread
/// promises. A campaign's muster wrote its scenario, and of any other scenario only the host has the file.
pub(super) fn whole_files(table: &Table) -> Vec<File> {
    let log = export(&table.public_log()).unwrap_or_default();
    let mut files = vec![
        File::new("battle.log", "The log of the battle, which fieldpost verify checks", log),
        File::new("thread.txt", "The thread as plain text, which fieldpost verify checks too", table.transcript()),
    ];
    if let Some(Entry::Created { scenario, .. }) = table.log().first() {
        files.push(File::new(&scenario.name, "The scenario of the thread", scenario.text.clone()));
    }
    files
}

/// Takes decisions back, in public. The reports of undone rounds say so, for people who find them later.
///
/// # Errors
///
/// If there is no decision with that number.
pub(super) fn undo(tx: &mut Transaction, state: &mut ThreadState, number: Option<usize>) -> Result<Undoing, Refused> {
    const WHY: &str = "**Taken back: none of this counts any more.**\n";
    let from = tx.table.undoing(number)?.round;
    let closed = tx.table.closed().iter().filter(|it| from <= it.report.round);
    let told: Vec<(u16, String)> = closed.map(|it| (it.report.round, report_text(tx, it, WHY))).collect();
    let undoing = tx.undo(number)?;
    for (round, told) in told {
        if let Some(tag) = state.reports.remove(&round) {
            state.edit(tx, &tag, Draft::text(told), None);
        }
    }
    let times = count(tx.table.times_undone() as u64, "time", "times");
    let closes =
        tx.table.deadline().map_or_else(String::new, |it| format!("\nIts deadline is <t:{it}:F> (<t:{it}:R>)."));
    let undone = plain(&undoing.to_string());
    let said = format!("{undone}{closes}\n-# So far in this battle something was taken back {times}.");
    state.post(tx, Draft::text(said));
    posts::refresh(tx, state);
    status::refresh(tx, state);
    Ok(undoing)
}

/// Posts what the clock made due: a reminder, a call, or the report of a round that closed.
pub(super) fn post_due(tx: &mut Transaction, due: &Due) {
    with_state(tx, |tx, state| {
        match due {
            Due::Remind { seat, .. } | Due::Call { seat } => {
                let Some(user) = tx.table.holder(*seat).and_then(|it| it.parse::<u64>().ok()) else { return };
                let squads = plain(&tx.table.owed_by(Poster::Seat(*seat)).join(", "));
                let said = if let Due::Remind { deadline, .. } = due {
                    let by = if tx.table.pace().closes { "the round closes" } else { "they are wanted" };
                    format!("<@{user}>, your orders are missing for {squads}: {by} <t:{deadline}:R>.")
                } else {
                    let by = tx.table.deadline().map_or_else(String::new, |it| format!(", by <t:{it}:F> (<t:{it}:R>)"));
                    format!("<@{user}>, round {} is open, for orders to {squads}{by}.", tx.table.round())
                };
                state.post(tx, Draft { calls: vec![user], ..Draft::text(said) });
            }
            Due::TellGm { .. } => {
                let owed: Vec<String> = tx.table.waited_for().into_iter().map(|it| plain(&it.who)).collect();
                let owed = if owed.is_empty() {
                    "Everybody has orders.".to_owned()
                } else {
                    format!("Missing: {}.", owed.join(", "))
                };
                let said = format!("the deadline has passed. {owed} `/round resolve` closes the round.");
                state.notify_gm(tx, &said, None);
            }
            Due::CloseAtDeadline { late } => report_round(tx, state, ClosedBy::Deadline, *late),
            Due::CloseEarly => report_round(tx, state, ClosedBy::Players, None),
        }
        status::refresh(tx, state);
    });
}

/// Opens a battle's thread: briefing, map, how to post, the statement about the dice, and the pinned message.
pub(super) fn open_thread(tx: &mut Transaction, state: &mut ThreadState, rehearsal: Option<u64>) {
    let mut parts = Markup::Discord.render_parts(&briefing(tx), PART_MAX).into_iter();
    let files: Vec<File> = map_file("opening", &tx.table.playing().picture_of_opening()).into_iter().collect();
    state.post(tx, Draft { files, ..Draft::text(parts.next().unwrap_or_default()) });
    for part in parts {
        state.post(tx, Draft::text(part));
    }
    let example = tx.table.example().map_or_else(String::new, |it| format!("> {}\n", plain(&it)));
    let how = format!(
        "Take a seat with a button below or `/join`. Then write what you like; a line that starts with `!` is an order:\n\
         {example}\
         I answer each post with what I understood. Editing a post reads it again, deleting it takes its orders back. \
         `/help` has the rest."
    );
    let secret = rehearsal.map_or_else(String::new, |seed| {
        format!(
            "\n**This is a rehearsal:** its seed is {seed} and no secret, so anybody who reads this can know the dice."
        )
    });
    let terms = terms(tx.table);
    state.post(tx, Draft::text(format!("{terms}\n{how}{secret}\n-# {}", tx.table.opening_statement())));
    state.title = Some(status::title(tx.table, &state.name));
    pin_status(tx, state);
}

/// The most letters about goals in an opening. `/look` has all of them.
const TERMS_MAX: usize = 900;

/// How long the battle lasts, what its goals are, and whether orders may be secret.
fn terms(table: &Table) -> String {
    let Stage { rounds, has_secrets, .. } = table.stage();
    let rounds = rounds.map(|it| format!("The battle lasts {} at most.", count(it, "round", "rounds")));
    let goals = table.playing().now().goals.into_iter().map(|it| it.capitalised().text().to_owned());
    let goals = cut_to(goals.collect::<Vec<String>>().join("\n"), TERMS_MAX);
    let goals = Some(plain(&goals)).filter(|it| !it.is_empty());
    let secrets = "Orders may be secret here: `/order` with `secret: True`.".to_owned();
    let lines: Vec<String> = rounds.into_iter().chain(goals).chain(has_secrets.then_some(secrets)).collect();
    lines.join("\n")
}

/// Opens a thread for a battle from a file: where the battle stands, what the file means for its dice, and the pinned
/// message.
pub(super) fn open_imported(tx: &mut Transaction, state: &mut ThreadState) {
    let said = format!(
        "**{}** goes on here from a file, in round {}. Everybody keeps their seat; `/seat give` gives one to somebody else.\n\
         **The file holds the battle's seed:** anybody who has it can know the dice to come.\n-# {}",
        plain(tx.table.stage().title),
        tx.table.round(),
        tx.table.opening_statement()
    );
    let files: Vec<File> = map_file("map", &tx.table.playing().picture()).into_iter().collect();
    state.post(tx, Draft { files, ..Draft::text(said) });
    pin_status(tx, state);
    status::refresh(tx, state);
}

/// Posts the status message, and pins it.
fn pin_status(tx: &mut Transaction, state: &mut ThreadState) {
    let draft = status::draft(tx.table);
    state.status.clone_from(&draft.content);
    state.post_as(tx, STATUS, draft, None);
    tx.send_later(None, state.mail(Deed::Pin { of: STATUS.to_owned() }));
}

/// The title, the briefing paragraph by paragraph, and who commands what.
fn briefing(tx: &Transaction) -> Document {
    let stage = tx.table.stage();
    let mut blocks = vec![Block::Heading(Rich::plain(stage.title))];
    let line = |it: String| Block::Line(Rich::plain(it));
    // The lines of a scenario's file fit its author's screen. A phone has to break them elsewhere.
    let mut paragraph = Vec::new();
    for text in stage.briefing.lines().map(str::trim).chain([""]) {
        if !text.is_empty() {
            paragraph.push(text);
        } else if !paragraph.is_empty() {
            blocks.extend([line(paragraph.join(" ")), line(String::new())]);
            paragraph.clear();
        }
    }
    for seat in tx.table.seats() {
        blocks.push(line(tx.table.introduction(seat)));
    }
    Document { blocks }
}
