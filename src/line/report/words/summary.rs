//! Sentences of the short of a round: what is read first, and what is left.

use crate::field::{ObjectiveId, SquadId};
use crate::line::battle::{Battle, Side};
use crate::line::report::words::{squad, whose};
use crate::page::words::{self as page_words, Holding, counts};
use crate::page::{Rich, say};

/// Who holds what, what the goals want beyond that, how many stand of the squads that have come, and the points. `held` says for
/// how many rounds an objective has been held and for how many it is to be, if a goal asks for that.
pub(crate) fn standing(after: &Battle, held: impl Fn(ObjectiveId) -> Option<(u16, u16)>, goals: &[String]) -> Rich {
    let holding = |id: ObjectiveId| {
        let now = after.objective(id);
        let (name, owner) = (after.setup().objective(id).name.as_str(), whose(now.owner).to_owned());
        Holding { name, owner, is_contested: now.is_contested, held: held(id) }
    };
    let side = |(who, side): (&'static str, Side)| {
        let came = |it: &SquadId| after.side(*it) == side && !after.squad(*it).in_reserve;
        let squads = || after.setup().squad_ids().filter(came);
        let starting = squads().map(|it| usize::from(after.squad(it).starting)).sum();
        (who, [squads().map(|it| after.standing(it).count()).sum(), starting], after.score()[side])
    };
    let holdings: Vec<Holding> = after.setup().objective_ids().map(holding).collect();
    page_words::standing(&holdings, goals, &[("you", Side::Players), ("enemy", Side::Enemy)].map(side))
}

/// A squad as a row of a table begins.
pub(crate) fn row_name(out: &mut Rich, battle: &Battle, id: SquadId) {
    out.capital(|out| say!(out, "{}", squad(battle, id)));
}

/// Those of a squad who no longer stand: `1 carried, 2 left behind, 1 killed`. Nobody is left to carry those of a squad that is
/// gone.
pub(crate) fn down(out: &mut Rich, [carried, killed, left_behind]: [usize; 3]) {
    counts(out, &[(carried, "carried"), (left_behind, "left behind"), (killed, "killed")]);
}

/// How a squad is: `broken, engaged, in cover, has shot`. Whether it has shot is as it was when the round closed.
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

/// **X-3** `2 wounded, 1 dead; lost: rifle (1) and bayonet (1)`: what became of those who no longer stand, how many
/// of them were left behind and not rolled for, and what the dead carried, with how many of each. While the battle goes on
/// nobody has come home yet.
pub(crate) fn fallen(out: &mut Rich, is_over: bool, counted: [usize; 3], gear: &[(String, usize)]) {
    match counted {
        [wounded, dead, missing] if is_over => {
            counts(out, &[(wounded, "wounded"), (dead, "dead"), (missing, "missing")]);
        }
        _ => down(out, counted),
    }
    if !gear.is_empty() {
        out.push("; lost: ");
        out.list(gear, |out, (name, n)| say!(out, "{name} ({n})"));
    }
}

/// **X-3** `3 CP spent`, for squads with a pool of their own that spent any.
pub(crate) fn cp_spent(out: &mut Rich, spent: Option<u32>) {
    if let Some(spent @ 1..) = spent {
        say!(out, "{spent} CP spent");
    }
}
