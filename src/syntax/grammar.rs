//! The generated parser, and what its rules are called by people who play.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;

use super::keyword;
use super::recovery_hints::{self, Broken};
use sandtable_diagnostic::{Code, Diagnostic, suggest};
use sandtable_source::Span;

use parser::Grammar;
pub(crate) use parser::Rule;

/// Generated from `grammar/rules.pest` by `grammar/build.rs`.
#[allow(
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "generated code"
)]
mod parser {
    include!(concat!(env!("OUT_DIR"), "/parser.rs"));
}

/// Parses one logical line.
///
/// Errors: the expected tokens, at their offset in `line`, which has the span `span` in its file.
pub(crate) fn parse_line(
    rule: Rule,
    line: &str,
    span: Span,
) -> Result<Pairs<'_, Rule>, Diagnostic> {
    match Grammar::parse(rule, line) {
        Ok(pairs) if pairs.is_empty() => {
            Err(Diagnostic::new(Code::InternalError, "the parser returned nothing").label(span, ""))
        }
        Ok(pairs) => Ok(pairs),
        Err(error) => Err(unexpected(rule, line, span, &error)),
    }
}

/// Builds the finding for a failed line.
fn unexpected(rule: Rule, line: &str, span: Span, error: &Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let wanted = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => words(positives),
        ErrorVariant::CustomError { message } => vec![message.clone()],
    };
    let broken = Broken {
        rule,
        line,
        span,
        at,
        wanted: &wanted,
    };
    if let Some(diagnostic) = recovery_hints::slip(&broken) {
        return diagnostic;
    }
    let found = found(line.get(at..).unwrap_or_default());
    let message = if found.is_empty() {
        "the line ends too early".to_owned()
    } else {
        format!("unexpected `{found}`")
    };
    let start = span.start + at;
    let diagnostic = Diagnostic::new(Code::UnexpectedText, message)
        .label(Span::new(span.file, start, start + found.len()), "here");
    if let Some(meant) = suggest::nearest(found, wanted.iter().map(|word| word.trim_matches('`'))) {
        return diagnostic.help(format!("did you mean `{meant}`?"));
    }
    let diagnostic = match wanted.as_slice() {
        [] => diagnostic,
        [one] => diagnostic.help(format!("expected {one}")),
        [most @ .., last] => diagnostic.help(format!("expected {} or {last}", most.join(", "))),
    };
    match recovery_hints::likeness(&broken) {
        Some(line) => diagnostic.help(format!("write the line like `{line}`")),
        None => diagnostic,
    }
}

/// The word or mark at the start of `rest`.
pub(super) fn found(rest: &str) -> &str {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let mark = ["->", "<=", ">=", "!=", ".."]
        .into_iter()
        .find(|mark| rest.starts_with(mark));
    let end = match (mark, rest.chars().next()) {
        (Some(mark), _) => mark.len(),
        (None, Some(first)) if !is_word(first) => first.len_utf8(),
        (None, _) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
    };
    rest.get(..end).unwrap_or_default()
}

/// Returns the expected rules in words, each once. Those that only continue a value are left out where something must follow.
fn words(rules: &[Rule]) -> Vec<String> {
    let must: Vec<Rule> = rules
        .iter()
        .copied()
        .filter(|rule| !goes_on(*rule))
        .collect();
    let rules = match must.as_slice() {
        [] | [Rule::EOI] => rules,
        must => must,
    };
    let mut words: Vec<&str> = Vec::new();
    for rule in rules {
        let word = if goes_on(*rule) {
            "an operator"
        } else {
            describe(*rule)
        };
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter().map(str::to_owned).collect()
}

/// Whether a rule may always follow a value: it need not be named where something is missing.
fn goes_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::dot
            | Rule::arguments
            | Rule::measure
            | Rule::rounded
            | Rule::continued
            | Rule::joiner
            | Rule::order
            | Rule::membership
            | Rule::possession
            | Rule::limit
            | Rule::sum_op
            | Rule::product_op
            | Rule::kw_and
            | Rule::kw_or
            | Rule::kw_if
            | Rule::kw_is
            | Rule::kw_has
            | Rule::kw_meets
            | Rule::kw_raised
            | Rule::kw_lowered
            | Rule::kw_limited
            | Rule::kw_rounded
    )
}

/// Returns the wording of a rule of the grammar; empty for one without a name of its own.
fn describe(rule: Rule) -> &'static str {
    keyword::wording(rule).unwrap_or_else(|| parser::wording(rule))
}
