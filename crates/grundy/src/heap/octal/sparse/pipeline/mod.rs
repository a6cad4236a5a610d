//! Computes the values of many heaps on several threads.
//!
//! One thread computes the ranks of the heaps as if all were common, since each rank depends on those before it. It hands the
//! heaps out in batches. That the rare values below a heap's value are options can be checked in any order. The other threads check
//! batches, and so does the first one while enough of them wait. A check reads the values of a limited number of heaps before its batch,
//! and leaves the few rare values that have no split among them. The thread that called appends the values to the history in order,
//! searches the values that were left, and looks for a window that recurs. A heap that is not common, or whose rank is too large for the
//! sets, ends the computation; values beyond it are dropped. So the values do not depend on the threads.

mod batch;
mod queue;

use super::history::History;
use super::kernel::Kernel;
use super::recurrence::Recurrence;
use super::space::Rules;
use super::witness::Witnesses;
use crate::simd::{SimdLevel, Vectorized};
use batch::{BATCH, Batch, Checker, Producer};
use queue::{Next, Queue};
use std::thread::Builder;

/// A computation is split among threads if it has at least so many heaps.
pub(super) const MIN_HEAPS: u64 = 4 * BATCH;
/// The most heaps that one computation has: of 0.106, some twenty milliseconds.
const MAX_HEAPS: u64 = 1 << 22;
/// The most sets that are united in one computation, unless its heaps are too few for threads. Those of Grundy's game take a tenth of a
/// second or so.
const MAX_SETS: u64 = 1 << 29;
/// A computation ends when so many splits may have been examined for values that checks had left, so that it does not take much longer.
const MAX_SEARCHED_SPLITS: u64 = 1 << 28;
/// The time of a heap besides these unions, in the time of the union of one set.
const OTHER_WORK_IN_SETS: u64 = 64;
/// Threads are used after so many sets would have been united. Before, they take longer to start, and to learn the splits that succeed,
/// than they save: the search for 0.16 took 1.2 times the CPU time on two threads.
const MIN_SETS_BEFORE: u64 = 1 << 27;
/// The most threads. One makes ranks for a few others only.
const MAX_THREADS: usize = 8;
/// The largest number of heaps read before a batch with which threads are used. They bound the memory, and the heaps whose sets are
/// made again for each batch.
const MAX_SPAN: usize = 8 * BATCH as usize;

/// The arguments of a computation on several threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pipeline<'a> {
    end: u64,
    threads: usize,
    rules: &'a Rules,
    simd: SimdLevel,
}

/// The result of a computation on several threads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PipelineResult {
    /// The largest of the values that were computed.
    pub(super) largest: u16,
    /// A window that recurred, as [`Recurrence::scan`] returns it.
    pub(super) recurred: Option<(u64, u64)>,
}

impl<'a> Pipeline<'a> {
    /// A computation before heap `end` on up to `threads` threads, which are at least two.
    pub(super) fn new(end: u64, threads: usize, rules: &'a Rules, simd: SimdLevel) -> Self {
        Self { end, threads: threads.min(MAX_THREADS), rules, simd }
    }

    /// Whether the computation may begin at a heap: all heaps that are read, `span` before it, are common, and `sets_per_heap` is large
    /// enough for threads so early.
    pub(super) fn may_begin(&self, heap: u64, last_rare: u64, (span, sets_per_heap): (usize, usize)) -> bool {
        let is_early = heap < MIN_SETS_BEFORE / (OTHER_WORK_IN_SETS + sets_per_heap as u64);
        heap > last_rare + span as u64 && span <= MAX_SPAN && !is_early
    }

    /// Computes values up to the end, up to a heap that has to be computed alone, or for some milliseconds. `None` if the sets do not hold the
    /// rank of a heap that is read, or no thread can be started.
    pub(super) fn run<K: Kernel>(
        mut self,
        kernel: &mut K,
        history: &mut History,
        witnesses: &mut Witnesses,
        recurrence: &mut Recurrence,
    ) -> Option<PipelineResult> {
        let most = (MAX_SETS / (OTHER_WORK_IN_SETS + kernel.sets_per_heap() as u64)).clamp(2 * MIN_HEAPS, MAX_HEAPS);
        self.end = self.end.min(history.heaps() + most);
        if kernel.heap() != history.heaps() {
            kernel.fill(history);
        }
        if !kernel.holds_all() {
            return None;
        }
        let new = |_| Checker::new(&*kernel, witnesses.clone(), &self);
        let mut checkers: Vec<_> = (0..self.threads).map(new).collect();
        let queue = &Queue::new((0..2 * self.threads + 2).map(|_| Batch::default()).collect());
        let mut collecting = checkers.pop().expect("two threads at least");
        let mut producing = checkers.pop().expect("two threads at least");
        let mut producer = Producer::new(kernel, &self);
        std::thread::scope(|scope| {
            let produce = move || queue.guarded(|| produce(queue, &mut producer, &mut producing));
            Builder::new().spawn_scoped(scope, produce).ok()?;
            for mut checker in checkers {
                // If a thread cannot be started, the others do its work.
                let _ = Builder::new().spawn_scoped(scope, move || queue.guarded(|| check_all(queue, &mut checker)));
            }
            let (rules, simd) = (self.rules, self.simd);
            let mut collector = Collector { history, witnesses, rules, simd, recurrence, searched_splits: 0 };
            Some(queue.guarded(|| collect(queue, &mut collecting, &mut collector)))
        })
    }
}

/// Makes batches until the end, and checks one while no more may be made.
fn produce<K: Kernel>(queue: &Queue<Batch>, producer: &mut Producer<'_, K>, checker: &mut Checker<'_, K>) {
    loop {
        match queue.next_to_make() {
            Next::Make(number, mut batch) => {
                let is_last = !producer.fill(&mut batch, queue.need(number));
                queue.add(batch, is_last);
                if is_last {
                    return check_all(queue, checker);
                }
            }
            Next::Check(number, mut batch) => {
                check(queue, checker, number, &mut batch);
                queue.add_checked(number, batch);
            }
            Next::End => return,
        }
    }
}

/// Checks batches as long as there are any.
fn check_all<K: Kernel>(queue: &Queue<Batch>, checker: &mut Checker<'_, K>) {
    while let Some((number, mut batch)) = queue.next_to_check() {
        check(queue, checker, number, &mut batch);
        queue.add_checked(number, batch);
    }
}

/// Checks a batch. If that ends early, the batches after it are not needed.
fn check<K: Kernel>(queue: &Queue<Batch>, checker: &mut Checker<'_, K>, number: u64, batch: &mut Batch) {
    checker.check(batch, queue.need(number));
    if batch.has_ended_early() {
        queue.end_with(number);
    }
}

/// Appends checked batches to the history, and checks others meanwhile.
fn collect<K: Kernel>(
    queue: &Queue<Batch>,
    checker: &mut Checker<'_, K>,
    collector: &mut Collector<'_>,
) -> PipelineResult {
    let mut result = PipelineResult::default();
    while let Some(batch) = queue.next_in_order(&mut |number, batch| check(queue, checker, number, batch)) {
        let is_last = collector.append(&batch, &mut result);
        if is_last {
            break;
        }
        queue.give_back(batch);
    }
    queue.stop();
    result
}

/// What the thread that has the whole history does with checked batches.
struct Collector<'a> {
    history: &'a mut History,
    witnesses: &'a mut Witnesses,
    rules: &'a Rules,
    simd: SimdLevel,
    recurrence: &'a mut Recurrence,
    /// The most splits that have been examined for values that checks had left.
    searched_splits: u64,
}

impl Collector<'_> {
    /// Appends the values of a batch. Returns whether the computation ends with it.
    fn append(&mut self, batch: &Batch, result: &mut PipelineResult) -> bool {
        let from = self.history.heaps();
        self.searched_splits += batch.open_splits(self.witnesses, self.rules);
        let is_alone = self.simd.run(AppendCall { collector: self, batch });
        let heaps = self.history.heaps();
        let values = self.history.before(heaps, (heaps - from) as usize);
        result.largest = values.iter().fold(result.largest, |largest, &value| largest.max(value));
        result.recurred = self.recurrence.scan(self.history, heaps);
        is_alone || result.recurred.is_some() || self.searched_splits >= MAX_SEARCHED_SPLITS
    }
}

/// A call of [`Batch::append_to`].
struct AppendCall<'a, 'b> {
    collector: &'a mut Collector<'b>,
    batch: &'a Batch,
}

impl Vectorized for AppendCall<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Collector { history, witnesses, rules, .. } = self.collector;
        self.batch.append_to(history, witnesses, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::{Engine, Event};
    use super::super::space::Space;
    use super::*;
    use crate::heap::octal::{Code, Game, Table};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// A computation up to heap `end`: the bits of its sets, and then whatever must not depend on the threads, such as the events with the
    /// heaps after them. The largest part at first is `part`.
    fn run(name: &str, simd: SimdLevel, (part, end, threads): (u64, u64, usize)) -> (usize, impl PartialEq + use<>) {
        let game = if name == "grundys-game" { Game::Grundy } else { Game::Code(Code::parse(name).unwrap()) };
        let mut table = Table::new(game);
        table.grow(16_384).unwrap();
        let rules = Rules::of(table.game()).unwrap();
        let (space, _) = Space::choose(&rules, table.values()).unwrap();
        let history = History::new(table.values().to_vec(), usize::MAX);
        let mut engine = Engine::new(rules, space, history, part).with_simd(simd);
        let mut recurrence = Recurrence::new(engine.window(), engine.history());
        let (mut events, mut found, mut on_threads) = (Vec::new(), None, 0);
        while engine.history().heaps() < end && found.is_none() {
            let before = engine.history().heaps();
            found = engine.run_on_threads(end, threads, &mut recurrence);
            on_threads += engine.history().heaps() - before;
            if found.is_some() {
                break;
            }
            let event = engine.run(end.min(engine.history().heaps() + (1 << 12)));
            let is_change = event != Event::End;
            let heaps = engine.history().heaps();
            found = recurrence.scan(engine.history(), heaps - u64::from(is_change));
            if is_change {
                events.push((event, heaps));
                recurrence = Recurrence::new(engine.window(), engine.history());
            }
        }
        let known = found.map_or(end, |(_, recurred_at)| recurred_at);
        let values = engine.history().first()[..known as usize].to_vec();
        assert!(part > 1 << 8 || events.iter().any(|(event, _)| *event == Event::Part), "{name}");
        assert_eq!(on_threads > 10_000, threads > 1, "{name}: {on_threads} heaps on {threads} threads");
        let saved: Vec<u64> = recurrence.saved().iter().map(|saved| saved.heap).collect();
        let result = (events, found, values, engine.largest(), engine.rare().to_vec(), engine.part(), saved);
        (engine.set_bits(), result)
    }

    /// Sets of 16 and of 32 bits, a split that takes one number of stones or several, and, as the first largest part is small, heaps that
    /// need a larger one.
    #[test]
    fn values_do_not_depend_on_the_threads() {
        for (name, end) in [("0.106", 4_000_000), ("0.104", 3_000_000), ("0.454", 2_000_000), ("0.054", 2_000_000)] {
            for part in [1 << 8, 1 << 12] {
                let simd = SimdLevel::best();
                let (_, one) = run(name, simd, (part, end, 1));
                for threads in [2, 3, 6] {
                    assert!(run(name, simd, (part, end, threads)).1 == one, "{name}, {threads} threads");
                }
                assert!(run(name, SimdLevel::available()[0], (part, end, 2)).1 == one, "{name} without vectors");
            }
        }
    }

    /// Planes of bytes, for one word, two and four. In Grundy's game the parts of a split are unequal.
    #[test]
    fn values_in_large_sets_do_not_depend_on_the_threads() {
        for (name, part, end, bits) in [
            ("4.045", 1 << 12, 1_000_000, 64),
            ("4.045", 1 << 8, 1_000_000, 64),
            ("0.6", 1 << 13, 800_000, 256),
            ("grundys-game", 1 << 13, 350_000, 128),
        ] {
            let (bits_of_one, one) = run(name, SimdLevel::best(), (part, end, 1));
            assert_eq!(bits_of_one, bits, "{name}");
            for (threads, simd) in [(2, SimdLevel::best()), (3, SimdLevel::best()), (2, SimdLevel::available()[0])] {
                assert!(run(name, simd, (part, end, threads)).1 == one, "{name}, {threads} threads, {simd:?}");
            }
        }
    }

    #[test]
    fn batches_after_one_that_failed_are_not_needed() {
        let queue = Queue::new(vec![()]);
        assert!(queue.need(7).is_needed());
        queue.end_with(3);
        queue.end_with(5);
        assert!(queue.need(3).is_needed() && !queue.need(4).is_needed());
        queue.stop();
        assert!(!queue.need(0).is_needed());
    }

    #[test]
    fn a_panic_ends_all_threads() {
        let queue = Queue::new(vec![()]);
        let work = || {
            std::thread::scope(|scope| {
                scope.spawn(|| queue.guarded(|| panic!("on purpose")));
                scope.spawn(|| queue.guarded(|| assert!(queue.next_to_check().is_none())));
                queue.next_in_order(&mut |_, ()| {})
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
}
