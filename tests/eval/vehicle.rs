//! Case b1 of the benchmarks: a gun against a vehicle, put together by hand as a rule book would be lowered.
//! Tests and benchmarks share it.

use super::assemble::{Assembler, square};
use sandtable::ir::{Note, NoteId, Op, Order, Program, Reg};

/// The cell of the colour gate.
pub(crate) const COLOUR: i32 = -1;

/// Rows: gun VL to VH; columns: armour VL to VH.
pub(crate) const DAMAGE: [[i32; 5]; 5] = [
    [1, COLOUR, 0, 0, 0],
    [1, 1, COLOUR, 0, 0],
    [2, 2, 1, COLOUR, 0],
    [3, 2, 1, 1, COLOUR],
    [4, 3, 2, 1, 1],
];

/// Shots to kill, as procedures: stats of units, tracks by unit, calls, a table, notes; nothing prepared.
pub(crate) fn shots_to_kill(gun: i32, armour: i32, modifier: i32, shots: i32) -> Program {
    let mut asm = Assembler::default();
    // Unit 1 is the target: tracks movement, defence, combat, destroyed. Unit 0 has none of them.
    for track in 0..3 {
        asm.slot(1, track, 0, 4, 0);
    }
    asm.slot(1, 3, 0, 1, 0);
    asm.program.n_fields = 2;
    asm.program.constants = vec![gun, modifier, armour, 0];
    asm.program
        .grids
        .push(square("damage", 5, &DAMAGE.concat()));
    asm.program.notes.push(Note::Round {
        number: Reg(4),
        name: None,
        words: Vec::new(),
    });
    let note = Op::Note { note: NoteId(0) };
    let d6 = asm.d6(1);
    // R 0, B 1, S 2, X 3.
    let cube = asm.dice(1, &[0, 0, 1, 1, 2, 3]);
    let [shot, firer, target, result, limit] = [4, 5, 6, 7, 8].map(Reg);
    let [f_firer, f_target, f_cubes, f_stars, f_armour, f_back] = [9, 10, 11, 12, 13, 14].map(Reg);
    let [h_firer, h_roll, h_mod, h_out, h_back, flag] = [15, 16, 17, 18, 19, 20].map(Reg);
    let [d_target, d_cube, d_value, d_back, one, sum] = [21, 22, 23, 24, 25, 26].map(Reg);
    let (keys, keys_armour) = (Reg(27), Reg(28));
    let (fire, hit, damage) = (asm.mark(), asm.mark(), asm.mark());
    // count shot from 1 to N
    let (head, end) = (asm.mark(), asm.mark());
    asm.op(Op::Set {
        to: firer,
        value: 0,
    })
    .op(Op::Set {
        to: target,
        value: 1,
    })
    .op(Op::Set {
        to: limit,
        value: shots,
    })
    .op(Op::Set { to: shot, value: 1 });
    asm.here(head);
    asm.op(Op::Compare {
        to: flag,
        a: shot,
        b: limit,
        order: Order::LessOrEqual,
    })
    .to(end, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(note)
    .op(Op::Copy {
        to: f_firer,
        from: firer,
    })
    .op(Op::Copy {
        to: f_target,
        from: target,
    })
    .to(fire, |to| Op::Call { to, back: f_back })
    .op(Op::Load {
        to: flag,
        unit: target,
        track: 3,
    });
    let alive = asm.mark();
    asm.to(alive, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Copy {
        to: result,
        from: shot,
    })
    .op(Op::Done);
    asm.here(alive);
    asm.op(Op::AddValue {
        to: shot,
        a: shot,
        value: 1,
    })
    .to(head, |to| Op::Jump { to });
    asm.here(end);
    asm.op(Op::Set {
        to: result,
        value: 0,
    })
    .op(Op::Done);
    // fire(firer, target)
    asm.here(fire);
    let (again, stop) = (asm.mark(), asm.mark());
    let (number, colour, none) = (asm.mark(), asm.mark(), asm.mark());
    asm.op(Op::Copy {
        to: h_firer,
        from: f_firer,
    })
    .to(hit, |to| Op::Call { to, back: h_back })
    .to(stop, |to| Op::JumpIf {
        a: h_out,
        when: false,
        to,
    })
    .op(Op::Stat {
        to: keys,
        unit: f_firer,
        field: 0,
    })
    .op(Op::Stat {
        to: f_armour,
        unit: f_target,
        field: 0,
    })
    .op(Op::Load {
        to: d_value,
        unit: f_target,
        track: 1,
    })
    .op(Op::Negate {
        to: d_value,
        from: d_value,
    })
    .op(Op::Shift {
        to: keys_armour,
        from: f_armour,
        by: d_value,
        top: 4,
    })
    .op(Op::Lookup {
        to: f_cubes,
        grid: sandtable::ir::GridId(0),
        keys,
    })
    .to(number, |to| Op::JumpCompareValue {
        a: f_cubes,
        value: COLOUR,
        order: Order::NotEqual,
        to,
    });
    asm.here(colour);
    asm.op(Op::Roll {
        to: d_cube,
        pool: cube,
    })
    .op(Op::Member {
        to: flag,
        from: d_cube,
        set: 0b1001,
    })
    .to(none, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Set {
        to: f_cubes,
        value: 1,
    })
    .to(number, |to| Op::Jump { to });
    asm.here(none);
    asm.op(Op::Set {
        to: f_cubes,
        value: 0,
    });
    asm.here(number);
    asm.op(Op::Copy {
        to: f_stars,
        from: f_cubes,
    });
    asm.here(again);
    asm.op(Op::CompareValue {
        to: flag,
        a: f_stars,
        value: 0,
        order: Order::Greater,
    })
    .to(stop, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Copy {
        to: d_target,
        from: f_target,
    })
    .to(damage, |to| Op::Call { to, back: d_back })
    .op(Op::AddValue {
        to: f_stars,
        a: f_stars,
        value: -1,
    })
    .to(again, |to| Op::Jump { to });
    asm.here(stop);
    asm.op(Op::Return { back: f_back });
    // hit(firer)
    asm.here(hit);
    let miss = asm.mark();
    asm.op(Op::Roll {
        to: h_roll,
        pool: d6,
    })
    .op(Op::Stat {
        to: h_mod,
        unit: h_firer,
        field: 1,
    })
    .op(Op::Add {
        to: h_roll,
        a: h_roll,
        b: h_mod,
    })
    .op(Op::CompareValue {
        to: flag,
        a: h_roll,
        value: 5,
        order: Order::GreaterOrEqual,
    })
    .to(miss, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Set {
        to: h_out,
        value: 1,
    })
    .op(Op::Return { back: h_back });
    asm.here(miss);
    asm.op(Op::Set {
        to: h_out,
        value: 0,
    })
    .op(Op::Return { back: h_back });
    // damage(target): one cube, then the trigger.
    asm.here(damage);
    let (blue_star, red_star, count, done) = (asm.mark(), asm.mark(), asm.mark(), asm.mark());
    asm.op(Op::Roll {
        to: d_cube,
        pool: cube,
    })
    .op(Op::Set { to: one, value: 1 })
    .to(blue_star, |to| Op::JumpCompareValue {
        a: d_cube,
        value: 2,
        order: Order::Equal,
        to,
    })
    .to(red_star, |to| Op::JumpCompareValue {
        a: d_cube,
        value: 3,
        order: Order::Equal,
        to,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 0,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 0,
        from: d_value,
    })
    .to(count, |to| Op::Jump { to });
    asm.here(blue_star);
    asm.op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 1,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 1,
        from: d_value,
    })
    .to(count, |to| Op::Jump { to });
    asm.here(red_star);
    asm.op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 2,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 2,
        from: d_value,
    });
    asm.here(count);
    asm.op(Op::Load {
        to: sum,
        unit: d_target,
        track: 0,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 1,
    })
    .op(Op::Add {
        to: sum,
        a: sum,
        b: d_value,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 2,
    })
    .op(Op::Add {
        to: sum,
        a: sum,
        b: d_value,
    })
    .to(done, |to| Op::JumpCompareValue {
        a: sum,
        value: 4,
        order: Order::Less,
        to,
    })
    .op(Op::Set { to: one, value: 1 })
    .op(Op::Store {
        unit: d_target,
        track: 3,
        from: one,
    });
    asm.here(done);
    asm.op(Op::Return { back: d_back });
    asm.finish(29, &[result])
}
