//! Pools of dice as phrases: `the number of dice that show 5 or more on a roll of 6d6`.

use super::english::{join_with, number, times};
use super::speaker::Speaker;
use sandtable_model::pool::{DiceGroup, Faces, Reroll};
use sandtable_model::{KeyedPool, Pool, Type};
use sandtable_syntax::ast::Match;

/// The part of a pool that a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Varying {
    /// The number of dice.
    Count,
    /// The faces that count.
    Counted,
    /// The faces on which dice are rolled again.
    Reroll,
    /// The faces below which dice count.
    CountedBelow,
    /// The faces below which dice are rolled again.
    RerollBelow,
    /// The number of dice of the other side.
    CountAgainst,
}

/// Phrases for the parts that values say.
#[derive(Default)]
struct Phrases {
    count: Option<String>,
    counted: Option<String>,
    again: Option<String>,
    count_against: Option<String>,
}

impl Speaker<'_> {
    /// The total of a pool, or the number of its dice that count.
    pub(super) fn pool_words(&mut self, handful: &KeyedPool) -> String {
        let condition = handful.keys.iter();
        let condition = condition.clone().position(|key| key.value.ty == Type::Flag);
        if let Some(at) = condition
            && let Some(key) = handful.keys.get(at)
        {
            let text = self.condition_clause(&key.value, false).text();
            let [unmet, met] = [0, 1].map(|value| with_key(handful, at, value));
            let (met, unmet) = (self.pool_words(&met), self.pool_words(&unmet));
            return format!("{met} if {text}, or else {unmet}");
        }
        let mut said = Phrases::default();
        let mut is_known = true;
        for at in 0..handful.keys.len() {
            is_known &= self.vary(handful, at, &mut said);
        }
        let Some(pool) = handful.pools.last() else {
            return "no dice".to_owned();
        };
        if is_known {
            return self.one_pool(pool, &said);
        }
        let keys: Vec<String> = handful
            .keys
            .iter()
            .map(|key| self.value_words(&key.value))
            .collect();
        let cases = handful.pools.iter().enumerate().map(|(at, pool)| {
            let values = values_at(handful, at);
            let values: Vec<String> = values.into_iter().map(number).collect();
            let text = self.one_pool(pool, &Phrases::default());
            format!("{}: {text}", join_with(&values, "and"))
        });
        let cases: Vec<String> = cases.collect();
        format!(
            "depending on {}, {}",
            join_with(&keys, "and"),
            cases.join("; ")
        )
    }

    /// Finds what the value of a key says; whether that is one thing.
    fn vary(&mut self, handful: &KeyedPool, at: usize, said: &mut Phrases) -> bool {
        let Some(key) = handful.keys.get(at) else {
            return false;
        };
        let line = line_of(handful, at);
        let values = (key.low..).take(key.n);
        let along: Vec<(i32, &Pool)> = values.zip(line).collect();
        let Some(varying) = what_varies(&along) else {
            return false;
        };
        let value = self.value_words(&key.value);
        match varying {
            Varying::Count => said.count = Some(value),
            Varying::Counted => said.counted = Some(format!("at least {value}")),
            Varying::Reroll => said.again = Some(format!("at least {value}")),
            Varying::CountedBelow => said.counted = Some(format!("less than {value}")),
            Varying::RerollBelow => said.again = Some(format!("less than {value}")),
            Varying::CountAgainst => said.count_against = Some(value),
        }
        true
    }

    fn one_pool(&self, pool: &Pool, said: &Phrases) -> String {
        let lot = self.group(&pool.group, said.count.as_deref(), said);
        let Some(against) = &pool.opposed else {
            return lot;
        };
        let other = self.group(
            &against.group,
            said.count_against.as_deref(),
            &Phrases::default(),
        );
        let ties = if against.ties_win { "won" } else { "lost" };
        match against.how {
            Match::Pairs => format!(
                "the number of pairs won by {lot} against {other}, the highest die against the highest and so on, ties being {ties}"
            ),
            Match::Dice => format!(
                "the number of dice of {other} that {lot} beats one by one, ties being {ties}"
            ),
        }
    }

    fn group(&self, lot: &DiceGroup, count: Option<&str>, said: &Phrases) -> String {
        let dice = self.dice_of(lot, count);
        let mut parts: Vec<String> = lot
            .rerolls
            .iter()
            .map(|again| self.reroll(again, lot, said.again.as_deref()))
            .collect();
        parts.extend(kept(lot, count.is_some()));
        let how = match parts.as_slice() {
            [] => String::new(),
            parts => format!(", {}", join_with(parts, "and")),
        };
        match &lot.counted {
            Some(faces) => {
                let faces = match &said.counted {
                    Some(faces) => faces.clone(),
                    None => self.faces(faces, lot),
                };
                format!("the number of dice that show {faces} on a roll of {dice}{how}")
            }
            None => format!("a roll of {dice}{how}"),
        }
    }

    fn dice_of(&self, lot: &DiceGroup, count: Option<&str>) -> String {
        let die = match lot.die {
            Some(die) => self.die_noun(die),
            None => sides(&lot.faces),
        };
        match (count, lot.count) {
            (Some(count), _) => format!("as many dice as {count}, each a {die},"),
            (None, 1) => format!("a {die}"),
            (None, n) if lot.die.is_none() => format!("{n}{die}"),
            (None, n) => format!("{n} dice, each a {die}"),
        }
    }

    fn reroll(&self, again: &Reroll, lot: &DiceGroup, said: Option<&str>) -> String {
        let faces = match said {
            Some(faces) => faces.to_owned(),
            None => self.faces(&again.on, lot),
        };
        let most = times(i32::try_from(again.most).unwrap_or(i32::MAX));
        let added = if again.adds && lot.counts_each {
            "followed by one more die"
        } else if again.adds {
            "rolled again and the new face added"
        } else {
            "rerolled, the new face counting instead"
        };
        format!("each die that shows {faces} being {added}, {most} at most")
    }

    fn faces(&self, faces: &Faces, lot: &DiceGroup) -> String {
        let top = lot.faces.iter().max().copied().unwrap_or(0);
        let least = lot.faces.iter().min().copied().unwrap_or(0);
        let ty = lot.die.map(Type::Face);
        let one = |value| match ty {
            Some(ty) => self.constant(value, ty),
            None => number(value),
        };
        let is_words = lot.die.is_some_and(|die| {
            let known = self.book.dice.get(die.at());
            known.is_some_and(|die| !die.is_numeric())
        });
        let parts: Vec<String> = faces
            .0
            .iter()
            .map(|(low, high)| match (low, high) {
                (low, high) if low == high && (*low != top || is_words) => one(*low),
                (low, high) if *high >= top && !is_words => match low == high {
                    true => one(*low),
                    false => format!("{} or more", one(*low)),
                },
                (low, high) if *low <= least && !is_words => format!("{} or less", one(*high)),
                (low, high) if is_words => {
                    let all: Vec<String> = (*low..=*high).map(one).collect();
                    join_with(&all, "or")
                }
                (low, high) => format!("{} to {}", one(*low), one(*high)),
            })
            .collect();
        if parts.is_empty() {
            return "no face".to_owned();
        }
        join_with(&parts, "or")
    }
}

/// Returns the text of the dice that are kept and dropped.
fn kept(lot: &DiceGroup, is_counted_by_value: bool) -> Option<String> {
    let is_all = lot.skip == 0 && lot.keep >= lot.count;
    if is_all {
        return None;
    }
    let last = lot.count.saturating_sub(lot.skip + lot.keep);
    let text = match (lot.skip, lot.keep, last) {
        (0, 1, _) => "only the highest die counting".to_owned(),
        (_, 1, 0) => "only the lowest die counting".to_owned(),
        (0, n, 1) if !is_counted_by_value => format!("the lowest die being dropped and {n} kept"),
        (0, n, _) => format!("the {n} highest dice counting"),
        (skip, n, 0) => format!("the {skip} highest dice being dropped and the {n} lowest kept"),
        (skip, n, _) => format!("the {skip} highest dice being dropped and the next {n} counting"),
    };
    Some(text)
}

fn sides(faces: &[i32]) -> String {
    let n = i32::try_from(faces.len()).unwrap_or(0);
    let is_plain = faces.iter().copied().eq(1..=n);
    if is_plain {
        format!("d{n}")
    } else {
        let faces: Vec<String> = faces.iter().copied().map(number).collect();
        format!("die with the faces {}", join_with(&faces, "and"))
    }
}

/// The pools along one key, all other keys at their last value.
fn line_of(handful: &KeyedPool, at: usize) -> Vec<&Pool> {
    let after: usize = handful.keys.iter().skip(at + 1).map(|key| key.n).product();
    let n = handful.keys.get(at).map_or(0, |key| key.n);
    let last = handful.pools.len().saturating_sub(1);
    let places = (0..n).map(|value| last.checked_sub((n - 1 - value) * after));
    let pools = places.map(|place| place.and_then(|place| handful.pools.get(place)));
    pools.flatten().collect()
}

/// The pools at one value of a key, without that key.
fn with_key(handful: &KeyedPool, at: usize, value: usize) -> KeyedPool {
    let after: usize = handful.keys.iter().skip(at + 1).map(|key| key.n).product();
    let n = handful.keys.get(at).map_or(1, |key| key.n).max(1);
    let pools = handful.pools.iter().enumerate();
    let pools = pools.filter(|(place, _)| place.checked_div(after).unwrap_or(0) % n == value);
    let keys = handful.keys.iter().enumerate();
    KeyedPool {
        keys: keys
            .filter(|(key, _)| *key != at)
            .map(|(_, key)| key.clone())
            .collect(),
        pools: pools.map(|(_, pool)| pool.clone()).collect(),
    }
}

/// The values of the keys of a pool.
fn values_at(handful: &KeyedPool, pool: usize) -> Vec<i32> {
    let mut rest = pool;
    let mut values: Vec<i32> = handful
        .keys
        .iter()
        .rev()
        .map(|key| {
            let at = rest.checked_rem(key.n).unwrap_or(0);
            rest = rest.checked_div(key.n).unwrap_or(0);
            key.low + i32::try_from(at).unwrap_or(0)
        })
        .collect();
    values.reverse();
    values
}

/// A number that a pool has, if it has it.
type PoolNumber<'a> = &'a dyn Fn(&Pool) -> Option<i32>;

/// Returns the one property that varies and equals the value of the key, if there is exactly one.
fn what_varies(along: &[(i32, &Pool)]) -> Option<Varying> {
    let count = |pool: &Pool| i32::try_from(pool.group.count).ok();
    let against = |pool: &Pool| {
        let against = pool.opposed.as_ref()?;
        i32::try_from(against.group.count).ok()
    };
    let from = |faces: &Faces| faces.0.first().map(|(low, _)| *low);
    let counted = |pool: &Pool| pool.group.counted.as_ref().and_then(from);
    let again = |pool: &Pool| pool.group.rerolls.first().and_then(|again| from(&again.on));
    let below = |faces: &Faces| {
        let first = faces.0.first().filter(|(low, _)| *low == i32::MIN);
        first.map(|(_, high)| high.saturating_add(1))
    };
    let counted_below = |pool: &Pool| pool.group.counted.as_ref().and_then(below);
    let again_below = |pool: &Pool| {
        let rerolls = pool.group.rerolls.first();
        rerolls.and_then(|again| below(&again.on))
    };
    let parts: [(Varying, PoolNumber<'_>); 6] = [
        (Varying::CountedBelow, &counted_below),
        (Varying::RerollBelow, &again_below),
        (Varying::Count, &count),
        (Varying::Counted, &counted),
        (Varying::Reroll, &again),
        (Varying::CountAgainst, &against),
    ];
    let mut found = None;
    for (varying, part) in parts {
        let values: Vec<Option<i32>> = along.iter().map(|(_, pool)| part(pool)).collect();
        let is_same = values.windows(2).all(|pair| pair.first() == pair.last());
        if is_same {
            continue;
        }
        let is_face = !matches!(varying, Varying::Count | Varying::CountAgainst);
        // A face that no die shows, or all, is not written as itself.
        let says_value = along.iter().zip(&values).all(|((value, pool), part)| {
            let top = pool.group.faces.iter().max().copied().unwrap_or(0);
            let least = pool.group.faces.iter().min().copied().unwrap_or(0);
            let is_inside = (least..=top).contains(value);
            *part == Some(*value) || (is_face && !is_inside)
        });
        if !says_value || found.is_some() {
            return None;
        }
        found = Some(varying);
    }
    found
}
