//! Shares and means with their intervals.

use super::answer::{Between, between};

/// A share of cases.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Share {
    /// Number of cases that count.
    pub count: u64,
    /// Of how many.
    pub of: u64,
}

impl Share {
    /// In percent.
    pub fn percent(self) -> f64 {
        100.0 * self.count as f64 / self.of.max(1) as f64
    }

    /// Bounds of the true share, in percent (Wilson).
    pub fn between(self) -> Between {
        between(self.count, self.of)
    }

    /// Counts a case.
    pub(crate) fn add(&mut self, counts: bool) {
        self.count += u64::from(counts);
        self.of += 1;
    }
}

/// A mean with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The least that the true mean can be, in 95 of 100 samples.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Estimate {
    /// The normal interval of a mean with its standard error.
    pub(crate) fn normal(mean: f64, error: f64) -> Self {
        Self {
            mean,
            low: mean - Z * error,
            high: mean + Z * error,
        }
    }

    /// The interval without what the quantity cannot be.
    pub(crate) fn within(self, low: f64, high: f64) -> Self {
        Self {
            low: self.low.max(low),
            high: self.high.min(high),
            ..self
        }
    }
}

/// The quantile of the normal distribution for 95 of 100.
pub(crate) const Z: f64 = 1.959_964;

/// Sums of a sample.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moments {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// The sums of `n` values.
    pub(crate) fn of(n: f64, sum: f64, squares: f64) -> Self {
        Self { n, sum, squares }
    }

    pub(crate) fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn count(&self) -> f64 {
        self.n
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        (self.squares / self.n.max(1.0) - mean * mean).max(0.0)
    }

    /// The normal interval of the mean. `least` is a variance that is added to the sum of squares, so that a sample of equal values
    /// is not taken for certain.
    pub(crate) fn estimate(&self, least: f64) -> Estimate {
        let n = self.n.max(1.0);
        Estimate::normal(self.mean(), ((self.variance() + least / n) / n).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;

    /// By hand: 1, 2, 3, 6: mean 3, variance (4 + 1 + 0 + 9) / 4 = 3.5, error sqrt(3.5 / 4) = 0.9354, times 1.96 = 1.8334.
    #[test]
    fn a_mean_has_its_interval() {
        let mut moments = Moments::default();
        [1.0, 2.0, 3.0, 6.0]
            .into_iter()
            .for_each(|one| moments.add(one));
        let estimate = moments.estimate(0.0);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        assert!((estimate.high - 4.8334).abs() < 1e-3, "{}", estimate.high);
    }
}
