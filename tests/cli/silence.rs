//! At a terminal no command is silent for more than two seconds, whatever it is given: each ends by then or says a word.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest silence, on a machine that is as quick as the one that [`WORKLOAD`] was measured on.
const SILENCE: Duration = Duration::from_secs(2);

/// The time of [`workload`] with optimising on an idle machine of 2024.
const WORKLOAD: Duration = Duration::from_millis(60);

/// Fixed arithmetic, each step of which needs the last.
fn workload() -> Duration {
    let begun = Instant::now();
    let mut state: u64 = black_box(88_172_645_463_325_252);
    for _ in 0..30_000_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    black_box(state);
    begun.elapsed()
}

/// Rules, units and a map of a ruleset `stress`.
#[derive(Default)]
struct Case {
    name: &'static str,
    rules: String,
    units: String,
    map: String,
    /// Further variants: names and rules.
    variants: Vec<(String, String)>,
    /// The answers to `odds`; it is not asked if this is empty.
    asked: &'static str,
}

/// A line for every number.
fn each(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, at| {
        writeln!(text, "{}", line(at)).unwrap();
        text
    })
}

/// `a | b | c`
fn joined(n: usize, cell: impl Fn(usize) -> String) -> String {
    (0..n).map(cell).collect::<Vec<_>>().join(" | ")
}

const UNIT: &str = "[k.x]\nname = \"X\"\n";

fn many_tracks() -> Case {
    let tracks = each(20, |at| format!("  track t{at}: 0..100"));
    let rolls = each(20, |at| format!("  set u.t{at} to d100"));
    Case {
        name: "twenty tracks of a d100",
        rules: format!("kind k \"K\"\n{tracks}action go (u: k)\n{rolls}"),
        units: UNIT.to_owned(),
        asked: "u=x",
        ..Case::default()
    }
}

fn rows_over_each_other(several: &str) -> Case {
    let keys: Vec<String> = (0..18).map(|at| format!("k{at}: 0..1")).collect();
    let row = |word: &str| format!("  {} | 1\n", joined(18, |_| word.to_owned()));
    let heads = joined(18, |at| format!("k{at}"));
    let rows = row("0") + &row("1") + &row("any").repeat(1_900);
    let zeros = vec!["0"; 18].join(", ");
    Case {
        name: "1,900 rows over each other",
        rules: format!(
            "table t ({}) -> 0..9999\n  {heads} | v\n{rows}{several}\nroll go -> number\n  result t({zeros})\n",
            keys.join(", ")
        ),
        asked: " ",
        ..Case::default()
    }
}

fn dense_areas() -> Case {
    let areas = each(1_000, |at| format!("[area.a{at}]"));
    let links = each(1_000, |at| {
        let pairs = (1..=100).map(|far| format!("[\"a{at}\", \"a{}\"]", (at + far) % 1_000));
        let pairs: Vec<String> = pairs.collect();
        format!("[[link]]\nbetween = [{}]", pairs.join(", "))
    });
    Case {
        name: "1,000 areas, each linked to 200",
        rules: "  board areas\n  sides red, blue\nkind k \"K\"\n  track h: 0..9\naction go (u: k)\n  add 1 to u.h\n".to_owned(),
        units: UNIT.to_owned(),
        map: format!("name = \"M\"\n{areas}{links}"),
        asked: "u=x",
        ..Case::default()
    }
}

fn rules_alone(name: &'static str, rules: String) -> Case {
    Case {
        name,
        rules,
        ..Case::default()
    }
}

fn with_a_unit(name: &'static str, rules: String) -> Case {
    Case {
        name,
        rules,
        units: UNIT.to_owned(),
        asked: "u=x",
        ..Case::default()
    }
}

fn long_chains() -> Case {
    let chain = each(64, |at| format!("  else if n = {}: result {at}", at + 1));
    let formulas = each(400, |at| {
        format!(
            "formula f{at} (n: 0..99) -> number\n  if n = 0: result 0\n{chain}  else: result 1\n"
        )
    });
    let sum = (0..30).map(|at| format!("f{at}(n)")).collect::<Vec<_>>();
    let go = format!(
        "roll go -> number\n  n = d100 - 1\n  result {}\n",
        sum.join(" + ")
    );
    Case {
        asked: " ",
        ..rules_alone("long chains of else ifs", formulas + &go)
    }
}

fn deep_blocks() -> Case {
    let mut rules = "kind k \"K\"\n  track h: 0..99\naction go (u: k)\n".to_owned();
    for depth in 1..60 {
        writeln!(rules, "{}if d6 > 1:", "  ".repeat(depth)).unwrap();
    }
    writeln!(rules, "{}add 1 to u.h", "  ".repeat(60)).unwrap();
    with_a_unit("deep blocks", rules)
}

fn many_triggers() -> Case {
    let tracks = each(100, |at| format!("  track h{at}: 0..4"));
    let triggers = each(400, |at| {
        let (from, to) = (at % 99, at % 99 + 1);
        format!(
            "trigger t{at} (u: k)\n  when u.h{from} reaches {}: add 1 to u.h{to}",
            1 + at / 100
        )
    });
    let go = "action go (u: k)\n  add 1 to u.h0\n  add d4 to u.h1\n";
    with_a_unit(
        "many triggers",
        format!("kind k \"K\"\n{tracks}{triggers}{go}"),
    )
}

fn many_modifiers() -> Case {
    let facts = each(300, |at| format!("fact c{at}: yes or no, default no"));
    let lines = each(300, |at| format!("  +1 if c{at}"));
    let rules = format!(
        "{facts}modifiers m\n{lines}roll go -> hit, miss\n  hit when d100 + m >= 50\n  miss otherwise\n"
    );
    Case {
        asked: " ",
        ..rules_alone("many modifiers", rules)
    }
}

fn many_units() -> Case {
    let stats = "kind k \"K\"\n  a 0..99\n  b 0..99\n  track h: 0..9\naction go (u: k)\n  if d6 > u.a: add 1 to u.h\n";
    Case {
        name: "8,000 units",
        rules: stats.to_owned(),
        units: each(8_000, |at| {
            let name = if at == 0 {
                "x".to_owned()
            } else {
                format!("x{at}")
            };
            format!("[k.{name}]\na = {}\nb = {}", at % 6, at % 99)
        }),
        asked: "u=x",
        ..Case::default()
    }
}

fn many_variants() -> Case {
    let base = each(200, |at| format!("formula f{at} = {at}"));
    Case {
        variants: (0..60)
            .map(|at| {
                (
                    format!("v{at}"),
                    format!(
                        "variant v{at} \"V\" of stress\nreplace formula f{at} = {}\n",
                        at + 1
                    ),
                )
            })
            .collect(),
        ..rules_alone("many variants", base)
    }
}

fn large_map() -> Case {
    let row = vec!["."; 100].join(" ");
    Case {
        name: "a large map",
        rules: "  board hexes\n  sides red, blue\nkind k \"K\"\n  track h: 0..9\naction go (u: k)\n  add 1 to u.h\n".to_owned(),
        units: UNIT.to_owned(),
        map: format!(
            "name = \"M\"\nlayout = \"flat\"\nhexes = \"\"\"\n{}\"\"\"\n\n[legend]\n\".\" = {{ name = \"Open\" }}\n",
            each(100, |_| row.clone())
        ),
        asked: "u=x",
        ..Case::default()
    }
}

fn cases() -> Vec<Case> {
    let many_calls = each(60, |at| {
        format!("action a{} (u: k)\n  a{at}(u)\n  a{at}(u)", at + 1)
    });
    vec![
        many_tracks(),
        rows_over_each_other(""),
        rows_over_each_other("  several rows: first"),
        rows_over_each_other("  several rows: sum"),
        rows_over_each_other("  several rows: any"),
        rows_over_each_other("  several rows: best"),
        dense_areas(),
        rules_alone("4 MB of one error", "a\n".repeat(2_000_000)),
        rules_alone("4 MB of open brackets", "formula f = (((\n".repeat(250_000)),
        rules_alone(
            "many errors",
            each(9_000, |at| format!("formula f{at} = nothing{at}")),
        ),
        rules_alone(
            "many findings",
            each(9_000, |at| format!("fact f{at}: 0..4, default 0")),
        ),
        rules_alone(
            "4 MB of comments",
            "# nothing but words, and no rule\n".repeat(120_000),
        ),
        long_chains(),
        deep_blocks(),
        many_triggers(),
        many_modifiers(),
        many_units(),
        many_variants(),
        large_map(),
        with_a_unit(
            "calls that double",
            format!(
                "kind k \"K\"\n  track h: 0..99\naction a0 (u: k)\n  add d6 to u.h\n{many_calls}action go (u: k)\n  a60(u)\n"
            ),
        ),
    ]
}

/// Writes a case into a folder of its own.
fn written(case: &Case, at: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("silence/{at}"));
    let _ = fs::remove_dir_all(&folder);
    let put = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "rules/stress/stress.rules",
        &format!("ruleset stress \"Stress\"\n{}", case.rules),
    );
    for (name, rules) in &case.variants {
        put(&format!("rules/{name}/{name}.rules"), rules);
    }
    if !case.units.is_empty() {
        put("units/stress/units.toml", &case.units);
    }
    if !case.map.is_empty() {
        put("units/stress/maps/map.toml", &case.map);
    }
    folder
}

/// The time until a command at a terminal says its first word, or ends; and whether it said one.
#[cfg(target_os = "linux")]
fn silence(folder: &Path, command: &str) -> (Duration, bool) {
    // `script` (util-linux, on every Debian) runs a command at a terminal of its own.
    let begun = Instant::now();
    let mut child = Command::new("script")
        .args([
            "-qefc",
            &format!("'{}' {command}", env!("CARGO_BIN_EXE_sandtable")),
            "/dev/null",
        ])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut from = child.stdout.take().unwrap();
    let mut said = [0; 256];
    let is_word = |said: &[u8]| said.iter().any(|byte| byte.is_ascii_alphabetic());
    let has_spoken = loop {
        match from.read(&mut said).unwrap() {
            0 => break false,
            n if is_word(&said[..n]) => break true,
            _ => {}
        }
    };
    let silent = begun.elapsed();
    // Its terminal is gone then, which ends the command.
    let _ = child.kill();
    let _ = child.wait();
    (silent, has_spoken)
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_is_silent_for_long() {
    let mut n_asked = 0;
    for (at, case) in cases().iter().enumerate() {
        let folder = written(case, at);
        let mut commands = vec!["check stress".to_owned()];
        if !case.asked.is_empty() {
            commands.push(format!("odds stress go {}", case.asked));
        }
        if !case.variants.is_empty() {
            let with = case
                .variants
                .iter()
                .map(|(name, _)| format!("--with {name}"));
            commands.push(format!(
                "check stress {}",
                with.collect::<Vec<_>>().join(" ")
            ));
        }
        for command in commands {
            let before = workload();
            let (silent, has_spoken) = silence(&folder, &command);
            // Both before and after: others may have begun to work on this machine meanwhile.
            let slowness = before.max(workload()).as_secs_f64() / WORKLOAD.as_secs_f64();
            let most = SILENCE.mul_f64(slowness.max(1.0));
            assert!(
                silent <= most,
                "{}, `{command}`: {silent:?} of {most:?}",
                case.name
            );
            assert!(
                has_spoken,
                "{}, `{command}`: ended without a word",
                case.name
            );
            n_asked += 1;
        }
    }
    assert!(n_asked > 30, "{n_asked}");
    let _ = fs::remove_dir_all(Path::new(env!("CARGO_TARGET_TMPDIR")).join("silence"));
}

/// What comes before an answer takes longer than a hundredth of a second here, and no longer than some seconds.
#[test]
fn a_time_that_was_asked_for_ends_what_comes_before_the_answer() {
    let case = rules_alone(
        "",
        each(100_000, |at| format!("# {at}\nfact f{at}: 0..4, default 0")),
    );
    let folder = written(&case, 1_000);
    let ended = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["odds", "stress", "go", "--for", "0.01s"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(ended.stderr).unwrap(),
        "the 0.01 s ended while reading and checking `stress`, so there is no answer; `--for 10min` allows more\n"
    );
    assert_eq!(ended.status.code(), Some(1));
    let _ = fs::remove_dir_all(folder);
}
