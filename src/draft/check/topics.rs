//! Words of a manuscript by block, each with a weight by rarity: a word that few sections have says more of what a section is about.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::context::Context;
use super::words::{Kind, Token, stem};
use crate::vocabulary::WordList;

/// Index of a word into the words of a manuscript.
pub(super) type WordId = usize;

/// The words of all blocks.
pub(super) struct Topics {
    ids: BTreeMap<String, WordId>,
    /// Words of each block, in reading order.
    blocks: Vec<Vec<WordId>>,
    /// Inverse document frequency of each word, where a section is a document; that of a word of one section is about [`HIGHEST`].
    weights: Vec<f64>,
}

/// Weight of a word that only one section has, in short and in long manuscripts.
const HIGHEST: f64 = 3.5;

/// The stem of a word that has a topic: `move` of `movement` and of `moves`.
pub(super) fn topic_of(word: &Token<'_>) -> Option<String> {
    let text = word.text;
    let plain = text.strip_suffix("’s").or_else(|| text.strip_suffix("'s"));
    let plain = plain.unwrap_or(text);
    let is_idle = word.is_word(WordList::Idle.words());
    if word.kind != Kind::Word || plain.len() < 2 || is_idle || word.count().is_some() {
        return None;
    }
    let mut stem = stem(plain);
    if stem.len() > 6 && stem.ends_with("ment") {
        stem.truncate(stem.len() - 4);
        return Some(super::words::stem(&stem));
    }
    Some(stem)
}

impl Topics {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let mut ids: BTreeMap<String, WordId> = BTreeMap::new();
        let mut blocks = vec![Vec::new(); context.document.blocks.len()];
        for prose in context.prose() {
            let stems = context.words(&prose).iter().filter_map(topic_of);
            let own = stems.map(|stem| {
                let next = ids.len();
                *ids.entry(stem).or_insert(next)
            });
            let own: Vec<WordId> = own.collect();
            if let Some(block) = blocks.get_mut(prose.block) {
                block.extend(own);
            }
        }
        let mut homes: BTreeMap<Option<usize>, BTreeSet<WordId>> = BTreeMap::new();
        for (block, words) in blocks.iter().enumerate() {
            let home = homes.entry(context.home(block)).or_default();
            home.extend(words);
        }
        homes.retain(|_, words| !words.is_empty());
        let mut counts = vec![0_u32; ids.len()];
        for word in homes.values().flatten() {
            if let Some(count) = counts.get_mut(*word) {
                *count += 1;
            }
        }
        let n_homes = f64::from(u32::try_from(homes.len()).unwrap_or(u32::MAX)).max(2.0) + 1.0;
        let scale = HIGHEST / (n_homes / 1.5).ln();
        let weights = counts.into_iter();
        let weights = weights.map(|n| scale * (n_homes / (f64::from(n) + 0.5)).ln());
        Self {
            ids,
            blocks,
            weights: weights.collect(),
        }
    }

    pub(super) fn id(&self, stem: &str) -> Option<WordId> {
        self.ids.get(stem).copied()
    }

    pub(super) fn weight(&self, word: WordId) -> f64 {
        self.weights.get(word).copied().unwrap_or(0.0)
    }

    /// Number of times that each word is in some blocks, and the number of all words there.
    pub(super) fn counts(&self, blocks: &Range<usize>) -> (BTreeMap<WordId, f64>, f64) {
        let blocks = self.blocks.get(blocks.clone()).unwrap_or_default();
        let mut counts = BTreeMap::new();
        let mut n_all = 0.0;
        for word in blocks.iter().flatten() {
            *counts.entry(*word).or_default() += 1.0;
            n_all += 1.0;
        }
        (counts, n_all)
    }
}
