//! Rules tested as a player meets them: a scene, orders and dice in, the story out.

use expect_test::Expect;

use crate::dice::Dice;
use crate::field::{Direction, SquadId, UnitId};
use crate::line::battle::scene;
use crate::line::battle::{
    Abandon, AbilityOn, AbilityUse, Battle, CasterId, Charge, DirectedBy, Event, Fate, Fight, Fire, FirePart, FormUp,
    FormationEvent, FormationId, FormationStep, HeroMove, Hit, LeaderOut, Move, Movement, Orders, Part, Phase, Place,
    Ranging, Route, RouteGoal, Spacing, StartTrouble, Station, Step, StepKind, Turning, Volley, VolleyAt, With,
};
use crate::line::rules::{Line, Round};

/// What is played: a whole round, or one phase of it.
type Play = fn(&Line, &Battle, &Orders, &mut Dice) -> Vec<Event>;

/// Plays one round and compares its story with `expected`.
///
/// Every case is held to laws of the house as well: all the dice laid out are rolled, a second reading gives the same
/// events, the events folded over the start give the same end, and the grid agrees with the units.
#[track_caller]
pub(super) fn check(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    check_with(&Line::default(), battle, orders, dice, expected);
}

/// The same with rulings of one's own.
#[track_caller]
pub(super) fn check_with(rules: &Line, battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    expected.assert_eq(&told(battle, &play(Line::resolve, rules, battle, orders, dice)));
}

/// The same with orders that have no words here.
#[track_caller]
pub(super) fn check_orders(battle: &Battle, orders: &Orders, dice: &str, expected: Expect) {
    expected.assert_eq(&told(battle, &play_orders(Line::resolve, &Line::default(), battle, orders, dice)));
}

/// The battle as it is after such a round.
#[track_caller]
pub(super) fn after(battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &play(Line::resolve, &Line::default(), battle, orders, dice))
}

/// The same for the movement phase alone, as if nothing came before it or after.
#[track_caller]
pub(super) fn check_movement(rules: &Line, battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    expected.assert_eq(&told(battle, &play(resolve_movement, rules, battle, orders, dice)));
}

/// The battle as it is after such a phase in which no die falls.
#[track_caller]
pub(super) fn after_movement(battle: &Battle, orders: &str) -> Battle {
    folded(battle, &play(resolve_movement, &Line::default(), battle, orders, ""))
}

fn resolve_movement(rules: &Line, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
    let mut round = Round { rules, battle: battle.clone(), orders, dice, events: Vec::new() };
    round.play(Phase::Movement);
    round.events
}

/// The battle as it is when a phase of such a round begins.
#[track_caller]
pub(super) fn until(battle: &Battle, orders: &str, dice: &str, phase: Phase) -> Battle {
    let events = play(Line::resolve, &Line::default(), battle, orders, dice);
    let mut battle = battle.clone();
    for event in events.iter().take_while(|it| **it != Event::PhaseBegan { phase }) {
        battle.apply(event);
    }
    battle
}

#[track_caller]
fn play(play: Play, rules: &Line, battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    play_orders(play, rules, battle, &orders_of(battle, orders), dice)
}

#[track_caller]
fn play_orders(play: Play, rules: &Line, battle: &Battle, orders: &Orders, dice: &str) -> Vec<Event> {
    let read = || {
        let mut dice = Dice::scripted(dice);
        let events = play(rules, battle, orders, &mut dice);
        assert_eq!(dice.left_over(), 0, "dice were laid out that nobody rolled:\n{}", told(battle, &events));
        events
    };
    let events = read();
    assert_eq!(read(), events, "a second reading tells another story");
    folded(battle, &events);
    events
}

fn folded(battle: &Battle, events: &[Event]) -> Battle {
    let mut battle = battle.clone();
    for event in events {
        battle.apply(event);
        assert!(battle.grid_agrees(), "after {event:?}");
    }
    battle
}

/// The events in words, one a line; phases without any are left out.
fn told(battle: &Battle, events: &[Event]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut phase = None;
    let mut state = battle.clone();
    for event in events {
        if let Event::PhaseBegan { phase: next } = event {
            phase = Some(*next);
        }
        for line in words(&state, event) {
            if let Some(phase) = phase.take().filter(|it| *it != Phase::Command) {
                lines.push(format!("{}:", phase.name()));
            }
            lines.push(line);
        }
        state.apply(event);
    }
    lines.join("\n")
}

fn words(battle: &Battle, event: &Event) -> Vec<String> {
    let squad = |id: &SquadId| battle.setup().squad(*id).name.clone();
    let unit = |id: &UnitId| battle.setup().unit(*id).name.clone();
    let ability = |id: &crate::line::battle::AbilityId| battle.setup().ability(*id).name.clone();
    let on = |on: &AbilityOn| match on {
        AbilityOn::Squad(it) => squad(it),
        AbilityOn::Unit(it) => unit(it),
        AbilityOn::Tile(it) => it.to_string(),
    };
    let one = match event {
        // Every round counts objectives and opens the next; only what differs is told.
        Event::PhaseBegan { .. } | Event::RoundBegan { .. } => return Vec::new(),
        Event::AbilityUsed { ability: it, on: target, cost, .. } => {
            format!("{} on {} for {cost} CP", ability(it), on(target))
        }
        Event::AbilityRefused { ability: it, on: target, why, .. } => {
            format!("{} on {} refused: {why:?}", ability(it), on(target))
        }
        Event::AbilityTriggered { ability: it, on: target, trigger, .. } => {
            format!("{} on {}: {trigger:?}", ability(it), on(target))
        }
        Event::AbilityLapsed { ability: it, on: target, .. } => format!("{} on {} lapses", ability(it), on(target)),
        Event::BoonBegan { squad: it, boon, span, .. } => format!("{}: {boon:?} for {span:?}", squad(it)),
        Event::UnitBoonBegan { unit: it, boon, span, .. } => format!("{}: {boon:?} for {span:?}", unit(it)),
        Event::AbilityInVain { ability: it, on: target, .. } => format!("{} on {} is in vain", ability(it), on(target)),
        Event::UnitActedAhead { unit: it, phase, .. } => format!("{} has done its {}", unit(it), phase.name()),
        Event::Rallied { squad: it, .. } => format!("{} rallies", squad(it)),
        Event::Healed { unit: it, hp, stands_at, .. } => match stands_at {
            Some(at) => format!("{} stands up on {at} with {hp} HP", unit(it)),
            None => format!("{} has {hp} HP", unit(it)),
        },
        Event::CountsAsNotShot { squad: it, .. } => format!("{} counts as not having shot", squad(it)),
        Event::GroundChanged { tiles, until, .. } => format!("{} tiles change until round {until}", tiles.len()),
        Event::GroundRestored { tiles } => format!("{} tiles are as they were", tiles.len()),
        Event::CommandRegained { cp, .. } => format!("{cp} CP regained"),
        Event::ActedAhead { squad: it, phase, .. } => format!("{} has done its {}", squad(it), phase.name()),
        Event::HeroMoved { hero, to, .. } => format!("{} joins {}", unit(hero), squad(to)),
        Event::HeroStayed { hero, why, .. } => format!("{} stays: {why:?}", unit(hero)),
        Event::Attacked(it) => return volley(battle, it),
        Event::VolleyWasted { squad: it, target, .. } => format!("{} at {}: wasted", squad(it), squad(target)),
        Event::FireHeld { squad: it, target, silent } => {
            let why: Vec<String> = silent.iter().map(|(id, why)| format!("{} {why:?}", unit(id))).collect();
            format!("{} at {}: nobody fires ({})", squad(it), squad(target), why.join(", "))
        }
        Event::HazardRolled { squad: it, rolls, .. } => {
            let rolls: Vec<String> =
                rolls.iter().map(|(id, die, fate)| format!("{} {die} {fate:?}", unit(id))).collect();
            format!("{} hazard: {}", squad(it), rolls.join(", "))
        }
        Event::Abandoned { squad: it, units } => format!("{} abandons {}", squad(it), units.len()),
        Event::Disengaged { squad: it, rolls } => {
            let rolls: Vec<String> = rolls.iter().map(|(id, die)| format!("{} {die}", unit(id))).collect();
            format!("{} disengages: {}", squad(it), rolls.join(", "))
        }
        Event::Moved(it) => moved(battle, it),
        Event::Stayed { squad: it, why } => format!("{} stays: {why:?}", squad(it)),
        Event::Charged(it) => charged(battle, it),
        Event::MoraleTested { squad: it, dice, modifiers, needs, passed, .. } => {
            let sum: i8 = modifiers.iter().map(|it| it.1).sum();
            let verdict = if *passed { "passes" } else { "breaks" };
            format!("{} tests on {}+{}{sum:+} against {needs}: {verdict}", squad(it), dice[0], dice[1])
        }
        Event::Recovered { squad: it } => format!("{} recovers", squad(it)),
        Event::ObjectiveCounted { objective, control, owner, contested } => {
            let name = &battle.setup().objective(*objective).name;
            let contested = if *contested { ", contested" } else { "" };
            format!("{name}: {} to {}, owner {owner:?}{contested}", control.players, control.enemy)
        }
        Event::Scored { side, points } => format!("{side:?} scores {points}"),
        Event::GoalUndone { goal } => format!("open again: {}", battle.setup().goals[usize::from(*goal)].text),
        Event::GoalPartMet { goal, part } => {
            format!("part {part} of {}", battle.setup().goals[usize::from(*goal)].text)
        }
        Event::GoalMet { goal } => format!("met: {}", battle.setup().goals[usize::from(*goal)].text),
        Event::Ended { outcome, .. } => format!("ended: {outcome:?}"),
        Event::Aftermath { unit: it, die, dead } => {
            format!("{} {die}: {}", unit(it), if *dead { "dead" } else { "wounded" })
        }
        Event::ScheduleCame { index } => format!("schedule {index}"),
        Event::Arrived { squad: it, places } => {
            let places: Vec<String> = places.iter().map(|it| it.1.to_string()).collect();
            format!("{} arrives at {}", squad(it), places.join(" "))
        }
        Event::ArrivalDelayed { squad: it } => format!("{} has no room to arrive", squad(it)),
        Event::Edited(it) => format!("set right: {it:?}"),
        Event::Formation(it) => formation(battle, it),
    };
    vec![one]
}

/// What happened to a formation; states and troubles as they are called in code.
fn formation(battle: &Battle, event: &FormationEvent) -> String {
    let unit = |id: &UnitId| battle.setup().unit(*id).name.clone();
    let units = |ids: &[UnitId]| ids.iter().map(unit).collect::<Vec<_>>().join(", ");
    let squads = |ids: &[SquadId]| ids.iter().map(|it| battle.setup().squad(*it).name.clone()).collect::<Vec<_>>();
    let name = |id: FormationId| battle.formation(id).map_or("nobody".to_owned(), |it| battle.formation_name(it));
    let led = |it: &Option<UnitId>| it.map_or("without a leader".to_owned(), |it| format!("under {}", unit(&it)));
    let steps = |steps: &[Step]| {
        let step = |it: &Step| format!("{} {}>{}", unit(&it.unit), it.from, it.to);
        steps.iter().map(step).collect::<Vec<_>>().join(", ")
    };
    let troubles = |why: &[StartTrouble]| why.iter().map(|it| trouble(battle, it)).collect::<Vec<_>>().join("; ");
    match event {
        FormationEvent::Shuffled { steps: taken, .. } => format!("shuffle: {}", steps(taken)),
        FormationEvent::Started { squads: who, members, leader, stuck, .. } => {
            let stuck = if stuck.is_empty() { String::new() } else { format!(" ({})", troubles(stuck)) };
            format!("{} forms up {}: {}{stuck}", squads(who).join(" + "), led(leader), units(members))
        }
        FormationEvent::StartFailed { squads: who, why, costs_turn, .. } => {
            let price = if *costs_turn { ", and loses its turn" } else { "" };
            format!("{} cannot form up{price}: {}", squads(who).join(" + "), troubles(why))
        }
        FormationEvent::Disbanded { formation } => format!("{} disbands", name(*formation)),
        FormationEvent::NotDisbanded { squad, why } => format!("{:?} does not disband: {why:?}", squads(&[*squad])),
        FormationEvent::Stepped(it) => {
            let stayed: Vec<String> = it.stayed.iter().map(|(id, why)| format!("{} {why:?}", unit(id))).collect();
            let stayed = if stayed.is_empty() { String::new() } else { format!(" [{}]", stayed.join(", ")) };
            let left: Vec<String> = it.left.iter().map(|it| it.1.to_string()).collect();
            let gap = if it.has_gap { ", gap" } else { "" };
            let out = match it.leader_out {
                None => String::new(),
                Some(LeaderOut::OutOfRange(it)) => format!(", leader out at {it}"),
                Some(LeaderOut::IsDown) => ", leader down".to_owned(),
            };
            let (id, number, price) = (name(it.formation), it.number, it.price);
            format!("{id} step {number}: {}{stayed}, {price} MP, left {}{gap}{out}", steps(&it.steps), left.join(" "))
        }
        FormationEvent::StoodStill { formation, why } => format!("{} stands still: {why:?}", name(*formation)),
        FormationEvent::Left { formation, units: who } => format!("{} leave {}", units(who), name(*formation)),
        FormationEvent::BrokeUp { formation, why, parts } => {
            let part = |it: &Part| match it.formation {
                Some(_) => format!("{} go on {}", units(&it.members), led(&it.leader)),
                None => format!("{} stop", units(&it.members)),
            };
            let parts: Vec<String> = parts.iter().map(part).collect();
            format!("{} breaks up ({why:?}): {}", name(*formation), parts.join(" | "))
        }
        FormationEvent::Dissolved { formation } => format!("{} is over", name(*formation)),
        FormationEvent::VolleyLost { squad, unit: target, .. } => {
            format!("{} volley at {}: wasted", squads(&[*squad])[0], unit(target))
        }
        FormationEvent::PlightBegan { plight, units: who, until, .. } => {
            format!("{plight:?} until round {until}: {}", units(who))
        }
        FormationEvent::PlightEnded { plight, units: who, why } => {
            format!("{plight:?} no more ({why:?}): {}", units(who))
        }
    }
}

fn trouble(battle: &Battle, it: &StartTrouble) -> String {
    let unit = |id: &UnitId| battle.setup().unit(*id).name.clone();
    let units = |ids: &[UnitId]| ids.iter().map(unit).collect::<Vec<_>>().join(", ");
    match it {
        StartTrouble::TooFew { .. } => "too few".to_owned(),
        StartTrouble::NoLeader { untrained, nearest } => {
            let nearest = nearest.map_or("nobody leads".to_owned(), |(who, distance, lead)| {
                format!("{} leads at {distance} of {lead}", unit(&who))
            });
            format!("no leader for {} ({nearest})", units(untrained))
        }
        StartTrouble::Leader { leader, why } => format!("{} cannot lead: {why:?}", unit(leader)),
        StartTrouble::Untrained { units: who } => format!("untrained {}", units(who)),
        StartTrouble::Undrilled { units: who } => format!("undrilled {}", units(who)),
        StartTrouble::Gaps { groups } => {
            format!("gaps {}", groups.iter().map(|it| units(it)).collect::<Vec<_>>().join(" | "))
        }
        StartTrouble::Unsteady { units: who } => {
            let who: Vec<String> = who.iter().map(|(id, why)| format!("{} {why:?}", unit(id))).collect();
            format!("unsteady {}", who.join(", "))
        }
        StartTrouble::NoFreeAction { units: who } => format!("no Free Action {}", units(who)),
        StartTrouble::Stuck { unit: who, to, why } => format!("{} stuck before {to}: {why:?}", unit(who)),
    }
}

/// A head line with the shots, then a line for each hit.
fn volley(battle: &Battle, it: &Volley) -> Vec<String> {
    let setup = battle.setup();
    let weapon = it.weapon.map_or("bare hands", |id| setup.weapon(id).name.as_str());
    let shots: Vec<String> = it
        .shots
        .iter()
        .map(|shot| {
            let needs = it.aims[usize::from(shot.aim)].needs;
            let die = match (shot.die, shot.again) {
                (None, _) => "auto".to_owned(),
                (Some(die), None) => die.to_string(),
                (Some(die), Some(again)) => format!("{die}>{again}"),
            };
            format!("{die}/{needs}+")
        })
        .collect();
    let head = format!(
        "{} {:?} {} with {weapon}: {}",
        setup.squad(it.by).name,
        it.kind,
        setup.squad(it.at).name,
        shots.join(" ")
    );
    std::iter::once(head).chain(it.hits.iter().map(|hit| format!("  {}", hit_words(battle, hit)))).collect()
}

fn hit_words(battle: &Battle, hit: &Hit) -> String {
    let Some(victim) = hit.victim else { return "lost".to_owned() };
    let mut words = format!("{}:", battle.setup().unit(victim).name);
    if let Some(wound) = hit.wound {
        let die = wound.die.map_or("auto".to_owned(), |it| it.to_string());
        let again = wound.again.map_or(String::new(), |it| format!(">{it}"));
        words += &format!(" wound {die}{again}/{}+", wound.needs);
    }
    if let Some(save) = hit.save {
        words += &format!(" save {}/{}+", save.die, save.needs);
    }
    match hit.fate {
        Fate::Hurt | Fate::Downed | Fate::Killed => words + &format!(" {:?} by {}", hit.fate, hit.damage),
        other => words + &format!(" {other:?}"),
    }
}

fn moved(battle: &Battle, it: &Move) -> String {
    let steps: Vec<String> = it
        .steps
        .iter()
        .map(|step| format!("{} {}>{}", battle.setup().unit(step.unit).name, step.from, step.to))
        .collect();
    let cut = it.cut_short.map_or(String::new(), |why| format!(" ({why:?})"));
    let of = it.allowance.as_ref().map_or(String::new(), |of| format!(" {} of {}", it.cost, of.steps));
    format!("{} {:?}{of}: {}{cut}", battle.setup().squad(it.squad).name, it.kind, steps.join(", "))
}

fn charged(battle: &Battle, it: &Charge) -> String {
    let name = |id| &battle.setup().squad(id).name;
    let dice = it.dice.map_or("no roll".to_owned(), |[a, b]| format!("{a}+{b}"));
    let against = it.opposed.map_or(String::new(), |[a, b]| format!(" against {a}+{b}"));
    let needed = it.needed.map_or("no way".to_owned(), |it| it.to_string());
    let verdict = if it.made { "made" } else { "missed" };
    format!("{} charges {}: needs {needed}, {dice}{against}: {verdict}", name(it.squad), name(it.target))
}

/// Orders as tests write them: `Alpha: shoot Boyz with rifle, Nobz; Alpha: fight Boyz with claws; Alpha: move C7 cover;
/// Alpha: north 3 east 2; Alpha: toward Boyz 3; Alpha: charge Boyz after C7; Alpha: disengage C7; Alpha: abandon 2;
/// Alpha: hold; Alpha Officer: join Bravo; use Rally on Alpha`. Routes may start with `via C4`. `Boyz: at will`.
pub(super) fn orders_of(battle: &Battle, text: &str) -> Orders {
    let mut orders = Orders::default();
    for order in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        if let Some(rest) = order.strip_prefix("use ") {
            let (name, on) = rest.split_once(" on ").expect("`use Ability on Target`");
            let setup = battle.setup();
            let ability = setup.ability_ids().find(|it| setup.ability(*it).name == name).expect("an ability");
            let by =
                setup.caster_ids().find(|it| setup.caster(*it).abilities.contains(&ability)).unwrap_or(CasterId(0));
            let alone = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == on);
            let named = || alone.map_or_else(|| AbilityOn::Squad(scene::squad(battle, on)), AbilityOn::Unit);
            let on = on.parse().map_or_else(|_| named(), AbilityOn::Tile);
            orders.abilities.push(AbilityUse { by, ability, on });
            continue;
        }
        let (who, rest) = order.split_once(": ").expect("`Squad: verb …`");
        let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        if verb == "join" || verb == "leave" {
            let hero = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == who).expect("a hero");
            let order = if verb == "join" { HeroMove::Join(scene::squad(battle, rest)) } else { HeroMove::Leave };
            orders.heroes.put(hero, order);
            continue;
        }
        let squad = scene::squad(battle, who);
        let target = |name: &str| scene::squad(battle, name.trim());
        match verb {
            "form" => drop(orders.formations.ranging.put(squad, Ranging::FormUp(form_up(battle, squad, rest)))),
            "disband" => drop(orders.formations.ranging.put(squad, Ranging::Disband)),
            "break-ranks" => drop(orders.formations.break_ranks.insert(squad)),
            "volley" => {
                let unit = battle.setup().unit_ids().find(|it| battle.setup().unit(*it).name == rest);
                let target = unit.map_or_else(|| target(rest), |it| battle.unit(it).squad);
                orders.fire.put(squad, Fire::Volley(VolleyAt { target, unit }));
            }
            "send" => {
                let (unit, at) = rest.split_once(" to ").expect("`send Unit to Tile`");
                let at = at.parse().expect("a tile");
                orders.stations.put(unit_named(battle, unit), Station { squad, at });
            }
            "steps" => {
                let steps = rest.split(',').map(|it| step(battle, it.trim())).collect();
                orders.movement.put(squad, Movement::Steps(steps));
            }
            "shoot" => drop(orders.fire.put(squad, Fire::At(rest.split(',').map(|it| part(battle, it)).collect()))),
            "at" => drop(orders.fire.put(squad, Fire::AtWill)),
            "fight" => {
                let (name, with) = rest.split_once(" with ").map_or((rest, None), |(a, b)| (a, Some(b)));
                let weapon = with.map(|it| scene::weapon(battle.setup(), it));
                let target = (!name.is_empty()).then(|| target(name));
                orders.fight.put(squad, Fight { target, weapon });
            }
            "hold" => drop(orders.movement.put(squad, Movement::Hold)),
            "charge" => {
                let (name, after) = rest.split_once(" after ").map_or((rest, None), |(a, b)| (a, Some(b)));
                let after = after.map(|it| route(battle, it));
                orders.movement.put(squad, Movement::Charge { target: target(name), after });
            }
            "disengage" => {
                let to = (!rest.is_empty()).then(|| route(battle, rest));
                orders.movement.put(squad, Movement::Disengage(to));
            }
            "abandon" => {
                let count = rest.parse().map_or(Abandon::All, Abandon::Count);
                orders.abandon.put(squad, count);
            }
            "move" => drop(orders.movement.put(squad, Movement::Move(route(battle, rest)))),
            _ => {
                let route = route(battle, &format!("{verb} {rest}"));
                orders.movement.put(squad, Movement::Move(route));
            }
        }
    }
    orders
}

/// `with Bravo`, `under Alpha Officer`, `alone`, `without Alpha 2 & Alpha 3`, `shuffle Alpha 4>C2`, a comma between them.
fn form_up(battle: &Battle, squad: SquadId, text: &str) -> FormUp {
    let mut order =
        FormUp { squads: vec![squad], without: Vec::new(), directed_by: DirectedBy::Anybody, shuffle: Vec::new() };
    for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        let each = rest.split('&').map(str::trim);
        match word {
            "with" => order.squads.extend(each.map(|it| scene::squad(battle, it))),
            "under" => order.directed_by = DirectedBy::Leader(unit_named(battle, rest)),
            "alone" => order.directed_by = DirectedBy::Themselves,
            "without" => order.without.extend(each.map(|it| unit_named(battle, it))),
            "shuffle" => order.shuffle.extend(each.map(|it| {
                let (who, to) = it.split_once('>').expect("`unit>tile`");
                (unit_named(battle, who), to.parse().expect("a tile"))
            })),
            other => panic!("a formation knows no `{other}`"),
        }
    }
    order
}

/// `north`, `stand`, `left`, `right around Alpha 2`; each may end with `hold Alpha 1 & Alpha 2`.
fn step(battle: &Battle, text: &str) -> FormationStep {
    let (text, hold) = text.split_once("hold ").map_or((text, None), |(text, hold)| (text.trim(), Some(hold)));
    let hold = hold.iter().flat_map(|it| it.split('&')).map(|it| unit_named(battle, it.trim())).collect();
    let (word, pivot) = text.split_once(" around ").map_or((text, None), |(word, pivot)| (word, Some(pivot)));
    let pivot = pivot.map(|it| unit_named(battle, it));
    let kind = match word {
        "stand" => StepKind::Stand,
        "left" => StepKind::Wheel { turning: Turning::Left, pivot },
        "right" => StepKind::Wheel { turning: Turning::Right, pivot },
        way => StepKind::March(direction(way)),
    };
    FormationStep { kind, hold }
}

fn unit_named(battle: &Battle, name: &str) -> UnitId {
    let setup = battle.setup();
    setup.unit_ids().find(|it| setup.unit(*it).name == name).unwrap_or_else(|| panic!("nobody is called `{name}`"))
}

fn part(battle: &Battle, text: &str) -> FirePart {
    let (name, with) = text.split_once(" with ").map_or((text, None), |(a, b)| (a, Some(b)));
    let setup = battle.setup();
    let with = with.map(|it| match setup.weapons.iter().any(|weapon| weapon.key == it) {
        true => With::Weapon(scene::weapon(setup, it)),
        false => With::Team(scene::profile(setup, it)),
    });
    FirePart { target: scene::squad(battle, name.trim()), with }
}

fn route(battle: &Battle, text: &str) -> Route {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut spacing = Spacing::Usual;
    if let Some(found) = words.last().and_then(|it| match *it {
        "cover" => Some(Spacing::TakeCover),
        "tight" => Some(Spacing::Tight),
        "spread" => Some(Spacing::Spread),
        _ => None,
    }) {
        spacing = found;
        words.pop();
    }
    let mut via = Vec::new();
    while let [first, tile, ..] = words[..]
        && first == "via"
    {
        via.push(tile.parse().expect("a tile"));
        words.drain(..2);
    }
    let place = |name: &str| Place::Squad(scene::squad(battle, name));
    let goal = match words[..] {
        ["toward", name] => RouteGoal::Toward { place: place(name), steps: None },
        ["toward", name, n] => RouteGoal::Toward { place: place(name), steps: n.parse().ok() },
        ["from", name] => RouteGoal::AwayFrom { place: place(name), steps: None },
        ["from", name, n] => RouteGoal::AwayFrom { place: place(name), steps: n.parse().ok() },
        [tile] => RouteGoal::Tile(tile.parse().expect("a tile")),
        _ => RouteGoal::Steps(words.chunks(2).map(|it| (direction(it[0]), it[1].parse().expect("steps"))).collect()),
    };
    Route { via, goal, spacing }
}

fn direction(word: &str) -> Direction {
    match word {
        "north" => Direction::North,
        "east" => Direction::East,
        "south" => Direction::South,
        "west" => Direction::West,
        other => panic!("no direction is called `{other}`"),
    }
}

/// What dice make of the fire that was ordered, for whoever holds odds against them.
pub(crate) fn fired(rules: &Line, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
    let mut round = Round { rules, battle: battle.clone(), orders, dice, events: Vec::new() };
    round.play(Phase::Shooting);
    round.events
}
