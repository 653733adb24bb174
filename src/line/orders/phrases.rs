//! The phrases that orders for a squad can be put together from, for players who would rather choose than type.

use std::collections::BTreeSet;

use crate::field::SquadId;
use crate::line::battle::Battle;

const VERBS: [&str; 7] = ["shoot", "charge", "melee", "move to", "disengage to", "take cover", "hold"];

/// Further phrases for a squad in formation. Each is a whole order, except `volley at`.
const IN_FORMATION: [&str; 8] =
    ["volley at", "steps N", "steps E", "steps S", "steps W", "wheel left", "wheel right", "disband"];

/// The phrases that a menu offers for a squad: the verbs, those of formations where there are any, `shoot with` for
/// each ranged weapon in the squad, and the abilities of those who command it. Only a squad in melee is offered to
/// fight or to get away (M-1, V-6).
pub fn phrases(battle: &Battle, squad: SquadId) -> Vec<String> {
    let setup = battle.setup();
    let is_engaged = battle.standing(squad).any(|it| battle.is_engaged(it));
    let verbs = VERBS.iter().filter(|it| is_engaged || !matches!(**it, "melee" | "disengage to"));
    let mut phrases: Vec<String> = verbs.map(|it| (*it).to_owned()).collect();
    if battle.has_formations() {
        match battle.formations_of(squad).next() {
            Some(_) => phrases.extend(IN_FORMATION.map(str::to_owned)),
            None => phrases.push("form up".to_owned()),
        }
    }
    let members = &battle.squad(squad).members;
    let weapons = members.iter().flat_map(|it| &setup.profile(*it).weapons).map(|it| setup.weapon(*it));
    let weapons: BTreeSet<&str> = weapons.filter(|it| it.range.is_some()).map(|it| it.name.as_str()).collect();
    phrases.extend(weapons.into_iter().map(|it| format!("shoot with {it} at")));
    let seat = setup.squad(squad).seat;
    let casters = setup.casters.iter().filter(|it| it.seat == seat && it.side == setup.squad(squad).side);
    let abilities = casters.flat_map(|it| &it.abilities).map(|it| format!("use \"{}\" on", setup.ability(*it).name));
    phrases.extend(abilities);
    phrases
}
