//! BC-5 to BC-12, BS-12 to BS-15: close combat.

mod counter;
mod grapple;
pub(super) mod inch;
mod meanwhile;
mod strike;

use std::collections::BTreeSet;

use crate::brick::battle::{
    Against, Battle, Deed, Engage, Event, Manoeuvre, Melee, Movement, OrderKind, Phase, Refusal, Target, TeamId, Who,
};
use crate::brick::rules::{MeleeFirst, Round, harm, refuse_if, shooting};
use crate::field::UnitId;
pub(super) use counter::{Answers, Incoming, declare_answers};
pub(super) use grapple::{break_grabs, release};
pub(super) use inch::Wish;
pub(crate) use strike::close_of;
pub(super) use strike::{Strike, best_weapon, resolve as resolve_strikes, strikes_of};

/// **BC-5.7** Each team has its pass.
pub(super) fn resolve(round: &mut Round<'_>) {
    round.emit(Event::PhaseBegan { phase: Phase::Melee });
    let mut teams: Vec<TeamId> = round.battle.setup().team_ids().collect();
    let reversed = match round.rules.melee_first {
        MeleeFirst::Listed => false,
        MeleeFirst::Reversed => true,
        MeleeFirst::Alternate => round.battle.round().is_multiple_of(2),
    };
    if reversed {
        teams.reverse();
    }
    for team in teams {
        pass(round, team);
    }
}

/// What one squad or unit does in its team's pass.
#[derive(Clone, Debug)]
pub(super) struct Bout {
    pub(super) who: Who,
    pub(super) does: Manoeuvre,
    pub(super) target: Option<Target>,
    order: Option<Melee>,
    /// The units that take part.
    pub(super) units: Vec<UnitId>,
}

/// **BC-9.2** Plays one team's pass. **BS-13.5** Each ring is one melee, whose steps are taken together, **BC-5.4**
/// and in which the smaller side has a penalty. **BC-3.14** All that is ordered in one phase adds up.
pub(super) fn pass(round: &mut Round<'_>, team: TeamId) {
    round.emit(Event::PassBegan { team });
    let bouts = declare_bouts(round, team);
    let mut done: BTreeSet<Who> = BTreeSet::new();
    for at in 0..bouts.len() {
        if done.contains(&bouts[at].who) {
            continue;
        }
        let ring = round.battle.ring(bouts[at].who);
        let together: Vec<Bout> = bouts.iter().filter(|it| ring.contains(&it.who)).cloned().collect();
        done.extend(together.iter().map(|it| it.who));
        play_melee(round, &together);
    }
    // **BT-11** Damage no longer adds up after the pass.
    round.sums.clear();
}

/// What each squad and unit of a team does in its pass: **BC-6.1** what it is ordered, or nothing.
fn declare_bouts(round: &mut Round<'_>, team: TeamId) -> Vec<Bout> {
    let orders = round.orders;
    let mut bouts = Vec::new();
    let aggressive = orders.melee.iter().filter(|it| !matches!(it.1, Melee::Ignore(_) | Melee::Release));
    for (who, order) in aggressive.filter(|it| round.battle.team(it.0) == Some(team)).collect::<Vec<_>>() {
        let bout = engage(round, who, order);
        bouts.extend(round.or_refuse(who, OrderKind::Melee, bout));
    }
    bouts.extend(declare_ignoring(round, team, &bouts));
    bouts
}

/// **BC-7.5** Whether an Angry Inch gets a Disrupted unit up, on its own turn, to fight at once. **BX-37** It doesn't
/// on a plate, which has one inch for all its members.
fn can_recover(battle: &Battle, unit: UnitId) -> bool {
    let it = battle.unit(unit);
    it.is_disrupted && it.squad.is_none() && !battle.is_held(unit) && !it.has_acted && !it.has_formed_up
}

/// **BC-8.1** Those in close combat who do nothing Ignore it, **BC-8.16** unless they Withdraw, and are struck at on
/// their way.
fn declare_ignoring(round: &mut Round<'_>, team: TeamId, bouts: &[Bout]) -> Vec<Bout> {
    let mut found = Vec::new();
    for who in round.battle.everybody().collect::<Vec<_>>() {
        let order = round.orders.melee.get(who);
        let is_out = bouts.iter().any(|it| it.who == who) || round.battle.team(who) != Some(team);
        let withdraws = matches!(round.orders.movement.get(who), Some(Movement::Withdraw { .. }));
        let idles = matches!(order, Some(Melee::Ignore(_) | Melee::Release));
        if is_out || (withdraws && order.is_none()) || !(round.battle.is_engaged(who) || idles) {
            continue;
        }
        if matches!(order, Some(Melee::Release)) && !grapple::release(round, who) {
            round.refuse(who, OrderKind::Melee, Refusal::NothingHeld);
        }
        if round.battle.is_engaged(who) {
            round.emit(Event::Declared { by: who, does: Manoeuvre::Ignore, at: None });
        }
        let units = round.battle.members(who);
        found.push(Bout { who, does: Manoeuvre::Ignore, target: None, order: order.cloned(), units });
    }
    found
}

/// **BC-6.1** Declares a manoeuvre, if it can be made. **BC-5.2** That puts both in close combat, **BS-13.4** and
/// nothing else does.
fn engage(round: &mut Round<'_>, who: Who, order: &Melee) -> Result<Bout, Refusal> {
    let does = Manoeuvre::from(order);
    let target = target_of(round, who, order)?;
    let all = round.battle.members(who);
    let can = |it: &UnitId| shooting::why_sits_out(&round.battle, *it).is_none() || can_recover(&round.battle, *it);
    let able: Vec<UnitId> = all.iter().copied().filter(can).collect();
    if able.is_empty() {
        return Err(all.iter().find_map(|it| shooting::why_sits_out(&round.battle, *it)).unwrap_or(Refusal::Gone));
    }
    // **BC-7.1** They get near enough, with an Angry Inch if needed. All who can take part do.
    let units = match order {
        Melee::Attack(it) => inch::close_in(round, who, &able, target, &Wish::of(it)),
        _ => grapple::close_in(round, who, order, &able, target),
    }?;
    for unit in &able {
        if round.battle.unit(*unit).is_disrupted {
            round.emit(Event::Recovered { unit: *unit });
        }
    }
    if let Target::Single(at) = target
        && does == Manoeuvre::Attack
        && units.iter().any(|it| !shooting::can_single_out(&round.battle, *it, at))
    {
        round.refuse(who, OrderKind::Melee, Refusal::CannotSingleOut);
    }
    let victims = round.battle.target_units(target);
    if let (Who::Unit(by), Manoeuvre::Attack, [victim]) = (who, does, victims.as_slice()) {
        harm::note_strike(round, by, *victim);
    }
    round.emit(Event::Declared { by: who, does, at: Some(target) });
    if let Some(other) = reactive(&round.battle, target)
        && !round.battle.engaged_with(who).any(|it| it == other)
    {
        round.emit(Event::Linked { one: who, other });
    }
    // **BS-9.2** The squad's Action is the Action of each member.
    round.spend(&able, Deed::Engage);
    Ok(Bout { who, does, target: Some(target), order: Some(order.clone()), units })
}

/// The target of an order as it is now, if it may be attacked.
fn target_of(round: &Round<'_>, who: Who, order: &Melee) -> Result<Target, Refusal> {
    let battle = &round.battle;
    if !battle.is_there(who) {
        return Err(Refusal::Gone);
    }
    let target = order.target().and_then(|it| shooting::live_target(battle, it)).ok_or(Refusal::TargetGone)?;
    // **BC-7.6** The ground can't be struck.
    let other = battle.target_who(target).ok_or(Refusal::OutOfReach)?;
    // **BC-3.9, BT-5** At most three lone units strike at a unit on a turn, and three for each member at a squad.
    let is_full = |by: UnitId| {
        let victims = battle.target_units(target);
        !victims.is_empty() && !victims.iter().any(|it| harm::may_strike(round, by, *it))
    };
    let is_crowded = matches!(who, Who::Unit(by) if is_full(by) || is_squad_crowded(round, who, other));
    refuse_if([(other == who || round.must_spare(who, other), Refusal::OwnSide), (is_crowded, Refusal::Crowded)])?;
    Ok(target)
}

/// **BC-5.5** Whether as many other lone units attack a squad on this turn as there is room for.
fn is_squad_crowded(round: &Round<'_>, who: Who, other: Who) -> bool {
    if !matches!(other, Who::Squad(_)) {
        return false;
    }
    let room = harm::room_around(&round.battle, other);
    let pass = round.events.iter().rposition(|it| matches!(it, Event::PassBegan { .. })).unwrap_or(0);
    let at_it = round.events[pass..].iter().filter(|it| match it {
        Event::Declared { by: Who::Unit(by), does: Manoeuvre::Attack, at: Some(Target::Who(at)) } => {
            Who::Unit(*by) != who && *at == other
        }
        _ => false,
    });
    room.is_some_and(|room| room <= at_it.count())
}

/// The squad or unit of a target, if it can fight back.
pub(super) fn reactive(battle: &Battle, target: Target) -> Option<Who> {
    let other = battle.target_who(target)?;
    // **BC-5.1** What can't react just takes the damage.
    battle.members(other).iter().any(|it| battle.profile(*it).is_reactive).then_some(other)
}

/// Plays one melee: the first hands, with all that follows from them, and then the second hands of those who press
/// on. **BC-6.6** Those who fall don't fight on, **BC-6.10** and where one side has fallen the melee stops.
fn play_melee(round: &mut Round<'_>, bouts: &[Bout]) {
    for bout in bouts {
        match &bout.order {
            Some(Melee::Grab { release_after, .. }) => grapple::grab(round, bout, *release_after),
            Some(Melee::Shove { .. }) => grapple::shove(round, bout),
            _ => (),
        }
    }
    let hands = bouts.iter().filter(|it| it.does != Manoeuvre::Attack).filter_map(|it| Some((it.target?, &it.units)));
    let mut struck: Vec<(UnitId, Target)> =
        hands.flat_map(|(at, units)| units.iter().map(move |it| (*it, at))).collect();
    struck.extend(strike::step(round, bouts));
    counter::strike_back(round, bouts, &struck);
    for bout in bouts {
        if let (Manoeuvre::Ignore, Some(Melee::Ignore(Some(it)))) = (bout.does, &bout.order) {
            meanwhile::carry_out(round, bout.who, it);
        }
    }
    // **BC-6.8** Those with another hand free may press the attack, but only at the same target.
    let pressing: Vec<Bout> = bouts.iter().filter_map(|it| second_bout(round, it)).collect();
    if !pressing.is_empty() {
        let struck = strike::step(round, &pressing);
        counter::strike_back(round, &pressing, &struck);
    }
}

pub(super) fn attack_of(bout: &Bout) -> Option<&Engage> {
    match &bout.order {
        Some(Melee::Attack(it)) => Some(it),
        _ => None,
    }
}

/// **BC-5.10** A second manoeuvre, if the order has one and both are still there. **BS-12.4** All units that can must
/// make it.
fn second_bout(round: &mut Round<'_>, bout: &Bout) -> Option<Bout> {
    let engage = attack_of(bout)?;
    let then = engage.then?;
    let battle = &round.battle;
    let target = shooting::live_target(battle, bout.target?)?;
    let has_it = |it: &UnitId| battle.unused(*it).any(|item| battle.item(item).weapon == then);
    let able: Vec<UnitId> = battle
        .members(bout.who)
        .into_iter()
        .filter(|it| harm::can_act(battle, *it) && has_it(it))
        .filter(|it| bout.units.contains(it) || matches!(bout.who, Who::Squad(_)))
        .collect();
    let with_it = Engage { with: Some(then), ..engage.clone() };
    let units = inch::close_in(round, bout.who, &able, target, &Wish::of(&with_it)).ok()?;
    round.emit(Event::Declared { by: bout.who, does: Manoeuvre::Attack, at: Some(target) });
    Some(Bout { units, target: Some(target), order: Some(Melee::Attack(with_it)), ..bout.clone() })
}

/// **BC-9.3** One attack out of turn, and the blows that answer it.
pub(super) fn one_exchange(round: &mut Round<'_>, unit: UnitId, target: Target, does: Manoeuvre) {
    let who = round.battle.who(unit);
    one_blow(round, unit, target, does, &Wish::default());
    let bout = Bout { who, does, target: Some(target), order: None, units: vec![unit] };
    counter::strike_back(round, &[bout], &[(unit, target)]);
}

/// One attack out of turn.
pub(super) fn one_blow(round: &mut Round<'_>, unit: UnitId, target: Target, does: Manoeuvre, wish: &Wish) {
    let by = round.battle.who(unit);
    round.emit(Event::Declared { by, does, at: Some(target) });
    let strikes = strikes_of(&round.battle, &[unit], target, does, wish);
    resolve_strikes(round, &strikes);
}

/// **BT-2** What policies call a manoeuvre that is to be answered.
pub(super) fn policy_against(does: Manoeuvre) -> Against {
    match does {
        Manoeuvre::Grab => Against::Grab,
        Manoeuvre::Shove => Against::Shove,
        Manoeuvre::Charge => Against::Charge,
        Manoeuvre::Counterattack => Against::Counter,
        _ => Against::Attack,
    }
}
