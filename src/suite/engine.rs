//! Plays the cases of the suite with this program.

use crate::diagnostic::{Diagnostic, Severity};
use crate::dice::Dice;
use crate::field::SeatId;
use crate::games::{self, Data, Playing};
use crate::post::{Language, Poster};
use crate::suite::{Case, Outcome, Refusal};

/// The author of posts that come from no seat.
pub(super) const GM: &str = "gm";

/// The battle of a case as its first round opens.
///
/// # Errors
///
/// If its board describes no battle.
pub(super) fn stage(case: &Case) -> Result<Playing, String> {
    let text = games::scenario_of(&case.game, &case.scene).ok_or("there is no such game")?;
    let scenario = games::read(&case.id, &text, &Data::Standard).map_err(|it| first_error(&it.diagnostics))?;
    let mut playing = scenario.opening;
    for (n, edit) in (1..).zip(&case.scene.board.given) {
        playing.change(n, edit).map_err(|it| format!("\"{edit}\" can't be given: {}", first_error(&it)))?;
    }
    Ok(playing)
}

fn first_error(diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.iter().find(|it| it.severity == Severity::Error);
    first.map_or_else(String::new, |it| it.message.clone())
}

///
/// # Errors
///
/// If it can't be played.
pub fn play(case: &Case) -> Result<Outcome, String> {
    let mut playing = stage(case)?;
    let mut dice = Dice::laid_out(&case.script).map_err(|it| it.to_string())?;
    let mut entry = case.scene.board.given.len() + 1;
    if !case.before.is_empty() {
        take(&mut playing, 1, &case.before);
        playing.close_with(entry, &mut dice);
        entry += 1;
    }
    let refused = take(&mut playing, 1 + case.before.len() as u32, &case.orders);
    playing.close_with(entry, &mut dice);
    let state = playing.state().map_err(|it| it.to_string())?;
    let all = |key: &str| state.get(key).and_then(|it| it.as_array()).cloned().unwrap_or_default();
    let name = |it: &serde_json::Value| it.get("name").and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let mut after = serde_json::Map::new();
    for squad in all("squads") {
        let is_broken = squad.get("broken").and_then(serde_json::Value::as_bool).unwrap_or_default();
        after.insert(name(&squad), if is_broken { "broken" } else { "steady" }.into());
    }
    for unit in all("units") {
        after.insert(name(&unit), unit);
    }
    let asked = dice.rolled().iter().map(|it| (it.0.word().to_owned(), it.1.sides().count())).collect();
    Ok(Outcome { asked, after, refused })
}

/// Reads the posts of a round, numbered from `first`. Returns the lines that are refused.
fn take(playing: &mut Playing, first: u32, posts: &[(String, String)]) -> Vec<Refusal> {
    let language = Language::default();
    let mut texts = Vec::new();
    for (number, (author, post)) in (first..).zip(posts) {
        let seat = playing.stage().seats.iter().position(|it| it.name == *author);
        let poster = seat.map_or(Poster::Gm, |it| Poster::Seat(SeatId(it as u8)));
        let text: Vec<String> = post.lines().map(|it| format!("{}{it}", language.prefix)).collect();
        let text = text.join("\n");
        playing.read_post(number, poster, (number.into(), &text), &language);
        texts.push((number, text));
    }
    // Later posts can be the reason that an order is refused.
    let refused = texts.iter().flat_map(|(number, text)| {
        let refusal =
            |it: &Diagnostic| Refusal { line: it.place(text).0, rule: it.rule.unwrap_or_default().to_owned() };
        playing.refused(*number).into_iter().map(refusal).collect::<Vec<_>>()
    });
    refused.collect()
}
