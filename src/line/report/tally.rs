//! The results of a squad's attacks, counted.

use crate::field::{UnitId, grouped, summed};
use crate::line::battle::{Battle, Fate, Hit, Silence, Volley, WeaponId};

/// The numbers of one or several volleys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) shots: usize,
    pub(super) hits: usize,
    pub(super) wounds: usize,
    pub(super) saved: usize,
    /// **A-5** Hits that nobody was left to take.
    pub(super) lost: usize,
    pub(super) downed: usize,
    pub(super) killed: usize,
    pub(super) expected_hits_milli: u32,
    pub(super) expected_felled_milli: u32,
}

impl Tally {
    pub(super) fn of<'a>(volleys: impl IntoIterator<Item = &'a Volley>) -> Tally {
        let mut sum = Tally::default();
        for volley in volleys {
            sum.shots += volley.shots.len();
            sum.hits += volley.hits.len();
            sum.expected_hits_milli += volley.expected.hits_milli;
            sum.expected_felled_milli += volley.expected.felled_milli;
            for fate in volley.hits.iter().map(|it| it.fate) {
                sum.wounds += usize::from(Fate::Saved <= fate);
                sum.saved += usize::from(fate == Fate::Saved);
                sum.lost += usize::from(fate == Fate::Lost);
                sum.downed += usize::from(fate == Fate::Downed);
                sum.killed += usize::from(fate == Fate::Killed);
            }
        }
        sum
    }

    pub(super) fn felled(&self) -> usize {
        self.downed + self.killed
    }
}

/// Each weapon that was used, and how many units used it.
pub(super) fn weapons(volleys: &[&Volley]) -> Vec<(Option<WeaponId>, usize)> {
    // All attacks of one unit are next to each other.
    let users = |it: &Volley| it.shots.chunk_by(|a, b| a.unit == b.unit).count();
    summed(volleys.iter().filter(|it| !it.shots.is_empty()).map(|it| (it.weapon, users(it))))
}

/// Units that made no attack at all, each with the first reason.
pub(super) fn silent(volleys: &[&Volley]) -> Vec<(UnitId, Silence)> {
    let fires = |unit: UnitId| volleys.iter().any(|it| it.shots.iter().any(|shot| shot.unit == unit));
    let silent = volleys.iter().flat_map(|it| it.silent.iter().copied()).filter(|it| !fires(it.0));
    grouped(silent).into_iter().map(|(unit, why)| (unit, why[0])).collect()
}

/// Units that were hurt and still stand, and the HP that each has left.
pub(super) fn hurt(battle: &Battle, volleys: &[&Volley]) -> Vec<(UnitId, i16)> {
    let harming = volleys.iter().flat_map(|it| &it.hits).filter(|it| Fate::Hurt <= it.fate);
    let mut victims = grouped(harming.filter_map(|it| Some((it.victim?, it))));
    victims.retain(|it| it.1.iter().all(|it| it.fate == Fate::Hurt));
    let lost = |hits: Vec<&Hit>| hits.iter().map(|it| i16::from(it.damage)).sum::<i16>();
    victims.into_iter().map(|(who, hits)| (who, battle.unit(who).hp - lost(hits))).collect()
}

/// The best cover of any save, the unit that had it, and whether all saves had as much.
pub(super) fn cover(volleys: &[&Volley]) -> Option<(u8, UnitId, bool)> {
    let saves = || {
        let hits = volleys.iter().flat_map(|it| &it.hits);
        hits.filter_map(|it| Some((it.save?.cover, it.victim?)))
    };
    let (most, who) = saves().max_by_key(|it| it.0).filter(|it| 0 < it.0)?;
    Some((most, who, saves().all(|it| it.0 == most)))
}

/// **T-10** Saves that would have failed without cover.
pub(super) fn saved_by_cover(volley: &Volley) -> usize {
    let thanks = |it: &&Hit| {
        let save = it.save.filter(|_| it.fate == Fate::Saved);
        save.is_some_and(|it| i16::from(it.die.face()) < i16::from(it.needs) + i16::from(it.cover))
    };
    volley.hits.iter().filter(thanks).count()
}
