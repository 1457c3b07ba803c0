//! Ordered inputs of a roll: parameters, facts, stats and tracks of units and of their parts.

use super::reads::Reads;
use crate::trial::situation::declared_tracks;
use sandtable_model::{Dimension, KindId, NONE, Procedure, RuleBook, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::Literal;

/// The largest number of values of one input.
const MAX_VALUES: i32 = 7;
/// The width of the range from which values of a number without a maximum are taken.
const MAX_WIDTH: i32 = 12;
/// Values of a stat that is dice, the least first.
const LADDER: [&str; 5] = ["d4", "d6", "d8", "d10", "d12"];

/// An ordered value that a roll reads.
pub(super) struct Input {
    pub(super) place: Vec<String>,
    /// Quoted: `range`, `firer.skill`.
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) values: Vec<Literal>,
}

/// Returns the ordered inputs of a roll.
pub(super) fn ordered_inputs(book: &RuleBook, roll: &Procedure, reads: &Reads) -> Vec<Input> {
    let mut all = Inputs {
        book,
        reads,
        found: Vec::new(),
    };
    for parameter in &roll.parameters {
        let place = [parameter.name.as_str()];
        if matches!(parameter.ty, Type::Unit(_)) {
            all.unit(&place, parameter.ty);
        } else {
            let values = in_order(book, parameter.ty, parameter.low, parameter.high);
            all.add(&place, parameter.span, values);
        }
    }
    for fact in &reads.facts {
        if let Some(fact) = book.facts.get(fact.at()) {
            let values = in_order(book, fact.ty, fact.low, fact.high);
            all.add(&[&fact.naming.name], fact.naming.span, values);
        }
    }
    all.found
}

struct Inputs<'b> {
    book: &'b RuleBook,
    reads: &'b Reads,
    found: Vec<Input>,
}

impl Inputs<'_> {
    fn add(&mut self, place: &[&str], span: Span, values: Vec<Literal>) {
        if values.len() > 1 {
            self.found.push(Input {
                place: place.iter().map(|part| (*part).to_owned()).collect(),
                name: format!("`{}`", place.join(".")),
                span,
                values,
            });
        }
    }

    /// Adds the inputs of a unit; none if it can be of several kinds.
    fn unit(&mut self, place: &[&str], ty: Type) {
        let (book, kinds) = (self.book, ty.kinds());
        let of_unit = book.kinds.iter().enumerate();
        let mut of_unit = of_unit.filter(|(at, _)| kinds.has(KindId::new(*at)));
        let (Some((_, kind)), None) = (of_unit.next(), of_unit.next()) else {
            return;
        };
        for stat in &kind.stats {
            let Some(field) = book.fields.get(stat.field.at()) else {
                continue;
            };
            let mut inside = place.to_vec();
            inside.push(&field.name);
            if matches!(field.ty, Type::Unit(_)) {
                // The one part in a stat; those in a list are parameters.
                if !field.is_list && place.len() == 1 {
                    self.unit(&inside, field.ty);
                }
            } else if self.reads.fields.contains(&stat.field) {
                let values = in_order(book, field.ty, stat.low, stat.high);
                self.add(&inside, stat.naming.span, values);
            }
        }
        for track in declared_tracks(book, ty) {
            let known = book.tracks.get(track.track.at());
            let known = known.filter(|known| known.index.is_none());
            if let Some(known) = known.filter(|_| self.reads.tracks.contains(&track.track)) {
                let mut inside = place.to_vec();
                inside.push(&known.name);
                let values = in_order(book, known.ty, track.low, track.high);
                self.add(&inside, track.naming.span, values);
            }
        }
    }
}

/// Returns values of a type in their order, the least first; none if they have no order.
fn in_order(book: &RuleBook, ty: Type, low: i32, high: i32) -> Vec<Literal> {
    match ty {
        // Directions are cyclic.
        Type::Number(Dimension::Degrees) => Vec::new(),
        Type::Number(_) => {
            let low = if low <= NONE + 1 { high.min(0) } else { low };
            let high =
                high.min(low.saturating_add(MAX_WIDTH.max(high.saturating_sub(low).min(60))));
            let n_steps = high.saturating_sub(low).clamp(0, MAX_VALUES - 1);
            let places = (0..=n_steps).map(|step| low + (high - low) * step / n_steps.max(1));
            places.map(Literal::Number).collect()
        }
        Type::Words(id) => {
            let Some(list) = book.words.get(id.at()).filter(|list| list.ordered) else {
                return Vec::new();
            };
            list.words.iter().cloned().map(Literal::Word).collect()
        }
        Type::Dice => LADDER.map(|die| Literal::Word(die.to_owned())).to_vec(),
        Type::Flag | Type::Face(_) | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            Vec::new()
        }
    }
}
