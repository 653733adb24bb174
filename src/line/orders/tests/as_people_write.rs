//! Posts as eight kinds of people write them, sorted by what is unusual about them, and how each is understood.

use super::formations::with_formations;
use super::*;
use crate::diagnostic::Severity;

/// A battle with names that hold verbs, directions and marks.
fn harbour() -> Battle {
    scene_with(
        "
        .f .f .  . . . . . . .x .x .
        .  .  .  . . . . . . . . .
        .h .h .  . . . . . . .y .y .
        .  .  .  . . . . . . . . .
        .g .g .k .k . . . . . .z . .
        .  .  .  . . . . . . . . .
        ",
        "f Fire Team players@alice: rifle rifle; h Hold Fast players@alice: rifle; g Ghost 1 players@alice: rifle;
         k Ghost 11 players@alice: rifle; x Cultists A enemy: boy; y Cultists B enemy: boy; z Hammer & Tongs enemy: boy",
        |setup| {
            for (name, at) in [("north gate", Tile::new(5, 0)), ("Pier 3", Tile::new(6, 5))] {
                setup.objectives.push(ObjectiveSetup {
                    key: name.to_owned(),
                    name: name.to_owned(),
                    at,
                    radius: 1,
                    owner: None,
                    points: 0,
                });
            }
        },
    )
}

fn orders_of(reading: &Reading) -> Vec<&Order> {
    reading.given.iter().map(|it| &it.order).collect()
}

/// Checks that posts are read as the same orders as plainer ones.
#[track_caller]
fn same(battle: &Battle, poster: Poster, cases: &[(&str, &str)]) {
    for (post, canonical) in cases {
        let wanted = read_by(battle, poster, canonical);
        assert!(!wanted.has_errors(0) && !wanted.given.is_empty(), "{canonical}: {:?}", wanted.diagnostics);
        let reading = read_by(battle, poster, post);
        assert_eq!(orders_of(&reading), orders_of(&wanted), "{post}\n{:?}", reading.diagnostics);
        assert!(!reading.has_errors(0), "{post}: {:?}", reading.diagnostics);
    }
}

/// Checks posts of Alice's in the usual battle against plainer ones.
#[track_caller]
fn alike(cases: &[(&str, &str)]) {
    same(&battle(), ALICE, cases);
}

/// Checks that nothing of these posts is taken, which words are marked, and a part of what is said.
#[track_caller]
fn refused(battle: &Battle, poster: Poster, cases: &[(&str, &str, &str)]) {
    for (post, mark, said) in cases {
        let reading = read_by(battle, poster, post);
        assert_eq!(orders_of(&reading), Vec::<&Order>::new(), "{post}");
        let fits = |it: &crate::diagnostic::Diagnostic| {
            it.severity == Severity::Error && post[it.span.clone()].contains(mark) && it.to_string().contains(said)
        };
        assert!(reading.diagnostics.iter().any(fits), "{post}: {:?}", reading.diagnostics);
    }
}

/// Checks that posts of Alice's in the usual battle are refused.
#[track_caller]
fn refuses(cases: &[(&str, &str, &str)]) {
    refused(&battle(), ALICE, cases);
}

#[test]
fn forms_of_verbs_and_words_that_say_the_same() {
    alike(&[
        ("!Alpha is shooting at Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha opens fire on the Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: fire upon Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha concentrates its fire on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha provides covering fire on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha pins down Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha barrages Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha gives Nobz a barrage of fire", "!Alpha: shoot Nobz"),
        ("!Alpha takes a rest", "!Alpha: hold"),
        ("!Alpha: hold, please\nshoot Nobz", "!Alpha: hold"),
        ("!Alpha: get as close to the ridge as you can", "!Alpha: move toward the ridge"),
        ("!Alpha targets Nobz with rifles", "!Alpha: shoot Nobz with rifles"),
        ("!Alpha: engage Nobz in melee", "!Alpha: melee Nobz"),
        ("!Alpha: attack Nobz with bayonets", "!Alpha: melee Nobz with bayonet"),
        ("!Alpha: attack Nobz with the rifles", "!Alpha: shoot Nobz with rifles"),
        ("!Alpha runs to C7", "!Alpha: move to C7"),
        ("!Alpha heads over to the ridge", "!Alpha: move to the ridge"),
        ("!Alpha: seize the ridge", "!Alpha: move to the ridge"),
        ("!Alpha: take the ridge", "!Alpha: move to the ridge"),
        ("!Alpha goes in direction of the ridge", "!Alpha: move toward the ridge"),
        ("!Alpha advances to C7, takes cover", "!Alpha: move to C7 take cover"),
        ("!Alpha: falling back", "!Alpha: disengage"),
        ("!Alpha: pull back to A6", "!Alpha: move to A6"),
        ("!Spears assault Nobz", "!Spears: charge Nobz"),
        ("!Alpha: stay put", "!Alpha: hold"),
        ("!Alpha holds its position", "!Alpha: hold"),
        ("!Alpha: stay where you are", "!Alpha: hold"),
        ("!Alpha: hold fire", "!Alpha: hold"),
        ("!Alpha: do nothing", "!Alpha: hold"),
        ("!Alpha: wait", "!Alpha: hold"),
        ("!Marsh uses Second Wind", "!Marsh: use Second Wind"),
    ]);
}

#[test]
fn sentences_as_people_speak() {
    alike(&[
        ("!I want Alpha to shoot Nobz", "!Alpha: shoot Nobz"),
        ("!Let Alpha hold, please.", "!Alpha: hold"),
        ("!shoot Nobz with Alpha", "!Alpha: shoot Nobz"),
        ("!With Alpha shoot Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha, please shoot the Nobz and then move to C7!", "!Alpha: shoot Nobz; move to C7"),
        ("!Alpha: shoot Nobz once more", "!Alpha: shoot Nobz"),
        ("!Alpha: hold!!! WAAAGH", "!Alpha: hold"),
        ("!Alpha is to hold.", "!Alpha: hold"),
        ("!Alpha: shoot Nobz. They move to C7.", "!Alpha: shoot Nobz; move to C7"),
        ("!Alpha: shoot Nobz while moving to C7", "!Alpha: shoot Nobz; move to C7"),
        ("!Alpha: after shooting Nobz, move to C7", "!Alpha: shoot Nobz; move to C7"),
        ("!Spears: move to C7 and then charge Nobz", "!Spears: charge Nobz after move to C7"),
        ("!Alpha: shoot Nobz and hold", "!Alpha: hold\n!Alpha: shoot Nobz"),
        ("!Alpha: move to C7 and hold", "!Alpha: move to C7"),
        ("!Alpha: hold (they are tired)", "!Alpha: hold"),
        ("!Alpha: hold – they're tired", "!Alpha: hold"),
        ("!Alpha (3 men): hold :)", "!Alpha: hold"),
    ]);
}

#[test]
fn several_squads_and_everybody() {
    alike(&[
        ("!Alpha and Spears hold", "!Alpha: hold\n!Spears: hold"),
        ("!Alpha, Spears: move toward Nobz", "!Alpha: move toward Nobz\n!Spears: move toward Nobz"),
        ("!hold Alpha & Spears", "!Alpha: hold\n!Spears: hold"),
        ("!Everybody hold!", "!Alpha: hold\n!Spears: hold\n!Heavy team: hold\n!Marsh: hold"),
        ("!all four squads: hold", "!Alpha: hold\n!Spears: hold\n!Heavy team: hold\n!Marsh: hold"),
        ("!all except Marsh and Heavy: hold", "!Alpha: hold\n!Spears: hold"),
        ("!Alpha shoots Nobz and Spears hold", "!Alpha: shoot Nobz\n!Spears: hold"),
        ("!Alpha: shoot Nobz / Spears: hold", "!Alpha: shoot Nobz\n!Spears: hold"),
        ("!Alpha; shoot Nobz; move to C7", "!Alpha: shoot Nobz; move to C7"),
    ]);
    same(&harbour(), ALICE, &[("!Ghost 1 & 11: hold", "!Ghost 1: hold\n!Ghost 11: hold")]);
    refuses(&[
        ("!both squads: hold", "both squads", "you have 4 squads"),
        ("!Alpha and Bravo: hold", "Bravo", "bob's"),
    ]);
}

#[test]
fn what_is_not_done_is_told_before_what_is() {
    alike(&[
        ("!Alpha: hold fire and move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha: cease fire, still move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha: move to C7, but hold fire", "!Alpha: hold; move to C7"),
        ("!Alpha: move to C7, don't fire", "!Alpha: hold; move to C7"),
        ("!Alpha: don't shoot, move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha: don't shoot; move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha, no shooting, move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha: don't move, shoot Nobz", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: don't move; shoot Nobz", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: Shoot: none. Move: C7", "!Alpha: hold; move to C7"),
        ("!Alpha: do nothing but move to C7", "!Alpha: hold; move to C7"),
        ("!Alpha: hold fire and charge Nobz", "!Alpha: hold; charge Nobz"),
        ("!Alpha: shoot Nobz, don't move", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: shoot Nobz, no movement this round", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: Shoot: Nobz. Move: none", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: Shoot: Nobz; Move: none", "!Alpha: hold; shoot Nobz"),
        ("!Spears: hold. Alpha: Shoot: Nobz. Move: none", "!Spears: hold\n!Alpha: hold; shoot Nobz"),
        ("!Alpha: Move: none, Shoot: Nobz", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: only shoot Nobz", "!Alpha: hold; shoot Nobz"),
    ]);
}

#[test]
fn what_is_not_done_is_all_that_its_post_takes_back_by_saying_so() {
    alike(&[
        ("!Alpha: move to C7; hold fire", "!Alpha: hold; move to C7"),
        ("!Alpha: move to C7\n!Alpha holds its fire", "!Alpha: hold; move to C7"),
        ("!Alpha: move to C7\n!Alpha: Shoot: none", "!Alpha: hold; move to C7"),
        ("!Alpha: Shoot: Nobz\n!Alpha: Move: none", "!Alpha: hold; shoot Nobz"),
        ("!Alpha: shoot Nobz; move to C7; hold fire", "!Alpha: shoot Nobz; hold; move to C7"),
        ("!Alpha: move to C7; Spears: move to D5; Alpha: hold fire", "!Alpha: hold; move to C7; Spears: move to D5"),
        ("!Alpha: move to C7; hold position", "!Alpha: move to C7; hold"),
        ("!Alpha: move to C7; do nothing", "!Alpha: move to C7; hold"),
    ]);
}

#[test]
fn who_waits_and_moves_or_moves_only_so_far_takes_nothing_back() {
    alike(&[
        ("!Alpha pauses, then moves to C7", "!Alpha: move to C7"),
        ("!Alpha: wait and move to C7", "!Alpha: move to C7"),
        ("!Alpha: only move 2 south", "!Alpha: move south 2"),
        ("!Alpha: only shoot Nobz with rifles", "!Alpha: shoot Nobz with rifles"),
    ]);
}

#[test]
fn where_nobody_knows_who_does_not_do_it_or_beside_what_nothing_is_taken() {
    refuses(&[
        ("!Alpha moves to C7, Spears to D5, no shooting", "no", "not what isn't"),
        ("!Alpha moves to C7, Spears to D5, don't fire", "don't", "not what isn't"),
        ("!Marsh uses Second Wind, no moving", "no", "not what isn't"),
        ("!Alpha: don't shoot and move to C7", "don't", "not what isn't"),
        ("!They don't shoot, move Alpha to C7", "don't", "not what isn't"),
    ]);
}

#[test]
fn who_says_where_somebody_is_moves_nobody() {
    let there = "where somebody is";
    let battle = battle();
    refused(
        &battle,
        ALICE,
        &[
            ("!Alpha: I'm at C7", "I'm", there),
            ("!Alpha: we're at C7", "we're", there),
            ("!Alpha is at C7", "is", there),
            ("!Alpha: we are at C7, shoot Nobz", "are", there),
            ("!Alpha and Spears are at C7", "are", there),
            ("!Alpha: hold, Spears are at C7", "are", there),
            ("!Alpha is now at C7", "is", there),
        ],
    );
    same(&battle, ALICE, &[("!Alpha: I'm going to C7", "!Alpha: move to C7"), ("!Alpha at C7", "!Alpha: move to C7")]);
}

#[test]
fn r5_whoever_acts_first_or_last_is_told_what_to_do_as_well() {
    alike(&[
        ("!Alpha: act first, shoot Nobz", "!Alpha: first; shoot Nobz"),
        ("!Alpha goes last and shoots Nobz", "!Alpha: last; shoot Nobz"),
        ("!Alpha first: shoot Nobz; Spears last: move to C2", "!Alpha: first; shoot Nobz\n!Spears: last; move to C2"),
        ("!Alpha: shoot Nobz, last", "!Alpha: shoot Nobz; last"),
        ("!Alpha: shoot Nobz; go last", "!Alpha: shoot Nobz; last"),
        ("!Alpha: shoot Nobz, go last", "!Alpha: shoot Nobz; last"),
        ("!Alpha: shoot Nobz. Go last.", "!Alpha: shoot Nobz; last"),
        ("!Alpha fires first at Nobz", "!Alpha: shoot Nobz; first"),
        ("!Alpha: fire last at Nobz; Spears: hold", "!Alpha: shoot Nobz; last\n!Spears: hold"),
        ("!Alpha shoots first at Nobz, then moves to C7", "!Alpha: shoot Nobz; move to C7"),
    ]);
    let setup = |it: &mut crate::line::battle::Setup| it.squads[1].name = "First Draft".to_owned();
    let squads = "a Alpha players@alice: rifle; x Boyz enemy: boy; y Nobz enemy: boy";
    let drafts = scene_with(".a . . .x .y", squads, setup);
    same(&drafts, ALICE, &[("!Alpha fires first at Nobz", "!Alpha: shoot Nobz; first")]);
}

#[test]
fn what_takes_the_place_of_a_line_that_is_taken_back_is_taken() {
    alike(&[
        ("!Alpha: move to D4; shoot Nobz\n!Alpha: cancel that, move to C7", "!Alpha: move to C7"),
        ("!Alpha: shoot Nobz\n!forget that, Alpha: move to C7", "!Alpha: move to C7"),
        ("!Alpha: move to D4; shoot Nobz\n!scratch that, Alpha moves to C7", "!Alpha: move to C7"),
    ]);
    let reading = read_by(&battle(), ALICE, "!Alpha: shoot Nobz\n!cancel that, Spears: hold");
    assert!(reading.given.is_empty() && reading.has_errors(0), "{reading:?}");
}

#[test]
fn instead_of_what_another_post_says_is_never_taken_for_more_than_it_is() {
    let battle = battle();
    let stands = "earlier orders stand";
    refused(
        &battle,
        ALICE,
        &[
            ("!use Steady On on Alpha instead", "instead", stands),
            ("!Alpha: rather hold", "rather", stands),
            ("!change of plan: Alpha moves to C7", "change of plan", stands),
        ],
    );
    let reading = read_by(&battle, ALICE, "!Alpha: move to C7 instead");
    assert_eq!(reading.given.len(), 1);
    assert!(reading.diagnostics.iter().any(|it| it.message.contains("all other earlier orders stand")));
    let reading = read_by(&battle, ALICE, "!Alpha: shoot Nobz\n!Alpha: move to C7 instead");
    assert!(matches!(&orders_of(&reading)[..], [Order::Fire(..)]) && reading.has_errors(0), "{reading:?}");
}

#[test]
fn v2_one_member_is_sent_to_a_tile() {
    let battle = battle();
    same(
        &battle,
        ALICE,
        &[
            ("!Spears.2 to C6", "!Spears.2: move to C6"),
            ("!Spears.2: go to C6", "!Spears.2: move to C6"),
            ("!spears 2: move to C6", "!Spears.2: move to C6"),
            ("!Spears.2: C6", "!Spears.2: move to C6"),
            ("!Spears 2 move to C6", "!Spears.2: move to C6"),
            ("!Spears 2 to C6", "!Spears.2: move to C6"),
            ("!Spears 2 to the north", "!Spears: move north 2"),
            ("!Spears.2 move to C6; Alpha: shoot Nobz", "!Spears.2: move to C6\n!Alpha: shoot Nobz"),
        ],
    );
    let read = |post| read_by(&battle, ALICE, post).given;
    assert!(matches!(read("!Spears.2: move to C6")[..], [Given { order: Order::Station(..), .. }]));
    assert!(matches!(read("!Spears: move to C6")[..], [Given { order: Order::Movement(..), .. }]));
    refused(
        &battle,
        ALICE,
        &[
            ("!Spears.2: shoot Nobz", "Spears.2", "can only be sent to a tile"),
            ("!Spears.2: move to C6 via D2", "Spears.2", "Spears.2: move to B4"),
            ("!Spears.2: charge Nobz", "Spears.2", "can only be sent to a tile"),
            ("!Spears.2 and Spears.3: move to C6", "Spears.2", "one order for each unit"),
            ("!Spears.7: move to C6", "Spears.7", "no squad of yours"),
            ("!Bravo.2: move to C6", "Bravo", ""),
            ("!Spears 2 moves north", "Spears 2", "can only be sent to a tile"),
        ],
    );
}

#[test]
fn names_that_hold_words_of_the_language() {
    same(
        &harbour(),
        ALICE,
        &[
            ("!Fire Team moves to C2", "!\"Fire Team\": move to C2"),
            ("!Hold Fast hold", "!\"Hold Fast\": hold"),
            ("!Ghost 1: hold fast", "!Ghost 1: hold"),
            ("!Ghost one: shoot Hammer & Tongs", "!Ghost 1: shoot Hammer"),
            ("!G11: hold", "!Ghost 11: hold"),
            ("!Ghost 1: move to the north gate", "!Ghost 1: move toward \"north gate\""),
            ("!Ghost 1: move to pier three", "!Ghost 1: move toward \"Pier 3\""),
            ("!Ghost 1: shoot cultist b", "!Ghost 1: shoot \"Cultists B\""),
        ],
    );
    refused(
        &harbour(),
        ALICE,
        &[
            ("!Ghost 12: hold", "Ghost 12", "Ghost 1"),
            ("!Ghost 1: shoot a cultist", "cultist", "Cultists A"),
            ("!Ghost 1: shoot Cultists C", "Cultists", "Cultists B"),
        ],
    );
    same(
        &battle(),
        BOB,
        &[("!ÉLÁN: hold", "!Élan: hold"), ("!Ｅｌａｎ： hold", "!Élan: hold"), ("!«Élan»: hold", "!Élan: hold")],
    );
}

#[test]
fn tiles_ways_and_weapons() {
    alike(&[
        ("!Alpha: move to C 7", "!Alpha: move to C7"),
        ("!Alpha: move to E 2", "!Alpha: move to E2"),
        ("!Alpha: C7", "!Alpha: move to C7"),
        ("!Alpha: move to position C7", "!Alpha: move to C7"),
        ("!Spears: move two spaces north", "!Spears: move north 2"),
        ("!Spears: move northwards by 2", "!Spears: move north 2"),
        ("!Spears: move north, 2 tiles", "!Spears: move north 2"),
        ("!Alpha: move to C4 and from there to C7", "!Alpha: move to C7 via C4"),
        ("!Spears: move north 2, east 2", "!Spears: move north 2 then east 2"),
        ("!Alpha: move through C4 to C7", "!Alpha: move to C7 via C4"),
        ("!Alpha: move to C4 then to C7", "!Alpha: move to C7 via C4"),
        ("!Alpha: move to C7 and get into cover", "!Alpha: move to C7 take cover"),
        ("!Alpha: rifles at Nobz, pistols at Boyz 1", "!Alpha: shoot Nobz with rifle, Boyz 1 with pistol"),
        ("!Alpha: fire rifles at Nobz", "!Alpha: shoot Nobz with rifle"),
        ("!Alpha: shoot Nobz w rifles", "!Alpha: shoot Nobz with rifle"),
        ("!Heavy: shoot Nobz with MG", "!Heavy: shoot Nobz with machine gun"),
        ("!Alpha: shoot Nobz with everything they've got", "!Alpha: shoot Nobz"),
        ("!Alpha: shoot the nearest enemy", "!Alpha: shoot Boyz 1"),
    ]);
    refuses(&[
        ("!Alpha: move 30 feet north", "30", "which way"),
        ("!Alpha: move to C7/D7", "D7", "not understood"),
        ("!Alpha: shoot Nobz with 1 rifle", "1", "fire together"),
        ("!Alpha: shoot Nobz without the rifles", "without", "what is done"),
    ]);
}

#[test]
fn slips_are_mended_aloud_and_other_words_are_not() {
    let battle = battle();
    for (post, canonical) in [
        ("!Alhpa: shoot Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: shoto Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: mvoe to C7", "!Alpha: move to C7"),
        ("!Alpha: shoot Sluga Boyz 1", "!Alpha: shoot Slugga Boyz 1"),
        ("!Alpha: shoot Nobz with rifels", "!Alpha: shoot Nobz with rifles"),
        ("!Alhpa: shoot Sluga Boyz 1", "!Alpha: shoot Slugga Boyz 1"),
    ] {
        same(&battle, ALICE, &[(post, canonical)]);
        let said = read_by(&battle, ALICE, post).diagnostics;
        assert!(said.iter().any(|it| it.message.starts_with("taken as")), "{post}: {said:?}");
    }
    refused(
        &battle,
        ALICE,
        &[
            ("!Spears: change Nobz", "change", "charge"),
            ("!tap oot", "tap", ""),
            ("!Alpha: abandn all", "abandn", "abandon"),
            ("!Alpha: shoot Slugga Boyz 3", "Slugga Boyz", "Slugga Boyz 1"),
            ("!Alpha: shot Nobz", "shot", "what happened"),
        ],
    );
}

#[test]
fn the_others_are_those_that_the_post_does_not_name() {
    alike(&[
        ("!Alpha: shoot Nobz\n!everyone else: hold", "!Alpha: shoot Nobz\n!Spears: hold\n!Heavy: hold\n!Marsh: hold"),
        ("!Alpha: shoot Nobz\n!All the rest hold.", "!Alpha: shoot Nobz\n!Spears: hold\n!Heavy: hold\n!Marsh: hold"),
        ("!Alpha shoots Nobz, the rest hold", "!Alpha: shoot Nobz\n!Spears: hold\n!Heavy: hold\n!Marsh: hold"),
        ("!Alpha shoots Nobz; everyone else holds", "!Alpha: shoot Nobz\n!Spears: hold\n!Heavy: hold\n!Marsh: hold"),
        (
            "!Alpha, Heavy: hold\n!the others: move to C7",
            "!Alpha: hold\n!Heavy: hold\n!Spears: move to C7\n!Marsh: move to C7",
        ),
        ("!Marsh: hold\n!the other squads hold", "!Marsh: hold\n!Alpha: hold\n!Spears: hold\n!Heavy: hold"),
    ]);
    refuses(&[("!everyone but Alpha or the others: hold", "or", ""), ("!the rest: hold", "the rest", "everyone")]);
    let all =
        read_by(&battle(), ALICE, "!everyone: hold\n!Alpha, Spears, Heavy, Marsh: hold\n!everyone else: move to C7");
    assert!(all.diagnostics.iter().any(|it| it.message.contains("nobody else is left")), "{:?}", all.diagnostics);
}

#[test]
fn a_remark_that_takes_the_order_back_is_heard() {
    for remark in [
        "(cancelled)",
        "(kidding)",
        "(void)",
        "(changed my mind)",
        "(on hold)",
        "(tbd)",
        ". Just kidding.",
        "– cancelled",
        "(scratch that)",
        "(nvm)",
        "(jk)",
    ] {
        let post = format!("!Alpha: shoot Nobz {remark}");
        let reading = read_by(&battle(), ALICE, &post);
        assert!(reading.given.is_empty() && reading.has_errors(0), "{post}: {reading:?}");
    }
    alike(&[
        ("!Alpha: shoot Nobz (sorry, on phone)", "!Alpha: shoot Nobz"),
        ("!Alpha: shoot Nobz (I mean Boyz 1)", "!Alpha: shoot Boyz 1"),
        ("!Alpha: shoot Nobz ... make that Boyz 1", "!Alpha: shoot Boyz 1"),
        ("!Alpha: shoot Nobz ... scratch that, hold", "!Alpha: hold"),
    ]);
}

#[test]
fn nothing_behind_an_order_is_dropped_without_a_word() {
    for (remark, severity) in [
        ("(both squads)", Severity::Warning),
        ("(steady on)", Severity::Warning),
        ("(2 CP)", Severity::Warning),
        ("(2CP)", Severity::Warning),
        ("(sorry, on phone)", Severity::Hint),
        ("– for the emperor!", Severity::Hint),
    ] {
        let post = format!("!Alpha: shoot Nobz {remark}");
        let reading = read_by(&battle(), ALICE, &post);
        let is_told = reading.given.is_empty() || reading.diagnostics.iter().any(|it| severity <= it.severity);
        assert!(is_told, "{post}: {reading:?}");
    }
}

#[test]
fn a_cost_is_asked_of_the_order_that_it_stands_in() {
    alike(&[
        ("!Alpha: shoot Nobz; Steady On on Alpha (1 CP)", "!Alpha: shoot Nobz; use Steady On on Alpha"),
        ("!Alpha: shoot Nobz. Steady On on Alpha for 1 CP", "!Alpha: shoot Nobz; use Steady On on Alpha"),
        ("!Steady On on Alpha (1 CP); Alpha: shoot Nobz", "!use Steady On on Alpha; Alpha: shoot Nobz"),
    ]);
    let post = "!use Steady On on Alpha (1 CP); Alpha: shoot Nobz (3 CP)";
    let reading = read_by(&battle(), ALICE, post);
    assert!(reading.given.len() == 1 && reading.has_errors(0), "{reading:?}");
}

#[test]
fn other_words_never_become_an_order() {
    for post in [
        "!Alpha sees Nobz",
        "!Alpha has seen Nobz",
        "!Alpha is looking at Nobz",
        "!Alpha found Nobz",
        "!Alpha loses Nobz",
        "!Alpha: changing Nobz",
        "!Alpha: story Nobz",
        "!Alpha: store Nobz",
        "!Alpha: non shoot Nobz",
        "!Alpha: use our ally",
        "!Alpha: shoot this",
        "!Alpha: shoot round 2",
        "!Alpha: charge the second they stop",
        "!Alpha: charge Nobz the second they stop",
        "!Alpha: shoot Nobz should it move",
        "!does shoot Nobz need LOS",
    ] {
        let reading = read_by(&battle(), ALICE, post);
        assert!(reading.given.is_empty() && reading.has_errors(0), "{post}: {reading:?}");
    }
}

#[test]
fn what_costs_cp_is_never_made_of_a_slip() {
    let reading = read_by(&battle(), ALICE, "!use Ralyl on Alpha by Alpha Officer");
    assert!(reading.given.is_empty() && reading.has_errors(0), "{reading:?}");
}

#[test]
fn weapons_are_those_that_are_named() {
    alike(&[
        ("!Alpha uses its action to shoot Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: shoot Nobz (only rifles)", "!Alpha: shoot Nobz with rifles"),
        ("!Alpha: shoot Nobz (rifles only)", "!Alpha: shoot Nobz with rifles"),
    ]);
}

#[test]
fn plain_words_are_understood() {
    alike(&[
        ("!Alpha: hold thx gm ur the best", "!Alpha: hold"),
        ("!Alpha: fire at will on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: fire the rifles and the pistols at Nobz", "!Alpha: shoot Nobz with rifles, Nobz with pistols"),
        ("!Alpha: move to C7 tc", "!Alpha: move to C7 take cover"),
        ("!Alpha: shoot Nobz. Spears hold too.", "!Alpha: shoot Nobz\n!Spears: hold"),
        ("!Alpha Officer throws Smoke at B2", "!use Smoke on B2 by Alpha Officer"),
    ]);
    same(
        &with_formations(),
        ALICE,
        &[
            ("!Alpha: form up minus u2", "!Alpha: form up without u2"),
            ("!Alpha: get into formation", "!Alpha: form up"),
        ],
    );
    refused(&battle(), ALICE, &[("!Alpha: fire at will", "fire", "name the squad to shoot")]);
}

#[test]
fn v6_to_fall_back_without_a_melee_is_a_move() {
    alike(&[
        ("!Alpha: fire on Nobz and fall back to A6", "!Alpha: shoot Nobz; move to A6"),
        ("!Alpha retreats to A6", "!Alpha: move to A6"),
    ]);
    let engaged = scene_with(".a .b . .", "a Alpha players@alice: rifle; b Boyz enemy: boy", |_| ());
    same(&engaged, ALICE, &[("!Alpha: fall back to D1", "!Alpha: disengage to D1")]);
}

#[test]
fn lines_that_mean_an_order_without_the_prefix_are_answered() {
    for post in [
        "!Alpha: shoot Nobz\nEDIT: make that Boyz 1",
        "!Alpha: shoot Nobz\nActually no, Boyz 1",
        "!Alpha: move to C7\n(oops, meant C6)",
        "!Alpha: move to C7\nno, C6",
        "!Alpha: hold\nnope, shoot Nobz",
        "!Alpha: move to C7\nsorry, I meant C6",
        "Name: Alpha\nMove: C7",
        "**Alpha**\n- shoot Nobz",
        "Exclamation mark Alpha hold",
    ] {
        let reading = read_by(&battle(), ALICE, post);
        assert!(reading.diagnostics.iter().any(|it| it.severity == Severity::Hint), "{post}: {reading:?}");
    }
    for fiction in
        ["!Alpha: shoot Nobz\nThe rain falls.", "Name: Alpha\nAge: 30", "Alpha\nThe ridge was dark.", "Squad: Alpha"]
    {
        let reading = read_by(&battle(), ALICE, fiction);
        assert!(reading.diagnostics.is_empty(), "{fiction}: {reading:?}");
    }
}

#[test]
fn what_is_no_order_is_refused_where_it_says_so() {
    refuses(&[
        ("!Alpha: don't shoot Nobz", "don't", "what is done"),
        ("!Alpha will not move to C7", "not", ""),
        ("!Alpha: shoot Nobz if in range", "if", "conditional"),
        ("!Alpha: in case they charge, fall back to A6", "in case", "conditional"),
        ("!Alpha: wait for the Nobz, then shoot them", "wait for", "conditional"),
        ("!Alpha: charge or shoot Nobz", "or", "choice"),
        ("!Alpha: maybe shoot Nobz", "maybe", "undecided"),
        ("!Alpha: shoot Nobz?", "?", "question"),
        ("!end battle?", "?", "question"),
        ("!Alpha: shoot Nobz next round", "next round", "this round"),
        ("!Alpha: shoot Nobz, scratch that", "scratch that", "takes back"),
        ("!Alpha: no wait, shoot Nobz", "no wait", "takes back"),
        ("!half of Alpha shoots Nobz", "half", "whole squad"),
        ("!Alpha: as last round", "last round", "repeated"),
        ("!Alpha: prepare to charge Nobz", "prepare", "this round"),
        ("!Alpha: charge Nobz, then move to C7", "move to C7", "neither is taken"),
        ("!cancel", "cancel", "withdraw orders"),
        ("!Alpha: defend the ridge", "defend", "move to it"),
        ("!Alpha: kill Nobz", "kill", "shoot"),
        ("!Alpha: shoot them", "them", "Nobz"),
        ("!Alpha", "Alpha", "hold"),
    ]);
}

#[test]
fn layouts_and_marks_of_every_medium() {
    alike(&[
        ("1. !Alpha: hold\n2) !Spears: hold", "!Alpha: hold\n!Spears: hold"),
        ("- !Alpha: hold", "!Alpha: hold"),
        ("OOC: !Alpha: hold", "!Alpha: hold"),
        ("(!Alpha: hold)", "!Alpha: hold"),
        ("```orders:\n1. Alpha: hold\n```", "!Alpha: hold"),
        ("[code=orders]\nAlpha: hold\n[/code]", "!Alpha: hold"),
        ("![b]Alpha[/b]: [color=red]hold[/color]", "!Alpha: hold"),
        ("[list]\n[*]!Alpha: hold\n[/list]", "!Alpha: hold"),
        ("<b>!Alpha: hold</b>", "!Alpha: hold"),
        (
            "[quote author=bob link=topic=3.msg9#msg9 date=17]\n!Alpha: move to C7\n[/quote]\n!Alpha: hold",
            "!Alpha: hold",
        ),
        ("[quote=bob]!Spears: hold[/quote] !Alpha: hold", "!Alpha: hold"),
        ("soup [s] and bread\n~~~\n!Alpha: hold\n~~~", "!Alpha: hold"),
        ("！Alpha： hold", "!Alpha: hold"),
        ("It rains.\r!Alpha: hold\u{2028}And rains.", "!Alpha: hold"),
        ("!Alpha: shoot Nobz;\n  move to C7", "!Alpha: shoot Nobz; move to C7"),
        ("```orders\nAlpha:\n  shoot Nobz\n  move to C7\n```", "!Alpha: shoot Nobz; move to C7"),
        ("!Alpha: 1) shoot Nobz 2) move to C7", "!Alpha: shoot Nobz; move to C7"),
        ("!Alpha shoot Nobz move to C7", "!Alpha: shoot Nobz; move to C7"),
    ]);
}

#[test]
fn fiction_stays_fiction_and_what_forgets_its_prefix_is_told() {
    let said = |post: &str| read_by(&battle(), ALICE, post);
    for post in [
        "!!! they scream",
        "!?!?",
        "\"Alpha, hold the line!\" she shouts.",
        "Alpha! Move! Now!",
        "Hold the line, boys.",
        "Alpha moved to C7 last round, and it rained.",
        "Alpha: we shoot them, said Marsh.",
        "> !Alpha: hold",
        "[quote bob]!Alpha: hold[/quote]",
        "~~!Alpha: hold~~",
    ] {
        assert_eq!(said(post), Reading::default(), "{post}");
    }
    for post in [
        "Alpha: shoot Nobz",
        "Alpha shoot Nobz with rifles",
        "1Alpha: hold",
        "/Alpha: hold",
        "- Alpha: hold",
        "**Alpha:** hold",
        "\"!Alpha: hold\"",
        "bob: !Alpha: hold",
        "```\nAlpha: hold\n```",
        "[quote=bob]\n!Alpha: hold",
        "[s]!Alpha: hold",
    ] {
        let reading = said(post);
        assert!(reading.given.is_empty(), "{post}");
        assert!(reading.diagnostics.iter().any(|it| it.severity == Severity::Hint), "{post}");
    }
}

#[test]
fn what_is_said_beside_an_order_or_in_another_turn_of_phrase() {
    alike(&[
        ("!Alpha: move to C7 and take cover there", "!Alpha: move to C7 cover"),
        ("!Alpha: move to C7 and dig in", "!Alpha: move to C7"),
        ("!Alpha: move to C7, weapons ready", "!Alpha: move to C7"),
        ("!Alpha: moves to C7, keeping its heads down", "!Alpha: move to C7"),
        ("!Alpha: spread out and move to C7", "!Alpha: move to C7 spread"),
        ("!Alpha: move 2S1E", "!Alpha: move south 2 then east 1"),
        ("!Alpha: move 1s 2e", "!Alpha: move south 1 then east 2"),
        ("!Alpha: hold; move: C7", "!Alpha: hold; move to C7"),
        ("!Alpha: aim at Nobz and fire", "!Alpha: shoot Nobz"),
        ("!Alpha: take aim and fire at Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: aim for Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: suppressive fire on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: concentrate all fire on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: split fire: rifles at Nobz", "!Alpha: shoot Nobz with rifles"),
        ("!Alpha: fire a volley at Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: resume fire on Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha: shoot Nobz (they're closest)", "!Alpha: shoot Nobz"),
        ("!Alpha: shoot Nobz, then reload", "!Alpha: shoot Nobz"),
        ("!Alpha: storm Nobz", "!Alpha: charge Nobz"),
        ("!Spears: charge into melee with Nobz", "!Spears: charge Nobz"),
        ("!Alpha and Spears both hold", "!Alpha: hold\n!Spears: hold"),
        ("!Alpha's men shoot Nobz", "!Alpha: shoot Nobz"),
        ("!A: hold", "!Alpha: hold"),
        ("!Alpha: skip the turn", "!Alpha: hold"),
        ("!Alpha: the squad holds", "!Alpha: hold"),
        ("!Alpha: move to C7 in open order", "!Alpha: move to C7 spread"),
        ("!Alpha: move to C7, shoulder to shoulder", "!Alpha: move to C7 tight"),
        ("!Alpha: move toward the Ridge as far as possible", "!Alpha: move toward the Ridge"),
        ("!spend 1 CP on Steady On for Alpha", "!use Steady On on Alpha"),
        ("!CP: Steady On -> Alpha", "!use Steady On on Alpha"),
        ("!use \"Steady On\" (1 CP) on Alpha", "!use Steady On on Alpha"),
        ("!Steady On: Alpha", "!use Steady On on Alpha"),
    ]);
}

#[test]
fn orders_in_brackets_in_two_parts_and_by_column_and_row() {
    alike(&[
        ("!Alpha (hold), Spears (move to C7)", "!Alpha: hold\n!Spears: move to C7"),
        ("!Alpha (shoot Nobz) and Spears (hold)", "!Alpha: shoot Nobz\n!Spears: hold"),
        ("!Alpha (moving up) shoot Nobz", "!Alpha: shoot Nobz"),
        ("!Alpha takes Nobz under fire", "!Alpha: shoot Nobz"),
        ("!keep Nobz under fire with Alpha", "!Alpha: shoot Nobz"),
        ("!Alpha: move to column C, row 7", "!Alpha: move to C7"),
        ("!Alpha: move to col c row 7", "!Alpha: move to C7"),
        ("!Alpha Officer orders Steady On for Alpha", "!use Steady On on Alpha"),
        ("!Alpha Officer commands Steady On on Alpha", "!use Steady On on Alpha"),
        ("!CP 1 Steady On on Alpha", "!use Steady On on Alpha"),
    ]);
}

#[test]
fn what_is_counted_joined_or_led_another_way() {
    let battle = battle();
    same(
        &battle,
        ALICE,
        &[
            ("!Alpha: move to C7, but first shoot Nobz", "!Alpha: move to C7; shoot Nobz"),
            ("!Alpha: move to C7 but also shoot Nobz", "!Alpha: move to C7; shoot Nobz"),
            ("!Alpha: first shoot Nobz, second move to C7", "!Alpha: shoot Nobz; move to C7"),
            ("!Alpha: 1st shoot Nobz, 2nd move to C7", "!Alpha: shoot Nobz; move to C7"),
            ("!Alpha: move to C7, passing through C6", "!Alpha: move to C7 via C6"),
            ("!Alpha: move to C7 over C6", "!Alpha: move to C7 via C6"),
            ("!Alpha: move to C7, over", "!Alpha: move to C7"),
            ("!Alpha shoot Nobz. Over!", "!Alpha: shoot Nobz"),
            ("!Alpha: south x2", "!Alpha: move south 2"),
        ],
    );
    refused(
        &battle,
        ALICE,
        &[
            ("!Alpha: move out of C7", "of C7", "not a tile"),
            ("!Alpha: wait one turn and then move to C7", "wait one turn", "this round only"),
            ("!Alpha: should Nobz charge, fall back to C7", "should", "conditional"),
        ],
    );
    let reading = read_by(&battle, ALICE, "!Alpha: move to C7, going around the woods");
    assert!(reading.given.is_empty(), "how to go is no order by itself: {:?}", reading.given);
    let reading = read_by(&battle, ALICE, "!Alpha: shoot Nobz, moving to Z99");
    assert_eq!(reading.given.len(), 1, "the shot is one: {:?}", reading.given);
}

#[test]
fn formations_as_people_drill_them() {
    same(
        &with_formations(),
        ALICE,
        &[
            ("!Alpha forms up.", "!Alpha: form up"),
            ("!Alpha: shield wall!", "!Alpha: form up"),
            ("!Alpha: close ranks", "!Alpha: form up"),
            ("!Alpha: form up and steps E E", "!Alpha: form up; steps E E"),
            ("!Alpha: march two steps east", "!Alpha: steps E E"),
            ("!Alpha: step E, step E", "!Alpha: steps E E"),
            ("!Alpha: E E N", "!Alpha: steps E E N"),
            ("!Alpha: steps east x2", "!Alpha: steps E E"),
            ("!Alpha: left wheel", "!Alpha: wheel left"),
            ("!Alpha: left turn", "!Alpha: wheel left"),
            ("!Alpha turns right", "!Alpha: wheel right"),
            ("!Alpha forms up and turns right", "!Alpha: form up; wheel right"),
            ("!Alpha forms up, two steps east", "!Alpha: form up; steps E E"),
            ("!Alpha: steps: E E N", "!Alpha: steps E E N"),
            ("!Alpha: steps: E2", "!Alpha: steps E E"),
            ("!Alpha and Spears: hold", "!Alpha: hold\n!Spears: hold"),
            ("!Alpha and Spears form up", "!form up Alpha and Spears"),
            ("!Alpha and Spears each form up", "!Alpha: form up\n!Spears: form up"),
            ("!Alpha and Spears each form up together", "!form up Alpha and Spears"),
            ("They stand together.\n!Alpha and Spears each form up", "!Alpha: form up\n!Spears: form up"),
            ("!Alpha: keep formation and move to C7", "!Alpha: move to C7"),
        ],
    );
    refused(
        &with_formations(),
        ALICE,
        &[("!Alpha: left", "left", "is not an order"), ("!form up Alpha and Spears to C7", "to C7", "not understood")],
    );
}
