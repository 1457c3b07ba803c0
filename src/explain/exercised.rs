//! Coverage of a rulebook by the runs of its worked examples.

use std::collections::BTreeSet;

use sandtable_eval::coverage::Reached;
use sandtable_ir::{InputKind, Note, Op, Program};
use sandtable_model::{CastUnit, Naming, Question, RuleBook, Table, TrackId, Type, WordsId};
use sandtable_source::Span;

/// The parts of a rulebook that runs have reached.
#[derive(Debug, Clone, Default)]
pub struct Exercised {
    /// Sections of the book that were carried out or judged.
    pub sections: BTreeSet<String>,
    /// Spans of the statements that were carried out.
    pub places: BTreeSet<Span>,
    /// Spans of the lines of modifiers that applied, and of the lines of triggers that fired.
    pub lines: BTreeSet<Span>,
    /// Cells of tables that were looked up: the index of the table in the book, and of its cell.
    pub cells: BTreeSet<(usize, usize)>,
    /// Titles of the examples whose lines of play are too many to be followed completely.
    pub partly_followed: BTreeSet<String>,
    /// Scales and lists of words whose values were read.
    words: BTreeSet<WordsId>,
}

impl Exercised {
    /// Adds the ops that runs of a question reached.
    pub fn add(
        &mut self,
        book: &RuleBook,
        question: &Question,
        program: &Program,
        reached: &Reached,
    ) {
        for pc in reached.ops() {
            let at = pc.0 as usize;
            if let (Some(op), Some(origin)) = (program.ops.get(at), program.origins.get(at)) {
                self.places.insert(origin.span);
                if let Some(rule) = program.rules.get(origin.rule as usize) {
                    self.cite(&rule.citations);
                }
                self.op(book, program, op, origin.span);
            }
        }
        for (id, keys) in &reached.rows {
            if let Some(table) = book.tables.get(id.at()) {
                self.row(table, id.at(), keys);
            }
        }
        self.units(book, question, reached);
        for procedure in &book.procedures {
            if self.places.contains(&procedure.naming.span) {
                for local in &procedure.locals {
                    self.met(local.ty);
                }
                procedure
                    .result
                    .iter()
                    .for_each(|result| self.met(result.ty));
            }
        }
        for id in std::mem::take(&mut self.words) {
            if let Some(words) = book.words.get(id.at()) {
                self.cite(&words.citations);
            }
        }
    }

    /// Adds the coverage of other runs.
    pub fn extend(&mut self, other: Self) {
        self.sections.extend(other.sections);
        self.places.extend(other.places);
        self.lines.extend(other.lines);
        self.cells.extend(other.cells);
        self.partly_followed.extend(other.partly_followed);
    }

    /// Whether a statement inside a span was carried out.
    pub fn came_by(&self, place: Span) -> bool {
        let from = Span {
            end: place.start,
            ..place
        };
        self.places
            .range(from..)
            .take_while(|step| step.file == place.file && step.start < place.end)
            .any(|step| step.end <= place.end)
            || place.start == place.end
    }

    fn cite(&mut self, sections: &[String]) {
        for section in sections {
            if !self.sections.contains(section) {
                self.sections.insert(section.clone());
            }
        }
    }

    fn met(&mut self, ty: Type) {
        if let Type::Words(id) = ty {
            self.words.insert(id);
        }
    }

    fn op(&mut self, book: &RuleBook, program: &Program, op: &Op, span: Span) {
        if let Op::Roll { pool, .. } = op
            && let Some(pool) = program.pools.get(pool.0 as usize)
            && let Some(die) = book.dice.iter().find(|die| die.naming.name == pool.name)
        {
            self.cite(&die.naming.citations);
        }
        let Op::Note { note } = op else { return };
        let Some(note) = program.notes.get(note.0 as usize) else {
            return;
        };
        if let Note::Modifier { citations, .. } = note {
            self.cite(citations);
            self.lines.insert(span);
        }
        if let Note::Trigger { .. } = note {
            self.lines.insert(span);
        }
        if let Note::Fact { asked, .. } = note {
            self.asked(book, *asked);
        }
    }

    fn asked(&mut self, book: &RuleBook, asked: InputKind) {
        match asked {
            InputKind::Fact(id) => {
                if let Some(fact) = book.facts.get(id.at()) {
                    self.naming(&fact.naming);
                    self.met(fact.ty);
                }
            }
            InputKind::Option(id) => {
                if let Some(option) = book.options.get(id.at()) {
                    self.naming(&option.naming);
                }
            }
        }
    }

    /// Marks a declaration that was read and has no op of its own.
    fn naming(&mut self, naming: &Naming) {
        self.cite(&naming.citations);
        self.places.insert(naming.span);
    }

    fn row(&mut self, table: &Table, at: usize, keys: &[i32]) {
        self.naming(&table.naming);
        self.cells
            .extend(table.drawn_for(keys).map(|drawn| (at, drawn)));
        self.met(table.result.ty);
        table.keys.iter().for_each(|key| self.met(key.ty));
    }

    /// Marks the kinds of the cast, and the stats and tracks that were read.
    fn units(&mut self, book: &RuleBook, question: &Question, reached: &Reached) {
        let unit = |at: &u32| -> Option<&CastUnit> { question.cast.get(*at as usize) };
        for kind in question
            .cast
            .iter()
            .filter_map(|unit| book.kinds.get(unit.kind.at()))
        {
            self.naming(&kind.naming);
        }
        for (at, field) in &reached.stats {
            let kind = unit(at).and_then(|unit| book.kinds.get(unit.kind.at()));
            let stats = kind.map(|kind| kind.stats.as_slice()).unwrap_or_default();
            for stat in stats
                .iter()
                .filter(|stat| stat.field.at() == *field as usize)
            {
                self.naming(&stat.naming);
            }
            if let Some(field) = book.fields.get(*field as usize) {
                self.met(field.ty);
            }
        }
        for (at, number) in &reached.tracks {
            let track = track_of(book, question.cast.len(), *number as usize);
            let kind = unit(at).and_then(|unit| book.kinds.get(unit.kind.at()));
            let tracks = kind.map(|kind| kind.tracks.as_slice()).unwrap_or_default();
            for known in tracks.iter().filter(|known| Some(known.track) == track) {
                self.naming(&known.naming);
            }
        }
    }
}

/// Returns the track of a slot of a program; a track with a value for each unit has as many slots as the cast has units.
fn track_of(book: &RuleBook, n_units: usize, number: usize) -> Option<TrackId> {
    let mut left = number;
    for (at, track) in book.tracks.iter().enumerate() {
        let n_numbers = track.index.map_or(1, |_| n_units);
        if left < n_numbers {
            return Some(TrackId::new(at));
        }
        left -= n_numbers;
    }
    None
}
