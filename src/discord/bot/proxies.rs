//! Proxies: bots that post through a webhook under a name of a player's. The player of a seat confirms once that a
//! webhook speaks for them, and has to have written each of its posts just before.

use crate::discord::bot::mail::{Button, Deed, Draft};
use crate::discord::bot::posts::{Post, answer_tag, take};
use crate::discord::bot::reply::{Done, Reply};
use crate::discord::bot::thread_state::{ThreadState, UnconfirmedPost};
use crate::field::SeatId;
use crate::post::Poster;
use crate::referee::{self, Refused, Transaction};

/// The most milliseconds between an original and its proxied post.
const JUST_BEFORE_MS: u64 = 60_000;

/// Takes a post of a webhook, if the name that it uses may speak for a seat. If the webhook isn't confirmed, the player
/// is asked; without an original, the GM is told.
pub(super) fn posted(tx: &mut Transaction, state: &mut ThreadState, post: &Post, webhook: u64, name: &str) {
    let Some(proxy) = state.proxies.get(name).cloned() else { return };
    let Ok(seat) = tx.table.seat(&proxy.seat) else { return };
    let Some(original) = original(tx, seat, post) else {
        if post.has_orders() && state.may_answer(webhook, tx.now) {
            let said = "this was posted by a webhook, and nobody who sits there had written it just before. So nothing \
                        of it was taken as an order.";
            state.notify_gm(tx, said, Some(post.id));
        }
        return;
    };
    if proxy.webhook == Some(webhook) {
        return take_proxied(tx, state, seat, post, original);
    }
    let Some(holder) = tx.table.holder(seat).and_then(|it| it.parse().ok()) else { return };
    let waiting = UnconfirmedPost { post: post.id, webhook, text: post.text.clone(), original };
    state.proxies.entry(name.to_owned()).and_modify(|it| it.waiting = Some(waiting));
    let yes = Button { id: format!("fp:proxy:{}", post.id), label: "It speaks for me".to_owned(), is_primary: true };
    let said = format!("<@{holder}>, is this yours? Say once that this webhook speaks for you, and the post is taken.");
    let draft = Draft { buttons: vec![vec![yes]], calls: vec![holder], ..Draft::text(said) };
    state.post_reply(tx, draft, Some(post.id));
}

/// Confirms a webhook for the player of a seat, and takes the post that has waited for it.
pub(super) fn confirm(tx: &mut Transaction, state: &mut ThreadState, user: u64, post: u64) -> Done {
    let unclear = |why: &str| Refused::Unclear(why.to_owned());
    let proxy = state.proxies.values_mut().find(|it| it.waiting.as_ref().is_some_and(|it| it.post == post));
    let proxy = proxy.ok_or_else(|| unclear("That is no longer waiting for confirmation"))?;
    let seat = tx.table.seat(&proxy.seat)?;
    if tx.table.held_by(&user.to_string()) != Some(seat) {
        return Err(unclear("Only the player in that seat can say that"));
    }
    let waiting = proxy.waiting.take().ok_or_else(|| unclear("That is no longer waiting for confirmation"))?;
    proxy.webhook = Some(waiting.webhook);
    let post = Post { id: waiting.post, user, proxy: None, text: waiting.text, is_gm: false, has_text_file: false };
    take_proxied(tx, state, seat, &post, waiting.original);
    Ok(Reply::text("From now on what it posts counts as yours, as long as you have just written it."))
}

/// Takes a proxied post. The answer to its original is removed once the original is gone.
fn take_proxied(tx: &mut Transaction, state: &mut ThreadState, seat: SeatId, post: &Post, original: u32) {
    let author = tx.table.author_for(Poster::Seat(seat)).to_owned();
    take(tx, state, &author, post);
    let is_gone = tx.table.post_with_number(original).is_some_and(|it| it.text.is_none());
    match is_gone {
        true => state.remove(tx, &answer_tag(original)),
        false => state.originals.push_back(original),
    }
    if ORIGINALS_MAX < state.originals.len() {
        state.originals.pop_front();
    }
}

/// The number of originals that are remembered until they are deleted.
const ORIGINALS_MAX: usize = 32;

/// The post that the seat's player wrote just before, and that a proxied post repeats without its marks.
fn original(tx: &Transaction, seat: SeatId, post: &Post) -> Option<u32> {
    let holder = tx.table.holder(seat)?;
    let written = |id: u64| id >> 22;
    let is_just_before = |id: u64| id < post.id && written(post.id) - written(id) <= JUST_BEFORE_MS;
    let is_it = |it: &&referee::Post| {
        let id = it.key.as_deref().and_then(|it| it.parse().ok());
        it.author == holder && id.is_some_and(is_just_before) && it.written().contains(post.text.trim())
    };
    tx.table.posts().iter().rev().find(is_it).map(|it| it.number)
}

impl ThreadState {
    /// Deletes the message with a tag.
    fn remove(&self, tx: &mut Transaction, tag: &str) {
        tx.send(None, self.mail(Deed::Delete { of: tag.to_owned() }));
    }

    /// Returns whether a deleted post was the original of a proxied one. If so, forgets it, and removes its answer.
    pub(super) fn was_original(&mut self, tx: &mut Transaction, number: u32) -> bool {
        let was = self.originals.contains(&number);
        self.originals.retain(|it| *it != number);
        if was {
            self.remove(tx, &answer_tag(number));
        }
        was
    }
}
