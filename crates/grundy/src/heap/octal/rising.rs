//! Observes periods of rising values, which this library does not prove.
//!
//! Austin 1976 and Howse and Nowakowski 2004 prove some of them, under conditions that this module does not check.

use super::period::suffix_matches;
use crate::theory::Period;

/// A period with a saltus that repeats at least four times in the second half of the values.
///
/// g(n + p) − g(n) is the same for all n ≥ m exactly if the differences g(n + 1) − g(n) repeat with the period p from m on.
pub(super) fn observe(values: &[u16]) -> Option<Period> {
    let differences: Vec<i32> = values.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0])).collect();
    let (len, last) = (values.len(), differences.len());
    (1..).zip(suffix_matches(&differences).iter().skip(1)).find_map(|(period, &matches)| {
        let preperiod = last - period - matches as usize;
        let seen = preperiod <= len / 2 && len - preperiod >= 4 * period;
        let saltus = i64::from(values[len - 1]) - i64::from(values[len - 1 - period]);
        (seen && saltus > 0).then_some(Period::Observed {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: saltus as u64,
            heaps: len as u64,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rising_values_are_observed() {
        let rising: Vec<u16> = (0..40).map(|n| [5, 9, 2][n as usize % 3] + 2 * (n / 3)).collect();
        assert_eq!(observe(&rising), Some(Period::Observed { preperiod: 0, period: 3, saltus: 2, heaps: 40 }));
        let mut late = vec![7; 10];
        late.extend(&rising[..30]);
        assert_eq!(observe(&late), Some(Period::Observed { preperiod: 10, period: 3, saltus: 2, heaps: 40 }));
        assert_eq!(observe(&late[..15]), None);
        assert_eq!(observe(&[]), None);
        assert_eq!(observe(&[3; 40]), None);
    }
}
