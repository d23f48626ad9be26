//! What the evaluation counts. Every figure of it is the weight of one feature, so that the same code that plays can
//! be asked for the counts and the weights fitted to games.

use super::super::piece::{Color, Kind};

/// Families of features, in the order of the table of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Men.
    Material,
    /// Distance from the rim.
    Centrality,
    /// Cells a piece can go to, less what is usual for its kind.
    Mobility,
    /// Safety of the king.
    King,
    /// Structure and advance of pawns.
    Pawns,
    /// The right to move.
    Tempo,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 6] =
        [Family::Material, Family::Centrality, Family::Mobility, Family::King, Family::Pawns, Family::Tempo];

    /// Name for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Material => "material",
            Family::Centrality => "centrality",
            Family::Mobility => "mobility",
            Family::King => "king safety",
            Family::Pawns => "pawns",
            Family::Tempo => "tempo",
        }
    }
}

/// One thing that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Men of a kind.
    Material(Kind),
    /// Steps from the rim, summed over the axes, of men of a kind.
    Centrality(Kind),
    /// Cells that pieces of a kind can go to, less the usual number.
    Mobility(Kind),
    /// Cells on open lines from the king.
    OpenRays,
    /// Own men beside the king.
    Shelter,
    /// Moves of enemy pieces to cells beside the king.
    Siege,
    /// Pawns with a pawn of their own before them in their lane.
    Doubled(Kind),
    /// Pawns without a pawn of their kind in a neighbouring lane.
    Isolated(Kind),
    /// Steps pawns have come, of those to promotion.
    Advance(Kind),
    /// Pawns with no enemy pawn of their kind before them in their lane or a neighbouring one.
    Passed(Kind),
    /// Steps passed pawns have come.
    PassedAdvance(Kind),
    /// The right to move.
    Tempo,
}

const KINDS: usize = Kind::COUNT;

impl Feature {
    /// Number of features.
    pub const COUNT: usize = 3 * KINDS + 3 + 5 * 2 + 1;

    /// Place of the feature in arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        const KING: usize = 3 * KINDS;
        const PAWNS: usize = KING + 3;
        const fn pawn(kind: Kind) -> usize {
            kind.index() - Kind::Pawn.index()
        }
        match self {
            Feature::Material(kind) => kind.index(),
            Feature::Centrality(kind) => KINDS + kind.index(),
            Feature::Mobility(kind) => 2 * KINDS + kind.index(),
            Feature::OpenRays => KING,
            Feature::Shelter => KING + 1,
            Feature::Siege => KING + 2,
            Feature::Doubled(kind) => PAWNS + pawn(kind),
            Feature::Isolated(kind) => PAWNS + 2 + pawn(kind),
            Feature::Advance(kind) => PAWNS + 4 + pawn(kind),
            Feature::Passed(kind) => PAWNS + 6 + pawn(kind),
            Feature::PassedAdvance(kind) => PAWNS + 8 + pawn(kind),
            Feature::Tempo => PAWNS + 10,
        }
    }

    /// All features, each at its index.
    pub fn all() -> Vec<Feature> {
        let mut all: Vec<Feature> = Vec::with_capacity(Feature::COUNT);
        all.extend(Kind::ALL.map(Feature::Material));
        all.extend(Kind::ALL.map(Feature::Centrality));
        all.extend(Kind::ALL.map(Feature::Mobility));
        all.extend([Feature::OpenRays, Feature::Shelter, Feature::Siege]);
        all.extend(Kind::PAWNS.map(Feature::Doubled));
        all.extend(Kind::PAWNS.map(Feature::Isolated));
        all.extend(Kind::PAWNS.map(Feature::Advance));
        all.extend(Kind::PAWNS.map(Feature::Passed));
        all.extend(Kind::PAWNS.map(Feature::PassedAdvance));
        all.push(Feature::Tempo);
        all
    }

    /// The family whose line of the table shows the feature.
    pub const fn family(self) -> Family {
        match self {
            Feature::Material(_) => Family::Material,
            Feature::Centrality(_) => Family::Centrality,
            Feature::Mobility(_) => Family::Mobility,
            Feature::OpenRays | Feature::Shelter | Feature::Siege => Family::King,
            Feature::Tempo => Family::Tempo,
            _ => Family::Pawns,
        }
    }
}

/// Where counts go: into a score, or into a list of counts.
pub(in super::super) trait Collector {
    /// `color` has `count` more of the feature.
    fn add(&mut self, feature: Feature, color: Color, count: i32);
}

/// The counts themselves, for both colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Counts(pub(in super::super) [[i32; Feature::COUNT]; 2]);

impl Counts {
    pub(in super::super) fn new() -> Counts {
        Counts([[0; Feature::COUNT]; 2])
    }
}

impl Collector for Counts {
    fn add(&mut self, feature: Feature, color: Color, count: i32) {
        self.0[color.index()][feature.index()] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_listed_at_their_index() {
        let all = Feature::all();
        assert_eq!(all.len(), Feature::COUNT);
        for (index, feature) in all.into_iter().enumerate() {
            assert_eq!(feature.index(), index, "{feature:?}");
        }
    }
}
