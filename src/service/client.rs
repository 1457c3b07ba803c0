//! Parameters of a client, reduced to what the service reads: editors send some hundred capabilities with `initialize` and the
//! findings they show with `textDocument/codeAction`, and code that read them all would be a fortieth of the module for browsers.

use gen_lsp_types as lsp;
use serde::Deserialize;
use serde_json::Value;

/// The parameters of `initialize`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Client {
    #[serde(default)]
    capabilities: Capabilities,
    #[serde(default)]
    workspace_folders: Option<Vec<Folder>>,
    #[serde(default)]
    root_uri: Option<lsp::Uri>,
    #[serde(default)]
    initialization_options: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
struct Capabilities {
    #[serde(default)]
    general: Option<General>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct General {
    #[serde(default)]
    position_encodings: Option<Vec<lsp::PositionEncodingKind>>,
}

#[derive(Debug, Deserialize)]
struct Folder {
    uri: lsp::Uri,
}

impl Client {
    /// Returns the folder that the client has open, the first of several; old clients name it as their root.
    pub(crate) fn folder(&self) -> Option<&lsp::Uri> {
        let first = self.workspace_folders.iter().flatten().next();
        first.map(|folder| &folder.uri).or(self.root_uri.as_ref())
    }

    /// Returns whether the client counts columns in bytes of UTF-8.
    pub(crate) fn knows_bytes(&self) -> bool {
        let general = self.capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let encodings = encodings.unwrap_or_default();
        encodings.contains(&lsp::PositionEncodingKind::UTF8)
    }

    /// Returns a switch of the client's own options for this service, on if the client is silent about it.
    pub(crate) fn is_on(&self, switch: &str) -> bool {
        let options = self.initialization_options.as_ref();
        let value = options.and_then(|options| options.get(switch));
        value.and_then(Value::as_bool).unwrap_or(true)
    }
}

/// The parameters of `textDocument/codeAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeActionPlace {
    pub(crate) text_document: lsp::TextDocumentIdentifier,
    pub(crate) range: lsp::Range,
}
