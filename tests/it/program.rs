//! The program as a user runs it.

use std::ffi::OsStr;
use std::process::ExitStatus;

use assert_cmd::Command;

/// What a run of the program printed, and how it ended.
pub(crate) struct Shown {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in the project's folder.
pub(crate) fn fieldpost<const N: usize>(arguments: [&str; N]) -> Shown {
    run(&arguments, "")
}

/// Runs the program and types to it.
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

/// Runs the program on bad input: exit code 1, and a message that says `word`.
#[track_caller]
pub(crate) fn fails<const N: usize>(arguments: [&str; N], word: &str) {
    let shown = fieldpost(arguments);
    let said = format!("{}{}", shown.stdout, shown.stderr);
    assert_eq!(shown.status.code(), Some(1), "{said}");
    assert!(said.contains(word), "nothing is said of {word}:\n{said}");
    assert!(!said.contains("panicked"), "{said}");
}
