//! Mutually exclusive options, as procedures: lines of one choice, reactions at one window, actions with the same
//! parameters.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::{
    Ability, Among, Block, Choice, Expr, Local, LocalId, NONE, Naming, Parameter, Procedure,
    ProcedureId, RuleBook, Statement, TrackId, Type, Window, walk_statement, walk_statements,
    walk_within,
};
use sandtable_source::Span;

/// One option.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) title: String,
    pub(crate) span: Span,
    /// Has the effects of the option, and no others.
    pub(crate) procedure: ProcedureId,
    /// A `once each` bounds how often it can be taken.
    pub(crate) is_limited: bool,
    /// Whether it is a declared rule.
    pub(crate) is_rule: bool,
}

/// Options of a choice.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) variants: Vec<Variant>,
    /// The parameter that chooses.
    pub(crate) actor: usize,
    pub(crate) citations: Vec<String>,
    /// Tracks that a `needs` compares: resources, where more left is less spent.
    pub(crate) resources: BTreeSet<TrackId>,
}

/// Returns all groups of options, and the synthetic procedures of those that are no rules of the book. Their ids follow those of the
/// book.
pub(super) fn groups(book: &RuleBook) -> (Vec<Group>, Vec<Procedure>) {
    let mut groups = Vec::new();
    let mut added: Vec<Procedure> = Vec::new();
    let n_rules = book.procedures.len();
    let mut needs = Needs::default();
    for procedure in &book.procedures {
        walk_statements(&procedure.body, &mut |statement| {
            if let Some(choice) = statement.choice() {
                groups.extend(of_choice(
                    (book, &mut needs),
                    procedure,
                    choice,
                    n_rules,
                    &mut added,
                ));
            }
            true
        });
    }
    for window in book.windows.iter().filter(|window| window.one_of) {
        groups.extend(of_window((book, &mut needs), window, n_rules, &mut added));
    }
    groups.extend(of_actions(book, &mut needs));
    (groups, added)
}

/// Returns a procedure that runs a block and is refused unless a condition is true.
fn procedure_of(
    title: &str,
    at: usize,
    (parameters, locals): (&[Parameter], &[Local]),
    condition: Option<&Expr>,
    body: &Block,
    span: Span,
) -> Procedure {
    let needs = condition.map(|condition| Statement::requiring(condition.clone(), span));
    Procedure {
        naming: Naming {
            // No declared rule has a space in its name.
            name: format!("option {at}"),
            title: Some(title.to_owned()),
            citations: Vec::new(),
            span,
        },
        ability: Ability::Action,
        parameters: parameters.to_vec(),
        result: None,
        range: (NONE + 1, i32::MAX),
        outcomes: None,
        body: needs.into_iter().chain(body.iter().cloned()).collect(),
        locals: locals.to_vec(),
        report: None,
        of_kind: None,
        is_generated: false,
        deep: None,
    }
}

fn of_choice(
    (book, needs): (&RuleBook, &mut Needs),
    procedure: &Procedure,
    choice: &Choice,
    n_rules: usize,
    added: &mut Vec<Procedure>,
) -> Option<Group> {
    let Among::Lines(lines) = &choice.among else {
        return None;
    };
    if lines.iter().any(|line| leaves_round(&line.body)) {
        return None;
    }
    let actor = chooser(choice.side()?)?.at();
    let mut read = BTreeSet::from([actor]);
    for line in lines {
        line.condition
            .iter()
            .for_each(|part| collect_locals(part, &mut read));
        let mut bound = BTreeSet::new();
        for statement in &line.body {
            walk_statement(statement, &mut |expr| collect_locals(expr, &mut read));
        }
        walk_statements(&line.body, &mut |statement| {
            bound.extend(binds(statement));
            true
        });
        read.retain(|local| !bound.contains(local));
    }
    let n_parameters = read.last()? + 1;
    let parameters: Option<Vec<Parameter>> = (0..n_parameters)
        .map(|at| match procedure.parameters.get(at) {
            Some(parameter) => Some(parameter.clone()),
            None => {
                let local = procedure.locals.get(at)?;
                let known = !matches!(local.ty, Type::Unknown | Type::Dice);
                known.then(|| {
                    Parameter::unlimited(local.name.clone(), local.ty, procedure.naming.span)
                })
            }
        })
        .collect();
    let parameters = parameters?;
    let names: BTreeSet<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    // Random values without bounds would not be those of a game.
    let is_unbounded = |one: &Parameter| matches!(one.ty, Type::Number(_)) && one.high == i32::MAX;
    if names.len() < parameters.len() || parameters.iter().any(is_unbounded) {
        return None;
    }
    let known = (parameters.as_slice(), procedure.locals.as_slice());
    let mut variants = Vec::new();
    let mut resources = BTreeSet::new();
    for line in lines {
        let id = ProcedureId::new(n_rules + added.len());
        let (condition, body) = (line.condition.as_ref(), &line.body);
        let rule = procedure_of(&line.title, id.at(), known, condition, body, line.span);
        needs.collect(book, &rule.body, &mut resources);
        variants.push(Variant {
            title: line.title.clone(),
            span: line.span,
            procedure: id,
            is_limited: is_limited(book, &rule.body),
            is_rule: false,
        });
        added.push(rule);
    }
    Some(Group {
        variants,
        actor,
        citations: procedure.naming.citations.clone(),
        resources,
    })
}

/// Whether a block continues or leaves an enclosing loop, whose effects are not its own.
fn leaves_round(block: &[Statement]) -> bool {
    let mut leaves = false;
    walk_statements(block, &mut |statement| {
        leaves |= statement.is_jump();
        !statement.is_loop()
    });
    leaves
}

fn of_window(
    (book, needs): (&RuleBook, &mut Needs),
    window: &Window,
    n_rules: usize,
    added: &mut Vec<Procedure>,
) -> Option<Group> {
    let reactions = window.reactions.iter();
    let reactions = reactions.filter_map(|id| book.reactions.get(id.at()));
    let mut variants = Vec::new();
    let mut resources = BTreeSet::new();
    let mut actors = BTreeSet::new();
    for reaction in reactions.filter(|reaction| !reaction.must) {
        let id = ProcedureId::new(n_rules + added.len());
        actors.insert(chooser(reaction.by.as_ref()?)?.at());
        let mut cancels = false;
        walk_statements(&reaction.body, &mut |statement| {
            cancels |= statement.is_cancel();
            true
        });
        // The effect that it cancels is not among its own.
        if cancels {
            return None;
        }
        let known = (reaction.parameters.as_slice(), reaction.locals.as_slice());
        let naming = &reaction.naming;
        let rule = procedure_of(
            naming.shown(),
            id.at(),
            known,
            None,
            &reaction.body,
            naming.span,
        );
        needs.collect(book, &rule.body, &mut resources);
        variants.push(Variant {
            title: naming.name.clone(),
            span: naming.span,
            procedure: id,
            is_limited: is_limited(book, &rule.body),
            is_rule: false,
        });
        added.push(rule);
    }
    let actor = actors.pop_first().filter(|_| actors.is_empty())?;
    Some(Group {
        variants,
        actor,
        citations: window.naming.citations.clone(),
        resources,
    })
}

/// Returns groups of actions with the same parameters that can be refused: alternatives of one player.
fn of_actions(book: &RuleBook, needs: &mut Needs) -> Vec<Group> {
    let mut alike: BTreeMap<String, Group> = BTreeMap::new();
    for (at, action) in book.procedures.iter().enumerate() {
        let first = action.parameters.first();
        let is_units = first.is_some_and(|first| matches!(first.ty, Type::Unit(_)));
        let is_needs = |statement: &Statement| statement.needs().is_some();
        let is_option = action.ability == Ability::Action
            && action.result.is_none()
            && action.report.is_none()
            && action.body.iter().any(is_needs);
        if !is_units || !is_option {
            continue;
        }
        let signature = action.parameters.iter();
        let signature: Vec<String> = signature
            .map(|one| format!("{:?} {} {} {:?}", one.ty, one.low, one.high, one.part_of))
            .collect();
        let group = alike.entry(signature.join(",")).or_insert_with(|| Group {
            variants: Vec::new(),
            actor: 0,
            citations: Vec::new(),
            resources: BTreeSet::new(),
        });
        needs.collect(book, &action.body, &mut group.resources);
        group.variants.push(Variant {
            title: action.naming.name.clone(),
            span: action.naming.span,
            procedure: ProcedureId::new(at),
            is_limited: is_limited(book, &action.body),
            is_rule: true,
        });
    }
    alike.into_values().collect()
}

/// Returns the local of the unit that chooses: of `unit`, or of `unit.side`.
fn chooser(by: &Expr) -> Option<LocalId> {
    by.local().or_else(|| chooser(by.track()?.unit))
}

/// Collects the locals that an expression reads.
fn collect_locals(expr: &Expr, found: &mut BTreeSet<usize>) {
    walk_within(expr, &mut |part| {
        found.extend(part.local().map(LocalId::at))
    });
}

/// Returns the local that a statement binds.
fn binds(statement: &Statement) -> Option<usize> {
    statement.bound_local().map(LocalId::at)
}

/// The tracks that the `needs` of rules compare, and the rules that they call; each rule is looked through once.
#[derive(Default)]
struct Needs {
    by_rule: BTreeMap<ProcedureId, Needed>,
}

/// The tracks that a body compares in its `needs`, and the rules that it calls.
#[derive(Default)]
struct Needed {
    tracks: BTreeSet<TrackId>,
    calls: BTreeSet<ProcedureId>,
}

impl Needed {
    fn of(body: &Block) -> Self {
        let mut found = Self::default();
        walk_statements(body, &mut |statement| {
            if let Some(condition) = statement.needs() {
                collect_compared(condition, &mut found.tracks);
            }
            true
        });
        for statement in body {
            walk_statement(statement, &mut |expr| collect_calls(expr, &mut found.calls));
        }
        found
    }
}

impl Needs {
    /// Collects the tracks that the `needs` of a body and of the rules that it calls compare.
    fn collect(&mut self, book: &RuleBook, body: &Block, resources: &mut BTreeSet<TrackId>) {
        let own = Needed::of(body);
        resources.extend(own.tracks);
        let (mut seen, mut open) = (BTreeSet::new(), Vec::from_iter(own.calls));
        while let Some(id) = open.pop() {
            let procedure = book.procedures.get(id.at()).filter(|_| seen.insert(id));
            let Some(procedure) = procedure else {
                continue;
            };
            let known = self.by_rule.entry(id);
            let known = known.or_insert_with(|| Needed::of(&procedure.body));
            resources.extend(&known.tracks);
            open.extend(&known.calls);
        }
    }
}

fn collect_compared(condition: &Expr, resources: &mut BTreeSet<TrackId>) {
    walk_within(condition, &mut |part| {
        let compared = part.comparison();
        let sides = compared.into_iter().flat_map(|one| [one.left, one.right]);
        let numbers = sides.filter(|side| matches!(side.ty, Type::Number(_)));
        resources.extend(numbers.filter_map(|side| Some(side.track()?.track)));
    });
}

/// Collects the rules that an expression calls or tests.
fn collect_calls(expr: &Expr, calls: &mut BTreeSet<ProcedureId>) {
    walk_within(expr, &mut |part| {
        let called = part.call().or(part.action_test());
        calls.extend(called.map(|(procedure, _)| procedure));
    });
}

/// Whether a body, or a rule that it calls, has a `once each`.
fn is_limited(book: &RuleBook, body: &Block) -> bool {
    let mut found = false;
    let mut look = |block: &Block| {
        walk_statements(block, &mut |statement| {
            found |= statement.mark().is_some();
            true
        });
    };
    look(body);
    let mut calls = BTreeSet::new();
    for statement in body {
        walk_statement(statement, &mut |expr| collect_calls(expr, &mut calls));
    }
    for id in calls {
        if let Some(procedure) = book.procedures.get(id.at()) {
            look(&procedure.body);
        }
    }
    found
}
