//! What is done in a thread of posts, the commands in it, and its digest. In a post of the GM, lines that start with
//! `/` are commands. They are carried out after the rest of the post.

use sha2::{Digest as _, Sha256};

use crate::referee::commands::{CommandAuthor, command_hint, is_a_players};
use crate::store::{Hash, Progress};

pub use crate::post::thread::{BOT, Deed, Entry, order_of_nobody, read, read_all, read_for};

/// The digest of what was done in a thread. Threads with the same digest are the same so far.
pub fn digest(entries: &[Entry]) -> Hash {
    entries.iter().fold(Progress::default().thread_digest, digest_with)
}

/// The digest of a thread with one more entry. The entry's position in the file doesn't matter.
pub(crate) fn digest_with(before: Hash, entry: &Entry) -> Hash {
    let (kind, post, text) = match &entry.deed {
        Deed::Posts(text) => ("posts", 0, text.as_str()),
        Deed::Edits { post, text } => ("edits", *post, text.as_str()),
        Deed::Deletes { post } => ("deletes", *post, ""),
        Deed::Says(text) => ("says", 0, text.as_str()),
    };
    let mut hash = Sha256::new().chain_update(before.0).chain_update(post.to_le_bytes());
    for part in [entry.author.as_str(), kind, text] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    Hash(hash.finalize().into())
}

/// Splits a post into its text and its commands, which lose their `/`. In the GM's posts every line that begins with
/// `/` is a command. In a player's posts only the commands of players are, because fiction may begin with `/` too.
pub fn commands(text: &str, author: CommandAuthor) -> (String, Vec<String>) {
    let is_hidden = |it: &str| it.split_whitespace().next().is_some_and(|it| it.eq_ignore_ascii_case("hidden"));
    let mut rest = String::new();
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines() {
        let command = line.trim_start().strip_prefix('/').map(str::trim);
        match command.filter(|it| author == CommandAuthor::Gm || is_a_players(it)) {
            // Hidden orders in a row are one post.
            Some(command) => match commands.last_mut().filter(|it| is_hidden(it) && is_hidden(command)) {
                Some(before) => {
                    before.push('\n');
                    // A command without words stands for an empty line.
                    before.push_str(command["hidden".len()..].trim());
                }
                None => commands.push(command.to_owned()),
            },
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    rest.truncate(rest.trim_end().len());
    (rest, commands)
}

/// Hints for lines of a player's post that aren't commands but may be meant as such.
pub(crate) fn hints(rest: &str) -> impl Iterator<Item = String> {
    rest.lines().filter_map(|it| command_hint(it.trim_start().strip_prefix('/')?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::commands::Command;

    #[test]
    fn commands_of_the_gm_are_taken_out_of_the_post() {
        let (rest, commands) = commands("Smoke rises.\n!Boyz: charge Alpha\n/resolve\n /map now", CommandAuthor::Gm);
        assert_eq!(rest, "Smoke rises.\n!Boyz: charge Alpha");
        assert_eq!(commands, ["resolve", "map now"]);
    }

    #[test]
    fn hidden_orders_that_follow_each_other_are_one_post_and_may_have_empty_lines() {
        let (_, commands) =
            commands("/hidden !Boyz: hold\n/hidden\n/HIDDEN  Smoke.\n/map\n/hidden !Nobz: hold", CommandAuthor::Gm);
        assert_eq!(commands, ["hidden !Boyz: hold\n\nSmoke.", "map", "hidden !Nobz: hold"]);
        for text in ["!Boyz: hold\n\nSmoke.", "!Boyz: hold"] {
            let (_, again) = super::commands(&Command::Hidden(text.to_owned()).line(), CommandAuthor::Gm);
            assert_eq!(again, [format!("hidden {text}")]);
        }
    }

    #[test]
    fn a_player_gives_only_a_players_commands() {
        let post = "/me waves\n/ready\n/resolve\n/stance Alpha: hold\n/odds Alpha: shoot Boyz\n/orders";
        let (rest, commands) = commands(post, CommandAuthor::Player);
        assert_eq!(rest, "/me waves\n/resolve\n/orders", "what others hide is not a player's to ask for");
        assert_eq!(commands, ["ready", "stance Alpha: hold", "odds Alpha: shoot Boyz"]);
    }

    #[test]
    fn fiction_that_may_be_meant_as_a_command_gets_a_hint() {
        for (line, meant) in [
            ("losess", Some("There is no command \"/losess\", so it counts as a story. Did you mean /losses?")),
            (
                "odd Nave Guard: shoot Hares",
                Some("There is no command \"/odd\", so it counts as a story. Did you mean /odds?"),
            ),
            ("Raedy", Some("There is no command \"/raedy\", so it counts as a story. Did you mean /ready?")),
            ("resolve", Some("/resolve is for the GM, so here it counts as a story.")),
            ("resolve to do better", None),
            ("what-if", Some("/what-if can't be given in a post, so it counts as a story.")),
            ("me waves", None),
            ("shrugs", None),
            ("", None),
        ] {
            assert_eq!(command_hint(line).as_deref(), meant, "{line}");
        }
    }

    #[test]
    fn a_command_that_is_wrongly_written_is_no_fiction() {
        let (rest, found) = commands("/stance Alpha\n/ready when bela has posted\n/me waves", CommandAuthor::Player);
        assert_eq!((rest.as_str(), found.len()), ("/me waves", 2));
        for wrong in
            ["end of round one, orders by Sunday", "end tomorrow?", "resolve when bela has posted", "ready soon"]
        {
            let why = Command::read(wrong).expect("a command").expect_err("something stands behind it").to_string();
            assert!(why.contains("takes nothing behind it, and nothing was done"), "{why}");
        }
        assert_eq!(Command::read("end"), Some(Ok(Command::End)));
    }

    #[test]
    fn the_digest_of_a_thread_goes_by_what_was_done() {
        let digest = |text: &str| digest(&read(text));
        let thread = "@alice\n!Alpha: hold\n@bob deletes #2\n";
        assert_eq!(digest(thread), digest(&format!("A heading\n\n{thread}\n\n")));
        for other in ["@alice\n!Alpha: hold\n", "@alice\n!Alpha: hold\n@bob deletes #3\n", "@alicia\n", ""] {
            assert_ne!(digest(thread), digest(other), "{other}");
        }
    }
}
