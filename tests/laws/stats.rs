//! Tracks that start and end at stats, against numbers that are limited by hand.

use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_track_starts_and_ends_at_its_stats((start, most) in (0..9_i32).prop_flat_map(|most| (0..=most, Just(most)))) {
        let rules = "ruleset test\n\nkind man\n  first 0..9\n  most 0..9\n  \
                     track hits: 0..9, starts at first, ends at most, until end of turn\n\n\
                     sequence turn (man)\n  add d6 to man.hits\n\n\
                     action ask (man) -> 0..99\n  add d6 to man.hits\n  before = man.hits\n  turn(man)\n  \
                     result before * 10 + man.hits\n\n\
                     example \"ask\"\n  given man = one\n  run ask\n  expect ask = 0\n";
        let units = format!("[man.one]\nfirst = {start}\nmost = {most}\n");
        assert_odds(rules, Some(&units), |rolls| {
            let before = (start + rolls.die(6)).min(most);
            // The second roll is forgotten at the end of the turn.
            rolls.die(6);
            vec![before * 10 + start]
        });
    }
}
