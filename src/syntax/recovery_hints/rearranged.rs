//! Lines of known words whose parts are in another order, or too many.

use super::{Broken, Rule, found, is_number, is_word};
use sandtable_diagnostic::{Code, Diagnostic};

impl Broken<'_> {
    /// `add 1 if ship.full to man.hits`
    pub(super) fn condition_of_an_amount(&self) -> Option<Diagnostic> {
        let first = self.first_word();
        let preposition = match first {
            "add" | "set" => "to",
            "take" => "from",
            _ => return None,
        };
        let is_meant = self.rule == Rule::statement_line
            && self.found() == "if"
            && self.wants(&format!("`{preposition}`"));
        is_meant.then(|| {
            let amount = self.behind_first_word();
            let amount = amount.split(" if ").next().unwrap_or("1").trim();
            let help = format!(
                "put the amount into brackets, with its other value: `{first} ({amount} if … otherwise 0) {preposition} …`"
            );
            self.misfit(self.at, "if", &help)
        })
    }

    /// `first man in order of man.hits, highest first where man.hits > 0`
    pub(super) fn where_behind_the_order(&self) -> Option<Diagnostic> {
        let is_meant = self.found() == "where" && self.before().contains(" in order of ");
        is_meant.then(|| {
            let help = "put the condition before the order: `where … in order of …`";
            self.misfit(self.at, "where", help)
        })
    }

    /// `repeat 2 times: base(man) if man.active`
    pub(super) fn condition_behind_a_call(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let is_meant = self.rule == Rule::statement_line
            && self.found() == "if"
            && before.ends_with(')')
            && self.wants("the end of the line");
        is_meant.then(|| {
            let call = before.rsplit(": ").next().unwrap_or(before);
            let help = format!("put the condition first: `if …: {call}`");
            self.misfit(self.at, "if", &help)
        })
    }

    /// `formula left -> 0..4 = steps - lost [3]`
    pub(super) fn citation_behind_a_value(&self) -> Option<Diagnostic> {
        let is_formula = matches!(self.rule, Rule::declaration_line | Rule::kind_line)
            && self.first_word() == "formula";
        let is_meant = is_formula && self.found() == "[" && self.before().contains(" = ");
        is_meant.then(|| {
            let rest = self.line.get(self.at..).unwrap_or_default();
            let cited = rest.split_once(']').map_or(rest, |(cited, _)| cited);
            let help = format!("put citations before the `=`: `formula NAME … {cited}] = …`");
            self.misfit(self.at, "[", &help)
        })
    }

    /// `spend 2 man.gold`, `pay 5 from side.money`
    pub(super) fn amount_of_a_track(&self) -> Option<Diagnostic> {
        let found = self.found();
        let is_first = self.before().trim_end() == self.first_word();
        let is_meant = self.rule == Rule::statement_line && is_first && is_number(found);
        let rest = self.line.get(self.at + found.len()..).unwrap_or_default();
        let mut rest = rest.split_whitespace();
        let (is_taken, track) = match rest.next().unwrap_or_default() {
            "from" => (true, rest.next().unwrap_or_default()),
            track => (false, track),
        };
        let is_path = track.contains('.') && track.split('.').all(is_word);
        (is_meant && is_path && self.wants("`(`")).then(|| {
            let first = self.first_word();
            let message = format!("no line of this block starts with `{first}`");
            self.about(Code::UnknownDeclaration, 0, first.len(), message)
                .help(match is_taken {
                    true => format!("write `take {found} from {track}`"),
                    false => {
                        format!("write `take {found} from {track}`, or `add {found} to {track}`")
                    }
                })
        })
    }

    /// `set all man.hits to 0`
    pub(super) fn change_of_all(&self) -> Option<Diagnostic> {
        let (first, behind) = (self.first_word(), self.behind_first_word());
        let word = found(behind);
        let is_change = matches!(first, "set" | "add" | "take");
        let rest = behind.strip_prefix(word).unwrap_or_default();
        let kind = rest.trim_start().split('.').next().unwrap_or_default();
        let is_meant = self.rule == Rule::statement_line
            && is_change
            && matches!(word, "all" | "each" | "every")
            && rest.contains('.')
            && rest.starts_with(' ')
            && is_word(kind);
        is_meant.then(|| {
            let start = self.line.len() - behind.len();
            let help = format!("write a loop: `each {kind}: {first}{rest}`");
            self.misfit(start, word, &help)
        })
    }

    /// `allies austria, france` below `ruleset`
    pub(super) fn line_of_the_ruleset(&self) -> Option<Diagnostic> {
        let is_meant = self.rule == Rule::ruleset_line && self.at == 0 && is_word(self.found());
        is_meant.then(|| {
            let first = self.first_word();
            let message = format!("no line below `ruleset` starts with `{first}`");
            self.about(Code::UnknownDeclaration, 0, first.len(), message)
                .help(
                    "lines here start with `board`, `sides`, `stands`, `facings` or `index`; everything else is a declaration \
                     of its own, not indented",
                )
        })
    }
}
