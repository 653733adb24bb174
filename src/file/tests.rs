//! A game for tests: its files name the sides themselves, and each squad is one unit.

pub(super) mod schema;

use std::ops::Range;

use expect_test::{Expect, expect};

use crate::field::{Condition, Goal, ObjectiveId, SquadId, Subject, Terrain, Tile};
use crate::file::{
    Aims, At, Catalog, Goals, Ground, List, MapFile, Must, Name, Named, Names, ObjectiveFile, Read as _, Reader,
    Stander, Station, Stationed, TerrainFile, limits, objectives, parse, ruleset, say, table, take_stations,
};

/// A side, by its index in the file.
type Team = u8;

table! {
    /// A battle.
    ToyFile {
        /// Who there is; the first are the players'.
        sides: Must<List<At<Name>, 8>>,
        /// The ground.
        map: Must<MapFile>,
        /// Kinds of ground.
        terrain: Option<Named<TerrainFile, { limits::TERRAIN }>>,
        /// Units.
        squad: Option<List<ToySquadFile, { limits::SQUADS }>>,
        /// Places worth holding.
        objective: Option<List<ObjectiveFile<Name>, { limits::OBJECTIVES }>>,
        /// How the players win.
        victory: Option<Goals<Name>>,
    }

    /// A unit.
    ToySquadFile {
        /// What it is called.
        name: At<Name>,
        /// Whose it is.
        side: At<Name>,
        /// Where it stands.
        at: At<Tile>,
    }
}

struct ToySquad {
    name: At<Name>,
    side: Team,
    station: Station,
}

impl Stationed for ToySquad {
    type Side = Team;
    type Word = Name;

    fn name(&self) -> &str {
        &self.name
    }

    fn place(&self) -> Range<usize> {
        self.name.span.clone()
    }

    fn side(&self) -> Team {
        self.side
    }

    fn is_in_reserve(&self) -> bool {
        false
    }

    fn standers(&self) -> Vec<Stander<'_>> {
        vec![Stander { name: &self.name, size: 1, leads: true, named: None }]
    }
}

/// The goals of a toy battle, and the tiles of its squads.
fn build(reader: &mut Reader, file: ToyFile) -> Option<(Vec<Goal<Team>>, Vec<Tile>)> {
    let mut catalog: Catalog<Terrain> = Catalog::of("terrain");
    catalog.fill(reader, file.terrain, |it| it.like.as_ref(), TerrainFile::make, &());
    let board = Ground::read(reader, file.map.0?, &catalog)?.board();
    let sides = file.sides.0?.items;
    let others = sides.iter().enumerate().skip(1).map(|(n, it)| (it.value.0.clone(), n as Team));
    let mut names = Names::new((&sides[0].value.0, 0), others);
    let mut squads = Vec::new();
    for it in file.squad.into_iter().flat_map(|it| it.items) {
        let Some(side) = names.side(reader, &it.side) else { continue };
        let id = SquadId(squads.len() as u16);
        names.name(reader, &it.name, it.name.span.clone(), Subject::Squad(id), "a squad");
        squads.push(ToySquad { name: it.name, side, station: Station::Around(it.at) });
    }
    let (objectives, sources) = objectives(reader, file.objective, 1, &mut names, None);
    let tiles = take_stations(reader, &board, &squads, |it| &it.station).concat();
    let mut aims = Aims {
        names: &names,
        objectives: &objectives,
        board: Some(&board),
        squads: &squads,
        players: &[0],
        owner: None,
        last_round: None,
        radius: 1,
        sources,
    };
    Some((aims.goals(reader, Some(0..0), file.victory, None, None), tiles))
}

const GOOD: &str = r#"
sides = ["foxes", "hounds", "crows"]
terrain.grass.cover = 0

[map]
legend = { "." = "grass" }
tiles = """
...
...
"""

[[squad]]
name = "Red"
side = "foxes"
at = "A1"

[[squad]]
name = "Black"
side = "crows"
at = "C2"

[[objective]]
id = "hen"
at = "B1"
owner = "hounds"
points = 1

[[victory]]
text = "The hen is yours, and the crows are gone"
when = { all = [{ capture = "hen" }, { annihilated = "crows" }, { not = { score = 3, by = "hounds" } }] }
"#;

fn check(old: &str, new: &str, expected: Expect) {
    assert!(GOOD.contains(old), "the battle has {old}");
    let text = GOOD.replacen(old, new, 1);
    let (_, problems) = parse("toy.toml", &text, |reader, root| {
        let file = ToyFile::read(reader, root)?;
        build(reader, file)
    });
    let shown: Vec<String> = problems.diagnostics.iter().map(|it| it.under(&text) + "\n").collect();
    expected.assert_eq(&shown.concat());
}

#[test]
fn a_game_can_let_its_files_name_the_sides() {
    let (made, problems) = parse("toy.toml", GOOD, |reader, root| {
        let file = ToyFile::read(reader, root)?;
        build(reader, file)
    });
    let (goals, tiles) = made.unwrap_or_else(|| panic!("{problems}"));
    assert_eq!(tiles, [Tile::new(0, 0), Tile::new(2, 1)]);
    assert_eq!(problems.diagnostics, []);
    let all = [
        Condition::Capture { objective: ObjectiveId(0), by: 0 },
        Condition::Lost { who: Subject::Side(2), percent: 100 },
        Condition::Not(Box::new(Condition::Score { by: 1, points: 3 })),
    ];
    assert_eq!(goals[0].when, Condition::All(all.into()));
}

#[test]
fn a_side_that_the_file_does_not_name_is_told_with_the_nearest() {
    check(
        "owner = \"hounds\"",
        "owner = \"hound\"",
        expect![[r#"
            line 25: owner = "hound"
                             ^^^^^^^ no side is called "hound". Did you mean "hounds"?
        "#]],
    );
    check(
        "{ annihilated = \"crows\" }",
        "{ annihilated = \"cows\" }",
        expect![[r#"
            line 30: when = { all = [{ capture = "hen" }, { annihilated = "cows" }, { not = { score = 3, by = "hounds" } }] }
                                                                          ^^^^^^ no squad, unit or side is called "cows". Did you mean "crows"?
        "#]],
    );
    check(
        "name = \"Red\"",
        "name = \"foxes\"",
        expect![[r#"
            line 13: name = "foxes"
                            ^^^^^^^ "foxes" is the name of a side already. Orders and goals need names that mean one thing.
        "#]],
    );
    check(
        "side = \"foxes\"",
        "side = 1",
        expect![[r#"
            line 14: side = 1
                            ^ `side` should be a name in quotes, one line of 1 to 60 letters, not 1.
        "#]],
    );
}

#[test]
fn a_file_says_which_rules_it_is_for() {
    let named = |text: &str| {
        let (named, _) = parse("any.toml", text, |_, root| Some(ruleset(root)));
        named.flatten().map(|it| (it.value.0, it.span))
    };
    assert_eq!(named("name = \"x\"\nruleset = \"toy\""), Some(("toy".to_owned(), 21..26)));
    assert_eq!(named("name = \"x\""), None);
    assert_eq!(named("ruleset = 3"), None);
}

#[test]
fn words_that_a_sentence_lists_are_not_listed_again() {
    let known = ["on", "or"].map(str::to_owned);
    let message = |what: &str| say::wrong_value(0..0, "lamp", what, "3", &known).to_string();
    assert_eq!(message("\"on\" or \"or\""), "`lamp` should be \"on\" or \"or\", not 3.");
    // Words that only occur within other words aren't listed yet.
    assert_eq!(
        message("a condition or a word"),
        "`lamp` should be a condition or a word, not 3. There is \"on\" and \"or\"."
    );
}
