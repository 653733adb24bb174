//! The odds of one attack on a squad of identical units, outside any battle: the form that the command line fills in.

use crate::diagnostic::{nearest, one_of};
use crate::file;
use crate::line::battle::{Amount, Kind, TAGS, Tag, Traits};
use crate::line::predict::{self, Attack, Target};
use crate::line::report::CasualtyOdds;
use crate::line::rules::Line;
use crate::line::rules::preview::Reroll;
use crate::line::scenario;
use crate::page::Layout;

/// An attack at a squad of equals.
#[derive(clap::Args)]
pub struct AttackForm {
    /// Attacks: a number, or dice such as D6 or 2D3+1
    #[arg(long, value_name = "N", value_parser = attacks, requires_all = ["acc", "strength", "toughness", "units"])]
    attacks: Option<Amount>,
    /// What a hit roll must reach, such as 4+
    #[arg(long, value_name = "ACC", value_parser = roll, requires = "attacks")]
    acc: Option<u8>,
    /// Strength
    #[arg(long = "str", value_name = "STR", value_parser = clap::value_parser!(u8).range(1..), requires = "attacks")]
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
    /// A tag of the weapon, such as Lethal, "Sustained 1" or "Anti vehicle 4+". Tags that depend on the situation count at
    /// their best: Rapid Fire at half range, Heavy without having moved, Indirect in sight
    #[arg(long, value_name = "TAG", value_parser = tag)]
    tag: Vec<Tag>,
    /// Hit dice to roll once more
    #[arg(long, value_name = "WHICH", value_parser = ["ones", "misses"])]
    reroll: Option<String>,
    /// Toughness
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u8).range(1..), requires = "attacks")]
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
    #[arg(long, value_name = "U", value_parser = clap::value_parser!(u16).range(1..=1000), requires = "attacks")]
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

/// **A-3** SAV 7+ never saves by itself, but can save behind cover.
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
        let all: Vec<&str> = TAGS.iter().map(|it| it.0).collect();
        let near = nearest(text, all.iter().copied());
        let known = one_of(if near.is_empty() { &all } else { &near });
        format!("there is no such tag. Try {known}, with its number where it has one.")
    })
}

impl AttackForm {
    /// The option that every use of this form needs.
    pub const LEAD: &str = "attacks";

    /// The odds of the attack, in a layout.
    ///
    /// # Errors
    ///
    /// A sentence that says what is missing or impossible.
    pub fn told(&self, layout: Layout) -> Result<String, String> {
        let (Some(attack), Some(target)) = (self.attack(), self.target()) else {
            return Err("There is no attack without --attacks, --acc, --str, --toughness and --units.".to_owned());
        };
        if target.hp < target.first_hp {
            let (hp, first) = (target.hp, target.first_hp);
            return Err(format!("The first unit can't have {first} HP left of {hp}. Lower --first-hp."));
        }
        let it = predict::outcome(&Line::default(), &attack, &target)
            .ok_or("there are too many ways for this to end to work all of them out.")?;
        let odds = CasualtyOdds { downed: &it.downed, killed: &it.killed };
        Ok(match layout {
            Layout::Table => odds.table(),
            Layout::Bars => odds.bars(),
            Layout::Json => odds.json(),
        })
    }

    fn attack(&self) -> Option<Attack> {
        let traits = self.tag.iter().fold(Traits::default(), |sum, it| sum.with(*it));
        Some(Attack {
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
        })
    }

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
