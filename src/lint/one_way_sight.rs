//! Formulas about the line between two places that hold in one direction only, on the maps that there are.
//!
//! Pairs of places are asked in both directions, within the work that a trial may do.
//!
//! Reports: E0692.

use super::Context;
use super::trial::situation::{Given, question};
use super::trial::{Reason, TrialBudget, Trials};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dice::Dice;
use sandtable_model::board::{AT, GameMap, Primitive, RegionShape};
use sandtable_model::{
    Ability, Expr, Parameter, Procedure, ProcedureId, RuleBook, Type, walk_statement, walk_within,
};
use sandtable_syntax::ast::Literal;

/// Number of pairs of places that are tried on each map.
const PAIRS: u64 = 60;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(trials) = context.trials else {
        return;
    };
    let book = trials.book.as_ref();
    let mut budget = trials.effort.budget();
    for (at, procedure) in context.book.procedures.iter().enumerate() {
        let Some(ends) = ends(procedure) else {
            continue;
        };
        for map in &context.book.maps {
            if budget.is_spent() {
                context.leave_unfinished(Code::OneWaySight, &procedure.naming);
                return;
            }
            let asked = Asked {
                trials,
                book,
                id: ProcedureId::new(at),
                map,
                procedure,
                ends,
            };
            if let Ok(Some(found)) = asked.one_way(&mut budget) {
                // Cover is for one of the two: it changes a number and allows nothing.
                if !only_modifies(context.book, asked.id) {
                    diagnostics.push(finding(procedure, map, &found));
                }
                break;
            }
        }
    }
}

/// Returns the two places of a formula about the line between them.
fn ends(procedure: &Procedure) -> Option<[&Parameter; 2]> {
    let [one, other] = procedure.parameters.as_slice() else {
        return None;
    };
    let is_flag = procedure
        .result
        .is_some_and(|result| result.ty == Type::Flag && !result.or_none);
    let is_symmetric = match (one.ty, other.ty) {
        (Type::Place, Type::Place) => true,
        (Type::Unit(kinds), Type::Unit(others)) => kinds.bits() == others.bits(),
        _ => false,
    };
    if procedure.ability != Ability::Formula || !is_flag || !is_symmetric {
        return None;
    }
    let mut is_line = false;
    for statement in &procedure.body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| is_line |= follows_a_line(inner));
        });
    }
    is_line.then_some([one, other])
}

/// Whether nothing but lists of modifiers asks a formula.
fn only_modifies(book: &RuleBook, id: ProcedureId) -> bool {
    let calls = |expr: &Expr| expr.any(|part| part.call().is_some_and(|(called, _)| called == id));
    let lines = book.modifiers.iter().flat_map(|list| &list.lines);
    let mut parts = lines.flat_map(|line| line.per.iter().chain(&line.condition));
    let mut is_asked = false;
    for statement in book.bodies().flat_map(|(_, body)| body) {
        walk_statement(statement, &mut |expr| is_asked |= calls(expr));
    }
    let facts = book.facts.iter().filter_map(|fact| fact.in_play.as_ref());
    is_asked |= facts.into_iter().any(|fact| calls(&fact.value));
    !is_asked && parts.any(calls)
}

fn follows_a_line(expr: &Expr) -> bool {
    let region = expr
        .aggregation()
        .and_then(|members| members.selection.region.as_ref());
    let primitive = expr.measurement().map(|measured| measured.primitive);
    matches!(primitive, Some(Primitive::Crosses | Primitive::Through))
        || region.is_some_and(|region| matches!(region.region_shape, RegionShape::Between { .. }))
}

struct Asked<'b> {
    trials: &'b Trials<'b>,
    id: ProcedureId,
    book: &'b RuleBook,
    map: &'b GameMap,
    procedure: &'b Procedure,
    ends: [&'b Parameter; 2],
}

impl Asked<'_> {
    /// Returns two places, the first visible from the second, but not the second from the first.
    ///
    /// Errors: why the formula cannot be asked.
    fn one_way(&self, budget: &mut TrialBudget) -> Result<Option<[String; 2]>, Reason> {
        let board = &self.map.board_instance.board;
        let n_places = u32::try_from(board.n_spots()).unwrap_or(u32::MAX);
        if n_places < 2 {
            return Ok(None);
        }
        let mut dice = Dice::new(0);
        for _ in 0..PAIRS {
            if budget.is_spent() {
                return Ok(None);
            }
            let drawn = [dice.face(n_places), dice.face(n_places)];
            let places = drawn.map(|at| board.spot(at as usize));
            let [Some(one), Some(other)] = places else {
                continue;
            };
            if one == other {
                continue;
            }
            let [one, other] = [one, other].map(|place| board.name(place));
            let (there, back) = (
                self.holds([&one, &other], budget)?,
                self.holds([&other, &one], budget)?,
            );
            match (there, back) {
                (Some(true), Some(false)) => return Ok(Some([one, other])),
                (Some(false), Some(true)) => return Ok(Some([other, one])),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns whether the formula holds from one place to another.
    fn holds(&self, places: [&str; 2], budget: &mut TrialBudget) -> Result<Option<bool>, Reason> {
        let word = |text: &str| Literal::Word(text.to_owned());
        let map = (
            vec![sandtable_ask::MAP.to_owned()],
            word(&self.map.naming.name),
        );
        let mut given: Vec<Given> = vec![map];
        for (end, place) in self.ends.into_iter().zip(places) {
            let name = end.name.clone();
            if end.ty == Type::Place {
                given.push((vec![name], word(place)));
                continue;
            }
            // The same unit at both ends, so that only the places differ.
            let kinds = end.ty.kinds();
            let mut units = self.book.profiles.iter();
            let unit = units.find(|unit| kinds.has(unit.kind) && !unit.id.is_empty());
            let unit = unit.ok_or(Reason::NoUnit)?;
            given.push((vec![name.clone()], word(&unit.id)));
            given.push((vec![name, AT.to_owned()], word(place)));
        }
        let name = &self.procedure.naming.name;
        let asked = question(self.book, name, &given).ok_or(Reason::NoResult)?;
        let found = self.trials.outcomes(self.id, &given, &asked, budget)?;
        let result = found.result().map(|(distribution, _)| distribution);
        let values: Vec<i32> = result.into_iter().flat_map(|one| one.into_keys()).collect();
        Ok(match values.as_slice() {
            [value] => Some(*value == 1),
            _ => None,
        })
    }
}

fn finding(procedure: &Procedure, map: &GameMap, [one, other]: &[String; 2]) -> Diagnostic {
    let name = &procedure.naming.name;
    Diagnostic::new(
        Code::OneWaySight,
        format!("`{name}` is true in one direction only"),
    )
    .label(
        procedure.naming.span,
        format!("on `{}`, from {one} to {other} but not back", map.naming.name),
    )
    .help("compare the heights of both ends and what is between in the same way; if intended, ignore this")
    .cite(procedure.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
