//! Edits as a GM writes them: a line in, the change or a refusal out.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::diagnostic::Severity;
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{FormationSetup, ObjectiveSetup, Scheduled, Setup, When};

/// Alpha in a row, Bravo behind it, a beast of two by two tiles, and Charlie in reserve.
fn battle() -> Battle {
    battle_with(|_| ())
}

fn battle_with_formations() -> Battle {
    battle_with(|setup| setup.formations = Some(FormationSetup::default()))
}

fn battle_with(touch: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        "
        .a .a .a . . . . .
        .  .  .  . # # . .
        .b .b .  . # .t . .
        .  .  .  . . .  . .
        .m .  .  ~ . . w .x
        .c .c .  . . . . .x
        ",
        "a Alpha players@alice: rifle rifle gunner; b Bravo players@bob: rifle; m Marsh players@alice: officer;
         t Trukk enemy: beast; x Slugga Boyz 1 enemy: boy; c Charlie players@bob: rifle",
        |setup| {
            let charlie = setup.squads.iter().position(|it| it.name == "Charlie").expect("Charlie");
            setup.squads[charlie].in_reserve = true;
            let reinforce = vec![(SquadId(charlie as u16), Tile::new(0, 5))];
            setup.schedule.push(Scheduled { when: When::Round(4), reinforce, text: None });
            setup.objectives.push(ObjectiveSetup {
                key: "ridge".to_owned(),
                name: "The Ridge".to_owned(),
                at: Tile::new(3, 3),
                radius: 2,
                owner: None,
                points: 1,
            });
            touch(setup);
        },
    )
}

/// Makes edits one after the other, all of which are allowed.
#[track_caller]
fn edited(battle: &Battle, texts: &[&str]) -> Battle {
    let mut battle = battle.clone();
    for text in texts {
        let events = events(text, &Names::new(&battle), &battle);
        events.unwrap_or_else(|it| panic!("{text}: {}", it[0])).iter().for_each(|it| battle.apply(it));
        assert!(battle.grid_agrees());
    }
    battle
}

/// Every unit of a squad: its tile, its HP, and its state unless it stands.
fn units(battle: &Battle, name: &str) -> String {
    let members = &battle.squad(squad(battle, name)).members;
    let shown = members.iter().map(|it| {
        let unit = battle.unit(*it);
        let state = if unit.is_standing() { String::new() } else { format!(" {:?}", unit.state) };
        format!("{} {}{state}", unit.at, unit.hp)
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(texts: &[&str], name: &str, expected: &str) {
    assert_eq!(units(&edited(&battle(), texts), name), expected, "{texts:?}");
}

#[track_caller]
fn refuses(text: &str, expected: Expect) {
    let battle = battle();
    let refused = events(text, &Names::new(&battle), &battle).expect_err("it is refused");
    assert!(refused.iter().all(|it| it.severity == Severity::Error));
    assert!(refused.iter().all(|it| text.get(it.span.clone()).is_some()), "{refused:?}");
    expected.assert_eq(&refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn g1_an_edit_is_an_event_and_asking_for_it_changes_nothing() {
    let battle = battle();
    let before = battle.digest();
    let asked = events("Alpha to B4", &Names::new(&battle), &battle).expect("there is room");
    let [Event::Edited(Edited::Units(units))] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(units.iter().map(|it| it.at.to_string()).collect::<Vec<_>>(), ["B4", "C4", "D4"]);
    assert_eq!(battle.digest(), before);
}

#[test]
fn a_squad_goes_with_its_leader_and_keeps_its_shape() {
    check(&["Alpha to B4"], "Alpha", "B4 1, C4 1, D4 2");
    check(&["alpha -> b1"], "Alpha", "B1 1, C1 1, D1 2");
    check(&["move Bravo to A4"], "Bravo", "A4 1, B4 1");
}

#[test]
fn a_squad_without_room_for_its_shape_forms_up_around_its_leader() {
    check(&["Alpha to G1"], "Alpha", "G1 1, H1 1, G2 2");
}

#[test]
fn one_unit_is_named_by_its_number_or_its_own_name() {
    check(&["Alpha.3 to D4"], "Alpha", "A1 1, B1 1, D4 2");
    check(&["Alpha 3 to D4"], "Alpha", "A1 1, B1 1, D4 2");
    check(&["Slugga Boyz 1.2 to H4"], "Slugga Boyz 1", "H5 1, H4 1");
    check(&["boyz.2 to H4"], "Slugga Boyz 1", "H5 1, H4 1");
    check(&["Marsh Officer hp 2"], "Marsh", "A5 2");
    check(&["trukk: to G3"], "Trukk", "G3 6");
}

#[test]
fn hp_are_set() {
    check(&["Alpha.3 hp 1"], "Alpha", "A1 1, B1 1, C1 1");
    check(&["Alpha.3 hp = 1", "Alpha hp full"], "Alpha", "A1 1, B1 1, C1 2");
    check(&["Trukk has hp 4"], "Trukk", "F3 4");
}

#[test]
fn t8_the_felled_have_hp_that_fit() {
    check(&["Alpha.3 downed"], "Alpha", "A1 1, B1 1, C1 0 Downed");
    check(&["kill Alpha.3"], "Alpha", "A1 1, B1 1, C1 -2 Killed");
    check(&["Alpha.3 is killed", "Alpha.3 downed"], "Alpha", "A1 1, B1 1, C1 0 Downed");
    check(&["kill alpha"], "Alpha", "A1 -1 Killed, B1 -1 Killed, C1 -2 Killed");
}

#[test]
fn v5_the_abandoned_lie_where_they_were_carried() {
    check(&["Alpha.3 downed", "Alpha to B4", "Alpha.3 abandoned"], "Alpha", "B4 1, C4 1, B4 0 Abandoned");
}

#[test]
fn who_is_to_stand_again_finds_a_place_near_the_squad() {
    check(&["Alpha.3 downed", "Alpha to B4", "Alpha.3 standing"], "Alpha", "B4 1, C4 1, B5 1");
    check(&["kill Alpha.3", "Alpha.3 standing at D4 hp 2"], "Alpha", "A1 1, B1 1, D4 2");
    check(&["kill Alpha", "Alpha.2 stands with full HP"], "Alpha", "A1 -1 Killed, B1 1, C1 -2 Killed");
    check(&["kill Alpha", "Alpha standing at D4"], "Alpha", "D4 1, D3 1, E4 1");
}

#[test]
fn l3_morale_is_a_squads() {
    let broken = edited(&battle(), &["Alpha broken"]);
    assert!(broken.squad(squad(&broken, "Alpha")).is_broken);
    let steady = edited(&broken, &["Alpha steady"]);
    assert_eq!(steady.digest(), battle().digest());
}

/// A smaller battle, played with formations.
fn ranked() -> Battle {
    scene_with(
        ".a .a .a . .m\n.b .b . . .x",
        "a Alpha players@alice: rifle; b Bravo players@bob: rifle; m Marsh players@alice: officer;
         x Slugga Boyz 1 enemy: boy",
        |setup| setup.formations = Some(FormationSetup::default()),
    )
}

#[track_caller]
fn refuses_in_ranks(text: &str, expected: Expect) {
    let battle = ranked();
    let refused = events(text, &Names::new(&battle), &battle).expect_err("it is refused");
    expected.assert_eq(&refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn f5_formations_are_made_and_ended_by_hand() {
    let formed = edited(&ranked(), &["form Alpha and Bravo under Marsh Officer"]);
    let [one] = formed.formations() else { panic!("one formation") };
    assert_eq!((one.members.len(), formed.formation_name(one).as_str()), (5, "Alpha + Bravo"));
    assert_eq!(one.leader.map(|it| formed.setup().unit(it).name.as_str()), Some("Marsh Officer"));
    let again = edited(&formed, &["form up Alpha", "form Bravo, led by Marsh"]);
    assert_eq!(again.formations().len(), 2);
    assert_eq!(again.formations()[0].leader, None);
    assert!(edited(&again, &["disband Alpha", "disband Bravo"]).formations().is_empty());
    let without_second = edited(&formed, &["kill Alpha.2"]);
    assert_eq!(without_second.formations()[0].members.len(), 4);
}

#[test]
fn f9_units_are_dazed_and_frenzied_by_hand_and_cleared() {
    let after = edited(&ranked(), &["Alpha.2 dazed", "Bravo is frenzied"]);
    let dazed: Vec<UnitId> = after.setup().unit_ids().filter(|it| after.is_dazed(*it)).collect();
    assert_eq!(dazed, [after.squad(squad(&after, "Alpha")).members[1]]);
    assert!(after.is_squad_frenzied(squad(&after, "Bravo")));
    assert_eq!(edited(&after, &["Alpha clear", "Bravo clear"]).digest(), ranked().digest());
}

#[test]
fn formations_that_cannot_be_are_refused() {
    refuses(
        "form Alpha",
        expect![[
            r#"this battle is played without formations. A scenario turns them on with modules = ["formations"]."#
        ]],
    );
    refuses(
        "Alpha.2 dazed",
        expect![[
            r#"this battle is played without formations. A scenario turns them on with modules = ["formations"]."#
        ]],
    );
    refuses_in_ranks(
        "form Marsh",
        expect![[
            r#"only one of Marsh stands, and one alone is no formation (F-8). Name another squad as well: "form Marsh and Bravo"."#
        ]],
    );
    refuses_in_ranks(
        "form Alpha and Slugga Boyz 1",
        expect!["Alpha and Slugga Boyz 1 are on different sides (F-5). Name squads and a leader of one side."],
    );
    refuses_in_ranks(
        "form Alpha under Boyz",
        expect!["Alpha and Slugga Boyz 1 are on different sides (F-5). Name squads and a leader of one side."],
    );
    refuses_in_ranks("form Alfa", expect![[r#"no squad is called "Alfa". Did you mean "Alpha"?"#]]);
    refuses_in_ranks("form", expect!["this doesn't say which squad."]);
    refuses_in_ranks("disband Alpha", expect![[r#"nobody of Alpha is in a formation. "form Alpha" makes one."#]]);
}

#[test]
fn l1_the_killed_still_count_as_having_started() {
    let after = edited(&battle(), &["kill Alpha.1", "kill Alpha.2"]);
    let alpha = squad(&after, "Alpha");
    assert_eq!(after.squad(alpha).starting, 3);
    assert!(after.is_below_half(alpha));
}

#[test]
fn t10_ground_is_changed_for_the_rest_of_the_battle() {
    let changed = edited(&battle(), &["terrain C4-D4, A2..B2 woods"]);
    let woods = |battle: &Battle| {
        let tiles = battle.board().tiles().filter(|it| battle.ground(*it).key == "woods");
        tiles.map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(woods(&changed), "A2 B2 C4 D4 G5");
    assert_eq!(woods(&edited(&changed, &["terrain A2..D4 restore"])), "G5");
    let through = edited(&battle(), &["terrain E3 open", "Alpha.1 to E3"]);
    assert_eq!(units(&through, "Alpha"), "E3 1, B1 1, C1 2");
}

#[test]
fn c1_cp_are_set_by_hero_squad_or_seat() {
    for text in ["cp Marsh 1", "cp Marsh's caster 1", "cp alice 1", "cp seat alice to 1", "cp: marsh officer = 1"] {
        assert_eq!(edited(&battle(), &[text]).cp(CasterId(0)), 1, "{text}");
    }
}

#[test]
fn reserves_arrive_now() {
    check(&["reinforce Charlie at D4"], "Charlie", "D4 1, D3 1");
    check(&["reinforce charlie"], "Charlie", "A6 1, B6 1");
    let arrived = edited(&battle(), &["reinforce charlie"]);
    assert!(!arrived.squad(squad(&arrived, "Charlie")).in_reserve);
}

#[test]
fn reserves_that_nobody_else_knows_of_arrive_too() {
    let battle = battle_with(|setup| {
        setup.schedule.clear();
        setup.squads.iter_mut().find(|it| it.name == "Charlie").expect("Charlie").seat = None;
    });
    let arrived = edited(&battle, &["reinforce charlie at D4"]);
    assert!(!arrived.squad(squad(&arrived, "Charlie")).in_reserve);
}

#[test]
fn objectives_and_scores_are_set() {
    let after = edited(&battle(), &["objective ridge enemy", "score players 7", "score enemy to 2"]);
    assert_eq!(after.objective(ObjectiveId(0)).owner, Some(Side::Enemy));
    assert_eq!((after.score().players, after.score().enemy), (7, 2));
    let after = edited(&after, &["objective the ridge is nobody's"]);
    assert_eq!(after.objective(ObjectiveId(0)).owner, None);
}

#[test]
fn what_is_not_understood_is_said() {
    refuses(
        "",
        expect![[
            r#"this doesn't say what to change. Write it like "SQUAD to C7", "SQUAD.3 hp 2", "SQUAD.2 downed", "kill SQUAD", "SQUAD steady", "SQUAD dazed", "terrain C7 woods", "cp HERO 3" or "reinforce SQUAD at C7"."#
        ]],
    );
    refuses(
        "Alpha",
        expect![[
            r#"this names somebody, but nothing about them that can be changed. Say "to" and a tile, "hp" and a number, standing, downed, abandoned, killed, broken, steady, dazed, frenzied or clear. A hero's CP are "cp HERO 3"."#
        ]],
    );
    refuses(
        "Alfa to C7",
        expect![[r#""Alfa" is neither a squad nor anything else that can be changed. Did you mean "Alpha"?"#]],
    );
    refuses(
        "Alpha to nowhere",
        expect![[r#""nowhere" is not a tile (T-1). Tiles are written like C7: column, then row."#]],
    );
    refuses("Alpha to Z99", expect!["Z99 is off the map, which goes from A1 to H6 (T-1)."]);
    refuses("Alpha.9 hp 1", expect!["Alpha has 3 units. They are Alpha.1 to Alpha.3."]);
    refuses("Alpha.0 hp 1", expect!["Alpha has 3 units. They are Alpha.1 to Alpha.3."]);
    refuses("Alpha.3 hp -1", expect![[r#"this doesn't say how many HP. Say a number from 1, or "full"."#]]);
    refuses("Alpha.3 steady", expect!["morale is a squad's, not a single unit's (L-1). Leave out the number."]);
    refuses(
        "Alpha.3 hp 1; Bravo to A4",
        expect!["an edit changes one thing. Write what follows as an edit of its own."],
    );
    refuses(
        "Alpha.3 wounded",
        expect![[
            r#"this names somebody, but nothing about them that can be changed. Say "to" and a tile, "hp" and a number, standing, downed, abandoned, killed, broken, steady, dazed, frenzied or clear. A hero's CP are "cp HERO 3"."#
        ]],
    );
    refuses(
        "Alpha dances",
        expect![[
            r#"this names somebody, but nothing about them that can be changed. Say "to" and a tile, "hp" and a number, standing, downed, abandoned, killed, broken, steady, dazed, frenzied or clear. A hero's CP are "cp HERO 3"."#
        ]],
    );
    refuses("terrain forest", expect!["this doesn't say which tiles. Write them like C7 or D7..F9."]);
    refuses(
        "terrain A1..H6 lava",
        expect![[
            r#"this battle has no ground called "lava". There is open, wall, woods, ruins, water, barricade, rough and smoke; "restore" puts back what the map shows."#
        ]],
    );
    refuses(
        "terrain A1 wods",
        expect![[
            r#"this battle has no ground called "wods". There is open, wall, woods, ruins, water, barricade, rough and smoke; "restore" puts back what the map shows."#
        ]],
    );
    refuses("cp Nobody 3", expect![[r#"no pool of CP is called "Nobody"."#]]);
    refuses("cp Marsh", expect!["this doesn't say how many CP. Say a number from 0 to 4."]);
    refuses("objective ridge", expect!["this doesn't say whose the objective is. Say players, enemy or nobody."]);
    refuses("score 5", expect!["this doesn't say whose score. Say players or enemy."]);
    refuses(
        "terain C7 woods",
        expect![[r#""terain" is neither a squad nor anything else that can be changed. Did you mean "terrain"?"#]],
    );
    refuses(
        "Alpha to D4 please now or never",
        expect![[r#""or never" is not understood, so nothing is changed. Leave it out."#]],
    );
    refuses("Alpha to E2 or never", expect![[r#""or never" is not understood, so nothing is changed. Leave it out."#]]);
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    refuses(
        "Alpha to E2",
        expect![
            "nobody can stand on E2: wall is in the way (T-10). Name another tile, or change the ground of E2 first."
        ],
    );
    refuses("Alpha to B3", expect!["Bravo.2 stands on B3 (T-2). Name a free tile, or move who stands there first."]);
    refuses(
        "Trukk to H6",
        expect![
            "at H6 part of Trukk would be off the map (T-2). It covers 2 by 2 tiles, and the tile is its top left one."
        ],
    );
    refuses(
        "Charlie to D4",
        expect![[r#"Charlie is in reserve. Bring it onto the map with "reinforce Charlie at C7"."#]],
    );
    refuses("reinforce Alpha at D4", expect![[r#"Alpha is not in reserve. "Alpha to C7" moves who stands."#]]);
    refuses("Alpha.3 hp 3", expect!["Alpha.3 has 1 to 2 HP while it stands (T-8). To fell it, say downed or killed."]);
    refuses("Alpha.1 hp 0", expect!["Alpha.1 has 1 HP while it stands (T-8). To fell it, say downed or killed."]);
    refuses("cp Marsh 5", expect!["the CP of Marsh Officer go from 0 to 4 (C-1)."]);
    refuses(
        "terrain A1 wall",
        expect!["Alpha.1 stands on A1, and nobody can stand on that (T-10). Move it away first."],
    );
    refuses("score players 99999999", expect!["a score is at most 1000000."]);
}

#[test]
fn who_does_not_stand_is_put_on_his_feet_first() {
    let fallen = edited(&battle(), &["kill Alpha.1"]);
    let refused = events("Alpha.1 to D4", &Names::new(&fallen), &fallen).expect_err("he is dead");
    expect![[r#"Alpha.1 is killed (T-8). "Alpha.1 standing" puts it on its feet."#]].assert_eq(&refused[0].to_string());
    let gone = edited(&battle(), &["kill Alpha"]);
    let refused = events("Alpha to D4", &Names::new(&gone), &gone).expect_err("they are dead");
    expect![[r#"nobody of Alpha stands (T-8). "Alpha.1 standing at C7" puts one on its feet."#]]
        .assert_eq(&refused[0].to_string());
}

/// Words that edits are made of, in any order.
fn any_text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "Alpha",
        "Bravo",
        "Trukk",
        "Boyz",
        "Charlie",
        "Marsh",
        ".",
        "1",
        "2",
        "3",
        "9",
        "to",
        "at",
        "hp",
        "full",
        "downed",
        "standing",
        "killed",
        "abandoned",
        "broken",
        "steady",
        "kill",
        "terrain",
        "woods",
        "wall",
        "open",
        "restore",
        "cp",
        "alice",
        "reinforce",
        "objective",
        "ridge",
        "score",
        "players",
        "enemy",
        "nobody",
        "A1",
        "C4",
        "D4",
        "E2",
        "F3",
        "H6",
        "Z9",
        "..",
        "-",
        ":",
        "\"",
        "é",
        "🚀",
    ]);
    prop::collection::vec((word, any::<bool>()), 0..9)
        .prop_map(|words| words.iter().map(|(word, gap)| format!("{word}{}", if *gap { " " } else { "" })).collect())
}

/// An edit whose names, tiles and numbers need not be in the battle.
fn any_edit() -> impl Strategy<Value = String> {
    let squad = "(Alpha|Bravo|Marsh|Marsh Officer|Trukk|Boyz|Charlie|Delta)";
    let unit = r"(Alpha\.[1-4]|(Bravo|Boyz|Charlie)\.[12]|(Marsh|Trukk)\.[12])";
    let (tile, hp) = ("[A-I][1-7]", "hp (full|[0-7])");
    let who = format!("({squad}|{unit})");
    let forms = [
        (4, format!("{who} to {tile}")),
        (2, format!("{who} {hp}")),
        (2, format!("{who} standing( at {tile})?( {hp})?")),
        (3, format!("{who} (downed|abandoned|killed)")),
        (1, format!("{squad} (broken|steady)")),
        (3, format!("terrain( {tile}){{1,5}} (open|wall|woods|ruins|water|barricade|rough|smoke|lava|restore)")),
        (1, "cp (Marsh|Trukk) [0-6]".to_owned()),
        (1, format!("reinforce {squad} at {tile}")),
        (1, "objective ridge (nobody|players|enemy)".to_owned()),
        (1, "score players (0|7|1000000|1000001|9999999999)".to_owned()),
        (1, format!("form {squad}( and {squad})?( under {unit})?")),
        (1, format!("disband {squad}")),
        (1, format!("{who} (clear|dazed|frenzied)")),
    ];
    let written = |form: &str| prop::string::string_regex(form).expect("a pattern");
    prop::strategy::Union::new_weighted(forms.iter().map(|(often, form)| (*often, written(form))).collect())
}

fn keeps_the_laws(battle: &Battle) -> Result<(), TestCaseError> {
    prop_assert!(battle.grid_agrees(), "T-2: the grid agrees with the units");
    for id in battle.setup().unit_ids() {
        let (unit, full) = (battle.unit(id), i16::from(battle.profile(id).hp));
        match unit.state {
            UnitState::Standing => {
                prop_assert!(battle.footprint(id).tiles().all(|it| battle.ground(it).cost.is_some()), "T-10");
                prop_assert!((1..=full).contains(&unit.hp), "T-8");
            }
            UnitState::InReserve => prop_assert!(battle.squad(unit.squad).in_reserve),
            UnitState::Downed | UnitState::Abandoned => prop_assert!(-full < unit.hp && unit.hp <= 0, "T-8"),
            UnitState::Killed => prop_assert!(unit.hp <= -full, "T-8"),
        }
    }
    for id in battle.setup().caster_ids() {
        prop_assert!(battle.cp(id) <= battle.setup().caster(id).cp_max, "C-1");
    }
    for id in battle.setup().squad_ids() {
        prop_assert_eq!(usize::from(battle.squad(id).starting), battle.setup().squad(id).members.len(), "L-1");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_is_read_to_its_end(text in any_text()) {
        let battle = battle();
        if let Err(refused) = events(&text, &Names::new(&battle), &battle) {
            prop_assert!(!refused.is_empty());
            for it in &refused {
                prop_assert!(text.get(it.span.clone()).is_some(), "{:?}", it);
                prop_assert!(!it.under(&text).is_empty());
            }
        }
    }

    #[test]
    fn whatever_is_set_right_the_laws_hold(
        edits in prop::collection::vec(any_edit(), 1..25),
        has_formations in any::<bool>(),
    ) {
        let mut battle = if has_formations { battle_with_formations() } else { battle() };
        let names = Names::new(&battle);
        for edit in &edits {
            match events(edit, &names, &battle) {
                Ok(events) => events.iter().for_each(|it| battle.apply(it)),
                Err(refused) => prop_assert!(!refused[0].message.is_empty()),
            }
            keeps_the_laws(&battle)?;
            let bytes = serde_json::to_vec(&battle).expect("a battle is JSON");
            let read = Battle::restore(battle.setup_shared(), &bytes).expect("an edited battle is still one");
            prop_assert_eq!(read.digest(), battle.digest());
        }
    }
}
