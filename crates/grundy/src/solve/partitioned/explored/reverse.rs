//! The edges that end in the positions of one partition.

use super::segments::{each_segment_block, edges_name};
use crate::limits::Limits;
use crate::solve::partitioned::exchange::{ExchangeError, Outbox, invalid};
use crate::solve::partitioned::numbers::{read_number, write_number};
use crate::solve::partitioned::storage::Storage;
use std::sync::{Arc, Mutex, PoisonError};

/// For each position of a partition, the positions before it: each by its partition and its number there.
#[derive(Debug)]
pub(super) struct ReverseEdges {
    first: Vec<u32>,
    before: Vec<(u32, u32)>,
}

impl ReverseEdges {
    /// Reads the segments of a partition with `count` positions.
    fn read(storage: &Storage, partition: u32, rounds: u64, count: usize) -> Result<Self, ExchangeError> {
        let mut first = vec![0_u32; count + 1];
        each_edge(storage, partition, rounds, |_, option, _| {
            let slot = first.get_mut(option as usize + 1).ok_or_else(invalid)?;
            *slot = slot.checked_add(1).ok_or_else(invalid)?;
            Ok(())
        })?;
        let mut total = 0_u32;
        for slot in &mut first {
            total = total
                .checked_add(*slot)
                .ok_or_else(|| ExchangeError::Unsupported("a partition has more than 2^32 moves".to_owned()))?;
            *slot = total;
        }
        let mut next = first.clone();
        let mut before = vec![(0, 0); total as usize];
        each_edge(storage, partition, rounds, |source, option, number| {
            let at = &mut next[option as usize];
            before[*at as usize] = (source, number);
            *at += 1;
            Ok(())
        })?;
        Ok(Self { first, before })
    }

    /// The positions before a position.
    pub(super) fn of(&self, number: usize) -> &[(u32, u32)] {
        &self.before[self.first[number] as usize..self.first[number + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        (4 * self.first.len() + 8 * self.before.len()) as u64
    }
}

/// Number of positions between two checks of the limits.
const STEPS: usize = 1 << 12;

impl ReverseEdges {
    /// Sends a message for each of the positions in `changed` to each position before it: the number there, and what `tail` appends.
    pub(super) fn send<T>(
        &self,
        changed: &[T],
        number: impl Fn(&T) -> usize,
        tail: impl Fn(&T, &mut Vec<u8>),
        limits: &Limits<'_>,
        outbox: &mut Outbox<'_>,
    ) -> Result<(), ExchangeError> {
        let mut message = Vec::new();
        for (done, item) in changed.iter().enumerate() {
            if done.is_multiple_of(STEPS) {
                limits.check(0, 0)?;
            }
            for (to, before) in self.of(number(item)) {
                message.clear();
                write_number(&mut message, (*before).into());
                tail(item, &mut message);
                outbox.send(*to, &message)?;
            }
        }
        Ok(())
    }
}

fn each_edge(
    storage: &Storage,
    partition: u32,
    rounds: u64,
    mut each: impl FnMut(u32, u32, u32) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    each_segment_block(
        storage,
        rounds,
        |round| edges_name(partition, round),
        |source, mut rest| {
            while !rest.is_empty() {
                let mut next =
                    || read_number(&mut rest).and_then(|number| u32::try_from(number).ok()).ok_or_else(invalid);
                each(source, next()?, next()?)?;
            }
            Ok(())
        },
    )
}

/// The edges of some partitions, kept between rounds as long as they take little memory.
#[derive(Debug)]
pub(super) struct EdgeCache {
    kept: Mutex<Vec<Option<Arc<ReverseEdges>>>>,
    bytes_left: Mutex<u64>,
}

impl EdgeCache {
    /// A cache of at most this many bytes.
    pub(super) fn new(partitions: u32, bytes: u64) -> Self {
        Self { kept: Mutex::new(vec![None; partitions as usize]), bytes_left: Mutex::new(bytes) }
    }

    /// The edges of a partition with `count` positions.
    pub(super) fn get(
        &self,
        storage: &Storage,
        partition: u32,
        rounds: u64,
        count: usize,
    ) -> Result<Arc<ReverseEdges>, ExchangeError> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &lock()[partition as usize] {
            return Ok(kept.clone());
        }
        let edges = Arc::new(ReverseEdges::read(storage, partition, rounds, count)?);
        let mut left = self.bytes_left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rest) = left.checked_sub(edges.bytes()) {
            *left = rest;
            lock()[partition as usize] = Some(edges.clone());
        }
        Ok(edges)
    }
}
