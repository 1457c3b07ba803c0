//! The module `sandtable._sandtable` of Python: the language service, games as values, and the program.
//!
//! Questions go through the methods of [`sandtable::service`] and come back as texts of JSON, which the Python layer turns into
//! objects. Games go through [`game`], since players that learn ask for thousands of states a second. Work is done without the lock
//! of the interpreter, and ended by Ctrl-C.

#![expect(
    clippy::disallowed_methods,
    reason = "the module is outside of the library, as its tools are: it has a clock"
)]

mod dice;
mod engine;
mod game;
mod interrupts;
mod refusal;
mod state;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The native part of `sandtable`.
#[pymodule]
mod _sandtable {
    #[pymodule_export]
    use super::dice::Dice;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::game::Model;
    #[pymodule_export]
    use super::run_program;
    #[pymodule_export]
    use super::state::State;

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// The value of a track that has none, and the answer that declines.
    #[pymodule_export]
    const NONE: i32 = super::game::NONE;
    /// The value of a track that holds a unit which the observer does not know.
    #[pymodule_export]
    const HIDDEN: i32 = super::game::HIDDEN;
}

/// Runs the program with a command line, its name first; returns the exit code.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sandtable::tools::cli::run(arguments).code())
}
