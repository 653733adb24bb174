//! Faults on purpose.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A fault that happens to some of the next requests.
pub(crate) struct Fault {
    /// The beginning of a method and path, in which `*` stands for any part: `POST /channels/*/messages`.
    route: String,
    what: What,
    times_left: u32,
}

/// What happens to a request.
#[derive(Clone)]
pub(crate) enum What {
    /// Status 429 with a pause, for this route or for all routes.
    TooMany { retry_after: Duration, is_global: bool },
    /// Nothing is done, and the answer has this status.
    Status(u16),
    /// The request is carried out, but the answer has this status, so the bot can't know that it was.
    DoneBut(u16),
    /// The request is carried out after a while.
    Slow(Duration),
}

#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) waiting: Vec<Fault>,
    /// Answers RESUME with an invalid session.
    pub(crate) refuses_resume: bool,
    /// Closes the connection with 4014, whatever the application may do.
    pub(crate) refuses_intents: bool,
    /// Closes every new connection.
    pub(crate) is_gateway_down: bool,
    /// Sends every event twice.
    pub(crate) doubles_events: bool,
    /// Keeps events back. They are sent in reverse order when this ends.
    pub(crate) holds_events: bool,
    /// Lists messages without their nonces, and allows a nonce to be used again.
    pub(crate) forgets_nonces: bool,
    /// Several processes receive every event. The second answer to an interaction is refused, and isn't a violation.
    pub(crate) has_rivals: bool,
    /// Sends payloads uncompressed, even if the bot asks for compression.
    pub(crate) is_uncompressed: bool,
}

/// Discord's rate limits. In a while: five messages, five edits, five reads of a channel, two names of a thread, one
/// reaction. In a second: fifty requests of all kinds except answers to interactions.
#[derive(Default)]
pub(crate) struct Buckets {
    /// How long the while lasts here. `None`: no limits.
    pub(crate) lasts: Option<Duration>,
    /// The requests that are taken in a second. `None`: no limit.
    pub(crate) a_second: Option<u32>,
    second: Option<(Instant, u32)>,
    used: BTreeMap<String, (Instant, u32)>,
}

/// The state of a request's bucket once the request is taken out.
pub(crate) struct Drawn {
    pub(crate) limit: u32,
    /// `None` if the bucket was empty.
    pub(crate) left: Option<u32>,
    pub(crate) until: Duration,
}

impl Buckets {
    /// Takes a request out of the global bucket. Returns how long the request has to wait if the bucket was empty.
    pub(crate) fn draw_from_all(&mut self, request: &str) -> Option<Duration> {
        const SECOND: Duration = Duration::from_secs(1);
        let limit = self.a_second.filter(|_| !request.contains(" interactions/") && !request.contains(" webhooks/"))?;
        let now = Instant::now();
        let second = self.second.filter(|it| now < it.0 + SECOND).unwrap_or((now, 0));
        self.second = Some((second.0, second.1 + 1));
        (limit <= second.1).then(|| second.0 + SECOND - now)
    }

    /// Takes a request out of its route's bucket. `None` if it has none.
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

/// A route that may not be used for a while.
pub(crate) struct Pause {
    pub(crate) route: String,
    pub(crate) until: Instant,
    /// The body of the request that began the pause.
    pub(crate) asked: Vec<u8>,
}

impl Pause {
    pub(crate) fn begin(route: &str, length: Duration, asked: &[u8]) -> Pause {
        Pause { route: route.to_owned(), until: Instant::now() + length, asked: asked.to_vec() }
    }

    /// Whether this very request was told to wait. Any other request may have been on its way already.
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
    /// The fault that happens to a request. `None` if there is none.
    pub(crate) fn strike(&mut self, request: &str) -> Option<What> {
        let at = self.waiting.iter().position(|it| 0 < it.times_left && fits(&it.route, request))?;
        let fault = &mut self.waiting[at];
        fault.times_left -= 1;
        Some(fault.what.clone())
    }
}

/// Whether a request belongs to a route: `*` is any part, and what follows the route doesn't matter.
pub(crate) fn fits(route: &str, request: &str) -> bool {
    let mut parts = request.split('/');
    route.split('/').all(|it| parts.next().is_some_and(|part| it == "*" || it.trim_end() == part.trim_end()))
}
