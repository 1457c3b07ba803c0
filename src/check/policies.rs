//! Policies: what an author says, outside of the rules that ask, about the worth of options; and the value of positions.
//!
//! The worth of an option becomes `ADVICE if policy(chooser) is NAME otherwise WORTH`, where the policy of a side is an internal track
//! that is set before the game begins.
//!
//! Reports: E0201, E0202, E0203, E0205, E0206.

use std::collections::BTreeSet;

use super::scope::Scope;
use super::{Checker, Named, NamedType, naming};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Chooser, Expr, KindTrack, LocalId, PLAYERS, ReactionId, SIDE, Symbol, Track, TrackId, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Order};

/// Name of the track that holds the policy of a side; no track of a rule file has a space in it.
const POLICY_TRACK: &str = "policy (of a side)";

/// The policies of a book, and the questions that its rules ask.
#[derive(Default)]
pub(crate) struct Policies<'a> {
    /// All blocks, in file order.
    blocks: Vec<&'a ast::Policy>,
    /// The declaration of the value of positions.
    value: Option<&'a ast::Procedure>,
}

/// A question that a rule asks: rule, title, and options where they are listed.
type Question = (String, Option<String>, BTreeSet<String>);

/// The questions of rules, and what policies say about them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Advised {
    asked: Vec<Question>,
    /// Lines of policies that a question has met.
    pub(super) met: BTreeSet<Span>,
    /// The values in them that have become the worth of an option.
    pub(super) worths: BTreeSet<Span>,
}

impl Advised {
    /// Adds those of other rules.
    pub(super) fn extend(&mut self, others: &Self) {
        for (rule, title, options) in &others.asked {
            self.ask(rule, title.as_deref(), options.iter().cloned());
        }
        self.met.extend(&others.met);
        self.worths.extend(&others.worths);
    }

    /// Adds a question of a rule.
    fn ask(&mut self, rule: &str, title: Option<&str>, options: impl IntoIterator<Item = String>) {
        let mut asked = self.asked.iter_mut();
        let same = asked.find(|(of, known, _)| of == rule && known.as_deref() == title);
        match same {
            Some((_, _, known)) => known.extend(options),
            None => {
                let options = options.into_iter().collect();
                let title = title.map(str::to_owned);
                self.asked.push((rule.to_owned(), title, options));
            }
        }
    }
}

/// An option of a question of a rule.
pub(super) struct AskedOption<'q> {
    /// Title of the question; a reaction has none.
    pub(super) question: Option<&'q str>,
    /// Title of the option, if options are listed.
    pub(super) option: Option<&'q str>,
    /// The local that is bound to the option otherwise.
    pub(super) local: Option<LocalId>,
    /// The side that decides, if one does.
    pub(super) by: Option<&'q Expr>,
}

impl<'a> Checker<'a> {
    /// Adds a block of advice. Blocks of one name are one policy.
    pub(super) fn declare_policy(&mut self, policy: &'a ast::Policy) {
        let name = &policy.head.name;
        if policy.head.parameters.is_some() || policy.head.result.is_some() {
            self.diagnostics.push(
                Diagnostic::new(Code::NotAllowedHere, "a policy has only a name and a title")
                    .label(name.span, "")
                    .help("write the rules that ask below it: `in advance \"where to\", worth 3`"),
            );
        }
        if policy.is_named() && PLAYERS.contains(&name.value.as_str()) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("`{}` is the name of a player", name.value),
                )
                .label(name.span, "")
                .help(format!(
                    "choose another name: `--side blue={}` means that player",
                    name.value
                )),
            );
            return;
        }
        self.policies.blocks.push(policy);
        if !policy.is_named() {
            return;
        }
        let known = self.book.policies.iter();
        let known = known.map(|naming| naming.name.as_str());
        match known.into_iter().position(|known| known == name.value) {
            Some(at) => self.refers(name.span, Symbol::Policy(at)),
            None => {
                self.declares(name.span, Symbol::Policy(self.book.policies.len()));
                self.book.policies.push(naming(&policy.head));
            }
        }
    }

    /// Notes the declaration of the value of positions.
    pub(super) fn declare_value(&mut self, value: &'a ast::Procedure) {
        let name = &value.head.name;
        match self.policies.value {
            Some(first) => self.diagnostics.push(
                Diagnostic::new(Code::DeclaredTwice, "a second `value` of positions")
                    .label(name.span, "here again")
                    .label(first.head.name.span, "the first")
                    .help("keep one of them, and make the other a `formula` that it calls"),
            ),
            None => self.policies.value = Some(value),
        }
    }

    /// Expressions of the advice about a rule.
    pub(super) fn advice_about(&self, rule: &str) -> impl Iterator<Item = &'a ast::Expr> {
        let blocks = self.policies.blocks.iter().copied();
        let questions = blocks.flat_map(|policy| &policy.questions);
        let questions: Vec<&'a ast::AdvisedQuestion> = questions
            .map(|question| &question.value)
            .filter(|question| question.rule.value == rule)
            .collect();
        questions.into_iter().flat_map(|question| {
            let options = question.options.iter().map(|option| &option.worth);
            question.worth.iter().chain(options)
        })
    }
}

/// Adds the track that holds the policy of each side, if there are policies.
pub(super) fn add_policy_track(checker: &mut Checker<'_>) {
    let Some(NamedType::Kind(side)) = checker.types.get(SIDE).copied() else {
        return;
    };
    let last = checker.book.policies.len();
    let (Some(first), Ok(last)) = (checker.book.policies.first(), i32::try_from(last)) else {
        return;
    };
    let span = first.span;
    let track = TrackId::new(checker.book.tracks.len());
    checker.book.tracks.push(Track {
        name: POLICY_TRACK.to_owned(),
        ty: Type::Number(sandtable_model::Dimension::Plain),
        or_none: false,
        index: None,
    });
    if let Some(kind) = checker.book.kinds.get_mut(side.at()) {
        let track = KindTrack::internal(track, POLICY_TRACK, (0, last), span);
        kind.tracks.push(track);
    }
    checker.book.policy_track = Some(track);
}

impl Scope<'_, '_> {
    /// The worth of an option with the advice of the policies about it.
    pub(super) fn advised(&mut self, asked: &AskedOption<'_>, worth: Option<Expr>) -> Option<Expr> {
        if self.checker.policies.blocks.is_empty() {
            return worth;
        }
        self.note_question(asked);
        let mut blocks = self.checker.policies.blocks.clone();
        // Advice for everybody is advised upon by policies with a name.
        blocks.sort_by_key(|policy| policy.is_named());
        let mut worth = worth;
        for policy in blocks {
            for question in &policy.questions {
                if question.value.rule.value != self.rule {
                    continue;
                }
                let title = question.value.question.as_ref();
                if title.map(|title| title.value.as_str()) != asked.question {
                    continue;
                }
                self.checker.used.advised.met.insert(question.span);
                let Some(advice) = self.advice_for(&question.value, asked) else {
                    continue;
                };
                let advice = self.worth(advice, asked.local);
                self.checker.used.advised.worths.insert(advice.span);
                worth = match policy.is_named() {
                    false => Some(advice),
                    true => self.of_policy(policy, asked.by, advice, worth),
                };
            }
        }
        worth
    }

    /// Returns the worth that a question of a policy gives an option.
    fn advice_for<'q>(
        &mut self,
        question: &'q ast::AdvisedQuestion,
        asked: &AskedOption<'_>,
    ) -> Option<&'q ast::Expr> {
        let mut options = question.options.iter();
        let listed = asked
            .option
            .and_then(|title| options.find(|option| option.title.value == title));
        if let Some(listed) = listed {
            self.checker.used.advised.met.insert(listed.title.span);
            return Some(&listed.worth);
        }
        question.worth.as_ref()
    }

    /// `ADVICE if the policy of the chooser is POLICY otherwise WORTH`
    fn of_policy(
        &mut self,
        policy: &ast::Policy,
        by: Option<&Expr>,
        advice: Expr,
        worth: Option<Expr>,
    ) -> Option<Expr> {
        let book = &self.checker.book;
        let mut policies = book.policies.iter();
        let at = policies.position(|known| known.name == policy.head.name.value);
        let number = at.and_then(|at| i32::try_from(at + 1).ok());
        let (Some(number), Some(track), Some(by)) = (number, book.policy_track, by) else {
            return worth;
        };
        let span = advice.span;
        let plain = advice.ty;
        let at_advice = |expr: Expr| Expr { span, ..expr };
        let side_track = book.side_track();
        let side = match side_track.filter(|_| by.ty.kinds().within(book.pieces())) {
            Some(track) => {
                let side = book.tracks.get(track.at());
                let ty = side.map_or(Type::Unknown, |side| side.ty);
                at_advice(Expr::of_track(by.clone(), track, None, ty))
            }
            None => by.clone(),
        };
        let followed = at_advice(Expr::of_track(side, track, None, plain));
        let number = Expr::constant(number, plain, span);
        let condition = Expr::compare(Order::Equal, followed, number, span);
        let otherwise = worth.unwrap_or_else(|| Expr::constant(0, plain, span));
        Some(Expr {
            or_none: false,
            ..Expr::choice_of(condition, advice, otherwise, span)
        })
    }

    /// Remembers that a rule asks a question, for findings about others.
    fn note_question(&mut self, asked: &AskedOption<'_>) {
        let option = asked.option.map(str::to_owned);
        let advised = &mut self.checker.used.advised;
        advised.ask(&self.rule, asked.question, option);
    }
}

/// The side that decides, if one does.
pub(super) fn deciding(by: Option<&Chooser>) -> Option<&Expr> {
    match by {
        Some(Chooser::Side(side)) => Some(side),
        Some(Chooser::Chance) | None => None,
    }
}

/// Resolves the value of positions, and reports advice about what no rule asks.
pub(super) fn check_policies(checker: &mut Checker<'_>) {
    check_value(checker);
    let mut seen: Vec<(&str, &ast::AdvisedQuestion, Span)> = Vec::new();
    for policy in checker.policies.blocks.clone() {
        for question in &policy.questions {
            let (span, question) = (question.span, &question.value);
            let name = policy.head.name.value.as_str();
            let is_same = |(of, known, _): &&(&str, &ast::AdvisedQuestion, Span)| {
                *of == name
                    && known.rule.value == question.rule.value
                    && known.question == question.question
            };
            if let Some((.., first)) = seen.iter().find(is_same) {
                checker.diagnostics.push(
                    Diagnostic::new(Code::DeclaredTwice, "this policy has the question already")
                        .label(span, "here again")
                        .label(*first, "the first")
                        .help("join them"),
                );
            }
            seen.push((name, question, span));
            check_question(checker, question, span);
        }
    }
}

fn check_value(checker: &mut Checker<'_>) {
    let Some(value) = checker.policies.value else {
        return;
    };
    let name = &value.head.name;
    let Some(Named::Procedure(id)) = checker.names.get(&name.value).copied() else {
        return;
    };
    let Some(known) = checker.book.procedures.get(id.at()).cloned() else {
        return;
    };
    let side = checker.types.get(SIDE);
    let is_side = |ty: Type| match (ty, side) {
        (Type::Unit(kinds), Some(NamedType::Kind(side))) => kinds.has(*side),
        (Type::Unknown, _) => true,
        _ => false,
    };
    let is_of_a_side = matches!(known.parameters.as_slice(), [one] if is_side(one.ty));
    if !is_of_a_side {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongArguments, "a `value` is that of one side")
                .label(name.span, "")
                .help(format!(
                    "give it the side in brackets: `value {} (side) = …`",
                    name.value
                )),
        );
        return;
    }
    let is_number = known
        .result
        .is_none_or(|result| matches!(result.ty, Type::Number(_) | Type::Unknown));
    if !is_number || known.result.is_some_and(|result| result.or_none) {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "a `value` is a number")
                .label(name.span, "this is none")
                .help("the higher it is, the better the position is for the side"),
        );
        return;
    }
    checker.book.value = Some(id);
}

/// Reports a question that its rule does not ask, and options that it does not have.
fn check_question(checker: &mut Checker<'_>, question: &ast::AdvisedQuestion, span: Span) {
    let rule = &question.rule;
    let reactions = checker.reactions.iter();
    let reaction = reactions
        .clone()
        .position(|known| known.head.name.value == rule.value);
    match (checker.names.get(&rule.value).copied(), reaction) {
        (Some(Named::Procedure(id)), _) => checker.refers(rule.span, Symbol::Procedure(id)),
        (_, Some(at)) => checker.refers(rule.span, Symbol::Reaction(ReactionId::new(at))),
        _ if checker
            .triggers
            .iter()
            .any(|known| known.head.name.value == rule.value) => {}
        _ => {
            let names = rules_that_ask(checker);
            let finding = Diagnostic::new(
                Code::UnknownName,
                format!("no rule is called `{}`", rule.value),
            )
            .label(rule.span, "")
            .suggest(&rule.value, names.iter().map(String::as_str));
            let finding = match finding.help {
                Some(_) => finding,
                None => {
                    finding.help("write the name of the rule that asks: `in run-on \"what to do\"`")
                }
            };
            checker.unresolved(&rule.value, finding);
            return;
        }
    }
    let of_rule: Vec<_> = checker
        .used
        .advised
        .asked
        .iter()
        .filter(|(known, ..)| *known == rule.value)
        .cloned()
        .collect();
    if !checker.used.advised.met.contains(&span) {
        let finding = no_question(question, &of_rule);
        checker.unresolved(&rule.value, finding);
        return;
    }
    let title = question.question.as_ref().map(|title| &title.value);
    let mut of_question = of_rule
        .iter()
        .filter(|(_, known, _)| known.as_ref() == title);
    let known: BTreeSet<String> = of_question
        .next()
        .map_or_else(BTreeSet::new, |(.., options)| options.clone());
    for option in &question.options {
        if checker.used.advised.met.contains(&option.title.span) {
            continue;
        }
        let (message, help) = match known.is_empty() {
            true => (
                "the options of this question are not listed in the rule".to_owned(),
                "write what each is worth behind the question: `in advance \"where to\", worth 3`",
            ),
            false => (
                format!("the question has no option \"{}\"", option.title.value),
                "write the option as the rule does",
            ),
        };
        let finding = Diagnostic::new(Code::UnknownName, message)
            .label(option.title.span, "")
            .suggest(&option.title.value, known.iter().map(String::as_str));
        let finding = match finding.help {
            Some(_) => finding,
            None => finding.help(help),
        };
        checker.unresolved(&rule.value, finding);
    }
}

/// The finding about a question that its rule does not ask.
fn no_question(question: &ast::AdvisedQuestion, of_rule: &[Question]) -> Diagnostic {
    let rule = &question.rule;
    let titles: Vec<&str> = of_rule
        .iter()
        .filter_map(|(_, title, _)| title.as_deref())
        .collect();
    let place = question
        .question
        .as_ref()
        .map_or(rule.span, |title| title.span);
    let message = match &question.question {
        Some(title) => format!("`{}` does not ask \"{}\"", rule.value, title.value),
        None => format!(
            "this does not say which question of `{}` is meant",
            rule.value
        ),
    };
    let finding = Diagnostic::new(Code::UnknownName, message).label(place, "");
    let finding = match &question.question {
        Some(title) => finding.suggest(&title.value, titles.iter().copied()),
        None => finding,
    };
    if finding.help.is_some() {
        return finding;
    }
    match titles.first() {
        Some(first) => finding.help(format!(
            "write the title of a question of the rule, or the name of what is chosen: `in {} \"{first}\"`",
            rule.value
        )),
        None if of_rule.is_empty() => finding.help(format!(
            "`{}` asks nothing of a side; delete the line, or name the rule that asks",
            rule.value
        )),
        None => finding.help("a reaction is its own question: delete the title"),
    }
}

/// The names of all rules that can ask.
fn rules_that_ask(checker: &Checker<'_>) -> Vec<String> {
    let procedures = checker.names.iter();
    let procedures = procedures.filter(|(_, named)| matches!(named, Named::Procedure(_)));
    let reactions = checker.reactions.iter();
    let reactions = reactions.map(|known| known.head.name.value.clone());
    procedures
        .map(|(name, _)| name.clone())
        .chain(reactions)
        .collect()
}
