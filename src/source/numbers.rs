//! Decimal numbers in texts.

/// Significant digits of a mantissa that every double can hold.
const MOST_DIGITS: usize = 15;

/// Returns the number that a text writes in digits, with a sign and a point or without: `-2.5`. Digits behind the point beyond the first 15
/// that count are dropped. `None` for other texts, exponents too, and for more than 15 digits before the point.
///
/// The mantissa and the power of ten are exact, so that their quotient is rounded once (Clinger, How to Read Floating Point Numbers
/// Accurately, PLDI 1990, its fast path). The parser of the standard library brings tables of 10 KB into the module for browsers.
pub fn decimal(text: &str) -> Option<f64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !are_digits(whole) || !are_digits(part) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let room = MOST_DIGITS.checked_sub(whole.len())?;
    let leading = match whole {
        "" => part.len() - part.trim_start_matches('0').len(),
        _ => 0,
    };
    let kept = part.get(..part.len().min(leading + room))?;
    let mantissa = whole.bytes().chain(kept.bytes());
    let mantissa = mantissa.fold(0_u64, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    });
    let scale = (0..kept.len()).fold(1.0, |scale: f64, _| scale * 10.0);
    let size = mantissa as f64 / scale;
    Some(if is_negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        for text in [
            "0",
            "-0.0",
            "1",
            "+2.5",
            "-17.25",
            "0.1",
            "0.3",
            "123456.789",
            "0.000001",
            "99.99",
            "33.333333333",
            "999999999999999",
            ".5",
            "5.",
            "0.0033",
            "1000000.000001",
        ] {
            assert_eq!(decimal(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "-",
            ".",
            "1e3",
            "inf",
            "1_000",
            "1.2.3",
            "1,5",
            "--1",
            "1234567890123456",
        ] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
