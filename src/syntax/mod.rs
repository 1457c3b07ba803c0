//! Text to tree as written.
//!
//! [`layout`] cuts the text into blocks of logical lines, [`grammar`] parses one line, [`build`] makes the tree of it,
//! and [`reader`] hangs the lines together. Every broken line is reported, the rest is still read. No name is
//! looked up here.

// What pest generates names it so: without `std`, pest does not look at the stack before each step, which takes as long
// as the step. How deep a line may nest is bounded before it is parsed.
extern crate alloc;

pub mod ast;
mod build;
mod citations;
pub mod construct;
pub mod dice;
mod error_item;
mod foreign_punctuation;
mod format;
mod grammar;
mod keyword;
mod layout;
pub mod markdown;
mod moves;
pub mod overlay;
mod pair_cursor;
mod poison;
mod prose_tables;
mod reader;
mod recovery_hints;
mod write;

pub use build::declaration::NEWEST_LANGUAGE;
pub use citations::{Citation, Does, citations_in, citations_of};
pub use format::format_text;
pub use keyword::{KEYWORDS, Keyword, KeywordKind, is_keyword, keywords};
pub use moves::parse_moves;
pub use poison::Poison;
pub use write::{
    Grid, GridRow, GridSort, Member, MemberList, MemberSort, RowEdit, block_around, dice_text,
    grids, member_lists, rules_text, value_text,
};

use ast::Item;
use grammar::Rule;
use pair_cursor::Node;
use reader::Reader;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span, Spanned};

/// The largest rule file that is read, in bytes.
pub const LARGEST_FILE: usize = 4 << 20;

/// Lays out a file of that name, rules or a Markdown draft; `None` if it has errors.
///
/// Reports: as [`parse`].
pub fn format_file(
    name: &str,
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    match markdown::is_markdown(name) {
        true => markdown::format(file, text, diagnostics),
        false => format_text(file, text, diagnostics),
    }
}

/// Reads one rule file.
///
/// Reports: E0101 to E0112.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> ast::File {
    parse_but(&[], file, text, None, diagnostics)
}

/// A rule file as it was read last, without a finding.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its declarations.
    pub tree: &'a ast::File,
}

/// As [`parse`], after an edit: a declaration whose text is as before is taken over.
///
/// Reports: E0101 to E0112.
pub fn parse_again(
    file: FileId,
    text: &str,
    before: Before<'_>,
    diagnostics: &mut Diagnostics,
) -> ast::File {
    parse_but(&[], file, text, Some(before), diagnostics)
}

/// Reads one rule file without its examples, which are skipped by their indentation.
///
/// Reports: E0101 to E0112, of the layout of examples too.
pub fn parse_without_examples(
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> ast::File {
    parse_but(&["example"], file, text, None, diagnostics)
}

/// Reads one rule file but for the declarations that begin with certain keywords.
fn parse_but(
    left_out: &[&str],
    file: FileId,
    text: &str,
    before: Option<Before<'_>>,
    diagnostics: &mut Diagnostics,
) -> ast::File {
    if text.len() > LARGEST_FILE {
        diagnostics.push(
            Diagnostic::new(Code::TooLong, "this rule file is larger than 4 MB")
                .label(Span::new(file, 0, 0), "")
                .help("split it: all rule files of a folder form one ruleset"),
        );
        let unread = error_item::unread_file(file, text);
        return ast::File {
            extents: vec![unread.span],
            errors: vec![unread],
            items: Vec::new(),
        };
    }
    let layout = layout::lay_out(file, text, diagnostics);
    let mut reader = Reader::new(file, &layout.text, diagnostics);
    let before = before.map(|before| reader::Unchanged::new(before, text));
    let items = reader.items(&layout.lines, left_out, before.as_ref());
    let aligned = reader.into_aligned();
    let extents = error_item::error_items(file, &layout, &items, &aligned, diagnostics);
    ast::File {
        errors: extents.errors,
        extents: extents.all,
        items,
    }
}

/// The ruleset that a rule file is a variant of, if it says so. Broken lines are left to [`parse`].
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other item begins with this word"
)]
pub fn base_of(file: FileId, text: &str) -> Option<ast::Name> {
    match first_line(file, text, "variant ")? {
        Item::Variant(variant) => Some(variant.base),
        _ => None,
    }
}

/// The title that a rule file gives to its ruleset or variant, else the name; `None` if it has neither. Broken lines are left
/// to [`parse`].
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other item begins with these words"
)]
pub fn title_of(file: FileId, text: &str) -> Option<String> {
    let named = first_line(file, text, "ruleset ").or_else(|| first_line(file, text, "variant "));
    let head = match named? {
        Item::Ruleset(ruleset) => ruleset.head,
        Item::Variant(variant) => variant.head,
        _ => return None,
    };
    Some(head.title.unwrap_or(head.name).value)
}

/// Reads the first line that begins with a keyword; `None` if it cannot be read.
fn first_line(file: FileId, text: &str, keyword: &str) -> Option<Item> {
    let start = match text.starts_with(keyword) {
        true => 0,
        false => {
            // Most texts have none, and `contains` is faster than `find`.
            let needle = format!("\n{keyword}");
            let is_there = text.contains(&needle);
            is_there.then(|| text.find(&needle)).flatten()? + 1
        }
    };
    let line = text.get(start..)?.lines().next()?;
    let code = line.split('#').next().unwrap_or_default().trim_end();
    let span = Span::new(file, start, start + code.len());
    let pairs = grammar::parse_line(Rule::declaration_line, code, span).ok()?;
    let node = Node::new(code, pairs, file, start)?;
    build::item(&node, &mut Diagnostics::default())
}

/// The heading of a column of a table of an example that gives something.
#[derive(Debug)]
pub enum CaseHead {
    /// `given target.hits`: the cells say what is given.
    Path {
        /// `target.hits` as two names.
        place: Vec<ast::Name>,
        /// Whom a fact or a track is about.
        about: Vec<ast::Name>,
    },
    /// `range = 5, cover = 2`: for the whole column.
    Given(Vec<ast::Given>),
}

/// Reads a cell of a table of an example by a rule.
fn cell_node<'t>(
    rule: Rule,
    cell: &'t Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Node<'t>> {
    match grammar::parse_line(rule, &cell.value, cell.span) {
        Ok(pairs) => Node::new(&cell.value, pairs, cell.span.file, cell.span.start),
        Err(finding) => {
            diagnostics.push(finding);
            None
        }
    }
}

/// Reads the heading of a column of a table of an example that gives something; `None` if it is no such heading.
pub fn parse_case_head(cell: &Spanned<String>) -> Option<CaseHead> {
    let mut found = Diagnostics::default();
    let node = cell_node(Rule::case_head, cell, &mut found)?;
    let head = match node.find(Rule::given_path) {
        Some(path) => CaseHead::Path {
            place: build::path_names(&path),
            about: path
                .find(Rule::about)
                .map_or_else(Vec::new, |about| build::names(&about, Rule::word)),
        },
        None => CaseHead::Given(build::given(&node, &mut found)),
    };
    found.is_empty().then_some(head)
}

/// Reads the heading of a column of a table of an example that asks for something: a value or a condition.
///
/// Reports: E0101 to E0112.
pub fn parse_case_question(
    cell: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<ast::Expr> {
    let node = cell_node(Rule::condition_line, cell, diagnostics)?;
    build::build_expression(&node.find(Rule::expression)?, diagnostics)
}

/// Reads a value that a column of a table of an example gives.
///
/// Reports: E0101 to E0112.
pub fn parse_case_given(
    cell: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<ast::Literal>> {
    let node = cell_node(Rule::case_given, cell, diagnostics)?;
    build::several_values(&node.find(Rule::given_value)?, diagnostics)
}

/// Reads the values of a cell of a table of an example: `hit`, `3`, `2-4`, `5+`, `hit, kill`.
///
/// Reports: E0101 to E0112.
pub fn parse_case_value(
    cell: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<ast::Cell>> {
    let node = cell_node(Rule::case_value, cell, diagnostics)?;
    Some(build::cell(&node.find(Rule::cell)?, diagnostics))
}

/// Reads what dice show in a case of a table of an example.
///
/// Reports: E0101 to E0112.
pub fn parse_case_dice(
    cell: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<ast::Shown>> {
    let node = cell_node(Rule::case_dice, cell, diagnostics)?;
    Some(build::dice(&node, diagnostics))
}

/// Reads the choices in a case of a table of an example.
///
/// Reports: E0101 to E0112.
pub fn parse_case_choices(
    cell: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<ast::Choices>> {
    let node = cell_node(Rule::case_choices, cell, diagnostics)?;
    Some(build::choices(&node, diagnostics))
}

/// Reads one condition, as an `expect` of an example has it; `text` is all of `file`.
///
/// Reports: E0101 to E0112.
pub fn parse_condition(
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ast::Expr> {
    let layout = layout::lay_out(file, text, diagnostics);
    let mut reader = Reader::new(file, &layout.text, diagnostics);
    let line = layout.lines.first()?;
    let node = reader.line(Rule::condition_line, line)?;
    build::build_expression(&node.find(Rule::expression)?, reader.diagnostics)
}
