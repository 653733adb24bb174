//! The answer to a post: what was understood and what it may come to, then doubts, then what was refused.

mod forecast;
#[cfg(test)]
mod tests;

use crate::brick::battle::{Battle, Departure, Leaving, Order, Orders, Who};
use crate::brick::rules::{self, Brick};
use crate::diagnostic::Diagnostic;
use crate::page::{Answer, AnswerLine, Mark, Reaction, words as page_words};
use crate::post::Poster;
use forecast::Destination;

/// A post, and all that its answer depends on.
#[derive(Clone, Debug)]
pub struct PostContext<'a> {
    pub rules: &'a Brick,
    pub battle: &'a Battle,
    /// The post as it was written.
    pub text: &'a str,
    pub poster: Poster,
    /// What was understood, in the order of the post.
    pub given: Vec<Understood>,
    /// What else there is to say of the post, with places in it.
    pub said: Vec<&'a Diagnostic>,
    /// All orders of the round, as they were collected.
    pub orders: &'a Orders,
    /// Whether the answer says what each roll is made of.
    pub in_full: bool,
}

/// Something that was understood in a post.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The words for it in the answer.
    pub words: String,
    /// The order, bound to the battle, if there may be something to foretell of it.
    pub order: Option<Order>,
    /// Its mark and its text, where nothing is foretold.
    pub told: Option<(Mark, String)>,
}

/// Answers a post. `None` for fiction.
pub fn answer(asked: &PostContext<'_>) -> Option<Answer> {
    let mut tries = forecast::PlayedRounds::new();
    let mut taken: Vec<AnswerLine> = Vec::new();
    for given in &asked.given {
        let line = line(asked, &mut tries, given).0;
        // A fixed text that was told already isn't told again. A forecast is.
        if given.told.is_none() || !taken.contains(&line) {
            taken.push(line);
        }
    }
    let answer = Answer::of(asked.text, taken, asked.said.clone(), !asked.given.is_empty())?;
    Some(Answer { without_orders: without_orders(asked), ..answer })
}

/// The line about the first thing that was understood, and where it goes, for how many inches.
pub fn foretold(asked: &PostContext<'_>) -> Option<(AnswerLine, Destination)> {
    Some(line(asked, &mut forecast::PlayedRounds::new(), asked.given.first()?))
}

/// The mark and the text of an order that a later one replaces. In the same line that may not be meant.
pub fn replaced(in_line: bool) -> (Mark, String) {
    match in_line {
        true => (Mark::Doubtful, "replaced by a later order of the same line".to_owned()),
        false => (Mark::Hint, "replaced by a later order".to_owned()),
    }
}

/// The mark and the text of taking back orders where there are none.
pub fn none_to_take_back() -> (Mark, String) {
    (Mark::Doubtful, "there were no orders to take back".to_owned())
}

/// The mark and the text of wanting to leave. Nobody ends a battle in which main goals are still to be met.
pub fn leaving(battle: &Battle, leaving: &Leaving, poster: Poster, how: Departure) -> (Mark, String) {
    let asked = &battle.seats_in_it() - leaving.of(how);
    let asked: Vec<&str> = asked.iter().map(|it| battle.setup().seats[usize::from(it.0)].name.as_str()).collect();
    let told = page_words::leaving(how, "", Some(&asked[..]).filter(|_| poster != Poster::Gm));
    if how == Departure::TapOut || rules::is_won(battle) {
        return (Mark::Taken, told);
    }
    const OPEN: &str = "it goes on until the main goals are met; to give up, write \"tap out\"";
    (Mark::Doubtful, if poster == Poster::Gm { OPEN.to_owned() } else { format!("{told}. Even so {OPEN}") })
}

fn line(asked: &PostContext<'_>, tries: &mut forecast::PlayedRounds, given: &Understood) -> (AnswerLine, Destination) {
    if let Some((mark, told)) = &given.told {
        let text = format!("{}: {told}.", given.words);
        return (AnswerLine { mark: *mark, squad: None, text }, None);
    }
    let foretell = |it| forecast::of(asked, tries, it);
    let (mark, forecast, goes) = given.order.as_ref().map_or((Mark::Taken, None, None), foretell);
    let text = match forecast {
        Some(forecast) => format!("{} · {forecast}", given.words),
        None => given.words.clone(),
    };
    (AnswerLine { mark, squad: None, text }, goes)
}

/// What an order may come to, in a sentence. `None` if there is no more to say than the order itself.
pub fn forecast(rules: &Brick, battle: &Battle, orders: &Orders, order: &Order) -> Option<String> {
    let given = vec![Understood { words: String::new(), order: Some(order.clone()), told: None }];
    let (text, poster, said) = ("", Poster::Gm, Vec::new());
    let asked = PostContext { rules, battle, text, poster, given, said, orders, in_full: true };
    forecast::of(&asked, &mut forecast::PlayedRounds::new(), order).1
}

/// **BX-25** The answer to how a squad's nerve stands.
pub fn nerve(rules: &Brick, battle: &Battle, who: Who) -> Answer {
    let name = battle.name(who);
    let nerve = who.squad().and_then(|it| rules::nerve(battle, it));
    let text = match (nerve, who) {
        _ if !rules.morale => format!("nobody's nerve is tested in this battle, {name}'s neither (BX-25)."),
        (_, Who::Unit(_)) => format!("{name} is no squad, and only a squad's nerve is tested (BX-25)."),
        (None, _) => format!("{name} has no LD, and its nerve is never tested (BX-25)."),
        (Some(it), _) => {
            let rolls = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
            let holds = forecast::percent(rolls.filter(|roll| it.needs <= *roll).count() as f64 / 36.0);
            let when = match it.is_tested {
                true => "as this round ends".to_owned(),
                false => format!("as a round ends with fewer than {} of it left", it.enough),
            };
            format!("{name} is tested {when}: two dice must come to {}, {holds} that they do (BX-25).", it.needs)
        }
    };
    Answer::new(Reaction::Taken, vec![AnswerLine { mark: Mark::Taken, squad: None, text }])
}

/// Squads and units of the poster that have no orders yet.
fn without_orders(asked: &PostContext<'_>) -> Vec<String> {
    let Poster::Seat(seat) = asked.poster else { return Vec::new() };
    let battle = asked.battle;
    let is_told = |it: Who| asked.orders.has_any_for(it) || !asked.orders.goes_into(battle, it).is_empty();
    let is_owed = |it: &Who| battle.seat(*it) == Some(seat) && !is_told(*it);
    battle.everybody().filter(is_owed).map(|it| battle.name(it).to_owned()).collect()
}
