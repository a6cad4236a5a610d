//! What is known of a position of dots and boxes without a search: bounds of its value, and guesses of how good its moves are.

use super::{DotsAndBoxes, DrawnLines};
use crate::game::{Game, Player};
use crate::value::{Remoteness, Verdict};

impl DotsAndBoxes {
    /// The numbers of boxes that lack one line, two, three and four.
    fn incomplete(&self, at: &DrawnLines) -> [u32; 4] {
        let [upper, lower] = [at.horizontal, at.horizontal >> (self.columns + 1)];
        let [left, right] = [at.vertical, at.vertical >> 1];
        let (two_across, one_across) = (upper & lower, upper ^ lower);
        let (two_down, one_down) = (left & right, left ^ right);
        let three = two_across & one_down | one_across & two_down;
        let one_or_three = one_across ^ one_down;
        let none = !(upper | lower | left | right);
        let [one, three, none] = [one_or_three & !three, three, none].map(|boxes| (boxes & self.boxes).count_ones());
        let complete = self.complete(at.horizontal, at.vertical);
        [three, self.box_count() - complete - one - three - none, one, none]
    }

    /// A guess of how good a move is: boxes for its player are good, boxes for the next player are bad if that is the opponent.
    pub(super) fn guess_of_move(&self, at: &DrawnLines, option: &DrawnLines) -> i32 {
        let (gained, next) = (at.lead.abs_diff(option.lead), self.incomplete(option)[0] as i32);
        if gained > 0 { 8 * i32::from(gained) + next } else { -next }
    }

    /// Bounds of a position's value: a line belongs to at most two boxes, and nobody can own more boxes than there are.
    pub(super) fn value_bounds(&self, at: &DrawnLines) -> [Verdict; 2] {
        let complete = self.complete(at.horizontal, at.vertical);
        if self.is_over(at, complete) {
            return [Verdict::terminal(self.terminal(at)); 2];
        }
        let left = (self.box_count() - complete) as i32;
        let lead = i32::from(if at.mover == Player::Left { at.lead } else { -at.lead });
        let incomplete = self.incomplete(at);
        // The least number of moves in which the player with this lead can win, whoever draws the lines. `None`: with all boxes that are
        // left, the player only reaches a draw.
        let moves = |lead: i32| {
            let boxes = (left - lead) / 2 + 1;
            let (mut wanted, mut lines) = (boxes as u32, 0);
            for (missing, count) in (1..).zip(incomplete) {
                let taken = count.min(wanted);
                wanted -= taken;
                lines += taken * missing;
            }
            (boxes <= left).then_some(Remoteness(lines.div_ceil(2)))
        };
        let worst = moves(-lead).map_or(Verdict::Draw, Verdict::Loss);
        let best = moves(lead).map_or(Verdict::Draw, Verdict::Win);
        [worst, best]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Tiered;
    use crate::limits::Limits;
    use crate::solve;
    use crate::text::{TextGame, WithoutText};
    use std::collections::BTreeSet;

    /// A better verdict has a larger rank.
    fn rank(verdict: Verdict) -> i64 {
        match verdict {
            Verdict::Win(Remoteness(moves)) => 1000 - i64::from(moves),
            Verdict::Draw => 0,
            Verdict::Loss(Remoteness(moves)) => i64::from(moves) - 1000,
        }
    }

    #[test]
    fn bounds_contain_the_value_of_every_position() {
        let mut exact = 0;
        for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
            let game = DotsAndBoxes::new(rows, columns).unwrap();
            let start = game.start().unwrap();
            let tiered = WithoutText(game.clone());
            let solved = solve::solve_tiered(&tiered, game.pack(&start), 0, &Limits::NONE).unwrap();
            let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
            while let Some(at) = open.pop() {
                let value = solved.verdict(game.tier(&at), game.pack(&TextGame::canonical(&game, &at))).unwrap();
                let [worst, best] = game.value_bounds(&at);
                assert!(
                    rank(worst) <= rank(value) && rank(value) <= rank(best),
                    "{at:?}: {worst:?} {value:?} {best:?}"
                );
                exact += usize::from(worst == best);
                let mut options = Vec::new();
                game.options(&at, &mut options);
                open.extend(options.into_iter().filter(|&option| seen.insert(option)));
            }
        }
        assert!(exact > 50, "{exact}");
    }

    #[test]
    fn a_gift_is_guessed_worse_than_a_gain() {
        let game = DotsAndBoxes::new(1, 2).unwrap();
        let at = |lead, horizontal, vertical, mover| DrawnLines { horizontal, vertical, lead, mover };
        // The left box has two lines; then a third one, as a gift; then the fourth.
        let (two, three) = (at(0, 0b1001, 0, Player::Left), at(0, 0b1001, 0b1, Player::Right));
        let elsewhere = at(0, 0b1011, 0, Player::Right);
        assert_eq!([three, elsewhere].map(|option| game.guess_of_move(&two, &option)), [-1, 0]);
        let four = at(-1, 0b1001, 0b11, Player::Right);
        assert_eq!(game.guess_of_move(&three, &four), 8);
    }
}
