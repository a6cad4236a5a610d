//! Times Grundy values and P-positions of subtraction games against the textbook loops.
//!
//! Usage: `bench-subtraction [HEAPS [FILTER]]`. For each set, it computes values and P-positions of HEAPS heaps (10^8), in one table and
//! in tables that stay in the cache. Library and textbook run alternately, three times each, and are measured in CPU seconds of one
//! thread. The output has the medians and the median of the ratios; the results are compared. With FILTER, it uses only sets whose name
//! contains it.

use grundy::heap::values::{find_period, grundy_values, p_positions};
use grundy::heap::{NamedSet, Set};

const RUNS: usize = 3;
/// The number of heaps of a table that stays in the cache.
const SHORT_TABLE: u64 = 100_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let heaps: u64 = arguments.next().map_or(100_000_000, |text| text.parse().expect("a number of heaps"));
    let filter = arguments.next().unwrap_or_default();
    let of = |members: &[u64]| Set::of(members).expect("a set");
    let finite = [
        ("1,3,4", of(&[1, 3, 4])),
        ("2,5,9,13", of(&[2, 5, 9, 13])),
        ("3,5,17,40,63", of(&[3, 5, 17, 40, 63])),
        ("8,18,35,45,53", of(&[8, 18, 35, 45, 53])),
        ("1,7,18,30,33,41,50,52,59,64", of(&[1, 7, 18, 30, 33, 41, 50, 52, 59, 64])),
        ("100,175,300,401", of(&[100, 175, 300, 401])),
        ("1,10,100,1000,10000", of(&[1, 10, 100, 1000, 10_000])),
        ("1,1000000", of(&[1, 1_000_000])),
    ];
    let same = |a: &[u32], b: &[u8]| a.iter().zip(b).all(|(&a, &b)| a == u32::from(b));
    println!("CPU seconds, then 10^6 heaps/s, medians of {RUNS} runs. stamped: the textbook's loop with stamps\n");
    for (tables, heaps) in [(1, heaps), (heaps.div_ceil(SHORT_TABLE), heaps.min(SHORT_TABLE))] {
        println!("tables of {heaps} heaps, {tables} of them, each in memory of its own\n");
        println!("{:<28} {:<9} {:>7} {:>7} {:>9} {:>9} {:>7}", "set", "", "ours s", "book s", "ours", "book", "ratio");
        for (name, set) in finite.iter().filter(|(name, _)| name.contains(&filter)) {
            let members = set.up_to(u64::MAX);
            let size = (tables, heaps);
            compare(name, "values", size, || grundy_values(set, heaps), || values(&members, heaps), same);
            compare(name, "stamped", size, || grundy_values(set, heaps), || stamped(&members, heaps), same);
            compare(name, "P", size, || p_positions(set, heaps), || lost(&members, heaps), same_lost);
        }
        println!();
    }
    println!("other sets, fewer heaps\n");
    let named = |named| Set::new(vec![], vec![named], false).expect("a set");
    let others = [
        ("1..100", 10_000_000, Set::new(vec![1..=100], vec![], false).expect("a set")),
        ("squares", 1_000_000, named(NamedSet::Squares)),
        ("powers-of-2", 10_000_000, named(NamedSet::PowersOf2)),
        ("primes", 50_000, named(NamedSet::Primes)),
        ("all-but:1,4,6", 30_000, Set::new(vec![1..=1, 4..=4, 6..=6], vec![], true).expect("a set")),
    ];
    for (name, most, set) in others.iter().filter(|(name, ..)| name.contains(&filter)) {
        let heaps = heaps.min(*most);
        let members = set.up_to(heaps);
        compare(name, "values", (1, heaps), || grundy_values(set, heaps), || wide(&members, heaps), |a, b| a == b);
        compare(name, "P", (1, heaps), || p_positions(set, heaps), || lost(&members, heaps), same_lost);
    }
    println!("\nperiods, least and proved; CPU milliseconds and 10^6 heaps/s\n");
    for (name, set) in finite.iter().filter(|(name, _)| name.contains(&filter)) {
        let (search, seconds) = timed(1, || find_period(set, heaps, &mut |_| true));
        let what = match search.proved() {
            Some(found) => format!("period {} from {}, proved", found.period(), found.preperiod()),
            None => "none proved".to_owned(),
        };
        let (heaps, rate) = (search.heaps, search.heaps as f64 / seconds / 1e6);
        println!("{name:<28} {what} by {heaps} heaps in {:.3} ms, {rate:.1}", seconds * 1e3);
    }
}

/// The textbook loop: the mex over the elements of the set, stored in bytes.
fn values(members: &[u64], heaps: u64) -> Vec<u8> {
    let members: Vec<usize> = members.iter().map(|&s| s as usize).collect();
    let mut values = vec![0u8; heaps as usize];
    for n in 0..heaps as usize {
        let mut seen = [false; 256];
        for &s in &members {
            if s > n {
                break;
            }
            seen[usize::from(values[n - s])] = true;
        }
        let mut least = 0;
        while seen[least] {
            least += 1;
        }
        values[n] = least as u8;
    }
    values
}

/// The textbook loop, with stamps instead of clearing `seen`, which costs more than the rest for few elements. Only branches remain, and
/// the processor predicts them where the period is short.
fn stamped(members: &[u64], heaps: u64) -> Vec<u8> {
    let members: Vec<usize> = members.iter().map(|&s| s as usize).collect();
    let mut values = vec![0u8; heaps as usize];
    let mut seen = [0u64; 256];
    for n in 0..heaps as usize {
        let stamp = n as u64 + 1;
        for &s in &members {
            if s > n {
                break;
            }
            seen[usize::from(values[n - s])] = stamp;
        }
        let mut least = 0;
        while seen[least] == stamp {
            least += 1;
        }
        values[n] = least as u8;
    }
    values
}

/// The textbook loop, for values beyond a byte.
fn wide(members: &[u64], heaps: u64) -> Vec<u32> {
    let mut values: Vec<u32> = vec![0; heaps as usize];
    let mut seen: Vec<u64> = vec![0; heaps as usize + 1];
    for n in 0..heaps {
        for &s in members.iter().take_while(|&&s| s <= n) {
            seen[values[(n - s) as usize] as usize] = n + 1;
        }
        values[n as usize] = seen.iter().position(|&seen| seen != n + 1).expect("a value") as u32;
    }
    values
}

/// The textbook loop for P-positions: a table of booleans.
fn lost(members: &[u64], heaps: u64) -> Vec<bool> {
    let members: Vec<usize> = members.iter().map(|&s| s as usize).collect();
    let mut lost = vec![false; heaps as usize];
    for n in 0..heaps as usize {
        lost[n] = true;
        for &s in &members {
            if s > n {
                break;
            }
            if lost[n - s] {
                lost[n] = false;
                break;
            }
        }
    }
    lost
}

fn same_lost(ours: &[u64], book: &[bool]) -> bool {
    book.iter().enumerate().all(|(n, &lost)| (ours[n / 64] >> (n % 64) & 1 == 1) == lost)
}

fn compare<A, B>(
    name: &str,
    what: &str,
    (tables, heaps): (u64, u64),
    mut ours: impl FnMut() -> Vec<A>,
    mut book: impl FnMut() -> Vec<B>,
    same: impl Fn(&[A], &[B]) -> bool,
) {
    let mut times = Vec::new();
    for run in 0..RUNS {
        let (a, fast) = timed(tables, &mut ours);
        let (b, slow) = timed(tables, &mut book);
        if run == 0 {
            assert!(same(&a, &b), "{name}: {what} differ");
        }
        times.push((fast, slow, slow / fast));
    }
    let median = |of: fn(&(f64, f64, f64)) -> f64| {
        let mut all: Vec<f64> = times.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[RUNS / 2]
    };
    let (fast, slow, ratio) = (median(|t| t.0), median(|t| t.1), median(|t| t.2));
    let rate = |seconds: f64| (tables * heaps) as f64 / seconds / 1e6;
    println!("{name:<28} {what:<9} {fast:>7.3} {slow:>7.3} {:>9.1} {:>9.1} {ratio:>7.1}", rate(fast), rate(slow));
}

/// The result of `work`, and the CPU seconds that `times` runs took.
fn timed<T>(times: u64, mut work: impl FnMut() -> T) -> (T, f64) {
    let start = cpu_seconds();
    for _ in 1..times {
        std::hint::black_box(work());
    }
    let result = work();
    (result, cpu_seconds() - start)
}

fn cpu_seconds() -> f64 {
    meter::cpu_time().as_secs_f64()
}
