//! The census: every octal code of up to three digits, its period if one is proved, and the classes of equal games.
//!
//! The codes are d₀.d₁d₂d₃ with d₀ 0 or 4, 1023 of them. Each is brought into its [standard form](Standard), of which
//! there are far fewer, and each standard form is tabulated once. A *class* holds the games whose values are proved to
//! be the same for all heaps except for the number of leading zeros, for one of two reasons: they have the same
//! standard form; or the standard forms have proved periods, and the same least preperiod n₀, least period p, and
//! values up to heap n₀ + p − 1, which determine all others.
//!
//! Two classes are proved to be different if some heap of the standard forms has different values. Classes that agree
//! in all computed heaps are not distinguished: the census marks them, and counts them as two.

use super::period_searcher::{FIRST_ATTEMPT_HEAPS, STEPS};
use super::{Code, Game, Searched, Standard, Table, prove_period};
use crate::limits::{Limits, RunError};
use crate::theory::Period;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::ScopedJoinHandle;

/// All octal codes of up to three digits, by classes of equal games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Number of heaps of a standard form in which a period was searched.
    pub heaps: usize,
    /// The codes in the order of their digits, from 0.001 to 4.777.
    pub entries: Vec<Entry>,
    /// The classes in the order of their least codes.
    pub classes: Vec<Class>,
}

/// A code of the census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code.
    pub code: Code,
    /// Its class.
    pub class: usize,
    /// Its standard form: the value of heap n of the standard form is that of heap n + shift of the code.
    pub standard: Standard,
    /// The least preperiod, if a period is proved.
    pub preperiod: Option<u64>,
}

/// Games that are proved to have the same values, except for leading zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its codes, as indices into [`Census::entries`]; the least first.
    pub members: Vec<usize>,
    /// The period of the first member's standard form, if one is proved.
    pub period: Option<Period>,
    /// The largest value; if no period is proved, the largest of the computed heaps.
    pub max_value: u16,
    /// The first class that is not distinguished from this one, if there is one: all heaps computed agree, which proves nothing.
    pub indistinguishable_from: Option<usize>,
    /// How far a member was searched for a period, or the period that a longer search has found; `None` if the census proves a period.
    pub searched: Option<Searched>,
}

impl Census {
    /// Returns the number of codes with a proved period.
    pub fn count_with_period(&self) -> usize {
        self.entries.iter().filter(|entry| entry.preperiod.is_some()).count()
    }

    /// Returns the number of heaps by which the values of a code lag behind those of the first code of its class;
    /// negative if they lead.
    pub fn shift(&self, entry: &Entry) -> i64 {
        let first = &self.entries[self.classes[entry.class].members[0]];
        entry.standard.shift as i64 - first.standard.shift as i64
    }

    /// States for each open class the longest search that is known.
    fn add_searches(&mut self) {
        let recorded: Vec<Searched> = Searched::recorded().collect();
        let (entries, heaps) = (&self.entries, self.heaps as u64);
        for class in self.classes.iter_mut().filter(|class| class.period.is_none()) {
            let members = || class.members.iter().map(|&member| &entries[member].code);
            let own = members().next().map(|code| Searched::by_this_program(code.clone(), heaps));
            let known = recorded.iter().filter(|row| members().any(|code| *code == row.code)).cloned();
            class.searched = own.into_iter().chain(known).max_by_key(|row| (row.period.is_some(), row.heaps));
        }
    }
}

/// Computes the census with `heaps` heaps of each standard form. The result does not depend on the number of threads.
///
/// # Errors
/// If the values may exceed the limits, which is checked before anything is computed; or if the limits stop the run.
///
/// ```
/// use grundy::{heap::octal::census, limits::Limits};
/// let census = census(300, &Limits::NONE)?;
/// let entry = |code| census.entries.iter().find(|entry| entry.code.to_string() == code).unwrap();
/// let (dawsons_kayles, dawsons_chess) = (entry("0.07"), entry("0.137"));
/// assert_eq!(dawsons_kayles.class, dawsons_chess.class);
/// assert_eq!((dawsons_kayles.preperiod, dawsons_chess.preperiod), (Some(53), Some(52)));
/// assert_eq!(census.shift(dawsons_chess), -1);
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
pub fn census(heaps: usize, limits: &Limits<'_>) -> Result<Census, RunError> {
    let codes: Vec<(Code, Standard)> = codes().map(|code| (code.clone(), Standard::of(&code))).collect();
    // A standard form gets the place of the first code that has it.
    let mut places = BTreeMap::new();
    let mut forms = Vec::new();
    let form_of: Vec<usize> = codes
        .iter()
        .map(|(_, standard)| {
            *places.entry(standard.code.to_string()).or_insert_with(|| {
                forms.push(&standard.code);
                forms.len() - 1
            })
        })
        .collect();
    let values = (heaps as u64).saturating_mul(forms.len() as u64);
    limits.check(values, values.saturating_mul(size_of::<u16>() as u64))?;
    let computed = compute_all(&forms, heaps, limits)?;

    let mut census = Census { heaps, entries: Vec::new(), classes: Vec::new() };
    // The class of each standard form, and the first form of each class.
    let mut class_of = vec![None; forms.len()];
    let mut form_of_class: Vec<usize> = Vec::new();
    for (i, ((code, standard), form)) in codes.into_iter().zip(form_of).enumerate() {
        let own = &computed[form];
        let class = *class_of[form].get_or_insert_with(|| {
            let same = form_of_class.iter().position(|&other| own.is_proved_equal(&computed[other]));
            same.unwrap_or_else(|| {
                let indistinguishable_from =
                    form_of_class.iter().position(|&other| own.agrees(&computed[other], heaps));
                form_of_class.push(form);
                let (period, max_value) = (own.period, own.largest);
                let members = Vec::new();
                census.classes.push(Class { members, period, max_value, indistinguishable_from, searched: None });
                form_of_class.len() - 1
            })
        });
        census.classes[class].members.push(i);
        let preperiod = own.preperiod(standard.shift);
        census.entries.push(Entry { code, class, standard, preperiod });
    }
    census.add_searches();
    Ok(census)
}

/// The codes of the census in the order of their digits.
pub(super) fn codes() -> impl Iterator<Item = Code> {
    (1..1 << 10).map(|bits: u16| {
        let digit = |i: u16| (bits >> (9 - 3 * i) & 7) as u8;
        Code::of(&[4 * digit(0), digit(1), digit(2), digit(3)])
    })
}

/// The values of a standard form.
#[derive(Clone, Debug)]
struct Computed {
    /// The values of heaps from 0 on; with a period, up to the end of its first occurrence.
    values: Vec<u16>,
    largest: u16,
    period: Option<Period>,
}

impl Computed {
    /// The value of a heap, if it is known.
    fn at(&self, heap: usize) -> Option<u16> {
        let known = self.values.get(heap).copied();
        known.or_else(|| {
            let (folded, _) = self.period?.fold(heap as u64);
            Some(self.values[folded as usize])
        })
    }

    /// Whether the periods prove that all values are equal.
    fn is_proved_equal(&self, other: &Self) -> bool {
        let cycle = |period: Period| (period.preperiod(), period.period());
        self.period.is_some() && self.period.map(cycle) == other.period.map(cycle) && self.values == other.values
    }

    /// Whether no heap up to `heaps` is known to have different values in the two games.
    fn agrees(&self, other: &Self, heaps: usize) -> bool {
        (0..heaps).all(|n| self.at(n).zip(other.at(n)).is_none_or(|(a, b)| a == b))
    }

    /// The least preperiod of the game with `shift` zeros before these values.
    fn preperiod(&self, shift: usize) -> Option<u64> {
        let found = self.period?;
        let value = |n: u64| self.at(n.saturating_sub(shift as u64) as usize);
        let from = found.preperiod() + shift as u64;
        let repeats = |&n: &u64| value(n) == value(n + found.period());
        Some(from - (0..from).rev().take_while(repeats).count() as u64)
    }
}

/// Tabulates the games on all threads, each game on one thread.
fn compute_all(games: &[&Code], heaps: usize, limits: &Limits<'_>) -> Result<Vec<Computed>, RunError> {
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        let mut results = Vec::new();
        loop {
            let i = next.fetch_add(1, Relaxed);
            match games.get(i).map(|code| compute(code, heaps, &done, limits)) {
                Some(Some(computed)) => results.push((i, computed)),
                Some(None) => return None,
                None => return Some(results),
            }
        }
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..limits.workers().min(games.len())).map(|_| scope.spawn(work)).collect();
        let own = work();
        // All threads are joined, whatever the first one returns: the scope panics for a panicked thread that is not
        // joined.
        let others: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
        std::iter::once(Ok(own)).chain(others).collect::<Result<Option<Vec<_>>, _>>()
    });
    let parts = parts.map_err(|panic| RunError::from_panic(&*panic))?;
    let stopped = || RunError::Interrupted { positions: done.load(Relaxed) };
    let mut all: Vec<(usize, Computed)> = parts.ok_or_else(stopped)?.into_iter().flatten().collect();
    all.sort_by_key(|&(i, _)| i);
    Ok(all.into_iter().map(|(_, computed)| computed).collect())
}

/// Tabulates a game, with twice as many heaps each time, until a period is proved or `heaps` are known; `done` counts
/// the heaps. `None` if the limits stopped it.
fn compute(code: &Code, mut heaps: usize, done: &AtomicU64, limits: &Limits<'_>) -> Option<Computed> {
    let mut table = Table::new(Game::Code(code.clone()));
    let (mut period, mut goal) = (None, FIRST_ATTEMPT_HEAPS.min(heaps));
    loop {
        while table.values().len() < goal {
            if (limits.stop)() {
                return None;
            }
            let known = table.values().len();
            let step = 1 + STEPS / table.steps(known);
            if table.grow(known.saturating_add(step).min(goal)).is_err() {
                // A value does not fit; no game with such a value is known. The period stays open, as if the heaps ended here.
                goal = table.values().len();
                heaps = goal;
            }
            done.fetch_add((table.values().len() - known) as u64, Relaxed);
        }
        period = period.or_else(|| prove_period(table.game(), table.values()));
        if period.is_some() || goal == heaps {
            let end = period.map_or(heaps, |found: Period| (found.preperiod() + found.period()) as usize);
            return Some(Computed { values: table.values()[..end].to_vec(), largest: table.largest(), period });
        }
        goal = goal.saturating_mul(2).min(heaps);
    }
}
