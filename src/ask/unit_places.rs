//! The places of units: those of their stats, and those that their kinds promise.

use std::sync::Arc;

use super::QuestionBuilder;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{CastUnit, FieldId, NONE, TrackId, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

impl QuestionBuilder<'_> {
    /// Sets a stat of a unit to a place of the map. What the map lacks is reported unless the question gives another place.
    pub(super) fn locate(&mut self, place: usize, field: FieldId, text: &Spanned<String>) {
        if self.map.is_none() {
            return;
        }
        let literal = Spanned::new(Literal::Word(text.value.clone()), text.span);
        match self.read(&literal, Type::Place, 0, i32::MAX) {
            Err(finding) => self.unlocated.push((place, field, finding)),
            Ok(there) => {
                let unit = self.cast.get_mut(place);
                let slot =
                    unit.and_then(|unit| Arc::make_mut(&mut unit.fields).get_mut(field.at()));
                slot.into_iter().for_each(|slot| *slot = there);
            }
        }
    }

    /// A finding about a piece that has no place, if its kind promises one.
    pub(super) fn off_the_map(&self, place: usize) -> Option<Diagnostic> {
        let unit = self.cast.get(place)?;
        let kind = self.book.kinds.get(unit.kind.at())?;
        kind.on_map?;
        Some(Diagnostic::new(
            Code::MissingStat,
            format!(
                "`{}` has no place, but a {} is always on the map",
                unit.parameter, kind.naming.name
            ),
        ))
    }

    /// Reports pieces that a question leaves without a place on its map, though their kind promises one. Those of an earlier question, the
    /// first in the cast, are where it left them.
    pub(super) fn report_off_the_map(&mut self, n_earlier: usize, span: Span) {
        let (Some(at), true) = (self.book.at_track(), self.map.is_some()) else {
            return;
        };
        let is_off = |unit: &CastUnit| {
            let start =
                |track: TrackId| unit.starts.iter().rev().find(|(known, _)| *known == track);
            let is_removed = start(TrackId::REMOVED).is_some_and(|(_, value)| *value != 0);
            !unit.is_spare && !is_removed && start(at).is_none_or(|(_, place)| *place == NONE)
        };
        let off: Vec<usize> = (n_earlier..self.cast.len())
            .filter(|place| self.cast.get(*place).is_some_and(is_off))
            .collect();
        for place in off {
            if let Some(finding) = self.off_the_map(place) {
                let name = self
                    .cast
                    .get(place)
                    .map_or("", |unit| unit.parameter.as_str());
                let help = format!("give its place: `{name}.at = …`");
                self.diagnostics.push(finding.label(span, "").help(help));
            }
        }
    }

    /// Reports the places of units that the map lacks.
    pub(super) fn report_unlocated(&mut self) {
        let mut reported: Vec<Span> = Vec::new();
        for (_, _, finding) in std::mem::take(&mut self.unlocated) {
            // Several pieces are of one unit.
            let at = finding.labels.first().map(|label| label.span);
            if at.is_none_or(|at| !reported.contains(&at)) {
                reported.extend(at);
                self.diagnostics.push(finding);
            }
        }
    }
}
