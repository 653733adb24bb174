//! The odds of an order: fire, volleys, melees, charges, getting away, nerve.

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId, grouped};
use crate::game::TRIES;
use crate::line::battle::{Fight, Fire, FirePart, FormationId, Movement, Phase, Route, Side, VolleyAt};
use crate::line::orders::Order;
use crate::line::predict::{self, ChargeOdds, FireOdds, GetawayOdds, LossOdds, NerveOdds, Played};
use crate::line::report::chances;
use crate::line::report::words::staying;
use crate::line::rules::preview::{self, ChargePreview, Course, RoutePreview};
use crate::page::{AnswerLine, Mark};

use super::{Forecast, doubtful_if};

/// The least mean losses in a melee that are mentioned. Less would read as 0.0.
const LOSS_MIN: f64 = 0.05;

/// The least mean losses that are mentioned of other squads in that melee.
const LOSS_OF_OTHERS_MIN: f64 = 0.25;

/// A charge with a lower chance is doubtful.
const CHANCE_LIKELY: f64 = 0.25;

/// The odds of an order.
#[derive(Clone, Debug)]
pub enum OrderOdds {
    /// A squad's fire at another.
    Fire(FireOdds),
    /// **F-3** A formation's volley at one unit.
    Volley(UnitId, FireOdds),
    /// The losses of every squad in a melee. The first field is the squad that the order is for.
    Melee(SquadId, Vec<LossOdds>),
    Charge(ChargeOdds),
    Getaway(GetawayOdds),
    Nerve(SquadId, NerveOdds),
}

/// Whether fire may be aimed at any of these squads.
fn may_hit(fire: &Fire, squads: [SquadId; 2]) -> bool {
    match fire {
        Fire::At(parts) => parts.iter().any(|it| squads.contains(&it.target)),
        Fire::Volley(_) | Fire::AtWill => true,
    }
}

impl Forecast<'_> {
    /// The odds of an order. Empty if no dice are rolled for it now.
    pub(crate) fn order_odds(&self, order: &Order) -> Vec<OrderOdds> {
        match order {
            Order::Fire(squad, Fire::At(parts)) => {
                self.fire_odds(*squad, parts).into_iter().map(OrderOdds::Fire).collect()
            }
            Order::Fire(squad, Fire::Volley(at)) => self.formation_volley_odds(*squad, *at),
            Order::Fight(squad, _) => match self.melee_odds(*squad) {
                losses if losses.is_empty() => Vec::new(),
                losses => vec![OrderOdds::Melee(*squad, losses)],
            },
            Order::Movement(squad, Movement::Charge { target, after }) => {
                vec![OrderOdds::Charge(self.charge_odds(*squad, *target, after.as_ref()).1)]
            }
            Order::Movement(squad, Movement::Disengage(_)) => {
                vec![OrderOdds::Getaway(predict::getaway(&self.battle, *squad))]
            }
            _ => Vec::new(),
        }
    }

    /// The round with the known orders, played many times up to the end of a phase. Played once for each phase, on
    /// first use.
    fn played(&self, last: Phase) -> &Played {
        let play = || Played::of(self.rules, &self.known_battle, &self.once_formed(), &self.orders, last);
        self.played[last as usize].get_or_init(play)
    }

    /// The odds against each target of a squad's fire, all parts at it together. A single part that nothing else can
    /// change has exact odds; others are counted over many plays.
    pub(super) fn fire_odds(&self, squad: SquadId, parts: &[FirePart]) -> Vec<FireOdds> {
        if let [part] = parts
            && self.is_fire_by_itself(squad, part.target)
            && let Some(odds) = predict::volley(self.rules, &self.battle, squad, *part)
        {
            return vec![odds];
        }
        let targets = grouped(parts.iter().map(|it| (it.target, ()))).into_iter();
        targets.filter_map(|it| self.played(Phase::Shooting).fire(squad, it.0)).collect()
    }

    /// Whether no other known order, no ability and no formation can change the result of a squad's fire at another.
    fn is_fire_by_itself(&self, squad: SquadId, target: SquadId) -> bool {
        let side = self.battle.side(squad);
        let own = self.orders.fire.iter().filter(|it| self.battle.side(it.0) == side).take_while(|it| it.0 != squad);
        // **S-5** The players fire first.
        let theirs = self.orders.fire.iter().filter(|it| side == Side::Enemy && self.battle.side(it.0) != side);
        self.is_plain() && !own.chain(theirs).any(|it| may_hit(it.1, [squad, target]))
    }

    /// Whether neither abilities nor formations play a part.
    fn is_plain(&self) -> bool {
        self.orders.abilities.is_empty()
            && self.orders.heroes.is_empty()
            && self.battle.waiting().is_empty()
            && !self.battle.has_formations()
    }

    /// **F-3** The odds of the volleys of a squad's formations, in the battle after they have formed up.
    fn formation_volley_odds(&self, squad: SquadId, at: VolleyAt) -> Vec<OrderOdds> {
        let volleys = preview::volley(self.rules, &self.once_formed(), squad, at).into_iter();
        volleys.filter_map(|it| Some(OrderOdds::Volley(it.unit?, self.volley_odds(squad, it.formation)?))).collect()
    }

    pub(super) fn volley_odds(&self, squad: SquadId, formation: FormationId) -> Option<FireOdds> {
        self.played(Phase::Shooting).volley(squad, formation)
    }

    /// **M-1** The odds of all squads that strike in a squad's melee.
    fn melee_odds(&self, squad: SquadId) -> Vec<LossOdds> {
        let squads = preview::melee(&self.battle, &self.orders, squad);
        squads.into_iter().map(|it| self.played(Phase::Melee).losses(it)).collect()
    }

    /// **V-7** The odds of a charge, with the move before it. A charge that nothing else can change has exact odds;
    /// others are counted over many plays.
    fn charge_odds(
        &self,
        squad: SquadId,
        target: SquadId,
        after: Option<&Route>,
    ) -> (Option<RoutePreview>, ChargeOdds) {
        let (rules, orders) = (self.rules, &self.orders);
        let battle = self.once_formed();
        let mut course = Course::of(rules, &battle, orders);
        let is_opposed = course.getting_away(target).is_some();
        let ChargePreview { route, needed } = course.charge_in_turn(squad, target, after);
        let past_friends = course.past_friends(squad, target, needed);
        let is_forbidden = !preview::may_charge(&battle, orders, squad);
        let (tries, (chance, gone)) = if is_forbidden {
            (None, (0.0, 0.0))
        } else if is_opposed || !self.is_charge_by_itself(squad, target) {
            (Some(TRIES), self.played(Phase::Movement).charge(squad, target))
        } else {
            (None, (needed.map_or(0.0, |needed| predict::charge_chance(needed, false)), 0.0))
        };
        (route, ChargeOdds { squad, target, tries, needed, past_friends, is_forbidden, is_opposed, chance, gone })
    }

    /// Whether no other known order, no ability and no formation can change the result of a charge.
    fn is_charge_by_itself(&self, squad: SquadId, target: SquadId) -> bool {
        let side = self.battle.side(squad);
        let is_in_the_way = |(it, order): (SquadId, &Movement)| {
            self.battle.side(it) != side || matches!(order, Movement::Charge { .. })
        };
        let mut others = self.orders.movement.iter().filter(|it| it.0 != squad);
        self.is_plain()
            && !self.orders.fire.iter().any(|it| may_hit(it.1, [squad, target]))
            && !others.any(is_in_the_way)
            && !self.battle.is_squad_engaged(target)
    }

    pub(super) fn fight(&self, squad: SquadId, fight: &Fight) -> Vec<AnswerLine> {
        let preview = preview::fight(self.rules, &self.battle, squad, fight);
        let foe = fight.target.or(preview.target);
        let target = foe.map_or(String::new(), |it| format!(" {}", self.name(it)));
        let with = fight.weapon.map_or(String::new(), |it| format!(" with {}", self.battle.setup().weapon(it).name));
        if preview.striking == 0 {
            let text = format!("fights{target}{with} if they are in melee by then, which they are not now (M-1)");
            return vec![self.doubtful(squad, text)];
        }
        let striking = preview.striking;
        let losses = self.melee_odds(squad);
        let wounds = |it: &LossOdds| chances::wounds(&self.battle, it.squad, &it.downed, it.hp_lost);
        let told = |them: &[&LossOdds]| {
            let (down, hurt): (Vec<&LossOdds>, Vec<&LossOdds>) =
                them.iter().partition(|it| LOSS_MIN <= it.downed.mean());
            let mean = |it: &&LossOdds| {
                let wounds = wounds(it).map_or(String::new(), |it| format!(" ({it})"));
                format!("{:.1} of {}{wounds}", it.downed.mean(), self.name(it.squad))
            };
            let down: Vec<String> = down.iter().map(mean).collect();
            let hurt = hurt.iter().filter_map(|it| Some(format!("{}: {}", self.name(it.squad), wounds(it)?)));
            let down = (!down.is_empty()).then(|| format!("about {} fall", join(&down, "and")));
            let all: Vec<String> = down.into_iter().chain(hurt).collect();
            (!all.is_empty()).then(|| all.join("; "))
        };
        // The asker wants to know of these two before the others in that melee.
        let of = |is_it: &dyn Fn(SquadId) -> bool| losses.iter().filter(|it| is_it(it.squad)).collect::<Vec<_>>();
        let both = [of(&|it| Some(it) == foe), of(&|it| it == squad)].concat();
        let mut others = of(&|it| Some(it) != foe && it != squad);
        others.retain(|it| LOSS_OF_OTHERS_MIN <= it.downed.mean() || wounds(it).is_some());
        let around = told(&others).map(|it| format!(". In the rest of that melee {it}"));
        let outlook = told(&both).unwrap_or_else(|| "hardly anybody falls".to_owned()) + &around.unwrap_or_default();
        // **M-3** Some may press in before.
        let text = match preview.strikes_as_told {
            true => format!("fights{target}{with}, {striking} in reach now: {outlook}"),
            false => format!("fights{target}{with}, but reaches only others now, with {striking} (M-4): {outlook}"),
        };
        // The full odds follow with the same mark.
        let mark = doubtful_if(!preview.strikes_as_told);
        let mut lines = vec![self.line(mark, squad, text)];
        let in_full = losses.iter().filter(|_| self.in_full).map(|it| chances::losses(&self.battle, it));
        lines.extend(in_full.map(|text| AnswerLine { mark, squad: self.owner(squad), text }));
        lines
    }

    /// **V-7**
    pub(super) fn charge(&self, squad: SquadId, target: SquadId, after: Option<&Route>) -> Vec<AnswerLine> {
        let (walk, odds) = self.charge_odds(squad, target, after);
        let mut lines = Vec::new();
        if let (Some(route), Some(walk)) = (after, &walk) {
            lines.push(self.walk(squad, "first moves", route, walk));
        }
        let name = self.name(target);
        let leaving = if odds.is_opposed { ", a squad that gets away and rolls against it (V-6)" } else { "" };
        let charges = format!("charges {name}{leaving}");
        let stays = format!(" if {name} stays where it is (V-8)");
        let unless = if self.may_move_first(target) { stays.as_str() } else { "" };
        let is_there = after.is_none() && self.battle.squads_in_contact(squad).contains(&target);
        if is_there && !odds.is_opposed && !odds.is_forbidden {
            let why = "is in melee with it now, and a charge adds nothing unless the melee ends first (V-7)";
            lines.push(self.doubtful(squad, format!("{charges}, but {why}")));
            return lines;
        }
        let mut text = match (odds.tries, odds.needed) {
            _ if odds.is_forbidden => format!("{charges}, but {}", self.shoots_before(squad, "charge")),
            (Some(_), _) => format!("{charges}: {}", chances::charge_tried(&odds, unless)),
            (None, Some(0)) => format!("{charges}, and needs no roll"),
            (None, Some(1 | 2)) => format!("{charges}: any roll of 2d6 will do{unless}"),
            (None, Some(needed)) if needed <= 12 => {
                let chance = chances::percent(odds.chance);
                format!("{charges}: {chance} that it gets there{unless}, needing {needed} on 2d6")
            }
            (None, Some(needed)) => format!("{charges}, but needs {needed} steps now, and 2d6 give 12 at most"),
            (None, None) => format!("{charges}, but there is no way in now"),
        };
        if self.in_full && odds.tries.is_none() && 0.0 < odds.chance && odds.needed != Some(0) {
            let chance = chances::percent(odds.chance_if_opposed());
            text += &format!(", or {chance} should {name} disengage and roll against it (V-6)");
        }
        // If no more than 2 is needed, any roll does it either way.
        if let Some(fewer) = odds.past_friends.filter(|_| !odds.is_forbidden && !matches!(odds.needed, Some(..=2))) {
            let else_it = if fewer <= 2 { "any roll would do".to_owned() } else { format!("it would need {fewer}") };
            text += &format!("; friends are in the way, else {else_it} (V-7)");
        }
        lines.push(self.line(doubtful_if(odds.chance < CHANCE_LIKELY), squad, text));
        lines
    }

    /// **V-8** Whether the target of a charge may have moved by then: it can move, isn't engaged, and no order to
    /// move it is known.
    fn may_move_first(&self, target: SquadId) -> bool {
        let can_move = self.battle.standing(target).any(|it| 0 < self.battle.profile(it).movement);
        can_move && !self.battle.is_squad_engaged(target) && self.orders.movement.get(target).is_none()
    }

    /// **V-6**
    pub(super) fn disengage(&self, squad: SquadId, route: Option<&Route>) -> AnswerLine {
        if !preview::may_charge(&self.battle, &self.orders, squad) {
            return self.doubtful(squad, format!("disengages, but {}", self.shoots_before(squad, "disengage")));
        }
        let odds = predict::getaway(&self.battle, squad);
        let text = match odds.engaged {
            0 => "nobody of it is in melee now, so nobody rolls".to_owned(),
            n => {
                let rolls = count(n as u64, "unit in melee rolls a die", "units in melee roll a die each");
                let all = format!("about {:.1} fall ({rolls}; 1 to 3 fells)", odds.downed.mean());
                match self.in_full {
                    true => format!("{all}. {}", chances::getaway(&odds)),
                    false if odds.away < 0.995 => {
                        format!("{all}, {} that somebody gets away", chances::percent(odds.away))
                    }
                    false => all,
                }
            }
        };
        let mut line = match route {
            Some(way) => {
                let seen = preview::route(self.rules, &self.battle, &self.orders, squad, way);
                self.walk(squad, "disengages", way, &seen)
            }
            None => self.plain(squad, "disengages"),
        };
        if let Some(doubt) = self.doubt_of_getaway(squad, route) {
            line = self.doubtful(squad, format!("{}, but {doubt}", line.text.trim_end_matches('.')));
        }
        let mark = if line.text.contains(':') { ";" } else { ":" };
        line.text = format!("{}{mark} {}.", line.text.trim_end_matches('.'), text.trim_end_matches('.'));
        line
    }

    /// **V-6** Why a squad would stay in melee, unless the forecast of its ordered way says so already.
    fn doubt_of_getaway(&self, squad: SquadId, route: Option<&Route>) -> Option<String> {
        let (seen, after) = Course::of(self.rules, &self.battle, &self.orders).getting_away(squad)?;
        let why = match seen?.stays {
            Some(_) if route.is_some() => return None,
            Some(why) => staying(why).1,
            None => "there is no room out of the enemies' reach (V-6)",
        };
        after.is_squad_engaged(squad).then(|| format!("stays in melee as things are: {why}"))
    }

    /// **L-1** How a squad's nerve stands, in words and in numbers, as far as the asker may know.
    pub(crate) fn nerve(&self, squad: SquadId) -> (AnswerLine, OrderOdds) {
        let odds = self.played(Phase::Shooting).nerve(&self.battle, squad);
        let text = chances::nerve(&self.battle, squad, &odds);
        (AnswerLine { mark: Mark::Taken, squad: self.owner(squad), text }, OrderOdds::Nerve(squad, odds))
    }
}
