//! Turns all posts of a round into the orders that count, and says what became of each order.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};
use std::ops::Range;

use crate::brick::battle::{
    Against, Battle, Departure, Forming, Order, Orders, Organise, Phase, PolicyChange, Who, Whose,
};
use crate::brick::orders::names::{Found, Names, is_too_near};
use crate::brick::orders::said::{Accepted, Said, What};
use crate::brick::orders::say;
use crate::diagnostic::{Diagnostic, nearest};
use crate::field::SquadId;
use crate::post::words::folded;
use crate::post::{LastWord, Numbered, Placed, Poster};

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It counts. Its squads exist, or will be made.
    Counts(What),
    /// A later order counts instead.
    Replaced { by: Placed },
    /// It does not count, for this reason.
    Refused(Diagnostic),
}

/// The result of reading all posts of a round.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    pub orders: Orders,
    pub fates: BTreeMap<Placed, Fate>,
    /// The names of squads that the round makes, by their ids.
    pub made: BTreeMap<SquadId, String>,
}

/// An order, its place among the posts, and its poster.
type Entry<'a> = (Placed, Poster, &'a Numbered<Said>);

struct Made {
    poster: Poster,
    name: String,
    /// `None` if the order was refused.
    id: Option<SquadId>,
}

/// Reads all posts of a round together. A later order replaces an earlier one for the same squad and phase. An order
/// may name a squad that another order makes, even a later one.
pub fn collect(battle: &Battle, posts: &[Accepted]) -> Collected {
    let all = posts.iter().enumerate().flat_map(|(post, it)| {
        it.orders.iter().enumerate().map(move |(order, numbered)| (Placed { post, order }, it.poster, numbered))
    });
    let mut all: Vec<Entry<'_>> = all.collect();
    // Building the name tables takes longer than everything else.
    if all.is_empty() {
        return Collected::default();
    }
    // The GM's orders come after those of players.
    all.sort_by_key(|(placed, poster, it)| (*poster == Poster::Gm, it.number, *placed));

    let mut round = RoundSquads { battle, names: Names::new(battle), made: Vec::new(), split: BTreeMap::new() };
    let mut collected = Collected { fates: taken_back(&round, &all), ..Collected::default() };
    for (placed, poster, it) in &all {
        if collected.fates.contains_key(placed) {
            continue;
        }
        if let Err(why) = round.assign_ids(*poster, it) {
            collected.fates.insert(*placed, Fate::Refused(why));
        }
    }
    let mut filled: Vec<(Slot, Placed)> = Vec::new();
    for (placed, poster, it) in &all {
        if collected.fates.contains_key(placed) {
            continue;
        }
        let fate = match round.bind(*poster, it) {
            Ok(what) => {
                for slot in claimed_slots(&what) {
                    // A policy order has several slots: it counts while one of them is still its own.
                    let before = filled.iter().position(|it| it.0 == slot).map(|it| filled.swap_remove(it).1);
                    let before = before.filter(|before| !filled.iter().any(|it| it.1 == *before));
                    collected.fates.extend(before.map(|it| (it, Fate::Replaced { by: *placed })));
                }
                filled.extend(slots(&what).into_iter().map(|it| (it, *placed)));
                Fate::Counts(what)
            }
            Err(why) => Fate::Refused(why),
        };
        collected.fates.insert(*placed, fate);
    }
    for (placed, poster, _) in &all {
        if let Some(Fate::Counts(what)) = collected.fates.get(placed) {
            take(&mut collected.orders, *poster, what);
        }
    }
    collected.made = round.made.into_iter().filter_map(|it| Some((it.id?, it.name))).collect();
    collected
}

/// The orders about new or changed squads that a later order takes back: by withdrawing them, or by making the squad
/// anew. Earlier orders for a squad that is no longer made go with them.
fn taken_back(round: &RoundSquads<'_>, all: &[Entry<'_>]) -> BTreeMap<Placed, Fate> {
    let made: Vec<Vec<String>> = all.iter().map(names_made).collect();
    let mut fates: BTreeMap<Placed, Fate> = BTreeMap::new();
    for (later, by) in all.iter().enumerate() {
        let before = (0..later).filter(|at| !fates.contains_key(&all[*at].0));
        let (taken, kept): (Vec<usize>, Vec<usize>) = before.partition(|at| takes_back(round, by, &all[*at]));
        // An order takes nothing back if it is refused because its name is taken.
        let is_called_so = |it: &String| kept.iter().any(|at| made[*at].contains(it));
        let is_twice = made[later].iter().enumerate().any(|(n, it)| made[later][..n].contains(it) || is_called_so(it));
        for at in taken.into_iter().filter(|_| !is_twice) {
            let fate = Fate::Replaced { by: by.0 };
            fates.insert(all[at].0, fate.clone());
            let is_gone = |it: &String| made[at].contains(it) && !made[later].contains(it);
            for (placed, poster, it) in &all[..=later] {
                if *poster == all[at].1 && it.given.order.pending.iter().any(|it| is_gone(&folded(it))) {
                    // The order that takes a squad back names that squad, and counts.
                    let counts = || Fate::Counts(it.given.order.what.clone());
                    fates.entry(*placed).or_insert_with(|| if *placed == by.0 { counts() } else { fate.clone() });
                }
            }
        }
    }
    fates
}

/// The folded names of the squads that an order makes.
fn names_made((_, _, it): &Entry<'_>) -> Vec<String> {
    let makes = if let What::Order(Order::Organise(it)) = &it.given.order.what { it.makes() } else { &[] };
    makes.iter().map(|it| folded(&it.name)).collect()
}

/// Whether a later order takes back an earlier one that makes or changes squads: by withdrawing the orders of the squad
/// or of one of its new members, or by making the squad anew in an order that can be carried out.
fn takes_back(round: &RoundSquads<'_>, (_, by, later): &Entry<'_>, (_, poster, earlier): &Entry<'_>) -> bool {
    let (span, later, earlier) = (&later.given.span, &later.given.order, &earlier.given.order);
    let What::Order(Order::Organise(order)) = &earlier.what else { return false };
    let who = match &later.what {
        What::Withdraw(who) => who,
        What::Order(Order::Organise(new)) if by == poster && makes_anew(new, order) => {
            return new.makes().iter().all(|it| round.misnamed(span, &it.name).is_none());
        }
        _ => return false,
    };
    let name = |said: &Said, who: Who| who.squad().and_then(|it| said.pending_name(it)).map(folded);
    let is_it = match (name(later, *who), name(earlier, order.who())) {
        (None, None) => order.who() == *who,
        (one, other) => one == other && by == poster,
    };
    is_it || order.makes().iter().flat_map(|it| &it.units).any(|it| round.battle.who(*it) == *who)
}

/// Whether an order makes squads of all units of an earlier order, or a squad of the same name with some of them.
fn makes_anew(later: &Organise, earlier: &Organise) -> bool {
    let people = |it: &Organise| it.makes().iter().flat_map(|it| it.units.clone()).collect::<BTreeSet<_>>();
    let names = |it: &Organise| it.makes().iter().map(|it| folded(&it.name)).collect::<BTreeSet<_>>();
    let (new, old) = (people(later), people(earlier));
    let is_again = old.is_subset(&new) || !names(later).is_disjoint(&names(earlier));
    discriminant(later) == discriminant(earlier) && !new.is_disjoint(&old) && is_again
}

/// Whether a later order replaces everything that an earlier one says.
pub(super) fn replaces(later: &Said, earlier: &Said) -> bool {
    let (filled, fills) = (slots(&earlier.what), claimed_slots(&later.what));
    !filled.is_empty() && later.pending.is_empty() && filled.iter().all(|it| fills.contains(it))
}

pub(super) fn has_same_addressee(one: &Said, other: &Said) -> bool {
    let others = slots(&other.what);
    slots(&one.what).iter().any(|it| others.iter().any(|other| it.0 == other.0))
}

/// The phases in which a squad acts.
const PHASES: [Phase; 3] = [Phase::Shooting, Phase::Melee, Phase::Movement];

/// Something that only one order can fill, and its owner.
type Slot = (Whose, SlotKind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotKind {
    Join,
    Plate,
    Facing,
    Standard,
    Brace,
    Reserve,
    Hold,
    In(Phase),
    Defence(Against),
    StrikeBack(Against),
    /// Any other policy.
    Policy(Discriminant<PolicyChange>),
}

/// The slots that an order fills. Leaving, arranging a plate and making squads fill none: such orders add up.
fn slots(what: &What) -> Vec<Slot> {
    let (who, kind) = match what {
        What::Order(Order::Organise(Organise::Join { who, .. })) => (*who, SlotKind::Join),
        What::Order(Order::Organise(Organise::Replate { squad, plate })) => {
            (Who::Squad(*squad), if plate.size.is_some() { SlotKind::Plate } else { SlotKind::Facing })
        }
        What::Order(Order::Organise(Organise::Standard { squad, .. })) => (Who::Squad(*squad), SlotKind::Standard),
        What::Order(Order::Brace(squad)) => (Who::Squad(*squad), SlotKind::Brace),
        What::Order(Order::Reserve(who)) => (*who, SlotKind::Reserve),
        What::Order(Order::Shoot(who, _)) => (*who, SlotKind::In(Phase::Shooting)),
        What::Order(Order::Melee(who, _)) => (*who, SlotKind::In(Phase::Melee)),
        What::Order(Order::Move(who, _)) | What::Stay(who) => (*who, SlotKind::In(Phase::Movement)),
        What::Order(Order::Policy(whose, it)) => return policy_slots(it).into_iter().map(|it| (*whose, it)).collect(),
        What::Hold(who) | What::Withdraw(who) => (*who, SlotKind::Hold),
        What::Order(Order::Organise(_) | Order::Measure(_)) | What::Leave(_) => return Vec::new(),
    };
    vec![(Whose::One(who), kind)]
}

/// The slots that a policy fills.
fn policy_slots(change: &PolicyChange) -> Vec<SlotKind> {
    match change {
        PolicyChange::React { against, defence, back } => {
            let all = Against::ALL.map(|it| it.0).into_iter().filter(|it| against.is_none_or(|of| of == *it));
            let both = |it| [defence.map(|_| SlotKind::Defence(it)), back.map(|_| SlotKind::StrikeBack(it))];
            all.flat_map(both).flatten().collect()
        }
        change => vec![SlotKind::Policy(discriminant(change))],
    }
}

/// The slots that an order fills or empties. A squad that holds can still brace, or reserve its Action.
fn claimed_slots(what: &What) -> Vec<Slot> {
    let mut claimed = slots(what);
    match what {
        What::Hold(who) | What::Withdraw(who) => {
            let taken_back = PHASES.map(SlotKind::In).into_iter().chain([SlotKind::Brace, SlotKind::Reserve]);
            claimed.extend(taken_back.map(|it| (Whose::One(*who), it)));
        }
        What::Order(Order::Shoot(who, _) | Order::Melee(who, _) | Order::Move(who, _)) | What::Stay(who) => {
            claimed.push((Whose::One(*who), SlotKind::Hold));
        }
        _ => (),
    }
    claimed
}

impl LastWord for Said {
    fn conflicts_with(&self, other: &Said) -> bool {
        // Squads are made by one order, commanded by others and dissolved by yet others.
        let is_of_squads = |it: &Said| {
            !it.pending.is_empty() || matches!(it.what, What::Order(Order::Organise(_)) | What::Withdraw(_))
        };
        let claims =
            |one: &Said, other: &Said| slots(&one.what).iter().any(|it| claimed_slots(&other.what).contains(it));
        is_of_squads(self) && is_of_squads(other) || claims(self, other) || claims(other, self)
    }
}

fn take(orders: &mut Orders, poster: Poster, what: &What) {
    match what {
        What::Order(order) => orders.put(order.clone()),
        What::Hold(who) => orders.hold(*who),
        What::Stay(who) if orders.has_any_for(*who) => (),
        What::Stay(who) => orders.hold(*who),
        What::Withdraw(who) => orders.withdraw(*who),
        What::Leave(how) => match (poster, how) {
            (Poster::Gm, how) => orders.leaving.gm = Some(*how),
            (Poster::Seat(seat), Departure::End) => _ = orders.leaving.end.insert(seat),
            (Poster::Seat(seat), Departure::TapOut) => _ = orders.leaving.tap_out.insert(seat),
        },
    }
}

/// The squads of a round before any order is bound.
struct RoundSquads<'a> {
    battle: &'a Battle,
    names: Names,
    made: Vec<Made>,
    /// The squads that are split up completely, and the names of their parts.
    split: BTreeMap<SquadId, Vec<String>>,
}

impl RoundSquads<'_> {
    /// Gives an id to each squad that an order makes.
    fn assign_ids(&mut self, poster: Poster, said: &Numbered<Said>) -> Result<(), Diagnostic> {
        let What::Order(Order::Organise(order)) = &said.given.order.what else { return Ok(()) };
        let formings = order.makes();
        let refused = |(n, forming): (usize, &Forming)| {
            let (name, span) = (folded(&forming.name), &said.given.span);
            let is_again = |it: &Made| it.id.is_some() && folded(&it.name) == name;
            let is_twice = self.made.iter().any(is_again) || formings[..n].iter().any(|it| folded(&it.name) == name);
            let twice = is_twice.then(|| say::formed_twice(span.clone(), &forming.name));
            twice.or_else(|| self.misnamed(span, &forming.name))
        };
        let why = formings.iter().enumerate().filter_map(refused).reduce(|first, other| say::also(first, &other));
        for forming in formings {
            let id = why.is_none().then(|| {
                let before = self.made.iter().filter(|it| it.id.is_some()).count();
                SquadId((self.battle.squad_count() + before) as u16)
            });
            self.made.push(Made { poster, name: forming.name.clone(), id });
        }
        if let (None, Organise::Split { squad, into }) = (&why, order) {
            let members = self.battle.members(Who::Squad(*squad));
            let goes = |it| into.iter().any(|part| part.units.contains(it));
            if !members.is_empty() && members.iter().all(goes) {
                self.split.insert(*squad, into.iter().map(|it| it.name.clone()).collect());
            }
        }
        why.map_or(Ok(()), Err)
    }

    /// Why a new squad can't have this name. `None` if it can.
    fn misnamed(&self, span: &Range<usize>, written: &str) -> Option<Diagnostic> {
        let (name, span) = (folded(written), span.clone());
        if self.battle.everybody().any(|it| folded(self.battle.name(it)) == name) {
            Some(say::name_taken(span, written))
        } else if is_too_near(self.battle, &name) {
            Some(say::name_too_near(span, written))
        } else {
            self.short_for(written).map(|meant| say::name_short(span, written, &meant))
        }
    }

    /// The names that this name is short for. An order for a squad of this name would go to them, or be ambiguous.
    fn short_for(&self, name: &str) -> Option<Vec<String>> {
        match self.names.who_called(name) {
            Found::One(who) => Some(vec![self.battle.name(who).to_owned()]),
            Found::Several(several) => Some(several),
            Found::Nothing(_) => None,
        }
    }

    /// The order with all its squad ids bound, or why that fails.
    fn bind(&self, poster: Poster, said: &Numbered<Said>) -> Result<What, Diagnostic> {
        let names = &self.names;
        let span = &said.given.span;
        let mut why = None;
        let resolve = |squad: SquadId| {
            let Some(name) = said.given.order.pending_name(squad) else { return squad };
            let wanted = folded(name);
            let found = self.made.iter().filter(|it| it.poster == poster && folded(&it.name) == wanted);
            let refused = match (found.max_by_key(|it| it.id.is_some()), names.gone_named(name)) {
                (Some(Made { id: Some(id), .. }), _) => return *id,
                (Some(_), _) => say::forming_refused(span.clone(), name),
                (None, Some(gone)) => say::nobody_left(span.clone(), gone),
                (None, None) if let Some(later) = self.to_come(poster, &wanted) => {
                    say::still_to_come(span.clone(), later)
                }
                (None, None) => {
                    let own = self.battle.everybody().filter(|it| poster.commands(self.battle.seat(*it)));
                    let made = self.made.iter().filter(|it| it.poster == poster).map(|it| it.name.as_str());
                    let own = own.map(|it| self.battle.name(it)).chain(made);
                    let near: Vec<String> = nearest(name, own).into_iter().map(str::to_owned).collect();
                    say::never_formed(span.clone(), name, &near, names.is_weapon(&wanted))
                }
            };
            why = Some(refused);
            squad
        };
        let what = said.given.order.what.clone().rebound(resolve);
        if let Some(why) = why {
            return Err(why);
        }
        match self.split_up(&what) {
            Some((name, parts)) => Err(say::split_up(span.clone(), name, parts)),
            None => Ok(what),
        }
    }

    /// The name of the poster's squad that arrives in a later round and has this folded name.
    fn to_come(&self, poster: Poster, wanted: &str) -> Option<&str> {
        let squads = (0..self.battle.squad_count()).map(|it| SquadId(it as u16));
        let to_come = squads.filter(|it| self.battle.is_in_reserve(*it)).map(Who::Squad);
        let own = to_come.filter(|it| poster.commands(self.battle.seat(*it)));
        own.map(|it| self.battle.name(it)).find(|it| folded(it) == wanted)
    }

    /// The squad that an order is for and its parts, if the squad is split up before it could act.
    fn split_up(&self, what: &What) -> Option<(&str, &[String])> {
        let What::Order(order) = what else { return None };
        let squad = order.acts()?.squad()?;
        Some((self.battle.name(Who::Squad(squad)), self.split.get(&squad)?))
    }
}
