//! What changed since somebody last looked, from what they may know.

use crate::field::SeatId;
use crate::page::{Block, Document, Rich, brief as words};
use crate::post::Poster;
use crate::referee::{HIDDEN, Refused, Table};
use crate::store::Entry;

impl Table {
    /// What changed since this person last did or read anything. Notes that they have read it now.
    ///
    /// # Errors
    ///
    /// If they have no part in the battle.
    pub fn brief(&mut self, author: &str) -> Result<Document, Refused> {
        let poster = self.poster(author)?;
        let since = self.log.iter().rposition(|it| self.is_of(it, author, poster)).map_or(0, |it| it + 1);
        let roster = self.playing.roster();
        let is_own = |seat: Option<SeatId>| seat.is_some_and(|it| poster == Poster::Seat(it));
        let squads: Vec<(&str, bool)> = roster.iter().map(|it| (it.name, is_own(it.seat))).collect();
        let mut blocks = vec![Block::Heading(words::heading(self.stage().round))];
        let mut lines = Vec::new();
        let mut posts = 0;
        for (n, entry) in self.log.iter().enumerate().skip(since) {
            match entry {
                Entry::Posted { number, .. } | Entry::Edited { number, .. } if *number <= HIDDEN => posts += 1,
                Entry::Closed { .. } => {
                    let closed = self.closed.iter().find(|it| it.entry == n + 1);
                    lines.extend(closed.into_iter().flat_map(|it| words::round(&it.report, &squads)));
                }
                Entry::Changed { .. } => {
                    let changed = self.changed.iter().find(|it| it.entry == n + 1);
                    lines.extend(changed.into_iter().map(|it| words::changed(&it.text)));
                }
                Entry::Undone { round, .. } => lines.push(words::undone(*round)),
                Entry::Seated { seat, .. } => lines.push(words::seated(seat)),
                _ => (),
            }
        }
        lines.extend(words::posts(posts));
        if lines.is_empty() {
            lines.push(words::nothing());
        }
        if let Poster::Seat(seat) = poster {
            lines.push(words::owed(&self.owed_by(poster), !self.squads_of(seat).is_empty()));
        }
        lines.extend(self.deadline().map(words::deadline));
        blocks.extend(lines.into_iter().map(Rich::capitalised).map(Block::Line));
        if !self.is_over() {
            self.note(Entry::Looked { author: author.to_owned() });
        }
        Ok(Document { blocks })
    }

    /// Whether an entry shows that this person was active.
    fn is_of(&self, entry: &Entry, person: &str, poster: Poster) -> bool {
        match entry {
            // The rest of a post that held only commands, such as the one that asks for the brief.
            Entry::Posted { text, .. } if text.trim().is_empty() => false,
            Entry::Posted { author, .. }
            | Entry::Edited { author, .. }
            | Entry::Deleted { author, .. }
            | Entry::Looked { author } => author.eq_ignore_ascii_case(person),
            Entry::Ready { seat, .. } | Entry::Away { seat, .. } | Entry::Word { seat, .. } => {
                poster != Poster::Gm && seat == self.name_of(poster)
            }
            _ => false,
        }
    }
}
