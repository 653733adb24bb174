//! The gateway: sessions that can be resumed, numbered events, and what can happen to a connection.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Shared;
use super::world::{APPLICATION, BOT, Id, MAY_READ, World, permission};

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const REACTIONS: u64 = 1 << 10;
const MESSAGE_CONTENT: u64 = 1 << 15;
const APPROVED_TO_READ: u64 = 1 << 18;

/// What is sent over a connection.
pub(crate) enum Out {
    Payload(Value),
    Close(u16, &'static str),
    /// The connection is cut without a close frame.
    Cut,
}

#[derive(Default)]
pub(crate) struct Sessions {
    pub(crate) all: BTreeMap<String, Session>,
    /// How many IDENTIFY, RESUME and heartbeats were received.
    pub(crate) identified: u32,
    pub(crate) resumed: u32,
    pub(crate) heartbeats: u32,
    /// The address of the gateway.
    pub(crate) address: String,
    /// The number of shards that the bot is told to use. 0 means 1.
    pub(crate) shards_wanted: u64,
    held: Vec<(String, Value)>,
}

pub(crate) struct Session {
    shard: (u64, u64),
    intents: u64,
    is_compressed: bool,
    /// Every event of the session. The first has number 1.
    log: Vec<Value>,
    link: Option<mpsc::UnboundedSender<Out>>,
}

impl Sessions {
    pub(crate) fn url(&self) -> String {
        format!("ws://{}", self.address)
    }

    pub(crate) fn shards(&self) -> u64 {
        self.shards_wanted.max(1)
    }

    /// The shard of each session that has a connection.
    pub(crate) fn heard(&self) -> impl Iterator<Item = u64> {
        self.all.values().filter(|it| it.link.is_some()).map(|it| it.shard.0)
    }

    /// The number of sessions that have a connection.
    pub(crate) fn connected(&self) -> usize {
        self.all.values().filter(|it| it.link.is_some()).count()
    }
}

impl World {
    /// Sends an event to every session that should receive it, or logs it there for the next resume.
    pub(crate) fn dispatch(&mut self, guild: Id, event: &str, data: &Value) {
        let intent = match event {
            // Direct messages belong to no server.
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if guild == 0 => DIRECT_MESSAGES,
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" | "MESSAGE_DELETE_BULK" => GUILD_MESSAGES,
            "MESSAGE_REACTION_ADD" | "MESSAGE_REACTION_REMOVE" => REACTIONS,
            "INTERACTION_CREATE" => 0,
            _ => GUILDS,
        };
        let channel: Option<Id> = data["channel_id"].as_str().and_then(|it| it.parse().ok());
        if intent != 0 && channel.is_some_and(|it| !self.bot_may(it, permission::VIEW_CHANNEL)) {
            return;
        }
        let (doubles, holds) = (self.faults.doubles_events, self.faults.holds_events);
        for (id, session) in &mut self.sessions.all {
            if (guild >> 22) % session.shard.1 != session.shard.0 || session.intents & intent != intent {
                continue;
            }
            let mut data = data.clone();
            let is_own = data["author"]["id"] == json!(BOT.to_string());
            if session.intents & MESSAGE_CONTENT == 0 && data["content"].is_string() && !is_own {
                data["content"] = json!("");
            }
            let payload = json!({"op": 0, "t": event, "s": session.log.len() + 1, "d": data});
            session.log.push(payload.clone());
            if holds {
                self.sessions.held.push((id.clone(), payload));
                continue;
            }
            if let Some(link) = &session.link {
                for _ in 0..=usize::from(doubles) {
                    let _ = link.send(Out::Payload(payload.clone()));
                }
            }
        }
    }

    /// Sends the events that were held back, the last first.
    pub(crate) fn release_events(&mut self) {
        self.faults.holds_events = false;
        for (id, payload) in std::mem::take(&mut self.sessions.held).into_iter().rev() {
            if let Some(link) = self.sessions.all.get(&id).and_then(|it| it.link.as_ref()) {
                let _ = link.send(Out::Payload(payload));
            }
        }
    }

    /// Sends something over every connection. The sessions stay, and can be resumed.
    pub(crate) fn tell_all(&mut self, out: impl Fn() -> Out) {
        for session in self.sessions.all.values_mut() {
            let _ = session.link.as_ref().map(|it| it.send(out()));
        }
    }
}

/// Serves a connection until it ends.
pub(crate) async fn connection(mut socket: WebSocket, shared: Arc<Shared>) {
    if shared.with(|world| world.faults.is_gateway_down) {
        return;
    }
    let (link, mut outs) = mpsc::unbounded_channel();
    let mut session: Option<String> = None;
    let mut is_compressed = false;
    let _ = send(&mut socket, &json!({"op": 10, "d": {"heartbeat_interval": 41_250}}), false).await;
    loop {
        tokio::select! {
            out = outs.recv() => match out {
                Some(Out::Payload(payload)) => {
                    if send(&mut socket, &payload, is_compressed).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code, reason)) => {
                    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                    break;
                }
                Some(Out::Cut) | None => break,
            },
            said = socket.recv() => {
                let Some(Ok(said)) = said else { break };
                let Ok(text) = said.to_text() else { continue };
                let Ok(said) = serde_json::from_str::<Value>(text) else { continue };
                let heard = shared.with(|world| hear(world, &said, &link));
                if let Some((id, compressed)) = heard {
                    (session, is_compressed) = (Some(id), compressed);
                }
            }
        }
    }
    shared.with(|world| {
        let left = session.and_then(|it| world.sessions.all.get_mut(&it));
        if let Some(left) = left.filter(|it| it.link.as_ref().is_some_and(|it| it.same_channel(&link))) {
            left.link = None;
        }
    });
}

/// Handles a payload of the bot. Returns the session that the connection has from then on, and whether it is
/// compressed.
fn hear(world: &mut World, said: &Value, link: &mpsc::UnboundedSender<Out>) -> Option<(String, bool)> {
    let answer = |it: Value| {
        let _ = link.send(Out::Payload(it));
    };
    match said["op"].as_u64() {
        Some(1) => {
            world.sessions.heartbeats += 1;
            answer(json!({"op": 11}));
            None
        }
        Some(2) => identify(world, &said["d"], link),
        Some(6) => {
            world.sessions.resumed += 1;
            let id = said["d"]["session_id"].as_str().unwrap_or_default().to_owned();
            let last = usize::try_from(said["d"]["seq"].as_u64().unwrap_or_default()).expect("a number of ours");
            let is_refused = world.faults.refuses_resume || !is_token(world, &said["d"]["token"]);
            let Some(session) = world.sessions.all.get_mut(&id).filter(|it| !is_refused && last <= it.log.len()) else {
                world.sessions.all.remove(&id);
                answer(json!({"op": 9, "d": false}));
                return None;
            };
            session.link = Some(link.clone());
            for event in session.log.iter().skip(last) {
                answer(event.clone());
            }
            let resumed = json!({"op": 0, "t": "RESUMED", "s": session.log.len() + 1, "d": {}});
            session.log.push(resumed.clone());
            answer(resumed);
            Some((id, session.is_compressed))
        }
        _ => None,
    }
}

fn identify(world: &mut World, said: &Value, link: &mpsc::UnboundedSender<Out>) -> Option<(String, bool)> {
    world.sessions.identified += 1;
    let intents = said["intents"].as_u64().unwrap_or_default();
    if !is_token(world, &said["token"]) {
        let _ = link.send(Out::Close(4004, "Authentication failed."));
        return None;
    }
    let may_read = world.application_flags & (MAY_READ | APPROVED_TO_READ) != 0;
    if intents & MESSAGE_CONTENT != 0 && !may_read || world.faults.refuses_intents {
        let _ = link.send(Out::Close(4014, "Disallowed intent(s)."));
        return None;
    }
    let shard = (said["shard"][0].as_u64().unwrap_or(0), said["shard"][1].as_u64().unwrap_or(1));
    let id = format!("session-{}", world.sessions.identified);
    let is_compressed = said["compress"] == json!(true) && !world.faults.is_uncompressed;
    let here = |it: &&Id| (**it >> 22) % shard.1 == shard.0;
    let guilds: Vec<Id> = world.guilds.keys().filter(here).copied().collect();
    let unavailable: Vec<Value> = guilds.iter().map(|it| json!({"id": it.to_string(), "unavailable": true})).collect();
    let ready = json!({
        "v": 10, "user": world.user_json(BOT), "guilds": unavailable, "session_id": id,
        "resume_gateway_url": "ws://127.0.0.1:1", "shard": [shard.0, shard.1],
        "application": {"id": APPLICATION.to_string(), "flags": world.application_flags},
    });
    let payload = json!({"op": 0, "t": "READY", "s": 1, "d": ready});
    let _ = link.send(Out::Payload(payload.clone()));
    let session = Session { shard, intents, is_compressed, log: vec![payload], link: Some(link.clone()) };
    world.sessions.all.insert(id.clone(), session);
    for guild in guilds {
        let json = world.guild_json(guild);
        let session = world.sessions.all.get_mut(&id)?;
        let payload = json!({"op": 0, "t": "GUILD_CREATE", "s": session.log.len() + 1, "d": json});
        session.log.push(payload.clone());
        let _ = link.send(Out::Payload(payload));
    }
    Some((id, is_compressed))
}

fn is_token(world: &World, said: &Value) -> bool {
    said.as_str().is_some_and(|it| it.trim_start_matches("Bot ") == world.token)
}

async fn send(socket: &mut WebSocket, payload: &Value, is_compressed: bool) -> Result<(), axum::Error> {
    let text = payload.to_string();
    if !is_compressed {
        return socket.send(Message::Text(text.into())).await;
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let bytes = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory takes it");
    socket.send(Message::Binary(bytes.into())).await
}
