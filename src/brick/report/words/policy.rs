//! Sentences about policies: what somebody has said in advance.

use crate::brick::battle::{
    Against, Battle, Benny, Defence, Hits, Misses, Pass, Policies, PolicyChange, Reaction, Rebuff, Return, Using, Whose,
};
use crate::brick::report::words::{all, team_name, units, weapon, who};
use crate::page::{Rich, say};

/// A policy was set.
pub(super) fn set(out: &mut Rich, battle: &Battle, whose: Whose, change: &PolicyChange) {
    match whose {
        Whose::One(id) => who(out, battle, id),
        Whose::Team(team) => say!(out, "Everybody of {}", team_name(battle, team)),
    }
    out.push(", from now on: ");
    match change {
        PolicyChange::React { against, defence, back } => {
            let parts = [defence.map(|it| defended(battle, it)), back.map(|it| returned(battle, it))];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            out.list(&parts, |out, it| out.push(it));
            say!(out, " against {}", against.map_or("everything", manoeuvre));
        }
        PolicyChange::Pass(it) => out.push(passed(*it)),
        PolicyChange::Drop(it) => out.push(dropped(*it)),
        PolicyChange::Hits(it) => hits(out, battle, it),
        PolicyChange::Misses(it) => misses(out, battle, it),
        PolicyChange::Benny(it) => out.push(&bennies(*it)),
        PolicyChange::Rebuff(it) => out.push(rebuffed(*it)),
    }
    out.push(".");
}

/// What is said in advance and isn't what everybody does who says nothing: `no parries against attacks; hits: the dear
/// first`. Nothing if all is as usual.
pub(in crate::brick::report) fn unusual(out: &mut Rich, battle: &Battle, it: &Policies) {
    let usual = Policies::default();
    let start = out.end();
    let semicolon = |out: &mut Rich| {
        if out.end() != start {
            out.push("; ");
        }
    };
    for (reaction, against) in distinct(battle, it, |at| it.reactions[at] != usual.reactions[at]) {
        semicolon(out);
        out.push(&reaction);
        everything(out, &against);
    }
    if it.pass != usual.pass {
        semicolon(out);
        out.push(passed(it.pass));
    }
    if it.drops != usual.drops {
        semicolon(out);
        out.push(dropped(it.drops));
    }
    if it.hits != usual.hits {
        semicolon(out);
        hits(out, battle, &it.hits);
    }
    if it.misses != usual.misses {
        semicolon(out);
        misses(out, battle, &it.misses);
    }
    if it.benny != usual.benny {
        semicolon(out);
        out.push(&bennies(it.benny));
    }
    if it.rebuff != usual.rebuff {
        semicolon(out);
        out.push(rebuffed(it.rebuff));
    }
}

/// All of it, a line for each thing.
pub(in crate::brick::report) fn lines(battle: &Battle, it: &Policies) -> Vec<Rich> {
    let mut lines = Vec::new();
    for (reaction, against) in distinct(battle, it, |_| true) {
        let mut out = Rich::plain(reaction);
        everything(&mut out, &against);
        lines.push(out);
    }
    let mut line = |write: &dyn Fn(&mut Rich)| {
        let mut out = Rich::sentence();
        write(&mut out);
        lines.push(out);
    };
    line(&|out| out.push(passed(it.pass)));
    line(&|out| out.push(dropped(it.drops)));
    line(&|out| hits(out, battle, &it.hits));
    line(&|out| misses(out, battle, &it.misses));
    line(&|out| out.push(&bennies(it.benny)));
    line(&|out| out.push(rebuffed(it.rebuff)));
    lines
}

/// ` against attacks and charges`, ` against everything`
fn everything(out: &mut Rich, against: &[&str]) {
    out.push(" against ");
    if against.len() == Against::ALL.len() {
        return out.push("everything");
    }
    out.list(against, |out, it| out.push(it));
}

/// Reactions, and what each is against: those that are alike together.
fn distinct(battle: &Battle, it: &Policies, is_told: impl Fn(usize) -> bool) -> Vec<(String, Vec<&'static str>)> {
    let mut found: Vec<(Reaction, Vec<&'static str>)> = Vec::new();
    for (at, (against, _)) in Against::ALL.iter().enumerate().filter(|it| is_told(it.0)) {
        let reaction = it.reaction(*against);
        match found.iter_mut().find(|it| it.0 == reaction) {
            Some((_, words)) => words.push(manoeuvre(*against)),
            None => found.push((reaction, vec![manoeuvre(*against)])),
        }
        debug_assert_eq!(*against as usize, at, "reactions stand in the order of their kinds");
    }
    let told = |it: &Reaction| format!("{} and {}", defended(battle, it.defence), returned(battle, it.back));
    found.iter().map(|(reaction, against)| (told(reaction), against.clone())).collect()
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
        Defence::Nothing => "no counter".to_owned(),
    }
}

fn returned(battle: &Battle, it: Return) -> String {
    match it {
        Return::Strike(with) => format!("strike back {}", using(battle, with)),
        Return::Hold => "no blow in return".to_owned(),
    }
}

fn passed(it: Pass) -> &'static str {
    match it {
        Pass::Strike => "strike at whoever comes by",
        Pass::Bail => "bail from whoever comes by",
        Pass::Brace => "brace when somebody comes",
        Pass::Nothing => "let others come by",
    }
}

fn dropped(it: bool) -> &'static str {
    if it { "drop what is held to parry grabs and shoves" } else { "keep hold of weapons" }
}

fn hits(out: &mut Rich, battle: &Battle, it: &Hits) {
    match it {
        Hits::Cheap => out.push("hits go to the cheap first"),
        Hits::Dear => out.push("hits go to the dear first"),
        Hits::Wounded => out.push("hits go to the wounded first"),
        Hits::Order(them) => {
            out.push("hits go first to ");
            units(out, battle, them);
        }
        Hits::Spare(them) => {
            out.push("hits go last to ");
            units(out, battle, them);
        }
    }
}

fn misses(out: &mut Rich, battle: &Battle, it: &Misses) {
    match it {
        Misses::Worst => out.push("shots that miss it go where they hurt the other side most"),
        Misses::Harmless => out.push("shots that miss it go nowhere"),
        Misses::List(them) => {
            out.push("shots that miss it go into ");
            all(out, battle, them);
        }
    }
}

fn bennies(it: Benny) -> String {
    let each = [(it.on_attack, "damage"), (it.on_parry, "deflection"), (it.on_bail, "landing on its feet")];
    let spent: Vec<&str> = each.iter().filter(|it| it.0).map(|it| it.1).collect();
    match spent.is_empty() {
        true => "bennies are held".to_owned(),
        false => format!("bennies are spent on {}", crate::diagnostic::join(&spent, "and")),
    }
}

fn rebuffed(it: Rebuff) -> &'static str {
    match it {
        Rebuff::Back => "go back if stopped in an obstacle",
        Rebuff::Break => "break up if stopped in an obstacle",
    }
}
