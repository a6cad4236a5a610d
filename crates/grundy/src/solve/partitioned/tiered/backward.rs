//! The backward pass: two rounds for each tier, one with requests for the values of options, one with the replies.

use super::ends::{EndWriter, read_ends};
use super::messages::{LastRows, WordCodec, send_numbers};
use super::solved::{BLOCK, PartitionedTiers, check_option};
use super::streams::{ends_name, values_name, words_name};
use super::values::TierValues;
use crate::game::{TieredBlock, TieredRow};
use crate::limits::{Phase, Progress};
use crate::solve::partitioned::codes::{code, verdict};
use crate::solve::partitioned::exchange::{ExchangeError, Inbox, Outbox, invalid};
use crate::solve::partitioned::numbers::read_u32;
use crate::solve::partitioned::rank::{self, after_best, rank};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::solve::partitioned::words::{WordReader, WordSet};
use crate::text::DynTiered;
use crate::value::Verdict;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Stores the values of tier number `finished`, whose replies are in the inboxes, and requests the values of the options of the tier below.
pub(super) fn request(
    game: &dyn DynTiered,
    codec: WordCodec,
    finished: usize,
    solved: &PartitionedTiers,
    run: &mut Run<'_, '_>,
) -> Result<(), ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let partitions = run.exchange.partitions();
    let above = solved.tiers.len() - finished.min(solved.tiers.len());
    let (bits, done) = (game.bits(), AtomicU64::new(0));
    run.round(&|partition, inbox, outbox| {
        if let Some(&tier) = solved.tiers.get(finished) {
            let rows = finish(&storage, tier, above, partition, inbox)?;
            let done = done.fetch_add(rows, Ordering::Relaxed) + rows;
            let of = Some(solved.positions);
            limits.report(Progress { phase: Phase::Solve, level: tier, done, of, bytes: storage.held_bytes() })?;
        }
        let Some(&tier) = finished.checked_sub(1).map(|number| &solved.tiers[number]) else { return Ok(()) };
        let mut reader = WordReader::open(&storage, &words_name(tier, partition))?;
        let mut ends = EndWriter::new(&storage, tier, partition);
        let (mut words, mut expanded) = (Vec::new(), TieredBlock::default());
        let (mut row, mut last_rows) = (0, LastRows::new(partitions));
        loop {
            words.clear();
            reader.next_words(BLOCK, &mut words)?;
            if words.is_empty() {
                return Ok(ends.finish()?);
            }
            limits.check(0, 0)?;
            expanded.clear();
            game.expand(tier, &words, &mut expanded);
            let mut options = expanded.options();
            for state in expanded.rows() {
                match *state {
                    TieredRow::Open(count) => {
                        let (of_row, rest) = options.split_at(count as usize);
                        options = rest;
                        for option in of_row {
                            check_option(bits, tier, option)?;
                            let to = codec.owner(option.word);
                            let number = 2 * u64::from(option.tier) + u64::from(option.moves_again);
                            let difference = last_rows.difference(to, row);
                            if codec.send(outbox, to, number, option.word, Some(difference))? {
                                last_rows.begin(to);
                            }
                        }
                    }
                    TieredRow::Terminal(outcome) => ends.append(row, outcome)?,
                }
                row += 1;
            }
        }
    })?;
    if let Some(&tier) = solved.tiers.get(finished) {
        // Round r requested the values and wrote the ends, r + 1 replied, and r + 2, which is over, read both.
        let written = run.exchange.next_round() - 3;
        run.exchange.local().try_for_each(|partition| run.retire(ends_name(tier, partition), written))?;
    }
    Ok(())
}

/// Reads the replies of a tier's requests and stores the values of its positions. Returns their number.
fn finish(storage: &Storage, tier: u32, above: usize, partition: u32, inbox: &mut Inbox) -> Result<u64, ExchangeError> {
    let mut best = vec![rank::NONE; count_words(storage, &words_name(tier, partition))?];
    let mut block = Vec::new();
    while inbox.next(&mut block)?.is_some() {
        let mut row = 0_u32;
        let mut rest = &block[..];
        while !rest.is_empty() {
            let (difference, code) = (read_u32(&mut rest)?, read_u32(&mut rest)?);
            row = row.wrapping_add(difference);
            let best = best.get_mut(row as usize).ok_or_else(invalid)?;
            *best = rank(verdict(code)).max(*best);
        }
    }
    let mut values = TierValues::new(best.len(), above);
    for (row, best) in best.iter().enumerate() {
        if let Some(verdict) = after_best(*best) {
            values.set(row, verdict);
        }
    }
    let mut open = best.iter().filter(|best| **best == rank::NONE).count();
    read_ends(storage, tier, partition, |row, outcome| {
        if best.get(row as usize) != Some(&rank::NONE) {
            return Err(invalid());
        }
        open -= 1;
        values.set(row as usize, Verdict::terminal(outcome));
        Ok(())
    })?;
    if open > 0 {
        // A position has a reply or an outcome.
        return Err(invalid());
    }
    if !best.is_empty() {
        values.write(storage, &values_name(tier, partition))?;
    }
    Ok(best.len() as u64)
}

fn count_words(storage: &Storage, name: &str) -> Result<usize, ExchangeError> {
    let mut reader = WordReader::open(storage, name)?;
    let mut count = 0;
    while let Some((_, bits)) = reader.next_granule()? {
        count += bits.count_ones() as usize;
    }
    Ok(count)
}

/// Looks up the values that were requested, and replies with them.
pub(super) fn reply(
    codec: WordCodec,
    number: usize,
    solved: &PartitionedTiers,
    run: &mut Run<'_, '_>,
) -> Result<(), ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let partitions = run.exchange.partitions();
    let is_above = |tier: u32| solved.tiers[number + 1..].binary_search(&tier).is_ok();
    run.round(&|partition, inbox, outbox| {
        let mut tiers: BTreeMap<u32, (WordSet, TierValues)> = BTreeMap::new();
        let mut last_rows = LastRows::new(partitions);
        let mut block = Vec::new();
        while let Some(from) = inbox.next(&mut block)? {
            let held: u64 = tiers.values().map(|(words, values)| words.bytes() + values.bytes()).sum();
            limits.check(0, storage.held_bytes() + limits.workers() as u64 * held)?;
            let mut replies = Replies { from, last_rows: &mut last_rows, row: 0, best: rank::NONE };
            let mut rest = &block[..];
            while !rest.is_empty() {
                let (number, word) = codec.read(&mut rest)?;
                replies.advance(outbox, read_u32(&mut rest)?)?;
                let (tier, moves_again) = ((number / 2) as u32, number % 2 == 1);
                let (words, values) = match tiers.get(&tier) {
                    Some(known) => known,
                    None if is_above(tier) => tiers.entry(tier).or_insert(load(&storage, tier, partition)?),
                    None => return Err(ExchangeError::Invalid),
                };
                let verdict = values.get(words.number(word).ok_or_else(invalid)?);
                replies.best = replies.best.max(rank(verdict.for_mover(moves_again)));
            }
            replies.send(outbox)?;
        }
        Ok(())
    })
}

/// The replies to one block of requests. A row that asks several times in succession gets one reply: the best.
struct Replies<'a> {
    from: u32,
    last_rows: &'a mut LastRows,
    row: u32,
    best: u32,
}

impl Replies<'_> {
    /// Goes on to the row that is `difference` rows later.
    #[inline]
    fn advance(&mut self, outbox: &mut Outbox<'_>, difference: u32) -> Result<(), ExchangeError> {
        if difference > 0 {
            self.send(outbox)?;
            self.row = self.row.wrapping_add(difference);
        }
        Ok(())
    }

    /// Sends the reply to the row, if it asked.
    #[inline]
    fn send(&mut self, outbox: &mut Outbox<'_>) -> Result<(), ExchangeError> {
        let Some(best) = rank::verdict(std::mem::replace(&mut self.best, rank::NONE)) else { return Ok(()) };
        let difference = self.last_rows.difference(self.from, self.row);
        if send_numbers(outbox, self.from, [difference, code(best)])? {
            self.last_rows.begin(self.from);
        }
        Ok(())
    }
}

/// The words and the values of one tier of a partition.
fn load(storage: &Storage, tier: u32, partition: u32) -> Result<(WordSet, TierValues), ExchangeError> {
    let words = WordSet::read(WordReader::open(storage, &words_name(tier, partition))?)?;
    let name = values_name(tier, partition);
    let values = TierValues::read(storage, &name, words.len())?.ok_or(StorageError::Missing { name })?;
    Ok((words, values))
}
