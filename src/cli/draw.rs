//! `fieldpost page SCENARIO --draw`: the page for drawing a scenario's map.

use crate::cli::{ScenarioFile, Trouble};
use crate::field::{SquadId, TerrainId};
use crate::file::{self, NoSketch, Piece, Sketch};
use crate::games::{self, Scenario};
use crate::viewer::{Draft, Ink, Placing};

/// The page of a scenario, if its file has a map of letters.
pub(super) fn page(file: &ScenarioFile) -> Result<String, Trouble> {
    let name = file.scenario.display();
    let refused = |why: &str| Trouble::Input(format!("{name} can't be drawn on: {why}."));
    let scenario = file.load()?;
    let sketch = file::sketch(&scenario.doubts.text).map_err(|it| match it {
        NoSketch::Tiled => refused("its map is drawn in Tiled. Paint and place there, and save the map again"),
        NoSketch::NoMap => refused("it has no map with letters. Write a [map] with legend and tiles, and draw on that"),
    })?;
    let draft = draft(&scenario, &sketch).ok_or_else(|| refused("its legend lacks a letter of its map"))?;
    Ok(draft.page())
}

/// What the page shows. `None` if a tile's letter isn't in the legend; a scenario that was read has no such tile.
fn draft(scenario: &Scenario, sketch: &Sketch) -> Option<Draft> {
    let playing = &scenario.opening;
    let picture = playing.picture();
    let inks = inks(scenario, sketch);
    let ink_of = |letter: char| inks.iter().position(|it| it.letter == Some(letter)).map(|it| TerrainId(it as u8));
    let tiles = sketch.rows.iter().flat_map(|it| it.chars()).map(ink_of).collect::<Option<Vec<TerrainId>>>()?;
    let note = if sketch.has_levels { "Heights are not counted here: neither in sight nor in ranges." } else { "" };
    Some(Draft {
        title: playing.stage().title.to_owned(),
        note: note.to_owned(),
        legend: sketch.legend_text.clone(),
        width: picture.ground.width,
        tiles,
        picture: picture.ground.picture.clone(),
        placings: placings(scenario, sketch),
        inks,
        cast: playing.cast(),
        frame: playing.frame(),
        objectives: picture.objectives,
    })
}

/// The kinds of ground in the legend, and then all others that the scenario could use.
fn inks(scenario: &Scenario, sketch: &Sketch) -> Vec<Ink> {
    let terrains = games::terrains(scenario);
    let by_key = |key: &str| terrains.iter().find(|it| it.key == key).cloned();
    let of_legend = sketch.legend.iter();
    let of_legend = of_legend.filter_map(|(letter, key)| Some(Ink { terrain: by_key(key)?, letter: Some(*letter) }));
    let is_new = |key: &str| sketch.legend.iter().all(|it| it.1 != key);
    let others = terrains.iter().filter(|it| is_new(&it.key)).map(|it| Ink { terrain: it.clone(), letter: None });
    of_legend.chain(others).take(usize::from(u8::MAX)).collect()
}

/// Everything that the file puts on the map: squads and figures that stand there, and objectives.
fn placings(scenario: &Scenario, sketch: &Sketch) -> Vec<Placing> {
    let playing = &scenario.opening;
    let mut roster = playing.roster();
    let objectives = playing.picture().objectives;
    let mut radii = objectives.iter().map(|it| it.radius);
    let placing = |it: &Piece, squad: Option<SquadId>, radius: u8| Placing {
        table: it.table,
        id: it.id.clone(),
        name: it.name.clone(),
        places: it.places.clone(),
        is_each: it.is_each,
        squad,
        radius,
        ranges: squad.map_or_else(Vec::new, |squad| {
            playing.ranges(squad).into_iter().map(|it| (it.weapon, it.tiles, it.units)).collect()
        }),
    };
    let found = sketch.pieces.iter().filter_map(|it| {
        if it.table == "objective" {
            return Some(placing(it, None, radii.next()?));
        }
        // Squads with the same name come in the order of the file, in the roster too.
        let at = roster.iter().position(|of| of.name == it.name)?;
        Some(placing(it, Some(roster.remove(at).id), 0))
    });
    found.collect()
}
