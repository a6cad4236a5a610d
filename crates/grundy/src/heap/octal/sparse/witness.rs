//! Finds splits that prove a rare value to be an option: first those that worked recently, then all with a small part, many at a time, then
//! all others.

use super::history::History;
use super::kernel::OptionSearch;
use super::space::Rules;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most splits remembered for one value.
const MAX_REMEMBERED: usize = 6;
/// Number of small parts that are examined at a time, in vectors.
const PARALLEL_PARTS: usize = 64;

/// A split of heap x into `part` and x − `offset`.
#[derive(Clone, Copy, Debug)]
struct Witness {
    /// `part` and the stones taken.
    offset: u64,
    part: u64,
    /// The value of `part`.
    value: u16,
    /// Number of searches that it ended.
    successes: u32,
}

/// For each value, splits that recently had it; the one that worked last is first.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    by_value: Vec<Vec<Witness>>,
    /// A: the largest part of splits that are remembered and that are searched first.
    part: u64,
    /// The values of heaps A, A − 1, …, 1.
    reversed: Arc<[u16]>,
}

/// The result of a search for a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// There is one with a part up to A.
    Small,
    /// There is one; this is its smaller part.
    Large(u64),
    /// There is none.
    None,
    /// There is none among those whose values are kept.
    Unknown,
}

impl Witnesses {
    /// No splits yet, with A = `part`, which must be at most the number of known heaps.
    pub(super) fn new(part: u64, history: &History) -> Self {
        let reversed = history.first()[1..=part as usize].iter().rev().copied().collect();
        Self { by_value: Vec::new(), part, reversed }
    }

    /// Searches a split of heap `x` into two heaps whose values have the sum `value`: first with a part up to A, in any
    /// order, then with larger ones, ascending. All smaller heaps must be known.
    #[inline(always)]
    pub(super) fn search(&mut self, x: u64, value: u16, rules: &Rules, history: &History) -> Split {
        if self.finds_small_part(x, value, rules, history) {
            return Split::Small;
        }
        self.search_all(x, value, rules, history)
    }

    /// The largest part of the splits that are searched first.
    pub(super) fn part(&self) -> u64 {
        self.part
    }

    /// Whether heap `x` has a split into two heaps whose values have the sum `value`, one of them a part up to A, the other one among the
    /// latest values.
    #[inline(always)]
    pub(super) fn finds_small_part(&mut self, x: u64, value: u16, rules: &Rules, history: &History) -> bool {
        let at = usize::from(value);
        if at >= self.by_value.len() {
            self.by_value.resize(at + 1, Vec::new());
        }
        self.retry_recent(x, value, rules, history) || self.search_small_parts(x, value, rules, history)
    }

    /// The parts of the remembered splits that ended at least this number of searches since the last call, ascending, with their values.
    pub(super) fn take_successful(&mut self, least: u32) -> Vec<(u64, u16)> {
        let mut successes = BTreeMap::new();
        for witness in self.by_value.iter_mut().flatten() {
            let count: &mut u32 = successes.entry((witness.part, witness.value)).or_insert(0);
            *count = count.saturating_add(std::mem::take(&mut witness.successes));
        }
        successes.into_iter().filter(|&(_, count)| count >= least).map(|(part, _)| part).collect()
    }

    #[inline(always)]
    fn retry_recent(&mut self, x: u64, value: u16, rules: &Rules, history: &History) -> bool {
        let (latest, base) = history.latest();
        let list = &mut self.by_value[usize::from(value)];
        let works = |w: &Witness| {
            let other = x.checked_sub(w.offset + base).and_then(|at| latest.get(at as usize));
            other.is_some_and(|&other| other ^ w.value == value)
                && x > w.offset
                && !(rules.unequal && x - w.offset == w.part)
        };
        let mut found = None;
        for (at, witness) in list.iter().enumerate() {
            if works(witness) {
                found = Some(at);
                break;
            }
        }
        if let Some(found) = found {
            // The last hit moves to the front. `rotate_right` is not used because it is a function call.
            let mut hit = list[found];
            hit.successes = hit.successes.saturating_add(1);
            list.copy_within(..found, 1);
            list[0] = hit;
        }
        found.is_some()
    }

    /// Examines all splits with a part up to A, if the other part is larger and among the latest values.
    #[inline(always)]
    fn search_small_parts(&mut self, x: u64, value: u16, rules: &Rules, history: &History) -> bool {
        let (latest, base) = history.latest();
        for &i in &rules.breaks {
            // The larger part ends here; it is at least 1, and among the latest values.
            let Some(end) = (x - base).checked_sub(i as u64).map(|end| end as usize) else { continue };
            let count = (self.part.min(x - i as u64 - 1) as usize).min(end);
            let count = if rules.unequal { count.min((x as usize - 1) / 2) } else { count };
            let (own, others) = (&self.reversed[self.reversed.len() - count..], &latest[end - count..end]);
            let Some(part) = smallest_part(own, others, value) else { continue };
            let part = part as u64;
            let list = &mut self.by_value[usize::from(value)];
            list.truncate(MAX_REMEMBERED - 1);
            let value = self.reversed[(self.part - part) as usize];
            list.insert(0, Witness { offset: part + i as u64, part, value, successes: 1 });
            return true;
        }
        false
    }

    /// Examines all splits.
    #[cold]
    #[inline(never)]
    fn search_all(&self, x: u64, value: u16, rules: &Rules, history: &History) -> Split {
        // Parts without such a split are skipped quickly while all values are known.
        let first = if history.is_complete() { first_run_with_sum(x, value, rules, history.first()) } else { 1 };
        for a in first..=x / 2 {
            let Some(own) = history.get(a) else { return Split::Unknown };
            for &i in &rules.breaks {
                let offset = a + i as u64;
                if offset >= x || rules.unequal && x - offset == a {
                    continue;
                }
                match history.get(x - offset) {
                    Some(other) if other ^ own == value => {
                        return if a <= self.part { Split::Small } else { Split::Large(a) };
                    }
                    Some(_) => {}
                    None => return Split::Unknown,
                }
            }
        }
        Split::None
    }
}

/// Accepts options that have a split with a part up to A.
pub(super) struct SmallParts<'a> {
    pub(super) rules: &'a Rules,
    pub(super) history: &'a History,
    pub(super) witnesses: &'a mut Witnesses,
}

impl OptionSearch for SmallParts<'_> {
    #[inline(always)]
    fn accepts(&mut self, heap: u64, value: u16) -> bool {
        self.witnesses.finds_small_part(heap, value, self.rules, self.history)
    }
}

/// The first of a run of parts that may have a split of heap `x` with this sum, given the values of all smaller heaps.
fn first_run_with_sum(x: u64, value: u16, rules: &Rules, values: &[u16]) -> u64 {
    let mut first = 1;
    // The run's parts and the others must exist.
    while 2 * (first + PARALLEL_PARTS) + rules.last <= x as usize {
        let own: &[u16; PARALLEL_PARTS] = values[first..][..PARALLEL_PARTS].try_into().expect("a run");
        let has_sum = |&i: &usize| {
            let from = x as usize - i - first + 1 - PARALLEL_PARTS;
            let others: &[u16; PARALLEL_PARTS] = values[from..][..PARALLEL_PARTS].try_into().expect("a run");
            let mut reversed = *others;
            reversed.reverse();
            has_pair_with_sum(own, &reversed, value)
        };
        if rules.breaks.iter().any(has_sum) {
            break;
        }
        first += PARALLEL_PARTS;
    }
    first as u64
}

/// The smallest part whose value and that of the other part have this sum; part 1 is the last one. The loops are written out, since
/// closures in iterators were not compiled for wide vectors.
#[inline(always)]
fn smallest_part(own: &[u16], others: &[u16], value: u16) -> Option<usize> {
    let (first_own, own) = own.as_rchunks();
    let (first_others, others) = others.as_rchunks();
    let runs = own.len();
    for run in 1..=runs {
        let (own, others) = (&own[runs - run], &others[runs - run]);
        if has_pair_with_sum(own, others, value) {
            return last_pair_with_sum(own, others, value).map(|at| run * PARALLEL_PARTS - at);
        }
    }
    let count = first_own.len();
    for at in (0..count.min(first_others.len())).rev() {
        if first_own[at] ^ first_others[at] == value {
            return Some(runs * PARALLEL_PARTS + count - at);
        }
    }
    None
}

/// Whether two values have this sum at any place.
#[inline(always)]
fn has_pair_with_sum(own: &[u16; PARALLEL_PARTS], others: &[u16; PARALLEL_PARTS], value: u16) -> bool {
    let mut differences = [0; PARALLEL_PARTS];
    for i in 0..PARALLEL_PARTS {
        differences[i] = own[i] ^ others[i] ^ value;
    }
    differences.iter().fold(u16::MAX, |least, &difference| least.min(difference)) == 0
}

/// The last place at which two values have this sum.
#[inline(always)]
fn last_pair_with_sum(own: &[u16; PARALLEL_PARTS], others: &[u16; PARALLEL_PARTS], value: u16) -> Option<usize> {
    let mut hits = [0u8; PARALLEL_PARTS];
    for i in 0..PARALLEL_PARTS {
        hits[i] = u8::from(own[i] ^ others[i] == value);
    }
    let words = hits.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).enumerate();
    let (word, bits) = words.rev().find(|(_, bits)| *bits != 0)?;
    Some(8 * word + 7 - bits.leading_zeros() as usize / 8)
}
