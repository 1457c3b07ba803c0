//! Memory limit of an answer.

use crate::eval::budget::Budget;
use crate::present::numerals::grouped;

/// `--memory 2G`
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Memory {
    /// Memory limit for exact odds, `512M` or `4G`; above it they are refused
    #[arg(long = "memory", value_name = "SIZE", value_parser = bytes, default_value = "1G")]
    memory: usize,
}

impl Memory {
    /// The budget of one question.
    pub(super) fn budget(self) -> Budget {
        Budget {
            memory: self.memory,
            ..Budget::default()
        }
    }
}

/// `512M`, `1.5G`, `2GB`
///
/// Errors: how a size is written.
fn bytes(text: &str) -> Result<usize, String> {
    let lower = text.trim().to_ascii_lowercase();
    let lower = lower.trim_end_matches("ib").trim_end_matches('b');
    let (number, shift) = match (lower.strip_suffix('g'), lower.strip_suffix('m')) {
        (Some(number), _) => (number, 30),
        (None, Some(number)) => (number, 20),
        (None, None) => return Err("add a unit: `512M`, `4G`".to_owned()),
    };
    let range = Budget::LEAST_MEMORY as f64..=Budget::MOST_MEMORY as f64;
    match number.trim().parse::<f64>() {
        Ok(number) if range.contains(&(number * f64::from(1 << shift))) => {
            Ok((number * f64::from(1 << shift)) as usize)
        }
        _ => Err(format!(
            "choose from {}M to {}G",
            grouped(Budget::LEAST_MEMORY as u64 >> 20),
            Budget::MOST_MEMORY >> 30
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        assert_eq!(bytes("512M"), Ok(536_870_912));
        assert_eq!(bytes("1.5g"), Ok(1_610_612_736));
        assert_eq!(bytes("2 GiB"), Ok(2_147_483_648));
        assert_eq!(bytes("100"), Err("add a unit: `512M`, `4G`".to_owned()));
        let range = Err("choose from 16M to 8G".to_owned());
        assert_eq!(bytes("1M"), range);
        assert_eq!(bytes("1000G"), range);
        assert_eq!(bytes("-G"), range);
        assert_eq!(bytes("NaNG"), range);
    }
}
