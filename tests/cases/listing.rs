//! Reads programs as `sandtable::ir::print::listing` writes them.
//!
//! Before the ops stand the tables: `track 0..9, starts 3` (a slot, in the order of the registers), `pool 2d6`, `outcome r1 r2`. An op
//! is a line `NAME key:value …`, with its index before it or without; `#` begins a comment. Ops that no case needs are not read.

use std::collections::BTreeMap;

use sandtable::ir::{Op, Order, Origin, Pc, Pool, PoolId, Program, Reg, Slot};
use sandtable::source::{SourceMap, Span};

/// Returns the program of a listing, which must be well-formed.
pub(crate) fn program(text: &str) -> Program {
    let mut program = Program {
        n_units: 1,
        ..Program::default()
    };
    for line in text.lines().map(str::trim) {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        match head {
            "" | "#" => {}
            "track" => program.slots.push(slot(rest, program.slots.len())),
            "pool" => program.pools.push(pool(rest)),
            "outcome" => program.outcome = rest.split(' ').map(reg).collect(),
            index if index.starts_with(|digit: char| digit.is_ascii_digit()) => {
                assert_eq!(index.parse(), Ok(program.ops.len()), "the index of: {line}");
                add(&mut program, rest.trim());
            }
            _ => add(&mut program, line),
        }
    }
    let n_slots = u32::try_from(program.slots.len()).unwrap();
    program.n_tracks = n_slots;
    program.slot_of = (0..n_slots).map(|at| Some(Reg(at))).collect();
    program.n_registers = n_registers(text);
    program.verify().unwrap();
    program
}

fn add(program: &mut Program, line: &str) {
    let at = program.ops.len();
    program.ops.push(op(line));
    let file = SourceMap::default().add("listing", "");
    program.origins.push(Origin {
        span: Span::new(file, at, at + 1),
        rule: 0,
    });
}

/// `0..9, starts 3`.
fn slot(text: &str, track: usize) -> Slot {
    let (range, start) = text.split_once(", starts ").unwrap();
    let (low, high) = range.split_once("..").unwrap();
    let number = |text: &str| text.parse().unwrap();
    Slot {
        unit: 0,
        track: u32::try_from(track).unwrap(),
        low: number(low),
        high: number(high),
        start: number(start),
    }
}

/// `2d6`.
fn pool(name: &str) -> Pool {
    let (count, sides) = name.split_once('d').unwrap();
    Pool {
        name: name.to_owned(),
        faces: (1..=sides.parse().unwrap()).collect(),
        count: count.parse().unwrap(),
        modified: None,
        words: Vec::new(),
    }
}

/// `r3`.
fn reg(text: &str) -> Reg {
    let number = text.strip_prefix('r').and_then(|text| text.parse().ok());
    Reg(number.unwrap_or_else(|| panic!("{text} is no register")))
}

/// One more than the highest register that is named.
fn n_registers(text: &str) -> u32 {
    let words = text.lines().filter(|line| !line.starts_with('#'));
    let words = words.flat_map(|line| line.split([' ', ':']));
    let named = words.filter_map(|word| word.strip_prefix('r')?.parse::<u32>().ok());
    named.max().map_or(0, |highest| highest + 1)
}

/// `Compare to:r3 a:r1 b:r2 order:Less`.
fn op(line: &str) -> Op {
    // `pool:pool 0` is one field.
    let line = line.replace("pool:pool ", "pool:");
    let mut words = line.split(' ');
    let name = words.next().unwrap();
    let fields: BTreeMap<&str, &str> = words.map(|word| word.split_once(':').unwrap()).collect();
    let field = |key: &str| {
        *fields
            .get(key)
            .unwrap_or_else(|| panic!("{line}: no {key}"))
    };
    let r = |key: &str| reg(field(key));
    let n = |key: &str| field(key).parse::<i32>().unwrap();
    let track = || field("track").parse().unwrap();
    let to = || Pc(field("to").strip_prefix('@').unwrap().parse().unwrap());
    let when = || field("when").parse().unwrap();
    let order = || match field("order") {
        "Equal" => Order::Equal,
        "NotEqual" => Order::NotEqual,
        "Less" => Order::Less,
        "LessOrEqual" => Order::LessOrEqual,
        "Greater" => Order::Greater,
        "GreaterOrEqual" => Order::GreaterOrEqual,
        other => panic!("{other} is no order"),
    };
    match name {
        "Set" => Op::Set {
            to: r("to"),
            value: n("value"),
        },
        "Copy" => Op::Copy {
            to: r("to"),
            from: r("from"),
        },
        "Add" => Op::Add {
            to: r("to"),
            a: r("a"),
            b: r("b"),
        },
        "AddValue" => Op::AddValue {
            to: r("to"),
            a: r("a"),
            value: n("value"),
        },
        "Subtract" => Op::Subtract {
            to: r("to"),
            a: r("a"),
            b: r("b"),
        },
        "Multiply" => Op::Multiply {
            to: r("to"),
            a: r("a"),
            b: r("b"),
        },
        "Not" => Op::Not {
            to: r("to"),
            from: r("from"),
        },
        "Compare" => Op::Compare {
            to: r("to"),
            a: r("a"),
            b: r("b"),
            order: order(),
        },
        "CompareValue" => Op::CompareValue {
            to: r("to"),
            a: r("a"),
            value: n("value"),
            order: order(),
        },
        "Limit" => Op::Limit {
            to: r("to"),
            from: r("from"),
            low: n("low"),
            high: n("high"),
        },
        "Load" => Op::Load {
            to: r("to"),
            unit: r("unit"),
            track: track(),
        },
        "Store" => Op::Store {
            unit: r("unit"),
            track: track(),
            from: r("from"),
        },
        "Jump" => Op::Jump { to: to() },
        "JumpIf" => Op::JumpIf {
            a: r("a"),
            when: when(),
            to: to(),
        },
        "JumpCompare" => Op::JumpCompare {
            a: r("a"),
            b: r("b"),
            order: order(),
            to: to(),
        },
        "JumpCompareValue" => Op::JumpCompareValue {
            a: r("a"),
            value: n("value"),
            order: order(),
            to: to(),
        },
        "Roll" => Op::Roll {
            to: r("to"),
            pool: PoolId(field("pool").parse().unwrap()),
        },
        "Call" => Op::Call {
            to: to(),
            back: r("back"),
        },
        "Return" => Op::Return { back: r("back") },
        "Done" => Op::Done,
        other => panic!("no case has had {other} yet: add it here"),
    }
}
