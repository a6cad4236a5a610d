//! The recursive search, which decides whether a position's score is at least a given number.
//!
//! Every search has a window of one score, so its result is a lower or an upper bound of the score. Before the search
//! expands a position, it tries the following steps, the cheapest first.
//!
//! 1. If the other player threatens to complete a line at once, the player to move must take that cell; two such cells
//!    lose. A move right below a threat of the other player is not tried.
//! 2. The least number of moves in which a player can complete a line bounds the score.
//! 3. The transposition table may have a sufficient bound.
//! 4. The strategy of replies in the same column may prove a sufficient bound (`bounds.rs`).
//! 5. A move wins if it makes two threats that the other player cannot both stop.
//! 6. The table may have a sufficient bound for the option of some move.
//!
//! Moves are tried in descending order of the number of threats that the player then has. A threat right above the disc
//! counts half, since the other player can take that cell at once. Moves with equally many threats are tried from the
//! middle outwards. Steps 1 to 3 and the order by threats are those of Pons, "Solving Connect 4: how to build a perfect
//! AI"; 4 is after Allis 1988. With the history heuristic of Tromp's "Fhourstones", which orders moves by counters of
//! earlier refutations, the search visited 1.7 times as many positions.

use super::board::{Board, MAX_COLUMNS};
use super::bounds::by_following;
use super::control::{Cancelled, Control};
use super::score::of_win;
use super::table::{ScoreRange, Table};
use arrayvec::ArrayVec;

/// Positions with fewer empty cells are not stored: searching them again is faster than looking them up.
const MIN_STORED_CELLS: i32 = 8;

/// In positions with fewer empty cells, the options are not looked up before they are searched.
const MIN_LOOKED_AHEAD_CELLS: i32 = 14;

/// Positions with fewer discs share one entry with their mirror image.
const MIRRORED_BELOW: i32 = 16;

/// Threads do not mark positions with fewer empty cells as being searched.
const MIN_SHARED_CELLS: i32 = 14;

/// The first move, counted from 0, that a thread defers if another thread is searching it. An earlier move is likely to
/// refute the position, and then searching the later moves first would be wasted work.
const FIRST_DEFERRED: usize = 2;

/// A position in which the player to move cannot complete a line at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The discs of the player to move.
    pub(super) own: u64,
    /// All discs.
    pub(super) discs: u64,
    /// Number of discs.
    pub(super) count: i32,
    /// The cells, taken or not, that complete a line of the other player.
    pub(super) threats: u64,
}

/// A move to try.
#[derive(Clone, Copy)]
struct Candidate {
    weight: u32,
    cell: u64,
    /// The cells, taken or not, that complete a line of the player after this move.
    completing: u64,
}

/// One thread of a search.
pub(super) struct Worker<'a, const STRIDE: u32> {
    board: &'a Board<STRIDE>,
    table: &'a Table,
    control: &'a Control<'a>,
    columns: ArrayVec<u64, MAX_COLUMNS>,
    /// Whether other threads search the same root position.
    is_shared: bool,
    /// Number of positions until the limits are checked.
    until_check: u64,
}

impl<'a, const STRIDE: u32> Worker<'a, STRIDE> {
    /// Creates a worker. All workers try columns in the same order. If workers ordered columns at the same distance
    /// from the middle differently, two threads would search mirror images of the same positions.
    pub(super) fn new(board: &'a Board<STRIDE>, table: &'a Table, control: &'a Control<'a>, is_shared: bool) -> Self {
        let columns = board.columns_from_middle();
        Self { board, table, control, columns, is_shared, until_check: Control::INTERVAL }
    }

    /// Number of positions since the last check.
    pub(super) fn uncounted(&self) -> u64 {
        Control::INTERVAL - self.until_check
    }

    /// Returns a bound of the score of `at`: a lower bound if it is at least `beta`, otherwise an upper bound.
    pub(super) fn search(&mut self, at: Node, beta: i32) -> Result<i32, Cancelled> {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = Control::INTERVAL;
            self.control.check()?;
        }
        let board = self.board;
        let Node { own, discs, count, threats } = at;
        let playable = board.playable(discs);
        let forced = playable & threats;
        if forced & forced.wrapping_sub(1) != 0 {
            return Ok(-of_win(board.cells, count + 2));
        }
        let moves = if forced == 0 { playable } else { forced } & !(threats >> 1);
        if moves == 0 {
            return Ok(-of_win(board.cells, count + 2));
        }
        let empty_cells = board.cells - count;
        if empty_cells <= 2 {
            return Ok(0);
        }
        let lower = if empty_cells < 4 { 0 } else { -of_win(board.cells, count + 4) };
        let upper = of_win(board.cells, count + 3);
        if beta <= lower {
            return Ok(lower);
        }
        if beta > upper {
            return Ok(upper);
        }
        let mut range = ScoreRange { lower, upper };
        let is_stored = empty_cells >= MIN_STORED_CELLS;
        let key = self.stored_key(own, discs, count);
        if is_stored && let Some(stored) = self.table.get(key) {
            range = ScoreRange { lower: lower.max(stored.lower), upper: upper.min(stored.upper) };
            if beta <= range.lower {
                return Ok(range.lower);
            }
            if beta > range.upper {
                return Ok(range.upper);
            }
        }
        if let Some(bound) = by_following(board, own, discs, threats, empty_cells, beta) {
            return Ok(bound);
        }
        let Some(candidates) = self.candidates(own, discs, moves) else {
            return Ok(upper);
        };
        if empty_cells >= MIN_LOOKED_AHEAD_CELLS
            && let Some(bound) = self.stored_refutation(at, &candidates, beta)
        {
            return Ok(bound);
        }
        let best = self.best(at, &candidates, beta)?.clamp(range.lower, range.upper);
        if is_stored {
            if best >= beta {
                range.lower = best;
            } else {
                range.upper = best;
            }
            self.table.put(key, range);
        }
        Ok(best)
    }

    /// The moves in the order in which they are tried; `None` if one of them makes two threats and wins.
    #[inline(always)]
    fn candidates(&self, own: u64, discs: u64, moves: u64) -> Option<ArrayVec<Candidate, MAX_COLUMNS>> {
        let mut candidates = ArrayVec::<Candidate, MAX_COLUMNS>::new();
        for column in &self.columns {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let completing = self.board.completing(own | cell);
            let open = completing & !(discs | cell);
            let at_once = open & self.board.playable(discs | cell);
            if at_once != 0 && (at_once & (at_once - 1) != 0 || at_once & open >> 1 != 0) {
                return None;
            }
            let weight = 2 * open.count_ones() - u32::from(open & cell << 1 != 0);
            let mut place = candidates.len();
            candidates.push(Candidate { weight, cell, completing });
            while place > 0 && candidates[place - 1].weight < weight {
                candidates.swap(place - 1, place);
                place -= 1;
            }
        }
        Some(candidates)
    }

    /// A lower bound of the score that is at least `beta`, if the table has one for the option of some move.
    #[inline(always)]
    fn stored_refutation(&self, at: Node, candidates: &[Candidate], beta: i32) -> Option<i32> {
        let bound = |tried: &Candidate| {
            let key = self.stored_key(at.own ^ at.discs, at.discs | tried.cell, at.count + 1);
            Some(-self.table.get(key)?.upper).filter(|&bound| bound >= beta)
        };
        candidates.iter().find_map(bound)
    }

    /// The key of a position in the table.
    #[inline(always)]
    fn stored_key(&self, own: u64, discs: u64, count: i32) -> u64 {
        let key = self.board.key(own, discs);
        if count < MIRRORED_BELOW { key.min(self.board.mirror(key)) } else { key }
    }

    /// The best score among the moves, or the first that is at least `beta`.
    #[inline(always)]
    fn best(&mut self, at: Node, candidates: &[Candidate], beta: i32) -> Result<i32, Cancelled> {
        let own = at.own ^ at.discs;
        let option = |tried: &Candidate| Node {
            own,
            discs: at.discs | tried.cell,
            count: at.count + 1,
            threats: tried.completing,
        };
        let is_shared = self.is_shared && self.board.cells - at.count >= MIN_SHARED_CELLS;
        let mut deferred = ArrayVec::<&Candidate, MAX_COLUMNS>::new();
        let mut best = i32::MIN;
        for (i, tried) in candidates.iter().enumerate() {
            let option = option(tried);
            // After Kerrigan's "simplified ABDADA": moves that another thread is searching are deferred until the
            // others are done.
            let key = self.board.key(option.own, option.discs);
            if is_shared && i >= FIRST_DEFERRED && !self.control.enter(key) {
                deferred.push(tried);
                continue;
            }
            let score = -self.search(option, 1 - beta)?;
            if is_shared && i >= FIRST_DEFERRED {
                self.control.leave(key);
            }
            best = best.max(score);
            if best >= beta {
                return Ok(best);
            }
        }
        for tried in deferred {
            best = best.max(-self.search(option(tried), 1 - beta)?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}
