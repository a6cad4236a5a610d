//! Solves a game whose moves lead from tier to higher tier: a forward pass finds all positions, a backward pass
//! computes their values.
//!
//! Positions are words ([`crate::game::Tiered`]). The forward pass takes the tiers in ascending order: every move leads
//! to a greater tier, so a tier is complete when its turn comes. In the backward pass, from the last tier to the first,
//! the values of a position's options are known, and the rule in [`crate::value::Tally`] gives its own value. So the
//! time is two expansions for each position and two look-ups for each move, and no move is stored; after Zermelo 1913,
//! layer by layer as Gasser 1996, "Solving nine men's morris", does by numbers of stones.
//!
//! A tier is a table with open addressing and linear probing (Knuth, "Sorting and searching", 6.4), at most three
//! quarters full, of *pages*: the words that agree in all bits except the lowest 12 (`page.rs`). A page takes 16 bytes,
//! and each of its 64 *granules* that has a position takes 12: a bit for each of 64 words, and the number of the first
//! position. Values are stored separately, by the numbers of the positions, usually one byte each (`values.rs`). So a
//! position takes 21 bytes / (positions per page) + 12 / (positions per granule) + 1: between 5 and 6 in connect four,
//! 35 if no two words are neighbours. Games with words of more than 44 bits have pages of 10 bits with granules of 8
//! bytes, 31 at worst. A growing tier has a table half to three quarters full, and slabs of granules.
//!
//! The positions of a page are expanded one after another, and most of their options are in few pages. This locality,
//! not the number of instructions, determines the cost of a position: a hash table of single words, or of granules, is
//! much slower on large tiers. The remaining cache misses overlap: the pass expands a block of at most 256 positions,
//! then reads all places at which the search for its options begins, then searches. The backward pass shares a tier
//! among threads; the forward pass runs on one thread.

mod backward;
mod budget;
mod checkpoint;
mod growing;
mod page;
mod pass_state;
mod passes;
mod slabs;
mod tier;
mod values;

pub(crate) use checkpoint::TieredState;
pub use values::OutcomeCounts;

use crate::checkpoint::Checkpointer;
use crate::game::TieredOption;
use crate::limits::{Limits, RunError};
use crate::text::DynTiered;
use crate::value::Verdict;
use budget::MemoryBudget;
use checkpoint::StateByWidth;
use page::{Narrow, Page, Wide};
use pass_state::PassState;
use passes::run_passes;
use std::fmt;
use tier::Tier;

/// A game that was solved tier by tier: all reachable positions with their verdicts.
pub struct TieredSolution {
    tiers: Tiers,
    counts: OutcomeCounts,
    /// Number of bytes held, and the largest number held at one time.
    bytes: u64,
    peak_bytes: u64,
}

enum Tiers {
    Narrow(Vec<Tier<Narrow>>),
    Wide(Vec<Tier<Wide>>),
}

/// Solves all positions that are reachable from `start`, a word in `tier`.
///
/// This computes no Grundy values; for an impartial game, use another method. The result does not depend on the number of
/// threads.
///
/// ```
/// use grundy::{Verdict, catalog::TicTacToe, limits::Limits, solve::solve_tiered, text::{DynGame, WithText}};
/// let game: &dyn DynGame = &WithText::new(TicTacToe);
/// let tiered = game.tiered().unwrap();
/// let start = game.start().unwrap();
/// let solved = solve_tiered(tiered, tiered.word(&start), tiered.tier(&start), &Limits::NONE).unwrap();
/// assert_eq!((solved.counts().positions, solved.counts().moves), (5478, 16167));
/// assert_eq!(solved.verdict(0, tiered.word(&start)), Some(Verdict::Draw));
/// ```
///
/// # Errors
/// If a limit is exceeded; the number of positions is not known in advance, so this is checked whenever a table is
/// about to grow. If the game violates the contract of [`Tiered`](crate::game::Tiered), for example with an option that
/// is not in a greater tier or has more bits than the game states, or if it panics: [`RunError::WorkerPanicked`].
pub fn solve_tiered(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    limits: &Limits<'_>,
) -> Result<TieredSolution, RunError> {
    solve_tiered_resumable(game, start, tier, limits, None, Checkpointer::none())
}

/// [`solve_tiered`], continued from the state of an earlier run if `from` holds one.
///
/// # Errors
/// The errors of [`solve_tiered`]; and if the state cannot be saved.
pub(crate) fn solve_tiered_resumable(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    limits: &Limits<'_>,
    from: Option<TieredState>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<TieredSolution, RunError> {
    let mut budget = MemoryBudget::new(limits);
    let start = TieredOption { tier, moves_again: false, word: start };
    let state = match from {
        Some(TieredState(state)) => state,
        None if game.bits() <= Narrow::BITS => StateByWidth::Narrow(PassState::new_forward(start)),
        None => StateByWidth::Wide(PassState::new_forward(start)),
    };
    let (tiers, counts) = match state {
        StateByWidth::Narrow(state) => {
            let (tiers, counts) = RunError::catch(|| run_passes(game, state, &mut budget, &mut checkpointer))??;
            (Tiers::Narrow(tiers), counts)
        }
        StateByWidth::Wide(state) => {
            let (tiers, counts) = RunError::catch(|| run_passes(game, state, &mut budget, &mut checkpointer))??;
            (Tiers::Wide(tiers), counts)
        }
    };
    Ok(TieredSolution { tiers, counts, bytes: budget.bytes(), peak_bytes: budget.peak_bytes() })
}

impl TieredSolution {
    /// Returns the number of positions of each outcome.
    pub fn counts(&self) -> &OutcomeCounts {
        &self.counts
    }

    /// Returns the verdict of a position, by its tier and its word; `None` if it is not reachable. Takes constant time.
    pub fn verdict(&self, tier: u32, word: u64) -> Option<Verdict> {
        match &self.tiers {
            Tiers::Narrow(tiers) => look_up(tiers, tier, word),
            Tiers::Wide(tiers) => look_up(tiers, tier, word),
        }
    }

    /// Iterates over all positions, each by its tier and its word, with its verdict: tier by tier, in an unspecified
    /// order within a tier.
    pub fn all(&self) -> Box<dyn Iterator<Item = (u32, u64, Verdict)> + '_> {
        match &self.tiers {
            Tiers::Narrow(tiers) => Box::new(iter_tiers(tiers)),
            Tiers::Wide(tiers) => Box::new(iter_tiers(tiers)),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the peak memory of the solution, in bytes, not counting some buffers of a block.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

impl fmt::Debug for TieredSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TieredSolution")
            .field("census", &self.counts)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

fn look_up<P: Page>(tiers: &[Tier<P>], number: u32, word: u64) -> Option<Verdict> {
    let tier = &tiers[tiers.binary_search_by_key(&number, |tier| tier.number).ok()?];
    let at = tier.number_in(tier.granule(tier.home(word), word)?, word)?;
    Some(values::verdict(tier.values.code(at)))
}

fn iter_tiers<P: Page>(tiers: &[Tier<P>]) -> impl Iterator<Item = (u32, u64, Verdict)> + '_ {
    tiers.iter().flat_map(|tier| {
        let verdicts = (0..).map(|number| values::verdict(tier.values.code(number)));
        tier.words().zip(verdicts).map(|(word, verdict)| (tier.number, word, verdict))
    })
}
