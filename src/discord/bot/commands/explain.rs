//! "Explain this" on a report: why a line of it is so, without typing the line's number.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, Button, ButtonKind, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::discord::bot::Ctx;
use crate::discord::bot::commands::{battle_of, defer, reply};
use crate::discord::bot::reply::Reply;
use crate::discord::trouble::Trouble;
use crate::referee::Table;

/// The prefix of the ids of lists of lines. The list's number follows.
const ID: &str = "fp:explain:";

/// Discord's limits: choices in a list, and lists in a message.
const LINES_MAX: usize = 25;
const LISTS_MAX: usize = 5;

/// Why a line of a report is so
#[poise::command(context_menu_command = "Explain this", guild_only)]
pub(super) async fn explain(ctx: Ctx<'_>, message: serenity::Message) -> Result<(), Trouble> {
    defer(ctx).await?;
    let battle = battle_of(ctx).await?;
    let lines = match round_of(&message) {
        Some(round) => ctx.data().bot.registry.referee.read(battle, |table, _| lines_of_round(table, round)).await?,
        None => lines_of(&message.content),
    };
    if lines.is_empty() {
        let said = "This message has no lines with numbers. Try it on the report of a round, or give `/why` a number.";
        return Err(Trouble::Refused(said.to_owned()));
    }
    let lists = lines.chunks(LINES_MAX).take(LISTS_MAX).enumerate().map(|(n, lines)| list(n, lines));
    let rows = lists.map(CreateActionRow::SelectMenu).collect();
    let more = match lines.get(LINES_MAX * LISTS_MAX) {
        Some((id, _)) => format!(" From {id} on, give `/why` its number."),
        None => String::new(),
    };
    reply(ctx, Reply { rows, ..Reply::text(format!("Which line?{more}")) }).await
}

/// A list of lines to choose from.
fn list(n: usize, lines: &[(String, String)]) -> CreateSelectMenu {
    let option = |(id, text): &(String, String)| CreateSelectMenuOption::new(format!("{id} {text}"), id.clone());
    let options = lines.iter().map(option).collect();
    let ends = lines.first().zip(lines.last()).map(|(first, last)| format!("{} to {}", first.0, last.0));
    let menu = CreateSelectMenu::new(format!("{ID}{n}"), CreateSelectMenuKind::String { options });
    menu.placeholder(ends.unwrap_or_default())
}

/// The round that a message reports, by its buttons.
fn round_of(message: &serenity::Message) -> Option<u16> {
    let parts = message.components.iter().flat_map(|row| &row.components);
    let mut ids = parts.filter_map(|it| match it {
        ActionRowComponent::Button(Button { data: ButtonKind::NonLink { custom_id, .. }, .. }) => Some(custom_id),
        _ => None,
    });
    ids.find_map(|it| it.strip_prefix("fp:mine:")?.parse().ok())
}

/// The numbers of the lines in a round's ledger, and how each line begins.
fn lines_of_round(table: &mut Table, round: u16) -> Vec<(String, String)> {
    if table.replay_skipped_or_refuse().is_err() {
        return Vec::new();
    }
    let closed = table.closed().iter().find(|it| it.report.round == round);
    let lines = closed.iter().flat_map(|it| &it.report.lines);
    lines.map(|it| (it.id(), it.text.text().chars().take(TEXT_MAX).collect())).collect()
}

/// The most letters of a line that are shown.
const TEXT_MAX: usize = 80;

/// The numbers of the lines in a report's text, and how each line begins.
fn lines_of(content: &str) -> Vec<(String, String)> {
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
