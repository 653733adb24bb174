//! Proxying bots, which post by a webhook under a name of their own: whoever sits at a seat says once that one speaks for
//! them, and has to have written each post themselves just before.

use crate::discord::game::mail::{Button, Draft, Mail};
use crate::discord::game::posts::{Post, answer_tag, author_for, taken};
use crate::discord::game::room::{Room, Waiting};
use crate::field::SeatId;
use crate::referee::{Refused, Sheet};

/// How long before a proxied post its original was written, at most.
const JUST_BEFORE_MS: u64 = 60_000;

/// Takes what a webhook posted under a name, if that speaks for a seat; and asks or tells whom it concerns if not.
pub(super) fn posted(sheet: &mut Sheet, room: &mut Room, post: &Post, webhook: u64, name: &str) {
    let Some(proxy) = room.proxies.get(name).cloned() else { return };
    let Ok(seat) = sheet.table.seat(&proxy.seat) else { return };
    let Some(original) = original(sheet, seat, post) else {
        if post.has_orders() && room.may_tell(webhook, sheet.now) {
            let said = "this was posted by a webhook, and nobody who sits there had written it just before. So nothing \
                        of it was taken as an order.";
            room.tell_gm(sheet, said, Some(post.id));
        }
        return;
    };
    if proxy.webhook == Some(webhook) {
        return speak(sheet, room, seat, post, original);
    }
    let Some(holder) = sheet.table.holder(seat).and_then(|it| it.parse().ok()) else { return };
    let waiting = Waiting { post: post.id, webhook, text: post.text.clone(), original };
    room.proxies.entry(name.to_owned()).and_modify(|it| it.waiting = Some(waiting));
    let yes = Button { id: format!("fp:proxy:{}", post.id), label: "It speaks for me".to_owned(), is_primary: true };
    let said = format!("<@{holder}>, is this yours? Say once that this webhook speaks for you, and the post is taken.");
    room.reply(sheet, post.id, Draft { buttons: vec![vec![yes]], calls: vec![holder], ..Draft::text(said) });
}

/// Hears from whoever sits at a seat that a webhook speaks for them, and takes what has waited for that.
pub(super) fn confirmed(sheet: &mut Sheet, room: &mut Room, user: u64, post: u64) -> Result<String, Refused> {
    let unclear = |why: &str| Refused::Unclear(why.to_owned());
    let proxy = room.proxies.values_mut().find(|it| it.waiting.as_ref().is_some_and(|it| it.post == post));
    let proxy = proxy.ok_or_else(|| unclear("Nothing waits for that any more"))?;
    let seat = sheet.table.seat(&proxy.seat)?;
    if sheet.table.held_by(&user.to_string()) != Some(seat) {
        return Err(unclear("Only whoever sits there can say that"));
    }
    let waiting = proxy.waiting.take().ok_or_else(|| unclear("Nothing waits for that any more"))?;
    proxy.webhook = Some(waiting.webhook);
    let post = Post { id: waiting.post, user, proxy: None, text: waiting.text, is_gm: false };
    speak(sheet, room, seat, &post, waiting.original);
    Ok("From now on what it posts counts as yours, as long as you have just written it.".to_owned())
}

/// Takes a proxied post. Its original goes away, and so does what was answered to that.
fn speak(sheet: &mut Sheet, room: &mut Room, seat: SeatId, post: &Post, original: u32) {
    let author = author_for(sheet, seat);
    taken(sheet, room, &author, post);
    let is_gone = sheet.table.posts().iter().any(|it| it.number == original && it.text.is_none());
    match is_gone {
        true => room.remove(sheet, &answer_tag(original)),
        false => room.originals.push_back(original),
    }
    if ORIGINALS_MAX < room.originals.len() {
        room.originals.pop_front();
    }
}

/// Originals that are remembered until they are deleted.
const ORIGINALS_MAX: usize = 32;

/// The post that whoever sits at a seat wrote just before, and that a proxied post repeats without its marks.
fn original(sheet: &Sheet, seat: SeatId, post: &Post) -> Option<u32> {
    let holder = sheet.table.holder(seat)?;
    let written = |id: u64| id >> 22;
    let is_just_before = |id: u64| id < post.id && written(post.id) - written(id) <= JUST_BEFORE_MS;
    let is_it = |it: &&crate::referee::Post| {
        let id = it.key.as_deref().and_then(|it| it.parse().ok());
        it.author == holder && id.is_some_and(is_just_before) && it.written().contains(post.text.trim())
    };
    sheet.table.posts().iter().rev().find(is_it).map(|it| it.number)
}

impl Room {
    /// Takes a message away that was sent under a name.
    fn remove(&self, sheet: &mut Sheet, tag: &str) {
        sheet.send(None, Mail::Delete { channel: self.channel, of: tag.to_owned() }.body());
    }

    /// Forgets that a post was one that a proxy repeated, once it is gone: whether it was. What was answered to it goes.
    pub(super) fn was_original(&mut self, sheet: &mut Sheet, number: u32) -> bool {
        let was = self.originals.contains(&number);
        self.originals.retain(|it| *it != number);
        if was {
            self.remove(sheet, &answer_tag(number));
        }
        was
    }
}
