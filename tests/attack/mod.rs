//! Rule files made to do harm: each ends in its finding, soon, and on the small stack of a test thread.

mod running;

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable::ask::{Binding, ask_question};
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::eval::reductions::Reductions;
use sandtable::ir::{OutputSpec, Program, lower, optimise};
use sandtable::model::RuleBook;
use sandtable::source::{SourceMap, Span, Spanned};
use sandtable::syntax::ast::Literal;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

use crate::harness::findings;

/// Far more than any case takes without optimising on a slow machine; a case that doubles or squares takes hours.
const LONGEST: Duration = Duration::from_secs(60);

/// A declaration or line for every number, one below the other.
fn each(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, at| {
        writeln!(text, "{}", line(at)).unwrap();
        text
    })
}

/// Reads, checks and draws what is found; gives the numbers of the findings, each once.
fn checked(rules: &str, units: &str) -> (Arc<RuleBook>, Vec<&'static str>) {
    let start = Instant::now();
    let text = format!("ruleset attack\n{rules}");
    let files = [("attack.rules", text.as_str()), ("units/units.toml", units)];
    let mut workspace = Workspace::new(files.into_iter().collect::<Memory>());
    let analysis = workspace.analyse("attack.rules", &[], Effort::None);
    let diagnostics = analysis.diagnostics();
    let drawn = findings(diagnostics, analysis.sources());
    assert!(drawn.len() < 20_000_000, "{} letters drawn", drawn.len());
    let mut numbers: Vec<_> = diagnostics
        .iter()
        .map(|finding| finding.code.number())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    (analysis.book().clone(), numbers)
}

fn found(rules: &str) -> Vec<&'static str> {
    checked(rules, "").1
}

/// The finding in which the exact odds of `go` end; `None` if they are told.
fn odds_of(rules: &str, units: &str, budget: &Budget) -> Option<&'static str> {
    let start = Instant::now();
    let program = program(rules, units);
    // What is opened up to the limit takes seconds without optimising, so only a small one goes that way here.
    let is_small = program.ops.len() < 300;
    let program = match is_small {
        true => optimise::run(&program),
        false => program,
    };
    let told = odds(&program, budget);
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    told.err()
        .map(|fault| fault.diagnostic(&program).code.number())
}

/// Program of a question to `go`, with a unit `x` if there are units.
fn program(rules: &str, units: &str) -> Program {
    let (book, numbers) = checked(rules, units);
    assert!(
        numbers
            .iter()
            .all(|number| *number == "E0220" || *number > "E0600"),
        "{numbers:?}"
    );
    let span = Span::new(SourceMap::default().add("asked", ""), 0, 0);
    let asked = Binding {
        about: Vec::new(),
        place: vec![Spanned::new("u".to_owned(), span)],
        value: Spanned::new(Literal::Word("x".to_owned()), span),
    };
    let given: &[Binding] = if units.is_empty() { &[] } else { &[asked] };
    let mut diagnostics = Diagnostics::default();
    let name = Spanned::new("go".to_owned(), span);
    let question = ask_question(&book, &name, &[], given, &[], &mut diagnostics).unwrap();
    lower::run(&book, &question, OutputSpec::Outcome).program
}

/// Small, since nothing is optimised in tests.
const BUDGET: Budget = Budget {
    steps: 100_000,
    memory: 16 << 20,
    reductions: Reductions::ALL,
};

const KIND: &str = "kind k\n  # allow E0613: not each attack uses both\n  track h, g: 0..9\n";
const UNIT: &str = "[k.x]\nname = \"X\"\n";

#[test]
fn a_file_of_nothing_but_faults() {
    assert_eq!(found(&"a\n".repeat(100_000)), ["E0102"]);
    assert_eq!(found(&"\0\n".repeat(100_000)), ["E0105"]);
    assert_eq!(found(&"(\n".repeat(100_000)), ["E0106"]);
    assert_eq!(found(&"option s: off\n".repeat(9_000)), ["E0202"]);
}

#[test]
fn one_line_without_end() {
    assert_eq!(found(&"a".repeat(1_000_000)), ["E0111"]);
    assert_eq!(found(&"(".repeat(1_000_000)), ["E0111"]);
    assert!(found(&"\u{2013}".repeat(100_000)).contains(&"E0105"));
}

#[test]
fn more_declarations_or_lines_than_are_read() {
    assert!(found(&each(20_000, |at| format!("option s{at}: off"))).contains(&"E0217"));
    let rows = each(20_000, |at| format!("  {at} | 1"));
    assert_eq!(
        found(&format!("table t (n: 0..99999) -> 0..9\n  n | v\n{rows}")),
        ["E0111"]
    );
    let kinds = each(60, |kind| {
        format!(
            "kind k{kind}\n{}",
            each(100, |at| format!("  track t{at}: 0..4"))
        )
    });
    assert!(found(&kinds).contains(&"E0217"));
}

/// 65 columns and 64 rows are 4,160 cells.
#[test]
fn a_table_of_an_example_without_end() {
    let heads: String = (0..64).map(|n| format!(" | bonus = {n}")).collect();
    let rows = each(64, |n| format!("    {n}{}", " | 1/2".repeat(64)));
    let rules = format!(
        "fact bonus: 0..99, default 0

roll shot (need: 0..99) -> hit, miss
  hit  when d6 + bonus >= need
  miss otherwise

example \"All odds\"
  run  shot
  odds of shot is hit
    need{heads}
{rows}"
    );
    assert_eq!(found(&rules), ["E0217"]);
}

#[test]
fn many_else_ifs() {
    let chain = |n| {
        let chain = each(n, |at| format!("  else if n = {}: result {at}", at + 1));
        format!("formula f (n: number) -> number\n  if n = 0: result 0\n{chain}  else: result 1\n")
    };
    assert_eq!(found(&chain(64)), [""; 0]);
    assert!(found(&chain(65)).contains(&"E0110"));
    // In each other: every block adds its own.
    let mut nested = "formula f (n: number) -> number\n".to_owned();
    for depth in 1..40 {
        let blanks = "  ".repeat(depth);
        for _ in 0..3 {
            let word = if nested.ends_with(&format!("{blanks}  result 0\n")) {
                "else if"
            } else {
                "if"
            };
            writeln!(nested, "{blanks}{word} n = 0:\n{blanks}  result 0").unwrap();
        }
        writeln!(nested, "{blanks}else if n = 1:").unwrap();
    }
    assert!(found(&nested).contains(&"E0110"));
}

#[test]
fn circles() {
    let ring = each(9_000, |at| format!("formula f{at} = f{}", (at + 1) % 9_000));
    assert_eq!(found(&ring), ["E0207"]);
    let dense = each(600, |at| {
        let sum: Vec<String> = (0..30)
            .map(|n| format!("f{}", (at * 7 + n * 13) % 600))
            .collect();
        format!("formula f{at} = {}", sum.join(" + "))
    });
    assert_eq!(found(&dense), ["E0207"]);
    let tracks = each(400, |at| format!("  track h{at}: 0..4"));
    let triggers = each(400, |at| {
        format!(
            "trigger t{at} (u: k)\n  when u.h{at} reaches 1: add 1 to u.h{}",
            (at + 1) % 400
        )
    });
    assert_eq!(found(&format!("kind k\n{tracks}{triggers}")), ["E0207"]);
    let by_action =
        "action go (u: k)\n  add 1 to u.h\ntrigger t (u: k)\n  when u.h reaches 1: go(u)\n";
    assert_eq!(found(&format!("{KIND}{by_action}")), ["E0207"]);
}

#[test]
fn long_chains_and_doublings_behind_a_trigger() {
    let behind = |n: usize, body: fn(usize) -> String| {
        let chain = each(n, |at| format!("formula f{} (u: k) = {}", at + 1, body(at)));
        let last = format!("trigger t (u: k)\n  when f{n}(u) reaches 4: destroy u\n");
        format!("{KIND}formula f0 (u: k) = u.h\n{chain}{last}action go (u: k)\n  add 1 to u.h\n")
    };
    let chain = behind(5_000, |at| format!("f{at}(u)"));
    assert_eq!(found(&chain), [""; 0]);
    let chain = behind(300, |at| format!("f{at}(u)"));
    assert_eq!(odds_of(&chain, UNIT, &BUDGET), None);
    let doubling = behind(60, |at| format!("f{at}(u) - f{at}(u)"));
    assert_eq!(odds_of(&doubling, UNIT, &BUDGET), Some("E0505"));
}

#[test]
fn many_changes_that_meet_many_triggers() {
    let triggers = each(400, |at| {
        format!("trigger t{at} (u: k)\n  when u.h reaches 1: add 1 to u.g")
    });
    let go = format!("action go (u: k)\n{}", "  add 1 to u.h\n".repeat(1_900));
    assert_eq!(found(&format!("{KIND}{triggers}{go}")), ["E0217"]);
}

#[test]
fn tables_that_overlap_everywhere() {
    let keys: Vec<String> = (0..18).map(|at| format!("k{at}: 0..1")).collect();
    let names: Vec<String> = (0..18).map(|at| format!("k{at}")).collect();
    let row = |word: &str| format!("  {} | 1\n", vec![word; 18].join(" | "));
    let rows = row("0") + &row("1") + &row("any").repeat(1_900);
    let head = format!(
        "table t ({}) -> 0..9\n  {} | v\n",
        keys.join(", "),
        names.join(" | ")
    );
    assert_eq!(found(&format!("{head}{rows}")), ["E0302"]);
    // 262,144 combinations: beside the first row, four more have more results than are kept, three have not.
    let with = |n: usize, several: &str| {
        let rows = row("0") + &row("1") + &row("any").repeat(n);
        found(&format!("{head}{rows}  several rows: {several}\n"))
    };
    for several in ["any", "sum", "best", "worst"] {
        assert_eq!(with(1_900, several), ["E0217"], "{several}");
        assert_eq!(with(5, several), ["E0217"], "{several}");
        assert!(!with(4, several).contains(&"E0217"), "{several}");
    }
    assert!(!with(1_900, "first").contains(&"E0217"));
    let pieces = each(1_900, |at| {
        let items: Vec<String> = (0..40).map(|n| (at * 80 + n * 2).to_string()).collect();
        format!("  {} | 1", items.join(", "))
    });
    let long = format!("table t (n: 0..200000) -> 0..9\n  n | v\n{pieces}");
    assert_eq!(found(&long), ["E0217"]);
}

#[test]
fn tables_that_read_each_other_twice() {
    let table = |name: usize, value: &str| {
        format!("table t{name} (n: 0..9) -> number\n  n | v\n  any | w\n  where w = {value}\n")
    };
    let more = each(63, |at| table(at + 1, &format!("t{at}(1) - t{at}(2)")));
    let rules = format!(
        "{}{more}roll go -> number\n  result t63(1)\n",
        table(0, "d6")
    );
    assert_eq!(odds_of(&rules, "", &BUDGET), Some("E0506"));
}

#[test]
fn rules_that_call_each_other_twice() {
    let more = each(63, |at| {
        format!("formula f{} (n: number) = f{at}(n) - f{at}(n)", at + 1)
    });
    let rules = format!("formula f0 (n: number) = n\n{more}roll go -> number\n  result f63(d6)\n");
    assert_eq!(odds_of(&rules, "", &BUDGET), Some("E0505"));
    let actions = each(60, |at| {
        format!("action a{} (u: k)\n  a{at}(u)\n  a{at}(u)", at + 1)
    });
    let go = "action go (u: k)\n  a60(u)\n";
    let rules = format!("{KIND}action a0 (u: k)\n  add d6 to u.h\n{actions}{go}");
    assert_eq!(odds_of(&rules, UNIT, &BUDGET), Some("E0506"));
}

#[test]
fn programs_too_large_to_be_looked_into() {
    let chain = each(6_000, |at| {
        format!("formula f{} (n: number) = f{at}(n)", at + 1)
    });
    let rules =
        format!("formula f0 (n: number) = n\n{chain}roll go -> number\n  result f6000(d6)\n");
    assert_eq!(odds_of(&rules, "", &BUDGET), Some("E0506"));
}

#[test]
fn work_between_the_throws_is_counted_over_all_throws() {
    // 2,000 throws, tens of thousands of steps after each, whatever is rolled: less than one run may take, more than all may.
    let round = "    repeat 10000 times\n      add 1 to u.g\n      take 1 from u.g\n";
    let rules = format!("{KIND}action go (u: k)\n  repeat 2000 times\n    add d10 to u.h\n{round}");
    let few = odds_of(&rules, UNIT, &BUDGET);
    assert_eq!(few, Some("E0506"));
}

#[test]
fn rounds_without_end() {
    let go = |body: &str| odds_of(&format!("{KIND}action go (u: k)\n{body}"), UNIT, &BUDGET);
    let nested = "  repeat 1000000 times\n    repeat 1000000 times\n      add 1 to u.h\n";
    assert_eq!(go(nested), Some("E0505"));
    assert_eq!(
        go("  count i from 1 to 2147483647\n    add 0 to u.h\n"),
        Some("E0505")
    );
    assert_eq!(
        go("  count i from 2147483640 to 2147483647\n    add 1 to u.h\n"),
        None
    );
    assert_eq!(
        go("  count i from -2147483640 to -2147483647\n    add 1 to u.h\n"),
        None
    );
    assert_eq!(go("  repeat 0 - 5 times\n    add 1 to u.h\n"), None);
}

#[test]
fn throws_within_throws() {
    for front in ["roll (", "roll f(", "best of roll (", "roll 1 dice of ("] {
        let text = format!("{}1{}", front.repeat(60), ")".repeat(60));
        assert!(!found(&format!("roll go -> number\n  result {text}\n")).is_empty());
    }
}

#[test]
fn numbers_without_end() {
    let go = |value: &str| {
        odds_of(
            &format!("roll go -> number\n  result {value}\n"),
            "",
            &BUDGET,
        )
    };
    assert_eq!(go("2147483647 + d6"), Some("E0502"));
    assert_eq!(go("-2147483647 - d6"), Some("E0502"));
    assert_eq!(go("65536 * 65536 * d6"), Some("E0502"));
    assert_eq!(go("6 / (d6 - 1) rounded down"), Some("E0504"));
    assert_eq!(go("1000d1000"), Some("E0506"));
    assert_eq!(go("1000d1000 keep highest 500"), Some("E0506"));
    assert_eq!(
        go("1000d1000 explode 900-1000 at most 99 times"),
        Some("E0506")
    );
    assert_eq!(go("300d6 count 6"), None);
    // A trial has not enough time for it, a question has.
    assert_eq!(go("1000d6 count 6"), Some("E0506"));
    assert_eq!(go("d6 explode 2-6 at most 1000 times"), Some("E0506"));
}

#[test]
fn units_that_are_parts_of_themselves() {
    let rules = "kind k\n  ps list of k\n  track h: 0..9\naction go (u: k)\n  add 1 to u.h\n";
    let parts = "[k.x]\nname = \"X\"\nps = [\"x\", \"x\"]\n";
    let (book, _) = checked(rules, parts);
    let span = Span::new(SourceMap::default().add("asked", ""), 0, 0);
    let asked = Binding {
        about: Vec::new(),
        place: vec![Spanned::new("u".to_owned(), span)],
        value: Spanned::new(Literal::Word("x".to_owned()), span),
    };
    let mut diagnostics = Diagnostics::default();
    let name = Spanned::new("go".to_owned(), span);
    assert!(ask_question(&book, &name, &[], &[asked], &[], &mut diagnostics).is_none());
    let numbers: Vec<_> = diagnostics
        .iter()
        .map(|finding| finding.code.number())
        .collect();
    assert_eq!(numbers, ["E0217"]);
}

#[test]
fn an_error_behind_many_warnings_is_not_lost() {
    let unused = each(600, |at| format!("fact f{at}: 0..4, default 0"));
    let numbers = found(&format!("{unused}formula f = nothing\n"));
    assert!(numbers.contains(&"E0201"), "{numbers:?}");
}
