//! The statements of the `!` or the `@` lines of a file, 12 bytes for each line.

use crate::game::Player;
use crate::graph::Vertex;
use crate::value::Outcome;

/// The outcomes that a line can give, by their code.
pub(super) const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Loss, Outcome::Draw];

/// The players that a line can name, by their code.
pub(super) const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// The words of [`OUTCOMES`].
pub(super) const OUTCOME_WORDS: [&str; 3] = ["win", "loss", "draw"];

/// The words of [`PLAYERS`].
pub(super) const PLAYER_WORDS: [&str; 2] = ["left", "right"];

/// Statements about vertices: each has a code below 4.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// The vertex; the line's number in 62 bits and the code in 2, split into two halves.
    lines: Vec<(Vertex, [u32; 2])>,
}

/// Two statements that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) vertex: Vertex,
    pub(super) line: u64,
    pub(super) before: u64,
}

impl Statements {
    pub(super) fn push(&mut self, vertex: Vertex, line: u64, code: usize) {
        let word = line << 2 | code as u64;
        self.lines.push((vertex, [(word >> 32) as u32, word as u32]));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of::<(Vertex, [u32; 2])>() * self.lines.capacity()) as u64
    }

    /// Keeps the first statement for each vertex, in the order of the vertices. The error is a contradiction.
    pub(super) fn sort_and_dedup(&mut self) -> Result<(), Contradiction> {
        self.lines.sort_unstable();
        for pair in self.lines.windows(2) {
            let ((vertex, before, one), (next, line, other)) = (read(pair[0]), read(pair[1]));
            if vertex == next && one != other {
                return Err(Contradiction { vertex, line, before });
            }
        }
        self.lines.dedup_by_key(|statement| statement.0);
        Ok(())
    }

    /// Vertex, line and code of each statement.
    pub(super) fn all(&self) -> impl Iterator<Item = (Vertex, u64, usize)> + '_ {
        self.lines.iter().map(|&statement| read(statement))
    }
}

fn read((vertex, [high, low]): (Vertex, [u32; 2])) -> (Vertex, u64, usize) {
    let word = u64::from(high) << 32 | u64::from(low);
    (vertex, word >> 2, (word & 3) as usize)
}
