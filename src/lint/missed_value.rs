//! Pairs of conditions that leave one number out between them: `< 3` and `> 3`.
//!
//! Reports: E0674.

use std::collections::BTreeMap;

use super::readings::{Names, names_of};
use super::{Context, missed_end};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Arithmetic, Bound, Expr, Modifiers, NONE, Naming, Statement, Type, blocks, walk_own,
    walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut search = Search {
            naming,
            names: names_of(body),
            asked: Vec::new(),
            found: Vec::new(),
        };
        search.collect(body);
        search.block(body);
        diagnostics.extend(search.found);
    }
    for list in &book.modifiers {
        diagnostics.extend(in_modifiers(list));
    }
    missed_end::check(context, diagnostics);
}

/// The set of integers that satisfy a comparison with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    UpTo(i32),
    From(i32),
    Only(i32),
    AllBut(i32),
}

impl Numbers {
    fn has(self, number: i32) -> bool {
        match self {
            Self::UpTo(most) => number <= most,
            Self::From(least) => number >= least,
            Self::Only(one) => number == one,
            Self::AllBut(one) => number != one,
        }
    }

    /// Returns the single number between two open ends.
    fn missed_between(self, other: Self) -> Option<i32> {
        match (self, other) {
            (Self::UpTo(most), Self::From(least)) | (Self::From(least), Self::UpTo(most)) => {
                let missed = most.checked_add(1)?;
                (missed.checked_add(1)? == least).then_some(missed)
            }
            _ => None,
        }
    }
}

/// A comparison of an expression with a constant.
#[derive(Debug, Clone)]
struct Asked {
    /// Canonical form of the compared expression.
    subject: String,
    numbers: Numbers,
    span: Span,
}

fn asked(condition: &Expr) -> Option<Asked> {
    let Bound {
        subject,
        order,
        number,
    } = condition.bound()?;
    if number == NONE || !matches!(subject.ty, Type::Number(_)) {
        return None;
    }
    let numbers = match order {
        Order::Less => Numbers::UpTo(number.checked_sub(1)?),
        Order::LessOrEqual => Numbers::UpTo(number),
        Order::Greater => Numbers::From(number.checked_add(1)?),
        Order::GreaterOrEqual => Numbers::From(number),
        Order::Equal => Numbers::Only(number),
        Order::NotEqual => Numbers::AllBut(number),
    };
    Some(Asked {
        subject: canonical_form(subject, &[])?,
        numbers,
        span: condition.span,
    })
}

/// A condition that one expression lies in a range.
struct Test {
    subject: String,
    least: i32,
    most: i32,
    /// A single number: those beside it are not missed by it.
    is_point: bool,
    span: Span,
}

impl Test {
    /// Returns the range that all parts of a condition leave of the one expression that they compare.
    fn of(condition: &Expr) -> Option<Self> {
        let mut parts: Vec<Option<Asked>> = Vec::new();
        condition.chain(Arithmetic::And, &mut |part| parts.push(asked(part)));
        let parts: Option<Vec<Asked>> = parts.into_iter().collect();
        let parts = parts?;
        let subject = parts.first()?.subject.clone();
        let mut test = Self {
            subject,
            least: i32::MIN,
            most: i32::MAX,
            is_point: false,
            span: condition.span,
        };
        for part in parts {
            let (least, most) = match part.numbers {
                Numbers::UpTo(most) => (i32::MIN, most),
                Numbers::From(least) => (least, i32::MAX),
                Numbers::Only(one) => (one, one),
                Numbers::AllBut(_) => return None,
            };
            if part.subject != test.subject {
                return None;
            }
            test.is_point |= matches!(part.numbers, Numbers::Only(_));
            test.least = test.least.max(least);
            test.most = test.most.min(most);
        }
        (test.least <= test.most).then_some(test)
    }

    fn upper(&self) -> Option<Asked> {
        let is_bound = self.most < i32::MAX && !self.is_point;
        is_bound.then(|| self.bound(Numbers::UpTo(self.most)))
    }

    fn lower(&self) -> Option<Asked> {
        let is_bound = self.least > i32::MIN && !self.is_point;
        is_bound.then(|| self.bound(Numbers::From(self.least)))
    }

    fn bound(&self, numbers: Numbers) -> Asked {
        Asked {
            subject: self.subject.clone(),
            numbers,
            span: self.span,
        }
    }
}

/// A condition, with its guarded statements in canonical form, so that equal results compare equal.
struct Guard {
    asked: Asked,
    result: Option<String>,
    /// The number that is the result, if it is written down.
    number: Option<i32>,
    ends_the_rule: bool,
    is_outcome: bool,
}

struct Search<'b> {
    naming: &'b Naming,
    names: Names<'b>,
    /// Every comparison with a constant in the rule.
    asked: Vec<Asked>,
    found: Vec<Diagnostic>,
}

impl<'b> Search<'b> {
    fn collect(&mut self, block: &'b [Statement]) {
        for statement in block {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| self.asked.extend(asked(inner)));
            });
            blocks(statement).for_each(|inner| self.collect(inner));
        }
    }

    fn block(&mut self, block: &'b [Statement]) {
        self.rows(block);
        self.outcomes(block);
        let mut run: Vec<Guard> = Vec::new();
        for (at, statement) in block.iter().enumerate() {
            self.values(statement);
            let guard = guard_of(statement);
            if let Some(guard) = guard {
                let rest = rest_after(block, at, &guard);
                for first in &run {
                    self.compare(first, &guard, &rest);
                }
                run.push(guard);
            } else {
                run.clear();
                self.chain(statement);
            }
            blocks(statement).for_each(|inner| self.block(inner));
        }
    }

    /// `on 1-2: …`, `on 4-5: …`, `on 6: …`: three lines or more that follow each other like rows of a table, but for one number.
    fn rows(&mut self, block: &'b [Statement]) {
        let row = |statement: &'b Statement| {
            let (condition, then, otherwise) = statement.branch()?;
            let goes_on =
                otherwise.is_empty() && !then.is_empty() && !then.iter().any(ends_the_rule);
            Test::of(condition).filter(|_| goes_on)
        };
        let rows: Vec<Option<Test>> = block.iter().map(row).collect();
        let is_same = |one: &Option<Test>, other: &Option<Test>| match (one, other) {
            (Some(one), Some(other)) => one.subject == other.subject,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        for run in rows.chunk_by(is_same) {
            let mut tests: Vec<&Test> = run.iter().flatten().collect();
            tests.sort_by_key(|test| (test.least, test.most));
            if let Some([below, above]) = only_hole(&tests).filter(|_| tests.len() > 2) {
                let why = "nothing is done for it";
                let found = finding(self.naming, [below.span, above.span], below.most + 1, why);
                let help = format!(
                    "include {} in one of them, or write a line for it",
                    below.most + 1
                );
                self.found
                    .push(found.help(help).confidence(Confidence::Likely));
            }
        }
    }

    /// `passed on 7+`, `shaken on 4-5`, `broken otherwise`: the outcome for all other numbers is also that of the one between two lines.
    fn outcomes(&mut self, block: &'b [Statement]) {
        let mut tests: Vec<Test> = Vec::new();
        let mut dice = None;
        for statement in block {
            if let Some((_, Some(when))) = statement.outcome() {
                dice = dice.or(self.dice_of(when));
            }
            match statement.outcome() {
                Some((_, Some(when))) => match Test::of(when) {
                    Some(test) if tests.iter().all(|one| one.subject == test.subject) => {
                        let shares = tests
                            .iter()
                            .find_map(|first| shared(self.naming, first, &test));
                        self.found.extend(shares);
                        tests.push(test);
                    }
                    Some(_) | None => return,
                },
                Some((_, None)) => {
                    self.hole_in_outcomes(&tests, dice, statement.span);
                    return;
                }
                None => tests.clear(),
            }
        }
    }

    /// Returns the least and the greatest number of the dice with which a condition is about.
    fn dice_of(&self, when: &Expr) -> Option<(i32, i32)> {
        let mut dice = None;
        when.any(|part| {
            let value = part.local().and_then(|local| self.names.get(&local));
            dice = dice.or(value.copied().unwrap_or(part).numbered_dice());
            dice.is_some()
        });
        let (count, sides) = dice?;
        let most = i32::try_from(count.checked_mul(sides)?).ok()?;
        Some((i32::try_from(count).ok()?, most))
    }

    fn hole_in_outcomes(&mut self, tests: &[Test], dice: Option<(i32, i32)>, rest: Span) {
        let mut tests: Vec<&Test> = tests.iter().collect();
        tests.sort_by_key(|test| (test.least, test.most));
        let covers = |(low, high): (i32, i32)| {
            let ends = tests.first().zip(tests.last());
            ends.is_some_and(|(first, last)| first.least <= low && last.most >= high)
        };
        if let Some([below, above]) = only_hole(&tests)
            // Of all numbers of the dice, only the missed one is left: the last line is for it.
            && !dice.is_some_and(covers)
            // Two open ends are compared as any two conditions; two single numbers are as meant.
            && (below.least > i32::MIN || above.most < i32::MAX)
            && !(below.is_point && above.is_point)
        {
            let missed = below.most + 1;
            let why = "the outcome for all others counts";
            let found = finding(self.naming, [below.span, above.span], missed, why);
            let found = found
                .label(rest, format!("applies to {missed}"))
                .help(format!(
                    "include {missed} in one of them; if it is meant so, ignore this"
                ));
            self.found.push(found.confidence(Confidence::Possible));
        }
    }

    /// `if x < 3: … else if x > 3 and x < 6: … else if x >= 6: …`, with nothing for a number between two of them.
    fn chain(&mut self, statement: &'b Statement) {
        let mut tests: Vec<Test> = Vec::new();
        let mut next = statement;
        loop {
            let Some((condition, then, otherwise)) = next.branch() else {
                return;
            };
            let Some(test) = Test::of(condition).filter(|_| !then.is_empty()) else {
                return;
            };
            tests.push(test);
            match otherwise.as_slice() {
                [] => break,
                [only] => next = only,
                _ => return,
            }
        }
        tests.sort_by_key(|test| (test.least, test.most));
        for pair in tests.windows(2) {
            let [first, second] = pair else { continue };
            if first.subject == second.subject
                && let (Some(below), Some(above)) = (first.upper(), second.lower())
            {
                self.report(&below, &above, "nothing is done for it", None);
            }
        }
    }

    /// `0 if x < 3 otherwise 1 if x > 3 otherwise 0`
    fn values(&mut self, statement: &Statement) {
        let mut pairs = Vec::new();
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| pairs.extend(pair_of(inner)));
        });
        for (first, second, rest) in pairs {
            self.report(&first, &second, "counts as otherwise", Some(rest));
        }
    }

    fn compare(&mut self, first: &Guard, second: &Guard, rest: &Rest) {
        let results = [&first.result, &second.result];
        match rest {
            Rest::Result(result, number, span) => {
                if results.iter().any(|known| known.as_ref() == Some(result)) {
                    let text = "the same as for one of the two";
                    self.report(&first.asked, &second.asked, text, Some(*span));
                } else if let Some(number) = number
                    && first.number.is_some()
                    && second.number.is_some()
                {
                    self.report_outlier(first, second, (*number, *span));
                } else if first.ends_the_rule && second.ends_the_rule && !first.is_outcome {
                    // An outcome for all others is a line for the missed one.
                    self.report_lonely(&first.asked, &second.asked);
                }
            }
            Rest::Other if first.ends_the_rule && second.ends_the_rule => {
                self.report_lonely(&first.asked, &second.asked);
            }
            Rest::Nothing if !first.ends_the_rule && !second.ends_the_rule => {
                self.report(&first.asked, &second.asked, "nothing is done for it", None);
            }
            Rest::Nothing | Rest::Other => {}
        }
    }

    /// Reports the number between two conditions for which the rule ends with a result that lies outside of theirs.
    fn report_outlier(&mut self, first: &Guard, second: &Guard, rest: (i32, Span)) {
        let (Some(one), Some(other)) = (first.number, second.number) else {
            return;
        };
        if rest.0 < one.min(other) || rest.0 > one.max(other) {
            let why = "its result is outside of theirs";
            self.report(&first.asked, &second.asked, why, Some(rest.1));
        }
    }

    /// Reports the only number for which the rule goes on after two conditions that end it.
    fn report_lonely(&mut self, first: &Asked, second: &Asked) {
        let n_before = self.found.len();
        self.report(first, second, "only it reaches the lines below", None);
        for finding in self.found.iter_mut().skip(n_before) {
            *finding = finding.clone().confidence(Confidence::Possible);
        }
    }

    fn report(&mut self, first: &Asked, second: &Asked, why: &str, rest: Option<Span>) {
        let Some(missed) = first.numbers.missed_between(second.numbers) else {
            return;
        };
        let is_asked_for = |other: &Asked| {
            let places = [first.span, second.span];
            other.subject == first.subject
                && !places.iter().any(|place| contains(*place, other.span))
                && other.numbers.has(missed)
        };
        if first.subject != second.subject || self.asked.iter().any(is_asked_for) {
            return;
        }
        // At 0, as between two signs, no result is intended.
        if missed == 0 && rest.is_none() {
            return;
        }
        let finding = finding(self.naming, [first.span, second.span], missed, why).help(format!(
            "include {missed} in one of them with `<=` or `>=`; or write a line for it"
        ));
        let finding = match rest {
            Some(span) => finding.label(span, format!("applies to {missed}")),
            None => finding,
        };
        self.found.push(finding.confidence(Confidence::Likely));
    }
}

/// Returns the two conditions on both sides of the only number that sorted ones leave out, if nothing else is left out between them.
fn only_hole<'t>(tests: &[&'t Test]) -> Option<[&'t Test; 2]> {
    let gap = |pair: &[&Test]| match pair {
        [first, second] => second.least.checked_sub(first.most),
        _ => None,
    };
    let gaps: Vec<Option<i32>> = tests.windows(2).map(gap).collect();
    let n_closed = gaps.iter().filter(|gap| **gap == Some(1)).count();
    let hole = gaps.iter().position(|gap| *gap == Some(2))?;
    match tests.get(hole..hole + 2)? {
        [below, above] if n_closed + 1 == gaps.len() => Some([*below, *above]),
        _ => None,
    }
}

/// Whether a span contains another one.
fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

fn finding(naming: &Naming, [first, second]: [Span; 2], missed: i32, why: &str) -> Diagnostic {
    Diagnostic::new(
        Code::MissedValue,
        format!("neither of these conditions is met by {missed}: {why}"),
    )
    .label(second, "")
    .label(first, "the other condition")
    .cite(naming.citations.iter().map(String::as_str))
}

/// `passed on 7+`, `shaken on 4-7`: that the first line counts is meant where one covers all numbers of the other, `critical on 12` above
/// `hit on 7+`; lines that share some of their numbers are a slip.
fn shared(naming: &Naming, first: &Test, second: &Test) -> Option<Diagnostic> {
    let (least, most) = (first.least.max(second.least), first.most.min(second.most));
    let contains =
        |outer: &Test, inner: &Test| outer.least <= inner.least && inner.most <= outer.most;
    if least > most || contains(first, second) || contains(second, first) {
        return None;
    }
    let numbers = match least == most {
        true => format!("{least} is"),
        false => format!("{least} to {most} are"),
    };
    let message = format!("{numbers} in two outcomes of this roll: the first line counts");
    Some(
        Diagnostic::new(Code::MissedValue, message)
            .label(second.span, "here again")
            .label(first.span, "first here")
            .help("put every number into one line only")
            .cite(naming.citations.iter().map(String::as_str)),
    )
}

fn guard_of(statement: &Statement) -> Option<Guard> {
    if let Some((value, when)) = statement.outcome() {
        return Some(Guard {
            asked: asked(when?)?,
            result: Some(format!("outcome {value}")),
            number: None,
            ends_the_rule: true,
            is_outcome: true,
        });
    }
    let (condition, then, otherwise) = statement.branch()?;
    if !otherwise.is_empty() {
        return None;
    }
    Some(Guard {
        asked: asked(condition)?,
        result: result_of(then),
        number: then.first().and_then(number_of),
        ends_the_rule: then.last().is_some_and(ends_the_rule),
        is_outcome: false,
    })
}

fn ends_the_rule(statement: &Statement) -> bool {
    statement.ends_rule() || statement.outcome().is_some() || statement.is_jump()
}

/// Returns the canonical form of what a block results in.
fn result_of(block: &[Statement]) -> Option<String> {
    match block {
        [only] => result_of_statement(only),
        _ => None,
    }
}

fn result_of_statement(statement: &Statement) -> Option<String> {
    match (statement.result(), statement.outcome()) {
        (Some(value), _) => Some(format!("result {}", canonical_form(value, &[])?)),
        (None, Some((value, None))) => Some(format!("outcome {value}")),
        (None, Some((_, Some(_))) | None) => None,
    }
}

/// Returns the number that is written down as the result of a rule.
fn number_of(statement: &Statement) -> Option<i32> {
    let number = statement.result()?.literal()?;
    (number != NONE).then_some(number)
}

/// The statements that are executed if neither condition holds.
enum Rest {
    Nothing,
    /// A result, in canonical form and as a number that is written down.
    Result(String, Option<i32>, Span),
    Other,
}

fn rest_after(block: &[Statement], at: usize, guard: &Guard) -> Rest {
    let Some(next) = block.get(at + 1) else {
        return Rest::Nothing;
    };
    match result_of_statement(next) {
        Some(result) => Rest::Result(result, number_of(next), next.span),
        // A statement that is executed in any case is not the alternative to the conditions.
        None if !guard.ends_the_rule && guard_of(next).is_none() => Rest::Nothing,
        None => Rest::Other,
    }
}

/// Returns the two conditions of a value, and its last branch, which equals one of the two before it.
fn pair_of(expr: &Expr) -> Option<(Asked, Asked, Span)> {
    let first = expr.conditional()?;
    let second = first.otherwise.conditional()?;
    let rest = second.otherwise;
    let form = canonical_form(rest, &[])?;
    let results = [
        canonical_form(first.then, &[])?,
        canonical_form(second.then, &[])?,
    ];
    let is_same = results.contains(&form);
    is_same.then_some((asked(first.condition)?, asked(second.condition)?, rest.span))
}

/// Returns the finding about two lines of one list of modifiers if neither applies to the single number between them.
fn in_modifiers(list: &Modifiers) -> Option<Diagnostic> {
    let lines = list.lines.iter().filter(|line| line.per.is_none());
    let lines = lines.filter_map(|line| asked(line.condition.as_ref()?));
    let mut by_subject: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for line in lines {
        by_subject
            .entry(line.subject.clone())
            .or_default()
            .push(line);
    }
    by_subject.values().find_map(|lines| {
        let [first, second] = lines.as_slice() else {
            return None;
        };
        let missed = first.numbers.missed_between(second.numbers)?;
        let why = "no modifier applies to it";
        let finding = finding(&list.naming, [first.span, second.span], missed, why);
        Some(
            finding
                .help(format!(
                    "include {missed} in one of them with `<=` or `>=`; or write a line for it"
                ))
                .help("if intended, ignore this")
                .confidence(Confidence::Possible),
        )
    })
}
