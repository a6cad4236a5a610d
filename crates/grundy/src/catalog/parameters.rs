//! The parameters of a game: the text after the colon, as in `mnk:4,3,3`.

use super::grid::BoardSizeError;
use super::text;
use crate::text::ParseError;
use dashu_int::UBig;
use std::ops::Range;

/// The text of a game, and the place at which its parameters begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters<'t> {
    game: &'t str,
    from: usize,
}

impl<'t> Parameters<'t> {
    /// The parameters of `game` from byte `from` on.
    pub(super) fn new(game: &'t str, from: usize) -> Self {
        Self { game, from: from.min(game.len()) }
    }

    /// The game with its parameters, as the user typed it.
    pub(super) fn game(&self) -> &'t str {
        self.game
    }

    /// The parameters without the name.
    pub(super) fn text(&self) -> &'t str {
        &self.game[self.from..]
    }

    /// The byte range of the parameters in the text of the game.
    pub(super) fn at(&self) -> Range<usize> {
        self.from..self.game.len()
    }

    /// The error about the parameters.
    pub(super) fn error(&self, message: impl Into<String>, help: impl Into<String>) -> ParseError {
        ParseError { at: self.at(), message: message.into(), help: help.into() }
    }

    /// The only parameter of a game, a whole number; `what` names the number in errors.
    pub(super) fn number(&self, what: &str) -> Result<UBig, ParseError> {
        text::number(self.at(), self.text(), what)
    }

    /// The parameters of a game that has a fixed number of whole numbers, separated by `between`; `form` is the
    /// expected form, for errors. A number beyond 64 bits becomes the largest 64-bit number: no game accepts either.
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

    /// The error about a board size that the game does not have; `sizes` states the sizes that it has.
    pub(super) fn board_size_error(&self, wrong: BoardSizeError, sizes: &str) -> ParseError {
        let help = match wrong {
            BoardSizeError::Empty => "each size is at least 1",
            BoardSizeError::TooSmall { .. } | BoardSizeError::TooLarge { .. } => sizes,
        };
        self.error(wrong.to_string(), help)
    }
}
