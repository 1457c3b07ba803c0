//! Reasons why options of a decision are not offered.

use super::{Finding, Inquiry, Reason, Scene};
use crate::scripted::Wording;
use sandtable_eval::offer::Offer;
use sandtable_ir::{NONE, Options};
use sandtable_model::board::{Primitive, Region, RegionShape};
use sandtable_model::{Among, Choice, Expr, Selection, TrackId, Type, Values, without_number};
use sandtable_syntax::ast::Rounding;

impl<'a> Inquiry<'a> {
    /// Returns the reasons why a named option cannot be chosen; empty if it can, or if the word denotes no option.
    pub fn not_offered(&self, word: &str, wording: Wording<'_>, offer: Offer<'_>) -> Vec<Reason> {
        let options = meant(word, wording, offer);
        let option = match options.as_slice() {
            [] => return Vec::new(),
            [only] => *only,
            several => self.nearest_option(several, offer),
        };
        self.why_not(option, offer, true)
    }

    /// Returns the option that comes closest to being offered, the first of equals.
    fn nearest_option(&self, options: &[i32], offer: Offer<'_>) -> i32 {
        let finding = self.finding(offer.state());
        let site = offer.decision.site.as_ref();
        let found = site.and_then(|site| self.at(site, offer.state()));
        let nearest = found.and_then(|(scene, statement)| {
            let selection = statement.choice()?.units()?;
            let all = Selection {
                condition: None,
                ..selection.clone()
            };
            let near = selection.condition.as_deref()?;
            let members = options.iter().copied();
            let members = members.filter(|unit| finding.is_among(&all, &scene, *unit, near));
            let nearest = finding.nearest(selection, &scene, members);
            nearest.first().copied()
        });
        nearest.or_else(|| options.first().copied()).unwrap_or(NONE)
    }

    /// Returns the reasons why an option is not offered; empty for units of another kind or owner than the decision's candidates.
    pub fn why_not_offered(&self, option: i32, offer: Offer<'_>) -> Vec<Reason> {
        self.why_not(option, offer, false)
    }

    fn why_not(&self, option: i32, offer: Offer<'_>, is_named: bool) -> Vec<Reason> {
        let mut finding = self.finding(offer.state());
        let site = offer.decision.site.as_ref();
        if !offer.allows(option)
            && let Some((scene, statement)) = site.and_then(|site| self.at(site, offer.state()))
            && let Some(choice) = statement.choice()
        {
            let near = Near {
                scene,
                span: statement.span,
                is_named,
            };
            finding.choice(choice, &near, option);
        }
        finding.told()
    }
}

/// Returns the options that a word denotes and that are not offered, in their order.
fn meant(word: &str, wording: Wording<'_>, offer: Offer<'_>) -> Vec<i32> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(word);
    let is_it = |option: &i32| {
        let name = usize::try_from(*option).ok();
        let name = name.and_then(|at| match wording.decision.options {
            Options::Units => wording.names.get(at),
            Options::Named(_) | Options::Numbers(_) | Options::Places(_) | Options::YesOrNo => None,
        });
        let without = name.and_then(|name| without_number(name));
        plain(&wording.answer(*option)) == wanted
            || name.is_some_and(|name| plain(name) == wanted)
            || without.is_some_and(|without| plain(without) == wanted)
    };
    if wanted == "none" {
        return vec![NONE];
    }
    let n_options = i32::try_from(wording.decision.n_options).unwrap_or(0);
    let closed = (0..n_options).filter(|option| !offer.allows(*option));
    closed.filter(is_it).collect()
}

/// A statement, with the rule that contains it.
struct Near<'a> {
    scene: Scene<'a>,
    span: sandtable_source::Span,
    /// Whether this option was asked for by name.
    is_named: bool,
}

impl<'a> Finding<'_, 'a> {
    fn choice(&mut self, choice: &'a Choice, near: &Near<'a>, option: i32) {
        let Ok(at) = usize::try_from(option) else {
            let text = "an option must be chosen here".to_owned();
            return self.line(0, text, &near.scene, near.span);
        };
        match &choice.among {
            Among::Lines(lines) => {
                let Some(line) = lines.get(at) else {
                    return;
                };
                if let Some(condition) = &line.condition {
                    let scene = match line.citations.as_slice() {
                        [] => near.scene.clone(),
                        own => Scene {
                            citations: own,
                            ..near.scene.clone()
                        },
                    };
                    self.why(condition, &scene, false, 0);
                }
            }
            Among::Values { local, values, .. } => match values.as_ref() {
                Values::Words { words, condition } => {
                    if let (Some((_, value)), Some(condition)) = (words.get(at), condition) {
                        let scene = near.scene.with(local.at(), *value);
                        self.why(condition, &scene, false, 0);
                    }
                }
                Values::Numbers { from, to, low, .. } => {
                    let number = low.saturating_add(option);
                    let (first, last) =
                        (self.value(from, &near.scene), self.value(to, &near.scene));
                    let (end, bound) = match (first, last) {
                        (Some(first), _) if number < first => (from, "at least"),
                        _ => (to, "at most"),
                    };
                    let mut read = Vec::new();
                    self.reads(end, &near.scene, &mut read);
                    let words = self.inquiry.words(end.span);
                    let text = match read.as_slice() {
                        [] => format!("{bound} {words}"),
                        read => format!("{bound} `{words}`: {}", read.join(", ")),
                    };
                    self.line(0, text, &near.scene, end.span);
                }
                Values::Units(selection) => match &selection.region {
                    Some(region) => self.place(selection, region, near, at),
                    None => {
                        let mark = choice.several.as_ref().map(|several| several.mark);
                        self.unit(selection, mark, near, at);
                    }
                },
            },
        }
    }

    /// Explains a unit; the track marks the units that were chosen before it.
    fn unit(
        &mut self,
        selection: &'a Selection,
        mark: Option<TrackId>,
        near: &Near<'a>,
        at: usize,
    ) {
        let question = self.inquiry.question.borrow();
        let Some(unit) = question.cast.get(at).cloned() else {
            return;
        };
        drop(question);
        let book = self.inquiry.book;
        let title = self.inquiry.units.get(at).unwrap_or(&unit.title);
        let scene = &near.scene;
        let is_of_kind = selection.kinds.has(unit.kind);
        if !is_of_kind || !selection.takes(&unit) {
            if !near.is_named {
                return;
            }
            let kind = book.kinds.get(unit.kind.at());
            let kind = kind.map_or("", |kind| kind.naming.name.as_str());
            let wanted = book.kinds.iter().enumerate();
            let wanted = wanted
                .filter(|(at, _)| selection.kinds.has(sandtable_model::KindId::new(*at)))
                .map(|(_, kind)| kind.naming.name.as_str());
            let wanted: Vec<&str> = wanted.collect();
            let text = match is_of_kind {
                false => format!(
                    "{title} is of kind {kind}; this chooses {}",
                    wanted.join(", ")
                ),
                true => format!("{title} is a part of another unit"),
            };
            return self.line(0, text, scene, near.span);
        }
        if let Some(owner) = &selection.owner {
            let whose = self.value(owner, scene);
            let own = unit.owner.and_then(|own| i32::try_from(own).ok());
            if whose != own {
                if !near.is_named {
                    return;
                }
                let whose =
                    whose.map_or_else(String::new, |whose| self.inquiry.shown(whose, owner.ty));
                let text = format!("{title} does not belong to {whose}");
                return self.line(0, text, scene, near.span);
            }
        }
        let member = i32::try_from(at).unwrap_or(NONE);
        let asked = [
            (selection.destroyed, TrackId::DESTROYED, "destroyed"),
            (selection.removed, TrackId::REMOVED, "out of play"),
        ];
        let asked = asked.into_iter().filter(|(included, ..)| !included);
        let marked = mark.map(|mark| (false, mark, "already chosen"));
        for (_, track, word) in asked.chain(marked) {
            let unit = constant(member, selection.ty(), near);
            let flag = Expr::of_track(unit, track, None, Type::Flag);
            if self.value(&flag, scene) == Some(1) {
                return self.line(0, format!("{title} is {word}"), scene, near.span);
            }
        }
        self.member(selection, scene, member, false, 0);
    }

    /// Explains a place of the board, by its index among the candidates.
    fn place(
        &mut self,
        selection: &'a Selection,
        region: &'a Region,
        near: &Near<'a>,
        spot: usize,
    ) {
        let board_instance = self.inquiry.question.borrow().board_instance.clone();
        let place = board_instance.and_then(|board_instance| board_instance.board.spot(spot));
        let Some(place) = place else {
            return;
        };
        let all = Selection {
            condition: None,
            ..selection.clone()
        };
        let here = constant(place, Type::Place, near);
        if self.is_among(&all, &near.scene, place, &here) {
            return self.member(selection, &near.scene, place, false, 0);
        }
        let measured = |primitive, arguments, way| {
            let whole = Some(Rounding::Up.into());
            Expr::measured(primitive, arguments, way, whole, near.span)
        };
        let text = match &region.region_shape {
            RegionShape::All => return,
            RegionShape::Within { distance, of } => {
                let away = measured(Primitive::Distance, vec![of.clone(), here], None);
                let away = self.value(&away, &near.scene).unwrap_or(NONE);
                let away = self.inquiry.shown(away, distance.ty);
                let mut read = vec![format!("it is {away} away")];
                self.reads(distance, &near.scene, &mut read);
                read.join(", ")
            }
            RegionShape::Reached { way, from, within } => {
                let cost = vec![from.clone(), here];
                let cost = measured(Primitive::Cost, cost, Some(way.clone()));
                match self.value(&cost, &near.scene) {
                    None | Some(NONE) => "no path leads there".to_owned(),
                    Some(cost) => {
                        // Both are counted in the same parts.
                        let cost = self.inquiry.shown(cost, within.ty);
                        let mut read = vec![format!("the path there costs {cost}")];
                        self.reads(within, &near.scene, &mut read);
                        read.join(", ")
                    }
                }
            }
            RegionShape::Between { .. } => "it is not on the straight line".to_owned(),
            RegionShape::Along { .. } => "it is not on the path".to_owned(),
        };
        let text = format!("{}: {text}", self.inquiry.shown(place, Type::Place));
        self.line(0, text, &near.scene, near.span);
    }
}

fn constant(value: i32, ty: Type, near: &Near<'_>) -> Expr {
    Expr::constant(value, ty, near.span)
}
