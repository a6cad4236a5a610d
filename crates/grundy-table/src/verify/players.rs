//! Finds the players to move at the positions of rows.

use super::VerifyError;
use grundy::game::Player;
use grundy::text::{DynGame, DynIndexed, DynTiered, Key};

/// The method by which the player to move at a position is found.
#[derive(Clone, Copy)]
pub(super) enum Players<'a> {
    /// The game has no players: both may make every move.
    None,
    /// The index of the position gives the player.
    Indexed(&'a dyn DynIndexed),
    /// The word of the position gives the player.
    Tiered(&'a dyn DynTiered),
    /// Expanding the position gives the player; segments store the players of rows with their values.
    Stored,
}

impl<'a> Players<'a> {
    /// Chooses the method for a game. `sample` is any position of the game, since either all positions have a player or none has.
    pub(super) fn of(game: &'a dyn DynGame, sample: Option<&Key>) -> Result<Self, VerifyError> {
        Ok(match (game.indexed(), game.tiered(), sample) {
            (Some(indexed), _, _) => Self::Indexed(indexed),
            (None, Some(tiered), _) => Self::Tiered(tiered),
            (None, None, Some(at)) if game.player(at)?.is_some() => Self::Stored,
            (None, None, _) => Self::None,
        })
    }

    /// Whether segments store the players of rows.
    pub(super) fn are_stored(self) -> bool {
        matches!(self, Self::Stored)
    }

    /// The player to move at a position; `stored` is the player that its row has in a segment.
    pub(super) fn player(self, at: &Key, stored: Option<Player>) -> Option<Player> {
        match self {
            Self::None => None,
            Self::Indexed(indexed) => indexed.player(at),
            Self::Tiered(tiered) => tiered.player(tiered.word(at)),
            Self::Stored => stored,
        }
    }

    /// The players to move at positions.
    pub(super) fn all(self, game: &dyn DynGame, positions: &[Key]) -> Result<Vec<Option<Player>>, VerifyError> {
        if !self.are_stored() {
            return Ok(positions.iter().map(|at| self.player(at, None)).collect());
        }
        let mut players = Vec::with_capacity(positions.len());
        game.expand_all::<VerifyError>(false, positions, |_, expanded| {
            players.push(expanded.info().player);
            Ok(true)
        })?;
        Ok(players)
    }
}
