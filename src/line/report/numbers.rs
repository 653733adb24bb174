//! The odds of orders in numbers: as JSON for programs, and as bars.

use serde::Serialize;

use crate::game::TRIES;
use crate::line::battle::Battle;
use crate::line::predict::{self, Distribution, FireOdds, LossOdds};
use crate::line::report::{OrderOdds, chances};
use crate::page::Numbers;

/// The odds of orders as JSON, and those of fire as bars, too.
pub fn numbers(battle: &Battle, all: &[OrderOdds]) -> Vec<Numbers> {
    let of = |odds: &OrderOdds| {
        let json = object_of(battle, odds).json();
        let bars = match odds {
            OrderOdds::Fire(it) | OrderOdds::Volley(_, it) => {
                Some(CasualtyOdds { downed: &it.downed, killed: &it.killed }.bars())
            }
            _ => None,
        };
        Numbers { json, bars }
    };
    all.iter().map(of).collect()
}

/// A JSON object under construction. Its names keep the order in which they are added.
#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn with(self, name: &str, value: &impl Serialize) -> Object {
        self.with_json(name, &serde_json::to_string(value).expect("numbers and names are JSON"))
    }

    fn with_json(mut self, name: &str, json: &str) -> Object {
        self.0.push(format!("\"{name}\":{json}"));
        self
    }

    /// Adds the chances of the first `rows` numbers, as `{"0": chance, "1": chance, …}`.
    fn with_chances(self, name: &str, law: &Distribution, rows: usize) -> Object {
        // Rounding may lift a sum of many chances a little above 1.
        let chances = (0..rows).fold(Object::default(), |all, n| all.with(&n.to_string(), &law.chance(n).min(1.0)));
        self.with_json(name, &chances.json())
    }

    fn with_whole(self, name: &str, law: &Distribution) -> Object {
        self.with_chances(name, law, law.chances().len())
    }

    fn with_downed(self, law: &Distribution) -> Object {
        self.with_whole("downed", law).with("expected_downed", &law.mean())
    }

    fn json(&self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

/// The chances of how many units go down, and of how many of them are killed.
#[derive(Clone, Copy, Debug)]
pub struct CasualtyOdds<'a> {
    pub downed: &'a Distribution,
    pub killed: &'a Distribution,
}

impl CasualtyOdds<'_> {
    fn rows(&self) -> usize {
        self.downed.chances().len().max(self.killed.chances().len())
    }

    fn average(&self) -> String {
        let text = format!("\nOn average {:.3} down", self.downed.mean());
        match self.killed.mean() {
            0.0 => text + ".\n",
            killed => format!("{text}, {killed:.3} of them killed.\n"),
        }
    }

    /// The chances as JSON, for programs.
    pub fn json(&self) -> String {
        self.added_to(Object::default()).json()
    }

    /// The chance of each number of units down, of as many or more, and of each number killed.
    pub fn table(&self) -> String {
        let mut text = format!("{:>5}  {:>10}  {:>10}  {:>10}\n", "units", "down", "or more", "killed");
        for n in 0..self.rows() {
            let [down, more, killed] =
                [self.downed.chance(n), self.downed.at_least(n), self.killed.chance(n)].map(|it| 100.0 * it);
            text += &format!("{n:>5}  {down:>8.3} %  {more:>8.3} %  {killed:>8.3} %\n");
        }
        text + &self.average()
    }

    /// The chance of each number of units down, as a bar and in percent.
    pub fn bars(&self) -> String {
        const WIDTH: f64 = 40.0;
        let most = self.downed.chances().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut text = "Units down:\n".to_owned();
        for (n, chance) in self.downed.chances().iter().enumerate() {
            let bar = "█".repeat((WIDTH * chance / most).round() as usize);
            text += format!("{n:>5}  {:>10}  {bar}", chances::percent(*chance)).trim_end();
            text += "\n";
        }
        text + &self.average()
    }

    fn added_to(&self, object: Object) -> Object {
        let rows = self.rows();
        let object = object.with_chances("downed", self.downed, rows).with_chances("killed", self.killed, rows);
        object.with("expected_downed", &self.downed.mean())
    }
}

/// The odds of an order, with the names of its squads.
fn object_of(battle: &Battle, odds: &OrderOdds) -> Object {
    let name = |squad| &battle.setup().squad(squad).name;
    let kind = |it: &str| Object::default().with("kind", &it);
    match odds {
        OrderOdds::Fire(it) => fire(kind("fire"), battle, it),
        OrderOdds::Volley(unit, it) => {
            fire(kind("formation volley").with("unit", &battle.setup().unit(*unit).name), battle, it)
        }
        OrderOdds::Melee(squad, losses) => {
            let losses: Vec<String> = losses.iter().map(|it| loss(name(it.squad), it).json()).collect();
            kind("melee")
                .with("tries", &TRIES)
                .with("squad", name(*squad))
                .with_json("losses", &format!("[{}]", losses.join(",")))
        }
        OrderOdds::Charge(it) => kind("charge")
            .with("squad", name(it.squad))
            .with("target", name(it.target))
            .with("needed", &it.needed)
            .with("tries", &it.tries)
            .with("gone", &it.gone)
            .with("opposed", &it.is_opposed)
            .with("made", &it.chance)
            .with("made_if_opposed", &it.chance_if_opposed()),
        OrderOdds::Getaway(it) => kind("disengage")
            .with("squad", name(it.squad))
            .with("engaged", &it.engaged)
            .with("away", &it.away)
            .with_downed(&it.downed),
        OrderOdds::Nerve(squad, it) => kind("morale")
            .with("tries", &TRIES)
            .with("squad", name(*squad))
            .with("needs", &it.test.needs)
            .with("modifiers", &it.test.modifiers)
            .with("passes_if_tested", &predict::pass_chance(&it.test))
            .with("tested", &it.tested)
            .with("breaks", &it.breaks)
            .with("gone", &it.gone),
    }
}

fn fire(object: Object, battle: &Battle, it: &FireOdds) -> Object {
    let name = |squad| &battle.setup().squad(squad).name;
    let mut object = object
        .with("squad", name(it.squad))
        .with("target", name(it.target))
        .with("tries", &it.tries)
        .with("wasted", &it.wasted)
        .with("gone", &it.gone)
        .with("breaks", &it.breaks);
    // **S-9**
    if let Some((friend, downed)) = &it.strays {
        let strays = Object::default().with("friend", name(*friend)).with_whole("downed", downed);
        object = object.with_json("strays", &strays.json());
    }
    CasualtyOdds { downed: &it.downed, killed: &it.killed }.added_to(object.with("expected_hp_lost", &it.hp_lost))
}

/// What a melee costs one squad.
fn loss(name: &str, it: &LossOdds) -> Object {
    Object::default()
        .with("squad", &name)
        .with("gone", &it.gone)
        .with("breaks", &it.breaks)
        .with_whole("downed_by_close_quarters_fire", &it.fired_at)
        .with_downed(&it.downed)
        .with("expected_killed", &it.killed)
        .with("expected_hp_lost", &it.hp_lost)
}
