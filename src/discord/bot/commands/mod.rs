//! Slash commands. Only the one who gives a command sees the answer. What everybody may know goes to the thread.

/// Defines slash commands that work only in servers: the name of each, its options, and what it does. A command that
/// works on its channel's battle says who may give it, by [`act`] or a function like it. Any other command gets the
/// context.
macro_rules! commands {
    (@ $ctx:ident with $own:ident $deed:block) => {{
        let $own = $ctx;
        $deed
    }};
    (@ $ctx:ident $act:ident |$tx:pat_param, $state:pat_param, $who:pat_param| $deed:block) => {
        $act($ctx, |$tx, $state, $who| $deed).await
    };
    ($($(#[$about:meta])+ $name:ident $(as $called:tt)? (
        $($(#[$($option:tt)+])+ $given:ident: $($kind:ident)::+ $(<$of:ident>)?),* $(,)?
    ) $how:ident $($own:ident)? $(|$tx:pat_param, $state:pat_param, $who:pat_param|)? $deed:block)+) => {$(
        $(#[$about])+
        #[poise::command(slash_command, guild_only $(, rename = $called)?)]
        async fn $name(
            ctx: Ctx<'_>,
            $($(#[$($option)+])+ $given: $($kind)::+ $(<$of>)?),*
        ) -> Result<(), Trouble> {
            commands!(@ ctx $how $($own)? $(|$tx, $state, $who|)? $deed)
        }
    )+};
}

mod battle;
mod campaign;
mod explain;
mod gm;
mod order;
pub(super) mod player;

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, Permissions};

use crate::discord::bot::mail::cut_to_limit;
use crate::discord::bot::reply::{ALREADY_DONE, Done, Reply};
use crate::discord::bot::rights::Requester;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Command, Ctx};
use crate::discord::trouble::Trouble;
use crate::field::SeatId;
use crate::referee::{Refused, Table, Transaction};
use crate::store::BattleId;

pub(super) fn all() -> Vec<Command> {
    let all = [player::all(), gm::all(), battle::all(), campaign::all(), vec![explain::explain()], order::all()];
    all.into_iter().flatten().collect()
}

/// A command that only groups subcommands.
fn group(name: &'static str, about: &'static str, subcommands: Vec<Command>) -> Command {
    #[poise::command(slash_command, guild_only)]
    async fn nothing(_: Ctx<'_>) -> Result<(), Trouble> {
        Ok(())
    }
    let (name, description) = (name.into(), Some(about.into()));
    Command { name, description, subcommands, subcommand_required: true, ..nothing() }
}

/// A group of commands for the GM.
fn gms_group(name: &'static str, about: &'static str, subcommands: Vec<Command>) -> Command {
    Command { default_member_permissions: Permissions::MANAGE_THREADS, ..group(name, about, subcommands) }
}

/// The order that a command was given, without its `!` and without quotes around it.
fn bare_order(order: &str) -> &str {
    const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('`', '`')];
    let unquoted = |text: &str, (opens, closes): &(char, char)| -> Option<usize> {
        let inner = text.strip_prefix(*opens)?.strip_suffix(*closes)?;
        (!inner.contains([*opens, *closes])).then_some(inner.len())
    };
    let order = order.trim().trim_start_matches('!').trim_start();
    let quotes = QUOTES.iter().find_map(|it| Some((it.0.len_utf8(), unquoted(order, it)?)));
    let inner = quotes.and_then(|(start, length)| order.get(start..start + length)).unwrap_or(order);
    inner.trim().trim_start_matches('!').trim_start()
}

async fn reply(ctx: Ctx<'_>, mut reply: Reply) -> Result<(), Trouble> {
    let files = reply.attachments().await;
    let created =
        poise::CreateReply::default().content(cut_to_limit(reply.text)).components(reply.rows).ephemeral(true);
    ctx.send(files.into_iter().fold(created, poise::CreateReply::attachment)).await?;
    Ok(())
}

/// Tells Discord that the answer is on its way. If this process ends before it comes, another process answers.
async fn defer(ctx: Ctx<'_>) -> Result<(), Trouble> {
    if let poise::Context::Application(it) = ctx {
        let pending = &ctx.data().bot.registry.pending;
        pending.keep(it.interaction.id, &it.interaction.token, ctx.channel_id()).await;
    }
    Ok(ctx.defer_ephemeral().await?)
}

/// The user who gives a command, if they may run battles here.
async fn host_of(ctx: Ctx<'_>) -> Result<u64, Trouble> {
    defer(ctx).await?;
    let requester = Requester::of(ctx).await;
    if requester.may_be_gm {
        return Ok(requester.user);
    }
    let roles = ctx.data().bot.gm_roles.join(", ");
    let said = format!("To run a battle you need one of these roles: {roles}; or you may manage the server.");
    Err(Trouble::Refused(said))
}

fn no_battle() -> Trouble {
    let help = "Give the command in the thread of one, or begin one with `/battle new`.";
    Trouble::Refused(format!("There is no battle in this channel. {help}"))
}

/// The battle of this channel.
async fn battle_of(ctx: Ctx<'_>) -> Result<BattleId, Trouble> {
    ctx.data().bot.registry.battle_of(ctx.channel_id()).await?.ok_or_else(no_battle)
}

/// The battle of this channel, once the posts before the command are taken. People without a part in the battle don't
/// wait for those.
async fn settled_battle(ctx: Ctx<'_>) -> Result<BattleId, Trouble> {
    defer(ctx).await?;
    let (bot, battle) = (&ctx.data().bot, battle_of(ctx).await?);
    if Requester::of(ctx).await.has_part(bot, battle).await? {
        bot.registry.settled(ctx.serenity_context().shard_id, ctx.channel_id()).await?;
    }
    Ok(battle)
}

/// A deed in a battle. It is boxed so that [`carry_out`] is compiled once for all commands.
type Act<'a> = Box<dyn FnOnce(&mut Transaction, &mut ThreadState, Requester) -> Done + Send + 'a>;

/// Runs a deed in the battle of this channel, once for each interaction, and answers with its outcome.
fn act<'a, R: Into<Reply>>(
    ctx: Ctx<'a>,
    deed: impl FnOnce(&mut Transaction, &mut ThreadState, Requester) -> Result<R, Refused> + Send + 'a,
) -> impl Future<Output = Result<(), Trouble>> {
    carry_out(ctx, Box::new(move |tx, state, requester| Ok(deed(tx, state, requester)?.into())))
}

/// Like [`act`], for people with a part in the battle.
fn act_as_player<'a, R: Into<Reply>>(
    ctx: Ctx<'a>,
    deed: impl FnOnce(&mut Transaction, &mut ThreadState, &str) -> Result<R, Refused> + Send + 'a,
) -> impl Future<Output = Result<(), Trouble>> {
    act(ctx, move |tx, state, requester| {
        let author = requester.author(tx.table, state)?;
        deed(tx, state, &author)
    })
}

/// Like [`act`], for the GM only.
fn act_as_gm<'a, R: Into<Reply>>(
    ctx: Ctx<'a>,
    deed: impl FnOnce(&mut Transaction, &mut ThreadState, Requester) -> Result<R, Refused> + Send + 'a,
) -> impl Future<Output = Result<(), Trouble>> {
    act(ctx, move |tx, state, requester| {
        requester.as_gm(state)?;
        let answer: Reply = deed(tx, state, requester)?.into();
        Ok(answer.with_missing_permissions(&ctx.serenity_context().cache, ctx.guild_id(), ctx.channel_id()))
    })
}

/// The part of [`act`] that is the same for every deed.
async fn carry_out(ctx: Ctx<'_>, deed: Act<'_>) -> Result<(), Trouble> {
    let (battle, requester) = (settled_battle(ctx).await?, Requester::of(ctx).await);
    let done = ctx
        .data()
        .bot
        .change(battle, |tx, state| state.is_new(requester.interaction).then(|| deed(tx, state, requester)));
    let done = done.await?.ok_or_else(no_battle)?;
    reply(ctx, done.map_or_else(|| Reply::text(ALREADY_DONE), Reply::of)).await
}

/// The seat of this name.
fn known_seat(tx: &Transaction, name: &str) -> Result<SeatId, Refused> {
    tx.table.seat(name).map_err(|why| match why {
        Refused::NoSuchSeat { name, help } => Refused::Unclear(format!("There is no seat \"{name}\". {help}")),
        why => why,
    })
}

/// Names that match what is being typed, as many as Discord shows.
fn matching(names: &[String], partial: &str) -> CreateAutocompleteResponse {
    let partial = partial.to_lowercase();
    let fits = |it: &&String| it.to_lowercase().contains(&partial);
    let choices = names.iter().filter(fits).take(25).map(|it| {
        let name: String = it.chars().take(100).collect();
        AutocompleteChoice::new(name.clone(), name)
    });
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Suggests names from the battle of this channel while somebody is typing. There are none if there is no battle.
async fn suggest(ctx: Ctx<'_>, partial: &str, names: impl FnOnce(&View) -> Vec<String>) -> CreateAutocompleteResponse {
    let none = CreateAutocompleteResponse::new();
    let bot = &ctx.data().bot;
    let Ok(Some(battle)) = bot.registry.battle_of(ctx.channel_id()).await else { return none };
    let requester = Requester::of(ctx).await;
    let user = requester.user.to_string();
    let read = bot.registry.referee.read(battle, |table, front_state| {
        let is_gm = ThreadState::read(front_state).is_some_and(|state| requester.is_gm(&state));
        names(&View { table, user: &user, is_gm })
    });
    read.await.map_or(none, |all| matching(&all, partial))
}

/// A battle, and the person who looks at it.
struct View<'a> {
    table: &'a Table,
    user: &'a str,
    is_gm: bool,
}

/// The squads that the person may command.
fn squads_of_asker(it: &View<'_>) -> Vec<String> {
    let Some(seat) = it.table.held_by(it.user) else { return Vec::new() };
    it.table.squads_of(seat).iter().map(|it| it.name.to_owned()).collect()
}

fn all_squads(it: &View<'_>) -> Vec<String> {
    let roster = it.table.playing().roster();
    roster.iter().filter(|squad| it.is_gm || squad.is_known).map(|it| it.name.to_owned()).collect()
}

async fn own_squads(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggest(ctx, partial, squads_of_asker).await
}

async fn any_squad(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggest(ctx, partial, all_squads).await
}

async fn seats(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggest(ctx, partial, |it| it.table.stage().seats.iter().map(|it| it.name.clone()).collect()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_may_be_given_with_the_prefix_and_between_quotes() {
        for given in ["Alpha: hold", " \"Alpha: hold\" ", "\"!Alpha: hold\"", "!\"Alpha: hold\"", "“!Alpha: hold”"]
        {
            assert_eq!(bare_order(given), "Alpha: hold", "{given}");
        }
        assert_eq!(bare_order("\"Alpha\": shoot \"Nobz\""), "\"Alpha\": shoot \"Nobz\"");
    }
}
