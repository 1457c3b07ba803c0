//! Flags that rules ask for only to clear them: without them nothing would change.
//!
//! Reports: E0614.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::flag_never_cleared::is_repeated_turn;
use super::readings::is_read_of;
use super::track_usage::{Flag, hiding, is_declared};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Change, Choice, Expr, KindId, KindTrack, RuleBook, Statement, TrackId, Type, blocks,
    walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let flags = candidates(context);
    let mut rules = book.procedures.iter();
    let has_turns = rules.any(|one| is_repeated_turn(&one.body));
    if flags.is_empty() || !has_turns {
        return;
    }
    let mut reads = Reads {
        book,
        flags: flags.iter().map(|candidate| candidate.flag).collect(),
        guarding: BTreeMap::new(),
    };
    for (_, body) in book.bodies() {
        reads.block(body);
    }
    let mut all: BTreeMap<Flag, usize> = BTreeMap::new();
    book.walk_roots(&mut |expr| {
        for flag in reads.flags_in(expr) {
            *all.entry(flag).or_default() += 1;
        }
    });
    for Candidate { flag, track, set } in flags {
        if let Some((n_reads, asked)) = reads.guarding.get(&flag)
            && all.get(&flag) == Some(n_reads)
        {
            diagnostics.push(finding(track, set, *asked));
        }
    }
}

/// A flag that rules set and clear, and nothing else.
struct Candidate<'b> {
    flag: Flag,
    track: &'b KindTrack,
    set: Span,
}

fn candidates<'b>(context: &Context<'b>) -> Vec<Candidate<'b>> {
    let book: &'b RuleBook = context.book;
    let hiding: BTreeSet<Flag> = hiding(book).collect();
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let watched: BTreeSet<TrackId> = whens.flat_map(|when| &when.reads).copied().collect();
    let mut found = Vec::new();
    for (at, kind) in book.kinds.iter().enumerate() {
        let tracks = kind.tracks.iter().filter(|track| is_declared(kind, track));
        for track in tracks.filter(|track| track.start == 0 && track.lasts.is_none()) {
            let flag = (track.track, KindId::new(at));
            let known = book.tracks.get(track.track.at());
            let is_flag =
                known.is_some_and(|known| known.ty == Type::Flag && known.index.is_none());
            let is_seen = hiding.contains(&flag)
                || watched.contains(&track.track)
                || context.tracks.expected.contains(&track.track);
            if !is_flag || is_seen {
                continue;
            }
            let writes = context.tracks.writes_of(flag.0, flag.1);
            let is_plain = writes.iter().all(|write| write.constant.is_some());
            let is_cleared = writes.iter().any(|write| write.constant == Some(0));
            let set = writes.iter().find(|write| write.constant == Some(1));
            if let Some(set) = set.filter(|_| is_plain && is_cleared) {
                let set = set.span;
                found.push(Candidate { flag, track, set });
            }
        }
    }
    found
}

/// The reads of flags in conditions of blocks that change nothing but the flag.
struct Reads<'b> {
    book: &'b RuleBook,
    flags: Vec<Flag>,
    /// The number of these reads, and the first condition.
    guarding: BTreeMap<Flag, (usize, Span)>,
}

impl<'b> Reads<'b> {
    /// Returns the flags that an expression reads, each as often as it does.
    fn flags_in(&self, expr: &Expr) -> Vec<Flag> {
        let mut found = Vec::new();
        walk_within(expr, &mut |inner| {
            if inner.ty != Type::Flag {
                return;
            }
            if inner.track().is_some() {
                let flags = self.flags.iter();
                found.extend(flags.filter(|flag| is_read_of(inner, **flag)));
            }
        });
        found
    }

    fn block(&mut self, block: &'b [Statement]) {
        for (at, statement) in block.iter().enumerate() {
            let rest = block.get(at + 1..).unwrap_or_default();
            if let Some(condition) = statement.needs() {
                self.guard(condition, &[rest]);
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                self.guard(condition, &[then, otherwise]);
            } else if let Some(each) = statement.each() {
                let condition = each.selection.condition.as_deref();
                condition
                    .into_iter()
                    .for_each(|one| self.guard(one, &[each.body]));
            } else if let Some(choice) = statement.choice() {
                self.choice(choice, rest);
            }
            for inner in blocks(statement) {
                self.block(inner);
            }
        }
    }

    fn choice(&mut self, choice: &'b Choice, rest: &'b [Statement]) {
        let members = choice
            .units()
            .and_then(|members| members.condition.as_deref());
        members.into_iter().for_each(|one| self.guard(one, &[rest]));
        for line in choice.lines().into_iter().flatten() {
            let condition = line.condition.iter();
            condition
                .into_iter()
                .for_each(|one| self.guard(one, &[&line.body]));
        }
    }

    /// Adds the reads of a condition, if blocks change nothing but the flag.
    fn guard(&mut self, condition: &'b Expr, guarded: &[&'b [Statement]]) {
        for flag in self.flags_in(condition) {
            if self.only_clear(flag, guarded) {
                let known = self.guarding.entry(flag).or_insert((0, condition.span));
                known.0 += 1;
            }
        }
    }

    fn only_clear(&self, flag: Flag, guarded: &[&'b [Statement]]) -> bool {
        let (mut clears, mut does_more) = (false, false);
        for block in guarded {
            walk_statements(block, &mut |statement| {
                does_more |= statement.ends_rule() || statement.is_jump() || statement.ends_game();
                !does_more
            });
            visit_reached(self.book, block, &mut |statement| {
                if let Some(change) = statement.change() {
                    let is_cleared = change.track == flag.0
                        && change.how == Change::Set
                        && change.amount.literal() == Some(0);
                    clears |= is_cleared;
                    does_more |= !is_cleared;
                }
                does_more |= statement.created().is_some()
                    || statement.window().is_some()
                    || statement.rank().is_some()
                    || statement.mark().is_some();
            });
        }
        clears && !does_more
    }
}

fn finding(track: &KindTrack, set: Span, asked: Span) -> Diagnostic {
    let name = &track.naming.name;
    Diagnostic::new(
        Code::TrackNeverRead,
        format!("`{name}` has no effect: rules ask for it only to clear it"),
    )
    .label(set, "set here")
    .label(asked, "only decides whether it is cleared")
    .help(format!(
        "add what it hinders, as `needs not unit.{name}`, or what it changes; or delete it"
    ))
    .cite(track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
