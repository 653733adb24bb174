//! Results of a round that no case of the suite can check: cases describe squads and units, and not formations or
//! orders.

use super::*;
use crate::dice::Dice;
use crate::line::battle::{Fate, Movement, Orders, WeaponId};
use crate::line::rules::formations::breakup::end_movement;
use crate::line::rules::formations::plight::frenzied_order;
use crate::line::rules::{Line, Round};

#[test]
fn f13_of_whom_one_is_left_is_no_formation() {
    let mut battle = formed(field(".a .a . . .e", "a Alpha players: rifle; e Boyz enemy: boy", trained), &["Alpha"]);
    let alpha = squad(&battle, "Alpha");
    let rolls = vec![(unit(&battle, "Alpha 2"), D6::showing(1).expect("a face"), Fate::Downed)];
    battle.apply(&Event::HazardRolled { squad: alpha, weapon: WeaponId(0), rolls });
    let (rules, orders, dice) = (&Line::default(), &Orders::default(), &mut Dice::scripted(""));
    let mut round = Round { rules, battle, orders, dice, events: Vec::new() };
    end_movement(&mut round);
    assert_eq!(round.battle.formations_of(alpha).count(), 0, "{:?}", round.events);
}

#[test]
fn fx6_the_frenzied_charge_the_nearest_unless_they_fight_already() {
    for (drawing, fights) in [(".a .e . .", true), (".a . . .e", false)] {
        let battle = field(drawing, "a Alpha players: rifle; e Boyz enemy: boy", |_| ());
        let battle = afflicted(battle, Plight::Frenzied, &["Alpha 1"]);
        let told = frenzied_order(&battle, squad(&battle, "Alpha"));
        assert_eq!(told == Some(Movement::Hold), fights, "{told:?}");
        assert_eq!(matches!(told, Some(Movement::Charge { .. })), !fights, "{told:?}");
    }
}
