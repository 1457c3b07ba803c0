//! How long `sandtable check` takes for whole books, single-threaded: what an editor does at each keystroke.
//!
//! Each round loads a book, checks it without and with trying its rules, one book after the other; the median of the rounds counts, the spread says how
//! far they lie apart. The bar is 50 ms for one book. A word on the command line picks the books whose name has it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

mod allocator;

use sandtable::diagnostic::Diagnostics;
use sandtable::lint::trial::Effort;
use sandtable::workspace::analysis::{checked, checked_and_tried};
use sandtable::workspace::load::{known_rulesets, load};
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
    println!("book                        lines   load ms  check ms    all ms   spread");
    let mut lines = Vec::new();
    for name in known_rulesets().iter().filter(|name| is_wanted(name)) {
        lines.push(measured(name));
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// Prints the row of a book; gives it as JSON.
fn measured(name: &str) -> String {
    let (mut loading, mut checking) = (Vec::new(), Vec::new());
    let (mut trying, mut n_lines) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let bundle = load(name).unwrap();
        loading.push(start.elapsed());
        let files = bundle.sources.files();
        n_lines = files.map(|(_, file)| file.text.lines().count()).sum();
        let mut found = Diagnostics::default();
        let start = Instant::now();
        black_box(checked(bundle, &mut found));
        checking.push(start.elapsed());
        let bundle = load(name).unwrap();
        let start = Instant::now();
        black_box(checked_and_tried(bundle, Some(Effort::quick()), &mut found));
        trying.push(start.elapsed());
    }
    loading.sort();
    checking.sort();
    trying.sort();
    let (load, check) = (loading[ROUNDS / 2], checking[ROUNDS / 2]);
    let all = trying[ROUNDS / 2];
    let spread = (trying[ROUNDS - 1] - trying[0]).as_secs_f64() / all.as_secs_f64() * 100.0;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let over = if all > BAR { "  over the bar" } else { "" };
    println!(
        "{name:26} {n_lines:6} {:9.2} {:9.2} {:9.2} {spread:6.0} %{over}",
        ms(load),
        ms(check),
        ms(all)
    );
    format!(
        "{{\"book\":\"{name}\",\"lines\":{n_lines},\"load_ns\":{},\"check_ns\":{},\"all_ns\":{}}}",
        load.as_nanos(),
        check.as_nanos(),
        all.as_nanos()
    )
}
