//! Orders put together from choices: squad, verb, target or tile. All choices are made in one message that only one
//! person sees, and that holds the order so far.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::bot::command_orders::orders_before;
use crate::discord::bot::format;
use crate::discord::bot::reply::{Done, Reply};
use crate::referee::{Choices, Refused, Table};

/// A choice from a list, or a press of a button below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// The squad that gets the order.
    Squad(String),
    /// A verb or a name.
    Word(String),
    /// The column of a tile. Its row comes next.
    Column(String),
    /// The row of a tile.
    Row(String),
    /// Adds another part to the order.
    Then,
    /// Repeats the squad's orders of the round before.
    Again,
    /// Starts over.
    Over,
    /// Gives the order, in public or in secret.
    Post { is_secret: bool },
}

impl Pick {
    /// Reads a part of the message by its id, with the choice that was made there.
    pub(super) fn read(part: &str, chosen: Option<&str>) -> Option<Pick> {
        let chosen = chosen.map(str::to_owned);
        Some(match part {
            "squad" => Pick::Squad(chosen?),
            "verb" | "name" => Pick::Word(chosen?),
            "column" => Pick::Column(chosen?),
            "row" => Pick::Row(chosen?),
            "then" => Pick::Then,
            "again" => Pick::Again,
            "over" => Pick::Over,
            "post" => Pick::Post { is_secret: false },
            "secret" => Pick::Post { is_secret: true },
            _ => return None,
        })
    }
}

/// Discord's limits: choices in a list, and letters in a choice.
const CHOICES_MAX: usize = 25;
const LETTERS_MAX: usize = 100;

/// The prefix of a message in which a secret order is put together.
const IN_SECRET: &str = "In secret. ";

/// The order so far, which the message holds, and whether it is secret.
pub(super) fn begun(content: &str) -> (&str, bool) {
    let secret = content.strip_prefix(IN_SECRET);
    let order = secret.unwrap_or(content).strip_prefix("`!").and_then(|it| it.split_once('`'));
    (order.map_or("", |it| it.0), secret.is_some())
}

/// The first message: for the squad that was named, or for the only one that there is.
pub(super) fn begin(table: &Table, author: &str, squad: Option<&str>, is_secret: bool) -> Done {
    if table.is_over() {
        return Err(Refused::BattleIsOver);
    }
    if is_secret {
        table.may_hide(author)?;
    }
    let squads = table.after_command_of(table.poster(author)?);
    let only = squads.first().filter(|_| squads.len() == 1).map(|it| it.name);
    match squad.or(only) {
        Some(squad) => offer(table, author, &format!("{squad}:"), is_secret),
        None if squads.is_empty() => Err(Refused::Unclear("You have no squad on the map".to_owned())),
        None => {
            let owes = |it| if table.playing().has_orders_for(it) { "has orders" } else { "has none yet" };
            let squads = squads.iter().map(|it| (it.name.to_owned(), Some(owes(it.id)))).collect();
            let rows = vec![list("squad", "Which squad?", squads)];
            Ok(Reply { rows, ..Reply::text(with_secrecy("Which squad gets an order?", is_secret)) })
        }
    }
}

fn with_secrecy(text: &str, is_secret: bool) -> String {
    format!("{}{text}", if is_secret { IN_SECRET } else { "" })
}

/// The message after a choice or a press.
pub(super) fn after_pick(table: &Table, author: &str, (begun, is_secret): (&str, bool), pick: &Pick) -> Done {
    let order = match pick {
        Pick::Squad(squad) => format!("{squad}:"),
        Pick::Word(word) => format!("{begun} {word}"),
        Pick::Column(column) => {
            let rows = choices(table, author, begun)?.rows.into_iter().map(|it| (it, None)).collect();
            let rows = vec![list("row", "… then its number", rows)];
            return Ok(Reply { rows, ..Reply::text(with_secrecy(&format!("`!{begun} {column}`"), is_secret)) });
        }
        Pick::Row(row) => format!("{begun}{row}"),
        Pick::Then => format!("{begun};"),
        Pick::Again => {
            let squad = begun.split(':').next().unwrap_or_default();
            format!("{squad}: {}", orders_before(table, author, squad)?)
        }
        Pick::Over | Pick::Post { .. } => return begin(table, author, None, is_secret),
    };
    offer(table, author, &order, is_secret)
}

fn choices(table: &Table, author: &str, order: &str) -> Result<Choices, Refused> {
    let (squad, begun) = order.split_once(':').unwrap_or((order, ""));
    let found = table.choices(table.poster(author)?, squad, begun);
    found.ok_or_else(|| Refused::Unclear(format!("\"{squad}\" is no squad of yours")))
}

/// A message with the order so far, what it would do, and how it can go on.
fn offer(table: &Table, author: &str, order: &str, is_secret: bool) -> Done {
    let choices = choices(table, author, order)?;
    let answer = match choices.is_whole {
        true => table.try_post(author, &format!("!{order}"))?.map(|it| format::answer_text(&it)),
        false => None,
    };
    let listed = |all: &[String]| all.iter().map(|it| (it.clone(), None)).collect::<Vec<_>>();
    let lists = [
        ("verb", "What does it do?", &choices.verbs),
        ("name", "Target or place?", &choices.names),
        ("column", "A tile: its letter", &choices.columns),
    ];
    let lists = lists.into_iter().filter(|it| !it.2.is_empty());
    let mut rows: Vec<_> = lists.map(|(part, question, all)| list(part, question, listed(all))).collect();
    let button = |part: &str, label: &str| CreateButton::new(format!("fp:pick:{part}")).label(label);
    let mut buttons = Vec::new();
    if choices.is_whole {
        // A player who wants a secret isn't offered to give it away.
        if !is_secret {
            buttons.push(button("post", "Post it").style(ButtonStyle::Primary));
        }
        if is_secret || table.stage().has_secrets {
            let style = if is_secret { ButtonStyle::Primary } else { ButtonStyle::Secondary };
            buttons.push(button("secret", "Post it in secret").style(style));
        }
        buttons.push(button("then", "… and then").style(ButtonStyle::Secondary));
    }
    let squad = order.trim_end().strip_suffix(':');
    if squad.is_some_and(|squad| orders_before(table, author, squad).is_ok()) {
        buttons.push(button("again", "Same again").style(ButtonStyle::Secondary));
    }
    buttons.push(button("over", "Start over").style(ButtonStyle::Secondary));
    rows.push(CreateActionRow::Buttons(buttons));
    Ok(Reply { rows, ..Reply::text(with_secrecy(&format!("`!{order}`\n{}", answer.unwrap_or_default()), is_secret)) })
}

fn list(part: &str, question: &str, choices: Vec<(String, Option<&str>)>) -> CreateActionRow {
    let option = |(it, about): (String, Option<&str>)| {
        let option = CreateSelectMenuOption::new(it.clone(), it);
        about.map_or(option.clone(), |it| option.description(it))
    };
    let fits = |it: &(String, Option<&str>)| it.0.chars().count() <= LETTERS_MAX;
    let options = choices.into_iter().filter(fits).take(CHOICES_MAX).map(option).collect();
    let menu = CreateSelectMenu::new(format!("fp:pick:{part}"), CreateSelectMenuKind::String { options });
    CreateActionRow::SelectMenu(menu.placeholder(question))
}
