//! Lists the moves of a heap to options of a given value, or with another property, without listing all its moves.
//!
//! Let g(n + p) = g(n) for n ≥ n₀ ≥ 1, and let m stones be split into a ≤ b. If a ≥ n₀ then b ≥ n₀ too, and g(a) ⊕ g(b)
//! does not change if p stones move from b to a, as long as a ≤ b. So it is enough to examine a < n₀ + p; every match a
//! ≥ n₀ there gives a + p, a + 2·p, … For three parts a ≤ b ≤ c, b is searched in the same way from a on. If a ≥ n₀ and
//! a + p is in a match, with b and c, then so is a, with b − p and c + 2·p: a heap a < n₀ + p that is in no match also
//! excludes a + p, a + 2·p, …

use super::{Game, Move};

/// Labels of heaps that determine the result of a move. A *target* is the condition that the heaps left by the move must meet.
pub(in crate::heap) trait HeapLabels: Copy {
    /// A target.
    type Target: Copy;

    /// The preperiod and the period of the labels, if they are known for all heaps.
    fn cycle(&self) -> Option<(u64, u64)>;

    /// The target for the other heaps if this heap is left.
    fn beside(&self, target: Self::Target, heap: u64) -> Self::Target;

    /// Whether leaving no other heap hits the target.
    fn is_hit(&self, target: Self::Target) -> bool;
}

/// The values of all heaps, or of the first ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownValues<'a> {
    /// The values from heap 0 on.
    pub(super) values: &'a [u16],
    /// The preperiod and the period that continue the values; there are as many values as both together.
    pub(super) cycle: Option<(u64, u64)>,
}

impl KnownValues<'_> {
    /// The value of a heap, which must be known.
    pub(super) fn at(&self, heap: u64) -> u16 {
        match self.cycle {
            Some((preperiod, period)) if heap >= preperiod => {
                self.values[(preperiod + (heap - preperiod) % period) as usize]
            }
            _ => self.values[heap as usize],
        }
    }
}

/// A target is a value.
impl HeapLabels for KnownValues<'_> {
    type Target = u16;

    fn cycle(&self) -> Option<(u64, u64)> {
        self.cycle
    }

    fn beside(&self, target: u16, heap: u64) -> u16 {
        target ^ self.at(heap)
    }

    fn is_hit(&self, target: u16) -> bool {
        target == 0
    }
}

/// At most `want` of the moves of a heap that hit `target`, in the order of [`Game::each_move`]. All smaller
/// heaps must be known.
pub(in crate::heap) fn moves_to<L: HeapLabels>(
    game: &Game,
    labels: L,
    heap: u64,
    target: L::Target,
    want: usize,
) -> Vec<Move> {
    let mut list = MoveCollector { game, labels, want, moves: Vec::new() };
    for (take, digit) in game.digits().take_while(|&(take, _)| take <= heap) {
        let total = heap - take;
        let mut add = |left| list.add(Move { take, left });
        let more = (digit & 1 == 0 || total > 0 || !labels.is_hit(target) || add([0; 3]))
            && (digit & 2 == 0 || total == 0 || !labels.is_hit(labels.beside(target, total)) || add([total, 0, 0]))
            && (digit & 4 == 0 || list.pairs(target, 1, total, &|a, b| Move { take, left: [a, b, 0] }))
            && (digit & 8 == 0 || list.triples(target, total, take));
        if !more {
            break;
        }
    }
    list.moves
}

/// The moves found so far.
struct MoveCollector<'a, L> {
    game: &'a Game,
    labels: L,
    want: usize,
    moves: Vec<Move>,
}

impl<L: HeapLabels> MoveCollector<'_, L> {
    /// Adds a move if it is wanted; returns whether more are wanted.
    fn add(&mut self, m: Move) -> bool {
        if self.moves.len() < self.want {
            self.moves.push(m);
        }
        self.moves.len() < self.want
    }

    /// The first heap, from `first` on, that the period covers; a number above all heaps if there is none.
    fn covered_from(&self, first: u64) -> u64 {
        self.labels.cycle().map_or(u64::MAX, |(preperiod, _)| preperiod.max(first))
    }

    /// Adds the splits of `total` into a ≤ b with a ≥ `first` that hit `target`; returns whether more moves are wanted.
    fn pairs(&mut self, target: L::Target, first: u64, total: u64, split: &dyn Fn(u64, u64) -> Move) -> bool {
        let (labels, last) = (self.labels, self.game.smaller_part(total));
        let matches = |&a: &u64| labels.is_hit(labels.beside(labels.beside(target, a), total - a));
        let covered = self.covered_from(first);
        if !(first..covered.min(last + 1)).filter(matches).all(|a| self.add(split(a, total - a))) {
            return false;
        }
        let Some((_, period)) = labels.cycle() else {
            return true;
        };
        let class: Vec<u64> = (covered..(covered + period).min(last + 1)).filter(matches).collect();
        shifts(&class, period, last).all(|a| self.add(split(a, total - a)))
    }

    /// Adds the splits of `total` into a ≤ b ≤ c that hit `target`; returns whether more moves are wanted.
    fn triples(&mut self, target: L::Target, total: u64, take: u64) -> bool {
        let (labels, last, covered) = (self.labels, total / 3, self.covered_from(1));
        let mut with = |a: u64| {
            let before = self.moves.len();
            let more = self.pairs(labels.beside(target, a), a, total - a, &|b, c| Move { take, left: [a, b, c] });
            (more, self.moves.len() > before)
        };
        if !(1..covered.min(last + 1)).all(|a| with(a).0) {
            return false;
        }
        let Some((_, period)) = labels.cycle() else {
            return true;
        };
        let mut class = Vec::new();
        for a in covered..(covered + period).min(last + 1) {
            let (more, some) = with(a);
            if !more {
                return false;
            }
            if some {
                class.push(a + period);
            }
        }
        shifts(&class, period, last).all(|a| with(a).0)
    }
}

/// The numbers of `class`, which lie within one period, then each of them one period further, and so on up to `last`.
fn shifts(class: &[u64], period: u64, last: u64) -> impl Iterator<Item = u64> + '_ {
    let rounds = if class.is_empty() { 0 } else { u64::MAX };
    (0..rounds)
        .flat_map(move |round| class.iter().map(move |&a| a.saturating_add(round.saturating_mul(period))))
        .take_while(move |&a| a <= last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;
    use proptest::prelude::*;

    proptest! {
        // The test does not need the values of a real game.
        #[test]
        fn a_period_gives_the_moves_that_a_list_gives(
            start in prop::collection::vec(0u16..4, 0..7),
            cycle in prop::collection::vec(0u16..4, 1..9),
            code in prop::sample::select(vec!["0.7", "0.07", "4.31", "0.8", "0.ff", "8.9", "grundy"]),
            heap in 0u64..90,
            target in 0u16..8,
            want in 1usize..400,
        ) {
            let game = if code == "grundy" { Game::Grundy } else { Game::Code(Code::parse(code).unwrap()) };
            let values: Vec<u16> = start.iter().chain(&cycle).copied().collect();
            let repeated = KnownValues { values: &values, cycle: Some((start.len() as u64, cycle.len() as u64)) };
            let all: Vec<u16> = (0..=heap).map(|n| repeated.at(n)).collect();
            let mut slow = Vec::new();
            game.each_move(heap, &mut |m| {
                let parts = m.left.iter().filter(|&&part| part > 0);
                if parts.fold(0, |sum, &part| sum ^ all[part as usize]) == target {
                    slow.push(m);
                }
                slow.len() < want
            });
            let listed = KnownValues { values: &all, cycle: None };
            prop_assert_eq!(&moves_to(&game, listed, heap, target, want), &slow);
            prop_assert_eq!(&moves_to(&game, repeated, heap, target, want), &slow);
        }
    }
}
