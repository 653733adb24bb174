//! The tables of a campaign's file, key by key. The reader, the JSON Schema and the documentation are made from them.

use crate::file::{At, List, Must, Name, Named, Number, Prose, UnitsFile, Word, limits, table, words};

/// The most squads, heroes, purchases, medals or rows in a campaign.
pub(super) const ENTRIES: usize = 100;
/// The most names in a campaign.
pub(super) const NAMES: usize = 1000;

/// What becomes of the fallen, in a game whose rules don't say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallen {
    Toys,
    Mortal,
}

/// Who may buy something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Hero,
    Private,
}

words! {
    Fallen { "toys" => Fallen::Toys, "mortal" => Fallen::Mortal, }
    Who { "hero" => Who::Hero, "private" => Who::Private, }
}

table! {
    /// People who live on from battle to battle. Every table may be left out: then it has no effect.
    pub(super) CampaignFile {
        /// What the campaign is called.
        name: Must<At<Name>>,
        /// The rules it is fought by: "line" or "brick"; "line", if left out.
        game: Option<At<Name>>,
        /// The names that people without one take, in this order, and replacements after them. Nobody is called the same
        /// twice.
        names: Option<List<At<Name>, NAMES>>,
        /// Who fights together.
        squad: Must<List<SquadFile, ENTRIES>>,
        /// The players' own characters, in the line game alone.
        hero: Option<List<HeroFile, ENTRIES>>,
        /// What becomes of those who fell, in a game that doesn't say so itself: "toys", all are back for the next battle;
        /// "mortal", the downed live if somebody of the team stands at the end, otherwise they die on a 1 or 2. Toys, if left
        /// out.
        fallen: Option<At<Word<Fallen>>>,
        /// What is rolled for everybody who comes home wounded. Without it all are fit for the next battle.
        injuries: Option<InjuriesFile>,
        /// What battles teach.
        xp: Option<XpFile>,
        /// What can be bought with XP.
        buy: Option<List<PurchaseFile, ENTRIES>>,
        /// Who comes in the place of the dead.
        replacements: Option<ReplacementsFile>,
        /// What people are given for what they have done.
        medal: Option<List<MedalFile, ENTRIES>>,
        /// What the end of a battle costs everybody who was there, or brings.
        costs: Option<CostsFile>,
    }

    /// A squad.
    pub(super) SquadFile {
        /// What scenarios call it with `from`.
        id: At<Name>,
        /// What people call it; the id, if left out.
        name: Option<At<Name>>,
        /// The player who commands it, for those who read the roster.
        player: Option<At<Name>>,
        /// Who is in it, the senior first: ["7 rifleman", { unit = "gunner", name = "Big Ott" }].
        units: Must<List<UnitsFile, { limits::SQUAD_ENTRIES }>>,
    }

    /// A player character. The line game alone has them; in the brick game, name one in the `units` of a squad.
    pub(super) HeroFile {
        /// The hero's name.
        name: At<Name>,
        /// The player.
        player: At<Name>,
        /// What kind of hero.
        class: Must<At<Name>>,
        /// Command Points, if not those of the class.
        cp: Option<At<Number<0, 99>>>,
        /// The squad of this campaign that the hero is in.
        r#in: Option<At<Name>>,
        /// The unit, if not the one that the class has.
        unit: Option<At<Name>>,
        /// Abilities beside those of the class.
        abilities: Option<List<At<Name>, ENTRIES>>,
    }

    /// A die, and what each number of it means.
    pub(super) InjuriesFile {
        /// Its sides: 4, 6, 8, 10 or 12.
        die: At<Number<4, 12>>,
        /// From the lowest number on.
        rows: Must<List<InjuryFile, 12>>,
    }

    /// What some numbers of the die mean.
    pub(super) InjuryFile {
        /// The highest of these numbers.
        to: At<Number<1, 12>>,
        /// Battles that are missed.
        out: Option<At<Number<1, 20>>>,
        /// What people read.
        text: Option<At<Prose>>,
        /// Numbers of the unit that are other from then on: { move = -1 }.
        change: Option<Named<At<Number<-30, 30>>, ENTRIES>>,
        /// Whether it is death after all.
        dead: Option<At<bool>>,
    }

    /// What battles teach.
    pub(super) XpFile {
        /// XP for everybody who was there.
        battle: Option<At<Number<0, 100>>>,
        /// XP for each enemy felled.
        felled: Option<At<Number<0, 100>>>,
        /// The most XP that the felled of one battle bring.
        felled_max: Option<At<Number<0, 1000>>>,
    }

    /// Something that XP buy: exactly one of ability and change.
    pub(super) PurchaseFile {
        /// What people call it.
        name: At<Name>,
        /// XP.
        cost: At<Number<0, 1000>>,
        /// "hero" or "private", if it isn't for everybody.
        who: Option<At<Word<Who>>>,
        /// An ability, which only heroes can use, in the line game alone.
        ability: Option<At<Name>>,
        /// Numbers of the unit that are other from then on: { move = 1 }.
        change: Option<Named<At<Number<-30, 30>>, ENTRIES>>,
    }

    /// Who comes in the place of the dead.
    pub(super) ReplacementsFile {
        /// How many come after each battle at most.
        a_battle: At<Number<1, 100>>,
        /// What they are; what the dead were, if left out.
        unit: Option<At<Name>>,
    }

    /// A medal.
    pub(super) MedalFile {
        /// What people call it.
        name: At<Name>,
        /// What it is given for.
        when: Must<FeatFile>,
    }

    /// Deeds: all that are named here have to be done.
    pub(super) FeatFile {
        /// Battles that they were in.
        battles: Option<At<Number<1, 1000>>>,
        /// Victories that they were in.
        victories: Option<At<Number<1, 1000>>>,
        /// Times that they fell.
        wounded: Option<At<Number<1, 1000>>>,
        /// Enemies that they felled in all.
        felled: Option<At<Number<1, 1000>>>,
        /// Enemies that they felled in one battle.
        felled_in_a_battle: Option<At<Number<1, 1000>>>,
    }

    /// What each end of a battle costs or brings.
    pub(super) CostsFile {
        /// The battle was won.
        victory: Option<CostFile>,
        /// It was lost.
        defeat: Option<CostFile>,
        /// The last round was over.
        time_up: Option<CostFile>,
        /// The players left with goals open.
        tap_out: Option<CostFile>,
    }

    /// What it is for everybody who was there.
    pub(super) CostFile {
        /// XP, less than 0 for a cost. Nobody has less than none.
        xp: At<Number<-100, 100>>,
    }
}
