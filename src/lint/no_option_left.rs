//! Choices that can leave a player without an option.
//!
//! Reports: E0230.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use super::Context;
use super::domain::{Basis, ValueSet};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::RegionShape;
use sandtable_model::{
    Ability, Aggregate, Block, Dimension, Expr, Kinds, Naming, Parameter, ProcedureId, Profile,
    ProfileId, RuleBook, Selection, Statement, Type, Value, Values, walk_calls, walk_expr,
    walk_statement, walk_statements,
};
use sandtable_source::Span;

/// The largest number of units that one finding labels.
const MAX_LABELS: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            diagnostics.extend(empty_range(naming, statement));
            true
        });
    }
    possibly_empty_ranges(context, diagnostics);
    for (place, citations) in context.values.conditional_choices() {
        diagnostics.push(
            Diagnostic::new(Code::NoOptionLeft, "there may be no legal option")
                .label(*place, "every option has a condition")
                .help("add an option without a condition: `\"nothing\": stop`")
                .cite(citations.iter().map(String::as_str)),
        );
    }
    let tested_by_callers = tested_by_callers(book);
    for (at, procedure) in book.procedures.iter().enumerate() {
        let tested = tested_by_callers.get(&ProcedureId::new(at));
        let known = Known {
            given: kinds_of(&procedure.parameters),
            tested: tested.copied().unwrap_or(Sort::NONE),
        };
        units(book, &procedure.naming, known, &procedure.body, diagnostics);
    }
    for trigger in &book.triggers {
        for when in &trigger.whens {
            let known = Known {
                given: trigger.kinds,
                tested: Sort::NONE,
            };
            units(book, &trigger.naming, known, &when.body, diagnostics);
        }
    }
    for reaction in &book.reactions {
        let known = Known {
            given: kinds_of(&reaction.parameters),
            tested: Sort::NONE,
        };
        units(book, &reaction.naming, known, &reaction.body, diagnostics);
    }
}

/// Kinds of units that exist where a rule is called.
#[derive(Clone, Copy)]
struct Known {
    /// The rule is given one.
    given: Kinds,
    /// That for which its callers test that there is one.
    tested: Sort,
}

/// The sorts of members of a selection: units of some kinds, places, links of places.
#[derive(Clone, Copy)]
struct Sort {
    kinds: Kinds,
    places: bool,
    links: bool,
}

impl Sort {
    const NONE: Self = Self {
        kinds: Kinds::NONE,
        places: false,
        links: false,
    };

    fn of(selection: &Selection) -> Self {
        let links = selection.region.as_ref().map(|region| region.sides);
        Self {
            kinds: match links {
                None => selection.kinds,
                Some(_) => Kinds::NONE,
            },
            places: links == Some(false),
            links: links == Some(true),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            kinds: self.kinds.or(other.kinds),
            places: self.places || other.places,
            links: self.links || other.links,
        }
    }

    fn is_about(self, other: Self) -> bool {
        !self.kinds.and(other.kinds).is_empty()
            || self.places && other.places
            || self.links && other.links
    }
}

/// Reports a choice from numbers whose last is always less than the first.
fn empty_range(naming: &Naming, statement: &Statement) -> Option<Diagnostic> {
    let choice = statement.choice()?;
    let (_, Values::Numbers { low, high, .. }) = choice.values()? else {
        return None;
    };
    (low > high && !choice.or_none).then(|| {
        Diagnostic::new(Code::NoOptionLeft, "there is no number to choose")
            .label(statement.span, format!("from {low} to {high}"))
            .help("put the lower number first")
            .cite(naming.citations.iter().map(String::as_str))
    })
}

fn possibly_empty_ranges(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let ty = Type::Number(Dimension::Plain);
    for range in context.values.empty_ranges() {
        let confidence = match range.first.basis_with(&range.last) {
            Basis::Declared | Basis::State => Confidence::Likely,
            Basis::Correlated => Confidence::Possible,
        };
        let (first, last) = (&range.first, &range.last);
        let (described_first, described_last) = (
            first.describe(context.book, ty),
            last.describe(context.book, ty),
        );
        let label = match (is_single(first), is_single(last)) {
            (true, true) => format!("from {described_first} to {described_last}"),
            (true, false) => format!("from {described_first} to a number from {described_last}"),
            (false, _) => format!("the first is {described_first}, the last {described_last}"),
        };
        // The last number has to reach the first one.
        let least = match is_single(first) {
            true => first.describe(context.book, ty),
            false => "…".to_owned(),
        };
        diagnostics.push(
            Diagnostic::new(Code::NoOptionLeft, "there may be no number to choose")
                .label(range.span, label)
                .help(format!(
                    "check the last number first: `if … >= {least}: …`; or write `or none` and check for `none`"
                ))
                .cite(range.citations.iter().map(String::as_str))
                .confidence(confidence),
        );
    }
}

/// Whether a set of numbers has one member.
fn is_single(values: &ValueSet) -> bool {
    values.range().is_some_and(|(low, high)| low == high)
}

/// Returns that whose existence the callers of each rule test.
fn tested_by_callers(book: &RuleBook) -> BTreeMap<ProcedureId, Sort> {
    let mut known: BTreeMap<ProcedureId, Sort> = BTreeMap::new();
    for procedure in &book.procedures {
        let (mut tests, mut calls) = (Vec::new(), Vec::new());
        for statement in &procedure.body {
            walk_statement(statement, &mut |expr| {
                existence_tests(expr, &mut tests);
                walk_calls(expr, &mut |id| calls.push(id));
            });
        }
        let sorts = tests.iter().map(|(_, sort)| *sort);
        let all = sorts.fold(Sort::NONE, Sort::or);
        for id in calls {
            let of_rule = known.entry(id).or_insert(Sort::NONE);
            *of_rule = of_rule.or(all);
        }
    }
    known
}

/// Returns the kinds of units among parameters.
fn kinds_of(parameters: &[Parameter]) -> Kinds {
    let kinds = parameters.iter().map(|one| one.ty.kinds());
    kinds.fold(Kinds::NONE, |all, kinds| all.or(kinds))
}

/// Returns that whose existence a body tests, itself or by way of a formula, with the places.
fn tests_of(book: &RuleBook, body: &Block) -> Vec<(Span, Sort)> {
    let mut tests: Vec<(Span, Sort)> = Vec::new();
    for statement in body {
        walk_statement(statement, &mut |expr| {
            existence_tests(expr, &mut tests);
            // A formula can ask for it.
            walk_calls(expr, &mut |id| {
                let called = book.procedures.get(id.at());
                let called = called.filter(|called| called.ability == Ability::Formula);
                let mut inner = Vec::new();
                for statement in called.iter().flat_map(|called| &called.body) {
                    walk_statement(statement, &mut |expr| existence_tests(expr, &mut inner));
                }
                tests.extend(inner.into_iter().map(|(_, sort)| (expr.span, sort)));
            });
        });
    }
    tests
}

/// Reports choices of a unit that need not exist, and whose existence the rule has not tested before.
fn units(
    book: &RuleBook,
    naming: &Naming,
    known: Known,
    body: &Block,
    diagnostics: &mut Diagnostics,
) {
    let tests = LazyCell::new(|| tests_of(book, body));
    // Sides that the rules name are in every game.
    let named = book.side_kind().filter(|_| !book.sides.is_empty());
    let given = known.given.or(named.map_or(Kinds::NONE, Kinds::one));
    walk_statements(body, &mut |statement| {
        if let Some(choice) = statement.choice()
            && let Some(selection) = choice.units()
            && !choice.or_none
        {
            let without = without_parts(book, selection);
            if exists(selection, given) && without.is_empty() {
                return true;
            }
            let sort = Sort::of(selection);
            let is_tested_by_callers = known.tested.is_about(sort);
            let is_tested = tests.iter().any(|(place, tested)| {
                place.start <= statement.span.start && tested.is_about(sort)
            });
            if !is_tested && !is_tested_by_callers {
                let finding = finding(naming, selection, statement.span);
                diagnostics.push(match selection.condition {
                    None => of_units(finding, &without),
                    Some(_) => finding,
                });
            }
        }
        true
    });
}

/// Whether a selection always has a member: a unit that the rule is given, a part of one, or a place.
fn exists(selection: &Selection, given: Kinds) -> bool {
    let is_known = match &selection.region {
        // The place of the piece itself is among those in reach.
        Some(region) => matches!(
            region.region_shape,
            RegionShape::All | RegionShape::Within { .. } | RegionShape::Reached { .. }
        ),
        None => selection.owner.is_some() || !given.and(selection.kinds).is_empty(),
    };
    selection.condition.is_none() && is_known
}

/// Returns the units of the roster without any part that a selection accepts.
fn without_parts<'b>(book: &'b RuleBook, selection: &Selection) -> Vec<&'b Profile> {
    let Some(owner) = selection.owner.as_deref() else {
        return Vec::new();
    };
    let is_part = |id: &ProfileId| {
        let part = book.profiles.get(id.at());
        part.is_some_and(|part| selection.kinds.has(part.kind))
    };
    let has_part = |profile: &Profile| {
        let mut values = profile.values.iter();
        values.any(|(_, value)| match value {
            Value::Parts(parts) => parts.iter().any(is_part),
            Value::Single(_) | Value::Place(_) => false,
        })
    };
    let profiles = book.profiles.iter();
    let owners = profiles.filter(|profile| owner.ty.kinds().has(profile.kind));
    owners.filter(|profile| !has_part(profile)).collect()
}

/// Adds the units that have nothing to choose from to a finding.
fn of_units(finding: Diagnostic, without: &[&Profile]) -> Diagnostic {
    let labelled = without.iter().take(MAX_LABELS);
    let finding = labelled.fold(finding, |finding, unit| {
        finding.label(unit.span, "has none")
    });
    let finding = match without.len().saturating_sub(MAX_LABELS) {
        0 => finding,
        1 => finding.help("one more unit has none"),
        more => finding.help(format!("{more} more units have none")),
    };
    match without.is_empty() {
        true => finding,
        false => finding.confidence(Confidence::Likely),
    }
}

/// Adds tests of whether there is a unit or a place, and reads of the first one.
fn existence_tests(expr: &Expr, found: &mut Vec<(Span, Sort)>) {
    if let Some(members) = expr.aggregation()
        && let Aggregate::Any | Aggregate::Number | Aggregate::First | Aggregate::Last =
            members.aggregate
    {
        found.push((expr.span, Sort::of(members.selection)));
    }
    walk_expr(expr, &mut |inner| existence_tests(inner, found));
}

fn finding(naming: &Naming, selection: &Selection, place: Span) -> Diagnostic {
    let what = match (&selection.region, &selection.condition) {
        (Some(_), Some(_)) => "there may be no place to choose",
        (Some(_), None) => "there may be no place to choose",
        (None, None) if selection.owner.is_some() => "there may be no part to choose",
        (None, Some(_)) => "there may be no unit to choose",
        (None, None) => "there may be no unit to choose",
    };
    let condition = selection.condition.as_ref();
    let shown = condition.map_or(place, |condition| condition.span);
    Diagnostic::new(Code::NoOptionLeft, what)
        .label(shown, "")
        .help(format!(
            "add `or none` and check `if {} is none: …`; or check first: `if any …`",
            selection.name
        ))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
}
