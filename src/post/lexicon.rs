//! A game's words: what each means by itself, and which stand together for one. All of it is data of the game.

use super::english::{self, Common, Never};
use super::fold::{FIRST_LETTERS, Filter, Places, first_letters};
use super::near::may_be_slip;
use crate::diagnostic::letters_in;

/// What a word can mean to a game.
pub trait Meaning: Copy + PartialEq + std::fmt::Debug + From<Common> + 'static {
    /// Whether it is an article, which names may begin with and may be written without.
    fn is_article(self) -> bool {
        self == Self::from(Common::Article)
    }
    /// Whether it only says what is named before it: `squad`.
    fn says_what(self) -> bool {
        false
    }
    /// Whether it only leads to what is named behind it: `on`.
    fn leads(self) -> bool {
        self == Self::AT
    }
    /// Whether it joins two things: `and`.
    fn joins(self) -> bool {
        self == Self::AND
    }
    /// Bits of the kinds of words that it is one of if it is written so, by which lines are known that hold none of a kind.
    fn kinds(self, _written: &str) -> u32 {
        0
    }
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
    entries: Vec<Entry<K>>,
    places: Places,
    // The words of each length that mean something.
    by_length: Vec<Vec<Spelling>>,
}

/// A word that means something by itself, or that phrases begin with.
#[derive(Debug)]
pub struct Entry<K> {
    word: String,
    // As [`first_letters`] has them.
    letters: u64,
    pub meaning: Option<K>,
    /// The [`Meaning::kinds`] of that.
    pub(super) kinds: u32,
    /// Which entry it is, if phrases begin with it.
    pub leads: Option<EntryId>,
    // The longest first.
    phrases: Vec<(String, K)>,
    // The second word of each.
    seconds: Filter,
}

/// How a word is written, as far as it tells whether another may be a slip of it.
#[derive(Debug)]
struct Spelling {
    // A bit for each letter in it.
    holds: u32,
    // As [`first_letters`] has them.
    letters: u64,
    id: EntryId,
}

/// Which entry of its lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryId(u16);

/// More words than any lexicon has.
const WORDS_MAX: usize = 2048;

impl<K: Meaning> Lexicon<K> {
    /// Makes tables ready, each text with a comma between two: words and phrases, folded, with a blank between the words of a
    /// phrase; those of every game; and every form of verbs and of phrases that begin with one. What has a meaning already
    /// keeps it, and what a verb did is past.
    pub fn new<'w>(
        words: impl Iterator<Item = (K, &'w str)>,
        lemmas: impl Iterator<Item = (K, &'w str)>,
    ) -> Lexicon<K> {
        let mut lexicon = Lexicon { entries: Vec::new(), places: Places::with_room(WORDS_MAX), by_length: Vec::new() };
        for (meaning, words) in words.chain(english::WORDS.iter().map(|it| (K::from(it.0), it.1))) {
            words.split(", ").for_each(|it| lexicon.learn(it, meaning));
        }
        let past = K::from(Common::Never(Never::Past));
        let all = lemmas.chain(english::LEMMAS.iter().map(|it| (K::from(it.0), it.1)));
        for (meaning, lemma) in all.flat_map(|(meaning, all)| all.split(", ").map(move |it| (meaning, it))) {
            let (verb, rest) = lemma.split_once(' ').unwrap_or((lemma, ""));
            let [root, present, progressive, done] = forms(verb);
            for (form, meaning) in [(root, meaning), (present, meaning), (progressive, meaning), (done, past)] {
                lexicon.learn(format!("{form} {rest}").trim_end(), meaning);
            }
        }
        for (at, it) in lexicon.entries.iter().enumerate().filter(|it| it.1.meaning.is_some()) {
            let lengths = lexicon.by_length.len().max(it.word.len() + 1);
            lexicon.by_length.resize_with(lengths, Vec::new);
            let spelling = Spelling { holds: letters_in(&it.word), letters: it.letters, id: EntryId(at as u16) };
            lexicon.by_length[it.word.len()].push(spelling);
        }
        lexicon
    }

    // What is known already keeps its meaning.
    fn learn(&mut self, text: &str, meaning: K) {
        let first = text.split(' ').next().unwrap_or_default();
        let letters = first_letters(first);
        let known = self.places.find(number_of(letters, first.len()), |it| self.entries[it].word == first);
        let at = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.places.put(number_of(letters, first.len()), at);
            self.entries.push(Entry {
                word: first.to_owned(),
                letters,
                meaning: None,
                kinds: 0,
                leads: None,
                phrases: Vec::new(),
                seconds: Filter::default(),
            });
        }
        let entry = &mut self.entries[at];
        if first == text {
            let meaning = *entry.meaning.get_or_insert(meaning);
            entry.kinds = meaning.kinds(text);
        } else if entry.phrases.iter().all(|it| it.0 != text) {
            let second = text.get(first.len() + 1..).unwrap_or_default();
            let second_word = second.split(' ').next().unwrap_or_default();
            // `their` stands for other words.
            entry.seconds = if second_word == english::THEIR {
                Filter::ALL
            } else {
                entry.seconds.with(first_letters(second_word))
            };
            entry.leads = Some(EntryId(at as u16));
            entry.phrases.push((text.to_owned(), meaning));
            entry.phrases.sort_by_key(|it| std::cmp::Reverse(it.0.len()));
        }
    }

    /// What is known of a folded word.
    pub fn entry(&self, word: &str) -> Option<&Entry<K>> {
        self.entry_of(first_letters(word), word.len(), || word)
    }

    /// What is known of a folded word, of which the [`first_letters`] and the length are known.
    #[inline]
    pub(super) fn entry_of<'w>(&self, letters: u64, length: usize, word: impl Fn() -> &'w str) -> Option<&Entry<K>> {
        let is_it = |entry: &Entry<K>| {
            entry.letters == letters && entry.word.len() == length && (length <= FIRST_LETTERS || entry.word == word())
        };
        let found = self.places.find(number_of(letters, length), |it| self.entries.get(it).is_some_and(is_it));
        self.entries.get(found?)
    }

    /// What a folded word means by itself.
    pub fn meaning(&self, word: &str) -> Option<K> {
        self.entry(word)?.meaning
    }

    /// The phrases that begin with a word, the longest first, each with its meaning, if one may go on with a word of these
    /// [`first_letters`].
    pub fn phrases(&self, first: EntryId, second: u64) -> &[(String, K)] {
        let entry = self.entries.get(usize::from(first.0)).filter(|it| it.seconds.may_hold(second));
        entry.map_or(&[], |it| &it.phrases)
    }

    /// Whether phrases begin with a folded word.
    pub fn leads(&self, word: &str) -> bool {
        self.entry(word).is_some_and(|it| it.leads.is_some())
    }

    /// All words with a meaning that this one may be a slip of.
    pub fn words_near(&self, written: &str) -> impl Iterator<Item = (&str, K)> {
        let (letters, holds) = (first_letters(written), letters_in(written));
        // One slip brings one letter and takes one away, if each is a byte.
        let has_wide = !written.is_ascii();
        let is_near = move |it: &&Spelling| is_two_at_most(it.holds ^ holds) || has_wide;
        let lengths = written.len().saturating_sub(1)..written.len() + 2;
        lengths.filter_map(|it| self.by_length.get(it)).flat_map(move |alike| {
            let near = alike.iter().filter(is_near).filter(move |it| may_be_slip(letters, it.letters));
            near.filter_map(|it| self.entries.get(usize::from(it.id.0)))
                .filter_map(|it| Some((it.word.as_str(), it.meaning?)))
        })
    }
}

/// Whether two bits are set, or fewer.
fn is_two_at_most(bits: u32) -> bool {
    let without_one = |it: u32| it & it.wrapping_sub(1);
    without_one(without_one(bits)) == 0
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

// The first letters and the length tell nearly all words apart.
fn number_of(letters: u64, length: usize) -> u64 {
    letters ^ length as u64
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
