//! What many battles came to, as a picture in a file.

use crate::map::NoPicture;
use crate::trial::fairness::Fairness;
use crate::trial::picture::Picture;

/// Whether a picture shows what the author should look at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubts {
    Shown,
    Left,
}

impl Fairness {
    /// All of it as an SVG document, with what the author should look at again if that was asked for.
    pub fn svg(&self, doubts: Doubts) -> String {
        self.picture(doubts).svg()
    }

    /// The same as a PNG: the same bytes for the same battles, always.
    ///
    /// # Errors
    ///
    /// If there are too many squads for a picture.
    pub fn png(&self, doubts: Doubts) -> Result<Vec<u8>, NoPicture> {
        self.picture(doubts).png()
    }

    fn picture(&self, doubts: Doubts) -> Picture<'_> {
        let Fairness { labels, levels, written, exchanged, findings, .. } = self;
        let findings = (doubts == Doubts::Shown).then_some(findings.as_slice());
        Picture { labels, levels: *levels, written, exchanged, findings }
    }
}
