//! In what order the ops of a program are come by.

use super::op::{Flow, Program};
use super::operands::Sites;

/// For each op its place in the order in which a run comes by: before all that may come behind it, except for what
/// leads back (reverse postorder). What is never come by stands last.
pub fn places_in_order(program: &Program) -> Vec<u32> {
    let sites = Sites::of(program);
    let n_ops = program.ops.len();
    let mut places = vec![u32::MAX; n_ops];
    let mut seen = vec![false; n_ops];
    let mut behind = Vec::new();
    // An op and how many of those that may come next were gone to.
    let mut open: Vec<(usize, usize)> = vec![(0, 0)];
    let mut left = n_ops as u32;
    while let Some((at, gone)) = open.pop() {
        if gone == 0 {
            match seen.get_mut(at) {
                Some(seen @ false) => *seen = true,
                Some(true) | None => continue,
            }
        }
        let Some(op) = program.ops.get(at) else {
            continue;
        };
        behind.clear();
        match op.flow() {
            Flow::Next => behind.push(at + 1),
            Flow::To(to) | Flow::Call(to) => behind.push(to.0 as usize),
            Flow::Either(to) => behind.extend([to.0 as usize, at + 1]),
            Flow::Return => behind.extend(sites.after(op)),
            Flow::End => {}
        }
        if let Some(next) = behind.get(gone) {
            open.push((at, gone + 1));
            open.push((*next, 0));
        } else {
            left -= 1;
            if let Some(place) = places.get_mut(at) {
                *place = left;
            }
        }
    }
    places
}
