//! What people see of the brick game: the answer to a post, the report of a round, and the map.

mod picture;

pub use picture::{parties, party_of, picture};

use serde_json::json;

use crate::brick::battle::{Battle, Event, UnitState, Who};
use crate::brick::orders::{Accepted, Collected, Fate, shown};
use crate::brick::rules::Brick;
use crate::diagnostic::Diagnostic;
use crate::page::{Answer, AnswerLine, Block, Document, Known, Mark, Reaction, Report, ReportLine, Rich, Table};
use crate::post::{Placed, Poster};

/// A post, and all that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub rules: &'a Brick,
    pub battle: &'a Battle,
    /// The post as it was written.
    pub text: &'a str,
    /// All posts of the round, as they were collected.
    pub posts: &'a [Accepted],
    pub collected: &'a Collected,
    /// Which of them it is, from 0.
    pub post: usize,
    /// Whether whoever asks wants all the odds, and is the only one who sees them.
    pub in_full: bool,
    /// Whether whoever asks may know of every order: the GM, away from the thread.
    pub knows_all: bool,
}

/// Answers a post. Fiction gets no answer.
pub fn answer(asked: &Asked<'_>) -> Option<Answer> {
    let post = asked.posts.get(asked.post)?;
    if post.orders.is_empty() && post.diagnostics.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    let mut refused: Vec<&Diagnostic> = post.diagnostics.iter().collect();
    for (order, it) in post.orders.iter().enumerate() {
        let placed = Placed { post: asked.post, order };
        let words = shown(asked.battle, &it.given.order);
        match asked.collected.fates.get(&placed) {
            Some(Fate::Refused(why)) => refused.push(why),
            Some(Fate::Replaced { .. }) => {
                lines.push(line(Mark::Hint, format!("a later order replaces \"{words}\".")));
            }
            Some(Fate::Counts(_)) | None => lines.push(line(Mark::Taken, words)),
        }
    }
    refused.sort_by_key(|it| it.span.start);
    let mut told: Vec<AnswerLine> = refused.iter().map(|it| line(Mark::Refused, it.under(asked.text))).collect();
    lines.append(&mut told);
    let reaction = match (refused.is_empty(), post.orders.is_empty()) {
        (false, _) => Reaction::Refused,
        (true, false) => Reaction::Taken,
        (true, true) => Reaction::Nothing,
    };
    Some(Answer { reaction, lines, without_orders: without_orders(asked, post.poster), command: Vec::new() })
}

fn line(mark: Mark, text: String) -> AnswerLine {
    AnswerLine { mark, squad: None, text }
}

/// Who of the poster's has been told nothing.
fn without_orders(asked: &Asked<'_>, poster: Poster) -> Vec<String> {
    let (battle, orders) = (asked.battle, &asked.collected.orders);
    let own = battle.everybody().filter(|it| matches!(poster, Poster::Seat(_)) && poster.commands(battle.seat(*it)));
    own.filter(|it| !orders.has_any_for(*it)).map(|it| battle.name(it).to_owned()).collect()
}

/// Tells a round: `before` is the battle as it closed, `events` all that happened since.
pub fn tell(before: &Battle, events: &[Event], _: &Known) -> Report {
    let (mut battle, mut lines, mut part) = (before.clone(), Vec::new(), "Command");
    for (n, event) in events.iter().enumerate() {
        if let Event::PhaseBegan { phase } = event {
            part = phase.name();
        }
        if let Some(text) = sentence(&battle, event) {
            let number = lines.len() as u16 + 1;
            lines.push(ReportLine { round: before.round(), number, part, events: vec![n], text: Rich::plain(text) });
        }
        battle.apply(event);
    }
    let headline = Rich::plain(format!("Round {}: {}", before.round(), before.setup().title));
    let standing = |it: Who| format!("{} {}", battle.name(it), battle.members(it).len());
    let short =
        vec![Rich::plain(format!("Standing: {}.", battle.everybody().map(standing).collect::<Vec<_>>().join(", ")))];
    let goals = battle.setup().goals.iter().enumerate();
    let goals = goals.map(|(n, it)| {
        let met = battle.goal_met(n).map_or("open".to_owned(), |it| format!("met in round {it}"));
        Rich::plain(format!("{}: {met}", it.text))
    });
    Report { round: before.round(), headline, short, lines, goals: goals.collect(), squads: table(&battle) }
}

fn table(battle: &Battle) -> Table {
    let who: Vec<Who> = battle.everybody().collect();
    let mut table = Table::new(&["Who", "Stands", "At"], who.len());
    for it in who {
        table.cell(|out| out.bold(battle.name(it)));
        table.cell(|out| out.push(&format!("{} standing", battle.members(it).len())));
        table.cell(|out| out.push(&format!("at {}", battle.rect(it).at)));
    }
    table
}

/// What happened, in a sentence, if it is worth one.
fn sentence(battle: &Battle, event: &Event) -> Option<String> {
    let unit = |id: crate::field::UnitId| battle.setup().unit(id).name.clone();
    let who = |it: Who| battle.name(it).to_owned();
    Some(match event {
        Event::PolicySet { .. } | Event::PhaseBegan { .. } | Event::PassBegan { .. } => return None,
        Event::SquadFormed(it) => format!("{} forms.", it.name),
        Event::Refused { who: it, order, why } => format!("{}: {order:?} comes to nothing ({why:?}).", who(*it)),
        Event::AttackRolled(it) => {
            let with = it.weapon.map_or(String::new(), |it| format!(" with {}", battle.setup().weapon(it).name));
            let total = it.roll.as_ref().map_or(String::new(), |it| format!(", rolling {}", it.total));
            let hits = if it.hits { "hits" } else { "misses" };
            format!("{}{with} {hits}{total}.", unit(it.by))
        }
        Event::ParryRolled(it) => format!("{} parries, rolling {}.", unit(it.by), it.roll.total),
        Event::Harmed(it) => format!("{} takes {} against armor {}.", unit(it.unit), it.total, it.armor),
        Event::Killed { unit: it, .. } => format!("{} falls.", unit(*it)),
        Event::Moved(it) => format!("{} goes to {}.", who(it.who), it.way.last()?),
        Event::GoalMet { goal } => format!("{}.", battle.setup().goals.get(usize::from(*goal))?.text),
        Event::Ended { outcome, .. } => format!("The battle is over: {outcome:?}."),
        _ => return None,
    })
}

/// All that led to a line of a report.
pub fn reckoning(before: &Battle, events: &[Event], line: &ReportLine) -> Vec<Rich> {
    let mut battle = before.clone();
    let mut told = Vec::new();
    for (n, event) in events.iter().enumerate() {
        if line.events.contains(&n) {
            told.extend(sentence(&battle, event).map(Rich::plain));
        }
        battle.apply(event);
    }
    told
}

/// What is different between two states of a battle.
pub fn difference(before: &Battle, after: &Battle) -> Document {
    let setup = before.setup();
    let changed = setup.unit_ids().filter(|it| before.unit(*it) != after.unit(*it));
    let blocks = changed.map(|it| {
        let now = match after.unit(it).state {
            UnitState::Standing => format!("is at {}", after.unit(it).at),
            UnitState::Killed | UnitState::Downed => "stands no more".to_owned(),
        };
        Block::Line(Rich::plain(format!("{} {now}.", setup.unit(it).name)))
    });
    Document { blocks: blocks.collect() }
}

/// The report of a whole battle.
pub fn final_report<'a>(battle: &Battle, events: impl IntoIterator<Item = &'a Event>) -> Document {
    let fallen = events.into_iter().filter(|it| matches!(it, Event::Killed { .. })).count();
    let lines = [
        format!("{} after {} rounds.", battle.setup().title, battle.round()),
        format!("{fallen} fell."),
        battle.outcome().map_or("It isn't over.".to_owned(), |it| format!("It ended: {it:?}.")),
    ];
    let mut blocks: Vec<Block> = lines.into_iter().map(|it| Block::Line(Rich::plain(it))).collect();
    blocks.push(Block::Table(table(battle)));
    Document { blocks }
}

/// A squad or a figure from near, a line for each thing to say.
pub fn look(battle: &Battle, who: Who) -> String {
    let mut lines = vec![battle.name(who).to_owned()];
    for unit in battle.members(who) {
        let held: Vec<&str> = battle.held(unit).map(|it| battle.weapon(it).name.as_str()).collect();
        lines.push(format!("  {} at {}: {}", battle.setup().unit(unit).name, battle.unit(unit).at, held.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// The events of a round for programs, an object a line.
///
/// # Errors
///
/// If an event can't be written as JSON.
pub fn json_lines(before: &Battle, events: &[Event], report: &Report) -> Result<String, serde_json::Error> {
    let mut out = serde_json::to_string(&json!({ "battle": before.setup().title, "round": before.round() }))? + "\n";
    for (n, event) in events.iter().enumerate() {
        let line = report.lines.iter().find(|it| it.events.contains(&n)).map(ReportLine::id);
        out += &serde_json::to_string(&json!({ "round": report.round, "line": line, "event": event }))?;
        out.push('\n');
    }
    Ok(out)
}
