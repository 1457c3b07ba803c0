//! `sandtable lsp`: the language server on standard input and output.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use lsp_server::{Connection, Message};
use serde_json::{Value, json};

use super::Exit;
use super::checked::{Kept, opened};
use super::output::Output;
use crate::service::{Service, folder};

/// The language server takes no arguments; editors start it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Editors start this and talk to it on standard input and output, by the Language Server Protocol. How to set them up is in editors/README.md."
)]
pub(super) struct Arguments {}

/// The pause in a client's messages after which the rules are checked.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn run(output: &Output) -> Exit {
    let (connection, threads) = Connection::stdio();
    let ended = serve(&connection);
    // The writer goes on until nobody can send any more.
    drop(connection);
    match threads.join() {
        Ok(()) => ended,
        Err(error) => {
            output.aside(&format!(
                "the messages cannot be read or written: {error}\n"
            ));
            Exit::Usage
        }
    }
}

/// Answers until the client leaves.
fn serve(connection: &Connection) -> Exit {
    let mut service = None;
    loop {
        let waiting = match service.as_ref().is_none_or(Service::is_settled) {
            true => None,
            false => Some(connection.receiver.recv_timeout(PAUSE)),
        };
        let message = match waiting {
            Some(Ok(message)) => message,
            Some(Err(_)) => {
                let found = service.as_mut().map(Service::settle);
                if !send(connection, found.unwrap_or_default()) {
                    return Exit::Findings;
                }
                continue;
            }
            None => match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => return Exit::Findings,
            },
        };
        let Ok(message) = serde_json::to_value(&message) else {
            continue;
        };
        let service = service.get_or_insert_with(|| begun(&message));
        let answered = catch_unwind(AssertUnwindSafe(|| service.handle(&message)));
        let answers = answered.unwrap_or_else(|_| vec![slip(&message)]);
        if !send(connection, answers) {
            return Exit::Findings;
        }
        match service.exited() {
            Some(true) => return Exit::Fine,
            Some(false) => return Exit::Findings,
            None => {}
        }
    }
}

/// Goes to the folder that the first message names, and begins there.
fn begun(message: &Value) -> Service {
    if let Some(folder) = folder(message) {
        // What cannot be entered has no rules: they are looked for where the client started the server.
        let _ = std::env::set_current_dir(folder);
    }
    Service::new(Kept::into_inner(opened()))
}

/// Whether there is still somebody to send to.
fn send(connection: &Connection, messages: Vec<Value>) -> bool {
    let messages = messages.into_iter();
    let mut messages =
        messages.filter_map(|message| serde_json::from_value::<Message>(message).ok());
    messages.all(|message| connection.sender.send(message).is_ok())
}

/// The answer to a message over which we have stumbled.
fn slip(message: &Value) -> Value {
    let text = "this is a slip of Sandtable's own; please report it";
    match message.get("id") {
        Some(id) => json!({ "id": id, "error": { "code": -32603, "message": text } }),
        None => json!({
            "method": "window/logMessage",
            "params": { "type": 1, "message": text }
        }),
    }
}
