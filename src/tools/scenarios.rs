//! Scenarios against their rules: who is in them, where they stand, and whether they may.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::eval::explain::{Faces, Trouble, explain};
use crate::ir::{OutcomePart, Wanted, lower};
use crate::model::{Question, RuleBook, stage, stands};
use crate::roster::scenario;
use crate::source::SourceMap;
use crate::tools::load;

/// How many steps it may take to say whether a piece may stand somewhere.
const STEPS: u64 = 1_000_000;

/// Reads and sets up every scenario that stands in the folder of a ruleset and is played by it. Their texts join those of
/// the ruleset.
///
/// Reports: what reading and setting up a scenario reports.
pub fn scenarios(
    ruleset: &str,
    book: &RuleBook,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) {
    let names = load::known_scenarios().into_iter();
    let own = names.filter(|name| name.split_once('/').is_some_and(|(of, _)| of == ruleset));
    for name in own {
        let file = match load::scenario(&name, sources) {
            Ok(file) => file,
            Err(found) => {
                diagnostics.extend(found.iter().cloned());
                continue;
            }
        };
        let text = sources.get(file).map(|source| source.text.clone());
        let Some(written) = text.and_then(|text| scenario(file, &text, diagnostics)) else {
            continue;
        };
        if written.rules.value == ruleset
            && let Some(question) = stage(book, &written, diagnostics)
        {
            diagnostics.extend(misplaced(book, &question).iter().cloned());
        }
    }
}

/// Pieces that stand where the rules say that they may not.
pub fn misplaced(book: &RuleBook, staged: &Question) -> Diagnostics {
    let mut found = Diagnostics::default();
    let titles = staged.unit_titles();
    for (at, question) in stands(book, staged) {
        let lowered = lower(book, &question, Wanted::Outcome);
        let story = explain(&lowered.program, &titles, Faces::Given(&[]), STEPS);
        if let Some(Trouble::Fault(fault)) = story.trouble {
            found.push(fault.diagnostic(&lowered.program));
        }
        let outcome = story.outcome.unwrap_or_default();
        let mut parts = lowered.parts.iter().zip(outcome);
        let is_no = parts.any(|(part, value)| matches!(part, OutcomePart::Value(_)) && value == 0);
        let unit = staged.cast.get(at).and_then(|unit| unit.stands_at);
        if let (true, Some(span), Some(formula)) = (is_no, unit, &book.stands) {
            let title = titles.get(at).map_or("", String::as_str);
            found.push(
                Diagnostic::new(Code::MayNotStand, format!("{title} may not be here"))
                    .label(span, "")
                    .label(formula.span, "as this formula says")
                    .help("put it elsewhere"),
            );
        }
    }
    found
}
