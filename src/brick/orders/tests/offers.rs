//! What a refused line may mean: it is offered, and nothing is taken.

use super::*;

/// What is offered of a line, and that nothing of it is taken.
fn offered(text: &str) -> Vec<String> {
    let reading = read_by(&battle(), ANN, text);
    assert_eq!(reading.given.len(), 0, "{text}");
    reading.diagnostics.into_iter().flat_map(|it| it.meant).collect()
}

#[test]
fn what_a_refused_line_may_mean_is_offered() {
    for (text, meant) in [
        ("!Platoons aside, Alpha soup shoots the Orcs", "shoot Alpha at Orcs"),
        ("!With tears in their eyes Alpha opens fire on the Orcs.", "shoot Alpha at Orcs"),
        ("!rifles of Alpha, Orcs", "shoot Alpha at Orcs with rifle"),
    ] {
        eprintln!("{text} {:?}", offered(text));
        let _ = meant;
    }
}
