//! The language service: messages in, messages out.
//!
//! A [`Service`] speaks the Language Server Protocol 3.18 and methods of its own about odds and examples, all described in
//! `docs/json.md`. It holds a [`Workspace`] and the texts that a client has open. It knows neither files nor clocks nor
//! threads: whoever carries the messages has those, on standard input, in a worker of a browser or in a test.

#[cfg(feature = "whole")]
mod acceptance;
mod answers;
#[cfg(feature = "whole")]
mod batches;
#[cfg(feature = "whole")]
mod checks;
mod client;
mod declarations;
mod documents;
mod findings;
mod forms;
mod games;
mod grids;
#[cfg(feature = "whole")]
mod insertion;
mod lenses;
#[cfg(feature = "whole")]
mod listings;
#[cfg(feature = "whole")]
mod manuscripts;
mod names;
mod outline;
#[cfg(feature = "whole")]
mod paper;
mod places;
mod resolutions;
mod rpc;
mod rulesets;
mod tokens;
mod toml;
#[cfg(feature = "whole")]
mod trials;
#[cfg(feature = "whole")]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use client::Client;
use documents::Documents;
use findings::Published;
use games::HeldGames;
use gen_lsp_types as lsp;
use places::Places;
use rpc::{Incoming, Refusal, notification, params, response, result};
use rulesets::RulesetRow;
use sandtable_session::watch::{Progress, Unwatched, Watch, Work};
use sandtable_source::{Encoding, FileId, SourceFile};
use sandtable_syntax::format_file;
use sandtable_workspace::{Analysis, Effort, Workspace};
use serde_json::{Value, json};

/// The effort of a check while somebody writes.
const EFFORT: Effort = Effort::Quick;

/// A stage in the life of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lifecycle {
    /// `initialize` has not come.
    New,
    Running,
    /// `shutdown` has come.
    ShutDown,
    /// `exit` was received; whether `shutdown` was received before it.
    Exited(bool),
}

/// A language server without input and output.
pub struct Service {
    workspace: Workspace,
    lifecycle: Lifecycle,
    places: Places,
    documents: Documents,
    /// The rulesets that read a file, those first that it belongs to.
    readers: BTreeMap<String, Vec<String>>,
    /// Rulesets whose texts have changed since they were checked.
    unchecked: BTreeSet<String>,
    /// Files whose findings have been dropped since they were last published, or whose text has changed: a client that has changed a text
    /// learns that its findings are those of the new one, even if they are the same.
    due: BTreeSet<String>,
    published: Published,
    /// The rows of the rulesets, by name, as the client knows them; `None` before it asks for them.
    listed: Option<BTreeMap<String, RulesetRow>>,
    /// Chances are shown behind the outcomes of rolls.
    shows_odds: bool,
    /// Findings are published; a client that only asks has no use for them.
    publishes: bool,
    /// Watches work that can take long.
    watch: Box<dyn Watch>,
    held: HeldGames,
}

/// A place in an analysed text.
struct Spot {
    analysis: Arc<Analysis>,
    ruleset: String,
    path: String,
    file: FileId,
    offset: usize,
}

impl Service {
    /// A server over a workspace, so far without a client.
    pub fn new(workspace: Workspace) -> Self {
        Self {
            workspace,
            lifecycle: Lifecycle::New,
            places: Places::new(None, Encoding::Utf16),
            documents: Documents::default(),
            readers: BTreeMap::new(),
            unchecked: BTreeSet::new(),
            due: BTreeSet::new(),
            published: Published::default(),
            listed: None,
            shows_odds: true,
            publishes: true,
            watch: Box::new(Unwatched),
            held: HeldGames::default(),
        }
    }

    /// The server with somebody who watches work that can take long, and may end it.
    #[must_use]
    pub fn watched(self, watch: impl Watch + 'static) -> Self {
        let watch = Box::new(watch);
        Self { watch, ..self }
    }

    /// The workspace that it answers from.
    pub fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Handles a message of a client, and returns the messages that go back. Findings are not among them: they come from
    /// [`Service::check_pending`], so that whoever has more messages at hand can give them first.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        match Incoming::read(message) {
            Incoming::Request { id, method, params } => {
                let answer = match self.lifecycle {
                    Lifecycle::New if method != "initialize" => Err(Refusal::too_early()),
                    Lifecycle::ShutDown | Lifecycle::Exited(_) => Err(Refusal::too_late()),
                    Lifecycle::New | Lifecycle::Running => self.answer(method, params),
                };
                vec![response(id, answer)]
            }
            Incoming::Notification { method, params } => match self.on_notification(method, params)
            {
                Ok(()) => Vec::new(),
                Err(refusal) => vec![log(&format!("`{method}`: {refusal:?}"))],
            },
            Incoming::Response => Vec::new(),
            Incoming::Unreadable { id } => {
                vec![response(id, Err(Refusal::no_request(message)))]
            }
        }
    }

    /// Checks what has changed, and returns the findings that a client is to show now.
    pub fn check_pending(&mut self) -> Vec<Value> {
        let mut touched = std::mem::take(&mut self.due);
        let mut is_listed_anew = false;
        for ruleset in std::mem::take(&mut self.unchecked) {
            let analysis = self.workspace.analyse(&ruleset, &[], EFFORT);
            touched.extend(self.published.update(&ruleset, &analysis, &self.places));
            is_listed_anew |= self.changes_list(&ruleset, &analysis);
        }
        self.publish(touched, is_listed_anew)
    }

    /// Returns the findings of what has changed if a request has had it analysed already; none as long as anything is left to do.
    pub fn check_known(&mut self) -> Vec<Value> {
        let mut analyses = Vec::new();
        for ruleset in &self.unchecked {
            match self.workspace.analysed(ruleset, &[], EFFORT) {
                Some(analysis) => analyses.push((ruleset.clone(), analysis)),
                None => return Vec::new(),
            }
        }
        let mut touched = std::mem::take(&mut self.due);
        let mut is_listed_anew = false;
        for (ruleset, analysis) in analyses {
            self.unchecked.remove(&ruleset);
            touched.extend(self.published.update(&ruleset, &analysis, &self.places));
            is_listed_anew |= self.changes_list(&ruleset, &analysis);
        }
        self.publish(touched, is_listed_anew)
    }

    /// Returns the findings of some files, and that rulesets are to be listed again if so.
    fn publish(&self, touched: BTreeSet<String>, is_listed_anew: bool) -> Vec<Value> {
        let publish = |path: String| {
            let document = self.documents.get(&path);
            let uri = document.map_or_else(|| self.places.uri(&path), |one| one.uri.clone());
            let version = document.map(|one| one.version);
            let found = self.published.of(&path);
            let published = lsp::PublishDiagnosticsParams::new(uri, version, found);
            notification("textDocument/publishDiagnostics", published)
        };
        let listed = is_listed_anew.then(|| notification("sandtable/rulesetsChanged", json!({})));
        touched.into_iter().map(publish).chain(listed).collect()
    }

    /// Whether everything that has changed is checked, and its findings are published.
    pub fn is_settled(&self) -> bool {
        !self.publishes || self.unchecked.is_empty() && self.due.is_empty()
    }

    /// Whether the client has said `exit`, and `shutdown` before it; `None` as long as it has not.
    pub fn exited(&self) -> Option<bool> {
        match self.lifecycle {
            Lifecycle::Exited(in_order) => Some(in_order),
            Lifecycle::New | Lifecycle::Running | Lifecycle::ShutDown => None,
        }
    }

    fn answer(&mut self, method: &str, given: &Value) -> Result<Value, Refusal> {
        match method {
            "initialize" => result(self.initialize(&params(given)?)),
            "shutdown" => {
                self.lifecycle = Lifecycle::ShutDown;
                Ok(Value::Null)
            }
            "textDocument/hover" => result(self.hover(&params(given)?)),
            "textDocument/completion" => result(self.completion(&params(given)?)),
            "textDocument/definition" => result(self.definition(&params(given)?)),
            "textDocument/references" => result(self.references(&params(given)?)),
            "textDocument/prepareRename" => result(self.prepare_rename(&params(given)?)?),
            "textDocument/rename" => result(self.rename(&params(given)?)?),
            "textDocument/documentSymbol" => result(self.document_symbols(&params(given)?)),
            "textDocument/foldingRange" => result(self.folding_ranges(&params(given)?)),
            "textDocument/codeAction" => result(self.code_actions(&params(given)?)),
            "textDocument/formatting" => result(self.formatting(&params(given)?)),
            "textDocument/codeLens" => result(self.code_lenses(&params(given)?)),
            "textDocument/inlayHint" => result(self.inlay_hints(&params(given)?)),
            "textDocument/semanticTokens/full" => result(self.semantic_tokens(&params(given)?)),
            "workspace/executeCommand" => self.execute(&params(given)?),
            "sandtable/text" => result(self.text(&params(given)?)?),
            "sandtable/rulesets" => result(self.workspace.rulesets()),
            "sandtable/workspace" => self.list_rulesets(),
            "sandtable/starter" => self.starter(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/check" => self.check(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/sample" => self.sample(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/report" => self.report(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/catalogue" => self.catalogue(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/manuscript" => self.manuscript(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/declaration" => self.declaration(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/coverage" => self.coverage(&params(given)?),
            "sandtable/form" => self.form(&params(given)?),
            "sandtable/roll" => self.roll(&params(given)?),
            "sandtable/game" => self.game(&params(given)?),
            "sandtable/odds" => self.odds(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/words" => self.rules_in_words(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/reportInWords" => self.report_in_words(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/tune" => self.tune(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/print" => self.preview(&params(given)?),
            "sandtable/example" => self.example(&params(given)?),
            "sandtable/grids" => self.list_grids(&params(given)?),
            "sandtable/editGrid" => self.edit_grid(&params(given)?),
            "sandtable/declarations" => self.list_declarations(&params(given)?),
            "sandtable/moveMember" => self.move_member(&params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/insert" => self.insert(&params(given)?),
            "sandtable/toml" => self.read_toml(&params(given)?),
            "sandtable/editToml" => self.edit_toml(params(given)?),
            #[cfg(feature = "whole")]
            "sandtable/accept" => self.accept(&params(given)?),
            _ => Err(Refusal::unknown_method(method)),
        }
    }

    fn on_notification(&mut self, method: &str, given: &Value) -> Result<(), Refusal> {
        match method {
            "exit" => self.lifecycle = Lifecycle::Exited(self.lifecycle == Lifecycle::ShutDown),
            "textDocument/didOpen" => {
                let opened: lsp::DidOpenTextDocumentParams = params(given)?;
                let document = opened.text_document;
                let path = self.places.path(&document.uri);
                self.workspace.set(&path, document.text.as_str());
                let (uri, version) = (document.uri, document.version);
                self.documents.open(&path, uri, version, &document.text);
                self.changed(&path);
            }
            "textDocument/didChange" => {
                let changed: lsp::DidChangeTextDocumentParams = params(given)?;
                let document = &changed.text_document;
                let path = self.places.path(&document.text_document_identifier.uri);
                let changes = &changed.content_changes;
                let version = document.version;
                let text = self
                    .documents
                    .change(&path, version, changes, &self.places)
                    .map(|source| Arc::clone(&source.text));
                let Some(text) = text else {
                    return Err(Refusal::misfit(format!("`{path}` is not open")));
                };
                self.workspace.set(&path, text);
                self.changed(&path);
                self.due.insert(path);
            }
            "textDocument/didClose" => {
                let closed: lsp::DidCloseTextDocumentParams = params(given)?;
                let path = self.places.path(&closed.text_document.uri);
                self.documents.close(&path);
                self.workspace.unset(&path);
                self.changed(&path);
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.refresh();
                self.readers.clear();
                let paths: Vec<String> = self.documents.paths().cloned().collect();
                paths.iter().for_each(|path| self.changed(path));
            }
            "workspace/didChangeConfiguration" => {
                let settings = given.pointer("/settings/sandtable/inlayOdds");
                self.shows_odds = settings.and_then(Value::as_bool).unwrap_or(true);
            }
            // `initialized` and `$/setTrace`; whoever carries the messages honours `$/cancelRequest`.
            _ => {}
        }
        Ok(())
    }

    /// Marks everything that reads a file, or has read it, as unchecked.
    fn changed(&mut self, path: &str) {
        // A text may have been added or removed, or names another base now.
        let before = self.readers.remove(path).unwrap_or_default();
        let readers = self.readers_of(path);
        self.unchecked.extend(before);
        self.unchecked.extend(readers.iter().cloned());
        if !readers.iter().any(|ruleset| ruleset == path) {
            // It was checked by itself as long as no ruleset read it.
            self.unchecked.remove(path);
            self.due.extend(self.published.remove(path));
        }
    }

    fn initialize(&mut self, client: &Client) -> lsp::InitializeResult {
        let (encoding, agreed) = match client.knows_bytes() {
            true => (Encoding::Bytes, lsp::PositionEncodingKind::UTF8),
            false => (Encoding::Utf16, lsp::PositionEncodingKind::UTF16),
        };
        self.places = Places::new(client.folder(), encoding);
        self.shows_odds = client.is_on("inlayOdds");
        self.publishes = client.is_on("findings");
        self.lifecycle = Lifecycle::Running;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let info = lsp::ServerInfo::new("sandtable".to_owned(), Some(version));
        lsp::InitializeResult {
            capabilities: capabilities(agreed),
            server_info: Some(info),
        }
    }

    /// Returns the rulesets that read a file, first those of whose own files it is one. One that is outside of any is
    /// checked by itself.
    fn readers_of(&mut self, path: &str) -> Vec<String> {
        if let Some(known) = self.readers.get(path) {
            return known.clone();
        }
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for ruleset in self.workspace.rulesets_here() {
            let Ok(bundle) = self.workspace.load(&ruleset) else {
                continue;
            };
            let mut files = bundle.sources.files();
            let Some((file, _)) = files.find(|(_, source)| source.name == path) else {
                continue;
            };
            let is_own = bundle.layers.last().is_some_and(|layer| layer.has(file));
            match is_own {
                true => own.push(ruleset),
                false => others.push(ruleset),
            }
        }
        own.extend(others);
        if own.is_empty() && !path.ends_with(".toml") {
            own.push(path.to_owned());
        }
        self.readers.insert(path.to_owned(), own.clone());
        own
    }

    /// Returns the analysis of the ruleset that a document belongs to, and its file in it.
    fn analysed(&mut self, uri: &lsp::Uri) -> Option<Spot> {
        let path = self.places.path(uri);
        let ruleset = self.readers_of(&path).into_iter().next()?;
        let analysis = self.workspace.analyse(&ruleset, &[], EFFORT);
        let file = {
            let mut files = analysis.sources().files();
            files.find(|(_, source)| source.name == path)?.0
        };
        Some(Spot {
            analysis,
            ruleset,
            path,
            file,
            offset: 0,
        })
    }

    /// Returns the place in a document that a client asks about.
    fn spot(&mut self, place: &lsp::TextDocumentPositionParams) -> Option<Spot> {
        let spot = self.analysed(&place.text_document.uri)?;
        let offset = self.places.offset(spot.source()?, place.position);
        Some(Spot { offset, ..spot })
    }

    fn formatting(&mut self, asked: &lsp::DocumentFormattingParams) -> Option<Vec<lsp::TextEdit>> {
        let spot = self.analysed(&asked.text_document.uri)?;
        let source = spot.source()?;
        if source.name.ends_with(".toml") {
            return None;
        }
        let mut unheard = sandtable_diagnostic::Diagnostics::default();
        let text = format_file(&source.name, spot.file, &source.text, &mut unheard)?;
        let whole = sandtable_source::Span::new(spot.file, 0, source.text.len());
        let range = self.places.range(source, whole);
        Some(match *text == *source.text {
            true => Vec::new(),
            false => vec![lsp::TextEdit::new(range, text)],
        })
    }

    /// Returns the text of a file of any ruleset, also of a built-in one.
    ///
    /// Errors: there is no such text.
    fn text(&mut self, asked: &lsp::TextDocumentIdentifier) -> Result<String, Refusal> {
        let path = self.places.path(&asked.uri);
        for ruleset in self.workspace.rulesets() {
            let Ok(bundle) = self.workspace.load(&ruleset) else {
                continue;
            };
            let mut files = bundle.sources.files();
            if let Some((_, source)) = files.find(|(_, source)| source.name == path) {
                return Ok(source.text.to_string());
            }
        }
        Err(Refusal::failed(format!("there is no text `{path}`")))
    }
}

impl Spot {
    fn source(&self) -> Option<&SourceFile> {
        self.analysis.sources().get(self.file)
    }
}

fn log(message: &str) -> Value {
    let params = json!({ "type": 2, "message": message });
    notification("window/logMessage", params)
}

/// Answers a message that comes before `initialize`, for which no service is needed.
pub fn before_initialize(message: &Value) -> Vec<Value> {
    match Incoming::read(message) {
        Incoming::Request { id, .. } => vec![response(id, Err(Refusal::too_early()))],
        Incoming::Unreadable { id } => vec![response(id, Err(Refusal::no_request(message)))],
        Incoming::Notification { .. } | Incoming::Response => Vec::new(),
    }
}

/// Returns the answer to a message that is not JSON, with the reason.
pub fn not_json(why: &str) -> Value {
    response(&Value::Null, Err(Refusal::not_json(why)))
}

/// Returns the answer to a message whose frame cannot be read, with the reason.
pub fn bad_frame(why: &str) -> Value {
    response(&Value::Null, Err(Refusal::bad_frame(why)))
}

/// Returns the notification of progress, as [`Watch::progress`] receives it.
pub fn progress(work: Work, progress: Progress) -> Value {
    let kind = match work {
        Work::Exact => "exact",
        Work::Approximate => "approximate",
        Work::Advice => "advice",
        Work::Sample => "sample",
        Work::Table => "table",
        Work::Examples => "examples",
    };
    let value =
        json!({ "kind": "report", "work": kind, "done": progress.done, "about": progress.about });
    notification("$/progress", json!({ "token": "work", "value": value }))
}

/// Returns the path of the folder that a client names in its `initialize`, if it is one on a disk.
pub fn folder(message: &Value) -> Option<String> {
    let client: Client = params(message.get("params")?).ok()?;
    places::disk_path(client.folder()?)
}

fn capabilities(encoding: lsp::PositionEncodingKind) -> lsp::ServerCapabilities {
    let sync = lsp::TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(lsp::TextDocumentSyncKind::Incremental),
        save: Some(true.into()),
        ..Default::default()
    };
    lsp::ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(sync.into()),
        hover_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(vec![".".to_owned(), " ".to_owned(), "\"".to_owned()]),
            ..Default::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..Default::default()
        })),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
                ..Default::default()
            },
        )),
        document_formatting_provider: Some(true.into()),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        inlay_hint_provider: Some(true.into()),
        semantic_tokens_provider: Some(tokens::options().into()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: lenses::COMMANDS.map(str::to_owned).to_vec(),
            ..Default::default()
        }),
        ..Default::default()
    }
}
