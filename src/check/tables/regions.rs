//! A set of combinations of pieces as boxes, the largest first.
//!
//! A box is a set of pieces for every key, and denotes all their combinations.

/// The pieces of every key.
pub(super) type Pieces = Vec<Vec<usize>>;

/// From how many combinations a box is grown, to find the largest.
const MOST_SEEDS: usize = 24;
/// More keys are grown in their own order only.
const MOST_ORDERED: usize = 4;

/// A bounded number of boxes in the set, each as large as possible; and the number of combinations that they leave.
///
/// `set` says of each combination whether it belongs to the set, the last key fastest.
pub(super) fn boxes(sizes: &[usize], mut set: Vec<bool>, most: usize) -> (Vec<Pieces>, usize) {
    let mut found = Vec::new();
    let mut n_left = set.iter().filter(|one| **one).count();
    let orders = orders(sizes.len());
    while n_left > 0 && found.len() < most {
        let Some(best) = largest(sizes, &set, &orders, n_left) else {
            break;
        };
        for at in combinations(sizes, &best) {
            if let Some(place) = set.get_mut(at) {
                *place = false;
            }
        }
        n_left = n_left.saturating_sub(volume(&best));
        found.push(best);
    }
    (found, n_left)
}

/// Number of combinations of a box.
fn volume(pieces: &[Vec<usize>]) -> usize {
    pieces.iter().map(Vec::len).product()
}

/// The largest box that grows from some combinations of the set; of equal ones the first.
fn largest(sizes: &[usize], set: &[bool], orders: &[Vec<usize>], n_left: usize) -> Option<Pieces> {
    // A larger set is described by its largest box, since a complete description would not be read.
    let n_seeds = if n_left > 10_000 { 1 } else { MOST_SEEDS };
    let step = n_left.div_ceil(n_seeds).max(1);
    let members = set.iter().enumerate().filter(|(_, one)| **one);
    let seeds = members.step_by(step).map(|(at, _)| place_of(at, sizes));
    let mut best: Option<Pieces> = None;
    for seed in seeds {
        for order in orders {
            let grown = grown(sizes, set, &seed, order);
            if best
                .as_ref()
                .is_none_or(|best| volume(&grown) > volume(best))
            {
                best = Some(grown);
            }
        }
    }
    best
}

/// A box around one combination that nothing can be added to, grown key by key.
fn grown(sizes: &[usize], set: &[bool], seed: &[usize], order: &[usize]) -> Pieces {
    let mut pieces: Pieces = seed.iter().map(|piece| vec![*piece]).collect();
    for key in order {
        let (Some(size), Some(own)) = (sizes.get(*key), seed.get(*key)) else {
            continue;
        };
        let fits = |piece: &usize| {
            *piece == *own || {
                let mut moved = pieces.clone();
                if let Some(place) = moved.get_mut(*key) {
                    *place = vec![*piece];
                }
                let mut cells = combinations(sizes, &moved).into_iter();
                cells.all(|at| set.get(at).copied().unwrap_or(false))
            }
        };
        let wider: Vec<usize> = (0..*size).filter(fits).collect();
        if let Some(place) = pieces.get_mut(*key) {
            *place = wider;
        }
    }
    pieces
}

/// Returns the indices of all combinations of a box.
pub(super) fn combinations(sizes: &[usize], pieces: &[Vec<usize>]) -> Vec<usize> {
    let mut places = vec![0];
    for (size, inside) in sizes.iter().zip(pieces) {
        places = places
            .iter()
            .flat_map(|place| inside.iter().map(move |at| place * size + at))
            .collect();
    }
    places
}

/// The piece of every key that a place denotes.
pub(super) fn place_of(at: usize, sizes: &[usize]) -> Vec<usize> {
    let mut rest = at;
    let mut place: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|size| {
            let piece = rest.checked_rem(*size).unwrap_or(0);
            rest = rest.checked_div(*size).unwrap_or(0);
            piece
        })
        .collect();
    place.reverse();
    place
}

/// Every order of a number of keys.
fn orders(n_keys: usize) -> Vec<Vec<usize>> {
    if n_keys > MOST_ORDERED {
        return vec![(0..n_keys).collect()];
    }
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for key in 0..n_keys {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, key);
                    longer
                })
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::{boxes, combinations, volume};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = (Vec<usize>, Vec<bool>)> {
        vec(1..5_usize, 1..4).prop_flat_map(|sizes| {
            let n_cells = sizes.iter().product::<usize>();
            (Just(sizes), vec(any::<bool>(), n_cells))
        })
    }

    proptest! {
        /// Counted one by one, the boxes are the set, and each is as large as the next or larger.
        #[test]
        fn boxes_are_the_set((sizes, set) in sets()) {
            let (found, n_left) = boxes(&sizes, set.clone(), usize::MAX);
            prop_assert_eq!(n_left, 0);
            let mut covered = vec![false; set.len()];
            for pieces in &found {
                for at in combinations(&sizes, pieces) {
                    prop_assert!(set[at] && !covered[at]);
                    covered[at] = true;
                }
            }
            prop_assert_eq!(covered, set);
        }

            /// Any further piece of a key would extend the first box beyond the set.
        #[test]
        fn nothing_can_be_added_to_the_first((sizes, set) in sets()) {
            let (found, _) = boxes(&sizes, set.clone(), 1);
            let Some(first) = found.first() else {
                prop_assert!(!set.contains(&true));
                return Ok(());
            };
            for key in 0..sizes.len() {
                for piece in (0..sizes[key]).filter(|piece| !first[key].contains(piece)) {
                    let mut more = first.clone();
                    more[key].push(piece);
                    prop_assert!(combinations(&sizes, &more).iter().any(|at| !set[*at]));
                }
            }
            prop_assert!(volume(first) >= 1);
        }
    }
}
