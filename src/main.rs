//! The program: prints what went wrong and picks the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldpost::cli::main()
}
