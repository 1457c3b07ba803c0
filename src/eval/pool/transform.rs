//! Distributions of dice that are rerolled, kept, counted or matched, by dynamic programming over faces.
//!
//! The faces are visited in order; for each only the number of dice that show it matters, with as many ways as there
//! are to choose those dice among the ones that show no face visited before. So the work grows with the number of dice and of
//! faces, not with the number of rolls.

use super::Sums;
use super::weights::convolve;
use crate::natural::{Fixed, Natural};
use num_bigint::BigUint;
use sandtable_model::Pool;
use sandtable_model::pool::{DiceGroup, OpposedRoll, Reroll};
use sandtable_syntax::ast::Match;
use std::collections::BTreeMap;

/// Work that one pool may take, in multiplications of machine words: about a second.
const MOST_WORK: u64 = 1 << 28;

/// Values, least first, with their ways.
type Weighted<N> = Vec<(i64, N)>;

/// The work that one pool takes.
struct Effort {
    /// The width of the numbers.
    words: u64,
    /// As [`MOST_WORK`] is counted.
    left: u64,
}

impl Effort {
    /// `None` if it is more than may be done.
    fn spend(&mut self, work: u64) -> Option<()> {
        let left = self.left.checked_sub(work.checked_mul(self.words)?);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }
}

/// The distribution of a pool; `None` if that takes too much work or exceeds the numbers. The work is
/// taken from `left`.
pub(super) fn sums(pool: &Pool, left: &mut u64) -> Option<Sums> {
    let (low, high) = pool.ends();
    i32::try_from(low).ok()?;
    i32::try_from(high).ok()?;
    let bits: f64 = pool
        .rolls()
        .map(|(rolls, sides)| f64::from(rolls) * (sides as f64).log2())
        .sum();
    let bits = bits as u64 + 2;
    let most = MOST_WORK.min(*left);
    let mut effort = Effort {
        words: match bits {
            0..=128 => 2,
            129..=256 => 4,
            bits => bits / 64 + 1,
        },
        left: most,
    };
    let sums = match bits {
        0..=128 => comes_to::<u128>(pool, &mut effort).map(Sums::of_words),
        129..=256 => comes_to::<Fixed<4>>(pool, &mut effort).map(|all| Sums::of_large(big(all))),
        _ => comes_to::<BigUint>(pool, &mut effort).map(|all| Sums::of_large(big(all))),
    };
    *left -= most - effort.left;
    sums
}

fn big<N: Natural>(counted: Weighted<N>) -> Vec<(i64, BigUint)> {
    let counted = counted.into_iter();
    counted
        .map(|(value, ways)| (value, ways.to_big()))
        .collect()
}

fn comes_to<N: Natural>(pool: &Pool, effort: &mut Effort) -> Option<Weighted<N>> {
    match &pool.opposed {
        None => group(&pool.group, effort),
        Some(opposed) if opposed.how == Match::Pairs => pairs(&pool.group, opposed, effort),
        Some(opposed) => beaten(&pool.group, opposed, effort),
    }
}

/// The distribution of one die.
fn die<N: Natural>(group: &DiceGroup, effort: &mut Effort) -> Option<Weighted<N>> {
    let mut faces: BTreeMap<i64, u64> = BTreeMap::new();
    for face in &group.faces {
        *faces.entry(i64::from(*face)).or_default() += 1;
    }
    let faces: Weighted<N> = faces
        .into_iter()
        .map(|(face, ways)| (face, N::from_word(ways)))
        .collect();
    let mut counted = faces.clone();
    for reroll in &group.rerolls {
        counted = rerolled(group, &faces, counted, reroll, effort)?;
    }
    let is_counted = group.rerolls.last().is_some_and(|last| last.adds);
    match group.counts_each && !is_counted {
        true => {
            let mut worths: BTreeMap<i64, N> = BTreeMap::new();
            for (value, ways) in &counted {
                let place = worths.entry(worth(group, *value)).or_insert_with(N::zero);
                place.add(ways);
            }
            Some(worths.into_iter().collect())
        }
        false => Some(counted),
    }
}

/// The contribution of the value of a die to the result.
fn worth(group: &DiceGroup, value: i64) -> i64 {
    match &group.counted {
        None => value,
        Some(faces) => i64::from(i32::try_from(value).is_ok_and(|value| faces.has(value))),
    }
}

/// Follows a die through a reroll. Where each die is counted by itself and the reroll adds, the value becomes the number of dice that
/// count.
fn rerolled<N: Natural>(
    group: &DiceGroup,
    faces: &Weighted<N>,
    before: Weighted<N>,
    reroll: &Reroll,
    effort: &mut Effort,
) -> Option<Weighted<N>> {
    let powers = N::from_word(group.faces.len() as u64).powers(reroll.most);
    let is_on = |shown: i64| i32::try_from(shown).is_ok_and(|shown| reroll.on.has(shown));
    let mut done: BTreeMap<i64, N> = BTreeMap::new();
    let finish = |value: i64, ways: &N, done: &mut BTreeMap<i64, N>| {
        done.entry(value).or_insert_with(N::zero).add(ways);
    };
    let (mut open, mut still): (Weighted<N>, Weighted<N>) =
        before.into_iter().partition(|(value, _)| is_on(*value));
    let is_counted = reroll.adds && group.counts_each;
    if is_counted {
        for (value, _) in open.iter_mut().chain(&mut still) {
            *value = worth(group, *value);
        }
    }
    let all = powers.last()?;
    for (value, ways) in &still {
        finish(*value, &ways.times(all), &mut done);
    }
    for rest in powers.iter().rev().skip(1) {
        effort.spend((open.len() * faces.len()) as u64)?;
        let mut next: BTreeMap<i64, N> = BTreeMap::new();
        for (value, ways) in &open {
            for (face, of_face) in faces {
                let after = match (reroll.adds, is_counted) {
                    (false, _) => *face,
                    (true, false) => value + face,
                    (true, true) => value + worth(group, *face),
                };
                let ways = ways.times(of_face);
                match is_on(*face) {
                    true => next.entry(after).or_insert_with(N::zero).add(&ways),
                    false => finish(after, &ways.times(rest), &mut done),
                }
            }
        }
        open = next.into_iter().collect();
        if open.is_empty() {
            break;
        }
    }
    for (value, ways) in &open {
        finish(*value, ways, &mut done);
    }
    Some(done.into_iter().collect())
}

/// Computes the distribution of the kept dice of a group.
fn group<N: Natural>(group: &DiceGroup, effort: &mut Effort) -> Option<Weighted<N>> {
    let die = die::<N>(group, effort)?;
    if group.counts_each {
        return added(&die, group.count, effort);
    }
    let worth = |value: i64| worth(group, value);
    if group.keep == group.count {
        let mut worths: BTreeMap<i64, N> = BTreeMap::new();
        for (value, ways) in &die {
            let place = worths.entry(worth(*value)).or_insert_with(N::zero);
            place.add(ways);
        }
        return added(&worths.into_iter().collect(), group.count, effort);
    }
    let is_lowest = group.skip + group.keep == group.count;
    let mut dice: Vec<(i64, N)> = die;
    if !is_lowest {
        dice.reverse();
    }
    let kept = Kept {
        count: group.count,
        skip: if is_lowest { 0 } else { group.skip },
        keep: group.keep,
        least: dice.iter().map(|(value, _)| worth(*value)).min()?,
        most: dice.iter().map(|(value, _)| worth(*value)).max()?,
    };
    let dice: Vec<(i64, N)> = dice
        .into_iter()
        .map(|(value, ways)| (worth(value), ways))
        .collect();
    kept.run(&dice, effort)
}

/// The sum of `count` dice.
fn added<N: Natural>(die: &Weighted<N>, count: u32, effort: &mut Effort) -> Option<Weighted<N>> {
    let (least, most) = (die.first()?.0, die.last()?.0);
    let width = usize::try_from(most - least).ok()?;
    let n = u64::from(count);
    effort.spend(
        (width as u64 * n + 1)
            .checked_mul(die.len() as u64)?
            .checked_mul(n)?
            / 2,
    )?;
    let mut sums = vec![N::from_word(1)];
    for _ in 0..count {
        let die = die.iter();
        let die = die.map(|(value, ways)| ((value - least) as usize, ways));
        sums = convolve(&sums, die);
    }
    let first = least * i64::from(count);
    Some((first..).zip(sums).collect())
}

/// `C(n, k)` for all `k`, of every `n` up to a number of dice.
fn choices<N: Natural>(count: u32) -> Vec<Vec<N>> {
    let mut rows: Vec<Vec<N>> = vec![vec![N::from_word(1)]];
    for _ in 0..count {
        let Some(last) = rows.last() else { break };
        let mut row = vec![N::from_word(1)];
        for (a, b) in last.iter().zip(last.iter().skip(1)) {
            let mut sum = a.clone();
            sum.add(b);
            row.push(sum);
        }
        row.push(N::from_word(1));
        rows.push(row);
    }
    rows
}

/// Some of the dice in their order.
struct Kept {
    count: u32,
    skip: u32,
    keep: u32,
    /// The least value of a die.
    least: i64,
    most: i64,
}

impl Kept {
    /// Computes the distribution; `dice` are the values of one die in the order in which they are kept.
    fn run<N: Natural>(&self, dice: &[(i64, N)], effort: &mut Effort) -> Option<Weighted<N>> {
        let last = (self.skip + self.keep) as usize;
        let width = usize::try_from(i64::from(self.keep) * (self.most - self.least)).ok()? + 1;
        let work = (dice.len() * last * last) as u64;
        effort.spend(work.checked_mul(width as u64)?)?;
        effort.spend(u64::from(self.count).checked_pow(2)?)?;
        let choices = choices::<N>(self.count);
        // By the number of placed dice, then by the sum of the kept ones above the least.
        let mut open: Vec<Vec<N>> = vec![Vec::new(); last];
        open.first_mut()?.push(N::from_word(1));
        let mut done = vec![N::zero(); width];
        let mut below = N::zero();
        let mut behind: Vec<N> = Vec::with_capacity(dice.len());
        for (_, ways) in dice.iter().rev() {
            behind.push(below.clone());
            below.add(ways);
        }
        for ((value, ways), below) in dice.iter().zip(behind.iter().rev()) {
            let worth = (value - self.least) as usize;
            let powers = ways.powers(self.count);
            let rest = below.powers(self.count);
            for placed in (0..last).rev() {
                let (before, after) = open.split_at_mut(placed + 1);
                let from = before.get(placed)?;
                if from.is_empty() {
                    continue;
                }
                let left = self.count as usize - placed;
                let choices = choices.get(left)?;
                let mut tail = N::zero();
                for (n, choices) in choices.iter().enumerate().skip(1) {
                    let factor = choices.times(powers.get(n)?);
                    if placed + n >= last {
                        tail.add_product(&factor, rest.get(left - n)?);
                        continue;
                    }
                    let to = after.get_mut(n - 1)?;
                    let shift = worth * self.kept(placed, placed + n);
                    spread(to, from, shift, &factor);
                }
                let shift = worth * self.kept(placed, last);
                spread(&mut done, from, shift, &tail);
            }
        }
        let first = self.least * i64::from(self.keep);
        Some((first..).zip(done).collect())
    }

    /// Returns the number of kept dice in a range of positions.
    fn kept(&self, from: usize, to: usize) -> usize {
        to.saturating_sub(from.max(self.skip as usize))
    }
}

/// Adds all of `from`, shifted up by `shift` places and multiplied by a factor.
fn spread<N: Natural>(to: &mut Vec<N>, from: &[N], shift: usize, factor: &N) {
    if factor.is_zero() {
        return;
    }
    if to.len() < from.len() + shift {
        to.resize(from.len() + shift, N::zero());
    }
    for (place, ways) in to.iter_mut().skip(shift).zip(from) {
        if !ways.is_zero() {
            place.add_product(ways, factor);
        }
    }
}

/// The distribution of the number of dice of the other side that are beaten by the result of ours.
fn beaten<N: Natural>(
    ours: &DiceGroup,
    opposed: &OpposedRoll,
    effort: &mut Effort,
) -> Option<Weighted<N>> {
    let ours = group::<N>(ours, effort)?;
    let die = die::<N>(&opposed.group, effort)?;
    let count = opposed.group.count;
    effort.spend(ours.len() as u64 * u64::from(count))?;
    let choices = choices::<N>(count).pop()?;
    let mut done = vec![N::zero(); choices.len()];
    for (value, ways) in &ours {
        let (mut lower, mut others) = (N::zero(), N::zero());
        for (theirs, ways) in &die {
            let wins = value > theirs || opposed.ties_win && value == theirs;
            if wins { &mut lower } else { &mut others }.add(ways);
        }
        let (lower, others) = (lower.powers(count), others.powers(count));
        let parts = choices.iter().zip(&lower).zip(others.iter().rev());
        for (place, ((choices, lower), others)) in done.iter_mut().zip(parts) {
            place.add_product(&ways.times(choices), &lower.times(others));
        }
    }
    Some((0..).zip(done).collect())
}

/// The distribution of the number of pairs won, the highest against the highest.
fn pairs<N: Natural>(
    ours: &DiceGroup,
    opposed: &OpposedRoll,
    effort: &mut Effort,
) -> Option<Weighted<N>> {
    let mut faces: BTreeMap<i64, (N, N)> = BTreeMap::new();
    for (value, ways) in die::<N>(ours, effort)? {
        faces.insert(value, (ways, N::zero()));
    }
    for (value, ways) in die::<N>(&opposed.group, effort)? {
        let place = faces.entry(value);
        place.or_insert_with(|| (N::zero(), N::zero())).1 = ways;
    }
    let (n_ours, n_theirs) = (ours.count as usize, opposed.group.count as usize);
    let n_pairs = n_ours.min(n_theirs);
    let n_states = (n_ours + 1) * (n_theirs + 1) * (n_pairs + 1);
    let work = (n_states as u64).checked_mul((faces.len() * (n_ours + n_theirs)) as u64)?;
    effort.spend(work / 2)?;
    let choices = choices::<N>(ours.count.max(opposed.group.count));
    let mut matched = Matched {
        n_ours,
        n_theirs,
        n_pairs,
        open: vec![N::zero(); n_states],
    };
    *matched.open.first_mut()? = N::from_word(1);
    for (of_ours, of_theirs) in faces.values().rev() {
        if opposed.ties_win {
            matched.ours(of_ours, &choices);
            matched.theirs(of_theirs, &choices);
        } else {
            matched.theirs(of_theirs, &choices);
            matched.ours(of_ours, &choices);
        }
    }
    let ends = matched.open.split_off(n_states - n_pairs - 1);
    Some((0..).zip(ends).collect())
}

/// Returns the number of ways to choose dice that show one face, for each number of dice.
fn factors<N: Natural>(choices: &[N], powers: &[N]) -> Vec<N> {
    let pairs = choices.iter().zip(powers);
    pairs.map(|(chosen, shown)| chosen.times(shown)).collect()
}

/// Ways by the number of placed dice of both sides, and the number of pairs won.
struct Matched<N> {
    n_ours: usize,
    n_theirs: usize,
    n_pairs: usize,
    open: Vec<N>,
}

impl<N: Natural> Matched<N> {
    fn at(&self, ours: usize, theirs: usize) -> usize {
        (ours * (self.n_theirs + 1) + theirs) * (self.n_pairs + 1)
    }

    /// The dice of the other side that show the next face.
    fn theirs(&mut self, ways: &N, choices: &[Vec<N>]) {
        if ways.is_zero() {
            return;
        }
        let powers = ways.powers(self.n_theirs as u32);
        for theirs in (0..self.n_theirs).rev() {
            let Some(choices) = choices.get(self.n_theirs - theirs) else {
                return;
            };
            let factors = factors(choices, &powers);
            for ours in 0..=self.n_ours {
                let from = self.at(ours, theirs);
                for (n, factor) in factors.iter().enumerate().skip(1) {
                    let to = self.at(ours, theirs + n);
                    self.pass(from, to, 0, factor);
                }
            }
        }
    }

    /// Places our dice that show the next face: each wins its pair if the other die of the pair is not yet placed.
    fn ours(&mut self, ways: &N, choices: &[Vec<N>]) {
        if ways.is_zero() {
            return;
        }
        let powers = ways.powers(self.n_ours as u32);
        for ours in (0..self.n_ours).rev() {
            let Some(choices) = choices.get(self.n_ours - ours) else {
                return;
            };
            let factors = factors(choices, &powers);
            for theirs in 0..=self.n_theirs {
                let from = self.at(ours, theirs);
                for (n, factor) in factors.iter().enumerate().skip(1) {
                    let to = self.at(ours + n, theirs);
                    let won = (ours + n).min(self.n_pairs);
                    self.pass(from, to, won.saturating_sub(ours.max(theirs)), factor);
                }
            }
        }
    }

    /// Moves all numbers of pairs won from one place to a later one, with `won` more pairs.
    fn pass(&mut self, from: usize, to: usize, won: usize, factor: &N) {
        let (before, after) = self.open.split_at_mut(to);
        let from = before.iter().skip(from).take(self.n_pairs + 1 - won);
        for (place, ways) in after.iter_mut().skip(won).zip(from) {
            if !ways.is_zero() {
                place.add_product(ways, factor);
            }
        }
    }
}
