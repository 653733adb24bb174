//! The answers to all posts of the open round as one text, for a thread in which no bot answers.

use crate::page::{Answer, Block, Document, Mark, Rich, Style};
use crate::referee::{Table, post_name};

impl Table {
    /// The post that gives the orders that an answer offers. `None` if it offers none.
    pub(crate) fn as_post(&self, answer: &Answer) -> Option<String> {
        let lines: Vec<String> = answer.meant.iter().map(|it| format!("{}{it}", self.prefix())).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The answers to all posts of the open round. First come the lines that were refused, with their remedies; then,
    /// post by post, the lines that were accepted. `mark` is the last line. `None` if there is nothing to answer.
    pub fn answers_to_post(&self, mark: &str) -> Option<Document> {
        let answered =
            self.answers().filter_map(|(who, it)| Some((format!("{who}, {}", post_name(it.number)), it.answer?)));
        let answered: Vec<(String, Answer)> = answered.collect();
        if answered.is_empty() {
            return None;
        }
        let mut blocks = vec![Block::Heading(Rich::plain(format!("Round {}: what was understood", self.round())))];
        let refused = answered.iter().flat_map(|(whose, answer)| {
            let lines = answer.lines.iter().filter(|it| it.mark == Mark::Refused);
            lines.map(move |it| refusal(whose, &it.text))
        });
        let refused: Vec<Block> = refused.collect();
        if !refused.is_empty() {
            blocks.push(Block::Heading(Rich::plain("Not taken. Edit the post, and it is read again")));
            blocks.extend(refused);
        }
        for (whose, answer) in &answered {
            let taken = Answer {
                lines: answer.lines.iter().filter(|it| it.mark != Mark::Refused).cloned().collect(),
                ..answer.clone()
            };
            if !taken.text().is_empty() {
                blocks.push(Block::Heading(Rich::plain(whose.as_str())));
            }
            blocks.extend(taken.text().lines().map(|it| Block::Line(Rich::plain(it))));
        }
        blocks.push(Block::Line(Rich::plain(mark)));
        Some(Document { blocks })
    }
}

/// A line that was refused, and why. Letters may have different widths here, so no mark can stand below a word; the
/// reason names the word instead.
fn refusal(whose: &str, text: &str) -> Block {
    let (line, why) = text.split_once('\n').unwrap_or(("", text));
    let mut out = Rich::plain(format!("{whose}, "));
    if let Some((number, words)) = line.split_once(": ") {
        // Not every forum has a mark for code.
        out.push(&format!("{number}: \""));
        out.marked(Style::Code, |out| out.push(words.trim()));
        out.push("\": ");
    }
    out.push(why.trim_start_matches([' ', '^']));
    Block::Line(out)
}
