//! English morphology: articles, plurals, verbs, lists, and the part of speech of a title.

/// Adverbs, prepositions and determiners that follow a verb in the third person: `waits for its turn`.
const AFTER_VERB: &[&str] = &[
    "a", "about", "across", "again", "against", "all", "along", "an", "another", "any", "around",
    "as", "at", "away", "back", "behind", "between", "by", "down", "every", "for", "from", "hand",
    "his", "how", "in", "into", "its", "itself", "like", "more", "never", "no", "nobody", "not",
    "off", "on", "only", "out", "over", "past", "still", "than", "the", "their", "there",
    "through", "to", "under", "up", "what", "where", "which", "whom", "with",
];

/// Determiners, which begin the object of a verb.
const DETERMINERS: &[&str] = &[
    "a", "all", "an", "another", "any", "every", "his", "its", "no", "the", "their",
];

/// Prepositions that begin a title as a part of a phrase: `Against armour 0`.
const PREPOSITIONS: &[&str] = &[
    "about", "across", "after", "against", "along", "around", "before", "by", "during", "for",
    "from", "into", "of", "per", "through", "to", "until", "up", "with",
];

/// Participles of verbs without an object, whose perfect is formed with `has`.
const INTRANSITIVE: &[&str] = &[
    "acted",
    "appeared",
    "arrived",
    "come",
    "departed",
    "disappeared",
    "escaped",
    "gone",
    "happened",
    "returned",
];

/// Prepositions and adverbs of place that follow `is`: `on the map`.
const OF_PLACE: &[&str] = &[
    "aboard", "above", "adjacent", "among", "at", "behind", "below", "beside", "between", "beyond",
    "in", "inside", "near", "next", "off", "on", "out", "outside", "over", "under", "within",
    "without",
];

/// Prepositions that end a relation between two things: `rides in`.
const ENDS_RELATION: &[&str] = &[
    "aboard", "at", "behind", "beside", "by", "for", "from", "in", "inside", "into", "of", "on",
    "to", "under", "with",
];

/// Adjectives and irregular participles that follow `is`.
const ADJECTIVES: &[&str] = &[
    "able", "active", "alive", "alone", "bound", "broken", "caught", "closed", "dead", "dug",
    "empty", "flown", "free", "full", "given", "held", "hidden", "lost", "new", "not", "open",
    "prone", "ready", "seen", "set", "shown", "spent", "taken", "torn", "unable", "visible",
    "worn",
];

/// Finite verbs that make a title a sentence of its own: `The mission is over`.
const FINITE: &[&str] = &[
    "agree", "are", "can", "cannot", "has", "have", "is", "may", "must", "was", "were", "will",
];

/// Verbs in the third person that are seldom read as nouns.
const VERBS: &[&str] = &[
    "begins", "comes", "declares", "enters", "gains", "gets", "goes", "keeps", "leaves", "loses",
    "makes", "puts", "rides", "runs", "shoots", "spends", "stands", "takes",
];

/// Words that cannot follow `the`.
const NO_NOUNS: &[&str] = &[
    "after",
    "ahead",
    "apart",
    "backwards",
    "before",
    "by",
    "down",
    "far",
    "from",
    "here",
    "in",
    "inside",
    "near",
    "needed",
    "off",
    "on",
    "out",
    "outside",
    "shown",
    "so far",
    "there",
    "to",
    "twice",
    "up",
];

/// Numbers that name no thing; `one` does.
const NUMBERS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// First words after which a title is a noun phrase without an article.
const QUESTION_WORDS: &[&str] = &[
    "how", "what", "whatever", "where", "whether", "which", "who", "whom", "whose",
];

/// Grammatical form of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// `waits for its turn`
    Predicate(Predicate),
    /// `the mission is over`
    Sentence(String),
    /// With its article: `the range`, `what each player may bring`.
    Noun(String),
    /// None of these.
    Label(String),
}

/// Predicate of a subject, and its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Predicate {
    /// `is on the map`
    pub(super) yes: String,
    /// `is not on the map`
    pub(super) no: String,
}

/// Writes a name of a rule file as words: `half-or-less` as `half or less`.
pub(super) fn humanise(name: &str) -> String {
    // Of a number, the hyphen is its sign.
    if name.parse::<i32>().is_ok() {
        return name.to_owned();
    }
    name.split('-')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Removes what would be read as a mark of our own, and the brackets, from a text of the author.
pub(super) fn tidy(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{E000}'..='\u{E0FF}' => {}
            '(' | '[' | '{' => kept.push_str(", "),
            ')' | ']' | '}' => kept.push(','),
            letter if letter.is_control() => kept.push(' '),
            letter => kept.push(letter),
        }
    }
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = kept.replace(" ,", ",").replace(",,", ",");
    kept.trim_matches([',', ' '])
        .trim_end_matches('.')
        .to_owned()
}

fn is_capitalised(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// Lowers the first letter, unless the word is an abbreviation or the title is a name with several capitals.
pub(super) fn lower_first(text: &str) -> String {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let is_plain = first.chars().skip(1).all(|letter| !letter.is_uppercase())
        && (first.chars().count() > 1 || first == "A");
    if !is_plain || words.any(is_capitalised) && !is_function_word(first) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) => letter.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn is_function_word(word: &str) -> bool {
    let word = word.to_lowercase();
    let word = word.as_str();
    QUESTION_WORDS.contains(&word)
        || OF_PLACE.contains(&word)
        || matches!(
            word,
            "a" | "an" | "the" | "its" | "has" | "is" | "must" | "may" | "can"
        )
}

/// Raises the first letter.
pub(super) fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) => letter.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Puts the indefinite article before a noun.
pub(super) fn with_article(noun: &str) -> String {
    let is_vowel = noun
        .chars()
        .next()
        .is_some_and(|letter| "aeiouAEIO".contains(letter));
    let sounds_like_you = ["unit", "Unit", "use", "Use", "uni", "one", "eu"];
    let is_vowel = is_vowel && !sounds_like_you.iter().any(|start| noun.starts_with(start));
    let is_vowel = is_vowel || noun.starts_with("hour");
    let is_vowel = spelled_with_vowel(noun).unwrap_or(is_vowel);
    if is_vowel {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}

/// Whether the name of the first letter of an abbreviation begins with a vowel, as in `an LMG`; `None` if the first word is
/// no abbreviation that is read letter by letter.
fn spelled_with_vowel(noun: &str) -> Option<bool> {
    let first = noun.split([' ', '-']).next()?;
    let n_letters = first.chars().count();
    let is_spelled = n_letters > 1
        && first.chars().all(|letter| letter.is_ascii_uppercase())
        && (n_letters < 4 || !first.contains(['A', 'E', 'I', 'O', 'U', 'Y']));
    is_spelled.then(|| first.starts_with(|letter| "AEFHILMNORSX".contains(letter)))
}

/// Puts quotation marks around a title.
pub(super) fn quoted(text: &str) -> String {
    format!("“{text}”")
}

/// Joins parts: `a, b and c`.
pub(super) fn join_with(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Makes the head of a noun phrase plural: `place of the map` becomes `places of the map`.
pub(super) fn plural(noun: &str) -> String {
    let head = head_of(noun);
    let rest = noun.strip_prefix(head).unwrap_or_default();
    let (before, word) = head.rsplit_once(' ').unwrap_or(("", head));
    let lower = word.to_lowercase();
    let plural = match lower.as_str() {
        "die" => "dice".to_owned(),
        "dice" => word.to_owned(),
        _ if ends_with_any(&lower, &["craft", "men"]) => word.to_owned(),
        _ if lower == "man" || lower.ends_with("sman") => {
            format!("{}en", word.trim_end_matches("an"))
        }
        _ if ends_with_any(&lower, &["s", "x", "ch", "sh"]) => format!("{word}es"),
        _ if lower.ends_with('y') && !ends_with_any(&lower, &["ay", "ey", "oy", "uy"]) => {
            format!("{}ies", word.trim_end_matches('y'))
        }
        _ => format!("{word}s"),
    };
    let space = if before.is_empty() { "" } else { " " };
    format!("{before}{space}{plural}{rest}")
}

/// Returns a noun phrase up to the preposition after its head: `place` of `place of the map`.
pub(super) fn head_of(noun: &str) -> &str {
    let breaks = [" of ", " in ", " with ", " that ", " on ", " for ", ", "];
    let at = breaks.iter().filter_map(|word| noun.find(word)).min();
    at.and_then(|at| noun.get(..at)).unwrap_or(noun)
}

/// Whether a noun can be a collective without a plural, by its ending: `weaponry`, but also `battery`.
pub(super) fn can_be_collective(word: &str) -> bool {
    let word = word.to_lowercase();
    word.len() > 5 && word.ends_with("ry") && !ends_with_any(&word, &["ary", "ory", "ury", "rry"])
}

/// Whether a noun phrase is in the plural: `the unit’s hits`; `the sum of the hits` is not.
fn is_plural_phrase(phrase: &str) -> bool {
    let is_calculated = [" plus ", " minus ", " times ", " divided "]
        .iter()
        .any(|word| phrase.contains(word));
    let breaks = [
        " of ", " in ", " with ", " that ", " which ", " on ", " for ", " from ", " to ", " at ",
        " by ", " per ", ",", "\u{E000}",
    ];
    let at = breaks.iter().filter_map(|word| phrase.find(word)).min();
    let head = at.and_then(|at| phrase.get(..at)).unwrap_or(phrase);
    let mut words = head.rsplit(' ');
    let mut last = words.next().unwrap_or_default();
    if is_participle(last) {
        last = words.next().unwrap_or_default();
    }
    let letters = last
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == '-');
    !is_calculated && letters && last.len() > 3 && is_plural(last)
}

/// Puts the verb of a predicate into the plural if its subject is: `the hits are 2 or more`.
pub(super) fn agreeing(subject: &str, predicate: &str) -> String {
    let verbs = [
        ("is", "are"),
        ("equals", "equal"),
        ("does", "do"),
        ("rises", "rise"),
        ("falls", "fall"),
        ("becomes", "become"),
    ];
    let verb = predicate.split(' ').next().unwrap_or_default();
    match verbs.iter().find(|(one, _)| *one == verb) {
        Some((one, many)) if is_plural_phrase(subject) => predicate.replacen(one, many, 1),
        Some(_) | None => predicate.to_owned(),
    }
}

fn ends_with_any(word: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| word.ends_with(end))
}

/// Returns the infinitive of a verb in the third person: `waits`, `wait`.
fn infinitive(verb: &str) -> String {
    let strip = |n: usize| {
        verb.chars()
            .take(verb.chars().count() - n)
            .collect::<String>()
    };
    match verb {
        "has" => "have".to_owned(),
        "does" | "goes" => strip(2),
        _ if verb.ends_with("ies") => format!("{}y", strip(3)),
        _ if ends_with_any(verb, &["sses", "shes", "ches", "xes", "zzes"]) => strip(2),
        _ => strip(1),
    }
}

fn is_participle(word: &str) -> bool {
    let word = word.to_lowercase();
    let is_regular = word.len() > 3 && word.ends_with("ed") && !word.ends_with("eed");
    is_regular || ADJECTIVES.contains(&word.as_str())
}

fn is_third_person(first: &str, second: Option<&str>, alone: bool) -> bool {
    let is_s = first.len() > 3 && first.ends_with('s') && !ends_with_any(first, &["ss", "us"]);
    let is_known = VERBS.contains(&first) && second != Some("of");
    let is_followed =
        |second: &str| is_known || AFTER_VERB.contains(&second) || ADJECTIVES.contains(&second);
    let is_noun = ends_with_any(first, &["ments", "tions", "sions", "nesses"]);
    is_s && second.map_or(is_known || alone && !is_noun, is_followed)
}

/// Returns the predicate that a title is, if it begins with a verb, an adjective or a word of place.
///
/// `alone` allows a single word that ends in `s` to be a verb.
pub(super) fn predicate_of(title: &str, alone: bool) -> Option<Predicate> {
    let text = lower_first(title);
    let mut words = text.split(' ');
    let first = words.next()?.trim_end_matches(',');
    let second = words.next().map(|word| word.trim_end_matches(','));
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    let with = |yes: &str, no: &str| {
        Some(Predicate {
            yes: format!("{yes} {rest}").trim_end().to_owned(),
            no: format!("{no} {rest}").trim_end().to_owned(),
        })
    };
    let is_perfect = second.is_some_and(|second| {
        is_participle(second)
            || matches!(
                second,
                "been" | "had" | "come" | "done" | "gone" | "made" | "left"
            )
    });
    match first {
        "is" => return with("is", "is not"),
        "are" => return with("are", "are not"),
        "was" => return with("was", "was not"),
        "may" => return with("may", "may not"),
        "can" => return with("can", "cannot"),
        "cannot" => return with("cannot", "can"),
        "must" => return with("must", "does not have to"),
        "needs" => return with("needs", "does not need"),
        "wants" => return with("wants", "does not want"),
        "did" => return with("did", "did not do"),
        "has" if is_perfect => return with("has", "has not"),
        "has" => return with("has", "does not have"),
        _ => {}
    }
    if first == "not" {
        return Some(Predicate {
            yes: format!("is {text}"),
            no: format!("is {rest}"),
        });
    }
    if INTRANSITIVE.contains(&first) {
        return Some(Predicate {
            yes: format!("has {text}"),
            no: format!("has not {text}"),
        });
    }
    // `Still fights`
    if first == "still" && second.is_some_and(|verb| is_third_person(verb, None, true)) {
        return Some(Predicate {
            yes: text.clone(),
            no: format!("no longer {rest}"),
        });
    }
    if OF_PLACE.contains(&first) || is_participle(first) {
        return Some(Predicate {
            yes: format!("is {text}"),
            no: format!("is not {text}"),
        });
    }
    if is_third_person(first, second, alone) {
        let base = infinitive(first);
        if let Some(rest) = rest.strip_suffix("no more") {
            return Some(Predicate {
                yes: text.clone(),
                no: format!("still {first} {rest}").trim_end().to_owned(),
            });
        }
        return with(first, &format!("does not {base}"));
    }
    None
}

/// Whether a predicate needs an object: `rides in`.
pub(super) fn is_relation(predicate: &str) -> bool {
    let last = predicate.rsplit(' ').next().unwrap_or_default();
    let n_words = predicate.split(' ').count();
    ENDS_RELATION.contains(&last) || (n_words == 1 && last.ends_with('s'))
}

/// Returns the form of a title of something that is yes or no.
pub(super) fn form_of_flag(title: &str) -> Form {
    if title.contains([':', ';', '?', '!', '“', '"']) {
        return Form::Label(title.to_owned());
    }
    // `It has lost heart` is about what the rule is about.
    let own = title.strip_prefix("It ").unwrap_or(title);
    if let Some(predicate) = predicate_of(own, true) {
        return Form::Predicate(predicate);
    }
    if is_sentence(title) {
        return Form::Sentence(lower_first(title));
    }
    let first = title.split(' ').next().unwrap_or_default().to_lowercase();
    if matches!(first.as_str(), "a" | "an") {
        return Form::Noun(lower_first(title));
    }
    Form::Label(title.to_owned())
}

fn is_sentence(title: &str) -> bool {
    let mut words = title.split(' ').map(str::to_lowercase);
    let Some(first) = words.next() else {
        return false;
    };
    let is_comparative = matches!(first.as_str(), "more" | "less" | "most" | "least");
    if QUESTION_WORDS.contains(&first.as_str()) || is_comparative {
        return false;
    }
    let words: Vec<String> = words.collect();
    for (at, word) in words.iter().enumerate() {
        if matches!(
            word.as_str(),
            "that" | "when" | "if" | "where" | "what" | "who" | "which" | "as"
        ) {
            return false;
        }
        let next = words.get(at + 1).map(String::as_str);
        let is_verb = at > 0 && next.is_some() && is_third_person(word, next, false);
        if FINITE.contains(&word.as_str()) || is_verb {
            return true;
        }
    }
    false
}

/// Negates a sentence at its finite verb.
pub(super) fn negate_sentence(sentence: &str) -> String {
    // What is joined, or negated already, is negated as a whole.
    let joins = [
        "neither", "nor", "no", "not", "nobody", "nothing", "never", "or", "and",
    ];
    if sentence.split(' ').any(|word| joins.contains(&word)) {
        return format!("it is not true that {sentence}");
    }
    for verb in ["is", "are", "may", "can", "was", "were", "will"] {
        let found = format!(" {verb} ");
        if let Some(at) = sentence.find(&found) {
            let (before, after) = sentence.split_at(at);
            let after = after.strip_prefix(&found).unwrap_or(after);
            let verb = if verb == "can" {
                "cannot".to_owned()
            } else {
                format!("{verb} not")
            };
            return format!("{before} {verb} {after}");
        }
    }
    // `the ground blocks the line`
    let words: Vec<&str> = sentence.split(' ').collect();
    for (at, word) in words.iter().enumerate().skip(1) {
        let next = words.get(at + 1).copied();
        if next.is_some()
            && is_third_person(word, next, false)
            && let Some((before, after)) = words.split_at_checked(at)
        {
            let after = after.get(1..).unwrap_or_default().join(" ");
            let base = infinitive(word);
            return format!("{} does not {base} {after}", before.join(" "));
        }
    }
    format!("it is not true that {sentence}")
}

/// Returns the form of a title of a value.
pub(super) fn form_of_value(title: &str) -> Form {
    if title.contains([':', ';', '?', '!', '“', '"']) || title.split(' ').count() > 10 {
        return Form::Label(title.to_owned());
    }
    let lower = lower_first(title);
    let first = lower.split(' ').next().unwrap_or_default();
    let second = lower.split(' ').nth(1);
    if QUESTION_WORDS.contains(&first) || matches!(first, "a" | "an" | "the" | "its" | "whose") {
        return Form::Noun(lower);
    }
    let is_verb = is_third_person(first, second, false)
        || OF_PLACE.contains(&first)
        || matches!(
            first,
            "to" | "when" | "after" | "if" | "is" | "has" | "can" | "may" | "must" | "from" | "no"
        );
    if is_verb || is_sentence(title) {
        return Form::Label(title.to_owned());
    }
    let takes_object =
        second.is_some_and(|second| AFTER_VERB.contains(&second) || OF_PLACE.contains(&second));
    if is_participle(first) && second.is_some_and(|second| DETERMINERS.contains(&second)) {
        return Form::Label(title.to_owned());
    }
    if is_participle(first) && takes_object && first != "lost" {
        return Form::Noun(format!("the value that is {lower}"));
    }
    Form::Noun(format!("the {lower}"))
}

/// Returns a noun phrase about an owner, out of a title that speaks of `it`: `Pips it turns` as `the pips the unit turns`.
///
/// `None` if the title does not speak of it.
pub(super) fn about_owner(title: &str, owner: &str) -> Option<String> {
    let lower = lower_first(title);
    let words: Vec<&str> = lower.split(' ').collect();
    // `His edge of the map` as `the player’s edge of the map`.
    if let Some((first, rest)) = title.split_once(' ')
        && matches!(first, "Its" | "His" | "Her" | "Their")
    {
        return Some(format!("{} {rest}", possessive(owner)));
    }
    let at = words
        .iter()
        .position(|word| matches!(*word, "it" | "its" | "it," | "its,"))?;
    let possessive = possessive(owner);
    let (before, after) = words.split_at_checked(at)?;
    let (word, after) = after.split_first()?;
    let put = match word.trim_end_matches(',') {
        "it" => owner,
        _ => possessive.as_str(),
    };
    let comma = if word.ends_with(',') { "," } else { "" };
    let first = before.first()?.to_lowercase();
    let text = format!("{} {put}{comma} {}", before.join(" "), after.join(" "));
    let text = text.trim_end();
    let has_article = QUESTION_WORDS.contains(&first.as_str())
        || matches!(first.as_str(), "a" | "an" | "the")
        || before.first().is_some_and(|word| word.len() <= 2);
    if is_participle(&first) || is_third_person(&first, before.get(1).copied(), false) {
        return None;
    }
    Some(if has_article {
        text.to_owned()
    } else {
        format!("the {text}")
    })
}

/// Whether a name can be the plural of a noun: `others`.
pub(super) fn is_plural(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    last.ends_with('s') && !ends_with_any(last, &["ss", "us", "is"])
}

/// Whether a noun phrase needs an object: `the points of`.
pub(super) fn needs_object(noun: &str) -> bool {
    let last = noun.rsplit(' ').next().unwrap_or_default();
    noun.contains(' ') && ENDS_RELATION.contains(&last)
}

/// Whether a name can stand after `the`.
pub(super) fn is_noun(name: &str) -> bool {
    let is_other_word = NO_NOUNS.contains(&name)
        || OF_PLACE.contains(&name)
        || QUESTION_WORDS.contains(&name)
        || NUMBERS.contains(&name)
        || is_participle(name);
    !is_other_word && name.chars().count() > 1
}

/// Whether a title can follow `the` or an owner as it is: neither a verb, a question nor a phrase of place or time.
pub(super) fn is_noun_phrase(title: &str) -> bool {
    let lower = title.to_lowercase();
    let mut words = lower.split(' ').map(|word| word.trim_end_matches(','));
    let first = words.next().unwrap_or_default();
    if PREPOSITIONS.contains(&first) || QUESTION_WORDS.contains(&first) || first == "when" {
        return false;
    }
    // A participle before a noun is an adjective: `called hex`.
    if is_participle(first)
        && let Some(second) = words.next()
        && !AFTER_VERB.contains(&second)
        && !OF_PLACE.contains(&second)
    {
        return true;
    }
    predicate_of(title, false).is_none()
}

/// Whether a name is the participle of a verb: `needed`.
pub(super) fn is_past_participle(name: &str) -> bool {
    is_participle(name)
}

/// Returns the possessive form of a noun phrase.
pub(super) fn possessive(owner: &str) -> String {
    if owner == "it" {
        "its".to_owned()
    } else if owner.ends_with('s') {
        format!("{owner}’")
    } else {
        format!("{owner}’s")
    }
}

/// Writes a number, with a sign that is no hyphen.
pub(super) fn number(value: i32) -> String {
    if value < 0 {
        format!("−{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// Writes a number with its sign: `+1`, `−2`.
pub(super) fn signed(value: i32) -> String {
    if value < 0 {
        number(value)
    } else {
        format!("+{value}")
    }
}

/// Says how often: `once`, `twice`, `3 times`.
pub(super) fn times(n: i32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{} times", number(n)),
    }
}

/// Removes the words in which a result is given: `the result is 3` becomes `3`.
pub(super) fn without_result(text: &str) -> String {
    let lower = lower_first(text);
    match lower.strip_prefix("the result is ") {
        Some(rest) => rest.to_owned(),
        None => lower,
    }
}
