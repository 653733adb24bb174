//! Questions that aren't orders: how a squad's nerve stands, as in `Alpha: morale`.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::SquadId;
use crate::line::battle::Battle;

use super::clause::{self, Clause};
use super::{Language, Names, Poster, Reading, Word, diagnostics, read};

/// The longest text that is read, in bytes.
const LETTERS_MAX: usize = 200;

/// The squad whose nerve a text asks about, whoever commands it; `None` if the text asks something else.
///
/// # Errors
///
/// If the text names no squad that the asker may know of.
pub fn squad_asked_about(
    text: &str,
    names: &Names,
    battle: &Battle,
    asker: Poster,
    language: &Language,
) -> Option<Result<SquadId, Diagnostic>> {
    let text = text.trim();
    let text = text.strip_prefix(&language.prefix).unwrap_or(text);
    if LETTERS_MAX < text.len() {
        return None;
    }
    clause::read_text(text, names, battle, asker, |clause| {
        let is_nerve = |it: &Word| matches!(it.folded(), "morale" | "nerve");
        let squad = match clause.words {
            [squad @ .., last] if is_nerve(last) => squad,
            [first, of, squad @ ..] if is_nerve(first) && of.folded() == "of" => squad,
            [first, squad @ ..] if is_nerve(first) => squad,
            _ => return None,
        };
        Some(clause.squad_asked_for(squad, 0..text.len()))
    })
}

impl Clause<'_> {
    fn squad_asked_for(&mut self, named: &[Word], whole: Range<usize>) -> Result<SquadId, Diagnostic> {
        if named.is_empty() {
            return Err(diagnostics::which_squad(whole, &self.suggest_own_squads()));
        }
        let found = self.squads_at(named);
        let (span, written) = (self.span_of(named), self.written(named));
        let matches = if found.words == named.len() { &found.matches[..] } else { &[] };
        let known = self.sort_squads(matches, |_| true);
        self.only_fitting(&known, (span.clone(), written), |_| {
            let squads = self.battle.setup().squad_ids().filter(|it| self.battle.is_on_map(*it));
            let nearest = self.nearest(written, squads.map(|it| self.name_of(it)));
            diagnostics::unknown(span, "squad", written, &nearest, "")
        })
    }
}

/// Reads orders as if the commander of their squads posted them, for askers who may ask about any squad.
pub fn read_as_owner(text: &str, names: &Names, battle: &Battle, language: &Language) -> (Poster, Reading) {
    let seats = battle.setup().seat_ids().map(Poster::Seat);
    let posters = std::iter::once(Poster::Gm).chain(seats);
    let readings = posters.map(|it| (it, read(text, names, battle, it, language)));
    // If nobody could post the text, the diagnostics say what keeps the owner from it, and not whose the squads are.
    let best = readings.min_by_key(|(_, it)| {
        let not_theirs = it.diagnostics.iter().filter(|it| it.rule == Some("T-3")).count();
        (it.given.is_empty(), not_theirs, !it.diagnostics.iter().any(diagnostics::offers_name))
    });
    best.expect("the GM is one of them")
}
