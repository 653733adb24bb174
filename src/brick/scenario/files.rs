//! The tables of this game's scenario and data files, key by key. Reader, JSON Schema and documentation are made from this
//! list.

use crate::brick::battle::{Amount, Class, Kind, Rating};
use crate::brick::rules::{MeleeFirst, Track};
use crate::brick::scenario::limits;
use crate::brick::scenario::values::PlateSize;
use crate::field::{Direction, Level, Look, Tile};
use crate::file::{
    At, Cost, Drawing, Events, Goals, List, Must, Name, Named, Number, ObjectiveFile, OneOrMany, Prose, Radius, Read,
    Reader, Roll, Rounds, UnitsFile, Value, Word, table, words,
};

/// The ground of a battle.
#[derive(Clone)]
pub(super) enum LandFile {
    Drawn(Box<MapFile>),
    /// The players' own table.
    Real,
}

/// The only word that can stand in place of a drawn map.
#[derive(Clone, Copy)]
pub(super) struct RealTable;

words! {
    RealTable { "real" => RealTable, }
}

impl Read for LandFile {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<LandFile> {
        match value.get_ref().is_str() {
            true => At::<Word<RealTable>>::read(reader, value).map(|_| LandFile::Real),
            false => Box::<MapFile>::read(reader, value).map(LandFile::Drawn),
        }
    }
}

table! {
    /// A battle of minifigs: its map, who fights, and what for.
    pub(super) ScenarioFile {
        /// What the battle is called.
        name: Must<At<Name>>,
        /// The rules it is fought by: "brick".
        ruleset: Must<At<Name>>,
        /// What ties a battle of a campaign to the muster that made this file; `campaign muster` writes it.
        muster: Option<At<Name>>,
        /// What the players read when it opens.
        briefing: Option<At<Prose>>,
        /// The last round, if there is one.
        rounds: Option<At<Rounds>>,
        /// Whether players may give orders that nobody else sees before the round is over.
        secret_orders: Option<At<bool>>,
        /// What reports say in your words instead of their own.
        words: Option<WordsFile>,
        /// Rulings that this battle changes.
        rules: Option<RulesFile>,
        /// The ground: a drawn map, or "real" where everybody stands on the players' own table.
        map: Must<LandFile>,
        /// Teams in the order of their passes, each hostile to all that it isn't allied with; "players" and "enemy", if
        /// left out.
        team: Option<List<TeamFile, { limits::TEAMS }>>,
        /// The seats; who sits in each is decided when the battle starts.
        player: Option<List<PlayerFile, { limits::SEATS }>>,
        /// Squads on plates, in roster order.
        squad: Option<List<SquadFile, { limits::SQUADS }>>,
        /// Figures that stand by themselves.
        figure: Option<List<FigureFile, { limits::UNITS }>>,
        /// Things on the map that can be hit, used or charged: doors, barrels, trees.
        object: Option<List<ObjectFile, { limits::UNITS }>>,
        /// Places worth holding.
        objective: Option<List<ObjectiveFile<Name>, { limits::OBJECTIVES }>>,
        /// Main goals: if all of them are met, the players have won.
        victory: Option<Goals<Name>>,
        /// Goals worth something beside the main ones.
        bonus: Option<Goals<Name>>,
        /// If one of these is met, the players have lost.
        defeat: Option<Goals<Name>>,
        /// What happens on the way.
        event: Option<Events<Name>>,
        /// How figures and squads without orders are led.
        commander: Option<CommanderFile>,
        /// Kinds of ground of this battle alone.
        terrain: Option<Named<TerrainFile, { limits::TERRAIN }>>,
        /// Weapons of this battle alone.
        weapon: Option<Named<WeaponFile, { limits::ENTRIES }>>,
        /// Figures of this battle alone.
        unit: Option<Named<UnitFile, { limits::ENTRIES }>>,
    }

    /// Named entries that every scenario of this game can use.
    pub(super) DataFile {
        /// The rules that it is for: "brick".
        ruleset: Option<At<Name>>,
        /// Kinds of ground.
        terrain: Option<Named<TerrainFile, { limits::TERRAIN }>>,
        /// Weapons, shields, tools and objects that hands can hold.
        weapon: Option<Named<WeaponFile, { limits::ENTRIES }>>,
        /// Figures, mounts, vehicles and things.
        unit: Option<Named<UnitFile, { limits::ENTRIES }>>,
    }

    /// What reports say in your words instead of their own. Each is the end of a sentence, in the past tense and without a
    /// full stop; of several, each attack takes another.
    pub(super) WordsFile {
        /// After "Tex attacked Crow with the chair and", where it missed: "broke a perfectly good lamp".
        missed: Option<OneOrMany<At<Name>, { limits::FORMS }>>,
        /// After the name of somebody who falls: "went to sleep under the table".
        fell: Option<OneOrMany<At<Name>, { limits::FORMS }>>,
    }

    /// How figures and squads without orders are led.
    pub(super) CommanderFile {
        /// How well they are led: "green", each for themselves; "regular", who aim, press on and charge home; "veteran", who
        /// also weigh what you can do in return and agree on targets; "elite" are no better. Green, if left out.
        level: Option<At<Word<Level>>>,
    }

    /// Rulings that a battle may change. Those that are left out stay as in the rules.
    pub(super) RulesFile {
        /// Whether dice that aren't Skill rolls earn bonus dice (BX-2).
        damage_crits: Option<At<bool>>,
        /// Which missed shots are tracked (BC-15.2): "auto", "on" or "off".
        track: Option<At<Word<Track>>>,
        /// Whether figures may shoot beyond Range (BC-4.4).
        out_of_range: Option<At<bool>>,
        /// Whether figures may attack their own side.
        treason: Option<At<bool>>,
        /// Whether the fallen are downed rather than killed, for a campaign that wants to know who lives (BX-24).
        downed: Option<At<bool>>,
        /// Whether squads test their nerve (BX-25). Those do whose units have `leadership`, which none has unless you give it.
        morale: Option<At<bool>>,
        /// Whose Melee comes first: "listed", "reversed" or "alternate".
        melee_first: Option<At<Word<MeleeFirst>>>,
        /// Whether every weapon's overkill goes on to the next behind (BX-15).
        overkill_all: Option<At<bool>>,
        /// How near to an objective counts where the objective doesn't say: 3.
        objective_radius: Option<At<Radius>>,
    }

    /// The map, drawn as rows of letters.
    pub(super) MapFile {
        /// The terrain that each letter stands for: { "." = "open", "w" = "wall" }.
        legend: Option<Named<At<Name>, { limits::TERRAIN }>>,
        /// One letter for each tile, one line for each row, between """ marks.
        tiles: Option<At<Drawing>>,
        /// How high each tile lies, in inches: drawn like `tiles`, with a digit each, or "." for 0.
        levels: Option<At<Drawing>>,
        /// Instead of `legend` and `tiles`: a map that Tiled saved as JSON, "ridge.tmj", in the scenario's folder. What a tile
        /// is made of, its class or its property `terrain` says. An object named like the id of a squad or an objective,
        /// or like a figure or a thing, is its place, if `at` is left out.
        tiled: Option<At<Name>>,
        /// A picture that is drawn under the grid: a PNG or a .dd2vtt file in the scenario's folder.
        picture: Option<At<Name>>,
        /// How many pixels of the picture a tile is wide and high. If left out, the picture shows the map from edge to
        /// edge; a .dd2vtt file says it itself.
        picture_tile: Option<At<Number<1, 2000>>>,
        /// How many pixels of the picture lie left of the map, and above it: [12, 8].
        picture_margin: Option<List<At<Number<0, 16_000>>, 2>>,
    }

    /// A group that has its own pass.
    pub(super) TeamFile {
        /// What this file calls it.
        id: At<Name>,
        /// What people call it; the id, if left out.
        name: Option<At<Name>>,
        /// Whether it is a team of the players. If no team says so, the first is.
        players: Option<At<bool>>,
        /// Teams that it fights beside.
        allies: Option<List<At<Name>, { limits::TEAMS }>>,
    }

    /// A seat at the table.
    pub(super) PlayerFile {
        /// What posts call the player who sits there.
        name: At<Name>,
        /// The team of this player's squads and figures; the first of the players' teams, if left out.
        team: Option<At<Name>>,
    }

    /// Units on one plate.
    pub(super) SquadFile {
        /// What this file calls it.
        id: At<Name>,
        /// What people call it; the id, if left out.
        name: Option<At<Name>>,
        /// Its team; can be left out where `player` says it.
        team: Option<At<Name>>,
        /// The player who commands it; without one, the GM does.
        player: Option<At<Name>>,
        /// The squad of a campaign that sends its people here, one for each of `units`; by itself the scenario is played as
        /// it is written.
        from: Option<At<Name>>,
        /// Who is in it, in roster order: ["5 redcoat", { unit = "officer", name = "Captain Pym" }].
        units: Must<List<UnitsFile, { limits::SQUAD_ENTRIES }>>,
        /// The top left tile of its plate on the map; left out only where there is none.
        at: Option<At<Tile>>,
        /// How wide and deep its plate is, as its front looks: "3x2"; one row, if left out.
        plate: Option<At<PlateSize>>,
        /// Which way its front looks: "north", "east", "south" or "west"; north, if left out.
        facing: Option<At<Word<Direction>>>,
        /// Where each unit stands, in the order of `units`; from the front row on, if left out.
        tiles: Option<List<At<Tile>, { limits::SQUAD_UNITS }>>,
        /// Who bears the standard that distances are measured from: a unit's name, or "center".
        standard: Option<At<Name>>,
        /// Whether it has stood still before the first round.
        dug_in: Option<At<bool>>,
        /// Whether it waits in reserve until an event calls it; then it has no place on the map yet.
        reserve: Option<At<bool>>,
    }

    /// A figure that stands alone.
    pub(super) FigureFile {
        /// What people call it.
        name: At<Name>,
        /// The sort of figure.
        unit: Must<At<Name>>,
        /// Its team; can be left out where `player` says it.
        team: Option<At<Name>>,
        /// The player who commands it; without one, the GM does.
        player: Option<At<Name>>,
        /// Its top left tile; left out only where there is no map.
        at: Option<At<Tile>>,
        /// What it has in hand, if not the weapons of its unit; the main hand first.
        weapons: Option<List<At<Name>, { limits::UNIT_WEAPONS }>>,
        /// Which way it looks, for weapons that strike only ahead.
        facing: Option<At<Word<Direction>>>,
        /// Whether it has stood still before the first round.
        dug_in: Option<At<bool>>,
        /// The name of what it rides in and stands beside. It goes by orders of its own, and doesn't aim while that moves.
        aboard: Option<At<Name>>,
    }

    /// A thing that belongs to nobody.
    pub(super) ObjectFile {
        /// What people call it.
        name: At<Name>,
        /// The sort of thing.
        unit: Must<At<Name>>,
        /// Its top left tile; left out only where there is no map.
        at: Option<At<Tile>>,
    }

    /// A kind of ground. If the name exists already, the entry changes only the keys that it has.
    pub(super) TerrainFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// Inches to enter a tile of it, or "impassable"; 1, if left out.
        cost: Option<At<Cost>>,
        /// Whether nobody can see across it.
        opaque: Option<At<bool>>,
        /// How many of three sections of somebody on it or behind it are hidden (BC-2.8); 0, if left out.
        cover: Option<At<Number<0, 3>>>,
        /// Whether what blocks sight here stops nothing else, as smoke or paper (BC-1.2).
        smoke: Option<At<bool>>,
        /// Whether it is crossed at Half Speed.
        slow: Option<At<bool>>,
        /// Whether anybody who ends on it is gone: a pit, lava, deep water.
        deadly: Option<At<bool>>,
        /// Damage to anybody who enters (BS-4.2).
        mine: Option<At<Number<1, 30>>>,
        /// The kind of ground that it is drawn as; if left out, the one that is most like it.
        look: Option<At<Word<Look>>>,
    }

    /// How a weapon strikes in close combat.
    pub(super) CloseFile {
        /// What a Skill roll must come to.
        r#use: Option<At<Number<0, 20>>>,
        /// A number, or dice: "skill+2", "1d6".
        damage: Option<At<Amount>>,
    }

    /// How a weapon shoots, or flies when it is thrown.
    pub(super) RangedFile {
        /// What a Skill roll must come to.
        r#use: Option<At<Number<0, 20>>>,
        /// Inches.
        range: Option<At<Number<1, 200>>>,
        /// A number, or dice: "1d6+1".
        damage: Option<At<Amount>>,
        /// Whether it leaves the hand; false, if left out.
        thrown: Option<At<bool>>,
        /// How far its blast carries, in inches, if it has one.
        blast: Option<At<Number<1, 20>>>,
    }

    /// Something to hold. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs class, unless `like` has it.
    pub(super) WeaponFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// How it is held and how far it reaches (BX-4).
        class: Option<At<Word<Class>>>,
        /// How it strikes, if its class doesn't say or this weapon differs.
        close: Option<CloseFile>,
        /// How it shoots or flies.
        ranged: Option<RangedFile>,
        /// Whether it is made for thrusts (BC-17.1).
        thrust: Option<At<bool>>,
        /// Whether everybody agrees that one can charge with it (BC-17.2).
        charge: Option<At<bool>>,
        /// Whether it strikes only the three tiles ahead (BC-1.3).
        ahead_only: Option<At<bool>>,
        /// Whether damage that is too much for one figure goes on to the next (BX-15).
        overkill: Option<At<bool>>,
    }

    /// A sort of figure or thing. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs skill, armor and move, and an object armor alone, unless `like` has them.
    pub(super) UnitFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call one of them.
        name: Option<At<Name>>,
        /// "foot", "rider", "vehicle" or "object"; foot, if left out.
        kind: Option<At<Word<Kind>>>,
        /// Skill: "1d6", "1d8", "1d6+1".
        skill: Option<At<Rating>>,
        /// Armor: a number, or dice such as "1d10".
        armor: Option<At<Amount>>,
        /// Move, in inches.
        r#move: Option<At<Number<0, 60>>>,
        /// Size, in inches: a rat 0, a minifig 1, a mounted knight 2; 1, if left out.
        size: Option<At<Number<0, 40>>>,
        /// Tiles across and down, if not as its Size and kind say: "2x1".
        footprint: Option<At<PlateSize>>,
        /// How often its Armor must be beaten; its Size, if left out.
        hp: Option<At<Number<1, 100>>>,
        /// Hands; 2, if left out.
        hands: Option<At<Number<0, 8>>>,
        /// Whether it is Short (BC-2.9).
        short: Option<At<bool>>,
        /// Whether it is an Officer (BS-6.1).
        officer: Option<At<bool>>,
        /// Whether it is a hero (BX-21).
        hero: Option<At<bool>>,
        /// Whether it flies.
        fly: Option<At<bool>>,
        /// Whether it can climb to any height.
        climb: Option<At<bool>>,
        /// Whether it fights back when it is struck (BC-5.2); everybody but an object, if left out.
        reactive: Option<At<bool>>,
        /// Whether it wears heavy armour (BX-6): one level of Deflection, and Half Speed.
        heavy_armor: Option<At<bool>>,
        /// Whether nothing moves it.
        fixed: Option<At<bool>>,
        /// What it is worth to its own side, when somebody has to take a hit; 10, if left out.
        value: Option<At<Number<0, 1000>>>,
        /// LD, for battles with morale: "7+".
        leadership: Option<At<Roll<12>>>,
        /// What it counts for at an objective; 1, if left out.
        control: Option<At<Number<0, 50>>>,
        /// What it has in hand, the main hand first.
        weapons: Option<List<At<Name>, { limits::UNIT_WEAPONS }>>,
    }
}
