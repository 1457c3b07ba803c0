//! Attack chains, in floating point: the denominators of c2 have 168 digits.

use sandtable::eval::sample::Dice;

/// Damage points dealt so far, as models killed and damage on the next: `3 * killed + damage`.
type Chances = [f64; 64];

/// The chances of killing 0 to 10 models by attacks that wound for two points.
pub(crate) fn c1() -> [f64; 11] {
    let wound = 4.0 / 6.0 * 0.5 * 4.0 / 6.0;
    killed(&hits(&[(0, 1.0 - wound), (2, wound)], &[0.0, 1.0]))
}

/// The chances of killing 0 to 10 models.
pub(crate) fn c2() -> [f64; 11] {
    let wound = 0.5 * 4.0 / 6.0;
    let (counts, ignored) = (4.0 / 6.0, 2.0 / 6.0);
    let mut points = [0.0; 4];
    let mut thrown = [1.0, 0.0, 0.0, 0.0];
    for _ in 0..3 {
        let mut next = [0.0; 4];
        for n in 0..3 {
            next[n] += thrown[n] * ignored;
            next[n + 1] += thrown[n] * counts;
        }
        thrown = next;
        (0..4).for_each(|n| points[n] += thrown[n] * wound / 3.0);
    }
    points[0] += 1.0 - wound;
    let wounds: Vec<(usize, f64)> = points.into_iter().enumerate().collect();
    let again = 1.0 + 1.0 / 6.0;
    let (one, two) = (again * 3.0 / 6.0, again / 6.0);
    killed(&hits(&wounds, &[1.0 - one - two, one, two]))
}

/// Twenty attacks that hit so often, with such points a hit.
fn hits(points: &[(usize, f64)], n_hits: &[f64]) -> Chances {
    let mut open = [0.0; 64];
    open[0] = 1.0;
    for _ in 0..20 {
        let mut next = [0.0; 64];
        let mut struck = open;
        for (n, chance) in n_hits.iter().enumerate() {
            if n > 0 {
                struck = strike(&struck, points);
            }
            for (sum, mass) in next.iter_mut().zip(struck) {
                *sum += mass * chance;
            }
        }
        open = next;
    }
    open
}

/// One hit. Damage beyond the last wound of a model is lost; ten models are all there are.
fn strike(open: &Chances, points: &[(usize, f64)]) -> Chances {
    let mut next = [0.0; 64];
    for (at, mass) in open.iter().enumerate().take(31) {
        for (more, chance) in points {
            let after = (at + more).min(at / 3 * 3 + 3).min(30);
            next[after] += mass * chance;
        }
    }
    next
}

fn killed(open: &Chances) -> [f64; 11] {
    std::array::from_fn(|killed| open[3 * killed..3 * killed + 3].iter().sum())
}

/// c2 with real dice.
pub(crate) fn c2_thrown(dice: &mut Dice) -> i32 {
    let (mut killed, mut damage) = (0, 0);
    for _ in 0..20 {
        let mut face = dice.face(6);
        if face == 0 {
            face = dice.face(6);
        }
        let n_hits = match face {
            5 => 2,
            2..5 => 1,
            _ => 0,
        };
        for _ in 0..n_hits {
            if killed == 10 || dice.face(6) < 3 || dice.face(6) >= 4 {
                continue;
            }
            damage += (0..=dice.face(3)).filter(|_| dice.face(6) < 4).count();
            if damage >= 3 {
                damage = 0;
                killed += 1;
            }
        }
    }
    killed
}
