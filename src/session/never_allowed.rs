//! Actions that rules ask for with `can`, but that are never allowed in the games of a check.
//!
//! Reports: E0574.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_eval::sample::breakpoints::Breakpoints;
use sandtable_ir::Program;
use sandtable_model::{Ability, ProcedureId, RuleBook, Statement, walk_statements};
use sandtable_source::Span;

/// An action that rules ask for.
struct Asked {
    action: ProcedureId,
    /// Its conditions, in order.
    needs: Vec<Span>,
    /// The statements after them.
    effects: Vec<Span>,
}

/// The actions of a book that rules ask for.
pub(super) struct AskedActions(Vec<Asked>);

/// The parts of actions that the games of a scenario reach, by action.
pub(super) type Reached = BTreeMap<ProcedureId, Reach>;

/// The parts of an action that games reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// The last of its conditions that is evaluated.
    needs: Option<Span>,
    /// Whether it is carried out.
    is_done: bool,
}

impl AskedActions {
    pub(super) fn new(book: &RuleBook) -> Self {
        let mut tested: BTreeSet<ProcedureId> = BTreeSet::new();
        book.walk_exprs(&mut |_, expr| tested.extend(expr.action_test().map(|(id, _)| id)));
        let asked = tested.into_iter().filter_map(|action| {
            let rule = book.procedures.get(action.at())?;
            let last = rule.body.iter().rposition(|one| one.needs().is_some())?;
            let (conditions, effects) = rule.body.split_at_checked(last + 1)?;
            let needs = conditions.iter().filter_map(Statement::needs);
            let mut spans = Vec::new();
            walk_statements(effects, &mut |statement| {
                spans.push(statement.span);
                true
            });
            let is_action = rule.ability == Ability::Action;
            is_action.then(|| Asked {
                action,
                needs: needs.map(|condition| condition.span).collect(),
                effects: spans,
            })
        });
        Self(asked.collect())
    }

    /// Returns the ops of a program at which the actions are asked for or carried out, with the place that each is in.
    pub(super) fn ops(&self, program: &Program) -> Vec<(usize, Span)> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let places = self
            .0
            .iter()
            .flat_map(|one| one.needs.iter().chain(&one.effects));
        let places: BTreeSet<Span> = places.copied().collect();
        let origins = program.origins.iter().enumerate();
        let found = origins.filter_map(|(at, origin)| {
            let before =
                places.range(..=Span::new(origin.span.file, origin.span.start, usize::MAX));
            let place = before.last().filter(|place| place.contains(origin.span))?;
            Some((at, *place))
        });
        found.collect()
    }

    /// Returns what games with breakpoints at the ops have reached.
    pub(super) fn reached(&self, ops: &[(usize, Span)], breakpoints: &Breakpoints) -> Reached {
        let reached = ops.iter().filter(|(at, _)| breakpoints.is_reached(*at));
        let reached: BTreeSet<Span> = reached.map(|(_, place)| *place).collect();
        let has_ops = |asked: &Asked| ops.iter().any(|(_, place)| asked.effects.contains(place));
        let actions = self.0.iter().filter(|asked| has_ops(asked));
        let reach = actions.map(|asked| {
            let mut needs = asked.needs.iter().rev();
            let reach = Reach {
                needs: needs.find(|place| reached.contains(*place)).copied(),
                is_done: asked.effects.iter().any(|place| reached.contains(place)),
            };
            (asked.action, reach)
        });
        reach.collect()
    }
}

/// Whether an action is asked for and never carried out.
pub(super) fn has_never_allowed(reached: &Reached) -> bool {
    reached
        .values()
        .any(|one| one.needs.is_some() && !one.is_done)
}

/// Returns the findings about actions that the games of no scenario carry out.
///
/// Reports: E0574.
pub(super) fn findings(book: &RuleBook, scenarios: &[Reached]) -> Vec<Diagnostic> {
    let actions: BTreeSet<ProcedureId> =
        scenarios.iter().flat_map(BTreeMap::keys).copied().collect();
    let finding = |action: ProcedureId| {
        let mut needs = None;
        for reach in scenarios.iter().filter_map(|one| one.get(&action)) {
            if reach.is_done {
                return None;
            }
            needs = needs.or(reach.needs);
        }
        let naming = &book.procedures.get(action.at())?.naming;
        let name = &naming.name;
        Some(
            Diagnostic::new(
                Code::NeverAllowed,
                format!("`{name}` is never allowed in the games that were tried, although the rules ask for it"),
            )
            .label(needs?, "never met there")
            .help("compare this with what is asked for: one of the two may be the wrong way round; if it is rare, ignore this")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible),
        )
    };
    actions.into_iter().filter_map(finding).collect()
}
