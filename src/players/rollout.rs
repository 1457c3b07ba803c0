//! The policy of rollouts: the highest `worth`, with some of the answers left to chance; all of them where no worth is stated.

use sandtable_eval::dice::Dice;
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;

use super::game::GameModel;

/// One answer in this many is left to chance.
const NOISE: u32 = 10;
/// The same in playouts of a search, if dice vary them: with more noise a long game is decided by its blunders.
const NOISE_WITH_DICE: u32 = 50;

/// Returns the answer to a choice in a game; `None` only if there is no legal answer.
pub(crate) fn answer(offer: Offer<'_>, fates: &mut Dice) -> Option<i32> {
    with_noise(offer, fates, NOISE)
}

/// Returns the answer to a choice in a playout of a search; `None` only if there is no legal answer.
pub(crate) fn answer_of_playout(
    model: &GameModel,
    offer: Offer<'_>,
    fates: &mut Dice,
) -> Option<i32> {
    let noise = match model.has_chance() {
        true => NOISE_WITH_DICE,
        false => NOISE,
    };
    if model.is_advised() && !offer.decision.has_worth && fates.face(noise) != 0 {
        return Unstated::First.answer(offer);
    }
    with_noise(offer, fates, noise)
}

fn with_noise(offer: Offer<'_>, fates: &mut Dice, noise: u32) -> Option<i32> {
    if offer.decision.has_worth && fates.face(noise) != 0 {
        return offer.best();
    }
    offer.draw(fates)
}
