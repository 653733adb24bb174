//! What a squad is to do while its player is away.

use crate::brick::battle::{Battle, Who};
use crate::brick::orders::names::{Found, Names};
use crate::brick::orders::say;
use crate::diagnostic::Diagnostic;
use crate::post::Absent;
use crate::post::words::folded;

/// Reads what a squad is to do while its player is away: `hold`, `return fire`, `follow Bravo` or `fight on`.
///
/// # Errors
///
/// If it is not understood, or not for this squad.
pub fn absence(text: &str, names: &Names, battle: &Battle, who: Who) -> Result<Absent, Diagnostic> {
    let said = folded(text);
    let whole = 0..text.len();
    let name = match said.as_str() {
        "hold" | "wait" | "nothing" => return Ok(Absent::Hold),
        "return fire" | "fire back" | "shoot back" => return Ok(Absent::ReturnFire),
        "fight on" | "fight" | "commander" => return Ok(Absent::FightOn),
        _ => said.strip_prefix("follow "),
    };
    let missing = || say::missing(whole.clone(), "hold, return fire, follow a squad, or fight on");
    let name = name.ok_or_else(missing)?;
    match names.who_called(name) {
        Found::One(leader @ Who::Squad(squad)) => {
            let is_friend = !battle.is_hostile(who, leader) && leader != who;
            if is_friend { Ok(Absent::Follow(squad)) } else { Err(say::not_yours(whole, battle.name(leader))) }
        }
        Found::One(Who::Unit(_)) => Err(say::unknown(whole, "squad", name, &[])),
        Found::Several(several) => Err(say::ambiguous(whole, name, &several)),
        Found::Nothing(near) => Err(say::unknown(whole, "squad", name, &near)),
    }
}
