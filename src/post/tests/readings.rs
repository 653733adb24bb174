//! Posts as people write them, and what any fair referee makes of each: the readings of `tests/suite/readings`.

use serde::Deserialize;

/// A post, and what may come of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name for ever.
    pub id: String,
    /// The scenario that it is posted in, without the file's ending.
    pub scenario: String,
    /// Who posts it: a seat, or `gm`.
    pub by: String,
    pub text: String,
    /// What best comes of it.
    pub expect: Expected,
    /// What else is fair.
    #[serde(default)]
    pub also: Vec<Expected>,
}

/// What may come of a post.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct Expected {
    /// The orders that it means, in their plainest form.
    pub same_as: Option<String>,
    pub refused: Option<Refused>,
    /// Nothing is taken, and a hint or a refusal says why.
    #[serde(default)]
    pub hint: bool,
    /// With a hint, what is taken all the same.
    pub keeps: Option<String>,
    /// It is fiction: nothing is taken, and nothing is said.
    #[serde(default)]
    pub fiction: bool,
}

/// A refusal, and where it stands.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The words that it stands at.
    #[serde(default)]
    pub mark: String,
    /// What it says as a remedy.
    #[serde(default)]
    pub remedy_has: Vec<String>,
    /// What of the post is taken all the same.
    #[serde(default)]
    pub keeps: String,
}

impl Case {
    /// All cases of a file, a JSON object a line.
    pub fn all(file: &str) -> Vec<Case> {
        let case =
            |(n, line): (usize, &str)| serde_json::from_str(line).unwrap_or_else(|why| panic!("line {}: {why}", n + 1));
        file.lines().enumerate().map(case).collect()
    }

    /// What may come of it, the best first.
    pub fn expected(&self) -> impl Iterator<Item = &Expected> {
        std::iter::once(&self.expect).chain(&self.also)
    }
}
