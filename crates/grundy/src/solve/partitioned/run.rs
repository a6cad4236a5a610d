//! One partitioned run: its back end, its limits and its checkpoints.
//!
//! At a *boundary* between two rounds, the state of a run is the streams in the storage and a few numbers, which are the same for all
//! processes. A save writes the streams through to the disk, then the numbers of this boundary and of the one saved before, and then waits for
//! all processes. Only then are streams removed that the state saved before needed and this one does not. A stream that was written since the last
//! save is removed as soon as no later round needs it: a run that continues writes it again. So whenever a run ends, all processes can continue
//! from the earliest of their saved states.

use super::exchange::{Exchange, ExchangeError, Work, inbox_name, invalid};
use super::inventory;
use super::saved::{SavedRun, SavedState};
use crate::checkpoint::Checkpointer;
use crate::limits::{Limits, RunError};

/// A partitioned run.
pub(super) struct Run<'a, 'e> {
    pub(super) exchange: &'e mut dyn Exchange,
    pub(super) limits: &'e Limits<'e>,
    checkpointer: Checkpointer<'a>,
    /// The number that all processes of the run share, and no other run has.
    id: u64,
    /// The numbers that were saved last: the next round, and the state of the solver.
    saved: Option<SavedState>,
    /// Streams that the last saved state needs, and no later one.
    retired: Vec<String>,
}

impl<'a, 'e> Run<'a, 'e> {
    /// Creates a run, and returns the state of the solver from which it continues.
    pub(super) fn new(
        exchange: &'e mut dyn Exchange,
        limits: &'e Limits<'e>,
        mut checkpointer: Checkpointer<'a>,
    ) -> Result<(Self, Option<Vec<u64>>), ExchangeError> {
        let partitions = exchange.partitions();
        let found = checkpointer.take_previous(|from| SavedRun::decode(from, partitions));
        let found = found.map_err(RunError::from)?.unwrap_or(SavedRun { id: 0, states: Vec::new() });
        let mut run = Self { exchange, limits, checkpointer, id: found.id, saved: None, retired: Vec::new() };
        let next_round = run.least(found.latest())?;
        if next_round == 0 {
            // The first process chooses the number.
            let mut id = [if run.exchange.local().start == 0 { SavedRun::new_id() } else { 0 }];
            run.exchange.sum(&mut id)?;
            run.id = id[0];
            if !found.states.is_empty() {
                // Another process has no state to continue from. The streams of this one will be written again.
                run.store(&[])?;
            }
            inventory::clear(run.exchange)?;
            run.wait_for_all()?;
            return Ok((run, None));
        }
        let is_same_run = run.least(found.id)? == found.id;
        let saved = found.state_before(next_round).cloned().ok_or_else(invalid);
        run.all_agree(is_same_run && saved.is_ok())?;
        let saved = saved?;
        run.exchange.set_next_round(next_round);
        if found.latest() != next_round {
            // Another process has not saved the latest state of this one, and will never reach the same boundary with it.
            run.store(&[&saved])?;
        }
        inventory::restore(run.exchange, next_round)?;
        run.wait_for_all()?;
        run.retired.extend(inventory::inventories(run.exchange, next_round));
        run.saved = Some(saved.clone());
        Ok((run, Some(saved.numbers)))
    }

    /// Returns the greatest of the numbers of all processes.
    pub(super) fn greatest(&mut self, mine: u64) -> Result<u64, ExchangeError> {
        Ok(!self.least(!mine)?)
    }

    /// Returns the least of the numbers of all processes, by one sum for each of its bits.
    pub(super) fn least(&mut self, mine: u64) -> Result<u64, ExchangeError> {
        let mut least = 0;
        let mut bit = 1 << 63;
        while bit > 0 {
            // Is there a process whose number begins with the bits found so far and a 0?
            let is_below = mine & !(bit - 1) == least;
            let mut count = [u64::from(is_below)];
            self.exchange.sum(&mut count)?;
            if count[0] == 0 {
                least |= bit;
            }
            bit >>= 1;
        }
        Ok(least)
    }

    /// Waits until all processes are here: before that, none of them sends messages of the next round.
    fn wait_for_all(&mut self) -> Result<(), ExchangeError> {
        self.exchange.sum(&mut [0])
    }

    /// Fails at all processes if it fails at one.
    fn all_agree(&mut self, agrees: bool) -> Result<(), ExchangeError> {
        let mut failed = [u64::from(!agrees)];
        self.exchange.sum(&mut failed)?;
        if failed[0] == 0 { Ok(()) } else { Err(ExchangeError::Invalid) }
    }

    /// Runs a round. The inboxes that it read are no longer needed.
    pub(super) fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError> {
        let round = self.exchange.next_round();
        self.exchange.round(work)?;
        let Some(before) = round.checked_sub(1) else { return Ok(()) };
        self.exchange.local().try_for_each(|partition| self.retire(inbox_name(before, partition), before))
    }

    /// Removes a stream when no saved state needs it any more: at once if round `written`, which wrote it, came after the last save.
    pub(super) fn retire(&mut self, name: String, written: u64) -> Result<(), ExchangeError> {
        if self.saved.as_ref().is_some_and(|saved| written < saved.next_round) {
            self.retired.push(name);
            return Ok(());
        }
        Ok(self.exchange.storage().remove(&name)?)
    }

    /// Saves the state of the boundary if a save is due.
    pub(super) fn save_if_due(&mut self, state: &[u64]) -> Result<(), ExchangeError> {
        if self.is_save_due()? { self.save(state) } else { Ok(()) }
    }

    /// Returns whether a save is due at any process, or none was saved so far.
    pub(super) fn is_save_due(&mut self) -> Result<bool, ExchangeError> {
        if !self.checkpointer.is_enabled() {
            return Ok(false);
        }
        let mut due = [u64::from(self.saved.is_none() || self.checkpointer.is_due())];
        self.exchange.sum(&mut due)?;
        Ok(due[0] > 0)
    }

    /// Saves the state of the boundary, whose streams are all in the storage.
    pub(super) fn save(&mut self, state: &[u64]) -> Result<(), ExchangeError> {
        let next_round = self.exchange.next_round();
        if self.saved.as_ref().is_some_and(|saved| saved.next_round == next_round && saved.numbers == state) {
            // The state from which this run continues.
            return Ok(());
        }
        inventory::write(self.exchange, next_round, &self.retired)?;
        self.exchange.storage().sync_all()?;
        // One process may save the state of several: the streams of all must be on the disk.
        self.wait_for_all()?;
        let latest = SavedState { next_round, numbers: state.to_vec() };
        let before = self.saved.take();
        self.store(&[Some(&latest), before.as_ref()].into_iter().flatten().collect::<Vec<_>>())?;
        self.saved = Some(latest);
        // All processes have saved this state before any of them removes what the one before needs.
        self.wait_for_all()?;
        // A run that continues may save the state from which it does again.
        let inventories: Vec<String> = inventory::inventories(self.exchange, next_round).collect();
        let mut retired = std::mem::replace(&mut self.retired, inventories);
        retired.retain(|name| !self.retired.contains(name));
        Ok(retired.iter().try_for_each(|name| self.exchange.storage().remove(name))?)
    }

    /// Stores states in place of those that were stored before, the latest first.
    fn store(&mut self, states: &[&SavedState]) -> Result<(), ExchangeError> {
        let partitions = self.exchange.partitions();
        let saved = SavedRun { id: self.id, states: states.iter().copied().cloned().collect() };
        let stored = self.checkpointer.save(&mut |out| saved.write(partitions, out));
        Ok(stored.map_err(RunError::from)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::partitioned::{LocalExchange, Storage};
    use std::ops::Range;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::{Arc, Barrier, Mutex};

    #[test]
    fn streams_are_removed_when_no_saved_state_needs_them() {
        let is_due = AtomicBool::new(false);
        let save = |state: &mut crate::checkpoint::StateWriter<'_>| state(&mut Vec::new());
        let checkpointer = Checkpointer::new(|| is_due.load(Ordering::Relaxed), save);
        let mut exchange = LocalExchange::new(Storage::in_memory(), 1, 1, 100);
        let storage = exchange.storage().clone();
        let inboxes =
            || (0..5).filter(|round| storage.open(&inbox_name(*round, 0)).unwrap().is_some()).collect::<Vec<_>>();
        let (mut run, _) = Run::new(&mut exchange, &Limits::NONE, checkpointer).unwrap();
        let round = |run: &mut Run<'_, '_>| {
            run.round(&|_, _, outbox| outbox.send(0, b"message").map(|_| ())).unwrap();
        };
        round(&mut run);
        round(&mut run);
        assert_eq!(inboxes(), [1], "nothing was saved, and round 1 has read the messages of round 0");
        run.save_if_due(&[]).unwrap();
        round(&mut run);
        assert_eq!(inboxes(), [1, 2], "the saved state needs those of round 1");
        round(&mut run);
        assert_eq!(inboxes(), [1, 3], "but not those of round 2");
        run.save_if_due(&[]).unwrap();
        assert_eq!(inboxes(), [1, 3], "no save was due");
        is_due.store(true, Ordering::Relaxed);
        run.save_if_due(&[]).unwrap();
        assert_eq!(inboxes(), [3]);
    }

    /// One of two processes, which only add.
    struct Adder<'a> {
        local: LocalExchange,
        barrier: &'a Barrier,
        total: &'a AtomicU64,
    }

    impl Exchange for Adder<'_> {
        fn partitions(&self) -> u32 {
            self.local.partitions()
        }

        fn local(&self) -> Range<u32> {
            self.local.local()
        }

        fn storage(&self) -> &Arc<Storage> {
            self.local.storage()
        }

        fn next_round(&self) -> u64 {
            self.local.next_round()
        }

        fn set_next_round(&mut self, round: u64) {
            self.local.set_next_round(round);
        }

        fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError> {
            self.local.round(work)
        }

        fn sum(&mut self, counts: &mut [u64]) -> Result<(), ExchangeError> {
            for count in counts {
                self.total.fetch_add(*count, Ordering::Relaxed);
                self.barrier.wait();
                *count = self.total.load(Ordering::Relaxed);
                if self.barrier.wait().is_leader() {
                    self.total.store(0, Ordering::Relaxed);
                }
                self.barrier.wait();
            }
            Ok(())
        }

        fn collect(&mut self, _name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
            Ok(())
        }
    }

    /// A state that only one process saved is dropped: another one may never reach the same boundary.
    #[test]
    fn processes_continue_from_a_state_that_all_have_and_keep_no_later_one() {
        let files = Mutex::new(Vec::new());
        let mut exchange = LocalExchange::new(Storage::in_memory(), 1, 1, 100);
        let save = |state: &mut crate::checkpoint::StateWriter<'_>| {
            let mut bytes = Vec::new();
            state(&mut bytes)?;
            files.lock().unwrap().push(bytes);
            Ok(())
        };
        let (mut run, _) = Run::new(&mut exchange, &Limits::NONE, Checkpointer::new(|| true, save)).unwrap();
        for state in [7, 9] {
            run.round(&|_, _, _| Ok(())).unwrap();
            run.save_if_due(&[state]).unwrap();
        }
        drop(run);
        // The other process was lost before it saved the second state.
        let [one, both] = files.into_inner().unwrap().try_into().unwrap();
        let (barrier, total) = (Barrier::new(2), AtomicU64::new(0));
        let proceed = |before: &[u8]| {
            let local = LocalExchange::new(Storage::in_memory(), 1, 1, 100);
            inventory::write(&local, 1, &[]).unwrap();
            let mut exchange = Adder { local, barrier: &barrier, total: &total };
            let stored = Mutex::new(None);
            let save = |state: &mut crate::checkpoint::StateWriter<'_>| {
                let mut bytes = Vec::new();
                state(&mut bytes)?;
                *stored.lock().unwrap() = Some(bytes);
                Ok(())
            };
            let checkpointer = Checkpointer::new(|| false, save).with_previous(before);
            let (run, state) = Run::new(&mut exchange, &Limits::NONE, checkpointer).unwrap();
            assert_eq!((run.exchange.next_round(), state), (1, Some(vec![7])));
            drop(run);
            stored.into_inner().unwrap()
        };
        let stored = std::thread::scope(|scope| {
            let first = scope.spawn(|| proceed(&both));
            let second = proceed(&one);
            [first.join().unwrap(), second]
        });
        assert_eq!(stored, [Some(one.clone()), None]);
    }

    /// The streams of two runs do not belong together, even if the runs were saved before the same round.
    #[test]
    fn states_of_two_runs_are_refused() {
        let (barrier, total) = (Barrier::new(2), AtomicU64::new(0));
        let proceed = |id: u64| {
            let states = vec![SavedState { next_round: 3, numbers: vec![7] }];
            let mut bytes = Vec::new();
            SavedRun { id, states }.write(1, &mut bytes).unwrap();
            let local = LocalExchange::new(Storage::in_memory(), 1, 1, 100);
            inventory::write(&local, 3, &[]).unwrap();
            let mut exchange = Adder { local, barrier: &barrier, total: &total };
            let checkpointer = Checkpointer::new(|| false, |_| Ok(())).with_previous(&bytes[..]);
            Run::new(&mut exchange, &Limits::NONE, checkpointer).map(|(_, state)| state)
        };
        for (ids, expected) in [([5, 5], Ok(Some(vec![7]))), ([5, 6], Err(ExchangeError::Invalid))] {
            let found = std::thread::scope(|scope| {
                let first = scope.spawn(|| proceed(ids[0]));
                let second = proceed(ids[1]);
                [first.join().unwrap(), second]
            });
            assert_eq!(found, [expected.clone(), expected]);
        }
    }
}
