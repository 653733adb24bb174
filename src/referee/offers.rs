//! What the squads of a seat can do, for players who would rather choose on a picture than write.

use std::collections::BTreeSet;

use crate::page::{Answer, AnswerLine, Mark, Offer, Plan, Pool, SquadPlan, TargetOffer, Verb, VerbOffer};
use crate::post::Poster;
use crate::referee::{Choices, HIDDEN, Refused, Table};

impl Table {
    /// What the author's squads can do as things stand: where each can go, whom it can shoot and charge, and the useful
    /// orders of every other verb.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or the battle is over.
    pub fn offers(&self, author: &str) -> Result<Plan, Refused> {
        let asker = self.poster(author)?;
        self.refuse_if_over()?;
        let mut plan = self.playing.plan(asker, &self.language, self.clock + 1, &|it| self.knows(Some(asker), it));
        let Plan { squads, pools } = &mut plan;
        for squad in squads {
            let verbs = Verbs { table: self, asker, squad, pools };
            let (verbs, costs_charge) = (verbs.all(), verbs.fire_costs_charge());
            squad.verbs = verbs;
            squad.fire.iter_mut().for_each(|it| it.slows |= costs_charge);
        }
        Ok(plan)
    }
}

/// Finds the orders that a squad can be given besides moves, shots and charges.
struct Verbs<'a> {
    table: &'a Table,
    asker: Poster,
    squad: &'a SquadPlan,
    pools: &'a [Pool],
}

/// An order, how many lines of its answer accept it, and how many doubt it.
struct Filled {
    written: String,
    taken: usize,
    doubted: usize,
}

impl Verbs<'_> {
    fn all(&self) -> Vec<Verb> {
        let SquadPlan { name, reach, fire, charges, .. } = self.squad;
        let choices = |begun: &str| self.table.choices(self.asker, name, begun).unwrap_or_default();
        // Several verbs may mean the same.
        let mut known: BTreeSet<String> = fire.iter().chain(charges).map(|it| it.offer.answer.clone()).collect();
        let moves = reach.first().and_then(|it| Some(format!("{}{}", it.written, it.tiles.first()?.at)));
        let shoots = fire.first().map(|it| it.offer.written.clone());
        let charges = charges.first().map(|it| it.offer.written.clone());
        let mut filled: Vec<Option<Filled>> = [moves, shoots, charges].map(|it| it.map(|it| self.filled(it))).into();
        let mut verbs = Vec::new();
        for words in choices("").verbs {
            let next = choices(&words);
            let mut tried = |ways: Vec<String>| -> Vec<VerbOffer> {
                let offers = ways.iter().filter_map(|way| self.offer(format!("{words} {way}").trim_end()));
                offers.filter(|it| known.insert(it.offer.answer.clone())).collect()
            };
            let named = next.names_for(name, &words).cloned().chain(next.is_whole.then(String::new));
            let mut orders = tried(named.collect());
            if orders.is_empty() && reach.is_empty() && words == "withdraw" {
                // From a melee a squad withdraws to tiles, seldom to anything that has a name.
                orders = tried(self.free_tiles(&next));
            }
            if let Some(first) = orders.first() {
                verbs.push(Verb { slots: self.slots(&mut filled, first), words, orders });
            }
        }
        verbs
    }

    /// Free tiles around the squad.
    fn free_tiles(&self, next: &Choices) -> Vec<String> {
        let squads = self.table.playing.picture().squads;
        let stands = |at: &String| {
            squads.iter().flat_map(|it| &it.units).any(|it| it.on.tiles().any(|tile| tile.to_string() == *at))
        };
        let mut tiles = self.table.tiles_around(&self.squad.name, next);
        tiles.retain(|it| !stands(it));
        tiles
    }

    /// The answer to a post, as if it were in the thread.
    fn answer(&self, written: &str) -> Option<Answer> {
        let Table { playing, clock, language, .. } = self.table;
        let text = format!("{}{written}", self.table.prefix());
        let mut posted = playing.clone();
        posted.read_post(HIDDEN, self.asker, (clock + 1, &text), language);
        posted.answer(HIDDEN, &text, &|it| self.table.knows(Some(self.asker), it))
    }

    /// An order with its answer. `None` if it is refused, in doubt, or useless now.
    fn offer(&self, order: &str) -> Option<VerbOffer> {
        let written = format!("{}: {order}", self.squad.name);
        let answer = self.answer(&written)?;
        let has = |mark: Mark| answer.lines.iter().any(|it| it.mark == mark);
        let is_in_doubt = answer.lines.iter().any(AnswerLine::doubts_order);
        if answer.lines.first()?.mark != Mark::Taken || has(Mark::Refused) || is_in_doubt {
            return None;
        }
        let left = |pool: &Pool| answer.command.iter().find(|it| it.0 == pool.name).map_or(pool.left, |it| it.1);
        Some(VerbOffer {
            cost: self.pools.iter().map(|it| it.left.saturating_sub(left(it))).collect(),
            offer: Offer { written, answer: accepted_text(&answer), is_doubtful: has(Mark::Doubtful) },
        })
    }

    fn filled(&self, written: String) -> Filled {
        let lines = self.answer(&written).map_or(Vec::new(), |it| it.lines);
        let taken = lines.iter().filter(|it| it.mark == Mark::Taken).count();
        Filled { taken, doubted: lines.iter().filter(|it| it.doubts_order()).count(), written }
    }

    /// The slots that an order fills: one of its own, and those of the orders that no longer count beside it.
    fn slots(&self, filled: &mut Vec<Option<Filled>>, order: &VerbOffer) -> Vec<usize> {
        let mut slots = vec![filled.len()];
        // Orders that cost something replace no others.
        if order.cost.iter().any(|it| 0 < *it) {
            filled.push(None);
            return slots;
        }
        let own = self.filled(order.offer.written.clone());
        let replaces = |other: &Filled| self.replaces(&own, other);
        slots.extend((0..filled.len()).filter(|it| filled[*it].as_ref().is_some_and(replaces)));
        filled.push(Some(own));
        slots
    }

    /// Whether an order replaces an earlier one in the same post: fewer lines are accepted, or more are doubted, than
    /// for the two apart.
    fn replaces(&self, order: &Filled, earlier: &Filled) -> bool {
        let unquoted = order.written.trim_start_matches('"');
        let words = unquoted.get(self.squad.name.len()..).unwrap_or_default().trim_start_matches(['"', ':', ' ']);
        let both = self.filled(format!("{}; {words}", earlier.written));
        both.taken < earlier.taken + order.taken || earlier.doubted + order.doubted < both.doubted
    }

    /// Whether a squad that fires can't charge as well, if the game itself doesn't say so.
    fn fire_costs_charge(&self) -> bool {
        let SquadPlan { fire, charges, .. } = self.squad;
        let (Some(fire), Some(charge)) = (fire.first(), charges.first()) else { return false };
        let filled = |it: &TargetOffer| self.filled(it.offer.written.clone());
        !fire.slows && self.replaces(&filled(charge), &filled(fire))
    }
}

/// The lines of an answer that accept orders.
fn accepted_text(answer: &Answer) -> String {
    let lines = answer.lines.iter().filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful));
    lines.map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n")
}
