//! What an attack would be rolled with as things stand, for those who want to know before any die is rolled.

use crate::brick::battle::{
    Amount, Battle, Event, Movement, Order, Orders, Organise, Part, Refusal, Shoot, Swing, Who,
};
use crate::brick::rules::deal::{self, Onto};
use crate::brick::rules::{Brick, Round, movement, organise, shooting};
use crate::dice::Dice;
use crate::field::UnitId;

pub(crate) use crate::brick::rules::harm::{can_be_touched_by, hp_lost};
pub(crate) use crate::brick::rules::melee::close_of;
pub(crate) use crate::brick::rules::movement::{Spot, inches, run_up, spots};
pub(crate) use crate::brick::rules::shooting::moves_under;

/// A Combined Attack before it is made.
#[derive(Clone, Debug)]
pub(crate) struct Volley {
    pub(crate) shots: Vec<Shot>,
    /// The one unit that all of it falls on. `None` if it may fall on others: on a squad, in a blast, on the ground,
    /// on something that is held, or as shots that are dealt apart.
    pub(crate) falls_on: Option<UnitId>,
    /// Those who can't take part, and why.
    pub(crate) refused: Vec<(Who, Refusal)>,
}

/// One Attack Roll, and the damage that it leads to.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    /// The attack with all its modifiers. Its dice are not those that will be rolled.
    pub(crate) swing: Swing,
    pub(crate) amount: Amount,
    /// **BC-20.3** Whether an Overskill Benny is spent on damage.
    pub(crate) overskills: bool,
    /// **BX-7** Levels of Deflection.
    pub(crate) levels: u8,
    /// **BC-4.4** Taken from every die of damage.
    pub(crate) less: u16,
    /// **BX-2** Whether highest faces of damage earn bonus dice.
    pub(crate) crits: bool,
}

/// What those who shoot together would roll as things stand. The rules themselves play it, with dice that nobody
/// sees.
pub(crate) fn volley(rules: &Brick, battle: &Battle, together: &[(Who, &Shoot)]) -> Volley {
    let (_, events) = play_alone(rules, battle, &Orders::default(), |it| shooting::fire(it, together));
    let refused = events.iter().filter_map(|it| match it {
        Event::Refused { who, why, .. } => Some((*who, *why)),
        _ => None,
    });
    let shots = events.iter().filter_map(Event::swing).filter_map(|it| shot(rules, battle, together, it));
    let (refused, shots): (Vec<_>, Vec<Shot>) = (refused.collect(), shots.collect());
    let falls_on = falls_on(battle, &shots);
    Volley { shots, falls_on, refused }
}

/// The events of orders that organise squads, carried out alone.
pub(crate) fn organised(battle: &Battle, organise: Vec<Organise>) -> Vec<Event> {
    let orders = Orders { organise, ..Orders::default() };
    play_alone(&Brick::default(), battle, &orders, organise::resolve).1
}

/// The battle after these movements, while nobody else does anything.
pub(crate) fn once_gone(rules: &Brick, battle: &Battle, going: impl IntoIterator<Item = (Who, Movement)>) -> Battle {
    let mut orders = Orders::default();
    going.into_iter().for_each(|(who, it)| orders.put(Order::Move(who, it)));
    play_alone(rules, battle, &orders, movement::resolve).0
}

/// The battle after this one thing is done, with dice that nobody sees, and the events of it.
fn play_alone(
    rules: &Brick,
    battle: &Battle,
    orders: &Orders,
    act: impl FnOnce(&mut Round<'_>),
) -> (Battle, Vec<Event>) {
    let mut dice = Dice::keyed([0; 32]);
    let mut round = Round::new(rules, battle, orders, &mut dice);
    act(&mut round);
    (round.battle, round.events)
}

fn shot(rules: &Brick, battle: &Battle, together: &[(Who, &Shoot)], swing: &Swing) -> Option<Shot> {
    let who = battle.who(swing.by);
    let order = together.iter().find(|it| it.0 == who)?.1;
    let ranged = battle.setup().weapon(swing.weapon?).ranged?;
    let (levels, less) = match ranged.blast {
        Some(_) => (0, 0),
        None => (shooting::worn_levels(battle, swing.at), swing.roll.as_ref().map_or(0, |it| it.less)),
    };
    Some(Shot {
        amount: ranged.damage,
        overskills: battle.policies(who).benny.on_attack,
        levels,
        less,
        crits: rules.damage_crits && !order.nocrit,
        swing: swing.clone(),
    })
}

/// The one unit that all of these fall on, if there is one.
fn falls_on(battle: &Battle, shots: &[Shot]) -> Option<UnitId> {
    let first = shots.first()?;
    let is_more = |it: &Shot| {
        let ranged = it.swing.weapon.and_then(|it| battle.setup().weapon(it).ranged);
        let has_blast = ranged.is_some_and(|it| it.blast.is_some());
        has_blast || it.swing.at != first.swing.at || matches!(it.swing.part, Part::Item(_))
    };
    match deal::shot_falls_on(battle, first.swing.at).0 {
        Onto::One(unit) if !shots.iter().any(is_more) => Some(unit),
        _ => None,
    }
}
