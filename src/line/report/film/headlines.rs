//! What lines are about that are watched at once, and a sentence for it.

use std::collections::BTreeSet;

use crate::field::{SquadId, each_once, pick};
use crate::game::film;
use crate::line::battle::{Battle, Charge, Event, Side};
use crate::page::{headline, some_of};

/// What a line is about, as far as it decides what it is watched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// What was ordered and came to nothing.
    Refusal,
    /// What is watched by itself.
    Alone,
    /// **C-5** What waited for a moment, and whether that moment is told after it.
    Triggered {
        is_before: bool,
    },
    Fire(SquadId),
    /// **S-9**
    Stray(SquadId),
    /// **A-6**
    Hazard(SquadId),
    /// **M-2, M-4** All who strike each other.
    Melee(BTreeSet<SquadId>),
    /// **M-3, M-7**
    Press(BTreeSet<SquadId>),
    Moves(Side),
    Charges(SquadId),
    /// **F-4, V-7** Spears strike whoever charges them, and who comes in after that.
    ComesIn(SquadId),
    /// What a part of the report lists, all of it at once.
    Listed,
    /// What the scenario tells.
    Story,
    /// Who comes, and what else is so as a round opens.
    Comes,
}

impl film::About for About {
    fn joins(&self, last: &About) -> bool {
        // What waited for the moment that comes next leads to it.
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
            (About::Listed, About::Listed) => true,
            _ => false,
        }
    }

    /// Only a side's moves are watched at once though something else is told between.
    fn is_apart(&self, _: &About) -> bool {
        matches!(self, About::Moves(_))
    }

    fn is_charge(&self) -> bool {
        matches!(self, About::Charges(_) | About::ComesIn(_))
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

/// What happens where a report tells of this, whose events these are, if the lines themselves don't say it as shortly.
pub(super) fn of(battle: &Battle, about: &About, events: &[&Event]) -> Option<String> {
    let name = |squad: SquadId| battle.setup().squad(squad).name.as_str();
    match about {
        About::Moves(side) => {
            let squads = each_once(events.iter().flat_map(|it| it.steps()).map(|it| battle.unit(it.unit).squad));
            let names: Vec<&str> = squads.into_iter().map(name).collect();
            let who = if *side == Side::Enemy { "The enemy moves: " } else { "You move: " };
            (1 < names.len()).then(|| format!("{who}{}", some_of(&names, who.len())))
        }
        // **V-6** Two rolls stand before what came of it.
        About::Charges(_) => {
            let came = |it: &Charge| if it.made { "in" } else { "missed" };
            let told =
                |it: &Charge| headline([format!("{} charged {}: {}", name(it.squad), name(it.target), came(it))]);
            pick!(events, Event::Charged(it) if it.opposed.is_some() => told(it)).next()
        }
        _ => None,
    }
}
