//! Tracks that last until the end of a turn which nothing repeats: nobody sees them start anew.
//!
//! Reports: E0635.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, ExprKind, KindTrack, ProcedureId, RuleBook, Statement, StatementKind, TrackId, blocks,
    walk_calls, walk_own, walk_statement, walk_within,
};

/// Labels of one finding.
const MOST_SHOWN: usize = 4;

pub(super) fn anew(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut by_time: BTreeMap<&str, Vec<&KindTrack>> = BTreeMap::new();
    for track in book.kinds.iter().flat_map(|kind| &kind.tracks) {
        // After the mark of what may be done once in that time, nothing needs to come.
        let time = track.lasts.as_ref();
        if let Some(time) = time.filter(|_| !track.is_internal()) {
            by_time.entry(&time.value).or_default().push(track);
        }
    }
    if by_time.is_empty() {
        return;
    }
    let calls = Calls::of(book);
    for (at, sequence) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        let Some(tracks) = by_time.get(sequence.naming.name.as_str()) else {
            continue;
        };
        let Some(callers) = calls
            .once(id)
            .filter(|_| sequence.ability == Ability::Sequence)
        else {
            continue;
        };
        let read = calls.read_beside(book, id, &callers);
        let mut in_vain = tracks.iter().filter(|track| !read.contains(&track.track));
        let shown: Vec<&&KindTrack> = in_vain.by_ref().take(MOST_SHOWN).collect();
        let Some(first) = shown.first() else {
            continue;
        };
        let name = &sequence.naming.name;
        let message = format!(
            "nothing repeats `{name}`, so `{}` never starts anew",
            first.naming.name
        );
        let start = Diagnostic::new(Code::NeverRepeated, message);
        let finding = shown.iter().fold(start, |finding, track| {
            finding.label(track.naming.span, format!("until the end of `{name}`"))
        });
        diagnostics.push(
            finding
                .label(sequence.naming.span, "gone through once")
                .help("put it into `repeat until …, at most 12 times`; if each is played by itself, nothing is wrong")
                .cite(sequence.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Possible),
        );
    }
}

/// Which rules call which.
#[derive(Default)]
struct Calls {
    /// By rule: those that call it.
    callers: BTreeMap<ProcedureId, Vec<ProcedureId>>,
    /// By rule: those that it calls.
    called: BTreeMap<ProcedureId, BTreeSet<ProcedureId>>,
    /// Rules that are called again and again, or by what happens.
    often: BTreeSet<ProcedureId>,
    /// Tracks that triggers watch.
    watched: BTreeSet<TrackId>,
}

impl Calls {
    fn of(book: &RuleBook) -> Self {
        let mut calls = Self::default();
        for (at, procedure) in book.procedures.iter().enumerate() {
            calls.block(ProcedureId::new(at), &procedure.body, false);
        }
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let bodies = whens.clone().map(|when| &when.body);
        for body in bodies.chain(book.reactions.iter().map(|reaction| &reaction.body)) {
            for statement in body {
                walk_statement(statement, &mut |expr| {
                    walk_calls(expr, &mut |id| _ = calls.often.insert(id));
                });
            }
        }
        calls.watched = whens.flat_map(|when| when.reads.clone()).collect();
        calls
    }

    fn block(&mut self, caller: ProcedureId, block: &[Statement], is_repeated: bool) {
        for statement in block {
            let is_repeated = is_repeated
                || matches!(
                    statement.kind,
                    StatementKind::Repeat { .. }
                        | StatementKind::Count { .. }
                        | StatementKind::Each { .. }
                        | StatementKind::Alternate { .. }
                );
            let mut here = BTreeSet::new();
            walk_own(statement, &mut |expr| {
                walk_calls(expr, &mut |id| _ = here.insert(id));
            });
            for id in here {
                self.callers.entry(id).or_default().push(caller);
                self.called.entry(caller).or_default().insert(id);
                if is_repeated {
                    self.often.insert(id);
                }
            }
            for inner in blocks(statement) {
                self.block(caller, inner, is_repeated);
            }
        }
    }

    /// The rules through which one is come by, if that is once at most.
    fn once(&self, mut id: ProcedureId) -> Option<BTreeSet<ProcedureId>> {
        let mut chain = BTreeSet::new();
        loop {
            if self.often.contains(&id) {
                return None;
            }
            let callers = self.callers.get(&id).map_or(&[][..], Vec::as_slice);
            match callers {
                [] => return Some(chain),
                [caller] if chain.insert(*caller) => id = *caller,
                _ => return None,
            }
        }
    }

    /// All rules that one comes by, itself among them.
    fn all_of(&self, id: ProcedureId) -> BTreeSet<ProcedureId> {
        let (mut all, mut open) = (BTreeSet::new(), vec![id]);
        while let Some(id) = open.pop() {
            if all.insert(id) {
                open.extend(self.called.get(&id).into_iter().flatten());
            }
        }
        all
    }

    /// The tracks that are read by those who come by a sequence, but not inside of it; and those that are watched.
    fn read_beside(
        &self,
        book: &RuleBook,
        id: ProcedureId,
        callers: &BTreeSet<ProcedureId>,
    ) -> BTreeSet<TrackId> {
        let inside = self.all_of(id);
        let all = callers.iter().flat_map(|caller| self.all_of(*caller));
        let beside: BTreeSet<ProcedureId> = all.filter(|one| !inside.contains(one)).collect();
        let mut read = self.watched.clone();
        let rules = beside
            .iter()
            .filter_map(|one| book.procedures.get(one.at()));
        for statement in rules.flat_map(|rule| &rule.body) {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    if let ExprKind::Track { track, .. } = inner.kind {
                        read.insert(track);
                    }
                });
            });
        }
        read
    }
}
