//! Sentences of a round as a story, as somebody would tell it afterwards.

use std::collections::BTreeSet;

use crate::brick::battle::{Battle, Event, Loss, Manoeuvre, OrderKind, Refusal, Target, TeamId, WeaponId, Who};
use crate::brick::report::words::{self, all, deed_name, inches, item, squad, target, team_name, unit, weapon, who};
use crate::field::{Objective, Tile, UnitId, each_once, grouped};
use crate::page::words as page_words;
use crate::page::words::{list, times_over, verb};
use crate::page::{Rich, Voice, say, say_if};

/// What one did to another with one weapon in a round, and what came of it.
pub(crate) struct Attack {
    pub(crate) by: Who,
    pub(crate) does: Manoeuvre,
    pub(crate) at: Target,
    pub(crate) weapon: Option<WeaponId>,
    /// What its target did instead of fighting, if it is a blow in return at somebody who struck none.
    pub(crate) foe_does: Option<Manoeuvre>,
    /// How many manoeuvres had been declared when it was last rolled. What several do at once is declared before any
    /// of it.
    pub(crate) step: usize,
    pub(crate) is_thrown: bool,
    pub(crate) is_blast: bool,
    /// Units that rolled for it.
    pub(crate) attackers: Vec<UnitId>,
    pub(crate) rolls: u32,
    pub(crate) hits: u32,
    pub(crate) parried: u32,
    /// Whether it cost somebody HP.
    pub(crate) is_harm: bool,
    pub(crate) killed: Vec<UnitId>,
    pub(crate) downed: Vec<UnitId>,
    /// Units that its misses went into.
    pub(crate) strays: Vec<UnitId>,
    /// What else came of it.
    pub(crate) consequences: Vec<Consequence>,
}

/// What else came of an attack, as the end of its sentence.
pub(crate) struct Consequence {
    /// The unit that it happened to.
    pub(crate) unit: UnitId,
    /// Whether they were pushed or thrown.
    is_push: bool,
    told: Rich,
}

impl Attack {
    /// Whether both attacks are between the same two, either way.
    pub(crate) fn is_between(&self, other: &Attack) -> bool {
        match (self.at.who(), other.at.who()) {
            (Some(own), Some(at)) => (self.by, own) == (other.by, at) || (self.by, own) == (at, other.by),
            _ => (self.by, self.at) == (other.by, other.at),
        }
    }

    /// Whether both came to the same at the same target, and to nothing else.
    pub(crate) fn is_like(&self, other: &Attack) -> bool {
        let deed = |it: &Attack| (it.does, it.at, it.weapon, it.foe_does, it.is_thrown);
        let result = |it: &Attack| (it.rolls, it.hits, it.parried, it.is_harm, it.consequence_count());
        deed(self) == deed(other) && result(self) == result(other) && self.consequence_count() == 0
    }

    /// **BC-3.2** Whether both were made at once, at the same target.
    pub(crate) fn is_one_with(&self, other: &Attack) -> bool {
        (self.does, self.at, self.step) == (other.does, other.at, other.step)
    }

    pub(crate) fn felled(&self) -> usize {
        self.killed.len() + self.downed.len()
    }

    fn consequence_count(&self) -> usize {
        self.felled() + self.strays.len() + self.consequences.len()
    }

    /// Whether what happens to a unit may be a consequence of this attack.
    pub(crate) fn concerns(&self, battle: &Battle, unit: UnitId) -> bool {
        let whose = battle.who(unit);
        match self.at.who() {
            Some(at) if !self.is_blast => [self.by, at].iter().any(|it| *it == whose || *it == Who::Unit(unit)),
            _ => true,
        }
    }
}

/// Part of a sentence: one attack, and everybody whose attack came to the same.
pub(crate) struct Clause<'a> {
    pub(crate) by: Vec<Who>,
    pub(crate) attack: &'a Attack,
}

/// The most clauses in one sentence.
const CLAUSES_TOLD: usize = 4;

/// `Hank attacked Shade with the table leg and hit, but Shade parried; Shade struck back with the knife and missed.`
/// `all_attacks` are those of the round.
pub(crate) fn bout(battle: &Battle, bout: &[Clause<'_>], all_attacks: &[Attack], voice: Voice) -> Rich {
    let mut out = Rich::sentence();
    let attacks: Vec<&Attack> = bout.iter().map(|it| it.attack).collect();
    for (n, Clause { by, attack: it }) in bout.iter().enumerate() {
        out.push(match n {
            0 => "",
            n if n.is_multiple_of(CLAUSES_TOLD) => ". ",
            _ => "; ",
        });
        say!(out, "{} ", all(battle, by));
        let voice = |own: &[String], usual: &[&'static str]| voice.pick(n + it.rolls as usize, own, usual).to_owned();
        let is_armed_otherwise =
            |other: &&Attack| (other.by, other.does) == (it.by, it.does) && other.weapon != it.weapon;
        let names_weapon = matches!(it.by, Who::Unit(_)) || attacks.iter().any(is_armed_otherwise);
        deed(&mut out, battle, it, &attacks[..n], names_weapon, &voice);
        result(&mut out, battle, it, &voice);
        // **BC-3.1** What several did together is told of one of them. The others aren't said to have done nothing.
        let is_shared = |other: &&Attack| other.is_one_with(it) || (is_armed_otherwise(other) && other.at == it.at);
        let others_harmed = all_attacks.iter().filter(is_shared).any(|it| it.is_harm || 0 < it.felled());
        consequences(&mut out, battle, it, others_harmed, &voice);
    }
    out.push(".");
    out
}

type Pick<'a> = dyn Fn(&[String], &[&'static str]) -> String + 'a;

/// `attacked Shade with the table leg`; for a blow in return, `struck back with the knife`; at somebody who does
/// nothing, `struck with the knife at Hank, who ignored the fight,`.
fn deed(out: &mut Rich, battle: &Battle, it: &Attack, earlier: &[&Attack], names_weapon: bool, voice: &Pick<'_>) {
    let at = target(battle, it.at);
    let held = weapon(battle, it.weapon);
    let mut before = earlier.iter().filter(|other| (other.by, other.does) == (it.by, it.does));
    let is_again = before.clone().next().is_some();
    let with = match it.weapon {
        _ if !names_weapon || !it.does.strikes() => String::new(),
        Some(_) => format!(" with the {held}"),
        None => format!(" with {held}"),
    };
    // Together with others that this sentence has told of.
    let is_joined = !is_again && earlier.iter().any(|other| other.is_one_with(it));
    let did = if it.foe_does.is_some() { "struck at" } else { deed_name(it.does) };
    if let Some(foe_does) = it.foe_does.filter(|_| !is_joined) {
        return say!(out, "struck{with} at {at}, who {} the fight,", deed_name(foe_does));
    }
    // In one volley of a squad, different members may have different weapons.
    let is_same_volley = matches!(it.by, Who::Squad(_)) && before.all(|other| other.weapon != it.weapon);
    match it.does {
        // A crash, and no blow.
        Manoeuvre::Charge if it.rolls == 0 => return say!(out, "ran into {at}"),
        Manoeuvre::Shoot if it.is_thrown => return say!(out, "threw the {held} at {at}"),
        _ if is_joined => say!(out, "{did} {at} as well"),
        Manoeuvre::Shoot if is_again && is_same_volley => out.push("shot as well"),
        Manoeuvre::Shoot if is_again => out.push("shot again"),
        Manoeuvre::Counterattack if earlier.last().is_some_and(|other| other.by != it.by || other.does == it.does) => {
            out.push(&voice(&[], &["struck back", "answered", "gave it back"]));
        }
        Manoeuvre::Attack if is_again => out.push("attacked again"),
        Manoeuvre::Attack if earlier.last().is_some_and(|other| other.by == it.by) => out.push("then attacked"),
        Manoeuvre::Attack if !earlier.is_empty() => out.push("attacked in turn"),
        Manoeuvre::Attack => say!(out, "{} {at}", voice(&[], &["attacked", "went for", "came at"])),
        _ => say!(out, "{did} {at}"),
    }
    out.push(&with);
}

fn result(out: &mut Rich, battle: &Battle, it: &Attack, voice: &Pick<'_>) {
    let missed = || voice(&battle.setup().words.missed, &["missed", "hit nothing", "hit only air"]);
    match (it.rolls, it.hits) {
        (0, _) => (),
        _ if !it.does.strikes() => out.push(if it.hits == 0 { " and failed" } else { "" }),
        (1, 0) => say!(out, " and {}", missed()),
        (1, _) => out.push(" and hit"),
        (2, 0) if matches!(it.by, Who::Squad(_)) => out.push(" and missed with both"),
        (rolls, 0) if matches!(it.by, Who::Squad(_)) => say!(out, " and missed with all {rolls}"),
        (2, 2) if matches!(it.by, Who::Squad(_)) => out.push(" and hit with both"),
        (rolls, hits) if matches!(it.by, Who::Squad(_)) && rolls == hits => say!(out, " and hit with all {rolls}"),
        (rolls, hits) if matches!(it.by, Who::Squad(_)) => say!(out, " and hit with {hits} of {rolls}"),
        (rolls, 0) => say!(out, " {} and {}", times_over(rolls), missed()),
        (rolls, hits) => say!(out, " {} and hit {}", times_over(rolls), times_over(hits)),
    }
}

/// If an attack had consequences for more units than these, not all of them are told.
const CONSEQUENCES_TOLD: usize = 2;

/// `, but Shade parried, and Crow fell`
fn consequences(out: &mut Rich, battle: &Battle, it: &Attack, others_harmed: bool, voice: &Pick<'_>) {
    if 0 < it.parried {
        let times =
            if 1 < it.hits && it.parried < it.hits { format!(" {} of them", it.parried) } else { String::new() };
        say!(out, ", but {} parried{times}", target(battle, it.at));
    }
    let mut came: Vec<Rich> = it.is_blast.then(|| Rich::plain("it went off")).into_iter().collect();
    let fell = words::FELL.map(|it| voice(&battle.setup().words.fell, &[it]));
    let gone = words::gone(battle, &it.killed, &it.downed, fell.each_ref().map(String::as_str));
    came.extend(gone.iter().map(|(them, did)| those_who(battle, them, did)));
    if !it.strays.is_empty() {
        let misses = if it.strays.len() == 1 { "a miss".to_owned() } else { format!("{} misses", it.strays.len()) };
        let mut out = Rich::said(format_args!("{misses} went into "));
        fallen(&mut out, battle, &each_once(it.strays.iter().copied()));
        came.push(out);
    }
    came.extend(consequences_told(battle, &it.consequences));
    for (n, what) in came.iter().enumerate() {
        out.push(if n + 1 == came.len() { ", and " } else { ", " });
        out.append(what);
    }
    let is_harmless = came.is_empty() && it.parried == 0 && !it.is_harm && 0 < it.hits && it.does.strikes();
    if is_harmless && !others_harmed {
        out.push(&voice(&[], &[", to no effect", ", but did no harm", ", but it was shrugged off"]));
    }
}

/// The consequences of an attack for one or two units. For more, those who were pushed are only named, and not all of
/// the rest is told.
fn consequences_told(battle: &Battle, all: &[Consequence]) -> Vec<Rich> {
    let units: BTreeSet<UnitId> = all.iter().map(|it| it.unit).collect();
    if units.len() <= CONSEQUENCES_TOLD {
        return all.iter().map(|it| it.told.clone()).collect();
    }
    let pushed: BTreeSet<UnitId> = all.iter().filter(|it| it.is_push).map(|it| it.unit).collect();
    let pushed: Vec<UnitId> = pushed.into_iter().collect();
    let are_several = 1 < pushed.len();
    let rest: Vec<&Consequence> = all.iter().filter(|it| !(are_several && it.is_push)).collect();
    let pushed = are_several.then(|| those_who(battle, &pushed, "were thrown about"));
    let more = (CONSEQUENCES_TOLD < rest.len()).then(|| Rich::plain("more came of it"));
    pushed.into_iter().chain(rest.iter().take(CONSEQUENCES_TOLD).map(|it| it.told.clone())).chain(more).collect()
}

fn those_who(battle: &Battle, them: &[UnitId], did: &str) -> Rich {
    let mut out = Rich::sentence();
    fallen(&mut out, battle, them);
    say!(out, " {did}");
    out
}

/// Units with a name of their own by it, the others of a squad counted: `Captain Pym and 2 of First Rank`.
pub(crate) fn fallen(out: &mut Rich, battle: &Battle, them: &[UnitId]) {
    let setup = battle.setup();
    let by_name = |it: UnitId| Rich::said(format_args!("{}", unit(battle, it)));
    let named = them.iter().filter(|it| setup.counted_in(**it).is_none()).map(|it| by_name(*it));
    let counted = grouped(them.iter().filter_map(|it| Some((setup.counted_in(*it)?, *it))));
    let counted = counted.iter().map(|(squad, them)| match them[..] {
        [only] => by_name(only),
        _ => Rich::said(format_args!("{} of {squad}", them.len())),
    });
    out.list(&named.chain(counted).collect::<Vec<_>>(), Rich::append);
}

/// An event as a consequence of an attack, if it is one.
pub(crate) fn consequence(battle: &Battle, event: &Event) -> Option<Consequence> {
    let mut out = Rich::sentence();
    let first = |who: Who| battle.members(who).first().copied();
    let whose = match event {
        Event::Bailed(it) => {
            say!(out, "{} leapt aside", unit(battle, it.by));
            say_if!(out, battle.setup().has_map && battle.unit(it.by).at != it.to, " to {}", it.to);
            out.push(if it.evades { "" } else { ", but too late" });
            it.by
        }
        Event::Pushed(it) => {
            say!(out, "{} was pushed", unit(battle, it.unit));
            if battle.setup().has_map && battle.unit(it.unit).at != it.to {
                say!(out, " {} to {}", it.heading.letters(), it.to);
            } else if !battle.setup().has_map {
                say!(out, " {} back", inches(it.tiles));
            }
            out.push(if 0 < it.smash { " against what stands there" } else { "" });
            it.unit
        }
        Event::ItemLost { unit: id, item: lost, to, why: Loss::Disarmed } => {
            say!(out, "the {} of {} flew", item(battle, *lost), unit(battle, *id));
            match to.filter(|_| battle.setup().has_map) {
                Some(at) => say!(out, " to {at}"),
                None => out.push(" away"),
            }
            *id
        }
        Event::ItemBroken { unit: id, item: broken, .. } => {
            say!(out, "the {} of {} broke", item(battle, *broken), unit(battle, *id));
            *id
        }
        Event::Grabbed { by, victim } => {
            say!(out, "{} got hold of {}", unit(battle, *by), unit(battle, *victim));
            *by
        }
        Event::Held { target, .. } => {
            say!(out, "{} held", who(battle, *target));
            first(*target)?
        }
        Event::PlateKnocked { squad: it, over, .. } => {
            say!(out, "{} was {}", squad(battle, *it), if *over { "bowled over" } else { "driven back" });
            first(Who::Squad(*it))?
        }
        _ => return None,
    };
    Some(Consequence { unit: whose, is_push: matches!(event, Event::Pushed(_)), told: out })
}

/// `Blue Lancers 2 lost 1 HP (1 left).`
pub(crate) fn hurt(battle: &Battle, hurt: &[(UnitId, u8)]) -> Option<Rich> {
    let mut out = Rich::sentence();
    out.list(hurt, |out, (it, lost)| say!(out, "{} lost {lost} HP ({} left)", unit(battle, *it), battle.unit(*it).hp));
    out.push(".");
    (!hurt.is_empty()).then_some(out)
}

/// `Tex and Morgan could not fight: the target was out of reach.`
pub(crate) fn refused(battle: &Battle, order: OrderKind, why: Refusal, them: &[Who]) -> Rich {
    Rich::written(|out| words::refused(out, battle, them, order, why))
}

/// `Moved: Old Marrow to H6 and Watch to K3.`
pub(crate) fn moved(battle: &Battle, them: &[(Who, Tile)]) -> Option<Rich> {
    page_words::moved(&them.iter().map(|(it, to)| (who(battle, *it), *to)).collect::<Vec<_>>())
}

/// `First Rank and Gold Lancers braced.`
pub(crate) fn all_did(battle: &Battle, them: &[Who], did: &str) -> Option<Rich> {
    (!them.is_empty()).then(|| Rich::said(format_args!("{} {did}.", all(battle, them))))
}

/// `The marines took the relay (CON 4 to 1).`
pub(crate) fn counted(battle: &Battle, place: usize, control: &[u16], now: Objective<TeamId>) -> Rich {
    let name = &battle.setup().objectives[place].name;
    let did = now.owner.map(|it| team_name(battle, it)).map(|team| match battle.objective(place).owner == now.owner {
        true => format!("{team} held {name} alone again"),
        false => format!("{team} took {name}"),
    });
    page_words::counted(name, now.is_contested, did, control.to_vec())
}

/// `In close combat: Hank with Shade; Dolly with Morgan and Bess. Free: Tex.`
pub(crate) fn stand(battle: &Battle, melees: &[(Who, Vec<Who>)], free: &[Who]) -> Option<Rich> {
    let told = melees.iter().map(|(one, others)| (who(battle, *one), all(battle, others)));
    let free = free.iter().map(|it| battle.name(*it));
    let told = page_words::stand("In close combat:", &told.collect::<Vec<_>>(), &free.collect::<Vec<_>>());
    (!melees.is_empty()).then_some(told)
}

/// **BC-3.8** `won by the pirates`, `shared by the cowboys and the pirates`
pub(crate) fn winners(battle: &Battle, them: &[TeamId]) -> Option<String> {
    let names = list(them, |it| team_name(battle, *it));
    (!them.is_empty()).then(|| format!("{} by {names}", verb(them.len(), "won", "shared")))
}
