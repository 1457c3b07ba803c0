//! Recogniser of a parsing expression grammar (Ford 2004): the parts of one line by a rule.
//!
//! The rules are tables, made out of `grammar/rules.pest` by `grammar/build.rs`, and mean what pest says they mean. Alternatives that
//! cannot begin with the next letter are passed over. A line that does not follow its rule is read a second time, with a record of the
//! rules that were tried.

use super::grammar::{BLANKS, Rule, definition};

/// A set of bytes, one bit each: ASCII alone, but as wide as a byte, so that none needs a test.
pub(super) struct Set(pub(super) [u64; 4]);

impl Set {
    #[expect(
        clippy::indexing_slicing,
        reason = "the two upper bits of a byte are below 4"
    )]
    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }
}

/// What an expression can begin with.
pub(super) struct Beginning {
    pub(super) ascii: Set,
    /// Whether it can begin with a character that is not ASCII.
    pub(super) other: bool,
    /// Whether it can be met at the end of the line.
    pub(super) empty: bool,
}

/// A parsing expression.
pub(super) enum Op {
    Text(&'static str),
    /// One byte of a set.
    Class(&'static Set),
    /// As many bytes of a set as there are.
    Many(&'static Set),
    /// What is before the first byte of a set.
    Until(&'static Set),
    /// One character.
    Any,
    /// The start of the line.
    Start,
    /// The end of the line.
    End,
    Call(&'static Definition),
    Sequence(&'static [Self]),
    /// A sequence with blanks between its parts, in a rule that is not atomic.
    Spaced(&'static [Self]),
    Choice(&'static [(&'static Beginning, Self)]),
    Optional(&'static Beginning, &'static Self),
    Repeat(&'static Beginning, &'static Self),
    /// A repetition with blanks between, in a rule that is not atomic.
    SpacedRepeat(&'static Beginning, &'static Self),
    /// It follows, and is not read.
    Ahead(&'static Self),
    /// It does not follow.
    Not(&'static Self),
}

/// The sort of a rule, by its mark in the grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Normal,
    /// `_`: makes no part.
    Silent,
    /// `@`: without blanks, and without parts of its own.
    Atomic,
    /// `$`: without blanks.
    CompoundAtomic,
}

/// A rule of the grammar.
pub(super) struct Definition {
    pub(super) rule: Rule,
    pub(super) sort: Sort,
    pub(super) beginning: &'static Beginning,
    pub(super) body: Op,
}

/// A part of a line, made by one rule of the grammar.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) rule: Rule,
    /// Its text in the line.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The index after its last descendant.
    pub(super) next: usize,
}

/// The place where a line stops following its rule.
#[derive(Debug)]
pub(super) struct Mismatch {
    pub(super) at: usize,
    /// The rules that were tried there.
    pub(super) wanted: Vec<Rule>,
}

/// Returns the parts of a line, each before those inside it.
///
/// Errors: where the line does not follow the rule.
pub(super) fn recognise(rule: Rule, line: &str) -> Result<Vec<Part>, Mismatch> {
    let definition = definition(rule);
    let mut plain: Recogniser<'_, false> = Recogniser::new(line);
    if plain.call(definition) {
        return Ok(plain.parts);
    }
    let mut recording: Recogniser<'_, true> = Recogniser::new(line);
    if recording.call(definition) {
        return Ok(recording.parts);
    }
    let Attempts {
        at, mut positive, ..
    } = recording.attempts;
    positive.sort_unstable();
    positive.dedup();
    Err(Mismatch {
        at,
        wanted: positive,
    })
}

/// Whether blanks are skipped and parts are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Atomicity {
    NonAtomic,
    Atomic,
    CompoundAtomic,
}

/// Whether something is read, or only looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lookahead {
    None,
    Positive,
    Negative,
}

/// The rules that were tried at the furthest place, as pest records them.
#[derive(Default)]
struct Attempts {
    at: usize,
    positive: Vec<Rule>,
    negative: Vec<Rule>,
}

/// The numbers of attempts before a rule is tried.
#[derive(Clone, Copy, Default)]
struct Tried {
    positive: usize,
    negative: usize,
}

impl Attempts {
    fn tried(&self, at: usize) -> Tried {
        match self.at == at {
            true => Tried {
                positive: self.positive.len(),
                negative: self.negative.len(),
            },
            false => Tried::default(),
        }
    }

    /// Records that a rule was tried at a place. Rules tried inside it count for nothing there, unless it was a single one.
    fn record(&mut self, rule: Rule, at: usize, before: Tried, lookahead: Lookahead) {
        let now = self.tried(at);
        if now.positive + now.negative == before.positive + before.negative + 1 || at < self.at {
            return;
        }
        // At a place further on than before, both numbers are 0.
        self.positive.truncate(before.positive);
        self.negative.truncate(before.negative);
        self.at = at;
        match lookahead {
            Lookahead::Negative => self.negative.push(rule),
            Lookahead::None | Lookahead::Positive => self.positive.push(rule),
        }
    }
}

/// Reads one line.
struct Recogniser<'t, const RECORDS: bool> {
    line: &'t str,
    at: usize,
    atomicity: Atomicity,
    lookahead: Lookahead,
    parts: Vec<Part>,
    attempts: Attempts,
}

impl<'t, const RECORDS: bool> Recogniser<'t, RECORDS> {
    fn new(line: &'t str) -> Self {
        Self {
            line,
            at: 0,
            atomicity: Atomicity::NonAtomic,
            lookahead: Lookahead::None,
            parts: Vec::new(),
            attempts: Attempts::default(),
        }
    }

    fn next(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn may_begin(&self, beginning: &Beginning) -> bool {
        match self.next() {
            _ if RECORDS => true,
            Some(byte) if byte.is_ascii() => beginning.ascii.has(byte),
            Some(_) => beginning.other,
            None => beginning.empty,
        }
    }

    fn skip_while(&mut self, is_meant: impl Fn(u8) -> bool) {
        let rest = self.line.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| is_meant(**byte)).count();
    }

    fn skip_blanks(&mut self) {
        if self.atomicity == Atomicity::NonAtomic {
            self.skip_while(|byte| BLANKS.has(byte));
        }
    }

    /// Reads what an expression says; if that is not there, nothing is read and no part is left.
    fn read(&mut self, op: &'static Op) -> bool {
        match op {
            Op::Text(text) => {
                let rest = self.line.as_bytes().get(self.at..).unwrap_or_default();
                let is_there = rest.starts_with(text.as_bytes());
                self.at += if is_there { text.len() } else { 0 };
                is_there
            }
            Op::Class(set) => {
                let is_there = self.next().is_some_and(|byte| set.has(byte));
                self.at += usize::from(is_there);
                is_there
            }
            Op::Many(set) => {
                self.skip_while(|byte| set.has(byte));
                true
            }
            Op::Until(set) => {
                self.skip_while(|byte| !set.has(byte));
                true
            }
            Op::Any => {
                let rest = self.line.get(self.at..).unwrap_or_default();
                let next = rest.chars().next();
                self.at += next.map_or(0, char::len_utf8);
                next.is_some()
            }
            Op::Start => self.at == 0,
            Op::End => self.at == self.line.len(),
            Op::Call(definition) => self.call(definition),
            Op::Sequence(parts) => self.sequence(parts, false),
            Op::Spaced(parts) => self.sequence(parts, true),
            Op::Choice(parts) => {
                let mut parts = parts.iter();
                parts.any(|(beginning, part)| self.may_begin(beginning) && self.read(part))
            }
            Op::Optional(beginning, inner) => {
                let _ = self.may_begin(beginning) && self.read(inner);
                true
            }
            Op::Repeat(beginning, inner) => {
                while self.may_begin(beginning) && self.read(inner) {}
                true
            }
            Op::SpacedRepeat(beginning, inner) => {
                let mut end = self.at;
                while self.may_begin(beginning) && self.read(inner) {
                    end = self.at;
                    self.skip_blanks();
                }
                self.at = end;
                true
            }
            Op::Ahead(inner) => self.look_ahead(inner, true),
            Op::Not(inner) => !self.look_ahead(inner, false),
        }
    }

    fn sequence(&mut self, parts: &'static [Op], is_spaced: bool) -> bool {
        let (start, n_parts) = (self.at, self.parts.len());
        for (at, part) in parts.iter().enumerate() {
            if is_spaced && at > 0 {
                self.skip_blanks();
            }
            if !self.read(part) {
                self.at = start;
                self.parts.truncate(n_parts);
                return false;
            }
        }
        true
    }

    /// Whether an expression follows.
    fn look_ahead(&mut self, op: &'static Op, is_positive: bool) -> bool {
        let (start, outer) = (self.at, self.lookahead);
        self.lookahead = match (outer, is_positive) {
            (Lookahead::None | Lookahead::Positive, true) => Lookahead::Positive,
            (Lookahead::None | Lookahead::Positive, false) => Lookahead::Negative,
            (Lookahead::Negative, true) => Lookahead::Negative,
            (Lookahead::Negative, false) => Lookahead::Positive,
        };
        let follows = self.read(op);
        (self.at, self.lookahead) = (start, outer);
        follows
    }

    fn call(&mut self, definition: &'static Definition) -> bool {
        if !self.may_begin(definition.beginning) {
            return false;
        }
        let outer = self.atomicity;
        let is_there = match definition.sort {
            Sort::Silent => self.read(&definition.body),
            Sort::Normal => self.part(definition, outer),
            Sort::Atomic => self.part(definition, Atomicity::Atomic),
            Sort::CompoundAtomic => {
                self.atomicity = Atomicity::CompoundAtomic;
                self.part(definition, Atomicity::CompoundAtomic)
            }
        };
        self.atomicity = outer;
        is_there
    }

    /// Reads what a rule says, and makes a part of it.
    fn part(&mut self, definition: &'static Definition, inside: Atomicity) -> bool {
        let (start, at) = (self.at, self.parts.len());
        let is_told = self.atomicity != Atomicity::Atomic;
        let is_kept = is_told && self.lookahead == Lookahead::None;
        if is_kept {
            self.parts.push(Part {
                rule: definition.rule,
                start,
                end: start,
                next: 0,
            });
        }
        let before = match RECORDS && is_told {
            true => self.attempts.tried(start),
            false => Tried::default(),
        };
        self.atomicity = inside;
        let is_there = self.read(&definition.body);
        if RECORDS && is_told && is_there == (self.lookahead == Lookahead::Negative) {
            let rule = definition.rule;
            self.attempts.record(rule, start, before, self.lookahead);
        }
        if is_kept && !is_there {
            self.parts.truncate(at);
        } else if is_kept {
            let (end, next) = (self.at, self.parts.len());
            if let Some(part) = self.parts.get_mut(at) {
                (part.end, part.next) = (end, next);
            }
        }
        is_there
    }
}
