//! Windows, at which others may react, and the reactions that are offered there.
//!
//! Reports: E0201, E0203, E0205, E0206, E0232, E0404.

use super::choice_conditions::is_taken_or_not;
use super::policies::AskedOption;
use super::scope::Scope;
use super::{Checker, naming, signatures};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Ability, Expr, Naming, Parameter, Reaction, ReactionId, Statement, Symbol, Type, Window,
    WindowId,
};
use sandtable_source::Span;
use sandtable_syntax::ast;
use sandtable_syntax::ast::walk::blocks;

/// Greatest depth of a window inside itself.
const DEEPEST: i32 = 8;

/// Checks the parameters of windows; before the bodies that open them.
pub(super) fn check_windows(checker: &mut Checker<'_>) {
    for declared in checker.windows.clone() {
        let parameters = signatures::parameters(checker, &declared.head);
        let deep = declared.deep.as_ref();
        if let Some(deep) = deep.filter(|deep| !(1..=DEEPEST).contains(&deep.value)) {
            checker.diagnostics.push(
                Diagnostic::new(Code::OutOfRange, format!("{} is out of range", deep.value))
                    .label(deep.span, format!("1 to {DEEPEST} is allowed")),
            );
        }
        let deep = deep.map_or(1, |deep| deep.value.clamp(1, DEEPEST));
        checker.book.windows.push(Window {
            naming: naming(&declared.head),
            parameters,
            one_of: declared.one_of.unwrap_or(false),
            deep: u32::try_from(deep).unwrap_or(1),
            reactions: Vec::new(),
        });
    }
}

/// Reactions, after everything they may call; then the order in which they are offered.
pub(super) fn reactions(checker: &mut Checker<'_>) {
    for declared in checker.reactions.clone() {
        let built = reaction(checker, declared);
        checker.book.reactions.push(built);
    }
    for (at, declared) in checker.windows.clone().into_iter().enumerate() {
        order(checker, WindowId::new(at), declared);
    }
}

fn window_named(checker: &mut Checker<'_>, name: &ast::Name) -> Option<WindowId> {
    let known = &checker.windows;
    let found = known
        .iter()
        .position(|window| window.head.name.value == name.value);
    if found.is_none() {
        let names: Vec<&str> = known
            .iter()
            .map(|window| window.head.name.value.as_str())
            .collect();
        let finding = Diagnostic::new(
            Code::UnknownName,
            format!("there is no window `{}`", name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, names)
        .help(format!(
            "declare it: `window {} (…)`, and open it in an action: `open {}(…)`",
            name.value, name.value
        ));
        checker.unresolved(&name.value, finding);
    }
    let found = found.map(WindowId::new);
    if let Some(id) = found {
        checker.refers(name.span, Symbol::Window(id));
    }
    found
}

/// The line that says at which window, and the rest.
fn first_line(declared: &ast::Reaction) -> Option<(ast::Offer<'_>, &[ast::Statement])> {
    let (first, rest) = declared.body.split_first()?;
    Some((first.offer()?, rest))
}

fn reaction(checker: &mut Checker<'_>, declared: &ast::Reaction) -> Reaction {
    let naming = naming(&declared.head);
    let mut built = Reaction {
        naming: naming.clone(),
        parameters: Vec::new(),
        window: None,
        must: false,
        by: None,
        worth: None,
        conditions: Vec::new(),
        body: Vec::new(),
        locals: Vec::new(),
    };
    let Some((ast::Offer { must, window, by }, rest)) = first_line(declared) else {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::NotAllowedHere,
                "this reaction names no window",
            )
            .label(naming.span, "")
            .help("add a first line `at strike-declared by target.side`; if the reaction is forced, \
                `must at …`"),
        );
        return built;
    };
    built.must = must;
    built.window = window_named(checker, window);
    if built.window.is_none() && declared.head.parameters.is_none() {
        // The parameters of the unknown window are unknown.
        return built;
    }
    built.parameters = parameters(checker, declared, built.window);
    let parameters = built.parameters.clone();
    let mut scope = Scope::new(checker, Ability::Action, "a reaction", &naming, &parameters);
    if let (true, Some(by)) = (must, by) {
        scope.report(
            Diagnostic::new(Code::NotAllowedHere, "a forced reaction takes no side")
                .label(by.span, "")
                .help("delete `by …` or `must`"),
        );
    }
    built.by = scope.by(by);
    let mut statements = Vec::new();
    for statement in rest {
        let Some(worth) = statement.worth() else {
            statements.push(statement.clone());
            continue;
        };
        if built.worth.is_some() || built.must {
            scope.misplaced_worth(statement.kind.span);
        }
        built.worth = Some(scope.worth(worth, None));
    }
    if !must {
        let by = built.by.clone();
        let asked = AskedOption {
            question: None,
            option: None,
            local: None,
            by: by.as_ref(),
        };
        built.worth = scope.advised(&asked, built.worth);
        let conditions = scope.conditions_here(naming.span);
        let title = naming.shown();
        built.conditions = scope.conditions_of(conditions, |word| is_taken_or_not(title, word));
    }
    built.body = scope.block(&statements);
    built.locals = std::mem::take(&mut scope.locals);
    for (parameter, local) in built.parameters.iter_mut().zip(&built.locals) {
        parameter.ty = local.ty;
    }
    built
}

/// Returns the parameters of a reaction: its own, which are bound to the arguments of the window; else those of the window.
fn parameters(
    checker: &mut Checker<'_>,
    declared: &ast::Reaction,
    window: Option<WindowId>,
) -> Vec<Parameter> {
    let handed = window.and_then(|id| checker.book.windows.get(id.at()));
    let handed = handed.map(|window| (window.naming.clone(), window.parameters.clone()));
    if declared.head.parameters.is_none() {
        return handed.map_or_else(Vec::new, |(_, parameters)| parameters);
    }
    let own = signatures::parameters(checker, &declared.head);
    let Some((naming, handed)) = handed else {
        return own;
    };
    let takes = |(own, handed): (&Parameter, &Parameter)| match (own.ty, handed.ty) {
        (Type::Unit(own), Type::Unit(handed)) => handed.within(own),
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::Number(own), Type::Number(handed)) => own.join(handed).is_some(),
        (own, handed) => own == handed,
    };
    if own.len() != handed.len() || !own.iter().zip(&handed).all(takes) {
        let names: Vec<&str> = handed.iter().map(|one| one.name.as_str()).collect();
        checker.diagnostics.push(
            Diagnostic::new(
                Code::WrongArguments,
                format!(
                    "this reaction's parameters differ from those of the window `{}`",
                    naming.name
                ),
            )
            .label(declared.head.name.span, "")
            .label(
                naming.span,
                format!("its parameters are ({})", names.join(", ")),
            )
            .help("write the parameters of the window, or none"),
        );
    }
    own
}

/// Resolves the order in which the reactions of a window are offered; several need a declared order.
fn order(checker: &mut Checker<'_>, id: WindowId, declared: &ast::Window) {
    let of_window: Vec<(ReactionId, Naming)> = checker
        .book
        .reactions
        .iter()
        .enumerate()
        .filter(|(_, reaction)| reaction.window == Some(id))
        .map(|(at, reaction)| (ReactionId::new(at), reaction.naming.clone()))
        .collect();
    let mut ordered: Vec<ReactionId> = Vec::new();
    for name in &declared.order {
        let found = of_window
            .iter()
            .find(|(_, naming)| naming.name == name.value);
        match found {
            Some((reaction, _)) if !ordered.contains(reaction) => {
                checker.refers(name.span, Symbol::Reaction(*reaction));
                ordered.push(*reaction);
            }
            Some(_) => checker.diagnostics.push(
                Diagnostic::new(Code::DeclaredTwice, "this reaction is twice in the order")
                    .label(name.span, "here again"),
            ),
            None => checker.unresolved(
                &name.value,
                Diagnostic::new(
                    Code::UnknownName,
                    format!("no reaction `{}` is offered at this window", name.value),
                )
                .label(name.span, "")
                .suggest(
                    &name.value,
                    of_window.iter().map(|(_, naming)| naming.name.as_str()),
                ),
            ),
        }
    }
    let left_out: Vec<&(ReactionId, Naming)> = of_window
        .iter()
        .filter(|(reaction, _)| !ordered.contains(reaction))
        .collect();
    if let (Some((_, first)), true) = (left_out.first(), of_window.len() > 1) {
        let names: Vec<&str> = of_window
            .iter()
            .map(|(_, naming)| naming.name.as_str())
            .collect();
        checker.diagnostics.push(
            Diagnostic::new(
                Code::OrderNotStated,
                format!(
                    "several reactions at `{}` have no order",
                    declared.head.name.value
                ),
            )
            .label(declared.head.name.span, "this window")
            .label(first.span, "no place in the order")
            .help(format!(
                "add the order after the window: `in order {}`",
                names.join(", ")
            )),
        );
    }
    ordered.extend(left_out.iter().map(|(reaction, _)| *reaction));
    if let Some(window) = checker.book.windows.get_mut(id.at()) {
        window.reactions = ordered;
    }
}

impl Scope<'_, '_> {
    /// Checks `open strike-declared(firer, target)`; returns the window, the arguments, and the block that is run if a reaction cancels.
    pub(super) fn open(
        &mut self,
        window: &ast::Name,
        arguments: &[ast::Expr],
        cancelled: Option<&ast::Expr>,
        span: Span,
    ) -> Option<(WindowId, Vec<Expr>, Vec<Statement>)> {
        let id = window_named(self.checker, window)?;
        self.checker.used.windows.insert(id);
        let known = self.checker.book.windows.get(id.at())?;
        let parameters = super::expression::about(&known.parameters);
        let arguments = self.arguments(window, &parameters, arguments, 0);
        let cancels = self.checker.reactions.iter().any(|reaction| {
            let is_here = |(at, _): (ast::Offer<'_>, _)| at.window.value == window.value;
            first_line(reaction).is_some_and(is_here) && cancels(&reaction.body)
        });
        if cancels && self.result.is_some() && cancelled.is_none() {
            self.report(
                Diagnostic::new(
                    Code::NoResult,
                    "a reaction at this window can cancel this action, which then gives no value",
                )
                .label(span, "")
                .help(format!(
                    "say which: `open {}(…), if cancelled result …`; or open the window in an action without a result, before it calls this one",
                    window.value
                )),
            );
        }
        let cancelled = cancelled.map(|result| self.result_line(result, result.span));
        Some((id, arguments, cancelled.into_iter().collect()))
    }

    /// Reports `cancel` outside of a reaction.
    pub(super) fn only_in_reactions(&mut self, span: Span) {
        if self.what != "a reaction" {
            let what = self.what;
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("{what} cancels nothing"))
                    .label(span, "")
                    .help("use `cancel` only in a reaction; to end a rule, write `stop`"),
            );
        }
    }

    /// `worth` that is not below a reaction, or is there twice.
    pub(super) fn misplaced_worth(&mut self, span: Span) {
        self.report(
            Diagnostic::new(Code::NotAllowedHere, "this `worth` belongs to no option")
                .label(span, "")
                .help("write `worth` after an option, or once in an optional reaction"),
        );
    }

    /// `at` that is not the first line of a reaction.
    pub(super) fn misplaced_at(&mut self, span: Span) {
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                "`at` belongs only in the first line of a reaction",
            )
            .label(span, "")
            .help("to open a window in an action, write `open …`"),
        );
    }

    /// `offered dodge`, in an example
    pub(super) fn offered(&mut self, name: &ast::Name, span: Span) -> Expr {
        if !self.in_example {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "only an example can check offers")
                    .label(span, "")
                    .help("to remember it, let the reaction set a track"),
            );
        }
        let reactions = &self.checker.book.reactions;
        let found = reactions
            .iter()
            .position(|reaction| reaction.naming.name == name.value);
        if let Some(at) = found {
            self.refers(name.span, Symbol::Reaction(ReactionId::new(at)));
        }
        let reactions = &self.checker.book.reactions;
        if found.is_none() && self.in_example {
            let names: Vec<String> = reactions
                .iter()
                .map(|reaction| reaction.naming.name.clone())
                .collect();
            self.unresolved(
                &name.value,
                Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no reaction `{}`", name.value),
                )
                .label(name.span, "")
                .suggest(&name.value, names.iter().map(String::as_str)),
            );
        }
        found.map_or_else(
            || Expr::flag(false, span),
            |at| Expr::was_offered(ReactionId::new(at), span),
        )
    }
}

/// Whether a block cancels somewhere.
fn cancels(block: &[ast::Statement]) -> bool {
    block.iter().any(|statement| {
        statement.is_cancel() || blocks(statement).into_iter().any(|block| cancels(block))
    })
}
