//! What dice may make of orders, in numbers: for programs, and as bars.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::line::battle::Battle;
use crate::line::odds::{self, Law, LossOdds, PartOdds};
use crate::line::report::{OrderOdds, chances};
use crate::page::Numbers;

/// What dice may make of these orders of a battle.
pub fn numbers(battle: &Battle, all: &[OrderOdds]) -> Vec<Numbers> {
    let of = |odds: &OrderOdds| {
        let json = json_of(&InBattle { battle, odds });
        let bars = match odds {
            OrderOdds::Fire(it) | OrderOdds::Volley(_, it) => {
                Some(Laws { downed: &it.downed, killed: &it.killed }.bars())
            }
            _ => None,
        };
        Numbers { json, bars }
    };
    all.iter().map(of).collect()
}

fn json_of(it: &impl Serialize) -> String {
    serde_json::to_string(it).expect("chances are numbers by names, so they are JSON")
}

/// How many go down, and how many of them are killed.
#[derive(Clone, Copy, Debug)]
pub struct Laws<'a> {
    pub downed: &'a Law,
    pub killed: &'a Law,
}

impl Laws<'_> {
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

    /// The same for programs.
    pub fn json(&self) -> String {
        json_of(self)
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
}

impl Serialize for Laws<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Laws<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let rows = self.rows();
        map.serialize_entry("downed", &ByNumber { law: self.downed, rows })?;
        map.serialize_entry("killed", &ByNumber { law: self.killed, rows })?;
        map.serialize_entry("expected_downed", &self.downed.mean())
    }
}

/// A law as `{"0": chance, "1": chance, …}`, in the order of the numbers.
struct ByNumber<'a> {
    law: &'a Law,
    rows: usize,
}

impl Serialize for ByNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A sum of many chances may be above 1 in its last digit, and is no chance then.
        serializer.collect_map((0..self.rows).map(|n| (n.to_string(), self.law.chance(n).min(1.0))))
    }
}

/// What dice may make of an order, with whose it is.
struct InBattle<'a> {
    battle: &'a Battle,
    odds: &'a OrderOdds,
}

impl Serialize for InBattle<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |squad| &self.battle.setup().squad(squad).name;
        let mut map = serializer.serialize_map(None)?;
        match self.odds {
            OrderOdds::Fire(it) => {
                map.serialize_entry("kind", "fire")?;
                self.part(&mut map, it)?;
            }
            OrderOdds::Volley(unit, it) => {
                map.serialize_entry("kind", "formation volley")?;
                map.serialize_entry("unit", &self.battle.setup().unit(*unit).name)?;
                self.part(&mut map, it)?;
            }
            OrderOdds::Roughly { squad, target, expected, most } => {
                map.serialize_entry("kind", "fire")?;
                map.serialize_entry("squad", name(*squad))?;
                map.serialize_entry("target", name(*target))?;
                map.serialize_entry("only_the_average", &true)?;
                map.serialize_entry("expected_downed", &(f64::from(expected.felled_milli) / 1000.0))?;
                map.serialize_entry("downed_at_most", most)?;
            }
            OrderOdds::Melee(squad, losses) => {
                map.serialize_entry("kind", "melee")?;
                map.serialize_entry("squad", name(*squad))?;
                let losses: Vec<Loss<'_>> = losses.iter().map(|it| Loss { name: name(it.squad), it }).collect();
                map.serialize_entry("losses", &losses)?;
            }
            OrderOdds::Charge(it) => {
                map.serialize_entry("kind", "charge")?;
                map.serialize_entry("squad", name(it.squad))?;
                map.serialize_entry("target", name(it.target))?;
                map.serialize_entry("needed", &it.needed)?;
                if let Some(after_fire) = it.after_fire {
                    map.serialize_entry("needed_after_fire", &after_fire.between)?;
                    map.serialize_entry("gone", &after_fire.gone)?;
                }
                map.serialize_entry("opposed", &it.is_opposed)?;
                map.serialize_entry("made", &it.chance)?;
                map.serialize_entry("made_if_opposed", &it.chance_if_opposed)?;
            }
            OrderOdds::Getaway(it) => {
                map.serialize_entry("kind", "disengage")?;
                map.serialize_entry("squad", name(it.squad))?;
                map.serialize_entry("engaged", &it.engaged)?;
                map.serialize_entry("away", &it.away)?;
                map.serialize_entry("downed", &whole(&it.downed))?;
                map.serialize_entry("expected_downed", &it.downed.mean())?;
            }
            OrderOdds::Nerve(squad, it) => {
                map.serialize_entry("kind", "morale")?;
                map.serialize_entry("squad", name(*squad))?;
                map.serialize_entry("needs", &it.test.needs)?;
                map.serialize_entry("modifiers", &it.test.modifiers)?;
                map.serialize_entry("passes_if_tested", &odds::passes(&it.test))?;
                map.serialize_entry("tested", &it.tested)?;
                map.serialize_entry("breaks", &it.breaks)?;
                map.serialize_entry("gone", &it.gone)?;
            }
        }
        map.end()
    }
}

impl InBattle<'_> {
    fn part<M: SerializeMap>(&self, map: &mut M, it: &PartOdds) -> Result<(), M::Error> {
        let name = |squad| &self.battle.setup().squad(squad).name;
        map.serialize_entry("squad", name(it.squad))?;
        map.serialize_entry("target", name(it.target))?;
        map.serialize_entry("wasted", &it.wasted)?;
        map.serialize_entry("gone", &it.gone)?;
        map.serialize_entry("breaks", &it.breaks)?;
        if let Some(strays) = &it.strays {
            let strays = Strays { friend: name(strays.friend), downed: whole(&strays.downed) };
            map.serialize_entry("strays", &strays)?;
        }
        map.serialize_entry("expected_hp_lost", &it.hp_lost)?;
        Laws { downed: &it.downed, killed: &it.killed }.entries(map)
    }
}

fn whole(law: &Law) -> ByNumber<'_> {
    ByNumber { law, rows: law.chances().len() }
}

/// **S-9**
#[derive(serde::Serialize)]
struct Strays<'a> {
    friend: &'a str,
    downed: ByNumber<'a>,
}

/// What a melee costs one squad.
struct Loss<'a> {
    name: &'a str,
    it: &'a LossOdds,
}

impl Serialize for Loss<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LossOdds { fired_at, downed, killed, hp_lost, gone, breaks, .. } = self.it;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("squad", self.name)?;
        map.serialize_entry("gone", gone)?;
        map.serialize_entry("breaks", breaks)?;
        map.serialize_entry("downed_by_close_quarters_fire", &whole(fired_at))?;
        map.serialize_entry("downed", &whole(downed))?;
        map.serialize_entry("expected_downed", &downed.mean())?;
        map.serialize_entry("expected_killed", killed)?;
        map.serialize_entry("expected_hp_lost", hp_lost)?;
        map.end()
    }
}
