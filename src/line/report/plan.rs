//! What a player's squads can do, as the answers to posts would say.

use crate::field::SquadId;
use crate::game::Question;
use crate::line::battle::{Fire, FirePart, Movement, Route, RouteGoal, Side, With};
use crate::line::orders::{self, Accepted, Order, canonical};
use crate::line::report::answer::{self, PostContext};
use crate::line::report::forecast::Forecast;
use crate::line::report::look;
use crate::line::rules::Line;
use crate::page::{Mark, Offer, Plan, Pool, Reach, SquadPlan, TargetOffer};
use crate::post::Poster;

/// What the asker's squads can do: where they can go, whom they can shoot and charge, and what CP are left.
pub fn plan(rules: &Line, question: &Question<'_, Line>) -> Plan {
    let Question { battle, asker, .. } = *question;
    let planner = Planner { rules, question };
    let setup = battle.setup();
    let own = setup.squad_ids().filter(|it| asker.commands(setup.squad(*it).seat) && battle.is_on_map(*it));
    Plan { squads: own.map(|it| planner.squad(it)).collect(), pools: planner.pools() }
}

struct Planner<'a> {
    rules: &'a Line,
    question: &'a Question<'a, Line>,
}

impl Planner<'_> {
    fn squad(&self, squad: SquadId) -> SquadPlan {
        let side = self.question.battle.side(squad);
        let fire = self.fire(squad, side);
        SquadPlan {
            squad,
            name: self.question.battle.setup().squad(squad).name.clone(),
            reach: self.reach(squad, &fire),
            charges: self.charges(squad, side),
            fire,
            verbs: Vec::new(),
        }
    }

    /// Calls `look` as if a post stood. `None` unless every order in it counts.
    fn with_post<T>(&self, written: &str, look: impl FnOnce(&PostContext<'_>) -> T) -> Option<T> {
        let Question { battle, asker, language, posts, now, .. } = *self.question;
        let text = &format!("{}{written}", language.prefix);
        let (poster, reading) = answer::read(text, self.question);
        if reading.given.is_empty() || reading.has_errors(0) {
            return None;
        }
        let mut posts = posts.to_vec();
        posts.push(Accepted::new(poster, reading, now));
        let collected = &orders::collect(battle, &posts);
        let post = posts.len() - 1;
        let counts = collected.posts.get(post).is_some_and(|it| it.orders.iter().all(|it| *it));
        let (in_full, knows_all) = (false, asker == Poster::Gm);
        let asked = PostContext { rules: self.rules, battle, text, posts: &posts, collected, post, in_full, knows_all };
        counts.then(|| look(&asked))
    }

    /// The answer to a post of one order. `None` if the order would do nothing now, or if no dice would be rolled for
    /// it.
    fn offer(&self, order: &Order) -> Option<Offer> {
        let written = canonical::canonical(self.question.battle, order);
        self.with_post(&written, |asked| {
            let (answer, odds) = answer::answer_with_odds(asked)?;
            let lines = answer.lines;
            let comes_to_something = lines.first().is_some_and(|it| it.mark == Mark::Taken) && !odds.is_empty();
            let is_doubtful = lines.iter().any(|it| it.mark == Mark::Doubtful);
            let told = lines.iter().filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful));
            let answer = told.map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n");
            comes_to_something.then_some(Offer { written: written.clone(), answer, is_doubtful })
        })?
    }

    /// **S-1** Offers to fire at each enemy squad that can be fired at: with all weapons, and with each one if there
    /// are several.
    fn fire(&self, squad: SquadId, side: Side) -> Vec<TargetOffer> {
        let battle = self.question.battle;
        let mut weapons = look::weapons(battle, squad);
        weapons.retain(|it| !battle.setup().weapon(*it).is_melee());
        let single = weapons.iter().map(|it| Some(*it)).filter(|_| 1 < weapons.len());
        let with: Vec<_> = std::iter::once(None).chain(single).collect();
        let mut offers = Vec::new();
        for target in battle.squads_of(side.other()) {
            for weapon in &with {
                let fire = Fire::At(vec![FirePart { target, with: weapon.map(With::Weapon) }]);
                let slows = fire.slows(battle, squad);
                let offer = self.offer(&Order::Fire(squad, fire));
                offers.extend(offer.map(|offer| TargetOffer { offer, target, slows }));
            }
        }
        offers
    }

    /// **V-7** Offers to charge each enemy squad that can be charged.
    fn charges(&self, squad: SquadId, side: Side) -> Vec<TargetOffer> {
        let offer = |target| {
            let offer = self.offer(&Order::Movement(squad, Movement::Charge { target, after: None }))?;
            Some(TargetOffer { offer, target, slows: false })
        };
        self.question.battle.squads_of(side.other()).filter_map(offer).collect()
    }

    /// **V-3** Where a squad can go with the fire that it is ordered. If it is ordered none, also where with fire that
    /// costs it steps.
    fn reach(&self, squad: SquadId, fire: &[TargetOffer]) -> Vec<Reach> {
        let battle = self.question.battle;
        let Some(leader) = battle.leader(squad) else { return Vec::new() };
        let here = battle.unit(leader).at;
        let order = Order::Movement(squad, Movement::Move(Route::to(RouteGoal::Tile(here))));
        let written = canonical::canonical(battle, &order);
        let Some(moves) = written.strip_suffix(&here.to_string()) else { return Vec::new() };
        let mut ways = vec![moves.to_owned()];
        if let (Some(fires), Some((_, moves))) = (fire.iter().find(|it| it.slows), moves.rsplit_once(": ")) {
            ways.push(format!("{}; {moves}", fires.offer.written));
        }
        let mut reaches: Vec<Reach> = Vec::new();
        for written in ways {
            let reach = self.with_post(&format!("{written}{here}"), |asked| {
                Forecast::of(asked, asked.posts[asked.post].poster).reach(squad, written)
            });
            // A squad that is ordered to fire fires either way.
            reaches
                .extend(reach.filter(|it| !it.tiles.is_empty() && reaches.iter().all(|other| other.fires != it.fires)));
        }
        reaches
    }

    /// **C-2** What is left in each of the asker's pools.
    fn pools(&self) -> Vec<Pool> {
        let Question { battle, asker, posts, .. } = *self.question;
        let pools = answer::command(battle, &orders::collect(battle, posts).cp_left, asker).into_iter();
        pools.map(|(name, left, most)| Pool { name, left, most }).collect()
    }
}
