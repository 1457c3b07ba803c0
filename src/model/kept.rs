//! Memoised results across edits: the fingerprints of their inputs, and the new places of their spans.
//!
//! A result is kept with the fingerprint of what it was made of ([`super::fingerprint`]). Fingerprints are of texts, wherever in
//! their files the texts are, so that a result is valid as long as none of its input texts changes. Its spans are moved along when a text
//! before it grows. This is a memo table with explicit keys, as incremental compilers have (Acar 2005; Hammer et al. 2014), not
//! a graph of queries: each analysis runs as it is written, and asks for a kept result at the few places where that pays.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sandtable_source::{FileId, SourceMap, Span};

/// A hash of a text, or of whatever something was made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Returns the fingerprint of a value.
    pub fn of(value: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// The text of a declaration: its place and its fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Text {
    start: usize,
    end: usize,
    fingerprint: Fingerprint,
}

/// The texts of all declarations and of the files that are read as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// By file, in the order of their places; they do not overlap.
    by_file: BTreeMap<FileId, Vec<Text>>,
    /// Names of all files by id.
    names: Option<Fingerprint>,
}

impl Texts {
    /// Returns the texts at some places.
    pub fn new(places: impl IntoIterator<Item = Span>, sources: &SourceMap) -> Self {
        let names: Vec<&str> = sources
            .files()
            .map(|(_, file)| file.name.as_str())
            .collect();
        let mut texts = Self {
            by_file: BTreeMap::new(),
            names: Some(Fingerprint::of(&names)),
        };
        for place in places {
            let fingerprint = Fingerprint::of(sources.text(place));
            let (start, end) = (place.start, place.end);
            let of_file = texts.by_file.entry(place.file).or_default();
            of_file.push(Text {
                start,
                end,
                fingerprint,
            });
        }
        for of_file in texts.by_file.values_mut() {
            of_file.sort_by_key(|text| text.start);
        }
        texts
    }

    /// Whether nothing is known of any text.
    pub fn is_empty(&self) -> bool {
        self.by_file.is_empty()
    }

    fn find(&self, span: Span) -> Option<(usize, &Text)> {
        let texts = self.by_file.get(&span.file)?;
        let after = texts.partition_point(|text| text.start <= span.start);
        let at = after.checked_sub(1)?;
        let text = texts.get(at).filter(|text| span.end <= text.end)?;
        Some((at, text))
    }

    /// Returns the fingerprint of the text that contains a span.
    pub fn of(&self, span: Span) -> Option<Fingerprint> {
        self.containing(span).map(|(_, fingerprint)| fingerprint)
    }

    /// Returns the place and the fingerprint of the text that contains a span.
    pub fn containing(&self, span: Span) -> Option<(Span, Fingerprint)> {
        let (_, text) = self.find(span)?;
        Some((Span::new(span.file, text.start, text.end), text.fingerprint))
    }
}

/// The way of spans from the texts of one run to those of the next.
#[derive(Debug)]
pub struct Moves<'t> {
    from: &'t Texts,
    /// The new place of each text of the files that differ; `None` for a text that is no longer there.
    moved: BTreeMap<FileId, Vec<Option<usize>>>,
}

impl<'t> Moves<'t> {
    /// Returns the moves between two runs; `None` if they do not have the same files.
    pub fn new(from: &'t Texts, to: &Texts) -> Option<Self> {
        let have_same_files = from.names == to.names && from.by_file.keys().eq(to.by_file.keys());
        if !have_same_files {
            return None;
        }
        let mut moved = BTreeMap::new();
        for ((file, before), now) in from.by_file.iter().zip(to.by_file.values()) {
            if before == now {
                continue;
            }
            // Equal texts keep their order.
            let mut places: BTreeMap<Fingerprint, Vec<usize>> = BTreeMap::new();
            for text in now.iter().rev() {
                let equal = places.entry(text.fingerprint).or_default();
                equal.push(text.start);
            }
            let places = before
                .iter()
                .map(|text| places.get_mut(&text.fingerprint)?.pop());
            moved.insert(*file, places.collect());
        }
        Some(Self { from, moved })
    }

    /// Returns that nothing has moved.
    pub fn none(from: &'t Texts) -> Self {
        Self {
            from,
            moved: BTreeMap::new(),
        }
    }

    /// Whether all spans in a file are where they were.
    pub fn is_still(&self, file: FileId) -> bool {
        !self.moved.contains_key(&file)
    }

    /// Returns the place where the text of a span is now; `None` if it has changed.
    pub fn of(&self, span: Span) -> Option<Span> {
        let Some(moved) = self.moved.get(&span.file) else {
            return Some(span);
        };
        let (at, text) = self.from.find(span)?;
        let start = (*moved.get(at)?)?;
        let by = |place: usize| place - text.start + start;
        Some(Span::new(span.file, by(span.start), by(span.end)))
    }
}

/// A result with spans in it.
pub trait Placed {
    /// Calls a visitor with each of its spans.
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span));

    /// Moves its spans to where their texts are now. Returns whether all of these are still there; if not, the result is of no use.
    fn move_along(&mut self, moves: &Moves<'_>) -> bool {
        let mut are_known = true;
        self.each_span(&mut |span| match moves.of(*span) {
            Some(now) => *span = now,
            None => are_known = false,
        });
        are_known
    }
}

/// A kept result, and the files that its spans are in.
#[derive(Debug)]
struct Entry<V> {
    value: V,
    files: BTreeSet<FileId>,
    /// Whether this run has asked for it.
    is_used: bool,
}

impl<V: Placed> Entry<V> {
    fn new(mut value: V) -> Self {
        let mut files = BTreeSet::new();
        value.each_span(&mut |span| _ = files.insert(span.file));
        let is_used = true;
        Self {
            value,
            files,
            is_used,
        }
    }

    /// Returns the result with its spans where their texts are now; `None` if one of these has changed.
    fn moved(mut self, moves: &Moves<'_>) -> Option<Self> {
        self.is_used = false;
        if self.files.iter().all(|file| moves.is_still(*file)) {
            return Some(self);
        }
        self.value.move_along(moves).then_some(self)
    }
}

/// The results of the last run, and those of this one. A result that a run does not ask for is not kept.
#[derive(Debug)]
pub struct Memo<K, V> {
    before: BTreeMap<K, Vec<Entry<V>>>,
    now: BTreeMap<K, Vec<Entry<V>>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self {
            before: BTreeMap::new(),
            now: BTreeMap::new(),
        }
    }
}

impl<K: Ord + Clone, V: Placed> Memo<K, V> {
    /// Returns a kept result of a key that is valid. Results of the last run are moved to where their texts are now.
    pub fn get(
        &mut self,
        key: &K,
        moves: &Moves<'_>,
        mut is_valid: impl FnMut(&V) -> bool,
    ) -> Option<&V> {
        if let Some(before) = self.before.remove(key) {
            let moved = before.into_iter().filter_map(|entry| entry.moved(moves));
            self.now.entry(key.clone()).or_default().extend(moved);
        }
        let mut known = self.now.get_mut(key)?.iter_mut();
        let entry = known.find(|entry| is_valid(&entry.value))?;
        entry.is_used = true;
        Some(&entry.value)
    }

    /// Keeps a result.
    pub fn insert(&mut self, key: K, value: V) {
        self.now.entry(key).or_default().push(Entry::new(value));
    }

    /// Ends a run: what it has not asked for is dropped.
    pub fn end_run(&mut self) {
        self.before = std::mem::take(&mut self.now);
        self.before.retain(|_, entries| {
            entries.retain(|entry| entry.is_used);
            !entries.is_empty()
        });
    }
}

/// A memo table that several threads ask; each holds it only while it looks a result up or keeps one.
#[derive(Debug)]
pub struct SharedMemo<K, V>(Mutex<Memo<K, V>>);

impl<K, V> Default for SharedMemo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V> SharedMemo<K, V> {
    /// Holds the memo, also after a panic of another thread: its entries are whole between two calls.
    pub fn lock(&self) -> MutexGuard<'_, Memo<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, Memo, Moves, Placed, Texts};
    use sandtable_source::{FileId, SourceMap, Span};

    /// The texts of a file whose lines are its declarations.
    fn texts(text: &str) -> (FileId, Texts) {
        let mut sources = SourceMap::default();
        let file = sources.add("a.rules", text);
        let mut start = 0;
        let mut places = Vec::new();
        for line in text.split('\n') {
            places.push(Span::new(file, start, start + line.len()));
            start += line.len() + 1;
        }
        (file, Texts::new(places, &sources))
    }

    #[test]
    fn spans_move_with_their_declaration_unless_it_changes() {
        let (file, before) = texts("aa\nbb\ncc");
        let (_, after) = texts("aa\nbbbb\ncc");
        let moves = Moves::new(&before, &after).unwrap();
        let of = |start: usize, end: usize| {
            let moved = moves.of(Span::new(file, start, end));
            moved.map(|span| (span.start, span.end))
        };
        assert_eq!(of(1, 2), Some((1, 2)));
        assert_eq!(of(3, 4), None);
        // Two letters were added before it.
        assert_eq!(of(7, 8), Some((9, 10)));
        // What is in no declaration has no place.
        assert_eq!(of(2, 4), None);
    }

    #[test]
    fn equal_declarations_keep_their_order() {
        let (file, before) = texts("aa\nbb\naa");
        let (_, after) = texts("x\naa\naa");
        let moves = Moves::new(&before, &after).unwrap();
        let of = |start: usize| {
            moves
                .of(Span::new(file, start, start))
                .map(|span| span.start)
        };
        assert_eq!((of(0), of(6)), (Some(2), Some(5)));
    }

    #[test]
    fn nothing_moves_between_different_files() {
        let (_, before) = texts("aa");
        let mut sources = SourceMap::default();
        let file = sources.add("b.rules", "aa");
        let after = Texts::new([Span::new(file, 0, 2)], &sources);
        assert!(Moves::new(&before, &after).is_none());
    }

    #[derive(Debug, PartialEq)]
    struct At(Span);

    impl Placed for At {
        fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
            visit(&mut self.0);
        }
    }

    #[test]
    fn a_result_is_kept_as_long_as_each_run_asks_for_it() {
        let (file, first) = texts("aa\ncc");
        let (_, second) = texts("aaaa\ncc");
        let key = Fingerprint::of("cc");
        let mut memo = Memo::default();
        memo.insert(key, At(Span::new(file, 3, 5)));
        memo.end_run();
        let moves = Moves::new(&first, &second).unwrap();
        let moved = At(Span::new(file, 5, 7));
        assert_eq!(memo.get(&key, &moves, |_| false), None);
        assert_eq!(memo.get(&key, &moves, |_| true), Some(&moved));
        memo.end_run();
        // A run that does not ask for it.
        memo.end_run();
        assert_eq!(memo.get(&key, &Moves::none(&second), |_| true), None);
    }
}
