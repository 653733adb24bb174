//! What holds for every report.

use std::collections::BTreeSet;

use super::*;
use crate::field::{Outcome, TerrainId};
use crate::line::battle::{
    AbilityOn, AbilityTrouble, Boon, BySide, Charge, Edited, FormationEvent, HeroMove, HeroTrouble, NotDisbanded,
    Phase, Span, Stay, Trigger,
};
use crate::line::report::tell;
use crate::line::report::words;

/// One event of each kind that could happen at [`ridge`] as the battle begins.
fn one_of_each(battle: &Battle) -> Vec<Event> {
    let (alpha, bravo, boyz) = (squad(battle, "Alpha"), squad(battle, "Bravo"), squad(battle, "Boyz"));
    let (hero, marsh) = (unit(battle, "Marsh", 1), squad(battle, "Marsh"));
    let (by, ability, on) = (MARSH, RALLY, AbilityOn::Squad(alpha));
    let someone = unit(battle, "Alpha", 1);
    let tiles = vec![tile("E5")];
    let charge =
        Charge { squad: boyz, target: bravo, needed: Some(3), dice: Some(dice(1, 1)), opposed: None, made: false };
    let fire = Attack::of(battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[4]).wounds(&[(5, 1)]);
    vec![
        Event::PhaseBegan { phase: Phase::Shooting },
        Event::AbilityUsed { by, ability, on, cost: 2, waits_for: None },
        Event::AbilityRefused { by, ability, on, why: AbilityTrouble::HeroIsDown },
        Event::AbilityTriggered { by, ability, on, trigger: Trigger::ShotAt },
        Event::AbilityLapsed { by, ability, on },
        Event::BoonBegan { squad: alpha, boon: Boon::IgnoreCover, span: Span::Rounds(1), ability },
        Event::UnitBoonBegan { unit: someone, boon: Boon::IgnoreCover, span: Span::Rounds(1), ability },
        Event::AbilityInVain { by, ability, on },
        Event::Rallied { squad: alpha, ability },
        Event::Healed { unit: someone, hp: 1, stands_at: None, ability },
        Event::CountsAsNotShot { squad: alpha, ability },
        Event::GroundChanged { tiles: tiles.clone(), terrain: TerrainId(7), until: 2 },
        Event::GroundRestored { tiles },
        Event::CommandRegained { by, cp: 1 },
        Event::ActedAhead { squad: alpha, phase: Phase::Shooting, ability },
        Event::UnitActedAhead { unit: someone, phase: Phase::Shooting, ability },
        Event::HeroMoved { hero, from: marsh, to: alpha },
        Event::HeroStayed { hero, order: HeroMove::Join(alpha), why: HeroTrouble::SquadIsGone },
        fire.event(),
        Event::VolleyWasted { squad: alpha, target: boyz, units: Vec::new(), slows: true },
        Event::FireHeld { squad: alpha, target: boyz, silent: Vec::new() },
        Event::HazardRolled { squad: alpha, weapon: weapon(battle.setup(), "rifle"), rolls: Vec::new() },
        Event::Abandoned { squad: alpha, units: vec![(someone, tile("A1"))] },
        Event::Disengaged { squad: alpha, rolls: vec![(someone, die(4))] },
        Event::Moved(Box::new(moved(battle, "Bravo", MoveKind::Plain, &["A6"]))),
        Event::Stayed { squad: alpha, why: Stay::NoWay },
        Event::Charged(Box::new(charge)),
        Event::MoraleTested {
            squad: alpha,
            dice: dice(1, 1),
            modifiers: Vec::new(),
            needs: 7,
            by_hero: None,
            passed: false,
        },
        Event::Recovered { squad: alpha },
        Event::ObjectiveCounted {
            objective: ObjectiveId(0),
            control: BySide { players: 1, enemy: 1 },
            owner: Some(Side::Players),
            contested: true,
        },
        Event::Scored { side: Side::Players, points: 1 },
        Event::GoalMet { goal: 0 },
        Event::GoalUndone { goal: 0 },
        Event::GoalPartMet { goal: 0, part: 0 },
        Event::Ended { outcome: Outcome::Victory, departure: None },
        Event::Aftermath { unit: someone, die: die(4), dead: false },
        Event::RoundBegan { round: 2 },
        Event::ScheduleCame { index: 0 },
        Event::Arrived { squad: alpha, places: vec![(someone, tile("C3"))] },
        Event::ArrivalDelayed { squad: alpha },
        Event::Edited(Edited::Morale { squad: alpha, is_broken: true }),
        Event::Formation(Box::new(FormationEvent::NotDisbanded { squad: alpha, why: NotDisbanded::InNone })),
    ]
}

fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).expect("JSON");
    value.as_object().and_then(|it| it.keys().next().cloned()).expect("a kind")
}

#[test]
fn every_event_can_be_shown_to_a_person() {
    let battle = ridge();
    let mut kinds = BTreeSet::new();
    for event in one_of_each(&battle) {
        let told = words::sentence(&battle, &[&event]);
        assert!(told.text().ends_with('.'), "{event:?}: {}", told.text());
        assert!(!told.text().contains("  ") && !told.text().contains(".."), "{}", told.text());
        kinds.insert(kind(&event));
    }
    // A new kind has to be added to [`one_of_each`].
    let schema = schemars::schema_for!(Event).to_value();
    let all = schema["oneOf"].as_array().expect("one of several").iter();
    let all = all.map(|it| it["required"][0].as_str().expect("a kind").to_owned());
    assert_eq!(kinds, all.collect());
}

#[test]
fn only_what_opens_a_phase_or_a_round_is_left_out() {
    let battle = ridge();
    let silent: Vec<String> =
        one_of_each(&battle).iter().filter(|it| words::is_silent(&battle, it)).map(kind).collect();
    assert_eq!(silent, ["phase_began", "round_began"]);
}

#[test]
fn every_line_has_a_why() {
    let battle = ridge();
    for event in one_of_each(&battle) {
        let mut events = Vec::new();
        if let Event::AbilityTriggered { by, ability, on, .. } | Event::AbilityLapsed { by, ability, on } = &event {
            let waits_for = Some(Trigger::ShotAt);
            events.push(Event::AbilityUsed { by: *by, ability: *ability, on: *on, cost: 2, waits_for });
        }
        if matches!(event, Event::Arrived { .. }) {
            events.push(Event::Disengaged {
                squad: squad(&battle, "Alpha"),
                rolls: vec![(unit(&battle, "Alpha", 1), die(1))],
            });
        }
        events.push(event);
        let report = tell(&battle, &events, &Known::default());
        for line in &report.lines {
            let why = full_explanation(&battle, &events, &report, &line.id()).expect("a why");
            assert!(2 < why.blocks.len(), "{}", line.text.text());
        }
    }
}

#[test]
fn lines_are_numbered_in_order_and_tell_every_event_once() {
    let battle = ridge();
    let fire = |at: &str| Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", at, &[1]).wounds(&[]).event();
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Bravo", &[1]).wounds(&[]).event();
    let events = [fire("Boyz"), stray, fire("Beast"), fire("Boyz")];
    let report = tell(&battle, &events, &Known::default());
    let told: Vec<_> = report.lines.iter().map(|it| (it.number, it.events.clone())).collect();
    assert_eq!(told, [(1, vec![0, 3]), (2, vec![1]), (3, vec![2])]);
}

#[test]
fn hostile_names_are_harmless_in_a_whole_report() {
    let battle = ridge_with(|setup| {
        let names = ["@everyone **", "[/b][url]", "`x\n# y", "<@1>", "||", "\u{202e}"];
        setup.squads.iter_mut().zip(names.iter().cycle()).for_each(|(it, name)| it.name = (*name).to_owned());
        setup.units.iter_mut().zip(names.iter().cycle()).for_each(|(it, name)| it.name = (*name).to_owned());
        setup.title = "@here [b] `".to_owned();
        setup.goals[0].text = "a\nb @everyone".to_owned();
    });
    let id = |n| SquadId(n);
    let events = [
        Event::Recovered { squad: id(0) },
        Event::VolleyWasted { squad: id(1), target: id(2), units: Vec::new(), slows: true },
    ];
    let known = Known {
        owed: vec![crate::page::Owed { who: "@everyone".to_owned(), user: None, squads: vec!["@everyone".to_owned()] }],
        deadline: None,
        ..Known::default()
    };
    let report = tell(&battle, &events, &known);
    let lines = report.document().blocks.len();
    for markup in [Markup::Discord, Markup::BbCode(crate::page::Forum::XenForo), Markup::Plain] {
        let shown = markup.render(&report.document());
        if markup != Markup::Plain {
            assert!(!shown.contains("@everyone") && !shown.contains("@here"), "{shown}");
        }
        assert!(!shown.contains(['\u{202e}', '\r', '\t']), "{shown:?}");
        assert!(shown.lines().count() < 3 * lines, "names add no lines");
        if markup == Markup::BbCode(crate::page::Forum::XenForo) {
            assert_eq!(shown.matches("[b]").count(), shown.matches("[/b]").count());
            assert!(!shown.contains("[url"), "{shown}");
        }
    }
}

#[test]
fn an_enemy_in_reserve_is_not_given_away() {
    let battle = ridge_with(|setup| {
        let beast = setup.squads.iter_mut().find(|it| it.name == "Beast").expect("the beast");
        beast.in_reserve = true;
    });
    let events = [Event::ArrivalDelayed { squad: squad(&battle, "Beast") }];
    let report = tell(&battle, &events, &Known::default());
    let lines = crate::line::report::json_lines(&battle, &events, &report).expect("JSON");
    assert!(!Markup::Plain.render(&report.document()).contains("Beast"));
    assert!(!lines.contains("Beast"), "{lines}");
}

#[test]
fn the_reasons_can_stand_behind_the_report() {
    let battle = ridge();
    let events = [Event::VolleyWasted {
        squad: squad(&battle, "Alpha"),
        target: squad(&battle, "Boyz"),
        units: Vec::new(),
        slows: true,
    }];
    let report = tell(&battle, &events, &Known::default());
    let shown =
        Markup::Plain.render(&report.document_with(|line| crate::line::report::reckoning(&battle, &events, line)));
    assert!(shown.starts_with(&Markup::Plain.render(&report.document())), "{shown}");
    assert!(shown.contains("The squad counts as having shot (S-7)."), "{shown}");
}
