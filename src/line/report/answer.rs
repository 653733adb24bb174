//! The answer to a post: the orders as understood with what they would do, then doubts, then what was refused.

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::game::Question;
use crate::line::battle::Battle;
use crate::line::orders::{self, Accepted, Collected, Given, Note, Order, PostStatus, Reading, canonical, diagnostics};
use crate::line::report::forecast::{Forecast, OrderOdds};
use crate::line::rules::Line;
use crate::page::{Answer, AnswerLine, Mark, Reaction};
use crate::post::{Denied, Placed, Poster};

/// A post, and all that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct PostContext<'a> {
    pub rules: &'a Line,
    pub battle: &'a Battle,
    /// The post as it was written.
    pub text: &'a str,
    /// All posts of the round, as they were collected.
    pub posts: &'a [Accepted],
    pub collected: &'a Collected,
    /// The index of the post in `posts`.
    pub post: usize,
    /// Whether the asker wants all the odds, and is the only one to see them.
    pub in_full: bool,
    /// Whether the asker may know of every order: the GM, away from the thread.
    pub knows_all: bool,
}

/// Reads a question as a post of the asker. A question of the GM is read as a post of whoever commands its squads.
pub fn read(text: &str, question: &Question<'_, Line>) -> (Poster, Reading) {
    let Question { names, battle, asker, language, .. } = *question;
    match asker {
        Poster::Gm => orders::read_as_owner(text, names, battle, language),
        Poster::Seat(_) => (asker, orders::read(text, names, battle, asker, language)),
    }
}

/// Answers a post. Fiction gets no answer.
pub fn answer(asked: &PostContext<'_>) -> Option<Answer> {
    let post = asked.posts.get(asked.post)?;
    answer_by(&Forecast::of(asked, post.poster), asked, post)
}

/// Answers a post, and returns the odds of its orders that count.
pub fn answer_with_odds(asked: &PostContext<'_>) -> Option<(Answer, Vec<OrderOdds>)> {
    let post = asked.posts.get(asked.post)?;
    let forecast = Forecast::of(asked, post.poster);
    let answer = answer_by(&forecast, asked, post)?;
    let orders = post.orders.iter().zip(in_force(asked)).filter(|it| *it.1);
    Some((answer, orders.flat_map(|(it, _)| forecast.order_odds(&it.given.order)).collect()))
}

/// **L-1** Answers how a squad's nerve stands, in words and in numbers. The question isn't a post.
pub fn answer_nerve(asked: &PostContext<'_>, squad: SquadId, asker: Poster) -> (Answer, Vec<OrderOdds>) {
    let (line, odds) = Forecast::of(asked, asker).nerve(squad);
    (Answer::new(Reaction::Taken, vec![line]), vec![odds])
}

fn answer_by(forecast: &Forecast<'_>, asked: &PostContext<'_>, post: &Accepted) -> Option<Answer> {
    let notes = asked.collected.posts.get(asked.post).map(|it| it.notes.as_slice()).unwrap_or_default();
    let is_told_here = |squad| post.orders.iter().any(|it| it.given.order.squad() == Some(squad));
    let is_left = |it: &SquadId| {
        post.poster.commands(asked.battle.setup().squad(*it).seat)
            && !is_told_here(*it)
            && asked.collected.has_orders_for(*it)
    };
    // `Only Alpha shoots Nobz` needs no warning about the other squads if none of them has orders.
    let is_as_it_says = |it: &&Diagnostic| {
        **it == diagnostics::leaves_others(it.span.clone()) && !asked.battle.setup().squad_ids().any(|it| is_left(&it))
    };
    let of_post = post.diagnostics.iter().filter(|it| !is_as_it_says(it));
    // A question replaces no order of another post.
    let is_so = |it: &&Note| !asked.in_full || it.replaced.is_none_or(|at| at.post == asked.post);
    let said = of_post.chain(notes.iter().filter(is_so).map(|it| &it.diagnostic)).collect();
    let answer = Answer::of(asked.text, order_lines(forecast, asked, post), said, !post.orders.is_empty())?;
    Some(Answer {
        without_orders: without_orders(asked.battle, asked.collected, post.poster),
        command: command(asked.battle, &asked.collected.cp_left, post.poster),
        ..answer
    })
}

/// Whether each of a post's orders counts.
fn in_force<'a>(asked: &PostContext<'a>) -> &'a [bool] {
    asked.collected.posts.get(asked.post).map(|it| it.orders.as_slice()).unwrap_or_default()
}

/// The orders that count, with what they would do, and those that another post replaces or repeats.
fn order_lines(forecast: &Forecast<'_>, asked: &PostContext<'_>, post: &Accepted) -> Vec<AnswerLine> {
    let mut lines = Vec::new();
    for (order, (numbered, counts)) in post.orders.iter().zip(in_force(asked)).enumerate() {
        if *counts {
            lines.extend(forecast.describe(&numbered.given.order));
            lines.extend(still_fires(asked, post, &numbered.given));
        } else if let Some(why) =
            effect_of_other_posts(asked, Placed { post: asked.post, order }, &numbered.given.order)
        {
            lines.push(void_order_line(asked.battle, &numbered.given.order, why));
        }
    }
    lines
}

// Says that a squad that is told not to move still fires as an earlier post orders.
fn still_fires(asked: &PostContext<'_>, post: &Accepted, given: &Given) -> Option<AnswerLine> {
    let squad = given.order.squad().filter(|_| given.denies == Some(Denied::Moves))?;
    let fires_here = |it: &Order| matches!(it, Order::Fire(of, _) if *of == squad);
    let fires = asked.collected.orders.fire.get(squad).is_some();
    if !fires || post.orders.iter().any(|it| fires_here(&it.given.order)) {
        return None;
    }
    let name = asked.battle.setup().squad(squad).name.clone();
    Some(AnswerLine { mark: Mark::Taken, squad: Some(name), text: "doesn't move, and still fires.".to_owned() })
}

/// What another post did to an order that doesn't count here. An ability that is ordered twice has a note in its own
/// post.
fn effect_of_other_posts(asked: &PostContext<'_>, at: Placed, order: &Order) -> Option<&'static str> {
    let others = || asked.collected.posts.iter().zip(asked.posts).enumerate().filter(|it| it.0 != asked.post);
    if others().flat_map(|(_, it)| &it.0.notes).any(|it| it.replaced == Some(at)) {
        return Some("is replaced by another post");
    }
    let counts_there = |(_, (it, post)): (usize, (&PostStatus, &Accepted))| {
        post.orders.iter().zip(&it.orders).any(|(it, counts)| *counts && it.given.order == *order)
    };
    let is_said_again = !matches!(order, Order::Ability(_)) && others().any(counts_there);
    is_said_again.then_some("stands in another post, too")
}

fn void_order_line(battle: &Battle, order: &Order, why: &str) -> AnswerLine {
    let squad = order.squad().map(|it| battle.setup().squad(it).name.clone());
    let text = format!("\"{}\" {why}.", canonical::what(battle, order));
    AnswerLine { mark: Mark::Hint, squad, text }
}

fn without_orders(battle: &Battle, collected: &Collected, poster: Poster) -> Vec<String> {
    let Poster::Seat(seat) = poster else { return Vec::new() };
    let is_owed = |it: &SquadId| {
        battle.setup().squad(*it).seat == Some(seat) && battle.is_on_map(*it) && !collected.has_orders_for(*it)
    };
    let owed = battle.setup().squad_ids().filter(is_owed);
    owed.map(|it| battle.setup().squad(it).name.clone()).collect()
}

/// **C-2** A poster's pools of CP: the caster, the CP that are left, and the most that the pool holds.
pub(super) fn command(battle: &Battle, left: &[u8], poster: Poster) -> Vec<(String, u8, u8)> {
    let pools = battle.setup().casters.iter().zip(left).filter(|(it, _)| poster.commands(it.seat) && 0 < it.cp_max);
    pools.map(|(it, left)| (it.name.clone(), *left, it.cp_max)).collect()
}

#[cfg(test)]
mod tests;
