//! Detects windows that recur.
//!
//! From time to time a window of W values is saved. It ends with the largest of the latest values. Few values are as large as the
//! last value of any saved window. Only after such a value, a hash of the last eight values is looked up among the ends of the saved
//! windows; after a hit, these values and then the whole windows are compared. Windows are saved right before the
//! multiples of a stride that doubles when too many are saved, so that neighbouring ones are at most a 32nd of the
//! way apart, or as near as memory allows: a period p from heap n on is detected by heap (n + W)·(1 + 1/32) + p. A window
//! that is saved after the preperiod recurs for the first time one least period later. As long as the history has all values, only the
//! place of a window is saved.

use super::history::History;
use crate::simd::SimdLevel;

/// The most windows that are saved, if they are small.
const MAX_WINDOWS: usize = 64;
/// Fewer windows are saved if they would contain more than this many values.
const MAX_SAVED_VALUES: usize = 1 << 20;
/// The least number of windows that are saved, however large they are.
const MIN_WINDOWS: usize = 8;
/// Number of heaps between the first windows, and of values of which a window ends with the largest.
pub(super) const FIRST_STRIDE: u64 = 1 << 8;
/// Number of words of the filter, which has a bit for each hash.
const FILTER_WORDS: usize = 1 << 10;
/// Number of values of which a hash is computed.
const HASHED: usize = 8;
/// The least length of a window.
pub(super) const MIN_WINDOW: u64 = HASHED as u64;
/// The odd numbers that these values are multiplied by.
const FACTORS: [u16; HASHED] = [0x9e37, 0x79b9, 0x7f4b, 0x7c15, 0xf39d, 0x5a8b, 0xc2b3, 0x1f35];
/// Number of values that are compared with the least last value together.
const TOGETHER: usize = 64;

/// The most values that are appended or reserved between two scans.
const MAX_STEP: usize = 1 << 16;

/// A window of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedWindow {
    /// The window is before this heap.
    pub(super) heap: u64,
    /// The W values before that heap; none while the history has all values.
    pub(super) copy: Vec<u16>,
}

impl SavedWindow {
    /// The values of the window, which are W.
    pub(super) fn values<'a>(&'a self, window: u64, history: &'a History) -> &'a [u16] {
        if self.copy.is_empty() { history.before(self.heap, window as usize) } else { &self.copy }
    }
}

/// The memory of windows of W values in bytes, if each is a copy.
pub(super) fn bytes_of_windows(window: u64) -> u64 {
    2 * window.saturating_mul(most_windows(window) as u64)
}

/// The most windows of W values that are saved.
fn most_windows(window: u64) -> usize {
    (MAX_SAVED_VALUES / window.max(1) as usize).clamp(MIN_WINDOWS, MAX_WINDOWS)
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
    /// The least of the last values of the windows; the largest number if there is no window.
    least: u16,
    /// A bitset with the hashes of the last values of the saved windows.
    filter: Box<[u64; FILTER_WORDS]>,
    simd: SimdLevel,
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
            least: u16::MAX,
            filter: Box::new([0; FILTER_WORDS]),
            simd: SimdLevel::best(),
        }
    }

    /// A detector with windows that were saved before. All values before `scanned` were scanned.
    pub(super) fn resume(window: u64, stride: u64, saved: Vec<SavedWindow>, scanned: u64, history: &History) -> Self {
        let mut resumed = Self { stride, saved, ..Self::at(window, scanned) };
        resumed.mark(history);
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

    pub(super) fn simd(&self) -> SimdLevel {
        self.simd
    }

    /// [`Self::scan`], compiled for the vectors of the caller.
    #[inline(always)]
    pub(super) fn scan_here(&mut self, history: &History, end: u64) -> Option<(u64, u64)> {
        while self.scanned < end {
            // Hypothesis (1) of the window theorem: n ≥ W + 1.
            let next = (self.scanned / self.stride + 1) * self.stride;
            let next = next.max((self.window + 1).div_ceil(self.stride) * self.stride);
            if let Some(found) = self.find_repeat(history, end.min(next)) {
                return Some(found);
            }
            if self.scanned == next
                && let Some(found) = self.save(history)
            {
                return Some(found);
            }
        }
        if history.would_drop(MAX_STEP) {
            self.copy_windows(history);
        }
        None
    }

    /// Copies the windows that are only in the history, before that drops values.
    #[cold]
    pub(super) fn copy_windows(&mut self, history: &History) {
        for saved in self.saved.iter_mut().filter(|saved| saved.copy.is_empty()) {
            saved.copy = history.before(saved.heap, self.window as usize).to_vec();
        }
    }

    #[inline(always)]
    fn find_repeat(&mut self, history: &History, end: u64) -> Option<(u64, u64)> {
        let (latest, base) = history.latest();
        for values in latest[(self.scanned - base) as usize..(end - base) as usize].chunks(TOGETHER) {
            let mut large = [0u8; TOGETHER];
            for (large, &value) in large.iter_mut().zip(values) {
                *large = u8::from(value >= self.least);
            }
            for (i, large) in large.as_chunks().0.iter().enumerate() {
                let mut large = u64::from_le_bytes(*large);
                while large != 0 {
                    let heap = self.scanned + 8 * i as u64 + u64::from(large.trailing_zeros() / 8) + 1;
                    if self.is_marked(history, heap)
                        && let Some(found) = self.compare(history, heap)
                    {
                        self.scanned = heap;
                        return Some(found);
                    }
                    large &= large - 1;
                }
            }
            self.scanned += values.len() as u64;
        }
        None
    }

    /// Whether the filter has the hash of the values before a heap.
    fn is_marked(&self, history: &History, heap: u64) -> bool {
        let hash = hash_of(history.before(heap, HASHED).try_into().expect("as long"));
        self.filter[usize::from(hash / 64)] >> (hash % 64) & 1 == 1
    }

    /// The saved window that recurs before a heap, with that heap.
    #[cold]
    fn compare(&self, history: &History, heap: u64) -> Option<(u64, u64)> {
        if !self.keys.contains(&key_of(history.before(heap, HASHED))) {
            return None;
        }
        let window = history.before(heap, self.window as usize);
        let saved = self.saved.iter().rfind(|saved| saved.values(self.window, history) == window)?;
        Some((saved.heap, heap))
    }

    /// Saves a window that ends among the latest values scanned. Returns it if it recurs among them.
    #[cold]
    fn save(&mut self, history: &History) -> Option<(u64, u64)> {
        let most = most_windows(self.window);
        while self.saved.len() >= most {
            self.stride *= 2;
            self.saved.retain(|saved| saved.heap.next_multiple_of(FIRST_STRIDE).is_multiple_of(self.stride));
        }
        if !self.scanned.is_multiple_of(self.stride) {
            self.mark(history);
            return None;
        }
        // Hypothesis (1) again.
        let first = (self.scanned - FIRST_STRIDE).max(self.window) + 1;
        let last_value = |heap: &u64| history.before(*heap, 1)[0];
        let heap = (first..=self.scanned).max_by_key(last_value).expect("one at least");
        let is_copied = !history.is_complete() || history.would_drop(MAX_STEP);
        let copy = if is_copied { history.before(heap, self.window as usize).to_vec() } else { Vec::new() };
        self.saved.push(SavedWindow { heap, copy });
        self.mark(history);
        (heap + 1..=self.scanned).filter(|&end| self.is_marked(history, end)).find_map(|end| self.compare(history, end))
    }

    fn mark(&mut self, history: &History) {
        self.keys.clear();
        self.least = u16::MAX;
        self.filter.fill(0);
        for saved in &self.saved {
            let last = saved.values(self.window, history).last_chunk().expect("a window has at least eight values");
            self.keys.push(key_of(last));
            self.least = self.least.min(last[HASHED - 1]);
            let hash = hash_of(last);
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
