//! The misère quotient of a game, computed when it is first needed, within a small budget.

use super::end::QuotientEnd;
use super::quotient::MisereQuotient;
use super::searcher::QuotientSearcher;
use crate::heap::bulk;
use crate::heap::octal::Game;
use crate::limits::Limits;
use crate::theory::ClaimError;
use std::sync::{Mutex, OnceLock};

/// The most heaps that are examined.
const MAX_HEAPS: u64 = 600;
/// The largest order.
const MAX_ORDER: usize = 256;
/// The most work: about half a second. The result does not depend on the machine.
const MAX_WORK: u64 = 50_000_000;

/// A quotient that is computed on request.
#[derive(Debug)]
pub(in crate::heap) struct LazyQuotient {
    found: OnceLock<MisereQuotient>,
    searcher: Mutex<QuotientSearcher>,
}

impl LazyQuotient {
    pub(in crate::heap) fn new(game: Game) -> Self {
        let searcher = QuotientSearcher::new(game).max_order(MAX_ORDER).max_work(MAX_WORK);
        Self { found: OnceLock::new(), searcher: Mutex::new(searcher) }
    }

    /// Computes the quotient within `limits`. A later call continues an interrupted one.
    pub(in crate::heap) fn prepare(&self, limits: &Limits<'_>) -> Result<(), ClaimError> {
        if self.found.get().is_some() {
            return Ok(());
        }
        let mut searcher = bulk::lock(&self.searcher, limits)?;
        if self.found.get().is_none() {
            // The search counts heaps, but the caller expects the progress of a position.
            let limits = Limits { on_progress: &|_| (), ..*limits };
            match searcher.search(MAX_HEAPS, &limits) {
                QuotientEnd::Stopped => return Err(ClaimError::Interrupted),
                // A later call may have more memory.
                QuotientEnd::Limit(_) => return Err(ClaimError::NoTheory),
                _ => {}
            }
            let _ = self.found.set(searcher.quotient());
        }
        Ok(())
    }

    /// The quotient of all heaps, or of as many as the budget allows.
    pub(in crate::heap) fn get(&self) -> Option<&MisereQuotient> {
        self.prepare(&Limits::NONE).ok()?;
        self.found.get()
    }
}
