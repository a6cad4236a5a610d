//! Compares random games by index with their graphs; tests panics, limits, and counts beyond 32 bits.

use super::*;
use crate::game::{Game, Indexed, Player};
use crate::graph::explore;
use crate::solve;
use crate::text::{Key, WithoutText};
use std::num::NonZeroUsize;

/// A random game of a given number of indices, each with some options: ends of all outcomes, indices without a
/// position, and drawn exits.
struct Random {
    options: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    ends: Vec<Outcome>,
    /// An index for which the predecessors panic, as with a defect of the rules.
    fault: Option<usize>,
}

impl Random {
    fn new(seed: u64, count: usize, degree: usize, ends: &[Outcome], is_free: fn(usize) -> bool) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut options = vec![Vec::new(); count];
        for row in options.iter_mut().enumerate().filter(|(v, _)| !is_free(*v)).map(|(_, row)| row) {
            for _ in 0..random.usize(..=degree) {
                // Index `count` is a drawn end without an index.
                row.push(Some(random.usize(..=count)).filter(|&to| !is_free(to)).unwrap_or(count));
            }
        }
        let mut before = vec![Vec::new(); count + 1];
        for (v, row) in options.iter().enumerate() {
            row.iter().for_each(|&to| before[to].push(v));
        }
        let ends =
            (0..=count).map(|v| if v == count { Outcome::Draw } else { ends[random.usize(..ends.len())] }).collect();
        Self { options, before, ends, fault: None }
    }
}

impl Game for Random {
    type Position = usize;
    type Move = usize;
    fn moves(&self, &at: &usize, out: &mut Vec<usize>) {
        out.extend(self.options.get(at).into_iter().flatten());
    }
    fn play(&self, _at: &usize, &to: &usize) -> usize {
        to
    }
    fn terminal(&self, &at: &usize) -> Outcome {
        self.ends[at]
    }
}

/// Every seventh index has no position.
fn seventh(v: usize) -> bool {
    v % 7 == 3
}

struct Holed<'a>(&'a Random, fn(usize) -> bool);

impl Game for Holed<'_> {
    type Position = usize;
    type Move = usize;
    fn moves(&self, at: &usize, out: &mut Vec<usize>) {
        self.0.moves(at, out);
    }
    fn play(&self, _at: &usize, &to: &usize) -> usize {
        to
    }
    fn terminal(&self, at: &usize) -> Outcome {
        self.0.terminal(at)
    }
}

impl Indexed for Holed<'_> {
    fn indices(&self) -> u64 {
        self.0.options.len() as u64
    }
    fn rank(&self, &at: &usize) -> Option<Index> {
        (at < self.0.options.len()).then_some(Index(at as u64))
    }
    fn unrank(&self, Index(at): Index) -> Option<usize> {
        Some(at as usize).filter(|&at| !(self.1)(at))
    }
    fn predecessors(&self, &at: &usize, out: &mut Vec<usize>) {
        assert_ne!(Some(at), self.0.fault, "a defect of the rules");
        out.extend(&self.0.before[at]);
    }
}

fn holds(random: &Random, is_free: fn(usize) -> bool) {
    let count = random.options.len();
    let explored = explore(random, 0..=count, &Limits::NONE).unwrap();
    let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
    let game = WithoutText(Holed(random, is_free));
    let mut first = None;
    for threads in [1, 2, 3, 8] {
        let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
        let all = indexed_shared_from(16, &game, &limits, None, Checkpointer::none()).unwrap();
        for at in 0..count {
            let expected = (!is_free(at)).then(|| solved.verdict(explored.vertex(&at).unwrap()));
            assert_eq!(all.get(Index(at as u64)), expected, "{at} on {threads} threads");
        }
        assert_eq!(all.get(Index(count as u64)), None);
        assert_eq!(*first.get_or_insert_with(|| all.clone()), all, "{threads} threads");
    }
}

#[test]
fn indices_are_solved_as_the_graph_is() {
    use Outcome::{Draw, Loss, Win};
    for (seed, ends) in (0..).zip([&[Loss][..], &[Win], &[Loss, Win], &[Loss, Draw], &[Loss, Win, Draw], &[Draw]]) {
        for (count, degree) in [(1, 1), (50, 2), (3000, 2), (3000, 5), (500, 40)] {
            holds(&Random::new(seed, count, degree, ends, |_| false), |_| false);
            holds(&Random::new(seed, count, degree, ends, seventh), seventh);
        }
    }
}

#[test]
fn more_options_than_a_byte_counts() {
    // First a few positions with many options, then most of them.
    holds(&Random::new(5, 2000, 1900, &[Outcome::Loss], |_| false), |_| false);
    let mut some = Random::new(6, 4000, 2, &[Outcome::Loss, Outcome::Draw], |_| false);
    for v in [17, 2044] {
        for to in 0..1000 {
            some.options[v].push(to);
            some.before[to].push(v);
        }
    }
    holds(&some, |_| false);
}

/// A thread that panics stops the others, which would otherwise wait for it for ever.
#[test]
fn a_panic_in_one_of_several_threads_is_an_error() {
    let mut random = Random::new(8, 3000, 3, &[Outcome::Loss], |_| false);
    let lost: Vec<usize> = (0..3000).filter(|&v| random.options[v].is_empty()).collect();
    for (threads, at) in [(2, lost[0]), (2, lost[lost.len() - 1]), (3, lost[lost.len() / 2]), (8, lost[0])] {
        random.fault = Some(at);
        let game = WithoutText(Holed(&random, |_| false));
        let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
        let error = indexed_shared_from(16, &game, &limits, None, Checkpointer::none()).unwrap_err();
        assert!(
            matches!(&error, RunError::WorkerPanicked { message } if message.contains("a defect of the rules")),
            "{error:?}"
        );
    }
}

/// A panic while options are counted, in each part of the indices.
#[test]
fn a_panic_while_counting_is_an_error() {
    struct Faulty(u64);
    impl DynIndexed for Faulty {
        fn count(&self) -> u64 {
            100_000
        }
        fn is_colour_symmetric(&self) -> bool {
            false
        }
        fn is_shared(&self, _: Index) -> bool {
            false
        }
        fn initial_states(&self, Index(first): Index, out: &mut [InitialState]) {
            assert!(!(first..first + out.len() as u64).contains(&self.0), "a defect of the rules");
            out.fill(InitialState::Terminal(Outcome::Loss));
        }
        fn options(&self, _: &[Index], _: &mut Vec<Index>) -> u64 {
            0
        }
        fn predecessors(&self, _: &[Index], _: &mut Vec<Index>) {}
        fn index_of(&self, _: &Key) -> Option<Index> {
            None
        }
        fn player(&self, _: &Key) -> Option<Player> {
            None
        }
        fn position(&self, _: Index, _: Option<Player>) -> Option<Key> {
            None
        }
        fn class(&self, _: Index) -> Option<(Index, u64)> {
            None
        }
    }
    let two = Limits { threads: NonZeroUsize::new(2), ..Limits::NONE };
    for fault in [0, 40_000, 60_000, 99_999] {
        let error = retrograde_indexed(&Faulty(fault), &two).unwrap_err();
        assert_eq!(error, RunError::WorkerPanicked { message: "a defect of the rules".to_owned() });
    }
    assert!(retrograde_indexed(&Faulty(u64::MAX), &two).is_ok());
}

/// A game of a given number of positions that are all lost without a move; the key of a position is its index.
struct Lost(u64);

impl Game for Lost {
    type Position = u64;
    type Move = u64;
    fn moves(&self, _: &u64, _: &mut Vec<u64>) {}
    fn play(&self, _: &u64, &to: &u64) -> u64 {
        to
    }
}

impl Indexed for Lost {
    fn indices(&self) -> u64 {
        self.0
    }
    fn rank(&self, &at: &u64) -> Option<Index> {
        Some(Index(at))
    }
    fn unrank(&self, Index(at): Index) -> Option<u64> {
        (at < self.0).then_some(at)
    }
    fn predecessors(&self, _: &u64, _: &mut Vec<u64>) {}
}

#[test]
fn more_indices_than_32_bits_are_an_error_here_alone() {
    assert!(bytes_for_indices(1 << 32, 1) > 1 << 32);
    assert_eq!(bytes_for_indices(u64::MAX, 8), u64::MAX);
    for count in [MAX_INDICES + 1, 1 << 32, (1 << 32) + 5, u64::MAX] {
        let game = WithoutText(Lost(count));
        let error = retrograde_indexed(&game, &Limits::NONE).unwrap_err();
        assert_eq!(error, RunError::Limit(LimitHit::TooLarge { limit: MAX_INDICES, needed: count }));
        for index in [0, 5, count / 2, count - 1].map(Index) {
            let key = game.position(index, None).unwrap();
            assert_eq!(key.0.len(), if count > 1 << 32 { 8 } else { 4 });
            assert_eq!(game.index_of(&key), Some(index));
        }
        assert_eq!(game.position(Index(count), None), None);
    }
    let all = retrograde_indexed(&WithoutText(Lost(6)), &Limits::NONE).unwrap();
    assert!(all.get(Index(5)).is_some());
    assert_eq!((all.get(Index(6)), all.get(Index((1 << 32) + 5))), (None, None));
}

#[test]
fn limits_are_reported_and_obeyed() {
    let random = Random::new(7, 300_000, 2, &[Outcome::Loss], |_| false);
    let game = WithoutText(Holed(&random, |_| false));
    let one = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
    let needed = bytes_for_indices(300_000, 1);
    assert!(retrograde_indexed(&game, &Limits { memory: Some(needed), ..one }).is_ok());
    let hit = retrograde_indexed(&game, &Limits { memory: Some(needed - 1), ..one }).unwrap_err();
    assert_eq!(hit, RunError::Limit(LimitHit::Memory { limit: needed - 1, needed }));
    let hit = retrograde_indexed(&game, &Limits { positions: Some(299_999), ..one }).unwrap_err();
    assert_eq!(hit, RunError::Limit(LimitHit::Positions { limit: 299_999, needed: 300_000 }));
    let hit = retrograde_indexed(&game, &Limits { stop: &|| true, ..one }).unwrap_err();
    assert!(matches!(hit, RunError::Interrupted { .. }));
}
