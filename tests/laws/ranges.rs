//! Declared ranges hold: a run that leaves one is a fault, whatever the optimiser made of the check.

use proptest::prelude::*;
use sandtable::eval::FaultKind;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::{OutputSpec, lower, optimise};

use super::brute_force::{assert_odds, brute_force};
use crate::harness::{book_of, first_question};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn what_leaves_its_range_is_a_fault(
        (sides, plus, low, width) in (2..7_u32, -2..3_i32, -2..5_i32, 0..8_i32),
        (least, breadth) in (-2..5_i32, 0..8_i32),
        is_used in any::<bool>(),
    ) {
        let (high, most) = (low + width, least + breadth);
        let used = if is_used { "n" } else { "7" };
        let rules = format!(
            "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  track  tally: -99..99\n  track  bonus: -9..9\n\n\
             action go \"Go\" (unit: piece)\n  set unit.tally to again(shown(unit))\n  report unit.tally\n\n\
             roll shown \"Shown\" (unit: piece) -> {low}..{high}\n  result d{sides} + unit.bonus\n\n\
             formula again \"Again\" (n: {least}..{most}) -> -99..99 = {used}\n\n\
             example \"Go\"\n  given   unit = one, unit.bonus = {plus}\n  run     go\n  dice    1\n  expect  unit.tally = 0\n"
        );
        let units = Some("[piece.one]\n");
        let is_within = |number: &i32| (low..=high).contains(number) && (least..=most).contains(number);
        let shown = brute_force(|rolls| rolls.die(sides) + plus);
        if shown.keys().all(is_within) {
            assert_odds(&rules, units, |rolls| {
                let number = rolls.die(sides) + plus;
                vec![if is_used { number } else { 7 }]
            });
            return Ok(());
        }
        let book = book_of(&rules, units, None);
        let program = lower::run(&book, first_question(&book), OutputSpec::Outcome).program;
        let fast = optimise::run(&program);
        for program in [&program, &fast] {
            program.verify().unwrap();
            let faults = [
                odds(program, &Budget::default()).err(),
                sample::run(program, 3, 400, &Budget::default()).err(),
            ];
            for fault in faults {
                let is_told = matches!(fault.map(|fault| fault.kind), Some(FaultKind::OutOfRange(_, number)) if !is_within(&number));
                prop_assert!(is_told, "{:?}\n{}", fault, rules);
            }
        }
    }
}
