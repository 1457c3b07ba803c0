//! Positions in the types of the protocol: URIs for paths, lines and columns for byte offsets.

use gen_lsp_types::{Location, Position, Range, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use sandtable_source::{Encoding, LineColumn, SourceFile, SourceMap, Span};
use sandtable_workspace::files::BUILT_IN;

/// The URI scheme of texts that are built into the program.
const BUILT_IN_SCHEME: &str = "sandtable-built-in:///";

/// Bytes that have to be percent-encoded in the path of a URI (RFC 3986).
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The folder that a client has opened, and its encoding of columns.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The decoded URI of the folder, with a slash at its end; empty if no folder is open.
    root: String,
    encoding: Encoding,
}

impl Places {
    pub(crate) fn new(root: Option<&Uri>, encoding: Encoding) -> Self {
        let mut root = root.map_or_else(String::new, |root| decoded(&root.0));
        if !root.is_empty() && !root.ends_with('/') {
            root.push('/');
        }
        Self { root, encoding }
    }

    /// Returns the URI of a path of the workspace.
    pub(crate) fn uri(&self, path: &str) -> Uri {
        let encoded = |path: &str| utf8_percent_encode(path, ESCAPED).to_string();
        Uri(match path.strip_prefix(BUILT_IN) {
            Some(inner) => format!("{BUILT_IN_SCHEME}{}", encoded(inner)),
            None if path.starts_with('/') => format!("file://{}", encoded(path)),
            None => encoded(&format!("{}{path}", self.root)),
        })
    }

    /// Returns the path of a URI: below the open folder as the workspace names it, else the whole path.
    pub(crate) fn path(&self, uri: &Uri) -> String {
        let uri = decoded(&uri.0);
        if let Some(inner) = uri.strip_prefix(BUILT_IN_SCHEME) {
            return format!("{BUILT_IN}{inner}");
        }
        match uri.strip_prefix(&self.root) {
            Some(inner) if !self.root.is_empty() => inner.to_owned(),
            Some(_) | None => uri.strip_prefix("file://").unwrap_or(&uri).to_owned(),
        }
    }

    /// Returns the byte offset of a position.
    pub(crate) fn offset(&self, source: &SourceFile, position: Position) -> usize {
        let place = LineColumn {
            line: position.line as usize,
            column: position.character as usize,
        };
        source.offset(place, self.encoding)
    }

    /// Returns the position of a byte offset.
    pub(crate) fn position(&self, source: &SourceFile, offset: usize) -> Position {
        let place = source.line_column(offset, self.encoding);
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(number(place.line), number(place.column))
    }

    /// Returns the range of a span in its text.
    pub(crate) fn range(&self, source: &SourceFile, span: Span) -> Range {
        Range::new(
            self.position(source, span.start),
            self.position(source, span.end),
        )
    }

    /// Returns the location of a span; `None` if its text is not among the sources.
    pub(crate) fn location(&self, sources: &SourceMap, span: Span) -> Option<Location> {
        let source = sources.get(span.file)?;
        Some(Location::new(
            self.uri(&source.name),
            self.range(source, span),
        ))
    }
}

/// Returns the path of a URI on a disk; on Windows it begins with the letter of a drive.
pub(crate) fn disk_path(uri: &Uri) -> Option<String> {
    let uri = decoded(&uri.0);
    let path = uri.strip_prefix("file://")?;
    let drive = path
        .strip_prefix('/')
        .filter(|path| path.get(1..2) == Some(":"));
    Some(drive.unwrap_or(path).to_owned())
}

fn decoded(uri: &str) -> String {
    percent_decode_str(uri).decode_utf8_lossy().into_owned()
}
