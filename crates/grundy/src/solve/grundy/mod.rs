//! Grundy values of a graph, computed from the terminal vertices backwards: every vertex with a value updates its
//! predecessors once, and a vertex whose options all have a value gets the mex of them.
//!
//! An edge costs a random access to the cell of the predecessor ([`cells`]), and no order of the vertices is computed.
//! As in the kernel of retrograde analysis, predecessors are collected in a flat batch, each with the bit of its
//! option's value, and a batch is applied without data-dependent branches, with the cells prefetched. Time O(V + E), 5
//! bytes for each vertex.
//!
//! A vertex from which a cycle is reachable never gets values of all its options; [`loopy`] finds its value.

pub(super) mod cells;
pub(super) mod loopy;
mod ready;
pub(super) mod reference;
#[cfg(test)]
mod tests;

pub(super) use cells::NONE;

use super::retrograde::{prefetch, prefetch_once};
use crate::graph::{Graph, Offset, Offsets, PADDING, Reverse, Vertex};
use crate::limits::{Limits, RunError};
use ready::{Ready, TAKEN};

/// Number of predecessors in a full batch.
const BATCH: usize = 2048;

/// The distance, in cells, at which cells are prefetched.
const AHEAD: usize = 128;

/// The distance, in rows, at which rows are prefetched.
const ROWS_AHEAD: usize = 32;

/// Number of vertices between two checks of the limits.
const STEPS: usize = 1 << 18;

/// Peak memory of the computation, in bytes, beside the graph and its reverse.
pub(super) fn bytes(graph: &Graph) -> u64 {
    let n = graph.vertices();
    // Cells, values seen among the options of one vertex, predecessors with their bits, and the vertices of a batch
    // that get a value.
    (4 * n + n / 8 + 16 + 12 * (BATCH + PADDING)) as u64 + ready::bytes(n, BATCH)
}

/// The Grundy value of each vertex, or [`NONE`] if a cycle is reachable from it; `held_bytes` bytes are already in use.
///
/// # Errors
/// If the run was stopped, or a vertex has 2³¹ options or more.
pub(super) fn values(reverse: &Reverse<'_>, held_bytes: u64, limits: &Limits<'_>) -> Result<Vec<u32>, RunError> {
    let graph = reverse.graph();
    limits.check(graph.vertices() as u64, held_bytes + bytes(graph))?;
    let mut cells = match graph.offsets() {
        Offsets::Narrow(first) => cells::of_rows(first),
        Offsets::Wide(first) => cells::of_rows(first),
    }?;
    let ready = Ready::new(cells.len(), BATCH, |v| cells::is_value(cells[v]));
    match reverse.offsets() {
        Offsets::Narrow(first) => Run::new(graph, first, reverse.padded(), &mut cells, ready).finish(limits),
        Offsets::Wide(first) => Run::new(graph, first, reverse.padded(), &mut cells, ready).finish(limits),
    }?;
    cells.iter_mut().filter(|cell| !cells::is_value(**cell)).for_each(|cell| *cell = NONE);
    Ok(cells)
}

struct Run<'a, O> {
    graph: &'a Graph,
    /// The rows of the reverse graph.
    first: &'a [O],
    padded: &'a [Vertex],
    cells: &'a mut [u32],
    ready: Ready,
    batch: Batch,
    /// Values among the options of a wide vertex.
    seen: Vec<u64>,
}

/// Predecessors of vertices with a value, each with the bit of that value.
struct Batch {
    vertices: Box<[Vertex; BATCH]>,
    bits: Box<[u32; BATCH]>,
    count: usize,
    /// The vertices of a batch that got a value.
    found: Box<[Vertex; BATCH]>,
}

impl<'a, O: Offset> Run<'a, O> {
    fn new(graph: &'a Graph, first: &'a [O], padded: &'a [Vertex], cells: &'a mut [u32], ready: Ready) -> Self {
        let none = || Box::new([Vertex(0); BATCH]);
        let batch = Batch { vertices: none(), bits: Box::new([0; BATCH]), count: 0, found: none() };
        Self { graph, first, padded, cells, ready, batch, seen: Vec::new() }
    }

    fn finish(mut self, limits: &Limits<'_>) -> Result<(), RunError> {
        let n = self.cells.len() as u64;
        let mut list = self.ready.empty_list();
        let mut taken = [Vertex(0); TAKEN];
        let mut unchecked = 0;
        loop {
            match self.ready.take_list(list) {
                Ok(few) if few.is_empty() => return Ok(()),
                Ok(few) => {
                    for part in few.chunks(STEPS) {
                        unchecked += part.len();
                        if unchecked >= STEPS {
                            limits.check(n, 0)?;
                            unchecked = 0;
                        }
                        self.follow(part);
                    }
                    self.flush();
                    list = few;
                    list.clear();
                }
                Err(unused) => {
                    list = unused;
                    limits.check(n, 0)?;
                    let mut word = 0;
                    while word < self.ready.words() {
                        let (count, next) = self.ready.take_bits(word, &mut taken);
                        word = next;
                        unchecked += count;
                        if unchecked >= STEPS {
                            limits.check(n, 0)?;
                            unchecked = 0;
                        }
                        self.follow(&taken[..count]);
                    }
                    self.flush();
                }
            }
        }
    }

    /// Adds the predecessors of vertices with a value to the batch.
    fn follow(&mut self, list: &[Vertex]) {
        for (i, &v) in list.iter().enumerate() {
            if let Some(later) = list.get(i + 2 * ROWS_AHEAD) {
                prefetch(self.first, later.index());
                prefetch(self.cells, later.index());
            }
            if let Some(later) = list.get(i + ROWS_AHEAD) {
                let place = self.first[later.index()].place();
                prefetch_once(self.padded, place);
                prefetch_once(self.padded, place + PADDING - 1);
            }
            self.add(v);
        }
    }

    /// Adds the predecessors of a vertex. The batch must have room for [`PADDING`] of them, and has it again afterwards.
    #[inline(always)]
    fn add(&mut self, v: Vertex) {
        let (start, end) = (self.first[v.index()].place(), self.first[v.index() + 1].place());
        let bit = cells::bit(self.cells[v.index()]);
        let Batch { vertices, bits, count, .. } = &mut self.batch;
        vertices[*count..*count + PADDING].copy_from_slice(&self.padded[start..start + PADDING]);
        bits[*count..*count + PADDING].fill(bit);
        if end - start <= PADDING {
            *count += end - start;
        } else {
            self.add_long(start, end, bit);
        }
        if self.batch.count > BATCH - PADDING {
            self.flush();
        }
    }

    #[inline(never)]
    fn add_long(&mut self, start: usize, end: usize, bit: u32) {
        let mut rest = &self.padded[start..end];
        while !rest.is_empty() {
            let Batch { vertices, bits, count, .. } = &mut self.batch;
            let (now, later) = rest.split_at(rest.len().min(BATCH - *count));
            vertices[*count..*count + now.len()].copy_from_slice(now);
            bits[*count..*count + now.len()].fill(bit);
            *count += now.len();
            rest = later;
            if self.batch.count > BATCH - PADDING {
                self.flush();
            }
        }
    }

    /// Updates the cells of the predecessors in the batch.
    fn flush(&mut self) {
        let Self { cells, batch: Batch { vertices, bits, count, found }, ready, graph, seen, .. } = self;
        let (vertices, bits) = (&vertices[..*count], &bits[..*count]);
        *count = 0;
        let mut with_value = 0;
        vertices.iter().take(AHEAD).for_each(|v| prefetch(cells, v.index()));
        for (i, (&v, &bit)) in vertices.iter().zip(bits).enumerate() {
            prefetch(cells, vertices.get(i + AHEAD).unwrap_or(&v).index());
            let cell = cells[v.index()];
            let (new, is_last) = if cells::is_wide(cell) {
                match cells::wide_after(cell) {
                    Some(new) => (new, false),
                    None => (cells::mex_of_row(graph, v, cells, seen), true),
                }
            } else {
                cells::after(cell, bit)
            };
            cells[v.index()] = new;
            found[with_value] = v;
            with_value += usize::from(is_last);
        }
        ready.add(&found[..with_value]);
    }
}
