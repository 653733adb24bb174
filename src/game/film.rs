//! Turns a round into something to watch. A game says what each event shows and what each line is about; the rest is
//! the same in all games.

use crate::field::Tile;
use crate::game::Game;
use crate::map::{self, Beat, BeatKind, Frame, Scene, Step, Ways};
use crate::page::{Report, ReportLine, headline_of};

/// What a line of a report is about, as far as that decides which lines are watched together.
pub(crate) trait About: Sized {
    /// Whether this line is watched together with those just before it.
    fn joins(&self, last: &Self) -> bool;

    /// Whether this line has nothing to do with the one in between, so that it may be watched before that one.
    fn is_apart(&self, between: &Self) -> bool;

    /// What this and the next are about together.
    fn joined(&self, next: Self) -> Self;
}

struct Group<'a, G: Game, A> {
    about: A,
    /// The battle just before the first of the lines.
    battle: &'a G::Battle,
    lines: Vec<&'a ReportLine>,
}

/// The beats of a round. `play` applies the event at an index. It returns what is seen of that event besides units that
/// move or change, and the tiles that units walk over. `frame` is the field while the round is played.
pub(crate) fn beats<G: Game>(
    before: &G::Battle,
    events: &[G::Event],
    objectives: Vec<Tile>,
    frame: impl Fn(&G::Battle) -> Frame,
    mut play: impl FnMut(&mut G::Battle, usize) -> (Vec<Step>, Ways),
    scenes: impl FnOnce(&G::Battle) -> Vec<Scene>,
) -> Vec<Beat> {
    let mut battle = before.clone();
    let mut now = frame(&battle);
    let steps = (0..events.len()).map(|event| {
        let (mut steps, gone) = play(&mut battle, event);
        let next = frame(&battle);
        steps.extend(now.steps_to(&next, |unit| gone.get(&unit).cloned()));
        now = next;
        steps
    });
    let steps = steps.collect();
    let (cast, last) = (G::cast(&battle), G::frame(&battle));
    map::beats((G::frame(before), &last), &cast, &objectives, steps, scenes(&battle))
}

/// The scenes of a round. `told` returns a group's kind, its headline, and whether nobody should miss it although
/// nobody falls or arrives in it.
pub(crate) fn scenes<G: Game, A: About>(
    before: &G::Battle,
    events: &[G::Event],
    report: &Report,
    about: impl Fn(&G::Battle, &ReportLine) -> A,
    told: impl Fn(&G::Battle, &A, &ReportLine, &[&G::Event]) -> (BeatKind, Option<String>, bool),
) -> Vec<Scene> {
    let (mut battle, mut applied) = (before.clone(), 0);
    // The lines of a run begin where the run does, so a line's first event may come after those of the next line. Then
    // the battle stays as it is.
    let just_before = report.lines.iter().map(|line| {
        events.iter().take(line.events[0]).skip(applied).for_each(|it| G::apply(&mut battle, it));
        applied = applied.max(line.events[0]);
        battle.clone()
    });
    let just_before: Vec<G::Battle> = just_before.collect();
    let mut groups: Vec<Group<'_, G, A>> = Vec::new();
    for (line, battle) in report.lines.iter().zip(&just_before) {
        let about = about(battle, line);
        let place = groups.iter().rposition(|group| {
            let is_of_part = group.lines.iter().all(|it| it.part == line.part);
            is_of_part && about.joins(&group.about)
        });
        match place.filter(|at| groups[at + 1..].iter().all(|it| about.is_apart(&it.about))) {
            Some(at) => {
                groups[at].about = groups[at].about.joined(about);
                groups[at].lines.push(line);
            }
            None => groups.push(Group { about, battle, lines: vec![line] }),
        }
    }
    let scene = |Group { about, battle, lines }: Group<'_, G, A>| {
        let mut seen: Vec<usize> = lines.iter().flat_map(|it| it.events.iter().copied()).collect();
        seen.sort_unstable();
        let of_group: Vec<&G::Event> = seen.iter().map(|it| &events[*it]).collect();
        let (kind, headline, is_moment) = told(battle, &about, lines[0], &of_group);
        let headline = headline_of(headline, lines[0]);
        Scene { lines: lines.iter().map(|it| it.number).collect(), events: seen, kind, headline, is_moment }
    };
    groups.into_iter().map(scene).collect()
}
