//! A gun against a vehicle: b1 to b4.

use super::{Outcome, reduced};
use sandtable::eval::dice::Dice;

/// The cell that asks for the colour gate.
const C: usize = 5;
/// Row by gun, column by armour, from VL to VH.
const CUBES: [[usize; 5]; 5] = [
    [1, C, 0, 0, 0],
    [1, 1, C, 0, 0],
    [2, 2, 1, C, 0],
    [3, 2, 1, 1, C],
    [4, 3, 2, 1, 1],
];

/// Ways of one shot's six-sided dice: of one to hit and four cubes.
const HIT: u128 = 6;
const THROW: u128 = 6 * 6 * 6 * 6;

/// Movement, defence and combat markers.
type Markers = [usize; 3];

/// What each cell of the table does, in ways of `THROW`.
struct Damage([Vec<(Markers, u128)>; 6]);

impl Damage {
    fn new() -> Self {
        let mut cells = [0, 1, 2, 3, 4, 0].map(cubes);
        let mut gate = vec![([0, 0, 0], THROW / 2)];
        gate.extend(cells[1].iter().map(|(markers, ways)| (*markers, ways / 2)));
        cells[C] = gate;
        Self(cells)
    }

    fn of(&self, gun: usize, armour: usize, defence: usize) -> &[(Markers, u128)] {
        &self.0[CUBES[gun][armour.saturating_sub(defence)]]
    }
}

fn cubes(count: usize) -> Vec<(Markers, u128)> {
    let mut all = vec![([0, 0, 0], THROW)];
    for _ in 0..count {
        let mut next: Vec<(Markers, u128)> = Vec::new();
        for (markers, ways) in all {
            for (kind, faces) in [4, 1, 1].into_iter().enumerate() {
                let mut after = markers;
                after[kind] += 1;
                match next.iter_mut().find(|(known, _)| *known == after) {
                    Some((_, sum)) => *sum += ways * faces / 6,
                    None => next.push((after, ways * faces / 6)),
                }
            }
        }
        all = next;
    }
    all
}

/// Faces of a d6 that reach a number with a modifier.
fn faces(needed: i32, modifier: i32) -> u128 {
    (7 + modifier - needed).clamp(0, 6) as u128
}

/// The shot that destroys it; `SHOTS` is 6 in b1.
pub(crate) fn b1<const SHOTS: u32>(gun: usize, armour: usize, modifier: i32) -> Vec<Outcome<1>> {
    shots::<SHOTS>(&Damage::new(), gun, armour, modifier)
}

fn shots<const SHOTS: u32>(
    damage: &Damage,
    gun: usize,
    armour: usize,
    modifier: i32,
) -> Vec<Outcome<1>> {
    let hits = faces(5, modifier);
    // By markers of any kind, and how many of them are defence.
    let mut open = [[0_u128; 4]; 4];
    open[0][0] = 1;
    let mut outcomes = Vec::new();
    let mut total = 1;
    for shot in 1..=SHOTS {
        total *= HIT * THROW;
        let mut next = [[0; 4]; 4];
        let mut out = 0;
        for (markers, row) in open.iter().enumerate() {
            for (defence, mass) in row.iter().enumerate().filter(|(_, mass)| **mass > 0) {
                next[markers][defence] += mass * (HIT - hits) * THROW;
                for ([m, d, c], ways) in damage.of(gun, armour, defence) {
                    match next.get_mut(markers + m + d + c) {
                        Some(row) => row[defence + d] += mass * hits * ways,
                        None => out += mass * hits * ways,
                    }
                }
            }
        }
        outcomes.push((shot as i32, out, total));
        open = next;
    }
    let left = open.iter().flatten().sum();
    outcomes.insert(0, (0, left, total));
    outcomes
        .into_iter()
        .flat_map(|(shot, ways, total)| reduced([([shot], ways)], total))
        .collect()
}

/// The whole record after six shots: last shot, destroyed, movement, defence, combat.
pub(crate) fn b2() -> Vec<Outcome<5>> {
    let damage = Damage::new();
    let (gun, armour, hits) = (4, 3, faces(5, 1));
    let mut open = [[[0_u128; 4]; 4]; 4];
    open[0][0][0] = 1;
    let mut outcomes = Vec::new();
    let mut total = 1;
    for shot in 1..=6 {
        total *= HIT * THROW;
        let mut next = [[[0; 4]; 4]; 4];
        let mut out = [[[0; 8]; 8]; 8];
        for (m, d, c) in living() {
            let mass = open[m][d][c];
            if mass == 0 {
                continue;
            }
            next[m][d][c] += mass * (HIT - hits) * THROW;
            for ([dm, dd, dc], ways) in damage.of(gun, armour, d) {
                let [m, d, c] = [m + dm, d + dd, c + dc];
                match m + d + c {
                    0..4 => next[m][d][c] += mass * hits * ways,
                    _ => out[m][d][c] += mass * hits * ways,
                }
            }
        }
        let dead = (0..512).map(|at| (at / 64, at / 8 % 8, at % 8));
        let dead = dead.map(|(m, d, c)| ([shot, 1, m, d, c], at(&out, m, d, c)));
        outcomes.extend(reduced(dead, total));
        open = next;
    }
    let left = living().map(|(m, d, c)| ([6, 0, m as i32, d as i32, c as i32], open[m][d][c]));
    outcomes.extend(reduced(left, total));
    outcomes
}

fn at(out: &[[[u128; 8]; 8]; 8], m: i32, d: i32, c: i32) -> u128 {
    out[m as usize][d as usize][c as usize]
}

/// Markers with which a vehicle is still there.
fn living() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..4).flat_map(|m| (0..4 - m).flat_map(move |d| (0..4 - m - d).map(move |c| (m, d, c))))
}

/// The duel: winner and round.
pub(crate) fn b3() -> Vec<Outcome<2>> {
    let damage = Damage::new();
    let states: Vec<(usize, usize, usize)> = living().collect();
    let mut number = [[[0; 4]; 4]; 4];
    for (at, (m, d, c)) in states.iter().enumerate() {
        number[*m][*d][*c] = at;
    }
    let mut open = [[0_u128; 20]; 20];
    open[0][0] = 1;
    let mut total = 1;
    let mut outcomes = Vec::new();
    for round in 1..=6 {
        for (side, gun, armour) in [(1, 3, 3), (2, 2, 2)] {
            // One of a round's shots has three cubes at most, so the ways of a duel fit.
            total *= HIT * THROW / 6;
            let mut next = [[0; 20]; 20];
            let mut out = 0;
            for a in 0..20 {
                for b in 0..20 {
                    let mass = open[a][b];
                    if mass == 0 {
                        continue;
                    }
                    let (firer, target) = if side == 1 { (a, b) } else { (b, a) };
                    let (m, d, c) = states[target];
                    let hits = faces(4, i32::from(m > 0) - states[firer].2 as i32);
                    next[a][b] += mass * (HIT - hits) * (THROW / 6);
                    for ([dm, dd, dc], ways) in damage.of(gun, armour, d) {
                        let ways = mass * hits * (ways / 6);
                        if m + d + c + dm + dd + dc >= 4 {
                            out += ways;
                            continue;
                        }
                        let hurt = number[m + dm][d + dd][c + dc];
                        match side {
                            1 => next[a][hurt] += ways,
                            _ => next[hurt][b] += ways,
                        }
                    }
                }
            }
            outcomes.push(([side, round], out, total));
            open = next;
        }
    }
    let left = open.iter().flatten().sum();
    outcomes.push(([0, 6], left, total));
    outcomes
        .into_iter()
        .flat_map(|(outcome, ways, total)| reduced([(outcome, ways)], total))
        .collect()
}

/// b1 for every gun, armour and modifier.
pub(crate) fn b4() -> Vec<Vec<Outcome<1>>> {
    let damage = Damage::new();
    every()
        .map(|(gun, armour, modifier)| shots::<6>(&damage, gun, armour, modifier))
        .collect()
}

/// Every gun, armour and modifier of b4.
pub(crate) fn every() -> impl Iterator<Item = (usize, usize, i32)> {
    let pairs = (0..5).flat_map(|gun| (0..5).map(move |armour| (gun, armour)));
    pairs.flat_map(|(gun, armour)| (-2..=2).map(move |modifier| (gun, armour, modifier)))
}

/// One shot with real dice, after the roll to hit.
fn thrown(dice: &mut Dice, gun: usize, armour: usize, markers: &mut Markers) {
    let mut cubes = CUBES[gun][armour.saturating_sub(markers[1])];
    if cubes == C {
        cubes = usize::from(matches!(dice.face(6), 0 | 1 | 5));
    }
    for _ in 0..cubes {
        match dice.face(6) {
            0..4 => markers[0] += 1,
            4 => markers[1] += 1,
            _ => markers[2] += 1,
        }
    }
}

fn is_out(markers: &Markers) -> bool {
    markers.iter().sum::<usize>() >= 4
}

/// b1 with real dice.
pub(crate) fn b1_thrown(
    dice: &mut Dice,
    gun: usize,
    armour: usize,
    modifier: i32,
    shots: i32,
) -> i32 {
    let mut markers = [0; 3];
    for shot in 1..=shots {
        if dice.face(6) as i32 + 1 + modifier < 5 {
            continue;
        }
        thrown(dice, gun, armour, &mut markers);
        if is_out(&markers) {
            return shot;
        }
    }
    0
}

/// The rule book's shots of a Jagdtiger at a Panther: to hit on one of the cube's three faces with color. The cube's
/// faces are red, red, red star, blue, blue, blue star, and no more are rolled when the target is out.
pub(crate) fn shots_to_kill_thrown(dice: &mut Dice) -> i32 {
    let mut markers: Markers = [0; 3];
    for shot in 1..=8 {
        if !matches!(dice.face(6), 0..3) {
            continue;
        }
        let mut cubes = CUBES[4][3_usize.saturating_sub(markers[1])];
        if cubes == C {
            cubes = usize::from(matches!(dice.face(6), 0..3));
        }
        for _ in 0..cubes {
            match dice.face(6) {
                5 => markers[1] += 1,
                2 => markers[2] += 1,
                _ => markers[0] += 1,
            }
            if is_out(&markers) {
                return shot;
            }
        }
    }
    0
}

/// b3 with real dice: winner and round.
pub(crate) fn b3_thrown(dice: &mut Dice) -> (i32, i32) {
    let (mut a, mut b) = ([0; 3], [0; 3]);
    for round in 1..=6 {
        if dice.face(6) as i32 + 1 + aim(&a, &b) >= 4 {
            thrown(dice, 3, 3, &mut b);
            if is_out(&b) {
                return (1, round);
            }
        }
        if dice.face(6) as i32 + 1 + aim(&b, &a) >= 4 {
            thrown(dice, 2, 2, &mut a);
            if is_out(&a) {
                return (2, round);
            }
        }
    }
    (0, 6)
}

fn aim(firer: &Markers, target: &Markers) -> i32 {
    i32::from(target[0] > 0) - firer[2] as i32
}
