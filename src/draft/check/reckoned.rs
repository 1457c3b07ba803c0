//! Parts that the numbers of a sentence have in a total: rolls, changes of them, values, prices, and the total itself.

use super::words::{Kind, Token, stem};

/// A number that may belong to the next total.
pub(super) struct Term {
    pub(super) value: i64,
    pub(super) part: Part,
    /// Whether it is the value of something with a name, which further totals may have in them.
    pub(super) is_named: bool,
    /// Stem of the noun after it.
    pub(super) unit: Option<String>,
    /// Index of its sentence.
    pub(super) sentence: usize,
}

/// A total that a text states.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claim {
    pub(super) value: i64,
    /// Whether its words can mean nothing but a total.
    pub(super) is_strong: bool,
    /// Whether it is what remains.
    pub(super) is_left: bool,
    /// Whether it goes on from what was rolled: `rolls 8 and has 12`.
    pub(super) is_after_roll: bool,
    /// Whether a pronoun means what was rolled: `which is 9`.
    pub(super) is_pronoun: bool,
    pub(super) unit: Option<String>,
}

/// Part of a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Roll,
    /// Added to a roll or a value, or taken from it.
    Change,
    Price,
    /// Sum of the changes so far: `together -2`.
    Sum,
    /// A value or a strength, which may belong to the total.
    Optional,
    Total(Claim),
}

/// Reads the numbers of a sentence in turn.
#[derive(Default)]
pub(super) struct Reader {
    /// Sign that a verb gives to the numbers after it.
    sign: Option<i64>,
    /// Whether the next number is what the verb adds, after any words: `adds her Search of 2`.
    is_due: bool,
    last: Option<Part>,
    /// Whether a price has been named.
    pub(super) has_price: bool,
    /// Whether the last number is the value of something with a name: `Fight 4`, `a Morale of 7`.
    pub(super) is_named: bool,
    /// Value and unit of the last number.
    pub(super) value: i64,
    pub(super) unit: Option<String>,
}

/// Words between a verb and its number.
const FILLERS: [&str; 20] = [
    "a", "an", "the", "only", "just", "exactly", "another", "him", "her", "it", "them", "whole",
    "up", "still", "me", "you", "us", "now", "back", "even",
];

/// Words after a total that does not name what it counts.
const AFTER: [&str; 34] = [
    "remain",
    "remains",
    "makes",
    "brings",
    "raises",
    "takes",
    "gives",
    "that’s",
    "and",
    "so",
    "but",
    "which",
    "in",
    "altogether",
    "together",
    "because",
    "against",
    "for",
    "on",
    "where",
    "just",
    "exactly",
    "as",
    "to",
    "all",
    "then",
    "while",
    "after",
    "before",
    "instead",
    "left",
    "is",
    "he",
    "she",
];

/// Nouns that make a number a distance, a time or a number of pieces, and no part of a total.
const MEASURES: [&str; 40] = [
    "hexes",
    "hex",
    "inches",
    "inch",
    "cm",
    "mm",
    "centimetres",
    "metres",
    "yards",
    "feet",
    "miles",
    "dice",
    "die",
    "d6",
    "d10",
    "steps",
    "turns",
    "turn",
    "rounds",
    "round",
    "figures",
    "models",
    "units",
    "squares",
    "square",
    "areas",
    "spaces",
    "times",
    "days",
    "hours",
    "minutes",
    "or",
    "columns",
    "rows",
    "players",
    "degrees",
    "levels",
    "per",
    "percent",
    "years",
];

const ROLLS: [&str; 13] = [
    "rolls", "rolled", "roll", "throws", "threw", "throw", "shows", "show", "draws", "draw",
    "scores", "rolling", "throwing",
];

impl Reader {
    /// The part of the number at a place; `None` if it is no number, or has no part in any total.
    pub(super) fn part(&mut self, words: &[Token<'_>], at: usize, terms: &[Term]) -> Option<Part> {
        let word = words.get(at)?;
        self.follow(words, at);
        let is_coin = one_coin(words, at);
        let value = match word.kind {
            Kind::Signed(value) => value,
            Kind::Word if is_coin => 1,
            Kind::Number { .. } => word.whole()?,
            Kind::Word | Kind::Dotted | Kind::Dice(_) | Kind::Fraction(_) | Kind::Mark(_) => {
                return None;
            }
        };
        self.value = value;
        self.unit = None;
        self.is_named = false;
        let found = match word.kind {
            Kind::Signed(_) if is_sum(words, at) => Some(Part::Sum),
            Kind::Signed(_) => Some(Part::Change),
            Kind::Word
            | Kind::Number { .. }
            | Kind::Dotted
            | Kind::Dice(_)
            | Kind::Fraction(_)
            | Kind::Mark(_) => self.whole(words, at, terms, is_coin),
        };
        self.is_due = false;
        self.last = found.clone();
        found
    }

    /// Notes what a verb does to the numbers after it.
    fn follow(&mut self, words: &[Token<'_>], at: usize) {
        let Some(word) = words.get(at) else {
            return;
        };
        let next = words.get(at + 1);
        let is_off = next.is_some_and(|next| next.is_word(&["off", "away"]));
        let plus = ["add", "adds", "adding", "added", "plus", "gains"];
        let minus = [
            "subtract",
            "subtracts",
            "subtracting",
            "minus",
            "less",
            "deduct",
            "deducts",
            "lose",
            "loses",
            "losing",
            "used",
            "uses",
            "pays",
            "paid",
            "spends",
        ];
        // `drops by 2`, `rises by 1`
        let is_by = next.is_some_and(|next| next.is_word(&["by"]));
        let falls = [
            "drops", "falls", "sinks", "down", "reduced", "lowered", "dropped", "fell",
        ];
        let rises = ["rises", "up", "increased", "raised", "grows", "rose"];
        let takes = [
            "take", "takes", "taking", "took", "knocks", "comes", "knock",
        ];
        let is_passive = word.is_word(&["added"])
            && at
                .checked_sub(1)
                .is_some_and(|before| word_at(words, before, &["is", "are", "was"]));
        if is_passive {
            (self.sign, self.is_due) = (None, false);
        } else if is_by && (word.is_word(&falls) || word.is_word(&rises)) {
            (self.sign, self.is_due) = (Some(if word.is_word(&falls) { -1 } else { 1 }), true);
        } else if word.is_word(&plus) {
            (self.sign, self.is_due) = (Some(1), true);
        } else if word.is_word(&minus) || word.is_word(&takes) && is_off {
            // `less than 7`
            let is_than = next.is_some_and(|next| next.is_word(&["than"]));
            (self.sign, self.is_due) = (Some(-1).filter(|_| !is_than), !is_than);
        } else if word.is_any_mark(&['.', ';', ':', '(']) || word.is_word(&ROLLS) {
            (self.sign, self.is_due) = (None, false);
        }
    }

    fn whole(
        &mut self,
        words: &[Token<'_>],
        at: usize,
        terms: &[Term],
        is_coin: bool,
    ) -> Option<Part> {
        let next = words.get(at + 1);
        let is_next = |any: &[&str]| next.is_some_and(|next| next.is_word(any));
        let is_marked = next.is_some_and(|next| {
            next.is_any_mark(&['"', '%', '″', '/', '+', '×', '=', '*', '-', '–'])
        });
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_operand = before.is_some_and(|before| {
            before.is_any_mark(&['+', '×', '=', '*', '/', '-', '–', '−', '#'])
                || matches!(before.kind, Kind::Dice(_))
        });
        if is_next(&MEASURES) || is_marked || is_operand {
            return None;
        }
        let (lead, n_skipped) = lead(words, at)?;
        let has_article = n_skipped > 0
            && words
                .get(at - n_skipped..at)
                .is_some_and(|skipped| skipped.iter().any(|word| word.is_word(&["a", "an"])));
        // `1 is added for the height`
        let passive = |any: &[&str]| is_next(&["is", "are"]) && word_at(words, at + 2, any);
        if passive(&["added"]) {
            return Some(Part::Change);
        }
        if passive(&["subtracted", "deducted", "taken"]) {
            self.value = -self.value;
            return Some(Part::Change);
        }
        if let Some(sign) = self.sign.filter(|_| is_next(&["off", "away"])) {
            self.value *= sign;
            return Some(Part::Change);
        }
        // `takes 1 off again`
        let takes = ["take", "takes", "took", "knocks", "taking"];
        if is_next(&["off", "away"]) && word_at(words, lead, &takes) {
            self.value = -self.value;
            return Some(Part::Change);
        }
        if let Some(mut claim) = claim(words, at, lead, has_article, self.value)
            && !self.is_due
        {
            claim.is_after_roll = self.last == Some(Part::Roll)
                && word_at(words, lead, &["has", "have", "gets", "get"]);
            return Some(Part::Total(claim));
        }
        let gets = ["gets", "get", "got"];
        if word_at(words, lead, &ROLLS)
            || word_at(words, lead, &gets)
            || self.is_roll_list(words, at)
        {
            return Some(Part::Roll);
        }
        if let Some(part) = self.price(words, at, lead, is_coin) {
            return Some(part);
        }
        self.change(words, at, lead, terms)
    }

    /// Whether a number goes on from a roll: `a 4 and a 5`.
    fn is_roll_list(&self, words: &[Token<'_>], at: usize) -> bool {
        let reason = words
            .get(at + 1)
            .is_some_and(|next| next.is_word(&["for", "because"]));
        // `The dice are a 2 and a 4`
        let dice = |place: usize| {
            word_at(words, place, &["is", "are", "was", "were"])
                && place.checked_sub(1).is_some_and(|place| {
                    word_at(words, place, &["dice", "die", "roll", "rolls", "throw"])
                        || matches!(words.get(place).map(|word| word.kind), Some(Kind::Dice(_)))
                })
        };
        let is_dice = lead(words, at).is_some_and(|(place, _)| dice(place));
        // `comes up 4`, `a roll of 4`
        let comes = lead(words, at).is_some_and(|(place, n_skipped)| {
            let skips_up = words
                .get(at - n_skipped..at)
                .is_some_and(|skipped| skipped.iter().any(|word| word.is_word(&["up"])));
            skips_up
                && word_at(
                    words,
                    place,
                    &["comes", "come", "came", "turns", "turn", "turned"],
                )
                || word_at(words, place, &["of"])
                    && place.checked_sub(1).is_some_and(|place| {
                        word_at(words, place, &["roll", "throw", "rolls", "throws"])
                    })
        });
        is_dice || comes || self.last == Some(Part::Roll) && follows(words, at) && !reason
    }

    /// `a Bruiser for 12`, `two mugs at 5 each`, `finds worth 9 pence`
    fn price(
        &mut self,
        words: &[Token<'_>],
        at: usize,
        lead: usize,
        is_coin: bool,
    ) -> Option<Part> {
        let verbs = [
            "for", "at", "worth", "costs", "cost", "costing", "want", "wants",
        ];
        let is_lead = word_at(words, lead, &verbs);
        let next = words.get(at + 1);
        let noun = next.filter(|next| {
            next.kind == Kind::Word
                && !next.is_word(&AFTER)
                && !next.is_word(&["each", "apiece", "more", "of"])
        });
        let place = at + 1 + usize::from(noun.is_some());
        let is_each = word_at(words, place, &["each", "apiece"]);
        let is_cost = word_at(words, lead, &["costs", "cost", "costing", "worth"]);
        if !is_lead || !(noun.is_some() || self.has_price || is_each || is_cost || is_coin) {
            return None;
        }
        // `at Speed 4`, `for 3 of them`
        if next.is_some_and(|next| next.is_word(&["of"])) {
            return None;
        }
        if is_each || is_coin {
            let near = words.get(at.saturating_sub(8)..at)?.iter().rev();
            let count = near
                .take_while(|word| !word.is_any_mark(&[',', ';', '.', ':']))
                .find_map(|word| match word.is_word(&["both"]) {
                    true => Some(2),
                    false => word.count(),
                });
            self.value *= count?;
        }
        self.has_price = true;
        self.unit = noun.map(|noun| stem(noun.text));
        Some(Part::Price)
    }

    fn change(
        &mut self,
        words: &[Token<'_>],
        at: usize,
        lead: usize,
        terms: &[Term],
    ) -> Option<Part> {
        let next = words.get(at + 1);
        let is_next = |any: &[&str]| next.is_some_and(|next| next.is_word(any));
        let noun = next.filter(|next| {
            next.kind == Kind::Word && !next.is_word(&AFTER) && !next.is_word(&["more", "again"])
        });
        let reason = is_next(&["for", "because", "as"]);
        if let Some(sign) = self.sign
            && (self.is_due
                || follows(words, at) && matches!(self.last, Some(Part::Change)) && reason)
        {
            self.value *= sign;
            self.unit = noun.map(|noun| stem(noun.text));
            // `loses 2 Hull` changes no roll.
            return Some(match noun {
                Some(_) => Part::Optional,
                None => Part::Change,
            });
        }
        let has_base = self.last.is_some() || !terms.is_empty();
        let another = at
            .checked_sub(1)
            .is_some_and(|before| word_at(words, before, &["another"]));
        let is_more = is_next(&["more"]) && !word_at(words, at + 2, &["than"]) || another;
        // `With 3 for being a Ferret and 2 for the rake`
        let with = word_at(words, lead, &["with"]) && reason
            || follows(words, at)
                && matches!(self.last, Some(Part::Change | Part::Optional))
                && reason;
        if has_base && (is_more || with) && noun.is_none() {
            return Some(Part::Change);
        }
        // `one hit`, `7 crew`: a number of something else.
        if word_at(words, lead, &["has", "had", "have", "with", "starts"]) && noun.is_some() {
            self.unit = noun.map(|noun| stem(noun.text));
            return Some(Part::Optional);
        }
        self.is_named = words.get(lead).is_some_and(Token::is_capitalised)
            || word_at(words, lead, &["of", "is"])
                && lead
                    .checked_sub(1)
                    .and_then(|place| words.get(place))
                    .is_some_and(Token::is_capitalised);
        (noun.is_none() || self.is_named).then_some(Part::Optional)
    }
}

/// Whether a number with a sign is the sum of those before it: `together -2`, `the DRM is +1`, `+2 in all`.
fn is_sum(words: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1);
    let is_before = |any: &[&str]| before.is_some_and(|before| word_at(words, before, any));
    is_before(&[
        "together",
        "is",
        "makes",
        "all",
        "total",
        "of",
        "altogether",
    ]) || word_at(words, at + 1, &["in"]) && word_at(words, at + 2, &["all", "total"])
        || word_at(words, at + 1, &["altogether", "together"])
}

/// `a penny each`
fn one_coin(words: &[Token<'_>], at: usize) -> bool {
    word_at(words, at, &["penny", "coin", "crown", "shilling", "point"])
        && at
            .checked_sub(1)
            .is_some_and(|before| word_at(words, before, &["a", "one"]))
        && word_at(words, at + 1, &["each", "apiece"])
}

fn word_at(words: &[Token<'_>], at: usize, any: &[&str]) -> bool {
    words.get(at).is_some_and(|word| word.is_word(any))
}

/// The place of the word that a number belongs to, and the number of words between.
fn lead(words: &[Token<'_>], at: usize) -> Option<(usize, usize)> {
    let mut n_skipped = 0;
    loop {
        let place = at.checked_sub(1 + n_skipped)?;
        match words.get(place)? {
            word if word.is_word(&FILLERS) && n_skipped < 3 && place > 0 => n_skipped += 1,
            _ => return Some((place, n_skipped)),
        }
    }
}

/// Whether a number goes on from the one before it.
fn follows(words: &[Token<'_>], at: usize) -> bool {
    let joint = |place: Option<usize>| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(&["and"]) || word.is_mark(','))
    };
    let article = at
        .checked_sub(1)
        .is_some_and(|before| word_at(words, before, &["a", "an"]));
    joint(at.checked_sub(1)) || article && joint(at.checked_sub(2))
}

/// Whether a total is announced after it: `14 in all`.
fn is_in_all(words: &[Token<'_>], at: usize) -> bool {
    word_at(words, at + 1, &["altogether"])
        || word_at(words, at + 1, &["in"]) && word_at(words, at + 2, &["all", "total"])
}

/// The total that a number is stated to be.
fn claim(
    words: &[Token<'_>],
    at: usize,
    lead: usize,
    has_article: bool,
    value: i64,
) -> Option<Claim> {
    let is = |back: usize, any: &[&str]| {
        lead.checked_sub(back)
            .is_some_and(|place| word_at(words, place, any))
    };
    let pronouns = ["that", "which", "it", "this", "all"];
    let strong = is(
        0,
        &[
            "makes",
            "making",
            "make",
            "totals",
            "totalling",
            "gives",
            "giving",
        ],
    ) || is(0, &["to"])
        && is(1, &["comes", "come", "coming", "adds", "add", "amounts"])
        || is(0, &["to"]) && is(1, &["up"]) && is(2, &["comes", "come", "adds", "add"])
        || is(0, &["of"]) && is(1, &["total", "sum", "score", "result"])
        || is(0, &["get", "make"]) && is(1, &["to"])
        || is(0, &["is"]) && is(1, &["total", "sum", "score", "result"])
        || is_in_all(words, at);
    let becomes = is(0, &["becomes"]);
    let weak = is(0, &["is"]) && is(1, &pronouns)
        || is(0, &["that's", "that’s", "it's", "it’s"])
        || is(0, &["has", "have", "gets", "get"])
        || is(0, &["got"]) && !is(1, &["to", "has"])
        || is(0, &["at"]) && is(1, &["stays", "remains", "stands", "is"])
        || is(0, &["spent"]) && is(1, &["has", "have", "had", "he's", "he’s", "she's", "she’s"])
        || is(0, &["costs", "cost"]) && is(1, &["this", "that", "they", "it", "which", "all"])
        || is(0, &["costs"])
            && at
                .checked_sub(1)
                .is_some_and(|before| word_at(words, before, &["exactly"]));
    let remains = ["left", "remain", "remains", "remaining"];
    let left = is(0, &["leaves", "leaving"])
        || is(0, &["with"]) && is(1, &["left"])
        || word_at(words, at + 1, &remains)
        || word_at(words, at + 2, &remains) && is(0, &["has", "have", "with", "so"]);
    if !strong && (!weak || has_article) && !left && !becomes {
        return None;
    }
    let next = words.get(at + 1);
    // `gets 2, 4 and 7`: what the dice show.
    let joined = next.is_some_and(|next| next.is_mark(',') || next.is_word(&["and"]));
    if weak && joined && words.get(at + 2).is_some_and(|more| more.whole().is_some()) {
        return None;
    }
    let ends = next.is_none_or(|next| {
        next.is_any_mark(&['.', ',', ';', ':', '!', ')', '*', '—', '–']) || next.is_word(&AFTER)
    });
    let noun =
        next.filter(|next| !ends && next.kind == Kind::Word && !next.is_word(&["more", "again"]));
    // `gives 2 points more` is no total.
    let is_further = noun.is_some() && word_at(words, at + 2, &["more", "less", "fewer", "extra"]);
    (!is_further && (ends || noun.is_some())).then(|| Claim {
        value,
        is_strong: strong && noun.is_none(),
        is_left: left,
        is_after_roll: false,
        is_pronoun: is(1, &pronouns) || is(0, &["that's", "that’s"]),
        unit: noun.map(|noun| stem(noun.text)),
    })
}
