//! The outline of a file: its declarations under the headings of its comments, units under their kinds.

use super::Facts;
use crate::symbols::SymbolKind;
use sandtable_model::Role;
use sandtable_source::{FileId, Span};
use sandtable_syntax::ast::{Item, KindLine};

/// An entry of an outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// The name; for an example, the title.
    pub name: String,
    /// The title, or the cited sections.
    pub detail: String,
    /// The kind of its symbol; `None` for a heading.
    pub kind: Option<SymbolKind>,
    /// The span of the declaration, to the end of its block.
    pub span: Span,
    /// The span of the name.
    pub name_span: Span,
    /// The nested entries.
    pub children: Vec<OutlineItem>,
}

impl Facts<'_> {
    /// Returns the outline of a file, in the order of the text.
    pub fn outline_of(&self, file: FileId) -> Vec<OutlineItem> {
        let source = self.inputs.sources.get(file);
        let is_toml = source.is_some_and(|source| source.name.ends_with(".toml"));
        match is_toml {
            true => self.tables(file),
            false => self.declarations(file),
        }
    }

    /// Returns headings and tables of a TOML file: pieces, units and sections that it declares.
    fn tables(&self, file: FileId) -> Vec<OutlineItem> {
        let declared = self.symbols.of_file(file).iter();
        let declared = declared.filter(|one| one.role == Role::Declares);
        let mut entries: Vec<OutlineItem> = declared
            .filter_map(|one| {
                let symbol = self.symbols.get(one.symbol)?;
                Some(OutlineItem {
                    name: symbol.name.clone(),
                    detail: self
                        .hover_at(file, one.span.start)?
                        .title
                        .unwrap_or_default(),
                    kind: Some(symbol.kind),
                    span: one.span,
                    name_span: one.span,
                    children: Vec::new(),
                })
            })
            .collect();
        self.close(file, &mut entries);
        entries
    }

    /// Extends the span of every entry to the next one.
    fn close(&self, file: FileId, entries: &mut [OutlineItem]) {
        let text = self.text_of(file);
        let starts: Vec<usize> = entries
            .iter()
            .map(|entry| self.line_at(file, entry.span.start).0)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        for ((entry, start), end) in entries.iter_mut().zip(&starts).zip(ends) {
            let block = text.get(*start..end).unwrap_or_default();
            // Comments directly above a declaration belong to it.
            let mut length = block.len();
            for line in block.split_inclusive('\n').rev() {
                let is_part = !line.trim().is_empty() && !line.trim_start().starts_with('#');
                if is_part {
                    break;
                }
                length -= line.len();
            }
            entry.span = Span::new(
                file,
                *start,
                *start + block.get(..length).unwrap_or_default().trim_end().len(),
            );
        }
    }

    fn declarations(&self, file: FileId) -> Vec<OutlineItem> {
        let items = self.inputs.written.iter().flat_map(|tree| &tree.items);
        let items = items.filter(|item| item.span.file == file);
        let mut entries: Vec<OutlineItem> =
            items.map(|item| entry(&item.value, item.span)).collect();
        entries.sort_by_key(|entry| entry.span.start);
        self.close(file, &mut entries);
        self.under_headings(file, entries)
    }

    /// Nests declarations under the preceding headings `# --- Title`.
    fn under_headings(&self, file: FileId, entries: Vec<OutlineItem>) -> Vec<OutlineItem> {
        let mut headings: Vec<OutlineItem> = Vec::new();
        let mut start = 0;
        for line in self.text_of(file).split_inclusive('\n') {
            let title = line.trim_end().strip_prefix('#').map(str::trim_start);
            let title = title.and_then(|title| title.strip_prefix("---"));
            let title = title.map(|title| title.trim_matches(['-', ' ']));
            if let Some(title) = title.filter(|title| !title.is_empty()) {
                let span = Span::new(file, start, start + line.trim_end().len());
                headings.push(OutlineItem {
                    name: title.to_owned(),
                    detail: String::new(),
                    kind: None,
                    span,
                    name_span: span,
                    children: Vec::new(),
                });
            }
            start += line.len();
        }
        let mut outline: Vec<OutlineItem> = Vec::new();
        let mut headings = headings.into_iter().peekable();
        for entry in entries {
            while headings
                .peek()
                .is_some_and(|heading| heading.span.start < entry.span.start)
            {
                outline.extend(headings.next());
            }
            match outline.last_mut() {
                Some(heading) if heading.kind.is_none() => {
                    heading.span.end = entry.span.end;
                    heading.children.push(entry);
                }
                Some(_) | None => outline.push(entry),
            }
        }
        outline.extend(headings);
        outline
    }
}

fn entry(item: &Item, span: Span) -> OutlineItem {
    let kind = kind_of(item);
    let head = item.head();
    let (name, name_span, detail) = match (item, head) {
        (Item::Example(example), _) => {
            let title = example.title.as_ref();
            let name = title.map_or_else(String::new, |title| title.value.clone());
            (name, title.map_or(span, |title| title.span), String::new())
        }
        (Item::Amend(amend), _) => {
            let name = format!("amend {} {}", amend.sort.value, amend.name.value);
            (name, amend.name.span, String::new())
        }
        (Item::Remove(removal), _) => {
            let name = format!("remove {} {}", removal.sort.value, removal.name.value);
            (name, removal.name.span, String::new())
        }
        (_, Some(head)) => {
            let title = head.title.as_ref();
            let detail = title.map_or_else(String::new, |title| title.value.clone());
            (head.name.value.clone(), head.name.span, detail)
        }
        (_, None) => (String::new(), span, String::new()),
    };
    OutlineItem {
        name,
        detail,
        kind,
        span,
        name_span,
        children: children(item),
    }
}

fn kind_of(item: &Item) -> Option<SymbolKind> {
    Some(match item {
        Item::Ruleset(_) | Item::Variant(_) => SymbolKind::Ruleset,
        Item::Scale(scale) if scale.is_ordered => SymbolKind::Scale,
        Item::Scale(_) => SymbolKind::Words,
        Item::Die(_) => SymbolKind::Die,
        Item::Kind(_) => SymbolKind::Kind,
        Item::Table(_) => SymbolKind::Table,
        Item::Modifiers(_) => SymbolKind::Modifiers,
        Item::Fact(_) => SymbolKind::Fact,
        Item::Option(_) => SymbolKind::Option,
        Item::Procedure(procedure) => match procedure.ability {
            sandtable_model::Ability::Formula => SymbolKind::Formula,
            sandtable_model::Ability::Roll => SymbolKind::Roll,
            sandtable_model::Ability::Action => SymbolKind::Action,
            sandtable_model::Ability::Sequence => SymbolKind::Sequence,
        },
        Item::Trigger(_) => SymbolKind::Trigger,
        Item::Window(_) => SymbolKind::Window,
        Item::Reaction(_) => SymbolKind::Reaction,
        Item::Policy(_) => SymbolKind::Policy,
        Item::Example(_) => SymbolKind::Example,
        Item::Replace(item) => return kind_of(item),
        Item::Amend(_) | Item::Remove(_) => SymbolKind::Ruleset,
    })
}

/// Returns stats, traits, tracks and formulas of a kind; phases of a sequence.
fn children(item: &Item) -> Vec<OutlineItem> {
    let child = |name: &sandtable_syntax::ast::Name, kind| OutlineItem {
        name: name.value.clone(),
        detail: String::new(),
        kind: Some(kind),
        span: name.span,
        name_span: name.span,
        children: Vec::new(),
    };
    let Item::Kind(kind) = item else {
        return Vec::new();
    };
    let lines = kind.lines.iter();
    lines
        .flat_map(|line| match &line.value {
            KindLine::Stat { name, .. } => vec![child(name, SymbolKind::Stat)],
            KindLine::Deck { name, .. } => vec![child(name, SymbolKind::Deck)],
            KindLine::Hidden { .. } | KindLine::OnMap { .. } | KindLine::Must { .. } => Vec::new(),
            KindLine::Traits(names) => names
                .iter()
                .map(|name| child(name, SymbolKind::Trait))
                .collect(),
            KindLine::Track { names, .. } => names
                .iter()
                .map(|name| child(name, SymbolKind::Track))
                .collect(),
            KindLine::Formula { head, .. } => vec![child(&head.name, SymbolKind::Formula)],
        })
        .collect()
}
