//! Pieces of a scenario without a place, and pieces that can never leave the place on which they begin.
//!
//! Reports: E0564, E0566.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::arrival;
use super::on_map::{OnMap, is_moved_along_links};
use super::start_state::Values;
use sandtable_ask::asked_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_eval::outcome_alone;
use sandtable_ir::{OutputSpec, lower};
use sandtable_model::board::{BoardInstance, Primitive, RegionShape, Way, directions_on_map};
use sandtable_model::{
    CastUnit, Change, Choice, Comparison, Dimension, Expr, KindId, Kinds, LocalId, NONE,
    ProcedureId, Question, TrackId, Type, walk_statements, walk_within,
};

/// Maximum number of machine steps for the costs of all pieces of a scenario.
const STEPS: u64 = 1_000_000;
/// Maximum number of costs that are evaluated for one scenario.
const MAX_COSTS: usize = 240;
/// Number of other places at which a piece is tried that seems unable to move.
const SAMPLES: usize = 12;
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
    let on_map = OnceCell::new();
    let on_map = || on_map.get_or_init(|| OnMap::new(staging.book, at_track));
    let moved = OnceCell::new();
    let moved = || moved.get_or_init(|| kinds_that_are_placed(staging, (at_track, on_map())));
    let reads = OnceCell::new();
    let reads = || *reads.get_or_init(|| PlaceReads::new(staging));
    let arrivals = OnceCell::new();
    let arrivals = || arrivals.get_or_init(|| arrival::arrivals(staging.book, at_track));
    let mut n_found = 0;
    for (at, unit) in staging.pieces() {
        let Some(written) = staging.unit_written(unit).filter(|_| !is_at(at)) else {
            continue;
        };
        let says_more = |keys: &BTreeSet<&str>| {
            let mut stats = written.stats.iter();
            stats.any(|stat| !keys.contains(stat.key.value.as_str()))
        };
        if is_out_of_play(staging, at) || holds_a_unit(staging, at, unit) {
            continue;
        }
        // Rules that place units of this kind also test for units without a place, so that a missing place is intended.
        let is_handled = moved().contains(&unit.kind) && reads().missing.has(unit.kind);
        let is_never_placed = || !moved().contains(&unit.kind) && reads().all.has(unit.kind);
        let is_odd = match placed.get(&unit.kind) {
            Some(keys) => !says_more(keys) || is_never_placed(),
            None => !placed.is_empty() && reads().all.has(unit.kind),
        };
        if !is_odd || is_handled {
            found.extend(arrival::never_arrives(staging, at, unit, on_map()));
            found.extend(arrival::lacks_entry(staging, unit, arrivals(), on_map()));
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
    is(TrackId::DESTROYED) || is(TrackId::REMOVED)
}

/// Whether a piece holds another one in a stat or track: it may be carried by it, or belong to it.
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

/// Returns the kinds whose units rules put on the map; those that are on it are only moved.
fn kinds_that_are_placed(
    staging: &Staging<'_>,
    (at_track, on_map): (TrackId, &OnMap<'_>),
) -> BTreeSet<KindId> {
    let mut kinds = BTreeSet::new();
    for (at, (_, body)) in staging.book.bodies().enumerate() {
        walk_statements(body, &mut |statement| {
            if let Some(change) = statement.change()
                && change.how == Change::Set
                && change.track == at_track
                && !on_map.has(at, change.unit)
            {
                let of = change.unit.ty.kinds();
                let all = (0..staging.book.kinds.len()).map(KindId::new);
                kinds.extend(all.filter(|kind| of.has(*kind)));
            }
            true
        });
    }
    kinds
}

/// The kinds of units whose places rules read.
#[derive(Debug, Clone, Copy)]
struct PlaceReads {
    all: Kinds,
    /// The kinds for which rules test whether a unit has no place.
    missing: Kinds,
}

impl PlaceReads {
    fn new(staging: &Staging<'_>) -> Self {
        let at_track = staging.book.at_track();
        let read_of = |expr: &Expr| {
            let read = expr.track().filter(|read| Some(read.track) == at_track);
            read.map_or(Kinds::NONE, |read| read.unit.ty.kinds())
        };
        let mut reads = Self {
            all: Kinds::NONE,
            missing: Kinds::NONE,
        };
        staging.book.walk_exprs(&mut |_, expr| {
            reads.all = reads.all.or(read_of(expr));
            if let Some(Comparison { left, right, .. }) = expr.comparison()
                && right.literal() == Some(NONE)
            {
                reads.missing = reads.missing.or(read_of(left));
            }
            let members = expr.aggregation();
            if members.is_some_and(|members| members.selection.removed) {
                reads.missing = Kinds::ALL;
            }
        });
        reads
    }
}

/// A step cost, with the allowances that limit it.
struct Movement {
    procedure: ProcedureId,
    /// The allowance of every use of the cost.
    allowances: Vec<Expr>,
}

/// Returns the step costs of the book whose parameters are a unit and the two ends of the step.
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
            let each = statement.each().map(|each| each.selection);
            let chosen = statement.choice().and_then(Choice::units);
            if let Some(selection) = each.or(chosen) {
                of_region(selection);
            }
            true
        });
    }
    staging.book.walk_exprs(&mut |_, expr| {
        if let Some(members) = expr.aggregation() {
            of_region(members.selection);
        }
    });
    staging.book.walk_exprs(&mut |_, expr| {
        if let Some(measured) = expr.measurement()
            && let (Primitive::Farthest, Some(way)) = (measured.primitive, measured.way)
        {
            add(way, measured.arguments.get(2));
        }
    });
    found
}

/// A piece and one of its movements.
struct Mover<'m> {
    at: usize,
    place: i32,
    movement: &'m Movement,
    /// Adjacent places.
    neighbours: Vec<i32>,
}

fn cannot_move(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let movements = movements(staging);
    let movers = movers(staging, &movements);
    let Some(away) = costs_away(staging, &movers, Placing::All) else {
        return;
    };
    let Some(back) = costs_back(staging, &movers, Placing::All) else {
        return;
    };
    let mut by_piece: BTreeMap<usize, Vec<Option<String>>> = BTreeMap::new();
    for ((mover, away), back) in movers.iter().zip(away).zip(back) {
        let mut reason = reason(staging, mover, &away, &back);
        if reason.is_some() {
            // Repeated without the other pieces, which may move away, and for each facing; and tried elsewhere, since the movement
            // may not be its own.
            reason = reason_alone(staging, mover).filter(|_| moves_elsewhere(staging, mover));
        }
        by_piece.entry(mover.at).or_default().push(reason);
    }
    let stuck = by_piece.into_iter().filter_map(|(at, reasons)| {
        // One movement without a reason suffices for the piece to leave its place.
        let all: Option<Vec<String>> = reasons.into_iter().collect();
        Some((at, all?.into_iter().next()?))
    });
    for (at, reason) in stuck.take(MAX_FINDINGS) {
        let Some(unit) = staging.staged.cast.get(at) else {
            continue;
        };
        let place = unit.stands_at.unwrap_or(staging.written.span);
        found.push(
            Diagnostic::new(Code::CannotMove, format!("`{}` {reason}", unit.parameter))
                .label(place, "")
                .help("correct its place or its movement; if intended, ignore this")
                .confidence(Confidence::Likely),
        );
    }
}

/// Returns the sentence about a piece that one movement does not serve, with the map to itself and in any facing.
fn reason_alone(staging: &Staging<'_>, mover: &Mover<'_>) -> Option<String> {
    let alone = std::slice::from_ref(mover);
    let mut reason = None;
    for facing in facings(staging) {
        let placing = Placing::Alone(mover.at, facing);
        let away = costs_away(staging, alone, placing)?;
        let back = costs_back(staging, alone, placing)?;
        reason = Some(self::reason(staging, mover, away.first()?, back.first()?)?);
    }
    reason
}

/// Returns the facings that are tried: all directions if pieces face, else the one of the piece.
fn facings(staging: &Staging<'_>) -> Vec<Option<i32>> {
    let board = staging.staged.board_instance.as_deref();
    match (&staging.book.facings, staging.book.facing_track()) {
        (Some(facings), Some(_)) => {
            let (directions, _) = directions_on_map(facings.value, board);
            directions.into_iter().map(Some).collect()
        }
        _ => vec![None],
    }
}

/// The pieces that are on the map while step costs are evaluated.
#[derive(Debug, Clone, Copy)]
enum Placing {
    /// All pieces.
    All,
    /// One piece of the cast, facing in this direction if it is turned.
    Alone(usize, Option<i32>),
}

impl Placing {
    fn is_alone(self) -> bool {
        matches!(self, Self::Alone(..))
    }

    fn facing(self) -> Option<i32> {
        match self {
            Self::All => None,
            Self::Alone(_, facing) => facing,
        }
    }
}

/// Returns the pieces on the map with their movements; of equal units at one place, one.
fn movers<'m>(staging: &Staging<'_>, movements: &'m [Movement]) -> Vec<Mover<'m>> {
    let (Some(at_track), Some(board_instance)) =
        (staging.book.at_track(), &staging.staged.board_instance)
    else {
        return Vec::new();
    };
    if board_instance.board.graph().is_none() {
        return Vec::new();
    }
    let at_places = staging.pieces().filter_map(|(at, _)| {
        staging
            .start
            .track(at, at_track)
            .filter(|place| *place != NONE)
    });
    let Some(grounds) = Grounds::new(board_instance, at_places) else {
        return Vec::new();
    };
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
        for movement in movements {
            let procedure = staging.book.procedures.get(movement.procedure.at());
            let first = procedure.and_then(|procedure| procedure.parameters.first());
            let is_meant = first.is_some_and(|first| first.ty.kinds().has(unit.kind));
            let neighbours = board_instance.board.neighbours(place).to_vec();
            let is_new = is_meant
                && seen.insert((unit.profile, place, movement.procedure))
                && (grounds.is_suspicious(place, &neighbours) || is_slow(staging, at, movement));
            n_costs += 2 * neighbours.len();
            let is_linked = !neighbours.is_empty() || is_moved_along_links(staging.book, unit.kind);
            if is_new && n_costs <= MAX_COSTS && is_linked {
                movers.push(Mover {
                    at,
                    place,
                    movement,
                    neighbours,
                });
            }
        }
    }
    movers
}

/// The terrain of a map. Places with the most frequent stats are assumed to be open, since evaluating the rules is slow.
struct Grounds<'b> {
    board: &'b BoardInstance,
    open: &'b [i32],
    /// The number of pieces on terrain with these stats.
    n_on: BTreeMap<&'b [i32], usize>,
}

impl<'b> Grounds<'b> {
    fn new(board: &'b BoardInstance, pieces: impl Iterator<Item = i32>) -> Option<Self> {
        let mut counts: BTreeMap<&[i32], usize> = BTreeMap::new();
        for stats in board.places.chunks(board.n_fields.max(1)) {
            *counts.entry(stats).or_insert(0) += 1;
        }
        let (open, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let mut grounds = Self {
            board,
            open,
            n_on: BTreeMap::new(),
        };
        for place in pieces {
            *grounds.n_on.entry(grounds.stats_of(place)).or_insert(0) += 1;
        }
        Some(grounds)
    }

    fn stats_of(&self, place: i32) -> &'b [i32] {
        let mut stats = self.board.places.chunks(self.board.n_fields.max(1));
        let at = usize::try_from(place).ok();
        at.and_then(|at| stats.nth(at)).unwrap_or(&[])
    }

    fn is_open(&self, place: i32) -> bool {
        self.stats_of(place) == self.open
    }

    /// Whether a piece may be on terrain that it cannot enter, or has no open place beside it.
    fn is_suspicious(&self, place: i32, neighbours: &[i32]) -> bool {
        let mut neighbours = neighbours.iter();
        let has_way = neighbours.any(|beside| {
            let side = self.board.board.side(place, *beside);
            let is_plain = side.is_none_or(|side| !self.board.sides.contains_key(&side));
            is_plain && self.is_open(*beside)
        });
        let is_shared = self.n_on.get(self.stats_of(place)).is_some_and(|n| *n > 1);
        !has_way || !is_shared && !self.is_open(place)
    }
}

/// Whether a piece may spend at most one point.
fn is_slow(staging: &Staging<'_>, at: usize, movement: &Movement) -> bool {
    let mut allowances = movement.allowances.iter();
    !movement.allowances.is_empty()
        && allowances.all(|allowance| {
            allowance_of(staging, at, allowance).is_some_and(|allowance| allowance <= 1)
        })
}

/// Returns the sentence about a piece that one movement does not serve, without its name, by the costs of the steps away and back.
fn reason(
    staging: &Staging<'_>,
    mover: &Mover<'_>,
    away: &[Option<i32>],
    back: &[Option<i32>],
) -> Option<String> {
    if mover.neighbours.is_empty() {
        return Some("can never move from here: no link leads away".to_owned());
    }
    if away.iter().all(Option::is_none) {
        return Some("can never move from here: all ground round it is forbidden to it".to_owned());
    }
    if back.iter().all(Option::is_none) {
        return Some("begins on ground that it could not enter from any side".to_owned());
    }
    let cheapest = away.iter().flatten().min()?;
    let most = most_spent(staging, mover)?;
    (most < *cheapest).then(|| {
        format!(
            "can never move from here: it may spend {most}, but the cheapest step costs {cheapest}"
        )
    })
}

/// Returns an allowance of a piece; `None` if the start does not determine it, or if its stats are those of a piece that does not
/// move.
fn allowance_of(staging: &Staging<'_>, at: usize, allowance: &Expr) -> Option<i32> {
    let unit = staging.staged.cast.get(at)?;
    let mut names: BTreeSet<LocalId> = BTreeSet::new();
    let mut has_speed = false;
    walk_within(allowance, &mut |inner| {
        names.extend(inner.local());
        let value = inner.field();
        let value = value.and_then(|(_, field)| unit.fields.get(field.at()));
        has_speed |= value.is_some_and(|value| *value > 0);
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

/// A step of a piece.
#[derive(Clone, Copy)]
struct Step<'m> {
    mover: &'m Mover<'m>,
    from: i32,
    to: i32,
}

/// Returns the costs of the steps away from where each piece begins.
fn costs_away(
    staging: &Staging<'_>,
    movers: &[Mover<'_>],
    placing: Placing,
) -> Option<Vec<Vec<Option<i32>>>> {
    let places: BTreeMap<usize, i32> = match placing {
        Placing::Alone(at, _) => {
            let own = movers.iter().find(|mover| mover.at == at);
            own.map(|mover| (at, mover.place)).into_iter().collect()
        }
        Placing::All => staging
            .pieces()
            .filter_map(|(at, _)| Some((at, staging.start.track(at, staging.book.at_track()?)?)))
            .collect(),
    };
    let mut all = vec![Vec::new(); movers.len()];
    let n_beside = movers.iter().map(|mover| mover.neighbours.len()).max()?;
    for beside in 0..n_beside {
        let mut steps = Vec::new();
        let mut open = Vec::new();
        for (number, mover) in movers.iter().enumerate() {
            let known: &[Option<i32>] = all.get(number).map_or(&[], Vec::as_slice);
            let most = most_spent(staging, mover);
            // One step within the allowance suffices.
            let affords = |cost: &i32| most.is_none_or(|most| *cost <= most);
            let is_known = known.iter().flatten().any(affords);
            if let Some(to) = mover.neighbours.get(beside).filter(|_| !is_known) {
                open.push(number);
                steps.push(Step {
                    mover,
                    from: mover.place,
                    to: *to,
                });
            }
        }
        if steps.is_empty() {
            break;
        }
        let costs = costs(staging, &steps, &places, placing.facing())?;
        for (number, cost) in open.into_iter().zip(costs) {
            if let Some(known) = all.get_mut(number) {
                known.push(cost);
            }
        }
    }
    Some(all)
}

/// Returns the maximum that a piece may spend by one movement; `None` if the start does not determine it.
fn most_spent(staging: &Staging<'_>, mover: &Mover<'_>) -> Option<i32> {
    let allowances = mover.movement.allowances.iter();
    let allowances: Option<Vec<i32>> = allowances
        .map(|allowance| allowance_of(staging, mover.at, allowance))
        .collect();
    allowances?.into_iter().max()
}

/// Returns the costs of the steps to the place where each piece begins, from each adjacent place.
fn costs_back(
    staging: &Staging<'_>,
    movers: &[Mover<'_>],
    placing: Placing,
) -> Option<Vec<Vec<Option<i32>>>> {
    let mut all = vec![Vec::new(); movers.len()];
    let n_beside = movers.iter().map(|mover| mover.neighbours.len()).max()?;
    for beside in 0..n_beside {
        // Each piece is put where its step begins.
        let mut places = BTreeMap::new();
        let mut steps = Vec::new();
        let mut open = Vec::new();
        for (number, mover) in movers.iter().enumerate() {
            let known: &[Option<i32>] = all.get(number).map_or(&[], Vec::as_slice);
            let is_known = !placing.is_alone() && known.iter().any(Option::is_some);
            if let Some(from) = mover.neighbours.get(beside).filter(|_| !is_known) {
                places.insert(mover.at, *from);
                open.push(number);
                steps.push(Step {
                    mover,
                    from: *from,
                    to: mover.place,
                });
            }
        }
        if steps.is_empty() {
            break;
        }
        for (number, cost) in
            open.into_iter()
                .zip(costs(staging, &steps, &places, placing.facing())?)
        {
            if let Some(known) = all.get_mut(number) {
                known.push(cost);
            }
        }
    }
    Some(all)
}

/// Whether the rules let a piece move by this movement somewhere on the map.
fn moves_elsewhere(staging: &Staging<'_>, mover: &Mover<'_>) -> bool {
    let Some(board_instance) = &staging.staged.board_instance else {
        return false;
    };
    let n_places = board_instance
        .board
        .graph()
        .map_or(0, sandtable_board::Graph::n_places);
    let stride = (n_places / SAMPLES).max(1);
    let samples = (0..n_places).step_by(stride).take(SAMPLES + 1);
    samples
        .filter_map(|place| i32::try_from(place).ok())
        .any(|place| {
            let neighbours = board_instance.board.neighbours(place);
            let steps: Vec<Step<'_>> = neighbours
                .iter()
                .map(|to| Step {
                    mover,
                    from: place,
                    to: *to,
                })
                .collect();
            let places = BTreeMap::from([(mover.at, place)]);
            place != mover.place
                && costs(staging, &steps, &places, None)
                    .is_some_and(|costs| costs.iter().any(Option::is_some))
        })
}

/// Returns the costs of steps, with pieces at these places and all others off the map; `None` for a forbidden step.
fn costs(
    staging: &Staging<'_>,
    steps: &[Step<'_>],
    places: &BTreeMap<usize, i32>,
    facing: Option<i32>,
) -> Option<Vec<Option<i32>>> {
    let at_track = staging.book.at_track()?;
    let facing_track = staging.book.facing_track();
    let mut moved: Question = staging.staged.clone();
    for (at, unit) in moved.cast.iter_mut().enumerate() {
        if staging.book.is_piece(unit) {
            unit.starts.retain(|(track, _)| *track != at_track);
            let place = places.get(&at).copied().unwrap_or(NONE);
            unit.starts.push((at_track, place));
            if let Some((track, facing)) = facing_track.zip(facing) {
                unit.starts.retain(|(known, _)| *known != track);
                unit.starts.push((track, facing));
            }
        }
    }
    let calls: Option<Vec<Expr>> = steps.iter().map(|one| call_of(staging, one)).collect();
    let calls = calls?;
    let question = asked_of(&moved, calls.first()?);
    let wanted: Vec<Option<&Expr>> = calls.iter().map(Some).collect();
    let lowered = lower::run(staging.book, &question, OutputSpec::Conditions(&wanted));
    let outcome = outcome_alone(&lowered.program, STEPS)?;
    let (_refused, values) = outcome.split_first()?;
    let costs = values
        .iter()
        .map(|value| Some(*value).filter(|value| *value != NONE));
    (values.len() == calls.len()).then(|| costs.collect())
}

/// Returns the call that evaluates the cost of a step.
fn call_of(staging: &Staging<'_>, step: &Step<'_>) -> Option<Expr> {
    let id = step.mover.movement.procedure;
    let procedure = staging.book.procedures.get(id.at())?;
    let [unit, first, second] = procedure.parameters.as_slice() else {
        return None;
    };
    let span = unit.span;
    let constant = |value: i32, ty: Type| Expr::constant(value, ty, span);
    let arguments = vec![
        constant(i32::try_from(step.mover.at).ok()?, unit.ty),
        constant(step.from, first.ty),
        constant(step.to, second.ty),
    ];
    Some(Expr {
        or_none: true,
        ..Expr::call_of(id, arguments, Type::Number(Dimension::Plain), span)
    })
}
