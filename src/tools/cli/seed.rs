//! The seed of dice on the command line.

/// Reads a seed.
///
/// Errors: a text that is not a whole number.
pub(super) fn read_seed(text: &str) -> Result<u64, String> {
    let number = text.parse();
    number.map_err(|_| {
        "a seed is a whole number, such as 7; the same number gives the same dice".to_owned()
    })
}
