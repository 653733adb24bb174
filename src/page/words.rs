//! Phrases that the reports of all games share.

use std::fmt::{self, Display as _};

use crate::diagnostic::{join, joint};
use crate::field::{Condition, Departure, Goal, GoalKind, SquadId, Tile};
use crate::page::{Bold, Known, Owed, Rich, StoodIn, Style, does, is_plural, say, say_if};

/// `1 tile`, `2 tiles`. A part of a sentence.
pub(crate) fn how_many<'a>(n: usize, one: &'a str, many: &'a str) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| write!(f, "{n} {}", verb(n, one, many)))
}

/// Items with commas between them and `and` before the last. A part of a sentence.
pub(crate) fn list<'a, T, D: fmt::Display>(items: &'a [T], word: impl Fn(&'a T) -> D) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        items.iter().enumerate().try_for_each(|(n, item)| write!(f, "{}{}", joint(n, items.len()), word(item)))
    })
}

/// A name, bold if it is the players'.
pub(crate) fn name(name: impl fmt::Display, is_players: bool) -> impl fmt::Display {
    fmt::from_fn(move |f| if is_players { Bold(&name).fmt(f) } else { name.fmt(f) })
}

/// The form of a verb that agrees with a number: `is` or `are`, `has` or `have`.
pub(crate) fn verb<'a>(n: usize, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// Each number above 0, with its word: `1 carried, 2 left behind`.
pub(crate) fn counts(out: &mut Rich, counts: &[(usize, &str)]) {
    let told = counts.iter().filter(|it| 0 < it.0).map(|(n, word)| format!("{n} {word}"));
    out.push(&told.collect::<Vec<String>>().join(", "));
}

/// `once`, `twice`, `3 times`.
pub(crate) fn times_over(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// A number in thousandths, shown with one decimal: `5.3`.
pub(crate) struct Milli(pub(crate) u32);

impl fmt::Display for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 + 50) / 100;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// A modifier with its sign: `+2`, `−1`.
pub(crate) struct Signed<T>(pub(crate) T);

impl<T: Copy + Into<i16>> fmt::Display for Signed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number: i16 = self.0.into();
        let sign = if number < 0 { '−' } else { '+' };
        write!(f, "{sign}{}", number.unsigned_abs())
    }
}

/// A sum that may be negative: `2`, `−1`.
pub(crate) struct Total(pub(crate) i16);

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "−" } else { "" };
        write!(f, "{sign}{}", self.0.unsigned_abs())
    }
}

/// Adds words that a person wrote, with a full stop unless they have one.
pub(crate) fn full_stop(out: &mut Rich, words: &str) {
    out.push(words.trim());
    say_if!(out, !words.trim().ends_with(['.', '!', '?', '…']), ".");
}

/// `Round 3 of 8 · Ridge at Dawn`
pub(crate) fn headline(round: u16, of: Option<u16>, title: &str) -> Rich {
    let of = of.map_or_else(String::new, |it| format!(" of {it}"));
    Rich::plain(format!("Round {round}{of} · {title}"))
}

/// `So far · Ridge at Dawn` while the battle is fought, then `After the battle · Ridge at Dawn: Victory`. If it ended
/// without a result, `ended` is empty and the headline says `given up`.
pub(crate) fn after_battle(title: &str, ended: &str, is_over: bool) -> Rich {
    Rich::plain(match ended {
        _ if !is_over => format!("So far · {title}"),
        "" => format!("After the battle · {title}: given up"),
        ended => format!("After the battle · {title}: {ended}"),
    })
}

/// The most squads that are named for a player who owes orders. More are only counted: their names would push the story
/// out of the message.
const OWED_NAMED_MAX: usize = 6;

/// `In melee: Alpha with Second Draft; Quarry Gang with Hammers and Boyz. Free: Kestrel.` Too many free squads are only
/// counted: their names would push the story out of the message.
pub(crate) fn stand<A: fmt::Display, B: fmt::Display>(head: &str, melees: &[(A, B)], free: &[impl AsRef<str>]) -> Rich {
    const NAMED_MAX: usize = 10;
    let mut out = Rich::sentence();
    if !melees.is_empty() {
        say!(out, "{} ", Bold(head));
        out.joined("; ", melees, |out, (one, others)| say!(out, "{one} with {others}"));
        out.push(if free.is_empty() { "." } else { ". " });
    }
    match free.len() {
        0 => (),
        1..=NAMED_MAX => say!(out, "{} {}.", Bold("Free:"), list(free, AsRef::as_ref)),
        many => say!(out, "{} the other {many}.", Bold("Free:")),
    }
    out
}

/// `Moved: Quarry Gang to S9 and First Draft to P15.`
pub(crate) fn moved(who: &[(impl fmt::Display, Tile)]) -> Option<Rich> {
    let mut out = Rich::sentence();
    say!(out, "{} ", Bold("Moved:"));
    out.list(who, |out, (who, to)| say!(out, "{who} to {to}"));
    out.push(".");
    (!who.is_empty()).then_some(out)
}

/// `The enemy takes the crossroads (CON 3 to 2).` `did` says what the owner did, if there is one. `control` is the CON
/// of each side there.
pub(crate) fn counted(name: &str, is_contested: bool, did: Option<String>, mut control: Vec<u16>) -> Rich {
    let is = does(is_plural(name), "is", "are");
    let mut out = Rich::sentence();
    match did {
        _ if is_contested => say!(out, "{}", Bold(format_args!("{name} {is} contested"))),
        Some(did) => out.bold(&did),
        None => say!(out, "{}", Bold(format_args!("{name} {is} nobody's"))),
    }
    control.sort_unstable_by_key(|it| std::cmp::Reverse(*it));
    if let [most, next, ..] = control[..] {
        say!(out, " (CON {most} to {next})");
    }
    out.push(".");
    out
}

/// The state of an objective, for the first sentence of a report.
pub(crate) struct Holding<'a> {
    pub(crate) name: &'a str,
    pub(crate) owner: String,
    pub(crate) is_contested: bool,
    /// The rounds that it has been held and has to be held. `None` if no goal asks for that.
    pub(crate) held: Option<(u16, u16)>,
}

/// The first sentence: who holds which objectives, progress of other goals, and for each side its standing units, all
/// its units, and its points.
pub(crate) fn standing(holdings: &[Holding<'_>], goals: &[String], sides: &[(&str, [usize; 2], u32)]) -> Rich {
    let mut out = Rich::sentence();
    out.joined("; ", holdings, |out, it| {
        say!(out, "{}: {}{}", Bold(it.name), it.owner, if it.is_contested { ", contested" } else { "" });
        out.joined("", it.held, |out, (held, wanted)| say!(out, " ({held} of {wanted} rounds)"));
    });
    out.push(if holdings.is_empty() { "" } else { ". " });
    say_if!(out, !goals.is_empty(), "Goal: {}. ", goals.join(", "));
    out.push("Standing: ");
    out.joined(", ", sides, |out, (who, [standing, all], _)| say!(out, "{who} {standing} of {all}"));
    if sides.iter().any(|it| 0 < it.2) {
        out.push(". Points: ");
        out.joined(", ", sides, |out, (who, _, points)| say!(out, "{who} {points}"));
    }
    out.push(".");
    out
}

/// The summary, a line each, for reading on a phone: the situation, stand-ins, and what is owed next, or how the battle
/// `ended`.
pub(crate) fn short<'a>(
    standing: Rich,
    known: &'a Known,
    name: impl Fn(SquadId) -> &'a str,
    ended: Option<&str>,
    round: u16,
) -> Vec<Rich> {
    let stood_in = (!known.stood_in.is_empty()).then(|| stood_in(&known.stood_in, name));
    let over = |ended: &str| Rich::said(format_args!("The battle is over: {}.", Bold(ended)));
    let last = ended.map_or_else(|| next(round, known), over);
    std::iter::once(standing).chain(stood_in).chain([last]).collect()
}

/// What a player `commands`, with the names of squads. Without any, what the player `has` on the map: none.
pub(crate) fn commands([commands, has]: [&str; 2], squads: &str) -> String {
    if squads.is_empty() { format!("{has} no squad on the map yet") } else { format!("{commands} {squads}") }
}

/// What players may do once the main goals are met, and what ends the battle otherwise.
pub(crate) const MAY_END: &str = "The main goals are met: the battle ends once the bonus goals are met too, or if every player \
                                  who still has somebody standing posts !end battle this round.";

/// What happens because somebody wants to leave, by the `cited` rule. `asked` are those who still have to agree. `None`
/// if the GM decides for everybody.
pub(crate) fn leaving(departure: Departure, cited: &str, asked: Option<&[&str]>) -> String {
    let Some(asked) = asked else {
        let what = if departure == Departure::End { "the battle ends" } else { "the players tap out" };
        return format!("{what} with this round{cited}");
    };
    let what = match departure {
        Departure::End => "it ends once the main goals are met,",
        Departure::TapOut => "the battle ends",
    };
    let still = match asked {
        [] => "All of them have".to_owned(),
        asked => format!("Still to say so: {}", join(asked, "and")),
    };
    format!("{what} if all players who still stand say so this round{cited}. {still}")
}

/// The orders that are owed next, by whom, and the deadline.
fn next(round: u16, known: &Known) -> Rich {
    let mut out = Rich::sentence();
    say!(out, "{} orders for round {round}", Bold("Next:"));
    if let Some(deadline) = known.deadline {
        out.push(" by ");
        out.moment(deadline);
    }
    for (n, Owed { who, user, squads }) in known.owed.iter().enumerate() {
        out.push(if n == 0 { "; owed by " } else { ", " });
        out.marked(user.map_or(Style::Bold, Style::User), |out| out.push(who));
        match squads.len() {
            0 => (),
            1..=OWED_NAMED_MAX => say!(out, " ({})", squads.join(", ")),
            many => say!(out, " ({many} squads)"),
        }
    }
    let have = verb(known.off_map.len(), "has", "have");
    say_if!(out, !known.off_map.is_empty(), "; {} {have} nobody on the map", list(&known.off_map, Bold));
    out.push(".");
    out
}

/// The squads whose players gave no orders, and what they did instead. A report must say that the players didn't choose
/// it.
fn stood_in<'a>(them: &[StoodIn], name: impl Fn(SquadId) -> &'a str) -> Rich {
    let mut out = Rich::plain("Stood in for players who gave no orders: ");
    out.list(them, |out, it| say!(out, "{} ({})", Bold(name(it.squad)), it.how));
    out.push(".");
    out
}

/// The progress of a goal: how much is done, and of how much. If several conditions have to be met, the same for each
/// of them.
#[derive(Default)]
pub(crate) struct SoFar {
    pub(crate) done: u32,
    pub(crate) of: u32,
    pub(crate) parts: Vec<(u32, u32)>,
}

/// What is missing for a goal, for each condition that can be counted. Rounds that a place was held are told with the
/// place.
pub(crate) fn missing<S>(goal: &Goal<S>, so_far: &SoFar) -> Vec<String> {
    let each: Vec<(&Condition<S>, (u32, u32))> = match &goal.when {
        Condition::All(parts) => parts.iter().zip(so_far.parts.iter().copied()).collect(),
        it => vec![(it, (so_far.done, so_far.of))],
    };
    let is_missing = |it: &&(&Condition<S>, (u32, u32))| !matches!(it.0, Condition::Hold { .. }) && it.1.0 < it.1.1;
    each.iter().filter(is_missing).filter_map(|(it, (done, of))| how_far(it, *done, *of)).collect()
}

/// `Goal met by the pirates: `. Without an owner, `Goal met: `.
fn met(kind: GoalKind, owner: Option<&str>) -> String {
    let what = match kind {
        GoalKind::Main => "Goal met",
        GoalKind::Bonus => "Bonus goal met",
        GoalKind::Failure => "It has come to this",
    };
    format!("{what}{}: ", behind(" by ", owner))
}

/// **O-2** A goal is met.
pub(crate) fn goal_met<S>(out: &mut Rich, goal: &Goal<S>, owner: Option<&str>, players: Players) {
    out.bold(&met(goal.kind, owner));
    full_stop(out, &goal.text);
    out.push(no_victory(goal, players));
}

/// The news that a goal is met.
pub(crate) fn goal_news<S>(goal: &Goal<S>, owner: Option<&str>) -> String {
    format!("{}{}", met(goal.kind, owner), goal.text.trim().trim_end_matches('.'))
}

/// Whether all players win and lose together, or some of them fight each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Players {
    Together,
    Apart,
}

/// **O-4** The sentence behind a failure that has come true but doesn't end the battle. Empty for other goals, and
/// where players fight each other: then it may be good for some of them.
fn no_victory<S>(goal: &Goal<S>, players: Players) -> &'static str {
    let is_everybodys = players == Players::Together;
    if goal.kind == GoalKind::Failure && !goal.ends && is_everybodys { " You can't win any more." } else { "" }
}

fn behind(word: &str, owner: Option<&str>) -> String {
    owner.map_or_else(String::new, |it| format!("{word}{it}"))
}

/// A goal, its owner, the round in which it was met, and its progress. Once the battle is over, no goal is open.
pub(crate) fn goal<S>(
    goal: &Goal<S>,
    players: Players,
    owner: Option<&str>,
    met: Option<u16>,
    so_far: &SoFar,
    is_over: bool,
) -> Rich {
    let mut out = Rich::sentence();
    let (by, of) = (behind(" by ", owner), behind(" for ", owner));
    let bonus = if goal.kind == GoalKind::Bonus { "bonus, " } else { "" };
    out.capital(|out| match (met, goal.kind) {
        (Some(round), GoalKind::Failure) => say!(out, "came true in round {round}: "),
        (None, GoalKind::Failure) if is_over => out.push("did not come true: "),
        (None, GoalKind::Failure) => out.push("you lose if this comes true: "),
        (Some(round), _) => say!(out, "{bonus}met in round {round}{by}: "),
        (None, _) if is_over => say!(out, "{bonus}not met{by}: "),
        (None, _) => say!(out, "{bonus}open{of}: "),
    });
    full_stop(&mut out, &goal.text);
    let no_victory = no_victory(goal, players);
    let may_go_on = met.is_some() && !is_over && !no_victory.is_empty();
    say_if!(out, may_go_on, "{no_victory} You may fight on, or tap out.");
    if met.is_some() || is_over {
        return out;
    }
    let mut told = Vec::new();
    match &goal.when {
        Condition::All(parts) => {
            told.push(format!("{} of its {} parts", so_far.done, so_far.of));
            told.extend(parts.iter().zip(&so_far.parts).filter_map(|(it, (done, of))| how_far(it, *done, *of)));
        }
        it => told.extend(how_far(it, so_far.done, so_far.of)),
    }
    if let [first, parts @ ..] = &told[..] {
        say!(out, " So far {first}{}{}.", if parts.is_empty() { "" } else { ": " }, parts.join(", "));
    }
    out
}

/// The progress of a condition. `None` if it can't be counted.
fn how_far<S>(condition: &Condition<S>, done: u32, of: u32) -> Option<String> {
    match condition {
        _ if of <= 1 => None,
        Condition::Lost { .. } => Some(format!("{done} down of the {of} that it takes")),
        // A part that has come true stays true, whoever holds the place now.
        Condition::Hold { .. } if of <= done => Some("held long enough".to_owned()),
        Condition::Hold { .. } => Some(format!("held for {done} of {of} rounds")),
        Condition::Survive { .. } => Some(format!("{done} of {of} rounds over")),
        Condition::Score { .. } => Some(format!("{done} of {of} points")),
        Condition::Reach { .. } => Some(format!("{done} of {of} there")),
        _ => Some(format!("{done} of {of}")),
    }
}

/// `about 2.6 fall (12 % that nobody does)`: the mean number of units that fall, and the chance that none does.
pub(crate) fn falling(mean: f64, whose: &str, nobody: impl fmt::Display) -> String {
    format!("about {mean:.1} {whose}fall ({nobody} that nobody does)")
}

/// `7 of 8 standing`
pub(crate) fn standing_of(out: &mut Rich, standing: usize, starting: u16) {
    say!(out, "{standing} of {starting} standing");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Subject;

    #[test]
    fn o2_a_goal_says_what_it_counts_and_is_open_no_more_once_the_battle_is_over() {
        let told = |kind, when, met, (done, of), is_over| {
            let so_far = SoFar { done, of, parts: vec![(2, 2), (2, 3)] };
            let goal: Goal<u8> = Goal { kind, team: None, text: "Do it".to_owned(), when, ends: true };
            self::goal(&goal, Players::Together, None, met, &so_far, is_over).text().to_owned()
        };
        let parts = || Condition::All(vec![Condition::Survive { round: 2 }, Condition::Survive { round: 3 }]);
        let lost = || Condition::Lost { who: Subject::Side(0), percent: 66 };
        for (said, expected) in [
            (
                told(GoalKind::Main, parts(), None, (1, 2), false),
                "Open: Do it. So far 1 of its 2 parts: 2 of 2 rounds over, 2 of 3 rounds over.",
            ),
            (
                told(GoalKind::Main, Condition::Survive { round: 6 }, None, (2, 6), false),
                "Open: Do it. So far 2 of 6 rounds over.",
            ),
            (
                told(GoalKind::Failure, lost(), None, (11, 30), false),
                "You lose if this comes true: Do it. So far 11 down of the 30 that it takes.",
            ),
            (told(GoalKind::Failure, lost(), None, (11, 30), true), "Did not come true: Do it."),
            (told(GoalKind::Bonus, parts(), None, (1, 2), true), "Bonus, not met: Do it."),
            (told(GoalKind::Bonus, parts(), Some(4), (2, 2), false), "Bonus, met in round 4: Do it."),
        ] {
            assert_eq!(said, expected);
        }
        let failure =
            Goal::<u8> { kind: GoalKind::Failure, team: None, text: "Do it".to_owned(), when: lost(), ends: false };
        let (only_true, denied) = (
            "Came true in round 4: Do it.",
            "Came true in round 4: Do it. You can't win any more. You may fight on, or tap out.",
        );
        for (players, is_over, expected) in [
            (Players::Together, false, denied),
            (Players::Together, true, only_true),
            (Players::Apart, false, only_true),
        ] {
            assert_eq!(self::goal(&failure, players, None, Some(4), &SoFar::default(), is_over).text(), expected);
        }
        for (kind, met, is_over, expected) in [
            (GoalKind::Main, None, false, "Open for the pirates: Do it."),
            (GoalKind::Main, Some(4), false, "Met in round 4 by the pirates: Do it."),
            (GoalKind::Bonus, None, true, "Bonus, not met by the pirates: Do it."),
        ] {
            let so_far = SoFar { done: 0, of: 1, parts: Vec::new() };
            let text = "Do it".to_owned();
            let goal = Goal { kind, team: Some(2), text, when: Condition::Survive { round: 1 }, ends: true };
            assert_eq!(self::goal(&goal, Players::Apart, Some("the pirates"), met, &so_far, is_over).text(), expected);
        }
    }
}
