//! Detects windows that recur.
//!
//! From time to time the window of the latest W values is saved. For each new value, the last eight values are looked up
//! among the ends of the saved windows; after a hit, the whole windows are compared, value by value. Windows are saved at
//! the multiples of a stride that doubles when too many are saved, so that neighbouring ones are at most a 32nd of the
//! way apart, or as near as memory allows: a period p from heap n on is detected by heap (n + W)·(1 + 1/32) + p. A window
//! that is saved after the preperiod recurs for the first time one least period later.

use super::history::History;

/// The most windows that are saved, if they are small.
const MAX_WINDOWS: usize = 64;
/// Fewer windows are saved if they would contain more than this many values.
const MAX_SAVED_VALUES: usize = 1 << 20;
/// The least number of windows that are saved, however large they are.
const MIN_WINDOWS: usize = 8;
/// Number of heaps between the first windows.
const FIRST_STRIDE: u64 = 1 << 8;
/// Number of bits of the filter's index.
const FILTER_BITS: u32 = 13;

/// A window of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedWindow {
    /// The window is before this heap.
    pub(super) heap: u64,
    /// The W values before that heap.
    pub(super) window: Vec<u16>,
}

/// The saved windows, and the progress of the search.
#[derive(Clone, Debug)]
pub(super) struct Recurrence {
    /// W.
    window: u64,
    /// Number of heaps between windows.
    stride: u64,
    /// The saved windows, ascending.
    saved: Vec<SavedWindow>,
    /// The values before this heap were scanned.
    scanned: u64,
    /// The low bytes of the last eight of them.
    key: u64,
    /// A bitset with the hashed keys of the saved windows.
    filter: Vec<u64>,
}

impl Recurrence {
    /// A detector without windows. All values so far, at least eight, count as scanned.
    pub(super) fn new(window: u64, history: &History) -> Self {
        Self::at(window, history.heaps(), history)
    }

    /// A detector without windows; all values before `scanned` count as scanned.
    fn at(window: u64, scanned: u64, history: &History) -> Self {
        Self {
            window,
            stride: FIRST_STRIDE,
            saved: Vec::new(),
            scanned,
            key: history.before(scanned, 8).iter().fold(0, |key, &value| push(key, value)),
            filter: vec![0; 1 << (FILTER_BITS - 6)],
        }
    }

    /// A detector with windows that were saved before. All values before `scanned` were scanned.
    pub(super) fn resume(window: u64, stride: u64, saved: Vec<SavedWindow>, scanned: u64, history: &History) -> Self {
        let mut resumed = Self { stride, saved, ..Self::at(window, scanned, history) };
        resumed.mark();
        resumed
    }

    /// W, the number of values in a window.
    pub(super) fn window(&self) -> u64 {
        self.window
    }

    pub(super) fn stride(&self) -> u64 {
        self.stride
    }

    pub(super) fn saved(&self) -> &[SavedWindow] {
        &self.saved
    }

    pub(super) fn scanned(&self) -> u64 {
        self.scanned
    }

    /// Scans the values before heap `end` that were not yet scanned. Returns the heap of the first window that
    /// recurred, and the heap before which it recurred.
    pub(super) fn scan(&mut self, history: &History, end: u64) -> Option<(u64, u64)> {
        while self.scanned < end {
            // Hypothesis (1) of the window theorem: n ≥ W + 1.
            let next = (self.scanned / self.stride + 1) * self.stride;
            let next = next.max((self.window + 1).div_ceil(self.stride) * self.stride);
            if let Some(found) = self.find_repeat(history, end.min(next)) {
                return Some(found);
            }
            if self.scanned == next {
                self.save(history);
            }
        }
        None
    }

    fn find_repeat(&mut self, history: &History, end: u64) -> Option<(u64, u64)> {
        let (latest, base) = history.latest();
        let values = &latest[(self.scanned - base) as usize..(end - base) as usize];
        for (heap, &value) in (self.scanned + 1..).zip(values) {
            self.key = push(self.key, value);
            let at = place(self.key);
            if self.filter[at / 64] >> (at % 64) & 1 == 1 {
                let window = history.before(heap, self.window as usize);
                if let Some(saved) = self.saved.iter().rfind(|saved| saved.window == window) {
                    self.scanned = heap;
                    return Some((saved.heap, heap));
                }
            }
        }
        self.scanned = end;
        None
    }

    fn save(&mut self, history: &History) {
        let most = (MAX_SAVED_VALUES / self.window as usize).clamp(MIN_WINDOWS, MAX_WINDOWS);
        while self.saved.len() >= most {
            self.stride *= 2;
            self.saved.retain(|saved| saved.heap.is_multiple_of(self.stride));
        }
        if self.scanned.is_multiple_of(self.stride) {
            let window = history.before(self.scanned, self.window as usize).to_vec();
            self.saved.push(SavedWindow { heap: self.scanned, window });
        }
        self.mark();
    }

    fn mark(&mut self) {
        self.filter.fill(0);
        for saved in &self.saved {
            let key =
                saved.window[saved.window.len().saturating_sub(8)..].iter().fold(0, |key, &value| push(key, value));
            let at = place(key);
            self.filter[at / 64] |= 1 << (at % 64);
        }
    }
}

fn push(key: u64, value: u16) -> u64 {
    key << 8 | u64::from(value as u8)
}

/// The hash of a key: its product with an odd number near 2⁶⁴ divided by the golden ratio.
fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FILTER_BITS)) as usize
}
