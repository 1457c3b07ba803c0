//! The language service as a WebAssembly module, for a worker of a browser.
//!
//! Messages are texts of JSON in UTF-8, in the memory of the module. The page asks for room with [`allocate`], writes a message
//! there and calls [`receive`]; answers go to the imported function `send`. When no more messages wait, it calls
//! [`settle`] as long as [`is_settled`] says no. The module has no files, no clock and no threads; whoever wants to end its
//! work ends the worker.

use std::cell::{Cell, RefCell};

use sandtable_service::{Service, progress};
use sandtable_session::watch::{Probe, Progress, Watch, Work};
use sandtable_workspace::Workspace;
use sandtable_workspace::files::BuiltIn;
use serde_json::Value;

thread_local! {
    static SERVICE: RefCell<Option<Service>> = const { RefCell::new(None) };
    /// The room that was asked for last.
    static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a message of so many bytes.
    #[link_name = "send"]
    fn page_send(start: *const u8, n_bytes: usize);
}

/// Returns the place of room for a message of so many bytes; it is valid until [`receive`].
#[unsafe(no_mangle)]
pub extern "C" fn allocate(n_bytes: usize) -> *mut u8 {
    let mut room = vec![0; n_bytes];
    let start = room.as_mut_ptr();
    // Moving a vector leaves its bytes where they are.
    ROOM.set(room);
    start
}

/// Handles the message in the room that was asked for last.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    // The service says of what is no message that it is none.
    let message: Value = serde_json::from_slice(&ROOM.take()).unwrap_or(Value::Null);
    with_service(|service| {
        let mut answers = service.handle(&message);
        if !service.is_settled() {
            answers.extend(service.check_known());
        }
        answers
    });
}

/// Checks what has changed and sends the findings.
#[unsafe(no_mangle)]
pub extern "C" fn settle() {
    with_service(Service::check_pending);
}

/// Returns 1 if nothing waits for [`settle`], else 0.
#[unsafe(no_mangle)]
pub extern "C" fn is_settled() -> u32 {
    SERVICE.with_borrow(|service| u32::from(service.as_ref().is_none_or(Service::is_settled)))
}

/// Lets the service answer; it begins with the first message.
fn with_service(answer: impl FnOnce(&mut Service) -> Vec<Value>) {
    let answers = SERVICE.with_borrow_mut(|service| {
        let begin = || Service::new(Workspace::new(BuiltIn)).watched(Reporter);
        answer(service.get_or_insert_with(begin))
    });
    answers.iter().for_each(send);
}

fn send(message: &Value) {
    let text = message.to_string();
    // SAFETY: the function is part of the page, which reads the bytes while it runs and keeps none of them; `text` lives longer.
    unsafe { page_send(text.as_ptr(), text.len()) };
}

/// Reports how far work has come. The page says how often it passes that on: there is no clock here.
struct Reporter;

impl Watch for Reporter {
    fn cancelled(&mut self, _work: Work) -> bool {
        false
    }

    fn progress(&mut self, work: Work, done: Progress, _probe: Option<&mut Probe<'_>>) {
        send(&progress(work, done));
    }
}
