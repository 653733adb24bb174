//! A game's words: what each means by itself, and which stand together for one. All of it is data of the game.

/// What a word can mean to a game.
pub trait Meaning: Copy + PartialEq + std::fmt::Debug + 'static {
    /// Whether it is an article, which names may begin with and may be written without.
    fn is_article(self) -> bool;
    /// Whether it joins two things: `and`.
    fn joins(self) -> bool;
    /// Whether it says that something is written after it: `@`, `→`.
    const AT: Self;
    /// What joins two things.
    const AND: Self;
    /// What `w/` means.
    const WITH: Self;
    /// Whether a `w` before a stroke would mean something else.
    fn is_letter_w(self) -> bool;
}

/// Words and phrases with a meaning, made ready to be looked up.
#[derive(Debug)]
pub struct Lexicon<K: 'static> {
    words: Vec<(String, K)>,
    phrases: Vec<(String, K)>,
    // Where a word is, one more than that, at the word's own place or soon behind it; 0 where none is.
    places: Vec<u16>,
    // For the words with a meaning, and behind them those without, the phrases that begin with each.
    begins: Vec<(String, Vec<u16>)>,
    begin_places: Vec<u16>,
}

/// How many places there are for words; many more than words, so that most stand at their own.
const PLACES: usize = 4096;

impl<K: Meaning> Lexicon<K> {
    /// Makes tables ready. Words are folded; the words of a phrase have a blank between.
    pub fn new(words: &[(&str, K)], phrases: &[(&str, K)]) -> Lexicon<K> {
        let owned = |table: &[(&str, K)]| table.iter().map(|it| (it.0.to_owned(), it.1)).collect();
        Lexicon::ready(owned(words), owned(phrases))
    }

    /// The same, and every form of verbs and of phrases that begin with one, each behind a comma; what the tables have already
    /// stays. What a verb did is past.
    #[must_use]
    pub fn with_forms(self, lemmas: &[(K, &str)], past: K) -> Lexicon<K> {
        let (mut words, mut phrases) = (self.words, self.phrases);
        for (meaning, lemma) in lemmas.iter().flat_map(|(meaning, all)| all.split(", ").map(|it| (*meaning, it))) {
            let (verb, rest) = lemma.split_once(' ').unwrap_or((lemma, ""));
            let [root, present, progressive, done] = forms(verb);
            for (form, meaning) in [(root, meaning), (present, meaning), (progressive, meaning), (done, past)] {
                let (form, table) = match rest {
                    "" => (form, &mut words),
                    _ => (format!("{form} {rest}"), &mut phrases),
                };
                if table.iter().all(|it| it.0 != form) {
                    table.push((form, meaning));
                }
            }
        }
        Lexicon::ready(words, phrases)
    }

    fn ready(words: Vec<(String, K)>, phrases: Vec<(String, K)>) -> Lexicon<K> {
        let mut places = vec![0; PLACES];
        for (n, (word, _)) in words.iter().enumerate() {
            settle(&mut places, word, n);
        }
        let mut begins: Vec<(String, Vec<u16>)> = Vec::new();
        for (n, (phrase, _)) in phrases.iter().enumerate() {
            let first = phrase.split(' ').next().unwrap_or_default();
            match begins.iter_mut().find(|it| it.0 == first) {
                Some(known) => known.1.push(n as u16),
                None => begins.push((first.to_owned(), vec![n as u16])),
            }
        }
        // The longest first.
        for (_, list) in &mut begins {
            list.sort_by_key(|it| std::cmp::Reverse(phrases.get(usize::from(*it)).map_or(0, |it| it.0.len())));
        }
        let mut begin_places = vec![0; PLACES];
        for (n, (word, _)) in begins.iter().enumerate() {
            settle(&mut begin_places, word, n);
        }
        Lexicon { words, phrases, places, begins, begin_places }
    }

    /// What a folded word means by itself.
    pub fn meaning(&self, word: &str) -> Option<K> {
        let mut at = own_place(word.as_bytes());
        loop {
            let place = usize::from(*self.places.get(at)?).checked_sub(1)?;
            let (candidate, meaning) = self.words.get(place)?;
            if candidate == word {
                return Some(*meaning);
            }
            at = (at + 1) % PLACES;
        }
    }

    /// The phrases that begin with a folded word, the longest first, each with its meaning.
    pub fn phrases_from(&self, word: &str) -> impl Iterator<Item = (&str, K)> {
        let list = self.begin_list(word).unwrap_or_default();
        list.iter().filter_map(|it| self.phrases.get(usize::from(*it)).map(|it| (it.0.as_str(), it.1)))
    }

    fn begin_list(&self, word: &str) -> Option<&[u16]> {
        let mut at = own_place(word.as_bytes());
        loop {
            let place = usize::from(*self.begin_places.get(at)?).checked_sub(1)?;
            let (candidate, list) = self.begins.get(place)?;
            if candidate == word {
                return Some(list);
            }
            at = (at + 1) % PLACES;
        }
    }

    /// All words with a meaning.
    pub fn words(&self) -> impl Iterator<Item = (&str, K)> {
        self.words.iter().map(|it| (it.0.as_str(), it.1))
    }
}

/// A verb by itself, with its s, as something that goes on, and as something done: the regular forms, which are also
/// those of others well enough that nobody writes anything else so.
fn forms(verb: &str) -> [String; 4] {
    let is_vowel = |it: char| "aeiou".contains(it);
    let mut backwards = verb.chars().rev();
    let [last, before, third] = [backwards.next(), backwards.next(), backwards.next()].map(Option::unwrap_or_default);
    let vowels = verb.chars().filter(|it| is_vowel(*it)).count();
    let without_last = verb.get(..verb.len() - last.len_utf8()).unwrap_or_default();
    let (present, stem) = match last {
        'y' if !is_vowel(before) => (format!("{without_last}ies"), verb.to_owned()),
        'e' if !is_vowel(before) => (format!("{verb}s"), without_last.to_owned()),
        's' | 'x' | 'z' | 'o' => (format!("{verb}es"), verb.to_owned()),
        'h' if matches!(before, 's' | 'c') => (format!("{verb}es"), verb.to_owned()),
        // `run`, `stab`: one short vowel and one letter behind it.
        _ if vowels == 1 && is_vowel(before) && !is_vowel(third) && !"wxy".contains(last) && verb.len() <= 5 => {
            (format!("{verb}s"), format!("{verb}{last}"))
        }
        _ => (format!("{verb}s"), verb.to_owned()),
    };
    let done = match last {
        'y' if !is_vowel(before) => format!("{without_last}ied"),
        'e' => format!("{verb}d"),
        _ => format!("{stem}ed"),
    };
    [verb.to_owned(), present, format!("{stem}ing"), done]
}

fn settle(places: &mut [u16], word: &str, n: usize) {
    let mut at = own_place(word.as_bytes());
    while places[at] != 0 {
        at = (at + 1) % PLACES;
    }
    places[at] = n as u16 + 1;
}

// Four letters and the length tell nearly all words apart.
fn own_place(word: &[u8]) -> usize {
    let (Some(first), Some(last)) = (word.first(), word.last()) else { return 0 };
    let at = |n: usize| u32::from(word.get(n).copied().unwrap_or_default());
    let length = word.len();
    let (second, middle) = (at((length - 1) / 4), at(length / 2));
    let mixed = (length as u32) << 25 ^ u32::from(*first) << 18 ^ second << 12 ^ middle << 6 ^ u32::from(*last);
    (mixed.wrapping_mul(0x9e37_79b1) >> 20) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_have_the_forms_that_english_gives_them() {
        for expected in [
            ["shoot", "shoots", "shooting", "shooted"],
            ["fire", "fires", "firing", "fired"],
            ["run", "runs", "running", "runned"],
            ["rush", "rushes", "rushing", "rushed"],
            ["go", "goes", "going", "goed"],
            ["hurry", "hurries", "hurrying", "hurried"],
            ["stay", "stays", "staying", "stayed"],
            ["melee", "melees", "meleeing", "meleed"],
            ["target", "targets", "targeting", "targeted"],
        ] {
            assert_eq!(forms(expected[0]), expected);
        }
    }
}
