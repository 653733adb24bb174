//! What people say beside their posts, and what the clock does: the effect of each such log entry on a table.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::field::SeatId;
use crate::referee::commands::GM;
use crate::referee::watch::Quiet;
use crate::referee::{Pace, Refused, Table};
use crate::store::Entry;

/// The greatest length of a seat's word, in letters. Dice need no more.
const WORD_MAX: usize = 100;

impl Table {
    /// Does what an entry says and notes it, in the one form that logs have. Other kinds of entries change nothing.
    ///
    /// # Errors
    ///
    /// If there is no such seat, it can't be done, or the battle is over.
    pub(super) fn apply_entry(&mut self, mut entry: Entry) -> Result<(), Refused> {
        match &mut entry {
            Entry::Seated { seat, player } => return self.take_seat(seat, player, true).map(|_| ()),
            Entry::StandsIn { squad, order } => return self.stand_in(GM, squad, order).map(|_| ()),
            _ => self.refuse_if_over()?,
        }
        match &mut entry {
            Entry::Unseated { seat } => drop(self.people.holders.remove(&self.seat_spelled(seat)?)),
            Entry::Ready { seat, ready } => set_membership(self.seat_spelled(seat)?, *ready, &mut self.people.ready),
            Entry::Away { seat, away } => set_membership(self.seat_spelled(seat)?, *away, &mut self.people.away),
            Entry::Calls { seat, wanted } => {
                let seat = self.seat_spelled(seat)?;
                set_membership(seat, *wanted, &mut self.people.calls);
                self.watch.called.insert(seat);
            }
            Entry::Called { seat } => set_membership(self.seat_spelled(seat)?, true, &mut self.watch.called),
            Entry::Word { seat, word } => {
                *word = word.trim().to_owned();
                if word.is_empty() || WORD_MAX < word.chars().count() {
                    return Err(Refused::Unclear(format!("a word for the dice has 1 to {WORD_MAX} letters")));
                }
                let seat = self.seat_spelled(seat)?;
                self.people.words.insert(seat, word.clone());
            }
            Entry::Quiet { seat, zone, from, to } => {
                *zone = zone.trim().to_owned();
                let (seat, quiet) = (self.seat_spelled(seat)?, Quiet::new(zone, *from, *to)?);
                self.people.quiet.insert(seat, quiet);
            }
            Entry::Reminded { seat, round, at } => {
                let seat = if seat.as_str() == GM { None } else { Some(self.seat_spelled(seat)?) };
                *round = self.round();
                self.watch.reminded.insert((seat, *at));
            }
            Entry::Pace { round, closes, early, remind } => {
                self.watch.pace = Pace { round: *round, closes: *closes, early: *early, remind: *remind };
            }
            Entry::Paused { paused } => self.watch.paused = *paused,
            Entry::Deadline { round, at, since } => {
                if at.is_some_and(|it| Timestamp::from_second(it).is_err()) {
                    return Err(Refused::Unclear("no calendar has that day".to_owned()));
                }
                (*round, *since) = (self.round(), at.and(*since));
                (self.watch.deadline, self.watch.since) = (*at, *since);
                // The round was opened just now, and its opening report tells the deadline.
                if matches!(self.log.last(), Some(Entry::Closed { .. }))
                    && let Some(closed) = self.closed.last_mut()
                {
                    closed.known.deadline = *at;
                    closed.report = self.playing.report(closed.number, &closed.known);
                }
            }
            Entry::Looked { .. } => (),
            _ => return Ok(()),
        }
        self.note(entry);
        Ok(())
    }

    /// The seat of this name. Spells the name as the scenario does.
    fn seat_spelled(&self, name: &mut String) -> Result<SeatId, Refused> {
        let seat = self.seat(name)?;
        self.seat_name(seat).clone_into(name);
        Ok(seat)
    }
}

/// Adds a seat to a set, or removes it.
fn set_membership(seat: SeatId, is_among: bool, seats: &mut BTreeSet<SeatId>) {
    match is_among {
        true => seats.insert(seat),
        false => seats.remove(&seat),
    };
}
