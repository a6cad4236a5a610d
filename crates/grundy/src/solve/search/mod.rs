//! Proves outcome and remoteness of single positions in games that are too large to enumerate.
//!
//! The value of a position is a score that says who wins and how soon (`score.rs`). A depth-first search decides whether a position's
//! score is at least a given number (`worker.rs`). `engine.rs` repeats this with other numbers until the lower and the upper bound of
//! the score are equal. So each answer is a proof, and a run that is stopped leaves proved bounds. A table that all threads share stores
//! the bounds of searched positions (`table.rs`). `words.rs` and `keys.rs` connect the search to games.
//!
//! # Games in which positions can recur
//!
//! A claim about a position is derived only from claims about its options that were derived before, so every claim is true, in any game
//! (`docs/theory/searching.md` has the proof). But a search for the outcome that meets a position again on its own path cannot derive
//! anything from that position. Then it ends with [`SearchError::Recurs`].

mod backend;
mod control;
mod engine;
mod error;
mod keys;
mod order;
mod saved;
mod score;
mod table;
mod words;
mod worker;

pub use error::SearchError;

use crate::answer::Searched;
use crate::checkpoint::{CheckpointError, Checkpointer};
use crate::limits::{Limits, RunError};
use crate::text::{DynGame, DynTiered, Key};
use engine::{Engine, Failure};
use keys::{KeyPosition, Keys};
use score::Range;
use std::fmt;
use std::io::{self, Read, Write};
use words::Words;

/// Options of a [`Searcher`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The most bytes of the transposition table. It has at least 16 entries. The table begins small and grows as a search needs it.
    /// Answers do not depend on this size.
    pub table_bytes: u64,
}

impl Default for SearchOptions {
    /// 256 MiB.
    fn default() -> Self {
        Self { table_bytes: 1 << 28 }
    }
}

/// Searches positions of one game.
///
/// The table keeps the results of one search for the next. Symmetric positions share their results, if the game defines symmetries.
///
/// ```
/// use grundy::{Game, Limits, Remoteness, Verdict, solve::Searcher};
/// use grundy::{game::Tiered, text::{Key, WithoutText}};
///
/// /// Take one to three stones: the more are gone, the greater the tier.
/// struct Bachet;
///
/// impl Game for Bachet {
///     type Position = u32;
///     type Move = u32;
///     fn moves(&self, &stones: &u32, out: &mut Vec<u32>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, &stones: &u32, &take: &u32) -> u32 {
///         stones - take
///     }
/// }
///
/// impl Tiered for Bachet {
///     fn pack(&self, &stones: &u32) -> u64 {
///         stones.into()
///     }
///     fn unpack(&self, word: u64) -> u32 {
///         word as u32
///     }
///     fn tier(&self, &stones: &u32) -> u32 {
///         u32::MAX - stones
///     }
/// }
///
/// let game = WithoutText(Bachet);
/// let found = Searcher::tiered(&game).value(&Key(41u64.to_be_bytes().into()), &Limits::NONE)?;
/// assert_eq!(found.verdict(), Some(Verdict::Win(Remoteness(21))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A game with a text form:
///
/// ```
/// use grundy::{Limits, Verdict, solve::Searcher, catalog::Mnk, text::{DynGame, WithText}};
/// let game = WithText::new(Mnk::new(6, 6, 6)?);
/// let at = game.parse("XXO.XO/OOX.OX/XXO.XO/OOX.OX/XXO.XO/OOX.OX")?;
/// let found = Searcher::new(&game).value(&at, &Limits::NONE)?;
/// assert_eq!(found.verdict(), Some(Verdict::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<'a> {
    search: Box<dyn Search + 'a>,
}

impl<'a> Searcher<'a> {
    /// Creates a searcher of a game with an empty table.
    pub fn new(game: &'a dyn DynGame) -> Self {
        Self::with_options(game, SearchOptions::default())
    }

    /// Creates a searcher of a game with these options.
    pub fn with_options(game: &'a dyn DynGame, options: SearchOptions) -> Self {
        match game.tiered() {
            Some(tiered) => Self::tiered_with_options(tiered, options),
            None => {
                Self { search: Box::new(ByKey { game, engine: Engine::new(Keys::new(game), options.table_bytes) }) }
            }
        }
    }

    /// Creates a searcher of a tiered game, which may have no text, with an empty table.
    pub fn tiered(game: &'a dyn DynTiered) -> Self {
        Self::tiered_with_options(game, SearchOptions::default())
    }

    /// Creates a searcher of a tiered game with these options.
    pub fn tiered_with_options(game: &'a dyn DynTiered, options: SearchOptions) -> Self {
        Self { search: Box::new(ByWord { game, engine: Engine::new(Words::new(game), options.table_bytes) }) }
    }

    /// Proves outcome and remoteness of a position, or bounds of them if the limits end the search.
    ///
    /// `limits.threads` is the number of threads. `limits.memory` bounds the table and the path of the search. `limits.stop` and
    /// `limits.on_progress` are called every few thousand positions, or every few positions of a game whose rules may be slow. In the
    /// progress, `level` is the remoteness that the search tries to prove or to refute (0 if it searches the outcome), `done` is the
    /// number of positions visited since the searcher was created, and `bytes` is the size of the table. `limits.positions` has no
    /// effect, since [`SearchOptions::table_bytes`] bounds the stored positions.
    ///
    /// # Errors
    /// If the table exceeds `limits.memory`, the rules fail, a position recurs, or a thread panicked. It is no error if the limits end
    /// the search: [`Searched::stopped`] has the reason.
    pub fn value(&mut self, at: &Key, limits: &Limits<'_>) -> Result<Searched, SearchError> {
        self.value_saved(at, limits, &mut Checkpointer::none())
    }

    /// Proves outcome and remoteness of a position, as [`Self::value`], and saves what is proved whenever that is due.
    pub(crate) fn value_saved(
        &mut self,
        at: &Key,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<Searched, SearchError> {
        let (range, stopped) = self.search.solve(at, limits, checkpointer)?;
        Ok(Searched { at_least: score::verdict(range.lower), at_most: score::verdict(range.upper), stopped })
    }

    /// The version of the states that [`Self::save`] writes, and of the words and keys of the positions in them.
    pub const FORMAT: u32 = 1;

    /// Writes what is proved of positions, for [`Self::load`] of a later searcher.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.search.save(out)
    }

    /// Adds what an earlier searcher of the same game has saved, as far as the table has room within `limits.memory`.
    ///
    /// The caller must ensure that the state belongs to the game and is undamaged, as [`crate::checkpoint::read`] does.
    ///
    /// # Errors
    /// If the state cannot be read, or is not one of a search. The searcher must not be used afterwards.
    pub fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        self.search.load(state, limits)
    }

    /// Returns the number of positions visited so far.
    pub fn positions_visited(&self) -> u64 {
        self.search.visited()
    }

    /// Returns the size of the table and of other stored results, in bytes.
    pub fn table_bytes(&self) -> u64 {
        self.search.bytes()
    }
}

impl fmt::Debug for Searcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("table_bytes", &self.table_bytes()).finish_non_exhaustive()
    }
}

/// The search of one game, without the types of its positions.
trait Search: Send {
    fn solve(
        &mut self,
        at: &Key,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<(Range, Option<RunError>), SearchError>;
    fn visited(&self) -> u64;
    fn bytes(&self) -> u64;
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;
    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError>;
}

/// The search of a tiered game.
struct ByWord<'a> {
    game: &'a dyn DynTiered,
    engine: Engine<Words<'a>>,
}

impl Search for ByWord<'_> {
    fn solve(
        &mut self,
        at: &Key,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<(Range, Option<RunError>), SearchError> {
        let root = self.engine.backend().canonical(self.game.word(at), self.game.tier(at));
        self.engine.solve(&root, limits, checkpointer).map_err(|failure| match failure {
            Failure::Error(error) => error,
            Failure::Recurs(at) => SearchError::Recurs { position: self.game.text(at.word) },
        })
    }

    fn visited(&self) -> u64 {
        self.engine.visited()
    }

    fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.engine.save(out)
    }

    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        self.engine.load(state, limits)
    }
}

/// The search of any game, by the keys of its canonical positions.
struct ByKey<'a> {
    game: &'a dyn DynGame,
    engine: Engine<Keys<'a>>,
}

impl Search for ByKey<'_> {
    fn solve(
        &mut self,
        at: &Key,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<(Range, Option<RunError>), SearchError> {
        let root: KeyPosition = self.game.canonical(at)?.0.into();
        self.engine.solve(&root, limits, checkpointer).map_err(|failure| match failure {
            Failure::Error(error) => error,
            Failure::Recurs(at) => match self.game.to_text(&Key(at[..].into())) {
                Ok(position) => SearchError::Recurs { position },
                Err(error) => error.into(),
            },
        })
    }

    fn visited(&self) -> u64 {
        self.engine.visited()
    }

    fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.engine.save(out)
    }

    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        self.engine.load(state, limits)
    }
}
