//! Limits that speak: with one more than a limit allows, text and JSON say what is left out, and how to see it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use sandtable::diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable::present::check::{Report, remarks};
use sandtable::source::{SourceMap, Span};
use serde_json::Value;

/// A folder with one rule file for each name.
struct Folder(PathBuf);

/// What a command printed, and how it ended.
struct Run {
    out: String,
    err: String,
    exit: i32,
}

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder =
            std::env::temp_dir().join(format!("sandtable-limits-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap();
        Run {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            exit: output.status.code().unwrap(),
        }
    }

    /// The document that a command prints, or else the one beside it.
    fn json(&self, arguments: &[&str]) -> Value {
        let run = self.run(&[arguments, &["--format", "json"]].concat());
        let text = if run.out.is_empty() {
            &run.err
        } else {
            &run.out
        };
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// From 5,500 on the result is 2.
const LONG: &str = "\
ruleset long \"Long\"

table t \"T\" (a: 0..999999) -> 1..2
  a         | result
  0-5499    | 1
  5500+     | 2
";

#[test]
fn a_table_has_every_value_of_a_range() {
    let folder = Folder::new("range", &[("long.rules", LONG)]);
    let table = folder.json(&["odds", "long.rules", "t", "a=5000..7000"]);
    let cells = table["cells"].as_array().unwrap();
    // 7000 - 5000 + 1
    assert_eq!(cells.len(), 2001);
    assert_eq!(table["left_out"], serde_json::json!([]));
    let (before, after, last) = (&cells[499], &cells[500], &cells[2000]);
    assert_eq!(
        (&before["a"], &before["mean"]),
        (&"5499".into(), &1.0.into())
    );
    assert_eq!((&after["a"], &after["mean"]), (&"5500".into(), &2.0.into()));
    assert_eq!((&last["a"], &last["mean"]), (&"7000".into(), &2.0.into()));
    let text = folder.run(&["odds", "long.rules", "t", "a=5000..7000"]);
    assert_eq!(text.exit, 0, "{}", text.err);
    assert!(
        text.out.contains("\n  7000"),
        "{}",
        &text.out[text.out.len() - 200..]
    );
}

#[test]
fn a_table_of_too_many_questions_is_refused_with_their_number() {
    let folder = Folder::new("questions", &[("long.rules", LONG)]);
    let most = folder.json(&["odds", "long.rules", "t", "a=0..19999"]);
    assert_eq!(most["cells"].as_array().unwrap().len(), 20_000);
    for (given, n) in [
        (vec!["a=0..20000"], "20,001"),
        (vec!["a=*"], "1,000,000"),
        // Two questions for each of 10,001 values.
        (vec!["a=0..10000", "--compare", "option=none"], "20,002"),
    ] {
        let asked = [vec!["odds", "long.rules", "t"], given].concat();
        let run = folder.run(&asked);
        let said = format!("this table has {n} questions, more than 20,000");
        assert!(run.err.contains(&said), "{}", run.err);
        assert!(
            run.err.contains("narrow it to a part, `a=0..9999`"),
            "{}",
            run.err
        );
        assert_ne!(run.exit, 0);
        let document = folder.json(&asked);
        assert!(document.to_string().contains(&said), "{document}");
    }
    let empty = folder.run(&["odds", "long.rules", "t", "a=7..5"]);
    assert!(
        empty.err.contains("`a=7..5` has no values"),
        "{}",
        empty.err
    );
}

/// A fact that is read with an optional rule only.
const LATE: &str = "\
ruleset late \"Late\"

option dark \"Dark\": off

fact night \"Night\": yes or no, default no

formula sight (n: 0..100) -> 0..101
  if dark: result n + (1 if night otherwise 0)
  result n
";

#[test]
fn facts_that_later_questions_may_assume_are_named() {
    let folder = Folder::new("late", &[("late.rules", LATE)]);
    // With 31 numbers the rule is in force from the 32nd question on, with 32 only after those that are searched.
    let few = folder.json(&["odds", "late.rules", "sight", "dark=off,on", "n=0..30"]);
    assert_eq!(few["assumed"][0]["fact"], "night");
    assert_eq!(few["remarks"], serde_json::json!([]));
    let many = ["odds", "late.rules", "sight", "dark=off,on", "n=0..31"];
    let document = folder.json(&many);
    assert_eq!(document["assumed"], serde_json::json!([]));
    let said = "only the first 32 of 64 questions were searched for facts that are assumed; \
                others may assume `night`: give them to be sure";
    assert_eq!(document["remarks"], serde_json::json!([said]));
    let text = folder.run(&many).out;
    assert!(text.contains(said), "{text}");
    // Many numbers alone are all alike.
    let alike = folder.json(&["odds", "late.rules", "sight", "n=0..99"]);
    assert_eq!(alike["remarks"], serde_json::json!([]));
}

const ENDLESS: &str = "\
ruleset endless \"Endless\"

roll go \"Go\" (n: 0..100) -> 0..1
  repeat until 9d6 = 9, at most 2000000 times
    m = n + 1
  result 0
";

#[test]
fn an_endless_roll_shows_its_beginning_and_its_end() {
    let folder = Folder::new("endless", &[("endless.rules", ENDLESS)]);
    let asked = ["roll", "endless.rules", "go", "n=3", "--seed", "1"];
    let run = folder.run(&asked);
    // 1,000 steps, the line in place of the others, the title and the seed.
    let n_lines = run.out.lines().count();
    assert!((1_000..=1_004).contains(&n_lines), "{n_lines} lines");
    assert!(run.out.len() < 100_000, "{} bytes", run.out.len());
    let gap = run
        .out
        .lines()
        .find(|line| line.contains("steps are not shown"));
    assert!(
        gap.unwrap()
            .ends_with("`roll` with `--steps all` shows them)"),
        "{gap:?}"
    );
    let kept = run
        .out
        .lines()
        .find(|line| line.contains("further steps are not kept"));
    assert!(
        kept.unwrap().contains("a run keeps 200,000 steps"),
        "{kept:?}"
    );
    let few = folder.run(&[&asked[..], &["--steps", "10"]].concat());
    assert!((10..=14).contains(&few.out.lines().count()), "{}", few.out);
    let document = folder.json(&asked);
    let n_left_out = document["steps_left_out"].as_u64().unwrap();
    assert_eq!(document["steps"].as_array().unwrap().len(), 1_001);
    // The title, 200,000 steps less that, and the one that says that it is cut: of these 1,000 are shown.
    assert_eq!(n_left_out, 199_001);
    assert_eq!(document["dice"].as_array().unwrap().len(), 10_000);
    assert!(
        document["dice_left_out"].as_u64().unwrap() > 500_000,
        "{}",
        document["dice_left_out"]
    );
    let all = folder.run(&[&asked[..], &["--steps", "all"]].concat());
    assert!(
        all.out.lines().count() > 199_000,
        "{}",
        all.out.lines().count()
    );
    assert!(!all.out.contains("steps are not shown"));
    let odd = folder.run(&[&asked[..], &["--steps", "few"]].concat());
    assert!(odd.err.contains("write a number, or `all`"), "{}", odd.err);
}

#[test]
fn findings_that_are_left_out_are_counted_once() {
    let finding = |at: usize| Diagnostic::new(Code::UnknownName, format!("there is no `{at}`"));
    let findings = |n: usize| {
        let mut found = Diagnostics::default();
        found.extend((0..n).map(finding));
        found
    };
    assert!(findings(499).left_out().is_empty());
    let said =
        "only the first 500 findings are kept, there may be more: correct these, and check again";
    assert_eq!(findings(500).left_out(), [said]);
    let mut found = findings(502);
    // Known ones, kept or dropped, are not counted again.
    found.extend((0..502).map(finding));
    let said = "only the first 500 findings are kept, at least 2 more are left out: correct these, and check again";
    assert_eq!(found.left_out(), [said]);
    // They are still said where those that were kept are dropped in their turn.
    found.retain(|_| false);
    assert_eq!(found.left_out(), [said]);
}

#[test]
fn places_of_one_slip_beyond_the_limit_are_counted() {
    let file = SourceMap::default().add("x", String::new());
    let slip = |at: usize| {
        Diagnostic::new(Code::UnknownName, "a slip").label(Span::new(file, at, at + 1), "here")
    };
    let joined = |n: usize| {
        let mut found = Diagnostics::default();
        found.push(slip(0));
        (1..n).for_each(|at| found.join(Span::new(file, 0, 1), slip(at)));
        let labels = found.iter().next().unwrap().labels.clone();
        labels
            .into_iter()
            .map(|label| label.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        joined(5),
        ["here", "and here", "and here", "and here", "and here"]
    );
    assert_eq!(joined(6)[4], "and here, and in 1 more place");
    assert_eq!(joined(8)[4], "and here, and in 3 more places");
}

#[test]
fn findings_beyond_the_limit_are_counted() {
    let rules = |n: usize| {
        let names = (0..n).map(|at| format!("  report unknown-{at}\n"));
        format!(
            "ruleset crowded \"Crowded\"\n\naction go\n{}",
            names.collect::<String>()
        )
    };
    let folder = Folder::new(
        "findings",
        &[("few.rules", &rules(499)), ("many.rules", &rules(501))],
    );
    let few = folder.run(&["check", "few.rules"]);
    assert!(!few.out.contains("only the first"), "{}", few.out);
    assert_eq!(
        folder.json(&["check", "few.rules"])["remarks"],
        serde_json::json!([])
    );
    let said = "only the first 500 findings are kept, ";
    let many = folder.run(&["check", "many.rules"]);
    assert!(
        many.out.contains(said),
        "{}",
        &many.out[many.out.len() - 300..]
    );
    let document = folder.json(&["check", "many.rules"]);
    assert!(
        document["remarks"][0].as_str().unwrap().starts_with(said),
        "{}",
        document["remarks"]
    );
    // Beside a question, too.
    let asked = ["roll", "many.rules", "go"];
    assert!(folder.run(&asked).err.contains(said));
    assert!(
        folder.json(&asked)["remarks"][0]
            .as_str()
            .unwrap()
            .starts_with(said)
    );
}

#[test]
fn lines_of_a_unit_file_beyond_the_limit_are_counted() {
    let rules = "ruleset units\n\nkind squad \"Squad\"\n  men 1..10\n";
    let units = |n: usize| {
        let lines = (0..n).map(|at| format!("s{at} = = 3\n"));
        format!(
            "[squad.first]\nname = \"First\"\n{}",
            lines.collect::<String>()
        )
    };
    let lines = |n: usize| {
        let folder = Folder::new(
            &format!("toml-{n}"),
            &[("rules/u/u.rules", rules), ("units/u/u.toml", &units(n))],
        );
        let text = folder.run(&["check", "u"]).out;
        (text, folder.json(&["check", "u"]))
    };
    let (text, _) = lines(200);
    assert!(!text.contains("of this file cannot be read"), "{text}");
    let (text, document) = lines(202);
    assert!(
        text.contains("2 more lines of this file cannot be read"),
        "{text}"
    );
    let findings = document["findings"].as_array().unwrap();
    let is_it = |finding: &&Value| finding["message"] == "2 more lines of this file cannot be read";
    assert_eq!(findings.iter().filter(is_it).count(), 1);
}

/// A base, and `n - 1` variants, each of the one before; the last is `v<n - 1>`.
fn chain(n: usize) -> Vec<(String, String)> {
    let variant = |at: usize| {
        let base = if at == 1 {
            "base".to_owned()
        } else {
            format!("v{}", at - 1)
        };
        (
            format!("rules/v{at}/v{at}.rules"),
            format!(
                "variant v{at} \"V{at}\" of {base}\n\nadd roll r{at} -> yes or no\n  result d6 = 6\n"
            ),
        )
    };
    let base = (
        "rules/base/base.rules".to_owned(),
        "ruleset base \"Base\"\n\nroll r -> yes or no\n  result d6 = 6\n".to_owned(),
    );
    [base].into_iter().chain((1..n).map(variant)).collect()
}

#[test]
fn a_long_chain_of_variants_is_no_circle() {
    let files = chain(33);
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let folder = Folder::new("chain", &files);
    // The base and 31 variants are 32 rulesets.
    let most = folder.run(&["check", "v31"]);
    assert!(!most.out.contains("too-many"), "{}", most.out);
    let more = folder.run(&["check", "v32"]);
    assert!(
        more.out
            .contains("more than 32 rulesets are based on each other"),
        "{}",
        more.out
    );
    assert!(!more.out.contains("itself"), "{}", more.out);
    let document = folder.json(&["check", "v32"]);
    assert_eq!(document["findings"][0]["code"], "E0217");
}

#[test]
fn a_circle_of_variants_shows_its_names() {
    let variant = |name: &str, of: &str| format!("variant {name} \"{name}\" of {of}\n");
    let folder = Folder::new(
        "circle",
        &[
            ("rules/x/x.rules", &variant("x", "a")),
            ("rules/a/a.rules", &variant("a", "b")),
            ("rules/b/b.rules", &variant("b", "a")),
            ("rules/own/own.rules", &variant("own", "own")),
        ],
    );
    for name in ["a", "x"] {
        let run = folder.run(&["check", name]);
        assert!(
            run.out
                .contains("`a` is a variant of itself: `a of b of a`"),
            "{}",
            run.out
        );
    }
    let document = folder.json(&["check", "b"]);
    assert_eq!(
        document["findings"][0]["message"],
        "`b` is a variant of itself: `b of a of b`"
    );
    let own = folder.run(&["check", "own"]);
    assert!(
        own.out.contains("`own` is a variant of itself\n"),
        "{}",
        own.out
    );
}

#[test]
fn a_line_without_end_is_not_echoed() {
    let brackets = "(".repeat(1_000_000);
    let rules = format!("ruleset brackets \"Brackets\"\n\n{brackets}\n");
    let quoted = "ruleset quoted \"Quoted\"\n\nkind squad\n  men 1..9\n";
    let unit = format!("[squad.first]\nmen = \"{brackets}\"\n");
    let folder = Folder::new(
        "brackets",
        &[
            ("rules/brackets/brackets.rules", &rules),
            ("rules/quoted/quoted.rules", quoted),
            ("units/quoted/units.toml", &unit),
        ],
    );
    for ruleset in ["brackets", "quoted"] {
        let run = folder.run(&["check", ruleset]);
        assert_ne!(run.exit, 0);
        assert!(run.out.len() < 3_000, "{ruleset}: {} bytes", run.out.len());
        let document = folder.json(&["check", ruleset]).to_string();
        assert!(
            document.len() < 5_000,
            "{ruleset}: {} bytes",
            document.len()
        );
    }
    let asked = &brackets[..100_000];
    for arguments in [["odds", asked, "x"], ["explain", asked, ""]] {
        let arguments: Vec<&str> = arguments
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let run = folder.run(&arguments);
        assert!(
            run.err.len() + run.out.len() < 5_000,
            "{} bytes",
            run.err.len()
        );
        assert!((run.err + &run.out).contains("(99,941 more"));
    }
}

#[test]
fn examples_that_are_followed_in_part_are_named() {
    let far = |n: usize| {
        format!(
            "ruleset far \"Far\"\n  index \"index.toml\"\n\naction march \"March\" -> 0..100000 [1]\n  \
             a = d30\n  b = d30\n  c = d{n}\n  result a * 900 + b * 30 + c\n\nexample \"March\"\n  run   march\n  \
             odds  march = 931: 1/{}\n\naction rest \"Rest\" -> 0..9\n  result 3\n",
            900 * n
        )
    };
    let index = "[[rule]]\nid = \"1\"\ntitle = \"March\"\nsection = \"1\"\n";
    // 30 + 900 states are followed to their ends; 30 + 900 + 27,000 are more than 4,000.
    let folder = Folder::new(
        "far",
        &[
            ("rules/near/near.rules", &far(1).replace("far", "near")),
            ("rules/near/index.toml", index),
            ("rules/far/far.rules", &far(30)),
            ("rules/far/index.toml", index),
        ],
    );
    let said = "not every end of the odds in \"March\" was explored";
    for command in [&["coverage"][..], &["test", "--coverage"]] {
        let of = |ruleset| folder.run(&[command, &[ruleset]].concat());
        let (near, far) = (of("near"), of("far"));
        assert!(!near.out.contains(said), "{}", near.out);
        assert!(far.out.contains(said), "{}{}", far.out, far.err);
    }
    let document = folder.json(&["coverage", "far"]);
    assert_eq!(document["partly_followed"], serde_json::json!(["March"]));
    let document = folder.json(&["test", "--coverage", "far"]);
    let found = &document["rulesets"][0]["unexercised"]["partly_followed"];
    assert_eq!(*found, serde_json::json!(["March"]));
}

#[test]
fn examples_that_check_has_no_time_for_are_counted() {
    let reports = |n_not_run: usize| {
        let report = Report {
            n_not_run,
            ..Report::default()
        };
        remarks(&[report])
    };
    assert!(reports(0).is_empty());
    let said = "2 examples were not run for lack of time: `sandtable test` runs all";
    assert_eq!(reports(2), [said]);
}

/// The messages of `check --notes`, and the findings as they are drawn.
fn checked(name: &str, rules: &str) -> (Vec<String>, String) {
    let folder = Folder::new(name, &[("x.rules", &format!("ruleset x \"X\"\n\n{rules}"))]);
    let text = folder.run(&["check", "x.rules", "--notes"]).out;
    let document = folder.json(&["check", "x.rules"]);
    let findings = document["findings"].as_array().unwrap().iter();
    let messages = findings.map(|finding| finding["message"].as_str().unwrap().to_owned());
    (messages.collect(), text)
}

#[test]
fn values_without_a_line_are_counted_and_named_as_stretches() {
    let rules = |faces: usize, arms: &str| {
        format!("fact n \"N\": 1..{faces}\n\naction go\n  depending on n\n{arms}")
    };
    let (eight, _) = checked("eight", &rules(9, "    1: done\n"));
    assert!(
        eight
            .iter()
            .any(|message| message.ends_with("`8`, `9` are not handled")),
        "{eight:?}"
    );
    let (nine, text) = checked("nine", &rules(10, "    1: done\n"));
    let said = "`2`, `3`, `4`, `5`, `6`, `7`, `8`, `9` and 1 more are not handled";
    assert!(nine.iter().any(|message| message == said), "{nine:?}");
    assert!(text.contains("and 1 more are not handled"), "{text}");
    // Too many numbers to go through one by one.
    let (long, _) = checked(
        "long",
        &rules(5000, "    1-2000: done\n    2002-4999: done\n"),
    );
    assert!(
        long.iter()
            .any(|message| message == "`2001`, `5000` are not handled"),
        "{long:?}"
    );
    let (gap, _) = checked("gap", &rules(5000, "    1-2000: done\n    3000+: done\n"));
    assert!(
        gap.iter()
            .any(|message| message == "`2001 to 2999` is not handled"),
        "{gap:?}"
    );
    let (none, _) = checked("none", &rules(5000, "    1-2000: done\n    2001+: done\n"));
    assert!(
        none.iter().all(|message| !message.contains("not handled")),
        "{none:?}"
    );
}

#[test]
fn circles_beyond_the_limit_are_counted() {
    let rules = |n: usize| {
        let rule = |at: usize| format!("formula f{at} (n: 0..9) -> 0..9\n  result f{at}(n)\n\n");
        (0..n).map(rule).collect::<String>()
    };
    let (most, _) = checked("circles", &rules(100));
    assert!(
        most.iter().all(|message| !message.contains("more circle")),
        "{most:?}"
    );
    let (more, text) = checked("more-circles", &rules(102));
    let said = "rules call themselves in 2 more circles";
    assert!(more.iter().any(|message| message == said), "{more:?}");
    assert!(text.contains(said), "{text}");
}

#[test]
fn a_sum_of_rows_that_is_no_number_is_refused() {
    let rules = |value: &str| {
        format!(
            "table t \"T\" (a: 0..3) -> 0..2000000000\n  a   | result\n  0-3 | 2000000000\n  0-2 | \
             {value}\n  several rows: sum\n"
        )
    };
    // 2,000,000,000 + 147,483,647 is the highest number.
    let (most, _) = checked("sum", &rules("147483647"));
    assert!(
        most.iter().all(|message| !message.contains("add up")),
        "{most:?}"
    );
    let (more, text) = checked("more-sum", &rules("147483648"));
    let said = "the rows of one case add up to a number beyond 2,147,483,647";
    assert!(more.iter().any(|message| message == said), "{more:?}");
    assert!(text.contains("bad-cell"), "{text}");
}

#[test]
fn reasons_beyond_the_limit_are_counted() {
    let refused = |n: usize| {
        let facts: String = (0..n)
            .map(|at| format!("fact f{at} \"F{at}\": yes or no\n"))
            .collect();
        let all: Vec<String> = (0..n).map(|at| format!("f{at}")).collect();
        let rules = format!(
            "ruleset x \"X\"\n\n{facts}\naction go\n  needs {} \"all\"\n  report f0\n",
            all.join(" and ")
        );
        let folder = Folder::new(&format!("reasons-{n}"), &[("x.rules", &rules)]);
        let given: Vec<String> = all.iter().map(|name| format!("{name}=no")).collect();
        let mut asked = vec!["roll", "x.rules", "go", "--why"];
        asked.extend(given.iter().map(String::as_str));
        (folder.run(&asked), folder.json(&asked).to_string())
    };
    let (most, _) = refused(12);
    assert!(
        most.out.contains("f11") && !most.out.contains("more line"),
        "{}{}",
        most.out,
        most.err
    );
    let (more, document) = refused(14);
    assert!(
        more.out.contains("and 2 more lines"),
        "{}{}",
        more.out,
        more.err
    );
    assert!(document.contains("and 2 more lines"), "{document}");
}
