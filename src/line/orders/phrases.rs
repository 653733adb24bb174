//! What an order for a squad can be made of, for those who would rather choose than type.

use crate::field::SquadId;
use crate::line::battle::Battle;

const VERBS: [&str; 7] = ["shoot", "charge", "melee", "move to", "disengage to", "take cover", "hold"];

/// The verbs, the weapons to shoot with that somebody in the squad has, and the abilities of those who command it. Only who is
/// in melee can fight, or get away (M-1, V-6).
pub fn phrases(battle: &Battle, squad: SquadId) -> Vec<String> {
    let setup = battle.setup();
    let is_engaged = battle.standing(squad).any(|it| battle.is_engaged(it));
    let verbs = VERBS.iter().filter(|it| is_engaged || !matches!(**it, "melee" | "disengage to"));
    let mut phrases: Vec<String> = verbs.map(|it| (*it).to_owned()).collect();
    let members = &battle.squad(squad).members;
    let weapons = members.iter().flat_map(|it| &setup.profile(*it).weapons).map(|it| setup.weapon(*it));
    let mut weapons: Vec<&str> = weapons.filter(|it| it.range.is_some()).map(|it| it.name.as_str()).collect();
    weapons.sort_unstable();
    weapons.dedup();
    phrases.extend(weapons.into_iter().map(|it| format!("shoot with {it} at")));
    let seat = setup.squad(squad).seat;
    let casters = setup.casters.iter().filter(|it| it.seat == seat && it.side == setup.squad(squad).side);
    let abilities = casters.flat_map(|it| &it.abilities).map(|it| format!("use \"{}\" on", setup.ability(*it).name));
    phrases.extend(abilities);
    phrases
}
