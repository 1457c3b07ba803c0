//! Measures on a board as phrases: `the distance from the firer to the target`.

use super::clauses::Condition;
use super::speaker::Speaker;
use super::value::rounded;
use sandtable_board::Whole;
use sandtable_model::Expr;
use sandtable_model::board::{Primitive, Way};

impl Speaker<'_> {
    /// A measure as a noun phrase.
    pub(super) fn measured(
        &mut self,
        primitive: Primitive,
        arguments: &[Expr],
        way: Option<&Way>,
        whole: Option<Whole>,
    ) -> String {
        let words: Vec<String> = arguments.iter().map(|one| self.counted(one)).collect();
        let at = |place: usize| words.get(place).map_or("", String::as_str);
        let way = way.map(|way| self.way(way)).unwrap_or_default();
        let noun = match primitive {
            Primitive::Distance => format!("the distance from {} to {}", at(0), at(1)),
            Primitive::Row => format!("the row of {}", at(0)),
            Primitive::Column => format!("the column of {}", at(0)),
            Primitive::Across => {
                format!("the number of columns from {} to {}", at(0), at(1))
            }
            Primitive::Along => format!("the number of rows from {} to {}", at(0), at(1)),
            Primitive::Gap => format!("the gap between {} and {}", at(0), at(1)),
            Primitive::GapFrom => format!(
                "the gap that there would be between {} at {} and {}",
                at(0),
                at(1),
                at(2)
            ),
            Primitive::Contact => {
                format!("the nearest point at which {} touches {}", at(0), at(1))
            }
            Primitive::Edge => format!(
                "the point on the edge of {} in the direction of {}",
                at(0),
                at(1)
            ),
            Primitive::Bearing => format!("the direction from {} to {}", at(0), at(1)),
            Primitive::Turned => {
                format!("{} turned by {}", at(0), degrees(arguments.get(1), at(1)))
            }
            Primitive::InArc | Primitive::Inside | Primitive::Crosses => {
                let condition = self.measured_flag(primitive, arguments, false);
                return format!("whether {}", condition.text());
            }
            Primitive::Ahead => {
                let place = self.place_noun();
                format!(
                    "the {place} {} from {} in the direction of {}",
                    at(2),
                    at(0),
                    at(1)
                )
            }
            Primitive::Through => format!(
                "the length for which the line from {} to {} passes through {}",
                at(0),
                at(1),
                at(2)
            ),
            Primitive::Twin => {
                let place = self.place_noun();
                format!(
                    "the {place} on the other side of the line from {} to {} where it runs along a side of {}",
                    at(1),
                    at(2),
                    at(0)
                )
            }
            Primitive::Link => format!("the {} between {} and {}", self.side_noun(), at(0), at(1)),
            Primitive::Cost => format!(
                "the cost of the cheapest path from {} to {}, {way}",
                at(0),
                at(1)
            ),
            Primitive::Farthest => format!(
                "the farthest {} on the cheapest path from {} to {} that {} reach, {way}",
                self.place_noun(),
                at(0),
                at(1),
                at(2)
            ),
        };
        match whole {
            Some(whole) => format!("{noun}, {},", whole_text(whole)),
            None => noun,
        }
    }

    /// A measure that is yes or no.
    pub(super) fn measured_flag(
        &mut self,
        primitive: Primitive,
        arguments: &[Expr],
        negated: bool,
    ) -> Condition {
        let words: Vec<String> = arguments.iter().map(|one| self.counted(one)).collect();
        let at = |place: usize| words.get(place).map_or("", String::as_str);
        let clause = |subject: String, yes: String, no: String| Condition::Clause {
            subject,
            predicate: if negated { no } else { yes },
        };
        match primitive {
            Primitive::InArc => {
                let width = degrees(arguments.get(2), at(2));
                // A number needs the word; `the unit’s facing` is a direction.
                let is_number = at(1).starts_with(|letter: char| letter.is_ascii_digit());
                let the = if is_number { "the direction " } else { "" };
                let arc = format!(
                    "in the arc of {width} to either side of {the}{} from {}",
                    at(1),
                    at(0)
                );
                clause(
                    at(3).to_owned(),
                    format!("is {arc}"),
                    format!("is not {arc}"),
                )
            }
            Primitive::Inside => {
                let inside = format!("inside {}", at(1));
                clause(
                    at(0).to_owned(),
                    format!("is {inside}"),
                    format!("is not {inside}"),
                )
            }
            Primitive::Crosses => clause(
                format!("the line from {} to {}", at(0), at(1)),
                format!("crosses {}", at(2)),
                format!("does not cross {}", at(2)),
            ),
            Primitive::Distance
            | Primitive::Gap
            | Primitive::GapFrom
            | Primitive::Contact
            | Primitive::Edge
            | Primitive::Bearing
            | Primitive::Turned
            | Primitive::Ahead
            | Primitive::Through
            | Primitive::Twin
            | Primitive::Link
            | Primitive::Cost
            | Primitive::Farthest
            | Primitive::Row
            | Primitive::Column
            | Primitive::Across
            | Primitive::Along => {
                let subject = self.measured(primitive, arguments, None, None);
                clause(subject, "is yes".to_owned(), "is no".to_owned())
            }
        }
    }
}

/// An angle, which needs its unit if it is a number.
fn degrees(angle: Option<&Expr>, words: &str) -> String {
    match angle.and_then(Expr::literal) {
        Some(value) => format!("{} degrees", super::english::number(value)),
        None => words.to_owned(),
    }
}

/// Rounding of a measure.
fn whole_text(whole: Whole) -> String {
    let way = rounded(whole.rounding);
    match (whole.times, whole.per) {
        (1, 1) => way.to_owned(),
        (times, 1) => format!("times {times}, {way}"),
        (1, per) => format!("divided by {per}, {way}"),
        (times, per) => format!("times {times} and divided by {per}, {way}"),
    }
}
