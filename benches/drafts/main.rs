//! False findings and found mistakes of the checks of manuscripts.
//!
//! `cargo bench --bench drafts -- FOLDER` reads the texts (`.txt`) of a folder and the drafts beside this file, each as it is and as a
//! Word document written from it. First it prints all findings in them; then it plants mistakes, a class at a time, twenty of each where the
//! texts have a place for them, and prints the shares that are found and that are true. Last it prints the time for a large document.
//!
//! The first mistakes are planted by rules that know nothing of the checks, but by the same authors. The second are those of two lists that readers
//! wrote by hand who had not seen the checks. With `MISSED=1` the bench names what was not found, and findings beside the mistakes.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a bench prints, and stops when it fails"
)]

mod document;
mod plant;
mod stranger;

use std::collections::BTreeSet;
use std::time::Instant;

use sandtable::draft::Manuscript;
use sandtable::session::encode::{Origin, encode_manuscript};

use plant::{CLASSES, Rng};

/// Texts beside this file.
const OWN: [&str; 5] = [
    "ford.md",
    "lanes.md",
    "winter.txt",
    "eagles.md",
    "harbour.html",
];

/// Texts that the second list of mistakes was written with.
const FRESH: [&str; 3] = ["marsh.txt", "vines.md", "letters.md"];

/// Text in bullets that the third list of mistakes was written with.
const BULLETS: [&str; 1] = ["tides.md"];

/// Texts of other styles, each folder with a list of its own that says what was found at first.
const LATER: [(&str, &[&str], &str); 21] = [
    (
        "fourth",
        &["narrow-seas.txt", "hollow-crown.md"],
        stranger::STYLES,
    ),
    ("fifth", &["zama.md"], stranger::ANCIENT),
    ("sixth", &["rivers.md"], stranger::RIVERS),
    ("seventh", &["kites.html"], stranger::AIR),
    ("eighth", &["slow-convoy.md"], stranger::CONVOY),
    ("ninth", &["witchlight-alley.md"], stranger::CITY),
    ("tenth", &["champion.md"], stranger::CHAMPION),
    ("eleventh", &["blood.md"], stranger::BLOOD),
    ("twelfth", &["crossroads.md"], stranger::ARMOUR),
    ("thirteenth", &["sally.md"], stranger::SIEGE),
    ("fourteenth", &["straits.md"], stranger::COAST),
    ("fifteenth", &["tides-out.txt"], stranger::FORESHORE),
    ("sixteenth", &["ili.md"], stranger::STEPPE),
    ("seventeenth", &["water-line.txt"], stranger::WATER),
    ("eighteenth", &["law-book.md"], stranger::LAW),
    ("nineteenth", &["tanganyika.html"], stranger::LAKE),
    ("twentieth", &["liaoyang.md"], stranger::PASSES),
    ("twentyfirst", &["brine.html"], stranger::SMUGGLERS),
    ("twentysecond", &["deluge.md"], stranger::DELUGE),
    ("twentythird", &["flotilla.txt"], stranger::FLOTILLA),
    ("twentyfourth", &["sangrone.md"], stranger::SANGRONE),
];

/// Plantings of a class.
const EACH: usize = 20;

/// Text that mistakes are planted into.
struct Source {
    name: String,
    text: String,
}

/// Finding for comparison: code, message, and the letters and digits of the line of each label.
type Found = (String, String, Vec<String>);

fn main() {
    let folder = std::env::args()
        .skip(1)
        .find(|word| !word.starts_with("--"));
    let mut sources: Vec<Source> = OWN.map(own).into();
    match folder.as_deref().map(texts) {
        Some(texts) if !texts.is_empty() => sources.extend(texts),
        Some(_) => println!("the folder has no .txt: only the drafts of the bench are measured"),
        None => println!("no folder is given: only the drafts of the bench are measured"),
    }
    let fresh = below("fresh", &FRESH);
    let bullets = below("third", &BULLETS);
    untouched(&sources);
    made(&sources);
    planted(&sources);
    println!("\nmistakes of a reader who had not seen the checks");
    stranger::planted(stranger::KNOWN, &sources);
    println!("\nmistakes of another such reader");
    stranger::planted(stranger::CLASSES, &sources);
    untouched(&fresh);
    made(&fresh);
    println!("\nmistakes of a second list, in manuscripts of its own");
    stranger::planted(stranger::FRESH, &fresh);
    untouched(&bullets);
    made(&bullets);
    println!("\nmistakes of a third list, in a manuscript of bullets");
    stranger::planted(stranger::BULLETS, &bullets);
    for (name, texts, list) in LATER {
        let sources = below(name, texts);
        untouched(&sources);
        made(&sources);
        println!("\nmistakes of a {name} list, in manuscripts of its own");
        stranger::planted(list, &sources);
    }
    speed();
}

/// The texts of a folder beside this file.
fn below(folder: &str, names: &[&str]) -> Vec<Source> {
    let names = names.iter();
    let sources = names.map(|name| Source {
        name: (*name).to_owned(),
        ..own(&format!("{folder}/{name}"))
    });
    sources.collect()
}

fn own(name: &str) -> Source {
    let path = format!("{}/benches/drafts/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    Source {
        name: name.to_owned(),
        text,
    }
}

fn texts(folder: &str) -> Vec<Source> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let mut sources: Vec<Source> = paths
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            Some(Source {
                name: path.file_name()?.to_string_lossy().into_owned(),
                text,
            })
        })
        .collect();
    sources.sort_by(|one, other| one.name.cmp(&other.name));
    sources
}

/// Letters and digits, and the hyphens between them: a capital or a hyphen may be the mistake.
fn plain(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_part = |at: Option<usize>| {
        at.and_then(|at| letters.get(at))
            .is_some_and(|letter| letter.is_alphanumeric())
    };
    let is_kept = |at: usize| {
        is_part(Some(at))
            || letters[at] == '-' && is_part(at.checked_sub(1)) && is_part(Some(at + 1))
    };
    let kept = (0..letters.len()).filter(|at| is_kept(*at));
    kept.map(|at| letters[at]).collect()
}

/// Findings that are no notes, and the notes of some codes.
fn check(name: &str, bytes: &[u8], notes: &[&str]) -> BTreeSet<Found> {
    let mut manuscript = Manuscript::read([(name, bytes)]);
    manuscript.check();
    let asked = manuscript.diagnostics.notes().iter();
    let asked = asked.filter(|note| notes.contains(&note.code.number()));
    let found = manuscript.diagnostics.iter().chain(asked).map(|finding| {
        let lines = finding.labels.iter().map(|label| {
            let text = manuscript
                .sources
                .get(label.span.file)
                .map_or("", |file| &file.text);
            let start = text[..label.span.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[label.span.end..]
                .find('\n')
                .map_or(text.len(), |at| label.span.end + at);
            plain(&text[start..end])
        });
        (
            finding.code.number().to_owned(),
            finding.message.to_string(),
            lines.collect(),
        )
    });
    found.collect()
}

/// The findings of a text, as it is and as a Word document.
fn both(name: &str, text: &str, notes: &[&str]) -> [BTreeSet<Found>; 2] {
    let word = document::from_text(name, text);
    [
        check(name, text.as_bytes(), notes),
        check("draft.docx", &word, notes),
    ]
}

/// The findings of a text, as it is (0) or as a Word document (1).
fn in_form(form: usize, name: &str, text: &str, notes: &[&str]) -> BTreeSet<Found> {
    match form {
        0 => check(name, text.as_bytes(), notes),
        _ => check("draft.docx", &document::from_text(name, text), notes),
    }
}

fn untouched(sources: &[Source]) {
    println!("\nfindings in the texts as they are");
    let (mut n_pages, mut n_findings) = (0.0, 0);
    for source in sources {
        let pages = source.text.split_whitespace().count() as f64 / 450.0;
        for (form, found) in ["text", "docx"]
            .iter()
            .zip(both(&source.name, &source.text, &[]))
        {
            println!(
                "  {:32} {form}  {pages:5.1} pages  {:2} findings",
                source.name,
                found.len()
            );
            for (code, message, _) in &found {
                println!("      {code} {message}");
            }
            n_pages += pages;
            n_findings += found.len();
        }
    }
    let each = n_findings as f64 * 5.0 / n_pages;
    println!(
        "  {n_findings} findings in {n_pages:.0} pages: {each:.2} in five pages, true or false"
    );
}

/// Rulesets made of the texts and of the Word documents written from them.
fn made(sources: &[Source]) {
    println!("\nrulesets made of them");
    let (mut n_keyed, mut n_equal) = (0, 0);
    for source in sources {
        let word = document::from_text(&source.name, &source.text);
        let forms = [
            (source.name.as_str(), source.text.as_bytes()),
            ("draft.docx", word.as_slice()),
        ];
        for (form, (name, bytes)) in ["text", "docx"].iter().zip(forms) {
            let manuscript = Manuscript::read([(name, bytes)]);
            let origin = Origin { name, files: &[] };
            let encoded = encode_manuscript(&manuscript.document, "draft", &origin);
            let counts = encoded.counts;
            println!(
                "  {:32} {form}  {:2} of {:2} tables by numbers, ranges or dice; {} lists of modifiers, {} units, {} examples, {} questions",
                source.name,
                counts.n_equal_tables,
                counts.n_keyed_grids,
                counts.n_modifier_lists,
                counts.n_units,
                counts.n_examples,
                encoded.open.len()
            );
            n_keyed += counts.n_keyed_grids;
            n_equal += counts.n_equal_tables;
        }
    }
    println!(
        "  {n_equal} of {n_keyed} tables have equal cells ({:.0} %)",
        share(n_equal, n_keyed)
    );
}

fn planted(sources: &[Source]) {
    println!("\nplanted mistakes");
    let known: Vec<[BTreeSet<Found>; 2]> = sources
        .iter()
        .map(|source| both(&source.name, &source.text, &[]))
        .collect();
    let (mut n_good, mut n_classes, mut n_true, mut n_all) = (0, 0, 0, 0);
    for class in CLASSES {
        let mut rng = Rng::new(class.name);
        let (mut n, mut n_found, mut n_hits, mut n_new) = (0, 0, 0, 0);
        let mut missed: Vec<String> = Vec::new();
        for turn in 0..EACH * 20 {
            if n >= EACH {
                break;
            }
            let at = turn % sources.len();
            let Some((text, snippet)) = (class.plant)(&mut rng, &sources[at].text) else {
                continue;
            };
            let snippet = plain(&snippet);
            // In turn as a text and as a Word document.
            let form = n % 2;
            let found = in_form(form, &sources[at].name, &text, &[]);
            let new: Vec<&Found> = found.difference(&known[at][form]).collect();
            let hits = |(code, _, lines): &&&Found| {
                class.codes.contains(&code.as_str())
                    && lines.iter().any(|line| line.contains(&snippet))
            };
            let n_hit = new.iter().filter(hits).count();
            n += 1;
            n_found += usize::from(n_hit > 0);
            n_hits += n_hit;
            n_new += new.len();
            if n_hit == 0 {
                missed.push(format!("{}: {snippet}", sources[at].name));
            }
        }
        let (recall, precision) = (share(n_found, n), share(n_hits, n_new));
        println!(
            "  {:34} {n:2} planted  {n_found:2} found ({recall:3.0} %)  {n_new:3} new findings, {precision:3.0} % of them of the mistake",
            class.name
        );
        if std::env::var_os("MISSED").is_some() {
            missed
                .iter()
                .for_each(|line| println!("      missed {line}"));
        }
        n_classes += usize::from(n > 0);
        n_good += usize::from(recall >= 80.0);
        n_true += n_hits;
        n_all += n_new;
    }
    println!(
        "  recall of 80 % or more in {n_good} of {n_classes} classes; precision {:.0} %",
        share(n_true, n_all)
    );
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        100.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}

/// The time for 800 paragraphs and 40 tables.
fn speed() {
    let mut text = String::new();
    for chapter in 1..=20 {
        text.push_str(&format!("# {chapter} Chapter\n\n"));
        for section in 1..=20 {
            text.push_str(&format!("## {chapter}.{section} Section\n\nA unit in section {chapter}.{section} may move {section} hexes and roll 2d6, adding 1 for each friend that is near it.\n\n"));
            if section % 10 == 0 {
                text.push_str("| 2d6 | Result |\n| --- | --- |\n| 2-5 | miss |\n| 6-9 | hit |\n| 10-12 | kill |\n\n");
            }
        }
    }
    let word = document::from_text("large.md", &text);
    let mut times: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            check("large.docx", &word, &[]);
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "\n800 paragraphs and 40 tables as .docx: {:.1} ms, read and checked",
        times[4]
    );
}
