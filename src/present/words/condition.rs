//! Conditions as clauses: `the firer is on the map and has a clear line of sight`.

use super::by_word::is_by_word;
use super::clauses::Condition;
use super::english::{
    agreeing, is_noun, is_noun_phrase, is_past_participle, join_with, lower_first, quoted,
    upper_first, with_article,
};
use super::selection::Article;
use super::speaker::{Speaker, Titled};
use sandtable_model::{
    Aggregate, Arithmetic, Expr, ExprKind, FactId, FieldId, NONE, ReactionId, TrackRead, Type,
    is_numeric, words_of,
};
use sandtable_syntax::ast::{Ability, Order};

impl Speaker<'_> {
    /// A condition, or its negation.
    pub(super) fn condition_clause(&mut self, expr: &Expr, negated: bool) -> Condition {
        match &expr.kind {
            ExprKind::Not(inner) => self.condition_clause(inner, !negated),
            ExprKind::Constant(value) => {
                let is_met = (*value != 0) != negated;
                Condition::sentence(if is_met { "in any case" } else { "in no case" })
            }
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                ..
            } => {
                let mut parts = Vec::new();
                self.parts(*op, expr, negated, &mut parts);
                if (*op == Arithmetic::And) != negated {
                    Condition::All(parts)
                } else {
                    Condition::Any(parts)
                }
            }
            ExprKind::Compare { order, left, right } => {
                let order = if negated { order.negated() } else { *order };
                self.comparison(order, left, right)
            }
            ExprKind::Member { value, set } => self.member(value, *set, negated),
            ExprKind::Meets { face, need, .. } => {
                let verb = if negated { "does not meet" } else { "meets" };
                let need = self.operand(need);
                Condition::clause(self.value_words(face), format!("{verb} {need}"))
            }
            ExprKind::Local(local) => {
                let verb = if negated { "does not apply" } else { "applies" };
                Condition::clause(quoted(&self.local_noun(*local)), verb)
            }
            ExprKind::Field { unit, field } => self.unit_flag(unit, *field, negated),
            ExprKind::Ground { place, field } => self.ground_flag(place, *field, negated),
            ExprKind::Track { unit, track, index } => {
                let subject = self.value_words(unit);
                let kinds = self.kinds_of(unit);
                let clause = self.flag_track(subject, *track, kinds, negated);
                self.with_index(clause, index.as_deref())
            }
            ExprKind::Measured {
                primitive,
                arguments,
                ..
            } => self.measured_flag(*primitive, arguments, negated),
            ExprKind::Aggregate {
                aggregate: Aggregate::Any,
                selection,
                ..
            } => {
                let article = if negated { Article::No } else { Article::A };
                let chosen = self.selection_words(selection, article, false);
                Condition::clause("there is", chosen)
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let said = self.said_by_word(expr, |speaker, read| {
                    speaker.condition_clause(read, negated)
                });
                said.unwrap_or_else(|| self.one_of_two(condition, then, otherwise, negated))
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => self.called_flag(*procedure, arguments, negated),
            ExprKind::Can { action, arguments } => self.can(*action, arguments, negated),
            ExprKind::Fact { fact, arguments } => self.fact_holds(*fact, arguments, negated),
            ExprKind::Option(option) => self.option_in_use(option.at(), negated),
            ExprKind::Offered(reaction) => self.offered(*reaction, negated),
            ExprKind::Refused => Condition::clause("it", refused_words(negated)),
            ExprKind::Ended => Condition::clause("the game", ended_words(negated)),
            ExprKind::Table { .. }
            | ExprKind::Modifiers { .. }
            | ExprKind::Binary { .. }
            | ExprKind::AreaUnit(_)
            | ExprKind::AreaPlace(_)
            | ExprKind::Game
            | ExprKind::NamedSide(_)
            | ExprKind::Negate(_)
            | ExprKind::Divide { .. }
            | ExprKind::Shift { .. }
            | ExprKind::Widen { .. }
            | ExprKind::Limit { .. }
            | ExprKind::Aggregate { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Roll(_)
            | ExprKind::Pool(_)
            | ExprKind::Winner
            | ExprKind::RollOf { .. }
            | ExprKind::RestOf { .. }
            | ExprKind::Ratio { .. }
            | ExprKind::Last(_)
            | ExprKind::Outcome => self.yes_or_no(expr, negated),
        }
    }

    fn unit_flag(&mut self, unit: &Expr, field: FieldId, negated: bool) -> Condition {
        let subject = self.value_words(unit);
        let titled = self.field(field, self.kinds_of(unit));
        let known = self.book.fields.get(field.at());
        let is_trait = known.is_some_and(|field| field.is_trait);
        self.flag_of(subject, &titled, is_trait, negated)
    }

    fn ground_flag(&mut self, place: &Expr, field: FieldId, negated: bool) -> Condition {
        let subject = self.value_words(place);
        let kinds = self.ground_kinds(place);
        let titled = self.field(field, kinds);
        self.flag_of(subject, &titled, true, negated)
    }

    fn yes_or_no(&mut self, expr: &Expr, negated: bool) -> Condition {
        let subject = self.value_words(expr);
        let verb = if negated { "is no" } else { "is yes" };
        Condition::clause(subject, verb)
    }

    fn one_of_two(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        negated: bool,
    ) -> Condition {
        let when = self.condition_clause(condition, false).part();
        let then = self.condition_clause(then, negated).part();
        let otherwise = self.condition_clause(otherwise, negated).part();
        Condition::sentence(format!(
            "{then} in the case that {when}, or {otherwise} in every other case"
        ))
    }

    fn option_in_use(&self, option: usize, negated: bool) -> Condition {
        let known = self.book.options.get(option);
        let title = known.map_or_else(String::new, |known| self.title(&known.naming));
        let verb = if negated {
            "is not in use"
        } else {
            "is in use"
        };
        Condition::clause(format!("the optional rule {}", quoted(&title)), verb)
    }

    fn offered(&self, reaction: ReactionId, negated: bool) -> Condition {
        let known = self.book.reactions.get(reaction.at());
        let title = known.map_or_else(String::new, |known| self.title(&known.naming));
        let verb = if negated {
            "is not offered"
        } else {
            "is offered"
        };
        Condition::clause(quoted(&title), verb)
    }

    fn fact_holds(&mut self, fact: FactId, arguments: &[Expr], negated: bool) -> Condition {
        let Some(known) = self.book.facts.get(fact.at()) else {
            return Condition::sentence("");
        };
        self.titled_flag("fact", &known.naming, &known.parameters, arguments, negated)
    }

    /// The parts of a chain of `and` or of `or`.
    fn parts(&mut self, op: Arithmetic, expr: &Expr, negated: bool, parts: &mut Vec<Condition>) {
        if let ExprKind::Binary {
            op: own,
            left,
            right,
        } = &expr.kind
            && *own == op
        {
            self.parts(op, left, negated, parts);
            self.parts(op, right, negated, parts);
        } else {
            parts.push(self.condition_clause(expr, negated));
        }
    }

    fn comparison(&mut self, order: Order, left: &Expr, right: &Expr) -> Condition {
        let is_equality = matches!(order, Order::Equal | Order::NotEqual);
        let negated = order == Order::NotEqual;
        if is_equality && right.literal() == Some(NONE) {
            return self.absence(left, !negated);
        }
        if is_equality && let Some(condition) = self.relation_holds(left, right, negated) {
            return condition;
        }
        if let Some(condition) = self.unit_is_there(left, right, order) {
            return condition;
        }
        if let Some(condition) = self.how_many(order, left, right) {
            return condition;
        }
        let subject = self.compared(left);
        if matches!(left.ty, Type::Flag) {
            let verb = if negated { "differ" } else { "are alike" };
            let right = self.value_words(right);
            return Condition::clause(format!("{subject} and {right}"), verb);
        }
        let literal = right.literal().is_some();
        let is_words =
            matches!(left.ty, Type::Words(_) | Type::Face(_)) && !is_numeric(self.book, left.ty);
        let value = if is_words && let Some(value) = right.literal() {
            self.constant(value, left.ty)
        } else {
            self.compared(right)
        };
        let is_sum = !literal && !is_words && matches!(left.ty, Type::Number(_));
        let predicate = match order {
            Order::Equal if is_sum => format!("equals {value}"),
            Order::NotEqual if is_sum => format!("does not equal {value}"),
            Order::Equal => format!("is {value}"),
            Order::NotEqual => format!("is not {value}"),
            Order::Less if is_words => format!("is below {value}"),
            Order::Less => format!("is less than {value}"),
            Order::LessOrEqual if literal => format!("is {value} or {}", less(is_words)),
            Order::LessOrEqual => format!("is at most {value}"),
            Order::Greater if is_words => format!("is above {value}"),
            Order::Greater => format!("is more than {value}"),
            Order::GreaterOrEqual if literal => format!("is {value} or {}", more(is_words)),
            Order::GreaterOrEqual => format!("is at least {value}"),
        };
        let predicate = match left.ty.dimension() {
            Some(_) => agreeing(&subject, &predicate),
            None => predicate,
        };
        self.result_of(left, subject, predicate)
    }

    /// A comparison of how many there are with a number: `there are 3 or more units that …`.
    fn how_many(&mut self, order: Order, left: &Expr, right: &Expr) -> Option<Condition> {
        let ExprKind::Aggregate {
            aggregate: Aggregate::Number,
            selection,
            ..
        } = &left.kind
        else {
            return None;
        };
        let value = right.literal()?;
        let article = match (order, value) {
            (Order::Greater, 0) | (Order::NotEqual, 0) | (Order::GreaterOrEqual, 1) => {
                Article::One("at least one")
            }
            (Order::Greater, 1) => Article::One("more than one"),
            (Order::Equal, 1) => Article::One("exactly one"),
            (Order::Equal | Order::LessOrEqual, 0) | (Order::Less, 1) => Article::No,
            _ => Article::Plural,
        };
        let chosen = self.selection_words(selection, article, false);
        if article != Article::Plural {
            return Some(Condition::clause("there is", chosen));
        }
        let value = self.constant(value, left.ty);
        let text = match order {
            Order::Equal => format!("exactly {value} {chosen}"),
            Order::NotEqual => {
                return Some(Condition::clause(
                    "there are",
                    format!("more or fewer than {value} {chosen}"),
                ));
            }
            Order::Less => format!("fewer than {value} {chosen}"),
            Order::LessOrEqual => format!("{value} or fewer {chosen}"),
            Order::Greater => format!("more than {value} {chosen}"),
            Order::GreaterOrEqual => format!("{value} or more {chosen}"),
        };
        Some(Condition::clause("there are", text))
    }

    /// A side of a comparison: a choice of two values is set apart.
    fn compared(&mut self, expr: &Expr) -> String {
        if matches!(expr.kind, ExprKind::If { .. }) && !is_by_word(expr) {
            self.operand(expr)
        } else {
            self.value_words(expr)
        }
    }

    /// A comparison of a roll: `“To hit” gives “miss”`.
    fn result_of(&self, left: &Expr, subject: String, predicate: String) -> Condition {
        let is_roll = matches!(&left.kind, ExprKind::Call { procedure, .. }
            if self.book.procedures.get(procedure.at())
                .is_some_and(|known| known.ability != Ability::Formula));
        let is_dice = matches!(
            left.kind,
            ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::RollOf { .. }
        );
        if is_roll
            && let Some(rest) = subject.strip_prefix("the result of ")
            && let Some(value) = predicate.strip_prefix("is ")
        {
            let (verb, value) = match value.strip_prefix("not ") {
                Some(value) => ("does not give", value),
                None => ("gives", value),
            };
            return Condition::clause(rest, format!("{verb} {value}"));
        }
        if is_dice && let Some(value) = predicate.strip_prefix("is ") {
            return Condition::clause(subject, format!("shows {value}"));
        }
        Condition::clause(subject, predicate)
    }

    /// `there is no goal`, `the unit is not on the map`; `is_absent` says which.
    fn absence(&mut self, value: &Expr, is_absent: bool) -> Condition {
        if let ExprKind::Local(local) = value.kind {
            let noun = self.local_noun(local);
            let is_proper = self.local(local) == noun;
            if !is_noun(&noun) || is_past_participle(&noun) || noun == "one" || is_proper {
                let verb = if is_absent {
                    "is nothing"
                } else {
                    "is not nothing"
                };
                return Condition::clause(self.local(local), verb);
            }
            let noun = match is_absent {
                true => format!("no {noun}"),
                false => with_article(&noun),
            };
            return Condition::clause("there is", noun);
        }
        if let Some(TrackRead { unit, track, .. }) = plain_track(value) {
            let subject = self.value_words(unit);
            if Some(track) == self.book.at_track() {
                let verb = if is_absent { "is not" } else { "is" };
                return Condition::clause(subject, format!("{verb} on the board"));
            }
            if Some(track) == self.book.side_track() {
                let side = self.side_noun_of_book();
                let which = if is_absent {
                    format!("no {side}")
                } else {
                    with_article(&side)
                };
                return Condition::clause(subject, format!("belongs to {which}"));
            }
            let titled = self.track(track, self.kinds_of(unit));
            return self.has_none(subject, &titled, is_absent);
        }
        if let Some((unit, field)) = value.field() {
            let subject = self.value_words(unit);
            let titled = self.field(field, self.kinds_of(unit));
            return self.has_none(subject, &titled, is_absent);
        }
        let subject = self.value_words(value);
        let verb = if is_absent {
            "is nothing"
        } else {
            "is not nothing"
        };
        self.result_of(value, subject, verb.to_owned())
    }

    fn has_none(&self, subject: String, titled: &Titled, is_absent: bool) -> Condition {
        if let Some(relation) = self.relation(titled) {
            let verb = if is_absent {
                format!("{} anything", relation.no)
            } else {
                format!("{} something", relation.yes)
            };
            return Condition::clause(subject, verb);
        }
        let words = titled.title.split(' ').count();
        let starts = titled.title.split(' ').next().unwrap_or_default();
        let is_plain = words <= 5
            && !titled.title.contains([',', '’', '\''])
            && is_noun_phrase(&titled.title)
            && !titled.title.contains(" it")
            && !matches!(
                starts,
                "What"
                    | "Where"
                    | "How"
                    | "The"
                    | "Which"
                    | "Who"
                    | "Whom"
                    | "Whose"
                    | "A"
                    | "An"
                    | "Its"
                    | "His"
                    | "Her"
                    | "Their"
            );
        if is_plain {
            let noun = lower_first(&titled.title);
            let what = if is_absent {
                format!("has no {noun}")
            } else {
                format!("has {}", self.one_of(&noun))
            };
            return Condition::clause(subject, what);
        }
        let subject = self.owned(titled, &subject);
        let verb = if is_absent {
            "is nothing"
        } else {
            "is not nothing"
        };
        Condition::clause(subject, verb)
    }

    /// The noun for a side of the game.
    pub(super) fn side_noun_of_book(&self) -> String {
        let kind = self.book.side_kind();
        kind.map_or_else(|| "side".to_owned(), |kind| self.kind_noun(kind))
    }

    /// `the rider rides in the tank`, `the target belongs to the side`
    fn relation_holds(&mut self, left: &Expr, right: &Expr, negated: bool) -> Option<Condition> {
        let TrackRead { unit, track, .. } = plain_track(left)?;
        let kinds = self.kinds_of(unit);
        let titled = self.track(track, kinds);
        if Some(track) == self.book.side_track() {
            let subject = self.value_words(unit);
            if let Some(other) = plain_track(right).filter(|other| other.track == track) {
                let other = self.value_words(other.unit);
                let sides = self.plural_of(&self.side_noun_of_book());
                let verb = match negated {
                    true => format!("belong to different {sides}"),
                    false => format!("belong to the same {}", self.side_noun_of_book()),
                };
                return Some(Condition::clause(format!("{subject} and {other}"), verb));
            }
            let verb = if negated {
                "does not belong to"
            } else {
                "belongs to"
            };
            let side = self.value_words(right);
            return Some(Condition::clause(subject, format!("{verb} {side}")));
        }
        let relation = self.relation(&titled)?;
        let (subject, object) = (self.value_words(unit), self.value_words(right));
        let verb = if negated { relation.no } else { relation.yes };
        Some(Condition::clause(subject, format!("{verb} {object}")))
    }

    /// `the unit is at the goal`, `the one is where the other is`
    fn unit_is_there(&mut self, left: &Expr, right: &Expr, order: Order) -> Option<Condition> {
        let TrackRead { unit, track, .. } = plain_track(left)?;
        let verb = match order {
            Order::Equal => "is",
            Order::NotEqual => "is not",
            Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => {
                return None;
            }
        };
        if Some(track) != self.book.at_track() {
            return None;
        }
        let subject = self.value_words(unit);
        if let Some(other) = plain_track(right).filter(|other| other.track == track) {
            let other = self.value_words(other.unit);
            return Some(Condition::clause(
                subject,
                format!("{verb} where {other} is"),
            ));
        }
        let place = self.value_words(right);
        Some(Condition::clause(subject, format!("{verb} at {place}")))
    }

    fn member(&mut self, value: &Expr, set: u64, negated: bool) -> Condition {
        if let ExprKind::Field { unit, field } = &value.kind
            && field.at() == 0
        {
            let subject = self.value_words(unit);
            let kinds: Vec<String> = (0..64)
                .filter(|bit| set & (1 << bit) != 0)
                .map(sandtable_model::KindId::new)
                .map(|kind| self.kind_as_predicate(kind, &subject))
                .collect();
            let verb = if negated { "is not" } else { "is" };
            let word = if negated { "nor" } else { "or" };
            return Condition::clause(subject, format!("{verb} {}", join_with(&kinds, word)));
        }
        let words = self.set_words(set, value.ty);
        if let ExprKind::Option(option) = value.kind {
            let known = self.book.options.get(option.at());
            let title = known.map_or_else(String::new, |known| self.title(&known.naming));
            let verb = if negated {
                "is not set to"
            } else {
                "is set to"
            };
            let words = join_with(&words, "or");
            let subject = format!("the optional rule {}", quoted(&title));
            return Condition::clause(subject, format!("{verb} {words}"));
        }
        let subject = self.value_words(value);
        let predicate = match (words.as_slice(), negated) {
            ([], false) => "is never so".to_owned(),
            ([], true) => "is always so".to_owned(),
            (words, false) => format!("is {}", join_with(words, "or")),
            ([one], true) => format!("is not {one}"),
            (words, true) => format!("is neither {}", join_with(words, "nor")),
        };
        if let Some(condition) = self.plain_state(value, &words, negated) {
            return condition;
        }
        self.result_of(value, subject, predicate)
    }

    /// `a vehicle`; the kind by its title if the subject is called as it.
    fn kind_as_predicate(&self, kind: sandtable_model::KindId, subject: &str) -> String {
        let noun = self.kind_noun(kind);
        if subject == format!("the {noun}") {
            return format!("of the kind {}", quoted(&upper_first(&noun)));
        }
        self.one_of(&noun)
    }

    /// `the unit is deployed`, where the title of what is compared asks for it: `Where it is`.
    fn plain_state(&mut self, value: &Expr, words: &[String], negated: bool) -> Option<Condition> {
        let (unit, titled) = if let Some(TrackRead { unit, track, .. }) = plain_track(value) {
            (unit, self.track(track, self.kinds_of(unit)))
        } else {
            let (unit, field) = value.field()?;
            (unit, self.field(field, self.kinds_of(unit)))
        };
        let is_state = titled.title.ends_with(" it is");
        if !is_state {
            return None;
        }
        let subject = self.value_words(unit);
        let verb = if negated { "is not" } else { "is" };
        let word = if negated { "nor" } else { "or" };
        Some(Condition::clause(
            subject,
            format!("{verb} {}", join_with(words, word)),
        ))
    }

    /// The words of a set; a group of faces of a die by its name.
    pub(super) fn set_words(&self, set: u64, ty: Type) -> Vec<String> {
        if let Type::Face(die) = ty
            && let Some(die) = self.book.dice.get(die.at())
            && let Some(group) = die.groups.iter().find(|group| group.set == set)
            && set.count_ones() > 1
        {
            return vec![self.word(&group.name)];
        }
        let n_words = words_of(self.book, ty).len();
        debug_assert!(
            n_words <= 64 || matches!(ty, Type::Face(_)),
            "a set of words"
        );
        self.members(set, ty)
    }
}

/// Returns the read of a track without an index.
fn plain_track(expr: &Expr) -> Option<TrackRead<'_>> {
    expr.track().filter(|read| read.index.is_none())
}

fn less(is_words: bool) -> &'static str {
    if is_words { "lower" } else { "less" }
}

fn more(is_words: bool) -> &'static str {
    if is_words { "higher" } else { "more" }
}

fn refused_words(negated: bool) -> &'static str {
    match negated {
        true => "is allowed",
        false => "is not allowed",
    }
}

fn ended_words(negated: bool) -> &'static str {
    match negated {
        true => "has not ended",
        false => "has ended",
    }
}
