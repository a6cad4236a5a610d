//! Explores a game whose positions are words of 64 bits and whose rules the caller applies to many positions at a time.
//!
//! A position takes 8 bytes, its place in the hash table 5 to 11, and a move 4.

use crate::game::Play;
use crate::graph::{Graph, GraphError, Vertex};
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use crate::value::Outcome;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::hash::BuildHasher;

/// Number of options that are looked up together, so that the processor fetches their cache lines at the same time.
const TOGETHER: usize = 256;
/// Number of options, or of positions in the table, between two looks at the limits.
const STEPS: usize = 64 * TOGETHER;
/// The number of a position that is not yet in the table.
const NEW: u32 = u32::MAX;
/// The most positions, and the most moves.
const MOST: usize = u32::MAX as usize - 1;

/// Explores a game of words, breadth first: gives out batches of positions, and takes their options.
///
/// ```
/// use grundy::{Outcome, graph::WordExplorer, limits::Limits};
/// // Take one or two stones from a heap.
/// let mut explorer = WordExplorer::new(10);
/// while !explorer.next_batch(100).is_empty() {
///     let (mut options, mut counts) = (Vec::new(), Vec::new());
///     for &heap in explorer.next_batch(100) {
///         options.extend((1..=heap.min(2)).map(|take| heap - take));
///         counts.push(heap.min(2) as usize);
///     }
///     explorer.answer(&options, &counts, |_| None, &Limits::NONE)?;
/// }
/// let (words, graph) = explorer.finish()?;
/// assert_eq!((words.len(), words[0], graph.edges()), (11, 10, 19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WordExplorer {
    words: Vec<u64>,
    /// The numbers of the words. While a table is made that is twice as large, those of the first words.
    table: HashTable<u32>,
    /// The offsets of the rows that are known.
    offsets: Vec<u32>,
    options: Vec<Vertex>,
    terminals: Vec<(Vertex, Outcome)>,
}

/// Why options, or the graph, cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordsError {
    /// The numbers of options do not add up to the options, or there are more numbers than positions.
    Counts {
        /// Number of positions in the batch.
        positions: usize,
        /// Number of counts.
        counts: usize,
        /// The sum of the counts.
        sum: u128,
        /// Number of options.
        options: usize,
    },
    /// Positions are left whose options are not known.
    Unfinished {
        /// Their number.
        left: usize,
    },
    /// The graph cannot be stored.
    Graph(GraphError),
    /// A limit was exceeded, or the run was interrupted.
    Run(RunError),
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { positions, counts, sum, options } => write!(
                f,
                "each of {positions} positions must have its number of options, and these must add up to the options; \
                 got {counts} numbers with the sum {sum}, and {options} options"
            ),
            Self::Unfinished { left } => {
                write!(f, "the options of {left} positions are not known; give them before the graph is taken")
            }
            Self::Graph(error) => error.fmt(f),
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WordsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Counts { .. } | Self::Unfinished { .. } => None,
            Self::Graph(error) => Some(error),
            Self::Run(error) => Some(error),
        }
    }
}

impl<E: Into<RunError>> From<E> for WordsError {
    fn from(error: E) -> Self {
        Self::Run(error.into())
    }
}

fn hash(word: u64) -> u64 {
    FxBuildHasher.hash_one(word)
}

impl WordExplorer {
    /// Creates an explorer that has found only the start.
    pub fn new(start: u64) -> Self {
        let mut table = HashTable::new();
        table.insert_unique(hash(start), 0, |_| hash(start));
        Self { words: vec![start], table, offsets: vec![0], options: Vec::new(), terminals: Vec::new() }
    }

    /// Returns the next positions whose options are not known, at most `most` of them; none if all are known.
    pub fn next_batch(&self, most: usize) -> &[u64] {
        let done = self.offsets.len() - 1;
        &self.words[done..self.words.len().min(done.saturating_add(most))]
    }

    /// Returns the positions found so far, the start first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        let rows = 4 * self.offsets.capacity() + 4 * self.options.capacity() + 8 * self.terminals.capacity();
        (8 * self.words.capacity() + 5 * self.table.capacity() + rows) as u64
    }

    /// Takes the options of the first positions of the next batch: `counts` has the number of options of each of these positions, and
    /// `options` has their options one after the other. `terminal` gives the outcome of a position without options, by its place in
    /// the batch; `None` stands for that of normal play.
    ///
    /// # Errors
    /// If the counts do not fit the options, a limit is exceeded, or the run is interrupted. After an interruption the batch may be
    /// answered again.
    pub fn answer(
        &mut self,
        options: &[u64],
        counts: &[usize],
        terminal: impl Fn(usize) -> Option<Outcome>,
        limits: &Limits<'_>,
    ) -> Result<(), WordsError> {
        let done = self.offsets.len() - 1;
        let sum: u128 = counts.iter().map(|&count| count as u128).sum();
        let positions = self.words.len() - done;
        if sum != options.len() as u128 || counts.len() > positions {
            return Err(WordsError::Counts { positions, counts: counts.len(), sum, options: options.len() });
        }
        if self.options.len() + options.len() > MOST {
            let needed = (self.options.len() + options.len()) as u64;
            return Err(LimitHit::TooLarge { limit: MOST as u64, needed }.into());
        }
        let before = self.options.len();
        // The batch is known only after the last look at the limits, so that it is never answered twice.
        if let Err(error) = self.number_all(options, limits).and_then(|()| self.report(limits)) {
            self.options.truncate(before);
            return Err(error);
        }
        let mut end = *self.offsets.last().unwrap_or(&0);
        for (i, &count) in counts.iter().enumerate() {
            end += count as u32;
            self.offsets.push(end);
            if count == 0
                && let Some(outcome) = terminal(i)
            {
                self.terminals.push((Vertex((done + i) as u32), outcome));
            }
        }
        Ok(())
    }

    fn report(&self, limits: &Limits<'_>) -> Result<(), WordsError> {
        let found = self.words.len() as u64;
        Ok(limits.report(Progress { phase: Phase::Explore, level: 0, done: found, of: None, bytes: self.bytes() })?)
    }

    /// Appends the numbers of options.
    fn number_all(&mut self, options: &[u64], limits: &Limits<'_>) -> Result<(), WordsError> {
        self.fill_table(limits)?;
        self.options.reserve(options.len());
        let mut numbers = [NEW; TOGETHER];
        for (i, part) in options.chunks(TOGETHER).enumerate() {
            if (i + 1) % (STEPS / TOGETHER) == 0 {
                limits.check(self.words.len() as u64, 0)?;
            }
            for (number, &word) in numbers.iter_mut().zip(part) {
                let found = self.table.find(hash(word), |&n| self.words[n as usize] == word);
                *number = found.copied().unwrap_or(NEW);
            }
            for (&number, &word) in numbers.iter().zip(part) {
                let number = if number == NEW { self.number(word, limits)? } else { number };
                self.options.push(Vertex(number));
            }
        }
        Ok(())
    }

    /// Inserts the words that the table does not have.
    fn fill_table(&mut self, limits: &Limits<'_>) -> Result<(), WordsError> {
        let words = &self.words;
        for n in self.table.len()..words.len() {
            if n % STEPS == 0 {
                limits.check(words.len() as u64, 0)?;
            }
            self.table.insert_unique(hash(words[n]), n as u32, |&n| hash(words[n as usize]));
        }
        Ok(())
    }

    /// The number of a position; adds it if it is new.
    fn number(&mut self, word: u64, limits: &Limits<'_>) -> Result<u32, WordsError> {
        let hashed = hash(word);
        if let Some(&n) = self.table.find(hashed, |&n| self.words[n as usize] == word) {
            return Ok(n);
        }
        let n = self.words.len();
        if n >= MOST {
            return Err(LimitHit::TooLarge { limit: MOST as u64, needed: n as u64 + 1 }.into());
        }
        self.words.push(word);
        if self.table.len() == self.table.capacity() {
            // The table would grow in one step, which takes too long to wait for where there are many words.
            self.table = HashTable::new();
            self.table = HashTable::with_capacity(n + 1);
            self.fill_table(limits)?;
        } else {
            let words = &self.words;
            self.table.insert_unique(hashed, n as u32, |&n| hash(words[n as usize]));
        }
        Ok(n as u32)
    }

    /// Returns the positions, the start first, and their graph.
    ///
    /// # Errors
    /// If positions are left whose options are not known, or the graph is too large to be stored.
    pub fn finish(self) -> Result<(Vec<u64>, Graph), WordsError> {
        let left = self.words.len() - (self.offsets.len() - 1);
        if left > 0 {
            return Err(WordsError::Unfinished { left });
        }
        let graph = Graph::from_rows(self.offsets, self.options, Play::Normal).map_err(WordsError::Graph)?;
        let graph = if self.terminals.is_empty() {
            graph
        } else {
            graph.with_terminals(self.terminals).map_err(WordsError::Graph)?
        };
        Ok((self.words, graph))
    }
}

impl fmt::Debug for WordExplorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordExplorer").field("found", &self.words.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Explores from 1: a number below 3000 leads to its double, to a third of it, and to itself less 7; multiples of 11 are draws
    /// where they end the game.
    fn explored(batch: usize) -> (Vec<u64>, Graph) {
        let mut explorer = WordExplorer::new(1);
        loop {
            let words = explorer.next_batch(batch).to_vec();
            if words.is_empty() {
                return explorer.finish().unwrap();
            }
            let (mut options, mut counts) = (Vec::new(), Vec::new());
            for word in &words {
                let before = options.len();
                if *word < 3000 {
                    options.extend(
                        [2 * word, word / 3, word.saturating_sub(7)].into_iter().filter(|option| option != word),
                    );
                }
                counts.push(options.len() - before);
            }
            let terminal = |i: usize| words[i].is_multiple_of(11).then_some(Outcome::Draw);
            explorer.answer(&options, &counts, terminal, &Limits::NONE).unwrap();
        }
    }

    #[test]
    fn the_size_of_batches_does_not_matter() {
        let (words, graph) = explored(1);
        assert!(words.len() > 1000 && words[0] == 1);
        let sorted: std::collections::BTreeSet<u64> = words.iter().copied().collect();
        assert_eq!(sorted.len(), words.len());
        for (v, &word) in graph.all().zip(&words) {
            let mut row: Vec<u64> = graph.row(v).iter().map(|option| words[option.index()]).collect();
            row.sort_unstable();
            let all = if word < 3000 { vec![word / 3, word.saturating_sub(7), 2 * word] } else { Vec::new() };
            let mut expected: Vec<u64> = all.into_iter().filter(|&option| option != word).collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(row, expected, "{word}");
        }
        assert!(graph.terminals().all(|(v, outcome)| words[v.index()] % 11 == 0 && outcome == Outcome::Draw));
        for batch in [7, 100_000] {
            let (others, other) = explored(batch);
            assert_eq!(others, words, "{batch}");
            assert!(graph.options() == other.options() && graph.terminals().eq(other.terminals()));
        }
    }

    #[test]
    fn wrong_counts_and_limits_are_errors() {
        let mut explorer = WordExplorer::new(5);
        let wrong = explorer.answer(&[1, 2], &[3], |_| None, &Limits::NONE);
        assert_eq!(wrong, Err(WordsError::Counts { positions: 1, counts: 1, sum: 3, options: 2 }));
        assert!(explorer.answer(&[1], &[1, 0], |_| None, &Limits::NONE).is_err());
        assert!(matches!(WordExplorer::new(5).finish(), Err(WordsError::Unfinished { left: 1 })));
        let few = Limits { positions: Some(2), ..Limits::NONE };
        let hit = explorer.answer(&[1, 2], &[2], |_| None, &few);
        assert_eq!(hit, Err(WordsError::Run(LimitHit::Positions { limit: 2, needed: 3 }.into())));
    }

    #[test]
    fn an_interrupted_batch_is_answered_again() {
        use std::sync::atomic::{AtomicU32, Ordering};
        // A position leads to its double and the number after that, up to 2¹⁸.
        let rules = |words: &[u64]| {
            let mut options = Vec::new();
            let counts = words.iter().map(|&word| {
                let count = if word < 1 << 17 { 2 } else { 0 };
                options.extend([2 * word, 2 * word + 1].into_iter().take(count));
                count
            });
            let counts: Vec<usize> = counts.collect();
            (options, counts)
        };
        let mut interruptions = 0;
        let mut explorer = WordExplorer::new(1);
        loop {
            let words = explorer.next_batch(usize::MAX).to_vec();
            if words.is_empty() {
                break;
            }
            let (options, counts) = rules(&words);
            // The first look at the limits passes, then the second, and so on.
            for passes in 0.. {
                let looks = AtomicU32::new(0);
                let limits = Limits { stop: &|| looks.fetch_add(1, Ordering::Relaxed) >= passes, ..Limits::NONE };
                let known = explorer.offsets.len();
                match explorer.answer(&options, &counts, |_| None, &limits) {
                    Ok(()) => break,
                    Err(error) => assert!(matches!(error, WordsError::Run(RunError::Interrupted { .. }))),
                }
                assert_eq!(explorer.offsets.len(), known);
                interruptions += 1;
            }
        }
        let (words, graph) = explorer.finish().unwrap();
        assert!(words.iter().copied().eq(1..1 << 18) && graph.edges() == (1 << 18) - 2);
        assert!(interruptions > 20, "{interruptions}");
    }
}
