//! References to a section or a table that says nothing of what the sentence is about, where another does.
//!
//! Sections are ranked for the words around a reference as a search engine ranks pages (BM25: Robertson and Zaragoza, 2009). The section that is
//! referred to need not come first. The rank that is needed is learned from the manuscript: a reference is wrong if it fits worse than nearly
//! all others do.
//!
//! Reports: E0702.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::named_parts::{numbered, numbered_headings};
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::topics::{Topics, WordId, topic_of};
use super::words::{Kind, Token, tokens};
use crate::model::{BlockContent, CaptionKind, Number};
use crate::vocabulary::WordList;

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let topics = Topics::new(context);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut with_paragraphs = paragraphs(context, &topics);
    let n_paragraphs = with_paragraphs.len();
    with_paragraphs.extend(sections(context, &topics));
    let all = [
        (sections(context, &topics), usize::MAX),
        (parts(context, &topics), usize::MAX),
        (tables(context, &topics), usize::MAX),
        (with_paragraphs, n_paragraphs),
    ];
    for (places, n_judged) in all {
        let citations = citations(context, &topics, (&places, n_judged));
        found.extend(misfits(context, &topics, (&places, n_judged), &citations));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A section, part or table that can be referred to.
struct Place {
    /// `section 4`, `part 3`, `table 12`
    name: String,
    key: PlaceKey,
    blocks: Range<usize>,
    span: Span,
    title: BTreeSet<WordId>,
    counts: BTreeMap<WordId, f64>,
    n_words: f64,
}

/// Number of a place, as references give it.
#[derive(PartialEq)]
enum PlaceKey {
    Section(Number),
    /// `Part Three`: the word in small letters, and the number.
    Part(String, i64),
    Table(Number),
}

impl PlaceKey {
    fn is_meant(&self, reference: &Reference) -> bool {
        match self {
            Self::Section(number) => {
                reference.target == Target::Section && number.is_same(&reference.number)
            }
            Self::Table(number) => {
                reference.target == Target::Table && number.is_same(&reference.number)
            }
            Self::Part(..) => false,
        }
    }
}

impl Place {
    fn new(
        context: &Context<'_>,
        topics: &Topics,
        (name, key): (String, PlaceKey),
        title: &str,
        blocks: Range<usize>,
    ) -> Option<Self> {
        let (counts, n_words) = topics.counts(&blocks);
        let stems = tokens(title);
        let stems = stems.iter().filter_map(topic_of);
        Some(Self {
            name,
            key,
            span: context.document.blocks.get(blocks.start)?.span,
            title: stems.filter_map(|stem| topics.id(&stem)).collect(),
            blocks,
            counts,
            n_words,
        })
    }

    /// Weight of one of the words around a reference.
    fn weight(&self, word: WordId) -> f64 {
        let titled = if self.title.contains(&word) { 2.0 } else { 0.0 };
        let count = self.counts.get(&word).copied().unwrap_or(0.0);
        // A word counts little more if it is repeated, and less in a long section.
        titled + count / (count + 0.7 + self.n_words / 150.0)
    }

    fn score(&self, topics: &Topics, query: &BTreeMap<WordId, f64>) -> f64 {
        let weights = query.iter();
        let weights =
            weights.map(|(word, share)| share * topics.weight(*word) * self.weight(*word));
        weights.sum()
    }

    /// Whether one is the other or is in it.
    fn is_related(&self, other: &Self) -> bool {
        self.blocks.contains(&other.blocks.start) || other.blocks.contains(&self.blocks.start)
    }
}

fn sections(context: &Context<'_>, topics: &Topics) -> Vec<Place> {
    let sections = context.document.sections.iter();
    let found = sections.filter_map(|section| {
        let number = section.number.clone()?;
        let key = (
            format!("section {number}"),
            PlaceKey::Section(number.clone()),
        );
        Place::new(context, topics, key, &section.title, section.blocks.clone())
    });
    found.collect()
}

fn paragraphs(context: &Context<'_>, topics: &Topics) -> Vec<Place> {
    let found = numbered_paragraphs(context).into_iter();
    let found = found.filter_map(|(number, title, blocks)| {
        let key = (
            format!("section {number}"),
            PlaceKey::Section(number.clone()),
        );
        Place::new(context, topics, key, title, blocks)
    });
    found.collect()
}

/// Paragraphs with numbers of their own, `6.3 Low Supply. A unit without …`: number, title and blocks up to the next one or the next heading.
pub(super) fn numbered_paragraphs<'a>(
    context: &Context<'a>,
) -> Vec<(&'a Number, &'a str, Range<usize>)> {
    let mut starts: Vec<(usize, Option<(&Number, &str)>)> = Vec::new();
    for (at, block) in context.blocks() {
        match &block.content {
            BlockContent::Heading(_) => starts.push((at, None)),
            BlockContent::Paragraph(paragraph) => {
                let item = paragraph.list.as_ref();
                let number = item.and_then(|item| item.number.as_ref());
                let number = number.filter(|number| number.depth() > 1);
                starts.extend(number.map(|number| {
                    let title = run_in_title(&paragraph.text.plain);
                    (at, Some((number, title)))
                }));
            }
            BlockContent::Table(_) | BlockContent::Code(_) => {}
        }
    }
    let ends = starts.iter().skip(1).map(|(at, _)| *at);
    let ends = ends.chain([context.document.blocks.len()]);
    let found = starts.iter().zip(ends).filter_map(|((at, place), end)| {
        let (number, title) = (*place)?;
        Some((number, title, *at..end))
    });
    found.collect()
}

/// The words with which a paragraph begins as with a title, `Low Supply. A unit …`; empty if it begins with a sentence.
fn run_in_title(text: &str) -> &str {
    let title = text.split_once(['.', ':']).map_or("", |(title, _)| title);
    match title.split_whitespace().count() <= 6 {
        true => title,
        false => "",
    }
}

/// Parts that are numbered in words.
fn parts(context: &Context<'_>, topics: &Topics) -> Vec<Place> {
    let all = numbered_headings(context);
    let ends: Vec<usize> = all.iter().map(|(.., block)| *block).collect();
    let found = all.into_iter().filter_map(|(word, value, block)| {
        let mut sections = context.document.sections.iter();
        let section = sections.find(|section| section.heading == block)?;
        // The sections of a part may have headings as high as its own.
        let next = ends.iter().copied().filter(|end| *end > block).min();
        let end = next.unwrap_or(section.blocks.end).max(section.blocks.end);
        let key = (format!("{word} {value}"), PlaceKey::Part(word, value));
        Place::new(
            context,
            topics,
            key,
            &section.title,
            section.blocks.start..end,
        )
    });
    found.collect()
}

/// Tables with numbers; each is about what its section is about.
fn tables(context: &Context<'_>, topics: &Topics) -> Vec<Place> {
    let found = context.captions.iter().filter_map(|(caption, block)| {
        let number = caption.number.clone()?;
        let home = context.home(*block)?;
        let around = context.document.sections.get(home)?.blocks.clone();
        let key = (format!("table {number}"), PlaceKey::Table(number));
        let (counts, n_words) = topics.counts(&around);
        let place = Place::new(context, topics, key, &caption.title, *block..block + 1)?;
        Some(Place {
            span: caption.span,
            counts,
            n_words,
            ..place
        })
        .filter(|_| caption.kind == CaptionKind::Table)
    });
    found.collect()
}

/// A reference whose place is known.
struct Citation<'t, 'a> {
    one: &'t Sentence<'a>,
    range: Range<usize>,
    /// Offset of its word or bracket.
    start: usize,
    /// Index of its place.
    place: usize,
    /// Index of the other place that fits best.
    other: usize,
    /// Words around it, each with a weight by its distance.
    query: BTreeMap<WordId, f64>,
    /// Score of the other place, in proportion to that of its own place.
    misfit: f64,
}

/// The place and the ranges of each reference of a sentence: the number, and its beginning with its word.
type Mention = (usize, Range<usize>, usize);

fn citations<'t, 'a>(
    context: &'t Context<'a>,
    topics: &Topics,
    (places, n_judged): (&[Place], usize),
) -> Vec<Citation<'t, 'a>> {
    let mut found = Vec::new();
    // With two places there is nothing to learn from.
    for one in context.sentences().filter(|_| places.len() > 2) {
        let mentions = mentions(one, places);
        if mentions.is_empty() {
            continue;
        }
        let mut bounds = mentions.clone();
        bounds.extend(unknown(one, places, &mentions));
        let block = one.prose.block;
        for (at, range, start) in &mentions {
            let Some(place) = places.get(*at) else {
                continue;
            };
            let query = query(topics, one, &bounds, start..&range.end);
            // `"(see 8.4)" means that …`
            let head = one.text.get(..*start).unwrap_or_default();
            let is_quoted = head
                .trim_end_matches(char::is_alphabetic)
                .trim_end()
                .trim_end_matches('(')
                .ends_with(['"', '“']);
            if place.blocks.contains(&block) || query.is_empty() || is_quoted {
                continue;
            }
            let cited = cited(one, &mentions);
            let together = cited.iter().filter(|group| group.contains(at));
            let together = together.flat_map(|group| places.get(group.clone()).unwrap_or_default());
            let own = together.map(|place| place.score(topics, &query));
            let own = own.fold(0.0, f64::max);
            let is_cited = |other: &Place| {
                let mut cited = cited.iter().flat_map(|group| places.get(group.clone()));
                cited.any(|group| group.iter().any(|place| place.is_related(other)))
            };
            let others = places.iter().enumerate();
            let others =
                others.filter(|(_, other)| !other.blocks.contains(&block) && !is_cited(other));
            // No other paragraph of its own chapter is meant where a paragraph repeats what it cites.
            let chapter = context.chapter(block);
            let is_judged = |at: usize, other: &Place| {
                n_judged == usize::MAX
                    || at < n_judged && context.chapter(other.blocks.start) != chapter
            };
            let others = others.filter(|(at, other)| {
                !context.is_sheet(other.blocks.start) && is_judged(*at, other)
            });
            let others = others.map(|(at, other)| (at, other.score(topics, &query)));
            let best = others.max_by(|one, other| one.1.total_cmp(&other.1));
            if let Some((other, score)) = best {
                found.push(Citation {
                    one,
                    range: range.clone(),
                    start: *start,
                    place: *at,
                    other,
                    query,
                    misfit: score / (own + 2.0),
                });
            }
        }
    }
    found
}

/// Indices of the places that a sentence refers to; those of `27 to 30` are together.
fn cited(one: &Sentence<'_>, mentions: &[Mention]) -> Vec<RangeInclusive<usize>> {
    let mut found: Vec<RangeInclusive<usize>> = Vec::new();
    let mut end = None;
    for (at, range, _) in mentions {
        let between = end.and_then(|end: usize| one.text.get(end..range.start));
        let is_range = ["to", "–", "-", "through"].contains(&between.unwrap_or_default().trim());
        match found.last_mut().filter(|last| is_range && last.end() < at) {
            Some(last) => *last = *last.start()..=*at,
            None => found.push(*at..=*at),
        }
        end = Some(range.end);
    }
    found
}

/// References of a sentence to places whose number only one has.
fn mentions(one: &Sentence<'_>, places: &[Place]) -> Vec<Mention> {
    let only = |is_meant: &dyn Fn(&Place) -> bool| {
        let mut meant = places.iter().enumerate();
        let mut meant = meant.by_ref().filter(|(_, place)| is_meant(place));
        let ((at, _), None) = (meant.next()?, meant.next()) else {
            return None;
        };
        Some(at)
    };
    let has_parts = places
        .iter()
        .any(|place| matches!(place.key, PlaceKey::Part(..)));
    if !has_parts {
        let references = references_of(one.text, &one.words, true).into_iter();
        let found = references.filter_map(|reference| {
            let at = only(&|place| place.key.is_meant(&reference))?;
            Some((at, reference.range, reference.start))
        });
        return found.collect();
    }
    let found = (0..one.words.len()).filter_map(|at| {
        let (word, value, end) = numbered(&one.words, at)?;
        let start = one.words.get(at)?.range.start;
        let key = PlaceKey::Part(word, value);
        Some((only(&|place| place.key == key)?, start..end, start))
    });
    found.collect()
}

/// References of a sentence to no place that is known, of the same sort: the words around them are not about the others.
fn unknown(one: &Sentence<'_>, places: &[Place], known: &[Mention]) -> Vec<Mention> {
    let target = places.first().map(|place| match place.key {
        PlaceKey::Section(_) | PlaceKey::Part(..) => Target::Section,
        PlaceKey::Table(_) => Target::Table,
    });
    let references = references_of(one.text, &one.words, true).into_iter();
    let others = references.filter(|other| {
        let is_known = known.iter().any(|(_, range, _)| *range == other.range);
        Some(other.target) == target && !is_known
    });
    others
        .map(|other| (usize::MAX, other.range, other.start))
        .collect()
}

/// The words around a reference with their weights: less with each word between, and with each mark.
fn query(
    topics: &Topics,
    one: &Sentence<'_>,
    mentions: &[Mention],
    reference: Range<&usize>,
) -> BTreeMap<WordId, f64> {
    let before = one.words.iter().rev();
    let before = before.filter(|word| word.range.end <= *reference.start);
    let after = one.words.iter();
    let after = after.filter(|word| word.range.start >= *reference.end);
    let mut query = BTreeMap::new();
    let sides: [(f64, Vec<&Token<'_>>); 2] = [(1.0, before.collect()), (0.7, after.collect())];
    for (start, side) in sides {
        let mut share = start;
        for word in side {
            let is_other = mentions
                .iter()
                .any(|(_, range, _)| range.contains(&word.range.start));
            if is_other {
                // Words beyond another reference are about that one.
                share *= 0.05;
            } else if word.is_any_mark(&[';', '.', ':']) {
                share *= 0.5;
            } else if word.is_mark(',') {
                share *= 0.7;
            } else if word.is_mark(')') && start < 1.0 {
                share *= 0.5;
            }
            let stem = topic_of(word).filter(|_| !word.is_word(WordList::General.words()));
            let Some(id) = stem.and_then(|stem| topics.id(&stem)) else {
                continue;
            };
            if share > 0.05 {
                let known: &mut f64 = query.entry(id).or_default();
                *known = known.max(share);
            }
            share *= 0.9;
        }
    }
    query
}

/// Least misfit of a wrong reference, and the factor by which it is above that of nearly all other references of the manuscript.
const MISFIT: (f64, f64) = (1.2, 2.0);

/// The same of a reference to a numbered paragraph.
const PARAGRAPH: (f64, f64) = (2.0, 2.0);

/// The same of a reference to a place that has none of the words.
const SILENT: (f64, f64) = (0.6, 1.6);

/// Least misfit of a wrong reference beside all words of another title: `a Low Supply marker (6.2)`, where 6.3 is “Low Supply”.
const TITLED: f64 = 1.0;

/// Whether the words right before a reference are all words, two or more, of the title of another place, and not of its own.
fn is_titled(
    citation: &Citation<'_, '_>,
    topics: &Topics,
    (place, other): (&Place, &Place),
) -> bool {
    let words = citation.one.words.iter().rev();
    let before = words.skip_while(|word| word.range.end > citation.start);
    let before = before.take_while(|word| word.kind == Kind::Word).take(4);
    let near: Vec<WordId> = before
        .filter_map(|word| topics.id(&topic_of(word)?))
        .collect();
    // `Take off a Low Supply marker`, of a place about markers.
    let is_own = near
        .first()
        .is_some_and(|word| !other.title.contains(word) && place.weight(*word) > 0.0);
    let near: BTreeSet<WordId> = near.into_iter().collect();
    let has_title = |place: &Place| place.title.is_subset(&near) && !place.title.is_empty();
    other.title.len() >= 2 && has_title(other) && !has_title(place) && !is_own
}

/// Citations that fit worse than nearly all others.
fn misfits(
    context: &Context<'_>,
    topics: &Topics,
    (places, n_judged): (&[Place], usize),
    citations: &[Citation<'_, '_>],
) -> Vec<Diagnostic> {
    let mut all: Vec<f64> = citations.iter().map(|one| one.misfit).collect();
    all.sort_by(|one, other| other.total_cmp(one));
    let found = citations.iter().filter_map(|one| {
        // The tenth part of all others, without this one.
        let own = all.iter().position(|misfit| *misfit == one.misfit)?;
        let tenth = (all.len() - 1) / 10;
        let usual = all.get(tenth + usize::from(own <= tenth));
        let usual = usual.copied().unwrap_or(0.0);
        let (place, other) = (places.get(one.place)?, places.get(one.other)?);
        // What a table is about is in its title: the text around it may be about other tables, too, and many a table has few words.
        let is_table = matches!(place.key, PlaceKey::Table(_));
        let is_silent = one.query.keys().all(|word| place.weight(*word) == 0.0);
        let (least, above) = match () {
            // Paragraphs are short, so that many a word of their subject is not in them.
            () if n_judged < usize::MAX => PARAGRAPH,
            () if is_silent && !is_table => SILENT,
            () => MISFIT,
        };
        let bound = match is_titled(one, topics, (place, other)) {
            true => TITLED,
            false => f64::max(least, above * usual),
        };
        if one.misfit <= bound || one.place >= n_judged {
            return None;
        }
        let absent = one.query.iter().filter(|(word, _)| {
            place.weight(**word) == 0.0 && (!is_table || other.title.contains(*word))
        });
        let gain =
            |(word, share): (&WordId, &f64)| share * topics.weight(*word) * other.weight(*word);
        let word = absent.max_by(|one, other| gain(*one).total_cmp(&gain(*other)));
        let word = word.filter(|word| gain(*word) > 0.0)?;
        // A word that the other place has once is hardly what it is about.
        let n = other.counts.get(word.0).copied().unwrap_or(0.0);
        if n < 2.0 && !other.title.contains(word.0) {
            return None;
        }
        // `the profile of Chapter 3`, whose table gives what chapter 2 explains.
        if explains_columns(context, &other.blocks, &place.blocks) {
            return None;
        }
        report(context, topics, one, (place, other), *word.0)
    });
    found.collect()
}

/// Whether most columns of a table of a place are named after what the paragraphs of another begin with.
fn explains_columns(context: &Context<'_>, other: &Range<usize>, place: &Range<usize>) -> bool {
    let paragraphs = context.paragraphs().into_iter();
    let heads = paragraphs.filter(|one| other.contains(&one.block));
    let heads = heads.filter_map(|one| {
        tokens(&one.text.plain)
            .first()
            .map(|head| head.text.to_lowercase())
    });
    let heads: BTreeSet<String> = heads.collect();
    let mut grids = context.tables().filter(|(block, _)| place.contains(block));
    grids.any(|(_, grid)| {
        let columns = (1..grid.n_columns).map(|column| grid.header(column).to_lowercase());
        let n_known = columns
            .filter(|header| heads.contains(header.trim()))
            .count();
        n_known >= 4 && n_known * 2 > grid.n_columns
    })
}

fn report(
    context: &Context<'_>,
    topics: &Topics,
    citation: &Citation<'_, '_>,
    (place, other): (&Place, &Place),
    word: WordId,
) -> Option<Diagnostic> {
    let one = citation.one;
    let is_word = |own: &&Token<'_>| topic_of(own).and_then(|stem| topics.id(&stem)) == Some(word);
    let written = one.words.iter().find(is_word)?.text;
    let written = written
        .strip_suffix("’s")
        .or_else(|| written.strip_suffix("'s"))
        .unwrap_or(written);
    // `the modifiers listed below` is not about a section `Using the Lists`.
    let is_verb = written.ends_with("ed") && written.starts_with(char::is_lowercase);
    let named = context.document.blocks.get(other.blocks.start);
    let titled = named.map_or("", |block| match &block.content {
        BlockContent::Heading(heading) => &heading.title.plain,
        BlockContent::Paragraph(paragraph) => run_in_title(&paragraph.text.plain),
        BlockContent::Table(_) | BlockContent::Code(_) => "",
    });
    let is_in_title = titled.is_empty()
        || tokens(titled).iter().any(|own| {
            let lower = own.text.to_lowercase();
            is_word(&own) && (lower.ends_with("ing") || lower.ends_with("ed"))
        });
    if is_verb && other.title.contains(&word) && !is_in_title {
        return None;
    }
    let has = match other.title.contains(&word) {
        true => "which {} has in its title",
        false => "but {} does",
    };
    let has = has.replace("{}", &other.name);
    let message = format!("{} says nothing of “{written}”, {has}", place.name);
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(citation.range.clone())?, "referred to here")
            .label(other.span, "perhaps this is meant")
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
