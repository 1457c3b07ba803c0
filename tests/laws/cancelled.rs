//! Actions with a result that reactions cancel, against the same played by hand.

use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_action_that_is_cancelled_has_its_other_result(need in 1..7_i32, hits in 0..4_i32, times in 1..3_i32) {
        let rules = format!(
            "ruleset test\n\nkind man\n  skill 1..6\n  track hits: 0..9\n  track one-hit: 0..40\n  track two-hit: 0..40\n\nwindow struck (man)\n\n\
             reaction parry\n  must at struck\n  if d4 >= {need}:\n    add d2 to man.hits\n    cancel\n\n\
             action strike (man) -> 0..40\n  open struck(man), if cancelled result man.hits * {times} + 10\n  \
             result d3\n\n\
             action ask (man)\n  first-one = strike(man)\n  set man.one-hit to first-one\n  \
             second-one = strike(man)\n  set man.two-hit to second-one\n  report man.one-hit, man.two-hit, man.hits\n\n\
             example \"ask\"\n  given man = one, man.hits = {hits}\n  run ask\n  expect man.hits = 0\n"
        );
        assert_odds(&rules, Some("[man.one]\nskill = 1\n"), |rolls| {
            let mut hits = hits;
            let mut strike = || {
                if rolls.die(4) >= need {
                    hits = (hits + rolls.die(2)).min(9);
                    return hits * times + 10;
                }
                rolls.die(3)
            };
            let (first, second) = (strike(), strike());
            vec![first, second, hits]
        });
    }
}
