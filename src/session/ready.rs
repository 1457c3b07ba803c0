//! Resolution of a question against a ruleset: names are resolved, the situation is complete, the program is lowered.

use std::sync::Arc;

use sandtable_ask::ask_question;
use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_eval::wording::{show, unit_titles};
use sandtable_ir::{Lowered, NONE, Note, OutcomePart, OutputSpec, Shown, lower, shown_on};
use sandtable_model::{
    EveryValue, Expr, KindId, Naming, Question as ModelQuestion, RuleBook, Type,
};
use sandtable_syntax::{ast, parse_condition};

use super::library::{QuestionError, Ruleset, RulesetProvider};
use super::question::{Placed, Question, SOURCE, Values};
use super::scenario::set_up;
use super::watch::Watch;

/// A ruleset with a resolved question and its program.
pub struct PreparedQuestion<'r> {
    /// The ruleset; conditions and values of questions are checked against its book.
    pub ruleset: &'r mut Ruleset,
    /// The name of the ruleset, or of the scenario.
    pub name: String,
    /// The entry that is evaluated.
    pub entry: String,
    /// The situation.
    pub situation: ModelQuestion,
    /// The program with trace notes, which outputs the whole outcome.
    pub lowered: Lowered,
    /// Titles of the cast.
    pub units: Vec<String>,
    /// Text of the question.
    pub title: String,
    /// Whether it is the game of a scenario, whose outcome is how it ends rather than all its changes.
    pub is_game: bool,
}

/// Resolves a question; one without an entry is about the game of a scenario.
///
/// Errors: the findings of the resolution.
pub fn resolve<'l>(
    library: &'l mut dyn RulesetProvider,
    question: &Question,
    watch: &mut dyn Watch,
) -> Result<PreparedQuestion<'l>, QuestionError> {
    if question.name.is_none() {
        return game(library, question);
    }
    let ruleset = library.ruleset(&question.ruleset, &question.variants)?;
    let ready = resolve_entry(ruleset, question);
    let ready = ready.map_err(|(ruleset, found)| ruleset.question_error(found))?;
    ready.remark_unread(watch);
    Ok(ready)
}

/// Returns the situation of a question about an entry of a ruleset, and the question with its spans.
///
/// Errors: the findings of the resolution.
pub(crate) fn situation(
    ruleset: &mut Ruleset,
    question: &Question,
) -> Result<(ModelQuestion, Placed), Diagnostics> {
    let placed = question.place(&mut ruleset.sources);
    let mut diagnostics = Diagnostics::default();
    let situation = ask_question(
        &ruleset.book,
        &placed.name,
        &placed.pieces,
        &placed.bindings,
        &placed.options,
        &mut diagnostics,
    );
    situation
        .map(|situation| (situation, placed))
        .ok_or(diagnostics)
}

/// Resolves a question about an entry of a ruleset.
///
/// Errors: the findings of the resolution, and the ruleset again.
pub(crate) fn resolve_entry<'r>(
    ruleset: &'r mut Ruleset,
    question: &Question,
) -> Result<PreparedQuestion<'r>, (&'r mut Ruleset, Diagnostics)> {
    match situation(ruleset, question) {
        Ok((situation, placed)) => Ok(PreparedQuestion::of(ruleset, situation, placed)),
        Err(found) => Err((ruleset, found)),
    }
}

/// The checked conditions and values at the end of a question.
pub(crate) struct Ends(Vec<Option<Expr>>);

impl Ends {
    /// Checks the conditions and values of a question about a situation.
    ///
    /// Errors: one of them has an error.
    pub(crate) fn of(
        ruleset: &mut Ruleset,
        entry: &str,
        situation: &ModelQuestion,
        question: &Question,
    ) -> Result<Self, Diagnostics> {
        let mut found = Diagnostics::default();
        let condition = |book: &mut RuleBook, read: &ast::Expr, found: &mut Diagnostics| {
            sandtable_check::condition(book, entry, situation, read, found)
        };
        let value = |book: &mut RuleBook, read: &ast::Expr, found: &mut Diagnostics| {
            Some(sandtable_check::value(book, entry, situation, read, found))
        };
        let mut ends = Vec::new();
        if let Some(only) = &question.only {
            ends.push(checked(ruleset, only, &mut found, condition));
        }
        for track in &question.tracks {
            ends.push(checked(ruleset, track, &mut found, value));
        }
        if let Some(given) = &question.condition {
            ends.push(checked(ruleset, given, &mut found, condition));
        }
        match found.has_errors() {
            true => Err(found),
            false => Ok(Self(ends)),
        }
    }

    /// Returns the expressions in the order in which they are output.
    pub(crate) fn all(&self) -> Vec<Option<&Expr>> {
        self.0.iter().map(Option::as_ref).collect()
    }
}

/// Returns what the program of a question about an entry outputs.
pub(crate) fn wanted_of<'e>(question: &Question, ends: &'e [Option<&'e Expr>]) -> OutputSpec<'e> {
    match question.only.is_none() && question.tracks.is_empty() {
        true => OutputSpec::OutcomeAnd(ends),
        false => OutputSpec::Conditions(ends),
    }
}

/// Parses and checks a condition or value; `None` for `refused`, and after an error, which is added to `found`.
fn checked(
    ruleset: &mut Ruleset,
    text: &str,
    found: &mut Diagnostics,
    check: impl FnOnce(&mut RuleBook, &ast::Expr, &mut Diagnostics) -> Option<Expr>,
) -> Option<Expr> {
    let file = ruleset.sources.add(SOURCE, text);
    let read = parse_condition(file, text, found)?;
    check(Arc::make_mut(&mut ruleset.book), &read, found)
}

/// Resolves a question about the game of a scenario.
fn game<'l>(
    library: &'l mut dyn RulesetProvider,
    question: &Question,
) -> Result<PreparedQuestion<'l>, QuestionError> {
    let name = &question.ruleset;
    if !name.contains(['/', '.']) {
        return Err(QuestionError::Incomplete(format!(
            "name a rule of `{name}` (`sandtable list {name}` shows them), or a scenario, \
             `{name}/NAME`"
        )));
    }
    if !question.given.is_empty() || !question.options.is_empty() || !question.units.is_empty() {
        return Err(QuestionError::Incomplete(
            "write values, options and units into the scenario's file; on the command line add only \
             variants: `--with NAME`, `--compare variant=NAME`"
                .to_owned(),
        ));
    }
    let scenario = set_up(library, name, &question.variants)?;
    Ok(PreparedQuestion {
        lowered: lower::run(
            &scenario.ruleset.book,
            &scenario.situation,
            OutputSpec::Ending(&[]),
        ),
        units: scenario.situation.titles_with_owners(),
        name: name.clone(),
        entry: scenario.entry,
        situation: scenario.situation,
        title: scenario.title,
        is_game: true,
        ruleset: scenario.ruleset,
    })
}

impl Ruleset {
    /// Returns every value of a key of a question, in its notation; `None` if they cannot be enumerated.
    pub fn every(&self, question: &Question, key: &str) -> Option<Values> {
        let given = |other: &str| {
            let mut pairs = question.given.iter();
            let pair = pairs.find(|pair| pair.key == other)?;
            Some(pair.value.as_str())
        };
        let entry = self.book.find_entry(question.entry())?;
        Some(match self.book.every(entry, key, given)? {
            EveryValue::Listed(values) => Values::Listed(values),
            EveryValue::Range(low, high) => Values::Range(low, high),
        })
    }
}

impl Ruleset {
    /// Whether a key of a question is a parameter whose value is a set of units: `targets=alpha,bravo`.
    pub(crate) fn takes_set(&self, question: &Question, key: &str) -> bool {
        let entry = self.book.find_entry(question.entry());
        let parameters = entry.map_or_else(Vec::new, |entry| self.book.parameters(entry));
        let mut parameters = parameters.iter();
        parameters.any(|parameter| parameter.is_several && parameter.name == key)
    }

    /// Returns the type of a key of a question: of a parameter, of a fact, or of a stat or track of a unit, `firer.quality`.
    pub(crate) fn type_of(&self, question: &Question, key: &str) -> Option<Type> {
        let book = &self.book;
        let entry = book.find_entry(question.entry())?;
        let of_parameter = |name: &str| {
            let mut parameters = book.parameters(entry).into_iter();
            let parameter = parameters.find(|one| one.name == name);
            parameter.map(|one| one.ty)
        };
        if let Some((unit, name)) = key.split_once('.') {
            let all = of_parameter(unit)?.kinds();
            let kinds = book.kinds.iter().enumerate();
            let mut kinds = kinds.filter(|(at, _)| all.has(KindId::new(*at)));
            return kinds.find_map(|(_, kind)| {
                let mut stats = kind.stats.iter();
                let stat = stats.find(|stat| stat.naming.name == name);
                let field = stat.and_then(|stat| book.fields.get(stat.field.at()));
                let mut tracks = kind.tracks.iter();
                let track = tracks.find(|track| track.naming.name == name);
                let track = track.and_then(|track| book.tracks.get(track.track.at()));
                field.map(|field| field.ty).or(track.map(|track| track.ty))
            });
        }
        let of_fact = || {
            let mut facts = book.facts.iter();
            let fact = facts.find(|fact| fact.naming.name == key);
            fact.map(|fact| fact.ty)
        };
        of_parameter(key).or_else(of_fact)
    }

    /// Returns the words of a scale in order; `None` for other types.
    pub(crate) fn scale(&self, ty: Type) -> Option<&[String]> {
        let Type::Words(id) = ty else {
            return None;
        };
        let list = self.book.words.get(id.at())?;
        list.ordered.then_some(list.words.as_slice())
    }
}

impl<'r> PreparedQuestion<'r> {
    /// Lowers the situation of a question about an entry.
    pub(crate) fn of(ruleset: &'r mut Ruleset, situation: ModelQuestion, placed: Placed) -> Self {
        let units = situation.titles_with_owners();
        Self {
            name: ruleset.name.clone(),
            lowered: lower::run(&ruleset.book, &situation, OutputSpec::Outcome),
            title: title(&ruleset.book, &situation, &units, &placed),
            entry: placed.name.value,
            situation,
            units,
            is_game: false,
            ruleset,
        }
    }
}

impl PreparedQuestion<'_> {
    /// Returns the program that outputs what the question asks for; with a condition, whether the condition holds is the last output.
    ///
    /// Errors: a condition or value of the question has an error.
    pub fn lower_end(&mut self, question: &Question) -> Result<Lowered, Diagnostics> {
        let ends = Ends::of(self.ruleset, &self.entry, &self.situation, question)?;
        let ends = ends.all();
        let mut wanted = wanted_of(question, &ends);
        if self.is_game
            && let OutputSpec::OutcomeAnd(ends) = wanted
        {
            wanted = OutputSpec::Ending(ends);
        }
        Ok(lower::for_odds(&self.ruleset.book, &self.situation, wanted))
    }

    /// Passes remarks about given facts that the question does not read to the watcher.
    pub(crate) fn remark_unread(&self, watch: &mut dyn Watch) {
        let book = &self.ruleset.book;
        let entry = book.find_entry(&self.entry);
        let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
        for (fact, value) in book.facts.iter().zip(&self.situation.facts) {
            let shown = fact.naming.shown();
            let mut notes = self.lowered.program.notes.iter();
            let is_read = notes
                .any(|note| matches!(note, Note::Fact { name, .. } if name == shown))
                || parameters
                    .iter()
                    .any(|known| known.name == fact.naming.name);
            if value.is_some() && !is_read {
                let name = &fact.naming.name;
                watch.remark(&format!("`{name}` is given but never used"));
            }
        }
    }

    /// Returns a citation with its title, if the book has an index.
    pub fn section(&self, id: &str) -> String {
        match self.ruleset.book.sections.get(id) {
            Some(title) if !title.is_empty() => format!("{id} {title}"),
            _ => id.to_owned(),
        }
    }

    /// Returns the values of an outcome by name: whether it was refused, the winner, the result, and the changes.
    pub fn values(&self, parts: &[OutcomePart], outcome: &[i32]) -> Vec<Named> {
        let mut values = Vec::new();
        let mut put = |name: String, value: Value| values.push(Named { name, value });
        for (part, value) in parts.iter().zip(outcome) {
            match part {
                OutcomePart::Refused => put("refused".to_owned(), Value::Flag(*value != 0)),
                OutcomePart::Ended => {
                    put("ended".to_owned(), Value::Flag(*value != NONE));
                    put("winner".to_owned(), self.unit(*value));
                }
                OutcomePart::Value(shown) => put("value".to_owned(), self.plain(*value, shown)),
                OutcomePart::Reported { span, shown, .. } => {
                    let name = self.ruleset.sources.text(*span).to_owned();
                    put(name, self.plain(*value, shown));
                }
                OutcomePart::Track {
                    unit, name, shown, ..
                } => {
                    let unit = self.situation.cast.get(*unit);
                    let parameter = unit.map_or("", |unit| unit.parameter.as_str());
                    put(format!("{parameter}.{name}"), self.plain(*value, shown));
                }
                OutcomePart::Condition => {}
            }
        }
        values
    }

    fn plain(&self, value: i32, shown: &Shown) -> Value {
        match shown {
            _ if value == NONE => Value::Nothing,
            Shown::Number(_) => Value::Number(value),
            Shown::Flag => Value::Flag(value != 0),
            Shown::Unit => self.unit(value),
            Shown::Parts(_) | Shown::Words(_) | Shown::Dice | Shown::Place(_) | Shown::Side(_) => {
                Value::Text(show(value, shown, &[]))
            }
        }
    }

    fn unit(&self, value: i32) -> Value {
        unit_titles(value, &self.units).map_or(Value::Nothing, Value::Text)
    }

    /// Returns a finding as the reason why there is no answer.
    pub(crate) fn unanswered_for(&self, diagnostic: Diagnostic) -> QuestionError {
        self.ruleset.unanswered_for(diagnostic)
    }
}

/// A named value of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// `value`, `refused`, `target.hits`
    pub name: String,
    /// The value.
    pub value: Value,
}

/// A value of an outcome, for machine-readable output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `none`
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number, without its unit of measure.
    Number(i32),
    /// A word, a place, dice, or the title of a unit.
    Text(String),
}

/// `Panther, Tiger and Sherman`
fn listed(titles: &[&str]) -> String {
    match titles {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `Direct cannon fire: firer Panther, target Sherman, Range 7 hexes`
fn title(book: &RuleBook, question: &ModelQuestion, units: &[String], placed: &Placed) -> String {
    let name = placed.name.value.as_str();
    let entry = book.find_entry(name);
    let naming = entry.and_then(|entry| book.naming(entry));
    let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
    let board_instance = question.board_instance.as_ref();
    let mut about: Vec<String> = parameters
        .iter()
        .zip(&question.arguments)
        .enumerate()
        .filter(|(_, (parameter, value))| parameter.dice.is_none() || **value != NONE)
        .map(|(at, (parameter, value))| {
            let title = |value: &i32| usize::try_from(*value).ok().and_then(|at| units.get(at));
            if let Some(members) = question.set(at).filter(|members| !members.is_empty()) {
                let titles: Vec<&str> = members
                    .iter()
                    .filter_map(title)
                    .map(String::as_str)
                    .collect();
                return format!("{} {}", parameter.name, listed(&titles));
            }
            let text = match title(value) {
                Some(unit) if !parameter.ty.kinds().is_empty() => unit.clone(),
                Some(_) | None => show(*value, &shown_on(book, board_instance, parameter.ty), &[]),
            };
            format!("{} {text}", parameter.name)
        })
        .collect();
    for piece in &placed.pieces {
        let side = piece.side.as_ref();
        let side = side.map_or_else(String::new, |side| format!(" of {}", side.value));
        about.push(format!(
            "{} {}{side}",
            piece.name.value, piece.profile.value
        ));
    }
    for binding in placed
        .bindings
        .iter()
        .filter(|binding| binding.place.len() > 1)
    {
        let place: Vec<&str> = binding
            .place
            .iter()
            .map(|name| name.value.as_str())
            .collect();
        let value = binding.value.value.text();
        let index: Vec<&str> = binding.about.iter().map(|one| one.value.as_str()).collect();
        let index = match index.is_empty() {
            true => String::new(),
            false => format!("({})", index.join(", ")),
        };
        about.push(format!("{}{index} {value}", place.join(".")));
    }
    for (fact, value) in book.facts.iter().zip(&question.facts) {
        let is_said = parameters
            .iter()
            .any(|known| known.name == fact.naming.name);
        if let (Some(value), false) = (value, is_said) {
            about.push(format!(
                "{} {}",
                fact.naming.shown().to_lowercase(),
                show(*value, &shown_on(book, board_instance, fact.ty), &[])
            ));
        }
    }
    for (option, value) in book.options.iter().zip(&question.options) {
        let name = option.naming.shown().to_lowercase();
        if *value == option.default {
            continue;
        }
        about.push(match (option.ty, *value) {
            (Type::Flag, 0) => format!("without {name}"),
            (Type::Flag, _) => format!("with {name}"),
            (ty, value) => format!(
                "{name} {}",
                show(value, &shown_on(book, board_instance, ty), &[])
            ),
        });
    }
    let shown = naming.map_or(name, Naming::shown);
    if about.is_empty() {
        shown.to_owned()
    } else {
        format!("{shown}: {}", about.join(", "))
    }
}
