//! What a squad does while its player is away, as people write it: `hold`, `return fire`, `follow Bravo`, `fight on`.

use crate::diagnostic::{Diagnostic, nearest, sentences};
use crate::field::SquadId;

use super::Absent;
use super::lexicon::{Lexicon, Meaning};
use super::names::Table;
use super::say::{ambiguous, did_you_mean, harmless};
use super::words::{Kind, Word, Words, across, articles};

/// Letters that are read. The rest is ignored.
const LETTERS_MAX: usize = 200;

/// Reads what `squad` does while its player is away. It can follow any of `friends`, whose names are no secret.
///
/// # Errors
///
/// If the text isn't understood, or names no squad that this one could follow.
pub fn read<K: Meaning>(
    text: &str,
    lexicon: &Lexicon<K>,
    squad: SquadId,
    friends: &[(SquadId, &str)],
) -> Result<Absent, Diagnostic> {
    let end = text.char_indices().nth(LETTERS_MAX).map_or(text.len(), |it| it.0);
    let all = Words::of(text, 0..end, &[], lexicon);
    let means_nothing = |it: &&Word<K>| matches!(it.kind, Kind::Colon | Kind::Comma) || it.is_polite();
    let kept: Vec<Word<K>> = all.all().iter().filter(|it| !means_nothing(it)).cloned().collect();
    let said: Vec<&str> = kept.iter().map(Word::folded).collect();
    match said[..] {
        ["hold", "fire" | "position" | "ground"] | ["hold" | "holds" | "wait" | "nothing" | "stay"] => Ok(Absent::Hold),
        ["return" | "returns" | "returning", "fire"] | ["fire" | "shoot", "back"] | ["returnfire"] => {
            Ok(Absent::ReturnFire)
        }
        ["fight" | "fights", "on"] | ["fight" | "commander"] => Ok(Absent::FightOn),
        ["follow" | "follows", ..] => whom_to_follow(text, lexicon, &kept[1..], squad, friends).map(Absent::Follow),
        _ => Err(unknown(across(&kept).unwrap_or(0..0))),
    }
}

// `Bravo`, `the orders of Bravo`, `Bravo's orders`.
fn whom_to_follow<K: Meaning>(
    text: &str,
    lexicon: &Lexicon<K>,
    words: &[Word<K>],
    squad: SquadId,
    friends: &[(SquadId, &str)],
) -> Result<SquadId, Diagnostic> {
    let is_orders = |it: &Word<K>| matches!(it.folded(), "order" | "orders");
    let named = match &words[articles(words)..] {
        [orders, of, named @ ..] if is_orders(orders) && matches!(of.folded(), "of" | "from" | "by") => named,
        _ => words,
    };
    // The table takes plurals, so it also finds `Bravo's`.
    let found = Table::new(friends.iter().map(|it| it.1).enumerate(), true, lexicon).find(named);
    let length = if found.words == 0 { named.len() } else { found.words };
    let span = across(&named[..length]).unwrap_or(text.len()..text.len());
    let written = &text[span.clone()];
    match found.matches[..] {
        [only] if friends[usize::from(only.id)].0 == squad => {
            Err(follows_itself(span, friends[usize::from(only.id)].1))
        }
        [only] if named[length..].iter().all(is_orders) => Ok(friends[usize::from(only.id)].0),
        [_] => Err(unknown(span)),
        [] => {
            let others = friends.iter().filter(|it| it.0 != squad).map(|it| it.1);
            Err(nobody_to_follow(span, written, &nearest(written, others)))
        }
        _ => Err(ambiguous(span, written, found.matches.iter().map(|it| friends[usize::from(it.id)].1))),
    }
}

sentences! {
    unknown() error: "a squad can't do this while its player is away"
        => "Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.";
    follows_itself(squad: &str) error: "{squad} can't follow itself" => "Name another squad of its side.";
    nobody_to_follow(written: &str, nearest: &[&str]) error: "{}", match &harmless(written)[..] {
            "" => "this doesn't say whom to follow".to_owned(),
            it => format!("no squad of its side is called \"{it}\""),
        }
        => "{}", did_you_mean(nearest, if written.is_empty() { "Name a squad of its side." } else { "" });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::post::tests::meant::lexicon;

    fn read_for_alpha(text: &str) -> Result<String, String> {
        let friends = [(SquadId(0), "Alpha"), (SquadId(1), "Bravo"), (SquadId(2), "Brave Few")];
        let read = read(text, &lexicon(), SquadId(0), &friends);
        read.map(|it| format!("{it:?}")).map_err(|it| it.to_string())
    }

    #[test]
    fn what_an_absent_player_wants_is_read() {
        for (text, expected) in [
            ("hold", "Hold"),
            ("Hold position.", "Hold"),
            ("hold fire, please", "Hold"),
            ("return fire", "ReturnFire"),
            ("Return-Fire!", "ReturnFire"),
            ("shoot back", "ReturnFire"),
            ("fight on", "FightOn"),
            ("Fights on, please.", "FightOn"),
            ("follow Bravo", "Follow(SquadId(1))"),
            ("follow: bravo", "Follow(SquadId(1))"),
            ("follow the orders of the brave few", "Follow(SquadId(2))"),
            ("follow orders from Bravo", "Follow(SquadId(1))"),
            ("follow Bravo’s orders", "Follow(SquadId(1))"),
        ] {
            assert_eq!(read_for_alpha(text), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_what_would_be_right() {
        for (text, expected) in [
            (
                "",
                "a squad can't do this while its player is away. \
                 Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.",
            ),
            (
                "charge!",
                "a squad can't do this while its player is away. \
                 Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.",
            ),
            (
                "hold the line",
                "a squad can't do this while its player is away. \
                 Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.",
            ),
            ("follow", "this doesn't say whom to follow. Name a squad of its side."),
            ("follow Alpha", "Alpha can't follow itself. Name another squad of its side."),
            ("follow Boyz", "no squad of its side is called \"Boyz\"."),
            ("follow Brovo", "no squad of its side is called \"Brovo\". Did you mean \"Bravo\" or \"Brave Few\"?"),
            ("follow bra", "\"bra\" could be \"Bravo\" or \"Brave Few\". Write more of the name."),
        ] {
            assert_eq!(read_for_alpha(text), Err(expected.to_owned()), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_is_written_is_read_to_its_end(text in ".{0,300}") {
            if let Err(refused) = read(&text, &lexicon(), SquadId(0), &[(SquadId(0), "Alpha"), (SquadId(1), "Bravo")]) {
                prop_assert!(text.get(refused.span.clone()).is_some(), "{:?}", refused);
            }
        }
    }
}
