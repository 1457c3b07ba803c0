//! Programs made at random: exact odds are what trying every answer gives, optimised or not, and rolls come near.

use super::assemble::{Assembler, axis, square};
use proptest::prelude::*;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::eval::sample;
use sandtable::eval::{Fault, FaultKind};
use sandtable::ir::{Grid, GridId, NONE, Op, Order, PoolId, Program, Reg, Rounding, optimise};
use std::collections::{BTreeMap, VecDeque};

/// Slots 0 to 3 (two units, two tracks), plain registers 4 to 9, then counters and ways back.
const PLAIN: std::ops::Range<u32> = 0..10;

/// A piece of a program; the numbers are taken modulo whatever they choose from.
#[derive(Debug, Clone)]
enum Piece {
    Plain(u8, u32, u32, u32, i32),
    Roll(u32, u32),
    /// Counts a register on, held in a range, as tracks are.
    Count(u32, i32, i32),
    Branch(u8, u32, u32, i32, Vec<Piece>, Vec<Piece>),
    Repeat(u32, Vec<Piece>),
    Call(u32),
    Done,
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let leaf = prop_oneof![
        12 => (any::<u8>(), any::<u32>(), any::<u32>(), any::<u32>(), -3..9_i32)
            .prop_map(|(kind, to, a, b, value)| Piece::Plain(kind, to, a, b, value)),
        3 => (any::<u32>(), any::<u32>()).prop_map(|(to, pool)| Piece::Roll(to, pool)),
        4 => (any::<u32>(), -2..4_i32, 0..5_i32)
            .prop_map(|(to, value, high)| Piece::Count(to, value, high)),
        2 => any::<u32>().prop_map(Piece::Call),
        1 => Just(Piece::Done),
    ];
    let piece = leaf.prop_recursive(3, 24, 5, |inner| {
        let list = prop::collection::vec(inner, 0..5);
        prop_oneof![
            (
                any::<u8>(),
                any::<u32>(),
                any::<u32>(),
                -1..7_i32,
                list.clone(),
                list.clone()
            )
                .prop_map(|(kind, a, b, value, yes, no)| Piece::Branch(kind, a, b, value, yes, no)),
            (0..4_u32, list).prop_map(|(times, body)| Piece::Repeat(times, body)),
        ]
    });
    prop::collection::vec(piece, 1..9)
}

fn order(kind: u32) -> Order {
    use Order::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][kind as usize % 6]
}

struct Builder {
    asm: Assembler,
    next_reg: u32,
    procedures: Vec<(super::assemble::Mark, Reg)>,
}

fn reg(number: u32) -> Reg {
    Reg(number % PLAIN.end)
}

impl Builder {
    fn list(&mut self, pieces: &[Piece], depth: usize) {
        for piece in pieces {
            self.piece(piece, depth);
        }
    }

    fn piece(&mut self, piece: &Piece, depth: usize) {
        match piece {
            Piece::Plain(kind, to, a, b, value) => self.plain(*kind, *to, *a, *b, *value),
            Piece::Roll(to, pool) => {
                self.asm.op(Op::Roll {
                    to: reg(*to),
                    pool: PoolId(pool % 3),
                });
            }
            Piece::Count(to, value, high) => {
                let sum = Reg(self.next_reg);
                self.next_reg += 1;
                let (to, value, high) = (reg(*to), *value, *high);
                self.asm
                    .op(Op::AddValue {
                        to: sum,
                        a: to,
                        value,
                    })
                    .op(Op::Limit {
                        to,
                        from: sum,
                        low: -1,
                        high,
                    });
            }
            Piece::Branch(kind, a, b, value, yes, no) => {
                let (other, end) = (self.asm.mark(), self.asm.mark());
                let (a, b, value) = (reg(*a), reg(*b), *value);
                let order = order(u32::from(*kind) / 4);
                let when = kind % 8 < 4;
                match kind % 4 {
                    0 => self.asm.to(other, |to| Op::JumpCompare { a, b, order, to }),
                    1 => self.asm.to(other, |to| Op::JumpCompareValue {
                        a,
                        value,
                        order,
                        to,
                    }),
                    2 => self.asm.to(other, |to| Op::JumpMember {
                        a,
                        set: 0b1011_0110,
                        when,
                        to,
                    }),
                    _ => self
                        .asm
                        .op(Op::Compare {
                            to: Reg(9),
                            a,
                            b,
                            order,
                        })
                        .to(other, |to| Op::JumpIf {
                            a: Reg(9),
                            when,
                            to,
                        }),
                };
                self.list(yes, depth);
                self.asm.to(end, |to| Op::Jump { to });
                self.asm.here(other);
                self.list(no, depth);
                self.asm.here(end);
            }
            Piece::Repeat(times, body) => {
                let counter = Reg(self.next_reg);
                self.next_reg += 1;
                let (head, end) = (self.asm.mark(), self.asm.mark());
                self.asm.op(Op::Set {
                    to: counter,
                    value: 0,
                });
                self.asm.here(head);
                self.asm.to(end, |to| Op::JumpCompareValue {
                    a: counter,
                    value: *times as i32,
                    order: Order::GreaterOrEqual,
                    to,
                });
                self.list(body, depth);
                self.asm
                    .op(Op::AddValue {
                        to: counter,
                        a: counter,
                        value: 1,
                    })
                    .to(head, |to| Op::Jump { to });
                self.asm.here(end);
            }
            // Only procedures further on may be called: they do not call themselves.
            Piece::Call(which) => {
                let later = &self.procedures[depth..];
                if !later.is_empty() {
                    let (mark, back) = later[*which as usize % later.len()];
                    self.asm.to(mark, |to| Op::Call { to, back });
                }
            }
            Piece::Done => {
                // Not always: most programs should go on.
                let past = self.asm.mark();
                self.asm
                    .to(past, |to| Op::JumpCompareValue {
                        a: Reg(4),
                        value: 5,
                        order: Order::Less,
                        to,
                    })
                    .op(Op::Done);
                self.asm.here(past);
            }
        }
    }

    fn plain(&mut self, kind: u8, to: u32, a: u32, b: u32, value: i32) {
        let (a_number, to, a, b) = (a, reg(to), reg(a), reg(b));
        let order = order(a_number / 16);
        let unit = reg(4 + value.unsigned_abs() % 3);
        let op = match kind % 20 {
            0 => Op::Set { to, value },
            1 => Op::Copy { to, from: a },
            2 => Op::Add { to, a, b },
            3 => Op::AddValue { to, a, value },
            4 => Op::Subtract { to, a, b },
            5 => Op::Multiply { to, a, b },
            6 => Op::Divide {
                to,
                a,
                b,
                rounding: Rounding::Down,
            },
            7 => Op::Negate { to, from: a },
            8 => {
                self.asm.op(Op::Compare { to, a, b, order });
                Op::Not { to, from: to }
            }
            9 => Op::CompareValue {
                to,
                a,
                value,
                order,
            },
            10 => Op::Limit {
                to,
                from: a,
                low: 0,
                high: 4,
            },
            11 => Op::Shift {
                to,
                from: a,
                by: b,
                top: 4,
            },
            12 => Op::Member {
                to,
                from: a,
                set: 0b10_0101,
            },
            13 => {
                self.asm
                    .op(Op::Limit {
                        to: Reg(7),
                        from: a,
                        low: 0,
                        high: 3,
                    })
                    .op(Op::Limit {
                        to: Reg(8),
                        from: b,
                        low: 0,
                        high: 2,
                    });
                Op::Lookup {
                    to,
                    grid: GridId(0),
                    keys: Reg(7),
                }
            }
            14 => Op::Lookup {
                to,
                grid: GridId(1),
                keys: a,
            },
            15 | 16 => {
                self.asm.op(Op::Limit {
                    to: unit,
                    from: a,
                    low: 0,
                    high: 1,
                });
                self.none_to_zero(unit);
                Op::Load {
                    to,
                    unit,
                    track: u32::from(kind > 128),
                }
            }
            17 | 18 => {
                let value = i32::from(kind > 100);
                self.asm.op(Op::Set { to: unit, value });
                Op::Store {
                    unit,
                    track: u32::from(kind.is_multiple_of(3)),
                    from: b,
                }
            }
            _ => {
                let value = if kind > 200 { NONE } else { value };
                Op::Set { to, value }
            }
        };
        self.asm.op(op);
    }

    fn none_to_zero(&mut self, unit: Reg) {
        let fine = self.asm.mark();
        self.asm
            .to(fine, |to| Op::JumpCompareValue {
                a: unit,
                value: NONE,
                order: Order::NotEqual,
                to,
            })
            .op(Op::Set { to: unit, value: 1 });
        self.asm.here(fine);
    }
}

fn program(main: &[Piece], procedures: &[Vec<Piece>]) -> Program {
    let mut asm = Assembler::default();
    for unit in 0..2 {
        for track in 0..2 {
            asm.slot(unit, track, 0, 4, unit as i32);
        }
    }
    asm.d6(1);
    asm.dice(2, &[0, 1]);
    asm.dice(1, &[-1, 1, 1]);
    asm.program.grids.push(square(
        "square",
        4,
        &[0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 1, 1, 5, 6, 7, 8],
    ));
    let mut line = axis("line", 4);
    line.lines[2] = u16::MAX;
    line.above = Some(1);
    asm.program.grids.push(Grid {
        name: "line".to_owned(),
        axes: vec![line],
        cells: vec![4, 3, 2, 1],
    });
    let mut builder = Builder {
        asm,
        next_reg: 13,
        procedures: Vec::new(),
    };
    for number in 0..procedures.len() as u32 {
        let mark = builder.asm.mark();
        builder.procedures.push((mark, Reg(10 + number)));
    }
    builder.list(main, 0);
    builder.asm.op(Op::Done);
    for (number, body) in procedures.iter().enumerate() {
        let (mark, back) = builder.procedures[number];
        builder.asm.here(mark);
        builder.list(body, number + 1);
        builder.asm.op(Op::Return { back });
    }
    let n_registers = builder.next_reg;
    builder
        .asm
        .finish(n_registers, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(Reg))
}

/// Tries every face of every die, machine by machine, fewest questions first; `None` if that is too much.
pub(super) fn brute_force(program: &Program) -> Option<Result<BTreeMap<Vec<i32>, Chance>, Fault>> {
    let mut open = VecDeque::from([(Machine::new(program), 1_u64)]);
    let mut found = BTreeMap::new();
    for _ in 0..20_000 {
        let Some((mut machine, ways)) = open.pop_front() else {
            return Some(Ok(found));
        };
        match machine.run(program, &mut Ask, &mut 100_000) {
            Pause::Choose(_) => panic!("there is nothing to choose"),
            Pause::Done => {
                let outcome = program
                    .outcome
                    .iter()
                    .map(|reg| machine.get(*reg))
                    .collect();
                let chance = Chance::from_parts(1, ways).unwrap();
                let entry = found.entry(outcome).or_insert_with(Chance::zero);
                *entry = entry.sum(&chance);
            }
            Pause::Roll(pool) => {
                let pool = &program.pools[pool.0 as usize];
                let mut throws: Vec<i32> = vec![0];
                for _ in 0..pool.count {
                    throws = throws
                        .iter()
                        .flat_map(|sum| pool.faces.iter().map(move |face| sum + face))
                        .collect();
                }
                throws.sort_unstable();
                let ways = ways.checked_mul(throws.len() as u64)?;
                for shown in throws {
                    let mut next = machine.clone();
                    next.answer(program, shown);
                    open.push_back((next, ways));
                }
            }
            Pause::Judge(_) => return None,
            Pause::Fault(fault) => return Some(Err(fault)),
        }
    }
    None
}

fn is_budget(fault: Fault) -> bool {
    matches!(
        fault.kind,
        FaultKind::TooManyStates(..) | FaultKind::TooManySums
    )
}

/// Kind and place of a fault; steps are not compared, since optimised programs take fewer.
fn place(program: &Program, fault: Fault) -> (FaultKind, usize) {
    let origin = program.origins[fault.at.0 as usize];
    // A table that is read with a known key has lost that key when optimised, so the keys are counted otherwise.
    let kind = if let FaultKind::OffTheTable(_, value) = fault.kind {
        FaultKind::OffTheTable(0, value)
    } else {
        fault.kind
    };
    (kind, origin.span.start)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_odds_are_what_trying_everything_gives(
        main in pieces(),
        procedures in prop::collection::vec(pieces(), 0..3),
    ) {
        let program = program(&main, &procedures);
        let fast = optimise::run(&program);
        prop_assert_eq!(fast.verify(), Ok(()));
        let leftover = fast.ops.iter().any(|op| matches!(op, Op::Call { .. } | Op::Note { .. }));
        prop_assert!(!leftover);
        let budget = Budget { steps: 100_000, memory: 1 << 21, ..Budget::default() };
        let plain_odds = odds(&program, &budget);
        let fast_odds = odds(&fast, &budget);
        match (&plain_odds, &fast_odds) {
            (Ok(plain), Ok(fast)) => prop_assert_eq!(plain.outcomes(), fast.outcomes()),
            // How much merges differs, so a budget may end either first.
            (Err(fault), _) | (_, Err(fault)) if is_budget(*fault) => return Ok(()),
            (Err(plain), Err(quick)) => {
                prop_assert_eq!(place(&program, *plain), place(&fast, *quick));
            }
            _ => prop_assert!(false, "{:?} {:?}", plain_odds, fast_odds),
        }
        if let Some(expected) = brute_force(&program) {
            match (expected, &plain_odds) {
                (Ok(expected), Ok(found)) => {
                    let found: BTreeMap<_, _> = found.outcomes().iter().cloned().collect();
                    prop_assert_eq!(expected, found);
                }
                (Err(expected), Err(found)) => prop_assert_eq!(expected, *found),
                (expected, found) => prop_assert!(false, "{:?} {:?}", expected, found),
            }
        }
    }

    #[test]
    fn the_same_throws_lead_to_the_same_outcomes(
        main in pieces(),
        procedures in prop::collection::vec(pieces(), 0..3),
    ) {
        let program = program(&main, &procedures);
        let fast = optimise::run(&program);
        let budget = Budget::default();
        let n_runs = 400;
        let plain = sample::run(&program, 11, n_runs, &budget);
        let quick = sample::run(&fast, 11, n_runs, &budget);
        match (&plain, &quick) {
            (Ok(plain), Ok(quick)) => prop_assert_eq!(plain, quick),
            (Err(plain), Err(quick)) => {
                prop_assert_eq!(place(&program, *plain), place(&fast, *quick));
            }
            _ => prop_assert!(false, "{:?} {:?}", plain, quick),
        }
        let budget = Budget { steps: 100_000, memory: 1 << 21, ..Budget::default() };
        if let (Ok(tally), Ok(exact)) = (plain, odds(&fast, &budget)) {
            for (values, chance) in exact.outcomes() {
                let share = chance.percent() / 100.0;
                let deviation = (share * (1.0 - share) / n_runs as f64).sqrt();
                let found = tally.count(values) as f64 / n_runs as f64;
                // Seven standard deviations, and two runs for the rarest outcomes.
                prop_assert!((found - share).abs() < 7.0 * deviation + 2.0 / n_runs as f64);
            }
            for values in tally.outcomes.keys() {
                prop_assert!(!exact.chance_of(values).is_zero());
            }
        }
    }
}
