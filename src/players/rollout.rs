//! The policy of rollouts: the highest `worth`, with a tenth of the answers left to chance; all of them where no worth is stated.

use sandtable_eval::dice::Dice;
use sandtable_eval::offer::Offer;

/// One answer in this many is left to chance.
const NOISE: u32 = 10;

/// Returns the answer to a choice in a playout; `None` only if there is no legal answer.
pub(crate) fn answer(offer: Offer<'_>, fates: &mut Dice) -> Option<i32> {
    if offer.decision.has_worth && fates.face(NOISE) != 0 {
        return offer.best();
    }
    offer.draw(fates)
}
