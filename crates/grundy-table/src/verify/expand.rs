//! Expands the positions of rows in batches.

use super::WrongTable;
use grundy::game::Player;
use grundy::text::{DynGame, DynIndexed, DynTiered, Expansions, Key, NodeInfo, PositionBatch, PositionRef, RulesError};

/// Positions of a batch: as many as a session of a rules file serves.
const BATCH: usize = 64;

/// One position of an expanded batch.
pub(super) struct Node<'e> {
    expansions: &'e Expansions,
    i: usize,
}

impl Node<'_> {
    /// What the rules say of the position beside its options.
    pub(super) fn info(&self) -> NodeInfo {
        self.expansions.node(self.i).1
    }

    /// Writes the different options of the position into `out`, in ascending order.
    pub(super) fn options(&self, out: &mut Vec<Key>) -> Result<(), WrongTable> {
        out.clear();
        for option in self.expansions.row(self.i) {
            // Integers were not asked for.
            let PositionRef::Key(bytes) = option else { return Err(unexpected("an integer in place of a key")) };
            out.push(Key(bytes.into()));
        }
        out.sort_unstable();
        out.dedup();
        Ok(())
    }
}

/// Expands positions in batches and calls `each` with the index and the node of each position, in order, until it returns `false`.
/// Returns whether all were expanded. With `by_class` positions are canonical, and so are their options.
///
/// `each` is called outside the game's session, so that it may run the rules too.
pub(super) fn expand(
    game: &dyn DynGame,
    by_class: bool,
    positions: &[Key],
    mut each: impl FnMut(usize, Node<'_>) -> Result<bool, WrongTable>,
) -> Result<bool, WrongTable> {
    let (mut batch, mut expansions, mut next) = (PositionBatch::default(), Expansions::default(), 0);
    while next < positions.len() {
        batch.clear();
        expansions.clear();
        positions[next..].iter().take(BATCH).for_each(|at| batch.push(&at.0));
        let mut expanded = Ok(());
        game.with_expander(by_class, &mut |expand| {
            expanded = expand(&batch, &mut expansions);
            false
        });
        // A position before the one at which the rules failed may be wrong.
        for i in 0..expansions.len() {
            if !each(next + i, Node { expansions: &expansions, i })? {
                return Ok(false);
            }
        }
        expanded?;
        if expansions.is_empty() {
            return Err(unexpected("no options of a batch of positions"));
        }
        next += expansions.len();
    }
    Ok(true)
}

/// The error of a game that does not keep to the contract of [`DynGame::with_expander`].
fn unexpected(what: &str) -> WrongTable {
    WrongTable::Rules(Box::new(RulesError {
        message: format!("the game gave {what}"),
        location: None,
        notes: Vec::new(),
        help: "please report it".to_owned(),
        is_limit: false,
        limit: None,
    }))
}

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
        expand(game, false, positions, |_, node| {
            players.push(node.info().player);
            Ok(true)
        })?;
        Ok(players)
    }
}
