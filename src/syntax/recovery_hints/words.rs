//! Words of other habits: keywords misspelt or of other languages, names that have a meaning of their own.
//!
//! Reports: E0101, E0102.

use super::{Broken, found_last, is_word};
use crate::ast::Measure;
use crate::grammar::{Rule, found};
use crate::keyword::{KEYWORDS, KeywordKind, beginnings, is_reserved, keywords};
use sandtable_diagnostic::{Code, Diagnostic, Fix, suggest};
use sandtable_source::Span;

/// First words of other languages, and of everyday English: what to write instead of them.
const STATEMENTS: [(&str, &str); 40] = [
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("unless", "write `if not …:`"),
    ("while", "write `repeat until …, at most 20 times`"),
    (
        "for",
        "write `each unit: KIND` for units, `count NAME from 1 to 6` for numbers, or `repeat 6 times`",
    ),
    (
        "foreach",
        "write `each unit: KIND` for units, `count NAME from 1 to 6` for numbers",
    ),
    ("loop", "write `repeat 6 times`"),
    (
        "goto",
        "carry out a rule by its name and brackets: `fire(unit, target)`; `next` goes on with the next round of a repetition, and `done` ends it",
    ),
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
        "write `done`, or put the condition into the repetition: `repeat until …, at most 20 times`",
    ),
    ("continue", "write `next`"),
    ("skip", "write `next` for the next round, or `nothing`"),
    ("pass", "write `nothing`"),
    (
        "end",
        "delete it: a block ends with its indentation; to end the game write `end game`",
    ),
    ("endif", "delete it: a block ends with its indentation"),
    ("let", "delete the word: `need = 4`"),
    ("var", "delete the word: `need = 4`"),
    ("increase", "write `add 1 to target.hits`"),
    ("gain", "write `add 1 to target.hits`"),
    ("decrease", "write `take 1 from target.hits`"),
    ("subtract", "write `take 1 from target.hits`"),
    ("deduct", "write `take 1 from target.hits`"),
    ("reduce", "write `take 1 from target.hits`"),
    (
        "remove",
        "write `take 1 from target.hits`, `destroy target`, or `remove card` for a card or a unit as a whole",
    ),
    ("lose", "write `take 1 from target.hits`"),
    ("kill", "write `destroy target`"),
    (
        "draw",
        "write `draw card from DECK for SIDE`, one card a line, or below `repeat 2 times`; without a deck `choose chit: KIND where not chit.drawn at random`",
    ),
    ("eliminate", "write `destroy target`"),
    ("print", "write `report …`"),
    ("show", "write `report …`"),
    ("call", "delete the word: `damage(target)`"),
    ("do", "delete the word: `damage(target)`"),
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
    (
        "type",
        "write `scale` for words in order, `words` for others, `kind` for units",
    ),
    ("enum", "write `words`, or `scale` for words in order"),
    ("dice", "write `die`"),
    ("chart", "write `table`"),
    ("test", "write `example`"),
    ("event", "write `trigger`"),
    ("when", "write `trigger NAME`, and `when …` below it"),
    (
        "import",
        "delete the line: all rule files of a folder form one ruleset",
    ),
    (
        "include",
        "delete the line: all rule files of a folder form one ruleset",
    ),
    ("const", "write `formula NAME = 4`"),
    (
        "variable",
        "for a value that changes during play, write a `track` in a kind",
    ),
    ("section", "start a heading with `#`"),
    ("chapter", "start a heading with `#`"),
    ("title", "write `ruleset NAME \"Title\"`"),
];

const PROCEDURES: &str =
    "write `formula` to calculate, `roll` to roll dice, `action` to change something";

const UNITS: &str =
    "write `kind` for the stats that such units share; put the units into a unit file (TOML)";

/// Words inside of a line: what was written, what goes there, and what to say.
const WORDS: [(&str, &str, &str); 15] = [
    ("else", "`otherwise`", "write `otherwise`"),
    ("if", "`when`", "write `when`"),
    ("then", "`:`", "write `:` instead of `then`"),
    ("do", "`:`", "write `:` instead of `do`"),
    ("to", "`..`", "write a range as `0..10`"),
    ("x", "an operator", "to multiply, write `*`"),
    ("X", "an operator", "to multiply, write `*`"),
    ("randomly", "`at random`", "write `at random`"),
    ("plus", "", "write `+`"),
    ("minus", "", "write `-`"),
    (
        "on",
        "`when`",
        "write `when` and the condition: `hit when d6 >= 4`",
    ),
    ("for", "`per`", "write `per`"),
    ("between", "", "compare both ends: `men >= 2 and men <= 4`"),
    (
        "round",
        "an operator",
        "write `rounded down`, `rounded up` or `rounded to nearest`",
    ),
    ("than", "", "write `>`, `<`, `>=` or `<=`"),
];

/// Other words for `the lower of` and `the higher of`.
const EXTREMES: [(&str, &str); 16] = [
    ("min", "lower"),
    ("max", "higher"),
    ("lower", "lower"),
    ("lowest", "lower"),
    ("lesser", "lower"),
    ("least", "lower"),
    ("smaller", "lower"),
    ("smallest", "lower"),
    ("minimum", "lower"),
    ("higher", "higher"),
    ("highest", "higher"),
    ("greater", "higher"),
    ("greatest", "higher"),
    ("larger", "higher"),
    ("largest", "higher"),
    ("maximum", "higher"),
];

impl Broken<'_> {
    /// Whether the first word is a name that is given a value, called or asked.
    fn begins_with_a_name(&self) -> bool {
        self.behind_first_word().starts_with(['=', '(', '.'])
    }

    /// `while …`, `function …`
    pub(super) fn other_first_word(&self) -> Option<Diagnostic> {
        let known: &[(&str, &str)] = if self.rule == Rule::declaration_line {
            &DECLARATIONS
        } else if self.rule == Rule::statement_line {
            &STATEMENTS
        } else {
            return None;
        };
        let first = self.first_word();
        let (_, help) = known.iter().find(|(word, _)| *word == first)?;
        if matches!(first, "elif" | "elseif" | "elsif") {
            return Some(self.no_line_begins_so().help(*help).instead("else if"));
        }
        (!self.begins_with_a_name()).then(|| self.no_line_begins_so().help(*help))
    }

    /// `else: subtract 1 from target.hits`, `remove 1 from target.hits`
    pub(super) fn other_first_word_inside(&self) -> Option<Diagnostic> {
        if self.rule != Rule::statement_line {
            return None;
        }
        let start = self.before().rfind(": ").map_or(0, |colon| colon + 2);
        let inside = self.line.get(start..)?;
        let first = found(inside);
        let (_, help) = STATEMENTS.iter().find(|(word, _)| *word == first)?;
        let behind = inside.get(first.len()..)?.trim_start();
        let goes_on = self.at > start && behind.starts_with(char::is_alphanumeric);
        goes_on.then(|| self.misfit(start, first, help))
    }

    fn no_line_begins_so(&self) -> Diagnostic {
        let first = self.first_word();
        let what = if self.rule == Rule::declaration_line {
            "declaration"
        } else {
            "line of this block"
        };
        let message = format!("no {what} starts with `{first}`");
        self.about(Code::UnknownDeclaration, 0, first.len(), message)
    }

    /// A line whose first word is nearly a keyword, or that begins with none although it must.
    pub(super) fn misspelt_first_word(&self) -> Option<Diagnostic> {
        let keywords = beginnings(self.rule);
        if keywords.is_empty() {
            return None;
        }
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
        if self.behind_first_word().starts_with("if ") {
            // `hit if d6 > 3` in a roll
            let help = format!(
                "write `{first} when …` for a result of a roll, and `if …: …` for a statement"
            );
            return Some(finding.help(help));
        }
        Some(match near {
            Some(name) => finding
                .help(format!("did you mean `{name}`?"))
                .instead(name),
            None if self.rule == Rule::declaration_line => {
                let start = Span::new(self.span.file, self.span.start, self.span.start);
                let is_prose = first.starts_with(char::is_uppercase);
                let help = format!(
                    "indent the lines of a declaration below it, and start a comment with `#`; \
                     declarations start with {}",
                    listed(&keywords)
                );
                finding.help(help).with_fix(match is_prose {
                    true => Fix::new("make it a comment", start, "# "),
                    false => Fix::new("indent it by 2 spaces", start, "  "),
                })
            }
            None => finding.help(format!("lines here start with {}", listed(&keywords))),
        })
    }

    /// `heads: reult 2`
    pub(super) fn misspelt_behind_a_colon(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let word = found_last(before);
        let start = before.len() - word.len();
        let is_statement = before.get(..start)?.trim_end().ends_with(':') && self.wants("`=`");
        let keywords = keywords(KeywordKind::Statement);
        let near = suggest::nearest(word, keywords).filter(|near| *near != word && is_statement)?;
        let message = format!("`{word}` has no effect here");
        let finding = self.about(Code::UnexpectedText, start, word.len(), message);
        Some(
            finding
                .help(format!("did you mean `{near}`?"))
                .instead(near),
        )
    }

    /// `else target.hits > 2: …`
    pub(super) fn else_with_condition(&self) -> Option<Diagnostic> {
        let has_condition = self.first_word() == "else"
            && self.behind_first_word().contains(':')
            && !self.behind_first_word().starts_with([':', 'i']);
        has_condition.then(|| {
            let message = "`else` takes no condition".to_owned();
            self.about(Code::UnexpectedText, 0, "else".len(), message)
                .help("write `else if …:` for another condition, `else:` for the rest")
        })
    }

    /// `if …: stop else: …`
    pub(super) fn else_behind_a_statement(&self) -> Option<Diagnostic> {
        let is_behind = self.rule == Rule::statement_line
            && self.found() == "else"
            && self.before().contains(':');
        is_behind.then(|| {
            let help = "write `else:` on a line of its own, as far indented as its `if`";
            self.misfit(self.at, "else", help)
        })
    }

    /// `= if … then 1 else 2`
    pub(super) fn condition_first(&self) -> Option<Diagnostic> {
        (self.found() == "if" && self.wants("a value")).then(|| {
            let help = "write the value before its condition: `2 if unit.men > 4 otherwise 1`";
            self.misfit(self.at, "if", help)
        })
    }

    /// `AND` for `and`
    pub(super) fn capitals(&self) -> Option<Diagnostic> {
        let small = self.found().to_lowercase();
        let mut inside = KEYWORDS
            .iter()
            .filter(|keyword| keyword.is_reserved() || keyword.is(KeywordKind::Clause))
            .map(|keyword| keyword.word)
            .chain(Measure::ALL.map(Measure::word));
        let is_capital = small != self.found() && inside.any(|word| word == small);
        is_capital.then(|| {
            let help = format!("write `{small}`, in small letters");
            self.misfit(self.at, self.found(), &help).instead(small)
        })
    }

    /// `roll panic -> yes, no`, and its line `yes when …`
    pub(super) fn outcome_of_reserved_words(&self) -> Option<Diagnostic> {
        let is_head = self.rule == Rule::declaration_line && self.found() == ",";
        let is_line = self.rule == Rule::statement_line && self.at == 0;
        let word = match (is_head, is_line) {
            (true, _) => found_last(self.before()),
            (_, true) => self.found(),
            _ => return None,
        };
        let start = self.line.find(word)?;
        matches!(word, "yes" | "no").then(|| {
            let message = format!("`{word}` cannot be an outcome: it is a keyword");
            self.about(Code::UnexpectedText, start, word.len(), message)
                .help(
                    "choose other words: `-> passed, failed`; or write `-> yes or no`, and `result \
                    yes` in the roll",
                )
        })
    }

    /// `has = 4`
    pub(super) fn reserved(&self) -> Option<Diagnostic> {
        let found = self.found();
        let behind = self.line.get(self.at + found.len()..)?.trim_start();
        let is_kept = self.rule == Rule::statement_line
            && self.at == 0
            && behind.starts_with('=')
            && !behind.starts_with("==");
        let is_name = self.wants("a name") && !self.wants("a value");
        (is_reserved(found) && (is_kept || is_name)).then(|| {
            let message = format!("`{found}` cannot be a name: it is a keyword");
            self.about(Code::UnexpectedText, self.at, found.len(), message)
                .help("choose another name")
        })
    }

    /// `the lower of a and b + 1`, `2 + the lower of a and b`, `the smaller of a and b`
    pub(super) fn extreme_of_two(&self) -> Option<Diagnostic> {
        let found = self.found();
        let before = self.before().trim_end();
        let word = |text: &str| {
            let known = EXTREMES.iter().find(|(other, _)| *other == text)?;
            Some(known.1)
        };
        let outer = before.strip_suffix("the").unwrap_or(before);
        if outer != before && matches!(found, "lower" | "higher") {
            let help = format!("put it in brackets inside a sum: `… + (the {found} of A and B)`");
            return Some(self.misfit(outer.len(), "the", &help));
        }
        let other = match found {
            "of" => word(found_last(before)),
            "and" => before
                .rsplit_once(" of ")
                .and_then(|(front, _)| word(found_last(front))),
            _ if outer != before => word(found),
            _ => None,
        };
        if let Some(word) = other.filter(|_| !self.wants("`and`")) {
            let help = format!("for two values, write `the {word} of A and B`");
            return Some(self.misfit(self.at, found, &help));
        }
        let (_, two) = before
            .rsplit_once("the lower of ")
            .or_else(|| before.rsplit_once("the higher of "))?;
        if two.matches('(').count() != two.matches(')').count() || self.wants("a value") {
            return None;
        }
        let help = match found {
            "," if !two.contains(" and ") => "write `and` between the two: `the lower of A and B`",
            "," | "and" => "for three, write `the lower of A and (the lower of B and C)`",
            "+" | "-" | "*" | "/" | "raised" | "lowered" | "limited" | "rounded" => {
                "add brackets: `(the lower of A and B) + 1` or `the lower of A and (B + 1)`"
            }
            _ => return None,
        };
        Some(self.misfit(self.at, found, help))
    }

    /// `a mod b`, `remainder of a by b`, `remainder of a / b * 2`
    pub(super) fn remainder(&self) -> Option<Diagnostic> {
        let found = self.found();
        if matches!(found, "mod" | "modulo") && !self.before().trim_end().is_empty() {
            let help = "write `remainder of A / B`";
            return Some(self.misfit(self.at, found, help));
        }
        let (_, two) = self.before().rsplit_once("remainder of ")?;
        if two.matches('(').count() != two.matches(')').count() {
            return None;
        }
        let help = match (found, two.contains('/')) {
            ("*" | "/", true) => {
                "add brackets: `(remainder of A / B) * 2` or `remainder of A / (B * 2)`"
            }
            ("rounded", true) => "delete the rounding: a remainder is a whole number",
            ("by" | "divided" | "and" | "modulo", false) => {
                "write a `/` between the two: `remainder of A / B`"
            }
            ("+" | "-" | "*", false) => {
                "put the calculation into brackets: `remainder of (A + 1) / B`"
            }
            _ => return None,
        };
        Some(self.misfit(self.at, found, help))
    }

    /// `hits at least 0` for a number that is held there; `count of 5+ in 6d6`
    pub(super) fn said_otherwise(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let mut words = rest.split_whitespace();
        let mut word = || Some(words.next()?.trim_end_matches([':', ',', ')']));
        let three = [word()?, word()?, word()?];
        let help = match three {
            ["at", "least", end] => {
                format!(
                    "limit a number with `… limited to {end}..`; write a condition as `… >= {end}`"
                )
            }
            ["at", "most", end] => {
                format!(
                    "limit a number with `… limited to ..{end}`; write a condition as `… <= {end}`"
                )
            }
            ["of", shown, "in"] if matches!(found_last(self.before()), "count" | "number") => {
                format!("write `count` after the dice: `6d6 count {shown}`")
            }
            _ => return None,
        };
        let [first, ..] = three;
        Some(self.misfit(self.at, first, &help))
    }

    /// `then`, `x`, `else` inside of a line; `damage target` for `damage(target)`
    pub(super) fn other_word(&self) -> Option<Diagnostic> {
        let found = self.found();
        let known = WORDS
            .iter()
            .find(|(word, place, _)| *word == found && (place.is_empty() || self.wants(place)));
        if let Some((_, _, help)) = known {
            let finding = self.replaced(self.at, found, help);
            return Some(match found {
                "x" | "X" => finding.instead("*"),
                _ => finding,
            });
        }
        let is_call = self.rule == Rule::statement_line
            && is_word(found)
            && self.before().trim_end() == self.first_word()
            && self.wants("`(`");
        is_call.then(|| {
            let name = self.first_word();
            let help = format!(
                "call an action with brackets: `{name}({found})`; name a value with `=`: `{name} = \
                {found}`"
            );
            self.misfit(self.at, found, &help)
        })
    }
}

/// `` `roll`, `action` ``
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}
