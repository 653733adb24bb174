//! Commands of the GM: rounds, changes by hand, and seats.

use crate::discord::bot::command_orders::{give_in_public, give_in_secret};
use crate::discord::bot::commands::order::whole_orders;
use crate::discord::bot::commands::{
    act_as_gm, any_squad, bare_order, battle_of, defer, gms_group, known_seat, seats, suggest,
};
use crate::discord::bot::mail::{CONTENT_MAX, Draft, File, cut};
use crate::discord::bot::posts;
use crate::discord::bot::reply::{Done, Reply};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::status::{self, plain};
use crate::discord::bot::thread_state::{Proxy, ThreadState};
use crate::discord::bot::{Command, Ctx, rounds, when};
use crate::discord::trouble::Trouble;
use crate::page::words::commands;
use crate::page::{Block, Bold, Markup, Rich};
use crate::post::Poster;
use crate::referee::commands::GM;
use crate::referee::{Pace, Refused, Transaction, time_zone};
use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

pub(super) fn all() -> Vec<Command> {
    let gms = vec![gm_order(), edit(), reinforce(), undo(), gm_add(), gm_remove()];
    vec![
        gms_group("round", "The round that is open", vec![resolve(), dry_run(), deadline(), remind()]),
        gms_group("gm", "What only the GM can do", gms),
        gms_group("seat", "Who sits where", vec![seat_give(), seat_free(), seat_proxy()]),
    ]
}

async fn decisions(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggest(ctx, partial, |it| match it.is_gm {
        true => it.table.can_be_undone().into_iter().map(|it| it.1).collect(),
        false => Vec::new(),
    })
    .await
}

commands! {
    /// Close the round and play it
    resolve(
        #[description = "Close it even if orders are missing"] force: Option<bool>,
        #[description = "The round that is to be closed [default: the one whose opening you have seen]"]
        round: Option<u16>,
    ) with ctx {
        defer(ctx).await?;
        let meant = match round {
            Some(round) => round,
            None => round_seen(ctx).await?,
        };
        act_as_gm(ctx, |tx, state, _| {
            let round = tx.table.round();
            if round.checked_sub(1) == Some(meant) {
                return Err(Refused::Unclear(format!(
                    "Round {meant} was closed just before your command, so nothing more was done. Round {round} is \
                     open: read the report, then give the command again"
                )));
            }
            if meant != round {
                return Err(Refused::Unclear(format!("Round {round} is open, so round {meant} can't be closed")));
            }
            rounds::resolve(tx, state, force.unwrap_or(false), "With force: True the round closes without them")
        })
        .await
    }

    /// When the round closes
    deadline(
        #[description = "20:00, 2026-12-24 20:00, friday 20:00, 90m, +3h, 2d; off removes the deadline"]
        when: String,
        #[description = "Whether the deadline closes the round by itself"] closes: Option<bool>,
        #[description = "The time zone of this battle, such as Europe/Berlin"] zone: Option<String>,
    ) with ctx {
        let usual = ctx.data().bot.quiet.as_ref().map_or("UTC", |it| it.zone.as_str());
        act_as_gm(ctx, |tx, state, _| {
            let known = Some(state.zone.as_str()).filter(|it| !it.is_empty());
            let named = zone.as_deref().map(str::trim).or(known).unwrap_or(usual).to_owned();
            let at = when::parse(&when, &time_zone(&named)?, tx.now).map_err(Refused::Unclear)?;
            state.zone = named;
            let was = tx.table.deadline();
            tx.table.set_deadline(tx.now, at)?;
            if let Some(closes) = closes {
                tx.table.set_pace(Pace { closes, ..tx.table.pace() })?;
            }
            let round = tx.table.round();
            let closes = if tx.table.pace().closes { "which closes it" } else { "and the GM closes it" };
            let missing: Vec<String> = tx.table.waited_for().iter().map(status::owing).collect();
            let missing = if missing.is_empty() { String::new() } else { format!(" Missing: {}.", missing.join(", ")) };
            let said = match at {
                None => format!("Round {round} has no deadline any more."),
                Some(at) => {
                    let is = if was.is_some_and(|it| it < at) { "is extended to" } else { "is" };
                    format!("The deadline of round {round} {is} <t:{at}:F> (<t:{at}:R>), {closes}.{missing}")
                }
            };
            Ok(status::announce(tx, state, said))
        })
        .await
    }

    /// How the round might end if it closed now, with other dice than the real ones
    dry_run as "dry-run"() act_as_gm |tx, _, requester| {
        // Every dry run has dice of its own, and never the real ones.
        let mut document = tx.table.dry_run(requester.interaction)?.document();
        let heading = Rich::said(format_args!("{}", Bold("A dry run: the real dice are others.")));
        document.blocks.insert(0, Block::Line(heading));
        let mut reply = super::player::document_reply(&document, "dry-run.txt");
        let decisions = tx.table.decisions();
        if !decisions.is_empty() {
            let text = decisions.join("\n");
            reply.files.push(File::new("decisions.txt", "Why the commander gives its orders", text));
        }
        Ok(reply)
    }

    /// Mention the players who owe orders, with their squads, except in their quiet hours
    remind() act_as_gm |tx, state, _| {
        let owed = tx.table.waited_for();
        let (mut lines, mut calls, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for it in &owed {
            let seat = tx.table.seat(&it.who)?;
            let user = tx.table.holder(seat).and_then(|it| it.parse::<u64>().ok());
            match user.filter(|_| tx.table.is_awake(seat, tx.now)) {
                Some(user) => {
                    lines.push(format!("<@{user}>: {}", plain(&it.squads.join(", "))));
                    calls.push(user);
                }
                None => others.push(plain(&it.who)),
            }
        }
        if !lines.is_empty() {
            let said = format!("Orders are missing for round {}.\n{}", tx.table.round(), lines.join("\n"));
            state.post(tx, Draft { calls, ..Draft::text(said) });
        }
        let left = if others.is_empty() { String::new() } else { format!(" Not called: {}.", others.join(", ")) };
        let count = crate::diagnostic::count(lines.len() as u64, "player was", "players were");
        let missing: Vec<String> =
            tx.table.owed().iter().map(|it| format!("{} ({})", it.who, it.squads.join(", "))).collect();
        Ok(match (owed.is_empty(), missing.is_empty()) {
            (true, true) => "Nobody owes orders.".to_owned(),
            (true, false) => plain(&format!("Nobody is waited for; without orders: {}.", missing.join(", "))),
            (false, _) => format!("{count} called.{left}"),
        })
    }

    /// Let somebody run this battle, whatever their roles are
    gm_add as "add"(#[description = "Who"] person: serenity::User) act_as_gm |tx, state, _| {
        if !state.trusted.contains(&person.id.get()) {
            state.trusted.push(person.id.get());
            state.post(tx, Draft::text(format!("<@{}> runs this battle too.", person.id)));
        }
        Ok(format!("<@{}> may run this battle.", person.id))
    }

    /// Stop letting somebody run this battle
    gm_remove as "remove"(#[description = "Who"] person: serenity::User) act_as_gm |tx, state, _| {
        let user = person.id.get();
        if state.trusted.contains(&user) {
            state.trusted.retain(|it| *it != user);
            state.post(tx, Draft::text(format!("<@{user}> does not run this battle any more.")));
        }
        Ok(format!("<@{user}> runs this battle only while a role or the Manage Server permission allows it."))
    }

    /// Orders that nobody sees before the battle is over
    gm_order as "order"(
        #[description = "Such as: Drafts: charge Alpha"] #[autocomplete = "whole_orders"] order: String,
        #[description = "Give the order for this player instead, in public"]
        #[autocomplete = "seats"] seat: Option<String>,
    ) act_as_gm |tx, state, requester| {
        let order = format!("!{}", bare_order(&order).replace('\n', " "));
        let Some(seat) = &seat else {
            let seat = tx.table.only_posted_by(&order).map(|it| plain(tx.table.seat_name(it)));
            let mut reply = give_in_secret(tx, state, GM, &order)?;
            if let Some(seat) = seat {
                reply.text += &format!("\nWith `seat:` {seat} you give it for them, in public.");
            }
            return Ok(reply);
        };
        let id = known_seat(tx, seat)?;
        let author = tx.table.author_for(Poster::Seat(id)).to_owned();
        let name = plain(tx.table.seat_name(id));
        give_in_public(tx, state, &author, &order, &format!("The GM <@{}> orders for {name}", requester.user), None)
    }

    /// Change the battle by hand: Alpha.3 downed · Alpha to C7 · kill Alpha · terrain C7 woods · cp Marsh 3
    edit(
        #[description = "What to change"] change: String,
        #[description = "Why; everybody reads it"] #[max_length = 300] why: Option<String>,
    ) act_as_gm |tx, state, _| {
        change_by_hand(tx, state, &change.replace('\n', " "), why.as_deref())
    }

    /// Bring a squad out of reserve
    reinforce(
        #[description = "The squad"] #[autocomplete = "any_squad"] squad: String,
        #[description = "The tile, such as C7; without it, where the scenario says"] at: Option<String>,
    ) act_as_gm |tx, state, _| {
        let at = at.map_or_else(String::new, |it| format!(" at {it}"));
        change_by_hand(tx, state, &format!("reinforce {squad}{at}").replace('\n', " "), None)
    }

    /// Take back the last closed round or change, or all from one on
    undo(
        #[description = "A round (3), a line of its report (3.2) or a change; all from there on. Without it, the last"]
        #[autocomplete = "decisions"] from: Option<String>,
        #[description = "True takes it back; without it you see what would be"] confirm: Option<bool>,
    ) act_as_gm |tx, state, _| {
        tx.table.replay_skipped_or_refuse()?;
        let number = from.as_deref().map(|it| tx.table.decision(it)).transpose()?;
        if confirm != Some(true) {
            let undoing = tx.table.undoing(number)?.beforehand();
            let said = format!("Nothing has been taken back yet; confirm: True does it.\n{undoing}");
            return Ok(Reply::fenced(&said, "undo.txt"));
        }
        rounds::undo(tx, state, number).map(|it| Reply::fenced(&it.to_string(), "undo.txt"))
    }

    /// Give a seat to a player, also in the middle of the battle
    seat_give as "give"(
        #[description = "The seat"] #[autocomplete = "seats"] seat: String,
        #[description = "The player"] player: serenity::User,
    ) act_as_gm |tx, state, _| {
        let known = known_seat(tx, &seat)?;
        let before = tx.table.holder(known).filter(|it| *it != player.id.to_string());
        let from = before.map_or_else(String::new, |it| format!(" from <@{it}>"));
        let id = tx.table.take_seat(&seat, &player.id.to_string(), true).map_err(|why| match why {
            Refused::HasASeat(other) => {
                Refused::Unclear(format!(
                    "That player has the seat {other}, and nobody has two. /gm order with seat: {seat} gives its orders for \
                     them; /seat free takes {other} from them first"
                ))
            }
            why => why,
        })?;
        let name = plain(tx.table.seat_name(id));
        let squads: Vec<String> = tx.table.squads_of(id).iter().map(|it| plain(it.name)).collect();
        let commands = commands(["commands", "has"], &squads.join(", "));
        let missing = plain(&tx.table.missing_orders_sentence(Poster::Seat(id)));
        let said = format!("<@{}> takes the seat {name}{from} and {commands}. {}", player.id, missing.trim_start());
        // The player may not be looking, so they are mentioned.
        state.post(tx, Draft { calls: vec![player.id.get()], ..Draft::text(said.trim_end()) });
        status::refresh(tx, state);
        Ok(format!("The seat {name} is <@{}>'s.", player.id))
    }

    /// Free a seat
    seat_free as "free"(#[description = "The seat"] #[autocomplete = "seats"] seat: String) act_as_gm |tx, state, _| {
        known_seat(tx, &seat)?;
        let id = tx.table.leave_seat(&seat)?;
        let name = plain(tx.table.seat_name(id));
        status::announce(tx, state, format!("The seat {name} is free."));
        Ok(format!("{name} is free."))
    }

    /// Let a proxying bot, such as Tupperbox or PluralKit, speak for a seat
    seat_proxy as "proxy"(
        #[description = "The seat"] #[autocomplete = "seats"] seat: String,
        #[description = "The name that the proxy posts under; without it, no proxy speaks for the seat"]
        #[max_length = 80] name: Option<String>,
    ) act_as_gm |tx, state, _| {
        let seat = tx.table.seat_name(known_seat(tx, &seat)?).to_owned();
        state.proxies.retain(|_, it| it.seat != seat);
        Ok(match name {
            Some(name) => {
                state.proxies.insert(name.clone(), Proxy { seat: seat.clone(), ..Proxy::default() });
                let said = format!(
                    "What a proxy posts as {} counts for {}, once that player has said that it is theirs.",
                    plain(&name),
                    plain(&seat)
                );
                state.post(tx, Draft::text(said.clone()));
                said
            }
            None => format!("No proxy speaks for {}.", plain(&seat)),
        })
    }
}

/// The round that the GM means: the open one, or the one before if the GM gave the command before its report was
/// posted.
async fn round_seen(ctx: Ctx<'_>) -> Result<u16, Trouble> {
    let (bot, battle) = (&ctx.data().bot, battle_of(ctx).await?);
    let read = bot.registry.referee.read(battle, |table, front_state| {
        let report = ThreadState::read(front_state).and_then(|it| Some(it.reports.last_key_value()?.1.clone()));
        (table.round(), report)
    });
    let (round, report) = read.await?;
    let Some(report) = report else { return Ok(round) };
    let posted = bot.registry.referee.store().receipt(battle, &report).await?;
    let asked = Requester::of(ctx).await.interaction;
    let is_seen = posted.and_then(|it| it.parse().ok()).is_some_and(|it: u64| it < asked);
    Ok(if is_seen { round } else { round.saturating_sub(1) })
}

/// Changes the battle by hand, in public, with the GM's reason if there is one.
fn change_by_hand(tx: &mut Transaction, state: &mut ThreadState, text: &str, why: Option<&str>) -> Done {
    let changed = tx.table.change(text)?;
    let difference = Markup::Discord.render(&changed.difference);
    let whole = Markup::Plain.render(&changed.difference);
    let why = why.map_or_else(String::new, |it| format!(", as {}", plain(&format!("\u{201c}{}\u{201d}", it.trim()))));
    let said = format!("The GM changed the battle by hand ({}){why}:\n{difference}", plain(text));
    let draft = if CONTENT_MAX < said.chars().count() {
        let file = File::new("change.txt", "What the GM changed, all of it", whole);
        Draft { files: vec![file], ..Draft::text(cut(&said, "the attached text has all of it")) }
    } else {
        Draft::text(said)
    };
    let reply = Reply { files: draft.files.clone(), ..Reply::text(draft.content.clone()) };
    state.post(tx, draft);
    posts::refresh(tx, state);
    status::refresh(tx, state);
    Ok(reply)
}
