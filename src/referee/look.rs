//! Descriptions for people without a picture: how the battle stands, a squad from near, and what it can do.

use std::collections::BTreeSet;

use crate::diagnostic::{count, join, nearest};
use crate::game::RosterEntry;
use crate::map::{Name, ObjectiveView, Party, Picture, places};
use crate::page::words::MAY_END;
use crate::page::{Mark, Rich};
use crate::post::Poster;
use crate::post::words::folded;
use crate::referee::choices::enlisted;
use crate::referee::{Refused, Table};

/// The argument of `/look` that asks for everything.
const MORE: &str = "more";

/// How many doubtful orders are listed.
const DOUBTFUL_MAX: usize = 3;

/// The order that players who have won post to leave.
const END_BATTLE: &str = "!end battle";

impl Table {
    /// A close look at a squad that the author may know about; without a name, how the battle stands and where everyone
    /// is. `more` adds a close look at each of the author's squads.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or no squad that they know about has the name.
    pub fn look(&self, author: &str, asked: &str) -> Result<String, Refused> {
        let poster = self.poster(author)?;
        if asked.trim().is_empty() {
            return Ok(self.overview(poster));
        }
        if asked.trim().eq_ignore_ascii_case(MORE) {
            let near = self.manned_by(poster).into_iter().map(|it| format!("\n{}", self.playing.look(it.id)));
            return Ok(self.overview(poster) + &near.collect::<String>());
        }
        let may_know = |it: &RosterEntry<'_>| it.is_known || poster == Poster::Gm;
        let (found, _) = self.named(asked, may_know)?;
        let told = self.playing.look(found.id);
        if found.is_manned {
            return Ok(told);
        }
        // A hero belongs to a squad, and is described there.
        let roster = self.playing.roster();
        let mut others = roster.iter().filter(|it| it.is_manned && may_know(it)).map(|it| self.playing.look(it.id));
        Ok(others.find(|it| it.contains(found.name)).unwrap_or(told))
    }

    /// The round, who holds what, the goals, where everyone is, and how to write orders.
    fn overview(&self, poster: Poster) -> String {
        let (now, picture) = (self.playing.now(), self.picture_for(poster));
        let told = std::iter::once(now.headline).chain(now.short.into_iter().take(1)).chain(now.goals);
        let mut text: String = told.map(Rich::capitalised).map(|it| format!("{}\n", it.text())).collect();
        let near = |it: &ObjectiveView| format!("{} of {}", count(it.radius, "tile", "tiles"), it.name);
        let near: Vec<String> = picture.objectives.iter().map(near).collect();
        if !near.is_empty() {
            text += &format!("Who stands within {} counts there.\n", join(&near, "or"));
        }
        text += &format!("\n{}\n", places(&picture));
        // A battle that is over needs no orders.
        if self.is_over() {
            return text;
        }
        let mine = self.manned_by(poster);
        let names: Vec<&str> = mine.iter().map(|it| it.name).collect();
        if let Some(first) = names.first() {
            let how = match mine.iter().any(|it| it.is_on_map) {
                true => self.how_to_order(poster),
                false => "Nobody of that is on the map, so no orders are owed.".to_owned(),
            };
            text += &format!("\nYou command {}. {how}\n", join(&names, "and"));
            text += &format!(
                "More: /look {first} for a squad from near, /look {MORE} for all of yours, /can {first} for what it can do.\n"
            );
        }
        if self.playing.words_to_leave() == END_BATTLE {
            text += &format!("{MAY_END}\n");
        }
        text
    }

    /// The battle as it is. For the GM nothing is "yours": the players' things are called theirs.
    pub(crate) fn picture_for(&self, poster: Poster) -> Picture {
        let mut picture = self.playing.picture();
        if poster == Poster::Gm {
            let yours = picture.parties.iter_mut().filter(|it| **it == Party::Yours);
            yours.for_each(|it| *it = Party::Called(Name::new("the players")));
        }
        picture
    }

    fn manned_by(&self, poster: Poster) -> Vec<RosterEntry<'_>> {
        self.playing.roster().into_iter().filter(|it| it.is_manned && poster.commands(it.seat)).collect()
    }

    /// What a squad can do as things stand. For each verb it shows an order that is ready to be posted, with its likely
    /// result, and what else the order could name. If a verb, or its beginning, follows the squad's name, it shows each
    /// order of that verb; if none is free of doubt, it shows some and why they are in doubt.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or they command no squad of the name.
    pub fn can(&self, author: &str, asked: &str) -> Result<String, Refused> {
        let poster = self.poster(author)?;
        let made = self.playing.squads_made_by(poster);
        let in_making = || enlisted(&made, poster).filter_map(|it| Some((it, after_name(it.name, asked.trim())?)));
        let found = self.named(asked, |it| it.is_on_map && poster.commands(it.seat));
        let found = found.or_else(|why| in_making().max_by_key(|it| it.0.name.len()).ok_or(why));
        let (squad, begun) = found.map_err(|why| self.not_theirs(poster, asked).unwrap_or(why))?;
        let choices = |begun: &str| self.choices(poster, squad.name, begun).unwrap_or_default();
        let verbs = choices("").verbs;
        let (mut text, mut told) = (String::new(), BTreeSet::new());
        let mut doubtful: Vec<String> = Vec::new();
        let begun = folded(begun);
        let is_asked = |it: &&String| folded(it).starts_with(&begun) || begun.starts_with(&folded(it));
        for verb in verbs.iter().filter(is_asked) {
            let next = choices(verb);
            let whole = next.is_whole.then(String::new).into_iter();
            let ways: Vec<String> = whole.chain(next.names_for(squad.name, verb).cloned()).chain(next.tile()).collect();
            let mut try_way = |way: String| {
                let order = format!("!{}: {}", squad.name, format!("{verb} {way}").trim_end());
                let (mark, comes_to) = self.likely_result(author, &order)?;
                if mark != Mark::Taken {
                    doubtful.push(format!("{order}\n    {} {comes_to}\n", mark.sign()));
                    return None;
                }
                // Several verbs may mean the same.
                told.insert(comes_to.clone()).then(|| (way, format!("{order}\n    {comes_to}\n")))
            };
            let mut found: Vec<(String, String)> = ways.into_iter().filter_map(&mut try_way).collect();
            if found.is_empty() {
                // Which tiles are near enough depends on the ground, and on who stands there.
                found.extend(self.tiles_around(squad.name, &next).into_iter().find_map(&mut try_way));
            }
            let shown = if begun.is_empty() { 1 } else { found.len() };
            text.extend(found.iter().take(shown).map(|it| it.1.as_str()));
            let others: Vec<&str> =
                found.iter().skip(shown).map(|it| it.0.as_str()).filter(|it| !it.is_empty()).collect();
            if !others.is_empty() {
                text += &format!("    or {}\n", join(&others, "or"));
            }
        }
        if let Some((first, _)) = text.split_once('\n').filter(|_| begun.is_empty()) {
            let verb = first.split_once(": ").and_then(|it| it.1.split(' ').next()).unwrap_or_default();
            text += &format!("Each order of a verb, with its likely outcome: /can {} {verb}\n", squad.name);
        }
        if text.is_empty() && doubtful.is_empty() {
            let all = join(&verbs, "or");
            text = format!("{} can do nothing of that kind now. Its orders begin with {all}.\n", squad.name);
        } else if text.is_empty() {
            text = format!("Of that kind {} has only orders that are in doubt now.\n", squad.name);
            text.extend(doubtful.iter().take(DOUBTFUL_MAX).map(String::as_str));
        }
        Ok(text)
    }

    /// Why a squad that the text names can't be asked about: it is somebody else's, or not on the map. `None` if it
    /// names no squad.
    fn not_theirs(&self, poster: Poster, asked: &str) -> Option<Refused> {
        let may_know = |it: &RosterEntry<'_>| it.is_manned && (it.is_known || poster == Poster::Gm);
        let (found, _) = self.named(asked, may_know).ok().filter(|_| !asked.trim().is_empty())?;
        let why = match poster.commands(found.seat) {
            true => format!("{} is not on the map", found.name),
            false => format!(
                "{} isn't yours to order, and only those who order a squad can ask what it can do. /look {} tells of it",
                found.name, found.name
            ),
        };
        Some(Refused::Unclear(why))
    }

    /// An order's likely result, or why it is in doubt. `None` if it is refused.
    fn likely_result(&self, author: &str, order: &str) -> Option<(Mark, String)> {
        let lines = self.try_post(author, order).ok()??.lines;
        if lines.iter().any(|it| it.mark == Mark::Refused) {
            return None;
        }
        let told = lines.iter().find(|it| it.doubts_order()).or(lines.first())?;
        matches!(told.mark, Mark::Taken | Mark::Doubtful)
            .then(|| (told.mark, told.text.trim_start_matches("line 1: ").to_owned()))
    }

    /// The squad whose name begins the text, and the text after it. A part of a name will do if it fits only one squad.
    pub(super) fn named<'t>(
        &self,
        text: &'t str,
        may: impl Fn(&RosterEntry) -> bool,
    ) -> Result<(RosterEntry<'_>, &'t str), Refused> {
        let mut roster = self.playing.roster();
        roster.retain(may);
        let text = text.trim();
        let names: Vec<&str> = roster.iter().map(|it| it.name).collect();
        if names.is_empty() {
            return Err(Refused::Unclear("you have no squad on the map to ask about".to_owned()));
        }
        let near = nearest(text, names.iter().copied());
        let near = join(if near.is_empty() { &names } else { &near }, "or");
        // `Mule` for the Mule Battery, with or without words after it. An empty text fits if there is only one squad.
        let only = |end_of_part: &str| {
            let says = |it: &&RosterEntry<'_>, part: &str| {
                // A number must be complete.
                let end = if part.ends_with(|it: char| it.is_ascii_digit()) { " " } else { end_of_part };
                part.is_empty() || format!(" {} ", folded(it.name)).contains(&format!(" {}{end}", folded(part)))
            };
            let ends = text.match_indices(' ').map(|it| it.0).chain([text.len()]);
            ends.rev().find_map(|end| {
                let (part, rest) = text.split_at(end);
                let mut fitting = roster.iter().filter(|it| says(it, part));
                fitting.next().filter(|_| fitting.next().is_none()).map(|it| (*it, rest.trim_start()))
            })
        };
        let found =
            roster.iter().filter_map(|it| Some((*it, after_name(it.name, text)?))).max_by_key(|it| it.0.name.len());
        let refused = || Refused::Unclear(format!("there is no squad of that name to ask about. Try {near}"));
        // A match of whole words is better than a match of a word's beginning.
        found.or_else(|| only(" ")).or_else(|| only("")).ok_or_else(refused)
    }
}

/// The text after a name that it begins with.
fn after_name<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    let (begins, rest) = text.split_at_checked(name.len())?;
    let is_it = begins.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with([' ', ':']));
    is_it.then(|| rest.trim_start_matches([' ', ':']))
}
