//! Numbers of positions by outcome and remoteness.

use crate::value::{Remoteness, Verdict};

/// The numbers of positions by outcome and remoteness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Won positions, by remoteness.
    pub wins: Vec<u64>,
    /// Lost positions, by remoteness.
    pub losses: Vec<u64>,
    /// Number of drawn positions.
    pub draws: u64,
}

impl Histogram {
    /// Counts `count` more positions.
    pub fn add(&mut self, verdict: Verdict, count: u64) {
        let (column, Remoteness(r)) = match verdict {
            Verdict::Win(r) => (&mut self.wins, r),
            Verdict::Loss(r) => (&mut self.losses, r),
            Verdict::Draw => {
                self.draws += count;
                return;
            }
        };
        let r = r as usize;
        if column.len() <= r {
            column.resize(r + 1, 0);
        }
        column[r] += count;
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, other: &Self) {
        for (mine, other) in [(&mut self.wins, &other.wins), (&mut self.losses, &other.losses)] {
            mine.resize(mine.len().max(other.len()), 0);
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
        }
        self.draws += other.draws;
    }

    /// Returns the number of all positions.
    pub fn total(&self) -> u64 {
        self.won() + self.lost() + self.draws
    }

    /// Returns the number of won positions.
    pub fn won(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Returns the number of lost positions.
    pub fn lost(&self) -> u64 {
        self.losses.iter().sum()
    }

    /// Returns the largest remoteness of a won or lost position.
    pub fn max_remoteness(&self) -> Option<Remoteness> {
        let longest = self.wins.len().max(self.losses.len());
        longest.checked_sub(1).map(|r| Remoteness(r as u32))
    }
}
