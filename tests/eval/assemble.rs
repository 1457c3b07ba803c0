//! Puts programs together: ops with labels for targets.

use sandtable::ir::{Axis, Grid, Op, Origin, Pc, Pool, PoolId, Program, Reg, Slot};
use sandtable::source::{SourceMap, Span};

/// A program in the making.
#[derive(Default)]
pub(crate) struct Assembler {
    pub(crate) program: Program,
    labels: Vec<Option<Pc>>,
}

/// A place in the program, perhaps not yet known.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Assembler {
    /// Adds an op; its origin is its place, so that faults can be told apart.
    pub(crate) fn op(&mut self, op: Op) -> &mut Self {
        let at = self.program.ops.len();
        let file = SourceMap::default().add("test", "");
        self.program.ops.push(op);
        self.program.origins.push(Origin {
            span: Span::new(file, at, at + 1),
            rule: 0,
        });
        self
    }

    pub(crate) fn mark(&mut self) -> Mark {
        self.labels.push(None);
        Mark(self.labels.len() - 1)
    }

    pub(crate) fn here(&mut self, mark: Mark) {
        self.labels[mark.0] = Some(Pc(self.program.ops.len() as u32));
    }

    /// An op with a mark for its target: the op's own target is ignored.
    pub(crate) fn to(&mut self, mark: Mark, op: impl FnOnce(Pc) -> Op) -> &mut Self {
        self.op(op(Pc(mark.0 as u32)))
    }

    pub(crate) fn dice(&mut self, count: u32, faces: &[i32]) -> PoolId {
        self.program.pools.push(Pool {
            modified: None,
            name: format!("{count} dice"),
            faces: faces.to_vec(),
            count,
            words: Vec::new(),
        });
        PoolId(self.program.pools.len() as u32 - 1)
    }

    pub(crate) fn d6(&mut self, count: u32) -> PoolId {
        self.dice(count, &[1, 2, 3, 4, 5, 6])
    }

    /// A slot of unit `unit`, track `track`; call before locals are used.
    pub(crate) fn slot(&mut self, unit: u32, track: u32, low: i32, high: i32, start: i32) -> Reg {
        self.program.slots.push(Slot {
            unit,
            track,
            low,
            high,
            start,
        });
        Reg(self.program.slots.len() as u32 - 1)
    }

    /// Resolves the marks; `n_registers` as given.
    pub(crate) fn finish(mut self, n_registers: u32, outcome: &[Reg]) -> Program {
        for op in &mut self.program.ops {
            if let Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpCompare { to, .. }
            | Op::JumpCompareValue { to, .. }
            | Op::JumpMember { to, .. }
            | Op::Call { to, .. } = op
            {
                *to = self.labels[to.0 as usize].expect("a mark is never set");
            }
        }
        let program = &mut self.program;
        program.n_registers = n_registers;
        program.outcome = outcome.to_vec();
        program.n_units = program
            .slots
            .iter()
            .map(|slot| slot.unit + 1)
            .max()
            .unwrap_or(0)
            .max(program.n_units);
        program.n_tracks = program
            .slots
            .iter()
            .map(|slot| slot.track + 1)
            .max()
            .unwrap_or(0);
        program.slot_of = vec![None; (program.n_units * program.n_tracks) as usize];
        for (at, slot) in program.slots.iter().enumerate() {
            program.slot_of[(slot.unit * program.n_tracks + slot.track) as usize] =
                Some(Reg(at as u32));
        }
        program.verify().unwrap();
        self.program
    }
}

/// A key with the values from 0 on, each with a line of its own.
pub(crate) fn axis(name: &str, n: u16) -> Axis {
    Axis {
        name: name.to_owned(),
        lowest: 0,
        lines: (0..n).collect(),
        below: None,
        above: None,
        n_lines: u32::from(n),
    }
}

/// A table of two keys from 0 on.
pub(crate) fn square(name: &str, n: u16, cells: &[i32]) -> Grid {
    Grid {
        name: name.to_owned(),
        axes: vec![axis("row", n), axis("column", n)],
        cells: cells.to_vec(),
    }
}
