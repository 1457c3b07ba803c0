//! Decisions of players: who chooses, among what, and the worth of each option.
//!
//! Reports: E0202, E0203, E0206, E0213, E0217, E0230, E0231.

use super::declare::twice;
use super::policies::{AskedOption, deciding};
use super::scope::{ChosenSet, Scope};
use super::sections;
use super::types::{dimension_of_word, resolve};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{DIRECTION, PLACE};
use sandtable_model::literals::{Ranged, describe};
use sandtable_model::{
    Ability, Among, Choice, Chooser, Chosen, Dimension, Expr, Line, LocalId, Role, Several,
    Statement, Type, Values,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Most that an option weighs which is drawn at random.
const MOST_WEIGHT: i32 = 10_000;

/// Most numbers to choose from.
const MOST_NUMBERS: i64 = 100;

impl Scope<'_, '_> {
    /// `choose target: vehicle where … by firer.side`
    pub(super) fn choose(&mut self, choose: &ast::StatementKind, span: Span) -> Option<Choice> {
        let ast::StatementKind::Choose {
            among,
            or_none,
            if_any,
            by,
            weight,
            worth,
            title,
        } = choose
        else {
            return None;
        };
        if *or_none && *if_any {
            self.report(
                Diagnostic::new(
                    Code::NeverUsed,
                    "`if any` changes nothing here: with `or none`, nothing may be chosen anyway",
                )
                .label(span, "")
                .help("if something must be chosen where there is something, delete `or none`; otherwise delete `, if any`"),
            );
        }
        let conditions = self.conditions_here(span);
        let chooser = by.as_ref();
        let by = self.chooser(chooser, span);
        let (local, values) = match among {
            ast::Among::Numbers { name, from, to } => {
                self.fresh(name);
                self.numbers(name, from, to, *or_none, span)
            }
            ast::Among::Listed(selection) if self.is_of_units(selection) => {
                let selection = self.only_looking(|scope| scope.selection(selection));
                if let Some(known) = self.locals.get_mut(selection.local.at()) {
                    known.or_none = *or_none || *if_any;
                }
                (selection.local, Values::Units(selection))
            }
            ast::Among::Listed(selection) => {
                self.fresh(&selection.name);
                self.words(selection, *or_none)
            }
        };
        self.chosen.push(local);
        self.not_if_drawn(by.as_ref(), worth.as_ref());
        let worth = match weight {
            Some(weight) => Some(self.weight(weight, local)),
            None => worth.as_ref().map(|worth| self.worth(worth, Some(local))),
        };
        let title = title
            .as_ref()
            .map_or_else(|| among.name().value.clone(), |title| title.value.clone());
        let worth = self.advised_value(&title, local, by.as_ref(), worth);
        let values = Box::new(values);
        let among = Among::Values {
            local,
            values,
            worth,
        };
        let mut choice = Choice {
            or_none: *or_none,
            ..Choice::new(title, by, among)
        };
        self.keep_conditions(conditions, &mut choice);
        Some(choice)
    }

    /// `choose up to 3 squad where … by side`; the block for each chosen one is a statement of its own.
    pub(super) fn choose_several(
        &mut self,
        choose: &ast::StatementKind,
        span: Span,
    ) -> Vec<Statement> {
        let ast::StatementKind::ChooseSeveral {
            most,
            selection,
            by,
            weight,
            worth,
            title,
            body,
        } = choose
        else {
            return Vec::new();
        };
        let conditions = self.conditions_here(span);
        let chooser = by.as_ref();
        let by = self.chooser(chooser, span);
        let most = most.as_ref().map(|most| self.count(most));
        if let (Some(Chooser::Chance), None) = (&by, &most) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a random draw needs a number")
                    .label(span, "")
                    .help("say how many are drawn: `choose up to 2 … at random`"),
            );
        }
        if self.is_of_places(selection) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "only units can be chosen together")
                    .label(selection.name.span, "this is a place")
                    .help("choose the places one by one: `choose NAME: …` in a loop"),
            );
            return Vec::new();
        }
        let name = &selection.name;
        self.fresh_set(name);
        let mark = self.enter();
        let mut is_set = false;
        let chosen_from = self.only_looking(|scope| {
            scope.selection_with(selection, |scope, kinds, are_parts| {
                let chosen = Chosen::Marked {
                    mark: scope.scratch("chosen", kinds, name.span),
                    are_parts,
                };
                let known = ChosenSet {
                    name: name.value.clone(),
                    span: name.span,
                    kinds,
                    chosen,
                    is_used: false,
                };
                scope.sets.push(known);
                is_set = true;
            })
        });
        self.not_if_drawn(by.as_ref(), worth.as_ref());
        let local = chosen_from.local;
        let worth = match weight {
            Some(weight) => Some(self.weight(weight, local)),
            None => worth.as_ref().map(|worth| self.worth(worth, Some(local))),
        };
        let title = title.as_ref();
        let title = title.map_or_else(|| name.value.clone(), |title| title.value.clone());
        let worth = self.advised_value(&title, local, by.as_ref(), worth);
        let set = self.sets.pop_if(|_| is_set);
        self.leave(mark);
        let Some(set) = set else { return Vec::new() };
        let Chosen::Marked { mark, .. } = set.chosen else {
            return Vec::new();
        };
        let several = Several { most, mark };
        self.sets.push(ChosenSet {
            is_used: false,
            ..set
        });
        let among = Among::Values {
            local,
            values: Box::new(Values::Units(chosen_from)),
            worth,
        };
        let mut choice = Choice {
            or_none: true,
            several: Some(several),
            ..Choice::new(title, by, among)
        };
        self.keep_conditions(conditions, &mut choice);
        let mut steps = vec![Statement::decide(choice, span)];
        if !body.is_empty() {
            steps.push(self.each(&those_chosen(name), None, body, span));
        }
        steps
    }

    /// Reports the name of another choice of several.
    fn fresh_set(&mut self, name: &ast::Name) {
        if self.set(&name.value).is_some() {
            self.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("`{}` is already the name of a choice", name.value),
                )
                .label(name.span, "")
                .help("use another name: `choose up to 3 NAME: KIND`"),
            );
        }
    }

    /// `choose by unit.side "what it does"`, and its lines
    pub(super) fn choose_one(
        &mut self,
        by: (Option<&ast::Chooser>, Option<&ast::Expr>),
        title: Option<&Spanned<String>>,
        options: &[Spanned<ast::Offered>],
        span: Span,
    ) -> Choice {
        let (by, weight) = by;
        if let Some(weight) = weight {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "lines are drawn with equal chances")
                    .label(weight.span, "")
                    .help("draw a unit, a word or a number by weight; or roll on a table"),
            );
        }
        let conditions = self.conditions_here(span);
        let by = self.chooser(by, span);
        let title = title.map_or_else(|| "the thing to do".to_owned(), |title| title.value.clone());
        let mut lines: Vec<Line> = Vec::new();
        for option in options {
            self.not_if_drawn(by.as_ref(), option.value.worth.as_ref());
            let line = self.line(&option.value, (&title, by.as_ref()), option.span);
            if let Some(first) = lines.iter().find(|known| known.title == line.title) {
                let finding = twice(&line.title, option.value.title.span, first.span);
                self.report(finding);
            }
            lines.push(line);
        }
        let mut choice = Choice::new(title, by, Among::Lines(lines));
        self.keep_conditions(conditions, &mut choice);
        choice
    }

    /// `may by unit.side "dodge" if …: …`
    pub(super) fn may(
        &mut self,
        by: Option<&ast::Expr>,
        option: &ast::Offered,
        span: Span,
    ) -> Choice {
        let conditions = self.conditions_here(span);
        let by = self.by(by).map(Chooser::Side);
        let line = self.line(option, (&option.title.value, by.as_ref()), span);
        let mut choice = Choice {
            or_none: true,
            ..Choice::new(line.title.clone(), by, Among::Lines(vec![line]))
        };
        self.keep_conditions(conditions, &mut choice);
        choice
    }

    /// Checks who decides. Only actions may ask for decisions of players; what is drawn is a roll.
    fn chooser(&mut self, chooser: Option<&ast::Chooser>, span: Span) -> Option<Chooser> {
        match chooser {
            Some(ast::Chooser::Chance) => {
                self.must_roll(span, "draws at random");
                Some(Chooser::Chance)
            }
            Some(ast::Chooser::Side(side)) => {
                self.only_actions(span, "decision");
                Some(Chooser::Side(self.unit(side)))
            }
            None => {
                self.only_actions(span, "decision");
                None
            }
        }
    }

    /// Reports a worth of something that is drawn at random.
    fn not_if_drawn(&mut self, by: Option<&Chooser>, worth: Option<&ast::Expr>) {
        if let (Some(Chooser::Chance), Some(worth)) = (by, worth) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a random draw takes no `worth`")
                    .label(worth.span, "")
                    .help("delete it; or let a side choose: `by SIDE` instead of `at random`"),
            );
        }
    }

    /// The side that decides.
    pub(super) fn by(&mut self, by: Option<&ast::Expr>) -> Option<Expr> {
        by.map(|by| self.unit(by))
    }

    /// The worth of a value that can be chosen, with the advice of policies; what is drawn has none.
    fn advised_value(
        &mut self,
        question: &str,
        local: LocalId,
        by: Option<&Chooser>,
        worth: Option<Expr>,
    ) -> Option<Expr> {
        if matches!(by, Some(Chooser::Chance)) {
            return worth;
        }
        let asked = AskedOption {
            question: Some(question),
            option: None,
            local: Some(local),
            by: deciding(by),
        };
        self.advised(&asked, worth)
    }

    fn line(
        &mut self,
        option: &ast::Offered,
        (question, by): (&str, Option<&Chooser>),
        span: Span,
    ) -> Line {
        let mark = self.enter();
        let condition = option
            .condition
            .as_ref()
            .map(|condition| self.asked(condition));
        if let Some(condition) = &condition {
            self.assume(condition, true);
            if self.never_holds(condition) {
                self.report(
                    Diagnostic::new(Code::NeverOffered, "this can never be chosen")
                        .label(condition.span, "never met")
                        .help("correct the condition, or delete the option"),
                );
            }
        }
        let worth = option.worth.as_ref().map(|worth| self.worth(worth, None));
        let asked = AskedOption {
            question: Some(question),
            option: Some(&option.title.value),
            local: None,
            by: deciding(by),
        };
        let worth = match by {
            Some(Chooser::Chance) => worth,
            Some(Chooser::Side(_)) | None => self.advised(&asked, worth),
        };
        let body = self.block(&option.body);
        self.leave(mark);
        Line {
            title: option.title.value.clone(),
            condition,
            worth,
            body,
            citations: sections(&option.citations),
            span,
        }
    }

    /// A condition that looks and rolls nothing.
    pub(super) fn asked(&mut self, condition: &ast::Expr) -> Expr {
        self.only_looking(|scope| scope.condition(condition))
    }

    /// Checks the worth of an option: a number, calculated without dice.
    pub(super) fn worth(&mut self, worth: &ast::Expr, option: Option<LocalId>) -> Expr {
        // An option denotes itself here, not for what was chosen, which may be none.
        let or_none = option.and_then(|local| {
            let local = self.locals.get_mut(local.at())?;
            Some(std::mem::take(&mut local.or_none))
        });
        let worth = self.only_looking(|scope| scope.count(worth));
        if let (Some(or_none), Some(local)) = (or_none, option)
            && let Some(local) = self.locals.get_mut(local.at())
        {
            local.or_none = or_none;
        }
        worth
    }

    /// Checks the weight of an option that is drawn: a number of a known range.
    fn weight(&mut self, weight: &ast::Expr, option: LocalId) -> Expr {
        let weight = self.worth(weight, Some(option));
        let is_known = self
            .bounds(&weight)
            .is_some_and(|(low, high)| low >= 0 && high <= MOST_WEIGHT);
        if !is_known && weight.ty != Type::Unknown {
            self.report(
                Diagnostic::new(
                    Code::TooMany,
                    format!("this weight may be out of the range 0 to {MOST_WEIGHT}"),
                )
                .label(weight.span, "")
                .help("limit it: `weighted by (… limited to 0..20)`"),
            );
        }
        weight
    }

    fn only_looking<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let ability = std::mem::replace(&mut self.ability, Ability::Formula);
        let what = std::mem::replace(&mut self.what, "a condition before a choice");
        let built = look(self);
        self.ability = ability;
        self.what = what;
        built
    }

    fn numbers(
        &mut self,
        name: &ast::Name,
        from: &ast::Expr,
        to: &ast::Expr,
        or_none: bool,
        span: Span,
    ) -> (LocalId, Values) {
        let (from, to) = (self.count(from), self.count(to));
        let local = self.declare(name, Type::Number(Dimension::Plain), or_none);
        let low = self.bounds(&from).map(|(low, _)| low);
        let high = self.bounds(&to).map(|(_, high)| high);
        let (Some(low), Some(high)) = (low, high) else {
            self.report(
                Diagnostic::new(Code::TooMany, "these numbers have no known range")
                    .label(if low.is_none() { from.span } else { to.span }, "")
                    .help("limit it to a range: `… limited to 0..6`"),
            );
            return (local, no_words());
        };
        if i64::from(high) - i64::from(low) >= MOST_NUMBERS {
            self.report(
                Diagnostic::new(
                    Code::TooMany,
                    format!("more than {MOST_NUMBERS} numbers to choose from"),
                )
                .label(span, format!("from {low} to {high}"))
                .help("limit both ends to a range: `… limited to 0..6`"),
            );
        }
        self.ranges.insert(local, (low, high.max(low)));
        let values = Values::Numbers {
            from,
            to,
            low,
            high,
        };
        (local, values)
    }

    /// Words of a list, yes or no.
    fn words(&mut self, listed: &ast::Selection, or_none: bool) -> (LocalId, Values) {
        let name = &listed.name;
        if listed.kinds.is_empty() && !self.names_a_type(&name.value) {
            let known = self.checker.types.keys().map(String::as_str);
            let text = &name.value;
            let finding = Diagnostic::new(Code::UnknownName, format!("there is no type `{text}`"))
                .label(name.span, "not a scale, a kind or a die")
                .suggest(text, known);
            let finding = match finding.help {
                Some(_) => finding,
                None => finding.help(format!(
                    "say of which kind it is: `choose {text}: KIND by …`, or among which words: `choose {text}: left or right by …`"
                )),
            };
            self.unresolved(text, finding);
            return (self.declare(name, Type::Unknown, or_none), no_words());
        }
        let named = match listed.kinds.as_slice() {
            [] => vec![name.clone()],
            words => words.to_vec(),
        };
        let first = named.first().map_or(name.span, |word| word.span);
        let span = named.iter().fold(first, |span, word| span.to(word.span));
        let ty = ast::Type::Words {
            words: named,
            or_none: false,
        };
        let n_known = self.checker.references.len();
        let Ranged { ty, .. } = resolve(self.checker, &Spanned::new(ty, span));
        if listed.kinds.is_empty() {
            for known in self.checker.references.iter_mut().skip(n_known) {
                known.role = Role::Implies;
            }
        }
        if let (Some(owner), true) = (&listed.owner, ty != Type::Unknown) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`of` is only for units")
                    .label(owner.span, "")
                    .help("say in a condition which words there are: `where …`"),
            );
        }
        let values = match ty {
            Type::Flag => vec![("yes".to_owned(), 1), ("no".to_owned(), 0)],
            Type::Words(id) => {
                let list = self.checker.book.words.get(id.at());
                let words = list.map_or_else(Vec::new, |list| list.words.clone());
                words.into_iter().zip(0..).collect()
            }
            Type::Unknown => Vec::new(),
            Type::Number(_)
            | Type::Dice
            | Type::Face(_)
            | Type::Unit(_)
            | Type::Place
            | Type::Side => {
                let text = describe(&self.checker.book, ty);
                self.report(
                    Diagnostic::new(Code::WrongType, "only words and units can be chosen")
                        .label(span, format!("this is {text}"))
                        .help("to choose a number, write `choose NAME from 1 to 6`"),
                );
                Vec::new()
            }
        };
        let local = self.declare(name, ty, or_none);
        let condition = listed.condition.as_ref();
        let condition = condition.map(|condition| self.of_a_word(local, condition));
        let values = Values::Words {
            words: values,
            condition,
        };
        (local, values)
    }

    /// The condition of the words that can be chosen; none of them is `none`.
    fn of_a_word(&mut self, local: LocalId, condition: &ast::Expr) -> Expr {
        let or_none = self
            .locals
            .get_mut(local.at())
            .map(|known| std::mem::take(&mut known.or_none));
        let condition = self.only_looking(|scope| scope.condition(condition));
        if let (Some(known), Some(or_none)) = (self.locals.get_mut(local.at()), or_none) {
            known.or_none = or_none;
        }
        condition
    }

    /// Whether a name is that of a type, declared or of the language.
    fn names_a_type(&self, name: &str) -> bool {
        dimension_of_word(name).is_some()
            || [PLACE, DIRECTION].contains(&name)
            || self.checker.types.contains_key(name)
    }

    /// `can fire(unit, target)`
    pub(super) fn can(&mut self, action: &ast::Name, arguments: &[ast::Expr], span: Span) -> Expr {
        let ability = std::mem::replace(&mut self.ability, Ability::Action);
        let call = self.check_call(action, arguments, span);
        self.ability = ability;
        if let Some((id, arguments)) = call.into_call()
            && let Some(known) = self.checker.book.procedures.get(id.at())
            && known.ability == Ability::Action
        {
            return Expr::can_do(id, arguments, span);
        }
        if self.checker.names.contains_key(&action.value) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`can` needs an action")
                    .label(action.span, "not an action")
                    .help("delete `can`: only actions can be refused"),
            );
        }
        Expr::flag(false, span)
    }
}

/// The selection of those that a choice of several has chosen.
fn those_chosen(name: &ast::Name) -> ast::Selection {
    ast::Selection {
        name: name.clone(),
        kinds: Vec::new(),
        chosen: true,
        region: None,
        owner: None,
        including: Vec::new(),
        condition: None,
    }
}

/// Nothing to choose from.
fn no_words() -> Values {
    Values::Words {
        words: Vec::new(),
        condition: None,
    }
}
