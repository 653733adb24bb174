//! What follows a verb. Fire, routes and abilities have files of their own.

use std::ops::Range;
use std::slice;

use crate::diagnostic::Diagnostic;
use crate::field::{GoalKind, SquadId, Tile};
use crate::line::battle::{Abandon, AbilityId, Departure, Fight, HeroMove, Movement, Place, RouteGoal, Turn, With};
use crate::post::english::{AFTER_HOLD, OWN};
use crate::post::names::Match;
use crate::post::words::Gap;

use super::bind::Subject;
use super::clause::{Clause, WrittenName};
use super::formation::Drill;
use super::keywords::{ACT_FIRST, ACT_LAST, AND_BUT, HOLD, Keyword};
use super::parse::links_orders;
use super::verbs::Verb;
use super::{Kind, Order, Withdrawn, Word, diagnostics};

impl Clause<'_> {
    /// The order that comes next, from its verb on. If squads are named behind the verb, `from` is the place behind
    /// them.
    pub(super) fn order(&mut self, subject: Option<&Subject<'_>>, from: usize) -> Result<Order, Diagnostic> {
        let verb = self.at;
        if from <= verb
            && let Some(order) = self.order_without_verb(subject)
        {
            return order;
        }
        self.at = from.max(verb + 1);
        let Some(word) = self.words.get(verb) else {
            return Err(diagnostics::no_verb(self.span_of_next()));
        };
        while self.take_mark(Kind::Colon) {}
        if let Some(verb) = self.formation_verb(Some(word)) {
            return self.formation_order(verb, subject);
        }
        match word.meaning.and_then(Keyword::verb) {
            Some(verb) => {
                let attacks = matches!(verb, Verb::Shoot | Verb::Melee | Verb::Charge);
                self.last_attack = Some(word).filter(|_| attacks);
                self.order_with(verb, subject, word)
            }
            None if word.kind != Kind::Word => Err(diagnostics::no_verb(word.span.clone())),
            None => Err(self.ability_meant(verb, subject).unwrap_or_else(|| self.unknown_verb(word))),
        }
    }

    // The order that a verb begins. `word` is the verb as it was written.
    fn order_with(&mut self, verb: Verb, subject: Option<&Subject<'_>>, word: &Word) -> Result<Order, Diagnostic> {
        let here = word.span.clone();
        match verb {
            Verb::Shoot => self.fire(subject, here),
            Verb::Melee => self.fight(subject),
            Verb::Move => self.movement(subject),
            Verb::Seize => self.seize(subject),
            Verb::Charge => self.charge(subject),
            // `withdraw orders for Alpha`, `cancel all orders`
            Verb::Withdraw | Verb::Cancel if self.names_orders() || self.names_part_of_ability(self.rest()) => {
                self.withdraw_orders(subject)
            }
            Verb::Disengage | Verb::Withdraw => self.disengage(subject, word),
            // `cancel` alone could mean anything.
            Verb::Cancel => Err(diagnostics::take_back_what(here)),
            Verb::Abandon => self.abandon(subject),
            // `hold the line`, where nobody is named and the poster has an ability that is called so
            Verb::Hold if subject.is_none() && self.names_ability_at(&self.words[self.at - 1..]).is_some() => {
                self.at -= 1;
                self.ability(None)
            }
            Verb::Hold => self.hold(subject),
            // `use rifles on Nobz`, or an ability
            Verb::Use if self.aims_any(subject) => self.fire(subject, here),
            Verb::Use => self.ability(subject),
            Verb::Join => self.join(subject),
            Verb::Leave => self.leave(subject),
            Verb::End => self.end_battle(word),
            // **O-4**
            Verb::Tap if self.take(Keyword::Out) => Ok(Order::Leave(Departure::TapOut)),
            // `gets Steady Aim`, `gives Alpha Steady Aim`
            Verb::Attack if self.names_ability().is_some() || self.squad_and_ability(0).is_some() => {
                self.ability(subject)
            }
            Verb::Attack => self.attack(subject, here),
            Verb::Defend => Err(diagnostics::which_defence(here, self.written(slice::from_ref(word)))),
            Verb::Form | Verb::Fall | Verb::Tap => Err(self.unknown_verb(word)),
        }
    }

    /// **O-3** An order to end the battle, which is only free once the main goals are met.
    fn end_battle(&mut self, verb: &Word) -> Result<Order, Diagnostic> {
        self.take(Keyword::Article);
        if !self.take(Keyword::Battle) {
            return Err(self.unknown_verb(verb));
        }
        let open = self.battle.goals_met(GoalKind::Main).filter(Option::is_none).count();
        if 0 < open {
            self.doubts.push(diagnostics::goals_open(verb.span.clone(), open));
        }
        Ok(Order::Leave(Departure::End))
    }

    fn names_orders(&self) -> bool {
        let adds =
            |it: &Word| matches!(it.meaning, Some(Keyword::Article | Keyword::All)) || OWN.contains(&it.folded());
        let skipped = self.count_at(0, adds);
        // `Alpha's orders`
        let squad = self.words_for_squad(self.ahead(skipped)).unwrap_or(0);
        self.meaning_at(skipped + squad) == Some(Keyword::Orders)
    }

    /// Whether an order comes next that needs no verb.
    pub(super) fn begins_order_without_verb(&self) -> bool {
        self.tile_of_map_at(usize::from(self.keyword() == Some(Keyword::At))).is_some()
            || self.keyword() == Some(Keyword::Take)
            || self.keyword() == Some(Keyword::With) && self.names.abilities.find(self.ahead(1)).is_exact()
            || self.hides()
            || self.names_way(0)
            || !self.is_strict() && self.leads_somewhere(0)
            || self.names_shape()
            || self.names_steps()
            || self.names_ability().is_some()
            || self.turn_at(0).is_some()
    }

    /// **R-5** The turn that is named this far ahead: `first` or `last` at the end of an order, `act first` or
    /// `act last` anywhere.
    pub(super) fn turn_at(&self, ahead: usize) -> Option<Turn> {
        let [it, rest @ ..] = self.ahead(ahead) else { return None };
        match it.folded() {
            ACT_FIRST => Some(Turn::First),
            ACT_LAST => Some(Turn::Last),
            "first" if rest.is_empty() => Some(Turn::First),
            "last" if rest.is_empty() => Some(Turn::Last),
            _ => None,
        }
    }

    /// Whether a way is named this far ahead: `north 3`, `3 tiles north`, `3 to the north`, `3N`, `toward the mill`,
    /// `3 tiles toward the mill`.
    pub(super) fn names_way(&self, ahead: usize) -> bool {
        let is_number = |at: usize| self.number_at(at).is_some();
        let is_way = |at: usize| matches!(self.meaning_at(at), Some(Keyword::Direction(_)));
        let adds = |it: &Word| matches!(it.meaning, Some(Keyword::Step | Keyword::To | Keyword::Article));
        let behind = ahead + 1 + self.count_at(ahead + 1, adds);
        self.meaning_at(ahead) == Some(Keyword::Toward)
            || is_way(ahead) && (is_number(ahead + 1) || self.times_at(ahead + 1).is_some())
            || is_number(ahead) && (is_way(behind) || self.meaning_at(behind) == Some(Keyword::Toward))
            || self.is_steps(ahead)
    }

    // Whether the words this far ahead lead to a place: `to J8`, `from D6 to J8`, `via G8 to J8`, `to the mill`.
    pub(super) fn leads_somewhere(&self, ahead: usize) -> bool {
        let is_place = |at: usize| {
            let adds = |it: &Word| matches!(it.meaning, Some(Keyword::Article | Keyword::Place | Keyword::Step));
            let behind = at + self.count_at(at, adds);
            self.tile_of_map_at(behind).is_some() || 0 < self.names.objectives.find(self.ahead(at)).words
        };
        match self.meaning_at(ahead) {
            Some(Keyword::To) => is_place(ahead + 1) || self.ground_ahead(ahead + 1).is_some(),
            Some(Keyword::From | Keyword::Via) => self.tile_of_map_at(ahead + 1).is_some(),
            _ => false,
        }
    }

    // Whether `get into cover` or the like comes next, which is a move. `cover` alone could be anything.
    fn hides(&self) -> bool {
        self.keyword() == Some(Keyword::Cover) && !matches!(self.folded(), "cover" | "covers" | "covering")
    }

    // `Alpha, next to Bramble, holds`: this says where Alpha is, and not where to go.
    fn is_whereabouts(&self) -> bool {
        let is_comma = |it: Option<&Word>| it.is_some_and(|it| it.kind == Kind::Comma);
        let name = 1 + self.count_at(1, Word::is_article);
        let named = [&self.names.squads, &self.names.objectives].map(|it| it.find(self.ahead(name)).words);
        let end = name + named[0].max(named[1]);
        is_comma(self.last_word()) && is_comma(self.word_at(end)) && self.is_verb_at(end + 1)
    }

    // An order without a verb, where it can be only one: a way, the whole name of an ability, a shape, Steps, a tile or
    // a target.
    fn order_without_verb(&mut self, subject: Option<&Subject<'_>>) -> Option<Result<Order, Diagnostic>> {
        if let Some(wheel) = self.turn_order(subject) {
            return Some(wheel);
        }
        if self.is_verb_at(0) {
            return None;
        }
        if let Some(unclear) = self.sends_some(subject) {
            return Some(Err(unclear));
        }
        if let Some(turn) = self.turn_at(0) {
            self.at += 1;
            return Some(self.squad(subject).map(|it| Order::Turn(it, turn)));
        }
        let has_formations = self.battle.has_formations();
        Some(match self.keyword() {
            Some(Keyword::Take) if self.names_way(1) => {
                self.at += 1;
                if has_formations { self.formation_order(Drill::March, subject) } else { self.movement(subject) }
            }
            Some(Keyword::Take) if self.meaning_at(1) != Some(Keyword::Cover) => {
                self.at += 1;
                self.seize(subject)
            }
            Some(Keyword::Toward) if self.is_whereabouts() => return None,
            Some(Keyword::Toward | Keyword::Take) => self.movement(subject),
            _ if self.hides() || self.leads_somewhere(0) => self.movement(subject),
            _ if self.names_way(0) && !has_formations => self.movement(subject),
            Some(Keyword::With) if self.names_ability_at(self.ahead(1)).is_some() => {
                self.at += 1;
                self.ability(subject)
            }
            _ if self.names_ability().is_some() || subject.is_some() && self.squad_and_ability(0).is_some() => {
                self.ability(subject)
            }
            _ if self.names_shape() => self.formation_order(Drill::FormUp, subject),
            _ if self.names_steps() => self.formation_order(Drill::March, subject),
            _ => return self.tile_or_target(subject),
        })
    }

    // A tile to move to, a weapon with its target, or an enemy alone behind an attack.
    fn tile_or_target(&mut self, subject: Option<&Subject<'_>>) -> Option<Result<Order, Diagnostic>> {
        let here = self.span_of_next();
        let ahead = usize::from(self.keyword() == Some(Keyword::At));
        // In a formation `u3` is a unit. `K9 of Alpha` is no destination.
        let is_unit = self.battle.has_formations() && self.folded_at(ahead).starts_with('u');
        if self.tile_of_map_at(ahead).is_some() && !is_unit && self.folded_at(ahead + 1) != "of" {
            self.at += ahead;
            return Some(self.movement(subject));
        }
        let squad = subject.map_or_else(|| self.only_squad(), |it| it.squad.clone().ok())?;
        if self.names_foe_and_weapon(squad) {
            return Some(self.attack(subject, here));
        }
        if self.aims_weapon(squad) {
            return Some(self.fire(subject, here));
        }
        let word = self.last_attack.filter(|_| self.names_only_foe(0))?;
        Some(self.order_with(word.meaning?.verb()?, subject, word))
    }

    /// Whether one of the poster's squads is named this far ahead, with nothing but an enemy behind it, after an
    /// attack: `Alpha shoots Nobz, Bravo Gobz`.
    pub(super) fn names_other_and_foe(&self, ahead: usize) -> bool {
        let found = self.squads_at(self.ahead(ahead));
        let is_own = found.matches.iter().any(|it| it.is_exact && self.commands(it.squad()));
        let is_weapon = 0 < self.names.weapons.find(self.ahead(ahead)).words;
        self.last_attack.is_some() && is_own && !is_weapon && self.names_only_foe(ahead + found.words)
    }

    fn names_only_foe(&self, ahead: usize) -> bool {
        let found = self.squads_at(self.ahead(ahead));
        let is_foe = |it: &Match| self.battle.side(it.squad()) != self.own_side();
        found.matches.iter().any(is_foe) && self.ends_behind(ahead + found.words)
    }

    // Whether an enemy and a weapon come next, behind the squad that is to fire: `Nobz with rifles`, `Nobz, rifles`. At
    // the beginning they go on with what was said before.
    pub(super) fn names_foe_and_weapon(&mut self, squad: SquadId) -> bool {
        let is_behind = 0 < self.at && self.names_foe_at(0, squad);
        is_behind && self.look_ahead(|it| it.enemy(squad).is_ok() && it.take_armament(squad).is_some())
    }

    // Reads `with rifles`, or `, rifles` at the end. It may stop reading anywhere, so callers use `look_ahead`.
    fn take_armament(&mut self, squad: SquadId) -> Option<With> {
        if self.take_with(squad) {
            self.take(Keyword::All);
            while self.take(Keyword::Article) || self.take_word(OWN) {}
            return self.armament(squad).map(|it| it.0);
        }
        self.advance_if(self.peek()?.kind == Kind::Comma, 1);
        let (with, words) = self.armament(squad)?;
        self.ends_behind(words).then_some(with)
    }

    /// How many words name an ability of the poster in full, if one comes next.
    pub(super) fn names_ability(&self) -> Option<usize> {
        self.names_ability_at(self.rest())
    }

    pub(super) fn names_ability_at(&self, from: &[Word]) -> Option<usize> {
        let found = self.names.abilities.find(from);
        let is_whole = found.matches.iter().any(|it| it.is_exact && self.who_has(AbilityId(it.id)).next().is_some());
        is_whole.then_some(found.words)
    }

    /// Whether these words begin with an ability of the poster, named in full or by a part that nothing else is called:
    /// `Volley` of `Volley, Now!`.
    pub(super) fn names_part_of_ability(&self, from: &[Word]) -> bool {
        let found = self.names.abilities.find(from);
        let mut own = found.matches.iter().filter(|it| self.who_has(AbilityId(it.id)).next().is_some());
        let is_only = own.next().is_some() && own.next().is_none();
        let means_nothing = |it: &Word| it.meaning.is_none() && !self.is_verb(it);
        let is_free = self.squads_at(from).words == 0 && from[..found.words].iter().all(means_nothing);
        self.names_ability_at(from).is_some() || is_only && is_free
    }

    // `hold`, `hold the line`, `stay where you are`.
    pub(super) fn hold(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        self.skip_in_formation(squad)?;
        let tail = self.at;
        self.skip_hold_tail();
        // `stays at the barricade`, where the squad is
        let battle = self.battle;
        let here: Vec<Tile> = battle.standing(squad).flat_map(|it| battle.footprint(it).tiles()).collect();
        self.skip_ground_near(&here);
        if let Some(elsewhere) = self.holds_elsewhere(squad) {
            return Err(elsewhere);
        }
        if let Some(told) = self.stay_after_but(tail) {
            return Err(diagnostics::moves_or_stays(self.span_of(told)));
        }
        Ok(Order::Movement(squad, Movement::Hold))
    }

    // The words of a hold, from its verb on, if they contradict the move before a "but":
    // `move toward Nobz, but stay put`, `but stay in the trench`. `tail` is the place behind the verb.
    fn stay_after_but(&self, tail: usize) -> Option<&[Word]> {
        // `stay on guard`
        const HOW: &[&str] = &["guard", "low", "quiet", "ready", "silent", "steady", "there", "tight"];
        let [before @ .., but, _] = self.words.get(..tail)? else { return None };
        let told = self.words.get(tail - 1..self.at)?;
        let verb = before.iter().rfind(|it| self.is_verb(it))?;
        let moves = self.says_how_to_move(Some(verb)) && verb.meaning != Some(HOLD);
        let names_ground = told.iter().any(|it| self.is_ground(it.folded()));
        // `move to J8, but stay there`: `there` adds nothing and has been left out of the words.
        let behind = self.line.text.get(self.end_of_last()..).unwrap_or_default().trim_start();
        let says_there = behind.get(.."there".len()).is_some_and(|it| it.eq_ignore_ascii_case("there"));
        let ends = self.peek().is_none_or(|it| it.gap.has(Gap::ENDS) || it.joins());
        let says_how = told.iter().any(|it| it.folded().ends_with("fire") || HOW.contains(&it.folded()));
        let is_here = ends && !says_there && !says_how;
        (moves && but.folded() == AND_BUT && (is_here || names_ground)).then_some(told)
    }

    // Reads `hold D6` or `hold the mill` if the squad is there. From elsewhere it would have to move, which is refused.
    fn holds_elsewhere(&mut self, squad: SquadId) -> Option<Diagnostic> {
        let battle = self.battle;
        let word = self.peek().filter(|it| it.kind == Kind::Word && !it.gap.has(Gap::ENDS))?;
        let (at, radius, words) = match (self.tile_and_words_at(0), word.meaning) {
            (Some((tile, words)), _) => (tile, 0, words),
            (None, None | Some(Keyword::Direction(_))) => {
                let found = self.names.objectives.find(self.rest());
                let [it] = found.matches[..] else { return None };
                let it = battle.setup().objectives.get(usize::from(it.id))?;
                (it.at, u16::from(it.radius), found.words)
            }
            _ => return None,
        };
        let is_there = |it: Tile| it.steps_to(at) <= radius;
        if battle.standing(squad).any(|unit| battle.footprint(unit).tiles().any(is_there)) {
            self.at += words;
            return None;
        }
        let WrittenName { span, written, .. } = self.written_name(words);
        Some(diagnostics::holds_elsewhere(span, self.name_of(squad), written))
    }

    fn skip_hold_tail(&mut self) {
        while let Some(word) =
            self.peek().filter(|it| it.kind == Kind::Word && !it.gap.has(Gap::ENDS) && !it.gap.has(Gap::OPEN))
        {
            let folded = word.folded();
            // `hold fire at Nobz` isn't a plain hold.
            let is_fire_at = folded == "fire" && self.rest().len() != 1 && !self.ends_behind(1);
            // `rest on`: the rest of the squad has a target, which isn't named.
            let is_rest_on = folded == "on" && self.last_word().is_some_and(|it| it.folded() == "rest");
            if !AFTER_HOLD.contains(folded) || is_fire_at || is_rest_on {
                return;
            }
            self.at += 1;
        }
    }

    /// Whether an order could end before the word this far ahead.
    pub(super) fn ends_behind(&self, ahead: usize) -> bool {
        self.word_at(ahead).is_none_or(|it| {
            it.kind == Kind::Comma
                || it.gap.has(Gap::ENDS)
                || matches!(it.meaning, Some(Keyword::And | Keyword::Then | Keyword::While | Keyword::Polite))
        })
    }

    /// The order that verbs like `seize` and `take` begin: a move to an objective or a tile.
    pub(super) fn seize(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let (start, verb) = (self.span_of_next(), self.last_word());
        let route = self.route_to(squad)?;
        // A squad can be reached, but not seized: `take Nobz` may be to shoot them, to charge them or to lead them.
        if let RouteGoal::Toward { place: Place::Squad(it), .. } = route.goal
            && !verb.is_some_and(|it| it.folded().starts_with("reach"))
        {
            let is_enemy = self.battle.side(it) != self.battle.side(squad);
            return Err(diagnostics::squad_as_tile(start.start..self.end_of_last(), self.name_of(it), is_enemy));
        }
        if self.battle.is_squad_engaged(squad) {
            self.doubts.push(diagnostics::engaged(start, self.name_of(squad), "move"));
        }
        Ok(Order::Movement(squad, Movement::Move(route)))
    }

    /// `attack Nobz with rifles`: the weapon says how. Without a weapon nothing does.
    fn attack(&mut self, subject: Option<&Subject<'_>>, verb: Range<usize>) -> Result<Order, Diagnostic> {
        let written = self.line.text.get(verb.clone()).unwrap_or_default();
        let unclear = diagnostics::which_attack(verb.clone(), written);
        let Ok(squad) = self.squad(subject) else { return Err(unclear) };
        let how = self.look_ahead(|it| {
            it.take_aim();
            it.enemy(squad).ok().map(|_| (it.take(Keyword::InMelee), it.take_armament(squad)))
        });
        let subject = Subject::of(squad, &[]);
        match how {
            Some((true, _)) => self.fight(Some(&subject)),
            Some((_, Some(With::Weapon(it)))) if self.battle.setup().weapon(it).is_melee() => {
                self.fight(Some(&subject))
            }
            Some((_, Some(_))) => self.fire(Some(&subject), verb),
            _ => Err(unclear),
        }
    }

    /// **M-8**
    pub(super) fn fight(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        // `melee, break ranks`
        let breaks = self.formation_verb(self.peek()) == Some(Drill::Break);
        if self.advance_if(breaks && matches!(self.folded_at(1), "rank" | "ranks"), 2) {
            return Ok(Order::BreakRanks(squad));
        }
        self.take_aim();
        // `fight with Nobz`
        self.advance_if(self.keyword() == Some(Keyword::With) && self.names_squad(1), 1);
        // `fight w axes`
        let names_target = !self.ends_behind(0) && !self.look_ahead(|it| it.take_with(squad));
        let target = if names_target { Some(self.enemy(squad)?) } else { None };
        self.take(Keyword::InMelee);
        let weapon = if self.take_with(squad) { Some(self.melee_weapon(squad)?) } else { None };
        Ok(Order::Fight(squad, Fight { target, weapon }))
    }

    /// **V-1** A move, or **V-7** a charge at the end of one.
    pub(super) fn movement(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        // `get into formation`
        if self.advance_if(self.formation_verb(self.peek()) == Some(Drill::FormUp), 1) {
            return self.formation_order(Drill::FormUp, subject);
        }
        if let Some(steps) = self.steps_after_move(squad) {
            return steps;
        }
        let start = self.span_of_next();
        let route = self.route(squad)?;
        if self.battle.is_squad_engaged(squad) {
            self.doubts.push(diagnostics::engaged(start, self.name_of(squad), "move"));
        }
        // `move to C7, then charge Boyz` is one order.
        let joints = self.count_at(0, links_orders);
        if self.advance_if(self.meaning_at(joints) == Some(Keyword::Verb(Verb::Charge)), joints + 1) {
            self.take_aim();
            let target = self.enemy(squad)?;
            return Ok(Order::Movement(squad, Movement::Charge { target, after: Some(route) }));
        }
        Ok(Order::Movement(squad, Movement::Move(route)))
    }

    /// **V-7**
    pub(super) fn charge(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let start = self.span_of_next();
        self.take_aim();
        let target = self.enemy(squad)?;
        let weapon = self.span_of_next();
        if self.take_with(squad) {
            self.melee_weapon(squad)?;
            self.doubts.push(diagnostics::strikes_later(weapon.start..self.end_of_last()));
        }
        let mut after = None;
        if self.take(Keyword::After) {
            self.take(Keyword::Verb(Verb::Move));
            after = Some(self.route(squad)?);
        }
        // A squad in contact with its target is there already.
        let battle = self.battle;
        if battle.is_squad_engaged(squad) && !battle.squads_in_contact(squad).contains(&target) {
            self.doubts.push(diagnostics::engaged(start, self.name_of(squad), "charge"));
        }
        Ok(Order::Movement(squad, Movement::Charge { target, after }))
    }

    /// **V-6**
    pub(super) fn disengage(&mut self, subject: Option<&Subject<'_>>, verb: &Word) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        // `break off the fight`
        let is_melee = |it: Option<Keyword>| matches!(it, Some(Keyword::Battle | Keyword::Verb(Verb::Melee)));
        if self.take(Keyword::From) || self.keyword() == Some(Keyword::Article) && is_melee(self.meaning_at(1)) {
            self.retreat_from(squad)?;
        }
        if self.ends_behind(0) || self.is_verb_at(0) || self.leads_to_subject(0) {
            return Ok(Order::Movement(squad, Movement::Disengage(None)));
        }
        let route = self.route(squad)?;
        // A squad that isn't in melee has nobody to get away from. If it falls back to a tile, that is a move, and it
        // may fire before.
        let gets_away = self.battle.is_squad_engaged(squad) || verb.folded().starts_with("disengag");
        let movement = if gets_away { Movement::Disengage(Some(route)) } else { Movement::Move(route) };
        Ok(Order::Movement(squad, movement))
    }

    // Reads what a squad gets away from: `fall back from Nobz`, `from melee at D6`, `from D6`. A further tile is the
    // destination.
    fn retreat_from(&mut self, squad: SquadId) -> Result<(), Diagnostic> {
        self.take(Keyword::Article);
        let is_melee = self.take(Keyword::Battle) || self.take(Keyword::Verb(Verb::Melee));
        let is_here = is_melee || self.tile_and_words_at(0).is_some_and(|it| self.stands_on(squad, it.0));
        // `from melee with Nobz`
        let from = if is_here && !self.take(Keyword::With) { squad } else { self.enemy(squad)? };
        self.skip_whereabouts(from);
        Ok(())
    }

    /// **V-5**
    pub(super) fn abandon(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let squad = self.squad(subject)?;
        let start = self.span_of_next();
        // `abandon everything` isn't about the downed, and neither is `abandon all weapons`.
        let count = if self.take_word(&["all", "everyone", "everybody"]) {
            Abandon::All
        } else if let Some(count) = self.number() {
            Abandon::Count(u8::try_from(count).map_err(|_| diagnostics::too_many_to_abandon(start.clone()))?)
        } else {
            return Err(diagnostics::how_many_to_abandon(start));
        };
        self.take(Keyword::Article);
        self.take(Keyword::Downed);
        if self.battle.carried(squad).next().is_none() {
            self.doubts.push(diagnostics::nobody_to_abandon(start, self.name_of(squad)));
        }
        Ok(Order::Abandon(squad, count))
    }

    fn withdraw_orders(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        if self.names_part_of_ability(self.rest()) {
            let ability = self.ability_named()?.0;
            // `withdraw Rally on Alpha`
            let names_squad = self.take(Keyword::On) || self.take(Keyword::For);
            let named = if names_squad { Some(self.squad(None)?) } else { None };
            let squad = named.or_else(|| subject.and_then(|it| it.squad.clone().ok()));
            return Ok(Order::Withdraw(Withdrawn::Ability(ability, squad)));
        }
        let mut whose = None;
        while !self.take(Keyword::Orders) && !self.is_done() {
            match self.names_squad(0) {
                true => whose = Some(self.squad(None)?),
                false => self.at += 1,
            }
        }
        if whose.is_none() {
            let says_whose = self.take(Keyword::For) || self.take_word(&["of"]) || self.names_squad(0);
            let is_named = says_whose && !self.take(Keyword::All);
            whose = if is_named { Some(self.squad(None)?) } else { subject.map(|it| it.squad.clone()).transpose()? };
        }
        Ok(Order::Withdraw(whose.map_or(Withdrawn::All, Withdrawn::Squad)))
    }

    /// **H-1**
    pub(super) fn join(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let start = self.span_of_next();
        let hero = self.hero(subject, start.clone())?;
        let _ = self.take(Keyword::To) || self.take(Keyword::With);
        let squad = self.squad_to_join(hero)?;
        self.doubts.extend(self.too_far_to_join(hero, squad, start));
        Ok(Order::Hero(hero, HeroMove::Join(squad)))
    }

    /// **H-1**
    pub(super) fn leave(&mut self, subject: Option<&Subject<'_>>) -> Result<Order, Diagnostic> {
        let start = self.span_of_last();
        if let Some(count) = self.leaves_downed() {
            return Err(diagnostics::leaves_downed(start, &count));
        }
        let hero = self.hero(subject, start.clone())?;
        let battle = self.battle;
        if battle.squad(battle.unit(hero).squad).members.len() == 1 {
            return Err(diagnostics::alone_already(start, &battle.setup().unit(hero).name));
        }
        // `leave Bravo` and `leave the squad` say the same as `leave`.
        self.take(Keyword::Article);
        let squad = battle.unit(hero).squad;
        let here = self.squads_at(self.ahead(usize::from(self.keyword() == Some(Keyword::Squad))));
        let names_it = here.matches.iter().any(|it| it.squad() == squad);
        let says_squad = self.take(Keyword::Squad);
        let names_squad = self.advance_if(names_it, here.words) || says_squad;
        // `leaves Alpha to shoot Nobz`: Alpha may be the one that shoots, while the hero stays.
        // `leaves Alpha to join Bravo` is clear.
        let lets = self.keyword() == Some(Keyword::To) && self.is_verb_at(1);
        if names_squad && lets && self.meaning_at(1) != Some(Keyword::Verb(Verb::Join)) {
            let name = &battle.setup().unit(hero).name;
            return Err(diagnostics::leaves_or_lets(start.start..self.span_of_next().end, name, self.name_of(squad)));
        }
        Ok(Order::Hero(hero, HeroMove::Leave))
    }

    // **V-5** How many of the downed are left behind, as `abandon` says it: `leave 2 of its downed behind`,
    // `leave the wounded`, `leave 2 behind`.
    fn leaves_downed(&self) -> Option<String> {
        let adds = |it: &Word| {
            it.is_article()
                || it.number().is_some()
                || it.meaning == Some(Keyword::All)
                || OWN.contains(&it.folded())
                || matches!(it.folded(), "of" | "them" | "behind")
        };
        let words = self.count_at(0, adds);
        let count = (0..words).find_map(|it| self.number_at(it));
        let says_downed = self.meaning_at(words) == Some(Keyword::Downed) && !self.names_squad(words);
        let says_behind = || (0..words).any(|it| self.folded_at(it) == "behind") && self.ends_behind(words);
        let is_it = says_downed || count.is_some() && says_behind();
        is_it.then(|| count.map_or_else(|| "all".to_owned(), |it| it.to_string()))
    }
}
