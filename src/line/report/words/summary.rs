//! Sentences of the short form of a round: what is read first, and what is left.

use crate::field::SquadId;
use crate::line::battle::Battle;
use crate::line::report::words::squad;
use crate::page::words::counts;
use crate::page::{Rich, say, say_if};

/// The name of a squad at the beginning of a table's row.
pub(crate) fn row_name(out: &mut Rich, battle: &Battle, id: SquadId) {
    out.capital(|out| say!(out, "{}", squad(battle, id)));
}

/// The units of a squad that no longer stand: `1 carried, 2 left behind, 1 killed`. If the whole squad is gone, nobody
/// is left to carry them.
pub(crate) fn down(out: &mut Rich, [carried, killed, left_behind]: [usize; 3]) {
    counts(out, &[(carried, "carried"), (left_behind, "left behind"), (killed, "killed")]);
}

/// The state of a squad: `broken, engaged, in cover, has shot`. `has_shot` is as it was when the round closed.
pub(crate) fn state(out: &mut Rich, after: &Battle, id: SquadId, has_shot: bool) {
    if after.is_annihilated(id) {
        return out.bold("gone");
    }
    let is_covered = |it| 0 < after.ground(after.unit(it).at).cover;
    let words = [
        (after.squad(id).is_broken, "broken"),
        (after.standing(id).any(|it| after.is_dazed(it)), "dazed"),
        (after.standing(id).any(|it| after.is_frenzied(it)), "frenzied"),
        (after.formations_of(id).next().is_some(), "in formation"),
        (after.is_squad_engaged(id), "engaged"),
        (after.standing(id).all(is_covered), "in cover"),
        (has_shot, "has shot"),
    ];
    out.joined(", ", words.iter().filter(|it| it.0), |out, (_, word)| out.push(word));
}

/// **X-3** `2 wounded, 1 dead; lost: rifle (1) and bayonet (1)`: what became of the units that no longer
/// stand, how many of them were left behind without a roll, and what the dead carried, with how many of each. While the
/// battle goes on nobody has come home yet.
pub(crate) fn fallen(out: &mut Rich, is_over: bool, counted: [usize; 3], gear: &[(String, usize)]) {
    match counted {
        [wounded, dead, missing] if is_over => {
            counts(out, &[(wounded, "wounded"), (dead, "dead"), (missing, "missing")]);
        }
        _ => down(out, counted),
    }
    say_if!(out, !gear.is_empty(), "; lost: ");
    out.list(gear, |out, (name, n)| say!(out, "{name} ({n})"));
}
