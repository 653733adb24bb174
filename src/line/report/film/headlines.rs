//! What the lines of a scene are about, and a headline for it.

use std::collections::BTreeSet;

use crate::field::{SquadId, UnitId, each_once, grouped, pick};
use crate::game::film;
use crate::line::battle::{
    AbilityOn, Battle, DISENGAGE_FELLS, Event, Fate, FormationEvent, FormationId, HeroMove, Side, Volley, VolleyKind,
};
use crate::line::orders::diagnostics::target_name;
use crate::line::report::film::steps::end_of;
use crate::line::report::words;
use crate::line::report::words::formation::{plight, unit_names};
use crate::map::BeatKind;
use crate::page::words::{goal_news, verb};
use crate::page::{self, Named, does, ending, headline, is_plural};

/// What a report line is about, as far as that decides which lines share a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// An order that came to nothing.
    Refusal,
    Ability,
    Hero,
    /// **C-5** An ability that waited for a moment. `is_before` says whether the report tells that moment after it.
    Triggered {
        is_before: bool,
    },
    Fire(SquadId),
    /// **S-9**
    Stray(SquadId),
    /// **A-6**
    Hazard(SquadId),
    /// **M-2, M-4** The squads that strike each other.
    Melee(BTreeSet<SquadId>),
    /// **M-3, M-7**
    Press(BTreeSet<SquadId>),
    Moves(Side),
    Disengages(SquadId),
    Charges(SquadId),
    /// **F-4, V-7** Spears strike a charging squad, and then it comes in.
    ComesIn(SquadId),
    Formation,
    Morale,
    Objectives,
    End,
    /// A text of the scenario.
    Story,
    /// Arrivals, and what else happens as a round opens.
    Comes,
    /// **G-1**
    ByHand,
}

impl film::About for About {
    fn joins(&self, last: &About) -> bool {
        // An ability that waited for the next moment belongs to its scene.
        if *last == (About::Triggered { is_before: true }) {
            return !matches!(self, About::Moves(_));
        }
        match (self, last) {
            (About::Refusal | About::Triggered { is_before: false }, _) => true,
            (About::Stray(by), About::Fire(of) | About::Stray(of)) => by == of,
            (About::Hazard(by), About::Fire(of) | About::Stray(of) | About::Hazard(of)) => by == of,
            (About::Hazard(by), About::Melee(squads)) => squads.contains(by),
            (About::Melee(these), About::Melee(those) | About::Press(those)) => {
                those.is_subset(these) || these.is_subset(those)
            }
            (About::Press(these), About::Melee(those) | About::Press(those)) => these.is_subset(those),
            (About::Moves(side), About::Moves(of)) => side == of,
            (About::ComesIn(charger), About::Charges(of)) => charger == of,
            (About::Comes, About::Story | About::Comes) | (About::Story, About::Comes) => true,
            (About::Objectives, About::Objectives) | (About::End, About::End) | (About::ByHand, About::ByHand) => true,
            _ => false,
        }
    }

    /// Only a side's moves share a scene when other lines stand between them.
    fn is_apart(&self, _: &About) -> bool {
        matches!(self, About::Moves(_))
    }

    fn joined(&self, next: About) -> About {
        match (self, next) {
            (About::Triggered { .. }, next) => next,
            (About::Press(_), next @ About::Melee(_)) | (About::Comes, next @ About::Story) => next,
            (About::Melee(those), About::Melee(these)) => About::Melee(those.union(&these).copied().collect()),
            _ => self.clone(),
        }
    }
}

/// What one squad lost.
struct Lost {
    squad: SquadId,
    down: usize,
    hurt: usize,
}

/// Writes headlines from the battle before and after a round.
pub(super) struct Headlines<'a> {
    pub(super) battle: &'a Battle,
    pub(super) after: &'a Battle,
}

impl Named for Headlines<'_> {
    type Who = SquadId;

    fn name(&self, squad: SquadId) -> &str {
        &self.battle.setup().squad(squad).name
    }

    fn is_plural(&self, squad: SquadId) -> bool {
        let it = self.battle.setup().squad(squad);
        1 < it.members.len() && is_plural(&it.name)
    }
}

impl Headlines<'_> {
    /// The kind of a scene with these events, which the report has in `part`, and a headline of some 45 letters.
    pub(super) fn headline(&self, about: &About, part: &str, events: &[&Event]) -> (BeatKind, Option<String>) {
        let (kind, told) = match about {
            About::Fire(_) | About::Stray(_) | About::Hazard(_) => (BeatKind::Shooting, self.fire(events)),
            About::Melee(squads) => (BeatKind::Melee, self.melee(squads, events)),
            About::Press(squads) => (BeatKind::Melee, self.press(squads)),
            About::Moves(side) => (BeatKind::Movement, self.moves(*side, events)),
            About::Disengages(squad) => (BeatKind::Movement, self.disengages(*squad, events)),
            About::Charges(squad) | About::ComesIn(squad) => (BeatKind::Charge, self.charge(*squad, events)),
            About::Ability => (BeatKind::Command, self.ability(events)),
            About::Triggered { .. } => (BeatKind::of_part(part), self.ability(events)),
            About::Hero => (BeatKind::Command, self.hero(events)),
            About::Morale => (BeatKind::Morale, self.morale(events)),
            About::Objectives => (BeatKind::Objectives, self.objectives(events)),
            About::Story | About::Comes => (BeatKind::Story, self.story(events)),
            About::Formation => (BeatKind::Command, self.formation(events)),
            About::Refusal => (BeatKind::of_part(part), self.refusal(events)),
            About::End => (BeatKind::End, None),
            About::ByHand => (BeatKind::Story, None),
        };
        (kind, told.map(|it| headline([it])))
    }

    /// The units that fell or were hurt, by squad, in the order of the events.
    fn losses(&self, events: &[&Event]) -> Vec<Lost> {
        let fates = |event: &&Event| match event {
            Event::Attacked(it) => it.hits.iter().filter_map(|it| Some((it.victim?, it.fate))).collect(),
            Event::HazardRolled { rolls, .. } => rolls.iter().map(|it| (it.0, it.2)).collect(),
            _ => Vec::new(),
        };
        let worst = |(unit, fates): (UnitId, Vec<Fate>)| (self.battle.unit(unit).squad, fates.into_iter().max());
        let lost = |(squad, fates): (SquadId, Vec<Option<Fate>>)| {
            let down = fates.iter().flatten().filter(|it| it.is_felled()).count();
            Lost { squad, down, hurt: fates.iter().filter(|it| **it == Some(Fate::Hurt)).count() }
        };
        let squads = grouped(grouped(events.iter().flat_map(fates)).into_iter().map(worst));
        squads.into_iter().map(lost).filter(|it| 0 < it.down + it.hurt).collect()
    }

    /// Whether nobody of a squad is left after these losses.
    fn is_end_of(&self, lost: &Lost) -> bool {
        0 < lost.down && self.battle.standing(lost.squad).count() <= lost.down
    }

    /// `2 down`, `the last one down`; with a name `2 of Boyz down`, `the last of Boyz down`.
    fn loss(&self, lost: &Lost, named: Option<&str>) -> String {
        let is_alone = self.battle.squad(lost.squad).members.len() == 1;
        let (many, state) = if lost.down == 0 { (lost.hurt, "hurt") } else { (lost.down, "down") };
        let of = named.map_or_else(String::new, |it| format!(" of {it}"));
        match many {
            _ if is_alone => named.map_or_else(|| state.to_owned(), |it| format!("{it} {state}")),
            1 if self.is_end_of(lost) => format!("the last{} down", named.map_or(" one", |_| &of)),
            many if self.is_end_of(lost) => format!("the last {many}{of} down"),
            many => format!("{many}{of} {state}"),
        }
    }

    /// `2 of Boyz down`
    fn loss_of(&self, lost: &Lost) -> String {
        self.loss(lost, Some(self.name(lost.squad)))
    }

    fn fire(&self, events: &[&Event]) -> Option<String> {
        let volley = events.iter().find_map(|it| it.volley());
        let losses = self.losses(events);
        let Some(volley) = volley else {
            let name = self.name(pick!(events, Event::HazardRolled { squad, .. } => *squad).next()?);
            let came = losses.first().map_or("nobody is hurt".to_owned(), |it| self.loss(it, None));
            return Some(headline([format!("{name} risks its own weapons: {came}"), format!("{name}: {came}")]));
        };
        let deed = match volley.kind {
            VolleyKind::Stray => format!("{} astray", self.does(volley.by, "fires", "fire")),
            _ => format!("{} at {}", self.does(volley.by, "fires", "fire"), self.name(volley.at)),
        };
        let aimed = losses.iter().find(|it| it.squad == volley.at);
        let others: Vec<&Lost> = losses.iter().filter(|it| it.squad != volley.at && 0 < it.down).collect();
        let aimed = aimed.map(|it| self.loss(it, None));
        if others.is_empty() {
            return Some(ending(&deed, [format!(": {}", aimed.unwrap_or_else(|| harmless(events).to_owned()))]));
        }
        let count: usize = others.iter().map(|it| it.down).sum();
        let with = |more: Vec<String>| aimed.iter().cloned().chain(more).collect::<Vec<_>>().join(", ");
        let one_by_one = others.iter().map(|it| self.loss_of(it)).collect();
        let ends = [with(one_by_one), with(vec![format!("{count} astray down")])];
        Some(ending(&deed, ends.map(|it| format!(": {it}"))))
    }

    fn melee(&self, squads: &BTreeSet<SquadId>, events: &[&Event]) -> Option<String> {
        let volleys: Vec<&Volley> = events.iter().filter_map(|it| it.volley()).collect();
        let first = volleys.first()?;
        let losses = self.losses(events);
        let is_one_sided = volleys.iter().all(|it| (it.by, it.at) == (first.by, first.at));
        let is_fire = volleys.iter().all(|it| it.kind == VolleyKind::CloseQuarters);
        let deed = if is_one_sided {
            let (one, many, close) = if is_fire { ("fires", "fire", " up close") } else { ("strikes", "strike", "") };
            format!("{} at {}{close}", self.does(first.by, one, many), self.name(first.at))
        } else {
            let all: Vec<SquadId> = squads.iter().copied().collect();
            let what = if is_fire { "exchange fire up close" } else { "fight" };
            format!("{} {what}", self.some(&all, 24))
        };
        let one_by_one: Vec<String> = losses.iter().filter(|it| 0 < it.down).map(|it| self.loss_of(it)).collect();
        let (down, hurt) = losses.iter().fold((0, 0), |sum, it| (sum.0 + it.down, sum.1 + it.hurt));
        let came = match (down, hurt) {
            (0, 0) => "nobody falls".to_owned(),
            (0, hurt) => format!("{hurt} hurt"),
            (down, _) => format!("{down} down"),
        };
        let told = match &losses[..] {
            [only] if is_one_sided => self.loss(only, None),
            _ if one_by_one.is_empty() => came.clone(),
            _ => one_by_one.join(", "),
        };
        Some(ending(&deed, [format!(": {told}"), format!(": {came}")]))
    }

    fn press(&self, squads: &BTreeSet<SquadId>) -> Option<String> {
        let all: Vec<SquadId> = squads.iter().copied().collect();
        Some(match all[..] {
            [only] => self.does(only, "presses in", "press in"),
            _ => format!("{} press in", self.some(&all, 9)),
        })
    }

    fn moves(&self, side: Side, events: &[&Event]) -> Option<String> {
        let squads = each_once(events.iter().flat_map(|it| it.steps()).map(|it| self.battle.unit(it.unit).squad));
        match &squads[..] {
            [] => {
                let leaver = pick!(events, Event::Abandoned { squad, .. } => *squad).next();
                leaver.map(|it| self.does(it, "leaves its downed", "leave their downed"))
            }
            [squad] => {
                let to = pick!(events, Event::Moved(it) if !it.steps.is_empty() => end_of(it)).last().flatten();
                Some(ending(&self.does(*squad, "moves", "move"), to.map(|it| format!(" to {it}"))))
            }
            several => {
                let who = if side == Side::Enemy { "The enemy moves: " } else { "You move: " };
                Some(format!("{who}{}", self.some(several, who.len())))
            }
        }
    }

    fn disengages(&self, squad: SquadId, events: &[&Event]) -> Option<String> {
        let fell = |it: &Event| match it {
            Event::Disengaged { rolls, .. } => rolls.iter().filter(|it| it.1.face() <= DISENGAGE_FELLS).count(),
            _ => 0,
        };
        let deed = match words::is_in_melee_after(self.battle, squad, events) {
            false => self.does(squad, "gets away", "get away"),
            // **V-6** It may have no room, or leave its downed behind first.
            true => self.does(squad, "disengages", "disengage"),
        };
        Some(match events.iter().map(|it| fell(it)).sum::<usize>() {
            0 => deed,
            all if all == self.battle.standing(squad).count() => {
                format!("{}: {all} down", self.does(squad, "doesn't get away", "don't get away"))
            }
            some => format!("{deed}: {some} down on the way"),
        })
    }

    fn charge(&self, squad: SquadId, events: &[&Event]) -> Option<String> {
        let charge = pick!(events, Event::Charged(it) => it).next();
        let losses = self.losses(events);
        let struck = losses.iter().find(|it| it.squad == squad && 0 < it.down);
        let Some(charge) = charge else {
            return Some(match struck {
                Some(it) => format!("{} on the spears: {}", self.does(squad, "runs", "run"), self.loss(it, None)),
                None => self.does(squad, "charges in", "charge in"),
            });
        };
        let target = self.name(charge.target);
        let deed = format!("{} {target}", self.does(squad, "charges", "charge"));
        let is_plural = self.is_plural(squad);
        let came = match (charge.made, struck) {
            (false, _) if charge.needed.is_none() => format!(" and {} no way", does(is_plural, "finds", "find")),
            (false, _) if charge.dice.is_none() => " and cannot".to_owned(),
            (false, _) => format!(" and {}", does(is_plural, "fails", "fail")),
            (true, Some(it)) => format!(": {} on the spears", self.loss(it, None)),
            (true, None) if charge.dice.is_none() => ", already there".to_owned(),
            (true, None) => format!(" and {} in", does(is_plural, "gets", "get")),
        };
        Some(ending(&deed, [came]))
    }

    fn ability(&self, events: &[&Event]) -> Option<String> {
        let setup = self.battle.setup();
        let told = pick!(
            events,
            Event::AbilityUsed { by, ability, on, .. } => (Some(setup.caster(*by)), *ability, *on),
            Event::AbilityTriggered { ability, on, .. } => (None, *ability, *on),
        );
        // The first ability that is used, or else the first that takes effect.
        let (by, ability, on) = told.min_by_key(|it| it.0.is_none())?;
        let (name, target) = (&setup.ability(ability).name, target_name(self.battle, on));
        let on_target = format!("{name} on {target}");
        let Some(by) = by else { return Some(headline([format!("{name} takes effect on {target}"), on_target])) };
        let who = if by.hero.is_some() { &by.name } else { "the enemy" };
        let uses = format!("{who} uses {name}");
        // A hero who stands alone has the name of his squad.
        let own = by.hero.map(|hero| AbilityOn::Squad(self.battle.unit(hero).squad));
        let whole = if own == Some(on) && target == who { uses.clone() } else { format!("{uses} on {target}") };
        Some(headline([whole, on_target, uses]))
    }

    fn hero(&self, events: &[&Event]) -> Option<String> {
        let Event::HeroMoved { hero, to, .. } = events.first()? else { return None };
        let unit = self.battle.setup().unit(*hero);
        Some(match unit.alone == Some(*to) {
            true => format!("{} goes on alone", unit.name),
            false => format!("{} joins {}", unit.name, self.name(*to)),
        })
    }

    fn morale(&self, events: &[&Event]) -> Option<String> {
        let mut told = pick!(
            events,
            Event::MoraleTested { squad, passed, .. } => {
                let now = self.battle.squad(*squad);
                let left = format!("{} of {} left", self.battle.standing(*squad).count(), now.starting);
                let told = match (now.is_broken, passed) {
                    (false, true) => self.does(*squad, "holds", "hold"),
                    (true, true) => self.does(*squad, "rallies", "rally"),
                    (false, false) => self.does(*squad, "breaks", "break"),
                    (true, false) => self.does(*squad, "stays broken", "stay broken"),
                };
                ending(&told, [format!(", {left}")])
            },
            Event::Recovered { squad } => self.does(*squad, "rallies", "rally"),
        );
        told.next()
    }

    fn objectives(&self, events: &[&Event]) -> Option<String> {
        let setup = self.battle.setup();
        let goal = |goal: u8| goal_news(&setup.goals[usize::from(goal)], None);
        let goals = pick!(events.iter().rev(), Event::GoalMet { goal: it } => goal(*it));
        let place = |id, is| {
            let (now, name) = (self.battle.objective(id), &setup.objective(id).name);
            let taken = |side| match side {
                Side::Players => format!("you take {name}"),
                Side::Enemy => format!("the enemy takes {name}"),
            };
            page::objective_news(name, (now.owner, now.is_contested), is, taken)
        };
        let places = pick!(
            events,
            Event::ObjectiveCounted { objective, owner, contested, .. } => place(*objective, (*owner, *contested)),
        );
        let news: Vec<String> = goals.chain(places.flatten()).collect();
        let held = |side| setup.objective_ids().filter(|it| self.after.objective(*it).owner == Some(side)).count();
        Some(match (held(Side::Players), held(Side::Enemy)) {
            _ if !news.is_empty() => page::news(&news),
            (0, 0) => "The objectives stay as they were".to_owned(),
            (yours, theirs) => format!("Objectives as before: {yours} yours, {theirs} the enemy's"),
        })
    }

    fn story(&self, events: &[&Event]) -> Option<String> {
        let come: Vec<SquadId> = pick!(events, Event::Arrived { squad, .. } => *squad).collect();
        let text = |index: u8| self.battle.setup().schedule[usize::from(index)].text.as_deref();
        let text = pick!(events, Event::ScheduleCame { index } => text(*index)).flatten().next();
        let waits = pick!(events, Event::ArrivalDelayed { squad } => *squad).next();
        let regained = || pick!(events, Event::CommandRegained { .. } => "CP come back".to_owned()).next();
        self.arrival(&come, text, waits).or_else(regained)
    }

    fn formation(&self, events: &[&Event]) -> Option<String> {
        events.iter().filter_map(|it| it.of_formation()).find_map(|it| {
            Some(match it {
                FormationEvent::Started { squads, .. } => {
                    let forms_up = does(squads.len() != 1 || self.is_plural(squads[0]), "forms up", "form up");
                    format!("{} {forms_up}", self.some(squads, 9))
                }
                FormationEvent::Disbanded { formation: id } => self.of_whole(*id, "the formation is given up"),
                FormationEvent::BrokeUp { formation: id, .. } => self.of_whole(*id, "the formation breaks up"),
                FormationEvent::PlightBegan { plight: it, units, .. } => {
                    let (who, word) = (unit_names(self.battle, units), plight(*it));
                    let (n, is) = (units.len(), verb(units.len(), "is", "are"));
                    let of_one = match each_once(units.iter().map(|it| self.battle.unit(*it).squad))[..] {
                        [_] if n == 1 => None,
                        [it] if n == self.battle.standing(it).count() => Some(self.does(it, "is", "are")),
                        [it] => Some(format!("{n} of {} are", self.name(it))),
                        _ => None,
                    };
                    let forms = of_one.into_iter().chain([format!("{who} {is}"), format!("{n} {is}")]);
                    headline(forms.map(|it| format!("{it} {word}")))
                }
                _ => return None,
            })
        })
    }

    /// `Alpha and Bravo: the formation breaks up`
    fn of_whole(&self, id: FormationId, what: &str) -> String {
        let known = self.battle.formation(id).or_else(|| self.after.formation(id));
        let name = known.map_or_else(|| "the formation".to_owned(), |it| self.some(&it.squads, 30));
        format!("{name}: {what}")
    }

    fn refusal(&self, events: &[&Event]) -> Option<String> {
        events.iter().find_map(|it| {
            Some(match it {
                Event::AbilityRefused { ability, on, .. }
                | Event::AbilityInVain { ability, on, .. }
                | Event::AbilityLapsed { ability, on, .. } => {
                    let name = &self.battle.setup().ability(*ability).name;
                    let came = if matches!(it, Event::AbilityLapsed { .. }) { "is not needed" } else { "does nothing" };
                    headline([format!("{name} on {} {came}", target_name(self.battle, *on)), format!("{name} {came}")])
                }
                Event::HeroStayed { hero, order, .. } => {
                    let name = &self.battle.setup().unit(*hero).name;
                    match order {
                        HeroMove::Join(to) => format!("{name} can't join {}", self.name(*to)),
                        HeroMove::Leave => format!("{name} can't leave the squad"),
                    }
                }
                Event::VolleyWasted { squad, target, .. } => {
                    let deed = self.does(*squad, "has nobody left to fire at", "have nobody left to fire at");
                    ending(&deed, [format!(" in {}", self.name(*target))])
                }
                Event::FireHeld { squad, target, .. } => {
                    ending(&format!("{} can't fire", self.name(*squad)), [format!(" at {}", self.name(*target))])
                }
                Event::Stayed { squad, .. } => self.does(*squad, "stays", "stay"),
                Event::Formation(it) => return self.in_vain(it),
                _ => return None,
            })
        })
    }

    fn in_vain(&self, event: &FormationEvent) -> Option<String> {
        Some(match event {
            FormationEvent::StartFailed { squads, .. } => format!("{} can't form up", self.some(squads, 14)),
            FormationEvent::NotDisbanded { squad, .. } => format!("{} can't disband", self.name(*squad)),
            FormationEvent::StoodStill { formation: id, .. } => self.of_whole(*id, "the formation stays"),
            FormationEvent::VolleyLost { squad, .. } => {
                self.does(*squad, "has nobody left to fire at", "have nobody left to fire at")
            }
            FormationEvent::Left { units, .. } => {
                format!("{} {} the formation", unit_names(self.battle, units), verb(units.len(), "leaves", "leave"))
            }
            FormationEvent::Dissolved { formation: id } => self.of_whole(*id, "no formation any more"),
            FormationEvent::PlightEnded { units, plight: it, .. } => {
                let is = verb(units.len(), "is", "are");
                format!("{} {is} no longer {}", unit_names(self.battle, units), plight(*it))
            }
            _ => return None,
        })
    }
}

/// The result of fire that hurt nobody.
fn harmless(events: &[&Event]) -> &'static str {
    let volleys = || events.iter().filter_map(|it| it.volley());
    match (volleys().map(|it| it.shots.len()).sum(), volleys().map(|it| it.hits.len()).sum()) {
        (1_usize, 0_usize) => "a miss",
        (_, 0) => "all miss",
        _ => "no harm done",
    }
}
