//! Who has which seat, who is waited for, and who stands in for whom.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use crate::diagnostic::{Diagnostic, join, nearest};
use crate::field::{SeatId, SquadId};
use crate::game::RosterEntry;
use crate::page::Owed;
use crate::post::thread::is_same_name;
use crate::post::{Absent, Poster};
use crate::referee::commands::GM;
use crate::referee::watch::Quiet;
use crate::referee::{HIDDEN, Refused, Rehearsal, Table};
use crate::store::Entry;

/// What is known about the players.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    /// The holder of each seat that is taken.
    pub(super) holders: BTreeMap<SeatId, String>,
    pub(super) away: BTreeSet<SeatId>,
    /// For the open round only.
    pub(super) ready: BTreeSet<SeatId>,
    pub(super) quiet: BTreeMap<SeatId, Quiet>,
    /// Who wants to be called when a round opens.
    pub(super) calls: BTreeSet<SeatId>,
    pub(super) words: BTreeMap<SeatId, String>,
    pub(super) stand_ins: BTreeMap<SquadId, Absent>,
}

impl Table {
    /// The poster behind a name: the seat that a player of this name holds, or the free seat of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn poster(&self, name: &str) -> Result<Poster, Refused> {
        if name.eq_ignore_ascii_case(GM) {
            return Ok(Poster::Gm);
        }
        if let Some(seat) = self.held_by(name) {
            return Ok(Poster::Seat(seat));
        }
        match self.seat(name) {
            Ok(seat) if self.holder(seat).is_none() => Ok(Poster::Seat(seat)),
            _ => {
                let posters = self.seats().map(Poster::Seat).chain([Poster::Gm]);
                let names: Vec<&str> = posters.map(|it| self.author_for(it)).collect();
                let help = format!("Those who have are {}", join(&names, "and"));
                Err(Refused::NoSuchSeat { name: name.chars().take(40).collect(), help })
            }
        }
    }

    /// The seat of this name, ignoring case and accents.
    ///
    /// # Errors
    ///
    /// If the scenario has none.
    pub fn seat(&self, name: &str) -> Result<SeatId, Refused> {
        let name = name.trim();
        let written = self.seats().find(|it| self.seat_name(*it).to_lowercase() == name.to_lowercase());
        let alike = || self.seats().find(|it| is_same_name(self.seat_name(*it), name));
        written.or_else(alike).ok_or_else(|| {
            let names: Vec<&str> = self.seats().map(|it| self.seat_name(it)).collect();
            let near = nearest(name, names.iter().copied());
            let help = format!("The seats are {}", join(if near.is_empty() { &names } else { &near }, "and"));
            Refused::NoSuchSeat { name: name.chars().take(40).collect(), help }
        })
    }

    /// The seat that a player holds.
    pub(crate) fn held_by(&self, player: &str) -> Option<SeatId> {
        self.seats().find(|it| self.holder(*it).is_some_and(|holder| holder.eq_ignore_ascii_case(player)))
    }

    /// The player who holds a seat.
    pub fn holder(&self, seat: SeatId) -> Option<&str> {
        self.people.holders.get(&seat).map(String::as_str)
    }

    /// Whether any seat is free.
    pub(crate) fn has_free_seats(&self) -> bool {
        self.seats().any(|it| self.holder(it).is_none())
    }

    /// Gives a seat to a player, also in mid-battle: a substitute takes over everything that was posted from the seat.
    /// A seat that another player holds is given away only if `replaces`.
    ///
    /// # Errors
    ///
    /// If there is no such seat, another player holds it, or the player holds another one.
    pub fn take_seat(&mut self, seat: &str, player: &str, replaces: bool) -> Result<SeatId, Refused> {
        let id = self.seat(seat)?;
        self.refuse_if_over()?;
        if let Some(other) = self.held_by(player).filter(|it| *it != id) {
            return Err(Refused::HasASeat(self.seat_name(other).to_owned()));
        }
        match self.holder(id) {
            Some(holder) if holder.eq_ignore_ascii_case(player) => return Ok(id),
            Some(holder) if !replaces => {
                return Err(Refused::SeatIsTaken { seat: self.seat_name(id).to_owned(), holder: holder.to_owned() });
            }
            _ => (),
        }
        self.people.holders.insert(id, player.to_owned());
        // The previous player's settings aren't the substitute's.
        self.people.ready.remove(&id);
        self.people.away.remove(&id);
        self.people.quiet.remove(&id);
        self.people.calls.remove(&id);
        // The substitute hasn't been reminded, either.
        self.watch.reminded.retain(|it| it.0 != Some(id));
        self.note(Entry::Seated { seat: self.seat_name(id).to_owned(), player: player.to_owned() });
        Ok(id)
    }

    /// Frees a seat.
    ///
    /// # Errors
    ///
    /// If there is no such seat, or the battle is over.
    pub fn leave_seat(&mut self, seat: &str) -> Result<SeatId, Refused> {
        let id = self.seat(seat)?;
        self.apply_entry(Entry::Unseated { seat: seat.to_owned() })?;
        Ok(id)
    }

    /// The name of an author's seat.
    fn own_seat(&self, author: &str) -> Result<String, Refused> {
        match self.poster(author)? {
            _ if self.is_over() => Err(Refused::BattleIsOver),
            Poster::Seat(seat) => Ok(self.seat_name(seat).to_owned()),
            Poster::Gm => Err(Refused::Unclear("that is for players with a seat, and the GM has none".to_owned())),
        }
    }

    /// Notes whether a player has given all orders of this round.
    ///
    /// # Errors
    ///
    /// If they have no seat, or the battle is over.
    pub fn set_ready(&mut self, author: &str, ready: bool) -> Result<(), Refused> {
        self.apply_entry(Entry::Ready { seat: self.own_seat(author)?, ready })
    }

    /// Notes whether a player is away, so that nobody waits for them.
    ///
    /// # Errors
    ///
    /// If they have no seat, or the battle is over.
    pub fn set_away(&mut self, author: &str, away: bool) -> Result<(), Refused> {
        self.apply_entry(Entry::Away { seat: self.own_seat(author)?, away })
    }

    /// Adds a word that the dice are mixed with from this round on. Its author then knows that nobody could have chosen
    /// the seed with these dice in mind.
    ///
    /// # Errors
    ///
    /// If they have no seat, the battle is over, or the word is empty or too long.
    pub fn add_word(&mut self, author: &str, word: &str) -> Result<(), Refused> {
        self.apply_entry(Entry::Word { seat: self.own_seat(author)?, word: word.to_owned() })
    }

    /// The words that the dice are mixed with, sorted by the names of their seats.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut words: Vec<_> =
            self.people.words.iter().map(|(seat, word)| (self.seat_name(*seat), word.as_str())).collect();
        words.sort_unstable();
        words.into_iter()
    }

    /// Sets the quiet hours in which a player wants no reminders, in minutes since midnight in a time zone. If `from`
    /// and `to` are equal, there are none.
    ///
    /// # Errors
    ///
    /// If they have no seat, the battle is over, or there is no such time zone.
    pub fn set_quiet_hours(&mut self, author: &str, zone: &str, from: u16, to: u16) -> Result<(), Refused> {
        self.apply_entry(Entry::Quiet { seat: self.own_seat(author)?, zone: zone.to_owned(), from, to })
    }

    /// Notes whether a player wants to be called when a round opens, from the next one on.
    ///
    /// # Errors
    ///
    /// If they have no seat, or the battle is over.
    pub fn set_wants_calls(&mut self, author: &str, wanted: bool) -> Result<(), Refused> {
        self.apply_entry(Entry::Calls { seat: self.own_seat(author)?, wanted })
    }

    /// Sets what squads do in a round without orders from their seat: `Alpha: return fire`, `all: hold`.
    ///
    /// # Errors
    ///
    /// If a squad is not theirs or unknown, the order can't be given to the absent, or the battle is over.
    pub fn stand_in(&mut self, author: &str, squad: &str, order: &str) -> Result<Vec<(SquadId, Absent)>, Refused> {
        let poster = self.poster(author)?;
        self.refuse_if_over()?;
        let is_own = |it: &RosterEntry<'_>| it.seat.is_some() && (poster == Poster::Gm || poster.commands(it.seat));
        let mut own = self.playing.roster();
        own.retain(is_own);
        let squads: Vec<SquadId> = match self.named(squad, is_own) {
            _ if squad.trim().eq_ignore_ascii_case("all") => own.iter().map(|it| it.id).collect(),
            Ok((found, "")) => vec![found.id],
            _ => {
                let name: String = squad.trim().chars().take(40).collect();
                let own = join(&own.iter().map(|it| it.name).collect::<Vec<_>>(), "and");
                let why = format!("\"{name}\" is none of the squads you command, which are {own}");
                return Err(Refused::Unclear(why));
            }
        };
        let read = |it: &SquadId| Ok((*it, self.playing.read_absence(order, *it)?));
        let read: Vec<Result<(SquadId, Absent), Diagnostic>> = squads.iter().map(read).collect();
        let trouble = read.iter().find_map(|it| it.as_ref().err()).map(|it| Refused::of(order, slice::from_ref(it)));
        // With `all`, one of the squads may be the one to follow, which can't follow itself.
        let stands: Vec<(SquadId, Absent)> = read.into_iter().filter_map(Result::ok).collect();
        if let Some(why) = trouble.filter(|_| stands.is_empty()) {
            return Err(why);
        }
        for (squad, absent) in &stands {
            self.people.stand_ins.insert(*squad, *absent);
            self.note(Entry::StandsIn { squad: self.squad_name(*squad), order: order.trim().to_owned() });
        }
        Ok(stands)
    }

    /// The squads of absent players, and what they do if the round closes now.
    pub(super) fn absent(&self) -> Vec<(SquadId, Absent)> {
        self.absent_where(&|it| self.playing.has_orders(it))
    }

    /// Like [`Table::absent`], if only these squads had orders.
    fn absent_where(&self, has_orders: &dyn Fn(SquadId) -> bool) -> Vec<(SquadId, Absent)> {
        let roster = self.playing.roster();
        // A seat that has given any order this round isn't absent.
        let of_absentee = |seat: SeatId| {
            !self.open_posts().any(|it| it.poster == Poster::Seat(seat) && self.playing.holds_orders(it.number))
        };
        let is_absent = |squad: SquadId| {
            let it = roster.iter().find(|it| it.id == squad);
            it.is_some_and(|it| it.is_on_map && !has_orders(squad) && it.seat.is_some_and(of_absentee))
        };
        self.people.stand_ins.iter().map(|it| (*it.0, *it.1)).filter(|it| is_absent(it.0)).collect()
    }

    /// A stand-in's order in a report: `returns fire`.
    pub(crate) fn absence_words(&self, absent: Absent) -> String {
        match absent {
            Absent::Hold => "holds".to_owned(),
            Absent::ReturnFire => "returns fire".to_owned(),
            Absent::Follow(leader) => format!("follows {}", self.squad_name(leader)),
            Absent::FightOn => "fights on".to_owned(),
        }
    }

    /// What squads do in a round without orders: `Alpha holds; Bravo follows Alpha`.
    pub(crate) fn stances_in_words(&self, stands: &[(SquadId, Absent)]) -> String {
        let told = stands.iter().map(|(squad, it)| format!("{} {}", self.squad_name(*squad), self.absence_words(*it)));
        told.collect::<Vec<_>>().join("; ")
    }

    /// The open round with the orders in the thread, for a rehearsal away from the table. It reveals neither others'
    /// hidden orders, nor reserves, nor the plans of the GM's squads.
    ///
    /// # Errors
    ///
    /// If the author has no part in the battle, or it is over.
    pub fn rehearse(&self, author: &str) -> Result<Rehearsal, Refused> {
        let poster = self.poster(author)?;
        self.refuse_if_over()?;
        // Include the fallen: whose friends they are doesn't depend on who still stands.
        let own = self.playing.roster().into_iter().filter(|it| it.seat.map(Poster::Seat) == Some(poster));
        let own = own.map(|it| it.id).collect();
        let is_own = |number| self.posts.iter().any(|it| it.number == number && it.poster == poster);
        let counts = |number| number <= HIDDEN || poster != Poster::Gm && is_own(number);
        Ok(self.playing.rehearsal(&counts, &|has_orders| self.absent_where(has_orders), own))
    }

    /// **O-4** Whether all players with squads on the map or yet to arrive want to give up with this round.
    pub(crate) fn all_tap_out(&self) -> bool {
        let leaving = self.playing.leaving().filter(|it| !it.tap_out.is_empty());
        let roster = self.playing.roster();
        let mut asked = roster.iter().filter(|it| it.is_on_map || it.is_to_come).filter_map(|it| it.seat);
        leaving.is_some_and(|all| asked.all(|it| all.tap_out.contains(&it)))
    }

    /// Who owes orders: seats with squads on the map that have none.
    pub fn owed(&self) -> Vec<Owed> {
        if self.is_over() || self.all_tap_out() {
            return Vec::new();
        }
        let roster = self.playing.roster();
        let untold: Vec<&RosterEntry> =
            roster.iter().filter(|it| it.is_on_map && !self.playing.has_orders_for(it.id)).collect();
        let squads =
            |seat: SeatId| untold.iter().filter(|it| it.seat == Some(seat)).map(|it| it.name.to_owned()).collect();
        let user = |seat: SeatId| self.holder(seat).and_then(|it| it.parse().ok());
        let of = |seat: SeatId| Owed { who: self.seat_name(seat).to_owned(), user: user(seat), squads: squads(seat) };
        self.seats().map(of).filter(|it| !it.squads.is_empty()).collect()
    }

    /// Players who have squads, but none on the map.
    pub(crate) fn not_on_map(&self) -> Vec<String> {
        let has_any = |seat: &SeatId| self.playing.roster().iter().any(|it| it.seat == Some(*seat));
        let them = self.seats().filter(|it| self.squads_of(*it).is_empty()).filter(has_any);
        them.map(|it| self.seat_name(it).to_owned()).collect()
    }

    /// The squads of a poster that owe orders.
    pub(crate) fn owed_by(&self, poster: Poster) -> Vec<String> {
        let name = self.name_of(poster);
        self.owed().into_iter().find(|it| it.who == name).map_or_else(Vec::new, |it| it.squads)
    }

    /// A sentence to append: the squads of a poster that owe orders. Empty if there are none.
    pub(crate) fn missing_orders_sentence(&self, poster: Poster) -> String {
        match self.owed_by(poster) {
            squads if squads.is_empty() => String::new(),
            squads => format!(" Orders are missing for {}.", squads.join(", ")),
        }
    }

    /// Changes what somebody posted. If that leaves a squad without orders, a player who was ready no longer is.
    pub(super) fn change_posts<T>(
        &mut self,
        author: &str,
        change: impl FnOnce(&mut Table) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let poster = self.poster(author).ok();
        let is_ready = |it: &Poster| matches!(it, Poster::Seat(seat) if self.is_ready(*seat));
        let Some(poster) = poster.filter(is_ready) else { return change(self) };
        let before = self.owed_by(poster);
        let changed = change(self)?;
        if self.owed_by(poster).iter().any(|it| !before.contains(it)) {
            self.set_ready(author, false)?;
        }
        Ok(changed)
    }

    /// Who is waited for: players who owe orders, are not away, and are not ready.
    pub(crate) fn waited_for(&self) -> Vec<Owed> {
        let is_waited_for = |it: &Owed| self.seat(&it.who).is_ok_and(|it| !self.is_away(it) && !self.is_ready(it));
        self.owed().into_iter().filter(is_waited_for).collect()
    }

    pub(crate) fn is_away(&self, seat: SeatId) -> bool {
        self.people.away.contains(&seat)
    }

    /// Whether a seat has given all orders of this round.
    pub(crate) fn is_ready(&self, seat: SeatId) -> bool {
        self.people.ready.contains(&seat)
    }

    /// Whether all players with squads on the map who aren't away are ready, and there is at least one.
    pub(crate) fn all_are_ready(&self) -> bool {
        let present = self.seats().filter(|it| !self.is_away(*it) && !self.squads_of(*it).is_empty());
        let mut present = present.peekable();
        present.peek().is_some() && present.all(|it| self.is_ready(it))
    }
}
