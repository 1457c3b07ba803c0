//! Lines of another shape: parts in another order, and marks that are missing or too many.
//!
//! Reports: E0101, E0107.

use super::{Broken, found_last, is_number, is_word};
use crate::grammar::{Rule, found};
use crate::keyword::beginnings;
use sandtable_diagnostic::{Code, Diagnostic, suggest};
use sandtable_source::Span;

impl Broken<'_> {
    /// `---|---` below the header of a table, as in Markdown
    pub(super) fn ruled_off(&self) -> Option<Diagnostic> {
        let is_rule =
            self.line.contains("--") && self.line.chars().all(|letter| "-|:+= ".contains(letter));
        is_rule.then(|| {
            self.about(
                Code::UnexpectedText,
                0,
                self.line.len(),
                "a row of dashes has no effect".to_owned(),
            )
            .help("delete the line: the first row of a table is its header")
            .instead("")
        })
    }

    /// `choose 3 squad`, `choose at most 3 squad`, `choose all squad`
    pub(super) fn number_to_choose(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line || self.first_word() != "choose" {
            return None;
        }
        let behind = self.behind_first_word();
        let (first, rest) = behind.split_once(' ')?;
        let rest = rest.trim_start();
        let number = match first {
            "at" => rest.strip_prefix("most ")?.split(' ').next()?,
            "all" => {
                let finding = self.about(
                    Code::UnexpectedText,
                    0,
                    self.line.len(),
                    "there is nothing to choose if all are taken".to_owned(),
                );
                return Some(finding.help("write `each` instead of `choose all`"));
            }
            // `1-3 squad`
            _ => first.rsplit('-').next()?,
        };
        let number = number.parse::<u32>().ok()?;
        let message = "this does not say how many can be chosen".to_owned();
        let finding = self.about(Code::UnexpectedText, 0, self.line.len(), message);
        Some(finding.help(format!(
            "write `choose up to {number} …` or `choose any number of …`; for exactly one, `choose …`"
        )))
    }

    /// `each side: repeat 5 times: …`: a statement with a block of its own in the line of another one.
    pub(super) fn block_behind_a_colon(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line {
            return None;
        }
        let (start, begun) = self.last_statement()?;
        let word = match begun.trim_end() {
            "at the" => "at the same time",
            word @ ("repeat" | "count" | "each") => word,
            other if other.starts_with("depending on ") => "depending on",
            _ => return None,
        };
        Some(
            self.about(
                Code::UnexpectedText,
                start,
                begun.trim_end().len(),
                format!("`{word}` cannot follow a colon in the same line"),
            )
            .help(format!(
                "write `{word} …` on the next line, indented by two more spaces"
            )),
        )
    }

    /// `remove line "convoy" if …:` in a variant: an option of a choice is no line of its own.
    pub(super) fn option_of_the_base(&self) -> Option<Diagnostic> {
        let behind = self.line.get(self.at..)?;
        if self.rule != Rule::amend_steps_line || !behind.starts_with('"') {
            return None;
        }
        let finding = self.about(
            Code::UnexpectedText,
            self.at,
            behind.len(),
            "an option of a choice cannot be changed by itself".to_owned(),
        );
        Some(finding.help(
            "replace the whole choice: `replace line choose …`, with the new `choose` and its options below it",
        ))
    }

    /// Returns the part of the line after its last colon up to where parsing failed, with its offset; `None` without a colon.
    fn last_statement(&self) -> Option<(usize, &str)> {
        let before = self.before();
        let start = before.rfind(": ")? + 2;
        Some((start, before.get(start..)?))
    }

    /// `target.hits += 1`, `target.hits = 2`
    pub(super) fn sum_into_track(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line {
            return None;
        }
        let is_place = |letter: char| letter.is_alphanumeric() || "-._".contains(letter);
        let end = self.line.find(|letter: char| !is_place(letter));
        let place = self.line.get(..end?)?.trim_end_matches('-');
        let behind = self.line.get(place.len()..)?.trim_start();
        let is_track = place.contains('.');
        let help = match behind.get(..2).unwrap_or(behind) {
            "+=" | "++" => format!("write `add 1 to {place}`"),
            "-=" | "--" => format!("write `take 1 from {place}`"),
            _ if is_track && behind.starts_with(['=', '+', '-']) => {
                format!("write `add 1 to {place}`, or `set {place} to …`")
            }
            _ => return None,
        };
        Some(
            self.about(
                Code::UnexpectedText,
                0,
                place.len(),
                format!("`{place}` cannot be changed like this"),
            )
            .help(help),
        )
    }

    /// `run: to-hit`, `need: 4`
    pub(super) fn colon_too_many(&self) -> Option<Diagnostic> {
        if self.found() != ":" {
            return None;
        }
        let word = self.before().trim_end();
        if beginnings(self.rule).contains(&word) {
            let message = format!("unexpected `:` after `{word}`");
            let finding = self.about(Code::UnexpectedText, self.at, 1, message);
            return Some(finding.help("delete it").instead(""));
        }
        let is_surplus = self.wants("the end of the line")
            && self.rule == Rule::statement_line
            && self.at + 1 == self.line.len();
        if is_surplus || word == "faces" {
            let help = "delete it: only `if`, `else` and the lines of a `depending` end with `:`";
            return Some(self.misfit(self.at, ":", help).instead(""));
        }
        let help = format!("name a value with `=`: `{word} = …`");
        (self.wants("`=`") && self.rule == Rule::statement_line)
            .then(|| self.misfit(self.at, ":", &help))
    }

    /// `roll to hit`, `kind squad Rifle squad`, `kind squad [3.1] "Squad"`
    pub(super) fn head_out_of_order(&self) -> Option<Diagnostic> {
        if self.rule != Rule::declaration_line {
            return None;
        }
        let found = self.found();
        if found == "[" && self.before().contains(':') {
            let help = "put citations before the `:`, after any parameters";
            return Some(self.misfit(self.at, found, help));
        }
        if matches!(found, "\"" | "(" | "[" | "->") {
            let help = "use this order: name, \"title\", (parameters), -> result, [citations]";
            return Some(self.misfit(self.at, found, help));
        }
        let rest = self.line.get(self.at..).unwrap_or_default();
        let lacks_colon = self.wants("`:`") && !rest.contains(':');
        if !is_word(found) || !self.wants("`(`") || lacks_colon {
            return None;
        }
        let end = rest.find(|letter: char| !is_part_of_words(letter));
        let words = rest.get(..end.unwrap_or(rest.len()))?.trim_end();
        let words = words.trim_end_matches([' ', '-']);
        let help = if words.starts_with(char::is_uppercase) {
            format!("put the title in quotes: `\"{words}\"`")
        } else {
            let name = found_last(self.before());
            let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
            format!(
                "join the words of a name with hyphens: `{name}-{joined}`; put a title in quotes"
            )
        };
        Some(self.misfit(self.at, words, &help))
    }

    /// `scale weight: L, M, H`
    pub(super) fn scale_out_of_order(&self) -> Option<Diagnostic> {
        let is_scale = self.rule == Rule::declaration_line
            && self.wants("`<`")
            && matches!(self.found(), "," | ">" | "/" | "|" | "-" | "->");
        is_scale.then(|| {
            let help = "write the words of a scale in order, the least first: `L < M < H`; for words without an order write `words` instead of `scale`";
            self.misfit(self.at, self.found(), help)
        })
    }

    /// `words terrain: clear < forest`
    pub(super) fn words_in_order(&self) -> Option<Diagnostic> {
        let is_ordered = self.rule == Rule::declaration_line
            && self.first_word() == "words"
            && self.wants("`,`")
            && matches!(self.found(), "<" | "|" | "/" | "or");
        is_ordered.then(|| {
            let help = match self.found() {
                "<" => "for words in order write `scale` instead of `words`; without an order put commas between them: `clear, forest, town`",
                _ => "put commas between the words: `clear, forest, town`",
            };
            self.misfit(self.at, self.found(), help)
        })
    }

    /// A cell that is none
    pub(super) fn cell(&self) -> Option<Diagnostic> {
        let found = self.found();
        (self.rule == Rule::table_line && !found.is_empty()).then(|| {
            let help = "write `7`, `4-6`, `10+`, `3 or less`, a word, `any` or `-` in a cell; join words \
                with hyphens";
            self.misfit(self.at, found, help)
        })
    }

    /// `at the same time: each ship` above a block
    pub(super) fn loop_behind_a_colon(&self) -> Option<Diagnostic> {
        let start = self.before().rfind(": ")? + 2;
        let loop_line = self.line.get(start..)?.trim_end();
        let is_loop = ["each", "repeat", "count", "alternate"].contains(&found(loop_line));
        let is_end = self.rule == Rule::statement_line && self.found().is_empty();
        (is_loop && is_end && self.wants("`:`")).then(|| {
            let help = format!(
                "put `{loop_line}` on a line of its own below this one, indented, and its block below it"
            );
            let message = format!("behind a `:`, `{loop_line}` can have no block");
            self.about(Code::UnexpectedText, start, loop_line.len(), message)
                .help(help)
        })
    }

    pub(super) fn colon_missing(&self) -> Option<Diagnostic> {
        let found = self.found();
        let behind = self.line.get(self.at + found.len()..)?.trim_start();
        let is_comma = self.wants("`,`") && behind.starts_with(':');
        if !self.wants("`:`") || is_comma || self.rule == Rule::table_line {
            return None;
        }
        if found == "," && behind.contains(':') {
            return Some(self.misfit(self.at, ",", "write `and` or `or` between two conditions"));
        }
        if matches!(found, "," | "=") {
            let message = format!("expected `:` instead of `{found}`");
            let finding = self.about(Code::MissingColon, self.at, 1, message);
            let finding = finding.help(format!("write `:` instead of `{found}`"));
            return Some(finding.instead(":"));
        }
        let (message, label) = if found.is_empty() {
            (
                "a `:` is missing at the end of the line".to_owned(),
                "after this",
            )
        } else {
            (format!("a `:` is missing before `{found}`"), "before this")
        };
        let place = match found.len() {
            0 => self.span.end..self.span.end,
            length => self.span.start + self.at..self.span.start + self.at + length,
        };
        let before = Span::new(
            self.span.file,
            self.span.start,
            self.span.start + self.before().trim_end().len(),
        );
        let of_several = match (self.first_word(), found_last(self.before())) {
            ("choose", name) if is_word(found) => {
                format!("; for several, write `choose up to {name} {found} …`")
            }
            _ => String::new(),
        };
        Some(
            Diagnostic::new(Code::MissingColon, message)
                .label(Span::new(self.span.file, place.start, place.end), label)
                .append(before, ":")
                .help(if found.is_empty() {
                    "add it there, before what follows".to_owned()
                } else {
                    format!("add a `:` before what follows{of_several}")
                }),
        )
    }

    /// `speed 6 inches`, where a range must be
    pub(super) fn number_for_a_range(&self) -> Option<Diagnostic> {
        let last = self.before().split_whitespace().next_back()?;
        let is_measured = matches!(
            self.found(),
            "hexes"
                | "hex"
                | "squares"
                | "square"
                | "areas"
                | "area"
                | "inches"
                | "inch"
                | "in"
                | "cm"
                | "mm"
        );
        let is_type = matches!(self.rule, Rule::kind_line | Rule::declaration_line);
        let wanted = self.before().split_whitespace().nth_back(1);
        let wanted = wanted.filter(|word| ["default", "starts"].contains(word));
        if let (Some(wanted), true, true) = (wanted, is_measured, is_number(last)) {
            let help = format!("write it with the measure of its range: `{wanted} {last}`");
            return Some(self.misfit(self.at, self.found(), &help));
        }
        (is_type && is_measured && is_number(last)).then(|| {
            let message = "a kind gives the range of a stat, not its value".to_owned();
            let start = self.before().trim_end().len() - last.len();
            let length = self.at + self.found().len() - start;
            self.about(Code::UnexpectedText, start, length, message)
                .help(format!(
                    "write the range, `0..{last} inches`; put the number into the unit file"
                ))
        })
    }

    /// `hit/miss`, `yes/no`
    pub(super) fn strokes(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let is_list = matches!(self.rule, Rule::kind_line | Rule::declaration_line)
            && self.found() == "/"
            && before.ends_with(char::is_alphabetic);
        is_list.then(|| {
            let help = if before.contains("->") {
                "separate outcomes with commas: `-> hit, miss`"
            } else {
                "write `or` between words: `front or rear`"
            };
            self.misfit(self.at, "/", help)
        })
    }

    /// Returns the finding about a comma at the end of a line that is not continued.
    pub(super) fn comma_at_the_end(&self) -> Option<Diagnostic> {
        let behind = self.line.get(self.at + 1..)?;
        let is_last =
            self.found() == "," && behind.trim_start_matches(' ').starts_with(['\n', '\r']);
        is_last.then(|| {
            let help = "delete it: a line that ends with a comma continues on the next";
            self.misfit(self.at, ",", help).instead("")
        })
    }

    /// `men 0..10 "Men", default 5`
    pub(super) fn stat_out_of_order(&self) -> Option<Diagnostic> {
        let is_late = self.rule == Rule::kind_line
            && self.found() == ","
            && self.before().trim_end().ends_with(['"', ']']);
        is_late.then(|| {
            let help = "use this order: name, type, default or optional, \"title\", [citations]";
            self.misfit(self.at, ",", help)
        })
    }

    /// `4 < men < 8`
    pub(super) fn two_comparisons(&self) -> Option<Diagnostic> {
        let found = self.found();
        let since_first = self.before().rsplit(['<', '>', '=']).next()?;
        let is_joined = [" and ", " or ", " if "]
            .iter()
            .any(|word| since_first.contains(word));
        let is_second = matches!(found, "<" | ">" | "<=" | ">=" | "=")
            && self.before().contains(['<', '>', '='])
            && !self.wants("`:`")
            && !is_joined
            && !self.wants("a value");
        is_second.then(|| {
            let help = "compare both ends: `4 < men and men < 8`";
            self.misfit(self.at, found, help)
        })
    }

    pub(super) fn comma_missing(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_missing = self.wants("`,`") && is_word(found);
        let near = suggest::nearest(found, self.wanted.iter().map(|word| word.trim_matches('`')));
        if !is_missing || near.is_some() {
            return None;
        }
        if found == "and" {
            return Some(self.misfit(self.at, found, "write `,` instead of `and`"));
        }
        // A line that is continued by mistake: the next declaration was read as its rest.
        if let Some((line, declaration)) = self.before().rsplit_once('\n')
            && let Some(known) = line.trim_end().strip_suffix(',')
            && !declaration.starts_with(' ')
        {
            let help = "delete it: a line that ends with a comma continues on the next";
            return Some(self.misfit(known.len(), ",", help).instead(""));
        }
        Some({
            let message = format!("a `,` is missing before `{found}`");
            let length = self.before().trim_end().len();
            let before = Span::new(self.span.file, self.span.start, self.span.start + length);
            self.about(Code::UnexpectedText, self.at, found.len(), message)
                .help("add a `,` between the two")
                .append(before, ",")
        })
    }
}

fn is_part_of_words(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'')
}
