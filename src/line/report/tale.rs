//! A round as a story: what was decided, what each squad went through, who came. Everybody who did something is in it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::field::{SquadId, Tile, UnitId, grouped, pick, summed};
use crate::line::battle::{
    Battle, Charge, DISENGAGE_FELLS, Edited, Event, Fate, FormationEvent, Kind, MoveKind, Side, Silence, Stay,
    UnitState, Volley, VolleyKind,
};
use crate::line::report::gather::is_melee;
use crate::line::report::words;
use crate::line::report::words::tale::{self as say, Fall, FallCause, Loss, SquadRound};
use crate::page::{Rich, Voice};

/// What a sentence is about, in the order of the story. If one message can't hold the story, the last sentences are
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Matter {
    /// How the battle ended, which goals were met, which objectives were taken.
    Decided,
    /// Units with a name of their own.
    People,
    Squads,
    Hurt,
    /// What comes with the next round, as it matters for everybody's orders.
    Comes,
    /// Orders that came to nothing.
    InVain,
    /// Fire and blows that felled nobody.
    Idle,
    /// Abilities, heroes who changed squads, formations.
    Used,
    /// Where squads went: the map shows it as well.
    Moved,
}

/// The story of a round in sentences, the most important first. `told` holds the sentences of [`of_event`].
pub(super) fn tale(
    mut told: Vec<(Matter, Rich)>,
    before: &Battle,
    events: &[Event],
    after: &Battle,
    voice: Voice,
) -> Vec<Rich> {
    let mut tell = |matter, sentences: &mut dyn Iterator<Item = Rich>| told.extend(sentences.map(|it| (matter, it)));
    let fell = fallen(before.round(), events, after);
    let (alone, of_many) = named_falls(after, &fell);
    tell(Matter::People, &mut alone.iter().map(|it| say::named_unit_fell(after, it, voice)));
    tell(Matter::People, &mut by_squad(after, &of_many).into_iter().map(|it| say::are_down(after, it)));
    tell(Matter::People, &mut risen(before, events, after).into_iter());
    let losses = losses(after, &fell);
    let rounds = squad_rounds(before, events, after, &losses);
    tell(Matter::Squads, &mut rounds.iter().map(|it| say::squad_round(after, it, voice)));
    tell(Matter::Hurt, &mut hurt(before, events, after).into_iter());
    tell(Matter::InVain, &mut wasted(before, events).into_iter());
    tell(Matter::InVain, &mut held(before, events).into_iter());
    tell(Matter::Idle, &mut say::fired_in_vain(after, &fired_in_vain(events), voice).into_iter());
    tell(Matter::Idle, &mut say::fought_in_vain(after, &fought_in_vain(events), voice).into_iter());
    tell(Matter::Used, &mut say::used(after, events).into_iter());
    if told.is_empty() {
        told.push((Matter::Idle, say::quiet(voice)));
    }
    told.extend(say::moved(after, &moved(before, events, after)).map(|it| (Matter::Moved, it)));
    told.sort_by_key(|it| it.0);
    // Squads of a formation get the same sentence for what they did together.
    told.dedup();
    told.into_iter().map(|it| it.1).collect()
}

/// **T-7** The players' squads that are in melee as a round closes, with their enemies, and those that are free to
/// shoot and to move, with the enemies in their reach; **L-3** then the broken ones. These lines end a report, before
/// what is owed next.
pub(super) fn stand(after: &Battle) -> Vec<Rich> {
    if after.outcome().is_some() {
        return Vec::new();
    }
    let ours = after.squads_of(Side::Players).map(|it| (it, after.squads_in_contact(it)));
    let (melees, free): (Vec<_>, Vec<_>) = ours.partition(|it| after.is_squad_engaged(it.0));
    let broken: Vec<SquadId> = after.squads_of(Side::Players).filter(|it| after.squad(*it).is_broken).collect();
    say::stand(after, &melees, &free).into_iter().chain(say::broken(after, &broken)).collect()
}

/// **X-3** The named units that fell, by whose hand, what became of them and how many they felled; then the
/// losses of each squad; and, once the battle is over, the named units that came through. `found` holds the units whose
/// fate was decided after the battle.
pub(super) fn of_battle(battle: &Battle, events: &[&Event], found: &[UnitId], is_over: bool) -> Vec<Rich> {
    let fell = fallen(1, events.iter().copied(), battle);
    let felled = felled_by(battle, events);
    let own = |it: UnitId| felled.get(&it).copied().unwrap_or(0);
    let (alone, of_many) = named_falls(battle, &fell);
    let since =
        alone.iter().map(|it| say::named_unit_fate(battle, it, found.contains(&it.unit), own(it.unit), is_over));
    let mut told: Vec<Rich> = since.collect();
    for theirs in by_squad(battle, &of_many) {
        let (found, others): (Vec<Fall>, Vec<Fall>) = theirs.iter().partition(|it| found.contains(&it.unit));
        told.extend([(found, true), (others, false)].iter().filter(|it| !it.0.is_empty()).map(|(them, found)| {
            let them: Vec<(Fall, usize)> = them.iter().map(|it| (*it, own(it.unit))).collect();
            say::named_units_fate(battle, &them, *found, is_over)
        }));
    }
    let named = || alone.iter().chain(&of_many);
    let by_name = |squad: SquadId| named().filter(|it| battle.unit(it.unit).squad == squad).count();
    let mut lost = losses(battle, &fell);
    lost.retain(|it| !is_named_unit(battle, it.squad) && by_name(it.squad) < it.fell.len());
    lost.sort_by_key(|it| (battle.side(it.squad) != Side::Players, Reverse(it.fell.len())));
    told.extend(lost.iter().map(|it| say::losses(battle, it)));
    let is_one = |it: UnitId| battle.setup().is_named(it) && battle.profile(it).kind != Kind::Structure;
    let came_through = |it: &UnitId| is_over && battle.unit(*it).is_standing() && is_one(*it);
    let through = battle.setup().unit_ids().filter(came_through).map(|it| (it, own(it)));
    told.extend(say::came_through(battle, &through.collect::<Vec<_>>()));
    told
}

/// **X-3** How many enemies each unit has felled.
pub(super) fn felled_by(battle: &Battle, events: &[&Event]) -> BTreeMap<UnitId, usize> {
    let mut felled = BTreeMap::new();
    for event in events {
        let Some(it) = event.volley().filter(|it| battle.side(it.by) != battle.side(it.at)) else { continue };
        for hit in it.hits.iter().filter(|it| it.fate.is_felled()) {
            if let Some(shot) = it.shots.get(usize::from(hit.shot)) {
                *felled.entry(shot.unit).or_default() += 1;
            }
        }
    }
    felled
}

/// The sentence of one event that is worth telling by itself. `battle` is as it was before the event.
pub(super) fn of_event(battle: &Battle, event: &Event) -> Option<(Matter, Rich)> {
    let is_ours = |squad: SquadId| battle.side(squad) == Side::Players;
    let matter = match event {
        Event::ObjectiveCounted { objective, owner, contested, .. } => {
            let now = battle.objective(*objective);
            let is_new = *owner != now.owner || *contested != now.is_contested;
            return is_new.then(|| (Matter::Decided, say::counted(battle, event)));
        }
        Event::GoalMet { .. } | Event::GoalUndone { .. } | Event::Ended { .. } => Matter::Decided,
        Event::ScheduleCame { .. } | Event::Arrived { .. } => Matter::Comes,
        Event::HeroMoved { .. } => Matter::Used,
        // **F-12** That the formation could not form up is told already.
        Event::Stayed { why: Stay::LostTurn, .. } => return None,
        Event::Stayed { squad, .. } if is_ours(*squad) => Matter::InVain,
        Event::Moved(it) if it.steps.is_empty() && is_ours(it.squad) => Matter::InVain,
        Event::AbilityRefused { by, .. } if battle.setup().caster(*by).side == Side::Players => Matter::InVain,
        Event::HeroStayed { hero, .. } if is_ours(battle.unit(*hero).squad) => Matter::InVain,
        Event::Formation(it) => {
            let matter = of_formation(battle, it)?;
            if let FormationEvent::VolleyLost { formation, unit, .. } = &**it {
                return Some((matter, say::volley_lost(battle, *formation, *unit)));
            }
            matter
        }
        _ => return None,
    };
    (!words::is_silent(battle, event)).then(|| (matter, say::without_rules(&words::sentence(battle, &[event]))))
}

fn of_formation(battle: &Battle, event: &FormationEvent) -> Option<Matter> {
    let is_ours = |squads: &[SquadId]| squads.iter().any(|it| battle.side(*it) == Side::Players);
    let is_our_formation = |id| battle.formation(id).is_some_and(|it| is_ours(&it.squads));
    Some(match event {
        FormationEvent::Started { .. } | FormationEvent::Disbanded { .. } => Matter::Used,
        FormationEvent::StartFailed { squads, .. } if is_ours(squads) => Matter::InVain,
        FormationEvent::NotDisbanded { squad, .. } | FormationEvent::VolleyLost { squad, .. } if is_ours(&[*squad]) => {
            Matter::InVain
        }
        FormationEvent::StoodStill { formation, .. } if is_our_formation(*formation) => Matter::InVain,
        FormationEvent::BrokeUp { .. } | FormationEvent::Dissolved { .. } | FormationEvent::PlightBegan { .. } => {
            Matter::Hurt
        }
        _ => return None,
    })
}

/// What each squad lost, in roster order.
fn losses(after: &Battle, fell: &[Fall]) -> Vec<Loss> {
    let mut squads = grouped(fell.iter().map(|it| (after.unit(it.unit).squad, *it)));
    squads.sort_by_key(|it| it.0);
    squads.into_iter().map(|(squad, fell)| Loss { squad, fell }).collect()
}

/// The units that fell and still lie there, in roster order. A unit that stood up again in between has its last fall.
pub(super) fn fallen<'a>(mut round: u16, events: impl IntoIterator<Item = &'a Event>, after: &Battle) -> Vec<Fall> {
    let mut fell: BTreeMap<UnitId, Fall> = BTreeMap::new();
    for (n, event) in events.into_iter().enumerate() {
        let fall = |unit, cause, by, weapon| Fall { unit, cause, round, event: n, by, weapon };
        let mut falls = |unit, cause, by, weapon| _ = fell.insert(unit, fall(unit, cause, by, weapon));
        match event {
            Event::Attacked(it) => {
                let cause = match it.kind {
                    VolleyKind::Fire => FallCause::Fire(it.by),
                    VolleyKind::Stray => FallCause::Astray(it.by),
                    VolleyKind::CloseQuarters | VolleyKind::Blows | VolleyKind::SpearWall => FallCause::InMelee(it.by),
                };
                for hit in it.hits.iter().filter(|it| it.fate.is_felled()) {
                    let by = it.shots.get(usize::from(hit.shot)).map(|it| it.unit);
                    hit.victim.into_iter().for_each(|victim| falls(victim, cause, by, it.weapon));
                }
            }
            Event::Disengaged { rolls, .. } => {
                let felled = rolls.iter().filter(|it| it.1.face() <= DISENGAGE_FELLS);
                felled.for_each(|it| falls(it.0, FallCause::GettingAway, None, None));
            }
            Event::HazardRolled { weapon, rolls, .. } => {
                let felled = rolls.iter().filter(|it| it.2.is_felled());
                felled.for_each(|it| falls(it.0, FallCause::Hazard, None, Some(*weapon)));
            }
            Event::Healed { unit, stands_at: Some(_), .. } => _ = fell.remove(unit),
            // **G-1** A unit that lies there already was felled by somebody else.
            Event::Edited(Edited::Units(units)) => units.iter().for_each(|it| match it.state {
                UnitState::Standing => _ = fell.remove(&it.unit),
                _ => _ = fell.entry(it.unit).or_insert(fall(it.unit, FallCause::Gm, None, None)),
            }),
            Event::RoundBegan { round: next } => round = *next,
            _ => (),
        }
    }
    fell.into_values().filter(|it| !after.unit(it.unit).is_standing()).collect()
}

/// Named units that fell, heroes first: those that get a sentence each, and those that get one with their squad. A dead
/// unit always gets its own.
fn named_falls(after: &Battle, fell: &[Fall]) -> (Vec<Fall>, Vec<Fall>) {
    let setup = after.setup();
    let mut named: Vec<Fall> = fell.iter().copied().filter(|it| setup.is_named(it.unit)).collect();
    named.sort_by_key(|it| (setup.unit(it.unit).hero.is_none(), after.side(after.unit(it.unit).squad), it.unit));
    named.into_iter().partition(|it| say::is_dead(after, it.unit) || !setup.is_in_named_squad(it.unit))
}

/// The units that fell, squad by squad.
fn by_squad<'a>(after: &Battle, fell: &'a [Fall]) -> Vec<&'a [Fall]> {
    fell.chunk_by(|a, b| after.unit(a.unit).squad == after.unit(b.unit).squad).collect()
}

/// Whether a squad is a single unit with a name of its own.
fn is_named_unit(after: &Battle, squad: SquadId) -> bool {
    matches!(after.squad(squad).members[..], [only] if after.setup().is_named(only))
}

/// What each squad went through, the gravest first.
fn squad_rounds<'a>(before: &Battle, events: &'a [Event], after: &Battle, losses: &'a [Loss]) -> Vec<SquadRound<'a>> {
    let getaways = getaways(before, events);
    let squad_round = |squad: SquadId| {
        let loss = losses.iter().find(|it| it.squad == squad);
        let charge = |it: &'a Event| match it {
            Event::Charged(it) if it.squad == squad => Some(&**it),
            _ => None,
        };
        // A squad that was in melee with its target all the time comes no nearer.
        let is_news = |it: &Charge| it.needed != Some(0) || !before.squads_in_contact(it.squad).contains(&it.target);
        let charged_at = events.iter().position(|it| charge(it).is_some_and(is_news));
        let stands = !after.is_annihilated(squad);
        let (was_broken, is_broken) = (before.squad(squad).is_broken, after.squad(squad).is_broken);
        SquadRound {
            squad,
            loss: loss.filter(|_| !is_named_unit(after, squad)),
            charge: charged_at.and_then(|it| charge(&events[it])),
            is_hit_first: charged_at.is_none_or(|it| events[..it].iter().any(|it| fells(it, squad, after))),
            getaway: getaways.get(&squad).copied().filter(|_| stands),
            is_gone: loss.is_some() && !stands && !is_named_unit(after, squad),
            broke: stands && is_broken && !was_broken,
            rallied: stands && was_broken && !is_broken,
        }
    };
    let mut rounds: Vec<SquadRound> = after.setup().squad_ids().map(squad_round).filter(SquadRound::has_news).collect();
    rounds.sort_by_key(|it| Reverse((it.is_gone, it.broke, it.charge.is_some_and(|it| it.made), it.lost_count())));
    rounds
}

/// **V-6** The squads that disengaged from a melee, and whether each is out of it. A squad isn't if its way ends in an
/// enemy's zone, or if it finds no way.
fn getaways(before: &Battle, events: &[Event]) -> BTreeMap<SquadId, bool> {
    let (mut getaways, mut now) = (BTreeMap::new(), before.clone());
    for event in events {
        now.apply(event);
        let squad = match event {
            Event::Disengaged { squad, rolls } if !rolls.is_empty() => {
                // **O-3** A squad that leaves the battle makes no move on the map.
                getaways.insert(*squad, true);
                continue;
            }
            Event::Moved(it) if it.kind == MoveKind::Disengage => it.squad,
            Event::Stayed { squad, .. } => *squad,
            _ => continue,
        };
        getaways.entry(squad).and_modify(|is_away| *is_away = !now.is_squad_engaged(squad));
    }
    getaways
}

/// Whether an event fells somebody of a squad.
fn fells(event: &Event, squad: SquadId, after: &Battle) -> bool {
    let hits = event.volley().map_or(&[][..], |it| &it.hits);
    hits.iter().any(|it| it.fate.is_felled() && it.victim.is_some_and(|it| after.unit(it).squad == squad))
}

/// Units that lay there and stood up again: named units by name, the others counted. Units that fell once more are also
/// among the fallen, so that the numbers add up.
fn risen(before: &Battle, events: &[Event], after: &Battle) -> Vec<Rich> {
    let helped = pick!(events, Event::Healed { unit, stands_at: Some(_), .. } => *unit);
    let risen: BTreeSet<UnitId> = helped.filter(|it| !before.unit(*it).is_standing()).collect();
    let (named, others): (Vec<UnitId>, Vec<UnitId>) = risen.iter().partition(|it| after.setup().is_named(**it));
    let mut squads: Vec<(SquadId, usize)> = summed(others.iter().map(|it| (after.unit(*it).squad, 1)));
    squads.sort_unstable();
    let named = named.iter().map(|it| say::named_unit_rose(after, *it));
    named.chain(squads.into_iter().map(|(squad, count)| say::rose(after, squad, count))).collect()
}

/// Units that lost HP and still stand, and who hurt them: named units and squads of one one by one, the others counted.
fn hurt(before: &Battle, events: &[Event], after: &Battle) -> Vec<Rich> {
    let lost = |it: UnitId| before.unit(it).hp - after.unit(it).hp;
    let stood = |it: UnitId| before.unit(it).is_standing() && after.unit(it).is_standing();
    let members = |it: UnitId| &after.squad(after.unit(it).squad).members;
    let is_alone = |it: &UnitId| after.setup().is_named(*it) || members(*it).len() == 1;
    let hurt = after.setup().unit_ids().filter(|it| stood(*it) && 0 < lost(*it));
    let (alone, others): (Vec<UnitId>, Vec<UnitId>) = hurt.partition(is_alone);
    let mut squads = grouped(others.iter().map(|it| (after.unit(*it).squad, *it)));
    squads.sort_by_key(|it| it.0);
    let alone = alone.iter().map(|it| say::hurt(after, *it, lost(*it), &hurt_by(events, &[*it])));
    let squads = squads.iter().map(|(squad, them)| {
        let lost = them.iter().map(|it| lost(*it)).sum();
        say::hurt_of_squad(after, *squad, them.len(), lost, &hurt_by(events, them))
    });
    alone.chain(squads).collect()
}

/// The squads whose fire or blows hurt any of these units.
fn hurt_by(events: &[Event], them: &[UnitId]) -> Vec<SquadId> {
    let hurts = |volley: &&Volley| {
        volley.hits.iter().any(|it| it.fate == Fate::Hurt && it.victim.is_some_and(|it| them.contains(&it)))
    };
    let by: BTreeSet<SquadId> = volleys(events).filter(hurts).map(|it| it.by).collect();
    by.into_iter().collect()
}

fn volleys(events: &[Event]) -> impl Iterator<Item = &Volley> {
    events.iter().filter_map(Event::volley)
}

/// Pairs of squads of which the first attacked the second, and whether that harmed anybody there.
fn attacks(events: &[Event], is_it: impl Fn(VolleyKind) -> bool) -> BTreeMap<(SquadId, SquadId), bool> {
    let mut did = BTreeMap::new();
    for it in volleys(events).filter(|it| is_it(it.kind) && !it.shots.is_empty()) {
        *did.entry((it.by, it.at)).or_default() |= does_harm(it);
    }
    did
}

fn does_harm(volley: &Volley) -> bool {
    volley.hits.iter().any(|it| Fate::Hurt <= it.fate)
}

/// **S-9, A-6** Whether a squad harmed anybody that it didn't aim at. Then no sentence may say that it harmed nobody.
fn harms_unaimed(events: &[Event], by: SquadId) -> bool {
    let goes_astray = |it: &Volley| it.by == by && it.kind == VolleyKind::Stray && does_harm(it);
    let fells_own = |it: &Event| match it {
        Event::HazardRolled { squad, rolls, .. } => *squad == by && rolls.iter().any(|it| it.2.is_felled()),
        _ => false,
    };
    volleys(events).any(goes_astray) || events.iter().any(fells_own)
}

/// Squads that fired and harmed nobody, with their targets.
fn fired_in_vain(events: &[Event]) -> Vec<(SquadId, SquadId)> {
    let vain = attacks(events, |it| it == VolleyKind::Fire).into_iter().filter(|it| !it.1).map(|it| it.0);
    vain.filter(|it| !harms_unaimed(events, it.0)).collect()
}

/// Pairs of squads of which one or both struck and nobody was harmed, and whether both struck.
fn fought_in_vain(events: &[Event]) -> Vec<(SquadId, SquadId, bool)> {
    let struck = attacks(events, is_melee);
    let is_idle = |by: SquadId, at: SquadId| struck.get(&(by, at)) == Some(&false) && !harms_unaimed(events, by);
    let melee = |&(by, at): &(SquadId, SquadId)| {
        let is_mutual = is_idle(at, by);
        let is_first = !is_mutual || by < at;
        let is_harmed = struck.get(&(at, by)) == Some(&true);
        (is_idle(by, at) && is_first && !is_harmed).then_some((by, at, is_mutual))
    };
    struck.keys().filter_map(melee).collect()
}

/// **S-5** The players' fire at squads that were gone by then.
fn wasted(before: &Battle, events: &[Event]) -> Vec<Rich> {
    let is_ours = |squad: SquadId| before.side(squad) == Side::Players;
    let mut at = grouped(pick!(
        events,
        Event::VolleyWasted { squad, target, .. } if is_ours(*squad) => (*target, *squad),
    ));
    at.sort_by_key(|it| it.0);
    at.iter().map(|(target, by)| say::wasted(before, by, *target)).collect()
}

/// **S-1** The players' squads that could not fire as ordered. A squad of which others fired at that target did as
/// ordered; and a squad in a formation with nothing to fire was never ordered to.
fn held(before: &Battle, events: &[Event]) -> Vec<Rich> {
    let fired = attacks(events, |it| it == VolleyKind::Fire);
    let forms = |squad: SquadId| {
        let starts =
            |it: &FormationEvent| matches!(it, FormationEvent::Started { squads, .. } if squads.contains(&squad));
        events.iter().filter_map(Event::of_formation).any(starts) || before.formations_of(squad).next().is_some()
    };
    let is_known = |squad: SquadId, silent: &[(UnitId, Silence)]| match silent {
        [] => forms(squad),
        // **F-12** That the formation could not form up is told already.
        them => them.iter().all(|it| matches!(it.1, Silence::LostTurn | Silence::Fired)),
    };
    let held = pick!(
        events,
        Event::FireHeld { squad, target, silent }
            if before.side(*squad) == Side::Players
                && !is_known(*squad, silent)
                && !fired.contains_key(&(*squad, *target))
            => say::held(before, *squad, *target, silent),
    );
    held.collect()
}

/// **V-1, V-6, F-20** Squads that moved, and where their leaders are now. Charges and arrivals have sentences of their
/// own.
fn moved(before: &Battle, events: &[Event], after: &Battle) -> Vec<(SquadId, Tile)> {
    let goes = |event: &Event, squad: SquadId| match event {
        Event::Moved(it) => {
            let goes = matches!(it.kind, MoveKind::Plain | MoveKind::BeforeCharge | MoveKind::Disengage);
            goes && it.squad == squad && !it.steps.is_empty()
        }
        it => it.step().is_some_and(|it| it.steps.iter().any(|it| after.unit(it.unit).squad == squad)),
    };
    let does_more = |event: &Event, squad: SquadId| match event {
        Event::Charged(it) => it.squad == squad,
        Event::Arrived { squad: who, .. } => *who == squad,
        _ => false,
    };
    let end = |squad: SquadId| {
        let at = after.unit(after.leader(squad)?).at;
        let is_elsewhere = before.leader(squad).is_none_or(|it| before.unit(it).at != at);
        let is_told = events.iter().any(|it| goes(it, squad)) && !events.iter().any(|it| does_more(it, squad));
        (is_told && is_elsewhere).then_some((squad, at))
    };
    Side::ALL.into_iter().flat_map(|side| after.squads_of(side)).filter_map(end).collect()
}
