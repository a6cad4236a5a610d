//! The sectors of a game of men's morris: the positions with the same numbers of men on the board and in hand.

use super::FEWEST_MEN;
use super::board::Board;
use super::sets::{Orbits, Sets};
use crate::game::{Index, Layer, LayerPart};

/// The numbers of men in a position. *Own* is the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenCounts {
    pub(super) own_hand: u32,
    pub(super) other_hand: u32,
    /// The men on the board.
    pub(super) own: u32,
    pub(super) other: u32,
}

/// The positions with the same numbers of men, and their indices.
#[derive(Clone, Debug)]
pub(super) struct Sector {
    pub(super) men: MenCounts,
    /// The index of the first position.
    pub(super) first: u64,
    /// Number of indices for each orbit of the other men: the sets of the own men on the points that these leave free.
    pub(super) row: u64,
    /// The layer of the sector.
    pub(super) layer: usize,
}

/// The sectors of a game, in the order of their indices.
#[derive(Clone, Debug)]
pub(super) struct Sectors {
    all: Vec<Sector>,
    /// The number of the sector, by the counts of men; [`NONE`] if there is none.
    numbers: Vec<u16>,
    /// The men of each player.
    men: u32,
    pub(super) indices: u64,
    /// The first sector of each layer.
    layers: Vec<usize>,
}

/// No sector.
const NONE: u16 = u16::MAX;

impl MenCounts {
    /// Whether the player to move has lost because too few men are left.
    pub(super) fn is_over(self) -> bool {
        self.own + self.own_hand < FEWEST_MEN
    }

    /// The counts after a move, with a capture or without.
    pub(super) fn after(self, takes: bool) -> Self {
        let placed = u32::from(self.own_hand > 0);
        Self {
            own_hand: self.other_hand,
            other_hand: self.own_hand - placed,
            own: self.other - u32::from(takes),
            other: self.own + placed,
        }
    }

    /// The counts of all positions of a game in which each player has `men` men. Men are placed in turn, so that both players have as many in
    /// hand, or the player to move has one more.
    fn all(men: u32) -> Vec<Self> {
        let hands = (0..=men).flat_map(|own| [Some((own, own)), own.checked_sub(1).map(|other| (own, other))]);
        let hands = hands.flatten();
        let boards = |(own_hand, other_hand)| {
            let counts =
                (0..=men - own_hand).flat_map(move |own| (0..=men - other_hand).map(move |other| (own, other)));
            counts.map(move |(own, other)| Self { own_hand, other_hand, own, other })
        };
        hands.flat_map(boards).filter(|men| men.other + men.other_hand >= FEWEST_MEN).collect()
    }

    /// The key that sorts the layers: moves lead to fewer men in hand, or to as many, which is none, and not more men on the board. Two sectors
    /// have the same key if moves lead from each to the other.
    fn layer(self) -> [u32; 6] {
        let in_hand = self.own_hand + self.other_hand;
        let (own, other) = match (in_hand, self.is_over()) {
            (0, false) => (self.own.max(self.other), self.own.min(self.other)),
            _ => (self.own, self.other),
        };
        [in_hand, self.own + self.other, own, other, u32::from(self.is_over()), self.own_hand]
    }
}

impl Sectors {
    /// The sectors of a game in which each player has `men` men on a board with these orbits of sets.
    pub(super) fn new(board: &Board, men: u32, sets: &Sets, orbits: &Orbits) -> Self {
        let mut counts = MenCounts::all(men);
        counts.sort_by_key(|men| (men.layer(), men.own));
        let side = men as usize + 1;
        let mut sectors =
            Self { all: Vec::new(), numbers: vec![NONE; 2 * side.pow(3)], men, indices: 0, layers: Vec::new() };
        let mut layer = None;
        for men in counts {
            if layer != Some(men.layer()) {
                layer = Some(men.layer());
                sectors.layers.push(sectors.all.len());
            }
            let row = u64::from(sets.count(men.own, board.points() - men.other));
            let at = sectors.place(men);
            sectors.numbers[at] = sectors.all.len() as u16;
            sectors.all.push(Sector { men, first: sectors.indices, row, layer: sectors.layers.len() - 1 });
            sectors.indices += u64::from(orbits.count(men.other)) * row;
        }
        sectors
    }

    fn place(&self, men: MenCounts) -> usize {
        let side = self.men as usize + 1;
        let hands = 2 * men.own_hand as usize + usize::from(men.own_hand != men.other_hand);
        (hands * side + men.own as usize) * side + men.other as usize
    }

    /// The sector of positions with these counts.
    pub(super) fn of(&self, men: MenCounts) -> Option<&Sector> {
        let fits = men.own_hand + men.own <= self.men && men.other_hand + men.other <= self.men;
        if !fits || !matches!(men.own_hand.wrapping_sub(men.other_hand), 0 | 1) {
            return None;
        }
        match self.numbers[self.place(men)] {
            NONE => None,
            number => Some(&self.all[usize::from(number)]),
        }
    }

    /// The sector of an index, which must be less than the number of indices.
    pub(super) fn of_index(&self, index: u64) -> &Sector {
        &self.all[self.all.partition_point(|sector| sector.first <= index) - 1]
    }

    /// The sector of a layer in which a man is placed; `None` for other layers.
    pub(super) fn placement_sector(&self, layer: usize) -> Option<&Sector> {
        let sector = &self.all[*self.layers.get(layer)?];
        (sector.men.own_hand > 0 && !sector.men.is_over()).then_some(sector)
    }

    /// The layers, in the order of their indices.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let ends = self.layers[1..].iter().copied().chain([self.all.len()]);
        self.layers.iter().zip(ends).map(|(&begin, end)| self.layer(&self.all[begin..end])).collect()
    }

    fn layer(&self, sectors: &[Sector]) -> Layer {
        let number = sectors[0].layer;
        let mut leads_to: Vec<usize> = sectors
            .iter()
            .filter(|sector| !sector.men.is_over())
            .flat_map(|Sector { men, .. }| [Some(men.after(false)), (men.other > 0).then(|| men.after(true))])
            .flatten()
            .filter_map(|men| self.of(men).map(|sector| sector.layer))
            .collect();
        leads_to.sort_unstable();
        leads_to.dedup();
        let has_moves_inside = leads_to.contains(&number);
        leads_to.retain(|other| *other != number);
        let part = |sector: &Sector| LayerPart { first: Index(sector.first), name: name(sector.men) };
        Layer { first: Index(sectors[0].first), leads_to, has_moves_inside, parts: sectors.iter().map(part).collect() }
    }
}

/// The name of a sector.
fn name(men: MenCounts) -> String {
    let MenCounts { own_hand, other_hand, own, other } = men;
    match own_hand + other_hand {
        0 => format!("{own}-{other}"),
        _ => format!("{own}-{other}, {own_hand}-{other_hand} in hand"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_lead_to_earlier_layers_or_stay() {
        for (squares, men) in [(2, 3), (2, 6), (2, 7), (3, 4)] {
            let board = Board::new(squares);
            let sets = Sets::new(board.points(), men);
            let sectors = Sectors::new(&board, men, &sets, &Orbits::new(&board, &sets));
            let layers = sectors.layers();
            assert!(layers.iter().enumerate().all(|(number, layer)| layer.leads_to.iter().all(|to| *to < number)));
            assert!(layers.is_sorted_by_key(|layer| layer.first));
            assert_eq!(layers[0].first, Index(0));
            for sector in &sectors.all {
                assert_eq!(sectors.of(sector.men).map(|found| found.first), Some(sector.first));
                assert_eq!(sectors.of_index(sector.first).first, sector.first);
            }
            // Play goes on inside a layer if and only if all men are placed.
            for (layer, first) in layers.iter().zip(&sectors.layers) {
                let men = sectors.all[*first].men;
                assert_eq!(layer.has_moves_inside, men.own_hand + men.other_hand == 0 && !men.is_over());
            }
        }
    }

    #[test]
    fn the_movement_of_nine_men_has_a_layer_for_each_pair() {
        let (board, men) = (Board::new(3), 9);
        let sets = Sets::new(board.points(), men);
        let sectors = Sectors::new(&board, men, &sets, &Orbits::new(&board, &sets));
        let layers = sectors.layers();
        let names = |layer: &Layer| layer.parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>().join(" ");
        let inside: Vec<String> = layers.iter().filter(|layer| layer.has_moves_inside).map(names).collect();
        assert_eq!(inside.len(), 28);
        assert_eq!((inside[0].as_str(), inside[1].as_str(), inside[27].as_str()), ("3-3", "3-4 4-3", "9-9"));
        let of = |name: &str| layers.iter().find(|layer| names(layer) == name).unwrap();
        let found: Vec<String> = of("3-4 4-3").leads_to.iter().map(|to| names(&layers[*to])).collect();
        assert_eq!(found, ["2-4", "3-3"]);
        let last = layers.last().unwrap();
        assert_eq!(names(last), "0-0, 9-9 in hand");
    }
}
