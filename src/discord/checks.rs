//! What has to be right before the bot can work, and what to do if it isn't.

use std::collections::BTreeMap;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ApplicationFlags, ApplicationId, Cache, ChannelId, GuildId, Http, Permissions};

use crate::discord::trouble::{Trouble, status, words};

/// Attempts at the first request. The pause between two of them doubles.
const ATTEMPTS: u32 = 5;

const PROXY: &str = "the proxy that `http_proxy` names";

/// What Discord says about the bot.
pub(super) struct Application {
    pub(super) application: ApplicationId,
    /// The number of shards that Discord recommends.
    pub(super) shards: u32,
    /// The URL of Discord's gateway.
    pub(super) gateway: String,
}

/// How requests reach Discord.
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub(super) is_stand_in: bool,
    pub(super) is_proxied: bool,
}

/// Checks the token, and the intent without which posts can't be read. `tell` gets the reason each time Discord can't
/// be reached.
pub(super) async fn connect(
    http: &Http,
    route: Route,
    on_unreachable: impl Fn(String),
) -> Result<Application, Trouble> {
    let mut pause = Duration::from_secs(1);
    for _ in 1..ATTEMPTS {
        let (what, it, why) = match application(http, route).await {
            Err(Trouble::Unreachable(why)) => ("Discord", "it", why),
            Err(Trouble::NoProxy(why)) => (PROXY, PROXY, why),
            done => return done,
        };
        on_unreachable(format!("{it} can't be reached: {why}"));
        tracing::warn!("{what} can't be reached: {why}; another try in {} s", pause.as_secs());
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    application(http, route).await
}

async fn application(http: &Http, route: Route) -> Result<Application, Trouble> {
    let trouble = |why: serenity::Error| match status(&why) {
        Some(401) => Trouble::TokenRefused,
        // An answer with a status shows that the proxy works.
        None if route.is_proxied => Trouble::NoProxy(words(&why)),
        _ => Trouble::Unreachable(words(&why)),
    };
    let gateway = http.get_bot_gateway().await.map_err(trouble)?;
    if route.is_stand_in && !is_here(&gateway.url) {
        return Err(Trouble::Setting(
            "the stand-in for Discord names a gateway that isn't on this machine.".to_owned(),
        ));
    }
    let application = http.get_current_application_info().await.map_err(trouble)?;
    let may_read = ApplicationFlags::GATEWAY_MESSAGE_CONTENT.union(ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED);
    match application.flags {
        Some(flags) if !flags.intersects(may_read) => Err(Trouble::IntentMissing),
        _ => Ok(Application { application: application.id, shards: gateway.shards.max(1), gateway: gateway.url }),
    }
}

/// Whether a WebSocket address leads to this machine.
fn is_here(url: &str) -> bool {
    let host = url.split_once("://").map(|it| it.1).unwrap_or_default();
    host.starts_with("127.0.0.1:") || host.starts_with("[::1]:") || host.starts_with("localhost:")
}

/// The permissions that the bot needs in a channel with battles, and their names in Discord's settings.
const NEEDED: [(Permissions, &str); 9] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    (Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::ADD_REACTIONS, "Add Reactions"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::MANAGE_MESSAGES, "Manage Messages"),
];

/// The names of the permissions that the bot lacks in a channel. Empty if the channel isn't known yet.
pub(super) fn missing_permissions(cache: &Cache, guild: GuildId, channel: ChannelId) -> Vec<&'static str> {
    missing_permissions_among(cache, [(guild, channel)]).pop_first().map(|it| it.1).unwrap_or_default()
}

/// The channels in which the bot lacks permissions, with the names of those. A thread counts as its channel. Channels
/// that aren't known yet are left out.
pub(super) fn missing_permissions_among(
    cache: &Cache,
    watched: impl IntoIterator<Item = (GuildId, ChannelId)>,
) -> BTreeMap<ChannelId, Vec<&'static str>> {
    let me = cache.current_user().id;
    let missing = watched.into_iter().filter_map(|(guild, channel)| {
        let guild = cache.guild(guild)?;
        let thread = guild.threads.iter().find(|it| it.id == channel);
        let channel = guild.channels.get(&thread.and_then(|it| it.parent_id).unwrap_or(channel))?;
        let allowed = guild.user_permissions_in(channel, guild.members.get(&me)?);
        Some((channel.id, NEEDED.iter().filter(|it| !allowed.contains(it.0)).map(|it| it.1).collect::<Vec<_>>()))
    });
    missing.filter(|it| !it.1.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use poise::serenity_prelude::{GuildCreateEvent, ReadyEvent};
    use serde_json::json;

    #[test]
    fn the_page_for_hosts_names_what_the_bot_needs() {
        let page = include_str!("../../config/HOSTING.md").split_whitespace().collect::<Vec<_>>().join(" ");
        let all = NEEDED.iter().fold(Permissions::empty(), |sum, it| sum | it.0);
        // Pin Messages took over pinning from Manage Messages, and serenity doesn't know it.
        let all = all.bits() | 1 << 51;
        assert!(page.contains(&format!("permissions={all}")), "permissions={all}");
        for (_, name) in NEEDED {
            assert!(page.contains(name), "{name}");
        }
    }

    #[test]
    fn what_the_bot_may_not_do_in_a_thread_is_named_as_in_discords_settings() {
        let (cache, channel) = (Cache::new(), |id: &str, more: serde_json::Value| {
            let mut it = json!({"id": id, "guild_id": "1", "type": 0, "name": "battle"});
            it.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
            it
        });
        let me = json!({"id": "9", "username": "Fieldpost", "discriminator": "0", "bot": true, "verified": true,
            "mfa_enabled": false});
        let ready = json!({"v": 10, "user": me, "guilds": [], "session_id": "s", "resume_gateway_url": "ws://x",
            "application": {"id": "8", "flags": 0}});
        cache.update(&mut serde_json::from_value::<ReadyEvent>(ready).expect("a ready event"));
        let all = NEEDED.iter().fold(Permissions::empty(), |sum, it| sum | it.0);
        let denied = (Permissions::ATTACH_FILES | Permissions::SEND_MESSAGES_IN_THREADS).bits().to_string();
        let overwrites = json!({"permission_overwrites": [{"id": "9", "type": 1, "allow": "0", "deny": denied}]});
        let everyone = json!({"id": "1", "name": "@everyone", "permissions": all.bits().to_string(), "color": 0,
            "colors": {"primary_color": 0}, "hoist": false, "managed": false, "mentionable": false, "position": 0});
        let member = json!({"user": me, "roles": [], "deaf": false, "mute": false, "flags": 0, "joined_at": null});
        let thread = |id: &str| channel(id, json!({"type": 11, "parent_id": "2"}));
        let guild = json!({"id": "1", "name": "Table", "owner_id": "7", "afk_timeout": 0, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": [everyone], "emojis": [],
            "features": [], "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "preferred_locale": "en-GB",
            "nsfw_level": 0, "stickers": [], "premium_progress_bar_enabled": false,
            "joined_at": "2026-01-01T00:00:00Z", "large": false, "member_count": 1, "voice_states": [],
            "members": [member], "presences": [], "stage_instances": [], "guild_scheduled_events": [],
            "channels": [channel("2", overwrites)],
            "threads": [thread("3"), thread("5")]});
        cache.update(&mut serde_json::from_value::<GuildCreateEvent>(guild).expect("a server"));
        let among = |channels: &[u64]| {
            missing_permissions_among(&cache, channels.iter().map(|it| (GuildId::new(1), ChannelId::new(*it))))
        };
        let missing = BTreeMap::from([(ChannelId::new(2), vec!["Send Messages in Threads", "Attach Files"])]);
        assert_eq!(among(&[3]), missing, "a thread's are those of its channel");
        assert_eq!(among(&[2, 3, 5]), missing, "and told once for all of them");
        assert!(among(&[4]).is_empty(), "nothing is said of what isn't known");
    }

    #[test]
    fn a_gateway_elsewhere_is_seen() {
        assert!(is_here("ws://127.0.0.1:4000"));
        assert!(!is_here("wss://gateway.discord.gg") && !is_here("ws://127.0.0.1.example.org:1"));
    }
}
