//! Semantics of the ops that only read and write registers.
#![expect(
    clippy::indexing_slicing,
    reason = "registers and table numbers are made by `ir::lower`, which sizes what they index; a slip would be our fault and stops the run, never corrupts it"
)]

use super::board;
use super::fault::FaultKind;
use sandtable_ir::value::{checked, compare, divide, limit, member, shift};
use sandtable_ir::{Block, NONE, Op, Program, Reg, StepsId};

/// The fault of an op that another function executes.
pub(super) const MISROUTED: FaultKind = FaultKind::Ours("an op that is carried out elsewhere");

/// Executes an op that only reads and writes registers. Returns the steps beyond that of the op.
#[inline]
pub(super) fn execute(program: &Program, op: &Op, registers: &mut [i32]) -> Result<u64, FaultKind> {
    let overflow = FaultKind::Overflow;
    match *op {
        Op::Set { to, value } => put(registers, to, value),
        Op::Copy { to, from } => put(registers, to, get(registers, from)),
        Op::Add { to, a, b } => {
            let sum = get(registers, a).checked_add(get(registers, b));
            put(registers, to, checked(sum).ok_or(overflow)?);
        }
        Op::AddValue { to, a, value } => {
            let sum = get(registers, a).checked_add(value);
            put(registers, to, checked(sum).ok_or(overflow)?);
        }
        Op::Subtract { to, a, b } => {
            let difference = get(registers, a).checked_sub(get(registers, b));
            put(registers, to, checked(difference).ok_or(overflow)?);
        }
        Op::Multiply { to, a, b } => {
            let product = get(registers, a).checked_mul(get(registers, b));
            put(registers, to, checked(product).ok_or(overflow)?);
        }
        Op::Divide { to, a, b, rounding } => {
            let quotient = divide(get(registers, a), get(registers, b), rounding);
            put(registers, to, quotient.ok_or(FaultKind::DivisionByZero)?);
        }
        Op::Negate { to, from } => {
            let negated = get(registers, from).checked_neg();
            put(registers, to, checked(negated).ok_or(overflow)?);
        }
        Op::Not { to, from } => put(registers, to, 1 - get(registers, from)),
        Op::Compare { to, a, b, order } => {
            let holds = compare(get(registers, a), get(registers, b), order);
            put(registers, to, i32::from(holds));
        }
        Op::CompareValue {
            to,
            a,
            value,
            order,
        } => {
            let holds = compare(get(registers, a), value, order);
            put(registers, to, i32::from(holds));
        }
        Op::Member { to, from, set } => {
            let holds = member(get(registers, from), set);
            put(registers, to, i32::from(holds));
        }
        Op::Limit { .. } | Op::Within { .. } | Op::Shift { .. } => confine(op, registers)?,
        Op::Lookup { .. } | Op::Stat { .. } | Op::Load { .. } => load(program, op, registers)?,
        Op::LoadAt { .. }
        | Op::Ground { .. }
        | Op::Fill { .. }
        | Op::Put { .. }
        | Op::Pick { .. }
        | Op::Trace { .. }
        | Op::SearchStart { .. }
        | Op::SearchStep { .. }
        | Op::SearchEnd { .. } => return carry_out(program, *op, registers),
        Op::Jump { .. }
        | Op::JumpIf { .. }
        | Op::JumpCompare { .. }
        | Op::JumpCompareValue { .. }
        | Op::JumpMember { .. }
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Store { .. }
        | Op::StoreAt { .. }
        | Op::Scan { .. }
        | Op::NextSpot { .. }
        | Op::Measure { .. }
        | Op::Recall { .. }
        | Op::Remember { .. }
        | Op::Roll { .. }
        | Op::Judge { .. }
        | Op::Choose { .. }
        | Op::Note { .. }
        | Op::Fail { .. }
        | Op::Done => return Err(MISROUTED),
    }
    Ok(0)
}

/// Clamps a value to a range, holds it against one, or shifts it along a scale.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller hands over these ops only"
)]
fn confine(op: &Op, registers: &mut [i32]) -> Result<(), FaultKind> {
    match *op {
        Op::Limit {
            to,
            from,
            low,
            high,
        } => put(registers, to, limit(get(registers, from), low, high)),
        Op::Within {
            to,
            from,
            low,
            high,
            declared,
        } => match (get(registers, from), declared) {
            (value, _) if (low..=high).contains(&value) => put(registers, to, value),
            (value, Some(fault)) => return Err(FaultKind::OutOfRange(fault, value)),
            (_, None) => return Err(FaultKind::Overflow),
        },
        Op::Shift { to, from, by, top } => {
            let shifted = shift(get(registers, from), get(registers, by), top);
            put(registers, to, shifted);
        }
        _ => return Err(MISROUTED),
    }
    Ok(())
}

/// Reads a cell of a grid, a constant of a unit, or a track.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller hands over these ops only"
)]
fn load(program: &Program, op: &Op, registers: &mut [i32]) -> Result<(), FaultKind> {
    match *op {
        Op::Lookup { to, grid, keys } => {
            let grid = &program.grids[grid.0 as usize];
            let first = keys.0 as usize;
            let keys = &registers[first..first + grid.axes.len()];
            match grid.cell(keys) {
                Some(cell) => put(registers, to, cell),
                None => return Err(FaultKind::off_the_table(grid, keys)),
            }
        }
        Op::Stat { to, unit, field } => {
            let value = program.constant_of(get(registers, unit), field);
            put(registers, to, value.ok_or(FaultKind::NoUnit)?);
        }
        Op::Load { to, unit, track } => {
            let slot = program.slot_of_unit(get(registers, unit), track);
            let slot = slot.ok_or(FaultKind::NoSuchTrack)?;
            put(registers, to, get(registers, slot));
        }
        _ => return Err(MISROUTED),
    }
    Ok(())
}

/// Writes a track, within its range. Returns the register of the state that was written, with its value.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller hands over these ops only"
)]
pub(super) fn store(
    program: &Program,
    op: &Op,
    registers: &mut [i32],
) -> Result<(Reg, i32), FaultKind> {
    let (slot, from) = match *op {
        Op::Store { unit, track, from } => {
            let slot = program.slot_of_unit(get(registers, unit), track);
            (slot.ok_or(FaultKind::NoSuchTrack)?, from)
        }
        Op::StoreAt {
            unit,
            track,
            index,
            from,
        } => (slot_about(program, registers, unit, track, index)?, from),
        _ => return Err(MISROUTED),
    };
    let range = &program.slots[slot.0 as usize];
    let value = limit(get(registers, from), range.low, range.high);
    put(registers, slot, value);
    Ok((slot, value))
}

/// Executes a rare op out of line, which keeps the main loop small. Returns the steps beyond that of
/// the op.
#[inline(never)]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are carried out where programs run"
)]
fn carry_out(program: &Program, op: Op, registers: &mut [i32]) -> Result<u64, FaultKind> {
    match op {
        Op::LoadAt {
            to,
            unit,
            track,
            index,
        } => {
            let slot = slot_about(program, registers, unit, track, index)?;
            put(registers, to, get(registers, slot));
        }
        Op::Ground {
            to,
            place,
            field,
            of_side,
        } => {
            let value = board::ground(program, get(registers, place), field, of_side)?;
            put(registers, to, value);
        }
        Op::Fill { block, value } => {
            registers[range_of(block)].fill(value);
            return Ok(u64::from(block.n) / 64);
        }
        Op::Put { block, index, from } => {
            let (index, value) = (get(registers, index), get(registers, from));
            let place = usize::try_from(index).ok();
            let block = &mut registers[range_of(block)];
            let place = place.and_then(|place| block.get_mut(place));
            *place.ok_or(FaultKind::OffTheBoard)? = value;
        }
        Op::Pick { to, block, index } => {
            let index = usize::try_from(get(registers, index)).ok();
            let block = &registers[range_of(block)];
            let value = index.and_then(|index| block.get(index)).copied();
            put(registers, to, value.unwrap_or(NONE));
        }
        Op::SearchStep { block, steps } => {
            board::search_step(program, steps, &mut registers[range_of(block)])?;
        }
        Op::Trace { block, .. } | Op::SearchStart { block, .. } | Op::SearchEnd { block, .. } => {
            on_a_block(program, op, registers)?;
            return Ok(u64::from(block.n) / 16);
        }
        _ => return Err(MISROUTED),
    }
    Ok(0)
}

fn range_of(block: Block) -> std::ops::Range<usize> {
    let first = block.first.0 as usize;
    first..first + block.n as usize
}

/// Carries out ops that write lines and searches into blocks.
fn on_a_block(program: &Program, op: Op, registers: &mut [i32]) -> Result<(), FaultKind> {
    let about = |registers: &[i32]| -> Vec<i32> {
        let row = program.row(&op);
        row.map_or_else(Vec::new, |(first, n)| {
            let first = first.0 as usize;
            registers[first..first + n].to_vec()
        })
    };
    if let Op::SearchEnd {
        block,
        found,
        whole,
    } = op
    {
        return board::search_end(program, found, whole, &mut registers[range_of(block)]);
    }
    if let Op::Trace { block, sides, .. } = op {
        let about = about(registers);
        return board::trace(program, sides, &about, &mut registers[range_of(block)]);
    }
    if let Op::SearchStart { block, steps, .. } = op {
        let about = about(registers);
        let held = held(program, steps, registers);
        return board::search_start(program, &about, &held, &mut registers[range_of(block)]);
    }
    Err(FaultKind::Ours("an op that writes no block"))
}

/// The places in tracks that the costs of steps depend on.
fn held(program: &Program, steps: StepsId, registers: &[i32]) -> Vec<i32> {
    let Some(steps) = program.steps.get(steps.0 as usize) else {
        return Vec::new();
    };
    let slots = steps.tracks.iter();
    slots
        .flat_map(|track| program.slots_of_track(*track))
        .map(|slot| get(registers, slot))
        .collect()
}

#[inline]
pub(super) fn get(registers: &[i32], reg: Reg) -> i32 {
    registers[reg.0 as usize]
}

#[inline]
pub(super) fn put(registers: &mut [i32], reg: Reg, value: i32) {
    registers[reg.0 as usize] = value;
}

/// The slot of a track that has a value for each unit.
fn slot_about(
    program: &Program,
    registers: &[i32],
    unit: Reg,
    track: u32,
    index: Reg,
) -> Result<Reg, FaultKind> {
    let about = u32::try_from(get(registers, index)).ok();
    let about = about.filter(|about| *about < program.n_units);
    let slot = about.and_then(|about| program.slot_of_unit(get(registers, unit), track + about));
    slot.ok_or(FaultKind::NoSuchTrack)
}
