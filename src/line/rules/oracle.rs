//! A second implementation of some rules for tests, as plain as possible: it goes tile by tile, and asks the battle
//! only what stands where. It shares no code with the first, and on small random fields both must agree.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::dice::Dice;
use crate::field::{GoalKind, ObjectiveId, SquadId, Tile, UnitId};
use crate::line::battle::scene::scene_with;
use crate::line::battle::{
    Battle, Condition, Event, Goal, Kind, MoveKind, Movement, ObjectiveSetup, Orders, Phase, Route, RouteGoal, Side,
    Spacing,
};
use crate::line::rules::{Line, Round, movement, objectives};

type Place = (i32, i32);

/// The ground and the standing units of a battle.
struct Field {
    width: i32,
    height: i32,
    /// Steps to enter each passable tile.
    cost: BTreeMap<Place, i32>,
    opaque: Vec<Place>,
    men: Vec<Man>,
}

#[derive(Clone, Debug)]
struct Man {
    unit: UnitId,
    squad: SquadId,
    is_enemy: bool,
    /// All tiles that he stands on, the top left first.
    tiles: Vec<Place>,
    reach: i32,
    moves: i32,
    control: i32,
}

impl Field {
    fn of(battle: &Battle) -> Field {
        let board = battle.board();
        let place = |it: Tile| (i32::from(it.x), i32::from(it.y));
        let cost = board.tiles().filter_map(|it| Some((place(it), i32::from(battle.ground(it).cost?)))).collect();
        let opaque = board.tiles().filter(|it| battle.ground(*it).opaque).map(place).collect();
        let man = |unit: UnitId| {
            let profile = battle.profile(unit);
            let (x, y) = place(battle.unit(unit).at);
            let size = i32::from(profile.size);
            Man {
                unit,
                squad: battle.unit(unit).squad,
                is_enemy: battle.side(battle.unit(unit).squad) == Side::Enemy,
                tiles: (0..size).flat_map(|dy| (0..size).map(move |dx| (x + dx, y + dy))).collect(),
                reach: if profile.kind == Kind::Structure { 0 } else { i32::from(profile.reach) },
                moves: i32::from(profile.movement),
                control: i32::from(profile.control),
            }
        };
        let standing = battle.setup().unit_ids().filter(|it| battle.unit(*it).is_standing());
        let men = standing.map(man).collect();
        Field { width: board.width().into(), height: board.height().into(), cost, opaque, men }
    }

    fn man(&self, unit: UnitId) -> &Man {
        self.men.iter().find(|it| it.unit == unit).expect("he stands")
    }

    /// **T-9** Whether no opaque tile lies on the line between the centres of two tiles. The line properly crosses a
    /// tile if the part of it inside the tile is longer than a point.
    fn is_free_line(&self, (ax, ay): Place, (bx, by): Place) -> bool {
        let (dx, dy) = (2 * (bx - ax), 2 * (by - ay));
        let crosses = |&(x, y): &Place| {
            if (x, y) == (ax, ay) || (x, y) == (bx, by) {
                return false;
            }
            // Where the line, extended, lies between two edges of the tile: two fractions of its length, each
            // `(numerator, denominator)` with a denominator above 0. `None` if it runs beside the tile.
            let within = |from: i32, step: i32, edge: i32| -> Option<((i32, i32), (i32, i32))> {
                let (near, far) = (edge - from, edge + 2 - from);
                match step {
                    0 => (near < 0 && 0 < far).then_some(((0, 1), (1, 1))),
                    up if 0 < up => Some(((near, up), (far, up))),
                    down => Some(((-far, -down), (-near, -down))),
                }
            };
            let (Some(across), Some(along)) = (within(2 * ax + 1, dx, 2 * x), within(2 * ay + 1, dy, 2 * y)) else {
                return false;
            };
            let is_less = |a: (i32, i32), b: (i32, i32)| a.0 * b.1 < b.0 * a.1;
            let highest = |a, b| if is_less(a, b) { b } else { a };
            let lowest = |a, b| if is_less(a, b) { a } else { b };
            let from = highest(highest(across.0, along.0), (0, 1));
            let to = lowest(lowest(across.1, along.1), (1, 1));
            is_less(from, to)
        };
        !self.opaque.iter().any(crosses)
    }

    fn sees(&self, one: &Man, other: &Man) -> bool {
        one.tiles.iter().any(|a| other.tiles.iter().any(|b| self.is_free_line(*a, *b)))
    }

    /// The tiles that he would stand on if his first tile were here; `None` if he can't stand here.
    fn tiles_at(&self, man: &Man, (x, y): Place) -> Option<Vec<Place>> {
        let (x0, y0) = man.tiles[0];
        let tiles: Vec<Place> = man.tiles.iter().map(|it| (it.0 - x0 + x, it.1 - y0 + y)).collect();
        tiles.iter().all(|it| self.cost.contains_key(it)).then_some(tiles)
    }

    fn enemies<'a>(&'a self, man: &'a Man) -> impl Iterator<Item = &'a Man> {
        self.men.iter().filter(|it| it.is_enemy != man.is_enemy)
    }

    fn is_held(&self, man: &Man, tiles: &[Place]) -> bool {
        self.enemies(man).any(|it| holds(it, tiles))
    }

    /// The cost of the cheapest way to every tile that a man can reach. Takes single steps until no cost falls any
    /// more.
    fn costs(&self, man: &Man, may_step: impl Fn(&[Place], &[Place]) -> bool) -> BTreeMap<Place, i32> {
        let mut found = BTreeMap::from([(man.tiles[0], 0)]);
        loop {
            let before = found.clone();
            for (&(x, y), &paid) in &before {
                let here = self.tiles_at(man, (x, y)).unwrap_or_else(|| man.tiles.clone());
                for to in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    let Some(there) = self.tiles_at(man, to) else { continue };
                    let price = there.iter().map(|it| self.cost[it]).max().unwrap_or(1);
                    let sum = paid + price;
                    if may_step(&here, &there) && found.get(&to).is_none_or(|it| sum < *it) {
                        found.insert(to, sum);
                    }
                }
            }
            if found == before {
                return found;
            }
        }
    }

    fn is_taken(&self, man: &Man, tiles: &[Place], by: impl Fn(&Man) -> bool) -> bool {
        self.men.iter().any(|it| it.unit != man.unit && by(it) && it.tiles.iter().any(|it| tiles.contains(it)))
    }

    /// **V-1** The costs of a plain move: through free tiles and friends, and into no enemy zone.
    fn walk(&self, man: &Man) -> BTreeMap<Place, i32> {
        self.costs(man, |here, there| {
            !self.is_taken(man, there, |it| it.is_enemy != man.is_enemy)
                && (!self.is_held(man, there) || self.is_held(man, here))
        })
    }

    /// **V-6** The costs of getting away: never nearer to an enemy who held him, and into no zone of any other enemy.
    fn flee(&self, man: &Man) -> BTreeMap<Place, i32> {
        let aggressors: Vec<&Man> = self.enemies(man).filter(|it| holds(it, &man.tiles)).collect();
        let others: Vec<&Man> = self.enemies(man).filter(|it| !holds(it, &man.tiles)).collect();
        self.costs(man, |here, there| {
            !self.is_taken(man, there, |it| it.is_enemy != man.is_enemy)
                && aggressors.iter().all(|it| steps(&it.tiles, here) <= steps(&it.tiles, there))
                && others.iter().all(|it| !holds(it, there))
        })
    }

    /// **V-7** The least that any unit of a squad pays to get into contact with any unit of another. It keeps out of
    /// the zones of third squads if it can reach its target that way with two dice.
    fn charge(&self, squad: SquadId, target: SquadId) -> Option<i32> {
        let touches = |man: &Man, tiles: &[Place]| {
            let foes = || self.men.iter().filter(|it| it.squad == target);
            foes().any(|it| holds(it, tiles) || holds(&Man { tiles: tiles.to_vec(), ..man.clone() }, &it.tiles))
        };
        let ours = || self.men.iter().filter(|it| it.squad == squad);
        if ours().any(|it| touches(it, &it.tiles)) {
            return Some(0);
        }
        let least = |is_careful: bool| {
            let of_man = |man: &Man| {
                let thirds = |tiles: &[Place]| self.enemies(man).any(|it| it.squad != target && holds(it, tiles));
                let costs = self.costs(man, |here, there| {
                    !(self.is_taken(man, there, |_| true) || is_careful && thirds(there) && !thirds(here))
                });
                let ends =
                    costs.into_iter().filter(|(at, _)| self.tiles_at(man, *at).is_some_and(|it| touches(man, &it)));
                ends.map(|it| it.1).min()
            };
            ours().filter_map(of_man).min()
        };
        least(true).filter(|it| *it <= 12).or_else(|| least(false))
    }
}

/// **T-6** Cardinal steps between the closest tiles of two groups.
fn steps(some: &[Place], others: &[Place]) -> i32 {
    let pairs = some.iter().flat_map(|a| others.iter().map(move |b| (a.0 - b.0).abs() + (a.1 - b.1).abs()));
    pairs.min().expect("everybody stands on something")
}

/// **T-7** Whether a man has any of these tiles in his zone.
fn holds(man: &Man, tiles: &[Place]) -> bool {
    let is_beside = |a: &Place, b: &Place| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    0 < man.reach
        && (man.tiles.iter().any(|a| tiles.iter().any(|b| is_beside(a, b))) || steps(&man.tiles, tiles) <= man.reach)
}

const SQUADS: &str = "a Alpha players: rifle; b Bravo players: spearman; c Brute players: beast; e Boyz enemy: boy; \
    f Pikes enemy: spearman; g Fort enemy: bunker";

/// Small fields with walls, woods and a few units of each squad. A beast and a bunker stand in two corners, which are
/// kept free for them.
fn fields() -> impl Strategy<Value = Vec<Vec<&'static str>>> {
    let cell = prop_oneof![
        10 => Just("."),
        2 => Just("#"),
        1 => Just("w"),
        1 => Just("s"),
        2 => Just(".a"),
        1 => Just(".b"),
        2 => Just(".e"),
        1 => Just(".f"),
    ];
    (4..9_usize, 4..8_usize).prop_flat_map(move |(width, height)| {
        prop::collection::vec(prop::collection::vec(cell.clone(), width), height).prop_map(move |mut rows| {
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                rows[y][x] = ".";
                rows[height - 1 - y][width - 1 - x] = ".";
            }
            rows[0][0] = ".c";
            rows[height - 2][width - 2] = ".g";
            rows
        })
    })
}

fn battle_of(rows: &[Vec<&str>]) -> Battle {
    let drawing: Vec<String> = rows.iter().map(|it| it.join(" ")).collect();
    scene_with(&drawing.join("\n"), SQUADS, |setup| {
        // All have the same MOV, so that it doesn't matter who is the slowest.
        setup.profiles.iter_mut().filter(|it| 0 < it.movement).for_each(|it| it.movement = 6);
        for (n, at) in [(0, (1, 1)), (1, (2, 2))] {
            setup.objectives.push(ObjectiveSetup {
                key: format!("o{n}"),
                name: format!("o{n}"),
                at: Tile::new(at.0, at.1),
                radius: 2,
                owner: (n == 1).then_some(Side::Enemy),
                points: 1,
            });
        }
        let when = Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
        setup.goals.push(Goal { kind: GoalKind::Bonus, team: None, text: String::new(), when, ends: false });
    })
}

fn squad_of_one(battle: &Battle) -> Option<(SquadId, UnitId)> {
    let mut squads = battle.squads_of(Side::Players).filter(|it| battle.standing(*it).count() == 1);
    squads.next().and_then(|it| Some((it, battle.leader(it)?)))
}

fn movement_events(battle: &Battle, orders: &Orders, dice: &str) -> Option<Vec<Event>> {
    let rules = Line::default();
    let mut dice = Dice::scripted(dice);
    let mut round = Round { rules: &rules, battle: battle.clone(), orders, dice: &mut dice, events: Vec::new() };
    round.play(Phase::Movement);
    Some(round.events)
}

fn movement_order(squad: SquadId, movement: Movement) -> Orders {
    let mut orders = Orders::default();
    orders.movement.put(squad, movement);
    orders
}

fn to(at: Tile) -> Route {
    Route { via: Vec::new(), goal: RouteGoal::Tile(at), spacing: Spacing::Usual }
}

fn end_of(events: &[Event], unit: UnitId, from: Place) -> (Place, Option<u16>) {
    let moves = events.iter().filter_map(|it| match it {
        Event::Moved(it) if matches!(it.kind, MoveKind::Plain | MoveKind::Disengage) => Some(it),
        _ => None,
    });
    let mut end = (from, None);
    for it in moves {
        let step = it.steps.iter().find(|it| it.unit == unit);
        let at = step.map_or(from, |it| (i32::from(it.to.x), i32::from(it.to.y)));
        end = (at, Some(it.cost));
    }
    end
}

proptest! {
    #[test]
    fn t9_both_readers_see_the_same_however_the_map_lies(rows in fields()) {
        let turned: Vec<Vec<&str>> = (0..rows[0].len()).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
        let mirrored: Vec<Vec<&str>> = rows.iter().map(|it| it.iter().rev().copied().collect()).collect();
        // Only the ground is turned. Units are asked for by their footprints.
        let bare = |rows: &[Vec<&str>]| -> Battle {
            let ground: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(|it| &it[..1]).collect()).collect();
            let drawing: Vec<String> = ground.iter().map(|it| it.join(" ")).collect();
            scene_with(&drawing.join("\n"), "", |_| ())
        };
        let (plain, turned, mirrored) = (bare(&rows), bare(&turned), bare(&mirrored));
        let (width, height) = (plain.board().width(), plain.board().height());
        let field = Field::of(&battle_of(&rows));
        let foot = |at: Tile, size| crate::field::Footprint { at, size };
        for a in plain.board().tiles() {
            for b in plain.board().tiles() {
                for (one, other) in [(1, 1), (1, 2), (2, 2)] {
                    let fits = |at: Tile, size: u8| at.x + size <= width && at.y + size <= height;
                    if !fits(a, one) || !fits(b, other) {
                        continue;
                    }
                    let seen = plain.is_seen_from(foot(a, one), foot(b, other));
                    prop_assert_eq!(seen, plain.is_seen_from(foot(b, other), foot(a, one)));
                    let by_turn = |at: Tile, size: u8| foot(Tile::new(height - at.y - size, at.x), size);
                    prop_assert_eq!(seen, turned.is_seen_from(by_turn(a, one), by_turn(b, other)), "{} {}", a, b);
                    let by_mirror = |at: Tile, size: u8| foot(Tile::new(width - at.x - size, at.y), size);
                    prop_assert_eq!(seen, mirrored.is_seen_from(by_mirror(a, one), by_mirror(b, other)), "{} {}", a, b);
                    if (one, other) == (1, 1) {
                        let place = |it: Tile| (i32::from(it.x), i32::from(it.y));
                        prop_assert_eq!(seen, field.is_free_line(place(a), place(b)), "{} {}", a, b);
                    }
                }
            }
        }
    }

    #[test]
    fn t7_t9_both_readers_know_who_is_seen_and_who_is_held(rows in fields()) {
        let battle = battle_of(&rows);
        let field = Field::of(&battle);
        for man in &field.men {
            for enemy in field.enemies(man) {
                prop_assert_eq!(battle.sees(man.unit, enemy.unit), field.sees(man, enemy));
                prop_assert_eq!(battle.has_in_zone(enemy.unit, man.unit), holds(enemy, &man.tiles));
            }
            prop_assert_eq!(battle.is_engaged(man.unit), field.is_held(man, &man.tiles));
        }
    }

    #[test]
    fn v1_both_readers_walk_the_same_way(rows in fields(), x in 0..9_u8, y in 0..8_u8) {
        let battle = battle_of(&rows);
        let field = Field::of(&battle);
        let Some((squad, unit)) = squad_of_one(&battle) else { return Ok(()) };
        let man = field.man(unit);
        let goal = (i32::from(x), i32::from(y));
        if field.width <= goal.0 || field.height <= goal.1 || field.is_held(man, &man.tiles) {
            return Ok(());
        }
        let events = movement_events(&battle, &movement_order(squad, Movement::Move(to(Tile::new(x, y)))), "").expect("a phase");
        let (end, cost) = end_of(&events, unit, man.tiles[0]);
        let steps_max = man.moves * 3 / 2;
        let costs = field.walk(man);
        let is_open = |at: &Place| {
            field.tiles_at(man, *at).is_some_and(|it| !field.is_held(man, &it) && !field.is_taken(man, &it, |_| true))
        };
        prop_assert!(costs.get(&end).is_some_and(|it| *it <= steps_max), "{end:?} of {costs:?}");
        prop_assert!(end == man.tiles[0] || is_open(&end));
        if let Some(least) = costs.get(&goal).filter(|it| **it <= steps_max && is_open(&goal)) {
            prop_assert_eq!(end, goal);
            prop_assert_eq!(cost.map_or(0, i32::from), *least);
        }
    }

    #[test]
    fn v6_both_readers_get_away_alike(rows in fields()) {
        let battle = battle_of(&rows);
        let field = Field::of(&battle);
        let Some((squad, unit)) = squad_of_one(&battle) else { return Ok(()) };
        let man = field.man(unit);
        if !field.is_held(man, &man.tiles) {
            return Ok(());
        }
        let events = movement_events(&battle, &movement_order(squad, Movement::Disengage(None)), "disengage 6").expect("a phase");
        let (end, _) = end_of(&events, unit, man.tiles[0]);
        let mut costs = field.flee(man);
        costs.retain(|_, it| *it <= man.moves * 3 / 2);
        costs.retain(|at, _| *at == man.tiles[0] || field.tiles_at(man, *at).is_some_and(|it| !field.is_taken(man, &it, |_| true)));
        let worth = |at: &Place| {
            let tiles = field.tiles_at(man, *at).expect("somebody may stand there");
            let nearest = field.enemies(man).map(|it| steps(&it.tiles, &tiles)).min();
            (!field.is_held(man, &tiles), nearest)
        };
        prop_assert!(costs.contains_key(&end), "{end:?} of {costs:?}");
        let best = costs.keys().map(worth).max();
        prop_assert_eq!(Some(worth(&end)), best, "{:?} of {:?}", end, costs);
    }

    #[test]
    fn v7_both_readers_need_the_same_for_a_charge(rows in fields()) {
        let battle = battle_of(&rows);
        let field = Field::of(&battle);
        for squad in battle.squads_of(Side::Players) {
            for target in battle.squads_of(Side::Enemy) {
                let attempt = movement::ChargeAttempt { squad, target };
                let needed = attempt.approach(&battle).needed;
                prop_assert_eq!(needed.map(i32::from), field.charge(squad, target), "{:?} {:?}", squad, target);
            }
        }
    }

    #[test]
    fn o1_o2_both_readers_count_the_same(rows in fields(), breaks in any::<bool>()) {
        let mut battle = battle_of(&rows);
        if breaks {
            let one = crate::dice::D6::showing(1).expect("a face");
            let (squad, modifiers) = (SquadId(0), Vec::new());
            battle.apply(&Event::MoraleTested { squad, dice: [one; 2], modifiers, needs: 7, by_hero: None, passed: false });
        }
        let mut owners = [None, Some(Side::Enemy)];
        let (mut held, mut score) = ([0, 0], [0_u32, 0]);
        for _ in 0..4 {
            let field = Field::of(&battle);
            let places: Vec<Place> = battle.setup().objectives.iter().map(|it| (it.at.x.into(), it.at.y.into())).collect();
            for (n, place) in places.iter().enumerate() {
                let mut sums = [0, 0];
                for squad in battle.setup().squad_ids().filter(|it| !battle.squad(*it).is_broken) {
                    let men = || field.men.iter().filter(|it| it.squad == squad);
                    if men().any(|it| steps(&it.tiles, &[*place]) <= 2) {
                        let side = usize::from(men().any(|it| it.is_enemy));
                        sums[side] += men().map(|it| it.control).max().unwrap_or(0);
                    }
                }
                let taker = match sums[0].cmp(&sums[1]) {
                    std::cmp::Ordering::Greater => Some(Side::Players),
                    std::cmp::Ordering::Less => Some(Side::Enemy),
                    std::cmp::Ordering::Equal => owners[n],
                };
                let is_contested = sums[0] == sums[1] && 0 < sums[0];
                held[n] = if taker.is_some() && taker == owners[n] && !is_contested { held[n] + 1 } else { 0 };
                owners[n] = taker;
                if let Some(side) = taker.filter(|_| 0 < held[n]) {
                    score[side as usize] += 1;
                }
            }
            let (rules, orders, mut dice) = (Line::default(), Orders::default(), Dice::scripted(""));
            let mut round = Round { rules: &rules, battle, orders: &orders, dice: &mut dice, events: Vec::new() };
            objectives::resolve(&mut round);
            battle = round.battle;
            for n in 0..2_u8 {
                prop_assert_eq!(battle.objective(ObjectiveId(n)).owner, owners[usize::from(n)]);
                prop_assert_eq!(i32::from(battle.objective(ObjectiveId(n)).held_rounds), held[usize::from(n)]);
            }
            prop_assert_eq!([battle.score().players, battle.score().enemy], score);
            let is_held = owners[0] == Some(Side::Players) && 2 <= held[0];
            prop_assert!(!is_held || battle.goal_met(0).is_some());
        }
    }
}
