//! Tables with several results in a cell, against rows that are looked up by hand.

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_row_is_looked_up_once(rows in vec((0..4_i32, 0..4_i32, 0..4_i32), 6), n_rolls in 1..3_usize) {
        let lines: String = (1..)
            .zip(&rows)
            .map(|(face, (one, two, three))| format!("  {face} | {one}, {two}, {three}\n"))
            .collect();
        let rules = format!(
            "ruleset test\n\nkind man\n  track a: 0..9\n  track b: 0..9\n\n\
             table losses (shown: d6) -> one: 0..3, two: 0..3, three: 0..3\n  shown | cell\n{lines}\n\
             action ask (man)\n  repeat {n_rolls} times\n    row = losses()\n    \
             add row.one to man.a\n    add row.two - losses(row.one + 1).three to man.b\n    \
             if row.three = 3: add 1 to man.b\n  report man.a, man.b\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.a = 0\n"
        );
        assert_odds(&rules, Some("[man.one]\n"), |rolls| {
            let (mut a, mut b) = (0, 0);
            for _ in 0..n_rolls {
                let (one, two, three) = rows[rolls.die(6) as usize - 1];
                a = (a + one).clamp(0, 9);
                b = (b + two - rows[one as usize].2).clamp(0, 9);
                if three == 3 {
                    b = (b + 1).min(9);
                }
            }
            vec![a, b]
        });
    }

    #[test]
    fn a_table_that_is_asked_gives_its_rows(rows in vec((0..4_i32, 0..4_i32), 6), given in 0..3_i32) {
        let lines: String = (1..)
            .zip(&rows)
            .map(|(face, (one, two))| {
                format!("  {face} | {one}, {two} | {two}, {one} | {one}, {one}\n")
            })
            .collect();
        let rules = format!(
            "ruleset test\n\ntable losses (shown: d6, column: 0..2) -> one: 0..3, two: 0..3\n  \
             shown | 0 | 1 | 2\n{lines}\n\
             example \"ask\"\n  given column = {given}\n  run losses\n  expect losses.one >= 0\n"
        );
        assert_odds(&rules, None, |rolls| {
            let (one, two) = rows[rolls.die(6) as usize - 1];
            match given {
                0 => vec![one, two],
                1 => vec![two, one],
                _ => vec![one, one],
            }
        });
    }
}
