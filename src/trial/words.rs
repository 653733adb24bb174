//! The results of many battles in words, which the table and the picture share.

use crate::diagnostic::{capitalised, count};
use crate::field::Level;
use crate::game::{Levels, Terms};
use crate::map::{Party, PartyId};
use crate::trial::card::{Card, GoingFirst, wilson};
use crate::trial::findings::Finding;
use crate::trial::labels::Labels;
use crate::trial::series::ROUNDS_MAX;

/// The words for how the second half of the battles differs: whose roles change, what changes, and the label of a row.
pub(super) struct OtherWay {
    pub(super) whose: &'static str,
    pub(super) what: &'static str,
    pub(super) row: &'static str,
}

pub(super) fn other_way(labels: &Labels) -> OtherWay {
    match labels.are_two_sides() {
        true => OtherWay { whose: "sides", what: "parts exchanged", row: "exchanged" },
        false => OtherWay { whose: "teams", what: "turns reversed", row: "reversed" },
    }
}

/// The levels of all commanders, in a sentence.
pub(super) fn commanders(labels: &Labels, levels: Levels) -> String {
    let players = format!("The players are led by {} commander", a_level(levels.players));
    if labels.are_all_players {
        return players;
    }
    let others = if labels.has_one_side_of_players() { "the enemy" } else { "anybody else" };
    format!("{players}, {others} by {} one; each army keeps its own", a_level(levels.enemy))
}

/// A way in which battles end.
pub(super) struct Ending {
    pub(super) words: String,
    /// The party that wins with it. If several are against the players, the first of them.
    pub(super) winner: Option<PartyId>,
    /// How many battles of each card ended like this.
    pub(super) battles: Vec<u64>,
}

/// The endings to show. "No end" is among them only if some battles had none. Teams of players that are opponents have
/// an ending each.
pub(super) fn endings(labels: &Labels, cards: &[&Card]) -> Vec<Ending> {
    let ending = |words: &str, winner: Option<PartyId>, count: &dyn Fn(&Card) -> u64| Ending {
        words: words.to_owned(),
        winner,
        battles: cards.iter().map(|it| count(it)).collect(),
    };
    let mut endings = match labels.place_of(&Party::Yours) {
        Some(players) => {
            let enemy = (0..).map(PartyId).take(labels.parties.len()).find(|it| *it != players);
            vec![
                ending("the players win", Some(players), &|it| it.victories),
                ending("the enemy wins", enemy, &|it| it.defeats),
                ending("time is up", None, &|it| it.times_up),
            ]
        }
        None => {
            let won_by = |(n, about): (usize, &Party)| {
                let words = format!("won by {}", party(about));
                ending(&words, Some(PartyId(n as u8)), &|it| it.won.get(n).copied().unwrap_or(0))
            };
            let nobody = ending("nobody wins", None, &|it| it.battles - it.decided - it.unended);
            labels.parties.iter().enumerate().map(won_by).chain([nobody]).collect()
        }
    };
    if cards.iter().any(|it| 0 < it.unended) {
        endings.push(ending("no end", None, &|it| it.unended));
    }
    endings
}

/// A note that several teams can win, if they can.
pub(super) fn shared(labels: &Labels) -> Option<&'static str> {
    (!labels.has_one_side_of_players()).then_some("A victory that teams share counts for each of them.")
}

/// The advantage of going first, in a sentence.
pub(super) fn first_shot(labels: &Labels, written: &Card, exchanged: &Card) -> String {
    let Terms { goes_first, first_go, rule_of_first, .. } = labels.terms;
    let GoingFirst { first, last, of } = GoingFirst::of(labels, written, exchanged);
    match (last, labels.parties.as_slice()) {
        (Some(last), [one, .., other]) => format!(
            "{} and {}, each with {first_go} in half of the battles, win {} of those in which they have it\n\
             and {} of those in which they go last: the same share twice would be no advantage ({rule_of_first}).",
            capitalised(&party(one)),
            party(other),
            interval(first, of),
            interval(last, of)
        ),
        _ => format!(
            "Who {goes_first} wins {} of the battles when each army has had {first_go} once,\n\
             a battle that nobody wins counted as half a win for each: 50 % would be no advantage ({rule_of_first}).",
            interval(first, of)
        ),
    }
}

/// How long battles are, and in how much of them nobody acts.
pub(super) fn lengths(card: &Card) -> String {
    let (shortest, longest) = card.shortest_and_longest();
    format!(
        "A battle takes {} rounds, {shortest} to {longest}. In {} of all rounds nobody does anything.",
        mean(card.rounds(), card.battles),
        percent(card.dead_rounds, card.rounds())
    )
}

/// A finding, in a sentence.
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
        Finding::NeverWon(it, failure) => {
            let lost = failure.map(|(goal, percent)| {
                format!(": \"{}\" was met in {percent} % of the battles", labels.goals[goal].text)
            });
            format!("{} never won{}.", capitalised(&party(labels.party(it))), lost.unwrap_or_default())
        }
        Finding::AlwaysWon(it) => format!("{} always won.", capitalised(&party(labels.party(it)))),
        Finding::AlwaysShared => "All teams always shared the victory: nothing decides between them.".to_owned(),
        Finding::NoEnd(n) => {
            format!("{} had no end after {ROUNDS_MAX} rounds; `rounds` sets a last one.", count(n, "battle", "battles"))
        }
        Finding::Dull(percent) => format!("In {percent} % of all rounds nobody does anything."),
    }
}

/// The name of a party in tables and for programs.
pub(super) fn key(party: &Party) -> &str {
    match party {
        Party::Yours => "players",
        Party::Enemy => "enemy",
        Party::Called(name) => name,
        Party::Nobody => "nobody",
    }
}

/// The name of a party in a sentence.
pub(crate) fn party(party: &Party) -> String {
    match party {
        Party::Yours | Party::Enemy => format!("the {}", key(party)),
        Party::Called(_) | Party::Nobody => key(party).to_owned(),
    }
}

/// A level with its article: `a green`, `an elite`.
pub(super) fn a_level(level: Level) -> String {
    let name = level.name();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// The possessive of a party's name in a sentence.
pub(super) fn whose(it: &Party) -> String {
    let name = party(it);
    if name.ends_with(['s', 'S']) { format!("{name}’") } else { format!("{name}’s") }
}

/// A note that the battles gave no findings.
pub(super) fn nothing_found(battles: u64) -> String {
    format!("nothing to doubt showed in {}.", count(battles, "battle", "battles"))
}

/// A share with its 95 % confidence interval.
pub(super) fn interval(twice: u64, of: u64) -> String {
    let (share, low, high) = wilson(twice, of);
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A share in whole percent. A share above zero is never shown as zero, nor one below all as all.
pub(super) fn percent(part: u64, of: u64) -> String {
    match (100 * part + of / 2).checked_div(of) {
        None => "-".to_owned(),
        Some(0) if 0 < part => "<1 %".to_owned(),
        Some(100) if part < of => ">99 %".to_owned(),
        Some(share) => format!("{share} %"),
    }
}

/// A mean, rounded to a tenth.
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
