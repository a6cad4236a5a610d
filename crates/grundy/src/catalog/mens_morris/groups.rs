//! Evaluates the positions in which a man is placed, in groups of positions with the same own men.
//!
//! Let *A* be the own men and *B* the other men. A move to a point *p* leads to a position in which the men *A* ∪ {*p*} wait and the men *B* move, or
//! *B* without the man that was taken. So the options of all positions of a group are the rows of indices of the sets *A* ∪ {*p*}. The points that
//! *A* leaves free are numbered from 0; the number of a point is its *place*. Each value of a row is entered under the places of its mover's men,
//! once for all *B*.

use super::MensMorris;
use super::bits;
use super::index::{Numbering, RowRanker};
use super::sectors::Sector;
use super::sets::{ByteTables, Symmetry, byte_tables};
use crate::game::{EarlierLayers, GroupedLayers, Index, OptionValue};

/// The positions of a sector with the same own men, which represent their orbit.
struct Group<'a> {
    numbering: &'a Numbering,
    earlier: &'a EarlierLayers,
    /// All points of the board.
    all: u32,
    own: u32,
    /// The points that the own men leave free.
    free: u32,
}

impl GroupedLayers for MensMorris {
    fn group_count(&self, layer: usize) -> Option<u64> {
        let numbering = self.numbering();
        let sector = numbering.sectors.placement_sector(layer)?;
        Some(numbering.orbits.count(sector.men.own).into())
    }

    fn evaluate(&self, layer: usize, group: u64, earlier: &EarlierLayers, out: &mut Vec<(Index, OptionValue)>) -> u64 {
        let (numbering, all) = (self.numbering(), self.board.all());
        let sector = numbering.sectors.placement_sector(layer).expect("a layer in which men are placed");
        let men = sector.men;
        let (own, stabilizer) = numbering.orbits.representative(men.own, group as u32);
        let group = Group { numbering, earlier, all, own, free: all & !own };
        // If the opponent has no man on the board, closing a mill takes none.
        let closing = if men.other == 0 { 0 } else { self.board.closing(own, group.free) };
        let quiet = group.free & !closing;
        let without_capture = group.best_without_capture(sector, quiet);
        let captures = if closing == 0 { None } else { Some(group.captures(sector, closing)) };

        let mut options = 0;
        for (rank, best) in (0..).zip(without_capture) {
            let places = numbering.sets.set(men.other, rank);
            let other = numbering.places.scatter(places, group.free);
            if !stabilizer.is_identity() && stabilizer.least_image(other).0 != other {
                continue;
            }
            let mut count = (quiet & !other).count_ones();
            let mut best = best;
            if let Some(captures) = captures.as_ref().filter(|_| closing & !other != 0) {
                let may_be_taken = self.board.may_be_taken(other);
                count += (closing & !other).count_ones() * may_be_taken.count_ones();
                for (man, rank) in bits(other.into()).zip(numbering.sets.ranks_without_each(places)) {
                    if may_be_taken >> man & 1 == 1 {
                        best = best.max(captures.best(rank, man));
                    }
                }
            }
            let (index, size) = numbering.row_ranker(sector, other, all).rank(own);
            options += u64::from(count * size);
            out.push((Index(index), best.of_position()));
        }
        options
    }
}

impl Group<'_> {
    /// The number of places.
    fn places(&self) -> u32 {
        self.free.count_ones()
    }

    /// The best values of moves to the points `to` that take no man, by the rank of the places of the other men.
    fn best_without_capture(&self, sector: &Sector, to: u32) -> Vec<OptionValue> {
        let sets = &self.numbering.sets;
        let mut best = vec![OptionValue::NONE; sets.count(sector.men.other, self.places()) as usize];
        let after = self.numbering.sectors.of(sector.men.after(false)).expect("a sector after each move");
        for point in bits(to.into()) {
            self.each_option(after, point, |places, value| {
                let best = &mut best[sets.rank(places) as usize];
                *best = value.max(*best);
            });
        }
        best
    }

    /// The values of moves to the points `to`, all of which close a mill.
    fn captures(&self, sector: &Sector, to: u32) -> Captures {
        let sets = &self.numbering.sets;
        let points: Vec<u8> = bits(to.into()).collect();
        let ranks = sets.count(sector.men.other - 1, self.places()) as usize;
        let mut by_point = vec![OptionValue::NONE; ranks * points.len()];
        let after = self.numbering.sectors.of(sector.men.after(true)).expect("a sector after each move");
        for (column, point) in points.iter().enumerate() {
            self.each_option(after, *point, |places, value| {
                let found = &mut by_point[sets.rank(places) as usize * points.len() + column];
                *found = value.max(*found);
            });
        }
        let best = |values: &[OptionValue]| values.iter().max().copied().unwrap_or_default();
        Captures { best: by_point.chunks(points.len()).map(best).collect(), by_point, points, to }
    }

    /// Calls `each` with every position of the sector `after` in which the own men and one on `point` wait: with the places of its mover's men, and
    /// its value.
    fn each_option(&self, after: &Sector, point: u8, mut each: impl FnMut(u32, OptionValue)) {
        let own = self.own | 1 << point;
        let row = self.numbering.row_ranker(after, own, self.all);
        for symmetry in row.stabilizer.symmetries() {
            let values = self.earlier.values(Index(row.first), after.row);
            let places = self.places_in(&row, own, symmetry);
            for (rank, value) in (0..).zip(values) {
                each(places.apply(self.numbering.sets.set(after.men.own, rank)), value);
            }
        }
    }

    /// Maps places among the points that the men of a row leave free to places of the group. The row is that of the men `own`, and the symmetry
    /// leaves the men that represent their orbit as they are.
    fn places_in(&self, row: &RowRanker<'_>, own: u32, symmetry: Symmetry<'_>) -> ByteTables {
        let mut place_of_image = [0; u32::BITS as usize];
        for (place, point) in (0..).zip(bits(self.free.into())) {
            if own >> point & 1 == 0 {
                place_of_image[row.symmetry.apply(1 << point).trailing_zeros() as usize] = place;
            }
        }
        let free = bits((self.all & !row.representative).into());
        let places = free.map(|point| place_of_image[symmetry.apply(1 << point).trailing_zeros() as usize]);
        byte_tables(&places.collect::<Vec<u32>>())
    }
}

/// The values of moves that take a man, by the rank of the places of the men that are left.
struct Captures {
    /// The best value of all points, and the value for each point.
    best: Vec<OptionValue>,
    by_point: Vec<OptionValue>,
    /// The points to which a man comes.
    points: Vec<u8>,
    to: u32,
}

impl Captures {
    /// The best value of the moves that take `man`. None of them goes to its point.
    #[inline]
    fn best(&self, rank: u32, man: u8) -> OptionValue {
        if self.to >> man & 1 == 0 {
            return self.best[rank as usize];
        }
        let values = &self.by_point[rank as usize * self.points.len()..][..self.points.len()];
        let others = self.points.iter().zip(values).filter(|(point, _)| **point != man);
        others.map(|(_, value)| *value).max().unwrap_or_default()
    }
}
