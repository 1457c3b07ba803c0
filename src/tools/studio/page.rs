//! The page, as it was built into `studio/dist`, and the documentation that it shows.

use std::borrow::Cow;

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::diagnostic::Code;

/// The files of the built page.
#[derive(RustEmbed)]
#[folder = "studio/dist/"]
struct Page;

/// The pages of the documentation.
#[derive(RustEmbed)]
#[folder = "docs/"]
struct Documentation;

/// Returns a file of the page.
pub(super) async fn asset(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let data = match path.strip_prefix("docs/") {
        Some(name) => documentation(name),
        None => Page::get(path).map(|file| file.data),
    };
    let Some(data) = data else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    ([(header::CONTENT_TYPE, kind(path))], data).into_response()
}

/// A page of the documentation, or of a finding: `language.md`, `E0301.md`.
fn documentation(name: &str) -> Option<Cow<'static, [u8]>> {
    match name.strip_suffix(".md").and_then(Code::with_name) {
        Some(code) => Some(code.page().as_bytes().into()),
        None => Documentation::get(name).map(|file| file.data),
    }
}

/// The media type of a file, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("md") => "text/markdown; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some(_) | None => "application/octet-stream",
    }
}
