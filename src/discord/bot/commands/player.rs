//! Commands of the players.

use crate::discord::bot::command_orders::give;
use crate::discord::bot::commands::order::whole_orders;
use crate::discord::bot::commands::{
    act, act_as_player, any_squad, bare_order, defer, group, no_battle, own_squads, reply, seats, settled_battle,
};
use crate::discord::bot::format::answer_line;
use crate::discord::bot::mail::{CONTENT_MAX, File, cut};
use crate::discord::bot::reply::{Done, Drawing, Reply, map_words_file};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::status::{self, plain};
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Command, Ctx, posts};
use crate::discord::config::{QuietHours, minutes};
use crate::discord::trouble::Trouble;
use crate::page::words::commands;
use crate::page::{Block, Document, Mark, Markup, Reaction};
use crate::post::Poster;
use crate::referee::commands::GM;
use crate::referee::{ForkDice, Post, Refused, Rehearsal, Table, Transaction, drawn_seed};
use crate::store::ClosedBy;
use crate::viewer;

pub(super) fn all() -> Vec<Command> {
    let seats = [help(), ping(), join(), leave()];
    let orders = group("orders", "Your orders for this round", vec![orders_show(), orders_map(), orders_withdraw()]);
    let questions = [orders, map(), look(), can(), odds(), why(), losses(), page(), brief(), rehearse(), what_if()];
    let wishes = [stance(), away(), ready(), word(), quiet(), calls(), round_status()];
    seats.into_iter().chain(questions).chain(wishes).collect()
}

fn unclear(why: impl Into<String>) -> Refused {
    Refused::Unclear(why.into())
}

/// A document as one message. If it doesn't fit, all of it is attached as a file.
pub(in crate::discord::bot) fn document_reply(document: &Document, name: &str) -> Reply {
    let Some(text) = Markup::Discord.render_parts(document, usize::MAX).pop() else {
        return Reply::text("There is nothing to show.");
    };
    if text.chars().count() <= CONTENT_MAX {
        return Reply::text(text);
    }
    let all = File::new(name, "All of it as plain text", Markup::Plain.render(document));
    Reply { files: vec![all], ..Reply::text(cut(&text, "the attached text has all of it")) }
}

commands! {
    /// Take a seat in this battle
    join(#[description = "The seat's name"] #[autocomplete = "seats"] seat: String) with ctx {
        let quiet = ctx.data().bot.quiet.as_ref();
        act(ctx, |tx, state, requester| take_seat(tx, state, requester.user, &seat, quiet)).await
    }

    /// How this round may end: it is played thousands of times in private, with the current orders
    rehearse() with ctx {
        let copy = |tx: &mut Transaction, state: &mut ThreadState, requester: Requester| {
            tx.table.rehearse(&requester.author(tx.table, state)?)
        };
        let play = |round: Rehearsal| Ok(document_reply(&round.play(), "rehearsal.txt"));
        play_copy(ctx, "rehearsed", "a round could not be rehearsed", copy, play).await
    }

    /// Play ahead in a copy of the battle that nobody else sees: what if these were the orders?
    what_if as "what-if"(
        #[description = "Orders of any side as they would be posted, a | between posts; without them, those that stand"]
        orders: Option<String>,
        #[description = "How many rounds are played, 1 to 3 [default: 1]"] #[min = 1] #[max = 3] rounds: Option<u16>,
        #[description = "When the battle is over: the round that is played again [default: the last]"]
        #[min = 1] round: Option<u16>,
    ) with ctx {
        let seed = drawn_seed().map_err(Trouble::Handler)?;
        let copy = |tx: &mut Transaction, state: &mut ThreadState, requester: Requester| -> Result<Copied, Refused> {
            let author = requester.author(tx.table, state);
            let asker = author.as_ref().ok().and_then(|it| tx.table.poster(it).ok());
            if tx.table.is_revealed() {
                let last = tx.table.closed().last().map_or(1, |it| it.round);
                let (log, round) = (tx.table.log().to_vec(), round.unwrap_or(last));
                let fork = move || Table::fork(&log, round, ForkDice::Fresh, seed);
                let fork = move || fork().map_err(|it| unclear(it.to_string()));
                return Ok((asker, Box::new(fork)));
            }
            if tx.table.is_over() {
                return Err(unclear("rounds can be played again once /battle end has published the seed"));
            }
            if round.is_some() {
                let why = "the battle is going on, so a what-if begins at the open round. Leave the round out";
                return Err(unclear(why));
            }
            let table = tx.table.what_if(&author?, seed)?;
            Ok((asker, Box::new(move || Ok(table))))
        };
        let (orders, rounds) = (orders.unwrap_or_default(), rounds.unwrap_or(1));
        let play = move |(asker, table): Copied| play_ahead(table()?, asker, &orders, rounds);
        play_copy(ctx, "played ahead", "a what-if could not be played", copy, play).await
    }

    /// Leave your seat
    leave() act |tx, state, requester| {
        let seat =
            tx.table.held_by(&requester.user.to_string()).ok_or_else(|| unclear("you have no seat in this battle"))?;
        let name = tx.table.seat_name(seat).to_owned();
        tx.table.leave_seat(&name)?;
        status::announce(tx, state, format!("The seat {} is free.", plain(&name)));
        Ok("Your seat is free. What you posted from it stays.".to_owned())
    }

    /// What was understood of your posts
    orders_show as "show"() act_as_player |tx, _, author| {
        Ok(Reply::fenced(&orders_of(tx.table, author)?, "orders.txt"))
    }

    /// Your orders drawn on the map: who goes where and fires at whom, as far as the dice let them
    orders_map as "map"() act_as_player |tx, _, author| {
        let drawing = Some(Drawing { picture: tx.table.picture_of_orders(author)?, is_large: false });
        Ok(Reply { drawing, ..Reply::fenced(&orders_of(tx.table, author)?, "orders.txt") })
    }

    /// Take back what you ordered for a squad, or all of it
    orders_withdraw as "withdraw"(
        #[description = "The squad; without it, all of them"] #[autocomplete = "own_squads"] squad: Option<String>,
    ) act |tx, state, requester| {
        let author = requester.author(tx.table, state)?;
        let poster = tx.table.poster(&author)?;
        let order = match &squad {
            Some(squad) => format!("!withdraw orders for {}", one_line(squad, 100)),
            None => "!withdraw orders".to_owned(),
        };
        let is_refused = tx.table.try_post(&author, &order)?.is_none_or(|it| it.reaction == Reaction::Refused);
        if !is_refused && !tx.table.would_change(poster, &order) {
            return Ok(Reply::text("There are no orders to take back."));
        }
        // Secret orders are taken back in secret.
        let is_secret = tx.table.open_posts().any(|it| it.poster == poster && it.is_hidden());
        give(tx, state, &requester, &order, is_secret)
    }

    /// The map as it is now: a picture, and the same in words
    map() act |tx, _, _| {
        let picture = tx.table.playing().picture();
        let words = map_words_file(&picture);
        let drawing = Some(Drawing { picture, is_large: false });
        let said = format!("The map before round {}.", tx.table.round());
        Ok(Reply { files: vec![words], drawing, ..Reply::text(said) })
    }

    /// How the battle stands and where everybody is; or one squad in detail
    look(
        #[description = "The squad, or \"more\" for all of yours; without it, the battle in short"]
        #[autocomplete = "any_squad"] squad: Option<String>,
    ) act_as_player |tx, _, author| {
        let mut told = tx.table.look(author, squad.as_deref().unwrap_or_default())?;
        if author == GM && squad.is_none() && !tx.table.is_over() {
            told += "Everybody reads what you post in the thread; /gm order gives orders that nobody sees.\n";
        }
        Ok(Reply::fenced(&told, "look.txt"))
    }

    /// What a squad of yours can do now, ready to be posted, with the likely outcome
    can(
        #[description = "The squad; with a verb behind it, each order of that verb"]
        #[autocomplete = "own_squads"] squad: String,
    ) act_as_player |tx, _, author| {
        Ok(Reply::fenced(&tx.table.can(author, &squad)?, "can.txt"))
    }

    /// The likely outcome of orders, without giving them
    odds(
        #[description = "An order as you would post it, without its !; or a squad's name, a colon and the word morale"]
        #[autocomplete = "whole_orders"] order: String,
    ) act_as_player |tx, _, author| {
        let order = one_line(bare_order(&order), 1000);
        let answered = tx.table.try_post(author, &format!("!{order}"))?;
        let said = answered.map(|it| Reply::fenced(&it.text(), "odds.txt"));
        Ok(said.unwrap_or_else(|| Reply::text("That isn't an order.")))
    }

    /// Why a line of a report is so
    why(
        #[description = "A line, such as 3.4; once the seed is published, a round, such as 3: what its commander had in mind"]
        id: String,
    ) act |tx, _, _| {
        explain_line(tx, id.trim())
    }

    /// Who has fallen so far, by whose hand, and what each squad has left
    losses() act |tx, _, _| {
        tx.table.replay_skipped_or_refuse()?;
        Ok(document_reply(&tx.table.final_report(), "losses.txt"))
    }

    /// The battle as a page for your browser: watch it move, and plan the open round for your squads
    page() act |tx, state, requester| {
        tx.table.replay_skipped_or_refuse()?;
        let page = match requester.author(tx.table, state) {
            Ok(author) => viewer::page_for(tx.table, &author)?,
            // People without a part in the battle may watch it.
            Err(_) => viewer::page(tx.table),
        };
        let page = File::new("battle.html", "The battle as a page to watch it on", page);
        let said = "Save the file and open it in a browser: on a phone, hold the file, choose Download, and open it from the \
                    downloads. It needs no network, and shows the battle from its first round on.";
        Ok(Reply { files: vec![page], ..Reply::text(said) })
    }

    /// What changed since you last did or read anything here
    brief() act_as_player |tx, _, author| {
        tx.table.replay_skipped_or_refuse()?;
        Ok(document_reply(&tx.table.brief(author)?, "brief.txt"))
    }

    /// What a squad does in a round for which you give no orders
    stance(
        #[description = "The squad, or all"] #[autocomplete = "own_squads"] squad: String,
        #[description = "hold, return fire, fight on, or follow and a squad's name"] order: String,
    ) act_as_player |tx, _, author| {
        let stands = tx.table.stand_in(author, &squad, &one_line(&order, 200))?;
        Ok(format!("In a round for which you give no orders: {}.", plain(&tx.table.stances_in_words(&stands))))
    }

    /// Say that nobody needs to wait for you, or that you are back
    away(#[description = "Whether you are away [default: yes]"] away: Option<bool>) act_as_player |tx, state, author| {
        let away = away.unwrap_or(true);
        tx.table.set_away(author, away)?;
        // Answers remind people that they are still away.
        posts::refresh(tx, state);
        status::refresh(tx, state);
        Ok(match away {
            true => {
                "Nobody waits for you or reminds you. Your squads do what `/stance` says, or hold. `/away away: False` \
                     once you are back."
                    .to_owned()
            }
            false => "Welcome back.".to_owned(),
        })
    }

    /// Say that you have given all your orders for this round
    ready(
        #[description = "Whether you are ready [default: yes]"] ready: Option<bool>,
    ) act_as_player |tx, state, author| {
        let ready = ready.unwrap_or(true);
        tx.table.set_ready(author, ready)?;
        status::refresh(tx, state);
        let closes = tx.table.pace().early && !tx.table.is_paused();
        let all = match (tx.table.all_are_ready(), closes) {
            (true, true) => " Now everybody is, and the round closes.",
            (true, false) => " Now everybody is.",
            (false, _) => "",
        };
        let missing = tx.table.missing_orders_sentence(tx.table.poster(author)?);
        Ok(plain(&format!("{}{all}{missing}", if ready { "You are ready." } else { "You are not ready yet." })))
    }

    /// A word of yours that the dice are mixed with from now on
    word(#[description = "Any word"] #[max_length = 100] word: String) act_as_player |tx, _, author| {
        tx.table.add_word(author, &one_line(&word, 200))?;
        Ok("From this round on the dice are mixed with your word. It will stand in the log.".to_owned())
    }

    /// When you want no reminders
    quiet(
        #[description = "From, such as 22:30"] from: String,
        #[description = "To, such as 07:00; the same as from for no quiet hours"] to: String,
        #[description = "Your time zone, such as Europe/Berlin"] zone: String,
    ) act_as_player |tx, _, author| {
        let wrong = || unclear("a time of day is written like 22:30");
        let (from, to) = (minutes(&from).ok_or_else(wrong)?, minutes(&to).ok_or_else(wrong)?);
        tx.table.set_quiet_hours(author, &zone, from, to)?;
        Ok(match from == to {
            true => "Noted: reminders at any hour.".to_owned(),
            false => {
                let [from, to] = [from, to].map(|it| format!("{:02}:{:02}", it / 60, it % 60));
                let zone = plain(zone.trim());
                format!("Noted: no reminders from {from} to {to} ({zone}). The same time twice takes that back.")
            }
        })
    }

    /// Get one mention when a round opens, outside your quiet hours
    calls(
        #[description = "Whether you want that mention [default: yes]"] wanted: Option<bool>,
    ) act_as_player |tx, _, author| {
        let wanted = wanted.unwrap_or(true);
        tx.table.set_wants_calls(author, wanted)?;
        Ok(match wanted {
            true => "From the next round on you get a mention when a round opens. `/quiet` says when not.".to_owned(),
            false => "You no longer get a mention when a round opens.".to_owned(),
        })
    }

    /// Who has orders, who owes them, and when the round closes
    round_status as "status"() act |tx, _, _| {
        Ok(status::draft(tx.table).content)
    }
}

/// How to play, and the commands
#[poise::command(slash_command)]
async fn help(ctx: Ctx<'_>) -> Result<(), Trouble> {
    const EXAMPLES: &str = "> !Alpha: shoot First Draft; move to C7";
    defer(ctx).await?;
    let bot = &ctx.data().bot;
    let battle = bot.registry.battle_of(ctx.channel_id()).await.ok().flatten();
    let examples = match battle {
        Some(battle) => {
            let read = bot.registry.referee.read(battle, |table, _| {
                let example = table.example().map_or_else(String::new, |it| format!("> {}\n", plain(&it)));
                format!("{example}{}", plain(&table.with_own_examples(table.playing().how_to_order())))
            });
            read.await?
        }
        None => EXAMPLES.to_owned(),
    };
    let help = format!(
        "Fieldpost referees squad battles that are played by posts. Post your orders between paragraphs of fiction, each on a line \
         that starts with `!`:\n{examples}\n{HELP}"
    );
    reply(ctx, Reply::text(help)).await
}

const HELP: &str = "\
✅ everything was understood, ⚠️ with a doubt, ❌ something was refused. Editing a post reads it again, deleting it takes \
its orders back.
**Play:** `/join` a seat · `/orders show` what counts · `/odds` before you post · `/rehearse` how the round may end · `/ready` when you are done
**Without typing:** `/order` lets you choose step by step · on a post: Apps, Read as orders, Withdraw
**Look:** `/map` · `/orders map` · `/look` at a squad · `/can` what it can do · `/losses` · `/page` the battle to watch · `/brief` what is new · `/why 1.2` for a line of a report · `/status`
**Away:** `/away` · `/stance` what a squad does without you · `/quiet` no reminders at night · `/calls` · `/leave`
**Dice:** `/word` mixes a word of yours into them; after `/battle end` everybody can check them
**GM:** `/battle new` · `/battle start` · `/round resolve` · `/round deadline` · `/round remind` · `/gm order` · \
`/gm edit` · `/gm undo` · `/seat give` · `/battle end`";

/// Whether the bot is there, how fast it responds, and what it may not do here
#[poise::command(slash_command)]
async fn ping(ctx: Ctx<'_>) -> Result<(), Trouble> {
    defer(ctx).await?;
    let heartbeat = match ctx.ping().await.as_millis() {
        0 => "no heartbeat was measured yet".to_owned(),
        it => format!("Discord's last heartbeat took {it} ms"),
    };
    let said = format!("Fieldpost {} is here; {heartbeat}.", env!("CARGO_PKG_VERSION"));
    let (cache, guild) = (&ctx.serenity_context().cache, ctx.guild_id());
    reply(ctx, Reply::text(said).with_missing_permissions(cache, guild, ctx.channel_id())).await
}

/// Takes a seat for a user, and posts that for everybody. Returns the reply to the user.
pub(in crate::discord::bot) fn take_seat(
    tx: &mut Transaction,
    state: &mut ThreadState,
    user: u64,
    seat: &str,
    quiet: Option<&QuietHours>,
) -> Result<String, Refused> {
    let had = tx.table.held_by(&user.to_string());
    super::known_seat(tx, seat)?;
    let id = tx.table.take_seat(seat, &user.to_string(), false).map_err(|why| match why {
        Refused::HasASeat(other) => unclear(format!("You have the seat {other} already. /leave frees it")),
        Refused::SeatIsTaken { seat, .. } => {
            unclear(format!("{seat} is somebody else's seat. The GM can give it to you with /seat give"))
        }
        why => why,
    })?;
    let name = tx.table.seat_name(id).to_owned();
    let squads: Vec<String> = tx.table.squads_of(id).iter().map(|it| plain(it.name)).collect();
    let squads = squads.join(", ");
    if had.is_none() {
        if let Some(it) = quiet
            && let Err(why) = tx.table.set_quiet_hours(&user.to_string(), &it.zone, it.from_minute, it.to_minute)
        {
            tracing::warn!("the quiet hours of the configuration can't be used: {why}");
        }
        let commands = commands(["commands", "has"], &squads);
        let said = format!("<@{user}> takes the seat {} and {commands}.", plain(&name));
        status::announce(tx, state, said);
    }
    Ok(format!("You have the seat {} and {}.", plain(&name), commands(["command", "have"], &squads)))
}

/// What was understood of somebody's posts, line by line, and what they owe. The GM also reads the secret orders of
/// players.
fn orders_of(table: &Table, author: &str) -> Result<String, Refused> {
    let poster = table.poster(author)?;
    let is_theirs = |it: &&Post| it.poster == poster || poster == Poster::Gm && it.is_hidden();
    let mut text = String::new();
    for post in table.open_posts().filter(is_theirs) {
        let Some(answer) = table.answered(post.number).answer else { continue };
        let secret = if post.is_hidden() { " (secret)" } else { "" };
        let who = if post.poster == poster { "" } else { &format!("{}, ", table.name_of(post.poster)) };
        for line in answer.lines.iter().filter(|it| it.mark != Mark::Hint) {
            text += &format!("{} {who}{}{secret}\n", line.mark.sign(), line.words());
        }
    }
    text += table.missing_orders_sentence(poster).trim_start();
    Ok(if text.is_empty() { "You have given no orders this round.".to_owned() } else { text })
}

/// A text that somebody typed, on one line, with at most `letters` letters.
fn one_line(text: &str, letters: usize) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(letters).collect()
}

/// Replies why a line of a report is so.
pub(in crate::discord::bot) fn explain_line(tx: &mut Transaction, id: &str) -> Done {
    tx.table.replay_skipped_or_refuse()?;
    let found = tx.table.why(id);
    let id: String = id.chars().take(20).collect();
    found.map(|it| document_reply(&it, "why.txt")).ok_or_else(|| unclear(format!("no report has a line \"{id}\"")))
}

/// Plays a copy of the battle ahead, without holding up the battle itself. One runs at a time, because it uses all
/// cores.
async fn play_copy<T: Send + 'static>(
    ctx: Ctx<'_>,
    doing: &str,
    bug: &str,
    copy: impl FnOnce(&mut Transaction, &mut ThreadState, Requester) -> Result<T, Refused> + Send,
    play: impl FnOnce(T) -> Done + Send + 'static,
) -> Result<(), Trouble> {
    let (battle, requester) = (settled_battle(ctx).await?, Requester::of(ctx).await);
    let bot = &ctx.data().bot;
    let copied = bot.change(battle, |tx, state| copy(tx, state, requester));
    let answer = match copied.await?.ok_or_else(no_battle)? {
        Ok(copied) => {
            let Ok(_rehearsing) = bot.rehearsing.try_lock() else {
                let said = format!("Another round is being {doing} just now. Ask again in a few seconds.");
                return Err(Trouble::Refused(said));
            };
            let played = tokio::task::spawn_blocking(move || play(copied)).await;
            played.map_err(|_| Trouble::Handler(format!("a bug: {bug}")))?
        }
        Err(why) => Err(why),
    };
    reply(ctx, Reply::of(answer)).await
}

/// The poster who asks for a what-if, if they have a part in the battle, and a function that makes its table. For a
/// battle that is over, that function plays the whole battle again.
type Copied = (Option<Poster>, Box<dyn FnOnce() -> Result<Table, Refused> + Send>);

/// Plays a table ahead. Replies with the answers to the orders, each report, what differs from the battle as it went,
/// and the map.
fn play_ahead(mut table: Table, asker: Option<Poster>, orders: &str, rounds: u16) -> Done {
    let mut told = Document::default();
    for post in orders.split('|').map(|it| one_line(bare_order(it), 1000)).filter(|it| !it.is_empty()) {
        let answer = table.post_for_its_owner(asker, &format!("!{post}"))?.answer;
        told.blocks.extend(answer.iter().flat_map(|it| &it.lines).flat_map(answer_line).map(Block::Line));
    }
    for _ in 0..rounds {
        if table.is_over() {
            break;
        }
        told.blocks.extend(table.close(ClosedBy::Gm)?.report.public().blocks);
    }
    told.blocks.extend(table.comparison().into_iter().flat_map(|it| it.blocks));
    let drawing = Some(Drawing { picture: table.playing().picture().as_what_if(), is_large: false });
    Ok(Reply { drawing, ..document_reply(&told.as_what_if(), "what-if.txt") })
}
