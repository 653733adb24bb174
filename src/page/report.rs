//! The report of a round.

use std::ops::Range;

use crate::field::{Phase, SquadId};
use crate::page::{Block, Bold, Document, Markup, Rich, Style, Table, Voice, say_if};

/// What a report says beyond the events.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Players who owe orders for the next round.
    pub owed: Vec<Owed>,
    /// Players who have nobody on the map. They owe no orders, but are mentioned.
    pub off_map: Vec<String>,
    /// When the next round closes, in seconds since 1970.
    pub deadline: Option<i64>,
    /// Squads whose players gave no orders, and what they did instead.
    pub stood_in: Vec<StoodIn>,
    /// Chooses the forms of its sentences.
    pub voice: Voice,
}

/// A squad that acted without its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoodIn {
    pub squad: SquadId,
    /// What it did, in words: `returns fire`.
    pub how: String,
}

/// A player who owes orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// The player's name.
    pub who: String,
    /// The player's Discord user, if there is one.
    pub user: Option<u64>,
    pub squads: Vec<String>,
}

/// The part of a report that has a heading: a phase of a round, or what follows the phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Of(Phase),
    Objectives,
    /// The battle is over.
    End,
    NextRound,
}

impl Part {
    /// The heading of the part.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Of(phase) => phase.name(),
            Part::Objectives => "Objectives",
            Part::End => "The end",
            Part::NextRound => "Next round",
        }
    }

    /// The runs of events that are told together, each with its part.
    pub(crate) fn runs<E>(
        events: &[E],
        end_of_run: impl Fn(&[E], usize) -> usize,
        part_after: impl Fn(Part, &E) -> Part,
    ) -> Vec<(Range<usize>, Part)> {
        let (mut runs, mut start, mut part) = (Vec::new(), 0, Part::Of(Phase::Command));
        while start < events.len() {
            let end = end_of_run(events, start);
            part = part_after(part, &events[start]);
            runs.push((start..end, part));
            start = end;
        }
        runs
    }

    /// The name of the part in data for programs.
    pub(crate) fn key(self) -> String {
        match self {
            Part::Of(_) | Part::Objectives => self.name().to_lowercase(),
            Part::End => "end".to_owned(),
            Part::NextRound => "next_round".to_owned(),
        }
    }
}

/// What happened in a round, ready to be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub round: u16,
    /// The round, and the title of the battle.
    pub headline: Rich,
    /// The summary, for reading on a phone: who holds what, who stands, what is owed next.
    pub short: Vec<Rich>,
    /// The story: what everybody should know, the most important first. Empty if the lines are the story.
    pub tale: Vec<Rich>,
    /// Who is in melee, free or broken. These sentences come last in public and are never left out.
    pub stand: Vec<Rich>,
    /// In the order of events.
    pub lines: Vec<ReportLine>,
    /// The goals, and their progress.
    pub goals: Vec<Rich>,
    /// What is left of each squad, a row for each.
    pub squads: Table,
}

/// A line of a report: usually the action of one squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    pub round: u16,
    /// Counted from 1 through the whole round.
    pub number: u16,
    /// The heading that it stands under.
    pub part: &'static str,
    /// The indices of the events that it tells. Never empty.
    pub events: Vec<usize>,
    pub text: Rich,
    /// Whether it happened in a what-if.
    pub is_what_if: bool,
}

impl ReportLine {
    /// Adds a line to those of a round.
    pub(crate) fn add(lines: &mut Vec<ReportLine>, round: u16, part: Part, events: Vec<usize>, text: Rich) {
        let number = lines.len() as u16 + 1;
        lines.push(ReportLine { round, number, part: part.name(), events, text, is_what_if: false });
    }

    /// The id for `why`: `3.4`, or `w3.4` in a what-if.
    pub fn id(&self) -> String {
        let what_if = if self.is_what_if { "w" } else { "" };
        format!("{what_if}{}.{}", self.round, self.number)
    }
}

/// The most letters of a public report: one Discord message, with room for the reason why the round was closed.
pub const PUBLIC_MAX: usize = 1_870;

impl Report {
    /// The public report: as much of the story as one message holds, and what is owed next. The rest is only in the
    /// ledger.
    pub fn public(&self) -> Document {
        self.public_within(PUBLIC_MAX)
    }

    /// The sentences of the story, or all lines if there is no story.
    pub(crate) fn story(&self) -> Vec<&Rich> {
        match self.tale.is_empty() {
            true => self.lines.iter().map(|it| &it.text).collect(),
            false => self.tale.iter().collect(),
        }
    }

    /// The public report, in at most `letters_max` letters.
    pub(crate) fn public_within(&self, letters_max: usize) -> Document {
        let all = self.story();
        let note = |left: usize| Rich::plain(format!("… and {left} more in the ledger."));
        let letters = |it: &Rich| Markup::Discord.line(it).chars().count() + 1;
        let frame = Markup::Discord.render(&self.framed(Vec::new())).chars().count();
        let room = letters_max.saturating_sub(frame + 1);
        let fitting = |mut room: usize| {
            let fits = |it: &&&Rich| room.checked_sub(letters(it)).inspect(|left| room = *left).is_some();
            all.iter().take_while(fits).count()
        };
        let kept = match fitting(room) {
            whole if whole == all.len() => whole,
            // The count of what is left out takes room as well.
            _ => fitting(room.saturating_sub(letters(&note(all.len())))),
        };
        let left_out = (kept < all.len()).then(|| note(all.len() - kept));
        self.framed(all[..kept].iter().map(|it| (*it).clone()).chain(left_out).collect())
    }

    /// The report with the manual changes that the GM made while the round was open. They come before the story, which
    /// doesn't tell them.
    #[must_use]
    pub(crate) fn set_right(mut self, changes: &Document) -> Report {
        const TOLD_MAX: usize = 4;
        let mut out = Rich::said(format_args!("{}", Bold("Set right by the GM:")));
        for block in changes.blocks.iter().take(TOLD_MAX) {
            let Block::Line(it) = block else { continue };
            out.push(" ");
            out.append(it);
            out.push(if it.text().ends_with('.') { "" } else { "." });
        }
        let more = changes.blocks.len().saturating_sub(TOLD_MAX);
        say_if!(out, 0 < more, " And {more} more.");
        self.short.insert(self.short.len().saturating_sub(1), out);
        self
    }

    /// A document with lines of the story between the summary and what is owed next.
    fn framed(&self, told: Vec<Rich>) -> Document {
        let (first, next) = self.short.split_at(self.short.len().saturating_sub(1));
        let lines = first.iter().chain(&told).chain(&self.stand).chain(next).cloned();
        let heading = std::iter::once(Block::Heading(self.headline.clone()));
        Document { blocks: heading.chain(lines.map(Rich::capitalised).map(Block::Line)).collect() }
    }

    /// The ledger: the whole report.
    pub fn document(&self) -> Document {
        let mut blocks = Vec::new();
        for (part, lines) in self.parts() {
            blocks.push(Block::Heading(Rich::plain(part)));
            blocks.extend(lines.map(Block::Line));
        }
        self.with_ledger(Vec::new(), blocks)
    }

    /// The parts that have lines, each with its numbered lines.
    fn parts(&self) -> impl Iterator<Item = (&'static str, impl Iterator<Item = Rich>)> {
        self.lines.chunk_by(|a, b| a.part == b.part).map(|it| (it[0].part, it.iter().map(numbered)))
    }

    /// The whole report as a forum post. The story comes first, the ledger is a detail, the file with the picture is
    /// named, and the last line marks the post as a report.
    pub fn post(&self, picture: &str, mark: &str) -> Document {
        let mut lines = Vec::new();
        for (part, of_part) in self.parts() {
            lines.push(Rich::said(format_args!("{}", Bold(part))));
            lines.extend(of_part);
        }
        let shown = Block::Line(Rich::plain(format!("The map is in the attached file {picture}.")));
        let ledger = Block::Detail { title: Rich::plain("What happened, line by line"), lines };
        let mut document = self.with_ledger(self.tale.clone(), vec![shown, ledger]);
        document.blocks.push(Block::Line(Rich::plain(mark)));
        document
    }

    fn with_ledger(&self, story: Vec<Rich>, ledger: Vec<Block>) -> Document {
        let mut blocks = self.framed(story).blocks;
        blocks.extend(ledger);
        if !self.goals.is_empty() {
            blocks.push(Block::Heading(Rich::plain("Goals")));
            blocks.extend(self.goals.iter().cloned().map(Block::Line));
        }
        blocks.push(Block::Heading(Rich::plain("What is left")));
        blocks.push(Block::Table(self.squads.clone()));
        Document { blocks }
    }

    /// The whole report, followed by explanations of all lines, part by part.
    pub fn document_with(&self, reasons: impl Fn(&ReportLine) -> Vec<Rich>) -> Document {
        let mut document = self.document();
        document.blocks.push(Block::Heading(Rich::plain("Why")));
        for lines in self.lines.chunk_by(|a, b| a.part == b.part) {
            let reasons = lines.iter().flat_map(|line| std::iter::once(numbered(line)).chain(reasons(line)));
            document.blocks.push(Block::Detail { title: Rich::plain(lines[0].part), lines: reasons.collect() });
        }
        document
    }

    /// For each event, the id of the line that tells it.
    pub(crate) fn lines_of_events(&self, events: usize) -> Vec<Option<String>> {
        let mut told = vec![None; events];
        for line in &self.lines {
            line.events.iter().for_each(|it| told[*it] = Some(line.id()));
        }
        told
    }

    /// The line with this id.
    pub fn line(&self, id: &str) -> Option<&ReportLine> {
        let id = id.trim().to_lowercase();
        self.lines.iter().find(|it| it.id() == id)
    }
}

fn numbered(line: &ReportLine) -> Rich {
    let mut out = Rich::sentence();
    out.marked(Style::Code, |out| out.push(&line.id()));
    out.push(" ");
    out.capital(|out| out.append(&line.text));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(tale: usize) -> Report {
        Report {
            round: 3,
            headline: Rich::plain("Round 3"),
            short: vec![Rich::plain("The ridge is yours."), Rich::plain("Next: orders for round 4.")],
            tale: (0..tale)
                .map(|n| Rich::plain(format!("Squad {n} lost 4 to the Wet Pikes, and does not like it.")))
                .collect(),
            stand: vec![Rich::plain("In melee: Alpha.")],
            lines: Vec::new(),
            goals: Vec::new(),
            squads: Table::new(&["squad"]),
        }
    }

    #[test]
    fn what_is_told_in_public_is_one_message_however_much_there_is() {
        for tale in [0, 1, 20, 30, 35, 40, 500] {
            let text = Markup::Discord.render(&report(tale).public());
            assert!(text.chars().count() <= PUBLIC_MAX, "{tale}: {}", text.chars().count());
            assert!(text.trim_end().ends_with("In melee: Alpha.\nNext: orders for round 4."), "{text}");
            let told = text.matches("does not like it").count();
            let is_cut = text.contains(&format!("… and {} more in the ledger.", tale - told));
            assert_eq!(told < tale, is_cut, "{tale}: {text}");
        }
        assert!(
            Markup::Discord.render(&report(500).public()).chars().count() > PUBLIC_MAX - 100,
            "the message is made use of"
        );
    }
}
