//! Explains the result of a volley.

use std::collections::BTreeMap;

use crate::dice::D6;
use crate::field::{UnitId, grouped};
use crate::line::battle::{
    Aim, AimSource, Amount, AttackSource, Battle, Fate, Hit, SaveRoll, Shot, Side, Tag, Volley, VolleyKind, Weapon,
    WoundRoll,
};
use crate::line::predict;
use crate::line::report::tally::{self, Tally};
use crate::line::report::why::{AddLine, dice, listed, silence};
use crate::line::report::words::{Milli, Signed, how_many, squad, unit, verb};
use crate::line::rules::preview;
use crate::page::{Bold, Rich, say, say_if};

pub(super) fn explain(line: &mut AddLine<'_>, battle: &Battle, volley: &Volley) {
    line(&|out| who_and_what(out, battle, volley));
    line(&|out| attack_dice(out, battle, volley));
    for (n, aim) in volley.aims.iter().enumerate() {
        let shots: Vec<&Shot> = volley.shots.iter().filter(|it| usize::from(it.aim) == n).collect();
        line(&|out| aimed(out, battle, volley, aim, &shots));
    }
    line(&|out| seen_for_it_shot(out, battle, volley));
    for (roll, hits) in alike(volley, |it| it.wound.map(|it| (it.strength, it.toughness, it.needs))) {
        line(&|out| wounds(out, battle, volley, roll, &hits));
    }
    for (roll, hits) in alike(volley, |it| it.save.map(|it| (it.base, it.piercing, it.cover, it.bonus, it.needs))) {
        line(&|out| saves(out, battle, roll, &hits));
    }
    line(&|out| unsaved(out, battle, volley));
    line(&|out| struck(out, battle, volley));
    line(&|out| without_cover(out, battle, volley));
    line(&|out| expected(out, battle, volley));
    line(&|out| silent(out, battle, volley));
    line(&|out| price(out, battle, volley));
}

/// Hits grouped by `key`, in the order of each group's first hit.
fn alike<K: PartialEq>(volley: &Volley, key: impl Fn(&Hit) -> Option<K>) -> Vec<(K, Vec<&Hit>)> {
    grouped(volley.hits.iter().filter_map(|it| Some((key(it)?, it))))
}

/// Who attacks whom, with the weapon's line.
fn who_and_what(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let does = match volley.kind {
        VolleyKind::Fire => " fires at",
        VolleyKind::Stray => ", whose misses are rolled again (S-9), at",
        VolleyKind::CloseQuarters => " fires at close quarters (M-2) at",
        VolleyKind::Blows => " strikes (M-4)",
        VolleyKind::SpearWall => " strikes first (F-4) at",
    };
    say!(out, "{}{does} {}", squad(battle, volley.by), squad(battle, volley.at));
    let Some(it) = weapon(battle, volley) else {
        out.push(" with bare hands (M-4).");
        return;
    };
    let reach = it.range.map_or("melee".to_owned(), |it| format!("RNG {it}"));
    say!(out, " with {}: {reach}", it.name);
    say!(out, ", ATK {}, ACC {}+, STR {}, AP {}, DMG {}", it.attacks, it.accuracy, it.strength, it.piercing, it.damage);
    it.tags.iter().for_each(|tag| say!(out, ", {tag}"));
    out.push(".");
}

/// **T-5** The dice for ATK.
fn attack_dice(out: &mut Rich, battle: &Battle, volley: &Volley) {
    listed(out, "Dice for ATK (T-5): ", &volley.attack_dice, |out, (who, rolled)| {
        say!(out, "{} rolls ", unit(battle, *who));
        for_amount(out, weapon(battle, volley).map(|it| it.attacks), rolled);
    });
}

/// **T-5** `3 6 halved to 2 3`: dice for a number, and what they count as.
fn for_amount(out: &mut Rich, amount: Option<Amount>, rolled: &[D6]) {
    dice(out, rolled.iter().map(|it| (*it, None)));
    if let Some(amount) = amount.filter(|it| it.sides == 3) {
        out.push(" halved to ");
        out.joined(" ", rolled, |out, it| say!(out, "{}", preview::worth(amount, *it)));
    }
}

/// The weapon of a volley. `None` for bare hands.
fn weapon<'a>(battle: &'a Battle, volley: &Volley) -> Option<&'a Weapon> {
    volley.weapon.map(|it| battle.setup().weapon(it))
}

/// **A-1** One way of aiming: how many attacks, what a die must reach and why, and the dice.
fn aimed(out: &mut Rich, battle: &Battle, volley: &Volley, aim: &Aim, shots: &[&Shot]) {
    if shots.is_empty() {
        return;
    }
    attacks(out, battle, volley, aim, shots);
    out.push(" To hit (A-1): ");
    needs(out, battle, aim);
    out.push(". ");
    let rolled: Vec<(D6, Option<D6>)> = shots.iter().filter_map(|it| Some((it.die?, it.again))).collect();
    if rolled.is_empty() {
        out.push("No roll, as Torrent hits without one (A-6)");
    } else {
        out.push("Dice ");
        dice(out, rolled.iter().copied());
    }
    let landed: usize = shots.iter().filter(|it| 0 < it.hits).count();
    let hits: usize = shots.iter().map(|it| usize::from(it.hits)).sum();
    say!(out, ": {landed} hit");
    say_if!(out, landed < hits, ", and {} more by Sustained, for each natural 6 (A-6)", hits - landed);
    out.push(".");
    let is_again = rolled.iter().any(|it| it.1.is_some());
    say_if!(out, is_again, " A die rolled again counts instead of the first (C-7).");
    let is_six = |it: &&Shot| it.again.or(it.die).is_some_and(|it| it.face() == 6);
    // Nothing but the natural 6 made these shots hit.
    let hits_all_the_same = 6 < aim.needs && volley.kind != VolleyKind::Stray && shots.iter().any(is_six);
    say_if!(out, hits_all_the_same, " A natural 6 hits all the same (A-1).");
}

fn attacks(out: &mut Rich, battle: &Battle, volley: &Volley, aim: &Aim, shots: &[&Shot]) {
    let with_dice = weapon(battle, volley).map(|it| it.attacks).filter(|it| 0 < it.dice);
    let base = |fixed: i16| with_dice.map_or_else(|| fixed.to_string(), |it| it.to_string());
    let units = shots.chunk_by(|a, b| a.unit == b.unit).count();
    say!(out, "{}, {}", how_many(units, "unit", "units"), how_many(shots.len(), "attack", "attacks"));
    match &aim.attacks[..] {
        [] => (),
        [(AttackSource::Base, n)] => say!(out, " ({} each)", base(*n)),
        several => {
            out.push(" (each ");
            out.list(several, |out, (source, n)| match source {
                AttackSource::Base => say!(out, "{}", base(*n)),
                AttackSource::RapidFire => say!(out, "{} Rapid Fire at half range (A-6)", Signed(*n)),
                AttackSource::Blast => say!(out, "{} Blast (A-6)", Signed(*n)),
                AttackSource::Ability(id) => say!(out, "{} {} (C-7)", Signed(*n), battle.setup().ability(*id).name),
            });
            out.push(")");
        }
    }
    out.push(".");
}

/// `4+, −2 broken (L-3), −1 concealed (T-11): −3, held at −2 (S-8), so 6+`
fn needs(out: &mut Rich, battle: &Battle, aim: &Aim) {
    say!(out, "{}+", aim.base);
    if aim.modifiers.is_empty() {
        return;
    }
    for (source, by) in &aim.modifiers {
        say!(out, ", {} ", Signed(*by));
        aim_source(out, battle, *source);
    }
    let sum: i16 = aim.modifiers.iter().map(|it| i16::from(it.1)).sum();
    let is_held = sum != i16::from(aim.sum);
    say_if!(out, is_held, ": {}, held at {} (S-8)", Signed(sum), Signed(aim.sum));
    say_if!(out, !is_held && 1 < aim.modifiers.len(), ": {} in all", Signed(sum));
    say!(out, ", so {}+", aim.needs);
}

fn aim_source(out: &mut Rich, battle: &Battle, source: AimSource) {
    let whose = |it: Side| if it == Side::Players { "your" } else { "the enemy's" };
    match source {
        AimSource::Concealed => out.push("concealed (T-11)"),
        AimSource::Broken => out.push("broken (L-3)"),
        AimSource::Heavy => out.push("Heavy, it did not move last round (A-6)"),
        AimSource::Indirect => out.push("Indirect, without sight (A-6)"),
        AimSource::MoreInMelee(side) => say!(out, "for {} greater number there (S-9)", whose(side)),
        AimSource::LargerInMelee(side) => say!(out, "for {} larger units there (S-9)", whose(side)),
        AimSource::ShieldWall => out.push("the shields beside the target (F-2)"),
        AimSource::Volley => out.push("shooting together (F-3)"),
        AimSource::Ability(id) => say!(out, "{} (C-7)", battle.setup().ability(id).name),
    }
}

/// **T-11, S-7** Ground that would have concealed the target if it had not shot.
fn seen_for_it_shot(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let is_ranged = matches!(volley.kind, VolleyKind::Fire | VolleyKind::Stray);
    let hidden = |it: UnitId| battle.ground(battle.unit(it).at).conceals;
    if is_ranged && battle.squad(volley.at).has_shot && battle.standing(volley.at).any(hidden) {
        let at = squad(battle, volley.at);
        say!(out, "{at} stands where it would be concealed, but has shot this round (T-11, S-7).");
    }
}

/// **A-2** Wound rolls against one toughness.
fn wounds(out: &mut Rich, battle: &Battle, volley: &Volley, roll: (u8, u8, u8), hits: &[&Hit]) {
    let (strength, toughness, needs) = roll;
    say!(out, "To wound (A-2): strength {strength} against toughness {toughness}: {needs}+");
    let tags = volley.weapon.map_or(&[][..], |it| &battle.setup().weapon(it).tags);
    say_if!(out, tags.iter().any(|it| matches!(it, Tag::Anti(_, it) if *it == needs)), " by Anti (A-6)");
    out.push(".");
    let rolls: Vec<WoundRoll> = hits.iter().filter_map(|it| it.wound).collect();
    let rolled: Vec<(D6, Option<D6>)> = rolls.iter().filter_map(|it| Some((it.die?, it.again))).collect();
    let wounding = hits.iter().filter(|it| Fate::Saved <= it.fate).count();
    if !rolled.is_empty() {
        out.push(" Dice ");
        dice(out, rolled.iter().copied());
    }
    let lethal = rolls.len() - rolled.len();
    let and = if rolled.is_empty() { " " } else { " and " };
    say_if!(out, 0 < lethal, "{and}{lethal} without a roll, as a natural 6 to hit is Lethal (A-6)");
    say!(out, ": {wounding} {}.", verb(wounding, "wounds", "wound"));
    let is_again = rolled.iter().any(|it| it.1.is_some());
    say_if!(out, is_again, " What failed was rolled again, as the weapon is Twin-linked (A-6).");
}

/// **A-3** Save rolls of units with the same armour and cover.
fn saves(out: &mut Rich, battle: &Battle, roll: (u8, u8, u8, i8, i8), hits: &[&Hit]) {
    let (base, piercing, cover, bonus, needs) = roll;
    let armour = if base < 7 { format!("{base}+") } else { "no armour".to_owned() };
    say!(out, "To save (A-3): {armour}");
    say_if!(out, 0 < piercing, ", −{piercing} AP");
    if let Some(victim) = hits.iter().find_map(|it| it.victim).filter(|_| 0 < cover) {
        say!(out, ", +{cover} in {} (T-10)", battle.ground(battle.unit(victim).at).name);
    }
    say_if!(out, bonus != 0, ", {} by abilities (C-7)", Signed(bonus));
    match needs {
        ..=1 => out.push(", so always"),
        2..=6 if piercing == 0 && cover == 0 && bonus == 0 => (),
        2..=6 => say!(out, ", so {needs}+"),
        7.. => out.push(", so never"),
    }
    out.push(". Dice ");
    dice(out, hits.iter().filter_map(|it| it.save).map(|it: SaveRoll| (it.die, None)));
    say!(out, ": {} saved.", hits.iter().filter(|it| it.fate == Fate::Saved).count());
}

/// **A-3, A-6** Wounds that no save was rolled for.
fn unsaved(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let unsaved = volley.hits.iter().filter(|it| it.save.is_none() && Fate::Saved < it.fate);
    let has_armour = |it: &&Hit| it.victim.is_none_or(|it| battle.profile(it).save.is_some());
    let (pierced, bare): (Vec<&Hit>, Vec<&Hit>) = unsaved.partition(has_armour);
    let meet = how_many(bare.len(), "wound meets", "wounds meet");
    say_if!(out, !bare.is_empty(), "{meet} no armour, so no save is rolled (A-3).");
    say_if!(out, !bare.is_empty() && !pierced.is_empty(), " ");
    let allow = how_many(pierced.len(), "wound allows", "wounds allow");
    say_if!(out, !pierced.is_empty(), "{allow} no save, as a natural 6 to wound is Devastating (A-6).");
}

/// **A-4, A-5** Which units took damage and why they did, how much, and how many HP they have left.
fn struck(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let mut hp: BTreeMap<UnitId, i16> = BTreeMap::new();
    for hit in volley.hits.iter().filter(|it| Fate::Hurt <= it.fate) {
        let Some(victim) = hit.victim else { continue };
        let left = hp.entry(victim).or_insert(battle.unit(victim).hp);
        let had = *left;
        *left -= i16::from(hit.damage);
        out.push(if out.is_empty() { "Damage goes to (A-5): " } else { "; " });
        say!(out, "{}, {}, {} damage", unit(battle, victim), why_this_one(battle, volley, victim, had), hit.damage);
        if !hit.damage_dice.is_empty() {
            out.push(" (rolled ");
            for_amount(out, weapon(battle, volley).map(|it| it.damage), &hit.damage_dice);
            out.push(")");
        }
        say!(out, ", {had} HP before: ");
        match hit.fate {
            Fate::Downed => out.bold("downed"),
            Fate::Killed => say!(out, "{}, as that is as far below 0 as its full HP (A-4)", Bold("killed")),
            _ => say!(out, "{left} left"),
        }
    }
    out.push(if out.is_empty() { "" } else { "." });
    let lost = volley.hits.iter().filter(|it| it.fate == Fate::Lost).count();
    let (finds, it) = (how_many(lost, "hit finds", "hits find"), verb(lost, "it", "them"));
    let blank = if out.is_empty() { "" } else { " " };
    say_if!(out, 0 < lost, "{blank}{finds} nobody left to take {it} (A-5).");
}

fn why_this_one(battle: &Battle, volley: &Volley, victim: UnitId, had: i16) -> &'static str {
    let is_hero = battle.setup().unit(victim).hero.is_some();
    let is_embedded = is_hero && 1 < battle.squad(volley.at).members.len();
    let has_precision = volley.weapon.is_some_and(|it| battle.setup().weapon(it).traits().precision);
    match () {
        () if is_embedded && has_precision => "as Precision finds the hero first (A-6)",
        () if had < i16::from(battle.profile(victim).hp) => "already hurt",
        () if is_embedded => "the hero, last of all",
        () => "the closest",
    }
}

/// **T-10** The result that the same dice would have had in the open.
fn without_cover(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let Some((_, who, _)) = tally::cover(&[volley]) else { return };
    let ground = &battle.ground(battle.unit(who).at).name;
    let saved = volley.hits.iter().filter(|it| it.fate == Fate::Saved).count();
    match tally::saved_by_cover(volley) {
        0 => say!(out, "The {ground} made no difference to these dice."),
        n => {
            let more = how_many(n, "wound", "wounds");
            say!(out, "Without the {ground}: {} saved instead of {saved}, and {more} more.", saved - n);
        }
    }
}

/// The expected result beside the real one: exact if possible, as in answers to posts, else the estimate that was
/// recorded.
fn expected(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let tally = Tally::of([volley]);
    let exact = predict::rolled_volley(battle, volley).map(|it| (1000.0 * it.mean()).round() as u32);
    let (hits, felled) = (tally.expected_hits_milli, exact.unwrap_or(tally.expected_felled_milli));
    say!(out, "Expected {} hits and {} downed; ", Milli(hits), Milli(felled));
    say!(out, "it came to {} and {}.", tally.hits, tally.felled());
}

/// **S-1** Units that did not attack.
fn silent(out: &mut Rich, battle: &Battle, volley: &Volley) {
    listed(out, "Could not (S-1): ", &volley.silent, |out, it| silence(out, battle, *it));
}

/// **V-3, A-6** What the volley costs: that it used up a One Shot, and that with Assault it costs neither the faster
/// move nor a charge.
fn price(out: &mut Rich, battle: &Battle, volley: &Volley) {
    let assault = volley.weapon.is_some_and(|it| battle.setup().weapon(it).traits().assault);
    let is_free = volley.kind == VolleyKind::Fire && assault && !volley.slows;
    say_if!(out, !volley.spends.is_empty(), "That was its One Shot (A-6).");
    say_if!(out, is_free && !out.is_empty(), " ");
    say_if!(out, is_free, "With Assault, firing costs neither the faster move nor a charge (A-6, V-3).");
}
