//! Dice of a seed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

/// Dice that show the same faces for the same seed, on every machine.
#[pyclass(frozen, module = "sandtable._sandtable")]
pub(crate) struct Dice(Mutex<sandtable::eval::dice::Dice>);

#[pymethods]
impl Dice {
    #[new]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(sandtable::eval::dice::Dice::new(seed)))
    }

    /// A number from 0 to below `n`, each as likely.
    fn below(&self, n: u32) -> u32 {
        self.lock().face(n)
    }
}

impl Dice {
    pub(crate) fn lock(&self) -> MutexGuard<'_, sandtable::eval::dice::Dice> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
