//! Parsing of the texts of a ruleset on several threads.

use std::sync::Arc;

use crate::cache::Cache;
use crate::load::Bundle;
use crate::parsed::{Parse, ParsedIndex, ParsedRules, ParsedUnits};
use crate::workers::{self, Workers};
use sandtable_source::{FileId, SourceFile};
use sandtable_syntax::{parse, parse_without_examples};

/// The length of texts that are worth another thread, in bytes.
const WORTH_A_THREAD: usize = 64 << 10;

/// The sort of a text.
#[derive(Clone, Copy)]
enum Text<'b> {
    Rules(Parse),
    Units,
    /// A map, by its name.
    Map(&'b str),
    Index,
}

/// A parsed text.
enum Parsed {
    Rules(Arc<ParsedRules>),
    Units(Arc<ParsedUnits>),
    Index(Arc<ParsedIndex>),
}

impl Text<'_> {
    fn parsed(self, file: FileId, source: &SourceFile) -> Parsed {
        match self {
            Self::Rules(parse) => Parsed::Rules(Arc::new(ParsedRules::new(file, source, parse))),
            Self::Units => Parsed::Units(Arc::new(ParsedUnits::units(file, &source.text))),
            Self::Map(name) => Parsed::Units(Arc::new(ParsedUnits::map(name, file, &source.text))),
            Self::Index => Parsed::Index(Arc::new(ParsedIndex::new(file, source))),
        }
    }
}

/// Parses the texts that are not cached, on several threads if they are long; else they are parsed where they are asked for.
pub(crate) fn parse_missing(
    bundle: &Bundle,
    without_examples: bool,
    cache: &mut Cache,
    workers: &dyn Workers,
) {
    let sources = &bundle.sources;
    let (rules, parse): (_, Parse) = match without_examples {
        true => (&mut cache.rules_alone, parse_without_examples),
        false => (&mut cache.rules, parse),
    };
    let (units, indexes) = (&mut cache.units, &mut cache.indexes);
    let of_rules = bundle.rule_files().filter_map(|file| {
        let source = rules.unknown(sources, file)?;
        Some((Text::Rules(parse), file, source))
    });
    let of_units = bundle.unit_files().filter_map(|file| {
        let source = units.unknown(sources, file)?;
        Some((Text::Units, file, source))
    });
    let of_maps = bundle.map_files().filter_map(|file| {
        let name = bundle.map_name(file).unwrap_or_default();
        Some((Text::Map(name), file, units.unknown(sources, file)?))
    });
    let of_index = bundle.index_file.into_iter().filter_map(|file| {
        let source = indexes.unknown(sources, file)?;
        Some((Text::Index, file, source))
    });
    let texts = of_rules.chain(of_units).chain(of_maps).chain(of_index);
    let mut texts: Vec<_> = texts.collect();
    // Longest first, for a balanced load.
    texts.sort_by_key(|(.., source)| std::cmp::Reverse(source.text.len()));
    let length: usize = texts.iter().map(|(.., source)| source.text.len()).sum();
    let n_threads = workers.count().min(length / WORTH_A_THREAD);
    if n_threads < 2 {
        return;
    }
    let parsed = workers::map(workers, n_threads, &texts, |(text, file, source)| {
        text.parsed(*file, source)
    });
    for ((_, file, source), parsed) in texts.into_iter().zip(parsed) {
        match parsed {
            Parsed::Rules(parsed) => rules.insert(file, source, parsed),
            Parsed::Units(parsed) => units.insert(file, source, parsed),
            Parsed::Index(parsed) => indexes.insert(file, source, parsed),
        }
    }
}
