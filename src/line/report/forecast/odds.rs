//! What dice may make of an order: volleys, melees, charges, getting away, nerve.

use std::cell::Cell;

use crate::diagnostic::{count, join};
use crate::field::{SquadId, UnitId};
use crate::line::battle::{Battle, Expected, Fight, Fire, FirePart, Movement, Route, Side, VolleyAt};
use crate::line::odds;
use crate::line::odds::{
    ChargeOdds, FireBefore, GetawayOdds, LossOdds, MeleeOdds, NerveOdds, PartOdds, Patience, TooMuch,
};
use crate::line::orders::Order;
use crate::line::report::chances;
use crate::line::rules::preview;
use crate::line::rules::preview::{FirePreview, RoutePreview, VolleyPreview};
use crate::page::{AnswerLine, Mark};

use super::{Forecast, doubtful, plain};

/// Losses that are told of in a melee, on average: what would read as 0.0 isn't.
const LOSS_MIN: f64 = 0.05;

/// What dice may make of an order.
#[derive(Clone, Debug)]
pub enum OrderOdds {
    /// A part of a volley.
    Fire(PartOdds),
    /// **F-3** A formation's volley at one unit.
    Volley(UnitId, PartOdds),
    /// A part of a volley that can end in too many ways: no more than the average of it as things stand now.
    Roughly {
        squad: SquadId,
        target: SquadId,
        expected: Expected,
        most: usize,
    },
    /// A melee, and who asked for it.
    Melee(SquadId, Vec<LossOdds>),
    Charge(ChargeOdds),
    Getaway(GetawayOdds),
    Nerve(SquadId, NerveOdds),
}

impl Forecast<'_> {
    /// What dice may make of an order, in numbers; nothing if none are rolled for it now.
    pub(in crate::line::report) fn foretell(&self, order: &Order) -> Vec<OrderOdds> {
        match order {
            Order::Fire(squad, Fire::At(parts)) => match self.fire_odds(*squad, parts) {
                Ok(odds) => odds.into_iter().map(OrderOdds::Fire).collect(),
                Err(TooMuch) => {
                    let previews = preview::fire(self.rules, &self.battle, *squad, parts);
                    let roughly = |it: &FirePreview| OrderOdds::Roughly {
                        squad: *squad,
                        target: it.target,
                        expected: it.expected,
                        most: it.most,
                    };
                    previews.iter().map(roughly).collect()
                }
            },
            Order::Fire(squad, Fire::Volley(at)) => self.foretell_volleys(*squad, *at),
            Order::Fight(squad, _) => match self.melee_odds(*squad) {
                Ok(MeleeOdds { losses, .. }) if !losses.is_empty() => vec![OrderOdds::Melee(*squad, losses)],
                _ => Vec::new(),
            },
            Order::Movement(squad, Movement::Charge { target, after }) => {
                vec![OrderOdds::Charge(self.charge_odds(*squad, *target, after.as_ref()).1)]
            }
            Order::Movement(squad, Movement::Disengage(_)) => {
                vec![OrderOdds::Getaway(odds::getaway(&self.battle, *squad))]
            }
            _ => Vec::new(),
        }
    }

    /// **L-1** What becomes of a squad's nerve, in numbers; nothing if that can't be told.
    pub(in crate::line::report) fn foretell_nerve(&self, squad: SquadId) -> Option<OrderOdds> {
        self.nerve_odds(squad).ok().map(|it| OrderOdds::Nerve(squad, it))
    }

    /// Asks a question that may take up half of the patience that is left.
    fn patiently<T>(&self, ask: impl FnOnce(&Cell<Patience>) -> T) -> T {
        let worth = self.patience.get().half();
        let left = Cell::new(worth);
        let found = ask(&left);
        self.patience.set(self.patience.get().after(worth, left.get()));
        found
    }

    pub(super) fn fire_odds(&self, squad: SquadId, parts: &[FirePart]) -> Result<Vec<PartOdds>, TooMuch> {
        let (battle, order) = (self.once_formed(), odds::Order::at(squad, parts));
        self.patiently(|patience| odds::fire_in_turn(self.rules, &battle, &self.orders, order, patience))
    }

    /// **F-3** What each formation of a squad fires, and what dice make of it: in the battle once these have formed up.
    fn foretell_volleys(&self, squad: SquadId, at: VolleyAt) -> Vec<OrderOdds> {
        let battle = self.once_formed();
        let odds = self.volley_odds(&battle, squad, at);
        let odds_of = |n: usize| odds.as_ref().ok().and_then(|it| it.get(n));
        let told = |(n, it): (usize, VolleyPreview)| match odds_of(n) {
            Some(odds) => Some(OrderOdds::Volley(it.unit?, odds.clone())),
            None => {
                let (target, expected) = (at.target, it.fire.iter().map(|it| it.1.expected).sum());
                Some(OrderOdds::Roughly { squad, target, expected, most: 1 })
            }
        };
        preview::volley(self.rules, &battle, squad, at).into_iter().enumerate().filter_map(told).collect()
    }

    pub(super) fn volley_odds(&self, battle: &Battle, squad: SquadId, at: VolleyAt) -> Result<Vec<PartOdds>, TooMuch> {
        let order = odds::Order::together(squad, at);
        self.patiently(|patience| odds::fire_in_turn(self.rules, battle, &self.orders, order, patience))
    }

    fn melee_odds(&self, squad: SquadId) -> Result<MeleeOdds, TooMuch> {
        let battle = self.once_formed();
        self.patiently(|patience| odds::melee(self.rules, &battle, &self.orders, squad, patience))
    }

    fn nerve_odds(&self, squad: SquadId) -> Result<NerveOdds, TooMuch> {
        let battle = self.once_formed();
        self.patiently(|patience| odds::nerve(self.rules, &battle, &self.orders, squad, patience))
    }

    /// **V-7** With the move before it.
    fn charge_odds(
        &self,
        squad: SquadId,
        target: SquadId,
        after: Option<&Route>,
    ) -> (Option<RoutePreview>, ChargeOdds) {
        let (rules, battle, orders) = (self.rules, self.once_formed(), &self.orders);
        self.patiently(|it| odds::charge_in_turn(rules, &battle, orders, (squad, target), after, it))
    }

    /// One part of a volley in short, and in full if somebody asked for that.
    pub(super) fn fire_chances(&self, squad: SquadId, volley: &FirePreview, odds: Option<&PartOdds>) -> String {
        match odds {
            Some(odds) => chances::in_short(&self.battle, odds, self.battle.side(squad) == Side::Players),
            None => chances::roughly(f64::from(volley.expected.felled_milli) / 1000.0, volley.most),
        }
    }

    /// All that odds say, sentence after sentence.
    pub(super) fn in_full(&self, odds: &PartOdds) -> AnswerLine {
        AnswerLine { mark: Mark::Taken, squad: self.owner(odds.squad), text: chances::in_full(&self.battle, odds) }
    }

    pub(super) fn fight(&self, squad: SquadId, fight: &Fight) -> Vec<AnswerLine> {
        let preview = preview::fight(self.rules, &self.battle, squad, fight);
        let target = fight.target.or(preview.target).map_or(String::new(), |it| format!(" {}", self.name(it)));
        let with = fight.weapon.map_or(String::new(), |it| format!(" with {}", self.battle.setup().weapon(it).name));
        if preview.striking == 0 {
            let text = format!("fights{target}{with} if they are in melee by then, which they are not now (M-1)");
            return vec![doubtful(self.owner(squad), text)];
        }
        let striking = count(preview.striking, "strikes", "strike");
        let odds = self.melee_odds(squad);
        let outlook = match &odds {
            Ok(MeleeOdds { losses, before }) => {
                let wounds = |it: &LossOdds| chances::wounds(&self.battle, it.squad, &it.downed, it.hp_lost);
                let mean = |it: &LossOdds| {
                    let wounds = wounds(it).map_or(String::new(), |it| format!(" ({it})"));
                    format!("{:.1} of {}{wounds}", it.downed.mean(), self.name(it.squad))
                };
                let counts = losses.iter().filter(|it| LOSS_MIN <= it.downed.mean() || wounds(it).is_some());
                let (own, others): (Vec<&LossOdds>, Vec<&LossOdds>) = counts.partition(|it| it.squad == squad);
                let each: Vec<String> = others.into_iter().chain(own).map(mean).collect();
                let after = match before {
                    FireBefore::Nobody => "",
                    FireBefore::Reckoned => ", after this round's fire",
                    FireBefore::Unreckoned => ", not counting this round's fire",
                };
                match each.is_empty() {
                    true => format!("hardly anybody goes down{after}"),
                    false => format!("about {} go down{after}", join(&each, "and")),
                }
            }
            Err(TooMuch) => chances::roughly(f64::from(preview.expected.felled_milli) / 1000.0, preview.most),
        };
        let text = match preview.strikes_as_told {
            true => format!("fights{target}{with}: {striking}, {outlook}"),
            // **M-3** Some may press in before.
            false => {
                format!("fights{target}, of whom nobody is in reach now (M-4): {striking} others{with}, {outlook}")
            }
        };
        let told = if preview.strikes_as_told { plain } else { doubtful };
        let mut lines = vec![told(self.owner(squad), text)];
        for it in odds.iter().flat_map(|it| &it.losses).filter(|_| self.in_full) {
            let text = chances::losses(&self.battle, it);
            lines.push(AnswerLine { mark: Mark::Taken, squad: self.owner(squad), text });
        }
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
        let mut text = match odds.after_fire {
            Some(needs) => format!("{charges}: {}", chances::after_fire(&odds, needs)),
            None => match odds.needed {
                Some(0) => format!("{charges}, and needs no roll"),
                Some(1 | 2) if !odds.is_opposed => format!("{charges}: any roll of 2d6 will do"),
                Some(needed) if needed <= 12 => {
                    format!("{charges}: needs {needed} on 2d6, a chance of {}", chances::percent(odds.chance))
                }
                Some(needed) => format!("{charges}, but needs {needed} steps now, and 2d6 give 12 at most"),
                None => format!("{charges}, but there is no way in now"),
            },
        };
        let may_be_made = 0.0 < odds.chance;
        if self.in_full && may_be_made && !odds.is_opposed && odds.needed != Some(0) {
            let chance = chances::percent(odds.chance_if_opposed);
            let how = if matches!(odds.needed, Some(1 | 2)) { "with a chance of" } else { "of" };
            text += &format!(", or {how} {chance} should {name} get away and roll against it (V-6)");
        }
        lines.push(if may_be_made { plain } else { doubtful }(self.owner(squad), text));
        lines
    }

    /// **V-6**
    pub(super) fn disengage(&self, squad: SquadId, route: Option<&Route>) -> AnswerLine {
        let to = route.map_or(String::new(), |it| format!(" {}{}", self.goal(&it.goal), super::manner(it.spacing)));
        let odds = odds::getaway(&self.battle, squad);
        let text = match odds.engaged {
            0 => "nobody of it is in melee now, so nobody rolls".to_owned(),
            n => {
                let rolls = count(n as u64, "unit in melee rolls", "units in melee roll");
                let all = format!("{rolls} a die each, and 1 to 3 fells it; about {:.1} go down", odds.downed.mean());
                match self.in_full {
                    true => format!("{all}. {}", chances::getaway(&odds)),
                    false if odds.away < 0.995 => {
                        format!("{all}, {} chance that somebody gets away", chances::percent(odds.away))
                    }
                    false => all,
                }
            }
        };
        plain(self.owner(squad), format!("disengages{to}: {}", text.trim_end_matches('.')))
    }

    /// **L-1** How a squad's nerve stands, as far as whoever asks may know.
    pub(in crate::line::report) fn nerve(&self, squad: SquadId) -> AnswerLine {
        let Ok(odds) = self.nerve_odds(squad) else {
            let chance = chances::percent(odds::morale(&self.battle, squad));
            let text = format!(
                "keeps its nerve with {chance} if it is tested (L-1). The fire that is ordered can end in too many ways to \
                 say how likely that is"
            );
            return doubtful(self.owner(squad), text);
        };
        AnswerLine { mark: Mark::Taken, squad: self.owner(squad), text: chances::nerve(&self.battle, squad, &odds) }
    }
}
