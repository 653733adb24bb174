//! The scenarios that battles can be begun with.

use std::path::{Path, PathBuf};

use crate::diagnostic::nearest;
use crate::field::Level;
use crate::games::{self, Data, Scenario};

/// The prefix of scenarios that are made for measuring.
const MEASURING: &str = "bench-";

/// A folder of scenarios. It is read each time, so a new file is there at once.
pub(super) struct Library {
    folder: PathBuf,
    data: Data,
}

impl Library {
    pub(super) fn new(folder: &Path, data: Option<&Path>) -> Library {
        // The same data as the program's other commands use, so that `fieldpost verify` finds them too.
        let beside = || Data::beside(&folder.join("a-scenario.toml"));
        let data = data.map_or_else(beside, |it| Data::Folder(it.to_owned()));
        Library { folder: folder.to_owned(), data }
    }

    /// The names of the scenarios, in alphabetical order.
    pub(super) fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_suffix(".toml").map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort();
        names
    }

    /// The names to choose from when a battle begins, without scenarios for measuring.
    pub(super) fn offered(&self) -> Vec<String> {
        self.names().into_iter().filter(|it| !it.starts_with(MEASURING)).collect()
    }

    /// Loads a scenario by its name, led by a commander of this level if one is given.
    pub(super) fn load(&self, name: &str, commander: Option<Level>) -> Result<Scenario, String> {
        let names = self.names();
        if names.is_empty() {
            let help = "The host names their folder as `scenarios` in [battles] of the configuration.";
            return Err(format!("The bot has no scenarios. {help}"));
        }
        // Only listed names are loaded: a name is never a path.
        let wanted = name.trim().to_lowercase().replace(' ', "-");
        let Some(found) = names.iter().find(|it| it.to_lowercase() == wanted) else {
            let near = nearest(&wanted, names.iter().map(String::as_str));
            let there = if near.is_empty() { self.offered().join(", ") } else { near.join(", ") };
            return Err(format!("There is no scenario of that name. There is {there}."));
        };
        let loaded = games::load_with(&self.folder.join(format!("{found}.toml")), &self.data);
        let loaded = loaded.and_then(|it| commander.map_or(Ok(it.clone()), |level| it.led_by(level)));
        loaded.map_err(|problems| {
            tracing::warn!("a scenario can't be used:\n{problems}");
            format!("The scenario has {} mistakes. The host finds them with `fieldpost check`.", problems.errors())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_no_scenario_it_is_the_host_who_can_help() {
        let folder = tempfile::tempdir().expect("a folder");
        for folder in [folder.path(), &folder.path().join("nowhere")] {
            let why = Library::new(folder, None).load("millers-ford", None).expect_err("there is none");
            assert!(why.starts_with("The bot has no scenarios. The host names"), "{why}");
        }
    }

    #[test]
    fn what_is_for_measuring_is_not_offered() {
        let shipped = Library::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"), None);
        let names = shipped.names();
        for measuring in ["bench-w1", "bench-mirror"] {
            assert!(names.iter().any(|it| it == measuring), "{names:?}");
        }
        let offered = shipped.offered();
        assert!(offered.iter().any(|it| it == "millers-ford"), "{offered:?}");
        assert!(offered.iter().all(|it| !it.starts_with("bench-")), "{offered:?}");
        assert!(shipped.load("bench-w1", None).is_ok(), "who asks for it by name gets it");
    }
}
