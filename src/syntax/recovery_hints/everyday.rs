//! Words of everyday English inside of a line, for which the language has others: `no squad where …`, `half of …`, `with advantage`.
//!
//! Reports: E0101.

use super::punctuation::is_dice;
use super::{Broken, found_last, is_number, is_word};
use crate::grammar::Rule;
use sandtable_diagnostic::{Code, Diagnostic};

/// Words that compare in everyday English, with the sign for them.
const COMPARED: [(&str, &str); 8] = [
    ("more", ">"),
    ("greater", ">"),
    ("higher", ">"),
    ("larger", ">"),
    ("less", "<"),
    ("fewer", "<"),
    ("lower", "<"),
    ("smaller", "<"),
];

impl Broken<'_> {
    /// The word behind the place, and the rest.
    fn rest_of_line(&self) -> Option<&str> {
        let behind = self.line.get(self.at + self.found().len()..)?;
        Some(behind.trim())
    }

    /// The value at the place, with what is behind its dots: `squad.hits`.
    fn whole_value(&self) -> &str {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let value = rest.split_whitespace().next().unwrap_or_default();
        value.trim_end_matches([':', ',', ')'])
    }

    /// `if no squad where …`, `if there is a squad where …`, `if exists squad where …`
    pub(super) fn some_or_none(&self) -> Option<Diagnostic> {
        let found = self.found();
        if !is_word(found)
            || is_number(found)
            || self.rule == Rule::declaration_line && !self.before().contains('=')
        {
            return None;
        }
        let before = self.before().trim_end();
        if let ("is" | "are", Some(start)) = (found, before.len().checked_sub("there".len()))
            && before.ends_with("there")
        {
            let words: Vec<&str> = self.line.get(self.at..)?.split_whitespace().collect();
            let (any, unit) = match words.as_slice() {
                [_, "no", unit, ..] => ("not any", unit),
                [_, "a" | "an" | "any" | "some", unit, ..] => ("any", unit),
                _ => return None,
            };
            return Some(self.misfit(start, "there", &format!("write `{any} {unit} …`")));
        }
        let words: Vec<&str> = before.split_whitespace().collect();
        let any = match words.as_slice() {
            [.., "there", "is" | "are", "no"] => "not any",
            [.., "there", "is" | "are", "a" | "an" | "any" | "some"] | [.., "exists" | "exist"] => {
                "any"
            }
            [
                ..,
                "if" | "and" | "or" | "until" | "needs" | "while" | "where",
                "no",
            ] => "not any",
            _ => return None,
        };
        let length = match words.as_slice() {
            [.., "there", is, article] => "there".len() + is.len() + article.len() + 2,
            [.., word] => word.len(),
            [] => return None,
        };
        let start = before.len().checked_sub(length)?;
        let help = format!("write `{any} {found} …`");
        Some(self.misfit(start, before.get(start..)?, &help))
    }

    /// `each enemy ship: …`, `if any friendly ship: …`
    pub(super) fn whose_pieces(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let word = found_last(before);
        let (name, is_not) = match word {
            "enemy" | "hostile" | "opposing" => ("foe", "is not"),
            "friendly" | "own" => ("friend", "is"),
            _ => return None,
        };
        let kind = self.found();
        let start = before.len().checked_sub(word.len())?;
        let selects = before.get(..start)?.trim_end();
        let selects = ["each", "any", "of", "first", "last", "choose", "alternate"]
            .into_iter()
            .find(|first| selects == *first || selects.ends_with(&format!(" {first}")))?;
        is_word(kind).then(|| {
            let help = format!(
                "write `{selects} {name}: {kind} where {name}.side {is_not} …`, with the side that acts, such as `{kind}.side`"
            );
            self.misfit(start, word, &help)
        })
    }

    /// `count squad where …`, `sum of squad.men for each squad`, `half of squad.men`
    pub(super) fn other_aggregate(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let last = found_last(before);
        let value = self.rest_of_line().unwrap_or_default();
        let first = value.split_whitespace().next().unwrap_or("…");
        let first = first.trim_end_matches([':', ',', ')']);
        let help = match (last, found) {
            ("count", unit) if is_word(unit) && !is_number(unit) && value.starts_with("where ") => {
                format!("write `number of {unit} where …`")
            }
            ("sum", "of") => format!("write `total of {first} for each …`"),
            ("half", "of") => format!("write `{first} / 2 rounded down`, or `rounded up`"),
            ("half", value) if is_word(value) && !matches!(value, "of") => {
                let value = self.whole_value();
                format!("write `{value} / 2 rounded down`, or `rounded up`")
            }
            ("total", value) if is_word(value) && !is_number(value) => {
                let value = self.whole_value();
                let kind = value.split('.').next().unwrap_or(value);
                format!("write `total of {value} for each {kind}`")
            }
            ("twice" | "double", value) if is_word(value) => {
                format!("write `2 * {}`", self.whole_value())
            }
            _ => return None,
        };
        let start = before.len() - last.len();
        Some(self.misfit(start, last, &help))
    }

    /// `if squad.hits equals 3`, `if squad.hits is more than 3`
    pub(super) fn compared_in_words(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let behind = self.rest_of_line()?;
        let sign = |word: &str| {
            let (_, sign) = COMPARED.iter().find(|(known, _)| *known == word)?;
            Some(*sign)
        };
        let (left, sign, right) = match found {
            "equals" => (before, "=", behind),
            "to" => (before.strip_suffix("equal")?.trim_end(), "=", behind),
            "than" => {
                let word = found_last(before);
                (before.strip_suffix(word)?.trim_end(), sign(word)?, behind)
            }
            word => (before, sign(word)?, behind.strip_prefix("than ")?),
        };
        let end = right.split_whitespace().next().unwrap_or("…");
        let end = end.trim_end_matches([':', ',', ')']);
        let left = left.strip_suffix(" is").unwrap_or(left).trim_end();
        let value = found_last(left);
        let is_meant = matches!(
            self.rule,
            Rule::statement_line | Rule::modifier_line | Rule::option_line
        ) && is_word(value);
        is_meant.then(|| {
            let value = value.trim_start_matches('(');
            self.misfit(self.at, found, &format!("write `{value} {sign} {end}`"))
        })
    }

    /// `6d6 successes 5+`, `d6 exploding`, `3d6 keep best 2`, `d20 with advantage`, `3 x d6`, `d6 + 2 vs d6`
    pub(super) fn dice_in_words(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let last = found_last(before).trim_start_matches('(');
        let next = self
            .rest_of_line()?
            .split_whitespace()
            .next()
            .unwrap_or_default();
        let help = match found {
            "successes" | "success" | "hits" if is_dice(last) => {
                let shown = if next.is_empty() { "5+" } else { next };
                format!("write `{last} count {shown}`")
            }
            "exploding" | "explodes" | "open-ended" if is_dice(last) => {
                let (_, sides) = last.split_once('d')?;
                format!("write the face, and a limit on further rolls: `{last} explode {sides} at most 10 times`")
            }
            "best" | "worst" if matches!(last, "keep" | "drop") => {
                let end = if found == "best" { "highest" } else { "lowest" };
                return Some(self.replaced(self.at, found, &format!("write `{end}`")));
            }
            "with" if matches!(next, "advantage" | "disadvantage") && is_dice(last) => {
                let end = if next == "advantage" { "best" } else { "worst" };
                let (_, sides) = last.split_once('d')?;
                format!("write `{end} of 2d{sides}`")
            }
            "x" | "X" | "times" if is_number(last) && is_dice(next) => {
                let (_, sides) = next.split_once('d')?;
                format!("write `{last}d{sides}`")
            }
            "vs" | "vs." | "versus" => "name both rolls, `ours = d6` and `theirs = d6`, and compare them: `ours > theirs`; \
                                        say who wins ties with `>` or `>=`"
                .to_owned(),
            _ => return None,
        };
        Some(self.misfit(self.at, found, &help))
    }

    /// `if the die is 6`
    pub(super) fn article_of_a_name(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let start = before.strip_suffix("the")?.len();
        let is_meant = before.get(..start)?.ends_with(' ')
            && is_word(found)
            && !matches!(found, "lower" | "higher");
        is_meant.then(|| {
            let help = format!("write `{}` without `the`", self.whole_value());
            let finding = self.misfit(start, "the", &help);
            finding.instead("")
        })
    }

    /// `if man has elite: +1`, `+1 when man has elite`, `"elite" +1 if man has elite`
    pub(super) fn modifier_in_another_order(&self) -> Option<Diagnostic> {
        if self.rule != Rule::modifier_line {
            return None;
        }
        let found = self.found();
        let bonus = self.before().trim();
        if self.line.starts_with(['+', '-']) && matches!(found, "when" | "unless" | "where") {
            let instead = if found == "unless" { "if not" } else { "if" };
            let finding = self.misfit(self.at, found, &format!("write `{bonus}  {instead} …`"));
            return Some(finding.instead(instead));
        }
        if let Some(rest) = self.line.strip_prefix("if ") {
            let (condition, amount) = rest.split_once(':')?;
            let help = format!(
                "write the amount first: `{}  if {}`",
                amount.trim(),
                condition.trim()
            );
            return Some(self.misfit(0, "if", &help));
        }
        let (label, rest) = self.line.strip_prefix('"')?.split_once('"')?;
        let help = format!("write the label at the end: `{} \"{label}\"`", rest.trim());
        Some(self.misfit(0, self.line.get(..label.len() + 2)?, &help))
    }

    /// `men 0..10 = 3`
    pub(super) fn default_with_a_sign(&self) -> Option<Diagnostic> {
        let is_meant = self.rule == Rule::kind_line && self.found() == "=" && self.wants("`,`");
        is_meant.then(|| {
            let value = self.rest_of_line().unwrap_or_default();
            let word = if self.first_word() == "track" {
                "starts"
            } else {
                "default"
            };
            let start = self.before().trim_end().len();
            let message = "unexpected `=`".to_owned();
            let finding = self.about(Code::UnexpectedText, start, self.at + 1 - start, message);
            let finding = finding.help(format!("write `, {word} {value}`"));
            finding.instead(format!(", {word}"))
        })
    }

    /// `-> 1,6`, `armour 1,6`
    pub(super) fn range_with_a_comma(&self) -> Option<Diagnostic> {
        let last = found_last(self.line.get(..self.at)?);
        let places = [self.at, self.at.checked_sub(last.len())?];
        let (start, text) = places.into_iter().find_map(|place| {
            let rest = self.line.get(place..)?;
            let text = rest.split_whitespace().next()?;
            let (low, high) = text.split_once(',')?;
            let start = place + rest.len() - rest.trim_start().len();
            (is_number(low) && is_number(high)).then_some((start, text))
        })?;
        let front = self.line.get(..start)?.trim_end();
        let is_type = self.rule == Rule::kind_line
            || self.rule == Rule::declaration_line
                && (front.ends_with("->") || front.ends_with(':'));
        is_type.then(|| {
            let instead = text.replace(',', "..");
            let help = format!("write a range with two dots: `{instead}`");
            self.misfit(start, text, &help).instead(instead)
        })
    }

    /// `"1-3" | "2"` in a table
    pub(super) fn quoted_cell(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..)?.strip_prefix('"')?;
        let (text, _) = rest.split_once('"')?;
        let is_meant = self.rule == Rule::table_line && !text.is_empty() && !text.contains(' ');
        is_meant.then(|| {
            let finding = self.misfit(
                self.at,
                &format!("\"{text}\""),
                &format!("a cell has no quotes: write `{text}`"),
            );
            finding.instead(text)
        })
    }

    /// `squad.men * 50%`
    pub(super) fn percentage(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let number = found_last(before);
        let front = before.strip_suffix(number)?.trim_end();
        let percent: u32 = number.parse().ok()?;
        let is_meant = self.found() == "%" && front.ends_with('*') && (1..100).contains(&percent);
        is_meant.then(|| {
            let divisor = (1..=percent)
                .rev()
                .find(|by| percent.is_multiple_of(*by) && 100_u32.is_multiple_of(*by))
                .unwrap_or(1);
            let help = format!(
                "write a fraction, and round once at the end: `(… * {}/{}) rounded down`",
                percent / divisor,
                100 / divisor
            );
            self.misfit(before.len() - number.len(), &format!("{number}%"), &help)
        })
    }
}
