//! Marks of other habits: remarks, decimals, dice, signs, and the letters of names and titles.
//!
//! Reports: E0101.

use super::{Broken, found_last, is_number, is_word};
use crate::ast::{Measure, Parts};
use crate::grammar::{Rule, found};
use sandtable_diagnostic::{Code, Diagnostic};

/// Marks of other languages: what to write instead of them. Longer ones first.
const MARKS: [(&str, &str); 23] = [
    ("...", "write a range with two dots: `0..10`"),
    (
        "==",
        "write `=` between numbers, `is` before a word: `armour is H`",
    ),
    ("=>", "write `>=` for \"at least\", or `->` before a result"),
    ("=<", "write `<=`"),
    ("<>", "write `!=`"),
    (":=", "write `=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("//", "start a comment with `#`"),
    ("/*", "start a comment with `#`"),
    ("&", "write `and`"),
    ("!", "write `not`"),
    (";", "delete it: the end of the line is enough"),
    ("{", "delete it: indentation marks a block"),
    ("}", "delete it: indentation marks a block"),
    ("'", "write `\"`"),
    ("`", "write `\"` around titles, nothing around names"),
    ("²", "write out the product: `men * men`"),
    ("½", HALVES),
    ("¼", HALVES),
    ("¾", HALVES),
    ("$", "delete it: names have letters, digits and hyphens"),
    ("@", "delete it: names have letters, digits and hyphens"),
];

const HALVES: &str = "use whole numbers: count in halves, or divide: `/ 2 rounded down`";

impl Broken<'_> {
    /// `// remark`, `-- remark`, `**Heading**`, `* bullet`
    pub(super) fn remark(&self) -> Option<Diagnostic> {
        let mark = ["//", "/*", "--", "**", "* ", "- ", "> "]
            .into_iter()
            .find(|mark| self.line.starts_with(mark))?;
        let is_sign = mark == "- " && self.rule == Rule::modifier_line;
        let is_cell = matches!(self.rule, Rule::table_line | Rule::arm_line);
        let text = mark.trim_end();
        let help = if text.len() == 1 {
            "delete it if it is a bullet; start a comment with `#`"
        } else {
            "start a comment with `#`"
        };
        (!is_sign && !is_cell).then(|| {
            let message = format!("no line starts with `{text}`");
            let finding = self
                .about(Code::UnexpectedText, 0, text.len(), message)
                .help(help);
            match text {
                "//" | "--" => finding.instead("#"),
                _ => finding,
            }
        })
    }

    /// `1.5`, `2,5`
    pub(super) fn not_whole(&self) -> Option<Diagnostic> {
        let bytes = self.line.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let point = [self.at.checked_sub(1), Some(self.at)]
            .into_iter()
            .flatten()
            .find(|at| {
                *at > 0
                    && matches!(bytes.get(*at), Some(b'.' | b','))
                    && digit(at - 1)
                    && digit(at + 1)
            })?;
        let start = (0..point).rev().take_while(|at| digit(*at)).last()?;
        let end = (point + 1..bytes.len())
            .take_while(|at| digit(*at))
            .last()?
            + 1;
        let text = self.line.get(start..end)?;
        let message = format!("`{text}` is not a whole number");
        let (before, after) = (self.line.get(..start)?, self.line.get(end..)?);
        let is_end = before.ends_with("..") || after.starts_with("..");
        let eighths = Parts::Eighths.read(&text.replace(',', "."));
        if let Some((help, eighths)) = measured(after).zip(eighths) {
            return Some(self.part_of_a_distance((start, text), help, eighths));
        }
        let help = match eighths.map(|eighths| Parts::Eighths.text(eighths)) {
            _ if self.first_word() == "odds" => "write the chance as a fraction: `1/2`".to_owned(),
            Some(_) if is_end => {
                "write whole numbers, and the parts after them: `0..3 by 1/2`".to_owned()
            }
            Some(fraction) => format!(
                "write it as a fraction, `{fraction}`; where a whole number is needed, round once, at the end: `(…) rounded down`"
            ),
            None => "count in tenths, or divide: `(… * 7) / 10 rounded down`".to_owned(),
        };
        Some(
            self.about(Code::UnexpectedText, start, text.len(), message)
                .help(help),
        )
    }

    /// `distance(unit, other) <= 2 1/2 inches`
    pub(super) fn fraction_with_a_measure(&self) -> Option<Diagnostic> {
        let measure = measured(self.line.get(self.at..)?)?;
        let before = self.before().trim_end();
        let is_part = |letter: char| letter.is_ascii_digit() || letter == '/' || letter == ' ';
        let start = before.trim_end_matches(is_part).len();
        let text = before.get(start..)?;
        let fraction = text.trim_start();
        let eighths = Parts::Eighths.read(fraction)?;
        let start = start + (text.len() - fraction.len());
        let is_fraction = fraction.contains('/');
        is_fraction.then(|| self.part_of_a_distance((start, fraction), measure, eighths))
    }

    fn part_of_a_distance(
        &self,
        (start, text): (usize, &str),
        measure: Measure,
        eighths: i32,
    ) -> Diagnostic {
        let (count, parts) = Parts::Eighths.reduced(eighths);
        let times = parts.number();
        let help = match measure {
            Measure::Inches => format!(
                "compare {} of an inch: `distance(…) * {times} rounded up` with `{count}`",
                parts.word()
            ),
            Measure::Hexes | Measure::Squares | Measure::Areas => {
                format!("multiply both sides by {times}: write `… * {times}`, and `{count}` here")
            }
        };
        let message = format!("a distance is a whole number of {}", measure.word());
        self.about(Code::UnexpectedText, start, text.len(), message)
            .help(help)
    }

    /// `speed 1/2..4`
    pub(super) fn range_from_a_fraction(&self) -> Option<Diagnostic> {
        let before = self.before();
        let numerator = before.chars().next_back()?;
        let behind = self.line.get(self.at..)?.strip_prefix('/')?;
        let (denominator, rest) = behind.split_at_checked(1)?;
        let end = rest.strip_prefix("..")?;
        let is_meant = matches!(denominator, "2" | "4" | "8") && numerator.is_ascii_digit();
        is_meant.then(|| {
            let end: String = end.chars().take_while(char::is_ascii_digit).collect();
            let help = format!(
                "a range begins and ends with whole numbers, and its parts come after it: \
                 `0..{end} by 1/{denominator}`"
            );
            self.misfit(self.at, "/", &help)
        })
    }

    /// `"turn left" if …, worth 3 [3.5]: nothing`
    pub(super) fn citation_before_the_colon(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..)?;
        let (citation, behind) = rest.strip_prefix('[')?.split_once(']')?;
        (self.wants("`:`") && behind.starts_with([':', ','])).then(|| {
            let help = match behind.ends_with(':') {
                true => format!("the citation goes after the colon: `…: [{citation}]`"),
                false => format!("the citation goes to the end of the line: `…: … [{citation}]`"),
            };
            self.misfit(self.at, &format!("[{citation}]"), &help)
        })
    }

    /// `odds  to-hit is hit: 1/2, to-hit is miss: 1/2`
    pub(super) fn two_chances(&self) -> Option<Diagnostic> {
        let is_meant =
            self.rule == Rule::example_line && self.first_word() == "odds" && self.found() == ",";
        is_meant.then(|| {
            let help = "write one chance a line: start a new line with `odds` for the next";
            self.misfit(self.at, ",", help)
        })
    }

    /// `1D6`, `d 6`, `2 d6`
    pub(super) fn dice(&self) -> Option<Diagnostic> {
        let found = self.found();
        if found.contains('D') && is_dice(&found.to_lowercase()) {
            let help = format!("write dice with a small letter: `{}`", found.to_lowercase());
            let finding = self.misfit(self.at, found, &help);
            return Some(finding.instead(found.to_lowercase()));
        }
        let before = self.before().trim_end();
        let last = before
            .rsplit(|letter: char| !letter.is_alphanumeric())
            .next()?;
        let whole = format!("{last}{found}").to_lowercase();
        let is_torn = !last.is_empty()
            && is_dice(&whole)
            && before.len() < self.at
            && (is_number(last) || is_number(found));
        is_torn.then(|| {
            let start = before.len() - last.len();
            let message = "dice are written without a space".to_owned();
            self.about(
                Code::UnexpectedText,
                start,
                self.at + found.len() - start,
                message,
            )
            .help(format!("write `{whole}`"))
            .instead(whole)
        })
    }

    /// `unit.men d6`, `unit.men dice of d6`, `roll unit.men dice count 5+`
    pub(super) fn as_many_dice(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let of_left_out = self.wants("`of`");
        let (die, many) = match before.strip_suffix("dice") {
            Some(many) if of_left_out => ("d6", many.trim_end()),
            _ if is_dice(found) && found.starts_with('d') => (found, before),
            _ if found == "dice" => ("d6", before),
            _ => return None,
        };
        let start = match many.ends_with(')') {
            true => many.rfind('(')?,
            false => many.len() - found_last(many).len(),
        };
        if self.wants("a name") {
            let help = format!("this is a die; choose another name, like `game-{found}`");
            return Some(self.misfit(self.at, found, &help));
        }
        let many = many.get(start..)?;
        if matches!(many, "a" | "an" | "one" | "the") {
            let help = format!("write the dice alone: `{die}`");
            return Some(self.misfit(self.at, found, &help));
        }
        if !many.starts_with(|letter: char| letter.is_alphabetic() || letter == '(') {
            return None;
        }
        let help =
            format!("to roll as many dice as a value says, write `roll {many} dice of {die}`");
        Some(self.misfit(self.at, found, &help))
    }

    /// `hit when roll d6 >= 4`
    pub(super) fn ordinary_dice_with_roll(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_ordinary = ["roll", "throw"].contains(&found_last(self.before().trim_end()))
            && (is_dice(found) || is_number(found));
        is_ordinary.then(|| {
            let dice = if is_dice(found) { found } else { "2d6" };
            let help = format!(
                "in a value, write `roll` only for a die of your own; for ordinary dice write \
                 `{dice}`"
            );
            self.misfit(self.at, found, &help)
        })
    }

    /// `&&`, `==`, `%`
    pub(super) fn foreign_mark(&self) -> Option<Diagnostic> {
        let is_at = |mark: &str| {
            (0..mark.len()).find_map(|back| {
                let start = self.at.checked_sub(back)?;
                let rest = self.line.get(start..)?;
                rest.starts_with(mark).then_some(start)
            })
        };
        if self.found() == "%" {
            let help = if self.first_word() == "odds" {
                "write the chance as a fraction: `1/2`"
            } else {
                "delete it and write the number alone, `d100 <= 35`; for what a division leaves over, write `remainder of A / B`"
            };
            return Some(self.misfit(self.at, "%", help));
        }
        if self.rule == Rule::table_line && matches!(self.found(), ">" | "<" | ">=" | "<=") {
            let help = "write `5+` or `5 or more`, and `4 or less`";
            return Some(self.misfit(self.at, self.found(), help));
        }
        let is_at_the_end = self.found().is_empty() || self.at + 1 == self.line.len();
        let ends_in_a_stop = is_at_the_end && self.line.ends_with('.');
        if ends_in_a_stop && !self.line.ends_with("..") {
            let help = "delete it: a line needs no full stop";
            let finding = self.misfit(self.line.len() - 1, ".", help);
            return Some(finding.instead(""));
        }
        if self.found() == "'" && self.before().ends_with(char::is_alphabetic) {
            let help = "write the owner before a dot: `unit.men`";
            return Some(self.misfit(self.at, "'", help));
        }
        if self.found() == "\"" && self.rule == Rule::example_line {
            let help = "write ids and words without quotes";
            return Some(self.misfit(self.at, "\"", help));
        }
        MARKS.iter().find_map(|(mark, help)| {
            let start = is_at(mark)?;
            Some(match *mark {
                "..." => self.misfit(start, mark, help).instead(".."),
                "//" => self.misfit(start, mark, help).instead("#"),
                ";" => self.misfit(start, mark, help).instead(""),
                "!" => self.misfit(start, mark, help).instead("not "),
                "'" => self.misfit(start, mark, help),
                _ => self.replaced(start, mark, help),
            })
        })
    }

    /// `+ 1` for `+1`
    pub(super) fn torn_sign(&self) -> Option<Diagnostic> {
        let sign = self
            .line
            .get(..1)
            .filter(|sign| matches!(*sign, "+" | "-"))?;
        let number = found(self.behind_first_word());
        let is_torn = self.rule == Rule::modifier_line
            && self.line.get(1..2) == Some(" ")
            && is_number(number);
        is_torn.then(|| {
            let length = self.line.find(number).unwrap_or(0) + number.len();
            let message = "a space between the sign and the number".to_owned();
            self.about(Code::UnexpectedText, 0, length, message)
                .help(format!("write `{sign}{number}`"))
                .instead(format!("{sign}{number}"))
        })
    }

    /// `damage_cubes`, `größe`, `armour-1`
    pub(super) fn letters_of_a_name(&self) -> Option<Diagnostic> {
        let (start, token) = self.token();
        let is_name = token.chars().any(char::is_alphabetic);
        if is_name && token.contains('_') {
            let message = "a name has no `_`".to_owned();
            let meant = token.replace('_', "-").to_lowercase();
            let finding = self.about(Code::UnexpectedText, start, token.len(), message);
            return Some(finding.help(format!("write `{meant}`")).instead(meant));
        }
        if is_name && !token.is_ascii() {
            let message = "names have only the letters a to z".to_owned();
            let meant = plain(token);
            let help = format!("write `{meant}`; a title in quotes may have any characters");
            let finding = self.about(Code::UnexpectedText, start, token.len(), message);
            return Some(finding.help(help).instead(meant));
        }
        let before = self.before().trim_end();
        let token = before.rsplit(char::is_whitespace).next()?;
        let (name, number) = token.rsplit_once('-')?;
        let is_counted = matches!(self.rule, Rule::kind_line | Rule::declaration_line)
            && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && is_number(number);
        is_counted.then(|| {
            let message = format!("`{token}` is read as `{name}` less {number}");
            self.about(
                Code::UnexpectedText,
                before.len() - token.len(),
                token.len(),
                message,
            )
            .help(format!(
                "in a name, no digit follows a hyphen: write `{name}{number}`"
            ))
            .instead(format!("{name}{number}"))
        })
    }

    /// `table phaser-1-damage`
    pub(super) fn digit_behind_a_hyphen(&self) -> Option<Diagnostic> {
        let (start, token) = self.token();
        let (front, behind) = token.match_indices('-').find_map(|(at, _)| {
            let (front, behind) = token.split_at_checked(at)?;
            let behind = behind.strip_prefix('-')?;
            let is_digit = behind.starts_with(|letter: char| letter.is_ascii_digit());
            is_digit.then_some((front, behind))
        })?;
        let is_meant = matches!(self.rule, Rule::kind_line | Rule::declaration_line)
            && front.starts_with(|letter: char| letter.is_ascii_alphabetic());
        is_meant.then(|| {
            let message = format!("`{token}` is not a name");
            let meant = format!("{front}{behind}");
            let help = format!("in a name, no digit follows a hyphen: write `{meant}`");
            let finding = self.about(Code::UnexpectedText, start, token.len(), message);
            finding.help(help).instead(meant)
        })
    }

    /// Returns the word around the failure, with all characters used in names, and its offset.
    fn token(&self) -> (usize, &str) {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        let before = self.before();
        let start = before.trim_end_matches(is_part).len();
        let rest = self.line.get(start..).unwrap_or_default();
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        (start, rest.get(..end).unwrap_or_default())
    }

    /// `"The "old" guard"`
    pub(super) fn quotes_inside(&self) -> Option<Diagnostic> {
        let is_inside = self.before().ends_with('"') && is_word(self.found());
        is_inside.then(|| {
            let message = "double quotes inside a title".to_owned();
            self.about(Code::UnexpectedText, self.at, self.found().len(), message)
                .help("use single quotes inside it: `\"The 'old' guard\"`")
        })
    }
}

/// `d6`, `2d6`
pub(super) fn is_dice(text: &str) -> bool {
    text.split_once('d')
        .is_some_and(|(count, sides)| (count.is_empty() || is_number(count)) && is_number(sides))
}

/// A name in letters a to z, for letters that have such a spelling; others are left out.
fn plain(name: &str) -> String {
    name.chars()
        .map(
            |letter| match letter.to_lowercase().next().unwrap_or(letter) {
                'ä' | 'æ' => "ae".to_owned(),
                'ö' | 'ø' | 'œ' => "oe".to_owned(),
                'ü' => "ue".to_owned(),
                'ß' => "ss".to_owned(),
                'à' | 'á' | 'â' | 'ã' | 'å' => "a".to_owned(),
                'ç' => "c".to_owned(),
                'è' | 'é' | 'ê' | 'ë' => "e".to_owned(),
                'ì' | 'í' | 'î' | 'ï' => "i".to_owned(),
                'ñ' => "n".to_owned(),
                'ò' | 'ó' | 'ô' | 'õ' => "o".to_owned(),
                'ù' | 'ú' | 'û' => "u".to_owned(),
                plain if plain.is_ascii() => plain.to_string(),
                _ => String::new(),
            },
        )
        .collect()
}

/// Returns the measure with which a text begins.
fn measured(text: &str) -> Option<Measure> {
    let text = text.trim_start();
    let word = text
        .split(|letter: char| !letter.is_alphanumeric())
        .next()?;
    let mut all = Measure::ALL.into_iter();
    all.find(|measure| word == measure.word() || word == measure.singular())
}
