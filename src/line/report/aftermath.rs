//! The report of the whole battle: what each squad comes home with.

use crate::field::{Outcome, UnitId, summed};
use crate::line::battle::{Battle, CasterId, Event, Side, UnitState};
use crate::line::report::words::summary as words;
use crate::line::report::{fates, summary, tale};
use crate::page::words as page_words;
use crate::page::{Block, Document, Rich, Table, say_if};

/// **X-3** How the battle ended and at what price, or, unless it `is_over`, what it has cost so far. `events` holds the
/// events of all its rounds.
pub fn final_report<'a>(battle: &Battle, events: impl IntoIterator<Item = &'a Event>, is_over: bool) -> Document {
    let mut spent = vec![0_u32; battle.setup().casters.len()];
    let mut rolled = Vec::new();
    let events: Vec<&Event> = events.into_iter().collect();
    for event in &events {
        match event {
            Event::AbilityUsed { by, cost, .. } => spent[usize::from(by.0)] += u32::from(*cost),
            Event::Aftermath { unit, .. } => rolled.push(*unit),
            _ => (),
        }
    }
    let felled_by = tale::felled_by(battle, &events);
    // A row for each squad of a side that has ever been on the map.
    let squads = |side: Side| {
        let mut table = Table::new(&["squad", "standing", "others", "felled", "CP spent"]);
        for id in summary::squads_of(battle, side) {
            let it = battle.squad(id);
            table.cell(|out| words::row_name(out, battle, id));
            table.cell(|out| match (battle.standing(id).count(), it.starting) {
                (1, 1) => out.push("standing"),
                (standing, starting) => page_words::standing_of(out, standing, starting),
            });
            let dead = it.members.iter().filter(|it| battle.unit(**it).state == UnitState::Killed);
            let gear: Vec<(String, usize)> = summed(dead.flat_map(|it| gear_lost_with(battle, *it)));
            table.cell(|out| words::fallen(out, is_over, fates::count_fallen(battle, id, &rolled), &gear));
            // **H-1** Units that a hero felled count for the squad that he is in now.
            let felled: usize = it.members.iter().filter_map(|unit| felled_by.get(unit)).sum();
            table.cell(|out| say_if!(out, 0 < felled, "felled {felled}"));
            let casters = it.members.iter().filter_map(|unit| battle.setup().unit(*unit).hero);
            let cp: u32 = casters.map(|CasterId(at)| spent[usize::from(at)]).sum();
            table.cell(|out| say_if!(out, 0 < cp, "{cp} CP spent"));
        }
        table
    };
    let ended = battle.outcome().map_or("", Outcome::name);
    let mut blocks = vec![Block::Heading(page_words::after_battle(&battle.setup().title, ended, is_over))];
    blocks.extend(summary::goals(battle, is_over).into_iter().map(Block::Line));
    for (side, whose) in [(Side::Players, "Yours"), (Side::Enemy, "Enemy")] {
        blocks.extend([Block::Heading(Rich::plain(whose)), Block::Table(squads(side))]);
    }
    let fell = tale::of_battle(battle, &events, &rolled, is_over);
    if !fell.is_empty() {
        let heading = if is_over { "Who fell, and who came through" } else { "Who fell" };
        blocks.push(Block::Heading(Rich::plain(heading)));
        blocks.extend(fell.into_iter().map(Rich::capitalised).map(Block::Line));
    }
    Document { blocks }
}

fn gear_lost_with(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (String, usize)> {
    let weapons = battle.profile(unit).weapons.iter().map(|it| battle.setup().weapon(*it));
    // **S-3** A team shares one weapon, and the last of the team carries it.
    let lost = weapons.filter(move |it| it.traits().crew == 0 || is_last_of_team(battle, unit));
    lost.map(|it| (it.name.clone(), 1))
}

/// Whether the whole team of a dead unit is dead. True for the first of the team only, so that the team is counted
/// once.
fn is_last_of_team(battle: &Battle, unit: UnitId) -> bool {
    let team = |it: UnitId| battle.setup().unit(it).team;
    let members = &battle.squad(battle.unit(unit).squad).members;
    let mut mates = members.iter().copied().filter(|it| team(*it) == team(unit));
    mates.clone().next() == Some(unit) && mates.all(|it| battle.unit(it).state == UnitState::Killed)
}
