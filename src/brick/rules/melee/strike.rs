//! BC-8.2 to BC-8.4, BS-12: attacks up close, their rolls and what they do.

use crate::brick::battle::{
    Battle, Class, Close, Event, HandUse, ItemId, Manoeuvre, Mod, Part, SkillRoll, Swing, Target, Verdict, WeaponId,
    Who,
};
use crate::brick::rules::aim::{self, Mark};
use crate::brick::rules::chance::Kind;
use crate::brick::rules::deal::{self, Effect, Hit, Limit};
use crate::brick::rules::harm::{self, Blow};
use crate::brick::rules::melee::inch::Wish;
use crate::brick::rules::melee::{Answers, Bout, Incoming, attack_of, declare_answers};
use crate::brick::rules::roll::{self, Changes};
use crate::brick::rules::{Round, shooting, sight};
use crate::field::{UnitId, grouped};

/// One attack of one unit with one weapon.
#[derive(Clone, Debug)]
pub(crate) struct Strike {
    pub(crate) by: UnitId,
    pub(crate) item: ItemId,
    pub(crate) weapon: WeaponId,
    pub(crate) close: Close,
    /// **BX-31** Whether both hands strike: with a Two-Handed Weapon, or with a Heavy one that is gripped with both.
    pub(crate) two_handed: bool,
    pub(crate) class: Class,
    pub(crate) target: Target,
    pub(crate) does: Manoeuvre,
    pub(crate) nocrit: bool,
    /// **BC-16.8** Skill dice of momentum that go into its damage.
    pub(crate) momentum: u8,
}

/// How an item strikes. **BC-10.2** A gun is a club: a rifle counts as a tool, a pistol as a random object.
pub(crate) fn close_of(battle: &Battle, item: ItemId) -> Option<Close> {
    let weapon = battle.weapon(item);
    weapon.close.or_else(|| match weapon.class {
        Class::Rifle => Class::Tool.in_close_combat(),
        Class::Pistol => Class::Object.in_close_combat(),
        _ => None,
    })
}

/// **BC-8.2** What a unit strikes with: the weapon that the order names, or the best in hand that it hasn't used this
/// turn.
///
/// **BX-31** Both hands on a Heavy Weapon need the other one empty. If both hands are ordered and no weapon is named,
/// the unit takes a weapon that is made for both, if it has one.
pub(crate) fn best_weapon(battle: &Battle, unit: UnitId, wish: &Wish) -> Option<ItemId> {
    let skill = battle.profile(unit).skill;
    let is_wanted = |it: &ItemId| wish.with.is_none_or(|with| battle.item(*it).weapon == with);
    let other_hand_empty = |it: &ItemId| battle.held(unit).all(|other| other == *it);
    let fits = |it: &ItemId| {
        let both = wish.two_handed && battle.weapon(*it).class == Class::Heavy;
        !both || (other_hand_empty(it) && 2 <= battle.hands_left(unit))
    };
    let is_for_both = |it: &ItemId| battle.weapon(*it).is_for_both_hands();
    let only_for_both = wish.two_handed && wish.with.is_none() && battle.unused(unit).any(|it| is_for_both(&it));
    let found = battle.unused(unit).filter(|it| is_wanted(it) && fits(it) && (!only_for_both || is_for_both(it)));
    let worth =
        |item: ItemId| close_of(battle, item).map(|it| (it.damage.mean_twice(skill), std::cmp::Reverse(it.needs)));
    found.filter_map(|it| Some((worth(it)?, std::cmp::Reverse(it)))).max().map(|it| it.1.0)
}

/// The attacks that units make with their weapons. **BS-9.3** Different weapons are still one attack. **BT-14** In
/// close combat a weapon does what it does in hand, even if it can be thrown.
pub(crate) fn strikes_of(battle: &Battle, units: &[UnitId], at: Target, does: Manoeuvre, wish: &Wish) -> Vec<Strike> {
    let of = |unit: &UnitId| {
        let item = best_weapon(battle, *unit, wish)?;
        let weapon = battle.weapon(item);
        let two_handed = match weapon.class {
            Class::TwoHanded => true,
            Class::Heavy => wish.two_handed || battle.unit(*unit).grip == Some(item),
            _ => false,
        };
        Some(Strike {
            by: *unit,
            item,
            weapon: battle.item(item).weapon,
            close: close_of(battle, item)?,
            two_handed,
            class: weapon.class,
            target: shooting::target_for(battle, *unit, at),
            does,
            nocrit: wish.nocrit,
            momentum: 0,
        })
    };
    units.iter().filter_map(of).collect()
}

/// **BS-12.2, BS-12.3** Plays one step of all attackers in a melee: they roll together, and casualties fall
/// afterwards. Returns who struck at what.
///
/// **BC-13.1, BC-13.2** Yoko and Dan fight like this in the rule book's example.
pub(super) fn step(round: &mut Round<'_>, bouts: &[Bout]) -> Vec<(UnitId, Target)> {
    let mut strikes = Vec::new();
    for bout in bouts {
        let (Some(order), Some(target)) = (attack_of(bout), bout.target) else { continue };
        let Some(target) = standing_target(&round.battle, bout, target) else { continue };
        let wish = Wish::of(order);
        let units: Vec<UnitId> = bout.units.iter().copied().filter(|it| harm::can_act(&round.battle, *it)).collect();
        for strike in strikes_of(&round.battle, &units, target, Manoeuvre::Attack, &wish) {
            grip(round, &strike);
            strikes.push(strike);
        }
    }
    resolve(round, &strikes);
    strikes.iter().map(|it| (it.by, it.target)).collect()
}

/// **BT-19** If the target fell in an earlier step, those in the bout turn to the nearest hostile one of the ring
/// that they touch.
fn standing_target(battle: &Battle, bout: &Bout, target: Target) -> Option<Target> {
    shooting::live_target(battle, target).or_else(|| {
        let rect = battle.rect(bout.who);
        let ring = battle.ring(bout.who).into_iter();
        let is_near = |it: &Who| !battle.setup().has_map || battle.rect(*it).touches(rect);
        let foes = ring.filter(|it| battle.is_hostile(bout.who, *it) && is_near(it));
        foes.min_by_key(|it| (battle.rect(*it).distance(rect), *it)).map(Target::Who)
    })
}

/// **BX-31** The grip is chosen on a unit's own turn, and kept for counters until its next.
fn grip(round: &mut Round<'_>, strike: &Strike) {
    let wanted = (strike.two_handed && strike.class == Class::Heavy).then_some(strike.item);
    let now = round.battle.unit(strike.by).grip;
    if now != wanted && (wanted.is_some() || now == Some(strike.item)) {
        round.emit(Event::Gripped { unit: strike.by, item: wanted });
    }
}

/// **BC-5.9** Uses hands for this turn, with what they hold.
pub(crate) fn use_hands(round: &mut Round<'_>, unit: UnitId, item: Option<ItemId>, hands: u8, is_counter: bool) {
    if let Some(turn) = round.battle.turn() {
        round.emit(Event::HandUsed(HandUse { unit, turn, item, hands, is_counter }));
    }
}

/// **BC-6.2** Plays one step: hands are used and answers declared, then everything is rolled and the damage dealt.
/// Returns whether each strike hits.
pub(crate) fn resolve(round: &mut Round<'_>, strikes: &[Strike]) -> Vec<bool> {
    for strike in strikes {
        let hands = round.battle.hands_of(strike.by, strike.item);
        use_hands(round, strike.by, Some(strike.item), hands, strike.does == Manoeuvre::Counterattack);
    }
    let incoming: Vec<Incoming<'_>> = strikes.iter().map(Incoming::of).collect();
    let mut answers = declare_answers(round, &incoming);
    let rolled: Vec<Rolled> = strikes.iter().map(|it| roll_strike(round, it)).collect();
    answers.roll(round, &incoming, &rolled);
    deal_hits(round, strikes, &rolled, &answers);
    harm::remove_casualties(round);
    rolled.iter().map(Rolled::hits).collect()
}

/// The roll of an attack. `None` if it hits automatically.
#[derive(Clone, Debug)]
pub(crate) struct Rolled(pub(crate) Option<SkillRoll>);

impl Rolled {
    pub(crate) fn hits(&self) -> bool {
        self.verdict().succeeds()
    }

    pub(crate) fn verdict(&self) -> Verdict {
        self.0.as_ref().map_or(Verdict::Success, |it| it.verdict)
    }

    /// The event of the roll: up close, at the whole of a target.
    pub(super) fn event(&self, does: Manoeuvre, by: UnitId, at: Target, weapon: Option<WeaponId>) -> Event {
        let (roll, hits) = (self.0.clone(), self.hits());
        Event::AttackRolled(Box::new(Swing { does, by, at, part: Part::Whole, weapon, distance: None, roll, hits }))
    }
}

/// **BC-8.3** Rolls Skill against Use. **BC-1.5** There is no roll for an automatic hit: **BC-8.6** at a unit that
/// holds or is held, or **BC-1.6** at a lifeless thing while nobody fights the attacker. **BS-12.1** What can
/// respond is rolled against. **BC-12.5** A one misses, also in a blow in return.
fn roll_strike(round: &mut Round<'_>, strike: &Strike) -> Rolled {
    let battle = &round.battle;
    // **BS-16.2** To a charge, the plate counts as a whole.
    let mark = match strike.does {
        Manoeuvre::Charge => Mark::of(battle, strike.target, Part::Whole),
        _ => Mark::up_close(battle, strike.target),
    };
    let is_thing = mark.units.iter().all(|it| !battle.profile(*it).is_reactive);
    let automatic = mark.only().is_some_and(|it| battle.is_in_grab(it))
        || (is_thing && !battle.is_engaged(battle.who(strike.by)) && strike.does == Manoeuvre::Attack);
    let roll = (!automatic).then(|| {
        let (at, mods) = (mark.only(), close_mods(&round.battle, strike, &mark));
        roll::skill(round, Kind::Attack, strike.by, at, Some(strike.close.needs), 0, mods)
    });
    let rolled = Rolled(roll);
    round.emit(rolled.event(strike.does, strike.by, strike.target, Some(strike.weapon)));
    rolled
}

/// The modifiers of a strike. **BX-55** Up close no fighter is stationary.
fn close_mods(battle: &Battle, strike: &Strike, mark: &Mark) -> Vec<(Mod, i16)> {
    let who = battle.who(strike.by);
    let view = sight::view_of(battle, who, battle.rect(who), strike.target);
    let mut mods = aim::target_mods(battle, mark, view, mark.size);
    mods.push((Mod::Stationary, i16::from(aim::is_helpless(battle, &mark.units))));
    // **BX-28** A penalty on Skill lowers the roll, but never damage that is made of Skill dice.
    mods.push((Mod::Outnumbered, -i16::from(aim::is_outnumbered(battle, strike.by))));
    mods
}

/// Deals the damage of strikes that hit and weren't evaded, **BX-38** each with its own Deflection and piercing.
/// **BT-17** It adds to earlier damage of this pass. **BS-15.1** Each attacker counts once, however many weapons it
/// has.
fn deal_hits(round: &mut Round<'_>, strikes: &[Strike], rolled: &[Rolled], answers: &Answers) {
    let mut order: Vec<usize> =
        (0..strikes.len()).filter(|it| rolled[*it].hits() && !answers.against[*it].is_evaded).collect();
    order.sort_by_key(|it| (strikes[*it].by, strikes[*it].item));
    let mut dealt: Vec<(Target, Hit)> = Vec::new();
    for at in order {
        let (strike, levels) = (&strikes[at], answers.against[at].levels);
        let damage = damage_of(round, strike, rolled[at].verdict(), levels);
        let target = answers.against[at].paired.map_or(strike.target, Target::Single);
        dealt.push((target, Hit { by: strike.by, damage, effect: Effect::Nothing }));
    }
    for (target, hits) in grouped(dealt) {
        // **BT-4** Separate hits on a squad, one sum on a single unit.
        let onto = deal::onto_target(&round.battle, target);
        deal::deal(round, hits, &onto, Limit::Touch);
    }
}

/// **BC-1.9** The Damage Roll of one hit. **BC-10.9, BX-54, BT-15** A Heavy Weapon in both hands is Armor Piercing.
fn damage_of(round: &mut Round<'_>, strike: &Strike, verdict: Verdict, levels: u8) -> i16 {
    let levels = levels + shooting::worn_levels(&round.battle, strike.target);
    let changes = Changes {
        overskill: shooting::overskill(round, strike.by, verdict),
        momentum: strike.momentum,
        levels,
        is_piercing: strike.two_handed && strike.class == Class::Heavy,
    };
    let at = Mark::of(&round.battle, strike.target, Part::Whole).only();
    let amount = strike.close.damage;
    let blow = Blow { by: strike.by, at, weapon: strike.weapon, amount, changes, less: 0, nocrit: strike.nocrit };
    harm::roll_damage(round, &blow).total
}
