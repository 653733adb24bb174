//! What a round will be remembered for: what was decided, who came, who fell and to whom, who lost their nerve.

use std::fmt;

use crate::brick::battle::{Battle, Event, Manoeuvre, Swing, Target, Who};
use crate::brick::report::words;
use crate::field::UnitId;
use crate::page::words::list;
use crate::page::{Rich, say};

/// The round in sentences, what matters most first: what was decided, who fell, then everybody who attacked, was hurt,
/// thrown or refused.
pub(super) fn tale(before: &Battle, events: &[Event]) -> Vec<Rich> {
    let mut battle = before.clone();
    let (mut told, mut shaken) = (Vec::new(), Vec::new());
    let mut fell: Vec<Fall> = Vec::new();
    let (mut attacks, mut deeds): (Vec<Attack>, Vec<Rich>) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::ObjectiveCounted { objective, owner, contested, .. } => {
                let now = battle.objective(usize::from(objective.0));
                if *owner != now.owner || *contested != now.is_contested {
                    told.push(words::sentence(&battle, event));
                }
            }
            Event::Announced { .. } | Event::Arrived(_) | Event::GoalMet { .. } | Event::Ended { .. } => {
                told.extend((!words::is_silent(&battle, event)).then(|| words::sentence(&battle, event)));
            }
            Event::Killed { unit, by, downed } => {
                let by = by.map(|it| battle.who(it));
                let is_own = by.is_some_and(|it| battle.is_friend(it, *unit));
                let it = Fall { units: vec![*unit], by, is_own, is_down: *downed };
                match fell.iter_mut().find(|known| known.is_like(&it)) {
                    Some(known) => known.units.extend(it.units),
                    None => fell.push(it),
                }
            }
            Event::AttackRolled(it) => Attack::count(&mut attacks, &battle, it),
            Event::Pushed(_) => deeds.push(words::sentence(&battle, event)),
            Event::Refused { who, .. } if words::is_players(&battle, *who) && !words::is_silent(&battle, event) => {
                deeds.push(words::sentence(&battle, event));
            }
            Event::MoraleTested { passed: false, .. } => shaken.push(words::sentence(&battle, event)),
            _ => (),
        }
        battle.apply(event);
    }
    // Whoever came in this round has a name only now.
    told.extend(fell.iter().map(|it| words::fell(&battle, &it.units, it.by, it.is_down)));
    told.extend(together(&attacks, &fell).iter().map(|it| Attack::told(it, &battle)));
    told.extend(hurt(before, &battle));
    told.extend(deeds);
    told.extend(shaken);
    if told.is_empty() {
        told.push(Rich::plain("Nobody threw, struck or shot."));
    }
    told
}

/// Who has lost HP and still stands, with what is left.
fn hurt(before: &Battle, after: &Battle) -> Option<Rich> {
    let lost = |it: &UnitId| before.unit(*it).hp.saturating_sub(after.unit(*it).hp);
    let hurt: Vec<UnitId> = after.standing().filter(|it| before.unit(*it).is_standing() && 0 < lost(it)).collect();
    let one = |it: &UnitId| format!("{} HP ({} left)", lost(it), after.unit(*it).hp);
    let mut out = Rich::sentence();
    say!(out, "{}.", list(&hurt, |it| fmt::from_fn(|f| write!(f, "{} lost {}", words::unit(after, *it), one(it)))));
    (!hurt.is_empty()).then_some(out)
}

/// One's attacks on another in the round.
struct Attack {
    by: Who,
    does: Manoeuvre,
    at: Target,
    rolls: u32,
    hits: u32,
}

impl Attack {
    fn count(attacks: &mut Vec<Attack>, battle: &Battle, it: &Swing) {
        let by = battle.who(it.by);
        let hits = u32::from(it.hits);
        match attacks.iter_mut().find(|known| (known.by, known.does, known.at) == (by, it.does, it.at)) {
            Some(known) => (known.rolls, known.hits) = (known.rolls + 1, known.hits + hits),
            None => attacks.push(Attack { by, does: it.does, at: it.at, rolls: 1, hits }),
        }
    }

    /// Whether it came to the same: done to the same target, with as many hits of as many.
    fn is_like(&self, other: &Attack) -> bool {
        (self.does, self.at, self.rolls, self.hits) == (other.does, other.at, other.rolls, other.hits)
    }

    /// Whether the attacked one fell by it, at the one attempt.
    fn is_told_by(&self, fall: &Fall) -> bool {
        let (Target::Single(unit) | Target::Who(Who::Unit(unit))) = self.at else { return false };
        (self.rolls, self.hits) == (1, 1) && fall.by == Some(self.by) && fall.units.contains(&unit)
    }

    /// Attacks that came to the same, as one: `Hank and Hush attacked Shade and missed.` `Tex shot at Crow 4 times and hit
    /// 2 times.`
    fn told(alike: &[&Attack], battle: &Battle) -> Rich {
        let Attack { does, at, rolls, hits, .. } = *alike[0];
        let mut out = Rich::sentence();
        let by = list(alike, |it| words::who(battle, it.by));
        say!(out, "{by} {} {}", words::deed_name(does), words::target(battle, at));
        match (rolls, hits) {
            (1, 0) => out.push(" and missed."),
            (1, _) => out.push(" and hit."),
            (rolls, 0) => say!(out, " {rolls} times and missed."),
            (rolls, 1) => say!(out, " {rolls} times and hit once."),
            (rolls, hits) => say!(out, " {rolls} times and hit {hits} times."),
        }
        out
    }
}

/// Attacks, those that came to the same together, without those that a fall has told of.
fn together<'a>(attacks: &'a [Attack], fell: &[Fall]) -> Vec<Vec<&'a Attack>> {
    let mut all: Vec<Vec<&Attack>> = Vec::new();
    for attack in attacks.iter().filter(|it| !fell.iter().any(|fall| it.is_told_by(fall))) {
        match all.iter_mut().find(|known| known[0].is_like(attack)) {
            Some(known) => known.push(attack),
            None => all.push(vec![attack]),
        }
    }
    all
}

/// Who fell by one hand.
struct Fall {
    units: Vec<UnitId>,
    by: Option<Who>,
    /// Whether it was one of their own side.
    is_own: bool,
    /// Whether they may get up again.
    is_down: bool,
}

impl Fall {
    fn is_like(&self, other: &Fall) -> bool {
        (self.by, self.is_own, self.is_down) == (other.by, other.is_own, other.is_down)
    }
}
