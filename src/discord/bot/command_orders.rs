//! Orders that nobody wrote in the thread: given by a command, or put together from choices.

use crate::discord::bot::posts::{ORDER_TAG, announcement, taken_lines};
use crate::discord::bot::reply::{Done, Reply};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::status;
use crate::discord::bot::thread_state::ThreadState;
use crate::page::Answer;
use crate::referee::{Refused, Table, Transaction};

/// The orders that somebody gave a squad in the round before.
pub(super) fn orders_before(table: &Table, author: &str, squad: &str) -> Result<String, Refused> {
    let (poster, round) = (table.poster(author)?, table.round());
    let squad = squad.trim().to_lowercase();
    let of_squad = |line: &str| {
        let (name, order) = line.trim().strip_prefix('!')?.split_once(':')?;
        (name.trim().to_lowercase() == squad).then(|| order.trim().to_owned())
    };
    let posts = table.posts().iter().filter(|it| it.poster == poster && it.round + 1 == round);
    let orders: Vec<String> =
        posts.filter_map(|it| it.text.as_deref()).flat_map(str::lines).filter_map(of_squad).collect();
    match orders.is_empty() {
        true => Err(Refused::Unclear("that squad was told nothing in the round before".to_owned())),
        false => Ok(orders.join("; ")),
    }
}

/// Takes orders that somebody gives by a command or by choices.
pub(super) fn give(
    tx: &mut Transaction,
    state: &mut ThreadState,
    requester: &Requester,
    order: &str,
    is_secret: bool,
) -> Done {
    let author = requester.author(tx.table, state)?;
    match is_secret {
        true => give_in_secret(tx, state, &author, order),
        false => give_in_public(tx, state, &author, order, &format!("<@{}> orders", requester.user), None),
    }
}

/// Takes orders that nobody wrote in the thread, and posts them there for everybody to read. `key` names the message
/// that they were read from, if there is one.
pub(super) fn give_in_public(
    tx: &mut Transaction,
    state: &mut ThreadState,
    author: &str,
    order: &str,
    who: &str,
    key: Option<&str>,
) -> Done {
    if let Some(refused) = refusal(tx.table, author, order)? {
        return Ok(refused);
    }
    let answered = tx.table.post_as(author, order, key)?;
    let Some(answer) = answered.answer else { return Ok(Reply::text("That isn't an order.")) };
    state.post_as(tx, &format!("{ORDER_TAG}{}", answered.number), announcement(who, order, &answer), None);
    status::refresh(tx, state);
    Ok(Reply::fenced(&answer.text(), "orders.txt"))
}

/// Takes secret orders. Only their author and the GM know of them until the round is reported.
pub(super) fn give_in_secret(tx: &mut Transaction, state: &mut ThreadState, author: &str, order: &str) -> Done {
    tx.table.may_hide(author)?;
    if let Some(refused) = refusal(tx.table, author, order)? {
        return Ok(refused);
    }
    let answered = tx.table.post_hidden(author, order)?;
    let Some(answer) = answered.answer else { return Ok(Reply::text("That isn't an order.")) };
    status::refresh(tx, state);
    Ok(Reply::fenced(&format!("{order}\n{}", answer.text()), "orders.txt"))
}

/// The reply to orders that are refused entirely. They aren't stored, because nobody else may learn that they were
/// tried, now or when the round's secrets are revealed.
fn refusal(table: &Table, author: &str, order: &str) -> Result<Option<Reply>, Refused> {
    let is_refused = |it: &Answer| taken_lines(it).is_empty();
    let answer = table.try_post(author, order)?.filter(is_refused);
    Ok(answer.map(|it| Reply::fenced(&it.text(), "orders.txt")))
}
