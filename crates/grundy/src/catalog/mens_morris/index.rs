//! The indices of the positions of men's morris.
//!
//! An index stands for a class: all positions that the symmetries of the board lead to, and those with the colours exchanged if that can
//! be reached. The positions with the same numbers of men are a *sector*. Index = (first index of the sector) + (orbit of the other men) ·
//! C(points − other, own) + (rank of the own men on the points that the other men leave free), for the other men that represent their
//! orbit. If symmetries leave these as they are, only the least image of the own men has a position.
//!
//! This is the numbering of Gasser 1996, with the men of the waiting player in the place of the larger set. A move without a capture leaves the
//! opponent's men as they are. So all positions from which such a move leads to a position P are in one row: the men of P's mover wait there.

use super::bit_gather::{BitGather, Free};
use super::sectors::{MenCounts, Sector, Sectors};
use super::sets::{Orbits, Sets, Stabilizer, Symmetry};
use super::steps::{self, Before};
use super::{MensMorris, MorrisPosition};
use crate::game::{GroupedLayers, Index, Indexed, InitialState, Layer, Player};
use crate::text::TextGame;
use crate::value::Outcome;
use std::ops::Range;

/// The indices of a game.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    pub(super) sets: Sets,
    pub(super) places: BitGather,
    pub(super) orbits: Orbits,
    pub(super) sectors: Sectors,
}

/// The indices of the positions with the same other men, which represent their orbit.
#[derive(Clone, Copy)]
struct Row<'a> {
    sector: &'a Sector,
    first: u64,
    other: u32,
    stabilizer: Stabilizer<'a>,
}

/// Ranks the positions whose other men are a given set. The set need not represent its orbit.
pub(super) struct RowRanker<'a> {
    numbering: &'a Numbering,
    pub(super) first: u64,
    /// The men that represent their orbit.
    pub(super) representative: u32,
    /// Maps the given men to the representative.
    pub(super) symmetry: Symmetry<'a>,
    pub(super) stabilizer: Stabilizer<'a>,
    /// The points that the men that represent the orbit leave free.
    free: Free<'a>,
}

/// The men of the positions of an index, by the other men that represent their orbit.
struct Class<'a> {
    sector: &'a Sector,
    own: u32,
    other: u32,
    /// The number of positions that the symmetries lead to.
    size: u32,
}

impl Numbering {
    /// The indices of `game`.
    pub(super) fn new(game: &MensMorris) -> Self {
        let sets = Sets::new(game.board.points(), game.men);
        let orbits = Orbits::new(&game.board, &sets);
        let sectors = Sectors::new(&game.board, game.men, &sets, &orbits);
        Self { sets, places: BitGather::new(), orbits, sectors }
    }

    /// The index of a position, and the size of its class.
    fn rank(&self, own_hand: u32, other_hand: u32, (own, other): (u32, u32), all: u32) -> Option<(u64, u32)> {
        let men = MenCounts { own_hand, other_hand, own: own.count_ones(), other: other.count_ones() };
        Some(self.row_ranker(self.sectors.of(men)?, other, all).rank(own))
    }

    /// Returns what ranks the positions of a sector with these other men.
    pub(super) fn row_ranker(&self, sector: &Sector, other: u32, all: u32) -> RowRanker<'_> {
        let (orbit, symmetry) = self.orbits.orbit(sector.men.other, self.sets.rank(other));
        let (representative, stabilizer) = self.orbits.representative(sector.men.other, orbit);
        let first = sector.first + u64::from(orbit) * sector.row;
        let free = self.places.free(all & !representative);
        RowRanker { numbering: self, first, representative, symmetry, stabilizer, free }
    }

    /// Calls `each` with every index of a range, and its class if a position has it.
    fn each(&self, range: Range<u64>, all: u32, mut each: impl FnMut(u64, Option<Class<'_>>)) {
        let mut index = range.start;
        while index < range.end.min(self.sectors.indices) {
            let row = self.row(index);
            let end = range.end.min(row.first + row.sector.row);
            for index in index..end {
                each(index, self.class(row, index, all));
            }
            index = end;
        }
    }

    /// The row of an index of the game.
    fn row(&self, index: u64) -> Row<'_> {
        let sector = self.sectors.of_index(index);
        let orbit = (index - sector.first) / sector.row;
        let (other, stabilizer) = self.orbits.representative(sector.men.other, orbit as u32);
        Row { sector, first: sector.first + orbit * sector.row, other, stabilizer }
    }

    /// The class of an index in this row; `None` if no position has it.
    fn class<'a>(&self, row: Row<'a>, index: u64, all: u32) -> Option<Class<'a>> {
        let Row { sector, first, other, stabilizer } = row;
        let own = self.places.scatter(self.sets.set(sector.men.own, (index - first) as u32), all & !other);
        let (least, fixing) = stabilizer.least_image(own);
        (least == own).then(|| Class { sector, own, other, size: self.orbits.symmetries() / fixing })
    }

    /// The class of an index; `None` if no position has it.
    fn class_of(&self, index: u64, all: u32) -> Option<Class<'_>> {
        if index < self.sectors.indices { self.class(self.row(index), index, all) } else { None }
    }

    /// The classes of those indices that a position has. Successive indices are often in the same row, which is found once.
    fn classes<'a>(&'a self, of: &'a [Index], all: u32) -> impl Iterator<Item = Class<'a>> {
        let mut last: Option<Row<'_>> = None;
        of.iter().filter(|index| index.0 < self.sectors.indices).filter_map(move |&Index(index)| {
            let is_in = |row: &Row<'_>| index.wrapping_sub(row.first) < row.sector.row;
            let row = last.filter(is_in).unwrap_or_else(|| self.row(index));
            last = Some(row);
            self.class(row, index, all)
        })
    }
}

impl RowRanker<'_> {
    /// The index of the position with these own men, and the size of its class.
    #[inline]
    pub(super) fn rank(&self, own: u32) -> (u64, u32) {
        let (own, fixing) = self.stabilizer.least_image(self.symmetry.apply(own));
        let place = self.numbering.sets.rank(self.free.gather(own));
        (self.first + u64::from(place), self.numbering.orbits.symmetries() / fixing)
    }
}

impl MensMorris {
    pub(super) fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| Box::new(Numbering::new(self)))
    }

    /// Appends the indices before a class that `is_wanted` accepts, each as often as there are moves to the class.
    fn append_before(&self, class: &Class<'_>, is_wanted: impl Fn(&Sector) -> bool, out: &mut Vec<Index>) {
        let numbering = self.numbering();
        let sector_of = |men: MenCounts| numbering.sectors.of(men).filter(|sector| is_wanted(sector));
        let mut sizes = Vec::new();
        let is_whole = class.size == numbering.orbits.symmetries();
        steps::before(&self.board, class.sector.men, (class.own, class.other), sector_of, |sector, before| {
            let row = numbering.row_ranker(sector, before.other, self.board.all());
            if is_whole && row.stabilizer.is_identity() {
                out.extend(before.own_sets.iter().map(|own| Index(row.rank(*own).0)));
                return;
            }
            for (index, size) in before.own_sets.iter().map(|own| row.rank(*own)) {
                // The moves between two classes are as many from each position of the one as from each of the other, times the ratio of
                // their sizes.
                if is_whole {
                    out.extend((0..class.size / size).map(|_| Index(index)));
                } else {
                    sizes.push((index, size));
                }
            }
        });
        if !is_whole {
            sizes.sort_unstable();
            for same in sizes.chunk_by(|a, b| a == b) {
                let (index, size) = same[0];
                let moves = same.len() as u32 * class.size / size;
                out.extend((0..moves).map(|_| Index(index)));
            }
        }
    }
}

impl Indexed for MensMorris {
    fn indices(&self) -> u64 {
        self.numbering().sectors.indices
    }

    fn rank(&self, at: &MorrisPosition) -> Option<Index> {
        let [own_hand, other_hand] = match at.mover {
            Player::Left => [at.x_hand, at.o_hand],
            Player::Right => [at.o_hand, at.x_hand],
        };
        let ranked = self.numbering().rank(own_hand.into(), other_hand.into(), at.own_and_other(), self.board.all());
        ranked.map(|(index, _)| Index(index))
    }

    fn unrank(&self, Index(index): Index) -> Option<MorrisPosition> {
        let Class { sector, own, other, .. } = self.numbering().class_of(index, self.board.all())?;
        let (own_hand, other_hand) = (sector.men.own_hand as u8, sector.men.other_hand as u8);
        // X begins, so that O has more men in hand when O is to move.
        let at = if own_hand > other_hand {
            MorrisPosition { x: other, o: own, x_hand: other_hand, o_hand: own_hand, mover: Player::Right }
        } else {
            MorrisPosition { x: own, o: other, x_hand: own_hand, o_hand: other_hand, mover: Player::Left }
        };
        Some(self.canonical(&at))
    }

    fn predecessors(&self, at: &MorrisPosition, out: &mut Vec<MorrisPosition>) {
        let (own_hand, other_hand) = match at.mover {
            Player::Left => (at.x_hand, at.o_hand),
            Player::Right => (at.o_hand, at.x_hand),
        };
        let (own, other) = at.own_and_other();
        let men = MenCounts {
            own_hand: own_hand.into(),
            other_hand: other_hand.into(),
            own: own.count_ones(),
            other: other.count_ones(),
        };
        let sector_of = |men: MenCounts| self.numbering().sectors.of(men);
        steps::before(&self.board, men, (own, other), sector_of, |sector, Before { own_sets, other }| {
            let (own_hand, other_hand) = (sector.men.own_hand as u8, sector.men.other_hand as u8);
            out.extend(own_sets.iter().map(|&own| match at.mover.other() {
                Player::Left => {
                    MorrisPosition { x: own, o: other, x_hand: own_hand, o_hand: other_hand, mover: Player::Left }
                }
                Player::Right => {
                    MorrisPosition { x: other, o: own, x_hand: other_hand, o_hand: own_hand, mover: Player::Right }
                }
            }));
        });
    }

    fn is_colour_symmetric(&self) -> bool {
        true
    }

    fn is_shared(&self, Index(index): Index) -> bool {
        let men = self.numbering().sectors.of_index(index).men;
        men.own_hand == 0 && men.other_hand == 0
    }

    fn is_by_class(&self) -> bool {
        true
    }

    fn with_colours_exchanged(&self, at: &MorrisPosition) -> MorrisPosition {
        self.canonical(&MorrisPosition {
            x: at.o,
            o: at.x,
            x_hand: at.o_hand,
            o_hand: at.x_hand,
            mover: at.mover.other(),
        })
    }

    fn initial_states(&self, first: Index, out: &mut [InitialState]) {
        out.fill(InitialState::Unused);
        self.numbering().each(first.0..first.0 + out.len() as u64, self.board.all(), |index, class| {
            let Some(class) = class else { return };
            let moves = steps::count_moves(&self.board, class.sector.men, (class.own, class.other));
            out[(index - first.0) as usize] =
                if moves == 0 { InitialState::Terminal(Outcome::Loss) } else { InitialState::Open(moves) };
        });
    }

    fn predecessors_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        for class in self.numbering().classes(of, self.board.all()) {
            self.append_before(&class, |_| true, out);
        }
    }

    fn mover(&self, Index(index): Index) -> Option<Player> {
        let men = self.numbering().sectors.of_index(index).men;
        Some(if men.own_hand > men.other_hand { Player::Right } else { Player::Left })
    }

    fn class_sizes(&self, Index(first): Index, out: &mut [u64]) -> bool {
        let (numbering, all) = (self.numbering(), self.board.all());
        out.fill(0);
        let end = numbering.sectors.indices.min(first + out.len() as u64);
        let mut index = first;
        while index < end {
            let row = numbering.row(index);
            let next = end.min(row.first + row.sector.row);
            let sizes = &mut out[(index - first) as usize..(next - first) as usize];
            if row.stabilizer.is_identity() {
                sizes.fill(numbering.orbits.symmetries().into());
            } else {
                for (index, size) in (index..).zip(sizes) {
                    *size = numbering.class(row, index, all).map_or(0, |class| class.size.into());
                }
            }
            index = next;
        }
        true
    }

    fn layers(&self) -> Vec<Layer> {
        self.numbering().sectors.layers()
    }

    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        Some(self)
    }

    fn predecessors_within(&self, of: &[Index], layer: usize, out: &mut Vec<Index>) {
        for class in self.numbering().classes(of, self.board.all()) {
            self.append_before(&class, |sector| sector.layer == layer, out);
        }
    }
}
