//! Workload P1: a post of ten orders, and a battle with the names in it.

use std::sync::Arc;

use fieldpost::field::{Board, Seat, SeatId, TerrainId, Tile, UnitId};
use fieldpost::line::battle::{Ability, AbilityId, AbilityTarget, Battle, Caster, CasterId, Side};

use crate::w1;

/// Ten orders in several spellings, an ability, and prose around them.
pub(crate) const P1: &str = "\
Dawn. Marsh counts heads twice; we are still \"here\".
!Alpha: shoot Slugga Boyz 1 with rifles; move to F2
!fire Bravo at Nobz
**!Carbine team**: shoot → the Trukk
!DELTA: move north 2 then east 3
> !Alpha: hold
!Echo engage slugga 2 with rifle, please
We go left.
!Foxtrot: move toward Nobz 3 take cover
!Golf: charge Lootas after move to D28
```orders
Hotel: move to H30 via G30
Índia: fight \"Lootas\" with bayonets
```
!use Steady On on Alpha by Marsh
Nobody shoots before I say so, she lies.
";

const OWN: [&str; 10] =
    ["Alpha", "Bravo", "Carbine team", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett"];
const ENEMY: [&str; 10] = [
    "Slugga Boyz 1",
    "Slugga Boyz 2",
    "Slugga Boyz 3",
    "Nobz",
    "Trukk",
    "Lootas",
    "Shoota Boyz 1",
    "Shoota Boyz 2",
    "Stikk Bommas",
    "Burna Boyz",
];

/// W1 with names, without walls, within range of each other, and with a player and her hero.
pub(crate) fn opening() -> Battle {
    let mut setup = w1::setup();
    let open = setup.board.kind(setup.board.ground(Tile::new(0, 0))).clone();
    setup.board = Board::new(setup.board.width(), vec![open], vec![TerrainId(0); setup.board.len()]);
    for (squad, name) in setup.squads.iter_mut().zip(OWN.into_iter().chain(ENEMY)) {
        (squad.key, squad.name) = (name.to_lowercase(), name.to_owned());
        squad.seat = (squad.side == Side::Players).then_some(SeatId(0));
    }
    for unit in setup.units.iter_mut().filter(|it| 29 < it.at.x) {
        unit.at = Tile::new(unit.at.x - 37, unit.at.y);
    }
    setup.seats.push(Seat { name: "alice".to_owned() });
    (setup.units[0].name, setup.units[0].hero) = ("Marsh".to_owned(), Some(CasterId(0)));
    setup.casters.push(Caster {
        name: "Marsh".to_owned(),
        class: "Officer".to_owned(),
        side: Side::Players,
        seat: Some(SeatId(0)),
        hero: Some(UnitId(0)),
        cp_max: 4,
        abilities: vec![AbilityId(0)],
    });
    setup.abilities.push(Ability {
        key: "steady".to_owned(),
        name: "Steady On".to_owned(),
        text: String::new(),
        cost: 1,
        target: AbilityTarget::OwnSquad,
        range: None,
        per_round: None,
        per_battle: None,
        needs_hero: true,
        trigger: None,
        effects: Vec::new(),
    });
    Battle::new(Arc::new(setup))
}
