//! What a round will be remembered for: what was decided, who came, who fell and to whom, who lost their nerve.

use crate::brick::battle::{Battle, Event, Who};
use crate::brick::report::words;
use crate::field::UnitId;
use crate::page::Rich;

/// The round in sentences, what matters most first.
pub(super) fn tale(before: &Battle, events: &[Event]) -> Vec<Rich> {
    let mut battle = before.clone();
    let (mut told, mut shaken) = (Vec::new(), Vec::new());
    let mut fell: Vec<Fall> = Vec::new();
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
            Event::MoraleTested { passed: false, .. } => shaken.push(words::sentence(&battle, event)),
            _ => (),
        }
        battle.apply(event);
    }
    // Whoever came in this round has a name only now.
    told.extend(fell.iter().map(|it| words::fell(&battle, &it.units, it.by, it.is_down)));
    told.extend(shaken);
    if told.is_empty() {
        told.push(Rich::plain("Nobody fell, and nothing was decided."));
    }
    told
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
