//! Replies to commands and presses, which only the one who gave them sees.

use poise::serenity_prelude::{Cache, ChannelId, CreateActionRow, CreateAttachment, GuildId};

use crate::discord::bot::format::{excerpt, refusal_text};
use crate::discord::bot::mail::{CONTENT_MAX, File};
use crate::discord::bot::rounds::{large_map_file, map_file};
use crate::discord::checks::missing_permissions;
use crate::map::{Picture, map_in_words};
use crate::referee::Refused;

/// The reply to a command or a press.
#[derive(Default)]
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) files: Vec<File>,
    /// A map that is drawn once others may use the battle again.
    pub(super) drawing: Option<Drawing>,
    /// Lists and buttons under the text.
    pub(super) rows: Vec<CreateActionRow>,
}

/// The reply to a command or a press, or why it was refused.
pub(super) type Done = Result<Reply, Refused>;

/// A map that is still to be drawn.
pub(super) struct Drawing {
    pub(super) picture: Picture,
    pub(super) is_large: bool,
}

/// The reply if it was done before.
pub(super) const ALREADY_DONE: &str = "That was done already.";

impl Reply {
    pub(super) fn text(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), ..Reply::default() }
    }

    /// The reply, or the refusal as a reply.
    pub(super) fn of(done: Done) -> Reply {
        done.unwrap_or_else(|why| Reply::text(refusal_text(&why)))
    }

    /// Adds a warning if the bot lacks permissions in the channel.
    pub(super) fn with_missing_permissions(
        mut self,
        cache: &Cache,
        guild: Option<GuildId>,
        channel: ChannelId,
    ) -> Reply {
        let missing = missing_permissions(cache, guild.unwrap_or_default(), channel);
        if !missing.is_empty() && self.text.chars().count() < CONTENT_MAX - 500 {
            self.text += &format!(
                "\n⚠️ The bot may not do all it has to here, so messages may be missing. In Discord: Edit Channel, \
                 Permissions, the bot's role, and allow: {}.",
                missing.join(", ")
            );
        }
        self
    }

    /// The attached files. The map is drawn first.
    pub(super) async fn attachments(&mut self) -> Vec<CreateAttachment> {
        if let Some(Drawing { picture, is_large }) = self.drawing.take() {
            let draw = if is_large { large_map_file } else { map_file };
            let drawn = tokio::task::spawn_blocking(move || draw("map", &picture)).await;
            self.files.splice(0..0, drawn.ok().flatten());
        }
        self.files.iter().filter_map(File::attachment).collect()
    }

    /// Shows a text as it is. If it doesn't fit into a message, all of it is attached as a file.
    pub(super) fn fenced(text: &str, name: &str) -> Reply {
        let (shown, is_all) = excerpt(text, "the attached text has all of it");
        let file = || File::new(name, "All of it as plain text", text);
        Reply { files: if is_all { Vec::new() } else { vec![file()] }, ..Reply::text(shown) }
    }
}

/// The map in words and letters, for people who can't see the picture.
pub(super) fn map_words_file(picture: &Picture) -> File {
    File::new("map.txt", "The map in words and letters", map_in_words(picture))
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply::text(text)
    }
}
