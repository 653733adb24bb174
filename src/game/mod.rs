//! What a game is to everybody above it: its rules, its posts, its rounds and its words, behind one trait.
//!
//! The seam is the whole round, not the phase: games share the field they stand on and nothing of how it is fought over. A
//! [`Game`] is a value that holds its rulings; a [`Play`] is a battle of one game on the table. What crosses upward is the
//! same for all games: answers, reports, pictures, diagnostics, bytes.

mod case;
mod fate;
pub(crate) mod film;
mod play;
mod simulation;
mod threads;
pub(crate) mod told;

pub use case::{Board, People, Scene, toml};
pub use fate::{End, Fall, Fate};
pub use play::{Absentees, AnyPlay, Closing, Decided, IsTold, Knows, Open, Play, digest_of};
pub use simulation::{
    Activity, GoalStanding, Levels, ObjectiveStanding, OutcomeKind, PLAYERS, Seen, Simulated, SquadStanding, Standing,
    Survey, Terms, TrackedOutcome,
};
pub use threads::{cores, on_threads};

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::diagnostic::{Diagnostic, Rule};
use crate::dice::{Dice, Mood};
use crate::field::{Leaving, Outcome, Seat, SeatId, SquadId, UnitId, grouped};
use crate::file::{Catalogs, Data, Reader, Value};
use crate::map::{Beat, Cast, Frame, Picture};
use crate::page::{Answer, Document, Known, Numbers, Plan, Report, ReportLine, Rich};
use crate::post::{Absent, Accepted, Language, LastWord, Poster, Reading};

/// How often a round is played to say what its orders may come to: the same for an answer and for a question.
pub const TRIES: u32 = 1_000;

/// A rulebook, with all that belongs to it. The value holds the rulings that a scenario changed.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// What never changes during a battle.
    type Setup: Debug + Send + Sync;
    /// Everything that is true of a battle between two events.
    type Battle: Clone + Debug + Serialize + Send + Sync;
    /// One thing that can happen.
    type Event: Clone + Debug + Serialize + Send + Sync;
    /// One order, bound to a battle.
    type Order: Clone + Debug + LastWord + Send + Sync;
    /// What everybody is told in a round.
    type Orders: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What all posts of a round come to: the orders, and what became of each.
    type Collected: Clone + Debug + Send + Sync;
    /// What things are called in posts.
    type Names: Clone + Debug + Send + Sync;

    /// What its scenarios can name.
    type Catalogs: Catalogs + Send + Sync;

    /// What files call it.
    const NAME: &'static str;
    /// Keys of a scenario, or of its squads, that are in no other game's: a file with one of them is for this game.
    const OWN_KEYS: &'static [&'static str];
    /// The page for players that says how every order is written: in its tables, what an order is for and an example of it.
    const ORDERS_PAGE: &'static str;
    /// The page for players that says every rule in a line, by chapters.
    const RULES_PAGE: &'static str;
    /// The ruling with which a battle says who of the fallen lives, where it doesn't say so anyway.
    const RULING_ON_THE_FALLEN: Option<&'static str>;

    /// What a scenario's table says of a battle; `None` if it is none, which the reader has been told then.
    fn scenario(reader: &mut Reader, root: &Value<'_>, data: &Data<Self::Catalogs>) -> Option<(Self::Setup, Self)>;
    /// The text of a scenario for a board that a case of the suite draws.
    fn scenario_of(scene: &Scene) -> String;
    /// The text of the JSON Schema of a kind of file.
    fn schema(kind: FileKind) -> String;

    /// A battle as its first round opens.
    fn open(setup: &Arc<Self::Setup>) -> Self::Battle;
    /// Makes an event so: the only way a battle changes.
    fn apply(battle: &mut Self::Battle, event: &Self::Event);
    /// The battle once all of these have happened.
    fn after(battle: &Self::Battle, events: &[Self::Event]) -> Self::Battle {
        let mut after = battle.clone();
        events.iter().for_each(|it| Self::apply(&mut after, it));
        after
    }
    /// **R-1** Plays one round and opens the next. The same battle, orders and dice give the same events; a battle
    /// that has ended gives none.
    fn resolve(&self, battle: &Self::Battle, orders: &Self::Orders, dice: &mut Dice) -> Vec<Self::Event>;

    /// The battle of this setup that wrote the bytes, as JSON: their digest is that of the battle, and has been checked.
    /// `None` if they are no battle.
    fn restore(setup: &Arc<Self::Setup>, bytes: &[u8]) -> Option<Self::Battle>;

    /// What is played, by whom, and how far it has come.
    fn stage(battle: &Self::Battle) -> Stage<'_>;
    /// How it ended, in a few words: for whom, where there are several groups of players.
    fn ended(battle: &Self::Battle) -> String {
        Self::stage(battle).outcome.map_or("", Outcome::name).to_owned()
    }
    /// Every squad, in roster order.
    fn roster(battle: &Self::Battle) -> Vec<Enlisted<'_>>;
    /// Each objective and what is true of it, in a few words.
    fn objectives(battle: &Self::Battle) -> Vec<(&str, String)>;

    /// How orders are written, in a few examples of this battle's.
    fn how_to_order(battle: &Self::Battle) -> &'static str;
    /// What an order for a squad can be made of: its verbs, and what else it can say without a name after it.
    fn phrases(battle: &Self::Battle, squad: SquadId) -> Vec<String>;
    /// What a word or several are in the language of its orders, if they are anything.
    fn meaning(words: &str) -> Option<&'static str>;
    /// What things are called as the battle stands.
    fn names(battle: &Self::Battle) -> Self::Names;
    /// Finds the orders of a post. Whatever it holds, this ends soon and never fails.
    fn read(
        names: &Self::Names,
        battle: &Self::Battle,
        text: &str,
        poster: Poster,
        language: &Language,
    ) -> Reading<Self::Order>;
    /// An order as its poster could have written it, without the prefix.
    #[cfg(test)]
    fn written(battle: &Self::Battle, order: &Self::Order) -> String;
    /// All posts of a round → what counts of them.
    fn collect(battle: &Self::Battle, posts: &[Accepted<Self::Order>]) -> Self::Collected;
    /// Whether anything of one of the posts counts, or may once more is posted.
    fn may_count(collected: &Self::Collected, post: usize) -> bool;
    /// What was refused of a post only because of what else was posted.
    fn refused(collected: &Self::Collected, post: usize) -> Vec<&Diagnostic>;
    /// What everybody is told by what was collected.
    fn orders(collected: &Self::Collected) -> &Self::Orders;
    /// The orders of a post that count, as people write them: those that only take others back are left out.
    fn counting(
        battle: &Self::Battle,
        collected: &Self::Collected,
        post: (usize, &Accepted<Self::Order>),
    ) -> Vec<String>;
    /// Who wants the battle to end, in a game where players can say so.
    fn leaving(_: &Self::Orders) -> Option<&Leaving> {
        None
    }
    /// The squads that the round makes: they are told what to do before they are there.
    fn made(_: &Self::Collected) -> Vec<(SquadId, &str)> {
        Vec::new()
    }
    /// Whether a squad is told anything, be it to become part of another.
    fn has_any_for(battle: &Self::Battle, orders: &Self::Orders, squad: SquadId) -> bool;
    /// Whether nobody waits for orders for a squad any more: it is told something itself, or with another of its owner's.
    fn is_provided_for(battle: &Self::Battle, collected: &Self::Collected, squad: SquadId) -> bool {
        Self::has_any_for(battle, Self::orders(collected), squad)
    }
    /// The orders that stand, with those of squads that nobody has told anything: who stands in for the absent, and what the
    /// commander makes the rest do, who is in this mood.
    fn complete(&self, open: &Open<Self>, mood: Mood) -> Planned<Self::Orders>;

    /// What a commander has added to the orders of posts: those of `all` that are not among `given`.
    fn added(given: &Self::Orders, all: &Self::Orders) -> Self::Orders;
    /// The orders of posts, and what was added to them as it stands in a log. Whom posts tell anything keeps that. `None`
    /// if something is named there that this battle doesn't have.
    fn with_added(battle: &Self::Battle, given: &Self::Orders, added: &Self::Orders) -> Option<Self::Orders>;

    /// Reads what a squad is to do while its player is away.
    ///
    /// # Errors
    ///
    /// If it is not understood, or not for this squad.
    fn read_absence(battle: &Self::Battle, text: &str, squad: SquadId) -> Result<Absent, Diagnostic>;
    /// The order with which the players leave: in victory if they have won, else giving up.
    fn words_to_leave(battle: &Self::Battle) -> &'static str;
    /// Reads a change by hand and judges it: what happens by it (G-1).
    ///
    /// # Errors
    ///
    /// All there is to say about one that can't be.
    fn edit(names: &Self::Names, battle: &Self::Battle, text: &str) -> Result<Vec<Self::Event>, Vec<Diagnostic>>;

    /// What is answered to a post; `None` if it says nothing to the game.
    fn answer(&self, asked: &Asked<'_, Self>) -> Option<Answer>;
    /// What is answered to a question that is no post, what an order would come to, or how a squad's nerve stands, with its numbers,
    /// and what it would be as a post.
    fn foretell(&self, question: &Question<'_, Self>) -> Option<Foretold<Self::Order>>;
    /// What the asker's squads can do in the open round, as the answers to the posts would have it: where they get to, whom
    /// they can shoot and charge. What the question says doesn't matter.
    fn plan(&self, question: &Question<'_, Self>) -> Plan;
    /// How far the weapons of those of a squad who stand carry.
    fn ranges(battle: &Self::Battle, squad: SquadId) -> Vec<Range>;
    /// A squad from near, a line for each thing to say.
    fn look(battle: &Self::Battle, squad: SquadId) -> String;
    /// Tells a round: `before` is the battle as it closed, `events` all that happened since.
    fn report(before: &Self::Battle, events: &[Self::Event], known: &Known) -> Report;
    /// All that led to a line of a report, as things were just before it.
    fn reckoning(before: &Self::Battle, events: &[Self::Event], line: &ReportLine) -> Vec<Rich>;
    /// What is different between two states of a battle.
    fn difference(before: &Self::Battle, after: &Self::Battle) -> Document;
    /// The report of a whole battle: how it stands, and everything that has happened. It may be over without an outcome, as it
    /// was given up.
    fn final_report(battle: &Self::Battle, events: &[&Self::Event], is_over: bool) -> Document;
    /// What became of everybody with a name of his own, in roster order. `events` are those of the whole battle.
    fn fates(battle: &Self::Battle, events: &[&Self::Event]) -> Vec<Fate>;
    /// The events of a round for programs, an object a line.
    ///
    /// # Errors
    ///
    /// If an event can't be written as JSON.
    fn json(before: &Self::Battle, events: &[Self::Event], report: &Report) -> Result<String, serde_json::Error>;
    /// The field as it is, with what has just happened.
    fn picture(battle: &Self::Battle, events: &[Self::Event]) -> Picture;
    /// Everybody who is on the field or has been, as whoever watches knows them.
    fn cast(battle: &Self::Battle) -> Cast;
    /// Where everybody of the cast is, and who holds what.
    fn frame(battle: &Self::Battle) -> Frame;
    /// A round as what people watch, in order: `report` is its report. The steps of all beats lead from the frame before to
    /// the frame after, and each line of the report is in exactly one beat.
    fn beats(&self, before: &Self::Battle, events: &[Self::Event], report: &Report) -> Vec<Beat>;

    /// Every rule, in the order of its page.
    fn rules() -> &'static [Rule];
}

/// What of a [`Game`] each game fills with what is called the same in its rooms.
macro_rules! filled_by_its_rooms {
    () => {
        type Setup = Setup;
        type Battle = Battle;
        type Event = Event;
        type Orders = Orders;
        type Collected = Collected;
        type Names = Names;
        type Catalogs = Library;

        const RULES_PAGE: &'static str = RULES_PAGE;

        fn rules() -> &'static [$crate::diagnostic::Rule] {
            &RULES
        }

        fn open(setup: &std::sync::Arc<Setup>) -> Battle {
            Battle::new(std::sync::Arc::clone(setup))
        }

        fn restore(setup: &std::sync::Arc<Setup>, bytes: &[u8]) -> Option<Battle> {
            Battle::restore(std::sync::Arc::clone(setup), bytes).ok()
        }

        fn stage(battle: &Battle) -> $crate::game::Stage<'_> {
            let setup = battle.setup();
            $crate::game::Stage {
                title: &setup.title,
                briefing: &setup.briefing,
                seats: &setup.seats,
                round: battle.round(),
                rounds: setup.rounds,
                has_secrets: setup.has_secrets,
                outcome: battle.outcome(),
                bonus_goals: {
                    let goals = setup.goals.iter().enumerate();
                    let bonus = goals.filter(|it| it.1.kind == $crate::field::GoalKind::Bonus);
                    bonus.fold((0, 0), |(met, all), (n, _)| (met + usize::from(battle.goal_met(n).is_some()), all + 1))
                },
            }
        }

        fn orders(collected: &Collected) -> &Orders {
            &collected.orders
        }

        fn leaving(orders: &Orders) -> Option<&$crate::field::Leaving> {
            Some(&orders.leaving)
        }

        fn final_report(battle: &Battle, events: &[&Event], is_over: bool) -> $crate::page::Document {
            report::final_report(battle, events.iter().copied(), is_over)
        }

        fn beats(&self, before: &Battle, events: &[Event], report: &$crate::page::Report) -> Vec<$crate::map::Beat> {
            report::beats(self, before, events, report)
        }

        $crate::game::handed_on! {
            scenario(reader: &mut $crate::file::Reader, root: &$crate::file::Value<'_>, data: &$crate::file::Data<Library>)
                -> Option<(Setup, Self)> = scenario::from_table;
            scenario_of(scene: &$crate::game::Scene) -> String = scenario::scenario_of;
            schema(kind: $crate::game::FileKind) -> String = scenario::schema;
            apply(battle: &mut Battle, event: &Event) -> () = Battle::apply;
            meaning(words: &str) -> Option<&'static str> = orders::meaning;
            names(battle: &Battle) -> Names = Names::new;
            collect(battle: &Battle, posts: &[Accepted]) -> Collected = orders::collect;
            report(before: &Battle, events: &[Event], known: &$crate::page::Known) -> $crate::page::Report = report::tell;
            reckoning(before: &Battle, events: &[Event], line: &$crate::page::ReportLine) -> Vec<$crate::page::Rich>
                = report::reckoning;
            difference(before: &Battle, after: &Battle) -> $crate::page::Document = report::difference;
            fates(battle: &Battle, events: &[&Event]) -> Vec<$crate::game::Fate> = report::fates;
            json(before: &Battle, events: &[Event], report: &$crate::page::Report) -> Result<String, serde_json::Error>
                = report::json_lines;
            picture(battle: &Battle, events: &[Event]) -> $crate::map::Picture = report::picture;
            cast(battle: &Battle) -> $crate::map::Cast = report::cast;
            frame(battle: &Battle) -> $crate::map::Frame = report::frame;
        }

        fn read(names: &Names, battle: &Battle, text: &str, poster: Poster, language: &Language) -> Reading {
            orders::read(text, names, battle, poster, language)
        }
    };
}
pub(crate) use filled_by_its_rooms;

/// Methods that only hand what they are asked on to a function.
macro_rules! handed_on {
    ($($method:ident($($argument:ident: $type:ty),*) -> $answer:ty = $function:path;)+) => {
        $(fn $method($($argument: $type),*) -> $answer {
            $function($($argument),*)
        })+
    };
}
pub(crate) use handed_on;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Those in `scenarios/`.
    Scenario,
    /// Those in `config/` that scenarios take their names from.
    Data,
    /// What happened, as `play` writes it for programs.
    Events,
}

/// What is played, by whom, and how far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    pub title: &'a str,
    /// What the players read when it opens.
    pub briefing: &'a str,
    /// By their numbers.
    pub seats: &'a [Seat],
    /// The round that is open or being resolved, from 1.
    pub round: u16,
    /// The last round, if there is one.
    pub rounds: Option<u16>,
    /// Whether players may give orders that nobody else sees before the round is over.
    pub has_secrets: bool,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// How many of the goals beside the main ones are met, and how many there are.
    pub bonus_goals: (usize, usize),
}

/// A squad, as far as it is anybody's business who doesn't play.
#[derive(Clone, Copy, Debug)]
pub struct Enlisted<'a> {
    pub id: SquadId,
    pub name: &'a str,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    /// Whether anybody belongs to it.
    pub(crate) is_manned: bool,
    /// Whether somebody of it stands on the map.
    pub is_on_map: bool,
    /// Whether it is still to come.
    pub is_to_come: bool,
    /// Whether players know of it: reserves of the GM's are nobody's business before they come.
    pub is_known: bool,
}

/// How far a weapon carries, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub weapon: String,
    /// In cardinal steps.
    pub tiles: u8,
    pub units: Vec<UnitId>,
}

impl Range {
    /// The weapons of several units by their names, each unit with one of its own.
    pub(crate) fn by_weapon<'a>(all: impl Iterator<Item = (UnitId, &'a str, u8)>) -> Vec<Range> {
        let by_weapon = grouped(all.map(|(unit, weapon, tiles)| ((weapon, tiles), unit)));
        let range = |((weapon, tiles), units): ((&str, u8), _)| Range { weapon: weapon.to_owned(), tiles, units };
        by_weapon.into_iter().map(range).collect()
    }
}

/// Orders that a commander has completed, and why: a line for each decision, for the GM alone.
#[derive(Clone, Debug)]
pub struct Planned<O> {
    pub orders: O,
    pub reasons: Vec<String>,
}

/// A post, and all that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a, G: Game> {
    pub battle: &'a G::Battle,
    /// The post as it was written.
    pub text: &'a str,
    /// All posts of the round, as they were collected.
    pub posts: &'a [Accepted<G::Order>],
    pub(crate) collected: &'a G::Collected,
    /// Which of them is answered.
    pub post: usize,
}

/// What dice may make of a question.
#[derive(Clone, Debug)]
pub struct Foretold<O> {
    pub answer: Answer,
    /// Of each thing that dice decide.
    pub numbers: Vec<Numbers>,
    /// The question as a post; `None` if it only asks.
    pub post: Option<Accepted<O>>,
}

/// A question that is no post, and all that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, G: Game> {
    pub names: &'a G::Names,
    pub battle: &'a G::Battle,
    pub text: &'a str,
    /// Players ask for their own squads and from what they may know, the GM for anybody's and from all orders.
    pub(crate) asker: Poster,
    pub language: &'a Language,
    /// All posts of the round.
    pub posts: &'a [Accepted<G::Order>],
    /// The number that an order would have which was accepted now.
    pub now: u64,
}
