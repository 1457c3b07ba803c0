//! Terms spelt in two ways.
//!
//! Reports: E0716.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::phases::capitalised;
use super::words::{Kind, Token, stem};
use crate::dictionary::{correction, is_english, is_simple};
use crate::vocabulary::WordList;

/// Each spelling with the number of its uses, its first place and block, and whether it has a capital inside a sentence.
type Words = BTreeMap<String, (usize, Span, usize, bool)>;

/// Terms spelt in two ways: a hyphen or a space here and not there, British and American, typing errors.
///
/// Reports: E0716.
pub(super) fn check(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let vocabulary = Vocabulary::new(context, prose);
    let mut pairs = vocabulary.hyphens();
    pairs.extend(vocabulary.british_and_american());
    pairs.extend(vocabulary.plurals());
    pairs.extend(vocabulary.apart());
    pairs.extend(vocabulary.accents());
    pairs.extend(vocabulary.unhyphened());
    pairs.extend(vocabulary.hyphened_once());
    let slips = vocabulary.slips().into_iter().chain(vocabulary.errors());
    for pair in slips {
        // One finding for a word.
        if pairs.iter().all(|known| known.0.1 != pair.0.1) {
            pairs.push(pair);
        }
    }
    let mut findings = vocabulary.misspelt(context);
    findings.retain(|finding| {
        let place = finding.labels.first().map(|label| label.span);
        pairs.iter().all(|(rare, _)| Some(rare.1) != place)
    });
    let pairs = pairs.into_iter();
    findings.extend(pairs.map(|((rare, place, block), (usual, first))| {
        let (rare, usual) = (vocabulary.as_written(rare), vocabulary.as_written(usual));
        two_spellings(context, (&rare, place, block), (&usual, first))
    }));
    findings
}

/// A spelling with its place and block, and another with its place.
type Pair<'a> = ((&'a str, Span, usize), (&'a str, Span));

/// A word with the number of its uses, its first place and block.
type Known<'a> = (&'a String, &'a (usize, Span, usize, bool));

/// Returns two spellings, the rarer one first; of equally frequent ones the second.
fn rarer_first<'a>(one: Known<'a>, other: Known<'a>) -> Pair<'a> {
    let (rare, usual) = if one.1.0 < other.1.0 {
        (one, other)
    } else {
        (other, one)
    };
    let (_, place, block, _) = rare.1;
    ((rare.0, *place, *block), (usual.0, usual.1.1))
}

/// Two words side by side: as written, the first place and block, and the number of times.
struct Apart {
    text: String,
    span: Span,
    block: usize,
    n: usize,
}

/// The words of a manuscript.
struct Vocabulary {
    words: Words,
    /// Pairs of words side by side, by what they are as one word.
    pairs: BTreeMap<String, Apart>,
    /// Those pairs whose words both have capitals.
    capitals: BTreeMap<String, Apart>,
    /// Words that are written in small letters at some place.
    small: BTreeSet<String>,
    /// Words with a hyphen, by the singular without it: each spelling with the number of its uses, its first place and block.
    hyphened: BTreeMap<String, BTreeMap<String, (usize, Span, usize)>>,
    /// Those of them that a word follows which they may describe: `a two-player game`.
    describing: BTreeSet<String>,
}

impl Vocabulary {
    /// A word as the text has it: a name with its capitals.
    fn as_written(&self, word: &str) -> String {
        let is_name = |part: &str| {
            let known = self.words.get(part);
            known.is_some_and(|known| known.3) && !self.small.contains(part)
        };
        let is_one = is_name(word);
        let parts = word.split_inclusive(['-', ' ']);
        let written = parts.map(|part| match part.trim_end_matches(['-', ' ']) {
            word if is_one || is_name(word) => capitalised(part),
            _ => part.to_owned(),
        });
        written.collect()
    }

    fn new(context: &Context<'_>, prose: &[Prose<'_>]) -> Self {
        let mut vocabulary = Self {
            words: Words::new(),
            pairs: BTreeMap::new(),
            capitals: BTreeMap::new(),
            small: BTreeSet::new(),
            hyphened: BTreeMap::new(),
            describing: BTreeSet::new(),
        };
        for one in prose {
            let tokens = context.words(one);
            let is_inside = |at: usize| {
                let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                before
                    .is_some_and(|before| !before.is_any_mark(&['.', '!', '?', ':', '(', '“', '"']))
            };
            for (at, token) in tokens.iter().enumerate() {
                if token.kind != Kind::Word {
                    continue;
                }
                let lower = token.text.to_lowercase();
                if !token.is_capitalised() {
                    vocabulary.small.insert(lower.clone());
                }
                if let Some(span) = context.span(one, token.range.clone()) {
                    let entry = vocabulary.words.entry(lower);
                    let entry = entry.or_insert((0, span, one.block, false));
                    entry.0 += 1;
                    entry.3 |= token.is_capitalised() && is_inside(at);
                }
                if let Some(next) = tokens.get(at + 1).filter(|next| is_apart(token, next)) {
                    let whole = format!("{}{}", token.text, next.text).to_lowercase();
                    if let Some(span) = context.span(one, token.range.start..next.range.end) {
                        let new = || Apart {
                            text: format!("{} {}", token.text, next.text).to_lowercase(),
                            span,
                            block: one.block,
                            n: 0,
                        };
                        let key = singular(&whole);
                        if token.is_capitalised() && next.is_capitalised() && !one.is_heading {
                            let capital = vocabulary.capitals.entry(key.clone());
                            capital.or_insert_with(new).n += 1;
                        }
                        vocabulary.pairs.entry(key).or_insert_with(new).n += 1;
                    }
                }
                if let Some(next) = hyphened_with(tokens, at) {
                    vocabulary.count_hyphened(context, one, token, next);
                    if describes(tokens, at) {
                        let whole = format!("{}{}", token.text, next.text).to_lowercase();
                        vocabulary.describing.insert(singular(&whole));
                    }
                }
            }
        }
        vocabulary
    }

    fn count_hyphened(
        &mut self,
        context: &Context<'_>,
        prose: &Prose<'_>,
        token: &Token<'_>,
        next: &Token<'_>,
    ) {
        let whole = format!("{}-{}", token.text.to_lowercase(), next.text.to_lowercase());
        let key = singular(&whole.replace('-', ""));
        if let Some(span) = context.span(prose, token.range.start..next.range.end) {
            let spellings = self.hyphened.entry(key).or_default();
            let entry = spellings.entry(singular(&whole));
            entry.or_insert((0, span, prose.block)).0 += 1;
        }
    }

    /// `half-track` and `halftrack`
    fn hyphens(&self) -> Vec<Pair<'_>> {
        let mut by_singular: BTreeMap<String, &String> = BTreeMap::new();
        for word in self.words.keys().filter(|word| word.len() >= 6) {
            by_singular.entry(singular(word)).or_insert(word);
        }
        let pairs = self.hyphened.iter().filter_map(|(key, hyphened)| {
            let is_long = key.len() >= 7 || key.len() == 6 && !is_simple(key);
            let plain = by_singular.get(key).filter(|_| is_long)?;
            let (_, place, _, _) = self.words.get(*plain)?;
            let (with_hyphen, (_, span, block)) = hyphened.iter().next()?;
            Some((
                (with_hyphen.as_str(), *span, *block),
                (plain.as_str(), *place),
            ))
        });
        pairs.collect()
    }

    /// The rarer of a British and an American spelling, with the other one.
    fn british_and_american(&self) -> Vec<Pair<'_>> {
        let pairs = WordList::Spellings
            .words()
            .chunks_exact(2)
            .filter_map(|pair| {
                let [british, american] = *pair else {
                    return None;
                };
                let (n, span, block, _) = self.words.get(british)?;
                let (n_other, place, other_block, _) = self.words.get(american)?;
                Some(match n <= n_other {
                    true => ((british, *span, *block), (american, *place)),
                    false => ((american, *place, *other_block), (british, *span)),
                })
            });
        let pairs: Vec<Pair<'_>> = pairs.collect();
        pairs.into_iter().chain(self.endings()).collect()
    }

    /// `organised` beside `organized`
    fn endings(&self) -> Vec<Pair<'_>> {
        const ENDINGS: [&str; 7] = ["e", "ed", "es", "er", "ing", "ation", "ations"];
        let listed = WordList::Spellings.words();
        let others = self.words.iter();
        let others = others.filter(|(word, _)| !listed.contains(&word.as_str()));
        let pairs = others.filter_map(|(word, known)| {
            let stem = ENDINGS.iter().find_map(|ending| {
                let stem = word.strip_suffix(ending)?.strip_suffix('z')?;
                let is_long = stem.len() >= 4 && stem.ends_with(['i', 'y']);
                is_long.then(|| format!("{stem}s{ending}"))
            })?;
            let other = self.words.get_key_value(&stem)?;
            Some(rarer_first((word, known), other))
        });
        pairs.collect()
    }

    /// `melee` beside `mêlée`
    fn accents(&self) -> Vec<Pair<'_>> {
        let accented = self.words.iter().filter(|(word, _)| !word.is_ascii());
        let pairs = accented.filter_map(|(word, known)| {
            let bare = without_accents(word);
            let other = self.words.get_key_value(&bare).filter(|_| bare != *word)?;
            Some(rarer_first((word, known), other))
        });
        pairs.collect()
    }

    /// `Player Turn` beside `Player-Turn`, which has the hyphen and capitals nearly everywhere.
    fn unhyphened(&self) -> Vec<Pair<'_>> {
        let pairs = self.capitals.iter().filter_map(|(key, apart)| {
            let (hyphened, (n, place, _)) = self.hyphened.get(key)?.iter().next()?;
            let (rare, usual) = ((apart.n, &apart.text), (*n, hyphened));
            let is_rare = rare.0 <= 2 && usual.0 >= 2 * rare.0;
            is_rare.then_some((
                (rare.1.as_str(), apart.span, apart.block),
                (usual.1.as_str(), *place),
            ))
        });
        pairs.collect()
    }

    /// `the flak-lighter is` beside `the flak lighter`, which has no hyphen elsewhere.
    fn hyphened_once(&self) -> Vec<Pair<'_>> {
        let pairs = self.hyphened.iter().filter_map(|(key, hyphened)| {
            let apart = self.pairs.get(key).filter(|apart| apart.n >= 2)?;
            let mut spellings = hyphened.iter();
            let (Some((spelt, (1, span, block))), None) = (spellings.next(), spellings.next())
            else {
                return None;
            };
            let is_word = !self.describing.contains(key) && key.len() >= 7;
            let is_plain = self
                .capitals
                .get(key)
                .is_none_or(|capital| capital.n < apart.n);
            (is_word && is_plain).then_some((
                (spelt.as_str(), *span, *block),
                (apart.text.as_str(), apart.span),
            ))
        });
        pairs.collect()
    }

    fn plurals(&self) -> Vec<Pair<'_>> {
        let pairs = false_plurals(&self.words).into_iter();
        let pairs = pairs.filter_map(|(word, plural)| {
            let (_, span, block, _) = self.words.get(word)?;
            let (_, place, _, _) = self.words.get(plural)?;
            Some(((word.as_str(), *span, *block), (plural.as_str(), *place)))
        });
        pairs.collect()
    }

    /// `gun boat` beside `gunboat`
    fn apart(&self) -> Vec<Pair<'_>> {
        let mut seen: BTreeSet<Span> = BTreeSet::new();
        let families = self.families();
        let pairs = self
            .words
            .iter()
            .filter_map(|(word, (n, place, block, _))| {
                let apart = self.pairs.get(&singular(word))?;
                let is_usual = word.len() >= 7 && !TOGETHER.contains(&word.as_str());
                // Once for a word and its plural.
                let least = if is_simple(word) { 2 } else { 3 };
                if !is_usual || n + apart.n < least || !seen.insert(apart.span) {
                    return None;
                }
                let two = apart.text.as_str();
                // The rarer one is reported.
                let n = families.get(&singular(word)).copied().unwrap_or(*n);
                Some(match n < apart.n {
                    true => ((word.as_str(), *place, *block), (two, apart.span)),
                    false => ((two, apart.span, apart.block), (word.as_str(), *place)),
                })
            });
        pairs.collect()
    }

    /// The number of uses of each word, singular and plural as one.
    fn families(&self) -> BTreeMap<String, usize> {
        let mut families: BTreeMap<String, usize> = BTreeMap::new();
        for (word, (n, _, _, _)) in &self.words {
            *families.entry(singular(word)).or_default() += n;
        }
        families
    }

    /// Whether two letters of a word have changed places in another that is frequent: `Slavo` for `Salvo`.
    fn is_swapped(&self, word: &str) -> bool {
        let mut letters: Vec<char> = word.chars().collect();
        (1..letters.len()).any(|at| {
            letters.swap(at - 1, at);
            let other: String = letters.iter().collect();
            letters.swap(at - 1, at);
            other != word && self.words.get(&other).is_some_and(|(n, ..)| *n >= 3)
        })
    }

    /// Whether two words are made of a third one that the text has: `walks` and `walkers` of `walk`.
    fn is_agent(&self, word: &str, known: &str) -> bool {
        let bases = |word: &str| {
            let ends = ["ers", "er", "es", "ed", "s"];
            let bases = ends.into_iter().filter_map(|end| word.strip_suffix(end));
            bases.map(str::to_owned).collect::<Vec<String>>()
        };
        let others = bases(known);
        let mut shared = bases(word).into_iter().filter(|base| others.contains(base));
        shared.any(|base| base.len() >= 3 && self.words.contains_key(&base))
    }

    /// Words that are written once, are not English, and differ by one letter, or by two that change places, from another word.
    fn errors(&self) -> Vec<Pair<'_>> {
        let families = self.families();
        let n_of = |word: &str| families.get(&singular(word)).copied().unwrap_or(0);
        let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
        let odd = self.words.iter().filter(|(word, (_, _, _, is_name))| {
            let least = if *is_name && !self.is_swapped(word) {
                6
            } else {
                5
            };
            word.len() >= least && is_plain(word) && n_of(word) <= 1 && !is_english(word)
        });
        let found = odd.filter_map(|(word, (_, span, block, is_name))| {
            let mut near = self.words.iter().filter(|(known, _)| {
                let is_form = is_inflected(word, known) || self.is_agent(word, known);
                is_one_error(word, known) && is_plain(known) && !is_form
            });
            let (known, (_, place, _, _)) = near.find(|(known, (_, _, _, is_known_name))| {
                // Two names may be alike, and another last letter may be an ending.
                let ends_alike = same_ends(word.as_bytes(), known.as_bytes()).1 > 0;
                let least = match (*is_name, *is_known_name) {
                    (true, _) if word.len() < 8 => 3,
                    (false, false)
                        if word.len() >= 7 && word.len() == known.len() && ends_alike =>
                    {
                        1
                    }
                    _ => 2,
                };
                let is_usual = n_of(known) >= least;
                let is_known = is_english(known) && !*is_name;
                known.len() >= 4 && (is_known || is_usual)
            })?;
            Some(((word.as_str(), *span, *block), (known.as_str(), *place)))
        });
        found.collect()
    }

    /// Words that no dictionary has, and that are English but for one typing error, in a text that is English.
    ///
    /// Reports: E0716.
    fn misspelt(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        // A form of a word of the game: `meleeing`.
        let is_form = |word: &str| {
            ["ing", "ed", "es", "s", "er", "ers", "ly"]
                .iter()
                .any(|ending| {
                    let short = word.strip_suffix(ending);
                    short.is_some_and(|short| short.len() >= 4 && self.words.contains_key(short))
                })
        };
        let is_odd = |word: &String| {
            word.len() >= 6
                && !is_form(word)
                && word.bytes().all(|byte| byte.is_ascii_lowercase())
                && self.small.contains(word)
                && !is_english(word)
        };
        let all = self.words.iter();
        let odd: Vec<_> = all.filter(|(word, _)| is_odd(word)).collect();
        // Many words that are not in the dictionary are those of another language, or of a world of its own.
        if odd.len() > MOST_ODD + self.words.len() / 50 {
            return Vec::new();
        }
        let families = self.families();
        let findings = odd
            .into_iter()
            .filter_map(|(word, (_, span, block, is_name))| {
                let is_rare = families.get(&singular(word)).is_some_and(|n| *n <= 2);
                let right = correction(word).filter(|_| is_rare && !is_name)?;
                let message = format!("“{word}” looks like a typing error for “{right}”");
                Some(
                    Diagnostic::new(Code::TermSpeltTwoWays, message)
                        .label(*span, "")
                        .help(format!("write “{right}”, if this is meant"))
                        .confidence(Confidence::Likely)
                        .cite(context.citation(*block)),
                )
            });
        findings.collect()
    }

    /// Words that are written once, and differ by a typing error from a frequent one.
    fn slips(&self) -> Vec<Pair<'_>> {
        let families = self.families();
        let n_of = |word: &str| families.get(&singular(word)).copied().unwrap_or(0);
        // Frequent words by their first letter, which typing errors rarely change.
        let mut frequent: BTreeMap<Option<char>, Vec<(&String, Span)>> = BTreeMap::new();
        for (word, (_, place, _, is_capital)) in &self.words {
            let n = n_of(word);
            if n >= 2 && word.len() >= 11
                || n >= 3 && word.len() >= 7
                || n >= 6 && word.len() >= 5
                || n >= 4 && (word.len() >= 6 || *is_capital && word.len() >= 5)
            {
                let known = frequent.entry(word.chars().next()).or_default();
                known.push((word, *place));
            }
        }
        let rare = self
            .words
            .iter()
            .filter(|(word, (_, _, _, _))| n_of(word) <= 1 && word.len() >= 5);
        let slips = rare.filter_map(|(word, (_, span, block, is_capital))| {
            let mut known = frequent.get(&word.chars().next())?.iter();
            let near = |known: &str| {
                known.len().abs_diff(word.len()) <= 1
                    && singular(known) != singular(word)
                    && is_slip(word, known, *is_capital)
            };
            let (known, place) = known.find(|(known, _)| near(known))?;
            Some(((word.as_str(), *span, *block), (known.as_str(), *place)))
        });
        slips.collect()
    }
}

/// Number of words outside the dictionary that any text may have.
const MOST_ODD: usize = 6;

/// Returns the word behind a hyphen that joins it to the word at an index.
fn hyphened_with<'t, 'a>(tokens: &'t [Token<'a>], at: usize) -> Option<&'t Token<'a>> {
    let (token, mark, next) = (tokens.get(at)?, tokens.get(at + 1)?, tokens.get(at + 2)?);
    let is_joined = mark.is_any_mark(&['-', '‐'])
        && mark.range.start == token.range.end
        && next.kind == Kind::Word
        && next.range.start == mark.range.end;
    (is_joined && token.text.len() >= 2 && next.text.len() >= 3).then_some(next)
}

/// Whether the words that a hyphen joins at an index may describe the word after them, or are a number, an adverb or a preposition and more.
fn describes(tokens: &[Token<'_>], at: usize) -> bool {
    let is_end = |word: &Token<'_>| {
        matches!(word.kind, Kind::Mark(mark) if mark != '-')
            || word.is_word(&[
                "is", "are", "was", "has", "have", "may", "can", "cannot", "must", "will", "and",
                "or", "of", "in", "at", "on", "to", "with", "for", "from", "that", "which", "who",
            ])
    };
    let next = tokens.get(at + 3);
    let (first, second) = (tokens.get(at), tokens.get(at + 2));
    let is_compound = first.is_some_and(|first| {
        first.count().is_some()
            || first.text.ends_with("ly")
            || first.is_word(&[
                "well", "ill", "half", "non", "self", "all", "off", "on", "in", "up", "out",
                "over", "under", "by", "the", "first", "second", "third", "one", "two", "three",
            ])
    }) || second.is_some_and(|second| {
        second.text.ends_with("ed") || second.text.ends_with("ing") || second.text.ends_with("en")
    });
    is_compound || !next.is_none_or(is_end)
}

/// Words that are one word in another sense than two: `everyone`, `every one`.
const TOGETHER: [&str; 20] = [
    "everyone",
    "everybody",
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "anything",
    "something",
    "everything",
    "sometimes",
    "sometime",
    "whatever",
    "whenever",
    "wherever",
    "altogether",
    "already",
    "everyday",
    "anyway",
    "meantime",
    "meanwhile",
];

/// Whether two words are side by side with a blank between them, the second of them no particle: `break through`.
fn is_apart(first: &Token<'_>, second: &Token<'_>) -> bool {
    let is_particle = second.is_word(&[
        "up", "down", "out", "back", "through", "over", "off", "on", "in", "away", "along",
        "around", "about", "by", "under", "ward", "wards",
    ]);
    second.kind == Kind::Word
        && second.range.start == first.range.end + 1
        && first.text.len() >= 3
        && second.text.len() >= 3
        && !is_particle
}

/// Whether a word becomes another by one letter that is put in, left out or changed, or by two neighbours that change places.
pub(super) fn is_one_error(word: &str, known: &str) -> bool {
    let (one, other) = (word.as_bytes(), known.as_bytes());
    if one.len().abs_diff(other.len()) > 1 || one == other {
        return false;
    }
    let (same_start, same_end) = same_ends(one, other);
    // Short words become others by another letter: `coven`, `cover`.
    let is_long = one.len() >= 7 || one.len() != other.len();
    let is_other = is_long && same_start + same_end + 1 >= one.len().max(other.len());
    same_start > 0 && (has_swapped(one, other) || is_other)
}

/// The numbers of equal letters at the start and at the end of two words.
fn same_ends<T: PartialEq>(one: &[T], other: &[T]) -> (usize, usize) {
    let pairs = one.iter().zip(other);
    let same_start = pairs.take_while(|(one, other)| one == other).count();
    let pairs = one.iter().rev().zip(other.iter().rev());
    let same_end = pairs.take_while(|(one, other)| one == other).count();
    (same_start, same_end)
}

/// Whether two words differ only in two neighbours that have changed places.
fn has_swapped<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let (same_start, same_end) = same_ends(one, other);
    one.len() == other.len()
        && same_start + same_end + 2 == one.len()
        && one.get(same_start) == other.get(same_start + 1)
        && one.get(same_start + 1) == other.get(same_start)
}

/// Whether two words are forms of one: `spearman` and `spearmen`, `retreats` and `retreat`.
fn is_inflected(word: &str, known: &str) -> bool {
    let is_person = |one: &str, other: &str| {
        one.strip_suffix("man")
            .is_some_and(|short| other.strip_suffix("men") == Some(short))
    };
    singular(word) == singular(known)
        || stem(word) == stem(known)
        || is_person(word, known)
        || is_person(known, word)
}

/// A word with plain letters for those with accents.
fn without_accents(word: &str) -> String {
    let plain = |letter: char| match letter {
        'à' | 'á' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' | 'õ' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        letter => letter,
    };
    word.chars().map(plain).collect()
}

fn singular(word: &str) -> String {
    word.strip_suffix('s')
        .filter(|short| !short.ends_with('s'))
        .unwrap_or(word)
        .to_owned()
}

/// Whether a word is another with two letters swapped, one left out or one doubled, not at its end.
fn is_slip(word: &str, known: &str, is_capital: bool) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    let (same_start, same_end) = same_ends(&one, &other);
    let (n, m) = (one.len(), other.len());
    // `elefant`
    if n + 1 == m && word.replace('f', "ph") == known {
        return true;
    }
    let swapped = has_swapped(&one, &other);
    // `cavlary`, `odrers`: hardly a word becomes another by two letters that change places.
    if swapped && n >= 6 && same_start >= 1 && same_end >= 1 {
        return true;
    }
    // Endings change words: `moved`, `mover`, `moves`.
    if same_start < 2 || same_end < if n < 6 { 1 } else { 3 } {
        return halved(&one, &other, same_start);
    }
    // `rerolled` and `rolled`, `undefended` and `defended` differ at the start.
    let left_out = n + 1 == m && same_start + same_end >= n;
    let doubled = n == m + 1
        && same_start + same_end >= m
        && one.get(same_start) == one.get(same_start.saturating_sub(1));
    // `aereoplane`
    let put_in = n == m + 1 && same_start + same_end >= m && same_start >= 3 && same_end >= 4;
    // `garisson` for `garrison`: the wrong letter is doubled.
    let doubled_other = n == m && m >= 7 && once(&one) == once(&other) && once(&one).len() < n;
    swapped && (is_capital || n >= 6)
        || m >= 8 && (left_out || put_in)
        || m >= 7 && doubled
        || halved(&one, &other, same_start)
        || doubled_other
}

/// `riging` for `rigging`: one of two equal letters is left out; `loses` and `losses` are two words.
fn halved(one: &[char], other: &[char], same_start: usize) -> bool {
    let (n, m) = (one.len(), other.len());
    let is_s = other.get(same_start.saturating_sub(1)) == Some(&'s');
    n + 1 == m && (m >= 7 || m >= 6 && !is_s) && same_start >= 2 && once(one) == once(other)
}

/// Letters with each doubled one once.
fn once(letters: &[char]) -> Vec<char> {
    let mut letters = letters.to_vec();
    letters.dedup();
    letters
}

/// `companys` beside `companies`.
fn false_plurals(words: &Words) -> Vec<(&String, &String)> {
    let mut found = Vec::new();
    for word in words.keys() {
        let Some(stem) = word.strip_suffix("ys").filter(|stem| stem.len() >= 3) else {
            continue;
        };
        let is_vowel = stem.ends_with(['a', 'e', 'i', 'o', 'u']);
        let plural = words.get_key_value(&format!("{stem}ies"));
        if let Some((plural, _)) = plural.filter(|_| !is_vowel) {
            found.push((word, plural));
        }
    }
    found
}

pub(super) fn two_spellings(
    context: &Context<'_>,
    rare: (&str, Span, usize),
    usual: (&str, Span),
) -> Diagnostic {
    Diagnostic::new(
        Code::TermSpeltTwoWays,
        format!("“{}” is also spelt “{}”", rare.0, usual.0),
    )
    .label(rare.1, "")
    .label(usual.1, format!("“{}”", usual.0))
    .help("spell it in one way")
    .confidence(Confidence::Likely)
    .cite(context.citation(rare.2))
}
