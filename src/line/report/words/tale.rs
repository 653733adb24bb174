//! Sentences of a round's story, as somebody would tell it afterwards.

use std::collections::BTreeSet;
use std::fmt;

use crate::field::{SquadId, Tile, UnitId, grouped, pick, summed};
use crate::line::battle::{Battle, Charge, Event, FormationId, Kind, Side, Silence, UnitState, WeaponId};
use crate::line::report::words::end::IF_BROKEN;
use crate::line::report::words::formation::named;
use crate::line::report::words::{Sum, attack, command, nobody_left, side, squad, unit};
use crate::line::rules::RULES;
use crate::page::words::{self as page_words, how_many, list, verb};
use crate::page::{Bold, Rich, Span, Voice, say, say_if};

/// **L-3** The word that each sentence about a squad that breaks contains.
const BROKE: &str = "broke";

/// What felled a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FallCause {
    Fire(SquadId),
    /// **M-2, M-4, F-4**
    InMelee(SquadId),
    /// **S-9** Stray fire of its own side.
    Astray(SquadId),
    /// **V-6** On the way out of a melee.
    GettingAway,
    /// **A-6** Its own weapon.
    Hazard,
    /// **G-1**
    Gm,
}

/// How a unit that still lies there fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    pub(crate) unit: UnitId,
    pub(crate) cause: FallCause,
    pub(crate) round: u16,
    /// The index of its event among those that were searched.
    pub(crate) event: usize,
    /// The unit that did it, if it was another.
    pub(crate) by: Option<UnitId>,
    /// `None` for bare hands, or if no weapon did it.
    pub(crate) weapon: Option<WeaponId>,
}

/// What one squad lost.
pub(crate) struct Loss {
    pub(crate) squad: SquadId,
    pub(crate) fell: Vec<Fall>,
}

/// What one squad went through in a round.
pub(crate) struct SquadRound<'a> {
    pub(crate) squad: SquadId,
    pub(crate) loss: Option<&'a Loss>,
    pub(crate) charge: Option<&'a Charge>,
    /// Whether it lost somebody before it charged, or didn't charge.
    pub(crate) is_hit_first: bool,
    /// **V-6** Whether it got out of a melee, if it tried to.
    pub(crate) getaway: Option<bool>,
    pub(crate) is_gone: bool,
    pub(crate) broke: bool,
    pub(crate) rallied: bool,
}

impl SquadRound<'_> {
    /// Whether there is anything to tell.
    pub(crate) fn has_news(&self) -> bool {
        self.loss.is_some() || self.charge.is_some() || self.getaway.is_some() || self.broke || self.rallied
    }

    /// How many it lost.
    pub(crate) fn lost_count(&self) -> usize {
        self.loss.map_or(0, |it| it.fell.len())
    }
}

/// `Third Draft lost 4 of 12 to Kestrel.`
/// `Third Draft lost 4 to Kestrel, charged Bramble (needed 3, rolled 8), and broke with 4 of 12 left.`
pub(crate) fn squad_round(battle: &Battle, it: &SquadRound, voice: Voice) -> Rich {
    let n = usize::from(it.squad.0);
    // The number of all is told once: where a squad breaks or is gone, that clause tells how many are left.
    let of = (!it.broke && !it.is_gone).then(|| battle.standing(it.squad).count() + it.lost_count());
    let lost = it.loss.map(|loss| Rich::written(|out| lost(out, battle, loss, of)));
    let mut clauses: Vec<Rich> = lost.clone().filter(|_| it.is_hit_first).into_iter().collect();
    let form = |usual: [&'static str; 3]| Rich::plain(voice.pick(n, &[], &usual));
    clauses.extend(it.getaway.map(|is_away| match is_away {
        true => form(["got out of the melee", "got clear of the melee", "fell back and got out of the melee"]),
        false => form([
            "tried to get out of the melee but could not",
            "tried to get clear of the melee but did not come away",
            "tried to fall back but stayed in melee",
        ]),
    }));
    clauses.extend(it.charge.map(|charge| Rich::written(|out| charged(out, battle, charge, voice))));
    clauses.extend(lost.filter(|_| !it.is_hit_first));
    if it.broke {
        let own = if battle.side(it.squad) == Side::Enemy { &battle.setup().words.broke[..] } else { &[] };
        let broke = match voice.pick(n, own, &["broke", "lost heart and broke", "wavered and broke"]) {
            // **L-3** It is the word that people know and look for.
            own if !own.contains(BROKE) => format!("{BROKE} and {own}"),
            it => it.to_owned(),
        };
        clauses.push(match (battle.standing(it.squad).count(), battle.squad(it.squad).starting) {
            // A squad of one.
            (_, 1) => Rich::plain(broke),
            (standing, all) => Rich::said(format_args!("{broke}, with {standing} of {all} left")),
        });
    }
    let rallied = ["came back to order", "took heart and came back to order", "closed up and came back to order"];
    clauses.extend(it.rallied.then(|| form(rallied)));
    let mut out = Rich::said(format_args!("{}", squad(battle, it.squad)));
    for (n, clause) in clauses.iter().enumerate() {
        out.push(match n {
            0 => " ",
            _ if n + 1 == clauses.len() => ", and ",
            _ => ", ",
        });
        out.append(clause);
    }
    out.push(".");
    let gone = ["None of them is left standing", "That was the last of them", "Not one of them is left"];
    let were_several = 1 < battle.squad(it.squad).members.len();
    say_if!(out, it.is_gone && were_several, " {}.", Bold(form(gone).text()));
    out
}

/// `lost 3 of 8 (2 to Alpha and 1 to Bravo in melee; 1 killed)`, `lost Captain Stahl and 2 others to Alpha`
fn lost(out: &mut Rich, battle: &Battle, it: &Loss, of: Option<usize>) {
    let killed = it.fell.iter().filter(|it| is_dead(battle, it.unit)).count();
    if let ([_], [only]) = (&battle.squad(it.squad).members[..], &it.fell[..]) {
        let fell = if killed == 0 { "was brought down" } else { "was destroyed" };
        return say!(out, "{fell}{}", cause_words(battle, BY, it.squad, only.cause));
    }
    let count = it.fell.len();
    let killed = match killed {
        0 => None,
        1 if count == 1 => Some("killed".to_owned()),
        2 if count == 2 => Some("both killed".to_owned()),
        all if all == count => Some("all killed".to_owned()),
        some => Some(format!("{some} killed")),
    };
    out.push("lost ");
    // These units have sentences of their own, so their names show here that nobody else is meant.
    let has_own_sentence = |it: &UnitId| battle.setup().is_named(*it) && !battle.setup().is_in_named_squad(*it);
    let named: Vec<UnitId> = it.fell.iter().map(|it| it.unit).filter(has_own_sentence).collect();
    let names = |out: &mut Rich, who: &UnitId| out.bold(unit(battle, *who));
    match count - named.len() {
        _ if named.is_empty() => {
            say!(out, "{count}");
            out.joined("", of, |out, of| say!(out, " of {of}"));
        }
        0 => out.list(&named, names),
        others => {
            out.joined(", ", &named, names);
            say!(out, " and {}", how_many(others, "other", "others"));
        }
    }
    let mut causes: Vec<(FallCause, usize)> = summed(it.fell.iter().map(|it| (it.cause, 1)));
    causes.sort_unstable();
    if let [(cause, _)] = causes[..] {
        say!(out, "{}", cause_words(battle, TO, it.squad, cause));
        return out.joined("", killed, |out, it| say!(out, " ({it})"));
    }
    let melee = |it: &(FallCause, usize)| if let FallCause::InMelee(who) = it.0 { Some((who, it.1)) } else { None };
    let melees: Vec<(SquadId, usize)> = causes.iter().filter_map(melee).collect();
    // Of several melees `in melee` is said only once.
    let is_told_apart = 1 < melees.len();
    causes.retain(|it| !is_told_apart || melee(it).is_none());
    out.push(if causes.is_empty() { " in melee (" } else { " (" });
    out.list(&causes, |out, (cause, n)| say!(out, "{n}{}", cause_words(battle, TO, it.squad, *cause)));
    if is_told_apart {
        out.push(if causes.is_empty() { "" } else { "; in melee " });
        out.list(&melees, |out, (who, n)| say!(out, "{n} to {}", squad(battle, *who)));
    }
    out.joined("", killed, |out, it| say!(out, "; {it}"));
    out.push(")");
}

/// **V-7** `charged Bramble (needed 3, rolled 8)`
fn charged(out: &mut Rich, battle: &Battle, it: &Charge, voice: Voice) {
    let target = squad(battle, it.target);
    let n = usize::from(it.squad.0);
    match (it.made, it.needed) {
        (true, _) => {
            say!(out, "{} {target}", voice.pick(n, &[], &["charged", "charged home against", "charged straight into"]));
        }
        (false, None) => say!(out, "found no way to charge {target}"),
        // Two dice never show more than 12.
        (false, Some(needed @ 13..)) => {
            return say!(out, "could not get near enough to charge {target} (needed {needed})");
        }
        (false, Some(_)) => {
            let short = voice.pick(n, &[], &["did not get there", "fell short", "came up short"]);
            say!(out, "charged {target} but {short}");
        }
    }
    if let (Some(needed), Some(dice)) = (it.needed, it.dice) {
        let rolled = Sum(dice).total();
        // Two dice never show less than 2.
        match it.opposed {
            Some(opposed) if needed <= 2 => say!(out, " (rolled {rolled} against {})", Sum(opposed).total()),
            Some(opposed) => say!(out, " (needed {needed}, rolled {rolled} against {})", Sum(opposed).total()),
            None if needed <= 2 => (),
            None => say!(out, " (needed {needed}, rolled {rolled})"),
        }
    }
}

/// Words before the hand that units were lost to: `to Alpha`, `to Alpha in melee`, `to stray shots of its own`.
const TO: [&str; 4] = ["to", "stray shots of its own", "stray shots", "a weapon of its own"];

/// Words before the hand that a unit fell by: `by Alpha`, `by Alpha in melee`, `by a stray shot from Alpha`.
const BY: [&str; 4] = ["by", "a stray shot from the same squad", "a stray shot", "the squad's own weapon"];

/// The hand that felled a unit of squad `whose`, in the words of [`TO`] or [`BY`].
fn cause_words(battle: &Battle, words: [&'static str; 4], whose: SquadId, cause: FallCause) -> impl fmt::Display {
    let [to, own_stray, stray, own_weapon] = words;
    fmt::from_fn(move |f| match cause {
        FallCause::Fire(who) => write!(f, " {to} {}", squad(battle, who)),
        FallCause::InMelee(who) => write!(f, " {to} {} in melee", squad(battle, who)),
        FallCause::Astray(who) if who == whose => write!(f, " {to} {own_stray}"),
        FallCause::Astray(who) => write!(f, " {to} {stray} from {}", squad(battle, who)),
        FallCause::GettingAway => f.write_str(" on the way out of the melee"),
        FallCause::Hazard => write!(f, " {to} {own_weapon}"),
        FallCause::Gm => write!(f, " {to} the GM's hand"),
    })
}

/// Whether a unit that fell is dead.
pub(crate) fn is_dead(battle: &Battle, it: UnitId) -> bool {
    battle.unit(it).state == UnitState::Killed
}

/// `Captain Stahl was killed by Alpha.`
pub(crate) fn named_unit_fell(battle: &Battle, it: &Fall, voice: Voice) -> Rich {
    let n = usize::from(it.unit.0);
    let fell = match is_dead(battle, it.unit) {
        true => voice.pick(n, &[], &["was killed", "is dead, struck down", "fell, killed"]),
        false => voice.pick(n, &[], &["is down, felled", "was brought down", "went down, hit"]),
    };
    let by = cause_words(battle, BY, battle.unit(it.unit).squad, it.cause);
    Rich::said(format_args!("{} {fell}{by}.", Bold(unit(battle, it.unit))))
}

/// **X-1, X-2** `Captain Stahl was brought down by Alpha in round 4, having felled 3, and was left behind.` If he
/// `was_found`, a die decided that he lives or is dead. A carried unit comes home only once the battle is over.
pub(crate) fn named_unit_fate(battle: &Battle, it: &Fall, was_found: bool, felled: usize, is_over: bool) -> Rich {
    let by = cause_words(battle, BY, battle.unit(it.unit).squad, it.cause);
    let mut out =
        Rich::said(format_args!("{} was brought down{by} in round {}", Bold(unit(battle, it.unit)), it.round));
    say_if!(out, 0 < felled, ", having felled {felled},");
    out.push(match battle.unit(it.unit).state {
        UnitState::Killed => " and is dead.",
        // Nobody takes a structure home, nor looks for it.
        _ if battle.profile(it.unit).kind == Kind::Structure => ".",
        _ if was_found => " and was left behind, but found alive.",
        UnitState::Downed if battle.is_annihilated(battle.unit(it.unit).squad) => " and was left behind.",
        UnitState::Downed if !is_over => " and is carried.",
        UnitState::Downed => " and comes home wounded.",
        _ => " and was left behind.",
    });
    out
}

/// `Wren and Ames of Otter are down.`
pub(crate) fn are_down(battle: &Battle, them: &[Fall]) -> Rich {
    let mut out = Rich::sentence();
    out.list(them, |out, it| out.bold(unit(battle, it.unit)));
    out.joined("", them.first(), |out, it| say!(out, " of {}", squad(battle, battle.unit(it.unit).squad)));
    out.push(verb(them.len(), " is down.", " are down."));
    out
}

/// **X-1, X-2** `Otter: Wren and Ames (felled 2) fell to Mill Husks in melee in round 6, Dobbs to Reed Husks in round
/// 3, and come home wounded.` Units of one squad, each with the number that it felled.
pub(crate) fn named_units_fate(battle: &Battle, them: &[(Fall, usize)], were_found: bool, is_over: bool) -> Rich {
    let mut out = Rich::sentence();
    let Some((first, _)) = them.first() else { return out };
    let home = battle.unit(first.unit).squad;
    say!(out, "{}: ", squad(battle, home));
    let mut by_cause: Vec<(Fall, usize)> = them.to_vec();
    by_cause.sort_by_key(|it| (it.0.round, it.0.cause));
    for (n, same) in by_cause.chunk_by(|a, b| (a.0.round, a.0.cause) == (b.0.round, b.0.cause)).enumerate() {
        out.push(if n == 0 { "" } else { ", " });
        out.list(same, |out, (it, felled)| has_felled(out, battle, it.unit, *felled));
        out.push(if n == 0 { " fell" } else { "" });
        let Fall { cause, round, .. } = same[0].0;
        say!(out, "{} in round {round}", cause_words(battle, TO, home, cause));
    }
    let (s, are) = if them.len() == 1 { ("s", "is") } else { ("", "are") };
    match battle.unit(first.unit).state {
        _ if were_found => out.push(", left behind, but found alive."),
        UnitState::Downed if battle.is_annihilated(home) => out.push(", left behind."),
        UnitState::Downed if !is_over => say!(out, ", and {are} carried."),
        UnitState::Downed => say!(out, ", and come{s} home wounded."),
        _ => out.push(", left behind."),
    }
    out
}

/// **X-3** `Lt. Marsh (felled 3), Doc Varga and 4 others came through.` Of units that are some of many, only those that
/// felled somebody are named.
pub(crate) fn came_through(battle: &Battle, them: &[(UnitId, usize)]) -> Option<Rich> {
    let mut out = Rich::sentence();
    let is_told = |it: &&(UnitId, usize)| 0 < it.1 || !battle.setup().is_in_named_squad(it.0);
    let mut told: Vec<Option<&(UnitId, usize)>> = them.iter().filter(is_told).map(Some).collect();
    let others = them.len() - told.len();
    told.extend((0 < others).then_some(None));
    out.list(&told, |out, it| match it {
        Some((it, felled)) => has_felled(out, battle, *it, *felled),
        None => say!(out, "{others} {}", verb(others, "other", "others")),
    });
    out.push(" came through.");
    (!them.is_empty()).then_some(out)
}

/// `Lt. Marsh (felled 3)`
fn has_felled(out: &mut Rich, battle: &Battle, who: UnitId, felled: usize) {
    out.bold(unit(battle, who));
    say_if!(out, 0 < felled, " (felled {felled})");
}

/// `Hammers lost 4 (3 to Alpha and 1 to Quarry Gang; 1 killed). Nobody of Hammers is left standing.`
pub(crate) fn losses(battle: &Battle, it: &Loss) -> Rich {
    let mut out = Rich::said(format_args!("{} ", squad(battle, it.squad)));
    lost(&mut out, battle, it, None);
    out.push(".");
    if battle.is_annihilated(it.squad) && 1 < battle.squad(it.squad).members.len() {
        nobody_left(&mut out, battle, it.squad);
    }
    out
}

/// `Captain Stahl stood up again.`
pub(crate) fn named_unit_rose(battle: &Battle, it: UnitId) -> Rich {
    Rich::said(format_args!("{} stood up again.", Bold(unit(battle, it))))
}

/// `2 of Alpha stood up again.`
pub(crate) fn rose(battle: &Battle, who: SquadId, count: usize) -> Rich {
    Rich::said(format_args!("{count} of {} stood up again.", squad(battle, who)))
}

/// `Lt. Marsh lost 1 HP to Boyz and has 2 of 3 left.`
pub(crate) fn hurt(battle: &Battle, it: UnitId, lost: i16, by: &[SquadId]) -> Rich {
    let mut out = Rich::sentence();
    let of = battle.unit(it).squad;
    // A squad of one goes by the squad's name, unless its unit has a name of its own.
    match battle.squad(of).members[..] {
        [_] if !battle.setup().is_named(it) => say!(out, "{}", squad(battle, of)),
        _ => say!(out, "{}", Bold(unit(battle, it))),
    }
    say!(out, " lost {lost} HP");
    say_if!(out, !by.is_empty(), " to {}", list(by, |it| squad(battle, *it)));
    say!(out, " and has {} of {} left.", battle.unit(it).hp, battle.profile(it).hp);
    out
}

/// `Hedgehog hurt 3 of Window Glaziers (4 HP lost).`
pub(crate) fn hurt_of_squad(battle: &Battle, who: SquadId, count: usize, lost: i16, by: &[SquadId]) -> Rich {
    let (who, are, by_whom) = (squad(battle, who), verb(count, "is", "are"), list(by, |it| squad(battle, *it)));
    match by {
        [] => Rich::said(format_args!("{count} of {who} {are} hurt ({lost} HP lost).")),
        _ => Rich::said(format_args!("{by_whom} hurt {count} of {who} ({lost} HP lost).")),
    }
}

/// **O-1** `The enemy takes the crossroads (CON 3 to 2).`
pub(crate) fn counted(battle: &Battle, count: &Event) -> Rich {
    let Event::ObjectiveCounted { objective, control, owner, contested } = count else { return Rich::default() };
    let name = &battle.setup().objective(*objective).name;
    let s = if *owner == Some(Side::Enemy) { "s" } else { "" };
    let did = owner.map(side).map(|who| match battle.objective(*objective).owner == *owner {
        true => format!("{who} hold{s} {name} alone again"),
        false => format!("{who} take{s} {name}"),
    });
    page_words::counted(name, *contested, did, vec![control.players, control.enemy])
}

/// `Bramble and Lantern fired at Third Draft; Mule Battery at Hammers and Boyz, and felled nobody there.` Other squads
/// may have felled some of the targets.
pub(crate) fn fired_in_vain(battle: &Battle, who: &[(SquadId, SquadId)], voice: Voice) -> Option<Rich> {
    let mut out = Rich::sentence();
    let mut at = grouped(who.iter().map(|(by, target)| (*target, *by)));
    at.sort_by_key(|it| who.iter().position(|first| first.0 == it.1[0]));
    let volleys: Vec<&[(SquadId, Vec<SquadId>)]> = at.chunk_by(|a, b| a.1 == b.1).collect();
    for (n, same) in volleys.iter().enumerate() {
        let by = list(&same[0].1, |it| squad(battle, *it));
        let (mark, fired) = if n == 0 { ("", "fired ") } else { ("; ", "") };
        let targets = list(same, |it| squad(battle, it.0));
        say!(out, "{mark}{by} {fired}at {targets}");
    }
    let usual = ["felled nobody there", "hurt nobody there", "it came to nothing"];
    say!(out, ", and {}.", voice.pick(who.len(), &battle.setup().words.vain, &usual));
    (!at.is_empty()).then_some(out)
}

/// **S-5** `Candle and Longarm fired at Night Watch, where nobody stood any more.`
pub(crate) fn wasted(battle: &Battle, by: &[SquadId], target: SquadId) -> Rich {
    let by = list(by, |it| squad(battle, *it));
    Rich::said(format_args!("{by} fired at {}, where nobody stood any more.", squad(battle, target)))
}

/// **F-3** `Alpha + Bravo fired a volley at Boyz 3, who no longer stood.` A volley is aimed at one unit.
pub(crate) fn volley_lost(battle: &Battle, formation: FormationId, target: UnitId) -> Rich {
    let (by, at) = (named(battle, formation), unit(battle, target));
    Rich::said(format_args!("{by} fired a volley at {at}, who no longer stood."))
}

/// **S-1** `2 of Toll House could not fire at Roof Runners: too few for the crew.`
pub(crate) fn held(battle: &Battle, by: SquadId, target: SquadId, silent: &[(UnitId, Silence)]) -> Rich {
    let mut out = Rich::sentence();
    let units: BTreeSet<UnitId> = silent.iter().map(|it| it.0).collect();
    let are_some = (1..battle.standing(by).count()).contains(&units.len());
    say_if!(out, are_some, "{} of ", units.len());
    attack::held(&mut out, battle, by, target, silent);
    out
}

/// **V-1** `Moved: Quarry Gang to S9 and First Draft to P15.`
pub(crate) fn moved(battle: &Battle, who: &[(SquadId, Tile)]) -> Option<Rich> {
    page_words::moved(&who.iter().map(|(who, to)| (squad(battle, *who), *to)).collect::<Vec<_>>())
}

/// `Lantern and Wet Pikes traded blows, to no effect.`, or `Lantern struck at Wet Pikes and felled nobody there.`
pub(crate) fn fought_in_vain(battle: &Battle, melees: &[(SquadId, SquadId, bool)], voice: Voice) -> Vec<Rich> {
    let how = [
        "traded blows, to no effect",
        "fought hand to hand, and neither hurt the other",
        "struck at each other in vain",
    ];
    let told = |&(by, at, is_mutual): &(SquadId, SquadId, bool)| {
        let n = usize::from(by.0);
        let (by, at) = (squad(battle, by), squad(battle, at));
        match is_mutual {
            true => Rich::said(format_args!("{by} and {at} {}.", voice.pick(n, &[], &how))),
            false => Rich::said(format_args!("{by} struck at {at} and felled nobody there.")),
        }
    };
    melees.iter().map(told).collect()
}

/// **C-4** `Lt. Marsh used Steady Aim on Alpha and Rally on Bravo; Doc Varga used Dress Wounds on Bramble in vain.` An
/// ability that waited for a moment that never came was used in vain as well (Q-B7).
pub(crate) fn used(battle: &Battle, events: &[Event]) -> Option<Rich> {
    let in_vain = |by, ability, on| {
        let came_to_nothing = [Event::AbilityInVain { by, ability, on }, Event::AbilityLapsed { by, ability, on }];
        came_to_nothing.iter().any(|it| events.contains(it))
    };
    let used = grouped(pick!(
        events,
        &Event::AbilityUsed { by, ability, on, .. } => ((by, in_vain(by, ability, on)), (ability, on)),
    ));
    let mut out = Rich::sentence();
    out.joined("; ", &used, |out, ((by, in_vain), what)| {
        command::uses(out, battle, *by, what);
        out.push(if *in_vain { " in vain" } else { "" });
    });
    out.push(".");
    (!used.is_empty()).then_some(out)
}

/// The sentence for a round in which nobody fired or struck.
pub(crate) fn quiet(voice: Voice) -> Rich {
    let usual = ["Nobody fired a shot.", "It stayed quiet: nobody fired or struck.", "No shot fell and no blow."];
    Rich::plain(voice.pick(0, &[], &usual))
}

/// **T-7, M-1** `In melee: Alpha with Second Draft; Quarry Gang with Hammers and Boyz. Free: Kestrel and Bows (Tollers
/// in reach).` Each squad stands with the enemies that it can strike.
pub(crate) fn stand(
    battle: &Battle,
    melees: &[(SquadId, Vec<SquadId>)],
    free: &[(SquadId, Vec<SquadId>)],
) -> Option<Rich> {
    let name = |it: &SquadId| battle.setup().squad(*it).name.as_str();
    let is_told = !melees.is_empty() || free.iter().any(|it| !it.1.is_empty());
    let melees = melees.iter().map(|(own, enemies)| (squad(battle, *own), list(enemies, |it| squad(battle, *it))));
    let free = free.iter().map(|(own, reached)| match reached[..] {
        [] => name(own).to_owned(),
        _ => format!("{} ({} in reach)", name(own), list(reached, name)),
    });
    let told = page_words::stand("In melee:", &melees.collect::<Vec<_>>(), &free.collect::<Vec<_>>());
    is_told.then_some(told)
}

/// **L-3** `Broken: Quarry Gang and Otter (no CON, −2 ACC, half move).` Players need this for their next orders.
pub(crate) fn broken(battle: &Battle, who: &[SquadId]) -> Option<Rich> {
    let who_told = list(who, |it| squad(battle, *it));
    (!who.is_empty()).then(|| Rich::said(format_args!("{} {who_told} ({IF_BROKEN}).", Bold("Broken:"))))
}

/// A sentence of the ledger without the rules that it cites.
pub(crate) fn without_rules(told: &Rich) -> Rich {
    let mut out = Rich::sentence();
    for Span { text, style } in told.spans() {
        match style {
            Some(style) => out.marked(style, |out| out.push(text)),
            None => push_without_rules(&mut out, text),
        }
    }
    out
}

fn push_without_rules(out: &mut Rich, text: &str) {
    let mut parts = text.split(" (");
    out.push(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once(')').filter(|it| RULES.iter().any(|rule| rule.id == it.0)) {
            Some((_, rest)) => out.push(rest),
            None => say!(out, " ({part}"),
        }
    }
}
