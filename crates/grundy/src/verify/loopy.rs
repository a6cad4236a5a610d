//! Checks Grundy values of games with cycles, finite values with their stages and values ∞(K).
//!
//! An option is *low* if its value is finite and smaller than that of its position. The conditions are
//!
//! - a finite value m is no option's value, each smaller number is the value of an option, and each option that is not low has itself
//!   an option of value m and of a lower stage; the stage is one more than the greatest that is necessary, so 1 if all options are low;
//! - a value ∞(K) has as K all finite values of the options, and some option has a value ∞(K') whose K' lacks the least number that K
//!   lacks.
//!
//! Together this is a proof. Let m be the least number for which the vertices of stored value m and those of Smith's value m differ. By
//! stages, every vertex of stored value m has Smith's value m. Of the vertices of Smith's value m with another stored value, take one
//! that gets its value first. Its stored value is not a number above m, since then an option would have the value m; so it is ∞(K), and m
//! is the least number that K lacks. By the last condition some option has a value ∞(K') without m in K'. But by Smith's conditions that
//! option has an option that got the value m earlier, which is stored, so m is in K'.

use super::fault::{RulesAt, ValueFault};
use crate::value::{Grundy, Nimber, mex};

/// A stored Grundy value with its stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedValue {
    /// The Grundy value.
    pub grundy: Grundy,
    /// The stage of a finite value of a game with cycles ([`crate::solve::Solved::stage`]).
    pub stage: Option<u32>,
}

/// Checks a Grundy value of a game with cycles against those of the options, whose outcomes are checked elsewhere.
///
/// `lowest_stage(i, m)` returns the lowest stage among the options of option `i` whose value is `m`; `None` if there is none.
///
/// # Errors
/// If the value or its stage is wrong, or `lowest_stage` fails.
pub fn check_staged<E: From<ValueFault>>(
    rules: RulesAt,
    stored: &StagedValue,
    options: &[StagedValue],
    mut lowest_stage: impl FnMut(usize, Nimber) -> Result<Option<u32>, E>,
) -> Result<(), E> {
    let is_value = |option: &StagedValue| match option.grundy {
        Grundy::Finite(_) => option.stage.is_some(),
        Grundy::Infinite(_) => true,
        _ => false,
    };
    if rules.without_grundy.is_some() || !options.iter().all(is_value) {
        return Err(ValueFault::Grundy.into());
    }
    let mut finite: Vec<Nimber> = options.iter().filter_map(|option| option.grundy.finite()).collect();
    finite.sort_unstable();
    finite.dedup();
    let least_absent = mex(finite.iter().copied());
    match (&stored.grundy, stored.stage) {
        (Grundy::Finite(value), Some(stage)) if *value == least_absent => {
            let mut necessary = 0;
            for (i, option) in options.iter().enumerate() {
                if option.grundy.finite().is_none_or(|option| option > *value) {
                    necessary = necessary.max(lowest_stage(i, *value)?.ok_or(ValueFault::Grundy)?);
                }
            }
            if necessary.checked_add(1) == Some(stage) { Ok(()) } else { Err(ValueFault::Stage.into()) }
        }
        (Grundy::Infinite(set), None) if **set == *finite => {
            let has_infinite_option = |option: &StagedValue| match &option.grundy {
                Grundy::Infinite(set) => !set.contains(&least_absent),
                _ => false,
            };
            if options.iter().any(has_infinite_option) { Ok(()) } else { Err(ValueFault::Grundy.into()) }
        }
        _ => Err(ValueFault::Grundy.into()),
    }
}
