//! The source of chance. Every die is requested by purpose and recorded.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

#[cfg(test)]
pub(crate) mod chaos;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha12Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a die is rolled for: a word of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Purpose(&'static str);

impl Purpose {
    /// The purpose with this word in scripts, transcripts and reports.
    pub const fn named(word: &'static str) -> Purpose {
        Purpose(word)
    }

    pub fn word(self) -> &'static str {
        self.0
    }
}

/// How many faces a die has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    D4,
    D6,
    D8,
    D10,
    D12,
}

impl Sides {
    /// All of them, the fewest first, and the symbol of face 1 where dice are written in a row.
    pub const ALL: [(Sides, u8); 5] =
        [(Sides::D4, b'a'), (Sides::D6, b'1'), (Sides::D8, b'A'), (Sides::D10, b'I'), (Sides::D12, b'e')];

    pub fn count(self) -> u8 {
        [4, 6, 8, 10, 12][self as usize]
    }

    /// The die with this number of faces, if there is one.
    pub fn of(count: u8) -> Option<Sides> {
        Sides::ALL.into_iter().map(|it| it.0).find(|it| it.count() == count)
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.count())
    }
}

/// Any die that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "char", into = "char")]
pub struct Die {
    sides: Sides,
    face: u8,
}

impl Die {
    /// A die that shows `face`. `None` if it has no such face.
    pub fn showing(sides: Sides, face: u8) -> Option<Die> {
        (1..=sides.count()).contains(&face).then_some(Die { sides, face })
    }

    pub fn sides(self) -> Sides {
        self.sides
    }

    /// What it shows, from 1.
    pub fn face(self) -> u8 {
        self.face
    }

    /// Whether it shows its highest face.
    pub fn is_highest(self) -> bool {
        self.face == self.sides.count()
    }

    /// The letter or digit for both its face and its sides: `1` to `6` for a d6, `a` to `d` for a d4, `A` to `H` for a
    /// d8, `I` to `R` for a d10, `e` to `p` for a d12.
    pub fn symbol(self) -> char {
        let first = Sides::ALL[self.sides as usize].1;
        char::from(first + self.face - 1)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sides {
            Sides::D6 => write!(f, "{}", self.face),
            sides => write!(f, "{} on a {sides}", self.face),
        }
    }
}

impl From<Die> for char {
    fn from(die: Die) -> char {
        die.symbol()
    }
}

impl TryFrom<char> for Die {
    type Error = &'static str;

    fn try_from(symbol: char) -> Result<Die, &'static str> {
        let symbol = u8::try_from(symbol).unwrap_or_default();
        let of = |(sides, first)| Die::showing(sides, symbol.checked_sub(first)?.checked_add(1)?);
        Sides::ALL.into_iter().find_map(of).ok_or("no die is written so")
    }
}

/// A six-sided die that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct D6(u8);

impl D6 {
    /// Each face once.
    pub const ALL: [D6; 6] = [D6(1), D6(2), D6(3), D6(4), D6(5), D6(6)];

    /// A die that shows `face`. `None` if it has no such face.
    pub fn showing(face: u8) -> Option<D6> {
        (1..=6).contains(&face).then_some(D6(face))
    }

    /// What it shows, 1 to 6.
    pub fn face(self) -> u8 {
        self.0
    }
}

impl fmt::Display for D6 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An event that dice are rolled for: its kind, and the numbers of those who take part.
///
/// A part that an event doesn't have is [`Label::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The kind of event, as the game numbers it. The dice depend on the number.
    pub kind: u8,
    /// The squad or unit that rolls, by its place in the battle.
    pub by: u16,
    /// The squad or unit that is rolled against.
    pub at: u16,
    pub weapon: u16,
}

impl Label {
    /// Nobody, or no weapon.
    pub const NONE: u16 = u16::MAX;

    /// An event that only concerns `by`.
    pub fn of(kind: impl Into<u8>, by: u16) -> Label {
        Label { kind: kind.into(), by, at: Label::NONE, weapon: Label::NONE }
    }
}

/// The seed of all the dice of a battle. It is secret until the battle ends, so its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    pub fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A digest that may be published before the first order. Nobody can find the seed from it, or exchange the seed
    /// for another.
    pub fn commitment(&self) -> [u8; 32] {
        sha256(&[b"fieldpost seed 1\0", &self.0])
    }

    /// The seed itself, to be published when the battle is over.
    pub fn reveal(&self) -> [u8; 32] {
        self.0
    }

    /// The mood of the battle: the first eight bytes, lowest first, of the SHA-256 of `fieldpost mood 1`, a zero byte
    /// and the seed.
    pub fn mood(&self) -> Mood {
        let digest = sha256(&[b"fieldpost mood 1\0", &self.0]);
        Mood(digest.iter().take(8).rev().fold(0, |sum, it| sum << 8 | u64::from(*it)))
    }

    /// **R-4** The dice of one round, from the seed, the round's number, the digest of its orders, and the digest of a
    /// word from each seat. Without all four nobody can know the dice, and with them anybody can roll them again.
    ///
    /// The round's key is the SHA-256 of `fieldpost dice 2`, a zero byte, the 32 bytes of the seed, the number in two
    /// bytes, the lower first, and the two digests. [`Dice::keyed`] says how the key becomes dice.
    pub fn dice(&self, round: u16, orders: &[u8; 32], words: &[u8; 32]) -> Dice {
        Dice::keyed(self.round_key(round, orders, words))
    }

    fn round_key(&self, round: u16, orders: &[u8; 32], words: &[u8; 32]) -> [u8; 32] {
        sha256(&[b"fieldpost dice 2\0", &self.0, &round.to_le_bytes(), orders, words])
    }
}

/// The SHA-256 of these parts, one after the other.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|it| hash.update(it));
    hash.finalize().into()
}

/// **R-4** The digest of the words that the seats gave for a round, in the order of the seats' names.
///
/// It is the SHA-256 of `fieldpost words 1`, a zero byte, and then for each seat its name and its word in UTF-8. Each
/// of these texts is preceded by its length in bytes, as four bytes, the lowest first.
pub fn words_digest<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(b"fieldpost words 1\0");
    for (seat, word) in words {
        for text in [seat, word] {
            digest.update((text.len() as u32).to_le_bytes());
            digest.update(text);
        }
    }
    digest.finalize().into()
}

/// Decides between options of equal value where no dice are rolled. It is the same throughout a battle, and reveals
/// nothing of the seed or the dice. The default ranks all options alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mood(u64);

impl Mood {
    /// The rank of the option with this number. The highest rank comes first.
    pub fn rank(self, number: u16) -> u64 {
        // The last step of SplitMix64, so that neighbouring numbers get unrelated ranks.
        let mixed = self.0.wrapping_mul(2 * u64::from(number) + 1);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl From<u64> for Seed {
    /// A seed as people type it: the number in little-endian bytes, and zeros.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// The dice of one round, which are rolled event by event: [`Dice::event`].
pub struct Dice(Stream);

/// The dice of one event.
pub struct Stream {
    source: Source,
    /// Faces of six-sided dice that are ready to use. Only the first `d6_left` of them count, and the last of those
    /// comes next.
    d6_faces: [u8; PER_WORD],
    d6_left: usize,
    /// All dice so far, including those of earlier events.
    rolled: Vec<(Purpose, Die)>,
}

enum Source {
    Keyed(Box<WordSource>),
    /// Dice that were fixed in advance.
    Laid(VecDeque<Laid>),
    #[cfg(test)]
    Test(tests::Hand),
}

/// A die that was fixed in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    pub word: String,
    /// `None` if the script doesn't say.
    pub sides: Option<Sides>,
    pub face: u8,
}

impl Laid {
    fn is_for(&self, sides: Sides, purpose: Purpose) -> bool {
        let has_face = self.sides.is_none_or(|it| it == sides) && (1..=sides.count()).contains(&self.face);
        has_face && self.word == purpose.word()
    }
}

/// The source of the random words that dice are made from.
struct WordSource {
    /// The streams of the events. `None` if all events share one.
    streams: Option<Streams>,
    /// The generator of the current event, or of the one before while an event is opening.
    generator: ChaCha12Rng,
}

/// A stream for each event.
struct Streams {
    /// The round's key.
    key: [u8; 32],
    /// How many events have rolled dice under each label.
    begun: BTreeMap<Label, u32>,
    /// The event that hasn't used a word yet.
    opening: Option<Label>,
}

/// Six-sided dice that one 32-bit word yields.
const PER_WORD: usize = 10;

impl WordSource {
    /// The next word that is fair between this number of outcomes.
    fn word(&mut self, outcomes: u32) -> u32 {
        if let Some(key) = self.streams.as_mut().and_then(Streams::next_key) {
            self.generator = ChaCha12Rng::from_seed(key);
        }
        let limit = (1 << 32) / u64::from(outcomes) * u64::from(outcomes);
        loop {
            let word = self.generator.next_u32();
            if u64::from(word) < limit {
                return word;
            }
        }
    }
}

impl Streams {
    /// The key of the event that is opening. `None` if none is.
    fn next_key(&mut self) -> Option<[u8; 32]> {
        let label = self.opening.take()?;
        let before = self.begun.entry(label).or_insert(0_u32);
        let Label { kind, by, at, weapon } = label;
        let numbers = [by, at, weapon].map(u16::to_le_bytes);
        let key = sha256(&[b"event\0", &self.key, &[kind], numbers.as_flattened(), &before.to_le_bytes()]);
        *before += 1;
        Some(key)
    }
}

impl Dice {
    /// Dice for a trial of a round. They are the same for the same orders and the same number of the trial. No battle
    /// has them, because they use a seat without a name, and every seat has one. All events share one stream, because
    /// nobody needs to roll a single event again.
    pub fn for_trial(run: u32, round: u16, orders: &[u8; 32]) -> Dice {
        let key = Seed::from(u64::from(run)).round_key(round, orders, &words_digest([("", "rehearsal")]));
        Dice::of_words(WordSource { streams: None, generator: ChaCha12Rng::from_seed(key) })
    }

    /// Dice that anyone who knows the round's key can roll again.
    ///
    /// Each event has a stream of its own, so that its dice don't depend on what happened before it. Even a player who
    /// knew the dice of one event couldn't pass them to another by changing the order of things. This is the definition
    /// of the streams, independent of any library:
    ///
    /// 1. The event's key is the SHA-256 of `event`, a zero byte, the round's key, and the event's label: its
    ///    [kind](Label::kind) in one byte; `by`, `at` and `weapon` in two bytes each; and in four bytes the number of
    ///    earlier events of the round that rolled dice under the same label. Lower bytes come first.
    /// 2. The stream is ChaCha with 12 rounds under that key, from block 0 with a nonce of zeros, taken as 32-bit
    ///    words.
    /// 3. A d6 takes a new word unless some dice are left from the last one. A word of at least 71 · 6¹⁰ is skipped.
    ///    Any other gives ten dice: its ten lowest digits in base 6, lowest first, each plus one. They are used one
    ///    after the other, even if dice of other sides are rolled in between. Dice that are left when the event is over
    ///    are lost.
    /// 4. A die of n other sides takes a word of its own. A word of at least n · ⌊2³² / n⌋ is skipped (none is for a d4
    ///    and a d8). Any other gives one die: the word's remainder by n, plus one.
    pub fn keyed(key: [u8; 32]) -> Dice {
        let streams = Streams { key, begun: BTreeMap::new(), opening: None };
        Dice::of_words(WordSource { streams: Some(streams), generator: ChaCha12Rng::from_seed(key) })
    }

    fn of_words(words: WordSource) -> Dice {
        Dice(Stream::of(Source::Keyed(Box::new(words))))
    }

    /// Dice that are fixed in advance, such as `"hit 4, wound 5, save 1"`. Several of one kind may share their name:
    /// `"hit 4 2 6"`. A face stands for any die that has it, while `"armor d10:7"` is a d10. If the rules ask for
    /// another die, they get a 1, and [`Dice::rolled`] says what they asked for.
    ///
    /// # Errors
    ///
    /// If the script can't be read.
    pub fn laid_out(script: &str) -> Result<Dice, BadScript> {
        Ok(Dice(Stream::of(Source::Laid(laid_out(script)?))))
    }

    /// The dice of the next event. Dice that were fixed in advance are one sequence for all events.
    pub fn event(&mut self, label: Label) -> &mut Stream {
        if let Source::Keyed(words) = &mut self.0.source
            && let Some(streams) = &mut words.streams
        {
            streams.opening = Some(label);
            self.0.d6_left = 0;
        }
        &mut self.0
    }

    /// All dice so far, in the order in which they were rolled.
    pub fn rolled(&self) -> &[(Purpose, Die)] {
        &self.0.rolled
    }
}

impl Stream {
    fn of(source: Source) -> Stream {
        Stream { source, d6_faces: [1; PER_WORD], d6_left: 0, rolled: Vec::new() }
    }

    /// Rolls one six-sided die.
    pub fn d6(&mut self, purpose: Purpose) -> D6 {
        D6(self.die(Sides::D6, purpose).face)
    }

    /// Rolls one die with these sides.
    pub fn die(&mut self, sides: Sides, purpose: Purpose) -> Die {
        let face = match &mut self.source {
            Source::Keyed(words) if sides == Sides::D6 => {
                if self.d6_left == 0 {
                    let mut digits = words.word(6_u32.pow(PER_WORD as u32));
                    for face in self.d6_faces.iter_mut().rev() {
                        *face = (digits % 6) as u8 + 1;
                        digits /= 6;
                    }
                    self.d6_left = PER_WORD;
                }
                self.d6_left -= 1;
                self.d6_faces[self.d6_left]
            }
            Source::Keyed(words) => {
                let count = u32::from(sides.count());
                (words.word(count) % count) as u8 + 1
            }
            Source::Laid(laid) => next_laid(laid, sides, purpose),
            #[cfg(test)]
            Source::Test(hand) => hand.next(sides, purpose),
        };
        let die = Die { sides, face };
        self.rolled.push((purpose, die));
        die
    }

    /// Rolls two six-sided dice, whose sum counts.
    pub fn two(&mut self, purpose: Purpose) -> [D6; 2] {
        [self.d6(purpose), self.d6(purpose)]
    }
}

/// The part of a script that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no die. Write what it is for and what it shows, such as \"hit 4, armor d10:7\"")]
pub struct BadScript(String);

/// The dice of a script, as [`Dice::laid_out`] takes it.
///
/// # Errors
///
/// If it can't be read.
pub fn laid_out(script: &str) -> Result<VecDeque<Laid>, BadScript> {
    let mut laid = VecDeque::new();
    for part in script.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let bad = || BadScript(part.to_owned());
        let (word, faces) = part.split_once(' ').ok_or_else(bad)?;
        for die in faces.split_whitespace() {
            let (sides, face) = match die.split_once(':') {
                Some((sides, face)) => {
                    let count = sides.strip_prefix('d').and_then(|it| it.parse().ok());
                    (Some(count.and_then(Sides::of).ok_or_else(bad)?), face)
                }
                None => (None, die),
            };
            laid.push_back(Laid { word: word.to_owned(), sides, face: face.parse().map_err(|_| bad())? });
        }
    }
    Ok(laid)
}

/// The next face that was fixed in advance, or 1 if that is for another die.
fn next_laid(laid: &mut VecDeque<Laid>, sides: Sides, purpose: Purpose) -> u8 {
    laid.pop_front().filter(|it| it.is_for(sides, purpose)).map_or(1, |it| it.face)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NO_WORDS: [u8; 32] = [0; 32];
    const HIT: Purpose = Purpose::named("hit");
    const FIRE: u8 = 0;
    const STRAY: u8 = 1;
    const BLOWS: u8 = 3;
    const CHARGE: u8 = 5;
    const MORALE: u8 = 8;

    /// Dice that a test fixes in advance.
    pub(super) enum Hand {
        /// Panics if a rule asks for another die than the next one.
        Strict(VecDeque<Laid>),
        /// These faces, for any purpose, and then only 1s.
        Faces(VecDeque<u8>),
    }

    impl Hand {
        pub(super) fn next(&mut self, sides: Sides, purpose: Purpose) -> u8 {
            let laid = match self {
                Hand::Faces(faces) => return faces.pop_front().unwrap_or(1),
                Hand::Strict(laid) => laid.pop_front(),
            };
            match laid {
                Some(it) if it.is_for(sides, purpose) => it.face,
                Some(Laid { word, face, .. }) => panic!(
                    "the rules want another die than the script lays out: a {sides} for `{}`, not `{word} {face}`",
                    purpose.word()
                ),
                None => panic!("the script ran out of dice: a {sides} for `{}` is wanted", purpose.word()),
            }
        }
    }

    impl Dice {
        /// Dice that are fixed in advance. The test fails if a rule asks for other dice, or in another order.
        pub(crate) fn scripted(script: &str) -> Dice {
            let laid = laid_out(script).unwrap_or_else(|it| panic!("{it}"));
            Dice(Stream::of(Source::Test(Hand::Strict(laid))))
        }

        /// How many scripted dice weren't used.
        pub(crate) fn left_over(&self) -> usize {
            match &self.0.source {
                Source::Test(Hand::Strict(laid)) => laid.len(),
                _ => 0,
            }
        }

        /// These faces, for any purpose, and then only 1s. [`Dice::rolled`] then says which dice the rules asked for.
        pub(crate) fn laid(faces: impl IntoIterator<Item = u8>) -> Dice {
            Dice(Stream::of(Source::Test(Hand::Faces(faces.into_iter().collect()))))
        }

        /// Dice for the next combination of faces, to try all of them in turn. `rolled` is what the last combination
        /// rolled, or `None` for the first.
        ///
        /// `None` if there is no further combination.
        pub(crate) fn next_way(rolled: Option<&[(Purpose, Die)]>) -> Option<Dice> {
            let mut dice: Vec<Die> = rolled.unwrap_or_default().iter().map(|it| it.1).collect();
            if rolled.is_some() {
                while dice.last().is_some_and(|it| it.is_highest()) {
                    dice.pop();
                }
                dice.last_mut()?.face += 1;
            }
            Some(Dice::laid(dice.into_iter().map(Die::face)))
        }
    }

    fn faces(dice: &mut Dice, label: Label, count: usize) -> String {
        let stream = dice.event(label);
        (0..count).map(|_| stream.d6(HIT).to_string()).collect()
    }

    fn fire(by: u16, at: u16, weapon: u16) -> Label {
        Label { kind: FIRE, by, at, weapon }
    }

    /// Any event of a small battle.
    fn labels() -> impl Strategy<Value = Label> {
        let kinds = [FIRE, BLOWS, CHARGE, MORALE];
        (prop::sample::select(kinds.to_vec()), 0..3_u16, 0..3_u16, 0..2_u16).prop_map(|(kind, by, at, weapon)| Label {
            kind,
            by,
            at,
            weapon,
        })
    }

    // These faces and digests come from another program that was written from the doc comments in this file.
    #[test]
    fn r4_the_same_seed_round_orders_and_words_give_the_same_dice_for_ever() {
        let words = words_digest([("alice", "heron"), ("béla", "")]);
        let mut dice = Seed::from(7).dice(1, &[0; 32], &words);
        let volley = fire(0, 258, 3);
        expect_test::expect![["5552131164512365414565244355541324514224"]].assert_eq(&faces(&mut dice, volley, 40));
        expect_test::expect![["333524626223"]].assert_eq(&faces(&mut dice, Label::of(MORALE, 0), 12));
        expect_test::expect![["111143152634"]].assert_eq(&faces(&mut dice, volley, 12));
    }

    #[test]
    fn r4_words_have_one_digest_for_ever() {
        let hex = |digest: [u8; 32]| digest.map(|it| format!("{it:02x}")).concat();
        expect_test::expect![["a3ab7cc059658fede5d55403a282a3b384602774b55aae79627a440db7ba52ab"]]
            .assert_eq(&hex(words_digest([])));
        expect_test::expect![["8ff3eb8d347c8e8fd512c09d453aef9490f740ccc2353050dd65b5544bec472e"]]
            .assert_eq(&hex(words_digest([("alice", "heron"), ("béla", "")])));
    }

    #[test]
    fn r4_words_do_not_run_into_each_other() {
        let digests = [
            words_digest([]),
            words_digest([("", "")]),
            words_digest([("a", "bc")]),
            words_digest([("ab", "c")]),
            words_digest([("a", "b"), ("c", "")]),
        ];
        for (n, digest) in digests.iter().enumerate() {
            assert!(!digests[..n].contains(digest), "number {n}");
        }
    }

    #[test]
    fn r4_another_seed_round_order_or_word_gives_other_dice() {
        let faces = |mut dice: Dice| faces(&mut dice, Label::of(MORALE, 0), 40);
        let here = faces(Seed::from(7).dice(1, &[0; 32], &NO_WORDS));
        assert_ne!(here, faces(Seed::from(8).dice(1, &[0; 32], &NO_WORDS)));
        assert_ne!(here, faces(Seed::from(7).dice(2, &[0; 32], &NO_WORDS)));
        assert_ne!(here, faces(Seed::from(7).dice(1, &[1; 32], &NO_WORDS)));
        assert_ne!(here, faces(Seed::from(7).dice(1, &[0; 32], &[1; 32])));
    }

    #[test]
    fn r4_whatever_differs_in_a_label_gives_other_dice() {
        let here = fire(1, 2, 3);
        let others = [
            Label { kind: STRAY, ..here },
            Label { by: 2, at: 1, ..here },
            Label { at: 3, weapon: 2, ..here },
            Label { weapon: Label::NONE, ..here },
        ];
        for other in others {
            let faces = |label| faces(&mut Dice::keyed([3; 32]), label, 40);
            assert_ne!(faces(here), faces(other), "{other:?}");
        }
    }

    #[test]
    fn r4_the_same_event_again_gives_other_dice() {
        let mut dice = Dice::keyed([3; 32]);
        let first = faces(&mut dice, fire(0, 1, 0), 40);
        assert_ne!(first, faces(&mut dice, fire(0, 1, 0), 40));
        assert_ne!(first, faces(&mut dice, fire(0, 1, 0), 40));
    }

    #[test]
    fn r4_an_event_that_rolls_nothing_does_not_count() {
        let mut dice = Dice::keyed([3; 32]);
        dice.event(fire(0, 1, 0));
        dice.event(fire(0, 1, 0));
        assert_eq!(faces(&mut dice, fire(0, 1, 0), 40), faces(&mut Dice::keyed([3; 32]), fire(0, 1, 0), 40));
    }

    proptest! {
        #[test]
        fn r4_no_event_changes_the_dice_of_another(
            before in prop::collection::vec((labels(), 0..25_usize), 0..20),
            without in any::<prop::sample::Index>(),
            label in labels(),
        ) {
            let last = |before: &[(Label, usize)]| {
                let mut dice = Dice::keyed([3; 32]);
                for (other, count) in before {
                    faces(&mut dice, *other, *count);
                }
                faces(&mut dice, label, 25)
            };
            // Only the number of earlier events with the same label counts.
            let the_same: Vec<_> = before.iter().copied().filter(|it| it.0 == label).collect();
            prop_assert_eq!(last(&before), last(&the_same));
            let mut fewer = before.clone();
            if !before.is_empty() && fewer.remove(without.index(before.len())).0 != label {
                prop_assert_eq!(last(&before), last(&fewer));
            }
        }

        #[test]
        fn all_dice_are_remembered_in_the_order_in_which_they_were_rolled(
            events in prop::collection::vec((labels(), 0..25_usize), 0..20),
        ) {
            let mut dice = Dice::keyed([3; 32]);
            let seen: String = events.iter().map(|(label, count)| faces(&mut dice, *label, *count)).collect();
            prop_assert_eq!(dice.rolled().iter().map(|it| it.1.symbol()).collect::<String>(), seen);
        }
    }

    /// A chi-squared test with five degrees of freedom: a fair die exceeds 30 for one key in 70,000, and the keys of
    /// the tests are fixed.
    fn assert_fair(mut roll: impl FnMut(u16) -> D6) {
        let mut seen = [0_u32; 6];
        for n in 0..60_000 {
            seen[usize::from(roll(n).face()) - 1] += 1;
        }
        let chi: u64 = seen.iter().map(|&it| u64::from(it.abs_diff(10_000)).pow(2)).sum::<u64>() / 10_000;
        assert!(chi < 30, "{seen:?}");
    }

    #[test]
    fn every_face_comes_up_equally_often_in_a_long_event() {
        let mut dice = Dice::keyed([3; 32]);
        let stream = dice.event(fire(0, 1, 0));
        assert_fair(|_| stream.d6(HIT));
    }

    #[test]
    fn every_face_comes_up_equally_often_as_the_first_of_an_event() {
        assert_fair(|n| Dice::keyed([3; 32]).event(fire(n, 1, 0)).d6(HIT));
        assert_fair(|n| Dice::keyed([3; 32]).event(fire(0, n, 7)).d6(HIT));
    }

    #[test]
    fn a_script_is_one_row_for_all_events() {
        let mut dice = Dice::scripted("hit 4 2, morale 1 6");
        assert_eq!(faces(&mut dice, fire(0, 1, 0), 1), "4");
        assert_eq!(faces(&mut dice, fire(1, 0, 0), 1), "2");
        assert_eq!(dice.left_over(), 2);
    }

    #[test]
    #[should_panic(expected = "another die")]
    fn a_script_refuses_a_die_it_does_not_lay_out() {
        Dice::scripted("hit 4").event(fire(0, 1, 0)).d6(Purpose::named("wound"));
    }

    // These faces come from another program that was written from the doc comments in this file.
    #[test]
    fn r4_dice_of_any_sides_come_from_the_same_stream_for_ever() {
        let mut dice = Dice::keyed([3; 32]);
        let stream = dice.event(fire(1, 2, 3));
        let row: Vec<Sides> = [6, 4, 6, 8, 10, 12, 6, 10, 8, 12].into_iter().filter_map(Sides::of).collect();
        let rolled: String = row.iter().cycle().take(40).map(|it| stream.die(*it, HIT).symbol()).collect();
        expect_test::expect!["4a4CQe5RDn2a3BLj6QHh3b5AMe4OFk2b5DOj4PAg"].assert_eq(&rolled);
    }

    #[test]
    fn every_face_of_every_die_comes_up_equally_often() {
        for (sides, _) in Sides::ALL {
            let mut dice = Dice::keyed([3; 32]);
            let stream = dice.event(fire(0, 1, 0));
            let mut seen = [0_u32; 12];
            let each = 60_000 / u32::from(sides.count());
            for _ in 0..60_000 {
                seen[usize::from(stream.die(sides, HIT).face()) - 1] += 1;
            }
            let seen = &seen[..usize::from(sides.count())];
            let chi: u64 = seen.iter().map(|&it| u64::from(it.abs_diff(each)).pow(2)).sum::<u64>() / u64::from(each);
            assert!(chi < 40, "{sides}: {seen:?}");
        }
    }

    #[test]
    fn every_die_has_a_symbol_of_its_own() {
        let all: Vec<Die> =
            Sides::ALL.iter().flat_map(|it| (1..=it.0.count()).filter_map(|face| Die::showing(it.0, face))).collect();
        let written: String = all.iter().map(|it| it.symbol()).collect();
        assert_eq!(written, "abcd123456ABCDEFGHIJKLMNOPQRefghijklmnop");
        assert_eq!(written.chars().flat_map(Die::try_from).collect::<Vec<_>>(), all);
        for none in ['0', '7', 'S', 'q', '@', 'é'] {
            assert!(Die::try_from(none).is_err(), "{none}");
        }
        assert_eq!((Die::showing(Sides::D4, 5), Die::showing(Sides::D12, 0)), (None, None));
    }

    #[test]
    fn a_script_can_say_how_many_sides_a_die_has() {
        let mut dice = Dice::scripted("armor d10:7 8");
        let stream = dice.event(fire(0, 1, 0));
        assert_eq!(stream.die(Sides::D10, Purpose::named("armor")).to_string(), "7 on a d10");
        assert_eq!(stream.die(Sides::D8, Purpose::named("armor")).face(), 8);
    }

    #[test]
    #[should_panic(expected = "another die")]
    fn a_script_refuses_a_die_that_has_no_such_face() {
        Dice::scripted("hit 7").event(fire(0, 1, 0)).d6(HIT);
    }

    #[test]
    fn a_seed_does_not_show_itself() {
        assert_eq!(format!("{:?}", Seed::from(7)), "Seed(..)");
    }
}
