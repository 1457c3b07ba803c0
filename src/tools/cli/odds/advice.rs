//! `--best SIDE --by OUTCOME`: the best choices, and what each option is worth.

use num_traits::One;
use serde_json::{Value, json};

use super::progress::Watching;
use super::rounded;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::eval::budget::Budget;
use crate::eval::mdp::{Advice, Asks, Interest, advise};
use crate::eval::policy::Unstated;
use crate::eval::wording::face_word;
use crate::explain::scripted::Wording;
use crate::ir::{DecisionId, OutcomePart, Program, Shown, optimise};
use crate::present::bars::{Side, bar, columns};
use crate::present::chart::{Chart, Measure, Series, svg};
use crate::present::csv::sheet;
use crate::tools::cli::arguments::Question;
use crate::tools::cli::output::Output;
use crate::tools::cli::question::{Asked, Wish, asked};
use crate::tools::cli::{Exit, Shape};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best<'a> {
    /// Whose choices.
    pub(super) side: &'a str,
    /// What is wanted as likely, or as much, as can be.
    pub(super) by: &'a str,
    /// The others want the opposite.
    pub(super) is_against: bool,
    /// What they do otherwise.
    pub(super) unstated: Unstated,
    /// How many decisions are shown.
    pub(super) decisions: usize,
}

const WIDTH: usize = 24;

/// Letters of the longest fraction that is shown.
const LONGEST: usize = 24;

/// Looks for the best choices and shows them.
///
/// Errors: how the command ends, if there is no answer.
pub(super) fn run(
    question: &Question,
    best: Best<'_>,
    watching: &Watching<'_>,
    output: &Output,
) -> Result<Exit, Exit> {
    let mut asked = asked(question, output)?;
    let fail = |diagnostic: Diagnostic, asked: &Asked| asked.fail(diagnostic, output);
    let Some(ours) = ours(&asked, best.side) else {
        return Err(fail(nobody(&asked, best.side), &asked));
    };
    let wish = Wish {
        track: Some(best.by),
        ..Wish::default()
    };
    let lowered = match asked.wanted(wish) {
        Ok(lowered) => lowered,
        Err(diagnostics) => return Err(asked.findings(&diagnostics, output)),
    };
    let measure = match lowered.parts.get(1) {
        Some(OutcomePart::Condition) => Measure::Percent,
        Some(OutcomePart::Value(Shown::Number(_))) => Measure::Number,
        _ => {
            let diagnostic = Diagnostic::new(
                Code::BadArgument,
                format!("`{}` is neither a condition nor a number", best.by),
            )
            .help("say what is wanted: `--by \"target is destroyed\"`, or of what as much as can be: `--by target.hits`");
            return Err(fail(diagnostic, &asked));
        }
    };
    let program = optimise::run(&lowered.program);
    let interest = Interest {
        ours,
        is_against: best.is_against,
        unstated: best.unstated,
    };
    let found = advise(&program, &interest, &Budget::default(), &|ahead| {
        watching.go_on(ahead);
    });
    watching.leave();
    let advice = match found {
        Ok(advice) => advice,
        Err(fault) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(fault.diagnostic(&program));
            return Err(asked.findings(&diagnostics, output));
        }
    };
    let shown = Look {
        names: asked.question.unit_names(&asked.book),
        asked: &asked,
        program: &program,
        advice: &advice,
        best,
        measure,
    };
    match output.shape() {
        Shape::Human | Shape::Html => output.text(&shown.text()),
        Shape::Json => output.json("advice", shown.document()),
        Shape::Csv => output.text(&shown.csv()),
        Shape::Svg => output.text(&svg(&shown.chart())),
    }
    Ok(Exit::Fine)
}

/// For each unit of the cast, whether its choices are those of a side; `None` if nobody is called so.
fn ours(asked: &Asked, side: &str) -> Option<Vec<bool>> {
    let cast = &asked.question.cast;
    if side == "all" {
        return Some(vec![true; cast.len()]);
    }
    let place = cast
        .iter()
        .position(|unit| unit.parameter == side && unit.owner.is_none())?;
    let track = asked.book.side_track();
    let side_of = |at: usize| {
        let unit = cast.get(at)?;
        let (_, side) = unit.starts.iter().find(|(of, _)| Some(*of) == track)?;
        usize::try_from(*side).ok()
    };
    let is_side = |at: usize| {
        let kind = cast.get(at).map(|unit| unit.kind);
        kind.is_some() && kind == asked.book.side_kind()
    };
    let own = if is_side(place) {
        Some(place)
    } else {
        side_of(place)
    };
    let is_ours =
        |at: usize| at == place || own.is_some_and(|own| at == own || side_of(at) == Some(own));
    Some((0..cast.len()).map(is_ours).collect())
}

fn nobody(asked: &Asked, side: &str) -> Diagnostic {
    let cast = asked.question.cast.iter();
    let names: Vec<&str> = cast
        .filter(|unit| unit.owner.is_none())
        .map(|unit| unit.parameter.as_str())
        .collect();
    Diagnostic::new(Code::BadArgument, format!("nobody here is called `{side}`"))
        .suggest(side, names.iter().copied())
        .help(format!(
            "say a side or one of its units: {}; or `all` for whoever chooses",
            names.join(", ")
        ))
}

struct Look<'a> {
    asked: &'a Asked,
    program: &'a Program,
    advice: &'a Advice,
    best: Best<'a>,
    measure: Measure,
    names: Vec<String>,
}

impl Look<'_> {
    fn value(&self, worth: f64) -> String {
        match self.measure {
            Measure::Percent => format!("{:.2} %", worth * 100.0),
            Measure::Number => format!("{worth:.4}"),
        }
    }

    /// What a situation is worth, if that is known exactly: `5/9`.
    fn fraction(&self, node: u32) -> Option<String> {
        let (numerator, denominator) = self.advice.fraction(node)?;
        Some(match denominator.is_one() {
            true => numerator.to_string(),
            false => format!("{numerator}/{denominator}"),
        })
    }

    fn wording(&self, decision: DecisionId) -> Option<Wording<'_>> {
        Some(Wording {
            decision: self.program.decisions.get(decision.0 as usize)?,
            units: &self.asked.units,
            names: &self.names,
        })
    }

    fn answer(&self, asks: Asks, answer: i32) -> String {
        match asks {
            Asks::Throw(pool) => {
                let pool = self.program.pools.get(pool.0 as usize);
                pool.map_or_else(String::new, |pool| face_word(pool, answer))
            }
            Asks::Ours(decision) | Asks::Theirs(decision) | Asks::Drawn(decision) => {
                let wording = self.wording(decision);
                wording.map_or_else(String::new, |wording| wording.answer(answer))
            }
            Asks::Nothing => String::new(),
        }
    }

    fn title(&self, asks: Asks) -> String {
        match asks {
            Asks::Throw(pool) => {
                let pool = self.program.pools.get(pool.0 as usize);
                pool.map_or_else(String::new, |pool| pool.name.clone())
            }
            Asks::Ours(decision) | Asks::Theirs(decision) | Asks::Drawn(decision) => {
                let known = self.program.decisions.get(decision.0 as usize);
                known.map_or_else(String::new, |known| known.title.clone())
            }
            Asks::Nothing => String::new(),
        }
    }

    /// What led to a situation: `d6 3 or 4; target: Sherman`.
    fn led(&self, node: u32) -> String {
        let trail = self.advice.trail(node);
        let mut steps = Vec::new();
        for (from, to) in trail.iter().zip(trail.iter().skip(1)) {
            let Some(known) = self.advice.nodes.get(*from as usize) else {
                continue;
            };
            let there: Vec<i32> = known
                .ways
                .iter()
                .filter(|way| way.to == *to)
                .map(|way| way.answer)
                .collect();
            if there.len() == known.ways.len() {
                continue;
            }
            let title = self.title(known.asks);
            steps.push(format!("{title} {}", self.several(known.asks, &there)));
        }
        steps.join(", ")
    }

    /// Some answers in words; many numbers in a row as a range.
    fn several(&self, asks: Asks, answers: &[i32]) -> String {
        let in_a_row = answers
            .windows(2)
            .all(|pair| matches!(pair, [one, next] if i64::from(*next) == i64::from(*one) + 1));
        match (answers.first(), answers.last(), asks) {
            (Some(first), Some(last), Asks::Throw(_)) if answers.len() > 2 && in_a_row => {
                format!(
                    "{} to {}",
                    self.answer(asks, *first),
                    self.answer(asks, *last)
                )
            }
            _ => {
                let words = answers.iter().map(|answer| self.answer(asks, *answer));
                words.collect::<Vec<_>>().join(" or ")
            }
        }
    }

    fn whose(&self, node: u32) -> String {
        let by = self
            .advice
            .nodes
            .get(node as usize)
            .and_then(|node| node.by);
        let unit = by.and_then(|by| self.asked.units.get(by));
        unit.map_or_else(String::new, |unit| format!(" ({unit})"))
    }

    fn head(&self) -> String {
        let others = match self.best.is_against {
            true => ", the others against it",
            false => "",
        };
        let fraction = self.fraction(0).filter(|text| text.len() <= LONGEST);
        let fraction = fraction.map_or_else(String::new, |text| format!(", {text}"));
        format!(
            "{} with the best choices of {}{others}: {}{fraction}",
            self.best.by,
            self.best.side,
            self.value(self.advice.worth())
        )
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n\n  {}\n", self.asked.title, self.head());
        let choices = self.advice.choices();
        if choices.is_empty() {
            text.push_str(&format!(
                "  there is nothing to choose for {}\n",
                self.best.side
            ));
        }
        let most = self.largest();
        for node in choices.iter().take(self.best.decisions) {
            let Some(known) = self.advice.nodes.get(*node as usize) else {
                continue;
            };
            let led = match self.led(*node) {
                led if led.is_empty() => String::new(),
                led => format!("after {led}: "),
            };
            text.push_str(&format!(
                "\n  {led}{}{}\n",
                self.title(known.asks),
                self.whose(*node)
            ));
            let best = self.advice.best(*node);
            let options = self.advice.options(*node);
            let rows: Vec<Vec<String>> = options
                .iter()
                .enumerate()
                .map(|(at, (answer, worth, to))| {
                    let mark = if at == best { ">" } else { " " };
                    vec![
                        format!("{mark} {}", self.answer(known.asks, *answer)),
                        self.fraction(*to)
                            .filter(|text| text.len() <= LONGEST)
                            .unwrap_or_default(),
                        self.value(*worth),
                        bar(worth / most, WIDTH),
                    ]
                })
                .collect();
            for line in columns(&rows, &[Side::Left, Side::Right, Side::Right]) {
                text.push_str(&format!("  {line}\n"));
            }
        }
        let n_more = choices.len().saturating_sub(self.best.decisions);
        if n_more > 0 {
            let n_all = choices.len();
            text.push_str(&format!(
                "\n  {n_more} more can come after these: `--decisions {n_all}` shows them\n"
            ));
        }
        text
    }

    fn largest(&self) -> f64 {
        match self.measure {
            Measure::Percent => 1.0,
            Measure::Number => {
                let worths = self.advice.nodes.iter().map(|node| node.worth);
                worths.fold(f64::MIN_POSITIVE, f64::max)
            }
        }
    }

    fn number(&self, worth: f64) -> f64 {
        match self.measure {
            Measure::Percent => rounded(worth * 100.0),
            Measure::Number => rounded(worth),
        }
    }

    fn document(&self) -> Value {
        let choices = self.advice.choices();
        let decisions: Vec<Value> = choices
            .iter()
            .take(self.best.decisions)
            .filter_map(|node| {
                let known = self.advice.nodes.get(*node as usize)?;
                let best = self.advice.best(*node);
                let options = self.advice.options(*node).into_iter().enumerate();
                let options: Vec<Value> = options
                    .map(|(at, (answer, worth, to))| {
                        json!({
                            "option": self.answer(known.asks, answer),
                            "worth": self.number(worth),
                            "fraction": self.fraction(to),
                            "best": at == best,
                        })
                    })
                    .collect();
                Some(json!({
                    "decision": self.title(known.asks),
                    "by": known.by.and_then(|by| self.asked.units.get(by)),
                    "after": self.led(*node),
                    "options": options,
                }))
            })
            .collect();
        json!({
            "ruleset": self.asked.ruleset,
            "question": self.asked.title,
            "best": self.best.side,
            "by": self.best.by,
            "against": self.best.is_against,
            "measure": match self.measure { Measure::Percent => "percent", Measure::Number => "mean" },
            "worth": self.number(self.advice.worth()),
            "fraction": self.fraction(0),
            "decisions": decisions,
            "more": choices.len().saturating_sub(self.best.decisions),
        })
    }

    /// Every shown option: where it stands, what it is, what it is worth.
    fn options(&self) -> Vec<(String, String, f64, bool)> {
        let choices = self.advice.choices().into_iter().take(self.best.decisions);
        choices
            .flat_map(|node| {
                let asks = self.advice.nodes.get(node as usize).map(|node| node.asks);
                let asks = asks.unwrap_or(Asks::Nothing);
                let best = self.advice.best(node);
                let led = self.led(node);
                let title = match led.is_empty() {
                    true => self.title(asks),
                    false => format!("{led}: {}", self.title(asks)),
                };
                let options = self.advice.options(node).into_iter().enumerate();
                options
                    .map(|(at, (answer, worth, _))| {
                        (title.clone(), self.answer(asks, answer), worth, at == best)
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn csv(&self) -> String {
        let head = ["decision", "option", "worth", "best"];
        let mut lines = vec![head.map(str::to_owned).to_vec()];
        for (decision, option, worth, is_best) in self.options() {
            let best = if is_best { "yes" } else { "no" };
            let worth = self.number(worth).to_string();
            lines.push(vec![decision, option, worth, best.to_owned()]);
        }
        sheet(&lines)
    }

    fn chart(&self) -> Chart {
        let options = self.options();
        let place =
            |(decision, option, ..): &(String, String, f64, bool)| format!("{decision}: {option}");
        Chart {
            title: self.head(),
            subtitle: self.asked.title.clone(),
            axis: String::new(),
            places: options.iter().map(place).collect(),
            series: vec![Series {
                name: String::new(),
                values: options
                    .iter()
                    .map(|(_, _, worth, _)| Some(self.number(*worth)))
                    .collect(),
            }],
            measure: self.measure,
        }
    }
}
