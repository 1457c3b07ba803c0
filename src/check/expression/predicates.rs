//! Questions about words, faces and units: `is`, `has`, `meets`.

use super::super::scope::Scope;
use super::super::{Named, NamedType};
use super::{constant, kind_is, negate, typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_model::literals::{unknown_word, words_of};
use sandtable_model::{
    Arithmetic, Dimension, Expr, ExprKind, GAME, KindId, KindTrack, Kinds, NONE, Symbol, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Order};
use sandtable_syntax::value_text;

impl Scope<'_, '_> {
    /// `unit.side`, or a name for it: it may be without an owner, but need not be asked about first.
    pub(crate) fn is_whose(&self, value: &Expr) -> bool {
        let owner = self.checker.book.side_track();
        owner.is_some_and(|track| value.is_track(track))
            || value
                .local()
                .is_some_and(|local| self.owners.contains(&local))
    }

    /// `hits is 3 or more`, `game.turn is even`
    fn number_is(&mut self, value: Expr, words: &[ast::Name], span: Span) -> Expr {
        if let Some((order, number)) = threshold(words) {
            for word in words {
                self.refers(word.span, Symbol::BuiltIn);
            }
            let value = self.some(value);
            let number = number.saturating_mul(value.ty.per_whole());
            let number = constant(number, value.ty, span);
            return Expr::compare(order, value, number, span);
        }
        if let Some(rest) = parity(words).filter(|_| value.ty.parts().is_none()) {
            for word in words {
                self.refers(word.span, Symbol::BuiltIn);
            }
            let value = self.some(value);
            let ty = Type::Number(Dimension::Plain);
            let two = constant(2, ty, span);
            let left_over = Expr::binary_of(Arithmetic::Remainder, value, two, ty, span);
            return Expr::compare(Order::Equal, left_over, constant(rest, ty, span), span);
        }
        self.report(
            Diagnostic::new(Code::WrongType, "`is` compares words, but this is a number")
                .label(value.span, "a number")
                .help(comparisons(words, value.is_roll())),
        );
        Expr::flag(false, span)
    }

    /// `value is word or word`
    pub(super) fn is(&mut self, value: &ast::Expr, words: &[ast::Name], span: Span) -> Expr {
        let value = self.expr(value, None);
        if let [only] = words
            && only.value == "none"
        {
            // A rule that was called in between may have changed what was asked for before: a second question is no mistake.
            let can_be = value.or_none || self.is_some(&value) || self.is_whose(&value);
            // After a `none` in the wrong place of a choice, the condition is right.
            if !can_be && value.ty != Type::Unknown && !self.has_stray_none {
                self.report(
                    Diagnostic::new(Code::ConstantCondition, "this is never none")
                        .label(value.span, "")
                        .help(match value.local().is_some_and(|local| self.chosen.contains(&local)) {
                            true => {
                                "delete the condition; or if the choice may have nothing to choose, write `, if any` after its `where`"
                            }
                            false => "delete the condition",
                        }),
                );
            }
            let none = constant(NONE, value.ty, span);
            return Expr::compare(Order::Equal, value, none, span);
        }
        match value.ty {
            Type::Unknown => Expr::flag(false, span),
            Type::Unit(_) => self.unit_is(value, words, span),
            Type::Number(_) => self.number_is(value, words, span),
            Type::Flag => {
                let flag = words.iter().all(|word| word.value == "yes");
                let known = words
                    .iter()
                    .all(|word| matches!(word.value.as_str(), "yes" | "no"));
                if !known {
                    self.report(
                        Diagnostic::new(Code::UnknownWord, "a flag is `yes` or `no`")
                            .label(span, "")
                            .help(match words {
                                [name] if self.visible_names().any(|known| known == name.value) => {
                                    format!("put the other one in brackets: `is ({})`", name.value)
                                }
                                _ => "use it alone: `if obscured: …`, `if not obscured: …`; to compare two flags, put the one with \
                                      a dot last, `flag is unit.flag`, or write `(a and b) or (not a and not b)`"
                                    .to_owned(),
                            }),
                    );
                }
                negate(value, !flag)
            }
            Type::Words(_) | Type::Face(_) => self.word_is(value, words, span),
            Type::Place | Type::Side => self.place_is(value, words, span),
            Type::Dice => {
                self.report(
                    Diagnostic::new(Code::WrongType, "`is` compares words, but these are dice")
                        .label(value.span, "dice")
                        .help("roll them: `roll …`; or write `is none`"),
                );
                unknown(span)
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    pub(super) fn word_is(&mut self, value: Expr, words: &[ast::Name], span: Span) -> Expr {
        let mut set = 0;
        for word in words {
            let bits = match value.ty {
                Type::Face(id) => self
                    .checker
                    .book
                    .dice
                    .get(id.at())
                    .and_then(|die| die.set(&word.value)),
                ty => self.word(&word.value, ty).map(|(value, _)| 1u64 << value),
            };
            match bits {
                Some(bits) => {
                    self.checker
                        .refers_to_word(word.span, &word.value, value.ty);
                    set |= bits;
                }
                None => {
                    if let [only] = words
                        && self.local(&only.value).is_some()
                    {
                        return self.same(value, only, span);
                    }
                    let diagnostic =
                        unknown_word(&self.checker.book, &word.value, word.span, value.ty);
                    self.report(self.as_condition(diagnostic, words, word));
                }
            }
        }
        Expr::is_member(value, set, span)
    }

    /// Adds the cure if an unknown word after `or` is a name: the author meant another condition.
    fn as_condition(
        &self,
        finding: Diagnostic,
        words: &[ast::Name],
        word: &ast::Name,
    ) -> Diagnostic {
        let name = &word.value;
        let is_known = self.local(name).is_some() || self.checker.names.contains_key(name.as_str());
        match words.first().filter(|first| first.span != word.span) {
            Some(first) if is_known => finding.help(format!(
                "`or` after `is` joins words; put another condition first: `{name} or … is {}`",
                first.value
            )),
            _ => finding,
        }
    }

    /// Whether a name means a side of the ruleset here.
    fn names_side(&self, name: &str) -> bool {
        let named = self.checker.names.get(name);
        matches!(named, Some(Named::Side(_))) && self.local(name).is_none()
    }

    /// `value is name`: the same as another value.
    pub(super) fn same(&mut self, value: Expr, name: &ast::Name, span: Span) -> Expr {
        let other = self.check_name(&name.value, name.span, Some(value.ty));
        self.equal(value, other, span)
    }

    /// `value is target.side`: the same as another value. Nothing is the same only as nothing.
    pub(super) fn same_as(&mut self, value: &ast::Expr, other: &ast::Expr, span: Span) -> Expr {
        let value = self.expr(value, None);
        let other = self.expr(other, Some(value.ty));
        if let (Type::Number(_), _) | (_, Type::Number(_)) = (value.ty, other.ty) {
            self.report(
                Diagnostic::new(
                    Code::WrongType,
                    "`is` compares words and units, but this is a number",
                )
                .label(span, "")
                .help("compare numbers with `=`"),
            );
            return unknown(span);
        }
        self.equal(value, other, span)
    }

    pub(super) fn equal(&mut self, value: Expr, other: Expr, span: Span) -> Expr {
        let (value, other) = self.aligned(value, other);
        let ty = value.ty;
        let other = match (ty, other.ty) {
            (Type::Unit(_), Type::Unit(_)) => other,
            _ => self.fit(other, ty),
        };
        Expr::compare(Order::Equal, value, other, span)
    }

    /// `unit is destroyed`, `unit is vehicle`, `unit is fatigued` (a flag of its kind), `unit is other`
    pub(crate) fn unit_is(&mut self, unit: Expr, words: &[ast::Name], span: Span) -> Expr {
        if let [only] = words
            && (self.local(&only.value).is_some()
                || only.value == GAME
                || self.names_side(&only.value))
        {
            return self.same(unit, only, span);
        }
        if let [only] = words
            && self.own_kind.is_some()
            && let Some(own) = self.own(&only.value, only.span)
            && matches!(own.ty, Type::Unit(_))
        {
            return self.equal(unit, own, span);
        }
        if words.iter().all(|word| self.names_side(&word.value)) {
            let asked = words.iter().map(|word| self.same(unit.clone(), word, span));
            let asked: Vec<Expr> = asked.collect();
            return Expr::any_of(asked, span).unwrap_or_else(|| unknown(span));
        }
        let is_kind = |word: &ast::Name| {
            matches!(
                self.checker.types.get(&word.value),
                Some(NamedType::Kind(_))
            )
        };
        let is_read = unit.local().is_some() || unit.track().is_some() || unit.field().is_some();
        let may_be_none = unit.or_none && is_read && words.iter().all(is_kind);
        let unit = match may_be_none {
            true => unit,
            false => self.some(unit),
        };
        let mut kinds = 0;
        for word in words {
            match self.checker.types.get(&word.value) {
                Some(NamedType::Kind(id)) => {
                    let id = *id;
                    self.refers(word.span, Symbol::Kind(id));
                    kinds |= Kinds::one(id).bits();
                }
                _ if words.len() == 1 => return self.unit_is_word(unit, word, span),
                _ => {
                    let help = match word.value.as_str() {
                        "none" => {
                            "check for it alone: `a is none or (a is vehicle)`; if a choice may be \
                             declined, write `or none` before `where`"
                        }
                        _ => "check them one by one: `a is destroyed or (a is vehicle)`",
                    };
                    self.report(
                        Diagnostic::new(
                            Code::UnknownWord,
                            format!("`{}` is not a kind of unit", word.value),
                        )
                        .label(word.span, "")
                        .help(help),
                    );
                }
            }
        }
        if !may_be_none {
            return kind_is(unit, kinds, span);
        }
        // Nothing is of no kind.
        let none = constant(NONE, unit.ty, span);
        let is_one = Expr::compare(Order::NotEqual, unit.clone(), none, span);
        let unit = Expr {
            or_none: false,
            ..unit
        };
        let is_of_kind = kind_is(unit, kinds, span);
        Expr::binary_of(Arithmetic::And, is_one, is_of_kind, Type::Flag, span)
    }

    pub(super) fn unit_is_word(&mut self, unit: Expr, word: &ast::Name, span: Span) -> Expr {
        let Type::Unit(kinds) = unit.ty else {
            return unknown(span);
        };
        let known = self
            .ids(kinds)
            .iter()
            .any(|kind| self.member_of(*kind, &word.value).is_some());
        if !known {
            let mut names = words_of(&self.checker.book, Type::Unit(Kinds::ALL));
            names.push("destroyed".to_owned());
            names.extend(self.checker.book.sides.iter().map(|side| side.name.clone()));
            let sides = &self.checker.book.sides;
            let sides: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            let is_side = self.checker.book.side_kind().map(Kinds::one) == Some(kinds);
            let (message, label, help) = match is_side && !sides.is_empty() {
                true => (
                    format!("there is no side `{}`", word.value),
                    "neither a side nor a flag of sides",
                    format!("the sides are {}", sides.join(", ")),
                ),
                false => (
                    format!("a unit is never `{}`", word.value),
                    "neither a kind of unit nor a flag of this one",
                    self.is_word_of(&unit, kinds, word),
                ),
            };
            let finding = Diagnostic::new(Code::UnknownWord, message)
                .label(word.span, label)
                .suggest(&word.value, names.iter().map(String::as_str))
                .help(help);
            self.unresolved(&word.value, finding);
            return Expr::flag(false, span);
        }
        let flag = self.check_member(unit, word);
        if let Some((_, field)) = flag.field()
            && let Some(field) = self.checker.book.fields.get(field.at())
            && field.is_trait
        {
            self.report(
                Diagnostic::new(Code::UnknownWord, format!("`{}` is a trait", word.value))
                    .label(word.span, "")
                    .help(format!("write `has {}`", word.value)),
            );
        }
        let flag = self.fit(flag, Type::Flag);
        Expr { span, ..flag }
    }

    /// The cure where a unit is compared with a word that is neither its kind nor a flag.
    fn is_word_of(&self, unit: &Expr, kinds: Kinds, word: &ast::Name) -> String {
        let book = &self.checker.book;
        let known = unit.local().and_then(|local| self.locals.get(local.at()));
        let name = known.map_or("unit", |local| local.name.as_str());
        let tracks = book.kinds.iter().enumerate();
        let tracks = tracks.filter(|(at, _)| kinds.has(KindId::new(*at)));
        let mut tracks = tracks.flat_map(|(_, kind)| &kind.tracks);
        let has_word = |track: &&KindTrack| {
            let ty = book.tracks.get(track.track.at()).map(|of| of.ty);
            ty.is_some_and(|ty| words_of(book, ty).contains(&word.value))
        };
        match tracks.find(has_word).map(|track| &track.naming.name) {
            Some(track) => format!(
                "it is a word of `{track}`: write `{name}.{track} is {}`",
                word.value
            ),
            None if book.side_kind().map(Kinds::one) == Some(kinds) => {
                "name the sides below `ruleset`: `sides red, blue`".to_owned()
            }
            None => "check a trait with `has`".to_owned(),
        }
    }

    /// `unit has trait or trait`
    pub(super) fn has(&mut self, unit: &ast::Expr, traits: &[ast::Name], span: Span) -> Expr {
        let written = unit;
        let unit = self.expr(written, None);
        let unit = self.some(unit);
        if matches!(unit.ty, Type::Place | Type::Side) {
            return self.ground_has(&unit, traits, span);
        }
        let Type::Unit(kinds) = unit.ty else {
            match self.names_units(&unit) {
                true => self.trait_of_word(&unit, &value_text(written), traits),
                false => self.wrong_type(unit.span, unit.ty, "a unit"),
            }
            return Expr::flag(false, span);
        };
        let ids = self.ids(kinds);
        let mut asked = Vec::new();
        for name in traits {
            let book = &self.checker.book;
            let field = self.checker.fields.get(&name.value).copied();
            let known = field.filter(|field| {
                ids.iter()
                    .filter_map(|kind| book.kinds.get(kind.at()))
                    .any(|kind| kind.traits.contains(field))
            });
            let Some(field) = known else {
                let unit = unit.local().and_then(|local| self.locals.get(local.at()));
                let unit = unit.map_or_else(|| "unit".to_owned(), |local| local.name.clone());
                self.no_trait(&ids, &unit, name);
                continue;
            };
            self.checker.used.fields.insert(field);
            self.refers(name.span, Symbol::Member(kinds));
            let one = Expr::of_field(unit.clone(), field, Type::Flag, span);
            asked.push(one);
        }
        Expr::any_of(asked, span).unwrap_or_else(|| Expr::flag(false, span))
    }

    pub(super) fn no_trait(&mut self, kinds: &[KindId], unit: &str, name: &ast::Name) {
        let book = &self.checker.book;
        let kinds: Vec<&sandtable_model::Kind> = kinds
            .iter()
            .filter_map(|kind| book.kinds.get(kind.at()))
            .collect();
        let known: Vec<String> = kinds
            .iter()
            .flat_map(|kind| &kind.traits)
            .filter_map(|field| book.fields.get(field.at()))
            .map(|field| field.name.clone())
            .collect();
        let names: Vec<&str> = kinds.iter().map(|kind| kind.naming.name.as_str()).collect();
        let is_value = kinds.iter().any(|kind| {
            let stats = kind.stats.iter().map(|stat| &stat.naming.name);
            let tracks = kind.tracks.iter().map(|track| &track.naming.name);
            stats.chain(tracks).any(|known| *known == name.value)
        });
        let diagnostic = Diagnostic::new(
            Code::UnknownName,
            format!("{} has no trait `{}`", a(&names.join(" or ")), name.value),
        )
        .label(name.span, "");
        let diagnostic = match is_value {
            true => diagnostic.help(format!(
                "`{0}` is a stat or a track, not a trait: write it behind the unit and a dot, `{unit}.{0}`",
                name.value
            )),
            false => diagnostic
                .suggest(&name.value, known.iter().map(String::as_str))
                .help("list traits in the kind: `traits …`"),
        };
        self.unresolved(&name.value, diagnostic);
    }

    /// `face meets need`
    pub(super) fn meets(&mut self, face: &ast::Expr, need: &ast::Expr, span: Span) -> Expr {
        let face = self.expr(face, None);
        let need = self.expr(need, None);
        let (die, scale) = match (face.ty, need.ty) {
            (Type::Face(die), Type::Words(scale)) => (die, scale),
            (Type::Unknown, _) | (_, Type::Unknown) => {
                return Expr::flag(false, span);
            }
            (Type::Face(_), found) => {
                self.wrong_type(need.span, found, "a word of a scale");
                return unknown(span);
            }
            (found, _) => {
                self.wrong_type(face.span, found, "the face of a die");
                return unknown(span);
            }
        };
        let face = self.some(face);
        let book = &self.checker.book;
        let words = words_of(book, Type::Words(scale));
        let die = book.dice.get(die.at());
        let sets: Vec<Option<u64>> = words
            .iter()
            .map(|word| die.and_then(|die| die.set(word)))
            .collect();
        let missing: Vec<&str> = words
            .iter()
            .zip(&sets)
            .filter(|(_, set)| set.is_none())
            .map(|(word, _)| word.as_str())
            .collect();
        if !missing.is_empty() {
            let die_name = die.map_or("", |die| die.naming.name.as_str()).to_owned();
            let list = missing.join("`, `");
            let die_span = die.map(|die| die.naming.span);
            let mut diagnostic = Diagnostic::new(
                Code::UnknownWord,
                format!("the die `{die_name}` has no faces for `{list}`"),
            )
            .label(span, "");
            if let Some(place) = die_span {
                diagnostic = diagnostic.label(place, "this die");
            }
            self.report(diagnostic.help(format!(
                "add groups of faces to the die: `{} = …`, or `any`, or `none`",
                missing.first().copied().unwrap_or_default()
            )));
        }
        typed(
            ExprKind::Meets {
                face: Box::new(face),
                need: Box::new(need),
                sets: sets.into_iter().map(Option::unwrap_or_default).collect(),
            },
            Type::Flag,
            span,
        )
    }
}

/// `4 or more`, `2 or less`, as an order and a number.
fn threshold(words: &[ast::Name]) -> Option<(Order, i32)> {
    let [number, bound] = words else { return None };
    let order = match bound.value.as_str() {
        "more" | "better" | "higher" => Order::GreaterOrEqual,
        "less" | "lower" => Order::LessOrEqual,
        _ => return None,
    };
    Some((order, number.value.parse().ok()?))
}

/// Returns the remainder of a division by two that a word asks for: `even`, `odd`.
fn parity(words: &[ast::Name]) -> Option<i32> {
    match words {
        [only] if only.value == "even" => Some(0),
        [only] if only.value == "odd" => Some(1),
        _ => None,
    }
}

/// The help for words of `is` where the value is a number.
fn comparisons(words: &[ast::Name], is_roll: bool) -> String {
    match words {
        [only] if range_word(&only.value).is_some() => {
            let (low, high) = range_word(&only.value).unwrap_or_default();
            format!("write two comparisons: `… >= {low} and … <= {high}`")
        }
        [only] if matches!(only.value.as_str(), "odd" | "even") => {
            format!(
                "round it first, to a whole number: `(… rounded down) is {}`",
                only.value
            )
        }
        several
            if several
                .iter()
                .all(|word| matches!(word.value.as_str(), "odd" | "even")) =>
        {
            "a whole number is always one of these: ask for one, `is odd` or `is even`".to_owned()
        }
        [only] => {
            let number = &only.value;
            format!("write `= {number}` for `is {number}`, and `!= {number}` for `is not {number}`")
        }
        words if is_roll => {
            let each = words.iter().map(|word| format!("shown = {}", word.value));
            format!(
                "roll on a line above, so that each comparison reads the same dice: `roll d6 as shown`, then `if {}: …`",
                each.collect::<Vec<_>>().join(" or ")
            )
        }
        words => {
            let each = words.iter().map(|word| format!("`… = {}`", word.value));
            format!(
                "compare with each: {}",
                each.collect::<Vec<_>>().join(" or ")
            )
        }
    }
}

/// The ends of a range that is written like a word: `2-3`.
fn range_word(word: &str) -> Option<(&str, &str)> {
    let (low, high) = word.split_once('-')?;
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    (is_number(low) && is_number(high)).then_some((low, high))
}

/// Returns what a bare number is compared with, `hits =` of `hits = 2 or 3`.
pub(super) fn compared_before<'e>(left: &'e ast::Expr, right: &ast::Expr) -> Option<String> {
    let is_number = |expr: &ast::Expr| matches!(expr.value.as_ref(), ast::ExprKind::Number { .. });
    if !is_number(right) {
        return None;
    }
    let mut before: &'e ast::Expr = left;
    while let ast::ExprKind::Binary { left, right, .. } = before.value.as_ref()
        && is_number(right)
    {
        before = left;
    }
    let ast::ExprKind::Compare { order, left, .. } = before.value.as_ref() else {
        return None;
    };
    Some(format!("{} {}", value_text(left), order.sign()))
}

/// Returns the cure of `number of squad where squad.out = 1`, where the comparison is meant for the number.
pub(super) fn counted_and_compared(expr: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Aggregate {
        aggregate: ast::Aggregate::Number | ast::Aggregate::Total,
        selection,
        ..
    } = expr.value.as_ref()
    else {
        return None;
    };
    let (condition, order, number) = without_comparison(selection.condition.as_ref()?)?;
    let mut counted = expr.clone();
    if let ast::ExprKind::Aggregate { selection, .. } = counted.value.as_mut() {
        selection.condition = Some(condition);
    }
    Some(format!(
        "`where` takes everything after it; write brackets: `({}) {} {}`",
        value_text(&counted),
        order.sign(),
        value_text(&number)
    ))
}

/// Takes the comparison with a number from the end of a condition.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a condition that ends in a comparison is meant"
)]
fn without_comparison(condition: &ast::Expr) -> Option<(ast::Expr, ast::Order, ast::Expr)> {
    let mut rest = condition.clone();
    match rest.value.as_mut() {
        ast::ExprKind::Compare { order, left, right } => {
            let is_number = matches!(right.value.as_ref(), ast::ExprKind::Number { .. });
            is_number.then(|| (left.clone(), *order, right.clone()))
        }
        ast::ExprKind::Not(last) | ast::ExprKind::Binary { right: last, .. } => {
            let (without, order, number) = without_comparison(last)?;
            *last = without;
            Some((rest, order, number))
        }
        _ => None,
    }
}
