//! A conversation at a real terminal, with keys and not through a pipe. `script` of util-linux makes the terminal,
//! where it is installed.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The byte that a terminal sends for Ctrl-C.
const CTRL_C: &str = "\u{3}";

/// A person at a terminal.
struct Keyboard {
    program: Child,
    keys: ChildStdin,
    screen: ChildStdout,
    /// What the program printed since the last text that was waited for.
    shown: String,
}

impl Keyboard {
    /// Begins a battle that is not kept. `None` if no terminal can be made.
    fn sits_down() -> Option<Keyboard> {
        let program = format!("{} play scenarios/ridge-at-dawn.toml --seed 7", env!("CARGO_BIN_EXE_fieldpost"));
        let child = Command::new("script")
            .args(["--quiet", "--return", "--command", &program, "/dev/null"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut program) = child else {
            println!("NOT tested: there is no `script` here");
            return None;
        };
        let (keys, screen) = (program.stdin.take().expect("piped"), program.stdout.take().expect("piped"));
        Some(Keyboard { program, keys, screen, shown: String::new() })
    }

    /// Waits until the screen shows a text, and forgets everything up to now.
    #[track_caller]
    fn sees(&mut self, wanted: &str) {
        while !self.shown.contains(wanted) {
            let mut bytes = [0; 4096];
            let n = self.screen.read(&mut bytes).expect("the terminal can be read");
            assert!(n != 0, "the program ended before it showed {wanted:?}:\n{}", self.shown);
            self.shown += &String::from_utf8_lossy(&bytes[..n]);
        }
        let at = self.shown.find(wanted).expect("it is there") + wanted.len();
        self.shown.drain(..at);
    }

    fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("somebody reads the keys");
        self.keys.flush().expect("somebody reads the keys");
    }

    /// Checks that the program has ended by itself, with success.
    #[track_caller]
    fn has_left(self) {
        let Keyboard { mut program, keys, .. } = self;
        drop(keys);
        assert!(program.wait().expect("a child of ours").success());
    }
}

#[test]
fn ctrl_c_clears_a_line_and_a_second_one_asks_before_an_unsaved_battle_is_left() {
    let Some(mut alice) = Keyboard::sits_down() else { return };
    // Keys are typed only once the prompt is there: before that, Ctrl-C stops the program, as it stops any program.
    const PROMPT: &str = "alice> ";
    alice.sees(PROMPT);
    alice.types(&format!("Alpha: hold{CTRL_C}"));
    alice.sees("Alpha: hold");
    alice.sees(PROMPT);
    // What was typed before Ctrl-C is gone: this line stands alone.
    alice.types("Alpha: shoot First Draft\r");
    alice.sees("#1 ✅ Alpha: fires on First Draft");
    for _ in 0..2 {
        alice.sees(PROMPT);
        alice.types(CTRL_C);
    }
    alice.sees("Leave? Nothing of this battle is kept. [y/N] ");
    alice.types("n\r");
    alice.sees(PROMPT);
    alice.types("/orders\r");
    alice.sees("fires on First Draft");
    for _ in 0..2 {
        alice.sees(PROMPT);
        alice.types(CTRL_C);
    }
    alice.sees("[y/N] ");
    alice.types("y\r");
    alice.sees("Nothing of this battle is kept");
    alice.has_left();
}
