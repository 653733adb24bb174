//! What squads can do to each other, computed once for a battle.

use crate::field::{SquadId, Tile, UnitId, summed};
use crate::line::battle::{Battle, Kind, ProfileId, Side, WeaponId};
use crate::line::commander::captain::aims::Aims;
use crate::line::rules::prospect::{Prospect, prospect};

/// What bare hands fell, in thousandths of a unit.
const BARE_HANDS: u32 = 60;
/// The least and the most that a unit is worth, in thousandths of a usual one.
const WORTH: (u32, u32) = (250, 6000);

/// All squads on the map.
#[derive(Debug)]
pub(super) struct Forces {
    // By the squads' places in the setup.
    forces: Vec<Option<Force>>,
    pub(super) friends: Vec<SquadId>,
    pub(super) enemies: Vec<SquadId>,
    // Of each squad at each squad of the other side, by their places.
    strikes: Vec<Strike>,
}

/// A squad, summed up.
#[derive(Clone, Debug)]
pub(super) struct Force {
    /// Where the unit nearest its middle stands.
    pub(super) here: Tile,
    pub(super) standing: u32,
    /// What one unit of it is worth, in thousandths of a usual one.
    pub(super) worth: u32,
    /// The mean cover of its units, in thousandths.
    pub(super) cover: u32,
    pub(super) movement: u16,
    pub(super) is_engaged: bool,
    /// **A-6** Whether all it could fire is `[Assault]`.
    pub(super) assault: bool,
    pub(super) range_max: u16,
    /// Whether any of its weapons is `[Heavy]`, and so fires better if it didn't move.
    pub(super) heavy: bool,
    typical: UnitId,
    groups: Vec<(ProfileId, u32)>,
}

/// What one squad can do to another.
#[derive(Clone, Debug, Default)]
struct Strike {
    /// Units felled by fire behind cover 0, 1 and 2, in thousandths. An entry for each range in tiles, the longest
    /// first.
    fire: Vec<(u16, [u32; 3])>,
    /// Units felled in melee if all of the squad comes to strike, in thousandths.
    melee: u32,
}

impl Forces {
    pub(super) fn of(battle: &Battle, side: Side, aims: &Aims) -> Forces {
        let setup = battle.setup();
        let forces: Vec<Option<Force>> = setup.squad_ids().map(|it| Force::of(battle, it)).collect();
        let on_map = |side| battle.squads_of(side).collect::<Vec<_>>();
        let (friends, enemies) = (on_map(side), on_map(side.other()));
        let count = forces.len();
        let mut all = Forces { forces, friends, enemies, strikes: vec![Strike::default(); count * count] };
        for &a in &all.friends {
            for &b in &all.enemies {
                for (by, at) in [(a, b), (b, a)] {
                    all.strikes[usize::from(by.0) * count + usize::from(at.0)] = all.strike(battle, by, at);
                }
            }
        }
        all.appraise(aims);
        all
    }

    /// `None` if the squad isn't on the map.
    pub(super) fn of_squad(&self, squad: SquadId) -> Option<&Force> {
        self.forces[usize::from(squad.0)].as_ref()
    }

    fn between(&self, by: SquadId, at: SquadId) -> &Strike {
        &self.strikes[usize::from(by.0) * self.forces.len() + usize::from(at.0)]
    }

    /// Units that a squad's fire fells at a distance and behind cover (in thousandths), as if it saw all of the target.
    /// The result is in thousandths of a unit.
    pub(super) fn fire(&self, by: SquadId, at: SquadId, distance: u16, cover: u32) -> u32 {
        let strike = self.between(by, at);
        let Some((_, felled)) = strike.fire.iter().rfind(|it| distance <= it.0) else { return 0 };
        let (low, share) = ((cover / 1000).min(1) as usize, cover.min(2000));
        let share = share - 1000 * low as u32;
        let standing = self.of_squad(at).map_or(0, |it| it.standing);
        ((felled[low] * (1000 - share) + felled[low + 1] * share) / 1000).min(1000 * standing)
    }

    /// Units that a squad's blows fell if all of it comes to strike, in thousandths.
    pub(super) fn melee(&self, by: SquadId, at: SquadId) -> u32 {
        let standing = self.of_squad(at).map_or(0, |it| it.standing);
        self.between(by, at).melee.min(1000 * standing)
    }

    /// What `felled` thousandths of a unit of a squad are worth, in thousandths of a usual unit.
    pub(super) fn worth(&self, squad: SquadId, felled: u32) -> i64 {
        let worth = self.of_squad(squad).map_or(0, |it| it.worth);
        i64::from(felled) * i64::from(worth) / 1000
    }

    /// The most that a squad could do to any one enemy squad: by fire, and by blows.
    pub(super) fn best(&self, squad: SquadId) -> (i64, i64) {
        let is_friend = self.friends.contains(&squad);
        let others = if is_friend { &self.enemies } else { &self.friends };
        let fire = |at: &SquadId| self.worth(*at, self.between(squad, *at).fire.last().map_or(0, |it| it.1[0]));
        let melee = |at: &SquadId| self.worth(*at, self.melee(squad, *at));
        (others.iter().map(fire).max().unwrap_or(0), others.iter().map(melee).max().unwrap_or(0))
    }

    fn strike(&self, battle: &Battle, by: SquadId, at: SquadId) -> Strike {
        let (Some(force), Some(target)) = (self.of_squad(by), self.of_squad(at)) else { return Strike::default() };
        let (typical, crowd) = (battle.profile(target.typical), target.standing as usize);
        let look = |weapon: &WeaponId| prospect(battle, by, *weapon, typical, crowd);
        let arms = force.groups.iter().map(|(profile, count)| {
            let profile = &battle.setup().profiles[usize::from(profile.0)];
            (*count, profile.kind == Kind::Infantry, profile.weapons.iter().map(look).collect())
        });
        let arms: Vec<(u32, bool, Vec<Prospect>)> = arms.collect();
        let mut ranges: Vec<u16> = arms.iter().flat_map(|it| &it.2).map(|it| it.range).filter(|it| 0 < *it).collect();
        ranges.sort_unstable_by(|a, b| b.cmp(a));
        ranges.dedup();
        let fire = |range: u16| [0, 1, 2].map(|cover| arms.iter().map(|it| volley(it, range, cover)).sum());
        let melee = arms.iter().map(blows).sum();
        Strike { fire: ranges.into_iter().map(|it| (it, fire(it))).collect(), melee }
    }

    /// **S-6** Sets what a unit of each squad is worth, by what it can do and by what goals say.
    fn appraise(&mut self, aims: &Aims) {
        let all: Vec<SquadId> = self.friends.iter().chain(&self.enemies).copied().collect();
        let power = |forces: &Forces, squad: SquadId| {
            let (fire, melee) = forces.best(squad);
            (fire + melee / 2) as u32 / forces.of_squad(squad).map_or(1, |it| it.standing.max(1))
        };
        let powers: Vec<u32> = all.iter().map(|it| power(self, *it)).collect();
        let mean = (powers.iter().sum::<u32>() / powers.len().max(1) as u32).max(1);
        for (squad, power) in all.into_iter().zip(powers) {
            let place = usize::from(squad.0);
            if let Some(force) = &mut self.forces[place] {
                let more = aims.squads[place] / force.standing.max(1);
                force.worth = (400 + 600 * power / mean).clamp(WORTH.0, WORTH.1) + more;
            }
        }
    }
}

/// **S-2, S-3** The losses that the units of one profile cause by fire at a range, in thousandths of a unit. Infantry
/// fires one weapon each, a crew fires together, and all others fire all their weapons.
fn volley((count, is_choice, weapons): &(u32, bool, Vec<Prospect>), range: u16, cover: usize) -> u32 {
    let (mut chosen, mut sum) = (0, 0);
    for it in weapons.iter().filter(|it| range <= it.range) {
        let felled = count / u32::from(it.crew.max(1)) * it.felled_milli[cover];
        if *is_choice && !it.is_extra {
            chosen = felled.max(chosen);
        } else {
            sum += felled;
        }
    }
    sum + chosen
}

/// **M-2, M-4** The losses that the units of one profile cause in melee, in thousandths of a unit.
fn blows((count, _, weapons): &(u32, bool, Vec<Prospect>)) -> u32 {
    let best = |of: &dyn Fn(&&Prospect) -> bool| {
        weapons.iter().filter(|it| !it.is_extra).filter(of).map(|it| it.felled_milli[0]).max()
    };
    let blade = best(&|it| it.range == 0).unwrap_or(BARE_HANDS);
    let sidearm = best(&|it| 0 < it.range && it.close_quarters).unwrap_or(0);
    let extra: u32 = weapons.iter().filter(|it| it.is_extra && it.range == 0).map(|it| it.felled_milli[0]).sum();
    count * (blade + sidearm + extra)
}

impl Force {
    fn of(battle: &Battle, squad: SquadId) -> Option<Force> {
        let standing: Vec<UnitId> = battle.standing(squad).collect();
        let count = standing.len() as u32;
        let sum = |of: fn(Tile) -> u8| standing.iter().map(|it| u32::from(of(battle.unit(*it).at))).sum::<u32>();
        let (across, down) = (sum(|it| it.x), sum(|it| it.y));
        // Sums instead of a rounded mean, so that no unit seems nearer to one end of the map than it is.
        let from_middle = |it: &UnitId| {
            let at = battle.unit(*it).at;
            (count * u32::from(at.x)).abs_diff(across) + (count * u32::from(at.y)).abs_diff(down)
        };
        let nearest = standing.iter().min_by_key(|it| (from_middle(it), **it))?;
        let groups: Vec<(ProfileId, u32)> = summed(standing.iter().map(|it| (battle.setup().unit(*it).profile, 1)));
        let most = groups.iter().max_by_key(|it| it.1)?.0;
        let typical = *standing.iter().find(|it| battle.setup().unit(**it).profile == most)?;
        let profiles = || groups.iter().map(|it| &battle.setup().profiles[usize::from(it.0.0)]);
        let guns =
            || profiles().flat_map(|it| &it.weapons).map(|it| battle.setup().weapon(*it)).filter(|it| !it.is_melee());
        let cover: u32 = standing.iter().map(|it| u32::from(battle.ground(battle.unit(*it).at).cover)).sum();
        Some(Force {
            here: battle.unit(*nearest).at,
            standing: count,
            worth: 1000,
            cover: 1000 * cover / count,
            movement: profiles().map(|it| u16::from(it.movement)).min()?,
            is_engaged: battle.is_squad_engaged(squad),
            assault: guns().next().is_some() && guns().all(|it| it.traits().assault),
            range_max: guns().filter_map(|it| it.range).max().unwrap_or(0).into(),
            heavy: guns().any(|it| it.traits().heavy),
            typical,
            groups,
        })
    }
}
