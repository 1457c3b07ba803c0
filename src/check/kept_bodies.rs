//! Checked bodies of procedures that are kept over edits.
//!
//! A checked body depends on its text, on the heads of all rules and on what else a book declares; of the rules that it calls
//! also on the types that the check has found for them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Checker, Used, bodies, tables};
use sandtable_model::fingerprint::{callees, is_unbounded};
use sandtable_model::kept::{Fingerprint, Memo, Moves, Placed, Texts};
use sandtable_model::{
    Callable, KindTrack, Parameter, Procedure, ProcedureId, Reference, ResultType, RuleBook,
    Symbol, TableId, Track, Type,
};
use sandtable_source::Span;

/// The bodies of the last check, and what they depend on.
#[derive(Clone, Copy)]
pub(crate) struct KeptBodies<'k> {
    pub(crate) texts: &'k Texts,
    /// Of the heads of all rules and of all other declarations.
    pub(crate) heads: Fingerprint,
    /// Of the choices in examples that have conditions.
    pub(crate) conditions: Fingerprint,
    pub(crate) moves: &'k Moves<'k>,
    pub(crate) memo: &'k RefCell<Memo<Fingerprint, CheckedBody>>,
    /// Of each procedure that is checked, with all that it calls.
    pub(crate) reached: &'k RefCell<BTreeMap<ProcedureId, Fingerprint>>,
}

/// A checked body without findings.
#[derive(Debug)]
pub(crate) struct CheckedBody {
    /// The place of its declaration: it is not moved.
    at: Span,
    procedure: Arc<Procedure>,
    references: Vec<Reference>,
    used: Used,
    callees: Vec<(Callable, Callee)>,
    scratch: ScratchTracks,
}

/// The tracks that a body declares for itself.
#[derive(Debug, Default)]
struct ScratchTracks {
    /// The number of tracks before them, by which they are named.
    first: usize,
    tracks: Vec<Track>,
    of_kinds: Vec<(usize, KindTrack)>,
}

impl ScratchTracks {
    /// Returns the tracks that a book has gained since it had `first` tracks, and its kinds as many as `of_kinds` says.
    fn since(book: &RuleBook, first: usize, of_kinds: &[usize]) -> Self {
        let tracks = book.tracks.get(first..).unwrap_or_default().to_vec();
        let kinds = book.kinds.iter().zip(of_kinds).enumerate();
        let of_kinds = kinds.flat_map(|(at, (kind, n_before))| {
            let gained = kind.tracks.iter().skip(*n_before);
            gained.map(move |track| (at, track.clone()))
        });
        let of_kinds = of_kinds.collect();
        Self {
            first,
            tracks,
            of_kinds,
        }
    }

    /// Whether they would have the same numbers in a book.
    fn fit(&self, book: &RuleBook) -> bool {
        self.tracks.is_empty() || book.tracks.len() == self.first
    }

    fn add_to(&self, book: &mut RuleBook) {
        book.tracks.extend(self.tracks.iter().cloned());
        for (at, track) in &self.of_kinds {
            if let Some(kind) = book.kinds.get_mut(*at) {
                kind.tracks.push(track.clone());
            }
        }
    }
}

impl CheckedBody {
    /// Whether what policies say about its questions is where it was: their values are parts of the body.
    fn advice_is_still(&self, moves: &Moves<'_>) -> bool {
        let advised = &self.used.advised;
        let mut places = advised.met.iter().chain(&advised.worths);
        places.all(|place| moves.of(*place) == Some(*place))
    }
}

/// The signature of a rule, as its callers see it.
#[derive(Debug, Default, PartialEq)]
struct Callee {
    result: Option<ResultType>,
    range: (i32, i32),
    parameters: Vec<Type>,
    /// The text of a table; all that a procedure calls, if it has no declared range: callers go by what its body gives.
    text: Option<Fingerprint>,
}

impl Placed for CheckedBody {
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        for reference in &mut self.references {
            visit(&mut reference.span);
            if let Symbol::Local(span) = &mut reference.symbol {
                visit(span);
            }
        }
    }
}

/// Checks bodies in this order, in which callees precede their callers.
pub(super) fn check_bodies(
    checker: &mut Checker<'_>,
    order: &[Callable],
    kept: Option<KeptBodies<'_>>,
) {
    for node in order {
        match *node {
            Callable::Procedure(id) => match kept {
                Some(kept) => procedure(checker, kept, id),
                None => bodies::procedure(checker, id),
            },
            Callable::Table(id) => tables::table(checker, id),
            Callable::Modifiers(id) => bodies::modifiers(checker, id),
            Callable::Fact(id) => bodies::fact(checker, id),
        }
    }
}

/// Checks the body of a procedure, or takes over what the last check of it gave.
fn procedure(checker: &mut Checker<'_>, kept: KeptBodies<'_>, id: ProcedureId) {
    let declared = checker.book.procedures.get(id.at());
    let place = declared.and_then(|one| kept.texts.containing(one.naming.span));
    let (Some(declared), Some((at, text))) = (declared, place) else {
        return bodies::procedure(checker, id);
    };
    // A kind declares several procedures: those of its conditions have the same name.
    let place = declared.naming.span.start - at.start;
    let name = (declared.naming.name.clone(), declared.of_kind, place);
    let words = checker.fingerprint_of_words();
    let key = Fingerprint::of(&(text, name, kept.heads, words, kept.conditions));
    let mut memo = kept.memo.borrow_mut();
    let known = memo.get(&key, kept.moves, |known| {
        let mut callees = known.callees.iter();
        let book = &checker.book;
        known.at == at
            && known.advice_is_still(kept.moves)
            && known.scratch.fit(book)
            && callees.all(|(id, known)| callee(book, kept, *id) == *known)
    });
    if let Some(known) = known {
        let callees: Vec<Callable> = known.callees.iter().map(|(id, _)| *id).collect();
        checker.references.extend(known.references.iter().copied());
        checker.used.extend(&known.used);
        known.scratch.add_to(&mut checker.book);
        if let Some(place) = checker.book.procedures.get_mut(id.at()) {
            *place = Arc::clone(&known.procedure);
        }
        return reach(checker, kept, (id, text), &callees);
    }
    // A finding can join one that is there already.
    let is_sound = !checker.diagnostics.has_errors();
    let checked = match is_sound {
        true => checked(checker, kept, id, at),
        false => {
            bodies::procedure(checker, id);
            None
        }
    };
    let built = checker.book.procedures.get(id.at());
    let callees = built.map(|built| Vec::from_iter(callees(built)));
    reach(checker, kept, (id, text), &callees.unwrap_or_default());
    if let Some(checked) = checked {
        memo.insert(key, checked);
    }
}

/// Notes what a procedure reaches.
fn reach(
    checker: &Checker<'_>,
    kept: KeptBodies<'_>,
    (id, text): (ProcedureId, Fingerprint),
    callees: &[Callable],
) {
    let of_table = |id: TableId| {
        let table = checker.book.tables.get(id.at())?;
        kept.texts.of(table.naming.span)
    };
    let mut reached = kept.reached.borrow_mut();
    let parts = callees.iter().map(|callee| match callee {
        Callable::Procedure(id) => reached.get(id).copied(),
        Callable::Table(id) => of_table(*id),
        Callable::Modifiers(_) | Callable::Fact(_) => None,
    });
    let of_all = Fingerprint::of(&(text, parts.collect::<Vec<_>>()));
    reached.insert(id, of_all);
}

/// Checks a body; returns what can be kept of it.
fn checked(
    checker: &mut Checker<'_>,
    kept: KeptBodies<'_>,
    id: ProcedureId,
    at: Span,
) -> Option<CheckedBody> {
    let before = std::mem::take(checker.diagnostics);
    let used = std::mem::take(&mut checker.used);
    let (n_references, n_words) = (checker.references.len(), checker.book.words.len());
    let n_tracks = checker.book.tracks.len();
    let kinds = checker.book.kinds.iter();
    let of_kinds: Vec<usize> = kinds.map(|kind| kind.tracks.len()).collect();
    bodies::procedure(checker, id);
    let used = std::mem::replace(&mut checker.used, used);
    checker.used.extend(&used);
    let found = std::mem::replace(checker.diagnostics, before);
    let is_clean = found.is_empty() && found.notes().is_empty();
    checker.diagnostics.append(&found);
    // New lists of words are numbered in the order in which they come. Conditions of choices are parts of examples, which may move.
    let has_conditions = !used.conditions.is_empty();
    if !is_clean || has_conditions || checker.book.words.len() > n_words {
        return None;
    }
    let procedure = checker.book.procedures.get(id.at())?;
    let references = checker.references.get(n_references..).unwrap_or_default();
    let callees = callees(procedure).into_iter();
    let callees = callees.map(|id| (id, callee(&checker.book, kept, id)));
    Some(CheckedBody {
        at,
        procedure: Arc::clone(procedure),
        references: references.to_vec(),
        used,
        callees: callees.collect(),
        scratch: ScratchTracks::since(&checker.book, n_tracks, &of_kinds),
    })
}

/// Returns what a caller sees of a rule.
fn callee(book: &RuleBook, kept: KeptBodies<'_>, rule: Callable) -> Callee {
    let types =
        |parameters: &[Parameter]| -> Vec<Type> { parameters.iter().map(|one| one.ty).collect() };
    match rule {
        Callable::Procedure(id) => {
            let known = book.procedures.get(id.at());
            let reached = || kept.reached.borrow().get(&id).copied();
            Callee {
                result: known.and_then(|known| known.result),
                range: known.map_or((0, 0), |known| known.range),
                parameters: known.map_or_else(Vec::new, |known| types(&known.parameters)),
                text: known
                    .filter(|known| is_unbounded(known))
                    .and_then(|_| reached()),
            }
        }
        Callable::Table(id) => {
            let known = book.tables.get(id.at());
            Callee {
                result: known.map(|known| known.result),
                text: known.and_then(|known| kept.texts.of(known.naming.span)),
                ..Callee::default()
            }
        }
        Callable::Modifiers(id) => Callee {
            parameters: book
                .modifiers
                .get(id.at())
                .map_or_else(Vec::new, |known| types(&known.parameters)),
            ..Callee::default()
        },
        Callable::Fact(id) => Callee {
            parameters: book
                .facts
                .get(id.at())
                .map_or_else(Vec::new, |known| types(&known.parameters)),
            ..Callee::default()
        },
    }
}
