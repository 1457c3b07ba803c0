//! The rules of a grammar as tables for `src/syntax/recogniser.rs`.

use std::collections::BTreeMap;
use std::fmt::Write;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule};

/// What an expression can begin with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct First {
    /// ASCII bytes, one bit each.
    ascii: u128,
    /// Whether it can begin with another character.
    other: bool,
    /// Whether it can be met by no character at all.
    empty: bool,
}

impl First {
    const EMPTY: Self = Self {
        ascii: 0,
        other: false,
        empty: true,
    };
    const ANY: Self = Self {
        ascii: u128::MAX,
        other: true,
        empty: false,
    };

    fn of_set(ascii: u128) -> Self {
        Self {
            ascii,
            ..Self::default()
        }
    }

    fn of_text(text: &str) -> Self {
        let byte = text.bytes().next();
        Self {
            ascii: byte.and_then(|byte| between(byte, byte)).unwrap_or(0),
            other: byte.is_some_and(|byte| !byte.is_ascii()),
            empty: byte.is_none(),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            ascii: self.ascii | other.ascii,
            other: self.other | other.other,
            empty: self.empty | other.empty,
        }
    }
}

/// The tables while they are written.
struct Tables<'g> {
    rules: BTreeMap<&'g str, &'g OptimizedRule>,
    /// The beginnings of each rule.
    firsts: BTreeMap<&'g str, First>,
    /// The blanks between the parts of a rule that is not atomic.
    blanks: u128,
    /// The sets and beginnings that the tables name, each once.
    sets: Vec<u128>,
    beginnings: Vec<First>,
}

/// Rust source: the rules of a grammar as an enumeration, and a table of definitions.
pub(crate) fn source(rules: &[OptimizedRule]) -> Result<String, String> {
    let mut tables = Tables {
        rules: rules
            .iter()
            .map(|rule| (rule.name.as_str(), rule))
            .collect(),
        firsts: BTreeMap::new(),
        blanks: 0,
        sets: Vec::new(),
        beginnings: Vec::new(),
    };
    let blanks = Expr::Ident("WHITESPACE".to_owned());
    tables.blanks = tables
        .class(&blanks)
        .ok_or("WHITESPACE is no set of bytes")?;
    tables.find_firsts();
    let mut names = String::from("    /// The end of the line.\n    EOI,\n");
    let mut arms = String::from("        Rule::EOI => &RULE_EOI,\n");
    let mut definitions = definition("EOI", "Normal", "BEGINNING_0", "Op::End");
    tables.beginning(First::EMPTY);
    for rule in rules {
        let name = &rule.name;
        let sort = match rule.ty {
            RuleType::Normal => "Normal",
            RuleType::Silent => "Silent",
            RuleType::Atomic => "Atomic",
            RuleType::CompoundAtomic => "CompoundAtomic",
            RuleType::NonAtomic => return Err(format!("the rule `{name}` is marked with `!`")),
        };
        let body = tables.op(&rule.expr, is_spaced(rule))?;
        let first = tables.firsts.get(name.as_str()).copied();
        let first = tables.beginning(first.unwrap_or_default());
        definitions += &definition(name, sort, &first, &body);
        names += &format!("    {name},\n");
        arms += &format!("        Rule::{name} => &RULE_{name},\n");
    }
    let mut source = format!(
        "/// The rules of the grammar.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum Rule {{\n{names}}}\n\n\
         pub(crate) fn definition(rule: Rule) -> &'static Definition {{\n    match rule {{\n{arms}    }}\n}}\n\n\
         {definitions}"
    );
    let set = |set: u128| {
        let (low, high) = (set & u128::from(u64::MAX), set >> 64);
        format!("Set([{low:#x}, {high:#x}, 0, 0])")
    };
    let blanks = set(tables.blanks);
    let _ = writeln!(source, "pub(crate) static BLANKS: Set = {blanks};");
    for (at, bytes) in tables.sets.iter().enumerate() {
        let bytes = set(*bytes);
        let _ = writeln!(source, "static SET_{at}: Set = {bytes};");
    }
    for (at, first) in tables.beginnings.iter().enumerate() {
        let ascii = set(first.ascii);
        let First { other, empty, .. } = first;
        let _ = writeln!(
            source,
            "static BEGINNING_{at}: Beginning = Beginning {{ ascii: {ascii}, other: {other}, empty: {empty} }};"
        );
    }
    Ok(source)
}

fn definition(name: &str, sort: &str, first: &str, body: &str) -> String {
    format!(
        "static RULE_{name}: Definition = Definition {{ rule: Rule::{name}, sort: Sort::{sort}, \
         beginning: &{first}, body: {body} }};\n"
    )
}

/// Whether blanks may be between the parts of a rule.
fn is_spaced(rule: &OptimizedRule) -> bool {
    matches!(rule.ty, RuleType::Normal | RuleType::Silent)
}

/// The parts of a sequence.
fn sequence(expr: &Expr) -> Vec<&Expr> {
    let (mut parts, mut rest) = (Vec::new(), expr);
    while let Expr::Seq(first, after) = rest {
        parts.push(first.as_ref());
        rest = after;
    }
    parts.push(rest);
    parts
}

/// The alternatives of a choice.
fn choice(expr: &Expr) -> Vec<&Expr> {
    let (mut parts, mut rest) = (Vec::new(), expr);
    while let Expr::Choice(first, after) = rest {
        parts.push(first.as_ref());
        rest = after;
    }
    parts.push(rest);
    parts
}

/// The set of the bytes between two.
fn between(first: u8, last: u8) -> Option<u128> {
    last.is_ascii()
        .then(|| (first..=last).map(|byte| 1u128 << byte).sum())
}

/// The sets that are known without a rule.
fn built_in(name: &str) -> Option<u128> {
    let digits = between(b'0', b'9')?;
    let letters = between(b'a', b'z')? | between(b'A', b'Z')?;
    match name {
        "ASCII_DIGIT" => Some(digits),
        "ASCII_ALPHA" => Some(letters),
        "ASCII_ALPHANUMERIC" => Some(digits | letters),
        _ => None,
    }
}

impl Tables<'_> {
    /// The set of ASCII bytes that an expression is, if it is one.
    fn class(&self, expr: &Expr) -> Option<u128> {
        match expr {
            Expr::Str(text) => match text.as_bytes() {
                [byte] => between(*byte, *byte),
                _ => None,
            },
            Expr::Range(first, last) => match (first.as_bytes(), last.as_bytes()) {
                ([first], [last]) => between(*first, *last),
                _ => None,
            },
            Expr::Choice(first, rest) => Some(self.class(first)? | self.class(rest)?),
            Expr::Ident(name) => match self.rules.get(name.as_str()) {
                Some(rule) if rule.ty == RuleType::Silent => self.class(&rule.expr),
                Some(_) => None,
                None => built_in(name),
            },
            _ => None,
        }
    }

    /// Finds the beginnings of all rules, which depend on each other: the least fixed point.
    fn find_firsts(&mut self) {
        loop {
            let mut firsts = BTreeMap::new();
            for (name, rule) in &self.rules {
                firsts.insert(*name, self.first(&rule.expr, is_spaced(rule)));
            }
            if firsts == self.firsts {
                break;
            }
            self.firsts = firsts;
        }
    }

    /// What an expression can begin with, or more.
    fn first(&self, expr: &Expr, is_spaced: bool) -> First {
        match expr {
            Expr::Str(text) => First::of_text(text),
            Expr::Ident(name) => {
                let known = self.firsts.get(name.as_str()).copied();
                match (self.rules.contains_key(name.as_str()), name.as_str()) {
                    (true, _) => known.unwrap_or_default(),
                    (false, "SOI" | "EOI") => First::EMPTY,
                    (false, _) => built_in(name).map_or(First::ANY, First::of_set),
                }
            }
            Expr::Seq(..) => {
                let mut first = First::default();
                for part in sequence(expr) {
                    let of_part = self.first(part, is_spaced);
                    first = first.or(of_part);
                    if !of_part.empty {
                        first.empty = false;
                        return first;
                    }
                    if is_spaced {
                        first.ascii |= self.blanks;
                    }
                }
                first
            }
            Expr::Choice(..) => {
                let parts = choice(expr).into_iter();
                let firsts = parts.map(|part| self.first(part, is_spaced));
                firsts.fold(First::default(), First::or)
            }
            Expr::Opt(inner) | Expr::Rep(inner) => self.first(inner, is_spaced).or(First::EMPTY),
            // Nothing is read: what follows decides.
            Expr::PosPred(_) | Expr::NegPred(_) => First::EMPTY,
            _ => match self.class(expr) {
                Some(ascii) => First::of_set(ascii),
                None => First::ANY.or(First::EMPTY),
            },
        }
    }

    /// The name of a set in the tables.
    fn set(&mut self, set: u128) -> String {
        let known = self.sets.iter().position(|known| *known == set);
        let at = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        format!("SET_{at}")
    }

    /// The name of a beginning in the tables.
    fn beginning(&mut self, first: First) -> String {
        let first = match first.empty {
            true => First::ANY.or(First::EMPTY),
            false => first,
        };
        let known = self.beginnings.iter().position(|known| *known == first);
        let at = known.unwrap_or_else(|| {
            self.beginnings.push(first);
            self.beginnings.len() - 1
        });
        format!("BEGINNING_{at}")
    }

    /// Rust source of an expression.
    fn op(&mut self, expr: &Expr, is_spaced: bool) -> Result<String, String> {
        if let Some(set) = self.class(expr) {
            return Ok(format!("Op::Class(&{})", self.set(set)));
        }
        Ok(match expr {
            Expr::Str(text) => format!("Op::Text({text:?})"),
            Expr::Ident(name) => match name.as_str() {
                "ANY" => "Op::Any".to_owned(),
                "SOI" => "Op::Start".to_owned(),
                "EOI" => "Op::Call(&RULE_EOI)".to_owned(),
                name if self.rules.contains_key(name) => format!("Op::Call(&RULE_{name})"),
                name => return Err(format!("there is no rule `{name}`")),
            },
            Expr::PosPred(inner) => format!("Op::Ahead(&{})", self.op(inner, is_spaced)?),
            Expr::NegPred(inner) => format!("Op::Not(&{})", self.op(inner, is_spaced)?),
            Expr::Seq(..) => {
                let parts = sequence(expr).into_iter();
                let parts: Result<Vec<_>, _> = parts.map(|part| self.op(part, is_spaced)).collect();
                let op = if is_spaced { "Spaced" } else { "Sequence" };
                format!("Op::{op}(&[{}])", parts?.join(", "))
            }
            Expr::Choice(..) => self.alternatives(expr, is_spaced)?,
            Expr::Opt(inner) => {
                let first = self.first(inner, is_spaced);
                let first = self.beginning(first);
                format!("Op::Optional(&{first}, &{})", self.op(inner, is_spaced)?)
            }
            Expr::Rep(inner) => match self.class(inner) {
                Some(set) if !is_spaced => format!("Op::Many(&{})", self.set(set)),
                _ => {
                    let op = if is_spaced { "SpacedRepeat" } else { "Repeat" };
                    let first = self.first(inner, is_spaced);
                    let first = self.beginning(first);
                    format!("Op::{op}(&{first}, &{})", self.op(inner, is_spaced)?)
                }
            },
            Expr::Skip(texts) => {
                let marks = texts
                    .iter()
                    .map(|text| self.class(&Expr::Str(text.clone())));
                let marks = marks.collect::<Option<Vec<_>>>();
                let marks = marks.ok_or("what is skipped ends at more than one letter")?;
                let marks = marks.into_iter().fold(0, |all, mark| all | mark);
                format!("Op::Until(&{})", self.set(marks))
            }
            other => return Err(format!("the recogniser has no `{other:?}`")),
        })
    }

    /// Rust source of a choice; neighbouring sets become one.
    fn alternatives(&mut self, expr: &Expr, is_spaced: bool) -> Result<String, String> {
        let mut written: Vec<String> = Vec::new();
        let mut sets = 0;
        let parts = choice(expr).into_iter().map(Some).chain([None]);
        for part in parts {
            if let Some(set) = part.and_then(|part| self.class(part)) {
                sets |= set;
                continue;
            }
            if sets != 0 {
                let first = self.beginning(First::of_set(sets));
                written.push(format!("(&{first}, Op::Class(&{}))", self.set(sets)));
                sets = 0;
            }
            if let Some(part) = part {
                let first = self.first(part, is_spaced);
                let first = self.beginning(first);
                written.push(format!("(&{first}, {})", self.op(part, is_spaced)?));
            }
        }
        Ok(format!("Op::Choice(&[{}])", written.join(", ")))
    }
}
