//! Orders without typing: by options that suggest what can be said, by choices, and from messages that were already
//! posted.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::discord::bot::command_orders::{give, give_in_public, orders_before};
use crate::discord::bot::commands::{
    View, act, act_as_player, all_squads, bare_order, battle_of, defer, own_squads, reply, settled_battle,
    squads_of_asker, suggest,
};
use crate::discord::bot::reply::{ALREADY_DONE, Reply};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::status::plain;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Command, Ctx, picker, posts};
use crate::discord::trouble::Trouble;
use crate::field::Tile;
use crate::page::Reaction;
use crate::referee::{Post, Refused};

pub(super) fn all() -> Vec<Command> {
    vec![order(), read_as_orders(), withdraw()]
}

/// The text that repeats the orders of the round before.
const SAME_AGAIN: &str = "same again";

async fn orders(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    let poise::Context::Application(asked) = ctx else { return CreateAutocompleteResponse::new() };
    let named = asked.args.iter().find(|it| it.name == "squad").map(|it| &it.value);
    let squad = if let Some(serenity::ResolvedValue::String(it)) = named { *it } else { "" };
    suggest_whole(ctx, |it| {
        let mut all = completions(it, squad, partial);
        if partial.is_empty() {
            all.insert(0, SAME_AGAIN.to_owned());
        }
        all
    })
    .await
}

/// Suggests orders that begin with a squad's name, as they are typed: `Otter: shoot Reed Husks`.
pub(super) async fn whole_orders(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    let partial = partial.to_owned();
    suggest_whole(ctx, |it| match partial.split_once(':') {
        Some((squad, typed)) => {
            let typed = typed.trim_start();
            completions(it, squad, typed).into_iter().map(|it| format!("{squad}: {it}")).collect()
        }
        None => {
            let begins = |it: &String| it.to_lowercase().contains(&partial.trim().to_lowercase());
            let squads = if it.is_gm { all_squads(it) } else { squads_of_asker(it) };
            squads.into_iter().filter(begins).map(|it| format!("{it}: ")).collect()
        }
    })
    .await
}

/// Suggests whole orders, which match already.
async fn suggest_whole(ctx: Ctx<'_>, all: impl FnOnce(&View<'_>) -> Vec<String>) -> CreateAutocompleteResponse {
    // Discord would cut a longer suggestion, and the order would be another one.
    suggest(ctx, "", |it| all(it).into_iter().filter(|it| it.chars().count() <= 100).collect()).await
}

/// How an order for a squad can go on from what was typed: with verbs and what the squad can use, then with names and
/// tiles. Suggests only what the person may know.
fn completions(it: &View<'_>, squad: &str, typed: &str) -> Vec<String> {
    let roster = it.table.playing().roster();
    let wanted = squad.trim().to_lowercase();
    let Some(squad) = roster.iter().find(|it| it.name.to_lowercase() == wanted) else { return Vec::new() };
    let is_asked_by_its_own = it.is_gm || squad.seat.is_some() && squad.seat == it.table.held_by(it.user);
    if !is_asked_by_its_own {
        return Vec::new();
    }
    let phrases = it.table.playing().phrases(squad.id);
    let names = || {
        let squads =
            roster.iter().filter(|other| other.id != squad.id && other.is_on_map && (it.is_gm || other.is_known));
        let objectives = it.table.playing().objectives();
        let objectives = objectives.iter().map(|it| it.0.to_owned());
        squads.map(|it| it.name.to_owned()).chain(objectives).collect::<Vec<String>>()
    };
    continuations(typed, &phrases, names)
}

/// Every way in which a text can go on. Its last part is a phrase that has begun, or a whole phrase after which a name
/// comes.
fn continuations(typed: &str, phrases: &[String], names: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let at = typed.rfind([';', ',']).map_or(0, |it| it + 1);
    let (before, part) = typed.split_at(at);
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    let part = part.trim_start();
    let lower = part.to_lowercase();
    let begun = phrases.iter().filter(|it| it.to_lowercase().starts_with(&lower));
    let mut found: Vec<String> = begun.map(|it| format!("{before}{it}")).collect();
    let whole = phrases.iter().filter(|it| lower.starts_with(&format!("{} ", it.to_lowercase())));
    if let Some(whole) = whole.max_by_key(|it| it.len()) {
        let rest = part.get(whole.len()..).unwrap_or_default().trim_start();
        let fits = |it: &String| it.to_lowercase().contains(&rest.to_lowercase());
        let names = names().into_iter().filter(fits).chain(tiles_like(rest));
        found.extend(names.map(|it| format!("{before}{whole} {it}")));
    }
    found
}

/// The tiles whose names begin with a text such as `C` or `C1`.
fn tiles_like(text: &str) -> Vec<String> {
    let text = text.to_uppercase();
    let (letters, digits) = text.split_at(text.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(text.len()));
    let is_tile = !letters.is_empty() && letters.len() <= 2 && digits.bytes().all(|it| it.is_ascii_digit());
    let all = (0..100).flat_map(|x| (0..100).map(move |y| Tile { x, y }.to_string()));
    if is_tile { all.filter(|it| it.starts_with(&text)).take(10).collect() } else { Vec::new() }
}

commands! {
    /// Give an order without typing it: it is posted in your name
    order(
        #[description = "Your squad"] #[autocomplete = "own_squads"] squad: Option<String>,
        #[description = "What it does; same again repeats the last round's. Without it you choose step by step"]
        #[autocomplete = "orders"] order: Option<String>,
        #[description = "Nobody but the GM sees it before the round is over, if this battle has secrets"]
        secret: Option<bool>,
    ) with ctx {
        let is_secret = secret == Some(true);
        let squad = squad.as_deref().map(|it| bare_order(it).replace('\n', " "));
        let Some(order) = order.as_deref().map(|it| bare_order(it).replace('\n', " ")) else {
            return pick(ctx, squad, is_secret).await;
        };
        act(ctx, |tx, state, requester| {
            let line = match squad {
                Some(squad) if order.eq_ignore_ascii_case(SAME_AGAIN) => {
                    let author = requester.author(tx.table, state)?;
                    format!("!{squad}: {}", orders_before(tx.table, &author, &squad)?)
                }
                // The order may name its squad as well.
                Some(squad) if !order.to_lowercase().starts_with(&format!("{}:", squad.to_lowercase())) => {
                    format!("!{squad}: {order}")
                }
                _ => format!("!{order}"),
            };
            give(tx, state, &requester, &line, is_secret)
        })
        .await
    }
}

/// Lets somebody put an order together step by step.
async fn pick(ctx: Ctx<'_>, squad: Option<String>, is_secret: bool) -> Result<(), Trouble> {
    let (battle, requester) = (settled_battle(ctx).await?, Requester::of(ctx).await);
    let read = ctx.data().bot.registry.referee.read(battle, |table, front_state| {
        let author = requester.author(table, &ThreadState::read(front_state).unwrap_or_default())?;
        picker::begin(table, &author, squad.as_deref(), is_secret)
    });
    reply(ctx, Reply::of(read.await?)).await
}

/// Takes what somebody wrote without signs as their orders
#[poise::command(context_menu_command = "Read as orders", guild_only)]
async fn read_as_orders(ctx: Ctx<'_>, message: serenity::Message) -> Result<(), Trouble> {
    act(ctx, |tx, state, requester| {
        let author = requester.author(tx.table, state)?;
        if message.author.id.get() != requester.user {
            return Err(Refused::Unclear("Only the author of a post can say that it is orders".to_owned()));
        }
        let poster = tx.table.poster(&author)?;
        let post = tx.table.post_with_key(&message.id.to_string());
        let read = post.and_then(|it| it.text.as_deref()).unwrap_or_default();
        let orders = match posts::meant_as_orders(&message.content, read) {
            none if none.is_empty() => posts::orders_without_signs(tx.table, &author, &message.content),
            orders => orders,
        };
        if orders.is_empty() {
            let why = match posts::meant_as_orders(&message.content, "").is_empty() {
                true => tx.table.with_examples_of(poster, "Nothing in it is like an order, such as Alpha: hold"),
                false => "All that is like an order in it begins with !, and was read already".to_owned(),
            };
            return Err(Refused::Unclear(why));
        }
        let message = message.id.to_string();
        if posts::are_last_orders(tx.table, poster, &orders) {
            return Ok(Reply::text(ALREADY_DONE));
        }
        let who = posts::who_means(&requester.user.to_string());
        give_in_public(tx, state, &author, &orders, &who, Some(&posts::key_of_reading(&message, requester.interaction)))
    })
    .await
}

/// Takes the orders of a post back
#[poise::command(context_menu_command = "Withdraw", guild_only)]
async fn withdraw(ctx: Ctx<'_>, message: serenity::Message) -> Result<(), Trouble> {
    defer(ctx).await?;
    let (battle, id) = (battle_of(ctx).await?, message.id.to_string());
    let tag = ctx.data().bot.registry.referee.store().tag(battle, &id).await?.unwrap_or_default();
    let said = tag.strip_prefix(posts::ORDER_TAG).and_then(|it| it.parse().ok());
    act_as_player(ctx, |tx, state, author| {
        if tx.table.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let mut numbers: Vec<u32> = posts::read_from(tx.table, &id).map(|it| it.number).chain(said).collect();
        numbers.retain(|it| tx.table.answered(*it).answer.is_some_and(|it| it.reaction != Reaction::Nothing));
        if numbers.is_empty() {
            let is_it = |it: &&Post| posts::is_read_from(it, &id) || said == Some(it.number);
            let closed = tx.table.posts().iter().find(is_it).filter(|it| it.round < tx.table.round());
            let none = || Refused::Unclear("There are no orders in that post".to_owned());
            let round = closed.ok_or_else(none)?.round;
            return Ok(plain(&format!("Round {round} is closed, so its orders stay (R-2).")));
        }
        let again = posts::withdraw(tx, state, author, &numbers).map_err(|why| match why {
            // The refusal names the post's number, which nobody sees on Discord.
            Refused::NotTheirs { .. } => Refused::Unclear("That post isn't yours".to_owned()),
            why => why,
        })?;
        Ok(posts::struck_answer("Its orders are taken back.", None, &again))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_goes_on_with_what_can_be_said() {
        let phrases = ["shoot", "shoot with Pistol at", "move to", "hold", "use \"Rally\" on"].map(str::to_owned);
        let names = || vec!["Reed Husks".to_owned(), "the mill".to_owned()];
        for (typed, expected) in [
            ("", "shoot|shoot with Pistol at|move to|hold|use \"Rally\" on"),
            ("s", "shoot|shoot with Pistol at"),
            ("shoot with", "shoot with Pistol at"),
            ("shoot with Pistol at re", "shoot with Pistol at Reed Husks"),
            ("shoot re", "shoot Reed Husks"),
            ("shoot Reed Husks; mo", "shoot Reed Husks; move to"),
            ("shoot Reed Husks; move to mi", "shoot Reed Husks; move to the mill"),
            ("move to J12", "move to J12"),
            ("dance", ""),
        ] {
            assert_eq!(continuations(typed, &phrases, names).join("|"), expected, "{typed}");
        }
        assert_eq!(continuations("move to C", &phrases, Vec::new)[..3], ["move to C1", "move to C2", "move to C3"]);
    }
}
