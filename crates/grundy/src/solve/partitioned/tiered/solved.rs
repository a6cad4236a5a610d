//! A solved tiered game, and the contract that it must meet.

use crate::game::TieredOption;
use crate::limits::RunError;
use crate::solve::partitioned::exchange::ExchangeError;

/// Number of words that are expanded at a time.
pub(super) const BLOCK: usize = 256;

/// A tiered game that was solved in partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionedTiers {
    /// The tiers with a position, ascending.
    pub tiers: Vec<u32>,
    /// Number of moves of all positions together; moves to the same position count once.
    pub moves: u64,
    /// Number of positions.
    pub positions: u64,
}

/// Checks the contract of [`Tiered`](crate::game::Tiered): an option is in a higher tier, and its word has no more than `bits` bits, as the game states.
#[inline]
pub(super) fn check_option(bits: u32, tier: u32, option: &TieredOption) -> Result<(), ExchangeError> {
    if option.tier > tier && (bits >= 64 || option.word >> bits == 0) {
        return Ok(());
    }
    let message = format!("an option of tier {tier} is in tier {}, with the word {:#x}", option.tier, option.word);
    Err(RunError::WorkerPanicked { message }.into())
}
