//! The values of earlier layers at the positions of a layer from which a move leads to them.
//!
//! The positions of an earlier layer that are decided send their values to the positions before them. Of these values a position keeps one:
//! if some option is lost for the opponent, the least remoteness of such options, and otherwise the largest remoteness of those that are won
//! for the opponent. Those count as one option, which is decided with the last of them. Options that are draws send nothing, and count as
//! options that are never decided.
//!
//! When all have been sent, each position has at most one message of the wave in which its value takes effect.

use super::ranges::{BLOCK, Ranges};
use crate::game::Index;
use crate::limits::Limits;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{ExchangeError, Inbox, Outbox, invalid};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::text::DynIndexed;
use crate::value::{Remoteness, Verdict};

/// The largest remoteness that a position can take from an earlier layer.
const MAX_REMOTENESS: u32 = (u16::MAX as u32 - 1) / 2;

/// The number of values in a block of a stream.
const BLOCK_VALUES: usize = 1 << 15;

/// What the positions of a partition keep of the values of earlier layers: 0 for nothing, otherwise one more than twice the remoteness, and
/// one more if that is of an option that is lost for the opponent.
#[derive(Debug)]
pub(super) struct Exits(Vec<u16>);

/// Sends the values of a part of an earlier layer, which begins with index `first`, to the positions before them in the layer `to`.
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
        let remoteness = u16::try_from(verdict / 2).map_err(|_| too_remote())?;
        to.send_with(outbox, &before, verdict % 2 == 1, remoteness.to_le_bytes())
    };
    for (index, at) in (first..).zip(0..cells.len()) {
        let verdict = match cells.verdict(at) {
            Some(Verdict::Win(Remoteness(remoteness))) => 2 * remoteness,
            Some(Verdict::Loss(Remoteness(remoteness))) => 2 * remoteness + 1,
            Some(Verdict::Draw) | None => continue,
        } as usize;
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

fn too_remote() -> ExchangeError {
    ExchangeError::Unsupported(format!(
        "a win takes more than {MAX_REMOTENESS} moves, and a run in layers has room for no more"
    ))
}

impl Exits {
    /// Nothing of `count` positions.
    pub(super) fn new(count: usize) -> Self {
        Self(vec![0; count])
    }

    /// Number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        2 * self.0.len() as u64
    }

    /// Takes in the messages of [`send`]. `cells` are those of the positions.
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
                if u32::from(remoteness) >= MAX_REMOTENESS {
                    return Err(too_remote());
                }
                let kept = self.0.get_mut(at).ok_or_else(invalid)?;
                let new = 1 + 2 * remoteness + u16::from(is_won);
                let (was_won, is_first) = (*kept != 0 && kept.is_multiple_of(2), *kept == 0);
                *kept = match (was_won, is_won) {
                    (true, true) => new.min(*kept),
                    (true, false) => *kept,
                    (false, true) => new,
                    (false, false) => new.max(*kept),
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
        let mut waves: Vec<Vec<u32>> = Vec::new();
        for (at, kept) in (0u32..).zip(&self.0) {
            if let Some(value) = kept.checked_sub(1) {
                let wave = usize::from(value / 2) + 1;
                if waves.len() <= wave {
                    waves.resize(wave + 1, Vec::new());
                }
                waves[wave].push(2 * at + u32::from(value % 2));
            }
        }
        waves
    }

    /// Decides the positions of a layer whose moves all lead to earlier ones. Returns the largest remoteness.
    pub(super) fn decide(&self, cells: &mut Cells) -> Result<u32, ExchangeError> {
        let largest = self.0.iter().max().copied().unwrap_or_default();
        let last = largest.checked_sub(1).map_or(0, |value| u32::from(value / 2) + 1);
        cells.make_room_for(last);
        for (at, kept) in self.0.iter().enumerate() {
            if let Some(value) = kept.checked_sub(1) {
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
