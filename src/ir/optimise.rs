//! To be written.

use super::op::Program;

/// As it is.
pub fn optimise(program: &Program) -> Program {
    program.clone()
}
