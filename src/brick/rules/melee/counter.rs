//! BC-9 to BC-12: parries, bails, and blows in return.

use std::collections::BTreeSet;

use crate::brick::battle::{
    Against, Battle, Class, Deed, Defence, Event, Heading, ItemId, Loss, Manoeuvre, Mod, Parry, Rect, Return,
    SkillRoll, Target, Using, Verdict, WeaponId, Who,
};
use crate::brick::rules::aim::{is_fighter, is_outnumbered};
use crate::brick::rules::chance::Kind;
use crate::brick::rules::harm;
use crate::brick::rules::leap::{self, Danger, Leap};
use crate::brick::rules::melee::inch::{ARM, Wish};
use crate::brick::rules::melee::strike::{Rolled, Strike, use_hands};
use crate::brick::rules::melee::{Bout, best_weapon, inch, policy_against, strike, strikes_of};
use crate::brick::rules::roll::{self, Changes, Piece, Pool, Rolling};
use crate::brick::rules::{Round, shooting};
use crate::field::{UnitId, each_once, grouped};

/// A manoeuvre that somebody may counter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incoming<'a> {
    pub(crate) by: UnitId,
    pub(crate) target: Target,
    pub(crate) does: Manoeuvre,
    /// `None` for a Grab or a Shove.
    pub(super) strike: Option<&'a Strike>,
}

impl Incoming<'_> {
    pub(crate) fn of(strike: &Strike) -> Incoming<'_> {
        Incoming { by: strike.by, target: strike.target, does: strike.does, strike: Some(strike) }
    }
}

/// How a unit answers.
#[derive(Clone, Copy, Debug)]
enum How {
    /// With this item. `None` for bare hands.
    Parry(Option<ItemId>),
    Bail(Option<Heading>),
}

/// One unit's answer.
#[derive(Clone, Debug)]
struct Answer {
    by: UnitId,
    how: How,
    /// Indices of the attacks that it is declared against.
    against: Vec<usize>,
    /// **BX-19** Whether it parries for its whole squad.
    is_shared: bool,
    /// **BC-3.7** Whether it was outnumbered when it was declared, before anybody leapt away.
    is_outnumbered: bool,
}

/// The answers that were declared in a step, and what they do to each attack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    declared: Vec<Answer>,
    pub(crate) against: Vec<Answered>,
}

/// What answers do to one attack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered {
    /// **BC-10.6** Levels of Deflection.
    pub(crate) levels: u8,
    /// **BC-11.5** Whether its target got out of the way.
    pub(crate) is_evaded: bool,
    /// **BC-10.10** Whether a parry cancelled this Grab or Shove.
    pub(super) is_cancelled: bool,
    /// **BX-36** The one member that it falls on, where each bails for itself.
    pub(crate) paired: Option<UnitId>,
}

/// **BC-6.2** Everybody who is attacked declares a Parry, a Bail or nothing, before any die is rolled.
/// **BC-3.10, BT-3** Nobody else does.
pub(crate) fn declare_answers(round: &mut Round<'_>, incoming: &[Incoming<'_>]) -> Answers {
    let mut answers = Answers { declared: Vec::new(), against: vec![Answered::default(); incoming.len()] };
    for (target, at) in grouped(incoming.iter().enumerate().map(|(n, it)| (it.target, n))) {
        match target {
            Target::Who(who @ Who::Squad(_)) => declare_for_squad(round, incoming, &mut answers, who, &at),
            Target::Who(Who::Unit(unit)) | Target::Single(unit) => {
                declare_for_unit(round, incoming, &mut answers, unit, &at);
            }
            Target::Tile(_) => (),
        }
    }
    answers
}

/// Declares the answers of a unit by itself: **BC-3.6** each attack takes one of its hands.
///
/// **BT-20** Who is active doesn't depend on whose turn it is.
fn declare_for_unit(
    round: &mut Round<'_>,
    incoming: &[Incoming<'_>],
    answers: &mut Answers,
    unit: UnitId,
    at: &[usize],
) {
    if !is_fighter(&round.battle, unit) {
        return;
    }
    let kind = policy_against(incoming[at[0]].does);
    let reaction = round.battle.policies(round.battle.who(unit)).reaction(kind);
    match reaction.defence {
        Defence::Nothing => (),
        Defence::Bail(_) if round.battle.is_in_grab(unit) => (),
        Defence::Bail(wish) => answers.declare(round, incoming[at[0]], unit, How::Bail(wish), at.to_vec()),
        Defence::Parry(using) => {
            for &n in at {
                let Some(how) = parry_with(round, unit, using, reaction.back, incoming[n].does) else { break };
                answers.declare(round, incoming[n], unit, how, vec![n]);
                if !matches!(using, Using::Best) {
                    break;
                }
            }
        }
    }
}

/// **BS-12.5** Declares the answers of a squad, which are of one kind. **BX-19** All members with something to parry
/// with parry for all of them; **BX-36** each bails for itself.
fn declare_for_squad(round: &mut Round<'_>, incoming: &[Incoming<'_>], answers: &mut Answers, who: Who, at: &[usize]) {
    let kind = policy_against(incoming[at[0]].does);
    let reaction = round.battle.policies(who).reaction(kind);
    let members: Vec<UnitId> =
        round.battle.members(who).into_iter().filter(|it| is_fighter(&round.battle, *it)).collect();
    for (n, unit) in members.iter().enumerate() {
        match reaction.defence {
            Defence::Nothing => (),
            Defence::Parry(using) => {
                if let Some(how) = parry_with(round, *unit, using, reaction.back, incoming[at[0]].does) {
                    answers.declare(round, incoming[at[n % at.len()]], *unit, how, at.to_vec());
                }
            }
            Defence::Bail(wish) => {
                let mine: Vec<usize> = at.iter().copied().skip(n).step_by(members.len()).collect();
                if mine.is_empty() || round.battle.is_in_grab(*unit) {
                    continue;
                }
                mine.iter().for_each(|it| answers.against[*it].paired = Some(*unit));
                answers.declare(round, incoming[mine[0]], *unit, How::Bail(wish), mine);
            }
        }
    }
}

/// What a unit parries with, if anything. The best is a shield, then what is easiest to use; the weapon for the blow
/// in return is kept for it. **BC-12.4** Only unused items will do. **BT-21** Bare hands parry a blow only if the
/// policy says so.
fn parry_with(round: &mut Round<'_>, unit: UnitId, using: Using, back: Return, does: Manoeuvre) -> Option<How> {
    let battle = &round.battle;
    let is_grapple = matches!(does, Manoeuvre::Grab | Manoeuvre::Shove);
    // **BC-18.1** Only a shield stops a charging weapon.
    let may = |it: &ItemId| does != Manoeuvre::Charge || battle.weapon(*it).class.is_shield();
    if is_grapple && 0 < battle.hands_left(unit) && battle.policies(battle.who(unit)).drops {
        drop_all(round, unit);
        return Some(How::Parry(None));
    }
    let unused = |weapon: WeaponId| battle.unused(unit).find(|it| battle.item(*it).weapon == weapon);
    let with = match using {
        Using::Weapon(weapon) => unused(weapon).filter(may).map(Some),
        Using::Bare => {
            (does != Manoeuvre::Charge && 0 < battle.hands_empty(unit).min(battle.hands_left(unit))).then_some(None)
        }
        Using::Best => {
            let keeps = match back {
                Return::Strike(Using::Best) => best_weapon(battle, unit, &Wish::default()),
                Return::Strike(Using::Weapon(weapon)) => unused(weapon),
                Return::Strike(Using::Bare) | Return::Hold => None,
            };
            // **BC-10.10** A Grab or a Shove is parried with whatever is held, or with bare hands if nothing is.
            let free = battle.unused(unit).filter(|it| Some(*it) != keeps && may(it));
            let easiest = |it: &ItemId| {
                let class = battle.weapon(*it).class;
                (!class.is_shield(), class.parry_needs(), *it)
            };
            let best = free.min_by_key(easiest);
            let is_empty = is_grapple && battle.held(unit).next().is_none() && 0 < battle.hands_left(unit);
            best.map(Some).or(is_empty.then_some(None))
        }
    };
    with.map(How::Parry)
}

/// **BC-10.11** Drops everything that is held, to parry with bare hands.
fn drop_all(round: &mut Round<'_>, unit: UnitId) {
    let at = round.battle.unit(unit).at;
    for item in round.battle.held(unit).collect::<Vec<_>>() {
        round.emit(Event::ItemLost { unit, item, to: Some(at), why: Loss::Dropped });
    }
}

impl Answers {
    /// Declares an answer. **BC-6.5, BC-8.17, BC-8.21, BT-1** It costs those who Ignore or Withdraw their Action.
    fn declare(&mut self, round: &mut Round<'_>, to: Incoming<'_>, by: UnitId, how: How, against: Vec<usize>) {
        let defence = match how {
            How::Parry(None) => Defence::Parry(Using::Bare),
            How::Parry(Some(item)) => Defence::Parry(Using::Weapon(round.battle.item(item).weapon)),
            How::Bail(wish) => Defence::Bail(wish),
        };
        round.emit(Event::CounterDeclared { by, against: to.by, defence });
        if to.does == Manoeuvre::Counterattack {
            round.spend(&[by], Deed::Counter);
        }
        if let How::Parry(item) = how {
            let hands = item.map_or(1, |it| round.battle.hands_of(by, it));
            use_hands(round, by, item, hands, true);
        }
        let is_shared = matches!((how, to.target), (How::Parry(_), Target::Who(Who::Squad(_))));
        let is_outnumbered = is_outnumbered(&round.battle, by);
        self.declared.push(Answer { by, how, against, is_shared, is_outnumbered });
    }

    /// **BC-6.3** Rolls what was declared, in order of the defenders' ids: **BX-40** a parry only against what hits,
    /// **BX-41** a leap in any case.
    pub(crate) fn roll(&mut self, round: &mut Round<'_>, incoming: &[Incoming<'_>], rolled: &[Rolled]) {
        let mut declared = std::mem::take(&mut self.declared);
        declared.sort_by_key(|it| it.by);
        for answer in &declared {
            let first = answer.against[0];
            match answer.how {
                How::Bail(_) => {
                    let evades = leap_from(round, answer, incoming, rolled);
                    for (at, evaded) in answer.against.iter().zip(evades) {
                        self.against[*at].is_evaded = evaded;
                    }
                }
                How::Parry(_) if !answer.is_shared && rolled[first].hits() => {
                    let (succeeds, levels) = parry(round, answer, &incoming[first], &rolled[first]);
                    self.against[first].levels = levels;
                    self.against[first].is_cancelled = succeeds;
                }
                How::Parry(_) => (),
            }
        }
        let shared: Vec<Answer> = declared.into_iter().filter(|it| it.is_shared).collect();
        self.shared_parries(round, incoming, rolled, &shared);
    }

    /// **BX-19, BS-12.6** Sets a squad's parries against the hits with the largest pools. For disarming, each parrier
    /// is matched with an attacker in order of their ids.
    fn shared_parries(&mut self, round: &mut Round<'_>, incoming: &[Incoming<'_>], rolled: &[Rolled], all: &[Answer]) {
        for (against, parriers) in grouped(all.iter().map(|it| (&it.against, it))) {
            let mut hits: Vec<usize> = against.iter().copied().filter(|it| rolled[*it].hits()).collect();
            if hits.is_empty() {
                continue;
            }
            hits.sort_by_key(|it| incoming[*it].by);
            let mut levels: Vec<u8> = Vec::new();
            for (answer, &at) in parriers.into_iter().zip(hits.iter().cycle()) {
                levels.extend(Some(parry(round, answer, &incoming[at], &rolled[at]).1).filter(|it| 0 < *it));
            }
            // **BX-46** The hits by their mean, and the parries with Overskill first.
            levels.sort_by_key(|it| std::cmp::Reverse(*it));
            hits.sort_by_key(|it| {
                (std::cmp::Reverse(mean_damage_twice(round, &incoming[*it], &rolled[*it])), incoming[*it].by)
            });
            for (at, level) in hits.into_iter().zip(levels) {
                self.against[at].levels = level;
            }
        }
    }
}

/// **BX-46** Twice the mean damage of a hit, before any Deflection.
fn mean_damage_twice(round: &Round<'_>, incoming: &Incoming<'_>, rolled: &Rolled) -> i32 {
    let Some(strike) = incoming.strike else { return 0 };
    let skill = round.battle.profile(incoming.by).skill;
    let overskill = shooting::overskill(round, incoming.by, rolled.verdict());
    let changes = Changes { overskill, momentum: strike.momentum, ..Changes::default() };
    Pool::of(strike.close.damage, skill, changes).mean_twice(skill)
}

/// **BC-10.1** A parry is Skill against the Use of what is held up, **BC-10.3** which is 0 for bare hands. **BC-9.1**
/// A Counter is no Action. Returns whether it succeeds, and its levels of Deflection.
fn parry(round: &mut Round<'_>, answer: &Answer, incoming: &Incoming<'_>, rolled: &Rolled) -> (bool, u8) {
    let unit = answer.by;
    let How::Parry(item) = answer.how else { return (false, 0) };
    let class = item.map(|it| round.battle.weapon(it).class);
    let roll = parry_roll(round, answer, class, incoming);
    let verdict = roll.verdict;
    let succeeds = verdict.succeeds();
    let is_blow = !matches!(incoming.does, Manoeuvre::Grab | Manoeuvre::Shove);
    // **BC-10.8, BC-20.4** Overskill takes one more die away. **BC-10.5, BC-10.7, BC-20.7** Bare hands reduce nothing.
    let more = verdict == Verdict::CriticalSuccess && round.battle.policies(round.battle.who(unit)).benny.on_parry;
    let levels = if succeeds && is_blow && class.is_some() { 1 + u8::from(more) } else { 0 };
    let weapon: Option<WeaponId> = item.map(|it| round.battle.item(it).weapon);
    round.emit(Event::ParryRolled(Box::new(Parry { by: unit, against: incoming.by, weapon, roll, levels })));
    // **BC-10.12** A parry that fails deflects nothing, **BC-10.13** and the item may be lost.
    let held_in_both = item.is_some_and(|it| round.battle.hands_of(unit, it) == 2);
    let is_one_handed = class.is_some_and(Class::is_knocked_away) && !held_in_both;
    let is_forceful = incoming.strike.is_some_and(|it| it.two_handed);
    let is_lost = verdict == Verdict::CriticalFailure || (!succeeds && is_forceful && is_one_handed);
    if let Some(item) = item.filter(|_| is_lost) {
        disarm(round, unit, item, incoming.by, rolled.0.as_ref().map(|it| it.total));
    }
    (succeeds, levels)
}

fn parry_roll(round: &mut Round<'_>, answer: &Answer, with: Option<Class>, incoming: &Incoming<'_>) -> SkillRoll {
    let needs = with.map_or(0, Class::parry_needs);
    // **BC-10.4** A Two-Handed Weapon is easy to see coming.
    let is_long = incoming.strike.is_some_and(|it| it.class == Class::TwoHanded);
    let mods = [(Mod::AgainstTwoHanded, i16::from(is_long)), (Mod::Outnumbered, -i16::from(answer.is_outnumbered))];
    roll::skill(round, Kind::Parry, answer.by, Some(incoming.by), Some(needs), 0, mods)
}

/// **BC-11** Makes a declared leap, from attacks that have been rolled. Returns whether it evades each of them.
fn leap_from(round: &mut Round<'_>, answer: &Answer, incoming: &[Incoming<'_>], rolled: &[Rolled]) -> Vec<bool> {
    let How::Bail(wish) = answer.how else { return Vec::new() };
    let danger = |it: &usize| Danger {
        at: round.battle.unit_rect(incoming[*it].by),
        reach: incoming[*it].strike.map_or(ARM, |it| it.class.reach()).tiles,
        roll: rolled[*it].0.as_ref(),
    };
    let dangers: Vec<Danger<'_>> = answer.against.iter().map(danger).collect();
    let from = incoming[answer.against[0]].by;
    let leap = Leap { unit: answer.by, from, wish, is_outnumbered: answer.is_outnumbered };
    leap::leap(round, leap, &dangers)
}

/// **BC-10.14, BX-53** The item flies straight away from the attacker, as many tiles as the Attack Roll came to.
/// **BX-29** If there was none, it flies as far as one Skill die of the attacker.
fn disarm(round: &mut Round<'_>, unit: UnitId, item: ItemId, by: UnitId, total: Option<i16>) {
    let distance = total.unwrap_or_else(|| {
        let skill = round.battle.profile(by).skill;
        let rolling = Rolling { kind: Kind::Distance, skill, crits: false, less: 0 };
        let pool = Pool { pieces: vec![Piece::Skill], plus: 0, deflected: 0 };
        let roll = roll::roll_pool(round.stream(Kind::Distance, by, Some(unit)), &pool, rolling);
        let total = roll.total;
        let dice = roll.dice.iter().map(|it| it.die).collect();
        round.emit(Event::DistanceRolled { by, dice, total });
        total
    });
    let from = round.battle.unit_rect(unit);
    let heading = Heading::between(round.battle.unit_rect(by), from);
    let setup = round.battle.setup();
    let is_open = |it: &Rect| setup.has_map && setup.contains(*it) && setup.cost(it.at).is_some();
    let one = Rect::one(from.at);
    let flight = (1..=distance.clamp(0, 40) as u8).map_while(|it| one.toward(heading, it).filter(is_open));
    let to = flight.last().map_or(from.at, |it| it.at);
    round.emit(Event::ItemLost { unit, item, to: Some(to), why: Loss::Disarmed });
}

/// **BC-6.4** Everybody hostile in the melee who still stands and has something unused may strike back, even if not
/// attacked: **BC-12.1** with a step if needed, **BC-12.2** as in an attack of their own, **BT-22** and with what
/// they didn't parry with. **BC-5.8, BT-3** Up to three strike at each active minifig, those who were attacked first.
pub(super) fn strike_back(round: &mut Round<'_>, bouts: &[Bout], struck: &[(UnitId, Target)]) {
    let strikes = blows_back(round, bouts, struck);
    strike::resolve(round, &strikes);
}

/// A unit that has stepped up to strike back.
struct Striker {
    active: Who,
    /// Whether nobody attacked them.
    is_bystander: bool,
    unit: UnitId,
    wish: Wish,
}

/// The blows in return, once those who make them have stepped up and declared them.
fn blows_back(round: &mut Round<'_>, bouts: &[Bout], struck: &[(UnitId, Target)]) -> Vec<Strike> {
    let mut strikers: Vec<Striker> = Vec::new();
    let ring: BTreeSet<Who> = bouts.iter().flat_map(|it| round.battle.ring(it.who)).collect();
    for foe in ring {
        if bouts.iter().any(|it| it.who == foe) || !round.battle.is_there(foe) {
            continue;
        }
        let Some(wish) = Wish::back(reaction_of(round, bouts, foe)) else { continue };
        let able: Vec<UnitId> =
            round.battle.members(foe).into_iter().filter(|it| is_fighter(&round.battle, *it)).collect();
        for active in targets_of(round, bouts, foe, struck) {
            if let Ok(units) = inch::close_in(round, foe, &able, Target::Who(active), &wish) {
                let is_bystander = !was_attacked(&round.battle, foe, active, struck);
                strikers.extend(units.into_iter().map(|unit| Striker { active, is_bystander, unit, wish }));
                break;
            }
        }
    }
    strikers.sort_by_key(|it| (it.is_bystander, it.unit));
    let mut strikes: Vec<Strike> = Vec::new();
    for active in bouts.iter().map(|it| it.who) {
        // **BC-3.9, BC-8.20** The number of those who strike back at one target in one step is limited.
        let room = harm::room_around(&round.battle, active).unwrap_or(usize::MAX);
        for Striker { unit, wish, .. } in strikers.iter().filter(|it| it.active == active).take(room) {
            let at = Target::Who(active);
            strikes.extend(strikes_of(&round.battle, &[*unit], at, Manoeuvre::Counterattack, wish));
        }
    }
    for (by, at) in each_once(strikes.iter().map(|it| (round.battle.who(it.by), it.target))) {
        round.emit(Event::Declared { by, does: Manoeuvre::Counterattack, at: Some(at) });
    }
    strikes
}

/// How somebody strikes back: by their policy against what was done to them.
fn reaction_of(round: &Round<'_>, bouts: &[Bout], foe: Who) -> Return {
    let suffered = bouts.iter().find(|it| it.target.is_some_and(|at| round.battle.target_who(at) == Some(foe)));
    let kind = suffered.map_or(Against::Attack, |it| policy_against(it.does));
    round.battle.policies(foe).reaction(kind).back
}

fn was_attacked(battle: &Battle, foe: Who, active: Who, struck: &[(UnitId, Target)]) -> bool {
    struck.iter().any(|(by, at)| battle.who(*by) == active && battle.target_who(*at) == Some(foe))
}

/// The targets that `foe` may strike back at: first those who attacked it, then those linked with it, then the
/// nearest.
fn targets_of(round: &Round<'_>, bouts: &[Bout], foe: Who, struck: &[(UnitId, Target)]) -> Vec<Who> {
    let battle = &round.battle;
    let mut found: Vec<Who> =
        bouts.iter().map(|it| it.who).filter(|it| battle.is_hostile(*it, foe) && battle.is_there(*it)).collect();
    let rect = battle.rect(foe);
    let rank = |active: &Who| {
        let linked = battle.engaged_with(foe).any(|it| it == *active);
        (!was_attacked(battle, foe, *active, struck), !linked, battle.rect(*active).distance(rect), *active)
    };
    found.sort_by_key(rank);
    found
}
