//! Bounds of a position's score by a strategy that one player can follow to the end: answer in the same column.
//!
//! Let an even number of cells be empty, with player A to move. If every column has an even number of empty cells, B
//! can answer each disc of A with a disc on top of it: A gets the cells from which an even number of cells reach to the
//! top, and B gets the others (Allis's *claimeven*). If some columns have an odd number, their number is even; B joins
//! them in pairs, and answers a disc in the lowest empty cell of one with a disc in the lowest empty cell of the other.
//! So all that A can ever get is among A's discs, the even cells and the playable cells. Without a line there, A does
//! not win. If also B's discs and the odd cells that are not playable have a line, B wins in the end.
//!
//! Let an odd number of cells be empty, with A to move, and one column of an odd number of empty cells, in which B has
//! a threat in an even cell. B answers in the same column until A must play below the threat. In all other columns A
//! gets the even cells, and in that one the odd cells below the threat. Without a line there, B wins, at the latest
//! when only the cells above the threat are empty. This is Allis's odd threat.
//!
//! After Allis 1988, chapters 3 and 4. Unlike his rules these need no list of the lines: the bounds are tests of a set
//! of cells for a line, a dozen operations each.

use super::board::Board;
use super::score;

/// Returns the bound of the score that shows it to be less than `beta`, or at least `beta`; `None` if none does.
///
/// `own` are the discs of the player to move, who cannot win at once; `threats` the cells with which the other player
/// completes a line.
#[inline(always)]
pub(super) fn by_following<const STRIDE: u32>(
    board: &Board<STRIDE>,
    own: u64,
    discs: u64,
    threats: u64,
    empty_cells: i32,
    beta: i32,
) -> Option<i32> {
    let other = own ^ discs;
    let empty = board.all & !discs;
    let playable = board.playable(discs);
    if empty_cells % 2 == 0 {
        // The other player can follow.
        if beta < 0 || board.has_line(own | empty & board.even | playable) {
            None
        } else if beta > 0 {
            Some(0)
        } else {
            board.has_line(other | empty & board.odd & !playable).then_some(-1)
        }
    } else {
        // After a disc in a column of an odd number of empty cells, the player to move can follow.
        if beta <= 0 && !board.has_line(other | empty & board.even | playable) {
            return Some(0);
        }
        let odd_column = playable & board.odd;
        if odd_column & (odd_column - 1) != 0 {
            return None;
        }
        let column = board.column_of(odd_column) & empty;
        let threat = lowest(column & board.even & threats);
        if threat == 0 {
            return None;
        }
        let above = (column & !(threat | (threat - 1))).count_ones() as i32;
        let bound = -score::of_win(board.cells, board.cells - above);
        let below = column & (threat - 1);
        let reached = own | empty & board.even & !column | below & board.odd;
        (bound < beta && !board.has_line(reached)).then_some(bound)
    }
}

fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}
