//! What will have happened by the time dice are rolled, as far as no dice decide it: abilities, triggers, melees and
//! moves out of them.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{
    AbilityOn, AbilityUse, Battle, Effect, Event, MoveKind, Movement, Orders, Phase, Side, Span, Stat, Trigger,
};
use crate::line::rules::movement::{self, Planner};
use crate::line::rules::preview::{Course, MoralePreview, RoutePreview, apply_move, preview_of};
use crate::line::rules::{Line, command, formations, melee, morale, run_without_dice, stray};

/// **C-2, H-1** The battle after heroes have changed squads and abilities have been used.
///
/// This leaves out abilities whose result dice decide, because a squad fights or tests its morale at once (C-6). It
/// also leaves out triggered ones (C-5) that bring units onto the map, because it depends on the fallen where there is
/// room.
pub fn commanded(rules: &Line, battle: &Battle, orders: &Orders) -> Battle {
    let is_foreseen = |it: &AbilityUse| {
        let ability = battle.setup().ability(it.ability);
        let is_not = |effect: &Effect| match effect {
            Effect::Immediately(phase) => matches!(phase, Phase::Melee | Phase::Morale),
            Effect::StandUp { .. } | Effect::Reinforce { .. } => ability.trigger.is_some(),
            _ => false,
        };
        !ability.effects.iter().any(is_not)
    };
    let abilities = orders.abilities.iter().copied().filter(is_foreseen).collect();
    let orders = Orders { abilities, heroes: orders.heroes.clone(), ..Orders::default() };
    run_without_dice(rules, battle, &orders, command::move_heroes_and_use_abilities).0
}

/// As [`commanded`], with the abilities of one side alone.
pub fn after_command_of(rules: &Line, battle: &Battle, orders: &Orders, side: Side) -> Battle {
    commanded(rules, battle, &commands_of(battle, orders, side))
}

/// Heroes' changes of squads, and the abilities of one side.
pub(super) fn commands_of(battle: &Battle, orders: &Orders, side: Side) -> Orders {
    let is_ours = |it: &AbilityUse| battle.setup().caster(it.by).side == side;
    let abilities = orders.abilities.iter().copied().filter(is_ours).collect();
    Orders { abilities, heroes: orders.heroes.clone(), ..Orders::default() }
}

/// **C-4** Whether an ordered ability would be in vain now, after those ordered before it: it has nothing to do, or
/// there is no order to carry out ahead (C-6).
pub fn is_in_vain(rules: &Line, battle: &Battle, orders: &Orders, it: AbilityUse) -> bool {
    let events = run_without_dice(rules, battle, orders, command::move_heroes_and_use_abilities).1;
    let AbilityUse { by, ability, on } = it;
    events.contains(&Event::AbilityInVain { by, ability, on })
}

/// **C-6** Whether an ability lets a squad fire, at once or when triggered (C-5), that has no order to fire.
pub fn fires_without_order(battle: &Battle, orders: &Orders, it: AbilityUse) -> bool {
    let fires = battle.setup().ability(it.ability).effects.contains(&Effect::Immediately(Phase::Shooting));
    fires && it.on.squad(battle).is_some_and(|it| orders.fire.get(it).is_none())
}

/// **C-5** The events of the abilities on a squad that wait for this moment; empty if there are none.
pub fn trigger_events(rules: &Line, battle: &Battle, trigger: Trigger, squad: SquadId) -> Vec<Event> {
    if !battle.waiting().iter().any(|it| it.trigger == trigger) {
        return Vec::new();
    }
    run_without_dice(rules, battle, &Orders::default(), |round| _ = round.trigger(trigger, squad)).1
}

/// **L-1** Previews a squad's morale test if its units had these HP; `None` if it would not be tested.
pub fn nerve(battle: &Battle, squad: SquadId, hp: impl Fn(UnitId) -> i16) -> Option<MoralePreview> {
    let standing = battle.squad(squad).members.iter().copied().filter(|it| 0 < hp(*it));
    let count = standing.clone().count();
    let is_tested = 0 < count && battle.would_be_below_half(squad, count, &hp) && !battle.is_built(squad);
    is_tested.then(|| morale_if_standing(battle, squad, standing))
}

/// **L-1** Previews a squad's morale test, needed or not, if these units stand.
pub(super) fn morale_if_standing(
    battle: &Battle,
    squad: SquadId,
    standing: impl Iterator<Item = UnitId> + Clone,
) -> MoralePreview {
    let (needs, by_hero) = morale::leadership(battle, standing);
    let concerns = |on: AbilityOn| on == AbilityOn::Squad(squad) || by_hero.is_some_and(|it| on == AbilityOn::Unit(it));
    let waits_for = |trigger: Trigger| {
        let on_it = battle.waiting().iter().filter(move |it| it.trigger == trigger && concerns(it.on));
        on_it.flat_map(|it| &battle.setup().ability(it.ability).effects)
    };
    let counts = |span: Span| matches!(span, Span::Rounds(_) | Span::Phase(Phase::Morale));
    let adds = |effect: &Effect| match *effect {
        Effect::Lasting { boon, span } if counts(span) => i16::from(boon.adds_to(Stat::Leadership)),
        _ => 0,
    };
    let now: i16 = morale::modifiers(battle, squad, by_hero).iter().map(|it| i16::from(it.1)).sum();
    MoralePreview {
        needs,
        modifiers: now + waits_for(Trigger::TestsMorale).map(adds).sum::<i16>(),
        is_rallied: waits_for(Trigger::FailsMorale).any(|it| *it == Effect::Rally),
    }
}

/// **M-1** The squads that strike in a squad's melee, in their order; empty if it is in none.
pub fn melee(battle: &Battle, orders: &Orders, squad: SquadId) -> Vec<SquadId> {
    let cluster = stray::cluster(battle, squad);
    let mut squads = melee::would_strike(battle, orders);
    squads.retain(|it| cluster.contains(it));
    squads
}

impl Course<'_> {
    /// **V-6** How a squad would disengage now, and the battle after that if no unit fell. `None` if it has no order
    /// to, or may not.
    pub fn getting_away(&self, squad: SquadId) -> Option<(Option<RoutePreview>, Battle)> {
        let Course { rules, before: battle, orders, .. } = *self;
        let Some(Movement::Disengage(route)) = orders.movement.get(squad) else { return None };
        let may = battle.is_on_map(squad)
            && movement::is_fast(battle, orders, squad)
            && formations::hindrance(battle, squad).is_none();
        if !may {
            return None;
        }
        let mut after = battle.clone();
        after.apply(&Event::Disengaged { squad, rolls: Vec::new() });
        if route.is_none() && !battle.is_squad_engaged(squad) {
            return Some((None, after));
        }
        let route = route.as_ref();
        let planner = Planner { rules, battle: &after, orders };
        let plan = planner.plan(squad, route, MoveKind::Disengage);
        let preview = preview_of(&after, squad, plan);
        apply_move(&mut after, squad, MoveKind::Disengage, &preview.places);
        Some((Some(preview), after))
    }
}
