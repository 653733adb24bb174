//! Posts of a thread: read as orders, answered once, and read again when they change.

use poise::serenity_prelude as serenity;
use serenity::{Attachment, Message, MessageType};

use crate::discord::bot::format::{self, excerpt, refusal_text};
use crate::discord::bot::mail::{Button, CONTENT_MAX, Deed, Draft};
use crate::discord::bot::status::{self, plain};
use crate::discord::bot::thread_state::{PostAnswer, STALE, ThreadState, digest};
use crate::discord::inbound::Edit;
use crate::page::{Answer, AnswerLine, Mark, Reaction};
use crate::post::Poster;
use crate::referee::commands::{Command, CommandAuthor, GM, Outcome, command_author, is_a_players};
use crate::referee::{self, Answered, NO_ORDERS_LEFT, Refused, Table, Taken, Transaction, thread};

/// A post as the game reads it.
pub(super) struct Post {
    pub(super) id: u64,
    pub(super) user: u64,
    /// The webhook that posted it and the name that it used, if it was a webhook.
    pub(super) proxy: Option<(u64, String)>,
    pub(super) text: String,
    /// Whether its author runs the battle.
    pub(super) is_gm: bool,
    /// Whether a text file is attached. Discord's app makes one of a text that is too long for a post.
    pub(super) has_text_file: bool,
}

impl Post {
    /// Makes a post of a message of a person or a webhook. `None` for messages of other bots, forwarded messages and
    /// system messages.
    pub(super) fn of(message: &Message) -> Option<Post> {
        let is_plain = matches!(message.kind, MessageType::Regular | MessageType::InlineReply);
        // A forwarded message has somebody else's text.
        let is_forwarded = message.message_reference.as_ref().is_some_and(|it| it.kind == FORWARD);
        if !is_plain || is_forwarded {
            return None;
        }
        let proxy = match (message.webhook_id, message.author.bot) {
            (Some(webhook), _) => Some((webhook.get(), message.author.name.clone())),
            (None, true) => return None,
            (None, false) => None,
        };
        let is_text = |it: &Attachment| it.content_type.as_deref().is_some_and(|it| it.starts_with("text/plain"));
        // A proxied post repeats one that was answered.
        let has_text_file = proxy.is_none() && message.attachments.iter().any(is_text);
        let (id, user, text) = (message.id.get(), message.author.id.get(), message.content.clone());
        Some(Post { id, user, proxy, text, is_gm: false, has_text_file })
    }

    /// Whether it looks like orders.
    pub(super) fn has_orders(&self) -> bool {
        self.text.lines().any(|it| it.trim_start().starts_with('!') && it.contains(':'))
    }
}

const FORWARD: serenity::MessageReferenceKind = serenity::MessageReferenceKind::Forward;

/// The name of a user at the table: that of a player if the user has a seat, even if the user may also be GM. `None`
/// for people without a part in the battle.
pub(super) fn author_of(table: &Table, user: u64, is_gm: bool) -> Option<String> {
    let name = user.to_string();
    if table.held_by(&name).is_some() { Some(name) } else { is_gm.then(|| GM.to_owned()) }
}

/// Takes a new post of a seat or the GM.
pub(super) fn take(tx: &mut Transaction, state: &mut ThreadState, author: &str, post: &Post) {
    let (text, commands) = thread::commands(&post.text, command_author(author));
    if let Ok(answered) = tx.table.post_as(author, &text, Some(&post.id.to_string())) {
        show_answer(tx, state, post.id, &answered);
        if let Some(hint) = thread::hints(&text).next() {
            state.post_reply(tx, Draft::text(plain(&format!("💡 {hint}"))), Some(post.id));
        }
        if post.has_text_file && author != GM {
            let said = "Files aren't read, so nothing in this one counts as an order. Post orders as text, in several posts \
                        if they are too long for one.";
            state.post_reply(tx, Draft::text(said), Some(post.id));
        }
    }
    for command in commands {
        carry_out(tx, state, author, &command);
    }
    status::refresh(tx, state);
}

/// Carries out a command that is a line of a post.
fn carry_out(tx: &mut Transaction, state: &mut ThreadState, author: &str, text: &str) {
    let hint = |what: &str| format!("Nothing was done: on Discord {what}.");
    let said = match Command::read(text) {
        // Closing and opening rounds has slash commands, with permissions and buttons.
        Some(Ok(Command::Resolve)) => hint("`/round resolve` closes the round"),
        Some(Ok(Command::Undo(_))) => hint("`/gm undo` takes something back"),
        Some(Ok(Command::Set(_))) => hint("`/gm edit` changes the battle"),
        Some(Ok(Command::Hidden(_))) => hint(match command_author(author) {
            CommandAuthor::Gm => "`/gm order` gives orders that nobody sees",
            CommandAuthor::Player => {
                "`/order` with `secret: True` gives orders that only the GM sees, if this battle has secrets"
            }
        }),
        None if is_a_players(text) => hint("questions are asked by the commands that it lists once you type `/`"),
        None => return,
        Some(Ok(command)) => match tx.table.carry_out(author, &command) {
            Ok(Outcome::Text(said)) => plain(&said),
            Ok(Outcome::RoundClosed(_) | Outcome::Answered(_)) => return,
            Err(why) => refusal_text(&why),
        },
        Some(Err(why)) => refusal_text(&Refused::Unclear(tx.table.with_own_examples(&why.to_string()))),
    };
    state.post(tx, Draft::text(said));
}

/// Reads an edited post again.
pub(super) fn edited(tx: &mut Transaction, state: &mut ThreadState, edit: &Edit, is_gm: bool) {
    let id = edit.id.get();
    let Some(post) = tx.table.post_with_key(&id.to_string()) else { return };
    let (number, round, Some(before)) = (post.number, post.round, post.text.clone()) else { return };
    let author = tx.table.author_for(post.poster).to_owned();
    if author == GM && !is_gm {
        return;
    }
    let (text, _) = thread::commands(&edit.text, command_author(&author));
    let is_withdrawn = |it: &PostAnswer| it.withdrawn == Some(digest(&text));
    if before == text || state.answered.get(&number).is_some_and(is_withdrawn) {
        return;
    }
    let is_of_orders = order_lines(&before) != order_lines(&text);
    // The author may have lost the seat since, and no longer speaks for it.
    if author != post.author && edit.author.is_some_and(|it| it.to_string() == post.author) {
        if is_of_orders && round == tx.table.round() {
            let said = "The seat that you posted this from isn't yours any more, so this edit has no effect.";
            state.post_reply(tx, Draft::text(said), Some(id));
        }
        return;
    }
    state.answered.entry(number).and_modify(|it| it.withdrawn = None);
    let others = lines_that_count(tx.table, &[number]);
    let mut late = None;
    match tx.table.edit(&author, number, &text) {
        Ok(Taken::Answered(mut answered)) => {
            let again = new_lines(&others, lines_that_count(tx.table, &[number]));
            let is_told = !again.is_empty() && !tx.table.playing().holds_orders(number);
            if let Some(answer) = answered.answer.as_mut().filter(|_| is_told) {
                let text = format!("What was ordered before that counts again: {}", again.join(" / "));
                answer.lines.push(AnswerLine { mark: Mark::Hint, squad: None, text });
            }
            show_answer(tx, state, id, &answered);
        }
        Ok(Taken::Late { round, .. }) => {
            if let Some(said) = state.answered.get_mut(&number) {
                said.text = Some(STALE);
            }
            late = is_of_orders.then_some(round);
        }
        Err(Refused::BattleIsOver) => (),
        Err(why) => tracing::debug!(post = id, "an edit was not taken: {why}"),
    }
    if let Some(round) = update_readings(tx, state, &author, edit, &text).or(late) {
        let open = tx.table.round();
        let said = format!(
            "Round {round} is closed, so this edit has no effect any more (R-2). Orders for round {open} go into a new post."
        );
        state.post_reply(tx, Draft::text(said), Some(id));
    }
    status::refresh(tx, state);
}

/// Updates what was read as orders from lines of a post when those lines are edited. Orders that an answer offered
/// stay. Returns the post's round if it is closed and had something to update: the edit counts if the round is
/// reopened.
fn update_readings(
    tx: &mut Transaction,
    state: &mut ThreadState,
    author: &str,
    edit: &Edit,
    read: &str,
) -> Option<u16> {
    let id = edit.id.to_string();
    let post = tx.table.post_with_key(&id)?;
    let (round, mut late) = (post.round, None);
    let is_line = |text: &str, line: &str| meant_as_orders(text, "").lines().any(|it| it == line);
    let was_written = |line: &str| post.texts().any(|it| is_line(it, line));
    let meant = meant_as_orders(&edit.text, read);
    let is_old = |it: &&referee::Post| it.number != post.number && it.written() != meant;
    let old = tx.table.posts().iter().filter(|it| it.round == round && it.text.is_some() && is_read_from(it, &id));
    let old = old.filter(is_old).filter(|it| it.written().lines().all(was_written));
    for number in old.map(|it| it.number).collect::<Vec<u32>>() {
        if round != tx.table.round() {
            if let Ok(Taken::Late { round, .. }) = tx.table.edit(author, number, &meant) {
                state.answered.entry(number).or_default().text = Some(STALE);
                late = Some(round);
            }
            continue;
        }
        let answer = tx.table.try_post(author, &meant).ok().flatten();
        if answer.is_none_or(|it| taken_lines(&it).is_empty()) {
            let _ = withdraw(tx, state, author, &[number]);
        } else if let Ok(Taken::Answered(it)) = tx.table.edit(author, number, &meant)
            && let Some(answer) = it.answer
        {
            let user = edit.author.map_or_else(|| author.to_owned(), |it| it.to_string());
            state.edit(tx, &tag_of(tx, number), announcement(&who_means(&user), &meant, &answer), None);
        }
    }
    late
}

/// Takes deleted posts back, along with what was read from them later.
pub(super) fn deleted(tx: &mut Transaction, state: &mut ThreadState, ids: &[u64]) {
    for id in ids {
        let message = id.to_string();
        // Posts of closed rounds too, because a round may be reopened.
        let all = tx.table.posts().iter().filter(|it| it.text.is_some() && is_read_from(it, &message));
        let all = all.map(|it| (it.number, tx.table.author_for(it.poster).to_owned())).collect::<Vec<_>>();
        let numbers: Vec<u32> = all.iter().map(|it| it.0).collect();
        let before = lines_that_count(tx.table, &numbers);
        let mut told = Vec::new();
        let mut late = None;
        for (number, author) in all {
            let (answer, is_of_orders) = (tx.table.answered(number).answer, is_of_orders(tx.table, number));
            let holds_orders = tx.table.playing().holds_orders(number);
            let why = if holds_orders { DELETED } else { DELETED_ALONE };
            // A substitute didn't delete the post, and may not notice that its orders are gone.
            let is_authors = tx.table.post_with_number(number).is_some_and(|it| it.author == author);
            let substitute = author.parse::<u64>().ok().filter(|_| holds_orders && !is_authors);
            if let Some(user) = substitute {
                let said = format!(
                    "<@{user}>: a post that was written from your seat before you had it was deleted, and its orders are \
                     taken back."
                );
                state.post(tx, Draft { calls: vec![user], ..Draft::text(said) });
            }
            told.push((number, why, answer, is_of_orders, tx.table.delete(&author, number)));
        }
        let again = new_lines(&before, lines_that_count(tx.table, &numbers));
        for (number, why, answer, is_of_orders, taken) in told {
            let tag = tag_of(tx, number);
            let has_answer = state.answered.get(&number).map_or(tag.starts_with(ORDER_TAG), |it| it.text.is_some());
            match taken {
                Ok(Taken::Answered(_)) => {
                    state.answered.remove(&number);
                    if !state.was_original(tx, number) && has_answer {
                        state.edit(tx, &tag, Draft::text(struck_answer(why, answer.as_ref(), &again)), None);
                    }
                }
                Ok(Taken::Late { round, .. }) if has_answer => {
                    // If the round is reopened, the answer says that the post is gone.
                    state.answered.entry(number).or_default().text = Some(STALE);
                    late = late.or(is_of_orders.then_some(round));
                }
                Ok(Taken::Late { .. }) | Err(_) => (),
            }
        }
        if let Some(round) = late {
            let said = format!("A post of round {round} was deleted. The round is closed, so its orders stay (R-2).");
            state.post(tx, Draft::text(said));
        }
    }
    status::refresh(tx, state);
}

/// Posts the answer to a post again, because it was deleted.
pub(super) fn answer_again(tx: &mut Transaction, state: &mut ThreadState, number: u32) {
    let Some(said) = state.answered.get_mut(&number) else { return };
    said.text = Some(STALE);
    // In a closed round this waits until the round is reopened.
    if tx.table.open_posts().any(|it| it.number == number)
        && let Some(id) = message_of(tx, number)
    {
        let answered = tx.table.answered(number);
        show_answer(tx, state, id, &answered);
    }
}

/// The message id of the post with a number. `None` if the post isn't a message.
fn message_of(tx: &Transaction, number: u32) -> Option<u64> {
    tx.table.post_with_number(number)?.key.as_deref()?.parse().ok()
}

/// Sends again the reactions that weren't allowed before.
pub(super) fn react_again(tx: &mut Transaction, state: &mut ThreadState) {
    for post in tx.table.open_posts().filter(|it| !it.is_hidden()).map(|it| it.number).collect::<Vec<u32>>() {
        let emoji = state.answered.get(&post).and_then(|it| it.emoji.clone());
        if let Some((id, emoji)) = message_of(tx, post).zip(emoji) {
            tx.send_later(None, state.mail(Deed::React { post: id, emoji: Some(emoji), instead_of: None }));
        }
    }
}

/// Takes back the orders of posts, with the bot's reactions, and says so in their answers. The posts stay in the
/// thread, and are read again once their author edits them. Returns the lines that count again.
pub(super) fn withdraw(
    tx: &mut Transaction,
    state: &mut ThreadState,
    author: &str,
    numbers: &[u32],
) -> Result<Vec<String>, Refused> {
    let before = lines_that_count(tx.table, numbers);
    let mut all = Vec::new();
    for number in numbers {
        let answer = tx.table.answered(*number).answer;
        let written = tx.table.post_with_number(*number).and_then(|it| it.text.as_deref());
        let (id, withdrawn) = (message_of(tx, *number), written.map(digest));
        match id {
            Some(_) => tx.table.edit(author, *number, "")?,
            None => tx.table.delete(author, *number)?,
        };
        all.push((*number, id, withdrawn, answer));
    }
    let again = new_lines(&before, lines_that_count(tx.table, numbers));
    for (number, id, withdrawn, answer) in all {
        let (tag, struck) = (tag_of(tx, number), struck_answer(TAKEN_BACK, answer.as_ref(), &again));
        let Some(id) = id else {
            state.edit(tx, &tag, Draft::text(struck), None);
            continue;
        };
        let said = state.answered.remove(&number).unwrap_or_default();
        let text = said.text.map(|_| digest(&struck));
        if text.is_some() {
            state.edit(tx, &tag, Draft::text(struck), Some(id));
        }
        if said.emoji.is_some() {
            tx.send_later(None, state.mail(Deed::React { post: id, emoji: None, instead_of: said.emoji }));
        }
        state.answered.insert(number, PostAnswer { emoji: None, text, withdrawn });
    }
    status::refresh(tx, state);
    Ok(again)
}

/// The lines that count in the poster's other posts, without secret ones.
fn lines_that_count(table: &Table, posts: &[u32]) -> Vec<String> {
    let poster = table.posts().iter().find(|it| posts.contains(&it.number)).map(|it| it.poster);
    let is_other = |it: &&referee::Post| Some(it.poster) == poster && !it.is_hidden() && !posts.contains(&it.number);
    let answers = table.open_posts().filter(is_other).filter_map(|it| table.answered(it.number).answer);
    answers.flat_map(|it| taken_lines(&it)).collect()
}

/// The lines that are new. If there are no more lines than before, orders were only forecast anew and none counts
/// again.
fn new_lines(before: &[String], mut now: Vec<String>) -> Vec<String> {
    if now.len() <= before.len() {
        return Vec::new();
    }
    now.retain(|it| !before.contains(it));
    now
}

/// The lines of a message that look like orders, except those that begin with `!` and are in `read` already.
pub(super) fn meant_as_orders(message: &str, read: &str) -> String {
    let is_read = |line: &str| line.starts_with('!') && read.lines().any(|it| it.trim() == line);
    let lines = message.lines().map(str::trim).filter(|it| it.contains(':') || it.starts_with('!'));
    let lines = lines.filter(|it| !is_read(it)).map(|it| format!("!{}", it.trim_start_matches('!')));
    lines.collect::<Vec<String>>().join("\n")
}

/// The lines of a message that are orders once a `!` stands before them, though they have neither `!` nor colon. Each
/// is tried by itself, so only the first lines of a long story are.
pub(super) fn orders_without_signs(table: &Table, author: &str, message: &str) -> String {
    const TRIED_MAX: usize = 40;
    let is_order = |it: &String| {
        let answer = table.try_post(author, it).ok().flatten();
        answer.is_some_and(|it| it.reaction != Reaction::Refused && !taken_lines(&it).is_empty())
    };
    let lines = message.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('!')).take(TRIED_MAX);
    lines.map(|it| format!("!{it}")).filter(is_order).collect::<Vec<String>>().join("\n")
}

/// A message that says orders which nobody wrote in the thread.
pub(super) fn announcement(who: &str, order: &str, answer: &Answer) -> Draft {
    let (said, _) = excerpt(&format!("{order}\n{}", answer.text()), "`/orders show` has all of it");
    Draft::text(format!("{who}:\n{said}"))
}

/// The words that say whose orders were read from a message.
pub(super) fn who_means(user: &str) -> String {
    format!("<@{user}> means this as orders")
}

/// The key of orders that somebody had read from a message. It begins with the message's own key.
pub(super) fn key_of_reading(message: &str, interaction: u64) -> String {
    format!("{message}:{interaction}")
}

/// Whether a post is this message, or was read from it later.
pub(super) fn is_read_from(post: &referee::Post, message: &str) -> bool {
    let key = post.key.as_deref().unwrap_or_default();
    key.strip_prefix(message).is_some_and(|it| it.is_empty() || it.starts_with(':'))
}

/// The posts of the open round that are this message, or were read from it later.
pub(super) fn read_from<'a>(table: &'a Table, message: &'a str) -> impl Iterator<Item = &'a referee::Post> {
    table.open_posts().filter(move |it| is_read_from(it, message))
}

/// Whether these are the poster's last orders in the open round. Orders that later ones replaced may be given again.
pub(super) fn are_last_orders(table: &Table, poster: Poster, orders: &str) -> bool {
    let all = table.open_posts().filter(|it| it.poster == poster && table.playing().holds_orders(it.number));
    all.last().is_some_and(|it| it.text.as_deref() == Some(orders))
}

/// The lines of a post that can hold orders.
fn order_lines(text: &str) -> Vec<&str> {
    let has_block = text.contains("```orders");
    text.lines().map(str::trim).filter(|it| has_block || it.starts_with('!')).collect()
}

/// Whether a post has or had lines that are meant as orders.
fn is_of_orders(table: &Table, number: u32) -> bool {
    table.posts().iter().any(|it| it.number == number && !order_lines(it.written()).is_empty())
}

/// The tag of the message that says what was understood of a post.
fn tag_of(tx: &Transaction, number: u32) -> String {
    message_of(tx, number).map_or_else(|| format!("{ORDER_TAG}{number}"), |_| answer_tag(number))
}

/// The prefix of the tag of a message that says orders which nobody wrote. The post's number follows.
pub(super) const ORDER_TAG: &str = "order:";

pub(super) fn answer_tag(number: u32) -> String {
    format!("answer:{number}")
}

/// Shows what was understood: by a reaction, and by one answer that changes when the post does.
fn show_answer(tx: &mut Transaction, state: &mut ThreadState, id: u64, answered: &Answered) {
    let number = answered.number;
    let before = state.answered.get(&number).cloned().unwrap_or_default();
    let emoji = answered.answer.as_ref().and_then(|it| emoji(it.reaction)).map(str::to_owned);
    if emoji != before.emoji {
        let deed = Deed::React { post: id, emoji: emoji.clone(), instead_of: before.emoji.clone() };
        tx.send_later(None, state.mail(deed));
    }
    let none = || before.text.map(|_| NO_ORDERS_LEFT.to_owned());
    let text =
        answered.answer.as_ref().map(|it| format::answer_text(it) + away_reminder(tx.table, number, it)).or_else(none);
    let told = text.as_deref().map(digest);
    if let Some(text) = text.filter(|_| told != before.text) {
        let draft = Draft { buttons: offer_button(answered), ..Draft::text(text) };
        match before.text {
            None => state.post_as(tx, &answer_tag(number), draft, Some(id)),
            Some(_) => state.edit(tx, &answer_tag(number), draft, Some(id)),
        }
    }
    if told.is_some() {
        state.answered.insert(number, PostAnswer { emoji, text: told, withdrawn: None });
    }
}

/// A reminder for people who give orders while they are away.
fn away_reminder(table: &Table, number: u32, answer: &Answer) -> &'static str {
    let poster = table.post_with_number(number).map(|it| it.poster);
    let is_away = matches!(poster, Some(Poster::Seat(seat)) if table.is_away(seat));
    match is_away && !taken_lines(answer).is_empty() {
        true => "\nYou are still away, so nobody waits for you or reminds you: `/away away: False` once you are back.",
        false => "",
    }
}

/// A button for orders that the author may have meant, if some of the post was refused.
fn offer_button(answered: &Answered) -> Vec<Vec<Button>> {
    let (id, label) = (format!("fp:meant:{}", answered.number), "Yes, I mean that".to_owned());
    let is_offered = answered.answer.as_ref().is_some_and(|it| !it.meant.is_empty());
    if is_offered { vec![vec![Button { id, label, is_primary: true }]] } else { Vec::new() }
}

/// Updates answers and reactions after rounds were closed, taken back or changed by hand, for posts that mean something
/// else now and for those that were edited or deleted while their round was closed.
pub(super) fn refresh(tx: &mut Transaction, state: &mut ThreadState) {
    // The answers of the last round stay.
    if tx.table.is_over() {
        return;
    }
    let round = tx.table.round();
    let open = tx.table.posts().iter().filter(|it| it.round == round && !it.is_hidden());
    // Orders that were read from a message later have its key.
    let message = |key: &str| key.split(':').next()?.parse().ok();
    let open = open.filter_map(|it| Some((it.number, message(it.key.as_deref()?)?, it.text.is_some())));
    // Posts from elsewhere, before the battle came here, have their answers.
    let open: Vec<(u32, u64, bool)> = open.filter(|it| state.is_here(it.1)).collect();
    for (number, id, stands) in open {
        let said = state.answered.get(&number).cloned().unwrap_or_default();
        let (answered, is_stale) = (tx.table.answered(number), said.text == Some(STALE));
        let emoji = answered.answer.as_ref().and_then(|it| emoji(it.reaction));
        if !stands {
            if state.answered.remove(&number).is_some_and(|it| it.text.is_some()) {
                let why = if is_of_orders(tx.table, number) { DELETED } else { DELETED_ALONE };
                state.edit(tx, &tag_of(tx, number), Draft::text(why), None);
            }
        } else if message_of(tx, number).is_some() {
            if emoji != said.emoji.as_deref() || is_stale {
                show_answer(tx, state, id, &answered);
            }
        } else if let Some(post) = tx.table.post_with_number(number).filter(|_| is_stale) {
            let draft = match &answered.answer {
                Some(answer) => announcement(&who_means(&post.author), post.written(), answer),
                None => Draft::text(TAKEN_BACK),
            };
            state.answered.remove(&number);
            state.edit(tx, &tag_of(tx, number), draft, None);
        }
    }
}

fn emoji(reaction: Reaction) -> Option<&'static str> {
    match reaction {
        Reaction::Taken => Some("✅"),
        Reaction::Doubtful => Some("⚠️"),
        Reaction::Refused => Some("❌"),
        Reaction::Nothing => None,
    }
}

const TAKEN_BACK: &str = "The orders of this post are taken back.";
const DELETED: &str = "The post was deleted, and its orders are taken back.";
const DELETED_ALONE: &str = "The post was deleted.";

/// The text that replaces an answer: the lines that no longer count, and the lines of other posts that count again.
pub(super) fn struck_answer(why: &str, answer: Option<&Answer>, again: &[String]) -> String {
    const ROOM: usize = CONTENT_MAX - 100;
    let taken = answer.into_iter().flat_map(taken_lines).map(|it| format!("~~{}~~", plain(&it)));
    let heading = (!again.is_empty()).then(|| "What was ordered before that counts again:".to_owned());
    let mut said = why.to_owned();
    for line in taken.chain(heading).chain(again.iter().map(|it| plain(it))) {
        if ROOM < said.chars().count() + line.chars().count() {
            break;
        }
        said += &format!("\n{line}");
    }
    said
}

/// The lines of an answer that count.
pub(super) fn taken_lines(answer: &Answer) -> Vec<String> {
    let taken = answer.lines.iter().filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful));
    taken.map(|it| it.words().replace('\n', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::bot::format::excerpt;

    #[test]
    fn what_is_shown_as_it_stands_is_never_markup_and_always_fits() {
        let (text, is_all) = excerpt("a\u{1b}[31mb ```c``` @everyone\n``````", "x");
        assert_eq!(text, "```\na [31mb '''c''' @everyone\n''''''\n```");
        assert!(is_all);
        for text in ["x".repeat(5_000), "`".repeat(5_000), "y\n".repeat(5_000), "é".repeat(1_000) + &"\nz".repeat(900)]
        {
            let (cut, is_all) = excerpt(&text, "`/orders show` has all of it");
            assert!(!is_all && cut.chars().count() <= CONTENT_MAX, "{cut}");
            assert_eq!(cut.matches("```").count(), 2, "{cut}");
            assert!(cut.ends_with(": `/orders show` has all of it."), "{cut}");
        }
    }

    #[test]
    fn lines_that_orders_stand_in_are_told_from_fiction() {
        assert_eq!(order_lines("Rain.\n !Alpha: hold\n(wet)"), ["!Alpha: hold"]);
        assert_eq!(order_lines("Rain."), Vec::<&str>::new());
        assert_eq!(order_lines("```orders\nAlpha: hold\n```"), ["```orders", "Alpha: hold", "```"]);
    }
}
