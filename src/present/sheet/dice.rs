//! Dice as pictures, and the chances of what they show.

use sandtable_syntax::ast::{Cell, CellItem};

use super::paper::Area;
use super::placed::{Drawing, Shape, Stroke};

/// Side of the picture of a die, in mm.
const SIDE: f64 = 3.4;
/// Most dice in one picture.
const MOST: usize = 6;

/// Returns pictures of faces of a six-sided die; `None` if a face has no picture, or there are too many.
pub(super) fn faces(numbers: &[i32]) -> Option<Drawing> {
    if numbers.is_empty()
        || numbers.len() > MOST
        || numbers.iter().any(|number| !(1..=6).contains(number))
    {
        return None;
    }
    let step = SIDE + 0.5;
    let mut shapes = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let x = step * at as f64;
        let square = Area {
            x: x + 0.1,
            y: 0.1,
            w: SIDE - 0.2,
            h: SIDE - 0.2,
        };
        shapes.push(Shape::rect(
            square,
            Some("#ffffff"),
            Some(Stroke::black(0.2)),
        ));
        for (right, down) in pips(*number) {
            shapes.push(Shape::Ellipse {
                centre: (x + SIDE * right, SIDE * down),
                radii: (0.34, 0.34),
                fill: Some("#000000"),
                stroke: None,
            });
        }
    }
    Some(Drawing {
        area: Area {
            w: step * numbers.len() as f64 - 0.5,
            h: SIDE,
            ..Area::default()
        },
        shapes,
        ..Drawing::default()
    })
}

/// Places of the pips of a face, in parts of its side.
fn pips(number: i32) -> Vec<(f64, f64)> {
    const LOW: f64 = 0.25;
    const HIGH: f64 = 0.75;
    let middle = [(0.5, 0.5)];
    let rising = [(LOW, HIGH), (HIGH, LOW)];
    let falling = [(LOW, LOW), (HIGH, HIGH)];
    let sides = [(LOW, 0.5), (HIGH, 0.5)];
    let mut all = Vec::new();
    if number % 2 == 1 {
        all.extend(middle);
    }
    if number >= 2 {
        all.extend(rising);
    }
    if number >= 4 {
        all.extend(falling);
    }
    if number == 6 {
        all.extend(sides);
    }
    all
}

/// The numbers from a least to a most that a cell means.
pub(super) fn numbers_of(cell: &Cell, least: i32, most: i32) -> Vec<i32> {
    let is_in = |number: &i32| {
        cell.iter().any(|item| match item {
            CellItem::Number(one) => one == number,
            CellItem::Numbers { low, high } => {
                low.is_none_or(|low| low <= *number) && high.is_none_or(|high| *number <= high)
            }
            CellItem::Any => true,
            CellItem::Word(_) | CellItem::Words { .. } | CellItem::Dash => false,
        })
    };
    (least..=most).filter(is_in).collect()
}

/// Most dice, and most sides, whose totals are counted.
const MOST_DICE: u32 = 20;
const MOST_SIDES: u32 = 100;

/// Returns the least total of dice, and the number of ways to roll each total from it on; `None` for more dice than can be
/// counted.
pub(super) fn totals(count: u32, sides: u32) -> Option<(i32, Vec<u128>)> {
    if count == 0 || sides == 0 || count > MOST_DICE || sides > MOST_SIDES {
        return None;
    }
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..count {
        let mut next = vec![0_u128; ways.len() + sides as usize - 1];
        for (at, n_ways) in ways.iter().enumerate() {
            for slot in next.iter_mut().skip(at).take(sides as usize) {
                *slot = slot.checked_add(*n_ways)?;
            }
        }
        ways = next;
    }
    Some((i32::try_from(count).ok()?, ways))
}

/// The chance that dice show what a cell means, as text: `42 %`, with the exact fraction.
pub(super) fn chance(cell: &Cell, (count, sides): (u32, u32)) -> Option<String> {
    let (least, ways) = totals(count, sides)?;
    let most = least + i32::try_from(ways.len()).ok()? - 1;
    let wanted = numbers_of(cell, least, most);
    let all: u128 = ways.iter().sum();
    let hits = wanted
        .iter()
        .filter_map(|number| ways.get(usize::try_from(number - least).ok()?));
    Some(percent(hits.sum(), all))
}

/// A share in percent, rounded to a whole number; with a mark below one and above 99.
pub(super) fn percent(hits: u128, all: u128) -> String {
    match (hits * 200 + all) / (2 * all.max(1)) {
        0 if hits > 0 => "< 1 %".to_owned(),
        100 if hits < all => "> 99 %".to_owned(),
        rounded => format!("{rounded} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::{chance, faces, percent, totals};
    use sandtable_syntax::ast::CellItem;

    // 2d6: one way to roll 2 and 12, six ways to roll 7, 36 in total.
    #[test]
    fn totals_of_two_dice() {
        let (least, ways) = totals(2, 6).unwrap_or_default();
        assert_eq!((least, ways.len(), ways.iter().sum::<u128>()), (2, 11, 36));
        assert_eq!(
            (ways.first(), ways.get(5), ways.last()),
            (Some(&1), Some(&6), Some(&1))
        );
    }

    // 8 or more with 2d6: 5 + 4 + 3 + 2 + 1 = 15 of 36 ways, 41.7 %.
    #[test]
    fn chances_are_exact_and_rounded_to_the_nearest() {
        let cell = vec![CellItem::Numbers {
            low: Some(8),
            high: None,
        }];
        assert_eq!(chance(&cell, (2, 6)).as_deref(), Some("42 %"));
        assert_eq!(percent(1, 1000), "< 1 %");
        assert_eq!(percent(999, 1000), "> 99 %");
        assert_eq!(percent(1, 8), "13 %");
    }

    #[test]
    fn only_numbers_of_a_die_have_faces() {
        assert!(faces(&[1, 6]).is_some() && faces(&[7]).is_none() && faces(&[]).is_none());
        // 1 + 2 + 3 + 4 + 5 + 6 pips and six squares.
        let shapes = faces(&[1, 2, 3, 4, 5, 6]).map(|drawing| drawing.shapes.len());
        assert_eq!(shapes, Some(27));
    }
}
