//! Why things came about that no dice decided.

use crate::brick::battle::{Battle, Event, Standard, Who};
use crate::brick::report::why::rule_of;
use crate::brick::report::words;
use crate::page::words::count;
use crate::page::{Rich, say};

/// What happened, what stands behind it, and the rule that it rests on.
pub(super) fn explain(out: &mut Rich, battle: &Battle, event: &Event) {
    out.append(&words::sentence(battle, event));
    match event {
        Event::SquadFormed(it) => inches(out, battle, &it.inches),
        Event::Joined { inches: walked, .. } => inches(out, battle, walked),
        Event::LeftSquad { inches: walked, unit, .. } => inches(out, battle, &[(*unit, *walked)]),
        Event::Declared { by, at: Some(at), .. } => {
            if let Who::Squad(squad) = by
                && let Some(it) = battle.squad(*squad)
                && it.standard != Standard::Center
            {
                out.push(" Distances are measured from ");
                words::standard(out, battle, it.standard);
                out.push(" (BS-3.1).");
            }
            // On a real table nobody has put them anywhere.
            if battle.setup().has_map {
                let distance = battle.origin(*by).distance(battle.target_rect(*at));
                out.push(" They are ");
                count(out, usize::from(distance), "inch", "inches");
                out.push(" apart.");
            }
        }
        Event::Moved(it) => {
            let setup = battle.setup();
            let tiles: Vec<_> = it.way.iter().skip(1).collect();
            if !tiles.is_empty() {
                out.push(" By ");
                out.list(&tiles, |out, it| {
                    say!(out, "{it}");
                    if let Some(cost) = setup.cost(**it).filter(|it| 1 < *it) {
                        say!(out, " ({cost} inches)");
                    }
                });
                out.push(".");
            }
        }
        Event::MissTracked { by, within, .. } => {
            out.push(" It missed by ");
            say!(out, "{within}, so whoever is within ");
            count(out, usize::from(*within), "inch", "inches");
            out.push(" of the target may be hit (BC-15.5), ");
            out.push("and Skill is not rolled again for ");
            words::unit(out, battle, *by);
            out.push(" (BT-10).");
        }
        Event::MixedUp { .. } => out.push(" Hits alternate between the sides (BT-18)."),
        Event::OverkillCarried { damage, .. } => say!(out, " {damage} is left of it."),
        Event::HitWasted { damage, .. } => say!(out, " It would have done {damage}."),
        Event::ItemBroken { damage, .. } => say!(out, " It took {damage}, and holds 2."),
        Event::Killed { unit, .. } => say!(out, " It has {} HP left (BX-14).", battle.unit(*unit).hp),
        Event::ObjectiveCounted { .. } => {
            out.push(" The team with the most CON within reach has it; equals contest it; nobody loses it by leaving.");
        }
        _ => (),
    }
    say!(out, " ({})", rule_of(event));
}

/// What each has walked to get there.
fn inches(out: &mut Rich, battle: &Battle, walked: &[(crate::field::UnitId, u16)]) {
    if walked.is_empty() {
        return;
    }
    out.push(" ");
    out.list(walked, |out, (id, inches)| {
        words::unit(out, battle, *id);
        out.push(" walked ");
        count(out, usize::from(*inches), "inch", "inches");
    });
    out.push(".");
}
