//! Grids that are looked up, as tables of the language.

use sandtable_draft::keys::{Dice, Key};

use super::cells::{self, Results, Values, word_of};
use super::grids::{ColumnKeys, Context, RowKeys, Shape};
use super::names::{Names, is_taken_by_language, slug};
use super::{Piece, Sort};

/// A key of a table: its name, its type, and its values row by row or column by column.
struct KeyColumn {
    name: String,
    ty: String,
    values: Vec<String>,
    /// Declarations that it needs.
    lines: Vec<String>,
    /// Whether some value within the type has no row.
    has_gap: bool,
    /// Whether some value has two rows.
    has_overlap: bool,
}

/// Makes a table of a grid.
pub(super) fn table(context: &Context<'_>, shape: &Shape, names: &mut Names) -> Piece {
    let grid = context.grid;
    let name = names.new_name(&context.title, "table");
    let rows: Vec<usize> = grid.body_rows().collect();
    let first = row_keys(context, shape, &name, names);
    let second = column_keys(shape, &name, names);
    let columns: Vec<usize> = match &second {
        Some(_) => (1..grid.n_columns).collect(),
        None => vec![1],
    };
    let texts = rows
        .iter()
        .flat_map(|row| columns.iter().map(|column| grid.text(*row, *column)));
    let Some(results) = cells::read(texts) else {
        return context.undecided("no results, or more different ones than a list can have");
    };
    let mut open = Vec::new();
    let mut body = Vec::new();
    let heads = second
        .as_ref()
        .map_or_else(|| vec!["result".to_owned()], |second| second.values.clone());
    let head_name = match &second {
        // A heading with the name of the key would be read as its column.
        None if first.name == "result" => "value".to_owned(),
        None | Some(_) => first.name.clone(),
    };
    let n_columns = columns.len();
    body.push(line(&head_name, &heads));
    for (row, key) in results.cells.chunks(n_columns).zip(&first.values) {
        body.push(line(key, row));
    }
    let keys = [Some(&first), second.as_ref()];
    let has_gap = keys.iter().flatten().any(|key| key.has_gap);
    let has_overlap = keys.iter().flatten().any(|key| key.has_overlap);
    if first.has_gap {
        body.push(line("any", &vec!["-".to_owned(); n_columns]));
        if shape.dice.is_none_or(|dice| !dice.is_d66()) {
            open.push(format!(
                "{}: some values have no row; they give no result here",
                context.title
            ));
        }
    }
    if has_overlap {
        open.push(format!(
            "{}: two rows answer the same value; the first is used here",
            context.title
        ));
    }
    if second.as_ref().is_some_and(|second| second.has_gap) {
        open.push(format!("{}: some values have no column", context.title));
    }
    let several = (first.has_gap || has_overlap).then(|| "  several rows: first".to_owned());
    let keys = [Some(&first), second.as_ref()];
    let parameters: Vec<String> = keys
        .iter()
        .flatten()
        .map(|key| format!("{}: {}", key.name, key.ty))
        .collect();
    let list = names_of_list(&results, &name, names);
    let or_none = match results.or_none || has_gap {
        true => " or none",
        false => "",
    };
    let head = format!(
        "table {name} {} ({}) -> {}{or_none}{}",
        context.quoted_title(),
        parameters.join(", "),
        results.values.text(&list),
        context.citation
    );
    let mut lines = legend(&results);
    lines.extend(results.values.list(&list, &context.quoted_title()));
    lines.extend(keys.into_iter().flatten().flat_map(|key| key.lines.clone()));
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(head);
    lines.extend(body);
    lines.extend(several);
    Piece {
        block: context.block,
        sort: Some(Sort::Table),
        lines,
        written: context.written(),
        open,
        ..Piece::default()
    }
}

fn line(key: &str, cells: &[String]) -> String {
    format!("  {key} | {}", cells.join(" | "))
}

/// The name of the list of results, if it has to be declared.
fn names_of_list(results: &Results, name: &str, names: &mut Names) -> String {
    match &results.values {
        Values::Words(_) if results.values.needs_list() => {
            names.new_name(&format!("{name} result"), "result")
        }
        Values::Words(_) | Values::Numbers(..) | Values::Flags => String::new(),
    }
}

/// Comments that say which printed result a word is.
fn legend(results: &Results) -> Vec<String> {
    let known = results.legend.iter();
    let lines = known.flat_map(|(word, text)| super::commented(&format!("{word}: {text}")));
    lines.collect()
}

/// The key of the rows.
fn row_keys(context: &Context<'_>, shape: &Shape, table: &str, names: &mut Names) -> KeyColumn {
    match &shape.rows {
        RowKeys::Numbers(keys) => {
            let corner = context.grid.header(0);
            let name = match shape.dice {
                Some(_) => "rolled".to_owned(),
                None => key_name(&corner, "value"),
            };
            numbers(name, keys, shape.dice)
        }
        RowKeys::Words(words) => {
            let corner = context.grid.header(0);
            words_key(key_name(&corner, "row"), words, table, names)
        }
    }
}

/// The key of the columns, if there is one.
fn column_keys(shape: &Shape, table: &str, names: &mut Names) -> Option<KeyColumn> {
    match &shape.columns {
        ColumnKeys::Single => None,
        ColumnKeys::Numbers(keys) => {
            // Of a grid whose rows are words, the dice are those of the columns.
            let dice = shape
                .dice
                .filter(|_| matches!(shape.rows, RowKeys::Words(_)));
            Some(numbers("across".to_owned(), keys, dice))
        }
        ColumnKeys::Ratios(ratios) => {
            let name = names.new_name(&format!("{table} odds"), "odds");
            Some(KeyColumn {
                lines: vec![format!("scale {name}: {}", ratios.join(" < "))],
                ty: name.clone(),
                name: "odds-column".to_owned(),
                values: ratios.clone(),
                has_gap: false,
                has_overlap: false,
            })
        }
        ColumnKeys::Words(words) => Some(words_key("column".to_owned(), words, table, names)),
    }
}

/// The name of a key, of the words above it.
fn key_name(head: &str, fallback: &str) -> String {
    let name = slug(head).filter(|name| !is_taken_by_language(name));
    name.unwrap_or_else(|| fallback.to_owned())
}

/// A key of words; a list of more than a few is declared.
fn words_key(name: String, words: &[String], table: &str, names: &mut Names) -> KeyColumn {
    let mut values: Vec<String> = Vec::new();
    for word in words {
        let mut value = word_of(word);
        while values.contains(&value) {
            value.push_str("-b");
        }
        values.push(value);
    }
    let is_long = values.len() > cells::MOST_WRITTEN_OUT || values.len() < 2;
    let (ty, lines) = match is_long {
        true => {
            let list = names.new_name(&format!("{table} {name}"), "list");
            let declared = format!("words {list}: {}", values.join(", "));
            (list, vec![declared])
        }
        false => (values.join(" or "), Vec::new()),
    };
    KeyColumn {
        name,
        ty,
        values,
        lines,
        has_gap: false,
        has_overlap: false,
    }
}

/// A key of numbers.
fn numbers(name: String, keys: &[Vec<Key>], dice: Option<Dice>) -> KeyColumn {
    let all = || keys.iter().flatten();
    let lows = all().filter_map(|key| key.bounds().0);
    let highs = all().filter_map(|key| key.bounds().1);
    let ends: Vec<i64> = lows.chain(highs).collect();
    let least = ends.iter().min().copied().unwrap_or(0);
    let most = ends.iter().max().copied().unwrap_or(0);
    let is_open_above = all().any(|key| matches!(key, Key::AtLeast(_) | Key::Other));
    let is_open_below = all().any(|key| matches!(key, Key::AtMost(_)));
    let (low, high, ty) = match dice.filter(|dice| !dice.is_d66()) {
        Some(dice) => {
            let count = if dice.count == 1 {
                String::new()
            } else {
                dice.count.to_string()
            };
            (dice.least(), dice.most(), format!("{count}d{}", dice.sides))
        }
        None => {
            let low = if is_open_below { least.min(0) } else { least };
            let ty = match is_open_above {
                true => format!("{low}.."),
                false => format!("{low}..{most}"),
            };
            (low, most, ty)
        }
    };
    let covers = |value: i64| {
        let covered = keys
            .iter()
            .filter(|row| row.iter().any(|key| holds(*key, value)));
        covered.count()
    };
    let has_other = all().any(|key| matches!(key, Key::Other));
    // Longer keys are left to the check.
    let is_short = high.saturating_sub(low) <= 10_000;
    let counts: Vec<usize> = match is_short {
        true => (low..=high).map(covers).collect(),
        false => Vec::new(),
    };
    KeyColumn {
        name,
        ty,
        values: keys.iter().map(|row| key_text(row)).collect(),
        lines: Vec::new(),
        has_gap: counts.contains(&0) && !has_other,
        has_overlap: counts.iter().any(|n| *n > 1) || has_other,
    }
}

/// Whether a key answers a value.
fn holds(key: Key, value: i64) -> bool {
    let (low, high) = key.bounds();
    !matches!(key, Key::Other)
        && low.is_none_or(|low| low <= value)
        && high.is_none_or(|high| value <= high)
}

/// Keys of one row as rule text.
fn key_text(keys: &[Key]) -> String {
    let one = |key: &Key| match *key {
        Key::One(value) => value.to_string(),
        Key::Range(low, high) if low < 0 => format!("{low} to {high}"),
        Key::Range(low, high) => format!("{low}-{high}"),
        Key::AtLeast(value) => format!("{value}+"),
        Key::AtMost(value) => format!("{value} or less"),
        Key::Other => "any".to_owned(),
    };
    keys.iter().map(one).collect::<Vec<_>>().join(", ")
}
