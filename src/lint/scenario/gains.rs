//! Upper bounds of the amount by which one execution of a block raises a track.

use super::Staging;
use super::start_state::Values;
use sandtable_model::{
    Aggregate, Among, Arithmetic, Change, Expr, LocalId, ProcedureId, Statement, StatementKind,
    TrackId, blocks, walk_changes,
};

/// Maximum depth of calls that are followed.
const MAX_DEPTH: usize = 8;
/// Maximum number of statements that are visited.
const MAX_STEPS: usize = 5_000;

/// Returns an upper bound of the amount by which a block raises a track of one unit; `None` if there is no bound.
pub(super) fn most_gained(
    staging: &Staging<'_>,
    block: &[Statement],
    track: TrackId,
) -> Option<i64> {
    let raises_by_events = |bodies: &mut dyn Iterator<Item = &Vec<Statement>>| {
        let mut raises = false;
        for statement in bodies.flatten() {
            walk_changes(statement, &mut |_, changed| raises |= changed == track);
        }
        raises
    };
    let book = staging.book;
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let mut events = whens
        .map(|when| &when.body)
        .chain(book.reactions.iter().map(|reaction| &reaction.body));
    if raises_by_events(&mut events) {
        return None;
    }
    let mut search = Search {
        staging,
        track,
        steps: 0,
        open: Vec::new(),
    };
    search.block(block, &[], MAX_DEPTH)
}

struct Search<'s, 'a> {
    staging: &'s Staging<'a>,
    track: TrackId,
    steps: usize,
    /// Procedures on the current call path, to detect recursion.
    open: Vec<ProcedureId>,
}

impl Search<'_, '_> {
    /// Returns an upper bound for a block. `members` are the locals of the enclosing loops over units.
    fn block(&mut self, block: &[Statement], members: &[LocalId], depth: usize) -> Option<i64> {
        let mut sum = 0_i64;
        for statement in block {
            sum = sum.checked_add(self.statement(statement, members, depth)?)?;
        }
        Some(sum)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn statement(
        &mut self,
        statement: &Statement,
        members: &[LocalId],
        depth: usize,
    ) -> Option<i64> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let none = Values::new();
        match &statement.kind {
            StatementKind::Change {
                how, amount, track, ..
            } if *track == self.track => match how {
                Change::Add => self.most(amount),
                Change::Take => Some(0),
                Change::Set => None,
            },
            StatementKind::Rank(rank) if rank.track == self.track => None,
            StatementKind::Each {
                selection, body, ..
            } => {
                let mut inner = members.to_vec();
                inner.push(selection.local);
                let once = self.block(body, &inner, depth)?;
                if once == 0 {
                    return Some(0);
                }
                // A loop that raises only the track of its own member raises the track of each unit once.
                let n = match raises_only(body, self.track, selection.local) {
                    true => 1,
                    false => self.staging.start.most_members(selection)?,
                };
                once.checked_mul(n)
            }
            StatementKind::Alternate { body, .. } => {
                self.block(body, members, depth).filter(|gain| *gain == 0)
            }
            StatementKind::Repeat { times, body, .. } => {
                let once = self.block(body, members, depth)?;
                match once {
                    0 => Some(0),
                    _ => {
                        let times = self.staging.start.value(times.as_ref()?, &none)?;
                        once.checked_mul(i64::from(times.max(0)))
                    }
                }
            }
            StatementKind::Count { from, to, body, .. } => {
                let once = self.block(body, members, depth)?;
                if once == 0 {
                    return Some(0);
                }
                let from = self.staging.start.value(from, &none)?;
                let to = self.staging.start.value(to, &none)?;
                once.checked_mul((i64::from(to) - i64::from(from)).abs() + 1)
            }
            StatementKind::Choose(choice) => match &choice.among {
                Among::Lines(lines) => {
                    let mut most = 0;
                    for line in lines {
                        most = self.block(&line.body, members, depth)?.max(most);
                    }
                    Some(most)
                }
                Among::Values { .. } => Some(0),
            },
            StatementKind::If { .. } | StatementKind::Depending { .. } => {
                let mut most = 0;
                for inner in blocks(statement) {
                    most = self.block(inner, members, depth)?.max(most);
                }
                Some(most)
            }
            StatementKind::Call(value) | StatementKind::Let { value, .. } => {
                self.call(value, depth)
            }
            _ => {
                let mut sum = 0_i64;
                for inner in blocks(statement) {
                    sum = sum.checked_add(self.block(inner, members, depth)?)?;
                }
                Some(sum)
            }
        }
    }

    fn call(&mut self, expr: &Expr, depth: usize) -> Option<i64> {
        let Some((procedure, _)) = expr.call() else {
            return Some(0);
        };
        let called = self.staging.book.procedures.get(procedure.at())?;
        if depth == 0 || self.open.contains(&procedure) {
            return None;
        }
        self.open.push(procedure);
        let gain = self.block(&called.body, &[], depth - 1);
        self.open.pop();
        gain
    }

    /// Returns an upper bound of the value of an amount.
    fn most(&self, expr: &Expr) -> Option<i64> {
        let start = &self.staging.start;
        if let Some(value) = expr.constant_value() {
            return Some(i64::from(value).max(0));
        }
        if let Some((count, sides)) = expr.numbered_dice() {
            return Some(i64::from(count) * i64::from(sides));
        }
        if let Some((_, _, high)) = expr.limited() {
            return Some(i64::from(high));
        }
        if let Some((left, right)) = expr.operands(Arithmetic::Add) {
            return self.most(left)?.checked_add(self.most(right)?);
        }
        if let Some(choice) = expr.conditional() {
            return Some(self.most(choice.then)?.max(self.most(choice.otherwise)?));
        }
        if let Some(members) = expr.aggregation() {
            let is_number = members.aggregate == Aggregate::Number;
            return start.most_members(members.selection).filter(|_| is_number);
        }
        let (_, field) = expr.field()?;
        let stats = self.staging.book.kinds.iter().flat_map(|kind| &kind.stats);
        let of_field = stats.filter(|stat| stat.field == field);
        of_field.map(|stat| i64::from(stat.high)).max()
    }
}

/// Whether every statement of a block that raises the track raises that of one local.
fn raises_only(block: &[Statement], track: TrackId, local: LocalId) -> bool {
    block.iter().all(|statement| {
        let mut is_own = true;
        walk_changes(statement, &mut |unit, changed| {
            is_own &= changed != track || unit.is_local(local);
        });
        is_own && statement.evaluated().is_none()
    })
}
