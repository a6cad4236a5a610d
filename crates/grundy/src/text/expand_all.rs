//! Expands positions of any game, one at a time or in batches.

use super::{DynGame, Expansions, Key, NodeInfo, PositionBatch, PositionRef, RulesError};

/// Number of positions in a batch: as many as one session of a rules file processes.
const BATCH: usize = 64;

/// One position of an expanded batch.
#[derive(Clone, Copy, Debug)]
pub struct ExpandedPosition<'e> {
    expansions: &'e Expansions,
    i: usize,
}

impl ExpandedPosition<'_> {
    /// Returns the terminal outcome and the player to move.
    pub fn info(&self) -> NodeInfo {
        self.expansions.node(self.i).1
    }

    /// Writes the options into `out`, in the game's order; an option to which several moves lead may occur several times.
    ///
    /// # Errors
    /// If the game returned an integer of its codec although a key was requested.
    pub fn options(&self, out: &mut Vec<Key>) -> Result<(), RulesError> {
        out.clear();
        for option in self.expansions.row(self.i) {
            let PositionRef::Key(bytes) = option else { return Err(contract_error("an integer in place of a key")) };
            out.push(Key(bytes.into()));
        }
        Ok(())
    }

    /// Writes the different options into `out`, in ascending order.
    ///
    /// # Errors
    /// The errors of [`ExpandedPosition::options`].
    pub fn distinct_options(&self, out: &mut Vec<Key>) -> Result<(), RulesError> {
        self.options(out)?;
        out.sort_unstable();
        out.dedup();
        Ok(())
    }
}

impl dyn DynGame + '_ {
    /// Expands positions in batches, and calls `each` with the index and the expansion of each position.
    ///
    /// The calls are in order, until `each` returns `false`. Returns whether all were expanded. With `by_class`
    /// positions are canonical, and so are their options. `each` is called outside the game's session, so it may run
    /// the rules too.
    ///
    /// # Errors
    /// If the rules fail, after `each` was called with all positions before, or if `each` fails.
    pub fn expand_all<E: From<RulesError>>(
        &self,
        by_class: bool,
        positions: &[Key],
        mut each: impl FnMut(usize, ExpandedPosition<'_>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let (mut batch, mut expansions, mut next) = (PositionBatch::default(), Expansions::default(), 0);
        while next < positions.len() {
            batch.clear();
            expansions.clear();
            positions[next..].iter().take(BATCH).for_each(|at| batch.push(&at.0));
            let mut expanded = Ok(());
            self.with_expander(by_class, &mut |expand| {
                expanded = expand(&batch, &mut expansions);
                false
            });
            let count = expansions.len().min(batch.len());
            for i in 0..count {
                if !each(next + i, ExpandedPosition { expansions: &expansions, i })? {
                    return Ok(false);
                }
            }
            expanded?;
            if count == 0 {
                return Err(contract_error("no options of a batch of positions").into());
            }
            next += count;
        }
        Ok(true)
    }

    /// Expands one position: its options in the game's order, its terminal outcome and its player to move. For many positions use
    /// `expand_all`.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn expand(&self, at: &Key, by_class: bool) -> Result<(Vec<Key>, NodeInfo), RulesError> {
        let (mut options, mut info) = (Vec::new(), None);
        self.expand_all::<RulesError>(by_class, std::slice::from_ref(at), |_, expanded| {
            info = Some(expanded.info());
            expanded.options(&mut options)?;
            Ok(true)
        })?;
        let info = info.ok_or_else(|| contract_error("no options of a position"))?;
        Ok((options, info))
    }

    /// Returns the different options of one position, in ascending order.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn distinct_options(&self, at: &Key, by_class: bool) -> Result<Vec<Key>, RulesError> {
        let mut options = Vec::new();
        self.expand_all::<RulesError>(by_class, std::slice::from_ref(at), |_, expanded| {
            expanded.distinct_options(&mut options)?;
            Ok(true)
        })?;
        Ok(options)
    }
}

/// The error of a game that violates the contract of [`DynGame`] or [`Game`](crate::Game).
pub(crate) fn contract_error(what: &str) -> RulesError {
    RulesError::new(format!("the game gave {what}")).with_help("please report it")
}
