//! Changes of a variant to its base: the head lines, and the lines below `amend`.

use super::declaration::{declared, kind_line_of, limit, modifier, row, where_};
use super::statement::{Head, arm_line, statement_line};
use super::{cell, citations, literal, names, title};
use crate::ast::{Amend, Amendment, Arm, Edit, Item, Name, Removal, Step, Variant};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::Diagnostics;
use sandtable_source::{Span, Spanned};

/// `variant night "…" of base`
pub(super) fn variant(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Item> {
    let mut head = super::declaration::head(&line.find(Rule::head)?, diagnostics)?;
    head.citations.extend(citations(line));
    Some(Item::Variant(Variant {
        head,
        base: line.find(Rule::name)?.spanned(),
        index: None,
        after: Vec::new(),
    }))
}

/// `replace roll …`
pub(super) fn replaced(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Item> {
    let item = declared(&line.children().nth(1)?, diagnostics)?;
    Some(Item::Replace(Box::new(item)))
}

/// `amend table needed`
pub(super) fn build_amend(line: &Node<'_>) -> Option<Item> {
    Some(Item::Amend(Amend {
        sort: line.find(Rule::sort)?.spanned(),
        name: line.find(Rule::word)?.spanned(),
        citations: citations(line),
        lines: Vec::new(),
    }))
}

/// `remove trigger knocked-out`
pub(super) fn removed(line: &Node<'_>) -> Option<Item> {
    Some(Item::Remove(Removal {
        sort: line.find(Rule::sort)?.spanned(),
        name: line.find(Rule::word)?.spanned(),
        citations: citations(line),
    }))
}

/// `index "…"` (`Ok`) or `after …` (`Err`).
pub(crate) fn variant_line(node: &Node<'_>) -> Result<Spanned<String>, Vec<Name>> {
    title(node).ok_or_else(|| names(node, Rule::name))
}

fn edit(line: &Node<'_>) -> Edit {
    if line.has(Rule::kw_add) {
        Edit::Add
    } else if line.has(Rule::kw_remove) {
        Edit::Remove
    } else {
        Edit::Replace
    }
}

/// A line below `amend table`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn amend_table_line(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Amendment> {
    let line = node.first()?;
    Some(match line.rule() {
        Rule::row_edit => Amendment::Row(edit(&line), row(&line.find(Rule::row)?, diagnostics)),
        Rule::cell_edit => Amendment::Cell {
            place: row(&line.find(Rule::row)?, diagnostics),
            value: cell(&line.find(Rule::cell)?, diagnostics),
        },
        Rule::where_edit => {
            Amendment::Where(edit(&line), where_(&line.find(Rule::where_)?, diagnostics)?)
        }
        _ => {
            let word = line.find(Rule::word).or_else(|| line.find(Rule::dash))?;
            Amendment::RemoveWhere(word.spanned())
        }
    })
}

/// A line below `amend modifiers`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn amend_modifiers_line(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Amendment> {
    let line = node.first()?;
    Some(match line.rule() {
        Rule::limit_edit => Amendment::Limit(
            edit(&line),
            Some(limit(&line.find(Rule::limit_line)?, diagnostics)?),
        ),
        Rule::limit_removed => Amendment::Limit(Edit::Remove, None),
        Rule::modifier_added => {
            Amendment::AddModifier(modifier(&line.find(Rule::modifier)?, diagnostics)?)
        }
        Rule::modifier_replaced => Amendment::ReplaceModifier(
            title(&line)?,
            modifier(&line.find(Rule::modifier)?, diagnostics)?,
        ),
        _ => Amendment::RemoveModifier(title(&line)?),
    })
}

/// A line below `amend kind`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn amend_kind_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Amendment> {
    let line = node.first()?;
    Some(match line.rule() {
        Rule::kind_edit => {
            let what = line.children().nth(1)?;
            Amendment::KindLine(edit(&line), kind_line_of(&what, diagnostics)?)
        }
        Rule::traits_removed => {
            Amendment::RemoveTraits(names(&line.find(Rule::traits)?, Rule::word))
        }
        _ => Amendment::RemoveOfKind(line.find(Rule::name)?.spanned()),
    })
}

/// A line below `amend unit`.
pub(crate) fn amend_unit_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Amendment> {
    Some(Amendment::Stat {
        name: node.find(Rule::name)?.spanned(),
        values: node
            .all(Rule::literal)
            .filter_map(|value| literal(&value, diagnostics))
            .collect(),
    })
}

/// A line about the steps of a rule; the caller reads the lines below it.
pub(crate) enum StepsLine {
    /// A statement of the base is quoted.
    Statement(Step, Box<Head>),
    /// An arm of `depending on` is quoted.
    Arm(Step, Arm),
    /// `add at start`
    AtStart,
    /// `add at end`
    AtEnd,
}

/// A line below `amend` of a rule with statements.
pub(crate) fn amend_steps_line(
    node: &Node<'_>,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<StepsLine> {
    let line = node.first()?;
    if line.rule() == Rule::edge_edit {
        return Some(match line.has(Rule::kw_start) {
            true => StepsLine::AtStart,
            false => StepsLine::AtEnd,
        });
    }
    let step = if line.has(Rule::kw_before) {
        Step::Before
    } else if line.has(Rule::kw_after) {
        Step::After
    } else if line.has(Rule::kw_remove) {
        Step::Remove
    } else {
        Step::Replace
    };
    Some(match line.find(Rule::quoted_statement) {
        Some(quoted) => {
            let head = statement_line(&quoted, span, diagnostics)?;
            StepsLine::Statement(step, Box::new(head))
        }
        None => StepsLine::Arm(step, arm_line(&line.find(Rule::quoted_arm)?, diagnostics)?),
    })
}
