//! The tables of scenario and data files, key by key. Reader, JSON Schema and documentation are made from this list.

use crate::field::Tile;
use crate::file::{
    At, Events, Goals, List, MapFile, Must, Name, Named, Number, ObjectiveFile, OneOrMany, Prose, Radius, Roll, Rounds,
    TerrainFile, UnitsFile, Word, table,
};
use crate::line::battle::{
    AbilityTarget, Amount, Kind, Level, Phase, Shield, Side, Sort, Stance, Stat, Tag, Temper, Trigger,
};
use crate::line::scenario::limits;
use crate::line::scenario::values::{Ignore, Press, Reach, Reroll, Save};

table! {
    /// A battle: its map, who fights, and what for.
    pub(super) ScenarioFile {
        /// What the battle is called.
        name: Must<At<Name>>,
        /// The rules it is fought by: "line".
        ruleset: Option<At<Name>>,
        /// Rules that this battle plays with beside those of the ruleset: ["formations"].
        modules: Option<List<At<Name>, { limits::MODULES }>>,
        /// Links this file to the campaign muster that made it; `campaign muster` writes it.
        muster: Option<At<Name>>,
        /// What the players read when it opens.
        briefing: Option<At<Prose>>,
        /// The last round, if there is one.
        rounds: Option<At<Rounds>>,
        /// Whether players may give orders that nobody else sees before the round is over.
        secret_orders: Option<At<bool>>,
        /// What leaving early costs, in your words; the players read it.
        tap_out_cost: Option<At<Prose>>,
        /// What reports say in your words instead of their own.
        words: Option<WordsFile>,
        /// Rulings that this battle changes.
        rules: Option<RulesFile>,
        /// Rulings of the module "formations" that this battle changes.
        formations: Option<FormationsFile>,
        /// The ground.
        map: Must<MapFile>,
        /// The seats; who sits in each is decided when the battle starts.
        player: Option<List<PlayerFile, { limits::SEATS }>>,
        /// The squads of both sides, in roster order.
        squad: Option<List<SquadFile, { limits::SQUADS }>>,
        /// Places worth holding.
        objective: Option<List<ObjectiveFile<Word<Side>>, { limits::OBJECTIVES }>>,
        /// Main goals: if all of them are met, the players have won.
        victory: Option<Goals<Word<Side>>>,
        /// Goals worth something beside the main ones.
        bonus: Option<Goals<Word<Side>>>,
        /// If one of these is met, the players have lost.
        defeat: Option<Goals<Word<Side>>>,
        /// What happens as the battle goes on.
        event: Option<Events<Word<Side>>>,
        /// How squads without orders are led.
        commander: Option<CommanderFile>,
        /// The GM's pool of CP, for the enemy.
        gm: Option<GmFile>,
        /// Kinds of ground of this battle alone.
        terrain: Option<Named<TerrainFile, { limits::TERRAIN }>>,
        /// Weapons of this battle alone.
        weapon: Option<Named<WeaponFile, { limits::ENTRIES }>>,
        /// Troops of this battle alone.
        unit: Option<Named<UnitFile, { limits::ENTRIES }>>,
        /// Abilities of this battle alone.
        ability: Option<Named<AbilityFile, { limits::ENTRIES }>>,
        /// Hero classes of this battle alone.
        class: Option<Named<ClassFile, { limits::ENTRIES }>>,
    }

    /// Named entries that every scenario can use.
    pub(super) DataFile {
        /// Kinds of ground.
        terrain: Option<Named<TerrainFile, { limits::TERRAIN }>>,
        /// Weapon lines.
        weapon: Option<Named<WeaponFile, { limits::ENTRIES }>>,
        /// Troops.
        unit: Option<Named<UnitFile, { limits::ENTRIES }>>,
        /// What heroes can spend CP on.
        ability: Option<Named<AbilityFile, { limits::ENTRIES }>>,
        /// What kinds of hero there are.
        class: Option<Named<ClassFile, { limits::ENTRIES }>>,
    }

    /// What reports say in your words instead of their own. Each is the end of a sentence, in the past tense and without a
    /// full stop; of several, each round takes another.
    pub(super) WordsFile {
        /// After "Alpha fired at First Draft, and", where nobody fell: "the mist took it all".
        vain: Option<OneOrMany<At<Name>, { limits::FORMS }>>,
        /// After the name of an enemy squad that breaks, and "broke and" unless that is in it: "threw down its pikes".
        broke: Option<OneOrMany<At<Name>, { limits::FORMS }>>,
    }

    /// Rulings that a battle may change. Those that are left out stay as in the rules.
    pub(super) RulesFile {
        /// Whether a 1 to hit always misses; if not, a 1 counts like any other number.
        natural_one_misses: Option<At<bool>>,
        /// Whether a plain move may enter and cross enemy zones (V-1); if not, only a charge may.
        walk_into_contact: Option<At<bool>>,
        /// How many steps units press in (M-3): a number, or "move" for as far as each can move.
        press_in: Option<At<Press>>,
        /// Whether dice are also rolled for the enemy's fallen after the battle.
        enemy_aftermath: Option<At<bool>>,
        /// Whether several heroes may be in one squad.
        several_heroes: Option<At<bool>>,
        /// What bare hands need to hit (M-4): "5+".
        bare_hands_accuracy: Option<At<Roll<6>>>,
        /// How near to an objective counts (O-1) where the objective doesn't say: 3.
        objective_radius: Option<At<Radius>>,
        /// CP that every pool regains as a round begins (C-1): 0.
        cp_per_round: Option<At<Number<0, 20>>>,
    }

    /// Rulings about formations that a battle may change. Those that are left out stay as in the rules.
    pub(super) FormationsFile {
        /// Whether every unit can do without a leader (F-6); if not, only units that say so.
        autonomous: Option<At<bool>>,
        /// Whether a unit that has fired may still move with its formation (F-23).
        shoot_and_move: Option<At<bool>>,
        /// Whether a failed start costs no more than the Free Action (F-12).
        waive_failed_start: Option<At<bool>>,
    }

    /// A seat at the table.
    pub(super) PlayerFile {
        /// What posts call the player who sits there.
        name: At<Name>,
        /// The player's hero, or a list of them.
        hero: Option<OneOrMany<HeroFile, { limits::HEROES }>>,
    }

    /// A player character.
    pub(super) HeroFile {
        /// The hero's name.
        name: At<Name>,
        /// What kind of hero: it gives the unit and the abilities.
        class: Must<At<Name>>,
        /// The id of the squad that the hero is in.
        r#in: Option<At<Name>>,
        /// Where a hero without a squad stands.
        at: Option<At<Tile>>,
        /// Command Points, if not those of the class.
        cp: Option<At<Number<0, 99>>>,
        /// The unit, if not the one that the class has.
        unit: Option<At<Name>>,
        /// Abilities beside those of the class.
        abilities: Option<List<At<Name>, { limits::ABILITIES }>>,
    }

    /// Units that get orders together.
    pub(super) SquadFile {
        /// What this file calls it.
        id: At<Name>,
        /// What people call it; the id, if left out.
        name: Option<At<Name>>,
        /// "players" or "enemy"; can be left out where `player` says it.
        side: Option<At<Word<Side>>>,
        /// The player who commands it; without one, the GM does.
        player: Option<At<Name>>,
        /// The squad of a campaign that fills this squad, one person for each of `units`; without a campaign it is played as
        /// written.
        from: Option<At<Name>>,
        /// Who is in it, in roster order: ["8 rifleman", "1 heavy-team"].
        units: Must<List<UnitsFile, { limits::SQUAD_ENTRIES }>>,
        /// Where the leader stands; the others form up around.
        at: Option<At<Tile>>,
        /// Where each unit stands, in the order of `units`, a hero last.
        tiles: Option<List<At<Tile>, { limits::UNITS }>>,
        /// What it does without orders: "aggressive", "hold", "objective", "guard" or "skirmish".
        stance: Option<At<Word<Stance>>>,
        /// How well it is led without orders: "green", "regular", "veteran" or "elite"; as `[commander]` says, if left
        /// out.
        level: Option<At<Word<Level>>>,
        /// When it breaks off without orders: "fanatic", never; "steady", when a quarter of it is left and no friend is
        /// near, or it carries more than stand; "wavering", when half of it is left. Steady, if left out.
        temper: Option<At<Word<Temper>>>,
        /// The objective it makes for with stance "objective", or stays near with "guard"; the nearest, or its place, if
        /// left out.
        objective: Option<At<Name>>,
        /// Whether it waits off the map until an event or an ability brings it.
        reserve: Option<At<bool>>,
    }

    /// How squads without orders are led.
    pub(super) CommanderFile {
        /// "aggressive", "hold", "objective", "guard" or "skirmish", for every squad that doesn't say.
        stance: Option<At<Word<Stance>>>,
        /// How well it leads: "green", each squad for itself; "regular", together; "veteran", who also weighs what you can
        /// do in return and spends CP; "elite", who also tries its plans by playing them. Green, if left out.
        level: Option<At<Word<Level>>>,
    }

    /// The GM's pool of CP, for the enemy.
    pub(super) GmFile {
        /// Command Points.
        cp: Must<At<Number<0, 99>>>,
        /// What they can be spent on.
        abilities: Option<List<At<Name>, { limits::ABILITIES }>>,
    }

    /// A weapon line. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs range, attacks, accuracy and strength, unless `like` has them.
    pub(super) WeaponFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// RNG: tiles, or "melee".
        range: Option<At<Reach>>,
        /// ATK: a number, or dice such as "D3" or "2D6+1".
        attacks: Option<At<Amount>>,
        /// ACC: what a hit roll must reach, "4+".
        accuracy: Option<At<Roll<6>>>,
        /// STR.
        strength: Option<At<Number<1, 30>>>,
        /// AP: taken off save rolls; 0, if left out.
        ap: Option<At<Number<0, 6>>>,
        /// DMG: a number, or dice; 1, if left out.
        damage: Option<At<Amount>>,
        /// SPC: what is special about it, such as ["Rapid Fire 1", "CloseQuarters"].
        tags: Option<List<At<Tag>, { limits::TAGS }>>,
    }

    /// A sort of troops. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs toughness, save, hp, move and leadership, unless `like` has them.
    pub(super) UnitFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call one of them.
        name: Option<At<Name>>,
        /// "infantry", "vehicle", "monster" or "structure"; infantry, if left out.
        kind: Option<At<Word<Kind>>>,
        /// T.
        toughness: Option<At<Number<1, 30>>>,
        /// SAV: what a save must reach, "5+", or "-" for no armour.
        save: Option<At<Save>>,
        /// HP.
        hp: Option<At<Number<1, 100>>>,
        /// MOV, in tiles.
        r#move: Option<At<Number<0, 30>>>,
        /// LD: what a morale roll of two dice must reach, "7+".
        leadership: Option<At<Roll<12>>>,
        /// CON: what its squad counts for at an objective (the highest of its units); 1, if left out.
        control: Option<At<Number<0, 50>>>,
        /// ER: how far it can fight, in tiles; 1, if left out.
        reach: Option<At<Number<1, 10>>>,
        /// Tiles along each edge of the square it stands on; 1, if left out.
        size: Option<At<Number<1, 10>>>,
        /// How many figures an entry is: a heavy weapon and its crew of 2 are "1 heavy-team" and 2 figures.
        figures: Option<At<Number<1, 6>>>,
        /// What each carries.
        weapons: Option<List<At<Name>, { limits::UNIT_WEAPONS }>>,
        /// Formations: "small", "medium" or "large", if it carries a shield.
        shield: Option<At<Word<Shield>>>,
        /// Formations: whether it can be part of a spear wall.
        spear: Option<At<bool>>,
        /// Formations: whether it can be in one; true for infantry and vehicles, if left out.
        drilled: Option<At<bool>>,
        /// Formations: whether it needs nobody to direct it.
        autonomous: Option<At<bool>>,
        /// Formations: from how far it can direct one, in tiles; 0 for not at all. A hero can from 6 at least.
        lead: Option<At<Number<0, 100>>>,
    }

    /// What a hero can spend CP on. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs text, cost, target and effects, unless `like` has them.
    pub(super) AbilityFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// What it does, in your words; the players read it.
        text: Option<At<Prose>>,
        /// CP.
        cost: Option<At<Number<0, 20>>>,
        /// "own squad", "allied squad", "enemy squad", "own unit", "allied unit" or "enemy unit" for one unit of such a
        /// squad, "tile", or "self" for the hero alone.
        target: Option<At<Word<AbilityTarget>>>,
        /// How far from the hero the target may be, in steps; anywhere, if left out.
        range: Option<At<Number<1, 200>>>,
        /// How often one hero may use it in a round; as often as he can pay for it, if left out.
        per_round: Option<At<Number<1, 50>>>,
        /// How often one hero may use it in the battle; as often as he can pay for it, if left out.
        per_battle: Option<At<Number<1, 50>>>,
        /// Whether the hero must be standing; true, if left out.
        needs_hero: Option<At<bool>>,
        /// What it waits for: "shot at", "charged", "fights", "ends move", "tests morale" or "fails morale". If left
        /// out, it works at once in the Command phase.
        trigger: Option<At<Word<Trigger>>>,
        /// What it does, in order.
        effects: Option<List<EffectFile, { limits::EFFECTS }>>,
    }

    /// Something an ability does: exactly one of modify, reroll, ignore, grant, immediately, rally, heal, stand_up,
    /// count_as_not_shot, ground, reinforce, regain_cp, daze, frenzy and steady, with the keys that belong to it.
    pub(super) EffectFile {
        /// Changes a number of the squad; with `by`, `weapons`, and `during` or `rounds`.
        modify: Option<At<Word<Stat>>>,
        /// Rolls to hit that are rolled once more: "misses" or "ones"; with `during` or `rounds`.
        reroll: Option<At<Word<Reroll>>>,
        /// What the squad's attacks ignore: "cover" or "concealment"; with `during` or `rounds`.
        ignore: Option<At<Word<Ignore>>>,
        /// A tag that all its weapons have; with `during` or `rounds`.
        grant: Option<At<Tag>>,
        /// A phase that the squad plays now instead of later.
        immediately: Option<At<Word<Phase>>>,
        /// true: the squad is no longer broken.
        rally: Option<At<bool>>,
        /// HP for the unit of the squad that lacks most.
        heal: Option<At<Number<1, 100>>>,
        /// How many downed units stand up again; with `hp`.
        stand_up: Option<At<Number<1, 100>>>,
        /// true: the squad counts as not having shot.
        count_as_not_shot: Option<At<bool>>,
        /// Terrain around the target tile; with `radius` and `rounds`.
        ground: Option<At<Name>>,
        /// A squad in reserve that comes onto the map; with `at`, or at the target tile.
        reinforce: Option<At<Name>>,
        /// CP that the hero gets back.
        regain_cp: Option<At<Number<1, 20>>>,
        /// true: all of the squad are dazed, in battles with formations; with `rounds`.
        daze: Option<At<bool>>,
        /// true: all of the squad are frenzied, in battles with formations; with `rounds`.
        frenzy: Option<At<bool>>,
        /// true: nobody of the squad is dazed or frenzied any more.
        steady: Option<At<bool>>,
        /// modify: how much, -12 to 12.
        by: Option<At<Number<-12, 12>>>,
        /// modify: the only weapons whose number it changes, "melee" or "ranged".
        weapons: Option<At<Word<Sort>>>,
        /// modify, reroll, ignore, grant: only in this phase of the round.
        during: Option<At<Word<Phase>>>,
        /// modify, reroll, ignore, grant, ground, daze, frenzy: for this many rounds; 1, if left out.
        rounds: Option<At<Number<1, 50>>>,
        /// ground: how far around the tile, in steps; 0, if left out.
        radius: Option<At<Number<0, 10>>>,
        /// stand_up: the HP they stand up with; 1, if left out.
        hp: Option<At<Number<1, 100>>>,
        /// reinforce: where.
        at: Option<At<Tile>>,
    }

    /// A kind of hero. If the name exists already, the entry changes only the keys that it has.
    /// A new one needs unit and cp, unless `like` has them.
    pub(super) ClassFile {
        /// Another entry that supplies the keys that this one leaves out.
        like: Option<At<Name>>,
        /// What people call it.
        name: Option<At<Name>>,
        /// The unit that such a hero is.
        unit: Option<At<Name>>,
        /// Command Points.
        cp: Option<At<Number<0, 99>>>,
        /// What they can be spent on.
        abilities: Option<List<At<Name>, { limits::ABILITIES }>>,
    }
}
