//! How long `sandtable check` takes for whole books, single-threaded: what an editor does at each keystroke.
//!
//! Each round loads a book, checks it without and with trying its rules, and then once more after a change of one line in each of its rule files; the
//! median counts, the spread says how far the rounds lie apart. The bars are 50 ms for one book, and half of that after a change. A word on the command
//! line picks the books whose name has it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

mod allocator;

use sandtable::tools::disk::Disk;
use sandtable::workspace::files::{BuiltIn, Layered, Memory};
use sandtable::workspace::{Effort, Workspace};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 11;
/// What a book may take.
const BAR: Duration = Duration::from_millis(50);

fn main() {
    let wanted = std::env::args()
        .skip(1)
        .find(|word| !word.starts_with("--"));
    let is_wanted = |name: &String| wanted.as_deref().is_none_or(|wanted| name.contains(wanted));
    println!(
        "book                        lines   load ms  check ms    all ms   spread  again ms  worst ms"
    );
    let mut lines = Vec::new();
    for name in opened().rulesets().iter().filter(|name| is_wanted(name)) {
        lines.push(measured(name));
    }
    lines.iter().for_each(|line| println!("{line}"));
}

fn opened() -> Workspace {
    Workspace::new(Layered::new(Disk, BuiltIn))
}

/// The texts of a book, in memory.
fn texts(name: &str) -> Memory {
    let bundle = opened().load(name).unwrap();
    let files = bundle.sources.files();
    files
        .map(|(_, file)| (file.name.clone(), file.text.clone()))
        .collect()
}

/// Prints the row of a book; returns it as JSON.
fn measured(name: &str) -> String {
    let (mut loading, mut checking, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let texts = texts(name);
    for _ in 0..ROUNDS {
        loading.push(timed(|| opened().load(name).unwrap()));
        for (times, effort) in [(&mut checking, Effort::None), (&mut all, Effort::Quick)] {
            let mut workspace = Workspace::new(texts.clone());
            times.push(timed(|| workspace.analyse(name, &[], effort)));
        }
    }
    let bundle = opened().load(name).unwrap();
    let files = bundle.sources.files();
    let n_lines: usize = files.map(|(_, file)| file.text.lines().count()).sum();
    let mut again = edited(name, &texts);
    for times in [&mut loading, &mut checking, &mut all, &mut again] {
        times.sort();
    }
    let median = |times: &[Duration]| times[times.len() / 2];
    let (load, check, whole) = (median(&loading), median(&checking), median(&all));
    let (edit, worst) = (median(&again), again[again.len() - 1]);
    let spread = (all[ROUNDS - 1] - all[0]).as_secs_f64() / whole.as_secs_f64() * 100.0;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mut over = String::new();
    if whole > BAR {
        over.push_str("  over the bar");
    }
    if edit > whole / 2 {
        over.push_str("  more than half after a change");
    }
    println!(
        "{name:26} {n_lines:6} {:9.2} {:9.2} {:9.2} {spread:6.0} % {:9.2} {:9.2}{over}",
        ms(load),
        ms(check),
        ms(whole),
        ms(edit),
        ms(worst),
    );
    format!(
        "{{\"book\":\"{name}\",\"lines\":{n_lines},\"load_ns\":{},\"check_ns\":{},\"all_ns\":{},\"again_ns\":{},\"worst_ns\":{}}}",
        load.as_nanos(),
        check.as_nanos(),
        whole.as_nanos(),
        edit.as_nanos(),
        worst.as_nanos()
    )
}

/// How long the analysis takes after a change of one line: in each rule file one line, in the middle, is given a comment,
/// and a number in another one is changed. As an editor does, this answers from the last analysis until the next is there.
fn edited(name: &str, texts: &Memory) -> Vec<Duration> {
    let mut workspace = Workspace::new(texts.clone());
    let mut last = workspace.analyse(name, &[], Effort::Quick);
    let bundle = workspace.load(name).unwrap();
    let mut times = Vec::new();
    for file in bundle.rule_files() {
        let file = bundle.sources.get(file).unwrap();
        for change in [with_a_comment, with_another_number] {
            for text in [change(&file.text).into(), file.text.clone()] {
                workspace.set(&file.name, text);
                let mut next = None;
                times.push(timed(|| {
                    next = Some(workspace.analyse(name, &[], Effort::Quick));
                }));
                last = next.unwrap();
            }
        }
    }
    drop(last);
    times
}

/// The text with a comment behind its middle line.
fn with_a_comment(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let middle = lines.len() / 2;
    lines[middle].push_str("  # changed");
    lines.join("\n")
}

/// The text with the first digit behind its middle that can be changed raised by one.
fn with_another_number(text: &str) -> String {
    let middle = text.len() / 2;
    let is_small = |(at, byte): &(usize, u8)| *at > middle && (b'1'..b'9').contains(byte);
    let mut bytes = text.as_bytes().to_vec();
    if let Some((at, _)) = text.bytes().enumerate().find(is_small) {
        bytes[at] += 1;
    }
    String::from_utf8(bytes).unwrap()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}
