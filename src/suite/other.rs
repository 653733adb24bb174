//! Another engine: a program that reads cases and writes outcomes, one JSON object a line.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::dice::Laid;
use crate::suite::{Case, Outcome, Verdict};

/// An engine that writes nothing for this long counts as broken.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest line that an engine may write, in bytes.
const LINE_MAX: u64 = 1 << 20;

pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
    /// The rules that it plays, as prefixes of their ids. `None` if it plays all.
    has: Option<Vec<String>>,
    /// Whether it once gave no proper answer. Its next line could then answer any question.
    is_given_up: bool,
}

/// The answer to `start`.
#[derive(Deserialize)]
struct Started {
    has: Option<Vec<String>>,
}

/// The answer to `case`.
#[derive(Deserialize)]
struct Answer {
    id: String,
    skipped: Option<String>,
    #[serde(flatten)]
    outcome: Option<Outcome>,
}

impl Engine {
    /// Starts a shell command as an engine for a game.
    ///
    /// # Errors
    ///
    /// If it doesn't start, or doesn't answer as an engine does.
    pub fn start(command: &str, game: &str) -> Result<Engine, String> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        shell.process_group(0);
        let mut child = shell.spawn().map_err(|it| format!("\"{command}\" doesn't start: {it}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("\"{command}\" can't be talked to"));
        };
        let (sender, lines) = sync_channel(1);
        // Ends when the engine closes its output or writes something that is no line, or when nobody reads the lines
        // any more.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = String::new();
                let read = output.by_ref().take(LINE_MAX).read_line(&mut line);
                if matches!(read, Ok(0)) {
                    return;
                }
                let is_over = read.is_err() || !line.ends_with('\n');
                if sender.send(read.map(|_| line)).is_err() || is_over {
                    return;
                }
            }
        });
        let mut engine = Engine { child, input, lines, has: None, is_given_up: false };
        let started: Started = engine.ask(&json!({ "do": "start", "suite": 1, "game": game }))?;
        engine.has = started.has;
        Ok(engine)
    }

    /// Lets the engine play a case, and judges the outcome.
    pub fn judge(&mut self, case: &Case) -> Verdict {
        let plays =
            |rule: &String| self.has.as_ref().is_none_or(|all| all.iter().any(|it| rule.starts_with(it.as_str())));
        if let Some(rule) = case.rules.iter().find(|it| !plays(it)) {
            return Verdict::Skipped(format!("the engine doesn't play {rule}"));
        }
        let die = |it: &Laid| match it.sides {
            Some(sides) => json!([it.word, it.face, sides.count()]),
            None => json!([it.word, it.face]),
        };
        let dice: Vec<Value> = case.dice.iter().map(die).collect();
        if self.is_given_up {
            return Verdict::Broken("it gave no answer to a case before".to_owned());
        }
        let (board, before, orders) = (&case.scene.board, &case.before, &case.orders);
        let question =
            json!({ "do": "case", "id": case.id, "board": board, "before": before, "orders": orders, "dice": dice });
        let answer = self.ask::<Answer>(&question);
        self.is_given_up = !answer.as_ref().is_ok_and(|it| it.id == case.id);
        match answer {
            Err(why) => Verdict::Broken(why),
            Ok(it) if it.id != case.id => Verdict::Broken(format!("it answered to {}", it.id)),
            Ok(Answer { skipped: Some(why), .. }) => Verdict::Skipped(why),
            Ok(Answer { outcome: Some(outcome), .. }) => case.judge(&outcome),
            Ok(_) => Verdict::Broken("its answer has no \"asked\" and \"after\"".to_owned()),
        }
    }

    fn ask<T: for<'de> Deserialize<'de>>(&mut self, question: &Value) -> Result<T, String> {
        writeln!(self.input, "{question}")
            .and_then(|()| self.input.flush())
            .map_err(|it| format!("it is gone: {it}"))?;
        let line = match self.lines.recv_timeout(ANSWER_TIMEOUT) {
            Ok(line) => line.map_err(|it| format!("it can't be read: {it}"))?,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("it said nothing for {} s", ANSWER_TIMEOUT.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => return Err("it is gone".to_owned()),
        };
        serde_json::from_str(&line).map_err(|it| format!("its line can't be read: {it}"))
    }
}

impl Drop for Engine {
    /// Stops the shell and everything that it started.
    fn drop(&mut self) {
        if !self.is_given_up {
            let _ = writeln!(self.input, "{}", json!({ "do": "stop" }));
        }
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
