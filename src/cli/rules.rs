//! `fieldpost rules [GAME]`

use crate::cli::{Trouble, print};
use crate::diagnostic::{Chapter, Rule};
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game
    #[arg(default_value = games::NAMES[0], value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
    game: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let game = &arguments.game;
    let text = page(game).ok_or_else(|| Trouble::Ours(format!("there are no rules for {game}")))?;
    print(&text)
}

/// Markdown: every rule of a game, by chapters. `None` if there is no game of that name.
fn page(game: &str) -> Option<String> {
    let (chapters, rules) = games::rules(game)?;
    let sections: String = chapters.iter().map(|it| section(it, rules)).collect();
    Some(format!(
        "# The rules of the {game} game\n\nReports, answers and `fieldpost why` cite these rules by their ids.\n{sections}"
    ))
}

fn section(chapter: &Chapter, rules: &[Rule]) -> String {
    let rules = rules.iter().filter(|it| it.id.starts_with(chapter.ids));
    let lines: String = rules.map(|it| format!("- **{}** {}\n", it.id, it.gist)).collect();
    format!("\n## {}\n\n{lines}", chapter.title)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Rewrite them with `UPDATE_EXPECT=1`.
    #[test]
    fn the_pages_of_rules_are_up_to_date() {
        for (game, name) in [("line", "RULES.md"), ("brick", "BRICK-RULES.md")] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name);
            expect_test::expect_file![path].assert_eq(&page(game).expect("a game of that name"));
        }
    }

    #[test]
    fn every_rule_is_in_one_chapter_and_every_chapter_has_a_rule() {
        for game in games::NAMES {
            let (chapters, rules) = games::rules(game).expect("a game of that name");
            for rule in rules {
                let its = chapters.iter().filter(|it| rule.id.starts_with(it.ids));
                assert_eq!(its.count(), 1, "{}", rule.id);
            }
            let is_empty = |it: &&Chapter| !rules.iter().any(|rule| rule.id.starts_with(it.ids));
            assert_eq!(chapters.iter().find(is_empty).map(|it| it.title), None, "{game}");
        }
    }
}
