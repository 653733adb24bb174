//! Builds the setup of a battle from the tables of a scenario.

use crate::field::{Board, SquadId, TerrainId, Tile};
use crate::file::{
    Aims, At, Ground, List, Name, Names, Reader, Table as _, check_arrival, check_objectives, names, objectives,
    refuse_alike, take_stations, texts,
};
use crate::line::battle::{
    Ability, Caster, Effect, FormationSetup, Level, OwnWords, Setup, Side, SquadSetup, Stance, UnitSetup,
};
use crate::line::orders;
use crate::line::rules::Line;
use crate::line::scenario::data::Library;
use crate::line::scenario::files::{DataFile, FormationsFile, GmFile, RulesFile, ScenarioFile};
use crate::line::scenario::squads::{RosterBuilder, UnplacedSquad};
use crate::line::scenario::{doubts, limits, say};

/// **O-1** The radius of an objective in steps, unless the file says otherwise.
const OBJECTIVE_RADIUS: u8 = 3;

/// The setup and rulings of a scenario. `None` if they can't be made, which is reported then. There may be errors in
/// either case.
pub(super) fn scenario(reader: &mut Reader, mut file: ScenarioFile, standard: &Library) -> Option<(Setup, Line)> {
    let place = file.name.0.as_ref().map_or(0..0, |it| it.span.clone());
    let mut data = standard.clone();
    let ScenarioFile { terrain, weapon, unit, ability, class, .. } = file;
    data.take_in(reader, DataFile { terrain, weapon, unit, ability, class, span: place.clone(), is_flawed: false });
    let rules = file.rules.as_ref();
    let ruleset = rules.map_or_else(Line::default, ruleset);
    let formations = formations(reader, file.modules.as_ref(), file.formations.as_ref());
    let radius = rules.and_then(|it| it.objective_radius.as_ref()).map_or(OBJECTIVE_RADIUS, |it| it.get());
    let mut ground = file.map.0.and_then(|it| Ground::read(reader, it, &data.terrain));

    let mut names = Names::new(("players", Side::Players), [("enemy".to_owned(), Side::Enemy)]);
    let (objectives, sources) = objectives(reader, file.objective, radius, &mut names, ground.as_ref());
    for it in file.squad.iter_mut().flat_map(|it| &mut it.items) {
        let is_to_come = it.reserve.as_ref().is_some_and(|it| it.value);
        if it.at.is_none() && it.tiles.is_none() && !is_to_come {
            it.at = ground.as_ref().and_then(|ground| ground.place_of(&it.id));
        }
    }
    let (stance, level) = file.commander.map_or((None, None), |it| (it.stance, it.level));
    let stance = stance.map_or(Stance::Aggressive, |it| it.value.0);
    let mut builder = RosterBuilder::new(&data, ruleset.several_heroes, stance, names);
    builder.read(reader, place.clone(), file.player, file.squad);
    let (squads, mut units) = builder.finish(reader);
    let is_hero = |it: &UnplacedSquad| it.alone.is_some();
    let places = (&objectives[..], &sources.names[..]);
    refuse_alike(reader, &builder.squads, places, is_hero, |_| false, orders::compared);
    add_gm(reader, &mut builder, file.gm);
    let abilities = bind_abilities(reader, &mut builder, ground.as_mut());

    let board = ground.as_ref().map(Ground::board);
    if let Some(board) = &board {
        place_units(&mut units, &squads, &take_stations(reader, board, &builder.squads, |it| &it.station));
        check_objectives(reader, board, &objectives, &sources.tiles);
        check_reinforcements(reader, board, &builder, &abilities);
    }
    let rounds: Option<u16> = file.rounds.map(|it| it.get());
    let mut aims = Aims {
        names: &builder.names,
        objectives: &objectives,
        board: board.as_ref(),
        squads: &builder.squads,
        players: &[Side::Players],
        owner: None,
        last_round: rounds,
        radius,
        sources,
    };
    let goals = aims.goals(reader, Some(place), file.victory, file.bonus, file.defeat);
    let schedule = aims.events(reader, file.event);
    let sources = aims.sources;

    let setup = Setup {
        title: file.name.0?.value.0,
        briefing: file.briefing.map_or_else(String::new, |it| it.value.0),
        board: board?,
        seats: builder.seats.seats,
        casters: builder.casters,
        profiles: builder.arsenal.profiles,
        weapons: builder.arsenal.weapons,
        abilities,
        squads,
        units,
        objectives,
        goals,
        schedule,
        rounds,
        has_secrets: file.secret_orders.is_some_and(|it| it.value),
        cp_per_round: file.rules.and_then(|it| it.cp_per_round).map_or(0, |it| it.get()),
        commander: level.map_or(Level::default(), |it| it.value.0),
        tap_out_cost: file.tap_out_cost.map(|it| it.value.0),
        words: file.words.map(|it| OwnWords { vain: texts(it.vain), broke: texts(it.broke) }).unwrap_or_default(),
        formations,
        is_for_players: false,
    };
    doubts::say(reader, &setup, &data, &sources, &builder.squads, &builder.seats.places);
    Some((setup, ruleset))
}

/// The modules that a battle may name.
const MODULES: [&str; 1] = ["formations"];

/// The rulings about formations; `None` if the battle is played without them. Reports names of unknown modules.
fn formations(
    reader: &mut Reader,
    modules: Option<&List<At<Name>, { limits::MODULES }>>,
    file: Option<&FormationsFile>,
) -> Option<FormationSetup> {
    let named = modules.map_or(&[][..], |it| &it.items);
    for name in named.iter().filter(|it| !MODULES.contains(&&*it.value.0)) {
        reader.say(say::unknown_name(name.span.clone(), "module", name, MODULES));
    }
    if !named.iter().any(|it| &*it.value.0 == "formations") {
        if let Some(file) = file.filter(|_| modules.is_none_or(|it| it.lost.is_empty())) {
            reader.say(say::module_is_off(file.span(), "formations"));
        }
        return None;
    }
    let said = |given: Option<&At<bool>>| given.is_some_and(|it| it.value);
    Some(FormationSetup {
        autonomous: said(file.and_then(|it| it.autonomous.as_ref())),
        shoot_and_move: said(file.and_then(|it| it.shoot_and_move.as_ref())),
        waive_failed_start: said(file.and_then(|it| it.waive_failed_start.as_ref())),
    })
}

/// The rulings, with those that the file changes.
fn ruleset(rules: &RulesFile) -> Line {
    let mut line = Line::default();
    let set = |ruling: &mut bool, given: &Option<At<bool>>| *ruling = given.as_ref().map_or(*ruling, |it| it.value);
    set(&mut line.natural_one_misses, &rules.natural_one_misses);
    set(&mut line.walk_into_contact, &rules.walk_into_contact);
    set(&mut line.enemy_aftermath, &rules.enemy_aftermath);
    set(&mut line.several_heroes, &rules.several_heroes);
    line.press_in = rules.press_in.as_ref().map_or(line.press_in, |it| it.value.0);
    line.bare_hands_accuracy = rules.bare_hands_accuracy.as_ref().map_or(line.bare_hands_accuracy, |it| it.value.0);
    line
}

/// Adds the GM's pool, after those of all heroes.
fn add_gm(reader: &mut Reader, builder: &mut RosterBuilder<'_>, gm: Option<GmFile>) {
    let Some(gm) = gm else { return };
    for name in gm.abilities.iter().flat_map(|it| &it.items) {
        // **H-2** Only a hero on the map could use it.
        if builder.data.abilities.get(name).is_some_and(|it| it.ability.needs_hero) {
            reader.say(say::gm_without_hero(name.span.clone(), name));
        }
    }
    let abilities = names(reader, gm.abilities, None, &builder.data.abilities);
    builder.abilities.push((abilities, gm.span.clone()));
    builder.casters.push(Caster {
        name: "GM".to_owned(),
        class: String::new(),
        side: Side::Enemy,
        seat: None,
        hero: None,
        cp_max: gm.cp.0.map_or(0, |it| it.get()),
        abilities: Vec::new(),
    });
}

/// Gives units their tiles.
fn place_units(units: &mut [UnitSetup], squads: &[SquadSetup], tiles_by_squad: &[Vec<Tile>]) {
    for (squad, tiles) in squads.iter().zip(tiles_by_squad) {
        for (unit, tile) in squad.members.iter().zip(tiles) {
            units[usize::from(unit.0)].at = *tile;
        }
    }
}

/// The abilities that casters of the battle can use.
fn bind_abilities(reader: &mut Reader, builder: &mut RosterBuilder<'_>, ground: Option<&mut Ground>) -> Vec<Ability> {
    let Some(ground) = ground else { return Vec::new() };
    let (names, ids) = builder.ability_names();
    let reserve = |id: &str| {
        let at = builder.squads.iter().position(|it| it.setup.in_reserve && it.setup.key == id)?;
        Some(SquadId(at as u16))
    };
    let mut abilities = Vec::new();
    for name in &names {
        let Some(draft) = builder.data.abilities.get(name) else { continue };
        let place = &builder.place_of_ability(name);
        // If there are too many kinds of ground, no battle is made, so the id doesn't matter.
        let kind = |key: &str| ground.kind(reader, place, key, &builder.data.terrain).unwrap_or(TerrainId(0));
        match draft.bind(kind, reserve) {
            Ok(ability) => abilities.push(ability),
            Err(squad) => {
                let there = builder.squads.iter().map(|it| &it.setup);
                reader.say(match there.clone().find(|it| it.key == squad) {
                    Some(it) => say::not_in_reserve(place.clone(), &it.name),
                    None => {
                        let waiting = there.filter(|it| it.in_reserve).map(|it| it.key.as_str());
                        say::ability_needs_squad(place.clone(), name, &squad, say::did_you_mean(&squad, waiting))
                    }
                });
            }
        }
    }
    for (caster, ids) in builder.casters.iter_mut().zip(ids) {
        caster.abilities = ids;
    }
    abilities
}

/// **C-7** Reports abilities that bring a squad to a tile where it can't stand.
fn check_reinforcements(reader: &mut Reader, board: &Board, builder: &RosterBuilder<'_>, abilities: &[Ability]) {
    for ability in abilities {
        for effect in &ability.effects {
            if let Effect::Reinforce { squad, at: Some(at) } = *effect {
                let at = At { value: at, span: builder.place_of_ability(&ability.key) };
                check_arrival(reader, board, &builder.squads[usize::from(squad.0)], &at);
            }
        }
    }
}
