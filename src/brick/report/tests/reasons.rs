//! Why lines are so.

use super::*;
use crate::brick::battle::scene::scene;
use crate::brick::battle::{OrderKind, Refusal};
use crate::brick::report::why;
use crate::brick::report::words::rule_of_refusal;
use crate::field::{Outcome, SquadId};
use expect_test::expect;

#[test]
fn a_shot_behind_cover() {
    let battle = scene(".a . . . . . l.d".replace("l.d", "ld").as_str(), "a Ann red: fig bow; d Dan blue: fig knife");
    check_why(
        &plain(),
        &battle,
        ("shoot Ann at Dan", "attack 3"),
        "1.1",
        expect![[r#"
            Ann shot at Dan. They are 6 inches apart. (BC-14.2)
            Ann spent the Action of the round on shooting. (BX-20)
            Attack Roll (BC-1.8): Ann shot at Dan with bow at 6 of 6 inches (BC-1.4): Use 3; die 3, −1 behind cover (BC-2.8): 2, a miss. It hits in 50.0 % of all cases. If not behind cover, it would have hit with 3."#]],
    );
}

#[test]
fn bx20_who_has_no_action_left_is_told_what_it_was_spent_on() {
    check_why(
        &plain(),
        &scene(".a . . . . .d", "a Ann red: fig bow; d Dan blue: fig knife"),
        ("shoot Ann at Dan; move Ann to B1 sprint", "attack 2"),
        "1.2",
        expect![[r#"
            Ann could not move: Ann had no Action left this round. (BX-20)
            Ann spent the Action of the round on shooting. (BX-20)"#]],
    );
}

#[test]
fn a_shot_beyond_range_with_dice_of_armor() {
    let battle = scene(".a . . . . . . .d", "a Ann red: fig bow; d Dan blue: officer knife");
    check_why(
        &Brick { track: crate::brick::rules::Track::Off, ..Brick::default() },
        &battle,
        ("shoot Ann at Dan", "attack 6, damage 6, bonus 2, damage 5, armor 10, bonus 1"),
        "1.1",
        expect![[r#"
            Ann shot at Dan. They are 7 inches apart. (BC-14.2)
            Ann spent the Action of the round on shooting. (BX-20)
            Attack Roll (BC-1.8): Ann shot at Dan with bow at 7 of 6 inches (BC-1.4): Use 3; die 6, −1 a die beyond Range (BC-4.4): 5, a hit, and an Overskill Benny, with more highest faces than ones (BC-20.2). It hits in 50.0 % of all cases.
            Damage of Ann with bow (BC-1.9): dice 6 (highest, so 2 more, BX-2) 5, −1 a die beyond Range (BC-4.5): 10. Such dice come to 5.0 on average, bonus dice aside. Without bonus dice it would have been 9. Within Range it would have been 13.
            Dan takes 10, against armor 11, rolled (BX-6): die 10 on a d10 (highest, so 1 more, BX-2): 11. Such dice come to 5.5 on average, bonus dice aside. It is not more than the armor, so nothing comes of it (BC-1.9)."#]],
    );
}

#[test]
fn a_parry() {
    let battle = scene(".a .d", "a Ann red: fig sword; d Dan blue: fig pan");
    check_why(
        &plain(),
        &battle,
        ("react Dan parry pan then hold; melee Ann attack Dan", "attack 4, parry 4, attack 2"),
        "1.2",
        expect![[r#"
            Ann attacked Dan. They are 1 inch apart. (BC-8.2)
            Ann and Dan met in close combat. (BC-5.2)
            Ann spent the Action of the round on close combat. (BX-20)
            Dan meant to parry with pan against Ann. (BC-6.2)
            Attack Roll (BC-1.8): Ann attacked Dan with sword: Use 3; die 4: 4, a hit. It hits in 66.7 % of all cases.
            Dan parries Ann with pan (BC-10.1): Use 3; die 4: 4, parried. 1 level of Deflection (BC-10.6). It is parried in 66.7 % of all cases.
            Damage of Ann with sword (BC-1.9): deflected until nothing is left to roll, after 1 level of Deflection (BX-7): 0."#]],
    );
}

#[test]
fn who_is_struck_at_for_doing_nothing_is_told_the_rule() {
    check_why(
        &plain(),
        &scene(".a .d", "a Ann red: fig knife; d Dan blue: fig knife"),
        ("react Dan none then hold; melee Ann attack Dan", "attack 1, attack 1"),
        "1.3",
        expect![
            "Dan ignored the fight around it. Who does nothing in a fight ignores it (BC-8.1). Up to three opponents may strike at them for it (BC-8.20). (BC-8.19)"
        ],
    );
}

#[test]
fn bc14_4_who_fights_and_cannot_shoot_is_told_the_rule_of_shots() {
    let battle = scene(".a .d", "a Ann red: fig bow; d Dan blue: fig knife");
    let rule = |order| rule_of_refusal(&battle, order, Refusal::Engaged);
    assert_eq!([rule(OrderKind::Shoot), rule(OrderKind::Move)], ["BC-14.4", "BC-7.2"]);
}

/// **BX-10** Neither damage nor armor matters.
#[test]
fn deadly_ground() {
    let battle = scene(". .a .d ~ ~\n. . . . .", "a Ann red: fig; d Dan blue: fig knife");
    let orders = "react Dan none then hold; melee Ann shove Dan";
    check_why(
        &plain(),
        &battle,
        (orders, ""),
        "1.2",
        expect![[r#"
        Ann shoved Dan. They are 1 inch apart. (BC-8.11)
        Ann and Dan met in close combat. (BC-5.2)
        Ann spent the Action of the round on close combat. (BX-20)
        Ann shoved Dan: no roll, as it hits automatically (BC-1.7).
        Dan was pushed E to D1. (BX-10)
        Dan was disrupted. (BX-9)
        Dan fell into the pit at D1. (BX-10)
        Dan fell. Nobody comes out of ground that is deadly, whatever HP and armor they have. (BX-10)"#]],
    );
    let (events, _) = played(&plain(), &battle, orders, "");
    let mut after = battle.clone();
    events.iter().for_each(|it| after.apply(it));
    let told = Markup::Plain.render(&super::super::final_report(&after, &events, after.outcome().is_some()));
    assert!(told.contains("Dan fell to the pit at D1 in round 1."), "{told}");
}

/// **BX-19, BX-46** What a member of a squad parries needn't be the blow that the parry was rolled against.
#[test]
fn parries_of_a_squad_are_its_own_and_stop_the_strongest_hits() {
    let drawing = ".a .d\n.b .d\n. .";
    let people = "a Ann red: fig knife; b Bob red: fig sword; d Dogs blue 1x2: fig pan";
    check_why(
        &plain(),
        &scene(drawing, people),
        (
            "react Dogs parry pan then hold; react red none then hold; melee Ann attack Dogs; melee Bob attack Dogs",
            "attack 4 4, parry 4 2, damage 3",
        ),
        "1.3",
        expect![[r#"
            Ann attacked Dogs. They are 1 inch apart. (BC-8.2)
            Ann and Dogs met in close combat. (BC-5.2)
            Ann spent the Action of the round on close combat. (BX-20)
            Bob attacked Dogs. They are 1 inch apart. (BC-8.2)
            Bob and Dogs met in close combat. (BC-5.2)
            Bob spent the Action of the round on close combat. (BX-20)
            Dogs-1 meant to parry with pan for Dogs. (BC-6.2)
            Dogs-2 meant to parry with pan for Dogs. (BC-6.2)
            Attack Roll (BC-1.8): Ann attacked Dogs with knife: Use 2; die 4: 4, a hit. It hits in 83.3 % of all cases.
            Attack Roll (BC-1.8): Bob attacked Dogs with sword: Use 3; die 4: 4, a hit. It hits in 66.7 % of all cases.
            Dogs-1 parries for Dogs with pan (BC-10.1, BX-19): Use 3; die 4: 4, parried. 1 level of Deflection (BC-10.6), for one of the strongest hits (BX-46). It is parried in 66.7 % of all cases.
            Dogs-2 parries for Dogs with pan (BC-10.1, BX-19): Use 3; die 2: 2, not parried. It is parried in 66.7 % of all cases.
            Damage of Ann with knife (BC-1.9): die 3: 3. Such dice come to 3.5 on average, bonus dice aside.
            Damage of Bob with sword (BC-1.9): deflected until nothing is left to roll, after 1 level of Deflection (BX-7): 0.
            Dogs-1 takes 3, against armor 4. It is not more than the armor, so nothing comes of it (BC-1.9)."#]],
    );
}

/// **BX-14** Damage of one pass adds up, and doesn't cost an HP again that it has already cost.
#[test]
fn what_came_before_has_cost_its_hp() {
    let battle = scene(". .a .g . . .\n. . . . . .", "a Ann red: fig knife dagger; g Gog blue: rider");
    let orders = "react Gog none then hold; react red none then hold; melee Ann attack Gog with knife then dagger";
    let (events, report) = played(&plain(), &battle, orders, "attack 4, damage 5, attack 4, damage 3");
    let reckoning = |it: &page::ReportLine| super::super::reckoning(&battle, &events, it);
    let why: Vec<String> = report
        .lines
        .iter()
        .flat_map(reckoning)
        .map(|it| Markup::Plain.line(&it))
        .filter(|it| it.contains("takes"))
        .collect();
    expect![[r#"
        Gog takes 5, against armor 4. It loses 1 HP by it: 2 → 1 (BC-1.10, BX-14).
        Gog takes 3, 8 in all with what came before (BT-11), against armor 4. What came before has cost 1 HP, and the next takes more than 8 (BX-14)."#]]
    .assert_eq(&why.join("\n"));
}

#[test]
fn bx60_what_a_scenario_brings_rests_on_no_rule_of_squads_or_nerve() {
    let battle = scene(".a . . . .d", "a Ann red: fig bow; d Dan blue: fig knife");
    let ended = Event::Ended { outcome: Outcome::TimeUp, departure: None };
    let delayed = Event::ArrivalDelayed { squad: SquadId(0) };
    for event in [Event::Announced { entry: 0 }, delayed, Event::GoalMet { goal: 0 }, ended] {
        assert_eq!(why::rule_of(&battle, &event), "BX-60", "{event:?}");
    }
}
