//! The language as players meet it: a post in, orders and answers out.

mod as_people_write;
mod collecting;
mod formations;
mod hostile;
mod offers;
mod reading;
mod refusals;

use expect_test::Expect;

use crate::field::{Area, GoalKind, SeatId, Tile};
use crate::line::battle::scene::{ability, scene_with, squad};
use crate::line::battle::{
    Ability, AbilityId, AbilityTarget, Battle, Condition, Event, Fate, Goal, Hit, Movement, ObjectiveSetup, Setup,
    Side, Subject, Volley, VolleyKind,
};

use super::canonical::canonical;
use super::{Given, Language, Names, Order, Poster, Reading, read};

/// Alice has Alpha with a hero, the Spears, a Heavy team and Marsh; Bob has Bravo and Élan.
pub(super) fn battle() -> Battle {
    battle_with(|_| ())
}

/// The usual battle, with further changes to its setup.
pub(super) fn battle_with(more: impl FnOnce(&mut Setup)) -> Battle {
    scene_with(
        "
        .a .a .a . . . . . . . . .
        .  .  .  . . # . . . . . .
        .b .b .  . . # . . .x .x . .
        .  .  .  . . . . . . . . .
        .s .s .  . . r . . .y .y . .
        .  .  .h .h . . . . . . .n .
        .e .  .  . . ~ . . . . . .
        .  .  .m . . . . . . . . .
        ",
        "a Alpha players@alice: rifle rifle officer; b Bravo players@bob: rifle; s Spears players@alice: spearman;
         h Heavy team players@alice: team rifle; x Slugga Boyz 1 enemy: boy; y Slugga Boyz 2 enemy: boy;
         n Nobz enemy: boy; e Élan players@bob: rifle; m Marsh players@alice: officer",
        |setup| {
            add_abilities_and_goals(setup);
            more(setup);
        },
    )
}

fn add_abilities_and_goals(setup: &mut Setup) {
    for (name, cost, target, range) in [
        ("Rally", 2, AbilityTarget::AlliedSquad, None),
        ("Steady On", 1, AbilityTarget::OwnSquad, Some(3)),
        ("Smoke", 1, AbilityTarget::Tile, Some(4)),
        ("Curse", 1, AbilityTarget::EnemySquad, None),
        ("Second Wind", 3, AbilityTarget::Own, None),
        ("Secret Art", 1, AbilityTarget::Own, None),
    ] {
        let id = AbilityId(setup.abilities.len() as u16);
        setup.abilities.push(Ability { cost, target, range, needs_hero: true, ..ability(name, Vec::new()) });
        for (n, caster) in setup.casters.iter_mut().enumerate() {
            if cost != 1 || n == 0 && id.0 != 5 {
                caster.abilities.push(id);
            }
        }
    }
    setup.objectives.push(ObjectiveSetup {
        key: "ridge".to_owned(),
        name: "The Ridge".to_owned(),
        at: Tile::new(6, 3),
        radius: 3,
        owner: None,
        points: 0,
    });
    let area = Area { name: "the ridge".to_owned(), at: Tile::new(6, 3), radius: 3 };
    let when = Condition::Reach { who: Subject::Side(Side::Players), area, units: 1 };
    setup.goals.push(Goal { kind: GoalKind::Main, team: None, text: "Reach the ridge.".to_owned(), when, ends: true });
}

pub(super) const ALICE: Poster = Poster::Seat(SeatId(0));
pub(super) const BOB: Poster = Poster::Seat(SeatId(1));

pub(super) fn read_by(battle: &Battle, poster: Poster, post: &str) -> Reading {
    read(post, &Names::new(battle), battle, poster, &Language::default())
}

/// Compares how a post of Alice's is read.
#[track_caller]
fn check(post: &str, expected: Expect) {
    check_for(&battle(), ALICE, post, expected);
}

#[track_caller]
fn check_for(battle: &Battle, poster: Poster, post: &str, expected: Expect) {
    let reading = read_by(battle, poster, post);
    assert_spans(&reading, post);
    expected.assert_eq(&printed(battle, &reading, post));
}

#[track_caller]
fn assert_spans(reading: &Reading, post: &str) {
    let spans = reading.given.iter().map(|it| &it.span).chain(reading.diagnostics.iter().map(|it| &it.span));
    for span in spans {
        assert!(post.get(span.clone()).is_some(), "{span:?} is no part of {post:?}");
    }
}

fn printed(battle: &Battle, reading: &Reading, post: &str) -> String {
    let orders = reading.given.iter().map(|it| canonical(battle, &it.order));
    let diagnostics = reading.diagnostics.iter().map(|it| it.under(post));
    orders.chain(diagnostics).collect::<Vec<_>>().join("\n")
}

/// The battle after these members of a squad have fallen, by their index in it.
fn fallen(battle: &Battle, name: &str, members: &[usize]) -> Battle {
    let mut battle = battle.clone();
    let by = squad(&battle, name);
    let fell = |it: &usize| {
        let victim = Some(battle.squad(by).members[*it]);
        Hit { shot: 0, victim, wound: None, save: None, damage: 3, damage_dice: Vec::new(), fate: Fate::Downed }
    };
    let volley =
        Volley { hits: members.iter().map(fell).collect(), ..Volley::without_attacks(VolleyKind::Stray, by, by) };
    battle.apply(&Event::Attacked(Box::new(volley)));
    battle
}
