//! What a misspelt word was meant to be: words that one slip of a finger makes of each other.

/// Whether two words differ by one slip: a letter too many or too few, another letter, or two in the wrong order. Words of
/// more letters may differ by more.
pub fn is_one_slip(written: &str, meant: &str) -> bool {
    if written == meant || 1 < written.len().abs_diff(meant.len()) {
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
