//! `sandtable lsp`: the language server on standard input and output.

use std::time::Duration;

use lsp_server::{Connection, Message};
use serde_json::Value;

use super::Exit;
use super::checked::{Kept, opened};
use super::output::Output;
use crate::service::{Service, folder};
use crate::tools::conversation::{Client, Event, converse};

/// The language server takes no arguments; editors start it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Editors start this and talk to it on standard input and output, by the Language Server Protocol. How to set them up is in editors/README.md."
)]
pub(super) struct Arguments {}

pub(super) fn run(output: &Output) -> Exit {
    let (connection, threads) = Connection::stdio();
    let mut editor = Editor { connection };
    let is_in_order = converse(&mut editor, begun);
    // The writer goes on until nobody can send any more.
    drop(editor);
    match (threads.join(), is_in_order) {
        (Ok(()), true) => Exit::Fine,
        (Ok(()), false) => Exit::Findings,
        (Err(error), _) => {
            output.aside(&format!(
                "the messages cannot be read or written: {error}\n"
            ));
            Exit::Usage
        }
    }
}

/// An editor at the other end of standard input and output.
struct Editor {
    connection: Connection,
}

impl Client for Editor {
    fn receive(&mut self, at_most: Option<Duration>) -> Event {
        let received = match at_most {
            None => self.connection.receiver.recv().map_err(|_| Event::Gone),
            Some(at_most) => {
                let received = self.connection.receiver.recv_timeout(at_most);
                received.map_err(|error| match error.is_timeout() {
                    true => Event::Pause,
                    false => Event::Gone,
                })
            }
        };
        let message = received.map(serde_json::to_value);
        match message {
            Ok(Ok(message)) => Event::Message(message),
            // What was read as JSON can be written as JSON.
            Ok(Err(_)) => Event::Pause,
            Err(event) => event,
        }
    }

    fn send(&mut self, message: Value) -> bool {
        match serde_json::from_value::<Message>(message) {
            Ok(message) => self.connection.sender.send(message).is_ok(),
            Err(_) => true,
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
