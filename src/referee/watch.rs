//! Deadlines and reminders. The time is told to a table; it has no clock.

use std::collections::BTreeSet;

use jiff::{Timestamp, ToSpan as _, civil, tz::TimeZone};

use crate::field::SeatId;
use crate::referee::commands::GM;
use crate::referee::{Refused, Table};
use crate::store::Entry;

/// How rounds are opened and closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Seconds from the opening of a round to its deadline; `None`: no deadline of itself.
    pub round: Option<u32>,
    /// The deadline closes the round, even if orders are owed.
    pub closes: bool,
    /// The round closes as soon as all players are ready.
    pub early: bool,
    /// Seconds before the deadline at which those who owe orders are reminded.
    pub remind: u32,
}

impl Default for Pace {
    /// The GM closes each round.
    fn default() -> Pace {
        Pace { round: None, closes: false, early: false, remind: 6 * 60 * 60 }
    }
}

/// What the clock says about one battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    pub(super) pace: Pace,
    pub(super) deadline: Option<i64>,
    // When it was set.
    pub(super) since: Option<i64>,
    pub(super) paused: bool,
    // Who was told of the deadline; `None` is the GM.
    pub(super) reminded: BTreeSet<(Option<SeatId>, i64)>,
    // Who was called as this round opened.
    pub(super) called: BTreeSet<SeatId>,
}

impl Watch {
    pub(super) fn begin_round(&mut self) {
        self.deadline = None;
        self.called.clear();
    }
}

/// What is to be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// A player owes orders and is to be told, once for this deadline.
    Remind { seat: SeatId, deadline: i64 },
    /// A player owes orders for the round that has opened, and wants to be called for that once.
    Call { seat: SeatId },
    /// The deadline has passed, and it is the GM who closes the round.
    TellGm { deadline: i64 },
    /// The deadline has passed and closes the round; when it was, if that is long ago.
    CloseAtDeadline { late: Option<i64> },
    /// All players are ready.
    CloseEarly,
}

/// Seconds after its deadline from which on a round that closes is late.
const LATE: i64 = 60;

/// When a player wants no reminders.
#[derive(Clone, Debug)]
pub(super) struct Quiet {
    zone: TimeZone,
    // Minutes since midnight.
    from: i64,
    to: i64,
}

const DAY: i64 = 24 * 60;

/// The time zone of a name, such as Europe/Berlin.
///
/// # Errors
///
/// If there is none.
pub(crate) fn time_zone(name: &str) -> Result<TimeZone, Refused> {
    TimeZone::get(name).map_err(|_| {
        let name: String = name.chars().take(40).collect();
        Refused::Unclear(format!("there is no time zone \"{name}\". Name one such as Europe/Berlin or UTC"))
    })
}

impl Quiet {
    pub(super) fn new(zone: &str, from: u16, to: u16) -> Result<Quiet, Refused> {
        let zone = time_zone(zone.trim())?;
        let (from, to) = (i64::from(from), i64::from(to));
        if DAY <= from || DAY <= to {
            return Err(Refused::Unclear("a time of day goes from 00:00 to 23:59".to_owned()));
        }
        Ok(Quiet { zone, from, to })
    }

    /// The quiet hours that a moment lies in: their beginning and their end.
    fn around(&self, now: i64) -> Option<(i64, i64)> {
        let length = (self.to - self.from).rem_euclid(DAY);
        let at = Timestamp::from_second(now).ok()?.to_zoned(self.zone.clone());
        // They may have begun yesterday. Clocks that are set forward or back move the one moment, not the length.
        [0, 1].into_iter().find_map(|days| {
            let day = at.date().checked_sub(days.days()).ok()?;
            let time = civil::Time::new((self.from / 60) as i8, (self.from % 60) as i8, 0, 0).ok()?;
            let begin = day.to_datetime(time).to_zoned(self.zone.clone()).ok()?.timestamp().as_second();
            let end = begin + 60 * length;
            (begin <= now && now < end).then_some((begin, end))
        })
    }
}

/// A player whose quiet hours end later than this before the deadline, in seconds, is reminded before they begin.
const TOO_LATE: i64 = 60 * 60;

/// When to remind somebody: at the moment asked for, but in the second half of the time since the deadline was set; or, if
/// they want quiet then, as soon as they don't; or before, if that would leave no time.
fn reminder_at(deadline: i64, since: Option<i64>, remind: u32, quiet: Option<&Quiet>) -> i64 {
    let half = since.map_or(i64::MIN, |it| it + (deadline - it) / 2);
    let wanted = (deadline - i64::from(remind)).max(half);
    match quiet.and_then(|it| it.around(wanted)) {
        None => wanted,
        Some((_, end)) if end + TOO_LATE <= deadline => end,
        Some((begin, _)) => begin - 1,
    }
}

impl Table {
    /// How rounds are opened and closed.
    pub fn pace(&self) -> Pace {
        self.watch.pace
    }

    /// Changes how rounds are opened and closed.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn set_pace(&mut self, pace: Pace) -> Result<(), Refused> {
        let Pace { round, closes, early, remind } = pace;
        self.say(Entry::Pace { round, closes, early, remind })
    }

    /// When the open round closes, in seconds since 1970.
    pub fn deadline(&self) -> Option<i64> {
        self.watch.deadline
    }

    /// Sets the deadline of the open round, or takes it away.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn set_deadline(&mut self, now: i64, at: Option<i64>) -> Result<(), Refused> {
        self.say(Entry::Deadline { round: self.round(), at, since: Some(now) })
    }

    /// Sets the deadline that the pace gives to a round that opens now.
    pub fn start_clock(&mut self, now: i64) {
        if let Some(seconds) = self.watch.pace.round.filter(|_| !self.is_over() && !self.is_paused()) {
            // The battle isn't over, and a length of four billion seconds leads to no day that calendars lack.
            let _ = self.set_deadline(now, now.checked_add(i64::from(seconds)));
        }
    }

    /// Whether nothing happens by itself.
    pub(crate) fn is_paused(&self) -> bool {
        self.watch.paused
    }

    /// Stops the clock, or lets it go on.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn pause(&mut self, paused: bool) -> Result<(), Refused> {
        self.say(Entry::Paused { paused })
    }

    /// Refuses what can't be done any more in a battle that is over.
    pub(super) fn is_still_played(&self) -> Result<(), Refused> {
        if self.is_over() { Err(Refused::BattleIsOver) } else { Ok(()) }
    }

    /// What is to be done at this moment.
    pub fn due(&self, now: i64) -> Vec<Due> {
        let is_due = |due: &Due| match due {
            Due::Remind { seat, deadline } => now < *deadline && self.is_awake(*seat, now),
            Due::Call { seat } => self.is_awake(*seat, now),
            _ => true,
        };
        let timely = |(at, due)| match due {
            Due::CloseAtDeadline { .. } => Due::CloseAtDeadline { late: Some(at).filter(|it| it + LATE < now) },
            due => due,
        };
        self.agenda().into_iter().filter(|(at, due)| *at <= now && is_due(due)).map(timely).collect()
    }

    /// When [`Table::due`] will next have something, if nobody does anything before; it may be a moment early.
    pub fn alarm(&self) -> Option<i64> {
        self.agenda().into_iter().map(|it| it.0).min()
    }

    /// All that is to be done in the open round if nobody does anything before, and from when on.
    fn agenda(&self) -> Vec<(i64, Due)> {
        if self.is_over() || self.is_paused() {
            return Vec::new();
        }
        if self.watch.pace.early && self.all_are_ready() {
            return vec![(i64::MIN, Due::CloseEarly)];
        }
        let mut agenda: Vec<(i64, Due)> =
            self.uncalled().map(|seat| (self.call_at(seat), Due::Call { seat })).collect();
        let Some(deadline) = self.watch.deadline else { return agenda };
        let end = match self.watch.pace.closes {
            true => Due::CloseAtDeadline { late: None },
            false if self.watch.reminded.contains(&(None, deadline)) => return agenda,
            false => Due::TellGm { deadline },
        };
        agenda.extend(self.reminders(deadline).map(|(seat, at)| (at, Due::Remind { seat, deadline })));
        agenda.push((deadline, end));
        agenda
    }

    /// Whether somebody doesn't want quiet now.
    pub(crate) fn is_awake(&self, seat: SeatId, now: i64) -> bool {
        self.people.quiet.get(&seat).is_none_or(|it| it.around(now).is_none())
    }

    /// Who is still to be called for the round that has opened.
    fn uncalled(&self) -> impl Iterator<Item = SeatId> {
        let wanted = self.people.calls.iter().copied().filter(|it| !self.watch.called.contains(it));
        let owing: Vec<String> = self.waited_for().into_iter().map(|it| it.who).collect();
        wanted.filter(move |it| owing.iter().any(|who| who == self.seat_name(*it)))
    }

    /// When somebody is called: as the round opens, or when their quiet hours end.
    fn call_at(&self, seat: SeatId) -> i64 {
        let Some(opened) = self.watch.since else { return i64::MIN };
        let quiet = self.people.quiet.get(&seat).and_then(|it| it.around(opened));
        quiet.map_or(opened, |it| it.1)
    }

    /// Notes that somebody is being called for the round that has opened.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn call(&mut self, seat: SeatId) -> Result<(), Refused> {
        self.say(Entry::Called { seat: self.seat_name(seat).to_owned() })
    }

    /// Who is still to be reminded of a deadline, and when.
    fn reminders(&self, deadline: i64) -> impl Iterator<Item = (SeatId, i64)> {
        let seats = self.waited_for().into_iter().filter_map(|it| self.seat(&it.who).ok());
        let &Watch { pace, since, .. } = &self.watch;
        seats
            .filter(move |it| !self.watch.reminded.contains(&(Some(*it), deadline)))
            .map(move |it| (it, reminder_at(deadline, since, pace.remind, self.people.quiet.get(&it))))
    }

    /// Notes that somebody is being told: a player, or the GM (`None`).
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn remind(&mut self, seat: Option<SeatId>, deadline: i64) -> Result<(), Refused> {
        let seat = seat.map_or(GM, |it| self.seat_name(it)).to_owned();
        self.say(Entry::Reminded { seat, round: self.round(), at: deadline })
    }
}
