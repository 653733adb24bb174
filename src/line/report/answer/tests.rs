use expect_test::{Expect, expect};

use crate::field::SeatId;
use crate::line::battle::scene::{scene, scene_with, weapon};
use crate::line::orders::{Accepted, Names, collect, read};
use crate::line::rules::Line;
use crate::post::Language;

use super::*;

const ALICE: Poster = Poster::Seat(SeatId(0));
const BOB: Poster = Poster::Seat(SeatId(1));

fn battle() -> Battle {
    scene(
        "
        .a .a .a . . . .x .x
        .b .b .  . r . .  .n
        .s .  .  . . . .  .
        ",
        "a Alpha players@alice: rifle rifle officer; b Bravo players@bob: rifle; s Spears players@alice: spearman;
         x Boyz enemy: boy; n Nobz enemy: boy",
    )
}

/// The answer to the last of these posts.
fn told(battle: &Battle, posts: &[(Poster, &str)]) -> String {
    let answers = answers_with(battle, posts, false);
    answers.last().cloned().flatten().map_or_else(String::new, |it| it.text())
}

/// The answers to each of these posts.
fn told_of_all(battle: &Battle, posts: &[(Poster, &str)], in_full: bool) -> String {
    let answers = answers_with(battle, posts, in_full);
    answers.iter().flatten().map(Answer::text).collect::<Vec<_>>().join("\n")
}

fn answers_with(battle: &Battle, posts: &[(Poster, &str)], in_full: bool) -> Vec<Option<Answer>> {
    let names = Names::new(battle);
    let accept = |(n, (poster, text)): (usize, &(Poster, &str))| {
        Accepted::new(*poster, read(text, &names, battle, *poster, &Language::default()), n as u64)
    };
    let accepted: Vec<Accepted> = posts.iter().enumerate().map(accept).collect();
    let collected = collect(battle, &accepted);
    let rules = Line::default();
    let asked = |(post, (_, text)): (usize, &(Poster, &str))| {
        let (posts, collected) = (&accepted[..], &collected);
        answer(&PostContext { rules: &rules, battle, text, posts, collected, post, in_full, knows_all: false })
    };
    posts.iter().enumerate().map(asked).collect()
}

#[track_caller]
fn check(posts: &[(Poster, &str)], expected: Expect) {
    let answers = answers_with(&battle(), posts, false);
    let shown = answers.iter().map(|it| match it {
        None => "no answer".to_owned(),
        Some(answer) => format!("{:?}\n{}", answer.reaction, answer.text()),
    });
    expected.assert_eq(&shown.collect::<Vec<_>>().join("\n\n"));
}

#[test]
fn who_is_to_hold_fire_after_a_move_still_moves() {
    for (before, still) in
        [("shoot Nobz; move to D1", "moves"), ("charge Nobz", "charges Nobz"), ("disengage", "disengages")]
    {
        let told = told(&battle(), &[(ALICE, &format!("!Alpha: {before}")), (ALICE, "!Alpha: hold fire")]);
        assert!(told.contains(&format!("Alpha: holds its fire, and still {still}.")), "{told}");
        assert_eq!(told.contains("this replaces \"shoot Nobz\""), before.starts_with("shoot"), "{told}");
        assert!(!told.contains("replaces \"move"), "{told}");
    }
}

#[test]
fn who_has_no_move_after_an_order_to_fire_still_fires() {
    let posts = [(ALICE, "!Alpha: shoot Nobz; move to D1"), (ALICE, "!Alpha: Move: none")];
    let two = told(&battle(), &posts);
    assert!(two.contains("Alpha: doesn't move, and still fires."), "{two}");
    let one = told(&battle(), &[(ALICE, "!Alpha: don't move, shoot Nobz")]);
    assert!(!one.contains("still fires"), "{one}");
}

#[test]
fn o3_who_wants_to_end_the_battle_is_told_who_has_still_to_say_so() {
    let posts = [(ALICE, "!end battle"), (BOB, "!end battle")];
    for (posts, still) in [(&posts[..1], "Still to say so: bob."), (&posts, "All of them have.")] {
        let told = told(&battle(), posts);
        assert!(told.contains(&format!("say so this round (O-3). {still}")), "{told}");
    }
}

#[test]
fn only_leaves_the_other_squads_what_they_were_told_and_says_so_if_that_is_anything() {
    let only = (ALICE, "!Only Alpha shoots Nobz");
    for (before, says_so) in [((ALICE, "!Spears: move to C3"), true), ((BOB, "!Bravo: hold"), false)] {
        let told = told(&battle(), &[before, only]);
        assert_eq!(told.contains("your other squads"), says_so, "{told}");
    }
}

#[test]
fn s5_an_answer_tells_how_likely_a_volley_is_wasted() {
    check(
        &[(ALICE, "!Alpha: shoot Nobz"), (BOB, "!Bravo: shoot Nobz")],
        expect![[r#"
            Taken
            ✅ Alpha: fires on Nobz with 2 rifles and 1 pistol (6–8 tiles off, range 24): about 0.5 fall (52 % that nobody does).
            Still without orders: Spears. CP left after this: 4 of 4.

            Taken
            ✅ Bravo: fires on Nobz with 2 rifles (6–7 tiles off, range 24): about 0.2 fall (81 % that nobody does); 48 % that it is wasted (S-5)."#]],
    );
}

#[test]
fn s4_parts_of_a_volley_at_one_squad_are_told_as_one_with_what_all_of_it_comes_to() {
    let one = told(&battle(), &[(ALICE, "!Alpha: shoot Nobz with rifle, Nobz with pistol")]);
    let whole = "✅ Alpha: fires on Nobz with 2 rifles and 1 pistol (6–8 tiles off, range 24): about 0.";
    assert!(one.starts_with(whole) && one.matches("Nobz").count() == 1, "{one}");
    let two = told(&battle(), &[(ALICE, "!Alpha: shoot Nobz with rifle, Boyz with pistol")]);
    assert!(two.contains("fires on Nobz with 2 rifles (") && two.contains("fires on Boyz with 1 pistol ("), "{two}");
}

#[test]
fn a_weapon_that_is_a_pair_is_not_told_as_one_of_many() {
    let squads = "a Alpha players@alice: rifle; b Bravo players@alice: rifle; x Boyz enemy: boy";
    let battle = scene_with(".a .b .b . .x", squads, |setup| {
        let rifle = weapon(setup, "rifle");
        setup.weapons[usize::from(rifle.0)].name = "Twin Guns".to_owned();
    });
    let told = told(&battle, &[(ALICE, "!Alpha: shoot Boyz\n!Bravo: shoot Boyz")]);
    assert!(told.contains("Alpha: fires on Boyz with Twin Guns ("), "{told}");
    assert!(told.contains("Bravo: fires on Boyz with 2 Twin Guns ("), "{told}");
}

#[test]
fn a_slip_in_a_name_of_several_words_is_told_with_all_of_the_name() {
    let squads = "a Alpha players@alice: rifle; x Boyz enemy: boy; y Nobz enemy: boy";
    let battle = scene_with(".a .a . . .x .y", squads, |setup| {
        for (squad, name) in [(1, "West Trench"), (2, "East Trench")] {
            setup.squads[squad].name = name.to_owned();
        }
    });
    for slip in ["Wset Trench", "West Trnech"] {
        let told = told(&battle, &[(ALICE, &format!("!Alpha: shoot {slip}"))]);
        assert!(told.contains(&format!("with \"{slip}\" read as \"West Trench\".")), "{told}");
    }
}

#[test]
fn s1_a_crew_at_its_gun_and_a_pistol_too_far_away_are_no_doubt_and_most_of_a_squad_is() {
    for (kinds, tiles, told) in [
        ("rifle rifle officer", 10, "💡 Alpha: 1 other can't fire at Boyz now: out of range ("),
        ("team team rifle", 10, "1 machine gun"),
        ("team team rifle rifle", 27, "⚠️ Alpha: 2 others can't fire at Boyz now: out of range ("),
    ] {
        let gap = " .".repeat(tiles - 1);
        let rows = kinds.split(' ').enumerate().map(|it| format!(".a{gap} {}", if it.0 == 0 { ".x" } else { "." }));
        let squads = format!("a Alpha players@alice: {kinds}; x Boyz enemy: boy");
        let battle = scene(&rows.collect::<Vec<_>>().join("\n"), &squads);
        let answer = answers_with(&battle, &[(ALICE, "!Alpha: shoot Boyz")], false).remove(0).expect("an answer");
        let text = answer.text();
        assert!(text.contains(told) && !text.contains("working another"), "{text}");
        assert_eq!(answer.reaction == Reaction::Doubtful, told.starts_with('⚠'), "{text}");
    }
}

#[test]
fn all_chances_are_told_in_sentences_to_who_asks_for_them() {
    let posts = [(ALICE, "!Alpha: shoot Boyz"), (BOB, "!Bravo: shoot Boyz; disengage")];
    expect![[r#"
        ✅ Alpha: fires on Boyz with 2 rifles and 1 pistol (4–6 tiles off, range 24): about 0.6 fall (52 % that nobody does); 9 % that none is left.
        ✅ Alpha: Losses of Boyz, of whom 2 stand now: 0.6 on average (none in 52 %, 1 in 40 %, 2 in 9 %), in 1,000 tries. 9 % that none of them is left after it.
        Still without orders: Spears. CP left after this: 4 of 4.
        ✅ Bravo: fires on Boyz with 2 rifles (6–7 tiles off, range 24): about 0.3 fall (69 % that nobody does); 9 % that it is wasted (S-5).
        ✅ Bravo: Losses of Boyz, of whom 2 stand now: 0.3 on average (none in 69 %, 1 in 29 %, 2 in 2 %), in 1,000 tries. 9 % that it is wasted: they are gone by then (S-5). 24 % that none of them is left after it.
        ⚠️ Bravo: disengages, but it shoots before, and a squad that has shot doesn't disengage (V-3). Take back one of the two orders."#]].assert_eq(&told_of_all(&battle(), &posts, true));
}

#[test]
fn an_answer_tells_nothing_of_orders_that_may_be_hidden() {
    let battle = scene(".a . .g . . .n", "a Alpha players@alice: rifle; g Guns players: gunner; n Nobz enemy: boy");
    let answer = |posts: &[(Poster, &str)], in_full| {
        let answers = answers_with(&battle, posts, in_full);
        answers.last().cloned().flatten().map_or_else(String::new, |it| it.lines[0].text.clone())
    };
    let alone = answer(&[(ALICE, "!Alpha: shoot Nobz")], false);
    let after = [(Poster::Gm, "!Guns: shoot Nobz"), (ALICE, "!Alpha: shoot Nobz")];
    for in_full in [false, true] {
        assert_eq!(answer(&after, in_full), alone);
    }
}

#[test]
fn an_answer_says_what_was_understood_then_doubts_then_refusals() {
    check(
        &[(ALICE, "Hold the ridge!\n!Alpha: shoot Boyz; abandon all\n!Spears: charge Nobz unless dead\n!Sprs: hold")],
        expect![[r#"
            Refused
            ✅ Alpha: fires on Boyz with 2 rifles and 1 pistol (4–6 tiles off, range 24): about 0.5 fall (58 % that nobody does); 8 % that none is left.
            ✅ Alpha: leaves all its downed behind (0 now); each takes 1 off its morale roll (L-2).
            ✅ Spears: holds.
            ⚠️ line 2: Alpha carries nobody now (V-5).
            ⚠️ line 4: taken as "Spears: hold", with "Sprs" read as "Spears".
            ❌ line 3: !Spears: charge Nobz unless dead
                                            ^^^^^^ orders can't be conditional: the players fire first and all at once (S-4).
            CP left after this: 4 of 4."#]],
    );
}

#[test]
fn orders_of_every_kind_are_told() {
    check(
        &[
            (
                ALICE,
                "!Alpha: hold; move n 1; melee Boyz\n!Spears: disengage; move toward Nobz 3 tight\n!Alpha Officer: leave",
            ),
            (BOB, "!Bravo: shoot Nobz with rifles; move to E2 via D2 take cover"),
            (Poster::Gm, "!Boyz: fire at will; charge Alpha\n!end battle"),
            (BOB, "!tap out"),
            (ALICE, "!withdraw orders for Spears"),
        ],
        expect![[r#"
            Refused
            ✅ Alpha: holds.
            ✅ Alpha Officer: leaves Alpha.
            ⚠️ Alpha: fights Boyz if they are in melee by then, which they are not now (M-1).
            ❌ line 1: !Alpha: hold; move n 1; melee Boyz
                                          ^^^ these steps lead off the map, counted from C1 (V-1).
            💡 line 2: this replaces "disengage" further up.
            Still without orders: Spears. CP left after this: 4 of 4.

            Taken
            ✅ Bravo: fires on Nobz with 2 rifles (6–7 tiles off, range 24): about 0.4 fall (60 % that nobody does).
            ✅ Bravo: moves to E2 via D2, taking cover, 5 of 6 tiles, into cover (ruins, +2 save).

            Doubtful
            ✅ Boyz: fires at will.
            ✅ The battle ends with this round (O-3).
            ⚠️ Boyz: charges Alpha, but it shoots before, and a squad that has shot doesn't charge (V-3). Take back one of the two orders.

            Taken
            ✅ You want to tap out: the battle ends if all players who still stand say so this round (O-4). Still to say so: alice.

            Taken
            ✅ Spears: has no orders any more.
            Still without orders: Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn fiction_gets_no_answer() {
    check(
        &[(ALICE, ""), (BOB, "The ridge is ours.")],
        expect![[r#"
        no answer

        no answer"#]],
    );
}

#[test]
fn a_hint_alone_is_no_verdict() {
    check(
        &[(ALICE, "Alpha: hold")],
        expect![[r#"
        Nothing
        💡 line 1: this reads like an order but is taken as fiction. Begin the line with ! to make it one.
        Still without orders: Alpha and Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn an_answer_tells_which_post_replaced_an_order() {
    check(
        &[(ALICE, "!Alpha: shoot Boyz"), (ALICE, "!Alpha: shoot Nobz")],
        expect![[r#"
            Taken
            💡 Alpha: "shoot Boyz" is replaced by another post.
            Still without orders: Spears. CP left after this: 4 of 4.

            Taken
            ✅ Alpha: fires on Nobz with 2 rifles and 1 pistol (6–8 tiles off, range 24): about 0.5 fall (53 % that nobody does).
            💡 line 1: this replaces "shoot Boyz" in an earlier post.
            Still without orders: Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn a_question_takes_the_place_of_no_order() {
    let posts = [(ALICE, "!Alpha: shoot Boyz"), (ALICE, "!Alpha: shoot Nobz")];
    let says_so = |in_full| told_of_all(&battle(), &posts, in_full).contains("this replaces");
    assert!(says_so(false) && !says_so(true));
}

#[test]
fn an_answer_names_an_order_that_a_later_post_gives_as_well() {
    check(
        &[(ALICE, "!Alpha: hold"), (ALICE, "!Alpha: hold")],
        expect![[r#"
            Taken
            💡 Alpha: "hold" stands in another post, too.
            Still without orders: Spears. CP left after this: 4 of 4.

            Taken
            ✅ Alpha: holds.
            Still without orders: Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn many_refusals_are_counted() {
    let post = "!Xyz: hold\n".repeat(14);
    let told = told(&battle(), &[(ALICE, &post)]);
    assert_eq!((told.matches('❌').count(), told.matches("\n❌ 4 more were refused.").count()), (11, 1), "{told}");
}

#[test]
fn nobody_is_called_by_an_answer() {
    let long = format!("!{} @everyone `x` <@1>: hold, and {}", "word ".repeat(20), "then ".repeat(20));
    check(
        &[(ALICE, &long)],
        expect![[r#"
            Refused
            ❌ line 1: !word word word word word word word word word word word word…
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no squad of yours is called "word word word word word word word word …". Yours are Alpha and Spears.
            Still without orders: Alpha and Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn an_answer_leads_nowhere_and_closes_no_block() {
    check(
        &[(ALICE, "!“[x](https://x.example)[/code]```<#7>”: hold\n!Alpha: shoot \"https://x.example [url]\"")],
        expect![[r#"
            Refused
            ❌ line 1: !“(x)(https:∕∕x.example)(∕code)'''‹#7›”: hold
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no squad of yours is called "x(https:x.example)code7". Yours are Alpha and Spears.
            ❌ line 2: !Alpha: shoot "https:∕∕x.example (url)"
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^ no enemy squad is called "https:x.example url". The nearest are Boyz and Nobz.
            Still without orders: Alpha and Spears. CP left after this: 4 of 4."#]],
    );
}

#[test]
fn cp_that_are_left_are_told_of_each_pool() {
    let squads = "a Alpha players@alice: officer; b Bravo players@alice: officer; x Boyz enemy: boy";
    let told = told(&scene(".a .b . .x", squads), &[(ALICE, "!Alpha: hold")]);
    assert!(told.ends_with("CP left after this: Alpha Officer 4 of 4 and Bravo Officer 4 of 4."), "{told}");
}

mod formations {
    use super::*;
    use crate::line::battle::scene::{form_up, profile, teach};
    use crate::line::battle::{AbilityId, Effect, Event, FormationEvent, FormationSetup, Plight, PlightCause, Trigger};

    fn battle() -> Battle {
        scene_with(
            "
            .a .a .a . .x .x
            .  .b .b . .  .n
            .s .  .c . .  .
            ",
            "a Alpha players@alice: rifle rifle officer; b Bravo players@alice: rifle; s Spear players@alice: spearman;
             c Carol players@bob: rifle; x Boyz enemy: boy; n Nobz enemy: boy",
            |setup| setup.formations = Some(FormationSetup::default()),
        )
    }

    #[test]
    fn f5_a_start_is_answered_with_all_that_is_in_the_way() {
        let posts = [
            "!form up Alpha and Bravo\n!Spear: form up shuffle u1@A2; disband",
            "!form up Bravo and Spear without u1 of Bravo, shuffle Bravo.2@D2",
            "!Alpha: form up without a leader; break ranks\n!Bravo: disband",
            "!Alpha: form up shuffle u1@D3",
        ];
        expect![[r#"
            ✅ Alpha: can now form up with Bravo: 5 units, directed by Alpha Officer.
            ⚠️ Spear: is in no formation now to be disbanded.
            💡 line 2: this replaces "form up shuffle Spear.1 to A2" further up.
            CP left after this: 4 of 4.
            ⚠️ Bravo: can't form up with Spear, leaving out Bravo 1 as things are: it stands in 2 groups, Bravo 2 | Spear 1 (F-8). Those who fail to form up neither shoot nor move (F-12).
            ⚠️ Bravo: Bravo 2 can't step to D2: that is in reach of an enemy (F-11).
            Still without orders: Alpha. CP left after this: 4 of 4.
            ✅ Alpha: breaks ranks in melee: its members press in one by one (M-3).
            ⚠️ Alpha: can't form up without a leader as things are: Alpha 1, Alpha 2 and Alpha Officer need a leader (F-6). Those who fail to form up neither shoot nor move (F-12).
            ⚠️ Bravo: is in no formation now to be disbanded.
            Still without orders: Spear. CP left after this: 4 of 4.
            ✅ Alpha: can now form up: 3 units, directed by Alpha Officer.
            ⚠️ Alpha: Alpha 1 can't step to D3: that is not one step away (F-11).
            Still without orders: Bravo and Spear. CP left after this: 4 of 4."#]].assert_eq(&posts.map(|it| told(&battle(), &[(ALICE, it)])).join("\n"));
    }

    #[test]
    fn f3_f20_a_volley_is_answered_with_how_well_it_is_aimed_and_a_march_with_its_price() {
        let posts = [
            "!form up Alpha and Bravo\n!Alpha: volley at Boyz.2",
            "!Alpha: volley at nearest\n!Bravo: form up; volley at Nobz",
            "!Alpha: form up; steps S S",
            "!form up Alpha and Bravo\n!Alpha: move to C3",
            "!Bravo: steps E; Alpha: form up; steps N hold u2",
        ];
        expect![[r#"
            ✅ Alpha: can now form up with Bravo: 5 units, directed by Alpha Officer.
            ✅ Alpha: Alpha + Bravo fires a volley at Boyz 2 with 4 rifles and 1 pistol (2–4 tiles off, range 24): 84 % to fell it in 1,000 tries, and what is too much for it is lost (F-3); +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            Still without orders: Spear. CP left after this: 4 of 4.
            ✅ Bravo: can now form up: 2 units, directed by Alpha Officer.
            ✅ Bravo: fires a volley at Nobz 1 with 2 rifles (3–4 tiles off, range 24): 47 % to fell it in 1,000 tries; +1 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Alpha: is to volley at the nearest of Boyz, but is in no formation now, and fires as any squad does unless it forms up (F-3).
            Still without orders: Spear. CP left after this: 4 of 4.
            ✅ Alpha: can now form up: 3 units, directed by Alpha Officer.
            ⚠️ Alpha: is to march south 2. As things stand, the report will say: Alpha marched south: 2 Steps, 1 MP for everybody. Not everybody kept step: Alpha 2 (somebody stands there), Alpha Officer (somebody stands there) and Alpha 1 (somebody stands there).
            Still without orders: Bravo and Spear. CP left after this: 4 of 4.
            ✅ Alpha: can now form up with Bravo: 5 units, directed by Alpha Officer.
            ⚠️ Alpha: moves to C3 in formation. As things stand, the report will say: Alpha + Bravo stayed: no way leads nearer (F-20).
            Still without orders: Spear. CP left after this: 4 of 4.
            ✅ Alpha: can now form up: 3 units, directed by Alpha Officer.
            ⚠️ Bravo: is to march east, but is in no formation now, and Steps are a formation's (F-20).
            ⚠️ Alpha: is to march north (Alpha 2 holding). As things stand, the report will say: Alpha stood: 1 Step, 0 MP for everybody. Not everybody kept step: Alpha 1 (nobody can go there) and Alpha Officer (nobody can go there).
            Still without orders: Spear. CP left after this: 4 of 4."#]].assert_eq(&posts.map(|it| told(&battle(), &[(ALICE, it)])).join("\n"));
    }

    #[test]
    fn f10_who_confirms_what_a_partner_ordered_is_told_so() {
        let told = |posts: &[(Poster, &str)]| {
            let battle = scene_with(
                ".a .a .c . . .x",
                "a Alpha players@alice: rifle officer; c Carol players@bob: rifle; x Boyz enemy: boy",
                |setup| setup.formations = Some(FormationSetup::default()),
            );
            told_of_all(&battle, posts, false)
        };
        expect![[r#"
            ✅ Alpha: can now form up with Carol under Alpha Officer: 3 units.
            ⚠️ line 1: nothing happens unless bob also orders the same squads to form up together (F-10).
            CP left after this: 4 of 4."#]]
        .assert_eq(&told(&[(ALICE, "!Alpha: form up with Carol under Alpha Officer")]));
        expect![[r#"
            ✅ Alpha: can now form up with Carol: 3 units, directed by Alpha Officer.
            CP left after this: 4 of 4.
            ✅ Carol: can now form up with Alpha: 3 units, directed by Alpha Officer."#]]
        .assert_eq(&told(&[(ALICE, "!Alpha: form up with Carol"), (BOB, "!Carol: form up with Alpha")]));
        expect![[r#"
            ✅ Alpha: can now form up with Carol under Alpha Officer: 3 units.
            CP left after this: 4 of 4.
            ✅ Carol: can now form up with Alpha under Alpha Officer, as was ordered first for Alpha (F-10): 3 units."#]].assert_eq(&told(&[
            (ALICE, "!Alpha: form up with Carol under Alpha Officer"),
            (BOB, "!Carol: form up with Alpha without a leader"),
        ]));
    }

    #[test]
    fn f10_an_order_for_others_as_well_is_named_where_it_is_in_the_way() {
        let told = |post: &str| told(&battle(), &[(ALICE, "!Alpha: form up with Bravo"), (ALICE, post)]);
        let still = "Alpha is still to form up with Bravo; to change that, give Alpha another order to form up, or withdraw its orders \
                     (F-10).";
        let bravo = told("!Bravo: form up");
        assert!(bravo.contains(&format!("\n⚠️ Bravo: {still}\n")), "{bravo}");
        let withdrawn = told("!withdraw orders for Bravo");
        let rest = "has no orders of its own any more, but";
        assert!(withdrawn.contains(&format!("⚠️ Bravo: {rest} {still}\n")), "{withdrawn}");
        let alpha = told("!Alpha: form up\n!Bravo: form up");
        assert!(!alpha.contains("still"), "{alpha}");
    }

    #[test]
    fn f10_who_is_to_form_up_with_others_first_and_will_fail_cannot_form_up_again() {
        let told = told(&battle(), &[(ALICE, "!form up Spear and Alpha\n!Alpha: form up")]);
        for part in [
            "⚠️ Spear: can't form up with Alpha as things are: ",
            "in 2 groups",
            "\n⚠️ Alpha: can't form up as things are: ",
            "have spent the Free Action of this round (F-10)",
            "\n⚠️ Alpha: Spear is still to form up with Alpha; to change that, give Spear",
        ] {
            assert!(told.contains(part), "{part} is not in {told}");
        }
    }

    #[test]
    fn f5_who_is_in_formation_is_told_that_he_need_not_form_up_and_why_his_volley_falls_silent() {
        let mut battle = battle();
        let officer = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == "Alpha Officer");
        form_up(&mut battle, &["Alpha", "Bravo"], officer);
        battle.apply(&Event::RoundBegan { round: 2 });
        let volley = (ALICE, "!Alpha: volley at Boyz.2");
        let told = |posts: &[(Poster, &str)]| told(&battle, posts);
        let formed = "⚠️ Alpha: is in formation already, as Alpha + Bravo, and needn't form up for anything: leave \"form up\" out of the \
                      post, or withdraw Alpha's orders and give the rest again (F-5).\n";
        let alone = told(&[(ALICE, "!Alpha: form up without a leader")]);
        assert!(alone.contains("(F-12).\n") && alone.contains(formed), "{alone}");
        let both = (ALICE, "!Alpha: form up with Bravo without a leader");
        let told_both = told(&[both]);
        assert!(told_both.contains(formed), "{told_both}");
        let silent = told(&[both, volley]);
        let why = ": nobody of it can fire by then, as it is told to form up and can't (F-12); +4 to hit";
        assert!(silent.contains(why), "{silent}");
        let fires = told(&[volley]);
        assert!(fires.starts_with("✅ Alpha: Alpha + Bravo fires a volley") && !fires.contains("F-12"), "{fires}");
    }

    #[test]
    fn f10_squads_that_are_told_to_form_up_with_another_are_not_waited_for() {
        for (post, owed) in [
            ("!Alpha: form up with Bravo", &["Spear"][..]),
            ("!Alpha: form up with Carol", &["Bravo", "Spear"]),
            ("!Alpha: hold", &["Bravo", "Spear"]),
        ] {
            let answers = answers_with(&battle(), &[(ALICE, post)], false);
            assert_eq!(answers[0].as_ref().map_or(&[][..], |it| &it.without_orders), owed, "{post}");
        }
    }

    /// A battle in which Alpha and Bravo stand in a formation, and the enemy is in melee with Carol.
    fn formed(enemy: &str) -> Battle {
        let mut battle = scene_with(
            &format!(".a .a .a . . . {enemy}\n.b .b .  . . . .c\n.  .  .  . . . {enemy}"),
            "a Alpha players@alice: rifle rifle officer; b Bravo players@alice: rifle; c Carol players@bob: rifle;
             x Boyz enemy: boy",
            |setup| setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() }),
        );
        form_up(&mut battle, &["Alpha", "Bravo"], None);
        battle
    }

    #[test]
    fn f3_s9_what_has_fired_before_counts_in_an_answer_and_whoever_is_in_the_melee() {
        let posts = [
            "!Alpha: volley at Boyz.1\n!Bravo: shoot Boyz",
            "!Bravo: shoot Boyz\n!Alpha: volley at Boyz",
            "!Alpha: volley at Boyz",
            "!Alpha: volley at Boyz.1\n!Bravo: volley at Boyz.2",
        ];
        expect![[r#"
            ✅ Alpha: Alpha + Bravo fires a volley at Boyz 1 with 4 rifles and 1 pistol (4–7 tiles off, range 24): 86 % to fell it in 1,000 tries, and what is too much for it is lost (F-3); +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Alpha: misses may hit Carol, in melee with Boyz 1 (S-9).
            ⚠️ Bravo: fires on Boyz with 2 rifles (6–7 tiles off, range 24): nobody can fire by then.
            ⚠️ Bravo: misses may hit Carol, in melee with Boyz (S-9).
            CP left after this: 4 of 4.
            ✅ Bravo: fires on Boyz with 2 rifles (6–7 tiles off, range 24): about 0.4 fall (64 % that nobody does).
            ✅ Alpha: Alpha + Bravo fires a volley at Boyz 1 with 4 rifles and 1 pistol (4–7 tiles off, range 24): 65 % to fell it in 1,000 tries, 3 % that it is gone by then (S-5), and what is too much for it is lost (F-3); +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Bravo: misses may hit Carol, in melee with Boyz (S-9).
            ⚠️ Alpha: misses may hit Carol, in melee with Boyz 1 (S-9).
            CP left after this: 4 of 4.
            ✅ Alpha: Alpha + Bravo fires a volley at Boyz 1 with 4 rifles and 1 pistol (4–7 tiles off, range 24): 86 % to fell it in 1,000 tries, and what is too much for it is lost (F-3); +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Alpha: misses may hit Carol, in melee with Boyz 1 (S-9).
            Still without orders: Bravo. CP left after this: 4 of 4.
            ✅ Alpha: Alpha + Bravo fires a volley at Boyz 1 with 4 rifles and 1 pistol (4–7 tiles off, range 24): 87 % to fell it in 1,000 tries, and what is too much for it is lost (F-3); +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Alpha: misses may hit Carol, in melee with Boyz 1 (S-9).
            ⚠️ Bravo: Alpha + Bravo fires a volley at Boyz 2 with 4 rifles and 1 pistol (4–7 tiles off, range 24): nobody of it can fire by then; +4 to hit for the volley, with all else never more than +2 (F-3, S-8).
            ⚠️ Bravo: misses may hit Carol, in melee with Boyz 2 (S-9).
            ⚠️ Bravo: Alpha has another target for the same formation; a formation fires together once, at the first that was ordered (F-3).
            CP left after this: 4 of 4."#]].assert_eq(&posts.map(|it| told(&formed(".x"), &[(ALICE, it)])).join("\n"));
    }

    #[test]
    fn f4_what_waits_for_a_fight_is_not_too_late_for_spears_that_are_charged() {
        let squads = "a Alpha players@alice: spearman; l Lead players@alice: officer; x Boyz enemy: boy";
        let battle = scene_with(".a .a . . .x\n.l . . . .", squads, |setup| {
            setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
            let spearman = profile(setup, "spearman");
            setup.profiles[usize::from(spearman.0)].drill.spear = true;
            teach(setup, "Steady Aim", vec![Effect::Rally]).trigger = Some(Trigger::Fights);
        });
        let told = |post| {
            let text = told(&battle, &[(ALICE, post)]);
            text.lines().find(|it| it.contains("Steady Aim")).map(str::to_owned).unwrap_or_default()
        };
        expect!["⚠️ Lead Officer: uses Steady Aim on Alpha for 1 CP. As things are, it comes to nothing: Alpha isn't in melee, and a charge this round comes too late for it (C-5)."]
            .assert_eq(&told("!use Steady Aim on Alpha"));
        expect![
            "✅ Lead Officer: uses Steady Aim on Alpha for 1 CP; it counts if somebody charges into its spears (F-4)."
        ]
        .assert_eq(&told("!Alpha: form up\n!use Steady Aim on Alpha"));
    }

    #[test]
    fn f20_what_a_formation_is_told_that_stands_already() {
        let posts = [
            "!Alpha: move to G3",
            "!Bravo: steps S\n!Alpha: steps E",
            "!Bravo: move to D2",
            "!Bravo: move to G3",
            "!Alpha: wheel left",
            "!Alpha: disband",
        ];
        expect![[r#"
            ⚠️ Alpha: moves to G3 in formation, 4 Steps, 4 MP for everybody, but gets to E1 only, 4 tiles short of G3: others or the ground are in the way (F-20).
            Still without orders: Bravo. CP left after this: 4 of 4.
            ✅ Bravo: is to march south, 1 Step, 1 MP for everybody.
            ⚠️ Alpha: is to march east, but Alpha + Bravo moves once a round, and as Bravo is told, which comes first (F-20).
            CP left after this: 4 of 4.
            ✅ Bravo: moves to D2 in formation, 4 Steps, 4 MP for everybody; the tile is for Alpha 1, who goes ahead.
            Still without orders: Alpha. CP left after this: 4 of 4.
            ⚠️ Bravo: moves to G3 in formation, 4 Steps, 4 MP for everybody, but Alpha 1, who goes ahead, gets to E1 only, 4 tiles short of G3: others or the ground are in the way (F-20).
            Still without orders: Alpha. CP left after this: 4 of 4.
            ⚠️ Alpha: is to wheel left. As things stand, the report will say: Alpha + Bravo stood: 4 Steps, 0 MP for everybody. Not everybody kept step: Alpha 2 (nobody can go there), Alpha Officer (nobody can go there), Bravo 2 (somebody stands there) and Bravo 1 (somebody stands there).
            Still without orders: Bravo. CP left after this: 4 of 4.
            ⚠️ Alpha: can't disband as things are: Alpha 1, Alpha 2, Alpha Officer and 2 more have spent the Free Action of this round (F-10).
            Still without orders: Bravo. CP left after this: 4 of 4."#]].assert_eq(&posts.map(|it| told(&formed("."), &[(ALICE, it)])).join("\n"));
    }

    #[test]
    fn f10_who_disbands_marches_no_more() {
        let mut battle = formed(".");
        battle.apply(&Event::RoundBegan { round: 2 });
        let told = told(&battle, &[(ALICE, "!Alpha: disband; steps E\n!Bravo: move to B3")]);
        expect![[r#"
            ✅ Alpha: disbands Alpha + Bravo, for a Free Action of each member (F-10).
            ✅ Bravo: moves to B3, 2 of 9 tiles.
            ⚠️ Alpha: is to march east, but is to disband before, and Steps are a formation's (F-20).
            CP left after this: 4 of 4."#]]
        .assert_eq(&told);
    }

    #[test]
    fn f16_a_leader_who_joins_others_and_goes_on_directing_is_named() {
        let mut battle = formed(".");
        let officer = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == "Alpha Officer");
        form_up(&mut battle, &["Alpha", "Bravo"], officer);
        battle.apply(&Event::RoundBegan { round: 2 });
        expect![[r#"
            ✅ Alpha: can now form up, leaving out Alpha 1: 2 units, and nobody has to direct it.
            ⚠️ Alpha: Alpha Officer goes on directing Alpha 1, Bravo 1 and Bravo 2 of Alpha + Bravo, and a leader directs one formation only (F-16).
            Still without orders: Bravo. CP left after this: 4 of 4."#]].assert_eq(&told(&battle, &[(ALICE, "!Alpha: form up without u1")]));
    }

    #[test]
    fn f9_a_frenzied_squad_is_told_that_it_heeds_no_order() {
        let mut battle = formed(".x");
        let units = battle.standing(SquadId(0)).collect();
        let cause = PlightCause::Ability(AbilityId(0));
        let began = FormationEvent::PlightBegan { plight: Plight::Frenzied, units, until: 1, cause };
        battle.apply(&Event::Formation(Box::new(began)));
        expect![[r#"
            ⚠️ Alpha: is frenzied, and charges Boyz, the nearest enemy, whatever it is told (F-9).
            Still without orders: Bravo. CP left after this: 4 of 4."#]]
        .assert_eq(&told(&battle, &[(ALICE, "!Alpha: hold")]));
    }

    #[test]
    fn v7_a_charge_after_a_march_reckons_from_where_it_ends() {
        for (order, needs) in [
            ("charge Boyz", "needs 3 on 2d6"),
            ("charge Boyz after move to B1", "any roll"),
            ("charge Boyz after move to C1", "any roll"),
        ] {
            let told = told(&formed(".x"), &[(ALICE, &format!("!Alpha: {order}"))]);
            assert!(told.contains("charges Boyz: ") && told.contains(needs), "{order}: {told}");
        }
    }
}

/// A melee of two squads on each side, close enough to be charged as well.
fn brawl() -> Battle {
    scene(
        "
        .a .a .x .x . . . .n
        .a .  .  .  . . . .n
        .b .b .b .  . . . .",
        "a Alpha players@alice: rifle; b Bravo players@bob: rifle; x Boyz enemy: boy; n Nobz enemy: boy",
    )
}

fn in_full(battle: &Battle, posts: &[(Poster, &str)]) -> String {
    told_of_all(battle, posts, true)
}

#[test]
fn m4_a_melee_is_told_with_the_losses_of_both_sides() {
    let posts = [(ALICE, "!Alpha: fight Boyz")];
    expect![[r#"
        ✅ Alpha: fights Boyz, 1 in reach now: about 0.7 of Boyz and 0.8 of Alpha fall.
        ✅ Alpha: Losses of Alpha, of whom 3 stand now: 0.8 on average (none in 39 %, 1 in 42 %, 2 in 17 %, 3 in 2 %), in 1,000 tries. Of these 0.3 fall to close-quarters fire, at least one in 28 % (M-2). 2 % that none of them is left after it. 6 % that the squad breaks after that (L-1).
        ✅ Alpha: Losses of Boyz, of whom 2 stand now: 0.7 on average (none in 48 %, 1 in 38 %, 2 in 14 %), in 1,000 tries. Of these 0.4 fall to close-quarters fire, at least one in 36 % (M-2). 14 % that none of them is left after it."#]].assert_eq(&in_full(&brawl(), &posts));
    expect!["✅ Alpha: fights Boyz, 1 in reach now: about 0.7 of Boyz and 0.8 of Alpha fall."]
        .assert_eq(&told(&brawl(), &posts));
}

#[test]
fn a4_wounds_that_fell_nobody_are_told() {
    let battle = scene(
        "
        .g .g . . . .t . . .x
        .  .  . . . .  . . .
        .  .  . . . .  . . .",
        "g Guns players@alice: gunner; t Tank enemy: tank; x Boyz enemy: boy",
    );
    let told = ["Tank", "Boyz"].map(|it| in_full(&battle, &[(ALICE, &format!("!Guns: shoot {it}"))]));
    expect![[r#"
        ✅ Guns: fires on Tank with 2 cannons (4–5 tiles off, range 30): hardly anybody falls; 1.0 of 10 HP gone.
        ✅ Guns: Losses of Tank: 0.0 on average (none in 100 %). With wounds, 1.0 of 10 HP gone on average. 1 % that the squad breaks if nothing more befalls it (L-1).
        ✅ Guns: fires on Boyz with 2 cannons (7–8 tiles off, range 30): about 0.7 fall (34 % that nobody does).
        ✅ Guns: Losses of Boyz: 0.7 on average (none in 34 %, 1 in 66 %). Of these 0.7 are killed on average, at least one in 66 %. 66 % that none of them is left after it."#]].assert_eq(&told.join("\n"));
}

#[test]
fn v6_v7_charges_and_getting_away_are_told_with_their_chances() {
    let posts = [(ALICE, "!Alpha: disengage"), (BOB, "!Bravo: charge Nobz after move to E3")];
    expect![[r#"
        ✅ Alpha: disengages: about 0.5 fall (1 unit in melee rolls a die; 1 to 3 fells). It loses 0.5 on average (none in 50 %, 1 in 50 %).
        ✅ Bravo: first moves to E3, 4 of 9 tiles.
        ✅ Bravo: charges Nobz: any roll of 2d6 will do if Nobz stays where it is (V-8), or 44 % should Nobz disengage and roll against it (V-6)."#]].assert_eq(&in_full(&brawl(), &posts));
    expect![[r#"
        ✅ Alpha: disengages: about 0.5 fall (1 unit in melee rolls a die; 1 to 3 fells).
        ✅ Bravo: first moves to E3, 4 of 9 tiles.
        ✅ Bravo: charges Nobz: any roll of 2d6 will do if Nobz stays where it is (V-8)."#]]
    .assert_eq(&told_of_all(&brawl(), &posts, false));
}

#[test]
fn v6_who_will_hardly_come_out_of_a_melee_is_told_so() {
    let boxed = scene(".a .x . .\n# # . .", "a Alpha players@alice: rifle; x Boyz enemy: boy");
    let between = scene(".x . .a . .x\n# # # # #", "a Alpha players@alice: spearman; x Boyz enemy: boy");
    let all = [(boxed, "disengage"), (between, "disengage"), (brawl(), "shoot Nobz; disengage")];
    let told = all.map(|(battle, order)| told(&battle, &[(ALICE, &format!("!Alpha: {order}"))]));
    expect![[r#"
        ⚠️ Alpha: disengages, but stays in melee as things are: no step of the way is free (V-1); about 0.5 fall (1 unit in melee rolls a die; 1 to 3 fells), 50 % that somebody gets away.
        ✅ Alpha: disengages: nobody of it is in melee now, so nobody rolls.
        ✅ Alpha: fires on Nobz with 2 rifles (7 tiles off, range 24): about 0.4 fall (63 % that nobody does).
        ⚠️ Alpha: 1 other can't fire at Nobz now: in melee.
        ⚠️ Alpha: disengages, but it shoots before, and a squad that has shot doesn't disengage (V-3). Take back one of the two orders."#]].assert_eq(&told.join("\n"));
}

#[test]
fn v3_who_fires_by_another_post_and_charges_is_told_of_it_once() {
    for (order, does) in [("charge Nobz", "charges Nobz, but"), ("disengage", "disengages, but")] {
        let told = told(&battle(), &[(ALICE, "!Alpha: shoot Nobz"), (ALICE, &format!("!Alpha: {order}"))]);
        assert!(told.contains(does) && told.matches("(V-3)").count() == 1, "{told}");
        assert!(told.contains("Take back one of the two orders. The order to fire is in another post."), "{told}");
    }
    let one = told(&battle(), &[(ALICE, "!Alpha: charge Nobz; shoot Nobz")]);
    assert!(one.contains("doesn't charge (V-3). Take back one of the two orders."), "{one}");
}

#[test]
fn v2_a_member_who_is_sent_too_far_is_told_why() {
    let battle = scene(".a .a .a . . . . . . .x", "a Alpha players@alice: rifle; x Boyz enemy: boy");
    expect![[r#"
        ⚠️ Alpha 1: goes to H1, but ends at E1 as things are: two tiles from the squad is as far as it goes (V-2).
        💡 line 1: Alpha 1 leads Alpha and goes where the squad goes."#]]
    .assert_eq(&told(&battle, &[(ALICE, "!Alpha.1: move to H1")]));
}

#[test]
fn v6_how_far_those_get_who_get_away_is_told() {
    let told = ["D3", "H1", "Z99"].map(|it| told(&brawl(), &[(ALICE, &format!("!Alpha: disengage to {it}"))]));
    expect![[r#"
        ✅ Alpha: disengages to D3, 5 of 9 tiles: about 0.5 fall (1 unit in melee rolls a die; 1 to 3 fells).
        ⚠️ Alpha: disengages to H1, but gets to F1 only (9 of 9 tiles): enemies are in the way (V-1); about 0.5 fall (1 unit in melee rolls a die; 1 to 3 fells).
        ❌ line 1: !Alpha: disengage to Z99
                                        ^^^ Z99 is off the map, which goes from A1 to H3 (T-1).
        Still without orders: Alpha."#]]
    .assert_eq(&told.join("\n"));
}

#[test]
fn v8_a_charge_is_told_as_it_will_be_once_its_own_side_has_moved_and_fired() {
    let battle = scene(
        "
        .a . . . .x . . . .x
        .c . . .  . . . . .",
        "a Alpha players@alice: rifle; c Carl players@alice: rifle; x Boyz enemy: boy",
    );
    let told = |posts: &[(Poster, &str)]| told_of_all(&battle, posts, false);
    expect![[r#"
        ✅ Alpha: charges Boyz: 88 % that it gets there if Boyz stays where it is (V-8); needs 3 on 2d6 now.
        ✅ Carl: fires on Boyz with 1 rifle (5 tiles off, range 24): about 0.2 fall (79 % that nobody does)."#]]
    .assert_eq(&told(&[(ALICE, "!Alpha: charge Boyz"), (ALICE, "!Carl: shoot Boyz")]));
    expect![[r#"
        ✅ Alpha: charges Boyz: 92 % that it gets there if Boyz stays where it is (V-8), needing 4 on 2d6; friends are in the way, else it would need 3 (V-7).
        ⚠️ Carl: moves to D1, but gets to C1 only (3 of 9 tiles): enemies are in the way (V-1)."#]]
    .assert_eq(&told(&[(ALICE, "!Alpha: charge Boyz"), (ALICE, "!Carl: move to D1")]));
    expect![[r#"
        ✅ Carl: moves to C1, 3 of 9 tiles.
        ⚠️ Alpha: moves to C1, but gets to B1 only (1 of 9 tiles): there is no way, or no room (V-1)."#]]
    .assert_eq(&told(&[(ALICE, "!Carl: move to C1"), (ALICE, "!Alpha: move to C1")]));
}

#[test]
fn v7_a_charge_that_is_seldom_made_is_doubtful_however_its_chance_is_known() {
    let told = |field: &str| {
        let battle = scene(field, "a Alpha players@alice: rifle; n Nobz enemy: boy");
        told(&battle, &[(ALICE, "!Alpha: charge Nobz")])
    };
    expect!["✅ Alpha: charges Nobz: 28 % that it gets there if Nobz stays where it is (V-8), needing 9 on 2d6."]
        .assert_eq(&told(".a . . . . . . . . . .n"));
    expect!["⚠️ Alpha: charges Nobz: 17 % that it gets there if Nobz stays where it is (V-8), needing 10 on 2d6."]
        .assert_eq(&told(".a . . . . . . . . . . .n"));
}

#[test]
fn v7_a_charge_that_friends_are_in_the_way_of_is_told_so() {
    let told = |field: &str| {
        let battle = scene(field, "a Alpha players@alice: rifle; c Carl players@alice: rifle; n Nobz enemy: boy");
        told(&battle, &[(ALICE, "!Carl: hold"), (ALICE, "!Alpha: charge Nobz")])
    };
    expect!["✅ Alpha: charges Nobz: 83 % that it gets there if Nobz stays where it is (V-8), needing 5 on 2d6; friends are in the way, else it would need 4 (V-7)."]
        .assert_eq(&told(".a .c . . . .n\n. . . . . ."));
    expect!["⚠️ Alpha: charges Nobz, but there is no way in now; friends are in the way, else it would need 4 (V-7)."]
        .assert_eq(&told(".a .c . . . .n"));
}

#[test]
fn v7_a_charge_in_melee_is_told_to_add_nothing() {
    let battle = scene(".a .x . . .y", "a Alpha players@alice: rifle; x Boyz enemy: boy; y Gang enemy: boy");
    let told = |order: &str| told(&battle, &[(ALICE, order)]);
    expect![
        "⚠️ Alpha: charges Boyz, but is in melee with it now, and a charge adds nothing unless the melee ends first (V-7)."
    ]
    .assert_eq(&told("!Alpha: charge Boyz"));
    expect![[r#"
        ⚠️ Alpha: charges Gang, but there is no way in now.
        ⚠️ line 1: Alpha is in melee now and can't charge unless the melee ends first (V-1). To get away, order it to disengage."#]].assert_eq(&told("!Alpha: charge Gang"));
}

#[test]
fn v2_a_move_is_told_with_where_each_figure_ends_who_has_a_name() {
    let battle = scene_with(
        ".a .a .a . . . .x\n. . . . . . .",
        "a Alpha players@alice: rifle rifle officer; x Boyz enemy: boy",
        |setup| {
            setup.units[1].name = "Archivist Penn".to_owned();
            setup.units[2].name = "Captain Stahl".to_owned();
        },
    );
    expect![[r#"
        ✅ Alpha: moves to D2, 2 of 9 tiles; Captain Stahl leads, Archivist Penn at C2 in the end.
        CP left after this: 4 of 4."#]]
    .assert_eq(&told(&battle, &[(ALICE, "!Alpha: move to D2")]));
}
