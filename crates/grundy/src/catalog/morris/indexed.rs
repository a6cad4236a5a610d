//! The indices of the positions of three men's morris: one phase for each number of men on the board, from none to all six.
//!
//! In a phase the player to move has *a* men and the other player *b*; b is a or a + 1. Index = (number of indices of
//! the earlier phases) + (rank of the men of the player who does not move, among the nine points) · C(9 − b, a) + (rank
//! of the men of the player to move, among the points that the others leave free). While men are placed, X moves if a =
//! b, otherwise O; when all are placed, an index stands for two positions.

use super::{MEN, NEIGHBOURS, POINTS, ThreeMensMorris, is_row};
use crate::catalog::grid::bits;
use crate::catalog::men::Men;
use crate::catalog::subsets::{choose, gather, rank, scatter, unrank};
use crate::game::{Index, Indexed, Player};

/// The men of the player to move and of the other one, in each phase.
const PHASES: [(u32, u32); 7] = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3)];

/// The number of indices of a row of a phase, and of all its rows.
fn size((own, other): (u32, u32)) -> (u64, u64) {
    let row = choose(9 - other, own);
    (row, choose(9, other) * row)
}

impl Indexed for ThreeMensMorris {
    fn indices(&self) -> u64 {
        PHASES.iter().map(|&men| size(men).1).sum()
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        let (own, other) = at.own_and_other();
        let men = (own.count_ones(), other.count_ones());
        let first: u64 = PHASES.iter().take_while(|&&phase| phase != men).map(|&phase| size(phase).1).sum();
        let places = gather(own.into(), (POINTS & !other).into());
        Some(Index(first + rank(other.into()) * size(men).0 + rank(places)))
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        let mut rest = index.0;
        for men in PHASES {
            let (row, all) = size(men);
            if rest >= all {
                rest -= all;
                continue;
            }
            let other = unrank(rest / row, men.1) as u32;
            let own = scatter(unrank(rest % row, men.0), (POINTS & !other).into()) as u32;
            return Some(if men.0 == men.1 {
                Men { x: own, o: other, mover: Player::Left }
            } else {
                Men { x: other, o: own, mover: Player::Right }
            });
        }
        None
    }

    fn is_shared(&self, index: Index) -> bool {
        index.0 >= PHASES[..6].iter().map(|&men| size(men).1).sum()
    }

    fn predecessors(&self, at: &Men, out: &mut Vec<Men>) {
        let (own, last) = at.own_and_other();
        // The game was over if the other player's men were in a row before the move.
        if is_row(own) {
            return;
        }
        let men = (own.count_ones(), last.count_ones());
        for to in bits(last.into()) {
            let others = last & !(1 << to);
            // A player with as many men as the other one moves after a placement, unless all men had been placed before.
            if PHASES.contains(&(men.1 - 1, men.0)) {
                out.push(at.before(others, own));
            }
            if men == (MEN, MEN) {
                let from = NEIGHBOURS[usize::from(to)] & POINTS & !(own | last);
                out.extend(bits(from.into()).map(|from| at.before(others | 1 << from, own)));
            }
        }
    }

    fn is_colour_symmetric(&self) -> bool {
        true
    }

    fn with_colours_exchanged(&self, at: &Men) -> Men {
        at.with_colours_exchanged()
    }
}
