//! L: the morale phase.

use crate::dice::Label;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Event, MoraleSource, Phase, Side, Stat, Trigger};
use crate::line::rules::Round;
use crate::line::rules::chance::{self, EventKind};

/// **L-1** Tests every squad that is below half, players first, in roster order.
pub(super) fn resolve(round: &mut Round<'_>) {
    for squad in in_order(&round.battle) {
        if !round.battle.has_acted_ahead(squad, Phase::Morale) {
            test(round, squad);
        }
    }
    recover(round);
}

/// **R-5** All squads, players first, in roster order, because no order asks for a test.
fn in_order(battle: &Battle) -> Vec<SquadId> {
    let of = |side| battle.setup().squad_ids().filter(move |it| battle.side(*it) == side);
    Side::ALL.into_iter().flat_map(of).collect()
}

/// **L-1** Tests a squad that is on the map and below half; structures are never tested. **C-6** Also ahead of the
/// phase. Returns whether it was tested.
pub(super) fn test(round: &mut Round<'_>, squad: SquadId) -> bool {
    let battle = &round.battle;
    if !battle.is_on_map(squad) || !battle.is_below_half(squad) || battle.is_built(squad) {
        return false;
    }
    round.trigger(Trigger::TestsMorale, squad);
    let dice = round.dice.event(Label::of(EventKind::Morale as u8, squad.0)).two(chance::MORALE);
    let (needs, by_hero) = leadership(&round.battle, round.battle.standing(squad));
    let modifiers = modifiers(&round.battle, squad, by_hero);
    let sum = modifiers.iter().map(|it| i16::from(it.1)).sum::<i16>();
    let passed = passes(needs, sum, u16::from(dice[0].face() + dice[1].face()));
    round.emit(Event::MoraleTested { squad, dice, modifiers, needs, by_hero, passed });
    if !passed {
        round.trigger(Trigger::FailsMorale, squad);
    }
    true
}

/// **L-1** Whether two dice with this sum reach LD with the modifiers.
pub(super) fn passes(needs: u8, modifiers: i16, dice_sum: u16) -> bool {
    i16::from(needs) <= modifiers.saturating_add_unsigned(dice_sum)
}

/// **L-1** What the roll must reach: the best LD of the standing units, with the hero if it is his LD. He lends it only
/// if it is better than all others.
pub(super) fn leadership(battle: &Battle, standing: impl Iterator<Item = UnitId> + Clone) -> (u8, Option<UnitId>) {
    let hero = standing.clone().find(|it| battle.setup().unit(*it).hero.is_some());
    let others = standing.filter(|it| Some(*it) != hero).map(|it| battle.profile(it).leadership).min();
    match (others, hero.map(|it| (battle.profile(it).leadership, it))) {
        (Some(others), Some((own, _))) if others <= own => (others, None),
        (_, Some((own, hero))) => (own, Some(hero)),
        (others, None) => (others.unwrap_or(7), None),
    }
}

/// **L-2** The modifiers to a morale roll: -1 for each unit abandoned this round, and effects of abilities on the
/// squad, or on the hero whose LD counts.
pub(super) fn modifiers(battle: &Battle, squad: SquadId, by_hero: Option<UnitId>) -> Vec<(MoraleSource, i8)> {
    let abandoned = (MoraleSource::Abandoned, -(battle.squad(squad).abandoned.min(100) as i8));
    let boons = battle.boons_with(squad, by_hero, Phase::Morale);
    let boons = boons.map(|it| (MoraleSource::Ability(it.ability), it.boon.adds_to(Stat::Leadership)));
    std::iter::once(abandoned).chain(boons).filter(|it| it.1 != 0).collect()
}

/// **L-4** Lets broken squads recover that are no longer below half.
fn recover(round: &mut Round<'_>) {
    for squad in in_order(&round.battle) {
        let battle = &round.battle;
        if battle.squad(squad).is_broken && battle.is_on_map(squad) && !battle.is_below_half(squad) {
            round.emit(Event::Recovered { squad });
        }
    }
}
