//! Sentences about abilities and heroes.

use std::fmt::{self, Display as _};

use crate::field::UnitId;
use crate::line::battle::{
    AbilityId, AbilityOn, AbilityTrouble, Battle, Boon, CasterId, Event, HeroMove, HeroTrouble, Sort, Span, Trigger,
};
use crate::line::report::words::{self, Signed, squad, stat, trigger, unit};
use crate::page::words::times_over;
use crate::page::{Rich, say};

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
            let times = times_over(times.into());
            say!(out, "{caster} had used it {times} {when}, which is as often as it may be (C-4).");
        }
        AbilityTrouble::HeroIsDown => say!(out, "{caster} was down (H-2)."),
        AbilityTrouble::TargetIsGone => out.push("nobody stood there any more (C-4)."),
        AbilityTrouble::OutOfRange { distance, range } => {
            say!(out, "it reaches {range} tiles and the target was {distance} away (C-4).");
        }
    }
}

/// `Rally of Lt. Marsh on Bravo`
pub(super) fn of_on(battle: &Battle, (by, ability, on): Use) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{} of {} on {}", name(battle, ability), caster(battle, by), target(battle, on)))
}

/// What an ability did, after the sentence about its use. Boons on one squad for one span are told together.
pub(super) fn effects(out: &mut Rich, battle: &Battle, events: &[&Event]) {
    let whose = |it: &Event| if let Event::BoonBegan { squad, span, .. } = it { Some((*squad, *span)) } else { None };
    for alike in events.chunk_by(|a, b| whose(a).is_some() && whose(a) == whose(b)) {
        out.push(" ");
        words::write_events(out, battle, alike);
    }
}

/// Names the ability that did something, if its use isn't told beside it.
pub(super) fn whose_doing(out: &mut Rich, battle: &Battle, event: &Event) {
    if let Event::BoonBegan { ability, .. }
    | Event::Rallied { ability, .. }
    | Event::Healed { ability, .. }
    | Event::UnitBoonBegan { ability, .. }
    | Event::CountsAsNotShot { ability, .. } = event
    {
        say!(out, " That is {}.", name(battle, *ability));
    }
}

/// `Alpha: +1 ACC and rerolls of hit rolls of 1 in Shooting this round.`
pub(super) fn boons(out: &mut Rich, battle: &Battle, who: impl fmt::Display, boons: &[Boon], span: Span) {
    say!(out, "{who}: ");
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
            let of = match weapons {
                None => "",
                Some(Sort::Melee) => " of melee weapons",
                Some(Sort::Ranged) => " of ranged weapons",
            };
            say!(out, "{} {}{of}", Signed(by), stat(changed));
        }
        Boon::RerollMisses => out.push("rerolls of hit rolls that miss"),
        Boon::RerollOnes => out.push("rerolls of hit rolls of 1"),
        Boon::IgnoreCover => out.push("attacks that ignore cover"),
        Boon::IgnoreConcealment => out.push("attacks that ignore concealment"),
        Boon::Grant(tag) => say!(out, "weapons with {tag}"),
    }
}

/// **H-1**
pub(super) fn hero_stayed(out: &mut Rich, battle: &Battle, hero: UnitId, order: HeroMove, why: HeroTrouble) {
    let (did, of) = match order {
        HeroMove::Join(to) => ("join", to),
        HeroMove::Leave => ("leave", battle.unit(hero).squad),
    };
    say!(out, "{} did not {did} {}", unit(battle, hero), squad(battle, of));
    match why {
        HeroTrouble::IsDown => out.push(": down (H-1)."),
        HeroTrouble::TooFar { distance } => say!(out, ": it was {distance} tiles away, and 1 is the most (H-1)."),
        HeroTrouble::SquadIsGone => out.push(": nobody stood there any more (H-1)."),
        HeroTrouble::SquadHasAHero => out.push(": it had a hero already (H-1)."),
    }
}
