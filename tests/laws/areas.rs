//! Tracks of areas, against numbers that are kept in a list.

use proptest::prelude::*;

use super::brute_force::{assert_odds_on, brute_force};

const MAP: &str = "name = \"Shire\"\n\n[area.mill]\n\n[area.ford]\nwealth = 2\n\n[area.vale]\n\n\
                   [[link]]\nbetween = [[\"mill\", \"ford\", \"vale\"]]\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn each_area_has_its_own_value(most in 1..6_i32, n_rounds in 1..3_usize, start in 0..4_i32) {
        let rules = format!(
            "ruleset test\n  board areas\n\nkind area\n  wealth 0..3, default 1\n  track unrest: 0..9\n  \
             track fallen: 0..9\n\nkind man\n  skill 1..6\n\n\
             action ask (man)\n  repeat {n_rounds} times\n    choose spot: place at random \"where\"\n    \
             before = spot.unrest\n    add d3 to spot.unrest\n    \
             if before < {most} and spot.unrest >= {most}: add spot.wealth to spot.fallen\n  \
             report total of spot.unrest for each spot: place, total of spot.fallen for each spot: place\n\n\
             example \"ask\"\n  map shire\n  given man = one, ford.unrest = {start}\n  run ask\n  expect ford.fallen = 0\n"
        );
        let expected = brute_force(|rolls| {
            let wealth = [1, 2, 1];
            let (mut unrest, mut fallen) = ([0, start, 0], [0, 0, 0]);
            for _ in 0..n_rounds {
                let spot = rolls.die(3) as usize - 1;
                let before = unrest[spot];
                unrest[spot] = (before + rolls.die(3)).min(9);
                if before < most && unrest[spot] >= most {
                    fallen[spot] += wealth[spot];
                }
            }
            vec![unrest.iter().sum(), fallen.iter().sum()]
        });
        assert_odds_on(&rules, "[man.one]\nskill = 1\n", ("shire", MAP), &expected);
    }
}
