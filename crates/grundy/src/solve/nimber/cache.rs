//! Saves what a search has proved of components, and loads it again.
//!
//! The state is the number of components and, for each in the order of its bytes: its length in bytes, its bytes, and its facts in eight
//! bytes as a [`Table`](super::table::Table) stores them, without the effort.

use super::NimberSearch;
use super::table::Known;
use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
use std::io::{self, Read, Write};

/// The most bytes of one component.
const MAX_COMPONENT_BYTES: u64 = 1 << 20;

impl NimberSearch<'_> {
    /// Writes what is proved of components. The bytes depend on nothing else.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut entries = Vec::new();
        self.table.for_each(|component, known| {
            let mut bytes = Vec::new();
            self.game.write_component(component, &mut bytes);
            entries.push((bytes, known.to_bits()));
        });
        entries.sort_unstable();
        write_u64(out, entries.len() as u64)?;
        for (bytes, bits) in &entries {
            write_list(out, bytes)?;
            write_u64(out, *bits)?;
        }
        Ok(())
    }

    /// Adds what an earlier search of the same game has saved. Returns the number of its components.
    ///
    /// The caller must ensure that the state belongs to the game and is undamaged, as [`crate::checkpoint::read`] does.
    ///
    /// # Errors
    /// If the state cannot be read, or has a component that the game has not. Nothing of such a state is added.
    pub fn load(&mut self, state: &mut dyn Read) -> Result<u64, CheckpointError> {
        let entries = Decoder::read_all(state, |from| {
            let count = from.read_u64()?;
            let mut entries = Vec::new();
            for _ in 0..count {
                let bytes: Vec<u8> = from.read_list(MAX_COMPONENT_BYTES)?;
                let component = self.game.read_component(&bytes).ok_or(CheckpointError::Invalid)?;
                entries.push((component, Known::from_saved(from.read_u64()?).ok_or(CheckpointError::Invalid)?));
            }
            Ok(entries)
        })?;
        for &(component, known) in &entries {
            // These took an effort once: they are among the last that are replaced.
            self.table.put(component, known, u64::from(u32::MAX));
        }
        Ok(entries.len() as u64)
    }
}
