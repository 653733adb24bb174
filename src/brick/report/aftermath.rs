//! The report of the whole battle: who fell, by whose hand and when, and what each did.

use std::collections::{BTreeMap, BTreeSet};

use crate::brick::battle::{Battle, Event, TeamId};
use crate::brick::report::fates::{Fallen, fallen};
use crate::brick::report::words::aftermath as say;
use crate::brick::report::{summary, words};
use crate::field::{UnitId, summed};
use crate::page::words as page_words;
use crate::page::{Block, Document, Rich};

/// The report of a battle: how it ended, a sentence for each unit with a name of its own, and one for the rest of
/// each squad. `events` are those of all rounds. Unless the battle `is_over`, it says how it stands so far.
pub fn final_report<'a>(battle: &Battle, events: impl IntoIterator<Item = &'a Event>, is_over: bool) -> Document {
    let mut account = Account::default();
    for it in fallen(events) {
        it.by.iter().for_each(|by| _ = account.felled.entry(*by).or_default().insert(it.unit));
        account.fell.insert(it.unit, it);
    }
    let setup = battle.setup();
    let mut blocks = vec![Block::Heading(page_words::after_battle(&setup.title, &summary::ended(battle), is_over))];
    blocks.push(Block::Line(words::summary::standing(battle, &[])));
    blocks.extend(summary::goals(battle, is_over).into_iter().map(Block::Line));
    for team in setup.team_ids() {
        blocks.push(Block::Heading(Rich::plain(words::team_name(battle, team)).capitalised()));
        blocks.extend(account.of_team(battle, team).into_iter().map(Rich::capitalised).map(Block::Line));
    }
    Document { blocks }
}

/// How each unit last fell, and the units that each has felled.
#[derive(Default)]
struct Account {
    fell: BTreeMap<UnitId, Fallen>,
    felled: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

impl Account {
    /// The sentences about a team, those about units with a name first.
    fn of_team(&self, battle: &Battle, team: TeamId) -> Vec<Rich> {
        let setup = battle.setup();
        let theirs: Vec<UnitId> = setup.unit_ids().filter(|it| battle.team_of(*it) == Some(team)).collect();
        let (named, others): (Vec<UnitId>, Vec<UnitId>) =
            theirs.into_iter().partition(|it| setup.counted_in(*it).is_none());
        let figure = |it: UnitId| say::figure(battle, it, self.fell.get(&it), &self.felled_by(battle, &[it]));
        let by_squad = others.chunk_by(|a, b| setup.counted_in(*a) == setup.counted_in(*b)).map(|it| match it {
            [only] => figure(*only),
            several => self.rest(battle, several),
        });
        let is_unscathed = |it: &UnitId| battle.unit(*it).hp == battle.profile(*it).hp && !self.felled.contains_key(it);
        let (quiet, told): (Vec<UnitId>, Vec<UnitId>) =
            named.into_iter().partition(|it| battle.unit(*it).is_standing() && is_unscathed(it));
        told.iter().map(|it| figure(*it)).chain(by_squad).chain(say::came_through(battle, &quiet)).collect()
    }

    /// Enemies that any of these units felled. Objects that are nobody's don't count.
    fn felled_by(&self, battle: &Battle, them: &[UnitId]) -> Vec<UnitId> {
        let felled = them.iter().filter_map(|by| Some((*by, self.felled.get(by)?)));
        let is_enemy = |by: UnitId, it: UnitId| battle.team_of(it).is_some() && !battle.is_friend(battle.who(by), it);
        let enemies = felled.flat_map(|(by, all)| all.iter().copied().filter(move |it| is_enemy(by, *it)));
        enemies.collect::<BTreeSet<UnitId>>().into_iter().collect()
    }

    fn rest(&self, battle: &Battle, them: &[UnitId]) -> Rich {
        let lies = |it: &&UnitId| battle.unit(**it).has_fallen();
        let hand = |it: &UnitId| self.fell.get(it).and_then(|it| it.by).map(|by| say::attacker_name(battle, *it, by));
        let hands = summed(them.iter().filter(lies).map(|it| (hand(it), 1)));
        say::rest(battle, them, &hands, &self.felled_by(battle, them))
    }
}
