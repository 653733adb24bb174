//! **F-1** Formations, each shown as one.

use crate::line::battle::{Battle, Formation, Side};
use crate::line::report::party::party;
use crate::map::{FormationView, Name};

/// All formations, in the order in which they were formed.
pub(super) fn of(battle: &Battle) -> Vec<FormationView> {
    let view = |it: &Formation| FormationView {
        name: Name::new(&battle.formation_name(it)),
        party: party(it.members.first().map_or(Side::Players, |it| battle.side(battle.unit(*it).squad))),
        units: it.members.iter().map(|it| battle.footprint(*it)).collect(),
        leader: it.leader.map(|it| Name::new(&battle.setup().unit(it).name)),
    };
    battle.formations().iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::field::UnitId;
    use crate::line::battle::scene;
    use crate::line::battle::scene::{scene_with, squad};
    use crate::line::battle::{Event, FormationEvent, FormationSetup, Step, StepTaken};
    use crate::line::report::picture;
    use crate::map::{MapRenderer, alt_text, positions, text_map};

    fn field(formations: Option<FormationSetup>) -> Battle {
        let drawing = "
            . .a .a .a . . .x
            . .b .b .  . . .x
            . .  .  .h . . .x";
        let squads = "a Alpha players@alice: rifle; b Bravo players@alice: spearman; h Ko players@alice: officer;
            x Boyz enemy: boy";
        scene_with(drawing, squads, |setup| setup.formations = formations)
    }

    fn form_up(battle: &mut Battle, squads: &[&str], has_leader: bool) {
        let leader = battle.leader(squad(battle, "Ko")).filter(|_| has_leader);
        scene::form_up(battle, squads, leader);
    }

    #[test]
    fn f1_a_formation_is_seen_as_one_in_every_form_of_the_map() {
        let mut battle = field(Some(FormationSetup::default()));
        let before = picture(&battle, &[]);
        form_up(&mut battle, &["Alpha", "Bravo"], true);
        form_up(&mut battle, &["Boyz"], false);
        let picture = picture(&battle, &[]);
        let (text, places) = (text_map(&picture), positions(&picture));
        let told: Vec<&str> =
            text.lines().chain(places.lines()).filter(|it| it.to_lowercase().contains("in formation")).collect();
        expect![[r#"
            F1 in formation, yours: Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer
            F2 in formation, enemy: Boyz, 3 units between G1 and G3
            In formation (yours, F1 on the map): Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer.
            In formation (enemy, F2 on the map): Boyz, 3 units between G1 and G3."#]]
        .assert_eq(&told.join("\n"));
        expect!["Scene as round 1 opens, 7 by 3 tiles, north up. Yours: Alpha with 3 at B1, 3 tiles from Boyz; Bravo with 2 at B2, 4 tiles from Boyz; Ko at D3, 3 tiles from Boyz. Enemy: Boyz with 3 at G1, 3 tiles from Alpha. In formation: Alpha + Bravo, 5 units between B1 and D2, led by Ko Officer; Boyz, 3 units between G1 and G3."].assert_eq(&alt_text(&picture));
        let drawn = MapRenderer::svg(&picture);
        assert!(drawn.contains(">F1<") && drawn.contains(">F2<") && !MapRenderer::svg(&before).contains(">F1<"));
        assert!(MapRenderer::default().png(&picture).is_ok());
    }

    #[test]
    fn f1_a_march_is_one_arrow() {
        let mut battle = field(Some(FormationSetup::default()));
        form_up(&mut battle, &["Alpha", "Bravo"], true);
        let (formation, alpha) = (battle.formations()[0].id, battle.standing(squad(&battle, "Alpha")));
        let units: Vec<UnitId> = alpha.collect();
        let step = |number: u8| {
            let way = |it: &UnitId| {
                let from = battle.unit(*it).at;
                let from = from.offset(i16::from(number) - 1, 0).expect("it is on the map");
                Step { unit: *it, from, to: from.offset(1, 0).expect("it is on the map") }
            };
            let steps = units.iter().take(4 - usize::from(number)).map(way).collect();
            let (stayed, left) = (Vec::new(), Vec::new());
            let taken =
                StepTaken { formation, number, steps, stayed, price: 1, left, has_gap: false, leader_out: None };
            Event::Formation(Box::new(FormationEvent::Stepped(taken)))
        };
        let arrows = picture(&battle, &[step(1), step(2)]).arrows;
        let [arrow] = &arrows[..] else { panic!("one arrow: {arrows:?}") };
        let ends: Vec<(f32, f32)> = arrow.points.iter().map(|it| (it.x, it.y)).collect();
        assert_eq!(ends, [(1.5, 0.5), (3.5, 0.5)]);
    }

    #[test]
    fn a_battle_without_formations_is_drawn_as_ever() {
        let drawn = |it| MapRenderer::svg(&picture(&field(it), &[]));
        assert_eq!(drawn(Some(FormationSetup::default())), drawn(None));
    }
}
