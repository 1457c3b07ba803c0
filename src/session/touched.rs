//! Rules that the changes of a manuscript touch.

use sandtable_draft::revision::Revision;
use sandtable_model::RuleBook;
use sandtable_roster::Index;

/// Rules, examples, charts and odds that the changes of one section touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Declarations that cite the section, by keyword and name: `table crt`.
    pub rules: Vec<String>,
    /// Titles of worked examples that cite it.
    pub examples: Vec<String>,
    /// Tables of the section that the index ties to rules: `5.3 = crt`.
    pub charts: Vec<String>,
    /// Numbers and percentages of the section that the index ties to values and questions.
    pub odds: Vec<String>,
}

impl Touched {
    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
            && self.examples.is_empty()
            && self.charts.is_empty()
            && self.odds.is_empty()
    }
}

/// Returns the effects of each changed section, parallel to [`Revision::sections`]. Rules cite the numbers of the old printing.
pub fn touched_by(revision: &Revision, book: &RuleBook, index: Option<&Index>) -> Vec<Touched> {
    let sections = revision.sections.iter();
    sections
        .map(|section| {
            let ids: Vec<&str> = section.old_id.iter().map(String::as_str).collect();
            of_section(&ids, book, index)
        })
        .collect()
}

fn of_section(ids: &[&str], book: &RuleBook, index: Option<&Index>) -> Touched {
    let cites = |citations: &[String]| {
        let mut citations = citations.iter();
        citations.any(|cited| {
            let whole = cited
                .rsplit_once('-')
                .map_or(cited.as_str(), |(whole, _)| whole);
            ids.iter().any(|id| {
                *id == cited
                    || *id == whole
                    || super::encode::names::slug(id).as_deref() == Some(cited.as_str())
            })
        })
    };
    let named = |keyword: &str, naming: &sandtable_model::Naming| {
        cites(&naming.citations).then(|| format!("{keyword} {}", naming.name))
    };
    let mut rules: Vec<String> = Vec::new();
    rules.extend(
        book.tables
            .iter()
            .filter_map(|table| named("table", &table.naming)),
    );
    rules.extend(
        book.modifiers
            .iter()
            .filter_map(|list| named("modifiers", &list.naming)),
    );
    rules.extend(
        book.kinds
            .iter()
            .filter_map(|kind| named("kind", &kind.naming)),
    );
    rules.extend(
        book.facts
            .iter()
            .filter_map(|fact| named("fact", &fact.naming)),
    );
    rules.extend(
        book.options
            .iter()
            .filter_map(|option| named("option", &option.naming)),
    );
    rules.extend(
        book.procedures
            .iter()
            .filter_map(|procedure| named("rule", &procedure.naming)),
    );
    rules.extend(
        book.triggers
            .iter()
            .filter_map(|trigger| named("trigger", &trigger.naming)),
    );
    rules.sort();
    rules.dedup();
    let examples = book.examples.iter();
    let examples = examples.filter(|example| cites(&example.citations));
    let of_section = |place: &str| {
        let section = place.split_once(':').map_or(place, |(section, _)| section);
        let section = section.split(" table ").next().unwrap_or(section).trim();
        ids.iter().any(|id| id.eq_ignore_ascii_case(section))
    };
    let ties = index.map(|index| &index.ties);
    let tied = |ties: &[sandtable_roster::Tie]| -> Vec<String> {
        let own = ties.iter().filter(|tie| of_section(&tie.place.value));
        own.map(|tie| format!("{} = {}", tie.place.value, tie.rule.value))
            .collect()
    };
    Touched {
        rules,
        examples: examples.map(|example| example.title.clone()).collect(),
        charts: ties.map(|ties| tied(&ties.tables)).unwrap_or_default(),
        odds: ties
            .map(|ties| {
                let mut odds = tied(&ties.numbers);
                odds.extend(tied(&ties.chances));
                odds
            })
            .unwrap_or_default(),
    }
}
