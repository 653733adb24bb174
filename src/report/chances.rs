//! Chances in words: nothing in them has to be seen to be understood.

use crate::battle::Battle;
use crate::commander::odds::{Law, PartOdds};

/// What is less likely isn't told apart from what is a little more so.
const CHANCE_MIN: f64 = 0.005;

/// `41 %`.
pub fn percent(chance: f64) -> String {
    /// What rounding leaves of nothing.
    const NOTHING: f64 = 1e-9;
    match chance {
        ..NOTHING => "0 %".to_owned(),
        ..CHANCE_MIN => "under 1 %".to_owned(),
        it if 1.0 - NOTHING < it => "100 %".to_owned(),
        it if 1.0 - CHANCE_MIN <= it => "over 99 %".to_owned(),
        it => format!("{} %", (100.0 * it).round()),
    }
}

/// `none with 12 %, 1 with 29 %, 2 with 31 %, 3 or more with 28 %; 1.8 on average`.
pub fn spread(law: &Law) -> String {
    let last = law.chances().len().saturating_sub(1);
    let low = (0..last).find(|it| CHANCE_MIN <= 1.0 - law.at_least(it + 1)).unwrap_or(last);
    let high = (low..=last).rev().find(|it| CHANCE_MIN <= law.at_least(*it)).unwrap_or(low);
    let number = |n: usize| if n == 0 { "none".to_owned() } else { n.to_string() };
    let is_cut = |n: usize| n == high && n < last && 0.0 < law.at_least(n + 1);
    let part = |n: usize| match n {
        it if it == low && 0 < it && it < high => format!("{it} or fewer with {}", percent(1.0 - law.at_least(it + 1))),
        it if is_cut(it) => format!("{} or more with {}", number(it), percent(law.at_least(it))),
        it => format!("{} with {}", number(it), percent(law.chance(it))),
    };
    let parts: Vec<String> = (low..=high).map(part).collect();
    format!("{}; {:.1} on average", parts.join(", "), law.mean())
}

/// All that is known of a part of a volley, or of blows, in sentences.
pub(super) fn in_full(battle: &Battle, odds: &PartOdds) -> String {
    let name = |squad| &battle.setup().squad(squad).name;
    let target = name(odds.target);
    let mut sentences =
        vec![format!("{target}, of whom {} stand now, lose {}.", odds.units.len(), spread(&odds.downed))];
    let one_killed = odds.killed.at_least(1);
    if CHANCE_MIN <= one_killed {
        let mean = odds.killed.mean();
        sentences.push(format!("Of these {mean:.1} are killed on average, at least one with {}.", percent(one_killed)));
    }
    if CHANCE_MIN <= odds.wasted {
        sentences.push(format!("With {} it is wasted: they are gone by then (S-5).", percent(odds.wasted)));
    }
    if CHANCE_MIN <= odds.held {
        sentences.push(format!("With {} nobody can attack them by then (S-1).", percent(odds.held)));
    }
    if CHANCE_MIN <= odds.gone {
        sentences.push(format!("With {} none of them is left after it.", percent(odds.gone)));
    }
    if let Some(strays) = &odds.strays {
        sentences.push(format!("{} lose {} to its misses (S-9).", name(strays.friend), spread(&strays.downed)));
    }
    if CHANCE_MIN <= odds.users_downed.at_least(1) {
        sentences.push(format!("Its own weapons fell {} (A-6).", spread(&odds.users_downed)));
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_chances_are_not_called_none_and_large_ones_not_sure() {
        let said = [0.0, 0.001, 0.005, 0.41, 0.995, 0.999, 1.0].map(percent);
        assert_eq!(said, ["0 %", "under 1 %", "1 %", "41 %", "over 99 %", "over 99 %", "100 %"]);
    }

    #[test]
    fn what_is_unlikely_is_told_together() {
        let law = Law::of(vec![0.5, 0.3, 0.196, 0.003, 0.001]);
        assert_eq!(spread(&law), "none with 50 %, 1 with 30 %, 2 or more with 20 %; 0.7 on average");
        let law = Law::of(vec![0.001, 0.003, 0.496, 0.5]);
        assert_eq!(spread(&law), "2 or fewer with 50 %, 3 with 50 %; 2.5 on average");
        assert_eq!(spread(&Law::sure(0)), "none with 100 %; 0.0 on average");
        assert_eq!(spread(&Law::sure(2)), "2 with 100 %; 2.0 on average");
    }
}
