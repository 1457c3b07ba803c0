//! A scale whose words are ratios, asked for the column of two strengths: `odds(attack, defence) rounded down`.

use super::super::NamedType;
use super::super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Expr, Ratio, Symbol, Type, WordsId};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Rounding};

impl Scope<'_, '_> {
    /// The scale that is called like a formula, if its words are ratios and no rule has its name.
    fn scale_of_ratios(&self, name: &ast::Name) -> Option<(WordsId, Vec<Ratio>)> {
        if self.checker.names.contains_key(&name.value) {
            return None;
        }
        let Some(NamedType::Scale(id)) = self.checker.types.get(&name.value) else {
            return None;
        };
        let words = &self.checker.book.words.get(id.at())?.words;
        let ratios: Option<Vec<Ratio>> = words.iter().map(|word| Ratio::parse(word)).collect();
        Some((*id, ratios?))
    }

    /// `odds(attack, defence)`, with how it is rounded; `None` if this calls something else.
    pub(super) fn check_ratio(
        &mut self,
        name: &ast::Name,
        arguments: &[ast::Expr],
        rounding: Option<Rounding>,
        span: Span,
    ) -> Option<Expr> {
        let (scale, rungs) = self.scale_of_ratios(name)?;
        let ty = Type::Words(scale);
        self.refers(name.span, Symbol::Scale(scale));
        let (left, right) = match arguments {
            [left, right] => (self.count(left), self.count(right)),
            _ => {
                let finding = Diagnostic::new(
                    Code::WrongArguments,
                    format!("`{}` compares two numbers", name.value),
                );
                self.report(finding.label(name.span, "").help(format!(
                    "write `{}(attack, defence) rounded down`",
                    name.value
                )));
                return Some(Expr::constant(0, ty, span));
            }
        };
        if !rungs.is_sorted_by(|one, next| one.is_less(*next)) {
            let declared = self.checker.book.words.get(scale.at());
            let declared = declared.map_or(span, |scale| scale.span);
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!(
                        "the ratios of `{}` do not rise from word to word",
                        name.value
                    ),
                )
                .label(span, "")
                .label(declared, "declared here")
                .help("put them in order, the least first: `1:2 < 1:1 < 2:1`"),
            );
        }
        let up = match rounding {
            Some(Rounding::Up) => true,
            Some(Rounding::Down) => false,
            Some(Rounding::Nearest) | None => {
                let finding = Diagnostic::new(
                    Code::MissingRounding,
                    "these odds need a rounding",
                )
                .label(span, "")
                .help("add `rounded down` after it (the lower odds, as in most books) or `rounded \
                    up`");
                self.report(match rounding {
                    None => finding
                        .append(span, " rounded down")
                        .append(span, " rounded up"),
                    Some(_) => finding,
                });
                false
            }
        };
        Some(Expr::ratio_of([left, right], (rungs, up), ty, span))
    }
}
