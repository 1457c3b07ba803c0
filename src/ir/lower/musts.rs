//! Checks of the author's own: conditions in rules, and conditions that units must meet while a game is played.

use std::collections::BTreeSet;

use super::super::op::Op;
use super::{Callee, Frame, Lowerer};
use sandtable_diagnostic::Code;
use sandtable_model::{Ability, Expr, KindId, Kinds, Must, RuleBook, TrackId, Type};

impl Lowerer<'_> {
    /// Lowers a condition of a rule whose failure is a fault.
    pub(super) fn must(&mut self, condition: &Expr, text: &str, frame: Frame) {
        let broken = format!("this must be so, but is not: {text}");
        self.fail_unless(condition, broken, frame);
    }

    fn fail_unless(&mut self, condition: &Expr, broken: String, frame: Frame) {
        let met = self.label();
        let is_met = self.expr(condition, frame);
        self.jump_if(is_met, true, met);
        self.fail(Code::MustBroken, broken);
        self.place(met);
    }

    /// Whether the question is asked of a rule that changes the state.
    pub(super) fn is_asked_for_an_action(&self) -> bool {
        let asked = self.question.procedure;
        let asked = asked.and_then(|id| self.book.procedures.get(id.at()));
        asked.is_some_and(|asked| asked.ability == Ability::Action)
    }

    /// Checks the conditions of kinds for every unit in play. It is called where nothing is half done: at
    /// the end of a phase, of a sequence, of an action that is asked for, and of the game.
    pub(super) fn check_musts(&mut self) {
        let cast = self.question.cast.iter();
        let mut kinds: BTreeSet<KindId> = cast.map(|unit| unit.kind).collect();
        kinds.retain(|kind| !musts_of(self.book, *kind).is_empty());
        if !kinds.is_empty() {
            self.call_with(Callee::Musts, &[]);
        }
    }

    /// Lowers the conditions of every unit of the cast.
    pub(super) fn unit_conditions(&mut self, frame: Frame) {
        let book = self.book;
        let titles = self.question.unit_titles();
        for (at, unit) in self.question.cast.iter().enumerate() {
            let musts = musts_of(book, unit.kind);
            if musts.is_empty() {
                continue;
            }
            let out_of_play = self.label();
            let member = self.set(super::value(at));
            let kind = book.kinds.get(unit.kind.at());
            for track in [TrackId::DESTROYED, TrackId::REMOVED] {
                let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
                if tracks.any(|known| known.track == track) {
                    let is_out = self.load(member, track, None);
                    self.jump_if(is_out, true, out_of_play);
                }
            }
            let title = titles.get(at).map_or("", String::as_str);
            for must in musts {
                self.must_of(at, unit.kind, title, must, frame);
            }
            self.place(out_of_play);
        }
        self.emit(Op::Set {
            to: frame.result,
            value: sandtable_model::NONE,
        });
        self.place(frame.end);
    }

    fn must_of(&mut self, at: usize, kind: KindId, title: &str, must: &Must, frame: Frame) {
        let name = self.book.kinds.get(kind.at());
        let name = name.map_or("", |kind| kind.naming.name.as_str());
        self.rule = self.rule_of(name, &must.citations);
        self.span = must.span;
        let ty = Type::Unit(Kinds::one(kind));
        let unit = Expr::constant(super::value(at), ty, must.span);
        let call = Expr::call_of(must.procedure, vec![unit], Type::Flag, must.span);
        let broken = format!("{title} breaks a rule of its kind: {}", must.text);
        self.fail_unless(&call, broken, frame);
    }
}

/// Returns the conditions of a kind. Those that only read stats are among them: a question can give stats, and options change them.
fn musts_of(book: &RuleBook, kind: KindId) -> &[Must] {
    book.kinds.get(kind.at()).map_or(&[], |kind| &kind.musts)
}
