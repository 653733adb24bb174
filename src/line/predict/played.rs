//! A round that is played many times, to count what its orders lead to together.

use crate::dice::Dice;
use crate::field::{SquadId, UnitId, each_once};
use crate::game::{TRIES, digest_of};
use crate::line::battle::{
    Battle, Event, Fate, Fire, Formation, FormationEvent, FormationId, Orders, Phase, Stay, Volley, VolleyKind,
};
use crate::line::predict::{Distribution, FireOdds, LossOdds, NerveOdds};
use crate::line::rules::{Line, preview};

/// The results of a round's orders, counted over many plays of the round.
#[derive(Clone, Debug)]
pub struct Played {
    fire: Vec<FireTally>,
    /// For each squad what happened to it, play by play.
    squads: Vec<Vec<SquadResult>>,
}

/// **F-3** The units that fire together as a formation.
#[derive(Clone, Debug)]
struct FormationFire {
    formation: FormationId,
    /// Empty if the formation already fires on an earlier order.
    members: Vec<UnitId>,
    /// The squads of the formation that are ordered to fire by themselves.
    by_themselves: Vec<SquadId>,
}

/// One squad's fire at another.
#[derive(Clone, Debug)]
struct FireTally {
    squad: SquadId,
    /// The formation that fires; `None` if the squad fires by itself.
    together: Option<FormationFire>,
    target: SquadId,
    friend: Option<SquadId>,
    tries: Vec<FireResult>,
}

/// How often each whole number came up.
fn distribution<T>(tries: &[T], number: impl Fn(&T) -> usize) -> Distribution {
    let mut counts = vec![0; tries.iter().map(|it| number(it) + 1).max().unwrap_or(0)];
    tries.iter().for_each(|it| counts[number(it)] += 1);
    Distribution::of(counts.into_iter().map(share_of_tries).collect())
}

/// The share of tries in which `is_so` holds.
fn how_often<T>(tries: &[T], is_so: impl Fn(&T) -> bool) -> f64 {
    share_of_tries(tries.iter().filter(|it| is_so(it)).count() as u32)
}

fn mean<T>(tries: &[T], number: impl Fn(&T) -> u32) -> f64 {
    share_of_tries(tries.iter().map(number).sum())
}

impl Played {
    /// Plays the round many times with these orders and no others, up to the end of phase `last`. The same orders
    /// always give the same figures, and the dice are never those of a battle. `formed` is the battle after all
    /// formations that are ordered have formed up (F-5).
    pub fn of(rules: &Line, battle: &Battle, formed: &Battle, orders: &Orders, last: Phase) -> Played {
        let digest = digest_of(orders);
        let mut played = Played::blank(formed, orders);
        for run in 0..TRIES {
            let mut dice = Dice::for_trial(run, battle.round(), &digest);
            let (after, events) = rules.play_to(last, battle.clone(), orders, &mut dice);
            played.count(battle.clone(), &events, &after);
        }
        played
    }

    fn blank(battle: &Battle, orders: &Orders) -> Played {
        let mut fire: Vec<FireTally> = Vec::new();
        for (squad, order) in orders.fire.iter() {
            match order {
                Fire::At(parts) => {
                    for target in each_once(parts.iter().map(|it| it.target)) {
                        fire.push(FireTally::of(battle, squad, None, target));
                    }
                }
                Fire::Volley(at) => {
                    for it in battle.formations_of(squad) {
                        let fires_before = fire.iter().any(|known| known.formation() == Some(it.id));
                        let members = if fires_before { Vec::new() } else { it.members.clone() };
                        let by_themselves = by_themselves(battle, orders, it);
                        let together = FormationFire { formation: it.id, members, by_themselves };
                        fire.push(FireTally::of(battle, squad, Some(together), at.target));
                    }
                }
                Fire::AtWill => (),
            }
        }
        Played { fire, squads: vec![Vec::new(); battle.setup().squads.len()] }
    }

    /// Counts one play of the round.
    fn count(&mut self, mut now: Battle, events: &[Event], after: &Battle) {
        let mut fire = vec![FireResult::default(); self.fire.len()];
        let mut squads = vec![SquadResult::default(); self.squads.len()];
        for event in events {
            let hp_before = event.volley().map_or(0, |it| hp_of(&now, it.at));
            now.apply(event);
            match (event, event.of_formation()) {
                (Event::Attacked(it), _) => {
                    let hp_lost = hp_before.saturating_sub(hp_of(&now, it.at));
                    for (tally, fired) in self.fire.iter().zip(&mut fire) {
                        fired.count_volley(tally, it, hp_lost, &now);
                    }
                    squads[usize::from(it.at.0)].count_volley(it, hp_lost);
                }
                // **S-5**
                (Event::VolleyWasted { squad, target, units, .. }, _)
                | (_, Some(FormationEvent::VolleyLost { squad, target, units, .. })) => {
                    for (tally, fired) in self.fire.iter().zip(&mut fire) {
                        fired.is_wasted |= tally.target == *target && tally.is_by(*squad, units.first().copied());
                    }
                }
                (Event::HazardRolled { squad, rolls, .. }, _) => {
                    let felled = rolls.iter().filter(|it| it.2.is_felled()).count();
                    let user = rolls.first().map(|it| it.0);
                    if now.phase() == Phase::Melee {
                        // **A-6** Units that their own weapons felled at close quarters.
                        let its = &mut squads[usize::from(squad.0)];
                        its.fired_at += felled;
                        its.downed += felled;
                        continue;
                    }
                    for (_, fired) in self.fire.iter().zip(&mut fire).filter(|it| it.0.is_by(*squad, user)) {
                        fired.users_downed += felled;
                    }
                }
                (Event::MoraleTested { squad, .. }, _) => squads[usize::from(squad.0)].tested += 1,
                (Event::Charged(it), _) if it.made => squads[usize::from(it.squad.0)].reached = Some(it.target),
                (Event::Stayed { squad, why: Stay::TargetGone }, _) => {
                    squads[usize::from(squad.0)].target_is_gone = true;
                }
                _ => (),
            }
        }
        self.fire.iter_mut().zip(fire).for_each(|(tally, it)| tally.tries.push(it));
        for ((squad, tries), mut it) in after.setup().squad_ids().zip(&mut self.squads).zip(squads) {
            it.is_gone = !after.is_on_map(squad);
            it.breaks = !it.is_gone && after.squad(squad).is_broken;
            tries.push(it);
        }
    }

    /// The odds of a squad's own fire at another. `None` if it has no such order.
    pub fn fire(&self, squad: SquadId, target: SquadId) -> Option<FireOdds> {
        let is_it = |it: &&FireTally| (it.squad, it.target) == (squad, target) && it.together.is_none();
        self.fire.iter().find(is_it).map(|it| self.odds(it))
    }

    /// **F-3** The odds of a formation's fire on a squad's order. `None` if the squad has no such order.
    pub fn volley(&self, squad: SquadId, formation: FormationId) -> Option<FireOdds> {
        let is_it = |it: &&FireTally| it.squad == squad && it.formation() == Some(formation);
        self.fire.iter().find(is_it).map(|it| self.odds(it))
    }

    fn odds(&self, it: &FireTally) -> FireOdds {
        FireOdds {
            squad: it.squad,
            target: it.target,
            tries: Some(TRIES),
            wasted: how_often(&it.tries, |it| !it.has_fired && it.is_wasted),
            held: how_often(&it.tries, |it| !it.has_fired && !it.is_wasted),
            downed: distribution(&it.tries, |it| it.downed),
            killed: distribution(&it.tries, |it| it.killed),
            hp_lost: mean(&it.tries, |it| it.hp_lost.into()),
            gone: how_often(&it.tries, |it| it.is_gone || it.is_wasted),
            breaks: how_often(&self.squads[usize::from(it.target.0)], |it| it.breaks),
            strays: it.friend.map(|friend| (friend, distribution(&it.tries, |it| it.strays))),
            users_downed: distribution(&it.tries, |it| it.users_downed),
        }
    }

    /// **M-1** What close-quarters fire and blows cost a squad.
    pub fn losses(&self, squad: SquadId) -> LossOdds {
        let tries = &self.squads[usize::from(squad.0)];
        LossOdds {
            squad,
            fired_at: distribution(tries, |it| it.fired_at),
            downed: distribution(tries, |it| it.downed),
            killed: mean(tries, |it| it.killed as u32),
            hp_lost: mean(tries, |it| it.hp_lost.into()),
            gone: how_often(tries, |it| it.is_gone),
            breaks: how_often(tries, |it| it.breaks),
        }
    }

    /// **V-7** The share of plays in which the charge was made, and the share in which no target was left.
    pub fn charge(&self, squad: SquadId, target: SquadId) -> (f64, f64) {
        let tries = &self.squads[usize::from(squad.0)];
        (how_often(tries, |it| it.reached == Some(target)), how_often(tries, |it| it.target_is_gone))
    }

    /// **L-1** The odds of a squad's nerve. Its test is that in `battle` as it is now.
    pub fn nerve(&self, battle: &Battle, squad: SquadId) -> NerveOdds {
        let tries = &self.squads[usize::from(squad.0)];
        NerveOdds {
            test: preview::morale(battle, squad),
            tested: mean(tries, |it| it.tested),
            breaks: how_often(tries, |it| it.breaks),
            gone: how_often(tries, |it| it.is_gone),
        }
    }
}

fn share_of_tries(tries: u32) -> f64 {
    f64::from(tries) / f64::from(TRIES)
}

/// **F-3** The squads of a formation that are ordered to fire by themselves.
fn by_themselves(battle: &Battle, orders: &Orders, formation: &Formation) -> Vec<SquadId> {
    let fires_alone = |it: &SquadId| matches!(orders.fire.get(*it), Some(Fire::At(_) | Fire::AtWill));
    battle.squads_in(formation).into_iter().filter(fires_alone).collect()
}

impl FireTally {
    fn of(battle: &Battle, squad: SquadId, together: Option<FormationFire>, target: SquadId) -> FireTally {
        FireTally {
            squad,
            together,
            target,
            friend: preview::friend_in_melee(battle, squad, target),
            tries: Vec::new(),
        }
    }

    fn formation(&self) -> Option<FormationId> {
        self.together.as_ref().map(|it| it.formation)
    }

    /// Whether the shooters of this tally are those of a squad, or of the formation that `unit` belongs to.
    fn is_by(&self, squad: SquadId, unit: Option<UnitId>) -> bool {
        match &self.together {
            None => squad == self.squad,
            Some(them) => unit.is_some_and(|it| them.members.contains(&it)),
        }
    }

    /// **F-3** Whether a volley was fired by the shooters of this tally. A volley that a formation fires together isn't
    /// a squad's own fire. If only one member of the formation can fire, his volley isn't marked as fired together; but
    /// his squad fires nothing else unless it is ordered to.
    fn is_own_volley(&self, volley: &Volley) -> bool {
        let is_own = match &self.together {
            None => !volley.is_together(),
            Some(them) => volley.is_together() || !them.by_themselves.contains(&volley.by),
        };
        is_own && self.is_by(volley.by, volley.shots.first().map(|it| it.unit))
    }
}

/// One squad's fire at another in one play of the round.
#[derive(Clone, Debug, Default)]
struct FireResult {
    has_fired: bool,
    is_wasted: bool,
    downed: usize,
    killed: usize,
    hp_lost: u16,
    is_gone: bool,
    strays: usize,
    users_downed: usize,
}

impl FireResult {
    fn count_volley(&mut self, tally: &FireTally, volley: &Volley, hp_lost: u16, now: &Battle) {
        let first = volley.shots.first().map(|it| it.unit);
        match volley.kind {
            VolleyKind::Fire if volley.at == tally.target && tally.is_own_volley(volley) => {
                self.has_fired = true;
                self.downed += felled(volley);
                self.killed += killed(volley);
                self.hp_lost += hp_lost;
                self.is_gone = !now.is_on_map(volley.at);
            }
            VolleyKind::Stray if Some(volley.at) == tally.friend && tally.is_by(volley.by, first) => {
                self.strays += felled(volley);
            }
            _ => (),
        }
    }
}

/// What happens to one squad in one play of the round: what a melee costs it, how its charge goes, whether its nerve
/// holds.
#[derive(Clone, Debug, Default)]
struct SquadResult {
    fired_at: usize,
    downed: usize,
    killed: usize,
    hp_lost: u16,
    tested: u32,
    is_gone: bool,
    breaks: bool,
    /// The target that its charge reached.
    reached: Option<SquadId>,
    target_is_gone: bool,
}

impl SquadResult {
    fn count_volley(&mut self, volley: &Volley, hp_lost: u16) {
        match volley.kind {
            VolleyKind::CloseQuarters => self.fired_at += felled(volley),
            VolleyKind::Blows => (),
            VolleyKind::Fire | VolleyKind::Stray | VolleyKind::SpearWall => return,
        }
        self.downed += felled(volley);
        self.killed += killed(volley);
        self.hp_lost += hp_lost;
    }
}

fn felled(volley: &Volley) -> usize {
    volley.hits.iter().filter(|it| it.fate.is_felled()).count()
}

fn killed(volley: &Volley) -> usize {
    volley.hits.iter().filter(|it| it.fate == Fate::Killed).count()
}

/// The HP that a squad's standing units have together.
fn hp_of(battle: &Battle, squad: SquadId) -> u16 {
    battle.standing(squad).map(|it| battle.unit(it).hp.max(0).unsigned_abs()).sum()
}
