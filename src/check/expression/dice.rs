//! Dice that are rolled together, and their treatments.

use super::super::scope::{Scope, number_word};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, unknown_word};
use sandtable_model::pool::{DiceGroup, Faces, OpposedRoll, Reroll};
use sandtable_model::{DieId, Dimension, Symbol, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, End, FaceItem, Match, Treatment};

impl Scope<'_, '_> {
    pub(super) fn no_die(&mut self, name: &ast::Name) {
        let known = self.checker.book.dice.iter();
        let known: Vec<String> = known.map(|die| die.naming.name.clone()).collect();
        self.unresolved(
            &name.value,
            Diagnostic::new(
                Code::UnknownName,
                format!("there is no die `{}`", name.value),
            )
            .label(name.span, "")
            .suggest(&name.value, known.iter().map(String::as_str))
            .help("declare it with `die`; write ordinary dice without one: `2d6`"),
        );
    }

    pub(super) fn opposed_roll(
        &mut self,
        opposed: &ast::OpposedRoll,
        ours: &DiceGroup,
        group: DiceGroup,
        span: Span,
    ) -> Option<OpposedRoll> {
        let counts =
            group.counted.is_some() || opposed.how == Match::Pairs && ours.counted.is_some();
        if counts {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "dice that are counted cannot be matched",
                )
                .label(span, "")
                .help("match the dice themselves, without `count`"),
            );
            return None;
        }
        let words = [ours.die, group.die].into_iter().flatten();
        if words.into_iter().any(|die| !self.is_numeric(die)) {
            self.report(
                Diagnostic::new(
                    Code::WrongType,
                    "words cannot be compared as higher or lower",
                )
                .label(span, "the faces of these dice are words")
                .help("match dice that show numbers"),
            );
            return None;
        }
        let in_part =
            group.keep < group.count || opposed.how == Match::Pairs && ours.keep < ours.count;
        if in_part {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "matched dice take no `keep` or `drop`",
                )
                .label(span, "")
                .help(
                    "delete `keep` and `drop`: with unequal numbers of dice, the lowest are \
                        left without a pair",
                ),
            );
            return None;
        }
        Some(OpposedRoll {
            group,
            how: opposed.how,
            ties_win: opposed.ties_win,
        })
    }

    pub(super) fn treatment(
        &mut self,
        group: &mut DiceGroup,
        treatment: &Spanned<Treatment>,
        (is_most, is_fixed): (bool, bool),
        span: Span,
    ) -> Option<()> {
        let at = treatment.span;
        if group.counted.is_some() {
            self.must_be_last(at);
            return None;
        }
        match &treatment.value {
            Treatment::Keep(end, n) => {
                let n = if is_most { *n } else { group.keep.min(*n) };
                self.keeps(group, *end, n, at)
            }
            Treatment::Drop(end, n) => {
                let left = group.keep.checked_sub(*n).filter(|left| *left > 0);
                let other = match end {
                    End::Highest => End::Lowest,
                    End::Lowest => End::Highest,
                };
                let none = if is_most { u32::MAX } else { 0 };
                self.keeps(group, other, left.unwrap_or(none), at)
            }
            Treatment::Explode(on, most) => {
                let on = self.faces(group, on, is_most, span)?;
                self.not_all(group, &on, is_most, at);
                self.add_reroll(group, on, *most, true, at)
            }
            Treatment::Reroll(on, most) => {
                // A number that varies is rarely above every face.
                let is_fixed = is_fixed || !on.iter().any(|item| matches!(item, FaceItem::Less(_)));
                let on = self.faces(group, on, is_most, span)?;
                self.not_all(group, &on, is_most && is_fixed, at);
                self.add_reroll(group, on, *most, false, at)
            }
            Treatment::Conditional(inner, _) => {
                debug_assert!(false, "conditions are settled before the dice are made");
                let inner = Spanned::new(inner.as_ref().clone(), at);
                self.treatment(group, &inner, (is_most, is_fixed), span)
            }
            Treatment::Count(on, is_each) => {
                let counted = self.faces(group, on, is_most, span)?;
                match is_each {
                    true => self.counts_each(group, at)?,
                    false => self.not_counted_already(group, &counted, is_most && is_fixed, at),
                }
                group.counted = Some(counted);
                Some(())
            }
        }
    }

    /// Checks dice that are counted one by one, also further ones: the last reroll alone adds, and all dice are kept.
    fn counts_each(&mut self, group: &DiceGroup, span: Span) -> Option<()> {
        let (message, help) = if group.keep < group.count {
            (
                "dice that are kept or dropped are counted by their totals",
                "write `count` without `each`",
            )
        } else if group.rerolls.iter().rev().skip(1).any(|one| one.adds) {
            (
                "before `count each`, `explode` comes last, and once",
                "write `reroll` before it: `3d6 reroll 1 once explode 6 once count each 4+`",
            )
        } else {
            return Some(());
        };
        let finding = Diagnostic::new(Code::NotAllowedHere, message);
        self.report(finding.label(span, "").help(help));
        None
    }

    /// Reports a reroll on every face, which only its limit ends.
    pub(crate) fn not_all(&mut self, group: &DiceGroup, on: &Faces, is_most: bool, span: Span) {
        if is_most && group.faces.iter().all(|face| on.has(*face)) {
            self.report(
                Diagnostic::new(
                    Code::IneffectiveLoop,
                    "every face is rolled again, up to the limit",
                )
                .label(span, "this is every face")
                .help("leave out some faces: `reroll 1 once`, `explode 6 at most 10 times`"),
            );
        }
    }

    /// Reports dice that explode where they count already: what they roll further is added to them.
    fn not_counted_already(
        &mut self,
        group: &DiceGroup,
        counted: &Faces,
        is_most: bool,
        span: Span,
    ) {
        let faces = group.faces.iter().copied();
        let exploding = group.rerolls.iter().filter(|again| again.adds);
        let lowest =
            exploding.filter_map(|again| faces.clone().filter(|face| again.on.has(*face)).min());
        let Some(lowest) = lowest.min() else {
            return;
        };
        let mut ranges = counted.0.iter();
        let is_counted = ranges.any(|(low, high)| *low <= lowest && *high == i32::MAX);
        if is_most && is_counted {
            self.report(
                Diagnostic::new(
                    Code::IneffectiveLoop,
                    format!("a die that shows {lowest} counts already, and a further roll is added to it"),
                )
                .label(span, "so `explode` changes nothing")
                .help("for further dice that count by themselves, write `count each …`"),
            );
        }
    }

    pub(super) fn must_be_last(&mut self, span: Span) {
        self.report(
            Diagnostic::new(Code::NotAllowedHere, "a count is a number, no longer dice")
                .label(span, "")
                .help("put `count` last: `5d6 reroll 1 once count 5+`"),
        );
    }

    fn keeps(&mut self, group: &mut DiceGroup, end: End, n: u32, span: Span) -> Option<()> {
        if n > group.keep {
            self.report(
                Diagnostic::new(
                    Code::OutOfRange,
                    format!("there are only {} dice here", group.keep),
                )
                .label(span, "")
                .help("keep or drop fewer dice than there are"),
            );
            return None;
        }
        if let Some(die) = group.die.filter(|die| !self.is_numeric(*die)) {
            self.no_order(die, span);
            return None;
        }
        keep(group, end, n);
        Some(())
    }

    fn no_order(&mut self, die: DieId, span: Span) {
        let text = describe(&self.checker.book, Type::Face(die));
        self.report(
            Diagnostic::new(
                Code::WrongType,
                "words cannot be compared as higher or lower",
            )
            .label(span, format!("each is {text}"))
            .help(self.counting(die)),
        );
    }

    /// Counts the faces of a die that are words.
    pub(super) fn counting(&self, die: DieId) -> String {
        let die = self.checker.book.dice.get(die.at());
        let name = die.map_or("", |die| die.naming.name.as_str());
        let word = die.and_then(|die| die.words.first());
        let word = word.map_or("", String::as_str);
        format!("count them: `roll 5 {name} count {word}`")
    }

    /// Reports a reroll that could go on for ever.
    pub(crate) fn needs_a_limit(&mut self, span: Span) {
        self.report(
            Diagnostic::new(Code::NotAllowedHere, "this needs a limit on further rolls")
                .label(span, "")
                .help("add `once`, or a limit that is hardly ever reached: `at most 10 times`"),
        );
    }

    fn add_reroll(
        &mut self,
        group: &mut DiceGroup,
        on: Faces,
        most: Option<u32>,
        adds: bool,
        span: Span,
    ) -> Option<()> {
        let Some(most) = most else {
            self.needs_a_limit(span);
            return None;
        };
        if group.keep < group.count {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "dice are rolled again only before some of them are dropped",
                )
                .label(span, "after `keep` or `drop`")
                .help("put `explode` and `reroll` first: `4d6 reroll 1 once keep highest 3`"),
            );
            return None;
        }
        let adds_up = adds && !group.counts_each;
        if let Some(die) = group.die.filter(|die| adds_up && !self.is_numeric(*die)) {
            let text = describe(&self.checker.book, Type::Face(die));
            self.report(
                Diagnostic::new(Code::WrongType, "words cannot be added up")
                    .label(span, format!("each is {text}"))
                    .help(
                        "to count further dice by themselves, write `count each` after `explode`",
                    ),
            );
            return None;
        }
        group.rerolls.push(Reroll { on, most, adds });
        Some(())
    }

    pub(crate) fn faces(
        &mut self,
        group: &DiceGroup,
        items: &[FaceItem],
        is_most: bool,
        span: Span,
    ) -> Option<Faces> {
        let mut ranges = Vec::new();
        for item in items {
            match (item, group.die.filter(|die| !self.is_numeric(*die))) {
                (FaceItem::Number(number), None) => ranges.push((*number, *number)),
                (FaceItem::Up(from), None) => ranges.push((*from, i32::MAX)),
                (FaceItem::Less(end), None) => {
                    ranges.push((i32::MIN, end.saturating_sub(1)));
                }
                (FaceItem::UpBy(value) | FaceItem::Below(value), None) => {
                    debug_assert!(false, "thresholds are settled before the dice are made");
                    self.expr_of_type(value, Type::Number(Dimension::Plain));
                }
                (FaceItem::Numbers(low, high), None) => ranges.push((*low, *high)),
                (FaceItem::Word(word), _) => {
                    let die = group
                        .die
                        .and_then(|die| self.checker.book.dice.get(die.at()));
                    let Some(set) = die.and_then(|die| die.set(&word.value)) else {
                        self.unknown_face(group, word);
                        return None;
                    };
                    if let (Some(die), true) = (group.die, is_most) {
                        self.refers(word.span, Symbol::Face(die));
                    }
                    let values = (0..64).filter(|value| set >> value & 1 == 1);
                    ranges.extend(values.map(|value| (value, value)));
                }
                (_, Some(die)) => {
                    let text = describe(&self.checker.book, Type::Face(die));
                    self.report(
                        Diagnostic::new(Code::UnknownWord, "these dice show no numbers")
                            .label(span, format!("each is {text}"))
                            .help("name faces or groups of the die"),
                    );
                    return None;
                }
            }
        }
        let faces = Faces(ranges);
        // An exploded die shows more than its faces.
        let grows = !group.counts_each && group.rerolls.iter().any(|again| again.adds);
        if is_most && !grows && !group.faces.iter().any(|face| faces.has(*face)) {
            self.report(
                Diagnostic::new(Code::UnknownWord, "no face of these dice is one of those")
                    .label(span, "")
                    .help("name faces of these dice"),
            );
            return None;
        }
        Some(faces)
    }

    /// Returns the cure for a word in the place of a face that is a number.
    fn faces_of_a_value(&self, word: &str) -> String {
        let value = word.rsplit('-').next().unwrap_or(word);
        match word {
            "less" | "fewer" | "lower" => {
                "write a range: `1-3`; of a value, `count below (need + 1)`".to_owned()
            }
            "more" | "higher" | "better" => "write `5+`; of a value, `count need+`".to_owned(),
            _ if self.local(value).is_some() => bounded_faces(value),
            _ => "write numbers: `6`, `5+`, `1-3`, `1 or 6`".to_owned(),
        }
    }

    fn unknown_face(&mut self, group: &DiceGroup, word: &ast::Name) {
        let diagnostic = match group.die {
            Some(die) => unknown_word(&self.checker.book, &word.value, word.span, Type::Face(die)),
            None => {
                let finding = Diagnostic::new(
                    Code::UnknownWord,
                    format!("these dice have no face `{}`", word.value),
                )
                .label(word.span, "");
                match number_word(word.value.strip_suffix('s').unwrap_or(&word.value)) {
                    Some(number) => finding
                        .help(format!("write the number: `{number}`"))
                        .instead(number.to_string()),
                    None => finding.help(self.faces_of_a_value(&word.value)),
                }
            }
        };
        self.report(diagnostic);
    }
}

/// Returns how faces are given by numbers that are calculated, for what is written in their place.
fn bounded_faces(name: &str) -> String {
    format!(
        "write `count {name}+` for dice that show at least this value, `count below ({name} + 1)` for those that show at most it"
    )
}

/// Puts away all but `n` from one end of those that are left.
pub(super) fn keep(group: &mut DiceGroup, end: End, n: u32) {
    if end == End::Lowest {
        group.skip += group.keep - n;
    }
    group.keep = n;
}
