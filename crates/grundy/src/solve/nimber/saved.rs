//! Saves what a search has proved of components, and loads it again.
//!
//! The state is the number of components and, for each in the order of [`DynComponents::compare_components`]: its length in bytes, its
//! bytes, and its facts with their effort in eight bytes as a [`Table`](super::table::Table) stores them.
//!
//! A large table has many components that are not worth saving: they are soon proved again. While the saved ones are sorted, they need at most
//! an eighth of the table's memory or 16 MiB, whichever is more.

use super::NimberSearch;
use super::table::ComponentFacts;
use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
#[cfg(doc)]
use crate::text::DynComponents;
use std::io::{self, Read, Write};

/// The most bytes of one component.
const MAX_COMPONENT_BYTES: u64 = 1 << 20;

/// At least this many components may be saved. Sorting them needs 16 MiB.
const MIN_SAVE_LIMIT: u64 = 1 << 20;

impl NimberSearch<'_> {
    /// Writes what is proved of components, with the effort that it took: of at most 2²⁰ components, or one for each 128 bytes of the table if
    /// those are more. If more are proved, it writes those whose proofs took the most effort.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let limit = self.table.bytes() / 8 / size_of::<(u64, u64)>() as u64;
        self.save_hardest(limit.max(MIN_SAVE_LIMIT) as usize, out)
    }

    /// Writes what is proved of the components whose proofs took the most effort, at most `max`.
    pub(super) fn save_hardest(&self, max: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut entries = self.table.hardest(max);
        entries.sort_unstable_by(|&(a, _), &(b, _)| self.game.compare_components(a, b));
        write_u64(out, entries.len() as u64)?;
        let mut bytes = Vec::new();
        for (component, word) in entries {
            bytes.clear();
            self.game.write_component(component, &mut bytes);
            write_list(out, &bytes)?;
            write_u64(out, word)?;
        }
        Ok(())
    }

    /// Adds what an earlier search of the same game has saved. Returns the number of components that were added.
    ///
    /// The caller must ensure that the state belongs to the game and is undamaged, as [`crate::checkpoint::read`] does.
    ///
    /// # Errors
    /// If the state cannot be read, or has a component that does not belong to the game. The components before that one are added.
    pub fn load(&mut self, state: &mut dyn Read) -> Result<u64, CheckpointError> {
        Decoder::read_all(state, |from| {
            let mut added = 0;
            for _ in 0..from.read_u64()? {
                let bytes: Vec<u8> = from.read_list(MAX_COMPONENT_BYTES)?;
                let (known, effort) = ComponentFacts::from_saved(from.read_u64()?).ok_or(CheckpointError::Invalid)?;
                // A component for which the limits leave no memory is left out: the search can prove it again.
                let Ok(component) = self.game.read_component(&bytes) else { continue };
                self.table.put(component.ok_or(CheckpointError::Invalid)?, known, effort);
                added += 1;
            }
            Ok(added)
        })
    }
}
