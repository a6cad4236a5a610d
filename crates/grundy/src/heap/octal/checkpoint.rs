//! The state of a search for a period: the values of the plain method, or the fields of the sparse search.

use super::period_searcher::SearchState;
use super::sparse::SparseSearch;
use super::{Game, PeriodSearcher, Table};
use crate::checkpoint::{self, CheckpointError, Decoder, write_list, write_u64};
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

const PLAIN: u64 = 0;
const SPARSE: u64 = 1;

impl PeriodSearcher {
    /// Writes a checkpoint of the search, from which [`PeriodSearcher::resume`] continues. It has some megabytes, and more if rare heaps are
    /// large.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Game, PeriodSearcher};
    /// use std::io::Cursor;
    /// let game = Game::Code(Code::parse("0.16")?);
    /// let mut run = PeriodSearcher::new(game.clone());
    /// run.search(100_000, &mut |_| true);
    /// let mut file = Vec::new();
    /// run.save(&mut file)?;
    /// let mut resumed = PeriodSearcher::resume(game, Cursor::new(file))?;
    /// assert_eq!(resumed.progress().heaps, 100_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::write(out, &fingerprint(&self.game), &mut |out| match &self.state {
            SearchState::Plain(table) => {
                write_u64(out, PLAIN)?;
                write_list(out, table.values())
            }
            SearchState::Sparse(search) => {
                write_u64(out, SPARSE)?;
                search.write(out)
            }
        })
    }

    /// Continues the search for the period of `game` from the checkpoint in `file`.
    ///
    /// # Errors
    /// If the file cannot be read, is not a checkpoint of this version, is damaged, or is the checkpoint of another run.
    pub fn resume<R: Read + Seek>(game: Game, file: R) -> Result<Self, CheckpointError> {
        let mut state = checkpoint::read(file, &fingerprint(&game))?;
        let search_state = Decoder::read_all(&mut state, |from| match from.read_up_to(SPARSE)? {
            PLAIN => {
                let table = Table::resume(game.clone(), from.read_list(u64::MAX)?);
                Ok(SearchState::Plain(Box::new(table.map_err(|error| CheckpointError::Restore(Arc::new(error)))?)))
            }
            _ => Ok(SearchState::Sparse(Box::new(SparseSearch::read(&game, from)?))),
        })?;
        Ok(Self::with(game, search_state))
    }
}

/// The data that must be equal for a search to continue: the game, as `octal:CODE` in its normal form or `grundys-game`.
fn fingerprint(game: &Game) -> String {
    format!("search for the period of {game}")
}
