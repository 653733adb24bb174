//! What many battles came to, in words: the same in the table and on the picture.

use crate::diagnostic::count;
use crate::field::Level;
use crate::game::{PLAYERS, Terms};
use crate::map::{Party, PartyId};
use crate::trial::card::{Card, first_shot as of_first_shot, wilson};
use crate::trial::findings::Finding;
use crate::trial::labels::Labels;
use crate::trial::series::ROUNDS_MAX;

/// How battles can end.
pub(super) struct Ending {
    pub(super) words: &'static str,
    /// Whoever wins by it; of several who are against the players, the first.
    pub(super) winner: Option<PartyId>,
    /// How many battles of a card ended so.
    pub(super) of: fn(&Card) -> u64,
}

const ENDINGS: [Ending; 4] = [
    Ending { words: "the players win", winner: Some(PLAYERS), of: |it| it.victories },
    Ending { words: "the enemy wins", winner: Some(PartyId(1)), of: |it| it.defeats },
    Ending { words: "time is up", winner: None, of: |it| it.times_up },
    Ending { words: "no end", winner: None, of: |it| it.unended },
];

/// The endings to tell of: that battles had none only if some had none.
pub(super) fn endings<'a>(mut cards: impl Iterator<Item = &'a Card>) -> &'static [Ending] {
    if cards.any(|it| 0 < it.unended) { &ENDINGS } else { &ENDINGS[..3] }
}

/// What it is worth to go first.
pub(super) fn first_shot(terms: &Terms, written: &Card, exchanged: &Card) -> String {
    let (won, of) = of_first_shot(written, exchanged);
    let Terms { goes_first, first_go, rule_of_first, .. } = terms;
    format!(
        "Who {goes_first} wins {} of the battles when each army has had {first_go} once,\n\
         a battle that nobody wins counted as half a win for each: 50 % would be no advantage ({rule_of_first}).",
        interval(won, of)
    )
}

/// How long battles are, and how much of them is idle.
pub(super) fn lengths(card: &Card) -> String {
    let (shortest, longest) = card.shortest_and_longest();
    format!(
        "A battle takes {} rounds, {shortest} to {longest}. In {} of all rounds nobody does anything.",
        mean(card.rounds(), card.battles),
        percent(card.dead_rounds, card.rounds())
    )
}

/// Something that the author should look at again.
pub(super) fn finding(labels: &Labels, it: &Finding) -> String {
    let rule = labels.terms.rule_of_objectives;
    match *it {
        Finding::Unreachable(it) => format!("Nobody can walk to {} ({rule}).", labels.objective(it)),
        Finding::NeverHeld(it) => format!("Nobody ever held {} ({rule}).", labels.objective(it)),
        Finding::Idle(it) => {
            format!("{} never moved nor attacked: is it walled in, or nobody ever in range?", labels.squad(it))
        }
        Finding::NeverCame(it) => format!("{} never came out of reserve.", labels.squad(it)),
        Finding::NobodyWins => "Nobody ever won: no goal was met that ends it well or badly.".to_owned(),
        Finding::AtOnce(goal, percent) => {
            format!("\"{}\" was met in the first round, in {percent} % of the battles.", labels.goals[goal].text)
        }
        Finding::NeverWon => "The players never won.".to_owned(),
        Finding::AlwaysWon => "The players always won.".to_owned(),
        Finding::NoEnd(n) => {
            format!("{} had no end after {ROUNDS_MAX} rounds; `rounds` sets a last one.", count(n, "battle", "battles"))
        }
        Finding::Dull(percent) => format!("In {percent} % of all rounds nobody does anything."),
    }
}

/// What programs call a party, and tables.
pub(super) fn key(party: &Party) -> &str {
    match party {
        Party::Yours => "players",
        Party::Enemy => "enemy",
        Party::Called(name) => name,
        Party::Nobody => "nobody",
    }
}

/// What a sentence calls a party.
pub(super) fn party(party: &Party) -> String {
    match party {
        Party::Yours | Party::Enemy => format!("the {}", key(party)),
        Party::Called(_) | Party::Nobody => key(party).to_owned(),
    }
}

/// How well somebody is led: a green commander, an elite one.
pub(super) fn a_level(level: Level) -> String {
    let name = level.name();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// The same of what is theirs.
pub(super) fn whose(it: &Party) -> String {
    let name = party(it);
    if name.ends_with(['s', 'S']) { format!("{name}’") } else { format!("{name}’s") }
}

/// That there is nothing of this kind.
pub(super) fn nothing_found(battles: u64) -> String {
    format!("nothing to doubt after {}.", count(battles, "battle", "battles"))
}

/// A share with its 95 % confidence interval.
pub(super) fn interval(twice: u64, of: u64) -> String {
    let (share, low, high) = wilson(twice, of);
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A share in whole percent; what is more than nothing is never shown as nothing.
pub(super) fn percent(part: u64, of: u64) -> String {
    match (100 * part + of / 2).checked_div(of) {
        None => "-".to_owned(),
        Some(0) if 0 < part => "<1 %".to_owned(),
        Some(100) if part < of => ">99 %".to_owned(),
        Some(share) => format!("{share} %"),
    }
}

/// A mean, to a tenth.
pub(super) fn mean(sum: u64, of: u64) -> String {
    let tenths = (10 * sum + of / 2).checked_div(of).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_nothing_is_never_shown_as_nothing() {
        let shown = [(0, 400), (1, 400), (2, 400), (399, 400), (400, 400), (0, 0)].map(|it| percent(it.0, it.1));
        assert_eq!(shown, ["0 %", "<1 %", "1 %", ">99 %", "100 %", "-"]);
    }

    #[test]
    fn levels_have_their_article() {
        assert_eq!([Level::Green, Level::Elite].map(a_level), ["a green", "an elite"]);
    }

    #[test]
    fn means_have_one_digit_after_the_point() {
        assert_eq!([(64, 10), (1, 3), (2, 3), (0, 0)].map(|it| mean(it.0, it.1)), ["6.4", "0.3", "0.7", "0.0"]);
    }
}
