//! Messages that no editor sends: each is answered with an error, and the next one as if nothing had been.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use sandtable::tools::conversation::LONGEST;
use sandtable::tools::frames::{Frame, Frames};
use serde_json::{Value, json};

/// Longer than any answer takes; a server that hangs fails here.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    to: ChildStdin,
    answers: Receiver<Value>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .arg("lsp")
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = std::io::BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut frames = Frames::new(from, LONGEST);
            while let Ok(Some(Frame::Body(body))) = frames.read_next() {
                let _ = sender.send(serde_json::from_slice(&body).unwrap());
            }
        });
        Self { child, to, answers }
    }

    fn begun() -> Self {
        let mut server = Self::start();
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        server
            .send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }));
        assert!(server.receive()["result"]["capabilities"].is_object());
        server
    }

    fn send(&mut self, message: &Value) {
        self.send_body(message.to_string().as_bytes());
    }

    fn send_body(&mut self, body: &[u8]) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        self.send_bytes(body);
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.to.write_all(bytes).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        self.answers.recv_timeout(PATIENCE).unwrap()
    }

    /// That the next answer is an error with this code and id, and that a request behind it is answered.
    fn assert_refused(&mut self, code: i64, id: &Value, what: &str) {
        let answer = self.receive();
        assert_eq!(answer["error"]["code"], code, "{what}: {answer}");
        assert_eq!(&answer["id"], id, "{what}: {answer}");
        assert!(
            answer.get("id").is_some() && !answer["error"]["message"].as_str().unwrap().is_empty()
        );
        self.send(&json!({ "jsonrpc": "2.0", "id": "next", "method": "sandtable/rulesets", "params": {} }));
        let next = self.receive();
        assert_eq!(next["id"], "next", "{what}: {next}");
        assert!(next["result"].is_array(), "{what}: {next}");
    }

    /// Ends the input; gives the exit code and what was said on standard error.
    fn end(self) -> (Option<i32>, String) {
        let Self { mut child, to, .. } = self;
        drop(to);
        let mut said = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        (child.wait().unwrap().code(), said)
    }
}

#[test]
fn frames_that_cannot_be_read_cost_one_answer() {
    let mut server = Server::begun();
    for head in [
        "Content-Length: -5\r\n\r\n",
        "Content-Length: many\r\n\r\n{\"jsonrpc\": \"2.0\"}",
        "Content-Length: 99999999999999999999999\r\n\r\n{}",
        "Content-Length: 9999999999\r\n\r\n",
        "Content-Type: application/json\r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "nothing of the sort\r\n\r\n",
    ] {
        server.send_bytes(head.as_bytes());
        server.assert_refused(-32600, &Value::Null, head);
    }
    let (code, said) = server.end();
    assert_eq!((code, said.as_str()), (Some(1), ""));
}

#[test]
fn a_message_that_is_really_too_long_is_skipped() {
    let mut server = Server::begun();
    let piece = vec![b'"'; 1 << 20];
    server.send_bytes(format!("Content-Length: {}\r\n\r\n", LONGEST + 1).as_bytes());
    for _ in 0..LONGEST >> 20 {
        server.send_bytes(&piece);
    }
    server.send_bytes(b"\"");
    server.assert_refused(-32600, &Value::Null, "too long");
}

#[test]
fn bodies_that_are_no_requests_cost_one_answer() {
    let mut server = Server::begun();
    let deep = "[".repeat(100_000);
    let not_json: [&[u8]; 6] = [
        b"",
        b"{",
        b"{\"id\": 1,}",
        b"\xff\xfe{}",
        b"{\"a\": \"\xc3\x28\"}",
        deep.as_bytes(),
    ];
    for body in not_json {
        server.send_body(body);
        server.assert_refused(
            -32700,
            &Value::Null,
            &String::from_utf8_lossy(&body[..body.len().min(20)]),
        );
    }
    for (body, id) in [
        (json!(5), Value::Null),
        (json!("initialize"), Value::Null),
        (json!(null), Value::Null),
        (json!({}), Value::Null),
        (json!([]), Value::Null),
        (
            json!([{ "jsonrpc": "2.0", "id": 1, "method": "sandtable/rulesets" }]),
            Value::Null,
        ),
        (json!({ "jsonrpc": "2.0", "id": 7 }), json!(7)),
        (json!({ "jsonrpc": "2.0", "id": 7, "method": 5 }), json!(7)),
        (
            json!({ "jsonrpc": "2.0", "id": [7], "method": "sandtable/rulesets" }),
            Value::Null,
        ),
        (json!({ "jsonrpc": "2.0", "method": null }), Value::Null),
    ] {
        server.send(&body);
        server.assert_refused(-32600, &id, &body.to_string());
    }
    server.send(&json!({ "jsonrpc": "2.0", "id": 8, "method": "sandtable/nothing" }));
    server.assert_refused(-32601, &json!(8), "unknown method");
    for params in [
        json!(null),
        json!([1, 2]),
        json!({ "textDocument": 5 }),
        json!("text"),
    ] {
        let body =
            json!({ "jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": params });
        server.send(&body);
        server.assert_refused(-32602, &json!(9), &body.to_string());
    }
    // A response to no request is none of ours; nothing is said about it.
    server.send(&json!({ "jsonrpc": "2.0", "id": 3, "result": null }));
    server.send(&json!({ "jsonrpc": "2.0", "id": 10, "method": "shutdown" }));
    assert_eq!(
        server.receive(),
        json!({ "jsonrpc": "2.0", "id": 10, "result": null })
    );
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.end(), (Some(0), String::new()));
}

#[test]
fn what_comes_before_initialize_begins_nothing() {
    let mut server = Server::start();
    server.send_body(b"nonsense");
    assert_eq!(server.receive()["error"]["code"], -32700);
    server.send(&json!([]));
    assert_eq!(server.receive()["error"]["code"], -32600);
    server.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "sandtable/rulesets" }));
    assert_eq!(server.receive()["error"]["code"], -32002);
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    server.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "initialize", "params": params }));
    assert!(server.receive()["result"]["capabilities"].is_object());
}

#[test]
fn an_input_that_ends_in_the_middle_is_told() {
    let mut server = Server::begun();
    server.send_bytes(b"Content-Length: 50\r\n\r\n{\"jsonrpc\":");
    let (code, said) = server.end();
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "the messages cannot be read or written: the input ended in the middle of a message\n"
    );
}

/// What a server answers to a request, by its id.
fn answer_to<'a>(answers: &'a [Value], id: &str) -> &'a Value {
    answers.iter().find(|answer| answer["id"] == id).unwrap()
}

#[test]
fn a_cancelled_request_is_not_begun_and_ends_if_it_has_begun() {
    let mut server = Server::begun();
    let sample = json!({ "scenario": "pips/outpost", "games": 1_000_000 });
    let list = json!({ "ruleset": "pips" });
    let messages = [
        json!({ "jsonrpc": "2.0", "id": "long", "method": "sandtable/sample", "params": sample }),
        json!({ "jsonrpc": "2.0", "id": "behind", "method": "sandtable/catalogue", "params": list }),
        json!({ "jsonrpc": "2.0", "id": "last", "method": "sandtable/rulesets", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "behind" } }),
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "long" } }),
    ];
    for message in &messages {
        server.send(message);
        // The long one has begun before the others come, unless the machine is very slow.
        thread::sleep(Duration::from_millis(200));
    }
    let answers: Vec<Value> = (0..3).map(|_| server.receive()).collect();
    // Of a million games, which would take a quarter of an hour, those done so far.
    let long = answer_to(&answers, "long");
    let played = long["result"]["games"].as_u64();
    let is_cancelled = long["error"]["code"] == -32800;
    assert!(
        is_cancelled || played.is_some_and(|n| n < 1_000_000),
        "{long}"
    );
    assert_eq!(answer_to(&answers, "behind")["error"]["code"], -32800);
    assert!(answer_to(&answers, "last")["result"].is_array());
    // An id may be used again.
    server.send(&messages[1]);
    assert!(server.receive()["result"].is_object());
}
