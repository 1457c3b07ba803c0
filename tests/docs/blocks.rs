//! Markdown, as far as these tests read it: fenced blocks and the comments before them.

/// One fenced block.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Behind the opening fence: `rules`, `rules,mistake`, `text`.
    pub(super) info: String,
    pub(super) text: String,
    /// In the hidden comment above it: `file: rules/my-game/game.rules`.
    pub(super) comment: Option<String>,
    /// The line of the opening fence, from 0.
    pub(super) line: usize,
    /// The last `##` title above it.
    pub(super) section: String,
}

/// The fenced blocks of a document, in order.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    let mut comment = None;
    let mut section = String::new();
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(Block {
                    info: info.to_owned(),
                    text: String::new(),
                    comment: comment.take(),
                    line: number,
                    section: section.clone(),
                });
            }
            (None, None) => {
                if let Some(title) = line.strip_prefix("## ") {
                    title.clone_into(&mut section);
                }
                if let Some(inner) = line.strip_prefix("<!-- ") {
                    comment = inner.strip_suffix(" -->").map(str::to_owned);
                }
            }
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

/// Without blanks at the ends of lines and empty lines around.
pub(super) fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Puts other texts into blocks; they are named by their lines.
pub(super) fn replaced(text: &str, changes: &[(usize, String)]) -> String {
    let mut out = String::new();
    let mut skipping = false;
    for (number, line) in text.lines().enumerate() {
        if skipping && line.starts_with("```") {
            skipping = false;
        }
        if !skipping {
            out.push_str(line);
            out.push('\n');
        }
        if let Some((_, change)) = changes.iter().find(|(at, _)| *at == number) {
            out.push_str(change);
            out.push('\n');
            skipping = true;
        }
    }
    out
}
