//! The story of a round, compared with what happened.

use expect_test::expect;

use super::*;
use crate::line::battle::scene::scene;
use crate::line::battle::{AbilityOn, Charge, Fate, Silence, Stay, Trigger};
use crate::line::report::gather::is_melee;
use crate::page::{Rich, Voice};

/// Checks that everything that happened is in the story: each charge, melee, shot, break, arrival, squad that is gone
/// and named casualty.
pub(crate) fn tells_all(before: &Battle, events: &[Event]) {
    let mut after = before.clone();
    events.iter().for_each(|it| after.apply(it));
    for voice in [Voice::default(), Voice::of([1; 32]), Voice::of([2; 32])] {
        let report = tell(before, events, &Known { voice, ..Known::default() });
        let told: Vec<&str> = report.tale.iter().map(Rich::text).collect();
        let setup = after.setup();
        // A squad of one goes by the name of its unit.
        let names = |id: SquadId| {
            let members = after.squad(id).members.iter().map(|it| setup.unit(*it).name.as_str());
            members.chain([setup.squad(id).name.as_str()]).collect::<Vec<_>>()
        };
        let says = |words: &[&[&str]]| {
            let is_told = words.iter().all(|any| any.iter().any(|it| !it.is_empty()));
            let has = |it: &&&str| words.iter().all(|any| any.iter().any(|word| it.contains(word)));
            assert!(is_told && told.iter().any(|it| has(&it)), "{words:?} is not in {told:#?}");
        };
        for event in events {
            match event {
                // A squad in contact with its target all the time is said to be in melee.
                Event::Charged(it) if it.needed != Some(0) => {
                    says(&[&names(it.squad), &names(it.target), &["charge"]]);
                }
                // A target that others felled after that, or that stood up again, is told in another way.
                Event::Attacked(it)
                    if !it.shots.is_empty()
                        && it.kind != VolleyKind::Stray
                        && !harms(events, it.by, it.at)
                        && !harms_unaimed(events, it.by, Fate::Hurt) =>
                {
                    says(&[&names(it.by)]);
                }
                Event::Arrived { squad, .. } => says(&[&names(*squad), &["arrived"]]),
                Event::AbilityUsed { by, ability, .. } => {
                    says(&[&[&setup.caster(*by).name], &[&setup.ability(*ability).name]]);
                }
                _ => (),
            }
        }
        for id in setup.squad_ids() {
            let (was, is) = (before.squad(id), after.squad(id));
            if is.is_broken && !was.is_broken && !after.is_annihilated(id) && 1 < is.starting {
                says(&[&names(id), &[&format!("with {} of {} left", after.standing(id).count(), is.starting)]]);
            }
            let fell = |it: &&UnitId| before.unit(**it).is_standing() && !after.unit(**it).is_standing();
            let fallen: Vec<&UnitId> = is.members.iter().filter(fell).collect();
            if !fallen.is_empty() && events.iter().any(|it| matches!(it, Event::Attacked(_))) {
                says(&[&names(id), &["lost", "down", "killed", "destroyed", "dead", "hit"]]);
            }
            for it in fallen.into_iter().filter(|it| setup.is_named(**it)) {
                says(&[&[&setup.unit(*it).name]]);
            }
        }
        tells_truly_of_vain(&told, &after, events);
        tells_truly_of_moves(&told, &after);
        assert!(told.iter().all(|it| it.ends_with(['.', '!', '?', '…']) && !it.contains("  ")), "{told:#?}");
        let shown = Markup::Discord.render(&report.public());
        assert!(shown.chars().count() <= page::PUBLIC_MAX, "{shown}");
    }
}

/// Whether a squad hurt or felled anybody of the one that it attacked.
fn harms(events: &[Event], by: SquadId, at: SquadId) -> bool {
    events.iter().any(|it| match it {
        Event::Attacked(it) => (it.by, it.at) == (by, at) && it.hits.iter().any(|it| Fate::Hurt <= it.fate),
        _ => false,
    })
}

/// Whether a squad's stray shots did anybody at least this much harm, or its own weapons felled anybody.
fn harms_unaimed(events: &[Event], by: SquadId, least: Fate) -> bool {
    events.iter().any(|it| match it {
        Event::Attacked(it) => it.by == by && it.kind == VolleyKind::Stray && it.hits.iter().any(|it| least <= it.fate),
        Event::HazardRolled { squad, rolls, .. } => *squad == by && rolls.iter().any(|it| it.2.is_felled()),
        _ => false,
    })
}

/// Checks that squads that are said to have traded blows struck each other, and that squads that are said to have
/// felled nobody felled nobody.
fn tells_truly_of_vain(told: &[&str], after: &Battle, events: &[Event]) {
    let setup = after.setup();
    let name = |id: SquadId| setup.squad(id).name.as_str();
    let has_struck = |by: SquadId, at: SquadId| {
        events.iter().any(|it| matches!(it, Event::Attacked(it) if is_melee(it.kind) && (it.by, it.at) == (by, at)))
    };
    for sentence in told {
        for how in ["traded", "fought hand to hand", "struck at each other"] {
            let Some((who, _)) = sentence.split_once(&format!(" {how}")) else { continue };
            let pairs = setup.squad_ids().flat_map(|by| setup.squad_ids().map(move |at| (by, at)));
            let mut pairs = pairs.filter(|(by, at)| who == format!("{} and {}", name(*by), name(*at)));
            assert!(pairs.any(|(by, at)| has_struck(by, at) && has_struck(at, by)), "{sentence}");
        }
        if ["nobody fell", "felled nobody"].iter().any(|it| sentence.contains(it)) {
            let subjects: Vec<&str> = sentence.split("; ").filter_map(|it| it.split(" at ").next()).collect();
            let is_in = |who: &SquadId| {
                let mut each = subjects.iter().flat_map(|it| it.split(", ")).flat_map(|it| it.split(" and "));
                each.any(|it| it.trim_end_matches(" fired").trim_end_matches(" struck") == name(*who))
            };
            let mut who = setup.squad_ids().filter(is_in);
            assert!(who.all(|it| !harms_unaimed(events, it, Fate::Downed)), "{sentence}");
        }
    }
}

/// Checks that the leader of a squad that is said to have moved somewhere is there.
fn tells_truly_of_moves(told: &[&str], after: &Battle) {
    let setup = after.setup();
    for moves in told.iter().filter_map(|it| it.strip_prefix("Moved: ")) {
        for it in moves.trim_end_matches('.').split(", ").flat_map(|it| it.split(" and ")) {
            let Some((who, to)) = it.rsplit_once(" to ") else { continue };
            let them = setup.squad_ids().filter(|it| setup.squad(*it).name.ends_with(who));
            let ends: Vec<String> = them.filter_map(|it| Some(after.unit(after.leader(it)?).at.to_string())).collect();
            assert!(ends.iter().any(|it| it == to), "{moves}");
        }
    }
}

/// The story of a round of these events.
fn story(battle: &Battle, events: &[Event]) -> String {
    told(battle, events, Voice::default())
}

fn told(battle: &Battle, events: &[Event], voice: Voice) -> String {
    let report = tell(battle, events, &Known { voice, ..Known::default() });
    report.tale.iter().chain(&report.stand).map(|it| format!("{}\n", it.text())).collect()
}

fn charge(battle: &Battle) -> Event {
    let (squad, target) = (squad(battle, "Boyz"), squad(battle, "Bravo"));
    let (needed, dice) = (Some(3), Some(dice(4, 4)));
    Event::Charged(Box::new(Charge { squad, target, needed, dice, opposed: None, made: true }))
}

fn broke(battle: &Battle) -> Event {
    let squad = squad(battle, "Boyz");
    Event::MoraleTested { squad, dice: dice(1, 1), modifiers: Vec::new(), needs: 7, by_hero: None, passed: false }
}

#[test]
fn what_a_squad_went_through_is_one_sentence() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[4, 5]).wounds(&[(4, 1), (4, 2)]);
    let events = [fire.event(), charge(&battle), broke(&battle)];
    expect![[r#"
        Boyz lost 2 to Alpha, charged Bravo (needed 3, rolled 8), and broke, with 1 of 3 left.
    "#]]
    .assert_eq(&story(&battle, &events));
}

#[test]
fn downed_and_killed_are_told_apart_and_nobody_who_struck_is_left_out() {
    let battle = ridge();
    let felled = Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", "Boyz", &[4, 4]).wounds(&[(4, 1), (4, 1)]);
    let missed = Attack::of(&battle, VolleyKind::Fire, "Bravo", "rifle", "Boyz", &[1]).wounds(&[]);
    let struck = Attack::of(&battle, VolleyKind::Blows, "Beast", "claws", "Bravo", &[1]).wounds(&[]);
    expect![[r#"
        Boyz lost 2 of 3 to Alpha (both killed).
        Bravo fired at Boyz, and felled nobody there.
        Beast struck at Bravo and felled nobody there.
    "#]]
    .assert_eq(&story(&battle, &[felled.event(), missed.event(), struck.event()]));
}

#[test]
fn rounds_do_not_sound_alike_and_a_scenario_has_words_of_its_own() {
    let battle = ridge();
    let said = |battle: &Battle, first: u8| told(battle, &[charge(battle), broke(battle)], Voice::of([first; 32]));
    let voices: std::collections::BTreeSet<String> = (0..3).map(|it| said(&battle, it)).collect();
    assert_eq!(voices.len(), 3, "{voices:#?}");
    assert_eq!(said(&battle, 1), said(&battle, 1));
    let own = ridge_with(|setup| setup.words.broke = vec!["took to their heels".to_owned()]);
    assert!(said(&own, 0).contains("broke and took to their heels, with 3 of 3 left"), "{}", said(&own, 0));
}

#[test]
fn l3_every_voice_says_broke_and_back_to_order_and_who_is_broken_stands_at_the_end() {
    let mut battle = ridge();
    let squad = squad(&battle, "Alpha");
    let tested = |passed| Event::MoraleTested {
        squad,
        dice: dice(1, 1),
        modifiers: Vec::new(),
        needs: 7,
        by_hero: None,
        passed,
    };
    let said = |battle: &Battle, passed: bool| -> Vec<String> {
        (0..3).map(|it| told(battle, &[tested(passed)], Voice::of([it; 32]))).collect()
    };
    for story in said(&battle, false) {
        assert!(story.contains("broke, with 4 of 4 left.\nBroken: Alpha (no CON, −2 ACC, half move).\n"), "{story}");
    }
    battle.apply(&tested(false));
    assert!(story(&battle, &[]).ends_with("Broken: Alpha (no CON, −2 ACC, half move).\n"), "and stays so");
    for story in said(&battle, true) {
        assert!(story.contains("came back to order.\n") && !story.contains("Broken:"), "{story}");
    }
}

#[test]
fn a_sentence_within_a_line_begins_with_a_capital_whatever_the_name_begins_with() {
    let battle = ridge_with(|setup| {
        let beast = setup.squads.iter_mut().find(|it| it.name == "Beast").expect("a squad");
        beast.name = "the Beast".to_owned();
    });
    let blows = |by, weapon, at| Attack::of(&battle, VolleyKind::Blows, by, weapon, at, &[1]).wounds(&[]).event();
    let ledger = super::told(&battle, &[blows("the Beast", "claws", "Bravo"), blows("Bravo", "spear", "the Beast")]);
    assert!(ledger.contains(". The Beast at Bravo with claws: "), "{ledger}");
}

#[test]
fn only_who_has_struck_and_been_struck_traded_blows() {
    let battle = ridge();
    let blows = |by, weapon, at| Attack::of(&battle, VolleyKind::Blows, by, weapon, at, &[1]).wounds(&[]).event();
    let there = blows("Beast", "claws", "Bravo");
    expect![[r#"
        Beast struck at Bravo and felled nobody there.
    "#]]
    .assert_eq(&story(&battle, std::slice::from_ref(&there)));
    expect![[r#"
        Bravo and Beast traded blows, to no effect.
    "#]]
    .assert_eq(&story(&battle, &[there, blows("Bravo", "spear", "Beast")]));
}

#[test]
fn who_fired_in_vain_and_hit_friends_is_not_said_to_have_harmed_nobody() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[1]).wounds(&[]);
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Bravo", &[4]).wounds(&[(4, 1)]);
    expect![[r#"
        Bravo lost 1 of 2 to stray shots from Alpha.
    "#]]
    .assert_eq(&story(&battle, &[fire.event(), stray.event()]));
}

#[test]
fn who_is_hurt_is_told_by_name_or_counted_by_squad() {
    let battle = ridge_with(|setup| setup.profiles.iter_mut().for_each(|it| it.hp = 6));
    let hit = |at| Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", at, &[4]).wounds(&[(4, 1)]).event();
    expect![[r#"
        Marsh Officer lost 3 HP to Alpha and has 3 of 6 left.
        Beast lost 3 HP to Alpha and has 3 of 6 left.
        Alpha hurt 1 of Boyz (3 HP lost).
    "#]]
    .assert_eq(&story(&battle, &[hit("Boyz"), hit("Marsh"), hit("Beast")]));
}

#[test]
fn who_was_in_melee_all_the_time_does_not_charge_home_again() {
    let battle = scene(".A .O\n.A .O", "A Alpha players: rifle; O Boyz enemy: boy");
    let (squad, target) = (squad(&battle, "Boyz"), squad(&battle, "Alpha"));
    let again = Charge { squad, target, needed: Some(0), dice: None, opposed: None, made: true };
    expect![[r#"
        Nobody fired a shot.
        In melee: Alpha with Boyz.
    "#]]
    .assert_eq(&story(&battle, &[Event::Charged(Box::new(again))]));
}

#[test]
fn a_roll_that_any_dice_would_have_made_is_not_told() {
    let battle = ridge();
    let Event::Charged(it) = charge(&battle) else { panic!("a charge") };
    let easy = Charge { needed: Some(2), ..*it };
    let opposed = Charge { opposed: Some(dice(6, 4)), made: false, ..easy.clone() };
    let told = |it: Charge| story(&battle, &[Event::Charged(Box::new(it))]);
    assert_eq!(told(easy), "Boyz charged Bravo.\n");
    assert_eq!(told(opposed), "Boyz charged Bravo but did not get there (rolled 8 against 10).\n");
}

#[test]
fn losses_in_one_melee_are_told_together() {
    let battle = ridge();
    let (fire, blows) = (VolleyKind::Fire, VolleyKind::Blows);
    let alpha = (fire, "Alpha", "rifle");
    let (bravo, marsh) = ((blows, "Bravo", "spear"), (blows, "Marsh", "spear"));
    for (attacks, lost) in [
        (vec![bravo, marsh], "Boyz lost 2 of 3 in melee (1 to Bravo and 1 to Marsh)"),
        (vec![alpha, bravo], "Boyz lost 2 of 3 (1 to Alpha and 1 to Bravo in melee)"),
        (vec![alpha, bravo, marsh], "Boyz lost 3 (1 to Alpha; in melee 1 to Bravo and 1 to Marsh)"),
    ] {
        let (mut now, mut events) = (battle.clone(), Vec::new());
        for (kind, by, weapon) in attacks {
            let event = Attack::of(&now, kind, by, weapon, "Boyz", &[6]).wounds(&[(4, 1)]).event();
            now.apply(&event);
            events.push(event);
        }
        let told = story(&battle, &events);
        assert!(told.starts_with(lost), "{told}");
    }
}

#[test]
fn somebody_with_a_name_does_not_fall_twice() {
    let battle = ridge_with(|setup| setup.units[0].name = "Alphabet Jones".to_owned());
    let shot = |hit: &[u8], wounds: &[(u8, u8)]| {
        let fire = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", hit).wounds(wounds);
        story(&battle, &[fire.event()])
    };
    expect![[r#"
        Alphabet Jones is down, felled by Boyz.
        Alpha lost Alphabet Jones to Boyz.
        Alphabet Jones is down, felled by Boyz.
        Alpha lost Alphabet Jones and 1 other to Boyz.
    "#]]
    .assert_eq(&(shot(&[5], &[(6, 1)]) + &shot(&[5, 5], &[(6, 1), (6, 1)])));
}

#[test]
fn only_who_could_not_fire_though_told_to_is_said_to_have_been_unable_to() {
    let battle = ridge();
    let (alpha, boyz, beast) = (squad(&battle, "Alpha"), squad(&battle, "Boyz"), squad(&battle, "Beast"));
    let gun = |why| vec![(unit(&battle, "Alpha", 1), why), (unit(&battle, "Alpha", 2), why)];
    let held = |target, why| Event::FireHeld { squad: alpha, target, silent: gun(why) };
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[1]).wounds(&[]).event();
    expect![[r#"
        2 of Alpha could not fire at Beast: too few for the crew.
        Alpha fired at Boyz, and felled nobody there.
    "#]]
    .assert_eq(&story(
        &battle,
        &[fire, held(boyz, Silence::Undermanned), held(beast, Silence::Undermanned), held(boyz, Silence::LostTurn)],
    ));
}

#[test]
fn what_several_did_alike_is_told_once() {
    let battle = ridge();
    let id = |name| squad(&battle, name);
    let wasted = |by| Event::VolleyWasted { squad: id(by), target: id("Boyz"), units: Vec::new(), slows: true };
    let missed = |by, at| Attack::of(&battle, VolleyKind::Fire, by, "rifle", at, &[1]).wounds(&[]).event();
    let used =
        |ability, on| Event::AbilityUsed { by: MARSH, ability, on: AbilityOn::Squad(id(on)), cost: 1, waits_for: None };
    expect![[r#"
        Alpha and Bravo fired at Boyz, where nobody stood any more.
        Alpha fired at Beast; Boyz at Bravo, and felled nobody there.
        Lt. Marsh used Steady Aim on Alpha and Rally on Bravo.
    "#]]
    .assert_eq(&story(
        &battle,
        &[
            used(STEADY, "Alpha"),
            used(RALLY, "Bravo"),
            wasted("Alpha"),
            wasted("Bravo"),
            missed("Alpha", "Beast"),
            missed("Carbines", "Beast"),
            missed("Boyz", "Bravo"),
        ],
    ));
}

#[test]
fn what_comes_with_the_next_round_is_told_before_what_came_to_nothing() {
    let battle = ridge();
    let missed = Attack::of(&battle, VolleyKind::Fire, "Bravo", "rifle", "Boyz", &[1]).wounds(&[]).event();
    let on = AbilityOn::Squad(squad(&battle, "Alpha"));
    let used = Event::AbilityUsed { by: MARSH, ability: STEADY, on, cost: 1, waits_for: None };
    let events = [used, missed, Event::RoundBegan { round: 2 }, Event::ScheduleCame { index: 0 }];
    expect![[r#"
        Engines in the woods.
        Bravo fired at Boyz, and felled nobody there.
        Lt. Marsh used Steady Aim on Alpha.
    "#]]
    .assert_eq(&story(&battle, &events));
}

#[test]
fn who_only_moved_is_told_as_well() {
    let battle = ridge();
    let moved = |who: &str, to: &[&str]| Event::Moved(Box::new(moved(&battle, who, MoveKind::Plain, to)));
    expect![[r#"
        Nobody fired a shot.
        Moved: Bravo to B6 and Boyz to E6.
        Free: Alpha, Bravo (Boyz in reach) and Marsh.
    "#]]
    .assert_eq(&story(&battle, &[moved("Bravo", &["B6", "C6"]), moved("Boyz", &["E6"])]));
}

#[test]
fn t7_who_reaches_an_enemy_that_does_not_reach_him_is_free_and_was_in_no_melee() {
    let drawing = ".A . .O\n. . .\n. . .\n.C . .";
    let squads = "A Alpha players: spearman; C Carbines players: rifle; O Boyz enemy: boy";
    let battle = scene(drawing, squads);
    let stand = story(&battle, &[]);
    assert!(stand.ends_with("Free: Alpha (Boyz in reach) and Carbines.\n"), "{stand}");
    let goes = Event::Disengaged { squad: squad(&battle, "Alpha"), rolls: Vec::new() };
    let went = Event::Moved(Box::new(moved(&battle, "Alpha", MoveKind::Disengage, &["A2"])));
    let events = [goes, went];
    let stand = story(&battle, &events);
    assert!(stand.contains("Moved: Alpha to A2.\n") && !stand.contains("the melee"), "{stand}");
    let ledger = super::told(&battle, &events);
    assert!(ledger.starts_with("1.1 Alpha disengaged, with nobody to roll for, and went from A1 to A2"), "{ledger}");
    let pressed = scene(".A .O .\n. . .\n. . .\n.C . .", squads);
    let stand = story(&pressed, &[]);
    assert!(stand.ends_with("In melee: Alpha with Boyz. Free: Carbines.\n"), "{stand}");
}

#[test]
fn a_place_whose_name_is_of_several_is_spoken_of_as_several() {
    let battle = ridge_with(|setup| setup.objectives[0].name = "The western graves".to_owned());
    let control = crate::line::battle::BySide { players: 2, enemy: 2 };
    let owner = Some(Side::Players);
    let counted = Event::ObjectiveCounted { objective: ObjectiveId(0), control, owner, contested: true };
    let told = story(&battle, &[counted]);
    assert!(told.starts_with("The western graves are contested (CON 2 to 2)."), "{told}");
}

#[test]
fn v6_only_who_is_out_of_a_melee_is_said_to_have_got_out() {
    let battle = scene(".A .O . .\n. . . .\n. . .O .", "A Alpha players: rifle; O Boyz enemy: boy");
    let alpha = squad(&battle, "Alpha");
    let went = |to| Event::Moved(Box::new(moved(&battle, "Alpha", MoveKind::Disengage, &[to])));
    let rolls = vec![(unit(&battle, "Alpha", 1), die(5))];
    let tries = |then| story(&battle, &[Event::Disengaged { squad: alpha, rolls: rolls.clone() }, then]);
    expect![[r#"
        Alpha got out of the melee.
        Moved: Alpha to A3.
        Alpha tried to get out of the melee but could not.
        Moved: Alpha to B2.
        In melee: Alpha with Boyz.
        Alpha tried to get out of the melee but could not.
        Alpha stayed at A1: no step of the way was free.
        In melee: Alpha with Boyz.
    "#]]
    .assert_eq(&[went("A3"), went("B2"), Event::Stayed { squad: alpha, why: Stay::NoWay }].map(tries).concat());
    let opposes = Event::Disengaged { squad: squad(&ridge(), "Marsh"), rolls: Vec::new() };
    expect!["1.1 Marsh disengaged, with nobody to roll for."].assert_eq(&super::told(&ridge(), &[opposes]));
}

#[test]
fn c4_an_ability_that_did_nothing_was_used_in_vain_in_the_story_too() {
    let battle = ridge();
    let (by, alpha) = (MARSH, AbilityOn::Squad(squad(&battle, "Alpha")));
    let on = AbilityOn::Squad(squad(&battle, "Bravo"));
    let used = |ability, on, waits_for| Event::AbilityUsed { by, ability, on, cost: 1, waits_for };
    let of = |events: &[Event]| story(&battle, events);
    let vain = Event::AbilityInVain { by, ability: RALLY, on };
    let lapsed = Event::AbilityLapsed { by, ability: RALLY, on };
    let in_vain = "Lt. Marsh used Rally on Bravo in vain.\n";
    assert_eq!(of(&[used(RALLY, on, None), vain.clone()]), in_vain);
    assert_eq!(of(&[used(RALLY, on, Some(Trigger::FailsMorale)), lapsed]), in_vain, "its moment never came");
    assert_eq!(
        of(&[used(STEADY, alpha, None), used(RALLY, on, None), vain]),
        "Lt. Marsh used Steady Aim on Alpha; Lt. Marsh used Rally on Bravo in vain.\n"
    );
}

#[test]
fn v7_who_was_never_near_enough_to_charge_did_not_set_out() {
    let battle = ridge();
    let Event::Charged(it) = charge(&battle) else { panic!("a charge") };
    let far = Charge { needed: Some(21), made: false, ..*it };
    assert_eq!(
        story(&battle, &[Event::Charged(Box::new(far))]),
        "Boyz could not get near enough to charge Bravo (needed 21).\n"
    );
}
