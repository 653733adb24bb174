//! Shows problems in a terminal: file, line and column, the place underlined, and a remedy.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource};

use crate::diagnostic::{Diagnostic, Severity, count};
use crate::file::open::{Problems, is_configuration};
use crate::file::read::PROBLEMS_MAX;
use crate::file::say;

/// Bytes of the longest line that is shown.
const LINE_BYTES_MAX: usize = 300;
const WIDTH: usize = 100;

impl fmt::Display for Problems {
    /// `{:#}` uses colours, for terminals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_configuration(&self.text) {
            // None of its lines are shown, because one may hold a password.
            let diagnostics = vec![say::configuration(0..0, &self.name)];
            let problems = Problems { name: self.name.clone(), text: String::new(), diagnostics };
            return fmt::Display::fmt(&problems, f);
        }
        let theme = if f.alternate() { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler =
            GraphicalReportHandler::new_themed(theme).with_links(false).with_context_lines(1).with_width(WIDTH);
        let text = Arc::from(self.text.as_str());
        for diagnostic in &self.diagnostics {
            self.show(f, &handler, &text, diagnostic)?;
        }
        self.sum_up(f)
    }
}

impl Problems {
    fn show(
        &self,
        f: &mut fmt::Formatter<'_>,
        handler: &GraphicalReportHandler,
        text: &Arc<str>,
        it: &Diagnostic,
    ) -> fmt::Result {
        let mut report = MietteDiagnostic::new(it.message.clone()).with_severity(match it.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Hint => miette::Severity::Advice,
        });
        if let Some(rule) = it.rule {
            report.message = format!("{} ({rule})", report.message);
        }
        report.help.clone_from(&it.help);
        // Only the first line of the place is underlined.
        let length = self.text[it.span.clone()].lines().next().unwrap_or_default().len();
        let line = it.span.start..it.span.start + length;
        let is_shown = !self.text.is_empty() && self.longest_line_around(&line) <= LINE_BYTES_MAX;
        if is_shown {
            report = report.and_label(LabeledSpan::underline(line));
            let source = NamedSource::new(&self.name, Arc::clone(text));
            return handler.render_report(f, miette::Report::new(report).with_source_code(source).as_ref());
        }
        if !self.text.is_empty() {
            let (line, column) = it.place(&self.text);
            report.message = format!("{}:{line}:{column}: {}", self.name, report.message);
        }
        handler.render_report(f, &report)
    }

    /// An upper bound on the bytes of the line of this place and of the lines next to it.
    fn longest_line_around(&self, place: &Range<usize>) -> usize {
        let (before, after) = (&self.text[..place.start], &self.text[place.end..]);
        let (up, down) = (before.rsplit('\n').take(2), after.split('\n').take(2));
        place.len() + up.map(str::len).max().unwrap_or(0) + down.map(str::len).max().unwrap_or(0)
    }

    fn sum_up(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.errors();
        let warnings = self.diagnostics.len() - errors;
        let name = &self.name;
        let (wrong, doubtful) =
            (count(errors as u64, "error", "errors"), count(warnings as u64, "warning", "warnings"));
        match (errors, warnings) {
            (0, 0) => writeln!(f, "{name}: nothing is wrong."),
            (0, _) => writeln!(f, "{name}: {doubtful}."),
            (_, 0) if PROBLEMS_MAX <= errors => writeln!(f, "{name}: the first {errors} errors; correct these first."),
            (_, 0) => writeln!(f, "{name}: {wrong}."),
            _ => writeln!(f, "{name}: {wrong} and {doubtful}."),
        }
    }
}
