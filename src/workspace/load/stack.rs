//! Rulesets that are laid over each other: a variant, what it is a variant of, and further variants in force.

use std::path::{Path, PathBuf};

use super::{Bundle, LayerFiles, by_folder, find};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Spanned;
use sandtable_syntax::base_of;
use sandtable_syntax::markdown::{is_markdown, read_markdown};

/// How many rulesets may be laid over each other.
const MOST_LAYERS: usize = 32;

/// Loads a ruleset and everything that it stands on, the base first.
pub(super) fn stack(name: &str, with: &[String], diagnostics: &mut Diagnostics) -> Option<Bundle> {
    let mut bundle = Bundle::default();
    chain(&mut bundle, name, diagnostics)?;
    bundle.name = bundle.layers.last()?.name.clone();
    let own_index = bundle.index_file;
    let base = bundle.layers.first()?.name.clone();
    for variant in with {
        let before = bundle.layers.len();
        let root = chain(&mut bundle, variant, diagnostics)?;
        if root != base {
            bundle.layers.truncate(before);
            diagnostics.push(no_variant(variant, &base, &root));
            return None;
        }
        if let Some(last) = bundle
            .layers
            .last()
            .filter(|_| bundle.layers.len() > before)
        {
            bundle.name = format!("{} + {}", bundle.name, last.name);
        }
    }
    bundle.index_file = bundle.index_file.or(own_index);
    bundle.rule_files = bundle
        .layers
        .iter()
        .flat_map(|layer| layer.rule_files.clone())
        .collect();
    bundle.unit_files = bundle
        .layers
        .iter()
        .flat_map(|layer| layer.unit_files.clone())
        .collect();
    bundle.map_files = bundle
        .layers
        .iter()
        .flat_map(|layer| layer.map_files.clone())
        .collect();
    Some(bundle)
}

fn no_variant(variant: &str, base: &str, root: &str) -> Diagnostic {
    let message = format!("`{variant}` is no variant of `{base}`");
    Diagnostic::new(Code::UnknownRuleset, message).help(if root == variant {
        format!("its rule files begin with `ruleset`; a variant begins with `variant {variant} \"…\" of {base}`")
    } else {
        format!("it is a variant of `{root}`")
    })
}

/// Adds a ruleset and, in front of it, those that it is a variant of; gives the name of the last of them.
fn chain(bundle: &mut Bundle, name: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let mut layers: Vec<LayerFiles> = Vec::new();
    let (mut layer, mut folder) = layer(bundle, name, None, diagnostics)?;
    let top_index = layer.index_file;
    loop {
        let base = layer.rule_files.iter().find_map(|file| {
            let source = bundle.sources.get(*file)?;
            if is_markdown(&source.name) {
                return base_of(*file, &read_markdown(*file, &source.text).rules);
            }
            base_of(*file, &source.text)
        });
        let name = layer.name.clone();
        layers.insert(0, layer);
        let Some(base) = base else {
            break finish(bundle, layers, top_index, name);
        };
        let is_known = bundle.layers.iter().any(|known| known.name == base.value);
        if is_known {
            let root = bundle.layers.first().map(|root| root.name.clone())?;
            break finish(bundle, layers, top_index, root);
        }
        if layers.iter().any(|known| known.name == base.value) || layers.len() > MOST_LAYERS {
            diagnostics.push(circle(&base));
            return None;
        }
        (layer, folder) = layer_of_base(bundle, &base, folder.as_deref(), diagnostics)?;
    }
}

fn finish(
    bundle: &mut Bundle,
    layers: Vec<LayerFiles>,
    top_index: Option<sandtable_source::FileId>,
    root: String,
) -> Option<String> {
    for layer in layers {
        if !bundle.layers.iter().any(|known| known.name == layer.name) {
            bundle.layers.push(layer);
        }
    }
    bundle.index_file = top_index.or(bundle.index_file);
    Some(root)
}

fn circle(base: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(
        Code::InACircle,
        format!("`{}` is a variant of a variant of itself", base.value),
    )
    .help("one of them must be a `ruleset` of its own")
}

fn layer_of_base(
    bundle: &mut Bundle,
    base: &Spanned<String>,
    variant: Option<&Path>,
    diagnostics: &mut Diagnostics,
) -> Option<(LayerFiles, Option<PathBuf>)> {
    let beside = variant
        .and_then(Path::parent)
        .map(|parent| parent.join(&base.value))
        .filter(|folder| folder.is_dir());
    layer(bundle, &base.value, beside, diagnostics)
}

/// Adds one ruleset to the sources; its files are taken out of the lists of the bundle.
fn layer(
    bundle: &mut Bundle,
    name: &str,
    folder: Option<PathBuf>,
    diagnostics: &mut Diagnostics,
) -> Option<(LayerFiles, Option<PathBuf>)> {
    let (rules, units) = (bundle.rule_files.len(), bundle.unit_files.len());
    let maps = bundle.map_files.len();
    let index = bundle.index_file.take();
    let found = match folder {
        Some(folder) => {
            by_folder(bundle, &folder, diagnostics);
            Some((name.to_owned(), Some(folder)))
        }
        None => find(bundle, name, diagnostics),
    };
    let own_index = bundle.index_file.take();
    bundle.index_file = index;
    let (name, folder) = found?;
    let layer = LayerFiles {
        name,
        rule_files: bundle.rule_files.split_off(rules),
        unit_files: bundle.unit_files.split_off(units),
        map_files: bundle.map_files.split_off(maps),
        index_file: own_index,
    };
    Some((layer, folder))
}
