//! Positions that are sums: their components, options and values.

use super::Rules;
use super::callbacks::SumOfComponents;
use crate::script::{CallError, CallFault, Callback};
use crate::sums::{Components, Expand};
use crate::{position, sums};
use grundy::Grundy;
use grundy::limits::Limits;
use grundy::text::{Key, RulesError, TheoryError};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A canonical component with its Grundy value.
type ComponentValue = (Box<[u8]>, Grundy);

impl Rules {
    /// The options of a sum, of which a move changes one component: with canonical components, each option of a component once, or as `moves`
    /// returns them.
    pub(super) fn options_of_sum(
        &self,
        components: &Mutex<Components>,
        at: &[u8],
        is_canonical: bool,
    ) -> Result<Vec<Key>, CallError> {
        let parts = position::components(at);
        let mut options = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == *part {
                continue;
            }
            let others = parts[..i].iter().chain(&parts[i + 1..]);
            let of_part = if is_canonical {
                lock(components).options(part, &|components| self.expand_components(components))?
            } else {
                self.script.session(|session| self.sums_as_returned(session, part))?
            };
            options
                .extend(of_part.into_iter().map(|option| sums::key(others.clone().cloned().chain(option).collect())));
        }
        Ok(options)
    }

    /// The options of a position as `moves` returns them; none if the file has no sums.
    pub(crate) fn sums_after(&self, at: &Key) -> Result<Vec<Key>, RulesError> {
        let Some(components) = &self.components else { return Ok(Vec::new()) };
        self.options_of_sum(components, &at.0, false).map_err(|failed| self.error(failed))
    }

    /// The canonical components of a position with their Grundy values, computed under one lock of `components`.
    pub(super) fn component_values(
        &self,
        components: &Mutex<Components>,
        at: &Key,
    ) -> Result<Vec<ComponentValue>, CallError> {
        let mut components = lock(components);
        let mut values = Vec::new();
        for part in self.canonical_parts(at)? {
            let value = components.value(&part, &|components| self.expand_components(components))?;
            values.push((part, value));
        }
        Ok(values)
    }

    /// Whether the components of a position can be solved with at most `most` new components each. If so, this solves them.
    pub(super) fn has_few_components(&self, at: &Key, most: u64, limits: &Limits<'_>) -> Result<bool, TheoryError> {
        let Some(components) = &self.components else { return Ok(false) };
        self.check_classes()?;
        let mut components = lock(components);
        for part in self.canonical_parts(at).map_err(|failed| self.error(failed))? {
            match self.until_stopped(limits, |expand| components.is_solvable_within(&part, most, expand)) {
                Some(Ok(true)) => {}
                Some(Ok(false)) => return Ok(false),
                Some(Err(failed)) => return Err(self.error(failed).into()),
                None => return Err(TheoryError::Interrupted),
            }
        }
        Ok(true)
    }

    /// Solves the components of a position, unless the run is stopped.
    pub(super) fn solve_components(&self, at: &Key, limits: &Limits<'_>) -> Result<(), TheoryError> {
        let Some(components) = &self.components else { return Ok(()) };
        self.check_classes()?;
        let mut components = lock(components);
        for part in self.canonical_parts(at).map_err(|failed| self.error(failed))? {
            let value = self.until_stopped(limits, |expand| components.value(&part, expand));
            value.ok_or(TheoryError::Interrupted)?.map_err(|failed| self.error(failed))?;
        }
        Ok(())
    }

    /// Calls `run` with a function that expands components until the run is stopped. `None` if it was stopped.
    fn until_stopped<R>(
        &self,
        limits: &Limits<'_>,
        run: impl FnOnce(&Expand<'_>) -> Result<R, CallError>,
    ) -> Option<Result<R, CallError>> {
        let is_stopped = Cell::new(false);
        let stop = || {
            is_stopped.set((limits.stop)());
            is_stopped.get()
        };
        let result = run(&|components| self.expand_components_until(components, &stop));
        (!is_stopped.get()).then_some(result)
    }

    /// Whether infinitely many positions can be reached from one whose components are solved.
    pub(super) fn has_growth(&self, components: &Mutex<Components>, at: &Key) -> bool {
        let components = lock(components);
        self.canonical_parts(at).is_ok_and(|parts| components.has_growth(&parts))
    }

    /// The error of a component that was not solved because there is no end to the sums that can be reached; `None` if there was none.
    pub(crate) fn growth_error(&self) -> Option<CallError> {
        lock(self.components.as_ref()?).growth_error()
    }

    /// The error for `component` if the run's limit on components, less than `most`, kept it from being solved; `None` otherwise.
    pub(super) fn limit_error(&self, component: &[u8], most: u64) -> Option<CallError> {
        lock(self.components.as_ref()?).limit_error(component, most)
    }

    /// The options of each component, as sums.
    fn expand_components(&self, components: &[Box<[u8]>]) -> Result<Vec<Vec<SumOfComponents>>, CallError> {
        self.expand_components_until(components, &|| false)
    }

    /// The options of each component, as sums; an error if `stop` returns `true` before the last of them.
    fn expand_components_until(
        &self,
        components: &[Box<[u8]>],
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<SumOfComponents>>, CallError> {
        let mut rows = Vec::with_capacity(components.len());
        self.script.for_each(components, |session, at| {
            if stop() {
                return Err(CallError::new(Callback::Moves, &[], CallFault::Stopped));
            }
            rows.push(self.sum_options(session, at)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The canonical form of each component of a position.
    pub(super) fn canonical_parts(&self, at: &Key) -> Result<Vec<Box<[u8]>>, CallError> {
        let parts = position::components(&at.0);
        if let Some(group) = &self.group {
            return Ok(parts.iter().map(|part| group.canonical(part)).collect());
        }
        if !self.script.defines(Callback::Canonical) {
            return Ok(parts);
        }
        let mut canonical = Vec::with_capacity(parts.len());
        self.script.for_each(&parts, |session, part| {
            canonical.push(self.canonical_part(session, part)?);
            Ok(())
        })?;
        Ok(canonical)
    }
}

/// Locks the components. A panic cannot leave them inconsistent, only incomplete.
fn lock(components: &Mutex<Components>) -> MutexGuard<'_, Components> {
    components.lock().unwrap_or_else(PoisonError::into_inner)
}
