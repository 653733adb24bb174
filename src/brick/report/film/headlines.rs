//! What lines are about that are watched at once, and a sentence for it.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Manoeuvre, TeamId, Who};
use crate::brick::report::picture::{parties, party};
use crate::brick::report::words::tale::fallen;
use crate::field::{UnitId, each_once, pick};
use crate::game::film;
use crate::map::Party;
use crate::page::{self, ReportLine, Rich, headline, some_of};

/// What a line is about, as far as it decides what it is watched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// What was ordered and came to nothing, and **BC-9.3** what somebody does as others come by.
    Aside,
    /// What is said in advance, and who is ready for something.
    Readies,
    /// Who belongs to which squad, and how it stands.
    Ranks,
    /// Those who fight each other.
    Fights(BTreeSet<Who>),
    Moves(Option<TeamId>),
    /// Those who charge, and whom they meet.
    Charges(BTreeSet<Who>),
    Rises,
    /// What is watched by itself.
    Alone,
    /// What a part of the report lists, all of it at once.
    Listed,
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
            (About::Aside, _) => true,
            (About::Readies, About::Readies | About::Charges(_)) => true,
            (About::Rises, About::Rises) | (About::Ranks, About::Ranks) | (About::Listed, About::Listed) => true,
            (About::Fights(these), About::Fights(those)) => these.is_subset(those) || those.is_subset(these),
            (About::Fights(these) | About::Charges(these), About::Charges(those)) => !these.is_disjoint(those),
            (About::Moves(team), About::Moves(of)) => team == of,
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

    fn is_charge(&self) -> bool {
        matches!(self, About::Charges(_))
    }

    fn joined(&self, next: About) -> About {
        match (self, &next) {
            (About::Fights(those), About::Fights(these)) => About::Fights(those | these),
            (About::Charges(those), About::Fights(these) | About::Charges(these)) => About::Charges(those | these),
            _ => self.clone(),
        }
    }
}

/// What happens where a report tells of this in such a line first, whose events these are, if the lines themselves don't say it
/// as shortly.
pub(super) fn of(battle: &Battle, about: &About, line: &ReportLine, events: &[&Event]) -> Option<String> {
    match about {
        About::Moves(team) => moves(battle, *team, events),
        _ => fell(battle, line, events),
    }
}

/// What was done first, and who fell of all that came of it.
fn fell(battle: &Battle, line: &ReportLine, events: &[&Event]) -> Option<String> {
    let them: Vec<UnitId> = pick!(events, Event::Killed { unit, .. } => *unit).collect();
    let [deed, shorter] = page::deed(line.text.text()).filter(|_| !them.is_empty())?;
    let who = Rich::written(|out| fallen(out, battle, &them));
    let (who, count) = (who.text(), them.len());
    let forms = [(deed, who), (shorter, who)].map(|(deed, who)| format!("{deed}: {who} fell"));
    Some(headline(forms.into_iter().chain([format!("{shorter}: {count} fell")])))
}

/// Who moves, if they are several.
fn moves(battle: &Battle, team: Option<TeamId>, events: &[&Event]) -> Option<String> {
    let who = each_once(pick!(events, Event::Moved(it) => it.who));
    let names: Vec<&str> = who.iter().map(|it| battle.name(*it)).collect();
    let some = |room| some_of(&names, room);
    let told = match parties(battle).get(usize::from(party(battle, team).0)) {
        Some(Party::Yours) => format!("You move: {}", some(10)),
        Some(Party::Enemy) => format!("The enemy moves: {}", some(17)),
        _ => format!("{} move", some(5)),
    };
    (1 < names.len()).then_some(told)
}
