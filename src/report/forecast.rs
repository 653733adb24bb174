//! One order in words, with what it would come to if nothing changed before.

mod formation;

use crate::battle::{
    Abandon, AbilityUse, Battle, CutShort, Departure, Expected, Fight, Fire, FirePart, HeroMove, Movement, Orders,
    Place, Route, RouteGoal, Side, Silence, Spacing, SquadId, Stay, UnitId, WeaponId,
};
use crate::commander::odds::{self, PartOdds, Patience, TooMuch};
use crate::diagnostic::{count, join};
use crate::orders::{Order, Poster, say};
use crate::report::{AnswerLine, Asked, Mark, chances};
use crate::rules::Ruleset;
use crate::rules::line::Line;
use crate::rules::line::preview::{self, FirePreview, RoutePreview};

/// What an order was understood as.
pub(super) fn forecast(asked: &Asked<'_>, order: &Order, poster: Poster) -> Vec<AnswerLine> {
    let Ruleset::Line(rules) = asked.rules;
    let Asked { battle, collected, in_full, .. } = *asked;
    let it = Forecast { rules, battle, orders: &collected.orders, poster, in_full };
    match order {
        Order::Fire(squad, fire) => it.fire(*squad, fire),
        Order::Fight(squad, fight) => it.fight(*squad, fight),
        Order::Movement(squad, movement) => it.movement(*squad, movement),
        Order::Abandon(squad, abandon) => vec![it.abandon(*squad, *abandon)],
        Order::Hero(hero, order) => vec![it.hero(*hero, *order)],
        Order::Ability(ability) => vec![it.ability(*ability)],
        Order::Ranging(squad, order) => it.ranging(*squad, order),
        Order::BreakRanks(squad) => vec![it.break_ranks(*squad)],
        Order::Withdraw(squad) => vec![it.withdraw(*squad)],
        Order::Leave(departure) => vec![plain(None, leaving(*departure, poster))],
    }
}

struct Forecast<'a> {
    rules: &'a Line,
    battle: &'a Battle,
    orders: &'a Orders,
    poster: Poster,
    in_full: bool,
}

fn plain(squad: Option<String>, text: String) -> AnswerLine {
    AnswerLine { mark: Mark::Taken, squad, text: format!("{text}.") }
}

fn doubtful(squad: Option<String>, text: String) -> AnswerLine {
    AnswerLine { mark: Mark::Doubtful, squad, text: format!("{text}.") }
}

impl Forecast<'_> {
    fn name(&self, squad: SquadId) -> &str {
        &self.battle.setup().squad(squad).name
    }

    fn owner(&self, squad: SquadId) -> Option<String> {
        Some(self.name(squad).to_owned())
    }

    fn fire(&self, squad: SquadId, fire: &Fire) -> Vec<AnswerLine> {
        let parts = match fire {
            Fire::At(parts) => parts,
            Fire::AtWill => return vec![plain(self.owner(squad), "fires at will".to_owned())],
            Fire::Volley(at) => return self.volley_together(squad, *at),
        };
        let previews = preview::fire(self.rules, self.battle, squad, parts);
        if previews.is_empty() {
            return vec![plain(self.owner(squad), format!("fires on {}", self.targets(parts)))];
        }
        let is_known = |it| self.is_known(it);
        let patience = if self.in_full { Patience::LONG } else { Patience::BRIEF };
        let odds = odds::fire_in_turn(self.rules, self.battle, self.orders, squad, parts, is_known, patience);
        let odds = odds.unwrap_or_default();
        previews.iter().enumerate().flat_map(|(n, it)| self.volley(squad, it, odds.get(n))).collect()
    }

    /// Whether whoever sees the answer may know of a squad's orders: those that the GM gives may be hidden.
    fn is_known(&self, squad: SquadId) -> bool {
        self.battle.setup().squad(squad).seat.is_some() || (self.in_full && self.poster == Poster::Gm)
    }

    fn targets(&self, parts: &[FirePart]) -> String {
        let names: Vec<&str> = parts.iter().map(|it| self.name(it.target)).collect();
        join(&names, "and")
    }

    fn volley(&self, squad: SquadId, volley: &FirePreview, odds: Option<&PartOdds>) -> Vec<AnswerLine> {
        let target = self.name(volley.target);
        if volley.firing.is_empty() {
            let why = self.why_silent(&volley.silent);
            let text = format!("nobody can fire at {target} now{why}. They fire only if that changes before shooting");
            return vec![doubtful(self.owner(squad), text)];
        }
        let with: Vec<String> = volley.firing.iter().map(|it| self.weapons(it.0, it.1)).collect();
        let all = if volley.silent.is_empty() { "all in range, " } else { "" };
        let distance = volley.distance.map_or(String::new(), |it| format!(" ({all}{} of {})", span(it), volley.range));
        let chances = match odds {
            Some(odds) => in_short(odds, self.battle.side(squad)),
            None => expected(milli(volley.expected)),
        };
        let text = format!("fires on {target} with {}{distance}, {chances}", join(&with, "and"));
        let mut lines = vec![plain(self.owner(squad), text)];
        lines.extend(odds.filter(|_| self.in_full).map(|it| self.in_full(it)));
        if !volley.silent.is_empty() {
            let silent = count(volley.silent.len() as u64, "other can't fire", "others can't fire");
            lines.push(doubtful(
                self.owner(squad),
                format!("{silent} at {target} now{}", self.why_silent(&volley.silent)),
            ));
        }
        if let Some(friend) = volley.endangered {
            let text = format!("{target} is in melee with {}, and misses may hit them (S-9)", self.name(friend));
            lines.push(doubtful(self.owner(squad), text));
        }
        lines
    }

    fn weapons(&self, weapon: WeaponId, number: u16) -> String {
        let name = &self.battle.setup().weapon(weapon).name;
        let many = if name.ends_with('s') { name.clone() } else { format!("{name}s") };
        count(number, name, &many)
    }

    // `: 2 out of range (27 of 24), 1 in melee`.
    fn why_silent(&self, silent: &[(UnitId, Silence)]) -> String {
        let mut reasons: Vec<(String, usize)> = Vec::new();
        for (_, why) in silent {
            let words = reason(*why);
            match reasons.iter_mut().find(|it| it.0 == words) {
                Some(known) => known.1 += 1,
                None => reasons.push((words, 1)),
            }
        }
        match &reasons[..] {
            [] => String::new(),
            [(only, _)] => format!(": {only}"),
            several => {
                let each: Vec<String> = several.iter().map(|(words, n)| format!("{n} {words}")).collect();
                format!(": {}", join(&each, "and"))
            }
        }
    }

    /// All that odds say, sentence after sentence.
    fn in_full(&self, odds: &PartOdds) -> AnswerLine {
        AnswerLine { mark: Mark::Taken, squad: self.owner(odds.squad), text: chances::in_full(self.battle, odds) }
    }

    fn fight(&self, squad: SquadId, fight: &Fight) -> Vec<AnswerLine> {
        let preview = preview::fight(self.rules, self.battle, squad, fight);
        let target = fight.target.or(preview.target).map_or(String::new(), |it| format!(" {}", self.name(it)));
        let with = fight.weapon.map_or(String::new(), |it| format!(" with {}", self.battle.setup().weapon(it).name));
        if preview.striking == 0 {
            let text = format!("fights{target}{with} if they are in melee by then, which they are not now (M-1)");
            return vec![doubtful(self.owner(squad), text)];
        }
        let striking = count(preview.striking, "strikes", "strike");
        let odds = odds::blows(self.rules, self.battle, squad, fight);
        let mean = match &odds {
            Ok(odds) => odds.iter().map(|it| it.downed.mean()).sum(),
            Err(TooMuch) => milli(preview.expected),
        };
        let mut lines = vec![plain(self.owner(squad), format!("fights{target}{with}: {striking}, {}", expected(mean)))];
        lines.extend(odds.iter().flatten().filter(|_| self.in_full).map(|it| self.in_full(it)));
        lines
    }

    fn movement(&self, squad: SquadId, movement: &Movement) -> Vec<AnswerLine> {
        if let Some(march) = self.march(squad, movement) {
            return march;
        }
        match movement {
            Movement::Hold => vec![plain(self.owner(squad), "holds".to_owned())],
            Movement::Move(route) => {
                let preview = preview::route(self.rules, self.battle, self.orders, squad, route);
                vec![self.walk(squad, "moves", route, &preview)]
            }
            Movement::Charge { target, after } => self.charge(squad, *target, after.as_ref()),
            Movement::Disengage(route) => vec![self.disengage(squad, route.as_ref())],
            Movement::Steps(_) => vec![plain(self.owner(squad), "marches in formation".to_owned())],
        }
    }

    fn walk(&self, squad: SquadId, verb: &str, route: &Route, preview: &RoutePreview) -> AnswerLine {
        let goal = format!("{verb} {}{}", self.goal(&route.goal), manner(route.spacing));
        if let Some(why) = preview.stays {
            return doubtful(self.owner(squad), format!("{goal}, but would stay as things are: {}", staying(why)));
        }
        let Some(end) = preview.path.last() else { return plain(self.owner(squad), goal) };
        let steps = format!("{} of {}", preview.cost, count(preview.allowance.steps, "tile", "tiles"));
        let ground = self.battle.ground(*end);
        let cover = match ground.cover {
            0 => String::new(),
            save => format!(", into cover ({}, +{save} save)", ground.name),
        };
        match preview.cut_short {
            Some(why) => doubtful(
                self.owner(squad),
                format!("{goal}, but gets to {end} only ({steps}{cover}): {}", cut_short(why)),
            ),
            None if matches!(route.goal, RouteGoal::Tile(_)) => {
                plain(self.owner(squad), format!("{goal}, {steps}{cover}"))
            }
            None => plain(self.owner(squad), format!("{goal}, as far as {end}, {steps}{cover}")),
        }
    }

    fn goal(&self, goal: &RouteGoal) -> String {
        let steps = |it: &Option<u8>| it.map_or(String::new(), |it| format!(" by {}", count(it, "tile", "tiles")));
        match goal {
            RouteGoal::Tile(tile) => format!("to {tile}"),
            RouteGoal::Steps(parts) => {
                let parts: Vec<String> = parts.iter().map(|(way, n)| format!("{} {n}", say::compass(*way))).collect();
                join(&parts, "then")
            }
            RouteGoal::Toward { place, steps: n } => format!("toward {}{}", self.place(*place), steps(n)),
            RouteGoal::AwayFrom { place, steps: n } => format!("away from {}{}", self.place(*place), steps(n)),
        }
    }

    fn place(&self, place: Place) -> &str {
        match place {
            Place::Squad(squad) => self.name(squad),
            Place::Objective(it) => &self.battle.setup().objective(it).name,
        }
    }

    /// **V-7**
    fn charge(&self, squad: SquadId, target: SquadId, after: Option<&Route>) -> Vec<AnswerLine> {
        let preview = preview::charge(self.rules, self.battle, self.orders, squad, target, after);
        let mut lines = Vec::new();
        if let (Some(route), Some(walk)) = (after, &preview.route) {
            lines.push(self.walk(squad, "first moves", route, walk));
        }
        let name = self.name(target);
        lines.push(match preview.needed {
            Some(0) => plain(self.owner(squad), format!("charges {name}, and needs no roll")),
            Some(needed) if needed <= 12 => {
                let chance = chances::percent(odds::charge(needed, false));
                plain(self.owner(squad), format!("charges {name}: needs {needed} on 2d6, a chance of {chance}"))
            }
            Some(needed) => doubtful(
                self.owner(squad),
                format!("charges {name}, but needs {needed} steps now, and 2d6 give 12 at most"),
            ),
            None => doubtful(self.owner(squad), format!("charges {name}, but there is no way in now")),
        });
        lines
    }

    /// **V-6**
    fn disengage(&self, squad: SquadId, route: Option<&Route>) -> AnswerLine {
        let engaged = self.battle.standing(squad).filter(|it| self.battle.is_engaged(*it)).count();
        let to = route.map_or(String::new(), |it| format!(" {}{}", self.goal(&it.goal), manner(it.spacing)));
        let dice = match engaged {
            0 => "nobody of it is in melee now, so nobody rolls".to_owned(),
            _ => {
                let rolls = count(engaged as u64, "unit in melee rolls", "units in melee roll");
                format!("{rolls} a die each, and 1 to 3 fells it")
            }
        };
        let dice = match self.in_full && 0 < engaged {
            true => format!("{dice}. It loses {}", chances::spread(&odds::disengage(engaged))),
            false => dice,
        };
        plain(self.owner(squad), format!("disengages{to}: {dice}"))
    }

    /// **V-5**
    fn abandon(&self, squad: SquadId, abandon: Abandon) -> AnswerLine {
        let carried = self.battle.carried(squad).count();
        let who = match abandon {
            Abandon::All => "all its downed".to_owned(),
            Abandon::Count(n) => format!("{n} of its downed"),
        };
        plain(self.owner(squad), format!("leaves {who} behind ({carried} now); each takes 1 off its morale roll (L-2)"))
    }

    fn hero(&self, hero: UnitId, order: HeroMove) -> AnswerLine {
        let name = Some(self.battle.setup().unit(hero).name.clone());
        match order {
            HeroMove::Join(squad) => plain(name, format!("joins {}", self.name(squad))),
            HeroMove::Leave => plain(name, format!("leaves {}", self.name(self.battle.unit(hero).squad))),
        }
    }

    fn ability(&self, it: AbilityUse) -> AnswerLine {
        let setup = self.battle.setup();
        let (ability, caster) = (setup.ability(it.ability), setup.caster(it.by));
        let on = say::target_name(self.battle, it.on);
        plain(Some(caster.name.clone()), format!("uses {} on {on} for {} CP", ability.name, ability.cost))
    }

    fn withdraw(&self, squad: Option<SquadId>) -> AnswerLine {
        match squad {
            Some(squad) => plain(self.owner(squad), "has no orders any more".to_owned()),
            None => plain(None, "All orders before this are taken back".to_owned()),
        }
    }
}

fn leaving(departure: Departure, poster: Poster) -> String {
    match (departure, poster) {
        (Departure::End, Poster::Gm) => "The battle ends with this round (O-3)",
        (Departure::TapOut, Poster::Gm) => "The players tap out with this round (O-4)",
        (Departure::End, Poster::Seat(_)) => "You want to end the battle; it ends once all players do (O-3)",
        (Departure::TapOut, Poster::Seat(_)) => "You want to tap out; the battle ends once all players do (O-4)",
    }
    .to_owned()
}

/// `11–17`, or `11` if there is only one.
fn span((near, far): (u16, u16)) -> String {
    if near == far { near.to_string() } else { format!("{near}–{far}") }
}

/// `about 1.8 down, 11 % chance that it is wasted (S-5)`: what to expect, and what matters most besides.
fn in_short(odds: &PartOdds, side: Side) -> String {
    /// What is less likely isn't worth a word.
    const WASTED_MIN: f64 = 0.01;
    const GONE_MIN: f64 = 0.05;
    let mean = expected(odds.downed.mean());
    let is_several = 1 < odds.units.len();
    match odds {
        // **S-6** The enemy picks again.
        PartOdds { wasted, .. } if WASTED_MIN <= *wasted && side == Side::Players => {
            format!("{mean}, {} chance that it is wasted (S-5)", chances::percent(*wasted))
        }
        PartOdds { gone, .. } if GONE_MIN <= *gone && is_several => {
            format!("{mean}, {} chance that none is left", chances::percent(*gone))
        }
        _ => mean,
    }
}

fn milli(expected: Expected) -> f64 {
    f64::from(expected.felled_milli) / 1000.0
}

/// `about 1.8 down`.
fn expected(downed: f64) -> String {
    match downed {
        ..0.05 => "hardly anyone down".to_owned(),
        _ => format!("about {downed:.1} down"),
    }
}

fn reason(why: Silence) -> String {
    match why {
        Silence::Engaged => "in melee".to_owned(),
        Silence::OutOfRange { distance, range } => format!("out of range ({distance} of {range})"),
        Silence::OutOfSight => "out of sight".to_owned(),
        Silence::Undermanned => "too few for the crew".to_owned(),
        Silence::Crewing => "working another weapon".to_owned(),
        Silence::Spent => "out of shots".to_owned(),
        Silence::BlastNearFriends => "too close to friends for a blast".to_owned(),
        Silence::Dazed => "dazed".to_owned(),
        Silence::Frenzied => "frenzied".to_owned(),
        Silence::LostTurn => "without an action after a failed start".to_owned(),
        Silence::Marched => "done marching".to_owned(),
        Silence::Fired => "done firing".to_owned(),
    }
}

fn staying(why: Stay) -> &'static str {
    match why {
        Stay::Engaged => "it is in melee (V-1)",
        Stay::HasShot => "it will have shot (V-3)",
        Stay::TargetGone => "its target is gone",
        Stay::NoWay => "no step of the way is free (V-1)",
        Stay::Immobile => "it can't move at all",
        Stay::Dazed => "it is dazed",
        Stay::Stopped => "its formation broke up (F-19)",
        Stay::LostTurn => "it lost its move when its formation failed (F-12)",
        Stay::OthersMarch => "the others of it march",
        Stay::NoFormation => "it is in no formation (F-20)",
    }
}

fn cut_short(why: CutShort) -> &'static str {
    match why {
        CutShort::TooFar => "the rest is too far for one round (V-1)",
        CutShort::EnemyInTheWay => "enemies are in the way (V-1)",
        CutShort::NoWay => "there is no way, or no room (V-1)",
    }
}

fn manner(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Usual => "",
        Spacing::TakeCover => ", taking cover",
        Spacing::Tight => ", close together",
        Spacing::Spread => ", spread out",
    }
}
