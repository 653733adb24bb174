//! A channel as its readers see it, for snapshots: with names instead of ids, and without times.

use std::fmt::Write as _;

use serde_json::Value;

use super::Loopback;
use super::rules::items;
use super::world::{Id, Post, World};

impl Loopback {
    /// Everything in a channel, oldest first.
    pub(crate) fn transcript(&self, channel: Id) -> String {
        self.with(|world| {
            let posts: Vec<&Post> = world.channels[&channel].posts.values().collect();
            let shown: Vec<String> = posts.iter().map(|it| show(world, &posts, it)).collect();
            shown.join("")
        })
    }
}

fn show(world: &World, posts: &[&Post], post: &Post) -> String {
    let number = |id: Id| posts.iter().position(|it| it.id == id).map_or(0, |it| it + 1);
    let mut out = format!("#{} {}", number(post.id), world.people[&post.author].name);
    if let Some(target) = post.answers_to {
        let _ = write!(out, " to #{}", number(target));
    }
    if let Some(interaction) = post.interaction.and_then(|it| world.interactions.get(&it)) {
        let _ = write!(out, " for {}", world.people[&interaction.user].name);
    }
    let marks = [
        (post.only_for.is_some(), "only they see it".to_owned()),
        (post.is_waited_for, "thinking…".to_owned()),
        (post.is_pinned, "pinned".to_owned()),
        // How often a pinned message was updated depends on timing.
        (0 < post.edits && !post.is_pinned, format!("edited {}", times(post.edits))),
    ];
    let marks: Vec<String> = marks.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    if !marks.is_empty() {
        let _ = write!(out, " ({})", marks.join(", "));
    }
    out.push('\n');
    // The dice of a what-if differ each time.
    if post.text.starts_with("**What if") {
        out.push_str("  What if: further rounds, by dice of its own\n");
        return out;
    }
    for line in named(world, posts, &post.text).lines() {
        let _ = writeln!(out, "{}", format!("  {line}").trim_end());
    }
    for row in &post.components {
        let parts: Vec<String> = items(&row["components"]).iter().map(component).collect();
        let _ = writeln!(out, "  {}", parts.join(" "));
    }
    for file in &post.files {
        let _ = writeln!(out, "  file {} ({})", file.name, file.description.as_deref().unwrap_or("no description"));
    }
    let reactions: Vec<String> = post
        .reactions
        .iter()
        .map(|(emoji, who)| {
            let who: Vec<&str> = who.iter().map(|it| world.people[it].name.as_str()).collect();
            format!("{emoji} {}", who.join(" "))
        })
        .collect();
    if !reactions.is_empty() {
        let _ = writeln!(out, "  reactions: {}", reactions.join(", "));
    }
    let notified: Vec<&str> = post.mentions.iter().map(|it| world.people[it].name.as_str()).collect();
    if !notified.is_empty() {
        let _ = writeln!(out, "  notifies: {}", notified.join(", "));
    }
    out
}

fn component(part: &Value) -> String {
    let text = |key: &str| part[key].as_str().unwrap_or_default();
    let off = if part["disabled"] == true { ", off" } else { "" };
    match part["type"].as_u64() {
        Some(2) => format!("[{}{off}]({})", text("label"), text("custom_id")),
        _ => {
            let options: Vec<&str> = items(&part["options"]).iter().filter_map(|it| it["label"].as_str()).collect();
            format!("<{}: {}{off}>({})", text("placeholder"), options.join(" / "), text("custom_id"))
        }
    }
}

/// A text with `<@id>` and the like as names, and with the long ids of posts as `#n`.
fn named(world: &World, posts: &[&Post], text: &str) -> String {
    let mut text = text.to_owned();
    for (id, person) in &world.people {
        text = text.replace(&format!("<@{id}>"), &format!("@{}", person.name));
    }
    for (id, channel) in &world.channels {
        text = text.replace(&format!("<#{id}>"), &format!("#{}", channel.name));
    }
    text = without_moments(&text);
    for (number, post) in posts.iter().enumerate() {
        text = text.replace(&post.id.to_string(), &format!("#{}", number + 1));
    }
    text
}

/// Timestamps, which differ each time, without their number.
fn without_moments(text: &str) -> String {
    let mut parts = text.split("<t:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| format!("{all}<t:…{}", part.trim_start_matches(|it: char| it.is_ascii_digit())))
}

fn times(count: u32) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
