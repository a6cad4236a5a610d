//! What the rules say of the positions of one partition.

use super::segments::{STREAM_BLOCK, each_segment_block};
use crate::game::Player;
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_number, write_number};
use crate::solve::partitioned::storage::{Storage, StorageError};
use crate::text::NodeInfo;
use crate::value::Outcome;

/// The nodes of positions, in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// The outcome if there are no options, in two bits, and the player to move.
    bytes: Vec<u8>,
    /// Number of different options.
    counts: Vec<u32>,
}

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Loss, Outcome::Draw];
const PLAYERS: [Option<Player>; 3] = [None, Some(Player::Left), Some(Player::Right)];

impl Nodes {
    pub(super) fn push(&mut self, info: NodeInfo, options: u32) {
        let outcome = match info.terminal {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        self.bytes.push(outcome | player_code(info.player) << 2);
        self.counts.push(options);
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Number of different options of a position.
    pub(super) fn count(&self, number: usize) -> u32 {
        self.counts[number]
    }

    /// The outcome of a position without options.
    pub(super) fn terminal(&self, number: usize) -> Outcome {
        OUTCOMES[usize::from(self.bytes[number] & 3)]
    }

    /// The player to move.
    pub(super) fn player(&self, number: usize) -> Option<Player> {
        PLAYERS[usize::from(self.bytes[number] >> 2)]
    }

    /// Writes all nodes as the segment of a round.
    pub(super) fn write(&self, storage: &Storage, partition: u32, round: u64) -> Result<(), StorageError> {
        let (mut writer, mut block) = (storage.create(&name(partition, round))?, Vec::new());
        for (byte, count) in self.bytes.iter().zip(&self.counts) {
            block.push(*byte);
            write_number(&mut block, (*count).into());
            if block.len() >= STREAM_BLOCK {
                writer.append(0, &block)?;
                block.clear();
            }
        }
        writer.append(0, &block)?;
        writer.finish()
    }

    /// Reads the segments of a partition that rounds before `rounds` wrote.
    pub(super) fn read(storage: &Storage, partition: u32, rounds: u64) -> Result<Self, ExchangeError> {
        let mut nodes = Self::default();
        each_segment_block(
            storage,
            rounds,
            |round| name(partition, round),
            |_, mut rest| {
                while let Some((&byte, after)) = rest.split_first() {
                    rest = after;
                    let count = read_number(&mut rest).and_then(|count| u32::try_from(count).ok());
                    if byte & 3 > 2 || byte >> 2 > 2 {
                        return Err(ExchangeError::Invalid);
                    }
                    nodes.bytes.push(byte);
                    nodes.counts.push(count.ok_or_else(invalid)?);
                }
                Ok(())
            },
        )?;
        Ok(nodes)
    }
}

/// A number for the player to move.
pub(super) fn player_code(player: Option<Player>) -> u8 {
    match player {
        None => 0,
        Some(Player::Left) => 1,
        Some(Player::Right) => 2,
    }
}

/// The player of a number.
pub(super) fn player_of(code: u8) -> Option<Option<Player>> {
    PLAYERS.get(usize::from(code)).copied()
}

fn name(partition: u32, round: u64) -> String {
    format!("nodes-{round}-{partition}")
}
