//! Why things happened that no dice decided.

use crate::brick::battle::{Battle, Event, Manoeuvre, Standard};
use crate::brick::report::why::rule_of;
use crate::brick::report::words;
use crate::field::{Tile, UnitId};
use crate::page::words::list;
use crate::page::{Rich, say};

/// What happened, the facts behind it, and the rule that it rests on.
pub(super) fn explain(out: &mut Rich, battle: &Battle, event: &Event) {
    out.append(&words::sentence(battle, event));
    match event {
        Event::SquadFormed(it) => inches(out, battle, &it.inches),
        Event::Joined { inches: walked, .. } => inches(out, battle, walked),
        Event::LeftSquad { inches: walked, unit, .. } => inches(out, battle, &[(*unit, *walked)]),
        Event::Declared { does: Manoeuvre::Ignore, .. } => {
            out.push(" Who does nothing in a fight ignores it (BC-8.1).");
            out.push(" Up to three opponents may strike at them for it (BC-8.20).");
        }
        Event::Declared { does: Manoeuvre::Withdraw, .. } => {
            out.push(" Up to three opponents may strike at them as they go (BC-8.16).");
        }
        Event::Declared { by, at: Some(at), .. } => {
            let squad = by.squad().and_then(|it| battle.squad(it));
            if let Some(it) = squad.filter(|it| it.standard != Standard::Center) {
                say!(out, " Distances are measured from {} (BS-3.1).", words::standard(battle, it.standard));
            }
            // On a real table their tiles mean nothing.
            if battle.setup().has_map {
                let distance = battle.origin(*by).distance(battle.target_rect(*at));
                say!(out, " They are {} apart.", words::inches(distance));
            }
        }
        Event::Moved(it) if 1 < it.way.len() => {
            let tile = |it: &Tile| match battle.setup().cost(*it).filter(|it| 1 < *it) {
                Some(cost) => format!("{it} ({cost} inches)"),
                None => it.to_string(),
            };
            say!(out, " By {}.", list(&it.way[1..], tile));
        }
        Event::MissTracked { by, within, .. } => {
            let (inches, by) = (words::inches(*within), words::unit(battle, *by));
            say!(out, " It missed by {within}, so everybody within {inches} of the target may be hit (BC-15.5), ");
            say!(out, "and Skill is not rolled again for {by} (BT-10).");
        }
        Event::MixedUp { .. } => out.push(" Hits alternate between the sides (BT-18)."),
        Event::OverkillCarried { damage, .. } => say!(out, " {damage} is left of it."),
        Event::HitWasted { damage, .. } => say!(out, " It would have done {damage}."),
        Event::ItemBroken { damage, .. } => say!(out, " It took {damage}, and holds 2."),
        // **BX-10** No damage is done there, and no armor helps.
        Event::Killed { unit, .. } if 0 < battle.unit(*unit).hp => {
            out.push(" Nobody comes out of ground that is deadly, whatever HP and armor they have.");
        }
        Event::Killed { .. } => out.push(" It has 0 HP left (BX-14)."),
        Event::ObjectiveCounted { .. } => {
            out.push(" The team with the most CON within reach has it; equals contest it; nobody loses it by leaving.");
        }
        _ => (),
    }
    say!(out, " ({})", rule_of(battle, event));
}

/// What each has walked to get there.
fn inches(out: &mut Rich, battle: &Battle, walked: &[(UnitId, u16)]) {
    if walked.is_empty() {
        return;
    }
    out.push(" ");
    out.list(walked, |out, (id, inches)| say!(out, "{} walked {}", words::unit(battle, *id), words::inches(*inches)));
    out.push(".");
}
