//! Sections of the manuscript beside those of the index.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_roster::Index;

use super::super::encode::index::id_of;
use super::Linked;

/// Reports sections that only the manuscript has, and numbered rules that only the index has.
///
/// Reports: E0736.
pub(super) fn check(linked: &Linked<'_>, index: &Index, found: &mut Diagnostics) {
    let document = linked.document;
    let printed: Vec<(String, usize)> = document
        .sections
        .iter()
        .filter_map(|section| Some((id_of(section)?, section.heading)))
        .collect();
    for (id, heading) in &printed {
        let is_known = index
            .rules
            .iter()
            .any(|rule| rule.id == *id || rule.section == *id);
        let place = document.blocks.get(*heading).map(|block| block.span);
        if let Some(place) = place.filter(|_| !is_known) {
            found.push(
                Diagnostic::new(
                    Code::SectionNotInIndex,
                    format!("the index does not have section `{id}` of the manuscript"),
                )
                .label(place, "not in the index")
                .help(format!(
                    "add it to the index, so that coverage lists it: `[[rule]]`, `id = \"{id}\"`"
                ))
                .confidence(Confidence::Certain),
            );
        }
    }
    for rule in &index.rules {
        let is_known = printed
            .iter()
            .any(|(id, _)| *id == rule.id || *id == rule.section);
        // Parts of a section may have numbers of their own in the index: `5.3-2`.
        let part = rule.id.rsplit_once('-').map(|(whole, _)| whole);
        let is_part = part.is_some_and(|part| printed.iter().any(|(id, _)| id == part));
        let Some(place) = rule.span.filter(|_| !is_known && !is_part) else {
            continue;
        };
        let mut same = document.sections.iter().filter(|section| {
            !rule.title.is_empty() && section.title.trim().eq_ignore_ascii_case(rule.title.trim())
        });
        let help = match same.next().and_then(id_of) {
            Some(id) => format!(
                "its title is that of section `{id}`: if it was renumbered, correct the index and the rules that cite it"
            ),
            None => "correct its number, or delete it".to_owned(),
        };
        found.push(
            Diagnostic::new(
                Code::SectionNotInIndex,
                format!("the manuscript has no section `{}`", rule.id),
            )
            .label(place, "only in the index")
            .help(help)
            .confidence(Confidence::Certain),
        );
    }
}
