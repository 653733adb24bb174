//! What a misspelt word was meant to be: words that one slip of a finger makes of each other.

use super::fold::first_letters;

/// Whether words of these [`first_letters`] may differ by one slip: all that is known of what stands behind it is the same.
#[inline]
pub fn may_be_slip(written: u64, meant: u64) -> bool {
    const BEYOND_ASCII: u64 = u64::from_le_bytes([0x80; 8]);
    let same = (written ^ meant).trailing_zeros() / u8::BITS * u8::BITS;
    if same == u64::BITS || (written | meant) & BEYOND_ASCII != 0 {
        return true;
    }
    let (a, b) = (written >> same, meant >> same);
    // Of the one with a letter more, one letter less is known behind it.
    let known = u64::MAX.checked_shr(same + u8::BITS).unwrap_or(0);
    let is_other = a >> u8::BITS == b >> u8::BITS;
    let is_more = (a >> u8::BITS ^ b) & known == 0;
    let is_less = (a ^ b >> u8::BITS) & known == 0;
    let exchanged = a & !0xffff | (a & 0xff) << u8::BITS | a >> u8::BITS & 0xff;
    is_other || is_more || is_less || exchanged == b
}

/// Whether two words differ by one slip: a letter too many or too few, another letter, or two in the wrong order. Words of
/// more letters may differ by more.
#[inline]
pub fn is_one_slip(written: &str, meant: &str) -> bool {
    written.len().abs_diff(meant.len()) <= 1
        && may_be_slip(first_letters(written), first_letters(meant))
        && is_slip(written, meant)
}

fn is_slip(written: &str, meant: &str) -> bool {
    if written == meant {
        return false;
    }
    let (a, b) = (written.as_bytes(), meant.as_bytes());
    let same = a.iter().zip(b).take_while(|it| it.0 == it.1).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|it| it.0 == it.1).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    match (a, b) {
        ([], _) | (_, []) | ([_], [_]) => true,
        ([first, second], [third, fourth]) => (first, second) == (fourth, third),
        // Letters of several bytes.
        _ => !(written.is_ascii() && meant.is_ascii()) && strsim::osa_distance(written, meant) == 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn one_slip_is_one_step_of_the_distance(written in "[abc]{0,11}", meant in "[abc]{0,11}") {
            prop_assert_eq!(is_one_slip(&written, &meant), strsim::osa_distance(&written, &meant) == 1);
        }

        #[test]
        fn what_one_slip_makes_of_each_other_may_be_a_slip(written in "[abš]{0,11}", meant in "[abš]{0,11}") {
            let is_slip = strsim::osa_distance(&written, &meant) == 1;
            prop_assert!(!is_slip || may_be_slip(first_letters(&written), first_letters(&meant)));
        }
    }

    #[test]
    fn one_slip_is_one_letter_more_less_other_or_two_exchanged() {
        for (written, meant) in
            [("alpah", "alpha"), ("shoot", "shoo"), ("hod", "hold"), ("hild", "hold"), ("sarka", "šarka"), ("aa", "a")]
        {
            assert!(is_one_slip(written, meant), "{written} {meant}");
        }
        for (written, meant) in [("alpha", "alpha"), ("hodl", "hlod"), ("ab", "cd"), ("abc", "cba"), ("", "ab")] {
            assert!(!is_one_slip(written, meant), "{written} {meant}");
        }
    }
}
