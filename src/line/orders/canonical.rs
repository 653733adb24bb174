//! Orders in the shortest words that read back as the same orders.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{
    Abandon, AbilityOn, Battle, Departure, DirectedBy, Fire, FormationStep, HeroMove, Movement, OrganisationalOrder,
    Place, Route, RouteGoal, Spacing, StepKind, Turn, Turning, WeaponId, With,
};
use crate::post::words::folded;

use super::keywords::lexicon;
use super::{Order, Withdrawn};

/// The order as its poster could have written it, without the prefix.
pub fn canonical(battle: &Battle, order: &Order) -> String {
    let told = what(battle, order);
    let whom = match order {
        Order::Station(unit, _) => Some(unit_name(battle, *unit)),
        Order::Hero(hero, _) => Some(name(&battle.setup().unit(*hero).name)),
        other => other.squad().map(|it| squad_name(battle, it)),
    };
    if let Some(whom) = whom { format!("{whom}: {told}") } else { told }
}

/// The order without the squad or unit that it is for.
pub fn what(battle: &Battle, order: &Order) -> String {
    match order {
        Order::Fire(_, Fire::AtWill) => "fire at will".to_owned(),
        Order::Fire(_, Fire::At(parts)) => {
            let each =
                parts.iter().map(|it| format!("{}{}", squad_name(battle, it.target), with(battle, it.with.as_ref())));
            format!("shoot {}", each.collect::<Vec<_>>().join(", "))
        }
        Order::Fire(_, Fire::Volley(it)) => match it.unit {
            Some(unit) => format!("volley at {}", unit_name(battle, unit)),
            None => format!("volley at {}", squad_name(battle, it.target)),
        },
        Order::Fight(_, it) => {
            let target = it.target.map_or(String::new(), |it| format!(" {}", squad_name(battle, it)));
            let with = it.weapon.map_or(String::new(), |it| format!(" with {}", weapon_name(battle, it)));
            format!("melee{target}{with}")
        }
        Order::Movement(_, it) => movement(battle, it),
        Order::Station(_, it) => format!("move to {}", it.at),
        Order::Abandon(_, Abandon::All) => "abandon all".to_owned(),
        Order::Abandon(_, Abandon::Count(n)) => format!("abandon {n}"),
        Order::Hero(_, HeroMove::Join(squad)) => format!("join {}", squad_name(battle, *squad)),
        Order::Hero(_, HeroMove::Leave) => "leave".to_owned(),
        Order::Ability(it) => {
            let on = match it.on {
                AbilityOn::Squad(squad) => squad_name(battle, squad),
                AbilityOn::Unit(unit) => unit_name(battle, unit),
                AbilityOn::Tile(tile) => tile.to_string(),
            };
            let setup = battle.setup();
            format!("use {} on {on} by {}", name(&setup.ability(it.ability).name), name(&setup.caster(it.by).name))
        }
        Order::OrganisationalOrder(_, it) => ranging(battle, it),
        Order::BreakRanks(_) => "break ranks".to_owned(),
        Order::Turn(_, Turn::First) => "first".to_owned(),
        Order::Turn(_, Turn::Last) => "last".to_owned(),
        Order::Withdraw(Withdrawn::All) => "withdraw orders".to_owned(),
        Order::Withdraw(Withdrawn::Squad(squad)) => format!("withdraw orders for {}", squad_name(battle, *squad)),
        Order::Withdraw(Withdrawn::Ability(it, squad)) => {
            let whose = squad.map_or_else(String::new, |it| format!("{}: ", squad_name(battle, it)));
            format!("{whose}withdraw {}", name(&battle.setup().ability(*it).name))
        }
        Order::Leave(Departure::End) => "end battle".to_owned(),
        Order::Leave(Departure::TapOut) => "tap out".to_owned(),
    }
}

fn movement(battle: &Battle, order: &Movement) -> String {
    match order {
        Movement::Hold => "hold".to_owned(),
        Movement::Move(it) => format!("move{}", route(battle, it)),
        Movement::Charge { target, after } => {
            let after = after.as_ref().map_or(String::new(), |it| format!(" after move{}", route(battle, it)));
            format!("charge {}{after}", squad_name(battle, *target))
        }
        Movement::Disengage(it) => format!("disengage{}", it.as_ref().map_or(String::new(), |it| route(battle, it))),
        Movement::Steps(it) => match it.first().map(|it| it.kind) {
            Some(StepKind::Wheel { .. }) => steps(battle, it),
            _ => format!("steps {}", steps(battle, it)),
        },
    }
}

fn route(battle: &Battle, it: &Route) -> String {
    let place = |it: &Place| match it {
        Place::Squad(squad) => squad_name(battle, *squad),
        Place::Objective(it) => name(&battle.setup().objective(*it).name),
    };
    let count = |it: &Option<u8>| it.map_or(String::new(), |it| format!(" {it}"));
    let goal = match &it.goal {
        RouteGoal::Tile(tile) => format!(" to {tile}"),
        RouteGoal::Steps(steps) => {
            let each: Vec<String> = steps.iter().map(|(way, n)| format!("{} {n}", way.word())).collect();
            format!(" {}", each.join(" then "))
        }
        RouteGoal::Toward { place: it, steps } => format!(" toward {}{}", place(it), count(steps)),
        RouteGoal::AwayFrom { place: it, steps } => format!(" away from {}{}", place(it), count(steps)),
    };
    let via = list("via", ", ", it.via.iter().map(ToString::to_string).collect());
    let spacing = match it.spacing {
        Spacing::Usual => "",
        Spacing::TakeCover => " take cover",
        Spacing::Tight => " tight",
        Spacing::Spread => " spread",
    };
    format!("{goal}{via}{spacing}")
}

fn with(battle: &Battle, with: Option<&With>) -> String {
    match with {
        None => String::new(),
        Some(With::Weapon(it)) => format!(" with {}", weapon_name(battle, *it)),
        Some(With::Team(it)) => format!(" with {}", name(&battle.setup().profiles[usize::from(it.0)].name)),
    }
}

fn ranging(battle: &Battle, order: &OrganisationalOrder) -> String {
    let OrganisationalOrder::FormUp(it) = order else { return "disband".to_owned() };
    let others = list("with", " and ", it.squads.iter().skip(1).map(|it| squad_name(battle, *it)).collect());
    let led = match it.directed_by {
        DirectedBy::Anybody => String::new(),
        DirectedBy::Leader(it) => format!(" under {}", unit_name(battle, it)),
        DirectedBy::Themselves => " alone".to_owned(),
    };
    let without = list("without", ", ", it.without.iter().map(|it| unit_name(battle, *it)).collect());
    let steps = it.shuffle.iter().map(|(it, to)| format!("{} to {to}", unit_name(battle, *it)));
    let shuffle = list("shuffle", ", ", steps.collect());
    format!("form up{others}{led}{without}{shuffle}")
}

fn list(word: &str, joint: &str, named: Vec<String>) -> String {
    if named.is_empty() { String::new() } else { format!(" {word} {}", named.join(joint)) }
}

// A `hold` stands behind the Steps during which these units hold.
fn steps(battle: &Battle, steps: &[FormationStep]) -> String {
    let runs = steps.chunk_by(|a, b| a.hold == b.hold);
    let told = runs.map(|run| {
        let each = run.chunk_by(|a, b| a.kind == b.kind && !matches!(a.kind, StepKind::Wheel { .. }));
        let each = each.map(|it| {
            let times = if it.len() == 1 { String::new() } else { format!(" {}", it.len()) };
            format!("{}{times}", step(it[0].kind, |it| unit_name(battle, it)))
        });
        let each: Vec<String> = each.collect();
        let held = list("hold", ", ", run[0].hold.iter().map(|it| unit_name(battle, *it)).collect());
        format!("{}{held}", each.join(", "))
    });
    told.collect::<Vec<_>>().join(" then ")
}

/// **F-20** A Step in words, with units named by `name`.
pub(super) fn step(kind: StepKind, name: impl Fn(UnitId) -> String) -> String {
    match kind {
        StepKind::March(way) => way.word().to_owned(),
        StepKind::Stand => "stand".to_owned(),
        StepKind::Wheel { turning, pivot } => {
            let side = if turning == Turning::Left { "left" } else { "right" };
            let around = pivot.map_or(String::new(), |it| format!(" around {}", name(it)));
            format!("wheel {side}{around}")
        }
    }
}

pub(super) fn squad_name(battle: &Battle, squad: SquadId) -> String {
    name(&battle.setup().squad(squad).name)
}

fn weapon_name(battle: &Battle, weapon: WeaponId) -> String {
    name(&battle.setup().weapon(weapon).name)
}

/// A unit by its number in the squad, because several units may have one name.
pub(super) fn unit_name(battle: &Battle, unit: UnitId) -> String {
    let squad = battle.unit(unit).squad;
    let number = battle.squad(squad).members.iter().position(|it| *it == unit).map_or(0, |it| it + 1);
    format!("{}.{number}", squad_name(battle, squad))
}

// A name, between quotes if it holds marks that would divide it, or is a word of the language.
fn name(shown: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || " -.'’".contains(it);
    let is_word = lexicon().meaning(&folded(shown)).is_some();
    let stands_bare = shown.contains('"') || shown.chars().all(is_plain) && !is_word;
    if stands_bare { shown.to_owned() } else { format!("\"{shown}\"") }
}
