//! Reads abilities and their effects (C-7) from files.

use crate::field::{SquadId, Terrain, TerrainId, Tile};
use crate::file::{At, Catalog, Reader, check_complete, head, name_of, said, small};
use crate::line::battle::{Ability, AbilityTarget, Boon, Effect, Phase, Plight, Span};
use crate::line::scenario::files::{AbilityFile, EffectFile};
use crate::line::scenario::say;

/// An ability whose effects may name ground and squads that only a battle has.
#[derive(Clone)]
pub(super) struct AbilityDraft {
    pub(super) ability: Ability,
    effects: Vec<EffectDraft>,
}

/// An effect of an ability that isn't bound to a battle yet.
#[derive(Clone)]
enum EffectDraft {
    Ready(Effect),
    Ground { terrain: String, radius: u8, rounds: u8 },
    Reinforce { squad: String, at: Option<Tile> },
}

impl AbilityDraft {
    /// Binds the ability to a battle. `ground` returns the id of a kind of ground, and `reserve` that of a squad in
    /// reserve. Fails with the key of a squad that the ability brings and that isn't in reserve.
    pub(super) fn bind(
        &self,
        mut ground: impl FnMut(&str) -> TerrainId,
        reserve: impl Fn(&str) -> Option<SquadId>,
    ) -> Result<Ability, String> {
        let mut ability = self.ability.clone();
        for effect in &self.effects {
            ability.effects.push(match effect {
                EffectDraft::Ready(effect) => *effect,
                EffectDraft::Ground { terrain, radius, rounds } => {
                    Effect::Ground { terrain: ground(terrain), radius: *radius, rounds: *rounds }
                }
                EffectDraft::Reinforce { squad, at } => {
                    Effect::Reinforce { squad: reserve(squad).ok_or_else(|| squad.clone())?, at: *at }
                }
            });
        }
        Ok(ability)
    }
}

impl AbilityFile {
    pub(super) fn make(
        self,
        reader: &mut Reader,
        key: &At<String>,
        base: Option<&AbilityDraft>,
        terrain: &Catalog<Terrain>,
    ) -> Option<AbilityDraft> {
        let was = base.map(|it| &it.ability);
        check_complete(reader, ("ability", key), &self, base, &["text", "cost", "target", "effects"]);
        let target = self.target.map(|it| it.value.0).or(was.map(|it| it.target))?;
        let trigger = self.trigger.as_ref().map(|it| it.value.0).or(was.and_then(|it| it.trigger));
        if let Some(trigger) = self.trigger.filter(|_| target == AbilityTarget::Tile) {
            reader.say(say::trigger_on_tile(trigger.span));
        }
        let effects = match self.effects {
            Some(list) => list.items.into_iter().filter_map(|it| effect(reader, it, target, terrain)).collect(),
            None => base.map(|it| it.effects.clone()).unwrap_or_default(),
        };
        let ability = Ability {
            key: key.value.clone(),
            name: name_of(self.name, was.map(|it| it.name.as_str()), key),
            text: self.text.map(|it| it.value.0).or(was.map(|it| it.text.clone()))?,
            cost: small(self.cost, was.map(|it| it.cost))?,
            target,
            range: small(self.range, was.and_then(|it| it.range)),
            per_round: small(self.per_round, was.and_then(|it| it.per_round)),
            per_battle: small(self.per_battle, was.and_then(|it| it.per_battle)),
            needs_hero: said(self.needs_hero, was.is_none_or(|it| it.needs_hero)),
            trigger,
            effects: Vec::new(),
        };
        Some(AbilityDraft { ability, effects })
    }
}

/// The keys that name an effect, of which it has exactly one, each with the keys that may stand beside it.
const HEADS: [(&str, &[&str]); 15] = [
    ("modify", &["by", "weapons", "during", "rounds"]),
    ("reroll", &["during", "rounds"]),
    ("ignore", &["during", "rounds"]),
    ("grant", &["during", "rounds"]),
    ("immediately", &[]),
    ("rally", &[]),
    ("heal", &[]),
    ("stand_up", &["hp"]),
    ("count_as_not_shot", &[]),
    ("ground", &["radius", "rounds"]),
    ("reinforce", &["at"]),
    ("regain_cp", &[]),
    ("daze", &["rounds"]),
    ("frenzy", &["rounds"]),
    ("steady", &[]),
];

/// **C-4** Reports an effect that doesn't fit the target of its ability: a tile, a squad, or a single unit.
fn check_target(reader: &mut Reader, file: &EffectFile, name: &str, target: AbilityTarget) {
    let is_tile = target == AbilityTarget::Tile;
    let is_for_squads = match name {
        "rally" | "stand_up" | "count_as_not_shot" => true,
        "immediately" => file.immediately.as_ref().is_some_and(|it| it.value.0 == Phase::Morale),
        _ => false,
    };
    match name {
        _ if target.is_unit() && is_for_squads => reader.say(say::needs_whole_squad(file.span.clone(), name)),
        "ground" if !is_tile => reader.say(say::needs_tile(file.span.clone(), name)),
        "reinforce" if !is_tile && file.at.is_none() && !file.is_flawed => {
            reader.say(say::needs_tile(file.span.clone(), name));
        }
        "ground" | "reinforce" | "regain_cp" => (),
        _ if is_tile => reader.say(say::needs_squad(file.span.clone(), name)),
        _ => (),
    }
}

fn effect(reader: &mut Reader, file: EffectFile, on: AbilityTarget, catalog: &Catalog<Terrain>) -> Option<EffectDraft> {
    let name = head(reader, "effect", &file, &HEADS, "Make each an effect of its own.")?;
    check_target(reader, &file, name, on);
    let rounds = file.rounds.as_ref().map_or(1, |it| it.get());
    let span = file.during.as_ref().map_or(Span::Rounds(rounds), |it| Span::Phase(it.value.0));
    let lasting = |boon| Some(EffectDraft::Ready(Effect::Lasting { boon, span }));
    let ready = |effect| Some(EffectDraft::Ready(effect));
    if let Some(stat) = &file.modify {
        let by = reader.needed(&file, "by", file.by.as_ref())?.get();
        let boon = Boon::Modify { stat: stat.value.0, by, weapons: file.weapons.as_ref().map(|it| it.value.0) };
        if let Some(weapons) = file.weapons.filter(|_| !boon.is_of_weapons()) {
            reader.say(say::not_of_weapons(weapons.span));
        }
        return lasting(boon);
    }
    let boon = file.reroll.map(|it| it.value.0.0).or(file.ignore.map(|it| it.value.0.0));
    if let Some(boon) = boon.or(file.grant.map(|it| Boon::Grant(it.value))) {
        return lasting(boon);
    }
    if let Some(phase) = file.immediately {
        if phase.value.0 == Phase::Command {
            return reader.refuse(say::immediate_command(phase.span));
        }
        return ready(Effect::Immediately(phase.value.0));
    }
    let plain = [
        ("rally", file.rally, Effect::Rally),
        ("count_as_not_shot", file.count_as_not_shot, Effect::CountAsNotShot),
        ("daze", file.daze, Effect::Afflict { plight: Plight::Dazed, rounds }),
        ("frenzy", file.frenzy, Effect::Afflict { plight: Plight::Frenzied, rounds }),
        ("steady", file.steady, Effect::Steady),
    ];
    for (key, yes, effect) in plain {
        let Some(yes) = yes else { continue };
        if !yes.value {
            reader.say(say::only_true(yes.span, key));
        }
        return yes.value.then_some(EffectDraft::Ready(effect));
    }
    if let Some(hp) = file.heal {
        return ready(Effect::Heal(hp.get()));
    }
    if let Some(units) = file.stand_up {
        return ready(Effect::StandUp { units: units.get(), hp: small(file.hp, None).unwrap_or(1) });
    }
    if let Some(terrain) = file.ground {
        catalog.find(reader, &terrain)?;
        let radius = small(file.radius, None).unwrap_or(0);
        return Some(EffectDraft::Ground { terrain: terrain.value.0, radius, rounds });
    }
    if let Some(squad) = file.reinforce {
        return Some(EffectDraft::Reinforce { squad: squad.value.0, at: file.at.map(|it| it.value) });
    }
    file.regain_cp.and_then(|cp| ready(Effect::RegainCommand(cp.get())))
}
