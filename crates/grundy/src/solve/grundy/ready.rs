//! The vertices whose value has not yet been propagated to their predecessors: a bitset if there are many, a list if there
//! are few.
//!
//! A search of the bitset costs V/64 steps and finds the vertices in the order of their rows. It is used only if it finds
//! at least V/64 vertices, so all searches together take O(V) steps.

use crate::graph::Vertex;

/// Number of vertices taken at a time.
pub(super) const TAKEN: usize = 1024;

/// The vertices whose value has not yet been propagated.
pub(super) struct Ready {
    bits: Vec<u64>,
    /// Number of set bits.
    set: usize,
    /// The vertices, if they are listed; otherwise they are in the bitset.
    list: Vec<Vertex>,
    is_listed: bool,
    /// The most vertices that are listed.
    most_listed: usize,
}

/// Number of bytes for `vertices` vertices, if at most `added` are added at a time.
pub(super) fn bytes(vertices: usize, added: usize) -> u64 {
    // The list, and the one that is being processed.
    let lists = 2 * size_of::<Vertex>() * (vertices / 64 + added);
    (8 * vertices.div_ceil(64) + lists + size_of::<[Vertex; TAKEN]>()) as u64
}

impl Ready {
    /// The ready ones of `vertices` vertices; `added` is the most that are added at a time.
    pub(super) fn new(vertices: usize, added: usize, is_ready: impl Fn(usize) -> bool) -> Self {
        let word = |w: usize| {
            let vertices = 64 * w..vertices.min(64 * w + 64);
            vertices.rev().fold(0, |word, v| word << 1 | u64::from(is_ready(v)))
        };
        let bits: Vec<u64> = (0..vertices.div_ceil(64)).map(word).collect();
        let set = bits.iter().map(|word| word.count_ones() as usize).sum();
        let most_listed = vertices / 64;
        Self { bits, set, list: Vec::with_capacity(most_listed + added), is_listed: false, most_listed }
    }

    /// Adds vertices, each of which was never added before.
    #[inline]
    pub(super) fn add(&mut self, vertices: &[Vertex]) {
        if self.is_listed {
            self.list.extend_from_slice(vertices);
            if self.list.len() > self.most_listed {
                let mut list = std::mem::take(&mut self.list);
                self.is_listed = false;
                self.add(&list);
                list.clear();
                self.list = list;
            }
        } else {
            for v in vertices {
                self.bits[v.index() / 64] |= 1 << (v.index() % 64);
            }
            self.set += vertices.len();
        }
    }

    /// Takes the list in exchange for an empty one, if there are few vertices. `Err` returns the empty one: the bitset
    /// must be searched.
    pub(super) fn take_list(&mut self, empty: Vec<Vertex>) -> Result<Vec<Vertex>, Vec<Vertex>> {
        if !self.is_listed && self.set <= self.most_listed {
            for (w, word) in self.bits.iter_mut().enumerate() {
                let mut rest = std::mem::take(word);
                while rest != 0 {
                    self.list.push(Vertex((64 * w) as u32 + rest.trailing_zeros()));
                    rest &= rest - 1;
                }
            }
            (self.set, self.is_listed) = (0, true);
        }
        if self.is_listed { Ok(std::mem::replace(&mut self.list, empty)) } else { Err(empty) }
    }

    /// Takes vertices out of the bitset, from word `from` on. Returns their number, at most [`TAKEN`], and the word at
    /// which to continue.
    pub(super) fn take_bits(&mut self, from: usize, out: &mut [Vertex; TAKEN]) -> (usize, usize) {
        let (mut count, mut w) = (0, from);
        while let Some(word) = self.bits.get_mut(w).filter(|_| count <= TAKEN - 64) {
            let mut rest = std::mem::take(word);
            while rest != 0 {
                out[count] = Vertex((64 * w) as u32 + rest.trailing_zeros());
                count += 1;
                rest &= rest - 1;
            }
            w += 1;
        }
        self.set -= count;
        (count, w)
    }

    /// An empty list with capacity for the most vertices that are listed.
    pub(super) fn empty_list(&self) -> Vec<Vertex> {
        Vec::with_capacity(self.list.capacity())
    }

    /// The words of the bitset.
    pub(super) fn words(&self) -> usize {
        self.bits.len()
    }
}
