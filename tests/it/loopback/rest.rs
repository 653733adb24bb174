//! The HTTP API: authorization, faults on purpose, and the routing of requests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::faults::{Drawn, Pause, What};
use super::world::{APPLICATION, BOT, Id, World};
use super::{Shared, channels, interactions, messages, openapi};

const BODY_MAX: usize = 128 * 1024 * 1024;

/// A parsed request.
pub(crate) struct PostContext {
    pub(crate) method: String,
    pub(crate) parts: Vec<String>,
    pub(crate) query: BTreeMap<String, String>,
    pub(crate) body: Value,
    pub(crate) files: Vec<Upload>,
}

pub(crate) struct Upload {
    /// N of `files[N]`.
    pub(crate) number: String,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) bytes: Vec<u8>,
}

/// The answer to a request: a body, or nothing (204).
pub(crate) type Answer = Result<Option<Value>, Refusal>;

/// A status, Discord's code, and a message.
pub(crate) struct Refusal(pub(crate) u16, pub(crate) u64, pub(crate) String);

pub(crate) fn refuse<T>(status: u16, code: u64, message: &str) -> Result<T, Refusal> {
    Err(Refusal(status, code, message.to_owned()))
}

pub(crate) async fn handle(shared: Arc<Shared>, request: axum::extract::Request) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, BODY_MAX).await else { return failure(413, "Request entity too large") };
    let path = head.uri.path().trim_start_matches("/api/v10").to_owned();
    let route = format!("{} {}", head.method, with_token_hidden(&path));
    let parts: Vec<String> = path.trim_matches('/').split('/').map(decoded).collect();
    if let ["attachments", id, ..] = parts.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // Files are on another host, where their address is enough to read them.
        let found = shared.with(|world| world.attached.get(&id.parse().ok()?).cloned());
        return found.map_or_else(|| failure(404, "no such file"), |it| Response::new(Body::from(it.1)));
    }
    let drawn = shared.with(|world| world.buckets.draw(&route));
    let from_all = shared.with(|world| world.buckets.draw_from_all(&route));
    let is_empty = matches!(drawn, Some(Drawn { left: None, .. }));
    if let Some(until) = drawn.as_ref().filter(|_| is_empty).map(|it| it.until).max(from_all) {
        shared.with(|world| {
            world.refusals.push(format!("429 {route}"));
            world.pauses.push(Pause::begin(&route, until, &body));
        });
        return too_many(until, !is_empty);
    }
    let strike = shared.with(|world| {
        world.requests.push(route.clone());
        pause_kept(world, &route, &body);
        if !is_allowed(world, &head.headers, &parts) {
            return Some(What::Status(401));
        }
        world.faults.strike(&route)
    });
    let mut instead = None;
    match strike {
        Some(What::TooMany { retry_after, is_global }) => {
            shared.with(|world| {
                world.pauses.push(Pause::begin(&route, retry_after, &body));
            });
            return too_many(retry_after, is_global);
        }
        Some(What::Status(status)) => {
            shared.with(|world| world.refusals.push(format!("{status} {route}")));
            return failure(status, "made to fail");
        }
        Some(What::Slow(duration)) => tokio::time::sleep(duration).await,
        Some(What::DoneBut(status)) => instead = Some(failure(status, "done, but nobody says so")),
        None => {}
    }
    let (body, files) = match read_body(&head.headers, body.to_vec()).await {
        Ok(it) => it,
        Err(why) => {
            shared.with(|world| world.violations.push(format!("{route}: {why}")));
            return failure(400, &why);
        }
    };
    let query = head.uri.query().unwrap_or_default().split('&').filter_map(|it| it.split_once('='));
    let query = query.map(|it| (it.0.to_owned(), decoded(it.1))).collect();
    let asked = PostContext { method: head.method.to_string(), parts, query, body, files };
    let short: Vec<&str> = asked.parts.iter().map(String::as_str).collect();
    let complaints = if asked.body.is_null() {
        Vec::new()
    } else {
        openapi::complaints(&asked.method, &short, &openapi::with_texts_for_ids(&asked.body))
    };
    let answer = shared.with(|world| {
        world.violations.extend(complaints.into_iter().map(|it| format!("{route}: {it}")));
        let answer = answer(world, &asked, &short);
        if let Err(Refusal(status, _, message)) = &answer {
            world.refusals.push(format!("{status} {route}: {message}"));
        }
        answer
    });
    let mut response = instead.unwrap_or_else(|| match answer {
        Ok(Some(body)) => response(200, &body),
        Ok(None) => Response::builder().status(StatusCode::NO_CONTENT).body(Body::empty()).expect("a response"),
        Err(Refusal(status, code, message)) => response(status, &json!({"message": message, "code": code})),
    });
    if let Some(Drawn { limit, left: Some(left), until }) = drawn {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let said = [
            ("x-ratelimit-limit", limit.to_string()),
            ("x-ratelimit-remaining", left.to_string()),
            ("x-ratelimit-reset", (now + until).as_secs_f64().to_string()),
            ("x-ratelimit-reset-after", until.as_secs_f64().to_string()),
            ("x-ratelimit-bucket", format!("bucket-of-{limit}")),
        ];
        for (name, value) in said {
            response.headers_mut().insert(name, value.parse().expect("a number or a word"));
        }
    }
    response
}

fn answer(world: &mut World, asked: &PostContext, parts: &[&str]) -> Answer {
    match (asked.method.as_str(), parts) {
        ("GET", ["gateway"]) => Ok(Some(json!({"url": world.sessions.url()}))),
        ("GET", ["gateway", "bot"]) => Ok(Some(json!({
            "url": world.sessions.url(), "shards": world.sessions.shards(),
            "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 1000, "max_concurrency": 16},
        }))),
        ("GET", ["users", "@me"]) => Ok(Some(world.user_json(BOT))),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => Ok(Some(json!({
            "id": APPLICATION.to_string(), "name": "Fieldpost", "icon": null, "description": "", "bot_public": true,
            "bot_require_code_grant": false, "verify_key": "00", "team": null, "flags": world.application_flags,
            "bot": world.user_json(BOT),
        }))),
        (_, ["applications", _, "commands"]) => channels::commands(world, asked, 0),
        (_, ["applications", _, "guilds", guild, "commands"]) => channels::commands(world, asked, id(guild)?),
        ("POST", ["interactions", interaction, token, "callback"]) => {
            interactions::callback(world, asked, id(interaction)?, token)
        }
        (_, ["webhooks", _, token, rest @ ..]) => interactions::webhook(world, asked, token, rest),
        (_, ["guilds", guild, rest @ ..]) => channels::guild(world, asked, id(guild)?, rest),
        (_, ["channels", channel, rest @ ..]) => {
            let channel = id(channel)?;
            if world.channels.get(&channel).is_none_or(|it| it.is_gone) {
                return refuse(404, 10003, "Unknown Channel");
            }
            messages::answer(world, asked, channel, rest)
        }
        _ => refuse(404, 0, "404: Not Found"),
    }
}

pub(crate) fn id(text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| Refusal(400, 50035, format!("{text} is not a snowflake")))
}

/// Interactions and their answers have a token in their address. Every other request needs the bot's token.
fn is_allowed(world: &World, headers: &HeaderMap, parts: &[String]) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    matches!(parts[0].as_str(), "interactions" | "webhooks")
        || said.is_some_and(|it| it.strip_prefix("Bot ") == Some(world.token.as_str()))
}

/// Records a request that comes before its pause is over, because Discord bans bots that keep doing that.
fn pause_kept(world: &mut World, route: &str, asked: &[u8]) {
    let now = Instant::now();
    world.pauses.retain(|it| now < it.until);
    if let Some(pause) = world.pauses.iter().find(|it| it.is_of(route, asked)) {
        let early = pause.until.duration_since(now).as_millis();
        // The bot's timer may be a little ahead of ours.
        if 20 < early {
            world.violations.push(format!("{route}: asked {early} ms before the pause was over"));
        }
    }
}

async fn read_body(headers: &HeaderMap, body: Vec<u8>) -> Result<(Value, Vec<Upload>), String> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    if body.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    let Ok(boundary) = multer::parse_boundary(kind) else {
        return serde_json::from_slice(&body).map(|it| (it, Vec::new())).map_err(|it| format!("not JSON: {it}"));
    };
    let once = futures_util::stream::once(async move { Ok::<_, std::io::Error>(body) });
    let mut parts = multer::Multipart::new(once, boundary);
    let (mut payload, mut files) = (Value::Null, Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|it| it.to_string())? {
        let name = part.name().unwrap_or_default().to_owned();
        let kind = part.content_type().map(ToString::to_string).unwrap_or_default();
        let file = part.file_name().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|it| it.to_string())?.to_vec();
        match (name.strip_prefix("files[").and_then(|it| it.strip_suffix(']')), file) {
            (Some(number), Some(file)) => files.push(Upload { number: number.to_owned(), name: file, kind, bytes }),
            _ if name == "payload_json" => payload = serde_json::from_slice(&bytes).map_err(|it| it.to_string())?,
            _ => return Err(format!("the part {name} is neither payload_json nor files[N]")),
        }
    }
    Ok((payload, files))
}

fn too_many(retry_after: Duration, is_global: bool) -> Response {
    let seconds = retry_after.as_secs_f64();
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": is_global});
    let mut response = response(429, &body);
    let headers = response.headers_mut();
    headers.insert("retry-after", seconds.to_string().parse().expect("a number"));
    if is_global {
        headers.insert("x-ratelimit-global", "true".parse().expect("a word"));
    }
    response
}

fn failure(status: u16, message: &str) -> Response {
    response(status, &json!({"message": message, "code": 0}))
}

fn response(status: u16, body: &Value) -> Response {
    let response = Response::builder().status(status).header(header::CONTENT_TYPE, "application/json");
    response.body(Body::from(body.to_string())).expect("a response")
}

fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        let hex = |it: Option<u8>| it.and_then(|it| char::from(it).to_digit(16));
        match byte {
            b'%' => {
                let (high, low) = (hex(rest.next()), hex(rest.next()));
                bytes.extend(high.zip(low).and_then(|it| u8::try_from(it.0 * 16 + it.1).ok()));
            }
            it => bytes.push(it),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Hides an interaction's token, which is long and differs each time.
fn with_token_hidden(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = match parts.get(1) {
        Some(&"webhooks" | &"interactions") => 3,
        _ => return path.to_owned(),
    };
    if let Some(part) = parts.get_mut(at) {
        *part = "TOKEN";
    }
    parts.join("/")
}
