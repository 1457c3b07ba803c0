//! Tracks of areas and hexes, against numbers that are kept in a list.

use proptest::prelude::*;

use super::brute_force::{assert_odds_on, brute_force};

const MAP: &str = "name = \"Shire\"\n\n[area.mill]\n\n[area.ford]\nwealth = 2\n\n[area.vale]\n\n\
                   [[link]]\nbetween = [[\"mill\", \"ford\", \"vale\"]]\n";

const HEXES: &str = "layout = \"pointy\"\nhexes = \"\"\"\n. f .\n\"\"\"\n\n[legend]\n\".\" = { name = \"Open\" }\n\
                     f = { name = \"Ford\", wealth = 2 }\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn each_place_has_its_own_value(
        most in 1..6_i32,
        n_rounds in 1..3_usize,
        start in 0..4_i32,
        is_of_hexes in any::<bool>(),
    ) {
        let (board, kind, map, ford) = match is_of_hexes {
            true => ("hexes", "hex", HEXES, "A2"),
            false => ("areas", "area", MAP, "ford"),
        };
        let rules = format!(
            "ruleset test\n  board {board}\n\nkind {kind}\n  wealth 0..3, default 1\n  track unrest: 0..9\n  \
             track fallen: 0..9\n\nkind man\n  skill 1..6\n\n\
             action ask (man)\n  repeat {n_rounds} times\n    choose spot: place at random \"where\"\n    \
             before = spot.unrest\n    add d3 to spot.unrest\n    \
             if before < {most} and spot.unrest >= {most}: add spot.wealth to spot.fallen\n  \
             report total of spot.unrest for each spot: place, total of spot.fallen for each spot: place\n\n\
             example \"ask\"\n  map shire\n  given man = one, {ford}.unrest = {start}\n  run ask\n  expect {ford}.fallen = 0\n"
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
        assert_odds_on(&rules, "[man.one]\nskill = 1\n", ("shire", map), &expected);
    }

    #[test]
    fn each_side_has_its_own_value_in_each_area(
        starts in proptest::collection::vec(0..5_i32, 4),
        n_rounds in 1..3_usize,
        most in 2..7_i32,
    ) {
        let given: Vec<String> = [("mill", "red"), ("mill", "blue"), ("ford", "red"), ("ford", "blue")]
            .iter()
            .zip(&starts)
            .map(|((area, side), n)| format!("{area}.troops({side}) = {}", n.min(&most)))
            .collect();
        let rules = format!(
            "ruleset test\n  board areas\n  sides red, blue\n\nkind side\n\nkind area\n  wealth 0..3, default 1\n  \
             track troops (side): 0..{most}\n  track forts (size: small or large): 0..3\n\nkind man\n  skill 1..6\n\n\
             action ask (man, start: place, goal: place)\n  repeat {n_rounds} times\n    each side\n      move d3 of start.troops(side) to goal.troops(side)\n      \
             if goal.troops(side) > goal.troops(enemy of side): add 1 to goal.forts(small)\n  \
             report start.troops(red), start.troops(blue), goal.troops(red), goal.troops(blue), goal.forts(small)\n\n\
             example \"ask\"\n  map shire\n  given man = one, start = ford, goal = mill, {}\n  run ask\n  expect ford.forts(large) = 0\n",
            given.join(", ")
        );
        let expected = brute_force(|rolls| {
            let n = |at: usize| starts[at].min(most);
            let (mut goal, mut start, mut forts) = ([n(0), n(1)], [n(2), n(3)], 0);
            for _ in 0..n_rounds {
                for side in 0..2 {
                    let moved = rolls.die(3).min(start[side]).min(most - goal[side]);
                    start[side] -= moved;
                    goal[side] += moved;
                    if goal[side] > goal[1 - side] {
                        forts = (forts + 1).min(3);
                    }
                }
            }
            vec![start[0], start[1], goal[0], goal[1], forts]
        });
        assert_odds_on(&rules, "[man.one]\nskill = 1\n", ("shire", MAP), &expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_stat_is_a_place(file in 0..3_usize, given in prop::option::of(0..3_usize), n_rounds in 1..3_usize) {
        let areas = ["mill", "ford", "vale"];
        let other = given.map_or(String::new(), |at| format!(", man.home = {}", areas[at]));
        let rules = format!(
            "ruleset test\n  board areas\n\nkind area\n  wealth 0..3, default 1\n\n\
             kind man\n  home place\n  track tired: 0..9\n\n\
             formula away (man) -> 0..9 = distance(man, man.home) / 1 area rounded down\n\n\
             action ask (man)\n  repeat {n_rounds} times\n    choose spot: place at random \"where\"\n    \
             set man.at to spot\n    if man.at is man.home: take d2 from man.tired\n    \
             else: add away(man) + man.home.wealth to man.tired\n  report away(man), man.tired\n\n\
             example \"ask\"\n  map shire\n  given man = one, man.tired = 3{other}\n  run ask\n  expect man.tired = 3\n"
        );
        let expected = brute_force(|rolls| {
            let home = given.unwrap_or(file);
            let (mut at, mut tired) = (home, 3_i32);
            for _ in 0..n_rounds {
                at = rolls.die(3) as usize - 1;
                let away = at.abs_diff(home) as i32;
                tired = match away {
                    0 => (tired - rolls.die(2)).max(0),
                    _ => (tired + away + [1, 2, 1][home]).min(9),
                };
            }
            vec![at.abs_diff(home) as i32, tired]
        });
        let units = format!("[man.one]\nhome = \"{}\"\n", areas[file]);
        assert_odds_on(&rules, &units, ("shire", MAP), &expected);
    }
}
