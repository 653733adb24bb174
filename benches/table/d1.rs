//! Workload D1: a post of ten orders between paragraphs, and a battle that it belongs to.

use std::fmt::Write as _;

use fieldpost::games::{self, Data, Scenario};

/// The post.
pub(crate) const P1: &str = "The smoke over the ridge had not lifted when the whistle went.
!Alpha: shoot Draft
!Bravo: fire at Hammers with rifles; move to H10
Charlie looked at each other. Nobody spoke.
!Charlie - move north 3, take cover
!Alpha: move to C4 via B4
> !Alpha: move to C3
!Bravo: attack Draft with rifles
!Charlie: shoot Hammers
!Alpha: hold
*\"Steady,\" said the sergeant, and they were steady.*
!Bravo: move towards Hammers
!Charlie: move to D4, spread out
!Alpha: shoot Draft
Above the far wall somebody waved a rag, and nobody could tell whose it was.
";

/// Two sides with a wall between them, so that a battle goes on for as long as anybody likes.
pub(crate) fn walled() -> Scenario {
    let text = walled_text();
    games::read("the-wall.toml", &text, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Its file.
pub(crate) fn walled_text() -> String {
    let mut text = String::from(
        "name = \"The Wall\"\nruleset = \"line\"\nrounds = 60\n\n[map]\nlegend = { \".\" = \"open\", \"#\" = \"wall\", \"w\" = \
         \"woods\" }\ntiles = \"\"\"\n",
    );
    for y in 0..20 {
        let tiles: String = (0..30)
            .map(|x| {
                if x == 15 {
                    '#'
                } else if (x * 7 + y * 5) % 11 == 0 {
                    'w'
                } else {
                    '.'
                }
            })
            .collect();
        text += &tiles;
        text.push('\n');
    }
    text += "\"\"\"\n\n[[player]]\nname = \"alice\"\n\n[[player]]\nname = \"bela\"\n";
    let squads = [
        ("Alpha", Some("alice"), "8 rifleman", "B2"),
        ("Bravo", Some("alice"), "8 rifleman", "B8"),
        ("Charlie", Some("alice"), "6 militia", "B14"),
        ("Delta", Some("bela"), "8 rifleman", "H2"),
        ("Echo", Some("bela"), "6 militia", "H8"),
        ("Draft", None, "10 league-conscript", "T2"),
        ("Hammers", None, "8 league-conscript", "T8"),
        ("Boars", None, "8 league-conscript", "T14"),
    ];
    for (name, player, units, at) in squads {
        let side = if player.is_some() { "players" } else { "enemy" };
        let player = player.map_or_else(String::new, |it| format!("player = \"{it}\"\n"));
        let id = name.to_lowercase();
        let _ = write!(
            text,
            "\n[[squad]]\nid = \"{id}\"\nname = \"{name}\"\nside = \"{side}\"\n{player}units = [\"{units}\"]\nat = \"{at}\"\n"
        );
    }
    text += "\n[[victory]]\ntext = \"Nobody is left on the other side.\"\nwhen = { annihilated = \"enemy\" }\n";
    text
}
