//! Who may do what in a battle. This is checked whenever it matters, by the roles that people have at that moment.

use std::collections::HashMap;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, ComponentInteraction, Context, GuildId, Member, Permissions, Role, RoleId, UserId};

use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Bot, Ctx};
use crate::discord::trouble::{Trouble, status, words};
use crate::referee::{Refused, Table};
use crate::store::BattleId;

/// The person who gives a command or presses a button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requester {
    pub(super) user: u64,
    /// Whether a role, or the right to manage the server, allows it.
    pub(super) may_be_gm: bool,
    pub(super) interaction: u64,
}

impl Requester {
    pub(super) async fn of(ctx: Ctx<'_>) -> Requester {
        let interaction = match ctx {
            poise::Context::Application(it) => it.interaction.id.get(),
            poise::Context::Prefix(it) => it.msg.id.get(),
        };
        let member = ctx.author_member().await;
        let may_be_gm = member.is_some_and(|it| may_run(&ctx.data().bot, ctx.serenity_context(), &it));
        Requester { user: ctx.author().id.get(), may_be_gm, interaction }
    }

    pub(super) fn of_press(bot: &Bot, ctx: &Context, press: &ComponentInteraction) -> Requester {
        let may_be_gm = press.member.as_ref().is_some_and(|it| may_run(bot, ctx, it));
        Requester { user: press.user.id.get(), may_be_gm, interaction: press.id.get() }
    }

    pub(super) fn is_gm(&self, state: &ThreadState) -> bool {
        self.may_be_gm || state.trusted.contains(&self.user)
    }

    /// Notes that the person runs the battle, so that their posts count as the GM's too.
    pub(super) fn as_gm(&self, state: &mut ThreadState) -> Result<(), Refused> {
        if !self.is_gm(state) {
            return Err(not_the_gm(state, self.user));
        }
        if !state.gms.contains(&self.user) {
            state.gms.push(self.user);
        }
        Ok(())
    }

    /// The person's name at the table.
    pub(super) fn author(&self, table: &Table, state: &ThreadState) -> Result<String, Refused> {
        super::posts::author_of(table, self.user, self.is_gm(state)).ok_or_else(|| {
            let join = if table.has_free_seats() { ". /join takes a free one" } else { ", and none is free" };
            Refused::Unclear(format!("You have no seat in this battle{join}"))
        })
    }

    /// Whether the person plays in a battle or runs it. Others are answered without waiting for earlier posts.
    pub(super) async fn has_part(&self, bot: &Bot, battle: BattleId) -> Result<bool, Trouble> {
        let has_part = |table: &mut Table, front_state: &str| {
            table.held_by(&self.user.to_string()).is_some()
                || ThreadState::read(front_state).is_some_and(|it| self.is_gm(&it))
        };
        Ok(bot.registry.referee.read(battle, has_part).await?)
    }
}

/// Why somebody isn't the GM, or isn't any longer.
pub(super) fn not_the_gm(state: &ThreadState, user: u64) -> Refused {
    let why = match state.gms.contains(&user) {
        true => {
            "You ran this battle by a role that you have no longer, so you can't any more. A GM can let you in again with \
             /gm add"
        }
        false => "Only the GM of this battle can do that",
    };
    Refused::Unclear(why.to_owned())
}

fn may_run(bot: &Bot, ctx: &Context, member: &Member) -> bool {
    member.permissions.is_some_and(|it| it.contains(Permissions::MANAGE_GUILD))
        || has_rights(bot, ctx, member.guild_id, member.user.id, &member.roles)
}

/// Whether somebody with these roles may run battles in a server.
fn has_rights(bot: &Bot, ctx: &Context, guild: GuildId, user: UserId, roles: &[RoleId]) -> bool {
    ctx.cache.guild(guild).is_some_and(|it| it.owner_id == user || have_rights(bot, guild, &it.roles, roles))
}

/// Whether somebody may run battles by the roles that they hold, or because everybody may manage the server.
fn have_rights(bot: &Bot, guild: GuildId, all: &HashMap<RoleId, Role>, held: &[RoleId]) -> bool {
    let everyone = RoleId::new(guild.get());
    let is_of_a_gm = |name: &str| bot.gm_roles.iter().any(|it| it.eq_ignore_ascii_case(name));
    let manages = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let mut held = held.iter().chain([&everyone]).filter_map(|it| all.get(it));
    held.any(|it| it.permissions.intersects(manages) || is_of_a_gm(&it.name))
}

/// Whether the author of a post in a battle's thread runs the battle at that moment. `roles` is `None` for posts that
/// were read over HTTP, because Discord doesn't send the roles with those.
pub(super) async fn runs_battle(
    bot: &Bot,
    ctx: &Context,
    channel: ChannelId,
    user: UserId,
    roles: Option<&[RoleId]>,
) -> Result<bool, Trouble> {
    let registry = &bot.registry;
    let Some(battle) = registry.battle_taking_posts(channel) else { return Ok(false) };
    let state = registry.referee.read(battle, |_, front_state| ThreadState::read(front_state)).await?;
    let Some(state) = state else { return Ok(false) };
    if state.trusted.contains(&user.get()) {
        return Ok(true);
    }
    if !state.gms.contains(&user.get()) || state.guild == 0 {
        return Ok(false);
    }
    let guild = GuildId::new(state.guild);
    if let Some(roles) = roles {
        return Ok(has_rights(bot, ctx, guild, user, roles));
    }
    // The gateway may send a server's data only later.
    match tokio::try_join!(ctx.http.get_member(guild, user), ctx.http.get_guild(guild)) {
        Ok((member, server)) => Ok(server.owner_id == user || have_rights(bot, guild, &server.roles, &member.roles)),
        Err(why) if status(&why) == Some(404) => Ok(false),
        Err(why) => Err(Trouble::Later { why: words(&why), matter: "Discord does not answer me" }),
    }
}
