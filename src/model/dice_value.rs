//! Dice that are values: the stat of a unit, a rung of a ladder.

/// Dice to roll: `2d6+3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiceValue {
    /// Number of dice; 0 for a plain number.
    pub count: u32,
    /// Sides of each.
    pub sides: u32,
    /// The number that is added to the sum of the dice.
    pub plus: i32,
}

/// Maximum absolute value of the added number.
const MOST_ADDED: i32 = 1000;

/// Factor between the components of an encoded value.
const PART: i32 = 1 << 10;

impl DiceValue {
    /// Parses `d6`, `2d6`, `2d6+3`, `1d10-1`, `5`.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((count, rest)) = text.split_once('d') else {
            let plus = text.parse().ok()?;
            return Self {
                count: 0,
                sides: 1,
                plus,
            }
            .checked();
        };
        let count = match count {
            "" => 1,
            _ => count.parse().ok().filter(|count| *count > 0)?,
        };
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at_checked(end)?;
        // `parse` reads a sign.
        let plus = match plus {
            "" => 0,
            plus => plus.parse().ok()?,
        };
        let sides = sides.parse().ok()?;
        Self { count, sides, plus }.checked()
    }

    fn checked(self) -> Option<Self> {
        let fits =
            self.count < 1000 && (1..1000).contains(&self.sides) && self.plus.abs() <= MOST_ADDED;
        fits.then_some(self)
    }

    /// Encodes the dice as the value of a stat.
    pub fn value(self) -> i32 {
        let (count, sides) = (self.count as i32, self.sides as i32);
        ((self.plus + MOST_ADDED) * PART + sides) * PART + count
    }

    /// Decodes the value of a stat.
    pub fn of_value(value: i32) -> Option<Self> {
        let count = u32::try_from(value % PART).ok()?;
        let sides = u32::try_from(value / PART % PART).ok()?;
        let plus = value / PART / PART - MOST_ADDED;
        Self { count, sides, plus }.checked()
    }

    /// Returns the least and the greatest result.
    pub fn range(self) -> (i32, i32) {
        let (count, sides) = (self.count as i32, self.sides as i32);
        (count + self.plus, count * sides + self.plus)
    }
}

impl std::fmt::Display for DiceValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.count {
            0 => return write!(formatter, "{}", self.plus),
            1 => write!(formatter, "d{}", self.sides)?,
            count => write!(formatter, "{count}d{}", self.sides)?,
        }
        match self.plus {
            0 => Ok(()),
            plus => write!(formatter, "{plus:+}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DiceValue;

    #[test]
    fn values_are_read_back() {
        for text in ["d6", "2d6", "3d10+12", "d4-1", "7", "-3", "999d999-1000"] {
            let rolled = DiceValue::parse(text).expect("sound");
            assert_eq!(rolled.to_string(), text);
            assert_eq!(DiceValue::of_value(rolled.value()), Some(rolled));
        }
        for text in [
            "", "d", "d0", "0d6", "2d", "2d6+", "1000d6", "x", "d6+2000", "é",
        ] {
            assert_eq!(DiceValue::parse(text), None, "{text}");
        }
    }

    /// 2d6+3: 2 + 3 to 12 + 3.
    #[test]
    fn range_of_two_dice() {
        assert_eq!(
            DiceValue::parse("2d6+3").map(DiceValue::range),
            Some((5, 15))
        );
    }
}
