//! Arguments that are one of some words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser for one of `all`; each has its word and what `--help` says of it.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    describe: fn(T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(move |one| {
        let (word, help) = describe(*one);
        PossibleValue::new(word).help(help)
    });
    PossibleValuesParser::new(values).try_map(move |word| {
        let mut all = all.iter().copied();
        all.find(|one| describe(*one).0 == word)
            .ok_or("choose one of them")
    })
}
