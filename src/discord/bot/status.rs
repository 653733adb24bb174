//! The pinned message: where the battle stands, at a glance.

use crate::discord::bot::mail::{Button, Deed, Draft, STATES, STATUS, Title, cut_to_limit};
use crate::discord::bot::thread_state::ThreadState;
use crate::field::SeatId;
use crate::game::Stage;
use crate::page::{Block, Document, Markup, Owed, Rich};
use crate::post::Poster;
use crate::referee::{Table, Transaction};

/// Escapes text that people wrote, line by line, so that Discord shows it as it is.
pub(super) fn plain(text: &str) -> String {
    let blocks = text.lines().map(|it| Block::Line(Rich::plain(it))).collect();
    Markup::Discord.render(&Document { blocks }).trim_end().to_owned()
}

/// Posts something that may change the pinned message too, and updates that. Returns the text.
pub(super) fn announce(tx: &mut Transaction, state: &mut ThreadState, said: impl Into<String>) -> String {
    let said = said.into();
    state.post(tx, Draft::text(said.clone()));
    refresh(tx, state);
    said
}

/// Updates the pinned message and the thread's title if they have changed. Tells the GM, once, that everybody is ready
/// or nobody owes orders any more.
pub(super) fn refresh(tx: &mut Transaction, state: &mut ThreadState) {
    let status = text(tx.table);
    if status != state.status {
        state.edit(tx, STATUS, draft(tx.table), None);
        state.status = status;
    }
    let all = match (tx.table.all_tap_out(), tx.table.all_are_ready() && !tx.table.pace().early) {
        _ if tx.table.is_over() => None,
        (true, _) => Some("nobody owes orders any more"),
        (false, true) => Some("everybody is ready"),
        (false, false) => None,
    };
    if let Some(all) = all.filter(|_| !state.is_all_ready) {
        state.notify_gm(tx, &format!("{all}. `/round resolve` closes the round."), None);
    }
    state.is_all_ready = all.is_some();
    let title = title(tx.table, &state.name);
    if !state.name.is_empty() && state.title.as_ref() != Some(&title) {
        tx.send_last("title", state.mail(Deed::Title { title: title.clone() }));
        state.title = Some(title);
    }
}

/// The title of a battle's thread, made from the thread's original name.
pub(super) fn title(table: &Table, name: &str) -> Title {
    const NAME_MAX: usize = 100;
    let state = STATES[if table.is_over() { 2 } else { usize::from(!table.has_free_seats()) }];
    let stands = if table.is_over() { " · over".to_owned() } else { format!(" · round {}", table.round()) };
    let name: String = name.chars().take(NAME_MAX - stands.chars().count()).collect();
    Title { name: format!("{name}{stands}"), state: state.to_owned() }
}

/// The pinned message.
pub(super) fn draft(table: &Table) -> Draft {
    let mut buttons = free_seats(table);
    if !table.is_over() && buttons.len() < 5 {
        let round = table.round();
        let label = format!("Close round {round} (GM)");
        buttons.push(vec![Button { id: format!("fp:resolve:{round}"), label, is_primary: false }]);
    }
    Draft { buttons, ..Draft::text(text(table)) }
}

fn text(table: &Table) -> String {
    let mut lines = vec![headline(table)];
    lines.extend(table.seats().map(|it| format!("{}: {}", plain(table.seat_name(it)), seat_state(table, it))));
    let told = |(name, state): &(&str, String)| format!("{} ({state})", plain(name));
    let objectives: Vec<String> = table.playing().objectives().iter().map(told).collect();
    if !objectives.is_empty() {
        lines.push(format!("Objectives: {}", objectives.join(", ")));
    }
    cut_to_limit(lines.join("\n"))
}

fn headline(table: &Table) -> String {
    let Stage { title, round, rounds, outcome, .. } = table.stage();
    let title = plain(title);
    if outcome.is_some() {
        return format!("**{title}** is over after round {round}: {}.", plain(&table.playing().ended()));
    }
    if table.is_revealed() {
        return format!("**{title}** was ended in round {round}, before anybody had won.");
    }
    let of = rounds.map_or_else(String::new, |it| format!(" of {it}"));
    let closes = match (table.is_paused(), table.deadline()) {
        (true, _) => ", paused".to_owned(),
        (false, Some(at)) if table.pace().closes => format!(", closes <t:{at}:F> (<t:{at}:R>)"),
        (false, Some(at)) => format!(", orders by <t:{at}:F> (<t:{at}:R>)"),
        (false, None) => String::new(),
    };
    format!("**{title}** · round {round}{of}{closes}")
}

/// Who has a seat, and whether they owe orders, in words and by an emoji.
fn seat_state(table: &Table, seat: SeatId) -> String {
    let who = table.holder(seat).map_or_else(|| "nobody yet".to_owned(), |it| format!("<@{it}>"));
    if table.is_over() || table.squads_of(seat).is_empty() {
        return who;
    }
    let owed: Vec<String> = table.owed_by(Poster::Seat(seat)).iter().map(|it| plain(it)).collect();
    match (owed.is_empty(), table.is_ready(seat), table.is_away(seat)) {
        (true, true, _) => format!("{who}, ✅ ready"),
        (false, true, _) => format!("{who}, ✅ ready, without orders for {}", owed.join(", ")),
        (true, ..) => format!("{who}, ✅ has orders"),
        (false, ..) if table.holder(seat).is_none() => format!("{who} ({})", owed.join(", ")),
        (false, _, true) => format!("{who}, 💤 away"),
        (false, ..) => format!("{who}, ⏳ owes orders for {}", owed.join(", ")),
    }
}

/// Who owes orders, and for which squads.
pub(super) fn owing(owed: &Owed) -> String {
    let who = owed.user.map_or_else(|| plain(&owed.who), |it| format!("<@{it}>"));
    format!("{who} ({})", plain(&owed.squads.join(", ")))
}

/// Buttons for free seats, five in a row.
fn free_seats(table: &Table) -> Vec<Vec<Button>> {
    if table.is_over() {
        return Vec::new();
    }
    let free = table.seats().filter(|it| table.holder(*it).is_none());
    let button = |seat: SeatId| Button {
        id: format!("fp:join:{}", seat.0),
        label: format!("Take {}", table.seat_name(seat)).chars().take(80).collect(),
        is_primary: true,
    };
    let buttons: Vec<Button> = free.take(25).map(button).collect();
    buttons.chunks(5).map(<[Button]>::to_vec).collect()
}
