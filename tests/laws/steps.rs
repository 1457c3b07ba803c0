//! A search that asks for the cost of one step of each sort finds what a search finds that asks for every step.

use std::fmt::Write;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sandtable::ask::Binding;
use sandtable::board::search;
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::ir::{Op, OutputSpec, Program, lower, optimise};
use sandtable::model::{Question, RuleBook};
use sandtable::source::{Span, Spanned};
use sandtable::syntax::ast::Literal;

use crate::harness::book_of;

/// Lines of a cost formula. `unit.goal` is a place, `far` a flag, `avoided` a place that the search is given.
const LINES: [&str; 19] = [
    "if to has woods: result 3",
    "if to has water: result none",
    "if from.level != to.level: result 2 + to.level",
    "if hexside(from, to) has wall: result none",
    "if hexside(to, from) has river: result 4",
    "if any other: car where other.at is to: result none",
    "if any other: car where other is not unit and from is other.at: result 5",
    "if to is avoided: result 6",
    "if to is unit.goal: result 0",
    "if unit.seen(unit) is to: result 7",
    "if from has woods and far: result 1",
    "if distance(unit, to) > 3: result 2",
    "if bearing(from, to) = 90: result 3",
    "if any other: car where distance(other, from) <= 1 and other is not unit: result 4",
    "if is-wet(to) or is-wet(unit.at): result 2",
    "if hexside(from, to).height > 1 and far: result none",
    "if is-the-same(from, unit.at, to): result 8",
    "if ahead(from, 30, 1) is to: result 0",
    "if crossed(from, to) or crossed(unit.at, to): result 9",
];

fn rules(lines: &[&str], usual: i32) -> String {
    let mut text = "ruleset test \"Test\"
  board hexes

kind hex \"Hex\"
  level   0..2, default 0
  traits  woods, water

kind hexside \"Hexside\"
  height  0..3, default 0
  traits  river, wall

kind car \"Car\"
  track   goal: place or none
  track   seen (other: car): place or none

formula is-wet (spot: place) -> yes or no = spot has water

formula is-the-same (one: place, other: place, third: place) -> yes or no = one is other or other is third

formula crossed (one: place, other: place) -> yes or no
  if distance(one, other) != 1: result no
  result hexside(one, other) has river

formula field (unit: car, avoided: place, far: yes or no) = number of spot: place reached by drive(unit, avoided, far) from unit within 15

formula way (unit: car, avoided: place, far: yes or no) = number of spot: place along drive(unit, avoided, far) from unit to avoided

formula drive (unit: car, avoided: place, far: yes or no, from: place, to: place) -> number or none
"
    .to_owned();
    for line in lines {
        writeln!(text, "  {line}").unwrap();
    }
    writeln!(text, "  result {usual}").unwrap();
    text
}

/// Eight rows of eight hexes.
fn map(hexes: &[char], sides: &[(usize, usize, usize)]) -> String {
    let mut text = "layout = \"pointy\"\nhexes = \"\"\"\n".to_owned();
    for (row, symbols) in hexes.chunks(8).enumerate() {
        let symbols: Vec<String> = symbols.iter().map(char::to_string).collect();
        writeln!(text, "{}{}", " ".repeat(row % 2), symbols.join(" ")).unwrap();
    }
    text.push_str("\"\"\"\n\n[legend]\n\".\" = {}\nw = { traits = [\"woods\"] }\nh = { level = 1 }\nm = { level = 2, traits = [\"woods\"] }\n\"~\" = { traits = [\"water\"] }\n");
    let kinds = [
        "traits = [\"river\"]",
        "traits = [\"wall\"]",
        "height = 2",
        "height = 1\ntraits = [\"river\"]",
    ];
    for (row, at, kind) in sides {
        let row = char::from(b'A' + *row as u8);
        let kind = kinds[*kind];
        writeln!(
            text,
            "\n[[side]]\nbetween = [\"{row}{at}\", \"{row}{}\"]\n{kind}",
            at + 1
        )
        .unwrap();
    }
    text
}

fn question(book: &RuleBook, formula: &str, avoided: &str, far: bool, cars: &[i32]) -> Question {
    let word = |word: &str| Spanned::new(word.to_owned(), Span::nowhere());
    let far = if far { "yes" } else { "no" };
    let given = [
        ("map", "field"),
        ("unit", "car"),
        ("avoided", avoided),
        ("far", far),
    ];
    let bindings = given.map(|(name, value)| Binding {
        place: vec![word(name)],
        about: Vec::new(),
        value: Spanned::new(Literal::Word(value.to_owned()), Span::nowhere()),
    });
    let mut found = Diagnostics::default();
    let name = word(formula);
    let mut question = sandtable::ask::ask_question(book, &name, &[], &bindings, &[], &mut found)
        .unwrap_or_else(|| panic!("{found:?}"));
    let track = |name: &str| {
        let at = book.tracks.iter().position(|track| track.name == name);
        sandtable::model::TrackId::new(at.unwrap())
    };
    let (at, goal, seen) = (book.at_track().unwrap(), track("goal"), track("seen"));
    let [first, rest @ ..] = cars else {
        return question;
    };
    let place = question.arguments[0] as usize;
    let car = question.cast[place].clone();
    for hex in rest {
        let mut other = car.clone();
        other.starts.push((at, *hex));
        question.cast.push(other);
    }
    let unit = &mut question.cast[place];
    unit.starts.push((at, *first));
    if let Some(last) = rest.last() {
        unit.starts.push((goal, (*last + 5) % 64));
        unit.starts_about.push((seen, place, (*last + 11) % 64));
    }
    let board_instance = question.board_instance.as_deref().unwrap();
    let mut board_instance = board_instance.clone();
    board_instance.shapes.resize(
        question.cast.len(),
        sandtable::board::Shape::Disc { radius: 0 },
    );
    question.board_instance = Some(Arc::new(board_instance));
    question
}

/// Result of the search of a program, or its failure; and the number of steps of the machine.
fn found(program: &Program) -> (Vec<i32>, u64) {
    let mut machine = Machine::new(program);
    let mut left = 1_000_000;
    match machine.run(program, &mut Ask, &mut left) {
        Pause::Done => {}
        Pause::Fault(fault) => return (vec![fault.at.0 as i32], 0),
        other => panic!("{other:?}"),
    }
    let block = program.ops.iter().find_map(|op| match op {
        Op::SearchEnd { block, .. } => Some(*block),
        _ => None,
    });
    let first = block.unwrap().first.0 as usize;
    let block = &machine.registers[first..];
    let end = search::ITEMS + block[search::COUNT] as usize;
    (block[search::COST..end].to_vec(), 1_000_000 - left)
}

/// The program asking for every step.
fn plain(program: &Program) -> Program {
    let mut plain = program.clone();
    for steps in &mut plain.steps {
        steps.classes = None;
    }
    plain
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_step_of_each_sort_is_enough(
        lines in subsequence(LINES.as_slice(), 1..6).prop_shuffle(),
        usual in 0..3_i32,
        hexes in vec(select(['.', '.', '.', 'w', 'h', 'm', '~'].as_slice()), 64),
        sides in vec((0..8_usize, 1..8_usize, 0..4_usize), 0..12),
        cars in vec(0..64_i32, 1..5),
        (avoided, far) in ((0..8_u8, 1..9_u8), any::<bool>()),
    ) {
        let mut sides = sides;
        sides.sort_unstable();
        sides.dedup_by_key(|(row, at, _)| (*row, *at));
        // All symbols are drawn.
        let hexes: Vec<char> = ['.', 'w', 'h', 'm', '~'].into_iter().chain(hexes).take(64).collect();
        let map = map(&hexes, &sides);
        let book = book_of(&rules(&lines, usual), Some("[car.car]\n"), Some(("field", &map)));
        let avoided = format!("{}{}", char::from(b'A' + avoided.0), avoided.1);
        for formula in ["field", "way"] {
            let question = question(&book, formula, &avoided, far, &cars);
            let lowered = lower::run(&book, &question, OutputSpec::Outcome).program;
            for program in [&lowered, &optimise::run(&lowered)] {
                prop_assert!(program.verify().is_ok());
                let (sorted, steps) = found(program);
                let (asked, all_steps) = found(&plain(program));
                prop_assert_eq!(sorted, asked, "{} {:?}", formula, lines);
                prop_assert!(steps <= all_steps);
            }
        }
    }
}

/// A field with these lines, for a car at D4 with another one at F1.
fn program(lines: &[&str]) -> Program {
    let hexes: Vec<char> = (0..64)
        .map(|at| ['.', 'w', '.', 'h', '.'][at * at % 5])
        .collect();
    let map = map(&hexes, &[(2, 3, 0)]);
    let book = book_of(&rules(lines, 1), Some("[car.car]\n"), Some(("field", &map)));
    let question = question(&book, "field", "A1", false, &[27, 40]);
    lower::run(&book, &question, OutputSpec::Outcome).program
}

/// Number of steps of the machine for a field with these lines, and the number without sharing steps.
fn steps(lines: &[&str]) -> (u64, u64) {
    let program = program(lines);
    (found(&program).1, found(&plain(&program)).1)
}

#[test]
fn places_that_tracks_hold_are_of_no_sort() {
    let program = program(&[LINES[5]]);
    let (fields, ..) = found(&program);
    assert_eq!(fields, found(&plain(&program)).0);
    // Else the hex of the other car would cost what all others do.
    let mut careless = program.clone();
    for steps in &mut careless.steps {
        assert!(!steps.tracks.is_empty());
        steps.tracks.clear();
    }
    assert_ne!(fields, found(&careless).0);
}

#[test]
fn costs_that_ask_what_hexes_say_are_asked_for_once() {
    let lines = [LINES[0], LINES[2], LINES[4], LINES[5], LINES[7]];
    let (sorted, asked) = steps(&lines);
    assert!(sorted * 2 < asked, "{sorted} of {asked}");
}

#[test]
fn costs_that_ask_where_the_entered_hex_lies_are_asked_for_once_for_it() {
    let (sorted, asked) = steps(&[LINES[0], LINES[11]]);
    assert!(sorted < asked, "{sorted} of {asked}");
}

#[test]
fn costs_that_ask_for_both_hexes_are_asked_for_always() {
    let (sorted, asked) = steps(&[LINES[12]]);
    assert_eq!(sorted, asked);
}
