//! Posts as people write them, and what any fair referee makes of each: the readings of `tests/suite/readings`.

use std::ops::Range;

use serde::Deserialize;

/// A post, and what may come of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Its name for ever.
    pub(crate) id: String,
    /// The scenario that it is posted in, without the file's ending.
    pub(crate) scenario: String,
    /// Who posts it: a seat, or `gm`.
    pub(crate) by: String,
    pub(crate) text: String,
    /// What best comes of it.
    pub(crate) expect: Expected,
    /// What else is fair.
    #[serde(default)]
    pub(crate) also: Vec<Expected>,
}

/// What may come of a post.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) struct Expected {
    /// The orders that it means, in their plainest form.
    pub(crate) same_as: Option<String>,
    pub(crate) refused: Option<Refused>,
    /// Nothing is taken, and a hint or a refusal says why.
    #[serde(default)]
    pub(crate) hint: bool,
    /// With a hint, what is taken all the same.
    pub(crate) keeps: Option<String>,
    /// It is fiction: nothing is taken, and nothing is said.
    #[serde(default)]
    pub(crate) fiction: bool,
}

/// A refusal, and where it stands.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refused {
    /// The words that it stands at.
    #[serde(default)]
    pub(crate) mark: String,
    /// What it says as a remedy.
    #[serde(default)]
    pub(crate) remedy_has: Vec<String>,
    /// What of the post is taken all the same.
    #[serde(default)]
    pub(crate) keeps: String,
}

impl Case {
    /// All cases of a file, a JSON object a line.
    pub(crate) fn all(file: &str) -> Vec<Case> {
        let case =
            |(n, line): (usize, &str)| serde_json::from_str(line).unwrap_or_else(|why| panic!("line {}: {why}", n + 1));
        file.lines().enumerate().map(case).collect()
    }

    /// What may come of it, the best first.
    pub(crate) fn expected(&self) -> impl Iterator<Item = &Expected> {
        std::iter::once(&self.expect).chain(&self.also)
    }
}

impl Refused {
    /// Whether a refusal at this place of the post, with these words, is the one that is meant.
    pub(crate) fn is_said(&self, post: &str, at: &Range<usize>, told: &str) -> bool {
        let (post, told, mark) = (post.to_lowercase(), told.to_lowercase(), self.mark.to_lowercase());
        let is_marked =
            post.match_indices(&mark).any(|(start, _)| at.start < start + mark.len().max(1) && start <= at.end);
        (is_marked || told.contains(&mark)) && self.remedy_has.iter().all(|it| told.contains(&it.to_lowercase()))
    }
}
