//! What an order may come to, as things stand.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::brick::battle::{
    Battle, Defence, Engage, Event, Go, ItemId, Manoeuvre, Melee, Moved, Movement, Order, OrderKind, Orders, Organise,
    Phase, PolicyChange, Refusal, Return, Shoot, SkillRoll, Swing, Target, TeamId, Using, Who, Whose,
};
use crate::brick::predict::{self, Fall, Happened, Played, ShotOdds};
use crate::brick::report::answer::PostContext;
use crate::brick::report::words;
use crate::brick::rules::{self, preview};
use crate::diagnostic::not_in_hand;
use crate::dice::Dice;
use crate::field::{SquadId, Tile, UnitId, each_once, grouped, pick};
use crate::page::words::{Milli, falling, how_many, list};
use crate::page::{Mark, Rich, say, say_if};

/// The round as each team knows it, played when an order of a post first needs it.
pub(super) type PlayedRounds = BTreeMap<TeamId, Played>;

fn round_of<'a>(tries: &'a mut PlayedRounds, asked: &PostContext<'_>, team: TeamId) -> &'a Played {
    tries.entry(team).or_insert_with(|| {
        let last = asked.given.iter().filter_map(|it| it.order.as_ref().map(phase_of)).max();
        Played::new(asked.rules, asked.battle, &orders_known(asked, team), last.unwrap_or(Phase::Movement))
    })
}

/// The phase that decides what becomes of an order.
fn phase_of(order: &Order) -> Phase {
    match order {
        Order::Shoot(..) => Phase::Shooting,
        Order::Melee(..) => Phase::Melee,
        Order::Move(..) => Phase::Movement,
        _ => Phase::Command,
    }
}

/// The orders that a team knows: its own, and those of its allies. Nobody sees the orders of the others, but
/// everybody sees their policies.
fn orders_known(asked: &PostContext<'_>, team: TeamId) -> Orders {
    let is_known = |who: &Who| is_known(asked, team, *who);
    let mut known = command_orders_known(asked, team);
    known.shoot.add(&asked.orders.shoot, is_known);
    known.melee.add(&asked.orders.melee, is_known);
    known.movement.add(&asked.orders.movement, is_known);
    known
}

fn is_known(asked: &PostContext<'_>, team: TeamId, who: Who) -> bool {
    team_of(asked, who).is_some_and(|it| !asked.battle.setup().is_hostile(team, it))
}

/// The team of a squad or a unit. A squad that this round makes is of the team of those who form it.
fn team_of(asked: &PostContext<'_>, who: Who) -> Option<TeamId> {
    let Who::Squad(squad) = who else { return asked.battle.team(who) };
    asked.battle.team(who).or_else(|| asked.battle.team_of(*asked.orders.made(squad)?.units.first()?))
}

/// The orders that are carried out before anybody does anything, as far as a team knows them: how squads come and go,
/// measurements, and **BC-9.4** the policies of everybody, enemies included: how somebody will answer an attack is
/// read before it is made, and holds from then on.
fn command_orders_known(asked: &PostContext<'_>, team: TeamId) -> Orders {
    let Orders { organise, brace, reserve, measures, policies, .. } = asked.orders;
    let is_ours = |who: Who| is_known(asked, team, who);
    // Squads that the others only make in this round aren't there yet.
    let is_there = |whose: &Whose| !matches!(whose, Whose::One(id) if !is_ours(*id) && !asked.battle.is_there(*id));
    Orders {
        organise: organise.iter().filter(|it| is_ours(it.who())).cloned().collect(),
        brace: brace.iter().copied().filter(|it| is_ours(Who::Squad(*it))).collect(),
        reserve: reserve.iter().copied().filter(|it| is_ours(*it)).collect(),
        measures: measures.iter().filter(|it| is_ours(it.by)).cloned().collect(),
        policies: policies.iter().filter(|it| is_there(&it.0)).cloned().collect(),
        ..Orders::default()
    }
}

/// The events of the round up to a phase by these orders, with the dice of a key.
fn played_by(asked: &PostContext<'_>, orders: &Orders, key: u8, last: Phase) -> Vec<Event> {
    rules::resolve(asked.rules, asked.battle, orders, &mut Dice::keyed([key; 32]), last)
}

/// Where somebody gets to, and for how many inches.
pub(super) type Destination = Option<(Tile, u16)>;

/// The mark and the forecast of an order, and where it goes.
pub(super) fn of(
    asked: &PostContext<'_>,
    tries: &mut PlayedRounds,
    order: &Order,
) -> (Mark, Option<String>, Destination) {
    let mut out = Rich::sentence();
    let mut goes = None;
    let foretold = match order {
        Order::Shoot(who, shoot) => match vehicle_that_spoils_aim(asked, *who, shoot) {
            Some(vehicle) => {
                let unaimed = Shoot { aim: false, ..shoot.clone() };
                shooting(&mut out, asked, tries, *who, &unaimed).map(|_| {
                    let vehicle = asked.battle.name(vehicle);
                    say!(out, " Nobody aims aboard {vehicle}, which moves or has just moved (BC-2.14).");
                    Mark::Doubtful
                })
            }
            None => shooting(&mut out, asked, tries, *who, shoot),
        },
        Order::Policy(Whose::One(who), change) => Ok(warn_of_missing_weapon(&mut out, asked.battle, *who, change)),
        Order::Measure(_) | Order::Policy(..) => Ok(Mark::Taken),
        Order::Melee(who, Melee::Attack(it)) => attacking(&mut out, asked, tries, order)
            .map(|mark| if warn_of_idle_grip(&mut out, asked.battle, *who, it) { Mark::Doubtful } else { mark }),
        Order::Move(_, Movement::Charge(_)) => attacking(&mut out, asked, tries, order),
        Order::Move(who, Movement::Withdraw { to, then: Some(_) }) => {
            let withdraws = Order::Move(*who, Movement::Withdraw { to: *to, then: None });
            try_alone(asked, &withdraws).map(|it| {
                goes = destination(&it.events, *who);
                let Some(why) = charge_refused(asked, order, *who) else { return Mark::Taken };
                say_it_fails(&mut out, asked, "the charge", (order, why));
                Mark::Doubtful
            })
        }
        Order::Move(who, movement) => try_alone(asked, order).map(|it| {
            goes = destination(&it.events, *who);
            let mark = match movement {
                Movement::Go(go) => way(&mut out, *who, Some(go), &it.events),
                Movement::Run { tiles, .. } => run(&mut out, (*who, *tiles), &it.events),
                _ => Mark::Taken,
            };
            if it.may_be_kept_by_fight {
                out.next("It stays where it is unless its fight is over by then (BC-7.2).");
                return Mark::Doubtful;
            }
            if it.depends_on.is_empty() {
                return mark;
            }
            let sprint = if it.depends_on.len() == 1 { "sprints" } else { "sprint" };
            let sprinters = list(&it.depends_on, |it| asked.battle.name(*it));
            out.next(&format!("It hangs on how far {sprinters} {sprint}."));
            Mark::Doubtful
        }),
        Order::Organise(it) => match organised(asked, it) {
            // **BS-3.3** The plate is taken all the same.
            Err(Refusal::BadStandard) if !matches!(it, Organise::Standard { .. }) => {
                warn_of_lost_orders(&mut out, asked, it);
                out.next(
                    "The standard is in the middle of the plate then: its bearer stands too far from there (BS-3.3). \
                     Another may bear it: \"standard SQUAD FIGURE\".",
                );
                Ok(Mark::Doubtful)
            }
            done => done.map(|()| warn_of_lost_orders(&mut out, asked, it)),
        },
        _ => try_alone(asked, order).map(|_| Mark::Taken),
    };
    let mark = foretold.unwrap_or_else(|why| {
        out = Rich::sentence();
        if let (Refusal::Gone, Some(who)) = (why, order.acts())
            && let into @ [_, ..] = &asked.orders.goes_into(asked.battle, who)[..]
        {
            let into = list(into, |it| squad_name(asked, *it));
            say!(out, "as things stand it comes to nothing: by then it is part of {into} (BS-5.2). Order {into}.");
            return Mark::Doubtful;
        }
        say_it_fails(&mut out, asked, "it", (order, why));
        Mark::Doubtful
    });
    (mark, (!out.is_empty()).then(|| out.text().to_owned()), goes)
}

/// Why something comes to nothing, and what could be done about it.
fn say_it_fails(out: &mut Rich, asked: &PostContext<'_>, what: &str, (order, why): (&Order, Refusal)) {
    say!(out, "as things stand {what} comes to nothing: {}.", words::refusal(asked.battle, why));
    match (why, order) {
        (Refusal::NotMeasured, _) => out.push(" Say it with the order, such as \"range 7\"."),
        (Refusal::NoChargeWeapon, _) => out.push(" To run into somebody add \"body\" or \"shove\"."),
        (Refusal::RunTooLong { needs, has }, Order::Move(_, Movement::Charge(it)))
            if !it.sprint && needs <= has + 6 =>
        {
            out.push(" A \"sprint\" adds a die of inches.");
        }
        (Refusal::NotEngaged, Order::Move(_, Movement::Withdraw { then: Some(_), .. })) => {
            out.push(" Without a fight say the charge alone.");
        }
        (Refusal::NotEngaged, Order::Move(_, Movement::Withdraw { to, .. })) => {
            say!(out, " Without a fight say \"move to {to}\".");
        }
        // **BC-8.17**
        (Refusal::NoAction { .. }, Order::Move(who, Movement::Withdraw { .. })) => {
            let name = asked.battle.name(*who);
            say!(out, " Striking back on the way out takes it, and \"react {name} none then hold\" keeps it.");
        }
        _ => (),
    }
}

/// **BC-8.18** Why the charge after a withdrawal comes to nothing, if it does with all tried dice that let it get
/// out.
fn charge_refused(asked: &PostContext<'_>, order: &Order, who: Who) -> Option<Refusal> {
    let mut orders = command_orders_known(asked, team_of(asked, who)?);
    orders.shoot.add(&asked.orders.shoot, |it| *it == who);
    orders.melee.add(&asked.orders.melee, |it| *it == who);
    orders.put(order.clone());
    let is_out = |it: &Event| matches!(it, Event::Unlinked { one, .. } if *one == who);
    let tried = (0..TRIES).map(|key| played_by(asked, &orders, key, Phase::Movement));
    let tried = tried.filter(|it| it.iter().any(is_out));
    let refused: Option<Vec<Refusal>> = tried.map(|it| refusals(&it, who, &[OrderKind::Charge]).next()).collect();
    refused?.first().copied()
}

/// Why orders of these kinds came to nothing for somebody. That a shot falls on a whole squad is no such reason.
fn refusals(events: &[Event], who: Who, kinds: &[OrderKind]) -> impl Iterator<Item = Refusal> {
    let refused = pick!(events, Event::Refused { who: of, order, why } => (*of, *order, *why));
    let is_it = move |it: &(Who, OrderKind, Refusal)| it.0 == who && kinds.contains(&it.1);
    refused.filter(is_it).map(|it| it.2).filter(|it| *it != Refusal::CannotSingleOut)
}

/// **BC-2.14** What moves under the first member who rides in something, if the shooters are to aim.
fn vehicle_that_spoils_aim(asked: &PostContext<'_>, who: Who, shoot: &Shoot) -> Option<Who> {
    let battle = asked.battle;
    let rides = |it: &UnitId| battle.setup().unit(*it).aboard.is_some();
    let rider = battle.members(who).into_iter().find(rides).filter(|_| shoot.aim)?;
    let vehicle = preview::moves_under(battle, asked.orders, rider, &battle.target_units(shoot.target));
    vehicle.map(|it| battle.who(it))
}

/// **BX-13** The forecast of a shot, with all who shoot with it. Shooters who can't shoot at all have none.
fn shooting(
    out: &mut Rich,
    asked: &PostContext<'_>,
    tries: &mut PlayedRounds,
    who: Who,
    shoot: &Shoot,
) -> Result<Mark, Refusal> {
    let Some(team) = team_of(asked, who) else { return Err(Refusal::Gone) };
    let battle = &battle_after_command(asked, team);
    let others = asked.orders.shoot.iter().filter(|it| it.0 != who && is_known(asked, team, it.0));
    let (with, apart): (Vec<(Who, &Shoot)>, Vec<_>) = others.partition(|it| battle.shoot_as_one(*it, (who, shoot)));
    let together: Vec<(Who, &Shoot)> = with.iter().copied().chain([(who, shoot)]).collect();
    let odds = predict::shoot(asked.rules, battle, &together);
    let mut refused = odds.refused.iter().filter(|it| it.0 == who).map(|it| it.1);
    if let Some(why) = refused.clone().find(|it| *it != Refusal::CannotSingleOut) {
        return Err(why);
    }
    // **BS-16.3** It falls on all of them.
    let is_spread = refused.any(|it| it == Refusal::CannotSingleOut);
    say_if!(out, is_spread, "{}, so it falls on all of them. ", words::refusal(battle, Refusal::CannotSingleOut));
    say_if!(out, !with.is_empty(), "with {}: ", list(&with, |it| words::who(battle, it.0)));
    match shoot.momentum {
        true => out.push("how far it carries is rolled first"),
        false => rolls(out, asked, &odds.shots, ("shot", "shots")),
    }
    if let Some((unit, fall)) = odds.fall.as_ref().filter(|_| apart.is_empty() && !shoot.momentum) {
        out.push(separator(out));
        falls(out, battle, (&[*unit], ""), fall, asked.in_full);
        out.push(".");
        return Ok(if is_spread { Mark::Doubtful } else { Mark::Taken });
    }
    let by: Vec<UnitId> = together.iter().flat_map(|it| battle.members(it.0)).collect();
    let is_asked = |it: &Happened| it.phase == Phase::Shooting && it.by.is_some_and(|it| by.contains(&it));
    let is_friend = |it: &UnitId| battle.is_friend(who, *it);
    let (own, others): (Vec<UnitId>, Vec<UnitId>) = battle.standing().partition(is_friend);
    let theirs = if let Target::Tile(_) = shoot.target { others } else { battle.target_units(shoot.target) };
    let played = round_of(tries, asked, team);
    let (their_fall, own_fall) = (played.fall(&theirs, is_asked), played.fall(&own, is_asked));
    // Where nobody can fall there is nothing to say of it.
    if !theirs.is_empty() || 0.0 < own_fall.any() {
        out.push(separator(out));
        falls(out, battle, (&theirs, ""), &their_fall, asked.in_full);
        if 0.0 < own_fall.any() {
            out.push(", and ");
            match own_fall.mean() {
                ..MEAN_MIN => out.push("hardly ever one"),
                mean => say!(out, "{}", tenths(mean)),
            }
            out.push(" of your own side");
        }
    }
    out.push(".");
    // **BS-13.2** Hits may fall on friends who are in close combat with the target.
    let foe = battle.target_who(shoot.target);
    let is_mixed = foe.is_some_and(|foe| battle.engaged_with(foe).any(|it| !battle.is_hostile(who, it)));
    Ok(if is_spread || is_mixed && 0.0 < own_fall.any() { Mark::Doubtful } else { Mark::Taken })
}

/// A melee or a charge: `2 blows, each 83 % to hit; 40 % that Dan falls, 11 % that Ann falls.`
fn attacking(
    out: &mut Rich,
    asked: &PostContext<'_>,
    tries: &mut PlayedRounds,
    order: &Order,
) -> Result<Mark, Refusal> {
    let does = if let Order::Move(..) = order { Manoeuvre::Charge } else { Manoeuvre::Attack };
    let events = try_alone(asked, order)?.events;
    let (who, target) = order.acts().zip(order.target()).ok_or(Refusal::Gone)?;
    let Some(team) = team_of(asked, who) else { return Err(Refusal::Gone) };
    let battle = &battle_after_command(asked, team);
    let own = battle.members(who);
    let theirs = battle.target_units(target);
    let swings = events.iter().filter_map(Event::swing);
    let swings = swings.filter(|it| own.contains(&it.by) && it.does == does).map(|it| ((it.by, it.weapon), it));
    // The first blow of a charge with each hand: later ones depend on what these come to.
    let counted = if does == Manoeuvre::Charge { 1 } else { usize::MAX };
    let blows = grouped(swings).into_iter().flat_map(|it| it.1.into_iter().take(counted));
    rolls(out, asked, &predict::blows(blows), ("blow", "blows"));
    let played = round_of(tries, asked, team);
    let is_asked = |it: &Happened| match does {
        Manoeuvre::Charge => it.phase == Phase::Movement,
        _ => it.phase == Phase::Melee && it.pass == Some(team),
    };
    let (their_fall, own_fall) = (played.fall(&theirs, is_asked), played.fall(&own, is_asked));
    out.push(separator(out));
    falls(out, battle, (&theirs, ""), &their_fall, asked.in_full);
    if 0.0 < own_fall.any() {
        out.push(", ");
        falls(out, battle, (&own, "of your own "), &own_fall, asked.in_full);
    }
    // **BC-19.2, BS-17.6, BS-17.7** What a crash is for.
    let them = if theirs.len() == 1 { "throws them" } else { "throws somebody" };
    for (does_it, with_plate) in [(them, false), ("drives all of them back", true)] {
        let thrown = played.thrown(&theirs, with_plate, is_asked);
        say_if!(out, does == Manoeuvre::Charge && 0.0 < thrown, ", and {} that the crash {does_it}", percent(thrown));
    }
    out.push(".");
    Ok(Mark::Taken)
}

/// The battle when Command is over, as far as a team knows.
fn battle_after_command(asked: &PostContext<'_>, team: TeamId) -> Battle {
    let mut battle = asked.battle.clone();
    played_by(asked, &command_orders_known(asked, team), 0, Phase::Command).iter().for_each(|it| battle.apply(it));
    battle
}

/// What separates it from something more.
fn separator(out: &Rich) -> &'static str {
    if out.is_empty() { "" } else { "; " }
}

/// `3 shots, each 67 % to hit`, or how many hit on average where they are not alike, which is all that most people
/// want to know. In full, it is `3 shots over 4 inches, Use 3, +1 at a stationary target (BC-2.12): each 67 % to hit,
/// and a hit does 4.7 damage on average`, or `2 blows with sword, Use 2: each 83 % to hit`.
fn rolls(out: &mut Rich, asked: &PostContext<'_>, odds: &[ShotOdds], (one, many): (&str, &str)) {
    if asked.in_full {
        return out.joined("; ", alike(odds), |out, them| {
            let ShotOdds { swing, hits, damage, .. } = them[0];
            say!(out, "{}", how_many(them.len(), one, many));
            say_if!(out, swing.does != Manoeuvre::Shoot, " with {}", words::weapon(asked.battle, swing.weapon));
            if let Some(distance) = swing.distance {
                say!(out, " over {}", words::inches(distance));
            }
            if let Some(roll) = &swing.roll {
                if let Some(needs) = roll.needs {
                    say!(out, ", Use {needs}");
                }
                crate::brick::report::why::modifiers(out, roll);
            }
            say!(out, ": {}{} to hit", each(them.len()), percent(*hits));
            if let Some(damage) = damage {
                say!(out, ", and a hit does {} damage on average", tenths(*damage));
            }
        });
    }
    let Some(first) = odds.first() else { return };
    say!(out, "{}", how_many(odds.len(), one, many));
    match odds.iter().all(|it| percent(it.hits) == percent(first.hits)) {
        true => say!(out, ", {}{} to hit", each(odds.len()), percent(first.hits)),
        false => say!(out, " hit {} times on average", tenths(odds.iter().map(|it| it.hits).sum())),
    }
}

/// The word before a chance, if each of several has it.
fn each(of: usize) -> &'static str {
    if of == 1 { "" } else { "each " }
}

/// Groups shots or blows that are rolled alike.
fn alike(odds: &[ShotOdds]) -> Vec<Vec<&ShotOdds>> {
    let roll = |it: &SkillRoll| (it.plus, it.less, it.mods.clone(), it.needs, it.dice.len());
    let key = |it: &Swing| (it.weapon, it.distance, it.roll.as_ref().map(roll));
    grouped(odds.iter().map(|it| (key(&it.swing), it))).into_iter().map(|it| it.1).collect()
}

/// `22 % that Dan falls`, or `about 1.2 fall (20 % that nobody does)`. In full, it has the chance of each number of
/// falls.
fn falls(out: &mut Rich, battle: &Battle, (units, whose): (&[UnitId], &str), fall: &Fall, in_full: bool) {
    match units {
        [only] => {
            say!(out, "{} that {} falls", percent(fall.any()), words::unit(battle, *only));
            if 1 < battle.profile(*only).hp {
                say!(out, " ({} of {} HP lost on average)", tenths(fall.hp_lost), battle.unit(*only).hp);
            }
        }
        _ if fall.mean() < MEAN_MIN => say!(out, "hardly anybody {whose}falls"),
        _ if in_full => {
            let likely: Vec<(usize, f64)> =
                fall.felled.iter().copied().enumerate().filter(|it| CHANCE_MIN <= it.1).collect();
            say!(out, "{} {whose}fall on average (", tenths(fall.mean()));
            out.joined(", ", &likely, |out, (number, chance)| match number {
                0 => say!(out, "nobody in {}", percent(*chance)),
                n => say!(out, "{n} in {}", percent(*chance)),
            });
            out.push(")");
        }
        _ => {
            let nobody = fall.felled.first().copied().unwrap_or_default();
            out.push(&falling(fall.mean(), whose, percent(nobody)));
        }
    }
}

/// Anything less likely isn't worth a word.
const CHANCE_MIN: f64 = 0.005;

/// A smaller average reads as none.
const MEAN_MIN: f64 = 0.05;

/// `22 %`. Next to nothing and next to always are told as such.
pub(super) fn percent(chance: f64) -> String {
    match chance {
        it if it < CHANCE_MIN => "less than 1 %".to_owned(),
        it if 1.0 - CHANCE_MIN <= it => "more than 99 %".to_owned(),
        it => format!("{} %", (100.0 * it).round()),
    }
}

fn tenths(mean: f64) -> Milli {
    Milli((1000.0 * mean).round() as u32)
}

/// With how many sets of dice an order is tried before it is said to come to nothing whatever they show.
const TRIES: u8 = 12;

/// What the rules make of an order.
#[derive(Default)]
struct Trial {
    events: Vec<Event>,
    /// Others of its side whose sprints decide where it leads.
    depends_on: Vec<Who>,
    /// **BC-7.2** Whether it may still be in its fight when it is to go.
    may_be_kept_by_fight: bool,
}

/// Plays a movement with the least that its own sprint can give. How far the others sprint is tried with several sets
/// of dice.
fn with_least_sprint(who: Who, play_by: impl Fn(u8) -> Vec<Event>) -> Trial {
    let events = play_by(0);
    let others: Vec<Who> = sprints_of(&events).map(|it| it.0).filter(|it| *it != who).collect();
    if sprints_of(&events).next().is_none() {
        return Trial { events, ..Trial::default() };
    }
    let rounds = if others.is_empty() { 1 } else { usize::from(TRIES) };
    let is_least = |it: &Vec<Event>| sprints_of(it).all(|it| it.0 != who || it.1 == 1);
    let mut tried: Vec<Vec<Event>> = (0..=u8::MAX).map(play_by).filter(is_least).take(rounds).collect();
    let is_open = tried.windows(2).any(|it| end_of(&it[0], who) != end_of(&it[1], who));
    // Of those in which it goes at all, the one in which it goes the least.
    tried.sort_by_key(|it| (end_of(it, who).is_none(), moves_of(it, who).map(|it| it.way.len()).sum::<usize>()));
    let depends_on = if is_open { others } else { Vec::new() };
    Trial { events: tried.into_iter().next().unwrap_or(events), depends_on, may_be_kept_by_fight: false }
}

/// What the rules make of an order, together with only the orders that it depends on: those of Command, the moves of
/// its side if it is a move and no charge, and what its team does in the melee if it is fought there (BX-13).
/// Apart from where a way leads, nothing that depends on dice is told.
fn try_alone(asked: &PostContext<'_>, order: &Order) -> Result<Trial, Refusal> {
    let (who, kinds): (Who, &[OrderKind]) = match order {
        Order::Brace(squad) => (Who::Squad(*squad), &[OrderKind::Brace]),
        Order::Reserve(who) => (*who, &[OrderKind::Reserve]),
        // **BC-8.21** Those who Ignore the fight may shoot in it.
        Order::Melee(who, Melee::Ignore(_)) => (*who, &[OrderKind::Melee, OrderKind::Shoot]),
        Order::Melee(who, _) => (*who, &[OrderKind::Melee]),
        Order::Move(who, _) => (*who, &[OrderKind::Move, OrderKind::Charge, OrderKind::Withdraw]),
        Order::Organise(_) | Order::Shoot(..) | Order::Measure(_) | Order::Policy(..) => return Ok(Trial::default()),
    };
    let Some(team) = team_of(asked, who) else { return Err(Refusal::Gone) };
    let mut alone = command_orders_known(asked, team);
    let play_by = |orders: &Orders, key: u8| played_by(asked, orders, key, phase_of(order));
    // **BS-7.2** With the movements of its side, in their order: others make way, or stand in it.
    let goes = matches!(order, Order::Move(_, Movement::Go(_) | Movement::Run { .. }));
    if goes {
        alone.movement.add(&asked.orders.movement, |it| is_known(asked, team, *it));
        alone.movement.retain(|it| !matches!(it, Movement::Charge(_)));
    }
    let is_there = matches!(order, Order::Move(who, it) if alone.movement.get(*who) == Some(it));
    if !is_there {
        alone.put(order.clone());
    }
    let Trial { mut events, depends_on, .. } = with_least_sprint(who, |key| play_by(&alone, key));
    let is_dice = |it: &Event| matches!(it, Event::AttackRolled(_) | Event::SprintRolled { .. });
    let refusal = |events: &[Event]| refusals(events, who, kinds).next();
    // Whether there is a way depends on no dice but those of a sprint, which are the least here.
    let refused_before_dice = |events: &[Event]| {
        let known = events.iter().position(|it| !goes && is_dice(it)).unwrap_or(events.len());
        refusal(&events[..known])
    };
    // Those who fight may be in close combat by then.
    let may_fight = |why: &Refusal| matches!(why, Refusal::NotEngaged) && asked.orders.melee.get(who).is_some();
    if let Some(why) = refused_before_dice(&events).filter(|it| !may_fight(it)) {
        return Err(why);
    }
    // A refusal after the first dice may depend on them. One that comes whatever they show doesn't. What else the
    // unit does comes before that: **BX-20** it costs the Action, **BC-7.2** and a fight keeps it there.
    let mut all_of_it = alone.clone();
    all_of_it.shoot.add(&asked.orders.shoot, |it| *it == who);
    all_of_it.melee.add(&asked.orders.melee, |it| *it == who && !matches!(order, Order::Melee(..)));
    let does_more = all_of_it.shoot != alone.shoot || all_of_it.melee != alone.melee;
    let tries = if does_more || !goes && refusal(&events).is_some() { TRIES } else { 0 };
    let late: Vec<Refusal> = (0..tries).filter_map(|key| refusal(&play_by(&all_of_it, key))).collect();
    let may_be_kept_by_fight = goes && late.iter().any(|it| matches!(it, Refusal::Engaged | Refusal::Held));
    if let Some(first) = late.first().filter(|_| late.len() == usize::from(TRIES) && !may_be_kept_by_fight) {
        // That the target, or the unit itself, may have fallen by then is the lesser reason.
        let of_its_own = |it: &&Refusal| !matches!(it, Refusal::Gone | Refusal::TargetGone | Refusal::NotEngaged);
        return Err(*late.iter().find(of_its_own).unwrap_or(first));
    }
    // **BX-13** With all of its team who fight: that changes what the first blows need, **BC-3.9** and how many there
    // are at the target.
    if let Order::Melee(..) = order {
        alone.melee.add(&asked.orders.melee, |it| asked.battle.team(*it) == Some(team));
        // **BC-6.8** The target may fall to the first hand, before the other strikes. That is no reason to tell of
        // one blow.
        let tries = if matches!(order, Order::Melee(_, Melee::Attack(it)) if it.then.is_some()) { TRIES } else { 1 };
        let strikes = |it: &Event| matches!(it, Event::Declared { by, does: Manoeuvre::Attack, .. } if *by == who);
        let played = (0..tries).map(|key| play_by(&alone, key));
        events = played.min_by_key(|it| Reverse(it.iter().filter(|it| strikes(it)).count())).unwrap_or(events);
        if let Some(why) = refused_before_dice(&events) {
            return Err(why);
        }
    }
    Ok(Trial { events, depends_on, may_be_kept_by_fight })
}

/// Whether an order that makes or changes a squad can be carried out after those of its side that come before it.
/// What becomes of those is for their own answers to tell.
fn organised(asked: &PostContext<'_>, order: &Organise) -> Result<(), Refusal> {
    let who = order.who();
    let Some(team) = team_of(asked, who) else { return Err(Refusal::Gone) };
    let mut orders = command_orders_known(asked, team);
    orders.organise.sort_by_key(rules::sequence);
    let makes = |it: SquadId| order.makes().iter().any(|made| made.squad == it);
    // **BS-3.5** Unless the Standard is given to somebody else who can bear it.
    let is_given = |it: SquadId| {
        let is_standard = |order: &Organise| matches!(order, Organise::Standard { squad, .. } if *squad == it);
        orders.organise.iter().any(|it| is_standard(it) && organised(asked, it).is_ok())
    };
    let drops = |it: SquadId| {
        let takes = matches!(order, Organise::Replate { squad, .. } if *squad == it);
        (makes(it) || takes) && !is_given(it)
    };
    let refused = |organise: &[Organise]| -> Vec<Refusal> {
        let orders = Orders { organise: organise.to_vec(), ..orders.clone() };
        let why = pick!(
            played_by(asked, &orders, 0, Phase::Command),
            Event::Refused { who: of, order: OrderKind::Organise, why } if of == who => why,
            Event::NotFormed { squad, why, .. } if makes(squad) => why,
            Event::StandardSet { squad, .. } if drops(squad) => Refusal::BadStandard,
        );
        why.collect()
    };
    let Some(at) = orders.organise.iter().position(|it| it == order) else { return Ok(()) };
    let mut before = refused(&orders.organise[..at]).into_iter();
    let with = refused(&orders.organise[..=at]);
    // Orders before it are refused again, in the same sequence.
    with.into_iter().find(|why| before.next().as_ref() != Some(why)).map_or(Ok(()), Err)
}

/// Warns that units become part of another squad by this order, and that what they were ordered by themselves comes
/// to nothing.
fn warn_of_lost_orders(out: &mut Rich, asked: &PostContext<'_>, order: &Organise) -> Mark {
    let done = Orders { organise: vec![order.clone()], ..Orders::default() };
    let is_told = |it: &Who| asked.orders.has_any_for(*it) && !asked.orders.hold.contains(it);
    let goes = |it: &Who| !done.goes_into(asked.battle, *it).is_empty();
    let vain: Vec<Who> = asked.battle.everybody().filter(is_told).filter(goes).collect();
    let into = each_once(vain.iter().flat_map(|it| done.goes_into(asked.battle, *it)));
    if vain.is_empty() {
        return Mark::Taken;
    }
    let (vain, into) = (list(&vain, |it| words::who(asked.battle, *it)), list(&into, |it| squad_name(asked, *it)));
    say!(out, "what {vain} had to do comes to nothing now (BS-5.2). Order {into}.");
    Mark::Doubtful
}

/// The name of a squad, even of one that this round makes.
fn squad_name<'a>(asked: &PostContext<'a>, squad: SquadId) -> &'a str {
    asked.orders.made(squad).map_or_else(|| asked.battle.name(Who::Squad(squad)), |it| &it.name)
}

/// **BX-31** Warns if nobody strikes with a weapon that both hands help. Returns whether it did.
fn warn_of_idle_grip(out: &mut Rich, battle: &Battle, who: Who, order: &Engage) -> bool {
    let is_meant = |it: &ItemId| order.with.is_none_or(|with| battle.item(*it).weapon == with);
    let members = battle.members(who);
    let mut held = members.iter().flat_map(|it| battle.held(*it)).filter(is_meant);
    let is_idle = order.two_handed && !held.any(|it| battle.weapon(it).is_for_both_hands());
    say_if!(out, is_idle, " Both hands add nothing (BX-31): they are for a heavy weapon, and this is none.");
    is_idle
}

/// **BC-8.2** Warns if nobody has the weapon that they are to parry or strike with. It may still be taken up.
fn warn_of_missing_weapon(out: &mut Rich, battle: &Battle, who: Who, change: &PolicyChange) -> Mark {
    let PolicyChange::React { defence, back, .. } = change else { return Mark::Taken };
    let parry = pick!(defence, Defence::Parry(Using::Weapon(it)) => it);
    let strike = pick!(back, Return::Strike(Using::Weapon(it)) => it);
    let members = battle.members(who);
    let held = each_once(members.iter().flat_map(|it| battle.held(*it)).map(|it| battle.item(it).weapon));
    let lacking = parry.chain(strike).copied().find(|it| !held.contains(it));
    let Some(lacking) = lacking.filter(|_| !members.is_empty()) else { return Mark::Taken };
    let held: Vec<&str> = held.iter().map(|it| words::weapon(battle, Some(*it))).collect();
    let (lacking, instead) = not_in_hand(battle.name(who), words::weapon(battle, Some(lacking)), &held);
    say!(out, "as things stand {lacking} (BC-8.2). {instead}");
    Mark::Doubtful
}

/// **BX-8** Those who sprint, and the inches that it adds.
fn sprints_of(events: &[Event]) -> impl Iterator<Item = (Who, i16)> {
    pick!(events, Event::SprintRolled { who, roll } => (*who, roll.total))
}

/// Where a movement ends.
fn end_of(events: &[Event], who: Who) -> Option<Tile> {
    moves_of(events, who).last().and_then(|it| it.way.last().copied())
}

/// Where a movement ends, and how many inches it took.
fn destination(events: &[Event], who: Who) -> Option<(Tile, u16)> {
    end_of(events, who).map(|it| (it, moves_of(events, who).map(|it| it.inches).sum()))
}

/// The steps that somebody takes. A diagonal one counts once.
fn steps(events: &[Event], who: Who) -> u16 {
    moves_of(events, who).map(|it| it.way.len().saturating_sub(1) as u16).sum()
}

fn moves_of(events: &[Event], who: Who) -> impl Iterator<Item = &Moved> {
    pick!(events, Event::Moved(it) => &**it).filter(move |it| it.who == who)
}

/// **BC-16.4** How far a run goes. It is doubtful if it ends sooner than ordered, and not with a crash.
fn run(out: &mut Rich, (who, tiles): (Who, u8), events: &[Event]) -> Mark {
    let is_short = steps(events, who) < u16::from(tiles);
    let crashes = events.iter().any(|it| matches!(it, Event::MomentumRolled { .. }));
    if !is_short || crashes || sprints_of(events).any(|it| it.0 == who) {
        return way(out, who, None, events);
    }
    if let Some((last, inches)) = destination(events, who) {
        say!(out, "gets to {last} only, {}.", words::inches(inches));
    }
    Mark::Doubtful
}

/// How far a movement goes. It is doubtful if that isn't as far as ordered.
fn way(out: &mut Rich, who: Who, order: Option<&Go>, events: &[Event]) -> Mark {
    let first = moves_of(events, who).find_map(|it| it.way.first().copied());
    let (Some(first), Some((last, inches))) = (first, destination(events, who)) else { return Mark::Taken };
    let to = order.map(|it| it.to);
    let is_short = to.is_some_and(|it| it != last);
    // With the steps that are still to go, it takes more than a straight way would.
    let goes_around =
        order.is_some_and(|it| it.via.is_empty() && first.steps_to(it.to) < steps(events, who) + last.steps_to(it.to));
    let inches = words::inches(inches);
    match (is_short, to) {
        (true, _) if sprints_of(events).any(|it| it.0 == who) => {
            say!(out, "gets to {last} at least, {inches}: the sprint adds up to 5 more.");
        }
        (true, _) if goes_around => say!(out, "gets to {last} only, {inches}: as things stand it has to go around."),
        (true, _) => say!(out, "gets to {last} only, {inches}."),
        (false, Some(_)) => say!(out, "{inches}."),
        (false, None) => say!(out, "to {last}, {inches}."),
    }
    if is_short { Mark::Doubtful } else { Mark::Taken }
}
