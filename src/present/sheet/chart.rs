//! The charts: every table, list of modifiers, scale, die and cost of a book, each once, in the order of play.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::{Callable, Modifier, ProcedureId};
use sandtable_syntax::ast::{self, Item};

use super::block::Block;
pub use super::chart_source::Charts;
use super::chart_source::sections;
use super::cost;
use super::grid::{Cell, Grid};
use super::placed::Align;
use super::table_chart;
use super::text::Text;
use crate::words;

/// A chart and its place in the order of play.
struct Placed {
    stage: usize,
    place: usize,
    /// Its position in the rules, as the last criterion of the order.
    written: usize,
    grid: Grid,
}

/// Title of the group of scales and dice.
const SCALES: &str = "Scales and dice";

impl<'a> Charts<'a> {
    /// All of them as blocks below headings, one for each phase.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let scales: Vec<Grid> = self
            .source
            .items()
            .filter_map(|item| self.scale_or_die(item))
            .collect();
        if !scales.is_empty() {
            blocks.push(Block::heading(2, SCALES));
            blocks.extend(scales.into_iter().map(Block::Table));
        }
        let mut charts = self.placed();
        charts.sort_by_key(|chart| (chart.stage, chart.place, chart.written));
        let mut last = None;
        for chart in charts {
            if last.replace(chart.stage) != Some(chart.stage)
                && let Some(stage) = self.order.stages.get(chart.stage)
            {
                blocks.push(Block::Heading {
                    level: 2,
                    text: Text::bold(stage.title.as_str()),
                    sections: stage.sections.clone(),
                    anchor: None,
                });
            }
            blocks.push(Block::Table(chart.grid));
        }
        blocks
    }

    /// The chart of a table, by its name.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only tables are looked up")]
    pub fn table(&self, name: &str) -> Option<Grid> {
        self.source.items().find_map(|item| match item {
            Item::Table(table) if table.head.name.value == name => {
                Some(table_chart::grid(self, table))
            }
            _ => None,
        })
    }

    /// The chart of a list of modifiers, by its name.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only lists are looked up")]
    pub fn modifiers(&self, name: &str) -> Option<Grid> {
        self.source.items().find_map(|item| match item {
            Item::Modifiers(list) if list.head.name.value == name => Some(self.list(list)),
            _ => None,
        })
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else is on a chart of a phase"
    )]
    fn placed(&self) -> Vec<Placed> {
        let costs = self.costs();
        let mut charts = Vec::new();
        for (written, item) in self.source.items().enumerate() {
            let (rules, grid) = match item {
                Item::Table(table) => (
                    self.tables(&table.head.name.value),
                    table_chart::grid(self, table),
                ),
                Item::Modifiers(list) => {
                    let id = self.list_id(&list.head.name.value);
                    (
                        id.into_iter().map(Callable::Modifiers).collect(),
                        self.list(list),
                    )
                }
                Item::Procedure(rule) => {
                    let Some(id) = costs.get(rule.head.name.value.as_str()) else {
                        continue;
                    };
                    (
                        vec![Callable::Procedure(*id)],
                        cost::grid(self.source, rule, *id),
                    )
                }
                _ => continue,
            };
            let first = rules.iter().min_by_key(|rule| self.order.place(**rule));
            let (stage, place) = match first {
                Some(rule) => (self.order.stage_of(*rule), self.order.place(*rule)),
                None => (self.order.stages.len().saturating_sub(1), usize::MAX),
            };
            charts.push(Placed {
                stage,
                place,
                written,
                grid,
            });
        }
        charts
    }

    /// The formulas that say what a step costs, and those whose result they hand on, by name.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only formulas say costs")]
    fn costs(&self) -> BTreeMap<&'a str, ProcedureId> {
        let book = self.source.book;
        let ids: BTreeMap<&str, ProcedureId> = book
            .procedures
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.is_declared())
            .map(|(at, rule)| (rule.naming.name.as_str(), ProcedureId::new(at)))
            .collect();
        let rules: BTreeMap<&str, &ast::Procedure> = self
            .source
            .items()
            .filter_map(|item| match item {
                Item::Procedure(rule) => Some((rule.head.name.value.as_str(), rule)),
                _ => None,
            })
            .collect();
        let ways = self.usage.ways.iter();
        let mut open: Vec<&str> = ways
            .filter_map(|way| Some(book.procedures.get(way.at())?.naming.name.as_str()))
            .collect();
        let mut found = BTreeSet::new();
        while let Some(name) = open.pop() {
            if let Some(rule) = rules.get(name)
                && found.insert(name)
            {
                open.extend(cost::handed_on(&rule.body));
            }
        }
        found
            .into_iter()
            .filter_map(|name| ids.get_key_value(name))
            .map(|(name, id)| (*name, *id))
            .collect()
    }

    /// The reason of each line of a list of modifiers: its label, else its condition; `in_full` also says what it is counted for.
    pub(super) fn modifier_texts(&self, list: &ast::Modifiers, in_full: bool) -> Vec<String> {
        let book = self.source.book;
        let id = self.list_id(&list.head.name.value);
        let Some(known) = id.and_then(|id| book.modifiers.get(id.at())) else {
            return Vec::new();
        };
        let parameters = known.parameters.iter();
        let names: Vec<&str> = parameters.map(|one| one.name.as_str()).collect();
        let label = |line: &Modifier| line.label.trim().to_owned();
        let lines = known.lines.iter().map(|line| {
            let condition = line.condition.as_ref();
            let condition = condition.map(|when| words::say_condition(book, &names, when));
            let n_alike = known.lines.iter().filter(|one| one.label == line.label);
            // Two lines with the same label differ in their conditions.
            let mut said = match (label(line), condition) {
                (label, Some(condition)) if label.is_empty() => condition,
                (label, Some(condition)) if n_alike.count() > 1 => format!("{label}: {condition}"),
                (label, _) => label,
            };
            if let Some(per) = &line.per {
                let per = match (in_full, said.is_empty()) {
                    (false, false) => "each".to_owned(),
                    (true, _) | (false, true) => {
                        let counted = words::say_counted(book, &names, per);
                        format!("for each point of {counted}")
                    }
                };
                said = match said.is_empty() {
                    true => per,
                    false => format!("{said}, {per}"),
                };
            }
            match line.most {
                Some(most) => format!("{said}, at most {most}"),
                None => said,
            }
        });
        lines.collect()
    }

    /// Declarations that a list is counted for, in the order of its rows.
    fn list(&self, list: &ast::Modifiers) -> Grid {
        let names = &self.source.names;
        let head = &list.head;
        let own: BTreeSet<&str> = head
            .citations
            .iter()
            .map(|section| section.value.as_str())
            .collect();
        let has_sections = list
            .lines
            .iter()
            .any(|line| !line.value.citations.is_empty());
        let mut rows = Vec::new();
        let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let texts = self.modifier_texts(list, true).into_iter();
        for (line, said) in list.lines.iter().map(|line| &line.value).zip(texts) {
            let said = super::names::capital(&said);
            if let Some(once) = &line.once {
                groups.entry(&once.value).or_default().push(said.clone());
            }
            let mut row = vec![
                Cell::new(Text::bold(signed(line.amount)), Align::Centre),
                Cell::words(said),
            ];
            if has_sections {
                let sections = line.citations.iter().map(|section| section.value.as_str());
                let sections: Vec<&str> = sections
                    .filter(|section| !own.contains(section) || line.citations.len() == 1)
                    .collect();
                row.push(Cell::words(sections.join(", ")));
            }
            rows.push(row);
        }
        let mut heads = vec![
            Cell::head("Modifier", Align::Centre),
            Cell::head("When", Align::Left),
        ];
        if has_sections {
            heads.push(Cell::head("Rule", Align::Left));
        }
        let mut notes = Vec::new();
        for group in groups.into_values().filter(|group| group.len() > 1) {
            notes.push(Text::plain(format!(
                "Only the first that applies counts: {}.",
                group.join("; ")
            )));
        }
        if let Some(limit) = &list.limit {
            let (low, high) = limit.value;
            notes.push(Text::plain(match (low, high) {
                (Some(low), Some(high)) => format!(
                    "The total is never less than {} nor more than {}.",
                    signed(low),
                    signed(high)
                ),
                (Some(low), None) => format!("The total is never less than {}.", signed(low)),
                (None, Some(high)) => format!("The total is never more than {}.", signed(high)),
                (None, None) => String::new(),
            }));
        }
        let id = self.list_id(&head.name.value);
        notes.extend(id.and_then(|id| self.read_by(Callable::Modifiers(id))));
        Grid {
            title: Text::bold(names.title(&head.name.value)),
            sections: sections(head),
            heads: vec![heads],
            rows,
            n_keys: 1,
            notes,
            of: Some(format!("modifiers {}", head.name.value)),
            is_striped: true,
            ..Grid::default()
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else is a scale or a die"
    )]
    fn scale_or_die(&self, item: &Item) -> Option<Grid> {
        match item {
            Item::Scale(scale) if scale.is_ordered => Some(self.scale(scale)),
            Item::Die(die) => Some(self.die(die)),
            _ => None,
        }
    }

    fn scale(&self, scale: &ast::Scale) -> Grid {
        /// Most steps in a row.
        const MOST: usize = 8;
        let words: Vec<String> = scale
            .words
            .iter()
            .map(|word| super::names::words(&word.value))
            .collect();
        let n_columns = words.len().clamp(1, MOST);
        let rows = words.chunks(n_columns).map(|chunk| {
            let mut row: Vec<Cell> = chunk
                .iter()
                .map(|word| Cell::centred(word.as_str()))
                .collect();
            row.resize_with(n_columns, || Cell::words(""));
            row
        });
        Grid {
            title: Text::bold(self.source.names.title(&scale.head.name.value)),
            sections: sections(&scale.head),
            lead: vec![Text::plain("From the lowest to the highest:")],
            rows: rows.collect(),
            of: Some(format!("scale {}", scale.head.name.value)),
            ..Grid::default()
        }
    }

    fn die(&self, die: &ast::Die) -> Grid {
        let n_faces = die.faces.len().max(1);
        let shown = |name: &str| super::names::words(name);
        let all: Vec<String> = die.faces.iter().map(|face| shown(&face.value)).collect();
        let rows = die.groups.iter().map(|group| {
            let names: Vec<&str> = group.faces.iter().map(|face| face.value.as_str()).collect();
            let hits = match names.as_slice() {
                ["any"] => n_faces,
                ["none"] => 0,
                names => die
                    .faces
                    .iter()
                    .filter(|face| names.contains(&face.value.as_str()))
                    .count(),
            };
            let faces: Vec<String> = names.iter().map(|name| shown(name)).collect();
            let numbers: Option<Vec<i32>> = names.iter().map(|name| name.parse().ok()).collect();
            let mut faces = Cell::words(faces.join(", "));
            faces.picture = numbers
                .filter(|_| n_faces == 6)
                .and_then(|numbers| super::dice::faces(&numbers));
            vec![
                Cell::new(Text::bold(shown(&group.name.value)), Align::Left),
                faces,
                Cell::centred(format!("{hits} in {n_faces}")),
            ]
        });
        let rows: Vec<Vec<Cell>> = rows.collect();
        let (names, rows): (&[&str], _) = match rows.is_empty() {
            true => (&["Face", "Chance"], face_rows(die)),
            false => (&["Result", "Faces", "Chance"], rows),
        };
        let heads = names.iter().map(|head| Cell::head(*head, Align::Left));
        Grid {
            title: Text::bold(self.source.names.title(&die.head.name.value)),
            sections: sections(&die.head),
            lead: vec![Text::plain(format!("Its faces: {}.", all.join(", ")))],
            heads: vec![heads.collect()],
            rows,
            n_keys: 1,
            of: Some(format!("die {}", die.head.name.value)),
            ..Grid::default()
        }
    }
}

/// The faces of a die without groups, each once, with its chance.
fn face_rows(die: &ast::Die) -> Vec<Vec<Cell>> {
    let n_faces = die.faces.len();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut seen = BTreeSet::new();
    for face in &die.faces {
        if !seen.insert(face.value.as_str()) {
            continue;
        }
        let same = die.faces.iter().filter(|other| other.value == face.value);
        rows.push(vec![
            Cell::new(Text::bold(super::names::words(&face.value)), Align::Left),
            Cell::centred(format!("{} in {n_faces}", same.count())),
        ]);
    }
    rows
}

/// A number with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}
