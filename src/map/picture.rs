//! What is on the map, in words and numbers ready to show. A game fills it, and all renderings read nothing else.

use crate::field::{Direction, Footprint, Goal, Objective, ObjectiveId, ObjectiveSetup, Terrain, Tile};
use crate::map::ground::Ground;
use crate::map::names::Name;
use crate::map::spot::{Plot, Spot};

/// A battle at one moment, with the round that led to it, as everybody may see it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Whether it shows a what-if, with a dashed frame and a title that says so.
    pub is_what_if: bool,
    pub title: Name,
    pub moment: Moment,
    pub ground: Ground,
    /// The parties that may have something on the map.
    pub parties: Vec<Party>,
    /// Squads with a unit on the map, in roster order.
    pub squads: Vec<SquadView>,
    /// Squads without any standing unit.
    pub gone: Vec<(Name, PartyId)>,
    pub objectives: Vec<ObjectiveView>,
    pub fallen: Vec<Fallen>,
    /// Things on the ground that anybody may take.
    pub lying: Vec<(Name, Tile)>,
    pub arrows: Vec<Arrow>,
    /// The places where blows were exchanged in the round.
    pub clashes: Vec<Spot>,
    pub formations: Vec<FormationView>,
    /// Groups of squads that are locked in close combat with each other, by their indices in `squads`.
    pub rings: Vec<Vec<usize>>,
}

/// A party, named from the point of view of the map's readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// The readers' own.
    Yours,
    /// The readers' only enemy.
    Enemy,
    /// One of several parties, by its name.
    Called(Name),
    /// Things on nobody's side, such as a door.
    Nobody,
}

/// A party of a picture, by its index in [`Picture::parties`](crate::map::Picture::parties).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartyId(pub u8);

/// The shape by which the things of a party are told apart without their colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Round,
    Square,
    /// With its corners cut off.
    Cut,
}

impl PartyId {
    /// The form of this party's things. The first three parties each have one of their own.
    pub(super) fn form(self) -> Form {
        [Form::Round, Form::Square, Form::Cut][usize::from(self.0) % 3]
    }
}

/// The time of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The round is open, and nothing of it has been resolved.
    Opening(u16),
    /// The round has been resolved.
    After(u16),
    /// The round was the last one, with the outcome in words.
    Ended(u16, String),
}

/// An objective and its current state.
#[derive(Clone, Debug)]
pub struct ObjectiveView {
    pub name: Name,
    pub at: Tile,
    pub radius: u8,
    pub owner: Option<PartyId>,
    pub is_contested: bool,
    pub held_rounds: u16,
}

/// A fallen unit that nobody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fallen {
    pub at: Tile,
    pub party: PartyId,
    pub is_killed: bool,
}

/// Units that act as one body.
#[derive(Clone, Debug)]
pub struct FormationView {
    pub name: Name,
    pub party: PartyId,
    pub units: Vec<Footprint>,
    /// The leader that directs it.
    pub leader: Option<Name>,
}

/// A squad with a unit on the map.
#[derive(Clone, Debug)]
pub struct SquadView {
    pub name: Name,
    /// Its short label, for places where its name has no room.
    pub label: String,
    pub party: PartyId,
    /// How many units stand.
    pub standing: usize,
    /// The standing units.
    pub units: Vec<UnitView>,
    pub starting: u16,
    /// How many downed units it carries.
    pub carried: usize,
    /// The tile of its leader.
    pub at: Tile,
    /// The ground of that tile.
    pub stands_in: Terrain,
    /// The names of the squads that have a unit of it in their zone.
    pub engaged_by: Vec<Name>,
    /// The nearest enemy, and its distance in tiles.
    pub nearest: Option<(Name, u16)>,
    pub is_broken: bool,
    pub has_shot: bool,
    /// Other states of it, in a word or two each.
    pub notes: Vec<Name>,
    /// The plate that it stands on and moves with.
    pub plate: Option<Plate>,
}

/// A rectangle of tiles that a squad stands on. The places of its units are in the squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plate {
    /// Its upper left tile.
    pub at: Tile,
    pub width: u8,
    pub height: u8,
    pub facing: Direction,
    /// The tile of the standard, if there is one.
    pub standard: Option<Tile>,
}

/// The shape in which a unit is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Figure,
    Vehicle,
    /// A figure on a mount.
    Rider,
    Monster,
    Structure,
}

/// A standing unit.
#[derive(Clone, Debug)]
pub struct UnitView {
    pub on: Plot,
    pub shape: Shape,
    pub hero: Option<Hero>,
    pub is_engaged: bool,
}

/// A hero, who is drawn with a star.
#[derive(Clone, Debug)]
pub struct Hero {
    pub name: Name,
    /// The letters on the star.
    pub mark: String,
}

/// A move or a line of fire.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    pub kind: ArrowKind,
    pub party: PartyId,
    /// Its bends, both ends included, in tiles from the top left corner of the map.
    pub points: Vec<Spot>,
    /// How far before its last point it ends, in tiles, so that it doesn't lie under the unit there.
    pub short: f32,
    /// Whether dice may still prevent or change it, in a picture of a round to come.
    pub is_doubtful: bool,
}

/// What an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    Move,
    Charge,
    /// A single unit that presses in to a melee.
    Press,
    Fire,
}

/// How far the ends of two similar arrows may be apart, in tiles.
const NEAR: f32 = 1.5;

impl Picture {
    /// This picture, as that of a what-if.
    #[must_use]
    pub fn as_what_if(self) -> Picture {
        let title = Name::title(&format!("What if · {}", self.title));
        Picture { is_what_if: true, title, ..self }
    }

    /// The label and the name of each squad.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.squads.iter().map(|it| (it.label.as_str(), &*it.name))
    }

    /// All parties with their ids.
    pub(super) fn parties_with_ids(&self) -> impl Iterator<Item = (PartyId, &Party)> {
        (0..).map(PartyId).zip(&self.parties)
    }

    pub(super) fn party(&self, id: PartyId) -> &Party {
        self.parties.get(usize::from(id.0)).expect("a picture lists every party that has something on it")
    }

    /// The squads of one party.
    pub(super) fn squads_of(&self, party: PartyId) -> impl Iterator<Item = &SquadView> {
        self.squads.iter().filter(move |it| it.party == party)
    }

    /// All squads, party by party.
    pub(super) fn squads_by_party(&self) -> impl Iterator<Item = &SquadView> {
        self.parties_with_ids().flat_map(|(id, _)| self.squads_of(id))
    }

    /// The squads of a ring.
    pub(super) fn in_ring<'a>(&'a self, ring: &'a [usize]) -> impl Iterator<Item = &'a SquadView> {
        ring.iter().filter_map(|it| self.squads.get(*it))
    }

    /// Each formation with its label on the picture: F1, F2 and so on.
    pub(super) fn labelled_formations(&self) -> impl Iterator<Item = (String, &FormationView)> {
        self.formations.iter().enumerate().map(|(n, it)| (format!("F{}", n + 1), it))
    }
}

impl ObjectiveView {
    /// The objectives of a battle. `now` returns the state of an objective by its index, and `party` the party of a
    /// side.
    pub(crate) fn all<S: Copy + PartialEq>(
        (setups, goals): (&[ObjectiveSetup<S>], &[Goal<S>]),
        now: impl Fn(usize) -> Objective<S>,
        party: impl Fn(S) -> PartyId,
    ) -> Vec<ObjectiveView> {
        let view = |(place, it): (usize, &ObjectiveSetup<S>)| {
            let now = now(place);
            ObjectiveView {
                name: Name::new(&it.name).or(&it.at.to_string()),
                at: it.at,
                radius: it.radius,
                owner: now.owner.map(&party),
                is_contested: now.is_contested,
                held_rounds: now.held(ObjectiveId(place as u8), goals).map_or(0, |it| it.0),
            }
        };
        setups.iter().enumerate().map(view).collect()
    }
}

impl Fallen {
    /// The fallen, at most one for each tile.
    pub(crate) fn by_tile(all: impl Iterator<Item = Fallen>) -> Vec<Fallen> {
        let mut marks: Vec<Fallen> = all.collect();
        marks.sort();
        marks.dedup_by_key(|it| it.at);
        marks
    }
}

impl Moment {
    /// The moment of a battle that is in this round. `ended` is its outcome if it has ended, and `opened` the last
    /// round that its events open.
    pub(crate) fn of(round: u16, ended: Option<String>, opened: Option<u16>, has_events: bool) -> Moment {
        match (ended, opened) {
            (Some(ended), _) => Moment::Ended(round, ended),
            (None, Some(opened)) => Moment::After(opened.saturating_sub(1)),
            (None, None) if has_events => Moment::After(round),
            (None, None) => Moment::Opening(round),
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Opening(round) => write!(f, "as round {round} opens"),
            Moment::After(round) => write!(f, "after round {round}"),
            Moment::Ended(round, ended) => write!(f, "after round {round}: {ended}"),
        }
    }
}

impl Plate {
    /// Its lower right tile.
    pub(super) fn last(&self) -> Tile {
        let end = |from: u8, size: u8| from.saturating_add(size.saturating_sub(1));
        Tile::new(end(self.at.x, self.width), end(self.at.y, self.height))
    }
}

impl SquadView {
    /// Whether an enemy has some of it in its zone.
    pub(super) fn is_engaged(&self) -> bool {
        !self.engaged_by.is_empty()
    }

    /// The two units of two squads that are closest together: their middles, and the distance between these.
    pub(super) fn closest(&self, other: &SquadView) -> Option<(Spot, Spot, f32)> {
        let middles = |it: &SquadView| it.units.iter().map(|it| it.on.middle()).collect::<Vec<_>>();
        let (mine, theirs) = (middles(self), middles(other));
        let pairs = mine.iter().flat_map(|from| theirs.iter().map(|to| (*from, *to, from.distance(*to))));
        pairs.min_by(|a, b| a.2.total_cmp(&b.2))
    }
}

impl Arrow {
    /// Whether two arrows show the same, except for small shifts of their ends. They end in the middle of squads, which
    /// shifts.
    pub fn is_like(&self, other: &Arrow) -> bool {
        let is_near =
            |a: Option<&Spot>, b: Option<&Spot>| matches!((a, b), (Some(a), Some(b)) if a.distance(*b) <= NEAR);
        (self.kind, self.party) == (other.kind, other.party)
            && is_near(self.points.first(), other.points.first())
            && is_near(self.points.last(), other.points.last())
    }
}
