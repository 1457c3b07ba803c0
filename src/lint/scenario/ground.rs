//! Pieces of a scenario that are nowhere, and pieces that can never leave the place on which they begin.
//!
//! Reports: E0564, E0566.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::start_state::Values;
use sandtable_ask::asked_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_explain::trace::{Faces, explain};
use sandtable_ir::{OutputSpec, lower};
use sandtable_model::board::{Primitive, RegionShape, Way};
use sandtable_model::{
    CastUnit, Change, Dimension, Expr, ExprKind, KindId, LocalId, NONE, ProcedureId, Question,
    StatementKind, Type, walk_statements, walk_within,
};

/// The most steps that the costs of all pieces of a scenario may take.
const STEPS: u64 = 1_000_000;
/// The most costs that are asked for one scenario.
const MAX_COSTS: usize = 1_500;
/// The largest number of findings of one scenario.
const MAX_FINDINGS: usize = 4;

pub(super) fn check_ground(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    nowhere(staging, found);
    cannot_move(staging, found);
}

/// Reports pieces without a place, if others of their kind have one or no rule gives them one.
fn nowhere(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(at_track), Some(_)) = (staging.book.at_track(), &staging.staged.board_instance)
    else {
        return;
    };
    let is_at = |at: usize| {
        staging
            .start
            .track(at, at_track)
            .is_some_and(|at| at != NONE)
    };
    let mut placed: BTreeMap<KindId, BTreeSet<&str>> = BTreeMap::new();
    for (at, unit) in staging.pieces() {
        if is_at(at) {
            let written = staging.unit_written(unit);
            let keys = written.into_iter().flat_map(|unit| &unit.stats);
            let known = placed.entry(unit.kind).or_default();
            known.extend(keys.map(|stat| stat.key.value.as_str()));
        }
    }
    let moved = kinds_that_are_placed(staging);
    let mut n_found = 0;
    for (at, unit) in staging.pieces() {
        let Some(written) = staging.unit_written(unit).filter(|_| !is_at(at)) else {
            continue;
        };
        let says_more = |keys: &BTreeSet<&str>| {
            let mut stats = written.stats.iter();
            stats.any(|stat| !keys.contains(stat.key.value.as_str()))
        };
        let is_odd = match placed.get(&unit.kind) {
            Some(keys) => !says_more(keys),
            None => {
                !placed.is_empty() && !moved.contains(&unit.kind) && reads_place(staging, unit.kind)
            }
        };
        if !is_odd || is_out_of_play(staging, at) || holds_a_unit(staging, at, unit) {
            continue;
        }
        n_found += 1;
        if n_found > MAX_FINDINGS {
            return;
        }
        let why = match placed.contains_key(&unit.kind) {
            true => "others of its kind are",
            false => "no rule puts it there",
        };
        let message = format!("`{}` is not on the map: {why}", unit.parameter);
        found.push(
            Diagnostic::new(Code::Nowhere, message)
                .label(written.head(), "")
                .help("add its place, `at = …`; if it arrives later, write `removed = true`")
                .confidence(Confidence::Likely),
        );
    }
}

fn is_out_of_play(staging: &Staging<'_>, at: usize) -> bool {
    let is = |track| staging.start.track(at, track).unwrap_or(0) != 0;
    is(sandtable_model::TrackId::DESTROYED) || is(sandtable_model::TrackId::REMOVED)
}

/// Whether a piece names another one: it can be carried by it, or belong to it.
fn holds_a_unit(staging: &Staging<'_>, at: usize, unit: &CastUnit) -> bool {
    let kind = staging.book.kinds.get(unit.kind.at());
    let mut lines = kind.into_iter().flat_map(|kind| &kind.tracks);
    lines.any(|line| {
        let known = staging.book.tracks.get(line.track.at());
        let holds = known.is_some_and(|known| {
            matches!(known.ty, Type::Unit(kinds) if !kinds.and(staging.book.pieces()).is_empty())
        });
        holds
            && staging
                .start
                .track(at, line.track)
                .is_some_and(|held| held != NONE)
    })
}

/// Returns the kinds whose units rules put on the map.
fn kinds_that_are_placed(staging: &Staging<'_>) -> BTreeSet<KindId> {
    let at_track = staging.book.at_track();
    let mut kinds = BTreeSet::new();
    for (_, body) in staging.book.bodies() {
        walk_statements(body, &mut |statement| {
            if let StatementKind::Change {
                how: Change::Set,
                unit,
                track,
                ..
            } = &statement.kind
                && Some(*track) == at_track
            {
                let of = unit.ty.kinds();
                let all = (0..staging.book.kinds.len()).map(KindId::new);
                kinds.extend(all.filter(|kind| of.has(*kind)));
            }
            true
        });
    }
    kinds
}

/// Whether rules read where units of a kind are.
fn reads_place(staging: &Staging<'_>, kind: KindId) -> bool {
    let at_track = staging.book.at_track();
    let mut reads = false;
    staging.book.walk_exprs(&mut |_, expr| {
        reads |= matches!(&expr.kind, ExprKind::Track { unit, track, .. }
            if Some(*track) == at_track && unit.ty.kinds().has(kind));
    });
    reads
}

/// A cost of steps, and how far rules let units go by it.
struct Movement {
    procedure: ProcedureId,
    /// The allowances of every use.
    allowances: Vec<Expr>,
}

/// Returns the costs of steps of the book that are handed a unit and the two ends of the step.
fn movements(staging: &Staging<'_>) -> Vec<Movement> {
    let mut found: Vec<Movement> = Vec::new();
    let mut add = |way: &Way, allowance: Option<&Expr>| {
        if way.arguments.len() != 1 {
            return;
        }
        let known = found
            .iter()
            .position(|known| known.procedure == way.procedure);
        let at = known.unwrap_or_else(|| {
            found.push(Movement {
                procedure: way.procedure,
                allowances: Vec::new(),
            });
            found.len() - 1
        });
        if let Some(movement) = found.get_mut(at) {
            movement.allowances.extend(allowance.cloned());
        }
    };
    let mut of_region = |selection: &sandtable_model::Selection| match selection
        .region
        .as_ref()
        .map(|region| &region.region_shape)
    {
        Some(RegionShape::Reached { way, within, .. }) => add(way, Some(within)),
        Some(RegionShape::Along { way, .. }) => add(way, None),
        _ => {}
    };
    for (_, body) in staging.book.bodies() {
        walk_statements(body, &mut |statement| {
            match &statement.kind {
                StatementKind::Each { selection, .. } => of_region(selection),
                StatementKind::Choose(choice) => {
                    if let sandtable_model::Among::Values { values, .. } = &choice.among
                        && let sandtable_model::Values::Units(selection) = values.as_ref()
                    {
                        of_region(selection);
                    }
                }
                _ => {}
            }
            true
        });
    }
    staging.book.walk_exprs(&mut |_, expr| {
        if let ExprKind::Aggregate { selection, .. } = &expr.kind {
            of_region(selection);
        }
    });
    staging.book.walk_exprs(&mut |_, expr| {
        if let ExprKind::Measured {
            primitive: Primitive::Farthest,
            arguments,
            way: Some(way),
            ..
        } = &expr.kind
        {
            add(way, arguments.get(2));
        }
    });
    found
}

/// A piece and a way in which it may move.
struct Mover<'m> {
    at: usize,
    place: i32,
    movement: &'m Movement,
    /// Places beside it.
    neighbours: Vec<i32>,
}

/// The costs of the steps away from where a piece begins, and back; none where a step is forbidden.
#[derive(Debug, Default)]
struct Costs {
    away: Vec<Option<i32>>,
    back: Vec<Option<i32>>,
}

fn cannot_move(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(at_track), Some(board_instance)) =
        (staging.book.at_track(), &staging.staged.board_instance)
    else {
        return;
    };
    if board_instance.board.graph().is_none() {
        return;
    }
    let movements = movements(staging);
    let mut movers = Vec::new();
    let mut n_costs = 0;
    let mut seen = BTreeSet::new();
    for (at, unit) in staging.pieces() {
        let place = staging
            .start
            .track(at, at_track)
            .filter(|place| *place != NONE);
        let (Some(place), Some(_), false) = (place, unit.stands_at, is_out_of_play(staging, at))
        else {
            continue;
        };
        for movement in &movements {
            let procedure = staging.book.procedures.get(movement.procedure.at());
            let first = procedure.and_then(|procedure| procedure.parameters.first());
            let is_meant = first.is_some_and(|first| first.ty.kinds().has(unit.kind));
            let neighbours = board_instance.board.neighbours(place).to_vec();
            let is_new = seen.insert((unit.profile, place, movement.procedure));
            n_costs += 2 * neighbours.len();
            if is_meant && is_new && !neighbours.is_empty() && n_costs <= MAX_COSTS {
                movers.push(Mover {
                    at,
                    place,
                    movement,
                    neighbours,
                });
            }
        }
    }
    let Some(costs) = costs(staging, &movers) else {
        return;
    };
    // Where hardly anything can move, the cost asks for more than the ground.
    let is_ringed = |costs: &&Costs| costs.away.iter().all(Option::is_none);
    if costs.iter().filter(is_ringed).count() * 2 > costs.len() {
        return;
    }
    let mut by_piece: BTreeMap<usize, Vec<Option<String>>> = BTreeMap::new();
    for (mover, costs) in movers.iter().zip(&costs) {
        let reason = reason(staging, mover, costs);
        by_piece.entry(mover.at).or_default().push(reason);
    }
    let stuck = by_piece.into_iter().filter_map(|(at, reasons)| {
        // It may have another way to move.
        let all: Option<Vec<String>> = reasons.into_iter().collect();
        Some((at, all?.into_iter().next()?))
    });
    for (at, reason) in stuck.take(MAX_FINDINGS) {
        let Some(unit) = staging.staged.cast.get(at) else {
            continue;
        };
        let place = unit.stands_at.unwrap_or(staging.written.span);
        found.push(
            Diagnostic::new(
                Code::CannotMove,
                format!("`{}` can never move from here: {reason}", unit.parameter),
            )
            .label(place, "")
            .help("correct its place or its movement; if intended, ignore this")
            .confidence(Confidence::Likely),
        );
    }
}

/// Returns why a piece cannot move in one way.
fn reason(staging: &Staging<'_>, mover: &Mover<'_>, costs: &Costs) -> Option<String> {
    if costs.away.iter().all(Option::is_none) {
        return Some("all ground round it is forbidden to it".to_owned());
    }
    if costs.back.iter().all(Option::is_none) {
        return Some("it begins on ground that it cannot enter".to_owned());
    }
    let cheapest = costs.away.iter().flatten().min()?;
    let allowances = mover.movement.allowances.iter();
    let allowances: Option<Vec<i32>> = allowances
        .map(|allowance| allowance_of(staging, mover.at, allowance))
        .collect();
    let most = allowances?.into_iter().max()?;
    (most < *cheapest)
        .then(|| format!("it may spend {most}, but the cheapest step costs {cheapest}"))
}

/// Returns an allowance of a piece; `None` if the start does not decide it, or if its stats say that it is not to move.
fn allowance_of(staging: &Staging<'_>, at: usize, allowance: &Expr) -> Option<i32> {
    let unit = staging.staged.cast.get(at)?;
    let mut names: BTreeSet<LocalId> = BTreeSet::new();
    let mut has_speed = false;
    walk_within(allowance, &mut |inner| match &inner.kind {
        ExprKind::Local(id) => _ = names.insert(*id),
        ExprKind::Field { field, .. } => {
            let value = unit.fields.get(field.at());
            has_speed |= value.is_some_and(|value| *value > 0);
        }
        _ => {}
    });
    let mut all = names.into_iter();
    let (local, None, true) = (all.next()?, all.next(), has_speed) else {
        return None;
    };
    let value = i32::try_from(at).ok()?;
    staging
        .start
        .value(allowance, &Values::from([(local, value)]))
}

/// Asks the rules for the costs of all steps, on a map without pieces.
fn costs(staging: &Staging<'_>, movers: &[Mover<'_>]) -> Option<Vec<Costs>> {
    let at_track = staging.book.at_track()?;
    let mut empty: Question = staging.staged.clone();
    for unit in &mut empty.cast {
        if staging.book.is_piece(unit) {
            unit.starts.retain(|(track, _)| *track != at_track);
            unit.starts.push((at_track, NONE));
        }
    }
    let mut calls = Vec::new();
    for mover in movers {
        for beside in &mover.neighbours {
            calls.push(step(staging, mover, mover.place, *beside)?);
            calls.push(step(staging, mover, *beside, mover.place)?);
        }
    }
    let question = asked_of(&empty, calls.first()?);
    let wanted: Vec<Option<&Expr>> = calls.iter().map(Some).collect();
    let lowered = lower::run(staging.book, &question, OutputSpec::Conditions(&wanted));
    let titles = staging.staged.unit_titles();
    let story = explain(&lowered.program, &titles, Faces::Given(&[]), STEPS);
    let outcome = story.outcome.filter(|_| story.trouble.is_none())?;
    let (_refused, values) = outcome.split_first()?;
    if values.len() != calls.len() {
        return None;
    }
    let mut values = values
        .iter()
        .map(|value| Some(*value).filter(|value| *value != NONE));
    let all = movers.iter().map(|mover| {
        let mut costs = Costs::default();
        for _ in &mover.neighbours {
            costs.away.extend(values.next());
            costs.back.extend(values.next());
        }
        costs
    });
    Some(all.collect())
}

/// Returns the call for the cost of a step of a piece.
fn step(staging: &Staging<'_>, mover: &Mover<'_>, from: i32, to: i32) -> Option<Expr> {
    let id = mover.movement.procedure;
    let procedure = staging.book.procedures.get(id.at())?;
    let [unit, first, second] = procedure.parameters.as_slice() else {
        return None;
    };
    let span = unit.span;
    let constant = |value: i32, ty: Type| Expr {
        kind: ExprKind::Constant(value),
        ty,
        or_none: false,
        span,
    };
    Some(Expr {
        kind: ExprKind::Call {
            procedure: id,
            arguments: vec![
                constant(i32::try_from(mover.at).ok()?, unit.ty),
                constant(from, first.ty),
                constant(to, second.ty),
            ],
        },
        ty: Type::Number(Dimension::Plain),
        or_none: true,
        span,
    })
}
