//! Steps that are numbered at the start of their paragraphs: `Step 1. …`, `Step 2. …`.
//!
//! Reports: E0704, E0705.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::reported::Reported;
use super::words::tokens;
use crate::keys::counted;
use crate::model::Grid;

/// Fewest paragraphs in a row that number something.
const LEAST: usize = 3;

/// A paragraph that begins with a word and a number.
struct Step {
    word: String,
    value: i64,
    span: Span,
    block: usize,
}

/// Reports: E0704, E0705.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let steps: Vec<Step> = context
        .paragraphs()
        .iter()
        .filter_map(|one| step(context, one))
        .collect();
    let reported = Reported::new(diagnostics);
    let goes_on = |one: &Step, other: &Step| one.word == other.word && one.block + 1 == other.block;
    for run in steps.chunk_by(goes_on).filter(|run| run.len() >= LEAST) {
        let finding = wrong(context, run).filter(|finding| !reported.has(finding));
        diagnostics.extend(finding);
    }
    for (block, grid) in context.tables() {
        let run = rows(block, grid);
        let finding = run.and_then(|run| wrong(context, &run));
        diagnostics.extend(finding.filter(|finding| !reported.has(finding)));
    }
}

/// The rows of a table that one word numbers: `Phase 1`, `Phase 2`; `None` for another table.
fn rows(block: usize, grid: &Grid) -> Option<Vec<Step>> {
    let cells = grid.body_rows().map(|row| {
        let cell = grid.at(row, 0)?;
        let words = tokens(cell.text.plain.trim());
        let [word, number] = words.as_slice() else {
            return None;
        };
        let value = number.whole().filter(|_| word.is_capitalised())?;
        Some(Step {
            word: word.text.to_lowercase(),
            value,
            span: cell.span,
            // Each row is a place of its own.
            block: block + row,
        })
    });
    let run: Vec<Step> = cells.collect::<Option<_>>()?;
    let is_one = run.windows(2).all(|pair| match pair {
        [one, other] => one.word == other.word,
        _ => true,
    });
    (is_one && run.len() >= LEAST).then_some(run)
}

/// `Step 4.`, `Phase Two:` at the start of a paragraph.
fn step(context: &Context<'_>, one: &Prose<'_>) -> Option<Step> {
    let words = context.words(one);
    let [word, number, mark, ..] = words else {
        return None;
    };
    let value = number.whole().or_else(|| counted(number.text))?;
    let is_step = word.is_capitalised() && mark.is_any_mark(&['.', ':', ')', '–', '—', '-']);
    let span = context.span(one, word.range.start..number.range.end)?;
    is_step.then(|| Step {
        word: word.text.to_lowercase(),
        value,
        span,
        block: one.block,
    })
}

/// The only number of a run that does not go on from the one before it; or one after which the next goes on as if it were right.
fn wrong(context: &Context<'_>, run: &[Step]) -> Option<Diagnostic> {
    let value = |at: usize| run.get(at).map(|step| step.value);
    let goes_on = |at: &usize| value(*at) == value(at - 1).map(|before| before + 1);
    let breaks: Vec<usize> = (1..run.len()).filter(|at| !goes_on(at)).collect();
    let at = match breaks.as_slice() {
        [only] => *only,
        [one, other] if other - one == 1 && value(*other) == value(one - 1).map(|n| n + 2) => *one,
        _ => return None,
    };
    let (step, before) = (run.get(at)?, run.get(at - 1)?);
    let word = &step.word;
    let twin = run
        .iter()
        .find(|other| other.value == step.value && other.block != step.block);
    let (code, message, there) = match twin {
        Some(twin) => {
            let message = format!("{word} {} is there twice", step.value);
            (Code::NumberTwice, message, twin)
        }
        None => {
            let message = format!("{word} {} follows {}", step.value, before.value);
            (Code::NumberOutOfOrder, message, before)
        }
    };
    Some(
        Diagnostic::new(code, message)
            .label(step.span, "")
            .label(there.span, format!("{word} {}", there.value))
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(
                context
                    .document
                    .block_at(step.span)
                    .and_then(|block| context.citation(block)),
            ),
    )
}
