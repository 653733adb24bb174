//! Deadlines and reminders. A table has no clock: callers pass the time.

use std::collections::BTreeSet;

use jiff::{Timestamp, ToSpan as _, civil, tz::TimeZone};

use crate::field::SeatId;
use crate::referee::commands::GM;
use crate::referee::{Refused, Table};
use crate::store::Entry;

/// How rounds are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Seconds from the opening of a round to its deadline. `None`: rounds get no deadline by themselves.
    pub round: Option<u32>,
    /// Whether the deadline closes the round, even if orders are owed.
    pub closes: bool,
    /// Whether the round closes as soon as all players are ready.
    pub early: bool,
    /// How many seconds before the deadline players who owe orders are reminded.
    pub remind: u32,
}

impl Default for Pace {
    /// The GM closes each round.
    fn default() -> Pace {
        Pace { round: None, closes: false, early: false, remind: 6 * 60 * 60 }
    }
}

/// The timing of one battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    pub(super) pace: Pace,
    pub(super) deadline: Option<i64>,
    // When the deadline was set.
    pub(super) since: Option<i64>,
    pub(super) paused: bool,
    // Who was reminded of which deadline. `None` is the GM.
    pub(super) reminded: BTreeSet<(Option<SeatId>, i64)>,
    // Who was called for the open round.
    pub(super) called: BTreeSet<SeatId>,
}

impl Watch {
    pub(super) fn begin_round(&mut self) {
        self.deadline = None;
        self.called.clear();
    }
}

/// Something that is due now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// A player owes orders and gets the one reminder of this deadline.
    Remind { seat: SeatId, deadline: i64 },
    /// A player owes orders for the round that has opened, and wants to be called for it once.
    Call { seat: SeatId },
    /// The deadline has passed, and the GM is to close the round.
    TellGm { deadline: i64 },
    /// The deadline has passed and closes the round. `late` is the deadline if that was long ago.
    CloseAtDeadline { late: Option<i64> },
    /// All players are ready.
    CloseEarly,
}

/// A round that closes more than this many seconds after its deadline is late.
const LATE: i64 = 60;

/// The quiet hours of a player, who wants no reminders then.
#[derive(Clone, Debug)]
pub(super) struct Quiet {
    zone: TimeZone,
    // In minutes since midnight.
    from: i64,
    to: i64,
}

const DAY: i64 = 24 * 60;

/// The time zone of this name, such as Europe/Berlin.
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

    /// The quiet hours around a moment: when they begin and when they end.
    fn around(&self, now: i64) -> Option<(i64, i64)> {
        let length = (self.to - self.from).rem_euclid(DAY);
        let at = Timestamp::from_second(now).ok()?.to_zoned(self.zone.clone());
        // They may have begun yesterday. Changes of clocks move only the beginning, and the length stays the same.
        [0, 1].into_iter().find_map(|days| {
            let day = at.date().checked_sub(days.days()).ok()?;
            let time = civil::Time::new((self.from / 60) as i8, (self.from % 60) as i8, 0, 0).ok()?;
            let begin = day.to_datetime(time).to_zoned(self.zone.clone()).ok()?.timestamp().as_second();
            let end = begin + 60 * length;
            (begin <= now && now < end).then_some((begin, end))
        })
    }
}

/// A player whose quiet hours end less than this before the deadline, in seconds, is reminded before they begin.
const TOO_LATE: i64 = 60 * 60;

/// When to remind somebody: `remind` seconds before the deadline, but in the second half of the time since it was set.
/// If that falls into their quiet hours, the reminder comes when those end, or before they begin if the end would be
/// too late.
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
    pub fn pace(&self) -> Pace {
        self.watch.pace
    }

    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn set_pace(&mut self, pace: Pace) -> Result<(), Refused> {
        let Pace { round, closes, early, remind } = pace;
        self.apply_entry(Entry::Pace { round, closes, early, remind })
    }

    /// When the open round is to close, in seconds since 1970.
    pub fn deadline(&self) -> Option<i64> {
        self.watch.deadline
    }

    /// Sets the deadline of the open round, or removes it.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn set_deadline(&mut self, now: i64, at: Option<i64>) -> Result<(), Refused> {
        self.apply_entry(Entry::Deadline { round: self.round(), at, since: Some(now) })
    }

    /// Sets the deadline of a round that opens now, by the pace.
    pub fn start_clock(&mut self, now: i64) {
        if let Some(seconds) = self.watch.pace.round.filter(|_| !self.is_over() && !self.is_paused()) {
            // This can't fail: the battle isn't over, and a length of four billion seconds leads to no day outside the
            // calendar.
            let _ = self.set_deadline(now, now.checked_add(i64::from(seconds)));
        }
    }

    /// Whether the clock is stopped, so that nothing happens by itself.
    pub(crate) fn is_paused(&self) -> bool {
        self.watch.paused
    }

    /// Stops the clock, or lets it go on.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn pause(&mut self, paused: bool) -> Result<(), Refused> {
        self.apply_entry(Entry::Paused { paused })
    }

    /// Refuses what can't be done in a battle that is over.
    pub(super) fn refuse_if_over(&self) -> Result<(), Refused> {
        if self.is_over() { Err(Refused::BattleIsOver) } else { Ok(()) }
    }

    /// Everything that is due at this moment.
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

    /// When [`Table::due`] will next return something, if nobody does anything before. It may be a little early.
    pub fn alarm(&self) -> Option<i64> {
        self.agenda().into_iter().map(|it| it.0).min()
    }

    /// Everything that will be due in the open round if nobody does anything before, and when.
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

    /// Whether a seat is outside its quiet hours.
    pub(crate) fn is_awake(&self, seat: SeatId, now: i64) -> bool {
        self.people.quiet.get(&seat).is_none_or(|it| it.around(now).is_none())
    }

    /// Who has yet to be called for the round that has opened.
    fn uncalled(&self) -> impl Iterator<Item = SeatId> {
        let wanted = self.people.calls.iter().copied().filter(|it| !self.watch.called.contains(it));
        let owing: Vec<String> = self.waited_for().into_iter().map(|it| it.who).collect();
        wanted.filter(move |it| owing.iter().any(|who| who == self.seat_name(*it)))
    }

    /// When to call somebody: as the round opens, or when their quiet hours end.
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
        self.apply_entry(Entry::Called { seat: self.seat_name(seat).to_owned() })
    }

    /// Who has yet to be reminded of a deadline, and when.
    fn reminders(&self, deadline: i64) -> impl Iterator<Item = (SeatId, i64)> {
        let seats = self.waited_for().into_iter().filter_map(|it| self.seat(&it.who).ok());
        let &Watch { pace, since, .. } = &self.watch;
        seats
            .filter(move |it| !self.watch.reminded.contains(&(Some(*it), deadline)))
            .map(move |it| (it, reminder_at(deadline, since, pace.remind, self.people.quiet.get(&it))))
    }

    /// Notes that somebody is being reminded: a player, or the GM (`None`).
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn remind(&mut self, seat: Option<SeatId>, deadline: i64) -> Result<(), Refused> {
        let seat = seat.map_or(GM, |it| self.seat_name(it)).to_owned();
        self.apply_entry(Entry::Reminded { seat, round: self.round(), at: deadline })
    }
}
