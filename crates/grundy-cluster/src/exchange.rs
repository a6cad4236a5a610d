//! The back end of a partitioned solver on several processes.

use crate::frame::{Header, Kind, MAX_COUNTS};
use crate::shared::Shared;
use grundy::solve::partitioned::{Exchange, ExchangeError, PartitionRun, Storage, Work, run_partitions};
use std::ops::Range;
use std::sync::Arc;

/// A back end on several processes, each with a contiguous range of the partitions.
///
/// [`Connections::run`](crate::Connections::run) makes one. A sum is computed modulo 2⁶⁴, and has at most 131,072 counts.
pub struct TcpExchange<'r, 'a> {
    pub(crate) shared: &'r Shared<'a>,
    next_round: u64,
    /// Whether all processes have agreed on the number of the next round.
    has_agreed: bool,
    /// For each process whether it has the folder of process 0, once that is known.
    pub(crate) sharing: Option<Vec<bool>>,
}

impl<'r, 'a> TcpExchange<'r, 'a> {
    pub(crate) fn new(shared: &'r Shared<'a>) -> Self {
        let sharing = shared.options.is_storage_shared.then(|| vec![true; shared.processes()]);
        Self { shared, next_round: 0, has_agreed: false, sharing }
    }

    /// Returns the number of this process.
    pub fn process(&self) -> usize {
        self.shared.process
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.shared.processes()
    }

    /// Returns why the run has failed at another process, or in what was received; `None` if it has not.
    pub fn failure(&self) -> Option<ExchangeError> {
        self.shared.check().err()
    }

    /// Checks that all processes have equally many partitions.
    pub(crate) fn check_partitions(&mut self) -> Result<(), ExchangeError> {
        let ours = u64::from(self.partitions());
        for (process, counts) in self.all_counts(&[ours])? {
            if counts != [ours] {
                let theirs = counts.first().copied().unwrap_or(0);
                let name = self.shared.name(process);
                return Err(ExchangeError::peer(format!("{name} has {theirs} partitions, and this process {ours}")));
            }
        }
        Ok(())
    }

    /// Sends the counts of this process to all others and returns theirs, with the number of each process.
    fn all_counts(&self, counts: &[u64]) -> Result<Vec<(usize, Vec<u64>)>, ExchangeError> {
        assert!(counts.len() <= MAX_COUNTS, "a sum of at most {MAX_COUNTS} counts");
        let bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
        self.shared.send_to_all(Header::new(Kind::Counts), &bytes)?;
        let mut state = self.shared.wait_for_all(|peer| !peer.counts.is_empty())?;
        let taken = self.shared.others().map(|process| (process, state.peers[process].counts.pop_front()));
        Ok(taken.map(|(process, counts)| (process, counts.unwrap_or_default())).collect())
    }

    /// Agrees with all other processes on the number of the next round.
    fn agree(&mut self) -> Result<(), ExchangeError> {
        let (shared, ours) = (self.shared, self.next_round);
        shared.lock().round = ours;
        shared.send_to_all(Header::of_round(Kind::Agree, ours), &[])?;
        let mut state = shared.wait_for_all(|peer| peer.agreed.is_some())?;
        let agreed = shared.others().map(|process| (process, state.peers[process].agreed.take()));
        if let Some((process, Some(theirs))) =
            agreed.collect::<Vec<_>>().into_iter().find(|agreed| agreed.1 != Some(ours))
        {
            let name = shared.name(process);
            let sentence = format!("{name} is in round {theirs}, and this process in round {ours}");
            return Err(ExchangeError::peer(sentence));
        }
        self.has_agreed = true;
        Ok(())
    }
}

impl Exchange for TcpExchange<'_, '_> {
    fn partitions(&self) -> u32 {
        self.shared.split.partitions()
    }

    fn local(&self) -> Range<u32> {
        self.shared.split.range(self.shared.process)
    }

    fn storage(&self) -> &Arc<Storage> {
        self.shared.storage
    }

    fn next_round(&self) -> u64 {
        self.next_round
    }

    fn set_next_round(&mut self, round: u64) {
        self.has_agreed &= round == self.next_round;
        self.next_round = round;
        self.shared.begin(round);
    }

    fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError> {
        let (shared, round) = (self.shared, self.next_round);
        shared.begin(round);
        if !self.has_agreed {
            self.agree()?;
        }
        let inboxes = shared.inboxes(&mut shared.lock(), round);
        let (local, own) = (self.local(), shared.process);
        let run = PartitionRun {
            storage: shared.storage,
            partitions: self.partitions(),
            local,
            round,
            threads: shared.options.threads,
            block_bytes: shared.options.block_bytes,
        };
        let deliver = |to: u32, from: u32, block: &[u8]| {
            let owner = shared.split.owner(to);
            if owner == own {
                return Ok(inboxes.append(to, from, block)?);
            }
            shared.send(owner, Header { to, from, ..Header::of_round(Kind::Block, round) }.with(block))
        };
        let done = run_partitions(&run, &deliver, work);
        drop(inboxes);
        // If another process failed, that is why the work of this one ended.
        shared.check()?;
        done?;
        shared.lock().round = round + 1;
        shared.send_to_all(Header::of_round(Kind::End, round), &[])?;
        drop(shared.wait_for_all(|peer| peer.round.is_some_and(|theirs| theirs > round))?);
        shared.take_inboxes(round).ok_or(ExchangeError::Invalid)?.finish()?;
        self.next_round = round + 1;
        Ok(())
    }

    fn sum(&mut self, counts: &mut [u64]) -> Result<(), ExchangeError> {
        for (process, theirs) in self.all_counts(counts)? {
            if theirs.len() != counts.len() {
                let name = self.shared.name(process);
                return Err(ExchangeError::peer(format!("{name} adds other counts than this process")));
            }
            counts.iter_mut().zip(theirs).for_each(|(sum, count)| *sum = sum.wrapping_add(count));
        }
        Ok(())
    }

    fn collect(&mut self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        self.collect_streams(name)
    }
}

impl std::fmt::Debug for TcpExchange<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TcpExchange")
            .field("process", &self.process())
            .field("processes", &self.processes())
            .field("next_round", &self.next_round)
            .finish_non_exhaustive()
    }
}
