//! What a misspelt word was meant to be: words that one slip of a finger makes of each other.

use super::fold::first_letters;

/// Whether words of these [`first_letters`] may differ by one slip: of two words so near to each other, the first letters
/// are the same, or each other's neighbours.
pub fn may_be_slip(written: u64, meant: u64) -> bool {
    let ([first, second, ..], [third, fourth, ..]) = (written.to_le_bytes(), meant.to_le_bytes());
    first == third
        || second == fourth
        || first == fourth
        || second == third
        || !(first | second | third | fourth).is_ascii()
}

/// Whether two words differ by one slip: a letter too many or too few, another letter, or two in the wrong order. Words of
/// more letters may differ by more.
pub fn is_one_slip(written: &str, meant: &str) -> bool {
    let (a, b) = (written.as_bytes(), meant.as_bytes());
    let may_be = a.len().abs_diff(b.len()) <= 1 && may_be_slip(first_letters(written), first_letters(meant));
    if !may_be || written == meant {
        return false;
    }
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
    use super::*;

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
