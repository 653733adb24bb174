//! What goes wrong on purpose.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Something that happens to requests, as often as it says.
pub(crate) struct Fault {
    /// The start of a method and a path in which `*` is any part: `POST /channels/*/messages`.
    route: String,
    what: What,
    times_left: u32,
}

/// What happens to a request.
#[derive(Clone)]
pub(crate) enum What {
    /// 429, with how long to wait; for this route, or for all.
    TooMany { retry_after: Duration, is_global: bool },
    /// This answer instead of one, and nothing is done.
    Status(u16),
    /// It is done, but the answer is this: the bot can't know.
    DoneBut(u16),
    /// It is done after a while.
    Slow(Duration),
}

#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) waiting: Vec<Fault>,
    /// Answers that a session can't be resumed.
    pub(crate) refuses_resume: bool,
    /// Closes with 4014, whatever the application may do.
    pub(crate) refuses_intents: bool,
    /// Hangs up on whoever connects.
    pub(crate) is_gateway_down: bool,
    /// Sends every event twice.
    pub(crate) doubles_events: bool,
    /// Keeps events back; they are sent in reverse when it ends.
    pub(crate) holds_events: bool,
    /// Tells no nonces when it is asked for messages, and lets a nonce be used again.
    pub(crate) forgets_nonces: bool,
    /// Several processes hear everything: whoever answers second is told so, and it is no fault.
    pub(crate) has_rivals: bool,
    /// Sends its payloads as they are, though the bot would take them compressed.
    pub(crate) is_uncompressed: bool,
}

/// How often something may be done in a while, as Discord has it: five messages, five edits, five looks at a channel, two
/// names of a thread, one sign; and in a second, fifty requests of all kinds but answers to commands.
#[derive(Default)]
pub(crate) struct Buckets {
    /// How long that while is here; none: as often as anybody likes.
    pub(crate) lasts: Option<Duration>,
    /// How many requests a second are taken in all; none: as many as anybody likes.
    pub(crate) a_second: Option<u32>,
    second: Option<(Instant, u32)>,
    used: BTreeMap<String, (Instant, u32)>,
}

/// What a request finds in its bucket.
pub(crate) struct Drawn {
    pub(crate) limit: u32,
    /// None: it was empty.
    pub(crate) left: Option<u32>,
    pub(crate) until: Duration,
}

impl Buckets {
    /// Takes a request out of the bucket of all: how long it is to wait, if that was empty.
    pub(crate) fn draw_from_all(&mut self, request: &str) -> Option<Duration> {
        const SECOND: Duration = Duration::from_secs(1);
        let limit = self.a_second.filter(|_| !request.contains(" interactions/") && !request.contains(" webhooks/"))?;
        let now = Instant::now();
        let second = self.second.filter(|it| now < it.0 + SECOND).unwrap_or((now, 0));
        self.second = Some((second.0, second.1 + 1));
        (limit <= second.1).then(|| second.0 + SECOND - now)
    }

    /// Takes a request out of its bucket, if it has one.
    pub(crate) fn draw(&mut self, request: &str) -> Option<Drawn> {
        let lasts = self.lasts?;
        let parts: Vec<&str> = request.split('/').collect();
        let (bucket, limit) = match parts[..] {
            ["POST ", "channels", channel, "messages"] => (format!("post {channel}"), 5),
            ["GET ", "channels", channel, "messages"] => (format!("look {channel}"), 5),
            ["PATCH ", "channels", channel, "messages", _] => (format!("edit {channel}"), 5),
            ["PATCH ", "channels", channel] => (format!("name {channel}"), 2),
            [_, "channels", channel, "messages", _, "reactions", ..] => (format!("sign {channel}"), 1),
            _ => return None,
        };
        let now = Instant::now();
        let used = self.used.entry(bucket).or_insert((now, 0));
        if used.0 + lasts <= now {
            *used = (now, 0);
        }
        let until = lasts.saturating_sub(now - used.0);
        used.1 += 1;
        Some(Drawn { limit, left: limit.checked_sub(used.1), until })
    }
}

/// A route that may not be used before a time has come.
pub(crate) struct Pause {
    pub(crate) route: String,
    pub(crate) until: Instant,
    /// What was asked when it began.
    pub(crate) asked: Vec<u8>,
}

impl Pause {
    pub(crate) fn begin(route: &str, length: Duration, asked: &[u8]) -> Pause {
        Pause { route: route.to_owned(), until: Instant::now() + length, asked: asked.to_vec() }
    }

    /// Whether this was told to wait. Anything else may have been on its way already.
    pub(crate) fn is_of(&self, route: &str, asked: &[u8]) -> bool {
        self.route == route && self.asked == asked
    }
}

impl Fault {
    pub(crate) fn new(route: &str, what: What, times: u32) -> Fault {
        Fault { route: route.to_owned(), what, times_left: times }
    }
}

impl Faults {
    /// What happens to a request, if something does.
    pub(crate) fn strike(&mut self, request: &str) -> Option<What> {
        let at = self.waiting.iter().position(|it| 0 < it.times_left && fits(&it.route, request))?;
        let fault = &mut self.waiting[at];
        fault.times_left -= 1;
        Some(fault.what.clone())
    }
}

/// Whether a request is of a route: `*` is any part, and what comes after the route doesn't matter.
pub(crate) fn fits(route: &str, request: &str) -> bool {
    let mut parts = request.split('/');
    route.split('/').all(|it| parts.next().is_some_and(|part| it == "*" || it.trim_end() == part.trim_end()))
}
