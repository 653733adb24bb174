//! The picture of a battle: all that its map shows.

use crate::brick::battle::{Battle, Event, Kind, Standard, TeamId, UnitState, Who};
use crate::field::{Footprint, UnitId};
use crate::map::{
    Fallen, Ground, Label, Moment, Name, ObjectiveView, Party, PartyId, Picture, Plate, Ring, Shape, SquadView,
    StandsIn, UnitView, labels,
};

/// The battle after a round, with the round's events; no events while the round is open.
pub fn picture(battle: &Battle, events: &[Event]) -> Picture {
    let setup = battle.setup();
    let all: Vec<Who> = battle.everybody().collect();
    let named: Vec<(Name, PartyId)> = all.iter().map(|it| (Name::new(battle.name(*it)), party(battle, *it))).collect();
    let squads: Vec<SquadView> = all.iter().zip(labels(&named)).map(|(it, label)| view(battle, *it, label)).collect();
    let moment = match events {
        [] => Moment::Opening(battle.round()),
        _ if battle.outcome().is_some() => Moment::After(battle.round()),
        _ => Moment::After(battle.round().saturating_sub(1)),
    };
    let objectives = setup.objectives.iter().enumerate().map(|(place, it)| {
        let now = battle.objective(place);
        ObjectiveView {
            name: Name::new(&it.name),
            at: it.at,
            radius: it.radius,
            owner: now.owner.map(|it| party_of(battle, it)),
            is_contested: now.is_contested,
            held_rounds: now.held_rounds,
        }
    });
    Picture {
        title: Name::title(&setup.title),
        moment,
        ground: Ground::new(&setup.board, []),
        parties: parties(battle),
        squads,
        gone: Vec::new(),
        objectives: objectives.collect(),
        fallen: fallen(battle),
        arrows: Vec::new(),
        formations: Vec::new(),
        rings: rings(battle, &all),
    }
}

/// The teams, those of players first, as their players call them.
pub fn parties(battle: &Battle) -> Vec<Party> {
    let setup = battle.setup();
    let is_one = setup.teams.len() == 2 && setup.teams.iter().filter(|it| it.is_players).count() == 1;
    let party = |team: &TeamId| match (is_one, setup.team(*team).is_players) {
        (true, true) => Party::Yours,
        (true, false) => Party::Enemy,
        (false, _) => Party::Called(Name::new(&setup.team(*team).name)),
    };
    players_first(battle).iter().map(party).collect()
}

/// The place of a team among [`parties`].
pub fn party_of(battle: &Battle, team: TeamId) -> PartyId {
    PartyId(players_first(battle).iter().position(|it| *it == team).unwrap_or(0) as u8)
}

fn players_first(battle: &Battle) -> Vec<TeamId> {
    let mut teams: Vec<TeamId> = battle.setup().team_ids().collect();
    teams.sort_by_key(|it| !battle.setup().team(*it).is_players);
    teams
}

fn party(battle: &Battle, who: Who) -> PartyId {
    battle.team(who).map_or(PartyId(0), |it| party_of(battle, it))
}

fn view(battle: &Battle, who: Who, label: Label) -> SquadView {
    let members = battle.members(who);
    let (plate, starting, at) = match who {
        Who::Squad(id) => {
            let squad = battle.squad(id);
            let plate = squad.map(|it| Plate {
                at: it.plate.rect.at,
                width: it.plate.rect.columns,
                height: it.plate.rect.rows,
                facing: it.plate.facing,
                standard: matches!(it.standard, Standard::Bearer(_)).then(|| battle.origin(who).at),
            });
            let began = battle.setup().squads.get(usize::from(id.0)).map_or(members.len(), |it| it.members.len());
            (plate, began, battle.origin(who).at)
        }
        Who::Unit(id) => (None, 1, battle.unit(id).at),
    };
    let unit = |id: UnitId| {
        let profile = battle.profile(id);
        let (columns, rows) = profile.footprint;
        UnitView {
            footprint: Footprint { at: battle.unit(id).at, size: columns.max(rows).max(1) },
            shape: match profile.kind {
                Kind::Foot if 1 < profile.size => Shape::Monster,
                Kind::Foot | Kind::Rider => Shape::Figure,
                Kind::Vehicle => Shape::Vehicle,
                Kind::Object => Shape::Structure,
            },
            is_hero: profile.is_hero || profile.is_officer,
            is_engaged: battle.is_engaged(who),
        }
    };
    let foes = battle.everybody().filter(|it| battle.is_hostile(who, *it));
    let nearest = foes.map(|it| (battle.rect(who).distance(battle.rect(it)), it)).min();
    let ground = battle.setup().board.kind(battle.setup().board.ground(at));
    SquadView {
        name: Name::new(battle.name(who)),
        label,
        party: party(battle, who),
        units: members.iter().map(|it| unit(*it)).collect(),
        starting: starting as u16,
        carried: 0,
        at,
        stands_in: StandsIn::on(ground),
        engaged_by: battle.engaged_with(who).map(|it| Name::new(battle.name(it))).collect(),
        nearest: nearest.map(|(steps, it)| (Name::new(battle.name(it)), steps)),
        is_broken: false,
        has_shot: members.iter().any(|it| battle.unit(*it).has_shot),
        notes: Vec::new(),
        plate,
    }
}

fn fallen(battle: &Battle) -> Vec<Fallen> {
    let mark = |id: UnitId| {
        let is_killed = match battle.unit(id).state {
            UnitState::Standing => return None,
            UnitState::Killed => true,
            UnitState::Downed => false,
        };
        Some(Fallen { at: battle.unit(id).at, party: party_of(battle, battle.team_of(id)?), is_killed })
    };
    let mut marks: Vec<Fallen> = battle.setup().unit_ids().filter_map(mark).collect();
    marks.sort();
    marks.dedup_by_key(|it| it.at);
    marks
}

/// **BS-13.3** Each Engagement Ring once.
fn rings(battle: &Battle, all: &[Who]) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    for (place, who) in all.iter().enumerate() {
        let is_known = rings.iter().any(|it| it.squads.contains(&place));
        if battle.is_engaged(*who) && !is_known {
            let ring = battle.ring(*who);
            let squads = all.iter().enumerate().filter(|it| ring.contains(it.1)).map(|it| it.0).collect();
            rings.push(Ring { squads });
        }
    }
    rings
}
