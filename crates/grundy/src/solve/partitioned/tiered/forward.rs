//! The forward pass: a round for each tier, which stores its positions and sends their options.

use super::messages::WordCodec;
use super::solved::{BLOCK, PartitionedTiers, check_option};
use super::streams::{STREAM_BLOCK, words_name};
use crate::game::TieredBlock;
use crate::limits::{Phase, Progress};
use crate::solve::partitioned::exchange::{ExchangeError, Inbox, Outbox};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::words::{WordReader, WordSet, write_words};
use crate::text::DynTiered;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the partitions of a round found.
#[derive(Default)]
struct Found {
    positions: AtomicU64,
    moves: AtomicU64,
    /// The tiers of the words that were sent.
    sent: Mutex<BTreeSet<u32>>,
}

/// Stores the positions of a tier, whose words are in the inboxes, and sends their options. Returns the next tier, if there is one.
pub(super) fn round(
    game: &dyn DynTiered,
    codec: WordCodec,
    tier: u32,
    solved: &mut PartitionedTiers,
    run: &mut Run<'_, '_>,
) -> Result<Option<u32>, ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let (found, before) = (Found::default(), solved.positions);
    run.round(&|partition, inbox, outbox| {
        let mut sent = BTreeSet::new();
        let words = receive(codec, tier, inbox, outbox, &mut sent, &mut |words, bytes| {
            limits.check(before + words, storage.held_bytes() + limits.workers() as u64 * bytes)
        })?;
        if words.len() > 0 {
            if words.len() > u64::from(u32::MAX) {
                return Err(ExchangeError::Unsupported(
                    "a partition has more than 2^32 positions of a tier".to_owned(),
                ));
            }
            write_words(&storage, &words_name(tier, partition), STREAM_BLOCK, &words.sorted())?;
            let done = before + found.positions.fetch_add(words.len(), Ordering::Relaxed) + words.len();
            let bytes = storage.held_bytes() + words.bytes();
            drop(words);
            limits.report(Progress { phase: Phase::Explore, level: tier, done, of: None, bytes })?;
            let stop = || limits.check(done, 0);
            let moves = expand(game, codec, tier, &storage, partition, outbox, &mut sent, &stop)?;
            found.moves.fetch_add(moves, Ordering::Relaxed);
        }
        found.sent.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut sent);
        Ok(())
    })?;
    let Found { positions, moves, sent } = found;
    let sent = sent.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut counts = [
        positions.into_inner(),
        moves.into_inner(),
        u64::from(sent.contains(&(tier + 1))),
        u64::from(!sent.is_empty()),
    ];
    run.exchange.sum(&mut counts)?;
    solved.positions += counts[0];
    solved.moves += counts[1];
    if counts[0] > 0 {
        solved.tiers.push(tier);
    }
    match counts {
        [_, _, 0, 0] => Ok(None),
        [_, _, 0, _] => Ok(Some(run.least(sent.first().map_or(u64::MAX, |tier| u64::from(*tier)))? as u32)),
        _ => Ok(Some(tier + 1)),
    }
}

/// Reads the words that were sent. Returns those of the tier, and sends those of later tiers to the partition itself again, so that they
/// are in its inbox when their round comes.
fn receive(
    codec: WordCodec,
    tier: u32,
    inbox: &mut Inbox,
    outbox: &mut Outbox<'_>,
    sent: &mut BTreeSet<u32>,
    check: &mut dyn FnMut(u64, u64) -> Result<(), crate::limits::RunError>,
) -> Result<WordSet, ExchangeError> {
    let mut of_tier = WordSet::default();
    let mut of_later: BTreeMap<u32, WordSet> = BTreeMap::new();
    let mut block = Vec::new();
    while inbox.next(&mut block)?.is_some() {
        let mut rest = &block[..];
        while !rest.is_empty() {
            let (of, word) = codec.read(&mut rest)?;
            match u32::try_from(of).map_err(|_| ExchangeError::Invalid)? {
                of if of == tier => of_tier.insert(word),
                of if of < tier => return Err(ExchangeError::Invalid),
                of => of_later.entry(of).or_default().insert(word),
            }
        }
        check(of_tier.len(), of_tier.bytes() + of_later.values().map(WordSet::bytes).sum::<u64>())?;
    }
    for (later, words) in of_later {
        sent.insert(later);
        for (granule, bits) in words.sorted() {
            for word in crate::solve::partitioned::words::words_of(granule, bits) {
                codec.send(outbox, codec.owner(word), later.into(), word, None)?;
            }
        }
    }
    Ok(of_tier)
}

/// Expands the stored words of a tier and sends their options. Returns the number of moves.
#[expect(clippy::too_many_arguments)]
fn expand(
    game: &dyn DynTiered,
    codec: WordCodec,
    tier: u32,
    storage: &Storage,
    partition: u32,
    outbox: &mut Outbox<'_>,
    sent: &mut BTreeSet<u32>,
    stop: &dyn Fn() -> Result<(), crate::limits::RunError>,
) -> Result<u64, ExchangeError> {
    let mut reader = WordReader::open(storage, &words_name(tier, partition))?;
    let (mut words, mut expanded) = (Vec::new(), TieredBlock::default());
    let (mut moves, mut last_tier) = (0, None);
    let bits = game.bits();
    loop {
        words.clear();
        reader.next_words(BLOCK, &mut words)?;
        if words.is_empty() {
            return Ok(moves);
        }
        stop()?;
        expanded.clear();
        game.expand(tier, &words, &mut expanded);
        moves += expanded.options().len() as u64;
        for option in expanded.options() {
            check_option(bits, tier, option)?;
            if last_tier != Some(option.tier) {
                last_tier = Some(option.tier);
                sent.insert(option.tier);
            }
            codec.send(outbox, codec.owner(option.word), option.tier.into(), option.word, None)?;
        }
    }
}
