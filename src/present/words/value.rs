//! Values as noun phrases: `the firer’s armour plus 2`.

use super::by_word::is_by_word;
use super::clauses::Condition;
use super::english::{
    Form, about_owner, form_of_value, humanise, join_with, needs_object, number, quoted,
};
use super::speaker::{Speaker, anchor_of, with_unit};
use super::text::reference;
use sandtable_board::Rounding;
use sandtable_model::{
    Aggregate, Arithmetic, Expr, ExprKind, FactId, FieldId, Kinds, ModifiersId, Naming, Ordering,
    Parameter, Procedure, ProcedureId, Selection, TableId, TrackId, Type,
};
use sandtable_syntax::ast::Ability;

use super::selection::Article;

impl Speaker<'_> {
    /// A value as a noun phrase.
    pub(super) fn value_words(&mut self, expr: &Expr) -> String {
        if let Some(text) = self.said_by_word(expr, Self::value_words) {
            return text;
        }
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, expr.ty),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Field { unit, field } => self.field_of(unit, *field, self.kinds_of(unit)),
            ExprKind::Ground { place, field } => {
                self.field_of(place, *field, self.ground_kinds(place))
            }
            ExprKind::Measured {
                primitive,
                arguments,
                way,
                whole,
            } => self.measured(*primitive, arguments, way.as_ref(), *whole),
            ExprKind::Track { unit, track, index } => {
                self.track_value(unit, *track, index.as_deref())
            }
            ExprKind::AreaUnit(place) | ExprKind::AreaPlace(place) => self.value_words(place),
            ExprKind::Game => "the game".to_owned(),
            ExprKind::NamedSide(at) => self.named_side(*at),
            ExprKind::Negate(inner) => match inner.literal() {
                Some(value) => self.constant(value.saturating_neg(), expr.ty),
                None => format!("the negative of {}", self.value_words(inner)),
            },
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, expr),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => self.division(left, right, *rounding),
            ExprKind::Shift {
                value,
                by,
                down,
                top: _,
            } => self.shift(value, by, *down),
            ExprKind::RestOf {
                value,
                by,
                down,
                top: _,
            } => format!(
                "the steps left over past the end of the scale when {} is found",
                self.shift(value, by, *down)
            ),
            ExprKind::Widen { value, places: _ } => self.value_words(value),
            ExprKind::Limit { value, low, high } => self.limited(value, *low, *high, expr.ty),
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => self.aggregate(*aggregate, value.as_deref(), selection, ordering.as_ref()),
            ExprKind::If { .. } if let Some(side) = expr.enemy_of() => {
                format!("the enemy of {}", self.value_words(side))
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.either(condition, then, otherwise),
            ExprKind::Call {
                procedure,
                arguments,
            } => self.call(*procedure, arguments),
            ExprKind::Table { table, arguments } => self.table_result(*table, arguments),
            ExprKind::Modifiers { list, arguments } => self.modifier_total(*list, arguments),
            ExprKind::Fact { fact, arguments } => self.fact_value(*fact, arguments),
            ExprKind::Option(option) => self.option_value(option.at()),
            ExprKind::Dice { count: 1, sides } => format!("a roll of d{sides}"),
            ExprKind::Dice { count, sides } => format!("a roll of {count}d{sides}"),
            ExprKind::Roll(die) => format!("a roll of the {}", self.die_noun(*die)),
            ExprKind::Pool(pool) => self.pool_words(pool),
            ExprKind::RollOf { die, rungs: _ } => format!("a roll of {}", self.value_words(die)),
            ExprKind::Ratio {
                left, right, up, ..
            } => self.ratio(left, right, *up, expr.ty),
            ExprKind::Last(procedure) => self.last_result(*procedure),
            ExprKind::Winner => "the winner".to_owned(),
            ExprKind::Outcome => "the result".to_owned(),
            ExprKind::Not(_)
            | ExprKind::Compare { .. }
            | ExprKind::Member { .. }
            | ExprKind::Meets { .. }
            | ExprKind::Can { .. }
            | ExprKind::Offered(_)
            | ExprKind::Refused
            | ExprKind::Ended => format!("whether {}", self.condition_clause(expr, false).text()),
        }
    }

    fn field_of(&mut self, owner: &Expr, field: FieldId, kinds: Kinds) -> String {
        let owner = self.value_words(owner);
        let titled = self.field(field, kinds);
        self.owned(&titled, &owner)
    }

    fn track_value(&mut self, unit: &Expr, track: TrackId, index: Option<&Expr>) -> String {
        let owner = self.value_words(unit);
        let kinds = self.kinds_of(unit);
        let text = self.track_of(&owner, track, kinds);
        match index {
            Some(index) => format!("{text} for {}", self.value_words(index)),
            None => text,
        }
    }

    fn either(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> String {
        let condition = self.condition_clause(condition, false).text();
        let (then, otherwise) = (self.term(then), self.value_words(otherwise));
        format!("{then} if {condition}, or else {otherwise}")
    }

    fn table_result(&mut self, table: TableId, arguments: &[Expr]) -> String {
        let Some(known) = self.book.tables.get(table.at()) else {
            return String::new();
        };
        let title = self.title(&known.naming);
        let refers = self.refer("table", &known.naming);
        let arguments: Vec<String> = arguments.iter().map(|one| self.operand(one)).collect();
        let at = if arguments.is_empty() {
            String::new()
        } else {
            format!(" for {}", join_with(&arguments, "and"))
        };
        format!("the result on the table {}{refers}{at}", quoted(&title))
    }

    fn modifier_total(&mut self, list: ModifiersId, arguments: &[Expr]) -> String {
        let Some(known) = self.book.modifiers.get(list.at()) else {
            return String::new();
        };
        let refers = self.refer("modifiers", &known.naming);
        let with = self.arguments(&known.parameters, arguments, 0);
        let title = self.title(&known.naming);
        let is_modifier = title.to_lowercase().contains("modif");
        let noun = match form_of_value(&title) {
            Form::Noun(noun) if is_modifier => noun,
            Form::Noun(_) | Form::Predicate(_) | Form::Sentence(_) | Form::Label(_) => {
                format!("the total of the modifiers {}", quoted(&title))
            }
        };
        format!("{noun}{refers}{with}")
    }

    fn fact_value(&mut self, fact: FactId, arguments: &[Expr]) -> String {
        let Some(known) = self.book.facts.get(fact.at()) else {
            return String::new();
        };
        self.titled_value("fact", &known.naming, &known.parameters, arguments)
    }

    fn ratio(&mut self, left: &Expr, right: &Expr, is_up: bool, ty: Type) -> String {
        let (left, right) = (self.value_words(left), self.value_words(right));
        let way = if is_up { "up" } else { "down" };
        let rungs = join_with(&sandtable_model::words_of(self.book, ty), "and");
        format!("the odds of {left} to {right}, rounded {way} to one of {rungs},")
    }

    fn last_result(&self, procedure: ProcedureId) -> String {
        let known = self.book.procedures.get(procedure.at());
        let title = known.map_or_else(String::new, |known| self.title(&known.naming));
        format!("the result of {}", quoted(&title))
    }

    /// The kinds whose stats a place or a side between places has.
    pub(super) fn ground_kinds(&self, place: &Expr) -> Kinds {
        let kind = match place.ty == Type::Side {
            true => self.book.link_kind(),
            false => self.book.place_kind(),
        };
        kind.map_or(Kinds::ALL, Kinds::one)
    }

    /// A track of an owner.
    pub(super) fn track_of(&self, owner: &str, track: TrackId, kinds: Kinds) -> String {
        if Some(track) == self.book.at_track() {
            return format!("the {} of {owner}", self.place_noun());
        }
        let mut titled = self.track(track, kinds);
        if Some(track) == self.book.side_track() {
            titled.title = self.side_noun_of_book();
        }
        self.owned(&titled, owner)
    }

    /// A side that the ruleset names.
    pub(super) fn named_side(&self, at: usize) -> String {
        let known = self.book.sides.get(at);
        let title = known.map_or_else(String::new, |side| self.title(side));
        let starts = ["The ", "the "].iter().any(|the| title.starts_with(the));
        if starts {
            super::english::lower_first(&title)
        } else {
            format!("the side {}", quoted(&title))
        }
    }

    /// The title of a die.
    pub(super) fn die_noun(&self, die: sandtable_model::DieId) -> String {
        let known = self.book.dice.get(die.at());
        known.map_or_else(String::new, |die| self.title_noun(&die.naming))
    }

    /// The value to which an optional rule is set.
    pub(super) fn option_value(&self, at: usize) -> String {
        let known = self.book.options.get(at);
        let title = known.map_or_else(String::new, |known| self.title(&known.naming));
        format!("the choice made for the optional rule {}", quoted(&title))
    }

    fn binary(&mut self, op: Arithmetic, left: &Expr, right: &Expr, whole: &Expr) -> String {
        match op {
            Arithmetic::And | Arithmetic::Or => {
                format!("whether {}", self.condition_clause(whole, false).text())
            }
            Arithmetic::Add if is_negative(right) => {
                let right = self.value_negated(right);
                format!("{} minus {right}", self.value_words(left))
            }
            Arithmetic::Add => format!("{} plus {}", self.term(left), self.term(right)),
            Arithmetic::Subtract => format!("{} minus {}", self.term(left), self.operand(right)),
            // A whole number in parts.
            Arithmetic::Multiply if is_one_in_parts(right) => self.value_words(left),
            Arithmetic::Multiply => match (left.literal(), right.literal()) {
                (None, Some(n)) if has_parts(right) => {
                    let n = self.constant(n, right.ty);
                    format!("{n} of {}", self.operand(left))
                }
                (Some(2), None) => format!("twice {}", self.operand(right)),
                (None, Some(2)) if !is_distance(right) => format!("twice {}", self.operand(left)),
                (None, Some(n)) => {
                    let n = self.constant(n, right.ty);
                    format!("{n} times {}", self.operand(left))
                }
                (Some(_) | None, _) => {
                    format!("{} times {}", self.operand(left), self.operand(right))
                }
            },
            Arithmetic::Remainder => format!(
                "the remainder of {} divided by {}",
                self.operand(left),
                self.operand(right)
            ),
            Arithmetic::Lower => {
                let (left, right) = (self.value_words(left), self.value_words(right));
                format!("the lower of {left} and {right}")
            }
            Arithmetic::Higher => {
                let (left, right) = (self.value_words(left), self.value_words(right));
                format!("the higher of {left} and {right}")
            }
        }
    }

    fn value_negated(&mut self, expr: &Expr) -> String {
        match expr.literal() {
            Some(value) => self.constant(value.saturating_neg(), expr.ty),
            None => self.value_words(expr),
        }
    }

    /// A summand: a choice of two values is set apart.
    fn term(&mut self, expr: &Expr) -> String {
        if matches!(expr.kind, ExprKind::If { .. } | ExprKind::Limit { .. }) && !is_by_word(expr) {
            self.operand(expr)
        } else {
            self.value_words(expr)
        }
    }

    /// A factor or subtrahend: a sum is set apart.
    pub(super) fn operand(&mut self, expr: &Expr) -> String {
        if let ExprKind::Binary { op, left, right } = &expr.kind
            && matches!(op, Arithmetic::Add | Arithmetic::Subtract)
        {
            let (left, right) = (self.value_words(left), self.value_words(right));
            return if *op == Arithmetic::Add {
                format!("the sum of {left} and {right}")
            } else {
                format!("the result of {left} minus {right}")
            };
        }
        if let ExprKind::Limit { value, low, high } = &expr.kind {
            let range = self.range(*low, *high, expr.ty);
            return format!(
                "the value, limited to {range}, of {}",
                self.value_words(value)
            );
        }
        if matches!(expr.kind, ExprKind::If { .. })
            && !is_by_word(expr)
            && expr.enemy_of().is_none()
        {
            return format!("either {},", self.value_words(expr));
        }
        self.value_words(expr)
    }

    fn division(&mut self, left: &Expr, right: &Expr, rounding: Rounding) -> String {
        let way = rounded(rounding);
        if is_one_in_parts(right) {
            return format!("{}, {way},", self.value_words(left));
        }
        let is_measure = matches!(
            right.ty,
            Type::Number(sandtable_model::Dimension::Measured(_))
        );
        match (right.literal(), is_measure, right.ty) {
            (Some(2), false, _) => format!("half of {}, {way},", self.operand(left)),
            (Some(1), true, Type::Number(dimension)) => {
                let unit = dimension.unit().unwrap_or_default();
                format!("{} in whole {unit}, {way},", self.value_words(left))
            }
            (Some(_) | None, ..) => {
                let (left, right) = (self.operand(left), self.operand(right));
                format!("{left} divided by {right}, {way},")
            }
        }
    }

    fn shift(&mut self, value: &Expr, by: &Expr, down: bool) -> String {
        let way = if down { "lowered" } else { "raised" };
        let value = self.operand(value);
        match by.literal() {
            Some(1) => format!("{value} {way} by one step"),
            Some(n) => format!("{value} {way} by {} steps", number(n)),
            None => format!("{value} {way} by as many steps as {}", self.value_words(by)),
        }
    }

    fn limited(&mut self, value: &Expr, low: i32, high: i32, ty: Type) -> String {
        let text = self.value_words(value);
        let is_open = high == i32::MAX;
        let is_bottomless = low <= sandtable_model::NONE + 1;
        let (least, most) = (self.constant(low, ty), self.constant(high, ty));
        match (is_bottomless, is_open) {
            (true, true) => text,
            (false, true) => format!("{text}, but at least {least}"),
            (true, false) => format!("{text}, but at most {most}"),
            (false, false) => format!("{text}, but at least {least} and at most {most}"),
        }
    }

    fn aggregate(
        &mut self,
        aggregate: Aggregate,
        value: Option<&Expr>,
        selection: &Selection,
        ordering: Option<&Ordering>,
    ) -> String {
        match aggregate {
            Aggregate::Number => {
                let chosen = self.selection_words(selection, Article::Plural, false);
                format!("the number of {chosen}")
            }
            Aggregate::Any => {
                let chosen = self.selection_words(selection, Article::A, false);
                format!("whether there is {chosen}")
            }
            Aggregate::Total | Aggregate::Highest | Aggregate::Lowest => {
                let noun = match aggregate {
                    Aggregate::Highest => "highest value",
                    Aggregate::Lowest => "lowest value",
                    Aggregate::Total
                    | Aggregate::Number
                    | Aggregate::Any
                    | Aggregate::First
                    | Aggregate::Last
                    | Aggregate::Set => "total",
                };
                self.name_local(selection.local, &selection.name);
                let of = value
                    .map(|value| self.value_words(value))
                    .unwrap_or_default();
                let is_named = of.contains(&self.local(selection.local));
                let chosen = self.selection_words(selection, Article::Each, is_named);
                format!("the {noun} of {of}, for {chosen}")
            }
            Aggregate::Set => {
                let members = self.selection_words(selection, Article::Plural, false);
                match selection.condition.is_some() || selection.set_parameter().is_some() {
                    true => members,
                    false => format!("all {members}"),
                }
            }
            Aggregate::First | Aggregate::Last => {
                let is_named = ordering.is_some();
                let article = if aggregate == Aggregate::Last {
                    Article::Last
                } else {
                    Article::First
                };
                let chosen = self.selection_words(selection, article, is_named);
                match ordering {
                    Some(ordering) => format!("{chosen}, {}", self.ordering(ordering)),
                    None => chosen,
                }
            }
        }
    }

    /// `in order of the unit’s speed, highest first`
    pub(super) fn ordering(&mut self, ordering: &Ordering) -> String {
        let by = self.value_words(&ordering.by);
        let first = if ordering.highest {
            "highest"
        } else {
            "lowest"
        };
        format!("in order of {by}, {first} first")
    }

    /// The result of a formula, roll or action.
    pub(super) fn call(&mut self, procedure: ProcedureId, arguments: &[Expr]) -> String {
        let Some(known) = self.book.procedures.get(procedure.at()).cloned() else {
            return String::new();
        };
        if let (Some(_), [owner]) = (known.of_kind, arguments) {
            let owner = self.value_words(owner);
            let title = self.title(&known.naming);
            return self.owned(
                &super::speaker::Titled {
                    title,
                    ty: known.result.map_or(Type::Unknown, |result| result.ty),
                    has_title: known.naming.title.is_some(),
                },
                &owner,
            );
        }
        match known.ability {
            Ability::Formula => {
                self.titled_value(sort_of(&known), &known.naming, &known.parameters, arguments)
            }
            Ability::Roll | Ability::Action | Ability::Sequence => {
                let title = quoted(&self.title(&known.naming));
                let refers = self.refer(sort_of(&known), &known.naming);
                let with = self.arguments(&known.parameters, arguments, 0);
                format!("the result of {title}{refers}{with}")
            }
        }
    }

    /// A fact or formula as a value: `the range`, `the pace of the unit`.
    fn titled_value(
        &mut self,
        sort: &str,
        naming: &Naming,
        parameters: &[Parameter],
        arguments: &[Expr],
    ) -> String {
        let refers = match naming.citations.is_empty() {
            true => String::new(),
            false => reference(&anchor_of(sort, &naming.name)),
        };
        let title = self.title(naming);
        let first = parameters.first().zip(arguments.first());
        let owner = first.filter(|(parameter, _)| matches!(parameter.ty, Type::Unit(_)));
        if let Some((_, owner)) = owner
            && [" it", " its "].iter().any(|word| title.contains(word))
        {
            let owner = self.value_words(owner);
            if let Some(text) = about_owner(&title, &owner) {
                return format!("{text}{refers}{}", self.arguments(parameters, arguments, 1));
            }
        }
        let noun = match form_of_value(&title) {
            Form::Noun(noun) if needs_object(&noun) && !arguments.is_empty() => {
                let first = arguments.first().map(|first| self.value_words(first));
                let rest = self.arguments(parameters, arguments, 1);
                return format!("{noun} {}{refers}{rest}", first.unwrap_or_default());
            }
            Form::Noun(noun) => noun,
            Form::Label(label) => format!("the result of {}", quoted(&label)),
            Form::Predicate(_) | Form::Sentence(_) => format!("the result of {}", quoted(&title)),
        };
        format!("{noun}{refers}{}", self.arguments(parameters, arguments, 0))
    }

    /// The arguments that are not called as the parameters: `, with the tank as the target`.
    ///
    /// Leaves out the first `skip`.
    pub(super) fn arguments(
        &mut self,
        parameters: &[Parameter],
        arguments: &[Expr],
        skip: usize,
    ) -> String {
        let pairs = parameters.iter().zip(arguments).skip(skip);
        let (called, pairs): (Vec<_>, Vec<_>) =
            pairs.partition(|(parameter, argument)| self.is_called(argument, &parameter.name));
        // The one that is looked for is always named.
        let sought = called.into_iter().filter_map(|(_, argument)| {
            if let ExprKind::Local(local) = &argument.kind
                && self.selected.contains(local)
            {
                return Some(self.local(*local));
            }
            None
        });
        let sought: Vec<String> = sought.collect();
        let sought = match sought.as_slice() {
            [] => String::new(),
            sought => format!(" for {}", join_with(sought, "and")),
        };
        let is_alone = parameters.len() == 1;
        let parts: Vec<String> = pairs
            .into_iter()
            .map(|(parameter, argument)| self.argument(parameter, argument, is_alone))
            .collect();
        match parts.as_slice() {
            [] => sought,
            [only] if is_alone => format!(" {only}"),
            parts => format!("{sought}, taking {},", join_with(parts, "and")),
        }
    }

    fn argument(&mut self, parameter: &Parameter, argument: &Expr, is_alone: bool) -> String {
        let value = match (argument.ty, argument.literal()) {
            (Type::Flag, None) => format!("whether {}", self.clause(argument, false)),
            _ => self.operand(argument),
        };
        if is_alone {
            return format!("for {value}");
        }
        let noun = match self.book.kind_named(&parameter.name) {
            Some(kind) => self.kind_noun(kind),
            None => humanise(&parameter.name),
        };
        match super::english::is_noun(&noun) && argument.ty != Type::Flag {
            true => format!("{value} as the {noun}"),
            false => format!("{value} as {}", quoted(&noun)),
        }
    }

    /// Whether an argument is the local with this name.
    fn is_called(&self, argument: &Expr, name: &str) -> bool {
        matches!(&argument.kind, ExprKind::Local(local) if self.local_name(*local) == name)
    }

    /// A number with its unit, for a count that is read from a value.
    pub(super) fn counted(&mut self, expr: &Expr) -> String {
        match (expr.literal(), expr.ty) {
            (Some(value), Type::Number(dimension)) => {
                with_unit(&number(value), value == 1, dimension)
            }
            (Some(_) | None, _) => self.value_words(expr),
        }
    }

    /// A condition in one sentence.
    pub(super) fn clause(&mut self, expr: &Expr, negated: bool) -> String {
        let condition: Condition = self.condition_clause(expr, negated);
        condition.text()
    }
}

/// The sort of a procedure, for its anchor.
pub(super) fn sort_of(procedure: &Procedure) -> &'static str {
    match procedure.ability {
        Ability::Formula => "formula",
        Ability::Roll => "roll",
        Ability::Action => "action",
        Ability::Sequence => "sequence",
    }
}

/// `rounded down`
pub(super) fn rounded(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Down => "rounded down",
        Rounding::Up => "rounded up",
        Rounding::Nearest => "rounded to the nearest whole number, halves up",
    }
}

/// Whether a number is a distance, so that its unit is printed.
fn is_distance(expr: &Expr) -> bool {
    matches!(
        expr.ty,
        Type::Number(sandtable_model::Dimension::Measured(_))
    )
}

/// Whether a number is one of halves, quarters or eighths.
fn has_parts(expr: &Expr) -> bool {
    expr.ty.parts().is_some()
}

/// Whether an expression is the number 1 in halves, quarters or eighths, which converts and rounds.
fn is_one_in_parts(expr: &Expr) -> bool {
    has_parts(expr) && expr.literal() == Some(expr.ty.per_whole())
}

fn is_negative(expr: &Expr) -> bool {
    expr.literal().is_some_and(|value| value < 0)
}
