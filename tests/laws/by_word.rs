//! Tracks with a value for each word, against numbers that are kept in a list.

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn each_word_has_its_own_value(
        faces in vec(0..3_usize, 6),
        (most, starts) in (1..6_i32).prop_flat_map(|most| (Just(most), vec(0..=most, 3))),
        n_shots in 1..3_usize,
    ) {
        let words = ["head", "body", "legs"];
        let rows: String = (1..).zip(&faces).map(|(face, at)| format!("  {face} | {}\n", words[*at])).collect();
        let given: String = words.iter().zip(&starts).map(|(word, start)| format!(", mech.damage({word}) = {start}")).collect();
        let rules = format!(
            "ruleset test\n\nwords location: head, body, legs\n\nkind mech\n  most 1..6\n  \
             track damage (spot: location): 0..6, ends at most\n\n\
             table where-hit (shown: d6) -> location\n  shown | spot\n{rows}\n\
             action ask (mech)\n  repeat {n_shots} times\n    spot = where-hit()\n    \
             add d3 to mech.damage(spot)\n    \
             if mech.damage(spot) > mech.damage(body): take 1 from mech.damage(body)\n  \
             report mech.damage(head), mech.damage(body), mech.damage(legs)\n\n\
             example \"ask\"\n  given mech = one{given}\n  run ask\n  expect mech.damage(head) = 0\n"
        );
        let units = format!("[mech.one]\nmost = {most}\n");
        assert_odds(&rules, Some(&units), |rolls| {
            let mut damage: Vec<i32> = starts.clone();
            for _ in 0..n_shots {
                let spot = faces[rolls.die(6) as usize - 1];
                damage[spot] = (damage[spot] + rolls.die(3)).min(most);
                if damage[spot] > damage[1] {
                    damage[1] = (damage[1] - 1).max(0);
                }
            }
            damage
        });
    }
}
