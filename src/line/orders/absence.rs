//! What a squad does while nobody gives it orders, as people write it: `hold`, `return fire`, `follow Bravo`, `fight on`.

use crate::diagnostic::{Diagnostic, nearest, sentences};
use crate::field::SquadId;
use crate::line::battle::Battle;
use crate::post::{Absent, Poster};

use super::bind::meant;
use super::clause::{self, Called, Clause};
use super::diagnostics::{did_you_mean, harmless};
use super::keywords::{Keyword, lexicon};
use super::{Names, Word};
use crate::post::names::Table;

/// Letters that are read.
const LETTERS_MAX: usize = 200;

/// Reads what a squad is to do while its player is away.
///
/// # Errors
///
/// If it is not understood, or names nobody whom the squad could follow.
pub fn read(text: &str, names: &Names, battle: &Battle, squad: SquadId) -> Result<Absent, Diagnostic> {
    let end = text.char_indices().nth(LETTERS_MAX).map_or(text.len(), |it| it.0);
    clause::alone(text.get(..end).unwrap_or_default(), names, battle, Poster::Gm, |clause| {
        let absent = clause.absence(squad)?;
        if clause.is_done() { Ok(absent) } else { Err(unknown(clause.span_of(clause.words))) }
    })
}

impl Clause<'_> {
    fn absence(&mut self, squad: SquadId) -> Result<Absent, Diagnostic> {
        let whole = self.span_of(self.rest());
        let (absent, words) = match (self.folded(), self.folded_at(1)) {
            ("hold", "fire" | "position" | "ground") => (Absent::Hold, 2),
            ("hold" | "holds" | "wait" | "nothing" | "stay", _) => (Absent::Hold, 1),
            ("return" | "returns" | "returning", "fire") | ("fire" | "shoot", "back") => (Absent::ReturnFire, 2),
            ("returnfire", _) => (Absent::ReturnFire, 1),
            ("fight" | "fights", "on") => (Absent::FightOn, 2),
            ("follow" | "follows", _) => {
                self.at += 1;
                return self.whom_to_follow(squad).map(Absent::Follow);
            }
            _ => return Err(unknown(whole)),
        };
        self.at += words;
        Ok(absent)
    }

    // `follow Bravo`, `follow the orders of Bravo`, `follow Bravo's orders`.
    fn whom_to_follow(&mut self, squad: SquadId) -> Result<SquadId, Diagnostic> {
        let articles = self.count_at(0, Word::is_article);
        let has_orders = self.meaning_at(articles) == Some(Keyword::Orders);
        self.advance_if(has_orders && matches!(self.folded_at(articles + 1), "of" | "from" | "by"), articles + 2);
        let battle = self.battle;
        // `Bravo's` is read as a plural is.
        let squads = battle.setup().squads.iter().map(|it| it.name.as_str());
        let found = Table::new(squads.enumerate(), true, lexicon()).find(self.rest());
        let Called { span, written, .. } = self.called(found.words);
        // Everybody learns whom it follows.
        let may_be_told = |it: SquadId| !battle.squad(it).members.is_empty() && !battle.is_kept_from_players(it);
        let friends: Vec<SquadId> = (battle.setup().squad_ids())
            .filter(|it| battle.side(*it) == battle.side(squad) && may_be_told(*it))
            .collect();
        let matches: Vec<SquadId> =
            found.matches.iter().map(|it| it.squad()).filter(|it| friends.contains(it)).collect();
        let name = |it: SquadId| self.name_of(it);
        let leader = meant(&matches, (span.clone(), written), name, |span| {
            let others = friends.iter().copied().filter(|it| *it != squad).map(name);
            nobody_to_follow(span, written, &nearest(written, others))
        })?;
        if leader == squad {
            return Err(follows_itself(span, self.name_of(squad)));
        }
        self.at += found.words;
        self.take(Keyword::Orders);
        Ok(leader)
    }
}

sentences! {
    unknown() error: "this is nothing that a squad can do while its player is away"
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
    use crate::line::battle::scene::{scene, squad};

    fn battle() -> Battle {
        scene(
            ".a . .b . .c . .x",
            "a Alpha players@alice: rifle; b Bravo players@bob: rifle; c Brave Few players@bob: rifle; x Boyz enemy: boy",
        )
    }

    fn read_for_alpha(text: &str) -> Result<String, String> {
        let battle = battle();
        let read = read(text, &Names::new(&battle), &battle, squad(&battle, "Alpha"));
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
                "this is nothing that a squad can do while its player is away. \
                 Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.",
            ),
            (
                "charge!",
                "this is nothing that a squad can do while its player is away. \
                 Say \"hold\", \"return fire\", \"fight on\" or \"follow\" and the name of a squad.",
            ),
            (
                "hold the line",
                "this is nothing that a squad can do while its player is away. \
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
            let battle = battle();
            if let Err(refused) = read(&text, &Names::new(&battle), &battle, squad(&battle, "Alpha")) {
                prop_assert!(text.get(refused.span.clone()).is_some(), "{:?}", refused);
            }
        }
    }
}
