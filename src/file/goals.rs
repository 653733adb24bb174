//! Reads objectives, goals and events. `W` is the type of a side in the files of a game.

use std::ops::Range;

use crate::field::{
    Area, Board, Condition, Goal, GoalKind, ObjectiveId, ObjectiveSetup, Scheduled, Subject, Tile, UnitId, When,
};
use crate::file::map::Ground;
use crate::file::names::{Names, SideWord};
use crate::file::placement::{Stationed, check_arrival, is_on_map};
use crate::file::read::{At, Leaf, List, Must, OneOrMany, Reader, head, table};
use crate::file::values::{Name, Number, Prose};
use crate::file::{limits, say};

/// A distance in steps, from 0 to 100.
pub type Radius = Number<0, 100>;
/// A number of rounds.
pub type Rounds = Number<1, 999>;
/// The goals of one kind.
pub type Goals<W> = List<GoalFile<W>, { limits::GOALS }>;
/// The events of a battle.
pub type Events<W> = List<EventFile<W>, { limits::EVENTS }>;
/// A list of conditions.
pub type Conditions<W> = List<ConditionFile<W>, { limits::CONDITIONS }>;

table! {
    /// A place worth holding.
    #[cfg_attr(test, schemars(rename = "ObjectiveFile"))]
    pub ObjectiveFile<W: Leaf> {
        /// What this file calls it.
        id: At<Name>,
        /// What people call it; the id, if left out.
        name: Option<At<Name>>,
        /// Its tile; can be left out where a map of Tiled has an object of this id.
        at: Option<At<Tile>>,
        /// How near counts, in steps.
        radius: Option<At<Radius>>,
        /// Its owner when the battle begins.
        owner: Option<At<W>>,
        /// Points a round for those who hold it.
        points: Option<At<Number<0, 1000>>>,
    }

    /// A goal.
    #[cfg_attr(test, schemars(rename = "GoalFile"))]
    pub GoalFile<W: Leaf> {
        /// What the players read.
        text: Must<At<Prose>>,
        /// When it is met.
        when: Must<ConditionFile<W>>,
        /// victory, bonus: whose it is, where teams of players fight each other; everybody's, if left out. A team wins when
        /// its goals, its allies' and everybody's are met. A side that no player leads has none: a `[[defeat]]` says what it
        /// wins by.
        team: Option<At<W>>,
        /// defeat: whether it ends the battle. If not, the players can't win any more, but may fight on. If left out,
        /// it ends the battle only where the goal is that a squad or a side is gone, or a hero is down.
        ends: Option<At<bool>>,
    }

    /// A condition that is checked when a round ends: exactly one of all, any, not, reach, survive, killed,
    /// annihilated, lost, hold, capture and score, with the keys that belong to it.
    #[cfg_attr(test, schemars(rename = "ConditionFile"))]
    pub ConditionFile<W: Leaf> {
        /// Every one of these is true.
        all: Option<Conditions<W>>,
        /// One of these is true.
        any: Option<Conditions<W>>,
        /// This is not true.
        not: Option<Box<ConditionFile<W>>>,
        /// Somebody stands near this tile or objective; with `who`, `units` and `radius`.
        reach: Option<At<Name>>,
        /// This round is over.
        survive: Option<At<Rounds>>,
        /// Nobody of this squad is left standing, or this unit isn't. A structure is a unit, too.
        killed: Option<At<Name>>,
        /// Nobody of this side or squad is left standing.
        annihilated: Option<At<Name>>,
        /// A share of this side or squad has fallen; with `percent`.
        lost: Option<At<Name>>,
        /// This objective was held, uncontested, for `rounds` rounds in a row; with `by`.
        hold: Option<At<Name>>,
        /// This objective belongs to the side that `by` names.
        capture: Option<At<Name>>,
        /// This many points were scored; with `by`.
        score: Option<At<Number<1, 100_000>>>,
        /// reach: a side, a squad or a unit; whose goal it is, or the players, if left out.
        who: Option<At<Name>>,
        /// reach: how many of them; 1, if left out.
        units: Option<At<Number<1, 1000>>>,
        /// reach: how near, in steps; the objective's radius, if left out.
        radius: Option<At<Radius>>,
        /// reach: what people call the place.
        name: Option<At<Name>>,
        /// lost: the share, 1 to 100.
        percent: Option<At<Number<1, 100>>>,
        /// hold, capture, score: the side; whose goal it is, or the players, if left out.
        by: Option<At<W>>,
        /// hold: how many rounds in a row; 1, if left out.
        rounds: Option<At<Rounds>>,
    }

    /// Something that happens once.
    #[cfg_attr(test, schemars(rename = "EventFile"))]
    pub EventFile<W: Leaf> {
        /// As this round opens.
        at_round: Option<At<Rounds>>,
        /// As the next round opens after this has come true.
        when: Option<ConditionFile<W>>,
        /// Squads in reserve that come onto the map: one, or a list.
        reinforce: Option<OneOrMany<ReinforceFile, { limits::SQUADS }>>,
        /// What the players read then.
        text: Option<At<Prose>>,
    }

    /// A squad that comes out of reserve.
    pub ReinforceFile {
        /// Its id.
        squad: At<Name>,
        /// Where; the squad forms up around this tile.
        at: Must<At<Tile>>,
    }
}

/// What conditions can refer to.
pub struct Aims<'a, Q: Stationed> {
    pub names: &'a Names<Q::Side>,
    pub objectives: &'a [ObjectiveSetup<Q::Side>],
    pub board: Option<&'a Board>,
    pub squads: &'a [Q],
    /// The sides that players have.
    pub players: &'a [Q::Side],
    /// The side whose goal is being read. `None` if it is everybody's.
    pub owner: Option<Q::Side>,
    /// The last round. `None` if the battle has no limit.
    pub last_round: Option<u16>,
    /// **O-1** The radius of objectives whose file doesn't say, in steps.
    pub radius: u8,
    pub sources: Sources<Q::Side>,
}

/// The places in the file of what was read.
pub struct Sources<S> {
    /// The names of the objectives.
    pub names: Vec<Range<usize>>,
    /// The tiles of the objectives.
    pub tiles: Vec<Range<usize>>,
    /// Areas that somebody has to reach.
    pub areas: Vec<(Area, Subject<S>, Range<usize>)>,
    /// The conditions of the goals.
    pub goals: Vec<Range<usize>>,
}

impl<S> Default for Sources<S> {
    fn default() -> Sources<S> {
        Sources { names: Vec::new(), tiles: Vec::new(), areas: Vec::new(), goals: Vec::new() }
    }
}

/// Reads the objectives, adds their names to `names`, and returns them with their places in the file.
pub fn objectives<S: Copy + PartialEq, W: SideWord<S>>(
    reader: &mut Reader,
    files: Option<List<ObjectiveFile<W>, { limits::OBJECTIVES }>>,
    radius: u8,
    names: &mut Names<S>,
    ground: Option<&Ground>,
) -> (Vec<ObjectiveSetup<S>>, Sources<S>) {
    let (mut objectives, mut places) = (Vec::new(), Sources::default());
    for file in names.listed(files) {
        let at = file.at.or_else(|| ground?.place_of(&file.id));
        let key = file.id.value.0;
        if names.has_objective(&key) {
            reader.say(say::same_name(file.id.span.clone(), &key, "an objective"));
            names.doubt();
        }
        let Some(at) = at else {
            if !file.is_flawed && !reader.is_broken && !reader.has_errors() {
                reader.say(say::missing(file.span, "at"));
            }
            names.lose([key]);
            continue;
        };
        names.name_objective(&key, ObjectiveId(objectives.len() as u8));
        places.names.push(file.name.as_ref().map_or(file.id.span, |it| it.span.clone()));
        objectives.push(ObjectiveSetup {
            name: file.name.map_or_else(|| key.clone(), |it| it.value.0),
            key,
            at: at.value,
            radius: file.radius.map_or(radius, |it| it.get()),
            owner: file.owner.and_then(|it| W::side(&it, reader, names)),
            points: file.points.map_or(0, |it| it.get()),
        });
        places.tiles.push(at.span);
    }
    (objectives, places)
}

/// The keys of which a condition has exactly one, each with the keys that may accompany it.
const HEADS: [(&str, &[&str]); 11] = [
    ("all", &[]),
    ("any", &[]),
    ("not", &[]),
    ("reach", &["who", "units", "radius", "name"]),
    ("survive", &[]),
    ("killed", &[]),
    ("annihilated", &[]),
    ("lost", &["percent"]),
    ("hold", &["by", "rounds"]),
    ("capture", &["by"]),
    ("score", &["by"]),
];

/// **O-1** The least number of rounds before an objective counts for a side. A side takes it in the first round and
/// scores from the next one on, unless it owns it from the start.
pub fn counts_late<S: PartialEq>(objective: &ObjectiveSetup<S>, by: S) -> u16 {
    u16::from(objective.owner != Some(by))
}

/// **O-1** The most points that a side can score in this number of rounds.
pub fn points_max<S: Copy + PartialEq>(objectives: &[ObjectiveSetup<S>], by: S, rounds: u16) -> u64 {
    let of = |it: &ObjectiveSetup<S>| u64::from(it.points) * u64::from(rounds.saturating_sub(counts_late(it, by)));
    objectives.iter().map(of).sum()
}

/// **O-1** Adds a problem about each objective that is off the map.
pub fn check_objectives<S>(reader: &mut Reader, board: &Board, them: &[ObjectiveSetup<S>], places: &[Range<usize>]) {
    for (objective, place) in them.iter().zip(places) {
        is_on_map(reader, board, &[objective.at], place);
    }
}

impl<Q: Stationed> Aims<'_, Q> {
    /// Reads the goals of every kind. If `place` is given there has to be a main goal; if there is none, a problem is
    /// added there.
    pub fn goals(
        &mut self,
        reader: &mut Reader,
        place: Option<Range<usize>>,
        victory: Option<Goals<Q::Word>>,
        bonus: Option<Goals<Q::Word>>,
        defeat: Option<Goals<Q::Word>>,
    ) -> Vec<Goal<Q::Side>> {
        if let Some(place) = place.filter(|_| victory.as_ref().is_none_or(|it| it.is_empty)) {
            reader.say(say::no_victory(place));
        }
        let kinds = [(GoalKind::Main, victory), (GoalKind::Bonus, bonus), (GoalKind::Failure, defeat)];
        kinds.into_iter().flat_map(|(kind, files)| self.goals_of(reader, kind, files)).collect()
    }

    fn goals_of(&mut self, reader: &mut Reader, kind: GoalKind, files: Option<Goals<Q::Word>>) -> Vec<Goal<Q::Side>> {
        let mut goals = Vec::new();
        for file in files.into_iter().flat_map(|it| it.items) {
            let place = file.when.0.as_ref().map(|it| it.span.clone());
            self.owner = file.team.as_ref().and_then(|it| self.owner_of(reader, kind, it));
            let when = file.when.0.and_then(|it| self.condition(reader, it));
            if let Some(ends) = file.ends.as_ref().filter(|_| kind != GoalKind::Failure) {
                reader.say(say::only_defeats_end(ends.span.clone()));
            }
            if let (Some(text), Some(when), Some(place)) = (file.text.0, when, place) {
                let ends = kind == GoalKind::Failure && file.ends.map_or_else(|| self.ends(&when), |it| it.value);
                goals.push(Goal { kind, team: self.owner, text: text.value.0, when, ends });
                self.sources.goals.push(place);
            }
        }
        self.owner = None;
        goals
    }

    fn owner_of(&self, reader: &mut Reader, kind: GoalKind, at: &At<Q::Word>) -> Option<Q::Side> {
        let side = Q::Word::side(at, reader, self.names)?;
        let is_of_players = self.players.contains(&side);
        if kind == GoalKind::Failure {
            reader.say(say::defeat_of_a_team(at.span.clone(), is_of_players));
        } else if !is_of_players {
            reader.say(say::goal_of_no_players(at.span.clone()));
        }
        Some(side)
    }

    /// **O-4** Whether a failure ends the battle if the file doesn't say: it does if a squad or a side is gone, or a
    /// hero is down.
    fn ends(&self, when: &Condition<Q::Side>) -> bool {
        match when {
            Condition::All(parts) => parts.iter().any(|it| self.ends(it)),
            Condition::Any(parts) => parts.iter().all(|it| self.ends(it)),
            Condition::Lost { who: Subject::Unit(unit), percent: 100 } => self.is_hero(*unit),
            Condition::Lost { percent, .. } => *percent == 100,
            _ => false,
        }
    }

    fn is_hero(&self, unit: UnitId) -> bool {
        let mut units = self.squads.iter().flat_map(Stationed::standers);
        units.nth(usize::from(unit.0)).is_some_and(|it| it.leads)
    }

    /// Reads the scheduled events.
    pub fn events(&mut self, reader: &mut Reader, files: Option<Events<Q::Word>>) -> Vec<Scheduled<Q::Side>> {
        let files = files.into_iter().flat_map(|it| it.items);
        files.filter_map(|file| self.event(reader, file)).collect()
    }

    fn event(&mut self, reader: &mut Reader, file: EventFile<Q::Word>) -> Option<Scheduled<Q::Side>> {
        if file.reinforce.is_none() && file.text.is_none() && !file.is_flawed {
            reader.say(say::idle_event(file.span.clone()));
        }
        let mut reinforce = Vec::new();
        for arrival in file.reinforce.into_iter().flat_map(|it| it.0) {
            let Some(id) = self.names.squad(reader, &arrival.squad) else { continue };
            let Some(squad) = self.squads.get(usize::from(id.0)) else { continue };
            if !squad.is_in_reserve() {
                reader.say(say::not_in_reserve(arrival.squad.span.clone(), squad.name()));
            }
            let Some(at) = arrival.at.0 else { continue };
            if let Some(board) = self.board {
                check_arrival(reader, board, squad, &at);
            }
            reinforce.push((id, at.value));
        }
        let when = match (file.at_round, file.when) {
            (Some(round), None) => Some(self.round(reader, &round)),
            (None, Some(when)) => self.condition(reader, when).map(When::Condition),
            (Some(round), Some(_)) => reader.refuse(say::event_with_two_moments(round.span)),
            (None, None) if file.is_flawed || reader.is_broken => None,
            (None, None) => reader.refuse(say::event_without_moment(file.span)),
        };
        Some(Scheduled { when: when?, reinforce, text: file.text.map(|it| it.value.0) })
    }

    fn round(&self, reader: &mut Reader, at: &At<Rounds>) -> When<Q::Side> {
        let round: u16 = at.get();
        if round == 1 {
            reader.say(say::event_in_first_round(at.span.clone()));
        }
        self.doubt_round(reader, &at.span, "this event", round);
        When::Round(round)
    }

    fn doubt_round(&self, reader: &mut Reader, span: &Range<usize>, what: &str, round: u16) {
        if let Some(last) = self.last_round.filter(|it| *it < round) {
            reader.say(say::too_late(span.clone(), what, round, last));
        }
    }

    /// **O-1** Warns if an objective can't be held for this number of rounds, because it only counts `late` rounds into
    /// the battle.
    fn doubt_hold(&self, reader: &mut Reader, span: Range<usize>, rounds: u16, late: u16) {
        let until = rounds.saturating_add(late);
        if let Some(last) = self.last_round.filter(|it| *it < until) {
            reader.say(say::held_too_long(span, until, last, last.saturating_sub(late)));
        }
    }

    /// **O-1** Warns if there aren't as many points to score.
    fn doubt_score(&self, reader: &mut Reader, points: &At<Number<1, 100_000>>, by: Q::Side) {
        let Some(last) = self.last_round else { return };
        let most = points_max(self.objectives, by, last);
        if most < u64::from(points.get::<u32>()) {
            reader.say(say::scored_too_much(points.span.clone(), most, last));
        }
    }

    /// **O-2** Reads a condition. `None` if something is wrong with it, after adding a problem.
    fn condition(&mut self, reader: &mut Reader, file: ConditionFile<Q::Word>) -> Option<Condition<Q::Side>> {
        let instead = "Put them into a list: all = [ … ] or any = [ … ].";
        head(reader, "condition", &file, &HEADS, instead)?;
        if let Some(list) = file.all {
            let span = list.span.clone();
            let all = self.conditions(reader, list).map(Condition::All)?;
            if Condition::exclude_each_other(&all.needs()) && !reader.has_spoken_of(&span) {
                reader.say(say::never_all(span));
            }
            return Some(all);
        }
        if let Some(list) = file.any {
            return self.conditions(reader, list).map(Condition::Any);
        }
        if let Some(not) = file.not {
            return self.condition(reader, *not).map(|it| Condition::Not(Box::new(it)));
        }
        if file.reach.is_some() {
            return self.reach(reader, &file);
        }
        if let Some(at) = file.survive {
            let round = at.get();
            self.doubt_round(reader, &at.span, "surviving this long", round);
            return Some(Condition::Survive { round });
        }
        if let Some(who) = file.killed.as_ref().or(file.annihilated.as_ref()) {
            return Some(Condition::Lost { who: self.names.subject(reader, who)?, percent: 100 });
        }
        if let Some(who) = &file.lost {
            let percent = reader.needed(&file, "percent", file.percent.as_ref())?.get();
            return Some(Condition::Lost { who: self.names.subject(reader, who)?, percent });
        }
        let by = match &file.by {
            Some(by) => Q::Word::side(by, reader, self.names)?,
            None => self.owner.unwrap_or_else(|| self.names.players()),
        };
        if let Some(place) = file.hold {
            let rounds = file.rounds.as_ref().map_or(1, |it| it.get());
            let objective = self.names.objective(reader, &place)?;
            let late = self.objectives.get(usize::from(objective.0)).map_or(0, |it| counts_late(it, by));
            self.doubt_hold(reader, file.rounds.map_or(place.span, |it| it.span), rounds, late);
            return Some(Condition::Hold { objective, by, rounds });
        }
        if let Some(objective) = file.capture {
            return Some(Condition::Capture { objective: self.names.objective(reader, &objective)?, by });
        }
        let points = file.score?;
        if self.objectives.iter().all(|it| it.points == 0) {
            reader.say(say::no_points(points.span.clone()));
        } else {
            self.doubt_score(reader, &points, by);
        }
        Some(Condition::Score { by, points: points.get() })
    }

    fn conditions(&mut self, reader: &mut Reader, list: Conditions<Q::Word>) -> Option<Vec<Condition<Q::Side>>> {
        if list.is_empty {
            return reader.refuse(say::no_conditions(list.span));
        }
        let read: Vec<Condition<Q::Side>> =
            list.items.into_iter().filter_map(|it| self.condition(reader, it)).collect();
        (!read.is_empty()).then_some(read)
    }

    fn reach(&mut self, reader: &mut Reader, file: &ConditionFile<Q::Word>) -> Option<Condition<Q::Side>> {
        let place = file.reach.as_ref()?;
        let who = match &file.who {
            Some(who) => self.names.subject(reader, who),
            None => Some(Subject::Side(self.owner.unwrap_or_else(|| self.names.players()))),
        };
        let area = self.area(reader, file, place);
        let (who, area) = (who?, area?);
        let units = file.units.as_ref().map_or(1, |it| it.get());
        if let Some(at) = file.units.as_ref().filter(|_| self.size(who) < usize::from(units)) {
            let name = file.who.as_ref().map_or("players", |it| &it.value.0);
            reader.say(say::too_few(at.span.clone(), units, name, self.size(who)));
        }
        self.sources.areas.push((area.clone(), who, place.span.clone()));
        Some(Condition::Reach { who, area, units })
    }

    /// The area around an objective or a tile.
    fn area(&self, reader: &mut Reader, file: &ConditionFile<Q::Word>, place: &At<Name>) -> Option<Area> {
        let given = file.radius.as_ref().map(|it| it.get());
        let tile = place.parse::<Tile>().ok().filter(|_| !self.names.has_objective(place));
        let (name, at, radius) = match tile {
            Some(tile) => (tile.to_string(), tile, self.radius),
            None => {
                let objective = self.names.objective(reader, place)?;
                let it = &self.objectives[usize::from(objective.0)];
                (it.name.clone(), it.at, it.radius)
            }
        };
        if let (Some(_), Some(board)) = (tile, self.board) {
            is_on_map(reader, board, &[at], &place.span);
        }
        let name = file.name.as_ref().map_or(name, |it| it.value.0.clone());
        Some(Area { name, at, radius: given.unwrap_or(radius) })
    }

    /// How many units a side, a squad or a unit is.
    fn size(&self, who: Subject<Q::Side>) -> usize {
        match who {
            Subject::Unit(_) => 1,
            Subject::Squad(id) => self.squads.get(usize::from(id.0)).map_or(0, |it| it.standers().len()),
            Subject::Side(side) => {
                self.squads.iter().filter(|it| it.side() == side).map(|it| it.standers().len()).sum()
            }
        }
    }
}
