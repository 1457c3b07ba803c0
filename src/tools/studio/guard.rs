//! Access control of the server: only pages that it served itself, opened by its address with the token.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Length of a token in bytes, which makes it infeasible to guess.
const TOKEN_BYTES: usize = 16;

/// Makes a token.
///
/// Errors: the system has no random numbers.
pub(super) fn new_token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text has the form of a token.
pub(super) fn is_token(text: &str) -> bool {
    text.len() == 2 * TOKEN_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The address of a server, and the token in it.
#[derive(Debug)]
pub(super) struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// The guard of an address with this token.
    pub(super) fn new(address: SocketAddr, token: String) -> Self {
        Self {
            port: address.port(),
            token,
        }
    }

    /// The address to open, token included.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Whether a token is that of the address. All of it is compared, so that the time says nothing.
    pub(super) fn knows(&self, token: &str) -> bool {
        let pairs = self.token.bytes().zip(token.bytes());
        let differences = pairs.fold(0, |sum, (one, other)| sum | (one ^ other));
        token.len() == self.token.len() && differences == 0
    }

    /// Whether a header names this server, by one of the names of the loopback address.
    fn is_here(&self, value: &HeaderValue, scheme: &str) -> bool {
        let hosts = ["127.0.0.1", "localhost"];
        let known = |host: &str| format!("{scheme}{host}:{}", self.port);
        hosts
            .into_iter()
            .any(|host| value.as_bytes() == known(host).as_bytes())
    }

    /// Whether a request is meant for this server and comes from a page of it, or from no page.
    fn admits(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST);
        let origin = headers.get(header::ORIGIN);
        host.is_some_and(|host| self.is_here(host, ""))
            && origin.is_none_or(|origin| self.is_here(origin, "http://"))
    }
}

/// Restricts the page to itself: it loads nothing from elsewhere and sends nothing there, and no other page frames it.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
    connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// The headers that every answer has, a refusal too.
const RESTRICTIONS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
];

/// Adds the headers that restrict the page.
pub(super) async fn restrict(mut answer: Response) -> Response {
    answer.headers_mut().extend(RESTRICTIONS);
    answer
}

/// Refuses requests for another host, and of pages of another origin, and methods that ask for nothing here.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    if !guard.admits(request.headers()) {
        let why = "this address answers only pages of its own\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    match *request.method() {
        Method::GET | Method::HEAD => next.run(request).await,
        _ => {
            let why = "the studio is read with GET; what is written goes over its socket\n";
            let allow = [(header::ALLOW, "GET, HEAD")];
            (StatusCode::METHOD_NOT_ALLOWED, allow, why).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddr};

    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Guard, is_token, new_token};

    #[test]
    fn only_pages_of_its_own_are_admitted() {
        let token = new_token().unwrap();
        let guard = Guard::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 4711)), token);
        let admits = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            guard.admits(&headers)
        };
        assert!(admits("127.0.0.1:4711", None));
        assert!(admits("localhost:4711", Some("http://localhost:4711")));
        assert!(!admits("evil.example", None));
        assert!(!admits("127.0.0.1:4712", None));
        assert!(!admits("127.0.0.1:4711", Some("http://evil.example")));
        assert!(!admits("127.0.0.1:4711", Some("null")));
        assert!(!guard.admits(&HeaderMap::new()));
    }

    #[test]
    fn a_token_is_known_as_a_whole() {
        let token = new_token().unwrap();
        let guard = Guard::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 1)), token.clone());
        assert!(guard.address().ends_with(&format!("token={token}")));
        assert_eq!(token.len(), 32);
        assert!(is_token(&token) && !is_token(token.split_at(31).0));
        assert!(guard.knows(&token));
        assert!(!guard.knows(""));
        assert!(!guard.knows(token.split_at(31).0));
        assert!(!guard.knows(&format!("{token}0")));
    }
}
