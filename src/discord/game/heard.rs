//! What is heard in a thread: whose a post is and where it goes, and what is gone.

use crate::discord::game::mail::{Draft, STATUS};
use crate::discord::game::posts::Post;
use crate::discord::game::room::{Room, with_room};
use crate::discord::game::shown::refused;
use crate::discord::game::{posts, proxies, rights, rounds, status};
use crate::referee::Sheet;

/// Takes a new post.
pub(super) fn posted(sheet: &mut Sheet, post: &Post) {
    with_room(sheet, |sheet, room| {
        let is_new = room.after < post.id;
        room.after = room.after.max(post.id);
        let key = post.id.to_string();
        if sheet.table.post_with_key(&key).is_some() {
            return;
        }
        if sheet.table.is_over() {
            return;
        }
        match (&post.proxy, posts::author_of(sheet.table, post.user, post.is_gm)) {
            (Some((webhook, name)), _) => proxies::posted(sheet, room, post, *webhook, name),
            (None, Some(author)) => posts::taken(sheet, room, &author, post),
            (None, None) if is_new => stranger(sheet, room, post),
            (None, None) => (),
        }
    });
}

/// Whoever has no seat may talk. If they meant it as orders they are told once in a while why nothing came of it: the
/// battle's own messages wait for every other one.
fn stranger(sheet: &mut Sheet, room: &mut Room, post: &Post) {
    if !post.has_orders() || !room.may_tell(post.user, sheet.now) {
        return;
    }
    let said = match room.gms.contains(&post.user) {
        true => refused(&rights::not_the_gm(room, post.user)),
        false => "You have no seat in this battle, so nothing here was taken as an order. `/join` takes a free seat; \
                  then post it again."
            .to_owned(),
    };
    room.reply(sheet, post.id, Draft::text(said));
}

/// A message of the bot's own that was sent under this tag was deleted: what people can't do without comes again.
pub(super) fn unsaid(sheet: &mut Sheet, tag: &str) {
    with_room(sheet, |sheet, room| {
        if tag == STATUS {
            room.status.clear();
            status::refresh(sheet, room);
        } else if let Some((round, _)) = room.reports.iter().find(|it| it.1 == tag) {
            rounds::tell_again(sheet, room, *round);
        } else if let Some(number) = tag.strip_prefix("answer:").and_then(|it| it.parse().ok()) {
            posts::answer_again(sheet, room, number);
        }
    });
}
