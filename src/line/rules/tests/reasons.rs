//! Why a squad or hero doesn't carry out an order. Cases of the suite test that they don't.

use super::{arm, hurt, modify, weapon};
use crate::line::battle::scene::{scene, scene_with, teach};
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityUse, Battle, CasterId, Event, Orders, Stat, TAGS, Tag, TagForm,
};
use crate::line::battle::{Kind, Setup};
use crate::line::rules::story::{after, movement, play, play_orders};

/// Everything in these events that came to nothing or was cut short, and why.
fn why(battle: &Battle, events: &[Event]) -> String {
    let setup = battle.setup();
    let told = |event: &Event| match event {
        Event::FireHeld { silent, .. } => {
            let each = silent.iter().map(|(unit, why)| format!("{} {why:?}", setup.unit(*unit).name));
            Some(each.collect::<Vec<_>>().join(", "))
        }
        Event::Stayed { squad, why } => Some(format!("{} {why:?}", setup.squad(*squad).name)),
        Event::Moved(it) => Some(format!("{} {:?}", setup.squad(it.squad).name, it.cut_short?)),
        Event::HeroStayed { hero, why, .. } => Some(format!("{} {why:?}", setup.unit(*hero).name)),
        Event::AbilityRefused { ability, why, .. } => Some(format!("{} {why:?}", setup.ability(*ability).name)),
        Event::AbilityInVain { ability, .. } => Some(format!("{} in vain", setup.ability(*ability).name)),
        _ => None,
    };
    events.iter().filter_map(told).collect::<Vec<_>>().join("; ")
}

const BOTH: &str = "a Alpha players: rifle; b Boyz enemy: boy";

#[test]
fn s1_who_holds_fire_says_why() {
    for (drawing, squads, orders, dice, silent) in [
        (".a . . . . . . .b", BOTH, "with pistol", "", "Alpha 1 OutOfRange { distance: 7, range: 6 }"),
        (".a . # . .b", BOTH, "", "", "Alpha 1 OutOfSight"),
        (".a .b\n# #", BOTH, "", "hit 1, hit 1, hit 1, hit 1 1", "Alpha 1 Engaged"),
        (".a . . . .b", "a Alpha players: team; b Boyz enemy: boy", "with machine gun", "", "Alpha 1 Undermanned"),
    ] {
        let battle = scene(drawing, squads);
        let events = play(&battle, &format!("Alpha: shoot Boyz {orders}"), dice);
        assert_eq!(why(&battle, &events), silent, "{orders}");
    }
    let tagged = |tag: Tag, drawing: &str, squads: &str| {
        scene_with(drawing, squads, |setup: &mut Setup| {
            weapon(setup, "rifle").tags = vec![tag];
            arm(setup, "rifle", &["rifle"]);
        })
    };
    let spent = after(&tagged(Tag::OneShot, ".a . . . . . . .b", BOTH), "Alpha: shoot Boyz", "hit 1");
    assert_eq!(why(&spent, &play(&spent, "Alpha: shoot Boyz", "")), "Alpha 1 Spent");
    let squads = "a Alpha players: rifle; c Bravo players: spearman; b Boyz enemy: spearman";
    let near = tagged(Tag::Blast, ".a . . . .c .b", squads);
    assert_eq!(why(&near, &play(&near, "Alpha: shoot Boyz", "hit 1 1")), "Alpha 1 BlastNearFriends");
}

#[test]
fn v1_who_stays_or_stops_short_says_why() {
    let fort = "a Alpha players: bunker; b Boyz enemy: boy";
    for (drawing, squads, orders, told) in [
        (".a . . . . . . . . . . .", BOTH, "move L1", "Alpha TooFar"),
        (".a . . . .b . .", BOTH, "move G1", "Alpha EnemyInTheWay"),
        (".a . . # .\n. . . # .", BOTH, "move E1", "Alpha NoWay"),
        (".a .a .a . . . . .\n. . . . . . . .\n. . . . .b . . .", BOTH, "send Alpha 3 to D3", "Alpha Squad"),
        (".a # .", BOTH, "move C1", "Alpha NoWay"),
        (". .a .b . .", BOTH, "move A1", "Alpha Engaged"),
        (".a . . . .\n. . . . .", fort, "move D1", "Alpha Immobile"),
        (".a . . .b\n. . . .", fort, "charge Boyz after B1", "Alpha Immobile"),
        (".a . .b\n. . .", fort, "disengage", "Alpha Immobile"),
        (
            ".c .a . . .b",
            "a Alpha players: rifle; b Boyz enemy: boy; c Nobz enemy: boy",
            "charge Boyz",
            "Alpha Engaged",
        ),
    ] {
        let battle = scene(drawing, squads);
        assert_eq!(why(&battle, &movement(&battle, &format!("Alpha: {orders}"), "")), told, "{orders}");
    }
    let row = scene(".a . . . . .b", BOTH);
    for orders in ["charge Boyz after B1", "disengage A1"] {
        let events = play(&row, &format!("Alpha: shoot Boyz; Alpha: {orders}"), "hit 1");
        assert_eq!(why(&row, &events), "Alpha HasShot");
    }
    // A target that is gone is reported once.
    let gone = hurt(scene(".a . . . . . . .b", BOTH), "Boyz 1", 1);
    assert_eq!(why(&gone, &movement(&gone, "Alpha: charge Boyz after toward Boyz", "")), "Alpha TargetGone");
    // A squad that goes toward friends has arrived once it is beside them.
    let friends = scene(".a . . .c .\n. . . . .", "a Alpha players: rifle; c Charlie players: rifle");
    assert_eq!(why(&friends, &movement(&friends, "Alpha: toward Charlie", "")), "");
}

#[test]
fn h1_a_hero_who_stays_says_why() {
    let squads = "a Alpha players: rifle officer; c Bravo players: rifle; l Lead players: officer; b Boyz enemy: boy";
    let battle = scene(".a .l . . . . . .b\n.a . . . . . . .\n. . . . . . . .\n.c . . . . . . .", squads);
    let told = |battle: &Battle, orders: &str| why(battle, &play(battle, orders, ""));
    assert_eq!(told(&battle, "Lead Officer: join Bravo"), "Lead Officer TooFar { distance: 4 }");
    assert_eq!(told(&battle, "Lead Officer: join Alpha"), "Lead Officer SquadHasAHero");
    assert_eq!(told(&hurt(battle, "Lead Officer", 3), "Lead Officer: join Bravo"), "Lead Officer IsDown");
}

#[test]
fn c4_an_ability_that_is_refused_says_why() {
    let drawing = ".a . . . . . .b\n. . . . . . .\n.c . . . . . .\n. . . . . . .\n.l . . . .m . .";
    let squads = "a Alpha players: rifle; c Bravo players: rifle; b Boyz enemy: boy; l Lead players: officer; m Major players: officer";
    let battle = scene_with(drawing, squads, |setup| {
        teach(setup, "Dear", modify(Stat::Strength, 1)).cost = 3;
        teach(setup, "Near", modify(Stat::Strength, 1)).range = Some(3);
        teach(setup, "Once", modify(Stat::Strength, 1)).per_round = Some(1);
        teach(setup, "Ever", modify(Stat::Strength, 1)).per_battle = Some(1);
        teach(setup, "Self", modify(Stat::Strength, 1)).needs_hero = true;
        let same = setup.casters[0].abilities.clone();
        setup.casters[1].abilities = same;
    });
    for (orders, told) in [
        ("use Dear on Alpha; use Dear on Bravo; use Once on Bravo", "Dear NotEnoughCommand { cost: 3, left: 1 }"),
        ("use Self on Alpha; use Self on Alpha", "Self AlreadyUsedOnIt"),
        ("use Near on Alpha; use Near on Bravo", "Near OutOfRange { distance: 4, range: 3 }"),
        ("use Once on Alpha; use Once on Bravo", "Once UsedUp { times: 1, is_for_battle: false }"),
        ("use Ever on Alpha; use Ever on Bravo", "Ever UsedUp { times: 1, is_for_battle: true }"),
    ] {
        assert_eq!(why(&battle, &play(&battle, orders, "")), told);
    }
    // An ability is used on one squad only once, no matter who uses it.
    let on = AbilityOn::Squad(super::squad(&battle, "Alpha"));
    let abilities = [0, 1].map(|by| AbilityUse { by: CasterId(by), ability: AbilityId(0), on }).to_vec();
    let orders = Orders { abilities, ..Orders::default() };
    assert_eq!(why(&battle, &play_orders(&battle, &orders, "")), "Dear AlreadyUsedOnIt");
    let gone = hurt(battle.clone(), "Alpha 1", 1);
    assert_eq!(why(&gone, &play(&gone, "use Dear on Alpha", "")), "Dear TargetIsGone");
    let fallen = hurt(battle, "Lead Officer", 3);
    assert_eq!(why(&fallen, &play(&fallen, "use Self on Alpha; use Once on Alpha", "")), "Self HeroIsDown");
}

#[test]
fn a6_every_tag_of_the_table_is_written_as_it_is_read() {
    let names: Vec<String> = TAGS
        .iter()
        .map(|(_, form, _)| match form {
            TagForm::Plain(tag) => tag.to_string(),
            TagForm::Number(make) => make(2).to_string(),
            TagForm::Against(make) => make(Kind::Monster, 3).to_string(),
        })
        .collect();
    let all = "Extra Attacks, CloseQuarters, Crew 2, Rapid Fire 2, Blast, Torrent, Heavy, Assault, Sustained 2, Lethal, \
               Devastating, Twin-linked, Ignores Cover, Indirect, Precision, Anti monster 3+, Hazardous, One Shot, Stun";
    assert_eq!(names.join(", "), all);
}
