//! Shares and means with their intervals, as programs read them.

use sandtable_session::statistics::{Estimate, Share};
use serde::Serialize;

use super::odds::bounds;
use crate::numerals::rounded;

/// A share of cases, in percent.
#[derive(Debug, Serialize)]
pub(super) struct ShareRow {
    count: u64,
    of: u64,
    percent: f64,
    interval: [f64; 2],
}

/// A mean with its interval.
#[derive(Debug, Serialize)]
pub(super) struct MeanRow {
    mean: f64,
    interval: [f64; 2],
}

/// Describes a share.
pub(super) fn share(share: Share) -> ShareRow {
    ShareRow {
        count: share.count,
        of: share.of,
        percent: rounded(share.percent()),
        interval: bounds(share.between()),
    }
}

/// Describes a mean.
pub(super) fn mean(estimate: &Estimate) -> MeanRow {
    MeanRow {
        mean: rounded(estimate.mean),
        interval: bounds((estimate.low, estimate.high)),
    }
}
