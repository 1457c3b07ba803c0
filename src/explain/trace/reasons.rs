//! Reasons in a story: below what is refused, and below all that does not apply if that is asked for.

use super::super::why_not::{Inquiry, Reason, under};
use super::{Step, TraceWriter};
use crate::scripted::Wording;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::{Options, Site};

impl TraceWriter<'_, '_> {
    pub(super) fn tells_all(&self) -> bool {
        self.script.why.is_some_and(|why| why.of_all)
    }

    /// Tells the reasons for which a `needs` is not met.
    pub(super) fn refusal(&mut self, site: Option<&Site>, machine: &Machine) {
        // Reasons speak of units by their own names, and of their values.
        if self.state.hidden.contains(&true) {
            return;
        }
        if let (Some(why), Some(site)) = (self.script.why, site) {
            let reasons = why.inquiry.refused(site, &machine.registers);
            self.push_reasons(reasons, 1);
        }
    }

    /// Tells the reasons for which options were not offered.
    pub(super) fn not_offered(&mut self, offer: Offer<'_>) {
        let is_of_few = !matches!(offer.decision.options, Options::Places(_));
        let is_masked = self.state.hidden.contains(&true);
        if !is_of_few || is_masked || !self.tells_all() {
            return;
        }
        let n_options = i32::try_from(offer.decision.n_options).unwrap_or(0);
        let wording = Wording {
            decision: offer.decision,
            units: self.units,
            names: self.script.names,
        };
        for option in (0..n_options).filter(|option| !offer.allows(*option)) {
            let why = self.script.why;
            let reasons =
                why.map_or_else(Vec::new, |why| why.inquiry.why_not_offered(option, offer));
            let reasons = match offer.decision.options == Options::YesOrNo {
                true => reasons,
                false => under(format!("not {}", wording.answer(option)), reasons),
            };
            self.push_reasons(reasons, 1);
        }
    }

    /// Tells reasons, if they are asked for and worth telling.
    pub(super) fn tell_reasons(
        &mut self,
        is_told: bool,
        reasons: impl FnOnce(&Inquiry<'_>) -> Vec<Reason>,
    ) {
        let is_told = is_told && !self.state.hidden.contains(&true);
        if let Some(why) = self.script.why.filter(|why| why.of_all && is_told) {
            self.push_reasons(reasons(why.inquiry), 1);
        }
    }

    fn push_reasons(&mut self, reasons: Vec<Reason>, deeper: usize) {
        for reason in reasons {
            let depth = self.state.rules.len() + deeper + reason.depth;
            let above = self.state.steps().last();
            let is_cited_above = self.state.rules.last() == Some(&reason.citations)
                || above.is_some_and(|above| above.citations == reason.citations);
            self.state.steps_mut().push(Step {
                depth,
                text: reason.text,
                citations: reason.citations,
                is_cited_above,
                is_detail: false,
                span: reason.span,
                units: Vec::new(),
                to: None,
            });
        }
    }
}
