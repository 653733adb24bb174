//! `fieldpost completions SHELL` and `fieldpost man`: completions and manual pages, made from the arguments.

use std::io;

use clap::{Command, CommandFactory as _};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::cli::{Trouble, print};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn completions(arguments: &Arguments) -> Result<(), Trouble> {
    let mut text = Vec::new();
    generate(arguments.shell, &mut super::Arguments::command(), "fieldpost", &mut text);
    print(&String::from_utf8_lossy(&text))
}

/// Prints the pages of the program and all its subcommands.
pub(super) fn manual() -> Result<(), Trouble> {
    let mut text = Vec::new();
    let mut program = super::Arguments::command();
    program.build();
    pages(&program, &mut text).map_err(|it| Trouble::Bug(it.to_string()))?;
    print(&String::from_utf8_lossy(&text))
}

/// The page of a command, and then those of its subcommands.
fn pages(command: &Command, out: &mut Vec<u8>) -> io::Result<()> {
    Man::new(command.clone()).render(out)?;
    let mut subcommands = command.get_subcommands().filter(|it| it.get_name() != "help");
    subcommands.try_for_each(|it| pages(it, out))
}
