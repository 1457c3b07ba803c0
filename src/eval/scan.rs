//! Scans: looking for the next unit that meets simple tests.
#![expect(
    clippy::indexing_slicing,
    reason = "filters are made by `ir::lower`, which sizes the row of a scan and what it indexes; a slip stops the run"
)]

use super::board;
use super::fault::FaultKind;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{Filter, FilterId, NONE, Operand, Order, Program, Reg, Relation, Subject, Test};

/// Maximum number of registers that a measure is about.
const MOST_ABOUT: usize = 8;

/// Looks for the next unit behind `last` that a filter lets through; [`NONE`] if there is none. Gives also the steps that
/// takes.
///
/// Errors: a unit has no such track, or what is measured is not on the board.
pub(super) fn next(
    program: &Program,
    filter: FilterId,
    last: i32,
    about: Reg,
    registers: &[i32],
) -> Result<(i32, u64), FaultKind> {
    let filter = &program.filters[filter.0 as usize];
    let row = &registers[about.0 as usize..about.0 as usize + filter.n_about as usize];
    let look_at = |unit| Looking {
        program,
        registers,
        row,
        unit,
    };
    let mut steps = 0;
    if let Some(probe) = &filter.probe {
        let wanted = match probe.with {
            Operand::About(at) => row[at as usize],
            Operand::Constant(value) => value,
            Operand::Itself | Operand::Track(_) | Operand::Stat(_) => {
                return Err(FaultKind::Ours("a probe with what differs by unit"));
            }
        };
        for (unit, slot) in &probe.units[probe.behind[(last + 1) as usize] as usize..] {
            steps += 1;
            if registers[slot.0 as usize] == wanted
                && look_at(*unit).meets_all(filter, Some(probe.clause), &mut steps)?
            {
                return Ok((*unit, steps));
            }
        }
        return Ok((NONE, steps));
    }
    let mut unit = last;
    loop {
        unit = filter.next[(unit + 1) as usize];
        if unit == NONE {
            return Ok((NONE, steps));
        }
        steps += 1;
        if look_at(unit).meets_all(filter, None, &mut steps)? {
            return Ok((unit, steps));
        }
    }
}

/// A unit that is looked at.
struct Looking<'a> {
    program: &'a Program,
    registers: &'a [i32],
    row: &'a [i32],
    unit: i32,
}

impl Looking<'_> {
    /// Whether it meets all clauses, but for one that it is known to meet.
    #[inline]
    fn meets_all(
        &self,
        filter: &Filter,
        known: Option<usize>,
        steps: &mut u64,
    ) -> Result<bool, FaultKind> {
        for (at, clause) in filter.clauses.iter().enumerate() {
            if Some(at) == known {
                continue;
            }
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
            // By far the most frequent: whose it is, where it is, whether it is in play.
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
