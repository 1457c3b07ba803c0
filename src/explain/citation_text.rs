//! Text of citations and of reasons.

use crate::why_not::Reason;

/// Returns two spaces and the sections in brackets; empty without sections.
pub fn sections(citations: &[String]) -> String {
    match citations {
        [] => String::new(),
        citations => format!("  [{}]", citations.join(", ")),
    }
}

/// Returns one line per reason, with its sections unless they equal those of the line before; `cited` are those before the first.
pub fn as_lines(reasons: &[Reason], cited: &[String]) -> Vec<String> {
    let mut cited = cited;
    let lines = reasons.iter().map(|reason| {
        let indent = "  ".repeat(reason.depth + 1);
        let sections = match reason.citations == cited {
            true => String::new(),
            false => sections(&reason.citations),
        };
        cited = &reason.citations;
        format!("{indent}{}{sections}", reason.text)
    });
    lines.collect()
}
