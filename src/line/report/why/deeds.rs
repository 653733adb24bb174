//! Explains every event but a volley.

use crate::field::{ObjectiveId, SquadId, UnitId};
use crate::line::battle::{
    AbilityId, Allowance, Battle, CasterId, Charge, CutShort, Event, MoraleSource, Move, MoveKind, Silence, Stay,
    Trigger,
};
use crate::line::report::why::{AddLine, attack, dice, formation, listed, silence};
use crate::line::report::words::{self, Signed, Sum, Total, how_many, squad, unit};
use crate::page::{Rich, say, say_if};

pub(super) fn explain(line: &mut AddLine<'_>, battle: &Battle, event: &Event) {
    // What a rule says whatever the case.
    let mut general = |words: &str| line(&|out| out.push(words));
    match event {
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } => {
            general("Every round has the same phases, in the same order (R-1).");
        }
        Event::AbilityUsed { by, ability, waits_for, .. } => {
            line(&|out| used(out, battle, *by, *ability, *waits_for));
        }
        Event::AbilityRefused { .. } => general("An ability that cannot be used costs nothing (C-2, C-3)."),
        Event::AbilityTriggered { ability, .. } => line(&|out| text_of(out, battle, *ability)),
        Event::AbilityLapsed { .. } => general("CP are spent in the command phase, whatever comes after (C-4)."),
        Event::AbilityInVain { .. } => {
            general("There was nothing for it to do; CP are spent in the command phase all the same (C-4).");
        }
        Event::BoonBegan { .. }
        | Event::UnitBoonBegan { .. }
        | Event::Rallied { .. }
        | Event::Healed { .. }
        | Event::CountsAsNotShot { .. }
        | Event::GroundChanged { .. }
        | Event::GroundRestored { .. }
        | Event::CommandRegained { .. } => line(&|out| {
            out.append(&words::sentence(battle, &[event]));
            out.push(" (C-7)");
        }),
        Event::ActedAhead { .. } | Event::UnitActedAhead { .. } => {
            general("Its ability made it act in the command phase, once and not again (C-6).");
        }
        Event::HeroMoved { .. } | Event::HeroStayed { .. } => {
            general(
                "A hero joins a squad that stands at most one tile away, and takes it along in nothing else (H-1).",
            );
        }
        Event::Attacked(volley) => attack::explain(line, battle, volley),
        Event::VolleyWasted { .. } => general(
            "The players fire first, in the order of their orders; what is gone by then stays the target (S-5). \
             The squad counts as having shot (S-7).",
        ),
        Event::FireHeld { silent, .. } => line(&|out| held(out, battle, silent)),
        Event::HazardRolled { rolls, .. } => line(&|out| {
            out.push("After firing, a die for each Hazardous weapon: a 1 does 1 damage to its user (A-6). ");
            out.list(rolls, |out, (who, die, _)| say!(out, "{} rolls {die}", unit(battle, *who)));
            out.push(".");
        }),
        Event::Abandoned { .. } => general(
            "Each one left behind makes the squad faster (V-4), and takes 1 off its morale roll (V-5, L-2). \
             After the battle one in three of them is dead (X-2).",
        ),
        Event::Disengaged { rolls, .. } => line(&|out| {
            out.push("Each engaged unit rolls a die to get away: on 1 to 3 it is downed, and carried (V-6). ");
            out.list(rolls, |out, (who, die)| say!(out, "{} rolls {die}", unit(battle, *who)));
            out.push(if rolls.is_empty() { "Nobody was engaged." } else { "." });
        }),
        Event::Moved(it) => moved(line, battle, it),
        Event::Stayed { squad, why } => general(stayed(*why, battle.is_squad_engaged(*squad))),
        Event::Charged(charge) => {
            line(&|out| frenzied(out, battle, charge.squad));
            line(&|out| charged(out, battle, charge));
        }
        Event::MoraleTested { .. } => line(&|out| morale(out, battle, event)),
        Event::Recovered { .. } => general("A broken squad that is no longer below half needs no roll (L-4)."),
        Event::ObjectiveCounted { objective, .. } => line(&|out| counted(out, battle, *objective)),
        Event::Scored { .. } => general("Points come each round for what is held, uncontested (O-1, O-2)."),
        Event::GoalMet { .. } | Event::Ended { .. } => general(
            "Goals are looked at when a round ends; what can't be undone stays met, the rest is asked anew (O-2).",
        ),
        Event::GoalUndone { .. } => {
            general("What a goal asks of the moment is asked anew at the end of every round (O-2).");
        }
        Event::GoalPartMet { .. } => general("What has come true and can't be undone counts from now on (O-2)."),
        Event::Aftermath { unit: who, die, dead } => {
            let became = if *dead { "dead" } else { "wounded" };
            let who = unit(battle, *who);
            line(&|out| say!(out, "{who}, left behind: dead on 1 or 2 (X-2). Rolled {die}: {became}."));
        }
        Event::ScheduleCame { .. } | Event::Arrived { .. } | Event::ArrivalDelayed { .. } => {
            general("The scenario held it ready; a squad that finds no room tries again each round (C-7).");
        }
        Event::Edited(_) => general("The GM set this right by hand; no rule and no die had a part in it (G-1)."),
        Event::Formation(it) => formation::explain(line, battle, it),
    }
}

fn used(out: &mut Rich, battle: &Battle, by: CasterId, ability: AbilityId, waits_for: Option<Trigger>) {
    text_of(out, battle, ability);
    say!(out, " {} had {} CP (C-1).", battle.setup().caster(by).name, battle.cp(by));
    if let Some(moment) = waits_for {
        say!(out, " It takes effect the first time that {}, before the dice (C-5).", words::trigger(moment).0);
    }
}

fn text_of(out: &mut Rich, battle: &Battle, ability: AbilityId) {
    let it = battle.setup().ability(ability);
    say!(out, "{}: {} Cost: {} CP (C-4).", it.name, it.text, it.cost);
}

fn held(out: &mut Rich, battle: &Battle, silent: &[(UnitId, Silence)]) {
    if silent.is_empty() {
        return out.push("Nobody of it has a weapon that fires (S-1).");
    }
    out.list(silent, |out, it| silence(out, battle, *it));
    out.push(
        " (S-1). A unit that is engaged, out of range or out of sight does not fire, and picks no other target (S-4).",
    );
}

/// Why a squad that was to move stays, in melee or not.
fn stayed(why: Stay, is_engaged: bool) -> &'static str {
    match why {
        Stay::Engaged => "A squad in melee leaves only by disengaging (V-1).",
        Stay::HasShot => "A squad that has shot neither charges nor disengages this round (V-3).",
        Stay::TargetGone => {
            "Whom the order named was gone by then, and no order names somebody else for that case (S-4)."
        }
        // Only a squad that disengages looks for a way out of a melee.
        Stay::NoWay if is_engaged => {
            "Who disengages takes no step nearer to an enemy of that melee, nor into a zone that he was not in; no other \
             step was free (V-6)."
        }
        Stay::NoWay => {
            "When its turn came, no free step led where it was told to go, clear of the zones of enemies (V-1, V-8)."
        }
        Stay::Immobile => "Nobody of it who could lead the way has a step to go (V-1).",
        Stay::Dazed => "Who is dazed doesn't move (F-9).",
        Stay::Stopped => "Members who don't go on when a formation breaks up end their movement (F-19).",
        Stay::LostTurn => "Those who fail to form up don't move that round (F-12).",
        Stay::OthersMarch | Stay::NoFormation => {
            "Steps are a formation's: who is in none takes no part in them (F-20)."
        }
    }
}

/// The rule behind a move of this kind.
pub(super) fn rule_of_move(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Plain => "V-1",
        MoveKind::BeforeCharge | MoveKind::Charge => "V-7",
        MoveKind::Disengage => "V-6",
        MoveKind::PressIn => "M-3",
        MoveKind::PressBack => "M-7",
    }
}

/// **F-9** Why a squad charges without being ordered to.
fn frenzied(out: &mut Rich, battle: &Battle, who: SquadId) {
    if battle.is_squad_frenzied(who) {
        let who = squad(battle, who);
        say!(out, "Most of {who} are frenzied: it charges the nearest enemy, whatever it is told (F-9).");
    }
}

fn moved(line: &mut AddLine<'_>, battle: &Battle, it: &Move) {
    if it.kind == MoveKind::BeforeCharge {
        line(&|out| frenzied(out, battle, it.squad));
    }
    line(&|out| it.allowance.iter().for_each(|allowance| steps(out, battle, it.squad, allowance)));
    line(&|out| way(out, it));
    line(&|out| {
        listed(out, "Where they went (V-2): ", &it.steps, |out, step| {
            say!(out, "{} {} to {}", unit(battle, step.unit), step.from, step.to);
        });
    });
}

/// **V-4** How the steps of a move were worked out, in the rule's order.
fn steps(out: &mut Rich, battle: &Battle, who: SquadId, it: &Allowance) {
    let whose = if battle.standing(who).count() == 1 { "its MOV" } else { "the MOV of its slowest" };
    say!(out, "Steps (V-4): {}, {whose}", it.base);
    let mut steps = it.base;
    if it.broken {
        steps = steps.div_ceil(2);
        say!(out, "; broken, so half of it, rounded up: {steps} (L-3)");
    }
    if it.half_again {
        steps += steps / 2;
        say!(out, "; half as much again for not having shot, rounded down: {steps} (V-3)");
    }
    let floor = steps.div_ceil(2);
    say_if!(out, 0 < it.downed, "; −{} for {} carried, but no less than half, {floor}", it.downed, it.downed);
    say!(out, ". That makes {}.", it.steps);
}

fn way(out: &mut Rich, it: &Move) {
    if it.path.is_empty() {
        let rule = rule_of_move(it.kind);
        return match it.kind {
            MoveKind::PressIn | MoveKind::PressBack => {
                say!(out, "Units without an enemy in reach go to the closest free tile that puts one there ({rule}).");
            }
            MoveKind::Charge => out.push("Each unit goes as close as the roll lets it (V-7)."),
            MoveKind::Plain | MoveKind::BeforeCharge | MoveKind::Disengage => (),
        };
    }
    out.push("The leader's way: ");
    out.joined(" ", &it.path, |out, tile| say!(out, "{tile}"));
    say!(out, ", at the cost of {} ({}).", how_many(usize::from(it.cost), "step", "steps"), rule_of_move(it.kind));
    match it.cut_short {
        None => (),
        Some(CutShort::TooFar) => out.push(" The order's place was farther than its steps reach (V-2)."),
        Some(CutShort::EnemyInTheWay) => out.push(" Only a charge enters the zones of enemies (V-1)."),
        Some(CutShort::Squad) => out.push(" A unit that goes alone stays within two tiles of its squad (V-2)."),
        Some(CutShort::NoWay) => out.push(" There was no free way on, when its turn came (V-8)."),
    }
}

fn charged(out: &mut Rich, battle: &Battle, it: &Charge) {
    match it.needed {
        None => out.push("No way leads to where one of its units would be in contact (V-7)."),
        Some(0) => out.push("One of its units is in contact already, so no roll is needed (V-7)."),
        Some(needed) => {
            say!(out, "The fewest steps that put a unit in contact: {needed}, so 2d6 must reach {needed} (V-7).");
        }
    }
    if let Some(dice) = it.dice {
        let total = Sum(dice).total();
        let enough = it.needed.is_some_and(|it| it <= u16::from(total));
        say!(out, " Rolled {}: {}.", Sum(dice), if enough { "enough" } else { "not enough" });
        if let Some(against) = it.opposed {
            let holds = total <= Sum(against).total();
            let came = if holds { "as much or more, which stops it" } else { "less, which does not stop it" };
            let (who, against) = (squad(battle, it.target), Sum(against));
            say!(out, " {who} disengages and rolls {against} against it: {came} (V-6).");
        }
    }
}

fn morale(out: &mut Rich, battle: &Battle, test: &Event) {
    let Event::MoraleTested { squad: who, dice: rolled, modifiers, needs, by_hero, passed } = test else { return };
    let (standing, starting) = (battle.standing(*who).count(), battle.squad(*who).starting);
    say!(out, "Fewer than half stand, {standing} of {starting}, so it tests (L-1). It needs {needs}");
    match by_hero {
        Some(hero) => say!(out, ", the LD of {}", unit(battle, *hero)),
        None => out.push(", its LD"),
    }
    out.push(". Dice ");
    dice(out, rolled.map(|it| (it, None)));
    let mut sum = i16::from(Sum(*rolled).total());
    for (source, by) in modifiers {
        sum += i16::from(*by);
        match source {
            MoraleSource::Abandoned => say!(out, ", {} for those it left behind (L-2)", Signed(*by)),
            MoraleSource::Ability(id) => say!(out, ", {} by {} (C-7)", Signed(*by), battle.setup().ability(*id).name),
        }
    }
    say!(out, ": {}, {}.", Total(sum), if *passed { "enough" } else { "not enough" });
    say_if!(out, !passed, " A broken squad adds no CON, moves half and has −2 ACC until it passes a test (L-3).");
}

/// **O-1** Which squads are near enough, and which of them are broken.
fn counted(out: &mut Rich, battle: &Battle, id: ObjectiveId) {
    let it = battle.setup().objective(id);
    let near = how_many(it.radius.into(), "tile", "tiles");
    say!(out, "Unbroken squads with a unit within {near} of {} add their CON, once each (O-1). ", it.at);
    let is_near = |unit| battle.footprint(unit).tiles().any(|tile| tile.steps_to(it.at) <= it.radius.into());
    let squads: Vec<SquadId> = battle.setup().squad_ids().filter(|who| battle.standing(*who).any(is_near)).collect();
    if squads.is_empty() {
        return out.push("Nobody is.");
    }
    out.push("Near it: ");
    out.list(&squads, |out, who| {
        let broken = if battle.squad(*who).is_broken { " (broken, adds none)" } else { "" };
        say!(out, "{}{broken}", squad(battle, *who));
    });
    out.push(". More CON takes it or keeps it; as much leaves it contested.");
}
