//! Detection of one quantity that is given with different numbers: in the text, a table, an example, the reference sheet.
//!
//! Reports: E0711.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::counts;
use super::facts::{Fact, Role, of_prose, of_tables, profiles, stems};
use super::modifier_tables::modifier_columns;
use super::spoken::Subject;
use super::table_dice;
use super::words::{sentences, stem, title_key};
use crate::keys::Key;
use crate::model::{BlockContent, Cell, Grid};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables = of_tables(context);
    let prose = of_prose(context);
    let known = BTreeMap::new();
    let mut topics = Topics { context, known };
    for (at, fact) in prose.iter().enumerate() {
        let earlier = prose.get(..at).unwrap_or_default();
        let finding = against_tables(&mut topics, fact, &tables);
        let finding = finding.or_else(|| wrong_sign(context, fact, &prose, &tables));
        let finding = finding.or_else(|| against_prose(&mut topics, fact, earlier, &tables));
        diagnostics.extend(finding);
    }
    counts::check(context, &prose, diagnostics);
    table_dice::check(context, diagnostics);
    for (fact, rows) in profiles(context) {
        let first = rows.first();
        let known = first.filter(|_| rows.iter().all(|row| row.value != fact.value));
        diagnostics.extend(known.map(|known| report(context, &fact, known)));
    }
    let charts: Vec<Chart<'_>> = context
        .grids()
        .map(|(block, grid)| Chart::new(context, block, grid))
        .collect();
    for (at, chart) in charts.iter().enumerate() {
        // Of three tables with the same rows and columns none is a copy of another.
        let is_like = |other: &&Chart<'_>| {
            let names = |all: &[(usize, Vec<String>)], others: &[(usize, Vec<String>)]| {
                let names = all.iter().map(|(_, name)| name);
                names.eq(others.iter().map(|(_, name)| name))
            };
            !other.is_sheet
                && names(&other.rows, &chart.rows)
                && names(&other.columns, &chart.columns)
        };
        if !chart.is_sheet && charts.iter().filter(is_like).count() >= 3 {
            continue;
        }
        for other in charts.get(..at).unwrap_or_default() {
            diagnostics.extend(two_tables(context, other, chart));
        }
    }
}

/// Procedures with numbers of their own; each is recognised by these words in a title.
const PROCEDURES: [&[&str]; 8] = [
    &[
        "fire", "firing", "shooting", "shoot", "ranged", "shots", "gunnery", "hit", "hitting",
    ],
    &["melee", "assault", "close", "fight", "hand"],
    &["morale", "rally", "panic", "reaction", "shock", "rout"],
    &["move", "movement", "moving", "terrain"],
    &["spotting", "observation", "sighting", "detection", "spot"],
    &["initiative", "command", "activation", "orders"],
    &["artillery", "indirect", "bombardment", "barrage", "mortar"],
    &["air", "aircraft", "bombing", "flak"],
];

/// The procedures named by the titles above each block, cached per block.
struct Topics<'c, 'd> {
    context: &'c Context<'d>,
    known: BTreeMap<usize, Vec<usize>>,
}

impl Topics<'_, '_> {
    fn of(&mut self, block: usize) -> Vec<usize> {
        if let Some(known) = self.known.get(&block) {
            return known.clone();
        }
        let grid = match self
            .context
            .document
            .blocks
            .get(block)
            .map(|block| &block.content)
        {
            Some(BlockContent::Table(grid)) => Some(grid),
            Some(BlockContent::Heading(_) | BlockContent::Paragraph(_) | BlockContent::Code(_))
            | None => None,
        };
        let found = procedures(&self.context.topic(block, grid));
        self.known.insert(block, found.clone());
        found
    }
}

/// The procedures that some stems name.
fn procedures(stems: &[String]) -> Vec<usize> {
    let is_about = |procedure: &&[&str]| procedure.iter().any(|word| stems.contains(&stem(word)));
    let all = PROCEDURES.iter().enumerate();
    let found = all.filter(|(_, procedure)| is_about(procedure));
    found.map(|(at, _)| at).collect()
}

/// Whether two facts may be about the same roll.
fn same_procedure(topics: &mut Topics<'_, '_>, one: &Fact, other: &Fact) -> bool {
    let context = topics.context;
    let (ones, others) = (topics.of(one.block), topics.of(other.block));
    // A sentence may name another procedure than the title above it.
    let named = |fact: &Fact, own: &[usize]| {
        let goals = procedures(&fact.goal);
        goals.iter().any(|goal| own.contains(goal))
    };
    let is_shared = ones.iter().any(|procedure| others.contains(procedure))
        || named(one, &others)
        || named(other, &ones);
    let is_open = ones.is_empty() || others.is_empty();
    let is_near = context.chapter(one.block) == context.chapter(other.block);
    // A sheet repeats the modifiers of all procedures.
    let is_line = context.is_sheet(one.block);
    let is_apart = is_line && is_of_other(context, one, other);
    let is_sheet = ones.is_empty() && is_line && !is_apart;
    // Charts are together at the end of some books.
    let is_chart = ones.is_empty() && others.is_empty() && context.is_sheet(other.block);
    is_shared || is_sheet || is_open && is_near && !is_apart || is_chart
}

/// Whether the words before the colon of a paragraph or sentence of a sheet, `Attrition: Sand +1, Town −1`, name another section than that of a
/// table.
fn is_of_other(context: &Context<'_>, fact: &Fact, table: &Fact) -> bool {
    let block = context.document.blocks.get(fact.block);
    let Some(BlockContent::Paragraph(paragraph)) = block.map(|block| &block.content) else {
        return false;
    };
    let text = &paragraph.text;
    let mut sentences = sentences(&text.plain).into_iter();
    let own = sentences.find(|range| {
        let span = text.span(range.clone());
        span.is_some_and(|span| span.start <= fact.span.start && fact.span.end <= span.end)
    });
    let sentence = own.and_then(|range| text.plain.get(range));
    let label = sentence.and_then(|sentence| sentence.split_once(':'));
    let Some((label, _)) = label.or_else(|| text.plain.split_once(':')) else {
        return false;
    };
    let label = title_key(label);
    let own = context.topic(table.block, None);
    let sections = context.document.sections.iter();
    let mut titles = sections.map(|section| title_key(&section.title));
    let is_short = (1..=4).contains(&label.len());
    let is_title = titles.any(|title| label.iter().any(|stem| title.contains(stem)));
    is_short
        && !label.iter().any(|stem| own.contains(stem))
        && (is_title || is_labelled(context, &label, &own))
}

/// Whether another line of a sheet has a label, `Shooting: flank +1`, that names what a table is about.
fn is_labelled(context: &Context<'_>, label: &[String], topic: &[String]) -> bool {
    context.paragraphs().iter().any(|one| {
        let head = one
            .text
            .plain
            .split_once(':')
            .map(|(head, _)| title_key(head));
        let head = head.filter(|head| (1..=3).contains(&head.len()));
        head.is_some_and(|head| {
            let is_named = head.iter().any(|stem| topic.contains(stem));
            let is_apart = !head.iter().any(|stem| label.contains(stem));
            context.is_sheet(one.block) && is_named && is_apart
        })
    })
}

fn same_role(one: Role, other: Role) -> bool {
    one == other || one == Role::None || other == Role::None
}

fn is_alike(one: &Fact, other: &Fact) -> bool {
    one.subject == other.subject && one.stems == other.stems && same_role(one.role, other.role)
}

/// Whether two facts contradict each other: their values differ, and modifiers have the same sign.
fn differs(one: &Fact, other: &Fact) -> bool {
    one.value != other.value
        && (one.subject != Subject::Modifier || one.value.signum() == other.value.signum())
}

/// `Add 1 if the firer is wounded`, where the row has −1 and the other orders of the paragraph agree with the same table.
fn wrong_sign(
    context: &Context<'_>,
    fact: &Fact,
    prose: &[Fact],
    tables: &[Fact],
) -> Option<Diagnostic> {
    if fact.subject != Subject::Modifier || !fact.is_order || fact.is_loose {
        return None;
    }
    let mut rows = tables.iter().filter(|row| is_alike(fact, row));
    let row = rows.next()?;
    let is_opposite = row.value == -fact.value && rows.all(|other| other.value == row.value);
    let agrees = |other: &&Fact| {
        let is_order = other.is_order && other.block == fact.block;
        let mut own = tables.iter().filter(|row| is_alike(other, row));
        is_order && own.any(|own| own.block == row.block && own.value == other.value)
    };
    let n_others = prose.iter().filter(agrees).count();
    (is_opposite && n_others >= 2).then(|| report(context, fact, row))
}

/// A sentence with all the words of one row of modifiers, two or more, and another number.
fn named_row(topics: &mut Topics<'_, '_>, fact: &Fact, tables: &[Fact]) -> Option<Diagnostic> {
    let rows = tables.iter().filter(|table| {
        table.subject == Subject::Modifier
            && table.stems.len() >= 2
            && same_role(table.role, fact.role)
            && table.stems.iter().all(|stem| fact.stems.contains(stem))
    });
    let rows: Vec<&Fact> = rows.collect();
    let [row] = rows.as_slice() else {
        return None;
    };
    let own = Fact {
        words: row.words.clone(),
        ..fact.clone()
    };
    differs(fact, row).then(|| report(topics.context, &own, row))
}

fn against_tables(topics: &mut Topics<'_, '_>, fact: &Fact, tables: &[Fact]) -> Option<Diagnostic> {
    if fact.is_loose {
        return named_row(topics, fact, tables);
    }
    let alike: Vec<&Fact> = tables
        .iter()
        .filter(|table| is_alike(fact, table))
        .filter(|table| {
            // A list of units has a section of its own, far from that on movement.
            let is_stat = matches!(fact.subject, Subject::Move | Subject::Range);
            is_stat && topics.of(table.block).is_empty()
                || fact.subject == Subject::Range
                || same_procedure(topics, fact, table)
        })
        .collect();
    let alike = if alike.is_empty() {
        wider(topics, fact, tables)
    } else {
        alike
    };
    if alike
        .iter()
        .any(|table| table.value.abs() == fact.value.abs())
    {
        return None;
    }
    let first = alike.first()?;
    (differs(fact, first) && alike.iter().all(|other| other.value == first.value))
        .then(|| report(topics.context, fact, first))
}

/// Rows of modifiers with all the words of a circumstance and more, if they are the same in all tables: `the vines`, `Target between the vines`.
fn wider<'f>(topics: &mut Topics<'_, '_>, fact: &Fact, tables: &'f [Fact]) -> Vec<&'f Fact> {
    if fact.subject != Subject::Modifier || fact.stems.is_empty() {
        return Vec::new();
    }
    let rows = tables.iter().filter(|table| {
        table.subject == Subject::Modifier
            && same_role(table.role, fact.role)
            && fact.stems.iter().all(|stem| table.stems.contains(stem))
    });
    let rows: Vec<&Fact> = rows
        .filter(|table| same_procedure(topics, fact, table))
        .collect();
    let is_one = rows
        .iter()
        .all(|row| rows.first().is_some_and(|first| row.stems == first.stems));
    if is_one { rows } else { Vec::new() }
}

fn against_prose(
    topics: &mut Topics<'_, '_>,
    fact: &Fact,
    earlier: &[Fact],
    tables: &[Fact],
) -> Option<Diagnostic> {
    if fact.is_loose || tables.iter().any(|table| is_alike(fact, table)) {
        return None;
    }
    let context = topics.context;
    let mut same_place = |other: &Fact| match fact.subject {
        Subject::Turns => context.scenario(fact.block) == context.scenario(other.block),
        // `Rain: subtract 1 (4.2)`, and rule 4.2.
        Subject::Modifier if cites(context, fact, other) || cites(context, other, fact) => true,
        Subject::Modifier => {
            let is_near = context.chapter(fact.block) == context.chapter(other.block);
            let are_orders = fact.is_order && other.is_order;
            is_near && are_orders && same_procedure(topics, fact, other)
        }
        // The text gives the costs of one terrain for several kinds of troops.
        Subject::Cost | Subject::Profile => false,
        Subject::Move | Subject::Range | Subject::Dice => {
            context.chapter(fact.block) == context.chapter(other.block)
        }
    };
    let known: Vec<&Fact> = earlier
        .iter()
        .filter(|other| !other.is_loose && is_alike(fact, other) && same_place(other))
        .collect();
    if known
        .iter()
        .any(|other| other.value.abs() == fact.value.abs())
    {
        return None;
    }
    let first = known.first()?;
    (differs(fact, first) && first.block != fact.block).then(|| report(context, fact, first))
}

/// Whether the sentence of a fact refers to the section, or to the numbered paragraph, of another.
fn cites(context: &Context<'_>, fact: &Fact, other: &Fact) -> bool {
    let block = context.document.blocks.get(other.block);
    let item = block.and_then(|block| match &block.content {
        BlockContent::Paragraph(paragraph) => paragraph.list.as_ref()?.number.as_ref(),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
    });
    let home = context
        .home(other.block)
        .and_then(|at| context.document.sections.get(at)?.number.as_ref());
    fact.cites.iter().any(|number| {
        [item, home]
            .into_iter()
            .flatten()
            .any(|own| own.is_same(number))
    })
}

fn shown(context: &Context<'_>, fact: &Fact) -> String {
    match fact.subject {
        Subject::Modifier => context.shown_change(fact.span, fact.value),
        Subject::Move
        | Subject::Range
        | Subject::Dice
        | Subject::Turns
        | Subject::Cost
        | Subject::Profile => fact.value.to_string(),
    }
}

fn report(context: &Context<'_>, fact: &Fact, known: &Fact) -> Diagnostic {
    let there = if known.is_table {
        "in the table"
    } else {
        "earlier"
    };
    let what = match fact.subject {
        Subject::Modifier => format!("the modifier for “{}”", fact.words),
        Subject::Move => format!("the move of “{}”", fact.words),
        Subject::Range => format!("the range of “{}”", fact.words),
        Subject::Dice => format!("the number of dice of “{}”", fact.words),
        Subject::Turns => "the length of the game in turns".to_owned(),
        Subject::Cost => format!("the cost of “{}”", fact.words),
        Subject::Profile => format!("the number of “{}”", fact.words),
    };
    let (here, other) = (shown(context, fact), shown(context, known));
    let message = format!("{what} is {here} here and {other} {there}");
    Diagnostic::new(Code::ConflictingNumbers, message)
        .label(fact.span, here)
        .label(known.span, format!("{other} {there}"))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(fact.block))
}

/// Words in titles that do not distinguish one table from another.
const COMMON: [&str; 15] = [
    "modifier", "table", "chart", "unit", "weapon", "valu", "list", "data", "stat", "summar",
    "referenc", "sheet", "quick", "modifi", "result",
];

/// A table with what distinguishes it and its rows and columns from others.
struct Chart<'a> {
    block: usize,
    grid: &'a Grid,
    /// Stems of the words of its caption, else of the titles above it.
    topic: Vec<String>,
    is_sheet: bool,
    /// Column of the names of its rows.
    label: usize,
    /// Each row with its key or the stems of its name.
    rows: Vec<(usize, Vec<String>)>,
    /// Each other column with the stems of its header.
    columns: Vec<(usize, Vec<String>)>,
}

impl<'a> Chart<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Self {
        let topic = match &grid.caption {
            Some(caption) => title_key(&caption.title),
            None => context.topic(block, Some(grid)),
        };
        let topic = topic
            .into_iter()
            .filter(|word: &String| !COMMON.contains(&word.as_str()) && word.len() > 2)
            .collect();
        let (label, columns) = match modifier_columns(grid) {
            Some((label, value)) if grid.n_columns == 2 => {
                (label, vec![(value, vec!["*".to_owned()])])
            }
            _ => {
                let heads =
                    (1..grid.n_columns).map(|column| (column, stems(&grid.header(column)).0));
                let mut heads: Vec<(usize, Vec<String>)> = heads.collect();
                if let [(_, only)] = heads.as_mut_slice() {
                    *only = vec!["*".to_owned()];
                }
                (0, heads)
            }
        };
        let rows = grid
            .body_rows()
            .map(|row| (row, row_label(grid.text(row, label))))
            .collect();
        Self {
            block,
            grid,
            topic,
            is_sheet: context.is_sheet(block),
            label,
            rows,
            columns,
        }
    }

    /// Whether a column is summed up in a row `Total`.
    fn has_total(&self, column: usize) -> bool {
        self.rows.iter().any(|(row, name)| {
            let is_total = name.first().is_some_and(|word| word == "total");
            let cell = self.grid.at(*row, column).filter(|_| is_total);
            cell.is_some_and(|cell| cell.text.plain.bytes().any(|byte| byte.is_ascii_digit()))
        })
    }

    /// The only row with a name.
    fn row(&self, name: &[String]) -> Option<usize> {
        let mut same = self.rows.iter().filter(|(_, own)| own == name);
        let (first, None) = (same.next()?, same.next()) else {
            return None;
        };
        Some(first.0)
    }
}

/// Returns the words by which the name of a row is compared.
fn row_label(text: &str) -> Vec<String> {
    match Key::parse(text) {
        Some(key) => vec![format!("{key:?}")],
        None => {
            let (mut stems, role) = stems(text);
            if !stems.is_empty() {
                stems.push(format!("{role:?}"));
            }
            stems
        }
    }
}

/// Reports cells that differ between two tables that are otherwise equal, such as a table and its copy on a reference sheet.
fn two_tables(context: &Context<'_>, one: &Chart<'_>, other: &Chart<'_>) -> Vec<Diagnostic> {
    let is_repeated =
        one.is_sheet != other.is_sheet || one.topic.iter().any(|word| other.topic.contains(word));
    if !is_repeated {
        return Vec::new();
    }
    let other_block = other.block;
    let mut pairs = shared_cells(one, other);
    // Two inventories of one game list the pieces of two sides.
    let is_copy = one.is_sheet != other.is_sheet;
    pairs.retain(|(_, _, _, column)| is_copy || !one.has_total(*column));
    let differing: Vec<&(&Cell, &Cell, String, usize)> = pairs
        .iter()
        .filter(|(one, other, ..)| plain(one) != plain(other))
        .collect();
    let n_same = pairs.len() - differing.len();
    if differing.is_empty()
        || n_same < 2
        || differing.len() * 3 > pairs.len()
        || differing.len() > 3
    {
        return Vec::new();
    }
    let findings = differing.iter().map(|(one, other, label, _)| {
        let (here, there) = (other.text.plain.trim(), one.text.plain.trim());
        Diagnostic::new(
            Code::ConflictingNumbers,
            format!("“{label}” is {here} in this table and {there} in the other"),
        )
        .label(other.span, here)
        .label(one.span, format!("{there} here"))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(other_block))
    });
    findings.collect()
}

fn plain(cell: &Cell) -> String {
    let text = cell.text.plain.to_lowercase();
    text.chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, '+' | '−' | '-' | '–'))
        .map(|letter| {
            if matches!(letter, '−' | '–') {
                '-'
            } else {
                letter
            }
        })
        .collect()
}

/// Returns the pairs of numeric cells of two tables whose row and column have the same words.
fn shared_cells<'a>(
    one: &Chart<'a>,
    other: &Chart<'a>,
) -> Vec<(&'a Cell, &'a Cell, String, usize)> {
    let mut pairs = Vec::new();
    for (row, name) in one.rows.iter().filter(|(_, name)| !name.is_empty()) {
        let (Some(_), Some(other_row)) = (one.row(name), other.row(name)) else {
            continue;
        };
        for (column, head) in one.columns.iter().filter(|(_, head)| !head.is_empty()) {
            let mut found = other.columns.iter().filter(|(_, own)| own == head);
            let (Some((other_column, _)), None) = (found.next(), found.next()) else {
                continue;
            };
            let (Some(cell), Some(other_cell)) = (
                one.grid.at(*row, *column),
                other.grid.at(other_row, *other_column),
            ) else {
                continue;
            };
            let has_digit = |cell: &Cell| {
                let text = &cell.text.plain;
                text.len() < 20 && text.bytes().any(|byte| byte.is_ascii_digit())
            };
            if has_digit(cell) && has_digit(other_cell) {
                let label = one.grid.text(*row, one.label);
                let name = if one.columns.len() > 1 {
                    format!("{label}, {}", one.grid.header(*column))
                } else {
                    label.to_owned()
                };
                pairs.push((cell, other_cell, name, *column));
            }
        }
    }
    pairs
}
