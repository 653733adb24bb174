//! Forecasts of orders about formations: what is in the way, who fires at whom and how well, what a march costs.

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId, pick};
use crate::line::battle::{
    Battle, CutShort, DirectedBy, Event, Fire, FormUp, Formation, FormationEvent, Movement, NotDisbanded,
    OrganisationalOrder, Route, RouteGoal, Side, StartTrouble, VolleyAt,
};
use crate::line::orders::formation::words::{form_up, march, volley};
use crate::line::report::words::formation::{trouble, troubles, unit_names};
use crate::line::report::{chances, gather, words};
use crate::line::rules::preview::{self, Course, FirePreview, VolleyPreview};
use crate::page::{AnswerLine, Part};

use super::{Forecast, doubtful_if};

impl Forecast<'_> {
    /// **F-10**
    pub(super) fn disband(&self, squad: SquadId) -> AnswerLine {
        let battle = self.formed(squad, Some(squad));
        match preview::given_up(&battle, squad) {
            Ok(ids) => {
                let several = ids.iter().filter_map(|it| battle.formation(*it)).filter(|it| 1 < it.squads.len());
                let shared: Vec<String> = several.map(|it| battle.formation_name(it)).collect();
                let whole = if shared.is_empty() { String::new() } else { format!(" {}", join(&shared, "and")) };
                self.plain(squad, format!("disbands{whole}, for a Free Action of each member (F-10)"))
            }
            Err(NotDisbanded::InNone) => self.doubtful(squad, "is in no formation now to be disbanded"),
            Err(NotDisbanded::NoFreeAction { units }) => {
                let why = trouble(&battle, &StartTrouble::NoFreeAction { units });
                self.doubtful(squad, format!("can't disband as things are: {why}"))
            }
        }
    }

    /// **F-5**
    pub(super) fn form_up(&self, squad: SquadId, order: &FormUp) -> Vec<AnswerLine> {
        let (first, counts) = self.first_for(squad, order);
        let battle = self.formed(squad, Some(first));
        let preview = preview::form_up(self.rules, &battle, counts);
        // **F-11** Units that can't take their step.
        let is_stuck =
            |who: UnitId| preview.stuck.iter().any(|it| matches!(it, StartTrouble::Stuck { unit, .. } if *unit == who));
        let shuffle = counts.shuffle.iter().copied().filter(|it| !is_stuck(it.0)).collect();
        let told = form_up(&self.battle, &FormUp { squads: order.squads.clone(), shuffle, ..counts.clone() });
        let is_as_ordered = FormUp { squads: order.squads.clone(), ..counts.clone() } == *order;
        let as_first = format!(", as was ordered first for {} (F-10)", self.name(first));
        let as_first = if is_as_ordered { "" } else { as_first.as_str() };
        let mut lines = Vec::new();
        match &preview.start {
            Ok(leader) => {
                let units = count(preview::members(&battle, counts).len() as u64, "unit", "units");
                let led = match leader {
                    Some(_) if matches!(counts.directed_by, DirectedBy::Leader(_)) => String::new(),
                    Some(it) => format!(", directed by {}", self.battle.setup().unit(*it).name),
                    None => ", and nobody has to direct it".to_owned(),
                };
                lines.push(self.plain(squad, format!("can now {told}{as_first}: {units}{led}")));
                lines.extend(self.directs_elsewhere(&battle, squad, counts, *leader));
            }
            Err(why) => {
                let price = match self.is_failing_free() {
                    true => "",
                    false => ". Those who fail to form up neither shoot nor move (F-12)",
                };
                let text = format!("can't {told}{as_first} as things are: {}{price}", troubles(&self.battle, why));
                let is_spent = why.iter().any(|it| matches!(it, StartTrouble::NoFreeAction { .. }));
                let before = self.forms_up_for_another(&counts.squads, first).filter(|_| is_spent);
                let doubts = [Some(text), self.is_formed(squad, counts), before];
                lines.extend(doubts.into_iter().flatten().map(|it| self.doubtful(squad, it)));
            }
        }
        lines.extend(preview.stuck.iter().map(|it| self.doubtful(squad, trouble(&self.battle, it))));
        lines
    }

    /// **F-5** The doubt that the units are in one formation already, and what to do about the order.
    fn is_formed(&self, squad: SquadId, order: &FormUp) -> Option<String> {
        let members = preview::members(&self.battle, order);
        let is_whole = |it: &&Formation| members.iter().all(|unit| it.members.contains(unit));
        let whole = self.battle.formation_name(self.battle.formations_of(squad).find(is_whole)?);
        let name = self.name(squad);
        let whole = if whole == name { String::new() } else { format!(", as {whole}") };
        let how = format!("leave \"form up\" out of the post, or withdraw {name}'s orders and give the rest again");
        Some(format!("is in formation already{whole}, and needn't form up for anything: {how} (F-5)"))
    }

    /// **F-12** Whether a squad that fails to form up loses nothing.
    fn is_failing_free(&self) -> bool {
        self.battle.setup().formations.is_some_and(|it| it.waive_failed_start)
    }

    /// **F-12** Whether a squad can do nothing else, because it is ordered to form up and can't.
    fn loses_turn(&self, squad: SquadId) -> bool {
        let can_not = |(first, it)| preview::form_up(self.rules, &self.formed(squad, Some(first)), it).start.is_err();
        !self.is_failing_free() && self.form_ups().filter(|it| it.1.squads.contains(&squad)).any(can_not)
    }

    /// The orders to form up, each with the squad that it was given to.
    fn form_ups(&self) -> impl Iterator<Item = (SquadId, &FormUp)> {
        pick!(self.orders.formations.ranging.iter(), (first, OrganisationalOrder::FormUp(it)) => (first, it))
    }

    /// **F-10** The doubt that some squads still have to form up by another squad's order, and how to change that.
    pub(super) fn forms_up_for_another(&self, squads: &[SquadId], own: SquadId) -> Option<String> {
        let mut of_others = self.form_ups().filter(|it| it.0 != own);
        let (first, order) = of_others.find(|it| it.1.squads.iter().any(|it| squads.contains(it)))?;
        let (name, told) = (self.name(first), form_up(&self.battle, order));
        Some(format!(
            "{name} is still to {told}; to change that, give {name} another order to form up, or withdraw its orders (F-10)"
        ))
    }

    /// **F-10** Of several orders to form up the same squads, the one that counts and the squad that it was given to.
    fn first_for<'b>(&'b self, squad: SquadId, order: &'b FormUp) -> (SquadId, &'b FormUp) {
        let sorted = |it: &FormUp| {
            let mut squads = it.squads.clone();
            squads.sort();
            squads
        };
        self.form_ups().find(|it| sorted(it.1) == sorted(order)).unwrap_or((squad, order))
    }

    /// **F-16** The doubt that a unit directs another formation and goes on with that.
    fn directs_elsewhere(
        &self,
        battle: &Battle,
        squad: SquadId,
        order: &FormUp,
        leader: Option<UnitId>,
    ) -> Option<AnswerLine> {
        let members = preview::members(battle, order);
        let goes_on = |it: &&Formation| it.members.iter().any(|it| !members.contains(it));
        let mut others = battle.formations().iter().filter(goes_on).filter_map(|it| Some((it.leader?, it)));
        let (who, others) = others.find(|(who, _)| Some(*who) != leader && members.contains(who))?;
        let left: Vec<UnitId> = others.members.iter().copied().filter(|it| !members.contains(it)).collect();
        let whom = format!("{} of {}", unit_names(battle, &left), battle.formation_name(others));
        let why = "a leader directs one formation only (F-16)";
        Some(self.doubtful(squad, format!("{} goes on directing {whom}, and {why}", battle.setup().unit(who).name)))
    }

    /// **R-1** The battle in which the first shot is fired: after every squad that can has formed up or disbanded, by
    /// the orders that the asker may know of.
    pub(super) fn once_formed(&self) -> Battle {
        Side::ALL.into_iter().fold(self.battle.clone(), |battle, side| self.formed_in(battle, side, None))
    }

    /// The battle after every squad of a side that can has formed up or disbanded; **R-5** before the order of squad
    /// `end`, if one is given.
    pub(super) fn formed(&self, squad: SquadId, end: Option<SquadId>) -> Battle {
        self.formed_in(self.battle.clone(), self.battle.side(squad), end)
    }

    fn formed_in(&self, battle: Battle, side: Side, end: Option<SquadId>) -> Battle {
        let before = self.orders.formations.ranging.iter().take_while(|it| Some(it.0) != end);
        let ours = before.filter(|it| self.battle.side(it.0) == side);
        ours.fold(battle, |battle, (squad, order)| preview::organised(self.rules, &battle, squad, order))
    }

    /// **F-3**
    pub(super) fn volley_together(&self, squad: SquadId, at: VolleyAt) -> Vec<AnswerLine> {
        let told = volley(&self.battle, at);
        let battle = self.formed(squad, None);
        let previews = preview::volley(self.rules, &battle, squad, at);
        if previews.is_empty() {
            let why = "is in no formation now, and fires as any squad does unless it forms up (F-3)";
            return vec![self.doubtful(squad, format!("is to {told}, but {why}"))];
        }
        previews.iter().flat_map(|it| self.volley_of(&battle, squad, &told, it)).collect()
    }

    fn volley_of(&self, battle: &Battle, squad: SquadId, told: &str, it: &VolleyPreview) -> Vec<AnswerLine> {
        let Some(unit) = it.unit else {
            return vec![self.doubtful(squad, format!("is to {told}, who doesn't stand now"))];
        };
        let name = &battle.setup().unit(unit).name;
        let whole = battle.formation(it.formation).map_or_else(String::new, |it| battle.formation_name(it));
        let whole = if whole == self.name(squad) { String::new() } else { format!("{whole} ") };
        let fire = it.fire.iter().map(|it| it.1.clone()).reduce(FirePreview::with);
        let shooters: u16 = fire.iter().flat_map(|it| &it.firing).map(|it| it.1).sum();
        let fire = match fire {
            Some(fire) if 0 < shooters => fire,
            nobody => {
                let why = nobody.map_or(String::new(), |it| super::why_silent(&it.silent));
                return vec![self.doubtful(squad, format!("is to {told}, but nobody can fire at {name} now{why}"))];
            }
        };
        let with: Vec<String> = fire.firing.iter().map(|it| self.weapons(it.0, it.1)).collect();
        let distance = fire.distance.map_or(String::new(), |it| format!(" ({})", words::off(it, fire.range)));
        let aim = match shooters.saturating_sub(1) {
            0 => "alone, so no better aimed".to_owned(),
            more => format!("+{more} to hit for the volley, with all else never more than +2 (F-3, S-8)"),
        };
        let odds = self.volley_odds(squad, it.formation);
        let mut outlook = odds.as_ref().map_or_else(chances::hardly_anybody, chances::at_one);
        let is_held = odds.as_ref().is_some_and(chances::is_held);
        if is_held && self.loses_turn(squad) {
            outlook += ", as it is told to form up and can't (F-12)";
        }
        if 1_500 <= fire.expected.felled_milli && !is_held {
            outlook += ", and what is too much for it is lost (F-3)";
        }
        let text = format!("{whole}fires a volley at {name} with {}{distance}: {outlook}; {aim}", join(&with, "and"));
        let mut lines = vec![self.line(doubtful_if(is_held), squad, text)];
        lines.extend(self.doubts_of_fire(squad, name, &fire));
        lines.extend(self.another_target(battle, squad, it));
        lines
    }

    /// **F-3** The doubt that an earlier order gives the formation another target.
    fn another_target(&self, battle: &Battle, squad: SquadId, it: &VolleyPreview) -> Option<AnswerLine> {
        let formation = battle.formation(it.formation)?;
        let differs = |them: &VolleyPreview| them.formation == it.formation && them.unit != it.unit;
        let mut before = self.orders.fire.iter().take_while(|it| it.0 != squad);
        let (other, _) = before.find(|(other, order)| {
            let Fire::Volley(at) = order else { return false };
            is_of(battle, formation, *other) && preview::volley(self.rules, battle, *other, *at).iter().any(differs)
        })?;
        let why = "a formation fires together once, at the first that was ordered (F-3)";
        let text = format!("{} has another target for the same formation; {why}", self.name(other));
        Some(self.doubtful(squad, text))
    }

    /// **F-20, F-21** How a squad's formations would march. `None` if it has none and isn't ordered to march.
    pub(super) fn march(&self, squad: SquadId, movement: &Movement) -> Option<Vec<AnswerLine>> {
        let told = match movement {
            Movement::Steps(steps) => format!("is to {}", march(&self.battle, steps)),
            Movement::Move(route) => format!("moves {} in formation", self.destination(route)),
            Movement::Hold | Movement::Charge { .. } | Movement::Disengage(_) => return None,
        };
        if !self.battle.has_formations() {
            return None;
        }
        let battle = self.formed(squad, None);
        let Some(events) = preview::march(self.rules, &battle, &self.orders, squad) else {
            let is_in_one = self.battle.formations_of(squad).next().is_some();
            let why = if is_in_one { "is to disband before" } else { "is in no formation now" };
            let text = format!("{told}, but {why}, and Steps are a formation's (F-20)");
            return matches!(movement, Movement::Steps(_)).then(|| vec![self.doubtful(squad, text)]);
        };
        if let Some((formation, first)) = self.marches_before(&battle, squad) {
            let (whole, first) = (battle.formation_name(formation), self.name(first));
            let why = format!("{whole} moves once a round, and as {first} is told, which comes first (F-20)");
            return Some(vec![self.doubtful(squad, format!("{told}, but {why}"))]);
        }
        let end = match movement {
            Movement::Move(route) => self.march_end(&battle, squad, route, &events),
            _ => None,
        };
        let falls_short = matches!(end, Some((_, true)));
        if is_smooth(&events) {
            let joint = if falls_short { ", but" } else { ";" };
            let end = end.map_or(String::new(), |it| format!("{joint} {}", it.0));
            let text = format!("{told}, {}{end}", price(&events));
            return Some(vec![self.line(doubtful_if(falls_short), squad, text)]);
        }
        let mut now = battle;
        let mut sentences = Vec::new();
        for (run, _) in Part::runs(&events, gather::end_of_run, gather::part_after) {
            let run: Vec<&Event> = events[run].iter().collect();
            sentences.push(words::sentence(&now, &run).text().to_owned());
            run.iter().for_each(|it| now.apply(it));
        }
        let text = sentences.join(" ");
        let text = format!("{told}. As things stand, the report will say: {}", text.trim_end_matches('.'));
        let short = end.filter(|_| falls_short).map(|it| self.doubtful(squad, it.0));
        Some([self.doubtful(squad, text)].into_iter().chain(short).collect())
    }

    /// **F-20** A formation that another squad's order moves first, and that squad. `None` unless this is so for all
    /// formations of the squad.
    fn marches_before<'b>(&self, battle: &'b Battle, squad: SquadId) -> Option<(&'b Formation, SquadId)> {
        let marches = |it: &Movement| matches!(it, Movement::Steps(_)) || it.plain_route().is_some();
        let before = self.orders.movement.iter().take_while(|it| it.0 != squad);
        let before = before.filter(|it| marches(it.1) && !battle.is_squad_frenzied(it.0));
        let before: Vec<SquadId> = before.map(|it| it.0).collect();
        let first_of = |it: &'b Formation| Some((it, *before.iter().find(|who| is_of(battle, it, **who))?));
        battle.formations_of(squad).map(first_of).collect::<Option<Vec<_>>>()?.first().copied()
    }

    /// **F-20, F-21** The unit that goes to the tile of a march, if that isn't plain, and how far it falls short; and
    /// whether it falls short.
    fn march_end(&self, battle: &Battle, squad: SquadId, route: &Route, events: &[Event]) -> Option<(String, bool)> {
        let RouteGoal::Tile(goal) = route.goal else { return None };
        let (guide, cut_short) = Course::of(self.rules, battle, &self.orders).march_guide(squad, route)?;
        let mut after = battle.clone();
        events.iter().for_each(|it| after.apply(it));
        let end = after.unit(guide).at;
        let left = end.steps_to(goal);
        let is_other = battle.unit(guide).squad != squad;
        let directs = battle.formations_of(squad).any(|it| it.leader == Some(guide));
        let role = if directs { "who directs it" } else { "who goes ahead" };
        let who = format!("{}, {role}", battle.setup().unit(guide).name);
        if left == 0 {
            return is_other.then(|| (format!("the tile is for {who}"), false));
        }
        let gets = if is_other { format!("{who}, gets") } else { "gets".to_owned() };
        let why = match cut_short {
            Some(CutShort::TooFar) => ": the rest is too far for one round (F-21)",
            Some(_) => ": others or the ground are in the way (F-20)",
            None => "",
        };
        let steps = count(left, "tile", "tiles");
        Some((format!("{gets} to {end} only, {steps} short of {goal}{why}"), true))
    }
}

/// Whether any unit of a squad is in a formation.
fn is_of(battle: &Battle, formation: &Formation, squad: SquadId) -> bool {
    formation.members.iter().any(|it| battle.unit(*it).squad == squad)
}

/// **F-21** `2 Steps, 3 MP for everybody`
fn price(events: &[Event]) -> String {
    let steps = || events.iter().filter_map(Event::step);
    let price: u16 = steps().map(|it| it.price).sum();
    format!("{}, {price} MP for everybody", count(steps().count() as u64, "Step", "Steps"))
}

/// Whether everybody keeps step, and the formation stays whole.
fn is_smooth(events: &[Event]) -> bool {
    events.iter().filter_map(Event::of_formation).all(|it| match it {
        FormationEvent::Stepped(it) => it.stayed.is_empty() && !it.has_gap && it.leader_out.is_none(),
        _ => false,
    })
}
