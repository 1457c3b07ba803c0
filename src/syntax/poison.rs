//! Poisoned names and tainted declarations: what cannot be decided while a line cannot be read.
//!
//! The usual technique of compilers: an error item poisons the names that it may declare. A poisoned name that is not
//! found is no finding; the declaration that mentions it is tainted, as is one with an unread line, and of tainted
//! declarations nothing more is reported.

use std::collections::BTreeSet;

use super::ast::{File, Item, space};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;

/// The names and declarations that error items make uncertain. Empty if every line could be read.
#[derive(Debug, Clone, Default)]
pub struct Poison {
    names: BTreeSet<String>,
    /// Among them those of scales, dice and kinds.
    types: BTreeSet<String>,
    mentioned: BTreeSet<String>,
    /// Among them those of lines that are not of an example.
    mentioned_in_rules: BTreeSet<String>,
    /// The spans of all declarations, with whether they are tainted.
    declarations: Vec<(Span, bool)>,
    /// The name of the ruleset, or of its base, cannot be read.
    is_nameless: bool,
    is_order_unread: bool,
    is_board_unread: bool,
}

impl Poison {
    /// Collects the error items of all rule files.
    pub fn new<'f>(files: impl Iterator<Item = &'f File> + Clone) -> Self {
        let errors = || files.clone().flat_map(|file| &file.errors);
        let mut poison = Self::default();
        if errors().next().is_none() {
            return poison;
        }
        let extents = files.clone().flat_map(|file| &file.extents);
        let extents = extents.map(|extent| (*extent, false));
        poison.declarations = extents.collect();
        poison.declarations.sort_unstable_by_key(|(span, _)| *span);
        let mut named: BTreeSet<(&str, &str)> = BTreeSet::new();
        for error in errors() {
            poison.taint(error.span);
            let item = &error.value;
            poison.names.extend(item.declared.iter().cloned());
            poison.mentioned.extend(item.mentioned.iter().cloned());
            if item.sort != Some("example") {
                let mentioned = item.mentioned.iter().cloned();
                poison.mentioned_in_rules.extend(mentioned);
            }
            match item.sort {
                Some("ruleset") => poison.is_board_unread = true,
                Some("variant") => poison.is_order_unread = true,
                _ => {}
            }
            if let (Some(sort), Some(name)) = (item.sort, &item.name) {
                named.insert((space(sort), name));
            }
            if item.sort.is_none_or(|sort| space(sort) == "type") && !item.is_read {
                match &item.name {
                    Some(name) => poison.types.extend([name.clone()]),
                    None => poison.types.extend(item.declared.iter().cloned()),
                }
            }
        }
        let mut may_be_named = errors().filter(|error| {
            matches!(error.value.sort, None | Some("ruleset" | "variant")) && !error.value.is_read
        });
        let items = || files.clone().flat_map(|file| &file.items);
        let is_named =
            items().any(|item| matches!(item.value, Item::Ruleset(_) | Item::Variant(_)));
        poison.is_nameless = !is_named && may_be_named.next().is_some();
        for item in items() {
            let Some((sort, name)) = item.value.target() else {
                continue;
            };
            if named.contains(&(space(sort), name)) || item.value.is_change() && poison.has(name) {
                poison.taint(item.span);
            }
        }
        poison
    }

    /// Whether every line could be read.
    pub fn is_empty(&self) -> bool {
        self.declarations.is_empty()
    }

    /// Whether an unread line may declare a name.
    pub fn has(&self, name: &str) -> bool {
        self.is_nameless || self.names.contains(name)
    }

    /// Whether an unread line may declare a scale, a die or a kind of this name.
    pub fn has_type(&self, name: &str) -> bool {
        self.is_nameless || self.types.contains(name)
    }

    /// Whether an unread line contains a name, in any role; also without the mark beside it.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.iter().any(|word| word.contains(name))
    }

    /// As [`Self::mentions`], of lines that are not of an example: no line of one example changes what another is about.
    pub fn mentions_in_rules(&self, name: &str) -> bool {
        let mut words = self.mentioned_in_rules.iter();
        words.any(|word| word.contains(name))
    }

    /// Whether the line that names the board may be unread.
    pub fn is_board_unread(&self) -> bool {
        self.is_board_unread
    }

    /// Adds a name whose declaration is unknown.
    pub fn add(&mut self, name: impl Into<String>) {
        self.names.insert(name.into());
    }

    /// Adds a text that cannot be read, with all names in it.
    pub fn add_unread(&mut self, span: Span, names: impl Iterator<Item = String>) {
        for name in names {
            self.mentioned.insert(name.clone());
            self.mentioned_in_rules.insert(name.clone());
            self.names.insert(name);
        }
        let at = self
            .declarations
            .partition_point(|(known, _)| *known < span);
        self.declarations.insert(at, (span, true));
    }

    /// Marks the declaration at a place: it depends on an unread line.
    pub fn taint(&mut self, place: Span) {
        if let Some((_, is_tainted)) = self.at(place).and_then(|at| self.declarations.get_mut(at)) {
            *is_tainted = true;
        }
    }

    /// Whether the declaration at a place depends on an unread line.
    pub fn is_tainted(&self, place: Span) -> bool {
        let declaration = self.at(place).and_then(|at| self.declarations.get(at));
        declaration.is_some_and(|(_, is_tainted)| *is_tainted)
    }

    /// Whether a finding may only follow from an unread line.
    pub fn is_consequence(&self, finding: &Diagnostic) -> bool {
        if self.is_empty() {
            return false;
        }
        // Without its name, a variant is read as a ruleset of its own.
        let of_name = matches!(
            finding.code,
            Code::NoRuleset | Code::NotInBase | Code::NotAllowedHere
        );
        let of_order = finding.code == Code::ConflictingVariants;
        let of_all = self.is_nameless && of_name || self.is_order_unread && of_order;
        let mut places = finding.labels.iter().map(|label| label.span);
        of_all || finding.labels.is_empty() || places.any(|place| self.is_tainted(place))
    }

    /// The position of the declaration at a place.
    fn at(&self, place: Span) -> Option<usize> {
        let is_before =
            |(known, _): &(Span, bool)| (known.file, known.start) <= (place.file, place.start);
        let at = self
            .declarations
            .partition_point(is_before)
            .checked_sub(1)?;
        let (known, _) = self.declarations.get(at)?;
        (known.file == place.file && place.start <= known.end).then_some(at)
    }
}
