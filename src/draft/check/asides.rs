//! Findings about text that does not give the rules in force: earlier versions, playtests, rules that the players may leave; and about numbers
//! that are calculated from the one they are compared with.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};

/// Takes back what only an aside contradicts.
pub(super) fn take_back(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let may_be = |finding: &Diagnostic| {
        [
            Code::ConflictingNumbers,
            Code::UnknownUnitName,
            Code::UndefinedTerm,
        ]
        .contains(&finding.code)
    };
    let taken: Vec<Span> = diagnostics
        .iter()
        .filter(|finding| {
            may_be(finding) && (is_aside(context, finding) || is_derived(context, finding))
        })
        .filter_map(|finding| finding.labels.first().map(|label| label.span))
        .collect();
    diagnostics.retain(|finding| {
        let place = finding.labels.first().map(|label| label.span);
        !may_be(finding) || !place.is_some_and(|place| taken.contains(&place))
    });
}

fn sentence<'c, 'a>(context: &'c Context<'a>, place: Span) -> Option<&'c Sentence<'a>> {
    context.all_sentences().iter().find(|one| {
        let span = one.span(0..one.text.len());
        span.is_some_and(|span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        })
    })
}

/// Whether one of the places of a finding is in an aside.
fn is_aside(context: &Context<'_>, finding: &Diagnostic) -> bool {
    let places = finding.labels.iter().map(|label| label.span);
    let mut sentences = places.filter_map(|place| sentence(context, place));
    sentences.any(|one| {
        let is_number = finding.code == Code::ConflictingNumbers;
        is_earlier(context, one) || is_number && is_optional(context, one.prose.block)
    })
}

/// `In an early version the Cataphracts had a Strength of 9`, `the playtesters`: of the game as it was; in notes of the designer also `once`.
fn is_earlier(context: &Context<'_>, one: &Sentence<'_>) -> bool {
    let is_early = one.has(&[
        "early", "earlier", "first", "second", "old", "older", "original", "previous", "another",
        "other",
    ]) && one.has(&[
        "version", "versions", "form", "edition", "draft", "drafts", "games",
    ]);
    let is_tested = one.has(&[
        "playtest",
        "playtests",
        "playtester",
        "playtesters",
        "playtesting",
        "prototype",
        "originally",
        "formerly",
    ]);
    let titles = context.titles(one.prose.block);
    let is_note = titles.iter().any(|title| {
        let lower = title.to_lowercase();
        [
            "designer",
            "design note",
            "historical",
            "history",
            "credits",
        ]
        .iter()
        .any(|word| lower.contains(word))
    });
    let is_past = one.has(&["once", "was", "were", "had", "took", "tried", "used"]);
    is_early && is_past || is_tested || is_note && is_past
}

/// Whether a block is in rules that the players may leave.
fn is_optional(context: &Context<'_>, block: usize) -> bool {
    context.titles(block).iter().any(|title| {
        let lower = title.to_lowercase();
        lower.contains("optional") || lower.contains("variant")
    })
}

/// Whether the paragraph speaks of a half or a double, and one number is that of the other: `at half its price … a Bow fetches 7 crowns`.
fn is_derived(context: &Context<'_>, finding: &Diagnostic) -> bool {
    let [here, there] = finding.labels.as_slice() else {
        return false;
    };
    let number = |text: &str| {
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<i64>().ok()
    };
    let (Some(value), Some(other)) = (number(&here.text), number(&there.text)) else {
        return false;
    };
    let Some(one) = sentence(context, here.span) else {
        return false;
    };
    let words = context.words(&one.prose);
    let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
    let is_half = value == other / 2 || value == (other + 1) / 2;
    is_half && has(&["half", "halved", "halves"])
        || value == other * 2 && has(&["twice", "double", "doubled", "doubles"])
}
