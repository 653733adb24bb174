//! A battle as people watch it: what the page is made from, and the data that its script reads.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::diagnostic::capitalised;
use crate::field::{SquadId, Tile, UnitId};
use crate::map::words::whose;
use crate::map::{
    self, Beat, BeatKind, Cast, CastSquad, CastUnit, Frame, Held, Measures, PartyId, Picture, Plate, Shape, State, Step,
};
use crate::page::{Document, Plan, Rich, SquadPlan, Style, TargetOffer, rules_named};
use crate::referee::{Changed, Closed, Table};

/// Losses of a squad at once that nobody should miss.
const MANY: usize = 3;

/// A battle as people watch it.
pub(super) struct Film<'a> {
    table: &'a Table,
    pub(super) cast: Cast,
    /// The field before the first round, without any events.
    pub(super) opening: Picture,
    first: Frame,
    pub(super) rounds: Vec<Round<'a>>,
    pub(super) last: Frame,
    units: BTreeMap<UnitId, usize>,
    squads: BTreeMap<SquadId, usize>,
    // The squads that each unit has been in.
    squads_of: BTreeMap<UnitId, BTreeSet<SquadId>>,
}

pub(super) struct Round<'a> {
    pub(super) closed: &'a Closed,
    /// Changes by hand since the round before.
    pub(super) changed: Vec<&'a Changed>,
    before: Frame,
    pub(super) beats: Vec<Beat>,
    /// The field after the round.
    pub(super) after: Picture,
}

impl Round<'_> {
    /// The part of the round that a beat belongs to.
    fn part(&self, beat: &Beat) -> &'static str {
        let line = beat.lines.first().and_then(|it| self.closed.report.lines.get(usize::from(*it).checked_sub(1)?));
        line.map_or("", |it| it.part)
    }
}

impl<'a> Film<'a> {
    pub(super) fn of(table: &'a Table) -> Film<'a> {
        let playing = table.playing();
        let mut cast = playing.cast();
        let mut before = 0;
        let round = |closed: &'a Closed| Round {
            closed,
            changed: {
                let since = std::mem::replace(&mut before, closed.number);
                table.changed().iter().filter(|it| since < it.number && it.number < closed.number).collect()
            },
            before: playing.frame_before(closed.number),
            beats: playing.beats(closed.number, &closed.report),
            after: playing.picture_after(closed.number),
        };
        let rounds: Vec<Round<'a>> = table.closed().iter().map(round).collect();
        let last = playing.frame();
        let first = rounds.first().map_or_else(|| last.clone(), |it| it.before.clone());
        let squads_of = squads_of(&rounds, &last);
        // Squads that nobody was ever in, such as those of heroes who were never alone, are left out.
        cast.squads.retain(|it| squads_of.values().any(|squads| squads.contains(&it.id)));
        let units = cast.units.iter().enumerate().map(|(n, it)| (it.id, n)).collect();
        let squads = cast.squads.iter().enumerate().map(|(n, it)| (it.id, n)).collect();
        let opening = playing.picture_of_opening();
        Film { table, cast, opening, first, rounds, last, units, squads, squads_of }
    }

    /// The state of the battle, in a sentence.
    pub(super) fn now(&self) -> String {
        let round = self.rounds.last().map_or(0, |it| it.closed.round);
        match self.table.playing().ended() {
            _ if !self.table.is_over() => format!("Round {} is open.", self.table.round()),
            how if how.is_empty() => format!("Given up after round {round}."),
            how => format!("Over after round {round}: {how}."),
        }
    }

    /// The report of the whole battle, once it is over.
    pub(super) fn final_report(&self) -> Option<Document> {
        self.table.is_over().then(|| self.table.final_report())
    }

    /// The field after the last round.
    pub(super) fn picture_now(&self) -> &Picture {
        self.rounds.last().map_or(&self.opening, |it| &it.after)
    }

    pub(super) fn party_of(&self, squad: SquadId) -> PartyId {
        self.squads.get(&squad).map_or(PartyId(0), |it| self.cast.squads[*it].party)
    }

    pub(super) fn squad(&self, squad: SquadId) -> Option<&CastSquad> {
        self.cast.squads.get(*self.squads.get(&squad)?)
    }

    /// The squads that a unit has been in.
    pub(super) fn squads_of(&self, unit: UnitId) -> impl Iterator<Item = &CastSquad> {
        self.squads_of.get(&unit).into_iter().flatten().filter_map(|it| self.squad(*it))
    }

    /// Whether anybody was ever in formation.
    pub(super) fn has_formations(&self) -> bool {
        let mut steps = self.rounds.iter().flat_map(|it| &it.beats).flat_map(|it| &it.steps);
        let mut frames = self.rounds.iter().map(|it| &it.before).chain([&self.last]);
        steps.any(|it| matches!(it, Step::Form(_))) || frames.any(|it| !it.formations.is_empty())
    }

    /// Every plate that a squad has ever stood on.
    pub(super) fn plates(&self) -> impl Iterator<Item = (SquadId, Plate)> {
        let steps = self.rounds.iter().flat_map(|it| &it.beats).flat_map(|it| &it.steps);
        let moved = steps.filter_map(|it| if let Step::Plates(plates) = it { Some(plates) } else { None });
        let frames = self.rounds.iter().map(|it| &it.before).chain([&self.first, &self.last]);
        frames.map(|it| &it.plates).chain(moved).flatten().map(|(squad, plate)| (*squad, *plate))
    }

    /// The index of a tile, in reading order.
    fn tile(&self, tile: Tile) -> usize {
        usize::from(tile.y) * usize::from(self.opening.ground.width) + usize::from(tile.x)
    }

    /// How many columns and rows of tiles a unit's token takes, as it was first seen.
    pub(super) fn size(&self, unit: UnitId) -> (u8, u8) {
        let arrived = |step: &Step| match step {
            Step::Arrive { unit: other, on, .. } if *other == unit => Some(*on),
            _ => None,
        };
        let of_frame = |frame: &Frame| frame.units.get(&unit).map(|it| it.on);
        let steps = || self.rounds.iter().flat_map(|it| &it.beats).flat_map(|it| &it.steps).find_map(arrived);
        let on = of_frame(&self.first).or_else(steps).or_else(|| of_frame(&self.last));
        on.map_or((1, 1), |it| (it.columns, it.rows))
    }

    /// Everything that the script reads. Tiles, units and squads are given by their indices. `changes` has the index of
    /// the changed ground after each round; `tokens` has each unit's tokens, by the squads that it was in.
    pub(super) fn data(
        &self,
        board: &Measures,
        changes: &[Option<usize>],
        tokens: &[Vec<(SquadId, String)>],
        log: Option<String>,
        plan: Option<&Plan>,
    ) -> Value {
        let parties = self.opening.parties.iter().map(|it| capitalised(whose(it)));
        let squads = self.cast.squads.iter();
        let squads = squads.map(|it| json!({ "name": it.name.to_string(), "label": it.label, "party": it.party.0 }));
        let units = self.cast.units.iter().zip(tokens).map(|(it, tokens)| self.unit(it, tokens));
        let objectives = self.opening.objectives.iter().map(|it| json!({ "at": self.tile(it.at) }));
        let mut rules = BTreeMap::new();
        let rounds = changes.iter().enumerate().map(|(n, changed)| self.round(n, *changed, &mut rules));
        let rounds: Vec<Value> = rounds.collect();
        let ended = self.rounds.last().map(|it| self.frame_after(it));
        json!({
            // Tells this battle from others.
            "key": format!("{} {}", self.table.commitment(), self.table.stage().title),
            "board": board,
            "parties": parties.collect::<Vec<_>>(),
            "squads": squads.collect::<Vec<_>>(),
            "units": units.collect::<Vec<_>>(),
            "objectives": objectives.collect::<Vec<_>>(),
            "start": self.frame(&self.first),
            // The field as it is now, if the last round ended otherwise.
            "now": ended.is_some_and(|it| it != self.last).then(|| self.frame(&self.last)),
            "words": map::description(&self.opening),
            "rounds": rounds,
            "rules": rules,
            "log": log,
            "plan": plan.map(|it| self.plan(it)),
        })
    }

    /// What can be planned in the open round.
    fn plan(&self, plan: &Plan) -> Value {
        json!({
            "round": self.table.round(),
            // The prefix of orders in posts.
            "prefix": self.table.prefix(),
            "pools": plan.pools,
            "squads": plan.squads.iter().filter_map(|it| self.planned(it)).collect::<Vec<_>>(),
        })
    }

    /// What a squad can do. `None` if nobody has seen it.
    fn planned(&self, it: &SquadPlan) -> Option<Value> {
        let reach = it.reach.iter().map(|it| {
            // Each tile with its steps and its cover.
            let tiles = it.tiles.iter().map(|it| (self.tile(it.at), it.steps, it.cover)).collect::<Vec<_>>();
            json!({ "written": it.written, "fires": it.fires, "most": it.most, "tiles": tiles })
        });
        let offer = |it: &TargetOffer| {
            let mut offer = json!(it.offer);
            offer["target"] = json!(self.squads.get(&it.target)?);
            offer["slows"] = json!(it.slows);
            Some(offer)
        };
        Some(json!({
            "squad": self.squads.get(&it.squad)?,
            "name": it.name,
            "reach": reach.collect::<Vec<_>>(),
            "fire": it.fire.iter().filter_map(offer).collect::<Vec<_>>(),
            "charges": it.charges.iter().filter_map(offer).collect::<Vec<_>>(),
            "verbs": it.verbs,
        }))
    }

    fn unit(&self, it: &CastUnit, tokens: &[(SquadId, String)]) -> Value {
        let (columns, rows) = self.size(it.id);
        let token = |(squad, form): &(SquadId, String)| Some((*self.squads.get(squad)?, form.clone()));
        let has_several = tokens.windows(2).any(|it| it[0].1 != it[1].1);
        json!({
            "shape": if it.shape == Shape::Figure { "figure" } else { "other" },
            "columns": columns,
            "rows": rows,
            "hero": it.star.as_ref().map(|_| it.name.to_string()),
            // By squad, if the token isn't the same in all squads.
            "tokens": has_several.then(|| tokens.iter().filter_map(token).collect::<BTreeMap<_, _>>()),
        })
    }

    fn frame(&self, frame: &Frame) -> Value {
        let placed = frame.units.iter().filter_map(|(id, it)| {
            let unit = self.units.get(id)?;
            let squad = self.squads.get(&it.squad)?;
            let mut placed = vec![*unit, *squad, self.tile(it.on.at), it.state as usize];
            // A unit takes the room of its token, unless it says otherwise here.
            let size = (it.on.columns, it.on.rows);
            if size != self.size(*id) {
                placed.extend([usize::from(size.0), usize::from(size.1)]);
            }
            Some(placed)
        });
        let held = frame.objectives.iter().map(|it| held(*it));
        json!({
            "units": placed.collect::<Vec<_>>(),
            "held": held.collect::<Vec<_>>(),
            "formations": self.formations(&frame.formations),
            "plates": self.plates_of(&frame.plates),
        })
    }

    /// For each plate its form, its party, its upper left tile, and the tile of its standard.
    fn plates_of(&self, plates: &BTreeMap<SquadId, Plate>) -> Value {
        let plate = |(squad, it): (&SquadId, &Plate)| {
            let party = self.party_of(*squad);
            json!((plate_form(party, it), party.0, self.tile(it.at), it.standard.map(|it| self.tile(it))))
        };
        json!(plates.iter().map(plate).collect::<Vec<_>>())
    }

    /// For each formation, the indices of its units.
    fn formations(&self, formations: &[Vec<UnitId>]) -> Value {
        let places = |it: &Vec<UnitId>| it.iter().filter_map(|it| self.units.get(it)).collect::<Vec<_>>();
        json!(formations.iter().map(places).collect::<Vec<_>>())
    }

    fn round(&self, n: usize, changed: Option<usize>, rules: &mut BTreeMap<&'static str, &'static str>) -> Value {
        let round = &self.rounds[n];
        let reasons = |line| self.table.playing().reckoning(round.closed.number, line);
        let why: Vec<Vec<Rich>> = round.closed.report.lines.iter().map(reasons).collect();
        rules.extend(rules_named(&why.concat(), self.table.playing().rules()).into_iter().map(|it| (it.id, it.gist)));
        // Usually a round begins as the one before it ended.
        let ended = n.checked_sub(1).map(|it| self.frame_after(&self.rounds[it]));
        let start = ended.is_none_or(|it| it != round.before).then(|| self.frame(&round.before));
        let beats = round.beats.iter().zip(self.moments(round)).map(|(it, is)| self.beat(round, it, is));
        let why = why.iter().map(|it| it.iter().map(script_words).collect::<Vec<_>>());
        json!({
            "number": round.closed.round,
            "start": start,
            "beats": beats.collect::<Vec<_>>(),
            // For each line, everything that led to it.
            "why": why.collect::<Vec<_>>(),
            // The index of the changed ground after the round.
            "changed": changed,
            "words": map::description(&round.after),
        })
    }

    /// Which beats of a round are shown to people who watch only the moments. A volley or a fight counts only if a
    /// squad loses several units at once, or its last.
    fn moments(&self, round: &Round<'_>) -> Vec<bool> {
        let mut frame = round.before.clone();
        let mut found = Vec::new();
        for beat in &round.beats {
            let mut fell: BTreeMap<SquadId, usize> = BTreeMap::new();
            for step in &beat.steps {
                if let Step::Fall { unit, .. } = step
                    && let Some(placed) = frame.units.get(unit).filter(|it| it.state == State::Standing)
                {
                    *fell.entry(placed.squad).or_default() += 1;
                }
                frame.apply(step);
            }
            let is_large = |(squad, fell): (&SquadId, &usize)| MANY <= *fell || frame.standing(*squad).next().is_none();
            let is_fire = matches!(beat.kind, BeatKind::Shooting | BeatKind::Melee);
            found.push(beat.is_moment && (!is_fire || fell.iter().any(is_large)));
        }
        found
    }

    /// The field after the beats of a round.
    fn frame_after(&self, round: &Round<'_>) -> Frame {
        let mut frame = round.before.clone();
        round.beats.iter().flat_map(|it| &it.steps).for_each(|it| frame.apply(it));
        frame
    }

    fn beat(&self, round: &Round<'_>, it: &Beat, is_moment: bool) -> Value {
        json!({
            "lines": it.lines,
            "part": round.part(it),
            "kind": it.kind,
            "headline": it.headline,
            "moment": is_moment,
            "who": it.who.iter().filter_map(|it| self.squads.get(it)).collect::<Vec<_>>(),
            "at": it.at.iter().map(|it| self.tile(*it)).collect::<Vec<_>>(),
            "steps": it.steps.iter().filter_map(|it| self.step(it)).collect::<Vec<_>>(),
        })
    }

    /// A step. `None` if it is about somebody whom nobody has seen.
    fn step(&self, step: &Step) -> Option<Value> {
        let unit = |it: &UnitId| self.units.get(it).copied();
        let squad = |it: &SquadId| self.squads.get(it).copied();
        Some(match step {
            Step::Shots { by, at, shots } => {
                let shots = shots.iter().filter_map(|it| {
                    let met = it.met.as_ref().and_then(unit).map_or(-1, |it| it as i64);
                    Some((unit(&it.from)?, met, it.fate as u8))
                });
                json!(["shots", squad(by)?, squad(at)?, shots.collect::<Vec<_>>()])
            }
            Step::Clash { a, b } => json!(["clash", squad(a)?, squad(b)?]),
            Step::Go { unit: it, way } => {
                json!(["go", unit(it)?, way.iter().map(|it| self.tile(*it)).collect::<Vec<_>>()])
            }
            Step::Fall { unit: it, state } => json!(["fall", unit(it)?, *state as u8]),
            Step::Rise { unit: it } => json!(["rise", unit(it)?]),
            Step::Arrive { unit: it, squad: of, on } => {
                json!(["arrive", unit(it)?, squad(of)?, self.tile(on.at), on.columns, on.rows])
            }
            Step::Join { unit: it, squad: of } => json!(["join", unit(it)?, squad(of)?]),
            Step::Form(formations) => json!(["form", self.formations(formations)]),
            Step::Plates(plates) => json!(["plates", self.plates_of(plates)]),
            Step::Flag { objective, held: now } => {
                let (owner, is_contested) = held(*now);
                json!(["flag", objective, owner, is_contested])
            }
            Step::Mark { squad: it, words } => json!(["mark", squad(it)?, words]),
            Step::Say(words) => json!(["say", words]),
        })
    }
}

/// The name of a plate's form: its party, its size, and where it faces.
pub(super) fn plate_form(party: PartyId, it: &Plate) -> String {
    format!("p{}-{}x{}-{}", party.0, it.width, it.height, it.facing.word())
}

/// The squads that each unit has ever been in.
fn squads_of(rounds: &[Round<'_>], last: &Frame) -> BTreeMap<UnitId, BTreeSet<SquadId>> {
    let of_frame = |it: &Frame| it.units.iter().map(|(unit, it)| (*unit, it.squad)).collect::<Vec<_>>();
    let of_step = |step: &Step| match step {
        Step::Arrive { unit, squad, .. } | Step::Join { unit, squad } => Some((*unit, *squad)),
        _ => None,
    };
    let frames = rounds.iter().map(|it| &it.before).chain([last]).flat_map(of_frame);
    let steps = rounds.iter().flat_map(|it| &it.beats).flat_map(|it| &it.steps).filter_map(of_step);
    let mut found: BTreeMap<UnitId, BTreeSet<SquadId>> = BTreeMap::new();
    for (unit, squad) in frames.chain(steps) {
        found.entry(unit).or_default().insert(squad);
    }
    found
}

/// The owner of an objective (−1 for nobody), and whether it is contested.
fn held(it: Held) -> (i16, bool) {
    (it.owner.map_or(-1, |it| i16::from(it.0)), it.is_contested)
}

/// Words for the script: text, and each die in a list of its own.
fn script_words(words: &Rich) -> Vec<Value> {
    let mut parts: Vec<Value> = Vec::new();
    for span in words.spans() {
        match (span.style, parts.last_mut()) {
            (Some(Style::Die), _) => parts.push(json!([span.text])),
            (_, Some(Value::String(text))) => text.push_str(span.text),
            _ => parts.push(span.text.into()),
        }
    }
    parts
}
