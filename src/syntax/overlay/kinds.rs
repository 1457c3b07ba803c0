//! Lines of kinds.

use super::apply::cite;
use super::{AmendmentContext, Work};
use crate::ast::{Amendment, Edit, Kind, KindLine, Name};
use sandtable_source::{Span, Spanned};

/// The names that a line declares.
fn names(line: &KindLine) -> Vec<&Name> {
    match line {
        KindLine::Stat { name, .. }
        | KindLine::Deck { name, .. }
        | KindLine::Hidden { name, .. }
        | KindLine::OnMap { name } => vec![name],
        KindLine::Formula { head, .. } => vec![&head.name],
        KindLine::Traits(names) | KindLine::Track { names, .. } => names.iter().collect(),
        KindLine::Must { .. } => Vec::new(),
    }
}

/// Takes a name out of the line that declares it, and the line out when it was its only name.
fn take_out(kind: &mut Kind, name: &str) {
    for line in &mut kind.lines {
        if let KindLine::Traits(names) | KindLine::Track { names, .. } = &mut line.value
            && names.len() > 1
        {
            names.retain(|known| known.value != name);
        }
    }
    kind.lines.retain(|line| {
        let names = names(&line.value);
        names.is_empty() || names.iter().any(|known| known.value != name)
    });
}

/// Declaration of a name: its line, and the place of the name.
fn declared(kind: &Kind, name: &str) -> Option<(usize, Span)> {
    let lines = kind.lines.iter().enumerate();
    lines
        .filter_map(|(at, line)| {
            let found = names(&line.value)
                .into_iter()
                .find(|known| known.value == name);
            found.map(|known| (at, known.span))
        })
        .next()
}

impl Work<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    pub(super) fn kind_line(
        &mut self,
        kind: &mut Kind,
        line: Amendment,
        said: &AmendmentContext<'_>,
    ) {
        match line {
            Amendment::KindLine(Edit::Add, mut line) => {
                let mut is_sound = true;
                for name in names(&line.value) {
                    if let Some((_, old)) = declared(kind, &name.value) {
                        self.already_there(name.span, old, &format!("`{}`", name.value));
                        is_sound = false;
                    }
                }
                if is_sound {
                    for name in names(&line.value) {
                        self.beats(said, &name.value, "adds to", kind.head.name.span);
                    }
                    cite_line(&mut line, said.citations);
                    kind.lines.push(line);
                }
            }
            Amendment::KindLine(_, mut line) => {
                let new: Vec<Name> = names(&line.value).into_iter().cloned().collect();
                let mut at = None;
                for name in &new {
                    let Some((place, old)) = declared(kind, &name.value) else {
                        self.no_line(kind, name);
                        return;
                    };
                    at = at.or(Some(place));
                    let is_same = kind
                        .lines
                        .get(place)
                        .is_some_and(|old| old.value == line.value);
                    if is_same {
                        self.changes_nothing(said.span, old);
                    } else {
                        self.beats(said, &name.value, "replaces", old);
                    }
                }
                for name in &new {
                    take_out(kind, &name.value);
                }
                cite_line(&mut line, said.citations);
                let at = at.unwrap_or(0).min(kind.lines.len());
                kind.lines.insert(at, line);
            }
            Amendment::RemoveTraits(names) => {
                for name in names {
                    self.take_out(kind, &name, said);
                }
            }
            Amendment::RemoveOfKind(name) => self.take_out(kind, &name, said),
            _ => {}
        }
    }

    fn take_out(&mut self, kind: &mut Kind, name: &Name, said: &AmendmentContext<'_>) {
        match declared(kind, &name.value) {
            Some((_, old)) => {
                take_out(kind, &name.value);
                self.beats(said, &name.value, "removes", old);
            }
            None => self.no_line(kind, name),
        }
    }

    fn no_line(&mut self, kind: &Kind, name: &Name) {
        let lines = kind.lines.iter();
        let known: Vec<&str> = lines
            .flat_map(|line| names(&line.value))
            .map(|known| known.value.as_str())
            .collect();
        let sort = &kind.head.name.value;
        self.not_there(
            name.span,
            format!("the {sort} of the base has no `{}`", name.value),
            &name.value,
            known,
            "write `add …` if it is new",
        );
    }
}

fn cite_line(line: &mut Spanned<KindLine>, amendment: &[Spanned<String>]) {
    match &mut line.value {
        KindLine::Stat { citations, .. }
        | KindLine::Deck { citations, .. }
        | KindLine::Must { citations, .. }
        | KindLine::Track { citations, .. } => {
            cite(citations, amendment);
        }
        KindLine::Formula { head, .. } => cite(&mut head.citations, amendment),
        KindLine::Traits(_) | KindLine::Hidden { .. } | KindLine::OnMap { .. } => {}
    }
}
