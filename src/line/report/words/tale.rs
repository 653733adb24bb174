//! Sentences of what a round will be remembered for, as somebody would tell it afterwards.

use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Charge, UnitState};
use crate::line::report::words::{Sum, squad, squad_name, unit};
use crate::page::{Bold, Rich, say};

/// Whose hand it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hand {
    Of(SquadId),
    /// **S-9** Fire of the own side that went astray.
    Astray(SquadId),
    /// **V-6** On the way out of a melee.
    GettingAway,
    /// **A-6** The own weapon.
    Hazard,
}

/// How somebody fell who still lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    pub(crate) unit: UnitId,
    pub(crate) hand: Hand,
    pub(crate) round: u16,
}

/// `Captain Stahl fell to Alpha.`
pub(crate) fn figure(battle: &Battle, it: &Fall) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{} fell", Bold(unit(battle, it.unit)));
    by(&mut out, battle, battle.unit(it.unit).squad, it.hand);
    out.push(if battle.unit(it.unit).state == UnitState::Killed { " and is dead." } else { "." });
    out
}

/// **X-1, X-2** `Captain Stahl fell to Alpha in round 4: left behind.` Whether he `was_found`: if he was, he lives, or is dead.
pub(crate) fn figure_since(battle: &Battle, it: &Fall, was_found: bool) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{} fell", Bold(unit(battle, it.unit)));
    by(&mut out, battle, battle.unit(it.unit).squad, it.hand);
    let state = battle.unit(it.unit).state;
    let became = match state {
        UnitState::Killed => "dead",
        _ if was_found => "left behind, and found alive",
        UnitState::Downed if !battle.is_annihilated(battle.unit(it.unit).squad) => "wounded, and carried",
        _ => "left behind",
    };
    say!(out, " in round {}: {became}.", it.round);
    out
}

/// `Hammers lost 4: 3 to Alpha and 1 to Quarry Gang. Nobody of Hammers is left standing.`
pub(crate) fn losses(battle: &Battle, who: SquadId, hands: &[(Hand, usize)]) -> Rich {
    let mut out = Rich::sentence();
    if let ([_], [(hand, _)]) = (&battle.squad(who).members[..], hands) {
        say!(out, "{} fell", squad(battle, who));
        by(&mut out, battle, who, *hand);
        out.push(".");
        return out;
    }
    say!(out, "{} lost {}", squad(battle, who), hands.iter().map(|it| it.1).sum::<usize>());
    match hands {
        [(hand, _)] => by(&mut out, battle, who, *hand),
        several => {
            out.push(": ");
            out.list(several, |out, (hand, n)| {
                say!(out, "{n}");
                by(out, battle, who, *hand);
            });
        }
    }
    out.push(".");
    if battle.is_annihilated(who) {
        super::gone(&mut out, battle, who);
    }
    out
}

/// `Captain Stahl stood up again.`
pub(crate) fn figure_rose(battle: &Battle, it: UnitId) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{} stood up again.", Bold(unit(battle, it)));
    out
}

/// `2 of Alpha stood up again.`
pub(crate) fn rose(battle: &Battle, who: SquadId, count: usize) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{count} of {} stood up again.", squad(battle, who));
    out
}

/// `Lt. Marsh lost 1 HP and has 2 of 3 left.`
pub(crate) fn hurt(battle: &Battle, it: UnitId, lost: i16) -> Rich {
    let mut out = Rich::sentence();
    let name = unit(battle, it);
    let left = battle.unit(it).hp;
    say!(out, "{} lost {lost} HP and has {left} of {} left.", Bold(name), battle.profile(it).hp);
    out
}

/// **V-7** `Third Draft charged Bramble (needed 3, rolled 8).`
pub(crate) fn charged(battle: &Battle, it: &Charge) -> Rich {
    let mut out = Rich::sentence();
    let missed = if it.made { "" } else { ", and did not get there" };
    say!(out, "{} charged {}{missed}", squad(battle, it.squad), squad(battle, it.target));
    match (it.needed, it.dice) {
        (None, _) => out.push(": there was no way in"),
        (Some(needed), Some(dice)) => {
            say!(out, " (needed {needed}, rolled {}", Sum(dice).total());
            if let Some(dice) = it.opposed {
                say!(out, " against {}", Sum(dice).total());
            }
            out.push(")");
        }
        (Some(_), None) => (),
    }
    out.push(".");
    out
}

/// **M-1** `In melee: Alpha with Second Draft; Quarry Gang with Hammers and Boyz.`
pub(crate) fn in_melee(battle: &Battle, melees: &[(SquadId, Vec<SquadId>)]) -> Option<Rich> {
    if melees.is_empty() {
        return None;
    }
    let mut out = Rich::sentence();
    say!(out, "{} ", Bold("In melee:"));
    for (n, (own, enemies)) in melees.iter().enumerate() {
        out.push(if n == 0 { "" } else { "; " });
        squad_name(&mut out, battle, *own);
        out.push(" with ");
        out.list(enemies, |out, it| squad_name(out, battle, *it));
    }
    out.push(".");
    Some(out)
}

fn by(out: &mut Rich, battle: &Battle, whose: SquadId, hand: Hand) {
    match hand {
        Hand::Astray(who) if who == whose => out.push(" to stray shots of its own"),
        Hand::Of(who) => say!(out, " to {}", squad(battle, who)),
        Hand::Astray(who) => say!(out, " to stray shots of {}", squad(battle, who)),
        Hand::GettingAway => out.push(" on the way out of the melee"),
        Hand::Hazard => out.push(" to a weapon of their own"),
    }
}

/// `Hammers and Wet Pikes broke.`
pub(crate) fn broke(battle: &Battle, who: &[SquadId]) -> Option<Rich> {
    all_of(battle, who, " broke.")
}

/// `Alpha came back to order.`
pub(crate) fn rallied(battle: &Battle, who: &[SquadId]) -> Option<Rich> {
    all_of(battle, who, " came back to order.")
}

/// `Second Draft had enough, and looked for a way out.`
pub(crate) fn leaving(battle: &Battle, who: &[SquadId]) -> Option<Rich> {
    all_of(battle, who, " had enough, and looked for a way out.")
}

fn all_of(battle: &Battle, who: &[SquadId], deed: &str) -> Option<Rich> {
    if who.is_empty() {
        return None;
    }
    let mut out = Rich::sentence();
    out.list(who, |out, it| squad_name(out, battle, *it));
    out.push(deed);
    Some(out)
}
