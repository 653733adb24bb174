//! A small random number generator for tests. The same seed gives the same numbers.

/// SplitMix64, with its state.
pub(crate) struct Chaos(pub(crate) u64);

impl Chaos {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `from` to `to`, both included.
    pub(crate) fn number(&mut self, from: u8, to: u8) -> u8 {
        from + (self.next() % (u64::from(to - from) + 1)) as u8
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn chance(&mut self, percent: u8) -> bool {
        self.number(1, 100) <= percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[(self.next() % from.len() as u64) as usize]
    }
}
