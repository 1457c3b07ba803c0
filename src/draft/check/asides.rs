//! Findings about text that does not give the rules in force: earlier versions, playtests, rules that the players may leave; about numbers that
//! are calculated from the one they are compared with; and about numbers that are too far apart to be one that was mistyped.

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
    diagnostics.retain(|finding| {
        let is_taken = || {
            is_aside(context, finding) || is_derived(context, finding) || is_far(context, finding)
        };
        !may_be(finding) || !is_taken()
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

/// Whether one of the places of a finding is in an aside, or one of two in rules that the players may leave.
fn is_aside(context: &Context<'_>, finding: &Diagnostic) -> bool {
    let places = finding.labels.iter().map(|label| label.span);
    let sentences: Vec<&Sentence<'_>> = places
        .filter_map(|place| sentence(context, place))
        .collect();
    let n_optional = sentences
        .iter()
        .filter(|one| is_optional(context, one.prose.block))
        .count();
    // `over 9 hexes instead of 6` says what holds without the rule.
    let quotes = finding.labels.first().is_some_and(|label| {
        let text = context.document.text_of(label.span.file);
        let head = text.and_then(|text| text.get(..label.span.start));
        head.is_some_and(|head| head.trim_end().ends_with("instead of"))
    });
    let is_optional = !quotes && (1..sentences.len()).contains(&n_optional);
    is_optional && finding.code == Code::ConflictingNumbers
        || sentences.iter().any(|one| is_earlier(context, one))
}

/// `In an early version the Guard had a Strength of 9`, `the playtesters`: of the game as it was; in notes of the designer also `once`.
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

/// The numbers of the two places of a finding.
fn numbers(finding: &Diagnostic) -> Option<(i64, i64)> {
    let [here, there] = finding.labels.as_slice() else {
        return None;
    };
    let number = |text: &str| {
        let plain = text.trim_start_matches(['+', '-', '−']);
        let plain = plain.replace(',', "");
        let end = plain.find(|letter: char| !letter.is_ascii_digit());
        plain.get(..end.unwrap_or(plain.len()))?.parse::<i64>().ok()
    };
    number(&here.text).zip(number(&there.text))
}

/// Whether one number is more than twice the other: numbers of two things. A number that is mistyped, or was changed in one place only, is near.
/// Two numbers of one sentence are compared for another reason.
fn is_far(context: &Context<'_>, finding: &Diagnostic) -> bool {
    let mut places = finding.labels.iter().map(|label| label.span);
    let sentences = (places.next(), places.next());
    if let (Some(here), Some(there)) = sentences
        && let (Some(one), Some(other)) = (sentence(context, here), sentence(context, there))
        && std::ptr::eq(one, other)
    {
        return false;
    }
    let is_signed = |text: &str| text.starts_with(['+', '-', '−']);
    let is_modifier = finding.labels.iter().any(|label| is_signed(&label.text));
    numbers(finding).is_some_and(|(one, other)| {
        let (low, high) = (one.min(other), one.max(other));
        let least = if is_modifier { 3 } else { 2 };
        high > low * 2 && high - low >= least && finding.code == Code::ConflictingNumbers
    })
}

/// Whether a sentence or the one before it speaks of a half or a double, and one number is that of the other: `They move at half speed: 2 hexes.`
fn is_derived(context: &Context<'_>, finding: &Diagnostic) -> bool {
    let (Some((value, other)), Some(here)) = (numbers(finding), finding.labels.first()) else {
        return false;
    };
    let Some(one) = sentence(context, here.span) else {
        return false;
    };
    let sentences = context.all_sentences();
    let at = sentences.iter().position(|other| std::ptr::eq(other, one));
    let before = at.and_then(|at| sentences.get(at.checked_sub(1)?));
    let before = before.filter(|before| before.prose.block == one.prose.block);
    // A modifier is halved in its own sentence.
    let is_change =
        |text: &str| text.starts_with(['+', '-', '−']) || text.trim_end().ends_with(['L', 'R']);
    let before = before.filter(|_| !is_change(&here.text));
    let has = |any: &[&str]| one.has(any) || before.is_some_and(|before| before.has(any));
    let is_half = value == other / 2 || value == (other + 1) / 2;
    is_half && has(&["half", "halved", "halves"])
        || value == other * 2 && has(&["twice", "double", "doubled", "doubles"])
}
