//! Rules that implement sections in which the book is unclear or contradicts itself.
//!
//! Reports: E0632.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_roster::Index;
use sandtable_source::Spanned;
use sandtable_syntax::ast::Item;
use sandtable_syntax::{Does, citations_of};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(source) = &context.source else {
        return;
    };
    let mut cited = BTreeSet::new();
    for item in source.rules.iter().flat_map(|file| &file.items) {
        diagnostics.extend(finding(item, source.index, &mut cited));
    }
}

/// Returns findings about open sections that a declaration is the first to cite, with the interpretation in the index.
fn finding<'r>(
    item: &'r Spanned<Item>,
    index: &Index,
    cited: &mut BTreeSet<&'r str>,
) -> Option<Diagnostic> {
    let name = &item.value.head()?.name.value;
    let mut finding = Diagnostic::new(
        Code::OpenInTheBook,
        format!("`{name}` depends on an unclear rule of the book"),
    );
    let mut is_read = true;
    for citation in citations_of(&item.value) {
        let section = citation.section;
        if citation.does == Does::Mentions || !cited.insert(section.value.as_str()) {
            continue;
        }
        let mut rules = index.rules.iter();
        let Some(rule) = rules.find(|rule| rule.id == section.value) else {
            continue;
        };
        let (what, said) = match (&rule.contradiction, &rule.unclear) {
            (Some(said), _) => ("the book contradicts itself", said),
            (None, Some(said)) => ("the book leaves this open", said),
            (None, None) => continue,
        };
        finding = finding.label(section.span, what);
        // A help text is broken into lines, a label is not.
        let reading = match rule.reading.as_str() {
            "" => String::new(),
            reading => format!("read here as: {reading}"),
        };
        is_read &= !reading.is_empty();
        let sentences = [said.as_str(), &reading].map(|text| text.trim_end_matches('.'));
        let sentences: Vec<&str> = sentences
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        if !sentences.is_empty() {
            finding = finding.help(format!("{}: {}", rule.id, sentences.join("; ")));
        }
    }
    finding.labels.first()?;
    Some(match is_read {
        true => finding,
        false => finding
            .help("record your reading in the index: `reading = \"…\"`; it is then shown here"),
    })
}
