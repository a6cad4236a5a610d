//! The facets of a rules file: symmetry classes, and the theory of games whose moves lead to sums.

use super::Rules;
use crate::position::{self, Item};
use crate::script::CallError;
use crate::sums;
use dashu_int::UBig;
use grundy::limits::Limits;
use grundy::text::{Key, ListedMove, RulesError, Symmetry, Theory, TheoryError};
use grundy::theory::{Claim, Component, ExpansionBound, PeriodSearch, Reason, ValueSource};
use grundy::{Grundy, Nimber, Outcome};
use std::ops::Range;

impl Rules {
    /// The canonical form of a position, without the class check.
    pub(crate) fn canonical_unchecked(&self, at: &Key) -> Result<Key, CallError> {
        self.canonical_parts(at).map(sums::key)
    }

    /// Whether the rules return the options of a heap of `n`.
    fn has_heap(&self, n: i64) -> bool {
        let mut bytes = Vec::new();
        position::write(&Item::Int(n), &mut bytes);
        match &self.components {
            Some(_) => self.script.session(|session| self.sum_options(session, &bytes).is_ok()),
            None => self.row(&bytes).is_ok(),
        }
    }
}

impl Symmetry for Rules {
    fn canonical(&self, at: &Key) -> Result<Key, RulesError> {
        self.check_classes()?;
        self.canonical_unchecked(at).map_err(|failed| self.error(failed))
    }

    fn check(&self, at: &Key) -> Result<(), RulesError> {
        self.check_class_of(&at.0)
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        // `canonical` does not give the size of a class, so each class counts as one position.
        Some(self.group.as_ref().map_or(1, |group| group.class_size(&at.0)))
    }
}

impl Theory for Rules {
    fn claim(&self, at: &Key) -> Result<Claim, TheoryError> {
        let Some(components) = &self.components else { return Err(TheoryError::NoTheory) };
        self.check_classes()?;
        let values = self.component_values(components, at).map_err(|failed| self.error(failed))?;
        let grundy = Grundy::of_sum(values.into_iter().map(|(_, value)| value)).unwrap_or_else(|unknown| unknown);
        let outcome = grundy.outcome().expect("components have values of 64 bits");
        Ok(Claim { outcome, grundy })
    }

    fn prepare(&self, at: &Key, limits: &Limits<'_>) -> Result<(), TheoryError> {
        self.solve_components(at, limits)
    }

    fn claims_values(&self) -> bool {
        true
    }

    fn method(&self, at: &Key) -> String {
        let is_infinite = |value: &Grundy| matches!(value, Grundy::Infinite(_));
        let values = self.components.as_ref().and_then(|components| self.component_values(components, at).ok());
        if values.is_some_and(|values| values.iter().any(|(_, value)| is_infinite(value))) {
            return "sum of the components' Grundy values, each solved apart (Smith 1966)".to_owned();
        }
        "Nim sum of the components' Grundy values, each solved apart (Sprague 1935, Grundy 1939)".to_owned()
    }

    fn reason(&self, at: &Key) -> Result<Option<Reason>, RulesError> {
        let Some(components) = &self.components else { return Ok(None) };
        let values = self.component_values(components, at).map_err(|failed| self.error(failed))?;
        let mut parts = Vec::new();
        for (part, value) in values {
            parts.push((self.script.text(&part).map_err(|failed| self.error(failed))?, value));
        }
        let mut reasons = Vec::new();
        for (text, value) in &parts {
            let Some(value) = value.finite() else { return Ok(Some(Reason::Loopy(parts))) };
            let text = text.clone();
            let source =
                ValueSource::Text("solved by itself: the least number that is the value of no move".to_owned());
            reasons.push(Component { text, value: value.0.into(), source });
        }
        Ok(Some(Reason::Sum(reasons)))
    }

    fn moves_to(&self, _at: &Key, _target: &UBig, _at_most: usize) -> Option<Vec<ListedMove>> {
        None
    }

    fn expansion_bound(&self, at: &Key) -> ExpansionBound {
        match &self.components {
            Some(components) if self.has_growth(components, at) => {
                ExpansionBound { positions: u64::MAX, moves: u64::MAX }
            }
            _ => ExpansionBound::default(),
        }
    }

    fn components(&self, at: &Key) -> Vec<Key> {
        position::components(&at.0).into_iter().map(Key).collect()
    }

    fn least_heap(&self) -> Option<u64> {
        let start = position::read(&mut &*self.starts.first()?.0);
        let is_heap = matches!(start, Item::Int(_)) && self.first.is_none();
        is_heap.then(|| u64::from(!self.has_heap(0)))
    }

    fn least_in_pair(&self) -> Option<u64> {
        self.least_heap()
    }

    fn square(&self, _largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, TheoryError>> {
        None
    }

    fn visit_grundy_values(
        &self,
        _heaps: Range<u64>,
        _limits: &Limits<'_>,
        _visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), TheoryError>> {
        None
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        None
    }
}
