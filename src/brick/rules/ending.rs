//! BX-25: morale where a scenario has it; BX-60: what is held, what is won, and the next round.

use std::collections::BTreeSet;

use crate::brick::battle::{Arrival, Battle, Departure, Event, Phase, Plate, Rect, Setup, TeamId, UnitState, Who};
use crate::brick::rules::chance::{self, Kind};
use crate::brick::rules::{Round, organise};
use crate::dice::Sides;
use crate::field::{Condition, GoalKind, ObjectiveId, Outcome, SeatId, SquadId, Subject, Tile, UnitId, When};

pub(super) fn resolve(round: &mut Round<'_>) {
    round.emit(Event::PhaseBegan { phase: Phase::Morale });
    if round.rules.morale {
        test_nerves(round);
    }
    count_objectives(round);
    meet_goals(round);
    if let Some((outcome, departure)) = outcome(round) {
        return round.emit(Event::Ended { outcome, departure });
    }
    play_schedule(round);
    round.emit(Event::RoundBegan { round: round.battle.round() + 1 });
}

/// **BX-60** Plays the entries of the schedule that come due as the next round opens. Squads that they call, and
/// those that found no room before, come out of reserve.
fn play_schedule(round: &mut Round<'_>) {
    let setup = round.battle.setup_shared();
    for (n, entry) in setup.schedule.iter().enumerate() {
        let is_due = match &entry.when {
            When::Round(opens) => *opens <= round.battle.round() + 1,
            When::Condition(condition) => is_true(&round.battle, condition),
        };
        if is_due && !round.battle.has_come(n) {
            round.emit(Event::Announced { entry: n as u8 });
        }
        if round.battle.has_come(n) {
            entry.reinforce.iter().for_each(|(squad, at)| arrive(round, *squad, *at));
        }
    }
}

/// Brings a squad out of reserve, to this tile or to the nearest one that has room within a Move.
fn arrive(round: &mut Round<'_>, squad: SquadId, at: Tile) {
    let battle = &round.battle;
    if !battle.is_in_reserve(squad) {
        return;
    }
    let setup = battle.setup();
    let it = &setup.squads[usize::from(squad.0)];
    let near = setup.board.tiles().filter(|tile| tile.steps_to(at) <= ARRIVE_NEAR);
    let rects = near.map(|at| Rect { at, ..it.plate.rect }).filter(|rect| organise::is_free(battle, *rect, &[]));
    let Some(rect) = rects.min_by_key(|rect| (rect.at.steps_to(at), rect.at)) else {
        return round.emit(Event::ArrivalDelayed { squad });
    };
    let (dx, dy) = rect.at.offset_from(it.plate.rect.at);
    let places = it.members.iter().filter_map(|unit| Some((*unit, setup.unit(*unit).at.offset(dx, dy)?))).collect();
    let plate = Plate { rect, ..it.plate };
    round.emit(Event::Arrived(Box::new(Arrival { squad, plate, places })));
}

/// How many tiles from where it is called a squad may arrive.
const ARRIVE_NEAR: u16 = 5;

/// **BX-25** A squad that has lost more than half of its original members, and whose members have LD, rolls 2d6
/// against the best LD. If it fails, all its members are Disrupted.
fn test_nerves(round: &mut Round<'_>) {
    for squad in round.battle.squad_ids().collect::<Vec<_>>() {
        let who = Who::Squad(squad);
        let Some(Nerve { needs, is_tested: true, .. }) = nerve(&round.battle, squad) else { continue };
        let stream = round.dice.event(chance::label_of(Kind::Morale, who));
        let dice = [(); 2].map(|()| stream.die(Sides::D6, Kind::Morale.purpose()));
        let passed = needs <= dice.iter().map(|it| it.face()).sum();
        round.emit(Event::MoraleTested { who, dice, needs, passed });
        if !passed {
            for unit in round.battle.members(who) {
                round.emit(Event::Disrupted { unit });
            }
        }
    }
}

/// **BX-25** The state of a squad's nerve.
pub(crate) struct Nerve {
    /// The total that two dice need.
    pub(crate) needs: u8,
    /// How many standing members are just enough for it not to be tested.
    pub(crate) enough: usize,
    /// Whether it is tested with the members that stand now.
    pub(crate) is_tested: bool,
}

/// **BX-25** A squad's nerve. `None` if nobody in it has LD.
pub(crate) fn nerve(battle: &Battle, squad: SquadId) -> Option<Nerve> {
    let members = battle.members(Who::Squad(squad));
    let needs = members.iter().filter_map(|it| battle.profile(*it).leadership).min()?;
    let began = battle.setup().squads.get(usize::from(squad.0)).map_or(members.len(), |it| it.members.len());
    Some(Nerve { needs, enough: began.div_ceil(2), is_tested: 2 * members.len() < began })
}

/// **BX-60** Objectives follow the rule of any game: the team with the most CON there holds one, equals contest it,
/// and nobody loses it by leaving.
fn count_objectives(round: &mut Round<'_>) {
    for place in 0..round.battle.setup().objectives.len() {
        let setup = &round.battle.setup().objectives[place];
        let (at, radius, points) = (setup.at, u16::from(setup.radius), setup.points);
        let near = |unit: UnitId| round.battle.unit_rect(unit).distance(Rect::one(at)) <= radius;
        let count = |team: TeamId| -> u16 {
            let theirs = round.battle.standing_of(team).filter(|it| near(*it) && !round.battle.unit(*it).is_disrupted);
            theirs.map(|it| u16::from(round.battle.profile(it).control)).sum()
        };
        let control: Vec<u16> = round.battle.setup().team_ids().map(count).collect();
        let most = control.iter().copied().max().unwrap_or(0);
        let leaders: Vec<TeamId> =
            round.battle.setup().team_ids().filter(|it| 0 < most && control[usize::from(it.0)] == most).collect();
        let owner = match leaders.as_slice() {
            [one] => Some(*one),
            _ => round.battle.objective(place).owner,
        };
        let contested = 1 < leaders.len();
        round.emit(Event::ObjectiveCounted { objective: ObjectiveId(place as u8), control, owner, contested });
        // It is held for the first time at the end of the round after the one that it was taken in.
        let is_held = 0 < round.battle.objective(place).held_rounds;
        if let Some(team) = owner.filter(|_| 0 < points && is_held) {
            round.emit(Event::Scored { team, points: u32::from(points) });
        }
    }
}

fn meet_goals(round: &mut Round<'_>) {
    for goal in 0..round.battle.setup().goals.len() {
        let is_met = is_true(&round.battle, &round.battle.setup().goals[goal].when);
        if round.battle.goal_met(goal).is_none() && is_met {
            round.emit(Event::GoalMet { goal: goal as u8 });
        }
    }
}

/// Whether a condition holds.
fn is_true(battle: &Battle, condition: &Condition<TeamId>) -> bool {
    let (done, of) = progress(battle, condition);
    of <= done
}

/// How far a condition has come: how much is done, and out of how much.
pub(crate) fn progress(battle: &Battle, condition: &Condition<TeamId>) -> (u32, u32) {
    let true_among = |parts: &[Condition<TeamId>]| parts.iter().filter(|it| is_true(battle, it)).count() as u32;
    let (done, of) = match condition {
        Condition::All(parts) => (true_among(parts), parts.len() as u32),
        Condition::Any(parts) => (true_among(parts).min(1), 1),
        Condition::Not(part) => (u32::from(!is_true(battle, part)), 1),
        Condition::Reach { who, area, units } => {
            let is_inside = |it: &&UnitId| {
                let distance = battle.unit_rect(**it).distance(Rect::one(area.at));
                battle.unit(**it).is_standing() && distance <= u16::from(area.radius)
            };
            (battle.subjects(*who).iter().filter(is_inside).count() as u32, u32::from(*units))
        }
        // The open round isn't over yet.
        Condition::Survive { round } => {
            (u32::from(battle.round() - u16::from(battle.phase() != Phase::Morale)), u32::from(*round))
        }
        Condition::Lost { who, percent } => {
            let all = battle.subjects(*who);
            let lost = all.iter().filter(|it| battle.unit(**it).has_fallen()).count() as u32;
            (lost, (u32::from(*percent) * all.len() as u32).div_ceil(100).max(1))
        }
        Condition::Hold { objective, by, rounds } => {
            let it = battle.objective(usize::from(objective.0));
            (if it.owner == Some(*by) { u32::from(it.held_rounds) } else { 0 }, u32::from(*rounds))
        }
        Condition::Capture { objective, by } => {
            let it = battle.objective(usize::from(objective.0));
            (u32::from(it.owner == Some(*by) && !it.is_contested), 1)
        }
        Condition::Score { by, points } => (battle.score(*by), *points),
    };
    (done.min(of), of)
}

/// **O-2** Whether a team has won by goals. None has once a failure has come true.
pub(crate) fn is_won(battle: &Battle) -> bool {
    !has_failed(battle) && battle.setup().team_ids().any(|it| has_won(battle, it))
}

/// **BX-60** Whether a failure has come true, even one that doesn't end the battle.
fn has_failed(battle: &Battle) -> bool {
    let goals = battle.setup().goals.iter().enumerate();
    goals.filter(|it| it.1.kind == GoalKind::Failure).any(|it| battle.goal_met(it.0).is_some())
}

/// **O-2** Whether a team has won by goals: there are main goals of everybody, of its own or of its allies, and all
/// of them are met.
fn has_won(battle: &Battle, team: TeamId) -> bool {
    let setup = battle.setup();
    let is_theirs = |owner: TeamId| !setup.is_hostile(owner, team);
    let goals = setup.goals.iter().enumerate().filter(|it| it.1.kind == GoalKind::Main);
    let mut goals = goals.filter(|it| it.1.team.is_none_or(is_theirs)).map(|it| it.0).peekable();
    goals.peek().is_some() && goals.all(|it| battle.goal_met(it).is_some())
}

/// Whether teams have main goals of their own. Then the last team that stands wins as well, whatever it has met.
fn has_owned_goals(setup: &Setup) -> bool {
    setup.goals.iter().any(|it| it.kind == GoalKind::Main && it.team.is_some())
}

/// The outcome for the players, if the battle is over. It is over when they give up, a failure that ends it comes
/// true, none of theirs is left, all main goals are met, nobody hostile is left (if there are no main goals, or teams
/// have some of their own), or the last round is over. After a failure that doesn't end the battle, they can only
/// give up or lose.
fn outcome(round: &Round<'_>) -> Option<(Outcome, Option<Departure>)> {
    let (battle, leaving) = (&round.battle, &round.orders.leaving);
    let setup = battle.setup();
    let goals = |kind: GoalKind| setup.goals.iter().enumerate().filter(move |it| it.1.kind == kind).map(|it| it.0);
    let has_ended_it = |goal: usize| setup.goals[goal].ends && battle.goal_met(goal).is_some();
    let has_failed = has_failed(battle);
    let is_for_those_left = goals(GoalKind::Main).next().is_none() || has_owned_goals(setup);
    let is_won = is_won(battle);
    let is_of_players = |team: TeamId| setup.team(team).is_players;
    let players: Vec<TeamId> = setup.team_ids().filter(|it| is_of_players(*it)).collect();
    // Units that are still to come count as standing.
    let is_to_come = |it: &UnitId| battle.unit(*it).state == UnitState::InReserve;
    let waits = |team: TeamId| setup.unit_ids().any(|it| is_to_come(&it) && battle.team_of(it) == Some(team));
    let stands = |team: &TeamId| battle.standing_of(*team).next().is_some() || waits(*team);
    let is_foe = |team: &TeamId| !is_of_players(*team) && players.iter().all(|it| setup.is_hostile(*it, *team));
    let seats = battle.seats_in_it();
    let is_everybody = |who: &BTreeSet<SeatId>| !seats.is_empty() && seats.is_subset(who);
    if leaving.gm == Some(Departure::TapOut) || is_everybody(&leaving.tap_out) {
        return Some((Outcome::TappedOut, Some(Departure::TapOut)));
    }
    if goals(GoalKind::Failure).any(has_ended_it) || (!players.is_empty() && !players.iter().any(stands)) {
        return Some((Outcome::Defeat, None));
    }
    // Of several teams of players that are hostile to each other, the last one that stands has won.
    let fight_on = |all: &[TeamId]| {
        let standing: Vec<TeamId> = all.iter().copied().filter(stands).collect();
        standing.iter().any(|one| standing.iter().any(|other| setup.is_hostile(*one, *other)))
    };
    let foes: Vec<TeamId> = setup.team_ids().filter(is_foe).collect();
    let no_foe = match foes.is_empty() {
        false => !foes.iter().any(stands),
        true => !fight_on(&setup.team_ids().collect::<Vec<_>>()),
    };
    if (is_won && (leaving.gm.is_some() || is_everybody(&leaving.end)))
        || (no_foe && is_for_those_left && !fight_on(&players))
        || (is_won && no_foe)
    {
        return Some((if has_failed { Outcome::Defeat } else { Outcome::Victory }, leaving.gm));
    }
    if is_won {
        return Some((Outcome::Victory, None));
    }
    let is_last = setup.rounds.is_some_and(|it| it <= battle.round());
    is_last.then_some((if has_failed { Outcome::Defeat } else { Outcome::TimeUp }, None))
}

/// The winning teams, where there are several teams of players or none. Teams that have met goals of their own win.
/// Otherwise the teams that the decisive goals favour win, with their allies. Where no goals decided it, or they
/// favour nobody, a victory goes to the teams of players that still stand, and a defeat to the other teams that still
/// stand. No failure makes winners of teams that have nobody left.
pub(crate) fn winners(battle: &Battle, outcome: Outcome) -> Vec<TeamId> {
    let setup = battle.setup();
    let is_players = |team: &TeamId| setup.team(*team).is_players;
    let (kind, is_usual): (GoalKind, &dyn Fn(&TeamId) -> bool) = match outcome {
        Outcome::Victory => (GoalKind::Main, &is_players),
        Outcome::Defeat => (GoalKind::Failure, &|it| !is_players(it)),
        Outcome::TimeUp | Outcome::TappedOut => return Vec::new(),
    };
    if setup.team_ids().filter(is_players).count() == 1 {
        return Vec::new();
    }
    if outcome == Outcome::Victory && has_owned_goals(setup) {
        let own: Vec<TeamId> = setup.team_ids().filter(|it| is_players(it) && has_won(battle, *it)).collect();
        if !own.is_empty() {
            return own;
        }
    }
    // Main goals decide nothing while some are open. Then the teams that are left have won.
    let is_by_standing = outcome == Outcome::Victory && !is_won(battle);
    let is_met = |goal: usize| !is_by_standing && battle.goal_met(goal).is_some();
    let goals = setup.goals.iter().enumerate().filter(|it| it.1.kind == kind && is_met(it.0));
    let named: BTreeSet<TeamId> = goals.flat_map(|it| favoured_teams(battle, &it.1.when)).collect();
    let is_with = |one: TeamId, other: TeamId| one == other || !setup.is_hostile(one, other);
    let stands = |team: TeamId| battle.standing_of(team).next().is_some();
    let wins = |team: &TeamId| match named.is_empty() {
        true => is_usual(team) && stands(*team),
        false => named.iter().any(|it| is_with(*it, *team)),
    };
    let winners: Vec<TeamId> = setup.team_ids().filter(wins).collect();
    let is_theirs = outcome == Outcome::Victory || winners.iter().any(|it| stands(*it));
    if is_theirs { winners } else { Vec::new() }
}

/// The teams that a condition favours: those that hold a place, score or get somewhere, and the enemies of those that
/// are lost.
fn favoured_teams(battle: &Battle, condition: &Condition<TeamId>) -> BTreeSet<TeamId> {
    let setup = battle.setup();
    let teams = |who: Subject<TeamId>| -> BTreeSet<TeamId> {
        battle.subjects(who).iter().filter_map(|it| battle.team_of(*it)).collect()
    };
    match condition {
        Condition::All(parts) => parts.iter().flat_map(|it| favoured_teams(battle, it)).collect(),
        Condition::Any(parts) => {
            parts.iter().filter(|it| is_true(battle, it)).flat_map(|it| favoured_teams(battle, it)).collect()
        }
        Condition::Hold { by, .. } | Condition::Capture { by, .. } | Condition::Score { by, .. } => [*by].into(),
        Condition::Reach { who, .. } => teams(*who),
        Condition::Lost { who, .. } => {
            let theirs = teams(*who);
            let is_foe = |team: &TeamId| theirs.iter().any(|it| setup.is_hostile(*it, *team));
            setup.team_ids().filter(|it| is_foe(it) && battle.standing_of(*it).next().is_some()).collect()
        }
        Condition::Not(_) | Condition::Survive { .. } => BTreeSet::new(),
    }
}
