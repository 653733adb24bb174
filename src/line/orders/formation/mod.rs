//! Orders for formations: form up, disband, volley, march and wheel. None of them is read in a battle without
//! formations.

mod march;
mod units;
pub(crate) mod words;

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{DirectedBy, Fire, FormUp, OrganisationalOrder, StepKind, Turning, VolleyAt};

use crate::post::english::{Listed, NEAREST};
use crate::post::words::Gap;

use super::bind::{Subject, only_one};
use super::clause::Clause;
use super::keywords::{IN_FORMATION, Keyword};
use super::subject::may_precede_verb;
use super::verbs::Verb;
use super::{Kind, Order, Word, diagnostics};

/// A verb that only battles with formations have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drill {
    FormUp,
    Disband,
    Volley,
    March,
    Wheel,
    Break,
}

struct Row {
    drill: Drill,
    /// All its forms.
    words: &'static [&'static str],
    /// Its names in suggestions.
    named: &'static [&'static str],
    /// Forms for which a line without its prefix is taken for an order.
    plain: &'static [&'static str],
}

const DRILLS: &[Row] = &[
    Row {
        drill: Drill::FormUp,
        words: &["form", "forms", "forming", "formation", "shieldwall", "lock", "locks", "rank"],
        named: &["form up", "formation"],
        plain: &["form", "formation"],
    },
    Row {
        drill: Drill::Disband,
        words: &["disband", "disbands", "disbanding", "dissolve", "dissolves"],
        named: &["disband"],
        plain: &["disband"],
    },
    Row { drill: Drill::Volley, words: &["volley", "volleys"], named: &["volley"], plain: &["volley"] },
    Row {
        drill: Drill::March,
        words: &["step", "steps", "march", "marches", "marching"],
        named: &["steps", "march"],
        plain: &["step", "steps", "march"],
    },
    Row { drill: Drill::Wheel, words: &["wheel", "wheels", "wheeling"], named: &["wheel"], plain: &["wheel"] },
    Row { drill: Drill::Break, words: &["break", "breaks", "breaking"], named: &[], plain: &["break"] },
];

/// The names of all drills.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DRILLS.iter().flat_map(|it| it.named).copied()
}

/// Whether a word is a form of a drill that only orders use.
pub(super) fn is_plain(folded: &str) -> bool {
    DRILLS.iter().any(|it| it.plain.contains(&folded))
}

/// Words that a misspelt word may be read as.
pub(super) static WORDS: Listed =
    Listed::new("form, forms, formation, disband, volley, steps, step, march, wheel, ranks, break, around, under");

/// Words for what a squad forms. Orders can do without them.
static SHAPES: Listed = Listed::new(
    "rank, ranks, line, lines, block, formation, shield, shields, spear, wall, shieldwall, order, one, single, \
     together",
);

/// Whether a word says what a squad forms, or is the `up` of `form up`.
pub(super) fn is_shape(folded: &str) -> bool {
    folded == "up" || SHAPES.contains(folded)
}

/// Whether a word begins a detail of how to form up.
fn is_form_up_detail(folded: &str) -> bool {
    const UNDER: &[&str] = &["under", "leader", "led", "directed", "commanded"];
    const THEMSELVES: &[&str] = &["alone", "leaderless", "autonomous", "autonomously", "no"];
    const WITHOUT: &[&str] = &["without", "except", "excluding", "but", "minus"];
    [UNDER, THEMSELVES, WITHOUT, SHUFFLES].into_iter().any(|it| it.contains(&folded))
}

const LEADS: &[&str] = &["leads", "leading", "directs", "directing", "commands", "commanding"];
const SHUFFLES: &[&str] = &["shuffle", "shuffling", "shuffles"];

impl<'a> Clause<'a> {
    /// Whether an order can begin with this word.
    pub(super) fn is_verb(&self, word: &Word) -> bool {
        word.meaning.is_some_and(Keyword::is_verb) || self.formation_verb(Some(word)).is_some()
    }

    /// Whether an order can begin with the word this far ahead.
    pub(super) fn is_verb_at(&self, ahead: usize) -> bool {
        self.word_at(ahead).is_some_and(|it| self.is_verb(it))
    }

    /// The drill that this word stands for; `None` in a battle without formations.
    pub(super) fn formation_verb(&self, word: Option<&Word>) -> Option<Drill> {
        let word = word.filter(|it| it.kind == Kind::Word && self.battle.has_formations())?;
        DRILLS.iter().find(|it| it.words.contains(&word.folded())).map(|it| it.drill)
    }

    /// Whether a formation is named without a verb to form it: `shield wall`, `close ranks`.
    pub(super) fn names_shape(&self) -> bool {
        // `make a shieldwall`
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        let is_shape = |at: usize, any: &[&str]| any.contains(&self.folded_at(article + at));
        self.battle.has_formations()
            && (0 < article && is_shape(0, &["shieldwall", "formation"])
                || is_shape(0, &["shield", "spear"]) && is_shape(1, &["wall", "line", "block"])
                || is_shape(0, &["close", "tighten", "dress"]) && is_shape(1, &["rank", "ranks", "up"]))
    }

    /// **F-5** Reads the end of `stand in formation`.
    ///
    /// # Errors
    ///
    /// If the squad is in no formation, and the line doesn't tell it to form one.
    pub(super) fn skip_in_formation(&mut self, squad: SquadId) -> Result<(), Diagnostic> {
        let here = self.span_of_next();
        let forms_up = |it: &Word| self.formation_verb(Some(it)) == Some(Drill::FormUp);
        let is_in_one = self.battle.formations_of(squad).next().is_some() || self.line.words.all().iter().any(forms_up);
        match self.take_word(&[IN_FORMATION]) && !is_in_one {
            true => Err(diagnostics::in_no_formation(here, self.name_of(squad))),
            false => Ok(()),
        }
    }

    /// Reads `left wheel`, as in drill, `left turn` or `turn left`.
    pub(super) fn turn_order(&mut self, subject: Option<&Subject<'_>>) -> Option<Result<Order, Diagnostic>> {
        let turning = self.names_turn(0)?;
        self.at += 2;
        let squads = self.squads_for(subject, false);
        Some(squads.and_then(|it| self.wheel_and_steps(&it, StepKind::Wheel { turning, pivot: None })))
    }

    /// The way of a turn that the two words this far ahead name.
    pub(super) fn names_turn(&self, ahead: usize) -> Option<Turning> {
        const TURNS: &[&str] = &["turn", "turns", "turning"];
        let turns = |at: usize| TURNS.contains(&self.folded_at(at));
        let turns_first = turns(ahead);
        let turns_behind = || turns(ahead + 1) || self.formation_verb(self.word_at(ahead + 1)) == Some(Drill::Wheel);
        if !self.battle.has_formations() || !turns_first && !turns_behind() {
            return None;
        }
        match self.folded_at(ahead + usize::from(turns_first)) {
            "left" => Some(Turning::Left),
            "right" => Some(Turning::Right),
            _ => None,
        }
    }

    /// Whether Steps come next, without a verb: `E E N`, `2 steps east`.
    pub(super) fn names_steps(&self) -> bool {
        // `left` may be a step or a turn.
        let may_be_turn = matches!(self.folded(), "left" | "right") && self.ends_behind(1);
        self.battle.has_formations()
            && self.leads_to_step() == Some(0)
            && (self.number_at(0).is_none() || self.names_way(0))
            && !may_be_turn
    }

    /// The refusal of a word that needs formations, in a battle without them, or of `split`, in a battle with them.
    pub(super) fn no_formations(&self, word: &Word) -> Option<Diagnostic> {
        let has_formations = self.battle.has_formations();
        match word.folded() {
            "split" if has_formations => Some(diagnostics::no_split(word.span.clone())),
            "form" | "split" | "formation" | "disband" | "volley" | "volleys" | "wheel" | "wheels"
                if !has_formations =>
            {
                Some(diagnostics::no_formations(word.span.clone()))
            }
            _ => None,
        }
    }

    /// Reads what follows a drill.
    pub(super) fn formation_order(&mut self, verb: Drill, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        match verb {
            Drill::FormUp => self.form_up_order(subject),
            Drill::Disband => self.disband(subject),
            Drill::Volley => self.volley(subject),
            Drill::March => self.march(subject),
            Drill::Wheel => self.wheel_order(subject),
            Drill::Break => self.break_order(subject),
        }
    }

    /// **F-10** The squads that an order is for, at least one: those before the colon, or those named here. If they are
    /// to form up, all but the first may be another player's of the same side, who has to order the same.
    fn squads_for(&mut self, subject: Option<&Subject<'_>>, form_up: bool) -> Result<Vec<SquadId>, Diagnostic> {
        // `form up everyone`
        let named = self.words_for_everybody(self.rest()).filter(|_| subject.is_none()).map(|it| self.next_words(it));
        let everybody = named.map(|it| self.subjects_named(it)).transpose()?;
        let together = if form_up { self.with_friends(subject.map_or(self.rest(), |it| it.named)) } else { None };
        let ahead = together.as_ref().filter(|_| subject.is_none()).map_or(0, |it| it.1);
        self.at += named.map_or(ahead, <[Word]>::len);
        let mut squads = match (together, subject.or(everybody.as_ref())) {
            (Some((squads, _)), _) => squads,
            (None, Some(it)) if !it.several.is_empty() => it.several.clone(),
            _ => vec![self.squad(subject)?],
        };
        while self.advance_if(self.has_further_squad(subject.is_none()), 1) {
            let friend = if form_up { self.friend_of_another(squads[0]) } else { None };
            let squad = friend.map_or_else(|| self.squad(None), Ok)?;
            if !squads.contains(&squad) {
                squads.push(squad);
            }
        }
        Ok(squads)
    }

    /// **F-10** Squads that are named one after the other, some of the poster's and some of another player's on the
    /// same side, who has to order the same. The poster's own come first. Also returns the number of words. `None` if
    /// the squads aren't of both kinds.
    fn with_friends(&self, from: &[Word]) -> Option<(Vec<SquadId>, usize)> {
        let is_of_friend =
            |it: SquadId| self.battle.side(it) == self.own_side() && self.battle.setup().squad(it).seat.is_some();
        let (mut squads, mut end) = (Vec::new(), 0);
        while let Some(next) = from.get(end..) {
            let joints = next.iter().take_while(|it| it.joins()).count();
            let found = self.squads_at(&next[joints..]);
            let squad = self.only_match(&found.matches, |it| self.commands(it) || is_of_friend(it));
            let Some(squad) = squad.filter(|_| end == 0 || 0 < joints) else { break };
            if !squads.contains(&squad) {
                squads.push(squad);
            }
            end += joints + found.words;
        }
        squads.sort_by_key(|it| !self.commands(*it));
        let is_mixed = self.commands(*squads.first()?) && !self.commands(*squads.last()?);
        is_mixed.then_some((squads, end))
    }

    /// Reads the subject of `Alpha and Bravo form up`, if one of them is another player's: the poster's own squads, for
    /// the rest of the line.
    pub(super) fn subject_with_friends(&mut self) -> Option<Subject<'a>> {
        let (mut squads, words) = self.with_friends(self.rest())?;
        let verb = words + self.count_at(words, may_precede_verb);
        if self.formation_verb(self.word_at(verb)) != Some(Drill::FormUp) {
            return None;
        }
        squads.retain(|it| self.commands(*it));
        let named = self.next_words(words);
        self.at += verb;
        Some(Subject { squad: Ok(*squads.first()?), named, several: squads })
    }

    /// Reads a squad of the same side that another player commands, if one is named next.
    fn friend_of_another(&mut self, first: SquadId) -> Option<SquadId> {
        let battle = self.battle;
        let found = self.squads_at(self.rest());
        let is_friend = |it: SquadId| {
            battle.side(it) == battle.side(first) && battle.setup().squad(it).seat.is_some() && !self.commands(it)
        };
        let friends = self.sort_squads(&found.matches, is_friend).fitting;
        let [friend] = friends[..] else { return None };
        self.at += found.words;
        Some(friend)
    }

    /// **F-1** The squads that an order to a formation is for. A squad in another formation than the first one's is
    /// refused, because only one of the formations would obey.
    fn squads_of_one_formation(&mut self, subject: Option<&Subject<'_>>) -> Result<Vec<SquadId>, Diagnostic> {
        let start = self.span_of_next();
        let squads = self.squads_for(subject, false)?;
        let battle = self.battle;
        let shares = |it: &SquadId| {
            let mut own = battle.formations_of(*it).peekable();
            own.peek().is_none() || own.any(|it| battle.formations_of(squads[0]).any(|first| first.id == it.id))
        };
        let is_first_in_one = battle.formations_of(squads[0]).next().is_some();
        let other = squads.iter().find(|it| is_first_in_one && !shares(it));
        let Some(other) = other else { return Ok(squads) };
        let place = subject.map_or(start.start..self.end_of_last(), |it| self.span_of(it.named));
        Err(diagnostics::formations_apart(place, self.name_of(squads[0]), self.name_of(*other)))
    }

    // Whether a further squad follows: `and Bravo`, `+ Bravo`, `, Bravo`, `with Bravo`.
    fn has_further_squad(&self, begins_with_verb: bool) -> bool {
        let [next, after @ ..] = self.rest() else { return false };
        let is_loose = next.meaning == Some(Keyword::With);
        let joins = is_loose || next.joins();
        // `form up Alpha and Bravo to K9`: a place is for both.
        let is_listed = begins_with_verb && next.meaning == Some(Keyword::And);
        let is_told = self.leads_to_subject(1)
            && !(is_listed && self.leads_somewhere(1 + self.words_for_squad(after).unwrap_or(0)));
        let Some(first) = after.first().filter(|_| joins && !is_told) else { return false };
        let found = self.squads_at(after);
        if found.matches.iter().any(|it| !self.battle.squad(it.squad()).members.is_empty()) {
            return true;
        }
        let leads = found.words.max(self.names.units.find(after).words);
        if 0 < leads && LEADS.contains(&self.folded_at(1 + leads)) {
            return false;
        }
        let is_name = first.kind == Kind::Quoted
            || first.kind == Kind::Word && first.meaning.is_none_or(|it| it == Keyword::Article);
        // `form up, two steps east`, `form up and turn left`
        let is_told = self.is_verb(first) || first.number().is_some() || self.names_turn(1).is_some();
        is_name && !is_loose && !is_told && !is_form_up_detail(self.folded_at(1))
    }

    /// Squads that are named one after the other before a colon or a verb: `Alpha + Bravo: form up`. A name may hold
    /// such a joint, and numbers may share one name: `Ghost 1 & 11`.
    pub(super) fn several_named(&self, named: &'a [Word]) -> Result<Subject<'a>, Diagnostic> {
        let mut several = Vec::new();
        let parts = named.split(Word::joins).flat_map(|it| it.chunk_by(|_, next| !next.gap.has(Gap::STROKE)));
        for each in parts.filter(|it| !it.is_empty()) {
            let squad = self.subject_named(each)?.squad?;
            if !several.contains(&squad) {
                several.push(squad);
            }
        }
        if let [only] = several[..] {
            return Ok(Subject::of(only, named));
        }
        let squad = Err(diagnostics::one_squad_each(self.span_of(named)));
        Ok(Subject { squad, named, several })
    }

    /// **F-5, F-10, F-11**
    fn form_up_order(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        self.take_word(&["close", "tighten", "dress"]);
        self.skip_shapes(subject.is_some());
        if self.take_word(&["disband", "dissolve"]) {
            return self.disband(subject);
        }
        let squads = self.squads_for(subject, true)?;
        let first = squads[0];
        if self.take_word(&["disband", "dissolve"]) {
            return Ok(Order::OrganisationalOrder(first, OrganisationalOrder::Disband));
        }
        self.skip_shapes(true);
        let mut order = FormUp { squads, without: Vec::new(), directed_by: DirectedBy::Anybody, shuffle: Vec::new() };
        while self.form_up_part(&mut order)? {}
        Ok(Order::OrganisationalOrder(first, OrganisationalOrder::FormUp(order)))
    }

    // Skips `up`, `ranks`, `a shield wall`. Unless the squad `is_named` already, it may be called so.
    fn skip_shapes(&mut self, is_named: bool) {
        loop {
            let is_name = !is_named && self.names.squads.has_word(self.folded());
            let is_shape = is_shape(self.folded()) && (self.folded() == "up" || !is_name);
            let leads_to_shape =
                matches!(self.keyword(), Some(Keyword::Article | Keyword::In)) && SHAPES.contains(self.folded_at(1));
            if !self.advance_if(is_shape || leads_to_shape, 1) {
                return;
            }
        }
    }

    // Reads one part of what follows the squads. Returns whether there was one.
    fn form_up_part(&mut self, order: &mut FormUp) -> Result<bool, Diagnostic> {
        let joined = self.count_at(0, Word::joins);
        let word = self.folded_at(joined);
        let on_their_own = match (word, self.folded_at(joined + 1), self.folded_at(joined + 2)) {
            ("alone" | "leaderless" | "autonomous" | "autonomously", ..) => 1,
            ("no" | "without", "leader", _) | ("by", "themselves" | "itself", _) => 2,
            ("without", "a" | "any", "leader") | ("on", "their" | "its", "own") => 3,
            _ => 0,
        };
        if 0 < on_their_own {
            self.at += joined + on_their_own;
            order.directed_by = DirectedBy::Themselves;
            return Ok(true);
        }
        // `Hedda leads`
        let leader = self.names.units.find(self.ahead(joined)).words;
        if 0 < leader && LEADS.contains(&self.folded_at(joined + leader)) {
            self.at += joined;
            order.directed_by = DirectedBy::Leader(self.leader(&order.squads)?);
            self.at += 1;
            return Ok(true);
        }
        if !matches!(word, "by" | "with") && !is_form_up_detail(word) {
            return Ok(false);
        }
        self.at += joined + 1;
        match word {
            "without" | "except" | "excluding" | "but" | "minus" => {
                self.take_word(&["not"]);
                self.take(Keyword::For);
                order.without.append(&mut self.members(&order.squads)?);
            }
            _ if SHUFFLES.contains(&word) => self.shuffle(order)?,
            "with" if is_form_up_detail(self.folded()) => (),
            _ => {
                self.take(Keyword::By);
                // `(leader: Hedda)`
                self.take_mark(Kind::Colon);
                order.directed_by = DirectedBy::Leader(self.leader(&order.squads)?);
                self.take_word(&["as"]);
                self.take_word(&["leading", "leader", "directing", "leads", "directs", "commanding"]);
            }
        }
        Ok(true)
    }

    /// **F-11** Reads who shuffles to which tile: `u3@D4, u4 to D5`.
    fn shuffle(&mut self, order: &mut FormUp) -> Result<(), Diagnostic> {
        loop {
            let unit = self.member(&order.squads, order.directed_by)?;
            while self.take(Keyword::At) || self.take(Keyword::To) {}
            let to = self.tile_on_map()?;
            order.shuffle.push((unit, to));
            if !self.advance_if(self.has_further_member(), 1) {
                return Ok(());
            }
        }
    }

    fn disband(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        self.skip_shapes(subject.is_some());
        let squads = self.squads_of_one_formation(subject)?;
        self.skip_shapes(true);
        Ok(Order::OrganisationalOrder(squads[0], OrganisationalOrder::Disband))
    }

    // `break ranks` is for melee; `break formation` and `break up` disband.
    fn break_order(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let mut is_for_melee = self.take_word(&["rank", "ranks"]);
        if !is_for_melee {
            self.skip_shapes(subject.is_some());
        }
        let squad = self.squads_of_one_formation(subject)?[0];
        is_for_melee |= self.take_word(&["rank", "ranks"]);
        if is_for_melee {
            return Ok(Order::BreakRanks(squad));
        }
        self.skip_shapes(true);
        Ok(Order::OrganisationalOrder(squad, OrganisationalOrder::Disband))
    }

    /// **F-3** A volley at one unit. The whole formation fires it, whichever of its squads is told to.
    fn volley(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let verb = self.span_of_last();
        self.take(Keyword::Verb(Verb::Shoot));
        let squads = self.squads_of_one_formation(subject)?;
        self.volley_of(&squads, verb)
    }

    /// The volley of squads that have been read.
    pub(super) fn volley_of(&mut self, squads: &[SquadId], verb: Range<usize>) -> Result<Order, Diagnostic> {
        let first = squads[0];
        if !squads.iter().any(|it| self.can_shoot(*it)) {
            return Err(diagnostics::cannot_shoot(verb, self.name_of(first)));
        }
        let at = self.volley_target(first)?;
        if self.keyword() == Some(Keyword::With) {
            return Err(diagnostics::volley_with_all(self.span_of_next()));
        }
        Ok(Order::Fire(first, Fire::Volley(at)))
    }

    // Reads the target of a volley: `Boyz`, `Boyz.3`, `Boyz unit 3`, `nearest of Boyz`, `Boyz nearest`,
    // `unit 3 of Boyz`, `nearest`, or a unit's name.
    fn volley_target(&mut self, squad: SquadId) -> Result<VolleyAt, Diagnostic> {
        while self.take(Keyword::At) || self.take(Keyword::On) {}
        let article = usize::from(self.keyword() == Some(Keyword::Article));
        if NEAREST.contains(&self.folded_at(article)) {
            self.at += article + 1;
            return self.nearest_target(squad);
        }
        let place = self.span_of_next();
        if let Some(number) = self.number_of_unit() {
            if !self.take_word(&["of", "in", "from"]) {
                return Err(diagnostics::number_of_which_squad(place, number));
            }
            let target = self.enemy(squad)?;
            return Ok(VolleyAt { target, unit: Some(self.numbered(target, number, place)?) });
        }
        if let Some(unit) = self.enemy_unit(squad)? {
            return Ok(VolleyAt { target: self.battle.unit(unit).squad, unit: Some(unit) });
        }
        let target = self.enemy(squad)?;
        let ahead = usize::from(self.folded() == "unit");
        if NEAREST.contains(&self.folded_at(ahead)) {
            self.at += ahead + 1;
        } else if let Some(number) = self.number_of_unit() {
            let place = place.start..self.end_of_last();
            return Ok(VolleyAt { target, unit: Some(self.numbered(target, number, place)?) });
        }
        Ok(VolleyAt { target, unit: None })
    }

    // Reads the nearest unit of a named squad, or of the nearest squad.
    fn nearest_target(&mut self, squad: SquadId) -> Result<VolleyAt, Diagnostic> {
        self.take_word(&["unit", "one", "man", "enemy"]);
        let is_of = self.take_word(&["of", "in", "from"]);
        let target = if is_of || self.names_squad(0) {
            self.enemy(squad)?
        } else {
            self.nearest_enemy(squad, |_| true)
                .ok_or_else(|| diagnostics::no_target(self.span_of_next(), self.name_of(squad), &[]))?
        };
        Ok(VolleyAt { target, unit: None })
    }

    // Reads an enemy unit by its own name, if no squad's name has as many words.
    fn enemy_unit(&mut self, squad: SquadId) -> Result<Option<UnitId>, Diagnostic> {
        let battle = self.battle;
        let found = self.names.units.find(self.rest());
        let squads = self.squads_at(self.rest()).words;
        let is_enemy = |it: &UnitId| battle.side(battle.unit(*it).squad) != battle.side(squad);
        let enemies = found.matches.iter().map(|it| UnitId(it.id)).filter(is_enemy);
        let Some(unit) = only_one(enemies).filter(|_| squads < found.words) else { return Ok(None) };
        let place = self.span_of(self.next_words(found.words));
        self.at += found.words;
        self.standing_unit(unit, place).map(Some)
    }
}
