//! BC-19: momentum against opposition.

use super::*;

#[test]
fn bc19_7_opposition_that_is_as_much_holds() {
    let end = after(
        &scene(".r . . . . .d . . .", "r Rob red: fig; d Dan blue: fig"),
        &quiet("move Rob charge Dan body"),
        "mom 3, pop 3",
    );
    assert!(end.is_engaged(who(&end, "Rob")));
}
