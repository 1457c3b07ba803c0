//! `sandtable lsp`: the language server on standard input and output.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::Exit;
use super::checked::{Kept, opened};
use super::output::Output;
use crate::service::{Service, bad_frame, folder, not_json};
use crate::session::watch::{Watch, Work};
use crate::tools::conversation::{Cancellations, Client, Event, LONGEST, converse};
use crate::tools::frames::{self, Frame, Frames};

/// Maximum number of messages that are read before they are answered.
const MOST_WAITING: usize = 16;

/// The language server takes no arguments; editors start it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Editors start this and talk to it on standard input and output, by the Language Server Protocol. How to set them up is in editors/README.md."
)]
pub(super) struct Arguments {}

pub(super) fn run(output: &Output) -> Exit {
    let (inward, inbox) = sync_channel(MOST_WAITING);
    let cancellations = Cancellations::default();
    let noted = cancellations.clone();
    if let Err(error) = thread::Builder::new().spawn(move || read(&inward, &noted)) {
        output.usage(&format!("the server cannot start a thread: {error}"));
        return Exit::Usage;
    }
    let mut editor = Editor {
        inbox,
        trouble: None,
    };
    let watcher = cancellations.clone();
    let is_in_order = converse(&mut editor, &cancellations, |message| {
        begun(message).watched(Cancellable(watcher.clone()))
    });
    match (editor.trouble, is_in_order) {
        (None, true) => Exit::Fine,
        (None, false) => Exit::Findings,
        (Some(error), _) => {
            output.aside(&format!(
                "the messages cannot be read or written: {error}\n"
            ));
            Exit::Usage
        }
    }
}

/// Reads frames from standard input, until it ends or the receiver is closed, and notes cancellations.
fn read(to: &SyncSender<io::Result<Frame>>, cancellations: &Cancellations) {
    let mut frames = Frames::new(io::stdin().lock(), LONGEST);
    while let Some(frame) = frames.read_next().transpose() {
        if let Ok(Frame::Body(body)) = &frame {
            cancellations.note(body);
        }
        let is_over = frame.is_err();
        if to.send(frame).is_err() || is_over {
            return;
        }
    }
}

/// Ends the work for a request that the editor has cancelled.
struct Cancellable(Cancellations);

impl Watch for Cancellable {
    fn cancelled(&mut self, _work: Work) -> bool {
        self.0.concern_current()
    }
}

/// The connection to an editor by standard input and output.
struct Editor {
    inbox: Receiver<io::Result<Frame>>,
    /// The error that ended reading or writing.
    trouble: Option<io::Error>,
}

impl Client for Editor {
    fn receive(&mut self, at_most: Option<Duration>) -> Event {
        loop {
            let received = match at_most {
                None => self.inbox.recv().map_err(|_| Event::Gone),
                Some(at_most) => {
                    let received = self.inbox.recv_timeout(at_most);
                    received.map_err(|error| match error {
                        RecvTimeoutError::Timeout => Event::Pause,
                        RecvTimeoutError::Disconnected => Event::Gone,
                    })
                }
            };
            let answer = match received {
                Ok(Ok(Frame::Body(body))) => match serde_json::from_slice(&body) {
                    Ok(message) => return Event::Message(message),
                    Err(error) => not_json(&error.to_string()),
                },
                Ok(Ok(Frame::Refused(why))) => bad_frame(&why),
                Ok(Err(error)) => {
                    self.trouble = Some(error);
                    return Event::Gone;
                }
                Err(event) => return event,
            };
            if !self.send(answer) {
                return Event::Gone;
            }
        }
    }

    fn send(&mut self, message: Value) -> bool {
        let written = frames::write(&mut io::stdout().lock(), message.to_string().as_bytes());
        if let Err(error) = written {
            self.trouble = Some(error);
        }
        self.trouble.is_none()
    }
}

/// Changes to the folder that the first message names, and creates the service there.
fn begun(message: &Value) -> Service {
    if let Some(folder) = folder(message) {
        // If the folder cannot be entered, rules are searched in the working directory of the client.
        let _ = std::env::set_current_dir(folder);
    }
    Service::new(Kept::into_inner(opened()))
}
