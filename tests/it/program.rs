//! The program as a user runs it.

use std::ffi::OsStr;
use std::fs;
use std::process::ExitStatus;

use assert_cmd::Command;
use tempfile::TempDir;

/// The output of a run, and how it ended.
pub(crate) struct Shown {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Splits a command line. An argument of several words is in single quotes.
pub(crate) fn arguments(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(n, it)| if n % 2 == 1 { vec![it] } else { it.split_whitespace().collect() }).collect()
}

/// Runs the program in the project's folder.
pub(crate) fn fieldpost<const N: usize>(arguments: [&str; N]) -> Shown {
    run(&arguments, "")
}

/// Runs the program with some input.
pub(crate) fn run(arguments: &[impl AsRef<OsStr>], typed: &str) -> Shown {
    let output = Command::cargo_bin("fieldpost")
        .expect("the program is built with the tests")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .write_stdin(typed)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Shown { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the program on bad input. It must exit with code 1 and print `word`.
#[track_caller]
pub(crate) fn fails<const N: usize>(arguments: [&str; N], word: &str) {
    let shown = fieldpost(arguments);
    let said = format!("{}{}", shown.stdout, shown.stderr);
    assert_eq!(shown.status.code(), Some(1), "{said}");
    assert!(said.contains(word), "nothing is said of {word}:\n{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// A folder that is removed at the end of the test.
pub(crate) struct Folder(pub(crate) TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Writes a new file. Returns its path.
    pub(crate) fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).expect("a file for the test");
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file of the test's")
    }
}
