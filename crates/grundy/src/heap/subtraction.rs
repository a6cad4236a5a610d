//! Subtraction games: take a number of stones that is in a set.
//!
//! A heap's value is the mex of the values at `n − s` for s in the set. For a finite set the values are periodic
//! ([`super::period`]); they are tabulated until that is proved. Taking powers of 2 has g(n) = n mod 3, as 1 and 2 may be
//! taken and no power of 2 is a multiple of 3. Other infinite sets are tabulated as far as stated.

use super::period;
use super::{Extent, HeapMove, HeapRules, NamedSet, Set};
use crate::theory::{Period, Silent};
use crate::value::Nimber;
use std::sync::{Mutex, OnceLock};

/// Heaps tabulated in search of a period, whatever is asked.
const SEARCHED: u64 = 1 << 20;
/// The largest heap tabulated.
const TABLE: u64 = 20_000_000;
/// The most options looked at while tabulating: about a second.
const WORK: u64 = 1 << 30;

/// A subtraction game.
#[derive(Debug)]
pub struct Subtraction {
    set: Set,
    /// Values from heap 0 on, as far as they were asked for.
    table: Mutex<Vec<u32>>,
    period: OnceLock<Option<Proved>>,
}

/// A proved period, with the values it repeats.
#[derive(Debug)]
struct Proved {
    preperiod: u64,
    period: u64,
    checked_to: u64,
    /// The values of heaps 0 to preperiod + period − 1.
    values: Vec<u32>,
}

impl Subtraction {
    /// The game of taking a number in `set`.
    pub fn new(set: Set) -> Self {
        Self { set, table: Mutex::new(Vec::new()), period: OnceLock::new() }
    }

    /// The numbers that may be taken.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// The period, where one is proved within the heaps searched.
    pub fn period(&self) -> Option<Period> {
        self.proved().map(|p| Period::Proved {
            preperiod: p.preperiod,
            period: p.period,
            saltus: 0,
            checked_to: p.checked_to,
            by: "as many consecutive matches as the largest number that may be taken (Winning Ways, chapter 4)",
        })
    }

    fn proved(&self) -> Option<&Proved> {
        self.period.get_or_init(|| self.search()).as_ref()
    }

    /// Whether the table up to `heap` is within the work allowed.
    fn in_reach(&self, heap: u64) -> bool {
        heap <= TABLE && heap.saturating_mul(self.count(heap)) <= WORK
    }

    /// The largest heap whose table is within the work allowed.
    fn farthest(&self) -> u64 {
        let (mut near, mut far) = (0, TABLE + 1);
        while near + 1 < far {
            let middle = near.midpoint(far);
            if self.in_reach(middle) { near = middle } else { far = middle }
        }
        near
    }

    fn search(&self) -> Option<Proved> {
        let k = self.set.max().filter(|&k| k <= SEARCHED / 4)? as usize;
        let mut table = self.table.lock().expect("no panic while tabulating");
        let mut heaps = (4 * k).max(256);
        while heaps as u64 <= SEARCHED && self.in_reach(heaps as u64) {
            self.extend(&mut table, heaps);
            if let Some((preperiod, period)) = period::prove(&table[..heaps], k) {
                return Some(Proved {
                    preperiod: preperiod as u64,
                    period: period as u64,
                    checked_to: heaps as u64,
                    values: table[..preperiod + period].to_vec(),
                });
            }
            heaps *= 2;
        }
        None
    }

    /// Tabulates the values of heaps below `heaps`.
    fn extend(&self, table: &mut Vec<u32>, heaps: usize) {
        if heaps <= table.len() {
            return;
        }
        // Room for a doubling, so that heap after heap asked for in turn costs one pass.
        let members = self.set.up_to(heaps as u64);
        let mut seen: Vec<u32> = Vec::new();
        for n in table.len()..heaps {
            for &s in members.iter().take_while(|&&s| s <= n as u64) {
                let value = table[n - s as usize] as usize;
                if value >= seen.len() {
                    seen.resize(value + 1, u32::MAX);
                }
                seen[value] = n as u32;
            }
            let free = seen.iter().position(|&s| s != n as u32).unwrap_or(seen.len());
            table.push(free as u32);
        }
    }

    /// The value of a heap, from the table.
    fn tabulated(&self, heap: u64) -> Result<Nimber, Silent> {
        if !self.in_reach(heap) {
            let limit = self.farthest();
            return Err(Silent::TooFar(format!(
                "no formula serves this set, no period is proved, and its values are tabulated up to heap {limit}"
            )));
        }
        let heap = heap as usize;
        let mut table = self.table.lock().expect("no panic while tabulating");
        if heap >= table.len() {
            self.extend(&mut table, heap + 1);
        }
        Ok(Nimber(table[heap].into()))
    }
}

impl HeapRules for Subtraction {
    fn each_move(&self, heap: u64, visit: &mut dyn FnMut(HeapMove) -> bool) {
        self.set.each_up_to(heap, &mut |take| visit(HeapMove { take, leave: heap - take }));
    }

    fn count(&self, heap: u64) -> u64 {
        self.set.count(heap).unwrap_or_else(|| self.set.up_to(heap).len() as u64)
    }

    fn grundy(&self, heap: u64) -> Result<Nimber, Silent> {
        if self.set.is_just(NamedSet::PowersOf2) {
            return Ok(Nimber(heap % 3));
        }
        if let Some(most) = self.set.is_up_to() {
            return Ok(Nimber((u128::from(heap) % (u128::from(most) + 1)) as u64));
        }
        match self.proved() {
            Some(p) => {
                let n = if heap < p.preperiod { heap } else { p.preperiod + (heap - p.preperiod) % p.period };
                Ok(Nimber(p.values[n as usize].into()))
            }
            None => self.tabulated(heap),
        }
    }

    fn moves_to(&self, heap: u64, target: Nimber, want: usize) -> Result<Vec<HeapMove>, Silent> {
        // Theory that is silent at the heap is silent here; where it speaks, it does at all smaller heaps.
        self.grundy(heap)?;
        let mut moves = Vec::new();
        self.each_move(heap, &mut |m| {
            if self.grundy(m.leave) == Ok(target) {
                moves.push(m);
            }
            moves.len() < want
        });
        Ok(moves)
    }

    fn misere_by_values(&self) -> bool {
        true
    }

    fn method(&self, heaps: &[u64]) -> String {
        let one = if self.set.is_just(NamedSet::PowersOf2) {
            "heap mod 3, as no power of 2 is a multiple of 3".to_owned()
        } else if let Some(most) = self.set.is_up_to() {
            format!("period {} from 0, proved (Bachet 1612)", u128::from(most) + 1)
        } else if let Some(period) = self.period() {
            period.to_string()
        } else {
            format!("values tabulated to heap {}", heaps.iter().max().copied().unwrap_or(0))
        };
        if heaps.len() > 1 { format!("Nim sum of the heaps' values; {one}") } else { one }
    }

    fn extent(&self, heap: u64) -> Extent {
        // Taking the least member again and again meets the heaps of one residue, and each has every move that it affords.
        let least = self.set.min();
        let positions = (heap / least) as f64 + 1.0;
        let mut moves = 0.0;
        let mut members = 0;
        self.set.each_up_to(heap, &mut |s| {
            moves += ((heap - s) / least) as f64 + 1.0;
            members += 1;
            members < 64
        });
        Extent { positions, moves }
    }
}
