//! The parameters of a game: what stands after the colon, as in `mnk:4,3,3`.

use super::grid::WrongBoard;
use super::text;
use crate::text::ParseError;
use dashu_int::UBig;
use std::ops::Range;

/// The text of a game, and where its parameters begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters<'t> {
    game: &'t str,
    from: usize,
}

impl<'t> Parameters<'t> {
    /// The parameters after the first `from` bytes of `game`.
    pub(super) fn new(game: &'t str, from: usize) -> Self {
        Self { game, from: from.min(game.len()) }
    }

    /// The game with its parameters, as it was typed.
    pub(super) fn game(&self) -> &'t str {
        self.game
    }

    /// The parameters alone.
    pub(super) fn text(&self) -> &'t str {
        &self.game[self.from..]
    }

    /// The bytes of the parameters in the text of the game.
    pub(super) fn at(&self) -> Range<usize> {
        self.from..self.game.len()
    }

    /// An error of the parameters.
    pub(super) fn error(&self, message: impl Into<String>, help: impl Into<String>) -> ParseError {
        ParseError { at: self.at(), message: message.into(), help: help.into() }
    }

    /// The parameter of a game that has one, a whole number; `what` it is the number of, for the error.
    pub(super) fn number(&self, what: &str) -> Result<UBig, ParseError> {
        text::number(self.at(), self.text(), what)
    }

    /// The parameters of a game that has a fixed number of whole numbers with a sign between them; `form` is how one types
    /// them, for the error. A number beyond 64 bits counts as the largest one: no game takes either.
    pub(super) fn sizes<const N: usize>(&self, between: char, form: &str) -> Result<[u64; N], ParseError> {
        let help = format!("write {form}");
        let count = self.text().split(between).count();
        if count != N {
            let what = if N == 1 { "one number".to_owned() } else { format!("{N} numbers with `{between}` between") };
            return Err(self.error(format!("`{}` is not {what}", self.text()), help));
        }
        let mut numbers = [0; N];
        let mut at = self.from;
        for (slot, word) in numbers.iter_mut().zip(self.text().split(between)) {
            let number = text::number(at..at + word.len(), word, "a size");
            let number = number.map_err(|wrong| ParseError { help: help.clone(), ..wrong })?;
            *slot = u64::try_from(number).unwrap_or(u64::MAX);
            at += word.len() + between.len_utf8();
        }
        Ok(numbers)
    }

    /// The error of sizes that no board of the game has; `sizes` says which there are.
    pub(super) fn wrong_board(&self, wrong: WrongBoard, sizes: &str) -> ParseError {
        let help = match wrong {
            WrongBoard::Empty => "each size is at least 1",
            WrongBoard::TooSmall { .. } | WrongBoard::TooLarge { .. } => sizes,
        };
        self.error(wrong.to_string(), help)
    }
}
