//! Sentences about policies.

use std::fmt::{self, Display as _};

use crate::brick::battle::{
    Against, Battle, Benny, Defence, Hits, Misses, Pass, Policies, PolicyChange, Rebuff, Return, Using, Whose,
};
use crate::brick::report::words::{all, team_name, units, weapon, who};
use crate::diagnostic::join;
use crate::field::grouped;
use crate::page::{Rich, say};

pub(super) fn set(out: &mut Rich, battle: &Battle, whose: Whose, change: &PolicyChange) {
    say!(out, "{}, from now on: {}.", owner(battle, whose), said(battle, change));
}

pub(crate) fn owner(battle: &Battle, whose: Whose) -> impl fmt::Display {
    fmt::from_fn(move |f| match whose {
        Whose::One(id) => who(battle, id).fmt(f),
        Whose::Team(team) => write!(f, "Everybody of {}", team_name(battle, team)),
    })
}

/// The policies that differ from the usual ones: `no parries against attacks; hits: the dear first`. Nothing if none
/// do.
pub(crate) fn unusual(out: &mut Rich, battle: &Battle, it: &Policies) {
    let usual = Policies::default();
    let unusual = Against::ALL.into_iter().map(|of| of.0).filter(|of| it.reaction(*of) != usual.reaction(*of));
    // Reactions that are alike are told together.
    let reactions = grouped(unusual.map(|of| {
        let reaction = it.reaction(of);
        let told = format!("{} and {}", defended(battle, reaction.defence), returned(battle, reaction.back));
        (told, manoeuvre(of))
    }));
    let reactions = reactions.iter().map(|(told, against)| {
        let is_all = against.len() == Against::ALL.len();
        let against = if is_all { "everything".to_owned() } else { join(against, "and") };
        Rich::plain(format!("{told} against {against}"))
    });
    let (settings, usual) = (settings(it), settings(&usual));
    let settings = settings.iter().filter(|it| !usual.contains(it));
    let settings = settings.map(|it| Rich::said(format_args!("{}", said(battle, it))));
    out.joined("; ", reactions.chain(settings), |out, it| out.append(&it));
}

/// All policies that aren't about a manoeuvre.
fn settings(it: &Policies) -> [PolicyChange; 6] {
    [
        PolicyChange::Pass(it.pass),
        PolicyChange::Drop(it.drops),
        PolicyChange::Hits(it.hits.clone()),
        PolicyChange::Misses(it.misses.clone()),
        PolicyChange::Benny(it.benny),
        PolicyChange::Rebuff(it.rebuff),
    ]
}

fn said(battle: &Battle, change: &PolicyChange) -> impl fmt::Display {
    fmt::from_fn(move |f| match change {
        PolicyChange::React { against, defence, back } => {
            let parts = [defence.map(|it| defended(battle, it)), back.map(|it| returned(battle, it))];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            write!(f, "{} against {}", join(&parts, "and"), against.map_or("everything", manoeuvre))
        }
        PolicyChange::Pass(Pass::Strike) => f.write_str("strike at anybody who comes by"),
        PolicyChange::Pass(Pass::Bail) => f.write_str("bail from anybody who comes by"),
        PolicyChange::Pass(Pass::Brace) => f.write_str("brace when somebody comes"),
        PolicyChange::Pass(Pass::Nothing) => f.write_str("let others come by"),
        PolicyChange::Drop(true) => f.write_str("drop what is held to parry grabs and shoves"),
        PolicyChange::Drop(false) => f.write_str("keep hold of weapons"),
        PolicyChange::Hits(Hits::Cheap) => f.write_str("hits go to the cheap first"),
        PolicyChange::Hits(Hits::Dear) => f.write_str("hits go to the dear first"),
        PolicyChange::Hits(Hits::Wounded) => f.write_str("hits go to the wounded first"),
        PolicyChange::Hits(Hits::Order(them)) => write!(f, "hits go first to {}", units(battle, them)),
        PolicyChange::Hits(Hits::Spare(them)) => write!(f, "hits go last to {}", units(battle, them)),
        PolicyChange::Misses(Misses::Worst) => f.write_str("shots that miss it go where they hurt the other side most"),
        PolicyChange::Misses(Misses::Harmless) => f.write_str("shots that miss it go nowhere"),
        PolicyChange::Misses(Misses::List(them)) => write!(f, "shots that miss it go into {}", all(battle, them)),
        PolicyChange::Benny(it) => f.write_str(&bennies(*it)),
        PolicyChange::Rebuff(Rebuff::Back) => f.write_str("go back if stopped in an obstacle"),
        PolicyChange::Rebuff(Rebuff::Break) => f.write_str("break up if stopped in an obstacle"),
    })
}

fn manoeuvre(it: Against) -> &'static str {
    match it {
        Against::Attack => "attacks",
        Against::Grab => "grabs",
        Against::Shove => "shoves",
        Against::Charge => "charges",
        Against::Counter => "blows in return",
    }
}

fn using(battle: &Battle, it: Using) -> String {
    match it {
        Using::Best => "with the best at hand".to_owned(),
        Using::Weapon(id) => format!("with {}", weapon(battle, Some(id))),
        Using::Bare => "with bare hands".to_owned(),
    }
}

fn defended(battle: &Battle, it: Defence) -> String {
    match it {
        Defence::Parry(with) => format!("parry {}", using(battle, with)),
        Defence::Bail(None) => "bail away".to_owned(),
        Defence::Bail(Some(heading)) => format!("bail {}", heading.letters()),
        Defence::Nothing => "no parry or bail".to_owned(),
    }
}

fn returned(battle: &Battle, it: Return) -> String {
    match it {
        Return::Strike(with) => format!("strike back {}", using(battle, with)),
        Return::Hold => "no blow in return".to_owned(),
    }
}

fn bennies(it: Benny) -> String {
    let each = [(it.on_attack, "damage"), (it.on_parry, "deflection"), (it.on_bail, "landing on its feet")];
    let spent: Vec<&str> = each.iter().filter(|it| it.0).map(|it| it.1).collect();
    match spent.is_empty() {
        true => "bennies are held".to_owned(),
        false => format!("bennies are spent on {}", join(&spent, "and")),
    }
}
