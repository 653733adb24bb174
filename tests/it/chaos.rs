//! Random battles and random orders made from a number. One number always makes the same battle.

#[path = "../../src/dice/chaos.rs"]
mod luck;

use std::sync::Arc;

use fieldpost::field::{
    Board, Direction, GoalKind, ObjectiveId, Seat, SeatId, SquadId, Terrain, TerrainId, Tile, UnitId, form_up,
};
use fieldpost::line::battle::{
    Abandon, Ability, AbilityId, AbilityOn, AbilityTarget, AbilityUse, Amount, Battle, Boon, Caster, CasterId,
    Condition, DirectedBy, Drill, Effect, Fight, Fire, FirePart, FormUp, FormationSetup, FormationStep, Goal, HeroMove,
    Kind, Level, Movement, ObjectiveSetup, Orders, OrganisationalOrder, Phase, Place, Plight, Profile, ProfileId,
    Route, RouteGoal, Scheduled, Setup, Shield, Side, Spacing, Span, SquadSetup, Stance, Stat, StepKind, Subject, Tag,
    Temper, Trigger, Turning, UnitSetup, VolleyAt, Weapon, WeaponId, When, With,
};

pub(crate) use luck::Chaos;

/// A battle with two to four squads a side on a random map.
pub(crate) fn battle(chaos: &mut Chaos) -> Battle {
    Battle::new(Arc::new(setup(chaos)))
}

/// A random battle with formations.
pub(crate) fn ranked(chaos: &mut Chaos) -> Battle {
    let mut setup = setup(chaos);
    setup.formations = Some(FormationSetup {
        autonomous: chaos.chance(50),
        shoot_and_move: chaos.chance(30),
        waive_failed_start: chaos.chance(30),
    });
    for profile in &mut setup.profiles {
        profile.drill = Drill {
            shield: chaos.chance(50).then(|| *chaos.pick(&[Shield::Small, Shield::Medium, Shield::Large])),
            spear: chaos.chance(50),
            drilled: chaos.chance(90),
            autonomous: chaos.chance(40),
            lead: chaos.chance(40).then(|| chaos.number(1, 6)),
        };
    }
    for weapon in &mut setup.weapons {
        if chaos.chance(30) {
            weapon.tags.push(Tag::Stun);
        }
    }
    for ability in &mut setup.abilities {
        if chaos.chance(40) {
            let plight = *chaos.pick(&[Plight::Dazed, Plight::Frenzied]);
            ability.effects.push(Effect::Afflict { plight, rounds: chaos.number(1, 2) });
        } else if chaos.chance(20) {
            ability.effects.push(Effect::Steady);
        }
    }
    Battle::new(Arc::new(setup))
}

fn setup(chaos: &mut Chaos) -> Setup {
    let board = board(chaos);
    let weapons = (0..8).map(|n| weapon(chaos, n)).collect::<Vec<_>>();
    let profiles = (0..6).map(|n| profile(chaos, n)).collect();
    let mut setup = Setup {
        title: "Chaos".to_owned(),
        briefing: String::new(),
        board,
        seats: vec![Seat { name: "alice".to_owned() }, Seat { name: "bob".to_owned() }],
        casters: Vec::new(),
        profiles,
        weapons,
        abilities: Vec::new(),
        squads: Vec::new(),
        units: Vec::new(),
        objectives: Vec::new(),
        goals: Vec::new(),
        schedule: Vec::new(),
        rounds: Some(12),
        has_secrets: false,
        cp_per_round: chaos.number(0, 2),
        commander: Level::Green,
        tap_out_cost: None,
        words: Default::default(),
        formations: None,
        is_for_players: false,
    };
    muster(chaos, &mut setup);
    purpose(chaos, &mut setup);
    setup.abilities = (0..8).map(|n| ability(chaos, n)).collect();
    for caster in &mut setup.casters {
        caster.abilities = (0..8).map(AbilityId).collect();
    }
    setup
}

fn board(chaos: &mut Chaos) -> Board {
    let kind = |key: &str, cost, opaque, cover, conceals| Terrain {
        key: key.to_owned(),
        name: key.to_owned(),
        cost,
        opaque,
        cover,
        conceals,
        drawn_like: None,
    };
    let kinds = vec![
        kind("open", Some(1), false, 0, false),
        kind("wall", None, true, 0, false),
        kind("woods", Some(2), false, 1, true),
        kind("ruins", Some(2), false, 2, false),
        kind("water", None, false, 0, false),
        kind("smoke", Some(1), true, 0, true),
    ];
    let (width, height) = (chaos.number(8, 26), chaos.number(8, 20));
    let ground = (0..usize::from(width) * usize::from(height)).map(|_| match chaos.number(1, 100) {
        1..=72 => TerrainId(0),
        73..=80 => TerrainId(1),
        81..=90 => TerrainId(2),
        91..=96 => TerrainId(3),
        _ => TerrainId(4),
    });
    Board::new(width, kinds, ground.collect())
}

fn weapon(chaos: &mut Chaos, n: u16) -> Weapon {
    let amount = |chaos: &mut Chaos| match chaos.number(0, 5) {
        0 => Amount { dice: 1, sides: 3, plus: chaos.number(0, 1) },
        1 => Amount { dice: 1, sides: 6, plus: 0 },
        _ => Amount::fixed(chaos.number(1, 3)),
    };
    let tags = [
        Tag::ExtraAttacks,
        Tag::CloseQuarters,
        Tag::RapidFire(1),
        Tag::Blast,
        Tag::Torrent,
        Tag::Heavy,
        Tag::Assault,
        Tag::Sustained(1),
        Tag::Lethal,
        Tag::Devastating,
        Tag::TwinLinked,
        Tag::IgnoresCover,
        Tag::Indirect,
        Tag::Precision,
        Tag::Anti(Kind::Vehicle, 4),
        Tag::Hazardous,
        Tag::OneShot,
    ];
    // The last two weapons are for melee, and the one before them needs a crew.
    let range = (n < 6).then(|| chaos.number(3, 24));
    let mut tags: Vec<Tag> = (0..chaos.number(0, 3)).map(|_| *chaos.pick(&tags)).collect();
    if n == 5 {
        tags.push(Tag::Crew(2));
    }
    if range.is_none() {
        tags.retain(|it| {
            !matches!(it, Tag::Blast | Tag::Torrent | Tag::RapidFire(_) | Tag::Indirect | Tag::CloseQuarters)
        });
    }
    Weapon {
        key: format!("weapon-{n}"),
        name: format!("Weapon {n}"),
        range,
        attacks: amount(chaos),
        accuracy: chaos.number(2, 6),
        strength: chaos.number(1, 9),
        piercing: chaos.number(0, 3),
        damage: amount(chaos),
        tags,
    }
}

fn profile(chaos: &mut Chaos, n: u16) -> Profile {
    let kind = match n {
        4 => Kind::Monster,
        5 => Kind::Vehicle,
        _ => Kind::Infantry,
    };
    let mut weapons: Vec<WeaponId> = (0..8).filter(|_| chaos.chance(40)).map(WeaponId).collect();
    if n == 3 && !weapons.contains(&WeaponId(5)) {
        weapons.push(WeaponId(5));
    }
    Profile {
        key: format!("profile-{n}"),
        name: format!("Profile {n}"),
        kind,
        toughness: chaos.number(2, 8),
        save: chaos.chance(80).then(|| chaos.number(2, 6)),
        hp: chaos.number(1, 4),
        movement: chaos.number(2, 9),
        leadership: chaos.number(5, 9),
        control: chaos.number(0, 3),
        reach: chaos.number(1, 3),
        size: if kind == Kind::Infantry { 1 } else { chaos.number(1, 3) },
        weapons,
        drill: Drill::default(),
    }
}

fn muster(chaos: &mut Chaos, setup: &mut Setup) {
    let mut taken = vec![false; setup.board.len()];
    for side in Side::ALL {
        for n in 0..chaos.number(2, 4) {
            squad(chaos, setup, &mut taken, side, n);
        }
    }
    for n in 0..setup.units.len() {
        if setup.units[n].hero.is_some() {
            setup.units[n].alone = Some(SquadId(setup.squads.len() as u16));
            let with =
                setup.squads.iter().find(|it| it.members.contains(&UnitId(n as u16))).expect("its squad").clone();
            let name = setup.units[n].name.clone();
            setup.squads.push(SquadSetup { key: name.clone(), name, members: Vec::new(), in_reserve: false, ..with });
        }
    }
}

fn squad(chaos: &mut Chaos, setup: &mut Setup, taken: &mut [bool], side: Side, n: u8) {
    let kinds: Vec<ProfileId> = match chaos.number(0, 9) {
        0 => vec![ProfileId(4)],
        1 => vec![ProfileId(5)],
        2 | 3 => (0..chaos.number(2, 6)).map(|it| ProfileId(if it < 2 { 3 } else { 0 })).collect(),
        _ => {
            let kind = ProfileId(u16::from(chaos.number(0, 3)));
            vec![kind; usize::from(chaos.number(1, 7))]
        }
    };
    let sizes: Vec<u8> = kinds.iter().map(|it| setup.profiles[usize::from(it.0)].size).collect();
    let at = setup.board.tile((chaos.next() % setup.board.len() as u64) as usize);
    let Some(places) = form_up(&setup.board, |it| taken[setup.board.index(it)], &sizes, at) else { return };
    let id = SquadId(setup.squads.len() as u16);
    let name = format!("{side:?} {n}");
    let seat = (side == Side::Players).then(|| SeatId(chaos.number(0, 1)));
    let in_reserve = chaos.chance(12);
    let mut members = Vec::new();
    for (nth, (&profile, at)) in kinds.iter().zip(places).enumerate() {
        let unit = UnitId(setup.units.len() as u16);
        let hero = (nth == 0 && chaos.chance(30)).then(|| {
            setup.casters.push(Caster {
                name: format!("{name} Hero"),
                class: "Hero".to_owned(),
                side,
                seat,
                hero: Some(unit),
                cp_max: chaos.number(1, 6),
                abilities: Vec::new(),
            });
            CasterId(setup.casters.len() as u8 - 1)
        });
        if !in_reserve {
            let size = setup.profiles[usize::from(profile.0)].size;
            for tile in (fieldpost::field::Footprint { at, size }).tiles() {
                taken[setup.board.index(tile)] = true;
            }
        }
        let name = if hero.is_some() { format!("{name} Hero") } else { format!("{name} unit {nth}") };
        let team = (profile == ProfileId(3)).then_some(0);
        setup.units.push(UnitSetup { name, profile, team, hero, alone: None, at });
        members.push(unit);
    }
    if in_reserve {
        let when = When::Round(u16::from(chaos.number(2, 4)));
        setup.schedule.push(Scheduled { when, reinforce: vec![(id, at)], text: None });
    }
    setup.squads.push(SquadSetup {
        key: name.clone(),
        name,
        side,
        seat,
        stance: *chaos.pick(&[Stance::Aggressive, Stance::Hold, Stance::Objective]),
        level: None,
        temper: Temper::default(),
        objective: None,
        members,
        in_reserve,
    });
}

fn purpose(chaos: &mut Chaos, setup: &mut Setup) {
    for n in 0..chaos.number(0, 2) {
        setup.objectives.push(ObjectiveSetup {
            key: format!("objective-{n}"),
            name: format!("Objective {n}"),
            at: setup.board.tile((chaos.next() % setup.board.len() as u64) as usize),
            radius: chaos.number(1, 4),
            owner: None,
            points: u16::from(chaos.number(0, 2)),
        });
    }
    let lost = |who, percent| Condition::Lost { who: Subject::Side(who), percent };
    let goal = |kind, when| Goal { kind, team: None, text: format!("{kind:?}"), when, ends: true };
    setup.goals.push(goal(GoalKind::Main, lost(Side::Enemy, 90)));
    setup.goals.push(goal(GoalKind::Failure, lost(Side::Players, 90)));
    if !setup.objectives.is_empty() {
        let when = Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
        setup.goals.push(goal(GoalKind::Bonus, when));
    }
}

fn ability(chaos: &mut Chaos, n: u16) -> Ability {
    let stats = [
        Stat::Accuracy,
        Stat::Strength,
        Stat::Piercing,
        Stat::Damage,
        Stat::Attacks,
        Stat::Range,
        Stat::Save,
        Stat::Toughness,
        Stat::Movement,
        Stat::Leadership,
        Stat::Control,
        Stat::Reach,
    ];
    let boon = match chaos.number(0, 6) {
        0 => Boon::RerollMisses,
        1 => Boon::RerollOnes,
        2 => Boon::IgnoreCover,
        3 => Boon::Grant(Tag::Lethal),
        _ => Boon::Modify { stat: *chaos.pick(&stats), by: *chaos.pick(&[-3, -1, 1, 2]), weapons: None },
    };
    let span =
        *chaos.pick(&[Span::Phase(Phase::Shooting), Span::Phase(Phase::Melee), Span::Rounds(1), Span::Rounds(3)]);
    let effect = match chaos.number(0, 12) {
        0 => Effect::Immediately(Phase::Shooting),
        1 => Effect::Immediately(Phase::Melee),
        2 => Effect::Immediately(Phase::Movement),
        3 => Effect::Immediately(Phase::Morale),
        4 => Effect::Rally,
        5 => Effect::Heal(2),
        6 => Effect::StandUp { units: 2, hp: 1 },
        7 => Effect::CountAsNotShot,
        8 => Effect::Ground { terrain: TerrainId(5), radius: 2, rounds: 2 },
        9 => Effect::RegainCommand(1),
        _ => Effect::Lasting { boon, span },
    };
    let triggers = [
        Trigger::ShotAt,
        Trigger::Charged,
        Trigger::Fights,
        Trigger::EndsMove,
        Trigger::TestsMorale,
        Trigger::FailsMorale,
    ];
    let is_acting = matches!(effect, Effect::Immediately(_));
    Ability {
        key: format!("ability-{n}"),
        name: format!("Ability {n}"),
        text: String::new(),
        cost: chaos.number(0, 3),
        target: AbilityTarget::AlliedSquad,
        range: chaos.chance(20).then(|| chaos.number(2, 12)),
        per_round: None,
        per_battle: None,
        needs_hero: chaos.chance(50),
        trigger: (!is_acting && chaos.chance(40)).then(|| *chaos.pick(&triggers)),
        effects: vec![effect],
    }
}

/// Orders for most squads of both sides, sensible or not.
pub(crate) fn orders(chaos: &mut Chaos, battle: &Battle) -> Orders {
    let setup = battle.setup();
    let mut orders = Orders::default();
    for squad in setup.squad_ids() {
        if chaos.chance(80) {
            squad_orders(chaos, battle, squad, &mut orders);
        }
    }
    for by in setup.caster_ids() {
        for _ in 0..chaos.number(0, 2) {
            let on = if chaos.chance(80) {
                AbilityOn::Squad(any_squad(chaos, battle))
            } else {
                AbilityOn::Tile(any_tile(chaos, battle))
            };
            orders.abilities.push(AbilityUse { by, ability: AbilityId(u16::from(chaos.number(0, 7))), on });
        }
    }
    for unit in setup.unit_ids().filter(|it| setup.unit(*it).hero.is_some()) {
        if chaos.chance(20) {
            let friends: Vec<SquadId> = battle.squads_of(battle.side(battle.unit(unit).squad)).collect();
            let order = if chaos.chance(50) || friends.is_empty() {
                HeroMove::Leave
            } else {
                HeroMove::Join(*chaos.pick(&friends))
            };
            orders.heroes.put(unit, order);
        }
    }
    orders
}

/// Random orders, with orders for formations among them.
pub(crate) fn ranked_orders(chaos: &mut Chaos, battle: &Battle) -> Orders {
    let mut orders = orders(chaos, battle);
    for squad in battle.setup().squad_ids() {
        match chaos.number(0, 9) {
            0..=3 => drop(
                orders.formations.ranging.put(squad, OrganisationalOrder::FormUp(form_up_order(chaos, battle, squad))),
            ),
            4 => drop(orders.formations.ranging.put(squad, OrganisationalOrder::Disband)),
            5 => drop(orders.formations.break_ranks.insert(squad)),
            _ => (),
        }
        if chaos.chance(40) {
            let steps = (0..chaos.number(1, 8)).map(|_| step(chaos, battle, squad)).collect();
            orders.movement.put(squad, Movement::Steps(steps));
        }
        if chaos.chance(40) {
            let target = any_squad(chaos, battle);
            let unit = *chaos.pick(&battle.setup().unit_ids().collect::<Vec<_>>());
            let unit = chaos.chance(50).then_some(unit).filter(|it| battle.unit(*it).squad == target);
            if battle.side(target) != battle.side(squad) {
                orders.fire.put(squad, Fire::Volley(VolleyAt { target, unit }));
            }
        }
    }
    orders
}

fn form_up_order(chaos: &mut Chaos, battle: &Battle, squad: SquadId) -> FormUp {
    let mut squads = vec![squad];
    if chaos.chance(40) {
        let friends: Vec<SquadId> = battle.squads_of(battle.side(squad)).filter(|it| *it != squad).collect();
        squads.extend(friends.first().copied());
    }
    let units: Vec<UnitId> = squads.iter().flat_map(|it| battle.standing(*it)).collect();
    let directed_by = match chaos.number(0, 3) {
        0 => DirectedBy::Themselves,
        1 => DirectedBy::Leader(*chaos.pick(&battle.setup().unit_ids().collect::<Vec<_>>())),
        _ => DirectedBy::Anybody,
    };
    let shuffle = units.iter().filter(|_| chaos.chance(20)).copied().collect::<Vec<_>>();
    let shuffle = shuffle.into_iter().filter_map(|it| {
        let to = battle.unit(it).at.step(*chaos.pick(&Direction::ALL))?;
        Some((it, to))
    });
    let shuffle = shuffle.collect();
    let without = units.into_iter().filter(|_| chaos.chance(10)).collect();
    FormUp { squads, without, directed_by, shuffle }
}

fn step(chaos: &mut Chaos, battle: &Battle, squad: SquadId) -> FormationStep {
    let kind = match chaos.number(0, 9) {
        0 => StepKind::Stand,
        1 => StepKind::Wheel { turning: *chaos.pick(&[Turning::Left, Turning::Right]), pivot: None },
        _ => StepKind::March(*chaos.pick(&Direction::ALL)),
    };
    FormationStep { kind, hold: battle.standing(squad).filter(|_| chaos.chance(15)).collect() }
}

fn squad_orders(chaos: &mut Chaos, battle: &Battle, squad: SquadId, orders: &mut Orders) {
    let enemies: Vec<SquadId> =
        battle.setup().squad_ids().filter(|it| battle.side(*it) != battle.side(squad)).collect();
    if enemies.is_empty() {
        return;
    }
    let target = *chaos.pick(&enemies);
    if chaos.chance(50) {
        let with = chaos.chance(30).then(|| With::Weapon(WeaponId(u16::from(chaos.number(0, 7)))));
        let second = FirePart { target: *chaos.pick(&enemies), with: None };
        orders.fire.put(squad, Fire::At(vec![FirePart { target, with }, second]));
    }
    if chaos.chance(30) {
        orders.fight.put(squad, Fight { target: Some(target), weapon: None });
    }
    if chaos.chance(20) {
        orders.abandon.put(squad, if chaos.chance(50) { Abandon::All } else { Abandon::Count(1) });
    }
    let route = route(chaos, battle, target);
    let movement = match chaos.number(0, 9) {
        0..=3 => Movement::Move(route),
        4 | 5 => Movement::Charge { target, after: Some(route) },
        6 => Movement::Charge { target, after: None },
        7 => Movement::Disengage(Some(route)),
        8 => Movement::Disengage(None),
        _ => Movement::Hold,
    };
    orders.movement.put(squad, movement);
}

fn route(chaos: &mut Chaos, battle: &Battle, target: SquadId) -> Route {
    let place = match battle.setup().objectives.is_empty() {
        true => Place::Squad(target),
        false => Place::Objective(ObjectiveId(0)),
    };
    let steps = chaos.chance(50).then(|| chaos.number(0, 6));
    let goal = match chaos.number(0, 4) {
        0 => RouteGoal::Steps(vec![
            (*chaos.pick(&Direction::ALL), chaos.number(0, 9)),
            (*chaos.pick(&Direction::ALL), 3),
        ]),
        1 => RouteGoal::Toward { place, steps },
        2 => RouteGoal::AwayFrom { place, steps },
        _ => RouteGoal::Tile(any_tile(chaos, battle)),
    };
    let via = if chaos.chance(20) { vec![any_tile(chaos, battle)] } else { Vec::new() };
    let spacing = *chaos.pick(&[Spacing::Usual, Spacing::TakeCover, Spacing::Tight, Spacing::Spread]);
    Route { via, goal, spacing }
}

fn any_tile(chaos: &mut Chaos, battle: &Battle) -> Tile {
    battle.board().tile((chaos.next() % battle.board().len() as u64) as usize)
}

fn any_squad(chaos: &mut Chaos, battle: &Battle) -> SquadId {
    let all: Vec<SquadId> = battle.setup().squad_ids().collect();
    *chaos.pick(&all)
}
