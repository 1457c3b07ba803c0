//! What the author of a broken line meant: slips that have a cure of their own.
//!
//! Asked only once the grammar has refused a line. What is found here is said instead of "expected …".
//!
//! Reports: E0101, E0102, E0107.

use super::grammar::{Rule, beginnings, found};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::source::Span;

/// A line that the grammar refuses.
pub(super) struct Broken<'l> {
    /// What the line was read as.
    pub(super) rule: Rule,
    pub(super) line: &'l str,
    /// Where the line stands in its file.
    pub(super) span: Span,
    /// The byte of the line at which it does not go on.
    pub(super) at: usize,
    /// What could have followed, in words.
    pub(super) wanted: &'l [String],
}

/// The slip, if it is a known one.
pub(super) fn slip<'l>(broken: &Broken<'l>) -> Option<Diagnostic> {
    let looks: [fn(&Broken<'l>) -> Option<Diagnostic>; 19] = [
        Broken::ruled_off,
        Broken::remark,
        Broken::other_first_word,
        Broken::misspelt_first_word,
        Broken::else_with_condition,
        Broken::endless,
        Broken::sum_into_track,
        Broken::colon_too_many,
        Broken::not_whole,
        Broken::dice,
        Broken::foreign_mark,
        Broken::torn_sign,
        Broken::letters_of_a_name,
        Broken::quotes_inside,
        Broken::head_out_of_order,
        Broken::reserved,
        Broken::other_word,
        Broken::colon_missing,
        Broken::comma_missing,
    ];
    looks.iter().find_map(|look| look(broken))
}

/// First words of other languages, and of everyday English: what to write instead of them.
const STATEMENTS: [(&str, &str); 34] = [
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("unless", "write `if not …:`"),
    ("while", "write `repeat until …, at most 20 times`"),
    ("for", "write `count NAME from 1 to 6`, or `repeat 6 times`"),
    (
        "foreach",
        "write `count NAME from 1 to 6`, or `repeat 6 times`",
    ),
    ("loop", "write `repeat 6 times`"),
    (
        "switch",
        "write `depending on …`, and below it a line for each value",
    ),
    (
        "match",
        "write `depending on …`, and below it a line for each value",
    ),
    (
        "case",
        "write `depending on …`, and below it a line for each value",
    ),
    ("return", "write `result …`"),
    ("returns", "write `result …`"),
    ("exit", "write `stop`"),
    (
        "break",
        "write the condition into the repetition: `repeat until …, at most 20 times`",
    ),
    ("end", "delete it: a block ends where the indentation does"),
    (
        "endif",
        "delete it: a block ends where the indentation does",
    ),
    ("let", "leave the word out: `need = 4`"),
    ("var", "leave the word out: `need = 4`"),
    ("increase", "write `add 1 to target.hits`"),
    ("gain", "write `add 1 to target.hits`"),
    ("decrease", "write `take 1 from target.hits`"),
    ("reduce", "write `take 1 from target.hits`"),
    (
        "remove",
        "write `take 1 from target.hits`, or `destroy target`",
    ),
    ("lose", "write `take 1 from target.hits`"),
    ("kill", "write `destroy target`"),
    ("eliminate", "write `destroy target`"),
    ("print", "write `report …`"),
    ("show", "write `report …`"),
    (
        "roll",
        "write `throw` for a die of your own, and `2d6` where the number is wanted",
    ),
    ("call", "leave the word out: `damage(target)`"),
    ("do", "leave the word out: `damage(target)`"),
    ("require", "write `needs …`"),
    ("requires", "write `needs …`"),
];

/// The same at the left edge.
const DECLARATIONS: [(&str, &str); 22] = [
    ("function", PROCEDURES),
    ("def", PROCEDURES),
    ("procedure", PROCEDURES),
    ("rule", PROCEDURES),
    ("unit", UNITS),
    ("weapon", UNITS),
    ("model", UNITS),
    ("class", UNITS),
    ("type", "write `scale` for words in order, `kind` for units"),
    ("enum", "write `scale` for words in order"),
    ("dice", "write `die`"),
    ("chart", "write `table`"),
    ("test", "write `example`"),
    ("event", "write `trigger`"),
    ("when", "write `trigger NAME`, and `when …` below it"),
    (
        "import",
        "leave the line out: all rule files of one folder are one ruleset",
    ),
    (
        "include",
        "leave the line out: all rule files of one folder are one ruleset",
    ),
    ("const", "write `formula NAME = 4`"),
    (
        "variable",
        "what changes during play is a `track` of a kind",
    ),
    ("section", "a heading for readers begins with `#`"),
    ("chapter", "a heading for readers begins with `#`"),
    ("title", "write `ruleset NAME \"Title\"`"),
];

const PROCEDURES: &str = "write `formula` for what is only worked out, `roll` for what throws dice, `action` for what changes something";
const UNITS: &str =
    "write `kind` for what all such units say; the units themselves stand in a unit file (TOML)";

/// Marks of other languages: what to write instead of them. Longer ones first.
const MARKS: [(&str, &str); 22] = [
    ("...", "a range has two dots: `0..10`"),
    (
        "==",
        "write `=` between numbers, `is` before a word: `armour is H`",
    ),
    (
        "=>",
        "write `>=` for \"at least\", `->` in front of a result",
    ),
    ("=<", "write `<=`"),
    ("<>", "write `!=`"),
    (":=", "write `=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("//", "a remark begins with `#`"),
    ("/*", "a remark begins with `#`"),
    ("&", "write `and`"),
    ("!", "write `not`"),
    (";", "delete it: a line ends by itself"),
    (
        "{",
        "delete it: indentation alone shows what belongs together",
    ),
    (
        "}",
        "delete it: indentation alone shows what belongs together",
    ),
    ("'", "write `\"`"),
    ("`", "write `\"` around titles, nothing around names"),
    ("½", HALVES),
    ("¼", HALVES),
    ("¾", HALVES),
    ("$", "delete it: a name has letters, digits and hyphens"),
    ("@", "delete it: a name has letters, digits and hyphens"),
];

const HALVES: &str = "numbers are whole: count in halves, or divide: `/ 2 rounded down`";

/// Words inside of a line: what was written, what goes there, and what to say.
const WORDS: [(&str, &str, &str); 10] = [
    ("else", "`otherwise`", "write `otherwise`"),
    ("if", "`when`", "write `when`"),
    ("then", "`:`", "write `:` instead of `then`"),
    ("do", "`:`", "write `:` instead of `do`"),
    ("to", "`..`", "a range is written `0..10`"),
    ("x", "an operator", "write `*` for times"),
    ("X", "an operator", "write `*` for times"),
    ("plus", "an operator", "write `+`"),
    ("minus", "an operator", "write `-`"),
    ("than", "", "write `>`, `<`, `>=` or `<=`"),
];

/// Words that cannot be names.
const RESERVED: [&str; 14] = [
    "if",
    "otherwise",
    "else",
    "and",
    "or",
    "not",
    "is",
    "has",
    "meets",
    "throw",
    "yes",
    "no",
    "none",
    "any",
];

impl Broken<'_> {
    fn found(&self) -> &str {
        found(self.line.get(self.at..).unwrap_or_default())
    }

    fn first_word(&self) -> &str {
        found(self.line)
    }

    /// The text behind the first word.
    fn behind_first_word(&self) -> &str {
        let behind = self.line.get(self.first_word().len()..);
        behind.unwrap_or_default().trim_start()
    }

    fn before(&self) -> &str {
        self.line.get(..self.at).unwrap_or_default()
    }

    fn wants(&self, word: &str) -> bool {
        self.wanted.iter().any(|wanted| wanted == word)
    }

    /// A finding about some bytes of the line.
    fn about(&self, code: Code, start: usize, length: usize, message: String) -> Diagnostic {
        let start = self.span.start + start;
        Diagnostic::new(code, message).label(Span::new(self.span.file, start, start + length), "")
    }

    fn misfit(&self, start: usize, text: &str, help: &str) -> Diagnostic {
        let message = format!("`{text}` does not fit here");
        self.about(Code::UnexpectedText, start, text.len(), message)
            .help(help)
    }

    /// `---|---` below the header of a table, as in Markdown
    fn ruled_off(&self) -> Option<Diagnostic> {
        let is_rule =
            self.line.contains("--") && self.line.chars().all(|letter| "-|:+= ".contains(letter));
        is_rule.then(|| {
            self.about(
                Code::UnexpectedText,
                0,
                self.line.len(),
                "a row of dashes says nothing".to_owned(),
            )
            .help("take the line out: the first row of a table is its header")
        })
    }

    /// `// remark`, `-- remark`, `**Heading**`, `* bullet`
    fn remark(&self) -> Option<Diagnostic> {
        let mark = ["//", "/*", "--", "**", "* ", "- ", "> "]
            .into_iter()
            .find(|mark| self.line.starts_with(mark))?;
        let is_sign = mark == "- " && self.rule == Rule::modifier_line;
        let is_cell = matches!(self.rule, Rule::table_line | Rule::arm_line);
        let text = mark.trim_end();
        let help = if text.len() == 1 {
            "delete it if it is a bullet; a remark for readers begins with `#`"
        } else {
            "a remark for readers begins with `#`"
        };
        (!is_sign && !is_cell).then(|| {
            let message = format!("no line begins with `{text}`");
            self.about(Code::UnexpectedText, 0, text.len(), message)
                .help(help)
        })
    }

    /// Whether the first word is a name that is given a value, called or asked.
    fn begins_with_a_name(&self) -> bool {
        self.behind_first_word().starts_with(['=', '(', '.'])
    }

    /// `while …`, `function …`
    fn other_first_word(&self) -> Option<Diagnostic> {
        let known: &[(&str, &str)] = if self.rule == Rule::declaration_line {
            &DECLARATIONS
        } else if self.rule == Rule::statement_line {
            &STATEMENTS
        } else {
            return None;
        };
        let first = self.first_word();
        let (_, help) = known.iter().find(|(word, _)| *word == first)?;
        (!self.begins_with_a_name()).then(|| self.no_line_begins_so().help(*help))
    }

    fn no_line_begins_so(&self) -> Diagnostic {
        let first = self.first_word();
        let what = if self.rule == Rule::declaration_line {
            "declaration"
        } else {
            "line of this block"
        };
        let message = format!("no {what} begins with `{first}`");
        self.about(Code::UnknownDeclaration, 0, first.len(), message)
    }

    /// A line whose first word is nearly a keyword, or that begins with none although it must.
    fn misspelt_first_word(&self) -> Option<Diagnostic> {
        let keywords = beginnings(self.rule)?;
        let first = self.first_word();
        let must = matches!(
            self.rule,
            Rule::declaration_line | Rule::example_line | Rule::trigger_line
        );
        let near = suggest::nearest(first, keywords.iter().copied());
        let may_be_a_name = !must && (near.is_none() || self.at == 0 || self.begins_with_a_name());
        if keywords.contains(&first) || may_be_a_name {
            return None;
        }
        let finding = self.no_line_begins_so();
        Some(match near {
            Some(name) => finding.help(format!("did you mean `{name}`?")),
            None if self.rule == Rule::declaration_line => finding.help(format!(
                "what belongs to a declaration is indented below it, a remark begins with `#`; declarations begin with {}",
                listed(keywords)
            )),
            None => finding.help(format!("lines here begin with {}", listed(keywords))),
        })
    }

    /// `else target.hits > 2: …`
    fn else_with_condition(&self) -> Option<Diagnostic> {
        let has_condition = self.first_word() == "else"
            && self.behind_first_word().contains(':')
            && !self.behind_first_word().starts_with([':', 'i']);
        has_condition.then(|| {
            let message = "`else` takes no condition".to_owned();
            self.about(Code::UnexpectedText, 0, "else".len(), message)
                .help("write `else if …:` for a further question, `else:` for all the rest")
        })
    }

    /// `repeat until …` without its limit
    fn endless(&self) -> Option<Diagnostic> {
        let is_endless = self.first_word() == "repeat"
            && found(self.behind_first_word()) == "until"
            && !self.line.contains("at most")
            && self.found().is_empty();
        is_endless.then(|| {
            let message = "this repetition says no limit".to_owned();
            self.about(Code::UnexpectedText, 0, self.line.len(), message)
                .help("write how often at most behind the condition: `, at most 20 times`")
        })
    }

    /// `target.hits += 1`, `target.hits = 2`
    fn sum_into_track(&self) -> Option<Diagnostic> {
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
            _ if is_track && behind.starts_with('=') => {
                format!("write `add 1 to {place}`, or `set {place} to …`")
            }
            _ => return None,
        };
        Some(
            self.about(
                Code::UnexpectedText,
                0,
                place.len(),
                format!("`{place}` is not changed like this"),
            )
            .help(help),
        )
    }

    /// `run: to-hit`, `need: 4`
    fn colon_too_many(&self) -> Option<Diagnostic> {
        if self.found() != ":" {
            return None;
        }
        let word = self.before().trim_end();
        if beginnings(self.rule).is_some_and(|keywords| keywords.contains(&word)) {
            let message = format!("no `:` follows `{word}`");
            let finding = self.about(Code::UnexpectedText, self.at, 1, message);
            return Some(finding.help("delete it"));
        }
        let help = format!("a value is kept with `=`: `{word} = …`");
        (self.wants("`=`") && self.rule == Rule::statement_line)
            .then(|| self.misfit(self.at, ":", &help))
    }

    /// `1.5`, `2,5`
    fn not_whole(&self) -> Option<Diagnostic> {
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
        let message = format!("numbers are whole, `{text}` is not");
        Some(
            self.about(Code::UnexpectedText, start, text.len(), message)
                .help("count in halves or tenths, or divide: `3 / 2 rounded down`"),
        )
    }

    /// `1D6`, `d 6`, `2 d6`
    fn dice(&self) -> Option<Diagnostic> {
        let found = self.found();
        if found.contains('D') && is_dice(&found.to_lowercase()) {
            let help = format!(
                "dice are written with a small letter: `{}`",
                found.to_lowercase()
            );
            return Some(self.misfit(self.at, found, &help));
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
            let message = "dice are written without a blank".to_owned();
            self.about(
                Code::UnexpectedText,
                start,
                self.at + found.len() - start,
                message,
            )
            .help(format!("write `{whole}`"))
        })
    }

    /// `&&`, `==`, `%`
    fn foreign_mark(&self) -> Option<Diagnostic> {
        let is_at = |mark: &str| {
            (0..mark.len()).find_map(|back| {
                let start = self.at.checked_sub(back)?;
                let rest = self.line.get(start..)?;
                rest.starts_with(mark).then_some(start)
            })
        };
        if self.found() == "%" {
            let help = if self.first_word() == "odds" {
                "a chance is a fraction: `1/2`"
            } else {
                "leave it out and write the number alone: `d100 <= 35`"
            };
            return Some(self.misfit(self.at, "%", help));
        }
        if self.rule == Rule::table_line && matches!(self.found(), ">" | "<" | ">=" | "<=") {
            let help = "write `5+` or `5 or more`, and `4 or less`";
            return Some(self.misfit(self.at, self.found(), help));
        }
        let ends_in_a_stop = self.found().is_empty() && self.line.ends_with('.');
        if ends_in_a_stop && !self.line.ends_with("..") {
            let help = "delete it: a line has no full stop at its end";
            return Some(self.misfit(self.line.len() - 1, ".", help));
        }
        MARKS.iter().find_map(|(mark, help)| {
            let start = is_at(mark)?;
            Some(self.misfit(start, mark, help))
        })
    }

    /// `+ 1` for `+1`
    fn torn_sign(&self) -> Option<Diagnostic> {
        let sign = self
            .line
            .get(..1)
            .filter(|sign| matches!(*sign, "+" | "-"))?;
        let number = found(self.behind_first_word());
        let is_torn = self.rule == Rule::modifier_line && is_number(number);
        is_torn.then(|| {
            let length = self.line.find(number).unwrap_or(0) + number.len();
            let message = "a blank between the sign and the number".to_owned();
            self.about(Code::UnexpectedText, 0, length, message)
                .help(format!("write `{sign}{number}`"))
        })
    }

    /// `damage_cubes`, `größe`, `armour-1`
    fn letters_of_a_name(&self) -> Option<Diagnostic> {
        let (start, token) = self.token();
        let is_name = token.chars().any(char::is_alphabetic);
        if is_name && token.contains('_') {
            let message = "a name has no `_`".to_owned();
            let help = format!("write `{}`", token.replace('_', "-").to_lowercase());
            let finding = self.about(Code::UnexpectedText, start, token.len(), message);
            return Some(finding.help(help));
        }
        if is_name && !token.is_ascii() {
            let message = "a name has only the letters a to z".to_owned();
            let help = format!(
                "write `{}`; a title in quotes may have any letters",
                plain(token)
            );
            let finding = self.about(Code::UnexpectedText, start, token.len(), message);
            return Some(finding.help(help));
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
                "a digit does not follow a hyphen in a name: write `{name}{number}`"
            ))
        })
    }

    /// The word around the place, with all letters that people use in names; where it begins.
    fn token(&self) -> (usize, &str) {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        let before = self.before();
        let start = before.trim_end_matches(is_part).len();
        let rest = self.line.get(start..).unwrap_or_default();
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        (start, rest.get(..end).unwrap_or_default())
    }

    /// `"The "old" guard"`
    fn quotes_inside(&self) -> Option<Diagnostic> {
        let is_inside = self.before().ends_with('"') && is_word(self.found());
        is_inside.then(|| {
            let message = "a title has no double quotes inside".to_owned();
            self.about(Code::UnexpectedText, self.at, self.found().len(), message)
                .help("use single quotes inside of it: `\"The 'old' guard\"`")
        })
    }

    /// `roll to hit`, `kind squad Rifle squad`, `kind squad [3.1] "Squad"`
    fn head_out_of_order(&self) -> Option<Diagnostic> {
        if self.rule != Rule::declaration_line {
            return None;
        }
        let found = self.found();
        if matches!(found, "\"" | "(" | "[" | "->") {
            let help = "the order is: name, \"title\", (parameters), -> result, [citations]";
            return Some(self.misfit(self.at, found, help));
        }
        if !is_word(found) || !self.wants("`(`") {
            return None;
        }
        let rest = self.line.get(self.at..).unwrap_or_default();
        let end = rest.find(|letter: char| !is_part_of_words(letter));
        let words = rest.get(..end.unwrap_or(rest.len()))?.trim_end();
        let words = words.trim_end_matches([' ', '-']);
        let help = if words.starts_with(char::is_uppercase) {
            format!("a title stands in quotes: `\"{words}\"`")
        } else {
            let name = found_last(self.before());
            let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
            format!(
                "the words of a name are joined by hyphens: `{name}-{joined}`; a title stands in quotes"
            )
        };
        Some(self.misfit(self.at, words, &help))
    }

    /// `has = 4`
    fn reserved(&self) -> Option<Diagnostic> {
        let found = self.found();
        let behind = self.line.get(self.at + found.len()..)?.trim_start();
        let is_kept = self.rule == Rule::statement_line
            && self.at == 0
            && behind.starts_with('=')
            && !behind.starts_with("==");
        let is_name = self.wants("a name") && !self.wants("a value");
        (RESERVED.contains(&found) && (is_kept || is_name)).then(|| {
            let message = format!("`{found}` cannot be a name: it has a meaning of its own");
            self.about(Code::UnexpectedText, self.at, found.len(), message)
                .help("choose another name")
        })
    }

    /// `then`, `x`, `else` inside of a line; `damage target` for `damage(target)`
    fn other_word(&self) -> Option<Diagnostic> {
        let found = self.found();
        let known = WORDS
            .iter()
            .find(|(word, place, _)| *word == found && (place.is_empty() || self.wants(place)));
        if let Some((_, _, help)) = known {
            return Some(self.misfit(self.at, found, help));
        }
        let is_call = self.rule == Rule::statement_line
            && is_word(found)
            && self.before().trim_end() == self.first_word()
            && self.wants("`(`");
        is_call.then(|| {
            let name = self.first_word();
            let help = format!("an action is called with brackets: `{name}({found})`; a value is kept with `=`: `{name} = {found}`");
            self.misfit(self.at, found, &help)
        })
    }

    fn colon_missing(&self) -> Option<Diagnostic> {
        let found = self.found();
        let behind = self.line.get(self.at + found.len()..)?.trim_start();
        let is_comma = self.wants("`,`") && behind.starts_with(':');
        if !self.wants("`:`") || is_comma || self.rule == Rule::table_line {
            return None;
        }
        let (message, label) = if found.is_empty() {
            (
                "a `:` is missing at the end of the line".to_owned(),
                "behind this",
            )
        } else {
            (format!("a `:` is missing before `{found}`"), "before this")
        };
        let place = match found.len() {
            0 => self.span.end..self.span.end,
            length => self.span.start + self.at..self.span.start + self.at + length,
        };
        Some(
            Diagnostic::new(Code::MissingColon, message)
                .label(Span::new(self.span.file, place.start, place.end), label)
                .help(if found.is_empty() {
                    "write it there: what follows stands below, or behind it"
                } else {
                    "write a `:` in front of what follows"
                }),
        )
    }

    fn comma_missing(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_missing = self.wants("`,`") && is_word(found);
        let near = suggest::nearest(found, self.wanted.iter().map(|word| word.trim_matches('`')));
        (is_missing && near.is_none()).then(|| {
            let message = format!("a `,` is missing before `{found}`");
            self.about(Code::UnexpectedText, self.at, found.len(), message)
                .help("write a `,` between the two")
        })
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

fn is_part_of_words(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'')
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `d6`, `2d6`
fn is_dice(text: &str) -> bool {
    text.split_once('d')
        .is_some_and(|(count, sides)| (count.is_empty() || is_number(count)) && is_number(sides))
}

/// The last word of a text.
fn found_last(text: &str) -> &str {
    text.split_whitespace().next_back().unwrap_or_default()
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

/// `` `roll`, `action` ``
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}
