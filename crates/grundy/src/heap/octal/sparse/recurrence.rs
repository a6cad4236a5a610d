//! Detects windows that recur.
//!
//! From time to time the window of the latest W values is saved. For each new value, a hash of the last eight values is looked up
//! among the ends of the saved windows; after a hit, these values and then the whole windows are compared. Windows are saved at
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
/// Number of words of the filter, which has a bit for each hash.
const FILTER_WORDS: usize = 1 << 10;
/// The values of which a hash is computed, and the odd numbers that they are multiplied by.
const HASHED: usize = 8;
const FACTORS: [u16; HASHED] = [0x9e37, 0x79b9, 0x7f4b, 0x7c15, 0xf39d, 0x5a8b, 0xc2b3, 0x1f35];
/// Number of heaps whose hashes are computed together.
const TOGETHER: usize = 64;

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
    /// The low bytes of the last eight values of each window.
    keys: Vec<u64>,
    /// A bitset with the hashes of the last values of the saved windows.
    filter: Box<[u64; FILTER_WORDS]>,
}

impl Recurrence {
    /// A detector without windows. All values so far, at least eight, count as scanned.
    pub(super) fn new(window: u64, history: &History) -> Self {
        Self::at(window, history.heaps())
    }

    /// A detector without windows; all values before `scanned` count as scanned.
    fn at(window: u64, scanned: u64) -> Self {
        Self {
            window,
            stride: FIRST_STRIDE,
            saved: Vec::new(),
            scanned,
            keys: Vec::new(),
            filter: Box::new([0; FILTER_WORDS]),
        }
    }

    /// A detector with windows that were saved before. All values before `scanned` were scanned.
    pub(super) fn resume(window: u64, stride: u64, saved: Vec<SavedWindow>, scanned: u64) -> Self {
        let mut resumed = Self { stride, saved, ..Self::at(window, scanned) };
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
        while self.scanned < end {
            let from = (self.scanned - base) as usize;
            let count = ((end - self.scanned) as usize).min(TOGETHER);
            let mut marked = match latest.get(from + 1 - HASHED..from + TOGETHER) {
                Some(values) if count == TOGETHER => self.marked(values.try_into().expect("as long")),
                _ => u64::MAX >> (TOGETHER - count),
            };
            while marked != 0 {
                let heap = self.scanned + 1 + u64::from(marked.trailing_zeros());
                if let Some(found) = self.compare(history, heap) {
                    self.scanned = heap;
                    return Some(found);
                }
                marked &= marked - 1;
            }
            self.scanned += count as u64;
        }
        None
    }

    /// The places among the last [`TOGETHER`] values at which the filter has the hash of a value with those before it.
    fn marked(&self, values: &[u16; TOGETHER + HASHED - 1]) -> u64 {
        let mut hashes = [0u16; TOGETHER];
        for (k, factor) in FACTORS.into_iter().enumerate() {
            for (i, hash) in hashes.iter_mut().enumerate() {
                *hash = hash.wrapping_add(values[i + k].wrapping_mul(factor));
            }
        }
        (0..TOGETHER).fold(0, |marked, i| {
            let hash = hashes[i];
            marked | (self.filter[usize::from(hash / 64)] >> (hash % 64) & 1) << i
        })
    }

    /// The saved window that recurs before a heap, with that heap.
    fn compare(&self, history: &History, heap: u64) -> Option<(u64, u64)> {
        if !self.keys.contains(&key_of(history.before(heap, HASHED))) {
            return None;
        }
        let window = history.before(heap, self.window as usize);
        let saved = self.saved.iter().rfind(|saved| saved.window == window)?;
        Some((saved.heap, heap))
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
        let last = |saved: &SavedWindow, values: usize| saved.window[saved.window.len() - values..].to_vec();
        self.keys = self.saved.iter().map(|saved| key_of(&last(saved, HASHED))).collect();
        self.filter.fill(0);
        for saved in &self.saved {
            let hash = hash_of(last(saved, HASHED)[..].try_into().expect("as long"));
            self.filter[usize::from(hash / 64)] |= 1 << (hash % 64);
        }
    }
}

/// The low bytes of some values.
fn key_of(values: &[u16]) -> u64 {
    values.iter().fold(0, |key, &value| key << 8 | u64::from(value as u8))
}

/// The hash of the values before a heap.
fn hash_of(values: &[u16; HASHED]) -> u16 {
    (0..HASHED).fold(0u16, |hash, i| hash.wrapping_add(values[i].wrapping_mul(FACTORS[i])))
}
