//! Words with two spellings: `armour` here, `armor` there.
//!
//! Reports: E0622.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::spelling::normal_form;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Naming, RuleBook};
use sandtable_source::Span;

/// The length from which words are compared; shorter ones are different words: `four`, `for`.
const MIN_LENGTH: usize = 5;

/// An occurrence of a word or a name.
#[derive(Clone, Copy)]
struct Place {
    span: Span,
    /// Whether it occurs in a name, rather than in a title.
    in_name: bool,
}

#[derive(Default)]
struct Found<'b> {
    /// Words with their first occurrence.
    words: BTreeMap<String, Place>,
    /// Names by their letters without hyphens.
    names: BTreeMap<String, BTreeMap<&'b str, Place>>,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut found = Found::default();
    found.book(context.book);
    // Words by the normal form of their spellings.
    let mut words: BTreeMap<String, BTreeMap<String, Place>> = BTreeMap::new();
    for (word, place) in found.words {
        let spellings = words.entry(normal_form(&word)).or_default();
        spellings.insert(word, place);
    }
    for spellings in words.values().filter(|spellings| spellings.len() > 1) {
        let spellings = spellings
            .iter()
            .map(|(word, place)| (word.as_str(), *place));
        diagnostics.push(finding(&spellings.collect::<Vec<_>>(), "word"));
    }
    let names = found.names.values().filter(|spellings| spellings.len() > 1);
    for spellings in names {
        let spellings = spellings.iter().map(|(name, place)| (*name, *place));
        diagnostics.push(finding(&spellings.collect::<Vec<_>>(), "name"));
    }
}

fn finding(spellings: &[(&str, Place)], what: &str) -> Diagnostic {
    let named: Vec<String> = spellings
        .iter()
        .map(|(word, _)| format!("`{word}`"))
        .collect();
    let message = format!(
        "{} seem to be one {what} in several spellings",
        named.join(" and ")
    );
    // Names with two spellings are two names; titles only look untidy.
    let confidence = match spellings.iter().all(|(_, place)| place.in_name) {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    let mut places: Vec<&(&str, Place)> = spellings.iter().collect();
    places.sort_by_key(|(_, place)| place.span);
    let start = Diagnostic::new(Code::TwoSpellings, message);
    let labelled = places.iter().fold(start, |finding, (word, place)| {
        let where_it_is = match place.in_name {
            true => format!("`{word}` here"),
            false => format!("its title has `{word}`"),
        };
        finding.label(place.span, where_it_is)
    });
    labelled
        .help("choose one spelling and use it everywhere")
        .confidence(confidence)
}

impl<'b> Found<'b> {
    fn book(&mut self, book: &'b RuleBook) {
        for kind in &book.kinds {
            self.naming(&kind.naming);
            kind.stats.iter().for_each(|stat| self.naming(&stat.naming));
            let tracks = kind.tracks.iter().filter(|track| !track.is_internal());
            tracks.for_each(|track| self.naming(&track.naming));
            for trait_of in &kind.traits {
                if let Some(field) = book.fields.get(trait_of.at()) {
                    self.name(&field.name, kind.naming.span);
                }
            }
        }
        let lists = book.words.iter().filter(|list| list.ordered);
        for list in lists {
            self.name(&list.name, list.span);
            list.words
                .iter()
                .for_each(|word| self.name(word, list.span));
        }
        let declared = (book.tables.iter().map(|one| &one.naming))
            .chain(book.modifiers.iter().map(|one| &one.naming))
            .chain(book.facts.iter().map(|one| &one.naming))
            .chain(book.options.iter().map(|one| &one.naming))
            .chain(book.procedures.iter().map(|one| &one.naming))
            .chain(book.triggers.iter().map(|one| &one.naming))
            .chain(book.windows.iter().map(|one| &one.naming))
            .chain(book.reactions.iter().map(|one| &one.naming))
            .chain(book.dice.iter().map(|one| &one.naming));
        for naming in declared {
            self.naming(naming);
        }
        for line in book.modifiers.iter().flat_map(|list| &list.lines) {
            self.text(&line.label, line.span, false);
        }
    }

    fn naming(&mut self, naming: &'b Naming) {
        self.name(&naming.name, naming.span);
        if let Some(title) = &naming.title {
            self.text(title, naming.span, false);
        }
    }

    fn name(&mut self, name: &'b str, span: Span) {
        self.text(name, span, true);
        let letters: String = name.chars().filter(|letter| *letter != '-').collect();
        if letters.chars().count() >= MIN_LENGTH {
            let spellings = self.names.entry(letters).or_default();
            let place = Place {
                span,
                in_name: true,
            };
            spellings.entry(name).or_insert(place);
        }
    }

    fn text(&mut self, text: &str, span: Span, in_name: bool) {
        let words = text.split(|letter: char| !letter.is_alphabetic());
        for word in words.filter(|word| word.chars().count() >= MIN_LENGTH) {
            let place = self.words.entry(word.to_lowercase());
            let place = place.or_insert(Place { span, in_name });
            // A name is the better place to show.
            if in_name && !place.in_name {
                *place = Place { span, in_name };
            }
        }
    }
}
