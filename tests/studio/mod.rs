//! The studio's server as a program of its own: what it reads and writes, and whom it answers.

mod files;
mod http;
mod races;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("sandtable-studio-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Temporary files in a folder and below it.
fn litter(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with(".sandtable-") {
            found.push(path);
        } else if path.is_dir() {
            found.extend(litter(&path));
        }
    }
    found
}

/// A studio on a folder; ends when it is dropped.
struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    token: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["studio", ".", "--no-open", "--port", "0"])
            .current_dir(folder)
            // What is kept for the user goes with the folder of the test.
            .env("XDG_STATE_HOME", folder.join(".state"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let (_, address) = line.trim().split_once("http://").unwrap();
        let (host, token) = address.split_once("/?token=").unwrap();
        Self {
            host: host.to_owned(),
            token: token.to_owned(),
            child,
        }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.host).unwrap()
    }

    fn page(&self) -> Page {
        let address = format!("ws://{}/socket?token={}", self.host, self.token);
        let (socket, _) = tungstenite::client(address, self.connect()).unwrap();
        Page { socket, last: 0 }
    }

    fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The page of a studio.
struct Page {
    socket: WebSocket<TcpStream>,
    last: u64,
}

impl Page {
    fn send(&mut self, method: &str, params: &Value) {
        self.last += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params });
        self.socket
            .send(Message::text(message.to_string()))
            .unwrap();
    }

    /// The answer to the last message.
    fn answer(&mut self) -> Result<Value, String> {
        loop {
            let text = self.socket.read().unwrap().into_text().unwrap();
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == self.last {
                return match message["error"]["message"].as_str() {
                    Some(why) => Err(why.to_owned()),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.send(method, params);
        self.answer()
    }

    fn write(&mut self, path: &str, before: Option<&str>, text: &str) -> Result<Value, String> {
        let asked = json!({ "path": path, "text": text, "before": before });
        self.ask("studio/write", &asked)
    }
}
