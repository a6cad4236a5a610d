//! Solves a game whose moves climb from tier to tier: up once to meet every position, down once to value them.
//!
//! Positions are words ([`crate::game::Tiered`]). On the way up the tiers are taken in ascending order: when one's turn
//! comes it has been met in full, since every move leads to a greater tier. On the way down, from the last tier to the
//! first, the values of a position's options are known, and the one rule ([`crate::value::Tally`]) gives its own. So time is
//! two expansions a position and two look-ups a move, and no move is stored; after Zermelo 1913, layer by layer as
//! Gasser 1996, "Solving nine men's morris", does it by stones.
//!
//! A tier is a table with open addressing and linear probing (Knuth, "Sorting and searching", 6.4), at most three quarters
//! full, of *pages*: the words that agree in all but their lowest 12 bits (`page.rs`). A page is 16 bytes, and each of its
//! 64 *granules* that has a position 12: a bit for each of 64 words, and the number of the first. Values stand apart by the
//! positions' numbers, a byte each as a rule (`values.rs`). So a position takes 21 bytes / (positions a page) + 12 /
//! (positions a granule) + 1: between 5 and 6 in connect four, 35 if no two words are neighbours. Games of more than 44 bits
//! have pages of 10 bits with granules of 8 bytes, 31 at worst. While a tier grows it has a table half to three quarters
//! full, and slabs of granules.
//!
//! The positions of a page are expanded one after another, and most of their options fall into few pages. That, and not the
//! count of instructions, is what a position costs: a hash table of single words, or of granules, is slower by far on large
//! tiers. What misses remain are overlapped: a block of at most 256 positions is expanded, then all the places are read that
//! its options are looked for at, then they are looked for. On the way down a tier is shared among threads; the way up is
//! walked by one.

mod backward;
mod budget;
mod checkpoint;
mod growing;
mod page;
mod passes;
mod slabs;
mod tier;
mod values;
mod way;

pub(crate) use checkpoint::TieredState;
pub use values::Census;

use crate::checkpoint::Checkpointer;
use crate::game::Step;
use crate::limits::{Limits, RunError};
use crate::text::DynTiered;
use crate::value::Verdict;
use budget::MemoryBudget;
use checkpoint::Ways;
use page::{Narrow, Page, Wide};
use passes::both_ways;
use std::fmt;
use tier::Tier;
use way::Way;

/// A game that was solved tier by tier: every position that can be reached, with its verdict.
pub struct TieredSolution {
    tiers: Tiers,
    census: Census,
    /// Bytes held, and the most that were.
    bytes: u64,
    peak: u64,
}

enum Tiers {
    Narrow(Vec<Tier<Narrow>>),
    Wide(Vec<Tier<Wide>>),
}

/// Solves every position that can be reached from `start`, a word in `tier`.
///
/// Grundy values are not computed: of an impartial game, use another way. The answer does not depend on the number of
/// threads.
///
/// ```
/// use grundy::{Verdict, catalog::TicTacToe, limits::Limits, solve::solve_tiered, text::{DynGame, Text}};
/// let game: &dyn DynGame = &Text::new(TicTacToe);
/// let tiered = game.tiered().unwrap();
/// let start = game.start().unwrap();
/// let solved = solve_tiered(tiered, tiered.word(&start), tiered.tier(&start), &Limits::NONE).unwrap();
/// assert_eq!((solved.census().positions, solved.census().moves), (5478, 16167));
/// assert_eq!(solved.verdict(0, tiered.word(&start)), Some(Verdict::Draw));
/// ```
///
/// # Errors
/// If a limit is hit: the positions are not known beforehand, so it is checked whenever a table is about to grow. If the game
/// does not keep to the contract of [`Tiered`](crate::game::Tiered), as with an option that is not in a greater tier or has more
/// bits than the game says, or panics: [`RunError::WorkerPanicked`].
pub fn solve_tiered(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    limits: &Limits<'_>,
) -> Result<TieredSolution, RunError> {
    solve_tiered_resumable(game, start, tier, limits, None, Checkpointer::none())
}

/// As [`solve_tiered`], from the state of an earlier run if `from` holds one.
///
/// # Errors
/// As [`solve_tiered`], or if the state cannot be saved.
pub(crate) fn solve_tiered_resumable(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    limits: &Limits<'_>,
    from: Option<TieredState>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<TieredSolution, RunError> {
    let mut budget = MemoryBudget::new(limits);
    let start = Step { tier, again: false, word: start };
    let way = match from {
        Some(TieredState(way)) => way,
        None if game.bits() <= Narrow::BITS => Ways::Narrow(Way::up(start)),
        None => Ways::Wide(Way::up(start)),
    };
    let (tiers, census) = match way {
        Ways::Narrow(way) => {
            let (tiers, census) = RunError::catch(|| both_ways(game, way, &mut budget, &mut checkpointer))??;
            (Tiers::Narrow(tiers), census)
        }
        Ways::Wide(way) => {
            let (tiers, census) = RunError::catch(|| both_ways(game, way, &mut budget, &mut checkpointer))??;
            (Tiers::Wide(tiers), census)
        }
    };
    Ok(TieredSolution { tiers, census, bytes: budget.bytes(), peak: budget.peak() })
}

impl TieredSolution {
    /// Returns the number of positions of each value.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Returns the verdict of a position that was met, by its tier and its word; `None` for another. In constant time.
    pub fn verdict(&self, tier: u32, word: u64) -> Option<Verdict> {
        match &self.tiers {
            Tiers::Narrow(tiers) => look_up(tiers, tier, word),
            Tiers::Wide(tiers) => look_up(tiers, tier, word),
        }
    }

    /// Iterates over all positions, each by its tier and its word, with its verdict: tier by tier, within a tier in an order of its own.
    pub fn all(&self) -> Box<dyn Iterator<Item = (u32, u64, Verdict)> + '_> {
        match &self.tiers {
            Tiers::Narrow(tiers) => Box::new(every(tiers)),
            Tiers::Wide(tiers) => Box::new(every(tiers)),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the most bytes that were held at one time while it was solved, but for some buffers of a block.
    pub fn peak(&self) -> u64 {
        self.peak
    }
}

impl fmt::Debug for TieredSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TieredSolution")
            .field("census", &self.census)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

fn look_up<P: Page>(tiers: &[Tier<P>], number: u32, word: u64) -> Option<Verdict> {
    let tier = &tiers[tiers.binary_search_by_key(&number, |tier| tier.number).ok()?];
    let at = tier.number_in(tier.granule(tier.home(word), word)?, word)?;
    Some(values::verdict(tier.values.code(at)))
}

fn every<P: Page>(tiers: &[Tier<P>]) -> impl Iterator<Item = (u32, u64, Verdict)> + '_ {
    tiers.iter().flat_map(|tier| {
        let verdicts = (0..).map(|number| values::verdict(tier.values.code(number)));
        tier.words().zip(verdicts).map(|(word, verdict)| (tier.number, word, verdict))
    })
}
