//! Typing slips, and words that rule out an order, to try the readers of every game with.

/// Words that rule out that the words around them are an order.
pub(crate) const NEVER: &[&str] = &[
    "don't",
    "don’t",
    "not",
    "never",
    "no",
    "unless",
    "if",
    "until",
    "when",
    "maybe",
    "perhaps",
    "might",
    "could",
    "would",
    "or",
    "without",
    "nobody",
    "won't",
    "can't",
    "in case",
    "as soon as",
    "either",
    "probably",
    "pretend to",
    "avoid",
    "next round",
    "last round",
    "?",
];

/// A line with one letter of a word dropped, doubled, replaced by a neighbour on the keyboard, or exchanged with the
/// next. Numbers, tiles and words of one letter are left alone, because a changed one means another thing. `below`
/// returns a random number below its argument. `None` if nothing changed.
pub(crate) fn slip(line: &str, mut below: impl FnMut(usize) -> usize) -> Option<String> {
    let letters: Vec<char> = line.chars().collect();
    let words = letters.split_inclusive(|it| !it.is_alphanumeric());
    let mut places = Vec::new();
    let mut start = 0;
    for word in words {
        let length = word.iter().take_while(|it| it.is_alphanumeric()).count();
        if 1 < length && word[..length].iter().all(char::is_ascii_alphabetic) {
            places.extend((start..start + length).map(|at| (at, start + length)));
        }
        start += word.len();
    }
    if places.is_empty() {
        return None;
    }
    let (at, end) = places[below(places.len())];
    let mut slipped = letters.clone();
    match below(4) {
        0 => drop(slipped.remove(at)),
        1 => slipped.insert(at, letters[at]),
        2 if at + 1 < end => slipped.swap(at, at + 1),
        _ => {
            let near = neighbours(letters[at].to_ascii_lowercase());
            let near = near.as_bytes();
            slipped[at] = char::from(near[below(near.len())]);
        }
    }
    (slipped != letters).then(|| slipped.into_iter().collect())
}

/// The neighbours of a letter on a keyboard.
fn neighbours(letter: char) -> &'static str {
    match letter {
        'a' => "qsz",
        'b' => "vgn",
        'c' => "xdv",
        'd' => "sefc",
        'e' => "wrd",
        'f' => "drgv",
        'g' => "fthb",
        'h' => "gyjn",
        'i' => "uok",
        'j' => "hukm",
        'k' => "jil",
        'l' => "ko",
        'm' => "nj",
        'n' => "bhm",
        'o' => "ipl",
        'p' => "ol",
        'q' => "wa",
        'r' => "etf",
        's' => "adwx",
        't' => "ryg",
        'u' => "yij",
        'v' => "cfb",
        'w' => "qes",
        'x' => "zsc",
        'y' => "tuh",
        _ => "asx",
    }
}
