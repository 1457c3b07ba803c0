//! The order in which variants apply.

use super::Layer;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};

/// The order of the layers, and which of them are ordered at all.
pub(super) struct LayerOrder {
    /// Places of the layers, the base first.
    pub(super) places: Vec<usize>,
    /// For each layer, those that are known to precede it.
    before: Vec<Vec<usize>>,
}

impl LayerOrder {
    /// Whether an order of the two is declared.
    pub(super) fn is_said(&self, one: usize, other: usize) -> bool {
        let comes_before = |first: usize, second: usize| {
            let before = self.before.get(second);
            before.is_some_and(|before| before.contains(&first))
        };
        comes_before(one, other) || comes_before(other, one)
    }
}

/// Orders variants: each follows its base and those that its `after` line names; otherwise in the given order.
///
/// Reports: E0207.
pub(super) fn layer_order(layers: &[Layer], diagnostics: &mut Diagnostics) -> LayerOrder {
    let place = |name: &str| layers.iter().position(|layer| layer.name == name);
    let needs: Vec<Vec<usize>> = layers
        .iter()
        .map(|layer| {
            let Some(variant) = layer.variant() else {
                return Vec::new();
            };
            let after = variant.after.iter().map(|name| name.value.as_str());
            let base = std::iter::once(variant.base.value.as_str());
            base.chain(after).filter_map(place).collect()
        })
        .collect();
    let mut places: Vec<usize> = Vec::new();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); layers.len()];
    while places.len() < layers.len() {
        let open = |at: &usize| !places.contains(at);
        let ready = |at: &usize| {
            let needs = needs.get(*at);
            needs.is_some_and(|needs| needs.iter().all(|need| places.contains(need)))
        };
        let next = (0..layers.len()).filter(open).find(ready);
        let Some(next) = next else {
            circle(layers, &places, diagnostics);
            let rest: Vec<usize> = (0..layers.len()).filter(open).collect();
            places.extend(rest);
            break;
        };
        let mut all: Vec<usize> = needs.get(next).cloned().unwrap_or_default();
        for need in needs.get(next).into_iter().flatten() {
            all.extend(before.get(*need).into_iter().flatten());
        }
        if let Some(before) = before.get_mut(next) {
            *before = all;
        }
        places.push(next);
    }
    LayerOrder { places, before }
}

fn circle(layers: &[Layer], placed: &[usize], diagnostics: &mut Diagnostics) {
    let open = layers.iter().enumerate();
    let open = open.filter(|(at, _)| !placed.contains(at));
    let mut finding = Diagnostic::new(
        Code::CircularRule,
        "each of these variants is declared to come after another of them",
    );
    for variant in open.filter_map(|(_, layer)| layer.variant()) {
        let place = variant.after.first().unwrap_or(&variant.base);
        finding = finding.label(
            place.span,
            format!("`{}` after this", variant.head.name.value),
        );
    }
    diagnostics.push(finding.help("delete one of the `after` lines"));
}
