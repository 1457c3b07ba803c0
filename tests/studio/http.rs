//! Requests to the studio's server: which are answered, with what headers, and how long it waits for them.

use std::fs;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use sandtable::tools::studio::REQUEST_TIME;

use super::{Server, folder};

/// The head of the answer to a request.
fn head(server: &Server, method: &str, path: &str, more: &str) -> String {
    let mut stream = server.connect();
    let host = match more.contains("Host:") {
        true => String::new(),
        false => format!("Host: {}\r\n", server.host),
    };
    let request = format!("{method} {path} HTTP/1.1\r\n{host}{more}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer);
    let (head, _) = answer.split_once("\r\n\r\n").unwrap();
    head.to_lowercase()
}

#[test]
fn every_answer_has_the_same_restrictions_and_methods_that_ask_for_nothing_are_refused() {
    let place = folder("http");
    let server = Server::start(&place);
    let allowed = [
        ("GET", "/", "", 200),
        ("HEAD", "/", "", 200),
        ("GET", "/docs/limits.md", "", 200),
        ("GET", "/no-such-page", "", 404),
        ("GET", "/", "Host: example.org\r\n", 403),
        ("GET", "/", "Origin: https://example.org\r\n", 403),
        ("GET", "/socket", "", 400),
    ];
    let methods = [
        "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND",
    ];
    let refused = ["/", "/socket", "/docs/limits.md"]
        .into_iter()
        .flat_map(|path| methods.map(|method| (method, path, "", 405)));
    for (method, path, more, status) in allowed.into_iter().chain(refused) {
        let head = head(&server, method, path, more);
        let asked = format!("{method} {path} {more}: {head}");
        assert!(head.starts_with(&format!("http/1.1 {status} ")), "{asked}");
        assert_eq!(
            head.contains("\r\nallow: get, head"),
            status == 405,
            "{asked}"
        );
        for header in [
            "content-security-policy: default-src 'self';",
            "cache-control: no-cache",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
        ] {
            assert_eq!(head.matches(header).count(), 1, "{header}: {asked}");
        }
    }
    drop(server);
    fs::remove_dir_all(place).unwrap();
}

/// How long a connection is kept on which these bytes are sent, and then one more each second.
fn kept(server: &Server, first: &str) -> Duration {
    let mut stream = server.connect();
    let start = Instant::now();
    stream.write_all(first.as_bytes()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(1)))
        .unwrap();
    loop {
        let mut byte = [0];
        match stream.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => continue,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(_) => {}
        }
        // It may be closed by now: the next attempt to read says so.
        let _ = stream.write_all(b"a");
        assert!(start.elapsed() < 3 * REQUEST_TIME, "{first:?} is kept");
    }
    start.elapsed()
}

#[test]
fn a_request_that_is_sent_in_part_ends() {
    let place = folder("slow");
    let server = Server::start(&place);
    let host = &server.host;
    let requests = [
        "G".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: "),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n"),
    ];
    thread::scope(|scope| {
        let waits = requests.map(|first| {
            let server = &server;
            scope.spawn(move || kept(server, &first))
        });
        for wait in waits {
            let kept = wait.join().unwrap();
            assert!(kept < REQUEST_TIME + Duration::from_secs(4), "{kept:?}");
        }
    });
    // Others are answered all the time.
    assert!(head(&server, "GET", "/", "").starts_with("http/1.1 200 "));
    drop(server);
    fs::remove_dir_all(place).unwrap();
}
