//! What lines are about that are watched at once.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Manoeuvre, TeamId, Who};
use crate::game::film;

/// What a line is about, as far as it decides what it is watched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// What was ordered and came to nothing.
    Refusal,
    /// What is said in advance, and who is ready for something.
    Readies,
    /// Who belongs to which squad, and how it stands.
    Ranks,
    Shoots(Who),
    /// Those who fight each other.
    Fights(BTreeSet<Who>),
    Moves(Option<TeamId>),
    /// Those who charge, and whom they meet.
    Charges(BTreeSet<Who>),
    /// **BC-9.3** What somebody does as others come by.
    Responds,
    Rises,
    /// What somebody does with something that lies or stands there.
    Uses,
    Morale,
    Objectives,
    End,
    /// What the scenario tells.
    Story,
    /// Who comes.
    Comes,
}

/// Who sets about what against whom, or rolls for it.
pub(super) fn deed(battle: &Battle, event: &Event) -> Option<(Who, Manoeuvre, Option<Who>)> {
    match event {
        Event::Declared { by, does, at } => Some((*by, *does, at.and_then(|it| battle.target_who(it)))),
        Event::AttackRolled(it) => Some((battle.who(it.by), it.does, battle.target_who(it.at))),
        _ => None,
    }
}

impl film::About for About {
    fn joins(&self, last: &About) -> bool {
        match (self, last) {
            (About::Refusal | About::Responds, _) => true,
            (About::Readies, About::Readies | About::Charges(_)) => true,
            (About::Rises, About::Rises) | (About::Ranks, About::Ranks) => true,
            (About::Fights(these), About::Fights(those)) => these.is_subset(those) || those.is_subset(these),
            (About::Fights(these) | About::Charges(these), About::Charges(those)) => !these.is_disjoint(those),
            (About::Moves(team), About::Moves(of)) => team == of,
            (About::Objectives, About::Objectives) | (About::End, About::End) => true,
            (About::Comes, About::Story | About::Comes) => true,
            _ => false,
        }
    }

    fn is_apart(&self, between: &About) -> bool {
        match (self, between) {
            (About::Moves(_), _) => true,
            // Several fight at once, and are told of in turn.
            (About::Fights(these), About::Fights(those)) => these.is_disjoint(those),
            _ => false,
        }
    }

    fn joined(&self, next: About) -> About {
        match (self, &next) {
            (About::Fights(those), About::Fights(these)) => About::Fights(those | these),
            (About::Charges(those), About::Fights(these) | About::Charges(these)) => About::Charges(those | these),
            _ => self.clone(),
        }
    }
}
