//! Points in time as people type them: a date, a time of day, or how long from now.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Span, SpanRelativeTo, Timestamp, ToSpan as _, Unit};

/// Reads a point in time, in seconds since 1970. `None` if the text means "never".
///
/// # Errors
///
/// If the text can't be read or the time is past, in words for the one who typed it.
pub(super) fn parse(text: &str, zone: &TimeZone, now: i64) -> Result<Option<i64>, String> {
    let text = text.trim().to_lowercase();
    if ["", "0", "none", "off", "never"].contains(&text.as_str()) {
        return Ok(None);
    }
    let wrong = || {
        "a deadline is written like 20:00, 2026-12-24 20:00, friday 20:00, 90m, +3h, 2d or off; a number alone means hours"
            .to_owned()
    };
    if let Some(seconds) = length(&text) {
        return Ok(Some(now.saturating_add(seconds)));
    }
    let here = Timestamp::from_second(now).map_err(|_| wrong())?.to_zoned(zone.clone());
    let (day, time) = match text.rsplit_once([' ', 't']) {
        Some((day, time)) if time.contains(':') => (Some(day.trim()), time),
        _ if text.contains(':') => (None, text.as_str()),
        _ => (Some(text.as_str()), "23:59"),
    };
    let time: Time = format!("{time:0>5}:00").parse().map_err(|_| wrong())?;
    let date: Date = match day {
        None if here.time() < time => here.date(),
        None => here.date().checked_add(1.day()).map_err(|_| wrong())?,
        Some(day) => match DAYS.iter().position(|it| 3 <= day.len() && it.starts_with(day)) {
            Some(n) => {
                let from_now = (n as i64 - i64::from(here.weekday().to_monday_zero_offset())).rem_euclid(7);
                let is_past = from_now == 0 && time <= here.time();
                let days = if is_past { 7 } else { from_now };
                here.date().checked_add(days.days()).map_err(|_| wrong())?
            }
            None => day.parse().map_err(|_| wrong())?,
        },
    };
    let at = DateTime::from_parts(date, time).to_zoned(zone.clone()).map_err(|_| wrong())?.timestamp().as_second();
    if at <= now { Err("that is past already".to_owned()) } else { Ok(Some(at)) }
}

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The seconds of `+3h`, `90 min`, `1d 12h` or `48`, which is hours.
fn length(text: &str) -> Option<i64> {
    let text = text.trim_start_matches('+').trim_start();
    let length: Span = match text.parse::<i16>() {
        Ok(hours) => hours.hours(),
        Err(_) => text.parse().ok()?,
    };
    let seconds = length.total((Unit::Second, SpanRelativeTo::days_are_24_hours())).ok()? as i64;
    (0 < seconds && seconds <= YEAR).then_some(seconds)
}

const YEAR: i64 = 366 * 86_400;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_a_date_a_time_or_a_length() {
        // A Sunday, 12:00 in Berlin.
        let now: Timestamp = "2026-11-22T11:00:00Z".parse().expect("a moment");
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        for (text, expected) in [
            ("20:00", "2026-11-22T19:00:00Z"),
            ("9:30", "2026-11-23T08:30:00Z"),
            ("2026-12-24 20:00", "2026-12-24T19:00:00Z"),
            ("2026-12-24", "2026-12-24T22:59:00Z"),
            ("Fri 20:00", "2026-11-27T19:00:00Z"),
            ("sunday 11:00", "2026-11-29T10:00:00Z"),
            ("90m", "2026-11-22T12:30:00Z"),
            ("+3h", "2026-11-22T14:00:00Z"),
            ("1d 12h", "2026-11-23T23:00:00Z"),
            ("48", "2026-11-24T11:00:00Z"),
        ] {
            let expected: Timestamp = expected.parse().expect("a moment");
            assert_eq!(parse(text, &zone, now.as_second()), Ok(Some(expected.as_second())), "{text}");
        }
        for text in ["off", "0", ""] {
            assert_eq!(parse(text, &zone, now.as_second()), Ok(None));
        }
        for text in ["soon", "25:00", "2020-01-01", "3 parsecs", "99999999d", ":", "é:00", "+"] {
            assert!(parse(text, &zone, now.as_second()).is_err(), "{text}");
        }
    }
}
