//! Tracks that start and end at stats, against numbers that are limited by hand.

use proptest::collection::vec;
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

    #[test]
    fn a_word_has_the_stats_of_its_unit(
        faces in vec(0..3_usize, 6),
        prices in vec(1..=9_i32, 3),
        heavy in vec(any::<bool>(), 3),
    ) {
        let words = ["rice", "silk", "salt"];
        let rows: String = (1..).zip(&faces).map(|(face, at)| format!("  {face} | {}\n", words[*at])).collect();
        let rules = format!(
            "ruleset test\n\nwords cargo: rice, silk, salt\n\nkind ware\n  price 1..9\n  traits heavy\n\n\
             table drawn (shown: d6) -> cargo\n  shown | cargo\n{rows}\n\
             action ask () -> 0..99\n  first-ware = drawn()\n  second-ware = drawn()\n  \
             if first-ware.heavy: result first-ware.price * 10\n  \
             result first-ware.price + second-ware.price\n\n\
             example \"ask\"\n  run ask\n  expect ask = 0\n"
        );
        let unit = |at: usize| format!("[ware.{}]\nprice = {}\ntraits = [{}]\n", words[at], prices[at], if heavy[at] { "\"heavy\"" } else { "" });
        let units: String = (0..3).map(unit).collect();
        assert_odds(&rules, Some(&units), |rolls| {
            let first = faces[rolls.die(6) as usize - 1];
            let second = faces[rolls.die(6) as usize - 1];
            match heavy[first] {
                true => vec![prices[first] * 10],
                false => vec![prices[first] + prices[second]],
            }
        });
    }

    /// One point at a time, by hand, while there is one to give and room for it.
    #[test]
    fn moved_points_are_neither_made_nor_lost(
        (most, rounds) in (1..6_i32).prop_flat_map(|most| (Just(most), 0..=most)),
        loaded in -2..=3_i32,
        is_unloading in any::<bool>(),
    ) {
        let (giver, taker, here, there) = match is_unloading {
            true => ("gun", "box", loaded, rounds),
            false => ("box", "gun", rounds, loaded),
        };
        let rules = format!(
            "ruleset test\n\nkind crate\n  most 1..6\n  track rounds: 0..6, ends at most\n\n\
             kind gun\n  track rounds: -2..3\n\n\
             action ask (giver: crate or gun, taker: crate or gun)\n  \
             move d5 - 2 of giver.rounds to taker.rounds\n  report giver.rounds, taker.rounds\n\n\
             example \"ask\"\n  given giver = {giver}, taker = {taker}, giver.rounds = {here}, \
             taker.rounds = {there}\n  run ask\n  expect giver.rounds = 0\n"
        );
        let units = format!("[crate.box]\nmost = {most}\n\n[gun.gun]\n");
        assert_odds(&rules, Some(&units), |rolls| {
            let crate_range = (rounds, 0, most);
            let gun_range = (loaded, -2, 3);
            let (mut from, mut to) = match is_unloading {
                true => (gun_range, crate_range),
                false => (crate_range, gun_range),
            };
            // A negative number moves nothing.
            for _ in 0..rolls.die(5) - 2 {
                if from.0 > from.1 && to.0 < to.2 {
                    from.0 -= 1;
                    to.0 += 1;
                }
            }
            vec![from.0, to.0]
        });
    }
}
