//! What a player's squads can do, by the answers that posts about it would get.

use crate::brick::battle::{Movement, Order, Target, Who};
use crate::brick::game::{ReadQuestion, asked_of};
use crate::brick::report::{self, Understood};
use crate::brick::rules::Brick;
use crate::brick::seam::seam_id;
use crate::field::Tile;
use crate::game::Question;
use crate::page::{Mark, Offer, Plan, Reach, Reached, SquadPlan, TargetOffer};

/// What the asker's squads and lone units can do: where they can go, and what they can shoot and charge.
pub(super) fn plan(rules: &Brick, question: &Question<'_, Brick>) -> Plan {
    let Question { battle, asker, .. } = *question;
    let planner = Planner { rules, question };
    let own = battle.everybody().filter(|it| asker.commands(battle.seat(*it)));
    Plan { squads: own.map(|it| planner.squad(it)).collect(), pools: Vec::new() }
}

struct Planner<'a> {
    rules: &'a Brick,
    question: &'a Question<'a, Brick>,
}

impl Planner<'_> {
    fn squad(&self, who: Who) -> SquadPlan {
        let battle = self.question.battle;
        let foes: Vec<Who> = battle.everybody().filter(|it| battle.is_hostile(who, *it)).collect();
        let at_foes = |verb: &str| -> Vec<TargetOffer> {
            let offer = |foe: &Who| {
                let is_at = |it: &Order| it.target().and_then(Target::who) == Some(*foe);
                let (offer, _) = self.tried(who, &format!("{verb} {}", self.named(*foe)), is_at)?;
                Some(TargetOffer { offer, target: seam_id(*foe), slows: false })
            };
            foes.iter().filter_map(offer).collect()
        };
        SquadPlan {
            squad: seam_id(who),
            name: battle.name(who).to_owned(),
            fire: at_foes("shoot"),
            charges: at_foes("charge"),
            reach: self.reach(who).into_iter().collect(),
            verbs: Vec::new(),
        }
    }

    /// A name as it is written in a post.
    fn named(&self, who: Who) -> String {
        let name = self.question.battle.name(who);
        let is_plain = name.chars().all(|it| it.is_alphanumeric() || matches!(it, ' ' | '\'' | '-' | '.'));
        if is_plain { name.to_owned() } else { format!("\"{name}\"") }
    }

    /// The answer to a post of one order, and where that order leads for how many inches. `None` if the post is read
    /// as another order, or would come to nothing now.
    fn tried(&self, who: Who, what: &str, is_it: impl Fn(&Order) -> bool) -> Option<(Offer, Option<(Tile, u16)>)> {
        let written = format!("{}: {what}", self.named(who));
        let text = &format!("{}{written}", self.question.language.prefix);
        let question = Question { text, ..*self.question };
        let heard = ReadQuestion::of(&question);
        let asked = asked_of(self.rules, &heard.asked(&question), false)?;
        let is_read = match &asked.given[..] {
            [Understood { order: Some(order), told: None, .. }] => asked.said.is_empty() && is_it(order),
            _ => false,
        };
        let (line, goes) = report::foretold(&asked).filter(|_| is_read)?;
        let offer = Offer { written, answer: line.text, is_doubtful: false };
        (line.mark == Mark::Taken).then_some((offer, goes))
    }

    /// **BS-7.2, BX-8** The tiles that a squad or a unit reaches by the order to move there.
    fn reach(&self, who: Who) -> Option<Reach> {
        let battle = self.question.battle;
        let here = battle.origin(who).at;
        let inches = battle.members(who).iter().map(|it| battle.profile(*it).inches()).min()?;
        let most = u16::from(inches);
        let is_move = |it: &Order| matches!(it, Order::Move(_, Movement::Go(_)));
        let reached = |at: Tile| {
            let (end, steps) = self.tried(who, &format!("move to {at}"), is_move)?.1?;
            let cover = battle.setup().ground(at).sections;
            (end == at && steps <= most).then_some(Reached { at, steps, cover })
        };
        let near = battle.setup().board.tiles().filter(|it| *it != here && it.steps_to(here) <= most);
        let tiles: Vec<Reached> = near.filter_map(reached).collect();
        let written = format!("{}: move to ", self.named(who));
        (battle.setup().has_map && !tiles.is_empty()).then_some(Reach { written, fires: false, most, tiles })
    }
}
