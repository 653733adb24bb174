//! All posts of a round → the orders of the squads. Later words replace earlier ones, and CP are paid in order (C-2).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostic::{Diagnostic, join};
use crate::field::{SeatId, SquadId};
use crate::line::battle::{
    AbilityOn, AbilityUse, Battle, DirectedBy, Effect, FormUp, Movement, Orders, OrganisationalOrder, Side, Turn,
};

use crate::post::{Denied, Placed, Poster};

use super::settle::combine_fire;
use super::{Accepted, Given, Order, Slot, Withdrawn, canonical, diagnostics};

/// The orders of a round, and what became of each post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    pub orders: Orders,
    /// One for each post, in the order of the posts.
    pub posts: Vec<PostStatus>,
    /// CP left in each pool once all abilities are paid for, by the index of the caster.
    pub cp_left: Vec<u8>,
    /// **F-10** Squads that their owner told to form up, under the name of another of his squads, or with a partner who
    /// hasn't ordered the same yet.
    forming: BTreeSet<SquadId>,
}

impl Collected {
    /// Whether a squad is told anything, even under the name of another squad.
    pub fn has_orders_for(&self, squad: SquadId) -> bool {
        self.orders.has_any_for(squad) || self.forming.contains(&squad)
    }
}

/// What became of one post's orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostStatus {
    /// Whether each of its orders is in force.
    pub orders: Vec<bool>,
    pub notes: Vec<Note>,
}

/// Something to say about an order because of what else was posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its span is that of the order, in the order's own post.
    pub diagnostic: Diagnostic,
    /// The order that this one replaced.
    pub replaced: Option<Placed>,
}

/// Folds the orders of a round, in the order in which they were accepted.
pub fn collect(battle: &Battle, posts: &[Accepted]) -> Collected {
    let mut order: Vec<(u64, Placed)> = Vec::new();
    for (post, accepted) in posts.iter().enumerate() {
        let places = accepted.orders.iter().enumerate();
        order.extend(places.map(|(order, it)| (it.number, Placed { post, order })));
    }
    order.sort();
    let in_force = |it: &Accepted| PostStatus { orders: vec![false; it.orders.len()], notes: Vec::new() };
    let collected = Collected { posts: posts.iter().map(in_force).collect(), ..Collected::default() };
    let mut fold = Fold { battle, posts, slots: BTreeMap::new(), abilities: Vec::new(), collected };
    fold.count_cp_left();
    for (_, at) in &order {
        fold.take(*at);
    }
    fold.fill_orders(order.into_iter().map(|it| it.1));
    fold.sort_by_turn();
    fold.join_form_ups();
    fold.warn_of_marches_after_fire();
    fold.collected
}

struct Fold<'a> {
    battle: &'a Battle,
    posts: &'a [Accepted],
    slots: BTreeMap<Slot, Placed>,
    // Abilities that are paid for.
    abilities: Vec<(AbilityUse, Placed)>,
    collected: Collected,
}

impl<'a> Fold<'a> {
    fn take(&mut self, at: Placed) {
        let (given, poster) = (self.given(at), self.posts[at.post].poster);
        let Some(slot) = given.order.slot(poster) else {
            return match given.order {
                Order::Ability(ability) => self.pay(ability, at),
                Order::Withdraw(what) => self.withdraw(poster, what, at),
                _ => (),
            };
        };
        let slot = match &given.order {
            Order::Movement(squad, Movement::Hold) => {
                self.stand_down(*squad, given.denies, at);
                // A squad that moves and is then told to hold fire still moves.
                let still_moves = given.denies == Some(Denied::Fire) && self.slots.contains_key(&slot);
                if still_moves { Slot::Fire(*squad) } else { slot }
            }
            Order::OrganisationalOrder(squad, it)
                if let Some(refused) = self.directs_already(*squad, it, given.span.clone()) =>
            {
                return self.note(at, refused);
            }
            _ => slot,
        };
        self.set_in_force(at, true);
        // The last word counts.
        if let Some(before) = self.slots.insert(slot, at) {
            self.replace(before, at);
        }
    }

    // Puts the orders that are in force into the round, each at the place where it was last ordered.
    fn fill_orders(&mut self, all: impl Iterator<Item = Placed>) {
        let in_force: BTreeSet<Placed> = self.slots.values().copied().collect();
        for at in all.filter(|it| in_force.contains(it)) {
            self.given(at).order.put_into(&mut self.collected.orders, self.posts[at.post].poster);
        }
        self.collected.orders.abilities = self.abilities.iter().map(|it| it.0).collect();
    }

    fn replace(&mut self, before: Placed, at: Placed) {
        self.set_in_force(before, false);
        let (old, new) = (self.given(before), self.given(at));
        // `hold fire and move to J8` is one order, and so is `move to J8; hold fire`, whose hold comes first.
        let is_behind = before.post == at.post && before.order < at.order;
        let are_one = is_behind && (old.span == new.span || new.span.start < old.span.start);
        if old.order != new.order && !are_one {
            let what = canonical::what(self.battle, &old.order);
            let mut diagnostic = diagnostics::replaces(new.span.clone(), &what, before.post != at.post);
            // `also shoot Boyz with the machine gun`, in a later post
            if before.post != at.post
                && let Some(both) = combine_fire(&old.order, &new.order)
            {
                diagnostic = diagnostics::replaces_fire(diagnostic, &canonical::canonical(self.battle, &both));
            }
            self.collected.posts[at.post].notes.push(Note { diagnostic, replaced: Some(before) });
        }
    }

    fn given(&self, at: Placed) -> &'a Given {
        &self.posts[at.post].orders[at.order].given
    }

    fn set_in_force(&mut self, at: Placed, is_in_force: bool) {
        self.collected.posts[at.post].orders[at.order] = is_in_force;
    }

    fn note(&mut self, at: Placed, diagnostic: Diagnostic) {
        self.collected.posts[at.post].notes.push(Note { diagnostic, replaced: None });
    }

    // Takes back a squad's other orders when it is told to hold, or only those that the hold denies.
    fn stand_down(&mut self, squad: SquadId, denied: Option<Denied>, at: Placed) {
        let others: Vec<Placed> =
            self.slots.extract_if(.., |slot, _| slot.is_stood_down(squad, denied)).map(|it| it.1).collect();
        for before in others {
            self.replace(before, at);
        }
    }

    /// **C-2, C-3** Pays for an ability. First come, first served, and a use that is refused costs nothing.
    fn pay(&mut self, ability: AbilityUse, at: Placed) {
        let span = self.given(at).span.clone();
        let it = self.battle.setup().ability(ability.ability);
        if let Some((before, _)) = self.abilities.iter().find(|it| self.is_same_use(it.0, ability)) {
            let diagnostic = if *before == ability {
                diagnostics::ordered_already(span, &it.name)
            } else {
                diagnostics::used_already(span, &it.name, &diagnostics::target_name(self.battle, ability.on))
            };
            return self.note(at, diagnostic);
        }
        if let Some((times, is_for_battle)) = self.used_up(ability) {
            return self.note(at, diagnostics::used_up(span, &it.name, times, is_for_battle));
        }
        let left = self.collected.cp_left.get(usize::from(ability.by.0)).copied().unwrap_or(0);
        if left < it.cost {
            return self.note(at, diagnostics::overdrawn(span, &it.name, it.cost, left));
        }
        self.set_in_force(at, true);
        self.abilities.push((ability, at));
        self.count_cp_left();
    }

    /// **C-4** How often an ability may be used, and whether that is in a battle or in a round; `None` if it may be
    /// used once more.
    fn used_up(&self, it: AbilityUse) -> Option<(u8, bool)> {
        let ability = self.battle.setup().ability(it.ability);
        let is_same = |other: &&(AbilityUse, Placed)| (other.0.by, other.0.ability) == (it.by, it.ability);
        let ordered = self.abilities.iter().filter(is_same).count();
        let (this_round, in_all) = self.battle.uses(it.by, it.ability);
        let is_over = |most: u8, so_far: u8| usize::from(most) <= usize::from(so_far) + ordered;
        let of_battle = ability.per_battle.filter(|most| is_over(*most, in_all)).map(|most| (most, true));
        of_battle.or(ability.per_round.filter(|most| is_over(*most, this_round)).map(|most| (most, false)))
    }

    /// **C-1, C-2** Works out the CP left in each pool once all abilities are paid for in their order, with what comes
    /// back on the way.
    fn count_cp_left(&mut self) {
        let setup = self.battle.setup();
        self.collected.cp_left = setup.caster_ids().map(|it| self.battle.cp(it)).collect();
        for (AbilityUse { by, ability, .. }, _) in &self.abilities {
            let Some(left) = self.collected.cp_left.get_mut(usize::from(by.0)) else { continue };
            let ability = setup.ability(*ability);
            let comes_back = |effect: &Effect| match effect {
                Effect::RegainCommand(cp) if ability.trigger.is_none() => *cp,
                _ => 0,
            };
            let back = ability.effects.iter().map(comes_back).fold(0, u8::saturating_add);
            *left = left.saturating_sub(ability.cost).saturating_add(back).min(setup.caster(*by).cp_max);
        }
    }

    fn is_same_use(&self, a: AbilityUse, b: AbilityUse) -> bool {
        let side = |it: AbilityUse| -> Side { self.battle.setup().caster(it.by).side };
        match (a.on.squad(self.battle), b.on.squad(self.battle)) {
            (None, None) => a == b,
            squads => squads.0 == squads.1 && (a.ability, side(a)) == (b.ability, side(b)),
        }
    }

    fn withdraw(&mut self, poster: Poster, what: Withdrawn, at: Placed) {
        let posts = self.posts;
        let is_meant = |_: &Slot, it: &mut Placed| match what {
            Withdrawn::Squad(squad) => posts[it.post].orders[it.order].given.order.squad() == Some(squad),
            Withdrawn::Ability(..) => false,
            Withdrawn::All => posts[it.post].poster == poster,
        };
        let meant: Vec<Placed> = self.slots.extract_if(.., is_meant).map(|it| it.1).collect();
        for before in &meant {
            self.set_in_force(*before, false);
        }
        let abilities = match what {
            Withdrawn::Squad(_) => 0,
            Withdrawn::Ability(ability, squad) => {
                let on = squad.map(AbilityOn::Squad);
                let is_on = |it: &AbilityUse| it.ability == ability && Some(it.on) == on;
                let has_own = self.abilities.iter().any(|it| is_on(&it.0));
                self.take_back_abilities(poster, |it| it.ability == ability && (!has_own || is_on(it)))
            }
            Withdrawn::All => self.take_back_abilities(poster, |_| true),
        };
        self.set_in_force(at, true);
        if meant.is_empty() && abilities == 0 {
            self.note(at, diagnostics::nothing_to_withdraw(self.given(at).span.clone()));
        }
    }

    fn take_back_abilities(&mut self, poster: Poster, is_it: impl Fn(&AbilityUse) -> bool) -> usize {
        let posts = self.posts;
        let is_meant = |it: &mut (AbilityUse, Placed)| posts[it.1.post].poster == poster && is_it(&it.0);
        let back: Vec<(AbilityUse, Placed)> = self.abilities.extract_if(.., is_meant).collect();
        for (_, at) in &back {
            self.set_in_force(*at, false);
        }
        self.count_cp_left();
        back.len()
    }

    /// **R-5** Sorts the squads that act first or last before or behind the others of the same owner. Squads of other
    /// owners keep their places.
    fn sort_by_turn(&mut self) {
        let setup = self.battle.setup();
        let turn = |at: &Placed| match self.given(*at).order {
            Order::Turn(squad, turn) => Some((squad, turn)),
            _ => None,
        };
        let turns: BTreeMap<SquadId, Turn> = self.slots.values().filter_map(turn).collect();
        let owners: BTreeSet<Option<SeatId>> = turns.keys().map(|it| setup.squad(*it).seat).collect();
        for owner in owners {
            let is_owned = |it: SquadId| setup.squad(it).seat == owner;
            let rank = |it: SquadId| turns.get(&it).map_or(1, |it| if *it == Turn::First { 0 } else { 2 });
            let orders = &mut self.collected.orders;
            orders.fire.arrange(is_owned, rank);
            orders.fight.arrange(is_owned, rank);
            orders.movement.arrange(is_owned, rank);
            orders.abandon.arrange(is_owned, rank);
        }
    }

    /// **F-16** The refusal of a leader who is to direct another formation already.
    fn directs_already(&self, squad: SquadId, ranging: &OrganisationalOrder, span: Range<usize>) -> Option<Diagnostic> {
        let leader_of = |it: &OrganisationalOrder| match it {
            OrganisationalOrder::FormUp(FormUp { directed_by: DirectedBy::Leader(leader), .. }) => Some(*leader),
            _ => None,
        };
        let leader = leader_of(ranging)?;
        let other = self.slots.values().find_map(|it| match &self.given(*it).order {
            Order::OrganisationalOrder(other, it) if *other != squad && leader_of(it) == Some(leader) => Some(*other),
            _ => None,
        })?;
        let setup = self.battle.setup();
        Some(diagnostics::directs_already(span, &setup.unit(leader).name, &setup.squad(other).name))
    }

    /// **F-10** Squads of several players form up together if all of these players order it; the first order says how.
    /// The same squads form up only once, whichever is named first, so it costs the Free Action once.
    fn join_form_ups(&mut self) {
        let setup = self.battle.setup();
        let form_up = |(first, it): (SquadId, &OrganisationalOrder)| match it {
            OrganisationalOrder::FormUp(it) => Some((first, it.squads.iter().copied().collect::<BTreeSet<SquadId>>())),
            OrganisationalOrder::Disband => None,
        };
        let form_ups = self.collected.orders.formations.ranging.iter().filter_map(form_up);
        let all: Vec<_> = form_ups.collect();
        for (n, (first, squads)) in all.iter().enumerate() {
            let seat = setup.squad(*first).seat;
            self.collected.forming.extend(squads.iter().copied().filter(|it| setup.squad(*it).seat == seat));
            let seats: BTreeSet<Option<SeatId>> = squads.iter().map(|it| setup.squad(*it).seat).collect();
            let says_so =
                |seat: &Option<SeatId>| all.iter().any(|it| setup.squad(it.0).seat == *seat && it.1 == *squads);
            let missing = seats.iter().filter(|it| **it != seat && !says_so(it));
            let missing: Vec<&str> = missing.map(|it| it.map_or("the GM", |it| &setup.seat(it).name)).collect();
            let is_said_before = all[..n].iter().any(|it| it.1 == *squads);
            if missing.is_empty() && !is_said_before {
                continue;
            }
            self.collected.orders.formations.ranging.remove(*first);
            let place = self.slots.get(&Slot::OrganisationalOrder(*first)).copied();
            if let (false, Some(at)) = (missing.is_empty(), place) {
                let span = self.given(at).span.clone();
                self.note(at, diagnostics::waits_for_partner(span, &join(&missing, "and")));
            }
        }
    }

    /// **F-23** Warns of marches behind fire: those of a formation who have shot don't march with it.
    fn warn_of_marches_after_fire(&mut self) {
        if self.battle.setup().formations.is_none_or(|it| it.shoot_and_move) {
            return;
        }
        let orders = &self.collected.orders;
        let forms_up = |squad: SquadId| {
            let is_named =
                |it: &OrganisationalOrder| matches!(it, OrganisationalOrder::FormUp(it) if it.squads.contains(&squad));
            orders.formations.ranging.iter().any(|it| is_named(it.1))
        };
        let is_in_formation = |squad: SquadId| self.battle.formations_of(squad).next().is_some() || forms_up(squad);
        let marches = orders.movement.iter().filter(|(squad, it)| {
            matches!(it, Movement::Steps(_)) || it.plain_route().is_some() && is_in_formation(*squad)
        });
        let both: Vec<SquadId> = marches.map(|it| it.0).filter(|it| orders.fire.get(*it).is_some()).collect();
        for squad in both {
            if let Some(&at) = self.slots.get(&Slot::Movement(squad)) {
                let name = &self.battle.setup().squad(squad).name;
                self.note(at, diagnostics::shot_before_march(self.given(at).span.clone(), name));
            }
        }
    }
}
