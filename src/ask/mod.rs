//! Resolution of names and values, "this rule, with these units and facts", to a question.
//!
//! Reports: E0408, E0404, E0203, E0211, E0217, E0512 to E0514.

mod cards;
mod earlier;
mod facts;
mod indexed_facts;
pub mod maps;
mod ownership;
mod scenario;
mod scenario_map;
mod sets;
pub mod stats;
mod unit_places;
mod units;
mod unknown_values;

pub use earlier::ask_after;
pub use ownership::Piece;
pub use scenario::{asked_of, placement_checks, set_up};

use std::sync::Arc;

use sandtable_board::Shape;
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic, Diagnostics, suggest};
use sandtable_model::board::{BoardInstance, GameMap};
use sandtable_model::literals::literal_of;
use sandtable_model::{
    CastUnit, Entry, Expr, FieldId, KindId, NONE, OptionalRule, Parameter, ProcedureId, Question,
    RuleBook, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Name of the binding that gives the map of a question.
pub const MAP: &str = "map";

/// `range = 7`, `target.hits = 1`, as given on the command line or in an example.
#[derive(Debug, Clone)]
pub struct Binding {
    /// One name, or a parameter and a stat or track of it.
    pub place: Vec<Spanned<String>>,
    /// The units that a fact or a track is about; empty if the value applies to all.
    pub about: Vec<Spanned<String>>,
    /// The value, as written.
    pub value: Spanned<Literal>,
}

/// Builds a question from a name and bindings; `None` after an error, which is reported.
pub fn ask_question(
    book: &RuleBook,
    name: &Spanned<String>,
    pieces: &[Piece],
    bindings: &[Binding],
    options: &[(Spanned<String>, Spanned<String>)],
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let asked = QuestionSource {
        name,
        bindings,
        own: bindings,
        options,
    };
    build_question(book, &asked, Start::Fresh(pieces), diagnostics)
}

/// The source of a question: its name and all its bindings.
struct QuestionSource<'a> {
    name: &'a Spanned<String>,
    /// All bindings that apply, with those of earlier questions.
    bindings: &'a [Binding],
    /// The bindings of this question alone.
    own: &'a [Binding],
    options: &'a [(Spanned<String>, Spanned<String>)],
}

/// Starting state of the cast of a question.
#[derive(Clone, Copy)]
enum Start<'a> {
    /// A new cast, of these pieces and of the units that bindings name.
    Fresh(&'a [Piece]),
    /// The cast of an earlier question.
    After(&'a Question),
}

fn build_question(
    book: &RuleBook,
    asked: &QuestionSource<'_>,
    start: Start<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let QuestionSource {
        name,
        bindings,
        own,
        options,
    } = *asked;
    let (entry, is_phase) = entry_named(book, name, diagnostics)?;
    let parameters = book.parameters(entry);
    // Counted apart from `diagnostics`, which drops findings when it is full.
    let mut found = Diagnostics::default();
    let map = match start {
        Start::Fresh(_) => map_named(book, bindings, &mut found),
        Start::After(earlier) => earlier.map.clone(),
    };
    let mut builder = QuestionBuilder {
        names_a_map: given(bindings, MAP).is_some(),
        map,
        parameters: parameters.iter().map(|known| known.name.clone()).collect(),
        ..QuestionBuilder::new(book, &mut found)
    };
    let (mut builder, pieces, n_earlier) = match start {
        Start::Fresh(pieces) => {
            builder.set_up(pieces, name.span);
            (builder.with_map(), pieces, 0)
        }
        Start::After(earlier) => {
            builder.go_on(earlier);
            (builder, &[][..], earlier.cast.len())
        }
    };
    let arguments = builder.arguments(name, &parameters, bindings);
    let (facts, particular) = builder.read_facts(bindings);
    let mut set: Vec<i32> = book.options.iter().map(|option| option.default).collect();
    builder.options(&mut set, bindings, options);
    builder.stats(own);
    builder.whose(own, pieces, n_earlier);
    builder.spares(entry, name.span);
    builder.join_cards(entry, n_earlier, name.span);
    builder.report_unlocated();
    builder.report_off_the_map(n_earlier, name.span);
    builder.unread(own, &parameters);
    let others: Vec<(String, usize)> = builder
        .named
        .iter()
        .filter(|(name, _)| !builder.parameters.contains(name))
        .cloned()
        .collect();
    let (cast, map) = (builder.cast, builder.map);
    if !found.is_empty() {
        diagnostics.extend(found.iter().cloned());
        return None;
    }
    let (named, units) = match named_units(others, &cast) {
        Ok(named) => named.into_iter().unzip(),
        Err(finding) => {
            diagnostics.push(finding.label(name.span, ""));
            return None;
        }
    };
    let values = arguments.iter().map(|argument| argument.value());
    let values: Vec<i32> = values.chain::<Vec<i32>>(units).collect();
    let sets = arguments.iter().enumerate();
    let sets = sets.filter_map(|(at, argument)| Some((at, argument.members()?.to_vec())));
    let sets = sets.collect();
    let arguments = sets::exprs(arguments, name.span);
    let board_instance = match start {
        Start::Fresh(_) => map.as_ref().map(|map| &map.board_instance),
        Start::After(earlier) => earlier.board_instance.as_ref(),
    };
    let board_instance = board_instance
        .map(|board_instance| Arc::new(with_outlines(board_instance, &cast, n_earlier, book)));
    Some(Question {
        phase: is_phase.then(|| name.value.clone()),
        script: None,
        entry: entry_expr(book, entry, arguments, name.span),
        procedure: entry.procedure(),
        row: entry.row(),
        board_instance,
        map,
        cast,
        arguments: values,
        sets,
        named,
        facts,
        judged: Vec::new(),
        particular,
        is_played: false,
        options: set,
    })
}

/// Returns what a name runs, and whether it is a phase.
///
/// Reports: E0512, and as [`phase_named`].
fn entry_named(
    book: &RuleBook,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<(Entry, bool)> {
    if let Some(entry) = book.find_entry(&name.value) {
        return Some((entry, false));
    }
    if let Some(sequence) = phase_named(book, name, diagnostics)? {
        return Some((Entry::Procedure(sequence), true));
    }
    let phases = book.phases().map(|(_, naming)| naming.name.as_str());
    let is_fact = book.facts.iter().any(|fact| fact.naming.name == name.value);
    let mut diagnostic = Diagnostic::new(
        Code::UnknownProcedure,
        format!("there is no rule `{}` to run", name.value),
    )
    .label(name.span, "")
    .suggest(&name.value, book.entry_names().chain(phases));
    if is_fact {
        diagnostic = diagnostic.help("a fact is given, not run");
    }
    diagnostics.push(diagnostic.help_by(CommandHelp::Rules));
    None
}

/// A unit with its name and kind, and its index in the cast.
type NamedUnit = ((String, KindId), i32);

/// Returns units that bindings name beside the parameters.
///
/// Errors: a cast that is too large for the values of a run.
fn named_units(
    others: Vec<(String, usize)>,
    cast: &[CastUnit],
) -> Result<Vec<NamedUnit>, Diagnostic> {
    let units = others.into_iter().filter_map(|(name, place)| {
        let unit = cast.get(place)?;
        let message = "more units take part than can be numbered";
        let value = i32::try_from(place).map_err(|_| Diagnostic::new(Code::InternalError, message));
        Some(value.map(|value| ((name, unit.kind), value)))
    });
    units.collect()
}

/// Returns the sequence that contains the phase of this name; `Some(None)` if no phase has it, `None` if several have it.
///
/// Reports: E0212.
#[expect(
    clippy::option_option,
    reason = "the outer one says whether to go on, as everywhere where a finding is reported"
)]
fn phase_named(
    book: &RuleBook,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Option<ProcedureId>> {
    let named = book
        .phases()
        .filter(|(_, naming)| naming.name == name.value);
    let named: Vec<_> = named.collect();
    match named.as_slice() {
        [] => Some(None),
        [(sequence, _)] => Some(Some(*sequence)),
        several => {
            let message = format!("several phases are called `{}`", name.value);
            let finding = Diagnostic::new(Code::AmbiguousName, message).label(name.span, "");
            let phases = several.iter().map(|(_, naming)| naming.span);
            let finding = phases.fold(finding, |finding, span| finding.label(span, "one of them"));
            diagnostics.push(
                finding.help("give each phase a name of its own, so that each can be run alone"),
            );
            None
        }
    }
}

/// Returns a board with the outlines of the units in the cast, from an index in the cast on.
fn with_outlines(
    board_instance: &BoardInstance,
    cast: &[CastUnit],
    from: usize,
    book: &RuleBook,
) -> BoardInstance {
    let mut board_instance = board_instance.clone();
    let side = book.side_track();
    let is_nobodys = |unit: &CastUnit| side.is_some_and(|side| unit.start(side, 0) == NONE);
    for (at, unit) in (0..).zip(cast).skip(from) {
        let cuts = match &unit.shape {
            Some(Shape::Polygon { .. }) => true,
            Some(Shape::Disc { .. }) => is_nobodys(unit),
            None => false,
        };
        if cuts {
            board_instance.cutting.push(at);
        }
        let shape = unit.shape.clone();
        board_instance
            .shapes
            .push(shape.unwrap_or(Shape::Disc { radius: 0 }));
    }
    board_instance
}

/// Returns the map that a binding names: `map = ridge`.
fn map_named(
    book: &RuleBook,
    bindings: &[Binding],
    found: &mut Diagnostics,
) -> Option<Arc<GameMap>> {
    book.board?;
    let name = given(bindings, MAP)?;
    let word = name.value.text();
    let map = book.maps.iter().find(|map| map.naming.name == word);
    if map.is_none() {
        found.push(maps::no_map(book, Code::BadArgument, &word, name.span));
    }
    map.cloned()
}

/// Returns the call expression of the entry.
fn entry_expr(book: &RuleBook, entry: Entry, arguments: Vec<Expr>, span: Span) -> Expr {
    let entry = match entry {
        Entry::Row(at) => book.first_result(at).map_or(entry, Entry::Table),
        Entry::Procedure(_) | Entry::Table(_) | Entry::Modifiers(_) => entry,
    };
    let nothing = || Expr::none(Type::Unknown, span);
    match entry {
        Entry::Procedure(procedure) => {
            let known = book.procedures.get(procedure.at());
            let result = known.and_then(|known| known.result);
            let ty = result.map_or(Type::Unknown, |result| result.ty);
            Expr {
                or_none: result.is_some_and(|result| result.or_none),
                ..Expr::call_of(procedure, arguments, ty, span)
            }
        }
        Entry::Table(table) => {
            let Some(known) = book.tables.get(table.at()) else {
                return nothing();
            };
            let arguments = known.keys.iter().zip(arguments);
            let arguments = arguments.map(|(key, value)| match key.dice {
                Some((count, sides)) if value.constant_value() == Some(NONE) => Expr {
                    or_none: value.or_none,
                    ..Expr::dice(count, sides, value.ty, value.span)
                },
                _ => value,
            });
            Expr::lookup_of(table, known, arguments.collect(), span)
        }
        Entry::Modifiers(list) => Expr::sum_of(list, arguments, span),
        Entry::Row(_) => nothing(),
    }
}

use sets::Argument;

struct QuestionBuilder<'a> {
    /// The map of the question.
    map: Option<Arc<GameMap>>,
    /// Whether a binding names a map, known or not.
    names_a_map: bool,
    book: &'a RuleBook,
    diagnostics: &'a mut Diagnostics,
    cast: Vec<CastUnit>,
    /// Names of units in this question, each with an index in the cast.
    named: Vec<(String, usize)>,
    /// Names of units in the earlier question, each with an index in the cast.
    earlier: Vec<(String, usize)>,
    /// Indices of the sides in the cast.
    sides: Vec<usize>,
    /// Names of all parameters, to distinguish a parameter whose unit was not found from an unknown name.
    parameters: Vec<String>,
    /// Stats of units in the cast that name a place which the map lacks, with the findings.
    unlocated: Vec<(usize, FieldId, Diagnostic)>,
}

impl<'a> QuestionBuilder<'a> {
    /// Returns a builder without a cast and a map.
    fn new(book: &'a RuleBook, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            map: None,
            names_a_map: false,
            book,
            diagnostics,
            cast: Vec::new(),
            named: Vec::new(),
            earlier: Vec::new(),
            sides: Vec::new(),
            parameters: Vec::new(),
            unlocated: Vec::new(),
        }
    }
}

/// Returns the value bound to a name of one part.
fn given<'b>(bindings: &'b [Binding], name: &str) -> Option<&'b Spanned<Literal>> {
    bindings
        .iter()
        .find(|binding| {
            binding.about.is_empty()
                && matches!(binding.place.as_slice(), [only] if only.value == name)
        })
        .map(|binding| &binding.value)
}

/// Returns the names of one part that can be bound: parameters, facts, the map, options.
fn known_names<'b>(book: &'b RuleBook, parameters: &'b [Parameter]) -> Vec<&'b str> {
    let parameters = parameters.iter().map(|parameter| parameter.name.as_str());
    let facts = book.facts.iter().map(|fact| fact.naming.name.as_str());
    let options = book.options.iter();
    let options = options.map(|option| option.naming.name.as_str());
    let known = parameters.chain(facts).chain(book.board.map(|_| MAP));
    known.chain(options).collect()
}

impl QuestionBuilder<'_> {
    fn arguments(
        &mut self,
        name: &Spanned<String>,
        parameters: &[Parameter],
        bindings: &[Binding],
    ) -> Vec<Argument> {
        let mut arguments: Vec<(Option<i32>, Type)> = Vec::new();
        let mut sets: Vec<Option<Vec<i32>>> = Vec::new();
        let mut missing = Vec::new();
        for parameter in parameters {
            let value = given(bindings, &parameter.name);
            if let (true, Some(value)) = (parameter.is_several, value) {
                sets.push(self.set(parameter, value));
                arguments.push((Some(NONE), parameter.ty));
                continue;
            }
            sets.push(None);
            let argument = match (parameter.ty, parameter.part_of, value) {
                (_, _, Some(value)) if parameter.or_none && value.value.text() == "none" => {
                    Some(NONE)
                }
                (Type::Unit(kinds), Some(owner), value) => {
                    // Without its owner a part cannot be resolved; the missing owner is reported elsewhere.
                    let owner = arguments.get(owner).and_then(|(value, _)| *value);
                    self.part(parameter, kinds, owner, value)
                }
                (Type::Unit(kinds), None, value)
                    if self.known_before(parameter, kinds, value).is_some() =>
                {
                    self.known_before(parameter, kinds, value)
                        .and_then(|place| self.call_it(parameter, place))
                }
                (Type::Unit(kinds), None, Some(value)) => self.unit(parameter, kinds, value),
                (ty, _, Some(value)) => self.value(ty, parameter, value),
                // The parameter has dice: the call is made with their roll as the argument.
                (_, _, None) if parameter.dice.is_some() => Some(NONE),
                (_, _, None) => {
                    if !self.is_misspelt(parameter, parameters, bindings) {
                        missing.push(parameter);
                    }
                    None
                }
            };
            arguments.push((argument, parameter.ty));
        }
        if let Some(first) = missing.first() {
            let names: Vec<String> = missing
                .iter()
                .map(|parameter| {
                    let what = self
                        .book
                        .describe(parameter.ty, parameter.low, parameter.high);
                    let several = if parameter.is_several {
                        "several: "
                    } else {
                        ""
                    };
                    let none = if parameter.or_none { ", or none" } else { "" };
                    format!("`{}` ({several}{what}{none})", parameter.name)
                })
                .collect();
            self.diagnostics.push(
                Diagnostic::new(
                    Code::MissingArgument,
                    format!("`{}` also needs {}", name.value, names.join(" and ")),
                )
                .label(name.span, "")
                .help(format!("add it: `{}=…`", first.name)),
            );
        }
        let known = arguments.into_iter().zip(sets);
        let known = known.map(|((value, ty), set)| match set {
            Some(members) => Argument::Set(members, ty.kinds()),
            None => Argument::Value(value.unwrap_or(0), ty),
        });
        known.collect()
    }

    fn value(&mut self, ty: Type, parameter: &Parameter, value: &Spanned<Literal>) -> Option<i32> {
        match self.read(value, ty, parameter.low, parameter.high) {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// Reads a literal as a value of a type; places, and the sides between them, are those of the map.
    fn read(
        &self,
        value: &Spanned<Literal>,
        ty: Type,
        low: i32,
        high: i32,
    ) -> Result<i32, Diagnostic> {
        let text = value.value.text();
        if !matches!(ty, Type::Place | Type::Side) || text == "none" {
            return literal_of(self.book, value, ty, low, high);
        }
        let Some(map) = &self.map else {
            // A map that is not found has been reported already.
            if self.names_a_map {
                return Ok(NONE);
            }
            return Err(Diagnostic::new(
                Code::NoBoard,
                "this names a place, but the question has no map",
            )
            .label(value.span, "")
            .help(
                "name the map: `map=ridge` on the command line, or a line `map  ridge` in an example",
            ));
        };
        let board = &map.board_instance.board;
        let text = Spanned::new(text, value.span);
        if ty == Type::Side {
            return maps::side_between(self.book, board, &text);
        }
        maps::located(board, &text)
    }

    fn options(
        &mut self,
        set: &mut [i32],
        bindings: &[Binding],
        options: &[(Spanned<String>, Spanned<String>)],
    ) {
        let book = self.book;
        for (option, place) in book.options.iter().zip(set.iter_mut()) {
            let Some(value) = given(bindings, &option.naming.name) else {
                continue;
            };
            self.set_option(option, value, place);
        }
        for (name, value) in options {
            let at = book
                .options
                .iter()
                .position(|option| option.naming.name == name.value);
            let option = at.and_then(|at| book.options.get(at).zip(set.get_mut(at)));
            match option {
                Some((option, place)) => {
                    let value = Spanned::new(Literal::Word(value.value.clone()), value.span);
                    self.set_option(option, &value, place);
                }
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
                    diagnostic = match list.is_empty() {
                        true => diagnostic.help(
                            "this ruleset has no optional rules; an optional rule is declared as `option fog \"Fog\": off`",
                        ),
                        false => diagnostic.help(format!("options: {}", list.join(", "))),
                    };
                    self.diagnostics.push(diagnostic);
                }
            }
        }
    }

    fn set_option(&mut self, option: &OptionalRule, value: &Spanned<Literal>, place: &mut i32) {
        match literal_of(self.book, value, option.ty, 0, 1) {
            Ok(value) => *place = value,
            Err(diagnostic) if option.ty == Type::Flag => {
                self.diagnostics
                    .push(diagnostic.help("write `on` or `off`"));
            }
            Err(diagnostic) => self
                .diagnostics
                .push(diagnostic.label(option.naming.span, "the option is declared here")),
        }
    }

    /// Whether an unknown name is bound that is nearly that of a parameter: the slip is reported there.
    fn is_misspelt(
        &self,
        parameter: &Parameter,
        parameters: &[Parameter],
        bindings: &[Binding],
    ) -> bool {
        let known = known_names(self.book, parameters);
        let own = || parameters.iter().map(|parameter| parameter.name.as_str());
        bindings.iter().any(|binding| {
            let [only] = binding.place.as_slice() else {
                return false;
            };
            let name = only.value.as_str();
            let is_unknown = binding.about.is_empty() && !known.contains(&name);
            is_unknown && suggest::nearest(name, own()) == Some(parameter.name.as_str())
        })
    }

    /// Reports bindings of unknown names, and names bound twice.
    fn unread(&mut self, bindings: &[Binding], parameters: &[Parameter]) {
        let known = known_names(self.book, parameters);
        for (at, binding) in bindings.iter().enumerate() {
            if let [only] = binding.place.as_slice()
                && binding.about.is_empty()
                && !known.contains(&only.value.as_str())
            {
                let own: Vec<&str> = parameters
                    .iter()
                    .map(|parameter| parameter.name.as_str())
                    .collect();
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadArgument,
                        format!("`{}` is not a parameter, fact or option", only.value),
                    )
                    .label(only.span, "")
                    .suggest(&only.value, known.iter().copied())
                    .help(match own.is_empty() {
                        true => "this rule has no parameters; to name a unit of an example, write `units NAME = UNIT of SIDE`".to_owned(),
                        false => format!("parameters here: {}", own.join(", ")),
                    }),
                );
            }
            let is_same = |earlier: &&Binding| {
                let texts = |names: &'_ [Spanned<String>], others: &'_ [Spanned<String>]| {
                    let texts = names.iter().map(|name| &name.value);
                    texts.eq(others.iter().map(|name| &name.value))
                };
                texts(&earlier.place, &binding.place) && texts(&earlier.about, &binding.about)
            };
            let first = bindings.iter().take(at).find(is_same);
            if let (Some(first), Some(name)) = (first, binding.place.first()) {
                let place = binding.place.iter().map(|name| name.value.as_str());
                let place = place.collect::<Vec<_>>().join(".");
                let mut diagnostic =
                    Diagnostic::new(Code::BadArgument, format!("`{place}` is given twice"))
                        .label(name.span, "here again");
                if let Some(first) = first.place.first() {
                    diagnostic = diagnostic.label(first.span, "first here");
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }
}
