//! A battle of one game on the table: its state, the posts of the open round as they were read, and the rounds that
//! were played.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::dice::{Dice, Die, Mood, Purpose, Seed};
use crate::field::{Leaving, Outcome, SquadId};
use crate::game::{Fate, Game, Planned, PostContext, Question, Range, RosterEntry, Simulated, Stage};
use crate::map::{Arrow, Beat, Cast, Frame, PartyId, Picture};
use crate::page::{Answer, Document, Known, Numbers, Plan, Report, ReportLine, Rich};
use crate::post::{Absent, Accepted, Language, Poster, Reading};

#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    game: G,
    setup: Arc<G::Setup>,
    battle: G::Battle,
    names: G::Names,
    // Posts of the open round: their numbers, and the posts as they were read.
    numbers: Vec<u32>,
    posts: Vec<Accepted<G::Order>>,
    // All posts combined, once somebody has asked.
    collected: OnceLock<G::Collected>,
    // Posts of which something may still count, and those combined. They give the same orders as all posts, from far
    // fewer posts where people repeat themselves.
    live: Vec<Accepted<G::Order>>,
    counting: OnceLock<G::Collected>,
    // The decisions that led to `battle`, as far as they were made here.
    decided: Vec<Decided<G>>,
}

/// A round that was played, or a change that was made by hand.
#[derive(Clone, Debug)]
pub struct Decided<G: Game> {
    /// Its number among all decisions that stand, from 1.
    number: usize,
    pub before: G::Battle,
    /// All orders when the round closed, the commander's included. `None` for a change by hand.
    pub orders: Option<G::Orders>,
    pub events: Vec<G::Event>,
}

/// A copy of the open round, away from the table.
#[derive(Clone, Debug)]
pub struct OpenRound<G: Game> {
    pub battle: G::Battle,
    /// The events of the previous round.
    pub last_round: Vec<G::Event>,
    /// The orders of posts.
    pub given: G::Orders,
    pub absent: Vec<(SquadId, Absent)>,
}

/// The result of a round, for the log.
#[derive(Clone, Debug)]
pub struct Closing {
    pub round: u16,
    /// SHA-256 of the orders, the events and the state after them, as JSON.
    pub orders: [u8; 32],
    pub events: [u8; 32],
    pub state: [u8; 32],
    /// **R-4** Every die of the round, in order.
    pub dice: Vec<(Purpose, Die)>,
}

impl<G: Simulated> Play<G> {
    /// A battle as its first round opens.
    pub fn new(game: G, setup: Arc<G::Setup>) -> Play<G> {
        let battle = G::open(&setup);
        Play::of(game, setup, battle)
    }

    /// A battle as it stands.
    pub fn of(game: G, setup: Arc<G::Setup>, battle: G::Battle) -> Play<G> {
        Play {
            game,
            names: G::names(&battle),
            setup,
            battle,
            numbers: Vec::new(),
            posts: Vec::new(),
            collected: OnceLock::new(),
            live: Vec::new(),
            counting: OnceLock::new(),
            decided: Vec::new(),
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// The decisions that led to [`Play::battle`], in order, as far as they were made here.
    pub fn decided(&self) -> &[Decided<G>] {
        &self.decided
    }

    pub fn setup(&self) -> &Arc<G::Setup> {
        &self.setup
    }

    /// The battle as it was when the open round opened.
    pub fn battle(&self) -> &G::Battle {
        &self.battle
    }

    /// The names that its posts use.
    pub fn names(&self) -> &G::Names {
        &self.names
    }

    fn set_battle(&mut self, battle: G::Battle) {
        self.names = G::names(&battle);
        self.battle = battle;
        self.forget_posts();
    }

    fn index_of(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|it| *it == number)
    }

    fn collected(&self) -> &G::Collected {
        self.collected.get_or_init(|| G::collect(&self.battle, &self.posts))
    }

    fn counting(&self) -> &G::Collected {
        self.counting.get_or_init(|| G::collect(&self.battle, &self.live))
    }

    /// The orders from the posts of the open round.
    pub fn orders(&self) -> &G::Orders {
        G::orders(self.counting())
    }

    /// Adds a post. Of the earlier posts, only those that may still count are combined again.
    fn add(&mut self, number: u32, post: Accepted<G::Order>) {
        self.collected.take();
        if let Some(counting) = self.counting.take() {
            let mut n = 0;
            self.live.retain(|_| {
                n += 1;
                G::may_count(&counting, n - 1)
            });
        }
        self.live.push(post.clone());
        self.numbers.push(number);
        self.posts.push(post);
    }

    /// Forgets what was combined, because the posts have changed.
    fn forget_collected(&mut self) {
        self.collected.take();
        self.counting.take();
        self.live.clone_from(&self.posts);
    }

    /// The orders of every squad if the round closes now.
    fn planned(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Planned<G::Orders> {
        self.game.complete(&self.open(self.orders().clone(), absent.to_vec()), mood)
    }

    /// The open round with only some of its posts.
    pub(crate) fn open_round(&self, counts: &Knows<'_>, absent: &Absentees<'_>) -> OpenRound<G> {
        let given = G::orders(&G::collect(&self.battle, &self.known_posts(counts))).clone();
        let absent = absent(&|squad| G::has_any_for(&self.battle, &given, squad));
        self.open(given, absent)
    }

    fn open(&self, given: G::Orders, absent: Vec<(SquadId, Absent)>) -> OpenRound<G> {
        OpenRound { battle: self.battle.clone(), last_round: self.last_round().to_vec(), given, absent }
    }

    /// The posts of the open round that somebody knows of.
    fn known_posts(&self, knows: &Knows<'_>) -> Vec<Accepted<G::Order>> {
        self.numbers.iter().zip(&self.posts).filter(|it| knows(*it.0)).map(|it| it.1.clone()).collect()
    }

    fn last_round(&self) -> &[G::Event] {
        let mut rounds = self.decided.iter().rev().filter(|it| it.orders.is_some());
        rounds.next().map_or(&[], |it| &it.events)
    }

    /// Every event that has happened here.
    fn events(&self) -> Vec<&G::Event> {
        self.decided.iter().flat_map(|it| &it.events).collect()
    }

    fn decide(&mut self, number: usize, orders: Option<G::Orders>, events: Vec<G::Event>) {
        let (before, after) = (self.battle.clone(), G::after(&self.battle, &events));
        self.decided.push(Decided { number, before, orders, events });
        self.set_battle(after);
    }

    /// For each event in order, the line of the report that tells of it. Changes by hand have no report.
    fn lines_of_events(&self) -> Vec<Option<String>> {
        let told = |it: &Decided<G>| match it.orders {
            Some(_) => G::report(&it.before, &it.events, &Known::default()).lines_of_events(it.events.len()),
            None => vec![None; it.events.len()],
        };
        self.decided.iter().flat_map(told).collect()
    }

    fn decision(&self, number: usize) -> Option<&Decided<G>> {
        self.decided.iter().find(|it| it.number == number)
    }
}

/// How many times orders are played to draw a picture of them.
const THROWS_OF_PICTURE: u64 = 8;

/// Whether a squad has orders.
pub type HasOrders<'a> = dyn Fn(SquadId) -> bool + 'a;

/// Whether somebody knows of the post with this number.
pub type Knows<'a> = dyn Fn(u32) -> bool + 'a;

/// What each squad of an absent player does, given which squads have orders.
pub type Absentees<'a> = dyn Fn(&HasOrders<'_>) -> Vec<(SquadId, Absent)> + 'a;

/// Makes the trait and its only implementation from one list, so that each method is written once.
macro_rules! any_play {
    ($($(#[$doc:meta])* fn $name:ident($($argument:tt)*) $(-> $answer:ty)? $body:block)+) => {
        /// A battle of any game, as the referee sees it.
        pub trait AnyPlay: Send + Sync {
            $($(#[$doc])* fn $name($($argument)*) $(-> $answer)?;)+
        }

        impl<G: Simulated> AnyPlay for Play<G> {
            $(fn $name($($argument)*) $(-> $answer)? $body)+
        }
    };
}

any_play! {
    /// The game's name in files.
    fn name(&self) -> &'static str {
        G::NAME
    }

    /// Every rule, in the order of its page.
    fn rules(&self) -> &'static [Rule] {
        G::rules()
    }

    /// What is played, by whom, and how far it has come.
    fn stage(&self) -> Stage<'_> {
        G::stage(&self.battle)
    }

    /// How it ended, in a few words.
    fn ended(&self) -> String {
        G::ended(&self.battle)
    }

    /// How it ended for a party, if it has.
    fn outcome_for(&self, party: PartyId) -> Option<Outcome> {
        G::outcome_for(&self.battle, party)
    }

    /// Every squad, in roster order.
    fn roster(&self) -> Vec<RosterEntry<'_>> {
        G::roster(&self.battle)
    }

    /// Each objective, with its state in a few words.
    fn objectives(&self) -> Vec<(&str, String)> {
        G::objectives(&self.battle)
    }

    /// How to write orders, with a few examples.
    fn how_to_order(&self) -> &'static str {
        G::how_to_order(&self.battle)
    }

    /// The page for players that explains how to write every order.
    fn orders_page(&self) -> &'static str {
        G::ORDERS_PAGE
    }

    /// The hash of the whole state.
    fn digest(&self) -> [u8; 32] {
        digest_of(&self.battle)
    }

    /// Restores the battle from the bytes of a state. Returns `false`, and changes nothing, if they are not the state
    /// with this digest.
    fn restore(&mut self, bytes: &[u8], digest: [u8; 32]) -> bool {
        // The digest is that of the snapshot's bytes, so unchanged bytes need no other check.
        let is_whole = <[u8; 32]>::from(Sha256::digest(bytes)) == digest;
        let Some(battle) = is_whole.then(|| G::restore(&self.setup, bytes)).flatten() else { return false };
        self.set_battle(battle);
        true
    }

    /// Forgets all posts of the open round.
    fn forget_posts(&mut self) {
        self.numbers.clear();
        self.posts.clear();
        self.forget_collected();
    }

    /// **Q-A3** Reads a post, or the new text of a post that was edited. `text` comes with the number of its
    /// acceptance.
    fn read_post(&mut self, number: u32, poster: Poster, text: (u64, &str), language: &Language) {
        let (now, text) = text;
        let reading = G::read(&self.names, &self.battle, text, poster, language);
        match self.index_of(number) {
            Some(at) => {
                self.posts[at] = self.posts[at].carry_over(reading, now);
                self.forget_collected();
            }
            None => self.add(number, Accepted::new(poster, reading, now)),
        }
    }

    /// Removes a post, and its orders with it.
    fn drop_post(&mut self, number: u32) {
        if let Some(at) = self.index_of(number) {
            self.numbers.remove(at);
            self.posts.remove(at);
            self.forget_collected();
        }
    }

    /// Whether a post holds any order.
    fn holds_orders(&self, number: u32) -> bool {
        self.index_of(number).is_some_and(|it| !self.posts[it].orders.is_empty())
    }

    /// Whether posts give a squad any order.
    fn has_orders(&self, squad: SquadId) -> bool {
        G::has_any_for(&self.battle, self.orders(), squad)
    }

    /// Whether a squad needs no further orders.
    fn has_orders_for(&self, squad: SquadId) -> bool {
        G::has_orders_for(&self.battle, self.counting(), squad)
    }

    /// The orders of a post that count, as people write them.
    fn counting_orders(&self, number: u32) -> Vec<String> {
        let place = self.index_of(number);
        place.map_or(Vec::new(), |it| G::counting(&self.battle, self.collected(), (it, &self.posts[it])))
    }

    /// Who wants the battle to end with the open round.
    fn leaving(&self) -> Option<&Leaving> {
        G::leaving(self.orders())
    }

    /// The answer to a post of the open round, for a reader who knows of some posts.
    fn answer(&self, number: u32, text: &str, knows: &Knows<'_>) -> Option<Answer> {
        let (battle, place) = (&self.battle, self.index_of(number)?);
        if self.numbers.iter().all(|it| knows(*it)) {
            let (posts, collected, post) = match place + 1 == self.posts.len() {
                true => (&self.live[..], self.counting(), self.live.len() - 1),
                false => (&self.posts[..], self.collected(), place),
            };
            return self.game.answer(&PostContext { battle, text, posts, collected, post });
        }
        let posts = &self.known_posts(&|it| knows(it) || it == number)[..];
        let post = self.numbers[..place].iter().filter(|it| knows(**it)).count();
        self.game.answer(&PostContext { battle, text, posts, collected: &G::collect(battle, posts), post })
    }

    /// The squads that a poster's own posts of the open round create.
    fn squads_made_by(&self, poster: Poster) -> Vec<(SquadId, String)> {
        let own: Vec<Accepted<G::Order>> = self.posts.iter().filter(|it| it.poster == poster).cloned().collect();
        let collected = G::collect(&self.battle, &own);
        G::made(&collected).into_iter().map(|(id, name)| (id, name.to_owned())).collect()
    }

    /// Whether a text is read as orders of which none is refused.
    fn reads(&self, text: &str, poster: Poster, language: &Language) -> bool {
        let language = Language { makes_offers: false, ..language.clone() };
        let reading = G::read(&self.names, &self.battle, text, poster, &language);
        !reading.given.is_empty() && !reading.has_errors(0)
    }

    /// Whether a post would change the orders, as far as its poster knows the other posts.
    fn would_change(&self, text: &str, poster: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> bool {
        let mut posts = self.known_posts(knows);
        let before = G::collect(&self.battle, &posts);
        posts.push(Accepted::new(poster, G::read(&self.names, &self.battle, text, poster, language), now));
        G::orders(&before) != G::orders(&G::collect(&self.battle, &posts))
    }

    /// Whether two texts by a poster are read as the same orders, and none of them is refused.
    fn reads_alike(&self, one: &str, other: &str, poster: Poster, language: &Language) -> bool {
        let language = Language { makes_offers: false, ..language.clone() };
        let [one, other] = [one, other].map(|it| G::read(&self.names, &self.battle, it, poster, &language));
        let denied = |it: &Reading<G::Order>| it.given.iter().map(|it| it.denies).collect::<Vec<_>>();
        let is_whole = !one.has_errors(0) && !other.has_errors(0);
        is_whole && one.orders().eq(other.orders()) && denied(&one) == denied(&other)
    }

    /// The answer to a question that is no post, for a reader who knows of some posts.
    fn ask(&self, text: &str, asker: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> Option<Answer> {
        let (names, battle, posts) = (&self.names, &self.battle, &self.known_posts(knows)[..]);
        let question = Question { names, battle, text, asker, language, posts, now };
        self.game.foretell(&question).map(|it| it.answer)
    }

    /// What somebody's squads can do, as far as they know the posts.
    fn plan(&self, asker: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> Plan {
        let (names, battle, posts) = (&self.names, &self.battle, &self.known_posts(knows)[..]);
        self.game.plan(&Question { names, battle, text: "", asker, language, posts, now })
    }

    /// The answer to a question of the GM's about any squad, and its numbers. If the question could be a post, it
    /// counts as one with this number from then on, so that further questions build on it.
    fn foretell(&mut self, number: u32, text: &str, language: &Language) -> Option<(Answer, Vec<Numbers>)> {
        let (names, battle, posts) = (&self.names, &self.battle, &self.posts[..]);
        let (asker, now) = (Poster::Gm, u64::from(number));
        let question = Question { names, battle, text, asker, language, posts, now };
        let foretold = self.game.foretell(&question)?;
        if let Some(post) = foretold.post {
            self.add(number, post);
        }
        Some((foretold.answer, foretold.numbers))
    }

    /// What an order for a squad can be made of.
    fn phrases(&self, squad: SquadId) -> Vec<String> {
        G::phrases(&self.battle, squad)
    }

    /// A close look at a squad.
    fn look(&self, squad: SquadId) -> String {
        G::look(&self.battle, squad)
    }

    /// The ranges of the weapons of those units of a squad that stand.
    fn ranges(&self, squad: SquadId) -> Vec<Range> {
        G::ranges(&self.battle, squad)
    }

    /// How the battle stands, as the report of a round in which nothing has happened yet.
    fn now(&self) -> Report {
        G::report(&self.battle, &[], &Known::default())
    }

    /// Reads what a squad is to do while its player is away.
    fn read_absence(&self, text: &str, squad: SquadId) -> Result<Absent, Diagnostic> {
        G::read_absence(&self.battle, text, squad)
    }

    /// The order by which the players leave.
    fn words_to_leave(&self) -> &'static str {
        G::words_to_leave(&self.battle)
    }

    /// The commander's reasons for the orders it would give if the round closed now.
    fn reasons(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Vec<String> {
        self.planned(absent, mood).reasons
    }

    /// The orders that the commander and stand-ins would add if the round closed now, as the log keeps them.
    fn commanded(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Value {
        let added = G::added(self.orders(), &self.planned(absent, mood).orders);
        serde_json::from_slice(&json_of(&added)).expect("it was written as JSON just now")
    }

    /// Plays the round by the orders of posts and those that were added to them. `dice` makes the dice of a round from
    /// the digest of its orders. `None` if what was added can't be orders of this battle; then nothing has happened.
    fn close(&mut self, number: usize, commanded: &Value, dice: &dyn Fn(u16, &[u8; 32]) -> Dice) -> Option<Closing> {
        let added = G::Orders::deserialize(commanded).ok()?;
        let orders = G::with_added(&self.battle, self.orders(), &added)?;
        let round = self.stage().round;
        let orders_digest = digest_of(&orders);
        let mut dice = dice(round, &orders_digest);
        let events = self.game.resolve(&self.battle, &orders, &mut dice);
        let events_digest = digest_of(&events);
        self.decide(number, Some(orders), events);
        let (state, dice) = (digest_of(&self.battle), dice.rolled().to_vec());
        Some(Closing { round, orders: orders_digest, events: events_digest, state, dice })
    }

    /// Plays the round by the orders of posts alone, with these dice. Squads without orders hold.
    fn close_with(&mut self, number: usize, dice: &mut Dice) {
        let orders = self.orders().clone();
        let events = self.game.resolve(&self.battle, &orders, dice);
        self.decide(number, Some(orders), events);
    }

    /// The errors in a post of the open round.
    fn refused(&self, number: u32) -> Vec<&Diagnostic> {
        let Some(post) = self.index_of(number) else { return Vec::new() };
        let read = self.posts[post].diagnostics.iter().filter(|it| it.severity == Severity::Error);
        read.chain(G::refused(self.collected(), post)).collect()
    }

    /// Every squad and unit as it is now, for programs: the first line of a round's events.
    fn state(&self) -> Result<Value, serde_json::Error> {
        let lines = G::json(&self.battle, &[], &self.now())?;
        serde_json::from_str(lines.lines().next().unwrap_or_default())
    }

    /// The report of the round if it closed now with these dice.
    fn dry_run(&self, absent: &[(SquadId, Absent)], known: &Known, dice: (&Seed, &[u8; 32]), mood: Mood) -> Report {
        let (seed, words) = dice;
        let orders = self.planned(absent, mood).orders;
        let mut dice = seed.dice(self.stage().round, &digest_of(&orders), words);
        let events = self.game.resolve(&self.battle, &orders, &mut dice);
        G::report(&self.battle, &events, known)
    }

    /// Changes the battle by hand. Returns what is different.
    fn change(&mut self, number: usize, text: &str) -> Result<Document, Vec<Diagnostic>> {
        let events = G::edit(&self.names, &self.battle, text)?;
        let before = self.battle.clone();
        if digest_of(&G::after(&before, &events)) == digest_of(&before) {
            return Err(vec![Diagnostic::error(0..text.len(), "it is so already, so nothing is changed")]);
        }
        self.decide(number, None, events);
        Ok(G::difference(&before, &self.battle))
    }

    /// The round that was open before a decision.
    fn round_before(&self, number: usize) -> Option<u16> {
        self.decision(number).map(|it| G::stage(&it.before).round)
    }

    /// Takes back a decision and all later ones.
    fn undo(&mut self, number: usize) {
        if let Some(it) = self.decision(number) {
            let before = it.before.clone();
            self.decided.retain(|it| it.number < number);
            self.set_battle(before);
        }
    }

    /// The battle before a decision, as bytes.
    fn snapshot_before(&self, number: usize) -> Option<Vec<u8>> {
        self.decision(number).map(|it| json_of(&it.before))
    }

    /// The battle after a decision, as bytes.
    fn snapshot_after(&self, number: usize) -> Option<Vec<u8>> {
        self.decision(number)?;
        Some(json_of(self.decision(number + 1).map_or(&self.battle, |it| &it.before)))
    }

    /// The differences between two states of this battle, given as bytes. `None` if they are no states of it.
    fn difference(&self, before: &[u8], after: &[u8]) -> Option<Document> {
        Some(G::difference(&G::restore(&self.setup, before)?, &G::restore(&self.setup, after)?))
    }

    /// The report of a round that was played, with the changes by hand that were made while it was open.
    fn report(&self, number: usize, known: &Known) -> Report {
        let Some(it) = self.decision(number) else { return G::report(&self.battle, &[], known) };
        let report = G::report(&it.before, &it.events, known);
        let found = self.decided.iter().rev().skip_while(|it| number <= it.number).take_while(|it| it.orders.is_none());
        let changes = found.last().map(|first| G::difference(&first.before, &it.before));
        let changes = changes.filter(|them| it.orders.is_some() && *them != G::difference(&it.before, &it.before));
        match changes {
            Some(changes) => report.set_right(&changes),
            None => report,
        }
    }

    /// Everything that led to a line of that round's report.
    fn reckoning(&self, number: usize, line: &ReportLine) -> Vec<Rich> {
        self.decision(number).map_or(Vec::new(), |it| G::reckoning(&it.before, &it.events, line))
    }

    /// The events of a round for programs, one JSON object a line.
    fn json(&self, number: usize, report: &Report) -> Result<String, serde_json::Error> {
        self.decision(number).map_or(Ok(String::new()), |it| G::json(&it.before, &it.events, report))
    }

    /// The field as it is, with what happened in the last round.
    fn picture(&self) -> Picture {
        G::picture(&self.battle, self.last_round())
    }

    /// The field as it is, with the orders of some posts as arrows. It shows nothing that only the GM may know.
    fn picture_of_orders(&self, knows: &Knows<'_>) -> Picture {
        let open = self.open_round(knows, &|_| Vec::new());
        let (known, _) = self.game.as_players_know_it(&open);
        // Dice may keep squads from their orders, so the throw that shows most arrows is drawn.
        let throws = (0..THROWS_OF_PICTURE).map(|seed| {
            let mut dice = Seed::from(seed).dice(self.stage().round, &digest_of(&open.given), &[0; 32]);
            G::picture(&self.battle, &self.game.resolve(&known, &open.given, &mut dice)).arrows
        });
        let throws: Vec<Vec<Arrow>> = throws.collect();
        let is_sure = |arrow: &Arrow| throws.iter().all(|it| it.iter().any(|it| it.is_like(arrow)));
        let most = throws.iter().max_by_key(|it| it.len()).into_iter().flatten();
        let arrows = most.map(|it| Arrow { is_doubtful: !is_sure(it), ..it.clone() }).collect();
        Picture { arrows, ..G::picture(&self.battle, &[]) }
    }

    /// The field before the first decision that is known here.
    fn picture_of_opening(&self) -> Picture {
        G::picture(self.decided.first().map_or(&self.battle, |it| &it.before), &[])
    }

    /// The field after a round, with what happened in it.
    fn picture_after(&self, number: usize) -> Picture {
        let later = self.decided.iter().filter(|it| it.orders.is_some()).find(|it| number < it.number);
        let events = self.decision(number).map_or(&[][..], |it| &it.events);
        G::picture(later.map_or(&self.battle, |it| &it.before), events)
    }

    /// Everyone who is or has been on the field.
    fn cast(&self) -> Cast {
        G::cast(&self.battle)
    }

    /// Where everyone is as the battle stands.
    fn frame(&self) -> Frame {
        G::frame(&self.battle)
    }

    /// Where everyone was before a decision. If the decision isn't known, where everyone is now.
    fn frame_before(&self, number: usize) -> Frame {
        G::frame(self.decision(number).map_or(&self.battle, |it| &it.before))
    }

    /// A round that was played, or a change by hand, as people watch it.
    fn beats(&self, number: usize, report: &Report) -> Vec<Beat> {
        self.decision(number).map_or(Vec::new(), |it| self.game.beats(&it.before, &it.events, report))
    }

    /// What became of everyone with a name of their own, and the line of a report that tells of their fall.
    fn fates(&self) -> Vec<(Fate, Option<String>)> {
        let lines = self.lines_of_events();
        let with_line = |fate: Fate| {
            let line = fate.fall.as_ref().and_then(|it| lines.get(it.event)?.clone());
            (fate, line)
        };
        G::fates(&self.battle, &self.events()).into_iter().map(with_line).collect()
    }

    /// The report of the whole battle. It may be over without an outcome, if its seed was published early.
    fn final_report(&self, is_over: bool) -> Document {
        G::final_report(&self.battle, &self.events(), is_over)
    }
}

/// SHA-256 of a value as JSON.
pub fn digest_of(it: &impl Serialize) -> [u8; 32] {
    Sha256::digest(json_of(it)).into()
}

fn json_of(it: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(it).expect("what is played has no maps and no floats, so it is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<G: Simulated> Play<G> {
        /// Leaving out posts that can't count any more changes neither the orders nor the last answer.
        pub(crate) fn holds_with_all_posts(&self, text: &str) {
            let mut whole = Play::of(self.game.clone(), Arc::clone(&self.setup), self.battle.clone());
            (whole.numbers, whole.posts) = (self.numbers.clone(), self.posts.clone());
            whole.forget_collected();
            assert_eq!(digest_of(self.orders()), digest_of(whole.orders()), "{text}");
            let answer = |it: &Play<G>| it.answer(*self.numbers.last()?, text, &|_| true);
            assert_eq!(answer(self), answer(&whole), "{text}");
        }
    }
}
