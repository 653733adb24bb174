//! `fieldpost suite FILE... [--with COMMAND]`

use std::path::{Path, PathBuf};

use crate::cli::{Trouble, print};
use crate::diagnostic::count;
use crate::games::open;
use crate::suite::{self, Case, Common, Engine, Verdict};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of cases
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run the cases on another engine: a command that reads and writes JSON lines
    #[arg(long, value_name = "COMMAND")]
    with: Option<String>,
}

/// Prints every case that doesn't pass, with the first difference. Failed or broken cases make the exit code 1.
pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let (mut passed, mut skipped, mut failed) = (0_u64, 0_u64, 0_u64);
    for path in &arguments.files {
        let cases = read(path)?;
        let mut engine = None;
        if let (Some(command), Some(case)) = (&arguments.with, cases.first()) {
            engine = Some(Engine::start(command, &case.game).map_err(Trouble::Input)?);
        }
        for case in &cases {
            let verdict = match &mut engine {
                Some(it) => it.judge(case),
                None => suite::play(case).map_or_else(Verdict::Broken, |it| case.judge(&it)),
            };
            let (verdict, why, such) = match verdict {
                Verdict::Pass => {
                    passed += 1;
                    continue;
                }
                Verdict::Skipped(why) => ("skipped", why, &mut skipped),
                Verdict::Fail(why) => ("fail", why, &mut failed),
                Verdict::Broken(why) => ("broken", why, &mut failed),
            };
            *such += 1;
            let Case { id, line, says, .. } = case;
            print(&format!("{}:{line}: {id}: {verdict}: {why}\n    {says}\n", path.display()))?;
        }
    }
    let cases = |it| count(it, "case", "cases");
    print(&format!("{} passed, {failed} failed, {skipped} skipped.\n", cases(passed)))?;
    match failed {
        0 => Ok(()),
        _ => Err(Trouble::Input(format!("{} failed.", cases(failed)))),
    }
}

/// The cases of a file, with the entries of `common.toml` beside it.
fn read(path: &Path) -> Result<Vec<Case>, Trouble> {
    let common = path.with_file_name("common.toml");
    let read = || {
        let common = match common.exists() {
            true => open(&common).and_then(|(name, text)| Common::read(&name, &text))?,
            false => Common::default(),
        };
        let (name, text) = open(path)?;
        suite::read(&name, &text, &common)
    };
    read().map_err(|it| Trouble::File(Box::new(it)))
}
