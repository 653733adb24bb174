//! What a game is to everything above it: its rules, posts, rounds and words, behind one trait.
//!
//! The seam is the whole round, not the phase: games share the field that they are played on, but nothing of how they
//! are fought. A [`Game`] is a value that holds its rulings; a [`Play`] is a battle of one game on the table. What
//! crosses upward is the same for all games: answers, reports, pictures, diagnostics, bytes.

mod case;
mod fate;
pub(crate) mod film;
mod play;
mod simulation;
mod threads;
pub(crate) mod told;

pub use case::{Board, People, Scene, toml};
pub use fate::{End, Fall, Fate};
pub use play::{Absentees, AnyPlay, Closing, Decided, HasOrders, Knows, OpenRound, Play, digest_of};
pub use simulation::{
    Activity, GoalStanding, Levels, ObjectiveStanding, OutcomeKind, PLAYERS, PlayedRound, Simulated, SquadStanding,
    Standing, Survey, Terms, TrackedOutcome,
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

/// How many times a round is played to foretell what its orders may achieve, in answers and questions alike.
pub const TRIES: u32 = 1_000;

/// A rulebook, with all that belongs to it. The value holds the rulings that a scenario changed.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// What never changes during a battle.
    type Setup: Debug + Send + Sync;
    /// The state of a battle between two events.
    type Battle: Clone + Debug + Serialize + Send + Sync;
    /// One thing that can happen.
    type Event: Clone + Debug + Serialize + Send + Sync;
    /// One order, bound to a battle.
    type Order: Clone + Debug + LastWord + Send + Sync;
    /// All orders of a round.
    type Orders: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// All posts of a round, combined: the orders that count, and what became of every order.
    type Collected: Clone + Debug + Send + Sync;
    /// The names that posts use.
    type Names: Clone + Debug + Send + Sync;

    /// The entries that its scenarios can name, such as weapons.
    type Catalogs: Catalogs + Send + Sync;

    /// Its name in files.
    const NAME: &'static str;
    /// Keys of a scenario, or of its squads, that no other game has. A file with one of them is for this game.
    const OWN_KEYS: &'static [&'static str];
    /// The page for players that explains how to write every order. Its tables say what each order is for, with an
    /// example.
    const ORDERS_PAGE: &'static str;
    /// The page for players that states every rule in a line, in chapters.
    const RULES_PAGE: &'static str;
    /// The ruling that makes a battle say which of the fallen live. `None` if the rules of the game always say so.
    const RULING_ON_THE_FALLEN: Option<&'static str>;

    /// Reads a scenario's table. `None` if it describes no battle; then the reader has been told why.
    fn scenario(reader: &mut Reader, root: &Value<'_>, data: &Data<Self::Catalogs>) -> Option<(Self::Setup, Self)>;
    /// The text of a scenario that is played on the board of a suite's case.
    fn scenario_of(scene: &Scene) -> String;
    /// The text of the JSON Schema of a kind of file.
    fn schema(kind: FileKind) -> String;

    /// A battle as its first round opens.
    fn open(setup: &Arc<Self::Setup>) -> Self::Battle;
    /// Applies an event. Nothing else changes a battle.
    fn apply(battle: &mut Self::Battle, event: &Self::Event);
    /// The battle after all of these events.
    fn after(battle: &Self::Battle, events: &[Self::Event]) -> Self::Battle {
        let mut after = battle.clone();
        events.iter().for_each(|it| Self::apply(&mut after, it));
        after
    }
    /// **R-1** Plays one round and opens the next. The same battle, orders and dice give the same events; a battle
    /// that has ended gives none.
    fn resolve(&self, battle: &Self::Battle, orders: &Self::Orders, dice: &mut Dice) -> Vec<Self::Event>;

    /// Restores a battle of this setup from the bytes that it was written to as JSON. The caller has checked the bytes
    /// against their digest. `None` if they are no battle.
    fn restore(setup: &Arc<Self::Setup>, bytes: &[u8]) -> Option<Self::Battle>;

    /// What is played, by whom, and how far it has come.
    fn stage(battle: &Self::Battle) -> Stage<'_>;
    /// How it ended, in a few words. Where there are several groups of players, the words say for which of them.
    fn ended(battle: &Self::Battle) -> String {
        Self::stage(battle).outcome.map_or("", Outcome::name).to_owned()
    }
    /// Every squad, in roster order.
    fn roster(battle: &Self::Battle) -> Vec<RosterEntry<'_>>;
    /// Each objective, with its state in a few words.
    fn objectives(battle: &Self::Battle) -> Vec<(&str, String)>;

    /// How to write orders, with a few examples for this battle.
    fn how_to_order(battle: &Self::Battle) -> &'static str;
    /// The phrases that an order for a squad can be made of: its verbs, and anything else that needs no name after it.
    fn phrases(battle: &Self::Battle, squad: SquadId) -> Vec<String>;
    /// What one or more words mean in orders. `None` if they mean nothing.
    fn meaning(words: &str) -> Option<&'static str>;
    /// The names of everything, as the battle stands.
    fn names(battle: &Self::Battle) -> Self::Names;
    /// Finds the orders in a post. Whatever the post holds, this ends soon and never fails.
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
    /// Combines all posts of a round into the orders that count.
    fn collect(battle: &Self::Battle, posts: &[Accepted<Self::Order>]) -> Self::Collected;
    /// Whether anything in a post counts, or may count after further posts.
    fn may_count(collected: &Self::Collected, post: usize) -> bool;
    /// The diagnostics of orders in a post that were refused only because of other posts.
    fn refused(collected: &Self::Collected, post: usize) -> Vec<&Diagnostic>;
    /// The orders that count.
    fn orders(collected: &Self::Collected) -> &Self::Orders;
    /// The orders of a post that count, as people write them. Orders that only take others back are left out.
    fn counting(
        battle: &Self::Battle,
        collected: &Self::Collected,
        post: (usize, &Accepted<Self::Order>),
    ) -> Vec<String>;
    /// Who wants the battle to end. `None` in a game whose players can't say so.
    fn leaving(_: &Self::Orders) -> Option<&Leaving> {
        None
    }
    /// The squads that the round creates. They can have orders before they exist.
    fn made(_: &Self::Collected) -> Vec<(SquadId, &str)> {
        Vec::new()
    }
    /// Whether a squad has any order, even one to become part of another squad.
    fn has_any_for(battle: &Self::Battle, orders: &Self::Orders, squad: SquadId) -> bool;
    /// Whether a squad needs no further orders: it has one, or takes part in that of another squad of its owner's.
    fn has_orders_for(battle: &Self::Battle, collected: &Self::Collected, squad: SquadId) -> bool {
        Self::has_any_for(battle, Self::orders(collected), squad)
    }
    /// Completes the orders that stand. First stand-ins act for the absent; then the commander, in this mood, orders
    /// the squads without a player that have no orders. Squads of other players without orders hold.
    fn complete(&self, open: &OpenRound<Self>, mood: Mood) -> Planned<Self::Orders>;

    /// The orders that a commander added: those of `all` that are not in `given`.
    fn added(given: &Self::Orders, all: &Self::Orders) -> Self::Orders;
    /// Combines the orders of posts with those that were added to them, as a log keeps them. A squad with orders from
    /// posts keeps those. `None` if something is named that this battle doesn't have.
    fn with_added(battle: &Self::Battle, given: &Self::Orders, added: &Self::Orders) -> Option<Self::Orders>;

    /// Reads what a squad is to do while its player is away.
    ///
    /// # Errors
    ///
    /// If it is not understood, or not for this squad.
    fn read_absence(battle: &Self::Battle, text: &str, squad: SquadId) -> Result<Absent, Diagnostic>;
    /// The order by which the players leave: in victory if they have won, otherwise by giving up.
    fn words_to_leave(battle: &Self::Battle) -> &'static str;
    /// Reads and checks a change by hand (G-1). Returns the events that make it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    fn edit(names: &Self::Names, battle: &Self::Battle, text: &str) -> Result<Vec<Self::Event>, Vec<Diagnostic>>;

    /// The answer to a post. `None` if the post says nothing to the game.
    fn answer(&self, asked: &PostContext<'_, Self>) -> Option<Answer>;
    /// Answers a question that is no post: what an order may achieve, or how steady a squad is. The answer comes with
    /// its numbers, and with the post that the question would be.
    fn foretell(&self, question: &Question<'_, Self>) -> Option<QuestionAnswer<Self::Order>>;
    /// What the asker's squads can do in the open round: where they can go, and whom they can shoot and charge. It
    /// agrees with the answers to posts. The question's text is ignored.
    fn plan(&self, question: &Question<'_, Self>) -> Plan;
    /// The ranges of the weapons of those units of a squad that stand.
    fn ranges(battle: &Self::Battle, squad: SquadId) -> Vec<Range>;
    /// A close look at a squad, a line for each fact.
    fn look(battle: &Self::Battle, squad: SquadId) -> String;
    /// The report of a round. `before` is the battle when the round closed; `events` are all that happened since.
    fn report(before: &Self::Battle, events: &[Self::Event], known: &Known) -> Report;
    /// Everything that led to a line of a report, as things were just before it.
    fn reckoning(before: &Self::Battle, events: &[Self::Event], line: &ReportLine) -> Vec<Rich>;
    /// The differences between two states of a battle.
    fn difference(before: &Self::Battle, after: &Self::Battle) -> Document;
    /// The report of a whole battle: how it stands, and everything that has happened. A battle whose seed was
    /// published early is over without an outcome.
    fn final_report(battle: &Self::Battle, events: &[&Self::Event], is_over: bool) -> Document;
    /// What became of everyone with a name of their own, in roster order. `events` are those of the whole battle.
    fn fates(battle: &Self::Battle, events: &[&Self::Event]) -> Vec<Fate>;
    /// The events of a round for programs, one JSON object a line.
    ///
    /// # Errors
    ///
    /// If an event can't be written as JSON.
    fn json(before: &Self::Battle, events: &[Self::Event], report: &Report) -> Result<String, serde_json::Error>;
    /// The field as it is, with what has just happened.
    fn picture(battle: &Self::Battle, events: &[Self::Event]) -> Picture;
    /// Everyone who is or has been on the field, as spectators know them.
    fn cast(battle: &Self::Battle) -> Cast;
    /// Where every member of the cast is, and who holds which objective.
    fn frame(battle: &Self::Battle) -> Frame;
    /// A round as people watch it, in order. The steps of all beats lead from the frame before to the frame after, and
    /// each line of the round's `report` is in exactly one beat.
    fn beats(&self, before: &Self::Battle, events: &[Self::Event], report: &Report) -> Vec<Beat>;

    /// Every rule, in the order of its page.
    fn rules() -> &'static [Rule];
}

/// The items of a [`Game`] that every game fills with items of the same name from its rooms.
macro_rules! game_items_from_rooms {
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

        $crate::game::delegated! {
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
pub(crate) use game_items_from_rooms;

/// Methods that only pass their arguments on to a function.
macro_rules! delegated {
    ($($method:ident($($argument:ident: $type:ty),*) -> $answer:ty = $function:path;)+) => {
        $(fn $method($($argument: $type),*) -> $answer {
            $function($($argument),*)
        })+
    };
}
pub(crate) use delegated;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scenario, as in `scenarios/`.
    Scenario,
    /// A file in `config/` whose entries scenarios name.
    Data,
    /// The events of a round, as `play` writes them for programs.
    Events,
}

/// What is played, by whom, and how far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    pub title: &'a str,
    /// The text that players read when the battle opens.
    pub briefing: &'a str,
    /// In the order of their numbers.
    pub seats: &'a [Seat],
    /// The round that is open or being resolved, from 1.
    pub round: u16,
    /// The last round, if there is one.
    pub rounds: Option<u16>,
    /// Whether players may give orders that nobody else sees before the round is over.
    pub has_secrets: bool,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// How many bonus goals are met, and how many there are.
    pub bonus_goals: (usize, usize),
}

/// A squad, as far as code outside the game needs to know it.
#[derive(Clone, Copy, Debug)]
pub struct RosterEntry<'a> {
    pub id: SquadId,
    pub name: &'a str,
    /// `None`: the GM's.
    pub seat: Option<SeatId>,
    /// Whether it has any members.
    pub(crate) is_manned: bool,
    /// Whether any of its units stands on the map.
    pub is_on_map: bool,
    /// Whether it has yet to arrive.
    pub is_to_come: bool,
    /// Whether players know about it. They don't know the GM's reserves before those arrive.
    pub is_known: bool,
}

/// The range of a weapon, and the units that carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub weapon: String,
    /// In cardinal steps.
    pub tiles: u8,
    pub units: Vec<UnitId>,
}

impl Range {
    /// Groups units by their weapons. Each item is a unit, the name of one of its weapons, and that weapon's range.
    pub(crate) fn by_weapon<'a>(all: impl Iterator<Item = (UnitId, &'a str, u8)>) -> Vec<Range> {
        let by_weapon = grouped(all.map(|(unit, weapon, tiles)| ((weapon, tiles), unit)));
        let range = |((weapon, tiles), units): ((&str, u8), _)| Range { weapon: weapon.to_owned(), tiles, units };
        by_weapon.into_iter().map(range).collect()
    }
}

/// Orders that a commander has completed, and the reasons: a line for each decision, for the GM alone.
#[derive(Clone, Debug)]
pub struct Planned<O> {
    pub orders: O,
    pub reasons: Vec<String>,
}

/// A post, and everything that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct PostContext<'a, G: Game> {
    pub battle: &'a G::Battle,
    /// The post as it was written.
    pub text: &'a str,
    /// All posts of the round, from which `collected` was made.
    pub posts: &'a [Accepted<G::Order>],
    pub(crate) collected: &'a G::Collected,
    /// The index of the post to answer.
    pub post: usize,
}

/// The answer to a question, with its numbers.
#[derive(Clone, Debug)]
pub struct QuestionAnswer<O> {
    pub answer: Answer,
    /// The chances of each thing that dice decide.
    pub numbers: Vec<Numbers>,
    /// The question as a post. `None` if it only asks.
    pub post: Option<Accepted<O>>,
}

/// A question that is no post, and everything that its answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, G: Game> {
    pub names: &'a G::Names,
    pub battle: &'a G::Battle,
    pub text: &'a str,
    /// Players ask about their own squads, and hear only what they may know. The GM asks about any squad, from all
    /// orders.
    pub(crate) asker: Poster,
    pub language: &'a Language,
    /// All posts of the round.
    pub posts: &'a [Accepted<G::Order>],
    /// The number that an order accepted now would get.
    pub now: u64,
}
