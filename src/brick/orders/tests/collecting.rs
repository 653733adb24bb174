//! Tests of reading all posts of a round together.

use crate::brick::battle::scene::{scene_with, unit, unit_named};
use crate::brick::battle::{Event, Meanwhile, Melee, Order, Organise, Usable, WeaponId, Who, Whose};
use crate::field::SquadId;

use super::*;

fn accepted(battle: &Battle, posts: &[(Poster, &str)]) -> Vec<Accepted> {
    let posts = (1..).zip(posts);
    posts.map(|(now, (poster, text))| Accepted::new(*poster, read_by(battle, *poster, text), now)).collect()
}

/// The reasons of refusals, in the order of the posts.
fn refused(collected: &Collected) -> Vec<String> {
    let fates = collected.fates.values();
    fates.filter_map(|it| if let Fate::Refused(why) = it { Some(why.message.clone()) } else { None }).collect()
}

/// The replaced orders of a post, by their index.
fn replaced_of(collected: &Collected) -> Vec<usize> {
    let replaced = collected.fates.iter().filter(|it| matches!(it.1, Fate::Replaced { .. }));
    replaced.map(|it| it.0.order).collect()
}

#[test]
fn bs5_a_squad_formed_this_round_takes_orders_of_the_round() {
    let battle = battle();
    let posts = accepted(
        &battle,
        &[(ANN, "!Left: shoot Orcs"), (ANN, "!split Alpha into Left: 1, 2; Right: 3\n!Right: move to C3")],
    );
    let collected = collect(&battle, &posts);
    assert_eq!(refused(&collected), Vec::<String>::new());
    let first = SquadId(battle.squad_count() as u16);
    assert!(collected.orders.shoot.get(Who::Squad(first)).is_some());
    assert!(collected.orders.movement.get(Who::Squad(SquadId(first.0 + 1))).is_some());
    assert!(matches!(&collected.orders.organise[..], [Organise::Split { into, .. }] if into[0].squad == first));
    assert_eq!(collected.made[&first], "Left");
}

#[test]
fn a_squad_that_does_not_come_to_be_takes_none() {
    let battle = battle();
    let posts = accepted(
        &battle,
        &[
            (ANN, "!form Line from Alpha 1\n!form Line from Alpha 2\n!Lime: shoot Orcs; move to C3"),
            (BOB, "!Line: shoot Orcs\n!form Orcs from Bravo 1\n!Bravo: hold"),
            (ANN, "!split Alpha into Left: 1, 2; Right: 3\n!Alpha: shoot Orcs"),
        ],
    );
    let collected = collect(&battle, &posts);
    assert_eq!(
        refused(&collected),
        [
            "Line is made twice in this round",
            "no squad of yours is called \"Lime\", and no order makes it",
            "no squad of yours is called \"Lime\", and no order makes it",
            "no squad of yours is called \"Line\", and no order makes it",
            "somebody is called Orcs already",
            "Alpha is split up in this round, so nobody is left in it",
        ]
    );
}

#[test]
fn a_squad_that_comes_later_takes_no_orders_yet() {
    let mut setup = battle().setup().clone();
    setup.squads[0].in_reserve = true;
    let battle = Battle::new(std::sync::Arc::new(setup));
    let posts = accepted(&battle, &[(ANN, "!Alpha: hold"), (BOB, "!Alpha: hold")]);
    let said = ["Alpha isn't there yet", "no squad of yours is called \"Alpha\", and no order makes it"];
    assert_eq!(refused(&collect(&battle, &posts)), said);
}

#[test]
fn the_last_order_for_a_phase_counts() {
    let battle = battle();
    let posts = accepted(&battle, &[(ANN, "!Alpha: shoot Orcs; move to C3"), (ANN, "!Alpha: shoot Captain")]);
    let collected = collect(&battle, &posts);
    let alpha = Who::Squad(SquadId(0));
    let target = collected.orders.shoot.get(alpha).map(|it| it.target);
    assert!(matches!(target, Some(crate::brick::battle::Target::Who(it)) if battle.name(it) == "Captain"));
    assert!(collected.orders.movement.get(alpha).is_some());
    let replaced = collected.fates.values().filter(|it| matches!(it, Fate::Replaced { .. })).count();
    assert_eq!(replaced, 1);
}

#[test]
fn the_last_word_of_an_edited_post_is_the_one_that_stands_last() {
    let battle = battle();
    for (before, after) in [
        ("!Alpha: shoot Orcs", "!Alpha: shoot Captain\n!Alpha: shoot Orcs"),
        ("!Alpha: shoot Orcs", "!Alpha: hold\n!Alpha: shoot Orcs"),
        ("!Alpha: hold", "!Alpha: shoot Orcs\n!Alpha: hold"),
        ("!Alpha: move to C3", "!Alpha: withdraw orders\n!Alpha: move to C3"),
        ("!Alpha: brace", "!Alpha: withdraw orders\n!Alpha: brace"),
        ("!hits Alpha spare 1", "!hits Alpha wounded\n!hits Alpha spare 1"),
        ("!form Left from Alpha 1, Yoko", "!form Line from Alpha 1\n!form Left from Alpha 1, Yoko"),
        ("!form Line from Alpha 1\n!Line: hold", "!form Line from Alpha 1\n!Line: shoot Orcs\n!Line: hold"),
    ] {
        let posted = Accepted::new(ANN, read_by(&battle, ANN, before), 1);
        let edited = collect(&battle, &[posted.carry_over(read_by(&battle, ANN, after), 2)]);
        let anew = collect(&battle, &[Accepted::new(ANN, read_by(&battle, ANN, after), 2)]);
        assert_eq!(edited.fates, anew.fates, "{before} -> {after}");
    }
}

#[test]
fn of_plates_standards_and_whom_one_joins_the_last_word_counts() {
    let battle = battle();
    let alpha = SquadId(0);
    for (post, replaced) in [
        ("!Alpha: replate 1x3\n!Alpha: replate 3x1", vec![0]),
        ("!Alpha: replate 1x3\n!Alpha: replate facing N\n!Alpha: replate facing E", vec![1]),
        ("!standard Alpha 1\n!standard Alpha center", vec![0]),
        ("!form Left from Alpha 1\n!form Right from Alpha 2\n!Yoko: join Left\n!Yoko: join Right", vec![2]),
        ("!leave 1 from Alpha\n!leave 2 from Alpha\n!arrange Alpha 3@0,0\n!arrange Alpha 2@1,0", vec![]),
    ] {
        let collected = collect(&battle, &accepted(&battle, &[(ANN, post)]));
        assert_eq!(replaced_of(&collected), replaced, "{post}");
        assert_eq!(refused(&collected), Vec::<String>::new(), "{post}");
    }
    let posts = accepted(&battle, &[(ANN, "!Alpha: replate 1x3"), (ANN, "!Alpha: replate 3x1")]);
    let organise = collect(&battle, &posts).orders.organise;
    assert!(
        matches!(organise[..], [Organise::Replate { squad, plate }] if squad == alpha && plate.size == Some((3, 1)))
    );
}

#[test]
fn what_is_said_in_advance_is_replaced_once_nothing_of_it_holds() {
    let battle = battle();
    for (post, replaced) in [
        ("!hits Alpha spare 1\n!hits Alpha wounded", vec![0]),
        ("!react Alpha parry best\n!react Alpha bail", vec![0]),
        ("!react Alpha parry best vs attack\n!react Alpha bail", vec![0]),
        ("!react Alpha parry best then strike\n!react Alpha bail", vec![]),
        ("!react Alpha bail\n!react Alpha parry best vs attack", vec![]),
        ("!react Alpha pass strike\n!react Alpha pass brace\n!react Alpha drop yes", vec![0]),
        ("!benny Alpha attack hold\n!benny Alpha attack damage", vec![0]),
        ("!react everyone bail\n!react Alpha none\n!Alpha: move to C3", vec![]),
    ] {
        let collected = collect(&battle, &accepted(&battle, &[(ANN, post)]));
        assert_eq!(refused(&collected), Vec::<String>::new(), "{post}");
        assert_eq!(replaced_of(&collected), replaced, "{post}");
    }
}

#[test]
fn holding_takes_back_what_was_ordered_and_policies_add_up() {
    let battle = battle();
    let posts =
        accepted(&battle, &[(ANN, "!Alpha: shoot Orcs; react none"), (ANN, "!Alpha: hold\n!react Alpha pass brace")]);
    let orders = collect(&battle, &posts).orders;
    assert!(orders.shoot.is_empty());
    let alpha = Whose::One(Who::Squad(SquadId(0)));
    assert_eq!(orders.policies.iter().filter(|it| it.0 == alpha).count(), 2);
}

#[test]
fn what_is_taken_back_is_told_as_replaced() {
    let battle = battle();
    for (post, replaced) in [
        ("!Alpha: brace\n!Alpha: withdraw orders", vec![0]),
        ("!Alpha: reserve\n!Alpha: hold", vec![0]),
        ("!Alpha: hold\n!Alpha: reserve", vec![]),
        ("!Alpha: shoot Orcs; stay put", vec![]),
        ("!Alpha: shoot Orcs; Yoko: attack Captain; Alpha: hold", vec![0]),
        ("!Alpha: shoot Orcs; Yoko: attack Captain; Yoko: stay put", vec![]),
        // Only the move is forbidden.
        ("!Alpha: shoot Orcs; Yoko: attack Captain; Alpha: stay put", vec![]),
        ("!Alpha: shoot Orcs; Yoko: attack Captain; Alpha: stay where you are", vec![]),
        ("!Alpha and Yoko: attack Captain; Yoko: stay put", vec![1]),
        ("!Alpha: shoot Orcs; Yoko: attack Captain. Both stay put.", vec![]),
        ("!Alpha: shoot Orcs\n!Alpha: stay put", vec![]),
        ("!Alpha: shoot Orcs; Yoko: move to C3; both stay put", vec![1]),
        ("!Yoko: move to C3; Yoko: stay put", vec![0]),
        ("!Alpha: shoot Orcs, don't move", vec![]),
        ("!Yoko: move to C3. Stay put.", vec![]),
        ("!Alpha: shoot Orcs. Hold fire.", vec![0]),
        ("!Yoko: attack Captain; stop", vec![0]),
        ("!Yoko: attack Captain. Stay and do nothing.", vec![0]),
        ("!Alpha: shoot Orcs. Hold instead.", vec![0]),
        ("!Alpha: shoot Orcs. Instead, hold.", vec![0]),
        ("!Alpha: shoot Orcs\n!Alpha: brace\n!Alpha: brace", vec![1]),
        ("!form Line from Alpha 1\n!Line: shoot Orcs\n!withdraw orders", vec![0, 1]),
        ("!form Line from Alpha 1\n!Line: shoot Orcs\n!withdraw orders for Line", vec![0, 1]),
        ("!Left: shoot Orcs\n!split Alpha into Left: 1, 2; Right: 3\n!Alpha: withdraw orders", vec![0, 1]),
        ("!split Alpha into Wing: 1, 2; Tail: 3\n!Wing: shoot Orcs\n!withdraw orders for Wing", vec![1]),
        ("!withdraw orders\n!form Line from Alpha 1", vec![]),
        ("!form Line from Alpha 1\n!Yoko: withdraw orders", vec![]),
        ("!form Left from Alpha 1\n!Left: shoot Orcs\n!form Right from Alpha 1, Alpha 2\n!Right: hold", vec![0, 1]),
        ("!form Left from Alpha 1, Alpha 2\n!Left: shoot Orcs\n!form Left from Alpha 1", vec![0]),
        ("!split Alpha into Left: 1, 2; Right: 3\n!Left: hold\n!split Alpha into Left: 1; Right: 2, 3", vec![0]),
        ("!form Left from Alpha 1\n!form Right from Alpha 2", vec![]),
        ("!form Left from Alpha 1\n!form Orcs from Alpha 1", vec![]),
        ("!split Alpha into Left: 1, 2; Right: 3\n!split Alpha into Left: 1; Left: 2, 3", vec![]),
        ("!form Left from Alpha 1\n!form Right from Alpha 2\n!form Right from Alpha 1", vec![]),
        (
            "!form Right from Alpha 2\n!withdraw orders for Right\n!form Left from Alpha 1\n!form Right from Alpha 1",
            vec![0, 2],
        ),
    ] {
        let collected = collect(&battle, &accepted(&battle, &[(ANN, post)]));
        assert_eq!(replaced_of(&collected), replaced, "{post}");
    }
}

#[test]
fn bs5_what_is_taken_back_makes_no_squad() {
    let battle = battle();
    let form = (ANN, "!form Line from Alpha 1\n!Line: shoot Orcs");
    let told = |more: &[(Poster, &str)]| {
        let posts: Vec<(Poster, &str)> = [form].iter().chain(more).copied().collect();
        let collected = collect(&battle, &accepted(&battle, &posts));
        (collected.made.len(), collected.orders.organise.len(), refused(&collected))
    };
    assert_eq!(told(&[(BOB, "!withdraw orders")]), (1, 1, vec![]));
    assert_eq!(told(&[(ANN, "!withdraw orders")]), (0, 0, vec![]));
    assert_eq!(told(&[(ANN, "!withdraw orders for Line")]), (0, 0, vec![]));
    assert_eq!(told(&[(ANN, "!withdraw orders"), (ANN, "!form Line from Alpha 2")]), (1, 1, vec![]));
    let gone = "no squad of yours is called \"Line\", and no order makes it".to_owned();
    assert_eq!(told(&[(ANN, "!withdraw orders\n!Line: hold")]), (0, 0, vec![gone]));
    assert_eq!(told(&[(ANN, "!form Line from Alpha 1, Yoko plate 1x2")]), (1, 1, vec![]));
    assert_eq!(told(&[(ANN, "!form Left from Alpha 1, Yoko")]), (1, 1, vec![]));
}

#[test]
fn nobody_is_offered_a_squad_that_somebody_else_makes() {
    let battle = battle();
    let remedies = [(ANN, "Did you mean \"Line\"?"), (BOB, "Form it first: form Name from unit, unit.")];
    for (poster, remedy) in remedies {
        let posts = accepted(&battle, &[(ANN, "!form Line from Alpha 1"), (poster, "!Lime: hold")]);
        let collected = collect(&battle, &posts);
        let told =
            collected.fates.values().find_map(|it| if let Fate::Refused(it) = it { it.help.clone() } else { None });
        assert_eq!(told.as_deref(), Some(remedy));
    }
}

#[test]
fn who_names_a_weapon_and_not_who_uses_it_is_told_how_that_is_said() {
    let battle = battle();
    let collected = collect(&battle, &accepted(&battle, &[(ANN, "!shoot rifle at Orcs")]));
    let Some(Fate::Refused(why)) = collected.fates.values().next() else { panic!("nobody is named: {collected:?}") };
    assert_eq!(why.help.as_deref(), Some("The one who uses a weapon is named first: \"Name: shoot Foe with weapon\"."));
}

#[test]
fn who_has_fallen_is_known_by_a_part_of_the_name_too() {
    let people = "m Mab reds: fig sword; k King reds: fig knife; q Queen reds: fig knife; g Gang blues: fig knife";
    let mut battle = scene_with(".m .k .q .g", people, |setup: &mut Setup| {
        setup.seats = vec![Seat { name: "ann".to_owned() }];
        for (before, name) in [("Mab", "Mab"), ("King", "Old Marrow"), ("Queen", "Tess Marrow")] {
            let unit = unit(setup, before);
            (unit.seat, unit.name) = (Some(SeatId(0)), name.to_owned());
        }
    });
    let told = |battle: &Battle, post: &str| refused(&collect(battle, &accepted(battle, &[(ANN, post)])));
    let dies = |battle: &mut Battle, name: &str| {
        let unit = unit_named(battle, name);
        battle.apply(&Event::Killed { unit, by: None, downed: false });
    };
    dies(&mut battle, "Old Marrow");
    assert_eq!(told(&battle, "!Old: hold"), ["nobody is left of Old Marrow"]);
    assert_eq!(told(&battle, "!form Old from Mab\n!Old: hold"), Vec::<String>::new());
    assert_eq!(told(&battle, "!Marrow: hold"), Vec::<String>::new());
    dies(&mut battle, "Tess Marrow");
    assert_eq!(told(&battle, "!Tess moves to A1"), ["nobody is left of Tess Marrow"]);
    assert_eq!(told(&battle, "!Marrow: hold"), ["no squad of yours is called \"Marrow\", and no order makes it"]);
}

#[test]
fn a_squad_is_named_like_nothing_else() {
    let battle = battle();
    for (name, why) in [("C3", "C3 is a tile, so it can't name a squad"), ("orcs", "somebody is called orcs already")] {
        let post = format!("!form {name} from Alpha 1");
        let reading = read_by(&battle, ANN, &post);
        let collected = collect(&battle, &[Accepted::new(ANN, reading.clone(), 1)]);
        let said = reading.diagnostics.iter().map(|it| it.message.clone()).chain(refused(&collected));
        assert_eq!(said.collect::<Vec<_>>(), [why], "{post}");
    }
}

#[test]
fn what_a_commander_added_is_read_back_with_what_was_posted() {
    let battle = battle();
    let given = collect(&battle, &accepted(&battle, &[(ANN, "!Alpha: shoot Orcs")])).orders;
    let mut all = given.clone();
    let more =
        collect(&battle, &accepted(&battle, &[(BOB, "!Bravo: shoot Orcs; move to C3\n!Dan: attack Orcs")])).orders;
    more.shoot.iter().for_each(|(who, it)| all.put(Order::Shoot(who, it.clone())));
    more.melee.iter().for_each(|(who, it)| all.put(Order::Melee(who, it.clone())));
    more.movement.iter().for_each(|(who, it)| all.put(Order::Move(who, it.clone())));
    let added = added(&given, &all);
    assert_eq!(with_added(&battle, &given, &added), Some(all));
    for (used, is_known) in [(WeaponId(0), true), (WeaponId(99), false)] {
        let mut added = added.clone();
        let uses = Melee::Ignore(Some(Meanwhile::Use(Usable::Weapon(used))));
        added.put(Order::Melee(Who::Unit(unit_named(&battle, "Dan")), uses));
        assert_eq!(with_added(&battle, &given, &added).is_some(), is_known, "{used:?}");
    }
}

#[test]
fn bad_input_is_told_and_nothing_else_is_lost() {
    for (bad, said) in [
        ("!Alpha: shoot Orcs with trebuchet", "no weapon here is called \"trebuchet\""),
        ("!form Mob from Alpha 1, Alpha 2 plate 1x1", "a plate of 1x1 is too small: these units need 2 tiles"),
        ("!form Mob from Alpha 1\n!form Mob from Alpha 2", "Mob is made twice in this round"),
        (
            "!split Alpha into Orcs: 1, 2; Bravo: 3",
            "somebody is called Orcs already, and somebody is called Bravo already",
        ),
        ("!react Alpha parry knife bail", "\"bail\" repeats what this order already says"),
        ("!react Alpha parry knife then strike knife hold", "\"hold\" means nothing to react"),
        (
            "!split Alpha into Left: 1, 2; Right: 3\n!Alpha: move to C3",
            "Alpha is split up in this round, so nobody is left in it",
        ),
    ] {
        let battle = battle();
        let text = format!("!Yoko: attack Captain with sword\n{bad}\n!hits Yoko dear");
        let posts = accepted(&battle, &[(ANN, &text)]);
        let collected = collect(&battle, &posts);
        let told: Vec<String> =
            posts[0].diagnostics.iter().map(|it| it.message.clone()).chain(refused(&collected)).collect();
        assert_eq!(told, [said], "{bad}");
        assert_eq!((collected.orders.melee.iter().count(), collected.orders.policies.len()), (1, 1), "{bad}");
    }
}

#[test]
fn whoever_holds_has_been_told_so_until_they_are_told_something_else() {
    let battle = battle();
    let alpha = battle.everybody().next().expect("Alpha");
    let told = |post: &str| {
        let collected = collect(&battle, &accepted(&battle, &[(ANN, post)]));
        (collected.orders.has_any_for(alpha), collected.orders.hold.contains(&alpha))
    };
    assert_eq!(told("!Yoko: hold"), (false, false));
    assert_eq!(told("!Alpha: hold"), (true, true));
    assert_eq!(told("!Alpha: hold\n!Alpha: move to C3"), (true, false));
    let holding = collect(&battle, &accepted(&battle, &[(ANN, "!Alpha: hold")])).orders;
    let all = crate::brick::orders::with_added(&battle, &holding, &{
        let mut added = crate::brick::battle::Orders::default();
        added.put(crate::brick::battle::Order::Reserve(alpha));
        added
    });
    assert_eq!(all, Some(holding), "no commander moves whoever holds");
}

#[test]
fn whoever_stays_put_in_a_later_post_does_not_move_and_does_the_rest() {
    let battle = battle();
    let yoko = battle.everybody().find(|it| battle.name(*it) == "Yoko").expect("Yoko");
    for later in ["!Yoko: attack Captain; stay put", "!Yoko: stay put\n!Yoko: attack Captain"] {
        let orders = collect(&battle, &accepted(&battle, &[(ANN, "!Yoko: move to C3"), (ANN, later)])).orders;
        assert!(orders.movement.is_empty() && orders.melee.get(yoko).is_some() && orders.hold.is_empty(), "{later}");
    }
    let orders = collect(&battle, &accepted(&battle, &[(ANN, "!Yoko: move to C3"), (ANN, "!Yoko: stay put")])).orders;
    assert!(orders.movement.is_empty() && orders.hold.contains(&yoko));
}

/// A battle in which no name begins with `A` or `Q`. All its squads are the GM's.
fn lancers() -> Battle {
    scene_with(
        ".o .o .o . .c . .\n. . . . . . .",
        "o Orcs reds 3x1: fig knife rifle; c Captain blues: officer sabre",
        |_| (),
    )
}

#[test]
fn a_squad_of_the_round_may_be_called_by_a_letter() {
    let battle = lancers();
    let text = "!split Orcs into A: 1, 2; Q: 3\n!A: move to C2\n!shoot A at Captain\n!Q: hold";
    let collected = collect(&battle, &accepted(&battle, &[(Poster::Gm, text)]));
    assert_eq!(refused(&collected), Vec::<String>::new());
    let first = Who::Squad(SquadId(battle.squad_count() as u16));
    assert!(collected.orders.movement.get(first).is_some() && collected.orders.shoot.get(first).is_some());
    assert_eq!(collected.orders.hold.len(), 1);
}

#[test]
fn no_squad_is_called_by_a_part_of_others_names() {
    let battle = battle();
    for (name, meant) in [("Cap", "Captain"), ("Br", "Bravo")] {
        let collected = collect(&battle, &accepted(&battle, &[(ANN, &format!("!form {name} from Alpha 1"))]));
        assert_eq!(refused(&collected), [format!("{name} would be taken for {meant}")]);
    }
}

#[test]
fn bs5_2_who_goes_into_another_squad_owes_no_order() {
    let battle = lancers();
    let told = |text: &str| {
        let orders = collect(&battle, &accepted(&battle, &[(Poster::Gm, text)])).orders;
        battle.everybody().filter(|it| !orders.goes_into(&battle, *it).is_empty()).count()
    };
    for (text, all) in [
        ("!split Orcs into A: 1, 2; Q: 3", 1),
        ("!split Orcs into Q: 3", 0),
        ("!form Quad from Orcs 1, Orcs 2, Orcs 3", 1),
        ("!join Captain to Orcs", 1),
        ("!Orcs: move to C2", 0),
    ] {
        assert_eq!(told(text), all, "{text}");
    }
}
