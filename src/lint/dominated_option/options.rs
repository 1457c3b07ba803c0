//! Ways to choose from: lines of one choice, reactions at one window, actions with the same parameters.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::{
    Ability, Among, Block, Choice, Expr, ExprKind, Local, LocalId, NONE, Naming, Parameter,
    Procedure, ProcedureId, RuleBook, Statement, StatementKind, TrackId, Type, Window, walk_expr,
    walk_statement, walk_statements,
};
use sandtable_source::Span;

/// One way to choose.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) title: String,
    pub(super) span: Span,
    /// Does it, and nothing else.
    pub(super) procedure: ProcedureId,
    /// It can be done only so often.
    pub(super) is_limited: bool,
    /// It can be asked for by its name.
    pub(super) is_rule: bool,
}

/// Ways of which one is chosen.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) ways: Vec<Way>,
    /// Who chooses: place among the parameters.
    pub(super) actor: usize,
    pub(super) citations: Vec<String>,
    /// What must be there for it to be done: of these, less is spent when more is left.
    pub(super) spent: BTreeSet<TrackId>,
}

/// Finds all ways to choose from; what is not a rule of its own is put behind the rules of the book as one.
pub(super) fn groups(book: &mut RuleBook) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut added: Vec<Procedure> = Vec::new();
    let n_rules = book.procedures.len();
    for procedure in &book.procedures {
        walk_statements(&procedure.body, &mut |statement| {
            if let StatementKind::Choose(choice) = &statement.kind {
                groups.extend(of_choice(book, procedure, choice, n_rules, &mut added));
            }
            true
        });
    }
    for window in book.windows.iter().filter(|window| window.one_of) {
        groups.extend(of_window(book, window, n_rules, &mut added));
    }
    groups.extend(of_actions(book));
    book.procedures.append(&mut added);
    groups
}

/// A rule that does what stands in a block and is refused unless a condition holds.
fn rule(
    title: &str,
    at: usize,
    (parameters, locals): (&[Parameter], &[Local]),
    condition: Option<&Expr>,
    body: &Block,
    span: Span,
) -> Procedure {
    let needs = condition.map(|condition| Statement {
        kind: StatementKind::Needs {
            condition: condition.clone(),
            why: String::new(),
        },
        citations: Vec::new(),
        span,
    });
    Procedure {
        naming: Naming {
            // No rule has a blank in its name.
            name: format!("way {at}"),
            title: Some(title.to_owned()),
            citations: Vec::new(),
            span,
        },
        ability: Ability::Action,
        parameters: parameters.to_vec(),
        result: None,
        outcomes: None,
        body: needs.into_iter().chain(body.iter().cloned()).collect(),
        locals: locals.to_vec(),
        report: None,
        of_kind: None,
    }
}

fn of_choice(
    book: &RuleBook,
    procedure: &Procedure,
    choice: &Choice,
    n_rules: usize,
    added: &mut Vec<Procedure>,
) -> Option<Group> {
    let Among::Lines(lines) = &choice.among else {
        return None;
    };
    let actor = whose(choice.side()?)?.at();
    let mut read = BTreeSet::from([actor]);
    for line in lines {
        line.condition
            .iter()
            .for_each(|part| locals(part, &mut read));
        let mut bound = BTreeSet::new();
        for statement in &line.body {
            walk_statement(statement, &mut |expr| locals(expr, &mut read));
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
                known.then(|| Parameter {
                    name: local.name.clone(),
                    ty: local.ty,
                    low: NONE + 1,
                    high: i32::MAX,
                    part_of: None,
                    dice: None,
                    span: procedure.naming.span,
                })
            }
        })
        .collect();
    let parameters = parameters?;
    let names: BTreeSet<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    // With a value that can be anything, the situations would not be those of a game.
    let is_open = |one: &Parameter| matches!(one.ty, Type::Number(_)) && one.high == i32::MAX;
    if names.len() < parameters.len() || parameters.iter().any(is_open) {
        return None;
    }
    let known = (parameters.as_slice(), procedure.locals.as_slice());
    let mut ways = Vec::new();
    let mut spent = BTreeSet::new();
    for line in lines {
        let id = ProcedureId::new(n_rules + added.len());
        let (condition, body) = (line.condition.as_ref(), &line.body);
        let rule = rule(&line.title, id.at(), known, condition, body, line.span);
        asked_for(book, &rule.body, &mut spent);
        ways.push(Way {
            title: line.title.clone(),
            span: line.span,
            procedure: id,
            is_limited: is_limited(book, &rule.body),
            is_rule: false,
        });
        added.push(rule);
    }
    Some(Group {
        ways,
        actor,
        citations: procedure.naming.citations.clone(),
        spent,
    })
}

fn of_window(
    book: &RuleBook,
    window: &Window,
    n_rules: usize,
    added: &mut Vec<Procedure>,
) -> Option<Group> {
    let reactions = window.reactions.iter();
    let reactions = reactions.filter_map(|id| book.reactions.get(id.at()));
    let mut ways = Vec::new();
    let mut spent = BTreeSet::new();
    let mut actors = BTreeSet::new();
    for reaction in reactions.filter(|reaction| !reaction.must) {
        let id = ProcedureId::new(n_rules + added.len());
        actors.insert(whose(reaction.by.as_ref()?)?.at());
        let mut cancels = false;
        walk_statements(&reaction.body, &mut |statement| {
            cancels |= matches!(statement.kind, StatementKind::Cancel);
            true
        });
        // What it saves its owner from is not seen here.
        if cancels {
            return None;
        }
        let known = (reaction.parameters.as_slice(), reaction.locals.as_slice());
        let naming = &reaction.naming;
        let rule = rule(
            naming.shown(),
            id.at(),
            known,
            None,
            &reaction.body,
            naming.span,
        );
        asked_for(book, &rule.body, &mut spent);
        ways.push(Way {
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
        ways,
        actor,
        citations: window.naming.citations.clone(),
        spent,
    })
}

/// Actions that are handed the same and cannot always be done: what one player can do instead of the other.
fn of_actions(book: &RuleBook) -> Vec<Group> {
    let mut alike: BTreeMap<String, Group> = BTreeMap::new();
    for (at, action) in book.procedures.iter().enumerate() {
        let first = action.parameters.first();
        let is_units = first.is_some_and(|first| matches!(first.ty, Type::Unit(_)));
        let needs = |statement: &Statement| matches!(statement.kind, StatementKind::Needs { .. });
        let is_way = action.ability == Ability::Action
            && action.result.is_none()
            && action.report.is_none()
            && action.body.iter().any(needs);
        if !is_units || !is_way {
            continue;
        }
        let handed = action.parameters.iter();
        let handed: Vec<String> = handed
            .map(|one| format!("{:?} {} {} {:?}", one.ty, one.low, one.high, one.part_of))
            .collect();
        let group = alike.entry(handed.join(",")).or_insert_with(|| Group {
            ways: Vec::new(),
            actor: 0,
            citations: Vec::new(),
            spent: BTreeSet::new(),
        });
        asked_for(book, &action.body, &mut group.spent);
        group.ways.push(Way {
            title: action.naming.name.clone(),
            span: action.naming.span,
            procedure: ProcedureId::new(at),
            is_limited: is_limited(book, &action.body),
            is_rule: true,
        });
    }
    alike.into_values().collect()
}

/// The name that stands for who chooses: `unit`, or `unit.side`.
fn whose(by: &Expr) -> Option<LocalId> {
    if let ExprKind::Local(id) = by.kind {
        return Some(id);
    }
    if let ExprKind::Track { unit, .. } = &by.kind {
        return whose(unit);
    }
    None
}

fn locals(expr: &Expr, found: &mut BTreeSet<usize>) {
    if let ExprKind::Local(id) = expr.kind {
        found.insert(id.at());
    }
    walk_expr(expr, &mut |inner| locals(inner, found));
}

/// The name that a statement keeps a value under.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "most statements keep nothing; a name that is not known to be kept is asked for as a parameter"
)]
fn binds(statement: &Statement) -> Option<usize> {
    Some(match &statement.kind {
        StatementKind::Let { local, .. }
        | StatementKind::Count { local, .. }
        | StatementKind::Create { local, .. } => local.at(),
        StatementKind::Each { selection, .. } | StatementKind::Alternate { selection, .. } => {
            selection.local.at()
        }
        StatementKind::Choose(choice) => match &choice.among {
            Among::Values { local, .. } => local.at(),
            Among::Lines(_) => return None,
        },
        _ => return None,
    })
}

/// The tracks of which `needs` ask for so much, here and in the actions that are called.
fn asked_for(book: &RuleBook, body: &Block, spent: &mut BTreeSet<TrackId>) {
    let mut seen = BTreeSet::new();
    needed(book, body, spent, &mut seen);
}

fn needed(
    book: &RuleBook,
    body: &Block,
    spent: &mut BTreeSet<TrackId>,
    seen: &mut BTreeSet<ProcedureId>,
) {
    walk_statements(body, &mut |statement| {
        if let StatementKind::Needs { condition, .. } = &statement.kind {
            compared(condition, spent);
        }
        true
    });
    let mut calls = BTreeSet::new();
    for statement in body {
        walk_statement(statement, &mut |expr| called(expr, &mut calls));
    }
    for id in calls {
        if let Some(procedure) = book.procedures.get(id.at()).filter(|_| seen.insert(id)) {
            needed(book, &procedure.body, spent, seen);
        }
    }
}

fn compared(condition: &Expr, spent: &mut BTreeSet<TrackId>) {
    if let ExprKind::Compare { left, right, .. } = &condition.kind {
        for side in [left, right] {
            if let (ExprKind::Track { track, .. }, Type::Number(_)) = (&side.kind, side.ty) {
                spent.insert(*track);
            }
        }
    }
    walk_expr(condition, &mut |inner| compared(inner, spent));
}

fn called(expr: &Expr, calls: &mut BTreeSet<ProcedureId>) {
    if let ExprKind::Call { procedure, .. }
    | ExprKind::Can {
        action: procedure, ..
    } = &expr.kind
    {
        calls.insert(*procedure);
    }
    walk_expr(expr, &mut |inner| called(inner, calls));
}

/// Whether something can be done only so often.
fn is_limited(book: &RuleBook, body: &Block) -> bool {
    let mut found = false;
    let mut look = |block: &Block| {
        walk_statements(block, &mut |statement| {
            found |= matches!(statement.kind, StatementKind::OnceEach { .. });
            true
        });
    };
    look(body);
    let mut calls = BTreeSet::new();
    for statement in body {
        walk_statement(statement, &mut |expr| called(expr, &mut calls));
    }
    for id in calls {
        if let Some(procedure) = book.procedures.get(id.at()) {
            look(&procedure.body);
        }
    }
    found
}
