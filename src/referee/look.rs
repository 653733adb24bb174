//! What somebody reads who has no picture: how the battle stands, a squad from near, and what it can do.

use crate::diagnostic::{join, nearest};
use crate::game::Enlisted;
use crate::map::positions;
use crate::page::{Mark, Rich};
use crate::post::Poster;
use crate::post::words::folded;
use crate::referee::{Refused, Table};

impl Table {
    /// All that somebody needs to give orders: the round, who holds what, the goals, where everybody is, their own squads
    /// from near, and how orders are written.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat.
    pub(crate) fn overview(&self, author: &str) -> Result<String, Refused> {
        let poster = self.poster(author)?;
        let mut own = self.playing.roster();
        own.retain(|it| it.is_manned && poster.commands(it.seat));
        let now = self.playing.now();
        let told = std::iter::once(now.headline).chain(now.short.into_iter().take(1)).chain(now.goals);
        let mut text: String = told.map(Rich::capitalised).map(|it| format!("{}\n", it.text())).collect();
        text += &format!("\n{}\n", positions(&self.playing.picture()));
        own.iter().for_each(|it| text += &format!("\n{}", self.playing.look(it.id)));
        let names: Vec<&str> = own.iter().map(|it| it.name).collect();
        if let Some(first) = names.first() {
            let all = join(&names, "and");
            text += &format!("\nYou command {all}. {}\n", self.playing.how_to_order());
            text += &format!("What {first} can do now: /can {first}. Anybody from near: /look and a name.\n");
        }
        Ok(text)
    }

    /// A squad from near, if the author may know of it.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or no squad they know of is called so.
    pub fn look(&self, author: &str, squad: &str) -> Result<String, Refused> {
        let poster = self.poster(author)?;
        let may_know = |it: &Enlisted<'_>| it.is_known || poster == Poster::Gm;
        let found = self.named(squad, may_know)?;
        let told = self.playing.look(found.id);
        if found.is_manned {
            return Ok(told);
        }
        // A hero is with a squad, and told of there.
        let roster = self.playing.roster();
        let mut others = roster.iter().filter(|it| it.is_manned && may_know(it)).map(|it| self.playing.look(it.id));
        Ok(others.find(|it| it.contains(found.name)).unwrap_or(told))
    }

    /// Every order for a squad that would be carried out as things stand, ready to be posted, and what it would come to.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or commands no squad that is called so.
    pub fn can(&self, author: &str, squad: &str) -> Result<String, Refused> {
        let poster = self.poster(author)?;
        let squad = self.named(squad, |it| it.is_on_map && poster.commands(it.seat))?;
        let choices = |begun: &str| self.choices(poster, squad.name, begun).unwrap_or_default();
        let mut orders = Vec::new();
        for verb in choices("").verbs {
            let next = choices(&verb);
            orders.extend(next.names.iter().map(|name| format!("{verb} {name}")));
            let tile = next.columns.last().zip(next.rows.first());
            orders.extend(tile.map(|(column, row)| format!("{verb} {column}{row}")));
            if next.is_whole {
                orders.push(verb);
            }
        }
        let posted = orders.into_iter().map(|it| format!("!{}: {it}", squad.name));
        Ok(posted.filter_map(|it| Some(format!("{it}\n    {}\n", self.comes_to(author, &it)?))).collect())
    }

    /// What an order would come to; `None` if it is refused, or would come to nothing now.
    fn comes_to(&self, author: &str, order: &str) -> Option<String> {
        let answer = self.try_post(author, order).ok()??;
        let is_refused = answer.lines.iter().any(|it| it.mark == Mark::Refused);
        answer.lines.into_iter().next().filter(|it| it.mark == Mark::Taken && !is_refused).map(|it| it.text)
    }

    fn named(&self, name: &str, may: impl Fn(&Enlisted<'_>) -> bool) -> Result<Enlisted<'_>, Refused> {
        let mut roster = self.playing.roster();
        roster.retain(may);
        let wanted = name.trim();
        let names: Vec<&str> = roster.iter().map(|it| it.name).collect();
        if names.is_empty() {
            return Err(Refused::Unclear("you have no squad on the map to ask about".to_owned()));
        }
        let near = nearest(wanted, names.iter().copied());
        let near = join(if near.is_empty() { &names } else { &near }, "or");
        // `Mule` of the Mule Battery
        let says = |at: &usize| format!(" {} ", folded(roster[*at].name)).contains(&format!(" {} ", folded(wanted)));
        let mut fitting = (0..roster.len()).filter(says);
        let only = fitting.next().filter(|_| fitting.next().is_none());
        let found = roster.iter().position(|it| it.name.eq_ignore_ascii_case(wanted)).or(only);
        found
            .map(|it| roster.swap_remove(it))
            .ok_or_else(|| Refused::Unclear(format!("there is no squad of that name to ask about. Try {near}")))
    }
}
