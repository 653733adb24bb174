//! What the bot stores with a battle: where it is played, who runs it, and how its posts were answered.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::discord::bot::mail::{Deed, Draft, Mail, STATUS, Title};
use crate::discord::inbound::is_new;
use crate::referee::{Location, Transaction};

/// The state of a battle's thread on Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ThreadState {
    pub(super) guild: u64,
    /// The thread in which it is played.
    pub(super) channel: u64,
    /// The channel of the thread. If it is deleted, so is the thread.
    pub(super) parent: u64,
    /// The thread's original name, and its current title.
    pub(super) name: String,
    pub(super) title: Option<Title>,
    /// Users who have run the battle. Each must still be allowed to. The first one began it.
    pub(super) gms: Vec<u64>,
    /// Users who may run the battle whatever their roles are.
    pub(super) trusted: Vec<u64>,
    /// The last post that was looked at.
    pub(super) after: u64,
    /// How posts were answered, by their numbers. Posts of closed rounds are included, because a round may be reopened.
    pub(super) answered: BTreeMap<u32, PostAnswer>,
    /// The proxies that speak for a seat, by the name that they post under.
    pub(super) proxies: BTreeMap<String, Proxy>,
    /// Numbers of posts that a proxy has repeated and will delete soon.
    pub(super) originals: VecDeque<u32>,
    /// People without a part in the battle who were answered, and when each may be answered again, in seconds since
    /// 1970.
    pub(super) told: BTreeMap<u64, i64>,
    /// The tags under which the reports of rounds were sent.
    pub(super) reports: BTreeMap<u16, String>,
    /// The time zone of deadlines; the configured one if it is empty.
    pub(super) zone: String,
    /// Whether the GM was told that everybody is ready, or that nobody owes orders because all tap out.
    pub(super) is_all_ready: bool,
    /// The text of the pinned message.
    pub(super) status: String,
    /// The last interactions that were carried out, because Discord may send one twice.
    pub(super) done: VecDeque<u64>,
    /// Whether the thread was deleted, or the battle is over for good.
    pub(super) is_closed: bool,
    /// Whether missed posts may not be read and people were told so.
    pub(super) is_unread: bool,
    /// How many messages were sent with a numbered tag.
    pub(super) sent: u32,
}

/// A webhook that posts for a player, such as one of Tupperbox or PluralKit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Proxy {
    pub(super) seat: String,
    /// The webhook that the seat's player has confirmed.
    pub(super) webhook: Option<u64>,
    /// The post that waits for the player's confirmation.
    pub(super) waiting: Option<UnconfirmedPost>,
}

/// A proxied post whose webhook nobody has confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UnconfirmedPost {
    pub(super) post: u64,
    pub(super) webhook: u64,
    pub(super) text: String,
    /// The number of the post that the proxy repeats.
    pub(super) original: u32,
}

/// How a post was answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PostAnswer {
    /// The bot's reaction to the post.
    pub(super) emoji: Option<String>,
    /// A digest of the answer, if there was one; [`STALE`] if the answer is out of date.
    pub(super) text: Option<u64>,
    /// A digest of the post, if its orders were withdrawn although it is still there. It is read again only once its
    /// text is another.
    pub(super) withdrawn: Option<u64>,
}

/// The digest of no answer.
pub(super) const STALE: u64 = 0;

/// A digest of an answer or a post, to recognise it by.
pub(super) fn digest(text: &str) -> u64 {
    Sha256::digest(text).iter().take(8).fold(0, |sum, it| sum << 8 | u64::from(*it)).max(STALE + 1)
}

/// The number of interactions that are remembered.
const DONE_MAX: usize = 32;

/// People without a part in the battle get at most one answer in `ANSWER_INTERVAL` seconds, and at most `ANSWERED_MAX`
/// of them get one.
const ANSWER_INTERVAL: i64 = 3600;
const ANSWERED_MAX: usize = 5;

impl ThreadState {
    /// The key of a thread's battle in the store.
    pub(super) fn key_of(channel: u64) -> String {
        format!("discord:{channel}")
    }

    /// The location of the battle. Its home is its server, divided as Discord divides servers into shards.
    pub(super) fn location(&self) -> Location {
        let (key, home) = (ThreadState::key_of(self.channel), i64::try_from(self.guild >> 22).ok());
        Location { key, home, front_state: self.write() }
    }

    /// Reads the state of a battle's thread. `None` if the battle isn't played on Discord.
    pub(super) fn read(front_state: &str) -> Option<ThreadState> {
        serde_json::from_str(front_state).ok().filter(|it: &ThreadState| it.channel != 0)
    }

    pub(super) fn write(&self) -> String {
        serde_json::to_string(self).expect("a state has string keys only, so it is JSON")
    }

    /// Returns whether somebody without a part in the battle may be answered now, and counts the answer.
    pub(super) fn may_answer(&mut self, who: u64, now: i64) -> bool {
        self.told.retain(|_, until| now < *until);
        let may_answer = self.told.len() < ANSWERED_MAX && !self.told.contains_key(&who);
        if may_answer {
            self.told.insert(who, now + ANSWER_INTERVAL);
        }
        may_answer
    }

    /// Posts a message that mentions the GM, as a reply to a post if it is about one.
    pub(super) fn notify_gm(&mut self, tx: &mut Transaction, said: &str, post: Option<u64>) {
        let calls: Vec<u64> = self.trusted.iter().chain(&self.gms).take(1).copied().collect();
        let gm = calls.first().map_or_else(String::new, |it| format!("<@{it}>: "));
        self.post_reply(tx, Draft { calls, ..Draft::text(format!("{gm}{said}")) }, post);
    }

    /// Whether a post may be in this thread: ids grow with time. Older posts came with a battle that began elsewhere.
    pub(super) fn is_here(&self, post: u64) -> bool {
        self.channel <= post
    }

    /// Returns whether an interaction is new, and remembers it.
    pub(super) fn is_new(&mut self, interaction: u64) -> bool {
        is_new(&mut self.done, interaction, DONE_MAX)
    }

    /// Notes whether missed posts may be read, and tells people once if they may not.
    pub(super) fn set_readable(&mut self, tx: &mut Transaction, may_read: bool) {
        if !may_read && !self.is_unread && !tx.table.is_over() {
            let said = "I may not read what was posted here while I was away, so nothing newer is taken, and no deadline \
                        closes the round, until I may. In Discord: Edit Channel, Permissions, the bot's role, and allow \
                        View Channel and Read Message History.";
            self.post(tx, Draft::text(said));
        }
        self.is_unread = !may_read;
    }

    /// A deed in the thread, in the form in which the outbox stores it.
    pub(super) fn mail(&self, deed: Deed) -> String {
        let mail = Mail { channel: self.channel, deed };
        serde_json::to_string(&mail).expect("mail has string keys only, so it is JSON")
    }

    /// Posts a message that is never changed.
    pub(super) fn post(&mut self, tx: &mut Transaction, draft: Draft) {
        self.post_reply(tx, draft, None);
    }

    /// Posts a message that is never changed, as a reply to a post if there is one.
    pub(super) fn post_reply(&mut self, tx: &mut Transaction, draft: Draft, reply_to: Option<u64>) {
        self.sent += 1;
        self.post_as(tx, &format!("message:{}", self.sent), draft, reply_to);
    }

    /// Posts a message with a tag, so that it can be changed later.
    pub(super) fn post_as(&self, tx: &mut Transaction, tag: &str, draft: Draft, reply_to: Option<u64>) {
        tx.send(Some(tag.to_owned()), self.mail(Deed::Post { draft, reply_to }));
    }

    /// Changes the message with a tag. If it was deleted, it is posted again, as a reply to a post if there is one.
    pub(super) fn edit(&self, tx: &mut Transaction, tag: &str, draft: Draft, reply_to: Option<u64>) {
        let mail = self.mail(Deed::Edit { of: tag.to_owned(), draft, reply_to });
        // The edit has the same tag, because it may make a new message.
        match tag == STATUS {
            true => tx.send_later(Some(tag.to_owned()), mail),
            false => tx.send(Some(tag.to_owned()), mail),
        }
    }
}

/// Runs a deed with the state of a battle's thread. `None` if the battle isn't played on Discord.
pub(super) fn with_state<T>(
    tx: &mut Transaction,
    deed: impl FnOnce(&mut Transaction, &mut ThreadState) -> T,
) -> Option<T> {
    let mut state = ThreadState::read(tx.front_state)?;
    let done = deed(tx, &mut state);
    *tx.front_state = state.write();
    Some(done)
}
