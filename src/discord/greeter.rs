//! A handler that answers `/help` and `/ping`: enough to see that a bot is set up right.

use crate::discord::handler::{Command, Desk, Handler};
use crate::discord::trouble::Trouble;

/// Knows no battles.
pub struct Greeter;

impl Handler for Greeter {
    fn commands() -> Vec<Command<Greeter>> {
        vec![help(), ping()]
    }
}

type Context<'a> = poise::Context<'a, Desk<Greeter>, Trouble>;

const HELP: &str = "\
Fieldpost referees squad battles that are played by posts.
Post your orders between paragraphs of fiction, each on a line that starts with `!`:
> !Alpha: shoot First Draft; move to C7 take cover
Editing a post reads it again, deleting it withdraws its orders.";

/// What Fieldpost is, and how orders are written
#[poise::command(slash_command)]
async fn help(ctx: Context<'_>) -> Result<(), Trouble> {
    ctx.send(poise::CreateReply::default().content(HELP).ephemeral(true)).await?;
    Ok(())
}

/// Whether the bot is there, and how fast it hears
#[poise::command(slash_command)]
async fn ping(ctx: Context<'_>) -> Result<(), Trouble> {
    ctx.defer_ephemeral().await?;
    let heartbeat = match ctx.ping().await.as_millis() {
        0 => "no heartbeat was measured yet".to_owned(),
        it => format!("Discord's last heartbeat took {it} ms"),
    };
    let said = format!("Fieldpost {} is here; {heartbeat}.", env!("CARGO_PKG_VERSION"));
    ctx.send(poise::CreateReply::default().content(said).ephemeral(true)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::commands::to_register;
    use crate::discord::limits::violations;

    #[test]
    fn the_commands_are_within_discords_limits() {
        let commands = serde_json::to_value(to_register(&Greeter::commands())).expect("commands are JSON");
        assert_eq!(violations(&commands), Vec::<String>::new());
    }
}
