//! Programs for playing against the plain ones: the same rolls and choices come to the same outcomes.

use sandtable::eval::sample::blocks::{Blocks, Choosing, Halt, Histogram, Trial};
use sandtable::ir::{Op, OutputSpec, Program, lower, optimise};
use sandtable::model::{Question, RuleBook};

use super::questions::{Picks, entries, question};
use crate::harness::{book_of, first_question};
use crate::rulebooks::{names, rulebook};

const STEPS: u64 = 20_000_000;

/// Counts some games of a program; else the code of its fault.
fn played(
    program: &Program,
    choosing: &[Choosing],
    n_games: u64,
) -> Result<Histogram, &'static str> {
    program.verify().unwrap();
    let mut blocks = Blocks::new(program, Trial::Game(choosing), 11, STEPS);
    for game in 0..n_games {
        blocks
            .roll(game, 1, &Halt::default())
            .map_err(|fault| fault.diagnostic(program).code.number())?;
    }
    Ok(blocks.take())
}

/// Holds both programs of a question against each other; gives the one for playing.
fn plays_alike(book: &RuleBook, question: &Question, n_games: u64) -> Program {
    let plain = optimise::run(&lower::run(book, question, OutputSpec::Outcome).program);
    let quick = lower::for_playing(book, question, OutputSpec::Outcome).program;
    for choosing in [Choosing::Policy, Choosing::Random] {
        let choosing = vec![choosing; question.cast.len()];
        assert_eq!(
            played(&quick, &choosing, n_games),
            played(&plain, &choosing, n_games),
            "{:?}",
            question.unit_titles()
        );
    }
    quick
}

#[test]
fn questions_of_all_books_are_played_alike() {
    let mut picks = Picks::new(17);
    let mut n_remembered = 0;
    for name in names() {
        let analysis = rulebook(&name);
        let book = analysis.book();
        for entry in entries(book) {
            if let Some(question) = question(book, &entry, &mut picks) {
                let program = plays_alike(book, &question, 3);
                n_remembered += program.formulas.len();
            }
        }
    }
    assert!(n_remembered > 0, "nothing was remembered");
}

/// These have boards, with pieces on them.
#[test]
fn examples_of_all_books_are_played_alike() {
    let (mut n_scans, mut n_remembered) = (0, 0);
    for name in names() {
        let analysis = rulebook(&name);
        let book = analysis.book();
        for example in book.examples.iter().step_by(4) {
            for step in example.steps.iter().take(1) {
                let program = plays_alike(book, &step.question, 2);
                n_scans += program.filters.len();
                n_remembered += program.formulas.len();
            }
        }
    }
    assert!(
        n_scans > 100 && n_remembered > 100,
        "{n_scans} {n_remembered}"
    );
}

const TRIBES: &str = "ruleset test \"Test\"

kind tribe \"Tribe\"
  size   1..9
  track  hits: 0..9
  track  friend: tribe or none

kind tower \"Tower\"
  size   1..9

formula is-weak (one: tribe) -> yes or no
  if one.size >= 4: result one.hits > 2
  result one.hits > 0

formula strength (one: tribe) -> 0..99
  result total of other.size for each other: tribe where other is not one and other.hits < one.hits

action trial (chief: tribe, other: tribe)
  count turns from 1 to 3
    add 1 to chief.hits
    if any weak: tribe where is-weak(weak) and weak is not chief: add 1 to other.hits
  report CONDITION

example \"A trial\"
  units  third = c of first, fourth = d of first, tall = t of first
  given  chief = a, other = b, other.hits = 1, third.hits = 2, fourth.hits = 3, fourth.friend = other
  run    trial
  expect chief.hits = 3, other.hits = 4
";

/// Chief a of size 3 goes from 0 to 3 hits; b of size 5 has 1 hit, c of size 2 has 2, and d of size 4 has 3, friend of b.
/// Weak but for the chief are c (2 hits, size below 4) and d (3 hits, size 4), so b gets a hit in each turn: 4 at the end.
#[test]
fn tests_of_selections_are_worked_out_as_written() {
    let units = "[tribe.a]\nsize = 3\n[tribe.b]\nsize = 5\n[tribe.c]\nsize = 2\n[tribe.d]\nsize = 4\n[tower.t]\nsize = 9\n";
    let cases = [
        ("number of one: tribe where one.hits > 2", 3),
        // b and d: 4 and 3 hits.
        (
            "number of one: tribe where one.hits > 2 and one is not chief",
            2,
        ),
        ("number of one: tribe where one.friend is other", 1),
        // Nobody's friend has another friend: the second part is looked at for d only.
        (
            "number of one: tribe where one.friend is not none and one.friend.friend is none",
            1,
        ),
        // c by its hits, b and d by their sizes.
        (
            "number of one: tribe where one.hits = 2 or one.size >= 4",
            3,
        ),
        (
            "number of one: tribe where not (one.hits = 2 or one.size >= 4)",
            1,
        ),
        // All are weak but none of b (4 hits, so it is).
        ("number of one: tribe where is-weak(one)", 4),
        ("number of one: tribe where not is-weak(one)", 0),
        ("number of one: tribe or tower where one.size > 3", 3),
        (
            "total of one.hits for each one: tribe where 3 <= one.hits",
            10,
        ),
        // Fewer hits than b: the sizes of a, c and d, 3 + 2 + 4. Than c: none but none of 2.
        ("strength(other)", 9),
        (
            "highest of strength(one) for each one: tribe where one.size < 5",
            2,
        ),
    ];
    for (condition, expected) in cases {
        let text = TRIBES.replace("CONDITION", condition);
        let book = book_of(&text, Some(units), None);
        let question = first_question(&book);
        let quick = plays_alike(&book, question, 1);
        assert!(
            quick.ops.iter().any(|op| matches!(op, Op::Scan { .. })),
            "{condition}"
        );
        let policies = vec![Choosing::Policy; question.cast.len()];
        let counted = played(&quick, &policies, 1).unwrap();
        let outcome: Vec<i32> = counted.outcomes.keys().flatten().copied().collect();
        assert_eq!(outcome, [0, expected], "{condition}");
    }
}
