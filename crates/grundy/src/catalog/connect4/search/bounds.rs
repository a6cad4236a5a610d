//! Bounds of a position's score by a strategy that one player can follow to the end: to reply in the same column.
//!
//! Let an even number of cells be empty, with player A to move. If every column has an even number of empty cells, B
//! can answer each disc of A with a disc on top of it. Then A gets the *even* cells, from which an even number of cells
//! reach to the top, and B gets the *odd* cells (Allis's *claimeven*). If some columns have an odd number of empty
//! cells, there is an even number of such columns. B arranges them in pairs, and answers a disc in the lowest empty
//! cell of one column with a disc in the lowest empty cell of the other. So A can only ever get A's discs, the even
//! cells and the playable cells. If these contain no line, A does not win. If also B's discs and the odd cells that are
//! not playable contain a line, B wins in the end.
//!
//! Let an odd number of cells be empty, with A to move. Let exactly one column have an odd number of empty cells, and
//! let B have a threat in an even cell of that column. B answers in the same column until A must play right below the
//! threat. In all other columns A gets the even cells, and in that one the odd cells below the threat. If these and A's
//! discs contain no line, B wins, at the latest when only the cells above the threat are empty. This is Allis's odd
//! threat.
//!
//! After Allis 1988, chapters 3 and 4. Unlike his rules, these bounds need no list of the lines: each tests whether a
//! set of cells contains a line, in about a dozen operations.

use super::board::Board;
use super::score;

/// Returns a bound which proves that the score is less than `beta`, or at least `beta`; `None` if no strategy proves
/// either.
///
/// `own` are the discs of the player to move, who cannot win at once. `threats` are the cells with which the other
/// player completes a line.
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
        // The other player can reply in the same column.
        if beta < 0 || board.has_line(own | empty & board.even | playable) {
            None
        } else if beta > 0 {
            Some(0)
        } else {
            board.has_line(other | empty & board.odd & !playable).then_some(-1)
        }
    } else {
        // After a disc in a column with an odd number of empty cells, the player to move can reply in the same column.
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
