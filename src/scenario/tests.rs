//! Scenario and data files, right and wrong.

use std::path::Path;

use super::*;

#[test]
fn every_shipped_file_is_right() {
    for directory in ["scenarios", "config"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        let mut files = 0;
        for entry in std::fs::read_dir(&directory).expect("a directory of the repository") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|it| it == "toml") {
                let problems = check(&path);
                assert!(problems.diagnostics.is_empty(), "{problems}");
                files += 1;
            }
        }
        assert!(0 < files, "{}", directory.display());
    }
}
