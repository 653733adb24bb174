//! `fieldpost refused`: a host sees which lines of posts were refused, and what was said.

use std::fs;

use expect_test::expect;

use crate::program::{fieldpost, run};

#[test]
fn refused_lines_are_listed_with_what_was_said() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let posts = folder.path().join("thread.posts");
    let thread = "@alice\n!Alpha: hold\n!Alpha: dance\n\n@bela\n!Kestrel: shoot First Draft unless they run\n\n@gm\n/resolve\n/end\n";
    fs::write(&posts, thread).expect("a file for the test");
    let text = |path: &std::path::Path| path.to_str().expect("a plain name").to_owned();
    let (out, posts) = (folder.path().join("out"), text(&posts));
    let out_name = text(&out);
    let played = run(
        &["play", "scenarios/ridge-at-dawn.toml", "--posts", &posts, "--seed", "7", "--given-up", "--out", &out_name],
        "",
    );
    assert!(played.status.success(), "{}", played.stderr);
    let log = text(&out.join("battle.log"));
    let shown = fieldpost(["refused", &log]);
    assert!(shown.status.success(), "{}", shown.stderr);
    expect![[r#"
        2 posts with refused lines.

        #1 alice, round 1
          line 2: !Alpha: dance
                          ^^^^^ "dance" is nothing that a squad can be told to do. Squads can shoot, melee, move, charge, disengage, abandon or hold.

        #2 bela, round 1
          line 1: !Kestrel: shoot First Draft unless they run
                                              ^^^^^^ orders can't be conditional: the players fire first and all at once (S-4).
    "#]].assert_eq(&shown.stdout);
}
