//! Scans for the next unit that meets simple tests.
#![expect(
    clippy::indexing_slicing,
    reason = "filters are made by `ir::lower`, which sizes the row of a scan and what it indexes; a slip stops the run"
)]

use super::board;
use super::fault::FaultKind;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{FilterId, NONE, Operand, Order, Program, Relation, Subject, Test};

/// Maximum number of registers that a measure is about.
const MOST_ABOUT: usize = 8;

/// Returns the next unit after `last` that a filter accepts, or [`NONE`], and the number of steps. `row` has the operands of its
/// tests.
///
/// Errors: a unit has no such track, or a measured place is not on the board.
pub(super) fn next(
    program: &Program,
    filter: FilterId,
    last: i32,
    row: &[i32],
    registers: &[i32],
) -> Result<(i32, u64), FaultKind> {
    let filter = &program.filters[filter.0 as usize];
    let (mut unit, mut steps) = (last, 0);
    loop {
        unit = filter.next[(unit + 1) as usize];
        if unit == NONE {
            return Ok((NONE, steps));
        }
        steps += 1;
        let looking = Looking {
            program,
            registers,
            row,
            unit,
        };
        if looking.meets_all(&mut filter.clauses.iter(), &mut steps)? {
            return Ok((unit, steps));
        }
    }
}

/// A candidate of a scan.
pub(super) struct Looking<'a> {
    pub(super) program: &'a Program,
    pub(super) registers: &'a [i32],
    pub(super) row: &'a [i32],
    pub(super) unit: i32,
}

impl Looking<'_> {
    /// Whether it meets all of some clauses.
    #[inline]
    pub(super) fn meets_all<'c>(
        &self,
        clauses: &mut impl Iterator<Item = &'c Vec<Test>>,
        steps: &mut u64,
    ) -> Result<bool, FaultKind> {
        for clause in clauses {
            let is_met = match clause.as_slice() {
                [test] => self.passes(test, steps)?,
                tests => self.passes_any(tests, steps)?,
            };
            if !is_met {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn passes_any(&self, tests: &[Test], steps: &mut u64) -> Result<bool, FaultKind> {
        for test in tests {
            if self.passes(test, steps)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline]
    fn passes(&self, test: &Test, steps: &mut u64) -> Result<bool, FaultKind> {
        let value = match &test.subject {
            Subject::Value(operand) => self.value(*operand)?,
            Subject::Listed(values) => values[self.unit as usize],
            Subject::Measure(what, operands) => {
                let mut about = [0; MOST_ABOUT];
                for (place, operand) in about.iter_mut().zip(operands) {
                    *place = self.value(*operand)?;
                }
                let (value, taken) = board::measure(self.program, *what, &about[..operands.len()])?;
                *steps += taken;
                value
            }
        };
        let holds = match test.relation {
            // The most frequent tests: the side, the place, and whether the unit is in play.
            Relation::Order(Order::Equal, with) => value == self.value(with)?,
            Relation::Order(order, with) => compare(value, self.value(with)?, order),
            Relation::Set(set) => member(value, set),
        };
        Ok(holds == test.holds)
    }

    #[inline]
    fn value(&self, operand: Operand) -> Result<i32, FaultKind> {
        match operand {
            Operand::Constant(value) => Ok(value),
            Operand::About(at) => Ok(self.row[at as usize]),
            Operand::Itself => Ok(self.unit),
            Operand::Track(track) => match self.program.slot_of_unit(self.unit, track) {
                Some(slot) => Ok(self.registers[slot.0 as usize]),
                None => Err(FaultKind::NoSuchTrack),
            },
            Operand::Stat(field) => self
                .program
                .constant_of(self.unit, field)
                .ok_or(FaultKind::NoUnit),
        }
    }
}
