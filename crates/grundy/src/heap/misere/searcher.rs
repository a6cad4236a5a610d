//! Computes misère quotients of the heaps up to 1, 2, 3, …, each proved.

use super::element_set::ElementSet;
use super::end::QuotientEnd;
use super::learner::{self, Hypothesis, Learner};
use super::meter::Meter;
use super::monoid::{Monoid, Pretending, Sum, options};
use super::oracle::Oracle;
use super::period::{self, Repetition};
use super::proof::{self, Pair, prove};
use super::quotient::{MisereQuotient, is_tame};
use crate::heap::octal::Game;
use crate::limits::{Limits, Phase, Progress};
use rustc_hash::FxHashSet;

/// The default largest order of a quotient.
pub const MAX_ORDER: usize = 1024;

/// Computes the misère quotient of a take-and-break game, heap by heap.
///
/// ```
/// use grundy::heap::misere::{QuotientEnd, QuotientSearcher};
/// use grundy::heap::octal::{Code, Game};
/// use grundy::limits::Limits;
/// let mut searcher = QuotientSearcher::new(Game::Code(Code::parse("0.53")?));
/// assert_eq!(searcher.search(100, &Limits::NONE), QuotientEnd::Proved);
/// let quotient = searcher.quotient();
/// assert_eq!((quotient.order(), quotient.period(), quotient.preperiod()), (16, Some(9), Some(21)));
/// # Ok::<(), grundy::heap::octal::CodeError>(())
/// ```
#[derive(Debug)]
pub struct QuotientSearcher {
    game: Game,
    found: Pretending,
    /// A sum for each element.
    sums: Vec<Sum>,
    /// The heaps whose elements generate the quotient, and sums that distinguish its elements.
    generators: Vec<u32>,
    contexts: Vec<Sum>,
    /// The pairs of the heaps, each once.
    pairs: Vec<Pair>,
    repetition: Option<Repetition>,
    first_wild: Option<u64>,
    max_order: usize,
    /// Work done so far, in steps, and the most that may be done.
    work: u64,
    max_work: u64,
    /// Why the next heap failed, if it did so for a reason that no larger limit changes.
    failed: Option<QuotientEnd>,
}

impl QuotientSearcher {
    /// Creates a search that has found the quotient of no heap.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            found: Pretending::new(),
            sums: vec![Sum::new()],
            generators: Vec::new(),
            contexts: vec![Sum::new()],
            pairs: Vec::new(),
            repetition: None,
            first_wild: None,
            max_order: MAX_ORDER,
            work: 0,
            max_work: u64::MAX,
            failed: None,
        }
    }

    /// Sets the most elements that a quotient may have.
    #[must_use]
    pub fn max_order(mut self, most: usize) -> Self {
        self.max_order = most;
        self
    }

    /// Sets the most work, in steps; a step takes some nanoseconds. The result does not depend on the machine.
    #[must_use]
    pub fn max_work(mut self, steps: u64) -> Self {
        self.max_work = steps;
        self
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the largest heap whose quotient is known.
    pub fn heaps(&self) -> u64 {
        self.found.elements.len() as u64 - 1
    }

    /// Returns the first heap that is wild: with it the quotient is no longer that of Nim heaps.
    pub fn first_wild(&self) -> Option<u64> {
        self.first_wild
    }

    /// Returns the work done so far, in steps.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the order of the quotient so far.
    pub fn order(&self) -> usize {
        self.found.monoid.order()
    }

    /// Continues the search up to heap `to`, or until the quotient is proved for all heaps.
    pub fn search(&mut self, to: u64, limits: &Limits<'_>) -> QuotientEnd {
        let meter = Meter::new(limits, self.work, self.max_work);
        let end = self.search_metered(to, &meter);
        // A heap that was left half done is done again, and its work must count once, so that the result does not depend on interrupts.
        if !matches!(end, QuotientEnd::Stopped | QuotientEnd::Limit(_)) {
            self.work = meter.work();
        }
        end
    }

    fn search_metered(&mut self, to: u64, meter: &Meter<'_>) -> QuotientEnd {
        let mut memory = meter.memory();
        loop {
            if self.repetition.is_some() {
                return QuotientEnd::Proved;
            }
            if let Some(failed) = &self.failed {
                return failed.clone();
            }
            if self.heaps() >= to {
                return QuotientEnd::Heaps;
            }
            if !memory.set(self.bytes()) {
                return meter.end();
            }
            if let Err(end) = self.add_heap(meter) {
                if matches!(end, QuotientEnd::Order { .. } | QuotientEnd::NotFound | QuotientEnd::Work) {
                    self.failed = Some(end.clone());
                }
                return end;
            }
            self.work = meter.work();
            self.repetition = period::find(&self.game, &self.found.elements);
        }
    }

    /// Returns the quotient of the heaps so far.
    pub fn quotient(&self) -> MisereQuotient {
        MisereQuotient::new(self.game.clone(), &self.found, self.repetition)
    }

    /// The approximate size in memory.
    fn bytes(&self) -> u64 {
        let order = self.order();
        let lists: usize = self.sums.iter().chain(&self.contexts).map(|sum| 40 + 8 * sum.len()).sum();
        // The pairs are copied for a proof.
        let pairs = 2 * self.pairs.len() * (16 + ElementSet::bytes(order));
        (Monoid::bytes(order) + lists + pairs + 10 * self.found.elements.len()) as u64
    }

    /// Adds the next heap.
    fn add_heap(&mut self, meter: &Meter<'_>) -> Result<(), QuotientEnd> {
        let heap = self.found.elements.len() as u32;
        if !meter.count_work(self.game.count(heap.into()).min(1 << 30) as u64 + 64) {
            return Err(meter.end());
        }
        let moves = self.game.count(heap.into()) > 0;
        if !moves {
            self.push(heap, 0, None);
            return Ok(());
        }
        (meter.limits().on_progress)(Progress {
            phase: Phase::Solve,
            level: heap,
            done: self.found.monoid.order() as u64,
            of: None,
            bytes: 0,
        });
        let winning = self.found.monoid.lost_with_any(&self.found.options(&self.game, heap));
        let order = self.found.monoid.order();
        // At most one element occurs with this set: two proved pairs with one set predict the same outcomes.
        if let Some(pair) = self.pairs.iter().find(|pair| pair.winning == winning) {
            self.push(heap, pair.element, None);
            return Ok(());
        }
        let row = {
            let mut oracle = Oracle::new(&self.game, &self.found, meter);
            let new = oracle.word(&[heap]);
            let mut is_lost = Vec::with_capacity(order);
            for sum in &self.sums {
                let word = oracle.word(sum);
                is_lost.push(oracle.is_lost_sum(&word, &new));
                if !meter.count_work(1) {
                    return Err(meter.end());
                }
            }
            ElementSet::of(order, |x| is_lost[x])
        };
        if let Some(element) = (0..order).find(|&x| *self.found.monoid.lost_with(x) == row) {
            let pair = Pair { element, winning, heap };
            let mut pairs = self.pairs.clone();
            pairs.push(pair.clone());
            match prove(&self.found.monoid, &self.sums, &pairs, meter) {
                Ok(()) => {
                    self.push(heap, element, Some(pair));
                    return Ok(());
                }
                Err(proof::Failure::Stopped) => return Err(meter.end()),
                Err(proof::Failure::Mispredicted(_)) => {}
            }
        }
        self.learn(heap, meter)
    }

    fn push(&mut self, heap: u32, element: usize, pair: Option<Pair>) {
        debug_assert_eq!(heap as usize, self.found.elements.len());
        self.found.elements.push(element as u32);
        self.found.has_moves.push(self.game.count(heap.into()) > 0);
        self.pairs.extend(pair);
    }

    /// Learns a larger quotient with a new heap.
    fn learn(&mut self, heap: u32, meter: &Meter<'_>) -> Result<(), QuotientEnd> {
        let mut has_moves = self.found.has_moves.clone();
        has_moves.push(true);
        let mut generators = self.generators.clone();
        generators.push(heap);
        let mut contexts = self.contexts.clone();
        let mut oracle = Oracle::new(&self.game, &self.found, meter);
        let learned = loop {
            let mut learner = Learner::new(&mut oracle, &generators, &contexts, self.max_order, meter);
            let learned = self.learn_at_level(&mut learner, heap, &has_moves, meter);
            contexts = learner.contexts(heap);
            match learned {
                Ok(learned) => break learned,
                Err(_) if meter.has_ended() => return Err(meter.end()),
                Err(learner::Failure::Inconsistent) => {
                    generators = learner.generators().to_vec();
                    if !oracle.raise_level() {
                        return Err(QuotientEnd::NotFound);
                    }
                    if meter.has_ended() {
                        return Err(meter.end());
                    }
                }
                Err(learner::Failure::TooLarge) => return Err(QuotientEnd::Order { most: self.max_order }),
                Err(learner::Failure::Stopped) => return Err(meter.end()),
            }
        };
        drop(oracle);
        let ProvedHypothesis { hypothesis, found, pairs } = learned.reduced(&self.game);
        self.found = found;
        self.pairs = pairs;
        self.sums = hypothesis.sums;
        self.generators = hypothesis.generators;
        self.contexts = contexts;
        if self.first_wild.is_none() && !is_tame(&self.found.monoid) {
            self.first_wild = Some(heap.into());
        }
        Ok(())
    }

    /// Improves the hypothesis by counter-examples until it is proved, as long as the outcomes at the level of the learner are consistent.
    fn learn_at_level(
        &self,
        learner: &mut Learner<'_, '_>,
        heap: u32,
        has_moves: &[bool],
        meter: &Meter<'_>,
    ) -> Result<ProvedHypothesis, learner::Failure> {
        let options_of = |heap: u32| options(&self.game, has_moves, heap);
        loop {
            let hypothesis = learner.hypothesis()?;
            let found = Pretending {
                monoid: hypothesis.monoid.clone(),
                elements: self.extend(&hypothesis, heap),
                has_moves: has_moves.to_vec(),
            };
            let pairs = pairs_of(&self.game, &found);
            match prove(&hypothesis.monoid, &hypothesis.sums, &pairs, meter) {
                Ok(()) => return Ok(ProvedHypothesis { hypothesis, found, pairs }),
                Err(proof::Failure::Stopped) => return Err(learner::Failure::Stopped),
                Err(proof::Failure::Mispredicted(sum)) => {
                    let wrong = learner.mispredicted(&hypothesis, &found.elements, sum, &options_of);
                    let wrong = wrong.ok_or(learner::Failure::Inconsistent)?;
                    learner.learn(&hypothesis, &found.elements, &wrong)?;
                }
            }
        }
    }

    /// The elements of the heaps up to the new one in a hypothesis. A generator has its own element. Another heap has the element of a sum
    /// of generators, namely the sum for its element in the quotient of the smaller heaps.
    fn extend(&self, guess: &Hypothesis, heap: u32) -> Vec<u32> {
        let generator = |heap: u32| guess.generators.iter().position(|&g| g == heap).map(|g| guess.elements[g]);
        let of_old: Vec<u32> = self
            .sums
            .iter()
            .map(|sum| {
                let product = |x, &g| guess.monoid.product(x, generator(g).unwrap_or_default() as usize);
                sum.iter().fold(0, product) as u32
            })
            .collect();
        let element = |h: u32| generator(h).unwrap_or_else(|| of_old[self.found.elements[h as usize] as usize]);
        (0..heap).map(element).chain(generator(heap)).collect()
    }
}

/// The pairs of all heaps with moves, each once.
fn pairs_of(game: &Game, found: &Pretending) -> Vec<Pair> {
    let mut known = FxHashSet::default();
    let mut pairs = Vec::new();
    for heap in (1..found.elements.len() as u32).filter(|&heap| found.has_moves[heap as usize]) {
        let winning = found.monoid.lost_with_any(&found.options(game, heap));
        let element = found.element(heap);
        if known.insert((element, winning.clone())) {
            pairs.push(Pair { element, winning, heap });
        }
    }
    pairs
}

/// A proved hypothesis, with what it says of the heaps.
struct ProvedHypothesis {
    hypothesis: Hypothesis,
    found: Pretending,
    pairs: Vec<Pair>,
}

impl ProvedHypothesis {
    /// Merges the elements that no sum of heaps distinguishes.
    fn reduced(self, game: &Game) -> Self {
        let Some((monoid, class_of)) = self.hypothesis.monoid.reduced() else { return self };
        let Self { hypothesis, mut found, .. } = self;
        found.elements.iter_mut().for_each(|x| *x = class_of[*x as usize] as u32);
        let first = |class| class_of.iter().position(|&c| c == class).unwrap_or_default();
        let sums = (0..monoid.order()).map(|class| hypothesis.sums[first(class)].clone()).collect();
        found.monoid = monoid.clone();
        let pairs = pairs_of(game, &found);
        Self { hypothesis: Hypothesis { monoid, sums, ..hypothesis }, found, pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;
    use crate::limits::LimitHit;

    /// The searcher of Kayles after it proved the quotient of some heaps.
    fn kayles(heaps: u64) -> QuotientSearcher {
        let mut searcher = QuotientSearcher::new(Game::Code(Code::KAYLES));
        assert_eq!(searcher.search(heaps, &Limits::NONE), QuotientEnd::Heaps);
        searcher
    }

    #[test]
    fn the_memory_of_a_proof_counts() {
        let searcher = kayles(60);
        let prove_within = |memory| {
            let limits = Limits { memory: Some(memory), ..Limits::NONE };
            let meter = Meter::new(&limits, 0, u64::MAX);
            let proved = prove(&searcher.found.monoid, &searcher.sums, &searcher.pairs, &meter);
            (proved, meter.has_ended().then(|| meter.end()))
        };
        assert_eq!(prove_within(1 << 20), (Ok(()), None));
        // The pairs of single heaps fit, but not their products.
        let (proved, end) = prove_within(12_000);
        assert_eq!(proved, Err(proof::Failure::Stopped));
        assert!(matches!(end, Some(QuotientEnd::Limit(LimitHit::Memory { limit: 12_000, .. }))), "{end:?}");
    }

    #[test]
    fn a_limit_ends_the_recursion_of_the_oracle() {
        let searcher = kayles(4);
        let outcome_within = |memory, max_work| {
            let limits = Limits { memory: Some(memory), ..Limits::NONE };
            let meter = Meter::new(&limits, 0, max_work);
            let mut oracle = Oracle::new(&searcher.game, &searcher.found, &meter);
            while oracle.raise_level() {}
            let word = oracle.word(&[1, 2, 3, 4, 5, 5, 5, 5, 5, 5]);
            let is_lost = oracle.is_lost(&word);
            (is_lost, meter.has_ended().then(|| meter.end()), meter.work())
        };
        let (_, end, work) = outcome_within(1 << 30, u64::MAX);
        assert!(end.is_none() && work > 100_000, "{end:?}, {work}");
        let (_, end, less) = outcome_within(20_000, u64::MAX);
        assert!(matches!(end, Some(QuotientEnd::Limit(_))) && less < work / 4, "{end:?}, {less} of {work}");
        let (_, end, less) = outcome_within(1 << 30, 50_000);
        assert!(end == Some(QuotientEnd::Work) && less < 60_000, "{end:?}, {less}");
    }
}
