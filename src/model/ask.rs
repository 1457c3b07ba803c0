//! "This rule, with these units and facts": names and values to a question.
//!
//! Reports: E0408, E0404, E0203, E0211, E0217, E0512 to E0514.

use super::check::{literal_of, range_text, words_of};
use super::expr::{Expr, ExprKind};
use super::{
    CastUnit, Dimension, Kinds, NONE, Parameter, ProcedureId, ProfileId, Question, RuleBook,
    TableId, TrackId, Type, Value,
};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{KindId, ModifiersId};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Literal;

/// `range = 7`, `target.hits = 1`, as given on the command line or in an example.
#[derive(Debug, Clone)]
pub struct Binding {
    /// One name, or a parameter and a stat or track of it.
    pub place: Vec<Spanned<String>>,
    /// What it is.
    pub value: Spanned<Literal>,
}

/// Something that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A formula, roll or action.
    Procedure(ProcedureId),
    /// A table.
    Table(TableId),
    /// A list of modifiers.
    Modifiers(ModifiersId),
}

/// The most units that one question may have, parts included.
const MOST_UNITS: usize = 256;

impl RuleBook {
    /// What a name asks for.
    pub fn entry(&self, name: &str) -> Option<Entry> {
        let named = |at: usize| ProcedureId::new(at);
        self.procedures
            .iter()
            .position(|known| known.of_kind.is_none() && known.naming.name == name)
            .map(|at| Entry::Procedure(named(at)))
            .or_else(|| {
                let at = self
                    .tables
                    .iter()
                    .position(|known| known.naming.name == name)?;
                Some(Entry::Table(TableId::new(at)))
            })
            .or_else(|| {
                let at = self
                    .modifiers
                    .iter()
                    .position(|known| known.naming.name == name)?;
                Some(Entry::Modifiers(ModifiersId::new(at)))
            })
    }

    /// Every name that can be asked for.
    pub fn entry_names(&self) -> impl Iterator<Item = &str> {
        self.procedures
            .iter()
            .filter(|known| known.of_kind.is_none())
            .map(|known| &known.naming)
            .chain(self.tables.iter().map(|known| &known.naming))
            .chain(self.modifiers.iter().map(|known| &known.naming))
            .map(|naming| naming.name.as_str())
    }

    /// The parameters of what is asked for. Keys of a table that are thrown are left out.
    pub fn parameters(&self, entry: Entry) -> Vec<Parameter> {
        match entry {
            Entry::Procedure(id) => self
                .procedures
                .get(id.at())
                .map_or_else(Vec::new, |known| known.parameters.clone()),
            Entry::Modifiers(id) => self
                .modifiers
                .get(id.at())
                .map_or_else(Vec::new, |known| known.parameters.clone()),
            Entry::Table(id) => self.tables.get(id.at()).map_or_else(Vec::new, |table| {
                let keys = table.keys.iter().filter(|key| key.dice.is_none());
                keys.map(|key| Parameter {
                    name: key.name.clone(),
                    ty: key.ty,
                    low: key.low,
                    high: key.high,
                    part_of: None,
                    span: key.span,
                })
                .collect()
            }),
        }
    }

    /// What a value of a type may be, for a list of parameters: `vehicle`, `0 to 40 hexes`, `front, flank, rear`.
    pub fn describe(&self, ty: Type, low: i32, high: i32) -> String {
        match ty {
            Type::Number(dimension) => {
                let range = range_text(low, high);
                match dimension.unit() {
                    Some(unit) => format!("{range} {unit}"),
                    None => range,
                }
            }
            Type::Unit(kinds) if kinds == Kinds::ALL => "any unit".to_owned(),
            Type::Unit(_) => words_of(self, ty).join(" or "),
            Type::Words(_) | Type::Face(_) | Type::Flag => words_of(self, ty).join(", "),
            Type::Unknown => String::new(),
        }
    }
}

/// Makes a question of a name and what is given; `None` if something is wrong, which is then reported.
pub fn ask(
    book: &RuleBook,
    name: &Spanned<String>,
    bindings: &[Binding],
    options: &[(Spanned<String>, bool)],
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let n_before = diagnostics.len();
    let Some(entry) = book.entry(&name.value) else {
        let is_fact = book.facts.iter().any(|fact| fact.naming.name == name.value);
        let mut diagnostic = Diagnostic::new(
            Code::UnknownProcedure,
            format!("there is nothing to run called `{}`", name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, book.entry_names());
        if is_fact {
            diagnostic = diagnostic.help("it is a fact: it is given, not run");
        }
        diagnostics.push(diagnostic.help("`sandtable list RULESET` shows what can be asked"));
        return None;
    };
    let parameters = book.parameters(entry);
    let mut asker = Asker {
        parameters: parameters.iter().map(|known| known.name.clone()).collect(),
        book,
        diagnostics,
        cast: Vec::new(),
        named: Vec::new(),
    };
    let arguments = asker.arguments(name, &parameters, bindings);
    let facts = asker.facts(bindings);
    let mut switched: Vec<bool> = book.options.iter().map(|option| option.on).collect();
    asker.options(&mut switched, bindings, options);
    asker.stats(bindings);
    asker.unread(bindings, &parameters);
    let cast = asker.cast;
    if diagnostics.len() > n_before {
        return None;
    }
    let values: Vec<i32> = arguments.iter().map(|(value, _)| *value).collect();
    let arguments: Vec<Expr> = arguments
        .into_iter()
        .map(|(value, ty)| constant(value, ty, name.span))
        .collect();
    Some(Question {
        entry: entry_expr(book, entry, arguments, name.span),
        procedure: match entry {
            Entry::Procedure(id) => Some(id),
            Entry::Table(_) | Entry::Modifiers(_) => None,
        },
        cast,
        arguments: values,
        facts,
        options: switched,
    })
}

fn constant(value: i32, ty: Type, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Constant(value),
        ty,
        or_none: false,
        span,
    }
}

/// A call of what is asked for.
fn entry_expr(book: &RuleBook, entry: Entry, arguments: Vec<Expr>, span: Span) -> Expr {
    let (kind, ty, or_none) = match entry {
        Entry::Procedure(procedure) => {
            let result = book
                .procedures
                .get(procedure.at())
                .and_then(|known| known.result);
            let kind = ExprKind::Call {
                procedure,
                arguments,
            };
            (
                kind,
                result.map_or(Type::Unknown, |result| result.ty),
                result.is_some_and(|result| result.or_none),
            )
        }
        Entry::Table(table) => {
            let known = book.tables.get(table.at());
            let mut given = arguments.into_iter();
            let keys = known.map(|known| known.keys.as_slice()).unwrap_or_default();
            let arguments = keys
                .iter()
                .filter_map(|key| match key.dice {
                    Some((count, sides)) => Some(Expr {
                        kind: ExprKind::Dice { count, sides },
                        ..constant(0, key.ty, span)
                    }),
                    None => given.next(),
                })
                .collect();
            (
                ExprKind::Table { table, arguments },
                known.map_or(Type::Unknown, |known| known.result.ty),
                known.is_some_and(|known| known.result.or_none),
            )
        }
        Entry::Modifiers(list) => (
            ExprKind::Modifiers { list, arguments },
            Type::Number(Dimension::Plain),
            false,
        ),
    };
    Expr {
        kind,
        ty,
        or_none,
        span,
    }
}

struct Asker<'a> {
    book: &'a RuleBook,
    diagnostics: &'a mut Diagnostics,
    cast: Vec<CastUnit>,
    /// Parameters that are units, and their place in the cast.
    named: Vec<(String, usize)>,
    /// Every parameter, to tell those whose unit was not found from those that are not there.
    parameters: Vec<String>,
}

/// The value given for a name of one part.
fn given<'b>(bindings: &'b [Binding], name: &str) -> Option<&'b Spanned<Literal>> {
    bindings
        .iter()
        .find(|binding| matches!(binding.place.as_slice(), [only] if only.value == name))
        .map(|binding| &binding.value)
}

impl Asker<'_> {
    fn arguments(
        &mut self,
        name: &Spanned<String>,
        parameters: &[Parameter],
        bindings: &[Binding],
    ) -> Vec<(i32, Type)> {
        let mut arguments = Vec::new();
        let mut missing = Vec::new();
        for parameter in parameters {
            let value = given(bindings, &parameter.name);
            let argument = match (parameter.ty, parameter.part_of, value) {
                (Type::Unit(kinds), Some(owner), value) => {
                    let owner = arguments.get(owner).map(|(value, _)| *value);
                    self.part(parameter, kinds, owner, value)
                }
                (Type::Unit(kinds), None, Some(value)) => self.unit(parameter, kinds, value),
                (ty, _, Some(value)) => self.value(ty, parameter, value),
                (_, _, None) => {
                    missing.push(parameter);
                    None
                }
            };
            arguments.push((argument.unwrap_or(0), parameter.ty));
        }
        if let Some(first) = missing.first() {
            let names: Vec<String> = missing
                .iter()
                .map(|parameter| {
                    let what = self
                        .book
                        .describe(parameter.ty, parameter.low, parameter.high);
                    format!("`{}` ({what})", parameter.name)
                })
                .collect();
            self.diagnostics.push(
                Diagnostic::new(
                    Code::MissingArgument,
                    format!("`{}` also needs {}", name.value, names.join(" and ")),
                )
                .label(name.span, "")
                .help(format!("say it: `{}=…`", first.name)),
            );
        }
        arguments
    }

    fn value(&mut self, ty: Type, parameter: &Parameter, value: &Spanned<Literal>) -> Option<i32> {
        match literal_of(self.book, value, ty, parameter.low, parameter.high) {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// A unit of the roster joins the cast, with its parts.
    fn unit(
        &mut self,
        parameter: &Parameter,
        kinds: Kinds,
        value: &Spanned<Literal>,
    ) -> Option<i32> {
        let id = match &value.value {
            Literal::Word(word) => word.clone(),
            Literal::Number(number) => number.to_string(),
        };
        let profiles = &self.book.profiles;
        let found = profiles
            .iter()
            .position(|profile| !profile.id.is_empty() && profile.id == id);
        let Some(at) = found else {
            let known = profiles
                .iter()
                .filter(|profile| !profile.id.is_empty() && kinds.has(profile.kind))
                .map(|profile| profile.id.as_str());
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownUnit, format!("there is no unit `{id}`"))
                    .label(value.span, "")
                    .suggest(&id, known)
                    .help("`sandtable list RULESET units` shows them all"),
            );
            return None;
        };
        let kind = profiles.get(at).map(|profile| profile.kind)?;
        if !kinds.has(kind) {
            let wanted = words_of(self.book, Type::Unit(kinds)).join(" or ");
            let is = self
                .book
                .kinds
                .get(kind.at())
                .map_or("", |kind| kind.naming.name.as_str());
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadArgument,
                    format!("`{}` is a {wanted}", parameter.name),
                )
                .label(value.span, format!("`{id}` is a {is}")),
            );
            return None;
        }
        let place = self.join(ProfileId::new(at), &parameter.name, None, value.span)?;
        self.named.push((parameter.name.clone(), place));
        i32::try_from(place).ok()
    }

    /// One of the parts of a unit that is already in the cast; the first if none is named.
    fn part(
        &mut self,
        parameter: &Parameter,
        kinds: Kinds,
        owner: Option<i32>,
        value: Option<&Spanned<Literal>>,
    ) -> Option<i32> {
        let owner = owner.and_then(|owner| usize::try_from(owner).ok())?;
        let unit = self.cast.get(owner)?;
        let parts: Vec<(usize, &str)> = self
            .cast
            .iter()
            .enumerate()
            .filter(|(_, part)| part.owner == Some(owner) && kinds.has(part.kind))
            .map(|(at, part)| {
                let profile = self.book.profiles.get(part.profile.at());
                (at, profile.map_or("", |profile| profile.id.as_str()))
            })
            .collect();
        let wanted = value.map(|value| match &value.value {
            Literal::Word(word) => word.clone(),
            Literal::Number(number) => number.to_string(),
        });
        let found = match &wanted {
            None => parts.first(),
            Some(wanted) => parts.iter().find(|(_, id)| id == wanted),
        };
        if let Some((at, _)) = found {
            self.named.push((parameter.name.clone(), *at));
            return i32::try_from(*at).ok();
        }
        let kind = words_of(self.book, Type::Unit(kinds)).join(" or ");
        let ids: Vec<&str> = parts.iter().map(|(_, id)| *id).collect();
        let diagnostic = match (value, wanted) {
            (Some(value), Some(wanted)) => Diagnostic::new(
                Code::BadArgument,
                format!("{} has no {kind} `{wanted}`", unit.title),
            )
            .label(value.span, "")
            .suggest(&wanted, ids.iter().copied())
            .help(if ids.is_empty() {
                "it has none at all".to_owned()
            } else {
                format!("it has {}", ids.join(", "))
            }),
            _ => {
                let profile = self.book.profiles.get(unit.profile.at());
                let diagnostic = Diagnostic::new(
                    Code::MissingArgument,
                    format!("{} has no {kind}", unit.title),
                );
                match profile {
                    Some(profile) => diagnostic.label(profile.span, "this unit"),
                    None => diagnostic,
                }
            }
        };
        self.diagnostics.push(diagnostic);
        None
    }

    /// Adds a unit and its parts to the cast.
    fn join(
        &mut self,
        profile: ProfileId,
        parameter: &str,
        owner: Option<usize>,
        span: Span,
    ) -> Option<usize> {
        if self.cast.len() >= MOST_UNITS {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::TooMany,
                    format!("this unit has more than {MOST_UNITS} parts"),
                )
                .label(span, "")
                .help("look for a part that is a part of itself"),
            );
            return None;
        }
        let known = self.book.profiles.get(profile.at())?;
        let place = self.cast.len();
        let mut fields: Vec<i32> = self
            .book
            .fields
            .iter()
            .map(|field| if field.is_trait { 0 } else { NONE })
            .collect();
        if let Some(kind) = fields.first_mut() {
            *kind = i32::try_from(known.kind.at()).unwrap_or(0);
        }
        self.cast.push(CastUnit {
            parameter: parameter.to_owned(),
            profile,
            kind: known.kind,
            title: known.title.clone(),
            fields,
            starts: Vec::new(),
            owner,
        });
        for (field, value) in &known.values {
            let value = match value {
                Value::Single(value) => *value,
                Value::Parts(parts) => {
                    let mut first = NONE;
                    for part in parts {
                        let at = self.join(*part, parameter, Some(place), span)?;
                        if first == NONE {
                            first = i32::try_from(at).unwrap_or(NONE);
                        }
                    }
                    first
                }
            };
            let unit = self.cast.get_mut(place)?;
            if let Some(slot) = unit.fields.get_mut(field.at()) {
                *slot = value;
            }
        }
        Some(place)
    }

    fn facts(&mut self, bindings: &[Binding]) -> Vec<Option<i32>> {
        let book = self.book;
        book.facts
            .iter()
            .map(|fact| {
                let value = given(bindings, &fact.naming.name)?;
                match literal_of(book, value, fact.ty, fact.low, fact.high) {
                    Ok(value) => Some(value),
                    Err(diagnostic) => {
                        self.diagnostics
                            .push(diagnostic.label(fact.naming.span, "the fact is declared here"));
                        None
                    }
                }
            })
            .collect()
    }

    fn options(
        &mut self,
        switched: &mut [bool],
        bindings: &[Binding],
        options: &[(Spanned<String>, bool)],
    ) {
        let book = self.book;
        for (option, place) in book.options.iter().zip(switched.iter_mut()) {
            let Some(value) = given(bindings, &option.naming.name) else {
                continue;
            };
            match literal_of(book, value, Type::Flag, 0, 1) {
                Ok(on) => *place = on == 1,
                Err(diagnostic) => self
                    .diagnostics
                    .push(diagnostic.help("write `on` or `off`")),
            }
        }
        for (name, on) in options {
            let at = book
                .options
                .iter()
                .position(|option| option.naming.name == name.value);
            match at.and_then(|at| switched.get_mut(at)) {
                Some(place) => *place = *on,
                None => {
                    let known = book
                        .options
                        .iter()
                        .map(|option| option.naming.name.as_str());
                    let list: Vec<&str> = known.clone().collect();
                    let mut diagnostic = Diagnostic::new(
                        Code::UnknownName,
                        format!("there is no option `{}`", name.value),
                    )
                    .label(name.span, "")
                    .suggest(&name.value, known);
                    if !list.is_empty() {
                        diagnostic = diagnostic.help(format!("options: {}", list.join(", ")));
                    }
                    self.diagnostics.push(diagnostic);
                }
            }
        }
    }

    /// `target.hits = 1`, `target.armour = M`
    fn stats(&mut self, bindings: &[Binding]) {
        for binding in bindings {
            let [owner, name] = binding.place.as_slice() else {
                continue;
            };
            let place = self
                .named
                .iter()
                .find(|(known, _)| *known == owner.value)
                .map(|(_, at)| *at);
            let Some(place) = place else {
                if self.parameters.contains(&owner.value) {
                    continue;
                }
                let known: Vec<&str> = self.named.iter().map(|(name, _)| name.as_str()).collect();
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadArgument,
                        format!("`{}` is no unit of this question", owner.value),
                    )
                    .label(owner.span, "")
                    .suggest(&owner.value, known),
                );
                continue;
            };
            self.stat(place, name, &binding.value);
        }
    }

    fn stat(&mut self, place: usize, name: &Spanned<String>, value: &Spanned<Literal>) {
        let book = self.book;
        let Some(unit) = self.cast.get_mut(place) else {
            return;
        };
        let Some(kind) = book.kinds.get(unit.kind.at()) else {
            return;
        };
        let track = kind
            .tracks
            .iter()
            .find(|track| track.naming.name == name.value);
        let stat = kind
            .stats
            .iter()
            .find(|stat| stat.naming.name == name.value);
        let named_trait = kind.traits.iter().copied().find(|field| {
            book.fields
                .get(field.at())
                .is_some_and(|field| field.name == name.value)
        });
        let (ty, low, high) = match (track, stat, named_trait) {
            (Some(track), _, _) => {
                let ty = book
                    .tracks
                    .get(track.track.at())
                    .map_or(Type::Unknown, |track| track.ty);
                (ty, track.low, track.high)
            }
            (None, Some(stat), _) => {
                let ty = book
                    .fields
                    .get(stat.field.at())
                    .map_or(Type::Unknown, |field| field.ty);
                (ty, stat.low, stat.high)
            }
            (None, None, Some(_)) => (Type::Flag, 0, 1),
            (None, None, None) => {
                let known: Vec<&str> = kind
                    .tracks
                    .iter()
                    .map(|track| track.naming.name.as_str())
                    .chain(kind.stats.iter().map(|stat| stat.naming.name.as_str()))
                    .collect();
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadArgument,
                        format!("a {} has no `{}` to give", kind.naming.name, name.value),
                    )
                    .label(name.span, "")
                    .suggest(&name.value, known.iter().copied())
                    .help(
                        "stats, traits and tracks of a unit can be given; formulas are worked out",
                    ),
                );
                return;
            }
        };
        match literal_of(book, value, ty, low, high) {
            Err(diagnostic) => self.diagnostics.push(diagnostic),
            Ok(value) => match (track, stat.map(|stat| stat.field).or(named_trait)) {
                (Some(track), _) => unit.starts.push((track.track, value)),
                (None, Some(field)) => {
                    if let Some(slot) = unit.fields.get_mut(field.at()) {
                        *slot = value;
                    }
                }
                (None, None) => {}
            },
        }
    }

    /// Reports names that are given and mean nothing, and names given twice.
    fn unread(&mut self, bindings: &[Binding], parameters: &[Parameter]) {
        let book = self.book;
        let known: Vec<&str> = parameters
            .iter()
            .map(|parameter| parameter.name.as_str())
            .chain(book.facts.iter().map(|fact| fact.naming.name.as_str()))
            .chain(
                book.options
                    .iter()
                    .map(|option| option.naming.name.as_str()),
            )
            .collect();
        for (at, binding) in bindings.iter().enumerate() {
            if let [only] = binding.place.as_slice()
                && !known.contains(&only.value.as_str())
            {
                let own: Vec<&str> = parameters
                    .iter()
                    .map(|parameter| parameter.name.as_str())
                    .collect();
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadArgument,
                        format!("`{}` is no parameter, fact or option", only.value),
                    )
                    .label(only.span, "")
                    .suggest(&only.value, known.iter().copied())
                    .help(format!("parameters here: {}", own.join(", "))),
                );
            }
            let text = |binding: &Binding| -> Vec<String> {
                binding
                    .place
                    .iter()
                    .map(|name| name.value.clone())
                    .collect()
            };
            let first = bindings
                .iter()
                .take(at)
                .find(|earlier| text(earlier) == text(binding));
            if let (Some(first), Some(name)) = (first, binding.place.first()) {
                let mut diagnostic = Diagnostic::new(
                    Code::BadArgument,
                    format!("`{}` is given twice", text(binding).join(".")),
                )
                .label(name.span, "here again");
                if let Some(first) = first.place.first() {
                    diagnostic = diagnostic.label(first.span, "first here");
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }
}

impl CastUnit {
    /// Where a track starts: as given, else as the kind says.
    pub fn start(&self, track: TrackId, declared: i32) -> i32 {
        self.starts
            .iter()
            .find(|(known, _)| *known == track)
            .map_or(declared, |(_, value)| *value)
    }

    /// Whether it is of a kind.
    pub fn is(&self, kind: KindId) -> bool {
        self.kind == kind
    }
}
