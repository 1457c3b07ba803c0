//! Main loop of a language service: messages are answered in order, and rules are checked in pauses between them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde_json::{Value, json};

use crate::service::{Service, before_initialize};

/// The pause in a client's messages after which the rules are checked.
const PAUSE: Duration = Duration::from_millis(20);

/// Maximum length of a message, in bytes: the largest rule file (4 MB) with every character escaped in six, and as much again.
pub const LONGEST: usize = 64 << 20;

/// An event of the connection.
#[derive(Debug)]
pub enum Event {
    /// A message was received.
    Message(Value),
    /// No message was received within the time.
    Pause,
    /// The client closed the connection.
    Gone,
}

/// The connection to a client.
pub trait Client {
    /// Waits for a message, for at most this time; without a time, until there is one.
    fn receive(&mut self, at_most: Option<Duration>) -> Event;

    /// Sends a message; returns whether the connection is still open.
    fn send(&mut self, message: Value) -> bool;
}

/// Answers messages until the client leaves; `begin` creates the service at `initialize`. Returns whether the client left in
/// accordance with the protocol, `shutdown` before `exit`.
pub fn converse(client: &mut impl Client, mut begin: impl FnMut(&Value) -> Service) -> bool {
    let mut service = None;
    loop {
        let is_settled = service.as_ref().is_none_or(Service::is_settled);
        let answers = match client.receive((!is_settled).then_some(PAUSE)) {
            Event::Gone => return false,
            Event::Pause => service
                .as_mut()
                .map(Service::check_pending)
                .unwrap_or_default(),
            Event::Message(message) => {
                let method = message.get("method").and_then(Value::as_str);
                if service.is_none() && method == Some("initialize") {
                    service = Some(begin(&message));
                }
                match &mut service {
                    Some(service) => {
                        let answered = catch_unwind(AssertUnwindSafe(|| service.handle(&message)));
                        answered.unwrap_or_else(|_| vec![slip(&message)])
                    }
                    None if method == Some("exit") => return false,
                    None => before_initialize(&message),
                }
            }
        };
        if !answers.into_iter().all(|answer| client.send(answer)) {
            return false;
        }
        if let Some(is_in_order) = service.as_ref().and_then(Service::exited) {
            return is_in_order;
        }
    }
}

/// Returns the error response to a message that caused a panic.
fn slip(message: &Value) -> Value {
    let text = "this is a slip of Sandtable's own; please report it";
    match message.get("id") {
        Some(id) => json!({
            "jsonrpc": "2.0",
            "id": id,
            "error": { "code": -32603, "message": text }
        }),
        None => json!({
            "jsonrpc": "2.0",
            "method": "window/logMessage",
            "params": { "type": 1, "message": text }
        }),
    }
}
