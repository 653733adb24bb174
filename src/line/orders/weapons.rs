//! The weapons that an order names.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::field::{SquadId, UnitId};
use crate::line::battle::{ProfileId, WeaponId, With};
use crate::post::english::OWN;
use crate::post::words::Gap;

use super::bind::only_one;
use super::clause::{Clause, WrittenName};
use super::keywords::{ELSE, HAVING, Keyword, is_both_weapons};
use super::{Word, diagnostics};

impl Clause<'_> {
    /// **S-1** Whether anybody who stands in a squad has something to shoot with.
    pub(super) fn can_shoot(&self, squad: SquadId) -> bool {
        self.weapons_of(squad).any(|it| !self.battle.setup().weapon(it).is_melee())
    }

    // Every weapon of everybody who stands, so a weapon is repeated for each who carries it.
    fn weapons_of(&self, squad: SquadId) -> impl Iterator<Item = WeaponId> {
        let battle = self.battle;
        battle.standing(squad).flat_map(|it| &battle.profile(it).weapons).copied()
    }

    /// The weapon or team of a squad that comes next, and how many words name it.
    pub(super) fn armament(&self, squad: SquadId) -> Option<(With, usize)> {
        self.armament_of(self.rest(), squad)
    }

    /// The weapon or team of a squad that these words begin with, and how many words name it.
    pub(super) fn armament_of(&self, from: &[Word], squad: SquadId) -> Option<(With, usize)> {
        let weapons = self.names.weapons.find(from);
        let has = |it: &WeaponId| self.weapons_of(squad).any(|its| its == *it);
        if let Some(weapon) = only_one(weapons.matches.iter().map(|it| WeaponId(it.id)).filter(has)) {
            return Some((With::Weapon(weapon), weapons.words));
        }
        let (profiles, battle) = (self.names.profiles.find(from), self.battle);
        let is_member = |it: &ProfileId| battle.standing(squad).any(|unit| battle.setup().unit(unit).profile == *it);
        let profile = only_one(profiles.matches.iter().map(|it| ProfileId(it.id)).filter(is_member))?;
        Some((With::Team(profile), profiles.words))
    }

    /// **S-4** Reads a weapon to shoot with, or a team; `None` stands for everything.
    pub(super) fn ranged_weapon(&mut self, squad: SquadId) -> Result<Option<With>, Diagnostic> {
        let start = self.at;
        if self.says_both_of_many(squad) {
            return Err(self.unknown_weapon(squad, false));
        }
        if self.take(Keyword::All) {
            self.skip_own();
            if self.armament(squad).is_none() {
                self.take_word(&["weapons", "guns", "arms", "weaponry"]);
                while self.take_word(HAVING) {}
                // `Boyz with everything else`, but not `everything. Else hold`
                let is_else = self.peek().is_some_and(|it| it.folded() == ELSE && !it.gap.has(Gap::ENDS));
                self.advance_if(is_else && !self.is_verb_at(1), 1);
                return Ok(None);
            }
        }
        self.skip_own();
        let here = self.span_of_next();
        let count = self.number_of_weapons();
        let Some((with, words)) = self.armament(squad) else {
            self.at = start;
            return Err(self.unknown_weapon(squad, false));
        };
        if let With::Weapon(weapon) = with
            && self.battle.setup().weapon(weapon).is_melee()
        {
            return Err(diagnostics::melee_weapon_fired(here, &self.battle.setup().weapon(weapon).name));
        }
        if let Some((count, span)) = count {
            self.check_count(squad, with, count, span)?;
        }
        self.at += words;
        Ok(Some(with))
    }

    /// Whether `both guns` comes next, but nobody knows which are meant: the squad has neither two ranged weapons nor two
    /// kinds of them.
    pub(super) fn says_both_of_many(&self, squad: SquadId) -> bool {
        let setup = self.battle.setup();
        let ranged: Vec<WeaponId> = self.weapons_of(squad).filter(|it| !setup.weapon(*it).is_melee()).collect();
        let kinds: BTreeSet<WeaponId> = ranged.iter().copied().collect();
        self.peek().is_some_and(is_both_weapons) && kinds.len() != 2 && ranged.len() != 2
    }

    // `their`, `the`, `all of its`
    fn skip_own(&mut self) {
        while matches!(self.keyword(), Some(Keyword::Article | Keyword::Both))
            || OWN.contains(&self.folded())
            || matches!(self.folded(), "of" | "own")
        {
            self.at += 1;
        }
    }

    // `8 rifles`, unless the number is part of a weapon's name.
    fn number_of_weapons(&mut self) -> Option<(u16, Range<usize>)> {
        let span = self.span_of_next();
        let count = self.number_at(0).filter(|_| self.names.weapons.find(self.rest()).words == 0)?;
        self.at += 1;
        Some((count, span))
    }

    /// **S-4** Checks that a number of weapons is all of them, because weapons of one kind fire together.
    fn check_count(&self, squad: SquadId, with: With, count: u16, span: Range<usize>) -> Result<(), Diagnostic> {
        let battle = self.battle;
        let carries = |it: &UnitId| match with {
            With::Weapon(weapon) => battle.profile(*it).weapons.contains(&weapon),
            With::Team(profile) => battle.setup().unit(*it).profile == profile,
        };
        let all = battle.standing(squad).filter(carries).count();
        let name = match with {
            With::Weapon(weapon) => &battle.setup().weapon(weapon).name,
            With::Team(profile) => &battle.setup().profiles[usize::from(profile.0)].name,
        };
        if usize::from(count) == all { Ok(()) } else { Err(diagnostics::weapons_fire_together(span, name, all)) }
    }

    /// Whether a weapon or team of this squad comes next.
    pub(super) fn is_armed_with(&mut self, squad: SquadId) -> bool {
        self.look_ahead(|it| {
            it.take(Keyword::All);
            it.skip_own();
            it.number_of_weapons();
            it.armament(squad).is_some()
        })
    }

    /// **M-8** Reads a weapon to strike with, or **M-2** to fire in melee.
    pub(super) fn melee_weapon(&mut self, squad: SquadId) -> Result<WeaponId, Diagnostic> {
        let here = self.span_of_next();
        self.take(Keyword::All);
        self.skip_own();
        match self.armament(squad) {
            Some((With::Weapon(weapon), words)) if self.battle.setup().weapon(weapon).is_for_melee() => {
                self.at += words;
                Ok(weapon)
            }
            Some((With::Weapon(weapon), _)) => {
                Err(diagnostics::ranged_weapon_struck_with(here, &self.battle.setup().weapon(weapon).name))
            }
            _ => Err(self.unknown_weapon(squad, true)),
        }
    }

    fn unknown_weapon(&self, squad: SquadId, melee: bool) -> Diagnostic {
        let setup = self.battle.setup();
        if let Some(words) = self.names_ability() {
            let WrittenName { span, written, .. } = self.written_name(words);
            return diagnostics::ability_as_weapon(span, written, self.name_of(squad));
        }
        let WrittenName { span, written, .. } = self.written_name(0);
        let mut told = BTreeSet::new();
        let carried = self.weapons_of(squad).filter(|it| setup.weapon(*it).is_melee() == melee && told.insert(*it));
        let carried: Vec<&str> = carried.map(|it| setup.weapon(it).name.as_str()).collect();
        diagnostics::unknown_weapon(span, self.name_of(squad), written, &carried)
    }
}
