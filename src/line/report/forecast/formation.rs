//! What orders about formations would come to: who is in the way, who fires at whom and how well, what a march costs.

use std::borrow::Cow;

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId, summed};
use crate::line::battle::{
    Battle, DirectedBy, Event, Fire, FormUp, FormationEvent, Movement, Ranging, Route, RouteGoal, Side, StartTrouble,
    Step, VolleyAt, WeaponId,
};
use crate::line::orders::formation::words::{form_up, march, volley};
use crate::line::predict::FireOdds;
use crate::line::report::words::formation::{trouble, troubles};
use crate::line::report::{chances, gather, words};
use crate::line::rules::preview;
use crate::line::rules::preview::VolleyPreview;
use crate::page::{AnswerLine, Part};

use super::{Forecast, doubtful, plain, span};

impl Forecast<'_> {
    /// **F-5, F-10**
    pub(super) fn ranging(&self, squad: SquadId, order: &Ranging) -> Vec<AnswerLine> {
        match order {
            Ranging::FormUp(order) => self.form_up(squad, order),
            Ranging::Disband if self.battle.formations_of(squad).next().is_some() => {
                vec![plain(self.owner(squad), "disbands, for a Free Action of each member (F-10)".to_owned())]
            }
            Ranging::Disband => vec![doubtful(self.owner(squad), "is in no formation now to be disbanded".to_owned())],
        }
    }

    /// **M-3**
    pub(super) fn break_ranks(&self, squad: SquadId) -> AnswerLine {
        plain(self.owner(squad), "breaks ranks in melee: its members press in one by one (M-3)".to_owned())
    }

    fn form_up(&self, squad: SquadId, order: &FormUp) -> Vec<AnswerLine> {
        let told = form_up(&self.battle, order);
        let preview = preview::form_up(self.rules, &self.formed(squad, Some(squad)), order);
        let mut lines = Vec::new();
        match &preview.start {
            Ok(leader) => {
                let units = count(members(&self.battle, order).len() as u64, "unit", "units");
                let led = match leader {
                    Some(_) if matches!(order.directed_by, DirectedBy::Leader(_)) => String::new(),
                    Some(it) => format!(", directed by {}", self.battle.setup().unit(*it).name),
                    None => ", and nobody has to direct it".to_owned(),
                };
                lines.push(plain(self.owner(squad), format!("can now {told}: {units}{led}")));
            }
            Err(why) => {
                let is_free = self.battle.setup().formations.is_some_and(|it| it.waive_failed_start);
                let price = if is_free { "" } else { ". Those who fail to form up neither shoot nor move (F-12)" };
                let text = format!("can't {told} as things are: {}{price}", troubles(&self.battle, why));
                lines.push(doubtful(self.owner(squad), text));
            }
        }
        let stuck = preview.stuck.iter().map(|it| doubtful(self.owner(squad), trouble(&self.battle, it)));
        lines.extend(stuck);
        lines
    }

    /// **R-1** The battle that the first shot is fired in: once all have formed up who can, of those orders that whoever asks may
    /// know of.
    pub(super) fn once_formed(&self) -> Cow<'_, Battle> {
        let mut battle = Cow::Borrowed(&*self.battle);
        let is_to_form = |it: &(SquadId, &Ranging)| matches!(it.1, Ranging::FormUp(_));
        for side in Side::ALL {
            let first = self.orders.formations.ranging.iter().filter(is_to_form).find(|it| battle.side(it.0) == side);
            if let Some((squad, _)) = first {
                battle = Cow::Owned(self.formed_in(battle.into_owned(), squad, None));
            }
        }
        battle
    }

    /// The battle once those of a squad's side have formed up who can; **R-5** up to the order of one of them.
    fn formed(&self, squad: SquadId, end: Option<SquadId>) -> Battle {
        self.formed_in(Battle::clone(&self.battle), squad, end)
    }

    fn formed_in(&self, mut battle: Battle, squad: SquadId, end: Option<SquadId>) -> Battle {
        let before = self.orders.formations.ranging.iter().take_while(|it| Some(it.0) != end);
        for (first, order) in before {
            let Ranging::FormUp(order) = order else { continue };
            let preview = preview::form_up(self.rules, &battle, order);
            let Ok(leader) = preview.start else { continue };
            if battle.side(first) != battle.side(squad) {
                continue;
            }
            let members = members(&battle, order);
            let is_stuck = |unit: UnitId| {
                preview.stuck.iter().any(|it| matches!(it, StartTrouble::Stuck { unit: who, .. } if *who == unit))
            };
            let steps = order.shuffle.iter().filter(|it| !is_stuck(it.0));
            let steps = steps.map(|(unit, to)| Step { unit: *unit, from: battle.unit(*unit).at, to: *to }).collect();
            let (formation, squads) = (battle.next_formation(), order.squads.clone());
            let shuffled = FormationEvent::Shuffled { squads: squads.clone(), steps };
            let started = FormationEvent::Started { formation, squads, members, leader, stuck: Vec::new() };
            for event in [shuffled, started] {
                battle.apply(&Event::Formation(Box::new(event)));
            }
        }
        battle
    }

    /// **F-3**
    pub(super) fn volley_together(&self, squad: SquadId, at: VolleyAt) -> Vec<AnswerLine> {
        let told = volley(&self.battle, at);
        let battle = self.formed(squad, None);
        let previews = preview::volley(self.rules, &battle, squad, at);
        if previews.is_empty() {
            let text = format!(
                "is to {told}, but is in no formation now, and fires as any squad does unless it forms up (F-3)"
            );
            return vec![doubtful(self.owner(squad), text)];
        }
        let each = previews.iter().map(|it| (it, self.volley_odds(squad, it.formation)));
        each.flat_map(|(it, odds)| self.volley_of(&battle, squad, &told, it, odds.as_ref())).collect()
    }

    fn volley_of(
        &self,
        battle: &Battle,
        squad: SquadId,
        told: &str,
        it: &VolleyPreview,
        odds: Option<&FireOdds>,
    ) -> Vec<AnswerLine> {
        let Some(unit) = it.unit else {
            return vec![doubtful(self.owner(squad), format!("is to {told}, who doesn't stand now"))];
        };
        let name = &battle.setup().unit(unit).name;
        let whole = battle.formation(it.formation).map_or_else(String::new, |it| battle.formation_name(it));
        let whole = if whole == self.name(squad) { String::new() } else { format!("{whole} ") };
        let firing: Vec<(WeaponId, u16)> = summed(it.fire.iter().flat_map(|(_, it)| it.firing.iter().copied()));
        let shooters: u16 = firing.iter().map(|it| it.1).sum();
        let silent: Vec<_> = it.fire.iter().flat_map(|(_, it)| it.silent.iter().copied()).collect();
        if shooters == 0 {
            let why = super::why_silent(&silent);
            return vec![doubtful(self.owner(squad), format!("is to {told}, but nobody can fire at {name} now{why}"))];
        }
        let with: Vec<String> = firing.iter().map(|it| self.weapons(it.0, it.1)).collect();
        let near = it.fire.iter().filter_map(|it| Some(it.1.distance?.0)).min();
        let far = it.fire.iter().filter_map(|it| Some(it.1.distance?.1)).max();
        let range = it.fire.iter().map(|it| it.1.range).max().unwrap_or(0);
        let distance = near.zip(far).map_or(String::new(), |it| format!(" ({} of {range})", span(it)));
        let aim = match shooters.saturating_sub(1) {
            0 => "alone, so no better aimed".to_owned(),
            more => format!("+{more} to hit for the volley, with all else never more than +2 (F-3, S-8)"),
        };
        let felled_milli: u32 = it.fire.iter().map(|it| it.1.expected.felled_milli).sum();
        let mut outlook = odds.map_or_else(chances::nobody, chances::at_one);
        if 1_500 <= felled_milli && !odds.is_some_and(chances::is_held) {
            outlook += ", and what is too much for it is lost (F-3)";
        }
        let text = format!("{whole}fires a volley at {name} with {}{distance}: {outlook}; {aim}", join(&with, "and"));
        let told = if odds.is_some_and(chances::is_held) { doubtful } else { plain };
        let mut lines = vec![told(self.owner(squad), text)];
        let endangered = it.fire.iter().find_map(|it| it.1.endangered);
        lines.extend(self.doubts_of_fire(squad, name, &silent, endangered));
        lines.extend(self.another_target(battle, squad, it));
        lines
    }

    /// **F-3** What there is to say if another squad of the formation was told another target before.
    fn another_target(&self, battle: &Battle, squad: SquadId, it: &VolleyPreview) -> Option<AnswerLine> {
        let formation = battle.formation(it.formation)?;
        let is_of_it = |other: SquadId| formation.members.iter().any(|it| battle.unit(*it).squad == other);
        let mut before = self.orders.fire.iter().take_while(|it| it.0 != squad);
        let (other, _) = before.find(|(other, order)| {
            let Fire::Volley(at) = order else { return false };
            is_of_it(*other)
                && preview::volley(self.rules, battle, *other, *at)
                    .iter()
                    .any(|them| them.formation == it.formation && them.unit != it.unit)
        })?;
        let text = format!(
            "{} has another target for the same formation; a formation fires together once, at the first that was ordered (F-3)",
            self.name(other)
        );
        Some(doubtful(self.owner(squad), text))
    }

    /// **F-20, F-21** How a squad's formations would march; `None` if it has none and is not told to.
    pub(super) fn march(&self, squad: SquadId, movement: &Movement) -> Option<Vec<AnswerLine>> {
        let told = match movement {
            Movement::Steps(steps) => format!("is to {}", march(&self.battle, steps)),
            Movement::Move(route) => format!("moves {} in formation", self.goal(&route.goal)),
            Movement::Hold | Movement::Charge { .. } | Movement::Disengage(_) => return None,
        };
        if !self.battle.has_formations() {
            return None;
        }
        let battle = self.formed(squad, None);
        let Some(events) = preview::march(self.rules, &battle, &self.orders, squad) else {
            let is_march = matches!(movement, Movement::Steps(_));
            let text = format!("{told}, but is in no formation now, and Steps are a formation's (F-20)");
            return is_march.then(|| vec![doubtful(self.owner(squad), text)]);
        };
        let mut now = battle;
        let mut sentences = Vec::new();
        for (run, _) in Part::runs(&events, gather::end_of_run, gather::part_after) {
            let run: Vec<&Event> = events[run].iter().collect();
            sentences.push(words::sentence(&now, &run).text().to_owned());
            run.iter().for_each(|it| now.apply(it));
        }
        let line = match is_smooth(&events) {
            true => plain(self.owner(squad), format!("{told}, {}", price(&events))),
            false => {
                let text = sentences.join(" ");
                let text = format!("{told}. As things stand, the report will say: {}", text.trim_end_matches('.'));
                doubtful(self.owner(squad), text)
            }
        };
        let mut lines = vec![line];
        lines.extend(self.falls_short(&now, squad, movement));
        Some(lines)
    }

    /// **V-1** How far a march to a tile falls short of it.
    fn falls_short(&self, after: &Battle, squad: SquadId, movement: &Movement) -> Option<AnswerLine> {
        let Movement::Move(Route { goal: RouteGoal::Tile(goal), .. }) = movement else { return None };
        let formation = after.formations_of(squad).next()?;
        let leader = formation.leader.filter(|it| formation.members.contains(it));
        let end = after.unit(leader.or(formation.members.first().copied())?).at;
        let left = end.steps_to(*goal);
        let steps = count(left, "tile", "tiles");
        (0 < left).then(|| doubtful(self.owner(squad), format!("gets to {end} only, {steps} short of {goal} (F-21)")))
    }
}

/// Who is to be in it.
fn members(battle: &Battle, order: &FormUp) -> Vec<UnitId> {
    let units = order.squads.iter().flat_map(|it| battle.standing(*it));
    units.filter(|it| !order.without.contains(it)).collect()
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
