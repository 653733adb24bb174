//! The program: prints what went wrong and picks the exit code.

use std::process::ExitCode;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    fieldpost::cli::main()
}
