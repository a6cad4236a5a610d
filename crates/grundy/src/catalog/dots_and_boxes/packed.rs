//! Positions of dots and boxes as words: the player to move, the difference of the boxes, and a bit for each line.

use super::{DotsAndBoxes, DrawnLines};
use crate::catalog::grid::bits;
use crate::game::{Player, Tiered, TieredBlock, TieredOption};

impl DotsAndBoxes {
    /// The number of lines of the board.
    pub(super) fn line_count(&self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// The number of bits of the difference of the boxes, which is added to the number of boxes.
    fn lead_bits(&self) -> u32 {
        u32::BITS - (2 * self.box_count()).leading_zeros()
    }

    /// Whether every position fits in a word.
    pub(super) fn fits_in_a_word(&self) -> bool {
        self.line_count() + self.lead_bits() < u64::BITS
    }

    /// The bits of the player and the difference of the boxes.
    fn low_bits(&self, at: &DrawnLines) -> u64 {
        let lead = (i32::from(at.lead) + self.box_count() as i32) as u64;
        lead << 1 | u64::from(at.mover == Player::Right)
    }
}

impl Tiered for DotsAndBoxes {
    /// The rows of horizontal and of vertical lines alternate, as in the text.
    fn pack(&self, at: &DrawnLines) -> u64 {
        let (columns, stride) = (self.columns, self.columns + 1);
        let (mut lines, mut from) = (0, 0);
        for row in 0..=self.rows {
            lines |= (at.horizontal >> (row * stride) & (u64::MAX >> (64 - columns))) << from;
            from += columns;
            if row < self.rows {
                lines |= (at.vertical >> (row * stride) & (u64::MAX >> (64 - stride))) << from;
                from += stride;
            }
        }
        lines << (self.lead_bits() + 1) | self.low_bits(at)
    }

    fn unpack(&self, word: u64) -> DrawnLines {
        let (columns, stride) = (self.columns, self.columns + 1);
        let lead_bits = self.lead_bits();
        let lead = (word >> 1 & (u64::MAX >> (64 - lead_bits))) as i32 - self.box_count() as i32;
        let mover = if word & 1 == 0 { Player::Left } else { Player::Right };
        let mut at = DrawnLines { horizontal: 0, vertical: 0, lead: lead as i8, mover };
        let mut lines = word >> (lead_bits + 1);
        for row in 0..=self.rows {
            at.horizontal |= (lines & (u64::MAX >> (64 - columns))) << (row * stride);
            lines >>= columns;
            if row < self.rows {
                at.vertical |= (lines & (u64::MAX >> (64 - stride))) << (row * stride);
                lines >>= stride;
            }
        }
        at
    }

    /// The number of lines that are drawn.
    fn tier(&self, at: &DrawnLines) -> u32 {
        at.horizontal.count_ones() + at.vertical.count_ones()
    }

    fn bits(&self) -> u32 {
        self.line_count() + self.lead_bits() + 1
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        let (columns, stride, low) = (self.columns, self.columns + 1, self.lead_bits() + 1);
        for &word in words {
            let at = self.unpack(word);
            let complete = self.complete(at.horizontal, at.vertical);
            if self.is_over(&at, complete) {
                out.push_terminal(crate::game::Game::terminal(self, &at));
                continue;
            }
            let lines = word >> low << low;
            let mut push = |after: &DrawnLines, line: u32| {
                out.push_option(TieredOption {
                    tier: tier + 1,
                    moves_again: after.mover == at.mover,
                    word: lines | 1 << (line + low) | self.low_bits(after),
                });
            };
            // The place of a line among all lines, row by row.
            let place = |dot: u32| dot / stride * (columns + stride) + dot % stride;
            for dot in bits(self.horizontal & !at.horizontal) {
                push(&self.after(&at, at.horizontal | 1 << dot, at.vertical, complete), place(dot.into()));
            }
            for dot in bits(self.vertical & !at.vertical) {
                push(&self.after(&at, at.horizontal, at.vertical | 1 << dot, complete), place(dot.into()) + columns);
            }
            out.close();
        }
    }
}
