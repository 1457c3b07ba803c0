//! Conditions that are never true for the units and maps of the roster.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::transfer::ConstantCondition;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{FieldId, walk_expr};
use sandtable_source::Span;

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 4;

/// The units or maps that a finding is about.
pub(super) struct Missing {
    pub(super) code: Code,
    /// `no unit of the unit files`
    pub(super) subject: &'static str,
    pub(super) help: &'static str,
}

/// Returns a finding for each condition that is false for every unit, or of every hex, and not false by itself. All
/// conditions on one trait are one finding.
pub(super) fn unsatisfied(
    context: &Context<'_>,
    of_ground: bool,
    missing: &Missing,
) -> Vec<Diagnostic> {
    let Some(roster_values) = &context.roster_values else {
        return Vec::new();
    };
    let constant = context.values.constant_conditions();
    let constant: BTreeSet<Span> = constant.map(|one| one.span).collect();
    let unsatisfied = roster_values.constant_conditions();
    let unsatisfied =
        unsatisfied.filter(|one| !one.truth && !one.is_covered && !constant.contains(&one.span));
    let mut by_trait: BTreeMap<FieldId, Vec<&ConstantCondition>> = BTreeMap::new();
    let mut findings = Vec::new();
    let mut seen = BTreeSet::new();
    let unsatisfied: Vec<&ConstantCondition> = unsatisfied.collect();
    let given = given_by_scenarios(context, &unsatisfied);
    let unsatisfied = unsatisfied
        .into_iter()
        .filter(|one| !given.contains(&one.span));
    for one in unsatisfied.filter(|one| one.of_ground == of_ground && seen.insert(one.span)) {
        match one.field {
            Some(field) => by_trait.entry(field).or_default().push(one),
            None => findings.push(finding(context, missing, &[one], "meets this")),
        }
    }
    for (field, conditions) in by_trait {
        let name = context.book.fields.get(field.at());
        let has = name.map_or_else(String::new, |field| format!("has `{}`", field.name));
        findings.push(finding(context, missing, &conditions, &has));
    }
    findings
}

/// Returns the places of conditions on a stat for which scenarios give values.
fn given_by_scenarios(context: &Context<'_>, conditions: &[&ConstantCondition]) -> BTreeSet<Span> {
    let mut given = BTreeSet::new();
    let begun = match conditions {
        [] => BTreeSet::new(),
        _ => (context.begun)(),
    };
    if begun.is_empty() {
        return given;
    }
    context.book.walk_exprs(&mut |_, expr| {
        if conditions.iter().any(|one| one.span == expr.span) {
            walk_expr(expr, &mut |part| {
                let stat = part
                    .field()
                    .map(|(_, field)| context.book.field_name(field));
                let is_given = stat.is_some_and(|stat| begun.contains(stat));
                given.extend(is_given.then_some(expr.span));
            });
        }
    });
    given
}

fn finding(
    context: &Context<'_>,
    missing: &Missing,
    conditions: &[&ConstantCondition],
    property: &str,
) -> Diagnostic {
    let impossible: BTreeSet<&str> = conditions
        .iter()
        .filter(|one| one.is_needed)
        .filter_map(|one| Some(one.rule.as_ref()?.name.as_str()))
        .collect();
    let impossible: Vec<String> = impossible.iter().map(|name| format!("`{name}`")).collect();
    let subject = missing.subject;
    let message = match impossible.is_empty() {
        true => format!("{subject} {property}"),
        false => format!(
            "{subject} {property}, so {} is never possible",
            impossible.join(" or ")
        ),
    };
    let mut finding = Diagnostic::new(missing.code, message);
    for one in conditions.iter().take(MAX_LABELS) {
        finding = finding.label(one.span, one.describe(context.book));
    }
    let cited = conditions.iter().flat_map(|one| &one.citations);
    let cited: BTreeSet<&str> = cited.map(String::as_str).collect();
    let finding = match conditions.len().saturating_sub(MAX_LABELS) {
        0 => finding,
        more => finding.help(format!("used in {more} more places")),
    };
    let finding = finding.help(missing.help).cite(cited);
    if missing.code != Code::NoUnitUses {
        return finding;
    }
    // A book with a scenario has its units, or most of them.
    let is_complete = !(context.played)().is_empty() && !impossible.is_empty();
    finding.confidence(match is_complete {
        true => Confidence::Likely,
        false => Confidence::Possible,
    })
}
