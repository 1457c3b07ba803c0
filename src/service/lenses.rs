//! Code lenses and inlay hints: the number of uses of a rule, its odds, and a command to run an example.

use gen_lsp_types as lsp;
use sandtable_model::Role;
use sandtable_source::{FileId, Span};
use sandtable_workspace::Analysis;
use sandtable_workspace::editor::OutlineItem;
use sandtable_workspace::symbols::SymbolKind;
use serde_json::{Value, json};

use super::answers::{ExampleParams, OddsParams};
use super::rpc::{Refusal, params};
use super::{Service, Spot};

/// Commands that the server executes; each has one record as its argument.
pub(crate) const COMMANDS: [&str; 2] = [RUN_EXAMPLE, ODDS];
const RUN_EXAMPLE: &str = "sandtable.runExample";
const ODDS: &str = "sandtable.odds";
/// Command of the client, which shows locations: the document, the position, the locations.
const SHOW_USES: &str = "sandtable.showUses";

/// Declarations whose uses are counted.
const COUNTED: [SymbolKind; 14] = [
    SymbolKind::Scale,
    SymbolKind::Words,
    SymbolKind::Die,
    SymbolKind::Kind,
    SymbolKind::Unit,
    SymbolKind::Table,
    SymbolKind::Modifiers,
    SymbolKind::Fact,
    SymbolKind::Option,
    SymbolKind::Formula,
    SymbolKind::Roll,
    SymbolKind::Action,
    SymbolKind::Sequence,
    SymbolKind::Window,
];

impl Service {
    /// Returns lenses: above each declaration its number of uses, above rolls their odds, above examples a command to run them.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else can be run by itself"
    )]
    pub(crate) fn code_lenses(&mut self, asked: &lsp::CodeLensParams) -> Vec<lsp::CodeLens> {
        let Some(spot) = self.analysed(&asked.text_document.uri) else {
            return Vec::new();
        };
        let mut lenses = Vec::new();
        for item in declarations(&spot) {
            let Some(kind) = item.kind else {
                continue;
            };
            if COUNTED.contains(&kind) {
                lenses.extend(self.uses(&spot, &item));
            }
            let (title, name, key) = match kind {
                SymbolKind::Example => ("run example", RUN_EXAMPLE, "title"),
                SymbolKind::Roll => ("odds", ODDS, "ask"),
                _ => continue,
            };
            let argument = json!({ "ruleset": spot.ruleset, key: item.name });
            let command = command(title, name, vec![argument]);
            lenses.extend(self.lens(&spot, &item, command));
        }
        lenses
    }

    fn lens(
        &self,
        spot: &Spot,
        item: &OutlineItem,
        command: lsp::Command,
    ) -> Option<lsp::CodeLens> {
        let range = self.places.range(spot.source()?, item.name_span);
        Some(lsp::CodeLens {
            range,
            command: Some(command),
            data: None,
        })
    }

    fn uses(&self, spot: &Spot, item: &OutlineItem) -> Option<lsp::CodeLens> {
        let used = uses(&spot.analysis, spot.file, item.name_span.start);
        let title = match used.len() {
            0 => "not used".to_owned(),
            1 => "used once".to_owned(),
            n => format!("used {n} times"),
        };
        let sources = spot.analysis.sources();
        let locations: Vec<lsp::Location> = used
            .into_iter()
            .filter_map(|span| self.places.location(sources, span))
            .collect();
        let source = spot.source()?;
        let arguments = vec![
            json!(self.places.uri(&source.name)),
            json!(self.places.position(source, item.name_span.start)),
            json!(locations),
        ];
        self.lens(spot, item, command(&title, SHOW_USES, arguments))
    }

    /// Returns the odds of each roll without required parameters, as hints after its head.
    pub(crate) fn inlay_hints(&mut self, asked: &lsp::InlayHintParams) -> Vec<lsp::InlayHint> {
        let Some(spot) = self.analysed(&asked.text_document.uri) else {
            return Vec::new();
        };
        let Some(source) = spot.source() else {
            return Vec::new();
        };
        if !self.shows_odds {
            return Vec::new();
        }
        let start = self.places.offset(source, asked.range.start);
        let end = self.places.offset(source, asked.range.end);
        let mut hints = Vec::new();
        for item in declarations(&spot) {
            let name = item.name_span;
            let is_shown = item.kind == Some(SymbolKind::Roll);
            if !is_shown || name.end < start || end < name.start {
                continue;
            }
            if let Some(odds) = self.odds_of(&spot, &item.name) {
                let rest = source.text.get(name.end..).unwrap_or_default();
                let line = rest.lines().next().unwrap_or_default();
                let position = self.places.position(source, name.end + line.len());
                hints.push(lsp::InlayHint {
                    padding_left: Some(true),
                    ..lsp::InlayHint::new(position, odds.into(), None, None, None, None, None, None)
                });
            }
        }
        hints
    }

    /// Executes the command of a lens.
    ///
    /// Errors: an unknown command, or one without an answer.
    pub(crate) fn execute(&mut self, asked: &lsp::ExecuteCommandParams) -> Result<Value, Refusal> {
        let arguments = asked.arguments.as_deref().unwrap_or_default();
        let record = arguments.first().unwrap_or(&Value::Null);
        match asked.command.as_str() {
            RUN_EXAMPLE => self.example(&params::<ExampleParams>(record)?),
            ODDS => self.odds(&params::<OddsParams>(record)?),
            other => Err(Refusal::misfit(format!("there is no command `{other}`"))),
        }
    }
}

fn command(title: &str, name: &str, arguments: Vec<Value>) -> lsp::Command {
    lsp::Command {
        arguments: Some(arguments),
        ..lsp::Command::new(title.to_owned(), None, name.to_owned(), None)
    }
}

/// Returns the declarations of a document, with those under headings.
fn declarations(spot: &Spot) -> Vec<OutlineItem> {
    let mut found = Vec::new();
    for item in spot.analysis.symbols(spot.file) {
        match item.kind {
            None => found.extend(item.children),
            Some(_) => found.push(item),
        }
    }
    found
}

/// Returns the spans where the name is used that is declared at an offset.
fn uses(analysis: &Analysis, file: FileId, offset: usize) -> Vec<Span> {
    let index = analysis.symbol_index();
    let here = index.at(file, offset);
    let declared = here.iter().find(|one| one.role == Role::Declares);
    let Some(symbol) = declared.map(|one| one.symbol) else {
        return Vec::new();
    };
    let all = index.of_symbol(symbol);
    // Every role but `Declares` is a use, including that of a name that takes its type from the symbol.
    all.filter(|one| one.role != Role::Declares)
        .map(|one| one.span)
        .collect()
}
