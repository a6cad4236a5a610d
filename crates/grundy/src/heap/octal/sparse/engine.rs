//! Computes values heap after heap: in blocks as long as the pattern holds, otherwise one by one.

use super::history::History;
use super::lanes::{Lanes, Stop};
use super::planes::Planes;
use super::simd::Level;
use super::space::{Rules, Space};
use super::stamps::{Candidate, Stamps};
use super::witness::{Split, Witnesses};

/// Number of heaps between two checks of the memory, and between two scans of the values.
pub(super) const CHUNK: u64 = 1 << 12;

/// The engine, with everything that is known about a game's heaps.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    rules: Rules,
    space: Space,
    past: History,
    /// The rare heaps with their values, ascending.
    rare: Vec<(u64, u16)>,
    /// A: the largest part of the splits that are tried before all others.
    part: u64,
    /// The largest value.
    largest: u16,
    /// The tables for blocks; `None` if they have to be rebuilt.
    planes: Option<Planes>,
    stamps: Stamps,
    seen: Witnesses,
    /// The first heap that may be in a block.
    blocks_from: u64,
    level: Level,
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The run reached the given end.
    End,
    /// The latest heap is rare.
    Rare,
    /// The latest heap needed a larger part than any before.
    Part,
    /// The value of the next heap may depend on values that were dropped.
    Forgotten,
}

impl Engine {
    /// An engine for a history of which all values are known. `part` must be less than the number of known heaps.
    pub(super) fn new(rules: Rules, space: Space, past: History, part: u64) -> Self {
        let values = (1..).zip(past.first().iter().copied().skip(1));
        let rare = values.filter(|&(heap, value)| space.is_rare(heap, value)).collect();
        let largest = past.first().iter().copied().max().unwrap_or(0);
        Self::with(rules, space, past, rare, part, largest)
    }

    /// An engine that continues where another one was.
    pub(super) fn with(
        rules: Rules,
        space: Space,
        past: History,
        rare: Vec<(u64, u16)>,
        part: u64,
        largest: u16,
    ) -> Self {
        let seen = Witnesses::new(part, &past);
        let stamps = Stamps::new(&rules, space, std::iter::empty(), largest);
        // The latest heap may be rare.
        let blocks_from = rare.last().map_or(0, |&(heap, _)| heap + 1 + rules.last as u64);
        let mut engine = Self {
            rules,
            space,
            past,
            rare,
            part,
            largest,
            planes: None,
            stamps,
            seen,
            blocks_from,
            level: Level::best(),
        };
        engine.stamps = engine.new_stamps();
        engine
    }

    /// An engine that recomputes the values of this one from heap `heap` on, given the `window()` values before it.
    pub(super) fn again(&self, heap: u64, window: &[u16]) -> Self {
        debug_assert_eq!(window.len() as u64, self.window());
        let first = self.past.first()[..=self.window() as usize].to_vec();
        let base = heap - window.len() as u64;
        let past = History::resume(first, base, window.to_vec(), window.len());
        Self::with(self.rules.clone(), self.space, past, self.rare.clone(), self.part, self.largest)
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    pub(super) fn past(&self) -> &History {
        &self.past
    }

    pub(super) fn past_mut(&mut self) -> &mut History {
        &mut self.past
    }

    pub(super) fn rare(&self) -> &[(u64, u16)] {
        &self.rare
    }

    pub(super) fn part(&self) -> u64 {
        self.part
    }

    pub(super) fn largest(&self) -> u16 {
        self.largest
    }

    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// Number of words in a set of common values, which are half of all values; 0 if bytes are used.
    pub(super) fn words(&self) -> usize {
        match self.largest {
            0..128 => 1,
            128..256 => 2,
            256..512 => 4,
            _ => 0,
        }
    }

    /// R: the last rare heap, 0 if there is none.
    pub(super) fn last_rare(&self) -> u64 {
        self.rare.last().map_or(0, |&(heap, _)| heap)
    }

    /// W = max(R, A) + k: the number of values that settle the next.
    pub(super) fn window(&self) -> u64 {
        self.last_rare().max(self.part) + self.rules.last as u64
    }

    /// An engine that uses vectors of this width.
    #[cfg(test)]
    pub(super) fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// [`Self::run`], compiled for the vectors of the caller.
    #[inline(always)]
    pub(super) fn run_here(&mut self, end: u64) -> Event {
        let mut candidate = Candidate::default();
        while self.past.heaps() < end {
            self.past.make_room(CHUNK as usize);
            let x = self.past.heaps();
            if self.blocks_at(x) {
                let to = end.min(x + CHUNK);
                let planes = self.planes.as_mut().expect("made above");
                let stop = planes.run(to, &self.rules, &mut self.past, &mut self.seen);
                let (latest, base) = self.past.latest();
                let fresh = &latest[(x - base) as usize..];
                let largest = fresh.iter().fold(self.largest, |largest, &value| largest.max(value));
                if largest > self.largest {
                    self.largest = largest;
                    self.stamps.hold(largest);
                }
                if stop == Stop::End && !fresh.is_empty() {
                    continue;
                }
            }
            match self.single(&mut candidate) {
                Event::End => {}
                event => return event,
            }
        }
        Event::End
    }

    /// Whether a block may begin at heap `x`; then the planes are ready.
    #[inline(always)]
    fn blocks_at(&mut self, x: u64) -> bool {
        if x < self.blocks_from {
            return false;
        }
        if self.planes.is_none() {
            self.planes = self.new_planes();
        }
        // A block must not contain splits into equal parts.
        self.planes.as_ref().is_some_and(|planes| !self.rules.unequal || x > 2 * planes.span() as u64)
    }

    /// Computes the value of the next heap by whatever splits are necessary.
    #[inline(always)]
    fn single(&mut self, candidate: &mut Candidate) -> Event {
        let x = self.past.heaps();
        self.stamps.next(&self.rules, &self.past, candidate);
        let (mut value, mut is_rare, mut part) = (candidate.common, false, self.part);
        for &open in &candidate.open {
            match self.seen.search(x, open, &self.rules, &self.past) {
                Split::Small => {}
                Split::Large(least) => part = part.max(least),
                Split::None => {
                    (value, is_rare) = (open, true);
                    break;
                }
                Split::Unknown => return Event::Forgotten,
            }
        }
        let part = if part > self.part { part.next_power_of_two() } else { part };
        // The values that the next heaps need must not be dropped.
        let needed = if is_rare { x } else { part } + self.rules.last as u64 + 2 * CHUNK;
        if (is_rare || part > self.part) && needed > self.past.kept() as u64 {
            return Event::Forgotten;
        }
        self.past.push(value);
        if value > self.largest {
            let words = self.words();
            self.largest = value;
            self.stamps.hold(value);
            if self.words() != words {
                self.planes = None;
            }
        }
        if is_rare {
            self.rare.push((x, value));
            self.stamps.add(&self.rules, x, value);
            self.planes = None;
            self.blocks_from = x + 1 + self.rules.last as u64;
            return Event::Rare;
        }
        if let Some(planes) = self.planes.as_mut().filter(|planes| planes.heap() == x) {
            planes.push(value);
        }
        if part > self.part {
            self.part = part;
            self.seen = Witnesses::new(self.part, &self.past);
            self.planes = None;
            return Event::Part;
        }
        Event::End
    }

    /// The common heaps whose splits are examined for all values at once.
    ///
    /// Their number was the best one for 0.104 (64), 0.054 (128), 0.324 (256), 0.376 (512) and Officers (1024).
    fn helpers(&self) -> Vec<(u64, u16)> {
        let most = 2 * (usize::from(self.largest) + 1).next_power_of_two().clamp(32, 512);
        let values = (1..=self.part).zip(self.past.first().iter().copied().skip(1));
        values.filter(|&(heap, value)| !self.space.is_rare(heap, value)).take(most).collect()
    }

    fn new_stamps(&self) -> Stamps {
        let helpers = self.helpers();
        Stamps::new(&self.rules, self.space, self.rare.iter().chain(&helpers).copied(), self.largest)
    }

    fn new_planes(&self) -> Option<Planes> {
        let (rules, space, helpers) = (&self.rules, self.space, self.helpers());
        match self.words() {
            1 => Lanes::new(rules, space, &self.rare, &helpers, &self.past).map(Planes::One),
            2 => Lanes::new(rules, space, &self.rare, &helpers, &self.past).map(Planes::Two),
            4 => Lanes::new(rules, space, &self.rare, &helpers, &self.past).map(Planes::Four),
            _ => None,
        }
    }
}
