//! Slash commands: how poise runs them, and how they are registered with Discord.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    CreateAllowedMentions, CreateCommand, CreateInteractionResponse, CreateInteractionResponseMessage, Http,
};
use std::sync::Arc;

use crate::discord::bot::{Command, Services, cut_to_limit};
use crate::discord::trouble::{Trouble, words};

/// The longest pause between two attempts to register.
const PAUSE_MAX: Duration = Duration::from_secs(300);

/// How poise runs commands.
pub(super) fn options(mut commands: Vec<Command>) -> poise::FrameworkOptions<Services, Trouble> {
    poise::set_qualified_names(&mut commands);
    poise::FrameworkOptions {
        commands,
        on_error: |it| Box::pin(fail(it)),
        pre_command: |ctx| {
            let name = ctx.command().qualified_name.to_string();
            metrics::counter!("fieldpost_commands_total", "command" => name).increment(1);
            Box::pin(std::future::ready(()))
        },
        command_check: Some(|ctx| Box::pin(std::future::ready(Ok(has_known_options(ctx))))),
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        ..poise::FrameworkOptions::default()
    }
}

/// The answer to a command that has changed since.
const CHANGED: &str = "This command has changed since your Discord last looked, so nothing was done. Restart Discord (Ctrl+R) \
                       and try again.";

/// Whether the bot knows every option that a command was given. It mustn't do less than it was asked.
fn has_known_options(ctx: poise::Context<'_, Services, Trouble>) -> bool {
    let poise::Context::Application(asked) = ctx else { return true };
    let is_known = |name: &str| ctx.command().parameters.iter().any(|it| it.name == name);
    asked.args.iter().all(|it| is_known(it.name))
}

/// Answers a command that failed or was refused. The player reads one sentence; the log has the rest.
async fn fail(error: poise::FrameworkError<'_, Services, Trouble>) {
    let ctx = error.ctx();
    let command = ctx.map(|it| it.command().qualified_name.to_string()).unwrap_or_default();
    let said = match error {
        poise::FrameworkError::Command { error: Trouble::Refused(why), .. } => why,
        poise::FrameworkError::Command { error: Trouble::Answered, .. } => {
            return tracing::debug!(command, "another process answered a command, or it came too late");
        }
        poise::FrameworkError::Command { error, .. } => match error.excuse() {
            Some(excuse) => {
                tracing::warn!(command, "a command was not carried out: {error}");
                format!("{excuse} Give the command again.")
            }
            None => {
                metrics::counter!("fieldpost_troubles_total").increment(1);
                tracing::error!(command, "a command failed: {error}");
                "Something went wrong with this command, and it was noted.".to_owned()
            }
        },
        poise::FrameworkError::CommandPanic { .. } => {
            metrics::counter!("fieldpost_troubles_total").increment(1);
            tracing::error!(command, "a bug: the command broke off");
            "This is a bug in Fieldpost, and it was noted.".to_owned()
        }
        poise::FrameworkError::ArgumentParse { error, .. } => {
            tracing::warn!(command, "an option can't be read: {error}");
            "An option of the command couldn't be read. Pick one of those that are offered.".to_owned()
        }
        poise::FrameworkError::GuildOnly { .. } => "This works in a server only.".to_owned(),
        poise::FrameworkError::CommandStructureMismatch { .. } | poise::FrameworkError::CommandCheckFailed { .. } => {
            CHANGED.to_owned()
        }
        poise::FrameworkError::UnknownInteraction { interaction, framework, .. } => {
            tracing::warn!("Discord knows a command that the bot doesn't: /{}", interaction.data.name);
            let answer = CreateInteractionResponseMessage::new().content(CHANGED).ephemeral(true);
            let answer = CreateInteractionResponse::Message(answer.allowed_mentions(CreateAllowedMentions::new()));
            if let Err(why) = interaction.create_response(framework.serenity_context, answer).await {
                tracing::warn!("a command could not be answered: {}", words(&why));
            }
            return;
        }
        _ => return tracing::warn!("a command could not be taken"),
    };
    let Some(ctx) = ctx else { return };
    let answer = poise::CreateReply::default().content(cut_to_limit(said)).ephemeral(true);
    if let Err(why) = ctx.send(answer).await {
        tracing::warn!("a command could not be answered: {}", words(&why));
    }
}

/// Registers the commands with Discord, and doesn't give up: without them the bot couldn't be asked for anything.
pub(super) async fn register(http: Arc<Http>, commands: Vec<CreateCommand>) {
    let mut pause = Duration::from_secs(2);
    loop {
        match http.create_global_commands(&commands).await {
            Ok(_) => {
                tracing::info!(count = commands.len(), "the commands are registered");
                return;
            }
            Err(why) => tracing::error!(
                "the commands could not be registered: {}; trying again in {} s",
                words(&why),
                pause.as_secs()
            ),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}
