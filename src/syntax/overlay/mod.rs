//! Variants over their base: several rulesets to one, tree by tree.
//!
//! Takes the trees of a base and of its variants, gives trees in which nothing of a variant is left but declarations:
//! what it replaces, amends and removes has been done. Every line keeps its own place, so that findings and traces
//! point into the file that says it. Units are not seen here: what is amended of them is handed on.
//!
//! Reports: E0202, E0206, E0207, E0250, E0251, E0252.

mod apply;
mod called_words;
mod claims;
mod kinds;
mod lines;
mod order;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Poison;
use super::ast::{
    Amend, Amendment, ErrorItem, File, Item, Name, Removal, ResultType, Ruleset, Variant, space,
};
use super::reader::AMENDABLE;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use sandtable_source::{FileId, Span, Spanned};

/// A ruleset or a variant: one folder of rule files.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    /// As its `ruleset` or `variant` line is found: the name of the folder.
    pub name: String,
    /// In the order of their paths.
    pub files: Vec<File>,
    /// The values themselves, in the same order.
    pub ids: Vec<FileId>,
}

impl Layer {
    /// Its `variant` line, if it is one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    pub fn variant(&self) -> Option<&Variant> {
        let items = self.files.iter().flat_map(|file| &file.items);
        items
            .filter_map(|item| match &item.value {
                Item::Variant(variant) => Some(variant),
                _ => None,
            })
            .next()
    }
}

/// One thing of a base that a variant says otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// `table save, row small-gun`
    pub what: String,
    /// `replaces`, `amends`, `removes`, `adds to`
    pub does: &'static str,
    /// The variant.
    pub winner: String,
    /// Place where it says so.
    pub winner_place: Span,
    /// The ruleset or variant whose line no longer holds.
    pub loser: String,
    /// Place of that line.
    pub loser_place: Span,
    /// Sections that the variant cites for it.
    pub citations: Vec<String>,
}

/// Several layers as one.
#[derive(Debug, Default)]
pub struct Overlaid {
    /// The base first, then the variants in the order in which they hold.
    pub files: Vec<File>,
    /// Overrides, in the order in which they were applied.
    pub overrides: Vec<Override>,
    /// Examples of what lies below the last variants: they need not hold any more.
    pub base_examples: Vec<Arc<Spanned<Item>>>,
    /// `amend unit …`, for where units are known; each with the name of its variant.
    pub units: Vec<(String, Spanned<Amend>)>,
    /// `remove unit …`, likewise.
    pub removed_units: Vec<(String, Spanned<Removal>)>,
}

/// Applies variants to their base. The first layer is the base; a variant is after the one that it is of.
pub fn apply_layers(layers: Vec<Layer>, diagnostics: &mut Diagnostics) -> Overlaid {
    let mut owners = BTreeMap::new();
    for layer in &layers {
        owners.extend(layer.ids.iter().map(|id| (*id, layer.name.clone())));
    }
    let poison = Poison::new(layers.iter().flat_map(|layer| &layer.files));
    let mut found = Diagnostics::default();
    let order = order::layer_order(&layers, &mut found);
    claims::conflicts(&layers, &order, &mut found);
    let naming = naming(&layers);
    let tops: Vec<bool> = layers.iter().map(|layer| is_top(&layers, layer)).collect();
    let mut work = Work {
        overlaid: Overlaid::default(),
        owners,
        diagnostics: &mut found,
    };
    let mut layers: Vec<Option<Layer>> = layers.into_iter().map(Some).collect();
    for at in order.places {
        if let Some(layer) = layers.get_mut(at).and_then(Option::take) {
            work.lay(layer, at == 0, tops.get(at) == Some(&true));
        }
    }
    let mut overlaid = work.overlaid;
    if let Some(naming) = naming {
        name(&mut overlaid.files, naming);
    }
    called_words::read_as_calls(&mut overlaid.files);
    let all = found.iter().chain(found.notes());
    diagnostics.extend(all.filter(|one| !poison.is_consequence(one)).cloned());
    overlaid
}

/// Whether no other layer is a variant of this one.
fn is_top(layers: &[Layer], layer: &Layer) -> bool {
    let mut others = layers.iter().filter_map(Layer::variant);
    !others.any(|other| other.base.value == layer.name)
}

/// Returns the name of a stack of layers: its variants that no other one is a variant of.
fn naming(layers: &[Layer]) -> Option<Spanned<Item>> {
    let tops: Vec<&Variant> = layers
        .iter()
        .filter(|layer| is_top(layers, layer))
        .filter_map(Layer::variant)
        .collect();
    let last = tops.last()?;
    let mut head = last.head.clone();
    let titles: Vec<&str> = tops
        .iter()
        .map(|top| {
            top.head
                .title
                .as_ref()
                .unwrap_or(&top.head.name)
                .value
                .as_str()
        })
        .collect();
    if tops.len() > 1 {
        head.title = Some(Spanned::new(titles.join(", "), head.name.span));
    }
    let span = head.name.span;
    let index = last.index.clone();
    let ruleset = Ruleset {
        head,
        language: None,
        index,
        board: None,
        stands: None,
        diagonals: false,
        facings: None,
        sides: Vec::new(),
    };
    Some(Spanned::new(Item::Ruleset(ruleset), span))
}

/// The `ruleset` line gives way to the variant's.
fn name(files: &mut [File], mut naming: Spanned<Item>) {
    let mut items = files.iter_mut().flat_map(|file| &mut file.items);
    if let Some(place) = items.find(|item| matches!(item.value, Item::Ruleset(_))) {
        if let (Item::Ruleset(base), Item::Ruleset(named)) = (&place.value, &mut naming.value) {
            named.language.clone_from(&base.language);
            named.board.clone_from(&base.board);
            named.stands.clone_from(&base.stands);
            named.diagonals = base.diagonals;
            named.facings.clone_from(&base.facings);
            named.sides.clone_from(&base.sides);
        }
        *place = Arc::new(naming);
    }
}

/// The layers so far, and the one that is applied over them.
struct Work<'d> {
    overlaid: Overlaid,
    /// The layer of each file.
    owners: BTreeMap<FileId, String>,
    diagnostics: &'d mut Diagnostics,
}

/// A statement of a variant about something of its base.
struct AmendmentContext<'s> {
    /// `table save`
    what: &'s str,
    /// The variant.
    variant: &'s str,
    /// Place where it says so.
    span: Span,
    citations: &'s [Spanned<String>],
}

impl Work<'_> {
    fn lay(&mut self, layer: Layer, is_base: bool, is_top: bool) {
        let Layer { name, files, .. } = layer;
        let mut own = Vec::new();
        for file in files {
            let mut items = Vec::new();
            let mut errors = file.errors;
            self.replace_by_errors(&errors);
            for item in file.items {
                if matches!(item.value, Item::Example(_)) && !is_top {
                    self.overlaid.base_examples.push(item);
                } else if is_base && is_of_a_variant(&item.value) {
                    self.without_a_base(&item);
                } else {
                    items.extend(self.item(&name, item, &mut errors));
                }
            }
            own.push(File {
                items,
                errors,
                extents: file.extents,
            });
        }
        self.overlaid.files.extend(own);
    }

    /// Takes out the declarations of the base that are replaced by what cannot be read.
    fn replace_by_errors(&mut self, errors: &[Spanned<ErrorItem>]) {
        let errors = errors.iter().map(|error| &error.value);
        for error in errors.filter(|error| error.is_replacement && !error.is_read) {
            let (Some(sort), Some(name)) = (error.sort, &error.name) else {
                continue;
            };
            for file in &mut self.overlaid.files {
                file.items.retain(|item| {
                    let declared = item.value.target();
                    declared.is_none_or(|(of, known)| space(of) != space(sort) || known != name)
                });
            }
        }
    }

    /// Does what an item says, and gives back what it declares. What cannot be done becomes an error item.
    fn item(
        &mut self,
        variant: &str,
        item: Arc<Spanned<Item>>,
        errors: &mut Vec<Spanned<ErrorItem>>,
    ) -> Option<Arc<Spanned<Item>>> {
        let error = |item: &Spanned<Item>| Spanned::new(lost(&item.value), item.span);
        if !is_of_a_variant(&item.value) {
            if self.is_new(&item) {
                return Some(item);
            }
            errors.push(error(&item));
            return None;
        }
        let n_errors = self.n_errors();
        let lost = error(&item);
        self.change(variant, Arc::unwrap_or_clone(item));
        errors.extend((self.n_errors() > n_errors).then_some(lost));
        None
    }

    /// The number of changes that could not be done so far.
    fn n_errors(&self) -> usize {
        let found = self.diagnostics.iter();
        found
            .filter(|finding| finding.severity() == Severity::Error)
            .count()
    }

    /// Changes the base as an item says.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    fn change(&mut self, variant: &str, item: Spanned<Item>) {
        match item.value {
            Item::Replace(inner) => self.replace(variant, *inner, item.span),
            Item::Amend(amend) if amend.sort.value == "unit" => {
                let amend = Spanned::new(amend, item.span);
                self.overlaid.units.push((variant.to_owned(), amend));
            }
            Item::Amend(amend) => self.amend(variant, amend, item.span),
            Item::Remove(removal) if removal.sort.value == "unit" => {
                let removal = Spanned::new(removal, item.span);
                self.overlaid
                    .removed_units
                    .push((variant.to_owned(), removal));
            }
            Item::Remove(removal) => self.remove(variant, &removal, item.span),
            _ => {}
        }
    }

    /// Reports what is declared again although the base has it.
    fn is_new(&mut self, item: &Spanned<Item>) -> bool {
        let (Some(sort), Some(head)) = (item.value.sort(), item.value.head()) else {
            return true;
        };
        let name = &head.name;
        let Some((first, of)) = self.place(space(sort), &name.value) else {
            return true;
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::DeclaredTwice,
                format!("the base already has a {of} `{}`", name.value),
            )
            .label(name.span, "here again")
            .label(first, "in the base")
            .help(format!(
                "write `replace {sort} {}` if it replaces that of the base; otherwise give it \
                 another name",
                name.value
            )),
        );
        false
    }

    fn without_a_base(&mut self, item: &Spanned<Item>) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::NotAllowedHere,
                "only a variant can change a base, and this is a separate ruleset",
            )
            .label(item.span, "")
            .help("start the rule files with `variant NAME \"…\" of BASE` instead of `ruleset`"),
        );
    }

    /// Place of the declaration of a name, and its sort.
    fn place(&self, of: &str, name: &str) -> Option<(Span, &'static str)> {
        let items = self.overlaid.files.iter().flat_map(|file| &file.items);
        items
            .filter_map(|item| {
                let sort = item.value.sort()?;
                let head = item.value.head()?;
                let is_it = space(sort) == of && head.name.value == name;
                is_it.then_some((head.name.span, sort))
            })
            .next()
    }

    /// Notes that a line of the base no longer holds, or that something gives it.
    fn beats(
        &mut self,
        said: &AmendmentContext<'_>,
        part: &str,
        does: &'static str,
        loser_place: Span,
    ) {
        let what = match part {
            "" => said.what.to_owned(),
            part => format!("{}, {part}", said.what),
        };
        let loser = self.owners.get(&loser_place.file);
        self.overlaid.overrides.push(Override {
            what,
            does,
            winner: said.variant.to_owned(),
            winner_place: said.span,
            loser: loser.cloned().unwrap_or_default(),
            loser_place,
            citations: said.citations.iter().map(|one| one.value.clone()).collect(),
        });
    }

    /// Reports a change that changes nothing.
    fn changes_nothing(&mut self, span: Span, base: Span) {
        self.diagnostics.push(
            Diagnostic::new(Code::ChangesNothing, "this changes nothing")
                .label(span, "the same in the variant")
                .label(base, "as the base")
                .help("delete it, or write the change that you want"),
        );
    }

    /// Reports that the base has no such thing.
    fn not_there<'k>(
        &mut self,
        span: Span,
        message: String,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
        cure: &str,
    ) {
        let finding = not_in_base(span, message, name, known);
        self.diagnostics.push(finding.help(cure));
    }
}

/// The finding about a change of what the base has not, so far without a cure.
fn not_in_base<'k>(
    span: Span,
    message: String,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    Diagnostic::new(Code::NotInBase, message)
        .label(span, "")
        .suggest(name, known)
}

/// The error item of a declaration that cannot be applied over the base.
fn lost(item: &Item) -> ErrorItem {
    let target = item.target();
    let sort = target.and_then(|(sort, _)| AMENDABLE.into_iter().find(|known| *known == sort));
    let declared = declared_names(item);
    ErrorItem {
        sort,
        name: target.map(|(_, name)| name.to_owned()),
        is_read: false,
        is_replacement: matches!(item, Item::Replace(_)),
        mentioned: declared.clone(),
        declared,
    }
}

/// The names that an item declares, with those of the members of kinds, the words of scales and the faces of dice.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
)]
fn declared_names(item: &Item) -> BTreeSet<String> {
    let head = item.head().filter(|_| !matches!(item, Item::Variant(_)));
    let mut names: Vec<&Name> = head.into_iter().map(|head| &head.name).collect();
    if let Some(ResultType::Outcomes(outcomes)) = head.and_then(|head| head.result.as_ref()) {
        names.extend(outcomes);
    }
    let item = match item {
        Item::Replace(inner) => inner,
        other => other,
    };
    match item {
        Item::Kind(kind) => names.extend(kind.lines.iter().flat_map(|line| line.value.names())),
        Item::Scale(scale) => names.extend(&scale.words),
        Item::Die(die) => {
            names.extend(&die.faces);
            names.extend(die.groups.iter().map(|group| &group.name));
        }
        Item::Amend(amend) => {
            let lines = amend.lines.iter();
            names.extend(lines.flat_map(|line| match &line.value {
                Amendment::KindLine(_, line) => line.value.names(),
                _ => Vec::new(),
            }));
        }
        _ => {}
    }
    names.into_iter().map(|name| name.value.clone()).collect()
}

/// Reports items that only a variant may have.
fn is_of_a_variant(item: &Item) -> bool {
    matches!(
        item,
        Item::Variant(_) | Item::Replace(_) | Item::Amend(_) | Item::Remove(_)
    )
}
