//! A round rehearsed, from what whoever asks may know.

use crate::field::SquadId;
use crate::line::commander;
use crate::line::commander::Rehearsing;
use crate::line::orders;
use crate::line::orders::{Accepted, Poster};
use crate::line::report::rehearsal;
use crate::page::Document;
use crate::referee::{Post, Refused, Table};

/// A round that somebody wants to rehearse. It can be played away from the table, as it takes a while.
#[derive(Clone, Debug)]
pub struct Rehearse {
    round: Rehearsing,
    own: Vec<SquadId>,
}

impl Table {
    /// The open round with the orders that stand in the thread. Hidden orders, reserves, and how the GM's squads are
    /// minded change nothing of it.
    ///
    /// # Errors
    ///
    /// If whoever asks has no part in the battle, or it is over.
    pub fn rehearse(&self, author: &str) -> Result<Rehearse, Refused> {
        let poster = self.poster(author)?;
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let public = self.posts.iter().filter(|it: &&Post| !it.is_hidden());
        let accepted: Vec<Accepted> = public.filter_map(|it| it.accepted.clone()).collect();
        let given = orders::collect(&self.battle, &accepted).orders;
        let last = self.closed.last().map_or(&[][..], |it| &it.events);
        let given = commander::stand_in(&self.ruleset, &self.battle, last, &given, &self.absent_from(&given));
        let own = match poster {
            Poster::Seat(seat) => self.squads_of(seat).collect(),
            Poster::Gm => Vec::new(),
        };
        Ok(Rehearse { round: Rehearsing::new(&self.ruleset, &self.battle, &given), own })
    }
}

impl Rehearse {
    /// Plays it, and says what it came to.
    pub fn play(&self) -> Document {
        rehearsal::rehearsed(self.round.battle(), &self.round.run(commander::RUNS), &self.own)
    }
}
