//! Clauses with their subjects, and how they are joined.

use super::english::join_with;

/// A condition in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// `the unit` and `is on the map`
    Clause {
        /// Its subject; empty for a clause without one of its own.
        subject: String,
        /// With its verb.
        predicate: String,
    },
    /// Every part.
    All(Vec<Condition>),
    /// At least one part.
    Any(Vec<Condition>),
}

impl Condition {
    pub(super) fn clause(subject: impl Into<String>, predicate: impl Into<String>) -> Self {
        Self::Clause {
            subject: subject.into(),
            predicate: predicate.into(),
        }
    }

    /// A sentence without a subject of its own.
    pub(super) fn sentence(text: impl Into<String>) -> Self {
        Self::clause("", text)
    }

    /// Its parts, if all must be met; else itself.
    pub(super) fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::All(parts) => parts.into_iter().flat_map(Self::conjuncts).collect(),
            Self::Clause { .. } | Self::Any(_) => vec![self],
        }
    }

    /// In a sentence.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Clause { subject, predicate } => {
                format!("{subject} {predicate}").trim_start().to_owned()
            }
            Self::All(parts) => joined(parts, "and"),
            Self::Any(parts) => joined(parts, "or"),
        }
    }

    /// As a part of a longer condition.
    pub(super) fn part(&self) -> String {
        match self {
            Self::Clause { .. } => self.text(),
            Self::All(parts) if parts.len() == 2 => self.paired(parts, "both"),
            Self::Any(parts) if parts.len() == 2 => self.paired(parts, "either"),
            Self::All(_) => format!("all of this: {};", self.text()),
            Self::Any(_) => format!("one of this: {};", self.text()),
        }
    }

    /// Two parts with `both` or `either` before what they differ in: `the unit either is prone or has fired`.
    fn paired(&self, parts: &[Self], word: &str) -> String {
        if let [
            Self::Clause { subject, .. },
            Self::Clause { subject: same, .. },
        ] = parts
            && !subject.is_empty()
            && !is_existential(subject)
            && subject == same
            && let Some(rest) = self.text().strip_prefix(&format!("{subject} "))
        {
            return format!("{subject} {word} {rest}");
        }
        format!("{word} {}", self.text())
    }

    /// Whether it is too long for a sentence with more in it.
    pub(super) fn is_long(&self) -> bool {
        let n_parts = match self {
            Self::Clause { .. } => 1,
            Self::All(parts) | Self::Any(parts) => parts.len(),
        };
        n_parts > 2 && self.text().split(' ').count() > 28
    }
}

/// Whether a clause says that there is something.
fn is_existential(subject: &str) -> bool {
    matches!(subject, "there is" | "there are")
}

/// Joins parts; parts of the same subject name it once.
fn joined(parts: &[Condition], word: &str) -> String {
    // Neighbours of the same subject, as one text for each.
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut last_subject = "";
    for part in parts {
        match part {
            Condition::Clause { subject, predicate }
                if !subject.is_empty() && subject == last_subject && !is_existential(subject) =>
            {
                if let Some(group) = groups.last_mut() {
                    group.push(predicate.clone());
                }
            }
            Condition::Clause { subject, .. } => {
                last_subject = subject;
                groups.push(vec![part.text()]);
            }
            Condition::All(_) | Condition::Any(_) => {
                last_subject = "";
                groups.push(vec![part.part()]);
            }
        }
    }
    let texts: Vec<String> = groups.iter().map(|group| join_with(group, word)).collect();
    join_with(&texts, word)
}
