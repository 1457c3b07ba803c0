//! Names visible in a body, and the facts that its conditions have established.

use std::collections::BTreeMap;

use super::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Ability, CastUnit, Chosen, Expr, FieldId, KindId, Kinds, Local, LocalId, NONE, Naming,
    Parameter, Question, ResultType, Symbol, TrackId, Type, with_id,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// Something that a question has settled for the statements below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assumption {
    /// A local is a unit of one of these kinds.
    Kinds(LocalId, Kinds),
    /// A local is not none.
    Some(LocalId),
    /// A stat of a local is not none.
    SomeField(LocalId, FieldId),
    /// A track of a local, or of the game itself, is not none.
    SomeTrack(Option<LocalId>, TrackId),
    /// Nothing any more: the track has changed. The entry stays, for the parts around count theirs.
    Withdrawn,
}

/// Those who take part in an example, for conditions at its end.
pub(super) struct ExampleCast {
    /// The value of each name: of a unit its place in the cast.
    values: Vec<i32>,
    cast: Vec<CastUnit>,
}

impl ExampleCast {
    pub(super) fn of(question: &Question) -> Self {
        Self {
            values: question.arguments.clone(),
            cast: question.cast.clone(),
        }
    }
}

/// Dice that a statement has rolled.
#[derive(Debug, Clone)]
pub(super) struct LastRoll {
    pub(super) span: Span,
    /// Local that holds the result of the roll; `None` for several rolls.
    pub(super) shown: Option<LocalId>,
    /// Its dice and value, for a reroll.
    pub(super) again: Rerollable,
    /// Values for which an `on` says what happens.
    pub(super) taken: Vec<((i32, i32), Span)>,
    /// The `on` lines of the block that is being checked.
    pub(super) asked: OnLines,
}

/// The locals and expressions from which a reroll of a roll is built.
#[derive(Debug, Clone, Default)]
pub(super) struct Rerollable {
    /// Each of its dice, where they are rolled one by one.
    pub(super) dice: Vec<LocalId>,
    /// The roll of one of these dice.
    pub(super) die: Option<Expr>,
    /// The value of the roll, where it can be rerolled: it rolls the dice, or reads those that are rolled one by one.
    pub(super) value: Option<Expr>,
    /// The flag of a roll with several rerolls: one of them was used.
    pub(super) rerolled: Option<LocalId>,
    /// Names that were calculated from the roll.
    pub(super) calculated: Vec<(LocalId, ast::Name)>,
}

/// The `on` lines of one roll in one block.
#[derive(Debug, Clone, Default)]
pub(super) struct OnLines {
    /// The condition of each, and whether no path through its block reaches the end.
    pub(super) conditions: Vec<(Expr, bool)>,
    /// The `otherwise` behind them.
    pub(super) otherwise: Option<Span>,
}

/// The units that a choice of several has chosen, or those of a parameter with several.
#[derive(Debug, Clone)]
pub(super) struct ChosenSet {
    /// Its name in the rules.
    pub(super) name: String,
    /// The place that declares it.
    pub(super) span: Span,
    /// The kinds that could be chosen.
    pub(super) kinds: Kinds,
    /// The property that distinguishes them.
    pub(super) chosen: Chosen,
    /// Something reads it.
    pub(super) is_used: bool,
}

/// Returns the sets among parameters, which selections can name.
fn given_sets(parameters: &[Parameter]) -> Vec<ChosenSet> {
    let numbered = (0..).map(LocalId::new).zip(parameters);
    let sets = numbered.filter(|(_, parameter)| parameter.is_several);
    let sets = sets.map(|(local, parameter)| ChosenSet {
        name: parameter.name.clone(),
        span: parameter.span,
        kinds: parameter.ty.kinds(),
        chosen: Chosen::Given(Box::new(Expr::of_local(
            local,
            parameter.ty,
            parameter.span,
        ))),
        is_used: true,
    });
    sets.collect()
}

/// Snapshot of a scope at the start of an inner block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    n_visible: usize,
    n_known: usize,
    n_rolled: usize,
    n_sets: usize,
}

/// The state of a scope before a part that leaves nothing behind.
pub(super) struct Apart {
    mark: Mark,
    locals: Vec<Local>,
    inferred: Vec<LocalId>,
}

/// A body being checked.
pub(super) struct Scope<'c, 'a> {
    pub(super) checker: &'c mut Checker<'a>,
    /// Ability of the body.
    pub(super) ability: Ability,
    /// Name of the rule.
    pub(super) rule: String,
    /// Name of the body in findings: `a formula`.
    pub(super) what: &'static str,
    pub(super) locals: Vec<Local>,
    /// The place that declares each local; parallel to `locals`.
    declared_at: Vec<Span>,
    /// Names and the locals they denote; a later one hides an earlier one.
    pub(super) visible: Vec<(String, LocalId)>,
    pub(super) known: Vec<Assumption>,
    /// Parameters without a type: the kinds are worked out from what is asked of them.
    inferred: Vec<LocalId>,
    /// In a formula of a kind, bare names are of the unit, which is local 0.
    pub(super) own_kind: Option<KindId>,
    /// Statements that have rolled dice, in this block and those around it, the last one last.
    pub(super) rolled: Vec<LastRoll>,
    /// Parameters with several units, and choices of several, in this block and those around it.
    pub(super) sets: Vec<ChosenSet>,
    /// `none` was found where it has no value, as in `where … or none`.
    pub(super) has_stray_none: bool,
    /// Values that are reported as `none` where a value is required, each once.
    pub(super) unhandled_none: Vec<Expr>,
    /// Names of the selections around an expression whose conditions are joined by `and` or `or`, the innermost last.
    pub(super) joined: Vec<String>,
    /// Whether it is the `report` of an action, which sees only its parameters.
    pub(super) in_report: bool,
    /// Number of loops around the statement in this body.
    pub(super) n_loops: usize,
    /// In an example, a roll's name denotes what it last gave.
    pub(super) in_example: bool,
    /// In an example: the condition is about all lines of play of a question, or many games, and not about a single run.
    pub(super) has_many_runs: bool,
    /// In an example: the map that it is played on.
    pub(super) map: Option<std::sync::Arc<sandtable_model::board::BoardInstance>>,
    /// In an example: those who take part.
    pub(super) cast: Option<ExampleCast>,
    /// In an example: the name of what is run, and its result.
    pub(super) run: Option<(String, Type, bool)>,
    /// Type of the result of the body.
    pub(super) result: Option<ResultType>,
    /// The range that is declared for its result.
    pub(super) result_range: (i32, i32),
    /// A roll whose outcomes are words of its own.
    pub(super) names_outcomes: bool,
    /// Type of its `result` lines, where that is not declared.
    pub(super) found: Vec<(ResultType, Span)>,
    /// The range that a kept value is known to be in.
    pub(super) ranges: BTreeMap<LocalId, (i32, i32)>,
    /// Names for the side of a unit, which may have none.
    pub(super) owners: Vec<LocalId>,
    /// Names for what a choice has chosen.
    pub(super) chosen: Vec<LocalId>,
    /// The word that a name denotes, while the words of a list are taken one by one.
    pub(super) fixed: BTreeMap<LocalId, i32>,
    /// The declared ranges of the parameters.
    pub(super) parameter_ranges: Vec<(i32, i32)>,
    citations: Vec<String>,
}

/// Number words of everyday English, by their values.
const NUMBER_WORDS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Returns the number that a word of everyday English denotes.
pub(super) fn number_word(word: &str) -> Option<usize> {
    // `sixes` loses an `s`.
    let word = if word == "sixe" { "six" } else { word };
    NUMBER_WORDS.iter().position(|known| *known == word)
}

impl<'c, 'a> Scope<'c, 'a> {
    pub(super) fn new(
        checker: &'c mut Checker<'a>,
        ability: Ability,
        what: &'static str,
        naming: &Naming,
        parameters: &[Parameter],
    ) -> Self {
        let locals: Vec<Local> = parameters
            .iter()
            .map(|parameter| Local {
                name: parameter.name.clone(),
                ty: parameter.ty,
                or_none: parameter.or_none,
            })
            .collect();
        let ids = || (0..parameters.len()).map(LocalId::new);
        Self {
            checker,
            ability,
            rule: naming.name.clone(),
            what,
            visible: parameters
                .iter()
                .map(|parameter| parameter.name.clone())
                .zip(ids())
                .collect(),
            inferred: parameters
                .iter()
                .zip(ids())
                .filter(|(parameter, _)| parameter.ty == Type::Unit(Kinds::ALL))
                .map(|(_, id)| id)
                .collect(),
            locals,
            declared_at: parameters.iter().map(|parameter| parameter.span).collect(),
            known: Vec::new(),
            own_kind: None,
            joined: Vec::new(),
            in_report: false,
            rolled: Vec::new(),
            sets: given_sets(parameters),
            has_stray_none: false,
            unhandled_none: Vec::new(),
            n_loops: 0,
            in_example: false,
            has_many_runs: false,
            map: None,
            cast: None,
            run: None,
            result: None,
            result_range: (NONE + 1, i32::MAX),
            names_outcomes: false,
            found: Vec::new(),
            ranges: BTreeMap::new(),
            owners: Vec::new(),
            chosen: Vec::new(),
            fixed: BTreeMap::new(),
            parameter_ranges: parameters
                .iter()
                .map(|parameter| (parameter.low, parameter.high))
                .collect(),
            citations: naming.citations.clone(),
        }
    }

    /// Reports a finding, with the sections that the rule cites.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let diagnostic = diagnostic.cite(self.citations.iter().map(String::as_str));
        self.checker.diagnostics.push(diagnostic);
    }

    /// Reports a name that nothing declares, with the sections that the rule cites.
    pub(super) fn unresolved(&mut self, name: &str, diagnostic: Diagnostic) {
        let diagnostic = diagnostic.cite(self.citations.iter().map(String::as_str));
        self.checker.unresolved(name, diagnostic);
    }

    /// Reports an expression of the wrong type.
    pub(super) fn wrong_type(&mut self, span: Span, found: Type, wanted: &str) {
        if found == Type::Unknown {
            return;
        }
        let text = describe(&self.checker.book, found);
        let finding = Diagnostic::new(Code::WrongType, format!("expected {wanted}"))
            .label(span, format!("this is {text}"));
        let numbers = self
            .written_as_words(found)
            .filter(|_| wanted == "a number");
        let place = self
            .kind_of_places()
            .filter(|kind| found == Type::Place && wanted == describe(&self.checker.book, *kind));
        if place.is_some() {
            let help = format!("{wanted} is a place: declare `place` there, `(spot: place)`");
            return self.report(finding.help(help));
        }
        self.report(match (numbers, cure(found, wanted)) {
            (Some((low, high)), _) => finding.help(format!(
                "`or` makes words of numbers: declare a range, `{low}..{high}`"
            )),
            (None, Some(cure)) => finding.help(cure),
            (None, None) => finding,
        });
    }

    /// Returns the type of places of the map as units, if they have tracks.
    fn kind_of_places(&self) -> Option<Type> {
        let places = self.checker.book.changing_places();
        places.map(|kind| Type::Unit(Kinds::one(kind)))
    }

    /// Returns the least and the greatest of the words of a list that are all numbers, as `0 or 2 or 4`.
    fn written_as_words(&self, ty: Type) -> Option<(i32, i32)> {
        let Type::Words(id) = ty else { return None };
        let words = &self.checker.book.words.get(id.at())?.words;
        let numbers: Option<Vec<i32>> = words.iter().map(|word| word.parse().ok()).collect();
        let numbers = numbers?;
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    }

    /// A new local under a name.
    pub(super) fn declare(&mut self, name: &ast::Name, ty: Type, or_none: bool) -> LocalId {
        let id = LocalId::new(self.locals.len());
        self.checker.declares(name.span, Symbol::Local(name.span));
        self.declared_at.push(name.span);
        self.locals.push(Local {
            name: name.value.clone(),
            ty,
            or_none,
        });
        self.visible.push((name.value.clone(), id));
        id
    }

    /// A new local under the name of a choice of several, which declares it.
    pub(super) fn declare_chosen(&mut self, name: &ast::Name, set: &ChosenSet) -> LocalId {
        let id = LocalId::new(self.locals.len());
        self.checker.refers(name.span, Symbol::Local(set.span));
        self.declared_at.push(set.span);
        self.locals.push(Local {
            name: name.value.clone(),
            ty: Type::Unit(set.kinds),
            or_none: false,
        });
        self.visible.push((name.value.clone(), id));
        id
    }

    /// The choice of several of a name.
    pub(super) fn set(&self, name: &str) -> Option<&ChosenSet> {
        let mut sets = self.sets.iter().rev();
        sets.find(|set| set.name == name && set.chosen.parameter().is_none())
    }

    /// The choice of several of a name, which is used from now on.
    pub(super) fn used_set(&mut self, name: &str) -> Option<ChosenSet> {
        let mut sets = self.sets.iter_mut().rev();
        let set = sets.find(|set| set.name == name && set.chosen.parameter().is_none())?;
        set.is_used = true;
        Some(set.clone())
    }

    /// Forgets the choices of several of an inner part, and reports those that nothing has used.
    fn leave_sets(&mut self, n_sets: usize) {
        let from = n_sets.min(self.sets.len());
        for set in self.sets.split_off(from) {
            if !set.is_used {
                let name = &set.name;
                self.report(
                    Diagnostic::new(Code::NeverUsed, "nothing happens to those that are chosen")
                        .label(set.span, "never used")
                        .help(format!(
                            "write below the line, indented, what each of them does; or use them \
                            after it: `each chosen {name}: …`"
                        )),
                );
            }
        }
    }

    /// A new local without a name in the rules; `shown` is how a trace calls it.
    pub(super) fn hidden(&mut self, shown: String, span: Span, ty: Type) -> LocalId {
        let id = LocalId::new(self.locals.len());
        self.declared_at.push(span);
        self.locals.push(Local {
            name: shown,
            ty,
            or_none: false,
        });
        id
    }

    /// Records that a name refers to a symbol.
    pub(super) fn refers(&mut self, span: Span, symbol: impl Into<Symbol>) {
        self.checker.refers(span, symbol.into());
    }

    /// Records that a name refers to a local.
    pub(super) fn refers_to_local(&mut self, span: Span, id: LocalId) {
        if let Some(declared) = self.declared_at.get(id.at()) {
            let symbol = Symbol::Local(*declared);
            self.checker.refers(span, symbol);
        }
    }

    /// The local of a name.
    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        self.visible
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, id)| *id)
    }

    /// In an example: the parts of a unit that have such an id, as what is given names them: `target.long-gun`, or `target.long-gun-2` for
    /// one of equal parts.
    pub(super) fn example_parts(&self, owner: &ast::Expr, id: &str) -> Vec<(usize, KindId)> {
        let owner = self.place_in_example(owner);
        let Some((owner, known)) = owner.zip(self.cast.as_ref()) else {
            return Vec::new();
        };
        let profiles = &self.checker.book.profiles;
        let units = known.cast.iter().enumerate();
        let parts = units.filter(|(_, unit)| unit.owner == Some(owner));
        let parts = parts.filter_map(|(at, unit)| {
            let profile = profiles.get(unit.profile.at())?;
            Some((at, unit.kind, profile.id.as_str()))
        });
        let equal = parts.clone().filter(|(_, _, known)| *known == id);
        let equal: Vec<_> = equal.map(|(at, kind, _)| (at, kind)).collect();
        if !equal.is_empty() {
            return equal;
        }
        let numbered = with_id(parts, id, |(_, _, known)| known);
        numbered
            .map(|(at, kind, _)| (at, kind))
            .into_iter()
            .collect()
    }

    /// In an example: the place in the cast of a unit that is named by a path.
    fn place_in_example(&self, path: &ast::Expr) -> Option<usize> {
        let known = self.cast.as_ref()?;
        if let Some(name) = path.value.name() {
            let value = known.values.get(self.local(name)?.at())?;
            return usize::try_from(*value).ok();
        }
        let (unit, name) = path.value.member()?;
        match self.example_parts(unit, &name.value).as_slice() {
            [] => {}
            [(part, _)] => return Some(*part),
            [_, ..] => return None,
        }
        let owner = known.cast.get(self.place_in_example(unit)?)?;
        let kind = self.checker.book.kinds.get(owner.kind.at())?;
        let mut stats = kind.stats.iter();
        let stat = stats.find(|stat| stat.naming.name == name.value)?;
        let field = self.checker.book.fields.get(stat.field.at())?;
        let is_part = matches!(field.ty, Type::Unit(_)) && !field.is_list;
        let value = owner.fields.get(stat.field.at()).filter(|_| is_part)?;
        usize::try_from(*value).ok()
    }

    /// Names of locals, for suggestions.
    pub(super) fn visible_names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(|(name, _)| name.as_str())
    }

    /// Type of a local, narrowed by the conditions around it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    pub(super) fn local_type(&self, id: LocalId) -> Type {
        let declared = self
            .locals
            .get(id.at())
            .map_or(Type::Unknown, |local| local.ty);
        let Type::Unit(kinds) = declared else {
            return declared;
        };
        Type::Unit(self.known.iter().fold(kinds, |kinds, known| match known {
            Assumption::Kinds(of, narrowed) if *of == id => kinds.and(*narrowed),
            _ => kinds,
        }))
    }

    /// Narrows a parameter without a type to these kinds.
    pub(super) fn narrow_inferred(&mut self, id: LocalId, kinds: Kinds) -> bool {
        if !self.inferred.contains(&id) {
            return false;
        }
        if let Some(local) = self.locals.get_mut(id.at())
            && let Type::Unit(before) = local.ty
            && !before.and(kinds).is_empty()
        {
            local.ty = Type::Unit(before.and(kinds));
            return true;
        }
        false
    }

    /// Opens an inner part; hand what it gives to [`Scope::leave`].
    pub(super) fn enter(&self) -> Mark {
        Mark {
            n_visible: self.visible.len(),
            n_known: self.known.len(),
            n_rolled: self.rolled.len(),
            n_sets: self.sets.len(),
        }
    }

    /// Closes an inner part: its names and what it settled are forgotten.
    pub(super) fn leave(&mut self, mark: Mark) {
        self.visible.truncate(mark.n_visible);
        self.known.truncate(mark.n_known);
        self.rolled.truncate(mark.n_rolled);
        self.leave_sets(mark.n_sets);
    }

    /// Opens a part that leaves nothing behind, not even what it finds out about types.
    pub(super) fn begin_apart(&self) -> Apart {
        Apart {
            mark: self.enter(),
            locals: self.locals.clone(),
            inferred: self.inferred.clone(),
        }
    }

    /// Closes a part that leaves nothing behind.
    pub(super) fn end_apart(&mut self, apart: Apart) {
        self.leave(apart.mark);
        self.declared_at.truncate(apart.locals.len());
        self.locals = apart.locals;
        self.inferred = apart.inferred;
    }

    /// The names that are visible here, the last one first.
    pub(super) fn names_here(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, _) in self.visible.iter().rev() {
            let is_of_rules = !name.contains(' ') && !names.contains(name);
            if is_of_rules {
                names.push(name.clone());
            }
        }
        names
    }
}

/// Suggests a cure for a value of one type where another is expected, if there is a usual one.
fn cure(found: Type, wanted: &str) -> Option<&'static str> {
    match (found, wanted) {
        (Type::Number(_), "yes or no") => Some("compare it: `… > 0`"),
        (Type::Words(_) | Type::Face(_), "yes or no") => Some("compare it with a word: `… is …`"),
        (Type::Unit(_), "yes or no") => {
            Some("write a condition about it: `… is destroyed`, `… has …`")
        }
        (Type::Words(_), "a number") => {
            Some("shift words of a scale: `… raised by 1`; or look the number up in a table")
        }
        (Type::Place, "yes or no") => {
            Some("write a condition about it: `… has woods`, `… is there`")
        }
        (Type::Place, "a unit") => {
            Some("name the unit at that place: `first unit where unit.at is spot`")
        }
        (Type::Place, "a number") => Some("measure to it: `distance(unit, there)`"),
        (Type::Unit(_), "a number") => Some("name one of its stats: `unit.…`"),
        (Type::Flag, "a number") => Some("give it a number: `1 if … otherwise 0`"),
        (Type::Number(_) | Type::Words(_) | Type::Flag | Type::Face(_), "a unit") => {
            Some("write the name of a unit")
        }
        _ => None,
    }
}
