//! What the battle is about: objectives, goals, and what happens on the way.

use std::ops::Range;

use crate::field::{Area, Board, Footprint, GoalKind, ObjectiveId, Tile};
use crate::file::{At, List, Name, Reader, head};
use crate::line::battle::{Condition, Goal, ObjectiveSetup, Scheduled, Side, Subject, When};
use crate::line::scenario::files::{ConditionFile, EventFile, GoalFile, ObjectiveFile};
use crate::line::scenario::squads::{Names, Recruits};
use crate::line::scenario::{limits, posts, say};

/// What conditions speak of.
pub(super) struct Aims<'a> {
    pub names: &'a Names,
    pub objectives: &'a [ObjectiveSetup],
    pub board: Option<&'a Board>,
    pub squads: &'a [Recruits],
    /// The last round, if there is one.
    pub last_round: Option<u16>,
    /// **O-1** How near counts where nothing says.
    pub radius: u8,
    /// Places that somebody has to reach, and where the file says so.
    pub areas: Vec<(Area, Subject, Range<usize>)>,
}

/// The objectives, whose names are known from then on.
pub(super) fn objectives(
    reader: &mut Reader,
    files: Option<List<ObjectiveFile, { limits::OBJECTIVES }>>,
    radius: u8,
    names: &mut Names,
) -> Vec<(ObjectiveSetup, Range<usize>)> {
    let Some(files) = files else { return Vec::new() };
    names.lost.extend(files.lost);
    let mut objectives: Vec<(ObjectiveSetup, Range<usize>)> = Vec::new();
    for file in files.items {
        let key = file.id.value.0;
        if names.objectives.contains_key(&key) {
            reader.say(say::same_name(file.id.span.clone(), &key, "an objective"));
        }
        let Some(at) = file.at.0 else {
            names.lost.push(key);
            continue;
        };
        names.objectives.entry(key.clone()).or_insert(ObjectiveId(objectives.len() as u8));
        let setup = ObjectiveSetup {
            name: file.name.map_or_else(|| key.clone(), |it| it.value.0),
            key,
            at: at.value,
            radius: file.radius.map_or(radius, |it| it.get()),
            owner: file.owner.map(|it| it.value.0),
            points: file.points.map_or(0, |it| it.get()),
        };
        objectives.push((setup, at.span));
    }
    objectives
}

/// The keys of which a condition has exactly one, and those that may stand beside each.
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

impl Aims<'_> {
    /// The goals of one kind.
    pub(super) fn goals(
        &mut self,
        reader: &mut Reader,
        kind: GoalKind,
        files: Option<List<GoalFile, { limits::GOALS }>>,
    ) -> Vec<Goal> {
        let mut goals = Vec::new();
        for file in files.into_iter().flat_map(|it| it.items) {
            let when = file.when.0.and_then(|it| self.condition(reader, it));
            if let (Some(text), Some(when)) = (file.text.0, when) {
                goals.push(Goal { kind, text: text.value.0, when });
            }
        }
        goals
    }

    /// What is held ready.
    pub(super) fn events(
        &mut self,
        reader: &mut Reader,
        files: Option<List<EventFile, { limits::EVENTS }>>,
    ) -> Vec<Scheduled> {
        let files = files.into_iter().flat_map(|it| it.items);
        files.filter_map(|file| self.event(reader, file)).collect()
    }

    fn event(&mut self, reader: &mut Reader, file: EventFile) -> Option<Scheduled> {
        if file.reinforce.is_none() && file.text.is_none() && !file.is_flawed {
            reader.say(say::idle_event(file.span.clone()));
        }
        let mut reinforce = Vec::new();
        for arrival in file.reinforce.into_iter().flat_map(|it| it.0) {
            let Some(id) = self.names.squad(reader, &arrival.squad) else { continue };
            let Some(squad) = self.squads.get(usize::from(id.0)) else { continue };
            if !squad.setup.in_reserve {
                reader.say(say::not_in_reserve(arrival.squad.span.clone(), &squad.setup.name));
            }
            let Some(at) = arrival.at.0 else { continue };
            if let Some(board) = self.board {
                posts::can_arrive(reader, board, squad, &at);
            }
            reinforce.push((id, at.value));
        }
        let when = match (file.at_round, file.when) {
            (Some(round), None) => Some(self.round(reader, &round)),
            (None, Some(when)) => self.condition(reader, when).map(When::Condition),
            (Some(round), Some(_)) => {
                reader.say(say::event_with_two_moments(round.span));
                None
            }
            (None, None) => {
                if !file.is_flawed && !reader.is_broken {
                    reader.say(say::event_without_moment(file.span));
                }
                None
            }
        };
        Some(Scheduled { when: when?, reinforce, text: file.text.map(|it| it.value.0) })
    }

    fn round(&self, reader: &mut Reader, at: &At<crate::line::scenario::files::Rounds>) -> When {
        let round: u16 = at.get();
        if round == 1 {
            reader.say(say::event_in_first_round(at.span.clone()));
        }
        self.doubt_round(reader, &at.span, "this event", round);
        When::Round(round)
    }

    fn doubt_round(&self, reader: &mut Reader, span: &Range<usize>, what: &str, round: u16) {
        if let Some(last) = self.last_round
            && last < round
        {
            reader.say(say::too_late(span.clone(), what, round, last));
        }
    }

    /// **O-2** A condition; `None` if something is wrong with it, which has been said then.
    fn condition(&mut self, reader: &mut Reader, file: ConditionFile) -> Option<Condition> {
        let instead = "Put them into a list: all = [ … ] or any = [ … ].";
        head(reader, "condition", &file, &HEADS, instead)?;
        if let Some(list) = file.all {
            return self.conditions(reader, list).map(Condition::All);
        }
        if let Some(list) = file.any {
            return self.conditions(reader, list).map(Condition::Any);
        }
        if let Some(not) = file.not {
            return self.condition(reader, *not).map(|it| Condition::Not(Box::new(it)));
        }
        if let Some(place) = &file.reach {
            return self.reach(reader, &file, place);
        }
        if let Some(round) = file.survive {
            let span = round.span.clone();
            let round = round.get();
            self.doubt_round(reader, &span, "surviving this long", round);
            return Some(Condition::Survive { round });
        }
        if let Some(who) = file.killed.or(file.annihilated) {
            return Some(Condition::Lost { who: self.names.subject(reader, &who)?, percent: 100 });
        }
        if let Some(who) = file.lost {
            let Some(percent) = file.percent else {
                if !file.is_flawed {
                    reader.say(say::missing(file.span, &["percent"]));
                }
                return None;
            };
            return Some(Condition::Lost { who: self.names.subject(reader, &who)?, percent: percent.get() });
        }
        let by = file.by.map_or(Side::Players, |it| it.value.0);
        if let Some(objective) = file.hold {
            let rounds = file.rounds.as_ref().map_or(1, |it| it.get());
            if let Some(at) = &file.rounds {
                self.doubt_round(reader, &at.span, "holding it this long", rounds);
            }
            return Some(Condition::Hold { objective: self.names.objective(reader, &objective)?, by, rounds });
        }
        if let Some(objective) = file.capture {
            return Some(Condition::Capture { objective: self.names.objective(reader, &objective)?, by });
        }
        let points = file.score?;
        if self.objectives.iter().all(|it| it.points == 0) {
            reader.say(say::no_points(points.span.clone()));
        }
        Some(Condition::Score { by, points: points.get() })
    }

    fn conditions(
        &mut self,
        reader: &mut Reader,
        list: List<ConditionFile, { limits::CONDITIONS }>,
    ) -> Option<Vec<Condition>> {
        if list.is_empty {
            reader.say(say::no_conditions(list.span));
            return None;
        }
        let read: Vec<Condition> = list.items.into_iter().filter_map(|it| self.condition(reader, it)).collect();
        (!read.is_empty()).then_some(read)
    }

    fn reach(&mut self, reader: &mut Reader, file: &ConditionFile, place: &At<Name>) -> Option<Condition> {
        let who = match &file.who {
            Some(who) => self.names.subject(reader, who),
            None => Some(Subject::Side(Side::Players)),
        };
        let area = self.area(reader, file, place);
        let (who, area) = (who?, area?);
        let units = file.units.as_ref().map_or(1, |it| it.get());
        if let Some(span) = file.units.as_ref().map(|it| &it.span)
            && self.size(who) < usize::from(units)
        {
            let name = file.who.as_ref().map_or("players", |it| &it.value.0);
            reader.say(say::too_few(span.clone(), units, name, self.size(who)));
        }
        self.areas.push((area.clone(), who, place.span.clone()));
        Some(Condition::Reach { who, area, units })
    }

    /// An objective's surroundings, or a tile's.
    fn area(&self, reader: &mut Reader, file: &ConditionFile, place: &At<Name>) -> Option<Area> {
        let given = file.radius.as_ref().map(|it| it.get());
        let tile = place.parse::<Tile>().ok().filter(|_| !self.names.objectives.contains_key(&*place.value));
        let (name, at, radius) = match tile {
            Some(tile) => (tile.to_string(), tile, self.radius),
            None => {
                let objective = self.names.objective(reader, place)?;
                let it = &self.objectives[usize::from(objective.0)];
                (it.name.clone(), it.at, it.radius)
            }
        };
        if let (Some(_), Some(board)) = (tile, self.board) {
            posts::is_on_map(reader, board, Footprint { at, size: 1 }, &place.span);
        }
        let name = file.name.as_ref().map_or(name, |it| it.value.0.clone());
        Some(Area { name, at, radius: given.unwrap_or(radius) })
    }

    /// How many units that is.
    fn size(&self, who: Subject) -> usize {
        match who {
            Subject::Unit(_) => 1,
            Subject::Squad(id) => self.squads.get(usize::from(id.0)).map_or(0, |it| it.figures.len()),
            Subject::Side(side) => {
                self.squads.iter().filter(|it| it.setup.side == side).map(|it| it.figures.len()).sum()
            }
        }
    }
}
