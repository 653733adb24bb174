//! Chances in words that make sense without seeing them.

use crate::field::SquadId;
use crate::game::TRIES;
use crate::line::battle::Battle;
use crate::line::predict::{self, ChargeOdds, Distribution, FireOdds, GetawayOdds, LossOdds, NerveOdds};
use crate::page::words;

/// Chances below this aren't told apart from smaller ones.
const CHANCE_MIN: f64 = 0.005;

/// `41 %`.
pub(super) fn percent(chance: f64) -> String {
    /// Chances below this are rounding errors.
    const NOTHING: f64 = 1e-9;
    match chance {
        ..NOTHING => "0 %".to_owned(),
        ..CHANCE_MIN => "under 1 %".to_owned(),
        it if 1.0 - NOTHING < it => "100 %".to_owned(),
        it if 1.0 - CHANCE_MIN <= it => "over 99 %".to_owned(),
        it => format!("{} %", (100.0 * it).round()),
    }
}

/// `1.8 on average (none in 12 %, 1 in 29 %, 2 in 31 %, 3 or more in 28 %)`.
pub(super) fn spread(law: &Distribution) -> String {
    let last = law.chances().len().saturating_sub(1);
    let low = (0..last).find(|it| CHANCE_MIN <= 1.0 - law.at_least(it + 1)).unwrap_or(last);
    let high = (low..=last).rev().find(|it| CHANCE_MIN <= law.at_least(*it)).unwrap_or(low);
    let number = |n: usize| if n == 0 { "none".to_owned() } else { n.to_string() };
    let is_cut = |n: usize| 0 < n && n == high && n < last && 0.0 < law.at_least(n + 1);
    let part = |n: usize| match n {
        it if it == low && 0 < it && it < high => format!("{it} or fewer in {}", percent(1.0 - law.at_least(it + 1))),
        it if is_cut(it) => format!("{} or more in {}", number(it), percent(law.at_least(it))),
        it => format!("{} in {}", number(it), percent(law.chance(it))),
    };
    let parts: Vec<String> = (low..=high).map(part).collect();
    format!("{:.1} on average ({})", law.mean(), parts.join(", "))
}

/// `about 1.8 fall, 1 or more nine times in ten; 11 % that it is wasted (S-5)`: what to expect, and the other results
/// that matter.
pub(super) fn fire_in_short(battle: &Battle, odds: &FireOdds, may_be_wasted: bool) -> String {
    /// Chances below these aren't worth a word.
    const WASTED_MIN: f64 = 0.01;
    const GONE_MIN: f64 = 0.05;
    const BREAKS_MIN: f64 = 0.1;
    if is_held(odds) {
        return "nobody can fire by then".to_owned();
    }
    let mut said = vec![expected(&odds.downed)];
    said.extend(wounds(battle, odds.target, &odds.downed, odds.hp_lost));
    let is_wasted = WASTED_MIN <= odds.wasted && may_be_wasted;
    let breaks = if battle.squad(odds.target).is_broken { "they stay broken (L-1)" } else { "they break (L-1)" };
    let more = [
        (WASTED_MIN <= odds.held, odds.held, "nobody can fire by then"),
        (is_wasted, odds.wasted, "it is wasted (S-5)"),
        (!is_wasted && GONE_MIN <= odds.gone && 1 < battle.standing(odds.target).count(), odds.gone, "none is left"),
        (BREAKS_MIN <= odds.breaks, odds.breaks, breaks),
    ];
    let told = more.iter().filter(|it| it.0);
    said.extend(told.map(|(_, chance, what)| format!("{} that {what}", percent(*chance))));
    said.join("; ")
}

/// `about 3.5 fall, 2 or more nine times in ten`; `about 0.6 fall (53 % that nobody does)`.
pub(super) fn expected(downed: &Distribution) -> String {
    let mean = downed.mean();
    if mean < 0.05 {
        return hardly_anybody();
    }
    let most = downed.chances().len().saturating_sub(1);
    match (1..=most).rev().find(|it| 0.9 <= downed.at_least(*it)) {
        Some(few) => format!("about {mean:.1} fall, {few} or more nine times in ten"),
        None => words::falling(mean, "", percent(downed.chance(0))),
    }
}

/// The words for fire that fells next to nobody.
pub(super) fn hardly_anybody() -> String {
    "hardly anybody falls".to_owned()
}

/// **A-4** `5.2 of 8 HP gone`. `None` if the number of units that fall says as much.
pub(super) fn wounds(battle: &Battle, squad: SquadId, downed: &Distribution, hp_lost: f64) -> Option<String> {
    const WOUNDS_MIN: f64 = 0.1;
    let all: i16 = battle.standing(squad).map(|it| battle.unit(it).hp).sum();
    (downed.mean() + WOUNDS_MIN <= hp_lost).then(|| format!("{hp_lost:.1} of {all} HP gone"))
}

/// `in 2,000 tries`: the number of plays that a figure was counted over.
fn in_tries() -> String {
    format!("in {},{:03} tries", TRIES / 1000, TRIES % 1000)
}

/// **V-7** The odds of a charge whose round was played.
pub(super) fn charge_tried(odds: &ChargeOdds, unless: &str) -> String {
    // Below this chance others are likely enough to move, get away or fire first.
    const DOUBTFUL: f64 = 0.9;
    let now = match odds.needed {
        Some(0) => "needs no roll now".to_owned(),
        Some(1 | 2) if !odds.is_opposed => "any roll of 2d6 will do now".to_owned(),
        Some(needed @ 13..) => format!("needs {needed} steps now, and 2d6 give 12 at most"),
        Some(needed) => format!("needs {needed} on 2d6 now"),
        None => "there is no way in now".to_owned(),
    };
    let gone = match odds.gone {
        ..CHANCE_MIN => String::new(),
        gone => format!("; {} that nobody is left to charge", percent(gone)),
    };
    let needs_little = odds.needed.is_some_and(|it| it <= 2) && !odds.is_opposed;
    let but = if needs_little && odds.chance < DOUBTFUL { ", but others may move first" } else { "" };
    format!("{} that it gets there{unless}; {now}{but}{gone}", percent(odds.chance))
}

/// All odds of a squad's fire at one target, in sentences.
pub(super) fn fire_in_full(battle: &Battle, odds: &FireOdds) -> String {
    let name = |squad| &battle.setup().squad(squad).name;
    let mut sentences = losing(battle, odds.target, &odds.downed, odds.hp_lost, odds.tries.is_some());
    sentences.extend(of_these(&odds.killed, "are killed on average", ""));
    sentences.extend(if_likely(odds.wasted, "it is wasted: they are gone by then (S-5)"));
    sentences.extend(if_likely(odds.held, "nobody can attack them by then (S-1)"));
    sentences.extend(if_likely(odds.gone, "none of them is left after it"));
    sentences.extend(breaking(battle, odds.target, odds.breaks, odds.tries.is_none()));
    if let Some((friend, downed)) = &odds.strays {
        sentences.push(format!("Losses of {} to its misses: {} (S-9).", name(*friend), spread(downed)));
    }
    if CHANCE_MIN <= odds.users_downed.at_least(1) {
        sentences.push(format!("Its own weapons fell {} (A-6).", spread(&odds.users_downed)));
    }
    sentences.join(" ")
}

/// `12 % that it is wasted.`, if that is likely enough.
fn if_likely(chance: f64, what: &str) -> Option<String> {
    (CHANCE_MIN <= chance).then(|| format!("{} that {what}.", percent(chance)))
}

/// The losses of a squad, and **A-4** those in HP, with the wounds of units that still stand.
fn losing(battle: &Battle, squad: SquadId, downed: &Distribution, hp_lost: f64, is_played: bool) -> Vec<String> {
    // In a squad of one there is nothing to count.
    let of_whom = match (battle.squad(squad).starting, battle.standing(squad).count()) {
        (1, _) => String::new(),
        (_, 1) => ", of whom 1 stands now".to_owned(),
        (_, standing) => format!(", of whom {standing} stand now"),
    };
    let tries = if is_played { format!(", {}", in_tries()) } else { String::new() };
    let name = &battle.setup().squad(squad).name;
    let wounds = wounds(battle, squad, downed, hp_lost).map(|it| format!("With wounds, {it} on average."));
    [format!("Losses of {name}{of_whom}: {}{tries}.", spread(downed))].into_iter().chain(wounds).collect()
}

/// `Of these 0.4 are killed on average, at least one in 31 %.`, if that is likely enough.
fn of_these(law: &Distribution, fate: &str, rule: &str) -> Option<String> {
    let (mean, one) = (law.mean(), law.at_least(1));
    (CHANCE_MIN <= one).then(|| format!("Of these {mean:.1} {fate}, at least one in {}{rule}.", percent(one)))
}

/// **L-1** The chance that a squad breaks: after this fire alone if `is_alone`, else after all that was played.
fn breaking(battle: &Battle, squad: SquadId, chance: f64, is_alone: bool) -> Option<String> {
    let breaks = if battle.squad(squad).is_broken { "stays broken" } else { "breaks" };
    let when = if is_alone { "if nothing more befalls it" } else { "after that" };
    if_likely(chance, &format!("the squad {breaks} {when} (L-1)"))
}

/// **F-3** The odds against the one unit that a formation's volley is aimed at.
pub(super) fn at_one(odds: &FireOdds) -> String {
    if is_held(odds) {
        return "nobody of it can fire by then".to_owned();
    }
    // A result that came in every try may still fail in another.
    let fells = match odds.downed.at_least(1) {
        1.0 if odds.tries.is_some() => 1.0 - CHANCE_MIN,
        chance => chance,
    };
    let tries = if odds.tries.is_some() { format!(" {}", in_tries()) } else { String::new() };
    let mut said = vec![format!("{} to fell it{tries}", percent(fells))];
    let more = [
        (odds.killed.at_least(1), "to kill it"),
        (odds.wasted, "that it is gone by then (S-5)"),
        (odds.held, "that nobody of it can fire by then"),
    ];
    let likely = more.iter().filter(|it| CHANCE_MIN <= it.0);
    said.extend(likely.map(|(chance, what)| format!("{} {what}", percent(*chance))));
    said.join(", ")
}

/// **F-3** Whether it is all but certain that nobody fires, as all have fired before or can hit nobody.
pub(super) fn is_held(odds: &FireOdds) -> bool {
    1.0 - CHANCE_MIN <= odds.held
}

/// **M-1** What a melee costs one squad.
pub(super) fn losses(battle: &Battle, odds: &LossOdds) -> String {
    let mut sentences = losing(battle, odds.squad, &odds.downed, odds.hp_lost, true);
    sentences.extend(of_these(&odds.fired_at, "fall to close-quarters fire", " (M-2)"));
    if 0.05 <= odds.killed {
        sentences.push(format!("{:.1} are killed on average.", odds.killed));
    }
    sentences.extend(if_likely(odds.gone, "none of them is left after it"));
    sentences.extend(breaking(battle, odds.squad, odds.breaks, false));
    sentences.join(" ")
}

/// **V-6** What getting away costs.
pub(super) fn getaway(odds: &GetawayOdds) -> String {
    let mut said = format!("It loses {}.", spread(&odds.downed));
    if odds.away < 1.0 {
        said += &format!(" {} that somebody gets away.", percent(odds.away));
    }
    said
}

/// **L-1** How a squad's nerve stands.
pub(super) fn nerve(battle: &Battle, squad: SquadId, odds: &NerveOdds) -> String {
    let it = battle.squad(squad);
    let standing = battle.standing(squad).count();
    let modifiers = if odds.test.modifiers == 0 { String::new() } else { format!(" with {:+}", odds.test.modifiers) };
    let chance = percent(predict::pass_chance(&odds.test));
    let state = if it.is_broken { ", and is broken" } else { "" };
    let mut sentences = vec![
        format!("{standing} of {} stand{state}.", it.starting),
        format!("A test needs {} on 2d6{modifiers}, a chance of {chance} (L-1).", odds.test.needs),
    ];
    if odds.test.is_rallied {
        sentences.push("An ability waits to clear the break if it fails (C-5).".to_owned());
    }
    let round = format!("I{}, with the orders that you can know of,", &in_tries()[1..]);
    let breaks = if it.is_broken { "stays broken" } else { "breaks" };
    sentences.push(match odds.tested {
        0.0 => format!("{round} it is never tested."),
        tested => format!("{round} it is tested in {}, and {breaks} in {}.", percent(tested), percent(odds.breaks)),
    });
    sentences.extend(if_likely(odds.gone, "none of them is left to be tested"));
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
    fn what_to_expect_is_an_average_and_the_worst_of_ten() {
        for (law, told) in [
            (vec![0.02, 0.06, 0.5, 0.42], "about 2.3 fall, 2 or more nine times in ten"),
            (vec![0.53, 0.37, 0.1], "about 0.6 fall (53 % that nobody does)"),
            (vec![0.0, 0.0, 1.0], "about 2.0 fall, 2 or more nine times in ten"),
            (vec![0.97, 0.03], "hardly anybody falls"),
        ] {
            assert_eq!(expected(&Distribution::of(law)), told);
        }
    }

    #[test]
    fn what_is_unlikely_is_told_together() {
        let law = Distribution::of(vec![0.5, 0.3, 0.196, 0.003, 0.001]);
        assert_eq!(spread(&law), "0.7 on average (none in 50 %, 1 in 30 %, 2 or more in 20 %)");
        let law = Distribution::of(vec![0.998, 0.002]);
        assert_eq!(spread(&law), "0.0 on average (none in over 99 %)", "and not none or more");
        let law = Distribution::of(vec![0.001, 0.003, 0.496, 0.5]);
        assert_eq!(spread(&law), "2.5 on average (2 or fewer in 50 %, 3 in 50 %)");
        assert_eq!(spread(&Distribution::sure(0)), "0.0 on average (none in 100 %)");
        assert_eq!(spread(&Distribution::sure(2)), "2.0 on average (2 in 100 %)");
    }
}
