//! A line of sight on the board of a game, with the value of the fact about its two ends.

use super::board_view::Tabletop;
use super::picture::Sight;
use sandtable_explain::citation_text::{as_lines, sections};
use sandtable_explain::why_not::{Answered, Inquiry};
use sandtable_model::{Fact, FactId, Parameter, RuleBook, Type};
use sandtable_session::question::listed;

/// A line between two places or units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightLine {
    /// Names of the places or units at its ends.
    pub ends: [String; 2],
    /// The fact that decides whether the line is free.
    pub fact: Option<FactId>,
}

impl SightLine {
    /// Parses a line such as `C4,anna` and finds its fact: without a name, the only flag about two such ends. Also
    /// returns a remark if there are several.
    ///
    /// Errors: a message that describes what is wrong with the text.
    pub fn new(
        written: &str,
        fact: Option<&str>,
        book: &RuleBook,
        table: &Tabletop<'_>,
    ) -> Result<(Self, String), String> {
        let mut line = Self::between(written, table)
            .map_err(|why| format!("`--sight {written}` is not understood: {why}"))?;
        let facts = line.facts(book, table);
        let names: Vec<&str> = facts.iter().map(|(_, fact)| name(fact)).collect();
        if let Some(wanted) = fact {
            let known = facts.iter().find(|(_, fact)| name(fact) == wanted);
            let Some((id, _)) = known else {
                let what = match names.as_slice() {
                    [] => "no rule is about two of these".to_owned(),
                    names => format!("the rules about two of these are {}", names.join(", ")),
                };
                return Err(format!("`--by {wanted}` is not understood: {what}"));
            };
            line.fact = Some(*id);
            return Ok((line, String::new()));
        }
        let flags = facts.iter().filter(|(_, fact)| fact.ty == Type::Flag);
        let flags: Vec<&(FactId, &Fact)> = flags.collect();
        let remark = match flags.as_slice() {
            [] => String::new(),
            [(only, _)] => {
                line.fact = Some(*only);
                String::new()
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(_, fact)| name(fact)).collect();
                let first = names.first().copied().unwrap_or_default();
                format!(
                    "choose the rule that checks the line, such as `--by {first}`; there are {}\n",
                    names.join(", ")
                )
            }
        };
        Ok((line, remark))
    }

    fn between(written: &str, table: &Tabletop<'_>) -> Result<Self, String> {
        let ends = listed(written);
        let [from, to] = ends.as_slice() else {
            return Err("name both ends: `--sight C4,anna`".to_owned());
        };
        let ends = [from, to].map(|end| end.trim().to_owned());
        match ends.iter().find(|end| !table.knows(end)) {
            Some(end) => Err(format!(
                "`{end}` is neither a place of the map nor a unit of the scenario"
            )),
            None => Ok(Self { ends, fact: None }),
        }
    }

    /// Returns the facts that can be evaluated for it: those derived from the board, with two parameters that fit its ends.
    fn facts<'b>(&self, book: &'b RuleBook, table: &Tabletop<'_>) -> Vec<(FactId, &'b Fact)> {
        let fits = |fact: &Fact| {
            let mut ends = self.ends.iter().zip(&fact.parameters);
            fact.in_play.is_some()
                && fact.parameters.len() == self.ends.len()
                && ends.all(|(end, parameter)| fits(end, parameter, table))
        };
        let facts = book.facts.iter().enumerate();
        let facts = facts.map(|(at, fact)| (FactId::new(at), fact));
        facts.filter(|(_, fact)| fits(fact)).collect()
    }

    /// Returns the first end that is not on the board in a state; without one, there is a line.
    pub fn off_the_board(&self, table: &Tabletop<'_>, state: &[i32]) -> Option<&str> {
        let mut ends = self.ends.iter().map(String::as_str);
        ends.find(|end| table.place(end, state).is_none())
    }

    /// Returns the line in a state, with the value of its fact; `None` if an end is off the board.
    pub fn drawn(
        &self,
        book: &RuleBook,
        table: &Tabletop<'_>,
        inquiry: &Inquiry<'_>,
        state: &[i32],
    ) -> Option<Sight> {
        let [from, to] = self.ends.each_ref().map(|end| table.place(end, state));
        let mut sight = Sight {
            from: from?,
            to: to?,
            ..Sight::default()
        };
        let fact = self
            .fact
            .and_then(|fact| Some((fact, book.facts.get(fact.at())?)));
        let Some((id, fact)) = fact else {
            return Some(sight);
        };
        let ends = self.ends.iter().zip(&fact.parameters);
        let about: Option<Vec<i32>> = ends
            .map(|(end, parameter)| match parameter.ty == Type::Place {
                true => table.place(end, state),
                false => i32::try_from(table.unit(end)?).ok(),
            })
            .collect();
        let answered = inquiry.derived_fact(id, &about?, state)?;
        sight.is_free = answered.holds;
        sight.told = told(fact.naming.shown(), &answered);
        if answered.holds == Some(false) {
            sight.blocked_by = answered.places;
        }
        Some(sight)
    }
}

fn name(fact: &Fact) -> &str {
    &fact.naming.name
}

/// Whether an end of a line can be the argument for a parameter.
fn fits(end: &str, parameter: &Parameter, table: &Tabletop<'_>) -> bool {
    let kind = || table.kind(end);
    parameter.ty == Type::Place
        || matches!(parameter.ty, Type::Unit(kinds) if kind().is_some_and(|kind| kinds.has(kind)))
}

/// Renders the value of a fact and its reasons, by line.
fn told(title: &str, answered: &Answered) -> Vec<String> {
    let cited = sections(&answered.citations);
    let head = format!("{title}: {}{cited}", answered.words);
    let reasons = as_lines(&answered.reasons, &answered.citations);
    [head].into_iter().chain(reasons).collect()
}
