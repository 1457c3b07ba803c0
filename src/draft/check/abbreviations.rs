//! Abbreviations: never explained, or two of the same words.
//!
//! Reports: E0715, E0716, E0717.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::definitions::Definition;
use super::spelling::two_spellings;
use super::words::{Kind, Token, stem};
use crate::dictionary::is_english;
use crate::model::roman;
use crate::vocabulary::WordList;

/// Abbreviations of a manuscript: their definitions and uses.
#[derive(Default)]
struct Uses {
    /// Places that explain one, with the words before it in brackets.
    explained: BTreeMap<String, (String, Span)>,
    /// First place in the text of one that is not explained there.
    used: BTreeMap<String, (Span, usize)>,
    /// Those that are used more than once.
    repeated: BTreeSet<String>,
    in_tables: BTreeSet<String>,
    /// Short words in small letters: their capitals only give them weight.
    small: BTreeSet<String>,
    /// Words of small letters and two capitals or more: `LoC`, each with its place.
    mixed: Vec<(String, Span, usize)>,
    /// The number of times that words are next to their short form: `Move (M)`, `FT (Fire Total)`.
    n_habit: usize,
    n_words: usize,
}

/// Reports: E0715, E0716, E0717.
pub(super) fn check(
    context: &Context<'_>,
    prose: &[Prose<'_>],
    definitions: &[Definition],
    diagnostics: &mut Diagnostics,
) {
    let mut uses = Uses::default();
    for one in prose {
        uses.add(context, one, diagnostics);
    }
    for (mixed, span, block) in &uses.mixed {
        let short = mixed.to_uppercase();
        let known = uses.explained.get(&short).map(|(_, place)| *place);
        let known = known.or_else(|| uses.used.get(&short).map(|(place, _)| *place));
        if let Some(place) = known {
            diagnostics.push(two_spellings(
                context,
                (mixed, *span, *block),
                (&short, place),
            ));
        }
    }
    let expanded = uses
        .explained
        .values()
        .filter(|(words, _)| !words.is_empty());
    let n_expanded = expanded.count().max(uses.n_habit);
    let is_short = |one: &&Definition| {
        one.is_entry && one.term.len() <= 5 && one.term == one.term.to_uppercase()
    };
    let n_short = definitions.iter().filter(is_short).count();
    // A glossary that has one abbreviation means to have all.
    let n_entries = definitions.iter().filter(|one| one.is_entry).count();
    let begins_short = |one: &&Definition| {
        let first = one.term.split(' ').next().unwrap_or_default();
        one.is_entry && (2..=5).contains(&first.len()) && first == first.to_uppercase()
    };
    let is_mixed = n_entries >= 4 && definitions.iter().any(|one| begins_short(&one));
    // Entries in capitals throughout are terms and no abbreviations.
    let is_loud = definitions
        .iter()
        .filter(|one| one.is_entry)
        .all(|one| one.term == one.term.to_uppercase());
    let has_list = (n_short >= 3 || is_mixed) && !(is_loud && n_entries > n_short);
    let defined: BTreeSet<&str> = definitions.iter().map(|one| one.term.as_str()).collect();
    let is_known = |short: &str| uses.is_known(short) || defined.contains(short);
    let unknown = uses.used.iter().filter(|(short, _)| !is_known(short));
    let unknown: Vec<(&String, &(Span, usize))> = unknown.collect();
    // A draft with almost no abbreviations explains the few that it has.
    let is_habit = n_expanded >= 2 || has_list;
    if !is_habit && (unknown.len() > 1 || uses.n_words < 400) {
        return;
    }
    // A draft that leaves as many unexplained as it explains does not mean to explain them.
    let is_many = unknown.len() * 2 > n_expanded + 1;
    if is_habit && is_many && !has_list || unknown.len() > 2 && n_short < 3 && is_many {
        return;
    }
    // One that is used once is mostly a name: of a ship, a publisher, a unit.
    let repeated = unknown
        .into_iter()
        .filter(|(short, _)| has_list || uses.repeated.contains(*short));
    for (short, (span, block)) in repeated {
        let message = format!("the abbreviation {short} is never explained");
        diagnostics.push(
            Diagnostic::new(Code::UnknownAbbreviation, message)
                .label(*span, "used here")
                .help(
                    "write the words in full where it is first used, with the abbreviation in \
                    brackets",
                )
                .confidence(Confidence::Likely)
                .cite(context.citation(*block)),
        );
    }
}

impl Uses {
    fn is_known(&self, short: &str) -> bool {
        let singular = short.trim_end_matches('S');
        self.explained.contains_key(short)
            || self.explained.contains_key(singular)
            || self.in_tables.contains(short)
            || self.small.contains(&short.to_lowercase())
            || WordList::Abbreviations.words().contains(&short)
    }

    /// Adds the abbreviations of a text.
    ///
    /// Reports: E0715, E0716.
    fn add(&mut self, context: &Context<'_>, one: &Prose<'_>, diagnostics: &mut Diagnostics) {
        let words = context.words(one);
        self.n_words += words.len();
        let is_small =
            |word: &&Token<'_>| word.text.len() <= 5 && word.text.chars().any(char::is_lowercase);
        self.n_habit += words.windows(3).filter(|window| is_beside(window)).count();
        let small = words.iter().filter(is_small);
        self.small
            .extend(small.map(|word| word.text.to_lowercase()));
        let mut long = words
            .iter()
            .filter(|word| word.kind == Kind::Word && word.text.len() > 3);
        let is_loud = long.all(|word| word.text == word.text.to_uppercase());
        for token in words.iter().filter(|token| token.kind == Kind::Word) {
            let n_capitals = token.text.bytes().filter(u8::is_ascii_uppercase).count();
            let is_plural = token.text.ends_with('s') && n_capitals + 1 == token.text.len();
            let is_mixed = (3..=5).contains(&token.text.len())
                && n_capitals >= 2
                && n_capitals < token.text.len()
                && token.text.bytes().all(|byte| byte.is_ascii_alphabetic())
                && !is_plural;
            let span = context.span(one, token.range.clone()).filter(|_| is_mixed);
            self.mixed
                .extend(span.map(|span| (token.text.to_owned(), span, one.block)));
        }
        let n_head = loud_head(words);
        for (at, token) in words.iter().enumerate().skip(n_head) {
            let is_short = token.kind == Kind::Word
                && (2..=5).contains(&token.text.len())
                && token.text.bytes().all(|byte| byte.is_ascii_uppercase());
            // `is at HALT`: a word that is stressed.
            let is_stressed = token.text.len() >= 4 && is_english(&token.text.to_lowercase());
            // `**HIT**`: as well.
            let is_bold = || {
                let bold = one.text.ranges(|style| style.bold);
                bold.iter().any(|bold| bold.contains(&token.range.start))
            };
            let is_stressed = is_stressed || is_bold() && is_english(&token.text.to_lowercase());
            let is_short = is_short && (!is_stressed || one.is_cell);
            let Some(span) = context.span(one, token.range.clone()).filter(|_| is_short) else {
                continue;
            };
            let short = token.text.to_owned();
            let before = at.checked_sub(1).and_then(|place| words.get(place));
            let next = words.get(at + 1);
            let opens = before.is_some_and(|before| before.is_mark('('));
            // `"NW" (for Newtown)`: what is written on a piece.
            let is_quoted = before.is_some_and(|before| before.is_any_mark(&['"', '“']))
                && next.is_some_and(|next| next.is_any_mark(&['"', '”']));
            let in_brackets = is_quoted || opens && next.is_some_and(|next| next.is_mark(')'));
            let marks = ['(', ':', '=', '–', '—'];
            let is_spelt_out =
                next.is_some_and(|next| next.is_any_mark(&marks) || at == 0 && next.is_mark('-'));
            let own = match in_brackets {
                true => expansion(words, at),
                false => expansion_after(words, at),
            };
            if let Some(expansion) = own {
                diagnostics.extend(self.expand(context, (&short, span, one.block), &expansion));
            }
            // `Louis XIV`; `THE RACE FOR THE BRIDGE`
            let is_king = before.is_some_and(Token::is_capitalised) && roman(token.text).is_some();
            let is_capital = |word: Option<&Token<'_>>| {
                word.is_some_and(|word| {
                    word.kind == Kind::Word
                        && word.text.len() >= 2
                        && word.text == word.text.to_uppercase()
                })
            };
            let is_title = is_capital(before) && is_capital(next);
            let is_part = is_king
                || is_title
                || next.is_some_and(|next| {
                    next.is_any_mark(&['-', '/', '!']) || matches!(next.kind, Kind::Number { .. })
                })
                || before.is_some_and(|before| before.is_any_mark(&['-', '.', '/']));
            // `Camper MGB`: part of a name.
            let is_named = one.is_cell
                && before.is_some_and(|before| {
                    before.is_capitalised()
                        && before.text.len() >= 4
                        && before.text.chars().skip(1).all(char::is_lowercase)
                })
                && next.is_none();
            if one.is_cell {
                self.in_tables.extend(Some(short).filter(|_| !is_named));
            } else if in_brackets || is_spelt_out || is_loud {
                self.explained.entry(short).or_insert((String::new(), span));
            } else if !is_part && !one.is_heading {
                match self.used.entry(short) {
                    Entry::Vacant(new) => _ = new.insert((span, one.block)),
                    Entry::Occupied(known) => _ = self.repeated.insert(known.key().clone()),
                }
            }
        }
    }

    /// Adds an abbreviation with its words; returns a finding if the same words have another one, or it has other words elsewhere.
    fn expand(
        &mut self,
        context: &Context<'_>,
        short: (&str, Span, usize),
        expansion: &str,
    ) -> Option<Diagnostic> {
        let key = stem(expansion);
        let mut explained = self.explained.iter();
        let other = explained.find(|(other, (words, _))| *words == key && *other != short.0);
        let finding =
            other.map(|(other, (_, place))| two_spellings(context, short, (other, *place)));
        let known = self.explained.get(short.0);
        let twice = known.filter(|(words, _)| !words.is_empty() && *words != key);
        let twice = twice.map(|(words, place)| {
            let message = format!("{} is explained in two ways", short.0);
            Diagnostic::new(Code::TermDefinedTwice, message)
                .label(short.1, format!("“{expansion}”"))
                .label(*place, format!("“{words}”"))
                .help("explain it once, by the same words")
                .confidence(Confidence::Likely)
                .cite(context.citation(short.2))
        });
        match self.explained.get_mut(short.0) {
            Some((words, place)) if words.is_empty() => (*words, *place) = (key, short.1),
            Some(_) => {}
            None => {
                self.explained.insert(short.0.to_owned(), (key, short.1));
            }
        }
        finding.or(twice)
    }
}

/// Number of the words of a title in capitals that begins a paragraph: `15.1 MINES. When a hex …`, `HIGH GROUND. Any unit …`.
fn loud_head(words: &[Token<'_>]) -> usize {
    let is_number = |word: &Token<'_>| word.whole().is_some() || word.kind == Kind::Dotted;
    let n_number = words.iter().take(1).filter(|word| is_number(word)).count();
    let title = words.iter().skip(n_number).take_while(|word| {
        word.kind == Kind::Word && word.text == word.text.to_uppercase()
            || word.is_any_mark(&['-', '/'])
    });
    let end = n_number + title.count();
    let ends = words.get(end).is_some_and(|mark| mark.is_mark('.'));
    let goes_on = words.get(end + 1).is_some_and(Token::is_capitalised);
    if end > n_number && ends && goes_on {
        end
    } else {
        0
    }
}

/// The words in brackets after an abbreviation whose first letters it is: `LOS (line of sight)`; also after a dash, an equals sign or a colon, as
/// a whole line.
fn expansion_after(words: &[Token<'_>], at: usize) -> Option<String> {
    let letters: Vec<char> = words.get(at)?.text.chars().collect();
    let opens = words.get(at + 1)?;
    let is_line = at == 0 && opens.is_any_mark(&[':', '=', '–', '—', '-']);
    if !opens.is_mark('(') && !is_line {
        return None;
    }
    let rest = words.get(at + 2..)?;
    let end = rest
        .iter()
        .position(|word| word.is_any_mark(&[')', '.', ',', ';', ':']))
        .unwrap_or(rest.len());
    let inner = rest.get(..end).filter(|inner| inner.len() <= 8)?;
    let mut left = letters.iter();
    let mut next = left.next();
    let mut taken: Vec<String> = Vec::new();
    for word in inner.iter().filter(|word| !word.is_mark('-')) {
        let first = word.text.chars().next()?.to_ascii_uppercase();
        let is_small = word.is_word(&["of", "the", "and", "to", "in", "for"]);
        if next == Some(&first) {
            next = left.next();
        } else if !is_small {
            return None;
        }
        taken.push(word.text.to_lowercase());
    }
    next.is_none().then(|| taken.join(" "))
}

/// The words before an abbreviation in brackets whose first letters it is.
fn expansion(words: &[Token<'_>], at: usize) -> Option<String> {
    let letters: Vec<char> = words.get(at)?.text.chars().collect();
    let mut place = at.checked_sub(1)?;
    let mut taken: Vec<String> = Vec::new();
    let mut left = letters.len();
    while left > 0 && taken.len() < 8 {
        place = place.checked_sub(1)?;
        let word = words.get(place)?;
        if word.is_mark('-') {
            continue;
        }
        let first = word
            .text
            .chars()
            .next()
            .filter(|_| word.kind == Kind::Word)?
            .to_ascii_uppercase();
        let is_small = word.is_word(&["of", "the", "and", "to", "in", "for"]);
        // `experience points (XP)`
        let is_ex = letters.get(left - 1) == Some(&'X')
            && word
                .text
                .get(..2)
                .is_some_and(|start| start.eq_ignore_ascii_case("ex"));
        if letters.get(left - 1) == Some(&first) || is_ex {
            left -= 1;
        } else if !is_small {
            // Near enough: one letter is wrong, as in `Tide of Battle (TOD)`.
            if taken.is_empty() && letters.len() >= 3 {
                left -= 1;
            } else {
                return None;
            }
        }
        taken.push(word.text.to_lowercase());
    }
    (left == 0).then(|| {
        taken.reverse();
        taken.join(" ")
    })
}

/// A word and a capital in brackets that it begins with, or an abbreviation and a word in brackets.
fn is_beside(window: &[Token<'_>]) -> bool {
    let [first, open, second] = window else {
        return false;
    };
    let is_short = |word: &Token<'_>| {
        word.text.len() <= 5 && word.text.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let is_long =
        |word: &Token<'_>| word.kind == Kind::Word && word.text.chars().any(char::is_lowercase);
    let begin_alike =
        first.text.get(..1).map(str::to_uppercase) == second.text.get(..1).map(str::to_uppercase);
    let is_pair = is_short(second) && is_long(first) || is_short(first) && is_long(second);
    open.is_mark('(') && begin_alike && is_pair
}
