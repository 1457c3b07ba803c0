//! Words of the language as names of the author's own: a declared name wins wherever a line can only mean one of them.

use std::collections::BTreeSet;

use sandtable::syntax::KEYWORDS;
use sandtable::workspace::Effort;

use crate::harness::{Beside, Case};

/// A role of a name, a ruleset in which `NAME` has it, and its units.
const ROLES: [(&str, &str, &str); 12] = [
    (
        "kind",
        "kind NAME \"K\"\n  men 1..12\n  track hits: 0..9\n\n\
         kind squad \"Q\"\n  mount NAME, optional\n  others list of NAME\n  track held: NAME or none\n\n\
         roll f \"F\" (p: NAME) -> miss, hit\n  hit when d6 >= p.men\n  miss otherwise\n\n\
         action g \"G\" (p: NAME, q: squad)\n  add 1 to p.hits\n  each NAME: add 1 to NAME.hits\n  \
         each x: NAME where x.hits > 1: add 1 to x.hits\n  \
         if any NAME where NAME.men > 2: add 1 to p.hits\n  set q.held to p\n\n\
         formula h (NAME) -> 0..12 = NAME.men\n",
        "[NAME.a]\nmen = 3\n\n[squad.s]\nothers = []\n",
    ),
    (
        "stat",
        "kind squad \"Q\"\n  NAME 1..12\n  track hits: 0..99\n  formula twice = NAME + NAME\n\n\
         roll f \"F\" (squad) -> miss, hit\n  hit when d6 >= squad.NAME\n  miss otherwise\n\n\
         action g \"G\" (squad)\n  add squad.NAME to squad.hits\n",
        "[squad.a]\nNAME = 3\n",
    ),
    (
        "track",
        "kind squad \"Q\"\n  men 1..12\n  track NAME: 0..9\n  formula left = men - NAME\n\n\
         roll f \"F\" (squad) -> miss, hit\n  hit when d6 >= squad.NAME\n  miss otherwise\n\n\
         action g \"G\" (squad)\n  add 1 to squad.NAME\n  take 1 from squad.NAME\n  \
         set squad.NAME to squad.NAME + 1\n",
        "[squad.a]\nmen = 3\n",
    ),
    (
        "flag",
        "kind squad \"Q\"\n  men 1..12\n  track NAME: yes or no\n\n\
         roll f \"F\" (squad) -> miss, hit\n  hit when squad is NAME\n  miss otherwise\n\n\
         action g \"G\" (squad)\n  set squad.NAME to yes\n  if squad is not NAME: destroy squad\n",
        "[squad.a]\nmen = 3\n",
    ),
    (
        "trait",
        "kind squad \"Q\"\n  men 1..12\n  traits NAME\n\n\
         roll f \"F\" (squad) -> miss, hit\n  hit when squad has NAME\n  miss otherwise\n",
        "[squad.a]\nmen = 3\ntraits = [\"NAME\"]\n",
    ),
    (
        "word of a scale",
        "scale size: small < NAME < huge\n\nkind squad \"Q\"\n  size size\n\n\
         table tt \"T\" (size) -> 0..9\n  size  | r\n  small | 1\n  NAME  | 2\n  huge  | 3\n\n\
         roll f \"F\" (squad) -> miss, hit\n  hit when squad.size is NAME\n  \
         hit when d6 >= tt(squad.size)\n  miss otherwise\n",
        "[squad.a]\nsize = \"NAME\"\n",
    ),
    (
        "formula",
        "formula NAME (a: 0..9) -> 0..10 = a + 1\n\n\
         roll f \"F\" (a: 0..9) -> miss, hit\n  hit when d6 >= NAME(a)\n  miss otherwise\n\n\
         formula h (a: 0..9) -> 0..20\n  result NAME(a) + NAME(a)\n",
        "",
    ),
    (
        "action",
        "kind squad \"Q\"\n  men 1..12\n  track hits: 0..9\n\n\
         action NAME (squad)\n  add 1 to squad.hits\n\n\
         action g (squad)\n  NAME(squad)\n  if squad.hits > 1: NAME(squad)\n",
        "[squad.a]\nmen = 3\n",
    ),
    (
        "parameter",
        "kind squad \"Q\"\n  men 1..12\n  track hits: 0..9\n\n\
         roll f (NAME: 0..9) -> miss, hit\n  hit when d6 >= NAME\n  miss otherwise\n\n\
         action g (NAME: squad)\n  add 1 to NAME.hits\n  if NAME.hits > 2: destroy NAME\n\n\
         formula h (NAME: 0..9) -> 0..20\n  result NAME + 1\n",
        "[squad.a]\nmen = 3\n",
    ),
    (
        "value",
        "formula f (a: 0..9) -> 0..20\n  NAME = a + 1\n  result NAME + 1\n\n\
         roll r (a: 0..9) -> miss, hit\n  NAME = a + 1\n  hit when d6 >= NAME\n  miss otherwise\n",
        "",
    ),
    (
        "fact",
        "fact NAME: 0..9, default 1\n\n\
         roll f -> miss, hit\n  hit when d6 >= NAME\n  miss otherwise\n",
        "",
    ),
    (
        "outcome",
        "roll f -> NAME, hit\n  hit when d6 >= 4\n  NAME otherwise\n\n\
         roll g -> NAME, hit\n  NAME when d6 >= 4\n  hit otherwise\n\n\
         roll h -> miss, hit\n  hit when f() is NAME\n  miss otherwise\n",
        "",
    ),
];

/// Names that a role cannot have, from the first edition on. None may be added: old texts have such names.
const NEVER: [(&str, &str); 6] = [
    (
        "kind",
        "at between by for from in including limited lowered of raised reached rounded times to where while within worth",
    ),
    ("stat", "destroyed kind removed traits"),
    ("track", "destroyed kind removed traits"),
    ("flag", "destroyed game kind removed traits"),
    ("trait", "destroyed kind removed traits"),
    (
        "outcome",
        "at choose destroy each needs phase remove report result worth",
    ),
];

/// The same for rules, which are called like statements.
const NEVER_CALLED: [(&str, &str); 2] = [("formula", "roll"), ("action", "roll")];

#[test]
fn a_word_of_the_language_is_a_name_where_it_was_one() {
    let words = KEYWORDS.iter().filter(|keyword| !keyword.is_reserved());
    let words: BTreeSet<&str> = words
        .map(|keyword| keyword.word)
        .filter(|word| word.bytes().all(|letter| letter.is_ascii_lowercase()))
        .collect();
    assert!(words.len() > 150, "words are missing");
    let never: BTreeSet<(&str, &str)> = NEVER
        .iter()
        .chain(&NEVER_CALLED)
        .flat_map(|(role, words)| words.split(' ').map(|word| (*role, word)))
        .collect();
    let mut refused = BTreeSet::new();
    for (role, rules, units) in ROLES {
        for word in &words {
            let text = format!("ruleset test \"Test\"\n\n{}", rules.replace("NAME", word));
            let units = units.replace("NAME", word);
            let beside = Beside {
                units: Some(&units),
                ..Beside::default()
            };
            let checked = Case::new("name.rules", &text, beside).checked(Effort::None);
            if checked.diagnostics.has_errors() {
                refused.insert((role, *word));
            }
        }
    }
    let new: Vec<_> = refused.difference(&never).collect();
    let gone: Vec<_> = never.difference(&refused).collect();
    assert!(new.is_empty(), "these were names before: {new:?}");
    assert!(gone.is_empty(), "these are names now: {gone:?}");
}
