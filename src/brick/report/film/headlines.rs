//! What the lines of a scene are about, and its headline.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Loss, Manoeuvre, Measure, TeamId, Who};
use crate::brick::report::picture::{parties, party};
use crate::brick::report::words;
use crate::diagnostic::join;
use crate::field::{Goal, SquadId, UnitId, each_once, pick, summed};
use crate::game::film;
use crate::map::{BeatKind, Party};
use crate::page::words::{self as page_words, verb};
use crate::page::{self, Named, does, ending, headline, is_plural};

/// What a line is about, as far as that decides which scene it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// An order that came to nothing.
    Refusal,
    /// Policies, measurements, and those who make ready.
    Readies,
    /// Who belongs to which squad, and how a squad stands.
    Ranks,
    Shoots(Who),
    /// Those who fight each other.
    Fights(BTreeSet<Who>),
    Moves(Option<TeamId>),
    /// Those who charge, and those they meet.
    Charges(BTreeSet<Who>),
    /// **BC-9.3** What is done as others come by.
    Responds,
    Rises,
    /// What is done with things that stand or lie on the field.
    Uses,
    Morale,
    Objectives,
    End,
    /// What the scenario says.
    Story,
    /// Squads that arrive.
    Comes,
}

/// Who declares or rolls which manoeuvre, and against whom.
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
            // Several fights go on at once, and are told in turn.
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

/// The kind of a scene about this, which has these events, and its headline: what happens, in some 45 letters.
pub(super) fn of(battle: &Battle, about: &About, part: &str, events: &[&Event]) -> (BeatKind, Option<String>) {
    let (kind, told) = match about {
        About::Shoots(by) => (BeatKind::Shooting, shoots(battle, *by, events)),
        About::Fights(_) => (BeatKind::Melee, fights(battle, events)),
        About::Moves(team) => (BeatKind::Movement, moves(battle, *team, events)),
        About::Charges(them) => (BeatKind::Charge, charges(battle, them, events)),
        About::Rises => (BeatKind::of_part(part), rises(battle, events)),
        About::Readies => (BeatKind::Command, readies(battle, events)),
        About::Refusal => (BeatKind::of_part(part), refusal(battle, events)),
        About::Morale => (BeatKind::Morale, morale(battle, events)),
        About::Objectives => (BeatKind::Objectives, objectives(battle, events)),
        About::Story | About::Comes => (BeatKind::Story, story(battle, events)),
        About::Ranks => (BeatKind::Command, ranks(battle, events)),
        About::Uses => (BeatKind::of_part(part), uses(battle, events)),
        About::End => (BeatKind::End, None),
        About::Responds => (BeatKind::Movement, None),
    };
    (kind, told.map(|it| headline([it])))
}

impl Named for Battle {
    type Who = Who;

    fn name(&self, who: Who) -> &str {
        Battle::name(self, who)
    }

    fn is_plural(&self, who: Who) -> bool {
        matches!(who, Who::Squad(_)) && is_plural(self.name(who))
    }
}

/// Units with a name of their own by it, the others counted by squad: `2 of First Rank` and `Captain Pym`.
fn units(battle: &Battle, them: &[UnitId]) -> Vec<String> {
    let setup = battle.setup();
    let named = them.iter().filter(|it| setup.counted_in(**it).is_none()).map(|it| setup.unit(*it).name.clone());
    let counted: Vec<(&str, usize)> = summed(them.iter().filter_map(|it| Some((setup.counted_in(*it)?, 1))));
    counted.into_iter().map(|(squad, n)| format!("{n} of {squad}")).chain(named).collect()
}

/// Who fell, or else who was hurt, and the word for it.
fn losses(events: &[&Event]) -> Option<(Vec<UnitId>, &'static str)> {
    let fell: Vec<UnitId> = pick!(events, Event::Killed { unit, .. } => *unit).collect();
    let hurt: BTreeSet<UnitId> = pick!(events, Event::Harmed(it) if 0 < it.hp_lost => it.unit).collect();
    let (them, state) = if fell.is_empty() { (hurt.into_iter().collect(), "hurt") } else { (fell, "down") };
    (!them.is_empty()).then_some((them, state))
}

/// `: Hush is down`, `: 2 of First Rank and Captain Pym are down`, and shorter forms of it.
fn came(battle: &Battle, events: &[&Event]) -> Option<[String; 2]> {
    let (them, state) = losses(events)?;
    let told = units(battle, &them);
    let is = verb(them.len(), "is", "are");
    Some([format!(": {} {is} {state}", join(&told, "and")), format!(": {} {state}", them.len())])
}

/// What came of blows and shots that hurt nobody.
fn harmless(events: &[&Event]) -> &'static str {
    let has = |what: fn(&Event) -> bool| events.iter().any(|it| what(it));
    let swings = events.iter().filter(|it| matches!(it, Event::AttackRolled(_))).count();
    if has(|it| matches!(it, Event::ParryRolled(it) if it.roll.verdict.succeeds())) {
        "parried"
    } else if has(|it| matches!(it, Event::Exploded { .. })) {
        "it goes off, and nobody is hurt"
    } else if has(|it| matches!(it, Event::Bailed(it) if it.evades)) {
        "dodged"
    } else if has(|it| matches!(it, Event::AttackRolled(it) if it.hits)) {
        "no harm done"
    } else {
        does(1 < swings, "a miss", "all miss")
    }
}

fn shoots(battle: &Battle, by: Who, events: &[&Event]) -> Option<String> {
    let mut at = pick!(
        events,
        Event::Declared { does: Manoeuvre::Shoot, at: Some(at), .. } => *at,
        Event::AttackRolled(it) => it.at,
    );
    let at = at.next()?;
    let throws = events.iter().any(|it| matches!(it, Event::ItemLost { why: Loss::Thrown, .. }));
    let (one, many) = if throws { ("throws", "throw") } else { ("shoots", "shoot") };
    let others = all_who(events, Manoeuvre::Shoot);
    let target = battle.target_who(at);
    let name = target.map_or("the ground", |it| battle.name(it));
    let deed = if 1 < others.len() {
        format!("{} {many} at {name}", battle.some(&others, 12 + name.chars().count()))
    } else {
        format!("{} at {name}", battle.does(by, one, many))
    };
    let Some([came, shorter]) = came(battle, events) else {
        return Some(ending(&deed, [format!(": {}", harmless(events))]));
    };
    let is_target = |it: &UnitId| target == Some(battle.who(*it));
    let came = match losses(events)? {
        (them, _) if !them.iter().all(is_target) => came,
        (_, state) if matches!(target, Some(Who::Unit(_))) => format!(": {state}"),
        _ => shorter.clone(),
    };
    Some(ending(&deed, [came, shorter]))
}

fn fights(battle: &Battle, events: &[&Event]) -> Option<String> {
    let deeds = events.iter().filter_map(|it| deed(battle, it));
    let (idle, mut deeds): (Vec<_>, Vec<_>) = deeds.partition(|it| it.1 == Manoeuvre::Ignore && it.2.is_none());
    // Those who ignore a fight are named only if nobody fights.
    if deeds.is_empty() {
        deeds = idle;
    }
    let (by, does, at) = *deeds.first()?;
    let is_one_sided = deeds.iter().all(|it| it.0 == by);
    let swings = events.iter().any(|it| matches!(it, Event::AttackRolled(_)));
    let deed = match (is_one_sided, at) {
        (true, None) => match does {
            Manoeuvre::Withdraw => battle.does(by, "withdraws", "withdraw"),
            _ => battle.does(by, "ignores the fight", "ignore the fight"),
        },
        (true, Some(at)) => {
            let (one, many) = match does {
                Manoeuvre::Grab => ("grabs at", "grab at"),
                Manoeuvre::Shove => ("shoves", "shove"),
                Manoeuvre::Withdraw => ("withdraws from", "withdraw from"),
                Manoeuvre::Ignore => ("ignores", "ignore"),
                Manoeuvre::Counterattack => ("strikes back at", "strike back at"),
                Manoeuvre::Response => ("steps in against", "step in against"),
                _ => ("attacks", "attack"),
            };
            format!("{} {}", battle.does(by, one, many), battle.name(at))
        }
        (false, _) => {
            let all: BTreeSet<Who> = deeds.iter().flat_map(|it| std::iter::once(it.0).chain(it.2)).collect();
            let all: Vec<Who> = all.into_iter().collect();
            match at {
                None if does == Manoeuvre::Ignore => format!("{} ignore the fight", battle.some(&all, 18)),
                _ => format!("{} fight", battle.some(&all, 30)),
            }
        }
    };
    if let Some(came) = came(battle, events) {
        return Some(ending(&deed, came));
    }
    let pushed = pick!(events, Event::Pushed(it) => it.unit).next();
    let held = pick!(events, Event::Grabbed { victim, .. } => *victim).next();
    let came = match (pushed, held) {
        (Some(it), _) => format!(": {} is pushed", battle.name(Who::Unit(it))),
        (_, Some(it)) => format!(": {} is held", battle.name(Who::Unit(it))),
        _ if !swings => String::new(),
        _ if is_one_sided => format!(": {}", harmless(events)),
        _ => ": nobody falls".to_owned(),
    };
    Some(ending(&deed, [came]))
}

fn moves(battle: &Battle, team: Option<TeamId>, events: &[&Event]) -> Option<String> {
    let ways = || pick!(events, Event::Moved(it) => it);
    let deed = match &each_once(ways().map(|it| it.who))[..] {
        [] => battle.does(pick!(events, Event::SprintRolled { who, .. } => *who).next()?, "sprints", "sprint"),
        [only] => {
            let to = ways().next_back().and_then(|it| it.way.last().filter(|last| it.way.first() != Some(*last)));
            let goes = to.map(|it| format!("{} to {it}", battle.does(*only, "goes", "go")));
            headline(goes.into_iter().chain([battle.does(*only, "turns", "turn")]))
        }
        several => match parties(battle).get(usize::from(party(battle, team).0)) {
            Some(Party::Yours) => format!("You move: {}", battle.some(several, 10)),
            Some(Party::Enemy) => format!("The enemy moves: {}", battle.some(several, 17)),
            _ => format!("{} move", battle.some(several, 5)),
        },
    };
    // Something on the way may have hurt them.
    Some(match came(battle, events) {
        Some(came) => ending(&deed, came),
        None => deed,
    })
}

fn charges(battle: &Battle, them: &BTreeSet<Who>, events: &[&Event]) -> Option<String> {
    let charge = events.iter().filter_map(|it| deed(battle, it)).find(|it| it.1 == Manoeuvre::Charge);
    let held = pick!(events, Event::Held { charger, target } => (*charger, *target)).next();
    let all = all_who(events, Manoeuvre::Charge);
    let (by, deed, at) = match (charge, held) {
        (Some((by, _, at)), _) => (by, battle.does(by, "charges", "charge"), at),
        (None, Some((by, at))) => (by, battle.does(by, "runs into", "run into"), Some(at)),
        (None, None) => {
            let mut by = pick!(
                events,
                Event::MomentumRolled { who, is_opposition: false, .. } if !who.is_empty() => battle.who(who[0]),
                Event::Moved(it) => it.who,
            );
            let by = by.next().or_else(|| them.first().copied())?;
            (by, battle.does(by, "charges", "charge"), None)
        }
    };
    let (is_plural, deed) = match at.map(|it| battle.name(it)) {
        Some(at) if 1 < all.len() => (true, format!("{} charge {at}", battle.some(&all, 12 + at.chars().count()))),
        Some(at) => (battle.is_plural(by), format!("{deed} {at}")),
        None => (battle.is_plural(by), deed),
    };
    if let Some(came) = came(battle, events) {
        return Some(ending(&deed, came));
    }
    let squad = |it: &SquadId| battle.name(Who::Squad(*it));
    let mut came = pick!(
        events,
        Event::PlateKnocked { squad: it, over: true, .. } => format!(": {} bowled over", squad(it)),
        Event::PlateKnocked { squad: it, .. } => format!(": {} driven back", squad(it)),
        Event::Held { .. } => format!(" and {} held", does(is_plural, "is", "are")),
        Event::Pushed(it) => format!(": {} is knocked back", battle.name(Who::Unit(it.unit))),
    );
    let harmless = || pick!(events, Event::AttackRolled(_) => format!(": {}", harmless(events))).next();
    Some(ending(&deed, [came.next().or_else(harmless).unwrap_or_default()]))
}

fn rises(battle: &Battle, events: &[&Event]) -> Option<String> {
    let them: Vec<UnitId> = pick!(events, Event::Recovered { unit } => *unit).collect();
    let rise = verb(them.len(), "gets", "get");
    Some(headline([
        format!("{} {rise} up again", join(&units(battle, &them), "and")),
        format!("{} {rise} up again", them.len()),
    ]))
}

fn readies(battle: &Battle, events: &[&Event]) -> Option<String> {
    let braced: Vec<Who> = pick!(events, Event::Braced { squad, .. } => Who::Squad(*squad)).collect();
    let kept: Vec<Who> = pick!(events, Event::Reserved { who } => *who).collect();
    match (&braced[..], &kept[..]) {
        ([], []) => {
            let mut policies = pick!(events, Event::PolicySet { .. } => "Orders for what may come".to_owned());
            let names = |it: &Measure| format!("On the table: {} and {}", battle.name(it.by), battle.name(it.at));
            policies.next().or_else(|| pick!(events, Event::Measured(it) => names(it)).next())
        }
        ([one], []) => Some(battle.does(*one, "braces", "brace")),
        ([], [one]) => Some(battle.does(*one, "waits for a response", "wait for a response")),
        (several, []) => Some(format!("{} brace", battle.some(several, 6))),
        (braced, kept) => Some(format!("{} make ready", battle.some(&[braced, kept].concat(), 11))),
    }
}

fn ranks(battle: &Battle, events: &[&Event]) -> Option<String> {
    let squad = |it: &SquadId| battle.name(Who::Squad(*it));
    let told = pick!(
        events,
        Event::SquadFormed(it) => format!("{} {}", it.name, does(is_plural(&it.name), "forms up", "form up")),
        Event::Joined { squad: it, places, .. } => {
            let them: Vec<UnitId> = places.iter().map(|it| it.0).collect();
            format!("{} {} {}", join(&units(battle, &them), "and"), verb(them.len(), "joins", "join"), squad(it))
        },
        Event::LeftSquad { squad: it, unit, .. } => format!("{} leaves {}", battle.name(Who::Unit(*unit)), squad(it)),
        Event::Replated { squad, .. } | Event::Rearranged { squad, .. } => {
            battle.does(Who::Squad(*squad), "changes its ranks", "change their ranks")
        },
        Event::StandardSet { squad: it, .. } => format!("{}: the standard is elsewhere", squad(it)),
    );
    let news = each_once(told);
    (!news.is_empty()).then(|| page::news(&news))
}

fn uses(battle: &Battle, events: &[&Event]) -> Option<String> {
    let name = |it: &UnitId| battle.name(Who::Unit(*it));
    let mut told = pick!(
        events,
        Event::Used { unit, object } => format!("{} uses {}", name(unit), name(object)),
        Event::ItemTaken { unit, item } => format!("{} takes up the {}", name(unit), words::item(battle, *item)),
    );
    told.next()
}

fn refusal(battle: &Battle, events: &[&Event]) -> Option<String> {
    let mut told = pick!(
        events,
        Event::Refused { who, order, why } if !battle.name(*who).is_empty() => {
            let told = words::tale::refused(battle, *order, *why, &[*who]);
            let deed = format!("{} {}", battle.name(*who), words::could_not(*order));
            headline([told.text().trim_end_matches('.').to_owned(), deed])
        },
        Event::ItemLost { unit, item, .. } => {
            format!("{} drops the {}", battle.name(Who::Unit(*unit)), words::item(battle, *item))
        },
        Event::NotFormed { name, .. } => format!("{name} could not form as told"),
        Event::Crowded { who, .. } => battle.does(*who, "finds no room to charge", "find no room to charge"),
    );
    told.next()
}

fn morale(battle: &Battle, events: &[&Event]) -> Option<String> {
    let mut told = pick!(
        events,
        Event::MoraleTested { who, passed: true, .. } => battle.does(*who, "keeps its nerve", "keep their nerve"),
        Event::MoraleTested { who, .. } => battle.does(*who, "loses its nerve", "lose their nerve"),
    );
    told.next()
}

fn objectives(battle: &Battle, events: &[&Event]) -> Option<String> {
    let setup = battle.setup();
    let name = |team| setup.team(team).name.as_str();
    let goal = |it: &Goal<TeamId>| page_words::goal_news(it, it.team.map(name));
    let goals = pick!(events.iter().rev(), Event::GoalMet { goal: it } => goal(&setup.goals[usize::from(*it)]));
    let place = |place: usize, is| {
        let (now, place) = (battle.objective(place), &setup.objectives[place].name);
        let taken = |team| format!("{place} goes to {}", name(team));
        page::objective_news(place, (now.owner, now.is_contested), is, taken)
    };
    let places = pick!(
        events,
        Event::ObjectiveCounted { objective, owner, contested, .. } => {
            place(usize::from(objective.0), (*owner, *contested))
        },
    );
    let news: Vec<String> = goals.chain(places.flatten()).collect();
    if !news.is_empty() {
        return Some(page::news(&news));
    }
    let kept = pick!(events, Event::ObjectiveCounted { owner: Some(team), .. } => &setup.team(*team).name).next();
    Some(match (&setup.objectives[..], kept) {
        ([it], Some(team)) => {
            let name = &it.name;
            headline([format!("{name} stays with {team}"), format!("{name} stays in the same hands")])
        }
        _ => "The objectives stay as they were".to_owned(),
    })
}

fn story(battle: &Battle, events: &[&Event]) -> Option<String> {
    let come: Vec<Who> = pick!(events, Event::Arrived(it) => Who::Squad(it.squad)).collect();
    let text = |entry: u8| battle.setup().schedule[usize::from(entry)].text.as_deref();
    let text = pick!(events, Event::Announced { entry } => text(*entry)).flatten().next();
    battle.arrival(&come, text, pick!(events, Event::ArrivalDelayed { squad } => Who::Squad(*squad)).next())
}

/// All who declare this manoeuvre.
fn all_who(events: &[&Event], what: Manoeuvre) -> Vec<Who> {
    let them: BTreeSet<Who> = pick!(events, Event::Declared { by, does, .. } if *does == what => *by).collect();
    them.into_iter().collect()
}
