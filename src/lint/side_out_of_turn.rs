//! Calls for a named side where it is the turn of any side: `set side.orders to order-roll(red)`, `each side: if holds(red) >= 7: end game won by side`.
//!
//! Reports: E0654.

use super::Context;
use super::readings::{Names, named, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, Kinds, LocalId, Naming, Procedure, RuleBook, Statement, Type, blocks, walk_own,
    walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(kind) = book.side_kind().filter(|_| book.sides.len() > 1) else {
        return;
    };
    for (at, (naming, body)) in book.bodies().enumerate() {
        let names = names_of(body);
        let mut search = Search {
            book,
            naming,
            sides: Kinds::one(kind),
            names: &names,
            diagnostics,
        };
        let called = book.procedures.get(at);
        let sides: Vec<LocalId> = called.map_or_else(Vec::new, |called| search.parameters(called));
        search.block(body, &sides);
    }
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    naming: &'b Naming,
    sides: Kinds,
    names: &'d Names<'b>,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Search<'b, '_> {
    fn parameters(&self, called: &Procedure) -> Vec<LocalId> {
        let parameters = called.parameters.iter().enumerate();
        let sides = parameters.filter(|(_, one)| self.is_side(one.ty));
        sides.map(|(at, _)| LocalId::new(at)).collect()
    }

    fn is_side(&self, ty: Type) -> bool {
        matches!(ty, Type::Unit(kinds) if !kinds.is_empty() && kinds.within(self.sides))
    }

    /// Searches a block in which some names are those of any side; one that a condition has tested is a certain one.
    fn block(&mut self, block: &'b [Statement], sides: &[LocalId]) {
        let mut sides = sides.to_vec();
        for statement in block {
            let mut inside = sides.clone();
            if let Some(each) = statement
                .each()
                .filter(|each| self.is_side(each.selection.ty()))
            {
                inside.push(each.selection.local);
            }
            inside.retain(|side| !tests(statement, *side));
            let ended = statement.early_end().or(statement.needs());
            sides.retain(|side| !ended.is_some_and(|ended| ended.reads_local(*side)));
            if let [side] = sides.as_slice() {
                self.statement(statement, *side);
            }
            for inner in blocks(statement) {
                self.block(inner, &inside);
            }
        }
    }

    fn statement(&mut self, statement: &'b Statement, side: LocalId) {
        let change = statement.change();
        let change = change.filter(|change| change.unit.is_local(side) && change.index.is_none());
        let asked = change.map(|change| change.amount).or_else(|| {
            let (condition, then, _) = statement.branch()?;
            let [end] = then.as_slice() else {
                return None;
            };
            end.winner()?.is_local(side).then_some(condition)
        });
        let Some(asked) = asked.map(|asked| named(asked, self.names)) else {
            return;
        };
        let Some((call, other)) = self.call_for(asked, side) else {
            return;
        };
        let name = self
            .book
            .sides
            .get(other)
            .map_or("", |side| side.name.as_str());
        self.diagnostics.push(
            Diagnostic::new(
                Code::SwappedArguments,
                format!("this is about `{name}`, whichever side it is done for"),
            )
            .label(call, format!("always `{name}`"))
            .label(statement.span, "done for any side")
            .help("name the side whose turn it is; if intended, ignore this")
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }

    /// Returns a call for a named side in an expression that reads no other side or unit.
    fn call_for(&self, asked: &Expr, side: LocalId) -> Option<(Span, usize)> {
        let (mut found, mut reads_more) = (None, false);
        walk_within(asked, &mut |part| {
            reads_more |= part.local().is_some() && matches!(part.ty, Type::Unit(_));
            let arguments = part.call().map(|(_, arguments)| arguments);
            let sides = arguments.unwrap_or_default().iter();
            let other = sides.filter_map(Expr::named_side).next();
            found = found.or(other.map(|other| (part.span, other)));
        });
        let mut sides = 0;
        walk_within(asked, &mut |part| {
            sides += u32::from(part.named_side().is_some())
        });
        found.filter(|_| !reads_more && sides == 1 && !asked.reads_local(side))
    }
}

/// Whether a statement with blocks asks which side it is.
fn tests(statement: &Statement, side: LocalId) -> bool {
    let is_condition = statement.branch().is_some() || statement.cases().is_some();
    let mut tests = false;
    if is_condition {
        walk_own(statement, &mut |expr| tests |= expr.reads_local(side));
    }
    if let Some(each) = statement.each().filter(|each| each.selection.local == side) {
        tests = each.selection.condition.is_some();
    }
    tests
}
