//! The backward pass: the values of a tier from those of the tiers above.

use super::page::Page;
use super::tier::Tier;
use super::values::{Code, OutcomeCounts, Values, verdict};
use crate::game::{TieredBlock, TieredOption, TieredRow};
use crate::limits::{Limits, Phase, Progress, RunError};
use crate::text::DynTiered;
use crate::value::{Tally, Verdict};
use std::hint::black_box;
use std::ops::Range;
use std::thread;

/// The least number of positions of a tier that is shared among threads.
const SHARED: u64 = 1 << 15;

/// The data that the threads read.
pub(super) struct Shared<'a, P: Page> {
    pub(super) game: &'a dyn DynTiered,
    /// The tier, and those above it in ascending order.
    pub(super) tier: &'a Tier<P>,
    pub(super) above: &'a [Tier<P>],
    pub(super) limits: &'a Limits<'a>,
    /// Number of positions of the tiers above.
    pub(super) done: u64,
    /// Number of bytes held.
    pub(super) bytes: u64,
    /// Number of positions of all tiers.
    pub(super) positions: u64,
}

impl<P: Page> Shared<'_, P> {
    /// Computes the value of each position of the tier.
    pub(super) fn fill(&self, values: &mut Values) -> Result<OutcomeCounts, RunError> {
        match values {
            Values::Bytes(codes) => self.share(codes),
            Values::Shorts(codes) => self.share(codes),
            Values::Longs(codes) => self.share(codes),
        }
    }

    /// Computes the values on all threads; each thread takes a range of places. The ranges are disjoint, and the result
    /// does not depend on the number of threads.
    fn share<C: Code>(&self, codes: &mut [C]) -> Result<OutcomeCounts, RunError> {
        let threads = if self.tier.positions < SHARED { 1 } else { self.limits.workers() };
        let places = self.tier.places();
        if threads == 1 {
            return self.range(0..places, codes);
        }
        thread::scope(|scope| {
            let (mut workers, mut left) = (Vec::new(), codes);
            for i in 0..threads {
                let boundary = |i| (places as u128 * i as u128 / threads as u128) as usize;
                let (from, to) = (boundary(i), boundary(i + 1));
                let count = (self.tier.number_at(to) - self.tier.number_at(from)) as usize;
                let mine = left.split_off_mut(..count).expect("as many codes as positions");
                workers.push(scope.spawn(move || self.range(from..to, mine)));
            }
            // All threads are joined, whatever the first one returns: the scope panics for a panicked thread that is
            // not joined.
            let ended: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
            let mut counts = OutcomeCounts::default();
            for result in ended {
                counts.add_counts(&result.map_err(|panic| RunError::from_panic(&*panic))??);
            }
            Ok(counts)
        })
    }

    /// Computes the values of the positions in a range of places.
    fn range<C: Code>(&self, places: Range<usize>, codes: &mut [C]) -> Result<OutcomeCounts, RunError> {
        let mut counts = OutcomeCounts::default();
        let (mut block, mut found) = (TieredBlock::default(), Vec::new());
        let mut codes = codes.iter_mut();
        self.tier.blocks(places, |words| {
            let (level, of) = (self.tier.number, Some(self.positions));
            self.limits.report(Progress { phase: Phase::Solve, level, done: self.done, of, bytes: self.bytes })?;
            block.clear();
            self.game.expand(self.tier.number, words, &mut block);
            self.look_up(block.options(), &mut found);
            let mut found_options = found.iter().zip(block.options());
            for (row, code) in block.rows().iter().zip(&mut codes) {
                let verdict = match *row {
                    TieredRow::Terminal(outcome) => Verdict::terminal(outcome),
                    TieredRow::Open(options) => {
                        let mut tally = Tally::default();
                        for (found, option) in found_options.by_ref().take(options as usize) {
                            tally.add(verdict(found.0), option.moves_again);
                        }
                        tally.verdict()
                    }
                };
                counts.count(verdict);
                *code = C::write(verdict);
            }
            counts.moves += block.options().len() as u64;
            Ok::<(), RunError>(())
        })?;
        Ok(counts)
    }

    /// Looks up the codes of options, in their order. Each pass reads what the next one needs; the reads do not depend
    /// on one another, so that many are in flight at a time.
    fn look_up(&self, options: &[TieredOption], found: &mut Vec<Found>) {
        let mut near = 0;
        let mut sum = 0;
        found.clear();
        found.extend(options.iter().map(|option| {
            let tier = &self.above[self.place(option.tier, &mut near)];
            let home = tier.home(option.word);
            sum ^= tier.touch_place(home);
            Found(0, home)
        }));
        for (option, found) in options.iter().zip(found.iter_mut()) {
            let tier = &self.above[self.place(option.tier, &mut near)];
            found.1 = tier.granule(found.1, option.word).expect(OPTION_IS_KNOWN);
            sum ^= tier.touch_granule(found.1);
        }
        for (option, found) in options.iter().zip(found.iter_mut()) {
            let tier = &self.above[self.place(option.tier, &mut near)];
            found.0 = tier.values.code(tier.number_in(found.1, option.word).expect(OPTION_IS_KNOWN));
        }
        black_box(sum);
    }

    /// The place of a tier among those above; tries `near`, the place found last, first.
    #[inline]
    fn place(&self, number: u32, near: &mut usize) -> usize {
        if self.above.get(*near).is_none_or(|tier| tier.number != number) {
            let place = self.above.binary_search_by_key(&number, |tier| tier.number);
            *near = place.expect("an option's tier was met on the way forward");
        }
        *near
    }
}

/// The reason why an option must be found.
const OPTION_IS_KNOWN: &str = "an option was met on the way forward";

/// The code of an option; until that is known, the home of its page, and then the place of its granule.
struct Found(u32, usize);
