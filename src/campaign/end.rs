//! The end of a battle: what its log says about everyone who was mustered, and the dice that are rolled for them.

use sha2::{Digest as _, Sha256};

use crate::campaign::entry::{End, Fact, Fought, Rolled, RolledFor};
use crate::campaign::plan::Plan;
use crate::campaign::roster::{Battle, LEFT_DIES};
use crate::campaign::{Campaign, Entry, Refused, say};
use crate::dice::{Dice, Label, Purpose, Sides};
use crate::field::Level;
use crate::file::{Slots, led_by};
use crate::game;
use crate::referee::Table;
use crate::referee::verify::verify_with_table;
use crate::store::{self, Hash};

/// The kinds of events that a campaign rolls for. No game uses these numbers.
const LEFT: u8 = 200;
const INJURY: u8 = 201;

/// Whether somebody who was left behind lives.
const OF_LEFT: Purpose = Purpose::named("left");
/// How badly somebody is hurt.
const OF_INJURY: Purpose = Purpose::named("injury");

impl Campaign {
    /// Plays the log of a finished battle again, and makes the entry that ends the battle. If the battle has been
    /// entered already, returns its number instead.
    ///
    /// # Errors
    ///
    /// If the log is inconsistent, or of no open muster; or if nobody has won, and the battle is not entered as given
    /// up.
    pub fn end(&self, log: &[store::Entry], is_given_up: bool) -> Result<(Option<Entry>, Option<u32>), Refused> {
        let muster = muster_of(log).ok_or_else(say::no_muster)?;
        let digest = digest_of(log);
        let battle = self.roster.battles.iter().find(|it| it.muster == muster);
        let Some(battle) = battle else {
            return Err(if campaign_of(log) == Some(self.key()) {
                self.no_open_muster(&muster, say::muster_was_taken_back)
            } else {
                say::of_other_campaign(&muster, &self.key())
            });
        };
        match &battle.fought {
            Some(fought) if fought.log == digest => return Ok((None, Some(battle.n))),
            Some(_) => return Err(say::in_from_other_log(battle.n)),
            None => (),
        }
        let fought = self.fought(log, battle)?;
        match fought.outcome {
            None if !is_given_up => Err(say::nobody_has_won(fought.rounds)),
            _ => Ok((Some(Entry::Fought(Box::new(fought))), None)),
        }
    }

    /// Compares a battle's log with what was entered, and returns the battle's number.
    ///
    /// # Errors
    ///
    /// If the log is inconsistent, is of no battle that was entered, or differs from what was entered.
    pub fn holds_with(&self, log: &[store::Entry]) -> Result<u32, Refused> {
        let muster = muster_of(log).ok_or_else(say::no_muster)?;
        let is_it = |it: &&Battle| it.muster == muster;
        let missing = || self.no_open_muster(&muster, say::counts_for_nothing);
        let battle = self.roster.battles.iter().find(is_it).ok_or_else(missing)?;
        let fought = battle.fought.as_ref().ok_or_else(|| say::not_entered(battle.n))?;
        if self.fought(log, battle)? == *fought { Ok(battle.n) } else { Err(say::dice_differ(battle.n)) }
    }

    /// Why no battle belongs to a muster. `taken_back` is the reason if the muster was taken back.
    fn no_open_muster(&self, muster: &str, taken_back: fn(u32) -> Refused) -> Refused {
        let is_it = |it: &Entry| match it {
            Entry::Mustered { n, muster: it, .. } if it == muster => Some(*n),
            _ => None,
        };
        self.taken_back().find_map(is_it).map_or_else(|| say::no_open_muster(muster), taken_back)
    }

    /// What a log says about a battle.
    fn fought(&self, log: &[store::Entry], battle: &Battle) -> Result<Fought, Refused> {
        let plan = self.plan_at(battle.n);
        let (verified, table) = verify_with_table(log).map_err(|why| say::log_does_not_hold(&why))?;
        let stage = table.stage();
        if table.playing().name() != self.plan.game {
            return Err(say::other_game(table.playing().name(), &self.plan.game));
        }
        let fates = table.playing().fates();
        let fact = |who: &String| {
            let fate = fates.iter().find(|it| it.0.name == *who).ok_or_else(|| say::is_missing(who))?;
            let outcome = table.playing().outcome_for(fate.0.party).filter(|it| Some(*it) != stage.outcome);
            Ok(Fact { outcome, ..self::fact(plan, fate) })
        };
        let facts = battle.who.iter().map(fact).collect::<Result<Vec<Fact>, Refused>>()?;
        let dice = rolled(plan, &facts, &table);
        Ok(Fought {
            n: battle.n,
            muster: battle.muster.clone(),
            log: digest_of(log),
            outcome: stage.outcome,
            ended: table.playing().ended(),
            rounds: verified.rounds,
            bonus: stage.bonus_goals,
            changes: verified.changes,
            is_edited: battle.made.is_some_and(|it| store::scenario_text(log).map(scenario_digest) != Some(it)),
            facts,
            dice,
        })
    }
}

/// What became of somebody in a battle, in the campaign's terms.
fn fact(plan: &Plan, (fate, line): &(game::Fate, Option<String>)) -> Fact {
    let is = match fate.end {
        game::End::Standing => End::Standing,
        game::End::Absent => End::Absent,
        _ if plan.is_of_toys() => End::Fell,
        game::End::Wounded => End::Wounded,
        game::End::Left => End::Left,
        game::End::Dead => End::Dead,
    };
    let fall = fate.fall.as_ref();
    Fact {
        who: fate.name.clone(),
        is,
        outcome: None,
        line: line.clone(),
        round: fall.map(|it| it.round),
        by: fall.and_then(|it| it.by.clone()),
        with: fall.and_then(|it| it.with.clone()),
        how: fall.and_then(|it| it.how).map(str::to_owned),
        die: fate.die,
        felled: u32::try_from(fate.felled).unwrap_or(u32::MAX),
    }
}

/// The dice that the plan asks for, person by person. They follow from the key of the battle's last round, so nobody
/// can roll them before the battle is over, and nobody can roll them again.
fn rolled(plan: &Plan, facts: &[Fact], table: &Table) -> Vec<Rolled> {
    let mut dice = table.dice_afterwards();
    let mut rolled = Vec::new();
    for (place, fact) in facts.iter().enumerate() {
        let mut roll = |what: RolledFor| {
            let face = roll(&mut dice, plan, what, place);
            rolled.push(Rolled(what, fact.who.clone(), face));
            face
        };
        let lives = match fact.is {
            End::Wounded => true,
            End::Left => LEFT_DIES < roll(RolledFor::Left),
            End::Standing | End::Absent | End::Fell | End::Dead => false,
        };
        if lives && plan.injuries.is_some() {
            roll(RolledFor::Injury);
        }
    }
    rolled
}

fn roll(dice: &mut Dice, plan: &Plan, what: RolledFor, place: usize) -> u8 {
    let place = u16::try_from(place).unwrap_or(Label::NONE);
    match what {
        RolledFor::Left => dice.event(Label::of(LEFT, place)).die(Sides::D6, OF_LEFT).face(),
        RolledFor::Injury => {
            let sides = plan.injuries.as_ref().map_or(Sides::D6, |it| it.die);
            dice.event(Label::of(INJURY, place)).die(sides, OF_INJURY).face()
        }
    }
}

/// The muster that a log's scenario names.
fn muster_of(log: &[store::Entry]) -> Option<String> {
    Slots::of(store::scenario_text(log)?).muster
}

/// The digest of a scenario that a muster wrote. It ignores the level of the commander, which may be chosen for a
/// battle, and line endings.
pub(super) fn scenario_digest(scenario: &str) -> Hash {
    Hash(Sha256::digest(led_by(&scenario.replace("\r\n", "\n"), Level::default())).into())
}

/// The key of the campaign whose people fought in a battle.
pub fn campaign_of(log: &[store::Entry]) -> Option<String> {
    muster_of(log)?.rsplitn(3, ' ').nth(2).map(str::to_owned)
}

fn digest_of(log: &[store::Entry]) -> Hash {
    log.iter().fold(Hash([0; 32]), store::chained)
}
