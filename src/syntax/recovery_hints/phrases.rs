//! Phrases of everyday English and of rulebooks, for which the language has a line of its own.
//!
//! Reports: E0101.

use super::punctuation::is_dice;
use super::{Broken, found_last, is_number, is_word};
use crate::grammar::Rule;
use sandtable_diagnostic::{Code, Diagnostic};

/// Verbs of a line such as `target loses 1 hit`: the line of the language, with `#` for the number and `@` for the unit.
const VERBS: [(&str, &str); 13] = [
    ("loses", "take # from @.TRACK"),
    ("suffers", "add # to @.TRACK"),
    ("gains", "add # to @.TRACK"),
    ("gets", "add # to @.TRACK"),
    ("takes", "add # to @.TRACK"),
    ("receives", "add # to @.TRACK"),
    ("becomes", "set @.TRACK to …"),
    ("dies", "destroy @"),
    ("rolls", "NAME = d6"),
    ("has", "if @.TRACK = #: …"),
    ("must", "needs …"),
    ("cannot", "needs not …"),
    ("wins", "end game won by @"),
];

impl Broken<'_> {
    /// The statement in which the line breaks off: the line, or what stands after its last colon before the place.
    fn statement(&self) -> Option<(usize, Vec<&str>)> {
        if self.rule != Rule::statement_line {
            return None;
        }
        let start = self.before().rfind(": ").map_or(0, |colon| colon + 2);
        let words = self.line.get(start..)?.split_whitespace();
        let words = words.map(|word| word.trim_end_matches([',', ':']));
        Some((start, words.filter(|word| !word.is_empty()).collect()))
    }

    /// `roll a d6:`, `once per turn for unit`, `the game is won by blue`, `target loses 1 hit`
    pub(super) fn everyday_phrase(&self) -> Option<Diagnostic> {
        let (start, words) = self.statement()?;
        let help = match words.as_slice() {
            ["roll", "a" | "an" | "one" | "the", die, ..] if is_dice(die) => rolled(die),
            ["roll", die, "twice" | "again" | "two", ..] if is_dice(die) => format!(
                "name each roll on a line of its own: `first = {die}` and `second = {die}`; if one \
                 die counts, write `best of 2d6` or `worst of 2d6`"
            ),
            ["roll", die] if is_dice(die) => rolled(die),
            ["once", "per" | "a", scope, "for", unit, ..] => {
                format!("write `once each {scope} for {unit}`, and the words of the refusal")
            }
            ["once", "per" | "a", scope, ..] => {
                format!("write `once each {scope} for UNIT`, and the words of the refusal")
            }
            ["end", "game", "if", ..] => {
                "put the condition first: `if …: end game`".to_owned()
            }
            ["end", "game", "won", "by", side, "if", ..] => {
                format!("put the condition first: `if …: end game won by {side}`")
            }
            ["end", "game", "won" | "shared", "by", _, _, ..] => {
                "for sides that win together, write `end game won by SIDE, SIDE` or `end game won by each side where …`"
                    .to_owned()
            }
            ["draw", n, "card" | "cards", "from", deck, rest @ ..] => {
                let rest: String = rest.iter().map(|word| format!(" {word}")).collect();
                let times = match *n {
                    "a" | "an" | "one" | "the" | "1" => String::new(),
                    "two" => "repeat 2 times: ".to_owned(),
                    n if is_number(n) => format!("repeat {n} times: "),
                    _ => "repeat N times: ".to_owned(),
                };
                format!("each draw names one card: `{times}draw card from {deck}{rest}`")
            }
            ["draw", card, "from", deck, "of" | "where" | "in", ..] => format!(
                "write `draw {card} from {deck} for SIDE`: a deck is that of a kind, and its top card is drawn"
            ),
            ["end", "game", side, "wins" | "won"] => format!("write `end game won by {side}`"),
            ["place", unit, "at" | "on" | "in", place] | ["move", unit, "to", place]
                if !is_number(unit) =>
            {
                format!("write `set {unit}.at to {place}`")
            }
            ["the", "game", rest @ ..]
            | ["game", rest @ ..]
            | ["end", "the", "game", rest @ ..]
            | ["won", rest @ ..] => victory(rest),
            ["end", "turn" | "phase" | "round" | "action" | "the", ..] => {
                "write `stop` to end the action, `done` to leave a repetition, `end game` to end the game"
                    .to_owned()
            }
            ["select" | "pick", what, ..] if !what.starts_with(['=', '(']) => {
                format!("write `choose {}`", self.behind_verb(start)?)
            }
            [side, "chooses" | "selects" | "picks", what, ..] => {
                format!("write `choose {what} by {side}`, with the kind of what is chosen: `choose {what}: KIND by {side}`")
            }
            ["otherwise", "if", ..] => "write `else if`".to_owned(),
            ["repeat", "while", ..] => {
                "write `repeat until not …, at most 20 times`: it repeats until a condition is met".to_owned()
            }
            ["result", "is", value, ..] => format!("delete `is`: `result {value}`"),
            ["all" | "every" | "everyone", _, ..] if self.line.contains(':') => {
                "write `each`, the name of the kind and a colon: `each squad:`, or `each foe: squad \
                 where …:`"
                    .to_owned()
            }
            ["create", name, "like", unit, "at", "most", most, ..] => {
                format!("say whose it is: `create {name} like {unit} for SIDE, at most {most}`")
            }
            ["create", name, "like", unit, "for", side] => format!(
                "say how many there can be: `create {name} like {unit} for {side}, at most 12`"
            ),
            ["create", name, "like", unit] => format!(
                "say whose it is and how many there can be: `create {name} like {unit} for SIDE, at \
                 most 12`"
            ),
            ["add" | "take", n, "per", of, ..] => {
                let verb = words.first().copied().unwrap_or_default();
                format!("multiply instead: `{verb} {n} * {of} …`")
            }
            [unit, verb, rest @ ..] => deed(unit, verb, rest)?,
            _ => return None,
        };
        let first = words.first().copied().unwrap_or_default();
        Some(self.phrase(start, first, &help))
    }

    /// The text behind the first word of the statement that begins at a byte, without a block.
    fn behind_verb(&self, start: usize) -> Option<&str> {
        let (_, rest) = self.line.get(start..)?.split_once(' ')?;
        Some(rest.trim_end().trim_end_matches(':'))
    }

    /// `set target.hits = 1`
    pub(super) fn sign_for_to(&self) -> Option<Diagnostic> {
        let (_, words) = self.statement()?;
        let is_it = words.first() == Some(&"set") && self.found() == "=" && self.wants("`to`");
        is_it.then(|| {
            self.misfit(self.at, "=", "write `to` instead of `=`")
                .instead("to")
        })
    }

    /// `add "1" to target.hits`
    pub(super) fn quoted_number(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..)?.strip_prefix('"')?;
        let (number, _) = rest.split_once('"')?;
        let is_value = self.rule == Rule::statement_line || self.wants("a value");
        (is_value && is_number(number)).then(|| {
            let help = format!("a number has no quotes: write `{number}`");
            let text = format!("\"{number}\"");
            self.misfit(self.at, &text, &help).instead(number)
        })
    }

    /// `+1 man has elite`
    pub(super) fn modifier_without_if(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_it = self.line.starts_with(['+', '-']) && self.wants("`per`") && is_word(found);
        is_it.then(|| {
            let bonus = self.before().trim_end();
            let help = format!(
                "write `if` before a condition, `{bonus} if {found} …`, or `per` before a number that multiplies it"
            );
            self.misfit(self.at, found, &help)
                .instead(format!("if {found}"))
                .instead(format!("per {found}"))
        })
    }

    /// `successes 5+ of 3d6`
    pub(super) fn count_before_dice(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..)?;
        let (number, behind) = rest.split_once('+')?;
        let die = behind
            .strip_prefix(" of ")
            .or(behind.strip_prefix(" in "))?;
        let die = die.split_whitespace().next()?;
        (is_number(number) && is_dice(die)).then(|| {
            let help = format!("write `count` after the dice: `{die} count {number}+`");
            self.misfit(self.at, number, &help)
        })
    }

    /// `3d6 count <= need`, `3d6 count at most 2`
    pub(super) fn count_by_a_bound(&self) -> Option<Diagnostic> {
        let (dice, behind) = self.before().trim_end().rsplit_once(" count")?;
        let bounded = behind.trim();
        // `count (2 if … otherwise 1) or less`
        if self.found() == "or" && bounded.starts_with('(') && bounded.ends_with(')') {
            let end = self.line.get(self.at..)?.split_whitespace().nth(1)?;
            let faces = match end.trim_end_matches([',', ':', ')']) {
                "less" | "fewer" => format!("below ({bounded} + 1)"),
                "more" | "higher" => format!("{bounded}+"),
                _ => return None,
            };
            return Some(self.misfit(self.at, "or", &format!("write `… count {faces}`")));
        }
        let mut next = self.line.get(self.at..)?.split_whitespace();
        let found = next.next()?;
        let order = match (behind.trim(), found) {
            ("", "<" | "<=" | ">" | ">=") => found,
            ("at", "most") => "<=",
            ("at", "least") => ">=",
            ("less" | "fewer", "than") => "<",
            ("more", "than") => ">",
            _ => return None,
        };
        let bound = next.next()?.trim_end_matches([':', ',', ')']);
        if next
            .next()
            .is_some_and(|more| matches!(more, "+" | "-" | "*" | "/"))
        {
            return None;
        }
        let faces = match (order, bound.parse::<u32>()) {
            ("<", Ok(number)) if number > 1 => format!("1-{}", number - 1),
            ("<=", Ok(number)) if number > 0 => format!("1-{number}"),
            ("<" | "<=", Ok(_)) => return None,
            (">=", Ok(number)) => format!("{number}+"),
            (_, Ok(number)) => format!("{}+", number.checked_add(1)?),
            ("<", Err(_)) => format!("below {bound}"),
            ("<=", Err(_)) => format!("below ({bound} + 1)"),
            (">=", Err(_)) => format!("{bound}+"),
            (_, Err(_)) => format!("({bound} + 1)+"),
        };
        let rolled = found_last(dice);
        let help = match is_dice(rolled) {
            true => format!("write `{rolled} count {faces}`"),
            false => format!("write `… count {faces}`"),
        };
        Some(self.misfit(self.at, found, &help))
    }

    /// `d%`
    pub(super) fn percentile_die(&self) -> Option<Diagnostic> {
        let is_it = self.found() == "%" && found_last(self.before()).trim_start_matches('(') == "d";
        is_it.then(|| {
            let help = "write `d100`";
            self.misfit(self.at - 1, "d%", help).instead("d100")
        })
    }

    /// `if men is at least 2:`
    pub(super) fn at_least_behind_is(&self) -> Option<Diagnostic> {
        let sign = match self.found() {
            "least" => ">=",
            "most" => "<=",
            _ => return None,
        };
        let before = self.before().trim_end().strip_suffix("at")?.trim_end();
        let value = before.strip_suffix("is").unwrap_or(before).trim_end();
        let end = self.line.get(self.at..)?.split_whitespace().nth(1)?;
        let help = format!(
            "write `{} {sign} {}`",
            found_last(value),
            end.trim_end_matches([':', ','])
        );
        Some(self.misfit(self.at, self.found(), &help))
    }

    /// `0..6 | 3` and `3 | 0..6` in a table
    pub(super) fn range_in_a_cell(&self) -> Option<Diagnostic> {
        if self.rule != Rule::table_line || !self.found().starts_with("..") {
            return None;
        }
        let before = self.before();
        let low = before.rsplit(['|', ' ']).next().unwrap_or_default();
        let behind = self.line.get(self.at + 2..)?;
        let high: String = behind.chars().take_while(char::is_ascii_digit).collect();
        if before.contains('|') {
            let help = "a cell has one result: write a number or a word, or put a roll into the rule that reads \
                        the table";
            return Some(self.misfit(self.at, "..", help));
        }
        let help = format!("write the values of a row as `{low}-{high}`");
        Some(self.misfit(self.at, "..", &help).instead("-"))
    }

    /// `table needed (range) -> 2..6:`
    pub(super) fn colon_behind_a_head(&self) -> Option<Diagnostic> {
        let is_it = self.rule == Rule::declaration_line
            && self.found() == ":"
            && self.at + 1 == self.line.trim_end().len()
            && self.wants("the end of the line");
        is_it.then(|| {
            let help = "delete it: what belongs to a declaration is indented below it";
            self.misfit(self.at, ":", help).instead("")
        })
    }

    /// A finding about a phrase that begins at a byte of the line.
    fn phrase(&self, start: usize, first: &str, help: &str) -> Diagnostic {
        let message = format!("a line of this block cannot begin with `{first}` like this");
        self.about(Code::UnexpectedText, start, first.len(), message)
            .help(help)
    }
}

fn rolled(die: &str) -> String {
    format!(
        "write `roll {die}` on a line of its own, and below it what the dice decide: `on 4+: …`; or name the roll, \
         `shown = {die}`, and compare it: `if shown >= 4: …`"
    )
}

/// The line that ends a game, for the words after `game`.
fn victory(words: &[&str]) -> String {
    let winner = words.iter().skip_while(|word| **word != "by").nth(1);
    match winner {
        Some(winner) => format!("write `end game won by {winner}`"),
        None => "write `end game`, or `end game won by SIDE`".to_owned(),
    }
}

/// The line for what a unit does: `target loses 1 hit`. `None` for other verbs.
fn deed(unit: &str, verb: &str, rest: &[&str]) -> Option<String> {
    let (_, line) = VERBS.iter().find(|(known, _)| *known == verb)?;
    let number = rest.first().filter(|word| is_number(word)).unwrap_or(&"1");
    let line = line.replace('#', number).replace('@', unit);
    Some(format!("write `{line}`"))
}
