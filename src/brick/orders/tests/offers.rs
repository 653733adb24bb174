//! Tests of offers: orders that a refused line may mean. None of them is taken.

use super::*;

/// The offers for a line of Ann's, who has Alpha and Yoko. Checks that no order is taken.
fn offered(text: &str) -> Vec<String> {
    let reading = read_by(&battle(), ANN, text);
    assert_eq!(reading.given.len(), 0, "{text}");
    reading.diagnostics.into_iter().flat_map(|it| it.meant).collect()
}

#[test]
fn what_a_refused_line_may_mean_is_offered() {
    for (text, meant) in [
        ("!Tears in their eyes, the Alpha squad soup opens fire on the Orcs.", &["Alpha: shoot at Orcs"][..]),
        ("!Alpha: shoot Orcs [weapon: rifle] [manner: sullen]", &["Alpha: shoot at Orcs with rifle"]),
        (
            "!Alpha soup shoots the Orcs, and Yoko soup strikes at them with the sword",
            &["Alpha: shoot at Orcs", "Yoko: attack Orcs with sword"],
        ),
        ("!Alpha goes to A3. No, B3. Yoko soup holds.", &["Alpha: move to B3", "Yoko: hold"]),
    ] {
        assert_eq!(offered(text), meant, "{text}");
    }
}

#[test]
fn nothing_is_offered_that_was_taken_back_or_is_anybodys_guess() {
    for text in [
        "!Alpha doesn't soup shoot the Orcs",
        "!Alpha soup shoots the Orcs if they come near",
        "!Alpha soup shoots the Orcs or the Captain",
        "!Alpha soup shoots at the Trolls",
        "!Alpha soup shoots the Orcs?",
        "!Alpha and Yoko soup shoot the Orcs, and then he goes to A3",
        "!and so soup does Yoko. Alpha moves to A3",
        "!soup of the day",
        "!Yoko cracks her soup one by one, and gives the Captain a shove",
        "!Alpha soup leaves the field",
        "!The other one attacks the Captain",
        "!Alpha moves from behind the Captain",
        "!Alpha moves away from the Captain",
        "!Yoko retreats from the Captain",
        "!Yoko: get away from the Captain",
        "!Alpha falls back from the Orcs",
        "!Yoko tells Alpha to shoot the Orcs",
        "!Yoko lets the Captain attack her",
        "!Yoko is at C3",
        "!Yoko: withdraw E 2",
    ] {
        assert!(offered(text).is_empty(), "{text}: {:?}", offered(text));
    }
}

#[test]
fn what_one_of_a_squad_is_told_is_offered_to_nobody() {
    for text in [
        "!Alpha: shoot Orcs. Alpha 3: shoot Captain",
        "!Alpha: shoot Orcs with rifle, Alpha 3 shoots Captain",
        "!Alpha: move to C3 and Alpha 3 shoots Captain",
    ] {
        assert!(offered(text).is_empty(), "{text}: {:?}", offered(text));
        let said = read_by(&battle(), ANN, text).diagnostics.into_iter().map(|it| it.message).collect::<Vec<_>>();
        assert_eq!(said, ["Alpha-3 is in Alpha and does what it does"], "{text}");
    }
}

#[test]
fn the_name_of_somebody_who_has_fallen_is_heard_as_nobody_elses() {
    use crate::brick::battle::scene::{unit, unit_named};
    let people = "m Mab reds: fig sword; g Gang blues: fig knife; k King blues: fig knife";
    let mut battle = scene_with(".m .g .k", people, |setup: &mut Setup| {
        setup.seats = vec![Seat { name: "ann".to_owned() }];
        unit(setup, "Mab").seat = Some(SeatId(0));
        unit(setup, "King").name = "Rat King".to_owned();
    });
    let king = unit_named(&battle, "Rat King");
    battle.apply(&crate::brick::battle::Event::Killed { unit: king, by: None, downed: false });
    let reading = read_by(&battle, ANN, "!Mab: charge Rat King");
    let said: Vec<&str> = reading.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!((said, reading.diagnostics[0].meant.len()), (vec!["nobody is left of Rat King"], 0));
}
