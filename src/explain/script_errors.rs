//! Findings about the dice that a run is given: too few, too many, faces that do not exist.

use crate::trace::{Story, Trouble};
use crate::why_not::Reason;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_ir::Program;
use sandtable_source::{Span, Spanned};

/// The finding about a run that did not come to its end, or did not take all its dice; `None` if all is well.
///
/// `dice` are the faces that were given, `place` is where they stand together, if they were given.
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
        Some(Trouble::NotAllowed(at, title, allowed, why, are_places)) => {
            let finding = not_allowed(choices.get(*at)?, title, (allowed, *are_places), why);
            let words = choices.iter().map(|choice| choice.value.as_str()).collect();
            Some(skipped(finding, &story.settled, words, *at))
        }
        Some(Trouble::Mislabelled(at, pool)) => Some(mislabelled(dice.get(*at)?, pool)),
        // Without given dice they were rolled, and none can be left over.
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

/// A finding with those of two labels whose places are known.
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

/// `drawn` is where it is drawn, `place` where the dice stand.
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
    Diagnostic::new(
        Code::ImpossibleDie,
        format!("`{}` cannot be drawn: {title}", drawn.value),
    )
    .label(drawn.span, "")
    .suggest(&drawn.value, allowed.iter().map(String::as_str))
    .help(format!("draw one of: {}", quoted(allowed)))
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

/// Reports a choice that no answer is given for.
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

/// With the reasons at their places in the rules.
pub fn because(finding: Diagnostic, why: &[Reason]) -> Diagnostic {
    let innermost = why.iter().filter(|reason| !reason.text.ends_with(':'));
    innermost.fold(finding, |finding, reason| {
        let sections = reason.citations.iter().map(String::as_str);
        finding
            .label(reason.span, reason.text.as_str())
            .cite(sections)
    })
}

/// As they are written in a script: what is neither a word nor a point of a table stands in quotes. Of very many the first.
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

/// With the decision that was not asked since one answer was left, if the choice at a place, or the one before, is that
/// answer.
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

/// Reports judgements beyond those that the run asks for.
pub fn judgement_left_over(fact: &str, place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnusedChoices,
        format!("this judgement of `{fact}` is never asked for"),
    )
    .label(place, "not asked for")
    .help("delete it, or check the steps for the missing question")
}
