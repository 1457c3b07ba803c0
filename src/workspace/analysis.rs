//! A ruleset, checked: every finding in its rules and units.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::Effort;
use crate::cache::{Cache, Kept};
use crate::load::{Bundle, LayerFiles, map_of_path};
use crate::names::Symbols;
use crate::parse_texts::parse_missing;
use crate::parsed::{Parse, ParsedIndex, ParsedRules, ParsedUnits};
use crate::symbols::Inputs;
use crate::workers::Workers;
use sandtable_check::Incremental;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Severity, allow};
use sandtable_draft::{is_of_comparison, is_of_prose};
use sandtable_lint::{self as lint, Given, SelectedCells};
use sandtable_model::RuleBook;
use sandtable_model::fingerprint::of_heads;
use sandtable_model::kept::{Fingerprint, Texts};
use sandtable_roster::{Force, Index, NumberedRule, Roster, Scenario, ScenarioMap};
use sandtable_source::{FileId, SourceFile, SourceMap, Span, Spanned};
use sandtable_syntax::markdown::{Draft, is_markdown};
use sandtable_syntax::overlay::{Layer, Overlaid, Override, apply_layers};
use sandtable_syntax::{ast, parse, parse_without_examples};

/// An example as written.
#[derive(Debug)]
pub struct WrittenExample<'a> {
    /// Example as parsed.
    pub written: &'a ast::Example,
    /// Its first line.
    pub span: Span,
    /// All of its text.
    pub whole: Span,
    /// The errors in it, for which it cannot be run.
    pub errors: Vec<&'a Diagnostic>,
}

/// A ruleset, read, checked and looked through.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    pub(crate) bundle: Bundle,
    /// Of a variant's base what it leaves.
    trees: Vec<ast::File>,
    /// The trees of all layers as written, where a variant is in force.
    written: Vec<ast::File>,
    overrides: Vec<Override>,
    base_examples: Vec<Arc<Spanned<ast::Item>>>,
    roster: Arc<ParsedUnits>,
    index: Option<Arc<Index>>,
    book: Arc<RuleBook>,
    /// As far as it could be checked, also if a line cannot be read.
    draft: Arc<RuleBook>,
    /// Every name, once somebody has asked for one.
    symbols: OnceLock<Symbols>,
    /// The cells that lookups can select, once somebody has asked.
    selected_cells: OnceLock<Vec<SelectedCells>>,
    diagnostics: Diagnostics,
}

impl Analysis {
    /// The symbol index and what it was made of.
    pub(crate) fn known_symbols(&self) -> &Symbols {
        let layers = &self.bundle.layers;
        self.symbols
            .get_or_init(|| Symbols::new(layers, self.checked()))
    }

    /// The cells that each lookup of a table can select; none while there are errors.
    pub(crate) fn selected_cells(&self) -> &[SelectedCells] {
        self.selected_cells
            .get_or_init(|| lint::selected_cells(&self.book))
    }

    /// Returns the inputs of a symbol index, except indexes and scenarios.
    pub(crate) fn checked(&self) -> Inputs<'_> {
        Inputs {
            sources: self.sources(),
            rules: self.trees(),
            written: self.written(),
            book: self.draft(),
            roster: self.roster(),
            indexes: &[],
            scenarios: &[],
        }
    }

    /// The name of the ruleset: as asked for, or that of its folder; with those of further variants in force.
    pub fn name(&self) -> &str {
        &self.bundle.name
    }

    /// All its texts.
    pub fn sources(&self) -> &SourceMap {
        &self.bundle.sources
    }

    /// Returns the texts with their roles: the base first, then its variants.
    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// The rules in force, file by file.
    pub fn trees(&self) -> &[ast::File] {
        &self.trees
    }

    /// The rule files as written, of all layers.
    pub fn written(&self) -> &[ast::File] {
        match self.written.is_empty() {
            true => &self.trees,
            false => &self.written,
        }
    }

    /// The rulebook as far as it could be checked, also if a line cannot be read: for names, not for running.
    pub fn draft(&self) -> &RuleBook {
        &self.draft
    }

    /// Whether questions can be asked of the rulebook: all errors are in examples, and concern only them.
    pub fn is_runnable(&self) -> bool {
        !self.diagnostics.has_errors() || self.examples().is_some()
    }

    /// Returns the changes of variants to lines of their base.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// Examples of a base below the variants; they are not part of the book.
    pub fn base_examples(&self) -> &[Arc<Spanned<ast::Item>>] {
        &self.base_examples
    }

    /// The rulebook with an example of a base as its only one, and what is found in it.
    pub fn with_example(&self, example: &Arc<Spanned<ast::Item>>) -> (RuleBook, Diagnostics) {
        let is_rule =
            |item: &&Arc<Spanned<ast::Item>>| !matches!(item.value, ast::Item::Example(_));
        let rules = self.trees.iter().map(|file| ast::File {
            items: file.items.iter().filter(is_rule).cloned().collect(),
            errors: file.errors.clone(),
            extents: file.extents.clone(),
        });
        let alone = ast::File {
            items: vec![example.clone()],
            ..ast::File::default()
        };
        let trees: Vec<ast::File> = rules.chain([alone]).collect();
        let mut found = Diagnostics::default();
        let book = sandtable_check::run(&trees, self.roster(), None, &mut found);
        (book, found)
    }

    /// Every example in the order of the files, at its whole text, with the errors in it. `None` if there are errors
    /// elsewhere: then nothing can be run.
    pub fn examples(&self) -> Option<Vec<WrittenExample<'_>>> {
        let mut examples = Vec::new();
        for file in &self.trees {
            for item in &file.items {
                if let ast::Item::Example(written) = &item.value {
                    let mut extents = file.extents.iter();
                    let whole = extents.find(|extent| {
                        extent.file == item.span.file
                            && extent.start <= item.span.start
                            && item.span.start < extent.end
                    });
                    examples.push(WrittenExample {
                        written,
                        span: item.span,
                        whole: whole.copied().unwrap_or(item.span),
                        errors: Vec::new(),
                    });
                }
            }
        }
        let findings = self.diagnostics.iter();
        for error in findings.filter(|finding| finding.severity() == Severity::Error) {
            let place = error.labels.first().map(|label| label.span)?;
            let mut examples = examples.iter_mut();
            let example = examples.find(|example| example.whole.contains(place))?;
            example.errors.push(error);
        }
        Some(examples)
    }

    /// The units in force.
    pub fn roster(&self) -> &Roster {
        &self.roster.roster
    }

    /// Returns the book's numbered rules, if the `ruleset` line names an index or the rules are below headings.
    pub fn index(&self) -> Option<&Index> {
        self.index.as_deref()
    }

    /// The rulebook; empty if a line outside of its examples cannot be read.
    pub fn book(&self) -> &Arc<RuleBook> {
        &self.book
    }

    /// Every finding, by file and place.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The analysis of what could not be loaded.
    pub(crate) fn not_loaded(name: &str, diagnostics: Diagnostics) -> Self {
        let name = name.to_owned();
        Self {
            bundle: Bundle {
                name,
                ..Bundle::default()
            },
            diagnostics,
            ..Self::default()
        }
    }
}

/// Returns the names of the rules that scenarios play.
fn played(scenarios: &[Scenario]) -> BTreeSet<String> {
    let scenarios = scenarios.iter();
    scenarios
        .map(|scenario| scenario.play.value.clone())
        .collect()
}

/// Returns the keys by which scenarios and maps let units, sides, places and the game begin.
fn begun(scenarios: &[Scenario], roster: &Roster) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let own = scenarios.iter().filter_map(|scenario| match &scenario.map {
        Some(ScenarioMap::Own(map)) => Some(map.as_ref()),
        Some(ScenarioMap::Named(_)) | None => None,
    });
    for map in roster.maps().map(|(_, map)| map).chain(own) {
        let symbols = map.legend.iter().map(|symbol| &symbol.says);
        let places = map.places.iter().map(|(_, says)| says);
        let pieces = map.units.iter().map(|(piece, _)| piece);
        let stats = symbols.chain(places).chain(pieces);
        keys.extend(
            stats
                .flat_map(|says| &says.stats)
                .map(|stat| stat.key.value.clone()),
        );
    }
    for scenario in scenarios {
        let units = scenario.units.iter().chain(&scenario.sides);
        let units = units.chain(&scenario.places).flat_map(|unit| &unit.stats);
        let stats = units.chain(&scenario.game);
        keys.extend(stats.map(|stat| stat.key.value.clone()));
    }
    keys
}

/// Reads and checks all texts of a ruleset. What was made of texts that are as they were is taken from the cache.
pub(crate) fn analyse(
    bundle: Bundle,
    effort: Effort,
    has_prose: bool,
    cache: &mut Cache,
    workers: &dyn Workers,
) -> Analysis {
    let is_known_sound = effort == Effort::Answer && bundle.is_built_in();
    let effort = effort.of_trial();
    let mut found = Diagnostics::default();
    let diagnostics = &mut found;
    parse_missing(&bundle, is_known_sound, cache, workers);
    let layers = parsed_layers(&bundle, is_known_sound, cache);
    let parsed = || layers.iter().flat_map(|(_, files)| files);
    let units = units(&bundle, parsed(), cache);
    let mut roster = with_maps_of_others(&bundle, &units.roster);
    diagnostics.extend(bundle.misplaced.iter().cloned());
    diagnostics.extend(all(&units.findings));
    diagnostics.extend(parsed().flat_map(|file| all(&file.findings)));
    let drafts = || parsed().filter_map(|file| file.draft.as_ref());
    let overlaid = parsed().filter(|_| layers.len() > 1);
    let written = overlaid.map(|file| file.tree.clone()).collect();
    let trees = layers.iter().map(|(layer, files)| tree_of(layer, files));
    let mut overlaid = apply_layers(trees.collect(), diagnostics);
    amend_units(&bundle, &mut overlaid, &mut roster, diagnostics);
    let Overlaid {
        files: rules,
        overrides,
        base_examples,
        ..
    } = overlaid;
    let is_broken = diagnostics.has_errors();
    let numbered = index(&bundle, &rules, cache, diagnostics);
    let headings = || headings(drafts().map(|parsed| &parsed.draft));
    let numbered = numbered.map(|parsed| parsed.index.clone());
    let sections = sections(&bundle, numbered.as_deref(), cache);
    let sections = sections.or_else(|| Some(headings()?.titles()));
    let checked = Checking {
        bundle: &bundle,
        rules: &rules,
        roster: &roster,
        of_drafts: drafts().map(|parsed| parsed.draft.units.as_str()).collect(),
        index: numbered.as_deref(),
        effort,
        is_known_sound,
        workers,
    };
    // The parts of an amended rule are in several texts.
    let mut alone = Kept::default();
    let is_kept = bundle.layers.len() == 1 && !is_known_sound && !cache.forgets;
    let kept = match is_kept {
        true => cache.kept.entry(bundle.name.clone()).or_default(),
        false => &mut alone,
    };
    let book = checked.run(sections, kept, diagnostics);
    let (book, draft) = match is_broken {
        true => (RuleBook::default(), Some(Arc::new(book))),
        false => (book, None),
    };
    let index = numbered.or_else(|| headings().map(Arc::new));
    diagnostics.extend(drafts().flat_map(|parsed| parsed.draft.not_yet_executable()));
    diagnostics.extend(drafts().flat_map(|parsed| parsed.not_kept_up.iter().cloned()));
    if !is_known_sound && has_prose {
        diagnostics.extend(of_prose(&layers, &bundle.sources));
    }
    diagnostics.sort();
    let is_sought = |file, code| {
        !is_known_sound
            && lint::is_complete(code, effort)
            && !is_of_comparison(code)
            && (has_prose || !is_of_prose(code))
            && bundle.is_own(file)
    };
    allow(&bundle.sources, is_sought, diagnostics);
    let book = Arc::new(book);
    let mut analysis = Analysis {
        bundle,
        trees: rules,
        written,
        overrides,
        base_examples,
        roster: match roster {
            Cow::Borrowed(_) => units,
            Cow::Owned(roster) => Arc::new(ParsedUnits::amended(roster)),
        },
        index,
        draft: draft.unwrap_or_else(|| Arc::clone(&book)),
        book,
        symbols: OnceLock::new(),
        selected_cells: OnceLock::new(),
        diagnostics: found,
    };
    // An example that cannot be read leaves the rules as they are.
    if is_broken && analysis.examples().is_some() {
        analysis.book = Arc::clone(&analysis.draft);
    }
    analysis
}

/// Returns the roster of a ruleset with the names of the maps that only other rulesets can read.
fn with_maps_of_others<'r>(bundle: &Bundle, roster: &'r Roster) -> Cow<'r, Roster> {
    let mut roster = Cow::Borrowed(roster);
    if !bundle.maps_of_others.is_empty() {
        let others = bundle.maps_of_others.iter();
        let others = others.map(|(path, other)| (map_of_path(path).to_owned(), other.clone()));
        roster.to_mut().maps_of_others = others.collect();
    }
    roster
}

/// Returns the trees of the files of a layer.
fn tree_of(layer: &LayerFiles, files: &[Arc<ParsedRules>]) -> Layer {
    Layer {
        name: layer.name.clone(),
        files: files.iter().map(|file| file.tree.clone()).collect(),
        ids: layer.rule_files.clone(),
    }
}

/// Lays what the variants say about units over the roster.
fn amend_units(
    bundle: &Bundle,
    overlaid: &mut Overlaid,
    roster: &mut Cow<'_, Roster>,
    diagnostics: &mut Diagnostics,
) {
    if overlaid.units.is_empty() && overlaid.removed_units.is_empty() {
        return;
    }
    let of_units = sandtable_check::amend_units(roster.to_mut(), overlaid, diagnostics);
    let of_units = of_units.into_iter().map(|mut one| {
        one.loser = owner(bundle, one.loser_place.file);
        one
    });
    overlaid.overrides.extend(of_units);
}

/// The rules of a ruleset, about to be checked.
struct Checking<'a> {
    bundle: &'a Bundle,
    rules: &'a [ast::File],
    roster: &'a Roster,
    /// The texts of the units in drafts.
    of_drafts: Vec<&'a str>,
    /// The numbered rules of a printed book.
    index: Option<&'a Index>,
    /// The effort of the linter at trial runs.
    effort: Option<lint::Effort>,
    is_known_sound: bool,
    workers: &'a dyn Workers,
}

impl Checking<'_> {
    /// Checks the rules; looks for what a draft leaves open if they are sound.
    fn run(
        &self,
        sections: Option<BTreeMap<String, String>>,
        kept: &mut Kept,
        diagnostics: &mut Diagnostics,
    ) -> RuleBook {
        let mut found = Diagnostics::default();
        if self.is_known_sound {
            let book = sandtable_check::run(self.rules, self.roster, sections, &mut found);
            diagnostics.extend(all(&found));
            return book;
        }
        let texts = texts(self.bundle, self.rules);
        let of_roster = of_roster(self.bundle, &self.of_drafts);
        let incremental = Incremental {
            texts: &texts,
            roster: of_roster,
            heads: of_heads(self.rules, &self.bundle.sources, of_roster),
            kept: &mut kept.check,
        };
        let (book, fingerprints) = sandtable_check::run_incremental(
            self.rules,
            self.roster,
            sections,
            incremental,
            &mut found,
        );
        if !found.has_errors() && book.poison.is_empty() {
            // Nothing is run, or held against the index, while there are errors in it or in a change of a base.
            let is_sound = !diagnostics.has_errors();
            let scenarios = kept.scenarios.of(self.bundle);
            let given = Given {
                rules: self.rules,
                index: self.index.filter(|_| is_sound),
                played: &|| played(&scenarios),
                begun: &|| begun(&scenarios, self.roster),
                effort: self.effort.filter(|_| is_sound),
                texts: &texts,
                fingerprints: &fingerprints,
                beside: beside(self.bundle),
                workers: self.workers,
            };
            lint::run(&book, given, &mut kept.lint, &mut found);
        }
        found.retain(|finding| is_of_an_index(self.bundle, finding));
        diagnostics.extend(all(&found));
        book
    }
}

/// Every finding and note.
fn all(found: &Diagnostics) -> impl Iterator<Item = Diagnostic> {
    found.iter().chain(found.notes()).cloned()
}

/// Findings and notes about the prose of the Markdown files of the last layer by itself.
fn of_prose(
    layers: &[(&LayerFiles, Vec<Arc<ParsedRules>>)],
    sources: &SourceMap,
) -> impl Iterator<Item = Diagnostic> {
    let files = layers.last().into_iter().flat_map(|(_, files)| files);
    let drafts = files.filter_map(|file| file.draft.as_ref());
    drafts.flat_map(|draft| all(draft.of_prose(sources)))
}

/// Returns the texts of the declarations in force, and those of unit files and maps.
fn texts(bundle: &Bundle, rules: &[ast::File]) -> Texts {
    let whole = |file: FileId| {
        let source = bundle.sources.get(file)?;
        Some(Span::new(file, 0, source.text.len()))
    };
    let files = bundle.unit_files().chain(bundle.map_files());
    let declared = rules.iter().flat_map(|file| &file.extents).copied();
    Texts::new(declared.chain(files.filter_map(whole)), &bundle.sources)
}

/// Returns the fingerprint of the index and of the scenarios.
fn beside(bundle: &Bundle) -> Fingerprint {
    let scenarios = bundle.layers.iter().flat_map(|layer| &layer.scenario_files);
    let files = bundle.index_file.iter().chain(scenarios);
    let sources = files.filter_map(|file| bundle.sources.get(*file));
    let texts: Vec<_> = sources.map(|source| (&source.name, &source.text)).collect();
    Fingerprint::of(&texts)
}

/// Returns the fingerprint of all units and maps.
fn of_roster(bundle: &Bundle, of_drafts: &[&str]) -> Fingerprint {
    let files = bundle.unit_files().chain(bundle.map_files());
    let texts = files.filter_map(|file| Some(&bundle.sources.get(file)?.text));
    let texts: Vec<&str> = texts.map(AsRef::as_ref).collect();
    Fingerprint::of(&(texts, of_drafts))
}

/// The rule files of each layer, read.
fn parsed_layers<'b>(
    bundle: &'b Bundle,
    without_examples: bool,
    cache: &mut Cache,
) -> Vec<(&'b LayerFiles, Vec<Arc<ParsedRules>>)> {
    let sources = &bundle.sources;
    let reads_again = !without_examples && !cache.forgets;
    let (known, parse): (_, Parse) = match without_examples {
        true => (&mut cache.rules_alone, parse_without_examples),
        false => (&mut cache.rules, parse),
    };
    let mut read = |file: FileId| {
        known.get_after(sources, file, |source, before| match before {
            Some(before) if reads_again => ParsedRules::reparsed(file, source, before),
            Some(_) | None => ParsedRules::new(file, source, parse),
        })
    };
    let layers = bundle.layers.iter().map(|layer| {
        let files = layer.rule_files.iter();
        (layer, files.filter_map(|file| read(*file)).collect())
    });
    layers.collect()
}

/// Returns the units and maps of all files, and the units in drafts.
fn units<'p>(
    bundle: &Bundle,
    rules: impl Iterator<Item = &'p Arc<ParsedRules>>,
    cache: &mut Cache,
) -> Arc<ParsedUnits> {
    let sources = &bundle.sources;
    let mut parts: Vec<Arc<ParsedUnits>> = Vec::new();
    for file in bundle.unit_files() {
        let make = |source: &SourceFile| ParsedUnits::units(file, &source.text);
        parts.extend(cache.units.get(sources, file, make));
    }
    for file in bundle.map_files() {
        let name = bundle.map_name(file).unwrap_or_default();
        let make = |source: &SourceFile| ParsedUnits::map(name, file, &source.text);
        parts.extend(cache.units.get(sources, file, make));
    }
    let drafts = rules.filter_map(|file| file.draft.as_ref());
    parts.extend(drafts.map(|draft| draft.units.clone()));
    cache.roster(parts)
}

/// The headings of drafts, which are the sections of the book unless it has an index.
fn headings<'d>(drafts: impl Iterator<Item = &'d Draft>) -> Option<Index> {
    let sections = drafts.flat_map(|draft| &draft.sections);
    let mut rules: Vec<NumberedRule> = Vec::new();
    for section in sections {
        if rules.iter().any(|rule| rule.id == section.id) {
            continue;
        }
        let speaks = section.has_rules || section.speaks_of.is_some();
        rules.push(NumberedRule {
            id: section.id.clone(),
            span: None,
            title: section.title.clone(),
            section: section.id.clone(),
            force: if speaks {
                Force::Executable
            } else {
                Force::Advice
            },
            unclear: None,
            contradiction: None,
            reading: String::new(),
            reason: String::new(),
        });
    }
    (!rules.is_empty()).then_some(Index {
        rules,
        ..Index::default()
    })
}

/// The name of the layer that a file belongs to.
fn owner(bundle: &Bundle, file: FileId) -> String {
    let owners = bundle.layers.iter();
    let mut owners =
        owners.filter(|layer| layer.unit_files.contains(&file) || layer.rule_files.contains(&file));
    owners
        .next()
        .map_or_else(String::new, |layer| layer.name.clone())
}

/// The titles of the sections that the book and its base have; the base may have no index.
fn sections(
    bundle: &Bundle,
    index: Option<&Index>,
    cache: &mut Cache,
) -> Option<BTreeMap<String, String>> {
    let mut titles = index?.titles();
    for layer in &bundle.layers {
        let file = layer
            .index_file
            .filter(|file| Some(*file) != bundle.index_file);
        // Errors in the index of a base are reported where the base is checked.
        if let Some(other) = file.and_then(|file| parsed_index(bundle, file, cache)) {
            titles.extend(other.index.titles());
        }
    }
    Some(titles)
}

/// A ruleset without an index of its own may cite what it likes; the headings of a draft are its index.
fn is_of_an_index(bundle: &Bundle, finding: &Diagnostic) -> bool {
    let file = finding.labels.first().map(|label| label.span.file);
    let source = file.and_then(|file| bundle.sources.get(file));
    finding.code != Code::UnknownSection
        || source.is_some_and(|source| is_markdown(&source.name))
        || bundle.layers.iter().any(|layer| {
            layer.index_file.is_some() && file.is_some_and(|file| layer.rule_files.contains(&file))
        })
}

/// The book's numbered rules, if the `ruleset` line names an index.
fn index(
    bundle: &Bundle,
    rules: &[ast::File],
    cache: &mut Cache,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<ParsedIndex>> {
    let items = rules.iter().flat_map(|file| &file.items);
    let named = items
        .filter_map(|item| {
            if let ast::Item::Ruleset(ruleset) = &item.value {
                ruleset.index.as_ref()
            } else {
                None
            }
        })
        .next()?;
    let file = bundle.index_file.filter(|_| named.value == "index.toml");
    let Some(parsed) = file.and_then(|file| parsed_index(bundle, file, cache)) else {
        diagnostics.push(
            Diagnostic::new(
                Code::UnreadableFile,
                format!("there is no index `{}`", named.value),
            )
            .label(named.span, "")
            .help("put the index beside the rule files and name it `index.toml`"),
        );
        return None;
    };
    diagnostics.extend(all(&parsed.findings));
    Some(parsed)
}

fn parsed_index(bundle: &Bundle, file: FileId, cache: &mut Cache) -> Option<Arc<ParsedIndex>> {
    let make = |source: &SourceFile| ParsedIndex::new(file, source);
    cache.indexes.get(&bundle.sources, file, make)
}
