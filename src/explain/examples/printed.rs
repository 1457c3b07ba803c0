//! Chances as a book prints them, against the exact ones.

use super::StepRun;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::budget::Budget;
use sandtable_eval::chance::Chance;
use sandtable_eval::exact::odds;
use sandtable_ir::{OutputSpec, lower, optimise};
use sandtable_model::{Example, Expr, Fraction, Printed, PrintedOdds, Question, RuleBook, Whole};

/// Tolerance for the error of floating point.
const NEARLY: f64 = 1e-9;

/// Maximum number of wrong cells of one table that are shown.
const MOST_SHOWN: usize = 24;

/// Compares a table with the exact chances. `from` adds the state before the step to a question.
pub(super) fn compare(
    book: &RuleBook,
    example: &Example,
    table: &PrintedOdds,
    run: &StepRun,
    from: impl Fn(&Question) -> Question,
) -> Vec<Diagnostic> {
    let mut chances: Vec<Option<Chance>> = vec![None; table.cells.len()];
    for (number, question) in table.questions.iter().enumerate() {
        let mut cells = Vec::new();
        for (place, cell) in table.cells.iter().enumerate() {
            if cell.question == number {
                cells.push((place, cell.condition.as_ref()));
            }
        }
        if cells.is_empty() {
            continue;
        }
        let asked = StepRun {
            question: from(question),
            ..run.clone()
        };
        match chances_of(book, &asked.scripted(book), &cells) {
            Ok(found) => {
                for ((place, _), chance) in cells.iter().zip(found) {
                    if let Some(known) = chances.get_mut(*place) {
                        *known = Some(chance);
                    }
                }
            }
            Err(finding) => return vec![finding.label(table.span, "this table")],
        }
    }
    let mut findings = Vec::new();
    findings.extend(wrong_cells(example, table, &chances));
    findings.extend(
        table
            .wholes
            .iter()
            .filter_map(|whole| adds_up(table, whole, &chances)),
    );
    findings
}

/// Returns the chances of several conditions of one question.
fn chances_of(
    book: &RuleBook,
    question: &Question,
    cells: &[(usize, Option<&Expr>)],
) -> Result<Vec<Chance>, Diagnostic> {
    let wanted: Vec<Option<&Expr>> = cells.iter().map(|(_, condition)| *condition).collect();
    let lowered = lower::for_odds(book, question, OutputSpec::Conditions(&wanted));
    let program = optimise::run(&lowered.program);
    let distribution =
        odds(&program, &Budget::default()).map_err(|fault| fault.diagnostic(&program))?;
    let chances = (1..=cells.len()).map(|at| {
        distribution.chance_that(|outcome| outcome.get(at).is_some_and(|holds| *holds != 0))
    });
    Ok(chances.collect())
}

fn wrong_cells(
    example: &Example,
    table: &PrintedOdds,
    chances: &[Option<Chance>],
) -> Option<Diagnostic> {
    let cells = table.cells.iter().zip(chances);
    let wrong: Vec<_> = cells
        .filter_map(|(cell, chance)| {
            let chance = chance.as_ref()?;
            (!is_right(cell.number, chance)).then(|| (cell, in_form(cell.number, chance)))
        })
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let (n_wrong, n) = (wrong.len(), table.cells.len());
    let message = match n_wrong {
        1 => format!(
            "example \"{}\": 1 of {n} printed chances is wrong",
            example.title
        ),
        _ => format!(
            "example \"{}\": {n_wrong} of {n} printed chances are wrong",
            example.title
        ),
    };
    let finding = Diagnostic::new(Code::ExampleFails, message);
    let shown = wrong.iter().take(MOST_SHOWN);
    let finding = shown.fold(finding, |finding, (cell, right)| {
        finding.label(cell.span, format!("it is {right}"))
    });
    Some(match n_wrong.checked_sub(MOST_SHOWN) {
        Some(more) if more > 0 => finding.help(format!("{more} more are wrong in this table")),
        Some(_) | None => finding,
    })
}

/// Whether a printed number is the chance, rounded to its digits; a half may be rounded either way.
fn is_right(printed: Printed, chance: &Chance) -> bool {
    let is_rounded = |digits: u64, exact: f64| (exact - digits as f64).abs() <= 0.5 + NEARLY;
    match printed {
        Printed::Fraction(Fraction {
            numerator,
            denominator,
        })
        | Printed::Parts(numerator, denominator) => {
            Chance::from_parts(numerator, denominator).is_some_and(|known| known == *chance)
        }
        Printed::Percent(digits, behind) => {
            is_rounded(digits, chance.percent() * power_of_ten(behind))
        }
        Printed::Decimal(digits, behind, _) => {
            is_rounded(digits, chance.percent() / 100.0 * power_of_ten(behind))
        }
    }
}

fn power_of_ten(exponent: u32) -> f64 {
    10_f64.powi(exponent.try_into().unwrap_or(i32::MAX))
}

/// Returns a chance in the notation of a printed one.
fn in_form(printed: Printed, chance: &Chance) -> String {
    let whole_parts = |of: u64| {
        let parts = chance.percent() / 100.0 * of as f64;
        let rounded = parts.round();
        ((parts - rounded).abs() < NEARLY).then_some(rounded)
    };
    match printed {
        Printed::Fraction(Fraction { denominator, .. }) => match whole_parts(denominator) {
            Some(parts) if denominator > 1 => format!("{parts}/{denominator}"),
            Some(_) | None => chance.to_string(),
        },
        Printed::Parts(_, of) => match whole_parts(of) {
            Some(parts) => parts.to_string(),
            None => chance.to_string(),
        },
        Printed::Percent(_, behind) => format!("{:.*}%", behind as usize, chance.percent()),
        Printed::Decimal(_, behind, is_bare) => {
            let number = format!("{:.*}", behind as usize, chance.percent() / 100.0);
            match number.strip_prefix('0') {
                Some(bare) if is_bare => bare.to_owned(),
                Some(_) | None => number,
            }
        }
    }
}

/// Returns the printed number, and the maximum error of its rounding.
fn value(printed: Printed) -> (f64, f64) {
    match printed {
        Printed::Fraction(Fraction {
            numerator,
            denominator,
        })
        | Printed::Parts(numerator, denominator) => (numerator as f64 / denominator as f64, 0.0),
        Printed::Percent(digits, behind) => {
            let one = power_of_ten(behind) * 100.0;
            (digits as f64 / one, 0.5 / one)
        }
        Printed::Decimal(digits, behind, _) => {
            let one = power_of_ten(behind);
            (digits as f64 / one, 0.5 / one)
        }
    }
}

/// Returns the finding about exhaustive cells whose chances do not sum to 1.
fn adds_up(table: &PrintedOdds, whole: &Whole, chances: &[Option<Chance>]) -> Option<Diagnostic> {
    let (mut sum, mut off) = (0.0, NEARLY);
    let mut exactly = 0.0;
    let mut first = None;
    for place in &whole.cells {
        let cell = table.cells.get(*place)?;
        first.get_or_insert(cell.number);
        let (number, rounding) = value(cell.number);
        sum += number;
        off += rounding;
        exactly += chances.get(*place)?.as_ref()?.percent() / 100.0;
    }
    let is_all = whole.is_all || (exactly - 1.0).abs() < NEARLY;
    if !is_all || (sum - 1.0).abs() <= off {
        return None;
    }
    let shown = match first? {
        Printed::Fraction(Fraction { denominator, .. }) | Printed::Parts(_, denominator) => {
            let parts = sum * denominator as f64;
            match (parts - parts.round()).abs() < NEARLY && denominator > 1 {
                true => format!("{}/{denominator}", parts.round()),
                false => format!("{sum:.4}"),
            }
        }
        Printed::Percent(_, behind) => format!("{:.*}%", behind as usize, sum * 100.0),
        Printed::Decimal(_, behind, _) => format!("{:.*}", behind as usize, sum),
    };
    let (name, message) = (
        &whole.name,
        format!("this {} does not add up to 1", whole.name),
    );
    let finding = Diagnostic::new(Code::ExampleFails, message)
        .label(whole.span, format!("it adds up to {shown}"));
    Some(match (exactly - 1.0).abs() < NEARLY {
        true => finding,
        false => finding.help(format!("this {name} does not list every result")),
    })
}
