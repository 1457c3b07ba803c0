//! Lines of a text: where they begin and end, and which comments belong to what is below them.

/// Returns the start of the line of a place.
pub(super) fn start_of_line(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |line_feed| line_feed + 1)
}

/// Returns the end of the line of a place, before its line feed.
pub(super) fn end_of_line(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or_default();
    let end = after.find('\n').unwrap_or(after.len());
    let line = after.get(..end).unwrap_or_default();
    at + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Returns the start of the line after that of a place, or the end of the text.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or_default();
    after.find('\n').map_or(text.len(), |end| at + end + 1)
}

/// Returns the blanks that a line begins with.
pub(super) fn indent_of(text: &str, at: usize) -> &str {
    let start = start_of_line(text, at);
    let line = text.get(start..).unwrap_or_default();
    let n_blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..n_blanks).unwrap_or_default()
}

/// Whether only blanks are before a place in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    let before = text.get(start_of_line(text, at)..at);
    before.unwrap_or_default().trim().is_empty()
}

/// Returns the place after blanks, line ends and comments.
pub(super) fn after_blank(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let after = text.get(at..).unwrap_or_default();
        at += after.len() - after.trim_start().len();
        if !text.get(at..).unwrap_or_default().starts_with('#') {
            return at;
        }
        at = end_of_line(text, at);
    }
}

/// Returns the end of the comments directly below a line; those above a heading without a blank line belong to that.
pub(super) fn end_of_comments(text: &str, line_end: usize, next_heading: usize) -> usize {
    let mut end = line_end;
    loop {
        let start = next_line(text, end);
        if start >= next_heading {
            // All lines up to the heading are comments: they are about what is below them.
            let is_heading = next_heading < text.len();
            return if is_heading { line_end } else { end };
        }
        let next = end_of_line(text, start);
        let line = text.get(start..next).unwrap_or_default();
        if !line.trim_start().starts_with('#') {
            return end;
        }
        end = next;
    }
}

/// Returns where what begins in a line begins with the comments directly above it. A comment of the form `# --- Title` is the title
/// of all that follows.
pub(super) fn start_of_comments(text: &str, line_start: usize) -> usize {
    let mut start = line_start;
    while start > 0 {
        let above = start_of_line(text, start - 1);
        let line = text.get(above..start).unwrap_or_default().trim();
        let comment = line.strip_prefix('#').map(str::trim_start);
        match comment {
            Some(comment) if !comment.starts_with("---") => start = above,
            Some(_) | None => break,
        }
    }
    start
}

/// Returns the text with something else in place of a range.
pub(super) fn spliced(text: &str, range: std::ops::Range<usize>, with: &str) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    format!("{before}{with}{after}")
}
