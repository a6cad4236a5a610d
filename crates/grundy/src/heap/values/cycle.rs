//! Proves the period of a subtraction game, in time linear in preperiod + period and memory linear in the last terms
//! that matter.
//!
//! The terms are those of `walk.rs`, of which the last k determine all that follow (theorems 1 and 3 in `mod.rs`).
//!
//! 1. After Brent 1980: k terms are held fast and looked for in what follows; when they come again, it is after one least
//!    period. If they have not come when as many heaps have passed as lie before them, the next k terms are taken
//!    instead. Unlike Brent, who compares single values, we look for the k terms by Knuth, Morris and Pratt ([`Again`]),
//!    and begin with the terms of heaps 0 to k − 1: most games have no preperiod.
//! 2. Two walks, a period apart, then go on from heap 0 to where k consecutive terms agree. The least preperiod is after
//!    the last heap where the values do not.

use super::kmp::Again;
use super::walk::{Walk, rises};
use super::{Found, Search};
use crate::heap::Set;

/// The most heaps between two questions whether to go on.
const STRIDE: usize = 1 << 16;
/// The most operations between them, roughly.
const WORK: u64 = 1 << 27;
/// Heaps that are walked at least before other terms are held fast.
const PATIENCE: u64 = 4096;

/// Looks for the period of the Grundy values for a finite set or an all-but set, and proves it.
///
/// At most the heaps below `limit` are computed, and then some of them again to find the least preperiod. `go_on` is
/// asked at least every 2¹⁶ heaps, with the number computed so far; `false` ends the search. Nothing is computed where
/// nothing can be found: infinite sets with a name, and `limit` not above the largest number of the set (or left out).
/// Time is linear in preperiod and period, memory in that number.
///
/// ```
/// use grundy::heap::{Set, values::{Found, find_period}};
/// let search = find_period(&Set::of(&[1, 3, 4])?, 1 << 20, &mut |_| true);
/// assert_eq!(search.found, Some(Found { preperiod: 0, period: 7, saltus: 0 }));
/// assert_eq!((search.heaps, search.max_value), (11, 3));
/// let search = find_period(&Set::new(vec![1..=2], vec![], true)?, 1 << 20, &mut |_| true);
/// assert_eq!(search.found, Some(Found { preperiod: 0, period: 3, saltus: 1 }));
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn find_period(set: &Set, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Search {
    let mut search = Search { heaps: 0, max_value: 0, found: None };
    let Some(order) = order(set).filter(|&order| order < limit) else { return search };
    let Ok(order) = u32::try_from(order) else { return search };
    let Some(came) = come_again(set, order as usize, limit, &mut search, go_on) else { return search };
    search.found = match came.from {
        0 => Some(Found { preperiod: 0, period: came.period, saltus: came.saltus }),
        from => preperiod(set, order as usize, &came, from, search.heaps, go_on).map(|preperiod| Found {
            preperiod,
            period: came.period,
            saltus: came.saltus,
        }),
    };
    search
}

/// How many terms the next is a function of.
fn order(set: &Set) -> Option<u64> {
    let runs = set.runs()?;
    let &(first, last) = runs.last().expect("a set that is not empty");
    // All numbers may be taken: the next term is a function of nothing, so of the last one too.
    Some(last.unwrap_or(first - 1).max(1))
}

/// Terms that came again.
struct Came {
    /// Where the terms begin.
    from: u64,
    period: u64,
    saltus: u64,
}

/// The first step.
fn come_again(
    set: &Set,
    order: usize,
    limit: u64,
    search: &mut Search,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Came> {
    let mut walk = Walk::new(set, limit);
    let mut again = Again::new(order);
    let mut from = 0;
    let mut until = 4 * order as u64 + PATIENCE;
    let mut values = Values { rising: rises(set), count: 0 };
    // How many values there were when the terms had been heard.
    let mut count = 0;
    let mut stretch = Stretch::new(&walk);
    loop {
        let full = from + order as u64;
        let stop = if again.is_full() { until } else { full };
        let terms = stretch.next(stop.min(limit) - search.heaps);
        if terms.is_empty() || !go_on(search.heaps) {
            return None;
        }
        walk.fill(terms);
        let came = again.hear(terms);
        let heard = &terms[..came.unwrap_or(terms.len())];
        search.heaps += heard.len() as u64;
        search.max_value = search.max_value.max(values.hear_all(heard));
        if came.is_some() {
            return Some(Came { from, period: search.heaps - full, saltus: values.count - count });
        }
        if search.heaps == full {
            count = values.count;
        }
        if search.heaps == until {
            again.restart();
            from = search.heaps;
            until = 2 * from + order as u64 + PATIENCE;
        }
    }
}

/// The second step. By the first, the terms from heap `from` on agree with those a period later.
fn preperiod(
    set: &Set,
    order: usize,
    came: &Came,
    from: u64,
    computed: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let rising = rises(set);
    let walk = || (Walk::new(set, computed), Values { rising, count: 0 });
    let ((mut near, mut near_values), (mut far, mut far_values)) = (walk(), walk());
    let mut stretch = Stretch::new(&far);
    let mut other = vec![0; STRIDE];
    let mut ahead = 0;
    while ahead < came.period {
        let terms = stretch.next(came.period - ahead);
        if !go_on(computed + ahead) {
            return None;
        }
        far.fill(terms);
        far_values.hear_all(terms);
        ahead += terms.len() as u64;
    }
    // Most preperiods are short, too.
    let mut stretch = Stretch::new(&far);
    let mut heap = 0;
    let mut least = 0;
    let mut agreed = 0;
    loop {
        debug_assert!(heap <= from + order as u64, "the terms agree from where they were found to");
        let terms = stretch.next(u64::MAX);
        if !go_on(computed + came.period + 2 * heap) {
            return None;
        }
        let other = &mut other[..terms.len()];
        near.fill(other);
        far.fill(terms);
        for (&near, &far) in other.iter().zip(&*terms) {
            heap += 1;
            if far_values.hear(far) != near_values.hear(near) + came.saltus {
                least = heap;
            }
            agreed = if near == far { agreed + 1 } else { 0 };
            if agreed == order {
                return Some(least);
            }
        }
    }
}

/// Turns terms into values.
struct Values {
    rising: bool,
    /// Number of different values so far, of an all-but set.
    count: u64,
}

impl Values {
    /// The value of the next heap.
    #[inline]
    fn hear(&mut self, term: u32) -> u64 {
        if !self.rising {
            return term.into();
        }
        let value = self.count - u64::from(term);
        self.count += u64::from(term == 0);
        value
    }

    /// The largest value up to the heaps of `terms`, or among these.
    fn hear_all(&mut self, terms: &[u32]) -> u64 {
        if !self.rising {
            return terms.iter().copied().max().unwrap_or(0).into();
        }
        self.count += terms.iter().filter(|&&term| term == 0).count() as u64;
        self.count - 1
    }
}

/// Room for the next terms: few at first, as most periods are short.
struct Stretch {
    room: Vec<u32>,
    length: usize,
    most: usize,
}

impl Stretch {
    fn new(walk: &Walk) -> Self {
        let most = (WORK / walk.cost()).clamp(512, STRIDE as u64) as usize;
        Self { room: vec![0; most], length: 512, most }
    }

    /// Room for at most `most` terms.
    fn next(&mut self, most: u64) -> &mut [u32] {
        let length = self.length.min(usize::try_from(most).unwrap_or(usize::MAX));
        self.length = (2 * self.length).min(self.most);
        &mut self.room[..length]
    }
}
