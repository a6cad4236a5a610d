//! Compares the search with the values of random games, computed from their definition.

use super::NimberSearch;
use crate::graph::ExploreError;
use crate::limits::{Limits, RunError};
use crate::text::{ComponentSum, DynComponents, Key, RulesError};
use crate::value::{Nimber, Outcome, mex};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A game of numbered components: the options of each are sums of components with smaller numbers.
struct RandomGame {
    /// The options of the component with number i + 1.
    options: Vec<Vec<ComponentSum>>,
    /// Whether some option leads back, and whether the game says that one may.
    is_loopy: bool,
    may_repeat: bool,
    /// The number of components that are expanded between two checks of the limits.
    check_interval: u64,
}

impl RandomGame {
    fn new(random: &mut fastrand::Rng, components: u64, max_options: usize, max_heap: u32) -> Self {
        let options = (1..=components).map(|component| {
            let count = random.usize(0..=max_options);
            let sum = |random: &mut fastrand::Rng| ComponentSum {
                components: (0..random.usize(0..4))
                    .filter_map(|_| Some(random.u64(0..component)).filter(|&c| c > 0))
                    .collect(),
                heap: if random.bool() { 0 } else { random.u32(0..=max_heap) },
            };
            (0..count).map(|_| sum(random)).collect()
        });
        Self { options: options.collect(), is_loopy: false, may_repeat: random.bool(), check_interval: 1 }
    }

    /// The values of all components, from their definition.
    fn values(&self) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for options in &self.options {
            let value = mex(options.iter().map(|sum| Nimber(sum_of(&values, sum).into())));
            values.push(value.0 as u32);
        }
        values
    }
}

fn sum_of(values: &[u32], sum: &ComponentSum) -> u32 {
    sum.components.iter().fold(sum.heap, |all, &component| all ^ values[component as usize - 1])
}

/// The key of a sum: each component and then the heap, a byte each.
fn key(sum: &ComponentSum) -> Key {
    Key(sum.components.iter().map(|&c| c as u8).chain([sum.heap as u8]).collect())
}

impl DynComponents for RandomGame {
    fn split(&self, at: &Key) -> Result<ComponentSum, RulesError> {
        let (heap, components) = at.0.split_last().expect("a heap");
        Ok(ComponentSum { components: components.iter().map(|&c| c.into()).collect(), heap: (*heap).into() })
    }

    fn expand(
        &self,
        component: u64,
        sum: &mut ComponentSum,
        visit: &mut dyn FnMut(&ComponentSum) -> bool,
    ) -> Result<(), RulesError> {
        for option in &self.options[component as usize - 1] {
            sum.clone_from(option);
            if !visit(sum) {
                break;
            }
        }
        Ok(())
    }

    fn weight(&self, component: u64) -> u32 {
        component as u32
    }

    fn may_repeat(&self) -> bool {
        self.may_repeat
    }

    fn repeat_error(&self, component: u64) -> Option<RulesError> {
        assert!(self.is_loopy, "play never comes back to {component}");
        Some(RulesError::new(format!("back at {component}")))
    }

    fn check_interval(&self, _max: u64) -> u64 {
        self.check_interval
    }

    fn read_component(&self, bytes: &[u8]) -> Result<Option<u64>, RulesError> {
        let component = bytes.try_into().ok().map(u64::from_le_bytes);
        Ok(component.filter(|component| (1..=self.options.len() as u64).contains(component)))
    }
}

fn with_threads(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

/// Sums of up to four components and a heap.
fn random_sums(random: &mut fastrand::Rng, components: u64, count: usize) -> Vec<ComponentSum> {
    let sum = |random: &mut fastrand::Rng| ComponentSum {
        components: (0..random.usize(0..5)).map(|_| random.u64(1..=components)).collect(),
        heap: random.u32(0..4),
    };
    (0..count).map(|_| sum(random)).collect()
}

#[test]
fn values_and_outcomes_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut checked = 0;
    for round in 0..600 {
        // Few options, many options, and heaps beyond the values that have bits of their own.
        let (components, max_options, heap) =
            [(40, 6, 3), (25, 80, 2), (60, 3, 1), (20, 12, 120), (15, 150, 127)][round % 5];
        let game = RandomGame::new(&mut random, components, max_options, heap);
        let values = game.values();
        let sums = random_sums(&mut random, components, 20);
        // Tables of 16 entries and large ones; 1, 2 and 4 threads.
        for (bytes, threads) in [(0, 1), (1 << 20, 1), (1 << 20, 2), (0, 4)] {
            if threads > 1 && round % 8 != 0 {
                continue;
            }
            let limits = with_threads(threads);
            let (search, for_outcomes) =
                (NimberSearch::with_table(&game, bytes), NimberSearch::with_table(&game, bytes));
            for sum in &sums {
                let (at, value) = (key(sum), sum_of(&values, sum));
                let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
                assert_eq!(for_outcomes.outcome(&at, &limits).unwrap(), outcome, "round {round}, {sum:?}");
                assert!(for_outcomes.known_outcome(&at).unwrap().is_none_or(|known| known == outcome));
                assert_eq!(search.value(&at, &limits).unwrap(), Nimber(value.into()), "round {round}, {sum:?}");
                checked += 1;
            }
            assert!(bytes > 0 || search.bytes() <= 2 * 16 * 16, "two tables of 16 entries");
        }
    }
    assert!(checked > 24_000);
}

#[test]
fn values_without_a_bit_are_found() {
    // Component n is a Nim heap of n stones: for even n, its options are components, for odd n heaps.
    let option = |n: u64, m: u64| match (m, n % 2) {
        (1.., 0) => ComponentSum { components: vec![m], heap: 0 },
        _ => ComponentSum { components: Vec::new(), heap: m as u32 },
    };
    let options = (1..=64).map(|n| (0..n).map(|m| option(n, m)).collect()).collect();
    let game = RandomGame { options, is_loopy: false, may_repeat: false, check_interval: 1 };
    for n in [54, 55, 56, 63, 64] {
        for heap in [0, 3, 54, 55, 56, 63, 64] {
            let sum = ComponentSum { components: vec![n], heap };
            let search = NimberSearch::new(&game, &with_threads(1));
            let expected = if n == u64::from(heap) { Outcome::Loss } else { Outcome::Win };
            assert_eq!(search.outcome(&key(&sum), &with_threads(1)).unwrap(), expected, "{n} {heap}");
            assert_eq!(search.value(&key(&sum), &with_threads(1)).unwrap(), Nimber(n ^ u64::from(heap)));
            assert_eq!(search.known_outcome(&key(&sum)).unwrap(), Some(expected));
        }
    }
}

#[test]
fn limits_are_checked_for_each_component() {
    let mut random = fastrand::Rng::with_seed(5);
    let game = RandomGame { check_interval: 100, ..RandomGame::new(&mut random, 40, 8, 2) };
    let stop = || true;
    let sum = ComponentSum { components: vec![1, 2, 3], heap: 0 };
    let stopped = Limits { stop: &stop, ..with_threads(1) };
    let result = NimberSearch::new(&game, &stopped).value(&key(&sum), &stopped);
    assert!(matches!(result, Err(ExploreError::Run(RunError::Interrupted { .. }))));
}

#[test]
fn interrupted_searches_go_on() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut interrupted = 0;
    for _ in 0..100 {
        let game = RandomGame::new(&mut random, 40, 8, 2);
        let values = game.values();
        let sum = ComponentSum { components: vec![40, 39], heap: 0 };
        let search = NimberSearch::new(&game, &with_threads(1));
        // Each try may expand one component more, so that one of them ends.
        for steps in 1.. {
            let calls = AtomicU64::new(0);
            let stop = || calls.fetch_add(1, Relaxed) >= steps;
            match search.value(&key(&sum), &Limits { stop: &stop, ..with_threads(1) }) {
                Ok(value) => {
                    assert_eq!(value, Nimber(sum_of(&values, &sum).into()));
                    break;
                }
                Err(ExploreError::Run(RunError::Interrupted { .. })) => interrupted += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(interrupted > 100);
}

#[test]
fn a_panic_of_the_rules_is_an_error_in_every_thread() {
    // The only option of a component is the next smaller one, and that of the first does not exist. One thread expands four components.
    let option = |component| vec![ComponentSum { components: vec![component], heap: 0 }];
    let options = [100, 1, 2, 3, 4, 5, 6, 7].map(option).into();
    let game = RandomGame { options, is_loopy: false, may_repeat: false, check_interval: 1 };
    for component in 1..=8 {
        for threads in [1, 3] {
            let search = NimberSearch::new(&game, &with_threads(threads));
            let sum = ComponentSum { components: vec![component], heap: 0 };
            let error = search.value(&key(&sum), &with_threads(threads)).expect_err("the rules panic");
            let ExploreError::Run(RunError::WorkerPanicked { message }) = error else { panic!("{error}") };
            assert!(message.contains("index out of bounds"), "{message}, component {component}, {threads} threads");
        }
    }
}

#[test]
fn a_saved_table_gives_the_same_values() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut without, mut with_few) = (0, 0);
    for _ in 0..50 {
        let game = RandomGame::new(&mut random, 60, 8, 2);
        let values = game.values();
        let all = with_threads(1);
        let first = NimberSearch::new(&game, &all);
        let sums = random_sums(&mut random, 60, 10);
        for sum in &sums {
            first.value(&key(sum), &all).unwrap();
        }
        let mut state = Vec::new();
        first.save(&mut state).unwrap();
        let mut second = NimberSearch::new(&game, &all);
        second.load(&mut &state[..]).unwrap();
        let mut again = Vec::new();
        second.save(&mut again).unwrap();
        assert!(state == again, "the state depends on what is proved alone");
        for sum in &sums {
            assert_eq!(second.value(&key(sum), &all).unwrap(), Nimber(sum_of(&values, sum).into()));
        }
        assert_eq!(second.expanded(), 0, "all of these were proved");
        // The few components that took the most effort.
        let mut few = Vec::new();
        first.save_hardest(3, &mut few).unwrap();
        let mut third = NimberSearch::new(&game, &all);
        let stored = u64::from_le_bytes(std::array::from_fn(|i| state[i]));
        assert_eq!(third.load(&mut &few[..]).unwrap(), stored.min(3));
        for sum in &sums {
            assert_eq!(third.value(&key(sum), &all).unwrap(), Nimber(sum_of(&values, sum).into()));
        }
        (without, with_few) = (without + first.expanded(), with_few + third.expanded());
        // A state that ends early, and one of a game with more components.
        assert!(state.len() < 16 || second.load(&mut &state[..state.len() - 1]).is_err());
        let smaller =
            RandomGame { options: game.options[..1].to_vec(), is_loopy: false, may_repeat: true, check_interval: 1 };
        assert!(stored < 2 || NimberSearch::new(&smaller, &all).load(&mut &state[..]).is_err());
    }
    assert!(with_few < without, "{with_few} {without}");
}

#[test]
fn a_full_cache_takes_in_components_that_took_more_effort() {
    // Component n is a Nim heap of n stones, and weighs n.
    let option = |m: u64| ComponentSum { components: (m > 0).then_some(m).into_iter().collect(), heap: 0 };
    let options = (1..=40).map(|n| (0..n).map(option).collect()).collect();
    let game = RandomGame { options, is_loopy: false, may_repeat: false, check_interval: 1 };
    let all = with_threads(1);
    let mut state = Vec::new();
    for n in [10, 20, 40] {
        let mut search = NimberSearch::new(&game, &all);
        if !state.is_empty() {
            assert_eq!(search.load(&mut &state[..]).unwrap(), 5);
        }
        let at = key(&ComponentSum { components: vec![n], heap: 0 });
        search.value(&at, &all).unwrap();
        state.clear();
        search.save_hardest(5, &mut state).unwrap();
        let mut next = NimberSearch::new(&game, &all);
        next.load(&mut &state[..]).unwrap();
        assert_eq!(next.known_value(&at).unwrap(), Some(Nimber(n)), "what took the most effort is saved");
    }
}

#[test]
fn effort_is_counted_in_expansions() {
    // Component n up to 10 is a Nim heap of n stones. Component 1000 weighs far more, but has one option, which has no move.
    let option = |m: u64| ComponentSum { components: (m > 0).then_some(m).into_iter().collect(), heap: 0 };
    let options = (1..=1000u64).map(|n| (0..if n <= 10 { n } else { 1 }).map(option).collect()).collect();
    let game = RandomGame { options, is_loopy: false, may_repeat: false, check_interval: 1 };
    let all = with_threads(1);
    let search = NimberSearch::new(&game, &all);
    let at = |component| key(&ComponentSum { components: vec![component], heap: 0 });
    assert_eq!(search.value(&at(10), &all).unwrap(), Nimber(10));
    assert_eq!(search.value(&at(1000), &all).unwrap(), Nimber(1));
    let mut state = Vec::new();
    search.save_hardest(1, &mut state).unwrap();
    let mut next = NimberSearch::new(&game, &all);
    next.load(&mut &state[..]).unwrap();
    assert_eq!(next.known_value(&at(10)).unwrap(), Some(Nimber(10)));
}

#[test]
fn games_with_cycles_are_refused() {
    let to = |component| ComponentSum { components: vec![component], heap: 0 };
    let game =
        RandomGame { options: vec![vec![to(2)], vec![to(1)]], is_loopy: true, may_repeat: true, check_interval: 1 };
    let search = NimberSearch::new(&game, &Limits::NONE);
    assert!(matches!(search.value(&key(&to(1)), &with_threads(1)), Err(ExploreError::Rules(_))));
    // The first component has options of the values 0 and 1, and one from which play never ends. That one has a single option, so its value
    // would be at most 1 if it had one.
    let heap = |heap| ComponentSum { components: Vec::new(), heap };
    let game = RandomGame {
        options: vec![vec![heap(0), heap(1), to(2)], vec![to(3)], vec![to(2)]],
        is_loopy: true,
        may_repeat: true,
        check_interval: 1,
    };
    let search = NimberSearch::new(&game, &Limits::NONE);
    assert!(matches!(search.value(&key(&to(1)), &with_threads(1)), Err(ExploreError::Rules(_))));
    let two = ComponentSum { components: vec![1], heap: 2 };
    assert!(matches!(search.outcome(&key(&two), &with_threads(1)), Err(ExploreError::Rules(_))));
    assert_eq!(search.known_outcome(&key(&two)).unwrap(), None);
}

#[test]
fn a_component_on_the_path_is_searched_last() {
    // The option 4 of 2 leads back, and is lighter than the option 5, which is lost and so shows that 2 does not have the value 0.
    let to = |component| ComponentSum { components: vec![component], heap: 0 };
    let options = vec![vec![], vec![to(4), to(5)], vec![], vec![to(2)], vec![]];
    let game = RandomGame { options, is_loopy: true, may_repeat: true, check_interval: 1 };
    let search = NimberSearch::new(&game, &Limits::NONE);
    assert_eq!(search.outcome(&key(&to(4)), &with_threads(1)).unwrap(), Outcome::Loss);
}

/// Sorted components, and a heap.
type SortedSum = (Vec<u64>, u32);

/// The outcomes of all positions that can be reached from a sum, by its sorted components and its heap; those of which no player can force
/// the end are missing.
fn outcomes_of_reachable(game: &RandomGame, start: &ComponentSum) -> HashMap<SortedSum, Outcome> {
    let sorted = |mut components: Vec<u64>, heap: u32| {
        components.sort_unstable();
        (components, heap)
    };
    let mut rows: HashMap<SortedSum, Vec<SortedSum>> = HashMap::new();
    let mut open = vec![sorted(start.components.clone(), start.heap)];
    while let Some(at) = open.pop() {
        let mut row: Vec<_> = (0..at.1).map(|heap| (at.0.clone(), heap)).collect();
        for (i, &part) in at.0.iter().enumerate() {
            let others = [&at.0[..i], &at.0[i + 1..]].concat();
            for option in &game.options[part as usize - 1] {
                row.push(sorted([&others[..], &option.components].concat(), at.1 ^ option.heap));
            }
        }
        open.extend(row.iter().filter(|next| !rows.contains_key(next)).cloned());
        rows.insert(at, row);
    }
    let mut outcomes = HashMap::new();
    loop {
        let before = outcomes.len();
        for (at, row) in &rows {
            if row.iter().any(|next| outcomes.get(next) == Some(&Outcome::Loss)) {
                outcomes.insert(at.clone(), Outcome::Win);
            } else if row.iter().all(|next| outcomes.get(next) == Some(&Outcome::Win)) {
                outcomes.insert(at.clone(), Outcome::Loss);
            }
        }
        if outcomes.len() == before {
            return outcomes;
        }
    }
}

/// Compares the answers of searches about sums with the outcomes of all reachable positions. Returns the numbers of answers and of refusals.
fn compare(game: &RandomGame, sums: &[ComponentSum]) -> (usize, usize) {
    let (mut answered, mut refused) = (0, 0);
    for bytes in [0, 1 << 20] {
        let search = NimberSearch::with_table(game, bytes);
        for at in sums {
            let outcome = |heap: u32| {
                let sum = ComponentSum { components: at.components.clone(), heap };
                let mut components = sum.components.clone();
                components.sort_unstable();
                outcomes_of_reachable(game, &sum).get(&(components, heap)).copied()
            };
            match search.outcome(&key(at), &with_threads(1)) {
                Ok(found) => {
                    assert_eq!(outcome(at.heap), Some(found), "{at:?} {:?}", game.options);
                    answered += 1;
                }
                Err(_) => refused += 1,
            }
            match search.value(&key(at), &with_threads(1)) {
                // The sum with a heap of the value's size is lost.
                Ok(Nimber(value)) => {
                    let heap = at.heap ^ value as u32;
                    assert_eq!(outcome(heap), Some(Outcome::Loss), "{at:?} {:?}", game.options);
                    answered += 1;
                }
                Err(_) => refused += 1,
            }
            if let Some(known) = search.known_outcome(&key(at)).unwrap() {
                assert_eq!(outcome(at.heap), Some(known), "{at:?} {:?}", game.options);
            }
        }
    }
    (answered, refused)
}

#[test]
fn no_answer_about_a_game_that_may_repeat_is_wrong() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..4_000 {
        let components = random.u64(2..8);
        let option = |random: &mut fastrand::Rng| ComponentSum {
            components: Some(random.u64(0..=components)).filter(|&c| c > 0).into_iter().collect(),
            heap: if random.u8(0..3) > 0 { 0 } else { random.u32(0..4) },
        };
        let options = (0..components).map(|_| (0..random.usize(0..4)).map(|_| option(&mut random)).collect()).collect();
        let sums: Vec<ComponentSum> = (0..6)
            .map(|_| ComponentSum { components: vec![random.u64(1..=components)], heap: random.u32(0..4) })
            .collect();
        let found = compare(&RandomGame { options, is_loopy: true, may_repeat: true, check_interval: 1 }, &sums);
        (answered, refused) = (answered + found.0, refused + found.1);
    }
    assert!(answered > 2_000 && refused > 1_000, "{answered} {refused}");
}

/// Two equal components that may repeat do not cancel each other: the sum may be a draw.
#[test]
fn no_answer_about_a_sum_that_may_repeat_is_wrong() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..1_500 {
        // Components 1 to 3 have options of at most one component, of these; 4 to 6 have options of one component, or of two up to 3.
        let option = |component: u64, random: &mut fastrand::Rng| {
            let components = match random.u8(0..4) {
                0 => vec![],
                1 | 2 if component > 3 => {
                    let first = random.u64(1..=3);
                    vec![first, if random.bool() { first } else { random.u64(1..=3) }]
                }
                _ => vec![random.u64(1..=if component > 3 { 6 } else { 3 })],
            };
            ComponentSum { components, heap: if random.u8(0..3) > 0 { 0 } else { random.u32(0..3) } }
        };
        let options = (1..=6).map(|c| (0..random.usize(0..4)).map(|_| option(c, &mut random)).collect()).collect();
        let sum = |random: &mut fastrand::Rng| ComponentSum {
            components: (0..random.usize(1..3)).map(|_| random.u64(1..=6)).collect(),
            heap: random.u32(0..3),
        };
        let sums: Vec<ComponentSum> = (0..4).map(|_| sum(&mut random)).collect();
        let found = compare(&RandomGame { options, is_loopy: true, may_repeat: true, check_interval: 1 }, &sums);
        (answered, refused) = (answered + found.0, refused + found.1);
    }
    assert!(answered > 4_000 && refused > 1_000, "{answered} {refused}");
}
