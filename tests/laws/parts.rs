//! Numbers in halves, quarters and eighths, against numbers that are kept in 64ths.

use proptest::prelude::*;

use super::brute_force::{assert_odds, assert_odds_on, brute_force};

/// The factors as they are written, with their eighths.
const FACTORS: [(&str, i32); 5] = [
    ("1/2", 4),
    ("3/4", 6),
    ("1 1/2", 12),
    ("2", 16),
    ("10/4", 20),
];
const QUARTERS: [&str; 6] = ["0", "1/4", "1/2", "3/4", "1", "1 1/4"];
const ROUNDINGS: [&str; 3] = ["down", "up", "to nearest"];

/// Rounds a quotient; halves go up.
fn rounded(above: i32, below: i32, rounding: &str) -> i32 {
    match rounding {
        "down" => above.div_euclid(below),
        "up" => -(-above).div_euclid(below),
        _ => (2 * above + below).div_euclid(2 * below),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_stay_exact_until_they_are_rounded(
        strength in 0..13_i32,
        (factor, eighths) in prop::sample::select(&FACTORS[..]),
        tired in 0..6_usize,
        rounding in prop::sample::select(&ROUNDINGS[..]),
    ) {
        let rules = format!(
            "ruleset test\n\nkind man\n  strength 0..6 by 1/2\n  track tired: 0..3 by 1/4\n  track sum: -9..99\n  track share: 0..99\n  \
             track low: 0..9 by 1/8\n\n\
             formula fresh (man) -> 0..20 by 1/8 = man.strength * {factor}\n\n\
             action ask (man)\n  half = d6 * 1/2\n  set man.sum to (half - 1 + fresh(man)) rounded {rounding}\n  \
             add half to man.tired\n  set man.share to half / (man.strength + 1/4) rounded {rounding}\n  \
             set man.low to (the lower of half and man.tired) limited to 0..1\n  \
             report man.sum, man.share, man.tired >= 1 3/4, man.tired, man.low\n\n\
             example \"ask\"\n  given man = one, man.tired = {}\n  run ask\n  expect man.tired = 1/4\n",
            QUARTERS[tired]
        );
        let units = format!("[man.one]\nstrength = {}\n", f64::from(strength) / 2.0);
        assert_odds(&rules, Some(&units), |rolls| {
            let d = rolls.die(6);
            let sum = rounded(d * 32 - 64 + 4 * strength * eighths, 64, rounding);
            let share = rounded(2 * d, 2 * strength + 1, rounding);
            let tired = (tired as i32 + 2 * d).min(12);
            vec![sum, share, i32::from(tired >= 7), tired, 2 * (2 * d).min(tired).clamp(0, 4)]
        });
    }

    #[test]
    fn points_of_movement_are_halves(moves in 0..6_i32, costs in prop::collection::vec(1..4_i32, 2)) {
        let rules = "ruleset test\n  board areas\n\nkind area\n  roughness 0..3 by 1/2, default 0\n\n\
             kind man\n  moves 0..3 by 1/2\n  track reached: 0..9\n\n\
             formula walk (man, from: place, to: place) -> 0..6 by 1/2 or none = to.roughness\n\n\
             action ask (man)\n  set man.reached to number of spot: place reached by walk(man) from man within man.moves\n  \
             report man.reached\n\n\
             example \"ask\"\n  map shire\n  given man = one, man.at = mill\n  run ask\n  expect man.moves = 1/2\n";
        let map = format!(
            "name = \"Shire\"\n\n[area.mill]\n\n[area.ford]\nroughness = {}\n\n[area.vale]\nroughness = {}\n\n\
             [[link]]\nbetween = [[\"mill\", \"ford\", \"vale\"]]\n",
            f64::from(costs[0]) / 2.0,
            f64::from(costs[1]) / 2.0,
        );
        let expected = brute_force(|_| {
            let reached = i32::from(moves >= costs[0]) + i32::from(moves >= costs[0] + costs[1]);
            vec![1 + reached]
        });
        let units = format!("[man.one]\nmoves = {}\n", f64::from(moves) / 2.0);
        assert_odds_on(rules, &units, ("shire", &map), &expected);
    }
}
