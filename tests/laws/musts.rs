//! Conditions of the author's own, against lines of play by hand: they change no odds unless a line of play breaks them, and then
//! there are none.

use proptest::prelude::*;
use sandtable::eval::FaultKind;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::ir::{OutputSpec, lower, optimise};

use super::brute_force::{assert_odds, brute_force};
use crate::harness::{book_of, first_question};

const UNITS: &str = "[man.one]\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_must_is_silent_until_a_line_of_play_breaks_it(
        n_rolls in 1..4_i32,
        most in 0..20_i32,
        is_of_kind in any::<bool>(),
        given_back in 0..4_i32,
    ) {
        let of_kind = if is_of_kind { format!("  must a <= {most}\n") } else { String::new() };
        let of_rule = if is_of_kind { String::new() } else { format!("  must man.a <= {most}\n") };
        let rules = format!(
            "ruleset test\n\nkind man\n  track a: 0..30\n{of_kind}\n\
             action ask (man)\n  repeat {n_rolls} times: add d6 to man.a\n  \
             take {given_back} from man.a\n{of_rule}  report man.a\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.a = 0\n"
        );
        let play = |rolls: &mut super::brute_force::Rolls| {
            let total: i32 = (0..n_rolls).map(|_| rolls.die(6)).sum();
            vec![(total - given_back).max(0)]
        };
        let breaks = brute_force(play).keys().any(|values| values[0] > most);
        if !breaks {
            assert_odds(&rules, Some(UNITS), play);
            return Ok(());
        }
        let book = book_of(&rules, Some(UNITS), None);
        let program = lower::run(&book, first_question(&book), OutputSpec::Outcome).program;
        for program in [&program, &optimise::run(&program)] {
            let fault = odds(program, &Budget::default()).unwrap_err();
            prop_assert!(matches!(fault.kind, FaultKind::Stated(_)), "{:?}\n{rules}", fault.kind);
        }
    }
}
