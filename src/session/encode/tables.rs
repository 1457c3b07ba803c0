//! Grids that are looked up, as tables of the language, and the rolls that look them up.

use std::collections::BTreeMap;

use sandtable_draft::keys::Key;

use super::cells::{self, Results, Values, word_of};
use super::grids::{ColumnKeys, Context, LookupDice, RowKeys, Shape};
use super::names::{Names, is_taken_by_language, slug};
use super::steps::StepTable;
use super::{Declared, Piece, Roll, Sort};

/// A key of a table: its name, its type, and its values row by row or column by column.
struct KeyColumn {
    name: String,
    ty: String,
    values: Vec<String>,
    /// Declarations that it needs.
    lines: Vec<String>,
    /// Of numbers: the least, the most, and the keys.
    numbers: Option<(i64, i64, Vec<Vec<Key>>)>,
    /// The words as printed, in the order of the values; of numbers as written.
    printed: Vec<String>,
    /// Whether the key is rolled.
    is_rolled: bool,
}

/// Coverage of the values of the keys.
#[derive(Debug, Clone, Copy, Default)]
struct Coverage {
    has_gap: bool,
    has_overlap: bool,
}

/// Makes a table of a grid, and a roll if it is looked up by dice.
pub(super) fn table(context: &Context, shape: &Shape, names: &mut Names) -> Piece {
    let n_rows = context.printed.rows.len();
    let n_keys = shape.rows.len();
    let n_columns = match &shape.columns {
        ColumnKeys::Single => 1,
        ColumnKeys::Numbers(_) | ColumnKeys::Ratios(_) | ColumnKeys::Words(_) => {
            context.printed.heads.len() - n_keys
        }
    };
    if let Some(piece) = several_results(context, shape, names) {
        return piece;
    }
    let texts =
        (0..n_rows).flat_map(|row| (0..n_columns).map(move |at| context.text(row, n_keys + at)));
    let results = match cells::read(texts) {
        Ok(results) => results,
        Err(why) => return context.undecided(why),
    };
    let name = names.new_name(&context.title, "chart");
    let mut keys = row_keys(context, shape, &name, names);
    let across = column_keys(shape, &name, names);
    let coverage = coverage(&keys);
    let is_gap_across = across.as_ref().is_some_and(|key| gap_across(key).has_gap);
    let mut open = questions(context, shape, coverage, is_gap_across);
    open.extend(results.questions(&context.title));
    let heads = match &across {
        Some(across) => across.values.clone(),
        None => vec!["result".to_owned()],
    };
    let mut body = Vec::new();
    rename_equal_keys(&mut keys, across.as_ref());
    let names_of_keys: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    body.push(line(&names_of_keys, &heads));
    for (row, cells) in results.cells.chunks(n_columns).enumerate() {
        let values: Vec<&str> = keys
            .iter()
            .filter_map(|key| Some(key.values.get(row)?.as_str()))
            .collect();
        body.push(line(&values, cells));
    }
    if coverage.has_gap {
        body.push(line(
            &vec!["any"; keys.len()],
            &vec!["-".to_owned(); n_columns],
        ));
    }
    if coverage.has_gap || coverage.has_overlap {
        body.push("  several rows: first".to_owned());
    }
    body.extend(results.wheres.iter().map(|line| format!("  {line}")));
    let list = name_of_list(&results, &name, names);
    let or_none = match results.or_none || coverage.has_gap || is_gap_across {
        true => " or none",
        false => "",
    };
    let ty = format!("{}{or_none}", results.values.text(&list));
    keys.extend(across);
    let parameter = |key: &KeyColumn| format!("{}: {}", key.name, key.ty);
    let parameters: Vec<String> = keys.iter().map(parameter).collect();
    let head = format!(
        "table {name} {} ({}) -> {ty}{}",
        context.quoted_title(),
        parameters.join(", "),
        context.citation
    );
    let mut lines = legend(&results);
    lines.extend(results.values.list(&list, &context.quoted_title()));
    lines.extend(keys.iter().flat_map(|key| key.lines.clone()));
    lines.push(head);
    lines.extend(body);
    let roll = roll(context, shape, &name, &keys, &ty, names);
    lines.extend(roll.iter().flat_map(|(_, lines)| lines.clone()));
    let roll = roll.map(|(roll, _)| Roll {
        results: results
            .printed
            .iter()
            .map(|(word, _)| word.clone())
            .collect(),
        table: StepTable {
            results: results
                .printed
                .iter()
                .map(|(_, text)| text.clone())
                .collect(),
            ..roll.table
        },
        ..roll
    });
    let is_keyed = shape.is_keyed();
    Piece {
        block: context.block,
        sort: Some(if is_keyed { Sort::Table } else { Sort::Lookup }),
        declared: Some(Declared { name, roll }),
        lines,
        written: context.written(),
        open,
        ..Piece::default()
    }
}

/// A table whose columns of results are of different types, each with a name: `-> weather: rain or fair, effect: -1..1`.
fn several_results(context: &Context, shape: &Shape, names: &mut Names) -> Option<Piece> {
    let ColumnKeys::Words(heads) = &shape.columns else {
        return None;
    };
    let n_rows = context.printed.rows.len();
    let n_keys = shape.rows.len();
    let mut columns: Vec<(String, Results)> = Vec::new();
    for (at, head) in heads.iter().enumerate() {
        let texts = (0..n_rows).map(|row| context.text(row, n_keys + at));
        let name = slug(head).filter(|name| !is_taken_by_language(name))?;
        columns.push((name, cells::read(texts).ok()?));
    }
    let is_number =
        |(_, results): &(String, Results)| matches!(results.values, Values::Numbers(..));
    let n_numbers = columns.iter().filter(|column| is_number(column)).count();
    let is_plain = |(_, results): &(String, Results)| {
        !results.or_none && results.wheres.is_empty() && !results.values.needs_list()
    };
    if n_numbers == 0 || n_numbers == columns.len() || !columns.iter().all(is_plain) {
        return None;
    }
    let name = names.new_name(&context.title, "chart");
    let keys = row_keys(context, shape, &name, names);
    let coverage = coverage(&keys);
    if coverage.has_gap || coverage.has_overlap {
        return None;
    }
    let parts: Vec<String> = columns
        .iter()
        .map(|(name, results)| format!("{name}: {}", results.values.text("")))
        .collect();
    let parameters: Vec<String> = keys
        .iter()
        .map(|key| format!("{}: {}", key.name, key.ty))
        .collect();
    let names_of_keys: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    let mut lines: Vec<String> = columns
        .iter()
        .flat_map(|(_, results)| legend(results))
        .collect();
    lines.extend(keys.iter().flat_map(|key| key.lines.clone()));
    lines.push(format!(
        "table {name} {} ({}) -> {}{}",
        context.quoted_title(),
        parameters.join(", "),
        parts.join(", "),
        context.citation
    ));
    lines.push(line(&names_of_keys, &["results".to_owned()]));
    for row in 0..n_rows {
        let values: Vec<&str> = keys
            .iter()
            .filter_map(|key| Some(key.values.get(row)?.as_str()))
            .collect();
        let cells: Vec<String> = columns
            .iter()
            .filter_map(|(_, results)| results.cells.get(row).cloned())
            .collect();
        lines.push(line(&values, &[cells.join(", ")]));
    }
    let is_keyed = shape.is_keyed();
    Some(Piece {
        block: context.block,
        sort: Some(if is_keyed { Sort::Table } else { Sort::Lookup }),
        declared: Some(Declared { name, roll: None }),
        lines,
        written: context.written(),
        ..Piece::default()
    })
}

fn line(keys: &[&str], cells: &[String]) -> String {
    format!("  {} | {}", keys.join(" | "), cells.join(" | "))
}

/// Questions about values that have no row, or two.
fn questions(
    context: &Context,
    shape: &Shape,
    coverage: Coverage,
    is_gap_across: bool,
) -> Vec<String> {
    let title = &context.title;
    let is_d66 = shape.dice.is_some_and(|found| found.dice.is_d66());
    let mut open = Vec::new();
    if coverage.has_gap && !is_d66 {
        open.push(format!(
            "{title}: some values have no row; they give no result here"
        ));
    }
    if coverage.has_overlap && !has_other(shape) {
        open.push(format!(
            "{title}: two rows answer the same value; the first is used here"
        ));
    }
    if is_gap_across {
        open.push(format!("{title}: some values have no column"));
    }
    open
}

/// Whether a row is for all that no other row answers.
fn has_other(shape: &Shape) -> bool {
    shape.rows.iter().any(|keys| match keys {
        RowKeys::Numbers(keys) => keys.iter().flatten().any(|key| *key == Key::Other),
        RowKeys::Words(_) => false,
    })
}

/// The roll of the dice that a table is looked up by, and its lines.
fn roll(
    context: &Context,
    shape: &Shape,
    table: &str,
    keys: &[KeyColumn],
    ty: &str,
    names: &mut Names,
) -> Option<(Roll, Vec<String>)> {
    let LookupDice { dice, fits } = shape.dice?;
    let name = names.new_name(&format!("roll {table}"), "roll");
    let rolled = keys.iter().find(|key| key.is_rolled)?;
    let dice_text = match (dice.is_d66(), dice.count) {
        (true, _) => "10 * d6 + d6".to_owned(),
        (false, 1) => format!("d{}", dice.sides),
        (false, count) => format!("{count}d{}", dice.sides),
    };
    let (low, high, _) = rolled.numbers.as_ref()?;
    let others = || keys.iter().filter(|key| !key.is_rolled);
    let mut parameters: Vec<String> = others()
        .map(|key| format!("{}: {}", key.name, key.ty))
        .collect();
    let has_modifier = !dice.is_d66() && (!fits || context.has_modifiers);
    let total = match has_modifier {
        true => {
            parameters.push("modifier: -20..20".to_owned());
            format!("({dice_text} + modifier) limited to {low}..{high}")
        }
        false => dice_text,
    };
    let arguments: Vec<String> = keys
        .iter()
        .map(|key| match key.is_rolled {
            true => total.clone(),
            false => key.name.clone(),
        })
        .collect();
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!(" ({})", parameters.join(", ")),
    };
    let title = super::quoted(&format!("{}, rolled", context.title));
    let lines = vec![
        String::new(),
        format!(
            "roll {name} {title}{parameters} -> {ty}{}",
            context.citation
        ),
        format!("  result {table}({})", arguments.join(", ")),
    ];
    let roll = Roll {
        name,
        has_modifier,
        keys: others()
            .map(|key| (key.name.clone(), key.values.clone()))
            .collect(),
        results: Vec::new(),
        table: StepTable {
            dice,
            keys: others().map(|key| key.printed.clone()).collect(),
            results: Vec::new(),
            title: context.title.to_lowercase(),
        },
    };
    Some((roll, lines))
}

/// Gives keys of one name different ones.
fn rename_equal_keys(keys: &mut [KeyColumn], across: Option<&KeyColumn>) {
    let mut seen: Vec<String> = across.iter().map(|key| key.name.clone()).collect();
    seen.extend(["result", "modifier"].map(str::to_owned));
    for key in keys {
        if seen.contains(&key.name) {
            key.name = format!("{}-key", key.name);
        }
        while seen.contains(&key.name) {
            key.name.push('b');
        }
        seen.push(key.name.clone());
    }
}

/// The name of the list of results, if it has to be declared.
fn name_of_list(results: &Results, name: &str, names: &mut Names) -> String {
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

/// The keys of the rows.
fn row_keys(context: &Context, shape: &Shape, table: &str, names: &mut Names) -> Vec<KeyColumn> {
    let mut dice = shape.dice;
    let mut found: Vec<KeyColumn> = Vec::new();
    for (at, keys) in shape.rows.iter().enumerate() {
        found.push(match keys {
            RowKeys::Numbers(keys) => {
                let dice = dice.take();
                let name = match dice {
                    Some(_) => "rolled".to_owned(),
                    None => key_name(context.head(at), "value"),
                };
                numbers(name, keys, dice)
            }
            RowKeys::Words(words) => {
                words_key(key_name(context.head(at), "row"), words, table, names)
            }
        });
    }
    found
}

/// The key of the columns, if there is one.
fn column_keys(shape: &Shape, table: &str, names: &mut Names) -> Option<KeyColumn> {
    match &shape.columns {
        ColumnKeys::Single => None,
        ColumnKeys::Numbers(keys) => {
            // Of a grid whose rows are words, the dice are those of the columns.
            let is_words = |keys: &RowKeys| matches!(keys, RowKeys::Words(_));
            let dice = shape.dice.filter(|_| shape.rows.iter().all(is_words));
            let name = match dice {
                Some(_) => "rolled",
                None => "across",
            };
            Some(numbers(name.to_owned(), keys, dice))
        }
        ColumnKeys::Ratios(ratios) => {
            let name = names.new_name(&format!("{table} odds"), "odds");
            Some(KeyColumn {
                lines: vec![format!("scale {name}: {}", ratios.join(" < "))],
                ty: name.clone(),
                name: "odds-column".to_owned(),
                values: ratios.clone(),
                printed: ratios.clone(),
                numbers: None,
                is_rolled: false,
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
    let mut known: Vec<(String, String)> = Vec::new();
    let mut values: Vec<String> = Vec::new();
    for word in words {
        let plain = cells::plain(word);
        if let Some((_, value)) = known.iter().find(|(text, _)| *text == plain) {
            values.push(value.clone());
            continue;
        }
        let mut value = word_of(word);
        while known.iter().any(|(_, other)| *other == value) {
            value.push_str("-b");
        }
        known.push((plain, value.clone()));
        values.push(value);
    }
    let list: Vec<String> = known.into_iter().map(|(_, value)| value).collect();
    let is_long = list.len() > cells::MOST_WRITTEN_OUT || list.len() < 2;
    let (ty, lines) = match is_long {
        true => {
            let name = names.new_name(&format!("{table} {name}"), "list");
            let declared = format!("words {name}: {}", list.join(", "));
            (name, vec![declared])
        }
        false => (list.join(" or "), Vec::new()),
    };
    KeyColumn {
        name,
        ty,
        values,
        printed: words.to_vec(),
        lines,
        numbers: None,
        is_rolled: false,
    }
}

/// A key of numbers.
fn numbers(name: String, keys: &[Vec<Key>], dice: Option<LookupDice>) -> KeyColumn {
    let all = || keys.iter().flatten();
    let lows = all().filter_map(|key| key.bounds().0);
    let highs = all().filter_map(|key| key.bounds().1);
    let ends: Vec<i64> = lows.chain(highs).collect();
    let least = ends.iter().min().copied().unwrap_or(0);
    let most = ends.iter().max().copied().unwrap_or(0);
    let is_open_above = all().any(|key| matches!(key, Key::AtLeast(_) | Key::Other));
    let is_open_below = all().any(|key| matches!(key, Key::AtMost(_)));
    let (low, high, ty) = match dice {
        Some(LookupDice { dice, fits: true }) if !dice.is_d66() => {
            let count = match dice.count {
                1 => String::new(),
                count => count.to_string(),
            };
            (dice.least(), dice.most(), format!("{count}d{}", dice.sides))
        }
        // What is added to the dice is limited to the ends of the table.
        Some(_) => (least, most, format!("{least}..{most}")),
        None => {
            let low = if is_open_below { least.min(0) } else { least };
            let ty = match is_open_above {
                true => format!("{low}.."),
                false => format!("{low}..{most}"),
            };
            (low, most, ty)
        }
    };
    KeyColumn {
        name,
        ty,
        values: keys.iter().map(|row| key_text(row)).collect(),
        printed: keys.iter().map(|row| key_text(row)).collect(),
        lines: Vec::new(),
        numbers: Some((low, high, keys.to_vec())),
        is_rolled: dice.is_some(),
    }
}

/// Longest range of values of which each is looked for.
const LONGEST: i64 = 10_000;

/// Whether the rows answer all values of their keys, and each once.
fn coverage(keys: &[KeyColumn]) -> Coverage {
    let mut rows: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
    let n_rows = keys.first().map_or(0, |key| key.values.len());
    let words = || keys.iter().filter(|key| key.numbers.is_none());
    for row in 0..n_rows {
        let group = words().filter_map(|key| Some(key.values.get(row)?.as_str()));
        rows.entry(group.collect()).or_default().push(row);
    }
    let n_groups: usize = words()
        .map(|key| {
            let mut values: Vec<&String> = key.values.iter().collect();
            values.sort();
            values.dedup();
            values.len()
        })
        .product();
    let numbers: Vec<&(i64, i64, Vec<Vec<Key>>)> =
        keys.iter().filter_map(|key| key.numbers.as_ref()).collect();
    let mut coverage = Coverage {
        has_gap: rows.len() < n_groups,
        has_overlap: false,
    };
    for rows in rows.values() {
        let part = match numbers.as_slice() {
            [] => Coverage {
                has_gap: false,
                has_overlap: rows.len() > 1,
            },
            [(low, high, keys)] => {
                let keys: Vec<&Vec<Key>> = rows.iter().filter_map(|row| keys.get(*row)).collect();
                line_coverage(*low, *high, &keys)
            }
            // Of several keys of numbers the check would have to be asked: both are provided for.
            _ => Coverage {
                has_gap: true,
                has_overlap: true,
            },
        };
        coverage.has_gap |= part.has_gap;
        coverage.has_overlap |= part.has_overlap;
    }
    coverage
}

/// Coverage of the values from `low` to `high`.
fn line_coverage(low: i64, high: i64, keys: &[&Vec<Key>]) -> Coverage {
    let has_other = keys.iter().any(|row| row.contains(&Key::Other));
    let covers = |value: i64| {
        let covered = keys
            .iter()
            .filter(|row| row.iter().any(|key| holds(*key, value)));
        covered.count()
    };
    // Longer keys are left to the check.
    let counts: Vec<usize> = match high.saturating_sub(low) <= LONGEST {
        true => (low..=high).map(covers).collect(),
        false => Vec::new(),
    };
    Coverage {
        has_gap: counts.contains(&0) && !has_other,
        has_overlap: counts.iter().any(|n| *n > 1) || has_other,
    }
}

fn gap_across(key: &KeyColumn) -> Coverage {
    match &key.numbers {
        Some((low, high, keys)) => {
            let keys: Vec<&Vec<Key>> = keys.iter().collect();
            line_coverage(*low, *high, &keys)
        }
        None => Coverage::default(),
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
