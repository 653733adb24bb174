//! The report of the whole battle: who stands, who fell, and by whose hand.

use crate::brick::battle::{Battle, Event, TeamId, UnitState, Who};
use crate::brick::report::{summary, words};
use crate::field::UnitId;
use crate::page::words as page_words;
use crate::page::words::how_many;
use crate::page::{Block, Document, Rich, Table, say};

/// How the battle ended, for whom, and at what price. `events` are those of all its rounds.
pub fn final_report<'a>(battle: &Battle, events: impl IntoIterator<Item = &'a Event>) -> Document {
    let mut hands: Vec<(UnitId, Option<UnitId>)> = Vec::new();
    for event in events {
        if let Event::Killed { unit, by, .. } = event {
            hands.push((*unit, *by));
        }
    }
    let setup = battle.setup();
    let mut blocks = vec![Block::Heading(page_words::after_battle(&setup.title, &summary::ended(battle)))];
    blocks.push(Block::Line(words::summary::standing(battle, &[])));
    blocks.extend(summary::goals(battle).into_iter().map(Block::Line));
    for team in setup.team_ids() {
        blocks.push(Block::Heading(Rich::plain(words::team_name(battle, team)).capitalised()));
        blocks.push(Block::Table(units(battle, team, &hands)));
    }
    Document { blocks }
}

/// A row for each unit of a team: whether it stands, by whose hand it fell, and who fell by its own.
fn units(battle: &Battle, team: TeamId, hands: &[(UnitId, Option<UnitId>)]) -> Table {
    let theirs: Vec<UnitId> = battle.setup().unit_ids().filter(|it| battle.team_of(*it) == Some(team)).collect();
    let mut table = Table::new(&["unit", "end", "felled"], theirs.len());
    for id in theirs {
        table.cell(|out| say!(out, "{}", words::unit(battle, id)));
        table.cell(|out| end(out, battle, id, hands));
        table.cell(|out| felled(out, battle, id, hands));
    }
    table
}

fn end(out: &mut Rich, battle: &Battle, id: UnitId, hands: &[(UnitId, Option<UnitId>)]) {
    let it = battle.unit(id);
    match it.state {
        UnitState::Standing => {
            out.push("stands");
            if let Some(squad) = it.squad {
                say!(out, " with {}", battle.name(Who::Squad(squad)));
            }
            if it.hp < battle.profile(id).hp {
                say!(out, ", {} of {} HP", it.hp, battle.profile(id).hp);
            }
            return;
        }
        UnitState::InReserve => out.push("never came"),
        UnitState::Killed => out.bold("fell"),
        UnitState::Downed => out.bold("down"),
    }
    if let Some(by) = hands.iter().rev().find(|of| of.0 == id).and_then(|it| it.1) {
        let own = if battle.is_friend(battle.who(by), id) { " of the same side" } else { "" };
        say!(out, ", by the hand of {}{own}", words::unit(battle, by));
    }
}

fn felled(out: &mut Rich, battle: &Battle, id: UnitId, hands: &[(UnitId, Option<UnitId>)]) {
    let them: Vec<UnitId> = hands.iter().filter(|it| it.1 == Some(id)).map(|it| it.0).collect();
    if !them.is_empty() {
        say!(out, "felled {} {}", how_many(them.len(), "unit:", "units:"), words::units(battle, &them));
    }
}
