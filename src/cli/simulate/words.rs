//! What many battles came to, for people.

use crate::cli::simulate::Results;
use crate::diagnostic::count;
use crate::field::{ObjectiveId, SquadId};
use crate::line::battle::{Setup, Side};
use crate::line::commander::{Card, Finding};
use crate::line::report::card::words::{endings, finding, first_shot, interval, lengths, nothing_found, percent};
use crate::store::Hash;

/// The tables of a series.
pub(super) fn of(it: &Results<'_>) -> String {
    let Results { setup, written, seed, levels, .. } = it;
    let mut text = format!(
        "{}\n{} battles as it is written, and as many with the sides' parts exchanged; --seed {}\n\
         The players are led by a {} commander, the enemy by a {} one; each army keeps its own\n\n",
        setup.title,
        written.battles,
        Hash(seed.reveal()),
        levels.players.name(),
        levels.enemy.name()
    );
    text += &outcomes(it);
    text.push('\n');
    text += &format!("{}\n\n", first_shot(written, &it.exchanged));
    text += &format!("{}\n", lengths(written));
    text += &squads(setup, written);
    text += &objectives(setup, written);
    text += &goals(setup, written);
    text
}

/// What the author should look at again.
pub(super) fn findings(it: &Results<'_>, found: &[Finding]) -> String {
    let Results { setup, written, .. } = it;
    let lines: String = found.iter().map(|it| format!("  {}\n", finding(setup, it))).collect();
    match lines.is_empty() {
        true => format!("{}: {}\n", setup.title, nothing_found(written.battles)),
        false => {
            format!("{}, after {}:\n{lines}", setup.title, count(written.battles, "battle", "battles"))
        }
    }
}

/// Who won how often.
fn outcomes(it: &Results<'_>) -> String {
    let mut text = format!("{:<22} {:>24} {:>24}\n", "", "as written", "parts exchanged");
    for ending in endings(&it.written, &it.exchanged) {
        let cell = |card: &Card| interval(2 * (ending.of)(card), card.battles);
        text += &format!("{:<22} {:>24} {:>24}\n", ending.words, cell(&it.written), cell(&it.exchanged));
    }
    text
}

fn squads(setup: &Setup, card: &Card) -> String {
    let names = setup.squads.iter().map(|it| it.name.as_str());
    let width = widest(names, "squad");
    let mut text = format!("\n{:<width$}  side     lost  nobody left  comes  does something\n", "squad");
    for (squad, it) in (0_u16..).map(SquadId).zip(&card.squads) {
        let about = setup.squad(squad);
        if about.members.is_empty() {
            continue;
        }
        text += &format!(
            "{:<width$}  {:<7} {:>5}  {:>11}  {:>5}  {:>14}\n",
            about.name,
            side(about.side),
            percent(it.lost, it.units),
            percent(it.gone, it.came),
            percent(it.came, card.battles),
            percent(it.acted, it.came)
        );
    }
    text
}

fn objectives(setup: &Setup, card: &Card) -> String {
    if setup.objectives.is_empty() {
        return String::new();
    }
    let width = widest(setup.objectives.iter().map(|it| it.name.as_str()), "objective");
    let mut text =
        format!("\n{:<width$}  held by players  held by enemy  taken by players  taken by enemy\n", "objective");
    for (objective, it) in (0_u8..).map(ObjectiveId).zip(&card.objectives) {
        text += &format!(
            "{:<width$}  {:>15}  {:>13}  {:>16}  {:>14}\n",
            setup.objective(objective).name,
            percent(it.held.players, card.rounds()),
            percent(it.held.enemy, card.rounds()),
            percent(it.taken_in.players, card.battles),
            percent(it.taken_in.enemy, card.battles)
        );
    }
    text + "Held: of all rounds. Taken: of all battles, at least once.\n"
}

fn goals(setup: &Setup, card: &Card) -> String {
    let mut text = String::new();
    for (goal, met) in setup.goals.iter().zip(&card.goals) {
        text += &format!("{:>5}  {}\n", percent(*met, card.battles), goal.text);
    }
    if text.is_empty() { text } else { format!("\nmet    goal\n{text}") }
}

fn widest<'a>(names: impl Iterator<Item = &'a str>, head: &str) -> usize {
    names.map(|it| it.chars().count()).chain([head.len()]).max().unwrap_or(0)
}

/// The word for a side.
pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::Players => "players",
        Side::Enemy => "enemy",
    }
}
