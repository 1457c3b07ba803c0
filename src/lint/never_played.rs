//! Cards whose own stats refuse every way to play them.
//!
//! Reports: E0690.

use super::Context;
use super::transfer::ValueAnalysis;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Expr, KindId, LocalId, Procedure, Profile, RuleBook, Selection, Statement,
    walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut values: Option<ValueAnalysis<'_>> = None;
    for deck in &book.decks {
        let uses = uses(context, deck.kind);
        if uses.is_empty() {
            continue;
        }
        let values = values.get_or_insert_with(|| ValueAnalysis::new(book, true));
        let cards = book.profiles.iter().filter(|card| card.kind == deck.kind);
        for card in cards {
            let refusals: Option<Vec<Span>> =
                uses.iter().map(|one| refused(values, one, card)).collect();
            if let Some(first) = refusals.and_then(|spans| spans.first().copied()) {
                diagnostics.push(finding(card, first));
            }
        }
    }
}

/// A way to play a card: an action that takes it, or a choice among cards.
struct Use<'a> {
    procedure: &'a Procedure,
    /// The local of the card.
    card: LocalId,
    /// Definitions of names and conditions, in order.
    steps: Vec<Step<'a>>,
}

enum Step<'a> {
    Let(LocalId, &'a Expr),
    Must(&'a Expr),
}

/// Returns the ways to play cards of a kind that have a condition; none if one of the ways has none.
fn uses<'a>(context: &Context<'a>, kind: KindId) -> Vec<Use<'a>> {
    let mut uses = Vec::new();
    if is_chosen_in_reaction(context.book, kind) {
        return uses;
    }
    for procedure in &context.book.procedures {
        if procedure.ability == Ability::Formula {
            continue;
        }
        if procedure.ability == Ability::Action {
            let parameters = procedure.parameters.iter();
            for (at, _) in parameters
                .enumerate()
                .filter(|(_, one)| one.ty.kinds().has(kind))
            {
                uses.push(Use {
                    procedure,
                    card: LocalId::new(at),
                    steps: first_lines(procedure),
                });
            }
        }
        walk_statements(&procedure.body, &mut |statement| {
            if let Some(selection) = chosen(statement, kind) {
                let condition = selection.condition.as_deref();
                uses.push(Use {
                    procedure,
                    card: selection.local,
                    steps: condition.map(Step::Must).into_iter().collect(),
                });
            }
            true
        });
    }
    let is_conditional = |one: &Use<'_>| one.steps.iter().any(|step| matches!(step, Step::Must(_)));
    match uses.iter().all(is_conditional) {
        true => uses,
        false => Vec::new(),
    }
}

/// Returns the cards of a kind among which a statement lets a side choose.
fn chosen(statement: &Statement, kind: KindId) -> Option<&Selection> {
    let choice = statement.choice()?;
    let is_open = choice.top_card.is_none() && !choice.is_drawn();
    choice
        .units()
        .filter(|cards| is_open && cards.kinds.has(kind))
}

/// Whether a reaction, or a trigger, lets a side choose among cards of a kind, whose conditions are not followed.
fn is_chosen_in_reaction(book: &RuleBook, kind: KindId) -> bool {
    let reactions = book.reactions.iter().map(|one| &one.body);
    let triggers = book.triggers.iter().flat_map(|one| &one.whens);
    let mut found = false;
    for body in reactions.chain(triggers.map(|when| &when.body)) {
        walk_statements(body, &mut |statement| {
            found |= chosen(statement, kind).is_some();
            !found
        });
    }
    found
}

/// Returns the lines of an action before its first effect.
fn first_lines(procedure: &Procedure) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for statement in &procedure.body {
        if let Some((local, value)) = statement.binding() {
            steps.push(Step::Let(local, value));
        } else if let Some(condition) = statement.needs() {
            steps.push(Step::Must(condition));
        } else if statement.requirement().is_none() {
            break;
        }
    }
    steps
}

/// Returns the condition that a card never meets.
fn refused<'a>(values: &mut ValueAnalysis<'a>, one: &Use<'a>, card: &'a Profile) -> Option<Span> {
    let mut state = values.enter_with(one.procedure, one.card, card);
    for step in &one.steps {
        match step {
            Step::Let(local, value) => {
                let known = values.value_in(value, &mut state);
                state.bind(*local, known);
            }
            Step::Must(condition) => {
                if values.value_in(condition, &mut state).truth() == Some(false) {
                    return Some(condition.span);
                }
            }
        }
    }
    None
}

fn finding(card: &Profile, refused: Span) -> Diagnostic {
    Diagnostic::new(
        Code::NeverPlayed,
        format!("the card `{}` can never be played", card.id),
    )
    .label(card.span, "")
    .label(refused, "never met by this card")
    .help("correct the card or the condition")
    .confidence(Confidence::Likely)
}
