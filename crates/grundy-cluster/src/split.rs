//! Which process has which partitions.

use grundy::solve::partitioned::partitions_of;
use std::ops::Range;

/// The partitions of each process: contiguous ranges whose lengths differ by at most one, those of process 0 first.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    partitions: u32,
    processes: usize,
    /// The process of each partition.
    owners: Vec<u32>,
}

impl Split {
    /// Splits the partitions; `None` if there are fewer of them than processes.
    pub(crate) fn new(partitions: u32, processes: usize) -> Option<Self> {
        (partitions as usize >= processes).then_some(())?;
        let mut split = Self { partitions, processes, owners: Vec::with_capacity(partitions as usize) };
        for process in 0..processes {
            split.owners.resize(split.range(process).end as usize, process as u32);
        }
        Some(split)
    }

    /// The partitions of a process.
    pub(crate) fn range(&self, process: usize) -> Range<u32> {
        partitions_of(process, self.processes, self.partitions)
    }

    /// The process of a partition.
    pub(crate) fn owner(&self, partition: u32) -> usize {
        self.owners[partition as usize] as usize
    }

    /// Number of partitions of all processes.
    pub(crate) fn partitions(&self) -> u32 {
        self.partitions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_partition_has_one_process() {
        for processes in 1..8 {
            for partitions in processes as u32..40 {
                let split = Split::new(partitions, processes).unwrap();
                let ranges: Vec<Range<u32>> = (0..processes).map(|process| split.range(process)).collect();
                assert!(ranges.iter().cloned().flatten().eq(0..partitions), "{ranges:?}");
                let lengths = ranges.iter().map(|range| range.len());
                assert!(lengths.clone().max().unwrap() - lengths.min().unwrap() <= 1, "{ranges:?}");
                (0..partitions).for_each(|partition| assert!(ranges[split.owner(partition)].contains(&partition)));
            }
            assert!(Split::new(processes as u32 - 1, processes).is_none());
        }
    }
}
