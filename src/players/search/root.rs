//! The choice at which a search begins, as the side knows it.

use sandtable_eval::knowledge::{canonical, permute};
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::Options;

use crate::game::GameModel;

/// The choice that is searched.
pub(super) struct Root<'s> {
    pub(super) machine: &'s Machine,
    has_units: bool,
    pub(super) hidden: Option<Hidden>,
    /// Whether the state is known, and so are all later ones until dice are rolled.
    pub(super) is_certain: bool,
}

/// The state as the side knows it.
pub(super) struct Hidden {
    pub(super) groups: Vec<Vec<usize>>,
    /// The place of each unit in the canonical order.
    pub(super) image: Vec<usize>,
    /// The state in that order.
    pub(super) state: Vec<i32>,
}

impl<'s> Root<'s> {
    pub(super) fn new(
        model: &GameModel,
        seat: usize,
        machine: &'s Machine,
        offer: Offer<'_>,
    ) -> Self {
        let groups = model.unknown_to(seat, &machine.registers);
        let hidden = (!groups.is_empty()).then(|| {
            let image = canonical(&model.lowered, &machine.registers, &groups);
            Hidden {
                state: permute(&model.lowered, &machine.registers, &image),
                image,
                groups,
            }
        });
        Self {
            machine,
            has_units: offer.decision.options == Options::Units,
            is_certain: model.is_open(),
            hidden,
        }
    }

    /// The number of an answer in the view of the side.
    pub(super) fn label(&self, answer: i32) -> i32 {
        match &self.hidden {
            Some(hidden) => self.relabelled(answer, &hidden.image),
            None => answer,
        }
    }

    /// The image of an answer that is a unit; others are their own.
    pub(super) fn relabelled(&self, answer: i32, image: &[usize]) -> i32 {
        if !self.has_units {
            return answer;
        }
        of_image(answer, image)
    }
}

/// Returns the image of a unit under the permutation; other values are unchanged.
pub(super) fn of_image(answer: i32, image: &[usize]) -> i32 {
    let image = usize::try_from(answer).ok().and_then(|at| image.get(at));
    image
        .and_then(|to| i32::try_from(*to).ok())
        .unwrap_or(answer)
}

/// The inverse of a permutation.
pub(super) fn inverted(image: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; image.len()];
    for (from, to) in image.iter().enumerate() {
        if let Some(place) = inverse.get_mut(*to) {
            *place = from;
        }
    }
    inverse
}
