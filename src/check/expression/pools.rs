//! Pools: dice that are rolled together, with variants for every possible number and sort of dice.

use super::super::NamedType;
use super::super::scope::Scope;
use super::super::tables::rolls;
use super::dice::keep;
use super::unknown;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::pool::{DiceGroup, Key, KeyedPool};
use sandtable_model::{DiceValue, DieId, Expr, Pool, Symbol, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Count, Match, PoolDie};
use sandtable_syntax::dice_text;

/// Most dice that may be rolled at once.
const MOST_DICE: i32 = 1000;

/// Most dice that may be rolled at once, rerolls included.
const MOST_FACES: u64 = 100_000;

/// Of how many different rolls one may be, by what values say: no dice, or up to [`MOST_DICE`].
const MOST_POOLS: usize = MOST_DICE as usize + 1;

impl Scope<'_, '_> {
    /// Builds a roll of dice with their modifications.
    pub(super) fn pool(&mut self, roll: &ast::Roll, span: Span) -> Expr {
        self.must_roll(span, "rolls dice");
        let keyed_pool = self.keyed_pool(roll, span);
        keyed_pool.map_or_else(
            || unknown(span),
            |keyed_pool| Expr::pool_of(keyed_pool, span),
        )
    }

    /// `None` if something is wrong, which is reported.
    fn keyed_pool(&mut self, roll: &ast::Roll, span: Span) -> Option<KeyedPool> {
        let ours = self.variants(&roll.pool, span)?;
        let theirs = match &roll.opposed {
            Some(opposed) => Some(self.variants(&opposed.pool, span)?),
            None => None,
        };
        self.few_enough(&ours, theirs.as_ref(), span)?;
        if roll.pick.is_some() && ours.variants.iter().any(|variant| variant.count == 0) {
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
        // Findings are reported for the greatest number of dice; in smaller pools, fewer are kept.
        let most = theirs.as_ref().map(PoolVariants::most);
        self.build_pool(roll, (ours.most()?, most.flatten()), true, span)?;
        let mut pools = Vec::new();
        for our in &ours.variants {
            let Some(theirs) = &theirs else {
                pools.push(self.build_pool(roll, (our, None), false, span)?);
                continue;
            };
            for their in &theirs.variants {
                pools.push(self.build_pool(roll, (our, Some(their)), false, span)?);
            }
        }
        let keys = ours.keys.into_iter();
        let keys = keys.chain(theirs.into_iter().flat_map(|theirs| theirs.keys));
        Some(KeyedPool {
            keys: keys.collect(),
            pools,
        })
    }

    fn few_enough(
        &mut self,
        ours: &PoolVariants,
        theirs: Option<&PoolVariants>,
        span: Span,
    ) -> Option<()> {
        let n_pools = ours.variants.len() * theirs.map_or(1, |theirs| theirs.variants.len());
        if n_pools <= MOST_POOLS {
            return Some(());
        }
        self.too_many_pools(n_pools, span);
        None
    }

    /// Builds a pool of fixed dice with their modifications. Errors are reported only with `is_most`: other variants may have
    /// fewer dice or sides than the modifications need.
    fn build_pool(
        &mut self,
        roll: &ast::Roll,
        (ours, theirs): (&PoolVariant, Option<&PoolVariant>),
        is_most: bool,
        span: Span,
    ) -> Option<Pool> {
        let mut settled = roll.clone();
        ours.substitute_into(&mut settled.pool);
        if let (Some(opposed), Some(theirs)) = (&mut settled.opposed, theirs) {
            theirs.substitute_into(&mut opposed.pool);
        }
        let mut group = self.group(&settled.pool, ours, is_most, span)?;
        if let Some(end) = roll.pick {
            if group.counted.is_some() {
                self.must_be_last(span);
                return None;
            }
            let n = group.keep.min(1);
            keep(&mut group, end, n);
        }
        let opposed = match (&settled.opposed, theirs) {
            (Some(opposed), Some(theirs)) => {
                let other = self.group(&opposed.pool, theirs, is_most, span)?;
                Some(self.opposed_roll(opposed, &group, other, span)?)
            }
            (None, _) | (Some(_), None) => None,
        };
        let needs_number = !matches!(&opposed, Some(opposed) if opposed.how == Match::Pairs);
        let words = group.die.filter(|die| !self.is_numeric(*die));
        if let Some(die) = words.filter(|_| needs_number && group.counted.is_none()) {
            self.report(
                Diagnostic::new(Code::WrongType, "words cannot be added up")
                    .label(span, "the faces of these dice are words")
                    .help(self.counting(die)),
            );
            return None;
        }
        let n_faces: u64 = std::iter::once(&group)
            .chain(opposed.iter().map(|opposed| &opposed.group))
            .map(|group| u64::from(group.count) * u64::from(group.rolls()))
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
            group,
            opposed,
        })
    }

    /// All that dice may be: how many, and which.
    fn variants(&mut self, pool: &ast::Pool, span: Span) -> Option<PoolVariants> {
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
            PoolDie::Sides(sides) => vec![PoolVariant::of_sides(*sides)],
            PoolDie::Named(name) => match self.checker.types.get(&name.value).copied() {
                Some(NamedType::Die(id)) => {
                    self.refers(name.span, Symbol::Die(id));
                    let die = self.checker.book.dice.get(id.at())?;
                    vec![PoolVariant {
                        count: 1,
                        die: Some(id),
                        name: pool.die.clone(),
                        faces: die.faces.clone(),
                        thresholds: Vec::new(),
                        is_fixed: true,
                        conditions: Vec::new(),
                    }]
                }
                _ if self.local(&name.value).is_none() => {
                    self.no_die(name);
                    return None;
                }
                _ => {
                    let (key, dice) = self.which_dice(&ast::expr_of_name(name), span)?;
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
            dice.iter().map(move |die| PoolVariant {
                count,
                ..die.clone()
            })
        };
        let mut variants: Vec<PoolVariant> = counts.iter().flat_map(of_count).collect();
        for threshold in pool.thresholds() {
            let (key, numbers) = self.threshold_key(threshold, pool, &variants)?;
            if variants.len().saturating_mul(numbers.len()) > MOST_POOLS {
                self.too_many_pools(variants.len().saturating_mul(numbers.len()), span);
                return None;
            }
            keys.push(key);
            let is_fixed = numbers.len() == 1;
            let of_threshold = |variant: &PoolVariant| {
                let variant = variant.clone();
                numbers.clone().into_iter().map(move |number| {
                    let mut variant = variant.clone();
                    variant.thresholds.push(number);
                    variant.is_fixed &= is_fixed;
                    variant
                })
            };
            variants = variants.iter().flat_map(of_threshold).collect();
        }
        for condition in pool.conditions() {
            let value = self.condition(condition);
            if value.ty == Type::Unknown || self.rolls_in_a_condition(&value) {
                return None;
            }
            if variants.len().saturating_mul(2) > MOST_POOLS {
                self.too_many_pools(variants.len().saturating_mul(2), span);
                return None;
            }
            keys.push(Key {
                value,
                low: 0,
                n: 2,
            });
            let of_condition = |variant: &PoolVariant| {
                [false, true].map(|is_met| {
                    let mut variant = variant.clone();
                    variant.conditions.push(is_met);
                    variant
                })
            };
            variants = variants.iter().flat_map(of_condition).collect();
        }
        Some(PoolVariants {
            keys,
            variants,
            below: pool.below(),
        })
    }

    /// A value that says from which face on dice are meant, and the faces that it can be: below the least and above the
    /// highest makes no difference.
    fn threshold_key(
        &mut self,
        threshold: &ast::Expr,
        pool: &ast::Pool,
        variants: &[PoolVariant],
    ) -> Option<(Key, Vec<i32>)> {
        let value = self.count(threshold);
        if value.ty == Type::Unknown {
            return None;
        }
        let grows = pool
            .treatments
            .iter()
            .any(|treatment| treatment.value.explodes());
        let faces = || variants.iter().flat_map(|variant| &variant.faces);
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

    /// Reports a condition of a treatment that rolls dice itself.
    fn rolls_in_a_condition(&mut self, condition: &Expr) -> bool {
        let is_rolled = rolls(self.checker, condition);
        if is_rolled {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "this condition cannot roll dice itself")
                    .label(condition.span, "")
                    .help("name the result on a line above, and ask for it here; if the whole roll is compared, put it in brackets: `(2d6 reroll 1 once if captain) >= 7`"),
            );
        }
        is_rolled
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

    /// Returns the key and the possible values of an expression for the number of dice.
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
    fn which_dice(&mut self, value: &ast::Expr, span: Span) -> Option<(Key, Vec<PoolVariant>)> {
        let value = self.expr(value, None);
        let rolled = self.roll_of(value, span);
        let value = rolled.rolled_value()?.clone();
        let rungs = rolled.rungs();
        let is_one = |rung: &DiceValue| rung.count == 1 && rung.plus == 0;
        if rungs.is_empty() || !rungs.iter().all(is_one) {
            let text = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "only a single die can be rolled several times here")
                    .label(value.span, format!("this is {text}"))
                    .help("name a scale of single dice, `scale quality: d4 < d6 < d8`, or roll it alone: `roll unit.dodge`"),
            );
            return None;
        }
        let dice: Vec<PoolVariant> = rungs
            .iter()
            .map(|rung| PoolVariant::of_sides(rung.sides))
            .collect();
        let n = dice.len();
        Some((Key { value, low: 0, n }, dice))
    }

    fn group(
        &mut self,
        pool: &ast::Pool,
        variant: &PoolVariant,
        is_most: bool,
        span: Span,
    ) -> Option<DiceGroup> {
        let last = pool.treatments.last().map(|last| &last.value);
        let mut group = DiceGroup {
            die: variant.die,
            counts_each: matches!(last, Some(ast::Treatment::Count(_, true))),
            ..DiceGroup::plain(variant.count, variant.faces.clone())
        };
        for treatment in &pool.treatments {
            let is_fixed = variant.is_fixed;
            self.treatment(&mut group, treatment, (is_most, is_fixed), span)?;
        }
        Some(group)
    }
}

/// All that dice may be, as many and of the kind that values say.
struct PoolVariants {
    /// The expressions that select a variant.
    keys: Vec<Key>,
    /// The variants, in the order of their keys.
    variants: Vec<PoolVariant>,
    /// For each threshold, whether faces below it are meant.
    below: Vec<bool>,
}

impl PoolVariants {
    /// The most dice with the most sides.
    fn most(&self) -> Option<&PoolVariant> {
        // Of thresholds those for which most faces are meant.
        let faces_meant = |(threshold, is_below): (&i32, &bool)| match is_below {
            true => i64::from(*threshold),
            false => -i64::from(*threshold),
        };
        let size = |variant: &&PoolVariant| {
            let thresholds = variant.thresholds.iter().zip(&self.below);
            let thresholds: Vec<i64> = thresholds.map(faces_meant).collect();
            let n_met = variant.conditions.iter().filter(|is_met| **is_met).count();
            (variant.count, variant.faces.len(), n_met, thresholds)
        };
        self.variants.iter().max_by_key(size)
    }
}

/// A number of dice of one kind.
#[derive(Clone)]
struct PoolVariant {
    count: u32,
    /// The custom die, if it is one.
    die: Option<DieId>,
    name: PoolDie,
    faces: Vec<i32>,
    /// The faces from which on, or below which, dice are meant, where values say so.
    thresholds: Vec<i32>,
    /// Whether none of these values varies.
    is_fixed: bool,
    /// Whether the conditions of treatments are met.
    conditions: Vec<bool>,
}

impl PoolVariant {
    fn of_sides(sides: u32) -> Self {
        Self {
            count: 1,
            die: None,
            name: PoolDie::Sides(sides),
            faces: (1..=i32::try_from(sides).unwrap_or(1)).collect(),
            thresholds: Vec::new(),
            is_fixed: true,
            conditions: Vec::new(),
        }
    }

    /// Names these dice in place of the values that say which they are.
    fn substitute_into(&self, pool: &mut ast::Pool) {
        pool.count = Count::Number(self.count);
        pool.die = self.name.clone();
        pool.settle_thresholds(&self.thresholds);
        pool.settle_conditions(&self.conditions);
    }
}
