//! What a refused line may mean is offered, and nothing of it is taken.

use super::*;

/// What is offered for a line of Alice's, of which nothing is taken.
fn offered(text: &str) -> Vec<String> {
    let battle = battle();
    let reading = read(text, &Names::new(&battle), &battle, ALICE, &Language::default());
    assert_eq!(reading.given.len(), 0, "{text}");
    reading.diagnostics.into_iter().flat_map(|it| it.meant).collect()
}

#[test]
fn what_a_refused_line_may_mean_is_offered() {
    for (text, meant) in [
        ("!Alpha soup does fire at the Nobz with all what it has", &["Alpha: shoot Nobz"][..]),
        ("!Alpha soup shoots the Nobz, and the Spears soup go to D5", &["Alpha: shoot Nobz", "Spears: move to D5"]),
        ("!Alpha shoots the Nobz, it had to be done", &["Alpha: shoot Nobz"]),
        ("!Alpha shoots the Nobz, the soup is waiting", &["Alpha: shoot Nobz"]),
        ("!Alpha shoots the Nobz, and the Spears can go to D5", &["Alpha: shoot Nobz", "Spears: move to D5"]),
        ("!Alpha spits and waves her soup, and the Spears go to D5", &["Spears: move to D5"]),
        ("!Alpha moves to D4. Sorry, D5, the soup is at D5.", &["Alpha: move to D5"]),
        ("!Alpha soup moves to D5, no shouting, no talking, thanks", &["Alpha: move to D5"]),
        ("!Alpha soup goes east, two tiles, and shoots the Nobz", &["Alpha: move east 2", "Alpha: shoot Nobz"]),
        ("!Her soup finds its way, and Alpha with its soup shoots the Nobz", &["Alpha: shoot Nobz"]),
        ("!Alpha shoots the Boyz. Scratch that, soup is there. Soup shoots the Nobz", &["Alpha: shoot Nobz"]),
    ] {
        assert_eq!(offered(text), meant, "{text}");
    }
}

#[test]
fn nothing_is_offered_that_was_taken_back_or_is_anybodys_guess() {
    for text in [
        "!Alpha soup doesn't shoot the Nobz",
        "!Alpha soup shoots the Nobz if they move",
        "!Alpha soup shoots the Nobz or the Boyz",
        "!Alpha soup shoots at the Trolls",
        "!Alpha and Spears soup shoot the Nobz, and then it goes to D5",
        "!soup of the day",
        "!Can Alpha shoot the Nobz",
        "!Alpha can soup shoot the Nobz?",
        "!Alpha dreams of a world in which it shoots the Nobz",
        "!Alpha doesn't soup shoot the Boyz, make that the Nobz",
        "!Alpha soup shoots the Boyz, or the Nobz, actually",
        "!Alpha soup taps out",
        "!Alpha soup shoots the Nobz in round 3",
        "!If it rains, soup, and Alpha with its soup shoots the Nobz",
        "!Alpha shoots the Boyz. Scratch that, no soup for Alpha yet",
        "!Alpha: get the soup out of D5",
        "!Alpha: steer clear of D5",
        "!Alpha: bypass D5",
        "!Alpha: flee the ridge",
        "!Alpha: move to the nearest soup",
        "!Alpha soup shoots the Nobz, no rifles",
        "!R2 Alpha: shoot the Nobz",
        "!Alpha: pistols in reserve, rifles on the Nobz",
        "!Alpha: shoot the Nobz but hold the pistols",
        "!Alpha: keep the pistols quiet, rifles soup on the Nobz",
        "!Alpha: shoot the Nobz, hold the pistols",
        "!Alpha: pistols on the Trolls, then shoot the Nobz",
        "!Alpha: pistols cover the road, rifles on the Nobz",
        "!Alpha: move to C7 but stay put",
        "!Alpha: move to C7 though stay put",
        "!Alpha: move to C7, however stay put",
        "!Alpha: hold, no need to shoot the Nobz",
        "!Alpha: hold, no reason to shoot the Nobz",
        "!Alpha: hold, no longer shoot the Nobz",
        "!Alpha: hold, no one shoots the Nobz",
        "!Alpha: wheel left 2",
        "!Alpha: wheel east 2",
        "!Alpha: turn left and march 2",
        "!withdraw form up for Alpha",
        "!withdraw volley for Alpha",
        "!Alpha Officer leaves it to Spears: hold",
    ] {
        assert!(offered(text).is_empty(), "{text}: {:?}", offered(text));
    }
}
