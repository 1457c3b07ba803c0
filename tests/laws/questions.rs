//! Questions about a book: random legal units, facts and tracks for everything that can be asked.

use sandtable::ask::{Binding, ask_question};
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::dice::Dice;
use sandtable::model::{self, Question, RuleBook, Type};
use sandtable::source::{SourceMap, Span, Spanned};
use sandtable::syntax::ast::Literal;

/// Random picks, the same for the same seed.
pub(crate) struct Picks(Dice);

impl Picks {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }

    /// A number below `n`; 0 if there is none.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = n.max(1);
        self.0.face(n as u32) as usize % n
    }

    /// One of several.
    pub(crate) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A value of no rule file.
pub(crate) fn somewhere<T>(value: T) -> Spanned<T> {
    let file = SourceMap::default().add("asked", "");
    Spanned::new(value, Span::new(file, 0, 0))
}

/// Binding of a path to a value.
pub(crate) fn bound(place: &[&str], value: Literal) -> Binding {
    let place = place.iter().map(|name| somewhere((*name).to_owned()));
    Binding {
        place: place.collect(),
        about: Vec::new(),
        value: somewhere(value),
    }
}

/// A legal value of a type, if it is not a unit.
fn literal(
    book: &RuleBook,
    ty: Type,
    (low, high): (i32, i32),
    picks: &mut Picks,
) -> Option<Literal> {
    let word = |words: &[String], picks: &mut Picks| Literal::Word(picks.one_of(words).clone());
    Some(match ty {
        Type::Number(_) => {
            let low = low.max(-20);
            let most = high.min(low.saturating_add(40));
            Literal::Number(low + picks.below((most - low + 1) as usize) as i32)
        }
        Type::Flag => Literal::Word(["yes", "no"][picks.below(2)].to_owned()),
        Type::Words(id) => word(&book.words[id.at()].words, picks),
        Type::Face(id) if book.dice[id.at()].is_numeric() => {
            Literal::Number(*picks.one_of(&book.dice[id.at()].faces))
        }
        Type::Face(id) => word(&book.dice[id.at()].words, picks),
        Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => return None,
    })
}

/// What is given for a question, and its options.
type Given = (Vec<Binding>, Vec<(Spanned<String>, Spanned<String>)>);

/// A question about one entry, with random units, facts and tracks; `None` if no unit fits.
pub(crate) fn question(book: &RuleBook, name: &str, picks: &mut Picks) -> Option<Question> {
    let given = given(book, name, picks)?;
    asked(book, name, &given)
}

/// Questions about one entry that give the same with other units and numbers.
pub(crate) fn questions_alike(
    book: &RuleBook,
    name: &str,
    n: usize,
    picks: &mut Picks,
) -> Vec<Question> {
    let Some((bindings, options)) = given(book, name, picks) else {
        return Vec::new();
    };
    let parameters = book.parameters(book.find_entry(name).unwrap());
    let mut all = Vec::new();
    for _ in 0..n {
        let bindings = bindings.iter().map(|binding| {
            let [place] = binding.place.as_slice() else {
                return binding.clone();
            };
            let of_parameter = parameters.iter().find(|known| known.name == place.value);
            let of_fact = book
                .facts
                .iter()
                .find(|fact| fact.naming.name == place.value);
            let kept = picks.below(3) == 0;
            let parameter = of_parameter.map(|known| (known.ty, known.low, known.high));
            let fact = of_fact.map(|known| (known.ty, known.low, known.high));
            let value = match parameter.or(fact) {
                Some((Type::Unit(_), ..)) => {
                    let id = binding.value.value.text();
                    let of_kind =
                        |kind| book.profiles.iter().filter(move |known| known.kind == kind);
                    let own = book.profiles.iter().find(|profile| profile.id == id);
                    let fitting: Vec<_> =
                        own.into_iter().flat_map(|own| of_kind(own.kind)).collect();
                    Some(Literal::Word(picks.one_of(&fitting).id.clone()))
                }
                Some((ty, low, high)) => literal(book, ty, (low, high), picks),
                None => None,
            };
            match value.filter(|_| !kept) {
                Some(value) => bound(&[&place.value], value),
                None => binding.clone(),
            }
        });
        all.extend(asked(book, name, &(bindings.collect(), options.clone())));
    }
    all
}

fn given(book: &RuleBook, name: &str, picks: &mut Picks) -> Option<Given> {
    let entry = book.find_entry(name)?;
    let mut bindings = Vec::new();
    for parameter in book.parameters(entry) {
        let value = match parameter.ty {
            Type::Unit(kinds) => {
                if parameter.part_of.is_some() {
                    continue;
                }
                let fitting: Vec<&model::Profile> = book
                    .profiles
                    .iter()
                    .filter(|profile| !profile.id.is_empty() && kinds.has(profile.kind))
                    .collect();
                if fitting.is_empty() {
                    return None;
                }
                let profile = picks.one_of(&fitting);
                for track in &book.kinds[profile.kind.at()].tracks {
                    let ty = book.tracks[track.track.at()].ty;
                    if track.track.at() > 0 && picks.below(3) == 0 {
                        let value = literal(book, ty, (track.low, track.high), picks)?;
                        bindings.push(bound(&[&parameter.name, &track.naming.name], value));
                    }
                }
                Literal::Word(profile.id.clone())
            }
            ty => literal(book, ty, (parameter.low, parameter.high), picks)?,
        };
        bindings.push(bound(&[&parameter.name], value));
    }
    for fact in &book.facts {
        let taken = bindings
            .iter()
            .any(|known| known.place.len() == 1 && known.place[0].value == fact.naming.name);
        if !taken && (fact.default.is_none() || picks.below(2) == 0) {
            let value = literal(book, fact.ty, (fact.low, fact.high), picks)?;
            bindings.push(bound(&[&fact.naming.name], value));
        }
    }
    let mut options = Vec::new();
    for option in &book.options {
        if let Some(Literal::Word(value)) = literal(book, option.ty, (0, 1), picks) {
            let name = somewhere(option.naming.name.clone());
            options.push((name, somewhere(value)));
        }
    }
    Some((bindings, options))
}

fn asked(book: &RuleBook, name: &str, (bindings, options): &Given) -> Option<Question> {
    let mut diagnostics = Diagnostics::default();
    let name = somewhere(name.to_owned());
    ask_question(book, &name, &[], bindings, options, &mut diagnostics)
}

/// Everything of a book that can be asked.
pub(crate) fn entries(book: &RuleBook) -> Vec<String> {
    book.entry_names().map(str::to_owned).collect()
}
