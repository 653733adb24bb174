//! A battle of one game on the table: its state, the posts of the open round as they were understood, and what was played.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::dice::{Dice, Die, Mood, Purpose, Seed};
use crate::field::{Leaving, Outcome, SquadId};
use crate::game::{Asked, Enlisted, Fate, Game, Planned, Question, Range, Simulated, Stage};
use crate::map::{Arrow, Beat, Cast, Frame, PartyId, Picture};
use crate::page::{Answer, Document, Known, Numbers, Plan, Report, ReportLine, Rich};
use crate::post::{Absent, Accepted, Language, Poster, Reading};

/// A battle of one game.
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    game: G,
    setup: Arc<G::Setup>,
    battle: G::Battle,
    names: G::Names,
    // Posts of the open round by their numbers, and as they were understood.
    numbers: Vec<u32>,
    posts: Vec<Accepted<G::Order>>,
    // What the posts come to, once somebody has asked.
    collected: OnceLock<G::Collected>,
    // Those of the posts of which something may still count, and what they come to: the same orders, from far fewer posts
    // where much was said again and again.
    live: Vec<Accepted<G::Order>>,
    counting: OnceLock<G::Collected>,
    // What led from the beginning to `battle`, as far as it was played here.
    decided: Vec<Decided<G>>,
}

/// A round that was played, or a change that was made by hand.
#[derive(Clone, Debug)]
pub struct Decided<G: Game> {
    /// Its number among all decisions that stand, from 1.
    number: usize,
    pub before: G::Battle,
    /// All orders as they were when a round closed, the commander's included; `None`: a change by hand.
    pub orders: Option<G::Orders>,
    pub events: Vec<G::Event>,
}

/// A round that is open, away from the table.
#[derive(Clone, Debug)]
pub struct Open<G: Game> {
    pub battle: G::Battle,
    /// What happened in the round before.
    pub last_round: Vec<G::Event>,
    /// What everybody is told.
    pub given: G::Orders,
    pub absent: Vec<(SquadId, Absent)>,
}

/// What a round came to, for the log.
#[derive(Clone, Debug)]
pub struct Closing {
    pub round: u16,
    /// SHA-256 over the orders, the events and the state after them, as JSON.
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

    /// The game, with its rulings.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What led to [`Play::battle`], the first first, as far as it was played here.
    pub fn decided(&self) -> &[Decided<G>] {
        &self.decided
    }

    /// What never changes.
    pub fn setup(&self) -> &Arc<G::Setup> {
        &self.setup
    }

    /// The battle as the open round finds it.
    pub fn battle(&self) -> &G::Battle {
        &self.battle
    }

    /// What things are called in its posts.
    pub fn names(&self) -> &G::Names {
        &self.names
    }

    fn stand(&mut self, battle: G::Battle) {
        self.names = G::names(&battle);
        self.battle = battle;
        self.forget_posts();
    }

    fn place(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|it| *it == number)
    }

    fn collected(&self) -> &G::Collected {
        self.collected.get_or_init(|| G::collect(&self.battle, &self.posts))
    }

    fn counting(&self) -> &G::Collected {
        self.counting.get_or_init(|| G::collect(&self.battle, &self.live))
    }

    /// What the posts of the open round tell everybody.
    pub fn orders(&self) -> &G::Orders {
        G::orders(self.counting())
    }

    /// One post more. Of those before it, only what may still count is looked at again.
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

    /// Posts are other than they were.
    fn look_again(&mut self) {
        self.collected.take();
        self.counting.take();
        self.live.clone_from(&self.posts);
    }

    /// What every squad does if the round closes now.
    fn planned(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Planned<G::Orders> {
        self.game.complete(&self.open(self.orders().clone(), absent.to_vec()), mood)
    }

    /// The open round where only some posts count.
    pub(crate) fn open_round(&self, counts: &Knows<'_>, absent: &Absentees<'_>) -> Open<G> {
        let given = G::orders(&G::collect(&self.battle, &self.known_posts(counts))).clone();
        let absent = absent(&|squad| G::has_any_for(&self.battle, &given, squad));
        self.open(given, absent)
    }

    fn open(&self, given: G::Orders, absent: Vec<(SquadId, Absent)>) -> Open<G> {
        Open { battle: self.battle.clone(), last_round: self.last_round().to_vec(), given, absent }
    }

    /// Some posts of the open round.
    fn known_posts(&self, knows: &Knows<'_>) -> Vec<Accepted<G::Order>> {
        self.numbers.iter().zip(&self.posts).filter(|it| knows(*it.0)).map(|it| it.1.clone()).collect()
    }

    fn last_round(&self) -> &[G::Event] {
        let mut rounds = self.decided.iter().rev().filter(|it| it.orders.is_some());
        rounds.next().map_or(&[], |it| &it.events)
    }

    /// All that has happened here.
    fn events(&self) -> Vec<&G::Event> {
        self.decided.iter().flat_map(|it| &it.events).collect()
    }

    fn decide(&mut self, number: usize, orders: Option<G::Orders>, events: Vec<G::Event>) {
        let (before, after) = (self.battle.clone(), G::after(&self.battle, &events));
        self.decided.push(Decided { number, before, orders, events });
        self.stand(after);
    }

    /// The line of a report that tells of each event, the first first. A change by hand has no report.
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

/// Throws of the dice from which a picture of orders is made.
const THROWS: u64 = 8;

/// Whether a squad is told anything.
pub type IsTold<'a> = dyn Fn(SquadId) -> bool + 'a;

/// Whether somebody knows of a post, by its number.
pub type Knows<'a> = dyn Fn(u32) -> bool + 'a;

/// What each squad does whose player is away, by whether squads are told anything.
pub type Absentees<'a> = dyn Fn(&IsTold<'_>) -> Vec<(SquadId, Absent)> + 'a;

/// Makes the trait and its only implementation of one list, so that each question to a battle stands once.
macro_rules! any_play {
    ($($(#[$doc:meta])* fn $name:ident($($argument:tt)*) $(-> $answer:ty)? $body:block)+) => {
        /// A battle of whatever game, as the referee sees it.
        pub trait AnyPlay: Send + Sync {
            $($(#[$doc])* fn $name($($argument)*) $(-> $answer)?;)+
        }

        impl<G: Simulated> AnyPlay for Play<G> {
            $(fn $name($($argument)*) $(-> $answer)? $body)+
        }
    };
}

any_play! {
    /// What files call the game.
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
    fn roster(&self) -> Vec<Enlisted<'_>> {
        G::roster(&self.battle)
    }

    /// Each objective and what is true of it, in a few words.
    fn objectives(&self) -> Vec<(&str, String)> {
        G::objectives(&self.battle)
    }

    /// How orders are written, in a few examples.
    fn how_to_order(&self) -> &'static str {
        G::how_to_order(&self.battle)
    }

    /// The page for players that says how every order is written.
    fn orders_page(&self) -> &'static str {
        G::ORDERS_PAGE
    }

    /// The hash of everything that is true.
    fn digest(&self) -> [u8; 32] {
        digest_of(&self.battle)
    }

    /// Puts the battle in the state that these bytes are of; `false` if it is not the state with this digest.
    fn restore(&mut self, bytes: &[u8], digest: [u8; 32]) -> bool {
        // A snapshot is what the digest is of, so bytes that nobody has changed need no other check.
        let is_whole = <[u8; 32]>::from(Sha256::digest(bytes)) == digest;
        let Some(battle) = is_whole.then(|| G::restore(&self.setup, bytes)).flatten() else { return false };
        self.stand(battle);
        true
    }

    /// No post counts any more.
    fn forget_posts(&mut self) {
        self.numbers.clear();
        self.posts.clear();
        self.look_again();
    }

    /// **Q-A3** Reads a post, or what an edit made of one that was read before, with the number of its acceptance.
    fn read_post(&mut self, number: u32, poster: Poster, text: (u64, &str), language: &Language) {
        let (now, text) = text;
        let reading = G::read(&self.names, &self.battle, text, poster, language);
        match self.place(number) {
            Some(at) => {
                self.posts[at] = self.posts[at].carry_over(reading, now);
                self.look_again();
            }
            None => self.add(number, Accepted::new(poster, reading, now)),
        }
    }

    /// A post is gone, and its orders with it.
    fn drop_post(&mut self, number: u32) {
        if let Some(at) = self.place(number) {
            self.numbers.remove(at);
            self.posts.remove(at);
            self.look_again();
        }
    }

    /// Whether a post holds any order.
    fn holds_orders(&self, number: u32) -> bool {
        self.place(number).is_some_and(|it| !self.posts[it].orders.is_empty())
    }

    /// Whether posts tell a squad anything.
    fn is_told(&self, squad: SquadId) -> bool {
        G::has_any_for(&self.battle, self.orders(), squad)
    }

    /// Whether nobody waits for orders for a squad any more.
    fn is_provided_for(&self, squad: SquadId) -> bool {
        G::is_provided_for(&self.battle, self.counting(), squad)
    }

    /// The orders of a post that count, as people write them.
    fn counting_of(&self, number: u32) -> Vec<String> {
        let place = self.place(number);
        place.map_or(Vec::new(), |it| G::counting(&self.battle, self.collected(), (it, &self.posts[it])))
    }

    /// Who wants the battle to end with the open round.
    fn leaving(&self) -> Option<&Leaving> {
        G::leaving(self.orders())
    }

    /// What is answered to a post of the open round, where its reader knows of some posts.
    fn answer(&self, number: u32, text: &str, knows: &Knows<'_>) -> Option<Answer> {
        let (battle, place) = (&self.battle, self.place(number)?);
        if self.numbers.iter().all(|it| knows(*it)) {
            let (posts, collected, post) = match place + 1 == self.posts.len() {
                true => (&self.live[..], self.counting(), self.live.len() - 1),
                false => (&self.posts[..], self.collected(), place),
            };
            return self.game.answer(&Asked { battle, text, posts, collected, post });
        }
        let posts = &self.known_posts(&|it| knows(it) || it == number)[..];
        let post = self.numbers[..place].iter().filter(|it| knows(**it)).count();
        self.game.answer(&Asked { battle, text, posts, collected: &G::collect(battle, posts), post })
    }

    /// The squads that somebody's own posts of the open round make.
    fn made_by(&self, poster: Poster) -> Vec<(SquadId, String)> {
        let own: Vec<Accepted<G::Order>> = self.posts.iter().filter(|it| it.poster == poster).cloned().collect();
        let collected = G::collect(&self.battle, &own);
        G::made(&collected).into_iter().map(|(id, name)| (id, name.to_owned())).collect()
    }

    /// Whether a post is read as orders, and nothing of it is refused.
    fn reads(&self, text: &str, poster: Poster, language: &Language) -> bool {
        let language = Language { makes_offers: false, ..language.clone() };
        let reading = G::read(&self.names, &self.battle, text, poster, &language);
        !reading.given.is_empty() && !reading.has_errors(0)
    }

    /// Whether a post would change what everybody is told, where its poster knows of some posts.
    fn would_change(&self, text: &str, poster: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> bool {
        let mut posts = self.known_posts(knows);
        let before = G::collect(&self.battle, &posts);
        posts.push(Accepted::new(poster, G::read(&self.names, &self.battle, text, poster, language), now));
        G::orders(&before) != G::orders(&G::collect(&self.battle, &posts))
    }

    /// Whether two texts of a poster's are read as the same orders, and nothing of them is refused.
    fn reads_alike(&self, one: &str, other: &str, poster: Poster, language: &Language) -> bool {
        let language = Language { makes_offers: false, ..language.clone() };
        let [one, other] = [one, other].map(|it| G::read(&self.names, &self.battle, it, poster, &language));
        let denied = |it: &Reading<G::Order>| it.given.iter().map(|it| it.denies).collect::<Vec<_>>();
        let is_whole = !one.has_errors(0) && !other.has_errors(0);
        is_whole && one.orders().eq(other.orders()) && denied(&one) == denied(&other)
    }

    /// What is answered to a question that is no post, where its reader knows of some posts.
    fn ask(&self, text: &str, asker: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> Option<Answer> {
        let (names, battle, posts) = (&self.names, &self.battle, &self.known_posts(knows)[..]);
        let question = Question { names, battle, text, asker, language, posts, now };
        self.game.foretell(&question).map(|it| it.answer)
    }

    /// What the squads of somebody who knows of some posts can do.
    fn plan(&self, asker: Poster, language: &Language, now: u64, knows: &Knows<'_>) -> Plan {
        let (names, battle, posts) = (&self.names, &self.battle, &self.known_posts(knows)[..]);
        self.game.plan(&Question { names, battle, text: "", asker, language, posts, now })
    }

    /// What is answered to a question of the GM's, whoever's squads it is about, and the same in numbers. From then on it
    /// counts as a post with this number, if it is one: further questions are asked as if it stood.
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

    /// A squad from near.
    fn look(&self, squad: SquadId) -> String {
        G::look(&self.battle, squad)
    }

    /// How far the weapons of those of a squad who stand carry.
    fn ranges(&self, squad: SquadId) -> Vec<Range> {
        G::ranges(&self.battle, squad)
    }

    /// How the battle stands, told as a round in which nothing has happened yet.
    fn now(&self) -> Report {
        G::report(&self.battle, &[], &Known::default())
    }

    /// Reads what a squad is to do while its player is away.
    fn read_absence(&self, text: &str, squad: SquadId) -> Result<Absent, Diagnostic> {
        G::read_absence(&self.battle, text, squad)
    }

    /// The order with which the players leave.
    fn words_to_leave(&self) -> &'static str {
        G::words_to_leave(&self.battle)
    }

    /// Why the commander would have its squads do what they do, if the round closed now.
    fn reasons(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Vec<String> {
        self.planned(absent, mood).reasons
    }

    /// What the commander and those who stand in add to the orders of posts, if the round closes now, as it is kept.
    fn commanded(&self, absent: &[(SquadId, Absent)], mood: Mood) -> Value {
        let added = G::added(self.orders(), &self.planned(absent, mood).orders);
        serde_json::from_slice(&json_of(&added)).expect("it was written as JSON just now")
    }

    /// Plays the round by the orders of posts and what was added to them, with the dice that the round gets for the digest of
    /// these orders. `None` if
    /// what was added can't be orders of this battle; then nothing has happened.
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

    /// Plays the round by the orders of posts alone, with these dice. Squads that nobody tells anything hold.
    fn close_with(&mut self, number: usize, dice: &mut Dice) {
        let orders = self.orders().clone();
        let events = self.game.resolve(&self.battle, &orders, dice);
        self.decide(number, Some(orders), events);
    }

    /// What is refused of a post of the open round.
    fn refused(&self, number: u32) -> Vec<&Diagnostic> {
        let Some(post) = self.place(number) else { return Vec::new() };
        let read = self.posts[post].diagnostics.iter().filter(|it| it.severity == Severity::Error);
        read.chain(G::refused(self.collected(), post)).collect()
    }

    /// Every squad and unit as it is now, for programs: the first line of a round's events.
    fn state(&self) -> Result<Value, serde_json::Error> {
        let lines = G::json(&self.battle, &[], &self.now())?;
        serde_json::from_str(lines.lines().next().unwrap_or_default())
    }

    /// What the round would come to with these dice.
    fn dry_run(&self, absent: &[(SquadId, Absent)], known: &Known, dice: (&Seed, &[u8; 32]), mood: Mood) -> Report {
        let (seed, words) = dice;
        let orders = self.planned(absent, mood).orders;
        let mut dice = seed.dice(self.stage().round, &digest_of(&orders), words);
        let events = self.game.resolve(&self.battle, &orders, &mut dice);
        G::report(&self.battle, &events, known)
    }

    /// Changes the battle by hand, and says what is different.
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

    /// Takes a decision and all after it back.
    fn undo(&mut self, number: usize) {
        if let Some(it) = self.decision(number) {
            let before = it.before.clone();
            self.decided.retain(|it| it.number < number);
            self.stand(before);
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

    /// What is different between two states of this battle, as bytes; `None` if they are none.
    fn difference(&self, before: &[u8], after: &[u8]) -> Option<Document> {
        Some(G::difference(&G::restore(&self.setup, before)?, &G::restore(&self.setup, after)?))
    }

    /// The report of a round that was played, with what was changed by hand while it was open.
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

    /// All that led to a line of that round's report.
    fn reckoning(&self, number: usize, line: &ReportLine) -> Vec<Rich> {
        self.decision(number).map_or(Vec::new(), |it| G::reckoning(&it.before, &it.events, line))
    }

    /// The events of a round for programs, an object a line.
    fn json(&self, number: usize, report: &Report) -> Result<String, serde_json::Error> {
        self.decision(number).map_or(Ok(String::new()), |it| G::json(&it.before, &it.events, report))
    }

    /// The field as it is, with what happened in the last round.
    fn picture(&self) -> Picture {
        G::picture(&self.battle, self.last_round())
    }

    /// The field as it is, with what some posts order drawn as arrows, and nothing that only the GM may know.
    fn picture_of_orders(&self, knows: &Knows<'_>) -> Picture {
        let open = self.open_round(knows, &|_| Vec::new());
        let (known, _) = self.game.as_players_know_it(&open);
        // Dice may keep somebody from doing what they are told: the throw that shows most of it.
        let throws = (0..THROWS).map(|seed| {
            let mut dice = Seed::from(seed).dice(self.stage().round, &digest_of(&open.given), &[0; 32]);
            G::picture(&self.battle, &self.game.resolve(&known, &open.given, &mut dice)).arrows
        });
        let throws: Vec<Vec<Arrow>> = throws.collect();
        let is_sure = |arrow: &Arrow| throws.iter().all(|it| it.iter().any(|it| it.is_like(arrow)));
        let most = throws.iter().max_by_key(|it| it.len()).into_iter().flatten();
        let arrows = most.map(|it| Arrow { is_doubtful: !is_sure(it), ..it.clone() }).collect();
        Picture { arrows, ..G::picture(&self.battle, &[]) }
    }

    /// The field as the first decision that is known found it.
    fn picture_of_opening(&self) -> Picture {
        G::picture(self.decided.first().map_or(&self.battle, |it| &it.before), &[])
    }

    /// The field as it was after a round, with what happened in it.
    fn picture_after(&self, number: usize) -> Picture {
        let later = self.decided.iter().filter(|it| it.orders.is_some()).find(|it| number < it.number);
        let events = self.decision(number).map_or(&[][..], |it| &it.events);
        G::picture(later.map_or(&self.battle, |it| &it.before), events)
    }

    /// Everybody who is on the field or has been.
    fn cast(&self) -> Cast {
        G::cast(&self.battle)
    }

    /// Where everybody is as the battle stands.
    fn frame(&self) -> Frame {
        G::frame(&self.battle)
    }

    /// Where everybody was before a decision; as the battle stands if it isn't known.
    fn frame_before(&self, number: usize) -> Frame {
        G::frame(self.decision(number).map_or(&self.battle, |it| &it.before))
    }

    /// A round that was played, or a change by hand, as what people watch.
    fn beats(&self, number: usize, report: &Report) -> Vec<Beat> {
        self.decision(number).map_or(Vec::new(), |it| self.game.beats(&it.before, &it.events, report))
    }

    /// What became of everybody with a name of his own, and the line of a report that tells of his fall.
    fn fates(&self) -> Vec<(Fate, Option<String>)> {
        let lines = self.lines_of_events();
        let with_line = |fate: Fate| {
            let line = fate.fall.as_ref().and_then(|it| lines.get(it.event)?.clone());
            (fate, line)
        };
        G::fates(&self.battle, &self.events()).into_iter().map(with_line).collect()
    }

    /// The report of the whole battle. It may be over without an outcome.
    fn final_report(&self, is_over: bool) -> Document {
        G::final_report(&self.battle, &self.events(), is_over)
    }
}

/// SHA-256 over something as JSON.
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
        /// Posts of which nothing can count any more make no difference, neither to the orders nor to the last answer.
        pub(crate) fn holds_with_all_posts(&self, text: &str) {
            let mut whole = Play::of(self.game.clone(), Arc::clone(&self.setup), self.battle.clone());
            (whole.numbers, whole.posts) = (self.numbers.clone(), self.posts.clone());
            whole.look_again();
            assert_eq!(digest_of(self.orders()), digest_of(whole.orders()), "{text}");
            let answer = |it: &Play<G>| it.answer(*self.numbers.last()?, text, &|_| true);
            assert_eq!(answer(self), answer(&whole), "{text}");
        }
    }
}
