//! `fieldpost odds --attacks N …` · `fieldpost odds SCENARIO --order "Alpha: shoot Boyz"`

use std::path::PathBuf;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::cli::{ScenarioFile, Trouble, print};
use crate::diagnostic::nearest;
use crate::file;
use crate::games::Playing;
use crate::line::battle::{Amount, Battle, Kind, TAGS, Tag, Traits};
use crate::line::odds::{Attack, Law, LossOdds, PartOdds, Target};
use crate::line::orders::{Accepted, Names};
use crate::line::report::{Asked, Foretold, chances};
use crate::line::rules::Line;
use crate::line::rules::preview::Reroll;
use crate::line::{odds, orders, report, scenario};
use crate::page::{Answer, AnswerLine, Reaction};
use crate::post::{Language, Poster};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A scenario, to ask for the odds of orders in its first round
    #[arg(requires = "order", conflicts_with = "attacks")]
    scenario: Option<PathBuf>,
    /// The folder with the scenario's data files [default: the folder config beside the scenario's folder, else what is
    /// built in]
    #[arg(long, value_name = "DIR", requires = "scenario")]
    data: Option<PathBuf>,
    /// An order such as "Alpha: shoot Boyz"; several are carried out in this order. "Boyz: morale" asks how likely a squad
    /// breaks after those before it
    #[arg(long, value_name = "ORDER", requires = "scenario")]
    order: Vec<String>,
    #[command(flatten)]
    attack: AttackOptions,
    #[command(flatten)]
    target: TargetOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the chances as bars
    #[arg(long)]
    plot: bool,
}

#[derive(clap::Args)]
struct AttackOptions {
    /// Attacks: a number, or dice such as D6 or 2D3+1
    #[arg(long, value_name = "N", value_parser = attacks, required_unless_present = "scenario")]
    attacks: Option<Amount>,
    /// What a hit roll must reach, such as 4+
    #[arg(long, value_name = "ACC", value_parser = roll, required_unless_present = "scenario")]
    acc: Option<u8>,
    /// Strength
    #[arg(long = "str", value_name = "STR", value_parser = clap::value_parser!(u8).range(1..), required_unless_present = "scenario")]
    strength: Option<u8>,
    /// Armour penetration
    #[arg(long, value_name = "AP", default_value_t = 0)]
    ap: u8,
    /// Damage: a number, or dice such as D3
    #[arg(long, value_name = "DMG", value_parser = damage, default_value = "1")]
    damage: Amount,
    /// Modifiers to ACC; together they count for 2 at most (S-8)
    #[arg(long, value_name = "M", default_value_t = 0, allow_negative_numbers = true)]
    acc_mod: i8,
    /// A tag of the weapon, such as Lethal, "Sustained 1" or "Anti vehicle 4+". Those that depend on how things stand count
    /// as if they did: Rapid Fire at half range, Heavy without having moved, Indirect in sight
    #[arg(long, value_name = "TAG", value_parser = tag)]
    tag: Vec<Tag>,
    /// Hit dice that are rolled once more
    #[arg(long, value_name = "WHICH", value_parser = ["ones", "misses"])]
    reroll: Option<String>,
}

#[derive(clap::Args)]
struct TargetOptions {
    /// Toughness
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u8).range(1..), required_unless_present = "scenario")]
    toughness: Option<u8>,
    /// What a save roll must reach, such as 5+, or - for no armour
    #[arg(long, value_name = "SAV", value_parser = save, default_value = "-", allow_hyphen_values = true)]
    save: Save,
    /// What cover adds to the save roll
    #[arg(long, value_name = "C", default_value_t = 0)]
    cover: u8,
    /// HP of each unit
    #[arg(long, value_name = "HP", value_parser = clap::value_parser!(u8).range(1..), default_value_t = 1)]
    hp: u8,
    /// HP that the unit which is hit first has left
    #[arg(long, value_name = "HP", value_parser = clap::value_parser!(u8).range(1..))]
    first_hp: Option<u8>,
    /// Units in the squad
    #[arg(long, value_name = "U", value_parser = clap::value_parser!(u16).range(1..=1000), required_unless_present = "scenario")]
    units: Option<u16>,
    /// What they are, for Anti: infantry, vehicle, monster or structure
    #[arg(long, value_name = "KIND", value_parser = kind, default_value = "infantry")]
    kind: Kind,
}

/// SAV: `None` without armour.
#[derive(Clone, Copy)]
struct Save(Option<u8>);

fn attacks(text: &str) -> Result<Amount, String> {
    let plain = text.parse().ok().filter(|it| 0 < *it).map(Amount::fixed);
    plain.or_else(|| scenario::amount(text)).ok_or_else(|| "a number from 1 to 255, or dice such as D6".to_owned())
}

fn damage(text: &str) -> Result<Amount, String> {
    scenario::amount(text).ok_or_else(|| "a number from 1 to 99, or dice such as D3".to_owned())
}

fn roll(text: &str) -> Result<u8, String> {
    roll_up_to(text, 6)
}

/// **A-3** Armour of 7+ stops nothing by itself, and something behind cover.
fn save(text: &str) -> Result<Save, String> {
    if text == "-" { Ok(Save(None)) } else { roll_up_to(text, 7).map(|it| Save(Some(it))) }
}

fn roll_up_to(text: &str, max: u8) -> Result<u8, String> {
    let text = if text.ends_with('+') { text.to_owned() } else { format!("{text}+") };
    file::roll(&text, max).ok_or_else(|| format!("what a roll must reach, 2+ to {max}+"))
}

fn kind(text: &str) -> Result<Kind, String> {
    scenario::kind(text).ok_or_else(|| "infantry, vehicle, monster or structure".to_owned())
}

fn tag(text: &str) -> Result<Tag, String> {
    scenario::tag(text).ok_or_else(|| {
        let near = nearest(text, TAGS.iter().map(|it| it.0));
        let known: Vec<&str> = if near.is_empty() { TAGS.iter().map(|it| it.0).collect() } else { near };
        format!("no tag is written so. Try {}, with what belongs to it.", crate::diagnostic::one_of(&known))
    })
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    match &arguments.scenario {
        Some(scenario) => {
            in_battle(arguments, ScenarioFile { scenario: scenario.clone(), data: arguments.data.clone() })
        }
        None => apart(arguments),
    }
}

/// An attack at a squad of equals, apart from any battle.
fn apart(arguments: &Arguments) -> Result<(), Trouble> {
    let Arguments { attack, target, json, plot, .. } = arguments;
    let (Some(attack), Some(target)) = (attack.attack(), target.target()) else {
        return Err(Trouble::Ours("the command line let an attack through that lacks something".to_owned()));
    };
    if target.hp < target.first_hp {
        let (hp, first) = (target.hp, target.first_hp);
        return Err(Trouble::Asked(format!("The first unit can't have {first} HP left of {hp}. Lower --first-hp.")));
    }
    let it = odds::outcome(&Line::default(), &[attack], &target).map_err(|it| Trouble::Asked(format!("{it}.")))?;
    let chances = Chances { downed: &it.downed, killed: &it.killed };
    if *json {
        return print(&format!("{}\n", json_of(&chances)?));
    }
    print(&chances.text(*plot))
}

impl AttackOptions {
    fn attack(&self) -> Option<Attack> {
        let traits = self.tag.iter().fold(Traits::default(), |sum, it| sum.with(*it));
        Some(Attack {
            weapons: 1,
            attacks: self.attacks?,
            accuracy: self.acc?,
            modifiers: self.acc_mod.saturating_add(i8::from(traits.heavy)),
            strength: self.strength?,
            piercing: self.ap,
            damage: self.damage,
            traits,
            reroll: match self.reroll.as_deref() {
                Some("ones") => Reroll::Ones,
                Some(_) => Reroll::Misses,
                None => Reroll::None,
            },
            is_near: true,
        })
    }
}

impl TargetOptions {
    fn target(&self) -> Option<Target> {
        Some(Target {
            kind: self.kind,
            toughness: self.toughness?,
            save: self.save.0,
            cover: self.cover,
            hp: self.hp,
            first_hp: self.first_hp.unwrap_or(self.hp),
            units: self.units?,
        })
    }
}

/// Orders in the first round of a scenario, one after the other; and questions such as `Alpha: morale`.
fn in_battle(arguments: &Arguments, file: ScenarioFile) -> Result<(), Trouble> {
    let scenario = file.load()?;
    let Playing::Line(play) = &scenario.opening;
    let (battle, rules) = (play.battle(), play.game());
    let (names, language) = (&Names::new(battle), &Language::default());
    let mut posts: Vec<Accepted> = Vec::new();
    let mut text = String::new();
    let mut all: Vec<Foretold> = Vec::new();
    for (n, order) in (1..).zip(&arguments.order) {
        let written = format!("!{}", order.trim().trim_start_matches('!'));
        let nerve = orders::nerve_of(&written, names, battle, Poster::Gm, language);
        if nerve.is_none() {
            let (poster, reading) = orders::read_for_anybody(&written, names, battle, language);
            posts.push(Accepted::new(poster, reading, n));
        }
        let collected = &orders::collect(battle, &posts);
        let post = if nerve.is_some() { posts.len() } else { posts.len() - 1 };
        let (in_full, knows_all) = (true, true);
        let asked = Asked { rules, battle, text: &written, posts: &posts, collected, post, in_full, knows_all };
        let (answer, foretold) = match nerve {
            Some(squad) => {
                let squad = squad.map_err(|why| Trouble::Asked(why.to_string()))?;
                let foretold = report::foretell_nerve(&asked, squad, Poster::Gm).into_iter().collect();
                (Some(report::nerve(&asked, squad, Poster::Gm)), foretold)
            }
            None => (report::answer(&asked), report::foretell(&asked)),
        };
        let Some(answer) = answer else {
            return Err(Trouble::Asked(format!("\"{order}\" is no order.")));
        };
        if matches!(answer.reaction, Reaction::Refused | Reaction::Nothing) {
            return Err(Trouble::Asked(said(&answer)));
        }
        text += &format!("{}\n", said(&answer));
        for it in foretold.iter().filter(|_| arguments.plot) {
            if let Foretold::Fire(it) | Foretold::Volley(_, it) = it {
                text += &format!("\n{}\n", Chances { downed: &it.downed, killed: &it.killed }.text(true));
            }
        }
        all.extend(foretold);
    }
    if arguments.json {
        let all: Vec<InBattle<'_>> = all.iter().map(|odds| InBattle { battle, odds }).collect();
        return print(&format!("{}\n", json_of(&all)?));
    }
    print(&text)
}

/// What the order comes to, without what is still owed.
fn said(answer: &Answer) -> String {
    answer.lines.iter().map(AnswerLine::text).collect::<Vec<_>>().join("\n")
}

fn json_of(it: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(it).map_err(|it| Trouble::Ours(format!("odds can't be written as JSON: {it}")))
}

/// Two laws side by side.
struct Chances<'a> {
    downed: &'a Law,
    killed: &'a Law,
}

impl Chances<'_> {
    fn rows(&self) -> usize {
        self.downed.chances().len().max(self.killed.chances().len())
    }

    fn text(&self, plot: bool) -> String {
        let mut text = if plot { self.bars() } else { self.table() };
        text += &format!("\nOn average {:.3} down", self.downed.mean());
        match self.killed.mean() {
            0.0 => text += ".\n",
            killed => text += &format!(", {killed:.3} of them killed.\n"),
        }
        text
    }

    /// The chance of each number of units down, of as many or more, and of each number killed.
    fn table(&self) -> String {
        let mut text = format!("{:>5}  {:>10}  {:>10}  {:>10}\n", "units", "down", "or more", "killed");
        for n in 0..self.rows() {
            let [down, more, killed] =
                [self.downed.chance(n), self.downed.at_least(n), self.killed.chance(n)].map(|it| 100.0 * it);
            text += &format!("{n:>5}  {down:>8.3} %  {more:>8.3} %  {killed:>8.3} %\n");
        }
        text
    }

    fn bars(&self) -> String {
        const WIDTH: f64 = 40.0;
        let most = self.downed.chances().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut text = "Units down:\n".to_owned();
        for (n, chance) in self.downed.chances().iter().enumerate() {
            let bar = "█".repeat((WIDTH * chance / most).round() as usize);
            text += format!("{n:>5}  {:>10}  {bar}", chances::percent(*chance)).trim_end();
            text += "\n";
        }
        text
    }
}

impl Serialize for Chances<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Chances<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let rows = self.rows();
        map.serialize_entry("downed", &Numbered { law: self.downed, rows })?;
        map.serialize_entry("killed", &Numbered { law: self.killed, rows })?;
        map.serialize_entry("expected_downed", &self.downed.mean())
    }
}

/// A law as `{"0": chance, "1": chance, …}`, in the order of the numbers.
struct Numbered<'a> {
    law: &'a Law,
    rows: usize,
}

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A sum of many chances may be above 1 in its last digit, and is no chance then.
        serializer.collect_map((0..self.rows).map(|n| (n.to_string(), self.law.chance(n).min(1.0))))
    }
}

/// What dice may make of an order, with whose it is.
struct InBattle<'a> {
    battle: &'a Battle,
    odds: &'a Foretold,
}

impl Serialize for InBattle<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |squad| &self.battle.setup().squad(squad).name;
        let mut map = serializer.serialize_map(None)?;
        match self.odds {
            Foretold::Fire(it) => {
                map.serialize_entry("kind", "fire")?;
                self.part(&mut map, it)?;
            }
            Foretold::Volley(unit, it) => {
                map.serialize_entry("kind", "formation volley")?;
                map.serialize_entry("unit", &self.battle.setup().unit(*unit).name)?;
                self.part(&mut map, it)?;
            }
            Foretold::Roughly { squad, target, expected } => {
                map.serialize_entry("kind", "fire")?;
                map.serialize_entry("squad", name(*squad))?;
                map.serialize_entry("target", name(*target))?;
                map.serialize_entry("only_the_average", &true)?;
                map.serialize_entry("expected_downed", &(f64::from(expected.felled_milli) / 1000.0))?;
            }
            Foretold::Melee(squad, losses) => {
                map.serialize_entry("kind", "melee")?;
                map.serialize_entry("squad", name(*squad))?;
                let losses: Vec<Loss<'_>> = losses.iter().map(|it| Loss { name: name(it.squad), it }).collect();
                map.serialize_entry("losses", &losses)?;
            }
            Foretold::Charge(it) => {
                map.serialize_entry("kind", "charge")?;
                map.serialize_entry("squad", name(it.squad))?;
                map.serialize_entry("target", name(it.target))?;
                map.serialize_entry("needed", &it.needed)?;
                map.serialize_entry("opposed", &it.is_opposed)?;
                map.serialize_entry("made", &it.chance)?;
                map.serialize_entry("made_if_opposed", &it.chance_if_opposed)?;
            }
            Foretold::Getaway(it) => {
                map.serialize_entry("kind", "disengage")?;
                map.serialize_entry("squad", name(it.squad))?;
                map.serialize_entry("engaged", &it.engaged)?;
                map.serialize_entry("away", &it.away)?;
                map.serialize_entry("downed", &whole(&it.downed))?;
                map.serialize_entry("expected_downed", &it.downed.mean())?;
            }
            Foretold::Nerve(squad, it) => {
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
        Chances { downed: &it.downed, killed: &it.killed }.entries(map)
    }
}

fn whole(law: &Law) -> Numbered<'_> {
    Numbered { law, rows: law.chances().len() }
}

/// **S-9**
#[derive(serde::Serialize)]
struct Strays<'a> {
    friend: &'a str,
    downed: Numbered<'a>,
}

/// What a melee costs one squad.
struct Loss<'a> {
    name: &'a str,
    it: &'a LossOdds,
}

impl Serialize for Loss<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LossOdds { fired_at, downed, killed, gone, breaks, .. } = self.it;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("squad", self.name)?;
        map.serialize_entry("gone", gone)?;
        map.serialize_entry("breaks", breaks)?;
        map.serialize_entry("downed_by_close_quarters_fire", &whole(fired_at))?;
        map.serialize_entry("downed", &whole(downed))?;
        map.serialize_entry("expected_downed", &downed.mean())?;
        map.serialize_entry("expected_killed", killed)?;
        map.end()
    }
}
