//! Posts as people write them, and the readings of each that are fair: the cases of `tests/suite/readings`.

use std::ops::Range;

use serde::Deserialize;

/// A post, and its fair readings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Its permanent name.
    pub(crate) id: String,
    /// The scenario that it is posted in, without the file extension.
    pub(crate) scenario: String,
    /// Its poster: a seat, or `gm`.
    pub(crate) by: String,
    pub(crate) text: String,
    /// The best reading.
    pub(crate) expect: Expected,
    /// Other fair readings.
    #[serde(default)]
    pub(crate) also: Vec<Expected>,
}

/// A fair reading of a post.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) struct Expected {
    /// The orders that it means, in canonical form.
    pub(crate) same_as: Option<String>,
    pub(crate) refused: Option<Refused>,
    /// Nothing is taken, and a hint or a refusal says why.
    #[serde(default)]
    pub(crate) hint: bool,
    /// The orders that are taken despite the hint.
    pub(crate) keeps: Option<String>,
    /// It is fiction: nothing is taken, and nothing is said.
    #[serde(default)]
    pub(crate) fiction: bool,
}

/// A refusal, and its place.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refused {
    /// The words that it marks.
    #[serde(default)]
    pub(crate) mark: String,
    /// Words that its remedy holds.
    #[serde(default)]
    pub(crate) remedy_has: Vec<String>,
    /// The orders that are taken despite the refusal.
    #[serde(default)]
    pub(crate) keeps: String,
}

impl Case {
    /// The cases of a file with one JSON object a line.
    pub(crate) fn all(file: &str) -> Vec<Case> {
        let case =
            |(n, line): (usize, &str)| serde_json::from_str(line).unwrap_or_else(|why| panic!("line {}: {why}", n + 1));
        file.lines().enumerate().map(case).collect()
    }

    /// The fair readings, the best first.
    pub(crate) fn expected(&self) -> impl Iterator<Item = &Expected> {
        std::iter::once(&self.expect).chain(&self.also)
    }
}

impl Refused {
    /// Whether a refusal at this place of the post, with this text, is the expected one.
    pub(crate) fn is_said(&self, post: &str, at: &Range<usize>, told: &str) -> bool {
        let (post, told, mark) = (post.to_lowercase(), told.to_lowercase(), self.mark.to_lowercase());
        let is_marked =
            post.match_indices(&mark).any(|(start, _)| at.start < start + mark.len().max(1) && start <= at.end);
        (is_marked || told.contains(&mark)) && self.remedy_has.iter().all(|it| told.contains(&it.to_lowercase()))
    }
}
