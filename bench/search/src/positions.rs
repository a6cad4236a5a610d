//! Positions of connect four as sequences of columns, `4453`: read, and drawn at random from a fixed seed.

use grundy::Outcome;
use grundy::catalog::{Connect4, Discs};
use grundy::game::Game;
use grundy::text::TextGame;

/// A position, and the moves that lead to it: columns from 1, a digit each.
pub struct Line {
    pub text: String,
    pub position: Discs,
}

/// Reads a sequence of columns.
pub fn read(game: &Connect4, text: &str) -> Option<Line> {
    let mut position = game.start()?;
    for digit in text.bytes() {
        let column = digit.checked_sub(b'1')?;
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        position = moves.contains(&column).then(|| game.play(&position, &column))?;
    }
    Some(Line { text: text.to_owned(), position })
}

/// Draws `count` positions by random play, with a number of discs in `discs`. The game is not over, and no move ends
/// it.
pub fn random(game: &Connect4, count: usize, discs: std::ops::RangeInclusive<usize>, seed: u64) -> Vec<Line> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut lines = Vec::new();
    while lines.len() < count {
        let length = random.usize(discs.clone());
        lines.extend(play(game, length, &mut random));
    }
    lines
}

fn play(game: &Connect4, length: usize, random: &mut fastrand::Rng) -> Option<Line> {
    let mut position = game.start()?;
    let mut text = String::new();
    let mut moves = Vec::new();
    for _ in 0..length {
        moves.clear();
        game.moves(&position, &mut moves);
        let column = random.choice(&moves)?;
        position = game.play(&position, column);
        text.push(char::from(b'1' + column));
    }
    moves.clear();
    game.moves(&position, &mut moves);
    let ends = |column: &u8| {
        let mut replies = Vec::new();
        let option = game.play(&position, column);
        game.moves(&option, &mut replies);
        replies.is_empty() && game.terminal(&option) == Outcome::Loss
    };
    let is_open = !moves.is_empty() && !moves.iter().any(ends);
    is_open.then_some(Line { text, position })
}
