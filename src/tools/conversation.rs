//! Main loop of a language service: messages are answered in order, and rules are checked in pauses between them. A request that
//! its client cancels is not begun, and ends early if it has begun.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::service::{Service, before_initialize};

/// The pause in a client's messages after which the rules are checked.
const PAUSE: Duration = Duration::from_millis(4);

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

/// Maximum length of a message that is a cancellation, in bytes.
const LONGEST_CANCELLATION: usize = 512;

/// Code of the response to a cancelled request, in the Language Server Protocol.
const REQUEST_CANCELLED: i32 = -32800;

/// The requests that a client has cancelled, shared by whoever reads its messages and whoever answers them: a cancellation is
/// noted when it is read, which may be before or while its request is answered.
#[derive(Debug, Clone, Default)]
pub struct Cancellations(Arc<Mutex<Requests>>);

#[derive(Debug, Default)]
struct Requests {
    /// The ids, as JSON, of cancelled requests whose cancellations are still among the messages to be handled.
    cancelled: BTreeSet<String>,
    /// The id, as JSON, of the request that is being answered.
    current: Option<String>,
}

impl Cancellations {
    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the text of a message if it is a cancellation. Call this as soon as a message is read, and hand the message on.
    pub fn note(&self, text: &[u8]) {
        if text.len() > LONGEST_CANCELLATION {
            return;
        }
        // A text that is not JSON is answered in its turn.
        let message = serde_json::from_slice(text).ok();
        if let Some(id) = message.and_then(|message| cancelled_id(&message)) {
            self.requests().cancelled.insert(id);
        }
    }

    /// Returns whether the request that is being answered has been cancelled.
    pub fn concern_current(&self) -> bool {
        let requests = self.requests();
        let current = requests.current.as_ref();
        current.is_some_and(|id| requests.cancelled.contains(id))
    }

    /// Begins to handle a message; returns whether it is a request that has been cancelled already.
    fn begin(&self, message: &Value) -> bool {
        let id = message.get("id").map(Value::to_string);
        let mut requests = self.requests();
        if let Some(id) = cancelled_id(message) {
            // Messages are handled in order: its request has been answered.
            requests.cancelled.remove(&id);
        }
        requests.current = id;
        let current = requests.current.as_ref();
        current.is_some_and(|id| requests.cancelled.contains(id))
    }
}

/// Returns the id, as JSON, of the request that a message cancels.
fn cancelled_id(message: &Value) -> Option<String> {
    let method = message.get("method").and_then(Value::as_str);
    let id = message.pointer("/params/id");
    id.filter(|_| method == Some("$/cancelRequest"))
        .map(Value::to_string)
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
pub fn converse(
    client: &mut impl Client,
    cancellations: &Cancellations,
    mut begin: impl FnMut(&Value) -> Service,
) -> bool {
    let mut service = None;
    loop {
        let is_settled = service.as_ref().is_none_or(Service::is_settled);
        let event = client.receive((!is_settled).then_some(PAUSE));
        let is_request = matches!(&event, Event::Message(message) if message.get("id").is_some());
        let answers = match event {
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
                    Some(_) if cancellations.begin(&message) => vec![cancelled(&message)],
                    Some(service) => {
                        let answered = catch_unwind(AssertUnwindSafe(|| service.handle(&message)));
                        let is_refusal = |one: &Value| one.get("error").is_some();
                        match answered {
                            Err(_) => vec![slip(&message)],
                            Ok(answers)
                                if answers.iter().any(is_refusal)
                                    && cancellations.concern_current() =>
                            {
                                vec![cancelled(&message)]
                            }
                            // What was completed in spite of a cancellation is sent.
                            Ok(answers) => answers,
                        }
                    }
                    None if method == Some("exit") => return false,
                    None => before_initialize(&message),
                }
            }
        };
        if !answers.into_iter().all(|answer| client.send(answer)) {
            return false;
        }
        // Whoever asks without a pause sees the findings as soon as an answer has needed them.
        let known = service.as_mut();
        let known = known.filter(|one| is_request && !one.is_settled());
        let known = known.map(Service::check_known).unwrap_or_default();
        if !known.into_iter().all(|findings| client.send(findings)) {
            return false;
        }
        if let Some(is_in_order) = service.as_ref().and_then(Service::exited) {
            return is_in_order;
        }
    }
}

/// Returns the response to a cancelled request.
fn cancelled(request: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": request.get("id"),
        "error": { "code": REQUEST_CANCELLED, "message": "the request was cancelled" }
    })
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
