//! A preview of what is printed: the pages of a sheet, as the file that `print` writes.

use sandtable_present::json::print::{PreviewDocument, PreviewKind, PrintedSheet};
use sandtable_present::sheet::manuscript::manuscripts;
use sandtable_present::sheet::paper::Paper;
use sandtable_present::sheet::source::Source;
use sandtable_present::sheet::{Backs, CardSize, Kind, Options, html, make};
use sandtable_present::words::changes_of;
use sandtable_session::printed::scenarios;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::answers::document;
use super::rpc::Refusal;

/// The parameters of `sandtable/print`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintParams {
    /// A name or a path.
    ruleset: String,
    #[serde(default)]
    variants: Vec<String>,
    /// `charts`; the first of all kinds without one.
    sheets: Option<String>,
    /// Name of the sheet that is shown, of those of its kind; the first without one.
    sheet: Option<String>,
    /// `a4` or `letter`.
    paper: Option<String>,
    #[serde(default)]
    chances: bool,
    /// `poker`, `mini` or `tarot`.
    cards: Option<String>,
    /// Side of a counter in mm.
    counter: Option<f64>,
    /// 0, 3 or 6 mm.
    bleed: Option<f64>,
    /// `none`, `duplex` or `fold`.
    backs: Option<String>,
    /// Width of a hex in mm.
    hex: Option<f64>,
}

impl Service {
    /// Lays out the sheets of a kind and returns the pages of one of them.
    ///
    /// Errors: there are errors in the ruleset, or a parameter has no such value.
    pub(crate) fn preview(&mut self, asked: &PrintParams) -> Result<Value, Refusal> {
        let options = options(asked)?;
        let analysis = self.sound(&asked.ruleset, &asked.variants)?;
        let scenarios = scenarios(&analysis);
        let changes = changes_of(&analysis);
        let manuscripts = manuscripts(&analysis);
        let mut source = Source::new(
            analysis.name(),
            analysis.book(),
            analysis.trees(),
            &scenarios,
        );
        source.index = analysis.index();
        source.changes = &changes;
        source.manuscripts = &manuscripts;
        let sheets = make(&source, &options);
        let shown = match &asked.sheet {
            Some(name) => sheets.iter().find(|sheet| sheet.name == *name),
            None => None,
        };
        let shown = shown.or(sheets.first());
        let kinds = Kind::ALL.map(|kind| {
            let (name, about) = kind.describe();
            PreviewKind { name, about }
        });
        let html = shown.map(|sheet| html::to_html(sheet, &source.title(), &source.pictures));
        document(
            "preview",
            PreviewDocument {
                name: analysis.name(),
                kinds: &kinds,
                sheets: sheets.iter().map(PrintedSheet::of).collect(),
                shown: shown.map(|sheet| sheet.name.as_str()),
                html,
            },
        )
    }
}

/// Errors: a parameter has no such value.
fn options(asked: &PrintParams) -> Result<Options, Refusal> {
    let usual = Options::default();
    let kinds = Kind::ALL.into_iter();
    let kinds = match &asked.sheets {
        None => kinds.take(1).collect(),
        Some(word) => {
            let kinds: Vec<Kind> = kinds.filter(|kind| kind.describe().0 == word).collect();
            if kinds.is_empty() {
                return Err(no_such("sheets", word));
            }
            kinds
        }
    };
    let paper = match asked.paper.as_deref() {
        None | Some("a4") => Paper::A4,
        Some("letter") => Paper::Letter,
        Some(other) => return Err(no_such("paper", other)),
    };
    let card = match asked.cards.as_deref() {
        None | Some("poker") => CardSize::Poker,
        Some("mini") => CardSize::Mini,
        Some("tarot") => CardSize::Tarot,
        Some(other) => return Err(no_such("cards", other)),
    };
    let backs = match asked.backs.as_deref() {
        None | Some("duplex") => Backs::Duplex,
        Some("none") => Backs::None,
        Some("fold") => Backs::Fold,
        Some(other) => return Err(no_such("backs", other)),
    };
    let length = |what: &str, given: Option<f64>, usual: f64, low: f64, high: f64| match given {
        None => Ok(usual),
        Some(mm) if (low..=high).contains(&mm) => Ok(mm),
        Some(mm) => Err(no_such(what, &mm.to_string())),
    };
    Ok(Options {
        kinds,
        paper,
        has_chances: asked.chances,
        card,
        counter: length("counter", asked.counter, usual.counter, 5.0, 100.0)?,
        bleed: length("bleed", asked.bleed, usual.bleed, 0.0, 6.0)?,
        backs,
        hex: length("hex", asked.hex, usual.hex, 5.0, 100.0)?,
    })
}

fn no_such(what: &str, value: &str) -> Refusal {
    Refusal::misfit(format!("`{what}` cannot be `{value}`"))
}
