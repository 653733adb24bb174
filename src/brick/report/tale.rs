//! A round as a story: what was decided, who attacked and what came of it, who arrived. Everybody who did something
//! is in it.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Loss, Manoeuvre, OrderKind, Phase, Refusal, Swing, Target, WeaponId, Who};
use crate::brick::report::words;
use crate::brick::report::words::tale as say;
use crate::brick::report::words::tale::{Attack, Clause};
use crate::field::{Tile, UnitId, grouped, place_of};
use crate::page::{Rich, Voice};

/// What a sentence is about. A round is told in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Matter {
    /// How it ended, which goals were met, what was taken.
    Decided,
    Attacks,
    /// Falls outside of attacks, lost HP, lost nerve.
    Harm,
    /// What comes with the next round: it changes what everybody orders.
    Comes,
    /// Orders that came to nothing.
    InVain,
    /// What else was done.
    Did,
    /// Where they went: the map shows it as well.
    Moved,
}

/// The round in sentences, what mattered most first.
pub(super) fn tale(before: &Battle, events: &[Event], voice: Voice) -> Vec<Rich> {
    let (mut battle, mut story) = (before.clone(), Story::default());
    for event in events {
        story.read(&battle, event);
        battle.apply(event);
    }
    story.into_sentences(before, &battle, voice)
}

/// Who is in close combat and who is free as a round closes: the last words before the list of orders that are due.
pub(super) fn stand(after: &Battle) -> Vec<Rich> {
    if after.outcome().is_some() {
        return Vec::new();
    }
    let own_first = |(one, other): (Who, Who)| if words::is_players(after, one) { (one, other) } else { (other, one) };
    let melees = grouped(after.links().map(own_first));
    let free = after.everybody().filter(|it| words::is_players(after, *it) && !after.is_engaged(*it));
    say::stand(after, &melees, &free.collect::<Vec<_>>()).into_iter().collect()
}

/// What has been read of a round so far.
#[derive(Default)]
struct Story {
    sentences: Vec<(Matter, Rich)>,
    attacks: Vec<Attack>,
    /// Whether the next event may be a consequence of the latest attack.
    is_open: bool,
    /// Units that fell outside of attacks, with the attacker, if any, and whether they may get up again.
    fell: Vec<((Option<Who>, bool), UnitId)>,
    refused: Vec<((OrderKind, Refusal), Who)>,
    braced: Vec<Who>,
    risen: Vec<Who>,
    /// Who has declared which manoeuvre, in this order.
    declared: Vec<(Who, Manoeuvre)>,
    /// Those whose momentum was rolled, until the opposition to it is.
    charging: BTreeSet<Who>,
    moved: BTreeSet<Who>,
}

impl Story {
    /// Takes in an event. `battle` is as it was before it.
    fn read(&mut self, battle: &Battle, event: &Event) {
        match event {
            Event::ObjectiveCounted { objective, control, owner, contested } => {
                let place = usize::from(objective.0);
                let now = battle.objective(place);
                let then = now.counted(*owner, *contested);
                if (then.owner, then.is_contested) != (now.owner, now.is_contested) {
                    self.sentences.push((Matter::Decided, say::counted(battle, place, control, then)));
                }
            }
            Event::GoalMet { .. } | Event::Ended { .. } => self.add_sentence(battle, Matter::Decided, event),
            Event::Announced { .. } | Event::Arrived(_) => self.add_sentence(battle, Matter::Comes, event),
            Event::MoraleTested { passed: false, .. } | Event::HazardMet { .. } => {
                self.add_sentence(battle, Matter::Harm, event);
            }
            // Squads that break up later in the round are told by where their members went.
            Event::SquadFormed(_)
            | Event::NotFormed { .. }
            | Event::Joined { .. }
            | Event::LeftSquad { .. }
            | Event::Replated { .. }
            | Event::StandardSet { .. }
                if battle.phase() == Phase::Command =>
            {
                self.add_sentence(battle, Matter::Did, event);
            }
            Event::Released { .. } | Event::ItemTaken { .. } | Event::Used { .. } => {
                self.add_sentence(battle, Matter::Did, event);
            }
            // That chargers are braced for free isn't told.
            Event::Braced { squad, free: false } => self.braced.push(Who::Squad(*squad)),
            Event::Recovered { unit } => self.risen.push(Who::Unit(*unit)),
            // That somebody has fallen is told already.
            Event::Refused { why: Refusal::Gone, .. } => (),
            Event::Refused { who, order, why } if words::is_players(battle, *who) => {
                let refused = ((*order, *why), *who);
                place_of(&mut self.refused, |it| *it == refused, || refused);
            }
            Event::Declared { by, does, .. } => self.declared.push((*by, *does)),
            Event::Moved(it) => _ = self.moved.insert(it.who),
            Event::AttackRolled(it) => self.add_roll(battle, it),
            Event::ParryRolled(it) if it.roll.verdict.succeeds() => {
                self.amend_latest(|of| of.attackers.contains(&it.against), |of| of.parried += 1);
            }
            Event::Harmed(it) if 0 < it.hp_lost => {
                self.attack_on(battle, it.unit, it.by).into_iter().for_each(|it| it.is_harm = true);
            }
            // That somebody fell into something is told already.
            Event::Killed { unit, by: None, .. }
                if battle.unit_rect(*unit).tiles().any(|it| battle.setup().is_deadly(it)) => {}
            Event::Killed { unit, by, downed } => self.killed(battle, *unit, *by, *downed),
            Event::ItemLost { unit, item, why: Loss::Thrown, .. } => {
                let (by, weapon) = (battle.who(*unit), battle.item(*item).weapon);
                self.amend_latest(|it| it.by == by && it.weapon == Some(weapon), |it| it.is_thrown = true);
            }
            Event::Exploded { by, .. } => {
                let ranged = |it: &Attack| it.weapon.and_then(|it| battle.setup().weapon(it).ranged);
                let goes_off = |it: &Attack| ranged(it).is_some_and(|it| it.blast.is_some());
                self.amend_latest(|it| it.by == battle.who(*by) && goes_off(it), |it| it.is_blast = true);
            }
            Event::MissTracked { by, victim: Some(victim), .. } => {
                self.amend_latest(|it| it.attackers.contains(by), |it| it.strays.push(*victim));
            }
            Event::PhaseBegan { .. } => self.is_open = false,
            Event::MomentumRolled { who, is_opposition: false, .. } if battle.phase() == Phase::Movement => {
                self.charging.extend(who.iter().map(|it| battle.who(*it)));
            }
            Event::MomentumRolled { who, is_opposition: true, .. } => {
                who.first().into_iter().for_each(|it| self.add_crashes(battle.who(*it)));
            }
            Event::Crowded { .. } => self.add_sentence(battle, Matter::InVain, event),
            _ => {
                let Some(consequence) = say::consequence(battle, event) else { return };
                match self.attacks.last_mut().filter(|it| self.is_open && it.concerns(battle, consequence.unit)) {
                    Some(last) => last.consequences.push(consequence),
                    None => self.add_sentence(battle, Matter::Harm, event),
                }
            }
        }
    }

    /// Adds an event to the story in the words of the ledger.
    fn add_sentence(&mut self, battle: &Battle, matter: Matter, event: &Event) {
        if !words::is_silent(battle, event) {
            self.sentences.push((matter, words::sentence(battle, event)));
        }
    }

    /// An attack that begins now.
    fn new_attack(&self, by: Who, does: Manoeuvre, at: Target, weapon: Option<WeaponId>) -> Attack {
        // **BC-8.16, BC-8.20** A blow in return may be struck at somebody who struck none.
        let of_target = self.declared.iter().rfind(|it| Some(it.0) == at.who()).map(|it| it.1);
        let is_idle = |it: &Manoeuvre| matches!(it, Manoeuvre::Ignore | Manoeuvre::Withdraw);
        let foe_does = of_target.filter(|it| does == Manoeuvre::Counterattack && is_idle(it));
        Attack {
            by,
            does,
            at,
            weapon,
            foe_does,
            step: self.declared.len(),
            is_thrown: false,
            is_blast: false,
            attackers: Vec::new(),
            rolls: 0,
            hits: 0,
            parried: 0,
            is_harm: false,
            killed: Vec::new(),
            downed: Vec::new(),
            strays: Vec::new(),
            consequences: Vec::new(),
        }
    }

    /// Adds a roll to its attack. The attacks of one on another with one weapon are told together, up to what comes
    /// between them.
    fn add_roll(&mut self, battle: &Battle, it: &Swing) {
        let attack = self.new_attack(battle.who(it.by), it.does, it.at, it.weapon);
        let between = self.attacks.iter().enumerate().rev().filter(|it| it.1.is_between(&attack));
        let known = between
            .take_while(|it| (it.1.by, it.1.does) == (attack.by, attack.does))
            .find(|it| (it.1.at, it.1.weapon, it.1.foe_does) == (attack.at, attack.weapon, attack.foe_does))
            .map(|it| it.0);
        // What comes next comes of this attack.
        let mut attack = known.map_or(attack, |it| self.attacks.remove(it));
        attack.step = self.declared.len();
        attack.rolls += 1;
        attack.hits += u32::from(it.hits);
        attack.attackers.push(it.by);
        self.attacks.push(attack);
        self.is_open = true;
    }

    /// Changes the latest attack that `is_it` accepts.
    fn amend_latest(&mut self, is_it: impl Fn(&Attack) -> bool, note: impl FnOnce(&mut Attack)) {
        if let Some(attack) = self.attacks.iter_mut().rfind(|it| is_it(it)) {
            note(attack);
        }
    }

    /// Those whose momentum was rolled crash into `foe`. What comes of that belongs to the latest attack, if it was
    /// theirs, or else to the crash.
    fn add_crashes(&mut self, foe: Who) {
        for by in std::mem::take(&mut self.charging) {
            // **BX-47** Head-on, the opposition is rolled later.
            if by == foe {
                self.charging.insert(by);
                continue;
            }
            let crash = self.new_attack(by, Manoeuvre::Charge, Target::Who(foe), None);
            let is_it = |it: &Attack| (it.by, it.does) == (by, crash.does) && (0 < it.rolls || it.at == crash.at);
            if !self.attacks.last().is_some_and(is_it) {
                self.attacks.push(crash);
            }
            self.is_open = true;
        }
    }

    /// The attack that did something to a unit: the latest of that hand at that target, or else of that hand.
    fn attack_on(&mut self, battle: &Battle, unit: UnitId, by: Option<UnitId>) -> Option<&mut Attack> {
        let (by, whose) = (by?, battle.who(unit));
        let is_at = |it: &Attack| match it.at {
            Target::Who(who) => who == whose || who == Who::Unit(unit),
            Target::Single(single) => single == unit,
            Target::Tile(_) => true,
        };
        let of_hand = |it: &Attack| it.attackers.contains(&by);
        let found = self.attacks.iter().rposition(|it| of_hand(it) && 0 < it.hits && is_at(it));
        let found = found.or_else(|| self.attacks.iter().rposition(of_hand))?;
        self.attacks.get_mut(found)
    }

    fn killed(&mut self, battle: &Battle, unit: UnitId, by: Option<UnitId>, is_down: bool) {
        if let Some(attack) = self.attack_on(battle, unit, by) {
            let them = if is_down { &mut attack.downed } else { &mut attack.killed };
            return them.push(unit);
        }
        self.fell.push(((by.map(|it| battle.who(it)), is_down), unit));
    }

    /// The sentences of the story, once all events are read. Squads that were formed this round have a name only now.
    fn into_sentences(self, before: &Battle, battle: &Battle, voice: Voice) -> Vec<Rich> {
        let Story { mut sentences, attacks, fell, refused, braced, risen, declared, moved, .. } = self;
        let bouts = bouts(&attacks);
        let bouts = bouts.iter().enumerate().map(|(n, it)| say::bout(battle, it, &attacks, voice.at(n)));
        sentences.extend(bouts.map(|it| (Matter::Attacks, it)));
        let fell = grouped(fell);
        sentences.extend(fell.iter().map(|((by, is_down), it)| (Matter::Harm, words::fell(battle, it, *by, *is_down))));
        let lost = |it: &UnitId| before.unit(*it).hp.saturating_sub(battle.unit(*it).hp);
        let stood = |it: &UnitId| before.unit(*it).is_standing() && 0 < lost(it);
        let hurt: Vec<(UnitId, u8)> = battle.standing().filter(stood).map(|it| (it, lost(&it))).collect();
        sentences.extend(say::hurt(battle, &hurt).map(|it| (Matter::Harm, it)));
        let refused = grouped(refused);
        sentences.extend(refused.iter().map(|((it, why), by)| (Matter::InVain, say::refused(battle, *it, *why, by))));
        sentences.extend(say::all_did(battle, &braced, "braced").map(|it| (Matter::Did, it)));
        sentences.extend(say::all_did(battle, &risen, "got up again").map(|it| (Matter::Did, it)));
        if sentences.is_empty() {
            sentences.push((Matter::Did, Rich::plain("Nobody threw, struck or shot.")));
        }
        // A charge is told by itself.
        let charged = |it: &Who| declared.contains(&(*it, Manoeuvre::Charge));
        let moved = moved.into_iter().filter(|it| battle.is_there(*it) && !charged(it));
        // Where they ended, whatever befell them on the way.
        let mut moved: Vec<(Who, Tile)> = moved.map(|it| (it, battle.origin(it).at)).collect();
        moved.sort_by_key(|it| !words::is_players(battle, it.0));
        sentences.extend(say::moved(battle, &moved).map(|it| (Matter::Moved, it)));
        sentences.sort_by_key(|it| it.0);
        sentences.into_iter().map(|it| it.1).collect()
    }
}

/// Groups attacks into sentences. Those of two on each other are one sentence. So are those of several on one, if
/// they came to the same or **BC-3.1** were one Combined Attack. Those that felled somebody come first, but sentences
/// about the same squad or unit stay in order: nobody who has fallen fights on.
fn bouts(attacks: &[Attack]) -> Vec<Vec<Clause<'_>>> {
    let mut pairs: Vec<Vec<&Attack>> = Vec::new();
    for attack in attacks.iter().rev() {
        let place = place_of(&mut pairs, |it| it.iter().any(|it| it.is_between(attack)), Vec::new);
        pairs[place].push(attack);
    }
    pairs.reverse();
    // Of attacks at the same time, those that felled somebody come last.
    pairs.sort_by_key(|it| (it[0].step, it.iter().map(|it| it.felled()).sum::<usize>()));
    let mut bouts: Vec<Vec<Clause<'_>>> = Vec::new();
    for pair in &pairs {
        let is_one = |it: &[Clause<'_>]| it.iter().all(|it| it.attack.is_one_with(pair[0]));
        let of_one = bouts.iter_mut().filter(|it| it[1..].iter().all(|other| other.attack.is_one_with(it[0].attack)));
        let alike = of_one.flatten().find(|it| pair.len() == 1 && it.attack.is_like(pair[0]));
        if let Some(clause) = alike {
            clause.by.push(pair[0].by);
            continue;
        }
        let clauses = pair.iter().rev().map(|it| Clause { by: vec![it.by], attack: it });
        let is_combined = pair.iter().all(|it| it.is_one_with(pair[0]));
        match bouts.iter_mut().find(|it| is_combined && is_one(it)) {
            Some(bout) => {
                bout.extend(clauses);
                bout.sort_by_key(|it| it.attack.felled());
            }
            None => bouts.push(clauses.collect()),
        }
    }
    let felled = |it: &[Clause<'_>]| it.iter().map(|it| it.attack.felled()).sum::<usize>();
    let mut told: Vec<Vec<Clause<'_>>> = Vec::new();
    for bout in bouts {
        let meets = |it: &[Clause<'_>]| !parties(it).is_disjoint(&parties(&bout));
        let place = told.iter().rposition(|it| felled(&bout) <= felled(it) || meets(it));
        told.insert(place.map_or(0, |it| it + 1), bout);
    }
    told
}

/// Everybody who took part in a bout, or fell in it.
fn parties(bout: &[Clause<'_>]) -> BTreeSet<Who> {
    let of = |it: &Clause<'_>| {
        let fell = it.attack.killed.iter().chain(&it.attack.downed).map(|it| Who::Unit(*it));
        it.by.iter().copied().chain(it.attack.at.who()).chain(fell).collect::<Vec<_>>()
    };
    bout.iter().flat_map(of).collect()
}
