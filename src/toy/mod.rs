//! A game that only tests play: one thrower a side, one order, one die. It shows what a game must implement, and that
//! nothing above the seam needs to know about it.

mod simulation;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Rule};
use crate::dice::{Dice, Die, Label, Mood, Purpose, Sides};
use crate::field::drawn::board;
use crate::field::{Board, Outcome, Seat, SeatId, SquadId, Terrain, Tile, UnitId};
use crate::file::{At, Catalogs, Data, Must, Name, Prose, Read as _, Reader, Value, schema_of, table};
use crate::game::{
    End, Fate, FileKind, Game, OpenRound, Planned, PostContext, Question, QuestionAnswer, Range, RosterEntry, Scene,
    Stage,
};
use crate::map::{
    Beat, BeatKind, Cast, CastSquad, CastUnit, Frame, Ground, Moment, Name as Called, Party, PartyId, Picture, Placed,
    Plot, Scene as Shown, Shape, Shot, ShotFate, SquadView, State, Step, UnitView, beats, labels,
};
use crate::page::{Answer, AnswerLine, Block, Document, Known, Mark, Plan, Reaction, Report, ReportLine, Rich, Table};
use crate::post::{Absent, Accepted, Given, Language, LastWord, Poster, Reading};

/// A scenario of this game.
pub const DUEL: &str = "name = \"A duel with pebbles\"\nruleset = \"toy\"\nplayer = \"ann\"\n";

/// The rules, which have no rulings.
#[derive(Clone, Debug, Default)]
pub struct Toy;

/// What never changes: who throws, from the first tile and from the last.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    title: String,
    board: Board,
    seats: Vec<Seat>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    #[serde(skip)]
    setup: Arc<Setup>,
    now: Now,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Now {
    round: u16,
    stands: [bool; 2],
    outcome: Option<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Event {
    Threw {
        by: u8,
        die: Die,
    },
    RoundBegan,
    Ended(Outcome),
    /// The GM put somebody on their feet.
    Stood(u8),
}

table! {
    /// A battle.
    ToyFile {
        /// What it is called.
        name: Must<At<Prose>>,
        /// Its rules.
        ruleset: Option<At<Name>>,
        /// Who plays the first thrower.
        player: Must<At<Name>>,
    }
}

/// Scenarios of this game name no entries.
#[derive(Clone, Debug, Default)]
pub struct NoCatalogs;

impl Catalogs for NoCatalogs {
    const FILES: &'static [(&'static str, &'static str)] = &[];

    fn standard() -> &'static Data<NoCatalogs> {
        static NONE: std::sync::OnceLock<Data<NoCatalogs>> = std::sync::OnceLock::new();
        NONE.get_or_init(Data::default)
    }

    fn add(&mut self, _: &mut Reader, _: &Value<'_>) {}

    fn terrains(&self) -> Vec<Terrain> {
        Vec::new()
    }
}

const NAMES: [&str; 2] = ["Left", "Right"];
const THROW: Purpose = Purpose::named("throw");

/// The least roll that fells.
const FELLS: u8 = 4;

impl Battle {
    fn at(&self, thrower: usize) -> Tile {
        if thrower == 0 { Tile::new(0, 0) } else { Tile::new(self.setup.board.width() - 1, 0) }
    }
}

fn thrower(squad: SquadId) -> usize {
    usize::from(squad.0)
}

impl LastWord for SquadId {
    fn conflicts_with(&self, other: &SquadId) -> bool {
        self == other
    }
}

impl Game for Toy {
    type Setup = Setup;
    type Battle = Battle;
    type Event = Event;
    type Order = SquadId;
    type Orders = BTreeSet<SquadId>;
    type Collected = BTreeSet<SquadId>;
    type Names = ();
    type Catalogs = NoCatalogs;

    const NAME: &'static str = "toy";
    const OWN_KEYS: &'static [&'static str] = &[];
    const ORDERS_PAGE: &'static str = "";
    const RULES_PAGE: &'static str = "- **Y-1** A throw of 4 or more fells.\n";
    const RULING_ON_THE_FALLEN: Option<&'static str> = None;

    fn rules() -> &'static [Rule] {
        static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| Rule::all_of(Toy::RULES_PAGE));
        &RULES
    }

    fn scenario(reader: &mut Reader, root: &Value<'_>, _: &Data<NoCatalogs>) -> Option<(Setup, Toy)> {
        let file = ToyFile::read(reader, root)?;
        let (title, player) = (file.name.0?.value.0, file.player.0?.value.0);
        Some((Setup { title, board: board(". . . . ."), seats: vec![Seat { name: player }] }, Toy))
    }

    fn scenario_of(scene: &Scene) -> String {
        scene.scenario("toy", &[], "")
    }

    fn schema(_: FileKind) -> String {
        schema_of::<ToyFile>("A toy").to_string()
    }

    fn open(setup: &Arc<Setup>) -> Battle {
        Battle { setup: Arc::clone(setup), now: Now { round: 1, stands: [true; 2], outcome: None } }
    }

    fn apply(battle: &mut Battle, event: &Event) {
        match event {
            Event::Threw { by, die } if FELLS <= die.face() => battle.now.stands[1 - usize::from(*by)] = false,
            Event::Threw { .. } => (),
            Event::RoundBegan => battle.now.round += 1,
            Event::Ended(outcome) => battle.now.outcome = Some(*outcome),
            Event::Stood(who) => battle.now.stands[usize::from(*who)] = true,
        }
    }

    /// **Y-1** Everyone with orders throws. A thrower who is felled throws no more.
    fn resolve(&self, battle: &Battle, orders: &BTreeSet<SquadId>, dice: &mut Dice) -> Vec<Event> {
        let (mut now, mut events) = (battle.clone(), Vec::new());
        let mut emit = |now: &mut Battle, event: Event| {
            Toy::apply(now, &event);
            events.push(event);
        };
        if now.now.outcome.is_some() {
            return Vec::new();
        }
        for squad in orders {
            if now.now.stands[thrower(*squad)] {
                let die = dice.event(Label::of(0, squad.0)).die(Sides::D6, THROW);
                emit(&mut now, Event::Threw { by: squad.0 as u8, die });
            }
        }
        let end = match now.now.stands {
            [true, true] => Event::RoundBegan,
            [stands, _] => Event::Ended(if stands { Outcome::Victory } else { Outcome::Defeat }),
        };
        emit(&mut now, end);
        events
    }

    fn restore(setup: &Arc<Setup>, bytes: &[u8]) -> Option<Battle> {
        Some(Battle { setup: Arc::clone(setup), ..serde_json::from_slice(bytes).ok()? })
    }

    fn stage(battle: &Battle) -> Stage<'_> {
        Stage {
            title: &battle.setup.title,
            briefing: "Throw before you are hit.",
            seats: &battle.setup.seats,
            round: battle.now.round,
            rounds: None,
            has_secrets: false,
            outcome: battle.now.outcome,
            bonus_goals: (0, 0),
        }
    }

    fn roster(battle: &Battle) -> Vec<RosterEntry<'_>> {
        let enlisted = |n: usize| RosterEntry {
            id: SquadId(n as u16),
            name: NAMES[n],
            seat: (n == 0).then_some(SeatId(0)),
            is_manned: true,
            is_on_map: battle.now.stands[n],
            is_to_come: false,
            is_known: true,
        };
        (0..2).map(enlisted).collect()
    }

    fn objectives(_: &Battle) -> Vec<(&str, String)> {
        Vec::new()
    }

    fn how_to_order(_: &Battle) -> &'static str {
        "Type \"!Alpha: throw\"."
    }

    fn phrases(_: &Battle, _: SquadId) -> Vec<String> {
        vec!["throw".to_owned()]
    }

    fn meaning(words: &str) -> Option<&'static str> {
        (words == "throw").then_some("what to do")
    }

    fn names(_: &Battle) {}

    fn read((): &(), _: &Battle, text: &str, poster: Poster, language: &Language) -> Reading<SquadId> {
        let mut reading = Reading::default();
        let mut at = 0;
        for line in text.split('\n') {
            let (span, words) = (at..at + line.len(), line.strip_prefix(&language.prefix));
            at += line.len() + 1;
            let Some(words) = words else { continue };
            match (poster, words.trim().trim_end_matches(": throw")) {
                (_, name) if name == words.trim() => {
                    reading.diagnostics.push(Diagnostic::error(span, "nobody here can do anything but throw"));
                }
                (Poster::Seat(_), "Left") => reading.given.push(Given { span, order: SquadId(0), denies: None }),
                (Poster::Gm, "Right") => reading.given.push(Given { span, order: SquadId(1), denies: None }),
                _ => reading.diagnostics.push(Diagnostic::error(span, "that is nobody whom you command")),
            }
        }
        reading
    }

    fn written(_: &Battle, order: &SquadId) -> String {
        format!("{}: throw", NAMES[thrower(*order)])
    }

    fn collect(_: &Battle, posts: &[Accepted<SquadId>]) -> BTreeSet<SquadId> {
        posts.iter().flat_map(|it| &it.orders).map(|it| it.given.order).collect()
    }

    fn may_count(_: &BTreeSet<SquadId>, _: usize) -> bool {
        true
    }

    fn counting(_: &Battle, _: &BTreeSet<SquadId>, _: (usize, &Accepted<SquadId>)) -> Vec<String> {
        Vec::new()
    }

    fn refused(_: &BTreeSet<SquadId>, _: usize) -> Vec<&Diagnostic> {
        Vec::new()
    }

    fn orders(collected: &BTreeSet<SquadId>) -> &BTreeSet<SquadId> {
        collected
    }

    fn has_any_for(_: &Battle, orders: &BTreeSet<SquadId>, squad: SquadId) -> bool {
        orders.contains(&squad)
    }

    fn complete(&self, open: &OpenRound<Toy>, _: Mood) -> Planned<BTreeSet<SquadId>> {
        let mut orders = open.given.clone();
        orders.insert(SquadId(1));
        Planned { orders, reasons: vec!["Right throws: it can do nothing else.".to_owned()] }
    }

    fn added(given: &BTreeSet<SquadId>, all: &BTreeSet<SquadId>) -> BTreeSet<SquadId> {
        all - given
    }

    fn with_added(_: &Battle, given: &BTreeSet<SquadId>, added: &BTreeSet<SquadId>) -> Option<BTreeSet<SquadId>> {
        let all = given | added;
        all.iter().all(|it| thrower(*it) < NAMES.len()).then_some(all)
    }

    fn read_absence(_: &Battle, text: &str, _: SquadId) -> Result<Absent, Diagnostic> {
        match text {
            "hold" => Ok(Absent::Hold),
            _ => Err(Diagnostic::error(0..text.len(), "an absent thrower can only hold")),
        }
    }

    /// Nobody can leave a duel, so this is an ordinary order.
    fn words_to_leave(_: &Battle) -> &'static str {
        "!Right: throw"
    }

    fn edit((): &(), _: &Battle, text: &str) -> Result<Vec<Event>, Vec<Diagnostic>> {
        match NAMES.iter().position(|it| text == format!("{it} standing")) {
            Some(who) => Ok(vec![Event::Stood(who as u8)]),
            None => Err(vec![Diagnostic::error(0..text.len(), "say who is standing")]),
        }
    }

    fn answer(&self, asked: &PostContext<'_, Toy>) -> Option<Answer> {
        let post = asked.posts.get(asked.post)?;
        let taken = |order: SquadId| AnswerLine {
            mark: Mark::Taken,
            squad: Some(NAMES[thrower(order)].to_owned()),
            text: format!("throws, and fells with {FELLS} or more (Y-1)."),
        };
        let mut lines: Vec<AnswerLine> = post.orders.iter().map(|it| taken(it.given.order)).collect();
        let refused = |it: &Diagnostic| AnswerLine { mark: Mark::Refused, squad: None, text: it.under(asked.text) };
        lines.extend(post.diagnostics.iter().map(refused));
        let reaction = if post.diagnostics.is_empty() { Reaction::Taken } else { Reaction::Refused };
        let answer = Answer::new(reaction, lines);
        (!answer.lines.is_empty()).then_some(answer)
    }

    fn foretell(&self, question: &Question<'_, Toy>) -> Option<QuestionAnswer<SquadId>> {
        let reading = Toy::read(question.names, question.battle, question.text, question.asker, question.language);
        let posts = [Accepted::new(question.asker, reading, question.now)];
        let collected = Toy::collect(question.battle, &posts);
        let Question { battle, text, .. } = *question;
        let answer = self.answer(&PostContext { battle, text, posts: &posts, collected: &collected, post: 0 })?;
        Some(QuestionAnswer { answer, numbers: Vec::new(), post: None })
    }

    fn plan(&self, _: &Question<'_, Toy>) -> Plan {
        Plan::default()
    }

    fn ranges(_: &Battle, _: SquadId) -> Vec<Range> {
        Vec::new()
    }

    fn look(battle: &Battle, squad: SquadId) -> String {
        let n = thrower(squad);
        format!("{} {}\n", NAMES[n], if battle.now.stands[n] { "stands" } else { "is down" })
    }

    fn report(before: &Battle, events: &[Event], _: &Known) -> Report {
        let mut after = before.clone();
        events.iter().for_each(|it| Toy::apply(&mut after, it));
        let mut squads = Table::new(&["who", "how"]);
        for (name, stands) in NAMES.iter().zip(after.now.stands) {
            squads.cell(|out| out.push(name));
            squads.cell(|out| out.push(if stands { "stands" } else { "is down" }));
        }
        let line = |(n, event): (usize, &Event)| ReportLine {
            round: before.now.round,
            number: n as u16 + 1,
            part: "Throws",
            events: vec![n],
            text: Rich::plain(told(event)),
            is_what_if: false,
        };
        Report {
            round: before.now.round,
            headline: Rich::plain(format!("Round {}, {}", before.now.round, before.setup.title)),
            short: Vec::new(),
            tale: Vec::new(),
            stand: Vec::new(),
            lines: events.iter().enumerate().map(line).collect(),
            goals: Vec::new(),
            squads,
        }
    }

    fn reckoning(_: &Battle, events: &[Event], line: &ReportLine) -> Vec<Rich> {
        let why = |event: &Event| match event {
            Event::Threw { die, .. } => Rich::plain(format!("The die shows {die}, and {FELLS} fells (Y-1).")),
            other => Rich::plain(format!("{} Who is felled throws no more (Y-1).", told(other))),
        };
        line.events.iter().map(|it| why(&events[*it])).collect()
    }

    fn difference(before: &Battle, after: &Battle) -> Document {
        let is_other = |n: &usize| before.now.stands[*n] != after.now.stands[*n];
        let lines = (0..2).filter(is_other).map(|n| Toy::look(after, SquadId(n as u16)));
        Document { blocks: lines.map(|it| Block::Line(Rich::plain(it))).collect() }
    }

    fn final_report(battle: &Battle, events: &[&Event], _: bool) -> Document {
        let text = format!("{} throws, {} rounds.", events.len(), battle.now.round);
        Document { blocks: vec![Block::Line(Rich::plain(text))] }
    }

    fn fates(battle: &Battle, events: &[&Event]) -> Vec<Fate> {
        let felled_by = |who: usize| {
            let hits =
                |it: &&&Event| matches!(it, Event::Threw { by, die } if usize::from(*by) == who && FELLS <= die.face());
            events.iter().filter(hits).count()
        };
        let fate = |n: usize| Fate {
            name: NAMES[n].to_owned(),
            party: PartyId(n as u8),
            end: if battle.now.stands[n] { End::Standing } else { End::Wounded },
            fall: None,
            die: None,
            felled: felled_by(n),
        };
        (0..NAMES.len()).map(fate).collect()
    }

    fn json(_: &Battle, events: &[Event], _: &Report) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(events)? + "\n")
    }

    fn picture(battle: &Battle, _: &[Event]) -> Picture {
        let standing: Vec<usize> = (0..2).filter(|it| battle.now.stands[*it]).collect();
        let named: Vec<_> = standing.iter().map(|it| (Called::new(NAMES[*it]), PartyId(*it as u8))).collect();
        let board = &battle.setup.board;
        let views = standing.iter().zip(&named).zip(labels(standing.iter().map(|it| NAMES[*it]))).map(
            |((n, (name, party)), label)| SquadView {
                name: name.clone(),
                label,
                party: *party,
                units: vec![UnitView {
                    on: Plot::one(battle.at(*n)),
                    shape: Shape::Figure,
                    hero: None,
                    is_engaged: false,
                }],
                standing: 1,
                starting: 1,
                carried: 0,
                at: battle.at(*n),
                stands_in: board.kind(board.ground(battle.at(*n))).clone(),
                engaged_by: Vec::new(),
                nearest: None,
                is_broken: false,
                has_shot: false,
                notes: Vec::new(),
                plate: None,
            },
        );
        Picture {
            is_what_if: false,
            title: Called::title(&battle.setup.title),
            moment: Moment::Opening(battle.now.round),
            ground: Ground::new(board, []),
            parties: vec![Party::Yours, Party::Enemy],
            squads: views.collect(),
            gone: Vec::new(),
            objectives: Vec::new(),
            fallen: Vec::new(),
            lying: Vec::new(),
            arrows: Vec::new(),
            formations: Vec::new(),
            clashes: Vec::new(),
            rings: Vec::new(),
        }
    }

    fn cast(_: &Battle) -> Cast {
        let squad = |(n, label): (usize, String)| CastSquad {
            id: SquadId(n as u16),
            name: Called::new(NAMES[n]),
            label,
            party: PartyId(n as u8),
            strength: 1,
        };
        let unit =
            |n: usize| CastUnit { id: UnitId(n as u16), name: Called::new(NAMES[n]), shape: Shape::Figure, star: None };
        Cast { squads: labels(NAMES).into_iter().enumerate().map(squad).collect(), units: (0..2).map(unit).collect() }
    }

    fn frame(battle: &Battle) -> Frame {
        let placed = |n: usize| {
            let state = if battle.now.stands[n] { State::Standing } else { State::Downed };
            (UnitId(n as u16), Placed { on: Plot::one(battle.at(n)), squad: SquadId(n as u16), state })
        };
        Frame { units: (0..2).map(placed).collect(), ..Frame::default() }
    }

    fn beats(&self, before: &Battle, events: &[Event], report: &Report) -> Vec<Beat> {
        let mut after = before.clone();
        let mut shows = |event: &Event| {
            let now = Toy::frame(&after);
            let mut steps: Vec<Step> = match event {
                Event::Threw { by, die } => {
                    let (by, at) = (u16::from(*by), 1 - u16::from(*by));
                    let fate = if FELLS <= die.face() { ShotFate::Felled } else { ShotFate::Missed };
                    let shot = Shot { from: UnitId(by), met: (FELLS <= die.face()).then_some(UnitId(at)), fate };
                    vec![Step::Shots { by: SquadId(by), at: SquadId(at), shots: vec![shot] }]
                }
                _ => Vec::new(),
            };
            Toy::apply(&mut after, event);
            steps.extend(now.steps_to(&Toy::frame(&after), |_| None));
            steps
        };
        let steps: Vec<Vec<Step>> = events.iter().map(&mut shows).collect();
        let scene = |line: &ReportLine| Shown {
            lines: vec![line.number],
            events: line.events.clone(),
            kind: BeatKind::Shooting,
            headline: line.text.text().trim_end_matches('.').to_owned(),
            is_moment: false,
        };
        let (cast, last) = (Toy::cast(&after), Toy::frame(&after));
        beats((Toy::frame(before), &last), &cast, &[], steps, report.lines.iter().map(scene).collect())
    }
}

fn told(event: &Event) -> String {
    match event {
        Event::Threw { by, die } => {
            let end = if FELLS <= die.face() { "and hits" } else { "and misses" };
            format!("{} throws {end}.", NAMES[usize::from(*by)])
        }
        Event::RoundBegan => "Both stand, and another round begins.".to_owned(),
        Event::Ended(outcome) => format!("It is over: {outcome:?}."),
        Event::Stood(who) => format!("{} stands again.", NAMES[usize::from(*who)]),
    }
}
