//! Compact encoding of values that mostly equal their defaults or are small: each takes as few bytes as possible, a run of equal
//! values a value and a length.

use sandtable_ir::NONE;

/// Values that are compared at once.
const LANES: usize = 16;

/// The number of values from the first on that are the same in both.
pub(super) fn n_alike(one: &[i32], other: &[i32]) -> usize {
    let chunks = one.chunks(LANES).zip(other.chunks(LANES));
    let whole = LANES * chunks.take_while(|(one, other)| one == other).count();
    let n = whole.min(one.len()).min(other.len());
    let rest = one.iter().zip(other).skip(n);
    n + rest.take_while(|(one, other)| one == other).count()
}

/// The code of the usual value.
const USUAL: u64 = 0;

/// The code of nothing.
const NOTHING: u64 = 1;

/// Whether a code is that of the usual value.
pub(super) fn is_usual(code: u64) -> bool {
    code == USUAL
}

/// The code of a value that is not usual; of numbers the lowest bit is the sign.
fn code(value: i32) -> u64 {
    match value {
        NONE => NOTHING,
        _ => (u64::from(value.unsigned_abs()) << 1 | u64::from(value < 0)) + 2,
    }
}

/// The value of a code that is not the usual one.
pub(super) fn value(code: u64) -> i32 {
    debug_assert_ne!(code, USUAL, "the usual value is known elsewhere");
    if code == NOTHING {
        return NONE;
    }
    let size = (code.saturating_sub(2) >> 1) as u32 as i32;
    match code & 1 {
        1 => size.wrapping_neg(),
        _ => size,
    }
}

/// Encoder of values, each given with its default.
pub(super) struct Packer<'b> {
    /// The code of the last run and its length, which may still grow.
    run: Option<(u64, u64)>,
    into: &'b mut Vec<u8>,
}

impl<'b> Packer<'b> {
    pub(super) fn new(into: &'b mut Vec<u8>) -> Self {
        Self { run: None, into }
    }

    #[inline]
    pub(super) fn add(&mut self, value: i32, usual: i32) {
        let code = match value == usual {
            true => USUAL,
            false => code(value),
        };
        self.add_run(code, 1);
    }

    /// Adds consecutive values.
    pub(super) fn add_all(&mut self, mut values: &[i32], mut usual: &[i32]) {
        loop {
            let n = n_alike(values, usual);
            if n > 0 {
                self.add_run(USUAL, n as u64);
            }
            let rest = values.get(n..).and_then(<[i32]>::split_first);
            let rest_usual = usual.get(n..).and_then(<[i32]>::split_first);
            let Some(((value, others), (_, others_usual))) = rest.zip(rest_usual) else {
                break;
            };
            self.add_run(code(*value), 1);
            (values, usual) = (others, others_usual);
        }
    }

    #[inline]
    fn add_run(&mut self, code: u64, n: u64) {
        match &mut self.run {
            Some((same, length)) if *same == code => *length += n,
            _ => {
                self.end_run();
                self.run = Some((code, n));
            }
        }
    }

    /// The lowest bit says whether a length follows.
    fn end_run(&mut self) {
        match self.run.take() {
            None => {}
            Some((code, 1)) => pack_number(code << 1, self.into),
            Some((code, length)) => {
                pack_number(code << 1 | 1, self.into);
                pack_number(length, self.into);
            }
        }
    }

    /// Writes the pending run.
    pub(super) fn end(mut self) {
        self.end_run();
    }
}

/// Seven bits to a byte, the lowest first; the highest bit of a byte says that more follow (LEB128).
fn pack_number(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Runs of codes that were packed.
pub(super) struct Unpacked<'b> {
    bytes: std::slice::Iter<'b, u8>,
    code: u64,
    left: u64,
}

impl<'b> Unpacked<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
            code: 0,
            left: 0,
        }
    }

    /// The next code, and the length of its run, at most `most`; `None` at the end.
    pub(super) fn run(&mut self, most: usize) -> Option<(u64, usize)> {
        if self.left == 0 {
            let number = self.number()?;
            self.code = number >> 1;
            self.left = match number & 1 {
                0 => 1,
                _ => self.number()?,
            };
        }
        let n = self.left.min(most as u64);
        self.left -= n;
        Some((self.code, n as usize))
    }

    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = *self.bytes.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NONE, Packer, Unpacked, is_usual, n_alike, value};

    fn packed(values: &[i32], usual: &[i32]) -> Vec<u8> {
        let (mut packed, mut singly) = (Vec::new(), Vec::new());
        let mut packer = Packer::new(&mut packed);
        packer.add_all(values, usual);
        packer.end();
        let mut packer = Packer::new(&mut singly);
        let pairs = values.iter().zip(usual);
        pairs.for_each(|(value, usual)| packer.add(*value, *usual));
        packer.end();
        assert_eq!(packed, singly);
        packed
    }

    /// By hand: 0 three times, as usual, is a run: code 0, `0 << 1 | 1`, and 3. Nothing is code 1. -1 is `(1 << 1 | 1) + 2` = 5, and 40
    /// is `(40 << 1) + 2` = 82, each one bit to the left: 10, and 164, which takes two bytes.
    #[test]
    fn usual_and_small_values_take_little_room() {
        let found = packed(&[0, 0, 0, NONE, -1, 40], &[0; 6]);
        assert_eq!(found, [1, 3, 2, 10, 0xa4, 1]);
    }

    /// The first 50 defaults are one run however they are added: `0 << 1 | 1` and 50; then 3, `(3 << 1) + 2` = 8, one bit to the left.
    #[test]
    fn a_run_goes_on_from_block_to_block() {
        let usual = [7; 51];
        let mut values = usual;
        values[50] = 3;
        let mut found = Vec::new();
        let mut packer = Packer::new(&mut found);
        packer.add(7, 7);
        packer.add_all(&values[1..20], &usual[1..20]);
        packer.add_all(&values[20..], &usual[20..]);
        packer.end();
        assert_eq!(found, [1, 50, 16]);
        assert_eq!(n_alike(&values, &usual), 50);
        assert_eq!(n_alike(&usual, &usual), 51);
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let values = [
            i32::MAX,
            i32::MIN,
            -1,
            0,
            0,
            7,
            NONE,
            NONE,
            63,
            64,
            -64,
            -64,
            -64,
        ];
        for usual in [0, 7, NONE] {
            let packed = packed(&values, &[usual; 13]);
            let mut unpacked = Unpacked::new(&packed);
            let mut found = Vec::new();
            // Two at a time at most, as blocks of two would.
            while let Some((code, n)) = unpacked.run(2) {
                let value = if is_usual(code) { usual } else { value(code) };
                found.extend(std::iter::repeat_n(value, n));
            }
            assert_eq!(found, values);
        }
    }
}
