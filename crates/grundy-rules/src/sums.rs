//! Games whose moves lead to sums: each component is solved once, and the values of a sum's components are xored.
//!
//! After Sprague 1935 and Grundy 1939: the value of a sum is the Nim sum of its components' values, the value of a
//! component the least number that no option has. Components to which play can come back are solved by `cycles.rs`.

mod cycles;
mod growth;

use crate::script::{CallError, CallFault, Callback, SESSION};
use crate::{literal, position};
use grundy::limits::{Bytes, LimitHit, Limits};
use grundy::text::Key;
use grundy::{Grundy, Nimber, mex};
use rustc_hash::{FxHashMap, FxHashSet};

/// The default limit on the number of components to solve.
const DEFAULT_MAX_COMPONENTS: u64 = 3_000_000;
/// After one component was too large, the most new components that are solved for another one: about a tenth of a second.
const MAX_AFTER_FAILURE: u64 = 3_000;
/// Estimated memory, as a multiple of the bytes that [`Components`] counts.
const OVERHEAD: u64 = 3;

/// Expands some components; each option is given as its components.
pub(crate) type Expand<'e> = dyn Fn(&[Box<[u8]>]) -> Result<Vec<Vec<Vec<Box<[u8]>>>>, CallError> + 'e;

/// The components found so far, with the values of those that are solved.
pub(crate) struct Components {
    numbers: FxHashMap<Box<[u8]>, u32>,
    list: Vec<Box<[u8]>>,
    /// The options of each component; each option is the list of the numbers of its components.
    rows: Vec<Option<Vec<Vec<u32>>>>,
    values: Vec<Option<Grundy>>,
    /// Whether play can come back to one of those found since the start of the run.
    has_cycles: bool,
    /// Why a component was not solved: there is no end to the sums that can be reached.
    growth: Option<Growth>,
    /// Estimated bytes in use.
    bytes: u64,
    /// The maximum number of components, and the maximum of `bytes`.
    max_components: u64,
    max_bytes: u64,
    /// The components that were not solved because too many components, or sums without end, can be reached from them, or because these do not
    /// fit in memory.
    too_large: FxHashSet<Box<[u8]>>,
    /// Whether one of them exceeded a limit.
    has_exceeded_limit: bool,
}

/// A component to which play can come back beside another one.
#[derive(Clone, Debug)]
struct Growth {
    component: Box<[u8]>,
    beside: Box<[u8]>,
}

impl Growth {
    /// The error of a component whose sums have no end.
    fn error(&self) -> CallError {
        let message = format!(
            "play can come back to this component beside `{}`; the same moves can be made again, so the sums have no end",
            literal::of_bytes(&self.beside)
        );
        let help = "let a move that leads back to a component leave nothing beside it";
        CallError::new(Callback::Moves, &[&self.component], CallFault::wrong_return(message, help))
    }
}

impl Components {
    /// Creates an empty set of components, bounded by `limits`.
    pub(crate) fn new(limits: &Limits<'_>) -> Self {
        Self {
            numbers: FxHashMap::default(),
            list: Vec::new(),
            rows: Vec::new(),
            values: Vec::new(),
            has_cycles: false,
            growth: None,
            bytes: 0,
            max_components: limits.positions.unwrap_or(DEFAULT_MAX_COMPONENTS),
            max_bytes: limits.max_memory() / OVERHEAD,
            too_large: FxHashSet::default(),
            has_exceeded_limit: false,
        }
    }

    /// Returns the number of a component; a new component receives the next number.
    fn number(&mut self, component: Box<[u8]>) -> u32 {
        if let Some(&n) = self.numbers.get(&component) {
            return n;
        }
        let n = self.list.len() as u32;
        self.bytes += 2 * component.len() as u64 + 100;
        self.numbers.insert(component.clone(), n);
        self.list.push(component);
        self.rows.push(None);
        self.values.push(None);
        n
    }

    /// The options of a component, as sums.
    pub(crate) fn options(&mut self, component: &[u8], expand: &Expand<'_>) -> Result<Vec<Vec<Box<[u8]>>>, CallError> {
        let n = self.number(component.into());
        self.expand(&[n], expand)?;
        let row = self.rows[n as usize].iter().flatten();
        Ok(row.map(|option| option.iter().map(|&part| self.list[part as usize].clone()).collect()).collect())
    }

    /// The Grundy value of a component.
    pub(crate) fn value(&mut self, component: &[u8], expand: &Expand<'_>) -> Result<Grundy, CallError> {
        let root = self.number(component.into());
        if self.values[root as usize].is_none() {
            let open = self.explore(root, expand)?;
            let cyclic = self.solve(&open);
            if !cyclic.is_empty() {
                self.has_cycles = true;
                self.solve_cyclic(&cyclic)?;
            }
        }
        Ok(self.values[root as usize].clone().expect("every component that can be reached was solved"))
    }

    /// Solves a component if that takes at most `most` new components, and the limits of the run allow it; returns whether it is solved.
    ///
    /// Once a component was too large, others are tried with [`MAX_AFTER_FAILURE`] components, so that a series of calls for large
    /// positions does not expand `most` components for each.
    pub(crate) fn is_solvable_within(
        &mut self,
        component: &[u8],
        most: u64,
        expand: &Expand<'_>,
    ) -> Result<bool, CallError> {
        if self.too_large.contains(component) {
            return Ok(false);
        }
        let max = self.max_components;
        let most = if self.has_exceeded_limit { most.min(MAX_AFTER_FAILURE) } else { most };
        let bound = most.saturating_add(self.list.len() as u64);
        self.max_components = max.min(bound);
        let earlier_growth = self.growth.take();
        let solved = self.value(component, expand);
        self.max_components = max;
        let has_growth = self.growth.is_some();
        self.growth = self.growth.take().or(earlier_growth);
        match solved {
            Ok(_) => Ok(true),
            Err(error) if error.is_run_limit() => {
                self.has_exceeded_limit = true;
                self.too_large.insert(component.into());
                Ok(false)
            }
            // A search may still find the value, without coming back to a component.
            Err(_) if has_growth => {
                self.too_large.insert(component.into());
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Expands those of `components` that have no row yet.
    fn expand(&mut self, components: &[u32], expand: &Expand<'_>) -> Result<(), CallError> {
        for batch in components.chunks(SESSION) {
            let new: Vec<u32> = batch.iter().copied().filter(|&n| self.rows[n as usize].is_none()).collect();
            let keys: Vec<Box<[u8]>> = new.iter().map(|&n| self.list[n as usize].clone()).collect();
            for (n, options) in new.into_iter().zip(expand(&keys)?) {
                let mut row = Vec::with_capacity(options.len());
                for option in options {
                    row.push(option.into_iter().map(|component| self.number(component)).collect::<Vec<u32>>());
                }
                self.bytes += row.iter().map(|option| 24 + 4 * option.len() as u64).sum::<u64>();
                self.rows[n as usize] = Some(row);
            }
            if let Some(first) = batch.first()
                && let Err(error) = self.check_limits(&self.list[*first as usize])
            {
                self.clear();
                return Err(error);
            }
        }
        Ok(())
    }

    /// The error of a component that was not solved because there is no end to the sums that can be reached; `None` if there was none.
    pub(crate) fn growth_error(&self) -> Option<CallError> {
        self.growth.as_ref().map(Growth::error)
    }

    /// The error for `component` if the run's limit on components, less than `most`, kept it from being solved; `None` otherwise.
    pub(crate) fn limit_error(&self, component: &[u8], most: u64) -> Option<CallError> {
        let limit = self.max_components;
        (self.has_exceeded_limit && limit < most).then(|| too_many_components(component, limit, limit + 1))
    }

    /// Discards all components, so that a game too large for the limits leaves room for smaller ones.
    fn clear(&mut self) {
        (self.numbers, self.list, self.rows, self.values) = Default::default();
        self.bytes = 0;
    }

    fn check_limits(&self, at: &[u8]) -> Result<(), CallError> {
        let count = self.list.len() as u64;
        if count > self.max_components {
            return Err(too_many_components(at, self.max_components, count));
        }
        if self.bytes > self.max_bytes {
            let (needed, limit) = (OVERHEAD * self.bytes, OVERHEAD * self.max_bytes);
            let message = format!("at least {} are needed and {} allowed", Bytes(needed), Bytes(limit));
            let hit = LimitHit::Memory { limit, needed };
            return Err(CallError::new(Callback::Moves, &[at], CallFault::Limit { message, hit }));
        }
        Ok(())
    }

    /// Expands all components without values that can be reached from `root`, and returns them.
    fn explore(&mut self, root: u32, expand: &Expand<'_>) -> Result<Vec<u32>, CallError> {
        let mut found: FxHashSet<u32> = [root].into_iter().collect();
        let (mut open, mut level) = (Vec::new(), vec![root]);
        while !level.is_empty() {
            self.expand(&level, expand)?;
            let mut next = Vec::new();
            for &n in &level {
                for &part in self.rows[n as usize].iter().flatten().flatten() {
                    if self.values[part as usize].is_none() && found.insert(part) {
                        next.push(part);
                    }
                }
            }
            open.append(&mut level);
            level = next;
        }
        Ok(open)
    }

    /// Finds the values of the components of `open` from which play must end; returns the others. `open` has all components without values
    /// that can be reached from one of them.
    ///
    /// After Kahn 1962: a component is solved when all components of its options are.
    fn solve(&mut self, open: &[u32]) -> Vec<u32> {
        let places: FxHashMap<u32, usize> = open.iter().enumerate().map(|(i, &n)| (n, i)).collect();
        let mut before = vec![Vec::new(); open.len()];
        let mut missing = vec![0u32; open.len()];
        for (i, &n) in open.iter().enumerate() {
            for part in self.rows[n as usize].iter().flatten().flatten() {
                if let Some(&place) = places.get(part) {
                    before[place].push(i);
                    missing[i] += 1;
                }
            }
        }
        let mut ready: Vec<usize> = (0..open.len()).filter(|&i| missing[i] == 0).collect();
        while let Some(i) = ready.pop() {
            // With an infinite value among the options, the component is solved with the cyclic ones.
            let Some(value) = self.acyclic_value(open[i]) else { continue };
            self.values[open[i] as usize] = Some(value);
            for &j in &before[i] {
                missing[j] -= 1;
                if missing[j] == 0 {
                    ready.push(j);
                }
            }
        }
        open.iter().copied().filter(|&n| self.values[n as usize].is_none()).collect()
    }

    /// The value of a component whose options have values; `None` if one of these is infinite.
    fn acyclic_value(&self, n: u32) -> Option<Grundy> {
        let value = |part: &u32| self.values[*part as usize].as_ref().and_then(Grundy::finite);
        let sums =
            self.rows[n as usize].iter().flatten().map(|option| option.iter().map(value).sum::<Option<Nimber>>());
        Some(Grundy::Finite(mex(sums.collect::<Option<Vec<Nimber>>>()?)))
    }
}

/// The error of a run that needs more components than it may have.
fn too_many_components(at: &[u8], limit: u64, needed: u64) -> CallError {
    let message = format!("more than {limit} components are needed");
    CallError::new(Callback::Moves, &[at], CallFault::Limit { message, hit: LimitHit::Positions { limit, needed } })
}

/// The error of a search that returns to a component.
pub(crate) fn cycle_error(component: &[u8]) -> CallError {
    let message = "play can come back to a component: the search came back to one, so it does not find the value";
    let help =
        "let every move make the game smaller, or begin with smaller components, so that all of them can be solved";
    CallError::new(Callback::Moves, &[component], CallFault::wrong_return(message, help))
}

/// The key of a sum.
pub(crate) fn key(components: Vec<Box<[u8]>>) -> Key {
    Key(position::sum(components))
}
