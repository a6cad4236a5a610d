//! Checks Grundy values of games with cycles one option at a time, so that not all options need to be in memory at once.
//!
//! The conditions are those of [`super::check_staged`], in two rounds. The first round reads the options of each position. It checks that
//! their values are those that the value of the position requires, and finds for each smaller number (for ∞(K), for each number in K) the
//! lowest stage of the options that have it as value. The second round checks the stage of each finite value *m*: every option that is
//! not low has an option of value *m*, whose lowest stage the first round found.

use super::fault::ValueFault;

/// The lowest stage of no option.
pub const NO_STAGE: u32 = u32::MAX;

/// A Grundy value of a game with cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopyValue<'a> {
    /// A number, with its stage.
    Finite {
        /// The number.
        value: u32,
        /// The stage, from 1.
        stage: u32,
    },
    /// ∞(K), with the numbers of K ascending.
    Infinite(&'a [u32]),
}

impl LoopyValue<'_> {
    /// Returns how many numbers must be values of options: those below a finite value, or those in K.
    pub fn numbers(&self) -> usize {
        match self {
            Self::Finite { value, .. } => *value as usize,
            Self::Infinite(set) => set.len(),
        }
    }

    /// The index of a number among those that must be values of options.
    fn index_of(&self, number: u32) -> Option<usize> {
        match self {
            Self::Finite { value, .. } => (number < *value).then_some(number as usize),
            Self::Infinite(set) => set.binary_search(&number).ok(),
        }
    }

    /// Processes an option in the first round. `lowest` has the lowest stage of the options seen with each number that must be a value,
    /// initially [`NO_STAGE`]. `has_infinite_option` says whether an option was seen that keeps an infinite position infinite.
    ///
    /// # Errors
    /// If a position of this value has no such option.
    pub fn add_option(
        &self,
        option: LoopyValue<'_>,
        lowest: &mut [u32],
        has_infinite_option: &mut bool,
    ) -> Result<(), ValueFault> {
        match (self, option) {
            (_, LoopyValue::Finite { value, stage }) => match (self.index_of(value), self) {
                (Some(i), _) => lowest[i] = lowest[i].min(stage),
                (None, Self::Finite { value: own, .. }) if value > *own => {}
                (None, _) => return Err(ValueFault::Grundy),
            },
            (Self::Infinite(set), LoopyValue::Infinite(other)) if !*has_infinite_option => {
                let least_absent = set.iter().zip(0..).take_while(|&(&number, i)| number == i).count() as u32;
                *has_infinite_option = other.binary_search(&least_absent).is_err();
            }
            (_, LoopyValue::Infinite(_)) => {}
        }
        Ok(())
    }

    /// Checks a value after the first round, when all options were seen.
    ///
    /// # Errors
    /// If an option is missing that a position of this value has.
    pub fn check_options(&self, lowest: &[u32], has_infinite_option: bool) -> Result<(), ValueFault> {
        let is_right = !lowest.contains(&NO_STAGE) && (has_infinite_option || matches!(self, Self::Finite { .. }));
        if is_right { Ok(()) } else { Err(ValueFault::Grundy) }
    }

    /// Checks the stage against one option in the second round; `lowest` has what the first round found for the option. Returns whether
    /// the stage is one more than this option requires.
    ///
    /// # Errors
    /// If the option is not low and has no option of this value and of a lower stage.
    pub fn check_stage_by(&self, option: LoopyValue<'_>, lowest: &[u32]) -> Result<bool, ValueFault> {
        let Self::Finite { value, stage } = *self else { return Ok(false) };
        if matches!(option, LoopyValue::Finite { value: low, .. } if low < value) {
            return Ok(false);
        }
        let lowest = option.index_of(value).map(|i| lowest[i]).ok_or(ValueFault::Grundy)?;
        if lowest < stage { Ok(lowest + 1 == stage) } else { Err(ValueFault::Stage) }
    }

    /// Checks the stage after the second round. `is_attained` says whether it is one more than some option requires.
    ///
    /// # Errors
    /// If the stage is too high.
    pub fn check_stage(&self, is_attained: bool) -> Result<(), ValueFault> {
        match self {
            Self::Finite { stage, .. } if *stage != 1 && !is_attained => Err(ValueFault::Stage),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RulesAt, StagedValue, check_staged};
    use super::*;
    use crate::value::{Grundy, Nimber, Outcome};

    type Value = (Vec<u32>, u32);

    /// The value of stage `stage` that requires these numbers; stage 0 for an infinite one.
    fn loopy((numbers, stage): &Value) -> LoopyValue<'_> {
        match stage {
            0 => LoopyValue::Infinite(numbers),
            &stage => LoopyValue::Finite { value: numbers.len() as u32, stage },
        }
    }

    fn staged((numbers, stage): &Value) -> StagedValue {
        let numbers = numbers.iter().map(|&number| Nimber(number.into()));
        match stage {
            0 => StagedValue { grundy: Grundy::Infinite(numbers.collect()), stage: None },
            &stage => StagedValue { grundy: Grundy::Finite(Nimber(numbers.count() as u64)), stage: Some(stage) },
        }
    }

    /// Both rounds for all positions.
    fn piecewise(options: &[Vec<usize>], values: &[Value]) -> Result<(), ValueFault> {
        let mut all_lowest = Vec::new();
        for (value, options) in values.iter().map(loopy).zip(options) {
            let (mut lowest, mut has_infinite_option) = (vec![NO_STAGE; value.numbers()], false);
            for &option in options {
                value.add_option(loopy(&values[option]), &mut lowest, &mut has_infinite_option)?;
            }
            value.check_options(&lowest, has_infinite_option)?;
            all_lowest.push(lowest);
        }
        for (value, options) in values.iter().map(loopy).zip(options) {
            let mut is_attained = false;
            for &option in options {
                is_attained |= value.check_stage_by(loopy(&values[option]), &all_lowest[option])?;
            }
            value.check_stage(is_attained)?;
        }
        Ok(())
    }

    /// The conditions for each position with all its options.
    fn by_position(options: &[Vec<usize>], values: &[Value]) -> Result<(), ValueFault> {
        let rules = RulesAt { terminal: Outcome::Loss, without_grundy: None };
        (0..values.len()).try_for_each(|at| {
            let seen: Vec<StagedValue> = options[at].iter().map(|&option| staged(&values[option])).collect();
            check_staged(rules, &staged(&values[at]), &seen, |i, wanted| {
                let further = options[options[at][i]].iter().map(|&further| staged(&values[further]));
                let of_value = further.filter(|further| further.grundy == Grundy::Finite(wanted));
                Ok::<_, ValueFault>(of_value.filter_map(|further| further.stage).min())
            })
        })
    }

    /// Both checks accept the same values of random graphs with three vertices and less: all small values were tried.
    #[test]
    fn both_checks_agree() {
        let mut values: Vec<Value> = [&[][..], &[0], &[1], &[0, 1], &[0, 2]].map(|set| (set.to_vec(), 0)).to_vec();
        values.extend((0..4).flat_map(|value| (1..4).map(move |stage| ((0..value).collect(), stage))));
        let (mut accepted, mut refused) = (0, 0);
        for edges in 0..1 << 9_u32 {
            let row = |at: usize| (0..3).filter(|to| edges >> (3 * at + to) & 1 == 1).collect();
            let options: Vec<Vec<usize>> = (0..3).map(row).collect();
            let mut of_graph = 0;
            for labels in 0..values.len().pow(3) {
                let stored =
                    [1, values.len(), values.len().pow(2)].map(|unit| values[labels / unit % values.len()].clone());
                let (one, other) = (piecewise(&options, &stored), by_position(&options, &stored));
                assert_eq!(one.is_ok(), other.is_ok(), "{options:?} {stored:?} {one:?} {other:?}");
                of_graph += usize::from(one.is_ok());
            }
            // The values of a graph are unique.
            assert_eq!(of_graph, 1, "{options:?}");
            accepted += of_graph;
            refused += values.len().pow(3) - of_graph;
        }
        assert_eq!((accepted, refused), (512, 512 * (17 * 17 * 17 - 1)));
    }
}
