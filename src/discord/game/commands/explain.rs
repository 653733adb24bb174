//! "Explain this" on a report: why a line of it is so, without typing its number.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::discord::game::commands::{NO_BATTLE, reply};
use crate::discord::game::reply::Reply;
use crate::discord::game::{Ctx, Game};
use crate::discord::handler::Command;
use crate::discord::trouble::Trouble;

/// What the list of lines is called by.
const ID: &str = "fp:explain:0";

/// Choices that Discord takes.
const LINES_MAX: usize = 25;

pub(super) fn all() -> Vec<Command<Game>> {
    vec![explain()]
}

/// Why a line of a report is so
#[poise::command(context_menu_command = "Explain this", guild_only)]
async fn explain(ctx: Ctx<'_>, message: serenity::Message) -> Result<(), Trouble> {
    if ctx.data().handler.battle_of(ctx.channel_id()).await?.is_none() {
        return reply(ctx, Reply::text(NO_BATTLE)).await;
    }
    let lines = lines_of(&message.content);
    if lines.is_empty() {
        let said = "This message has no lines with numbers. Try it on the report of a round, or give `/why` a number.";
        return reply(ctx, Reply::text(said)).await;
    }
    let option = |(id, text): (String, String)| CreateSelectMenuOption::new(format!("{id} {text}"), id);
    let options = lines.into_iter().take(LINES_MAX).map(option).collect();
    let menu = CreateSelectMenu::new(ID, CreateSelectMenuKind::String { options }).placeholder("Which line?");
    reply(ctx, Reply { rows: vec![CreateActionRow::SelectMenu(menu)], ..Reply::text("Which line?") }).await
}

/// The numbered lines of a report: their numbers, and how they begin.
fn lines_of(content: &str) -> Vec<(String, String)> {
    const TEXT_MAX: usize = 80;
    let mut found: Vec<(String, String)> = Vec::new();
    for line in content.lines() {
        let Some((id, rest)) = line.trim_start().strip_prefix('`').and_then(|it| it.split_once('`')) else { continue };
        let is_id = id.split_once('.').is_some_and(|(round, line)| {
            let is_number = |it: &str| !it.is_empty() && it.len() <= 5 && it.bytes().all(|it| it.is_ascii_digit());
            is_number(round) && is_number(line)
        });
        if is_id && found.iter().all(|it| it.0 != id) {
            let text =
                rest.chars().filter(|it| !matches!(it, '*' | '`' | '\u{200b}')).take(TEXT_MAX).collect::<String>();
            found.push((id.to_owned(), text.trim().to_owned()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_report_are_found_by_their_numbers() {
        let content = "**Round 1**\n`1.1` **Alpha** fires\n`1.1` again\n`x.1` no\n`1.` no\n1.2 no\n `2.13` yes";
        let found = lines_of(content);
        let ids: Vec<&str> = found.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(ids, ["1.1", "2.13"]);
        assert_eq!(found[0].1, "Alpha fires");
    }
}
