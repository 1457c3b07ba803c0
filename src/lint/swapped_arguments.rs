//! Calls that hand over two values in the wrong order: `cover(firer, target)` where the fact takes `(target, firer)`.
//!
//! Arguments are matched to parameters by name (Rice et al. 2017, Detecting argument selection defects).
//!
//! Reports: E0654.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Callable, Expr, Naming, Parameter, Procedure, RuleBook, walk_statement, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for procedure in &book.procedures {
        let names = procedure.locals.iter().map(|local| local.name.as_str());
        let names: Vec<&str> = names.collect();
        of_body(book, procedure, &names, diagnostics);
    }
    // In a reaction the roles are often reversed: the target fires back.
    for list in &book.modifiers {
        let parts = list.lines.iter();
        let parts = parts.flat_map(|line| line.per.iter().chain(&line.condition));
        let mut calls = Calls::new(book, names_of(&list.parameters));
        parts.for_each(|part| calls.within(part));
        calls.report(&list.naming, Confidence::Likely, diagnostics);
    }
    for fact in &book.facts {
        let mut calls = Calls::new(book, names_of(&fact.parameters));
        let in_play = fact.in_play.iter();
        in_play.for_each(|in_play| calls.within(&in_play.value));
        calls.report(&fact.naming, Confidence::Likely, diagnostics);
    }
}

fn of_body(book: &RuleBook, procedure: &Procedure, names: &[&str], diagnostics: &mut Diagnostics) {
    let mut calls = Calls::new(book, names.to_vec());
    for statement in &procedure.body {
        walk_statement(statement, &mut |expr| calls.within(expr));
    }
    let confidence = match procedure.ability {
        Ability::Formula | Ability::Roll => Confidence::Likely,
        // Within an action, the target may have its turn.
        Ability::Action | Ability::Sequence => Confidence::Possible,
    };
    calls.report(&procedure.naming, confidence, diagnostics);
}

fn names_of(parameters: &[Parameter]) -> Vec<&str> {
    let parameters = parameters.iter();
    parameters
        .map(|parameter| parameter.name.as_str())
        .collect()
}

/// A call with two arguments that have the names of each other's parameters.
struct Swapped<'b> {
    span: Span,
    callee: &'b Naming,
    /// The parameters as declared.
    parameters: Vec<&'b str>,
}

/// The swapped calls of one rule.
struct Calls<'b> {
    book: &'b RuleBook,
    /// Names of the locals of the rule.
    locals: Vec<&'b str>,
    swapped: Vec<Swapped<'b>>,
    /// Calls with two stats or tracks that have the names of each other's parameters.
    values: Vec<Swapped<'b>>,
    /// Rules that are called with the arguments in order, too: both ways are meant.
    in_order: BTreeSet<Span>,
    /// A roll or action is called with swapped roles: the other side answers, and everything is about it.
    is_reversed: bool,
}

impl<'b> Calls<'b> {
    fn new(book: &'b RuleBook, locals: Vec<&'b str>) -> Self {
        Self {
            book,
            locals,
            swapped: Vec::new(),
            values: Vec::new(),
            in_order: BTreeSet::new(),
            is_reversed: false,
        }
    }

    fn within(&mut self, expr: &Expr) {
        walk_within(expr, &mut |inner| self.call(inner));
    }

    fn call(&mut self, expr: &Expr) {
        let book = self.book;
        let Some((callee, arguments)) = expr.callee().zip(expr.arguments()) else {
            return;
        };
        let Some((callee, parameters, is_done)) = signature(book, callee) else {
            return;
        };
        if has_swapped_values(book, arguments, &parameters) {
            self.values.push(Swapped {
                span: expr.span,
                callee,
                parameters: parameters.clone(),
            });
        }
        let name = |argument: &Expr| self.locals.get(argument.local()?.at()).copied();
        let named: Vec<Option<&str>> = arguments.iter().map(name).collect();
        // For each pair of parameters that the arguments are named after: whether it is exchanged.
        let mut pairs = named.iter().enumerate().filter_map(|(at, name)| {
            let mut parameters = parameters.iter();
            let other = parameters.position(|parameter| Some(*parameter) == *name)?;
            Some((at, other))
        });
        let is_in_order = pairs.clone().filter(|(at, other)| at == other).count() > 1;
        let is_swapped = pairs.any(|(at, other)| {
            let own = parameters.get(at).copied();
            other != at && own.is_some() && named.get(other).copied().flatten() == own
        });
        match is_swapped {
            true if is_done => self.is_reversed = true,
            true => self.swapped.push(Swapped {
                span: expr.span,
                callee,
                parameters,
            }),
            false if is_in_order => _ = self.in_order.insert(callee.span),
            false => {}
        }
    }

    fn report(self, naming: &Naming, confidence: Confidence, diagnostics: &mut Diagnostics) {
        let mut seen = BTreeSet::new();
        let of_values = self.values.iter().map(|call| (call, Confidence::Likely));
        let of_units = self
            .swapped
            .iter()
            .filter(|call| !self.is_reversed && !self.in_order.contains(&call.callee.span));
        let of_units = of_units.map(|call| (call, confidence));
        for (call, confidence) in of_values.chain(of_units) {
            if !seen.insert(call.span) {
                continue;
            }
            let name = &call.callee.name;
            let declared = call.parameters.join(", ");
            diagnostics.push(
                Diagnostic::new(
                    Code::SwappedArguments,
                    format!("the units or values of `{name}` seem to be swapped"),
                )
                .label(call.span, "")
                .label(call.callee.span, format!("declared as `({declared})`"))
                .help(format!(
                    "write `{name}({declared})`; if the roles are reversed here, ignore this"
                ))
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(confidence),
            );
        }
    }
}

/// Returns the naming of a rule, the names of its parameters, and whether it does something rather than calculate.
fn signature(book: &RuleBook, callee: Callable) -> Option<(&Naming, Vec<&str>, bool)> {
    Some(match callee {
        Callable::Procedure(id) => {
            let called = book.procedures.get(id.at())?;
            let is_done = called.ability > Ability::Formula;
            (&called.naming, names_of(&called.parameters), is_done)
        }
        Callable::Fact(id) => {
            let fact = book.facts.get(id.at())?;
            (&fact.naming, names_of(&fact.parameters), false)
        }
        Callable::Modifiers(id) => {
            let list = book.modifiers.get(id.at())?;
            (&list.naming, names_of(&list.parameters), false)
        }
        Callable::Table(id) => {
            let table = book.tables.get(id.at())?;
            let keys = table.keys.iter().map(|key| key.name.as_str());
            (&table.naming, keys.collect(), false)
        }
    })
}

/// Whether two arguments are stats or tracks that have the names of each other's parameters.
fn has_swapped_values(book: &RuleBook, arguments: &[Expr], parameters: &[&str]) -> bool {
    let name = |argument: &Expr| -> Option<&str> {
        let of_field = argument
            .field()
            .and_then(|(_, field)| book.fields.get(field.at()))
            .map(|field| field.name.as_str());
        let of_track = argument
            .track()
            .and_then(|read| book.tracks.get(read.track.at()))
            .map(|track| track.name.as_str());
        of_field.or(of_track)
    };
    let named: Vec<Option<&str>> = arguments.iter().map(name).collect();
    let pairs = named.iter().zip(parameters).enumerate();
    pairs.clone().any(|(at, (one, own))| {
        let mut later = pairs.clone().skip(at + 1);
        one.is_some()
            && later
                .any(|(_, (other, its))| *one == Some(*its) && *other == Some(*own) && one != other)
    })
}
