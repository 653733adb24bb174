//! What the bot keeps with a battle: where it is played, who runs it, and what was said there.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::discord::bot::mail::{Deed, Draft, Mail, STATUS, Title};
use crate::discord::inbound::is_new;
use crate::referee::{Location, Transaction};

/// A battle's place on Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ThreadState {
    pub(super) guild: u64,
    /// The thread that it is played in.
    pub(super) channel: u64,
    /// The channel that the thread is in: both go together.
    pub(super) parent: u64,
    /// What the thread was called at first, and is called now.
    pub(super) name: String,
    pub(super) title: Option<Title>,
    /// Users who have run it; each has to be allowed still. The first is the one who began it.
    pub(super) gms: Vec<u64>,
    /// Users who run it whatever their roles are.
    pub(super) trusted: Vec<u64>,
    /// The last post of the thread that was looked at.
    pub(super) after: u64,
    /// What was answered to posts, by their numbers. Of closed rounds too, for they may be opened again.
    pub(super) answered: BTreeMap<u32, Said>,
    /// Proxying bots that speak for a seat, by the name that they post under.
    pub(super) proxies: BTreeMap<String, Proxy>,
    /// Posts that a proxy repeated, and is about to delete.
    pub(super) originals: VecDeque<u32>,
    /// Those without a part in the battle who were told something, and until when they are told nothing more.
    pub(super) told: BTreeMap<u64, i64>,
    /// The names that the reports of the rounds were sent under.
    pub(super) reports: BTreeMap<u16, String>,
    /// The time zone that deadlines are given in; the configuration's, if it is empty.
    pub(super) zone: String,
    /// Everybody is ready, or nobody owes orders as all tap out, and the GM knows it.
    pub(super) is_all_ready: bool,
    /// What the pinned message says.
    pub(super) status: String,
    /// Interactions that were carried out lately: Discord may tell of one twice.
    pub(super) done: VecDeque<u64>,
    /// The thread is gone, or the bot may not write there.
    pub(super) is_closed: bool,
    /// What was posted may not be read, and people know it.
    pub(super) is_unread: bool,
    /// How many messages were sent under numbered tags.
    pub(super) sent: u32,
}

/// A proxying bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Proxy {
    /// The seat that it speaks for.
    pub(super) seat: String,
    /// The webhook that the player of the seat has confirmed.
    pub(super) webhook: Option<u64>,
    /// What waits until they say so.
    pub(super) waiting: Option<Waiting>,
}

/// A proxied post of a webhook that nobody has yet said is theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) post: u64,
    pub(super) webhook: u64,
    pub(super) text: String,
    /// The number of the post that it repeats.
    pub(super) original: u32,
}

/// What was answered to a post.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Said {
    /// The reaction to it.
    pub(super) emoji: Option<String>,
    /// A digest of the answer, if there was one; [`STALE`] if it is no longer what would be answered.
    pub(super) text: Option<u64>,
    /// A digest of the post, if its orders were taken back while it stands there. Only another text is read again.
    pub(super) withdrawn: Option<u64>,
}

/// No answer's digest.
pub(super) const STALE: u64 = 0;

/// What an answer or a post is known by.
pub(super) fn digest(text: &str) -> u64 {
    Sha256::digest(text).iter().take(8).fold(0, |sum, it| sum << 8 | u64::from(*it)).max(STALE + 1)
}

/// Interactions that are remembered.
const DONE_MAX: usize = 32;

/// Seconds for which whoever has no part in the battle is told something once, and how many of them are.
const HUSH: i64 = 3600;
const TOLD_MAX: usize = 5;

impl ThreadState {
    /// The name under which the store knows the battle of a thread.
    pub(super) fn key_of(channel: u64) -> String {
        format!("discord:{channel}")
    }

    /// Where its battle is played. It is at home in its server, as Discord divides them into shards.
    pub(super) fn location(&self) -> Location {
        let (key, home) = (ThreadState::key_of(self.channel), i64::try_from(self.guild >> 22).ok());
        Location { key, home, front: self.write() }
    }

    /// The state of a battle's thread; none if it isn't played here.
    pub(super) fn read(front: &str) -> Option<ThreadState> {
        serde_json::from_str(front).ok().filter(|it: &ThreadState| it.channel != 0)
    }

    pub(super) fn write(&self) -> String {
        serde_json::to_string(self).expect("a state has string keys only, so it is JSON")
    }

    /// Whether somebody without a part in the battle is told something now.
    pub(super) fn may_tell(&mut self, who: u64, now: i64) -> bool {
        self.told.retain(|_, until| now < *until);
        let may_tell = self.told.len() < TOLD_MAX && !self.told.contains_key(&who);
        if may_tell {
            self.told.insert(who, now + HUSH);
        }
        may_tell
    }

    /// Tells the GM something, in answer to a post if it is about one.
    pub(super) fn tell_gm(&mut self, tx: &mut Transaction, said: &str, post: Option<u64>) {
        let calls: Vec<u64> = self.trusted.iter().chain(&self.gms).take(1).copied().collect();
        let gm = calls.first().map_or_else(String::new, |it| format!("<@{it}>: "));
        self.say(tx, Draft { calls, ..Draft::text(format!("{gm}{said}")) }, post);
    }

    /// Whether a post may be this thread's: ids grow with time. Others came with a battle that began elsewhere.
    pub(super) fn is_here(&self, post: u64) -> bool {
        self.channel <= post
    }

    /// Whether an interaction is new. It isn't the next time.
    pub(super) fn is_new(&mut self, interaction: u64) -> bool {
        is_new(&mut self.done, interaction, DONE_MAX)
    }

    /// Hears whether what was posted may be read, and says once that it may not.
    pub(super) fn reads(&mut self, tx: &mut Transaction, may_read: bool) {
        if !may_read && !self.is_unread && !tx.table.is_over() {
            let said = "I may not read what was posted here while I was away, so nothing newer is taken, and no deadline \
                        closes the round, until I may. In Discord: Edit Channel, Permissions, the bot's role, and allow \
                        View Channel and Read Message History.";
            self.post(tx, Draft::text(said));
        }
        self.is_unread = !may_read;
    }

    /// Something that is to be done in the thread, as the outbox keeps it.
    pub(super) fn mail(&self, deed: Deed) -> String {
        let mail = Mail { channel: self.channel, deed };
        serde_json::to_string(&mail).expect("mail has string keys only, so it is JSON")
    }

    /// Sends a message to the thread that is not changed later.
    pub(super) fn post(&mut self, tx: &mut Transaction, draft: Draft) {
        self.say(tx, draft, None);
    }

    /// The same, in answer to a post if it is one.
    pub(super) fn say(&mut self, tx: &mut Transaction, draft: Draft, reply_to: Option<u64>) {
        self.sent += 1;
        self.post_as(tx, &format!("message:{}", self.sent), draft, reply_to);
    }

    /// Sends a message under a name, so that it can be changed later.
    pub(super) fn post_as(&self, tx: &mut Transaction, tag: &str, draft: Draft, reply_to: Option<u64>) {
        tx.send(Some(tag.to_owned()), self.mail(Deed::Post { draft, reply_to }));
    }

    /// Changes a message that was sent under a name, in answer to a post if it is one.
    pub(super) fn edit(&self, tx: &mut Transaction, tag: &str, draft: Draft, reply_to: Option<u64>) {
        let mail = self.mail(Deed::Edit { of: tag.to_owned(), draft, reply_to });
        // Under its name, for it may be another message from now on.
        match tag == STATUS {
            true => tx.send_later(Some(tag.to_owned()), mail),
            false => tx.send(Some(tag.to_owned()), mail),
        }
    }
}

/// Does something in a battle that is played on Discord, with the state of its thread at hand.
pub(super) fn with_state<T>(
    tx: &mut Transaction,
    deed: impl FnOnce(&mut Transaction, &mut ThreadState) -> T,
) -> Option<T> {
    let mut state = ThreadState::read(tx.front)?;
    let done = deed(tx, &mut state);
    *tx.front = state.write();
    Some(done)
}
