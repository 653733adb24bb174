//! Commands: lines that begin with `/` and do something to a battle, in a thread of plain text or in a conversation.

use crate::diagnostic::count;
use crate::game::RosterEntry;
use crate::post::Poster;
use crate::post::near::is_one_slip;
pub use crate::post::thread::GM;
use crate::referee::{Answered, Refused, Table};
use crate::store::ClosedBy;

/// A command that changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Closes the round, even if orders are owed.
    Resolve,
    /// Takes back the named round or change and everything after it; without a name, the last one.
    Undo(Option<String>),
    /// Changes the battle by hand.
    Set(String),
    /// Orders that nobody else sees. Several in a row make one post.
    Hidden(String),
    /// **O-3, O-4** The GM lets the players leave, by whichever way is open to them.
    End,
    /// Whether the player has given all orders of this round.
    Ready(bool),
    /// Whether the player is away, so that nobody waits for them.
    Away(bool),
    /// Mixes a word into the dice.
    Word(String),
    /// What a squad does while its player is away.
    Stance { squad: String, order: String },
}

/// Every command with its arguments, who may give it, and what it does.
pub const COMMANDS: &[(&str, CommandAuthor, &str)] = &[
    ("/resolve", CommandAuthor::Gm, "closes the round and plays it"),
    (
        "/undo",
        CommandAuthor::Gm,
        "takes the last round or change back; with a round (3), a line of its report (3.2) or a change, all from there on",
    ),
    ("/set Alpha.3 downed", CommandAuthor::Gm, "changes the battle by hand"),
    (
        "/hidden !Boyz: hold",
        CommandAuthor::Player,
        "orders that nobody else sees before the battle is over; a player's, where the scenario has secrets",
    ),
    ("/end", CommandAuthor::Gm, "the players leave as the round closes: with the main goals met, or else tapping out"),
    ("/ready", CommandAuthor::Player, "says that you have given all your orders; /unready takes that back"),
    ("/away", CommandAuthor::Player, "says that nobody need wait for you; /back takes that back"),
    (
        "/stance Alpha: return fire",
        CommandAuthor::Player,
        "what a squad does when you give no orders: hold, return fire, follow Bravo, fight on",
    ),
    ("/word swordfish", CommandAuthor::Player, "a word of yours that the dice are mixed with"),
];

/// Every question with its arguments, who may ask it, and what it tells.
pub(crate) const QUESTIONS: &[(&str, CommandAuthor, &str)] = &[
    (
        "/look",
        CommandAuthor::Player,
        "how the battle stands, what it is about, and where everybody is; /look Boyz: a squad from near; /look more: all of \
         yours",
    ),
    (
        "/can Alpha",
        CommandAuthor::Player,
        "what a squad can do now, ready to be posted, with the likely outcome; /can Alpha shoot: each such order",
    ),
    ("/map", CommandAuthor::Player, "the map and everybody's place, in words"),
    (
        "/odds Alpha: shoot Boyz",
        CommandAuthor::Player,
        "what an order would come to, with all its chances; /odds Boyz: morale, a squad's nerve",
    ),
    (
        "/why 3.4",
        CommandAuthor::Player,
        "why a line of a report is so; /why 3, once the seed is published: what the enemy's commander had in mind",
    ),
    ("/report", CommandAuthor::Player, "the last report once more, every line of it"),
    (
        "/compare",
        CommandAuthor::Player,
        "in a what-if of a battle that is over: what is different from the battle as it went",
    ),
    ("/losses", CommandAuthor::Player, "who has fallen so far, by whose hand, and what each squad has left"),
    ("/brief", CommandAuthor::Player, "what changed since you last did anything"),
    (
        "/rehearse",
        CommandAuthor::Player,
        "the round played thousands of times with the orders that stand, as its players know it",
    ),
    ("/orders", CommandAuthor::Gm, "who has orders and who owes them"),
    ("/dry-run", CommandAuthor::Gm, "what the round might come to, with other dice than the real ones"),
    ("/undoing", CommandAuthor::Gm, "what /undo would take back, named as behind it"),
];

/// The name of each command and question without its `/`, and who may give it.
fn names() -> impl Iterator<Item = (&'static str, CommandAuthor)> {
    let listed = COMMANDS.iter().chain(QUESTIONS).filter_map(|it| Some((it.0[1..].split(' ').next()?, it.1)));
    listed.chain(["unready", "back"].map(|it| (it, CommandAuthor::Player)))
}

/// Whether a line, without its `/`, begins with a player's command or question, even if the rest is wrong.
pub(crate) fn is_a_players(text: &str) -> bool {
    let name = text.split_whitespace().next().unwrap_or_default();
    names().any(|it| it.0.eq_ignore_ascii_case(name) && it.1 == CommandAuthor::Player)
}

/// A hint about a player's line, given without its `/`, that counts as fiction but may be meant as a command: one of
/// the GM's that stands alone, or one of a player's with a typo.
pub(crate) fn command_hint(text: &str) -> Option<String> {
    const LETTERS_MIN: usize = 3;
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let name = name.to_lowercase();
    if ["what-if", "page"].contains(&name.as_str()) {
        return Some(format!("/{name} can't be given in a post, so it counts as a story."));
    }
    if rest.trim().is_empty() && names().any(|it| it == (name.as_str(), CommandAuthor::Gm)) {
        return Some(format!("/{name} is for the GM, so here it counts as a story."));
    }
    let is_near = |it: &(&str, CommandAuthor)| it.1 == CommandAuthor::Player && is_one_slip(&name, it.0);
    let meant = names().find(is_near).filter(|_| LETTERS_MIN <= name.len())?.0;
    Some(format!("There is no command \"/{name}\", so it counts as a story. Did you mean /{meant}?"))
}

/// Who may give a command. The GM may give a player's commands only for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandAuthor {
    Gm,
    Player,
}

/// Whose commands a post by this author may hold.
pub fn command_author(author: &str) -> CommandAuthor {
    if author.eq_ignore_ascii_case(GM) { CommandAuthor::Gm } else { CommandAuthor::Player }
}

/// The refusal of a command that must stand alone on its line but has something after it.
pub(crate) fn refuse_argument(name: &str, rest: &str) -> Refused {
    let rest: String = rest.chars().take(40).collect();
    Refused::Unclear(format!(
        "/{name} takes nothing behind it, and nothing was done: \"{rest}\" stands there. Write /{name} alone on its line"
    ))
}

impl Command {
    /// Reads a command, given without its `/`. `None` if it is no command.
    ///
    /// # Errors
    ///
    /// If it is a command but lacks an argument, or has one too many.
    pub fn read(text: &str) -> Option<Result<Command, Refused>> {
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let missing = |usage: &str| Err(Refused::Unclear(format!("something is missing. Write {usage}")));
        let with = |make: fn(String) -> Command, usage: &str| match rest {
            "" => missing(usage),
            rest => Ok(make(rest.to_owned())),
        };
        let alone = |command: Command| match rest {
            "" => Ok(command),
            rest => Err(refuse_argument(name, rest)),
        };
        Some(match name.to_lowercase().as_str() {
            "resolve" => alone(Command::Resolve),
            "undo" => Ok(Command::Undo(Some(rest.to_owned()).filter(|it| !it.is_empty()))),
            "set" => with(Command::Set, "/set Alpha.3 downed"),
            "hidden" => with(Command::Hidden, "/hidden and an order"),
            "end" => alone(Command::End),
            "ready" => alone(Command::Ready(true)),
            "unready" => alone(Command::Ready(false)),
            "away" => alone(Command::Away(true)),
            "back" => alone(Command::Away(false)),
            "word" => with(Command::Word, "/word and a word"),
            "stance" => match rest.split_once(':') {
                Some((squad, order)) => {
                    Ok(Command::Stance { squad: squad.trim().to_owned(), order: order.trim().to_owned() })
                }
                None => missing("/stance Alpha: return fire"),
            },
            _ => return None,
        })
    }

    pub fn allowed_author(&self) -> CommandAuthor {
        match self {
            Command::Resolve | Command::Undo(_) | Command::Set(_) | Command::End => CommandAuthor::Gm,
            Command::Hidden(_) | Command::Ready(_) | Command::Away(_) | Command::Word(_) | Command::Stance { .. } => {
                CommandAuthor::Player
            }
        }
    }

    /// The command as a line of a thread.
    pub fn line(&self) -> String {
        match self {
            Command::Resolve => "/resolve".to_owned(),
            Command::Undo(None) => "/undo".to_owned(),
            Command::Undo(Some(named)) => format!("/undo {named}"),
            Command::Set(text) => format!("/set {text}"),
            Command::Hidden(text) => {
                let line = |it: &str| format!("/hidden {it}").trim_end().to_owned();
                text.lines().map(line).collect::<Vec<_>>().join("\n")
            }
            Command::End => "/end".to_owned(),
            Command::Ready(true) => "/ready".to_owned(),
            Command::Ready(false) => "/unready".to_owned(),
            Command::Away(true) => "/away".to_owned(),
            Command::Away(false) => "/back".to_owned(),
            Command::Word(word) => format!("/word {word}"),
            Command::Stance { squad, order } => format!("/stance {squad}: {order}"),
        }
    }
}

/// The result of a command.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Something to say, in sentences.
    Text(String),
    /// A round was closed. Holds its index in [`Table::closed`].
    RoundClosed(usize),
    /// Orders were accepted.
    Answered(Answered),
}

impl Table {
    /// A text whose examples name Alpha, Bravo and Boyz, with squads of this battle in their place: two squads of one
    /// player, and one of an opponent.
    pub(crate) fn with_own_examples(&self, text: &str) -> String {
        self.with_examples_by(text, |it| it.seat.is_some())
    }

    /// A text with examples, about the poster's own squads.
    pub(crate) fn with_examples_of(&self, poster: Poster, text: &str) -> String {
        self.with_examples_by(text, |it| poster.commands(it.seat))
    }

    fn with_examples_by(&self, text: &str, is_theirs: impl Fn(&RosterEntry<'_>) -> bool) -> String {
        let mut roster = self.playing.roster();
        roster.retain(|it| it.is_manned);
        let is_shown = |it: &&RosterEntry<'_>| is_theirs(it) && it.is_on_map;
        let first = roster.iter().find(is_shown).or_else(|| roster.iter().find(|it| it.seat.is_some())).copied();
        let seat = first.and_then(|it| it.seat);
        let picture = self.playing.picture();
        let party = |name: &str| picture.squads.iter().find(|it| *it.name == *name).map(|it| it.party);
        let side = first.and_then(|it| party(it.name));
        // A squad of one figure has no third member.
        let is_alone = |name: &str| picture.squads.iter().any(|it| *it.name == *name && it.starting == 1);
        let one = if first.is_some_and(|it| is_alone(it.name)) { "Alpha" } else { "Alpha.3" };
        let text = text.replace("Alpha.3", one);
        let is_own = |it: &&RosterEntry<'_>| it.seat == seat && first.is_some() && party(it.name) == side;
        let mut own = roster.iter().filter(is_own).map(|it| it.name);
        // An enemy that can be seen, if there is one.
        let others = || roster.iter().filter(|it| it.is_known && it.seat != seat);
        let is_enemy = |it: &&RosterEntry<'_>| party(it.name).is_some_and(|it| Some(it) != side);
        let enemies = || others().filter(is_enemy);
        let other = enemies().find(|it| it.seat.is_none()).or_else(|| enemies().next()).or_else(|| others().next());
        let other = other.map(|it| it.name);
        let alpha = own.next().unwrap_or("Alpha");
        let second = own.next();
        let bravo = second.unwrap_or(alpha);
        // A player with only one squad can't name two together.
        let text = if second.is_some() { text.to_owned() } else { text.replace("Alpha and Bravo", "Alpha") };
        let named = |word: &str| match word {
            "Alpha" => alpha.to_owned(),
            "Bravo" => bravo.to_owned(),
            "Boyz" => other.unwrap_or(bravo).to_owned(),
            word => word.to_owned(),
        };
        let is_between = |it: char| !it.is_alphanumeric();
        let words = text.split_inclusive(is_between).map(|it| {
            let word = it.trim_end_matches(is_between);
            format!("{}{}", named(word), &it[word.len()..])
        });
        words.collect()
    }

    ///
    /// # Errors
    ///
    /// If its author may not give it, or it can't be done.
    pub fn carry_out(&mut self, author: &str, command: &Command) -> Result<Outcome, Refused> {
        if command.allowed_author() == CommandAuthor::Gm && !author.eq_ignore_ascii_case(GM) {
            return Err(Refused::Unclear("only the GM can do that".to_owned()));
        }
        // Front ends may know people by other names than players do.
        let who = self.poster(author).map_or_else(|_| author.to_owned(), |it| self.name_of(it).to_owned());
        Ok(match command {
            Command::Resolve => {
                self.close(ClosedBy::Gm)?;
                Outcome::RoundClosed(self.closed().len() - 1)
            }
            Command::Undo(named) => {
                let number = named.as_deref().map(|it| self.decision(it)).transpose()?;
                let undoing = self.undo(number)?;
                let times = count(self.times_undone() as u64, "time", "times");
                Outcome::Text(format!("{undoing} So far in this battle something was taken back {times}."))
            }
            Command::Set(text) => Outcome::Text(crate::page::Markup::Plain.render(&self.change(text)?.difference)),
            Command::Hidden(text) => {
                let answered = self.post_hidden(author, text)?;
                match answered.answer {
                    Some(_) => Outcome::Answered(answered),
                    None => Outcome::Text(format!(
                        "💡 There is no order in that, as an order begins with !. Write /hidden !{}",
                        text.lines().next().unwrap_or_default()
                    )),
                }
            }
            Command::End => Outcome::Answered(self.post(author, self.playing.words_to_leave())?),
            Command::Ready(ready) => {
                self.set_ready(author, *ready)?;
                Outcome::Text(match ready {
                    true => {
                        let all = if self.all_are_ready() { " Now everybody is." } else { "" };
                        format!("{who} is ready.{all}{}", self.missing_orders_sentence(self.poster(author)?))
                    }
                    false => format!("{who} is not ready yet."),
                })
            }
            Command::Away(away) => {
                self.set_away(author, *away)?;
                Outcome::Text(match away {
                    true => format!("Nobody waits for {who}. Squads do what /stance says, or hold."),
                    false => format!("{who} is back."),
                })
            }
            Command::Word(word) => {
                self.add_word(author, word)?;
                Outcome::Text(format!("From this round on the dice are mixed with {who}'s word."))
            }
            Command::Stance { squad, order } => {
                let stands = self.stand_in(author, squad, order)?;
                Outcome::Text(format!("When {who} gives no orders: {}.", self.stances_in_words(&stands)))
            }
        })
    }
}
