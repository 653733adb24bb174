//! Lines of a report about formations.

use expect_test::expect;

use super::*;
use crate::line::battle::{
    AimSource, BreakCause, FormationEvent, FormationId, FormationSetup, LeaderOut, LeaderTrouble, NoStep, NotDisbanded,
    Part, Plight, PlightCause, PlightEnd, ShuffleTrouble, Standstill, StartTrouble, Stay, StepTaken, Unsteady,
};
use crate::line::report::{look, picture, tell};

fn wall() -> Battle {
    ridge_with(|setup| setup.formations = Some(FormationSetup::default()))
}

fn all_of(battle: &Battle, who: &str) -> Vec<UnitId> {
    battle.setup().squad(squad(battle, who)).members.clone()
}

fn deed(event: FormationEvent) -> Event {
    Event::Formation(Box::new(event))
}

fn started(battle: &Battle, squads: &[&str]) -> Event {
    deed(FormationEvent::Started {
        formation: FormationId(0),
        squads: squads.iter().map(|it| squad(battle, it)).collect(),
        members: squads.iter().flat_map(|it| all_of(battle, it)).collect(),
        leader: Some(unit(battle, "Marsh", 1)),
        stuck: Vec::new(),
    })
}

fn step(battle: &Battle, number: u8, moves: &[(&str, usize, &str, &str)]) -> StepTaken {
    let step =
        |it: &(&str, usize, &str, &str)| Step { unit: unit(battle, it.0, it.1), from: tile(it.2), to: tile(it.3) };
    let left = all_of(battle, "Alpha").into_iter().map(|it| (it, 6 - u16::from(number))).collect();
    StepTaken {
        formation: FormationId(0),
        number,
        steps: moves.iter().map(step).collect(),
        stayed: Vec::new(),
        price: 1,
        left,
        has_gap: false,
        leader_out: None,
    }
}

const SOUTH: &[(&str, usize, &str, &str)] =
    &[("Alpha", 2, "B1", "B2"), ("Alpha", 3, "C1", "C2"), ("Alpha", 4, "D1", "D2")];

#[track_caller]
fn check_why(battle: &Battle, events: &[Event], id: &str, expected: Expect) {
    expected.assert_eq(&explanation(battle, events, id));
}

#[test]
fn f5_a_start_is_told_with_its_steps_into_place() {
    let battle = wall();
    let alpha = squad(&battle, "Alpha");
    let steps = vec![Step { unit: unit(&battle, "Alpha", 4), from: tile("D1"), to: tile("D2") }];
    let events = [
        deed(FormationEvent::Shuffled { squads: vec![alpha], steps }),
        started(&battle, &["Alpha"]),
        deed(FormationEvent::Disbanded { formation: FormationId(0) }),
        deed(FormationEvent::NotDisbanded { squad: alpha, why: NotDisbanded::InNone }),
        deed(FormationEvent::NotDisbanded {
            squad: alpha,
            why: NotDisbanded::NoFreeAction { units: all_of(&battle, "Alpha") },
        }),
    ];
    check(
        &battle,
        &events,
        expect![[r#"
            1.1 Alpha formed up: 4 units, directed by Marsh Officer. Into place: Alpha 4 to D2.
            1.2 Alpha disbanded.
            1.3 Alpha was to disband, but was in no formation.
            1.4 Alpha did not disband: Alpha 1, Alpha 2, Alpha 3 and Alpha 4 have spent the Free Action of this round (F-10)."#]],
    );
    check_why(
        &battle,
        &events,
        "1.1",
        expect![[r#"
        Units may take one step each, all at once, to get into place (F-11): Alpha 4 D1 to D2.
        All requirements hold (F-5): Marsh Officer is 1 from the nearest member and directs from 6 (F-6), all are trained (F-7), stand together (F-8) and are steady (F-9). Alpha 1, Alpha 2, Alpha 3 and Alpha 4 spend the Free Action (F-10)."#]],
    );
}

#[test]
fn f5_a_start_out_of_another_formation_tells_who_left_that() {
    let mut battle = wall();
    battle.apply(&started(&battle, &["Alpha", "Bravo"]));
    let mut again = started(&battle, &["Bravo"]);
    if let Event::Formation(it) = &mut again
        && let FormationEvent::Started { formation, .. } = &mut **it
    {
        *formation = FormationId(1);
    }
    check(
        &battle,
        &[again],
        expect![
            "1.1 Bravo formed up: 2 units, directed by Marsh Officer. 2 of Bravo left the formation of Alpha + Bravo."
        ],
    );
}

#[test]
fn f9_who_is_alike_unsteady_is_told_together() {
    let battle = wall();
    let members = all_of(&battle, "Alpha");
    let units =
        members.iter().map(|it| (*it, Unsteady::Dazed)).chain([(unit(&battle, "Marsh", 1), Unsteady::Frenzied)]);
    let why = vec![StartTrouble::Unsteady { units: units.collect() }];
    let squads = vec![squad(&battle, "Alpha")];
    check(
        &battle,
        &[deed(FormationEvent::StartFailed { squads, members, leader: None, why, costs_turn: false })],
        expect![
            "1.1 Alpha could not form up: Alpha 1, Alpha 2, Alpha 3 and Alpha 4 are dazed and Marsh Officer is frenzied (F-9)."
        ],
    );
}

#[test]
fn f20_a_second_order_to_march_is_not_told_as_a_move() {
    let mut battle = wall();
    battle.apply(&started(&battle, &["Alpha"]));
    let again = FormationEvent::StoodStill { formation: FormationId(0), why: Standstill::MovedAlready };
    check(&battle, &[deed(again)], expect!["1.1 Alpha took no second order: a formation moves once a round (F-20)."]);
}

#[test]
fn f12_all_that_is_in_the_way_is_told_at_once() {
    let battle = wall();
    let (one, marsh) = (unit(&battle, "Alpha", 1), unit(&battle, "Marsh", 1));
    let why = vec![
        StartTrouble::TooFew { members: vec![one] },
        StartTrouble::NoLeader { untrained: vec![one], nearest: Some((marsh, 7, 6)) },
        StartTrouble::NoLeader { untrained: vec![one], nearest: None },
        StartTrouble::Leader { leader: marsh, why: LeaderTrouble::OutOfRange { distance: 7, lead: 6 } },
        StartTrouble::Leader { leader: marsh, why: LeaderTrouble::Unsteady(Unsteady::Dazed) },
        StartTrouble::Untrained { units: all_of(&battle, "Alpha") },
        StartTrouble::Undrilled { units: vec![one] },
        StartTrouble::Gaps { groups: vec![all_of(&battle, "Alpha"), all_of(&battle, "Bravo")] },
        StartTrouble::Unsteady { units: vec![(one, Unsteady::Panicked), (marsh, Unsteady::Frenzied)] },
        StartTrouble::NoFreeAction { units: vec![one] },
        StartTrouble::Stuck { unit: one, to: tile("A2"), why: ShuffleTrouble::Taken },
    ];
    let squads = vec![squad(&battle, "Alpha"), squad(&battle, "Bravo")];
    let failed =
        deed(FormationEvent::StartFailed { squads, members: vec![one], leader: Some(marsh), why, costs_turn: true });
    check(
        &battle,
        std::slice::from_ref(&failed),
        expect![
            "1.1 Alpha + Bravo could not form up: one alone is no formation (F-5); nobody is near enough to direct it: Marsh Officer is 7 tiles away, and 6 is the most (F-6); nobody can direct it (F-6); Marsh Officer is 7 tiles away, and 6 is the most (F-6); Marsh Officer is dazed (F-6); Alpha 1, Alpha 2, Alpha 3 and Alpha 4 need a leader (F-6); Alpha 1 is not trained for it (F-7); it stands in 2 groups, Alpha 1, Alpha 2, Alpha 3 and Alpha 4 | Bravo 1 and Bravo 2 (F-8); Alpha 1 is of a broken squad and Marsh Officer is frenzied (F-9); Alpha 1 has spent the Free Action of this round (F-10); Alpha 1 can't step to A2: somebody stands there (F-11). It neither shoots nor moves this round (F-12)."
        ],
    );
    check_why(
        &battle,
        &[failed],
        "1.1",
        expect![[r#"
            All requirements must hold at once when a formation starts (F-5). In the way:
            One alone is no formation (F-5).
            Nobody is near enough to direct it: Marsh Officer is 7 tiles away, and 6 is the most (F-6).
            Nobody can direct it (F-6).
            Marsh Officer is 7 tiles away, and 6 is the most (F-6).
            Marsh Officer is dazed (F-6).
            Alpha 1, Alpha 2, Alpha 3 and Alpha 4 need a leader (F-6).
            Alpha 1 is not trained for it (F-7).
            It stands in 2 groups, Alpha 1, Alpha 2, Alpha 3 and Alpha 4 | Bravo 1 and Bravo 2 (F-8).
            Alpha 1 is of a broken squad and Marsh Officer is frenzied (F-9).
            Alpha 1 has spent the Free Action of this round (F-10).
            Alpha 1 can't step to A2: somebody stands there (F-11).
            The Free Action is spent all the same (F-10), and so are this round's Move and Complex Action: no shooting, no moving, no charge (F-12). Blows are still struck."#]],
    );
}

#[test]
fn f20_a_march_is_one_line_and_its_why_has_each_step() {
    let battle = wall();
    let mut second = step(&battle, 2, &[("Alpha", 2, "B2", "B3"), ("Alpha", 3, "C2", "C1")]);
    second.stayed = vec![
        (unit(&battle, "Alpha", 1), NoStep::Taken),
        (unit(&battle, "Alpha", 4), NoStep::TooDear { cost: 2, left: 1 }),
    ];
    (second.price, second.has_gap, second.leader_out) = (2, true, Some(LeaderOut::OutOfRange(8)));
    let events = [
        started(&battle, &["Alpha"]),
        deed(FormationEvent::Stepped(step(&battle, 1, SOUTH))),
        deed(FormationEvent::Stepped(second)),
        deed(FormationEvent::StoodStill { formation: FormationId(0), why: Standstill::Engaged }),
        Event::Stayed { squad: squad(&battle, "Bravo"), why: Stay::OthersMarch },
    ];
    check(
        &battle,
        &events,
        expect![[r#"
            1.1 Alpha formed up: 4 units, directed by Marsh Officer.
            1.2 Alpha marched and wheeled: 2 Steps, 3 MP for everybody. Not everybody kept step: Alpha 1 (somebody stands there) and Alpha 4 (it costs 2 MP and 1 is left). There is a gap in it now (F-13). Its leader, 8 tiles away, can't direct it from there (F-14).
            1.3 Alpha stayed: somebody of it is in melee (V-1).
            1.4 Those of Bravo in no formation stayed: the others marched (F-20)."#]],
    );
    check_why(
        &battle,
        &events,
        "1.2",
        expect![[r#"
        Step 1 (F-20): Alpha 2 B1 to B2, Alpha 3 C1 to C2 and Alpha 4 D1 to D2. The dearest tile sets the price for all: 1 MP (F-21). Left: 5 MP for 4 units.
        Step 2 (F-20): Alpha 2 B2 to B3 and Alpha 3 C2 to C1. The dearest tile sets the price for all: 2 MP (F-21). Left: 4 MP for 4 units.
        Alpha 1 does not take the step: somebody stands there (F-20).
        Alpha 4 does not take the step: it costs 2 MP and 1 is left (F-20).
        There is a gap after it; the next Step may close it (F-13).
        The leader is 8 from the nearest member after it; the next Step may mend it (F-14)."#]],
    );
}

#[test]
fn f20_of_a_wheel_that_few_can_follow_no_way_is_told() {
    let battle = wall();
    let cannot = |number: usize| (unit(&battle, "Alpha", number), NoStep::TooDear { cost: 1, left: 0 });
    let march = step(&battle, 1, SOUTH);
    let wheel = StepTaken { stayed: vec![cannot(3)], ..step(&battle, 2, &[("Alpha", 4, "D2", "E2")]) };
    let spent = StepTaken { stayed: (1..=4).map(cannot).collect(), price: 0, ..step(&battle, 2, &[]) };
    let stepped = |it: &StepTaken| deed(FormationEvent::Stepped(it.clone()));
    check(
        &battle,
        &[started(&battle, &["Alpha"]), stepped(&march), stepped(&wheel)],
        expect![[r#"
            1.1 Alpha formed up: 4 units, directed by Marsh Officer.
            1.2 Alpha marched: 2 Steps, 2 MP for everybody. Not everybody kept step: Alpha 3 (it costs 1 MP and 0 are left)."#]],
    );
    check(
        &battle,
        &[started(&battle, &["Alpha"]), stepped(&march), stepped(&spent)],
        expect![[r#"
            1.1 Alpha formed up: 4 units, directed by Marsh Officer.
            1.2 Alpha marched south: 2 Steps, 1 MP for everybody. Not everybody kept step: Alpha 1 (it costs 1 MP and 0 are left), Alpha 2 (it costs 1 MP and 0 are left), Alpha 3 (it costs 1 MP and 0 are left) and Alpha 4 (it costs 1 MP and 0 are left)."#]],
    );
}

#[test]
fn f16_the_parts_of_a_formation_are_told() {
    let battle = wall();
    let alpha = all_of(&battle, "Alpha");
    let parts = vec![
        Part {
            formation: Some(FormationId(1)),
            leader: Some(unit(&battle, "Marsh", 1)),
            members: alpha[..2].to_vec(),
            why: Vec::new(),
        },
        Part {
            formation: None,
            leader: None,
            members: alpha[2..].to_vec(),
            why: vec![StartTrouble::NoLeader { untrained: alpha[2..].to_vec(), nearest: None }],
        },
    ];
    let events = [
        started(&battle, &["Alpha"]),
        deed(FormationEvent::BrokeUp { formation: FormationId(0), why: BreakCause::Gap, parts }),
        deed(FormationEvent::Left { formation: FormationId(1), units: vec![alpha[0]] }),
        deed(FormationEvent::Dissolved { formation: FormationId(1) }),
    ];
    check(
        &battle,
        &events,
        expect![[r#"
            1.1 Alpha formed up: 4 units, directed by Marsh Officer.
            1.2 Alpha broke up at a gap (F-13): 2 of Alpha go on, directed by Marsh Officer; 2 of Alpha stop.
            1.3 Alpha 1 left the formation of Alpha (1).
            1.4 Alpha (1): no formation any more, with fewer than two of it left."#]],
    );
    check_why(
        &battle,
        &events,
        "1.2",
        expect![[r#"
            A Step began with a gap and ended with one (F-13). A panicked or frenzied unit counts as a gap (F-15).
            Alpha 1 and Alpha 2 go on as a formation, directed by Marsh Officer: one leader, one formation (F-16).
            Alpha 3 and Alpha 4 stop where they are (F-19): nobody can direct it (F-6)."#]],
    );
}

#[test]
fn f3_a_volley_is_told_as_one_and_a_lost_one_too() {
    let battle = wall();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[2, 3, 1])
        .aimed(&[(AimSource::Volley, 2), (AimSource::ShieldWall, -1)])
        .wounds(&[(4, 2)]);
    let alpha = squad(&battle, "Alpha");
    let lost = FormationEvent::VolleyLost {
        formation: FormationId(0),
        squad: alpha,
        target: squad(&battle, "Boyz"),
        unit: unit(&battle, "Boyz", 2),
        units: all_of(&battle, "Alpha"),
        slows: true,
    };
    let spears =
        Attack::of(&battle, VolleyKind::SpearWall, "Bravo", "spear", "Boyz", &[4, 5]).wounds(&[(5, 1), (2, 0)]);
    let events = [started(&battle, &["Alpha", "Bravo"]), fire.event(), deed(lost), spears.event()];
    check(
        &battle,
        &events,
        expect![[r#"
            1.1 Alpha + Bravo formed up: 6 units, directed by Marsh Officer.
            1.2 Alpha fired a volley at Boyz 1 with rifle (in woods, +1 save): 3 shots, 1 hit (1.5 expected), 1 wound: 1 downed.
            1.3 Alpha, with Alpha + Bravo, fired a volley at Boyz 2, who no longer stood: wasted.
            1.4 Bravo struck first at Boyz with spear (in woods, +1 save): 2 blows, 2 hits (1.0 expected), 1 wound: 1 downed."#]],
    );
    let tale = tell(&battle, &events, &Known::default()).tale;
    let lost = "fired a volley at Boyz 2, who no longer stood.";
    assert!(tale.iter().any(|it| it.text().ends_with(lost)), "{tale:#?}");
    check_why(
        &battle,
        &events,
        "1.2",
        expect![[r#"
            Alpha fires at Boyz with rifle: RNG 24, ATK 1, ACC 4+, STR 4, AP 0, DMG 1.
            3 units, 3 attacks. To hit (A-1): 4+, +2 shooting together (F-3), −1 the shields beside the target (F-2): +1 in all, so 3+. Dice 2 3 1: 1 hit.
            To wound (A-2): strength 4 against toughness 4: 4+. Dice 4: 1 wounds.
            To save (A-3): 6+, +1 in woods (T-10), so 5+. Dice 2: 0 saved.
            Damage goes to (A-5): Boyz 1, the closest, 1 damage, 1 HP before: downed.
            The woods made no difference to these dice.
            Expected 1.5 hits and 0.5 downed; it came to 1 and 1."#]],
    );
    check_why(
        &battle,
        &events,
        "1.4",
        expect![[r#"
        Bravo strikes first (F-4) at Boyz with spear: melee, ATK 1, ACC 4+, STR 4, AP 0, DMG 1.
        2 units, 2 attacks. To hit (A-1): 4+. Dice 4 5: 2 hit.
        To wound (A-2): strength 4 against toughness 4: 4+. Dice 5 2: 1 wounds.
        To save (A-3): 6+, +1 in woods (T-10), so 5+. Dice 1: 0 saved.
        Damage goes to (A-5): Boyz 1, already hurt, 1 damage, 0 HP before: downed.
        The woods made no difference to these dice.
        Expected 1.0 hits and 0.4 downed; it came to 2 and 1."#]],
    );
}

#[test]
fn f9_who_is_dazed_or_frenzied_is_named() {
    let battle = wall();
    let alpha = all_of(&battle, "Alpha");
    let cause = PlightCause::Stun { by: squad(&battle, "Boyz"), weapon: weapon(battle.setup(), "slugga") };
    let ability = AbilityId(0);
    let events = [
        deed(FormationEvent::PlightBegan { plight: Plight::Dazed, units: alpha[..1].to_vec(), until: 1, cause }),
        deed(FormationEvent::PlightBegan {
            plight: Plight::Frenzied,
            units: alpha[1..].to_vec(),
            until: 2,
            cause: PlightCause::Ability(ability),
        }),
        deed(FormationEvent::PlightEnded { plight: Plight::Dazed, units: alpha[..1].to_vec(), why: PlightEnd::Time }),
        deed(FormationEvent::PlightEnded {
            plight: Plight::Frenzied,
            units: alpha[1..].to_vec(),
            why: PlightEnd::Ability(ability),
        }),
    ];
    check(
        &battle,
        &events,
        expect![[r#"
            1.1 Alpha 1 is dazed by slugga until the movement of round 1 is over.
            1.2 3 of Alpha are frenzied by Rally until the movement of round 2 is over.
            1.3 Alpha 1 is no longer dazed.
            1.4 3 of Alpha are no longer frenzied, by Rally."#]],
    );
    check_why(
        &battle,
        &events,
        "1.1",
        expect![
            "A Stun weapon hurt it and did not fell it (A-6). Who is dazed neither shoots nor strikes nor moves (F-9)."
        ],
    );
}

#[test]
fn f9_who_is_dazed_or_frenzied_is_seen_wherever_one_looks() {
    let mut battle = wall();
    let alpha = all_of(&battle, "Alpha");
    let cause = PlightCause::Ability(AbilityId(0));
    for (plight, units) in [(Plight::Dazed, &alpha[..]), (Plight::Frenzied, &all_of(&battle, "Bravo")[..])] {
        battle.apply(&deed(FormationEvent::PlightBegan { plight, units: units.to_vec(), until: 1, cause }));
    }
    let seen =
        |who: &str| -> Vec<String> { look(&battle, squad(&battle, who)).lines().take(2).map(str::to_owned).collect() };
    expect![[r#"
        Alpha: 4 of 4 standing, dazed (F-9)
          It is dazed, and neither shoots, strikes nor moves (F-9)
        Bravo: 2 of 2 standing, frenzied (F-9)
          It is frenzied, and charges Boyz, the nearest enemy, whatever it is told (F-9)"#]]
    .assert_eq(&[seen("Alpha"), seen("Bravo")].concat().join("\n"));
    let picture = picture(&battle, &[]);
    let notes = picture.squads.iter().map(|it| it.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    let notes: Vec<String> = notes.filter(|it| !it.is_empty()).collect();
    assert_eq!(notes, ["dazed", "frenzied"]);
}

#[test]
fn f3_a_volley_is_no_gain_for_who_has_nothing_to_shoot_with() {
    let battle = scene_with(".a .a . .e", "a Alpha players: spearman; e Boyz enemy: boy", |setup| {
        setup.formations = Some(FormationSetup::default());
    });
    let said = look(&battle, squad(&battle, "Alpha"));
    assert!(!said.contains("In a formation"), "{said}");
}

#[test]
fn f1_the_table_of_squads_says_who_is_in_formation() {
    let battle = wall();
    let report = tell(&battle, &[started(&battle, &["Alpha"])], &Known::default());
    let text = Markup::Plain.render(&report.document());
    let row = text.lines().find(|it| it.contains("Alpha") && it.contains("in formation")).map(str::to_owned);
    expect!["Alpha · 4 of 4 standing · A1 · in formation, in cover"].assert_eq(&row.unwrap_or(text));
}
