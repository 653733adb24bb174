//! What many battles came to, for people.

use crate::battle::{ObjectiveId, Setup, Side, SquadId};
use crate::cli::simulate::Results;
use crate::commander::{Card, Finding, ROUNDS_MAX, wilson};
use crate::diagnostic::count;
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
    text += &first_shot(it);
    text.push('\n');
    text += &lengths(written);
    text += &squads(setup, written);
    text += &objectives(setup, written);
    text += &goals(setup, written);
    text
}

/// What the author should look at again.
pub(super) fn findings(it: &Results<'_>, found: &[Finding]) -> String {
    let Results { setup, written, .. } = it;
    let squad = |it: SquadId| setup.squad(it).name.as_str();
    let objective = |it: ObjectiveId| setup.objective(it).name.as_str();
    let line = |it: &Finding| match *it {
        Finding::Unreachable(it) => format!("Nobody can walk to {} (O-1).", objective(it)),
        Finding::NeverHeld(it) => format!("Nobody ever held {} (O-1).", objective(it)),
        Finding::Idle(it) => {
            format!("{} never moved nor attacked: is it walled in, or nobody ever in range?", squad(it))
        }
        Finding::NeverCame(it) => format!("{} never came out of reserve.", squad(it)),
        Finding::NoChance(Side::Players) => "The players never won.".to_owned(),
        Finding::NoChance(Side::Enemy) => "The players always won.".to_owned(),
        Finding::NoEnd(n) => {
            format!("{} had no end after {ROUNDS_MAX} rounds; `rounds` sets a last one.", count(n, "battle", "battles"))
        }
        Finding::Dull(percent) => format!("In {percent} % of all rounds nobody does anything."),
    };
    let lines: String = found.iter().map(|it| format!("  {}\n", line(it))).collect();
    let fought = count(written.battles, "battle", "battles");
    match lines.is_empty() {
        true => format!("{}: nothing to doubt after {fought}.\n", setup.title),
        false => format!("{}, after {fought}:\n{lines}", setup.title),
    }
}

/// Who won how often.
fn outcomes(it: &Results<'_>) -> String {
    let row = |what: &str, of: fn(&Card) -> u64| {
        let cell = |card: &Card| interval(2 * of(card), card.battles);
        format!("{what:<22} {:>24} {:>24}\n", cell(&it.written), cell(&it.exchanged))
    };
    let mut text = format!("{:<22} {:>24} {:>24}\n", "", "as written", "parts exchanged");
    text += &row("the players win", |it| it.victories);
    text += &row("the enemy wins", |it| it.defeats);
    text += &row("time is up", |it| it.times_up);
    if 0 < it.written.unended + it.exchanged.unended {
        text += &row("no end", |it| it.unended);
    }
    text
}

/// What the first shot is worth.
fn first_shot(it: &Results<'_>) -> String {
    let (won, of) = it.first_shot();
    format!(
        "Who fires first wins {} of the battles when each army has had the first shot once,\n\
         a battle that nobody wins counted as half a win for each: 50 % would be no advantage (S-5).\n",
        interval(won, of)
    )
}

fn lengths(card: &Card) -> String {
    let (shortest, longest) = card.shortest_and_longest();
    format!(
        "A battle takes {} rounds, {shortest} to {longest}. In {} of all rounds nobody does anything.\n",
        mean(card.rounds(), card.battles),
        percent(card.dead_rounds, card.rounds())
    )
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

/// A share with its 95 % confidence interval.
fn interval(twice: u64, of: u64) -> String {
    let (share, low, high) = wilson(twice, of);
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A share in whole percent; what is more than nothing is never shown as nothing.
fn percent(part: u64, of: u64) -> String {
    match (100 * part + of / 2).checked_div(of) {
        None => "-".to_owned(),
        Some(0) if 0 < part => "<1 %".to_owned(),
        Some(100) if part < of => ">99 %".to_owned(),
        Some(share) => format!("{share} %"),
    }
}

fn mean(sum: u64, of: u64) -> String {
    let tenths = (10 * sum + of / 2).checked_div(of).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_nothing_is_never_shown_as_nothing() {
        let shown = [(0, 400), (1, 400), (2, 400), (399, 400), (400, 400), (0, 0)].map(|it| percent(it.0, it.1));
        assert_eq!(shown, ["0 %", "<1 %", "1 %", ">99 %", "100 %", "-"]);
    }

    #[test]
    fn means_have_one_digit_after_the_point() {
        assert_eq!([(64, 10), (1, 3), (2, 3), (0, 0)].map(|it| mean(it.0, it.1)), ["6.4", "0.3", "0.7", "0.0"]);
    }
}
