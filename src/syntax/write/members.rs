//! Lists of a text whose members can change places: the phases of a sequence, the optional rules. Members are blocks of whole lines with
//! the comments directly above them; nothing in them is rewritten.

use super::readable::checked;
use crate::ast::walk::blocks;
use crate::ast::{Block, File, Item, Statement};
use sandtable_source::{FileId, Span};
use std::ops::Range;

/// A sort of list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberSort {
    /// Phases of one block.
    Phases,
    /// Optional rules of a text.
    Options,
}

impl MemberSort {
    /// The word for its members.
    pub fn word(self) -> &'static str {
        match self {
            Self::Phases => "phases",
            Self::Options => "options",
        }
    }
}

/// Declarations or statements whose order can be changed.
#[derive(Debug, Clone)]
pub struct MemberList {
    /// Its sort.
    pub sort: MemberSort,
    /// The titles of the blocks around it, outermost first: `The battle, repeat 6 times`; empty for declarations.
    pub of: String,
    /// In the order of the text; two or more.
    pub members: Vec<Member>,
}

/// A member of a list.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its title, else its name.
    pub title: String,
    /// Its head line.
    pub head: Span,
}

/// Returns the lists of a file that have two members or more.
pub fn member_lists(file: &File, text: &str) -> Vec<MemberList> {
    let mut lists = Vec::new();
    let mut options = Vec::new();
    for item in &file.items {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "nothing else has such members"
        )]
        match &item.value {
            Item::Procedure(procedure) => {
                let title = procedure
                    .head
                    .title
                    .as_ref()
                    .unwrap_or(&procedure.head.name);
                phases(&procedure.body, &title.value, text, &mut lists);
            }
            Item::Option(option) => {
                let title = option.head.title.as_ref().unwrap_or(&option.head.name);
                options.push(Member {
                    name: option.head.name.value.clone(),
                    title: title.value.clone(),
                    head: item.span,
                });
            }
            _ => {}
        }
    }
    lists.push(MemberList {
        sort: MemberSort::Options,
        of: String::new(),
        members: options,
    });
    lists.retain(|list| list.members.len() > 1);
    lists
}

/// Adds the phases of a block and of those below it; `of` has the titles of the blocks around them.
fn phases(block: &Block, of: &str, text: &str, lists: &mut Vec<MemberList>) {
    let members = block.iter().filter_map(|statement| {
        let (name, title) = phase(statement)?;
        Some(Member {
            name,
            title,
            head: statement.kind.span,
        })
    });
    lists.push(MemberList {
        sort: MemberSort::Phases,
        of: of.to_owned(),
        members: members.collect(),
    });
    for statement in block {
        let below = blocks(statement);
        if !below.is_empty() {
            let own =
                phase(statement).map_or_else(|| head_words(statement, text), |(_, title)| title);
            let of = format!("{of}, {own}");
            below
                .into_iter()
                .for_each(|block| phases(block, &of, text, lists));
        }
    }
}

/// Returns the name and the title of a statement that is a phase.
fn phase(statement: &Statement) -> Option<(String, String)> {
    let (name, title) = statement.phase()?;
    let title = title.unwrap_or(name);
    Some((name.value.clone(), title.value.clone()))
}

/// Returns the first line of a statement without its colon.
fn head_words(statement: &Statement, text: &str) -> String {
    let span = statement.kind.span;
    let own = text.get(span.start..span.end).unwrap_or_default();
    let line = own.lines().next().unwrap_or_default();
    line.split('#')
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', ':'])
        .to_owned()
}

impl MemberList {
    /// Returns the text with a member at the place of another, laid out as the formatter does if it was before.
    ///
    /// Errors: there is no such member, or the result would not be read, in words.
    pub fn moved(
        &self,
        name: &str,
        file: FileId,
        text: &str,
        from: usize,
        to: usize,
    ) -> Result<String, String> {
        let heads: Vec<Span> = self.members.iter().map(|member| member.head).collect();
        moved_blocks(name, file, text, &heads, from, to)
    }
}

/// Returns the text with one of several blocks at the place of another. A block is given by its first line.
///
/// Errors: there is no such block, or the result would not be read, in words.
pub(super) fn moved_blocks(
    name: &str,
    file: FileId,
    text: &str,
    heads: &[Span],
    from: usize,
    to: usize,
) -> Result<String, String> {
    if from >= heads.len() || to >= heads.len() {
        return Err(format!(
            "there is no place {} in this list",
            from.max(to) + 1
        ));
    }
    let slots: Vec<Range<usize>> = heads.iter().map(|head| block_around(text, *head)).collect();
    let mut ordered = slots.clone();
    let member = ordered.remove(from);
    ordered.insert(to, member);
    let mut result = String::with_capacity(text.len());
    let mut next = 0;
    for (slot, block) in slots.iter().zip(ordered) {
        for part in [next..slot.start, block] {
            // The range between two blocks is empty or forward, unless they overlap.
            let part = text
                .get(part)
                .ok_or("these lines do not follow each other")?;
            result.push_str(part);
        }
        next = slot.end;
    }
    result.push_str(text.get(next..).unwrap_or_default());
    checked(name, file, text, result)
}

/// Returns the lines of a block without the end of the last: from the comments directly above its first line, as far as they are no
/// heading, to the last line that is indented deeper.
pub fn block_around(text: &str, head: Span) -> Range<usize> {
    let line_start = |at: usize| {
        text.get(..at)
            .unwrap_or_default()
            .rfind('\n')
            .map_or(0, |end| end + 1)
    };
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut start = line_start(head.start);
    let own = text.get(start..).unwrap_or_default();
    let depth = indent(own);
    while start > 0 {
        let above = line_start(start - 1);
        let line = text.get(above..start).unwrap_or_default().trim();
        let is_heading = line.trim_start_matches(['#', ' ']).starts_with("---");
        if !line.starts_with('#') || is_heading {
            break;
        }
        start = above;
    }
    let first = line_start(head.start);
    let mut end = first;
    let mut at = first;
    for (number, line) in own.split_inclusive('\n').enumerate() {
        let is_blank = line.trim().is_empty();
        if number > 0 && !is_blank && indent(line) <= depth {
            break;
        }
        if !is_blank {
            end = at + line.trim_end().len();
        }
        at += line.len();
    }
    start..end
}
