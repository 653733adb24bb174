//! What a film shows of each event.

use crate::field::{SquadId, Tile, UnitId, each_once, pick};
use crate::line::battle::{Battle, Event, Fate, FormationEvent, Move, Volley, VolleyKind};
use crate::line::report::words::formation::plight;
use crate::line::rules::{Line, ways};
use crate::map::{Shot, ShotFate, Step, Ways};

/// Applies the event at index `at` of a round. Returns what is seen of it, and the tiles that units pass.
pub(super) fn play(rules: &Line, battle: &mut Battle, events: &[Event], at: usize) -> (Vec<Step>, Ways) {
    let event = &events[at];
    let gone = match event {
        Event::Moved(it) => {
            let target = pick!(&events[..at], Event::Charged(it) => it.target).last();
            ways(rules, battle, it, target).into_iter().collect()
        }
        _ => event.steps().iter().map(|it| (it.unit, vec![it.from, it.to])).collect(),
    };
    let shown = (visible_steps(battle, event), gone);
    battle.apply(event);
    shown
}

/// What is seen of an event besides the new places and states of units.
fn visible_steps(battle: &Battle, event: &Event) -> Vec<Step> {
    let mark = |squad: SquadId, words: &str| vec![Step::Mark { squad, words: words.to_owned() }];
    let of_units = |units: &[UnitId], words: &str| {
        let squads = each_once(units.iter().map(|it| battle.unit(*it).squad));
        squads.into_iter().flat_map(|it| mark(it, words)).collect()
    };
    let setup = battle.setup();
    match event {
        Event::AbilityUsed { by, ability, on, .. } | Event::AbilityTriggered { by, ability, on, .. } => {
            let hero = || setup.caster(*by).hero.map(|it| battle.unit(it).squad);
            let at = on.squad(battle).or_else(hero);
            at.map_or(Vec::new(), |it| mark(it, &setup.ability(*ability).name))
        }
        Event::Rallied { squad, .. } | Event::Recovered { squad } => mark(*squad, "rallied"),
        Event::HeroMoved { hero, to, .. } => mark(*to, &setup.unit(*hero).name),
        Event::Attacked(it) => match it.kind {
            VolleyKind::Blows | VolleyKind::SpearWall => vec![Step::Clash { a: it.by, b: it.at }],
            VolleyKind::Fire | VolleyKind::Stray | VolleyKind::CloseQuarters => {
                vec![Step::Shots { by: it.by, at: it.at, shots: shots(it) }]
            }
        },
        Event::VolleyWasted { squad, .. } => mark(*squad, "no target"),
        Event::FireHeld { squad, .. } => mark(*squad, "can't fire"),
        Event::Abandoned { squad, .. } => mark(*squad, "leaves its downed"),
        Event::Disengaged { squad, .. } => mark(*squad, "disengages"),
        Event::Stayed { squad, .. } => mark(*squad, "stays"),
        Event::Charged(it) => mark(it.squad, if it.made { "charges" } else { "falls short" }),
        Event::MoraleTested { squad, passed, .. } => match (battle.squad(*squad).is_broken, passed) {
            (false, true) => mark(*squad, "holds"),
            (true, true) => mark(*squad, "rallied"),
            (_, false) => mark(*squad, "broken"),
        },
        Event::ScheduleCame { index } => {
            setup.schedule[usize::from(*index)].text.clone().map(Step::Say).into_iter().collect()
        }
        Event::Formation(it) => match &**it {
            FormationEvent::Started { squads, .. } => squads.iter().flat_map(|it| mark(*it, "forms up")).collect(),
            FormationEvent::StartFailed { squads, .. } => {
                squads.iter().flat_map(|it| mark(*it, "can't form up")).collect()
            }
            FormationEvent::BrokeUp { parts, .. } => {
                let units: Vec<UnitId> = parts.iter().flat_map(|it| it.members.iter().copied()).collect();
                of_units(&units, "breaks up")
            }
            FormationEvent::VolleyLost { squad, .. } => mark(*squad, "no target"),
            FormationEvent::PlightBegan { plight: it, units, .. } => of_units(units, plight(*it)),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The shots of a volley with their results. An attack that scored several hits is seen as several shots.
fn shots(it: &Volley) -> Vec<Shot> {
    let mut seen = Vec::new();
    for (n, shot) in it.shots.iter().enumerate() {
        let from = shot.unit;
        let hits = it.hits.iter().filter(|hit| usize::from(hit.shot) == n);
        let before = seen.len();
        seen.extend(hits.map(|hit| Shot {
            from,
            met: hit.victim,
            fate: match hit.fate {
                Fate::Lost => ShotFate::Missed,
                Fate::Unharmed | Fate::Saved => ShotFate::Saved,
                Fate::Hurt => ShotFate::Wounded,
                Fate::Downed | Fate::Killed => ShotFate::Felled,
            },
        }));
        if seen.len() == before {
            seen.push(Shot { from, met: None, fate: ShotFate::Missed });
        }
    }
    seen
}

/// The tile where a move ends for the leader, or for the only unit that moves. `None` for any other move.
pub(super) fn end_of(it: &Move) -> Option<Tile> {
    match (&it.path[..], &it.steps[..]) {
        ([_, .., to], _) => Some(*to),
        (_, [only]) => Some(only.to),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::battle::scene::{scene, squad};
    use crate::line::battle::{AbilityId, Plight, PlightCause};

    #[test]
    fn a_squad_is_marked_once_in_whatever_order_its_units_are() {
        let battle = scene(".a .a .b .b . .x", "a Alpha players: rifle; b Bravo players: rifle; x Boyz enemy: boy");
        let [alpha, bravo] = ["Alpha", "Bravo"].map(|it| squad(&battle, it));
        let units = (0..2).flat_map(|at| [alpha, bravo].map(|it| battle.squad(it).members[at])).collect();
        let cause = PlightCause::Ability(AbilityId(0));
        let dazed = FormationEvent::PlightBegan { plight: Plight::Dazed, units, until: 2, cause };
        let marks = [alpha, bravo].map(|squad| Step::Mark { squad, words: "dazed".to_owned() });
        assert_eq!(visible_steps(&battle, &Event::Formation(Box::new(dazed))), marks);
    }
}
