//! Results and the conditions of rules: `the result is 3`, `this needs a target within range`.

use super::english::{tidy, upper_first};
use super::speaker::Speaker;
use super::statement::{Act, cited};
use super::text::{Block, Item};
use sandtable_model::{Expr, Statement, TrackRead, Type};

/// Returns what a condition adds to its reason in the players' words, if it begins with the same: `there is a line of sight, …`.
fn same_thing<'c>(why: &str, condition: &'c str) -> Option<&'c str> {
    let plain = condition.strip_prefix("there is ").unwrap_or(condition);
    let rest = plain.strip_prefix(why)?;
    (rest.is_empty() || rest.starts_with(',')).then_some(rest)
}

impl Speaker<'_> {
    pub(super) fn result_act(&mut self, value: &Expr) -> Act {
        if matches!(value.ty, Type::Flag) {
            return Act::plain(self.flag_result(value));
        }
        if let Some(rolled) = self.rolled(value) {
            return Act::plain(format!("{rolled}; this is the result"));
        }
        let text = self.value_words(value);
        let text = match text.strip_prefix("the result o") {
            Some(rest) => format!("that o{rest}"),
            None => text,
        };
        Act::plain(format!("the result is {text}"))
    }

    /// `it is so if …`
    fn flag_result(&mut self, value: &Expr) -> String {
        match value.literal() {
            Some(0) => "it is not so".to_owned(),
            Some(_) => "it is so".to_owned(),
            None => format!("it is so if {}", self.clause(value, false)),
        }
    }

    /// Conditions without which it is not allowed.
    pub(super) fn needs(&mut self, block: &[Statement], n: usize) -> Act {
        let lines = block.iter().take(n).map(|statement| {
            let why = statement.requirement().unwrap_or_default();
            let text = if let Some(condition) = statement.needs() {
                let condition = self.clause(condition, false);
                let why = tidy(why);
                match same_thing(&why, &condition) {
                    Some(rest) => format!("{why}{rest}"),
                    None => format!("{why}: {condition}"),
                }
            } else if let Some(mark) = statement.mark() {
                self.once(&mark, why)
            } else {
                String::new()
            };
            format!("{text}{}", cited(&statement.citations))
        });
        let lines: Vec<String> = lines.collect();
        if let [only] = lines.as_slice() {
            return Act {
                text: format!("this needs {only}"),
                blocks: Vec::new(),
                is_needs: true,
            };
        }
        let items = lines.into_iter().map(|line| Item::line(format!("{line}.")));
        Act {
            text: "this needs all of the following".to_owned(),
            blocks: vec![Block::bullets(items.collect())],
            is_needs: true,
        }
    }

    fn once(&mut self, mark: &TrackRead<'_>, why: &str) -> String {
        let unit = self.value_words(mark.unit);
        let index = mark.index.map(|index| self.value_words(index));
        let index = index.map_or_else(String::new, |index| format!(" and {index}"));
        let name = self.book.track_name(mark.track);
        let time = name.strip_prefix("once each ").unwrap_or(name);
        let time = time.split(" (").next().unwrap_or_default();
        let time = self.time(time);
        let why = if why.starts_with("not done yet") {
            String::new()
        } else {
            format!("{}: ", tidy(why))
        };
        format!("{why}it has not been done for {unit}{index} in the same {time}")
    }

    /// The title of a sequence or phase.
    pub(super) fn time(&self, name: &str) -> String {
        let procedures = self.book.procedures.iter().map(|known| &known.naming);
        let phases = self.book.phases().map(|(_, naming)| naming);
        let mut all = procedures.chain(phases);
        let found = all.find(|naming| naming.name == name && naming.title.is_some());
        found.map_or_else(
            || super::english::humanise(name),
            |naming| self.title_noun(naming),
        )
    }

    pub(super) fn outcomes(&mut self, block: &[Statement], n: usize) -> Act {
        let items = block.iter().take(n).map(|statement| {
            let outcome = statement.outcome_list().zip(statement.outcome());
            let text = outcome.map_or_else(String::new, |(words, (value, when))| {
                let word = self.constant(value, Type::Words(words));
                let when = when.map(|when| self.clause(when, false));
                match when {
                    Some(when) => format!("{word}, if {when}"),
                    None => format!("{word} in every other case"),
                }
            });
            let cited = cited(&statement.citations);
            Item::line(format!("{}{cited}.", upper_first(&text)))
        });
        let items = items.collect();
        Act::with(
            "the result is the first of these that applies",
            vec![Block::steps(items)],
        )
    }

    pub(super) fn results(&mut self, block: &[Statement], n: usize) -> Act {
        let items: Vec<Item> = block
            .iter()
            .take(n)
            .flat_map(|statement| self.case(statement))
            .collect();
        Act::with(
            "the first of these that applies counts",
            vec![Block::steps(items)],
        )
    }

    /// Returns the cases of a statement that yields a result, or one under a condition.
    fn case(&mut self, statement: &Statement) -> Vec<Item> {
        let own = cited(&statement.citations);
        if let Some((condition, then, otherwise)) = statement.branch() {
            let when = self.clause(condition, false);
            let mut items = Vec::new();
            for inner in then {
                let text = self.case_text(inner);
                let inner = cited(&inner.citations);
                items.push(Item::line(format!("If {when}, {text}{own}{inner}.")));
            }
            for inner in otherwise {
                items.extend(self.case(inner));
            }
            return items;
        }
        let text = self.case_text(statement);
        let is_condition = statement
            .result()
            .is_some_and(|value| value.ty == Type::Flag && value.literal().is_none());
        let text = if is_condition {
            format!("in every other case, {text}")
        } else {
            format!("otherwise, {text}")
        };
        vec![Item::line(format!("{}{own}.", upper_first(&text)))]
    }

    fn case_text(&mut self, statement: &Statement) -> String {
        match statement.result() {
            Some(value) => self.result_act(value).text,
            None => self.act(statement).text,
        }
    }
}
