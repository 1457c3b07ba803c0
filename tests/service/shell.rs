//! The server as an editor starts it: a process with messages on standard input and output.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Self { child, to, from }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some((_, value)) => length = value.parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }
}

/// A folder with a small ruleset that has a slip in it.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor's games");
    fs::create_dir_all(folder.join("rules/duel")).unwrap();
    let rules = "ruleset duel \"Duel\"\n\nroll shot -> hit, miss\n  hit when d6 >= need\n  miss otherwise\n";
    fs::write(folder.join("rules/duel/duel.rules"), rules).unwrap();
    folder
}

#[test]
fn a_server_works_in_the_folder_that_its_client_names() {
    let folder = folder();
    let root = format!("file://{}", folder.display()).replace(' ', "%20");
    let mut server = Server::start();
    let folders = json!([{ "uri": root, "name": "games" }]);
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders });
    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    server.send(&begin);
    let begun = server.receive();
    assert_eq!(begun["result"]["serverInfo"]["name"], "sandtable");
    let path = folder.join("rules/duel/duel.rules");
    let uri = format!("{root}/rules/duel/duel.rules");
    let text = fs::read_to_string(&path).unwrap();
    let document = json!({ "uri": uri, "languageId": "sandtable", "version": 1, "text": text });
    let params = json!({ "textDocument": document });
    let open = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params });
    server.send(&open);
    let published = server.receive();
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["uri"], uri);
    let found = published["params"]["diagnostics"][0]["message"].as_str();
    assert!(found.unwrap().contains("`need`"), "{published}");
    server.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert!(server.receive()["result"].is_null());
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
