//! Changes of a variant to its base.

use super::parts::{cell_text, head, list, push_citations, quoted, range};
use super::statement::{write_arm, write_below, write_statement};
use super::{Page, kind_line, modifier_columns, where_text, write_item};
use crate::ast::{
    Amend, Amendment, Arm, Block, Edit, Head, Item, Quoted, Removal, Row, Statement, Step, Variant,
};
use sandtable_source::Spanned;

pub(super) fn write_variant(page: &mut Page, variant: &Variant) {
    let bare = Head {
        citations: Vec::new(),
        ..variant.head.clone()
    };
    let mut line = format!("{} of {}", head("variant", &bare), variant.base.value);
    push_citations(&mut line, &variant.head.citations);
    page.line(&line);
    page.indented(|page| {
        if let Some(index) = &variant.index {
            page.line(&format!("index {}", quoted(index)));
        }
        if !variant.after.is_empty() {
            page.line(&format!("after {}", list(&variant.after, ", ")));
        }
    });
}

pub(super) fn write_replaced(page: &mut Page, item: &Item) {
    let start = page.text.len();
    write_item(page, item);
    page.text.insert_str(start, "replace ");
}

pub(super) fn write_removal(page: &mut Page, removal: &Removal) {
    let mut line = format!("remove {} {}", removal.sort.value, removal.name.value);
    push_citations(&mut line, &removal.citations);
    page.line(&line);
}

pub(super) fn write_amend(page: &mut Page, amend: &Amend) {
    let mut line = format!("amend {} {}", amend.sort.value, amend.name.value);
    push_citations(&mut line, &amend.citations);
    page.line(&line);
    page.indented(|page| {
        for line in &amend.lines {
            write_line(page, &line.value);
        }
    });
}

fn edit(edit: Edit) -> &'static str {
    match edit {
        Edit::Add => "add",
        Edit::Replace => "replace",
        Edit::Remove => "remove",
    }
}

fn row_text(row: &Row) -> String {
    let cells: Vec<String> = row
        .cells
        .iter()
        .map(|cell| cell_text(&cell.value))
        .collect();
    cells.join(" | ")
}

fn write_line(page: &mut Page, line: &Amendment) {
    match line {
        Amendment::Row(how, row) => {
            page.line(&format!("{} row {}", edit(*how), row_text(&row.value)));
        }
        Amendment::Cell { place, value } => {
            let (place, value) = (row_text(&place.value), cell_text(&value.value));
            page.line(&format!("replace cell {place} with {value}"));
        }
        Amendment::Where(how, meaning) => {
            page.line(&format!("{} {}", edit(*how), where_text(meaning, 0)));
        }
        Amendment::RemoveWhere(word) => page.line(&format!("remove where {}", word.value)),
        Amendment::Limit(how, limit) => page.line(&match limit {
            Some(limit) => {
                format!(
                    "{} limit {}",
                    edit(*how),
                    range(limit.value.0, limit.value.1)
                )
            }
            None => "remove limit".to_owned(),
        }),
        Amendment::AddModifier(modifier) => {
            let (what, label) = modifier_columns(&modifier.value);
            page.line(&format!("add {what}{label}"));
        }
        Amendment::ReplaceModifier(old, modifier) => {
            let (what, label) = modifier_columns(&modifier.value);
            page.line(&format!("replace {} with {what}{label}", quoted(old)));
        }
        Amendment::RemoveModifier(old) => page.line(&format!("remove {}", quoted(old))),
        Amendment::KindLine(how, line) => {
            let (first, rest) = kind_line(&line.value);
            page.line(&format!("{} {first} {rest}", edit(*how)));
        }
        Amendment::RemoveTraits(names) => {
            page.line(&format!("remove traits {}", list(names, ", ")));
        }
        Amendment::RemoveOfKind(name) => page.line(&format!("remove {}", name.value)),
        Amendment::Stat { name, values } => {
            let values: Vec<String> = values.iter().map(|one| one.value.text()).collect();
            page.line(&format!("{} = {}", name.value, values.join(", ")));
        }
        Amendment::Line {
            step,
            line,
            body,
            arms,
        } => {
            let step = match step {
                Step::Replace => "replace line",
                Step::Remove => "remove line",
                Step::Before => "add before line",
                Step::After => "add after line",
            };
            page.line(&format!("{step} {}", quoted_line(line)));
            write_new(page, body, arms);
        }
        Amendment::AtStart(body) => {
            page.line("add at start");
            write_new(page, body, &[]);
        }
        Amendment::AtEnd(body) => {
            page.line("add at end");
            write_new(page, body, &[]);
        }
    }
}

fn write_new(page: &mut Page, body: &Block, arms: &[Spanned<Arm>]) {
    write_below(page, body);
    page.indented(|page| {
        for arm in arms {
            write_arm(page, &arm.value);
        }
    });
}

/// The line that is quoted, as written in the canonical way.
pub(crate) fn quoted_line(line: &Quoted) -> String {
    match line {
        Quoted::Statement(statement) => first_line(statement),
        Quoted::Arm(arm) => first_line_of_arm(&arm.value),
    }
}

/// Returns the first line of a statement in canonical form, without citations.
pub(crate) fn first_line(statement: &Statement) -> String {
    let mut page = Page::default();
    let bare = Statement {
        citations: Vec::new(),
        in_brackets: false,
        ..statement.clone()
    };
    write_statement(&mut page, &bare);
    first(page)
}

/// The first line of an arm of `depending on` in the canonical way.
pub(crate) fn first_line_of_arm(arm: &Arm) -> String {
    let mut page = Page::default();
    write_arm(&mut page, arm);
    first(page)
}

fn first(page: Page) -> String {
    page.text.lines().next().unwrap_or_default().to_owned()
}
