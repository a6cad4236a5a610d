//! What a process saves of a run: from each state, all processes can continue together.

use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};

/// The most states in a checkpoint: the latest, and the one before.
const MAX_STATES: u64 = 2;

/// What a process has saved of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRun {
    /// A random number that all processes of a run share, and no other run has. The streams of two runs must not be mixed: their rows may have
    /// other numbers.
    pub id: u64,
    /// The states, the latest first.
    pub states: Vec<SavedState>,
}

/// A saved state: the numbers of a boundary between two rounds, which are the same for all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedState {
    /// The round that comes next.
    pub next_round: u64,
    /// The state of the solver.
    pub numbers: Vec<u64>,
}

impl SavedRun {
    /// Returns a random number for a new run.
    pub fn new_id() -> u64 {
        RandomState::new().hash_one(0)
    }

    /// Returns the state before a round, if it was saved.
    pub fn state_before(&self, round: u64) -> Option<&SavedState> {
        self.states.iter().find(|state| state.next_round == round)
    }

    /// Returns the number of the round that follows the latest state; 0 if there is no state.
    pub fn latest(&self) -> u64 {
        self.states.first().map_or(0, |state| state.next_round)
    }

    /// Reads the checkpoint of a run with `partitions` partitions.
    ///
    /// # Errors
    /// If the bytes cannot be read, or are no such checkpoint.
    pub fn read(mut from: impl Read, partitions: u32) -> Result<Self, CheckpointError> {
        Decoder::read_all(&mut from, |from| Self::decode(from, partitions))
    }

    pub(super) fn decode(from: &mut Decoder<'_>, partitions: u32) -> Result<Self, CheckpointError> {
        if from.read_u64()? != u64::from(partitions) {
            return Err(CheckpointError::Invalid);
        }
        let (id, count) = (from.read_u64()?, from.read_up_to(MAX_STATES)?);
        let state = |_| Ok(SavedState { next_round: from.read_u64()?, numbers: from.read_list(u64::MAX)? });
        Ok(Self { id, states: (0..count).map(state).collect::<Result<_, CheckpointError>>()? })
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, partitions: u32, out: &mut dyn Write) -> io::Result<()> {
        write_u64(out, partitions.into())?;
        write_u64(out, self.id)?;
        write_u64(out, self.states.len() as u64)?;
        self.states.iter().try_for_each(|state| {
            write_u64(out, state.next_round)?;
            write_list(out, &state.numbers)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_come_back() {
        let [one, two] =
            [(7, vec![1, u64::MAX]), (3, Vec::new())].map(|(next_round, numbers)| SavedState { next_round, numbers });
        for states in [vec![one, two.clone()], vec![two], Vec::new()] {
            let (mut bytes, saved) = (Vec::new(), SavedRun { id: SavedRun::new_id(), states });
            saved.write(64, &mut bytes).unwrap();
            assert_eq!(SavedRun::read(&bytes[..], 64).unwrap(), saved);
            assert!(SavedRun::read(&bytes[..], 63).is_err(), "another number of partitions");
            assert!(SavedRun::read(&bytes[..bytes.len() - 1], 64).is_err());
        }
        assert_ne!(SavedRun::new_id(), SavedRun::new_id());
    }
}
