//! A whole round, in two markups, for programs, and after the battle.

use expect_test::expect;

use super::*;
use crate::field::Outcome;
use crate::line::battle::scene::scene;
use crate::line::battle::{BySide, Edited, Phase, UnitNow, UnitState};
use crate::line::report::tell;
use crate::line::report::{final_report, json_lines, look};
use crate::page::{Forum, Owed};

fn begins(phase: Phase) -> Event {
    Event::PhaseBegan { phase }
}

fn events(battle: &Battle) -> Vec<Event> {
    let alpha = squad(battle, "Alpha");
    let boyz = squad(battle, "Boyz");
    let fire = |hit: &[u8], rolls: &[(u8, u8)]| {
        Attack::of(battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", hit).wounds(rolls).event()
    };
    let alpha_fires = fire(&[4, 1, 5, 2], &[(4, 1), (6, 6)]);
    let back = Attack::of(battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[5, 6]).wounds(&[(6, 1), (1, 0)]);
    let went = moved(battle, "Bravo", MoveKind::Plain, &["B6", "B7"]);
    let counted = Event::ObjectiveCounted {
        objective: ObjectiveId(0),
        control: BySide { players: 2, enemy: 1 },
        owner: Some(Side::Players),
        contested: false,
    };
    let tested = Event::MoraleTested {
        squad: boyz,
        dice: dice(1, 2),
        modifiers: Vec::new(),
        needs: 7,
        by_hero: None,
        passed: false,
    };
    vec![
        begins(Phase::Command),
        begins(Phase::Shooting),
        alpha_fires,
        Event::VolleyWasted { squad: squad(battle, "Marsh"), target: boyz, units: Vec::new(), slows: true },
        back.event(),
        begins(Phase::Melee),
        begins(Phase::Movement),
        Event::Moved(Box::new(went)),
        Event::Stayed { squad: alpha, why: crate::line::battle::Stay::HasShot },
        begins(Phase::Morale),
        tested,
        counted,
        Event::RoundBegan { round: 2 },
        Event::ScheduleCame { index: 0 },
    ]
}

fn known() -> Known {
    let owed = |who: &str, names: &[&str]| Owed {
        who: who.to_owned(),
        user: None,
        squads: names.iter().map(|it| (*it).to_owned()).collect(),
    };
    Known {
        owed: vec![owed("alice", &["Alpha", "Marsh"]), owed("bob", &["Bravo"])],
        deadline: Some(1_700_000_000),
        ..Known::default()
    }
}

fn shown(markup: Markup) -> String {
    let battle = ridge();
    markup.render(&tell(&battle, &events(&battle), &known()).document())
}

#[test]
fn o3_that_the_players_may_end_the_battle_stands_where_it_says_what_is_owed() {
    let next = |events: &[Event]| {
        let report = tell(&ridge(), events, &known());
        report.short.last().map(|it| Markup::Plain.line(it)).unwrap_or_default()
    };
    let owed =
        "Next: orders for round 1 by Tuesday 14 November 2023, 22:13 UTC; owed by alice (Alpha, Marsh), bob (Bravo).";
    let may_end = "The main goals are met: the battle ends once the bonus goals are met too, or if every player who still has \
                   somebody standing posts !end battle this round.";
    assert_eq!(next(&[]), owed);
    assert_eq!(next(&[Event::GoalMet { goal: 0 }]), format!("{owed} {may_end}"));
    assert_eq!(next(&[Event::GoalMet { goal: 0 }, Event::GoalMet { goal: 1 }]), owed, "a failure forbids it");
}

#[test]
fn o2_how_far_the_goals_are_is_read_first() {
    let (all, survive) = (Condition::All, Condition::Survive { round: 6 });
    let hold = || Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
    let first = |when: Condition| {
        let battle = ridge_with(|setup| setup.goals[0].when = when);
        let of = |events: &[Event]| Markup::Plain.line(&tell(&battle, events, &known()).short[0]);
        (of(&[begins(Phase::Command)]), of(&[]))
    };
    let (said, now) = first(all(vec![hold(), survive]));
    assert!(said.contains(". Goal: 0 of 6 rounds over. Standing: you "), "{said}");
    assert!(!now.contains("Goal"), "before anything has happened only the goals themselves are told: {now}");
    let (said, _) = first(hold());
    assert!(!said.contains("Goal"), "the place tells it: {said}");
}

#[test]
fn who_has_nobody_on_the_map_is_not_left_out_of_what_comes_next() {
    let known = Known { off_map: vec!["jun".to_owned()], ..known() };
    let next = tell(&ridge(), &[], &known).short.last().map(|it| Markup::Plain.line(it)).unwrap_or_default();
    assert!(next.ends_with("bob (Bravo); jun has nobody on the map."), "{next}");
}

#[test]
fn a_round_is_remembered_for_who_fell_and_to_whom() {
    let battle = ridge();
    let tale = tell(&battle, &events(&battle), &known()).tale;
    expect![[r#"
        Boyz lost 1 to Alpha, and broke, with 2 of 3 left.
        Alpha lost 1 of 4 to Boyz.
        Engines in the woods.
        Alpha stayed at B1: who has shot neither charges nor disengages.
        Marsh fired at Boyz, where nobody stood any more.
        Moved: Bravo to B6."#]]
    .assert_eq(&tale.iter().map(crate::page::Rich::text).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_round_in_discords_markdown() {
    expect![[r#"
        **Round 1 of 8 · Ridge at Dawn**
        **The ridge**: yours (1 of 2 rounds). Standing: you 6 of 7, enemy 3 of 4.
        **Next:** orders for round 2 by <t:1700000000:f> (<t:1700000000:R>); owed by **alice** (Alpha, Marsh), **bob** (Bravo).

        **Shooting**
        `1.1` **Alpha** fired at Boyz with rifle (in woods, +1 save): 4 shots, 2 hits (2.0 expected), 2 wounds, 1 saved: **1 downed**.
        `1.2` **Marsh** fired at Boyz: **wasted**, nobody stood there any more (S-5).
        `1.3` Boyz fired at **Alpha** with slugga (in ruins, +2 save): 2 shots, 2 hits (1.0 expected), 1 wound: **1 downed**.

        **Movement**
        `1.4` **Bravo** moved from A4 to B6.
        `1.5` **Alpha** stayed at B1: who has shot neither charges nor disengages (V-3).

        **Morale**
        `1.6` Boyz, 2 of 3 standing, tested morale: needed 7, rolled 3 (1 and 2): **broken** until it passes a test (no CON, −2 ACC, half move).

        **Objectives**
        `1.7` The ridge (D2): CON you 2, enemy 1: you keep it.

        **Next round**
        `1.8` Engines in the woods.

        **Goals**
        Open: Hold the ridge for two rounds. So far held for 1 of 2 rounds.
        You lose if this comes true: An enemy comes through the gap.

        **What is left**
        **Alpha** · 3 of 4 standing · 1 carried · B1 · in cover, has shot
        **Bravo** · 2 of 2 standing · B6
        **Marsh** · 1 of 1 standing · A2 · has shot
        Boyz · 2 of 3 standing · 1 carried · E5 · broken, in cover, has shot
        Beast · 1 of 1 standing · I6
    "#]].assert_eq(&shown(Markup::Discord));
}

#[test]
fn what_is_left_is_a_table_in_a_forums_codes() {
    expect![[r#"
        [table]
        [tr][td][b]squad[/b][/td][td][b]standing[/b][/td][td][b]down[/b][/td][td][b]place[/b][/td][td][b]state[/b][/td][/tr]
        [tr][td][b]Alpha[/b][/td][td]3 of 4 standing[/td][td]1 carried[/td][td]B1[/td][td]in cover, has shot[/td][/tr]
        [tr][td][b]Bravo[/b][/td][td]2 of 2 standing[/td][td][/td][td]B6[/td][td][/td][/tr]
        [tr][td][b]Marsh[/b][/td][td]1 of 1 standing[/td][td][/td][td]A2[/td][td]has shot[/td][/tr]
        [tr][td]Boyz[/td][td]2 of 3 standing[/td][td]1 carried[/td][td]E5[/td][td]broken, in cover, has shot[/td][/tr]
        [tr][td]Beast[/td][td]1 of 1 standing[/td][td][/td][td]I6[/td][td][/td][/tr]
        [/table]
    "#]].assert_eq(shown(Markup::BbCode(Forum::XenForo)).split_once("What is left[/b]\n").map_or("", |it| it.1));
}

#[test]
fn a_round_for_programs() {
    let battle = ridge();
    let events = events(&battle);
    let report = tell(&battle, &events, &Known::default());
    let lines = json_lines(&battle, &events, &report).expect("JSON");
    let lines: Vec<serde_json::Value> = lines.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(lines.len(), 1 + events.len());
    assert_eq!(lines[0]["squads"][0]["name"], "Alpha");
    assert_eq!(lines[4]["line"], "1.2");
    assert_eq!(lines[4]["phase"], "shooting");
    assert_eq!(lines[4]["rule"], "S-5");
    assert_eq!(lines[4]["text"], "Marsh fired at Boyz: wasted, nobody stood there any more (S-5).");
    assert_eq!(lines[4]["event"]["volley_wasted"]["squad"], 2);
    assert_eq!(lines[1]["line"], serde_json::Value::Null);
}

#[test]
fn x3_the_report_of_the_battle() {
    let mut battle = ridge();
    let mut events = events(&battle);
    events.push(Event::AbilityUsed {
        by: MARSH,
        ability: RALLY,
        on: crate::line::battle::AbilityOn::Squad(squad(&battle, "Alpha")),
        cost: 2,
        waits_for: None,
    });
    let hit = Attack::of(&battle, VolleyKind::Fire, "Beast", "cannon", "Bravo", &[6]).wounds(&[(6, 1)]);
    events.push(hit.event());
    events.push(Event::Ended { outcome: Outcome::Defeat, departure: None });
    events.iter().for_each(|it| battle.apply(it));
    let document = final_report(&battle, &events, battle.outcome().is_some());
    expect![[r#"
        After the battle · Ridge at Dawn: Defeat
        Not met: Hold the ridge for two rounds.
        Did not come true: An enemy comes through the gap.

        Yours
        Alpha · 3 of 4 standing · 1 wounded · felled 1
        Bravo · 1 of 2 standing · 1 dead; lost: spear (1)
        Marsh · standing · 2 CP spent

        Enemy
        Boyz · 2 of 3 standing · 1 wounded · felled 1
        Beast · standing · felled 1

        Who fell, and who came through
        Alpha lost 1 to Boyz.
        Bravo lost 1 to Beast (killed).
        Boyz lost 1 to Alpha.
        Marsh Officer came through.
    "#]]
    .assert_eq(&Markup::Plain.render(&document));
}

#[test]
fn x3_while_the_battle_runs_nobody_has_come_home_or_through_yet() {
    let mut battle = ridge_with(|setup| setup.units[0].name = "Alphabet Jones".to_owned());
    let shot = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[5]).wounds(&[(6, 1)]).event();
    let cut = Attack::of(&battle, VolleyKind::Blows, "Beast", "claws", "Marsh", &[6, 6]).wounds(&[(6, 1), (6, 1)]);
    let events = [shot, cut.event()];
    events.iter().for_each(|it| battle.apply(it));
    let report = |is_over| Markup::Plain.render(&final_report(&battle, &events, is_over));
    let shown = report(battle.outcome().is_some());
    let told = shown.split_once("Who fell").map_or("", |it| it.1);
    expect![[r#"

        Marsh Officer was brought down by Beast in melee in round 1 and was left behind.
        Alphabet Jones was brought down by Boyz in round 1 and is carried.
    "#]]
    .assert_eq(told);

    // A battle that was given up is over without an outcome.
    let [given_up, so_far] = [true, false].map(report);
    assert_eq!(so_far, shown);
    let opening =
        "After the battle · Ridge at Dawn: given up\nNot met: Hold the ridge for two rounds.\nDid not come true: ";
    assert!(given_up.starts_with(opening), "{given_up}");
    assert!(
        given_up.ends_with("Alphabet Jones was brought down by Boyz in round 1 and comes home wounded.\n"),
        "{given_up}"
    );
    assert!(given_up.contains("\nWho fell, and who came through\n"), "{given_up}");
}

#[test]
fn x3_whoever_is_felled_by_the_gms_hand_is_told_of_among_those_who_fell() {
    let mut battle = ridge_with(|setup| setup.units[0].name = "Alphabet Jones".to_owned());
    let shot = Attack::of(&battle, VolleyKind::Fire, "Boyz", "slugga", "Alpha", &[5]).wounds(&[(6, 1)]).event();
    let (jones, other) = (unit(&battle, "Alpha", 1), unit(&battle, "Alpha", 2));
    let places = [jones, other].map(|it| battle.unit(it).at);
    let set = |units: &[UnitId], state, hp| {
        let now = |(unit, at): (&UnitId, &Tile)| UnitNow { unit: *unit, state, at: *at, hp };
        Event::Edited(Edited::Units(units.iter().zip(&places).map(now).collect()))
    };
    let mut told = |events: &[Event]| {
        events.iter().for_each(|it| battle.apply(it));
        let shown = Markup::Plain.render(&final_report(&battle, events, battle.outcome().is_some()));
        shown.split_once("Who fell\n").map_or("", |it| it.1).to_owned()
    };
    // The GM makes a downed unit dead, and fells one that stands.
    expect![[r#"
        Alphabet Jones was brought down by Boyz in round 1 and is dead.
        Alpha lost Alphabet Jones and 1 other (1 to Boyz and 1 to the GM's hand; both killed).
    "#]]
    .assert_eq(&told(&[shot.clone(), set(&[jones, other], UnitState::Killed, -1)]));
    // A unit that was on its feet again in between.
    let [stands, falls] = [(UnitState::Standing, 1), (UnitState::Killed, -1)].map(|it| set(&[jones], it.0, it.1));
    expect![[r#"
        Alphabet Jones was brought down by the GM's hand in round 1 and is dead.
    "#]]
    .assert_eq(&told(&[stands.clone(), shot, stands, falls]));
}

#[test]
fn x1_what_is_built_there_is_not_said_to_be_left_behind() {
    let squads = "a Alpha players: rifle; e Bunker enemy: bunker";
    let mut battle =
        scene_with(".a . .e . .\n. . . . .\n. . . . .", squads, |setup| setup.units[1].name = "The mast".to_owned());
    let (unit, state, at) = (unit(&battle, "Bunker", 1), UnitState::Downed, tile("C1"));
    let down = Event::Edited(Edited::Units(vec![UnitNow { unit, state, at, hp: 0 }]));
    battle.apply(&down);
    let shown = Markup::Plain.render(&final_report(&battle, [&down], false));
    assert!(shown.ends_with("\nThe mast was brought down by the GM's hand in round 1.\n"), "{shown}");
    let over = Markup::Plain.render(&final_report(&battle, [&down], true));
    assert!(over.contains("\nBunker · 0 of 1 standing\n"), "nor to be missing: {over}");
    let up = UnitNow { unit, state: UnitState::Standing, at, hp: 1 };
    battle.apply(&Event::Edited(Edited::Units(vec![up])));
    let stands = Markup::Plain.render(&final_report(&battle, [], true));
    assert!(!stands.contains("The mast came through"), "{stands}");
}

#[test]
fn what_a_squad_can_do_is_told_as_it_can_now() {
    let battle = scene_with(
        ". . . . . .
         .f .b . .e . .a
         .g . . . . .",
        "a Alpha players: rifle; b Bravo players: rifle; e Bunker enemy: bunker; f Boyz enemy: boy; g Gang enemy: boy",
        |_| (),
    );
    let said = |name: &str| {
        let said = look(&battle, squad(&battle, name));
        let is_asked = |it: &&str| ["MOV", "Nerve", "can't move"].iter().any(|word| it.contains(word));
        said.lines().filter(is_asked).map(|it| format!("{name}:{it}\n")).collect::<String>()
    };
    expect![[r#"
        Alpha:  MOV 6: 9 tiles now if it doesn't shoot (V-3), and a charge goes 2d6 beyond that (V-7)
        Alpha:  Nerve: 7+ on 2d6 (58 % that it holds), tested once fewer than half of it stand (L-1)
        Bravo:  MOV 6: in melee now, so it can only disengage (V-1)
        Bravo:  Nerve: 7+ on 2d6 (58 % that it holds), tested once fewer than half of it stand (L-1)
        Bunker:  It can't move.
    "#]]
    .assert_eq(&["Alpha", "Bravo", "Bunker"].map(said).concat());
}

#[test]
fn x3_h1_what_a_hero_felled_alone_comes_back_with_him() {
    let mut battle = scene(".a .a . .e .e", "a Alpha players: officer rifle; e Boyz enemy: boy");
    let (hero, alpha) = (unit(&battle, "Alpha", 1), squad(&battle, "Alpha"));
    let alone = battle.setup().unit(hero).alone.expect("a hero");
    battle.apply(&Event::HeroMoved { hero, from: alpha, to: alone });
    let name = battle.setup().squad(alone).name.clone();
    let shot = Attack::of(&battle, VolleyKind::Fire, &name, "pistol", "Boyz", &[5]).wounds(&[(6, 1)]).event();
    battle.apply(&shot);
    battle.apply(&Event::HeroMoved { hero, from: alone, to: alpha });
    let shown = Markup::Plain.render(&final_report(&battle, [&shot], battle.outcome().is_some()));
    expect![[r#"
        So far · Scene

        Yours
        Alpha · 2 of 2 standing · felled 1

        Enemy
        Boyz · 1 of 2 standing · 1 carried

        Who fell
        Boyz lost 1 to Alpha Officer.
    "#]]
    .assert_eq(&shown);
}

#[test]
fn x3_a_squad_is_credited_with_the_enemies_it_fells_and_not_with_friends() {
    let mut battle =
        scene(".a . . . . .f .b", "a Alpha players: rifle; f Friends players: spearman; b Boyz enemy: spearman");
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Friends", &[5]).wounds(&[(6, 1)]).event();
    battle.apply(&stray);
    let shown = Markup::Plain.render(&final_report(&battle, [&stray], battle.outcome().is_some()));
    assert!(shown.contains("\nAlpha · standing\n"), "{shown}");
    assert!(shown.contains("\nFriends · 0 of 1 standing"), "{shown}");
}

#[test]
fn h1_a_hero_is_looked_at_with_his_class() {
    let battle = scene(".a .a . .e", "a Alpha players: officer rifle; e Boyz enemy: boy");
    let said = look(&battle, squad(&battle, "Alpha"));
    assert!(said.contains("Alpha Officer, Officer, at A1: "), "{said}");
}

#[test]
fn one_of_a_kind_is_looked_at_by_its_kind() {
    let battle = scene(".a .a .a . .e", "a Alpha players: rifle spearman rifle; e Boyz enemy: boy");
    let said = look(&battle, squad(&battle, "Alpha"));
    assert!(said.contains("spearman at B1 (2): "), "{said}");
}
