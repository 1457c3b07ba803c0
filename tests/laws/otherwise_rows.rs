//! Tables with a row for the rest, against a list of rows.

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::assert_odds;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_no_row_answers_is_the_rest(
        rows in vec(((1..7_i32, 0..3_i32), (0..4_i32, 0..3_i32), 1..9_i32), 0..5),
        rest in 0..9_i32,
        is_short in any::<bool>(),
    ) {
        // Of several rows the first answers.
        let lines: String = rows
            .iter()
            .map(|((a, n), (b, m), value)| format!("  {a}-{} | {b}-{} | {value}\n", (a + n).min(6), (b + m).min(3)))
            .collect();
        let lines = lines.replace("6-6", "6").replace("3-3", "3");
        let last = if is_short { "otherwise" } else { "otherwise | otherwise" };
        let rules = format!(
            "ruleset test\n\nkind man\n  track found: 0..9\n\n\
             table answer (a: 1..6, b: 0..3) -> 0..9\n  a | b | found\n{lines}  {last} | {rest}\n  several rows: first\n\n\
             action ask (man)\n  set man.found to answer(d6, d4 - 1)\n  report man.found\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.found = 0\n"
        );
        assert_odds(&rules, Some("[man.one]\n"), |rolls| {
            let (a, b) = (rolls.die(6), rolls.die(4) - 1);
            let row = rows.iter().find(|((low, n), (first, m), _)| (*low..=low + n).contains(&a) && (*first..=first + m).contains(&b));
            vec![row.map_or(rest, |(.., value)| *value)]
        });
    }
}
