//! Formations, in battles that have them: squads that stay and have shields or spears form up.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Fire, FirePart, FormUp, Movement, Orders, OrganisationalOrder, VolleyAt};
use crate::line::commander::LedSquads;
use crate::line::rules::preview;

/// Has squads that stay where they are form up (F-5), if they can and profit from it. Squads that stand in a formation
/// fire a volley together at a target of one unit (F-3). All other orders stay as they are.
pub(super) fn keep_together(led: &LedSquads<'_>, orders: &mut Orders) {
    let LedSquads { rules, battle, .. } = *led;
    let mut leaders: Vec<UnitId> = Vec::new();
    for &squad in led.squads {
        if battle.formations_of(squad).next().is_some() {
            shoot_together(battle, squad, orders);
        } else if stays(orders, squad) && is_for_formations(battle, squad) {
            let order = FormUp { squads: vec![squad], ..FormUp::default() };
            // **F-12** A start that fails costs the squad its round. One leader directs one formation (F-16).
            let Ok(leader) = preview::form_up(rules, battle, &order).start else { continue };
            if leader.is_none_or(|it| !leaders.contains(&it)) {
                leaders.extend(leader);
                orders.formations.ranging.put(squad, OrganisationalOrder::FormUp(order));
            }
        }
    }
}

fn stays(orders: &Orders, squad: SquadId) -> bool {
    matches!(orders.movement.get(squad), None | Some(Movement::Hold))
}

/// **F-2, F-4** Whether a squad profits from a formation: most of its units have a shield or a spear.
fn is_for_formations(battle: &Battle, squad: SquadId) -> bool {
    let has_something = |it: &UnitId| {
        let drill = battle.profile(*it).drill;
        drill.shield.is_some() || drill.spear
    };
    let standing = battle.standing(squad).count();
    1 < standing
        && !battle.is_squad_engaged(squad)
        && standing < 2 * battle.standing(squad).filter(has_something).count()
}

fn shoot_together(battle: &Battle, squad: SquadId, orders: &mut Orders) {
    let Some(Fire::At(parts)) = orders.fire.get(squad) else { return };
    let [FirePart { target, with: None }] = parts[..] else { return };
    if battle.standing(target).count() == 1 {
        orders.fire.put(squad, Fire::Volley(VolleyAt { target, unit: None }));
    }
}

#[cfg(test)]
mod tests {
    use crate::line::battle::scene::{form_up, profile, scene_with, squad};
    use crate::line::battle::{FormationSetup, Setup, Shield, Stance};
    use crate::line::commander::complete;
    use crate::line::rules::Line;

    use super::*;

    fn field(touch: impl FnOnce(&mut Setup)) -> Battle {
        let far = ".  .  .  .  .  .  ";
        let drawing = [".a .a .  ", ".a .a .  ", ".b .b .  ", ".  .  .b "].map(|it| format!("{it}{far}{far}"));
        let drawing = format!("{}.x\n{}.\n{}.\n{}.", drawing[0], drawing[1], drawing[2], drawing[3]);
        scene_with(&drawing, "a Alpha players: rifle; b Bravo players: boy; x Boyz enemy@carol: boy", |setup| {
            setup.formations = Some(FormationSetup { autonomous: true, ..FormationSetup::default() });
            let rifle = usize::from(profile(setup, "rifle").0);
            setup.profiles[rifle].drill.shield = Some(Shield::Medium);
            setup.squads.iter_mut().for_each(|it| it.stance = Stance::Hold);
            touch(setup);
        })
    }

    fn decided(battle: &Battle) -> Orders {
        complete(&Line::default(), battle, &Orders::default())
    }

    fn forms_up(battle: &Battle, name: &str) -> bool {
        decided(battle).formations.ranging.get(squad(battle, name)).is_some()
    }

    #[test]
    fn f5_shields_that_stay_form_up_and_nobody_else() {
        let battle = field(|_| ());
        assert!(forms_up(&battle, "Alpha"));
        assert!(!forms_up(&battle, "Bravo"), "they have nothing from it");
        assert!(!forms_up(&field(|setup| setup.squads[0].stance = Stance::Aggressive), "Alpha"));
        assert!(!forms_up(&field(|setup| setup.formations = None), "Alpha"));
        assert!(
            !forms_up(&field(|setup| setup.formations = Some(FormationSetup::default())), "Alpha"),
            "no leader (F-6)"
        );
    }

    #[test]
    fn f3_a_formation_shoots_together_at_whoever_stands_alone() {
        let mut battle = field(|_| ());
        let [alpha, boyz] = ["Alpha", "Boyz"].map(|it| squad(&battle, it));
        form_up(&mut battle, &["Alpha"], None);
        let orders = decided(&battle);
        assert_eq!(orders.fire.get(alpha), Some(&Fire::Volley(VolleyAt { target: boyz, unit: None })));
        assert!(orders.formations.is_empty(), "it stands already");
    }
}
