//! `sandtable print`: the sheets of a ruleset as files for a browser and for Typst.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::checked::{opened, usable};
use super::choices::one_of;
use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::present::json::print::{PrintDocument, PrintedSheet};
use crate::present::numerals::counted;
use crate::present::sheet::chart::Charts;
use crate::present::sheet::manuscript::manuscripts;
use crate::present::sheet::paper::Paper;
use crate::present::sheet::placed::Sheet;
use crate::present::sheet::source::{Picture, PictureFormat, Source};
use crate::present::sheet::{Backs, CardSize, Kind, Options, font, html, make, reference, typ};
use crate::present::words::changes_of;
use crate::session::printed::scenarios;
use crate::source::SourceMap;
use crate::tools::disk::write_made;

/// Whose sheets, which, and how.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes each sheet twice into the folder: as a page for the browser, from which it is printed without \
        scaling, and as a text for Typst, which makes a PDF of it: `typst compile --font-path FOLDER/fonts \
        FOLDER/charts.typ`.\n\nExample: sandtable print hex-command-mechanized --sheets charts,reference -o sheets"
)]
pub(super) struct Arguments {
    /// Ruleset: a name, a folder or a rule file
    ruleset: String,
    /// Folder for the files
    #[arg(short = 'o', long = "output", value_name = "FOLDER")]
    folder: PathBuf,
    /// Sheets, with commas between them; by default all
    #[arg(long, value_name = "SHEETS", value_delimiter = ',', value_parser = one_of(&Kind::ALL, Kind::describe))]
    sheets: Vec<Kind>,
    /// Size of the paper
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", visible_alias = "variant", value_name = "VARIANT")]
    with: Vec<String>,
    /// Show the chance of each row beside a key that is rolled
    #[arg(long)]
    chances: bool,
    /// Size of cards
    #[arg(long, value_enum, default_value_t = Cards::Poker)]
    cards: Cards,
    /// Side of a counter in mm
    #[arg(long, value_name = "MM", default_value = "15.875", value_parser = millimetres)]
    counter: f64,
    /// Colour beyond the edges of cards and counters in mm
    #[arg(long, value_enum, default_value_t = Bleed::None)]
    bleed: Bleed,
    /// Backs of cards and counters
    #[arg(long, value_enum, default_value_t = BackSides::Duplex)]
    backs: BackSides,
    /// Width of a hex from side to side, or side of a square, in mm
    #[arg(long, value_name = "MM", default_value = "19", value_parser = millimetres)]
    hex: f64,
    /// Folder with your own pictures of units: ID.png, ID.jpg or ID.svg
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PaperSize {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Cards {
    /// 63.5 by 88.9 mm
    Poker,
    /// 44 by 67 mm
    Mini,
    /// 70 by 120 mm
    Tarot,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Bleed {
    /// Cards and counters side by side
    #[value(name = "0")]
    None,
    /// 3 mm
    #[value(name = "3")]
    Three,
    /// 6 mm
    #[value(name = "6")]
    Six,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum BackSides {
    /// Fronts only
    None,
    /// A page of backs after each page of fronts, for printing on both sides
    Duplex,
    /// Beside the fronts, to be folded and glued
    Fold,
}

/// Errors: not a length from 5 to 100 mm.
fn millimetres(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(length) if (5.0..=100.0).contains(&length) => Ok(length),
        _ => Err("use a number of millimetres from 5 to 100".to_owned()),
    }
}

impl Arguments {
    fn options(&self) -> Options {
        Options {
            kinds: match self.sheets.as_slice() {
                [] => Kind::ALL.to_vec(),
                some => some.to_vec(),
            },
            paper: match self.paper {
                PaperSize::A4 => Paper::A4,
                PaperSize::Letter => Paper::Letter,
            },
            has_chances: self.chances,
            card: match self.cards {
                Cards::Poker => CardSize::Poker,
                Cards::Mini => CardSize::Mini,
                Cards::Tarot => CardSize::Tarot,
            },
            counter: self.counter,
            bleed: match self.bleed {
                Bleed::None => 0.0,
                Bleed::Three => 3.0,
                Bleed::Six => 6.0,
            },
            backs: match self.backs {
                BackSides::None => Backs::None,
                BackSides::Duplex => Backs::Duplex,
                BackSides::Fold => Backs::Fold,
            },
            hex: self.hex,
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let analysis = match usable(&mut opened(), &arguments.ruleset, &arguments.with, output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    let scenarios = scenarios(&analysis);
    let mut source = Source::new(
        analysis.name(),
        analysis.book(),
        analysis.trees(),
        &scenarios,
    );
    source.index = analysis.index();
    let changes = changes_of(&analysis);
    source.changes = &changes;
    let manuscripts = manuscripts(&analysis);
    source.manuscripts = &manuscripts;
    if let Some(folder) = &arguments.pictures {
        match pictures(folder) {
            Ok(pictures) => source.pictures = pictures,
            Err(finding) => return refused(finding, output),
        }
    }
    output.pulse().at("laying out the sheets");
    let sheets = make(&source, &arguments.options());
    if arguments.options().kinds.contains(&Kind::Reference) {
        let charts = Charts::of(&source, false);
        let missing = reference::check(&charts, arguments.options().paper);
        output.findings(&missing, analysis.sources());
    }
    output.pulse().at("writing the sheets");
    let files = match write_all(&arguments.folder, &sheets, &source) {
        Ok(files) => files,
        Err(finding) => return refused(finding, output),
    };
    match output.format() {
        Format::Human => output.text(&words(&sheets, &files)),
        Format::Json => output.json(
            "print",
            PrintDocument {
                name: analysis.name(),
                sheets: sheets.iter().map(PrintedSheet::of).collect(),
                files: &files,
            },
        ),
    }
    Exit::Fine
}

fn refused(finding: Diagnostic, output: &Output) -> Exit {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(finding);
    output.findings(&diagnostics, &SourceMap::default());
    Exit::Usage
}

fn words(sheets: &[Sheet], files: &[String]) -> String {
    let rows = sheets.iter().map(|sheet| {
        let pages = counted(sheet.pages.len(), "page");
        format!("  {} ({pages})\n", sheet.name)
    });
    let rows: String = rows.collect();
    format!("{rows}{} written\n", counted(files.len(), "file"))
}

/// Writes the two files of each sheet, the fonts and the pictures; returns their paths.
///
/// Errors: E0515 for the first that cannot be written.
fn write_all(
    folder: &Path,
    sheets: &[Sheet],
    source: &Source<'_>,
) -> Result<Vec<String>, Diagnostic> {
    let mut files = Vec::new();
    let mut write = |inner: &str, mark: &[u8], bytes: &[u8]| {
        let path = folder.join(inner);
        write_made(&path, mark, bytes)?;
        files.push(path.display().to_string());
        Ok(())
    };
    let book = source.title();
    for sheet in sheets {
        let page = html::to_html(sheet, &book, &source.pictures);
        write(
            &format!("{}.html", sheet.name),
            html::MARK.as_bytes(),
            page.as_bytes(),
        )?;
        let text = typ::to_typ(sheet, &book, &source.pictures);
        write(
            &format!("{}.typ", sheet.name),
            typ::MARK.as_bytes(),
            text.as_bytes(),
        )?;
    }
    if !sheets.is_empty() {
        write("fonts/roboto-condensed-regular.ttf", &[], font::REGULAR)?;
        write("fonts/roboto-condensed-bold.ttf", &[], font::BOLD)?;
    }
    for picture in source.pictures.values() {
        write(&picture.file, &[], &picture.bytes)?;
    }
    Ok(files)
}

/// Reads the pictures of a folder by the names of their files.
///
/// Errors: E0515 if the folder or a picture cannot be read.
#[expect(clippy::disallowed_methods, reason = "pictures are read from a folder")]
fn pictures(folder: &Path) -> Result<BTreeMap<String, Picture>, Diagnostic> {
    /// Largest picture in bytes.
    const LARGEST: u64 = 4 << 20;
    let unread = |path: &Path, why: &str| {
        let message = format!("`{}` cannot be read: {why}", path.display());
        Diagnostic::new(Code::UnreadableFile, message)
    };
    let entries = fs::read_dir(folder).map_err(|error| unread(folder, &error.to_string()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut all = BTreeMap::new();
    for path in paths {
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or_default();
        let (Some(format), Some(name)) = (PictureFormat::of(ending), path.file_stem()) else {
            continue;
        };
        let name = name.to_string_lossy().into_owned();
        let size = fs::metadata(&path).map(|about| about.len());
        match size {
            Ok(size) if size > LARGEST => return Err(unread(&path, "it is larger than 4 MiB")),
            Ok(_) => {}
            Err(error) => return Err(unread(&path, &error.to_string())),
        }
        let bytes = fs::read(&path).map_err(|error| unread(&path, &error.to_string()))?;
        let file = format!("pictures/{name}.{}", ending.to_ascii_lowercase());
        all.insert(
            name,
            Picture {
                format,
                bytes,
                file,
            },
        );
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::millimetres;

    #[test]
    fn lengths_are_sensible() {
        assert_eq!(millimetres("15.875"), Ok(15.875));
        for wrong in ["", "4.9", "101", "NaN", "inf", "-10", "ten"] {
            assert!(millimetres(wrong).is_err(), "{wrong}");
        }
    }
}
