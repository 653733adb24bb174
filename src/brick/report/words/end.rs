//! Sentences about objectives and the end.

use crate::brick::battle::{Battle, Departure, TeamId};
use crate::brick::report::words::team_name;
use crate::brick::rules::{is_won, winners};
use crate::diagnostic::{join, possessive};
use crate::field::{Objective, Outcome};
use crate::page::words::{self as page_words, Players, list, verb};
use crate::page::{Bold, Rich, say};

pub(super) fn counted(out: &mut Rich, battle: &Battle, place: usize, control: &[u16], now: Objective<TeamId>) {
    let it = &battle.setup().objectives[place];
    let before = battle.objective(place).owner;
    let present = battle.setup().team_ids().zip(control).filter(|it| 0 < *it.1);
    let found: Vec<String> = present.map(|(team, con)| format!("{} {con}", team_name(battle, team))).collect();
    let found = if found.is_empty() { "of nobody".to_owned() } else { join(&found, "and") };
    say!(out, "{} ({}): CON {found}: ", it.name, it.at);
    let fought_over = Bold("contested");
    match now.owner.map(|it| team_name(battle, it)) {
        None if now.is_contested => say!(out, "{fought_over}, it stays nobody's."),
        Some(name) if now.is_contested => {
            say!(out, "{fought_over}, it stays {} but nobody holds it.", possessive(name));
        }
        None => out.push("nobody has it."),
        Some(name) if now.owner == before => say!(out, "{name} kept it."),
        Some(name) => say!(out, "{}, from the next round on.", Bold(format_args!("{name} took it"))),
    }
}

pub(super) fn goal_met(out: &mut Rich, battle: &Battle, goal: u8) {
    let it = &battle.setup().goals[usize::from(goal)];
    page_words::goal_met(out, it, it.team.map(|it| team_name(battle, it)), players(battle));
}

/// Whether there are teams of players who fight each other.
pub(crate) fn players(battle: &Battle) -> Players {
    let setup = battle.setup();
    let teams = || setup.team_ids().filter(|it| setup.team(*it).is_players);
    let is_apart = teams().any(|one| teams().any(|other| setup.is_hostile(one, other)));
    if is_apart { Players::Apart } else { Players::Together }
}

pub(super) fn ended(out: &mut Rich, battle: &Battle, outcome: Outcome, departure: Option<Departure>) {
    let winners = winners(battle, outcome);
    if !winners.is_empty() {
        let won = verb(winners.len(), "won the battle", "share the victory");
        // Goals that were met are told already.
        let is_by_standing = outcome == Outcome::Victory && !is_won(battle);
        let why = if is_by_standing { ": nobody hostile to them stands any more." } else { "." };
        return say!(out, "{}{why}", Bold(format_args!("{} {won}", list(&winners, |it| team_name(battle, *it)))));
    }
    out.bold(outcome.name());
    out.push(match (outcome, departure) {
        (Outcome::Victory, None) => ": the battle is won.",
        (Outcome::Victory, Some(_)) => ": the goals are met and the players leave the field.",
        (Outcome::Defeat, _) => ": the battle is lost.",
        (Outcome::TimeUp, _) => ": the last round is over, with goals open.",
        (Outcome::TappedOut, _) => ": the players leave the field with goals open.",
    });
}
