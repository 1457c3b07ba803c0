//! The language service: messages of the protocol in memory, answers worked out by hand.

mod declarations;
mod frames;
mod games;
mod limits;
mod protocol;
mod shell;
mod studio;

use sandtable::service::Service;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;
use serde_json::{Value, json};

/// A client of a service over texts in memory.
pub(crate) struct Client {
    pub(crate) service: Service,
    n_requests: i64,
}

/// The URI of a file of the folder `/games`.
pub(crate) fn uri(path: &str) -> String {
    format!("file:///games/{path}")
}

impl Client {
    /// A client that has said `initialize`.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let memory: Memory = files.iter().copied().collect();
        Self::over(Workspace::new(memory))
    }

    /// A client of a service over a workspace that has said `initialize`.
    pub(crate) fn over(workspace: Workspace) -> Self {
        let mut client = Self {
            service: Service::new(workspace),
            n_requests: 0,
        };
        let folders = json!([{ "uri": "file:///games", "name": "games" }]);
        let started = client.request(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders }),
        );
        assert!(started["result"]["capabilities"].is_object(), "{started}");
        client.notify("initialized", json!({}));
        client
    }

    /// The whole response.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.n_requests += 1;
        let id = self.n_requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut answers = self.service.handle(&message);
        assert_eq!(answers.len(), 1, "{method}");
        let answer = answers.remove(0);
        assert_eq!(answer["id"], json!(id));
        answer
    }

    /// The result of a request that is answered.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let answers = self.service.handle(&message);
        assert!(answers.is_empty(), "{answers:?}");
    }

    /// Opens a text, and returns the messages of the findings in it.
    pub(crate) fn open(&mut self, path: &str, text: &str) -> Vec<String> {
        let document =
            json!({ "uri": uri(path), "languageId": "sandtable", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.found(path)
    }

    /// The messages of the findings in a text, as they are published now; none if nothing has changed.
    pub(crate) fn found(&mut self, path: &str) -> Vec<String> {
        let published = self.service.check_pending();
        let of_file = published
            .iter()
            .filter(|one| one["params"]["uri"] == uri(path));
        let lists = of_file.flat_map(|one| one["params"]["diagnostics"].as_array().unwrap());
        lists
            .map(|one| one["message"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// A place in a text as the protocol writes it: right before the first appearance of a phrase, and so many UTF-16 units on.
pub(crate) fn place(text: &str, phrase: &str, further: usize) -> Value {
    let at = text.find(phrase).unwrap();
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = text[start..at].encode_utf16().count() + further;
    json!({ "line": line, "character": column })
}
