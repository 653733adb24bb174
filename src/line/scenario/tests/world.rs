//! Files that can't be read at all.

use std::io::Write as _;

use expect_test::expect;

use super::*;

fn said(path: &Path) -> String {
    let name = path.display().to_string();
    let problems = load(path).expect_err("no scenario");
    assert_eq!(problems, check(path));
    problems.diagnostics.iter().map(|it| it.to_string().replace(&name, "FILE")).collect()
}

fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("room on the disk");
    file
}

#[test]
fn a_file_that_is_not_there_or_no_file() {
    expect!["there is no file FILE. Check the spelling, and the folder you are in."]
        .assert_eq(&said(Path::new("no/such/file.toml")));
    expect!["FILE is a folder, not a scenario. Name one of the .toml files in it."]
        .assert_eq(&said(&std::env::temp_dir()));
}

#[test]
fn a_file_that_is_not_text() {
    expect!["FILE is not UTF-8 text: line 2 has bytes that are no letters. Save it as UTF-8 in your editor."]
        .assert_eq(&said(file(b"name = \"Good\"\nname = \"\xff\"").path()));
}

#[test]
fn a_file_that_is_too_large() {
    expect!["FILE is larger than 1024 KiB, the most that is read. A map of 200 by 200 tiles and 1,000 units fit easily; is this the right file?"].assert_eq(&said(file(&vec![b'#'; 10 * 1024 * 1024]).path()));
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let text = format!("\u{feff}{GOOD}");
    assert!(load(file(text.as_bytes()).path()).is_ok());
}

#[test]
fn data_files_are_recognised_by_what_is_in_them() {
    let problems = check(file(b"[weapon.club]\nlike = \"bayonet\"\nstrenght = 5\n").path());
    expect![[r#"nothing here is called "strenght". Did you mean "strength"?"#]]
        .assert_eq(&problems.diagnostics[0].to_string());
}

#[test]
fn a_directory_of_data_stands_over_what_is_compiled_in() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("weapons.toml"), "[weapon.sidearm]\nstrength = 7\n").expect("a file");
    let data = Data::load(directory.path()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(data.weapons.get("sidearm").map(|it| it.strength), Some(7));
    assert_eq!(data.weapons.get("bayonet").map(|it| it.strength), Some(3));
}
