//! Findings about the answers that a run is given: too few or too many dice, impossible faces, illegal choices.

use crate::trace::{NoAnswer, Story, Trouble};
use crate::why_not::Reason;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_ir::Program;
use sandtable_source::{Span, Spanned};

/// Returns the finding about a run that did not complete, or did not use all its dice; `None` for a complete run.
///
/// `dice` are the given faces, `place` is the span of their list.
///
/// Reports: E0507, E0508, E0517, E0531 to E0533, and what faults report.
pub fn trouble(
    program: &Program,
    story: &Story,
    dice: &[Spanned<String>],
    choices: &[Spanned<String>],
    place: Option<Span>,
) -> Option<Diagnostic> {
    match &story.trouble {
        Some(Trouble::Fault(fault)) => Some(fault.diagnostic(program)),
        Some(Trouble::RanOut(pool, rolled)) => Some(ran_out(pool, *rolled, dice.len(), place)),
        Some(Trouble::Impossible(at, pool, known)) => Some(impossible(dice.get(*at)?, pool, known)),
        Some(Trouble::Undrawn(title, allowed, drawn)) => {
            Some(undrawn(title, allowed, *drawn, place))
        }
        Some(Trouble::Undrawable(at, title, allowed)) => {
            Some(undrawable(dice.get(*at)?, title, allowed))
        }
        Some(Trouble::Unchosen(title, allowed, asked)) => Some(unchosen(
            title,
            allowed,
            *asked,
            choices.last().map(|last| last.span).or(place),
        )),
        // The last answer is the one of a decision that had no other: the next decision has none.
        Some(Trouble::NotAllowed(at, title, allowed, ..)) if is_answered(story, choices, *at) => {
            Some(unchosen(
                title,
                allowed,
                None,
                choices.get(*at).map(|choice| choice.span),
            ))
        }
        Some(Trouble::NotAllowed(at, title, allowed, why, are_places)) => {
            let finding = not_allowed(choices.get(*at)?, title, (allowed, *are_places), why);
            let words = choices.iter().map(|choice| choice.value.as_str()).collect();
            Some(skipped(finding, &story.settled, words, *at))
        }
        Some(Trouble::Unanswered(at, title, allowed, why)) => {
            Some(without_answer(choices.get(*at)?, title, allowed, *why))
        }
        Some(Trouble::Mislabelled(at, pool)) => Some(mislabelled(dice.get(*at)?, pool)),
        // Without given dice all were rolled, so that none can be left over.
        None => match dice.get(story.rolled.len()) {
            Some(die) => Some(left_over(die)),
            None => {
                let left = choices.get(story.n_chosen).map(choice_left_over);
                let words = choices.iter().map(|choice| choice.value.as_str()).collect();
                left.map(|finding| skipped(finding, &story.settled, words, story.n_chosen))
            }
        },
    }
}

/// Whether a given choice is the last one, and the only legal answer to the decision before.
fn is_answered(story: &Story, choices: &[Spanned<String>], at: usize) -> bool {
    let is_last = at + 1 == choices.len();
    let mut settled = story.settled.iter();
    choices.get(at).is_some_and(|choice| {
        is_last && settled.any(|(before, _, answer)| *before == at && *answer == choice.value)
    })
}

/// Builds a finding with those of two labels that have a span.
fn labelled(code: Code, message: String, labels: [(Option<Span>, &str); 2]) -> Diagnostic {
    let known = labels
        .into_iter()
        .filter_map(|(span, text)| Some((span?, text)));
    known.fold(Diagnostic::new(code, message), |finding, (span, text)| {
        finding.label(span, text)
    })
}

/// Reports that fewer dice are given than the run rolls.
pub fn ran_out(
    pool: &str,
    rolled: Option<Span>,
    n_given: usize,
    place: Option<Span>,
) -> Diagnostic {
    let message = format!("`{pool}` is rolled, but the example gives no more dice");
    let labels = [(place, "add its result"), (rolled, "rolled here")];
    labelled(Code::DiceRunOut, message, labels).help(format!(
        "add the result of this roll; {n_given} given so far"
    ))
}

/// Reports a draw without a given result. `drawn` is the span of the draw, `place` that of the list of dice.
pub fn undrawn(
    title: &str,
    allowed: &[String],
    drawn: Option<Span>,
    place: Option<Span>,
) -> Diagnostic {
    let message = format!("a draw has no result in the example: {title}");
    let labels = [(place, "add the draw"), (drawn, "drawn here")];
    labelled(Code::DiceRunOut, message, labels).help(format!("draw one of: {}", quoted(allowed)))
}

/// Reports a draw that names nothing that can be drawn.
pub fn undrawable(drawn: &Spanned<String>, title: &str, allowed: &[String]) -> Diagnostic {
    let finding = Diagnostic::new(
        Code::ImpossibleDie,
        format!("`{}` cannot be drawn: {title}", drawn.value),
    )
    .label(drawn.span, "");
    let of_the_name = numbered(&drawn.value, allowed);
    match of_the_name.is_empty() {
        true => finding
            .suggest(&drawn.value, allowed.iter().map(String::as_str))
            .help(format!("draw one of: {}", quoted(allowed))),
        false => finding.help(format!(
            "there are several: write one of {}",
            quoted(&of_the_name)
        )),
    }
}

/// Returns the answers that are a name with a number after it: `ace 1` and `ace 2` for `ace`.
fn numbered(name: &str, allowed: &[String]) -> Vec<String> {
    let is_numbered = |answer: &&String| {
        let number = answer
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    allowed.iter().filter(is_numbered).cloned().collect()
}

/// Reports a face that a die does not have.
pub fn impossible(face: &Spanned<String>, pool: &str, known: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::ImpossibleDie,
        format!("`{pool}` cannot roll `{}`", face.value),
    )
    .label(face.span, "")
    .suggest(&face.value, known.iter().map(String::as_str))
    .help(format!("its faces: {}", known.join(", ")));
    if pool.starts_with(|first: char| first.is_ascii_digit()) {
        diagnostic.help("give each die separately: `3,4` for two dice")
    } else {
        diagnostic
    }
}

/// Reports a choice without a given answer.
pub fn unchosen(
    title: &str,
    allowed: &[String],
    asked: Option<Span>,
    place: Option<Span>,
) -> Diagnostic {
    let message = format!("a choice has no answer: {title}");
    let labels = [(asked, "chosen here"), (place, "no answers left")];
    labelled(Code::ChoicesRunOut, message, labels)
        .help(format!("choose one of: {}", quoted(allowed)))
}

/// Reports a decision without a worth to which a choice with a condition gives no answer.
pub fn without_answer(
    choice: &Spanned<String>,
    title: &str,
    allowed: &[String],
    why: NoAnswer,
) -> Diagnostic {
    let word = quoted(std::slice::from_ref(&choice.value));
    let message = format!("a choice has no answer: {title}");
    let cause = match why {
        NoAnswer::NotMet => "the condition is not met here",
        NoAnswer::Unknown => "the condition is about a later decision",
    };
    let finding = Diagnostic::new(Code::ChoicesRunOut, message).label(choice.span, cause);
    let others = allowed.iter().filter(|other| **other != choice.value);
    let others: Vec<String> = others.cloned().collect();
    match (why, others.as_slice()) {
        (NoAnswer::NotMet, [other, ..]) => finding.help(format!(
            "say what is chosen otherwise, such as `{word} if … otherwise {}`; or state the `worth` of the options",
            quoted(std::slice::from_ref(other))
        )),
        (NoAnswer::NotMet, []) => finding.help("state the `worth` of the options"),
        (NoAnswer::Unknown, _) => finding.help(format!(
            "put the answer to this decision before it, one of: {}",
            quoted(allowed)
        )),
    }
}

/// Reports an answer that is not among the legal ones.
pub fn not_allowed(
    choice: &Spanned<String>,
    title: &str,
    (allowed, are_places): (&[String], bool),
    why: &[Reason],
) -> Diagnostic {
    let finding = Diagnostic::new(
        Code::ImpossibleChoice,
        format!("`{}` cannot be chosen: {title}", choice.value),
    )
    .label(choice.span, "");
    let finding = because(finding, why);
    let is_one_of_them = |name: &&String| {
        let numbers = name.strip_prefix(choice.value.as_str());
        numbers.is_some_and(|numbers| {
            let mut words = numbers.split_whitespace();
            numbers.starts_with(' ') && words.all(|word| word.parse::<usize>().is_ok())
        })
    };
    let alike: Vec<String> = allowed.iter().filter(is_one_of_them).cloned().collect();
    if !alike.is_empty() {
        return finding.help(format!(
            "write its number: choose one of {}",
            quoted(&alike)
        ));
    }
    if are_places {
        const NEAREST: usize = 5;
        let nearest = allowed.get(..NEAREST).unwrap_or(allowed);
        return finding.help(format!(
            "choose one of the nearest places: {}",
            quoted(nearest)
        ));
    }
    finding
        .suggest(&choice.value, allowed.iter().map(String::as_str))
        .help(format!("choose one of: {}", quoted(allowed)))
}

/// Adds the reasons to a finding, each at its span in the rules.
pub fn because(finding: Diagnostic, why: &[Reason]) -> Diagnostic {
    let innermost = why.iter().filter(|reason| !reason.text.ends_with(':'));
    innermost.fold(finding, |finding, reason| {
        let sections = reason.citations.iter().map(String::as_str);
        finding
            .label(reason.span, reason.text.as_str())
            .cite(sections)
    })
}

/// Returns answers in script notation, in quotation marks unless they are a word or a point of a table; at most 30.
fn quoted(answers: &[String]) -> String {
    const MOST: usize = 30;
    let is_plain = |word: &str| {
        let is_point = word.starts_with('(') && word.ends_with(')');
        let mut letters = word.chars();
        let is_word = letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        !word.is_empty() && (is_word || is_point)
    };
    let n_more = answers.len().saturating_sub(MOST);
    let mut words: Vec<String> = answers
        .iter()
        .take(MOST)
        .map(|answer| match is_plain(answer) {
            true => answer.clone(),
            false => format!("\"{answer}\""),
        })
        .collect();
    if n_more > 0 {
        words.push(format!("and {n_more} more"));
    }
    words.join(", ")
}

/// Adds a help line about a decision that was not asked because it had one legal answer: the one that a given choice up to index `at`
/// answers, else the last one before it.
pub fn skipped(
    finding: Diagnostic,
    settled: &[(usize, String, String)],
    choices: Vec<&str>,
    at: usize,
) -> Diagnostic {
    let is_meant = |(before, title, answer): &&(usize, String, String)| {
        let word = choices.get(*before).copied();
        *before <= at && (word == Some(answer.as_str()) || word == Some(title.as_str()))
    };
    let meant = settled.iter().find(is_meant);
    let last = || settled.iter().rfind(|(before, ..)| *before <= at);
    match meant.or_else(last) {
        Some((_, title, answer)) => finding.help(format!(
            "`{title}` was not asked: `{answer}` was the only legal option"
        )),
        None => finding,
    }
}

/// Reports a die that is given for one rule and rolled by another.
pub fn mislabelled(label: &Spanned<String>, pool: &str) -> Diagnostic {
    let message = format!("this {pool} is not rolled for `{}`", label.value);
    Diagnostic::new(Code::ImpossibleDie, message)
        .label(label.span, "")
        .help("put the dice in the order in which they are rolled, with commas between them")
}

/// Reports choices beyond those that the run asks for.
pub fn choice_left_over(first: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(Code::UnusedChoices, "this choice is never asked for")
        .label(first.span, "not asked for")
        .help("delete it; a choice with a single legal option is not asked")
}

/// Reports dice beyond those that the run rolls.
pub fn left_over(first: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(Code::UnusedDice, "these dice are never rolled")
        .label(first.span, "not rolled")
        .help("delete it, or check the steps for the missing roll")
}

/// Reports a judgement that the run does not ask for.
pub fn judgement_left_over(fact: &str, place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnusedChoices,
        format!("this judgement of `{fact}` is never asked for"),
    )
    .label(place, "not asked for")
    .help("delete it, or check the steps for the missing question")
}
