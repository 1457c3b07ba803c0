//! Lists of units, as a kind with its stats and a unit file.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::cells::{self, Results, Values, is_empty};
use super::grids::Context;
use super::index::toml_text;
use super::names::{Names, is_taken_by_language, slug};
use super::{Declared, Piece, Sort};

/// A column of a list of units.
struct Stat {
    name: String,
    results: Results,
}

/// Makes a kind and its units of a grid: each column after the names is a stat.
pub(super) fn encode_units(context: &Context, names: &mut Names) -> Piece {
    let kind = names.new_name(&context.title, "kind");
    let mut stats: Vec<Stat> = Vec::new();
    let mut open = Vec::new();
    let n_rows = context.printed.rows.len();
    for column in 1..context.printed.heads.len() {
        let head = context.head(column);
        let texts = (0..n_rows).map(|row| context.text(row, column));
        let name = stat_name(head, &stats);
        match (name, cells::read(texts)) {
            (Some(name), Ok(mut results)) => {
                if !results.wheres.is_empty() {
                    // A stat is a number or a word, not both.
                    let words = results.cells.iter_mut();
                    words
                        .filter(|cell| cells::number(cell).is_none())
                        .for_each(|cell| "-".clone_into(cell));
                    open.push(format!(
                        "{}: the words in the column \"{head}\" are left out",
                        context.title
                    ));
                }
                stats.push(Stat { name, results });
            }
            (None, _) | (_, Err(_)) => {
                open.push(format!(
                    "{}: the column \"{head}\" is left out",
                    context.title
                ));
            }
        }
    }
    let mut lines = vec![format!(
        "kind {kind} {}{}",
        context.quoted_title(),
        context.citation
    )];
    let mut lists = Vec::new();
    for stat in &stats {
        let list = match stat.results.values.needs_list() {
            true => names.new_name(&format!("{kind} {}", stat.name), "list"),
            false => String::new(),
        };
        lists.extend(
            stat.results
                .values
                .list(&list, "")
                .map(|line| line.replace(" :", ":")),
        );
        let optional = match (stat.results.or_none, &stat.results.values) {
            (true, _) => ", optional",
            (false, Values::Numbers(..) | Values::Flags | Values::Words(_)) => "",
        };
        let ty = stat.results.values.text(&list);
        lines.push(format!("  {} {ty}{optional}", stat.name));
    }
    if !lists.is_empty() {
        lists.push(String::new());
        lines.splice(0..0, lists);
    }
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut text = String::new();
    for at in 0..n_rows {
        let title = context.text(at, 0);
        let id = unit_id(title, &ids, names);
        let _ = write!(text, "[{kind}.{id}]\nname = {}\n", toml_text(title));
        for stat in &stats {
            let Some(cell) = stat.results.cells.get(at).filter(|cell| !is_empty(cell)) else {
                continue;
            };
            let value = match stat.results.values {
                Values::Numbers(..) => cell.clone(),
                Values::Flags => (cell == "yes").to_string(),
                Values::Words(_) => toml_text(cell),
            };
            let _ = writeln!(text, "{} = {value}", stat.name);
        }
        text.push('\n');
        ids.insert(id);
    }
    Piece {
        block: context.block,
        sort: Some(Sort::Units),
        declared: Some(Declared {
            name: kind.clone(),
            roll: None,
        }),
        lines,
        written: context.written(),
        n_units: ids.len(),
        units: Some((kind, text)),
        open,
    }
}

/// The name of a stat, which no other stat of the kind has.
fn stat_name(head: &str, known: &[Stat]) -> Option<String> {
    let name = slug(head)?;
    let name = match is_taken_by_language(&name) {
        true => format!("{name}-value"),
        false => name,
    };
    let is_known = known.iter().any(|stat| stat.name == name);
    (!is_known).then_some(name)
}

/// The id of a unit, which no other unit has.
fn unit_id(title: &str, ids: &BTreeSet<String>, names: &mut Names) -> String {
    let mut id = names.new_name(title, "unit");
    while ids.contains(&id) {
        id.push('b');
    }
    id
}
