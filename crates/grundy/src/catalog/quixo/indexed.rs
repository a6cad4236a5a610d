//! The indices of Quixo's positions, and the moves from and to an index, line by line.
//!
//! A cube is a digit to base 3: 0 blank, 1 the mark of the player to move, 2 the other player's mark. The index of a
//! position is Σ digit · 3^cell, so that its rows are digits to base 3^N, the top row lowest.
//!
//! A move changes one line, a row or a column, and then the turn passes: ones become twos. The results of a move on a
//! line, and the lines that it may have been made from, depend only on the line's code (its N digits), so tables of 2N
//! lines by 3^N codes hold both. The codes of the columns come from those of the rows by adding words: row *r* adds its
//! digit in column *c*, times 3^r, to byte *c*; two more bytes are the diagonals. The predecessors of *q* are *q* with
//! the colours exchanged and one line replaced: an index plus an entry of a table. No cube is pushed.
//!
//! Moves along different lines lead to the same position only if they change no cube, or only one: a blank cube at the
//! crossing of a row and a column that becomes the mover's mark. One flag bit for each such case removes these
//! duplicates.

use crate::game::{Index, InitialState};
use crate::value::Outcome;

/// The longest side of a board whose positions have indices: 3^25 are too many for five by five.
const MAX_SIDE: usize = 4;

/// The most codes from which a move leads to one code of a line: two ends, three cubes that were taken, each blank or a
/// mark.
const MAX_LINE_PREDECESSORS: usize = 12;

/// The most predecessors of an index: those of each line, and one cell each of the columns.
const MAX_PREDECESSORS: usize = 2 * MAX_SIDE * MAX_LINE_PREDECESSORS + MAX_SIDE * MAX_SIDE + 1;

/// Flag in [`IndexTables::after`] and [`Before::flags`]: the move that changes nothing.
const SAME: u32 = 1 << 16;
/// Flag: the line is full of marks of the player to move.
const OWN: u32 = 1 << 17;
/// Flag: the line is full of marks of the other player.
const OTHER: u32 = 1 << 18;
/// The lowest bit, in [`IndexTables::after`], of the number of codes that moves lead to and that differ in several cubes.
const COUNT: u32 = 20;

/// The tables of one size of board.
#[derive(Clone, Debug)]
pub(super) struct IndexTables {
    pub(super) side: usize,
    /// The code of each row after the turn has passed.
    turned: Vec<u8>,
    /// For each row and code, the summand for the codes of the columns and diagonals.
    spread: Vec<[u64; 1 << 7]>,
    /// The moves from the rows, the columns and the two diagonals, by code.
    after: Vec<[u32; 1 << 7]>,
    /// The moves to the rows and the columns, by code.
    before: Vec<Vec<Before>>,
    /// The differences that moves add to the index with the colours exchanged, for the rows and the columns, by code.
    moved: Vec<Vec<Vec<i32>>>,
}

/// The states of a line before a move, as differences of indices.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Before {
    /// The differences; on columns only those of moves that change several cubes.
    differences: [i32; MAX_LINE_PREDECESSORS],
    count: u32,
    /// The cells that a move may have changed alone, and [`SAME`], [`OWN`], [`OTHER`].
    flags: u32,
}

/// The digits of a line from its code.
fn digits(code: usize, side: usize) -> Vec<u8> {
    (0..side).map(|i| (code / 3usize.pow(i as u32) % 3) as u8).collect()
}

fn code(digits: &[u8]) -> usize {
    digits.iter().rev().fold(0, |code, &digit| 3 * code + usize::from(digit))
}

/// The codes that moves on a line lead to, some repeated. If `border` is set, all its cubes may be taken.
fn pushes(line: &[u8], border: bool) -> Vec<Vec<u8>> {
    let end = line.len() - 1;
    let mut after = Vec::new();
    for taken in (0..=end).filter(|&taken| (border || taken == 0 || taken == end) && line[taken] != 2) {
        for pushed in [0, end].into_iter().filter(|&pushed| pushed != taken) {
            let mut line = line.to_vec();
            line.remove(taken);
            line.insert(pushed, 1);
            after.push(line);
        }
    }
    after
}

impl IndexTables {
    /// The tables for a board; `None` if it has too many positions.
    pub(super) fn new(side: usize) -> Option<Self> {
        if side > MAX_SIDE {
            return None;
        }
        let codes = 3usize.pow(side as u32);
        let all: Vec<Vec<u8>> = (0..codes).map(|code| digits(code, side)).collect();
        let exchanged = |line: &[u8]| line.iter().map(|&digit| (3 - digit) % 3).collect::<Vec<_>>();
        let mut spread = vec![[0; 1 << 7]; side];
        for (row, table) in spread.iter_mut().enumerate() {
            for (entry, line) in table.iter_mut().zip(&all) {
                let weight = 3u64.pow(row as u32);
                let places = (0..side).chain([row, side - 1 - row]);
                *entry = (0..).zip(places).map(|(byte, at)| (u64::from(line[at]) * weight) << (8 * byte)).sum();
            }
        }
        let full = |line: &[u8]| match line {
            line if line.iter().all(|&digit| digit == 1) => OWN,
            line if line.iter().all(|&digit| digit == 2) => OTHER,
            _ => 0,
        };
        let mut after = vec![[0; 1 << 7]; 2 * side + 2];
        let mut before = vec![vec![Before::default(); codes]; 2 * side];
        let mut moved = vec![vec![Vec::new(); codes]; 2 * side];
        for (line_number, after) in after.iter_mut().enumerate() {
            for (entry, line) in after.iter_mut().zip(&all) {
                *entry = full(line);
            }
            if line_number >= 2 * side {
                continue;
            }
            let (column, place) = (line_number >= side, line_number % side);
            let cell = |i: usize| if column { side * i + place } else { side * place + i };
            for (entry, line) in before[line_number].iter_mut().zip(&all) {
                entry.flags = full(line);
            }
            for (from, line) in all.iter().enumerate() {
                let mut pushed: Vec<usize> =
                    pushes(line, place == 0 || place == side - 1).iter().map(|line| code(line)).collect();
                pushed.sort_unstable();
                pushed.dedup();
                for to in pushed {
                    let number = |line: &[u8]| {
                        let digits = exchanged(line);
                        (0..side).map(|i| i32::from(digits[i]) * 3i32.pow(cell(i) as u32)).sum::<i32>()
                    };
                    moved[line_number][from].push(number(&all[to]) - number(line));
                    let changed: Vec<usize> = (0..side).filter(|&i| line[i] != all[to][i]).collect();
                    let flag = match changed[..] {
                        [] => SAME,
                        [i] => 1 << cell(i),
                        _ => 0,
                    };
                    after[from] = if flag == 0 { after[from] + (1 << COUNT) } else { after[from] | flag };
                    if full(line) == 0 {
                        let entry = &mut before[line_number][to];
                        entry.flags |= flag;
                        if flag != SAME && !(column && flag != 0) {
                            let difference =
                                |&i: &usize| (i32::from(line[i]) - i32::from(all[to][i])) * 3i32.pow(cell(i) as u32);
                            entry.differences[entry.count as usize] = changed.iter().map(difference).sum();
                            entry.count += 1;
                        }
                    }
                }
            }
        }
        let turned = all.iter().map(|line| code(&exchanged(line)) as u8).collect();
        Some(Self { side, turned, spread, after, before, moved })
    }

    /// [`crate::game::Indexed::initial_states`] for this size of board.
    pub(super) fn initial_states<const SIDE: usize>(&self, first: Index, out: &mut [InitialState]) {
        let codes = const { 3usize.pow(SIDE as u32) };
        let (mut low, mut high) = (first.0 as usize % codes, first.0 as usize / codes);
        let mut rest = out;
        while !rest.is_empty() {
            let (run, others) = rest.split_at_mut(rest.len().min(codes - low));
            // The rows except the top one.
            let (mut columns, mut flags, mut count, mut rows) = (0, 0, 0, high);
            for row in 1..SIDE {
                let code = rows % codes;
                rows /= codes;
                columns += self.spread[row][code];
                let entry = self.after[row][code];
                flags |= entry;
                count += entry >> COUNT;
            }
            for (code, state) in (low..).zip(run) {
                let columns = columns + self.spread[0][code];
                let entry = self.after[0][code];
                let (mut flags, mut count) = (flags | entry, count + (entry >> COUNT));
                for line in 0..SIDE + 2 {
                    let entry = self.after[SIDE + line][(columns >> (8 * line)) as usize & 0x7f];
                    flags |= entry;
                    count += entry >> COUNT;
                }
                let all = count + (flags & (2 * SAME - 1)).count_ones();
                *state = if flags & OWN != 0 {
                    InitialState::Terminal(Outcome::Win)
                } else if flags & OTHER != 0 || all == 0 {
                    InitialState::Terminal(Outcome::Loss)
                } else {
                    InitialState::Open(all)
                };
            }
            rest = others;
            (low, high) = (0, high + 1);
        }
    }

    /// [`crate::game::Indexed::options_by_index`] for this size of board.
    pub(super) fn options<const SIDE: usize>(&self, of: Index, out: &mut Vec<Index>) -> u32 {
        let mut state = [InitialState::Unused];
        self.initial_states::<SIDE>(of, &mut state);
        let [InitialState::Open(count)] = state else { return 0 };
        let codes = const { 3usize.pow(SIDE as u32) };
        let (mut rest, mut number, mut weight, mut columns) = (of.0 as usize, 0, 1, 0);
        let mut rows = [0; SIDE];
        for (row, slot) in rows.iter_mut().enumerate() {
            *slot = rest % codes;
            rest /= codes;
            number += weight * u32::from(self.turned[*slot]);
            weight *= codes as u32;
            columns += self.spread[row][*slot];
        }
        let column = |i: usize| (columns >> (8 * i)) as usize & 0x7f;
        let lines = (0..SIDE).map(|i| (i, rows[i])).chain((0..SIDE).map(|i| (SIDE + i, column(i))));
        for (line, code) in lines {
            out.extend(self.moved[line][code].iter().map(|&more| Index(number.wrapping_add_signed(more).into())));
        }
        count
    }

    /// [`crate::game::Indexed::predecessors_by_index`] for this size of board.
    pub(super) fn predecessors<const SIDE: usize>(&self, of: &[Index], out: &mut Vec<Index>) {
        let codes = const { 3usize.pow(SIDE as u32) };
        // Collected as 4 bytes each: writing 8 bytes into `out`, filled with zeros first, took a tenth more time.
        let mut found = [0; 1024];
        let mut end = 0;
        for index in of {
            if end > found.len() - MAX_PREDECESSORS {
                out.extend(found[..end].iter().map(|&number| Index(number.into())));
                end = 0;
            }
            // The position with the colours exchanged: its index, and the codes of its rows, columns and diagonals.
            let (mut rest, mut number, mut weight, mut columns) = (index.0 as usize, 0, 1, 0);
            let mut rows = [0; SIDE];
            for (row, slot) in rows.iter_mut().enumerate() {
                *slot = usize::from(self.turned[rest % codes]);
                rest /= codes;
                number += weight * *slot as u32;
                weight *= codes as u32;
                columns += self.spread[row][*slot];
            }
            let code = |line: usize| (columns >> (8 * line)) as usize & 0x7f;
            let row: [&Before; SIDE] = std::array::from_fn(|i| &self.before[i][rows[i]]);
            let column: [&Before; SIDE] = std::array::from_fn(|i| &self.before[SIDE + i][code(i)]);
            // A position with a full line is over, so no move can have been made from one: the last move must have
            // changed every full line.
            let of_lines = |lines: [&Before; SIDE]| lines.iter().fold(0, |flags, line| flags | line.flags);
            let fulls = |lines: [&Before; SIDE]| lines.iter().filter(|line| line.flags & (OWN | OTHER) != 0).count();
            let (of_rows, of_columns) = (of_lines(row), of_lines(column));
            let diagonals = self.after[2 * SIDE][code(SIDE)] | self.after[2 * SIDE + 1][code(SIDE + 1)];
            let full = (of_rows | of_columns | diagonals) & (OWN | OTHER) != 0;
            let (full_rows, full_columns) = if full { (fulls(row), fulls(column)) } else { (0, 0) };
            let mut emit = |line: &Before, parallels: usize| {
                let others = parallels - usize::from(parallels > 0 && line.flags & (OWN | OTHER) != 0);
                // All entries of the table's row are copied, whatever its length, so that the processor need not
                // predict the length.
                for (slot, difference) in found[end..end + MAX_LINE_PREDECESSORS].iter_mut().zip(line.differences) {
                    *slot = number.wrapping_add_signed(difference);
                }
                end += if others == 0 { line.count as usize } else { 0 };
            };
            row.iter().for_each(|line| emit(line, full_rows));
            column.iter().for_each(|line| emit(line, full_columns));
            let mut cells = of_columns & !of_rows & (SAME - 1);
            if full {
                // Only a move through the only full line breaks it, so the duplicates of rows and columns need not be
                // removed.
                cells = of_columns & (SAME - 1);
                for line in
                    row.iter().filter(|line| full_rows == 0 || full_rows == 1 && line.flags & (OWN | OTHER) != 0)
                {
                    cells &= !line.flags;
                }
                if full_columns > 0 {
                    cells &= match full_columns {
                        1 => column.iter().find(|line| line.flags & (OWN | OTHER) != 0).map_or(0, |line| line.flags),
                        _ => 0,
                    };
                }
            } else if (of_rows | of_columns) & SAME != 0 {
                found[end] = number;
                end += 1;
            }
            while cells != 0 {
                found[end] = number - POWERS[cells.trailing_zeros() as usize];
                end += 1;
                cells &= cells - 1;
            }
        }
        out.extend(found[..end].iter().map(|&number| Index(number.into())));
    }
}

/// The powers of 3.
pub(super) const POWERS: [u32; 16] = {
    let mut powers = [1; 16];
    let mut i = 1;
    while i < 16 {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};
