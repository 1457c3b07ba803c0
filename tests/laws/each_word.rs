//! Loops and totals over words, against a list of numbers.

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn words_are_taken_one_by_one(
        starts in vec(0..4_i32, 3),
        need in 2..6_i32,
        least in 0..3_i32,
        skipped in 0..3_usize,
    ) {
        let words = ["head", "body", "legs"];
        let given: String = words.iter().zip(&starts).map(|(word, start)| format!(", mech.damage({word}) = {start}")).collect();
        let skip = words[skipped];
        let rules = format!(
            "ruleset test\n\nscale location: head < body < legs\n\nkind mech\n  \
             track damage (spot: location): 0..4\n  track sum: 0..40\n\n\
             formula n-hurt (mech) = number of spot: location where mech.damage(spot) > {least} and spot is not {skip}\n\n\
             formula all (mech) = total of mech.damage(spot) for each spot: location where spot >= body\n\n\
             formula most (mech) = highest of mech.damage(spot) for each spot: location\n\n\
             formula any-left (mech) -> yes or no = any location where mech.damage(location) = {least}\n\n\
             action ask (mech)\n  each spot: location where mech.damage(spot) > {least} or spot is {skip}\n    \
             roll d6\n    on {need}+: take 1 from mech.damage(spot)\n  \
             set mech.sum to n-hurt(mech) + 10 * all(mech)\n  \
             if any-left(mech): add 1 to mech.damage(head)\n  \
             report mech.sum, most(mech), mech.damage(head)\n\n\
             example \"ask\"\n  given mech = one{given}\n  run ask\n  expect mech.damage(head) = 0\n"
        );
        assert_odds(&rules, Some("[mech.one]\n"), |rolls| {
            let mut damage = starts.clone();
            for (spot, left) in damage.iter_mut().enumerate() {
                if (*left > least || spot == skipped) && rolls.die(6) >= need {
                    *left = (*left - 1).max(0);
                }
            }
            let n_hurt = (0..3).filter(|spot| damage[*spot] > least && *spot != skipped).count() as i32;
            let sum = (n_hurt + 10 * (damage[1] + damage[2])).min(40);
            if damage.contains(&least) {
                damage[0] = (damage[0] + 1).min(4);
            }
            vec![sum, *damage.iter().max().unwrap(), damage[0]]
        });
    }
}
