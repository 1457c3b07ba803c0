//! Evaluation of expressions in the initial state of a scenario, as far as that state alone determines them.

use std::collections::BTreeMap;

use sandtable_model::board::RegionShape;
use sandtable_model::{
    Ability, Aggregate, Arithmetic, CastUnit, Expr, ExprKind, KindId, LocalId, Meaning, NONE,
    ProcedureId, Question, RuleBook, Selection, Statement, TableId, TrackId, remainder,
    walk_within,
};
use sandtable_syntax::ast::{Order, Rounding};

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 8;
/// The most members of selections and statements that one value may look at.
const MAX_STEPS: usize = 20_000;

/// Values of names.
pub(crate) type Values = BTreeMap<LocalId, i32>;

/// The state at the start of a scenario.
pub(crate) struct StartState<'a> {
    book: &'a RuleBook,
    staged: &'a Question,
    /// The start of each track of each unit of the cast.
    tracks: Vec<BTreeMap<TrackId, i32>>,
    /// Whether units are not in play yet, so that counts of units may change.
    has_absent: bool,
}

impl<'a> StartState<'a> {
    pub(crate) fn new(book: &'a RuleBook, staged: &'a Question) -> Self {
        let board_instance = staged.board_instance.as_deref();
        let tracks = staged.cast.iter().map(|unit| {
            let kind = book.kinds.get(unit.kind.at());
            let lines = kind.map_or(&[][..], |kind| kind.tracks.as_slice());
            let starts = lines.iter().map(|line| {
                let declared = line.start_of(&unit.fields);
                let usual = book.usual_start(line.track, declared, board_instance);
                (line.track, unit.start(line.track, usual))
            });
            starts.collect()
        });
        let is_absent = |unit: &CastUnit| {
            let removed = unit.start(TrackId::REMOVED, 0);
            book.is_piece(unit) && !unit.is_card && (removed != 0 || unit.is_spare)
        };
        Self {
            book,
            staged,
            tracks: tracks.collect(),
            has_absent: staged.cast.iter().any(is_absent),
        }
    }

    /// Whether some pieces are not in play yet.
    pub(super) fn has_absent(&self) -> bool {
        self.has_absent
    }

    /// Returns the start of a track of a unit of the cast.
    pub(super) fn track(&self, at: usize, track: TrackId) -> Option<i32> {
        self.tracks.get(at)?.get(&track).copied()
    }

    /// Returns the value of an expression; `None` if the start does not decide it.
    pub(crate) fn value(&self, expr: &Expr, values: &Values) -> Option<i32> {
        let mut run = Run {
            start: self,
            steps: 0,
        };
        run.value(expr, values, MAX_DEPTH)
    }

    /// Returns the value of an expression that reads only stats, and so is the same during the whole game; `None` for others.
    pub(super) fn fixed(&self, expr: &Expr, values: &Values) -> Option<i32> {
        let mut varies = false;
        walk_within(expr, &mut |part| {
            varies |=
                part.track().is_some() || part.call().is_some() || part.aggregation().is_some();
        });
        match varies {
            true => None,
            false => self.value(expr, values),
        }
    }

    /// Returns the units of a selection, as places in the cast, or its places of the map; `None` if it is not decided.
    pub(super) fn members(&self, selection: &Selection, values: &Values) -> Option<Vec<i32>> {
        let mut run = Run {
            start: self,
            steps: 0,
        };
        run.members(selection, values, MAX_DEPTH)
    }

    /// Returns the most units or places that a selection can have.
    pub(super) fn most_members(&self, selection: &Selection) -> Option<i64> {
        let bare = Selection {
            condition: None,
            destroyed: true,
            removed: true,
            ..selection.clone()
        };
        match &selection.region {
            Some(region) if matches!(region.region_shape, RegionShape::All) && !region.sides => {
                self.n_places()
            }
            Some(_) => None,
            None if selection.owner.is_some() || selection.chosen.is_some() => None,
            None => {
                let cast = self.staged.cast.iter();
                let of_kind = cast.filter(|unit| bare.kinds.has(unit.kind) && unit.owner.is_none());
                i64::try_from(of_kind.count()).ok()
            }
        }
    }

    /// Returns the index in the cast of the first unit of a kind.
    fn first_of(&self, kind: Option<KindId>) -> Option<i32> {
        let mut cast = self.staged.cast.iter();
        place(cast.position(|unit| Some(unit.kind) == kind))
    }

    /// Returns the number of places of the map.
    pub(super) fn n_places(&self) -> Option<i64> {
        let board_instance = self.staged.board_instance.as_ref()?;
        i64::try_from(board_instance.board.graph()?.n_places()).ok()
    }
}

struct Run<'s, 'a> {
    start: &'s StartState<'a>,
    steps: usize,
}

/// The end of a block.
enum Flow {
    Next,
    Result(i32),
}

impl Run<'_, '_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn value(&mut self, expr: &Expr, values: &Values, depth: usize) -> Option<i32> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let (book, staged) = (self.start.book, self.start.staged);
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Local(id) => values.get(id).copied(),
            ExprKind::Game => self.start.first_of(book.game_kind()),
            ExprKind::NamedSide(side) => place(book.named_side(*side, &staged.cast)),
            ExprKind::AreaUnit(spot) => {
                let spot = self.value(spot, values, depth)?;
                let first = self.start.first_of(book.changing_places())?;
                first.checked_add(spot).filter(|_| spot != NONE)
            }
            ExprKind::AreaPlace(unit) => {
                let unit = self.value(unit, values, depth)?;
                let first = self.start.first_of(book.changing_places())?;
                unit.checked_sub(first).filter(|_| unit != NONE)
            }
            ExprKind::Option(option) => staged.options.get(option.at()).copied(),
            ExprKind::Field { unit, field } => {
                let unit = self.unit(unit, values, depth)?;
                staged.cast.get(unit)?.fields.get(field.at()).copied()
            }
            ExprKind::Ground { place, field } => {
                let place = self
                    .value(place, values, depth)
                    .filter(|place| *place != NONE)?;
                let field = u32::try_from(field.at()).ok()?;
                staged.board_instance.as_ref()?.place(place, field)
            }
            ExprKind::Track {
                unit,
                track,
                index: None,
            } => {
                let unit = self.unit(unit, values, depth)?;
                self.start.track(unit, *track)
            }
            ExprKind::Not(inner) => Some(i32::from(self.value(inner, values, depth)? == 0)),
            ExprKind::Negate(inner) => self.number(inner, values, depth)?.checked_neg(),
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, values, depth),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => {
                let left = self.number(left, values, depth)?;
                let right = self.number(right, values, depth)?;
                divided(left, right, *rounding)
            }
            ExprKind::Compare { order, left, right } => {
                let left = self.value(left, values, depth)?;
                let right = self.value(right, values, depth)?;
                compared(*order, left, right).map(i32::from)
            }
            ExprKind::Member { value, set } => {
                let value = self.value(value, values, depth)?;
                let bit = u32::try_from(value)
                    .ok()
                    .and_then(|bit| 1_u64.checked_shl(bit));
                Some(i32::from(bit.is_some_and(|bit| set & bit != 0)))
            }
            ExprKind::Limit { value, low, high } => {
                let value = self.number(value, values, depth)?;
                (low <= high).then(|| value.clamp(*low, *high))
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => match self.value(condition, values, depth)? {
                0 => self.value(otherwise, values, depth),
                _ => self.value(then, values, depth),
            },
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering: None,
            } => self.aggregate(*aggregate, value.as_deref(), selection, values, depth),
            ExprKind::Call {
                procedure,
                arguments,
            } => self.call(*procedure, arguments, values, depth.checked_sub(1)?),
            ExprKind::Table { table, arguments } => self.table(*table, arguments, values, depth),
            _ => None,
        }
    }

    fn number(&mut self, expr: &Expr, values: &Values, depth: usize) -> Option<i32> {
        self.value(expr, values, depth)
            .filter(|value| *value != NONE)
    }

    fn unit(&mut self, expr: &Expr, values: &Values, depth: usize) -> Option<usize> {
        usize::try_from(self.number(expr, values, depth)?).ok()
    }

    fn binary(
        &mut self,
        op: Arithmetic,
        left: &Expr,
        right: &Expr,
        values: &Values,
        depth: usize,
    ) -> Option<i32> {
        let first = self.value(left, values, depth);
        match (op, first) {
            (Arithmetic::And, Some(0)) => return Some(0),
            (Arithmetic::Or, Some(first)) if first != 0 => return Some(1),
            _ => {}
        }
        let second = self.value(right, values, depth);
        match (op, first, second) {
            // One that is decided can decide the whole.
            (Arithmetic::And, None, Some(0)) => Some(0),
            (Arithmetic::Or, None, Some(second)) if second != 0 => Some(1),
            (Arithmetic::And | Arithmetic::Or, Some(_), Some(second)) => {
                Some(i32::from(second != 0))
            }
            (_, Some(first), Some(second)) if first != NONE && second != NONE => match op {
                Arithmetic::Add => first.checked_add(second),
                Arithmetic::Subtract => first.checked_sub(second),
                Arithmetic::Multiply => first.checked_mul(second),
                Arithmetic::Lower => Some(first.min(second)),
                Arithmetic::Higher => Some(first.max(second)),
                Arithmetic::Remainder => remainder(first, second),
                Arithmetic::And | Arithmetic::Or => None,
            },
            _ => None,
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn aggregate(
        &mut self,
        aggregate: Aggregate,
        value: Option<&Expr>,
        selection: &Selection,
        values: &Values,
        depth: usize,
    ) -> Option<i32> {
        let members = self.members(selection, values, depth)?;
        match aggregate {
            Aggregate::Number => i32::try_from(members.len()).ok(),
            Aggregate::Any => Some(i32::from(!members.is_empty())),
            Aggregate::Total | Aggregate::Highest | Aggregate::Lowest => {
                let mut all = Vec::new();
                for member in members {
                    let mut values = values.clone();
                    values.insert(selection.local, member);
                    all.push(self.number(value?, &values, depth)?);
                }
                match aggregate {
                    Aggregate::Total => all.into_iter().try_fold(0_i32, i32::checked_add),
                    Aggregate::Highest => all.into_iter().max(),
                    _ => all.into_iter().min(),
                }
            }
            Aggregate::First | Aggregate::Last | Aggregate::Set => None,
        }
    }

    fn members(
        &mut self,
        selection: &Selection,
        values: &Values,
        depth: usize,
    ) -> Option<Vec<i32>> {
        let all = self.candidates(selection)?;
        let Some(condition) = selection.condition.as_deref() else {
            return Some(all);
        };
        let mut members = Vec::new();
        for member in all {
            let mut values = values.clone();
            values.insert(selection.local, member);
            if self.value(condition, &values, depth)? != 0 {
                members.push(member);
            }
        }
        Some(members)
    }

    /// Returns what a selection selects among, without its condition.
    fn candidates(&self, selection: &Selection) -> Option<Vec<i32>> {
        if let Some(region) = &selection.region {
            let n_places = self.start.n_places()?;
            let is_all = matches!(region.region_shape, RegionShape::All) && !region.sides;
            return is_all.then(|| (0..i32::try_from(n_places).unwrap_or(0)).collect());
        }
        if selection.owner.is_some() || selection.chosen.is_some() {
            return None;
        }
        let cast = self.start.staged.cast.iter().enumerate();
        let mut found = Vec::new();
        for (at, unit) in cast {
            if !selection.kinds.has(unit.kind) || unit.owner.is_some() {
                continue;
            }
            let is_out = |track| self.start.track(at, track).unwrap_or(0) != 0;
            let is_in_play = (selection.destroyed || !is_out(TrackId::DESTROYED))
                && (selection.removed || !(is_out(TrackId::REMOVED) || unit.is_spare));
            if is_in_play {
                found.push(i32::try_from(at).ok()?);
            }
        }
        Some(found)
    }

    fn call(
        &mut self,
        procedure: ProcedureId,
        arguments: &[Expr],
        values: &Values,
        depth: usize,
    ) -> Option<i32> {
        let called = self.start.book.procedures.get(procedure.at())?;
        if called.ability != Ability::Formula {
            return None;
        }
        let mut own = Values::new();
        for (at, argument) in arguments.iter().enumerate() {
            own.insert(LocalId::new(at), self.value(argument, values, depth)?);
        }
        match self.block(&called.body, &mut own, depth)? {
            Flow::Result(value) => Some(value),
            Flow::Next => None,
        }
    }

    fn block(&mut self, block: &[Statement], values: &mut Values, depth: usize) -> Option<Flow> {
        for statement in block {
            let flow = if let Some((local, value)) = statement.binding() {
                let value = self.value(value, values, depth)?;
                values.insert(local, value);
                Flow::Next
            } else if let Some(value) = statement.result() {
                Flow::Result(self.value(value, values, depth)?)
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                match self.value(condition, values, depth)? {
                    0 => self.block(otherwise, values, depth)?,
                    _ => self.block(then, values, depth)?,
                }
            } else if let Some((value, arms)) = statement.cases() {
                let value = self.value(value, values, depth)?;
                match arms.iter().find(|arm| arm.takes(value)) {
                    Some(arm) => self.block(&arm.body, values, depth)?,
                    None => Flow::Next,
                }
            } else if statement.is_nothing() {
                Flow::Next
            } else {
                return None;
            };
            if matches!(flow, Flow::Result(_)) {
                return Some(flow);
            }
        }
        Some(Flow::Next)
    }

    fn table(
        &mut self,
        table: TableId,
        arguments: &[Expr],
        values: &Values,
        depth: usize,
    ) -> Option<i32> {
        let known = self.start.book.tables.get(table.at())?;
        let mut cell = 0_usize;
        for (axis, argument) in known.axes.iter().zip(arguments) {
            let key = self.value(argument, values, depth)?;
            cell = cell * axis.n_lines as usize + axis.line(key)?;
        }
        let meaning = usize::try_from(*known.cells.get(cell)?).ok()?;
        match known.meanings.get(meaning)? {
            Meaning::Value(value) => Some(*value),
            Meaning::Where { .. } => None,
        }
    }
}

fn place(at: Option<usize>) -> Option<i32> {
    i32::try_from(at?).ok()
}

/// Returns whether a comparison of two values is met; `None` if one of them has no order.
pub(super) fn compared(order: Order, left: i32, right: i32) -> Option<bool> {
    match order {
        Order::Equal | Order::NotEqual => Some(order.holds(&left, &right)),
        _ if left == NONE || right == NONE => None,
        Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => {
            Some(order.holds(&left, &right))
        }
    }
}

fn divided(left: i32, right: i32, rounding: Rounding) -> Option<i32> {
    let (left, right) = (i64::from(left), i64::from(right));
    if right <= 0 {
        return None;
    }
    let quotient = match rounding {
        Rounding::Down => left.div_euclid(right),
        Rounding::Up => (left + right - 1).div_euclid(right),
        Rounding::Nearest => return None,
    };
    i32::try_from(quotient).ok()
}
