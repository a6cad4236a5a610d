//! The names of vertices: the numbers 0 to N − 1, or words stored in one block of bytes.

use super::Vertex;
use crate::spelling::nearest;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::hash::Hasher;

/// Names beyond this number are not searched for a near spelling.
const MAX_SEARCHED_NAMES: u64 = 100_000;

/// Maps vertex names to vertices and back.
#[derive(Clone, Debug)]
pub enum Names {
    /// The name of vertex *v* is its number; this is the number of vertices.
    Numbers(u64),
    /// The name of vertex *v* is a word.
    Words(WordTable),
}

impl Names {
    /// Returns the vertex with this name; `None` if there is none.
    pub fn vertex(&self, name: &str) -> Option<Vertex> {
        match self {
            Self::Numbers(n) => {
                number(name.as_bytes()).filter(|v| v < n).and_then(|v| u32::try_from(v).ok()).map(Vertex)
            }
            Self::Words(words) => words.find(name),
        }
    }

    /// Returns the name of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn name(&self, v: Vertex) -> Cow<'_, str> {
        match self {
            Self::Numbers(_) => Cow::Owned(v.0.to_string()),
            Self::Words(words) => Cow::Borrowed(words.word(v)),
        }
    }

    /// Returns the name that is most like a word, if the names are words and not too many to be searched.
    pub(crate) fn nearest(&self, name: &str) -> Option<&str> {
        match self {
            // Every name of one character is near every other.
            Self::Words(words) if words.count() <= MAX_SEARCHED_NAMES && name.chars().nth(1).is_some() => {
                nearest(name, words.all().map(|v| words.word(v)))
            }
            _ => None,
        }
    }

    /// Returns the number of names.
    pub fn count(&self) -> u64 {
        match self {
            Self::Numbers(n) => *n,
            Self::Words(words) => words.count(),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Numbers(_) => 0,
            Self::Words(words) => words.bytes(),
        }
    }
}

/// The number that the digits of `text` represent, without a leading zero; `None` for any other text.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 19 || (text[0] == b'0' && text.len() > 1) {
        return None;
    }
    text.iter().try_fold(0u64, |n, &c| c.is_ascii_digit().then(|| n * 10 + u64::from(c - b'0')))
}

/// Words numbered in the order of their first appearance.
#[derive(Clone, Debug, Default)]
pub struct WordTable {
    text: String,
    /// The end of each word in `text`.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

impl WordTable {
    pub(super) fn word(&self, v: Vertex) -> &str {
        let start = if v.0 == 0 { 0 } else { self.ends[v.index() - 1] };
        &self.text[start..self.ends[v.index()]]
    }

    /// All words, one after the other.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn find(&self, word: &str) -> Option<Vertex> {
        self.table.find(hash(word), |&v| self.word(Vertex(v)) == word).map(|&v| Vertex(v))
    }

    /// Number of words.
    pub(super) fn count(&self) -> u64 {
        self.ends.len() as u64
    }

    /// The vertices that have a word, ascending.
    pub(super) fn all(&self) -> impl Iterator<Item = Vertex> + use<> {
        // `intern` numbers no more words than there are vertices.
        (0..self.ends.len() as u32).map(Vertex)
    }

    /// The vertex of a word, a new one if the word is new; `None` if there are no more vertices.
    pub(super) fn intern(&mut self, word: &str) -> Option<Vertex> {
        if let Some(v) = self.find(word) {
            return Some(v);
        }
        let v = u32::try_from(self.ends.len()).ok().filter(|&v| v < u32::MAX)?;
        self.text.push_str(word);
        self.ends.push(self.text.len());
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash(word), v, |&u| {
            let start = if u == 0 { 0 } else { ends[u as usize - 1] };
            hash(&text[start..ends[u as usize]])
        });
        Some(Vertex(v))
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.text.capacity() + 8 * self.ends.capacity() + 5 * self.table.capacity()) as u64
    }
}
