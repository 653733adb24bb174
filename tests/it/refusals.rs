//! `fieldpost refused`: a host sees which lines of posts were refused, and what the answers were.

use expect_test::expect;

use crate::program::{Folder, fieldpost};

#[test]
fn refused_lines_are_listed_with_what_was_said() {
    let folder = Folder::new();
    let thread = "@alice\n!Alpha: hold\n!Alpha: dance\n\n@bela\n!Kestrel: shoot First Draft unless they run\n\n@gm\n/resolve\n/end\n";
    let (posts, out) = (folder.file("thread.posts", thread), folder.path("out"));
    let ridge = "scenarios/ridge-at-dawn.toml";
    let played = fieldpost(["play", ridge, "--posts", &posts, "--seed", "7", "--given-up", "--out", &out]);
    assert!(played.status.success(), "{}", played.stderr);
    let shown = fieldpost(["refused", &folder.path("out/battle.log")]);
    assert!(shown.status.success(), "{}", shown.stderr);
    expect![[r#"
        2 posts with refused lines.

        #1 alice, round 1
          line 2: !Alpha: dance
                          ^^^^^ "dance" is not an order. Squads can shoot, melee, move, charge, disengage, abandon or hold.

        #2 bela, round 1
          line 1: !Kestrel: shoot First Draft unless they run
                                              ^^^^^^ orders can't be conditional: the players fire first and all at once (S-4).
    "#]].assert_eq(&shown.stdout);
}
