//! What only running shows: rules are asked in many situations, and what comes of them is compared.
//!
//! Everything is worked out exactly, but only some situations are looked at; a finding shows one that bears it out. What
//! was not looked at is told, with the reason.

mod branches;
mod inputs;
mod invented;
mod options;
mod reads;
mod rolls;
pub(super) mod situation;
mod spread;

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Naming, RuleBook};
use spread::Why;

/// What trying finds; without a thorough one none of these is looked for everywhere.
pub const FINDS: [Code; 3] = [
    Code::BetterIsWorse,
    Code::NeverTheBetter,
    Code::NotLookedThrough,
];

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    situations: u64,
    /// How much work may still be done, in ops that are laid out or carried out.
    left: u64,
}

impl Effort {
    /// As much as an editor can do at each keystroke.
    pub fn quick() -> Self {
        Self {
            situations: 3,
            left: 100_000,
        }
    }

    /// As much as somebody waits for.
    pub fn thorough() -> Self {
        Self {
            situations: 12,
            left: 1_000_000_000,
        }
    }

    /// Whether it finds all that trying can find: with less, what is not found may still be there.
    pub fn is_thorough(&self) -> bool {
        self.situations >= Self::thorough().situations
    }

    fn situations(&self) -> u64 {
        self.situations
    }

    fn may_go_on(&self) -> bool {
        self.left > 0
    }

    fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }
}

/// What was not tried, and why.
#[derive(Default)]
struct Untried<'b> {
    by_reason: BTreeMap<Why, Vec<&'b Naming>>,
    later: Vec<&'b Naming>,
}

impl<'b> Untried<'b> {
    fn add(&mut self, why: Why, naming: &'b Naming) {
        let known = self.by_reason.entry(why).or_default();
        if !known.contains(&naming) {
            known.push(naming);
        }
    }

    /// For more of this, there was no time.
    fn later(&mut self, naming: &'b Naming) {
        if !self.later.contains(&naming) {
            self.later.push(naming);
        }
    }

    fn tell(self, diagnostics: &mut Diagnostics) {
        for (why, rules) in self.by_reason {
            let (why, help) = match why {
                Why::NoUnit => (
                    "there is no unit to ask it with",
                    "write a unit of that kind into a unit file",
                ),
                Why::Decided => (
                    "players decide on the way, and `worth` does not say how",
                    "say what the options are `worth`",
                ),
                Why::TooLarge => (
                    "more can happen in it than is followed here",
                    "`sandtable odds` has a larger budget",
                ),
                Why::NoAnswer => ("it comes to nothing that can be compared", ""),
            };
            let names: Vec<String> = rules
                .iter()
                .map(|naming| match naming.name.contains(' ') {
                    // A way that is no rule of its own.
                    true => format!("\"{}\"", naming.shown()),
                    false => format!("`{}`", naming.name),
                })
                .collect();
            let message = format!("what {} comes to was not compared: {why}", names.join(", "));
            diagnostics.extend(not_tried(message, &rules, help));
        }
        let n_later = self.later.len();
        if n_later > 0 {
            let message = match n_later {
                1 => "one rule was compared in few situations only".to_owned(),
                n => format!("{n} rules were compared in few situations only"),
            };
            let help = "`sandtable check --thorough` compares them in more";
            diagnostics.extend(not_tried(message, &self.later, help));
        }
    }
}

/// Labels of one finding.
const MOST_SHOWN: usize = 4;

fn not_tried(message: String, rules: &[&Naming], help: &str) -> Option<Diagnostic> {
    rules.first()?;
    let mut finding = Diagnostic::new(Code::NotLookedThrough, message);
    for naming in rules.iter().take(MOST_SHOWN) {
        finding = finding.label(naming.span, "");
    }
    Some(match help {
        "" => finding,
        help => finding.help(help),
    })
}

/// Asks the rules of a sound book, and tells what is odd about what comes of them. The book is left as it was.
///
/// Reports: E0611, E0617, E0619.
pub fn tried(book: &mut RuleBook, effort: Effort, diagnostics: &mut Diagnostics) {
    let (n_rules, n_units) = (book.procedures.len(), book.profiles.len());
    invented::invent(book);
    let groups = branches::groups(book);
    let (mut for_options, mut for_rolls) = (effort, effort);
    let mut untried = Untried::default();
    let asked = &*book;
    options::options(asked, &groups, &mut for_options, &mut untried, diagnostics);
    rolls::rolls(asked, &mut for_rolls, &mut untried, diagnostics);
    untried.tell(diagnostics);
    book.procedures.truncate(n_rules);
    book.profiles.truncate(n_units);
}
