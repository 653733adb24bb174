//! Buttons and lists under messages. Anybody can forge their ids, so nothing in an id is trusted.

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, ComponentInteractionDataKind, Context, CreateAllowedMentions, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, EditInteractionResponse, MessageFlags,
};

use crate::discord::bot::command_orders::{give, give_in_public};
use crate::discord::bot::commands::player::{explain_line, take_seat};
use crate::discord::bot::format::excerpt;
use crate::discord::bot::mail::{CONTENT_MAX, File, cut, cut_to_limit};
use crate::discord::bot::picker::Pick;
use crate::discord::bot::reply::{ALREADY_DONE, Done, Drawing, Reply, map_words_file};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Bot, picker, posts, proxies, rounds};
use crate::discord::config::QuietHours;
use crate::discord::trouble::Trouble;
use crate::field::SeatId;
use crate::map::positions;
use crate::page::{Markup, brief};
use crate::referee::{Closed, Refused, Transaction};

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Action {
    Join(SeatId),
    Details(u16),
    Mine(u16),
    Large,
    Map,
    /// Closes this round and no other: the button may be an old one.
    Resolve(u16),
    /// Confirms that a proxied post is the presser's own.
    Proxy(u64),
    /// Gives the orders that the answer to this post offers.
    Meant(u32),
    /// Explains a line of a report.
    Why(String),
    /// Takes the next step in putting an order together.
    Pick(Pick),
}

impl Action {
    fn read(id: &str, chosen: Option<&str>) -> Option<Action> {
        let (name, number) = id.strip_prefix("fp:")?.split_once(':')?;
        Some(match name {
            "join" => Action::Join(SeatId(number.parse().ok()?)),
            "details" => Action::Details(number.parse().ok()?),
            "mine" => Action::Mine(number.parse().ok()?),
            "large" => Action::Large,
            "map" => Action::Map,
            "resolve" => Action::Resolve(number.parse().ok()?),
            "proxy" => Action::Proxy(number.parse().ok()?),
            "meant" => Action::Meant(number.parse().ok()?),
            "explain" => Action::Why(chosen?.to_owned()),
            "pick" => Action::Pick(Pick::read(number, chosen)?),
            _ => return None,
        })
    }
}

/// Carries out a press. Only the one who pressed sees the answer.
pub(super) async fn pressed(bot: &Bot, ctx: &Context, press: &ComponentInteraction) -> Result<(), Trouble> {
    let chosen = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    };
    // An order is put together in one message, which nobody else sees.
    let is_own = press.message.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
    let action = Action::read(&press.data.custom_id, chosen).filter(|it| is_own || !matches!(it, Action::Pick(_)));
    let is_pick = matches!(action, Some(Action::Pick(_)));
    let later = match is_pick {
        true => CreateInteractionResponse::Acknowledge,
        false => CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true)),
    };
    if !is_pick {
        bot.registry.pending.keep(press.id, &press.token, press.channel_id).await;
    }
    press.create_response(ctx, later).await?;
    let mut reply = match action {
        Some(action) => match carry_out(bot, ctx, press, action).await {
            Ok(reply) => reply,
            Err(why) => match why.excuse() {
                Some(excuse) => Reply::text(format!("{excuse} Press again.")),
                None => return Err(why),
            },
        },
        None => Reply::text(NOTHING),
    };
    let mentions = CreateAllowedMentions::new();
    if is_pick {
        let edit = EditInteractionResponse::new().content(cut_to_limit(reply.text)).components(reply.rows);
        press.edit_response(ctx, edit.allowed_mentions(mentions)).await?;
        return Ok(());
    }
    let files = reply.attachments().await;
    let message = CreateInteractionResponseFollowup::new().content(cut_to_limit(reply.text)).ephemeral(true);
    press.create_followup(ctx, message.allowed_mentions(mentions).files(files)).await?;
    Ok(())
}

const NOTHING: &str = "This button does nothing any more.";

/// Carries out a press once earlier posts are taken, and returns the reply. People without a part in the battle wait
/// for nothing.
async fn carry_out(bot: &Bot, ctx: &Context, press: &ComponentInteraction, action: Action) -> Result<Reply, Trouble> {
    let Some(battle) = bot.registry.battle_of(press.channel_id).await? else { return Ok(Reply::text(NOTHING)) };
    let requester = Requester::of_press(bot, ctx, press);
    if requester.has_part(bot, battle).await? {
        bot.registry.settled(ctx.shard_id, press.channel_id).await?;
    }
    let begun = picker::begun(&press.message.content);
    if let Action::Pick(pick) = &action
        && !matches!(pick, Pick::Post { .. })
    {
        let read = bot.registry.referee.read(battle, |table, front_state| {
            let state = ThreadState::read(front_state)?;
            Some(requester.author(table, &state).and_then(|author| picker::after_pick(table, &author, begun, pick)))
        });
        return Ok(read.await?.map_or_else(|| Reply::text(NOTHING), Reply::of));
    }
    let done = bot.change(battle, |tx, state| {
        state.is_new(requester.interaction).then(|| match action {
            Action::Pick(Pick::Post { is_secret }) => {
                give(tx, state, &requester, &format!("!{}", begun.0), is_secret || begun.1)
            }
            action => {
                let is_gms = matches!(action, Action::Resolve(_));
                let done = run(tx, state, action, requester, bot.quiet.as_ref());
                let warned = |it: Reply| it.with_missing_permissions(&ctx.cache, press.guild_id, press.channel_id);
                if is_gms { done.map(warned) } else { done }
            }
        })
    });
    Ok(done.await?.flatten().map_or_else(|| Reply::text(ALREADY_DONE), Reply::of))
}

fn run(
    tx: &mut Transaction,
    state: &mut ThreadState,
    action: Action,
    requester: Requester,
    quiet: Option<&QuietHours>,
) -> Done {
    let user = requester.user;
    match action {
        Action::Join(seat) => {
            let name = tx.table.stage().seats.get(usize::from(seat.0)).map(|it| it.name.clone());
            let name = name.ok_or_else(|| Refused::Unclear("There is no such seat".to_owned()))?;
            take_seat(tx, state, user, &name, quiet).map(Reply::text)
        }
        Action::Details(round) => {
            let closed = closed_round(tx, round)?;
            let (number, report) = (closed.number, closed.report.clone());
            let document = report.document_with(|line| tx.table.playing().reckoning(number, line));
            let all = Markup::Plain.render(&document);
            let file = File::new("why.txt", "The report with every die and why each line is so", all);
            let text =
                format!("Round {round} with every die is in the attached text. `/why {round}.1` tells of one line.");
            Ok(Reply { files: vec![file], ..Reply::text(text) })
        }
        Action::Mine(round) => own_report(tx, user, round),
        Action::Proxy(post) => proxies::confirm(tx, state, user, post),
        Action::Meant(number) => give_offered(tx, state, &requester, number),
        Action::Why(id) => explain_line(tx, &id),
        Action::Large => {
            let drawing = Some(Drawing { picture: tx.table.playing().picture(), is_large: true });
            Ok(Reply { drawing, ..Reply::text("The map as it is now. Open it to look closely.") })
        }
        Action::Map => {
            let picture = tx.table.playing().picture();
            let file = map_words_file(&picture);
            let (text, _) = excerpt(&positions(&picture), "the attached text has all of it");
            Ok(Reply { files: vec![file], ..Reply::text(text) })
        }
        Action::Pick(_) => Err(Refused::Unclear(NOTHING.trim_end_matches('.').to_owned())),
        Action::Resolve(round) => {
            requester.as_gm(state)?;
            if tx.table.round() != round {
                return Err(Refused::Unclear(format!("Round {round} is not the open one")));
            }
            rounds::resolve(tx, state, false, "/round resolve with force: True closes the round without them")
                .map(Reply::text)
        }
    }
}

/// Gives the orders that are offered to the author of a post, once.
fn give_offered(tx: &mut Transaction, state: &mut ThreadState, requester: &Requester, number: u32) -> Done {
    let author = requester.author(tx.table, state)?;
    let poster = tx.table.poster(&author)?;
    if !tx.table.open_posts().any(|it| it.number == number && it.poster == poster) {
        return Err(Refused::Unclear("That isn't a post of yours in the open round".to_owned()));
    }
    let offered = tx.table.answered(number).answer.and_then(|it| tx.table.as_post(&it));
    let Some(orders) = offered else { return Ok(Reply::text("Nothing is offered for that post any more.")) };
    if posts::are_last_orders(tx.table, poster, &orders) {
        return Ok(Reply::text(ALREADY_DONE));
    }
    let message = tx.table.post_with_number(number).and_then(|it| it.key.as_deref());
    let key = message.map(|it| posts::key_of_reading(it, requester.interaction));
    give_in_public(tx, state, &author, &orders, &format!("<@{}> means", requester.user), key.as_deref())
}

fn closed_round<'a>(tx: &'a mut Transaction, round: u16) -> Result<&'a Closed, Refused> {
    tx.table.replay_skipped_or_refuse()?;
    let found = tx.table.closed().iter().find(|it| it.report.round == round);
    found.ok_or_else(|| Refused::Unclear(format!("Round {round} is not closed; it may have been taken back")))
}

/// Replies with the lines of a report about the presser's own squads.
fn own_report(tx: &mut Transaction, user: u64, round: u16) -> Done {
    let report = closed_round(tx, round)?.report.clone();
    let seat = tx.table.held_by(&user.to_string());
    let seat = seat.ok_or_else(|| Refused::Unclear("You have no seat in this battle".to_owned()))?;
    let roster = tx.table.playing().roster();
    let names: Vec<(&str, bool)> = roster.iter().map(|it| (it.name, it.seat == Some(seat))).collect();
    let lines = report.lines.iter().filter(|it| brief::tells_of_own(it.text.text(), &names));
    let lines: Vec<String> = lines.map(|it| format!("`{}` {}", it.id(), Markup::Discord.line(&it.text))).collect();
    let name = super::status::plain(tx.table.seat_name(seat));
    let text = if lines.is_empty() { "Nothing happened to your squads.".to_owned() } else { lines.join("\n") };
    let said = format!("**Round {round}, {name}**\n{text}");
    if said.chars().count() <= CONTENT_MAX {
        return Ok(Reply::text(said));
    }
    let all = Markup::Plain.render(&report.document());
    let file = File::new("report.txt", "The whole report as plain text", all);
    Ok(Reply { files: vec![file], ..Reply::text(cut(&said, "the attached text has the whole report")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_up_by_hand_is_no_wish() {
        assert_eq!(Action::read("fp:join:2", None), Some(Action::Join(SeatId(2))));
        for id in [
            "",
            "fp:",
            "fp:join:",
            "fp:join:999",
            "fp:resolve:-1",
            "fp:meant:h1",
            "fp:shout:1",
            "join:1",
            "fp:resolve:1:2",
            "fp:pick:x",
            "fp:pick:verb",
        ] {
            assert_eq!(Action::read(id, None), None, "{id}");
        }
    }
}
