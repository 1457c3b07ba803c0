//! A rulebook in prose: the blocks between ```` ```rules ```` and ```` ``` ```` are rule files, the headings are the
//! sections of the book.
//!
//! Text outside of blocks is blanked out, so that every place is a place in the Markdown.
//!
//! Reports: E0620, E0621.

use std::ops::Range;
use std::sync::Arc;

use super::ast::{File, Item, Name};
use super::prose_tables;
use super::{KeywordKind, keywords, parse};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_draft::read::markdown::{Line, LineKind, PipeTable, lines, pipe_tables};
use sandtable_source::{FileId, Span, Spanned};

/// A Markdown file, read.
#[derive(Debug)]
pub struct Draft {
    /// The rule blocks; as long as the file.
    pub rules: String,
    /// The unit blocks (` ```toml `), with all other text blanked; as long as the file.
    pub units: String,
    /// The sections, in the order of the file.
    pub sections: Vec<Section>,
    /// Start and end of the text of each rule block.
    blocks: Vec<Range<usize>>,
    /// The tables of its prose.
    tables: Vec<PipeTable>,
}

/// Section below one heading.
#[derive(Debug)]
pub struct Section {
    /// Its number, `5.3.2`; its title if it has none.
    pub id: String,
    /// The title, without the number.
    pub title: String,
    /// Span of the heading.
    pub heading: Span,
    /// Number of marks it begins with.
    depth: usize,
    /// Rules are in it, not only examples of them.
    pub has_rules: bool,
    /// A block that looks like rules and does not say so, and where.
    looks_like_rules: Option<Span>,
    /// Part of its prose that a program could carry out, and its place.
    pub speaks_of: Option<(&'static str, Span)>,
}

/// Kind of a block, by the word after its mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FencedBlock {
    Rules,
    Units,
    Other,
}

impl FencedBlock {
    fn of_info(info: &str) -> Self {
        match info {
            "rules" => Self::Rules,
            "toml" => Self::Units,
            _ => Self::Other,
        }
    }
}

/// Whether a file of this name is Markdown.
pub fn is_markdown(name: &str) -> bool {
    name.ends_with(".md")
}

/// Reads a Markdown file.
pub fn read_markdown(file: FileId, text: &str) -> Draft {
    let mut draft = Draft {
        rules: String::with_capacity(text.len()),
        units: String::with_capacity(text.len()),
        sections: Vec::new(),
        blocks: Vec::new(),
        tables: Vec::new(),
    };
    let lines = lines(text);
    let mut in_example = false;
    for line in &lines {
        let mut kept = None;
        match line.kind {
            LineKind::FenceOpen("rules") => draft.blocks.push(line.range.end..text.len()),
            LineKind::FenceClose("rules") => {
                if let Some(open) = draft.blocks.last_mut() {
                    open.end = line.range.start;
                }
            }
            LineKind::FenceOpen(_) | LineKind::FenceClose(_) => {}
            LineKind::Fenced(info) => {
                let kind = FencedBlock::of_info(info);
                in_example = draft.fenced(file, line, kind, in_example);
                kept = Some(kind);
            }
            LineKind::Heading(depth) => draft.heading(file, line, depth),
            LineKind::Prose => draft.prose(file, line),
        }
        push(
            &mut draft.rules,
            line.text,
            kept == Some(FencedBlock::Rules),
        );
        push(
            &mut draft.units,
            line.text,
            kept == Some(FencedBlock::Units),
        );
    }
    draft.tables = pipe_tables(file, &lines);
    draft
}

/// A Markdown file with its rule blocks in their canonical layout; `None` if they have errors, which are then reported.
///
/// Reports: E0101 to E0112.
pub fn format(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let draft = read_markdown(file, text);
    let mut findings = Diagnostics::default();
    parse(file, &draft.rules, &mut findings);
    if findings.has_errors() {
        diagnostics.extend(findings.iter().cloned());
        return None;
    }
    let (mut formatted, mut at) = (String::with_capacity(text.len()), 0);
    for block in draft.blocks {
        let rules = text.get(block.clone()).unwrap_or_default();
        formatted.push_str(text.get(at..block.start).unwrap_or_default());
        // A block that continues the one before it cannot be read alone; it stays unchanged.
        let laid_out = super::format_text(file, rules, &mut Diagnostics::default());
        formatted.push_str(laid_out.as_deref().unwrap_or(rules));
        at = block.end;
    }
    formatted.push_str(text.get(at..).unwrap_or_default());
    Some(formatted)
}

/// A line, or as many blanks.
fn push(text: &mut String, line: &str, keep: bool) {
    if keep {
        text.push_str(line);
        return;
    }
    let end = if line.ends_with('\n') { "\n" } else { "" };
    text.extend(std::iter::repeat_n(' ', line.len() - end.len()));
    text.push_str(end);
}

impl Draft {
    /// Reads a line of a block; returns whether the following lines are those of an example.
    fn fenced(
        &mut self,
        file: FileId,
        line: &Line<'_>,
        kind: FencedBlock,
        in_example: bool,
    ) -> bool {
        let mut in_example = in_example;
        let text = line.text;
        let says_something = !text.trim().is_empty() && !text.starts_with('#');
        if says_something && !text.starts_with(' ') {
            in_example = text.starts_with("example");
        }
        if let Some(section) = self.sections.last_mut().filter(|_| says_something) {
            section.has_rules |= kind == FencedBlock::Rules && !in_example;
            if kind == FencedBlock::Other && is_declaration(text) {
                let start = line.range.start;
                let place = Span::new(file, start, start + text.trim_end().len());
                section.looks_like_rules.get_or_insert(place);
            }
        }
        in_example
    }

    /// Reads a heading.
    fn heading(&mut self, file: FileId, line: &Line<'_>, depth: usize) {
        let text = line.text.trim_end();
        let title = text.trim_start_matches('#');
        let lead = title.len() - title.trim_start().len();
        let from = line.range.start + depth + lead;
        let heading = Span::new(file, from, line.range.start + text.len());
        let (id, title) = numbered(title.trim());
        self.sections.push(Section {
            id,
            title,
            heading,
            depth,
            has_rules: false,
            looks_like_rules: None,
            speaks_of: None,
        });
    }

    /// Reads a line outside of blocks that is no heading.
    fn prose(&mut self, file: FileId, line: &Line<'_>) {
        let (text, start) = (line.text.trim_end(), line.range.start);
        let Some(section) = self.sections.last_mut() else {
            return;
        };
        if section.speaks_of.is_none() && !text.trim_start().starts_with("<!--") {
            section.speaks_of = spoken_of(text)
                .map(|(what, at, length)| (what, Span::new(file, start + at, start + at + length)));
        }
    }

    /// Adds to declarations without a citation that of the section around them.
    pub fn cite(&self, tree: &mut File) {
        for item in &mut tree.items {
            let section = self.section(item.span.start);
            let section = section.and_then(|at| self.sections.get(at));
            let item = Arc::make_mut(item);
            if let (Some(section), Some(citations)) = (section, citations_of(&mut item.value))
                && citations.is_empty()
                && !section.id.is_empty()
            {
                citations.push(Spanned::new(section.id.clone(), section.heading));
            }
        }
    }

    /// Returns the section around an offset.
    fn section(&self, place: usize) -> Option<usize> {
        let mut sections = self.sections.iter();
        sections.rposition(|section| section.heading.start < place)
    }

    /// Tables of the prose that say the same as a table of the rules in their section, but for a number.
    pub fn not_kept_up(&self, tree: &File) -> Vec<Diagnostic> {
        prose_tables::kept_up(&self.tables, tree, &self.rules, |place| self.section(place))
    }

    /// Sections that speak of a roll, a table or a number, and have no rules for it, neither has one below them; blocks
    /// that look like rules and are not marked so.
    pub fn not_yet_executable(&self) -> Vec<Diagnostic> {
        let sections = self.sections.iter().enumerate();
        let findings = sections.filter_map(|(at, section)| {
            if let Some(place) = section.looks_like_rules {
                let message = "this block looks like rules, but is not marked as rules";
                return Some(
                    Diagnostic::new(Code::NotYetExecutable, message)
                        .label(place, "not read")
                        .help("start the block with the line ```rules"),
                );
            }
            let (what, place) = section.speaks_of?;
            let below = self.sections.get(at + 1..).unwrap_or_default();
            let mut below = below.iter().take_while(|other| other.depth > section.depth);
            if section.has_rules || below.any(|other| other.has_rules) {
                return None;
            }
            let message = format!("this section mentions {what}, but has no rules yet");
            Some(
                Diagnostic::new(Code::NotYetExecutable, message)
                    .label(section.heading, "not yet executable")
                    .label(place, format!("{what} here"))
                    .help(
                        "write its rules below it, between the lines ```rules and ```; or say why \
                        there are none: `<!-- allow E0620: … -->`",
                    ),
            )
        });
        findings.collect()
    }
}

/// Whether a line begins like a declaration: `roll to-hit …`.
fn is_declaration(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_keyword = keywords(KeywordKind::Declaration).any(|keyword| keyword == first);
    let is_name = second.starts_with(|letter: char| letter.is_ascii_lowercase());
    let goes_on = line.contains(['"', '(', ':', '=', '|']) || words.next().is_none();
    is_keyword && is_name && goes_on && !line.starts_with(' ')
}

/// The number of a heading and its title; a heading without a number is its own.
fn numbered(heading: &str) -> (String, String) {
    let (first, rest) = heading.split_once(' ').unwrap_or((heading, ""));
    let number = first.trim_end_matches(['.', ':', ')']);
    let is_number = number.chars().any(|letter| letter.is_ascii_digit())
        && number
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-'));
    if is_number && !rest.trim().is_empty() {
        return (number.to_owned(), rest.trim().to_owned());
    }
    // What cannot be between the brackets of a citation is left out.
    let id: String = heading
        .chars()
        .filter(|letter| !matches!(letter, '[' | ']' | ','))
        .collect();
    (id, heading.to_owned())
}

/// Finds a part of a line of prose that a program could carry out: its sort, offset and length.
fn spoken_of(line: &str) -> Option<(&'static str, usize, usize)> {
    if line.trim_start().starts_with('|') {
        return Some(("a table", 0, line.len()));
    }
    let mut at = 0;
    for part in line.split(|letter: char| letter.is_whitespace()) {
        let word = part
            .trim_matches(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '+' | '-'));
        let begin = at + part.find(word).unwrap_or(0);
        at += part.len() + 1;
        let lower = word.to_lowercase();
        let rolls = [
            "roll", "rolls", "rolled", "rolling", "throw", "throws", "thrown", "dice", "die",
        ];
        let what = match lower.as_str() {
            "table" | "tables" | "chart" => "a table",
            word if rolls.contains(&word) || is_dice(word) => "a roll",
            word if is_amount(word) => "a number",
            _ => continue,
        };
        return Some((what, begin, word.len()));
    }
    measured(line)
}

/// `d6`, `2d6`
fn is_dice(word: &str) -> bool {
    word.split_once('d').is_some_and(|(count, sides)| {
        let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
        is_number(count) && !sides.is_empty() && is_number(sides)
    })
}

/// `+1`, `-2`, `4+`
fn is_amount(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']).trim_end_matches('+');
    digits.len() < word.len()
        && !digits.is_empty()
        && digits.chars().all(|letter| letter.is_ascii_digit())
}

/// A number of something that is counted or measured: `6 inches`, `3 hits`.
fn measured(line: &str) -> Option<(&'static str, usize, usize)> {
    let things = [
        "hex", "hexes", "inch", "inches", "point", "points", "hit", "hits", "marker", "markers",
        "turn", "turns", "action", "actions", "shot", "shots", "step", "steps", "percent",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let &[count, thing] = pair else { return None };
        let is_number = count.chars().all(|letter| letter.is_ascii_digit());
        let thing = thing.trim_matches(|letter: char| !letter.is_alphanumeric());
        if !is_number || !things.contains(&thing.to_lowercase().as_str()) {
            return None;
        }
        let begin = line.find(count)?;
        Some(("a number", begin, count.len()))
    })
}

fn citations_of(item: &mut Item) -> Option<&mut Vec<Name>> {
    Some(match item {
        Item::Scale(scale) => &mut scale.head.citations,
        Item::Die(die) => &mut die.head.citations,
        Item::Kind(kind) => &mut kind.head.citations,
        Item::Table(table) => &mut table.head.citations,
        Item::Modifiers(modifiers) => &mut modifiers.head.citations,
        Item::Fact(fact) => &mut fact.head.citations,
        Item::Option(option) => &mut option.head.citations,
        Item::Procedure(procedure) => &mut procedure.head.citations,
        Item::Trigger(trigger) => &mut trigger.head.citations,
        Item::Window(window) => &mut window.head.citations,
        Item::Reaction(reaction) => &mut reaction.head.citations,
        Item::Policy(policy) => &mut policy.head.citations,
        Item::Example(example) => &mut example.citations,
        Item::Replace(inner) => return citations_of(inner),
        Item::Amend(amend) => &mut amend.citations,
        Item::Remove(removal) => &mut removal.citations,
        Item::Ruleset(_) | Item::Variant(_) => return None,
    })
}
