//! Sections of the book and reasons, as they are told.

use crate::why_not::Reason;

/// Two blanks and the sections in brackets; nothing without any.
pub fn sections(citations: &[String]) -> String {
    match citations {
        [] => String::new(),
        citations => format!("  [{}]", citations.join(", ")),
    }
}

/// Reasons as lines, each with its sections where they are others than those above it: at first these.
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
