//! The line game behind the seam that every game fills.

use crate::diagnostic::{Diagnostic, Severity};
use crate::dice::{Dice, Mood};
use crate::field::SquadId;
use crate::game::{
    Game, OpenRound, Planned, PostContext, Question, QuestionAnswer, Range, RosterEntry, game_items_from_rooms,
};
use crate::line::battle::{Battle, Event, Orders, Setup, UnitState};
use crate::line::commander;
use crate::line::orders::{self, Accepted, Collected, Names, Order, Reading};
use crate::line::report;
use crate::line::rules::{Line, RULES, RULES_PAGE};
use crate::line::scenario::{self, Library};
use crate::page::{Answer, Plan};
use crate::post::{Absent, Language, Poster};

const HOW_TO_ORDER: &str = "Type orders, such as \"!Alpha: shoot Boyz; move toward Boyz\".";

const HOW_TO_ORDER_FORMATIONS: &str = "Type orders, such as \"!Alpha: shoot Boyz; move toward Boyz\". \
    Formations: \"!form up Alpha and Bravo\", \"!Alpha: steps N N E\", \"!Alpha: volley at Boyz\", \
    \"!Alpha: disband\".";

impl Game for Line {
    type Order = Order;

    const NAME: &'static str = "line";
    const OWN_KEYS: &'static [&'static str] = &["modules", "formations", "gm", "ability", "class", "tap_out_cost"];
    const ORDERS_PAGE: &'static str = include_str!("../../scenarios/ORDERS.md");
    /// `None`, as **X-2** decides this in every battle.
    const RULING_ON_THE_FALLEN: Option<&'static str> = None;

    game_items_from_rooms!();

    fn may_count(collected: &Collected, post: usize) -> bool {
        collected.posts.get(post).is_some_and(|it| it.orders.contains(&true))
    }

    fn counting(battle: &Battle, collected: &Collected, (number, post): (usize, &Accepted)) -> Vec<String> {
        let counts = collected.posts.get(number).map_or(&[][..], |it| &it.orders);
        let orders = post.orders.iter().zip(counts).filter(|it| *it.1).map(|it| &it.0.given.order);
        let orders = orders.filter(|it| !matches!(it, Order::Withdraw(_)));
        orders.map(|it| orders::canonical::canonical(battle, it)).collect()
    }

    fn refused(collected: &Collected, post: usize) -> Vec<&Diagnostic> {
        let notes = collected.posts.get(post).into_iter().flat_map(|it| &it.notes).map(|it| &it.diagnostic);
        notes.filter(|it| it.severity == Severity::Error).collect()
    }

    fn resolve(&self, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
        Line::resolve(self, battle, orders, dice)
    }

    fn roster(battle: &Battle) -> Vec<RosterEntry<'_>> {
        let setup = battle.setup();
        let enlisted = |id: SquadId| {
            let it = setup.squad(id);
            let has_come = |it: &SquadId| {
                battle.squad(*it).members.iter().any(|it| battle.unit(*it).state != UnitState::InReserve)
            };
            RosterEntry {
                id,
                name: &it.name,
                seat: it.seat,
                is_manned: !battle.squad(id).members.is_empty(),
                is_on_map: battle.is_on_map(id),
                is_to_come: battle.squad(id).in_reserve,
                is_known: it.seat.is_some() || has_come(&id),
            }
        };
        setup.squad_ids().map(enlisted).collect()
    }

    fn objectives(battle: &Battle) -> Vec<(&str, String)> {
        let setup = battle.setup();
        let told = |id| {
            let now = battle.objective(id);
            let owner = report::whose(now.owner);
            let contested = if now.is_contested { ", contested" } else { "" };
            (setup.objective(id).name.as_str(), format!("{owner}{contested}"))
        };
        setup.objective_ids().map(told).collect()
    }

    fn how_to_order(battle: &Battle) -> &'static str {
        if battle.has_formations() { HOW_TO_ORDER_FORMATIONS } else { HOW_TO_ORDER }
    }

    fn phrases(battle: &Battle, squad: SquadId) -> Vec<String> {
        orders::phrases(battle, squad)
    }

    #[cfg(test)]
    fn written(battle: &Battle, order: &Order) -> String {
        orders::canonical::canonical(battle, order)
    }

    fn has_any_for(_: &Battle, orders: &Orders, squad: SquadId) -> bool {
        orders.has_any_for(squad)
    }

    fn has_orders_for(_: &Battle, collected: &Collected, squad: SquadId) -> bool {
        collected.has_orders_for(squad)
    }

    fn complete(&self, open: &OpenRound<Line>, mood: Mood) -> Planned<Orders> {
        let OpenRound { battle, last_round, given, absent } = open;
        let given = commander::stand_in(self, battle, last_round, given, absent);
        let planned = commander::complete_with_reasons(self, battle, &given, mood);
        let side_plans = planned.side_plans.iter().map(|it| it.describe(battle));
        let reasons = side_plans.chain(planned.decisions.iter().map(|it| it.describe(battle))).collect();
        Planned { orders: planned.orders, reasons }
    }

    fn added(given: &Orders, all: &Orders) -> Orders {
        given.added_in(all)
    }

    fn with_added(battle: &Battle, given: &Orders, added: &Orders) -> Option<Orders> {
        battle.setup().has_everything_in(added).then(|| given.with_added(added))
    }

    fn read_absence(battle: &Battle, text: &str, squad: SquadId) -> Result<Absent, Diagnostic> {
        let setup = battle.setup();
        let is_friend = |it: &SquadId| battle.side(*it) == battle.side(squad) && !battle.squad(*it).members.is_empty();
        // Everybody learns whom the squad follows, so hidden squads are left out.
        let friends = setup.squad_ids().filter(|it| is_friend(it) && !battle.is_kept_from_players(*it));
        let friends: Vec<(SquadId, &str)> = friends.map(|it| (it, setup.squad(it).name.as_str())).collect();
        orders::absence(text, squad, &friends)
    }

    fn words_to_leave(battle: &Battle) -> &'static str {
        if battle.is_won() { "!end battle" } else { "!tap out" }
    }

    fn edit(names: &Names, battle: &Battle, text: &str) -> Result<Vec<Event>, Vec<Diagnostic>> {
        orders::edit::events(text, names, battle)
    }

    fn answer(&self, asked: &PostContext<'_, Line>) -> Option<Answer> {
        let PostContext { battle, text, posts, collected, post } = *asked;
        let (in_full, knows_all) = (false, false);
        report::answer(&report::PostContext { rules: self, battle, text, posts, collected, post, in_full, knows_all })
    }

    fn foretell(&self, question: &Question<'_, Line>) -> Option<QuestionAnswer<Order>> {
        let Question { names, battle, text, asker, language, now, .. } = *question;
        let (nerve, mut posts) =
            (orders::squad_asked_about(text, names, battle, asker, language), question.posts.to_vec());
        if nerve.is_none() {
            let (poster, reading) = report::read(text, question);
            posts.push(Accepted::new(poster, reading, now));
        }
        let collected = &orders::collect(battle, &posts);
        // A question about a squad's nerve is no post, so this number may be one past the last post.
        let post = question.posts.len();
        let (in_full, knows_all) = (true, asker == Poster::Gm);
        let asked =
            report::PostContext { rules: self, battle, text, posts: &posts, collected, post, in_full, knows_all };
        let (answer, odds) = match &nerve {
            Some(Ok(squad)) => report::answer_nerve(&asked, *squad, asker),
            Some(Err(why)) => (Answer::refusal(why), Vec::new()),
            None => report::answer_with_odds(&asked)?,
        };
        let numbers = report::numbers(battle, &odds);
        Some(QuestionAnswer { answer, numbers, post: posts.into_iter().nth(post) })
    }

    fn plan(&self, question: &Question<'_, Line>) -> Plan {
        report::plan(self, question)
    }

    fn ranges(battle: &Battle, squad: SquadId) -> Vec<Range> {
        report::ranges(battle, squad)
    }

    fn look(battle: &Battle, squad: SquadId) -> String {
        report::look(battle, squad)
    }
}
