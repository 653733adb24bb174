//! Sentences of the report of the whole battle.

use crate::brick::battle::{Battle, UnitState, Who};
use crate::brick::report::fates::Fallen;
use crate::brick::report::words::{is_players, tale, unit, units};
use crate::diagnostic::joint;
use crate::field::UnitId;
use crate::page::words::{name, verb};
use crate::page::{Bold, Rich, say, say_if};

/// The attacker that a unit fell to: its own name, or that of its squad.
pub(crate) fn attacker_name(battle: &Battle, victim: UnitId, by: UnitId) -> Rich {
    let setup = battle.setup();
    let hand = name(setup.counted_in(by).unwrap_or(&setup.unit(by).name), is_players(battle, Who::Unit(by)));
    let own = if battle.is_friend(battle.who(by), victim) { " of the same side" } else { "" };
    Rich::said(format_args!("{hand}{own}"))
}

/// `Captain Pym fell to Gold Lancers in round 5, having felled Gold Lancers 1.`
pub(crate) fn figure(battle: &Battle, id: UnitId, fell: Option<&Fallen>, felled: &[UnitId]) -> Rich {
    let mut out = Rich::said(format_args!("{}", unit(battle, id)));
    let it = battle.unit(id);
    match it.state {
        UnitState::Standing => {
            out.push(" stands");
            let most = battle.profile(id).hp;
            say_if!(out, it.hp < most, ", with {} of {most} HP", it.hp);
        }
        UnitState::InReserve => out.push(" never came"),
        UnitState::Killed => say!(out, " {}", Bold("fell")),
        UnitState::Downed => say!(out, " {}", Bold("went down")),
    }
    if let (UnitState::Killed | UnitState::Downed, Some(fell)) = (it.state, fell) {
        if let Some(by) = fell.by {
            out.push(" to ");
            out.append(&attacker_name(battle, id, by));
        }
        if let Some(at) = fell.ground {
            let board = &battle.setup().board;
            say!(out, " to the {} at {at}", board.kind(board.ground(at)).name);
        }
        say!(out, " in round {}", fell.round);
    }
    self::felled(&mut out, battle, ", having felled ", felled);
    out.push(".");
    out
}

/// `Tom, Bruno and Peg stand unhurt.`
pub(crate) fn came_through(battle: &Battle, them: &[UnitId]) -> Option<Rich> {
    let stand = verb(them.len(), "stands", "stand");
    (!them.is_empty()).then(|| Rich::said(format_args!("{} {stand} unhurt.", units(battle, them))))
}

/// `Rail Guard: 1 of 6 stands; 4 fell to Old Marrow and 1 to Boarders; they felled Kit.` It is about the units of a
/// squad that have no name of their own. `hands` are how many fell to each attacker, or to none.
pub(crate) fn rest(battle: &Battle, them: &[UnitId], hands: &[(Option<Rich>, usize)], felled: &[UnitId]) -> Rich {
    let state = |is: UnitState| them.iter().filter(|it| battle.unit(**it).state == is).count();
    let squad = them.first().and_then(|it| battle.setup().counted_in(*it)).unwrap_or_default();
    let is_players = them.first().is_some_and(|it| is_players(battle, Who::Unit(*it)));
    let mut out = Rich::said(format_args!("{}", name(squad, is_players)));
    match state(UnitState::Standing) {
        0 => say!(out, ": nobody of {} stands", them.len()),
        all if all == them.len() => out.push(if all == 1 { ": stands" } else { ": all stand" }),
        some => say!(out, ": {some} of {} {}", them.len(), verb(some, "stands", "stand")),
    }
    // Those that fell to no attacker come last.
    let (by_hand, otherwise): (Vec<_>, Vec<_>) = hands.iter().partition(|it| it.0.is_some());
    for (n, (hand, count)) in by_hand.into_iter().chain(otherwise).enumerate() {
        let (joint, fell) = if n == 0 { ("; ", " fell") } else { (joint(n, hands.len()), "") };
        say!(out, "{joint}{count}{fell}");
        match hand {
            Some(by) => {
                out.push(" to ");
                out.append(by);
            }
            None => out.push(if n == 0 { "" } else { " otherwise" }),
        }
    }
    let never_came = state(UnitState::InReserve);
    say_if!(out, 0 < never_came, "; {never_came} never came");
    self::felled(&mut out, battle, "; they felled ", felled);
    out.push(".");
    out
}

/// `, having felled Kit and 3 of Watch`
fn felled(out: &mut Rich, battle: &Battle, joint: &str, them: &[UnitId]) {
    if !them.is_empty() {
        out.push(joint);
        tale::fallen(out, battle, them);
    }
}
