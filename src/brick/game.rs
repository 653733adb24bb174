//! The brick game as the rooms above the seam see it.

mod plan;

use crate::brick::battle::{Battle, Event, Orders, Phase, Setup, Who};
use crate::brick::commander;
use crate::brick::orders::{self, Accepted, Collected, Fate, Names, Reading, Said, What};
use crate::brick::report::{self, Understood};
use crate::brick::rules::{self, Brick, RULES, RULES_PAGE};
use crate::brick::scenario::{self, Library};
use crate::brick::seam::{seam_id, who_of};
use crate::diagnostic::Diagnostic;
use crate::dice::{Dice, Mood};
use crate::field::{SquadId, UnitId};
use crate::game::{
    Game, OpenRound, Planned, PostContext, Question, QuestionAnswer, Range, RosterEntry, game_items_from_rooms,
};
use crate::page::{Answer, Plan};
use crate::post::{Absent, Language, Numbered, Placed, Poster};

impl Game for Brick {
    type Order = Said;

    const NAME: &'static str = "brick";
    const OWN_KEYS: &'static [&'static str] = &["team", "figure", "object", "plate"];
    const ORDERS_PAGE: &'static str = include_str!("../../scenarios/BRICK-ORDERS.md");
    /// **BX-24**
    const RULING_ON_THE_FALLEN: Option<&'static str> = Some("downed");

    fn ended(battle: &Battle) -> String {
        report::ended(battle)
    }

    game_items_from_rooms!();

    fn may_count(collected: &Collected, post: usize) -> bool {
        fates_of(collected, post).any(|it| !matches!(it, Fate::Replaced { .. }))
    }

    fn counting(battle: &Battle, collected: &Collected, (number, post): (usize, &Accepted)) -> Vec<String> {
        let counts = |fate: Option<&Fate>| matches!(fate, Some(Fate::Counts(it)) if !matches!(it, What::Withdraw(_)));
        let orders = post.orders.iter().enumerate();
        let orders = orders.filter(|it| counts(collected.fates.get(&Placed { post: number, order: it.0 })));
        orders.map(|it| orders::told(battle, &it.1.given.order)).collect()
    }

    fn refused(collected: &Collected, post: usize) -> Vec<&Diagnostic> {
        fates_of(collected, post).filter_map(|it| if let Fate::Refused(why) = it { Some(why) } else { None }).collect()
    }

    fn made(collected: &Collected) -> Vec<(SquadId, &str)> {
        collected.made.iter().map(|(id, name)| (seam_id(Who::Squad(*id)), name.as_str())).collect()
    }

    fn resolve(&self, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
        rules::resolve(self, battle, orders, dice, Phase::Morale)
    }

    /// Squads as they are now, even those that are gone, then the units that stand, or stood, alone.
    fn roster(battle: &Battle) -> Vec<RosterEntry<'_>> {
        let squads = (0..battle.squad_count()).map(|it| Who::Squad(SquadId(it as u16)));
        let is_alone = |it: &UnitId| battle.unit(*it).squad.is_none() && battle.team_of(*it).is_some();
        let was_alone = |it: &UnitId| battle.unit(*it).is_standing() || battle.setup().squad_of(*it).is_none();
        let alone = battle.setup().unit_ids().filter(is_alone).filter(was_alone).map(Who::Unit);
        let enlisted = |who: Who| {
            let is_there = battle.is_there(who);
            let is_to_come = matches!(who, Who::Squad(it) if battle.is_in_reserve(it));
            RosterEntry {
                id: seam_id(who),
                name: battle.name(who),
                seat: battle.seat(who),
                is_manned: is_there,
                is_on_map: is_there,
                is_to_come,
                is_known: battle.seat(who).is_some() || !is_to_come,
            }
        };
        squads.chain(alone).map(enlisted).collect()
    }

    fn objectives(battle: &Battle) -> Vec<(&str, String)> {
        let contested = |is_so: bool| if is_so { ", contested" } else { "" };
        report::holdings(battle).into_iter().map(|it| (it.name, it.owner + contested(it.is_contested))).collect()
    }

    fn how_to_order(_: &Battle) -> &'static str {
        "Type orders, such as \"!Alpha: shoot Boyz\", \"!Alpha: attack Boyz\", \"!Alpha: charge Boyz\" or \
            \"!react Alpha parry then strike\"."
    }

    fn phrases(_: &Battle, _: SquadId) -> Vec<String> {
        orders::phrases()
    }

    #[cfg(test)]
    fn written(battle: &Battle, order: &Said) -> String {
        orders::shown(battle, order)
    }

    fn has_any_for(battle: &Battle, orders: &Orders, squad: SquadId) -> bool {
        let who = who_of(squad);
        // **BS-5.2** Units that go into another squad do what that squad is ordered.
        orders.has_any_for(who) || !orders.goes_into(battle, who).is_empty()
    }

    fn complete(&self, open: &OpenRound<Brick>, _: Mood) -> Planned<Orders> {
        let OpenRound { battle, last_round, given, absent } = open;
        let given = commander::stand_in(self, battle, last_round, given, absent, who_of);
        let (orders, reasons) = commander::complete(self, battle, &given);
        Planned { orders, reasons }
    }

    fn added(given: &Orders, all: &Orders) -> Orders {
        orders::added(given, all)
    }

    fn with_added(battle: &Battle, given: &Orders, added: &Orders) -> Option<Orders> {
        orders::with_added(battle, given, added)
    }

    fn read_absence(battle: &Battle, text: &str, squad: SquadId) -> Result<Absent, Diagnostic> {
        let friends = battle.everybody().filter(|it| !battle.is_hostile(who_of(squad), *it));
        let friends: Vec<(SquadId, &str)> = friends.map(|it| (seam_id(it), battle.name(it))).collect();
        orders::absence(text, squad, &friends)
    }

    fn words_to_leave(battle: &Battle) -> &'static str {
        if rules::is_won(battle) { "!end battle" } else { "!tap out" }
    }

    fn edit(names: &Names, battle: &Battle, text: &str) -> Result<Vec<Event>, Vec<Diagnostic>> {
        orders::edit(text, names, battle)
    }

    fn answer(&self, asked: &PostContext<'_, Brick>) -> Option<Answer> {
        report::answer(&asked_of(self, asked, false)?)
    }

    fn foretell(&self, question: &Question<'_, Brick>) -> Option<QuestionAnswer<Said>> {
        let Question { battle, names, text, language, .. } = *question;
        let (answer, post) = match orders::asks_nerve(text, names, language) {
            // A question about nerve orders nothing.
            Some(who) => (report::nerve(self, battle, who), None),
            None => {
                let mut heard = ReadQuestion::of(question);
                (report::answer(&asked_of(self, &heard.asked(question), true)?)?, heard.posts.pop())
            }
        };
        Some(QuestionAnswer { answer, numbers: Vec::new(), post })
    }

    fn plan(&self, question: &Question<'_, Brick>) -> Plan {
        plan::plan(self, question)
    }

    fn ranges(battle: &Battle, squad: SquadId) -> Vec<Range> {
        report::ranges(battle, who_of(squad))
    }

    fn look(battle: &Battle, squad: SquadId) -> String {
        report::look(battle, who_of(squad))
    }
}

/// A question read as a post, which comes last among the posts of the round.
struct ReadQuestion {
    posts: Vec<Accepted>,
    collected: Collected,
}

impl ReadQuestion {
    fn of(question: &Question<'_, Brick>) -> ReadQuestion {
        let Question { names, battle, text, asker, language, posts, now } = *question;
        let reading = match asker {
            Poster::Gm => orders::read_as_owner(text, names, battle, language),
            Poster::Seat(_) => orders::read(text, names, battle, asker, language),
        };
        let mut posts = posts.to_vec();
        posts.push(Accepted::new(asker, reading, now));
        ReadQuestion { collected: orders::collect(battle, &posts), posts }
    }

    /// The question as a post.
    fn asked<'a>(&'a self, question: &Question<'a, Brick>) -> PostContext<'a, Brick> {
        let Question { battle, text, .. } = *question;
        let ReadQuestion { posts, collected } = self;
        PostContext { battle, text, posts, collected, post: posts.len() - 1 }
    }
}

/// One of the collected posts, with all that its answer depends on.
fn asked_of<'a>(rules: &'a Brick, asked: &PostContext<'a, Brick>, in_full: bool) -> Option<report::PostContext<'a>> {
    let PostContext { battle, text, posts, collected, post: number } = *asked;
    let post = posts.get(number)?;
    let (mut given, mut said) = (Vec::new(), post.diagnostics.iter().collect::<Vec<_>>());
    for (order, it) in post.orders.iter().enumerate() {
        let words = orders::told(battle, &it.given.order);
        let (order, told) = match collected.fates.get(&Placed { post: number, order }) {
            Some(Fate::Refused(why)) => {
                // Orders that belong together are refused by the same diagnostic, which is told once.
                if !said.contains(&why) {
                    said.push(why);
                }
                continue;
            }
            Some(Fate::Counts(What::Order(order))) => (Some(order.clone()), None),
            Some(Fate::Replaced { by }) => {
                let is_unmeant = by.post == number && strikes_out(text, &post.orders, (by.order, order));
                (None, Some(report::replaced(is_unmeant)))
            }
            Some(Fate::Counts(What::Leave(how))) => {
                (None, Some(report::leaving(battle, &collected.orders.leaving, post.poster, *how)))
            }
            Some(Fate::Counts(What::Withdraw(_))) if !takes_back(asked, it) => {
                (None, Some(report::none_to_take_back()))
            }
            Some(Fate::Counts(What::Hold(_) | What::Stay(_) | What::Withdraw(_))) | None => (None, None),
        };
        given.push(Understood { words, order, told });
    }
    let (poster, orders) = (post.poster, &collected.orders);
    Some(report::PostContext { rules, battle, text, poster, given, said, orders, in_full })
}

/// Whether an order replaces an earlier one of the same line, as in `grabs Pim, then stabs him`, and that may not be
/// meant. It is meant if it takes orders back, repeats the earlier order, or corrects for one what several were
/// ordered.
fn strikes_out(text: &str, orders: &[Numbered<Said>], (later, earlier): (usize, usize)) -> bool {
    let (later, earlier) = (&orders[later].given, &orders[earlier].given);
    let is_of_line = text.get(earlier.span.start..later.span.start).is_some_and(|it| !it.contains('\n'));
    let is_of_one = orders.iter().filter(|it| it.given.span == earlier.span).count() == 1;
    let is_meant = matches!(later.order.what, What::Withdraw(_)) || later.order == earlier.order;
    is_of_line && is_of_one && !is_meant && matches!(earlier.order.what, What::Order(_))
}

/// Whether this order, or another of the same words, takes something back.
fn takes_back(asked: &PostContext<'_, Brick>, withdraws: &Numbered<Said>) -> bool {
    let said = |at: &Placed| &asked.posts[at.post].orders[at.order].given;
    asked.collected.fates.iter().any(|(at, fate)| {
        let Fate::Replaced { by } = fate else { return false };
        by.post == asked.post
            && said(by).span == withdraws.given.span
            && !matches!(said(at).order.what, What::Withdraw(_))
    })
}

/// What became of each order of a post.
fn fates_of(collected: &Collected, post: usize) -> impl Iterator<Item = &Fate> {
    let of_post = Placed { post, order: 0 }..Placed { post: post + 1, order: 0 };
    collected.fates.range(of_post).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brick::battle::scene::scene;

    #[test]
    fn who_is_followed_is_whom_everybody_above_the_seam_means() {
        let people = "a Alpha players 1x1: fig rifle; b Bravo players 1x1: fig rifle; d Dan players: fig knife; \
            o Orcs enemies 1x1: fig knife";
        let battle = scene(".a . .b . .d . .o", people);
        let called =
            |name: &str| battle.everybody().find(|it| battle.name(*it) == name).map(seam_id).expect("somebody");
        for name in ["Bravo", "Dan"] {
            let read = Brick::read_absence(&battle, &format!("follow {name}"), called("Alpha"));
            assert_eq!(read, Ok(Absent::Follow(called(name))));
        }
        assert!(Brick::read_absence(&battle, "follow Orcs", called("Alpha")).is_err());
    }
}
