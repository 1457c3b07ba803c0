//! Lines as newcomers write them: parts that other notations separate, mark or order in another way.
//!
//! Reports: E0101.

use super::{Broken, found_last, is_number, is_word};
use crate::ast::Measure;
use crate::grammar::{Rule, found};
use crate::keyword::is_keyword;
use sandtable_diagnostic::{Code, Diagnostic};

/// Words and signs that come before an operand of a condition.
const BEFORE_OPERANDS: [&str; 16] = [
    "if", "when", "where", "until", "and", "or", "not", ">=", "<=", ">", "<", "=", "!=", "+", "-",
    "*",
];

impl Broken<'_> {
    /// `d6 > = 4`
    pub(super) fn split_sign(&self) -> Option<Diagnostic> {
        let before = self.before();
        let sign = before.trim_end().chars().next_back()?;
        let is_split =
            self.found() == "=" && before.ends_with(' ') && ['<', '>', '!'].contains(&sign);
        is_split.then(|| {
            let help = format!("write `{sign}=` without a space");
            self.misfit(self.at, "=", &help)
        })
    }

    /// `range limited to 0..12 inches`
    pub(super) fn measure_of_a_limit(&self) -> Option<Diagnostic> {
        let (found, before) = (self.found(), self.before().trim_end());
        let range = found_last(before);
        let (low, high) = range.split_once("..")?;
        let front = before.get(..before.len() - range.len())?.trim_end();
        let is_end = |end: &str| is_number(end.trim_start_matches('-'));
        let is_limit = front.ends_with("limited to") && is_end(low) && is_end(high);
        let mut measures = Measure::ALL.iter();
        let is_measure = measures.any(|one| [one.word(), one.singular()].contains(&found));
        (is_limit && is_measure).then(|| {
            let help = format!("write `{range}` alone: the measure is that of what is limited");
            self.misfit(self.at, found, &help)
        })
    }

    /// `if squad pinned: …`, `d6 >= squad skill`
    pub(super) fn member_without_dot(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let owner = found_last(before);
        let front = before.get(..before.len() - owner.len())?;
        let behind = self.line.get(self.at + found.len()..)?;
        let is_name = |text: &str| is_word(text) && !text.starts_with(|one: char| one.is_numeric());
        let is_meant = self.rule == Rule::statement_line
            && is_name(found)
            && is_name(owner)
            && owner
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '-')
            && !is_keyword(found)
            && !matches!(found, "plus" | "minus")
            && !is_keyword(owner)
            && !behind.starts_with('(')
            && BEFORE_OPERANDS.contains(&found_last(front));
        is_meant.then(|| {
            let help = format!(
                "write `{owner}.{found}` for a stat or track, `{owner} is {found}` for a flag, \
                 `{owner} has {found}` for a trait"
            );
            self.misfit(self.at, found, &help)
        })
    }

    /// `skill of squad`
    pub(super) fn owner_behind_of(&self) -> Option<Diagnostic> {
        let stat = found_last(self.before());
        let behind = self.line.get(self.at + self.found().len()..)?;
        let owner = found(behind.trim_start());
        let is_meant = self.found() == "of"
            && is_word(stat)
            && is_word(owner)
            && !is_number(stat)
            && !is_keyword(stat)
            && !is_keyword(owner)
            && matches!(self.rule, Rule::statement_line | Rule::modifier_line);
        is_meant.then(|| {
            let help = format!("write the owner before a dot: `{owner}.{stat}`");
            self.misfit(self.at, "of", &help)
        })
    }

    /// `roll shot (squad): miss, hit`
    pub(super) fn colon_before_a_result(&self) -> Option<Diagnostic> {
        let behind = self.line.get(self.at + 1..)?.trim();
        let is_meant = self.rule == Rule::declaration_line
            && self.found() == ":"
            && self.wants("`->`")
            && !behind.is_empty()
            && matches!(self.first_word(), "roll" | "formula" | "table" | "action");
        is_meant.then(|| {
            let help = format!("write `->` before what it gives: `-> {behind}`");
            self.misfit(self.at, ":", &help)
        })
    }

    /// `roll d6: …`, `phase fire: …`
    pub(super) fn colon_behind_a_roll_or_phase(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line || self.found() != ":" {
            return None;
        }
        let behind = self.line.get(self.at + 1..)?.trim();
        let help = match (self.first_word(), behind) {
            ("roll", "") => "delete it; what the dice decide is on lines of its own: `on 4+: …`",
            ("roll", _) => {
                "write what the dice decide on lines of its own, below the roll: `on 4+: …`"
            }
            ("phase", text) if !text.is_empty() => {
                "delete it, and write what happens in the phase on lines of its own, indented below it"
            }
            _ => return None,
        };
        Some(self.misfit(self.at, ":", help))
    }

    /// `squad is pinned` as a statement
    pub(super) fn flag_as_a_statement(&self) -> Option<Diagnostic> {
        let name = self.before().trim_end();
        let is_meant = self.rule == Rule::statement_line
            && self.found() == "is"
            && name == self.first_word()
            && is_word(name)
            && !is_keyword(name);
        let behind = self.line.get(self.at + "is".len()..)?.trim();
        let (flag, value) = match behind.strip_prefix("not ") {
            Some(flag) => (flag.trim(), "no"),
            None => (behind, "yes"),
        };
        let is_flag = is_word(flag) && !flag.contains(' ');
        (is_meant && is_flag).then(|| {
            let help = match flag {
                "destroyed" => format!("write `destroy {name}`"),
                _ => format!("to change a flag, write `set {name}.{flag} to {value}`"),
            };
            self.misfit(self.at, "is", &help)
        })
    }

    /// `+1: target has low`
    pub(super) fn colon_behind_an_amount(&self) -> Option<Diagnostic> {
        let amount = self.before().trim();
        let is_meant =
            self.rule == Rule::modifier_line && self.found() == ":" && !amount.contains(' ');
        is_meant.then(|| {
            let help = format!("write `if` instead of `:`: `{amount}  if …`");
            self.misfit(self.at, ":", &help)
        })
    }

    /// `armour: 1..6`, `speed: 10`, `hits track 0..6`
    pub(super) fn stat_as_in_other_notations(&self) -> Option<Diagnostic> {
        if self.rule != Rule::kind_line {
            return None;
        }
        let name = self.first_word();
        let behind = self.behind_first_word();
        if let Some(rest) = behind.strip_prefix("track ") {
            let range = rest.trim_start_matches([':', ' ']);
            let help = format!("write `track` first: `track  {name}: {range}`");
            return Some(self.misfit(self.line.find(" track ")? + 1, "track", &help));
        }
        let is_colon = self.found() == ":" && self.before().trim() == name && is_word(name);
        let value = self.line.get(self.at + 1..).unwrap_or_default().trim();
        is_colon.then(|| {
            if is_number(value) {
                let help = format!(
                    "delete it, and write the range of the stat: `{name}  0..{value}`; put the \
                     number into the unit file"
                );
                self.misfit(self.at, ":", &help)
            } else {
                let help = format!("delete it: `{name}  {value}`");
                self.misfit(self.at, ":", &help).instead("")
            }
        })
    }

    /// `when unit.hits = 4: …`, `if unit.hits >= 4: …`
    pub(super) fn comparison_in_a_trigger(&self) -> Option<Diagnostic> {
        if self.rule != Rule::trigger_line {
            return None;
        }
        let first = self.first_word();
        if first == "if" {
            let message = "no line of this block starts with `if`".to_owned();
            let finding = self.about(Code::UnknownDeclaration, 0, first.len(), message);
            let help =
                "write the value and the level at which it fires: `when unit.hits reaches 4: …`";
            return Some(finding.help(help));
        }
        let sign = self.found();
        let is_meant = matches!(sign, "=" | ">=" | ">" | "<=" | "<" | "is");
        is_meant.then(|| {
            let help = match sign {
                ">=" | ">" => "write `reaches` and the level: `when unit.hits reaches 4: …`",
                "<=" | "<" => "write `falls to` and the level: `when unit.men falls to 0: …`",
                "is" => "write `becomes`: `when unit.mood becomes broken: …`",
                _ => {
                    "write `reaches` for a number that rises, `falls to` for one that falls, \
                     `becomes` for a word"
                }
            };
            self.misfit(self.at, sign, help)
        })
    }

    /// `1. movement`
    pub(super) fn numbered_step(&self) -> Option<Diagnostic> {
        let digits = self.line.find(|letter: char| !letter.is_ascii_digit())?;
        let rest = self.line.get(digits..)?;
        let step = rest.strip_prefix(". ")?;
        let step = step.split(':').next().unwrap_or(step).trim();
        let is_meant = self.rule == Rule::statement_line && digits > 0 && !step.is_empty();
        is_meant.then(|| {
            let name = step.to_lowercase().replace(' ', "-");
            let message = "no line starts with a number".to_owned();
            self.about(Code::UnexpectedText, 0, digits + 1, message)
                .help(format!(
                    "delete it; write a part of a sequence as `phase {name}`, with what happens \
                     in it indented below"
                ))
        })
    }

    /// `repeat for 6 turns`
    pub(super) fn repeat_for(&self) -> Option<Diagnostic> {
        let behind = self.behind_first_word().strip_prefix("for ")?;
        let is_meant = self.rule == Rule::statement_line && self.first_word() == "repeat";
        is_meant.then(|| {
            let number = found(behind.trim_start());
            let help = match behind.split_once(" from ") {
                Some((name, range)) => {
                    let name = name.trim().rsplit('.').next().unwrap_or(name);
                    format!("write `count {name} from {}`", range.trim_end_matches(':'))
                }
                None => format!("write `repeat {number} times`"),
            };
            self.misfit(self.line.find("for").unwrap_or(self.at), "for", &help)
        })
    }

    /// `repeat at most 12 times`, `repeat up to 12 times`
    pub(super) fn repeat_with_a_limit(&self) -> Option<Diagnostic> {
        let behind = self.behind_first_word();
        let words = ["at most ", "up to "];
        let words = words.into_iter().find(|words| behind.starts_with(words))?;
        let number = found(behind.get(words.len()..)?.trim_start());
        let is_meant = self.rule == Rule::statement_line && self.first_word() == "repeat";
        is_meant.then(|| {
            let help = format!(
                "write `repeat {number} times`, and in its block `done` to leave it earlier; or \
                 `repeat until …, at most {number} times`"
            );
            let words = words.trim_end();
            self.misfit(self.line.find(words).unwrap_or(self.at), words, &help)
        })
    }

    /// `choose "advance" or "hold" by squad.side`
    pub(super) fn options_in_one_line(&self) -> Option<Diagnostic> {
        let is_meant = self.rule == Rule::statement_line
            && self.first_word() == "choose"
            && self.behind_first_word().starts_with('"')
            && matches!(self.found(), "or" | ",");
        is_meant.then(|| {
            let option = self.behind_first_word().split('"').nth(1);
            let option = option.unwrap_or_default();
            let help = format!(
                "write `choose by …`, and below it each option on a line of its own: `\"{option}\": …`"
            );
            self.misfit(self.at, self.found(), &help)
        })
    }

    /// `squad.men * 2`, where a statement must be
    pub(super) fn bare_value(&self) -> Option<Diagnostic> {
        let is_operator = matches!(self.found(), "." | "+" | "-" | "*" | "/");
        let is_name = self.before().trim_end() == self.first_word() && is_word(self.first_word());
        let is_meant = self.rule == Rule::statement_line
            && is_operator
            && is_name
            && !is_keyword(self.first_word())
            && !self.line.contains(['=', ':'])
            && self.line.contains([' ', '.']);
        is_meant.then(|| {
            let line = self.line.trim();
            let help = format!(
                "to give a value, write `result {line}`; to change one, write `add 1 to …`"
            );
            self.misfit(self.at, self.found(), &help)
        })
    }

    /// `given squad a`, `example x`
    pub(super) fn example_without_marks(&self) -> Option<Diagnostic> {
        let found = self.found();
        let last = found_last(self.before());
        if self.rule == Rule::example_line && self.first_word() == "given" && is_word(found) {
            let is_pair = is_word(last) && last != "given" && self.wants("`=`");
            let behind = self.line.get(self.at + found.len()..)?.trim_start();
            let value = match found {
                "is" => behind.split([' ', ',']).next()?,
                value => value,
            };
            let help = format!("write `{last} = {value}`");
            return is_pair.then(|| self.misfit(self.at, found, &help));
        }
        let is_title = self.rule == Rule::declaration_line
            && self.first_word() == "example"
            && is_word(found)
            && self.before().trim_end() == "example";
        is_title.then(|| {
            let title = self.line.get(self.at..).unwrap_or_default().trim();
            let help = format!("put the title in quotes: `example \"{title}\"`");
            self.misfit(self.at, found, &help)
        })
    }

    /// `highest of 2d6`
    pub(super) fn best_of_dice(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let (front, dice) = before.rsplit_once(' ')?;
        let of = front.trim_end().strip_suffix(" of")?;
        let end = found_last(of);
        let keep = match end {
            "highest" | "best" => "highest",
            "lowest" | "worst" => "lowest",
            _ => return None,
        };
        let (count, sides) = dice.split_once('d')?;
        let is_meant = is_number(count) && is_number(sides);
        is_meant.then(|| {
            let help = format!("write the dice first: `{dice} keep {keep}`");
            self.misfit(of.len() - end.len(), end, &help)
        })
    }

    /// A row whose cells only spaces separate
    pub(super) fn row_without_bars(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_meant = self.rule == Rule::table_line
            && !self.line.contains(['|', ':'])
            && is_word(found)
            && self.before().ends_with("  ");
        is_meant.then(|| {
            let cells: Vec<&str> = self
                .line
                .split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect();
            let help = format!("put bars between the cells: `{}`", cells.join(" | "));
            self.misfit(self.at, found, &help)
        })
    }

    /// `if unit not pinned: …`
    pub(super) fn flag_behind_not(&self) -> Option<Diagnostic> {
        let owner = found_last(self.before());
        let flag = found(self.line.get(self.at + self.found().len()..)?.trim_start());
        let is_meant = self.rule == Rule::statement_line
            && self.found() == "not"
            && self.wants("`:`")
            && is_word(owner)
            && is_word(flag)
            && !is_keyword(owner)
            && !is_number(owner);
        is_meant.then(|| {
            let help = format!("write `{owner} is not {flag}`");
            self.misfit(self.at, "not", &help)
        })
    }

    /// `track left: 0..12, starts at most, ends most`
    pub(super) fn end_without_at(&self) -> Option<Diagnostic> {
        let stat = self.found();
        let is_meant =
            self.first_word() == "track" && found_last(self.before()) == "ends" && is_word(stat);
        is_meant.then(|| {
            let help = match self.before().contains("starts at") {
                true => format!("write `ends at {stat}`"),
                false => {
                    format!("write `ends at {stat}`, and `starts at …` for a start that is a stat")
                }
            };
            self.misfit(self.at, stat, &help)
        })
    }

    /// `choose line or square by side`
    pub(super) fn choice_of_words_without_name(&self) -> Option<Diagnostic> {
        let second = self.found();
        let words: Vec<&str> = self.before().split_whitespace().collect();
        let ["choose", first, "or"] = words.as_slice() else {
            return None;
        };
        let is_meant = is_word(first) && is_word(second) && self.wants("`none`");
        is_meant.then(|| {
            let help = format!("name the choice: `choose answer: {first} or {second} …`");
            self.misfit(self.at, second, &help)
        })
    }
}
