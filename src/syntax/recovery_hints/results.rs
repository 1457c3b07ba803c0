//! Results of a roll as they are in rulebooks: `4 or more: hit`, `if d6 >= 4 then hit`, `else miss`.

use super::{Broken, found_last, is_number, is_word};
use crate::grammar::Rule;
use sandtable_diagnostic::{Code, Diagnostic};

impl Broken<'_> {
    /// An outcome after its condition, or a line that begins with a number.
    pub(super) fn result_of_a_roll(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line {
            return None;
        }
        let line = self.line.trim_end();
        let (first, behind) = (self.first_word(), self.behind_first_word().trim_end());
        match first {
            "else" | "otherwise" => {
                let outcome = behind.trim_start_matches(':').trim();
                let begins_with_else = first == "else" || behind.starts_with(':');
                (is_outcome(outcome) && begins_with_else)
                    .then(|| self.outcome_last(line, &format!("{outcome} otherwise")))
            }
            "if" => {
                let (condition, outcome) = behind
                    .split_once(" then ")
                    .or_else(|| behind.split_once(':'))?;
                let outcome = outcome.trim_start_matches(':').trim();
                is_outcome(outcome).then(|| {
                    let condition = condition.trim();
                    let finding = self.outcome_last(line, &format!("{outcome} when {condition}"));
                    match outcome {
                        "refuse" | "forbid" => finding
                            .help(format!("an action is refused by `needs not ({condition})`")),
                        _ => finding,
                    }
                })
            }
            "on" => {
                let (shown, outcome) = behind.split_once(':')?;
                let outcome = outcome.trim();
                is_outcome(outcome)
                    .then(|| self.outcome_last(line, &format!("{outcome} on {}", shown.trim())))
            }
            _ => {
                let (shown, outcome) = line.split_once(':')?;
                let outcome = outcome.trim();
                if !is_shown(shown.trim()) {
                    return None;
                }
                if is_outcome(outcome) {
                    let instead = format!("{outcome} on {}", shown.trim());
                    return Some(self.outcome_last(line, &instead));
                }
                let message = format!("no line starts with `{}`", shown.trim());
                let length = shown.trim_end().len();
                let help = format!("write `on {}: …` below its `roll`", shown.trim());
                let finding = self.about(Code::UnexpectedText, 0, length, message);
                Some(finding.help(help).instead(format!("on {}", shown.trim())))
            }
        }
    }

    fn outcome_last(&self, line: &str, instead: &str) -> Diagnostic {
        let message = "the outcome of a roll comes first in its line".to_owned();
        let finding = self.about(Code::UnexpectedText, 0, line.len(), message);
        finding.help(format!("write `{instead}`")).instead(instead)
    }

    /// `table losses (odds) -> 0..3, 0..3`
    pub(super) fn results_without_names(&self) -> Option<Diagnostic> {
        let is_table = self.rule == Rule::declaration_line && self.first_word() == "table";
        let (_, first) = self.before().rsplit_once("->")?;
        let first = first.trim();
        let second = self.line.get(self.at..)?.strip_prefix(',')?;
        let second = second.split([',', '[']).next().unwrap_or_default().trim();
        let is_meant = is_table && !first.contains(':') && !second.is_empty();
        is_meant.then(|| {
            let help = format!("name each result: `-> attacker: {first}, defender: {second}`");
            self.misfit(self.at, ",", &help)
        })
    }

    /// `if d6 >= 4 then: …`
    pub(super) fn then_with_colon(&self) -> Option<Diagnostic> {
        let behind = self.line.get(self.at..)?.strip_prefix("then")?.trim_start();
        (self.wants("`:`") && behind.starts_with(':')).then(|| {
            let finding = self.misfit(self.at, "then", "delete `then`");
            finding.instead("")
        })
    }

    /// `on a 4+`, `hit on a 4+`
    pub(super) fn article(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let article = found_last(before);
        let start = before.len() - article.len();
        let is_behind_on = found_last(before.get(..start)?) == "on";
        let starts_with_digit = self.found().starts_with(|c: char| c.is_ascii_digit());
        (matches!(article, "a" | "an") && is_behind_on && starts_with_digit).then(|| {
            let help = format!(
                "delete it: `on {}`",
                self.line.get(self.at..).unwrap_or_default()
            );
            self.misfit(start, article, &help)
        })
    }

    /// `if unit.hits 4 or more: …`, `if unit.hits is 3+: …`
    pub(super) fn threshold(&self) -> Option<Diagnostic> {
        if !matches!(self.rule, Rule::statement_line | Rule::option_line) {
            return None;
        }
        let rest = self.line.get(self.at..)?;
        let before = self.before().trim_end();
        let (number, start) = match rest.starts_with('+') {
            true => (found_last(before), before.len() - found_last(before).len()),
            false => (self.found(), self.at),
        };
        let end = rest
            .find(':')
            .or_else(|| rest.find(','))
            .unwrap_or(rest.len());
        let behind = rest.get(..end)?.trim_start_matches(number).trim();
        let sign = match behind {
            "+" | "or more" | "or better" | "or higher" | "or above" => ">=",
            "or less" | "or fewer" | "or lower" | "or below" => "<=",
            _ => return None,
        };
        let is_asked = before.contains("if ") || before.contains("when ");
        (is_number(number) && is_asked).then(|| {
            let help = match behind {
                "+" => format!("write `{number} or more`"),
                _ => format!("write `{sign} {number}`"),
            };
            self.misfit(start, number, &help)
        })
    }
}

/// Whether a text can be the outcome of a roll: one name.
fn is_outcome(text: &str) -> bool {
    let is_statement = matches!(
        text,
        "stop" | "cancel" | "nothing" | "next" | "done" | "otherwise"
    );
    is_word(text)
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && !is_statement
        && text.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// Whether a text says what dice show: `4`, `1-3`, `4+`, `4 or more`.
fn is_shown(text: &str) -> bool {
    let number = text
        .strip_suffix('+')
        .or_else(|| text.strip_suffix(" or more"))
        .or_else(|| text.strip_suffix(" or less"));
    match (number, text.split_once('-')) {
        (Some(number), _) => is_number(number),
        (None, Some((low, high))) => is_number(low.trim()) && is_number(high.trim()),
        (None, None) => is_number(text),
    }
}
