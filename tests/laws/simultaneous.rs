//! Blocks `at the same time`: two pieces fire at each other for some rounds, played by hand.

use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn both_act_on_the_state_before(
        men in (1..4_i32, 1..4_i32),
        need in 2..7_i32,
        n_rounds in 1..3_usize,
        panic_at in 1..4_i32,
        bonus in 0..3_i32,
    ) {
        let rules = format!(
            "ruleset test\n\nkind man\n  men 1..4\n  track hits: 0..3\n  track spirit: -2..2\n\n\
             trigger panic (man)\n  when man.hits reaches {panic_at}:\n    \
             if man.spirit >= 0: take 2 from man.spirit\n\n\
             action fire (firer: man, target: man)\n  \
             if firer.hits < firer.men and d6 + firer.spirit >= {need}:\n    add 1 to target.hits\n    \
             add {bonus} to firer.spirit\n  take 1 from firer.spirit\n\n\
             action ask (one: man, two: man)\n  repeat {n_rounds} times\n    at the same time\n      \
             fire(one, two)\n      fire(two, one)\n  \
             report one.hits, two.hits, one.spirit, two.spirit\n\n\
             example \"ask\"\n  given one = red, two = blue\n  run ask\n  expect one.hits = 0\n"
        );
        let units = format!("[man.red]\nmen = {}\n\n[man.blue]\nmen = {}\n", men.0, men.1);
        assert_odds(&rules, Some(&units), |rolls| {
            let men = [men.0, men.1];
            let (mut hits, mut spirit) = ([0, 0], [0, 0]);
            for _ in 0..n_rounds {
                let (mut added_hits, mut added_spirit) = ([0, 0], [0, 0]);
                for firer in 0..2 {
                    if hits[firer] < men[firer] && rolls.die(6) + spirit[firer] >= need {
                        added_hits[1 - firer] += 1;
                        added_spirit[firer] += bonus;
                    }
                    added_spirit[firer] -= 1;
                }
                let before = hits;
                for one in 0..2 {
                    hits[one] = (hits[one] + added_hits[one]).clamp(0, 3);
                    spirit[one] = (spirit[one] + added_spirit[one]).clamp(-2, 2);
                }
                // Triggers fire when all changes are made.
                for one in 0..2 {
                    if before[one] < panic_at && hits[one] >= panic_at && spirit[one] >= 0 {
                        spirit[one] = (spirit[one] - 2).max(-2);
                    }
                }
            }
            vec![hits[0], hits[1], spirit[0], spirit[1]]
        });
    }
}
