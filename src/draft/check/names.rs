//! Names of units that exist in no list; measures of two kinds; results that are never explained.
//!
//! Reports: E0710, E0719, E0720.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::inventories;
use super::measures;
use super::phases;
use super::spelling::is_one_error;
use super::table_keys::{Axis, axes};
use super::words::{Kind, Token, is_game_term, stem, title_key, tokens};
use crate::dictionary::is_english;
use crate::keys::Key;
use crate::model::{BlockContent, Cell, Grid};
use crate::vocabulary::WordList;

/// Reports: E0710, E0719, E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let prose = context.prose();
    let measures = measures::check(context);
    let is_mixed = !measures.is_empty();
    diagnostics.extend(measures);
    diagnostics.extend(scales(context));
    let inventories = inventories::check(context, &prose).into_iter();
    diagnostics.extend(inventories.filter(|one| !is_mixed || one.code != Code::MixedUnits));
    diagnostics.extend(units(context, &prose));
    diagnostics.extend(single_units(context, &prose));
    diagnostics.extend(phases::check(context, &prose));
    let words = places_of_words(context, &prose);
    for (block, grid) in context.tables() {
        diagnostics.extend(results(context, block, grid, &words));
    }
}

/// `7 kilometres deep`, in a manuscript that gives its scale in nautical miles, and no sentence converts one into the other.
///
/// Reports: E0719.
fn scales(context: &Context<'_>) -> Option<Diagnostic> {
    let mut metric: Vec<(Span, usize)> = Vec::new();
    let mut miles: Vec<(Span, usize)> = Vec::new();
    for one in context.sentences() {
        let (mut own_metric, mut own_miles) = (Vec::new(), Vec::new());
        for (at, number) in one.words.iter().enumerate() {
            let is_number = number.count().is_some()
                || matches!(number.kind, Kind::Number { .. } | Kind::Fraction(_));
            let skip = one
                .words
                .get(at + 1)
                .filter(|word| word.is_word(&["nautical", "sea", "statute", "square"]));
            let unit = one.words.get(at + 1 + usize::from(skip.is_some()));
            let Some(unit) = unit.filter(|_| is_number) else {
                continue;
            };
            let span = one.span(number.range.start..unit.range.end);
            let place = span.map(|span| (span, one.prose.block));
            if unit.is_word(&["km", "kilometre", "kilometres", "kilometer", "kilometers"]) {
                own_metric.extend(place);
            } else if unit.is_word(&["mile", "miles"]) {
                own_miles.extend(place);
            }
        }
        // `4 miles (6.4 km)`
        if own_metric.is_empty() || own_miles.is_empty() {
            metric.extend(own_metric);
            miles.extend(own_miles);
        }
    }
    let (rare, usual, what, other) = match metric.len() <= miles.len() {
        true => (&metric, &miles, "kilometres", "miles"),
        false => (&miles, &metric, "miles", "kilometres"),
    };
    let ([(span, block)], [(place, _), ..]) = (rare.as_slice(), usual.as_slice()) else {
        return None;
    };
    Some(
        Diagnostic::new(Code::MixedUnits, format!("{what} here, {other} elsewhere"))
            .label(*span, "")
            .label(*place, other)
            .help(format!(
                "give both distances in {other}, or both measures at each"
            ))
            .confidence(Confidence::Likely)
            .cite(context.citation(*block)),
    )
}

/// `Heavy Tank`, where the lists of units have `Light Tank` and `Medium Tank`.
///
/// Reports: E0720.
fn units(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let names = listed_units(context);
    // Last words that end the names of two units or more.
    let mut heads: BTreeMap<&String, usize> = BTreeMap::new();
    for name in names.iter().filter(|name| name.len() == 2) {
        if let Some(last) = name.last() {
            *heads.entry(last).or_default() += 1;
        }
    }
    let n_firsts = |first: Option<&String>| {
        names
            .iter()
            .filter(|name| name.len() == 2 && name.first() == first)
            .count()
    };
    let known = known_names(context, &names, false);
    let mut findings = Vec::new();
    let mut uses: BTreeMap<Vec<String>, (usize, String, Span, usize)> = BTreeMap::new();
    for one in prose.iter().filter(|one| !one.is_heading && !one.is_cell) {
        let words = context.words(one);
        for (first, second) in pairs(words) {
            let is_name = first.is_capitalised()
                && second.is_capitalised()
                && second.range.start == first.range.end + 1;
            let key = vec![stem(first.text), stem(second.text)];
            let is_headed = key
                .last()
                .is_some_and(|last| heads.get(last).is_some_and(|n| *n >= 2))
                || n_firsts(key.first()) >= 2
                || second.is_word(WordList::Formations.words())
                    && names
                        .iter()
                        .any(|name| name.len() == 2 && name.first() == key.first());
            let is_general = first.is_word(&[
                "the", "a", "an", "each", "all", "any", "no", "one", "two", "three", "both",
                "enemy", "friendly", "every", "this", "that", "if", "when",
            ]) || first.is_word(WordList::Sides.words());
            // `the Coalition Player`, `the Coalition ZOC`: of a side, not of its army.
            let is_short = second.text.bytes().all(|byte| byte.is_ascii_uppercase());
            let is_rule = is_game_term(first) || is_game_term(second) || is_short;
            if !is_name || !is_headed || is_general || is_rule {
                continue;
            }
            let text = one
                .text
                .plain
                .get(first.range.start..second.range.end)
                .unwrap_or_default();
            if let Some(span) = context.span(one, first.range.start..second.range.end) {
                uses.entry(key)
                    .or_insert((0, text.to_owned(), span, one.block))
                    .0 += 1;
            }
        }
    }
    for (key, (n, text, span, block)) in uses {
        let is_known = known
            .iter()
            .any(|name| name.windows(2).any(|window| window == key.as_slice()));
        // A typing error is reported as such.
        let is_slip = key
            .iter()
            .any(|word| names.iter().flatten().any(|own| is_one_error(word, own)));
        if is_known || is_slip || n > 2 {
            continue;
        }
        let with = |part: fn(&[String]) -> Option<&String>| {
            let names = names.iter().filter(|name| part(name) == part(&key));
            names.count()
        };
        let (ends, begins) = (with(|name| name.last()), with(|name| name.first()));
        let alike = match ends {
            0 => format!("{begins} in the lists begin like this"),
            _ => format!("{ends} names in the lists end like this"),
        };
        findings.push(
            Diagnostic::new(
                Code::UnknownUnitName,
                format!("no list has a unit “{text}”"),
            )
            .label(span, "named here")
            .help(format!("correct the name: {alike}; or add it to a list"))
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
        );
    }
    findings
}

/// Whether a word is the adjective of a side or of a people.
pub(super) fn is_of_people(word: &Token<'_>) -> bool {
    let lower = word.text.to_lowercase();
    let endings = ["ian", "ish", "ese", "can", "ch"];
    word.is_word(WordList::Sides.words()) || endings.iter().any(|end| lower.ends_with(end))
}

/// `one of her Brigands`, in an example of a manuscript that lists its units by single words: a name that is met nowhere else.
///
/// Reports: E0720.
fn single_units(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let names = listed_units(context);
    let single: BTreeSet<&String> = names
        .iter()
        .filter(|name| name.len() == 1)
        .filter_map(|name| name.first())
        .collect();
    if single.len() < 3 {
        return Vec::new();
    }
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for one in prose {
        for word in context.words(one) {
            if word.kind == Kind::Word {
                *uses.entry(stem(word.text)).or_default() += 1;
            }
        }
    }
    let mut findings = Vec::new();
    // How often examples name a listed unit in the same way.
    let mut n_known = 0;
    for one in prose.iter().filter(|one| !one.is_heading && !one.is_cell) {
        let is_example = context.is_example(one.block);
        let words = context.words(one);
        for (at, pair) in words.windows(2).enumerate() {
            let [lead, name] = pair else {
                continue;
            };
            // Outside of examples other things have capitals too: `An Engineer can`, not `a Critical Hit`.
            let is_alone = words
                .get(at + 2)
                .is_none_or(|next| !next.is_capitalised() && next.whole().is_none());
            let is_plain = is_alone && is_english(&name.text.to_lowercase());
            let is_article = lead.is_word(&["a", "an"]);
            if !(is_example || is_article && is_plain) {
                continue;
            }
            let is_led = lead.is_word(&["a", "an", "his", "her", "their"])
                || lead.text.ends_with("'s")
                || lead.text.ends_with("’s")
                || lead.count().is_some();
            let is_name = name.is_capitalised()
                && name.text.len() >= 4
                && name.text.chars().skip(1).all(char::is_lowercase);
            if !is_led || !is_name {
                continue;
            }
            let key = stem(name.text);
            if single.contains(&key) {
                n_known += 1;
            } else if uses.get(&key) == Some(&1) && !uses.keys().any(|own| is_one_error(&key, own))
            {
                let span = context.span(one, name.range.clone());
                findings.extend(span.map(|span| {
                    Diagnostic::new(
                        Code::UnknownUnitName,
                        format!("no list has a unit “{}”", name.text),
                    )
                    .label(span, "named here")
                    .help("correct the name; or add it to a list")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(one.block))
                }));
            }
        }
    }
    match n_known >= 3 && findings.len() <= 2 {
        true => findings,
        false => Vec::new(),
    }
}

/// Words beside each other, or joined by a hyphen.
fn pairs<'t, 'a>(words: &'t [Token<'a>]) -> Vec<(&'t Token<'a>, &'t Token<'a>)> {
    let mut found = Vec::new();
    for (at, first) in words.iter().enumerate() {
        let next = words.get(at + 1);
        let second = match next.filter(|next| next.is_mark('-')) {
            Some(_) => words.get(at + 2),
            None => next,
        };
        found.extend(second.map(|second| (first, second)));
    }
    found
}

/// Names in the first column of the lists of units.
pub(super) fn listed_units(context: &Context<'_>) -> Vec<Vec<String>> {
    let mut names: Vec<Vec<String>> = Vec::new();
    for (_, grid) in context.grids() {
        let first = grid.header(0).to_lowercase();
        let is_list = [
            "unit",
            "type",
            "troop",
            "vehicle",
            "figure",
            "squad",
            "name",
            "element",
            "piece",
            "counter",
            "model",
            "weapon",
            "ship",
            "aircraft",
            "formation",
            "class",
            "block",
            "regiment",
        ]
        .iter()
        .any(|word| first.contains(word))
            || is_profiles(grid);
        let has_numbers = grid.n_columns >= 2
            && grid.body_rows().any(|row| {
                (1..grid.n_columns).any(|column| {
                    grid.text(row, column)
                        .chars()
                        .any(|letter| letter.is_ascii_digit())
                })
            });
        if !is_list || !has_numbers || grid.n_rows < 3 {
            continue;
        }
        names.extend(
            grid.body_rows()
                .map(|row| title_key(grid.text(row, 0)))
                .filter(|key| !key.is_empty()),
        );
    }
    names
}

/// Whether a table gives three numbers or more to each name of its first column, whatever its header, and is no table of terrain, situations or
/// results.
fn is_profiles(grid: &Grid) -> bool {
    let header = grid.header(0);
    let words = tokens(&header);
    let is_other = words.iter().any(|word| {
        word.is_word(&[
            "terrain",
            "situation",
            "modifier",
            "condition",
            "action",
            "phase",
            "turn",
            "roll",
            "result",
            "event",
            "die",
            "range",
            "weather",
            "scenario",
            "hex",
            "cost",
            "player",
            "side",
            "area",
            "region",
            "town",
            "city",
            "chance",
            "total",
            "level",
            "order",
        ])
    });
    let rows: Vec<usize> = grid.body_rows().collect();
    let is_number = |row: usize, column: usize| {
        let words = tokens(grid.text(row, column));
        words.first().is_some_and(|word| word.whole().is_some()) && words.len() <= 2
    };
    let is_numeric = |column: &usize| rows.iter().all(|row| is_number(*row, *column));
    let n_numeric = (1..grid.n_columns).filter(is_numeric).count();
    let is_name = |row: &usize| {
        let words = tokens(grid.text(*row, 0));
        words.first().is_some_and(Token::is_capitalised)
    };
    !words.is_empty() && !is_other && rows.len() >= 3 && n_numeric >= 3 && rows.iter().all(is_name)
}

/// The words after the number of a cell that counts one thing: `2 Tank Battalions`.
pub(super) fn counted_name(cell: &Cell) -> Option<Vec<String>> {
    let words = tokens(&cell.text.plain);
    let (number, rest) = words.split_first()?;
    let is_plain = rest.iter().all(Token::is_capitalised);
    let is_counted = number.count().is_some_and(|n| n > 0) && rest.len() == 2 && is_plain;
    is_counted.then(|| rest.iter().map(|word| stem(word.text)).collect())
}

/// Names of units, titles, cells and words in bold.
///
/// Cells that count something are left out if they are in question.
pub(super) fn known_names(
    context: &Context<'_>,
    names: &[Vec<String>],
    without_counted: bool,
) -> Vec<Vec<String>> {
    let mut known: Vec<Vec<String>> = names.to_vec();
    for (_, block) in context.blocks() {
        match &block.content {
            BlockContent::Heading(heading) => known.push(title_key(&heading.title.plain)),
            BlockContent::Table(grid) => known.extend(
                grid.cells
                    .iter()
                    .filter(|cell| cell.text.plain.len() < 80)
                    .filter(|cell| !without_counted || counted_name(cell).is_none())
                    .map(|cell| title_key(&cell.text.plain)),
            ),
            BlockContent::Paragraph(paragraph) => {
                let bold = paragraph.text.ranges(|style| style.bold).into_iter();
                known.extend(
                    bold.map(|range| {
                        title_key(paragraph.text.plain.get(range).unwrap_or_default())
                    }),
                );
            }
            BlockContent::Code(_) => {}
        }
    }
    known
}

/// For each stem the block that has it first, and whether another one has it.
fn places_of_words(context: &Context<'_>, prose: &[Prose<'_>]) -> BTreeMap<String, (usize, bool)> {
    let mut places: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for one in prose {
        for word in context.words(one) {
            if word.kind == Kind::Word {
                let place = places.entry(stem(word.text)).or_insert((one.block, false));
                place.1 |= place.0 != one.block;
            }
        }
    }
    // `A1: the attackers lose a step`: the result is read as the number of the entry.
    for (at, block) in context.blocks() {
        if let BlockContent::Paragraph(paragraph) = &block.content
            && let Some(number) = paragraph
                .list
                .as_ref()
                .and_then(|item| item.number.as_ref())
        {
            let place = places.entry(stem(&number.text)).or_insert((at, false));
            place.1 |= place.0 != at;
        }
    }
    places
}

/// Results of a column, by the start of their cells, that have no entry of their own, `Pinned: it may not move`, where nearly all others have
/// one near the table.
fn left_out(context: &Context<'_>, block: usize, grid: &Grid, axis: &Axis) -> BTreeSet<usize> {
    let home = context.home(block);
    let mut labels: BTreeSet<Vec<String>> = BTreeSet::new();
    for one in context.sentences() {
        let is_near = context.home(one.prose.block) == home
            || context.chapter(one.prose.block) == context.chapter(block);
        let label = one.text.split_once(':').map(|(label, _)| label);
        let label = label.or_else(|| {
            // `**Fog Cloak**. A friend counts as in cover`
            let end = one.text.trim_end().trim_end_matches('.');
            let start = one.range.start;
            let bold = one.prose.text.ranges(|style| style.bold);
            let is_bold = |range: &Range<usize>| {
                let lead = one.text.len() - one.text.trim_start().len();
                range.start <= start + lead && range.end >= start + end.len()
            };
            bold.iter().any(is_bold).then_some(end)
        });
        if let Some(label) = label.filter(|_| is_near) {
            for part in label.split([',', '/']).flat_map(|part| part.split(" and ")) {
                labels.insert(title_key(part));
            }
        }
    }
    let mut found = BTreeSet::new();
    for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
        let cells = grid
            .body_rows()
            .filter_map(|row| grid.at(row, column))
            .filter(|cell| !title_key(&cell.text.plain).is_empty())
            // A code, `A1`, may be explained in a sentence of its own.
            .filter(|cell| cell.text.plain.chars().any(char::is_lowercase));
        let (known, missing): (Vec<&Cell>, Vec<&Cell>) =
            cells.partition(|cell| labels.contains(&title_key(&cell.text.plain)));
        let names: BTreeSet<Vec<String>> = missing
            .iter()
            .map(|cell| title_key(&cell.text.plain))
            .collect();
        // `Miss`: a result that says all itself.
        let is_plain = |name: &Vec<String>| {
            let plain = ["miss", "nothing", "none", "no effect", "no result"];
            plain.iter().any(|plain| title_key(plain) == *name)
        };
        if known.len() >= 2 && names.len() == 1 && !names.iter().any(is_plain) {
            found.extend(missing.iter().map(|cell| cell.span.start));
        }
    }
    found
}

/// Words among the results of a table that occur nowhere else.
///
/// Reports: E0710.
fn results(
    context: &Context<'_>,
    block: usize,
    grid: &Grid,
    words: &BTreeMap<String, (usize, bool)>,
) -> Vec<Diagnostic> {
    let known = words;
    let all = axes(context, block, grid);
    let Some(axis) = all.first() else {
        return Vec::new();
    };
    // A record of turns says what there is then: `5-7 | Spring | open`.
    let header = grid.header(axis.column).to_lowercase();
    let is_calendar = ["turn", "date", "month", "day", "week"];
    if axis.is_column && is_calendar.iter().any(|word| header.starts_with(word)) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let left_out = left_out(context, block, grid, axis);
    for row in grid.body_rows() {
        for column in 0..grid.n_columns {
            let Some(cell) = grid.at(row, column) else {
                continue;
            };
            let text = cell.text.plain.trim();
            let words = tokens(text);
            let is_result = ((1..=2).contains(&words.len())
                || words.len() <= 5 && left_out.contains(&cell.span.start))
                && words
                    .iter()
                    .all(|word| word.kind == Kind::Word && word.text.len() >= 2)
                && Key::parse(text).is_none();
            let lower = text.to_lowercase();
            if !is_result
                || axis.is_column && column == axis.column
                || !axis.is_column && column == 0
                || seen.contains(&lower)
            {
                continue;
            }
            seen.push(lower);
            let last = stem(words.last().map_or("", |word| word.text));
            let place = known.get(&last);
            let is_explained = place.is_some_and(|(first, more)| *more || *first != block);
            let is_explained = is_explained && !left_out.contains(&cell.span.start);
            // `Draw`, an end of the game that says all itself.
            let is_plain = words.len() == 1
                && words.iter().any(|word| {
                    word.is_word(&["draw", "drawn", "tie", "stalemate", "victory", "defeat"])
                });
            let is_word = matches!(last.as_str(), "non" | "yes" | "na" | "no");
            if !is_explained && !is_plain && !is_word {
                findings.push(
                    Diagnostic::new(
                        Code::UnexplainedResult,
                        format!("the result “{text}” is explained nowhere"),
                    )
                    .label(cell.span, "")
                    .help("say in the text what it does")
                    .cite(context.citation(block)),
                );
            }
        }
    }
    findings
}
