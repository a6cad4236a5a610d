//! The names of vertices: the numbers 0 to N − 1, or words kept in one block of bytes.

use super::Vertex;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::hash::Hasher;

/// Names ↔ vertices.
#[derive(Clone, Debug)]
pub enum Names {
    /// Vertex *v* is called by its number; there are so many.
    Numbers(u64),
    /// Vertex *v* is called by a word.
    Words(Words),
}

impl Names {
    /// The vertex of that name; `None` if there is none.
    pub fn vertex(&self, name: &str) -> Option<Vertex> {
        match self {
            Self::Numbers(n) => {
                number(name.as_bytes()).filter(|v| v < n).and_then(|v| u32::try_from(v).ok()).map(Vertex)
            }
            Self::Words(words) => words.find(name),
        }
    }

    /// The name of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn name(&self, v: Vertex) -> Cow<'_, str> {
        match self {
            Self::Numbers(_) => Cow::Owned(v.0.to_string()),
            Self::Words(words) => Cow::Borrowed(words.word(v)),
        }
    }

    /// Number of names.
    pub fn count(&self) -> u64 {
        match self {
            Self::Numbers(n) => *n,
            Self::Words(words) => words.count().into(),
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Numbers(_) => 0,
            Self::Words(words) => words.bytes(),
        }
    }
}

/// A number written in digits without a leading zero; `None` for anything else.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 19 || (text[0] == b'0' && text.len() > 1) {
        return None;
    }
    text.iter().try_fold(0u64, |n, &c| c.is_ascii_digit().then(|| n * 10 + u64::from(c - b'0')))
}

/// Words numbered in the order of their first appearance.
#[derive(Clone, Debug, Default)]
pub struct Words {
    text: String,
    /// Where each word ends in `text`.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

impl Words {
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

    pub(super) fn count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The word's number, a new one if it is new.
    pub(super) fn intern(&mut self, word: &str) -> Vertex {
        if let Some(v) = self.find(word) {
            return v;
        }
        let v = self.count();
        self.text.push_str(word);
        self.ends.push(self.text.len());
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash(word), v, |&u| {
            let start = if u == 0 { 0 } else { ends[u as usize - 1] };
            hash(&text[start..ends[u as usize]])
        });
        Vertex(v)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.text.capacity() + 8 * self.ends.capacity() + 5 * self.table.capacity()) as u64
    }
}
