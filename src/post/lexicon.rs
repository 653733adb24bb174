//! A game's vocabulary: the meanings of its words, and of its phrases.

use std::collections::HashMap;

use super::english::{self, Common, Never};

/// What a word can mean to a game.
pub trait Meaning: Copy + PartialEq + std::fmt::Debug + From<Common> + 'static {
    /// Whether it is an article. Names may begin with one, and be written without it.
    fn is_article(self) -> bool {
        self == Self::from(Common::Article)
    }
    /// Whether it only says what kind of thing stands before it: `squad`.
    fn says_what(self) -> bool {
        false
    }
    /// Whether it says how something is done: `in cover`, `with both hands`.
    fn says_how(self) -> bool {
        false
    }
    /// Whether it only leads to the name behind it: `on`.
    fn leads(self) -> bool {
        self == Self::AT
    }
    /// Whether it is a way: `north`.
    fn is_way(self) -> bool {
        false
    }
    /// Whether `E 3` is a way and not a tile.
    const HAS_WAYS_OF_A_LETTER: bool = true;
    /// Whether it is a unit that ways are counted in: `tiles`.
    fn is_step(self) -> bool {
        false
    }
    /// Whether it joins two things: `and`.
    fn joins(self) -> bool {
        self == Self::AND
    }
    /// Whether it is an order, or rules out that the words around it are one.
    fn decides(self) -> bool;
    /// Why it rules out that the words around it are an order. `None` if it doesn't.
    fn never(self) -> Option<Never>;
    /// Whether it can mean the same as `other`, for meanings that stand for several things.
    fn is_like(self, other: Self) -> bool {
        self == other
    }
    /// Whether it says what to do.
    fn is_order(self) -> bool {
        self.decides() && self.never().is_none()
    }
    /// What leads to a target, also as `@` or `→`.
    const AT: Self;
    /// What joins two things.
    const AND: Self;
    /// What leads to the next act: `then`.
    const THEN: Self;
    /// What leads to a place: `to`.
    const TO: Self;
    /// What `w/` means.
    const WITH: Self;
    /// What `w` means without a stroke behind it.
    const W: Self;
}

/// An index of words and phrases with a meaning.
#[derive(Debug)]
pub struct Lexicon<K: 'static> {
    entries: HashMap<String, Entry<K>>,
}

#[derive(Debug)]
struct Entry<K> {
    meaning: Option<K>,
    // Phrases that begin with it, the longest first.
    phrases: Vec<(String, K)>,
}

impl<K: Meaning> Lexicon<K> {
    /// Indexes words, phrases and verbs, together with those of every game.
    ///
    /// Each text is folded, with commas between its entries and a blank between the words of a phrase. A verb, or a
    /// phrase that begins with one, is entered in all its forms; its past form means [`Never::Past`]. A word that
    /// already has a meaning keeps it.
    pub fn new<'w>(words: impl Iterator<Item = (K, &'w str)>, verbs: impl Iterator<Item = (K, &'w str)>) -> Lexicon<K> {
        let mut lexicon = Lexicon { entries: HashMap::new() };
        for (meaning, words) in words.chain(english::WORDS.iter().map(|it| (K::from(it.0), it.1))) {
            words.split(", ").for_each(|it| lexicon.learn(it, meaning));
        }
        let past = K::from(Common::Never(Never::Past));
        let all = verbs.chain(english::LEMMAS.iter().map(|it| (K::from(it.0), it.1)));
        for (meaning, lemma) in all.flat_map(|(meaning, all)| all.split(", ").map(move |it| (meaning, it))) {
            let (verb, rest) = lemma.split_once(' ').unwrap_or((lemma, ""));
            let [root, present, progressive, done] = forms(verb);
            for (form, meaning) in [(root, meaning), (present, meaning), (progressive, meaning), (done, past)] {
                lexicon.learn(format!("{form} {rest}").trim_end(), meaning);
            }
        }
        lexicon
    }

    fn learn(&mut self, text: &str, meaning: K) {
        let first = text.split(' ').next().unwrap_or_default();
        let entry =
            self.entries.entry(first.to_owned()).or_insert_with(|| Entry { meaning: None, phrases: Vec::new() });
        if first == text {
            entry.meaning.get_or_insert(meaning);
        } else if entry.phrases.iter().all(|it| it.0 != text) {
            entry.phrases.push((text.to_owned(), meaning));
            entry.phrases.sort_by_key(|it| std::cmp::Reverse(it.0.len()));
        }
    }

    /// What a folded word means by itself.
    pub fn meaning(&self, word: &str) -> Option<K> {
        self.entries.get(word)?.meaning
    }

    /// What a folded word or a phrase means.
    pub fn meaning_of(&self, words: &str) -> Option<K> {
        let first = words.split(' ').next().unwrap_or_default();
        let phrase = || self.phrases(first).iter().find(|it| it.0 == words).map(|it| it.1);
        self.meaning(words).or_else(phrase)
    }

    /// The phrases that begin with a folded word, the longest first, each with its meaning.
    pub fn phrases(&self, first: &str) -> &[(String, K)] {
        self.entries.get(first).map_or(&[], |it| &it.phrases)
    }

    /// Whether phrases begin with a folded word.
    pub fn leads(&self, word: &str) -> bool {
        !self.phrases(word).is_empty()
    }

    /// All words with a meaning, in no particular order.
    pub fn words(&self) -> impl Iterator<Item = (&str, K)> {
        self.entries.iter().filter_map(|(word, it)| Some((word.as_str(), it.meaning?)))
    }
}

/// The four forms of a verb, as in `walk`, `walks`, `walking`, `walked`. Irregular verbs get regular forms, too, which
/// do no harm because nobody writes anything else that way.
pub fn forms(verb: &str) -> [String; 4] {
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
