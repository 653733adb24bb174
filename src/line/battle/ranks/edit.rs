//! What the GM sets right about formations (G-1).

use crate::field::{SquadId, UnitId, each_once};
use crate::line::battle::{Battle, EditTrouble, Edited, FormationId, Plight, UnitState, Whom};

impl Battle {
    /// **G-1, F-5** A formation of all who stand in these squads, whatever a start would need; a gap in it is looked at
    /// when Movement is over (F-13). Without a leader it needs nobody.
    pub(crate) fn formed_by_hand(&self, squads: &[SquadId], leader: Option<UnitId>) -> Result<Edited, EditTrouble> {
        self.plays_with_formations()?;
        let first = squads.first().copied().ok_or(EditTrouble::NotOfThisBattle)?;
        for &squad in squads {
            self.somebody_stands(squad)?;
            if self.side(squad) != self.side(first) {
                return Err(EditTrouble::OfBothSides(first, squad));
            }
        }
        let members = each_once(squads.iter().flat_map(|it| self.standing(*it)));
        if members.len() < 2 {
            return Err(EditTrouble::AloneInFormation(first));
        }
        if let Some(leader) = leader {
            self.is_on_its_feet(leader)?;
            let squad = self.unit(leader).squad;
            if self.side(squad) != self.side(first) {
                return Err(EditTrouble::OfBothSides(first, squad));
            }
        }
        Ok(Edited::Formed { formation: self.next_formation(), squads: squads.to_vec(), members, leader })
    }

    /// **G-1** The end of all formations that somebody of the squad is in.
    pub(crate) fn disbanded_by_hand(&self, squad: SquadId) -> Result<Edited, EditTrouble> {
        self.plays_with_formations()?;
        let formations: Vec<FormationId> = self.formations_of(squad).map(|it| it.id).collect();
        if formations.is_empty() {
            Err(EditTrouble::InNoFormation(squad))
        } else {
            Ok(Edited::Disbanded { formations })
        }
    }

    /// **G-1, FX-6** These are dazed or frenzied until the movement phase of this round is over; with no word for how
    /// they are to be, they are neither from now on.
    pub(crate) fn afflicted_by_hand(&self, who: Whom, plight: Option<Plight>) -> Result<Edited, EditTrouble> {
        self.plays_with_formations()?;
        let units = self.chosen(who, |it| it == UnitState::Standing)?;
        if let Whom::Unit(unit) = who {
            self.is_on_its_feet(unit)?;
        }
        match plight {
            Some(plight) => Ok(Edited::Afflicted { units, plight, until: self.round() }),
            None => Ok(Edited::Steadied { units }),
        }
    }

    fn plays_with_formations(&self) -> Result<(), EditTrouble> {
        if self.has_formations() { Ok(()) } else { Err(EditTrouble::WithoutFormations) }
    }
}
