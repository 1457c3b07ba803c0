//! Decisions that were made by the worth of their options, as lines below an answer.

use sandtable_session::by_worth::ByWorth;

/// Maximum number of decisions in a text.
const MOST_DECISIONS: usize = 6;

/// Returns a line for each decision, the first of many, below a heading; empty without decisions.
pub(crate) fn lines(decisions: &[ByWorth]) -> String {
    if decisions.is_empty() {
        return String::new();
    }
    let heading = "chosen by worth (an example with `choices` and `odds` can choose otherwise):";
    let mut text = format!("  {heading}\n");
    for ByWorth { title, answer } in decisions.iter().take(MOST_DECISIONS) {
        text.push_str(&match answer {
            Some(answer) => format!("    {title}: {answer}\n"),
            None => format!("    {title}: not always the same\n"),
        });
    }
    let n_more = decisions.len().saturating_sub(MOST_DECISIONS);
    if n_more > 0 {
        text.push_str(&format!("    and {n_more} more\n"));
    }
    text
}
