//! What a battle keeps of the files that lie beside its scenario.

use std::path::PathBuf;

/// Where files are that a scenario names.
#[derive(Clone, Debug, Default)]
pub enum Beside {
    /// The scenario is a text without a place.
    #[default]
    Nowhere,
    /// In the scenario's folder.
    Folder(PathBuf),
    /// With the battle, each with its name and text.
    Kept(Vec<(String, String)>),
}

/// Whether a file that a battle keeps is one that its scenario names, and no data file.
pub fn is_beside(name: &str) -> bool {
    !last_part(name).ends_with(".toml")
}

impl Beside {
    /// What is kept with a battle, of all its files.
    pub fn kept(files: &[(String, String)]) -> Beside {
        Beside::Kept(files.iter().filter(|it| is_beside(&it.0)).cloned().collect())
    }
}

/// The name of a file in a battle, which keeps no folders: where a file lies is nobody's business, and a log is the same
/// wherever it was written.
pub fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}
