//! The values of a layer's exits. An *exit* of a position is an option in an earlier layer.
//!
//! The decided positions of an earlier layer send their values to the positions before them. A position stores one value for all its exits: if
//! some are lost for the opponent, the least remoteness of these, and otherwise the largest remoteness of those that are won for the opponent.
//! The latter count as one option, which is decided with the last of them. Drawn exits send nothing, and count as options that are never decided.
//!
//! When all values have been sent, each position has at most one message, for the wave in which its value takes effect.

use super::ranges::{BLOCK, Ranges};
use crate::game::{Index, OptionValue};
use crate::limits::Limits;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{ExchangeError, Inbox, Outbox, invalid};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::text::DynIndexed;
use crate::value::{Remoteness, Verdict};

/// The largest remoteness that a position can take from an earlier layer.
const MAX_REMOTENESS: u32 = OptionValue::MAX_REMOTENESS;

/// The most positions of a partition: a message of a wave has 31 bits for a position.
const MAX_POSITIONS: usize = 1 << 31;

/// The number of values in a block of a stream.
const BLOCK_VALUES: usize = 1 << 15;

/// The exit values of the positions of a partition. Of an exit with remoteness *r*: 2*r* + 1 if it is won for the opponent, 2*r* + 2 if it is lost
/// for the opponent; 0 if no value is known.
#[derive(Debug)]
pub(super) struct ExitValues(Vec<u16>);

/// Sends the values of a partition of an earlier layer, which begins with index `first`, to the positions before them in the layer `to`.
pub(super) fn send(
    game: &dyn DynIndexed,
    (first, cells): (u64, &Cells),
    (layer, to): (usize, &Ranges),
    limits: &Limits<'_>,
    outbox: &mut Outbox<'_>,
) -> Result<(), ExchangeError> {
    let mut by_verdict: Vec<Vec<Index>> = Vec::new();
    let mut before = Vec::new();
    let mut deliver = |verdict: usize, of: &mut Vec<Index>| {
        limits.check(0, 0)?;
        before.clear();
        game.predecessors_within(of, layer, &mut before);
        of.clear();
        let remoteness = (verdict / 2) as u16;
        to.send_with(outbox, &before, verdict % 2 == 1, remoteness.to_le_bytes())
    };
    for (index, at) in (first..).zip(0..cells.len()) {
        let verdict = match cells.verdict(at) {
            Some(Verdict::Win(Remoteness(remoteness))) => 2 * remoteness,
            Some(Verdict::Loss(Remoteness(remoteness))) => 2 * remoteness + 1,
            Some(Verdict::Draw) | None => continue,
        };
        if verdict / 2 > MAX_REMOTENESS {
            return Err(too_remote());
        }
        let verdict = verdict as usize;
        if by_verdict.len() <= verdict {
            by_verdict.resize(verdict + 1, Vec::new());
        }
        let same = &mut by_verdict[verdict];
        same.push(Index(index));
        if same.len() == BLOCK {
            deliver(verdict, same)?;
        }
    }
    by_verdict
        .iter_mut()
        .enumerate()
        .filter(|(_, of)| !of.is_empty())
        .try_for_each(|(verdict, of)| deliver(verdict, of))
}

/// A value of an earlier layer has a remoteness that is too large.
pub(super) fn too_remote() -> ExchangeError {
    let why = format!("a remoteness is more than {MAX_REMOTENESS}, too large for a game with several layers");
    ExchangeError::Unsupported(why)
}

impl ExitValues {
    /// No known values of `count` positions.
    pub(super) fn new(count: usize) -> Result<Self, ExchangeError> {
        if count > MAX_POSITIONS {
            let why = format!("a layer has more than {MAX_POSITIONS} numbers in a partition");
            return Err(ExchangeError::Unsupported(why));
        }
        Ok(Self(vec![0; count]))
    }

    /// Number of bytes in memory, those of the messages of [`Self::write_waves`] included.
    pub(super) fn bytes(&self) -> u64 {
        6 * self.0.len() as u64
    }

    /// Applies the messages of [`send`] to the exit values, and to the numbers of options in `cells`.
    pub(super) fn receive(
        &mut self,
        ranges: &Ranges,
        inbox: &mut Inbox,
        cells: &mut Cells,
    ) -> Result<(), ExchangeError> {
        let mut block = Vec::new();
        while inbox.next(&mut block)?.is_some() {
            for (at, is_won, remoteness) in ranges.read_with::<2>(&mut block)? {
                let remoteness = u16::from_le_bytes(remoteness);
                if u32::from(remoteness) > MAX_REMOTENESS {
                    return Err(too_remote());
                }
                let best = self.0.get_mut(at).ok_or_else(invalid)?;
                let new = 1 + 2 * remoteness + u16::from(is_won);
                let (was_won, is_first) = (*best != 0 && best.is_multiple_of(2), *best == 0);
                *best = match (was_won, is_won) {
                    (true, true) => new.min(*best),
                    (true, false) => *best,
                    (false, true) => new,
                    (false, false) => new.max(*best),
                };
                if !is_first && !was_won && !is_won {
                    cells.drop_option(at)?;
                }
            }
        }
        Ok(())
    }

    /// The messages of each wave: twice the number of a position, and one more if the mover wins.
    fn by_wave(&self) -> Vec<Vec<u32>> {
        let last = self.0.iter().max().map_or(0, |largest| wave_of(*largest));
        let mut counts = vec![0; last + 1];
        self.0.iter().for_each(|value| counts[wave_of(*value)] += 1);
        // Those without a value are no messages.
        counts[0] = 0;
        let mut waves: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        for (at, best) in (0u32..).zip(&self.0) {
            if let Some(value) = best.checked_sub(1) {
                waves[wave_of(*best)].push(2 * at + u32::from(value % 2));
            }
        }
        waves
    }

    /// Decides the positions of a layer whose moves all lead to earlier ones. Returns the largest remoteness.
    pub(super) fn decide(&self, cells: &mut Cells) -> Result<u32, ExchangeError> {
        let largest = self.0.iter().max().copied().unwrap_or_default();
        let last = largest.checked_sub(1).map_or(0, |value| u32::from(value / 2) + 1);
        cells.make_room_for(last);
        for (at, best) in self.0.iter().enumerate() {
            if let Some(value) = best.checked_sub(1) {
                cells.update(at, value % 2 == 1, u32::from(value / 2) + 1)?;
            }
        }
        Ok(last)
    }

    /// Writes a stream for each wave that has messages, and returns the last such wave; 0 if there are none.
    pub(super) fn write_waves(&self, storage: &Storage, name: impl Fn(u32) -> String) -> Result<u32, ExchangeError> {
        let mut last = 0;
        for (wave, messages) in (0..).zip(self.by_wave()).filter(|(_, messages)| !messages.is_empty()) {
            let mut writer = storage.create_uncompressed(&name(wave))?;
            for messages in messages.chunks(BLOCK_VALUES) {
                writer.append(wave, &messages.iter().flat_map(|message| message.to_le_bytes()).collect::<Vec<u8>>())?;
            }
            writer.finish()?;
            last = wave;
        }
        Ok(last)
    }

    pub(super) fn write(&self, storage: &Storage, name: &str) -> Result<(), StorageError> {
        let mut writer = storage.create_uncompressed(name)?;
        for values in self.0.chunks(BLOCK_VALUES) {
            writer.append(2, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
        }
        writer.finish()
    }

    /// Reads the values of `count` positions.
    pub(super) fn read(storage: &Storage, name: &str, count: usize) -> Result<Self, ExchangeError> {
        let mut reader = storage.open(name)?.ok_or_else(|| StorageError::Missing { name: name.to_owned() })?;
        let (mut values, mut block) = (Vec::with_capacity(count), Vec::new());
        while reader.next(&mut block)?.is_some() {
            values.extend(block.chunks_exact(2).map(|value| u16::from_le_bytes([value[0], value[1]])));
        }
        if values.len() == count { Ok(Self(values)) } else { Err(ExchangeError::Invalid) }
    }
}

/// The wave in which an exit value takes effect: one more than its remoteness; 0 if no value is known.
fn wave_of(value: u16) -> usize {
    usize::from(value.div_ceil(2))
}

/// Calls `each` with the messages of a wave in a stream of [`Exits::write_waves`].
pub(super) fn each_of_wave(
    storage: &Storage,
    name: &str,
    mut each: impl FnMut(usize, bool) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let Some(mut reader) = storage.open(name)? else { return Ok(()) };
    let mut block = Vec::new();
    while reader.next(&mut block)?.is_some() {
        for message in block.chunks_exact(4) {
            let message = u32::from_le_bytes([message[0], message[1], message[2], message[3]]);
            each((message / 2) as usize, message % 2 == 1)?;
        }
    }
    Ok(())
}
