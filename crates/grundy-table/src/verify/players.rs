//! Who moves at the positions of rows.

use super::WrongTable;
use grundy::game::Player;
use grundy::text::{DynGame, DynIndexed, DynTiered, Key};

/// How the player to move at a position is found.
#[derive(Clone, Copy)]
pub(super) enum Players<'a> {
    /// The game has no players: both may make every move.
    None,
    /// By the index of the position.
    Indexed(&'a dyn DynIndexed),
    /// By the word of the position.
    Tiered(&'a dyn DynTiered),
    /// By expansion: the players of rows are stored with their values.
    Stored,
}

impl<'a> Players<'a> {
    /// The way to find the players of a game; `sample` is any position of it, as either all positions have a player or none has.
    pub(super) fn of(game: &'a dyn DynGame, sample: Option<&Key>) -> Result<Self, WrongTable> {
        Ok(match (game.indexed(), game.tiered(), sample) {
            (Some(indexed), _, _) => Self::Indexed(indexed),
            (None, Some(tiered), _) => Self::Tiered(tiered),
            (None, None, Some(at)) if game.player(at)?.is_some() => Self::Stored,
            (None, None, _) => Self::None,
        })
    }

    /// Whether the players of rows are stored with their values.
    pub(super) fn are_stored(self) -> bool {
        matches!(self, Self::Stored)
    }

    /// The player to move at a position whose row has the player `stored`.
    pub(super) fn player(self, at: &Key, stored: Option<Player>) -> Option<Player> {
        match self {
            Self::None => None,
            Self::Indexed(indexed) => indexed.player(at),
            Self::Tiered(tiered) => tiered.player(tiered.word(at)),
            Self::Stored => stored,
        }
    }

    /// The players to move at positions.
    pub(super) fn all(self, game: &dyn DynGame, positions: &[Key]) -> Result<Vec<Option<Player>>, WrongTable> {
        if !self.are_stored() {
            return Ok(positions.iter().map(|at| self.player(at, None)).collect());
        }
        let mut players = Vec::with_capacity(positions.len());
        game.expand_all::<WrongTable>(false, positions, |_, expanded| {
            players.push(expanded.info().player);
            Ok(true)
        })?;
        Ok(players)
    }
}
