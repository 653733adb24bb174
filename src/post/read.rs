//! Reads a post: finds its order lines, reads each as orders, and remarks on the other lines. The [`Grammar`] decides
//! what the words of a line mean.

use std::cell::Cell;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};

use super::arrange::{WHOSE, both_ways, merge_phrases, part_contractions, words};
use super::correct::{Replacement, TakenBack};
use super::english::{Never, TOO};
use super::grammar::{Grammar, Line, Manner};
use super::lexicon::Meaning;
use super::lines::{self, Lines};
use super::markup::{Unclosed, UnclosedKind, merged};
use super::surplus::denied;
use super::words::{Gap, Kind, Word, Words, across, articles, covering, folded};
use super::{Given, LETTERS_MAX, Language, ORDERS_MAX, Reading, aside, correct, guess, say};

/// Reads a post. This never fails, and takes limited time for any text.
pub fn read<G: Grammar>(grammar: &G, text: &str, language: &Language) -> Reading<G::Order> {
    let (read, unread) = within_limit(text);
    let lines = lines::find(read, &language.prefix);
    let mut reader = Reader {
        grammar,
        text: read,
        prefix: &language.prefix,
        lines: &lines,
        hidden: lines.hidden.clone(),
        words: Words::default(),
        suggestions: Cell::new(SUGGESTIONS_MAX),
        line_budget: LineBudget::new(),
        guesses: Cell::new(if language.makes_offers { GUESSES_MAX } else { 0 }),
        joined_lines: Vec::new(),
        undecided: None,
        reading: Reading::default(),
    };
    reader.read_order_lines();
    reader.hold_first(0);
    reader.hint_at_fiction();
    reader.hint_at_unclosed_marks();
    let mut reading = reader.reading;
    if !unread.is_empty()
        && (!reading.given.is_empty() || holds_prefix(text.get(unread.start..).unwrap_or_default(), language))
    {
        reading.diagnostics.push(say::post_too_long(unread));
    }
    reading.diagnostics.sort_by_key(|it| it.span.start);
    reading
}

/// Unknown names of a post that are answered with a suggestion. Finding similar names takes time.
const SUGGESTIONS_MAX: u8 = 5;

/// Trial readings per post to find what its refused lines may mean.
const GUESSES_MAX: u8 = 120;

/// Places of a line that are tried as the beginning of a replacement.
const INSTEAD_MAX: usize = 4;

/// Further lines that one order may continue over.
const LINES_JOINED_MAX: usize = 8;

/// Further lines that a form without prefix may have.
const FIELDS_MAX: usize = 3;

/// The part of a post that is read, and the first letter that isn't. The last line is left out rather than cut, unless
/// it is the only one.
fn within_limit(text: &str) -> (&str, Range<usize>) {
    let Some((end, _)) = text.char_indices().nth(LETTERS_MAX) else { return (text, 0..0) };
    let whole = text.get(..end).unwrap_or_default();
    let end = whole.rfind('\n').map_or(end, |it| it + 1);
    let first = text.get(end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
    (text.get(..end).unwrap_or_default(), end..end + first)
}

/// The text behind a prefix that is spelled out, as dictation does.
fn behind_spelled(content: &str) -> Option<&str> {
    ["exclamation mark ", "exclamation point "].iter().find_map(|it| {
        let (first, rest) = content.split_at_checked(it.len())?;
        first.eq_ignore_ascii_case(it).then_some(rest)
    })
}

/// The text without the marks around it.
fn without_marks(written: &str) -> &str {
    written.trim_matches(|it: char| !it.is_alphanumeric())
}

/// The first word of a line, folded.
fn first_word(line: &str) -> String {
    folded(line.split(|it: char| !it.is_alphanumeric()).find(|it| !it.is_empty()).unwrap_or_default())
}

/// Whether any line of a text begins with the prefix.
fn holds_prefix(text: &str, language: &Language) -> bool {
    text.split('\n').any(|it| it.trim_start().starts_with(&language.prefix))
}

/// Whether words begin with one that continues what stands before them: `and then`.
fn goes_on<K: Meaning>(words: &[Word<K>]) -> bool {
    words.iter().find(|it| !it.joins()).is_some_and(|it| it.means(K::THEN))
}

/// A line that depends on something, and was refused for it.
struct Undecided {
    line: Range<usize>,
    /// Whether the lines below depend on it, too: `if they come:`.
    applies_below: bool,
}

/// The remaining budget for reading lines of a post in other ways.
pub(super) struct LineBudget(Cell<usize>);

impl LineBudget {
    /// The budget of a post: more than anybody needs.
    const MOST: usize = 43;

    /// Letters of an ordinary line. The cost of a longer one grows with the square of its length.
    const LETTERS: usize = 100;

    pub(super) fn new() -> LineBudget {
        LineBudget(Cell::new(LineBudget::MOST))
    }

    /// Pays for one more look at a line. Returns whether the budget allowed it.
    #[must_use]
    pub(super) fn spend(&self, line: &Range<usize>) -> bool {
        let left = self.0.get().checked_sub(1 + (line.len() / LineBudget::LETTERS).pow(2));
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// A post while it is read.
pub(super) struct Reader<'a, G: Grammar> {
    pub(super) grammar: &'a G,
    pub(super) text: &'a str,
    prefix: &'a str,
    lines: &'a Lines,
    // Text that isn't read, in order: struck or quoted text, and stories around the order at hand.
    pub(super) hidden: Vec<Range<usize>>,
    pub(super) words: Words<G::Keyword>,
    suggestions: Cell<u8>,
    pub(super) line_budget: LineBudget,
    // The remaining trial readings for offers.
    guesses: Cell<u8>,
    // The ranges of orders that continue over several lines.
    joined_lines: Vec<Range<usize>>,
    // The last line that was refused because it depends on something.
    undecided: Option<Undecided>,
    reading: Reading<G::Order>,
}

impl<'a, G: Grammar> Reader<'a, G> {
    fn read_order_lines(&mut self) {
        for (n, line) in self.lines.orders.iter().enumerate() {
            if covering(&self.joined_lines, line.start).is_some() {
                continue;
            }
            let before = (self.reading.given.len(), self.reading.diagnostics.len());
            self.read_order_line(n, line);
            if self.reading.has_errors(before.1) {
                self.note_undecided(line, before.0);
            }
            if self.reading.is_overfull() {
                self.reading.given.truncate(ORDERS_MAX);
                self.reading.diagnostics.push(say::too_many_orders(line.clone()));
                break;
            }
        }
    }

    // Moves orders to hold that rule out only one thing, such as `hold fire` in `move to J8; hold fire`. Such an order
    // takes back nothing else of its own post. So it goes behind the orders that it rules out, and before the squad's
    // other orders since its last order to hold. `from` is the first order to look at.
    fn hold_first(&mut self, from: usize) {
        let (grammar, given) = (self.grammar, &mut self.reading.given);
        for at in from..given.len() {
            let Given { span, order, .. } = &given[at];
            let written = self.text.get(span.clone()).filter(|_| grammar.is_hold(order));
            let verb = written.and_then(|it| denied(it, grammar.lexicon())).filter(|it| !grammar.does(order, *it));
            let Some(verb) = verb else { continue };
            let hold = given.remove(at);
            let is_same = |it: &Given<G::Order>| grammar.has_same_addressee(&hold.order, &it.order);
            let before = given[from..at].iter().rposition(|it| grammar.is_hold(&it.order) && is_same(it));
            let start = before.map_or(from, |it| from + it + 1);
            let start = given[start..at].iter().position(is_same).map_or(at, |it| start + it);
            let is_taken_back = |it: &Given<G::Order>| is_same(it) && grammar.does(&it.order, verb);
            given[start..at].sort_by_key(|it| !is_taken_back(it));
            let place = start + given[start..at].partition_point(is_taken_back);
            given.insert(place, hold);
        }
    }

    // Remembers a line that depends on something, and removes the orders that continue it: `… if they come; then
    // Bramble moves`.
    fn note_undecided(&mut self, line: &Range<usize>, given: usize) {
        if self.undecided.as_ref().is_some_and(|it| it.line == *line) {
            return;
        }
        self.words_of(line.clone());
        let all = self.words.all();
        let hangs = |it: &Word<G::Keyword>| {
            let decides = [Never::Condition, Never::Doubt, Never::Later, Never::Choice, Never::But];
            let is_never = it.never().is_some_and(|it| decides.contains(&it));
            is_never || it.kind == Kind::Question
        };
        let Some(at) = all.iter().position(hangs) else { return };
        let mut clauses = all[at..].split(|it| it.kind == Kind::Semicolon).skip(1);
        if let Some(behind) = clauses.find(|it| goes_on(it)).and_then(across) {
            let from = behind.start;
            let said = self.reading.given.split_off(given.min(self.reading.given.len()));
            let (gone, kept): (Vec<_>, Vec<_>) = said.into_iter().partition(|it| from <= it.span.start);
            self.reading.given.extend(kept);
            if !gone.is_empty() {
                self.reading.diagnostics.push(say::goes_on_with_refused(from..line.end));
            }
        }
        let applies_below = all.last().is_some_and(|it| it.kind == Kind::Colon);
        self.undecided = Some(Undecided { line: line.clone(), applies_below });
    }

    fn read_order_line(&mut self, n: usize, line: &Range<usize>) {
        let has_names = self.words_of(line.clone());
        let before = (self.reading.given.len(), self.reading.diagnostics.len());
        self.reading.says_no = false;
        // `- when they are here: shoot Vic`, and below it `- after that: Kiln goes to I4`.
        let above = self.undecided.as_ref().filter(|it| self.is_below(it.line.end, line));
        if let Some(applies_below) = above.map(|it| it.applies_below).filter(|it| *it || self.says_then(line)) {
            self.reading.diagnostics.push(say::goes_on_with_refused(line.clone()));
            self.reading.says_no = true;
            self.undecided = Some(Undecided { line: line.clone(), applies_below });
            return;
        }
        let goes_on = self.grammar.goes_on_below(&self.words);
        let (text, span, post) = (self.text, line.clone(), &self.lines.orders);
        let (words, suggestions) = (&self.words, &self.suggestions);
        let read = Line { text, span, post, words, suggestions, manner: Manner::Usual };
        let heading = self.grammar.parse(&read, &mut self.reading);
        let is_refused = self.reading.has_errors(before.1);
        if !is_refused && let Some(why) = self.stands_beside(line, before.0) {
            if why.severity == Severity::Error {
                self.reading.split_off(before);
                self.reading.diagnostics.push(why);
                return;
            }
            self.reading.diagnostics.push(why);
        }
        if !is_refused && !has_names && !goes_on {
            return self.show_canonical(line, before);
        }
        if !self.line_budget.spend(line) {
            return;
        }
        let mut first = self.reading.split_off(before);
        if (goes_on || heading)
            && let Some(joined) = self.read_joined(n, line, goes_on)
        {
            return self.reading.append(joined);
        }
        if has_names {
            first = self.other_reading(line, first);
        }
        if !first.has_errors(0) {
            self.reading.append(first);
            return self.show_canonical(line, before);
        }
        let read = self.read_corrected(line).or_else(|| self.read_repeated(line));
        let read = read.or_else(|| self.mended(line, &first)).or_else(|| self.read_without_asides(line));
        let read = read.unwrap_or_else(|| self.read_refused(line, first));
        self.reading.append(read);
    }

    // Doubts about a line with `instead`, as in `Otter: move to K9 instead`, whose squad also has other orders above.
    // There are `given` orders above. What other posts say isn't known here: a warning says that it stands, and an
    // order that can't be taken back is refused.
    fn stands_beside(&self, line: &Range<usize>, given: usize) -> Option<Diagnostic> {
        let written = Words::of(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        let instead = written.all().iter().find(|it| it.folded() == "instead")?;
        let (above, said) = self.reading.given.split_at_checked(given)?;
        let is_same = |one: &G::Order, other: &G::Order| self.grammar.has_same_addressee(one, other);
        if said.iter().any(|it| !self.grammar.may_be_mended(&it.order)) {
            return Some(say::instead_of_what(instead.span.clone()));
        }
        let is_replaced = |it: &G::Order| said.iter().any(|said| self.grammar.replaces(&said.order, it));
        // `Hank: move to F4`, `Hank: attack Crow`, `Hank: attack Dolly instead`: one of his orders is replaced.
        let stays = above.iter().any(|it| {
            said.iter().any(|said| is_same(&said.order, &it.order))
                && !above.iter().any(|other| is_same(&other.order, &it.order) && is_replaced(&other.order))
        });
        if stays {
            let mut why = say::never(instead.span.clone(), Some(Never::Correction));
            why.help = Some(format!("{} {}", why.help.take().unwrap_or_default(), say::STANDS));
            return Some(why);
        }
        let replaces = above.iter().any(|it| is_replaced(&it.order));
        (!replaces && !said.is_empty()).then(|| say::instead_of_same(instead.span.clone()))
    }

    // Whether the order of a line comes after another: `then they move`, `Kiln: then to I4`.
    fn says_then(&self, line: &Range<usize>) -> bool {
        let mut written = Words::of(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        merge_phrases(&mut written, self.grammar.lexicon(), &self.grammar.tables());
        let mut before = written.all().iter().take_while(|it| !it.is_order());
        before.any(|it| it.means(G::Keyword::THEN))
    }

    // The length of this line's heading, if the line above begins with the same name: `Kestrel: forget that`. Otherwise
    // 0.
    fn heading_of_above(&self, above: Option<&Range<usize>>) -> usize {
        let heading = correct::heading(self.words.all(), &|from| self.grammar.part_at(from));
        let mut above_words = Words::default();
        if let Some(above) = above {
            words(self.grammar, &mut above_words, self.text, above.clone(), &self.hidden);
        }
        if correct::begins_with_heading(above_words.all(), &self.words.all()[..heading]) { heading } else { 0 }
    }

    // The reading of a line that stays refused. If it corrects or takes back the line above, it says whether the order
    // there stands.
    fn read_refused(&mut self, line: &Range<usize>, mut refused: Reading<G::Order>) -> Reading<G::Order> {
        let above = self.order_line_before(line).filter(|it| self.is_below(it.end, line));
        let is_taken = above.is_some_and(|it| self.reading.given.iter().any(|given| it.contains(&given.span.start)));
        self.words_of(line.clone());
        // `shoot Nobz; strike that`
        let parts = self.words.all().split(|it| it.kind == Kind::Semicolon);
        if parts.skip(1).any(|it| correct::takes_back(it).is_some()) {
            refused.given.clear();
        }
        let given_above =
            self.reading.given.iter().filter(|it| above.is_some_and(|above| above.contains(&it.span.start)));
        // "The last order" of a line with several orders is ambiguous.
        let heading = self.heading_of_above(above);
        let taken_back = correct::takes_back(self.words.all().get(heading..).unwrap_or_default());
        let taken_back = taken_back.filter(|it| it.0 != TakenBack::Order || given_above.count() == 1);
        let corrects = taken_back.is_some() || self.words.all().first().is_some_and(correct::may_correct);
        if let Some(error) = refused.diagnostics.iter_mut().find(|it| it.severity == Severity::Error)
            && is_taken
            && corrects
        {
            if let Some((what, length)) = taken_back
                && let Some(above) = above
            {
                let from = if what == TakenBack::All { 0 } else { above.start };
                let gone = self.reading.taken_back(&(from..above.end));
                let taken_back = say::taken_back(line.clone(), &self.grammar.printed_orders(&gone));
                // The rest of the line holds no order unless it has a verb.
                let says_what =
                    |it: &Word<G::Keyword>| it.is_order() && !correct::TAKE_BACK_VERBS.contains(&it.folded());
                let all = self.words.all();
                if !all.iter().any(says_what) {
                    return Reading { diagnostics: vec![taken_back], ..Reading::default() };
                }
                // `cancel that, move to H8`
                let marks = all.iter().skip(heading + length).take_while(|it| correct::is_mark(*it)).count();
                self.words.cut(heading..heading + length + marks);
                let mut said = self.parsed(line, Manner::Usual, &Cell::new(0));
                let is_of_same = |it: &G::Order| gone.orders().any(|of| self.grammar.has_same_addressee(it, of));
                // An order to another squad doesn't replace what is taken back.
                if !said.orders().all(is_of_same) {
                    let rest = say::not_in_its_place(line.clone());
                    said = Reading { given: refused.given, diagnostics: vec![rest], says_no: refused.says_no };
                }
                said.diagnostics.insert(0, taken_back);
                return said;
            }
            // `sorry, the other one`: "sorry" shows that the words are a correction.
            let first =
                self.words.all().first().filter(|it| correct::is_mark(*it) && it.span.start == error.span.start);
            if first.is_some() && !refused.says_no {
                *error = say::never(error.span.clone(), Some(Never::Correction));
            }
            error.help = Some(format!("{} {}", error.help.take().unwrap_or_default(), say::STANDS).trim().to_owned());
            return refused;
        }
        self.offer(line, &mut refused);
        refused
    }

    // Offers what a line may mean, without the orders that were taken from it. Nothing is offered for what a rule
    // forbids.
    fn offer(&self, line: &Range<usize>, refused: &mut Reading<G::Order>) {
        let is_error = |it: &&mut Diagnostic| it.severity == Severity::Error;
        let taken = self.grammar.printed_orders(refused);
        let says_no = refused.says_no;
        let is_about_words = says_no || refused.diagnostics.iter().all(|it| it.rule.is_none());
        let Some(error) =
            refused.diagnostics.iter_mut().find(is_error).filter(|_| is_about_words && 0 < self.guesses.get())
        else {
            return;
        };
        let may_look = || 0 < self.guesses.replace(self.guesses.get().saturating_sub(1));
        let written = Words::of(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        if correct::adds_to_order(written.all()) && written.all().iter().any(correct::may_correct) {
            return;
        }
        let read = || both_ways(self.grammar, self.text, line.clone(), &self.hidden);
        // A line that says no may still be a correction.
        let may_mean = |it: &Words<G::Keyword>| !says_no || it.all().iter().any(guess::may_forbid_nothing);
        let heard = read().map(|mut it| {
            guess::rewrite_names_by_sound(self.grammar, &mut it);
            it
        });
        let mut ways = read().chain(heard).filter(may_mean);
        let meant = ways.find_map(|it| guess::orders(self.grammar, it.all(), &may_look));
        let Some(mut meant) = meant else { return };
        if taken.iter().all(|it| meant.contains(it)) {
            meant.retain(|it| !taken.contains(it));
            if !meant.is_empty() {
                error.help = Some(say::perhaps_meant(&meant));
                error.meant = meant;
            }
        }
    }

    // Shows the orders that were taken in canonical form, if the line differs from it.
    fn show_canonical(&mut self, line: &Range<usize>, (given, _): (usize, usize)) {
        self.hold_first(given);
        let orders = self.reading.given.get(given..).unwrap_or_default();
        if !orders.is_empty() && self.grammar.is_said_otherwise(&self.words) {
            let printed: Vec<String> = orders.iter().map(|it| self.grammar.printed(&it.order)).collect();
            if !is_written_so(self.text.get(line.clone()).unwrap_or_default(), &printed) {
                self.reading.diagnostics.push(say::in_short(line.clone(), &printed));
            }
        }
    }

    // Splits a line into words and arranges them. Returns whether it holds a name that has another reading.
    fn words_of(&mut self, line: Range<usize>) -> bool {
        words(self.grammar, &mut self.words, self.text, line, &self.hidden)
    }

    // Reads the current words.
    pub(super) fn parsed(&self, line: &Range<usize>, manner: Manner, suggestions: &Cell<u8>) -> Reading<G::Order> {
        let mut reading = Reading::default();
        let (text, span, post) = (self.text, line.clone(), &self.lines.orders);
        self.grammar.parse(&Line { text, span, post, words: &self.words, suggestions, manner }, &mut reading);
        reading
    }

    // Tries the reading in which names with another reading count as plain words. If both readings are whole and
    // differ, neither is taken.
    fn other_reading(&mut self, line: &Range<usize>, first: Reading<G::Order>) -> Reading<G::Order> {
        self.words.read(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        part_contractions(&mut self.words, self.text, self.grammar.lexicon(), &self.grammar.tables());
        self.grammar.arrange(&mut self.words);
        // Refusals of this reading are shown only if the other is refused, too.
        let suggestions = if first.has_errors(0) { &self.suggestions } else { &Cell::new(0) };
        let other = self.parsed(line, Manner::Usual, suggestions);
        match (first.first_error(), other.first_error()) {
            (None, None) if first.orders().ne(other.orders()) => {
                let printed = [&first, &other].map(|it| self.grammar.printed_orders(it).join("; "));
                let said = vec![say::two_readings(line.clone(), printed)];
                Reading { diagnostics: said, says_no: true, ..Reading::default() }
            }
            (Some(it), further) if further.is_none_or(|further| it < further) => other,
            _ => first,
        }
    }

    // The reading of a line together with those below that continue it, if all of them are understood: a list with its
    // commas, or else only lines that begin with a verb.
    fn read_joined(&mut self, n: usize, line: &Range<usize>, promises_more: bool) -> Option<Reading<G::Order>> {
        let ends = [true, false].map(|is_list| self.end_of_joined(n, line, promises_more, is_list));
        let further = ends.into_iter().take(if ends[0] == ends[1] { 1 } else { 2 }).filter(|it| *it != line.end);
        for end in further {
            let all = line.start..end;
            self.words_of(all.clone());
            let mut joined = self.parsed(&all, Manner::Usual, &Cell::new(0));
            // A form may have misspelt words, too.
            if joined.has_errors(0)
                && !promises_more
                && let Some(mended) = self.mended(&all, &joined)
            {
                joined = mended;
            }
            let is_understood = !joined.has_errors(0);
            // Later steps expect the words of the line itself.
            self.words_of(line.clone());
            if is_understood {
                self.joined_lines.push(all);
                return Some(joined);
            }
        }
        None
    }

    fn end_of_joined(&self, n: usize, line: &Range<usize>, promises_more: bool, is_list: bool) -> usize {
        let mut end = line.end;
        let mut orders = self.lines.orders.get(n + 1..).unwrap_or_default().iter().peekable();
        let plain = self.lines.plain.partition_point(|it| it.start < end);
        let mut plain = self.lines.plain.get(plain..).unwrap_or_default().iter().peekable();
        for _ in 0..LINES_JOINED_MAX {
            let next = match (orders.peek(), plain.peek()) {
                (Some(order), Some(line)) if order.start < line.start => orders.next(),
                (_, Some(_)) => plain.next(),
                (_, None) => orders.next(),
            };
            // `with rifles,` and below it `Boyz with LMG`
            let promises = match end == line.end {
                true => promises_more,
                false => is_list && self.text.get(..end).is_some_and(|it| it.trim_end().ends_with(',')),
            };
            let may_be = |it: &&Range<usize>| self.follows(end, it) || promises && self.is_below(end, it);
            let Some(next) = next.filter(may_be) else { break };
            end = next.end;
        }
        end
    }

    // Whether a line stands right below, not counting its number in a list.
    fn is_below(&self, end: usize, next: &Range<usize>) -> bool {
        let between = self.text.get(end..next.start).unwrap_or_default();
        between.matches('\n').count() <= 1 && between.chars().filter(|it| it.is_alphanumeric()).count() <= 2
    }

    // Whether a line stands right below, and begins with a verb.
    fn follows(&self, end: usize, next: &Range<usize>) -> bool {
        self.is_below(end, next)
            && self.grammar.begins_with_verb(&first_word(self.text.get(next.clone()).unwrap_or_default()))
    }

    // The reading of a line that corrects itself, or the line right above it.
    fn read_corrected(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        self.words.read(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        if correct::adds_to_order(self.words.all()) {
            return None;
        }
        self.words_of(line.clone());
        let first = self.words.all().iter().find(|it| it.kind == Kind::Word)?;
        let led = correct::heading_of_correction(self.words.all(), &|from| self.grammar.part_at(from));
        let begins = 0 < led || correct::may_correct(first);
        if !self.words.all().iter().any(correct::may_correct) || !self.line_budget.spend(line) {
            return None;
        }
        let read = self.read_with_correction(line, begins);
        read.or_else(|| self.read_as_replacement(line)).or_else(|| self.read_behind_correction(line))
    }

    // The reading of a line, perhaps together with the one above, in which the last thing named replaces an earlier
    // one.
    fn read_with_correction(&mut self, line: &Range<usize>, begins: bool) -> Option<Reading<G::Order>> {
        let is_right =
            |it: &&Range<usize>| self.is_below(it.end, line) && covering(&self.joined_lines, it.start).is_none();
        let above = self.order_line_before(line).filter(|_| begins).filter(is_right);
        let all = above.map_or(line.start, |it| it.start)..line.end;
        // `the Garrison` may also be the name of a place.
        let ways: Vec<_> = both_ways(self.grammar, self.text, all, &self.hidden).collect();
        ways.into_iter().find_map(|words| {
            self.words = words;
            self.read_with_correction_of(above, line)
        })
    }

    fn read_with_correction_of(
        &mut self,
        above: Option<&Range<usize>>,
        line: &Range<usize>,
    ) -> Option<Reading<G::Order>> {
        let grammar = self.grammar;
        // `Kestrel: no, Third Draft`, below an order to Kestrel
        let from = self.words.all().iter().take_while(|it| it.span.start < line.start).count();
        let led = correct::heading_of_correction(&self.words.all()[from..], &|from| grammar.part_at(from));
        let (above_words, heading) = self.words.all().split_at(from);
        if above.is_some() && !correct::begins_with_heading(above_words, &heading[..led]) {
            return None;
        }
        self.words.leave_out(|_, at| above.is_some() && (from..from + led).contains(&at));
        // `No, Gate Guns. (They are nearer than that.)`
        let remarks = aside::beside_correction(grammar, self.text, self.words.all());
        self.words.leave_out(|_, at| remarks.iter().any(|it| it.contains(&at)));
        let says_wrong = !remarks.is_empty();
        let corrected = correct::apply_correction(&mut self.words, &|from| grammar.part_at(from), says_wrong)?;
        let remarks = corrected.remarks.into_iter().filter_map(|it| self.text.get(it)).map(without_marks);
        let remarks: Vec<&str> = remarks.filter(|it| !it.is_empty()).collect();
        let mut reading = self.parsed(line, Manner::Usual, &Cell::new(0));
        // An order above that isn't replaced, because it is for another squad or already paid for, would stand beside
        // the correction.
        let is_above = |it: usize| above.is_some_and(|above| above.contains(&it));
        let is_replaced = |earlier: &G::Order| reading.orders().any(|later| grammar.replaces(later, earlier));
        let stays = self.reading.given.iter().any(|it| is_above(it.span.start) && !is_replaced(&it.order));
        reading.diagnostics.insert(0, say::corrected(corrected.span, &grammar.printed_orders(&reading), &remarks));
        reading.given.iter_mut().for_each(|it| it.span = line.clone());
        let reading = Some(reading).filter(|it| it.is_whole() && !stays)?;
        self.reading.given.retain(|it| !is_above(it.span.start));
        Some(reading)
    }

    // `actually Tex goes to D5`: the reading of a whole order that replaces an earlier one of this post.
    fn read_as_replacement(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        self.words_of(line.clone());
        let grammar = self.grammar;
        let instead = correct::replacements(self.words.all(), &|from| grammar.part_at(from));
        let led = correct::heading_of_correction(self.words.all(), &|from| grammar.part_at(from));
        let instead = instead.into_iter().filter(|it| it.marks.start == led);
        let takes_back = correct::takes_back(&self.words.all()[led..]).is_some();
        let (says_no, reading) =
            instead.take(INSTEAD_MAX).find_map(|it| Some((it.says_no, self.read_without(line, &it.marks)?)))?;
        // Only the line right above is taken back.
        let above = self.order_above(line).filter(|_| says_no);
        let may_be_meant = |it: usize| !says_no || above.is_some_and(|above| above.contains(&it));
        let earlier = || self.reading.given.iter().filter(|it| may_be_meant(it.span.start)).map(|it| &it.order);
        let replaces = |it: &G::Order| earlier().any(|earlier| grammar.replaces(it, earlier));
        if !reading.orders().all(replaces) {
            return None;
        }
        let is_replaced = |it: &G::Order| reading.orders().any(|later| grammar.replaces(later, it));
        // `scratch that, …` takes back all of the line above.
        if says_no && takes_back && !earlier().all(is_replaced) {
            return None;
        }
        self.reading.given.retain(|it| !(may_be_meant(it.span.start) && is_replaced(&it.order)));
        Some(reading)
    }

    // The reading of a line without the words in `out`, and without asides if necessary.
    fn read_without(&mut self, line: &Range<usize>, out: &Range<usize>) -> Option<Reading<G::Order>> {
        self.words_of(line.clone());
        self.words.leave_out(|it, at| out.contains(&at) || correct::is_trailing_mark(it.all(), at));
        let reading = self.parsed(line, Manner::Usual, &Cell::new(0));
        if reading.is_whole() {
            return Some(reading);
        }
        // `scratch that, Kestrel shoots the Third, alice has the First`
        let all = self.words.all();
        let is_why = |it: &usize| correct::is_remark(&all[*it..], &[], &|from| self.grammar.part_at(from));
        let remark =
            (1..all.len()).filter(|it| all[*it].kind == Kind::Comma || all[*it].gap.has(Gap::ENDS)).find(is_why);
        let mut asides = aside::find(self.grammar, self.text, all);
        asides.extend(remark.map(|it| it..all.len()));
        let spans: Vec<Range<usize>> = asides.iter().filter_map(|it| across(&all[it.clone()])).collect();
        let first = spans.first()?.clone();
        self.words.leave_out(|_, at| asides.iter().any(|it| it.contains(&at)));
        let mut reading = self.parsed(line, Manner::Usual, &Cell::new(0));
        let written = spans.into_iter().map(|it| without_marks(self.text.get(it).unwrap_or_default()));
        let written: Vec<&str> = written.collect();
        reading.diagnostics.insert(0, say::left_out(first, &self.grammar.printed_orders(&reading), &written));
        Some(reading).filter(Reading::is_whole)
    }

    // `Scouts brace. Hmm, scratch that: they walk to E9.`: the reading of the words behind the correction, if they give
    // the same squad another order.
    fn read_behind_correction(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        let grammar = self.grammar;
        self.words_of(line.clone());
        let instead = correct::replacements(self.words.all(), &|from| grammar.part_at(from));
        let led = correct::heading_of_correction(self.words.all(), &|from| grammar.part_at(from));
        let instead = instead.into_iter().filter(|it| led < it.marks.start);
        instead.take(INSTEAD_MAX).find_map(|it| self.read_replacement(line, &it))
    }

    fn read_replacement(
        &mut self,
        line: &Range<usize>,
        Replacement { marks, says_no }: &Replacement,
    ) -> Option<Reading<G::Order>> {
        const THOSE: &[&str] = &["he", "she", "it", "they"];
        let grammar = self.grammar;
        self.words_of(line.clone());
        let all = self.words.all();
        let span = all[marks.start].span.start..line.end;
        let articles = articles(all);
        let who = articles + grammar.addressee_at(&all[articles..]);
        let echo = marks.end + usize::from(THOSE.contains(&all[marks.end].folded()));
        let before = marks.start - usize::from(all[marks.start - 1].kind == Kind::Comma);
        self.words.cut(before..usize::MAX);
        let earlier = self.parsed(line, Manner::Usual, &Cell::new(0));
        let said = self.read_without(line, &(0..marks.end));
        let mut reading = said.or_else(|| self.read_without(line, &(who..echo)))?;
        let is_replaced = |it: &G::Order| {
            let is_alone = earlier.orders().filter(|other| grammar.has_same_addressee(it, other)).count() == 1;
            reading.orders().any(|later| {
                grammar.replaces(later, it) || *says_no && is_alone && grammar.has_same_addressee(later, it)
            })
        };
        // `Scratch that, Bramble is at K9.` is no order to a squad that had none before.
        let is_new = |it: &G::Order| !earlier.orders().any(|other| grammar.has_same_addressee(it, other));
        if !earlier.is_whole() || !earlier.orders().all(is_replaced) || reading.orders().next().is_some_and(is_new) {
            return None;
        }
        reading.diagnostics.insert(0, say::corrected(span, &grammar.printed_orders(&reading), &[]));
        Some(reading)
    }

    // `Bramble: the same`, `Bramble too`: the reading of a line that repeats the order right above it.
    fn read_repeated(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        let above = self.order_line_before(line)?;
        let is_taken = self.reading.given.iter().any(|it| above.contains(&it.span.start));
        let is_too = |it: &Word<G::Keyword>| TOO.contains(&it.folded());
        let repeats = |it: &Self| {
            let all = it.words.all();
            all.iter().any(|it| it.never() == Some(Never::Repeat)) || all.last().is_some_and(is_too)
        };
        self.words.read(self.text, line.clone(), &self.hidden, self.grammar.lexicon());
        let is_below =
            is_taken && self.is_below(above.end, line) && covering(&self.joined_lines, above.start).is_none();
        if !is_below || !repeats(self) || !self.line_budget.spend(line) {
            return None;
        }
        let both = above.start..line.end;
        self.words_of(both.clone());
        if repeats(self) {
            return None;
        }
        let mut reading = self.parsed(&both, Manner::Usual, &Cell::new(0));
        reading.given.retain(|it| self.reading.orders().all(|earlier| *earlier != it.order));
        reading.given.iter_mut().for_each(|it| it.span = line.clone());
        Some(reading).filter(Reading::is_whole)
    }

    // The reading of a line without asides, if they stand apart from the order.
    fn read_without_asides(&mut self, line: &Range<usize>) -> Option<Reading<G::Order>> {
        self.words_of(line.clone());
        let asides = aside::find(self.grammar, self.text, self.words.all());
        let all: Vec<Range<usize>> = asides.iter().filter_map(|it| across(self.words.all().get(it.clone())?)).collect();
        let first = all.first().filter(|_| self.line_budget.spend(line))?.clone();
        self.words.leave_out(|_, at| asides.iter().any(|it| it.contains(&at)));
        let mut reading = self.parsed(line, Manner::Usual, &Cell::new(0));
        if !reading.is_whole() {
            reading = self.read_mended_without(&all, line).unwrap_or(reading);
        }
        let printed = self.grammar.printed_orders(&reading);
        let may_be_meant = reading.orders().all(|it| self.grammar.may_stand_in_story(it));
        let written = all.into_iter().map(|it| without_marks(self.text.get(it).unwrap_or_default()));
        // `The rain falls, and Kestrel moves to K9`: the refusal isn't about the story.
        let is_forbidden = |it: &Diagnostic| it.severity == Severity::Error && !self.grammar.is_about_a_word(it);
        if !reading.says_no && printed.is_empty() && reading.diagnostics.iter().any(is_forbidden) {
            return Some(reading);
        }
        reading.diagnostics.insert(0, say::left_out(first, &printed, &written.collect::<Vec<_>>()));
        Some(reading).filter(|it| it.is_whole() && may_be_meant)
    }

    // The reading of a line without asides, with its corrections applied or its misspelt words mended.
    fn read_mended_without(&mut self, asides: &[Range<usize>], line: &Range<usize>) -> Option<Reading<G::Order>> {
        let mut unread = [&self.hidden[..], asides].concat();
        unread.sort_by_key(|it| it.start);
        let hidden = std::mem::replace(&mut self.hidden, merged(unread));
        self.words_of(line.clone());
        let refused = self.parsed(line, Manner::Usual, &Cell::new(0));
        // A quotation may be the thing that is corrected.
        let quotes =
            |it: &Range<usize>| self.text.get(it.clone()).is_some_and(|it| it.contains(['"', '“', '„', '«', '‘']));
        let corrected = if asides.iter().any(quotes) { None } else { self.read_corrected(line) };
        let read = corrected.or_else(|| self.mended(line, &refused));
        self.hidden = hidden;
        read
    }

    // Adds hints about lines of fiction that would be orders if they had the prefix or stood elsewhere.
    fn hint_at_fiction(&mut self) {
        let lines = self.lines;
        let mut found: Vec<Diagnostic> = Vec::new();
        for line in &lines.plain {
            if covering(&self.joined_lines, line.start).is_none() && self.is_like_an_order(line) {
                found.push(say::missing_prefix(line.clone(), self.prefix));
            }
        }
        for (n, pair) in lines.plain.windows(2).enumerate() {
            let [head, below] = pair else { continue };
            let mut fields = (n + 2..=lines.plain.len()).take(FIELDS_MAX).map(|end| &lines.plain[n..end]);
            if self.is_name_above(head, below) || fields.any(|it| self.fills_in_form(it)) {
                found.push(say::missing_prefix(head.clone(), self.prefix));
            }
        }
        let corrections: Vec<_> = lines.plain.iter().filter(|it| self.corrects_order_above(it)).cloned().collect();
        found.extend(corrections.into_iter().map(|it| say::correction_without_prefix(it, self.prefix)));
        let further: Vec<_> = lines.plain.iter().filter(|it| self.goes_on_with_order_above(it)).cloned().collect();
        found.extend(further.into_iter().map(|it| say::missing_prefix(it, self.prefix)));
        for line in &lines.plain {
            let is_told = found.iter().any(|it| it.span.end == line.end);
            let content = self.text.get(line.clone()).unwrap_or_default();
            // Whoever spells the prefix out means an order, even if it would be refused.
            let is_spelled = behind_spelled(content).is_some_and(|it| self.begins_like_an_order(it));
            let Some(line) = self.behind_slip(line).filter(|_| !is_told) else { continue };
            if is_spelled || self.is_like_an_order(&line) {
                found.push(say::missing_prefix(line, self.prefix));
            }
        }
        for line in &lines.inner {
            let is_told = found.iter().any(|it| it.span.start <= line.start && line.end <= it.span.end);
            // Lines that would be refused get a hint as well, because silence is worse. An example between backticks
            // gets none.
            let before = self.text.get(..line.start).unwrap_or_default();
            let is_example = before.strip_suffix(self.prefix).is_some_and(|it| it.ends_with('`'));
            let said = self.text.get(line.clone()).unwrap_or_default();
            let begins = !is_example && said.starts_with(char::is_alphanumeric) && self.begins_like_an_order(said);
            if !is_told && (begins || self.reads_as_order(line, Manner::Usual)) {
                let order = said.trim_start();
                let is_apart = order.len() < said.len();
                let hint = if is_apart { say::prefix_and_blank } else { say::prefix_within };
                found.push(hint(line.end - order.len()..line.end, self.prefix));
            }
        }
        let is_open = lines.unclosed.iter().any(|it| it.kind == UnclosedKind::Block { is_orders: false });
        let mut boxed = lines.boxed.iter().filter(|_| !is_open);
        let (text, prefix) = (self.text, self.prefix);
        let has_prefix = |it: &Range<usize>| text.get(..it.start).is_some_and(|it| it.ends_with(prefix));
        let is_meant =
            |it: &&Range<usize>| self.is_like_an_order(it) || has_prefix(it) && self.reads_as_order(it, Manner::Usual);
        found.extend(boxed.find(is_meant).cloned().map(say::in_other_block));
        // Hidden text is read here.
        let hidden = std::mem::take(&mut self.hidden);
        let veiled = lines.veiled.iter().find(|it| self.reads_as_order(it, Manner::Usual));
        self.hidden = hidden;
        found.extend(veiled.cloned().map(say::veiled_order));
        found.extend(lines.veils.iter().find(|it| self.is_part_of_order(it)).cloned().map(say::veiled_part));
        self.reading.diagnostics.extend(say::few_hints(found));
    }

    // Whether the hidden part of a line would change its order: `shoot Nobz ||with rifles||`.
    fn is_part_of_order(&mut self, veiled: &Range<usize>) -> bool {
        let holds = |it: &Range<usize>| it.start <= veiled.start && veiled.end <= it.end;
        let line = self.lines.orders.iter().find(|it| holds(it));
        let Some(line) = line.filter(|it| self.line_budget.spend(it)) else { return false };
        let marks = |it: &Range<usize>| {
            if holds(it) { vec![it.start..veiled.start, veiled.end..it.end] } else { vec![it.clone()] }
        };
        let shown: Vec<Range<usize>> = self.hidden.iter().flat_map(marks).collect();
        let ways = [shown, self.hidden.clone()].map(|it| {
            let hidden = std::mem::replace(&mut self.hidden, it);
            self.words_of(line.clone());
            self.hidden = hidden;
            self.parsed(line, Manner::Usual, &Cell::new(0))
        });
        ways[0].is_whole() && ways[0].orders().ne(ways[1].orders())
    }

    fn is_like_an_order(&mut self, line: &Range<usize>) -> bool {
        self.begins_like_an_order(self.text.get(line.clone()).unwrap_or_default())
            && self.reads_as_order(line, Manner::Strict)
    }

    // Whether a line is worth reading as an order: it is short, and begins with a verb or a name.
    fn begins_like_an_order(&self, line: &str) -> bool {
        const BYTES_MAX: usize = 200;
        const NAME_BYTES_MAX: usize = 40;
        let line = line.trim_start();
        let names_somebody = line.bytes().take(NAME_BYTES_MAX).any(|it| it == b':');
        line.len() <= BYTES_MAX && (names_somebody || self.grammar.may_begin(&first_word(line)))
    }

    // Whether all words of a line are plain words of orders.
    fn is_plainly_an_order(&self) -> bool {
        let all = self.words.all();
        let has_colon = all.iter().any(|it| it.kind == Kind::Colon);
        let goes_on = |at: usize| at == 0 || has_colon || !all[at].gap.has(Gap::STOP);
        (0..all.len()).all(|it| goes_on(it) && self.grammar.is_plain(&all[it], has_colon))
    }

    // Whether a line is only a name, and the line below holds its order: `**Alpha**` above a list.
    fn is_name_above(&mut self, head: &Range<usize>, below: &Range<usize>) -> bool {
        const NAME_BYTES_MAX: usize = 40;
        let line = self.text.get(head.clone()).unwrap_or_default();
        let is_short = line.len() <= NAME_BYTES_MAX && !self.reads_as_order(head, Manner::Strict);
        (line.trim_end().ends_with(':') || is_short)
            && self.follows(head.end, below)
            && self.begins_like_an_order(line)
            && self.reads_as_order(&(head.start..below.end), Manner::Strict)
    }

    // Whether lines are a form without prefix: `Name: Alpha`, and below it `Move: K9`.
    fn fills_in_form(&mut self, fields: &[Range<usize>]) -> bool {
        let [head, .., last] = fields else { return false };
        // `Action:` may be taken for a label, so that the range of its line begins behind it.
        let is_below =
            |it: &[Range<usize>]| self.text.get(it[0].end..it[1].start).unwrap_or_default().matches('\n').count() == 1;
        let label = self.text.get(head.clone()).and_then(|it| it.split_once(':'));
        if !label.is_some_and(|it| WHOSE.contains(&folded(it.0).as_str())) || !fields.windows(2).all(is_below) {
            return false;
        }
        let all = head.start..last.end;
        self.words_of(all.clone());
        self.parsed(&all, Manner::Strict, &Cell::new(0)).is_whole()
    }

    // The last order line before this one.
    fn order_line_before(&self, line: &Range<usize>) -> Option<&'a Range<usize>> {
        let orders = &self.lines.orders;
        orders.get(orders.partition_point(|it| it.start < line.start).checked_sub(1)?)
    }

    // The order line right above this one. `None` if this line is part of an order.
    fn order_above(&self, line: &Range<usize>) -> Option<&'a Range<usize>> {
        self.order_line_before(line)
            .filter(|it| self.is_below(it.end, line) && covering(&self.joined_lines, line.start).is_none())
    }

    // Whether a line right below an order corrects it: `EDIT: make that Boyz 2`, `(oops, meant C7)`, `no, J8`, `*J8`.
    fn corrects_order_above(&mut self, line: &Range<usize>) -> bool {
        const WORDS: usize = 3;
        if self.order_above(line).is_none() {
            return false;
        }
        self.words_of(line.clone());
        let corrects = |it: &Word<G::Keyword>| {
            it.never() == Some(Never::Correction) || matches!(it.folded(), "sorry" | "meant" | "wait" | "nvm")
        };
        let all = self.words.all();
        // `no, N15`, but not `No, thought Hank`
        let marks = all.iter().take_while(|it| correct::is_mark(*it)).count();
        let right = marks + all[marks..].iter().take_while(|it| correct::leads(*it)).count();
        let is_no = matches!(all.first().map(Word::folded), Some("no" | "nope"));
        let names_right = all.get(right..).is_some_and(|it| {
            it.first().is_some_and(Word::is_order) || !it.is_empty() && self.grammar.part_at(it).is_some()
        });
        // With two stars it is only set in italics.
        let stars = [self.text.get(..line.start), self.text.get(line.clone())];
        let is_starred = stars.iter().filter(|it| it.is_some_and(|it| it.ends_with('*'))).count() == 1;
        let is_part = self.grammar.part_at(all).is_some_and(|it| it.1 == all.len());
        all.iter().take(WORDS).any(corrects) || is_no && 1 < marks && names_right || is_starred && is_part
    }

    // Whether a line right below an order adds to it.
    fn goes_on_with_order_above(&mut self, line: &Range<usize>) -> bool {
        let Some(above) = self.order_above(line).filter(|it| self.follows(it.end, line)) else { return false };
        if !self.line_budget.spend(line) {
            return false;
        }
        self.words_of(line.clone());
        if !self.is_plainly_an_order() {
            return false;
        }
        let both = [above.clone(), above.start..line.end].map(|it| {
            self.words_of(it.clone());
            self.parsed(&it, Manner::Usual, &Cell::new(0))
        });
        !both[1].has_errors(0) && both[0].orders().ne(both[1].orders())
    }

    // The text behind a sign that was typed instead of the prefix, or behind a mention.
    fn behind_slip(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let content = self.text.get(line.clone())?;
        let slips = ['1', '/', '?', '\\', '¡', 'l', 'I', '|', '.', '#', '$', '&', ':'];
        // `i!Alpha: hold`
        let is_letter = |it: char| {
            it.is_alphanumeric() && content.get(it.len_utf8()..).is_some_and(|it| it.starts_with(self.prefix))
        };
        let behind = content.strip_prefix(slips).or_else(|| content.strip_prefix(is_letter));
        let behind = behind.or(behind_spelled(content));
        let mentions = || std::iter::successors(behind_mention(content), |it| behind_mention(it));
        let behind = behind.or_else(|| mentions().last())?;
        let rest = behind.trim_start();
        let rest = rest.strip_prefix(self.prefix).unwrap_or(rest);
        let begins = rest.starts_with(char::is_alphabetic) || rest.len() < behind.len();
        (begins && covering(&self.joined_lines, line.start).is_none()).then(|| line.end - rest.len()..line.end)
    }

    fn reads_as_order(&mut self, line: &Range<usize>, manner: Manner) -> bool {
        self.words_of(line.clone());
        let reading = self.parsed(line, manner, &Cell::new(0));
        let is_plain = manner == Manner::Usual || self.is_plainly_an_order();
        is_plain && reading.is_whole()
    }

    fn hint_at_unclosed_marks(&mut self) {
        let has_prefix = |it: &str| it.trim_start_matches([' ', '\t', '*', '_']).starts_with(self.prefix);
        // Found once, because a post may leave a thousand marks open.
        let mut line_starts = self.text.match_indices(['\n', '\r']).map(|it| it.0 + 1);
        let last_order = line_starts.rfind(|it| self.text.get(*it..).is_some_and(has_prefix));
        for Unclosed { span, kind, end } in &self.lines.unclosed {
            let rest = self.text.get(span.end..*end).unwrap_or_default();
            let reaches_on = *end == self.text.len() && last_order.is_some_and(|it| span.end <= it);
            let swallows = reaches_on || has_prefix(rest);
            let said = match kind {
                UnclosedKind::Block { is_orders: true } => Some(say::unclosed_fence(span.clone(), true)),
                UnclosedKind::Block { is_orders: false } if swallows => Some(say::unclosed_fence(span.clone(), false)),
                UnclosedKind::Quotation if swallows => Some(say::unclosed_quotation(span.clone())),
                UnclosedKind::Veil if swallows => Some(say::unclosed_veil(span.clone())),
                _ => None,
            };
            self.reading.diagnostics.extend(said);
        }
    }
}

/// Whether a line already has the words of the canonical form, such as `Otter shoots Reed Husks`. Case, punctuation and
/// the `s` of a verb don't count.
fn is_written_so(line: &str, printed: &[String]) -> bool {
    let says = |printed: &str| {
        let (line, printed) = (folded(line), folded(printed));
        let is_it = |(written, printed): (&str, &str)| written == printed || written.strip_suffix('s') == Some(printed);
        line.split(' ').count() == printed.split(' ').count() && line.split(' ').zip(printed.split(' ')).all(is_it)
    };
    // `Otter: shoot Reed Husks; hold`: the squad may be named only once.
    let who = printed.first().and_then(|it| it.split_once(": ")).map(|it| it.0);
    let behind = |it: &'_ String| who.and_then(|who| Some(it.strip_prefix(who)?.strip_prefix(": ")?.to_owned()));
    let once = printed.iter().enumerate().map(|(n, it)| behind(it).filter(|_| 0 < n).unwrap_or_else(|| it.clone()));
    says(&printed.join(" ")) || says(&once.collect::<Vec<_>>().join(" "))
}

/// The text behind a mention: `Alpha: hold` in `@gm Alpha: hold`.
fn behind_mention(content: &str) -> Option<&str> {
    let mention = content.strip_prefix('<').unwrap_or(content).strip_prefix('@')?;
    mention.split_once(char::is_whitespace).map(|it| it.1.trim_start())
}
