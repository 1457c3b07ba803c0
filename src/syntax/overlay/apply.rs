//! Replacing, removing and amending declarations.
//!
//! Reports: E0250, E0252.

use std::sync::Arc;

use super::{AmendmentContext, Work, not_in_base};
use crate::ast::{Amend, Amendment, Block, Item, Modifiers, Removal, Statement, space};
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic, a};
use sandtable_source::{Span, Spanned};

/// Position of a declaration of the base: its file and its index there.
type ItemIndex = (usize, usize);

impl Work<'_> {
    /// Puts a whole declaration in the place of the base's.
    pub(super) fn replace(&mut self, variant: &str, item: Item, span: Span) {
        let (Some(sort), Some(head)) = (item.sort(), item.head()) else {
            return;
        };
        let name = head.name.clone();
        let citations = head.citations.clone();
        let Some(place) = self.find(space(sort), &name.value, None) else {
            let finding = self.no_declaration(sort, &name);
            let finding = finding.help("delete `replace` if it is new");
            self.diagnostics.push(finding);
            return;
        };
        let what = format!("{sort} {}", name.value);
        let said = AmendmentContext {
            what: &what,
            variant,
            span: name.span,
            citations: &citations,
        };
        let Some(old) = self.at(place) else {
            return;
        };
        let old_place = old.value.head().map_or(old.span, |head| head.name.span);
        let is_same = old.value == item;
        *old = Spanned::new(item, span);
        if is_same {
            self.changes_nothing(name.span, old_place);
        } else {
            self.beats(&said, "", "replaces", old_place);
        }
    }

    /// Takes a declaration of the base out.
    pub(super) fn remove(&mut self, variant: &str, removal: &Removal, span: Span) {
        let (sort, name) = (removal.sort.value.as_str(), &removal.name);
        let Some(place) = self.find_sort(sort, name, "remove") else {
            return;
        };
        let what = format!("{sort} {}", name.value);
        let said = AmendmentContext {
            what: &what,
            variant,
            span,
            citations: &removal.citations,
        };
        let (file, at) = place;
        if let Some(file) = self.overlaid.files.get_mut(file) {
            let old = file.items.remove(at);
            let old_place = old.value.head().map_or(old.span, |head| head.name.span);
            self.beats(&said, "", "removes", old_place);
        }
    }

    /// Changes lines of a declaration of the base.
    pub(super) fn amend(&mut self, variant: &str, amend: Amend, span: Span) {
        let (sort, name) = (amend.sort.value.as_str(), &amend.name);
        let Some(place) = self.find_sort(sort, name, "amend") else {
            return;
        };
        // Taken out meanwhile, so that findings can be reported beside it.
        let Some(old) = self.at(place) else {
            return;
        };
        let nothing = Item::Remove(Removal {
            sort: amend.sort.clone(),
            name: amend.name.clone(),
            citations: Vec::new(),
        });
        let mut item = std::mem::replace(&mut old.value, nothing);
        let what = format!("{sort} {}", name.value);
        for line in amend.lines {
            let said = AmendmentContext {
                what: &what,
                variant,
                span: line.span,
                citations: &amend.citations,
            };
            self.amend_line(&mut item, line.value, &said);
        }
        if let Some(place) = self.at(place) {
            place.value = item;
        }
        let _ = span;
    }

    fn amend_line(&mut self, item: &mut Item, line: Amendment, said: &AmendmentContext<'_>) {
        match item {
            Item::Table(table) => self.table_line(table, line, said),
            Item::Modifiers(list) => self.modifiers_line(list, line, said),
            Item::Kind(kind) => self.kind_line(kind, line, said),
            Item::Procedure(procedure) => {
                self.steps_line(&mut [&mut procedure.body], line, said);
            }
            Item::Reaction(reaction) => {
                self.steps_line(&mut [&mut reaction.body], line, said);
            }
            Item::Trigger(trigger) => {
                let whens = trigger.whens.iter_mut();
                let mut blocks: Vec<&mut Block> = whens.map(|when| &mut when.value.body).collect();
                self.steps_line(&mut blocks, line, said);
            }
            Item::Ruleset(_)
            | Item::Scale(_)
            | Item::Die(_)
            | Item::Fact(_)
            | Item::Option(_)
            | Item::Window(_)
            | Item::Policy(_)
            | Item::Example(_)
            | Item::Variant(_)
            | Item::Replace(_)
            | Item::Amend(_)
            | Item::Remove(_) => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    fn modifiers_line(
        &mut self,
        list: &mut Modifiers,
        line: Amendment,
        said: &AmendmentContext<'_>,
    ) {
        let labels: Vec<String> = list
            .lines
            .iter()
            .filter_map(|line| line.value.label.as_ref())
            .map(|label| label.value.clone())
            .collect();
        let place = |label: &str| labels_place(list, label);
        match line {
            Amendment::AddModifier(mut line) => {
                let label = line.value.label.as_ref().map(|label| label.value.clone());
                if let Some(label) = &label
                    && let Some(old) = place(label).and_then(|at| list.lines.get(at))
                {
                    self.already_there(said.span, old.span, &format!("\"{label}\""));
                    return;
                }
                cite(&mut line.value.citations, said.citations);
                let part = format!("\"{}\"", label.unwrap_or_default());
                self.beats(said, &part, "adds to", list.head.name.span);
                list.lines.push(line);
            }
            Amendment::ReplaceModifier(label, mut line) => {
                let Some(at) = place(&label.value) else {
                    self.no_label(&label, said, &labels);
                    return;
                };
                if line.value.label.is_none() {
                    line.value.label = Some(label.clone());
                }
                if let Some(old) = list.lines.get_mut(at) {
                    let old_span = old.span;
                    let is_same = old.value == line.value;
                    cite(&mut line.value.citations, said.citations);
                    *old = line;
                    if is_same {
                        self.changes_nothing(said.span, old_span);
                    } else {
                        self.beats(said, &format!("\"{}\"", label.value), "replaces", old_span);
                    }
                }
            }
            Amendment::RemoveModifier(label) => {
                let Some(at) = place(&label.value) else {
                    self.no_label(&label, said, &labels);
                    return;
                };
                let old = list.lines.remove(at);
                self.beats(said, &format!("\"{}\"", label.value), "removes", old.span);
            }
            Amendment::Limit(_, limit) => {
                let old = list
                    .limit
                    .as_ref()
                    .map_or(list.head.name.span, |old| old.span);
                if limit == list.limit {
                    self.changes_nothing(said.span, old);
                    return;
                }
                let does = if limit.is_some() {
                    "replaces"
                } else {
                    "removes"
                };
                list.limit = limit;
                cite_more(&mut list.head.citations, said.citations);
                self.beats(said, "limit", does, old);
            }
            _ => {}
        }
    }

    fn no_label(
        &mut self,
        label: &Spanned<String>,
        said: &AmendmentContext<'_>,
        labels: &[String],
    ) {
        self.not_there(
            label.span,
            format!("{} has no line \"{}\"", said.what, label.value),
            &label.value,
            labels.iter().map(String::as_str),
            &format!("it has these lines: {}", labels.join(", ")),
        );
    }

    /// Reports that something is added which is there already.
    pub(super) fn already_there(&mut self, span: Span, base: Span, what: &str) {
        self.diagnostics.push(
            sandtable_diagnostic::Diagnostic::new(
                Code::DeclaredTwice,
                format!("the base already has {what}"),
            )
            .label(span, "added here")
            .label(base, "in the base")
            .help("write `replace` instead of `add`"),
        );
    }

    /// A declaration of the base by its sort and name.
    fn find_sort(&mut self, sort: &str, name: &Spanned<String>, verb: &str) -> Option<ItemIndex> {
        if let Some(place) = self.find(space(sort), &name.value, Some(sort)) {
            return Some(place);
        }
        match self.place(space(sort), &name.value) {
            Some((place, other)) => {
                let message = format!("in the base, `{}` is not a {sort}", name.value);
                self.diagnostics.push(
                    Diagnostic::new(Code::NotInBase, message)
                        .label(name.span, "")
                        .label(place, a(other))
                        .help(format!("write `{verb} {other} {}`", name.value)),
                );
            }
            None => {
                let finding = self.no_declaration(sort, name);
                self.diagnostics.push(finding.help_by(CommandHelp::Base));
            }
        }
        None
    }

    /// The finding about a declaration that the base has not, so far without a cure.
    fn no_declaration(&self, sort: &str, name: &Spanned<String>) -> Diagnostic {
        let items = self.overlaid.files.iter().flat_map(|file| &file.items);
        let known: Vec<String> = items
            .filter(|item| item.value.sort() == Some(sort))
            .filter_map(|item| Some(item.value.head()?.name.value.clone()))
            .collect();
        let message = format!("the base has no {sort} `{}`", name.value);
        let known = known.iter().map(String::as_str);
        not_in_base(name.span, message, &name.value, known)
    }

    fn find(&self, of: &str, name: &str, sort: Option<&str>) -> Option<ItemIndex> {
        let files = self.overlaid.files.iter().enumerate();
        let mut places = files.flat_map(|(file, read)| {
            let items = read.items.iter().enumerate();
            items.map(move |(at, item)| ((file, at), item))
        });
        let is_it = |item: &Item| {
            let named = item.head().is_some_and(|head| head.name.value == name);
            let sorted = item
                .sort()
                .is_some_and(|known| space(known) == of && sort.is_none_or(|sort| sort == known));
            named && sorted
        };
        places
            .find(|(_, item)| is_it(&item.value))
            .map(|(place, _)| place)
    }

    fn at(&mut self, (file, at): ItemIndex) -> Option<&mut Spanned<Item>> {
        let item = self.overlaid.files.get_mut(file)?.items.get_mut(at)?;
        Some(Arc::make_mut(item))
    }
}

fn labels_place(list: &Modifiers, label: &str) -> Option<usize> {
    list.lines.iter().position(|line| {
        let known = line.value.label.as_ref();
        known.is_some_and(|known| known.value == label)
    })
}

/// Gives statements without citations those of the amendment.
pub(super) fn cite(citations: &mut Vec<Spanned<String>>, amendment: &[Spanned<String>]) {
    if citations.is_empty() {
        citations.extend(amendment.iter().cloned());
    }
}

/// Gives statements without citations those of their declaration.
pub(super) fn cite_more(citations: &mut Vec<Spanned<String>>, amendment: &[Spanned<String>]) {
    for section in amendment {
        if !citations.contains(section) {
            citations.push(section.clone());
        }
    }
}

/// The statements of a variant cite what its amendment cites.
pub(super) fn cited(block: Block, amendment: &[Spanned<String>]) -> Block {
    block
        .into_iter()
        .map(|mut statement: Statement| {
            cite(&mut statement.citations, amendment);
            statement
        })
        .collect()
}
