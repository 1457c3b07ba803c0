//! Arguments in, exit code out.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A check makes some hundred thousand small pieces; with the system's allocator that takes a quarter longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(sandtable::tools::cli::run(std::env::args_os()).code())
}
