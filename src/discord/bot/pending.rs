//! Commands and presses whose process ended after it had told Discord that it was thinking. The next process answers
//! them.
//!
//! Discord accepts the token for such an answer for a quarter of an hour. It is stored beside the seeds until the
//! answer was given.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{Builder as _, ChannelId, EditInteractionResponse, Http, InteractionId, MessageFlags};

use crate::discord::bot::mail::cut_to_limit;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::trouble::{status, words};
use crate::referee::{Referee, locked};
use crate::store::{PendingReply, Store, StoreError};

/// How long Discord accepts answers to a command.
const ANSWER_TIME: Duration = Duration::from_secs(15 * 60);

/// How long storing a token may take. Discord wants a first answer within three seconds.
const STORE_TIMEOUT: Duration = Duration::from_millis(500);

/// The pause between two attempts to answer.
const RETRY: Duration = Duration::from_secs(2);

/// The interactions that this process has to answer.
pub(super) struct PendingInteractions {
    http: Arc<Http>,
    referee: Arc<Referee>,
    /// The interactions that it is working on.
    waiting: Mutex<HashSet<u64>>,
    /// Held while it answers for another process.
    answering: tokio::sync::Mutex<()>,
}

/// What it takes to answer an interaction.
#[derive(Serialize, Deserialize)]
struct StoredInteraction {
    channel: u64,
    token: String,
    /// When this was stored, in milliseconds since 1970.
    at: i64,
}

/// How long Discord waits for the first answer. Until then, the answer of a process that was killed may still be on its
/// way, and nobody can know whether it was given.
const FIRST_ANSWER: SignedDuration = SignedDuration::from_secs(3);

impl StoredInteraction {
    fn may_still_be_answered(&self) -> bool {
        Timestamp::from_millisecond(self.at).is_ok_and(|at| Timestamp::now().duration_since(at) < FIRST_ANSWER)
    }
}

impl PendingInteractions {
    pub(super) fn new(http: &Arc<Http>, referee: &Arc<Referee>) -> PendingInteractions {
        let (http, referee) = (Arc::clone(http), Arc::clone(referee));
        PendingInteractions { http, referee, waiting: Mutex::default(), answering: tokio::sync::Mutex::default() }
    }

    /// Stores that somebody waits, before they are told that the answer is on its way. If the database is unavailable
    /// it goes on regardless: then the command can't be carried out either.
    pub(super) async fn keep(&self, id: InteractionId, token: &str, channel: ChannelId) {
        if !locked(&self.waiting).insert(id.get()) {
            return;
        }
        let at = Timestamp::now().as_millisecond();
        let asked = StoredInteraction { channel: channel.get(), token: token.to_owned(), at };
        let Ok(front) = serde_json::to_string(&asked) else { return };
        let reply = PendingReply { name: id.to_string(), front };
        let keep = self.referee.store().keep_pending(self.referee.holder(), &reply, ANSWER_TIME);
        let kept = tokio::time::timeout(STORE_TIMEOUT, keep).await;
        if !matches!(kept, Ok(Ok(()))) {
            tracing::debug!(id = id.get(), "that a command waits for its answer could not be kept");
        }
    }

    /// Forgets an interaction, which was answered.
    pub(super) async fn forget(&self, id: InteractionId) {
        if locked(&self.waiting).remove(&id.get())
            && let Err(why) = self.referee.store().forget_pending(&id.to_string()).await
        {
            tracing::debug!(id = id.get(), "that a command was answered could not be kept: {why}");
        }
    }

    /// Answers everybody who waits for a process that has ended, unless that is under way already.
    pub(super) async fn answer_all(&self) {
        let Ok(_answering) = self.answering.try_lock() else { return };
        loop {
            match self.answer_some().await {
                Ok(0) => return,
                Ok(_) => (),
                Err(why) => tracing::warn!("commands that another process was asked can't be read: {why}"),
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Answers what can be answered now. Returns how many are left.
    async fn answer_some(&self) -> Result<usize, StoreError> {
        let (store, mut left) = (self.referee.store(), 0);
        for reply in store.pending_replies(self.referee.holder()).await? {
            let id: Option<u64> = reply.name.parse().ok();
            if id.is_some_and(|it| locked(&self.waiting).contains(&it)) {
                continue;
            }
            match serde_json::from_str::<StoredInteraction>(&reply.front) {
                Ok(asked) if asked.may_still_be_answered() => left += 1,
                Ok(asked) if !self.answer(id.unwrap_or_default(), &asked).await => left += 1,
                _ => store.forget_pending(&reply.name).await?,
            }
        }
        Ok(left)
    }

    /// Answers an interaction, unless it has an answer. Returns whether nothing is left to do.
    async fn answer(&self, id: u64, asked: &StoredInteraction) -> bool {
        let edit = async {
            let shown = self.http.get_original_interaction_response(&asked.token).await?;
            if shown.flags.is_some_and(|it| it.contains(MessageFlags::LOADING)) {
                let said = cut_to_limit(answer_text(self.referee.store(), id, asked.channel).await.to_owned());
                let mentions = serenity::CreateAllowedMentions::new();
                let edit = EditInteractionResponse::new().content(said).allowed_mentions(mentions);
                edit.execute(&*self.http, &asked.token).await?;
                tracing::info!(id, "a command was answered for a process that ended in the middle of it");
            }
            Ok(())
        };
        let done: Result<(), serenity::Error> = edit.await;
        match done {
            // Discord accepts no answer any more, or was never told that one would come. It has shown people an error
            // itself.
            Err(why) if status(&why).is_some_and(|it| (400..500).contains(&it) && it != 429) => true,
            Err(why) => {
                tracing::warn!(id, "a command can't be answered for another process: {}", words(&why));
                false
            }
            Ok(()) => true,
        }
    }
}

/// The answer to somebody who waits, by what the channel's battle knows of the interaction.
async fn answer_text(store: &Store, id: u64, channel: u64) -> &'static str {
    let state = async {
        let battle = store.find(&ThreadState::key_of(channel)).await.ok()??;
        ThreadState::read(&store.load(battle).await.ok()?.front_state)
    };
    match state.await {
        Some(state) if state.done.contains(&id) => {
            "The bot was stopped in the middle of this. What there was to do was done, and only the answer is lost: what was a \
             question may be asked again."
        }
        Some(_) => {
            "The bot was stopped in the middle of this, and nothing was done in the battle. Please do it again, unless you have \
             done so since."
        }
        None => {
            "The bot was stopped in the middle of this. Look whether it was done; if not, please give the command again."
        }
    }
}
