//! Sentences about abilities and heroes.

use std::fmt::{self, Display as _};

use crate::field::{SquadId, Tile, UnitId};
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTrouble, Battle, Boon, CasterId, Event, HeroMove, HeroTrouble, Sort, Span, Trigger,
};
use crate::line::report::words::{Signed, end, phase_work, squad, stat, tiles, trigger, unit};
use crate::page::{Bold, Rich, say};

/// Who used what on whom.
type Use = (CasterId, AbilityId, AbilityOn);

fn caster(battle: &Battle, id: CasterId) -> &str {
    &battle.setup().caster(id).name
}

fn name(battle: &Battle, id: AbilityId) -> &str {
    &battle.setup().ability(id).name
}

fn target(battle: &Battle, on: AbilityOn) -> impl fmt::Display {
    fmt::from_fn(move |f| match on {
        AbilityOn::Squad(id) => squad(battle, id).fmt(f),
        AbilityOn::Unit(id) => f.write_str(unit(battle, id)),
        AbilityOn::Tile(tile) => tile.fmt(f),
    })
}

/// `Lt. Marsh used Steady Aim on Alpha and Rally on Bravo`
pub(super) fn uses(out: &mut Rich, battle: &Battle, by: CasterId, what: &[(AbilityId, AbilityOn)]) {
    say!(out, "{} used ", caster(battle, by));
    out.list(what, |out, (ability, on)| say!(out, "{} on {}", name(battle, *ability), target(battle, *on)));
}

/// **C-4**
pub(super) fn used(out: &mut Rich, battle: &Battle, (by, ability, on): Use, cost: u8, waits_for: Option<Trigger>) {
    let (left, most) = (battle.cp(by).saturating_sub(cost), battle.setup().caster(by).cp_max);
    uses(out, battle, by, &[(ability, on)]);
    say!(out, " for {cost} CP ({left} of {most} left)");
    match waits_for {
        Some(moment) => say!(out, "; it waits until {}.", trigger(moment).0),
        None => out.push("."),
    }
}

/// **C-2, C-3, H-2**
pub(super) fn refused(out: &mut Rich, battle: &Battle, (by, ability, on): Use, why: AbilityTrouble) {
    say!(out, "{} on {} did nothing and cost nothing: ", name(battle, ability), target(battle, on));
    let caster = caster(battle, by);
    match why {
        AbilityTrouble::NotEnoughCommand { cost, left } => {
            say!(out, "it costs {cost} CP and {caster} had {left} (C-2).");
        }
        AbilityTrouble::AlreadyUsedOnIt => out.push("it was used there this round already (C-3)."),
        AbilityTrouble::UsedUp { times, is_for_battle } => {
            let when = if is_for_battle { "in this battle" } else { "this round" };
            say!(out, "{caster} had used it {} {when}, which is as often as it may be (C-4).", times_over(times));
        }
        AbilityTrouble::HeroIsDown => say!(out, "{caster} was down (H-2)."),
        AbilityTrouble::TargetIsGone => out.push("nobody stood there any more (C-4)."),
        AbilityTrouble::OutOfRange { distance, range } => {
            say!(out, "it reaches {range} tiles and the target was {distance} away (C-4).");
        }
    }
}

/// **C-5**
pub(super) fn triggered(out: &mut Rich, battle: &Battle, it: Use, moment: Trigger) {
    whose_on_whom(out, battle, it);
    say!(out, " took effect when {}.", trigger(moment).1);
}

/// **Q-B7**
pub(super) fn lapsed(out: &mut Rich, battle: &Battle, it: Use) {
    whose_on_whom(out, battle, it);
    out.push(" was not needed this time. Its CP are spent all the same (C-4).");
}

fn whose_on_whom(out: &mut Rich, battle: &Battle, (by, ability, on): Use) {
    say!(out, "{} of {} on {}", name(battle, ability), caster(battle, by), target(battle, on));
}

/// `once`, `twice`, `3 times`.
fn times_over(times: u8) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// What an ability did, after the sentence about its use. Boons on one squad for one span are told together.
pub(super) fn effects(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let whose = |it: &Event| if let Event::BoonBegan { squad, span, .. } = it { Some((*squad, *span)) } else { None };
    for alike in events.chunk_by(|a, b| whose(a).is_some() && whose(a) == whose(b)) {
        out.push(" ");
        effect(out, battle, alike);
    }
}

/// One thing that an ability did, where its use is not told beside it.
pub(super) fn effect_alone(out: &mut Rich, battle: &Battle, event: &Event) {
    effect(out, battle, &[event]);
    let ability = match event {
        Event::BoonBegan { ability, .. }
        | Event::Rallied { ability, .. }
        | Event::Healed { ability, .. }
        | Event::UnitBoonBegan { ability, .. }
        | Event::CountsAsNotShot { ability, .. } => *ability,
        _ => return,
    };
    say!(out, " That is {}.", name(battle, ability));
}

/// `Alpha: +1 ACC and rerolls of hit rolls of 1 in Shooting this round.` Only boons are told several at once.
fn effect(out: &mut Rich, battle: &Battle, alike: &[&Event]) {
    let [event, ..] = alike else { return };
    match event {
        Event::BoonBegan { squad: who, span, .. } => {
            let boon = |it: &&Event| if let Event::BoonBegan { boon, .. } = it { Some(*boon) } else { None };
            say!(out, "{}: ", squad(battle, *who));
            boons(out, battle, &alike.iter().filter_map(boon).collect::<Vec<Boon>>(), *span);
        }
        Event::UnitBoonBegan { unit: who, boon, span, .. } => {
            say!(out, "{}: ", unit(battle, *who));
            boons(out, battle, &[*boon], *span);
        }
        Event::AbilityInVain { by, ability, .. } => {
            let (what, by) = (name(battle, *ability), caster(battle, *by));
            say!(out, "{what} of {by} came to nothing; its CP are spent all the same (C-4).");
        }
        Event::UnitActedAhead { unit: who, phase, .. } => {
            let (who, did, phase) = (unit(battle, *who), phase_work(*phase), phase.name());
            say!(out, "{who} {did} ahead of the others, to sit {phase} out when it comes (C-6).");
        }
        Event::Rallied { squad: who, .. } => say!(out, "{} came {}.", squad(battle, *who), Bold("back to order")),
        Event::Healed { unit, hp, stands_at, .. } => healed(out, battle, *unit, *hp, *stands_at),
        Event::CountsAsNotShot { squad: who, .. } => {
            say!(out, "{}: this counts as not having shot (S-7).", squad(battle, *who));
        }
        Event::GroundChanged { tiles: changed, terrain, until } => {
            tiles(out, changed);
            say!(out, " turned to {} until the end of round {until}.", battle.board().kind(*terrain).name);
        }
        Event::CommandRegained { by, cp } => {
            let (now, most) = (battle.cp(*by).saturating_add(*cp), battle.setup().caster(*by).cp_max);
            say!(out, "{} regained {cp} CP ({} of {most}).", caster(battle, *by), now.min(most));
        }
        Event::ActedAhead { squad: who, phase, .. } => {
            let (who, did) = (squad(battle, *who), phase_work(*phase));
            say!(out, "{who} {did} ahead, to sit {} out when it comes (C-6).", phase.name());
        }
        Event::Arrived { squad, places } => end::arrived(out, battle, *squad, places),
        Event::ArrivalDelayed { squad } => end::arrival_delayed(out, battle, *squad),
        _ => (),
    }
}

/// `+1 ACC and rerolls of hit rolls of 1 in Shooting this round.`
fn boons(out: &mut Rich, battle: &Battle, boons: &[Boon], span: Span) {
    out.list(boons, |out, it| boon(out, *it));
    match span {
        Span::Phase(phase) => say!(out, " in {} this round.", phase.name()),
        Span::Rounds(rounds) if rounds <= 1 => out.push(" this round."),
        Span::Rounds(rounds) => say!(out, " until the end of round {}.", battle.round() + u16::from(rounds) - 1),
    }
}

fn boon(out: &mut Rich, it: Boon) {
    match it {
        Boon::Modify { stat: changed, by, weapons } => {
            say!(out, "{} {}", Signed(by), stat(changed));
            out.push(match weapons {
                None => "",
                Some(Sort::Melee) => " of melee weapons",
                Some(Sort::Ranged) => " of ranged weapons",
            });
        }
        Boon::RerollMisses => out.push("rerolls of hit rolls that miss"),
        Boon::RerollOnes => out.push("rerolls of hit rolls of 1"),
        Boon::IgnoreCover => out.push("attacks that ignore cover"),
        Boon::IgnoreConcealment => out.push("attacks that ignore concealment"),
        Boon::Grant(tag) => say!(out, "weapons with {tag}"),
    }
}

fn healed(out: &mut Rich, battle: &Battle, who: UnitId, hp: u8, stands_at: Option<Tile>) {
    match stands_at {
        Some(at) => say!(out, "{} {} at {at} with {hp} HP.", unit(battle, who), Bold("stood up again")),
        None => say!(out, "{} is back to {hp} of {} HP.", unit(battle, who), battle.profile(who).hp),
    }
}

/// **C-7**
pub(super) fn ground_restored(out: &mut Rich, battle: &Battle, restored: &[Tile]) {
    let what = restored.first().map_or("", |it| &battle.ground(*it).name);
    say!(out, "No more {what} at ");
    tiles(out, restored);
    out.push(".");
}

/// **H-1**
pub(super) fn hero_moved(out: &mut Rich, battle: &Battle, hero: UnitId, from: SquadId, to: SquadId) {
    let alone = battle.setup().unit(hero).alone;
    say!(out, "{} ", unit(battle, hero));
    if alone == Some(to) {
        say!(out, "left {} and went on alone.", squad(battle, from));
        return;
    }
    say!(out, "joined {}", squad(battle, to));
    if alone != Some(from) {
        say!(out, " from {}", squad(battle, from));
    }
    out.push(".");
}

/// **H-1**
pub(super) fn hero_stayed(out: &mut Rich, battle: &Battle, hero: UnitId, order: HeroMove, why: HeroTrouble) {
    say!(out, "{} ", unit(battle, hero));
    match order {
        HeroMove::Join(to) => say!(out, "did not join {}", squad(battle, to)),
        HeroMove::Leave => say!(out, "did not leave {}", squad(battle, battle.unit(hero).squad)),
    }
    match why {
        HeroTrouble::IsDown => out.push(": down (H-1)."),
        HeroTrouble::TooFar { distance } => say!(out, ": it was {distance} tiles away, and 1 is the most (H-1)."),
        HeroTrouble::SquadIsGone => out.push(": nobody stood there any more (H-1)."),
        HeroTrouble::SquadHasAHero => out.push(": it had a hero already (H-1)."),
    }
}
