//! `fieldpost completions SHELL` and `fieldpost man`: what a shell and a reader need to know, made of the arguments themselves.

use clap::CommandFactory as _;
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

/// The program and all its subcommands, one after the other.
pub(super) fn page() -> Result<(), Trouble> {
    let mut text = Vec::new();
    let mut program = super::Arguments::command();
    program.build();
    let subcommands = program.get_subcommands().filter(|it| it.get_name() != "help").cloned();
    let pages = std::iter::once(program.clone()).chain(subcommands);
    for command in pages {
        Man::new(command).render(&mut text).map_err(|it| Trouble::Ours(it.to_string()))?;
    }
    print(&String::from_utf8_lossy(&text))
}
