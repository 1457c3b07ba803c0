//! Directions in whole degrees: 0 is up the map, clockwise, 0 to 359.
//!
//! No angle is ever computed: a direction is a ray of integers, and the side on which a place is, is the sign of a cross product
//! with rays. So every platform gives the same answer, and a place exactly on the edge of an arc is detected exactly.

use std::ops::{Add, Mul};

use super::plane::nearest;

/// A step on the board: to the right, and up, in the units of its [`Grain`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) right: i64,
    pub(super) up: i64,
}

/// Scale of the units of a step: those of hexes are not as wide as they are high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    /// Hexes with pointy tops: a unit to the right is the root of 3 times a unit up.
    Pointy,
    /// Hexes with flat tops: a unit up is the root of 3 times a unit to the right.
    Flat,
    /// A table: both alike.
    Square,
}

/// A direction as a ray, in the units of a grain; how long it is does not count.
#[derive(Debug, Clone, Copy)]
struct Ray {
    right: i128,
    up: i128,
}

/// The unit of [`SINES`].
pub(super) const ONE: i128 = 1_000_000_000_000;
/// The square root of 3, in the same units.
const ROOT_3: i128 = 1_732_050_807_569;

impl Add for Step {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            up: self.up + other.up,
        }
    }
}

impl Mul<i64> for Step {
    type Output = Self;

    fn mul(self, times: i64) -> Self {
        Self {
            right: self.right * times,
            up: self.up * times,
        }
    }
}

impl Step {
    /// More than 0 if `other` points clockwise of this, less if counterclockwise, 0 if along or against it.
    pub(super) fn clockwise(self, other: Self) -> i64 {
        self.up * other.right - self.right * other.up
    }
}

impl Ray {
    /// As [`Step::clockwise`].
    fn clockwise(self, step: Step) -> i128 {
        self.up * i128::from(step.right) - self.right * i128::from(step.up)
    }
}

/// Returns a direction turned clockwise, for any sign and size of both.
#[inline]
pub fn turned(direction: i32, degrees: i32) -> i32 {
    let sum = i64::from(direction) + i64::from(degrees);
    i32::try_from(sum.rem_euclid(360)).unwrap_or(0)
}

/// The nearest whole degree of a step; 0 for no step.
pub(super) fn bearing(grain: Grain, step: Step) -> i32 {
    if step == (Step { right: 0, up: 0 }) {
        return 0;
    }
    let eastern = step.right > 0 || (step.right == 0 && step.up > 0);
    let folded = if eastern {
        step
    } else {
        Step {
            right: -step.right,
            up: -step.up,
        }
    };
    // The borders between degrees lie at the halves: how many of 0.5, 1.5 … 179.5 does the step reach?
    let (mut low, mut high) = (0, 180);
    while low < high {
        let middle = (low + high) / 2;
        if ray(grain, 2 * middle + 1).clockwise(folded) >= 0 {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    turned(low, if eastern { 0 } else { 180 })
}

/// Whether a step is within `either_side` degrees of a direction; both edges are inside, and so is the zero step.
pub(super) fn in_arc(grain: Grain, direction: i32, either_side: i32, step: Step) -> bool {
    if either_side < 0 {
        return false;
    }
    if either_side >= 180 || step == (Step { right: 0, up: 0 }) {
        return true;
    }
    let edge = |degrees| ray(grain, 2 * turned(direction, degrees)).clockwise(step);
    if either_side == 0 {
        // A single ray excludes its opposite.
        return edge(0) == 0 && edge(-90) >= 0;
    }
    if either_side > 90 {
        // The outside is the open smaller arc opposite the direction.
        return edge(either_side) <= 0 || edge(-either_side) >= 0;
    }
    edge(-either_side) >= 0 && edge(either_side) <= 0
}

/// A whole number of hundredths in a direction: right and up, each to the nearest hundredth, halves away from 0.
pub(super) fn reach(direction: i32, hundredths: i64) -> Step {
    let (sine, cosine) = sine_and_cosine(2 * turned(direction, 0));
    let along = |part: i128| {
        let product = part * i128::from(hundredths);
        let half = if product < 0 { -ONE / 2 } else { ONE / 2 };
        i64::try_from((product + half) / ONE).unwrap_or(0)
    };
    Step {
        right: along(sine),
        up: along(cosine),
    }
}

/// Points turned clockwise about the origin, each part to the nearest whole, halves away from 0. Their distance from the origin, and so each
/// part, stays within that of a table.
pub(super) fn turned_points(
    points: &[(i32, i32)],
    degrees: i32,
) -> impl Iterator<Item = (i32, i32)> {
    let (sine, cosine) = sine_and_cosine(2 * turned(degrees, 0));
    points.iter().map(move |(right, up)| {
        let (x, y) = (i128::from(*right), i128::from(*up));
        let whole = |over: i128| nearest(over, ONE) as i32;
        (whole(x * cosine + y * sine), whole(y * cosine - x * sine))
    })
}

/// The ray of a direction given in half degrees. Exact for multiples of 30 degrees on hexes, of 90 on a table.
fn ray(grain: Grain, half_degrees: i32) -> Ray {
    let (sine, cosine) = sine_and_cosine(half_degrees);
    if half_degrees % 60 == 0 && grain != Grain::Square {
        return corner_ray(grain, sine, cosine);
    }
    let (right, up) = match grain {
        Grain::Pointy => (sine * ONE, cosine * ROOT_3),
        Grain::Flat => (sine * ROOT_3, cosine * ONE),
        Grain::Square => (sine, cosine),
    };
    Ray { right, up }
}

/// The multiples of 30 degrees, where sides and corners of hexes point: steps of the grid itself.
fn corner_ray(grain: Grain, sine: i128, cosine: i128) -> Ray {
    let (steep, flat) = (sine.abs() < cosine.abs(), sine == 0 || cosine == 0);
    let (right, up) = match (flat, steep, grain) {
        (true, ..) => (1, 1),
        (_, true, Grain::Pointy) => (1, 3),
        (_, false, Grain::Flat) => (3, 1),
        _ => (1, 1),
    };
    Ray {
        right: right * sine.signum(),
        up: up * cosine.signum(),
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a direction within a turn is an index of a turn and a quarter"
)]
fn sine_and_cosine(half_degrees: i32) -> (i128, i128) {
    let at = half_degrees.rem_euclid(720) as usize;
    (i128::from(TURN[at]), i128::from(TURN[at + 180]))
}

/// The sines of all half degrees of a turn and a quarter, in the units of [`SINES`].
#[expect(clippy::indexing_slicing, reason = "worked out when this is compiled")]
static TURN: [i64; 900] = {
    let mut turn = [0; 900];
    let mut at = 0;
    while at < turn.len() {
        let half = at % 360;
        let sine = SINES[if half > 180 { 360 - half } else { half }];
        turn[at] = if at % 720 < 360 { sine } else { -sine };
        at += 1;
    }
    turn
};

/// The sines of 0, ½, 1, … 90 degrees, in millionths of millionths.
#[rustfmt::skip]
const SINES: [i64; 181] = [
    0, 8_726_535_498, 17_452_406_437, 26_176_948_308, 34_899_496_703, 43_619_387_365,
    52_335_956_243, 61_048_539_535, 69_756_473_744, 78_459_095_728, 87_155_742_748, 95_845_752_520,
    104_528_463_268, 113_203_213_768, 121_869_343_405, 130_526_192_220, 139_173_100_960, 147_809_411_130,
    156_434_465_040, 165_047_605_861, 173_648_177_667, 182_235_525_492, 190_808_995_377, 199_367_934_417,
    207_911_690_818, 216_439_613_938, 224_951_054_344, 233_445_363_856, 241_921_895_600, 250_380_004_054,
    258_819_045_103, 267_238_376_078, 275_637_355_817, 284_015_344_704, 292_371_704_723, 300_705_799_504,
    309_016_994_375, 317_304_656_405, 325_568_154_457, 333_806_859_234, 342_020_143_326, 350_207_381_259,
    358_367_949_545, 366_501_226_724, 374_606_593_416, 382_683_432_365, 390_731_128_489, 398_749_068_925,
    406_736_643_076, 414_693_242_656, 422_618_261_741, 430_511_096_808, 438_371_146_789, 446_197_813_110,
    453_990_499_740, 461_748_613_235, 469_471_562_786, 477_158_760_260, 484_809_620_246, 492_423_560_103,
    500_000_000_000, 507_538_362_961, 515_038_074_910, 522_498_564_716, 529_919_264_233, 537_299_608_347,
    544_639_035_015, 551_936_985_312, 559_192_903_471, 566_406_236_925, 573_576_436_351, 580_702_955_711,
    587_785_252_292, 594_822_786_751, 601_815_023_152, 608_761_429_009, 615_661_475_326, 622_514_636_638,
    629_320_391_050, 636_078_220_278, 642_787_609_687, 649_448_048_330, 656_059_028_991, 662_620_048_216,
    669_130_606_359, 675_590_207_616, 681_998_360_062, 688_354_575_694, 694_658_370_459, 700_909_264_300,
    707_106_781_187, 713_250_449_154, 719_339_800_339, 725_374_371_012, 731_353_701_619, 737_277_336_810,
    743_144_825_477, 748_955_720_789, 754_709_580_223, 760_405_965_600, 766_044_443_119, 771_624_583_388,
    777_145_961_457, 782_608_156_852, 788_010_753_607, 793_353_340_291, 798_635_510_047, 803_856_860_617,
    809_016_994_375, 814_115_518_356, 819_152_044_289, 824_126_188_622, 829_037_572_555, 833_885_822_067,
    838_670_567_945, 843_391_445_813, 848_048_096_156, 852_640_164_354, 857_167_300_702, 861_629_160_442,
    866_025_403_784, 870_355_695_940, 874_619_707_139, 878_817_112_662, 882_947_592_859, 887_010_833_178,
    891_006_524_188, 894_934_361_602, 898_794_046_299, 902_585_284_350, 906_307_787_037, 909_961_270_877,
    913_545_457_643, 917_060_074_385, 920_504_853_452, 923_879_532_511, 927_183_854_567, 930_417_567_982,
    933_580_426_497, 936_672_189_248, 939_692_620_786, 942_641_491_092, 945_518_575_599, 948_323_655_206,
    951_056_516_295, 953_716_950_748, 956_304_755_963, 958_819_734_868, 961_261_695_938, 963_630_453_209,
    965_925_826_289, 968_147_640_378, 970_295_726_276, 972_369_920_398, 974_370_064_785, 976_296_007_120,
    978_147_600_734, 979_924_704_621, 981_627_183_448, 983_254_907_564, 984_807_753_012, 986_285_601_537,
    987_688_340_595, 989_015_863_362, 990_268_068_742, 991_444_861_374, 992_546_151_641, 993_571_855_677,
    994_521_895_368, 995_396_198_367, 996_194_698_092, 996_917_333_733, 997_564_050_260, 998_134_798_422,
    998_629_534_755, 999_048_221_582, 999_390_827_019, 999_657_324_976, 999_847_695_156, 999_961_923_064,
    1_000_000_000_000,
];
