//! Dice that are rolled together: how many, and which, as far as values say so.

use std::cmp::Reverse;

use super::super::NamedType;
use super::super::scope::Scope;
use super::dice::keep;
use super::{typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::pool::{Handful, Key, Lot};
use sandtable_model::{DieId, Dimension, Expr, ExprKind, Pool, Symbol, Thrown, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Count, Match, PoolDie};
use sandtable_syntax::dice_text;

/// Most dice that may be rolled at once.
const MOST_DICE: i32 = 1000;

/// Most dice that may be rolled at once, rerolls included.
const MOST_FACES: u64 = 100_000;

/// Of how many different rolls one may be, by what values say: no dice, or up to [`MOST_DICE`].
const MOST_POOLS: usize = MOST_DICE as usize + 1;

impl Scope<'_, '_> {
    /// Dice, and what is done with them.
    pub(super) fn pool(&mut self, throw: &ast::Throw, span: Span) -> Expr {
        self.must_roll(span, "rolls dice");
        let handful = self.handful(throw, span);
        handful.map_or_else(
            || unknown(span),
            |handful| {
                let kind = ExprKind::Pool(Box::new(handful));
                typed(kind, Type::Number(Dimension::Any), span)
            },
        )
    }

    /// `None` if something is wrong, which is reported.
    fn handful(&mut self, throw: &ast::Throw, span: Span) -> Option<Handful> {
        let ours = self.sorts(&throw.pool, span)?;
        let theirs = match &throw.against {
            Some(against) => Some(self.sorts(&against.pool, span)?),
            None => None,
        };
        self.few_enough(&ours, theirs.as_ref(), span)?;
        if throw.pick.is_some() && ours.sorts.iter().any(|sort| sort.count == 0) {
            self.report(
                Diagnostic::new(Code::OutOfRange, "without dice there is no best or worst")
                    .label(span, "possibly no dice")
                    .help(
                        "roll at least one, `roll (… limited to 1..6) dice of d6`, or check first: \
                        `if …`",
                    ),
            );
            return None;
        }
        // What is wrong is told of the most dice; of fewer, fewer are kept.
        let most = theirs.as_ref().map(Sorts::most);
        self.made(throw, (ours.most()?, most.flatten()), true, span)?;
        let mut pools = Vec::new();
        for our in &ours.sorts {
            let Some(theirs) = &theirs else {
                pools.push(self.made(throw, (our, None), false, span)?);
                continue;
            };
            for their in &theirs.sorts {
                pools.push(self.made(throw, (our, Some(their)), false, span)?);
            }
        }
        let keys = ours.keys.into_iter();
        let keys = keys.chain(theirs.into_iter().flat_map(|theirs| theirs.keys));
        Some(Handful {
            keys: keys.collect(),
            pools,
        })
    }

    fn few_enough(&mut self, ours: &Sorts, theirs: Option<&Sorts>, span: Span) -> Option<()> {
        let n_pools = ours.sorts.len() * theirs.map_or(1, |theirs| theirs.sorts.len());
        if n_pools <= MOST_POOLS {
            return Some(());
        }
        self.too_many_pools(n_pools, span);
        None
    }

    /// Dice of one sort each, with what is done with them. With `is_most` what is wrong is reported; without it there
    /// may be too few of them, or with too few sides, for all that is done.
    fn made(
        &mut self,
        throw: &ast::Throw,
        (ours, theirs): (&Sort, Option<&Sort>),
        is_most: bool,
        span: Span,
    ) -> Option<Pool> {
        let mut settled = throw.clone();
        ours.settle(&mut settled.pool);
        if let (Some(against), Some(theirs)) = (&mut settled.against, theirs) {
            theirs.settle(&mut against.pool);
        }
        let mut lot = self.lot(&settled.pool, ours, is_most, span)?;
        if let Some(end) = throw.pick {
            if lot.counted.is_some() {
                self.must_be_last(span);
                return None;
            }
            let n = lot.keep.min(1);
            keep(&mut lot, end, n);
        }
        let against = match (&settled.against, theirs) {
            (Some(against), Some(theirs)) => {
                let other = self.lot(&against.pool, theirs, is_most, span)?;
                Some(self.against(against, &lot, other, span)?)
            }
            (None, _) | (Some(_), None) => None,
        };
        let needs_number = !matches!(&against, Some(against) if against.how == Match::Pairs);
        let words = lot.die.filter(|die| !self.is_numeric(*die));
        if let Some(die) = words.filter(|_| needs_number && lot.counted.is_none()) {
            self.report(
                Diagnostic::new(Code::WrongType, "words cannot be added up")
                    .label(span, "the faces of these dice are words")
                    .help(self.counting(die)),
            );
            return None;
        }
        let n_faces: u64 = std::iter::once(&lot)
            .chain(against.iter().map(|against| &against.lot))
            .map(|lot| u64::from(lot.count) * u64::from(lot.throws()))
            .sum();
        if n_faces > MOST_FACES {
            self.report(
                Diagnostic::new(
                    Code::NumberTooLarge,
                    "this can roll more than 100,000 dice at once",
                )
                .label(span, "")
                .help("roll fewer dice, or lower the limit on further rolls: `explode 6 at most 10 times`"),
            );
            return None;
        }
        Some(Pool {
            name: dice_text(&settled),
            lot,
            against,
        })
    }

    /// All that dice may be: how many, and which.
    fn sorts(&mut self, pool: &ast::Pool, span: Span) -> Option<Sorts> {
        let mut keys = Vec::new();
        let counts = match &pool.count {
            Count::Number(count) => vec![*count],
            Count::Value(count) => {
                let (key, counts) = self.how_many(count)?;
                keys.push(key);
                counts
            }
        };
        let dice = match &pool.die {
            PoolDie::Sides(sides) => vec![Sort::of_sides(*sides)],
            PoolDie::Named(name) => match self.checker.types.get(&name.value).copied() {
                Some(NamedType::Die(id)) => {
                    self.refers(name.span, Symbol::Die(id));
                    let die = self.checker.book.dice.get(id.at())?;
                    vec![Sort {
                        count: 1,
                        die: Some(id),
                        name: pool.die.clone(),
                        faces: die.faces.clone(),
                        thresholds: Vec::new(),
                    }]
                }
                _ if self.local(&name.value).is_none() => {
                    self.no_die(name);
                    return None;
                }
                _ => {
                    let kind = ast::ExprKind::Name(name.value.clone());
                    let value = Spanned::new(Box::new(kind), name.span);
                    let (key, dice) = self.which_dice(&value, span)?;
                    keys.push(key);
                    dice
                }
            },
            PoolDie::Value(value) => {
                let (key, dice) = self.which_dice(value, span)?;
                keys.push(key);
                dice
            }
        };
        let of_count = |count: &u32| {
            let count = *count;
            dice.iter().map(move |die| Sort {
                count,
                ..die.clone()
            })
        };
        let mut sorts: Vec<Sort> = counts.iter().flat_map(of_count).collect();
        for threshold in pool.thresholds() {
            let (key, numbers) = self.threshold_key(threshold, pool, &sorts)?;
            if sorts.len().saturating_mul(numbers.len()) > MOST_POOLS {
                self.too_many_pools(sorts.len().saturating_mul(numbers.len()), span);
                return None;
            }
            keys.push(key);
            let of_threshold = |sort: &Sort| {
                let sort = sort.clone();
                numbers.clone().into_iter().map(move |number| {
                    let mut sort = sort.clone();
                    sort.thresholds.push(number);
                    sort
                })
            };
            sorts = sorts.iter().flat_map(of_threshold).collect();
        }
        Some(Sorts { keys, sorts })
    }

    /// A value that says from which face on dice are meant, and the faces that it can be: below the least and above the
    /// highest makes no difference.
    fn threshold_key(
        &mut self,
        threshold: &ast::Expr,
        pool: &ast::Pool,
        sorts: &[Sort],
    ) -> Option<(Key, Vec<i32>)> {
        let value = self.count(threshold);
        if value.ty == Type::Unknown {
            return None;
        }
        let grows = pool
            .treatments
            .iter()
            .any(|treatment| matches!(treatment.value, ast::Treatment::Explode(..)));
        let faces = || sorts.iter().flat_map(|sort| &sort.faces);
        let least = faces().min().copied().unwrap_or(1);
        let past_most = faces().max().map_or(1, |most| most.saturating_add(1));
        let bounds = self.bounds(&value);
        let (low, high) = match (bounds, grows) {
            (Some((low, high)), true) => (low.max(least), high.max(least)),
            (Some((low, high)), false) => {
                (low.clamp(least, past_most), high.clamp(least, past_most))
            }
            (None, false) => (least, past_most),
            (None, true) => {
                self.report(
                    Diagnostic::new(Code::OutOfRange, "this number has no limit")
                        .label(value.span, "any number")
                        .help("dice that explode can show any number: limit it, `(… limited to 2..12)+`"),
                );
                return None;
            }
        };
        let n = usize::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(usize::MAX);
        if n > MOST_POOLS {
            self.too_many_pools(n, value.span);
            return None;
        }
        Some((Key { value, low, n }, (low..=high).collect()))
    }

    fn too_many_pools(&mut self, n_pools: usize, span: Span) {
        self.report(
            Diagnostic::new(
                Code::OutOfRange,
                format!("this can be {n_pools} different rolls, more than {MOST_POOLS}"),
            )
            .label(span, "")
            .help(
                "limit the number of dice to a narrower range: `roll (… limited to 0..20) dice of \
                d6`",
            ),
        );
    }

    /// A value that says how many dice there are.
    fn how_many(&mut self, count: &ast::Expr) -> Option<(Key, Vec<u32>)> {
        let value = self.count(count);
        if value.ty == Type::Unknown {
            return None;
        }
        let Some((low, high)) = self.bounds(&value) else {
            self.report(
                Diagnostic::new(Code::OutOfRange, "this number of dice has no limit")
                    .label(value.span, "any number")
                    .help("limit it: `roll (… limited to 0..20) dice of d6`"),
            );
            return None;
        };
        let counts: Option<Vec<u32>> = (low..=high.min(low.saturating_add(MOST_DICE)))
            .map(|count| u32::try_from(count).ok())
            .collect();
        match counts {
            Some(counts) if high <= MOST_DICE => {
                let n = counts.len();
                Some((Key { value, low, n }, counts))
            }
            _ => {
                let found = format!("any number from {low} to {high}");
                self.report(
                    Diagnostic::new(
                        Code::OutOfRange,
                        "this can be out of the range 0 to 1,000 dice".to_owned(),
                    )
                    .label(value.span, found)
                    .help("limit it: `roll (… limited to 0..20) dice of d6`"),
                );
                None
            }
        }
    }

    /// A value that says which dice they are: a rung of a ladder.
    fn which_dice(&mut self, value: &ast::Expr, span: Span) -> Option<(Key, Vec<Sort>)> {
        let value = self.expr(value, None);
        let ExprKind::ThrowOf { die, rungs } = self.throw_of(value, span).kind else {
            return None;
        };
        let value = *die;
        let is_one = |rung: &Thrown| rung.count == 1 && rung.plus == 0;
        if rungs.is_empty() || !rungs.iter().all(is_one) {
            let text = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "only a single die can be rolled several times here")
                    .label(value.span, format!("this is {text}"))
                    .help("name a scale of single dice, `scale quality: d4 < d6 < d8`, or roll it alone: `roll unit.dodge`"),
            );
            return None;
        }
        let dice: Vec<Sort> = rungs
            .iter()
            .map(|rung| Sort::of_sides(rung.sides))
            .collect();
        let n = dice.len();
        Some((Key { value, low: 0, n }, dice))
    }

    fn lot(&mut self, pool: &ast::Pool, sort: &Sort, is_most: bool, span: Span) -> Option<Lot> {
        let mut lot = Lot {
            die: sort.die,
            ..Lot::plain(sort.count, sort.faces.clone())
        };
        for treatment in &pool.treatments {
            self.treatment(&mut lot, treatment, is_most, span)?;
        }
        Some(lot)
    }
}

/// All that dice may be, as many and of the kind that values say.
struct Sorts {
    /// Those values.
    keys: Vec<Key>,
    /// In their order.
    sorts: Vec<Sort>,
}

impl Sorts {
    /// The most dice with the most sides.
    fn most(&self) -> Option<&Sort> {
        // Of thresholds the least, which some face reaches.
        let size = |sort: &&Sort| {
            let thresholds = Reverse(sort.thresholds.clone());
            (sort.count, sort.faces.len(), thresholds)
        };
        self.sorts.iter().max_by_key(size)
    }
}

/// So many dice of one kind.
#[derive(Clone)]
struct Sort {
    count: u32,
    /// One with faces of its own.
    die: Option<DieId>,
    name: PoolDie,
    faces: Vec<i32>,
    /// The faces from which on dice are meant, where values say so.
    thresholds: Vec<i32>,
}

impl Sort {
    fn of_sides(sides: u32) -> Self {
        Self {
            count: 1,
            die: None,
            name: PoolDie::Sides(sides),
            faces: (1..=i32::try_from(sides).unwrap_or(1)).collect(),
            thresholds: Vec::new(),
        }
    }

    /// Names these dice in place of the values that say which they are.
    fn settle(&self, pool: &mut ast::Pool) {
        pool.count = Count::Number(self.count);
        pool.die = self.name.clone();
        pool.settle_thresholds(&self.thresholds);
    }
}
