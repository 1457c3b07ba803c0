//! Ratios as words: the columns of a table of odds.

/// `3:1`, or as older books print it `3-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// The left number; from 1 on.
    pub left: i32,
    /// The right number; from 1 on.
    pub right: i32,
}

/// Maximum of either part, so that products with a strength do not overflow.
const MOST: i32 = 1000;

impl Ratio {
    /// Parses a word as a ratio.
    pub fn parse(word: &str) -> Option<Self> {
        let (left, right) = word.split_once([':', '-'])?;
        let part = |text: &str| {
            let number: i32 = text.parse().ok()?;
            (1..=MOST).contains(&number).then_some(number)
        };
        Some(Self {
            left: part(left)?,
            right: part(right)?,
        })
    }

    /// Whether it is less than another.
    pub fn is_less(self, other: Self) -> bool {
        self.left * other.right < other.left * self.right
    }
}

/// Returns a fraction in lowest terms.
pub fn lowest_terms(above: u128, below: u128) -> (u128, u128) {
    let (mut one, mut other) = (above, below);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    let divisor = one.max(1);
    (above / divisor, below / divisor)
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn a_ratio_is_read_in_both_ways_of_print() {
        let three = Ratio { left: 3, right: 1 };
        assert_eq!(Ratio::parse("3:1"), Some(three));
        assert_eq!(Ratio::parse("3-1"), Some(three));
        for word in ["3", "0:1", "1:0", "a:1", "3:1:1", "1:1001", "-1:2", ""] {
            assert_eq!(Ratio::parse(word), None, "{word}");
        }
    }

    #[test]
    fn ratios_are_compared_by_what_they_are_worth() {
        let of = |word| Ratio::parse(word).unwrap_or(Ratio { left: 1, right: 1 });
        assert!(of("1:3").is_less(of("1:2")));
        assert!(of("2:3").is_less(of("3:4")));
        assert!(!of("2:2").is_less(of("1:1")));
    }
}
