//! Marks texts of a what-if, so that nobody takes them for the battle.

use crate::page::{Block, Bold, Document, Report, Rich};

/// What every text of a what-if begins with.
pub const WHAT_IF: &str = "What if · ";

/// Marks a text. Empty text stays empty.
pub fn as_what_if(text: &str) -> String {
    let begun = text.trim_start();
    let space = &text[..text.len() - begun.len()];
    if begun.is_empty() || begun.starts_with(WHAT_IF.trim_end()) {
        return text.to_owned();
    }
    format!("{space}{WHAT_IF}{begun}")
}

fn marked(text: &Rich) -> Rich {
    if text.text().starts_with(WHAT_IF) {
        return text.clone();
    }
    let mut out = Rich::plain(WHAT_IF);
    out.append(text);
    out
}

impl Document {
    /// The document, marked as a what-if.
    pub fn as_what_if(mut self) -> Document {
        match self.blocks.first_mut() {
            Some(Block::Heading(text) | Block::Line(text)) => *text = marked(text),
            _ => self.blocks.insert(0, Block::Heading(Rich::plain(WHAT_IF.trim_end()))),
        }
        self
    }
}

impl Report {
    /// The report, marked as a what-if: its headline says so, it asks nobody for orders, and its line ids differ from
    /// those of the battle.
    pub fn as_what_if(mut self) -> Report {
        self.headline = marked(&self.headline);
        if let Some(next) = self.short.last_mut().filter(|it| it.text().starts_with("Next:")) {
            *next = Rich::said(format_args!("{} round {}.", Bold("Next:"), self.round + 1));
        }
        self.lines.iter_mut().for_each(|it| it.is_what_if = true);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_says_it_once() {
        assert_eq!(as_what_if("\nAlpha holds.\n"), "\nWhat if · Alpha holds.\n");
        assert_eq!(as_what_if(&as_what_if("Alpha holds.")), "What if · Alpha holds.");
        assert_eq!(as_what_if("\n"), "\n");
        let document = Document { blocks: vec![Block::Line(Rich::plain("Alpha holds."))] };
        let twice = document.as_what_if().as_what_if();
        assert_eq!(twice, Document { blocks: vec![Block::Line(Rich::plain("What if · Alpha holds."))] });
    }
}
