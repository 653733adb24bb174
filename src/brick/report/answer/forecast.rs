//! What an order may come to, as things stand.

use crate::brick::battle::{
    Battle, Charge, Event, Melee, Movement, Order, OrderKind, Orders, Organise, Phase, Refusal, Shoot, Swing, Target,
    Who, Whose,
};
use crate::brick::odds;
use crate::brick::odds::{ClashOdds, Fall, Odds, ShotOdds};
use crate::brick::report::answer::Asked;
use crate::brick::report::words;
use crate::brick::rules;
use crate::dice::Dice;
use crate::field::{Tile, UnitId};
use crate::page::words::{Milli, count};
use crate::page::{Mark, Rich, say};

/// What may come of an order, and whether that is in doubt.
pub(super) fn of(asked: &Asked<'_>, order: &Order) -> (Mark, Option<String>) {
    let mut out = Rich::sentence();
    let tried = match order {
        Order::Shoot(who, shoot) => shooting(&mut out, asked, *who, shoot),
        Order::Measure(_) | Order::Policy(..) => Ok(Mark::Taken),
        Order::Melee(who, order @ Melee::Attack(_)) => fighting(&mut out, asked, *who, order),
        Order::Move(who, Movement::Charge(it)) => charging(&mut out, asked, *who, it),
        other => tried(&mut out, asked, other),
    };
    let mark = tried.unwrap_or_else(|why| {
        out = Rich::plain("as things stand it comes to nothing: ");
        words::refusal(&mut out, asked.battle, why);
        out.push(if why == Refusal::NotMeasured { ". Say it with the order, such as \"range 7\"." } else { "." });
        Mark::Doubtful
    });
    (mark, (!out.is_empty()).then(|| out.text().to_owned()))
}

/// **BX-13** With all who shoot with it. Whoever is stopped from the first has no forecast.
fn shooting(out: &mut Rich, asked: &Asked<'_>, who: Who, shoot: &Shoot) -> Result<Mark, Refusal> {
    let battle = &commanded(asked, who);
    let others = asked.orders.shoot.iter().filter(|(other, it)| {
        *other != who
            && shoot.combine.is_some()
            && it.combine == shoot.combine
            && it.target == shoot.target
            && !battle.is_hostile(who, *other)
    });
    let together: Vec<(Who, &Shoot)> = others.chain([(who, shoot)]).collect();
    let odds = odds::shoot(asked.rules, battle, &together);
    if let Some((_, why)) = odds.refused.iter().find(|it| it.0 == who) {
        return Err(*why);
    }
    if 1 < together.len() {
        out.push("with ");
        let others: Vec<Who> = together.iter().map(|it| it.0).filter(|it| *it != who).collect();
        words::all(out, battle, &others);
        out.push(": ");
    }
    if shoot.momentum {
        // How far it carries is rolled first.
        out.push("the momentum is rolled before it is known how far that is.");
        return Ok(Mark::Taken);
    }
    shots(out, &odds);
    Ok(fall(out, battle, &odds, who, shoot.target))
}

/// The battle as it is when Command is over, as far as whoever asks knows: squads as they are ordered, and what their own
/// side has said in advance.
fn commanded(asked: &Asked<'_>, who: Who) -> Battle {
    let mut battle = asked.battle.clone();
    let alone = prepared(asked);
    let events = rules::resolve(asked.rules, asked.battle, &alone, &mut Dice::keyed([0; 32]));
    let is_shooting = |it: &&Event| matches!(it, Event::PhaseBegan { phase: Phase::Shooting });
    events.iter().take_while(|it| !is_shooting(it)).for_each(|it| battle.apply(it));
    let team = battle.team(who);
    for (whose, change) in &asked.orders.policies {
        let theirs = match whose {
            Whose::One(id) => battle.team(*id),
            Whose::Team(team) => Some(*team),
        };
        if theirs == team {
            battle.apply(&Event::PolicySet { whose: *whose, change: change.clone() });
        }
    }
    battle
}

/// What comes before anybody does anything: how squads come and go, and what was said of a real table.
fn prepared(asked: &Asked<'_>) -> Orders {
    let Orders { organise, measures, .. } = asked.orders.clone();
    Orders { organise, measures, ..Orders::default() }
}

/// `3 shots over 4 inches, +1 at a stationary target (BC-2.12), Use 3: each hits in 67 %`
fn shots(out: &mut Rich, odds: &Odds) {
    let mut alike: Vec<(&ShotOdds, usize)> = Vec::new();
    for shot in &odds.shots {
        match alike.iter_mut().find(|it| is_alike(&it.0.swing, &shot.swing)) {
            Some((_, n)) => *n += 1,
            None => alike.push((shot, 1)),
        }
    }
    for (n, (shot, shots)) in alike.iter().enumerate() {
        out.push(if n == 0 { "" } else { "; " });
        count(out, *shots, "shot", "shots");
        if let Some(distance) = shot.swing.distance {
            out.push(" over ");
            count(out, usize::from(distance), "inch", "inches");
        }
        if let Some(roll) = &shot.swing.roll {
            words_of_mods(out, roll);
        }
        say!(out, ": {} in {}", if *shots == 1 { "hits" } else { "each hits" }, percent(shot.hits));
        say!(out, ", for {} damage in the mean", Milli((1000.0 * shot.damage).round() as u32));
    }
    if 1 < odds.shots.len() {
        say!(out, "; any hits in {}", percent(odds.any_hit));
    }
    out.push(".");
}

fn is_alike(one: &Swing, other: &Swing) -> bool {
    let of = |it: &Swing| it.roll.as_ref().map(|it| (it.plus, it.less, it.mods.clone(), it.needs, it.dice.len()));
    (one.weapon, one.distance, of(one)) == (other.weapon, other.distance, of(other))
}

fn words_of_mods(out: &mut Rich, roll: &crate::brick::battle::SkillRoll) {
    if let Some(needs) = roll.needs {
        say!(out, ", Use {needs}");
    }
    crate::brick::report::why::modifiers(out, roll);
}

/// `Dan falls in 22 %.` or `1.2 fall in the mean: nobody in 20 %, 1 in 40 %, 2 in 40 %.` It is doubtful whether hits are meant
/// that may fall on friends (BS-13.2).
fn fall(out: &mut Rich, battle: &Battle, odds: &Odds, who: Who, target: Target) -> Mark {
    let Some(fall) = &odds.fall else {
        if matches!(target, Target::Tile(_)) {
            out.push(" Whoever is near takes its blast.");
        }
        return Mark::Taken;
    };
    out.push(" ");
    let is_friend = |it: &&(UnitId, f64)| battle.is_friend(who, it.0);
    if !fall.each.iter().any(|it| is_friend(&it)) {
        felled(out, battle, fall);
        out.push(".");
        return Mark::Taken;
    }
    let all: f64 = fall.each.iter().map(|it| it.1).sum();
    let friends: f64 = fall.each.iter().filter(is_friend).map(|it| it.1).sum();
    let milli = |it: f64| Milli((1000.0 * it).round() as u32);
    let (theirs, own) = (milli(all - friends), milli(friends));
    say!(
        out,
        "Friends are in its midst, and hits fall on both: {theirs} of theirs and {own} of your own side fall in the mean."
    );
    Mark::Doubtful
}

fn felled(out: &mut Rich, battle: &Battle, fall: &Fall) {
    match &fall.each[..] {
        [(only, chance)] => {
            words::unit(out, battle, *only);
            say!(out, " falls in {}", percent(*chance));
            if 1 < battle.profile(*only).hp {
                let lost = Milli((1000.0 * fall.hp_lost).round() as u32);
                say!(out, ", and loses {lost} of {} HP in the mean", battle.unit(*only).hp);
            }
        }
        _ => several(out, fall),
    }
}

fn several(out: &mut Rich, fall: &Fall) {
    say!(out, "{} fall in the mean: ", Milli((1000.0 * fall.mean()).round() as u32));
    let likely: Vec<(usize, f64)> = fall.felled.iter().copied().enumerate().filter(|it| 0.0005 <= it.1).collect();
    out.list(&likely, |out, (n, chance)| match n {
        0 => say!(out, "nobody in {}", percent(*chance)),
        n => say!(out, "{n} in {}", percent(*chance)),
    });
}

/// `22 %`, and next to nothing and next to always as what they are.
fn percent(chance: f64) -> String {
    match chance {
        it if it <= 0.0 => "no case".to_owned(),
        it if it < 0.005 => "less than 1 %".to_owned(),
        it if 1.0 - 1e-9 <= it => "every case".to_owned(),
        it if 0.995 <= it => "more than 99 %".to_owned(),
        it => format!("{} %", (100.0 * it).round()),
    }
}

/// What the rules make of this order alone, and of how squads come and go before it; what hangs on dice is left out.
fn tried(out: &mut Rich, asked: &Asked<'_>, order: &Order) -> Result<Mark, Refusal> {
    let mut alone = prepared(asked);
    let (who, kinds): (Option<Who>, &[OrderKind]) = match order {
        Order::Organise(it) => (squad_of(it), &[OrderKind::Organise]),
        Order::Brace(squad) => (Some(Who::Squad(*squad)), &[OrderKind::Brace]),
        Order::Reserve(who) => (Some(*who), &[OrderKind::Reserve]),
        Order::Melee(who, _) => (Some(*who), &[OrderKind::Melee]),
        Order::Move(who, _) => (Some(*who), &[OrderKind::Move, OrderKind::Charge, OrderKind::Withdraw]),
        Order::Shoot(..) | Order::Measure(_) | Order::Policy(..) => return Ok(Mark::Taken),
    };
    if !matches!(order, Order::Organise(_)) {
        alone.put(order.clone());
    }
    let events = rules::resolve(asked.rules, asked.battle, &alone, &mut Dice::keyed([0; 32]));
    let is_dice = |it: &Event| matches!(it, Event::AttackRolled(_) | Event::SprintRolled { .. });
    let known = events.iter().position(is_dice).unwrap_or(events.len());
    let refused = events[..known].iter().find_map(|it| match it {
        Event::Refused { who: of, order, why } if Some(*of) == who && kinds.contains(order) => Some(*why),
        Event::NotFormed { squad, why, .. } if Some(Who::Squad(*squad)) == who => Some(*why),
        _ => None,
    });
    match (refused, order) {
        (Some(why), _) => Err(why),
        (None, Order::Move(who, Movement::Go(it))) => Ok(way(out, *who, Some(it.to), &events[..known])),
        (None, Order::Move(who, Movement::Run { .. })) => Ok(way(out, *who, None, &events[..known])),
        _ => Ok(Mark::Taken),
    }
}

/// The squad whose order it is.
fn squad_of(order: &Organise) -> Option<Who> {
    let squad = match order {
        Organise::Leave { squad, .. }
        | Organise::Split { squad, .. }
        | Organise::Replate { squad, .. }
        | Organise::Arrange { squad, .. }
        | Organise::Standard { squad, .. } => *squad,
        Organise::Form(it) => it.squad,
        Organise::Join { who, .. } => return Some(*who),
    };
    Some(Who::Squad(squad))
}

/// **BX-13** With everybody of their side who fights in the same melee.
fn fighting(out: &mut Rich, asked: &Asked<'_>, who: Who, order: &Melee) -> Result<Mark, Refusal> {
    let battle = &commanded(asked, who);
    let friends = asked.orders.melee.iter().filter(|it| it.0 != who && battle.team(it.0) == battle.team(who));
    let together: Vec<(Who, &Melee)> = friends.chain([(who, order)]).collect();
    if let Some(odds) = odds::melee(asked.rules, battle, &together, who)? {
        clash(out, battle, who, &odds);
    }
    Ok(Mark::Taken)
}

fn charging(out: &mut Rich, asked: &Asked<'_>, who: Who, order: &Charge) -> Result<Mark, Refusal> {
    let battle = &commanded(asked, who);
    if let Some(odds) = odds::charge(asked.rules, battle, who, order)? {
        clash(out, battle, who, &odds.clash);
        if let Some(thrown) = odds.thrown {
            out.push(if out.is_empty() { "" } else { " " });
            say!(out, "The crash throws them down in {}.", percent(thrown));
        }
    }
    Ok(Mark::Taken)
}

/// `2 blows with sword, Use 2: each hits in 83 %. Dan falls in 40 %. Of your own, Ann falls in 11 %.`
fn clash(out: &mut Rich, battle: &Battle, who: Who, odds: &ClashOdds) {
    let mut alike: Vec<(&ShotOdds, usize)> = Vec::new();
    for blow in odds.blows.iter().filter(|it| battle.who(it.swing.by) == who) {
        match alike.iter_mut().find(|it| is_alike(&it.0.swing, &blow.swing)) {
            Some((_, n)) => *n += 1,
            None => alike.push((blow, 1)),
        }
    }
    for (n, (blow, blows)) in alike.iter().enumerate() {
        out.push(if n == 0 { "" } else { "; " });
        count(out, *blows, "blow", "blows");
        say!(out, " with {}", words::weapon(battle, blow.swing.weapon));
        if let Some(roll) = &blow.swing.roll {
            words_of_mods(out, roll);
        }
        say!(out, ": {} in {}", if *blows == 1 { "hits" } else { "each hits" }, percent(blow.hits));
    }
    out.push(if alike.is_empty() { "" } else { "." });
    let Some(fall) = odds.fall.as_ref().filter(|_| !alike.is_empty()) else { return };
    out.push(" ");
    felled(out, battle, &fall.theirs);
    out.push(".");
    if 1e-9 < fall.ours.any() {
        out.push(" In return, ");
        felled(out, battle, &fall.ours);
        out.push(".");
    }
}

/// How far it goes, which is doubtful if that isn't as far as it was told to go.
fn way(out: &mut Rich, who: Who, to: Option<Tile>, events: &[Event]) -> Mark {
    let moves = events.iter().filter_map(|it| match it {
        Event::Moved(it) if it.who == who => Some(it),
        _ => None,
    });
    let (mut inches, mut last) = (0, None);
    for it in moves {
        inches = it.inches.max(inches);
        last = it.way.last().copied();
    }
    let Some(last) = last else { return Mark::Taken };
    let is_short = to.is_some_and(|it| it != last);
    say!(out, "{} {last}{}, ", if is_short { "gets to" } else { "to" }, if is_short { " only" } else { "" });
    count(out, usize::from(inches), "inch", "inches");
    out.push(".");
    if is_short { Mark::Doubtful } else { Mark::Taken }
}
