//! Ends of ranges that stats give, against numbers that are limited by hand.

use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_limited_stays_between_its_ends(low in 0..9_i32, high in 0..9_i32, is_open: bool) {
        let ends = if is_open { "0..man.high" } else { "man.low..man.high" };
        let rules = format!(
            "ruleset test\n\nkind man\n  low  0..9\n  high 0..9\n\naction ask (man) -> 0..9\n  \
             result d8 limited to {ends}\n\nexample \"ask\"\n  given man = one\n  run ask\n  expect ask = 0\n"
        );
        let units = format!("[man.one]\nlow = {low}\nhigh = {high}\n");
        assert_odds(&rules, Some(&units), |rolls| {
            let least = if is_open { 0 } else { low };
            vec![rolls.die(8).min(high).max(least)]
        });
    }
}
