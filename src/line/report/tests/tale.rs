//! What the story of a round tells, held against what happened.

use expect_test::expect;

use super::*;
use crate::line::battle::{Charge, Fate};
use crate::line::report::gather::is_melee;
use crate::page::{Rich, Voice};

/// Everybody who did something or to whom something happened is in the story: each charge, melee, shot, break, arrival,
/// squad that is gone and named casualty.
pub(crate) fn tells_all(before: &Battle, events: &[Event]) {
    let mut after = before.clone();
    events.iter().for_each(|it| after.apply(it));
    for voice in [Voice::default(), Voice::of([1; 32]), Voice::of([2; 32])] {
        let report = tell(before, events, &Known { voice, ..Known::default() });
        let told: Vec<&str> = report.tale.iter().map(Rich::text).collect();
        let setup = after.setup();
        // Who is a squad by himself goes by his own name.
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
                Event::Charged(it) => says(&[&names(it.squad), &names(it.target), &["charge"]]),
                // Whom others felled after that, and who stood up again, is told in another way.
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

/// Whether stray shots of a squad did somebody this much harm, or a weapon of its own felled somebody.
fn harms_unaimed(events: &[Event], by: SquadId, least: Fate) -> bool {
    events.iter().any(|it| match it {
        Event::Attacked(it) => it.by == by && it.kind == VolleyKind::Stray && it.hits.iter().any(|it| least <= it.fate),
        Event::HazardRolled { squad, rolls, .. } => *squad == by && rolls.iter().any(|it| it.2.is_felled()),
        _ => false,
    })
}

/// Who is said to have traded blows has struck and been struck, and who is said to have felled nobody has felled nobody.
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
            let is_in = |it: &SquadId| {
                [" (at ", " fired at ", " struck at "]
                    .iter()
                    .any(|did| sentence.contains(&format!("{}{did}", name(*it))))
            };
            let mut who = setup.squad_ids().filter(is_in);
            assert!(who.all(|it| !harms_unaimed(events, it, Fate::Downed)), "{sentence}");
        }
    }
}

/// The story of a round of these events.
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
    .assert_eq(&told(&battle, &events, Voice::default()));
}

#[test]
fn downed_and_killed_are_told_apart_and_nobody_who_struck_is_left_out() {
    let battle = ridge();
    let felled = Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", "Boyz", &[4, 4]).wounds(&[(4, 1), (4, 1)]);
    let missed = Attack::of(&battle, VolleyKind::Fire, "Bravo", "rifle", "Boyz", &[1]).wounds(&[]);
    let struck = Attack::of(&battle, VolleyKind::Blows, "Beast", "claws", "Bravo", &[1]).wounds(&[]);
    expect![[r#"
        Boyz lost 2 to Alpha (both killed).
        Bravo fired at Boyz, and felled nobody there.
        Beast struck at Bravo and felled nobody there.
    "#]]
    .assert_eq(&told(&battle, &[felled.event(), missed.event(), struck.event()], Voice::default()));
}

#[test]
fn rounds_do_not_sound_alike_and_a_scenario_has_words_of_its_own() {
    let battle = ridge();
    let said = |battle: &Battle, first: u8| told(battle, &[charge(battle), broke(battle)], Voice::of([first; 32]));
    let voices: std::collections::BTreeSet<String> = (0..3).map(|it| said(&battle, it)).collect();
    assert_eq!(voices.len(), 3, "{voices:#?}");
    assert_eq!(said(&battle, 1), said(&battle, 1));
    let own = ridge_with(|setup| setup.words.broke = vec!["took to their heels".to_owned()]);
    assert!(said(&own, 0).contains("took to their heels, with 3 of 3 left"), "{}", said(&own, 0));
}

#[test]
fn only_who_has_struck_and_been_struck_traded_blows() {
    let battle = ridge();
    let blows = |by, weapon, at| Attack::of(&battle, VolleyKind::Blows, by, weapon, at, &[1]).wounds(&[]).event();
    let there = blows("Beast", "claws", "Bravo");
    expect![[r#"
        Beast struck at Bravo and felled nobody there.
    "#]]
    .assert_eq(&told(&battle, std::slice::from_ref(&there), Voice::default()));
    expect![[r#"
        Bravo and Beast traded blows, to no effect.
    "#]]
    .assert_eq(&told(&battle, &[there, blows("Bravo", "spear", "Beast")], Voice::default()));
}

#[test]
fn who_fired_in_vain_and_hit_friends_is_not_said_to_have_harmed_nobody() {
    let battle = ridge();
    let fire = Attack::of(&battle, VolleyKind::Fire, "Alpha", "rifle", "Boyz", &[1]).wounds(&[]);
    let stray = Attack::of(&battle, VolleyKind::Stray, "Alpha", "rifle", "Bravo", &[4]).wounds(&[(4, 1)]);
    expect![[r#"
        Bravo lost 1 to stray shots from Alpha.
    "#]]
    .assert_eq(&told(&battle, &[fire.event(), stray.event()], Voice::default()));
}

#[test]
fn who_is_hurt_is_told_by_name_or_counted_by_squad() {
    let battle = ridge_with(|setup| setup.profiles.iter_mut().for_each(|it| it.hp = 6));
    let hit = |at| Attack::of(&battle, VolleyKind::Fire, "Alpha", "cannon", at, &[4]).wounds(&[(4, 1)]).event();
    expect![[r#"
        Marsh Officer lost 3 HP to Alpha and has 3 of 6 left.
        Beast lost 3 HP to Alpha and has 3 of 6 left.
        1 of Boyz is hurt (3 HP lost to Alpha).
    "#]]
    .assert_eq(&told(&battle, &[hit("Boyz"), hit("Marsh"), hit("Beast")], Voice::default()));
}
