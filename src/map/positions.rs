//! Where everybody is, squad by squad, in sentences that need neither picture nor columns.

use crate::line::battle::Side;
use crate::map::names::Name;
use crate::map::picture::{FormationView, Picture};
use crate::map::squads::SquadView;
use crate::map::words::{formation as told, heading, list, objective, place, shelter, state, whose};

/// The list of positions: a heading, a line for each squad, and a line for each objective.
pub fn positions(picture: &Picture) -> String {
    let squads = Side::ALL.into_iter().flat_map(|side| picture.squads_of(side)).map(squad);
    let gone = Side::ALL.into_iter().filter_map(|side| gone(picture, side));
    let objectives = picture.objectives.iter().map(|it| format!("{}.", objective(it)));
    let formations = picture.labelled_formations().map(|(label, it)| formation(&label, it));
    let lines = std::iter::once(heading(picture)).chain(squads).chain(formations).chain(gone).chain(objectives);
    lines.collect::<Vec<_>>().join("\n")
}

/// One line for one squad.
pub(super) fn squad(it: &SquadView) -> String {
    let mut parts = vec![format!("{} of {} standing at {}", it.standing(), it.starting, place(it.at, &it.stands_in))];
    parts.extend(shelter(&it.stands_in));
    if it.is_engaged() {
        parts.push(format!("engaged by {}", list(&it.engaged_by)));
    }
    parts.extend(state(it));
    let nearest = match &it.nearest {
        Some((name, 1)) => format!(" Nearest enemy: {name}, 1 tile away."),
        Some((name, steps)) => format!(" Nearest enemy: {name}, {steps} tiles away."),
        None => String::new(),
    };
    format!("{} ({}, {} on the map): {}.{nearest}", it.name, whose(it.side), it.label.text, parts.join(", "))
}

fn formation(label: &str, it: &FormationView) -> String {
    format!("In formation ({}, {label} on the map): {}.", whose(it.side), told(it))
}

/// Who of a side is no longer there.
fn gone(picture: &Picture, side: Side) -> Option<String> {
    let names: Vec<&Name> = picture.gone.iter().filter(|it| it.1 == side).map(|it| &it.0).collect();
    let head = match side {
        Side::Players => "Yours of whom nobody stands",
        Side::Enemy => "Enemies of whom nobody stands",
    };
    (!names.is_empty()).then(|| format!("{head}: {}.", list(&names)))
}
