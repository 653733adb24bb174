//! One order in words, with what it would do if nothing changed before.

mod formation;
mod odds;

pub use odds::OrderOdds;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;

use crate::diagnostic::{capitalised, count, join};
use crate::field::{SquadId, Tile, UnitId, grouped, pick};
use crate::line::battle::{
    Abandon, AbilityUse, Battle, COHESION, CutShort, Departure, Fire, HeroMove, Movement, Orders, OrganisationalOrder,
    Phase, Place, Route, RouteGoal, Side, Silence, Spacing, Station, Stay, Trigger, Turn, WeaponId,
};
use crate::line::orders::{Order, Withdrawn, diagnostics};
use crate::line::predict::{FireOdds, Played};
use crate::line::report::words::{cut_short, staying};
use crate::line::report::{PostContext, chances, words};
use crate::line::rules::preview::{Course, FirePreview, RoutePreview};
use crate::line::rules::{Line, preview};
use crate::page::{AnswerLine, Mark, Reach, Reached, words as page_words};
use crate::post::Poster;

/// Says what orders would do, by all that is known of the round.
pub(super) struct Forecast<'a> {
    rules: &'a Line,
    /// The battle as it stands while the round is open.
    now: &'a Battle,
    /// The battle as it will stand once Command is over, as far as that is known (C-2).
    battle: Battle,
    /// The orders that readers of the answer may know of.
    orders: Orders,
    poster: Poster,
    /// The squads that are ordered to fire in the post that is answered.
    fire_here: BTreeSet<SquadId>,
    in_full: bool,
    /// The battle in the open round, as far as the asker may know of it.
    known_battle: Battle,
    /// The round played in `open` up to the end of each phase. Played on first use.
    played: [OnceCell<Played>; Phase::ALL.len()],
    /// The moves of each side. Computed on first use.
    moves: [OnceCell<Vec<(SquadId, RoutePreview)>>; 2],
}

/// The orders that readers of the answer may know of. The GM's orders may be hidden, but not from the GM, nor in the
/// answer to the post that gives them.
fn known_orders(asked: &PostContext<'_>) -> Orders {
    let PostContext { battle, knows_all, .. } = *asked;
    let mut known = asked.collected.orders.clone();
    if knows_all {
        return known;
    }
    let setup = battle.setup();
    let post = asked.posts.get(asked.post);
    let is_asked = |squad| post.is_some_and(|it| it.orders.iter().any(|it| it.given.order.squad() == Some(squad)));
    let is_the_gms = |squad: SquadId| setup.squad(squad).seat.is_none();
    setup.squad_ids().filter(|it| is_the_gms(*it) && !is_asked(*it)).for_each(|it| known.withdraw(it));
    let heroes = asked.collected.orders.heroes.iter().map(|it| it.0);
    heroes.filter(|it| is_the_gms(battle.unit(*it).squad)).for_each(|it| _ = known.heroes.remove(it));
    known.abilities.retain(|it| setup.caster(it.by).seat.is_some());
    // That the GM ends the battle changes nothing before it ends.
    known.leaving.gm = None;
    known
}

/// A sentence about somebody's order.
fn answer_line(mark: Mark, whose: Option<String>, text: impl fmt::Display) -> AnswerLine {
    AnswerLine { mark, squad: whose, text: format!("{text}.") }
}

/// The mark of a sentence: doubtful if `is_so`.
fn doubtful_if(is_so: bool) -> Mark {
    if is_so { Mark::Doubtful } else { Mark::Taken }
}

impl<'a> Forecast<'a> {
    pub(super) fn of(asked: &PostContext<'a>, poster: Poster) -> Forecast<'a> {
        let PostContext { rules, battle: now, in_full, knows_all, .. } = *asked;
        let orders = known_orders(asked);
        let battle = preview::commanded(rules, now, &orders);
        let known_battle = if knows_all { now.clone() } else { now.as_players_know_it() };
        let here = asked.posts.get(asked.post).map_or(&[][..], |it| &it.orders);
        let fire_here = pick!(here.iter().map(|it| &it.given.order), Order::Fire(squad, _) => *squad).collect();
        let (played, moves) = Default::default();
        Forecast { rules, now, battle, orders, poster, fire_here, in_full, known_battle, played, moves }
    }

    /// An order as it was understood, with what it would do.
    pub(super) fn describe(&self, order: &Order) -> Vec<AnswerLine> {
        match order {
            Order::Fire(squad, fire) => self.fire(*squad, fire),
            Order::Fight(squad, fight) => self.fight(*squad, fight),
            Order::Movement(squad, movement) => self.movement(*squad, movement),
            Order::Abandon(squad, abandon) => vec![self.abandon(*squad, *abandon)],
            Order::Station(unit, station) => vec![self.station(*unit, *station)],
            Order::Hero(hero, order) => vec![self.hero(*hero, *order)],
            Order::Ability(ability) => {
                let squad = ability.on.squad(&self.battle).filter(|it| !self.now.is_squad_frenzied(*it));
                [self.ability(*ability)].into_iter().chain(squad.and_then(|it| self.frenzy(it))).collect()
            }
            Order::OrganisationalOrder(squad, OrganisationalOrder::FormUp(order)) => self.form_up(*squad, order),
            Order::OrganisationalOrder(squad, OrganisationalOrder::Disband) => vec![self.disband(*squad)],
            Order::BreakRanks(squad) => {
                vec![self.plain(*squad, "breaks ranks in melee: its members press in one by one (M-3)")]
            }
            Order::Turn(squad, turn) => {
                let when = if *turn == Turn::First { "before" } else { "after" };
                vec![self.plain(*squad, format!("acts {when} your other squads (R-5)"))]
            }
            Order::Withdraw(what) => vec![self.withdraw(*what)],
            Order::Leave(departure) => vec![answer_line(Mark::Taken, None, self.leaving(*departure))],
        }
    }

    fn name(&self, squad: SquadId) -> &str {
        &self.battle.setup().squad(squad).name
    }

    fn owner(&self, squad: SquadId) -> Option<String> {
        Some(self.name(squad).to_owned())
    }

    fn line(&self, mark: Mark, squad: SquadId, text: impl fmt::Display) -> AnswerLine {
        answer_line(mark, self.owner(squad), text)
    }

    fn plain(&self, squad: SquadId, text: impl fmt::Display) -> AnswerLine {
        self.line(Mark::Taken, squad, text)
    }

    fn doubtful(&self, squad: SquadId, text: impl fmt::Display) -> AnswerLine {
        self.line(Mark::Doubtful, squad, text)
    }

    fn fire(&self, squad: SquadId, fire: &Fire) -> Vec<AnswerLine> {
        let parts = match fire {
            Fire::At(parts) => parts,
            Fire::AtWill => return vec![self.plain(squad, "fires at will")],
            Fire::Volley(at) => return self.volley_together(squad, *at),
        };
        let previews = preview::fire(self.rules, &self.battle, squad, parts);
        let may_fire = previews.iter().any(|it| !it.firing.is_empty());
        let odds = if may_fire { self.fire_odds(squad, parts) } else { Vec::new() };
        let odds_of = |target| odds.iter().find(|it| it.target == target);
        // Odds are for all fire of the squad at one target together.
        let together = grouped(previews.into_iter().map(|it| ((it.target, it.firing.is_empty()), it)));
        let volleys = together.into_iter().filter_map(|it| it.1.into_iter().reduce(FirePreview::with));
        volleys.flat_map(|it| self.volley(squad, &it, odds_of(it.target))).collect()
    }

    fn volley(&self, squad: SquadId, volley: &FirePreview, odds: Option<&FireOdds>) -> Vec<AnswerLine> {
        let target = self.name(volley.target);
        if volley.firing.is_empty() {
            let why = why_silent(&volley.silent);
            let text = format!("nobody can fire at {target} now{why}. They fire only if that changes before shooting");
            return vec![self.doubtful(squad, text)];
        }
        let with: Vec<String> = volley.firing.iter().map(|it| self.weapons(it.0, it.1)).collect();
        let distance = volley.distance.map_or(String::new(), |it| format!(" ({})", words::off(it, volley.range)));
        let may_be_wasted = self.battle.side(squad) == Side::Players;
        let outlook =
            odds.map_or_else(chances::hardly_anybody, |it| chances::fire_in_short(&self.battle, it, may_be_wasted));
        let text = format!("fires on {target} with {}{distance}: {outlook}", join(&with, "and"));
        let mark = doubtful_if(odds.is_some_and(chances::is_held));
        let mut lines = vec![self.line(mark, squad, text)];
        let in_full = odds.filter(|_| self.in_full).map(|it| chances::fire_in_full(&self.battle, it));
        lines.extend(in_full.map(|text| AnswerLine { mark, squad: self.owner(squad), text }));
        lines.extend(self.doubts_of_fire(squad, target, volley));
        lines
    }

    /// Which units can't fire at a target, and **S-9** whom misses may hit. Units whose shorter-ranged weapons don't
    /// reach are no reason for doubt, unless they are most.
    fn doubts_of_fire(&self, squad: SquadId, target: &str, volley: &FirePreview) -> Vec<AnswerLine> {
        // **S-3** Crew members have a share in the fire.
        let silent: Vec<(UnitId, Silence)> =
            volley.silent.iter().copied().filter(|it| it.1 != Silence::Crewing).collect();
        let firing: usize = volley.firing.iter().map(|it| usize::from(it.1)).sum();
        let is_short =
            |it: &(UnitId, Silence)| matches!(it.1, Silence::OutOfRange { range, .. } if range < volley.range);
        let is_doubt = firing < silent.len() || !silent.iter().all(is_short);
        let others = count(silent.len() as u64, "other can't fire", "others can't fire");
        let others = (!silent.is_empty()).then(|| format!("{others} at {target} now{}", why_silent(&silent)));
        let others = others.map(|it| self.line(if is_doubt { Mark::Doubtful } else { Mark::Hint }, squad, it));
        let stray = |it| format!("misses may hit {}, in melee with {target} (S-9)", self.name(it));
        let stray = volley.friend_in_melee.map(|it| self.doubtful(squad, stray(it)));
        others.into_iter().chain(stray).collect()
    }

    fn weapons(&self, weapon: WeaponId, number: u16) -> String {
        let name = &self.battle.setup().weapon(weapon).name;
        match name.ends_with('s') {
            // A pair is one weapon.
            true if number == 1 => name.clone(),
            true => format!("{number} {name}"),
            false => count(number, name, &format!("{name}s")),
        }
    }

    /// **V-3** Why a squad neither charges nor disengages, and where the order stands that forbids it.
    fn shoots_before(&self, squad: SquadId, does: &str) -> String {
        let elsewhere = if self.fire_here.contains(&squad) { "" } else { ". The order to fire is in another post" };
        format!(
            "it shoots before, and a squad that has shot doesn't {does} (V-3). Take back one of the two orders{elsewhere}"
        )
    }

    fn movement(&self, squad: SquadId, movement: &Movement) -> Vec<AnswerLine> {
        if let Some(line) = self.frenzy(squad) {
            return vec![line];
        }
        if let Some(march) = self.march(squad, movement) {
            return march;
        }
        match movement {
            Movement::Hold => {
                // If only fire is denied, an earlier post's movement counts.
                let still = match self.orders.movement.get(squad) {
                    None | Some(Movement::Hold) => return vec![self.plain(squad, "holds")],
                    Some(Movement::Charge { target, .. }) => format!("charges {}", self.name(*target)),
                    Some(Movement::Disengage(_)) => "disengages".to_owned(),
                    Some(Movement::Move(_) | Movement::Steps(_)) => "moves".to_owned(),
                };
                vec![self.plain(squad, format!("holds its fire, and still {still}"))]
            }
            Movement::Move(route) => {
                // Every squad whose order counts is among them.
                let made = self.moves(self.battle.side(squad)).iter().find(|it| it.0 == squad);
                made.map(|it| self.walk(squad, "moves", route, &it.1)).into_iter().collect()
            }
            Movement::Charge { target, after } => self.charge(squad, *target, after.as_ref()),
            Movement::Disengage(route) => vec![self.disengage(squad, route.as_ref())],
            Movement::Steps(_) => vec![self.plain(squad, "marches in formation")],
        }
    }

    /// **F-9** What a frenzied squad does, whatever its orders.
    fn frenzy(&self, squad: SquadId) -> Option<AnswerLine> {
        let does = match preview::frenzied_order(&self.battle, squad)? {
            Movement::Charge { target, .. } => format!("charges {}, the nearest enemy", self.name(target)),
            _ if self.battle.is_squad_engaged(squad) => "stays in its melee".to_owned(),
            _ => "has nobody to charge".to_owned(),
        };
        Some(self.doubtful(squad, format!("is frenzied, and {does}, whatever it is told (F-9)")))
    }

    /// **R-5, V-8** The moves of a side's squads that are ordered to move, each in its turn.
    fn moves(&self, side: Side) -> &[(SquadId, RoutePreview)] {
        self.moves[side as usize].get_or_init(|| Course::of(self.rules, &self.once_formed(), &self.orders).moves(side))
    }

    fn walk(&self, squad: SquadId, verb: &str, route: &Route, preview: &RoutePreview) -> AnswerLine {
        let goal = format!("{verb} {}{}", self.destination(route), manner(route.spacing));
        if let Some(why) = preview.stays {
            return self.doubtful(squad, format!("{goal}, but would stay as things are: {}", staying(why).1));
        }
        let Some(end) = preview.path.last() else { return self.plain(squad, goal) };
        let steps = format!("{} of {}", preview.cost, count(preview.allowance.steps, "tile", "tiles"));
        let ground = self.battle.ground(*end);
        let cover = match ground.cover {
            0 => String::new(),
            save => format!(", into cover ({}, +{save} save)", ground.name),
        };
        let figures = self.named_members(squad, preview);
        if let Some(why) = preview.cut_short {
            let why = cut_short(why).1;
            return self.doubtful(squad, format!("{goal}, but gets to {end} only ({steps}{cover}): {why}{figures}"));
        }
        let end = if matches!(route.goal, RouteGoal::Tile(_)) { String::new() } else { format!(", as far as {end}") };
        self.plain(squad, format!("{goal}{end}, {steps}{cover}{figures}"))
    }

    /// **V-3, V-4** The most steps that a squad can pay, whether the fire that it is ordered costs it steps, and all
    /// tiles that its leader can get to by an order that begins as `written`. A squad that marches in formation has no
    /// such tiles.
    pub(crate) fn reach(&self, squad: SquadId, written: String) -> Reach {
        let most = preview::steps(&self.battle, &self.orders, squad);
        let fires = !preview::may_charge(&self.battle, &self.orders, squad);
        let walks = self.orders.movement.get(squad).is_some_and(|it| self.march(squad, it).is_none());
        let here = self.battle.leader(squad).filter(|_| walks).map(|it| self.battle.unit(it).at);
        let is_near = |it: &Tile| here.is_some_and(|here| *it != here && it.steps_to(here) <= most);
        let near = self.battle.board().tiles().filter(is_near);
        Reach { written, fires, most, tiles: near.filter_map(|it| self.reached(squad, it)).collect() }
    }

    fn reached(&self, squad: SquadId, at: Tile) -> Option<Reached> {
        let mut orders = self.orders.clone();
        orders.movement.change(squad, Movement::Move(Route::to(RouteGoal::Tile(at))));
        let moves = Course::of(self.rules, &self.battle, &orders).moves(self.battle.side(squad));
        let seen = moves.into_iter().find(|it| it.0 == squad)?.1;
        let gets_there = seen.stays.is_none() && seen.cut_short.is_none() && seen.path.last() == Some(&at);
        gets_there.then(|| Reached { at, steps: seen.cost, cover: self.battle.ground(at).cover })
    }

    /// **V-2** `; Archivist Penn at O10 in the end`: where named members end, and the leader's name if he has one.
    fn named_members(&self, squad: SquadId, preview: &RoutePreview) -> String {
        let leader = self.battle.leader(squad);
        let is_named = |unit: UnitId| self.battle.setup().is_named(unit);
        let name = |unit: UnitId| &self.battle.setup().unit(unit).name;
        let others = preview.places.iter().filter(|it| Some(it.0) != leader && is_named(it.0));
        let told: Vec<String> = others.map(|(unit, at)| format!("{} at {at}", name(*unit))).collect();
        let leads = leader.filter(|it| is_named(*it)).map_or(String::new(), |it| format!("{} leads, ", name(it)));
        if told.is_empty() { String::new() } else { format!("; {leads}{} in the end", join(&told, "and")) }
    }

    /// **V-2** Where a member that is sent to a tile ends.
    fn station(&self, unit: UnitId, station: Station) -> AnswerLine {
        let owner = Some(self.battle.setup().unit(unit).name.clone());
        match Course::of(self.rules, &self.battle, &self.orders).station(unit, station) {
            Ok((end, _)) if end == station.at => answer_line(Mark::Taken, owner, format!("goes to {end}")),
            Ok((end, why)) => {
                let why = why.map_or(String::new(), |it| format!(": {}", cut_short(it).1));
                answer_line(
                    Mark::Doubtful,
                    owner,
                    format!("goes to {}, but ends at {end} as things are{why}", station.at),
                )
            }
            Err(why) => {
                let why = match why {
                    Stay::NoWay if !self.is_near_squad(unit, station) => cut_short(CutShort::Squad).1,
                    why => staying(why).1,
                };
                answer_line(
                    Mark::Doubtful,
                    owner,
                    format!("goes to {}, but would stay as things are: {why}", station.at),
                )
            }
        }
    }

    /// **V-2** Whether the tile that a member is sent to is near enough to another of its squad, as they stand now.
    fn is_near_squad(&self, unit: UnitId, to: Station) -> bool {
        let mut others = self.battle.standing(to.squad).filter(|it| *it != unit);
        others.any(|it| self.battle.footprint(it).tiles().any(|it| it.steps_to(to.at) <= COHESION))
    }

    /// `to G14 via C10`
    fn destination(&self, route: &Route) -> String {
        let steps = |it: &Option<u8>| it.map_or(String::new(), |it| format!(" by {}", count(it, "tile", "tiles")));
        let goal = match &route.goal {
            RouteGoal::Tile(tile) => format!("to {tile}"),
            RouteGoal::Steps(parts) => {
                let parts: Vec<String> = parts.iter().map(|(way, n)| format!("{} {n}", way.word())).collect();
                join(&parts, "then")
            }
            RouteGoal::Toward { place, steps: n } => format!("toward {}{}", self.place(*place), steps(n)),
            RouteGoal::AwayFrom { place, steps: n } => format!("away from {}{}", self.place(*place), steps(n)),
        };
        let via: Vec<String> = route.via.iter().map(ToString::to_string).collect();
        if via.is_empty() { goal } else { format!("{goal} via {}", join(&via, "and")) }
    }

    fn place(&self, place: Place) -> &str {
        match place {
            Place::Squad(squad) => self.name(squad),
            Place::Objective(it) => &self.battle.setup().objective(it).name,
        }
    }

    /// **V-5**
    fn abandon(&self, squad: SquadId, abandon: Abandon) -> AnswerLine {
        let carried = self.now.carried(squad).count();
        let who = match abandon {
            Abandon::All => "all its downed".to_owned(),
            Abandon::Count(n) => format!("{n} of its downed"),
        };
        self.plain(squad, format!("leaves {who} behind ({carried} now); each takes 1 off its morale roll (L-2)"))
    }

    fn hero(&self, hero: UnitId, order: HeroMove) -> AnswerLine {
        let does = match order {
            HeroMove::Join(squad) => format!("joins {}", self.name(squad)),
            HeroMove::Leave => format!("leaves {}", self.name(self.now.unit(hero).squad)),
        };
        answer_line(Mark::Taken, Some(self.battle.setup().unit(hero).name.clone()), does)
    }

    fn ability(&self, it: AbilityUse) -> AnswerLine {
        let setup = self.battle.setup();
        let (ability, caster) = (setup.ability(it.ability), setup.caster(it.by));
        let on = diagnostics::target_name(&self.battle, it.on);
        let does =
            if self.in_full { format!(": {}", ability.text.trim().trim_end_matches('.')) } else { String::new() };
        let uses = format!("uses {} on {on} for {} CP{does}", ability.name, ability.cost);
        // **R-1** A squad that is charged this round fights in the next, except for a row of spears (F-4).
        let waits_for_melee = ability.trigger == Some(Trigger::Fights);
        let squad = it.on.squad(&self.battle).filter(|it| waits_for_melee && !self.battle.is_squad_engaged(*it));
        let name = Some(caster.name.clone());
        let why = match squad {
            Some(it) if preview::is_in_spear_wall(&self.formed(it, None), it) => {
                let uses = format!("{uses}; it counts if somebody charges into its spears (F-4)");
                return answer_line(Mark::Taken, name, uses);
            }
            Some(it) => {
                format!(": {} isn't in melee, and a charge this round comes too late for it (C-5)", self.name(it))
            }
            None if preview::is_in_vain(self.rules, self.now, &self.orders, it)
                || preview::fires_without_order(&self.battle, &self.orders, it) =>
            {
                " (C-4)".to_owned()
            }
            None => return answer_line(Mark::Taken, name, uses),
        };
        answer_line(Mark::Doubtful, name, format!("{uses}. As things are, it comes to nothing{why}"))
    }

    fn withdraw(&self, what: Withdrawn) -> AnswerLine {
        match what {
            Withdrawn::Squad(squad) => match self.forms_up_for_another(&[squad], squad) {
                Some(still) => self.doubtful(squad, format!("has no orders of its own any more, but {still}")),
                None => self.plain(squad, "has no orders any more"),
            },
            Withdrawn::Ability(it, squad) => {
                let is_still_used = self.orders.abilities.iter().any(|other| other.ability == it);
                let on = squad.filter(|_| is_still_used).map_or(String::new(), |it| format!(" on {}", self.name(it)));
                let name = &self.battle.setup().ability(it).name;
                answer_line(Mark::Taken, None, format!("{name} is not used{on} any more"))
            }
            Withdrawn::All => answer_line(Mark::Taken, None, "All orders before this are taken back"),
        }
    }

    /// **O-3, O-4** Which players still have to agree to leave, and what leaving costs.
    fn leaving(&self, departure: Departure) -> String {
        let battle = self.now;
        let asked = &battle.seats_in_it() - self.orders.leaving.of(departure);
        let asked: Vec<&str> = asked.iter().map(|it| battle.setup().seat(*it).name.as_str()).collect();
        let asked = Some(&asked[..]).filter(|_| self.poster != Poster::Gm);
        let (wanted, cited) = match departure {
            Departure::End => ("You want to end the battle: ", " (O-3)"),
            Departure::TapOut => ("You want to tap out: ", " (O-4)"),
        };
        let comes_to = page_words::leaving(departure, cited, asked);
        let who = if asked.is_some() { format!("{wanted}{comes_to}") } else { capitalised(&comes_to) };
        let is_in_melee = battle.squads_of(Side::Players).any(|it| battle.is_squad_engaged(it));
        let way_out =
            if is_in_melee { ". On the way out each of you in melee rolls a die, and 1 to 3 fells (V-6)" } else { "" };
        let cost = battle.setup().tap_out_cost.as_ref().filter(|_| departure == Departure::TapOut);
        let cost = cost.map_or(String::new(), |it| format!(". The cost: {}", it.trim().trim_end_matches('.')));
        format!("{who}{way_out}{cost}")
    }
}

/// `: 2 out of range (26–27 tiles off, range 24) and 1 in melee`, or nothing.
fn why_silent(silent: &[(UnitId, Silence)]) -> String {
    if silent.is_empty() { String::new() } else { format!(": {}", words::reasons(silent)) }
}

fn manner(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Usual => "",
        Spacing::TakeCover => ", taking cover",
        Spacing::Tight => ", close together",
        Spacing::Spread => ", spread out",
    }
}
