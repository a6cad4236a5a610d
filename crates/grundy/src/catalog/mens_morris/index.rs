//! The indices of the positions of men's morris.
//!
//! An index stands for a class: all positions that the symmetries of the board lead to, and those with the colours exchanged if that can
//! be reached. The positions with the same numbers of men are a *sector*. Index = (first index of the sector) + (orbit of the own men) ·
//! C(points − own, other) + (rank of the other men on the points that the own men leave free), for the own men that represent their
//! orbit. If symmetries leave these as they are, only the least image of the other men has a position.
//!
//! This is the numbering of Gasser 1996, with the player to move in the place of the larger set of men.

use super::bit_gather::BitGather;
use super::sectors::{MenCounts, Sector, Sectors};
use super::sets::{Orbits, Sets, Stabilizer};
use super::steps::{self, Before};
use super::{MensMorris, MorrisPosition};
use crate::game::{Index, Indexed, InitialState, Layer, Player};
use crate::text::TextGame;
use crate::value::Outcome;
use std::ops::Range;

/// The indices of a game.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    sets: Sets,
    places: BitGather,
    orbits: Orbits,
    sectors: Sectors,
}

/// The indices of the positions with the same own men, which represent their orbit.
#[derive(Clone, Copy)]
struct Row<'a> {
    sector: &'a Sector,
    first: u64,
    own: u32,
    stabilizer: Stabilizer<'a>,
}

/// The men of the positions of an index, by the own men that represent their orbit.
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
        let sector = self.sectors.of(men)?;
        let (orbit, other) = self.orbits.orbit(men.own, self.sets.rank(own), other);
        let (own, stabilizer) = self.orbits.representative(men.own, orbit);
        let (other, fixing) = stabilizer.least_image(other);
        let place = self.sets.rank(self.places.gather(other, all & !own));
        Some((sector.first + u64::from(orbit) * sector.row + u64::from(place), self.orbits.symmetries() / fixing))
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
        let (own, stabilizer) = self.orbits.representative(sector.men.own, orbit as u32);
        Row { sector, first: sector.first + orbit * sector.row, own, stabilizer }
    }

    /// The class of an index in this row; `None` if no position has it.
    fn class<'a>(&self, row: Row<'a>, index: u64, all: u32) -> Option<Class<'a>> {
        let Row { sector, first, own, stabilizer } = row;
        let other = self.places.scatter(self.sets.set(sector.men.other, (index - first) as u32), all & !own);
        let (least, fixing) = stabilizer.least_image(other);
        (least == other).then(|| Class { sector, own, other, size: self.orbits.symmetries() / fixing })
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

impl MensMorris {
    fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| Box::new(Numbering::new(self)))
    }

    /// The index of the position before a move, and the size of its class.
    fn rank_before(&self, before: &Before) -> Option<(u64, u32)> {
        let sets = (before.own, before.other);
        self.numbering().rank(before.own_hand, before.other_hand, sets, self.board.all())
    }

    /// Appends the indices before a class that `is_wanted` accepts, each as often as there are moves to the class.
    fn append_before(&self, class: &Class<'_>, is_wanted: impl Fn(&Sector) -> bool, out: &mut Vec<Index>) {
        let numbering = self.numbering();
        let is_wanted = |men: MenCounts| numbering.sectors.of(men).is_some_and(&is_wanted);
        let begin = out.len();
        let mut sizes = Vec::new();
        let is_whole = class.size == numbering.orbits.symmetries();
        steps::before(&self.board, class.sector.men, (class.own, class.other), &is_wanted, &mut |before| {
            let Some((index, size)) = self.rank_before(&before) else { return };
            // The moves between two classes are as many from each position of the one as from each of the other, times the ratio of their
            // sizes.
            if is_whole {
                (0..class.size / size).for_each(|_| out.push(Index(index)));
            } else {
                sizes.push((index, size));
            }
        });
        if !is_whole {
            debug_assert_eq!(out.len(), begin);
            sizes.sort_unstable();
            for same in sizes.chunk_by(|a, b| a == b) {
                let (index, size) = same[0];
                let moves = same.len() as u32 * class.size / size;
                (0..moves).for_each(|_| out.push(Index(index)));
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
        let numbering = self.numbering();
        let is_wanted = |men: MenCounts| numbering.sectors.of(men).is_some();
        steps::before(&self.board, men, (own, other), &is_wanted, &mut |before| {
            let (own_hand, other_hand) = (before.own_hand as u8, before.other_hand as u8);
            out.push(match at.mover.other() {
                Player::Left => MorrisPosition {
                    x: before.own,
                    o: before.other,
                    x_hand: own_hand,
                    o_hand: other_hand,
                    mover: Player::Left,
                },
                Player::Right => MorrisPosition {
                    x: before.other,
                    o: before.own,
                    x_hand: other_hand,
                    o_hand: own_hand,
                    mover: Player::Right,
                },
            });
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

    fn class_size_by_index(&self, Index(index): Index) -> Option<u64> {
        self.numbering().class_of(index, self.board.all()).map(|class| class.size.into())
    }

    fn layers(&self) -> Vec<Layer> {
        self.numbering().sectors.layers()
    }

    fn predecessors_within(&self, of: &[Index], layer: usize, out: &mut Vec<Index>) {
        for class in self.numbering().classes(of, self.board.all()) {
            self.append_before(&class, |sector| sector.layer == layer, out);
        }
    }
}
