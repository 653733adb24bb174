//! The small world that the loopback Discord holds: people, channels, posts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value, json};

use super::faults::{Buckets, Faults, Pause};
use super::gateway::Sessions;

/// The id of a post, a channel, a person or anything else.
pub(crate) type Id = u64;

/// 2026-01-01, in milliseconds since Discord's epoch. The clock of this world advances by a second with every new id.
const BEGINNING_MS: u64 = 346_896_000_000;
/// Discord's epoch, in seconds since 1970.
const EPOCH_SECONDS: u64 = 1_420_070_400;

/// The flag of a forum that requires a tag on every post.
const REQUIRE_TAG: u64 = 1 << 4;

/// How long an interaction waits for its first answer.
pub(crate) const FIRST_ANSWER: Duration = Duration::from_secs(3);
pub(crate) const TOKEN: &str = "loopback.token.of-the-bot";
pub(crate) const APPLICATION: Id = 900;
pub(crate) const BOT: Id = 901;
/// The flag of an application that may read the content of posts.
pub(crate) const MAY_READ: u64 = 1 << 19;

/// Permissions of roles and channels.
pub(crate) mod permission {
    pub(crate) const MANAGE_GUILD: u64 = 1 << 5;
    pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
    pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
    pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
    pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
    pub(crate) const ATTACH_FILES: u64 = 1 << 15;
    pub(crate) const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
    pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    pub(crate) const SEND_IN_THREADS: u64 = 1 << 38;
    pub(crate) const ALL: u64 = (1 << 46) - 1 - 8;
}

#[derive(Default)]
pub(crate) struct World {
    pub(crate) people: BTreeMap<Id, Person>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    /// The channel of each post.
    pub(crate) places: HashMap<Id, Id>,
    /// The commands that the bot registered, by server; 0 for everywhere.
    pub(crate) commands: BTreeMap<Id, Vec<Value>>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// Files that go with commands: name and bytes.
    pub(crate) attached: BTreeMap<Id, (String, Vec<u8>)>,
    /// The post that each nonce made, by channel and nonce.
    pub(crate) nonces: BTreeMap<(Id, String), (Id, Instant)>,
    /// What the bot did that Discord would not accept.
    pub(crate) violations: Vec<String>,
    /// Every request, as `POST /channels/…/messages`, oldest first.
    pub(crate) requests: Vec<String>,
    /// Every response that was not a success, as `403 GET /channels/…`.
    pub(crate) refusals: Vec<String>,
    pub(crate) typing: Vec<Id>,
    pub(crate) application_flags: u64,
    pub(crate) token: String,
    pub(crate) sessions: Sessions,
    pub(crate) faults: Faults,
    pub(crate) pauses: Vec<Pause>,
    pub(crate) buckets: Buckets,
    made: u64,
}

pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) is_bot: bool,
}

pub(crate) struct Guild {
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: BTreeMap<Id, Role>,
    /// The roles of each member.
    pub(crate) members: BTreeMap<Id, BTreeSet<Id>>,
}

pub(crate) struct Role {
    pub(crate) name: String,
    pub(crate) permissions: u64,
}

#[derive(Default)]
pub(crate) struct Channel {
    pub(crate) guild: Id,
    /// 0 text, 1 with the bot alone, 11 thread, 15 forum.
    pub(crate) kind: u8,
    pub(crate) name: String,
    pub(crate) parent: Option<Id>,
    pub(crate) owner: Option<Id>,
    pub(crate) is_archived: bool,
    pub(crate) is_locked: bool,
    /// The tags that a forum offers, and the tags that its post has.
    pub(crate) tags: Vec<(Id, String)>,
    pub(crate) has_tags: Vec<Id>,
    /// The permissions that the bot is denied here.
    pub(crate) denied: u64,
    pub(crate) posts: BTreeMap<Id, Post>,
    pub(crate) is_gone: bool,
}

#[derive(Clone, Default)]
pub(crate) struct Post {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) text: String,
    pub(crate) components: Vec<Value>,
    pub(crate) files: Vec<File>,
    /// Each emoji, with the people who reacted with it.
    pub(crate) reactions: Vec<(String, BTreeSet<Id>)>,
    /// The number of edits.
    pub(crate) edits: u32,
    pub(crate) edited_second: Option<u64>,
    pub(crate) is_pinned: bool,
    pub(crate) answers_to: Option<Id>,
    pub(crate) nonce: Option<String>,
    /// The only person who sees it.
    pub(crate) only_for: Option<Id>,
    /// Whether this is a deferred answer that still shows "thinking…".
    pub(crate) is_waited_for: bool,
    /// The interaction that the post answers.
    pub(crate) interaction: Option<Id>,
    /// Whether the author is a webhook, such as that of a proxying bot.
    pub(crate) is_by_webhook: bool,
    /// Whether the post was forwarded from elsewhere.
    pub(crate) is_forwarded: bool,
    /// The people whom the post notifies.
    pub(crate) mentions: Vec<Id>,
    pub(crate) flags: u64,
    /// When the post came, and when the bot first reacted to it.
    pub(crate) came: Option<Instant>,
    pub(crate) signed: Option<Instant>,
}

#[derive(Clone)]
pub(crate) struct File {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) kind: String,
    pub(crate) bytes: Vec<u8>,
}

/// The use of a command, a button, a list or an autocompletion.
pub(crate) struct Interaction {
    pub(crate) token: String,
    /// 2 command, 3 component, 4 autocomplete.
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) born: Instant,
    /// Whether its 15 minutes are over.
    pub(crate) is_over: bool,
    /// The kind of the first answer.
    pub(crate) answered: Option<u64>,
    /// The id of the post that is `@original`.
    pub(crate) original: Option<Id>,
    /// The choices that an autocompletion offered.
    pub(crate) choices: Vec<Value>,
}

impl Interaction {
    /// Whether the time for the first answer passed without one.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.answered.is_none() && FIRST_ANSWER < self.born.elapsed()
    }
}

impl World {
    pub(crate) fn new() -> World {
        let mut world = World { application_flags: MAY_READ, token: TOKEN.to_owned(), ..World::default() };
        world.people.insert(BOT, Person { name: "Fieldpost".to_owned(), is_bot: true });
        world
    }

    pub(crate) fn new_id(&mut self) -> Id {
        self.made += 1;
        (BEGINNING_MS + self.made * 1000) << 22
    }

    /// Lets time pass to a round second, which doesn't depend on how often the bot has edited something so far.
    pub(crate) fn pass_to_a_round_second(&mut self) {
        self.made = self.made.next_multiple_of(1000);
    }

    /// The current second in this world's own time.
    pub(crate) fn now_second(&self) -> u64 {
        EPOCH_SECONDS + BEGINNING_MS / 1000 + self.made
    }

    pub(crate) fn post(&self, id: Id) -> Option<&Post> {
        self.channels.get(self.places.get(&id)?)?.posts.get(&id)
    }

    pub(crate) fn post_mut(&mut self, id: Id) -> Option<&mut Post> {
        self.channels.get_mut(self.places.get(&id)?)?.posts.get_mut(&id)
    }

    /// The post that answers an interaction, once it can be read.
    pub(crate) fn answer(&self, interaction: Id) -> Option<&Post> {
        let interaction = self.interactions.get(&interaction).filter(|it| it.answered.is_some())?;
        self.post(interaction.original?).filter(|it| !it.is_waited_for)
    }

    /// The user id of the bot.
    pub(crate) fn bot(&self) -> Id {
        BOT
    }

    pub(crate) fn person(&self, name: &str) -> Id {
        let found = self.people.iter().find(|it| it.1.name == name);
        *found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    /// Whether the bot has a permission in a channel.
    pub(crate) fn bot_may(&self, channel: Id, permission: u64) -> bool {
        let Some(it) = self.channels.get(&channel) else { return false };
        if it.kind == 1 {
            return true;
        }
        let denied = it.denied | it.parent.and_then(|it| self.channels.get(&it)).map_or(0, |it| it.denied);
        let is_said_by_a_role = |guild: &Guild| {
            let roles = &guild.members[&BOT];
            let allowed = roles.iter().filter_map(|it| guild.roles.get(it)).fold(0, |sum, it| sum | it.permissions);
            allowed & permission == permission
        };
        denied & permission == 0 && self.guilds.get(&it.guild).is_some_and(is_said_by_a_role)
    }

    pub(crate) fn attachment_json(&self, id: Id) -> Value {
        let (name, bytes) = &self.attached[&id];
        let url = format!("https://cdn.discordapp.com/attachments/{id}/{name}");
        json!({
            "id": id.to_string(), "filename": name, "size": bytes.len(), "url": url, "proxy_url": url,
            "content_type": "text/plain; charset=utf-8", "ephemeral": true,
        })
    }

    pub(crate) fn user_json(&self, id: Id) -> Value {
        let person = &self.people[&id];
        json!({
            "id": id.to_string(), "username": person.name, "global_name": person.name, "discriminator": "0",
            "avatar": null, "bot": person.is_bot, "verified": true, "mfa_enabled": false, "flags": 0,
        })
    }

    pub(crate) fn member_json(&self, guild: Id, id: Id) -> Value {
        let here = &self.guilds[&guild];
        let roles: Vec<String> = here.members[&id].iter().map(Id::to_string).collect();
        let allowed = here.members[&id].iter().chain([&guild]).filter_map(|it| here.roles.get(it));
        let allowed = allowed.fold(0, |sum, it| sum | it.permissions);
        let allowed = if here.owner == id { permission::ALL } else { allowed };
        json!({
            "user": self.user_json(id), "roles": roles, "joined_at": time(EPOCH_SECONDS), "deaf": false, "mute": false,
            "flags": 0, "pending": false, "permissions": allowed.to_string(),
        })
    }

    pub(crate) fn role_json(&self, guild: Id, id: Id) -> Value {
        let role = &self.guilds[&guild].roles[&id];
        json!({
            "id": id.to_string(), "name": role.name, "permissions": role.permissions.to_string(), "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
            "managed": false, "mentionable": false, "position": i32::from(id != guild), "flags": 0,
        })
    }

    pub(crate) fn channel_json(&self, id: Id) -> Value {
        let it = &self.channels[&id];
        let last = it.posts.last_key_value().map(|it| it.0.to_string());
        let mut json = json!({
            "id": id.to_string(), "guild_id": it.guild.to_string(), "type": it.kind, "name": it.name, "flags": 0,
            "parent_id": it.parent.map(|it| it.to_string()), "last_message_id": last, "nsfw": false, "position": 0,
            "rate_limit_per_user": 0,
        });
        if it.kind == 11 {
            json["owner_id"] = json!(it.owner.unwrap_or(BOT).to_string());
            json["message_count"] = json!(it.posts.len());
            json["member_count"] = json!(2);
            json["thread_metadata"] = json!({
                "archived": it.is_archived, "auto_archive_duration": 10080, "archive_timestamp": time(EPOCH_SECONDS),
                "locked": it.is_locked,
            });
            json["applied_tags"] = it.has_tags.iter().map(Id::to_string).collect();
        } else {
            let denied = json!({"id": BOT.to_string(), "type": 1, "allow": "0", "deny": it.denied.to_string()});
            json["permission_overwrites"] = json!([denied]);
            let tag = |(id, name): &(Id, String)| json!({"id": id.to_string(), "name": name, "moderated": false, "emoji_id": null, "emoji_name": null});
            json["available_tags"] = it.tags.iter().map(tag).collect();
            // A forum with tags requires one on every post.
            json["flags"] = json!(if it.tags.is_empty() { 0 } else { REQUIRE_TAG });
        }
        json
    }

    pub(crate) fn guild_json(&self, id: Id) -> Value {
        let guild = &self.guilds[&id];
        let channels = |is_thread: bool| -> Vec<Value> {
            let here = self.channels.iter().filter(|it| it.1.guild == id && !it.1.is_gone);
            here.filter(|it| (it.1.kind == 11) == is_thread).map(|it| self.channel_json(*it.0)).collect()
        };
        let roles: Vec<Value> = guild.roles.keys().map(|it| self.role_json(id, *it)).collect();
        let members: Vec<Value> = guild.members.keys().map(|it| self.member_json(id, *it)).collect();
        json!({
            "id": id.to_string(), "name": guild.name, "owner_id": guild.owner.to_string(), "icon": null,
            "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "roles": roles, "emojis": [], "features": [], "mfa_level": 0,
            "system_channel_flags": 0, "premium_tier": 0, "preferred_locale": "en-GB", "nsfw_level": 0,
            "stickers": [], "premium_progress_bar_enabled": false, "joined_at": time(EPOCH_SECONDS), "large": false,
            "unavailable": false, "member_count": members.len(), "voice_states": [], "members": members,
            "channels": channels(false), "threads": channels(true), "presences": [], "stage_instances": [],
            "guild_scheduled_events": [],
        })
    }

    /// A post as the bot receives it.
    pub(crate) fn post_json(&self, post: &Post) -> Value {
        let files: Vec<Value> = post.files.iter().map(File::json).collect();
        let reactions: Vec<Value> = post.reactions.iter().map(|it| reaction_json(&it.0, &it.1)).collect();
        let mentions: Vec<Value> = post.mentions.iter().map(|it| self.user_json(*it)).collect();
        let kind = match (post.interaction, post.answers_to) {
            (Some(_), _) => 20,
            (None, Some(_)) => 19,
            _ => 0,
        };
        let mut json = json!({
            "id": post.id.to_string(), "channel_id": post.channel.to_string(), "author": self.user_json(post.author),
            "content": post.text, "timestamp": time(second_of(post.id)),
            "edited_timestamp": post.edited_second.map(time), "tts": false, "mention_everyone": false,
            "mentions": mentions, "mention_roles": [], "attachments": files, "embeds": [], "type": kind,
            "components": post.components, "pinned": post.is_pinned, "reactions": reactions,
            "flags": post.flags | if post.is_waited_for { 128 } else { 0 } | if post.only_for.is_some() { 64 } else { 0 },
        });
        if let Some(nonce) = &post.nonce {
            json["nonce"] = json!(nonce);
        }
        if post.is_by_webhook {
            json["webhook_id"] = json!(post.author.to_string());
        }
        if post.is_forwarded {
            // The content of a forwarded post is in a snapshot, and its own content is empty.
            let snapshot = json!({"message": {"content": post.text, "type": 0, "embeds": [], "attachments": [],
                "timestamp": time(EPOCH_SECONDS), "edited_timestamp": null, "flags": 0, "mentions": [],
                "mention_roles": []}});
            json["content"] = json!("");
            json["message_snapshots"] = json!([snapshot]);
            json["message_reference"] = json!({"type": 1, "message_id": "1", "channel_id": post.channel.to_string()});
        }
        if let Some(id) = post.answers_to {
            json["message_reference"] =
                json!({"type": 0, "message_id": id.to_string(), "channel_id": post.channel.to_string()});
        }
        json
    }
}

impl File {
    fn json(&self) -> Value {
        let url = format!("https://cdn.discordapp.com/attachments/1/{}/{}", self.id, self.name);
        let mut json = json!({
            "id": self.id.to_string(), "filename": self.name, "size": self.bytes.len(), "url": url, "proxy_url": url,
            "content_type": self.kind,
        });
        if let Some(text) = &self.description {
            json["description"] = json!(text);
        }
        json
    }
}

fn reaction_json(emoji: &str, who: &BTreeSet<Id>) -> Value {
    json!({
        "count": who.len(), "count_details": {"burst": 0, "normal": who.len()}, "me": who.contains(&BOT),
        "me_burst": false, "burst_colors": [], "emoji": {"id": null, "name": emoji},
    })
}

fn second_of(id: Id) -> u64 {
    EPOCH_SECONDS + (id >> 22) / 1000
}

/// A second as Discord writes it.
pub(crate) fn time(second: u64) -> String {
    let at = Timestamp::from_second(i64::try_from(second).expect("a second of our age")).expect("a second of our age");
    at.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00").to_string()
}
