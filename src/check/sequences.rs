//! Sequences: phases, alternating turns, ranked units; and whether their loops can terminate.
//!
//! Reports: E0201, E0203, E0206, E0245, E0246.

use std::collections::BTreeSet;

use super::bodies::tracks_read;
use super::call_graph::written_by;
use super::scope::Scope;
use super::{Checker, Named};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Ability, Aggregate, Block, Expr, Kinds, Naming, ProcedureId, Rank, Selection, Settled,
    Statement, Symbol, Ties, TrackId, TrackRead, Type, blocks, walk_calls, walk_statement,
    walk_statements,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;
use sandtable_syntax::ast::Order;

/// Name of the body of a sequence in findings.
pub(super) const SEQUENCE: &str = "a sequence";

impl Scope<'_, '_> {
    /// Checks `alternate side while side.units > 0`; returns the members with their order, the condition of a turn, and the block.
    pub(super) fn alternate(
        &mut self,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
        condition: &ast::Expr,
        body: &ast::Block,
    ) -> (Selection, Option<Settled>, Expr, Block) {
        let mark = self.enter();
        let (selection, order) = self.in_order(selection, ordering);
        let condition = self.condition(condition);
        self.assume(&condition, true);
        let body = self.loop_body(body);
        self.leave(mark);
        (selection, order, condition, body)
    }

    /// Checks `phase fire "Fire" [4]`; returns its name and its block.
    pub(super) fn phase(
        &mut self,
        name: &ast::Name,
        title: Option<&Spanned<String>>,
        citations: Vec<String>,
        body: &ast::Block,
        span: Span,
    ) -> (Naming, Block) {
        if self.what != SEQUENCE {
            let what = self.what;
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("{what} has no phases"))
                    .label(span, "")
                    .help("put phases into a `sequence`, and call an action in one of them"),
            );
        }
        self.checker.declares(name.span, Symbol::Phase);
        let naming = Naming {
            name: name.value.clone(),
            title: title.map(|title| title.value.clone()),
            citations,
            span: name.span,
        };
        (naming, self.block(body))
    }

    /// Builds `rank side by side.points, highest first, ties d6, into side.place`.
    pub(super) fn rank(
        &mut self,
        selection: &ast::Selection,
        ordering: &ast::Ordering,
        ties: Option<&ast::Ties>,
        place: &ast::Expr,
        span: Span,
    ) -> Option<Rank> {
        let mark = self.enter();
        let name = selection.name.clone();
        let selection = self.selection(selection);
        let ordering = self.ordering(ordering);
        let ties =
            match ties {
                Some(ast::Ties::AsListed) => Ties::AsListed,
                Some(ast::Ties::Shared) => Ties::Shared,
                Some(ast::Ties::Roll(rolled)) => Ties::Roll(self.settles_ties(rolled)),
                None => {
                    self.report(
                    Diagnostic::new(Code::MissingTieBreak, "this ranking does not break ties")
                        .label(span, "")
                        .help("before `into`, add `ties d6` (roll off), `ties shared` or `ties as \
                            listed`"),
                );
                    Ties::Shared
                }
            };
        let place = self.expr(place, None);
        self.leave(mark);
        let of_member = |read: &TrackRead<'_>| {
            read.unit.is_local(selection.local)
                && read.index.is_none()
                && matches!(place.ty, Type::Number(_))
        };
        let Some(TrackRead { unit, track, .. }) = place.track().filter(of_member) else {
            self.no_place(place.span, &name.value);
            return None;
        };
        let mut scratch = |what| self.scratch(what, selection.kinds, name.span);
        let (key, places) = (scratch("order"), [scratch("place"), scratch("next place")]);
        Some(Rank {
            order: Settled { ordering, key },
            ties,
            places,
            unit: unit.clone(),
            track,
            selection,
        })
    }

    /// The winners of `end game won by …`: a side, or the set of those that win together.
    pub(super) fn winners(&mut self, winners: &[ast::Expr], span: Span) -> Option<Expr> {
        let (first, rest) = winners.split_first()?;
        if let Some(selection) = first.value.set_of_units() {
            return Some(self.each_winner(selection, first.span));
        }
        match rest {
            [] => Some(self.winner(first)),
            _ => Some(self.listed_winners(winners, span)),
        }
    }

    /// `end game won by each side where side.ally`
    fn each_winner(&mut self, selection: &ast::Selection, span: Span) -> Expr {
        let mark = self.enter();
        let built = self.selection(selection);
        let found = self.local_type(built.local);
        self.leave(mark);
        let sides = self.checker.book.side_kind().map(Kinds::one);
        if found != Type::Unknown && sides.is_none_or(|sides| found != Type::Unit(sides)) {
            let is = describe(&self.checker.book, found);
            self.report(
                Diagnostic::new(Code::WrongType, "only sides win together")
                    .label(span, format!("each of these is {is}"))
                    .help("select the sides by a condition, `each side where any ship where ship.side is side`, or list them: `won by SIDE, SIDE`"),
            );
        }
        Expr::aggregate_of(Aggregate::Set, None, built, None, (found, span))
    }

    /// `end game won by france, austria`: the sides that are one of these.
    fn listed_winners(&mut self, winners: &[ast::Expr], span: Span) -> Expr {
        let built: Vec<Expr> = winners.iter().map(|winner| self.winner(winner)).collect();
        let kinds = self.checker.book.side_kind().map(Kinds::one);
        let ty = kinds.map_or(Type::Unknown, Type::Unit);
        for (at, one) in built.iter().enumerate() {
            let mut before = built.iter().take(at);
            let is_same = |other: &&Expr| other.named_side() == one.named_side();
            if one.named_side().is_some()
                && let Some(first) = before.find(is_same)
            {
                self.report(
                    Diagnostic::new(Code::DeclaredTwice, "this side wins twice")
                        .label(one.span, "")
                        .label(first.span, "here first")
                        .help("name another side, or delete it"),
                );
            }
        }
        let local = self.hidden("side".to_owned(), span, ty);
        let conditions = built.into_iter().map(|winner| {
            let at = winner.span;
            Expr::compare(Order::Equal, Expr::of_local(local, ty, at), winner, at)
        });
        let condition = Expr::any_of(conditions, span);
        let selection = Selection {
            local,
            name: String::new(),
            kinds: kinds.unwrap_or(Kinds::NONE),
            region: None,
            owner: None,
            chosen: None,
            destroyed: false,
            removed: false,
            condition: condition.map(Box::new),
        };
        Expr::aggregate_of(Aggregate::Set, None, selection, None, (ty, span))
    }

    /// `end game won by leader`; without a winner if that is none.
    pub(super) fn winner(&mut self, winner: &ast::Expr) -> Expr {
        let sides = self.checker.book.side_kind();
        let side = sides.map(|side| Type::Unit(Kinds::one(side)));
        let winner = self.expr(winner, side);
        let Type::Unit(kinds) = winner.ty else {
            self.wrong_type(winner.span, winner.ty, "a unit");
            return winner;
        };
        match (sides, self.checker.book.side_track()) {
            // A piece wins for its side.
            (Some(side), Some(track)) if !kinds.is_empty() && !kinds.has(side) => {
                let ty = Type::Unit(Kinds::one(side));
                let winner = self.some(winner);
                Expr {
                    or_none: true,
                    ..Expr::of_track(winner, track, None, ty)
                }
            }
            _ => winner,
        }
    }

    fn no_place(&mut self, span: Span, name: &str) {
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                "a ranking needs a track for the place of each",
            )
            .label(span, "not a track")
            .help(format!(
                "declare it in their kind, `track place: 0..9`, and write `into {name}.place`"
            )),
        );
    }

    /// Checks the roll of equals: without dice they would stay equal.
    fn settles_ties(&mut self, rolled: &ast::Expr) -> Expr {
        let rolled = self.expr(rolled, None);
        let rolled = self.some(rolled);
        if self.comparable(&rolled) && rolled.ty != Type::Unknown && !rolls(&rolled) {
            self.report(
                Diagnostic::new(Code::EndlessLoop, "this rolls no dice, so ties stay ties")
                    .label(rolled.span, "")
                    .help("write dice: `ties d6`; or write `ties shared` or `ties as listed`"),
            );
        }
        rolled
    }
}

/// Whether an expression may roll dice, or ask for anything else that can differ from time to time.
fn rolls(expr: &Expr) -> bool {
    expr.any(|part| {
        part.is_plain_roll()
            || part.call().is_some()
            || part.lookup().is_some()
            || part.fact().is_some()
    })
}

/// Reports loops that cannot terminate: nothing in their body changes what their condition reads.
pub(super) fn endless(checker: &mut Checker<'_>) {
    let mut findings = Vec::new();
    let procedures = checker.book.procedures.iter();
    let bodies = procedures.map(|procedure| (&procedure.body, &procedure.naming));
    let triggers = checker.book.triggers.iter();
    let lines = triggers.flat_map(|trigger| {
        let lines = trigger.whens.iter();
        lines.map(|line| (&line.body, &trigger.naming))
    });
    for (body, naming) in bodies.chain(lines) {
        walk_statements(body, &mut |statement| {
            if let Some(word) = endless_condition(checker, statement) {
                let help = match word {
                    "while" => "use a track that the block changes: `while side.to-move > 0`",
                    _ => {
                        "change in the block what the condition reads, or end the loop with `done`"
                    }
                };
                findings.push(
                    Diagnostic::new(
                        Code::EndlessLoop,
                        format!(
                            "endless loop: nothing in its block changes the `{word}` condition"
                        ),
                    )
                    .label(statement.span, "")
                    .help(help)
                    .cite(naming.citations.iter().map(String::as_str)),
                );
            }
            true
        });
    }
    for finding in findings {
        checker.diagnostics.push(finding);
    }
}

/// The keyword of the condition of a loop without a limit, if nothing can end the loop.
fn endless_condition(checker: &Checker<'_>, statement: &Statement) -> Option<&'static str> {
    let (word, selection, condition) = match (statement.alternation(), statement.repetition()) {
        (Some(condition), _) => ("while", statement.selection(), condition),
        (None, Some(rounds)) if rounds.times.is_none() => ("until", None, rounds.until?),
        (None, _) => return None,
    };
    let body = blocks(statement).next().unwrap_or_default();
    let chosen_if = selection.and_then(|selection| selection.condition.as_deref());
    let mut reads = Vec::new();
    for asked in std::iter::once(condition).chain(chosen_if) {
        if may_differ(checker, asked) {
            return None;
        }
        tracks_read(checker, asked, &mut reads);
    }
    let out = selection.into_iter().flat_map(|selection| {
        [
            (selection.destroyed, TrackId::DESTROYED),
            (selection.removed, TrackId::REMOVED),
        ]
    });
    let out = out.filter(|(included, _)| !included);
    reads.extend(out.map(|(_, track)| track));
    let is_endless = !leaves(checker, body)
        && changed_by(checker, body).is_disjoint(&reads.into_iter().collect::<BTreeSet<_>>());
    is_endless.then_some(word)
}

/// Whether a block may leave a loop other than by the tracks that it changes itself: it, or a callee, ends, is
/// refused, ends the game, opens a window or brings units into play.
fn leaves(checker: &Checker<'_>, body: &[Statement]) -> bool {
    let ends_itself = |one: &Statement| {
        one.is_stop()
            || one.is_done()
            || one.outcome().is_some()
            || one.result().is_some()
            || one.is_cancel()
    };
    let ends_all = |one: &Statement| {
        one.ends_game()
            || one.window().is_some()
            || one.created().is_some()
            || one.requirement().is_some()
    };
    if has(body, &|one| ends_itself(one) || ends_all(one)) {
        return true;
    }
    let mut called = Vec::new();
    let note = |block: &[Statement]| {
        let mut more = Vec::new();
        for statement in block {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| more.push(id))
            });
        }
        more
    };
    called.extend(note(body));
    let mut seen = BTreeSet::new();
    while let Some(id) = called.pop() {
        let known = checker.book.procedures.get(id.at());
        let Some(known) = known.filter(|_| seen.insert(id)) else {
            continue;
        };
        if has(&known.body, &ends_all) {
            return true;
        }
        called.extend(note(&known.body));
    }
    false
}

/// Whether a statement of some sort is anywhere in a block.
fn has(block: &[Statement], is_meant: &impl Fn(&Statement) -> bool) -> bool {
    let mut found = false;
    walk_statements(block, &mut |statement| {
        found |= is_meant(statement);
        !found
    });
    found
}

/// Whether a condition may differ from round to round without any change: it, or a rule that it calls, rolls or asks.
fn may_differ(checker: &Checker<'_>, condition: &Expr) -> bool {
    let mut differs = rolls_anywhere(condition);
    let mut called = Vec::new();
    walk_calls(condition, &mut |id| called.push(id));
    let mut seen = BTreeSet::new();
    while let Some(id) = called.pop() {
        let known = checker.book.procedures.get(id.at());
        let Some(known) = known.filter(|_| seen.insert(id)) else {
            continue;
        };
        differs |= known.ability > Ability::Formula;
        for statement in &known.body {
            walk_statement(statement, &mut |expr| {
                differs |= rolls_anywhere(expr);
                walk_calls(expr, &mut |id| called.push(id));
            });
        }
    }
    differs
}

/// Whether the value of an expression may differ between evaluations in one state: by dice, or by answers of players.
fn rolls_anywhere(expr: &Expr) -> bool {
    expr.any(|part| {
        part.is_plain_roll()
            || part.fact().is_some()
            // Rolls within called rules, tables and modifiers are assumed.
            || part.lookup().is_some()
            || part.modifier_sum().is_some()
    })
}

/// The tracks that a block may change, by triggers too.
fn changed_by(checker: &Checker<'_>, block: &[Statement]) -> BTreeSet<TrackId> {
    let block = std::iter::once(block);
    let mut changed: BTreeSet<TrackId> = written_by(checker, block).into_keys().collect();
    let lines: Vec<_> = checker
        .book
        .triggers
        .iter()
        .flat_map(|trigger| &trigger.whens)
        .collect();
    loop {
        let set_off = lines
            .iter()
            .filter(|line| line.reads.iter().any(|track| changed.contains(track)));
        let more = written_by(checker, set_off.map(|line| line.body.as_slice()));
        let n_before = changed.len();
        changed.extend(more.into_keys());
        if changed.len() == n_before {
            return changed;
        }
    }
}

/// Reports tracks that last until the end of a name that is neither a sequence nor a phase.
pub(super) fn times(checker: &mut Checker<'_>) {
    let known: BTreeSet<String> = times_of(checker);
    let tracks = checker.book.kinds.iter().flat_map(|kind| &kind.tracks);
    let lasting: Vec<Spanned<String>> = tracks.filter_map(|track| track.lasts.clone()).collect();
    let mut unknown: Vec<Spanned<String>> = Vec::new();
    for lasts in lasting {
        match checker.names.get(&lasts.value) {
            Some(Named::Procedure(id)) if checker.is_sequence(*id) => {
                checker.refers(lasts.span, Symbol::Procedure(*id));
            }
            _ if known.contains(&lasts.value) => checker.refers(lasts.span, Symbol::Phase),
            _ => {}
        }
        let is_told = unknown.iter().any(|told| told.span == lasts.span);
        if !known.contains(&lasts.value) && !is_told {
            unknown.push(lasts);
        }
    }
    for time in unknown {
        let finding = Diagnostic::new(
            Code::UnknownName,
            format!("there is no sequence or phase `{}`", time.value),
        )
        .label(time.span, "")
        .suggest(&time.value, known.iter().map(String::as_str));
        let finding = match finding.help {
            Some(_) => finding,
            None => finding.help(format!(
                "declare it: `sequence {}`, with its phases below",
                time.value
            )),
        };
        checker.unresolved(&time.value, finding);
    }
}

impl Checker<'_> {
    fn is_sequence(&self, id: ProcedureId) -> bool {
        let procedure = self.book.procedures.get(id.at());
        procedure.is_some_and(|known| known.ability == ast::Ability::Sequence)
    }
}

/// Returns the names of all sequences and phases.
fn times_of(checker: &Checker<'_>) -> BTreeSet<String> {
    let mut times = BTreeSet::new();
    for procedure in &checker.book.procedures {
        if procedure.ability == ast::Ability::Sequence {
            times.insert(procedure.naming.name.clone());
        }
        walk_statements(&procedure.body, &mut |statement| {
            times.extend(statement.phase().map(|naming| naming.name.clone()));
            true
        });
    }
    times
}
