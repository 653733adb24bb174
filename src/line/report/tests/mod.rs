//! Reports of events that are made by hand over drawn battles.

mod difference;
mod formations;
mod laws;
mod lines;
mod reasons;
pub(crate) mod tale;
mod whole;

use expect_test::Expect;

use crate::dice::D6;
use crate::field::{Area, GoalKind, ObjectiveId, SquadId, Tile, UnitId};
use crate::game::Game as _;
use crate::line::battle::scene::{ability, scene_with, squad, weapon};
use crate::line::battle::{
    Ability, AbilityId, AbilityTarget, Aim, Battle, Caster, CasterId, Condition, Event, Expected, Fate, Goal, Hit,
    Move, MoveKind, ObjectiveSetup, SaveRoll, Scheduled, Setup, Shot, Side, Step, Subject, Volley, VolleyKind, When,
    WoundRoll,
};
use crate::line::report::{reckoning, tell};
use crate::line::rules::Line;
use crate::page::{self, Document, Known, Markup, Report};

/// Four against three and a beast: Alpha in ruins, Boyz in the open.
pub(super) fn ridge() -> Battle {
    ridge_with(|_| ())
}

pub(super) fn ridge_with(touch: impl FnOnce(&mut Setup)) -> Battle {
    let drawing = "
        rA rA rA rA . . . . . .
        .H .  .  .  . . w . . .
        .  .  .  .  . . . . . .
        .B .B .  .  . . . . . .
        .  .  .  wO wO wO . . . .
        .  .  .  .  . . . . .T .
        .  .  .  .  . . . . . .";
    let squads = "A Alpha players@alice: rifle; B Bravo players@bob: spearman; H Marsh players@alice: officer;
        O Boyz enemy: boy; T Beast enemy: beast; C Carbines players@bob: rifle";
    scene_with(drawing, squads, |setup| {
        setup.title = "Ridge at Dawn".to_owned();
        setup.rounds = Some(8);
        for (name, text, cost) in [("Rally", "Back in order.", 2), ("Steady Aim", "Better aim for a round.", 1)] {
            let (text, target) = (text.to_owned(), AbilityTarget::OwnSquad);
            setup.abilities.push(Ability { text, cost, target, needs_hero: true, ..ability(name, Vec::new()) });
        }
        let caster: &mut Caster = &mut setup.casters[0];
        caster.name = "Lt. Marsh".to_owned();
        setup.objectives.push(ObjectiveSetup {
            key: "ridge".to_owned(),
            name: "The ridge".to_owned(),
            at: tile("D2"),
            radius: 3,
            owner: Some(Side::Players),
            points: 2,
        });
        let hold = Condition::Hold { objective: ObjectiveId(0), by: Side::Players, rounds: 2 };
        let area = Area { name: "the gap".to_owned(), at: tile("A7"), radius: 1 };
        let reach = Condition::Reach { who: Subject::Side(Side::Enemy), area, units: 1 };
        for (kind, text, when) in [
            (GoalKind::Main, "Hold the ridge for two rounds", hold),
            (GoalKind::Failure, "An enemy comes through the gap", reach),
        ] {
            setup.goals.push(Goal { kind, team: None, text: text.to_owned(), when, ends: true });
        }
        let text = Some("Engines in the woods.".to_owned());
        setup.schedule.push(Scheduled { when: When::Round(2), reinforce: Vec::new(), text });
        setup.schedule.push(Scheduled { when: When::Round(3), reinforce: Vec::new(), text: None });
        touch(setup);
    })
}

pub(super) fn tile(name: &str) -> Tile {
    name.parse().expect("a tile")
}

pub(super) fn die(face: u8) -> D6 {
    D6::showing(face).expect("a face")
}

pub(super) fn dice(a: u8, b: u8) -> [D6; 2] {
    [die(a), die(b)]
}

/// The n-th member of a squad, from 1.
pub(super) fn unit(battle: &Battle, squad_name: &str, n: usize) -> UnitId {
    battle.squad(squad(battle, squad_name)).members[n - 1]
}

pub(super) const RALLY: AbilityId = AbilityId(0);
pub(super) const STEADY: AbilityId = AbilityId(1);
pub(super) const MARSH: CasterId = CasterId(0);

/// The lines of a report on these events, in plain text.
pub(super) fn told(battle: &Battle, events: &[Event]) -> String {
    let report = tell(battle, events, &Known::default());
    let lines: Vec<String> =
        report.lines.iter().map(|it| format!("{} {}", it.id(), Markup::Plain.line(&it.text))).collect();
    lines.join("\n")
}

#[track_caller]
pub(super) fn check(battle: &Battle, events: &[Event], expected: Expect) {
    expected.assert_eq(&told(battle, events));
}

/// Builds an attack: it rolls the given dice, and works off hits as A-5 says, in roster order.
pub(super) struct Attack<'a> {
    battle: &'a Battle,
    pub(super) volley: Volley,
    left: Vec<(UnitId, i16)>,
}

impl<'a> Attack<'a> {
    /// The first units of `by` shoot once each, with these hit dice.
    pub(super) fn of(
        battle: &'a Battle,
        kind: VolleyKind,
        by: &str,
        weapon_name: &str,
        at: &str,
        hit: &[u8],
    ) -> Attack<'a> {
        let id = weapon(battle.setup(), weapon_name);
        let base = battle.setup().weapon(id).accuracy;
        let (by, at) = (squad(battle, by), squad(battle, at));
        let aim = Aim { base, modifiers: Vec::new(), sum: 0, needs: base, attacks: Vec::new() };
        let shot = |(unit, face): (UnitId, &u8)| Shot { unit, aim: 0, die: Some(die(*face)), again: None, hits: 0 };
        let count = hit.len() as u32;
        let expected = Expected { hits_milli: 500 * count, damage_milli: 0, felled_milli: 200 * count };
        let volley = Volley {
            weapon: Some(id),
            aims: vec![aim],
            shots: battle.standing(by).cycle().zip(hit).map(shot).collect(),
            expected,
            slows: true,
            ..Volley::without_attacks(kind, by, at)
        };
        let left = battle.standing(at).map(|it| (it, battle.unit(it).hp)).collect();
        Attack { battle, volley, left }
    }

    /// Makes the aim better or worse, within the limits of S-8.
    pub(super) fn aimed(mut self, modifiers: &[(crate::line::battle::AimSource, i8)]) -> Attack<'a> {
        let aim = &mut self.volley.aims[0];
        aim.modifiers = modifiers.to_vec();
        aim.sum = modifiers.iter().map(|it| it.1).sum::<i8>().clamp(-2, 2);
        aim.needs = aim.base.saturating_add_signed(-aim.sum);
        self
    }

    /// Works off hits with these wound and save dice; a save die of 0 is none.
    pub(super) fn wounds(mut self, rolls: &[(u8, u8)]) -> Attack<'a> {
        let needs = self.volley.aims[0].needs;
        for shot in &mut self.volley.shots {
            let face = shot.again.or(shot.die).map_or(6, D6::face);
            shot.hits = shot.hits.max(u8::from(needs <= face || face == 6));
        }
        let hits = self.volley.shots.iter().enumerate();
        let hits: Vec<u16> = hits.flat_map(|(n, it)| (0..it.hits).map(move |_| n as u16)).collect();
        assert_eq!(hits.len(), rolls.len(), "a pair of dice for each hit");
        for (shot, (wound, save)) in hits.into_iter().zip(rolls) {
            let hit = self.hit(shot, *wound, *save);
            self.volley.hits.push(hit);
        }
        self
    }

    fn hit(&mut self, shot: u16, wound: u8, save: u8) -> Hit {
        let lost =
            Hit { shot, victim: None, wound: None, save: None, damage: 0, damage_dice: Vec::new(), fate: Fate::Lost };
        let Some((victim, hp)) = self.left.first_mut() else { return lost };
        let (profile, weapon) =
            (self.battle.profile(*victim), self.battle.setup().weapon(self.volley.weapon.expect("a weapon")));
        let needs = match (weapon.strength, profile.toughness) {
            (s, t) if 2 * t <= s => 2,
            (s, t) if t < s => 3,
            (s, t) if t == s => 4,
            (s, t) if t < 2 * s => 5,
            _ => 6,
        };
        let roll = WoundRoll {
            strength: weapon.strength,
            toughness: profile.toughness,
            needs,
            die: Some(die(wound)),
            again: None,
        };
        let mut hit = Hit { victim: Some(*victim), wound: Some(roll), fate: Fate::Unharmed, ..lost };
        if wound < needs {
            return hit;
        }
        let melee = matches!(self.volley.kind, VolleyKind::Blows);
        let cover = if melee { 0 } else { self.battle.ground(self.battle.unit(*victim).at).cover };
        let base = profile.save.unwrap_or(7);
        if 0 < save {
            let needs = base as i8 + weapon.piercing as i8 - cover as i8;
            hit.save = Some(SaveRoll { base, piercing: weapon.piercing, cover, bonus: 0, needs, die: die(save) });
            hit.fate = Fate::Saved;
            if needs <= save as i8 {
                return hit;
            }
        }
        hit.damage = weapon.damage.plus;
        *hp -= i16::from(hit.damage);
        hit.fate = match *hp {
            1.. => Fate::Hurt,
            left if left <= -i16::from(profile.hp) => Fate::Killed,
            _ => Fate::Downed,
        };
        if hit.fate.is_felled() {
            self.left.remove(0);
        }
        hit
    }

    pub(super) fn event(self) -> Event {
        Event::Attacked(Box::new(self.volley))
    }
}

/// A move of the first units of a squad, from where they stand.
pub(super) fn moved(battle: &Battle, who: &str, kind: MoveKind, to: &[&str]) -> Move {
    let id: SquadId = squad(battle, who);
    let step = |(unit, to): (UnitId, &&str)| Step { unit, from: battle.unit(unit).at, to: tile(to) };
    let steps: Vec<Step> = battle.standing(id).zip(to).map(step).collect();
    let path = steps.first().map_or(Vec::new(), |it| vec![it.from, it.to]);
    Move { squad: id, kind, path, cost: 2, allowance: None, steps, cut_short: None, carried: 0 }
}

/// The explanation of the line with this id, without the gists of the rules.
fn explanation(battle: &Battle, events: &[Event], id: &str) -> String {
    let report = tell(battle, events, &Known::default());
    let lines = reckoning(battle, events, report.line(id).expect("a line of this id"));
    lines.iter().map(|it| Markup::Plain.line(it)).collect::<Vec<_>>().join("\n")
}

/// The explanation of the line with this id, with the gists of the rules.
fn full_explanation(battle: &Battle, events: &[Event], report: &Report, id: &str) -> Option<Document> {
    let line = report.line(id)?;
    Some(page::why(line, reckoning(battle, events, line), Line::rules()))
}
