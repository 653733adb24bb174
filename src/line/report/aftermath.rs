//! The report of the whole battle: what each squad comes home with.

use crate::field::{Outcome, SquadId, UnitId, summed};
use crate::line::battle::{Battle, CasterId, Event, Side, UnitState};
use crate::line::report::words::summary as words;
use crate::line::report::{fates, summary, tale};
use crate::page::words as page_words;
use crate::page::{Block, Document, Rich, Table, say};

/// **X-3** How the battle ended, for whom, and at what price, or what it has cost so far. `events` are those of all its
/// rounds.
pub fn final_report<'a>(battle: &Battle, events: impl IntoIterator<Item = &'a Event>) -> Document {
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
    let ended = battle.outcome().map_or("", Outcome::name);
    let mut blocks = vec![Block::Heading(page_words::after_battle(&battle.setup().title, ended))];
    blocks.extend(summary::goals(battle).into_iter().map(Block::Line));
    for (side, whose) in [(Side::Players, "Yours"), (Side::Enemy, "Enemy")] {
        blocks.push(Block::Heading(Rich::plain(whose)));
        let mut table = Table::new(&["squad", "standing", "others", "felled", "CP spent"]);
        summary::squads_of(battle, side).for_each(|it| row(&mut table, battle, it, &rolled, &spent));
        blocks.push(Block::Table(table));
    }
    let fell = tale::of_battle(battle, &events, &rolled);
    if !fell.is_empty() {
        let is_over = battle.outcome().is_some();
        let heading = if is_over { "Who fell, and who came through" } else { "Who fell" };
        blocks.push(Block::Heading(Rich::plain(heading)));
        blocks.extend(fell.into_iter().map(Rich::capitalised).map(Block::Line));
    }
    Document { blocks }
}

fn row(table: &mut Table, battle: &Battle, id: SquadId, rolled: &[UnitId], spent: &[u32]) {
    let it = battle.squad(id);
    let casters = it.members.iter().filter_map(|unit| battle.setup().unit(*unit).hero);
    let cp = casters.map(|CasterId(at)| spent[usize::from(at)]).reduce(|a, b| a + b);
    table.cell(|out| words::row_name(out, battle, id));
    table.cell(|out| page_words::standing_of(out, battle.standing(id).count(), it.starting));
    let dead = it.members.iter().filter(|it| battle.unit(**it).state == UnitState::Killed);
    let gear: Vec<(String, usize)> = summed(dead.flat_map(|it| gear_lost_with(battle, *it)));
    table.cell(|out| words::fallen(out, battle.outcome().is_some(), fates::fallen(battle, id, rolled), &gear));
    table.cell(|out| say!(out, "felled {}", felled(battle, id)));
    table.cell(|out| words::cp_spent(out, cp));
}

/// **X-3** How many a squad has felled, with what its heroes felled as squads of their own that nobody is in any more (H-1).
fn felled(battle: &Battle, id: SquadId) -> u32 {
    let is_empty = |it: &SquadId| battle.squad(*it).members.is_empty();
    let was_his = |unit: UnitId, squad: SquadId| {
        let setup = battle.setup();
        setup.unit(unit).alone == Some(squad) || setup.squad(squad).members.contains(&unit)
    };
    let went_to = |squad: SquadId| {
        let hero = battle.setup().unit_ids().find(|it| was_his(*it, squad))?;
        Some(battle.unit(hero).squad)
    };
    let left = battle.setup().squad_ids().filter(is_empty).filter(|it| went_to(*it) == Some(id));
    [id].into_iter().chain(left).map(|it| u32::from(battle.squad(it).felled)).sum()
}

fn gear_lost_with(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (String, usize)> {
    let weapons = battle.profile(unit).weapons.iter().map(|it| battle.setup().weapon(*it));
    // **S-3** A team has one between them, and the last of them carries it.
    let lost = weapons.filter(move |it| it.traits().crew == 0 || is_last_of_team(battle, unit));
    lost.map(|it| (it.name.clone(), 1))
}

/// Whether the whole team of a dead unit is dead; for one of them only, so that the team is counted once.
fn is_last_of_team(battle: &Battle, unit: UnitId) -> bool {
    let team = |it: UnitId| battle.setup().unit(it).team;
    let members = &battle.squad(battle.unit(unit).squad).members;
    let mut mates = members.iter().copied().filter(|it| team(*it) == team(unit));
    mates.clone().next() == Some(unit) && mates.all(|it| battle.unit(it).state == UnitState::Killed)
}
