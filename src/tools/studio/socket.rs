//! A socket of the page: messages of the language service, and those about files, each a text of its own.
#![expect(
    clippy::disallowed_methods,
    reason = "progress is reported ten times a second at most"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::Shared;
use super::folder::Folder;
use crate::service::{Service, not_json};
use crate::session::watch::{Probe, Progress, Watch, Work};
use crate::tools::conversation::{Cancellations, Client, Event, LONGEST, converse};
use crate::tools::disk::Disk;
use crate::tools::threads::Threads;
use crate::workspace::Workspace;
use crate::workspace::files::{BuiltIn, Layered};

/// The stack of a thread that answers: deep rules are followed deep.
const STACK: usize = 64 << 20;
/// The time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(100);

/// The part of the address behind the question mark.
#[derive(Debug, Deserialize)]
pub(super) struct SocketQuery {
    #[serde(default)]
    token: String,
}

/// Opens a socket to a page that knows the token.
pub(super) async fn open(
    State(shared): State<Shared>,
    Query(asked): Query<SocketQuery>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.knows(&asked.token) {
        let why = "open the address that `sandtable studio` has printed\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.on_upgrade(move |socket| carry(socket, shared.folder))
}

/// Carries messages between a socket and the thread that answers them. Work ends when the page closes its socket.
async fn carry(socket: WebSocket, folder: Arc<Folder>) {
    let (mut sink, mut stream) = socket.split();
    let (inward, inbox) = channel();
    let (outbox, mut outward) = unbounded_channel::<String>();
    let is_closed = Arc::new(AtomicBool::new(false));
    folder.tell(outbox.clone());
    let page = Page {
        inbox,
        outbox: outbox.clone(),
        folder,
    };
    let cancellations = Cancellations::default();
    let watcher = Watcher {
        is_closed: Arc::clone(&is_closed),
        cancellations: cancellations.clone(),
        outbox,
        told: Instant::now(),
    };
    let thread = thread::Builder::new().stack_size(STACK);
    let noted = cancellations.clone();
    if thread
        .spawn(move || answer(page, watcher, &cancellations))
        .is_err()
    {
        return;
    }
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    noted.note(text.as_bytes());
                    if inward.send(text.as_str().to_owned()).is_err() {
                        break;
                    }
                }
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
            text = outward.recv() => {
                let Some(text) = text else {
                    break;
                };
                if sink.send(Message::Text(text.into())).await.is_err() {
                    break;
                }
            }
        }
    }
    is_closed.store(true, Ordering::Relaxed);
}

/// Answers the messages of a page until its connection is closed.
fn answer(mut page: Page, watcher: Watcher, cancellations: &Cancellations) {
    let mut watcher = Some(watcher);
    converse(&mut page, cancellations, |_| {
        let workspace = Workspace::new(Layered::new(Disk, BuiltIn));
        let service = Service::new(workspace.with_workers(Threads::new(None)));
        match watcher.take() {
            Some(watcher) => service.watched(watcher),
            None => service,
        }
    });
}

/// A page at the other end of a socket.
struct Page {
    inbox: Receiver<String>,
    outbox: UnboundedSender<String>,
    folder: Arc<Folder>,
}

impl Client for Page {
    fn receive(&mut self, at_most: Option<Duration>) -> Event {
        loop {
            let received = match at_most {
                None => self.inbox.recv().map_err(|_| Event::Gone),
                Some(at_most) => self
                    .inbox
                    .recv_timeout(at_most)
                    .map_err(|error| match error {
                        RecvTimeoutError::Timeout => Event::Pause,
                        RecvTimeoutError::Disconnected => Event::Gone,
                    }),
            };
            let text = match received {
                Ok(text) => text,
                Err(event) => return event,
            };
            // The service says of what is no message that it is none.
            let answer = match serde_json::from_str(&text) {
                Err(error) => not_json(&error.to_string()),
                Ok(message) => match self.about_files(&message) {
                    Some(answer) => answer,
                    None => return Event::Message(message),
                },
            };
            if !self.send(answer) {
                return Event::Gone;
            }
        }
    }

    fn send(&mut self, message: Value) -> bool {
        self.outbox.send(message.to_string()).is_ok()
    }
}

impl Page {
    /// The answer to a message about files; `None` if it is for the service.
    fn about_files(&self, message: &Value) -> Option<Value> {
        let (id, method) = (message.get("id")?, message.get("method")?.as_str()?);
        let params = message.get("params").unwrap_or(&Value::Null);
        Some(match self.folder.answer(method, params, &self.outbox)? {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(why) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32803, "message": why } })
            }
        })
    }
}

/// Ends work for a page whose connection is closed, or that cancels it, and reports the progress to one that waits.
struct Watcher {
    is_closed: Arc<AtomicBool>,
    cancellations: Cancellations,
    outbox: UnboundedSender<String>,
    told: Instant,
}

impl Watch for Watcher {
    fn cancelled(&mut self, _work: Work) -> bool {
        self.is_closed.load(Ordering::Relaxed) || self.cancellations.concern_current()
    }

    fn progress(&mut self, work: Work, progress: Progress, _probe: Option<&mut Probe<'_>>) {
        if self.told.elapsed() < BETWEEN {
            return;
        }
        self.told = Instant::now();
        let message = crate::service::progress(work, progress);
        // A failure means that the connection is closed.
        let _ = self.outbox.send(message.to_string());
    }
}
