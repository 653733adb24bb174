//! Sentences of the report of the whole battle.

use std::fmt;

use crate::brick::battle::{Battle, UnitState};
use crate::brick::report::words::{tale, unit, units};
use crate::field::UnitId;
use crate::page::words::verb;
use crate::page::{Bold, Rich, say};

/// How somebody fell last.
pub(in crate::brick::report) struct Fallen {
    pub(in crate::brick::report) by: Option<UnitId>,
    pub(in crate::brick::report) round: u16,
}

/// Whose hand somebody fell by: a name, or that of a squad.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::brick::report) struct Hand<'a> {
    name: &'a str,
    is_players: bool,
    is_own_side: bool,
}

impl fmt::Display for Hand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_players { Bold(self.name).fmt(f) } else { f.write_str(self.name) }?;
        f.write_str(if self.is_own_side { " of the same side" } else { "" })
    }
}

/// Those of a squad who have no name of their own.
pub(in crate::brick::report) struct Rest<'a> {
    pub(in crate::brick::report) squad: &'a str,
    pub(in crate::brick::report) is_players: bool,
    pub(in crate::brick::report) count: usize,
    pub(in crate::brick::report) standing: usize,
    pub(in crate::brick::report) never_came: usize,
    /// How many fell by each hand, or none.
    pub(in crate::brick::report) hands: Vec<(Option<Hand<'a>>, usize)>,
    pub(in crate::brick::report) felled: Vec<UnitId>,
}

pub(in crate::brick::report) fn hand(battle: &Battle, victim: UnitId, by: UnitId) -> Hand<'_> {
    let setup = battle.setup();
    Hand {
        name: setup.counted_in(by).unwrap_or(&setup.unit(by).name),
        is_players: battle.team_of(by).is_some_and(|it| setup.team(it).is_players),
        is_own_side: battle.is_friend(battle.who(by), victim),
    }
}

/// `Captain Pym fell to Gold Lancers in round 5, having felled Gold Lancers 1.`
pub(in crate::brick::report) fn figure(battle: &Battle, id: UnitId, fell: Option<&Fallen>, felled: &[UnitId]) -> Rich {
    let mut out = Rich::sentence();
    let it = battle.unit(id);
    say!(out, "{}", unit(battle, id));
    match it.state {
        UnitState::Standing => {
            out.push(" stands");
            let most = battle.profile(id).hp;
            if it.hp < most {
                say!(out, ", with {} of {most} HP", it.hp);
            }
        }
        UnitState::InReserve => out.push(" never came"),
        UnitState::Killed => say!(out, " {}", Bold("fell")),
        UnitState::Downed => say!(out, " {}", Bold("went down")),
    }
    if let (UnitState::Killed | UnitState::Downed, Some(fell)) = (it.state, fell) {
        if let Some(by) = fell.by {
            say!(out, " to {}", hand(battle, id, by));
        }
        say!(out, " in round {}", fell.round);
    }
    self::felled(&mut out, battle, ", having felled ", felled);
    out.push(".");
    out
}

/// `Tom, Bruno and Peg stand unhurt.`
pub(in crate::brick::report) fn came_through(battle: &Battle, them: &[UnitId]) -> Option<Rich> {
    let mut out = Rich::sentence();
    say!(out, "{} {} unhurt.", units(battle, them), verb(them.len(), "stands", "stand"));
    (!them.is_empty()).then_some(out)
}

/// `Rail Guard: 1 of 6 stands; 4 fell to Old Marrow and 1 to Boarders; they felled Kit.`
pub(in crate::brick::report) fn rest(battle: &Battle, it: &Rest<'_>) -> Rich {
    let mut out = Rich::sentence();
    if it.is_players {
        say!(out, "{}", Bold(it.squad));
    } else {
        out.push(it.squad);
    }
    match it.standing {
        0 => say!(out, ": nobody of {} stands", it.count),
        all if all == it.count => out.push(if all == 1 { ": stands" } else { ": all stand" }),
        some => say!(out, ": {some} of {} {}", it.count, verb(some, "stands", "stand")),
    }
    for (n, (hand, count)) in it.hands.iter().enumerate() {
        let joint = match n {
            0 => "; ",
            _ if n + 1 == it.hands.len() => " and ",
            _ => ", ",
        };
        say!(out, "{joint}{count}{}", if n == 0 { " fell" } else { "" });
        match hand {
            Some(by) => say!(out, " to {by}"),
            None => out.push(if n == 0 { "" } else { " otherwise" }),
        }
    }
    if 0 < it.never_came {
        say!(out, "; {} never came", it.never_came);
    }
    felled(&mut out, battle, "; they felled ", &it.felled);
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
