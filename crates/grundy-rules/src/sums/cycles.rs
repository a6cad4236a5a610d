//! Values of components to which play can come back.
//!
//! The values of a graph with cycles are labels of its vertices: a number, or ∞(K) with a set K of numbers (Smith 1966). To compute them,
//! the options of a component must be vertices too, and an option is a sum. So the vertices are *reduced sums*: the components of the sum
//! whose values are not known to be finite, and one heap of Nim in place of all others, since a component with a finite value can be
//! replaced by such a heap in every sum.

use super::{Components, Growth, OVERHEAD};
use crate::script::{CallError, CallFault, Callback};
use grundy::limits::{Bytes, LimitHit, Limits, RunError};
use grundy::solve::solve_with_grundy;
use grundy::{Graph, Grundy, Nimber, Play, Vertex};
use rustc_hash::FxHashMap;

/// Bytes of a vertex, of each of its components, and of an edge: those of the graph, of its solution, and of the map of vertices.
const VERTEX_BYTES: u64 = 150;
const PART_BYTES: u64 = 8;
const EDGE_BYTES: u64 = 24;

/// A sum in which components with finite values are replaced by one heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ReducedSum {
    /// The other components, in ascending order.
    parts: Box<[u32]>,
    heap: u64,
}

impl Components {
    /// Finds the values of components, from each of which a cycle or an infinite value can be reached. All that can be reached from
    /// them are expanded.
    ///
    /// # Errors
    /// If the limits do not allow it, or if there is no end to the reduced sums that can be reached.
    pub(super) fn solve_cyclic(&mut self, cyclic: &[u32]) -> Result<(), CallError> {
        if self.find_growth_of_reduced(cyclic).is_none() {
            return self.solve_together(cyclic);
        }
        // What stands beside a component may have a finite value, which is found first here. This takes longer if many values are infinite.
        for class in self.classes(cyclic) {
            let left = self.solve(&class);
            if left.is_empty() {
                continue;
            }
            if let Some(growth) = self.find_growth_of_reduced(&left) {
                let error = growth.error();
                self.growth = Some(growth);
                return Err(error);
            }
            self.solve_together(&left)?;
        }
        Ok(())
    }

    /// A component to which play can come back beside another one, if neither is known to have a finite value.
    fn find_growth_of_reduced(&self, open: &[u32]) -> Option<Growth> {
        self.find_growth(open, |part| self.finite(part).is_none())
    }

    /// Finds these values by one graph of reduced sums, which has an end.
    fn solve_together(&mut self, cyclic: &[u32]) -> Result<(), CallError> {
        let single = |&n: &u32| ReducedSum { parts: [n].into(), heap: 0 };
        let mut vertices: Vec<ReducedSum> = cyclic.iter().map(single).collect();
        let mut numbers: FxHashMap<ReducedSum, u32> = vertices.iter().cloned().zip(0..).collect();
        let (mut offsets, mut options) = (vec![0], Vec::new());
        let mut bytes = VERTEX_BYTES * vertices.len() as u64;
        while let Some(at) = vertices.get(offsets.len() - 1) {
            let to_smaller_heaps =
                (EDGE_BYTES + VERTEX_BYTES + PART_BYTES * at.parts.len() as u64).saturating_mul(at.heap);
            self.check_size(cyclic[0], vertices.len() as u64, bytes.saturating_add(to_smaller_heaps))?;
            for option in self.reduced_options(at) {
                let next = vertices.len() as u32;
                let n = *numbers.entry(option).or_insert_with_key(|option| {
                    bytes += VERTEX_BYTES + PART_BYTES * option.parts.len() as u64;
                    vertices.push(option.clone());
                    next
                });
                options.push(Vertex(n));
            }
            offsets.push(options.len());
            self.check_size(cyclic[0], vertices.len() as u64, bytes + EDGE_BYTES * options.len() as u64)?;
        }
        let failed = |error: RunError| self.graph_error(cyclic[0], &error);
        let graph = Graph::from_rows(offsets, options, Play::Normal).expect("every option is a vertex");
        let limits = Limits { memory: Some(OVERHEAD * self.max_bytes), ..Limits::NONE };
        let solved = solve_with_grundy(&graph, &limits).map_err(failed)?;
        for (v, &n) in (0..).zip(cyclic) {
            self.values[n as usize] = Some(solved.grundy(Vertex(v)));
        }
        Ok(())
    }

    /// The value of a component, if it is known to be finite.
    fn finite(&self, n: u32) -> Option<Nimber> {
        self.values[n as usize].as_ref().and_then(Grundy::finite)
    }

    /// The options of a reduced sum: a move changes one component or the heap.
    fn reduced_options(&self, at: &ReducedSum) -> Vec<ReducedSum> {
        let mut options = Vec::new();
        for (i, &part) in at.parts.iter().enumerate() {
            if i > 0 && at.parts[i - 1] == part {
                continue;
            }
            for option in self.rows[part as usize].iter().flatten() {
                let (mut parts, mut heap) = ([&at.parts[..i], &at.parts[i + 1..]].concat(), Nimber(at.heap));
                for &n in option {
                    match self.finite(n) {
                        Some(value) => heap = heap + value,
                        None => parts.push(n),
                    }
                }
                parts.sort_unstable();
                options.push(ReducedSum { parts: parts.into(), heap: heap.0 });
            }
        }
        options.extend((0..at.heap).map(|heap| ReducedSum { parts: at.parts.clone(), heap }));
        options
    }

    /// Checks the limits for a graph of so many vertices, which takes so many bytes.
    fn check_size(&self, component: u32, vertices: u64, bytes: u64) -> Result<(), CallError> {
        let (limit, needed) = (OVERHEAD * self.max_bytes, (OVERHEAD * self.bytes).saturating_add(bytes));
        let (message, hit) = if vertices > self.max_components {
            let limit = self.max_components;
            let message =
                format!("more than {limit} sums of components are needed, since play can come back to a component");
            (message, LimitHit::Positions { limit, needed: vertices })
        } else if needed > limit {
            let message = format!("at least {} are needed and {} allowed", Bytes(needed), Bytes(limit));
            (message, LimitHit::Memory { limit, needed })
        } else {
            return Ok(());
        };
        let component = &self.list[component as usize];
        Err(CallError::new(Callback::Moves, &[component], CallFault::Limit { message, hit }))
    }

    /// The error of a graph that could not be solved.
    fn graph_error(&self, component: u32, error: &RunError) -> CallError {
        let component = &self.list[component as usize];
        let hit = match error {
            RunError::Limit(hit) => hit.clone(),
            _ => LimitHit::Memory { limit: OVERHEAD * self.max_bytes, needed: OVERHEAD * self.max_bytes + 1 },
        };
        CallError::new(Callback::Moves, &[component], CallFault::Limit { message: error.to_string(), hit })
    }
}
